"""The section ``thresholds``: a parameter of two entrants against each other, and maps of a table of branches."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.analysis.estimates import MEAN, SHARE, mean_estimate, share_estimate
from simcore.report import branches
from simcore.report.context import Context, Facts
from simcore.report.equilibrium import tables
from simcore.report.grid import Grid
from simcore.report.model import Column, Figure, HeatMap, Section, Table, decimals_for
from simcore.report.square import HSU, PAIRED, Moments, Square, cost
from simcore.report.wording import CONFIDENCE

NAME = "thresholds"
TITLE = "Thresholds"


def why_not(facts: Facts) -> str | None:
    """Say why the run has no such section, or return None."""
    if facts.run.manifest["tables"]:
        return None
    return facts.grid if isinstance(facts.grid, str) else None


def build(context: Context) -> Section:
    """Return the section.

    Parameters
    ----------
    context : Context
        A run that sweeps a square, or has a table of branches.

    Returns
    -------
    Section
    """
    texts: list[str] = []
    found: list[Table] = []
    figures: list[Figure] = []
    if isinstance(context.grid, Grid):
        square = context.solved.square
        texts.append(
            f"Rows are {square.grid.parameter} of {square.grid.a}, columns that of {square.grid.b}. "
            f"{square.meanings()} All pairs meet the same deals, each from both seats, so that differences are surer "
            "than the values. Nothing but this number differs: an opponent who plays other cards may have other best "
            "replies. Means weigh rare large payoffs fully; the spread of payoffs is under Seats."
        )
        found += [_replies(context, square), *tables(context, context.solved)]
        found += [_mix(context, square), _ends(context, square)]
        figures += [_heat_map(context, square, "payoff"), _heat_map(context, square, "win_share")]
    if context.measured:
        texts.append(branches.explain(context))
        found += [branches.break_even(context, measured) for measured in context.measured]
        figures += [branches.heat_map(context, measured) for measured in context.measured]
    return Section(NAME, TITLE, " ".join(texts), tables=found, figures=figures)


def _heat_map(context: Context, square: Square, what: str) -> HeatMap:
    grid = square.grid
    cells = [
        [square.estimate(row, column, what) for column in range(len(grid.columns))] for row in range(len(grid.rows))
    ]
    share = what == "win_share"
    title = f"Win share of {grid.a}" if share else f"Payoff of {grid.a}, {context.game.payoff_unit} a game"
    shown = "wins plus half the draws, in %" if share else f"payoff in {context.game.payoff_unit} a game"
    text = (
        f"{title}, by {grid.parameter} of {grid.a} (rows) and of {grid.b} (columns): {shown}, with the half-width of "
        f"its pointwise {CONFIDENCE} interval below it (exact: both play alike). Blue is good for {grid.a}, orange for "
        f"{grid.b}."
    )
    return HeatMap(
        what,
        title,
        f"{grid.parameter} of {grid.a}",
        f"{grid.parameter} of {grid.b}",
        [str(value) for value in grid.rows],
        [str(value) for value in grid.columns],
        cells,
        "share" if share else "mean",
        0.5 if share else 0.0,
        decimals_for((cell for row in cells for cell in row), share),
        context.caption(text, SHARE if share else MEAN),
    )


def _replies(context: Context, square: Square) -> Table:
    grid = square.grid
    rows: list[dict[str, Any]] = []
    for column, value in enumerate(grid.columns):
        found = square.replies(column)
        row: dict[str, Any] = {"opponent": value, "best": None, "words": None, "payoff": None, "candidates": None}
        if found:
            row |= {"best": grid.rows[found.best], "words": square.words(found.best)}
            row |= {"payoff": square.estimate(found.best, column), "candidates": square.names(found.candidates)}
        rows.append(row)
    columns = (
        Column("opponent", f"{grid.parameter} of {grid.b}"),
        Column("best", "Best reply found"),
        Column("words", f"There {grid.a}"),
        Column("payoff", f"Its payoff, {context.game.payoff_unit} a game", "mean", _decimals(rows)),
        Column("candidates", "Replies that cannot be told apart from the best"),
    )
    comparisons = square.pairs * len(grid.columns)
    text = (
        f"Best reply of {grid.a} to every threshold of {grid.b}, among the thresholds swept. Payoffs have pointwise "
        f"{CONFIDENCE} intervals; with {CONFIDENCE} confidence the last column holds the true best reply in "
        "all lines at once."
    )
    method = f"{MEAN}; {HSU}, {PAIRED}, {comparisons} comparisons at once (Bonferroni over pairs of rows and columns)"
    return Table("replies", "Best replies", columns, rows, context.caption(text, method))


def _decimals(rows: list[dict[str, Any]]) -> int:
    return decimals_for(row["payoff"] for row in rows if row["payoff"])


def _mix(context: Context, square: Square) -> Table:
    grid = square.grid
    payoff, wins = square.mix("payoff"), square.mix("win_share")
    found = square.distances(payoff, square.pairs)
    size = square.games * len(grid.columns), square.deals
    rows: list[dict[str, Any]] = [
        {
            "threshold": value,
            "words": square.words(row),
            "payoff": mean_estimate(*_value_and_se(payoff, row), *size),
            "cost": cost(square, found, row, square.pairs),
            "candidate": ("yes" if row in found.candidates else "no") if found else None,
            "win_share": share_estimate(*_value_and_se(wins, row), *size),
        }
        for row, value in enumerate(grid.rows)
    ]
    columns = (
        Column("threshold", f"{grid.parameter} of {grid.a}"),
        Column("words", f"There {grid.a}"),
        Column("payoff", f"Payoff, {context.game.payoff_unit} a game", "mean", _decimals(rows)),
        Column("cost", "Behind the best by", "cost", decimals_for(row["cost"] for row in rows)),
        Column("candidate", "May be the best"),
        Column("win_share", "Win share", "share", decimals_for((row["win_share"] for row in rows), True)),
    )
    text = (
        f"Every threshold of {grid.a} against a uniform mix of all thresholds of {grid.b}. Payoffs and win shares have "
        f"pointwise {CONFIDENCE} intervals; the distances from the best payoff hold at once at {CONFIDENCE}."
    )
    method = f"{MEAN}; {SHARE}; {HSU}, {PAIRED}, {square.pairs} comparisons at once (Bonferroni)"
    return Table("mix", "Against a uniform mix", columns, rows, context.caption(text, method))


def _value_and_se(moments: Moments, row: int) -> tuple[float, float]:
    means, covariance = moments
    return float(means[row]), float(np.sqrt(np.maximum(covariance[row, row], 0)))


def _ends(context: Context, square: Square) -> Table:
    grid = square.grid
    last, comparisons = len(grid.rows) - 1, square.pairs * len(grid.columns)
    rows: list[dict[str, Any]] = []
    for column, value in enumerate(grid.columns):
        found = square.replies(column)
        low, high = (cost(square, found, row, comparisons) for row in (0, last))
        rows.append({"opponent": value, "lowest": low, "highest": high})
    decimals = decimals_for(row[end] for row in rows for end in ("lowest", "highest"))
    columns = (
        Column("opponent", f"{grid.parameter} of {grid.b}"),
        Column("lowest", f"{grid.rows[0]} ({square.words(0)}) costs", "cost", decimals),
        Column("highest", f"{grid.rows[last]} ({square.words(last)}) costs", "cost", decimals),
    )
    text = (
        f"What the lowest and the highest threshold of {grid.a} lose in {context.game.payoff_unit} a game against the "
        f"best reply; {CONFIDENCE} intervals that hold at once in the whole table. Where 0 is in it, the threshold may "
        "be the best reply itself."
    )
    method = f"{HSU}, {PAIRED}, {comparisons} comparisons at once (Bonferroni over pairs of rows and columns)"
    return Table("ends_of_the_scale", "What the ends of the scale cost", columns, rows, context.caption(text, method))
