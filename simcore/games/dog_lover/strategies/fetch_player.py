"""Plays around Fetch: takes it from anybody, and plays it for any gain instead of keeping it.

`greedy` with Fetch worth more in the grid and nothing in the hand.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_lover.choice import best_choice
from simcore.games.dog_lover.weights import weights

GAME = "dog_lover"
PARAMETERS = weights(fetch=12.0, kept=0.0)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any, scratch: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params, scratch)
