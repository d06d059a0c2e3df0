"""What a position or a record's set-up says of the cards of Dog Lover: every card is checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.engine.values import Values
from simcore.errors import not_one_of
from simcore.games.dog_lover.card_table import CardTable
from simcore.games.dog_lover.layout import (
    BASIC_TRICK,
    FETCH,
    FIRST_DECK_TRICK,
    FIRST_DOG,
    FIRST_FOOD_CARD,
    FIRST_RESCUED,
    FIRST_SPECIAL,
    FIRST_TRAIT,
    MAX_DECK_DOGS,
    MAX_DOGS,
    MAX_PLAYERS,
    N_CELLS,
    N_CODES,
    N_TRICKS,
    NO_CARD,
    WALK,
)
from simcore.games.dog_lover.params import SPECIAL
from simcore.games.dog_lover.state import STATE_DTYPE

END_GAME = "end_game"
# cards of the game deck by what they are
TRAITS, DECK_DOGS = range(FIRST_TRAIT, FIRST_DOG), range(FIRST_DOG, FIRST_DOG + MAX_DECK_DOGS)
HELD = (*(card for card in range(1, FIRST_FOOD_CARD) if card != WALK),)
# Fetch is in the game, but never lies in the deck
IN_DECK = (*(card for card in range(1, N_CODES) if card != FETCH),)
ANY_CARD = range(1, N_CODES)
DECK_TRICKS = range(FIRST_DECK_TRICK, N_TRICKS)
RESCUED = range(FIRST_RESCUED, 1 + MAX_DOGS)


class Supply:
    """Cards of one kind of back, so that none lies in two places.

    Parameters
    ----------
    ids : sequence of str
        Id of each card by its number.
    copies : mapping of int to int
        How many of each card are in the game.
    """

    def __init__(self, ids: Sequence[str], copies: Mapping[int, int]) -> None:
        self._ids, self._copies = ids, Counter(copies)
        self._numbers = {ids[number]: number for number in sorted(copies)}
        self._left = Counter(copies)
        # where the last copy of a card was laid
        self._place: dict[int, str] = {}

    def lay(self, values: Values, key: str, given: object, among: Container[int]) -> int:
        """Check the id of a card and note where it lies; return its number.

        Parameters
        ----------
        values : Values
            What holds the id.
        key : str
            Its key, for messages.
        given : object
            The id.
        among : container of int
            Cards that can lie there.

        Returns
        -------
        int

        Raises
        ------
        InputError
            Where it is no such card of the game, or all copies lie elsewhere.
        """
        number = self._numbers.get(given, NO_CARD) if isinstance(given, str) else NO_CARD
        if number not in among:
            raise values.fault(key, self.problem(given, self.ids(among)))
        self._take(values, key, number, 1)
        return number

    def lay_copies(self, values: Values, key: str, number: int) -> int:
        """Read how many copies of a card lie somewhere."""
        count = values.whole(key, 0, 0, self._copies[number])
        if count:
            self._take(values, key, number, count)
        return count

    def _take(self, values: Values, key: str, number: int, count: int) -> None:
        name, copies, left = self._ids[number], self._copies[number], self._left[number]
        if copies == 1 and not left:
            raise values.fault(key, f"{name} lies in {self._place[number]} already")
        if count > left:
            raise values.fault(key, f"the game has {copies} {name}, and only {left} of them lie nowhere else")
        self._left[number] -= count
        self._place[number] = ".".join(filter(None, (values.path, key)))

    def draw(self, key: str, among: Container[int], count: int) -> list[int]:
        """Lay the first cards that lie nowhere yet, fewer where there are not so many; return their numbers."""
        drawn = self.rest(among)[:count]
        self._left -= Counter(drawn)
        self._place |= dict.fromkeys(drawn, key)
        return drawn

    def problem(self, given: object, allowed: Sequence[str]) -> str:
        """Say that a card cannot lie somewhere, and which can."""
        if isinstance(given, str) and given in self._ids and given and given not in self._numbers:
            return f"{given} is left out of this game by its mark; allowed: {', '.join(sorted(allowed))}"
        return not_one_of(given, allowed)

    def name(self, number: int) -> str:
        """Return the id of a card."""
        return self._ids[number]

    def ids(self, among: Container[int]) -> list[str]:
        """Return the ids of the cards that are in the game, of some."""
        return [name for name, number in self._numbers.items() if number in among]

    def copies(self, among: Container[int]) -> int:
        """Count the cards that are in the game, of some."""
        return sum(count for number, count in self._copies.items() if number in among)

    def rest(self, among: Container[int]) -> list[int]:
        """Return the cards that lie nowhere yet, in the order of their numbers."""
        return sorted(number for number in self._left.elements() if number in among)


@dataclass
class Reading:
    """A position while it is read.

    Parameters
    ----------
    values : Values
        What the user gave.
    state : STATE_DTYPE record
        Written.
    rules : record
        Rule parameters and card tables.
    deck, tricks, rescued : Supply
        Cards of the game deck and Fetch; tricks; rescued dogs, by their numbers as dogs.
    """

    values: Values
    state: Any
    rules: Any
    deck: Supply
    tricks: Supply
    rescued: Supply

    @property
    def n_seats(self) -> int:
        """How many players there are."""
        return int(self.state.n_seats)

    @property
    def starting(self) -> range:
        """Tricks that players can start with (2.3)."""
        special = self.rules.starting_tricks == SPECIAL
        return range(FIRST_SPECIAL, FIRST_DECK_TRICK) if special else range(BASIC_TRICK, FIRST_SPECIAL)


def new_reading(values: Values, states: Any, n_seats: int, rules: Any, table: CardTable) -> Reading:
    """Return a reading with every card of the game still to be laid.

    Parameters
    ----------
    values : Values
        What the user gave.
    states : STATE_DTYPE recarray[1]
        A state of zeros; its number of seats is written.
    n_seats : int
        Players.
    rules : record
        Rule parameters and card tables.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    Reading
    """
    states[0].n_seats = n_seats
    dogs = rules.deck_dogs[n_seats, : rules.n_deck_dogs[n_seats]].tolist()
    others = rules.deck_others[n_seats, : rules.n_deck_others[n_seats]].tolist()
    deck = Counter([FETCH, *others, *(FIRST_DOG - 1 + dog for dog in dogs)])
    tricks = dict.fromkeys(range(FIRST_DECK_TRICK, FIRST_DECK_TRICK + int(rules.n_deck_tricks)), 1)
    tricks |= dict.fromkeys(range(FIRST_SPECIAL, FIRST_SPECIAL + int(rules.n_specials)), 1)
    rescued = dict.fromkeys(range(FIRST_RESCUED, FIRST_RESCUED + int(rules.n_rescued)), 1)
    return Reading(
        values,
        states[0],
        rules,
        Supply(table.card_ids, deck),
        Supply(table.trick_ids, tricks | {BASIC_TRICK: MAX_PLAYERS}),
        Supply(["" if number < FIRST_RESCUED else name for number, name in enumerate(table.dog_ids)], rescued),
    )


def new_states() -> Any:
    """Return a state of zeros: STATE_DTYPE recarray[1]."""
    return np.zeros(1, STATE_DTYPE).view(np.recarray)


def read_row(reading: Reading, row: str, pile: str, supply: Supply, among: Container[int], n_slots: int) -> Any:
    """Read a row of face-up cards and the deck beside it (2.6).

    Parameters
    ----------
    reading : Reading
        What other keys name lies already.
    row, pile : str
        Keys of the row and of the deck; what is left out takes the cards that lie nowhere else.
    supply : Supply
        Where the cards come from.
    among : container of int
        Cards that can lie there.
    n_slots : int
        Slots of the row.

    Returns
    -------
    (list of int, list of int)
        Cards by slot, and the deck from the top.

    Raises
    ------
    InputError
        For a card that cannot lie there, and where a slot is empty though there are cards to fill it.
    """
    values = reading.values
    given = values.entries(row, [None] * n_slots, n_slots)
    slots = [NO_CARD if card is None else supply.lay(values, f"{row}.{i}", card, among) for i, card in enumerate(given)]
    cards = [supply.lay(values, f"{pile}.{i}", card, among) for i, card in enumerate(values.entries(pile, []))]
    if not values.has(row):
        drawn = supply.draw(row, among, n_slots)
        slots = [NO_CARD] * (n_slots - len(drawn)) + drawn
    if not values.has(pile):
        cards = supply.draw(pile, among, len(supply.rest(among)))
    for i, card in enumerate(slots):
        if card == NO_CARD and (cards or (i and slots[i - 1] != NO_CARD)):
            raise values.fault(f"{row}.{i}", "is empty; only an empty deck leaves slots empty, the newest first")
    return slots, cards


def read_cells(reading: Reading, key: str) -> list[int]:
    """Read the card in each cell of the grid; no card where nothing is named."""
    values, supply = reading.values, reading.deck
    cells = values.entries(key, [None] * N_CELLS, N_CELLS)
    return [
        NO_CARD if card is None else supply.lay(values, f"{key}.{i}", card, ANY_CARD) for i, card in enumerate(cells)
    ]


def read_deck(reading: Reading) -> tuple[list[int], int | None]:
    """Read the cards of the deck from the top, and how many of them lie below the End Game card, None without it.

    Parameters
    ----------
    reading : Reading
        What other keys name lies already.

    Returns
    -------
    (list of int, int or None)

    Raises
    ------
    InputError
        For a card that cannot lie there, and for a second End Game card.
    """
    values = reading.values
    cards: list[int] = []
    above: int | None = None
    for i, card in enumerate(values.entries("deck", [])):
        if card != END_GAME:
            cards.append(reading.deck.lay(values, f"deck.{i}", card, IN_DECK))
        elif above is None:
            above = i
        else:
            raise values.fault(f"deck.{i}", f"{END_GAME} lies in deck.{above} already")
    return cards, None if above is None else len(cards) - above


def write_decks(state: Any, deck: Sequence[int], tricks: Sequence[int], rescued: Sequence[int]) -> None:
    """Write the three decks, given from the top; the kernel draws from the end."""
    for name, left, cards in (
        ("deck", "deck_left", deck),
        ("trick_deck", "tricks_left", tricks),
        ("shelter_deck", "shelter_left", rescued),
    ):
        state[name][: len(cards)] = cards[::-1]
        state[left] = len(cards)
