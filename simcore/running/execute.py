"""Plays a scenario: chunks on threads, parts on disk, the manifest last."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine import status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.memory import Memory, Plan
from simcore.engine.parameters import encode_rules
from simcore.errors import GameError, SimcoreError
from simcore.running.chunks import CHUNK_GAMES, Chunk, Shard, plan_chunks
from simcore.running.manifest import build_manifest, write_manifest
from simcore.running.parts import Origin, Part, finished_parts, note_part, write_part
from simcore.running.place import (
    building_place,
    default_place,
    holds_only_a_run,
    move_into_place,
    origin_of,
    present_run,
    real_place,
    remove_strays,
    same_run,
)
from simcore.running.table import TableWriter
from simcore.scenario.cells import Cell
from simcore.scenario.scenario import Scenario


@dataclass(frozen=True)
class Tally:
    """What a finished chunk adds to the running figures: games, first seat's wins, decided games."""

    games: int
    first_seat_wins: int
    decided: int


def _nothing(_told: object) -> None:
    """Ignore what a run tells."""


@dataclass(frozen=True)
class Options:
    """How to run; nothing here changes a result.

    Parameters
    ----------
    out : Path or None
        Run directory; None for the default place.
    workers : int
        Threads.
    shard : Shard
        Share of the games to play.
    force : bool
        Play everything again, and replace another run at the place. Without it parts that an interrupted run left
        are taken over: they are the same.
    chunk_games : int
        Most games of a chunk.
    command : str
        Command that makes the run again, for the manifest.
    on_start : callable
        Called with the number of games to play.
    on_chunk : callable
        Called with a `Tally` after every chunk, from this thread.
    notify : callable
        Called with one line for the user.
    """

    out: Path | None = None
    workers: int = field(default_factory=lambda: len(os.sched_getaffinity(0)))
    shard: Shard = field(default_factory=Shard)
    force: bool = False
    chunk_games: int = CHUNK_GAMES
    command: str = ""
    on_start: Callable[[int], None] = _nothing
    on_chunk: Callable[[Tally], None] = _nothing
    notify: Callable[[str], None] = _nothing


@dataclass(frozen=True)
class RunResult:
    """A finished run: its directory, its manifest, and how many games were played for it now."""

    path: Path
    manifest: dict[str, Any]
    played: int

    @property
    def reused(self) -> bool:
        """Whether nothing had to be played."""
        return self.played == 0


class Player:
    """Plays chunks of one scenario with one kernel; each thread has its own memory.

    Parameters
    ----------
    scenario : Scenario
        What to play.
    kernel : Kernel
        Holds every strategy of the scenario.
    """

    def __init__(self, scenario: Scenario, kernel: Kernel) -> None:
        self.scenario = scenario
        self.kernel = kernel
        self._rules = {cell.index: encode_rules(scenario.game.parameters, cell.params) for cell in scenario.cells}
        self._plans = {cell.index: cell_plan(kernel, cell) for cell in scenario.cells}
        self._dtype = scenario.game.row_dtype(scenario.max_players)
        self._local = threading.local()
        # what cannot be compiled must fail before anything is written
        kernel.prepare(self._plans[0], self._rules[0])

    def _memory(self, games: int, players: int) -> tuple[Any, Memory]:
        """Return this thread's rows and working memory for a cell of `players` seats."""
        kept: dict[int, tuple[Any, Memory]] = self._local.__dict__.setdefault("by_players", {})
        rows, memory = kept.get(players, (np.zeros(0, self._dtype), None))
        if memory is None or len(rows) < games:
            rows, memory = np.zeros(games, self._dtype), self.kernel.memory(players)
            # a row's fields of seats that do not exist stay as they are set here
            rows["entrant"] = -1
            kept[players] = rows, memory
        return rows[:games], memory

    def play(self, chunk: Chunk) -> tuple[Any, tuple[int, int]]:
        """Play a chunk.

        Parameters
        ----------
        chunk : Chunk
            Which games.

        Returns
        -------
        (row_dtype[n], (int, int))
            Rows, valid until this thread plays again, and the sums for the result digest.

        Raises
        ------
        GameError
            Where the kernel stopped; it names the game and how to see it.
        """
        scenario = self.scenario
        cell = scenario.cells[chunk.cell]
        rows, memory = self._memory(chunk.games, cell.players)
        code, done, _, lanes = self.kernel.play(
            scenario.seed,
            cell.index,
            chunk.start,
            self._plans[cell.index],
            self._rules[cell.index],
            rows,
            memory,
        )
        if code != status.OK:
            raise game_error(scenario, cell, chunk.start + done, code)
        return rows, lanes


