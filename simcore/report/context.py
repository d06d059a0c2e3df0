"""What every section is made from: the run, its game, the collected sums, and captions that say how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from simcore.engine import card_tables
from simcore.engine.game import GameSpec
from simcore.report.cells import Cells
from simcore.report.collect import Collected, View
from simcore.report.grid import Grid
from simcore.report.model import Caption, Column
from simcore.report.wording import plural
from simcore.running.reader import Run

if TYPE_CHECKING:
    from simcore.report.branches import BranchFigures
    from simcore.report.equilibrium import Solved
    from simcore.report.readings import Readings
    from simcore.report.rule_sweep import RuleSweep

COUNTED = "counts; no interval"


@dataclass(frozen=True)
class Facts:
    """What is known of a run before its parts are read: enough to choose sections.

    Parameters
    ----------
    run : Run
        The run.
    game : GameSpec
        Its game.
    cells : Cells
        Its cells.
    grid : Grid or str
        The square it sweeps, or why there is none.
    """

    run: Run
    game: GameSpec
    cells: Cells
    grid: Grid | str


@dataclass(frozen=True)
class Context(Facts):
    """A run that has been read.

    Parameters
    ----------
    collected : Collected
        Sums and histograms.
    """

    collected: Collected

    @property
    def manifest(self) -> dict[str, Any]:
        """The run's manifest."""
        return self.run.manifest

    @cached_property
    def measured(self) -> list[BranchFigures]:
        """The maps of the run's table of branches; none where it has no such table."""
        # both sections and findings need it, and it knows this module
        from simcore.report.branches import measure

        return measure(self.run, self.game) if self.manifest["tables"] else []

    @cached_property
    def solved(self) -> Solved:
        """The equilibrium of the run's square; only where there is one."""
        from simcore.report.equilibrium import Solved
        from simcore.report.square import Square

        return Solved(Square.of(self))

    @cached_property
    def readings(self) -> Readings:
        """What the alternatives of the run change; only where it has some."""
        from simcore.report.readings import Readings

        return Readings(self)

    @cached_property
    def rule_sweep(self) -> RuleSweep:
        """The cells by the value of the one rule that is swept; only where there is one."""
        from simcore.report.rule_sweep import RuleSweep

        return RuleSweep(self)

    def deals(self, views: Iterable[View]) -> int:
        """Return how many different deals some views met: those of the same number of players share theirs."""
        most: dict[int, int] = {}
        for view in views:
            most[view.players] = max(most.get(view.players, 0), view.sums.deals)
        return sum(most.values())

    def label(self, view: View) -> str:
        """Return the name of a cell or a pool."""
        if len(view.cells) == 1:
            return self.cells.label(view.cells[0])
        if len(view.cells) == len(self.cells.cells):
            return f"all {len(view.cells)} cells"
        of_players = sum(cell["players"] == view.players for cell in self.cells.cells)
        every = "all " if len(view.cells) == of_players else ""
        return f"{every}{len(view.cells)} cells with {plural(view.players, 'player')}"

    def views_of(self, cells: Sequence[int]) -> list[View]:
        """Return the views of some cells."""
        return [view for view in self.collected.cells if view.cells[0]["cell"] in cells]

    def cell_column(self, views: Sequence[View]) -> tuple[Column, ...]:
        """Return the column that names the cell, where a table has more than one."""
        return (Column("cell", "Cell"),) if len(views) > 1 else ()

    def caption(self, text: str, method: str, views: Iterable[View] | None = None) -> Caption:
        """Return the caption of a table or figure.

        Parameters
        ----------
        text : str
            What it shows; whole sentences.
        method : str
            How its numbers were made.
        views : iterable of View, optional
            What it rests on; the whole run by default.
        """
        shown = list(views) if views is not None else self.collected.pools
        games = sum(view.games for view in shown)
        names = list(dict.fromkeys(name for view in shown for name in view.entrants))
        strategies = ", ".join(self.cells.entrant_texts(names))
        parts = [
            f"n = {plural(games, 'game')} of {plural(self.deals(shown), 'deal')}",
            f"seed {self.manifest['seed']}",
            f"strategies: {strategies}",
            f"method: {method}",
            f"made by: {self.command}",
        ]
        return Caption(text, "; ".join(parts) + ".")

    def printed_number(self, path: str) -> Any:
        """Return a number of the card table that was played, before anything is changed; None where it has none."""
        scenario = self.manifest["scenario"]
        given, where = scenario.get("card_table"), self.run.label
        table = card_tables.given_table(self.game, (where, given["table"]) if given else None, where)
        table = card_tables.changed_table(self.game, table, scenario.get("cards", {}), where)
        return table.value(path) if table else None

    @property
    def command(self) -> str:
        """Command that makes the run again."""
        known: str = self.manifest["command"]
        return known or f"a Python call; its scenario ({self.manifest['name']}) is in the run's manifest"
