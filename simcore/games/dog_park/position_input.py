"""A Dog Park position from a dict that a user wrote: every dog, card and number is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.engine.values import Values, as_whole
from simcore.errors import shown
from simcore.games.dog_park import GAME
from simcore.games.dog_park import state as s
from simcore.games.dog_park.cards import (
    COLLECTORS,
    FIRST_LEAVE,
    GO_FETCH,
    LOCATION_GAINS,
    N_BREEDS,
    NO_DOG,
    PLAYMATE,
    RESOURCES,
    TERRIER_GAINS,
    UTILITY_GAINS,
    WORKING_GAINS,
)
from simcore.games.dog_park.params import conflict
from simcore.games.dog_park.position_cards import (
    WHERE,
    Cards,
    Reading,
    new_table,
    read_deck,
    read_dice,
    read_setup,
)
from simcore.games.dog_park.position_phase import BELONGS, read_phase
from simcore.games.dog_park.table import (
    GAIN_PARTS,
    HOME_TIME,
    OVER,
    PARTS,
    RECRUITMENT,
    SELECTION,
    SETUP,
    WALKING,
    Table,
    capacity_of,
)

# what the rest of a position says already
DERIVED = ("over", "scores", "best_award", "award_winners", "winners")
KEYS = (
    *("players", "round", "part", "phase", "seat", "first", "offer"),
    *("awards", "forecasts", "locations", "dealt_objectives", "objectives"),
    *("field", "deck", "discarded", "dice", "dogs", "resources", "reputation"),
    *("counts", *DERIVED),
    *(key for key in BELONGS if key not in DERIVED),
)
DOG_KEYS = ("dog", "tokens", "lead")
# counts of reports, a number for each player, under the names of the columns
COUNTS = (
    *("offers_made", "offers_won", "offers_paid", "walks", "spaces_walked", "left_first", "left_last"),
    *("leave_places", "swaps", "scouts"),
)
# above anything that a game can reach; the kernel's numbers hold more
MOST_RESOURCES, MOST_REPUTATION, _MOST_TOKENS, _MOST_COUNTED, _MOST_TURNS = 40, 999, 9, 99, 999

_FIRST_PHASES = (s.OBJECTIVE, s.OFFER, s.PLACE, s.MOVE, s.GAIN, s.OVER)
_PARTS_OF_PHASE = {s.OBJECTIVE: SETUP, s.OFFER: RECRUITMENT, s.PICK: RECRUITMENT, s.PLACE: SELECTION}
_PARTS_OF_PHASE |= {s.CRAFTY: SELECTION, s.OVER: OVER}
# where each forecast that gives resources to choose asks first
_GAINS_OF_FORECAST = {LOCATION_GAINS: SELECTION, UTILITY_GAINS: RECRUITMENT}
_GAINS_OF_FORECAST |= {TERRIER_GAINS: HOME_TIME, WORKING_GAINS: HOME_TIME}


def read_position(given: Mapping[str, Any], rules: Any) -> tuple[Any, Values]:
    """Return a state from a user's dict.

    Parameters
    ----------
    given : mapping
        Keys are `KEYS`.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    (STATE_DTYPE recarray[1], Values)
        The state, and the dict for further questions.

    Raises
    ------
    InputError
        For the first fault.
    """
    values = Values(given, WHERE, KEYS)
    n_seats = values.whole("players", GAME.default_players, min(GAME.players), max(GAME.players))
    variants = {name: bool(rules[name]) for name in ("packed_park", "gentle_walk")}
    if wrong := conflict(variants, n_seats, None):
        raise values.fault("players", f"with {wrong[0]} {wrong[1]}")
    states = new_table(n_seats, rules)
    state = states[0]
    reading = Reading(values, Table(state, rules), Cards(values, rules))
    read_setup(values, state, rules, "dealt_objectives")
    read_dice(values, state)
    _read_round(reading)
    _read_owned(reading)
    _read_stocks(reading)
    revealed = reading.cards.lay_list("revealed", len(state.revealed))
    state.revealed[: len(revealed)] = revealed
    _read_field(reading)
    read_phase(reading)
    _read_objectives(reading)
    _read_counts(reading)
    fill_in(state, rules)
    return states, values


def _read_round(reading: Reading) -> None:
    """Read where in the game it is: round, part of the round, what is decided, first player."""
    values, state = reading.values, reading.table.state
    part = values.word("part", "", PARTS) if values.has("part") else None
    phase = s.PHASES.index(values.word("phase", s.PHASES[_first_phase(part)], s.PHASES[s.OBJECTIVE :]))
    reading.part = _part_of(reading, phase, part)
    only = {SETUP: 1, OVER: s.N_ROUNDS}.get(reading.part)
    number = values.whole("round", only or 1, 1, s.N_ROUNDS)
    if only and number != only:
        raise values.fault("round", f"{number} is not allowed; phase {s.PHASES[phase]} is in round {only}")
    state.phase = phase
    state.round_index = s.N_ROUNDS if phase == s.OVER else number - 1
    state.first = values.whole("first", int(state.round_index % state.n_seats), 0, int(state.n_seats) - 1)
    if reading.part == RECRUITMENT:
        state.offer_number = values.whole("offer", 1, 1, s.N_OFFERS) - 1
    elif values.has("offer"):
        raise values.fault("offer", "belongs to the recruitment, and to no other part of a round")
    else:
        state.offer_number = 0 if reading.part in (SETUP, OVER) else s.N_OFFERS


def _first_phase(part: str | None) -> int:
    return _FIRST_PHASES[PARTS.index(part)] if part else s.OFFER


def _part_of(reading: Reading, phase: int, given: str | None) -> int:
    """Return the part of the round; only a choice of resources leaves it open."""
    values = reading.values
    if phase == s.GAIN:
        forecast = int(reading.table.state.forecasts[values.whole("round", 1, 1, s.N_ROUNDS) - 1])
        parts = list(GAIN_PARTS.values())
        part = _GAINS_OF_FORECAST.get(forecast) if given is None else PARTS.index(given)
        if part is None:
            raise values.fault("phase", f"under forecast {forecast} nobody chooses resources")
    else:
        parts = [_PARTS_OF_PHASE.get(phase, WALKING)]
        part = parts[0] if given is None else PARTS.index(given)
    if part not in parts:
        allowed = ", ".join(PARTS[found] for found in parts)
        raise values.fault("part", f"{given} does not go with phase {s.PHASES[phase]}; allowed: {allowed}")
    return part


def _read_owned(reading: Reading) -> None:
    """Read everybody's dogs, with their tokens, and which of them are on the lead."""
    values, state = reading.values, reading.table.state
    lists = values.entries("dogs", [])
    if len(lists) > state.n_walkers:
        raise values.fault("dogs", f"has {len(lists)} lists; allowed: at most {state.n_walkers}")
    for walker, dogs in enumerate(lists):
        if not isinstance(dogs, (list, tuple)) or len(dogs) > s.MAX_DOGS:
            raise values.fault(f"dogs.{walker}", f"{shown(dogs)} is not allowed; allowed: a list of at most 8 dogs")
        for i, entry in enumerate(dogs):
            _read_dog(reading, walker, i, entry)
        state.n_dogs[walker] = len(dogs)
        if len(reading.table.lead(walker)) > capacity_of(reading.table.forecast):
            raise values.fault(
                f"dogs.{walker}", f"has more than {capacity_of(reading.table.forecast)} dogs on the lead"
            )


