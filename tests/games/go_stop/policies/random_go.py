"""Plays any card and always says Go: the line "random, always Go" of the rule sheet's section 6."""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.rng import bounded
from simcore.games.go_stop.state import GO_STOP

GAME = "go_stop"


@jit
def choose_action(state: Any, n_legal: Any, rng: Any) -> Any:
    """Return the position of Go at every decision, else of any legal action with the same chance."""
    if state.phase == GO_STOP:
        return 0
    return bounded(rng, n_legal)
