"""One thing of a run that is not as it should be, as data and as a line for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simcore.errors import shown
from simcore.running.manifest import FILE


@dataclass(frozen=True)
class Mismatch:
    """One thing that is not as it should be.

    Parameters
    ----------
    file : str
        File of the run.
    what : str
        What differs; ``row`` for one column of a row that was played again.
    stored, recomputed : object
        What the run holds, and what was found instead; None where that says nothing.
    cell, game_index, column : int, int, str or None
        Of a row.
    replay : str or None
        Command that tells the game of a row.
    """

    file: str
    what: str
    stored: Any = None
    recomputed: Any = None
    cell: int | None = None
    game_index: int | None = None
    column: str | None = None
    replay: str | None = None

    def __str__(self) -> str:
        if self.column is not None:
            told = f"; see it with: {self.replay}" if self.replay else ""
            return (
                f"{self.file}: cell {self.cell}, game {self.game_index}: {self.column} is {self.stored!r}; "
                f"played again it is {self.recomputed!r}{told}"
            )
        if self.recomputed is None:
            return f"{self.file}: {self.what}"
        return f"{self.file}: {self.what} is {shown(self.recomputed)}; {FILE} says {shown(self.stored)}"
