"""Chooses uniformly among the legal actions.

The yardstick of every comparison: what the rules alone are worth.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.engine.rng import bounded

GAME = "dog_park"


@inline
def choose_action(n_legal: Any, rng: Any) -> Any:
    """Return the position of one of the legal actions, each with the same chance."""
    return bounded(rng, n_legal)
