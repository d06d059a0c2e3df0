"""Patterns of tricks: where they can lie in the grid, and to which line each place sends the watch dog (1.4, 3.1)."""

from __future__ import annotations

from collections.abc import Sequence

from simcore.games.dog_lover.layout import LINE_CELLS, LINES, SIDE


def _turned(rows: Sequence[str], watch: str) -> tuple[list[str], str]:
    """Turn a pattern and the line of its ``*`` by 90 degrees clockwise."""
    last = len(rows) - 1
    turned = ["".join(rows[last - row][column] for row in range(len(rows))) for column in range(len(rows[0]))]
    number = int(watch[1])
    return turned, f"c{last - number}" if watch[0] == "r" else f"r{number}"


def places(rows: Sequence[str], watch: str) -> list[tuple[int, int]]:
    """Return all places of a trick, each once.

    Parameters
    ----------
    rows : sequence of str
        The pattern in its bounding box, ``X`` for each cell of it.
    watch : str
        Line of the bounding box that its ``*`` names.

    Returns
    -------
    list of (int, int)
        Line to which the watch dog goes, as a place in `LINES`, and cells as bits; ascending.
    """
    found: set[tuple[int, int]] = set()
    for _ in range(4):
        for down in range(SIDE - len(rows) + 1):
            for right in range(SIDE - len(rows[0]) + 1):
                cells = sum(
                    1 << SIDE * (row + down) + column + right
                    for row, text in enumerate(rows)
                    for column, sign in enumerate(text)
                    if sign == "X"
                )
                number = int(watch[1]) + (down if watch[0] == "r" else right)
                found.add((LINES.index(f"{watch[0]}{number}"), cells))
        rows, watch = _turned(rows, watch)
    return sorted(found)


def on_line(cells: int, line: int) -> int:
    """Count the cells that lie in a line."""
    return (cells & LINE_CELLS[line]).bit_count()


def pattern_problem(rows: object) -> str:
    """Say what is wrong with a pattern, or nothing.

    Parameters
    ----------
    rows : object
        Anything a card table can hold.

    Returns
    -------
    str
        Half a sentence.
    """
    fits = (
        isinstance(rows, list)
        and 1 <= len(rows) <= SIDE
        and all(isinstance(row, str) and len(row) == len(rows[0]) and set(row) <= {"X", "."} for row in rows)
        and 1 <= len(rows[0]) <= SIDE
    )
    if not fits:
        return f"is no pattern; allowed: 1 to {SIDE} texts of one length, 1 to {SIDE}, of X and ."
    assert isinstance(rows, list)
    edges = (rows[0], rows[-1], *("".join(row[column] for row in rows) for column in (0, -1)))
    return "" if all("X" in edge for edge in edges) else "has an empty row or column at its edge"
