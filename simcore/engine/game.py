"""What the engine must know of a game, and the row that every game writes."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from simcore.engine import card_tables
from simcore.engine.card_tables import CardTable
from simcore.engine.parameters import Parameter, encode_rules
from simcore.errors import InputError


@dataclass(frozen=True)
class Column:
    """One column of a run's rows that belongs to a single game.

    Parameters
    ----------
    name : str
        Field of the row; a column per seat is written as ``name_s0``, ``name_s1``, ...
    dtype : str
        numpy type code.
    text : str
        Meaning, unit and range.
    per_seat : bool
        One value for each seat.
    labels : tuple of str
        Words that the numbers stand for; empty for plain numbers.
    """

    name: str
    dtype: str
    text: str
    per_seat: bool = False
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class BranchMap:
    """A map of the mean difference between two branches.

    Parameters
    ----------
    rows, columns : str
        Columns of the branch table.
    only : (str, int) or None
        Column and value: the map holds the decisions with this value only.
    """

    rows: str
    columns: str
    only: tuple[str, int] | None = None


@dataclass(frozen=True)
class BranchTable:
    """A further table of a run: what each of two actions is worth, at every decision of one kind met in play.

    Parameters
    ----------
    name : str
        Name of the table.
    text : str
        What a row is.
    actions : tuple of str
        The two actions in the order of the legal list; the difference is the first minus the second.
    columns : tuple of Column
        What is known at the decision; whole numbers, 0 to 63.
    maps : tuple of BranchMap
        What reports show, the most important first.
    """

    name: str
    text: str
    actions: tuple[str, str]
    columns: tuple[Column, ...]
    maps: tuple[BranchMap, ...]

    def row_dtype(self) -> np.dtype[Any]:
        """Return the dtype of one row: aligned, its size a multiple of 8 bytes."""
        fields: list[tuple[str, Any]] = [
            ("game_index", np.uint64),
            ("deal_index", np.uint64),
            ("first_payoff", np.float64),
            ("second_payoff", np.float64),
            ("difference", np.float64),
            ("difference_se", np.float64),
            ("cell", np.uint32),
            ("decision", np.int32),
            ("continuations", np.int32),
            ("seat", np.int16),
            ("entrant", np.int16),
            *((column.name, column.dtype) for column in self.columns),
        ]
        return np.dtype(fields, align=True)


@dataclass(frozen=True)
class GameSpec:
    """A game: its names and numbers; its code is found in the modules of its package.

    The package has the modules ``state`` (STATE_DTYPE), ``rules`` (init_state, legal_actions,
    apply_action, is_terminal, resample_hidden), ``columns`` (COLUMNS, write_row), ``actions``
    (MAX_LEGAL, MAX_DECISIONS, action_to_dict) and ``record`` (setup, end; for words opening, tell, closing).

    Parameters
    ----------
    name : str
        Stable name, equal to the folder's.
    title : str
        Name for people.
    rules_version : str
        Changes whenever the same scenario and seed may give other results.
    players : tuple of int
        Player counts that the rules allow.
    parameters : tuple of Parameter
        Rule parameters.
    reasons : tuple of str
        Why a game can end; rows hold the position in this tuple.
    payoff_dtype : str
        numpy type code of a payoff.
    payoff_unit : str
        What a payoff of 1 is, for axis labels.
    package : str
        Import path of the game's package.
    default_players : int
        Player count where nobody says it.
    notice : str
        What every report says of the game, a sentence; empty for nothing.
    conflict : callable, optional
        Takes the rule parameters, the player count and the card table; returns (parameter, what is wrong) where they
        do not go together, else None.

    A game may have a module ``branches`` as well (BRANCH_TABLE, is_branching, write_branch); then ``columns`` has
    payoff_of, and ``rules`` has resample_future. ``cards`` may have tables(values), which makes the arrays that
    the rules record holds beside the parameters, and ``record`` may have params(values, n_seats), which writes the
    parameters as playthrough records do where that is another form than the scenario's, with read_params(recorded)
    for the way back. With a module ``card_table`` (`card_tables.shipped_table`) printed numbers can be changed;
    tables, action_to_dict, setup, opening, tell, closing, cards_of and the functions of ``position`` that read or
    write cards then take the card table as ``table``.
    """

    name: str
    title: str
    rules_version: str
    players: tuple[int, ...]
    parameters: tuple[Parameter, ...]
    reasons: tuple[str, ...]
    payoff_dtype: str
    payoff_unit: str
    package: str
    default_players: int = 2
    notice: str = ""
    conflict: Callable[[Mapping[str, Any], int, Any], tuple[str, str] | None] | None = None

    def module(self, name: str) -> ModuleType:
        """Import one module of the game's package; compiled games load only when they are played."""
        return importlib.import_module(f"{self.package}.{name}")

    def has_module(self, name: str) -> bool:
        """Whether the game's package has a module."""
        return importlib.util.find_spec(f"{self.package}.{name}") is not None

    @property
    def folder(self) -> Path:
        """Folder of the game's package."""
        path = importlib.import_module(self.package).__file__
        assert path is not None
        return Path(path).parent

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The game's own columns."""
        columns: tuple[Column, ...] = self.module("columns").COLUMNS
        return columns

    @cached_property
    def branch_table(self) -> BranchTable | None:
        """The further table of branches that the game offers, if any."""
        if not self.has_module("branches"):
            return None
        table: BranchTable = self.module("branches").BRANCH_TABLE
        return table

    @cached_property
    def card_list(self) -> list[dict[str, Any]]:
        """A row for people for every card."""
        cards: list[dict[str, Any]] = self.module("card_list" if self.has_module("card_list") else "cards").CARDS
        return cards

    @cached_property
    def shipped_cards(self) -> CardTable | None:
        """The card table that the game ships, where its printed numbers can be changed."""
        return card_tables.shipped_table(self)

    def told_notice(self, cards: CardTable | None) -> str:
        """Return what every report says of the game when it is played with a card table."""
        return " ".join(filter(None, (self.notice, cards.notice() if cards else "")))

    def encode_rules(self, values: Mapping[str, Any], cards: CardTable | None = None) -> Any:
        """Return rule parameters as the kernel reads them, with the game's card tables.

        Parameters
        ----------
        values : mapping
            A value for each rule parameter, already checked.
        cards : CardTable, optional
            The card table; the shipped one by default.

        Returns
        -------
        recarray[1]
            As `parameters.encode_rules` makes it.
        """
        tables = getattr(self.module("cards"), "tables", None)
        made = card_tables.read_cards(tables, cards or self.shipped_cards)(values) if tables else {}
        return encode_rules(self.parameters, values, made)

    def recorded_params(self, values: Mapping[str, Any], n_seats: int) -> dict[str, Any]:
        """Return rule parameters as a playthrough record writes them.

        Parameters
        ----------
        values : mapping
            A value for each rule parameter, already checked.
        n_seats : int
            Player count.

        Returns
        -------
        dict
        """
        params = getattr(self.module("record"), "params", None)
        return dict(params(values, n_seats) if params else values)

    def read_params(self, recorded: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rule parameters of a playthrough record as a scenario writes them, not yet checked.

        Parameters
        ----------
        recorded : mapping
            As `recorded_params` writes them, or by hand; some may be left out.

        Returns
        -------
        dict
        """
        read = getattr(self.module("record"), "read_params", None)
        return dict(read(recorded) if read else recorded)

    def check_values(
        self, values: Mapping[str, Any], n_seats: int, where: str, key: str, cards: CardTable | None = None
    ) -> None:
        """Refuse rule parameters that do not go together, or not with a player count.

        Parameters
        ----------
        values : mapping
            A value for each rule parameter, each allowed by itself.
        n_seats : int
            Player count.
        where, key : str
            File and dotted path for the message.
        cards : CardTable, optional
            The card table; the shipped one by default.

        Raises
        ------
        InputError
            Where they conflict.
        """
        found = self.conflict(values, n_seats, cards or self.shipped_cards) if self.conflict else None
        if found:
            raise InputError(where, f"{key}.{found[0]}", found[1])

    def row_dtype(self, n_seats: int) -> np.dtype[Any]:
        """Return the dtype of one row of results.

        Parameters
        ----------
        n_seats : int
            Most seats of any cell of the run.

        Returns
        -------
        dtype
            Aligned structured dtype whose size is a multiple of 8 bytes, so that a row can be read as words.
        """
        fields: list[tuple[Any, ...]] = [
            ("cell", np.uint32),
            ("n_turns", np.int32),
            ("game_index", np.uint64),
            ("deal_index", np.uint64),
            ("payoff", self.payoff_dtype, (n_seats,)),
            ("score", np.int32, (n_seats,)),
            ("entrant", np.int16, (n_seats,)),
            ("reason", np.int16),
        ]
        for column in self.columns:
            shape = ((n_seats,),) if column.per_seat else ()
            fields.append((column.name, column.dtype, *shape))
        return np.dtype(fields, align=True)


@dataclass(frozen=True)
class Strategy:
    """A decision rule for one game.

    Parameters
    ----------
    name : str
        Name in scenarios.
    game : str
        Name of the game.
    text : str
        First line of the file's docstring.
    parameters : tuple of Parameter
        What an entrant can set; the kernel sees them as float64 in this order.
    module : ModuleType
        Module that holds ``choose_action``.
    """

    name: str
    game: str
    text: str
    parameters: tuple[Parameter, ...]
    module: ModuleType

    @property
    def choose_action(self) -> Callable[..., Any]:
        """The compiled decision rule."""
        function: Callable[..., Any] = self.module.choose_action
        return function
