"""Columns that Dog Lover adds to every row of results."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.game import Column
from simcore.engine.jit import jit, popcount
from simcore.games.dog_lover import layout
from simcore.games.dog_lover import state as s
from simcore.games.dog_lover.scoring import total_score

_PART_TEXTS = (
    "printed points of fed dogs",
    "unfed dogs",
    "points of traits on fed dogs",
    "walks under fed dogs",
    "training cards under fed dogs",
    "abilities of fed rescued dogs",
    "bones",
    "favourite things",
    "food left over",
)

COLUMNS = (
    *(
        Column(f"points_{part}", "<i4", f"part of the score: {text}", per_seat=True)
        for part, text in zip(s.PARTS, _PART_TEXTS, strict=True)
    ),
    Column("fed", "<i1", "fed dogs", per_seat=True),
    Column("unfed", "<i1", "unfed dogs", per_seat=True),
    Column("fed_rescued", "<i1", "fed rescued dogs", per_seat=True),
    Column("rescued", "<i1", "rescued dogs owned", per_seat=True),
    Column("cubes_left", "<i2", "cubes that feed no dog", per_seat=True),
    Column("tricks_learned", "<i1", "tricks learned, the starting one not counted", per_seat=True),
    *(Column(f"gained_{kind}", "<i2", f"{kind} cards gained from the grid", per_seat=True) for kind in layout.KINDS),
    Column("fetches", "<i2", "times the seat played Fetch", per_seat=True),
    Column("no_takes", "<i2", "turns in which no own trick had a legal place", per_seat=True),
    Column("rounds", "<i2", "rounds played"),
    Column("refills", "<i2", "cards laid into the grid after the deal"),
    Column(
        "watch_blocks", "<i4", "places of own tricks that only the watch dog kept from being legal, over all takings"
    ),
)


@jit
def payoff_of(state: Any, seat: Any) -> Any:
    """Share of the win: 1 for a sole winner, 1/k where k share it, else 0.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is over.
    seat : int
        Player.

    Returns
    -------
    float64
    """
    winners = popcount(np.uint64(state.winners))
    return 1.0 / winners if state.winners >> seat & 1 else 0.0


@jit
def write_row(state: Any, row: Any) -> None:
    """Write a finished game into its row.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is over.
    row : row record
        The common columns that depend on the game, and those of `COLUMNS`, are written.
    """
    for seat in range(state.n_seats):
        row.payoff[seat] = payoff_of(state, seat)
        row.score[seat] = total_score(state, seat)
        _write_parts(state, seat, row)
        _write_counts(state, seat, row)
    row.n_turns = state.n_turns
    row.reason = 0
    row.rounds = state.rounds
    row.refills = max(np.int64(state.deck_size) - state.deck_left - layout.N_CELLS, 0)
    row.watch_blocks = state.watch_blocks


@jit
def _write_parts(state: Any, seat: Any, row: Any) -> None:
    row.points_dogs[seat] = state.parts[seat, s.P_DOGS]
    row.points_unfed[seat] = state.parts[seat, s.P_UNFED]
    row.points_traits[seat] = state.parts[seat, s.P_TRAITS]
    row.points_walks[seat] = state.parts[seat, s.P_WALKS]
    row.points_training[seat] = state.parts[seat, s.P_TRAINING]
    row.points_rescued[seat] = state.parts[seat, s.P_RESCUED]
    row.points_bones[seat] = state.parts[seat, s.P_BONES]
    row.points_favorites[seat] = state.parts[seat, s.P_FAVORITES]
    row.points_leftover[seat] = state.parts[seat, s.P_LEFTOVER]


@jit
def _write_counts(state: Any, seat: Any, row: Any) -> None:
    row.fed[seat] = state.n_fed[seat]
    row.unfed[seat] = state.n_dogs[seat] - state.n_fed[seat]
    row.fed_rescued[seat] = state.n_fed_rescued[seat]
    row.rescued[seat] = popcount(np.uint64(state.rescued[seat]))
    row.cubes_left[seat] = state.cubes_left[seat]
    row.tricks_learned[seat] = popcount(np.uint64(state.tricks[seat])) - 1
    gained = state.gained[seat]
    row.gained_bone[seat], row.gained_walk[seat], row.gained_training[seat] = gained[0], gained[1], gained[2]
    row.gained_adoption[seat], row.gained_fetch[seat], row.gained_favorite[seat] = gained[3], gained[4], gained[5]
    row.gained_food[seat], row.gained_trait[seat], row.gained_dog[seat] = gained[6], gained[7], gained[8]
    row.fetches[seat] = state.fetches[seat]
    row.no_takes[seat] = state.no_takes[seat]
