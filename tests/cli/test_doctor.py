"""`doctor`: a sound installation has no problem, and each known problem is found."""

from __future__ import annotations

import fcntl
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import pytest

from simcore.running import machine

NAMES = ["versions", "settings", "compiler", "games", "cache", "disk", "leftovers"]


def problems(shell: Any) -> dict[str, str]:
    """Return what `doctor` finds wrong: text and fix by name; its exit code agrees."""
    outcome = shell.call("doctor", "--json")
    found = json.loads(outcome.out)
    assert [entry["name"] for entry in found["findings"]] == NAMES
    bad = {entry["name"]: f"{entry['text']} | {entry['fix']}" for entry in found["findings"] if not entry["ok"]}
    assert all(bool(entry["fix"]) != entry["ok"] for entry in found["findings"])
    assert found["ok"] == (not bad)
    assert outcome.code == (3 if bad else 0)
    return bad


@pytest.fixture(autouse=True)
def sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with room, whatever the tests run on."""
    monkeypatch.setattr(machine, "free_bytes", lambda _folder: 10**11)


def test_a_sound_installation(shell: Any) -> None:
    """No problem: code 0, and versions, processors, memory, cache and disk are told."""
    assert problems(shell) == {}
    found = shell.call("doctor", "--json").json
    assert found["schema"] == "simcore.doctor/1"
    assert {"python", "simcore", "numba", "llvmlite", "numpy", "pyarrow", "duckdb", "pandas"} <= set(found["versions"])
    assert found["versions"]["numba"] == numba.__version__
    assert 1 <= found["processors"]["usable"] <= found["processors"]["affinity"]
    assert found["memory"]["total"] > found["memory"]["available"] > 0
    assert found["cache"]["writable"]
    assert found["disk"] == {"current_folder": 10**11, "cache": 10**11}
    told = shell.call("doctor")
    assert told.code == 0
    assert all(name in told.out for name in [*NAMES, "numba ", "usable", "memory"])
    assert "PROBLEM" not in told.out


def test_without_the_compiler(shell: Any) -> None:
    """NUMBA_DISABLE_JIT=1 makes games slow: code 3, and what to do."""
    outcome = shell.process("doctor", NUMBA_DISABLE_JIT="1")
    assert (outcome.code, outcome.err) == (3, "")
    assert "PROBLEM  settings: set so that games are slow: NUMBA_DISABLE_JIT\n" in outcome.out
    assert "unset NUMBA_DISABLE_JIT" in outcome.out
    assert "ok       compiler" in outcome.out


@pytest.mark.parametrize("variable", ["NUMBA_BOUNDSCHECK=1", "NUMBA_DEBUG=1", "NUMBA_OPT=1", "NUMBA_DISABLE_JIT=1"])
def test_slow_settings(variable: str, shell: Any) -> None:
    """Each setting of numba that slows games is the only problem, and the one object on stdout stays whole."""
    name, _, value = variable.partition("=")
    outcome = shell.process("doctor", "--json", **{name: value})
    bad = [entry for entry in json.loads(outcome.out)["findings"] if not entry["ok"] and entry["name"] != "disk"]
    assert outcome.code == 3
    assert [(entry["name"], entry["fix"]) for entry in bad] == [("settings", f"unset {name}")]


def test_threads_of_numba_do_not_matter(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """NUMBA_NUM_THREADS is no problem, and it is said to have no effect."""
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    assert problems(shell) == {}
    assert "NUMBA_NUM_THREADS has no effect" in shell.call("doctor").out


def test_versions_that_are_not_supported(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too old, too new or missing is named with what is asked for."""
    true_versions = machine.versions()
    monkeypatch.setattr(machine, "versions", lambda: {**true_versions, "numpy": "1.26.4", "rich": None})
    found = problems(shell)["versions"]
    assert "numpy 1.26.4 is not " in found
    assert "rich is missing" in found


