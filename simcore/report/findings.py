"""Key findings: sentences made from the numbers, each claimed only where its interval allows it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simcore.analysis.estimates import BY_SYMMETRY, LEVEL, Estimate, t_quantile
from simcore.analysis.replies import Distances, distances_from_best
from simcore.report import branch_findings, equilibrium, readings, rule_sweep
from simcore.report.collect import View
from simcore.report.context import Context
from simcore.report.grid import Grid
from simcore.report.model import decimals_for
from simcore.report.seats import draw_share, seat_share
from simcore.report.square import Square
from simcore.report.strategies import payoff_of
from simcore.report.wording import CONFIDENCE, at_least, listed, number, percent, range_text, signed

_FEWEST, _MOST = 3, 6
# unit of a payoff that is 1 for a sole win and 1/k for a win shared by k
WIN_SHARE = "win share"
# more cells than this are told pooled, by the number of players
_FEW = 2
# sentences of every number of players that are told whatever their number
_EACH = 2


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
    compared = readings.findings(context) or rule_sweep.findings(context)
    if len(compared) >= _FEWEST:
        return compared[:_MOST]
    views = context.collected.cells if len(context.collected.cells) <= _FEW else context.collected.pools
    found = compared + branch_findings.findings(context)
    found += [_first_seat(context, view) for view in views if view.players > 1]
    if isinstance(context.grid, Grid):
        found += _square(context)
    else:
        found += [sentence for view in views for sentence in _ahead(context, view)]
    found += [sentence for view in views for sentence in (_draws(context, view), _length(context, view))]
    return found[: max(_MOST, len(compared) + _EACH * len(views))]


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
    return f"{CONFIDENCE} interval {ends}"


def _first_seat(context: Context, view: View) -> str:
    others = view.players - 1
    weights = {"seat_0:payoff": 1.0} | {f"seat_{seat}:payoff": -1 / others for seat in range(1, view.players)}
    if len(view.cells) > 1 and (split := _first_seat_by_cell(context, view, weights)):
        return split
    gain, share = view.sums.mean(weights, "games"), seat_share(view, 0)
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


def _first_seat_by_cell(context: Context, view: View, weights: dict[str, float]) -> str:
    """Say that moving first helps in some pooled cells and costs in others, or nothing where it is not so."""
    cells = [cell for cell in context.collected.cells if cell.players == view.players]
    gains = [cell.sums.mean(weights, "games", comparisons=len(cells)) for cell in cells]
    signs = [gain.sign for gain in gains]
    if not (1 in signs and -1 in signs):
        return ""
    least, most = (pick(range(len(cells)), key=lambda i: gains[i].value or 0.0) for pick in (min, max))
    ends = " and ".join(f"{signed(gains[i].value or 0.0, 1)} in {context.label(cells[i])}" for i in (most, least))
    return (
        f"Moving first is worth points in {signs.count(1)} and costs points in {signs.count(-1)} of {len(cells)} "
        f"cells ({CONFIDENCE} for all at once); a game: {ends}."
    )


def _ahead(context: Context, view: View) -> Iterator[str]:
    """Say which entrant gains most, and which others cannot be told apart from it."""
    names, where, unit = view.entrants, _where(context, view), context.game.payoff_unit
    if len(names) < 2:
        return
    if all(payoff_of(view, name).note == BY_SYMMETRY for name in names):
        yield _begin(where, f"entrants {listed(names)} gain the same, by symmetry.")
        return
    ratios = [({f"entrant_{name}:payoff": 1.0}, f"entrant_{name}:places") for name in names]
    means, covariance = view.sums.ratios(ratios)
    if view.sums.deals < 2 or not np.isfinite(covariance).all():
        return
    if not covariance.any() and len(set(means.tolist())) > 1:
        told = listed(f"{name} {signed(float(mean), 3)}" for name, mean in zip(names, means, strict=True))
        yield _begin(
            where, f"on every deal {told} {unit} a game; nothing varies between deals, so there is no interval."
        )
        return
    comparisons = len(names) * (len(names) - 1) // 2
    found = distances_from_best(means, covariance, t_quantile(LEVEL, view.sums.deals, comparisons))
    best = names[found.best]
    if len(found.candidates) > 1:
        alike = [names[i] for i in found.candidates]
        most = "" if len(alike) == len(names) else f"one of {listed(alike, 'or')} gains most; "
        yield _begin(where, f"{most}no difference between {listed(alike)} was found at this number of games.")
        return
    second = min((i for i in range(len(names)) if i != found.best), key=lambda i: found.value[i])
    lead = view.sums.difference(ratios[found.best], ratios[second])
    gains = payoff_of(view, best)
    yield _begin(
        where,
        f"entrant {best} gains most: {signed(float(means[found.best]), decimals_for([gains]))} {unit} a game, "
        f"{number(lead.value or 0, decimals_for([lead]))} more than {names[second]} ({_interval(lead)}).",
    )


def _square(context: Context) -> list[str]:
    square = context.solved.square
    payoff = square.distances(square.mix("payoff"), square.pairs)
    wins = square.distances(square.mix("win_share"), square.pairs)
    if payoff is None or wins is None:
        return []
    ends = [_end(context, square, row) for row in (0, len(square.grid.rows) - 1)]
    return [*equilibrium.finding(context, context.solved), _mix(square, payoff), *_wins(square, payoff, wins), *ends]


def _mix(square: Square, payoff: Distances) -> str:
    against, best = "Against a uniform mix of all thresholds swept,", payoff.best
    if len(payoff.candidates) == 1:
        return (
            f"{against} {square.grid.rows[best]} ({square.words(best)}) gains most, ahead of all others ({CONFIDENCE})."
        )
    if len(payoff.candidates) == len(square.grid.rows):
        return f"{against} no difference between the thresholds was found at this number of games."
    names = listed((str(square.grid.rows[row]) for row in payoff.candidates), "or")
    return f"{against} one of {names} gains most; no difference between these was found at this number of games."


def _wins(square: Square, payoff: Distances, wins: Distances) -> Iterator[str]:
    """Say where winning most often is not gaining most."""
    rows, shares = square.grid.rows, square.mix("win_share")[0]
    if not wins.low[payoff.best] > 0:
        return
    behind = at_least(100 * float(wins.low[payoff.best]))
    often, much = (f"{rows[row]} wins {percent(float(shares[row]), 1)}" for row in (wins.best, payoff.best))
    yield (
        f"Winning often is not gaining much: against that mix {often} of its games and {much}, at least "
        f"{behind} percentage points less than the most frequent winner ({CONFIDENCE})."
    )


def _end(context: Context, square: Square, row: int) -> str:
    """Say what an end of the scale costs against the best replies; the intervals hold at once."""
    grid, unit = square.grid, context.game.payoff_unit
    replies = [square.replies(column) for column in range(len(grid.columns))]
    low = [float(found.low[row]) for found in replies if found]
    name = f"{grid.rows[row]} ({square.words(row)})"
    worse = [column for column, least in enumerate(low) if least > 0]
    if all(found is not None and found.candidates == [row] for found in replies):
        return f"{name} is the only candidate for the best reply to every threshold of {grid.b} ({CONFIDENCE})."
    if not worse:
        return f"{name} cannot be told apart from the best reply to any threshold of {grid.b}."
    most = max(worse, key=lambda column: low[column])
    against = f"the best reply to {len(worse)} of {len(low)} thresholds of {grid.b}; against {grid.columns[most]}"
    if len(worse) == len(low):
        most = min(worse, key=lambda column: low[column])
        against = f"the best reply to every threshold of {grid.b}; against any of them"
    return f"{name} is worse than {against} it costs at least {at_least(low[most])} {unit} a game ({CONFIDENCE})."


def _draws(context: Context, view: View) -> str:
    share = draw_share(view)
    where = _where(context, view)
    if share.low is None or share.value is None:
        return _begin(where, f"nothing can be said of draws: {share.note}.")
    shared = context.game.payoff_unit == WIN_SHARE and view.players > 1
    if share.value == 0:
        if shared:
            return _begin(where, f"no win was shared ({_interval(share, 'share')} of the games).")
        return _begin(where, f"every game had a winner ({_interval(share, 'share')} of games without one).")
    value = percent(share.value, decimals_for([share], True))
    if shared:
        return _begin(where, f"the win is shared in {value} of the games ({_interval(share, 'share')}).")
    return _begin(where, f"{value} of the games end without a winner ({_interval(share, 'share')}).")


def _length(context: Context, view: View) -> str:
    turns = view.histograms.get("turns")
    pools = [pool for pool in context.collected.pools if pool.players == view.players]
    turns = turns or pools[0].histograms["turns"]
    short, median, long = (turns.quantile(share) for share in (0.05, 0.5, 0.95))
    where = _where(context, view)
    return _begin(where, f"half of the games played last at most {median} turns; nine in ten last {short} to {long}.")
