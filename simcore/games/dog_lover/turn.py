"""What follows in a turn without a choice: gaining, discarding what is pending, the end of a turn (3.6 to 3.10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit
from simcore.games.dog_lover.layout import (
    FIRST_FAVORITE,
    LOSE_FAVORITE,
    LOSE_FOOD,
    MAX_FAVORITES,
    N_CUBES,
    NO_CARD,
    WALK,
)
from simcore.games.dog_lover.params import AT_ONCE
from simcore.games.dog_lover.plays import eligible
from simcore.games.dog_lover.scoring import score_game
from simcore.games.dog_lover.state import ATTACH, DISCARD_FOOD, OVER, PLAY
from simcore.games.dog_lover.table import gain, refill


@jit
def go_on(state: Any, rules: Any) -> None:
    """Do what is due, one thing after another, until somebody must decide or the game is over.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    rules : record
        Rule parameters and card tables.
    """
    at_once = rules.trait_timing == AT_ONCE
    state.phase = PLAY
    if state.ending == 0 and not at_once:
        # nothing is dropped before the end of the turn
        _gain_all(state, rules)
        return
    while True:
        if state.food_due > 0:
            if _ask_food(state):
                return
        elif state.n_pending > 0 and (state.ending != 0 or at_once):
            # 3.8: at the end of a turn none has a target
            if state.ending == 0 and eligible(state, np.int64(state.pending[0]), rules) != 0:
                state.phase = ATTACH
                return
            _drop_trait(state, rules)
        elif state.gaining != 0:
            cell = np.uint64(lowest_bit(np.uint64(state.gaining)))
            state.gaining &= state.gaining - 1
            gain(state, np.uint64(state.seat), state.grid[cell], rules)
        elif state.ending != 0:
            _finish_turn(state, rules)
            return
        else:
            return


@inline
def _gain_all(state: Any, rules: Any) -> None:
    """Gain the cards taken, in the order of their cells (3.4)."""
    cells, seat = np.uint64(state.gaining), np.uint64(state.seat)
    state.gaining = 0
    while cells != 0:
        cell = np.uint64(lowest_bit(cells))
        cells &= cells - np.uint64(1)
        gain(state, seat, state.grid[cell], rules)


@inline
def end_turn(state: Any) -> None:
    """End the plays of a turn; pending walks are discarded (3.6)."""
    state.ending = 1
    state.hand[np.uint64(state.seat), WALK] = 0


@jit
def _finish_turn(state: Any, rules: Any) -> None:
    """Refill, then the next seat; after the last seat of the last round the game is over (3.9, 3.10)."""
    refill(state)
    state.taken, state.ending, state.fresh = 0, 0, 0
    state.seat += 1
    if state.seat < state.n_seats:
        return
    if state.last_round != 0:
        state.phase = OVER
        score_game(state, rules)
        return
    state.seat = 0
    state.rounds += 1


@jit
def _ask_food(state: Any) -> Any:
    """Ask which cube goes; with one kind left it goes by itself, as far as there are some (3.7)."""
    seat = state.seat
    kinds, kind = 0, 0
    for i in range(N_CUBES):
        if state.cubes[seat, i] > 0:
            kinds += 1
            kind = i
    if kinds > 1:
        state.phase = DISCARD_FOOD
        return True
    state.cubes[seat, kind] -= min(state.cubes[seat, kind], np.int16(state.food_due))
    state.food_due = 0
    return False


@inline
def discard_food(state: Any, kind: Any) -> None:
    """Discard a cube for a trait that no dog can have (3.7)."""
    state.cubes[state.seat, kind] -= 1
    state.food_due -= 1


@jit
def _drop_trait(state: Any, rules: Any) -> None:
    """Discard the first pending trait with what it names, as far as the seat has it (3.7)."""
    seat, trait = state.seat, state.pending[0]
    for i in range(1, state.n_pending):
        state.pending[i - 1] = state.pending[i]
    state.n_pending -= 1
    loss, count = rules.trait_loss[trait], np.int64(rules.trait_loss_count[trait])
    if loss == LOSE_FOOD:
        state.food_due = count
    elif loss == LOSE_FAVORITE:
        for _ in range(count):
            card = _most_held_favorite(state, seat)
            if card != NO_CARD:
                state.hand[seat, card] -= 1
    else:
        state.hand[seat, loss] -= min(count, np.int64(state.hand[seat, loss]))


@inline
def _most_held_favorite(state: Any, seat: Any) -> Any:
    """The favourite thing held most often, of several the one with the lowest id; NO_CARD where there is none."""
    card, most = NO_CARD, np.int64(0)
    for i in range(MAX_FAVORITES):
        held = np.int64(state.hand[seat, FIRST_FAVORITE + i])
        if held > most:
            card, most = FIRST_FAVORITE + i, held
    return card
