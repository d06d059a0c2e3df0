"""`simcore tune`: its JSON, the fragment that pastes into a scenario, its faults."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

CALL = ("tune", "go_stop/tune_threshold", "--set", "tune.budget=60_000", "-n", "4000")


def test_json_and_fragment(shell: Any) -> None:
    """The fragment is an entrant that a scenario plays; the trace has a row for each generation."""
    told = shell.call(*CALL, "--json").json
    assert told["schema"] == "simcore.tune/1"
    assert set(told["best"]) == {"go_below", "min_turns_left", "max_opponent_points"}
    assert [row["generation"] for row in told["trace"]] == list(range(1, len(told["trace"]) + 1))
    assert told["held_out_games"] == 8000
    low, high = told["gain"]["ci"]
    assert low < told["gain"]["value"] < high
    (entrant,) = tomllib.loads(told["toml"])["entrants"]
    assert entrant["params"] == {**entrant["params"], **told["best"]}
    scenario = f'schema = 1\ngame = "go_stop"\ngames = 10\n{told["toml"]}\n'
    Path("pasted.toml").write_text(scenario, encoding="utf-8")
    assert shell.call("run", "pasted.toml", "--json").json["games"] == 10


def test_text(shell: Any) -> None:
    """Finding, figures, course, fragment, n, seed and method."""
    done = shell.call(*CALL)
    assert done.code == 0
    for part in (
        "candidate (threshold)",
        "search never met",
        "[[entrants]]",
        "seed 20261129",
        "CatCMAwM",
        "# simcore tune",
    ):
        assert part in done.out


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("go_stop/base",), ["tune", "is missing"]),
        (("go_stop/tune_threshold", "--set", "tune.entrant=nobody"), ["tune.entrant", "'nobody'", "candidate"]),
        (("go_stop/tune_threshold", "--set", "tune.budget=5"), ["tune.budget", "5", "10000 to"]),
        (("go_stop/tune_threshold", "--set", "tune.params.go_below=[1]"), ["tune.params.go_below"]),
        (
            ("go_stop/tune_threshold", "--set", "lineups.seats=[['stops', 'goes']]"),
            ["tune.entrant", "sits in no line-up"],
        ),
        (("go_stop/tune_threshold", "--set", "tune.params.go=[1, 2]"), ["tune.params.go", "go_below"]),
        (("go_stop/tune_threshold", "--set", "tune.extra=1"), ["tune.extra"]),
        (("go_stop/tune_threshold", "--set", "sweep={'params.point_threshold' = [6, 7]}"), ["sweep"]),
    ],
)
def test_bad_options_get_one_line(shell: Any, words: tuple[str, ...], parts: list[str]) -> None:
    """File or option, key, value and what is allowed, exit code 2."""
    fault = shell.call("tune", *words).fault(2)
    for part in parts:
        assert part in fault
