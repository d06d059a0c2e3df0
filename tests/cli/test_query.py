"""`query`: SQL over a run, and what is said of SQL that does not work."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore.cli.query_verb import plain

ENDLESS = "SELECT count(*) FROM range(10000000) a, range(10000000) b WHERE a.range + b.range = -1"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in a folder whose name holds what SQL and file patterns give a meaning to."""
    from simcore.running.execute import Options, run_scenario
    from simcore.scenario.load import load_scenario

    # a pattern would find this one as well
    base = tmp_path_factory.mktemp("query")
    scenario = load_scenario("go_stop/smoke", [("games", 300), ("seed", 6)])
    run_scenario(scenario, Options(out=base / "seed=1" / "itss a" / "run", workers=1))
    return run_scenario(scenario, Options(out=base / "seed=1" / "it's [s]* a" / "run", workers=1, chunk_games=96)).path


@pytest.fixture
def run(played: Path, shell: Any) -> Iterator[Path]:
    """The run; no query changes it."""
    files = {path: path.read_bytes() for path in played.rglob("*") if path.is_file()}
    before = shell.here()
    yield played
    assert {path: path.read_bytes() for path in played.rglob("*") if path.is_file()} == files
    assert shell.here() == before


def rows_of(run: Path) -> list[dict[str, Any]]:
    """Return all rows of a run, read without DuckDB."""
    parts = json.loads((run / "manifest.json").read_text())["parts"]
    found: list[dict[str, Any]] = pa.concat_tables([pq.read_table(run / part["file"]) for part in parts]).to_pylist()
    return found


def test_all_rows(run: Path, shell: Any) -> None:
    """`games` holds exactly the rows and columns of the run, in order; words are strings."""
    found = shell.call("query", run, "SELECT * FROM games", "--json").json
    assert (found["schema"], found["n"]) == ("simcore.query/1", 300)
    assert found["rows"] == rows_of(run)
    assert found["columns"] == list(found["rows"][0])


def test_groups(run: Path, shell: Any) -> None:
    """A query with GROUP BY gives what a plain count gives, under the names of the SQL."""
    sql = "SELECT reason, count(*) AS n, avg(payoff_s0) AS mean FROM games GROUP BY reason ORDER BY reason"
    found = shell.call("query", run, sql, "--json").json
    payoffs: dict[str, list[int]] = {}
    for row in rows_of(run):
        payoffs.setdefault(row["reason"], []).append(row["payoff_s0"])
    expected = [{"reason": key, "n": len(got), "mean": sum(got) / len(got)} for key, got in sorted(payoffs.items())]
    assert len(expected) > 1
    assert found["columns"] == ["reason", "n", "mean"]
    assert found["rows"] == [{**row, "mean": pytest.approx(row["mean"])} for row in expected]


def test_people_get_a_table(run: Path, shell: Any) -> None:
    """Without --json: heads, and a line a row; NULL is said."""
    sql = "SELECT cell, 1234 AS many, NULL AS nothing, true AS yes, [1, NULL] AS list FROM games LIMIT 2"
    lines = [line.split() for line in shell.call("query", run, sql).out.splitlines()]
    row = ["0", "1,234", "NULL", "true", "[1,", "null]"]
    assert lines == [["cell", "many", "nothing", "yes", "list"], row, row]


def test_a_long_table_is_cut(run: Path, shell: Any) -> None:
    """People see the first thousand rows and are told; --json has all."""
    sql = "SELECT a.game_index FROM games a, games b LIMIT 1001"
    outcome = shell.call("query", run, sql)
    assert len(outcome.out.splitlines()) == 1001
    assert "--json" in outcome.err
    assert len(shell.call("query", run, sql, "--json").json["rows"]) == 1001


@pytest.mark.parametrize(
    ("sql", "row"),
    [
        ("SELECT 1.50 AS a, 2.00 AS b", {"a": 1.5, "b": 2}),
        ("SELECT 'nan'::DOUBLE AS a, '-inf'::FLOAT AS b", {"a": None, "b": None}),
        ("SELECT DATE '2026-11-29' AS a, TIME '10:00' AS b", {"a": "2026-11-29", "b": "10:00:00"}),
        ("SELECT TIMESTAMP '2026-11-29 10:00:00' AS a", {"a": "2026-11-29T10:00:00"}),
        ("SELECT [1, NULL, 3] AS a, {'x': 1.5, 'y': ['z']} AS b", {"a": [1, None, 3], "b": {"x": 1.5, "y": ["z"]}}),
        ("SELECT MAP {1: 'x'} AS a", {"a": {"1": "x"}}),
        ("SELECT 170141183460469231731687303715884105727 AS a", {"a": 2**127 - 1}),
        ("SELECT 18446744073709551615::UBIGINT AS a", {"a": 2**64 - 1}),
        ("SELECT '\\xAB'::BLOB AS a, INTERVAL 1 DAY AS b", {"a": "ab", "b": "1 day, 0:00:00"}),
        ("SELECT 1 AS a, 2 AS a, 3 AS a_1", {"a": 1, "a_1": 2, "a_1_1": 3}),
        ('SELECT \'é"\n\' AS "ö"', {"ö": 'é"\n'}),
        ("SELECT 1 AS a; SELECT 2 AS b;", {"b": 2}),
        ("CREATE TABLE t AS SELECT 5 AS a; SELECT * FROM t", {"a": 5}),
    ],
)
def test_values(sql: str, row: dict[str, Any], run: Path, shell: Any) -> None:
    """Every kind of value is valid JSON, and the last statement answers."""
    found = shell.call("query", run, sql, "--json").json
    assert (found["rows"], found["columns"], found["n"]) == ([row], list(row), 1)


