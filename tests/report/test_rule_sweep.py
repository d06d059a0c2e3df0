"""A sweep of one rule: values, steps and the most equal seats against pandas and simulation."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from simcore.analysis.replies import distances_from_even
from simcore.errors import InputError
from simcore.report.build import build_report
from simcore.report.model import Report
from simcore.running.chunks import Shard
from simcore.running.reader import open_run

Play = Callable[..., Path]

VALUES = [5, 6, 7, 8, 9, 10]
NAMES = ("stop", "coin", "go")


@pytest.fixture(scope="module")
def run(play: Play) -> Path:
    """500 games of each cell of the shipped scenario."""
    return play("go_stop/point_threshold", [("games", 500)])


@pytest.fixture(scope="module")
def report(run: Path) -> Report:
    """Its report."""
    return build_report(open_run(run), ["overview", "rule_sweep"])


def _rows(report: Report, name: str) -> list[dict[str, Any]]:
    return next(table.rows for table in report.sections[1].tables if table.name == name)


def _games(run: Path) -> dict[tuple[str, int], pd.DataFrame]:
    games = pd.concat([pd.read_parquet(path) for path in sorted((run / "parts").iterdir())], ignore_index=True)
    manifest = open_run(run).manifest
    places = {
        cell["cell"]: (cell["seatings"][0][0], cell["swept"]["params.point_threshold"]) for cell in manifest["cells"]
    }
    return {places[cell]: found.sort_values("game_index").reset_index() for cell, found in games.groupby("cell")}


def test_values(run: Path, report: Report) -> None:
    """Every line is the mean of its cell's games."""
    games = _games(run)
    for number, name in enumerate(NAMES):
        rows = _rows(report, f"values_{number}")
        assert [row["value"] for row in rows] == ["5", "6", "7 (default)", "8", "9", "10"]
        for row, value in zip(rows, VALUES, strict=True):
            payoff = games[name, value]["payoff_s0"]
            decided = payoff[payoff != 0]
            assert row["first"].value == pytest.approx((decided > 0).mean())
            assert row["gain"].value == pytest.approx(payoff.mean())
            assert row["draws"].value == pytest.approx((payoff == 0).mean())
            assert row["payment"].value == pytest.approx(decided.abs().mean())
            assert row["turns"].value == pytest.approx(games[name, value]["n_turns"].mean())
            assert row["gain"].half_width == pytest.approx(stats.t.ppf(1 - 0.025 / 24, 499) * payoff.sem())


def test_steps(run: Path, report: Report) -> None:
    """Every step is the paired difference of two cells."""
    games = _games(run)
    for number, name in enumerate(NAMES):
        for row, (low, high) in zip(_rows(report, f"steps_{number}"), pairwise(VALUES), strict=True):
            assert row["step"] == f"{low} to {high}"
            before, after = games[name, low], games[name, high]
            gain = after["payoff_s0"] - before["payoff_s0"]
            turns = after["n_turns"] - before["n_turns"]
            assert row["result_changed"].value == pytest.approx((gain != 0).mean())
            changed = np.sign(after["payoff_s0"]) != np.sign(before["payoff_s0"])
            assert row["winner_changed"].value == pytest.approx(changed.mean())
            for found, sample in ((row["gain"], gain), (row["turns"], turns)):
                assert found.value == pytest.approx(sample.mean())
                assert found.half_width == pytest.approx(stats.t.ppf(1 - 0.025 / 20, 499) * sample.sem())


def test_values_are_sorted(play: Play, tmp_path: Path) -> None:
    """Numbers ascend whatever the order of the scenario; words keep its order."""
    path = tmp_path / "sweep.toml"
    entrants = [f'[[entrants]]\nname = "{name}"\nstrategy = "{name}"' for name in ("coin_go", "greedy", "always_go")]
    lineups = '[lineups]\nseats = [["coin_go", "coin_go"]]\n[sweep]\n'
    head = "\n".join(['schema = 1\ngame = "go_stop"\ngames = 40', *entrants, lineups])
    path.write_text(head + '"params.point_threshold" = [9, 5, 12]\n')
    report = build_report(open_run(play(str(path), [])), ["overview", "rule_sweep"])
    assert [row["step"] for row in _rows(report, "steps_0")] == ["5 to 9", "9 to 12"]
    path.write_text(head + '"params.go_bonus" = ["plus_count", "doubling_only"]\n')
    report = build_report(open_run(play(str(path), [])), ["overview", "rule_sweep"])
    assert [row["step"] for row in _rows(report, "steps_0")] == ["plus_count to doubling_only"]


@pytest.mark.parametrize(
    ("name", "settings", "shard", "words"),
    [
        ("go_stop/base", [("games", 24)], None, "this run sweeps nothing"),
        ("go_stop/thresholds", [("games", 4)], None, "needs a sweep of exactly one rule"),
        ("go_stop/readings", [("games", 4)], None, "this run sweeps nothing"),
        ("go_stop/point_threshold", [("games", 300)], Shard(1, 3), "combine the shards first"),
    ],
)
def test_why_not(play: Play, name: str, settings: list[tuple[str, Any]], shard: Shard | None, words: str) -> None:
    """Every other run is refused in words."""
    run = play(name, settings, chunk_games=60, **({"shard": shard} if shard else {}))
    with pytest.raises(InputError, match=re.escape(words)):
        build_report(open_run(run), ["rule_sweep"])


