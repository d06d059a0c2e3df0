"""Cards on their way: into the grid, into face-up rows, and to the player who gains them (2.5, 2.6, 3.4, 3.9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit
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


@inline
def add_dog(state: Any, seat: Any, dog: Any, rules: Any) -> None:
    """Put a dog, bought or gained, into a seat's play area (3.4, 3.5)."""
    place = np.int64(state.n_dogs[seat])
    bit = 1 << place
    state.dogs[seat, place] = dog
    state.n_dogs[seat] = place + 1
    state.sizes[seat, rules.dog_size[dog]] |= bit
    if dog >= FIRST_RESCUED:
        state.rescued[seat] |= bit
    if rules.tuck_limit_each > 0:
        state.walk_open[seat] |= bit
        state.training_open[seat] |= bit
    if rules.traits_per_dog > 0:
        state.trait_open[seat] |= bit


@jit
def gain(state: Any, card: Any, rules: Any) -> None:
    """Let a gained card take effect for the seat that decides (3.4).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    card : int
        Card of the game deck. Walks and traits become pending.
    rules : record
        Rule parameters and card tables.
    """
    seat = state.seat
    state.gained[seat, _KIND[card]] += 1
    if card < N_COUNTED:
        state.hand[seat, card] += 1
    elif card < FIRST_TRAIT:
        state.cubes[seat, rules.food_kind[card]] += rules.food_amount[card]
    elif card < FIRST_DOG:
        state.pending[state.n_pending] = card - (FIRST_TRAIT - 1)
        state.n_pending += 1
    else:
        add_dog(state, seat, np.int64(card - (FIRST_DOG - 1)), rules)


@jit
def refill(state: Any) -> None:
    """Fill empty cells from the deck; the End Game card makes this round the last (2.5, 3.9)."""
    empty = ALL_CELLS & ~np.int64(state.filled)
    left = np.int64(state.deck_left)
    while empty != 0:
        if left == state.below_end:
            state.last_round = 1
        if left == 0:
            break
        left -= 1
        cell = lowest_bit(np.uint64(empty))
        empty &= empty - 1
        state.grid[cell] = state.deck[left]
        state.filled |= 1 << cell
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
