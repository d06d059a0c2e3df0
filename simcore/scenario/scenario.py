"""A scenario: the frozen description of everything a run plays, and its digest."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcore.engine import registry
from simcore.engine.game import GameSpec, Strategy
from simcore.engine.parameters import complete
from simcore.errors import InputError, not_one_of, shown
from simcore.scenario.cells import (
    MAX_CELLS,
    Cell,
    Entrant,
    Seating,
    groups_of_entrants,
    listed_seatings,
    seatings_of,
)
from simcore.scenario.paths import set_path
from simcore.scenario.shape import ScenarioShape, check_shape, check_sizes


@dataclass(frozen=True)
class Scenario:
    """What a run plays.

    Parameters
    ----------
    name : str
        Shipped name or file stem; for folders and messages only.
    title : str
        For people.
    game : GameSpec
        The game.
    games : int
        Games of each cell.
    seed : int
        Master seed, 0 to 2**64 - 1.
    cells : tuple of Cell
        Every combination of player count, sweep values and set of entrants, numbered in this order.
    raw : dict
        The scenario as read, overrides applied: enough to build it again.
    source : str
        How a command line names it, settings included.
    """

    name: str
    title: str
    game: GameSpec
    games: int
    seed: int
    cells: tuple[Cell, ...]
    raw: dict[str, Any]
    source: str

    @property
    def entrant_names(self) -> tuple[str, ...]:
        """Names of all entrants; rows hold positions in this tuple."""
        return tuple(entrant.name for entrant in self.cells[0].entrants)

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Every strategy of any cell, once each, by name."""
        found = {entrant.strategy.name: entrant.strategy for cell in self.cells for entrant in cell.entrants}
        return tuple(found[name] for name in sorted(found))

    @property
    def max_players(self) -> int:
        """Most seats of any cell."""
        return max(cell.players for cell in self.cells)

    def digest(self) -> str:
        """Return the SHA-256 of all that a row depends on besides seed, cell and game index.

        Returns
        -------
        str
            64 hexadecimal digits; title, games and seed do not enter.
        """
        content = {"game": self.game.name, "cells": [cell.describe() for cell in self.cells]}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


def build_scenario(raw: dict[str, Any], name: str, where: str, source: str = "") -> Scenario:
    """Check a scenario and lay out its cells.

    Parameters
    ----------
    raw : dict
        As read from TOML, overrides applied.
    name : str
        Name for folders and messages.
    where : str
        File for messages.
    source : str
        How a command line names it, settings included; `name` by default.

    Returns
    -------
    Scenario

    Raises
    ------
    InputError
        For the first fault.
    """
    check_sizes(raw, where)
    shape = check_shape(raw, where)
    game = registry.game(shape.game, where)
    cells: list[Cell] = []
    for swept in _sweep_values(shape, game, where):
        variant = _variant(raw, swept, where)
        for players, seatings, entrants, params in _tables(check_shape(variant, where), game, where):
            if len(cells) == MAX_CELLS:
                raise InputError(where, "sweep", f"makes more than {MAX_CELLS} cells")
            draws = shape.lineups.seats is None and variant.get("lineups", {}).get("mode") == "draw"
            cells.append(Cell(len(cells), players, swept, params, entrants, seatings, draws))
    return Scenario(name, shape.title or name, game, shape.games, shape.seed, tuple(cells), raw, source or name)


def _sweep_values(shape: ScenarioShape, game: GameSpec, where: str) -> Iterator[dict[str, Any]]:
    """Yield every combination of sweep values; a list of player counts is swept first."""
    players = shape.players if shape.players is not None else game.players[0]
    counts = players if isinstance(players, list) else [players]
    for count in counts:
        if count not in game.players:
            allowed = ", ".join(str(number) for number in game.players)
            raise InputError(where, "players", f"{shown(count)} is not allowed; allowed: {allowed}")
    if len(set(counts)) != len(counts):
        raise InputError(where, "players", f"{shown(counts)} names a count twice")
    for path, values in shape.sweep.items():
        if problem := _sweep_problem(path, values, game):
            raise InputError(where, f"sweep.{path}", problem)
    if len(counts) * math.prod(len(values) for values in shape.sweep.values()) > MAX_CELLS:
        raise InputError(where, "sweep", f"makes more than {MAX_CELLS} cells")
    for combination in itertools.product(counts, *shape.sweep.values()):
        yield dict(zip(["players", *shape.sweep], combination, strict=True))


def _sweep_problem(path: str, values: list[Any], game: GameSpec) -> str:
    """Say what is wrong with one line of the sweep, or nothing."""
    if path.split(".")[0] in ("game", "games", "seed", "players", "card_table"):
        return "cannot be swept; allowed: params, entrants, lineups.mode"
    if path.startswith("cards"):
        return f"{game.name} has no card numbers that can be changed"
    if path.startswith("entrants.") and path.endswith(".name"):
        return "a name cannot be swept; allowed: strategy and params"
    if any(values.count(value) > 1 for value in values):
        return f"{shown(values)} names a value twice"
    return ""


def _variant(raw: dict[str, Any], swept: dict[str, Any], where: str) -> dict[str, Any]:
    variant = copy.deepcopy(raw)
    for path, value in swept.items():
        if path == "players":
            variant["players"] = value
        else:
            set_path(variant, path, value, f"{where}: sweep")
    return variant


def _tables(
    shape: ScenarioShape, game: GameSpec, where: str
) -> Iterator[tuple[int, tuple[Seating, ...], tuple[Entrant, ...], dict[str, Any]]]:
    """Yield the cells of one combination of sweep values."""
    players = shape.players
    assert isinstance(players, int)
    if shape.card_table is not None or shape.cards:
        key = f"cards.{next(iter(shape.cards))}" if shape.cards else "card_table"
        raise InputError(where, key, f"{game.name} has no card numbers that can be changed")
    params = complete(game.parameters, shape.params, where, "params")
    entrants = tuple(_entrants(shape, game, where))
    if shape.lineups.seats is not None:
        lineups = listed_seatings(_checked_seats(shape, players, where))
    else:
        groups = groups_of_entrants(len(entrants), players)
        lineups = [seatings_of(group, shape.lineups.mode) for group in groups]
    for seatings in lineups:
        yield players, seatings, entrants, params


def _entrants(shape: ScenarioShape, game: GameSpec, where: str) -> Iterator[Entrant]:
    names = [entrant.name for entrant in shape.entrants]
    for entrant in shape.entrants:
        if names.count(entrant.name) > 1:
            raise InputError(where, f"entrants.{entrant.name}", "two entrants have this name")
        key = f"entrants.{entrant.name}"
        strategy = registry.strategy(game.name, entrant.strategy, where, f"{key}.strategy")
        yield Entrant(entrant.name, strategy, complete(strategy.parameters, entrant.params, where, f"{key}.params"))


def _checked_seats(shape: ScenarioShape, players: int, where: str) -> list[list[int]]:
    names = [entrant.name for entrant in shape.entrants]
    seats = shape.lineups.seats or []
    for lineup in seats:
        if len(lineup) != players:
            problem = f"{shown(lineup)} has {len(lineup)} seats, not {players}"
            raise InputError(where, "lineups.seats", problem)
        for name in lineup:
            if name not in names:
                raise InputError(where, "lineups.seats", not_one_of(name, names))
    return [[names.index(name) for name in lineup] for lineup in seats]
