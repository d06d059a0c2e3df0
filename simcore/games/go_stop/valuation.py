"""The value that simple strategies give to an action (rule sheet, section 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline
from simcore.games.go_stop.actions import FLIP_TAKE_BASE, PLAY_SHIFT, STOP, TAKEN
from simcore.games.go_stop.cards import CARDS

_VALUE_OF_KIND = {"bright": 10, "animal": 5, "ribbon": 4, "double_junk": 3, "junk": 1}


def _value_of(action: int) -> int:
    """Value of an action: the card and what it takes (the better of two, all of three), or minus the lone card."""
    value = [_VALUE_OF_KIND[card["kind"]] for card in CARDS]
    if action >= FLIP_TAKE_BASE:
        return value[action - FLIP_TAKE_BASE]
    card = action >> PLAY_SHIFT
    taken = [value[(card & ~3) + slot] for slot in range(4) if (action & TAKEN) >> slot & 1]
    if not taken:
        return -value[card]
    return value[card] + (max(taken) if len(taken) == 2 else sum(taken))


# by action number, Go and Stop left out: one look-up instead of branches that no processor can predict
ACTION_VALUE = np.array([_value_of(action) << 8 for action in range(STOP - 1)], dtype=np.int64)


@inline
def most_valuable(legal: Any, n_legal: Any) -> Any:
    """Return the position of the play or take of the highest immediate value; ties go to the lowest id.

    Parameters
    ----------
    legal : int32[n_legal]
        Legal plays or takes, ascending.
    n_legal : int
        At least 1.

    Returns
    -------
    int64
        0 to `n_legal` - 1.
    """
    best = np.int64(-(1 << 20))
    for i in range(n_legal):
        # value first, then the earlier position: the largest of these numbers is the choice
        best = max(best, ACTION_VALUE[np.uint64(legal[i])] - i)
    return -best & 255
