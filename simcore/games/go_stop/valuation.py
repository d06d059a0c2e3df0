"""The value that simple strategies give to an action (rule sheet, section 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import jit, lowest_bit
from simcore.games.go_stop.actions import FLIP_TAKE_BASE
from simcore.games.go_stop.cards import GREEDY_VALUE, NO_CARDS, ONE, month_bits
from simcore.games.go_stop.state import FLIP_TAKE


@jit
def _value_of_play(action: Any, field: Any) -> Any:
    """Value of playing a hand card: itself and what it takes, or minus itself."""
    card = action >> 3
    value = GREEDY_VALUE[card]
    matches = month_bits(field, card)
    if matches == NO_CARDS:
        return -value
    chosen = action & 7
    if chosen > 0:
        return value + GREEDY_VALUE[(card & 60) + chosen - 1]
    first = GREEDY_VALUE[lowest_bit(matches)]
    rest = matches & (matches - ONE)
    if rest == NO_CARDS:
        return value + first
    second = GREEDY_VALUE[lowest_bit(rest)]
    rest &= rest - ONE
    if rest == NO_CARDS:
        # `after_flip`: the choice comes later, so the better of the two
        return value + max(first, second)
    return value + first + second + GREEDY_VALUE[lowest_bit(rest)]


@jit
def most_valuable(state: Any, legal: Any, n_legal: Any) -> Any:
    """Return the legal play or take of the highest immediate value; ties go to the lowest id.

    Parameters
    ----------
    state : STATE_DTYPE record
        In phase PLAY or FLIP_TAKE.
    legal : int16[n_legal]
        Legal actions, ascending.
    n_legal : int
        At least 1.

    Returns
    -------
    int64
        Action number.
    """
    best, best_value = np.int64(legal[0]), np.int64(-1000)
    field = state.field
    flipping = state.phase == FLIP_TAKE
    for i in range(n_legal):
        action = np.int64(legal[i])
        value = GREEDY_VALUE[action - FLIP_TAKE_BASE] if flipping else _value_of_play(action, field)
        if value > best_value:
            best, best_value = action, value
    return best
