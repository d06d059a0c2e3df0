"""Run directories: the manifest, the Parquet schema, and what happens to a run that is there already."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore.errors import InputError
from simcore.running.chunks import Shard, plan_chunks
from simcore.running.execute import RunResult
from simcore.running.reader import open_run
from simcore.scenario.load import load_scenario

WORDS = {"entrant_s0", "entrant_s1", "reason"}


@pytest.fixture(scope="module")
def run(bench: Any) -> RunResult:
    """A run of three cells in 33 parts."""
    result: RunResult = bench.play(bench.scenario(games=600, params={"point_threshold": 6}), chunk_games=55)
    return result


def test_the_manifest_lists_exactly_the_files(run: RunResult, bench: Any) -> None:
    """Every part is listed with its size and SHA-256, and a finished run holds nothing else."""
    written = json.loads((run.path / "manifest.json").read_text())
    assert written == json.loads(json.dumps(run.manifest))
    listed = {part["file"]: part["sha256"] for part in written["parts"]}
    assert bench.everything(run.path) == {**listed, "manifest.json": bench.sha256(run.path / "manifest.json")}
    for part in written["parts"]:
        assert (run.path / part["file"]).stat().st_size == part["bytes"]


def test_parts_cover_every_game_once(run: RunResult) -> None:
    """The game ranges of the parts join without gap or overlap, and each file holds its range in order."""
    for cell in range(3):
        parts = [part for part in run.manifest["parts"] if part["cell"] == cell]
        assert len(parts) == 11
        assert [part["start"] for part in parts] == [0, *(part["stop"] for part in parts[:-1])]
        assert parts[-1]["stop"] == 600
        for part in parts:
            table = pq.read_table(run.path / part["file"])
            assert table["game_index"].to_pylist() == list(range(part["start"], part["stop"]))
            assert table["cell"].unique().to_pylist() == [cell]


def test_the_manifest_says_how_to_make_the_run_again(run: RunResult, bench: Any) -> None:
    """Game, versions, seed, complete cells and line-ups, and the scenario itself are in the manifest."""
    manifest = run.manifest
    assert manifest["schema"] == "simcore.manifest/1"
    assert (manifest["game"], manifest["seed"], manifest["games_per_cell"]) == ("go_stop", 77, 600)
    assert manifest["games"] == 1800
    assert set(manifest["versions"]) >= {"simcore", "python", "numba", "numpy"}
    assert [cell["cell"] for cell in manifest["cells"]] == [0, 1, 2]
    for cell in manifest["cells"]:
        assert cell["params"]["point_threshold"] == 6
        assert len(cell["params"]) == 21
    assert manifest["cells"][1]["entrants"][1] == {
        "name": "waits",
        "strategy": "threshold",
        "params": {"go_below": 10, "min_turns_left": 1, "max_opponent_points": 58, "cards": "greedy"},
    }
    assert manifest["cells"][2]["seatings"] == [["guesses", "waits"], ["waits", "guesses"]]
    again = bench.scenario(**{key: value for key, value in manifest["scenario"].items() if key != "schema"})
    assert again.digest() == manifest["scenario_digest"]


def test_parquet_schema(run: RunResult) -> None:
    """Names are dictionary-encoded strings, indices unsigned 64-bit, and the common columns come first."""
    for part in run.manifest["parts"]:
        schema = pq.read_schema(run.path / part["file"])
        common = ["cell", "game_index", "deal_index", "entrant_s0", "entrant_s1", "score_s0", "score_s1"]
        common += ["payoff_s0", "payoff_s1", "n_turns", "reason"]
        assert schema.names[: len(common)] == common
        for name in ("game_index", "deal_index"):
            assert schema.field(name).type == pa.uint64()
        for field in schema:
            if field.name in WORDS:
                assert pa.types.is_dictionary(field.type)
                assert pa.types.is_string(field.type.value_type)
            else:
                assert pa.types.is_integer(field.type)


def test_every_column_is_described(run: RunResult) -> None:
    """The manifest gives name, type and meaning of every column, as the files have them."""
    described = run.manifest["columns"]
    schema = pq.read_schema(run.path / run.manifest["parts"][0]["file"])
    assert [column["name"] for column in described] == schema.names
    assert [column["type"] for column in described] == [str(field.type) for field in schema]
    assert all(len(column["text"]) > 5 for column in described)


def test_rows_hold_what_the_rules_allow(run: RunResult, bench: Any) -> None:
    """Payoffs are zero-sum, reasons are the game's, and only known entrants sit in the seats."""
    rows = bench.columns(run)
    assert all(a + b == 0 for a, b in zip(rows["payoff_s0"], rows["payoff_s1"], strict=True))
    assert set(rows["reason"]) <= {"stop", "four_in_hand", "three_ppuk", "nagari"}
    assert set(rows["entrant_s0"]) == set(rows["entrant_s1"]) == {"takes", "guesses", "waits"}


