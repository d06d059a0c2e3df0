"""The line-ups of a tournament: every entrant alone among every other, and all mixed tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simcore.errors import InputError, not_one_of
from simcore.scenario.build import build_scenario
from simcore.scenario.cells import Seating, groups_of_entrants, seatings_of
from simcore.scenario.scenario import Scenario

# with fewer, a resampling of whole deals may hold none
_LEAST_DEALS = 20


@dataclass(frozen=True)
class Field:
    """What a tournament plays.

    Parameters
    ----------
    scenario : Scenario
        Its cells are the line-ups; every cell plays each of its seatings on every deal.
    names : tuple of str
        Entrants.
    duels : dict
        (i, j) -> cell in which one i sits among j's, in every seat in turn. With two seats (i, j) and (j, i) are one.
    """

    scenario: Scenario
    names: tuple[str, ...]
    duels: dict[tuple[int, int], int]

    @property
    def seats(self) -> int:
        """Seats of a table."""
        return self.scenario.max_players


def field_of(scenario: Scenario, focus: str | None, where: str) -> Field:
    """Lay out the line-ups of a tournament.

    Parameters
    ----------
    scenario : Scenario
        Entrants, seats, rules; its line-ups are not used.
    focus : str or None
        The one entrant that meets the others, alone among them; None for all line-ups.
    where : str
        File for messages.

    Returns
    -------
    Field

    Raises
    ------
    InputError
        Where the scenario has more than one variant, fewer than two entrants or seats, too few games, or no such
        entrant.
    """
    for table in ("sweep", "alternatives"):
        if scenario.raw.get(table):
            path = next(iter(scenario.raw[table]))
            raise InputError(
                where, f"{table}.{path}", f"a tournament plays one variant: fix it with --set {path}=VALUE"
            )
    if len({cell.players for cell in scenario.cells}) > 1:
        raise InputError(where, "players", "a tournament has one number of seats: fix it with --set players=N")
    names, seats = scenario.entrant_names, scenario.max_players
    if len(names) < 2 or seats < 2:
        what, n = ("entrants", len(names)) if len(names) < 2 else ("seats", seats)
        raise InputError(where, "entrants" if len(names) < 2 else "players", f"{n} {what}; allowed: at least 2")
    if scenario.games < _LEAST_DEALS * seats:
        problem = f"{scenario.games} is not enough; allowed: at least {_LEAST_DEALS * seats}, {_LEAST_DEALS} deals"
        raise InputError(where, "games", problem)
    if focus is not None and focus not in names:
        raise InputError("--focus", "", not_one_of(focus, names))
    duels = {
        (one, other): _duel(one, other, seats)
        for one in range(len(names))
        for other in range(len(names))
        if one != other and focus in (None, names[one])
    }
    tables = list(duels.values())
    if focus is None:
        tables += [seatings_of(group, "rotate") for group in groups_of_entrants(len(names), seats)]
    # a table that comes up twice, such as a pair the other way round, is played once
    unique = {_group(table): table for table in reversed(tables)}
    groups = sorted(unique)
    lineups = [[names[entrant] for entrant in seating] for group in groups for seating in unique[group]]
    raw: dict[str, Any] = {**scenario.raw, "lineups": {"seats": lineups}, "players": seats}
    built = build_scenario(raw, scenario.name, where, scenario.source)
    cells = {group: number for number, group in enumerate(groups)}
    return Field(built, names, {pair: cells[_group(table)] for pair, table in duels.items()})


def _duel(one: int, other: int, seats: int) -> tuple[Seating, ...]:
    """Return the seatings of one entrant among others that are alike."""
    return tuple(tuple(one if seat == turn else other for seat in range(seats)) for turn in range(seats))


def _group(table: tuple[Seating, ...]) -> Seating:
    return tuple(sorted(table[0]))
