"""Hurries through the park to be the first to leave; `greedy` in everything else.

A space passed over is worth nothing to it, and a leave space much.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_park.choice import best_choice
from simcore.games.dog_park.weights import weights

GAME = "dog_park"
PARAMETERS = weights(space=-1.0, leave=5.0)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params)
