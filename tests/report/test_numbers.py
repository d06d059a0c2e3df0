"""The numbers of a report, against pandas on the parts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from simcore.report.build import build_report
from simcore.report.model import HeatMap, Report, Section, Table
from simcore.running.reader import open_run

VALUES = [7, 8, 9, 10, 11, 12, 14, 17, 22, 60]


def _games(run: Path) -> pd.DataFrame:
    games = pd.concat([pd.read_parquet(path) for path in sorted((run / "parts").iterdir())], ignore_index=True)
    seat_of_a = np.where(games["entrant_s0"].astype(str) == "a", 0, 1)
    games["a"] = np.where(seat_of_a == 0, games["payoff_s0"], games["payoff_s1"])
    games["won"] = (np.sign(games["a"]) + 1) / 2
    return games


def _section(report: Report, name: str) -> Section:
    return next(section for section in report.sections if section.name == name)


def _table(section: Section, name: str) -> Table:
    return next(table for table in section.tables if table.name == name)


@pytest.mark.parametrize(("figure", "column"), [("payoff", "a"), ("win_share", "won")])
def test_heat_maps(thresholds_run: Path, thresholds_report: Report, figure: str, column: str) -> None:
    """Every value of both heat maps is the mean of its cell's games; half-widths of payoffs are those of deals."""
    deals = _games(thresholds_run).groupby(["cell", "deal_index"])[column].mean().groupby("cell")
    means, errors = deals.mean().to_numpy().reshape(10, 10), deals.sem().to_numpy().reshape(10, 10)
    heat_map = next(found for found in _section(thresholds_report, "thresholds").figures if found.name == figure)
    assert isinstance(heat_map, HeatMap)
    assert heat_map.row_labels == heat_map.column_labels == [str(value) for value in VALUES]
    assert [[cell.value for cell in row] for row in heat_map.cells] == pytest.approx(means)
    if figure == "payoff":
        half = [[cell.half_width for cell in row] for row in heat_map.cells]
        assert half == pytest.approx(stats.t.ppf(0.975, 119) * errors)
    assert {(cell.games, cell.deals) for row in heat_map.cells for cell in row} == {(240, 120)}


def test_self_play_is_exactly_even(thresholds_report: Report) -> None:
    """Equal thresholds gain exactly 0 and win exactly half, and the report says why."""
    for heat_map, value in zip(_section(thresholds_report, "thresholds").heat_maps, (0, 0.5), strict=True):
        for i in range(10):
            cell = heat_map.cells[i][i]
            assert (cell.value, cell.low, cell.high, cell.note) == (value, value, value, "exact, by symmetry")


def test_best_replies(thresholds_run: Path, thresholds_report: Report) -> None:
    """Best replies have the highest mean; the candidates are those that no row beats by its paired interval."""
    per_deal = _games(thresholds_run).groupby(["cell", "deal_index"])["a"].mean().unstack("cell").to_numpy()
    quantile = stats.t.ppf(1 - 0.05 / 2 / 450, 119)
    rows = _table(_section(thresholds_report, "thresholds"), "replies").rows
    for column, row in enumerate(rows):
        choices = per_deal[:, column::10]
        assert row["best"] == VALUES[int(choices.mean(axis=0).argmax())]
        beaten = set()
        for mine in range(10):
            for other in range(10):
                gap = choices[:, other] - choices[:, mine]
                if gap.mean() > quantile * stats.sem(gap) > 0:
                    beaten.add(mine)
        assert row["candidates"] == ", ".join(str(VALUES[i]) for i in range(10) if i not in beaten)


