"""``simcore list``: what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from simcore.cli import options


def _games(game: str | None) -> list[dict[str, Any]]:
    from simcore.engine import registry

    return [
        {
            "name": spec.name,
            "title": spec.title,
            "players": list(spec.players),
            "rules_version": spec.rules_version,
            "parameters": len(spec.parameters),
        }
        for spec in registry.games().values()
        if game in (None, spec.name)
    ]


def _strategies(game: str | None) -> list[dict[str, Any]]:
    from simcore.engine import registry

    return [
        {
            "game": name,
            "name": strategy.name,
            "text": strategy.text,
            "parameters": {parameter.name: parameter.default for parameter in strategy.parameters},
        }
        for name in ([game] if game else registry.games())
        for strategy in sorted(registry.strategies(name).values(), key=lambda found: found.name)
    ]


def _scenarios(game: str | None) -> list[dict[str, Any]]:
    from simcore.scenario.load import load_scenario, shipped_names

    found = [load_scenario(name) for name in shipped_names()]
    return [
        {
            "name": scenario.name,
            "title": scenario.title,
            "game": scenario.game.name,
            "cells": len(scenario.cells),
            "games": scenario.games,
        }
        for scenario in found
        if game in (None, scenario.game.name)
    ]


def _cards(game: str | None) -> list[dict[str, Any]]:
    from simcore.engine import registry

    return [
        {"game": name, **card}
        for name in ([game] if game else registry.games())
        for card in registry.game(name).card_list
    ]


def _card_file(kind: str, game: str | None) -> str:
    """Return the card table of a game as its file has it."""
    from simcore.engine import registry
    from simcore.errors import InputError

    specs = registry.games().values()
    tables = {spec.name: spec.module("card_table") for spec in specs if spec.has_module("card_table")}
    whole = {name: table.SHIPPED.where for name, table in tables.items() if hasattr(table, "checked_table")}
    if kind != "cards" or game not in whole:
        raise InputError("--toml", "", f"needs `list cards --game G`, with G one of {', '.join(whole)}")
    return Path(whole[game]).read_text(encoding="utf-8")


_KINDS = {"games": _games, "strategies": _strategies, "scenarios": _scenarios, "cards": _cards}


@click.command(name="list")
@click.argument("kind", type=click.Choice(list(_KINDS)))
@click.option("--game", metavar="G", help="Only what belongs to this game.")
@click.option(
    "--toml", "as_toml", is_flag=True, help="With cards: the game's card table, to change and name in a scenario."
)
@options.common
def command(kind: str, game: str | None, as_toml: bool, as_json: bool) -> None:
    """List games, strategies, scenarios or cards."""
    if game is not None:
        from simcore.engine import registry

        registry.game(game, "--game", "")
    if as_toml:
        click.echo(_card_file(kind, game), nl=False)
        return
    rows = _KINDS[kind](game)
    if as_json:
        options.print_json("list", {"kind": kind, "rows": rows})
        return
    # cards of different games have different columns
    columns = list(dict.fromkeys(column for row in rows for column in row))
    options.print_table("", columns, [[_cell(row.get(column, "")) for column in columns] for row in rows])


def _cell(value: Any) -> Any:
    if isinstance(value, dict):
        return ", ".join(f"{key}={entry}" for key, entry in value.items())
    return ", ".join(str(entry) for entry in value) if isinstance(value, list) else value
