"""SQL over a finished run: DuckDB in memory, which reads the parts of the run and touches no other file."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from simcore.errors import DamagedRunError, InputError, SimcoreError, printable, shown
from simcore.running.manifest import FILE, all_parts
from simcore.running.parts import is_whole
from simcore.running.reader import Run

if TYPE_CHECKING:
    import duckdb

GAMES = "games"
_BATCH = 10_000
_LONGEST = 600

Value = TypeVar("Value")


@dataclass(frozen=True)
class Answer:
    """What a query gives.

    Parameters
    ----------
    columns : list of str
        Names, each once.
    batches : iterator of list of tuple
        The rows; none is read before it is asked for.
    """

    columns: list[str]
    batches: Iterator[list[tuple[Any, ...]]]


@contextmanager
def ask(run: Run, sql: str) -> Iterator[Answer]:
    """Put a question to a run.

    Parameters
    ----------
    run : Run
        Its games are the view ``games``; each further table is a view of its own name.
    sql : str
        One statement, or several of which the last one answers.

    Yields
    ------
    Answer
        To be read inside the ``with`` block.

    Raises
    ------
    InputError
        Where the SQL is faulty.
    DamagedRunError
        Where a part is not what the manifest says.
    """
    import duckdb

    with tempfile.TemporaryDirectory(prefix="simcore-query-") as spill, ThreadPoolExecutor(1) as pool:
        connection = duckdb.connect(":memory:", config={"temp_directory": spill})

        def patiently(work: Callable[..., Value], *arguments: Any) -> Value:
            """Work beside this thread: one that waits inside DuckDB would not notice Ctrl-C."""
            future = pool.submit(work, *arguments)
            try:
                return future.result()
            except KeyboardInterrupt:
                connection.interrupt()
                # a connection that still works cannot be closed
                wait([future])
                raise
            # a value that Python has no room for comes as an error of Python's own
            except (duckdb.Error, OverflowError, ValueError) as error:
                raise _fault(run, error) from error

        def batches() -> Iterator[list[tuple[Any, ...]]]:
            while rows := patiently(connection.fetchmany, _BATCH):
                yield rows

        try:
            patiently(_make_views, connection, run)
            for statement in patiently(_statements, connection, sql):
                patiently(connection.execute, statement)
            yield Answer(_distinct([column[0] for column in connection.description or []]), batches())
        finally:
            connection.close()


def _make_views(connection: duckdb.DuckDBPyConnection, run: Run) -> None:
    """Make the views, then shut every other file off."""
    tables = {GAMES: run.manifest["parts"], **{table["name"]: table["parts"] for table in run.manifest["tables"]}}
    allowed: list[str] = []
    for name, parts in tables.items():
        paths = [_path(run.path / part["file"]) for part in parts]
        patterns = [_pattern(path) for path in paths]
        # folders named key=value are no columns
        source = f"read_parquet({_list(patterns)}, hive_partitioning = false)"
        connection.execute(f'CREATE VIEW "{name}" AS SELECT * FROM {source}')
        allowed += {*paths, *patterns}
    connection.execute(f"SET allowed_paths = {_list(allowed)}")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _path(path: Path) -> str:
    text = str(path.resolve())
    if printable(text) != text:
        raise InputError("RUN", shown(printable(text)), "has a name that is not UTF-8; DuckDB cannot open it")
    return text


def _pattern(path: str) -> str:
    """Return a pattern that only this path fits."""
    return re.sub(r"[*?\[]", r"[\g<0>]", path)


def _list(words: list[str]) -> str:
    quoted = (word.replace("'", "''") for word in words)
    return "[" + ", ".join(f"'{word}'" for word in quoted) + "]"


def _statements(connection: duckdb.DuckDBPyConnection, sql: str) -> list[duckdb.Statement]:
    import duckdb

    statements = connection.extract_statements(sql)
    if not statements:
        raise InputError("query", "SQL", f"{shown(sql)} holds no statement; try: SELECT * FROM {GAMES} LIMIT 5")
    for statement in statements:
        # the parts may be read, and what may be read may be written; EXPLAIN and PREPARE can hold a COPY as well
        if statement.type != duckdb.StatementType.SELECT and re.search(r"\bcopy\b", statement.query, re.IGNORECASE):
            raise InputError("query", "SQL", "COPY is not allowed: a query only reads; --json gives the rows")
    return list(statements)


def _fault(run: Run, error: Exception) -> SimcoreError:
    """Return the error that a user sees for one of DuckDB's."""
    import duckdb

    about_the_words = isinstance(error, (duckdb.ParserException, duckdb.CatalogException, duckdb.BinderException))
    for part in () if about_the_words else all_parts(run.manifest):
        if not is_whole(run.path, part["file"], part["sha256"]):
            return DamagedRunError(f"{run.path / part['file']}: is not what {FILE} lists: another SHA-256")
    text = " ".join(str(error).partition("\nLINE ")[0].split())
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    if isinstance(error, duckdb.OutOfMemoryException):
        return SimcoreError(f"query: {text}")
    return InputError("query", "SQL", text)


def _distinct(names: list[str]) -> list[str]:
    """Return names of which no two are equal: rows are objects."""
    found: list[str] = []
    for name in names:
        number, new = 0, name
        while new in found:
            number += 1
            new = f"{name}_{number}"
        found.append(new)
    return found
