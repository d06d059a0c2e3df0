"""`verify`: whole runs agree, and every alteration is noticed."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore.engine.digest import result_digest
from simcore.running.rebuild import Rebuilder, lanes_of
from simcore.running.table import games_writer
from simcore.scenario.build import build_scenario

CELL, GAME = 1, 37


@pytest.fixture
def run(shell: Any) -> Path:
    """A run of two cells with 120 games each."""
    text = (Path(__file__).parents[2] / "scenarios/go_stop/smoke.toml").read_text()
    Path("two.toml").write_text(f'{text}\n[sweep]\n"params.point_threshold" = [5, 7]\n')
    assert shell.call("run", "two.toml", "-n", 120, "--seed", 8, "--out", "here").code == 0
    return Path("here")


def manifest_of(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "manifest.json").read_text())
    return found


def write_manifest(run: Path, manifest: dict[str, Any]) -> None:
    (run / "manifest.json").write_text(json.dumps(manifest))


def altered(run: Path, change: Callable[[pa.Table], pa.Table], adjust: str = "") -> None:
    """Change the part of CELL; `adjust` says how far the manifest is made to agree: nothing, "file" or "lanes"."""
    manifest = manifest_of(run)
    (part,) = [part for part in manifest["parts"] if part["cell"] == CELL]
    table = change(pq.read_table(run / part["file"]))
    pq.write_table(table, run / part["file"])
    content = (run / part["file"]).read_bytes()
    if adjust:
        part |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    if adjust == "lanes":
        scenario = build_scenario(manifest["scenario"], "x", "x")
        rows = Rebuilder(games_writer(scenario.game, scenario.entrant_names, 2)).rows(table, 2)
        part["lanes"] = [f"{lane:016x}" for lane in lanes_of(rows)]
        lanes = [[int(lane, 16) for lane in entry["lanes"]] for entry in manifest["parts"]]
        manifest["result_digest"] = result_digest(lanes)
    write_manifest(run, manifest)


def with_value(column: str, value: Any) -> Callable[[pa.Table], pa.Table]:
    """Return a change that puts a value into the row of GAME."""

    def change(table: pa.Table) -> pa.Table:
        values = table[column].to_pylist()
        values[GAME] = value(values[GAME]) if callable(value) else value
        kind = table.schema.field(column).type
        place = table.schema.get_field_index(column)
        if pa.types.is_dictionary(kind):
            words = table[column].unify_dictionaries().chunk(0).dictionary
            indices = [None if word is None else words.to_pylist().index(word) for word in values]
            array = pa.DictionaryArray.from_arrays(pa.array(indices, kind.index_type), words)
        else:
            array = pa.array(values, kind)
        return table.set_column(place, table.schema.field(column), array)

    return change


def mismatches(shell: Any, *arguments: object) -> list[dict[str, Any]]:
    """Verify the run at `here`, which does not agree."""
    outcome = shell.call("verify", "here", "--json", *arguments)
    assert (outcome.code, outcome.err) == (1, "")
    found: list[dict[str, Any]] = json.loads(outcome.out)["mismatches"]
    return found


def test_a_whole_run_agrees(run: Path, shell: Any) -> None:
    """Every part is read, every row hashed, and as many rows as asked for are played again."""
    before = shell.here()
    found = shell.call("verify", run, "--sample", 50, "--json").json
    assert found["schema"] == "simcore.verify/1"
    assert (found["mismatches"], found["n_mismatches"]) == ([], 0)
    assert (found["parts"], found["rows"], found["checked"]) == (2, 240, 50)
    assert found["result_digest"] == manifest_of(run)["result_digest"]
    assert found["sources_changed"] is False
    assert shell.call("verify", run, "--json").json["checked"] == 240
    assert shell.call("verify", run, "--sample", 0, "--json").json["checked"] == 0
    assert shell.here() == before


def test_people_get_a_short_text(run: Path, shell: Any) -> None:
    """Without --json: what was done, and that all agree."""
    outcome = shell.call("verify", run, "--sample", 10)
    digest = manifest_of(run)["result_digest"]
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"2 parts read, 240 rows hashed, 10 played again\nall agree; result digest {digest}\n"


def test_shards(shell: Any) -> None:
    """Every shard agrees by itself."""
    for number in (1, 2, 3):
        shell.call("run", "go_stop/smoke", "-n", 25, "--shard", f"{number}/3", "--out", f"s{number}")
        assert shell.call("verify", f"s{number}", "--json").json["mismatches"] == []


@pytest.mark.parametrize("sample", [0, 240])
def test_an_altered_row_with_the_manifest_as_it_was(sample: int, run: Path, shell: Any) -> None:
    """The file has another SHA-256, and its rows another sum; the row itself is named where it is played again."""
    altered(run, with_value("payoff_s0", lambda value: value + 1))
    found = mismatches(shell, "--sample", sample)
    assert [entry["what"] for entry in found if entry["what"] != "row"] == ["sha256", "lanes", "result_digest"]
    assert [entry["column"] for entry in found if entry["what"] == "row"] == ["payoff_s0"] * (sample > 0)


def test_an_altered_row_with_the_file_as_listed(run: Path, shell: Any) -> None:
    """The rows do not add up to the sums of the manifest although file and manifest agree."""
    altered(run, with_value("payoff_s0", lambda value: value + 1), "file")
    assert [entry["what"] for entry in mismatches(shell, "--sample", 0)] == ["lanes", "result_digest"]


def test_an_altered_row_with_all_sums_adjusted(run: Path, shell: Any) -> None:
    """Only playing it again shows it: cell, game, column, both values, and the command that tells the game."""
    true_value = pq.read_table(run / manifest_of(run)["parts"][CELL]["file"])["payoff_s0"][GAME].as_py()
    altered(run, with_value("payoff_s0", lambda value: value + 1), "lanes")
    assert shell.call("verify", run, "--sample", 0, "--json").json["mismatches"] == []
    (entry,) = mismatches(shell, "--sample", 240)
    assert (entry["what"], entry["cell"], entry["game_index"]) == ("row", CELL, GAME)
    assert (entry["column"], entry["stored"], entry["recomputed"]) == ("payoff_s0", true_value + 1, true_value)
    assert entry["replay"] == f"simcore replay two.toml --seed 8 --cell {CELL} --game {GAME}"
    end = shell.call(*shlex.split(entry["replay"])[1:], "--json").json["rows"][0]["end"]
    assert end["payoff"][0] == true_value
    told = shell.call("verify", run)
    assert told.code == 1
    assert f"cell {CELL}, game {GAME}: payoff_s0 is {true_value + 1}; played again it is {true_value}" in told.out
    assert told.out.endswith("\n1 mismatch\n")


def test_many_mismatches_are_counted(run: Path, shell: Any) -> None:
    """People see the first twenty and how many more there are."""
    altered(run, lambda table: table.set_column(9, table.schema.field(9), pa.array([-1] * 120, pa.int32())), "lanes")
    told = shell.call("verify", run)
    assert told.code == 1
    assert len(told.out.splitlines()) == 23
    assert "\nand 100 more\n" in told.out


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (with_value("redeals", None), "redeals: 1 empty places"),
        (with_value("reason", lambda word: {"stop": "nagari"}.get(word, "stop")), "lanes"),
        (lambda table: table.slice(1), "does not hold games"),
        (lambda table: table.take([1, 0, *range(2, 120)]), "in this order"),
        (lambda table: table.drop_columns(["points"]), "columns: points"),
        (lambda table: table.append_column("more", table["cell"]), "columns: more"),
        (lambda table: table.rename_columns([*table.column_names[:-1], "odd"]), "columns: odd, ppuk_count_s1"),
        (lambda table: table.set_column(0, "cell", table["cell"].cast(pa.int64())), "columns: cell"),
    ],
    ids=["null", "word", "a row less", "order", "a column less", "a column more", "name", "type"],
)
def test_what_else_can_be_altered(change: Any, word: str, run: Path, shell: Any) -> None:
    """Empty places, words, order and columns are seen although the SHA-256 agrees."""
    altered(run, change, "file")
    assert any(word in entry["what"] for entry in mismatches(shell, "--sample", 0))


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "noise"])
def test_damaged_files(damage: str, run: Path, shell: Any) -> None:
    """A part that is gone or no Parquet any more is a mismatch that names it, not a traceback."""
    file = manifest_of(run)["parts"][0]["file"]
    content = (run / file).read_bytes()
    if damage == "missing":
        (run / file).unlink()
    else:
        changed = {"empty": b"", "cut": content[:-9], "noise": bytes(reversed(content))}[damage]
        (run / file).write_bytes(changed)
    found = mismatches(shell)
    assert found
    assert {entry["file"] for entry in found} == {file}
    assert any("cannot be read" in entry["what"] for entry in found)


@pytest.mark.parametrize(
    ("key", "value"), [("result_digest", "0" * 32), ("games_per_cell", 121), ("entrants", ["a"]), ("players", 3)]
)
def test_an_altered_manifest(key: str, value: Any, run: Path, shell: Any) -> None:
    """What the manifest says of the run is compared with its scenario and its rows."""
    write_manifest(run, {**manifest_of(run), key: value})
    assert {(entry["file"], entry["what"]) for entry in mismatches(shell)} == {("manifest.json", key)}


def test_a_part_that_is_no_longer_listed(run: Path, shell: Any) -> None:
    """Games left out of the list are missed."""
    manifest = manifest_of(run)
    manifest["parts"].pop()
    write_manifest(run, {**manifest, "games": 120})
    assert [entry["what"] for entry in mismatches(shell)] == ["games", "result_digest"]


def test_an_altered_scenario(run: Path, shell: Any) -> None:
    """A scenario of another digest is one line and code 1; a manifest without one too."""
    manifest = manifest_of(run)
    manifest["scenario"]["params"] = {"point_threshold": 9}
    manifest["scenario"].pop("sweep")
    write_manifest(run, manifest)
    assert "digest" in shell.call("verify", run).fault(1)
    write_manifest(run, {key: value for key, value in manifest.items() if key != "scenario"})
    assert "scenario is missing" in shell.call("verify", run).fault(1)


def test_other_code_is_told(run: Path, shell: Any) -> None:
    """Where the code has changed since, a line says so, and rows are compared all the same."""
    write_manifest(run, {**manifest_of(run), "sources_digest": "0" * 64})
    outcome = shell.call("verify", run, "--json")
    assert "code that plays has changed" in outcome.err
    assert (outcome.json["sources_changed"], outcome.json["checked"]) == (True, 240)


def test_further_tables(run: Path, shell: Any) -> None:
    """The files of further tables are compared with the list, and must be tables."""
    content = b"rows"
    (run / "tables/more").mkdir(parents=True)
    (run / "tables/more/c0.parquet").write_bytes(content)
    part = {"file": "tables/more/c0.parquet", "cell": 0, "start": 0, "stop": 120, "rows": 1, "bytes": 4, "lanes": []}
    table = {"name": "more", "text": "more", "columns": [], "how": {}, "rows": 1, "digest": ""}
    digest = hashlib.sha256(content).hexdigest()
    write_manifest(run, {**manifest_of(run), "tables": [{**table, "parts": [{**part, "sha256": digest}]}]})
    assert any(found["what"].startswith("cannot be read") for found in mismatches(shell))
    (run / "tables/more/c0.parquet").write_bytes(b"rose")
    found = [(entry["file"], entry["what"], entry["stored"]) for entry in mismatches(shell)]
    assert (part["file"], "sha256", digest) in found


def test_a_strategy_from_a_file(shell: Any) -> None:
    """A run of a user's strategy needs its file again, and the command to replay names it."""
    shell.call("run", shell.scenario, "--strategy-file", shell.strategy, "--out", "here")
    assert "'mine' is unknown" in shell.process("verify", "here").fault()
    found = shell.call("verify", "here", "--strategy-file", shell.strategy, "--json").json
    assert (found["mismatches"], found["checked"]) == ([], 40)


@pytest.mark.parametrize("sample", ["-1", "many", "1.5", ""])
def test_bad_samples(sample: str, shell: Any) -> None:
    """--sample is a whole number from 0."""
    assert "--sample" in shell.call("verify", "here", "--sample", sample).fault()


def test_no_run(shell: Any) -> None:
    """A folder that is no run is one line and code 1."""
    assert "manifest.json is missing" in shell.call("verify", "nowhere").fault(1)