# ---- the most equal seats


def test_distances_are_plain() -> None:
    """The estimate is how much farther a deviation is from 0 than the nearest; one alone is the nearest."""
    deviations = np.array([0.02, -0.01, -0.05])
    found = distances_from_even(deviations, 1e-8 * np.eye(3), 2.0)
    assert found.value == pytest.approx([0.01, 0.0, 0.04])
    assert (found.best, found.candidates) == (1, [1])
    assert distances_from_even(np.array([0.3]), np.eye(1), 2.0).candidates == [0]


def test_deviations_on_both_sides_cannot_be_told_apart_by_their_difference() -> None:
    """+1 % and -1 % are equally far from 0, however surely they differ."""
    covariance = np.array([[1e-6, 0.999e-6], [0.999e-6, 1e-6]])
    assert distances_from_even(np.array([0.010, -0.0101]), covariance, 3.0).candidates == [0, 1]


@pytest.mark.parametrize("truth", [[0.02, 0.02, 0.02], [0.01, -0.01, 0.0], [0.03, -0.01, -0.012], [0.0, 0.0, 0.001]])
def test_intervals_hold_at_once(truth: list[float]) -> None:
    """In 2,000 simulations all intervals hold together in at least 95 %, less three standard errors."""
    draw = np.random.default_rng(5)
    mix = np.array([[1.0, 0, 0], [0.7, 0.7, 0], [0.5, 0.4, 0.8]]) * 0.01
    covariance = mix @ mix.T
    quantile = stats.norm.ppf(1 - 0.05 / 2 / 6)
    size = np.abs(truth)
    distance = np.array([(size[a] - np.delete(size, a)).max() for a in range(3)]).clip(0)
    held = 0
    for _ in range(2000):
        found = distances_from_even(np.array(truth) + mix @ draw.standard_normal(3), covariance, quantile)
        held += bool(((found.low <= distance + 1e-15) & (distance <= found.high + 1e-15)).all())
    assert held >= 2000 * 0.95 - 3 * (2000 * 0.95 * 0.05) ** 0.5


def test_candidates(run: Path, report: Report) -> None:
    """A value may be the most equal unless another is surely nearer to an equal share, by paired intervals."""
    games = _games(run)
    quantile = stats.t.ppf(1 - 0.05 / 2 / 120, 499)
    for number, name in enumerate(NAMES):
        residuals, shares = [], []
        for value in VALUES:
            payoff = games[name, value]["payoff_s0"].to_numpy()
            share = (payoff > 0).sum() / (payoff != 0).sum()
            shares.append(share - 0.5)
            residuals.append(((payoff > 0) - share * (payoff != 0)) / (payoff != 0).sum())
        found = distances_from_even(
            np.array(shares), 500 / 499 * (np.array(residuals) @ np.array(residuals).T), quantile
        )
        rows = _rows(report, f"values_{number}")
        assert [row["candidate"] == "yes" for row in rows] == [at in found.candidates for at in range(6)]
        assert [row["distance"].value for row in rows] == pytest.approx(100 * found.value, abs=1e-9)


@pytest.mark.parametrize("games", [1, 20, 500, 20_000])
def test_findings_claim_only_what_is_known(play: Play, games: int) -> None:
    """One value is called the most equal only where it is the only candidate; steps only where all have that sign."""
    report = build_report(open_run(play("go_stop/point_threshold", [("games", games)])), ["overview", "rule_sweep"])
    points = report.sections[0].points
    assert len(points) <= 6
    for number, name in enumerate(NAMES):
        rows = _rows(report, f"values_{number}")
        candidates = [row["value"].split()[0] for row in rows if row["candidate"] == "yes"]
        said = " ".join(point for point in points if point.startswith(f"{name} v {name}: "))
        single = re.search(r"most equal at point_threshold (\d+), ahead of all other", said)
        several = re.search(r"most equal at point_threshold ([\d, ]+ or \d+);", said)
        if single:
            assert candidates == [single[1]]
        elif several:
            assert re.findall(r"\d+", several[1]) == candidates
        else:
            assert "most equal at" not in said
    steps = [row for number in range(3) for row in _rows(report, f"steps_{number}")]
    every = next((point for point in points if point.startswith("Every step up")), "")
    for key, up, down in (
        ("turns", "longer", "shorter"),
        ("draws", "more frequent", "rarer"),
        ("payment", "raises the winner", "lowers the winner"),
        ("first", "raises the first", "lowers the first"),
    ):
        assert (up in every) == all(row[key].sign > 0 for row in steps)
        assert (down in every) == all(row[key].sign < 0 for row in steps)
    if games == 1:
        assert not any("most equal" in point or "Every step" in point for point in points)
