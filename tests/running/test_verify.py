"""The sample of `verify`: spread over all parts, the same every time."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore.engine import registry
from simcore.running.manifest import write_manifest
from simcore.running.rebuild import Rebuilder, UnlikeRowsError
from simcore.running.table import games_writer
from simcore.running.verify import _shares, verify_run


@pytest.mark.parametrize("sizes", [[5], [100, 1, 50], [0, 7, 0, 3], [1] * 9, [240_000] * 4 + [17], [0], []])
@pytest.mark.parametrize("sample", [0, 1, 2, 3, 5, 9, 100, 1000, 10**15])
def test_shares(sizes: list[int], sample: int) -> None:
    """As many rows as asked for, or all there are; no part gives more than it has, and each one as far as they go."""
    shares = _shares(sizes, sample)
    assert sum(shares) == min(sample, sum(sizes))
    assert all(0 <= share <= size for share, size in zip(shares, sizes, strict=True))
    filled = sum(size > 0 for size in sizes)
    assert sum(share > 0 for share in shares) == min(sample, filled)


def test_every_mode_agrees(bench: Any) -> None:
    """Runs of every way to seat players agree with their games played again, in chunks of any size."""
    for lineups in bench.lineups.values():
        run = bench.play(bench.scenario(games=100, lineups=lineups), chunk_games=24)
        found = verify_run(run.path, 60, print)
        assert found.mismatches == []
        assert found.result_digest == run.manifest["result_digest"]
        assert (found.checked, found.rows) == (60, run.manifest["games"])


def test_the_sample_is_the_same_every_time(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two calls play the same games, and another seed plays others."""
    from simcore.running.player import Player

    played: list[tuple[int, int]] = []
    true_play = Player.play

    def play(self: Player, chunk: Any) -> Any:
        played.append((chunk.cell, chunk.start))
        return true_play(self, chunk)

    runs = [bench.play(bench.scenario(games=300, seed=seed)) for seed in (1, 2)]
    monkeypatch.setattr(Player, "play", play)
    seen = []
    for run in (runs[0], runs[0], runs[1]):
        played.clear()
        assert verify_run(run.path, 20, print).checked == 20
        seen.append([*played])
    assert seen[0] == seen[1] != seen[2]
    assert {cell for cell, _ in seen[0]} == {0, 1, 2}


def test_seats_that_a_cell_does_not_have() -> None:
    """Rows of a cell with fewer seats than the run's largest come back bit by bit, and its empty seats stay empty."""
    game, names = registry.game("go_stop"), ("x", "y")
    rebuilder = Rebuilder(games_writer(game, names, 3))
    rows = np.zeros(4, game.row_dtype(3))
    rows["entrant"] = [[0, 1, -1], [1, 0, -1], [1, 1, -1], [0, 0, -1]]
    rows["payoff"] = [[5, -5, 0], [-3, 3, 0], [0, 0, 0], [1, -1, 0]]
    rows["reason"] = [0, 1, 2, 3]
    table = games_writer(game, names, 3).table(rows, {})
    assert table["payoff_s2"].null_count == 4
    assert rebuilder.rows(table, 2).tobytes() == rows.tobytes()
    with pytest.raises(UnlikeRowsError, match="_s2: 4 empty places"):
        rebuilder.rows(table, 3)
    rows["entrant"][:, 2] = 0
    with pytest.raises(UnlikeRowsError, match="_s2: 0 empty places"):
        rebuilder.rows(games_writer(game, names, 3).table(rows, {}), 2)


def test_altered_branch_is_found(bench: Any) -> None:
    """A value of a further table that was altered by hand, its digests made to fit, is told with its game."""
    tables = {"go_value": {"continuations": 4}}
    run = bench.play(bench.scenario(games=600, tables=tables))
    table = run.manifest["tables"][0]
    part = table["parts"][0]
    assert verify_run(run.path, 10_000, print).mismatches == []
    path = run.path / part["file"]
    rows = pq.read_table(path)
    place = rows.schema.get_field_index("go_payoff")
    values = rows["go_payoff"].to_numpy().copy()
    values[7] += 1
    altered = rows.set_column(place, rows.schema.field(place), pa.array(values))
    pq.write_table(altered, path)
    content = path.read_bytes()
    part |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    write_manifest(run.path, run.manifest)
    found = verify_run(run.path, 10_000, print)
    told = [mismatch for mismatch in found.mismatches if mismatch.column == "go_payoff"]
    assert len(told) == 1
    assert told[0].game_index == rows["game_index"][7].as_py()
    assert {mismatch.what for mismatch in found.mismatches} == {"row", "lanes", "digest of go_value"}


def test_table_without_rows_and_table_left_out(bench: Any) -> None:
    """A run that met no decision agrees with itself; one whose further table is taken off its list does not."""
    changes = {"tables": {"go_value": {"continuations": 2}}, "params": {"point_threshold": 1000}}
    run = bench.play(bench.scenario(games=24, **changes))
    assert run.manifest["tables"][0]["rows"] == 0
    assert verify_run(run.path, 100, print).mismatches == []
    write_manifest(run.path, {**run.manifest, "tables": []})
    assert [mismatch.what for mismatch in verify_run(run.path, 100, print).mismatches] == ["tables"]