def _read_dog(reading: Reading, walker: int, i: int, entry: object) -> None:
    """Read one dog: its id, or a dict."""
    state, key = reading.table.state, f"dogs.{walker}.{i}"
    dog = Values(entry if isinstance(entry, Mapping) else {"dog": entry}, WHERE, DOG_KEYS, key)
    state.dogs[walker, i] = reading.cards.lay("dog", dog.get("dog"), dog)
    led = dog.flag("lead")
    may_lead = walker < state.n_seats and reading.part in (SELECTION, WALKING, HOME_TIME)
    if led and not may_lead:
        raise dog.fault("lead", f"nothing is on the lead of {reading.table.called(walker)} then")
    # a dog on the lead has a token by definition (8.3)
    state.tokens[walker, i] = dog.whole("tokens", int(led), int(led), _MOST_TOKENS)
    state.lead[walker] |= led << i


def _read_stocks(reading: Reading) -> None:
    """Read resources and reputation of the players."""
    values, state, n_seats = reading.values, reading.table.state, int(reading.table.state.n_seats)
    if reading.part == OVER:
        state.resources[:] = 0
    for seat, entry in enumerate(values.entries("resources", [None] * n_seats, n_seats)):
        if entry is not None:
            stock = Values(entry, WHERE, RESOURCES, f"resources.{seat}")
            state.resources[seat] = [stock.whole(kind, 0, 0, MOST_RESOURCES) for kind in RESOURCES]
    if reading.part == OVER and state.resources.any():
        raise values.fault("resources", "are used up when the game is over")
    if values.has("reputation"):
        state.reputation[:n_seats] = values.wholes("reputation", n_seats, 0, MOST_REPUTATION)


