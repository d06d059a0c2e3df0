"""Weighs what a play gains, denies, keeps and hands over; says Go while the opponent has few points.

Every card counts by what it adds to either seat's captures (brights, sets, ribbons, animals, junk, the cup), every
month by the chance that either seat takes its cards later, from open cards and the own hand alone. So it breaks sets,
takes what the opponent is waiting for, keeps pairs that nobody else can take, and leaves little behind. One ply deep,
no look ahead; the numbers are measured, see `simcore.games.go_stop.evaluation`. The weights scale them, 1 is what was
measured. It says Go where its points are below `go_below`, it has at least `min_turns_left` turns of its own left,
and the opponent's points are at most `max_opponent_points`; with `go_below` at the point threshold it always Stops.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit, popcount
from simcore.engine.parameters import Parameter
from simcore.games.go_stop.evaluation import WEIGHTS, best_card
from simcore.games.go_stop.scoring import combination_total
from simcore.games.go_stop.state import GO_STOP

GAME = "go_stop"

PARAMETERS = (
    *WEIGHTS,
    Parameter("go_below", 1000, "says Go while its points are below this", maximum=1000),
    Parameter("min_turns_left", 1, "own turns it must have left", maximum=10),
    Parameter("max_opponent_points", 3, "most points the opponent may have", maximum=58),
)
GO_BELOW, MIN_TURNS_LEFT, MAX_OPPONENT_POINTS = range(len(WEIGHTS), len(PARAMETERS))


@jit
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the play worth most, or of Go or Stop by the three limits."""
    if state.phase != GO_STOP:
        return best_card(state, seat, rules, legal, n_legal, params)
    goes_on = (
        state.total[seat] < params[GO_BELOW]
        and popcount(state.hand[seat]) >= params[MIN_TURNS_LEFT]
        and combination_total(state.captured[1 - seat], state.cup_class[1 - seat]) <= params[MAX_OPPONENT_POINTS]
    )
    # Go is listed before Stop
    return 0 if goes_on else n_legal - 1
