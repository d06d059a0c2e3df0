"""The maps of the value of Go, and the equilibrium of a threshold square: numbers, line and sentences."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.dataset as ds
import pytest

from simcore.analysis.equilibrium import solve
from simcore.report.build import build_report
from simcore.report.html import to_html
from simcore.report.model import HeatMap, Report, Section, Table
from simcore.running.reader import open_run

Play = Callable[..., Path]


@pytest.fixture(scope="module")
def branched_run(play: Play) -> Path:
    """3,000 games of each of the two cells of the study of Go, in several chunks."""
    settings = [("games", 3000), ("tables.go_value.continuations", 4)]
    return play("go_stop/go_value", settings, chunk_games=12_000)


@pytest.fixture(scope="module")
def section(branched_run: Path) -> Section:
    return build_report(open_run(branched_run), ["thresholds"]).sections[0]


@pytest.fixture(scope="module")
def rows(branched_run: Path) -> pd.DataFrame:
    return ds.dataset(branched_run / "tables" / "go_value").to_table().to_pandas()


def map_named(section: Section, name: str) -> HeatMap:
    return next(figure for figure in section.heat_maps if figure.name == name)


def table_named(section: Section, name: str) -> Table:
    return next(table for table in section.tables if table.name == name)


def test_maps_are_means_of_the_table(section: Section, rows: pd.DataFrame) -> None:
    """Every cell of the first map is the mean over the decisions it stands for; few decisions are left out."""
    figure = map_named(section, "go_value_0_own_turns_left_by_points")
    own = rows[rows["cell"] == 0]
    last_row, last_column = figure.row_labels[-1], figure.column_labels[-1]
    shown = 0
    for label, cells in zip(figure.row_labels, figure.cells, strict=True):
        turns = own["own_turns_left"]
        in_row = turns >= int(label[:-1]) if label == last_row else turns == int(label)
        for head, cell in zip(figure.column_labels, cells, strict=True):
            points = own["points"]
            found = own[in_row & (points >= int(head[:-1]) if head == last_column else in_row & (points == int(head)))]
            assert cell.games == len(found)
            assert cell.deals == found["deal_index"].nunique()
            if len(found) < 30:
                assert cell.value is None
            else:
                shown += 1
                assert cell.value == pytest.approx(found["difference"].mean())
    assert shown >= 10


def test_intervals_have_deals_as_clusters(section: Section, rows: pd.DataFrame) -> None:
    """The interval of a map's cell comes from sums over deals."""
    cell = map_named(section, "go_value_0_own_turns_left_by_points").cells[0][0]
    found = rows[(rows["cell"] == 0) & (rows["own_turns_left"] == 1) & (rows["points"] == 7)]
    by_deal = found.groupby("deal_index")["difference"].agg(["sum", "count"])
    residuals = by_deal["sum"] - found["difference"].mean() * by_deal["count"]
    m = len(by_deal)
    se = np.sqrt(m / (m - 1) * (residuals**2).sum()) / len(found)
    assert cell.half_width == pytest.approx(1.96 * se, rel=0.02)


def test_line_in_words_agrees_with_the_map(section: Section) -> None:
    """What the table calls surely better has that sign on the map, and every cell shown stands in one column."""
    figure, table = (
        map_named(section, "go_value_0_own_turns_left_by_points"),
        table_named(section, "break_even_0_own_turns_left_by_points"),
    )
    told = {row["row"]: row for row in table.rows}
    for label, cells in zip(figure.row_labels, figure.cells, strict=True):
        for head, cell in zip(figure.column_labels, cells, strict=True):
            holders = [
                key for key in ("first", "second", "open") if label in told and head in spread(told[label][key], figure)
            ]
            assert len(holders) == (cell.value is not None)
            if cell.value is not None and holders != ["open"]:
                assert (cell.value > 0) == (holders == ["first"])


def spread(ranges: str, figure: HeatMap) -> list[str]:
    """Return the labels that ranges such as "7 to 9, 12" stand for."""
    labels = figure.column_labels
    found: list[str] = []
    for part in ranges.split(", ") if ranges else []:
        first, _, last = part.partition(" to ")
        found += labels[labels.index(first) : labels.index(last or first) + 1]
    return found


def test_line_is_drawn_between_signs(section: Section) -> None:
    """The line runs where neighbours lie on different sides of 0, and nowhere else."""
    figure = map_named(section, "go_value_0_opponent_points_by_points")
    drawn = 0
    for row, cells in enumerate(figure.cells):
        for column, cell in enumerate(cells):
            right = cells[column + 1] if column + 1 < len(cells) else None
            expected = bool(right and cell.value and right.value and cell.value * right.value < 0)
            assert figure.edges(row, column)[0] == expected
            drawn += sum(figure.edges(row, column))
    assert drawn > 0


def test_html_draws_the_line(branched_run: Path) -> None:
    """The page has as many pieces of line as its maps."""
    report = build_report(open_run(branched_run))
    pieces = sum(
        sum(figure.edges(row, column))
        for section in report.sections
        for figure in section.heat_maps
        for row, cells in enumerate(figure.cells)
        for column in range(len(cells))
    )
    page = to_html(report)
    assert len(re.findall(r"border-(?:right|bottom):4px solid", page)) == pieces > 0
    assert page == to_html(build_report(open_run(branched_run)))


def test_findings_of_the_maps(branched_run: Path, rows: pd.DataFrame) -> None:
    """The findings name the mean over all decisions of a cell, with its sign."""
    points = build_report(open_run(branched_run), ["overview"]).sections[0].points
    mean = rows[rows["cell"] == 0]["difference"].mean()
    better = "Go" if mean > 0 else "Stop"
    assert any(re.search(rf"{better} gains {abs(mean):.1f}\d* points a decision more", point) for point in points)
    assert 3 <= len(points) <= 6


def test_equilibrium_is_that_of_the_means(thresholds_run: Path, thresholds_report: Report) -> None:
    """Weights and exploitability are those of the matrix of mean payoffs, read plainly from the parts."""
    manifest = json.loads((thresholds_run / "manifest.json").read_text())
    games = ds.dataset(thresholds_run / "parts").to_table().to_pandas()
    games["a"] = games["payoff_s0"].where(games["entrant_s0"] == "a", games["payoff_s1"])
    means = games.groupby("cell")["a"].mean()
    path_a, path_b = "entrants.a.params.go_below", "entrants.b.params.go_below"
    matrix = pd.DataFrame(
        [(cell["swept"][path_a], cell["swept"][path_b], means[cell["cell"]]) for cell in manifest["cells"]],
        columns=["a", "b", "mean"],
    ).pivot_table(index="a", columns="b", values="mean")
    expected = solve(matrix.to_numpy())
    table = table_named(thresholds_report.sections[3], "equilibrium")
    assert [row["threshold"] for row in table.rows] == list(matrix.index)
    for row, weight, lost in zip(table.rows, expected.rows, expected.exploitable_by, strict=True):
        assert row["weight"].value == pytest.approx(weight, abs=1e-6)
        assert row["exploitable"].value == pytest.approx(lost, abs=1e-6)
        for estimate in (row["weight"], row["exploitable"], row["against_mix"]):
            assert estimate.low <= estimate.high
    assert "exactly 0 points a game, by symmetry" in table.caption.text
