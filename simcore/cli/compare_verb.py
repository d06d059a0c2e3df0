"""``simcore compare``: whether one strategy is better than another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simcore.cli import options
from simcore.cli.compare_words import tell_comparison, tell_counts
from simcore.errors import InputError, not_one_of, shown

if TYPE_CHECKING:
    from simcore.analysis.sprt import Sprt
    from simcore.comparing.compare import Comparison
    from simcore.comparing.contest import Side

NOT_ENOUGH_DATA = 4
_MODELS = ("logistic", "normalized")
_GAMES, _MOST_GAMES = 100_000, 10_000_000
_MOST_ELO = 1000.0
_FEW_PAIRS = 10
_SIDES = ("a", "b")


def _for_both(function: options.Command) -> options.Command:
    """Add the options of either side."""
    for side in reversed(_SIDES):
        for decorate in (
            click.option(f"--restrict-{side}", multiple=True, metavar="R", help=f"What {side} leaves: never:KIND, ..."),
            click.option(f"--param-{side}", multiple=True, metavar="K=V", help=f"A parameter of {side}; repeatable."),
            click.option(f"--{side}", metavar="STRATEGY", help=f"Strategy of {side}."),
        ):
            function = decorate(function)
    return function


@click.command(name="compare")
@click.option("--game", metavar="G", help="The game.")
@_for_both
@options.games
@click.option("--sprt", nargs=2, metavar="E0 E1", help="Play until a sequential test decides between two Elo bounds.")
@click.option("--elo-model", default="logistic", metavar="M", help="Elo of the bounds: logistic or normalized.")
@click.option("--alpha", default="0.05", metavar="P", help="Chance that the test decides for E1 where E0 is true.")
@click.option("--beta", default="0.05", metavar="P", help="Chance that it decides for E0 where E1 is true.")
@click.option("--until", metavar="WIDTH", help="Play until an anytime-valid interval of the effect is this wide.")
@click.option("--players", metavar="P", help="Seats; b fills the others. The game's usual number by default.")
@click.option("--seed", metavar="S", help="Master seed; 0 by default.")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Another value, for example params.X=6.")
@click.option("--workers", metavar="N", help="Threads; as many as there are processors by default.")
@click.option("--counts", metavar="N0,..,N4", help="No games: pairs by score, from two losses to two wins.")
@options.common
def command(
    game: str | None,
    a: str | None,
    b: str | None,
    param_a: tuple[str, ...],
    param_b: tuple[str, ...],
    restrict_a: tuple[str, ...],
    restrict_b: tuple[str, ...],
    games: str | None,
    sprt: tuple[str, str] | None,
    elo_model: str,
    alpha: str,
    beta: str,
    until: str | None,
    players: str | None,
    seed: str | None,
    settings: tuple[str, ...],
    workers: str | None,
    counts: str | None,
    as_json: bool,
) -> None:
    """Compare two strategies on the same deals, each in every seat equally often.

    Plays a fixed number of games (100,000; -n sets it), or stops by itself with --sprt or --until, at the latest after
    -n games (10,000,000). --counts calculates from given counts instead.
    """
    test = _test(sprt, elo_model, alpha, beta)
    if counts is not None:
        told = _calculate(counts, test, (game, a, b, games, until, players, seed, settings, workers))
        if as_json:
            options.print_json("compare", told)
        else:
            tell_counts(told)
        return
    width = _number(until, "--until", 1e-9, 1e9)
    if test and width is not None:
        raise InputError("--until", "", "does not go together with --sprt; allowed: one of them")
    sides = _side(a, "--a", param_a, restrict_a), _side(b, "--b", param_b, restrict_b)
    if game is None:
        from simcore.engine import registry

        raise InputError("--game", "", f"is missing; allowed: {', '.join(registry.games())}")
    scenario, found = _play(game, sides, games, players, seed, settings, workers, test, width)
    told = _told(scenario, found, test)
    if as_json:
        options.print_json("compare", told)
    else:
        tell_comparison(told)
    if not found.enough:
        click.get_current_context().exit(NOT_ENOUGH_DATA)


def _play(
    game: str,
    sides: tuple[Side, Side],
    games: str | None,
    players: str | None,
    seed: str | None,
    settings: tuple[str, ...],
    workers: str | None,
    test: Sprt | None,
    width: float | None,
) -> tuple[Any, Comparison]:
    """Play the games that the options ask for."""
    import os

    from simcore.cli.progress import GamesProgress
    from simcore.comparing.compare import compare_fixed, compare_sprt, compare_until
    from simcore.comparing.contest import contest
    from simcore.engine.kernel import build_kernel
    from simcore.running.player import Player
    from simcore.scenario.paths import parse_assignment
    from simcore.scenario.shape import MAX_GAMES, MAX_SEED

    most = _MOST_GAMES if test or width is not None else _GAMES
    scenario = contest(
        game,
        sides,
        options.whole_number(players, "--players", 1, 64),
        options.whole_number(games, "--games", 1, MAX_GAMES) or most,
        options.whole_number(seed, "--seed", 0, MAX_SEED) or 0,
        [parse_assignment(setting) for setting in settings],
    )
    if test and scenario.max_players != 2:
        raise InputError("--sprt", "", f"needs two seats, not {scenario.max_players}; allowed: -n, --until")
    threads = options.whole_number(workers, "--workers", 1, 1024) or len(os.sched_getaffinity(0))
    kernel = build_kernel(scenario.game, scenario.strategies, options.notify, restricted=scenario.is_restricted)
    player = Player(scenario, kernel)
    with GamesProgress(scenario.game.title, scenario.games, stops=most == _MOST_GAMES) as progress:
        if test:
            return scenario, compare_sprt(player, test, threads, progress.add)
        if width is not None:
            return scenario, compare_until(player, width, threads, progress.add)
        return scenario, compare_fixed(player, threads, progress.add)


def _side(strategy: str | None, option: str, params: Sequence[str], restrict: tuple[str, ...]) -> Side:
    from simcore.comparing.contest import Side
    from simcore.scenario.paths import parse_assignment

    if strategy is None:
        raise InputError(option, "", "is missing; allowed: a strategy (simcore list strategies)")
    return Side(strategy, dict(parse_assignment(text) for text in params), restrict)


def _test(sprt: tuple[str, str] | None, model: str, alpha: str, beta: str) -> Sprt | None:
    if model not in _MODELS:
        raise InputError("--elo-model", "", not_one_of(model, _MODELS))
    rates = [_number(text, option, 1e-6, 0.499) for text, option in ((alpha, "--alpha"), (beta, "--beta"))]
    if sprt is None:
        return None
    from simcore.analysis.sprt import Sprt

    low, high = (_number(text, "--sprt", -_MOST_ELO, _MOST_ELO) for text in sprt)
    assert low is not None and high is not None
    if low >= high:
        raise InputError("--sprt", "", f"{shown(' '.join(sprt))} is not allowed; allowed: E0 below E1")
    return Sprt(low, high, "normalized" if model == "normalized" else "logistic", rates[0] or 0.05, rates[1] or 0.05)


def _number(text: str | None, option: str, low: float, high: float) -> float | None:
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise InputError(option, "", f"{shown(text)} is not allowed; allowed: {low:g} to {high:g}")
    return value


def _calculate(text: str, test: Sprt | None, unused: tuple[object, ...]) -> dict[str, Any]:
    """Return what given counts tell."""
    from simcore.analysis.pentanomial import summarize
    from simcore.analysis.sprt import look

    if any(unused):
        raise InputError("--counts", "", "plays no games; allowed beside it: --sprt, --elo-model, --alpha, --beta")
    numbers = [options.whole_number(word, "--counts", 0, 10**15) for word in text.split(",")]
    counts = [number for number in numbers if number is not None]
    if len(counts) != 5 or not sum(counts):
        raise InputError("--counts", "", f"{shown(text)} is not allowed; allowed: five counts, not all 0")
    found = summarize(counts)
    told: dict[str, Any] = {
        "counts": counts,
        "pairs": found.pairs,
        "score": found.score,
        "elo": found.elo + 0.0,
        "elo_ci": [found.elo_low, found.elo_high],
        "normalized_elo": found.normalized_elo + 0.0,
        "los": found.los,
        "level": 0.95,
    }
    return {**told, **(_sprt_told(test, look(test, counts, 0)) if test else {})}


def _sprt_told(test: Sprt, seen: Any) -> dict[str, Any]:
    return {
        "llr": _finite(seen.llr),
        "lower": seen.lower,
        "upper": seen.upper,
        "verdict": {"elo0": "H0", "elo1": "H1", "continue": "undecided"}[seen.verdict],
        "elo0": test.elo0,
        "elo1": test.elo1,
        "elo_model": test.model,
        "alpha": test.alpha,
        "beta": test.beta,
    }


def _told(scenario: Any, found: Comparison, test: Sprt | None) -> dict[str, Any]:
    """Return the JSON object of a comparison."""
    import numpy as np

    from simcore.analysis.pentanomial import summarize

    main = found.anytime or found.effect.estimate
    told: dict[str, Any] = {
        "game": scenario.game.name,
        "players": scenario.max_players,
        "a": scenario.cells[0].entrants[0].describe(),
        "b": scenario.cells[0].entrants[1].describe(),
        "set_a": scenario.raw["entrants"][0]["params"],
        "set_b": scenario.raw["entrants"][1]["params"],
        "effect": main.value,
        "ci": [main.low, main.high],
        "unit": scenario.game.payoff_unit,
        "level": main.level,
        "method": main.method,
        "se": _finite(found.effect.se),
        "p_value": _finite(found.effect.p_value) if not found.anytime else None,
        "win_share": found.win_share.value,
        "win_share_ci": [found.win_share.low, found.win_share.high],
        "notice": scenario.game.told_notice(scenario.cards),
        "games": found.games,
        "pairs": found.blocks,
        "variance_saved": _finite(found.effect.variance_saved),
        "enough": found.enough,
        "seed": scenario.seed,
        "command": options.command_line(),
    }
    if len(found.pairs):
        summary = summarize(found.pairs)
        # pairs that are all alike, or a handful, tell no spread
        known = found.blocks >= _FEW_PAIRS and np.count_nonzero(found.pairs) > 1
        told |= {"counts": found.pairs.tolist(), "elo": summary.elo + 0.0}
        told |= {"elo_ci": [summary.elo_low, summary.elo_high] if known else [None, None]}
        told |= {"normalized_elo": summary.normalized_elo + 0.0, "los": summary.los if known else None}
    if test and found.verdict:
        told |= {**_sprt_told(test, found.verdict.look), "pairs_between_looks": found.verdict.batch}
    return told


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
