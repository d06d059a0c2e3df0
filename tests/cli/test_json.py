"""--json of every verb: one object, its schema, and the fields of the contract."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from simcore.scenario.load import load_scenario, shipped_names


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("games", {"name", "title", "players"}),
        ("strategies", {"game", "name", "text", "parameters"}),
        ("scenarios", {"name", "title", "game", "cells", "games"}),
        ("cards", {"game"}),
    ],
)
def test_list(kind: str, fields: set[str], shell: Any) -> None:
    """`list` gives its rows, each with the same fields, and fewer or as many with --game."""
    found = shell.call("list", kind, "--json").json
    assert found["schema"] == "simcore.list/1"
    assert found["rows"]
    assert all(set(row) >= fields for row in found["rows"])
    of_game = shell.call("list", kind, "--game", "go_stop", "--json").json["rows"]
    assert of_game == [row for row in found["rows"] if row.get("game", row["name"]) == "go_stop"]


def test_list_knows_what_there_is(shell: Any) -> None:
    """Go-Stop, its strategies, all shipped scenarios and the 48 cards are listed."""
    assert "go_stop" in [row["name"] for row in shell.call("list", "games", "--json").json["rows"]]
    strategies = shell.call("list", "strategies", "--game", "go_stop", "--json").json["rows"]
    assert {"random", "greedy", "threshold"} <= {row["name"] for row in strategies}
    assert [row["name"] for row in shell.call("list", "scenarios", "--json").json["rows"]] == shipped_names()
    cards = shell.call("list", "cards", "--game", "go_stop", "--json").json["rows"]
    assert len({card["code"] for card in cards}) == 48


def test_every_game_has_random_and_greedy(shell: Any) -> None:
    """Every game ships at least the strategies `random` and `greedy`."""
    for game in shell.call("list", "games", "--json").json["rows"]:
        rows = shell.call("list", "strategies", "--game", game["name"], "--json").json["rows"]
        assert {"random", "greedy"} <= {row["name"] for row in rows}


def test_run(shell: Any) -> None:
    """`run` gives place, numbers, speed and digests, and writes what it says."""
    found = shell.call("run", "go_stop/smoke", "-n", 500, "--seed", 9, "--out", "here", "--json").json
    assert found["schema"] == "simcore.run/1"
    assert (found["run_dir"], found["games"], found["cells"]) == ("here", 500, 1)
    assert found["seconds"] >= 0
    assert found["games_per_second"] > 0
    manifest = json.loads(Path("here/manifest.json").read_text())
    assert found["scenario_digest"] == manifest["scenario_digest"] == load_scenario("go_stop/smoke").digest()
    assert found["result_digest"] == manifest["result_digest"]
    assert manifest["command"] == "simcore run go_stop/smoke -n 500 --seed 9"


def test_run_without_a_place(shell: Any) -> None:
    """Without --out a run lies at runs/<name>-<digest8>-<seed>, and `run_dir` says so."""
    found = shell.call("run", "go_stop/smoke", "-n", 30, "--seed", 5, "--json").json
    assert found["run_dir"] == f"runs/go_stop-smoke-{found['scenario_digest'][:8]}-5"
    assert Path(found["run_dir"], "manifest.json").is_file()


def test_a_run_that_is_there_is_told(shell: Any) -> None:
    """The second of two equal runs ends well with the same object, and says on stderr that it played nothing."""
    first = shell.call("run", "go_stop/smoke", "-n", 30, "--out", "here", "--json")
    second = shell.call("run", "go_stop/smoke", "-n", 30, "--out", "here", "--json")
    assert second.json["result_digest"] == first.json["result_digest"]
    assert "--force" in second.err
    assert "--force" not in first.err


def test_set_overrides_the_scenario(shell: Any) -> None:
    """--set, -n and --seed give the run that a file with these values gives."""
    settings = ["--set", "params.point_threshold=6", "--set", "entrants.a.strategy=random"]
    one = shell.call("run", "go_stop/smoke", "-n", 60, "--seed", 4, *settings, "--json").json
    text = '{a}[params]\npoint_threshold = 6\n[[entrants]]\nname = "a"\n{r}[[entrants]]\nname = "b"\n{r}'
    head = 'schema = 1\ngame = "go_stop"\ngames = 60\nseed = 4\nplayers = 2\n'
    Path("same.toml").write_text(text.format(a=head, r='strategy = "random"\n'))
    two = shell.call("run", "same.toml", "--json").json
    for key in ("scenario_digest", "result_digest", "games"):
        assert one[key] == two[key]


def test_replay(shell: Any) -> None:
    """`replay --json` gives a row a game, each with header, decisions and end."""
    found = shell.call("replay", "go_stop/smoke", "--games", "3:6", "--json").json
    assert found["schema"] == "simcore.replay/1"
    assert [row["header"]["game_index"] for row in found["rows"]] == [3, 4, 5]
    for row in found["rows"]:
        assert {decision["type"] for decision in row["decisions"]} == {"decision"}
        assert row["end"]["type"] == "end"


@pytest.mark.parametrize("workers", [1, 2])
def test_bench(workers: int, shell: Any) -> None:
    """`bench` gives speed, decisions and the line-up; a game of Go-Stop has 5 to 40 real decisions."""
    found = shell.call(
        *("bench", "--game", "go_stop", "--lineup", "greedy,random", "--seconds", "0.05"),
        *("--workers", workers, "--json"),
    ).json
    assert found["schema"] == "simcore.bench/1"
    (row,) = found["rows"]
    expected = {"game": "go_stop", "players": 2, "lineup": "greedy,random", "workers": workers}
    assert {key: row[key] for key in expected} == expected
    assert row["games_per_second"] > 1000
    assert 5 < row["decisions_per_game"] < 40
    assert row["decisions_per_second"] == pytest.approx(row["games_per_second"] * row["decisions_per_game"], rel=0.01)
    assert row["compile_seconds"] >= 0


def test_report(shell: Any) -> None:
    """`report` gives its sections."""
    shell.call("run", "go_stop/smoke", "-n", 2000, "--out", "here")
    found = shell.call("report", "here", "--json").json
    assert found["schema"] == "simcore.report/1"
    assert "overview" in json.dumps(found["sections"])


def test_stdout_holds_nothing_else(shell: Any) -> None:
    """In a process of its own a verb prints the object on stdout and nothing on stderr."""
    outcome = shell.process("run", "go_stop/smoke", "-n", 100, "--json")
    assert outcome.json["games"] == 100
    assert outcome.err == ""


def test_people_get_words(shell: Any) -> None:
    """Without --json `run` tells games, digest, place and what to do next."""
    outcome = shell.call("run", "go_stop/smoke", "-n", 100, "--out", "here")
    assert outcome.code == 0
    assert "100 games in 1 cell" in outcome.out
    assert "result digest" in outcome.out
    assert "simcore report here" in outcome.out