def test_plain_values() -> None:
    """What DuckDB may give beyond these becomes text."""
    assert plain({1: [float("inf"), None, True]}) == {"1": [None, None, True]}
    assert plain(object).startswith("<class")


def test_no_rows(run: Path, shell: Any) -> None:
    """An answer without rows is an answer."""
    found = shell.call("query", run, "SELECT cell FROM games WHERE false", "--json").json
    assert (found["rows"], found["columns"], found["n"]) == ([], ["cell"], 0)
    assert shell.call("query", run, "SELECT cell FROM games WHERE false").out == "cell\n"


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("", "holds no statement"),
        (" ;", "holds no statement"),
        ("/* nothing */", "holds no statement"),
        ("SELEC 1", "syntax error"),
        ("SELECT payof_s0 FROM games", "payoff_s0"),
        ("SELECT * FROM game", "games"),
        ("SELECT 1 / 'x'", "x"),
        # after some thousand rows that were good
        ("SELECT CASE WHEN i = 30000 THEN error('late') ELSE i END FROM range(40000) t(i)", "late"),
        ("SELECT INTERVAL 90000000 MONTH", "too large"),
        ("COPY games TO 'x.csv'", "COPY"),
        ("EXPLAIN ANALYZE COPY games TO 'x.csv'", "COPY"),
        ("PREPARE p AS COPY games TO 'x.csv'; EXECUTE p", "COPY"),
        ("EXPORT DATABASE 'x'", "x"),
        ("ATTACH 'x.db'", "x.db"),
        ("SELECT * FROM read_text('mine.toml')", "mine.toml"),
        ("SET enable_external_access = true", "enable_external_access"),
    ],
)
def test_faulty_sql(sql: str, word: str, run: Path, shell: Any) -> None:
    """Code 2 and one line; no file but the run's is read, and none is written."""
    fault = shell.call("query", run, sql, "--json").fault()
    assert fault.startswith("simcore: query: SQL: ")
    assert word in fault
    assert len(fault) < 1000


def test_no_sql(run: Path, shell: Any) -> None:
    """The SQL is asked for."""
    assert "SQL" in shell.call("query", run).fault()


def test_parts_are_not_written(run: Path, shell: Any) -> None:
    """A part that may be read cannot be replaced."""
    part = next((run / "parts").iterdir())
    target = str(part).replace("'", "''")
    sql = f"COPY (SELECT 1 AS x) TO '{target}' (FORMAT parquet, USE_TMP_FILE false)"
    assert "COPY" in shell.call("query", run, sql).fault()


def test_further_tables(shell: Any) -> None:
    """A table that the manifest lists beside the games is a view of its name."""
    shell.call("run", "go_stop/smoke", "-n", 30, "--out", "here")
    file = Path("here/tables/more/c0.parquet")
    file.parent.mkdir(parents=True)
    pq.write_table(pa.table({"game_index": [3, 4], "gain": [0.5, None]}), file)
    manifest = json.loads(Path("here/manifest.json").read_text())
    part = {"file": "tables/more/c0.parquet", "cell": 0, "start": 0, "stop": 30, "rows": 2, "lanes": [], "sha256": ""}
    table = {"name": "more", "text": "more", "how": {}, "columns": [], "rows": 2, "digest": ""}
    manifest["tables"] = [{**table, "parts": [{**part, "bytes": file.stat().st_size}]}]
    Path("here/manifest.json").write_text(json.dumps(manifest))
    sql = "SELECT game_index, gain, n_turns > 0 AS played FROM more JOIN games USING (game_index) ORDER BY 1"
    found = shell.call("query", "here", sql, "--json").json["rows"]
    assert found[0] == {"game_index": 3, "gain": 0.5, "played": True}
    assert [row["gain"] for row in found] == [0.5, None]


@pytest.mark.parametrize("damage", ["missing", "short", "noise"])
def test_a_damaged_run(damage: str, shell: Any) -> None:
    """A part that is gone, of another size, or no Parquet: code 1 and one line that names it."""
    shell.call("run", "go_stop/smoke", "-n", 30, "--out", "here")
    (part,) = Path("here/parts").iterdir()
    content = part.read_bytes()
    part.unlink()
    if damage != "missing":
        part.write_bytes(content[:-1] if damage == "short" else bytes(reversed(content)))
    assert part.name in shell.call("query", "here", "SELECT * FROM games").fault(1)
    assert "manifest.json is missing" in shell.call("query", "nowhere", "SELECT 1").fault(1)


def test_ctrl_c(run: Path, shell: Any) -> None:
    """A query that takes too long ends at Ctrl-C with code 130."""
    command = [str(shell.script), "query", str(run), ENDLESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        # inside DuckDB once it has used some processor time beyond its start
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, out) == (130, "")
    assert err.strip() == "simcore: interrupted"
