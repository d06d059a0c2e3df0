"""``simcore query``: SQL over a run."""

from __future__ import annotations

import datetime
import decimal
import json
import math
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli import options

if TYPE_CHECKING:
    from simcore.running.query import Answer

_MOST_SHOWN = 1_000
_IN_MEMORY = 1 << 26
_JSON_KINDS = frozenset({int, str, bool, type(None)})


@click.command(name="query")
@click.argument("run", metavar="RUN")
@click.argument("sql", metavar="SQL")
@options.common
def command(run: str, sql: str, as_json: bool) -> None:
    """Ask the run in directory RUN in SQL (DuckDB).

    Its games are the table games, one row a game; further tables have their own names.
    Example: simcore query RUN "SELECT reason, count(*) FROM games GROUP BY ALL"
    """
    from simcore.running.query import ask
    from simcore.running.reader import open_run

    with ask(open_run(Path(run)), sql) as answer:
        if as_json:
            _print_json(answer)
        else:
            _print_table(answer)


def _print_json(answer: Answer) -> None:
    """Print the object of `options.print_json`, written row by row: an answer may be larger than memory."""
    n = 0
    # kept back until the last row is there, so that a fault leaves nothing half-printed
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8") as text:
        for rows in answer.batches:
            entries = [dict(zip(answer.columns, map(plain, row), strict=True)) for row in rows]
            text.write(f"{', ' if n else ''}{json.dumps(entries, ensure_ascii=False)[1:-1]}")
            n += len(rows)
        text.seek(0)
        head = json.dumps({"schema": "simcore.query/1", "columns": answer.columns, "n": n}, ensure_ascii=False)
        sys.stdout.write(f'{head[:-1]}, "rows": [')
        shutil.copyfileobj(text, sys.stdout)
        click.echo("]}")


def _print_table(answer: Answer) -> None:
    shown: list[list[Any]] = []
    for rows in answer.batches:
        shown += ([_cell(value) for value in row] for row in rows)
        if len(shown) > _MOST_SHOWN:
            options.notify(f"the first {_MOST_SHOWN:,} rows; --json gives all of them")
            break
    options.print_table("", answer.columns, shown[:_MOST_SHOWN])


def plain(value: Any) -> Any:
    """Return a value of DuckDB's as JSON can hold it.

    Parameters
    ----------
    value : object
        As DuckDB gives it.

    Returns
    -------
    object
        Not a number and the infinities become None; a decimal becomes an int where it is whole, else a float; dates
        and times are written as ISO 8601, bytes as hexadecimal digits.
    """
    # nearly all values of a run are of these kinds
    if type(value) in _JSON_KINDS:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, (list, tuple)) else str(value)


def _cell(value: Any) -> Any:
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return str(value).lower()
    # a table may say nan
    found = value if isinstance(value, float) else plain(value)
    return json.dumps(found, ensure_ascii=False) if isinstance(found, (dict, list)) else found
