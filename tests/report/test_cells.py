"""Labels of cells, symmetry, squares, and the words of numbers."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.analysis.estimates import Estimate
from simcore.engine import registry
from simcore.report.cells import Cells, is_symmetric
from simcore.report.grid import Grid, find_grid
from simcore.report.wording import at_least, estimate_text, number, signed
from simcore.scenario.build import build_scenario

A, B = "entrants.a.params.go_below", "entrants.b.params.go_below"


def _cells(**changes: Any) -> list[dict[str, Any]]:
    entrants = [{"name": name, "strategy": "threshold"} for name in "ab"]
    raw = {"schema": 1, "game": "go_stop", "entrants": entrants, **changes}
    return [cell.describe() for cell in build_scenario(raw, "test", "test").cells]


def _parts(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"cell": cell["cell"], "start": 0, "stop": 24} for cell in cells]


def _grid(cells: list[dict[str, Any]]) -> Grid | str:
    return find_grid(Cells(cells, registry.game("go_stop")), _parts(cells))


def test_labels_name_what_varies() -> None:
    """A cell is named by its swept values, or by its line-up where nothing is swept."""
    game = registry.game("go_stop")
    swept = _cells(sweep={A: [9, 11], "params.point_threshold": [7]})
    assert [Cells(swept, game).label(cell) for cell in swept] == ["a go_below 9", "a go_below 11"]
    assert Cells(_cells(), game).label(_cells()[0]) == "a v b"
    three = _cells(entrants=[{"name": name, "strategy": "greedy"} for name in "xyz"])
    assert [Cells(three, game).label(cell) for cell in three] == ["x v y", "x v z", "y v z"]


def test_entrants_that_are_alike_are_told_together() -> None:
    """Entrants share a description where strategy and parameters are the same."""
    texts = Cells(_cells(), registry.game("go_stop")).entrant_texts(["a", "b"])
    assert texts == ["a and b = threshold (go_below 9; min_turns_left 1; max_opponent_points 58; cards greedy)"]


@pytest.mark.parametrize(
    ("sweep", "symmetric"), [({}, True), ({A: [7, 9], B: [7, 9]}, True), ({A: [7, 9]}, False), ({A: [8]}, False)]
)
def test_symmetry(sweep: dict[str, list[int]], symmetric: bool) -> None:
    """Alike entrants are symmetric, and a square that has every pairing both ways; nothing else is."""
    assert is_symmetric(_cells(sweep=sweep)) is symmetric


def test_grid_is_sorted() -> None:
    """Rows and columns ascend whatever the order of the sweep."""
    grid = _grid(_cells(sweep={B: [12, 8], A: [11, 7, 9]}))
    assert isinstance(grid, Grid)
    # the path that is swept first gives the rows
    assert (grid.a, grid.rows, grid.b, grid.columns) == ("b", [8, 12], "a", [7, 9, 11])
    assert grid.cells == [[4, 5, 3], [1, 2, 0]]


@pytest.mark.parametrize(
    ("sweep", "words"),
    [
        ({}, "this run sweeps nothing"),
        ({A: [7, 9]}, "needs a sweep of exactly"),
        ({A: [7, 9], "params.point_threshold": [5, 7]}, "needs a sweep of exactly"),
        ({A: [7, 9], "entrants.b.params.min_turns_left": [1, 2]}, "needs the same parameter of two entrants"),
        ({A: list(range(20)), B: list(range(20))}, "needs at most 256 cells"),
    ],
)
def test_no_grid(sweep: dict[str, list[int]], words: str) -> None:
    """Every other sweep is refused in words."""
    found = _grid(_cells(sweep=sweep))
    assert isinstance(found, str)
    assert words in found


def test_numbers_in_words() -> None:
    """A rounded zero has no sign, "at least" rounds down, and lopsided intervals show both ends."""
    assert [signed(value, 1) for value in (0.04, -0.04, 2.0, -1234.56)] == ["0.0", "0.0", "+2.0", "-1,234.6"]
    assert number(-0.001, 2) == "0.00"
    assert [at_least(value) for value in (2.069, 0.0199, 12.9)] == ["2.0", "0.019", "12"]
    lopsided = Estimate(0.0, 0.0, 0.01, 100, 50, 0.95, "")
    assert estimate_text(lopsided, "share", 1) == "0.0 % (0.0 to 1.0 %)"
    assert estimate_text(Estimate(1.5, 1.0, 2.0, 100, 50, 0.95, ""), "mean", 1) == "+1.5 ± 0.5"