def test_two_runs_write_the_same_bytes(run: RunResult, bench: Any) -> None:
    """The same chunks make byte-identical parts, whatever the number of threads."""
    again = bench.play(bench.scenario(games=600, params={"point_threshold": 6}), chunk_games=55, workers=3)
    assert [part["sha256"] for part in again.manifest["parts"]] == [part["sha256"] for part in run.manifest["parts"]]


@pytest.mark.parametrize("games", [1, 23, 24, 25, 1000, 10**12])
@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_shards_cut_every_cell(games: int, of: int, bench: Any) -> None:
    """The chunks of all shards cover every game of every cell once, up to the largest number of games."""
    scenario = bench.scenario(games=games)
    chunk_games = 240_000 if games < 10**6 else 24 * 10**9
    chunks = [chunk for number in range(1, of + 1) for chunk in plan_chunks(scenario, Shard(number, of), chunk_games)]
    for cell in range(3):
        ranges = sorted((chunk.start, chunk.stop) for chunk in chunks if chunk.cell == cell)
        assert [start for start, _ in ranges] == [0, *(stop for _, stop in ranges[:-1])]
        assert ranges[-1][1] == games
        # chunks end between deals, for every mode
        assert all(start % 24 == 0 for start, _ in ranges)
    assert len({chunk.file for chunk in chunks}) == len(chunks)


def test_a_complete_run_is_not_overwritten(bench: Any) -> None:
    """The same digest, seed and games at the same place: nothing is played or touched, and the user is told."""
    scenario = bench.scenario(games=50)
    first = bench.play(scenario)
    before = {path: path.stat().st_mtime_ns for path in first.path.rglob("*")}
    told: list[str] = []
    again = bench.play(scenario, out=first.path, notify=told.append)
    assert again.reused
    assert again.manifest == json.loads(json.dumps(first.manifest))
    assert {path: path.stat().st_mtime_ns for path in first.path.rglob("*")} == before
    assert len(told) == 1
    assert "--force" in told[0]


@pytest.mark.parametrize("damage", ["missing", "short"])
def test_a_damaged_run_is_played_again(damage: str, bench: Any) -> None:
    """A complete run of which a part is missing or cut short is not passed off as the result."""
    scenario = bench.scenario(games=50)
    first = bench.play(scenario)
    rows = bench.table(first)
    part = first.path / first.manifest["parts"][1]["file"]
    if damage == "missing":
        part.unlink()
    else:
        part.write_bytes(part.read_bytes()[:-1])
    again = bench.play(scenario, out=first.path)
    assert not again.reused
    assert bench.table(again).equals(rows)


def test_a_run_of_other_code_is_played_again(bench: Any) -> None:
    """A run that other rules or strategies played, as its manifest tells, is kept as .previous and played anew."""
    scenario = bench.scenario(games=50)
    first = bench.play(scenario)
    manifest = json.loads((first.path / "manifest.json").read_text())
    (first.path / "manifest.json").write_text(json.dumps({**manifest, "sources_digest": "0" * 64}))
    again = bench.play(scenario, out=first.path)
    assert not again.reused
    assert again.manifest["sources_digest"] == manifest["sources_digest"]
    kept = first.path.with_name(f"{first.path.name}.previous")
    assert json.loads((kept / "manifest.json").read_text())["sources_digest"] == "0" * 64


def test_force_plays_again(bench: Any) -> None:
    """--force replaces a complete run with an equal one, and leaves nothing beside it."""
    scenario = bench.scenario(games=50)
    first = bench.play(scenario)
    manifest = first.path / "manifest.json"
    before = manifest.stat().st_ino
    again = bench.play(scenario, out=first.path, force=True)
    assert not again.reused
    assert manifest.stat().st_ino != before
    assert again.manifest["result_digest"] == first.manifest["result_digest"]
    assert beside(first.path) == [first.path.name]


