"""Runs that are killed, interrupted, crowded out or short of disk: no half run ever looks whole."""

from __future__ import annotations

import re
import resource
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore.errors import InputError
from simcore.running.place import building_place
from simcore.running.reader import open_run

CHUNK = 48
FILE_LIMIT = 100_000


@pytest.fixture(scope="module")
def file(bench: Any) -> Path:
    """A scenario file of 27 chunks."""
    path: Path = bench.file(games=9 * CHUNK)
    return path


@pytest.fixture(scope="module")
def digest(bench: Any) -> str:
    """The result digest of the scenario, played without a break; its kernel is in the cache from here on."""
    result: str = bench.play(bench.scenario(games=9 * CHUNK)).manifest["result_digest"]
    return result


@pytest.fixture(scope="module")
def left(bench: Any, file: Path, digest: str) -> Path:
    """Where a process was killed after its fifth chunk."""
    out: Path = bench.place()
    process = bench.player(out, file, CHUNK, 5, "die")
    _, error = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, error
    assert digest
    return out


@pytest.fixture
def killed(bench: Any, left: Path) -> Path:
    """Where a process was killed, for one test to spoil: what it left is there."""
    out: Path = bench.place()
    assert not left.exists()
    shutil.copytree(building(left), building(out))
    return out


def parts_of(folder: Path) -> dict[str, int]:
    """Return the parts in a folder, with their change times."""
    return {path.name: path.stat().st_mtime_ns for path in folder.glob("parts/*.parquet")}


def test_a_killed_run_is_no_run(killed: Path) -> None:
    """After SIGKILL there is no run directory, only whole parts of one that is being built."""
    assert not killed.exists()
    assert len(parts_of(building(killed))) >= 5


def test_resume_gives_the_same_results(killed: Path, bench: Any, digest: str) -> None:
    """--resume keeps the finished parts, plays the others, and ends with the digest of an unbroken run."""
    kept = parts_of(building(killed))
    result = bench.play(bench.scenario(games=9 * CHUNK), out=killed, chunk_games=CHUNK, workers=2)
    assert result.manifest["result_digest"] == digest
    assert {name: parts_of(killed)[name] for name in kept} == kept
    assert len(bench.table(result)) == 27 * CHUNK
    assert not building(killed).exists()


def test_force_plays_everything_again(killed: Path, bench: Any, digest: str) -> None:
    """A run with --force takes nothing from what a killed one left."""
    kept = parts_of(building(killed))
    result = bench.play(bench.scenario(games=9 * CHUNK), out=killed, chunk_games=CHUNK, force=True)
    assert result.manifest["result_digest"] == digest
    assert all(parts_of(killed)[name] > changed for name, changed in kept.items())


