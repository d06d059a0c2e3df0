"""The section ``seats``: what a place in the turn order is worth, and how games go and end."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.analysis.estimates import MEAN, SHARE, Estimate
from simcore.analysis.histogram import Histogram
from simcore.report.collect import View
from simcore.report.context import COUNTED, Context, Facts
from simcore.report.model import Column, Distribution, Section, Series, Table, decimals_for
from simcore.report.wording import CONFIDENCE, plural, reason_name, seat_name

NAME = "seats"
TITLE = "Seats and the course of the game"

_MOST_BINS = 48
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_LEVEL = f"{CONFIDENCE} intervals, pointwise"


def why_not(_facts: Facts) -> str | None:
    """Every run has seats."""
    return None


def build(context: Context) -> Section:
    """Return the section.

    Parameters
    ----------
    context : Context
        A run that has been read.

    Returns
    -------
    Section
    """
    views = context.collected.listed
    tables = [_seat_table(context, views), _end_table(context, views)]
    if views is not context.collected.cells:
        tables.append(_extremes(context))
    tables.append(_quantiles(context, views))
    figures = [figure for i, view in enumerate(views) for figure in _distributions(context, view, i)]
    text = (
        "The first seat moves first. A seat wins a game when its payoff is higher than every other; a game is decided "
        "when some seat wins it."
    )
    if views is not context.collected.cells:
        text += f" The {len(context.collected.cells)} cells are pooled; cells that meet the same deals stay paired."
    return Section(NAME, TITLE, text, tables=tables, figures=list(figures))


def seat_share(view: View, seat: int, comparisons: int = 1) -> Estimate:
    """Return a seat's share of the decided games, with its interval."""
    return view.sums.share({f"seat_{seat}:wins": 1}, "decided", comparisons=comparisons)


def seat_payoff(view: View, seat: int) -> Estimate:
    """Return a seat's mean payoff a game, with its interval."""
    return view.sums.mean({f"seat_{seat}:payoff": 1}, "games")


def draw_share(view: View) -> Estimate:
    """Return the share of games that no seat wins, with its interval."""
    return view.sums.share({"games": 1, "decided": -1}, "games")


def _seat_table(context: Context, views: list[View]) -> Table:
    rows: list[dict[str, Any]] = []
    for view in views:
        for seat in range(view.players):
            rows.append(
                {
                    "cell": context.label(view),
                    "seat": seat_name(seat),
                    "games": view.games,
                    "decided": int(view.sums.total("decided")),
                    "win_share": seat_share(view, seat),
                    "payoff": seat_payoff(view, seat),
                }
            )
    columns = (
        *context.cell_column(views),
        Column("seat", "Seat"),
        Column("games", "Games", "count"),
        Column("decided", "Decided games", "count"),
        Column(
            "win_share", "Share of decided games won", "share", decimals_for((row["win_share"] for row in rows), True)
        ),
        Column(
            "payoff", f"Payoff, {context.game.payoff_unit} a game", "mean", decimals_for(row["payoff"] for row in rows)
        ),
    )
    text = f"Share of decided games won and mean payoff by seat; {_LEVEL}."
    return Table("seats", "Wins and payoff by seat", columns, rows, context.caption(text, f"{SHARE}; {MEAN}", views))


def _end_table(context: Context, views: list[View]) -> Table:
    reasons = context.game.reasons
    rows = [
        {
            "cell": context.label(view),
            **{f"end_{reason}": view.sums.share({f"reason:{reason}": 1}, "games") for reason in reasons},
            "draw": draw_share(view),
        }
        for view in views
    ]
    columns = (
        *context.cell_column(views),
        *(_end_column(rows, f"end_{reason}", reason_name(reason).capitalize()) for reason in reasons),
        _end_column(rows, "draw", "No winner (draw)"),
    )
    text = f"How games end, as shares of all games; {_LEVEL}. The last column counts the games that no seat wins."
    return Table("ends", "How games end", columns, rows, context.caption(text, SHARE, views))


def _end_column(rows: list[dict[str, Any]], key: str, head: str) -> Column:
    return Column(key, head, "share", decimals_for((row[key] for row in rows), True))


