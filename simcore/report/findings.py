"""Key findings: sentences made from the numbers, each claimed only where its interval allows it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simcore.analysis.estimates import LEVEL, Estimate, t_quantile
from simcore.analysis.replies import distances_from_best
from simcore.report.collect import View
from simcore.report.context import Context
from simcore.report.grid import Grid
from simcore.report.model import decimals_for
from simcore.report.seats import draw_share, first_seat_share
from simcore.report.strategies import payoff_of
from simcore.report.thresholds import Square
from simcore.report.wording import listed, number, percent, range_text, signed

_MOST = 6
# more views than this are not told one by one
_FEW = 2


def key_findings(context: Context) -> list[str]:
    """Return three to six sentences on what the run shows, the most important first.

    Parameters
    ----------
    context : Context
        A run that has been read.

    Returns
    -------
    list of str
    """
    views = context.collected.cells if len(context.collected.cells) <= _FEW else context.collected.pools[:_FEW]
    found = [_first_seat(context, view) for view in views if view.players > 1]
    if isinstance(context.grid, Grid):
        found += _square(context)
    else:
        found += [sentence for view in views for sentence in _ahead(context, view)]
    found += [sentence for view in views for sentence in (_draws(context, view), _length(context, view))]
    return found[:_MOST]


def _where(context: Context, view: View) -> str:
    """Name a view where there are several, or where it pools."""
    if len(context.collected.cells) == 1:
        return ""
    return f"Over {context.label(view)}: " if len(view.cells) > 1 else f"{context.label(view)}: "


def _begin(where: str, sentence: str) -> str:
    return where + sentence if where else sentence[0].upper() + sentence[1:]


def _interval(estimate: Estimate, kind: str = "mean") -> str:
    """Return the interval in words; there must be one."""
    share = kind == "share"
    decimals = decimals_for([estimate], share)
    ends = range_text(estimate, "share" if share else "mean", decimals)
    return f"{LEVEL:.0%} interval {ends}"


def _first_seat(context: Context, view: View) -> str:
    others = view.players - 1
    weights = {"seat_0:payoff": 1.0} | {f"seat_{seat}:payoff": -1 / others for seat in range(1, view.players)}
    gain, share = view.sums.mean(weights, "games"), first_seat_share(view)
    where, unit = _where(context, view), context.game.payoff_unit
    if gain.low is None or gain.value is None:
        return _begin(where, f"nothing can be said of moving first: {gain.note}.")
    amount = number(abs(gain.value), decimals_for([gain]))
    wins = f"; the first seat wins {percent(share.value, 1)} of the decided games" if share.value is not None else ""
    if gain.sign:
        verb = "is worth" if gain.sign > 0 else "costs"
        return _begin(
            where, f"moving first {verb} {amount} {unit} a game against moving later ({_interval(gain)}){wins}."
        )
    return _begin(
        where, f"no difference between moving first and later was found at this number of games ({_interval(gain)})."
    )


def _ahead(context: Context, view: View) -> Iterator[str]:
    """Say which entrant gains most, and which others cannot be told apart from it."""
    names, where, unit = view.entrants, _where(context, view), context.game.payoff_unit
    if len(names) < 2:
        return
    if all(payoff_of(view, name).note == "exact, by symmetry" for name in names):
        yield _begin(where, f"{listed(names)} play alike, so that neither can gain on the other.")
        return
    ratios = [({f"entrant_{name}:payoff": 1.0}, f"entrant_{name}:places") for name in names]
    means, covariance = view.sums.ratios(ratios)
    if view.sums.deals < 2 or not np.isfinite(covariance).all():
        return
    comparisons = len(names) * (len(names) - 1) // 2
    found = distances_from_best(means, covariance, t_quantile(LEVEL, view.sums.deals, comparisons))
    best = names[found.best]
    if len(found.candidates) > 1:
        alike = listed(names[i] for i in found.candidates)
        yield _begin(where, f"no difference between {alike} was found at this number of games.")
        return
    second = min((i for i in range(len(names)) if i != found.best), key=lambda i: found.value[i])
    lead = view.sums.difference(ratios[found.best], ratios[second])
    gains = payoff_of(view, best)
    yield _begin(
        where,
        f"{best} gains most: {signed(float(means[found.best]), decimals_for([gains]))} {unit} a game, "
        f"{number(lead.value or 0, decimals_for([lead]))} more than {names[second]} ({_interval(lead)}).",
    )


def _square(context: Context) -> list[str]:
    square = Square.of(context)
    if square.mix_replies is None:
        return []
    return [_mix(square), *(_end(context, square, row) for row in (0, len(square.grid.rows) - 1)), _equilibrium(square)]


def _mix(square: Square) -> str:
    found = square.mix_replies
    assert found is not None
    rows, best = square.grid.rows, found.best
    others = [row for row in found.candidates if row != best]
    lead = f"Against a uniform mix of all thresholds swept, {rows[best]} ({square.words(best)}) gains most"
    return (
        f"{lead}; it cannot be told apart from {square.names(others)}." if others else f"{lead}, ahead of all others."
    )


def _end(context: Context, square: Square, row: int) -> str:
    """Say what an end of the scale costs against the best replies; the intervals hold at once."""
    grid, unit = square.grid, context.game.payoff_unit
    replies = [square.replies(column) for column in range(len(grid.columns))]
    low = [float(found.low[row]) for found in replies if found]
    name = f"{grid.rows[row]} ({square.words(row)})"
    worse = [column for column, least in enumerate(low) if least > 0]
    if len(worse) == len(low):
        return f"{name} costs at least {min(low):,.2g} {unit} a game against the best reply to every threshold ({LEVEL:.0%})."
    if not worse:
        return f"{name} cannot be told apart from the best reply to any threshold of {grid.b}."
    most = max(range(len(low)), key=lambda column: low[column])
    return (
        f"{name} is worse than the best reply to {len(worse)} of {len(low)} thresholds of {grid.b}; against "
        f"{grid.columns[most]} it costs at least {low[most]:,.2g} {unit} a game ({LEVEL:.0%})."
    )


def _equilibrium(square: Square) -> str:
    """Name the thresholds that may be best replies to themselves: where nobody gains by another threshold."""
    grid = square.grid
    stable = []
    for column, value in enumerate(grid.columns):
        found = square.replies(column)
        if found and value in grid.rows and grid.rows.index(value) in found.candidates:
            stable.append(str(value))
    if not stable:
        return "No threshold swept is a best reply to itself: whatever all play, one who changes gains."
    if len(stable) == 1:
        return f"Only {stable[0]} may be a best reply to itself: at every other threshold that all play, one who changes gains."
    return f"Best replies to themselves may be {listed(stable)}: at every other threshold that all play, one who changes gains."


def _draws(context: Context, view: View) -> str:
    share = draw_share(view)
    where = _where(context, view)
    if not view.sums.total("games") - view.sums.total("decided"):
        return _begin(where, f"every game had a winner ({_interval(share, 'share')} of games without one).")
    if share.low is None or share.value is None:
        return _begin(where, f"nothing can be said of draws: {share.note}.")
    value = percent(share.value, decimals_for([share], True))
    return _begin(where, f"{value} of the games end without a winner ({_interval(share, 'share')}).")


def _length(context: Context, view: View) -> str:
    turns = view.histograms.get("turns")
    pools = [pool for pool in context.collected.pools if pool.players == view.players]
    turns = turns or pools[0].histograms["turns"]
    short, median, long = (turns.quantile(share) for share in (0.05, 0.5, 0.95))
    where = _where(context, view)
    return _begin(where, f"half of the games played last at most {median} turns; nine in ten last {short} to {long}.")
