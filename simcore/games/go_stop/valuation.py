"""The value that simple strategies give to an action (rule sheet, section 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import jit
from simcore.games.go_stop.actions import FLIP_TAKE_BASE
from simcore.games.go_stop.cards import CARDS, N_CARDS
from simcore.games.go_stop.state import FLIP_TAKE

_VALUE_OF_KIND = {"bright": 10, "animal": 5, "ribbon": 4, "double_junk": 3, "junk": 1}
_VALUES = [_VALUE_OF_KIND[card["kind"]] for card in CARDS]

CARD_VALUE = np.array(_VALUES, dtype=np.int64)


def _value_of_play(card: int, met: int) -> int:
    """Value of playing `card` where the bit set `met` of its month lies in the field.

    The card and what it takes (the better of two, all of three), or minus the card where nothing matches.
    """
    month = card & ~3
    values = [_VALUES[month + slot] for slot in range(4) if met >> slot & 1]
    if not values:
        return -_VALUES[card]
    return _VALUES[card] + (max(values) if len(values) == 2 else sum(values))


# [card, bit set of its month in the field]: one look-up instead of branches that no processor can predict
PLAY_VALUE = np.array([[_value_of_play(card, met) for met in range(16)] for card in range(N_CARDS)], dtype=np.int64)


@jit
def most_valuable(state: Any, legal: Any, n_legal: Any) -> Any:
    """Return the position of the play or take of the highest immediate value; ties go to the lowest id.

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
        0 to `n_legal` - 1.
    """
    field = state.field
    flipping = state.phase == FLIP_TAKE
    best = np.int64(-(1 << 20))
    for i in range(n_legal):
        action = np.int64(legal[i])
        if flipping:
            value = CARD_VALUE[action - FLIP_TAKE_BASE]
        else:
            card, chosen = action >> 3, action & 7
            met = np.int64(field >> np.uint64(card & 60)) & 15 if chosen == 0 else np.int64(1) << (chosen - 1)
            value = PLAY_VALUE[card, met]
        # value first, then the earlier position: the largest of these numbers is the choice
        best = max(best, (value << 8) - i)
    return -best & 255
