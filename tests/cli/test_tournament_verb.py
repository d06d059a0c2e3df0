"""`simcore tournament`: its JSON, its text, its faults."""

from __future__ import annotations

from typing import Any

import pytest

CALL = ("tournament", "go_stop/ladder", "-n", "400", "--seed", "4")


def test_json(shell: Any) -> None:
    """Every key that callers rely on: square tables, shares that add up, ratings from high to low."""
    found = shell.call(*CALL, "--json").json
    names = [entrant["name"] for entrant in found["entrants"]]
    n = len(names)
    assert found["schema"] == "simcore.tournament/1"
    for key in ("payoff", "payoff_se", "advantage"):
        assert [len(row) for row in found[key]] == [n] * n
    for key in ("nash", "alpha_rank"):
        assert sum(entry["share"] for entry in found[key].values()) == pytest.approx(1)
        assert list(found[key]) == names
    elos = [rating["elo"] for rating in found["ratings"]]
    assert elos == sorted(elos, reverse=True)
    assert found["ratings"][-1]["entrant"] == "random"
    assert len(found["rows"]) == n * (n - 1)
    assert (found["games"], found["deals"], found["seed"]) == (400 * n * (n - 1) // 2, 200, 4)


def test_text(shell: Any) -> None:
    """The finding comes first, and n, seed, method and command stand below."""
    done = shell.call(*CALL)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "go_stop/ladder: go_stop, 2 players, 7 entrants"
    assert lines[1] in ("No entrant beats all others.",) or "beats every other entrant" in lines[1]
    assert "seed 4; method: shared deals" in done.out
    focus = shell.call(*CALL, "--focus", "random")
    assert "random gains more than none of the others and less than always_go, " in focus.out
    assert "random against each" in focus.out
    assert shell.here() == ["mine.toml"]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (("go_stop/laddr",), ["'go_stop/laddr'", "go_stop/ladder"]),
        (("go_stop/ladder", "--focus", "gredy"), ["--focus", "did you mean 'greedy'"]),
        (("go_stop/thresholds",), ["sweep", "--set"]),
        (("go_stop/ladder", "--workers", "x"), ["--workers", "'x'"]),
    ],
)
def test_bad_options_get_one_line(shell: Any, words: tuple[str, ...], parts: list[str]) -> None:
    """Option, value and what is allowed, exit code 2."""
    fault = shell.call("tournament", *words).fault(2)
    for part in parts:
        assert part in fault
