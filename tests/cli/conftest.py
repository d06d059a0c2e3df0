"""What the tests of the command line share: calling it in this process, and in one of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from simcore.engine import registry

NOTICE = "simcore: compiling the "
SCRIPT = Path(sysconfig.get_path("scripts")) / "simcore"
# its module's path is in the kernel's name, so it lies where it is found again
STRATEGY = Path(__file__).parent / "strategies" / "mine.py"

SCENARIO = """
schema = 1
game = "go_stop"
games = 40
seed = 3

[[entrants]]
name = "first"
strategy = "mine"
"""


@dataclass(frozen=True)
class Outcome:
    """How a command ended; the notice of a compile is no part of `err`."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object that a command printed."""
        assert self.code == 0, self.err
        assert self.out.count("\n") == 1
        found = json.loads(self.out, parse_constant=_no_number)
        assert isinstance(found, dict)
        return found

    def fault(self, code: int = 2) -> str:
        """Return the one line on stderr of a command that failed with `code`."""
        assert self.code == code, f"exit code {self.code}: {self.err}"
        assert self.out == ""
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1, self.err
        assert "Traceback" not in self.err
        # a fault that names Python's exception is one that nobody thought of
        assert "--debug shows where" not in self.err
        return self.err


def _no_number(name: str) -> Any:
    raise AssertionError(f"{name} is not JSON")


def without_notice(err: str) -> str:
    """Leave out the line that a compile prints."""
    return "".join(line for line in err.splitlines(keepends=True) if not line.startswith(NOTICE))


class Shell:
    """A working directory, and commands in it."""

    script = SCRIPT
    strategy = STRATEGY

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenario = folder / "mine.toml"
        self.scenario.write_text(SCENARIO)

    def here(self) -> list[str]:
        """Return everything in the folder, hidden files as well."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))

    def call(self, *arguments: object) -> Outcome:
        """Call the command line in this process."""
        from simcore.cli.main import main

        out, err = io.StringIO(), io.StringIO()
        argv = mock.patch.object(sys, "argv", ["simcore", *map(str, arguments)])
        with argv, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                main()
            except SystemExit as leaving:
                code = leaving.code
        assert isinstance(code, int)
        return Outcome(code, out.getvalue(), without_notice(err.getvalue()))

    def process(self, *arguments: object, **environment: str) -> Outcome:
        """Call the installed command in a process of its own."""
        command = [str(SCRIPT), *map(str, arguments)]
        environment = {**os.environ, **environment}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        return Outcome(done.returncode, done.stdout, without_notice(done.stderr))


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """An empty working directory but for a scenario; strategies loaded in a test are forgotten after it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_from_files", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
    return Shell(tmp_path)
