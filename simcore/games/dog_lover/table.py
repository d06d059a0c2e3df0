"""Cards on their way: into the grid, into face-up rows, and to the player who gains them (2.5, 2.6, 3.4, 3.9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.dog_lover.layout import (
    ALL_CELLS,
    FIRST_DOG,
    FIRST_RESCUED,
    FIRST_TRAIT,
    N_CODES,
    N_COUNTED,
    NO_CARD,
    kind_of,
)

_KIND = np.array([kind_of(card) for card in range(N_CODES)], np.int8)
_ONE = np.uint64(1)


@inline
def add_dog(state: Any, seat: Any, dog: Any, rules: Any) -> None:
    """Put a dog, bought or gained, into a seat's play area (3.4, 3.5)."""
    place = np.uint64(state.n_dogs[seat])
    bit = np.int64(1) << np.int64(place)
    state.dogs[seat, place] = dog
    state.n_dogs[seat] = place + _ONE
    state.sizes[seat, np.uint64(rules.dog_size[dog])] |= bit
    if dog >= FIRST_RESCUED:
        state.rescued[seat] |= bit
    if rules.tuck_limit_each > 0:
        state.walk_open[seat] |= bit
        state.training_open[seat] |= bit
    if rules.traits_per_dog > 0:
        state.trait_open[seat] |= bit


@jit
def gain(state: Any, seat: Any, card: Any, rules: Any) -> None:
    """Let a gained card take effect for a seat (3.4).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    seat : uint64
        The seat that decides.
    card : uint8
        Card of the game deck. Walks and traits become pending.
    rules : record
        Rule parameters and card tables.
    """
    state.gained[seat, np.uint64(_KIND[card])] += 1
    if card < FIRST_TRAIT:
        # a branch less than asking which of the two it is: what is no food is an amount of 0
        counted = card < N_COUNTED
        state.hand[seat, card if counted else np.uint8(NO_CARD)] += counted
        state.cubes[seat, np.uint64(rules.food_kind[card])] += rules.food_amount[card]
    elif card < FIRST_DOG:
        state.pending[np.uint64(state.n_pending)] = card - (FIRST_TRAIT - 1)
        state.n_pending += 1
    else:
        add_dog(state, seat, np.uint64(card - (FIRST_DOG - 1)), rules)


@inline
def _lay(state: Any, empty: Any, n: Any, left: Any) -> Any:
    """Lay `n` cards into the first empty cells; return the cells that stay empty, and the cards left in the deck."""
    for _ in range(n):
        left -= _ONE
        state.grid[np.uint64(lowest_bit(empty))] = state.deck[left]
        empty &= empty - _ONE
    return empty, left


@jit
def refill(state: Any) -> None:
    """Fill empty cells from the deck; the End Game card makes this round the last (2.5, 3.9)."""
    empty, left = np.uint64(ALL_CELLS & ~np.int64(state.filled)), np.uint64(state.deck_left)
    wanted = np.uint64(popcount(empty))
    # the End Game card turns up where a card below it is wanted
    if left < wanted + state.below_end:
        state.last_round = 1
    empty, left = _lay(state, empty, min(wanted, left), left)
    state.filled = np.int64(ALL_CELLS) & ~np.int64(empty)
    state.deck_left = left


@inline
def slide(row: Any, slot: Any, newest: Any) -> None:
    """Let the cards in lower slots move up by one over `slot`; the newest lies in slot 0 (2.6, 3.5)."""
    for place in range(slot, 0, -1):
        row[place] = row[place - 1]
    row[0] = newest


@inline
def take_rescued(state: Any, slot: Any) -> Any:
    """Take a face-up rescued dog and refill its row; return the dog."""
    dog = np.int64(state.shelter_row[slot])
    newest = np.int64(NO_CARD)
    if state.shelter_left > 0:
        state.shelter_left -= 1
        newest = np.int64(state.shelter_deck[state.shelter_left])
    slide(state.shelter_row, slot, newest)
    return dog


@inline
def take_trick(state: Any, slot: Any) -> Any:
    """Take a face-up trick and refill its row; return the trick."""
    trick = np.int64(state.trick_row[slot])
    newest = np.int64(NO_CARD)
    if state.tricks_left > 0:
        state.tricks_left -= 1
        newest = np.int64(state.trick_deck[state.tricks_left])
    slide(state.trick_row, slot, newest)
    return trick
