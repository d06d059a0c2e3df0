"""A comparison in words: what was found first, then what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from simcore.report.wording import plural

# payoffs are shares such as 1/3, whose sums miss 0 by this much at most
_NOTHING = 1e-9
# pairs unlike the most frequent ones, below which the test's error rates are not sure
_FEW = 30


def tell_comparison(told: Mapping[str, Any]) -> None:
    """Print a comparison that was played.

    Parameters
    ----------
    told : mapping
        The content of the verb's JSON object.
    """
    names = _names(told)
    a, b = names
    seats = f"{told['players']} players" + ("" if told["players"] == 2 else f", {b} in the other seats")
    click.echo(f"{a} (a) against {b} (b): {told['game']}, {seats}")
    click.echo(_finding(told, names))
    rows = [("effect", f"{told['effect']:+.4g}{_interval(told['ci'], '+.4g')} {told['unit']} a game, a minus b")]
    if told["p_value"] is not None:
        rows.append(("p-value", f"{told['p_value']:.3g}, two-sided" if told["p_value"] else "below 1e-300, two-sided"))
    rows.append(("wins", f"{told['win_share']:.2%}{_interval(told['win_share_ci'], '.2%')} of its games"))
    if "elo" in told:
        rows.append(("Elo", f"{told['elo']:+.2f}{_interval(told['elo_ci'], '+.2f')} by wins{_superior(told)}"))
        rows.append(("pairs", f"{', '.join(map(str, told['counts']))} by score of a, from two losses to two wins"))
    if "llr" in told:
        rows.append(("test", _test(told)))
    if told["variance_saved"] is not None:
        saved = told["variance_saved"]
        rows.append(("pairing", f"{'saved' if saved >= 0 else 'cost'} {abs(saved):.1%} of the variance of apart deals"))
    if told["notice"]:
        rows.append(("cards", told["notice"]))
    rows.append(("rests on", f"{plural(told['games'], 'game')}, {plural(told['pairs'], 'deal')}, seed {told['seed']}"))
    rows.append(("method", told["method"]))
    if "llr" in told:
        rows.append(("note", "effect, interval and Elo ignore that the test chose when to stop; they lean its way"))
    rows.append(("again", told["command"]))
    for name, text in rows:
        click.echo(f"{name:<9} {text}")


def tell_counts(told: Mapping[str, Any]) -> None:
    """Print what given counts tell.

    Parameters
    ----------
    told : mapping
        The content of the verb's JSON object.
    """
    click.echo(f"pairs     {told['pairs']:,}, mean score {told['score']:.4f} a game")
    click.echo(f"Elo       {told['elo']:+.4f}{_interval(told['elo_ci'], '+.4f')}, above 0 with {told['los']:.2%}")
    click.echo(f"normal.   {told['normalized_elo']:+.4f} normalized Elo")
    if "llr" in told:
        click.echo(f"test      {_test(told)}")


def _names(told: Mapping[str, Any]) -> tuple[str, str]:
    """Return the two by strategy and settings, told apart where they are alike."""
    texts = []
    for side in ("a", "b"):
        entrant = told[side]
        more = [f"{key} {value}" for key, value in told[f"set_{side}"].items()] + entrant.get("restrict", [])
        texts.append(entrant["strategy"] + (f" ({', '.join(more)})" if more else ""))
    return texts[0], texts[1]


def _finding(told: Mapping[str, Any], names: tuple[str, str]) -> str:
    """Say what may be claimed."""
    verdict = told.get("verdict")
    bounds = f"{told.get('elo0', 0):g} to {told.get('elo1', 0):g} {told.get('elo_model')} Elo"
    if verdict == "undecided":
        return f"Not decided between {bounds}: the games ran out."
    if verdict:
        bound = told["elo1"] if verdict == "H1" else told["elo0"]
        return f"Decided between {bounds}: for {bound:g} ({verdict})."
    if not told["enough"] and told["se"] == 0:
        return "Both gained the same on every deal, so that no interval comes."
    if not told["enough"]:
        return "The interval is not yet as narrow as asked: the games ran out."
    low, high = told["ci"]
    if told["se"] == 0 and abs(told["effect"]) < _NOTHING:
        return "Both gained the same on every deal."
    if low is None or low <= 0 <= high:
        return "No difference was found at this number of games."
    better, worse = names if low > 0 else names[::-1]
    claim = f"{better} gains more than {worse}" if better != worse else f"{'a' if low > 0 else 'b'} gains more"
    fewer = told["win_share_ci"][1 if low > 0 else 0]
    fair = 1 / told["players"]
    wins_less = fewer is not None and (fewer < fair if low > 0 else fewer > fair)
    return f"{claim}, but wins fewer games." if wins_less else f"{claim}."


def _test(told: Mapping[str, Any]) -> str:
    rates = f"alpha {told['alpha']:g}, beta {told['beta']:g}"
    if told["llr"] is None:
        return f"no likelihood fits bounds so far from the counts ({rates})"
    unlike = sum(told["counts"]) - max(told["counts"])
    few = ", few pairs differ" if unlike < _FEW else ""
    return (
        f"llr {told['llr']:.3f}, bounds {told['lower']:.3f} and {told['upper']:.3f} ({rates}): {told['verdict']}{few}"
    )


def _superior(told: Mapping[str, Any]) -> str:
    return "" if told["los"] is None else f"; above 0 with {told['los']:.1%}"


def _interval(ends: tuple[float | None, float | None], form: str) -> str:
    if ends[0] is None or ends[1] is None:
        return ""
    return f" (95 %: {ends[0]:{form}} to {ends[1]:{form}})"
