"""`simcore.run` plays what the command line plays, and its numbers are those of the rows."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import simcore
from simcore.errors import DamagedRunError, InputError
from simcore.scenario.load import shipped_folder

NAME = "go_stop/smoke"
FILE = shipped_folder() / f"{NAME}.toml"
RAW: dict[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))
SIX = {"params.point_threshold": 6}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder: that is where runs go by default."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A run of several cells."""
    place = tmp_path_factory.mktemp("played") / "run"
    return simcore.run("go_stop/thresholds", games=120, seed=9, out=place)


# ---- the same results


def test_every_spelling_plays_what_the_command_line_plays(folder: Path, command_line: Callable[..., Any]) -> None:
    """A name, a path, a dict, a Scenario and their settings give the digests of the command line."""
    expected = command_line(
        folder, "run", NAME, "-n", "300", "--seed", "3", "--set", "params.point_threshold=6", "--out", "cli"
    )
    loaded = simcore.Scenario.load(NAME, games=7, settings=SIX)
    calls = {
        "name": simcore.run(NAME, games=300, seed=3, settings=SIX, out="name"),
        "path": simcore.run(FILE, games=300, seed=3, settings=SIX, out="path"),
        "text": simcore.run(str(FILE), games=np.int64(300), seed=3, settings=SIX, out="text", workers=1),
        "dict": simcore.run({**RAW, "params": {"point_threshold": 6}, "games": 300, "seed": 3}, out=folder / "dict"),
        "scenario": simcore.run(loaded, games=300, seed=3, out="scenario"),
        "from_dict": simcore.run(simcore.Scenario.from_dict(RAW, games=300, seed=3, settings=SIX), out="from_dict"),
    }
    for name, run in calls.items():
        assert run.result_digest == expected["result_digest"], name
        assert run.manifest["scenario_digest"] == expected["scenario_digest"], name
        assert run.path == (folder / "dict" if name == "dict" else Path(name))
        assert run.manifest["games"] == expected["games"]


def test_a_run_goes_where_the_command_line_puts_it(folder: Path, command_line: Callable[..., Any]) -> None:
    """Without `out` the run lies where the command puts it, and is not played again."""
    run = simcore.run(NAME, games=100, seed=4)
    told = command_line(folder, "run", NAME, "-n", "100", "--seed", "4")
    assert (told["run_dir"], told["games_played_now"]) == (str(run.path), 0)
    written = run.path / "manifest.json"
    before = written.stat().st_mtime_ns
    assert simcore.run(NAME, games=100, seed=4).result_digest == run.result_digest
    assert written.stat().st_mtime_ns == before
    simcore.run(NAME, games=100, seed=4, force=True)
    assert written.stat().st_mtime_ns > before


def test_the_command_makes_the_run_again(folder: Path, command_line: Callable[..., Any]) -> None:
    """A run from Python names the command that makes the same rows; a dict has none."""
    settings = {"params.four_in_hand": "side_payment", "params.junk_zero_exempt": True}
    run = simcore.run(NAME, games=100, settings=settings, out="first")
    words = run.manifest["command"].replace("'", "").split()
    assert words[:2] == ["simcore", "run"]
    told = command_line(folder, *words[1:], "--out", "second")
    assert told["result_digest"] == run.result_digest
    assert simcore.run(RAW, games=100, out="third").manifest["command"] == ""


# ---- reading


def test_rows_are_those_of_the_parts(played: Any) -> None:
    """Arrow and pandas give all rows by cell and game, whole or a few columns."""
    table = played.to_arrow()
    assert table.column_names == [column["name"] for column in played.manifest["columns"]]
    assert len(table) == played.manifest["games"] == 100 * 120
    frame = played.to_pandas()
    assert frame["cell"].is_monotonic_increasing
    assert (frame["game_index"] == np.tile(np.arange(120), 100)).all()
    few = played.to_pandas(["reason", "payoff_s1"])
    assert list(few.columns) == ["reason", "payoff_s1"]
    assert (few["payoff_s1"] == frame["payoff_s1"]).all()
    assert set(few["reason"].cat.categories) == {"stop", "four_in_hand", "three_ppuk", "nagari"}