def test_half_written_files_never_count(killed: Path, bench: Any, digest: str) -> None:
    """A .tmp, a part cut short and an empty part are played anew, and are gone from the finished run."""
    parts = sorted(building(killed).glob("parts/*.parquet"))
    content = parts[0].read_bytes()
    parts[0].with_name(f".{parts[0].name}.4711.tmp").write_bytes(content[:1000])
    parts[1].write_bytes(content[: len(content) // 2])
    parts[2].write_bytes(b"")
    result = bench.play(bench.scenario(games=9 * CHUNK), out=killed, chunk_games=CHUNK)
    assert result.manifest["result_digest"] == digest
    for part in result.manifest["parts"]:
        assert bench.sha256(killed / part["file"]) == part["sha256"]
    listed = {part["file"] for part in result.manifest["parts"]}
    assert set(bench.everything(killed)) == {*listed, "manifest.json"}


def test_a_changed_part_is_played_again(killed: Path, bench: Any, digest: str) -> None:
    """A part whose rows are not those its sums stand for is not taken over: the files are what the digest says."""
    expected = bench.table(bench.play(bench.scenario(games=9 * CHUNK)))
    part = sorted(building(killed).glob("parts/*.parquet"))[0]
    part.write_bytes(with_another_payoff(part.read_bytes()))
    result = bench.play(bench.scenario(games=9 * CHUNK), out=killed, chunk_games=CHUNK)
    assert result.manifest["result_digest"] == digest
    assert bench.table(result).equals(expected)


@pytest.mark.parametrize(
    "change", [{"seed": 78}, {"params": {"point_threshold": 5}}, {"games": 8 * CHUNK}], ids=["seed", "rule", "games"]
)
def test_parts_of_another_run_never_count(change: dict[str, Any], killed: Path, bench: Any) -> None:
    """--resume with another seed, rule or size takes over only what is the same, and the result is a clean run's."""
    scenario = bench.scenario(**{"games": 9 * CHUNK, **change})
    resumed = bench.play(scenario, out=killed, chunk_games=CHUNK)
    clean = bench.play(scenario, chunk_games=CHUNK)
    assert resumed.manifest["result_digest"] == clean.manifest["result_digest"]
    assert resumed.manifest["parts"] == clean.manifest["parts"]


def test_resume_of_nothing_plays_all(bench: Any, digest: str) -> None:
    """--resume where nothing was begun is an ordinary run."""
    result = bench.play(bench.scenario(games=9 * CHUNK))
    assert result.manifest["result_digest"] == digest


def test_a_second_writer_is_refused(bench: Any, file: Path, digest: str) -> None:
    """While one process writes a place, another one gets exit code 2 and one line, and disturbs nothing."""
    out = bench.place()
    first = bench.player(out, file, CHUNK, 3, "wait")
    assert first.stdout.readline() == "waiting\n"
    second = bench.command("run", str(file), "--out", str(out), "--force")
    printed, error = second.communicate(timeout=60)
    assert (second.returncode, printed) == (2, "")
    assert error.count("\n") == 1
    assert str(out) in error
    printed, error = first.communicate("", timeout=60)
    assert (first.returncode, printed.strip()) == (0, digest), error
    assert open_run(out).manifest["result_digest"] == digest


def test_a_lock_left_by_a_dead_process_does_not_bind(killed: Path, bench: Any, digest: str) -> None:
    """The lock of a killed process is void, so its place can be used at once."""
    assert (building(killed) / ".lock").exists()
    result = bench.play(bench.scenario(games=9 * CHUNK), out=killed)
    assert result.manifest["result_digest"] == digest
    assert not (killed / ".lock").exists()
    assert not building(killed).exists()


def test_the_place_is_locked_within_a_process_too(bench: Any) -> None:
    """Two writers in one process do not share a place either."""
    out = bench.place()
    with building_place(out), pytest.raises(InputError, match="another run"):
        bench.play(bench.scenario(games=24), out=out)


def test_interrupt_leaves_no_run_and_resume_goes_on(bench: Any) -> None:
    """SIGINT ends a run with code 130 and no traceback; --resume finishes it with the results of an unbroken one."""
    games = 960_000
    changes = {"games": games, "lineups": {"seats": [["takes", "guesses"]]}}
    file, out = bench.file(**changes), bench.place()
    whole = bench.play(bench.scenario(**changes), workers=2).manifest["result_digest"]
    process = bench.command("run", str(file), "--out", str(out), "--workers", "1")
    deadline = time.monotonic() + 60
    while not parts_of(building(out)) and time.monotonic() < deadline:
        time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    printed, error = process.communicate(timeout=60)
    assert (process.returncode, printed) == (130, ""), error
    assert "Traceback" not in error
    assert error.splitlines()[-1] == "simcore: interrupted"
    assert not out.exists()
    again = bench.command("run", str(file), "--out", str(out), "--resume")
    _, error = again.communicate(timeout=60)
    assert again.returncode == 0
    assert re.fullmatch(r"simcore: [1-3] of 4 parts are there already\n", error)
    assert open_run(out).manifest["result_digest"] == whole


def limit_files() -> None:
    """Let no file grow beyond `FILE_LIMIT` bytes, which fails a write as a full disk does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_LIMIT, FILE_LIMIT))


def test_a_full_disk_gives_one_line(bench: Any, digest: str) -> None:
    """A write that fails gives exit code 1 and one line that names the file, and no run directory."""
    assert digest
    file, out = bench.file(games=100_000), bench.place()
    process = bench.command("run", str(file), "--out", str(out), preexec_fn=limit_files)
    printed, error = process.communicate(timeout=60)
    assert (process.returncode, printed) == (1, "")
    assert error.count("\n") == 1
    assert str(out) in error
    assert not out.exists()
    # with room the run can go on from there
    again = bench.command("run", str(file), "--out", str(out), "--resume")
    _, error = again.communicate(timeout=60)
    assert (again.returncode, error) == (0, "")


@pytest.mark.parametrize("place", ["/proc/simcore/run", "{file}/run", "{file}", "{long}", "/", "."])
def test_a_place_that_cannot_be_written_gives_one_line(
    place: str, bench: Any, file: Path, digest: str, tmp_path: Path
) -> None:
    """--out below a file, in a system's folder, too long, or without a name: exit code 2, one line, nothing written."""
    assert digest
    before = set(file.parent.iterdir())
    out = place.format(file=file, long="long" * 80)
    process = bench.command("run", str(file), "--out", out, cwd=tmp_path)
    printed, error = process.communicate(timeout=60)
    assert (process.returncode, printed) == (2, ""), error
    assert error.count("\n") == 1
    assert "--out" in error
    assert set(file.parent.iterdir()) == before
    assert list(tmp_path.iterdir()) == []


def with_another_payoff(content: bytes) -> bytes:
    """Flip one bit of a Parquet file so that it can still be read, with another payoff in it."""
    columns = pq.ParquetFile(pa.BufferReader(content)).metadata.row_group(0)
    payoff = next(
        columns.column(i) for i in range(columns.num_columns) if columns.column(i).path_in_schema == "payoff_s0"
    )
    before = pq.read_table(pa.BufferReader(content))
    for place in range(payoff.data_page_offset, payoff.data_page_offset + payoff.total_compressed_size):
        changed = bytes([*content[:place], content[place] ^ 1, *content[place + 1 :]])
        try:
            after = pq.read_table(pa.BufferReader(changed))
        except (OSError, pa.ArrowException):
            continue
        if not after["payoff_s0"].equals(before["payoff_s0"]):
            return changed
    raise AssertionError("no bit of the page can be flipped")


def building(place: Path) -> Path:
    """Return the folder in which the run of a place is built."""
    return place.with_name(f"{place.name}.partial")