@pytest.mark.parametrize(
    "change", [{"games": 40}, {"seed": 3}, {"params": {"point_threshold": 5}}], ids=["fewer games", "seed", "rule"]
)
def test_another_run_is_kept_as_previous(change: dict[str, Any], bench: Any) -> None:
    """A run of other rules, of another seed, or of more games is kept as .previous when its place is used again."""
    first = bench.play(bench.scenario(games=50))
    before = bench.everything(first.path)
    told: list[str] = []
    other = bench.play(bench.scenario(**{"games": 50, **change}), out=first.path, notify=told.append)
    assert not other.reused
    kept = first.path.with_name(f"{first.path.name}.previous")
    assert bench.everything(kept) == before
    assert any(str(kept) in line for line in told)
    assert (
        sum(part["stop"] - part["start"] for part in open_run(first.path).manifest["parts"]) == other.manifest["games"]
    )


def test_more_games_replace_fewer(bench: Any) -> None:
    """A larger run of the same scenario holds every row of the smaller one, which need not be kept."""
    first = bench.play(bench.scenario(games=50))
    larger = bench.play(bench.scenario(games=80), out=first.path)
    assert larger.manifest["games"] == 240
    assert beside(first.path) == [first.path.name]


def test_a_shard_does_not_replace_a_whole_run(bench: Any) -> None:
    """A shard of a larger run lacks rows of the smaller whole run at its place, so that one is kept as .previous."""
    first = bench.play(bench.scenario(games=50))
    before = bench.everything(first.path)
    bench.play(bench.scenario(games=80), out=first.path, shard=Shard(2, 3))
    assert bench.everything(first.path.with_name(f"{first.path.name}.previous")) == before


def test_shards_without_a_place_keep_each_other(bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All shards of a run played without --out are there in the end, for `combine` to join."""
    monkeypatch.chdir(tmp_path)
    from simcore.running.execute import Options, run_scenario

    scenario = bench.scenario(games=72)
    for number in (1, 2, 3):
        run_scenario(scenario, Options(workers=1, shard=Shard(number, 3)))
    manifests = [json.loads(path.read_text()) for path in tmp_path.glob("runs/*/manifest.json")]
    assert sorted(manifest["shard"] for manifest in manifests) == ["1/3", "2/3", "3/3"]


def test_a_folder_of_other_files_is_left_alone(bench: Any) -> None:
    """--out with files of the user's in it is refused, and so is a file; nothing is changed."""
    place = bench.place()
    place.mkdir()
    (place / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="holds other files"):
        bench.play(bench.scenario(games=50), out=place)
    with pytest.raises(InputError, match="is a file"):
        bench.play(bench.scenario(games=50), out=place / "thesis.txt")
    assert (place / "thesis.txt").read_text() == "mine"
    assert beside(place) == [place.name]


def test_a_damaged_manifest_is_not_replaced(bench: Any) -> None:
    """Where a manifest cannot be read the run is refused: what lies there may be of value."""
    first = bench.play(bench.scenario(games=50))
    (first.path / "manifest.json").write_text("{")
    before = bench.everything(first.path)
    with pytest.raises(InputError, match=r"manifest\.json"):
        bench.play(bench.scenario(games=50), out=first.path)
    assert bench.everything(first.path) == before


def test_the_default_place_is_named_after_the_run(bench: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without --out a run lies at runs/<name>-<digest8>-<seed> of the working directory."""
    monkeypatch.chdir(tmp_path)
    from simcore.running.execute import Options, run_scenario

    scenario = bench.scenario(games=24)
    assert run_scenario(scenario, Options(workers=1)).path == Path("runs") / f"test-{scenario.digest()[:8]}-77"
    assert [path.name for path in (tmp_path / "runs").iterdir()] == [f"test-{scenario.digest()[:8]}-77"]


def beside(place: Path) -> list[str]:
    """Names of everything at and beside a place that has its name in it."""
    return sorted(path.name for path in place.parent.iterdir() if place.name in path.name.split("."))


def test_chunks_of_wide_rows_are_shorter() -> None:
    """Rows of a chunk take 15 MB at most, whatever the game, and all rotations of a deal stay in one chunk."""
    for name in ("go_stop/base", "dog_park/smoke", "dog_park/base"):
        scenario = load_scenario(name, [("games", 1_000_000)])
        chunks = plan_chunks(scenario, Shard())
        width = scenario.game.row_dtype(scenario.max_players).itemsize
        assert max(chunk.games for chunk in chunks) * width <= 64 * 240_000
        assert all(chunk.start % 24 == 0 for chunk in chunks)
        assert sum(chunk.games for chunk in chunks) == 1_000_000 * len(scenario.cells)