def test_further_tables() -> None:
    """A further table of a run is read by its name."""
    asked = {**RAW, "tables": {"go_value": {"continuations": 2}}}
    run = simcore.run(asked, games=60, out="branched")
    (told,) = run.manifest["tables"]
    frame = run.to_pandas(table="go_value")
    assert len(frame) == told["rows"] > 0
    assert list(frame.columns) == [column["name"] for column in told["columns"]]
    with pytest.raises(InputError, match="'go_values' is unknown; allowed: games, go_value"):
        run.to_pandas(table="go_values")


def test_open_run_reads_what_was_played(played: Any, folder: Path) -> None:
    """A run directory is opened with all its numbers; another folder is refused."""
    opened = simcore.open_run(str(played.path))
    assert opened.manifest == played.manifest
    assert opened.summary().equals(played.summary())
    assert "12,000 games in 100 cells" in repr(opened)
    with pytest.raises(DamagedRunError, match=r"manifest\.json is missing"):
        simcore.open_run(folder)


def test_a_changed_part_is_refused() -> None:
    """A part whose bytes are not those of the manifest is not read."""
    run = simcore.run(NAME, games=100, out="damaged")
    part = run.path / run.manifest["parts"][0]["file"]
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)
    with pytest.raises(DamagedRunError, match=r"parquet: is not what manifest\.json lists"):
        run.to_arrow()


def test_report_is_that_of_the_command_line(played: Any, folder: Path, command_line: Callable[..., Any]) -> None:
    """The report has the content that the verb prints, and becomes one HTML page."""
    told = command_line(folder, "report", str(played.path), "--section", "strategies")
    report = json.loads(json.dumps(played.report("strategies").to_dict()))
    assert report == {key: told[key] for key in report}
    assert played.html("strategies").startswith("<!DOCTYPE html>")


# ---- the summary


def by_deal(frame: Any, values: Any) -> Any:
    """Return the sums of each deal."""
    return values.groupby(frame["deal_index"]).sum().to_numpy()


def ratio(above: Any, below: Any) -> tuple[float, float, int]:
    """Return a ratio of sums over deals, its standard error (Cochran's linearisation), and the deals."""
    n = len(above)
    value = above.sum() / below.sum()
    residuals = above - value * below
    return value, math.sqrt(n / (n - 1) * (residuals**2).sum()) / below.sum(), n


def t_interval(value: float, se: float, n: int) -> tuple[float, float]:
    half = stats.t.ppf(0.975, n - 1) * se
    return value - half, value + half


def wilson(value: float, se: float, n: int) -> tuple[float, float]:
    """Return Wilson's interval at the effective number of games."""
    t, games = stats.t.ppf(0.975, n - 1), value * (1 - value) / se**2
    centre = (value + t * t / (2 * games)) / (1 + t * t / games)
    half = t / (1 + t * t / games) * math.sqrt(value * (1 - value) / games + t * t / (4 * games**2))
    return centre - half, centre + half


def check_row(row: Any, payoff: Any, share: Any) -> None:
    for name, expected, interval in (("payoff", payoff, t_interval), ("win_share", share, wilson)):
        found = [row[f"{name}{end}"] for end in ("", "_low", "_high")]
        # deals that are all alike say nothing of the spread
        ends = interval(*expected) if expected[1] > 0 else (math.nan, math.nan)
        assert found == pytest.approx([expected[0], *ends], nan_ok=True)


def test_summary_by_entrant(played: Any) -> None:
    """Payoff, win share and both intervals of every cell and entrant follow from the rows."""
    rows, summary = played.to_pandas(), played.summary()
    assert len(summary) == 200
    checked = 0
    for _, row in summary.iterrows():
        cell = played.cells[row["cell"]]
        assert row["entrants.a.params.go_below"] == cell["swept"]["entrants.a.params.go_below"]
        assert (row["games"], row["deals"]) == (120, 60)
        if row["entrants.a.params.go_below"] == row["entrants.b.params.go_below"]:
            assert (row["payoff"], row["payoff_low"], row["payoff_high"]) == (0, 0, 0)
            continue
        games = rows[rows["cell"] == row["cell"]]
        first = games["entrant_s0"] == row["entrant"]
        payoff = games["payoff_s0"].where(first, games["payoff_s1"])
        wins = (payoff > 0) + (payoff == 0) / 2
        places = by_deal(games, payoff * 0 + 1)
        check_row(row, ratio(by_deal(games, payoff), places), ratio(by_deal(games, wins), places))
        checked += 1
    assert checked == 180
    assert summary.attrs["seed"] == 9
    assert summary.attrs["level"] == 0.95
    assert "deals as clusters" in summary.attrs["payoff"]


