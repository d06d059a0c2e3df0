"""Progress of a run on stderr: games a second, time left, the first seat's running win rate."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from simcore.running.execute import Tally


class RunProgress:
    """A progress bar on a terminal, nothing elsewhere.

    Parameters
    ----------
    title : str
        Name of the game.
    """

    def __init__(self, title: str) -> None:
        self._title = title
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._games = self._wins = self._decided = 0
        self._started = 0.0

    def __enter__(self) -> RunProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def start(self, games: int) -> None:
        """Show the bar; `games` is the number to play."""
        self._started = time.monotonic()
        if sys.stderr is None or not sys.stderr.isatty():
            return
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=5),
            TextColumn("{task.percentage:.0f}% of {task.total:,.0f}"),
            TextColumn("{task.fields[figures]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task(self._title, total=games, figures="")

    def add(self, tally: Tally) -> None:
        """Count a finished chunk."""
        if self._bar is None or self._task is None:
            return
        self._games += tally.games
        self._wins += tally.first_seat_wins
        self._decided += tally.decided
        rate = self._games / max(time.monotonic() - self._started, 1e-9)
        share = self._wins / max(self._decided, 1)
        figures = f"{rate:,.0f} games/s, first seat {share:.1%}"
        self._bar.update(self._task, advance=tally.games, figures=figures)


class GamesProgress:
    """A progress bar for games that are counted as they come; nothing where stderr is no terminal.

    Parameters
    ----------
    title : str
        Name of what is played.
    games : int
        Games, at most.
    stops : bool
        The games may end long before.
    """

    def __init__(self, title: str, games: int, *, stops: bool = False) -> None:
        self._title, self._games, self._stops = title, games, stops
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> GamesProgress:
        if sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            words = "{task.completed:,.0f} games" + (" of at most {task.total:,.0f}" if self._stops else "")
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(bar_width=5),
                TextColumn(words),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task(self._title, total=self._games)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def add(self, games: int) -> None:
        """Count games that have come in."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, advance=games)
