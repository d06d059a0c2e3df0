"""One pass over a run: everything the sections need, as sums over deals and histograms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.histogram import Histogram
from simcore.analysis.resampling import Resampled
from simcore.analysis.sums import DealSums, sums_by_deal
from simcore.analysis.winners import at_top
from simcore.errors import DamagedRunError
from simcore.report.grid import Grid
from simcore.report.joint import Joint
from simcore.running.reader import Block, Run

# more cells than this are shown pooled, with the extremes named
MAX_LISTED = 12
# what a win is counted as: every number of players up to 4 divides it
WIN_UNITS = 12

Cell = dict[str, Any]


@dataclass
class View:
    """A cell, or all cells of the same number of players and of games a deal, pooled.

    Parameters
    ----------
    cells : list of dict
        Cells of the manifest that it covers.
    sums : DealSums
        ``games``, ``decided``, ``seat_N:payoff`` and ``seat_N:wins``; for an entrant E ``entrant_E:places`` (seats it
        held), ``entrant_E:payoff`` and ``entrant_E:win_units``; and ``reason:R``, the games that ended so.
    histograms : dict of str to Histogram
        ``seat_N:payoff``, ``seat_N:score`` and ``turns``; empty for a cell of a run with many cells.
    """

    cells: list[Cell]
    sums: DealSums
    histograms: dict[str, Histogram] = field(default_factory=dict)

    @property
    def players(self) -> int:
        """Seats."""
        return int(self.cells[0]["players"])

    @property
    def entrants(self) -> list[str]:
        """Names of the entrants that play, in the scenario's order."""
        return _entrants(self.cells)

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.sums.total("games"))


@dataclass
class Collected:
    """What one pass over a run gives.

    Parameters
    ----------
    cells : list of View
        One a cell that has games.
    pools : list of View
        By number of players and games a deal.
    squares : dict of str to DealSums
        For a square of cells, ``payoff`` and ``win_units`` of A, each with the variables ``games`` and the numbers of
        the cells; covariances between cells are those of common random numbers.
    resampled : Resampled or None
        The sums of the square's ``payoff``, with whole deals resampled.
    joint : dict of tuple of int to DealSums
        For groups of cells, the variables of `simcore.report.joint`, each as ``CELL:NAME``.
    """

    cells: list[View]
    pools: list[View]
    squares: dict[str, DealSums]
    resampled: Resampled | None
    joint: dict[tuple[int, ...], DealSums]

    @property
    def listed(self) -> list[View]:
        """The views that tables show one by one: the cells where they are few, else the pools."""
        return self.cells if len(self.cells) <= MAX_LISTED else self.pools


def collect(
    run: Run,
    reasons: tuple[str, ...],
    grid: Grid | None,
    on_games: Callable[[int], None],
    groups: Iterable[tuple[int, ...]] = (),
) -> Collected:
    """Read a run once.

    Parameters
    ----------
    run : Run
        The run.
    reasons : tuple of str
        Why a game of this kind can end.
    grid : Grid or None
        Square of cells whose covariances are wanted.
    on_games : callable
        Called with the number of games of each part that was read.
    groups : iterable of tuple of int
        Groups of cells whose differences are wanted.

    Returns
    -------
    Collected
    """
    keep_histograms = len(run.manifest["cells"]) <= MAX_LISTED
    by_cell: dict[int, View] = {}
    pools: dict[tuple[int, int], _Pool] = {}
    resampled = Resampled(1 + len(grid.order), run.manifest["seed"]) if grid else None
    squares = {"payoff": _Square(grid, "payoff", resampled), "win_units": _Square(grid, "win_units")} if grid else {}
    joint = Joint(groups)
    for block in run.blocks(_columns):
        cell = run.manifest["cells"][block.cell]
        variables, histograms = _measure(block, cell, reasons)
        deals = sums_by_deal(np.stack(list(variables.values())), block.numbers["deal_index"])
        view = by_cell.setdefault(block.cell, View([cell], DealSums(list(variables))))
        view.sums.add(deals)
        key = _pool_key(cell)
        if key not in pools:
            of_pool = [other for other in run.manifest["cells"] if _pool_key(other) == key]
            pools[key] = _Pool(of_pool, _variables(of_pool, reasons))
        pools[key].add(block, view.sums.names, deals, histograms)
        if keep_histograms:
            _add_histograms(view.histograms, histograms)
        for square in squares.values():
            square.add(block, deals[view.sums.names.index("games")], deals[view.sums.names.index(square.name)])
        joint.add(block, view.sums.names, deals)
        on_games(block.stop - block.start)
    views = [by_cell[cell] for cell in sorted(by_cell)]
    pooled = [pools[key].finished() for key in sorted(pools)]
    return Collected(views, pooled, {what: square.sums for what, square in squares.items()}, resampled, joint.sums)


def _pool_key(cell: Cell) -> tuple[int, int]:
    """Cells with the same players and games a deal meet the same deals in the same games."""
    return cell["players"], 1 if cell["draws_seats"] else len(cell["seatings"])


