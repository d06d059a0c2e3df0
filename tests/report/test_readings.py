"""What alternatives change: the report against a plain join of the cells, game by game."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from simcore.engine import registry
from simcore.errors import InputError
from simcore.report.build import build_report
from simcore.report.cells import Cells
from simcore.report.grid import find_grid
from simcore.report.model import Report, Section
from simcore.running.chunks import Shard
from simcore.running.reader import open_run
from simcore.scenario.build import build_scenario

Play = Callable[..., Path]

# differences of shares are shown in percentage points
MEASURES = {"first": 100.0, "draws": 100.0, "payment": 1.0, "turns": 1.0}

MIXED = """
schema = 1
game = "go_stop"
games = 600
seed = 9
entrants = [
    { name = "a", strategy = "coin_go" },
    { name = "b", strategy = "random" },
    { name = "c", strategy = "threshold" },
]
[alternatives]
"params.last_turn_stop_only" = ["turn_20"]
"params.cup_stealable" = [true]
"entrants.c.params.go_below" = [60]
"""


@pytest.fixture(scope="module")
def mixed_run(play: Play, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three entrants, every two of them in both orders of the seats: two games a deal."""
    path = tmp_path_factory.mktemp("scenario") / "mixed.toml"
    path.write_text(MIXED)
    return play(str(path), [])


@pytest.fixture(scope="module")
def shipped_run(play: Play) -> Path:
    """400 games of each cell of the shipped scenario."""
    return play("go_stop/readings", [("games", 400)])


@pytest.fixture(scope="module")
def shipped_report(shipped_run: Path) -> Report:
    """Its report."""
    return build_report(open_run(shipped_run), ["overview", "readings"])


def _games(run: Path) -> pd.DataFrame:
    games = pd.concat([pd.read_parquet(path) for path in sorted((run / "parts").iterdir())], ignore_index=True)
    games["winner"] = np.sign(games["payoff_s0"])
    games["decided"] = (games["winner"] != 0).astype(int)
    games["first"] = (games["winner"] > 0).astype(int)
    games["draws"] = 1 - games["decided"]
    games["payment"] = games["payoff_s0"].abs()
    games["turns"] = games["n_turns"]
    games["games"] = 1
    return games


def _ratio(games: pd.DataFrame, key: str) -> tuple[float, pd.Series]:
    """A ratio and its residuals by deal, divided by what it is per."""
    per = "decided" if key in ("first", "payment") else "games"
    deals = games.groupby("deal_index")[[key, per]].sum()
    value = deals.iloc[:, 0].sum() / deals.iloc[:, 1].sum()
    return value, (deals.iloc[:, 0] - value * deals.iloc[:, 1]) / deals.iloc[:, 1].sum()


def _section(run: Path) -> Section:
    return build_report(open_run(run), ["readings"]).sections[0]


def _rows(section: Section, name: str) -> list[dict[str, Any]]:
    return next(table.rows for table in section.tables if table.name == name)


def _compare(section: Section, number: int, games: pd.DataFrame, cells: list[int], comparisons: int) -> None:
    """Compare the tables of one line-up with the join of its first cell and each other."""
    written = games[games["cell"] == cells[0]]
    n_deals = written["deal_index"].nunique()
    quantile = stats.t.ppf(1 - 0.05 / 2 / comparisons, n_deals - 1)
    rows, values = _rows(section, f"changes_{number}"), _rows(section, f"values_{number}")
    assert len(rows) == len(values) - 1 == len(cells) - 1
    for row, value, cell in zip(rows, values[1:], cells[1:], strict=True):
        other = games[games["cell"] == cell]
        joined = written.merge(other, on=["game_index", "deal_index"], suffixes=("_a", "_b"))
        assert row["winner_changed"].value == pytest.approx((joined["winner_a"] != joined["winner_b"]).mean())
        assert row["result_changed"].value == pytest.approx((joined["payoff_s0_a"] != joined["payoff_s0_b"]).mean())
        for key, scale in MEASURES.items():
            (before, residual), (after, other_residual) = _ratio(written, key), _ratio(other, key)
            assert value[key].value == pytest.approx(after)
            assert row[key].value == pytest.approx(scale * (after - before), abs=1e-12)
            error = scale * np.sqrt(n_deals / (n_deals - 1) * ((other_residual - residual) ** 2).sum())
            if error > 1e-12:
                assert row[key].half_width == pytest.approx(quantile * error)
            else:
                assert (row[key].low, row[key].note) == (None, "same")


def test_rotated_lineups_against_a_join(mixed_run: Path) -> None:
    """Shares changed, values and paired differences are those of the join; two games of a deal are one cluster."""
    section, games = _section(mixed_run), _games(mixed_run)
    readings = ["last_turn_stop_only turn_20", "cup_stealable true", "c go_below 60"]
    assert [row["reading"] for row in _rows(section, "changes_0")] == readings
    for number in range(3):
        _compare(section, number, games, [number, number + 3, number + 6, number + 9], 9)
    # an entrant that is not at the table changes nothing there
    assert [_rows(section, f"changes_{number}")[2]["result_changed"].value > 0 for number in range(3)] == [0, 1, 1]


