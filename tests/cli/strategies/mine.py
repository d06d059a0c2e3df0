"""Takes the first legal action, unless it is told to misbehave: the strategy file of the tests."""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.parameters import Parameter

GAME = "go_stop"

PARAMETERS = (Parameter("fault", 0, "0 plays; 1 answers n_legal, 2 answers -1, from the second card on", maximum=2),)


@jit
def choose_action(state: Any, n_legal: Any, params: Any) -> Any:
    """Return position 0, or one that is not in the list."""
    if params[0] == 0 or state.n_turns < 2:
        return 0
    return n_legal if params[0] == 1 else -1
