"""What a kernel reads and writes while it plays, and the course of a traced game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


class Scratch(NamedTuple):
    """Room for strategies that look ahead: copies of the state, and lists of legal actions for them."""

    states: Any
    legal: Any


class Plan(NamedTuple):
    """How the games of a cell are seated, as the kernel reads it.

    Attributes
    ----------
    seatings : int16[n_seatings, n_seats]
        Entrant of each seat; a game takes the row ``game_index mod n_seatings``.
    draws_seats : bool
        The row is drawn for each game instead.
    strategy_ids : int64[n_entrants]
        Position of each entrant's strategy in the kernel's set.
    params : float64[n_entrants, n_params]
        Strategy parameters, filled up with zeros.
    """

    seatings: Any
    draws_seats: bool
    strategy_ids: Any
    params: Any


class Branching(NamedTuple):
    """How both branches of a decision are played, as the kernel reads it.

    Attributes
    ----------
    continuations : int
        Continuations of each branch, at least 2.
    hidden : bool
        Deal all that the deciding seat cannot see anew, not only the cards still to come.
    players : int16[n_seatings, n_seats]
        Entrant of each seat while branches are played.
    gains : float64[continuations, 2]
        Written: payoffs of the last decision's branches.
    """

    continuations: int
    hidden: bool
    players: Any
    gains: Any


class Memory(NamedTuple):
    """Everything a kernel writes while it plays; one for each thread."""

    states: Any
    legal: Any
    shown: Any
    rngs: Any
    scratch: Scratch


def read_only(array: Any) -> Any:
    """Return a view that compiled code cannot write to: what a strategy sees of its legal actions."""
    view = array.view()
    view.flags.writeable = False
    return view


@dataclass(frozen=True)
class Trace:
    """One game, step by step.

    Attributes
    ----------
    states : STATE_DTYPE[n_decisions + 1]
        The state before each decision, and the final one.
    legal : list of list of int
        Legal actions at each decision.
    chosen : list of int
        Action chosen at each decision; forced ones included.
    seating : int
        Row of the plan's seatings.
    deal_index : int
        Index of the deal.
    status : int
        `status.OK`, or why the game stopped.
    """

    states: Any
    legal: list[list[int]]
    chosen: list[int]
    seating: int
    deal_index: int
    status: int
