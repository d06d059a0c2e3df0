"""Reports of a game for one to four players: shares that add up, seats by name, what the game asks every report to say."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from simcore.report.build import build_report
from simcore.report.markdown import to_markdown
from simcore.report.model import Report
from simcore.running.reader import open_run


@pytest.fixture(scope="module")
def run(play) -> Path:  # type: ignore[no-untyped-def]
    """300 games of each cell of Dog Park's smoke scenario: one to four players."""
    return play("dog_park/smoke", [("games", 300)])


@pytest.fixture(scope="module")
def report(run: Path) -> Report:
    return build_report(open_run(run))


def table(report: Report, section: str, name: str) -> list[dict]:  # type: ignore[type-arg]
    found = next(part for part in report.sections if part.name == section)
    return next(part for part in found.tables if part.name == name).rows


def test_seats_add_up(report: Report) -> None:
    """In every cell the seats' payoffs add up to 1, a win shared or not; solo the payoff is the share of games won."""
    rows = table(report, "seats", "seats")
    payoffs = defaultdict(float)
    for row in rows:
        payoffs[row["cell"]] += row["payoff"].value
    several = {cell: total for cell, total in payoffs.items() if "players 1" not in cell}
    assert len(several) > 5
    assert all(total == pytest.approx(1.0, abs=1e-9) for total in several.values())
    assert {row["seat"] for row in rows} == {"first", "second", "third", "fourth"}


def test_notice_and_parameters(report: Report) -> None:
    """The first paragraph says that the game is somebody else's; of many parameters only changed ones are told."""
    text = to_markdown(report)
    assert "Unofficial: Dog Park is a game of Birdwood Games." in text.split("##")[1]
    assert "strategies: greedy = greedy, random = random;" in text
    assert "challenge 0.4" in text
