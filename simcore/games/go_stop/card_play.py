"""How a strategy that only decides between Go and Stop plays its cards: at one of two levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import jit
from simcore.games.go_stop.evaluation import WEIGHTS, best_card
from simcore.games.go_stop.valuation import most_valuable

LEVELS = ("greedy", "defensive")
GREEDY, DEFENSIVE = 0, 1

_WEIGHTS = np.array([weight.encode(weight.default) for weight in WEIGHTS])


@jit
def play_at_level(level: Any, state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any) -> Any:
    """Return the position of the play or take that a level of card play chooses.

    Parameters
    ----------
    level : float64 or int
        GREEDY, or DEFENSIVE with the weights that are its defaults.
    state : STATE_DTYPE record
        In phase PLAY or FLIP_TAKE.
    seat, rules, legal, n_legal
        As a strategy gets them.

    Returns
    -------
    int64
        0 to `n_legal` - 1.
    """
    if level == GREEDY:
        return most_valuable(legal, n_legal)
    return best_card(state, seat, rules, legal, n_legal, _WEIGHTS)
