"""``simcore tune``: searches strategy parameters."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import click

from simcore.cli import options
from simcore.errors import InputError, not_one_of

if TYPE_CHECKING:
    from simcore.analysis.estimates import Estimate
    from simcore.comparing.space import Dimension
    from simcore.comparing.tune import Tuned
    from simcore.scenario.scenario import Scenario

# generations that are shown to people, the last one among them
_SHOWN = 10


@click.command(name="tune")
@options.scenario
@options.games
@click.option("--workers", metavar="N", help="Threads; as many as there are processors by default.")
@options.common
def command(
    scenario_text: str,
    games: str | None,
    seed: str | None,
    settings: tuple[str, ...],
    workers: str | None,
    as_json: bool,
) -> None:
    """Search the parameters that SCENARIO's [tune] table names, for the highest mean payoff.

    -n is the number of games, in each cell, of the final figure on deals that the search never met.
    """
    from simcore.cli.progress import GamesProgress
    from simcore.comparing.objective import Objective
    from simcore.comparing.tune import tune
    from simcore.engine.kernel import build_kernel
    from simcore.running.player import Player
    from simcore.scenario.load import load_scenario

    threads = options.whole_number(workers, "--workers", 1, 1024) or len(os.sched_getaffinity(0))
    source = options.source(scenario_text, settings)
    scenario = load_scenario(scenario_text, options.assignments(games, seed, settings), source)
    entrant, space, budget = _asked(scenario, scenario_text)
    kernel = build_kernel(scenario.game, scenario.strategies, options.notify, restricted=scenario.is_restricted)
    objective = Objective(Player(scenario, kernel), entrant, threads, scenario_text)
    per_cell = max(cell.games_per_deal for cell in objective.cells)
    deals = max(2, -(-scenario.games // per_cell))
    total = budget + 2 * deals * objective.games_per_deal
    with GamesProgress(scenario.game.title, total) as progress:
        found = tune(objective, space, budget, deals, scenario.seed, progress.add)
    told = _told(scenario, entrant, space, found, options.command_line())
    if as_json:
        options.print_json("tune", told)
    else:
        _tell(told)


def _asked(scenario: Scenario, where: str) -> tuple[int, list[Dimension], int]:
    """Return the entrant, the space and the budget of the scenario's ``[tune]`` table."""
    from simcore.comparing.space import space_of
    from simcore.scenario.shape import check_shape

    wanted = check_shape(scenario.raw, where).tune
    if wanted is None:
        raise InputError(where, "tune", "is missing: say which parameters are searched (docs/how-to/compare.md)")
    for table in ("sweep", "alternatives"):
        if scenario.raw.get(table):
            path = next(iter(scenario.raw[table]))
            raise InputError(where, f"{table}.{path}", f"tuning plays one variant: fix it with --set {path}=VALUE")
    names = scenario.entrant_names
    if wanted.entrant not in names:
        raise InputError(where, "tune.entrant", not_one_of(wanted.entrant, names))
    entrant = names.index(wanted.entrant)
    strategy = scenario.cells[0].entrants[entrant].strategy
    return entrant, space_of(strategy.parameters, wanted.params, where, "tune.params"), wanted.budget


def _told(scenario: Scenario, entrant: int, space: list[Dimension], found: Tuned, command_line: str) -> dict[str, Any]:
    """Return the JSON object of a tuning."""
    tuned = scenario.cells[0].entrants[entrant]
    return {
        "scenario": scenario.name,
        "game": scenario.game.name,
        "unit": scenario.game.payoff_unit,
        "entrant": tuned.describe(),
        "best": found.params,
        "toml": _fragment(tuned.name, tuned.strategy.name, {**tuned.params, **found.params}, tuned.restrict),
        "payoff": _estimate(found.payoff),
        "gain": _estimate(found.gain),
        "stays": found.kept,
        "notice": scenario.game.told_notice(scenario.cards),
        "searched": {dimension.name: [dimension.kind, *dimension.values] for dimension in space},
        "trace": [
            {"generation": one.number, "games": one.games, "deals": one.deals, "payoff": one.payoff, **one.params}
            for one in found.trace
        ],
        "games": found.games,
        "held_out_games": found.payoff.games,
        "level": found.payoff.level,
        "method": "CatCMAwM (cmaes) with sequential halving on shared deals; final figure on held-out deals, "
        + found.payoff.method,
        "seed": scenario.seed,
        "command": command_line,
    }


def _estimate(found: Estimate) -> dict[str, Any]:
    return {"value": found.value, "ci": [found.low, found.high]}


def _fragment(name: str, strategy: str, params: dict[str, Any], restrict: tuple[str, ...]) -> str:
    """Return an entrant as it is pasted into a scenario."""
    values = ", ".join(f"{key} = {json.dumps(value)}" for key, value in params.items())
    lines = ["[[entrants]]", f'name = "{name}"', f'strategy = "{strategy}"', f"params = {{ {values} }}"]
    return "\n".join(lines + ([f"restrict = {json.dumps(list(restrict))}"] if restrict else []))


def _tell(told: dict[str, Any]) -> None:
    gain, payoff, unit = told["gain"], told["payoff"], told["unit"]
    if told["stays"]:
        finding = "Nothing better than the parameters as they stand was found."
    elif gain["ci"][0] is not None and gain["ci"][0] > 0:
        finding = "Better parameters were found."
    else:
        finding = "What was found could not be told from the parameters as they stand."
    click.echo(f"{told['scenario']}: {told['entrant']['name']} ({told['entrant']['strategy']})\n{finding}")
    if not told["stays"]:
        held_out = f"on {told['held_out_games']:,} games the search never met"
        click.echo(f"gain      {_words(gain)} {unit} a game over the parameters as they stand, {held_out}")
        click.echo(f"payoff    {_words(payoff)} on them, the mean of all tables")
    if told["notice"]:
        click.echo(f"cards     {told['notice']}")
    click.echo("")
    trace = told["trace"]
    step = max(1, -(-len(trace) // _SHOWN))
    shown = trace[::-1][::step][::-1]
    columns = ("generation", "games", "deals", "payoff")
    options.print_table("Best of each generation", list(columns), [[row[name] for name in columns] for row in shown])
    click.echo("")
    click.echo(f"{told['toml']}  # {told['command']}")
    click.echo("")
    click.echo(f"n = {told['games']:,} games searched; seed {told['seed']}; method: {told['method']}")


def _words(estimate: dict[str, Any]) -> str:
    low, high = estimate["ci"]
    text = f"{estimate['value']:+.4g}"
    return text if low is None else f"{text} (95 %: {low:+.4g} to {high:+.4g})"
