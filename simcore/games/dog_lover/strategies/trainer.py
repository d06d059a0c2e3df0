"""Learns every trick of four cards that it can pay, until it has learned `max_tricks`.

`greedy` with training cards worth much more; smaller tricks it does not learn.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, popcount
from simcore.games.dog_lover import weights as w
from simcore.games.dog_lover.actions import A_LEARN, LOW
from simcore.games.dog_lover.choice import best_choice
from simcore.games.dog_lover.valuation import trick_size
from simcore.games.dog_lover.weights import weights

GAME = "dog_lover"
PARAMETERS = weights(training=5.0, card=6.0, choice=0.0, max_tricks=3)

_LARGE = 4


@jit
def _large_trick(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the first large trick that can be learned, -1 where there is none."""
    # the starting trick is not learned
    if popcount(np.uint64(state.tricks[seat])) > params[w.MAX_TRICKS]:
        return np.int64(-1)
    for i in range(n_legal):
        action = np.int64(legal[i])
        if action & ~LOW == A_LEARN and trick_size(state.trick_row[action & LOW], rules) >= _LARGE:
            return np.int64(i)
    return np.int64(-1)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any, scratch: Any) -> Any:
    """Return the position of a large trick, else of the legal action that is worth most."""
    large = _large_trick(state, seat, rules, legal, n_legal, params)
    return large if large >= 0 else best_choice(state, seat, rules, legal, n_legal, params, scratch)
