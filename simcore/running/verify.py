"""Says whether a finished run is what its manifest says: files, row hashes, and rows that are played again."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine.digest import result_digest
from simcore.engine.kernel import Notify, build_kernel
from simcore.errors import DamagedRunError
from simcore.running.chunks import Chunk
from simcore.running.manifest import FILE, read_manifest
from simcore.running.mismatch import Mismatch
from simcore.running.player import Player
from simcore.running.rebuild import Rebuilder, UnlikeRowsError, lanes_of, words_of
from simcore.running.table import branch_writer, games_writer
from simcore.scenario.build import build_scenario
from simcore.scenario.scenario import Scenario

# more would fill the memory where everything differs
_KEPT = 10_000


@dataclass(frozen=True)
class Verification:
    """What `verify_run` found.

    Parameters
    ----------
    parts : int
        Files whose SHA-256 was compared.
    rows : int
        Rows that were hashed.
    checked : int
        Rows that were played again.
    mismatches : list of Mismatch
        The first of them.
    n_mismatches : int
        All of them.
    result_digest : str or None
        Of the rows as they are in the files; None where a part cannot be read.
    sources_changed : bool
        The code that plays now is not the one that played the run.
    """

    parts: int
    rows: int
    checked: int
    mismatches: list[Mismatch]
    n_mismatches: int
    result_digest: str | None
    sources_changed: bool


class _Verifier:
    """Checks one run; `lanes`, `rows` and `checked` count along."""

    def __init__(self, folder: Path, manifest: dict[str, Any], notify: Notify) -> None:
        self._folder = folder
        self._manifest = manifest
        self._scenario = _scenario(folder, manifest)
        scenario = self._scenario
        kernel = build_kernel(scenario.game, scenario.strategies, notify, restricted=scenario.is_restricted)
        self.sources_changed = kernel.sources_digest != manifest["sources_digest"]
        if self.sources_changed:
            notify("the code that plays has changed since the run was made; its rows are compared all the same")
        self._player = Player(self._scenario, kernel)
        names = self._scenario.entrant_names, self._scenario.max_players
        self._rebuilder = Rebuilder(games_writer(self._scenario.game, *names))
        table = self._scenario.game.branch_table
        self._branches = Rebuilder(branch_writer(table, *names)) if table else None
        self._rng = np.random.default_rng(manifest["seed"])
        self.lanes: list[tuple[int, int]] = []
        self.rows = self.checked = 0

    def check(self, sample: int) -> Iterator[Mismatch]:
        """Yield every mismatch."""
        manifest = self._manifest
        yield from self._check_manifest()
        parts = manifest["parts"]
        for part, wanted in zip(parts, _shares([part["stop"] - part["start"] for part in parts], sample), strict=True):
            yield from self._check_part(part, wanted)
        for table in manifest["tables"]:
            yield from self._check_table(table, sample)
        if self.result_digest not in (None, manifest["result_digest"]):
            yield Mismatch(FILE, "result_digest", manifest["result_digest"], self.result_digest)

    @property
    def result_digest(self) -> str | None:
        """Digest of the rows that were read, once all of them were."""
        return result_digest(self.lanes) if len(self.lanes) == len(self._manifest["parts"]) else None

    def _check_manifest(self) -> Iterator[Mismatch]:
        """Compare what the manifest says of the run with what its scenario gives."""
        scenario, manifest = self._scenario, self._manifest
        writer = games_writer(scenario.game, scenario.entrant_names, scenario.max_players)
        expected = {
            "game": scenario.game.name,
            "seed": scenario.seed,
            "games_per_cell": scenario.games,
            "entrants": list(scenario.entrant_names),
            "players": scenario.max_players,
            "cells": [cell.describe() for cell in scenario.cells],
            "columns": [asdict(column) for column in writer.describe()],
        }
        if manifest["shard"] == "1/1":
            expected["games"] = scenario.games * len(scenario.cells)
        for key, value in expected.items():
            # lists and tuples are one in JSON
            found = json.loads(json.dumps(value, default=str))
            if found != manifest[key]:
                yield Mismatch(FILE, key, manifest[key], found)
        wanted = [asdict(scenario.branches)] if scenario.branches else []
        how = [table["how"] for table in manifest["tables"]]
        if how != wanted:
            yield Mismatch(FILE, "tables", how, wanted)
        covered = sorted((part["cell"], part["start"], part["stop"]) for part in manifest["parts"])
        for table in manifest["tables"]:
            if sorted((part["cell"], part["start"], part["stop"]) for part in table["parts"]) != covered:
                yield Mismatch(FILE, f"parts of {table['name']} are not those of the games")

    def _check_part(self, part: dict[str, Any], wanted: int) -> Iterator[Mismatch]:
        """Compare a part of the games: its file, its hashes, and `wanted` of its rows."""
        content, faults = self._content(part)
        yield from faults
        # a manifest with other cells has been told of already
        if content is None or part["cell"] >= len(self._scenario.cells):
            return
        try:
            rows = self._rebuilder.rows(_table(content), self._scenario.cells[part["cell"]].players)
        except UnlikeRowsError as error:
            yield Mismatch(part["file"], str(error))
            return
        lanes = lanes_of(rows)
        self.lanes.append(lanes)
        self.rows += len(rows)
        found = [f"{lane:016x}" for lane in lanes]
        if found != part["lanes"]:
            yield Mismatch(part["file"], "lanes", part["lanes"], found)
        places = np.arange(part["start"], part["stop"], dtype=np.uint64)
        if not (np.array_equal(rows["game_index"], places) and (rows["cell"] == part["cell"]).all()):
            yield Mismatch(part["file"], f"does not hold games {part['start']} to {part['stop'] - 1} in this order")
            return
        yield from self._play_again(part, rows, wanted)

    def _check_table(self, table: dict[str, Any], sample: int) -> Iterator[Mismatch]:
        """Compare a further table: its files, their hashes, and the rows of games that are played again."""
        totals = []
        shares = _shares([part["stop"] - part["start"] for part in table["parts"]], sample)
        for part, wanted in zip(table["parts"], shares, strict=True):
            content, faults = self._content(part)
            yield from faults
            if content is None or part["cell"] >= len(self._scenario.cells) or self._branches is None:
                continue
            try:
                rows = self._branches.rows(_table(content), self._scenario.max_players)
            except UnlikeRowsError as error:
                yield Mismatch(part["file"], str(error))
                continue
            lanes = lanes_of(rows)
            totals.append(lanes)
            self.rows += len(rows)
            found = [f"{lane:016x}" for lane in lanes]
            if found != part["lanes"]:
                yield Mismatch(part["file"], "lanes", part["lanes"], found)
            yield from self._branch_again(part, rows, wanted)
        if len(totals) == len(table["parts"]) and (digest := result_digest(totals)) != table["digest"]:
            yield Mismatch(FILE, f"digest of {table['name']}", table["digest"], digest)

    def _branch_again(self, part: dict[str, Any], rows: Any, wanted: int) -> Iterator[Mismatch]:
        """Play the branches of some games of a part again, one stretch of neighbours, and compare their rows."""
        assert self._branches is not None
        first = part["start"] + int(self._rng.integers(part["stop"] - part["start"] - wanted + 1))
        played, _ = self._player.branch(Chunk(part["cell"], first, first + wanted))
        stored = rows[(rows["game_index"] >= first) & (rows["game_index"] < first + wanted)]
        self.checked += len(stored)
        if len(stored) != len(played):
            yield Mismatch(part["file"], f"rows of games {first} to {first + wanted - 1}", len(stored), len(played))
            return
        for place in np.flatnonzero((words_of(stored) != words_of(played)).any(axis=1)):
            game = int(played["game_index"][place])
            for column, old, new in self._branches.differences(stored[place], played[place]):
                yield Mismatch(
                    part["file"], "row", old, new, part["cell"], game, column, self._replay(part["cell"], game)
                )

    def _content(self, part: dict[str, Any]) -> tuple[bytes | None, list[Mismatch]]:
        """Read a file of the run; return it and what is wrong with it as a whole."""
        file = part["file"]
        try:
            content = (self._folder / file).read_bytes()
        except OSError as error:
            return None, [Mismatch(file, f"cannot be read: {error.strerror}")]
        found = hashlib.sha256(content).hexdigest()
        if found != part["sha256"]:
            return content, [Mismatch(file, "sha256", part["sha256"], found)]
        if len(content) != part["bytes"]:
            return content, [Mismatch(file, "bytes", part["bytes"], len(content))]
        return content, []

    def _play_again(self, part: dict[str, Any], rows: Any, wanted: int) -> Iterator[Mismatch]:
        """Play some rows of a part again and compare them column by column."""
        for start, stop in _stretches(np.sort(self._rng.choice(len(rows), wanted, replace=False, shuffle=False))):
            first = part["start"] + start
            played, _ = self._player.play(Chunk(part["cell"], first, part["start"] + stop))
            self.checked += stop - start
            stored = rows[start:stop]
            for place in np.flatnonzero((words_of(stored) != words_of(played)).any(axis=1)):
                game = first + int(place)
                replay = self._replay(part["cell"], game)
                for column, old, new in self._rebuilder.differences(stored[place], played[place]):
                    yield Mismatch(part["file"], "row", old, new, part["cell"], game, column, replay)

    def _replay(self, cell: int, game: int) -> str | None:
        scenario = self._scenario
        if not self._manifest["command"]:
            return None
        return f"simcore replay {scenario.source} --seed {scenario.seed} --cell {cell} --game {game}"


def _table(content: bytes) -> Any:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(pa.BufferReader(content)).read(use_threads=False)
    # what was damaged can fail anywhere in the reader
    except (OSError, ValueError, pa.ArrowException) as error:
        raise UnlikeRowsError(f"cannot be read: {' '.join(str(error).split())}") from error


def _scenario(folder: Path, manifest: dict[str, Any]) -> Scenario:
    """Build the scenario of a run again."""
    where = str(folder / FILE)
    raw = manifest.get("scenario")
    if not isinstance(raw, dict):
        raise DamagedRunError(f"{where}: scenario is missing")
    scenario = build_scenario(raw, manifest["name"], where, _source(manifest))
    if scenario.digest() != manifest["scenario_digest"]:
        raise DamagedRunError(
            f"{where}: its scenario has the digest {scenario.digest()}, not {manifest['scenario_digest']}: it was "
            "altered, or this version of simcore reads it otherwise"
        )
    return scenario


def _source(manifest: dict[str, Any]) -> str:
    """Return how the run's command names the scenario, settings and strategy files included."""
    try:
        words = shlex.split(manifest["command"])[2:]
    except ValueError:
        return ""
    for option in ("--seed", "-n"):
        if words[-2:-1] == [option]:
            words = words[:-2]
    return shlex.join(words)


