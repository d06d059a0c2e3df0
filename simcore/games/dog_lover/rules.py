"""The rules of Dog Lover on one record of state: what is legal, what an action does, what follows without a choice.

Rule numbers are those of ``docs/games/dog_lover.md``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_lover import plays
from simcore.games.dog_lover.actions import (
    A_ATTACH,
    A_DISCARD_FOOD,
    A_END_TURN,
    A_LEARN,
    A_NO_TAKE,
    A_PLACE_WATCH_DOG,
    A_RESCUE,
    A_TAKE,
    A_TUCK_TRAINING,
    A_TUCK_WALK,
    DOG_BITS,
    DOG_MASK,
    LOW,
)
from simcore.games.dog_lover.deal import deal_game, lay_out, resample_hidden
from simcore.games.dog_lover.layout import N_CUBES, N_LINES
from simcore.games.dog_lover.state import ATTACH, DISCARD_FOOD, OVER, PLAY
from simcore.games.dog_lover.take import legal_takes, take, take_nothing
from simcore.games.dog_lover.turn import discard_food, end_turn, go_on

__all__ = ["apply_action", "begin", "init_state", "is_terminal", "legal_actions", "resample_hidden"]


@jit
def init_state(state: Any, n_seats: Any, rules: Any, deal_rng: Any) -> None:
    """Deal a game and lay it out.

    Parameters
    ----------
    state : STATE_DTYPE record
        Written.
    n_seats : int
        Players, 2 to 4.
    rules : record
        Rule parameters and card tables.
    deal_rng : RNG_DTYPE record
        The deal's stream; advanced.
    """
    deal_game(state, n_seats, rules, deal_rng)
    begin(state, rules)


@jit
def begin(state: Any, rules: Any) -> None:
    """Lay out a deal; the last seat places the watch dog first.

    Parameters
    ----------
    state : STATE_DTYPE record
        Its number of seats, decks, first dogs and starting tricks are set; all else is written.
    rules : record
        Rule parameters and card tables.
    """
    lay_out(state, rules)


@inline
def is_terminal(state: Any) -> Any:
    """Whether the game is over."""
    return state.phase == OVER


@jit
def legal_actions(state: Any, rules: Any, out: Any) -> Any:
    """List what the deciding seat may do.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is not over.
    rules : record
        Rule parameters and card tables.
    out : int32[MAX_LEGAL]
        Written: action numbers, ascending.

    Returns
    -------
    int64
        How many there are, at least 1.
    """
    if state.phase == PLAY:
        n, seat = np.uint64(0), np.uint64(state.seat)
        if state.taken == 0:
            n = legal_takes(state, seat, rules, out)
        elif not plays.must_place(state, seat, rules):
            out[n] = A_END_TURN
            n = np.uint64(1)
        return np.int64(plays.legal_plays(state, seat, rules, out, n))
    if state.phase == ATTACH:
        return np.int64(plays.list_attachments(state, rules, out, np.uint64(0)))
    if state.phase == DISCARD_FOOD:
        return _legal_discards(state, out)
    for line in range(N_LINES):
        out[line] = A_PLACE_WATCH_DOG | line
    return np.int64(N_LINES)


@inline
def _legal_discards(state: Any, out: Any) -> Any:
    """List the kinds of which the seat has a cube (3.7)."""
    n = np.int64(0)
    for kind in range(N_CUBES):
        if state.cubes[state.seat, kind] > 0:
            out[n] = A_DISCARD_FOOD | kind
            n += 1
    return n


@jit
def apply_action(state: Any, action: Any, rules: Any) -> None:
    """Carry out one legal action and everything that follows without a choice.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    action : int
        One of `legal_actions`.
    rules : record
        Rule parameters and card tables.
    """
    kind, low = action & ~LOW, action & LOW
    if kind == A_TAKE:
        take(state, low, rules)
    elif kind == A_END_TURN:
        end_turn(state)
    elif kind == A_NO_TAKE:
        take_nothing(state, rules)
    elif kind == A_DISCARD_FOOD:
        discard_food(state, low)
    elif kind == A_PLACE_WATCH_DOG:
        state.watch = low
        state.seat = 0
    else:
        _apply_play(state, kind, low, rules)
    go_on(state, rules)


@inline
def _apply_play(state: Any, kind: Any, low: Any, rules: Any) -> None:
    if kind == A_TUCK_WALK:
        plays.tuck_walk(state, low, rules)
    elif kind == A_TUCK_TRAINING:
        plays.tuck_training(state, low, rules)
    elif kind == A_ATTACH:
        plays.attach(state, low >> DOG_BITS, low & DOG_MASK, rules)
    elif kind == A_RESCUE:
        plays.rescue(state, low, rules)
    elif kind == A_LEARN:
        plays.learn(state, low, rules)
    else:
        plays.fetch(state, low, rules)
