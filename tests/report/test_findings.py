"""Key findings claim only what the intervals hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from simcore.report.build import build_report
from simcore.report.model import Report
from simcore.running.reader import open_run

Play = Callable[..., Path]


def _points(run: Path) -> list[str]:
    return build_report(open_run(run), ["overview"]).sections[0].points


def test_clear_lead_is_claimed(base_run: Path) -> None:
    """Greedy beats random by far: 2,400 games show it."""
    assert any(point.startswith("Entrant a gains most: +") and "more than b" in point for point in _points(base_run))


def test_one_deal_claims_nothing(play: Play) -> None:
    """A single deal gives no interval and so no claim about seats, entrants or draws."""
    points = _points(play("go_stop/base", [("games", 2)]))
    assert points[0] == "Nothing can be said of moving first: one deal, so no interval."
    assert not any("gains most" in point or "is worth" in point for point in points)


def test_few_deals_find_no_difference(play: Play) -> None:
    """Seven games a cell: no threshold is called the best, and the report says that intervals are rough."""
    section = build_report(open_run(play("go_stop/thresholds", [("games", 7)])), ["overview"]).sections[0]
    assert "all intervals are rough" in section.text
    assert any("no difference between the thresholds was found" in point for point in section.points)


def test_self_play_gains_nothing(play: Play) -> None:
    """Entrants that play alike gain the same by symmetry, and nothing else is said of them."""
    points = _points(play("go_stop/base", [("games", 200), ("entrants.b.strategy", "greedy")]))
    assert "Entrants a and b gain the same, by symmetry." in points


def test_rules_that_differ_are_listed(play: Play) -> None:
    """The overview lists rule parameters that are not at their defaults, and only those."""
    run = play("go_stop/base", [("games", 24), ("params.point_threshold", 5)])
    tables = build_report(open_run(run), ["overview"]).sections[0].tables
    rows = next(table for table in tables if table.name == "rules").rows
    assert [(row["parameter"], row["value"], row["default"]) for row in rows] == [("point_threshold", "5", "7")]


def test_words_of_the_game(thresholds_report: Report) -> None:
    """Thresholds are told in the game's words."""
    rows = next(table for table in thresholds_report.sections[3].tables if table.name == "mix").rows
    assert rows[0]["words"] == "always says Stop"
    assert rows[3]["words"] == "says Go while its points are below 10"
    assert rows[9]["words"] == "always says Go"
