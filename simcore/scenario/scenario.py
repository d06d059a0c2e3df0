"""A scenario: the frozen description of everything a run plays, and its digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from os import PathLike
from typing import Any

from simcore.engine.card_tables import CardTable
from simcore.engine.game import GameSpec, Strategy
from simcore.scenario.cells import Cell


@dataclass(frozen=True)
class Branches:
    """The further table of branches that a scenario asks for.

    Parameters
    ----------
    table : str
        Name of the game's table.
    continuations : int
        Continuations of each branch, at least 2.
    redraw : str
        What a continuation draws anew: ``future``, the chance events still to come; ``hidden``, all that the
        deciding seat cannot see.
    playout : str or None
        Entrant that plays every seat in the branches; None where all go on as themselves.
    """

    table: str
    continuations: int
    redraw: str
    playout: str | None


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
    branches : Branches or None
        Further table to be made.
    cards : CardTable or None
        The card table before single numbers are changed; None where the game has none that can be.
    """

    name: str
    title: str
    game: GameSpec
    games: int
    seed: int
    cells: tuple[Cell, ...]
    raw: dict[str, Any]
    source: str
    branches: Branches | None = None
    cards: CardTable | None = None

    @classmethod
    def load(
        cls,
        name: str | PathLike[str],
        *,
        games: int | None = None,
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Scenario:
        """Load a scenario by shipped name or path.

        Parameters
        ----------
        name : str or path
            For example ``go_stop/base``, or a TOML file.
        games, seed : int, optional
            Games of each cell, and master seed, in place of the file's.
        settings : mapping, optional
            Other values in place of the file's, by dotted path: ``{"params.point_threshold": 6}``.

        Returns
        -------
        Scenario

        Raises
        ------
        InputError
            For the first fault: file, key, value, what is allowed.
        """
        from simcore.scenario.load import load_with_settings

        return load_with_settings(name, games, seed, settings)

    @classmethod
    def from_dict(
        cls,
        values: Mapping[str, Any],
        *,
        games: int | None = None,
        seed: int | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Scenario:
        """Build a scenario from a dict.

        Parameters
        ----------
        values : mapping
            The keys and tables of a scenario file.
        games, seed, settings
            As for `load`.

        Returns
        -------
        Scenario

        Raises
        ------
        InputError
            For the first fault: key, value, what is allowed.
        """
        from simcore.scenario.load import build_with_settings

        return build_with_settings(values, games, seed, settings)

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
    def is_restricted(self) -> bool:
        """Whether an entrant of any cell leaves kinds of action or cards."""
        return any(entrant.restrict for cell in self.cells for entrant in cell.entrants)

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
        content: dict[str, Any] = {"game": self.game.name, "cells": [cell.describe() for cell in self.cells]}
        if self.branches:
            content["branches"] = asdict(self.branches)
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()
