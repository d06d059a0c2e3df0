"""The park: which spaces are reached in how many steps under each location card (rules 6.1, 6.4).

The kernel reads two tables of bit sets: bit k is space k, bit `LEAVE_BIT` the exit.
"""

from __future__ import annotations

import csv
from typing import Any

import numpy as np

from simcore.games.dog_park.actions import A_MOVE
from simcore.games.dog_park.cards import BLOCKED, CONSTANTS, DATA, FIRST_LEAVE, N_LOCATIONS, N_SPACES

LEAVE_BIT = N_SPACES
MAX_STEPS = CONSTANTS["walking"]["step_max"]


def _edges() -> dict[int, list[int]]:
    """Return the spaces after each; all leave spaces are one exit."""
    following: dict[int, list[int]] = {}
    with (DATA / "park_edges.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            target = int(row["to"])
            nexts = following.setdefault(int(row["from"]), [])
            exit_or_space = LEAVE_BIT if target >= FIRST_LEAVE else target
            if exit_or_space not in nexts:
                nexts.append(exit_or_space)
    return following


def _after(space: int, blocked: int | None, following: dict[int, list[int]]) -> set[int]:
    """Return what lies one step ahead; a blocked space is jumped over and is no step."""
    found: set[int] = set()
    for target in following[space]:
        found |= _after(target, blocked, following) if target == blocked else {target}
    return found


def _tables() -> tuple[Any, Any]:
    following = _edges()
    exact = np.zeros((N_LOCATIONS + 1, N_SPACES, MAX_STEPS + 1), np.int32)
    for card in range(1, N_LOCATIONS + 1):
        blocked = BLOCKED.get(card)
        for space in range(N_SPACES):
            ahead = {space}
            for steps in range(1, MAX_STEPS + 1):
                # the exit ends the way: spare steps are lost
                inside = [place for place in ahead if place != LEAVE_BIT]
                ahead = set().union(*(_after(place, blocked, following) for place in inside))
                exact[card, space, steps] = sum(1 << place for place in ahead)
    return exact, np.bitwise_or.reduce(exact, axis=2)


# [location card, space, steps] and [location card, space]: bit sets
EXACT, REACHED = _tables()


def _moves() -> tuple[Any, Any]:
    """Return the moves inside the park as action numbers, and how many there are."""
    counts = np.zeros((N_LOCATIONS + 1, N_SPACES), np.int64)
    found = np.zeros((N_LOCATIONS + 1, N_SPACES, MAX_MOVES), np.int32)
    for card, space in np.ndindex(counts.shape):
        spaces = [place for place in range(N_SPACES) if REACHED[card, space] >> place & 1]
        counts[card, space] = len(spaces)
        found[card, space, : len(spaces)] = [A_MOVE | place for place in spaces]
    return found, counts


# at most four steps on both ways after the fork
MAX_MOVES = 2 * MAX_STEPS
# [location card, space]: actions, in the order of the spaces, and their number
MOVES, N_MOVES = _moves()


def _steps() -> Any:
    """Return how many steps lead to each space, 0 where it is not reached."""
    found = np.zeros((N_LOCATIONS + 1, N_SPACES, N_SPACES), np.int8)
    for card, space, target in np.ndindex(found.shape):
        steps = [n for n in range(1, MAX_STEPS + 1) if EXACT[card, space, n] >> target & 1]
        found[card, space, target] = min(steps, default=0)
    return found


def _exit_steps() -> Any:
    """Return how many steps lead out of the park at least, from each space."""
    following = _edges()
    found = np.zeros((N_LOCATIONS + 1, N_SPACES), np.int8)
    for card in range(1, N_LOCATIONS + 1):
        for space in range(N_SPACES):
            ahead, steps = {space}, 0
            while LEAVE_BIT not in ahead:
                ahead = set().union(*(_after(place, BLOCKED.get(card), following) for place in ahead))
                steps += 1
            found[card, space] = steps
    return found


# [location card, space, space] and [location card, space]
STEPS, EXIT_STEPS = _steps(), _exit_steps()
