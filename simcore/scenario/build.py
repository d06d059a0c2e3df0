"""Lays out the cells of a scenario, and refuses one that the game cannot play."""

from __future__ import annotations

import copy
import itertools
import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from simcore.engine import card_tables, registry
from simcore.engine.card_tables import CardTable
from simcore.engine.game import GameSpec
from simcore.engine.parameters import complete
from simcore.engine.restrictions import checked_restrictions
from simcore.engine.toml import check_sizes
from simcore.errors import InputError, not_one_of, shown
from simcore.scenario.cells import (
    MAX_CELLS,
    Cell,
    Entrant,
    groups_of_entrants,
    listed_seatings,
    seatings_of,
)
from simcore.scenario.paths import set_path
from simcore.scenario.scenario import Branches, Scenario
from simcore.scenario.shape import ScenarioShape, check_shape


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
    branches = _branches(shape, game, where)
    given = (shape.card_table.file, shape.card_table.table) if shape.card_table else None
    cards = card_tables.given_table(game, given, where)
    cells: list[Cell] = []
    for swept in _sweep_values(shape, game, where):
        for alternative in _alternatives(shape, game, where):
            for cell in _cells(raw, swept, alternative, game, cards, where):
                if len(cells) == MAX_CELLS:
                    raise InputError(where, "sweep", f"makes more than {MAX_CELLS} cells")
                cells.append(replace(cell, index=len(cells)))
    title = shape.title or name
    return Scenario(name, title, game, shape.games, shape.seed, tuple(cells), raw, source or name, branches, cards)


def _branches(shape: ScenarioShape, game: GameSpec, where: str) -> Branches | None:
    """Return the further table that is asked for, if any."""
    known = [game.branch_table.name] if game.branch_table else []
    for name, wanted in shape.tables.items():
        if name not in known:
            problem = not_one_of(name, known) if known else f"{game.name} has no further tables"
            raise InputError(where, f"tables.{name}", problem)
        names = [entrant.name for entrant in shape.entrants]
        if wanted.playout is not None and wanted.playout not in names:
            raise InputError(where, f"tables.{name}.playout", not_one_of(wanted.playout, names))
        return Branches(name, **wanted.model_dump())
    return None


def _alternatives(shape: ScenarioShape, game: GameSpec, where: str) -> Iterator[dict[str, Any] | None]:
    """Yield what each alternative changes: nothing first, then one value of one path at a time."""
    yield {} if shape.alternatives else None
    for path, values in shape.alternatives.items():
        if problem := _sweep_problem(path, values, game) or ("is swept as well" if path in shape.sweep else ""):
            raise InputError(where, f"alternatives.{path}", problem)
        for value in values:
            yield {path: value}


def _cells(
    raw: dict[str, Any],
    swept: dict[str, Any],
    alternative: dict[str, Any] | None,
    game: GameSpec,
    cards: CardTable | None,
    where: str,
) -> Iterator[Cell]:
    """Yield the cells of one combination of sweep values and one alternative, not yet numbered."""
    # every variant copies it, and none of them reads what is varied
    bare = {key: value for key, value in raw.items() if key not in ("sweep", "alternatives", "card_table")}
    written = _variant(bare, swept, where)
    try:
        variant = _variant(written, alternative or {}, where)
        found = list(_tables(check_shape(variant, where), swept, game, cards, where))
    except InputError as error:
        if not alternative:
            raise
        raise InputError(where, f"alternatives.{next(iter(alternative))}", error.problem) from error
    if alternative and found == list(_tables(check_shape(written, where), swept, game, cards, where)):
        path, value = next(iter(alternative.items()))
        raise InputError(where, f"alternatives.{path}", f"{shown(value)} is what the scenario has already")
    for cell in found:
        yield replace(cell, alternative=alternative)


def _sweep_values(shape: ScenarioShape, game: GameSpec, where: str) -> Iterator[dict[str, Any]]:
    """Yield every combination of sweep values; a list of player counts is swept first."""
    players = shape.players if shape.players is not None else game.default_players
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
    if path.split(".")[0] in ("game", "games", "seed", "players", "card_table", "tables"):
        return "cannot be swept; allowed: params, entrants, cards, lineups.mode"
    if path.startswith("cards") and game.shipped_cards is None:
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
    shape: ScenarioShape, swept: dict[str, Any], game: GameSpec, cards: CardTable | None, where: str
) -> Iterator[Cell]:
    """Yield the cells of one variant of a scenario."""
    players = shape.players
    assert isinstance(players, int)
    params = complete(game.parameters, shape.params, where, "params")
    cards = card_tables.changed_table(game, cards, shape.cards, where)
    game.check_values(params, players, where, "params", cards)
    entrants = tuple(_entrants(shape, game, cards, where))
    if shape.lineups.seats is not None:
        lineups = listed_seatings(_checked_seats(shape, players, where))
    else:
        groups = groups_of_entrants(len(entrants), players)
        lineups = [seatings_of(group, shape.lineups.mode) for group in groups]
    draws = shape.lineups.seats is None and shape.lineups.mode == "draw"
    for seatings in lineups:
        yield Cell(0, players, swept, params, entrants, seatings, draws, cards=cards)


def _entrants(shape: ScenarioShape, game: GameSpec, cards: CardTable | None, where: str) -> Iterator[Entrant]:
    names = [entrant.name for entrant in shape.entrants]
    for entrant in shape.entrants:
        if names.count(entrant.name) > 1:
            raise InputError(where, f"entrants.{entrant.name}", "two entrants have this name")
        key = f"entrants.{entrant.name}"
        strategy = registry.strategy(game.name, entrant.strategy, where, f"{key}.strategy")
        params = complete(strategy.parameters, entrant.params, where, f"{key}.params")
        restrict = checked_restrictions(game, entrant.restrict, cards, where, f"{key}.restrict")
        yield Entrant(entrant.name, strategy, params, restrict)


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
