"""Options that verbs share, as decorators."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from simcore.errors import InputError, printable, shown

_PIPE_WIDTH = 10_000
_FILES = "simcore.strategy_files"

Command = TypeVar("Command", bound=Callable[..., Any])


def common(function: Command) -> Command:
    """Add what every verb takes: ``--json``, ``--strategy-file`` and ``--debug``."""
    decorators = (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout."),
        click.option(
            "--strategy-file",
            "strategy_files",
            multiple=True,
            metavar="FILE",
            expose_value=False,
            is_eager=True,
            callback=_load_strategies,
            help="Load a strategy from a Python file; its name is the file's.",
        ),
        click.option("--debug", is_flag=True, expose_value=False, help="Show tracebacks."),
    )
    for decorate in reversed(decorators):
        function = decorate(function)
    return function


def _load_strategies(ctx: click.Context, _param: click.Parameter, files: tuple[str, ...]) -> None:
    if files:
        from simcore.engine.registry import load_strategy_file

        for file in files:
            load_strategy_file(Path(file))
        ctx.meta[_FILES] = files


def source(scenario_text: str, settings: tuple[str, ...]) -> str:
    """Return how a command line names a scenario: with its settings and strategy files."""
    words = [scenario_text]
    for setting in settings:
        words += ["--set", setting]
    for file in click.get_current_context().meta.get(_FILES, ()):
        words += ["--strategy-file", file]
    return printable(shlex.join(words))


def scenario(function: Command) -> Command:
    """Add the argument SCENARIO and the options that override it."""
    decorators = (
        click.argument("scenario_text", metavar="SCENARIO"),
        click.option("--seed", metavar="S", help="Master seed, 0 to 2**64 - 1."),
        click.option(
            "--set",
            "settings",
            multiple=True,
            metavar="KEY=VALUE",
            help="Override a value, for example params.point_threshold=6; repeatable.",
        ),
    )
    for decorate in reversed(decorators):
        function = decorate(function)
    return function


def games(function: Command) -> Command:
    """Add ``-n``/``--games`` to a verb that plays whole cells."""
    return click.option("-n", "--games", metavar="N", help="Games of each cell.")(function)


def whole_number(text: str | None, option: str, low: int, high: int) -> int | None:
    """Read an integer option.

    Parameters
    ----------
    text : str or None
        As typed; digits may be grouped with ``_``.
    option : str
        Name for the message.
    low, high : int
        Range, both ends allowed.

    Returns
    -------
    int or None
        None where the option was not given.

    Raises
    ------
    InputError
        Where it is not an integer of the range.
    """
    if text is None:
        return None
    digits = text.strip().replace("_", "").removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 40):
        raise InputError(option, "", f"{shown(text)} is not an integer; allowed: {low} to {high}")
    value = int(text.replace("_", ""))
    if not low <= value <= high:
        raise InputError(option, "", f"{value} is not allowed; allowed: {low} to {high}")
    return value


def assignments(games: str | None, seed: str | None, settings: tuple[str, ...]) -> list[tuple[str, Any]]:
    """Return the overrides of `scenario`'s options as dotted paths and values."""
    from simcore.scenario.paths import parse_assignment
    from simcore.scenario.shape import MAX_GAMES, MAX_SEED

    found = [parse_assignment(setting) for setting in settings]
    n = whole_number(games, "--games", 1, MAX_GAMES)
    master = whole_number(seed, "--seed", 0, MAX_SEED)
    found += [("games", n)] if n is not None else []
    return found + ([("seed", master)] if master is not None else [])


def print_json(verb: str, content: dict[str, Any]) -> None:
    """Print the one JSON object of a verb."""
    click.echo(json.dumps({"schema": f"simcore.{verb}/1", **content}, ensure_ascii=False, default=str, allow_nan=False))


def command_line() -> str:
    """Return the command line as typed, without what does not change the result."""
    return printable(shlex.join(["simcore", *(word for word in sys.argv[1:] if word != "--json")]))


def notify(line: str) -> None:
    """Print a line for the user on stderr."""
    click.echo(f"simcore: {line}", err=True)


def print_table(title: str, columns: list[str], rows: list[list[Any]]) -> None:
    """Print a table: aligned columns that stay whole in a pipe, bold heads on a terminal.

    Parameters
    ----------
    title : str
        Line above the table, or empty.
    columns : list of str
        Heads.
    rows : list of list
        Cells; numbers are set to the right.
    """
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if not console.is_terminal:
        # a line a row, whatever reads it
        console = Console(highlight=False, width=_PIPE_WIDTH)
    table = Table(title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        numeric = all(isinstance(row[i], (int, float)) for row in rows) and rows
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_text(cell) for cell in row))
    console.print(table)


def _text(cell: Any) -> str:
    if isinstance(cell, float):
        return f"{cell:,.4g}" if abs(cell) < 1000 else f"{cell:,.0f}"
    from rich.markup import escape

    return escape(f"{cell:,}" if isinstance(cell, int) else str(cell))
