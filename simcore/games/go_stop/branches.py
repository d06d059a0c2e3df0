"""The table ``go_value``: at every Go/Stop decision met in play, what Go and what Stop are worth."""

from __future__ import annotations

from typing import Any

from simcore.engine.game import BranchMap, BranchTable, Column
from simcore.engine.jit import inline, jit, popcount
from simcore.games.go_stop.scoring import combination_total
from simcore.games.go_stop.state import GO_STOP

BRANCH_TABLE = BranchTable(
    name="go_value",
    text="one row for each decision between Go and Stop: the mean payoff of the deciding seat after either",
    actions=("go", "stop"),
    columns=(
        Column("points", "<i2", "combination points of the deciding seat"),
        Column("own_turns_left", "<i2", "turns that the deciding seat still has, 0 to 9"),
        Column("go_count", "<i2", "times the deciding seat had said Go"),
        Column("opponent_points", "<i2", "combination points of the opponent"),
        Column("opponent_go_count", "<i2", "times the opponent had said Go"),
    ),
    maps=(
        BranchMap("own_turns_left", "points"),
        BranchMap("own_turns_left", "points", ("go_count", 0)),
        BranchMap("go_count", "points"),
        BranchMap("opponent_points", "points"),
        BranchMap("opponent_points", "own_turns_left"),
    ),
)


@inline
def is_branching(state: Any) -> Any:
    """Whether the decision is one between Go and Stop."""
    return state.phase == GO_STOP


@jit
def write_branch(state: Any, seat: Any, row: Any) -> None:
    """Write what is known at a decision into its row.

    Parameters
    ----------
    state : STATE_DTYPE record
        At a decision for which `is_branching` holds.
    seat : int
        The deciding seat.
    row : row record
        The columns of `BRANCH_TABLE` are written.
    """
    other = 1 - seat
    row.points = state.total[seat]
    row.own_turns_left = popcount(state.hand[seat])
    row.go_count = state.go_count[seat]
    row.opponent_points = combination_total(state.captured[other], state.cup_class[other])
    row.opponent_go_count = state.go_count[other]
