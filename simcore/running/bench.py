"""Games a second of a line-up, without writing results."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcore.engine import status
from simcore.engine.game import GameSpec, Strategy
from simcore.engine.kernel import Kernel, Notify, build_kernel
from simcore.engine.memory import Memory, Plan
from simcore.engine.parameters import complete
from simcore.errors import GameError

_BATCH = 50_000
_FEW = 64
SEED = 1


@dataclass(frozen=True)
class Speed:
    """What `measure` found.

    Parameters
    ----------
    games_per_second, decisions_per_second, decisions_per_game : float
        A decision counts when at least two actions are legal.
    games_per_cpu_second : float
        Games by the processor time of the threads: what a busy machine leaves unchanged.
    compile_seconds : float
        Time to compile the kernel, or to load it from the cache.
    """

    games_per_second: float
    decisions_per_second: float
    decisions_per_game: float
    games_per_cpu_second: float
    compile_seconds: float


class _Worker:
    """One thread's share: the same batch again and again at other game indices."""

    def __init__(self, kernel: Kernel, plan: Plan, rules: Any, n_seats: int, number: int) -> None:
        self._kernel, self._plan, self._rules = kernel, plan, rules
        self._rows = np.zeros(_BATCH, kernel.game.row_dtype(max(kernel.game.players)))
        self._memory: Memory = kernel.memory(n_seats)
        self._next_game = number << 40

    def batch(self, games: int) -> tuple[int, int]:
        """Play `games` games; return games and real decisions."""
        code, done, n_real, _ = self._kernel.play(
            SEED, 0, self._next_game, self._plan, self._rules, self._rows[:games], self._memory
        )
        if code != status.OK:
            raise GameError(f"{self._kernel.game.name}: game {self._next_game + done}: {status.MEANING[code]}")
        self._next_game += games
        return done, n_real

    def until(self, deadline: float) -> tuple[int, int, float]:
        """Play batches until `deadline` (of `time.perf_counter`); return games, decisions, processor seconds."""
        games = decisions = 0
        started = time.thread_time()
        while time.perf_counter() < deadline:
            done, n_real = self.batch(_BATCH)
            games, decisions = games + done, decisions + n_real
        return games, decisions, time.thread_time() - started


def measure(game: GameSpec, strategies: Sequence[Strategy], seconds: float, workers: int, notify: Notify) -> Speed:
    """Measure how fast a line-up plays.

    Parameters
    ----------
    game : GameSpec
        The game, at default rule parameters.
    strategies : sequence of Strategy
        One for each seat, at default parameters.
    seconds : float
        How long to play.
    workers : int
        Threads.
    notify : callable
        Called with one line before a compile.

    Returns
    -------
    Speed
    """
    kernel = build_kernel(game, strategies, notify)
    n_seats = len(strategies)
    entrants = [(strategy, complete(strategy.parameters, {}, strategy.name, "params")) for strategy in strategies]
    plan = kernel.plan(np.arange(n_seats)[None, :], False, entrants)
    rules = game.encode_rules(complete(game.parameters, {}, game.name, "params"))
    team = [_Worker(kernel, plan, rules, n_seats, number) for number in range(workers)]
    team[0].batch(_FEW)
    started = time.perf_counter()
    with ThreadPoolExecutor(workers) as pool:
        counts = list(pool.map(lambda worker: worker.until(started + seconds), team))
    elapsed = time.perf_counter() - started
    games, decisions, cpu_seconds = (sum(column) for column in zip(*counts, strict=True))
    return Speed(games / elapsed, decisions / elapsed, decisions / games, games / cpu_seconds, kernel.compile_seconds)
