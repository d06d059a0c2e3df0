"""Says Go by a table given as its parameters, so that a new table needs no new kernel; for ``fit_go_value.py`` only."""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.parameters import Parameter
from simcore.games.go_stop.card_play import LEVELS, play_at_level
from simcore.games.go_stop.go_values import SIZE, place_of
from simcore.games.go_stop.state import GO_STOP

GAME = "go_stop"

PARAMETERS = (
    Parameter("cards", "defensive", "how it plays its cards", choices=LEVELS),
    *(Parameter(f"value_{place}", 1.0, "value of Go at a place of the table", minimum=-1e9) for place in range(SIZE)),
)


@jit
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of Go or Stop by the table, else of the card that its level plays."""
    if state.phase != GO_STOP:
        return play_at_level(params[0], state, seat, rules, legal, n_legal)
    return 0 if params[1 + place_of(state, seat)] > 0 else n_legal - 1