def _read_field(reading: Reading) -> None:
    """Read field and deck; the field is full but while dogs are picked, and empty when all have been (4.12)."""
    values, state = reading.values, reading.table.state
    is_empty = reading.part == RECRUITMENT and state.phase == s.GAIN
    refills = s.N_OFFERS * (s.N_ROUNDS - 1 - int(state.round_index)) if reading.part != OVER else 0
    refills += s.N_OFFERS - int(state.offer_number) if reading.part in (SETUP, RECRUITMENT) else 0
    read_deck(values, state, reading.cards, refills, not is_empty)
    for slot in range(int(state.n_walkers)):
        if state.phase != s.PICK and (state.field[slot] == NO_DOG) != is_empty:
            problem = "holds a dog: all have been taken" if is_empty else "is empty, and nobody is picking dogs"
            raise values.fault(f"field.{slot}", problem)


def _read_objectives(reading: Reading) -> None:
    """Read the objective that each player keeps; who has not chosen yet has none."""
    values, state, n_seats = reading.values, reading.table.state, int(reading.table.state.n_seats)
    kept = values.entries("objectives", [None] * n_seats, n_seats)
    for seat, card in enumerate(kept):
        dealt = [int(number) for number in state.dealt_objectives[seat] if number]
        has_chosen = reading.part != SETUP or seat < state.seat
        if card is None and has_chosen:
            # the standard one, or the easiest of the solo cards
            state.objective[seat] = dealt[-1] if n_seats > 1 else dealt[0]
        elif card is not None:
            if as_whole(card) not in dealt or not has_chosen:
                allowed = ", ".join(map(str, dealt)) if has_chosen else f"none: seat {seat} has not chosen yet"
                raise values.fault(f"objectives.{seat}", f"{shown(card)} is not allowed; allowed: {allowed}")
            state.objective[seat] = card


def _read_counts(reading: Reading) -> None:
    """Read what reports count."""
    state, n_seats = reading.table.state, int(reading.table.state.n_seats)
    counts = Values(reading.values.get("counts", {}), WHERE, ("turns", *COUNTS), "counts")
    state.n_turns = counts.whole("turns", 0, 0, _MOST_TURNS)
    for name in COUNTS:
        state[name][:n_seats] = counts.wholes(name, n_seats, 0, _MOST_COUNTED)


def fill_in(state: Any, rules: Any) -> None:
    """Fill in what the kernel keeps beside the dogs, awards and places, all of which it could count anew.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    rules : record
        Rule parameters and card tables.
    """
    state.award_space[state.awards] = range(N_BREEDS)
    state.n_players_inside = sum(0 <= at < FIRST_LEAVE for at in state.position[: state.n_seats].tolist())
    for walker in range(int(state.n_walkers)):
        for dog in state.dogs[walker, : state.n_dogs[walker]].tolist():
            ability = int(rules.ability[dog])
            state.breeds[walker, rules.breed[dog]] += 1
            if ability in COLLECTORS:
                state.room[walker, COLLECTORS.index(ability)] += rules.cap[ability]
        state.n_breeds[walker] = (state.breeds[walker] > 0).sum()
        for _, dog in Table(state, rules).lead(walker):
            ability = int(rules.ability[dog])
            state.lead_abilities[walker] |= 1 << ability
            if GO_FETCH <= ability <= PLAYMATE:
                state.lead_triggers[walker] |= 1 << int(rules.trigger[dog])
