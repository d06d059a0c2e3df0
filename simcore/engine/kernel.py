"""Builds, caches and calls the compiled kernel of a game and a set of strategies."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np

from simcore.engine import status
from simcore.engine.cache import cache_folder, load_module
from simcore.engine.compiling import compile_error
from simcore.engine.game import GameSpec, Strategy
from simcore.engine.memory import Branching, Memory, Plan, Scratch, Trace, read_only
from simcore.engine.parameters import encode_strategy
from simcore.engine.rng import RNG_DTYPE
from simcore.engine.rows import blank_rows, copy_rows
from simcore.engine.sources import kernel_digest, sources_digest
from simcore.engine.template import SCRATCH_STATES, kernel_text, width_of_params

# a cached kernel loads in some milliseconds, a compile takes seconds
_COMPILE_NOTICE = "compiling the {game} kernel for {names} (once; later runs load it)"

Notify = Callable[[str], None]


class Kernel:
    """The compiled kernel of one game and a set of strategies.

    Parameters
    ----------
    game : GameSpec
        The game.
    strategies : sequence of Strategy
        Every strategy that will be seated, in the order of their numbers inside the kernel.
    notify : callable
        Called with one line before a compile.
    restricted : bool
        Entrants can leave kinds of action and cards.
    """

    def __init__(
        self, game: GameSpec, strategies: Sequence[Strategy], notify: Notify, *, restricted: bool = False
    ) -> None:
        self.game = game
        self.strategies = tuple(strategies)
        self.restricted = restricted
        text = kernel_text(game, self.strategies, restricted=restricted)
        self.sources_digest = sources_digest(game, self.strategies, text)
        self.path = cache_folder() / f"kernel_{game.name}_{kernel_digest(self.sources_digest)[:20]}.py"
        self._module = load_module(self.path, text)
        self._notify = notify
        self._announced = False
        self.compile_seconds = 0.0
        self.state_dtype: np.dtype[Any] = game.module("state").STATE_DTYPE
        self._row_dtype = game.row_dtype(max(game.players))
        self.max_legal: int = game.module("actions").MAX_LEGAL
        self.max_decisions: int = game.module("actions").MAX_DECISIONS

    def plan(
        self,
        seatings: Any,
        draws_seats: bool,
        entrants: Sequence[tuple[Strategy, dict[str, Any]]],
        limits: Sequence[Sequence[int]] = (),
    ) -> Plan:
        """Put the line-ups of a cell into the form the kernel reads.

        Parameters
        ----------
        seatings : int16[n_seatings, n_seats]
            Entrant of each seat.
        draws_seats : bool
            Draw the seating of each game.
        entrants : sequence of (Strategy, dict)
            Each entrant's strategy and complete parameters.
        limits : sequence of sequence of int
            What each entrant leaves, for a restricted kernel: bits of kinds, how many cards, and their numbers.

        Returns
        -------
        Plan
        """
        ids = [self.strategies.index(strategy) for strategy, _ in entrants]
        width = width_of_params(self.strategies)
        params = np.zeros((len(entrants), width + max([2, *map(len, limits)])))
        for row, (strategy, values) in zip(params, entrants, strict=True):
            row[: len(strategy.parameters)] = encode_strategy(strategy.parameters, values)
        for row, limit in zip(params, limits, strict=False):
            row[width : width + len(limit)] = limit
        return Plan(np.ascontiguousarray(seatings, np.int16), draws_seats, np.array(ids, np.int64), params)

    def memory(self, n_seats: int) -> Memory:
        """Allocate what one thread needs to play games of `n_seats` seats."""

        def records(n: int, dtype: np.dtype[Any]) -> Any:
            return np.zeros(n, dtype).view(np.recarray)

        legal = np.zeros(self.max_legal, np.int32)
        return Memory(
            # the game, and the copy from which both branches of a decision start
            records(2, self.state_dtype),
            legal,
            read_only(legal),
            records(1 + n_seats, RNG_DTYPE),
            Scratch(
                records(SCRATCH_STATES, self.state_dtype),
                np.zeros((SCRATCH_STATES + 1, self.max_legal), np.int32),
            ),
        )

    def prepare(self, plan: Plan, rules: Any) -> None:
        """Compile or load the entry point that plays, by playing no game."""
        n_seats = plan.seatings.shape[1]
        self.play(0, 0, 0, plan, rules, np.zeros(0, self.game.row_dtype(n_seats)), self.memory(n_seats))

    def _call(self, function: Any, *arguments: Any) -> Any:
        """Call an entry point; announce and time its compile where there is one."""
        if not hasattr(function, "signatures") or function.signatures:
            return function(*arguments)
        started = time.perf_counter()
        compiled = list(self.path.parent.glob(f"__pycache__/{self.path.stem}.{function.__name__}*.nbi"))
        if not compiled and not self._announced:
            self._announced = True
            names = ", ".join(strategy.name for strategy in self.strategies)
            self._notify(_COMPILE_NOTICE.format(game=self.game.name, names=names))
        try:
            function.compile(tuple(numba.typeof(argument) for argument in arguments))
        # a strategy can make numba fail in any way, and its author needs the file, not our stack
        except Exception as error:
            raise compile_error(error, self.strategies) from error
        self.compile_seconds += time.perf_counter() - started
        return function(*arguments)

    def play(
        self, seed: int, cell: int, first_game: int, plan: Plan, rules: Any, rows: Any, memory: Memory
    ) -> tuple[int, int, int, tuple[int, int]]:
        """Play ``len(rows)`` games from `first_game` on.

        Parameters
        ----------
        seed : int
            Master seed, 0 to 2**64 - 1.
        cell : int
            Number of the cell, written into the rows.
        first_game : int
            Game index of the first row.
        plan : Plan
            Seatings and strategies.
        rules : recarray[1]
            Rule parameters.
        rows : row_dtype[n]
            Contiguous and zeroed at allocation; overwritten.
        memory : Memory
            This thread's own.

        Returns
        -------
        (int, int, int, (int, int))
            Status, games finished, real decisions (at least two legal actions), sums for the result digest.
        """
        lanes = np.zeros(2, np.uint64)
        written = rows if rows.dtype == self._row_dtype else blank_rows(len(rows), self._row_dtype)
        code, done, n_real = self._call(
            self._module.play_games,
            np.uint64(seed),
            np.int64(cell),
            np.uint64(first_game),
            tuple(plan),
            rules,
            written.view(np.recarray),
            tuple(memory),
        )
        if written is not rows:
            copy_rows(written, rows)
        words = rows.view(np.uint64).reshape(len(rows), rows.dtype.itemsize // 8)
        self._call(self._module.hash_rows, words, lanes)
        return code, done, n_real, (int(lanes[0]), int(lanes[1]))

    def branch(
        self,
        seed: int,
        cell: int,
        games: tuple[int, int],
        plan: Plan,
        rules: Any,
        how: Branching,
        rows: Any,
        memories: tuple[Memory, Memory],
    ) -> tuple[int, int, int, tuple[int, int]]:
        """Play games as `play` does and, at each decision of the branch table, play both branches to the end.

        Parameters
        ----------
        seed, cell, plan, rules
            As for `play`.
        games : (int, int)
            Game range, half-open.
        how : Branching
            How the branches are played.
        rows : branch table's row_dtype[n]
            Contiguous and zeroed at allocation; at least MAX_DECISIONS of them.
        memories : (Memory, Memory)
            This thread's own: for the games, and for the branches.

        Returns
        -------
        (int, int, int, (int, int))
            Status, games finished, rows written, sums of their hashes. Fewer games than asked for mean that `rows` is
            full.
        """
        lanes = np.zeros(2, np.uint64)
        first, stop = games
        code, done, filled = self._call(
            self._module.branch_games,
            np.uint64(seed),
            np.int64(cell),
            np.uint64(first),
            np.int64(stop - first),
            tuple(plan),
            rules,
            tuple(how),
            rows.view(np.recarray),
            rows.view(np.uint64).reshape(len(rows), rows.dtype.itemsize // 8),
            tuple(memories[0]),
            tuple(memories[1]),
            lanes,
        )
        return code, done, filled, (int(lanes[0]), int(lanes[1]))

    def branch_state(self, state: Any, key: int, plan: Plan, rules: Any, how: Branching) -> int:
        """Play both branches of one state; the payoffs are left in the array of `how`.

        Parameters
        ----------
        state : STATE_DTYPE record
            At a decision of the branch table.
        key : int
            Key of the continuations, 0 to 2**64 - 1.
        plan, rules, how
            As for `branch`; the seats are those of the first seating.

        Returns
        -------
        int
            Status.
        """
        states = np.zeros(1, self.state_dtype)
        states[0] = state
        memory = tuple(self.memory(plan.seatings.shape[1]))
        code: int = self._call(
            self._module.branch_state,
            states.view(np.recarray),
            np.uint64(key),
            tuple(plan),
            rules,
            tuple(how),
            memory,
        )
        return code

    def row(self, state: Any, n_seats: int) -> Any:
        """Return the row of a finished game, without its place in a run.

        Parameters
        ----------
        state : STATE_DTYPE record
            A game that is over.
        n_seats : int
            Seats.

        Returns
        -------
        row record
        """
        states = np.zeros(1, self.state_dtype)
        states[0] = state
        written = blank_rows(1, self._row_dtype)
        self._call(self._module.fill_row, states.view(np.recarray), written.view(np.recarray))
        rows = np.zeros(1, self.game.row_dtype(n_seats)).view(np.recarray)
        copy_rows(written, rows)
        return rows[0]

    def trace(self, seed: int, game_index: int, plan: Plan, rules: Any) -> Trace:
        """Play one game and keep every state, legal list and choice.

        Parameters
        ----------
        seed, game_index, plan, rules
            As for `play`.

        Returns
        -------
        Trace
        """
        most = self.max_decisions
        states = np.zeros(most + 1, self.state_dtype).view(np.recarray)
        legal = np.zeros((most, self.max_legal), np.int32)
        n_legal, chosen = np.zeros(most, np.int64), np.zeros(most, np.int64)
        memory = tuple(self.memory(plan.seatings.shape[1]))
        code, steps, seating, deal_index = self._call(
            self._module.trace_game,
            np.uint64(seed),
            np.uint64(game_index),
            tuple(plan),
            rules,
            states,
            legal,
            read_only(legal),
            n_legal,
            chosen,
            memory,
        )
        lists = [legal[step, : n_legal[step]].tolist() for step in range(steps)]
        kept = states[: steps + 1] if code == status.OK else states[:steps]
        return Trace(kept, lists, chosen[:steps].tolist(), int(seating), int(deal_index), int(code))


@functools.cache
def _kernel(game: GameSpec, strategies: tuple[Strategy, ...], notify: Notify, restricted: bool) -> Kernel:
    return Kernel(game, strategies, notify, restricted=restricted)


def build_kernel(game: GameSpec, strategies: Sequence[Strategy], notify: Notify, *, restricted: bool = False) -> Kernel:
    """Return the kernel of a game and a set of strategies, built once in a process.

    Parameters
    ----------
    game : GameSpec
        The game.
    strategies : sequence of Strategy
        In any order, duplicates allowed.
    notify : callable
        Called with one line before a compile.
    restricted : bool
        Entrants can leave kinds of action and cards.

    Returns
    -------
    Kernel
    """
    # one order for a set, so that it is one kernel
    unique = {strategy.name: strategy for strategy in strategies}
    return _kernel(game, tuple(unique[name] for name in sorted(unique)), notify, restricted)