def _shares(sizes: Sequence[int], sample: int) -> list[int]:
    """Return how many rows of each part to play: one of each as far as they go, the rest by size."""
    filled = [place for place, size in enumerate(sizes) if size]
    shares = [0] * len(sizes)
    if sample < len(filled):
        for number in range(sample):
            shares[filled[number * len(filled) // sample]] = 1
        return shares
    room = sum(sizes) - len(filled)
    rest = min(sample - len(filled), room)
    before = 0
    for place in filled:
        after = before + sizes[place] - 1
        shares[place] = 1 + (after * rest // room - before * rest // room if room else 0)
        before = after
    return shares


def _stretches(places: Any) -> Iterator[tuple[int, int]]:
    """Yield neighbouring places together, as half-open ranges."""
    for stretch in np.split(places, np.flatnonzero(np.diff(places) != 1) + 1):
        if len(stretch):
            yield int(stretch[0]), int(stretch[-1]) + 1


def verify_run(folder: Path, sample: int, notify: Notify) -> Verification:
    """Compare a run with its manifest, and rows of it with games played again.

    Parameters
    ----------
    folder : Path
        Run directory.
    sample : int
        Rows to play again, spread over all cells and parts; the same ones every time.
    notify : callable
        Called with one line before a compile, and where the code has changed.

    Returns
    -------
    Verification

    Raises
    ------
    DamagedRunError
        Where there is no manifest that can be used, or its scenario is another.
    InputError
        Where the scenario names a strategy that is not there.
    """
    manifest = read_manifest(folder)
    verifier = _Verifier(folder, manifest, notify)
    kept: list[Mismatch] = []
    n_found = 0
    for mismatch in verifier.check(sample):
        n_found += 1
        if len(kept) < _KEPT:
            kept.append(mismatch)
    n_parts = len(manifest["parts"]) + sum(len(table["parts"]) for table in manifest["tables"])
    return Verification(
        n_parts, verifier.rows, verifier.checked, kept, n_found, verifier.result_digest, verifier.sources_changed
    )
