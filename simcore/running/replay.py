"""Playthroughs of single games: as records (one JSON object a line) and in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcore.engine import status
from simcore.engine.card_tables import describe, read_cards
from simcore.engine.kernel import Kernel, Notify, build_kernel
from simcore.engine.memory import Trace
from simcore.running.player import cell_plan, game_error
from simcore.scenario.cells import Cell, Seating
from simcore.scenario.scenario import Scenario

RECORD_FORMAT = 1


@dataclass(frozen=True)
class Playthrough:
    """One game, traced.

    Parameters
    ----------
    scenario : Scenario
        What it belongs to.
    cell : Cell
        Its cell.
    game_index : int
        Index within the cell.
    trace : Trace
        States and decisions.
    row : row record
        The row that a run writes for it.
    """

    scenario: Scenario
    cell: Cell
    game_index: int
    trace: Trace
    row: Any

    @property
    def seating(self) -> Seating:
        """Entrant of each seat."""
        return self.cell.seatings[self.trace.seating]

    @property
    def reason(self) -> str:
        """Why the game ended."""
        return self.scenario.game.reasons[int(self.row.reason)]

    def record(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of the playthrough record: header, decisions, end."""
        yield self._header()
        to_dict = read_cards(self.scenario.game.module("actions").action_to_dict, self.cell.cards)
        trace = self.trace
        for state, legal, chosen in zip(trace.states, trace.legal, trace.chosen, strict=False):
            yield {
                "type": "decision",
                "seat": int(state.seat),
                "legal": [to_dict(action) for action in legal],
                "chosen": to_dict(chosen),
            }
        record = self.scenario.game.module("record")
        yield {
            "type": "end",
            "reason": self.reason,
            "scores": self.row.score.tolist()[: self.cell.players],
            "payoff": self.row.payoff.tolist()[: self.cell.players],
            **record.end(trace.states[-1], self.row),
        }

    def _header(self) -> dict[str, Any]:
        scenario = self.scenario
        return {
            "type": "header",
            "format": RECORD_FORMAT,
            "game_spec": scenario.game.name,
            "rules_version": scenario.game.rules_version,
            "scenario": scenario.name,
            "master_seed": scenario.seed,
            "cell": self.cell.index,
            "game_index": self.game_index,
            "n_seats": self.cell.players,
            "entrants": [self.cell.entrants[entrant].name for entrant in self.seating],
            "params": scenario.game.recorded_params(self.cell.params, self.cell.players),
            **describe(self.cell.cards),
            "setup": read_cards(scenario.game.module("record").setup, self.cell.cards)(
                self.trace.states[0], self.trace.states[-1]
            ),
        }

    def words(self) -> Iterator[str]:
        """Yield the game as lines for people."""
        scenario, trace = self.scenario, self.trace
        record = scenario.game.module("record")
        rules = scenario.game.encode_rules(self.cell.params, self.cell.cards)[0]
        names = [f"seat {seat} {self._called(entrant)}" for seat, entrant in enumerate(self.seating)]
        yield (
            f"{scenario.name}, cell {self.cell.index}, game {self.game_index}, "
            f"deal {trace.deal_index}, seed {scenario.seed}"
        )
        opening, tell, closing = (
            read_cards(function, self.cell.cards) for function in (record.opening, record.tell, record.closing)
        )
        yield from opening(trace.states[0])
        yield ""
        width = max(len(name) for name in names)
        for step, chosen in enumerate(trace.chosen):
            before, after = trace.states[step], trace.states[step + 1]
            decision, *followed = tell(before, chosen, after, rules)
            yield f"{names[int(before.seat)]:{width}}  {decision}"
            yield from followed
        yield ""
        yield from closing(trace.states[-1], self.row, names)

    def _called(self, entrant: int) -> str:
        found = self.cell.entrants[entrant]
        return f"{found.name} ({found.strategy.name})"


class Replayer:
    """Plays single games of a scenario again.

    Parameters
    ----------
    scenario : Scenario
        What they belong to.
    notify : callable
        Called with one line before a compile.
    """

    def __init__(self, scenario: Scenario, notify: Notify) -> None:
        self.scenario = scenario
        self.kernel: Kernel = build_kernel(
            scenario.game, scenario.strategies, notify, restricted=scenario.is_restricted
        )

    def game(self, cell_index: int, game_index: int) -> Playthrough:
        """Play one game and keep its course.

        Parameters
        ----------
        cell_index, game_index : int
            Which game.

        Returns
        -------
        Playthrough

        Raises
        ------
        GameError
            Where the kernel stopped; the message tells the last decision.
        """
        scenario, kernel = self.scenario, self.kernel
        cell = scenario.cells[cell_index]
        plan = cell_plan(kernel, cell)
        rules = scenario.game.encode_rules(cell.params, cell.cards)
        trace = kernel.trace(scenario.seed, game_index, plan, rules)
        if trace.status != status.OK:
            raise game_error(scenario, cell, game_index, trace.status, self._last_choice(trace, cell))
        row = kernel.row(trace.states[-1], cell.players)
        return Playthrough(scenario, cell, game_index, trace, row)

    def _last_choice(self, trace: Trace, cell: Cell) -> str:
        to_dict = read_cards(self.scenario.game.module("actions").action_to_dict, cell.cards)
        legal = ", ".join(str(to_dict(action)) for action in trace.legal[-1])
        seat = int(trace.states[-1].seat)
        return f"decision {len(trace.chosen)}, seat {seat} chose position {trace.chosen[-1]}; legal: {legal}"
