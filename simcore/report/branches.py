"""Maps of what one action is worth against another, from a run's table of branches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.estimates import Estimate
from simcore.analysis.groups import GroupSums
from simcore.analysis.histogram import Histogram
from simcore.engine.game import BranchMap, BranchTable, GameSpec
from simcore.report.context import Context
from simcore.report.model import Caption, Column, HeatMap, Table, decimals_for
from simcore.report.wording import CONFIDENCE, plural
from simcore.running.reader import Block, Run

METHOD = "mean over decisions; Student t interval, deals as clusters"
# a mean of fewer decisions is not shown
FEWEST = 30
_FEW = f"fewer than {FEWEST} decisions"
# values of a column that a map shows one by one; the highest also holds everything beyond it
_MOST_LEVELS = 10
_BEYOND = 0.02


@dataclass(frozen=True)
class BranchFigures:
    """What one map of one cell shows.

    Parameters
    ----------
    cell : int
        Cell of the run.
    shape : BranchMap
        What its rows and columns are.
    rows, columns : list of int
        Values shown; the highest stands for everything from it on.
    pointwise, sure : list of list of Estimate
        Mean differences by row: with pointwise intervals, and with intervals that hold for the whole map at once.
    margin : list of Estimate
        Mean difference of every row, with intervals that hold for all rows at once.
    whole : Estimate
        Mean difference over all decisions of the map.
    """

    cell: int
    shape: BranchMap
    rows: list[int]
    columns: list[int]
    pointwise: list[list[Estimate]]
    sure: list[list[Estimate]]
    margin: list[Estimate]
    whole: Estimate

    def where(self, row: int, sign: int) -> list[int]:
        """Return the columns in which a row's difference has a sign for sure; 0 for those that stay open."""
        shown = [at for at, cell in enumerate(self.sure[row]) if cell.value is not None]
        return [at for at in shown if self.sure[row][at].sign == sign]


def measure(run: Run, game: GameSpec) -> list[BranchFigures]:
    """Read the table of branches of a run and make all maps of all cells.

    Parameters
    ----------
    run : Run
        A run that has one.
    game : GameSpec
        Its game.

    Returns
    -------
    list of BranchFigures
        Cell by cell, in the order of the game's maps.
    """
    table = game.branch_table
    assert table is not None
    names = [column.name for column in table.columns]
    levels = _levels(run, table, names)
    sides = {shape: (levels[shape.rows], levels[shape.columns]) for shape in table.maps}
    # a group for every place of a map, one for every row, and one for them all
    sums = {
        (cell, shape): GroupSums(len(rows) * (len(columns) + 1) + 1)
        for cell in range(len(run.manifest["cells"]))
        for shape, (rows, columns) in sides.items()
    }
    for block in run.table_blocks(table.name, ["deal_index", "difference", *names]):
        for shape in table.maps:
            _add(sums[block.cell, shape], block, shape, *sides[shape])
    return [_figures(cell, shape, *sides[shape], of_map) for (cell, shape), of_map in sums.items() if of_map.count(-1)]


def _levels(run: Run, table: BranchTable, names: list[str]) -> dict[str, list[int]]:
    """Return the values of each column that maps show: from the least to one that few exceed."""
    seen = dict.fromkeys(names, Histogram())
    for block in run.table_blocks(table.name, names):
        for name in names:
            seen[name] += Histogram.of(block.numbers[name])
    levels = {}
    for name, histogram in seen.items():
        low, high = (histogram.quantile(0), histogram.quantile(1 - _BEYOND)) if histogram.n else (0, 0)
        levels[name] = list(range(low, min(high, low + _MOST_LEVELS - 1) + 1))
    return levels


def _add(sums: GroupSums, block: Block, shape: BranchMap, rows: list[int], columns: list[int]) -> None:
    """Add a block to the groups of a map, of its rows, and of them all."""
    numbers = block.numbers
    row, column = (_at(numbers[name], shown) for name, shown in ((shape.rows, rows), (shape.columns, columns)))
    kept = numbers[shape.only[0]] == shape.only[1] if shape.only else np.ones(len(row), bool)
    n = len(rows) * len(columns)
    for groups in (row * len(columns) + column, n + row, np.full(len(row), n + len(rows))):
        sums.add(np.where(kept, groups, -1), numbers["deal_index"], numbers["difference"])


def _at(numbers: NDArray[Any], shown: list[int]) -> NDArray[np.int64]:
    return np.minimum(numbers.astype(np.int64), shown[-1]) - shown[0]


def _figures(cell: int, shape: BranchMap, rows: list[int], columns: list[int], sums: GroupSums) -> BranchFigures:
    n_shown = sum(sums.count(group) >= FEWEST for group in range(len(rows) * len(columns)))

    def grid(comparisons: int) -> list[list[Estimate]]:
        groups = [[row * len(columns) + column for column in range(len(columns))] for row in range(len(rows))]
        return [[_shown(sums, group, comparisons) for group in line] for line in groups]

    margins = [len(rows) * len(columns) + row for row in range(len(rows))]
    n_rows = max(sum(sums.count(group) >= FEWEST for group in margins), 1)
    margin = [_shown(sums, group, n_rows) for group in margins]
    return BranchFigures(cell, shape, rows, columns, grid(1), grid(max(n_shown, 1)), margin, sums.mean(-1))


