"""Columns that Go-Stop adds to every row of results."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.game import Column
from simcore.engine.jit import jit
from simcore.games.go_stop.scoring import combination_total
from simcore.games.go_stop.state import FOUR_IN_HAND, NOBODY

COLUMNS = (
    Column("points", "<i4", "combination total of the winner; instant win points; 0 for a Nagari"),
    Column("redeals", "<i2", "void deals before this one"),
    Column("doublings", "<i1", "bit set of doublers that held: 1 bright, 2 animals7, 4 junk"),
    Column("go_count", "<i1", "times the seat said Go", per_seat=True),
    Column("ppuk_count", "<i1", "Ppuk piles the seat made", per_seat=True),
)


@jit
def payoff_of(state: Any, seat: Any) -> Any:
    """Points the seat won or lost, side payments included; the two payoffs add up to 0.

    Parameters
    ----------
    state : STATE_DTYPE record
        A deal that is over.
    seat : int
        0 or 1.

    Returns
    -------
    int64
    """
    if state.winner == NOBODY:
        return state.side[seat]
    return state.side[seat] + (state.payment if state.winner == seat else -state.payment)


@jit
def final_score(state: Any, seat: Any) -> Any:
    """Combination total of the seat's captures at the end, 0 to 58."""
    if state.reason == FOUR_IN_HAND:
        return 0
    return combination_total(state.captured[seat], state.cup_class[seat])


@jit
def write_row(state: Any, row: Any) -> None:
    """Write a finished deal into its row.

    Parameters
    ----------
    state : STATE_DTYPE record
        A deal that is over.
    row : row record
        The common columns that depend on the game, and those of `COLUMNS`, are written.
    """
    for seat in range(2):
        row.payoff[seat] = payoff_of(state, seat)
        row.score[seat] = final_score(state, seat)
        row.go_count[seat] = state.go_count[seat]
        row.ppuk_count[seat] = state.ppuk_count[seat]
    row.n_turns = state.n_turns
    row.reason = state.reason
    row.points = state.points
    row.redeals = np.int64(state.redeals)
    row.doublings = state.doublings
