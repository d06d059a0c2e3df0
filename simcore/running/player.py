"""Plays chunks of a scenario on one kernel, and says which game it was where a kernel stopped."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from simcore.engine import status
from simcore.engine.kernel import Kernel
from simcore.engine.memory import Branching, Memory, Plan
from simcore.engine.restrictions import limits_of
from simcore.engine.rows import blank_rows
from simcore.errors import GameError
from simcore.running.chunks import Chunk
from simcore.scenario.cells import Cell
from simcore.scenario.load import UNNAMED
from simcore.scenario.scenario import Scenario

# branches of one kernel call: 80 bytes each
_BRANCH_ROWS = 1 << 16


class Player:
    """Plays chunks of one scenario with one kernel; each thread has its own memory.

    Parameters
    ----------
    scenario : Scenario
        What to play.
    kernel : Kernel
        Holds every strategy of the scenario.
    """

    def __init__(self, scenario: Scenario, kernel: Kernel) -> None:
        self.scenario = scenario
        self.kernel = kernel
        self._rules = {cell.index: scenario.game.encode_rules(cell.params, cell.cards) for cell in scenario.cells}
        self._plans = {cell.index: cell_plan(kernel, cell) for cell in scenario.cells}
        self._dtype = scenario.game.row_dtype(scenario.max_players)
        self._table = scenario.game.branch_table if scenario.branches else None
        self._local = threading.local()
        # what cannot be compiled must fail before anything is written
        kernel.prepare(self._plans[0], self._rules[0])
        if self._table:
            self.branch(Chunk(0, 0, 0))

    def _memory(self, games: int, players: int) -> tuple[Any, Memory]:
        """Return this thread's rows and working memory for a cell of `players` seats."""
        kept: dict[int, tuple[Any, Memory]] = self._local.__dict__.setdefault("by_players", {})
        rows, memory = kept.get(players, (np.zeros(0, self._dtype), None))
        if memory is None or len(rows) < games:
            rows, memory = blank_rows(games, self._dtype), self.kernel.memory(players)
            kept[players] = rows, memory
        return rows[:games], memory

    def play(self, chunk: Chunk, plan: Plan | None = None) -> tuple[Any, tuple[int, int]]:
        """Play a chunk.

        Parameters
        ----------
        chunk : Chunk
            Which games.
        plan : Plan, optional
            Other line-ups or parameters than the cell's.

        Returns
        -------
        (row_dtype[n], (int, int))
            Rows, valid until this thread plays again, and the sums for the result digest.

        Raises
        ------
        GameError
            Where the kernel stopped; it names the game and how to see it.
        """
        scenario = self.scenario
        cell = scenario.cells[chunk.cell]
        rows, memory = self._memory(chunk.games, cell.players)
        code, done, _, lanes = self.kernel.play(
            scenario.seed,
            cell.index,
            chunk.start,
            plan or self._plans[cell.index],
            self._rules[cell.index],
            rows,
            memory,
        )
        if code != status.OK:
            raise game_error(scenario, cell, chunk.start + done, code)
        return rows, lanes

    def branch(self, chunk: Chunk) -> tuple[Any, tuple[int, int]]:
        """Play both branches at the decisions of a chunk's games.

        Parameters
        ----------
        chunk : Chunk
            Which games; of a scenario that asks for a table of branches.

        Returns
        -------
        (branch table's row_dtype[n], (int, int))
            Rows, and the sums for the table's digest.

        Raises
        ------
        GameError
            Where the kernel stopped.
        """
        scenario, table = self.scenario, self._table
        assert table is not None
        cell = scenario.cells[chunk.cell]
        plan, how = self._plans[cell.index], self._branching(cell)
        memories = self.kernel.memory(cell.players), self.kernel.memory(cell.players)
        buffer = np.zeros(_BRANCH_ROWS + self.kernel.max_decisions, table.row_dtype())
        found: list[Any] = []
        lanes, start = [0, 0], chunk.start
        while start < chunk.stop or not found:
            code, done, filled, sums = self.kernel.branch(
                scenario.seed, cell.index, (start, chunk.stop), plan, self._rules[cell.index], how, buffer, memories
            )
            start += done
            if code != status.OK:
                raise game_error(scenario, cell, start, code)
            found.append(buffer[:filled].copy())
            lanes = [(lane + more) % 2**64 for lane, more in zip(lanes, sums, strict=True)]
        return np.concatenate(found), (lanes[0], lanes[1])

    def _branching(self, cell: Cell) -> Branching:
        """Return how the branches of a cell are played."""
        branches = self.scenario.branches
        assert branches is not None
        players = self._plans[cell.index].seatings
        if branches.playout is not None:
            players = np.full_like(players, self.scenario.entrant_names.index(branches.playout))
        gains = np.zeros((branches.continuations, 2))
        return Branching(branches.continuations, branches.redraw == "hidden", players, gains)


def game_error(scenario: Scenario, cell: Cell, game_index: int, code: int, detail: str = "") -> GameError:
    """Return the error that names a game at which a kernel stopped.

    Parameters
    ----------
    scenario, cell, game_index
        Which game.
    code : int
        Status of the kernel.
    detail : str
        What is known of the last decision; without it the error names the command that tells it.

    Returns
    -------
    GameError
    """
    show = (
        f"see it with: simcore replay {scenario.source} --seed {scenario.seed} --cell {cell.index} --game {game_index}"
    )
    if scenario.source == UNNAMED:
        seats = ", ".join(f"{entrant.name} = {entrant.strategy.name}" for entrant in cell.entrants)
        show = f"with {seats}"
    return GameError(
        f"{scenario.name}: game {game_index} of cell {cell.index}, seed {scenario.seed}: {status.MEANING[code]}; "
        + (detail or show)
    )


def cell_plan(kernel: Kernel, cell: Cell, params: Mapping[int, dict[str, Any]] | None = None) -> Plan:
    """Put a cell's line-ups into the form the kernel reads.

    Parameters
    ----------
    kernel : Kernel
        Holds the strategies.
    cell : Cell
        The cell.
    params : mapping of int to dict, optional
        Parameters of single entrants in place of the cell's, complete.

    Returns
    -------
    Plan
    """
    given = params or {}
    entrants = [(entrant.strategy, given.get(i, entrant.params)) for i, entrant in enumerate(cell.entrants)]
    limits = [limits_of(kernel.game, entrant.restrict, cell.cards) for entrant in cell.entrants]
    return kernel.plan(np.array(cell.seatings), cell.draws_seats, entrants, limits)