@pytest.mark.parametrize(
    ("version", "wanted", "fits"),
    [
        ("2.4.6", "<3,>=2.0", True),
        ("2", ">=2.0.0", True),
        ("3.0.0rc1", "<3,>=2.0", False),
        ("1.26.4", ">=2.0", False),
        ("10.1", ">=9.2,<11", True),
        ("0.61", ">0.61", False),
        ("0.61", "<=0.61", True),
        ("7", "", True),
    ],
)
def test_bounds(version: str, wanted: str, fits: bool) -> None:
    """Versions are compared number by number."""
    assert machine.is_supported(version, wanted) is fits


def test_requirements_are_those_of_the_package() -> None:
    """The package's own metadata gives the bounds, extras left out."""
    found = machine.requirements()
    assert found["python"] == ">=3.11"
    assert ">=2.0" in found["numpy"]
    assert "pytest" not in found


def test_a_compiler_that_is_wrong(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code that gives other numbers, or does not compile, is a problem."""
    monkeypatch.setattr("simcore.running.doctor._WORDS", (1, 2, 3))
    assert "wrong numbers" in problems(shell)["compiler"]

    def broken(_function: Any) -> Any:
        raise RuntimeError("no\nLLVM")

    monkeypatch.setattr(numba, "njit", broken)
    assert "RuntimeError: no LLVM" in problems(shell)["compiler"]


def test_a_cache_that_cannot_be_written(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of compiled kernels is named, and how to have another."""
    monkeypatch.setenv("SIMCORE_CACHE_DIR", "mine.toml/kernels")
    found = problems(shell)
    assert list(found) == ["cache"]
    assert "mine.toml/kernels" in found["cache"]
    assert "SIMCORE_CACHE_DIR" in found["cache"]


def test_a_cache_that_is_new(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is not there yet is made, as a run would."""
    monkeypatch.setenv("SIMCORE_CACHE_DIR", "kernels")
    Path("kernels").mkdir()
    Path("kernels/kernel_x_1.py").write_text("x = 1\n")
    assert problems(shell) == {}
    found = shell.call("doctor", "--json").json["cache"]
    assert (found["folder"], found["kernels"], found["bytes"]) == ("kernels", 1, 6)


def test_little_room(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Less than a gigabyte is a problem."""
    monkeypatch.setattr(machine, "free_bytes", lambda _folder: 10**9 - 1)
    assert "1 GB" in problems(shell)["disk"]


def test_a_strategy_that_does_not_load(shell: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of a shipped game that fails is named with its error."""
    name = "simcore.games.go_stop.strategies.greedy"
    monkeypatch.setitem(sys.modules, name, None)
    assert name in problems(shell)["games"]
    monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "simcore.games.go_stop.rules", None)
    assert "simcore.games.go_stop.rules does not load" in problems(shell)["games"]


def test_interrupted_runs(shell: Any) -> None:
    """What an interrupted run left is a problem; a run that is being played is none."""
    left = Path("runs/a.partial")
    (left / "parts").mkdir(parents=True)
    assert "a.partial" in problems(shell)["leftovers"]
    (left / ".lock").touch()
    assert "a.partial" in problems(shell)["leftovers"]
    with (left / ".lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert problems(shell) == {}


def test_control_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lowest limit of the container counts, of either kind of control group."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.setattr(machine, "_own_cgroups", lambda: iter([inner, inner.parent, tmp_path]))
    assert machine.processors()["limit"] is None
    (inner / "cpu.max").write_text("max 100000\n")
    (inner.parent / "cpu.max").write_text("150000 100000\n")
    assert machine.processors()["limit"] == 1.5
    (tmp_path / "cpu.cfs_quota_us").write_text("50000\n")
    (tmp_path / "cpu.cfs_period_us").write_text("100000\n")
    found = machine.processors()
    assert (found["limit"], found["usable"]) == (0.5, 1)
    (inner.parent / "memory.max").write_text("1000000\n")
    assert machine.memory()["limit"] == 1_000_000


def test_room_is_that_of_the_nearest_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder that is not there yet has the room of the one above it."""
    monkeypatch.undo()
    free = machine.free_bytes(tmp_path / "not" / "there")
    assert free is not None
    assert free > 0
