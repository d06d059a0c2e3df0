"""Which line-ups a cell plays, and in which seats (the rules of cells, line-ups and indices)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simcore.engine import card_tables
from simcore.engine.card_tables import CardTable
from simcore.engine.game import Strategy

MAX_CELLS = 10_000

Seating = tuple[int, ...]


@dataclass(frozen=True)
class Entrant:
    """A strategy with its parameters and what it leaves, under the name the scenario gives it."""

    name: str
    strategy: Strategy
    params: dict[str, Any]
    restrict: tuple[str, ...] = ()

    def describe(self) -> dict[str, Any]:
        """Return the entrant as the manifest and the digest write it."""
        restrict = {"restrict": list(self.restrict)} if self.restrict else {}
        return {"name": self.name, "strategy": self.strategy.name, "params": self.params, **restrict}


@dataclass(frozen=True)
class Cell:
    """One combination of player count, sweep values and set of entrants.

    Parameters
    ----------
    index : int
        Number within the scenario.
    players : int
        Seats.
    swept : dict
        Dotted path -> value of this cell.
    params : dict
        Rule parameters, complete.
    entrants : tuple of Entrant
        All entrants of the scenario; `seatings` says which of them play.
    seatings : tuple of tuple of int
        Entrant of each seat; a game takes row ``game_index mod len(seatings)``.
    draws_seats : bool
        The row is drawn for each game.
    alternative : dict or None
        Dotted path -> value that differs from the scenario as written; empty for the cell as written, None where
        the scenario has no alternatives.
    cards : CardTable or None
        Its cards; None where the game has none that can be changed.
    """

    index: int
    players: int
    swept: dict[str, Any]
    params: dict[str, Any]
    entrants: tuple[Entrant, ...]
    seatings: tuple[Seating, ...]
    draws_seats: bool
    alternative: dict[str, Any] | None = None
    cards: CardTable | None = None

    @property
    def games_per_deal(self) -> int:
        """How many games in a row share a deal."""
        return 1 if self.draws_seats else len(self.seatings)

    def describe(self) -> dict[str, Any]:
        """Return the cell as the manifest and the digest write it."""
        alternative = {} if self.alternative is None else {"alternative": self.alternative}
        playing = sorted({entrant for seating in self.seatings for entrant in seating})
        return {
            "cell": self.index,
            "players": self.players,
            "swept": self.swept,
            "params": self.params,
            "entrants": [self.entrants[entrant].describe() for entrant in playing],
            "seatings": [[self.entrants[entrant].name for entrant in seating] for seating in self.seatings],
            "draws_seats": self.draws_seats,
            **alternative,
            **card_tables.describe(self.cards),
        }


def groups_of_entrants(n_entrants: int, players: int) -> list[Seating]:
    """Return the sets of entrants that are cells of their own.

    With more entrants than seats every combination; with fewer, every multiset that uses all of them.

    Parameters
    ----------
    n_entrants, players : int
        At least 1 each.

    Returns
    -------
    list of tuple of int
        In lexicographic order.
    """
    if n_entrants >= players:
        return list(itertools.combinations(range(n_entrants), players))
    multisets = itertools.combinations_with_replacement(range(n_entrants), players)
    return [group for group in multisets if len(set(group)) == n_entrants]


def seatings_of(group: Seating, mode: str) -> tuple[Seating, ...]:
    """Return the seatings that a group of entrants plays, in order.

    Parameters
    ----------
    group : tuple of int
        Entrants, repeated where one takes several seats.
    mode : str
        ``rotate``: every cyclic rotation; ``all`` and ``draw``: every different order; ``fixed``: as it is.

    Returns
    -------
    tuple of tuple of int
    """
    if mode == "fixed":
        return (group,)
    if mode == "rotate":
        return tuple(group[-shift:] + group[:-shift] if shift else group for shift in range(len(group)))
    return tuple(sorted(set(itertools.permutations(group))))


def listed_seatings(seats: Sequence[Sequence[int]]) -> list[tuple[Seating, ...]]:
    """Group explicit line-ups by their set of entrants: each group is a cell and shares its deals.

    Parameters
    ----------
    seats : sequence of sequence of int
        Line-ups in the order of the file.

    Returns
    -------
    list of tuple of tuple of int
        One entry a cell, in order of first appearance.
    """
    groups: dict[Seating, list[Seating]] = {}
    for lineup in seats:
        groups.setdefault(tuple(sorted(lineup)), []).append(tuple(lineup))
    return [tuple(lineups) for lineups in groups.values()]