def test_uniform_mix(thresholds_run: Path, thresholds_report: Report) -> None:
    """Payoff against the mix is the mean over columns, its interval that of per-deal means over columns."""
    games = _games(thresholds_run)
    rows = _table(_section(thresholds_report, "thresholds"), "mix").rows
    for i, row in enumerate(rows):
        mine = games[games["cell"] // 10 == i]
        deals = mine.groupby("deal_index")["a"].mean()
        assert row["payoff"].value == pytest.approx(deals.mean())
        assert row["payoff"].half_width == pytest.approx(stats.t.ppf(0.975, 119) * deals.sem())
        assert row["win_share"].value == pytest.approx(mine["won"].mean())


def test_ends_of_the_scale(thresholds_run: Path, thresholds_report: Report) -> None:
    """The cost of the lowest and the highest threshold is the gap to the best mean of the column."""
    means = _games(thresholds_run).groupby("cell")["a"].mean().to_numpy().reshape(10, 10)
    for column, row in enumerate(_table(_section(thresholds_report, "thresholds"), "ends_of_the_scale").rows):
        best = means[:, column].max()
        assert row["lowest"].value == pytest.approx(best - means[0, column])
        assert row["highest"].value == pytest.approx(best - means[9, column])


def test_pooled_seats_keep_deals_together(thresholds_run: Path, thresholds_report: Report) -> None:
    """Pooled over cells the interval of a seat's payoff is that of per-deal means over all cells."""
    deals = _games(thresholds_run).groupby("deal_index")["payoff_s0"].mean()
    first = _table(_section(thresholds_report, "seats"), "seats").rows[0]
    assert first["games"] == 24_000
    assert first["payoff"].value == pytest.approx(deals.mean())
    assert first["payoff"].half_width == pytest.approx(stats.t.ppf(0.975, 119) * deals.sem())


def test_seats_of_a_single_cell(base_run: Path) -> None:
    """Shares, payoffs, ends and quantiles of a single cell are those of its games."""
    games = _games(base_run)
    section = _section(build_report(open_run(base_run), ["seats"]), "seats")
    decided = games[games["payoff_s0"] != games["payoff_s1"]]
    for seat, row in enumerate(_table(section, "seats").rows):
        other = 1 - seat
        assert row["win_share"].value == pytest.approx(
            (decided[f"payoff_s{seat}"] > decided[f"payoff_s{other}"]).mean()
        )
        assert row["payoff"].value == pytest.approx(games[f"payoff_s{seat}"].mean())
    ends = _table(section, "ends").rows[0]
    for reason in ("stop", "four_in_hand", "three_ppuk", "nagari"):
        assert ends[f"end_{reason}"].value == pytest.approx((games["reason"] == reason).mean())
    measured = {"payoff": "payoff_s0", "score": "score_s0", "length": "n_turns"}
    for row in _table(section, "quantiles").rows:
        if row["of"] != "second seat":
            numbers = games[measured[row["measure"]]]
            assert row["q50"] == np.quantile(numbers, 0.5, method="inverted_cdf")
            assert (row["least"], row["most"]) == (numbers.min(), numbers.max())
            assert row["mean"] == pytest.approx(numbers.mean())
    for figure in section.distributions:
        assert all(sum(series.counts) == 2400 for series in figure.series)


def test_entrants(base_run: Path) -> None:
    """Payoff and win share of the entrants are the means of their games, whatever their seat."""
    games = _games(base_run)
    rows = _table(_section(build_report(open_run(base_run), ["strategies"]), "strategies"), "entrants").rows
    assert [row["entrant"] for row in rows] == ["a", "b"]
    assert rows[0]["payoff"].value == pytest.approx(games["a"].mean()) == -rows[1]["payoff"].value
    assert rows[0]["win_share"].value == pytest.approx(games["won"].mean())


@pytest.mark.parametrize("setting", [("lineups.mode", "draw"), ("lineups.mode", "fixed")])
def test_other_lineups(play: Callable[..., Path], setting: tuple[str, Any]) -> None:
    """With drawn or fixed seats every game is a deal of its own."""
    run = play("go_stop/base", [("games", 300), setting])
    report = build_report(open_run(run), ["strategies"])
    found = _table(report.sections[0], "entrants").rows[0]["payoff"]
    games = _games(run)
    assert (found.value, found.deals) == (pytest.approx(games["a"].mean()), 300)
    assert found.half_width == pytest.approx(stats.t.ppf(0.975, 299) * games["a"].sem())
