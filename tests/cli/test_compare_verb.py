"""`simcore compare`: what it says, how it ends, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from simcore.cli.compare_verb import NOT_ENOUGH_DATA


def test_json_of_a_comparison(shell: Any) -> None:
    """Every key that callers rely on is there, and the text names the finding, n, seed and method."""
    call = ("compare", "--game", "go_stop", "--a", "defensive", "--b", "greedy", "-n", "400", "--seed", "9")
    told = shell.call(*call, "--json").json
    assert told["schema"] == "simcore.compare/1"
    keys = {"effect", "ci", "p_value", "win_share", "games", "pairs", "variance_saved", "seed", "method", "command"}
    assert keys <= told.keys()
    assert (told["games"], told["pairs"], told["seed"]) == (400, 200, 9)
    assert told["ci"][0] < told["effect"] < told["ci"][1]
    assert sum(told["counts"]) == 200
    text = shell.call(*call)
    assert text.code == 0
    assert "defensive gains more than greedy." in text.out
    assert "400 games, 200 deals, seed 9" in text.out
    assert shell.here() == ["mine.toml"]


def test_exit_codes(shell: Any) -> None:
    """A verdict either way is 0, games that run out are 4."""
    call = ("compare", "--game", "go_stop", "--a", "defensive", "--b", "greedy", "--json")
    for bounds, verdict, code in ((("0", "5"), "H1", 0), (("100", "120"), "H0", 0), (("23", "25"), "undecided", 4)):
        done = shell.call(*call, "--sprt", *bounds, "-n", "30000")
        told = json.loads(done.out)
        assert (told["verdict"], done.code) == (verdict, code)
        inside = told["lower"] < told["llr"] < told["upper"]
        assert inside == (verdict == "undecided")
    done = shell.call(*call, "--until", "0.001", "-n", "3000")
    assert (done.code, json.loads(done.out)["enough"]) == (NOT_ENOUGH_DATA, False)


def test_counts_are_calculated(shell: Any) -> None:
    """The published example, both models, and Elo with its interval."""
    call = ("compare", "--counts", "39,8843,19990,9058,27", "--sprt", "0", "5", "--json")
    logistic, normal = shell.call(*call).json, shell.call(*call, "--elo-model", "normalized").json
    assert logistic["llr"] == pytest.approx(-21.366782, abs=1e-6)
    assert normal["llr"] == pytest.approx(-2.241087, abs=1e-6)
    assert logistic["elo"] == pytest.approx(0.874151, abs=1e-6)
    assert logistic["elo_ci"][0] < 0 < logistic["elo_ci"][1]
    assert logistic["los"] == pytest.approx(0.9218, abs=1e-4)
    assert (logistic["verdict"], normal["verdict"]) == ("H0", "undecided")
    assert logistic["upper"] == pytest.approx(np.log(19))
    far = shell.call(
        "compare", "--counts", "0,0,1000000000000,0,0", "--sprt", "200", "400", *call[-1:], "--elo-model", "normalized"
    )
    assert (far.json["llr"], far.json["verdict"]) == (None, "undecided")
    assert "llr" not in shell.call("compare", "--counts", "1,2,3,2,1", "--json").json


PLAIN = ("--game", "go_stop", "--a", "greedy", "--b", "random")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ((), ["--a", "missing"]),
        (("--a", "greedy"), ["--b", "missing"]),
        (("--a", "greedy", "--b", "random"), ["--game", "go_stop"]),
        (("--game", "chess", "--a", "x", "--b", "y"), ["--game", "chess", "go_stop"]),
        ((*PLAIN[:4], "--b", "rndom"), ["'rndom'", "did you mean 'random'"]),
        ((*PLAIN, "--param-b", "x=1"), ["entrants.b.params.x"]),
        ((*PLAIN, "--param-b", "x"), ["'x'", "KEY=VALUE"]),
        ((*PLAIN, "--restrict-a", "never:x"), ["entrants.a.restrict", "'x'"]),
        ((*PLAIN, "--players", "3"), ["players", "3", "2"]),
        (("--game", "dog_park", "--a", "greedy", "--b", "random", "--players", "1"), ["--players", "1"]),
        (("--game", "dog_park", "--a", "greedy", "--b", "random", "--players", "3", "--sprt", "0", "5"), ["two seats"]),
        ((*PLAIN, "--sprt", "5", "0"), ["--sprt", "E0 below E1"]),
        ((*PLAIN, "--sprt", "0", "x"), ["--sprt", "'x'"]),
        ((*PLAIN, "--sprt", "nan", "5"), ["--sprt", "'nan'"]),
        ((*PLAIN, "--sprt", "0"), ["--sprt", "2 arguments"]),
        ((*PLAIN, "--sprt", "0", "5", "--until", "1"), ["--until", "--sprt"]),
        ((*PLAIN, "--until", "-1"), ["--until", "-1"]),
        ((*PLAIN, "--alpha", "0.7"), ["--alpha", "0.7"]),
        ((*PLAIN, "--elo-model", "bayes"), ["--elo-model", "logistic"]),
        ((*PLAIN, "-n", "0"), ["--games", "0"]),
        ((*PLAIN, "--seed", "-1"), ["--seed", "-1"]),
        ((*PLAIN, "--set", "params.nope=1"), ["params.nope"]),
        ((*PLAIN, "--workers", "0"), ["--workers", "0"]),
        (("--counts", "1,2,3"), ["--counts", "five counts"]),
        (("--counts", "0,0,0,0,0"), ["--counts", "not all 0"]),
        (("--counts", "1,2,x,4,5"), ["--counts", "'x'"]),
        (("--counts", "1,2,3,4,5", "--game", "go_stop"), ["--counts", "plays no games"]),
    ],
)
def test_bad_options_get_one_line(shell: Any, words: tuple[str, ...], parts: list[str]) -> None:
    """Option, value and what is allowed, exit code 2, and nothing played."""
    fault = shell.call("compare", *words).fault(2)
    for part in parts:
        assert part in fault
