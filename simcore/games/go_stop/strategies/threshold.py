"""Plays the cards of `greedy` or `defensive`; says Go while its points are below a threshold.

It says Go where its combination points are below `go_below`, it has at least `min_turns_left` turns of its own
left, and the opponent's points are at most `max_opponent_points`. With `go_below` at the table's point threshold it
always says Stop.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit, popcount
from simcore.engine.parameters import Parameter
from simcore.games.go_stop.card_play import LEVELS, play_at_level
from simcore.games.go_stop.scoring import combination_total
from simcore.games.go_stop.state import GO_STOP

GAME = "go_stop"

PARAMETERS = (
    Parameter("go_below", 9, "says Go while its points are below this", maximum=1000),
    Parameter("min_turns_left", 1, "own turns it must have left", maximum=10),
    Parameter("max_opponent_points", 58, "most points the opponent may have", maximum=58),
    Parameter("cards", "greedy", "how it plays its cards", choices=LEVELS),
)


@jit
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of Go or Stop by the threshold, else of the card that its level plays."""
    if state.phase != GO_STOP:
        return play_at_level(params[3], state, seat, rules, legal, n_legal)
    goes_on = (
        state.total[seat] < params[0]
        and popcount(state.hand[seat]) >= params[1]
        and combination_total(state.captured[1 - seat], state.cup_class[1 - seat]) <= params[2]
    )
    # Go is listed before Stop
    return 0 if goes_on else n_legal - 1
