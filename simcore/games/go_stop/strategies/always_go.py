"""Plays the cards of `greedy` and says Go whenever it may.

The bold end of the scale: what Go costs when nobody thinks about it.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.games.go_stop.state import GO_STOP
from simcore.games.go_stop.valuation import most_valuable

GAME = "go_stop"


@jit
def choose_action(state: Any, legal: Any, n_legal: Any) -> Any:
    """Return the position of Go where it is listed, else of the legal action of the highest immediate value."""
    if state.phase == GO_STOP:
        # Go is listed before Stop
        return 0
    return most_valuable(legal, n_legal)
