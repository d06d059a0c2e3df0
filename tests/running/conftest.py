"""What the tests of runs share: one scenario in many variations, all played by one kernel, and its rows."""

from __future__ import annotations

import copy
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore.running.execute import Options, RunResult, run_scenario
from simcore.scenario.build import build_scenario
from simcore.scenario.load import load_scenario
from simcore.scenario.scenario import Scenario

# three entrants in two seats: every mode makes three cells, and all variations share one kernel
RAW: dict[str, Any] = {
    "schema": 1,
    "title": "A test",
    "game": "go_stop",
    "games": 600,
    "seed": 77,
    "players": 2,
    "params": {},
    "entrants": [
        {"name": "takes", "strategy": "greedy"},
        {"name": "guesses", "strategy": "random"},
        {"name": "waits", "strategy": "threshold", "params": {"go_below": 10}},
    ],
}
SEATS = [["takes", "guesses"], ["waits", "takes"], ["guesses", "takes"], ["waits", "waits"]]
# the kernel of these two is that of the shipped scenarios, which other tests replay as well
TWO = {"entrants": RAW["entrants"][:2], "sweep": {"params.instant_win_points": [5, 7]}}
LINEUPS: dict[str, dict[str, Any]] = {
    "rotate": {"mode": "rotate"},
    "all": {"mode": "all"},
    "fixed": {"mode": "fixed"},
    "draw": {"mode": "draw"},
    "seats": {"seats": SEATS},
}

# what a process that can be killed runs: folder, scenario file, games of a chunk, what to do after some chunks
_PLAYER = """
import os, signal, sys
from pathlib import Path
from simcore.running.execute import Options, run_scenario
from simcore.scenario.load import load_scenario

out, file, chunk_games, chunks, then = sys.argv[1:]
left = int(chunks)

def on_chunk(_tally):
    global left
    left -= 1
    if left == 0 and then == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if left == 0 and then == "wait":
        print("waiting", flush=True)
        sys.stdin.read()

options = Options(out=Path(out), workers=1, chunk_games=int(chunk_games), on_chunk=on_chunk)
print(run_scenario(load_scenario(file), options).manifest["result_digest"])
"""


class Bench:
    """Makes scenarios, plays them, reads their rows."""

    lineups = LINEUPS
    seats = SEATS
    two = TWO

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._number = 0

    def raw(self, **changes: Any) -> dict[str, Any]:
        """Return the scenario as a file holds it, with some top-level keys changed."""
        return {**copy.deepcopy(RAW), **changes}

    def scenario(self, **changes: Any) -> Scenario:
        """Return the scenario with some top-level keys changed."""
        return build_scenario(self.raw(**changes), "test", "test.toml")

    def place(self) -> Path:
        """Return a path at which nothing is."""
        self._number += 1
        return self.folder / f"run{self._number}"

    def play(self, scenario: Scenario, out: Path | None = None, **options: Any) -> RunResult:
        """Play a scenario, at a new place unless one is named."""
        return run_scenario(scenario, Options(out=out or self.place(), **{"workers": 1, **options}))

    def file(self, **changes: Any) -> Path:
        """Write the scenario as a TOML file."""
        raw = self.raw(**changes)
        lines = [f"{key} = {json.dumps(value)}" for key, value in raw.items() if not isinstance(value, (dict, list))]
        for key, value in raw.items():
            if isinstance(value, dict):
                lines += [f"[{key}]", *(f"{json.dumps(name)} = {json.dumps(entry)}" for name, entry in value.items())]
        for entrant in raw["entrants"]:
            params = ", ".join(f"{name} = {value}" for name, value in entrant.get("params", {}).items())
            lines += ["[[entrants]]", f'name = "{entrant["name"]}"', f'strategy = "{entrant["strategy"]}"']
            lines += [f"params = {{ {params} }}"]
        path = self.place().with_suffix(".toml")
        path.write_text("\n".join(lines) + "\n")
        written = {**load_scenario(str(path)).raw, "entrants": raw["entrants"]}
        assert written == raw, "the file says what the test means"
        return path

    def table(self, run: RunResult | Path) -> pa.Table:
        """Return all rows of a run by cell and game; the manifest says which files hold them."""
        path = run if isinstance(run, Path) else run.path
        manifest = json.loads((path / "manifest.json").read_text())
        parts = sorted(manifest["parts"], key=lambda part: (part["cell"], part["start"]))
        tables = [pq.read_table(path / part["file"]) for part in parts]
        return pa.concat_tables(tables).unify_dictionaries().combine_chunks()

    def columns(self, run: RunResult | Path) -> dict[str, list[Any]]:
        """Return all rows of a run as lists by column."""
        columns: dict[str, list[Any]] = self.table(run).to_pydict()
        return columns

    def sha256(self, path: Path) -> str:
        """Return the digest of a file."""
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def everything(self, folder: Path) -> dict[str, str]:
        """Return the digest of every file under a folder."""
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return {str(path.relative_to(folder)): self.sha256(path) for path in files}

    def player(self, out: Path, file: Path, chunk_games: int, chunks: int, then: str) -> subprocess.Popen[str]:
        """Start a process that plays a file, and that dies or waits for its input to end after `chunks` chunks."""
        command = [sys.executable, "-c", _PLAYER, str(out), str(file), str(chunk_games), str(chunks), then]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)

    def command(self, *arguments: str, **options: Any) -> subprocess.Popen[str]:
        """Start a command of the command line in a process of its own."""
        program = "from simcore.cli.main import main; main()"
        pipe = subprocess.PIPE
        command = [sys.executable, "-c", program, *arguments]
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, env=dict(os.environ), **options)

    def row_words(self, run: RunResult, scenario: Scenario, part: dict[str, Any]) -> Any:
        """Return the rows of one part as the kernel hashed them: uint64[n_rows, n_words], built from the file."""
        n_seats = scenario.max_players
        table = pq.read_table(run.path / part["file"])
        rows = np.zeros(len(table), scenario.game.row_dtype(n_seats))
        names = scenario.entrant_names
        words = {"reason": scenario.game.reasons}
        for name in rows.dtype.names or ():
            per_seat = rows.dtype[name].shape == (n_seats,)
            for seat in range(n_seats) if per_seat else [None]:
                values = table[name if seat is None else f"{name}_s{seat}"].to_pylist()
                known = names if name == "entrant" else words.get(name)
                numbers = [known.index(value) for value in values] if known else values
                if seat is None:
                    rows[name] = numbers
                else:
                    rows[name][:, seat] = numbers
        return rows.view(np.uint64).reshape(len(rows), -1)


@pytest.fixture(scope="session")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Scenarios, runs and rows."""
    return Bench(tmp_path_factory.mktemp("runs"))
