"""Cycles of "beats": entrants that no single ranking puts in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def shortest_cycles(beats: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return cycles such that every entrant that is on any cycle is on one of these.

    Parameters
    ----------
    beats : bool[n, n]
        Whether the row beats the column: its mean difference has an interval above 0. Two entrants never beat
        each other, so a cycle has three or more.

    Returns
    -------
    list of tuple of int
        For each entrant the shortest cycle through it, the first found where there are several; none twice, each
        beginning with its lowest number, in order of length.
    """
    found = {cycle for start in range(len(beats)) if (cycle := _through(beats, start))}
    return sorted(found, key=lambda cycle: (len(cycle), cycle))


def cycle_text(cycle: Sequence[int], names: Sequence[str]) -> str:
    """Return a cycle in words, as in ``a > b > c > a``."""
    return " > ".join(names[i] for i in (*cycle, cycle[0]))


def _through(beats: NDArray[np.bool_], start: int) -> tuple[int, ...]:
    """Return the shortest cycle through an entrant by breadth-first search; empty where there is none."""
    came_from = {start: start}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for to in np.flatnonzero(beats[at]).tolist():
            if to == start:
                path = [at]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                lowest = path.index(min(path))
                # the path was followed backwards
                return (*path[lowest::-1], *path[:lowest:-1])
            if to not in came_from:
                came_from[to] = at
                waiting.append(to)
    return ()
