"""``simcore report``: files, text, JSON, and one line for every fault."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Call = Callable[..., tuple[int, str, str]]


def test_files(simcore: Call, thresholds_run: Path, tmp_path: Path) -> None:
    """Both files are written whole, and their paths printed."""
    html, md = tmp_path / "r.html", tmp_path / "r.md"
    code, out, err = simcore("report", thresholds_run, "--html", html, "--md", md)
    assert (code, out.split(), err) == (0, [str(html), str(md)], "")
    assert html.read_text().endswith("</html>\n")
    assert md.read_text().startswith("# When to say Go\n")
    assert {path.name for path in tmp_path.iterdir()} == {"r.html", "r.md"}


def test_json(simcore: Call, thresholds_run: Path) -> None:
    """One object with the promised keys; sections with name, title, text, tables and figures."""
    code, out, _ = simcore("report", thresholds_run, "--json", "--section", "thresholds", "--section", "seats")
    found = json.loads(out)
    assert code == 0
    assert found["schema"] == "simcore.report/1"
    assert {"run_dir", "scenario_digest", "result_digest", "sections"} <= set(found)
    assert [section["name"] for section in found["sections"]] == ["seats", "thresholds"]
    for section in found["sections"]:
        assert {"name", "title", "text", "tables", "figures"} <= set(section)
        assert all(isinstance(row, dict) for table in section["tables"] for row in table["rows"])
        assert all(item["caption"] for item in section["tables"] + section["figures"])


def test_text(simcore: Call, base_run: Path) -> None:
    """Without files the report is text; a run without a square has no section of thresholds."""
    code, out, _ = simcore("report", base_run)
    assert code == 0
    assert "Greedy against random" in out
    assert "Moving first" in out
    assert "Thresholds" not in out


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("card_values", "unknown; allowed: overview, readings, rule_sweep, seats, strategies, thresholds"),
        ("seat", "did you mean 'seats'?"),
        ("thresholds", "thresholds: needs a sweep of exactly"),
    ],
)
def test_sections_that_are_not_there(simcore: Call, base_run: Path, section: str, words: str) -> None:
    """An unknown section and one that does not apply give exit code 2 and one line."""
    code, out, err = simcore("report", base_run, "--section", section)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_shard_has_no_thresholds(simcore: Call, play: Callable[..., Path]) -> None:
    """Where the cells did not play the same games, the section is refused with the reason."""
    from simcore.running.chunks import Shard

    run = play("go_stop/thresholds", [("games", 96)], shard=Shard(1, 3))
    code, _, err = simcore("report", run, "--section", "thresholds")
    assert code == 2
    assert "combine the shards first" in err
    assert simcore("report", run, "--section", "overview")[0] == 0


def _damage(run: Path, tmp_path: Path) -> tuple[Path, Path]:
    copy = tmp_path / "run"
    shutil.copytree(run, copy)
    return copy, next((copy / "parts").iterdir())


@pytest.mark.parametrize("fault", ["short", "gone", "scrambled", "no manifest"])
def test_damaged_run(simcore: Call, base_run: Path, tmp_path: Path, fault: str) -> None:
    """A part that is short, missing or unreadable gives exit code 1 and one line that names it."""
    copy, part = _damage(base_run, tmp_path)
    content = part.read_bytes()
    if fault == "short":
        part.write_bytes(content[:-9])
    elif fault == "gone":
        part.unlink()
    elif fault == "scrambled":
        part.write_bytes(content[:4] + bytes(len(content) - 4))
    else:
        part = copy / "manifest.json"
        part.unlink()
    code, out, err = simcore("report", copy, "--html", tmp_path / "r.html")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert part.name in err
    assert not (tmp_path / "r.html").exists()


@pytest.mark.parametrize("option", ["--html", "--md"])
def test_place_that_cannot_be_written(simcore: Call, base_run: Path, tmp_path: Path, option: str) -> None:
    """A folder that does not exist is found before the run is read."""
    code, out, err = simcore("report", base_run, option, tmp_path / "no" / "r")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "its folder does not exist" in err


def test_verb_loads_lazily() -> None:
    """Importing the verb imports none of the heavy packages."""
    heavy = {"numpy", "pyarrow", "scipy", "matplotlib", "jinja2", "pandas", "numba"}
    words = f"import sys, simcore.cli.report_verb; print(sorted({heavy!r} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
