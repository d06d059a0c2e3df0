"""What a position or a record's setup says of the cards of Dog Park: every card is checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.engine.values import Values, as_whole
from simcore.errors import shown
from simcore.games.dog_park.cards import (
    BREEDS,
    CONSTANTS,
    DICE,
    DOG_IDS,
    DOG_OF_ID,
    DOGS_OF_SET,
    LEAD_CAPACITY,
    N_BREEDS,
    N_DOGS,
    N_FORECASTS,
    NO_DOG,
    OBJECTIVES,
    PLENTIFUL,
    REROUTED,
    RESOURCES,
    SOLO_CARDS,
)
from simcore.games.dog_park.state import (
    DEAL_FIELD,
    MAX_DICE,
    N_ROUNDS,
    NO_SLOT,
    NOT_WALKING,
    STATE_DTYPE,
)
from simcore.games.dog_park.table import Table

WHERE = "Position"
MAX_PLAYERS = 4
# stands for dice that nobody named
FILLER_DIE = 2


class Cards:
    """The dogs of a position, so that none lies in two places.

    Parameters
    ----------
    values : Values
        What the user gave.
    rules : record
        Rule parameters.
    """

    def __init__(self, values: Values, rules: Any) -> None:
        self._values = values
        in_game = [dog for place, dogs in enumerate(DOGS_OF_SET) if rules.sets >> place & 1 for dog in dogs]
        # where each dog of the game lies, "" for nowhere
        self._place = dict.fromkeys(in_game, "")

    def lay(self, key: str, number: object, values: Values | None = None) -> int:
        """Check the id of a dog and note where it lies; return its place in the table."""
        where = values or self._values
        whole = as_whole(number)
        dog = DOG_OF_ID.get(whole, NO_DOG) if whole is not None else NO_DOG
        if dog not in self._place:
            ids = f"ids of dogs of the sets in the game, {DOG_IDS[min(self._place)]} to {DOG_IDS[max(self._place)]}"
            raise where.fault(key, f"{shown(number)} is not allowed; allowed: {ids}")
        if self._place[dog]:
            raise where.fault(key, f"{number} lies in {self._place[dog]} already")
        self._place[dog] = ".".join(filter(None, (where.path, key)))
        return dog

    def lay_list(self, key: str, most: int = N_DOGS) -> list[int]:
        """Read a list of dogs."""
        numbers = self._values.entries(key, [])
        if len(numbers) > most:
            raise self._values.fault(key, f"has {len(numbers)} dogs; allowed: at most {most}")
        return [self.lay(f"{key}.{i}", number) for i, number in enumerate(numbers)]

    def rest(self) -> list[int]:
        """Return the dogs of the game that lie nowhere yet, in the order of the table."""
        return [dog for dog, place in self._place.items() if not place]


@dataclass
class Reading:
    """A position while it is read.

    Parameters
    ----------
    values : Values
        What the user gave.
    table : Table
        The state, which is written.
    cards : Cards
        Where the dogs lie.
    part : int
        Part of the round, a place in `table.PARTS`.
    """

    values: Values
    table: Table
    cards: Cards
    part: int = 0

    def seat(self, default: int) -> int:
        """Read the seat that decides."""
        state = self.table.state
        state.seat = self.values.whole("seat", default, 0, int(state.n_seats) - 1)
        return int(state.seat)

    def of_walkers(self, key: str) -> list[Any]:
        """Read a list with an entry for everybody; None where it is left out."""
        n_walkers = int(self.table.state.n_walkers)
        return self.values.entries(key, [None] * n_walkers, n_walkers)


def new_table(n_seats: int, rules: Any) -> Any:
    """Return a game before its deal: STATE_DTYPE recarray[1]."""
    states = np.zeros(1, STATE_DTYPE).view(np.recarray)
    state = states[0]
    state.n_seats = n_seats
    state.n_walkers = n_seats + CONSTANTS["by_players"][f"p{n_seats}"]["autowalkers"]
    state.stage = DEAL_FIELD
    state.offer_slot[:], state.position[:] = NO_SLOT, NOT_WALKING
    start = CONSTANTS["setup"]["start_resources_gentle_walk" if rules.gentle_walk else "start_resources"]
    state.resources[:n_seats] = [start[kind] for kind in RESOURCES]
    state.reputation[:n_seats] = CONSTANTS["setup"]["start_reputation"]
    return states


def _cards(values: Values, key: str, default: Sequence[int], n: int, allowed: Sequence[int]) -> list[int]:
    """Read `n` different card numbers."""
    found: list[int] = []
    for i, number in enumerate(values.entries(key, list(default), n)):
        card = as_whole(number)
        if card is None or card not in allowed:
            raise values.fault(f"{key}.{i}", f"{shown(number)} is not allowed; allowed: {_listed(allowed)}")
        if card in found:
            raise values.fault(f"{key}.{i}", f"{card} lies there already")
        found.append(card)
    return found


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def location_deck(n_seats: int, rules: Any) -> tuple[int, ...]:
    """Return the location cards in use (2.5, 22)."""
    plentiful = (n_seats == MAX_PLAYERS and not rules.packed_park) or rules.gentle_walk
    return PLENTIFUL if plentiful else REROUTED


def objective_cards(kind: str, n_seats: int) -> list[int]:
    """Return the objectives of a type in use (2.7)."""
    fitting = (row for row in OBJECTIVES if row["type"] == kind and (row["players"] != "4" or n_seats == MAX_PLAYERS))
    return [int(row["id"]) for row in fitting]


def read_setup(values: Values, state: Any, rules: Any, objectives: str) -> None:
    """Read awards, forecasts, locations and the objectives dealt.

    Parameters
    ----------
    values : Values
        What the user gave; what is left out takes the cards with the lowest numbers that fit.
    state : STATE_DTYPE record
        Written.
    rules : record
        Rule parameters.
    objectives : str
        Key of the objectives dealt.
    """
    n_seats = int(state.n_seats)
    breeds = values.entries("awards", list(BREEDS), N_BREEDS)
    state.awards[:] = [BREEDS.index(values.one_of(f"awards.{i}", breed, BREEDS)) for i, breed in enumerate(breeds)]
    if len(set(breeds)) < N_BREEDS:
        raise values.fault("awards", f"{shown(breeds)} is not allowed; allowed: each breed once")
    predictable = CONSTANTS["variants"]["predictable_forecast"]
    forecasts = predictable if rules.predictable_forecast else range(1, N_FORECASTS + 1)
    # whatever the reading these four are allowed, and none of them touches Recruitment or Selection of round 1
    state.forecasts[:] = _cards(values, "forecasts", predictable, N_ROUNDS, forecasts)
    if state.forecasts[0] == LEAD_CAPACITY:
        raise values.fault("forecasts.0", f"{LEAD_CAPACITY} never lies on round 1")
    deck = location_deck(n_seats, rules)
    state.locations[:] = _cards(values, "locations", deck[:N_ROUNDS], N_ROUNDS, deck)
    _read_objectives(values, state, objectives)


def _read_objectives(values: Values, state: Any, key: str) -> None:
    n_seats = int(state.n_seats)
    if n_seats == 1:
        (dealt,) = values.entries(key, [list(SOLO_CARDS)], 1)
        numbers = list(map(as_whole, dealt)) if isinstance(dealt, (list, tuple)) else []
        if len(numbers) != len(SOLO_CARDS) or set(numbers) != set(SOLO_CARDS):
            raise values.fault(f"{key}.0", f"{shown(dealt)} is not allowed; allowed: {list(SOLO_CARDS)}")
        state.dealt_objectives[0] = SOLO_CARDS
        return
    kinds = [objective_cards(kind, n_seats) for kind in ("experienced", "standard")]
    # the card for four players only is not among the first where nobody names any
    defaults = [list(pair) for pair in zip(kinds[0][-4:], kinds[1], strict=False)][:n_seats]
    taken: list[int] = []
    for seat, pair in enumerate(values.entries(key, defaults, n_seats)):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise values.fault(f"{key}.{seat}", f"{shown(pair)} is not allowed; allowed: [experienced, standard]")
        for i, number in enumerate(pair):
            card = as_whole(number)
            if card is None or card not in kinds[i]:
                problem = f"{shown(number)} is not allowed; allowed: {_listed(kinds[i])}"
                raise values.fault(f"{key}.{seat}.{i}", problem)
            if card in taken:
                raise values.fault(f"{key}.{seat}.{i}", f"{card} is dealt already")
            taken.append(card)
            state.dealt_objectives[seat, i] = card


def read_dice(values: Values, state: Any) -> None:
    """Read the faces that autowalkers will roll; behind those named the dice show 2.

    Parameters
    ----------
    values : Values
        What the user gave.
    state : STATE_DTYPE record
        Written.
    """
    faces = values.entries("dice", [])
    if state.n_walkers == state.n_seats:
        if faces:
            raise values.fault(
                "dice", f"{shown(faces)} is not allowed: no autowalker plays with {state.n_seats} players"
            )
        return
    if len(faces) > MAX_DICE:
        raise values.fault("dice", f"has {len(faces)} faces; allowed: at most {MAX_DICE}")
    for i, face in enumerate(faces):
        if as_whole(face) not in DICE:
            allowed = _listed(sorted(set(DICE)))
            raise values.fault(f"dice.{i}", f"{shown(face)} is not allowed; allowed: {allowed}")
    state.dice[:] = FILLER_DIE
    state.dice[: len(faces)] = faces


def read_deck(values: Values, state: Any, cards: Cards, refills: int, field_is_full: bool) -> None:
    """Read field, deck and discarded dogs; all other dogs lie already.

    Where the field is left out it takes dogs that lie nowhere else. Where the deck is left out, or too short for the
    rest of the game, all dogs that lie nowhere else follow in the order of the table; behind a deck that is long enough
    they are not in the game (`deck = half`).

    Parameters
    ----------
    values : Values
        What the user gave.
    state : STATE_DTYPE record
        Written; kennels and revealed dogs are read.
    cards : Cards
        What lies already.
    refills : int
        How often the field will be filled again.
    field_is_full : bool
        Whether the field holds dogs where nobody names them.
    """
    n_slots = int(state.n_walkers)
    slots = values.entries("field", [None] * n_slots, n_slots)
    state.field[:n_slots] = [NO_DOG if dog is None else cards.lay(f"field.{i}", dog) for i, dog in enumerate(slots)]
    discarded, deck = cards.lay_list("discarded"), cards.lay_list("deck")
    if not values.has("field") and field_is_full:
        found = cards.rest()[:n_slots]
        if len(found) < n_slots:
            raise values.fault("field", "is left out, and too few dogs lie nowhere else to fill it")
        state.field[:n_slots] = [cards.lay("field", DOG_IDS[dog]) for dog in found]
    needed = refills * n_slots
    aside = cards.rest()
    if not values.has("deck") or len(deck) < needed:
        deck, aside = [*deck, *aside], []
    if len(deck) < needed:
        raise values.fault("deck", f"has {len(deck)} dogs; the rest of the game draws at least {needed}")
    drawn = [*state.field.tolist(), *state.dogs.flatten().tolist(), *state.revealed.tolist(), *discarded]
    order = [*aside, *reversed(deck), *(dog for dog in drawn if dog != NO_DOG)]
    state.deck[: len(order)] = order
    state.deck_floor, state.deck_left, state.deck_size = len(aside), len(aside) + len(deck), len(order)
