"""Takes the most valuable capture at once and always says Stop.

Bright 10, animal 5, ribbon 4, double junk 3, junk 1: the value of the own card and of what it takes (the better of
two, all of three), or minus the own card's value where nothing matches; ties go to the lowest id. It sees neither
combinations nor the opponent. Source: rule sheet, section 6.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.games.go_stop.state import GO_STOP
from simcore.games.go_stop.valuation import most_valuable

GAME = "go_stop"


@jit
def choose_action(state: Any, legal: Any, n_legal: Any) -> Any:
    """Return the position of the legal action of the highest immediate value."""
    if state.phase == GO_STOP:
        return n_legal - 1
    return most_valuable(legal, n_legal)
