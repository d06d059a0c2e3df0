"""Reports of a game for one to four players: shares that add up, seats by name, what the game asks reports to say."""

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


def test_win_share_is_the_payoff(report: Report) -> None:
    """Where a payoff is a share of the win, the win share is the same, also solo and where three share a win."""
    rows = table(report, "strategies", "entrants")
    assert len(rows) > 8
    for row in rows:
        assert row["win_share"].value == pytest.approx(row["payoff"].value, abs=1e-9), row["cell"]


def test_every_player_count_is_told(report: Report) -> None:
    """The key findings say something of every number of players, and call a shared win shared."""
    text = " ".join(report.sections[0].points)
    for count in (2, 3, 4):
        assert f"{count} players" in text or f"players {count}" in text
    assert "every game had a winner" not in text


def test_spread_has_no_fractions(report: Report) -> None:
    """A payoff of halves and thirds is not counted as a whole number."""
    assert {row["measure"] for row in table(report, "seats", "quantiles")} == {"score", "length"}
