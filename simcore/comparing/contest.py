"""Two entrants at one table: the line-ups in which each sits in every seat equally often, and what a block tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.paired import game_differences
from simcore.analysis.pentanomial import pair_places
from simcore.analysis.winners import win_shares
from simcore.errors import InputError
from simcore.running.chunks import Chunk
from simcore.running.stream import stream
from simcore.scenario.build import build_scenario
from simcore.scenario.load import UNNAMED, override_all
from simcore.scenario.scenario import Scenario

A, B = "a", "b"
# games of a chunk of `n` seats: whole blocks for any number of seats up to four
CHUNK_GAMES = 24_000


@dataclass(frozen=True)
class Side:
    """One of the two: a strategy, its parameters, and what it leaves.

    Parameters
    ----------
    strategy : str
        Its name.
    params : dict
        Parameters that are not at their default.
    restrict : tuple of str
        As an entrant's ``restrict``.
    """

    strategy: str
    params: Mapping[str, Any] = field(default_factory=dict)
    restrict: tuple[str, ...] = ()


def contest(
    game: str,
    sides: tuple[Side, Side],
    players: int | None,
    games: int,
    seed: int,
    settings: Sequence[tuple[str, Any]] = (),
) -> Scenario:
    """Return the scenario that a comparison plays: `a` in every seat in turn, `b` in all others.

    Parameters
    ----------
    game : str
        Name of the game.
    sides : (Side, Side)
        `a` and `b`.
    players : int or None
        Seats; the game's default where None.
    games : int
        Games at most; whole blocks are played.
    seed : int
        Master seed.
    settings : sequence of (str, object)
        Other values by dotted path, as ``--set`` takes them.

    Returns
    -------
    Scenario

    Raises
    ------
    InputError
        For the first fault, and for a game of one seat.
    """
    from simcore.engine import registry

    count = registry.game(game, "--game", "").default_players if players is None else players
    if count < 2:
        raise InputError("--players", "", "1 is not allowed: a comparison needs a seat for either")
    seats = [[A if seat == turn else B for seat in range(count)] for turn in range(count)]
    entrants = [
        {"name": name, "strategy": side.strategy, "params": dict(side.params), "restrict": list(side.restrict)}
        for name, side in zip((A, B), sides, strict=True)
    ]
    raw = {
        "schema": 1,
        "game": game,
        "games": games,
        "seed": seed,
        "players": count,
        "entrants": entrants,
        "lineups": {"seats": seats},
    }
    return build_scenario(override_all(raw, list(settings), "--set"), "compare", "compare", UNNAMED)


@dataclass(frozen=True)
class Blocks:
    """What some deals tell, each played with `a` in every seat in turn.

    Parameters
    ----------
    differences : float64[n_blocks, n_positions]
        Mean payoff of `a` minus mean payoff of the seats of `b`, position by position.
    wins : float64[n_blocks]
        Games of the block that `a` wins; of a win or draw of k seats each has 1/k.
    pairs : int64[n_blocks]
        With two seats: the pair's place in the five pentanomial counts; else empty.
    """

    differences: NDArray[np.float64]
    wins: NDArray[np.float64]
    pairs: NDArray[np.int64]


def blocks_of(rows: Any, positions: int) -> Blocks:
    """Return what the rows of whole blocks tell.

    Parameters
    ----------
    rows : row_dtype[n]
        Rows of a scenario that `contest` makes.
    positions : int
        Games of a block.

    Returns
    -------
    Blocks
    """
    payoff, first = np.asarray(rows["payoff"], np.float64), rows["entrant"] == 0
    shape = (len(rows) // positions, positions)
    wins = (win_shares(payoff.T).T * first).sum(axis=1)
    pairs = np.zeros(0, np.int64)
    if positions == 2:
        points = ((1 + np.sign(payoff[first] - payoff[~first])) / 2).reshape(shape)
        pairs = pair_places(points[:, 0], points[:, 1])
    return Blocks(game_differences(payoff, first).reshape(shape), wins.reshape(shape).sum(axis=1), pairs)


def play_blocks(player: Any, workers: int) -> Iterator[Blocks]:
    """Play a contest from its first deal on and yield its blocks chunk by chunk, in order.

    Parameters
    ----------
    player : Player
        Of a scenario that `contest` makes.
    workers : int
        Threads.

    Yields
    ------
    Blocks
    """
    scenario = player.scenario
    positions = scenario.max_players
    size = CHUNK_GAMES // positions * positions
    total = -(-scenario.games // positions) * positions
    chunks = (Chunk(0, start, min(start + size, total)) for start in range(0, total, size))
    for _, blocks in stream(player, chunks, lambda _chunk, rows: blocks_of(rows, positions), workers):
        yield blocks