def game_error(scenario: Scenario, cell: Cell, game_index: int, code: int, detail: str = "") -> GameError:
    """Return the error that names a game at which a kernel stopped.

    Parameters
    ----------
    scenario, cell, game_index
        Which game.
    code : int
        Status of the kernel.
    detail : str
        What is known of the last decision; without it the error names the command that tells it.

    Returns
    -------
    GameError
    """
    show = f"simcore replay {scenario.source} --seed {scenario.seed} --cell {cell.index} --game {game_index}"
    return GameError(
        f"{scenario.name}: game {game_index} of cell {cell.index}, seed {scenario.seed}: {status.MEANING[code]}; "
        + (detail or f"see it with: {show}")
    )


def cell_plan(kernel: Kernel, cell: Cell) -> Plan:
    """Put a cell's line-ups into the form the kernel reads."""
    entrants = [(entrant.strategy, entrant.params) for entrant in cell.entrants]
    return kernel.plan(np.array(cell.seatings), cell.draws_seats, entrants)


def run_scenario(scenario: Scenario, options: Options) -> RunResult:
    """Play a scenario and write its run directory.

    Parameters
    ----------
    scenario : Scenario
        What to play.
    options : Options
        How to play it.

    Returns
    -------
    RunResult

    Raises
    ------
    InputError
        Where the place cannot be used.
    GameError
        Where a kernel stopped.
    """
    place = real_place(options.out or default_place(scenario, options.shard))
    present = present_run(place)
    kernel = build_kernel(scenario.game, scenario.strategies, options.notify)
    origin = Origin(scenario.digest(), scenario.seed, kernel.sources_digest)
    if present and not options.force and same_run(place, present, scenario, origin, options.shard):
        options.notify(f"{place} holds this run already; --force plays it again")
        return RunResult(place, present, 0)
    writer = TableWriter(scenario.game, scenario.entrant_names, scenario.max_players)
    chunks = plan_chunks(scenario, options.shard, options.chunk_games)
    player = Player(scenario, kernel)
    with building_place(place) as building:
        found = {} if options.force else finished_parts(building, origin)
        parts = [found[chunk.file] for chunk in chunks if chunk.file in found]
        waiting = [chunk for chunk in chunks if chunk.file not in found]
        if parts:
            options.notify(f"{len(parts)} of {len(chunks)} parts are there already")
        options.on_start(sum(chunk.games for chunk in waiting))
        started = time.perf_counter()
        parts += _play_all(player, waiting, building, origin, writer, options)
        seconds = time.perf_counter() - started
        manifest = build_manifest(scenario, origin, options.shard, parts, writer.describe(), options.command, seconds)
        remove_strays(building, parts)
        write_manifest(building, manifest)
        _keep_other_run(present, place, scenario, origin, options)
        move_into_place(building, place)
    return RunResult(place, manifest, sum(chunk.games for chunk in waiting))


def _keep_other_run(
    present: dict[str, Any] | None, place: Path, scenario: Scenario, origin: Origin, options: Options
) -> None:
    """Move a run aside that would be lost: of another scenario, seed or code, or of more games."""
    if present is None:
        return
    clean = holds_only_a_run(place, present)
    if options.force and clean:
        return
    same_rows = origin_of(present) == origin
    whole = present["shard"] == "1/1" and options.shard.of == 1
    if clean and same_rows and whole and present["games_per_cell"] < scenario.games:
        return
    kept, number = place.with_name(f"{place.name}.previous"), 1
    while kept.exists():
        number += 1
        kept = place.with_name(f"{place.name}.previous{number}")
    place.replace(kept)
    options.notify(f"{place} held another run; it is kept as {kept}")


def _play_all(
    player: Player, chunks: list[Chunk], folder: Path, origin: Origin, writer: TableWriter, options: Options
) -> Iterator[Part]:
    """Play chunks on threads and yield their parts as they come; a fault stops all."""

    def work(chunk: Chunk) -> tuple[Part, Tally]:
        rows, lanes = player.play(chunk)
        try:
            part = write_part(folder, chunk, rows, lanes, origin, writer)
            note_part(folder, part, origin)
        except OSError as error:
            raise SimcoreError(f"{folder / chunk.file}: cannot be written: {error}") from error
        payoff = rows["payoff"][:, 0]
        return part, Tally(len(rows), int((payoff > 0).sum()), int((payoff != 0).sum()))

    queue = iter(chunks)
    running: set[Future[tuple[Part, Tally]]] = set()
    with ThreadPoolExecutor(options.workers) as pool:
        try:
            # one chunk waits for each thread: enough to keep them busy, little to hold in memory
            while True:
                for chunk in queue:
                    running.add(pool.submit(work, chunk))
                    if len(running) >= 2 * options.workers:
                        break
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    part, tally = future.result()
                    options.on_chunk(tally)
                    yield part
        finally:
            for future in running:
                future.cancel()