def test_summary_by_seat(played: Any) -> None:
    """Payoff and share of decided games of every cell and seat follow from the rows."""
    rows, summary = played.to_pandas(), played.summary("seat")
    assert len(summary) == 200
    for _, row in summary.iterrows():
        games = rows[rows["cell"] == row["cell"]]
        payoff = games[f"payoff_s{int(row['seat'])}"]
        won, decided = by_deal(games, payoff > 0), by_deal(games, payoff != 0)
        check_row(row, ratio(by_deal(games, payoff), by_deal(games, payoff * 0 + 1)), ratio(won, decided))


def test_summary_names_line_ups_and_alternatives() -> None:
    """Cells that differ in their entrants or in an alternative are told apart."""
    third = {"name": "third", "strategy": "random"}
    three = {**RAW, "entrants": [*RAW["entrants"], third], "alternatives": {"params.point_threshold": [5]}}
    summary = simcore.run(three, games=60, out="three").summary()
    assert summary["lineup"].nunique() == 3
    assert set(summary["alternative"]) == {"", "params.point_threshold=5"}


# ---- faults


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"scenario": "go_stop/bas"}, "did you mean 'go_stop/base'"),
        ({"scenario": 5}, "5 is not allowed; allowed: a shipped name, a path, a dict, a Scenario"),
        ({"scenario": {}}, "scenario: schema: is missing"),
        ({"scenario": {**RAW, "gams": 5}}, "scenario: gams: 'gams' is unknown"),
        ({"scenario": {**RAW, "params": {"point_threshold": "x"}}}, "params.point_threshold: 'x' is not allowed"),
        ({"games": 0}, "games: 0 is not allowed; allowed: 1 to"),
        ({"games": 1.5}, "games: 1.5 is not allowed; allowed: an integer"),
        ({"games": True}, "games: True is not allowed"),
        ({"seed": -1}, "seed: -1 is not allowed; allowed: 0 to"),
        ({"settings": {"params.point_treshold": 6}}, "did you mean 'point_threshold'"),
        ({"settings": {"nonsense.x": 6}}, "'nonsense' is unknown"),
        ({"settings": {5: 6}}, "settings: 5 is not allowed; allowed: a dotted path"),
        ({"settings": ["params.x=1"]}, "settings: .* allowed: a dict of dotted paths and values"),
        ({"workers": 0}, "workers: 0 is not allowed; allowed: 1 to 1024"),
        ({"workers": "2"}, "workers: '2' is not allowed"),
        ({"out": 7}, "out: 7 is not allowed; allowed: a path"),
        ({"out": ""}, "has no name of its own"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], told: str, folder: Path) -> None:
    """Every bad argument is one line that names it, and nothing is written."""
    with pytest.raises(InputError, match=told) as caught:
        simcore.run(**{"scenario": NAME, **arguments})
    assert "\n" not in str(caught.value)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda run: run.to_arrow(["payof_s0"]), "columns: 'payof_s0' is unknown; .*did you mean 'payoff_s0'"),
        (lambda run: run.to_pandas(table="turns"), "table: 'turns' is unknown; allowed: games"),
        (lambda run: run.summary("player"), "summary: 'player' is unknown; allowed: entrant, seat"),
        (lambda run: run.report("nothing"), "'nothing' is unknown; allowed: overview"),
    ],
)
def test_bad_questions(call: Callable[[Any], Any], told: str, played: Any) -> None:
    """A question that a run cannot answer is one line that says what it can."""
    with pytest.raises(InputError, match=told):
        call(played)