def _extremes(context: Context) -> Table:
    cells = [view for view in context.collected.cells if view.players > 1 and view.sums.total("decided")]
    shares = [seat_share(view, 0, len(cells)) for view in cells]
    order = sorted(range(len(cells)), key=lambda i: shares[i].value or 0)
    rows = (
        [
            {"place": place, "cell": context.label(cells[i]), "games": cells[i].games, "win_share": shares[i]}
            for place, i in (("lowest", order[0]), ("highest", order[-1]))
        ]
        if order
        else []
    )
    columns = (
        Column("place", "First seat's share"),
        Column("cell", "Cell"),
        Column("games", "Games", "count"),
        Column("win_share", "Share of decided games won", "share", 2),
    )
    text = f"The cells in which the first seat wins least and most of {plural(len(cells), 'cell')}."
    method = (
        f"{SHARE}, {CONFIDENCE} for all cells at once (Bonferroni), since the extremes are picked from the same data"
    )
    return Table("seat_extremes", "Extremes among the cells", columns, rows, context.caption(text, method))


def _measures(context: Context, view: View) -> list[tuple[str, str, str, list[tuple[str, Histogram]]]]:
    """Return name, title, axis and distributions of what is counted in every game."""
    seats = [(f"{seat_name(seat)} seat", f"seat_{seat}") for seat in range(view.players)]
    known = view.histograms
    payoff = (
        "payoff",
        "Payoff",
        f"payoff, {context.game.payoff_unit}",
        [(name, known[f"{key}:payoff"]) for name, key in seats],
    )
    # a share of the win has no distribution worth showing beside the shares of games won
    return ([payoff] if np.dtype(context.game.payoff_dtype).kind == "i" else []) + [
        ("score", "Score", "score at the end", [(name, known[f"{key}:score"]) for name, key in seats]),
        ("turns", "Length", "turns played", [("all games", known["turns"])]),
    ]


def _quantiles(context: Context, views: list[View]) -> Table:
    rows: list[dict[str, Any]] = []
    for view in views:
        for _, title, _, series in _measures(context, view):
            for name, histogram in series:
                row = {"cell": context.label(view), "measure": title.lower(), "of": name, "mean": histogram.mean}
                row["least"] = histogram.quantile(0)
                row |= {f"q{share * 100:.0f}": histogram.quantile(share) for share in _QUANTILES}
                rows.append({**row, "most": histogram.quantile(1)})
    columns = (
        *context.cell_column(views),
        Column("measure", "Measure"),
        Column("of", "Of"),
        Column("mean", "Mean", "number", 2),
        Column("least", "Least", "count"),
        *(Column(f"q{q * 100:.0f}", "Median" if q == 0.5 else f"{q * 100:.0f} %", "count") for q in _QUANTILES),
        Column("most", "Most", "count"),
    )
    what = " and ".join(dict.fromkeys(row["measure"] for row in rows))
    text = f"Distribution of {what}, by seat or over all games: 5 % of games lie at or below the column 5 %, and so on."
    return Table("quantiles", "Spread", columns, rows, context.caption(text, COUNTED, views))


def _distributions(context: Context, view: View, number: int) -> list[Distribution]:
    figures = []
    for name, title, axis, series in _measures(context, view):
        edges, below, above = _edges([histogram for _, histogram in series])
        drawn = []
        for label, histogram in series:
            counts = histogram.binned(edges)
            drawn.append(Series(label, counts.tolist(), (counts / histogram.n).tolist()))
        medians = "; ".join(f"{label}: median {histogram.quantile(0.5)}" for label, histogram in series)
        text = f"Distribution of the {axis} in {context.label(view)}. {medians[0].upper()}{medians[1:]}."
        if below or above:
            text += " The outermost bins hold everything beyond them."
        caption = context.caption(text, COUNTED, [view])
        heading = f"{title}: {context.label(view)}"
        figures.append(
            Distribution(f"{name}_{number}", heading, text, axis, edges.tolist(), below, above, drawn, caption)
        )
    return figures


def _edges(histograms: list[Histogram]) -> tuple[Any, bool, bool]:
    """Return bins for all but half a percent of the games at either end, and whether something lies beyond."""
    together = sum(histograms, Histogram())
    low, high = together.quantile(0.005), together.quantile(0.995)
    width = max(-(-(high - low + 1) // _MOST_BINS), 1)
    # where there are losses a bin is centred on 0, so that mirrored seats give mirrored bars
    width += (width % 2 == 0) if low < 0 else 0
    offset = width // 2 if low < 0 else 0
    first, last = (low + offset) // width, (high + offset) // width + 1
    edges = np.arange(first * width - offset, last * width - offset + 1, width)
    return edges, bool(together.quantile(0) < edges[0]), bool(together.quantile(1) >= edges[-1])
