"""Chooses uniformly among the legal actions.

The yardstick of every comparison: what the rules alone are worth. It says Go in half of its decisions.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.rng import bounded

GAME = "go_stop"


@jit
def choose_action(legal: Any, n_legal: Any, rng: Any) -> Any:
    """Return one of the legal actions, each with the same chance."""
    return legal[bounded(rng, n_legal)]