def test_shipped_readings_against_a_join(shipped_run: Path, shipped_report: Report) -> None:
    """Each line-up is compared with its own cell as written; intervals hold at once for all line-ups."""
    games, section = _games(shipped_run), shipped_report.sections[1]
    cells = open_run(shipped_run).manifest["cells"]
    for number, name in enumerate(("coin", "random", "bold")):
        own = [cell["cell"] for cell in cells if cell["seatings"] == [[name, name]]]
        assert own[:2] == [number, number + 3]
        _compare(section, number, games, own, 78)
        table = next(table for table in section.tables if table.name == f"changes_{number}")
        assert table.title == f"What changes: {name} v {name}"
        assert f"{name} = " in table.caption.text
        assert "78 intervals at once (Bonferroni)" in table.caption.made


def test_ranks_follow_the_share_of_results_changed(shipped_report: Report) -> None:
    """The reading that changes most has rank 1; equal shares have equal ranks."""
    rows = _rows(shipped_report.sections[1], "changes_0")
    by_share = sorted(rows, key=lambda row: -row["result_changed"].value)
    assert by_share[0]["rank"] == 1
    for row in rows:
        assert row["rank"] == 1 + sum(other["result_changed"].value > row["result_changed"].value for other in rows)


def test_chunks_do_not_show(play: Play, shipped_run: Path, shipped_report: Report) -> None:
    """The same games in other parts give the same numbers."""
    cut = play("go_stop/readings", [("games", 400)], chunk_games=150)
    assert len(open_run(cut).manifest["parts"]) == 3 * len(open_run(shipped_run).manifest["parts"])
    again = build_report(open_run(cut), ["overview", "readings"])
    assert again.to_dict() == shipped_report.to_dict()


def test_parameters_are_told_once(shipped_report: Report) -> None:
    """The first table lists what is varied with value as written, readings, meaning and rule."""
    rows = {row["path"]: row for row in _rows(shipped_report.sections[1], "alternatives")}
    assert len(rows) == 20
    assert rows["params.junk_doubler_below"]["values"] == "0, 6, 8"
    assert rows["params.last_turn_pile_steals"]["written"] == "true"
    assert rows["params.go_bonus"]["source"] == "R73, A4"


@pytest.mark.parametrize(
    ("settings", "shard", "words"),
    [
        ([("alternatives", None)], None, "needs a run of a scenario with [alternatives]"),
        ([("games", 300)], Shard(1, 4), "combine the shards first"),
    ],
)
def test_why_not(play: Play, base_run: Path, settings: list[tuple[str, Any]], shard: Shard | None, words: str) -> None:
    """A run without alternatives, and one whose cells have other games, have no such section."""
    run = play("go_stop/readings", settings, shard=shard, chunk_games=60) if shard else base_run
    with pytest.raises(InputError, match=re.escape(words)):
        build_report(open_run(run), ["readings"])
    assert "readings" not in [section.name for section in build_report(open_run(run)).sections]


def test_other_seats_are_not_compared(play: Play, tmp_path: Path) -> None:
    """Alternatives that seat the entrants otherwise meet other deals: alone they make no section."""
    path = tmp_path / "seats.toml"
    head = MIXED.partition("[alternatives]")[0]
    path.write_text(head + '[alternatives]\n"lineups.mode" = ["fixed"]\n')
    with pytest.raises(InputError, match="leave the line-ups as they are"):
        _section(play(str(path), []))
    path.write_text(head + '[alternatives]\n"lineups.mode" = ["fixed"]\n"params.sseul" = ["any_clear"]\n')
    assert [row["reading"] for row in _rows(_section(play(str(path), [])), "changes_0")] == ["sseul any_clear"]


# ---- key findings


@pytest.fixture(scope="module", params=[1, 7, 60, 400, 3000])
def told(request: pytest.FixtureRequest, play: Play) -> tuple[int, list[str], Section]:
    """Key findings and section at some numbers of games."""
    report = build_report(open_run(play("go_stop/readings", [("games", request.param)])), ["overview", "readings"])
    return request.param, report.sections[0].points, report.sections[1]


def _ends(found: Any) -> tuple[float, float]:
    """The interval of the absolute value, for a plain check."""
    if found.note == "same":
        return 0.0, 0.0
    inside = found.low <= 0 <= found.high
    return (0.0 if inside else min(abs(found.low), abs(found.high))), max(abs(found.low), abs(found.high))


STARTS = {
    "result_changed": "The result of a game",
    "winner_changed": "Who wins changes",
    "first": "The first seat's share",
    "payment": "The winner's payoff",
}


