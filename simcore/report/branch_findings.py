"""Key findings on branches: what one action is worth on the whole, and where the other is better."""

from __future__ import annotations

from simcore.report.branches import BranchFigures, column_words, level_labels, ranges_text
from simcore.report.context import Context
from simcore.report.model import decimals_for
from simcore.report.wording import CONFIDENCE, listed, number, plural, range_text


def findings(context: Context) -> list[str]:
    """Return sentences for every cell: the mean of all decisions, what turns its sign, the break-even line.

    Parameters
    ----------
    context : Context
        A run that has been read.

    Returns
    -------
    list of str
        Empty where the run has no table of branches; what holds for the most decisions first.
    """
    table = context.game.branch_table
    if table is None or not context.measured:
        return []
    first, second = (action.capitalize() for action in table.actions)
    unit, n_cells = context.game.payoff_unit, len(context.cells.cells)
    on_the_whole, lines = [], []
    for cell in dict.fromkeys(figures.cell for figures in context.measured):
        own = [figures for figures in context.measured if figures.cell == cell]
        where = f"{context.cells.label(context.cells.cells[cell])}: " if n_cells > 1 else ""
        maps = [figures for figures in own if figures.shape.only is None]
        turns = {figures.shape.rows: _turn(figures, first, second) for figures in maps}
        told = [_whole(own, first, second, unit), *turns.values()]
        on_the_whole += [where + sentence for sentence in told if sentence]
        lines.append(where + _line(own[0], first, second))
    return [sentence[0].upper() + sentence[1:] if n_cells == 1 else sentence for sentence in (*on_the_whole, *lines)]


def _whole(own: list[BranchFigures], first: str, second: str, unit: str) -> str:
    """Tell the mean of all decisions of a cell, and of those that a map singles out."""
    whole = own[0].whole
    over = f"over {plural(whole.games, 'decision')} met in play"
    if not whole.sign:
        return f"no difference between {first} and {second} was found {over}."
    better, worse = (first, second) if whole.sign > 0 else (second, first)
    decimals = decimals_for([whole])
    value = number(abs(whole.value or 0.0), decimals)
    ends = range_text(whole, "mean", decimals)
    return (
        f"{better} gains {value} {unit} a decision more than {worse} {over} ({CONFIDENCE} interval of {first} minus "
        f"{second} {ends}){_singled_out(own, first, second)}."
    )


def _singled_out(own: list[BranchFigures], first: str, second: str) -> str:
    for figures in own:
        only, whole = figures.shape.only, figures.whole
        if only and whole.low is not None:
            ends = range_text(whole, "mean", decimals_for([whole]))
            return f"; where {column_words(only[0])} is {only[1]}, {first} minus {second} is {ends}"
    return ""


def _turn(figures: BranchFigures, first: str, second: str) -> str:
    """Say where the rows of a map, over all columns, are surely on either side; nothing where they are all alike."""
    sides = [[row for row, found in enumerate(figures.margin) if found.sign == sign] for sign in (1, -1)]
    if not all(sides):
        return ""
    better, worse = (ranges_text(figures.rows, rows) for rows in sides)
    return (
        f"by {column_words(figures.shape.rows)}, all else averaged, {first} gains more at {better} and {second} at "
        f"{worse} ({CONFIDENCE} for all rows at once); the maps say where one alone misleads."
    )


def _line(figures: BranchFigures, first: str, second: str) -> str:
    """Tell the places of a map in which the second action is surely better."""
    n_first, n_second = (sum(len(figures.where(row, sign)) for row in range(len(figures.rows))) for sign in (1, -1))
    shown = sum(cell.value is not None for line in figures.sure for cell in line)
    across, down = column_words(figures.shape.columns), column_words(figures.shape.rows)
    labels = level_labels(figures.rows)
    spots = [
        f"{down} {labels[row]} at {across} {ranges_text(figures.columns, places)}"
        for row in range(len(figures.rows))
        if (places := figures.where(row, -1))
    ]
    return (
        f"of {shown} combinations of {down} and {across}, all else averaged, {first} is surely better in {n_first} "
        f"and {second} in {n_second} ({CONFIDENCE} for all at once)"
        + (f": {second} at {listed(spots)}." if spots else ".")
    )
