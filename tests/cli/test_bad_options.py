"""Bad options: one line on stderr, exit code 2, nothing written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

RUN = ("run", "go_stop/smoke")
REPLAY = ("replay", "go_stop/smoke")
BENCH = ("bench", "--game", "go_stop")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (("rnu",), ["'rnu'", "allowed:", "did you mean 'run'?"]),
        (("--jsn",), ["--jsn"]),
        (("run",), ["SCENARIO"]),
        (("run", "go_stop/smkoe"), ["go_stop/smkoe", "did you mean 'go_stop/smoke'?"]),
        (("run", "go_stop/smoke", "extra"), ["extra"]),
        ((*RUN, "--wrokers", "2"), ["--wrokers", "--workers"]),
        ((*RUN, "-n"), ["-n"]),
        ((*RUN, "-n", "0"), ["--games", "0 is not allowed", "1 to"]),
        ((*RUN, "-n", "-5"), ["--games", "-5"]),
        ((*RUN, "-n", "many"), ["--games", "'many'"]),
        ((*RUN, "-n", "1e6"), ["--games", "'1e6'"]),
        ((*RUN, "-n", "1.5"), ["--games", "'1.5'"]),
        ((*RUN, "-n", str(10**12 + 1)), ["--games", "1 to 1000000000000"]),
        ((*RUN, "-n", "9" * 5000), ["--games"]),
        ((*RUN, "-n", ""), ["--games", "''"]),
        ((*RUN, "--seed", str(2**64)), ["--seed", str(2**64), f"0 to {2**64 - 1}"]),
        ((*RUN, "--seed", "-1"), ["--seed", "-1"]),
        ((*RUN, "--seed", "0x10"), ["--seed", "'0x10'"]),
        ((*RUN, "--seed", "nan"), ["--seed", "'nan'"]),
        ((*RUN, "--set", "nonsense"), ["--set", "'nonsense'", "KEY=VALUE"]),
        ((*RUN, "--set", "nonsense=1"), ["--set", "nonsense"]),
        ((*RUN, "--set", "params.point_treshold=6"), ["point_treshold", "did you mean 'point_threshold'?"]),
        ((*RUN, "--set", "params.point_threshold=0"), ["params.point_threshold", "0 is not allowed"]),
        ((*RUN, "--set", "entrants.c.strategy=greedy"), ["entrants.c.strategy", "allowed: a, b"]),
        ((*RUN, "--set", "entrants.a.strategy=greddy"), ["entrants.a.strategy", "did you mean 'greedy'?"]),
        ((*RUN, "--shard", "0/3"), ["--shard", "'0/3'", "1 <= K <= M"]),
        ((*RUN, "--shard", "4/3"), ["--shard", "'4/3'"]),
        ((*RUN, "--shard", "1"), ["--shard", "'1'"]),
        ((*RUN, "--shard", "1/0"), ["--shard"]),
        ((*RUN, "--shard", "a/b"), ["--shard", "'a/b'"]),
        ((*RUN, "--shard", "1/2/3"), ["--shard"]),
        ((*RUN, "--workers", "0"), ["--workers", "0 is not allowed"]),
        ((*RUN, "--workers", "two"), ["--workers", "'two'"]),
        ((*RUN, "--workers", str(10**30)), ["--workers"]),
        ((*RUN, "--out", "mine.toml"), ["--out", "mine.toml", "is a file"]),
        ((*RUN, "--out", "mine.toml/x"), ["--out", "mine.toml/x"]),
        ((*RUN, "--out", "."), ["--out", "."]),
        ((*RUN, "--out", ".."), ["--out"]),
        ((*RUN, "--out", "x" * 300), ["--out"]),
        ((*REPLAY,), ["--game I", "--games A:B"]),
        ((*REPLAY, "--game", "1", "--games", "0:2"), ["--game", "--games"]),
        ((*REPLAY, "--game", "-1"), ["--game", "-1"]),
        ((*REPLAY, "--game", "one"), ["--game", "'one'"]),
        ((*REPLAY, "--games", "5:5"), ["--games", "'5:5'", "A < B"]),
        ((*REPLAY, "--games", "7:5"), ["--games", "'7:5'"]),
        ((*REPLAY, "--games", "5"), ["--games", "'5'", "A:B"]),
        ((*REPLAY, "--games", "a:b"), ["--games"]),
        ((*REPLAY, "--games", ":"), ["--games"]),
        ((*REPLAY, "--games", "0:1:2"), ["--games"]),
        ((*REPLAY, "--game", "0", "--cell", "999"), ["--cell", "999", "0 to 0"]),
        ((*REPLAY, "--game", "0", "--cell", "-1"), ["--cell"]),
        ((*REPLAY, "--game", "0", "--format", "xml"), ["--format", "xml", "jsonl"]),
        ((*BENCH, "--seconds", "nan"), ["--seconds", "'nan'"]),
        ((*BENCH, "--seconds", "inf"), ["--seconds", "'inf'"]),
        ((*BENCH, "--seconds", "0"), ["--seconds"]),
        ((*BENCH, "--seconds", "-1"), ["--seconds"]),
        ((*BENCH, "--seconds", "soon"), ["--seconds", "'soon'"]),
        ((*BENCH, "--workers", "0"), ["--workers"]),
        ((*BENCH, "--players", "0"), ["--players"]),
        ((*BENCH, "--players", "5"), ["--players", "5 is not allowed", "go_stop"]),
        ((*BENCH, "--lineup", "random"), ["1 is not allowed"]),
        ((*BENCH, "--lineup", ""), ["1 is not allowed"]),
        ((*BENCH, "--lineup", "random,"), ["--lineup"]),
        ((*BENCH, "--lineup", "random,greddy"), ["--lineup", "did you mean 'greedy'?"]),
        ((*BENCH, "--lineup", "random,random", "--players", "3"), ["--players"]),
        (("bench", "--game", "gostop"), ["--game", "did you mean 'go_stop'?"]),
        (("bench", "--game", ""), ["--game", "''"]),
        (("list",), ["games", "strategies"]),
        (("list", "decks"), ["decks", "cards"]),
        (("list", "cards", "--game", "gostop"), ["--game", "did you mean 'go_stop'?"]),
        (("list", "games", "--strategy-file", "missing.py"), ["missing.py", "no such file"]),
        ((*RUN, "--strategy-file", "."), ["no such file"]),
        ((*RUN, "--strategy-file", "mine.toml"), ["mine.toml"]),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else "",
)
def test_bad_options(arguments: tuple[str, ...], parts: list[str], shell: Any) -> None:
    """Each gives code 2 and one line that names option and value, before anything is played or written."""
    before = shell.here()
    fault = shell.call(*arguments).fault()
    assert fault.startswith("simcore")
    for part in parts:
        assert part in fault
    assert len(fault) < 1000
    assert shell.here() == before


@pytest.mark.parametrize("place", ["x", "runs"])
def test_no_run_is_a_failure_of_the_machine(place: str, shell: Any) -> None:
    """`report` of a directory that is no finished run ends with code 1 and one line."""
    Path("runs").mkdir()
    assert place in shell.call("report", place).fault(1)


def test_bad_options_in_a_process(shell: Any) -> None:
    """The installed command ends like the function: code 2, one line, no traceback."""
    before = shell.here()
    assert "'smoek'" in shell.process("run", "smoek").fault()
    assert "'--bogus'" in shell.process("run", "go_stop/smoke", "--bogus").fault()
    assert shell.here() == before


def test_debug_shows_the_traceback(shell: Any) -> None:
    """--debug, and only --debug, shows where an error comes from."""
    outcome = shell.process("run", "smoek", "--debug")
    assert outcome.code == 1
    assert "Traceback" in outcome.err
    assert "InputError" in outcome.err


@pytest.mark.skipif(sys.platform != "linux", reason="names that are not UTF-8 are Linux's")
def test_names_that_are_not_utf8(shell: Any) -> None:
    """A scenario file and a run directory may have names of any bytes."""
    odd = b"a\xff".decode(errors="surrogateescape")
    text = (Path(__file__).parents[2] / "scenarios/go_stop/smoke.toml").read_text()
    Path(f"{odd}.toml").write_text(text)
    one = shell.process("run", f"{odd}.toml", "-n", 10)
    assert (one.code, one.err) == (0, "")
    two = shell.process("run", "go_stop/smoke", "-n", 10, "--out", odd, "--json")
    assert (two.code, two.err) == (0, "")
    assert Path(odd, "manifest.json").is_file()
