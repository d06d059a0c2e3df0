"""Plays the cards of `greedy` or `defensive` and tosses a coin at every decision between Go and Stop.

It reaches every Go count without any plan, so that rules about Go are met in play. Source: rule sheet, section 6.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.parameters import Parameter
from simcore.engine.rng import uniform
from simcore.games.go_stop.card_play import LEVELS, play_at_level
from simcore.games.go_stop.state import GO_STOP

GAME = "go_stop"

PARAMETERS = (
    Parameter("go_chance", 0.5, "chance that it says Go at a decision", maximum=1),
    Parameter("cards", "greedy", "how it plays its cards", choices=LEVELS),
)


@jit
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any, rng: Any) -> Any:
    """Return the position of Go or Stop by chance, else of the card that its level plays."""
    if state.phase != GO_STOP:
        return play_at_level(params[1], state, seat, rules, legal, n_legal)
    # Go is listed before Stop
    return 0 if uniform(rng) < params[0] else n_legal - 1