def _columns(cell: Cell) -> list[str]:
    seats = range(cell["players"])
    return [
        "deal_index",
        "n_turns",
        "reason",
        *(f"{name}_s{seat}" for name in ("entrant", "payoff", "score") for seat in seats),
    ]


def _entrants(cells: list[Cell]) -> list[str]:
    return list(dict.fromkeys(entry["name"] for cell in cells for entry in cell["entrants"]))


def _variables(cells: list[Cell], reasons: tuple[str, ...]) -> list[str]:
    return [
        "games",
        "decided",
        *(f"seat_{seat}:{what}" for seat in range(cells[0]["players"]) for what in ("payoff", "wins")),
        *(f"entrant_{name}:{what}" for name in _entrants(cells) for what in ("places", "payoff", "win_units")),
        *(f"reason:{reason}" for reason in reasons),
    ]


def _measure(
    block: Block, cell: Cell, reasons: tuple[str, ...]
) -> tuple[dict[str, NDArray[np.float64]], dict[str, Histogram]]:
    """Return the variables of every game of a block, and the block's histograms."""
    seats = range(cell["players"])
    names = _entrants([cell])
    payoff = np.stack([block.numbers[f"payoff_s{seat}"] for seat in seats]).astype(np.float64)
    holder = np.stack([block.words[f"entrant_s{seat}"].among(names) for seat in seats])
    ended = block.words["reason"].among(reasons)
    if (holder < 0).any() or (ended < 0).any():
        raise DamagedRunError(f"cell {block.cell}, games {block.start} to {block.stop}: unknown entrant or reason")
    tops = at_top(payoff)
    n_at_top = tops.sum(axis=0)
    decided = n_at_top == 1
    wins = tops & decided
    # a win shared by k counts 1/k; in whole numbers, so that sums stay exact
    win_units = np.where(tops, WIN_UNITS / np.maximum(n_at_top, 1), 0.0)
    values = [np.ones(payoff.shape[1]), decided.astype(np.float64)]
    for seat in seats:
        values += [payoff[seat], wins[seat].astype(np.float64)]
    for entrant in range(len(names)):
        held = holder == entrant
        values += [held.sum(axis=0).astype(np.float64), (payoff * held).sum(axis=0), (win_units * held).sum(axis=0)]
    values += [(ended == reason).astype(np.float64) for reason in range(len(reasons))]
    histograms = {"turns": Histogram.of(block.numbers["n_turns"])}
    for seat in seats:
        histograms[f"seat_{seat}:payoff"] = Histogram.of(block.numbers[f"payoff_s{seat}"])
        histograms[f"seat_{seat}:score"] = Histogram.of(block.numbers[f"score_s{seat}"])
    return dict(zip(_variables([cell], reasons), values, strict=True)), histograms


def _add_histograms(known: dict[str, Histogram], more: dict[str, Histogram]) -> None:
    for name, histogram in more.items():
        known[name] = known.get(name, Histogram()) + histogram


class _Pool:
    """Adds up the cells that meet the same deals before squares are taken, deal by deal."""

    def __init__(self, cells: list[Cell], names: list[str]) -> None:
        self._view = View(cells, DealSums(names))
        self._start = -1
        self._deals = np.zeros((len(names), 0))

    def add(
        self, block: Block, names: tuple[str, ...], deals: NDArray[np.float64], histograms: dict[str, Histogram]
    ) -> None:
        if block.start != self._start:
            self._flush()
            self._start = block.start
            self._deals = np.zeros((len(self._view.sums.names), deals.shape[1]))
        if deals.shape[1] != self._deals.shape[1]:
            raise DamagedRunError(
                f"cell {block.cell}, game {block.start}: its parts are not cut like those of the others"
            )
        rows = [self._view.sums.names.index(name) for name in names]
        for row, values in zip(rows, deals, strict=True):
            self._deals[row] += values
        _add_histograms(self._view.histograms, histograms)

    def _flush(self) -> None:
        self._view.sums.add(self._deals)

    def finished(self) -> View:
        self._flush()
        return self._view


class _Square:
    """Keeps one variable of A by deal until all cells of the same games are there, then takes products."""

    def __init__(self, grid: Grid, what: str, resampled: Resampled | None = None) -> None:
        self._resampled = resampled
        self.name = f"entrant_{grid.a}:{what}"
        self.sums = DealSums(["games", *(str(cell) for cell in grid.order)])
        self._row = {cell: row for row, cell in enumerate(grid.order, start=1)}
        self._deals = np.zeros((0, 0))
        self._waiting = 0

    def add(self, block: Block, games: NDArray[np.float64], values: NDArray[np.float64]) -> None:
        if not self._waiting:
            self._waiting = len(self._row)
            self._deals = np.zeros((len(self._row) + 1, len(games)))
            self._deals[0] = games
        self._deals[self._row[block.cell]] = values
        self._waiting -= 1
        if not self._waiting:
            self.sums.add(self._deals)
            if self._resampled:
                self._resampled.add(self._deals, np.unique(block.numbers["deal_index"]))
