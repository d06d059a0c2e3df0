"""What the tests of the Python face share: the records and cases of Go-Stop, and runs of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
GO_STOP = ROOT / "tests" / "games" / "go_stop"

Record = list[dict[str, Any]]


def records() -> list[Record]:
    """Return the lines of every game of an independent checker."""
    games: list[Record] = []
    for line in (GO_STOP / "records.jsonl").read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        if read["type"] == "header":
            games.append([])
        games[-1].append(read)
    return games


def turns() -> list[dict[str, Any]]:
    """Return the positions with moves and known results."""
    cases = json.loads((GO_STOP / "cases.json").read_text(encoding="utf-8"))
    return [case for case in cases if case.get("check", {}).get("type") == "turn"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `record` or `turn` once for each of them."""
    if "record" in metafunc.fixturenames:
        found = records()
        metafunc.parametrize("record", found, ids=[f"game{lines[0]['game_index']}" for lines in found])
    if "turn" in metafunc.fixturenames:
        metafunc.parametrize("turn", turns(), ids=[case["id"] for case in turns()])


@pytest.fixture
def first_record() -> Record:
    """A record of an independent checker, to be changed."""
    return records()[0]


@pytest.fixture(scope="session")
def command_line() -> Callable[..., Any]:
    """Call simcore in a process of its own; return what it prints as JSON."""

    def call(folder: Path, *arguments: str) -> Any:
        program = "from simcore.cli.main import main; main()"
        command = [sys.executable, "-c", program, *arguments, "--json"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call
