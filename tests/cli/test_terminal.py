"""Terminals, pipes and full devices."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest


def on_a_terminal(shell: Any, *arguments: str, **environment: str) -> str:
    """Run a command whose stdout and stderr are a terminal; return what it wrote there."""
    master, slave = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    with subprocess.Popen(
        [str(shell.script), *arguments],
        cwd=shell.folder,
        env={**clean, "TERM": "xterm-256color", "COLUMNS": "120", **environment},
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
    ) as process:
        os.close(slave)
        written = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:
                break
            if not piece:
                break
            written += piece
        os.close(master)
        assert process.wait(timeout=60) == 0, written
    return written.decode()


def colours(text: str) -> list[str]:
    """Return the codes in a text that choose a colour."""
    codes = [code for found in re.findall(r"\x1b\[([0-9;]*)m", text) for code in found.split(";")]
    return [code for code in codes if (code and 30 <= int(code) <= 49) or (code and 90 <= int(code) <= 107)]


def test_no_color_is_obeyed(shell: Any) -> None:
    """On a terminal progress is coloured; with NO_COLOR nothing is, there and in tables."""
    run = ["run", "go_stop/smoke", "-n", "100000", "--force", "--out", "here"]
    assert colours(on_a_terminal(shell, *run)), "without NO_COLOR there is colour, or this test shows nothing"
    shown = on_a_terminal(shell, *run, NO_COLOR="1")
    assert "100,000 games" in shown
    assert not colours(shown)
    assert not colours(on_a_terminal(shell, "list", "strategies", NO_COLOR="1"))


@pytest.mark.parametrize("arguments", [("list", "cards"), ("run", "go_stop/smoke", "-n", "100"), ("rnu",)])
def test_no_codes_in_a_pipe(arguments: tuple[str, ...], shell: Any) -> None:
    """What is no terminal gets plain text."""
    outcome = shell.process(*arguments, FORCE_COLOR="") if arguments[0] == "list" else shell.process(*arguments)
    assert "\x1b" not in outcome.out + outcome.err


@pytest.mark.parametrize("environment", [{}, {"COLUMNS": "20"}], ids=str)
def test_tables_stay_whole_in_a_pipe(environment: dict[str, str], shell: Any) -> None:
    """A table in a pipe has a line a row, whatever the width of the terminal is."""
    rows = shell.call("list", "strategies", "--game", "go_stop", "--json").json["rows"]
    shown = shell.process("list", "strategies", "--game", "go_stop", **environment).out.splitlines()
    assert len(shown) == 1 + len(rows)
    for row, line in zip(rows, shown[1:], strict=True):
        assert row["name"] in line
        assert row["text"] in line


@pytest.mark.parametrize(
    "arguments",
    [
        ("list", "cards"),
        ("list", "cards", "--json"),
        ("replay", "go_stop/smoke", "--games", "0:300"),
        ("replay", "go_stop/smoke", "--games", "0:300", "--format", "jsonl"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_a_reader_that_leaves_causes_no_traceback(arguments: tuple[str, ...], shell: Any) -> None:
    """Piping into `head` ends the command quietly."""
    reading, writing = os.pipe()
    with subprocess.Popen(
        [str(shell.script), *arguments], stdout=writing, stderr=subprocess.PIPE, text=True
    ) as process:
        os.close(writing)
        os.close(reading)
        _, error = process.communicate(timeout=60)
    assert "".join(line for line in error.splitlines() if "compiling" not in line) == ""
    assert process.returncode in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("arguments", [("list", "cards"), ("list", "games", "--json"), ("--version",)], ids=" ".join)
def test_a_full_device_gives_one_line(arguments: tuple[str, ...], shell: Any) -> None:
    """Output that cannot be written is a failure with one line."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [str(shell.script), *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr
