"""What the tests of scenarios share: TOML writing, and the command line called in this process."""

from __future__ import annotations

import contextlib
import copy
import datetime
import io
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

RAW: dict[str, Any] = {
    "schema": 1,
    "title": "A test",
    "game": "go_stop",
    "games": 100,
    "seed": 1,
    "players": 2,
    "params": {"point_threshold": 7, "cup_class": "recomputed", "cup_stealable": False},
    "entrants": [
        {"name": "a", "strategy": "threshold", "params": {"go_below": 9}},
        {"name": "b", "strategy": "random", "params": {}},
    ],
    "sweep": {"params.instant_win_points": [5, 6]},
    "lineups": {"mode": "rotate"},
}


def toml_value(value: Any) -> str:
    """Write a value as TOML, tables inline."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return (
            ("-" if value < 0 else "") + ("nan" if math.isnan(value) else "inf")
            if not math.isfinite(value)
            else repr(value)
        )
    if isinstance(value, int):
        # decimal text of more than 4300 digits is refused by Python, hexadecimal is not
        return str(value) if abs(value) < 10**4000 else hex(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml_value(key)} = {toml_value(entry)}" for key, entry in value.items()) + "}"
    return "[" + ", ".join(toml_value(entry) for entry in value) + "]"


def toml(raw: dict[str, Any]) -> str:
    """Write a whole file."""
    return "".join(f"{toml_value(key)} = {toml_value(value)}\n" for key, value in raw.items())


class Played(BaseException):
    """Raised in place of playing: the command line was content with its input."""


@dataclass(frozen=True)
class Outcome:
    """How a command ended; `code` is None where it would have played."""

    code: int | None
    out: str
    err: str

    @property
    def fault(self) -> str:
        """The one line on stderr of a command that refused its input."""
        assert self.code == 2, f"exit code {self.code}\n{self.err}"
        assert self.out == ""
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1, self.err
        assert "Traceback" not in self.err
        return self.err


def command(*arguments: str) -> Outcome:
    """Call the command line in this process; a run that would play stops before it does."""
    from simcore.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    stand_in = mock.patch("simcore.running.execute.run_scenario", side_effect=Played)
    argv = mock.patch.object(sys, "argv", ["simcore", *arguments])
    code: int | None = None
    with stand_in, argv, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 1
        except Played:
            pass
    return Outcome(code, out.getvalue(), err.getvalue())


class Desk:
    """Writes scenario files into one folder and tries them."""

    command = staticmethod(command)
    toml = staticmethod(toml)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def raw(self, **changes: Any) -> dict[str, Any]:
        """Return a valid scenario, some of its top-level keys changed."""
        return {**copy.deepcopy(RAW), **changes}

    def write(self, content: dict[str, Any] | bytes | str) -> Path:
        """Write a file, over the last one."""
        path = self.folder / "my_scenario.toml"
        content = toml(content) if isinstance(content, dict) else content
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, content: dict[str, Any] | bytes | str, *arguments: str) -> Outcome:
        """Try to run a scenario; whatever comes of it nothing is written."""
        path = self.write(content)
        outcome = command("run", str(path), *arguments)
        assert [entry.name for entry in self.folder.iterdir()] == [path.name], "something was written"
        return outcome


@pytest.fixture
def desk(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A folder for scenario files, which is the working directory."""
    folder = tmp_path_factory.mktemp("desk")
    monkeypatch.chdir(folder)
    yield Desk(folder)
