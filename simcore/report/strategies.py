"""The section ``strategies``: what each entrant gains, cell by cell or pooled."""

from __future__ import annotations

from typing import Any

from simcore.analysis.estimates import MEAN, SHARE, Estimate
from simcore.report.cells import is_symmetric
from simcore.report.collect import WIN_UNITS, View
from simcore.report.context import Context, Facts
from simcore.report.model import Column, Section, Table, decimals_for
from simcore.report.wording import CONFIDENCE, plural, setting

NAME = "strategies"
TITLE = "Strategies"


def why_not(_facts: Facts) -> str | None:
    """Every run has entrants."""
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
    pooled = views is not context.collected.cells
    text = (
        f"Payoff is what an entrant gains in {context.game.payoff_unit} a game, for each seat it holds. Its win share "
        "is its wins as a share of its games; of a draw or a shared win each of k winners has 1/k."
    )
    if pooled:
        text += " Pooled lines average over everything that is swept, so that they say little of a single setting."
    tables = [_table(context, views)] + ([_extremes(context)] if pooled else [])
    return Section(NAME, TITLE, text, tables=tables)


def payoff_of(view: View, entrant: str, comparisons: int = 1) -> Estimate:
    """Return an entrant's mean payoff a game (and seat it holds), with its interval."""
    weights, per = {f"entrant_{entrant}:payoff": 1.0}, f"entrant_{entrant}:places"
    return view.sums.mean(weights, per, symmetric=is_symmetric(view.cells), comparisons=comparisons)


def win_share_of(view: View, entrant: str) -> Estimate:
    """Return an entrant's win share, with its interval."""
    weights, per = {f"entrant_{entrant}:win_units": 1 / WIN_UNITS}, f"entrant_{entrant}:places"
    return view.sums.share(weights, per, symmetric=is_symmetric(view.cells))


def _table(context: Context, views: list[View]) -> Table:
    rows: list[dict[str, Any]] = []
    for view in views:
        for name in view.entrants:
            rows.append(
                {
                    "cell": context.label(view),
                    "entrant": name,
                    "strategy": _strategy(context, view, name),
                    "games": int(view.sums.total(f"entrant_{name}:places")),
                    "payoff": payoff_of(view, name),
                    "win_share": win_share_of(view, name),
                }
            )
    columns = (
        *context.cell_column(views),
        Column("entrant", "Entrant"),
        Column("strategy", "Strategy"),
        Column("games", "Games", "count"),
        Column(
            "payoff", f"Payoff, {context.game.payoff_unit} a game", "mean", decimals_for(row["payoff"] for row in rows)
        ),
        Column("win_share", "Win share", "share", decimals_for((row["win_share"] for row in rows), True)),
    )
    text = f"Payoff and win share of every entrant; {CONFIDENCE} intervals, pointwise."
    return Table("entrants", "Payoff and win share", columns, rows, context.caption(text, f"{MEAN}; {SHARE}", views))


def _strategy(context: Context, view: View, entrant: str) -> str:
    """Return an entrant's strategy with the parameters it has in all cells of the view."""
    found = [entry for cell in view.cells for entry in cell["entrants"] if entry["name"] == entrant]
    same = {
        key: [value]
        for key, value in found[0]["params"].items()
        if all(entry["params"].get(key) == value for entry in found)
    }
    strategy: str = found[0]["strategy"]
    constant = [setting(key, values) for key, values in context.cells.told_params(strategy, same).items()]
    return strategy + (f" ({', '.join(constant)})" if constant else "")


def _extremes(context: Context) -> Table:
    rows: list[dict[str, Any]] = []
    n_shown = sum(len(view.entrants) for view in context.collected.cells)
    for name in context.manifest["entrants"]:
        views = [view for view in context.collected.cells if name in view.entrants]
        found = [payoff_of(view, name, n_shown) for view in views]
        order = sorted(range(len(views)), key=lambda i: found[i].value or 0)
        for place, i in (("lowest", order[0]), ("highest", order[-1])) if order else ():
            label = context.label(views[i])
            rows.append({"entrant": name, "place": place, "cell": label, "games": views[i].games, "payoff": found[i]})
    columns = (
        Column("entrant", "Entrant"),
        Column("place", "Payoff"),
        Column("cell", "Cell"),
        Column("games", "Games", "count"),
        Column("payoff", f"{context.game.payoff_unit} a game", "mean", decimals_for(row["payoff"] for row in rows)),
    )
    text = f"The cells in which each entrant gains least and most, of {plural(len(context.collected.cells), 'cell')}."
    method = (
        f"{MEAN}, {CONFIDENCE} for all cells at once (Bonferroni), since the extremes are picked from the same data"
    )
    return Table("entrant_extremes", "Extremes among the cells", columns, rows, context.caption(text, method))