def _shown(sums: GroupSums, group: int, comparisons: int) -> Estimate:
    found = sums.mean(group, comparisons)
    if sums.count(group) >= FEWEST:
        return found
    return replace(found, value=None, low=None, high=None, note=_FEW)


def explain(context: Context) -> str:
    """Say how the maps were made and how far they hold."""
    table = context.game.branch_table
    assert table is not None
    first, second = (action.capitalize() for action in table.actions)
    return (
        f"At every decision between {first} and {second} met in play both were played out from the same state, with "
        "the same cards to come in both branches. The maps hold for the entrants that reach these decisions and for "
        "those who play on: better players, or other thresholds after it, give other values."
    )


def heat_map(context: Context, figures: BranchFigures) -> HeatMap:
    """Return a map as a figure with its break-even line."""
    table = context.game.branch_table
    assert table is not None
    first, second = (action.capitalize() for action in table.actions)
    unit, shape = context.game.payoff_unit, figures.shape
    title = f"Value of {first} over {second}, {_scope(context, figures)}"
    down, across = column_words(shape.rows), column_words(shape.columns)
    text = (
        f"Mean payoff after {first} minus that after {second}, {unit} a decision, by {down} (rows) and {across} "
        "(columns); the last row and column also hold everything beyond. Below each value the half-width of its "
        f"pointwise {CONFIDENCE} interval. Blue: {first} gains more, orange: {second}; the black "
        "line runs between values on either side of 0, sure or not; what is sure stands under Break-even line. Left "
        f"out: cells with {_FEW}."
    )
    return HeatMap(
        f"{table.name}_{_name(figures)}",
        title,
        down,
        across,
        level_labels(figures.rows),
        level_labels(figures.columns),
        figures.pointwise,
        "mean",
        0.0,
        decimals_for(cell for line in figures.pointwise for cell in line),
        _caption(context, figures, text),
        line=True,
    )


def level_labels(levels: list[int]) -> list[str]:
    """Return the values of a map's rows or columns; the last also stands for everything beyond."""
    return [*(str(level) for level in levels[:-1]), f"{levels[-1]}+"]


def column_words(column: str) -> str:
    """Return the name of a column of the table as words."""
    return column.replace("_", " ")


def _name(figures: BranchFigures) -> str:
    shape = figures.shape
    only = f"_{shape.only[0]}_{shape.only[1]}" if shape.only else ""
    return f"{figures.cell}_{shape.rows}_by_{shape.columns}{only}"


def _scope(context: Context, figures: BranchFigures) -> str:
    """Say which decisions a map holds."""
    label = context.cells.label(context.cells.cells[figures.cell])
    shape, only = figures.shape, figures.shape.only
    by = f"by {column_words(shape.rows)} and {column_words(shape.columns)}"
    return ", ".join([label, by, *([f"{column_words(only[0])} {only[1]}"] if only else [])])


def _caption(context: Context, figures: BranchFigures, text: str) -> Caption:
    """Return a caption with the decisions that the map holds, and how the branches were played."""
    how = context.manifest["tables"][0]["how"]
    cell = context.cells.cells[figures.cell]
    names = list(dict.fromkeys(entry["name"] for entry in cell["entrants"]))
    drawn = "all that the seat cannot see" if how["redraw"] == "hidden" else "the chance events still to come"
    made = (
        f"n = {plural(figures.whole.games, 'decision')} of {plural(figures.whole.deals, 'deal')}; "
        f"seed {context.manifest['seed']}; entrants: {', '.join(context.cells.entrant_texts(names))}; "
        f"method: {METHOD}; "
        f"{how['continuations']} continuations a decision, each with {drawn} drawn anew and the "
        f"same in both branches, played on by {how['playout'] or 'the seats themselves'}; made by: {context.command}."
    )
    return Caption(text, made)


def break_even(context: Context, figures: BranchFigures) -> Table:
    """Return a map's break-even line in words: where either action is surely better, row by row."""
    table = context.game.branch_table
    assert table is not None
    first, second = (action.capitalize() for action in table.actions)
    rows: list[dict[str, Any]] = []
    for row, label in enumerate(level_labels(figures.rows)):
        signs = {"first": 1, "second": -1, "open": 0}
        found = {key: ranges_text(figures.columns, figures.where(row, sign)) for key, sign in signs.items()}
        if any(found.values()):
            rows.append({"row": label, **found})
    across = column_words(figures.shape.columns)
    columns = (
        Column("row", column_words(figures.shape.rows).capitalize()),
        Column("first", f"{first} gains more at {across}"),
        Column("second", f"{second} gains more at {across}"),
        Column("open", f"Open at {across}"),
    )
    text = (
        f"The break-even line in words: where the interval of {first} minus {second} lies on one side of 0, and where "
        f"it holds 0. The intervals hold for the whole map at once ({CONFIDENCE}, Bonferroni)."
    )
    title = f"Break-even line, {_scope(context, figures)}"
    return Table(f"break_even_{_name(figures)}", title, columns, rows, _caption(context, figures, text))


def ranges_text(levels: list[int], places: list[int]) -> str:
    """Return places among levels as ranges: "7 to 9, 12+"."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    labels = level_labels(levels)
    return ", ".join(labels[run[0]] if len(run) == 1 else f"{labels[run[0]]} to {labels[run[-1]]}" for run in runs)
