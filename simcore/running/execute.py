"""Plays a scenario: chunks on threads, parts on disk, the manifest last."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore.engine.kernel import build_kernel
from simcore.errors import SimcoreError
from simcore.running.chunks import CHUNK_GAMES, Chunk, Shard, plan_chunks
from simcore.running.manifest import build_manifest, write_manifest
from simcore.running.parts import Origin, Part, finished_parts, note_part, write_part, write_table_part
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
from simcore.running.player import Player
from simcore.running.table import TableWriter, branch_writer, games_writer
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
    kernel = build_kernel(scenario.game, scenario.strategies, options.notify, restricted=scenario.is_restricted)
    origin = Origin(scenario.digest(), scenario.seed, kernel.sources_digest)
    if present and not options.force and same_run(place, present, scenario, origin, options.shard):
        options.notify(f"{place} holds this run already; --force plays it again")
        return RunResult(place, present, 0)
    writers = _writers(scenario)
    chunks = plan_chunks(scenario, options.shard, options.chunk_games)
    player = Player(scenario, kernel)
    with building_place(place) as building:
        found = {} if options.force else finished_parts(building, origin)
        finished = [parts for chunk in chunks if (parts := _parts_of(chunk, writers, found))]
        there = {parts[0].file for parts in finished}
        waiting = [chunk for chunk in chunks if chunk.file not in there]
        if finished:
            options.notify(f"{len(finished)} of {len(chunks)} parts are there already")
        options.on_start(sum(chunk.games for chunk in waiting))
        started = time.perf_counter()
        finished += _play_all(player, waiting, building, origin, writers, options)
        seconds = time.perf_counter() - started
        parts = [part for parts in finished for part in parts]
        manifest = build_manifest(scenario, origin, options.shard, parts, writers, options.command, seconds)
        remove_strays(building, parts)
        write_manifest(building, manifest)
        _keep_other_run(present, place, scenario, origin, options)
        move_into_place(building, place)
    return RunResult(place, manifest, sum(chunk.games for chunk in waiting))


def _writers(scenario: Scenario) -> list[TableWriter]:
    """Return the writers of a run's tables, that of the games first."""
    arguments = scenario.entrant_names, scenario.max_players
    writers = [games_writer(scenario.game, *arguments)]
    if scenario.branches:
        assert scenario.game.branch_table is not None
        writers.append(branch_writer(scenario.game.branch_table, *arguments))
    return writers


def _parts_of(chunk: Chunk, writers: list[TableWriter], found: dict[str, Part]) -> list[Part]:
    """Return the parts of a chunk that an interrupted run finished; none where one is missing."""
    files = [chunk.file, *(chunk.table_file(writer.name) for writer in writers[1:])]
    return [found[file] for file in files] if all(file in found for file in files) else []


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


def _play_chunk(
    player: Player, chunk: Chunk, folder: Path, origin: Origin, writers: list[TableWriter]
) -> tuple[list[Part], Tally]:
    """Play a chunk, write and note its parts."""
    rows, lanes = player.play(chunk)
    payoff = rows["payoff"][:, 0]
    tally = Tally(len(rows), int((payoff > 0).sum()), int((payoff != 0).sum()))
    try:
        parts = [write_part(folder, chunk, rows, lanes, origin, writers[0])]
        for writer in writers[1:]:
            parts.append(write_table_part(folder, chunk, *player.branch(chunk), origin, writer))
        for part in parts:
            note_part(folder, part, origin)
    except OSError as error:
        raise SimcoreError(f"{folder / chunk.file}: cannot be written: {error}") from error
    return parts, tally


def _play_all(
    player: Player, chunks: list[Chunk], folder: Path, origin: Origin, writers: list[TableWriter], options: Options
) -> Iterator[list[Part]]:
    """Play chunks on threads and yield the parts of each as they come; a fault stops all."""
    queue = iter(chunks)
    running: set[Future[tuple[list[Part], Tally]]] = set()
    with ThreadPoolExecutor(options.workers) as pool:
        try:
            # one chunk waits for each thread: enough to keep them busy, little to hold in memory
            while True:
                for chunk in queue:
                    running.add(pool.submit(_play_chunk, player, chunk, folder, origin, writers))
                    if len(running) >= 2 * options.workers:
                        break
                if not running:
                    break
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    parts, tally = future.result()
                    options.on_chunk(tally)
                    yield parts
        finally:
            for future in running:
                future.cancel()
