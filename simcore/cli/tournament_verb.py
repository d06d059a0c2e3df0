"""``simcore tournament``: all line-ups of a scenario's entrants."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

import click

from simcore.cli import options
from simcore.cli.tournament_words import tell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from simcore.comparing.tournament import Shares, Tournament


@click.command(name="tournament")
@options.scenario
@options.games
@click.option("--focus", metavar="NAME", help="Only this entrant, alone among each of the others.")
@click.option("--workers", metavar="N", help="Threads; as many as there are processors by default.")
@options.common
def command(
    scenario_text: str,
    games: str | None,
    seed: str | None,
    settings: tuple[str, ...],
    focus: str | None,
    workers: str | None,
    as_json: bool,
) -> None:
    """Play the entrants of SCENARIO against each other on the same deals.

    With two seats every pair meets; with more, one of each among all of every other, and all mixed tables.
    """
    from simcore.cli.progress import GamesProgress
    from simcore.comparing.lineups import field_of
    from simcore.comparing.tournament import play_tournament
    from simcore.engine.kernel import build_kernel
    from simcore.running.player import Player
    from simcore.scenario.load import load_scenario

    threads = options.whole_number(workers, "--workers", 1, 1024) or len(os.sched_getaffinity(0))
    source = options.source(scenario_text, settings)
    asked = load_scenario(scenario_text, options.assignments(games, seed, settings), source)
    field = field_of(asked, focus, scenario_text)
    scenario = field.scenario
    kernel = build_kernel(scenario.game, scenario.strategies, options.notify, restricted=scenario.is_restricted)
    with GamesProgress(scenario.game.title, scenario.games * len(scenario.cells)) as progress:
        found = play_tournament(field, Player(scenario, kernel), threads, progress.add)
    told = _told(found, focus, options.command_line())
    if as_json:
        options.print_json("tournament", told)
    else:
        tell(told)


def _told(found: Tournament, focus: str | None, command_line: str) -> dict[str, Any]:
    """Return the JSON object of a tournament."""
    scenario, names = found.field.scenario, found.field.names
    ratings = found.ratings
    shown = [names.index(focus)] if focus is not None else range(len(names))
    return {
        "scenario": scenario.name,
        "game": scenario.game.name,
        "players": found.field.seats,
        "unit": scenario.game.payoff_unit,
        "entrants": [entrant.describe() for entrant in scenario.cells[0].entrants],
        "focus": focus,
        "rows": [_row(found, one, other) for one in shown for other in range(len(names)) if other != one],
        "payoff": _table(found.payoff, shown),
        "payoff_se": _table(found.payoff_se, shown),
        "advantage": _table(found.advantage, shown),
        "advantage_low": _table(found.advantage_low, shown),
        "advantage_high": _table(found.advantage_high, shown),
        "nash": _by_name(found.nash, names),
        "alpha_rank": _by_name(found.alpha_rank, names),
        "ratings": None
        if ratings is None
        else [
            {
                "entrant": names[i],
                "elo": _number(ratings.value[i]),
                "ci": [*map(_number, (ratings.low[i], ratings.high[i]))],
            }
            for i in sorted(range(len(names)), key=lambda i: -float(ratings.value[i]))
        ],
        "cycles": found.cycles,
        "notice": scenario.game.told_notice(scenario.cards),
        "level": 0.95,
        "method": "shared deals; intervals by resampling whole deals, those of advantage for all pairs at once",
        "games": found.games,
        "deals": found.deals,
        "tables": len(scenario.cells),
        "seed": scenario.seed,
        "command": command_line,
    }


def _row(found: Tournament, one: int, other: int) -> dict[str, Any]:
    """Return what one entrant has against another."""
    names = found.field.names
    ends = found.advantage_low[one, other], found.advantage_high[one, other]
    return {
        "entrant": names[one],
        "against": names[other],
        "payoff": _number(found.payoff[one, other]),
        "payoff_se": _number(found.payoff_se[one, other]),
        "advantage": _number(found.advantage[one, other]),
        "ci": [*map(_number, ends)],
    }


def _table(values: NDArray[Any], rows: Any) -> list[list[float | None]]:
    return [[_number(value) for value in values[row]] for row in rows]


def _by_name(shares: Shares | None, names: tuple[str, ...]) -> dict[str, Any] | None:
    if shares is None:
        return None
    return {
        name: {"share": _number(shares.value[i]), "ci": [_number(shares.low[i]), _number(shares.high[i])]}
        for i, name in enumerate(names)
    }


def _number(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
