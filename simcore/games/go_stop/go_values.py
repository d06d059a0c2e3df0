"""The measured value of Go, read from ``go_value.csv``: what `value_go` decides by.

The file is made by ``make go-value``; each line is a mean over decisions met in play.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, popcount
from simcore.games.go_stop.card_play import LEVELS
from simcore.games.go_stop.scoring import combination_total

# what a decision is looked up by: lowest value, and how many there are; the last also stands for all beyond
AXES = {"go_count": (0, 3), "own_turns_left": (1, 5), "points": (7, 10), "opponent_points": (0, 10)}
SIZE = math.prod(size for _, size in AXES.values())
(_GO_LOW, _N_GOES), (_TURNS_LOW, _N_TURNS), (_POINTS_LOW, _N_POINTS), (_OTHER_LOW, _N_OTHER) = AXES.values()


def _read(path: Path) -> Any:
    """Return mean differences, Go minus Stop, as [level of card play, place]; 0 where nothing was met."""
    table = np.zeros((len(LEVELS), *(size for _, size in AXES.values())))
    with path.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            place = [int(line[name]) - low for name, (low, _) in AXES.items()]
            table[LEVELS.index(line["cards"]), *place] = float(line["difference"])
    return table.reshape(len(LEVELS), SIZE)


VALUE_OF_GO = _read(Path(__file__).parent / "go_value.csv")


@inline
def _step(value: Any, low: Any, n: Any) -> Any:
    return min(max(np.int64(value) - low, 0), n - 1)


@jit
def place_of(state: Any, seat: Any) -> Any:
    """Return the place of a decision in a table of values.

    Parameters
    ----------
    state : STATE_DTYPE record
        At a decision between Go and Stop.
    seat : int
        The deciding seat.

    Returns
    -------
    int64
        0 to `SIZE` - 1; what lies outside the axes takes their nearest line.
    """
    other = 1 - seat
    place = _step(state.go_count[seat], _GO_LOW, _N_GOES)
    place = place * _N_TURNS + _step(popcount(state.hand[seat]), _TURNS_LOW, _N_TURNS)
    place = place * _N_POINTS + _step(state.total[seat], _POINTS_LOW, _N_POINTS)
    points = combination_total(state.captured[other], state.cup_class[other])
    return place * _N_OTHER + _step(points, _OTHER_LOW, _N_OTHER)
