"""``simcore bench``: measures games a second."""

from __future__ import annotations

import math
from typing import Any

import click

from simcore.cli import options
from simcore.errors import InputError, shown

_LINEUPS = ("random", "greedy")


@click.command(name="bench")
@click.option("--game", metavar="G", help="One game; all by default.")
@click.option("--players", metavar="P", help="Seats; the game's smallest number by default.")
@click.option("--lineup", metavar="A,B", help="Strategies in seat order; all random, then all greedy by default.")
@click.option("--seconds", metavar="S", default="3", help="How long each line-up plays; 3 by default.")
@click.option("--workers", metavar="N", default="1", help="Threads; 1 by default.")
@options.common
def command(
    game: str | None, players: str | None, lineup: str | None, seconds: str, workers: str, as_json: bool
) -> None:
    """Measure games and decisions a second; a decision counts when at least two actions are legal."""
    from simcore.engine import registry
    from simcore.running.bench import measure

    n_workers = options.whole_number(workers, "--workers", 1, 1024) or 1
    duration = _seconds(seconds)
    specs = [registry.game(game, "--game", "")] if game is not None else list(registry.games().values())
    rows = []
    for spec in specs:
        for names in _lineups(spec, players, lineup):
            strategies = [registry.strategy(spec.name, name, "--lineup", "") for name in names]
            speed = measure(spec, strategies, duration, n_workers, options.notify)
            rows.append(
                {
                    "game": spec.name,
                    "players": len(names),
                    "lineup": ",".join(names),
                    "workers": n_workers,
                    "games_per_second": round(speed.games_per_second),
                    "decisions_per_second": round(speed.decisions_per_second),
                    "decisions_per_game": round(speed.decisions_per_game, 3),
                    "compile_seconds": round(speed.compile_seconds, 3),
                }
            )
    if as_json:
        options.print_json("bench", {"rows": rows})
    else:
        options.print_table("", list(rows[0]), [list(row.values()) for row in rows])


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.01 <= value <= 3600:
        raise InputError("--seconds", "", f"{shown(text)} is not allowed; allowed: 0.01 to 3600")
    return value


def _lineups(spec: Any, players: str | None, lineup: str | None) -> list[list[str]]:
    """Return the line-ups to measure, checked against the game's player counts."""
    count = options.whole_number(players, "--players", 1, 64)
    if lineup is None:
        return [
            [name] * (count or spec.default_players)
            for name in _LINEUPS
            if _allowed(spec, count or spec.default_players)
        ]
    names = [name.strip() for name in lineup.split(",")]
    if count is not None and count != len(names):
        raise InputError("--lineup", "", f"{shown(lineup)} names {len(names)} seats, --players {count}")
    _allowed(spec, len(names))
    return [names]


def _allowed(spec: Any, count: int) -> bool:
    if count not in spec.players:
        allowed = ", ".join(str(number) for number in spec.players)
        raise InputError("--players", "", f"{count} is not allowed for {spec.name}; allowed: {allowed}")
    return True
