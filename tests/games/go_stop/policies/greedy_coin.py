"""Plays like `greedy` and tosses a coin for Go: the line "greedy, Go with probability 1/2" of section 6."""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.rng import bounded
from simcore.games.go_stop.state import GO_STOP
from simcore.games.go_stop.valuation import most_valuable

GAME = "go_stop"


@jit
def choose_action(state: Any, legal: Any, n_legal: Any, rng: Any) -> Any:
    """Return that of Go or Stop with the same chance, else of the legal action of the highest immediate value."""
    if state.phase == GO_STOP:
        return bounded(rng, n_legal)
    return most_valuable(legal, n_legal)
