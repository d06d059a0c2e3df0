"""``simcore replay``: tells single games move by move."""

from __future__ import annotations

import json

import click

from simcore.cli import options
from simcore.errors import InputError, shown


@click.command(name="replay")
@options.scenario
@click.option("--game", "game_index", metavar="I", help="One game of the cell.")
@click.option("--games", "game_range", metavar="A:B", help="Games A to B - 1 of the cell.")
@click.option("--cell", metavar="C", default="0", help="Cell of the scenario; 0 by default.")
@click.option("--format", "form", type=click.Choice(["text", "jsonl"]), default="text", help="Words, or records.")
@options.common
def command(
    scenario_text: str,
    seed: str | None,
    settings: tuple[str, ...],
    game_index: str | None,
    game_range: str | None,
    cell: str,
    form: str,
    as_json: bool,
) -> None:
    """Play games of SCENARIO again and tell them in words or as playthrough records."""
    from simcore.running.replay import Replayer
    from simcore.scenario.load import load_scenario

    source = options.source(scenario_text, settings)
    scenario = load_scenario(scenario_text, options.assignments(None, seed, settings), source)
    cell_index = options.whole_number(cell, "--cell", 0, len(scenario.cells) - 1)
    assert cell_index is not None
    games = _games(game_index, game_range)
    replayer = Replayer(scenario, options.notify)
    if as_json:
        rows = [list(replayer.game(cell_index, index).record()) for index in games]
        options.print_json("replay", {"rows": [_row(record) for record in rows]})
        return
    for index in games:
        game = replayer.game(cell_index, index)
        if form == "jsonl":
            for line in game.record():
                click.echo(json.dumps(line, ensure_ascii=False))
        else:
            for text in game.words():
                click.echo(text)
            if len(games) > 1:
                click.echo()


def _row(record: list[dict[str, object]]) -> dict[str, object]:
    return {"header": record[0], "decisions": record[1:-1], "end": record[-1]}


def _games(game_index: str | None, game_range: str | None) -> range:
    """Return the games that the two options name."""
    from simcore.scenario.shape import MAX_GAMES

    if (game_index is None) == (game_range is None):
        raise InputError("replay", "", "name the games by either --game I or --games A:B")
    if game_index is not None:
        first = options.whole_number(game_index, "--game", 0, MAX_GAMES - 1) or 0
        return range(first, first + 1)
    assert game_range is not None
    start, colon, stop = game_range.partition(":")
    if not colon:
        raise InputError("--games", "", f"{shown(game_range)} is not A:B")
    first = options.whole_number(start, "--games", 0, MAX_GAMES) or 0
    last = options.whole_number(stop, "--games", 0, MAX_GAMES) or 0
    if last <= first:
        raise InputError("--games", "", f"{shown(game_range)} holds no game; allowed: A:B with A < B")
    return range(first, last)
