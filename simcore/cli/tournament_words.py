"""A tournament for people: the finding, then the tables it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from simcore.cli.options import print_table
from simcore.report.wording import plural


def tell(told: Mapping[str, Any]) -> None:
    """Print a tournament.

    Parameters
    ----------
    told : mapping
        The content of the verb's JSON object.
    """
    seats = told["players"]
    click.echo(f"{told['scenario']}: {told['game']}, {seats} players, {len(told['entrants'])} entrants")
    for line in _findings(told):
        click.echo(line)
    click.echo("")
    among = "against" if seats == 2 else "alone among"
    if told["focus"] is not None:
        rows = [
            [row["against"], row["payoff"], row["payoff_se"], _signed(row["advantage"], row["ci"])]
            for row in told["rows"]
        ]
        print_table(f"{told['focus']} {among} each", ["entrant", "payoff", "se", "more than they (95 % for all)"], rows)
    else:
        _standings(told)
        names = [entrant["name"] for entrant in told["entrants"]]
        rows = [[name, *(_cell(told, i, j) for j in range(len(names)))] for i, name in enumerate(names)]
        click.echo("")
        print_table(f"Payoff of the row {among} the column, {told['unit']} a game (se)", ["", *names], rows)
    click.echo("")
    if told["notice"]:
        click.echo(told["notice"])
    click.echo(
        f"n = {told['games']:,} games at {plural(told['tables'], 'table')} on {told['deals']:,} shared deals; seed "
        f"{told['seed']}; method: {told['method']}; made by: {told['command']}"
    )


def _standings(told: Mapping[str, Any]) -> None:
    rows = [
        [
            rating["entrant"],
            f"{rating['elo']:+.1f} ({rating['ci'][0]:+.1f} to {rating['ci'][1]:+.1f})",
            _share(told["nash"][rating["entrant"]]),
            _share(told["alpha_rank"][rating["entrant"]]),
        ]
        for rating in told["ratings"]
    ]
    print_table("Standings (95 %)", ["entrant", "Elo", "Nash mix", "alpha-rank"], rows)


def _findings(told: Mapping[str, Any]) -> list[str]:
    """Say what may be claimed: who beats everybody, and what no ranking shows."""
    beaten: dict[str, set[str]] = {}
    for row in told["rows"]:
        if row["ci"][0] is not None and row["ci"][0] > 0:
            beaten.setdefault(row["entrant"], set()).add(row["against"])
    n = len(told["entrants"]) - 1
    if told["focus"] is not None:
        won = sorted(row["against"] for row in told["rows"] if (row["ci"][0] or 0) > 0)
        lost = sorted(row["against"] for row in told["rows"] if (row["ci"][1] or 0) < 0)
        less = f" and less than {', '.join(lost)}" if lost else ""
        return [f"{told['focus']} gains more than {', '.join(won) or 'none of the others'}{less} (95 % for all)."]
    best = [name for name, won in beaten.items() if len(won) == n]
    lines = [f"{best[0]} beats every other entrant (95 % for all pairs)." if best else "No entrant beats all others."]
    lines += [f"Cycle: {cycle}: no single order ranks them." for cycle in told["cycles"]]
    return lines


def _cell(told: Mapping[str, Any], i: int, j: int) -> str:
    payoff, se = told["payoff"][i][j], told["payoff_se"][i][j]
    if payoff is None:
        return "-"
    return f"{payoff:+.3g}" if se is None else f"{payoff:+.3g} ({se:.2g})"


def _signed(value: float, ends: list[float | None]) -> str:
    if ends[0] is None or ends[1] is None:
        return f"{value:+.4g}"
    return f"{value:+.4g} ({ends[0]:+.4g} to {ends[1]:+.4g})"


def _share(entry: Mapping[str, Any]) -> str:
    return f"{entry['share']:.1%} ({entry['ci'][0]:.0%} to {entry['ci'][1]:.0%})"