@pytest.mark.parametrize("key", STARTS)
def test_most_is_claimed_only_where_no_other_may_be_it(key: str, told: tuple[int, list[str], Section]) -> None:
    """Whatever is named as changing most may be it, and every reading that may be it is named."""
    games, points, section = told
    sentence = next((point for point in points if point.startswith(STARTS[key])), "")
    claims = re.findall(
        r"([^;(]*) \(([^()]* with [^()]*)\)", sentence.rpartition("most under")[2].rpartition(" (95")[0]
    )
    claims += re.findall(r"under ([^;(]*) \(([^()]* with [^()]*)\)", sentence) if not claims and sentence else []
    if games < 60:
        assert not claims or games > 1
    for names, values in claims:
        for lineup in re.findall(r"with (\w+) v", values):
            number = ("coin", "random", "bold").index(lineup)
            ends = {row["reading"]: _ends(row[key]) for row in _rows(section, f"changes_{number}")}
            named = {name for name in ends if re.search(rf"(^|\W){re.escape(name)}($|\W)", names)}
            best = max(low for low, _ in ends.values())
            assert named == {name for name, (_, high) in ends.items() if high >= best}
            assert best > 0


def test_never_more_than_six_findings(told: tuple[int, list[str], Section]) -> None:
    """There are at most six; a single deal claims nothing of readings."""
    games, points, _ = told
    assert len(points) <= 6
    if games == 1:
        assert not any(point.startswith(start) for point in points for start in STARTS.values())


def test_clear_moves_are_counted(told: tuple[int, list[str], Section]) -> None:
    """The count of readings that move the first seat's share is that of intervals without 0."""
    _, points, section = told
    sentence = next((point for point in points if point.startswith("The first seat's share")), "")
    for clear, n, lineup in re.findall(r"(\d+) of (\d+) with (\w+) v", sentence):
        rows = _rows(section, f"changes_{('coin', 'random', 'bold').index(lineup)}")
        found = [row["first"] for row in rows]
        outside = sum(one.low is not None and (one.low > 0 or one.high < 0) for one in found)
        assert (int(clear), int(n)) == (outside, len(rows))


def test_never_is_said_of_what_never_happened(told: tuple[int, list[str], Section]) -> None:
    """Readings under which nothing changed, or only payments, are those of the tables, with the upper end."""
    games, points, section = told
    tables = [_rows(section, f"changes_{number}") for number in range(3)]
    for start, key in (("No result changed", "result_changed"), ("What seats gain changed", "winner_changed")):
        sentence = next((point for point in points if point.startswith(start)), "")
        if games == 1 or not sentence:
            continue
        for lines in zip(*tables, strict=True):
            name, _, value = lines[0]["reading"].rpartition(" ")
            listed = re.search(rf"{name} ([\w/]*/)?{value}\W", sentence) is not None
            never = all(row[key].value == 0 for row in lines)
            assert listed <= never
        bound = float(re.search(r"at most ([\d.]+) %", sentence)[1])  # type: ignore[index]
        assert bound >= 100 * max(row[key].high for lines in tables for row in lines if row[key].value == 0) - 1e-9


# ---- labels


def _described(**changes: Any) -> Cells:
    entrants = [{"name": name, "strategy": "threshold"} for name in "ab"]
    raw = {"schema": 1, "game": "go_stop", "entrants": entrants, **changes}
    cells = [cell.describe() for cell in build_scenario(raw, "test", "test").cells]
    return Cells(cells, registry.game("go_stop"))


def test_labels() -> None:
    """A cell is named by what it changes, and by its line-up where there are several."""
    alternatives = {"params.go_bonus": ["plus_count"], "params.junk_zero_exempt": [True]}
    one = _described(alternatives=alternatives, params={"point_threshold": 6})
    assert [one.label(cell) for cell in one.cells] == ["as written", "go_bonus plus_count", "junk_zero_exempt true"]
    assert one.group(one.cells[1]) == "a v b"
    assert [row["parameter"] for row in one.changed_rules()] == ["point_threshold"]
    two = _described(alternatives={"params.go_bonus": ["plus_count"]}, lineups={"seats": [["a", "a"], ["b", "b"]]})
    assert [two.label(cell) for cell in two.cells] == [
        "as written, a v a",
        "as written, b v b",
        "go_bonus plus_count, a v a",
        "go_bonus plus_count, b v b",
    ]


def test_a_square_beside_alternatives_is_none() -> None:
    """Cells of alternatives would fall into the places of the square."""
    sweep = {f"entrants.{name}.params.go_below": [7, 9] for name in "ab"}
    found = find_grid(_described(sweep=sweep, alternatives={"params.go_bonus": ["plus_count"]}), [])
    assert found == "needs a sweep without [alternatives]"
