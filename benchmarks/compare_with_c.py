"""Games a second on one thread, beside a fused C kernel of the same rules (`fused_go_stop.c`).

Builds the C program twice: one game at a time (what `simcore` does as well), and eight games in lockstep where the
processor has AVX-512. Rounds of C and of simcore alternate, so that both meet the same machine; the best round of each
counts, by processor time. Run it with `make bench`.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from simcore.engine import registry
from simcore.running.bench import measure

SOURCE = Path(__file__).parent / "fused_go_stop.c"
LINEUPS = ("random,random", "greedy,greedy")
GAMES = 1_000_000


def build(folder: Path, name: str, *flags: str) -> Path:
    """Compile the C program and return its path."""
    program = folder / name
    subprocess.run(["gcc", "-O3", "-march=native", *flags, "-o", str(program), str(SOURCE)], check=True)
    return program


def c_speed(program: Path, lineup: str) -> dict[str, Any]:
    """Run the C program once."""
    done = subprocess.run([str(program), lineup, str(GAMES), "1"], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def compare(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Return one row a line-up: games a second of simcore and of both C programs, and the ratio."""
    game = registry.game("go_stop")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        one = build(Path(folder), "one", "-DSCALAR")
        lockstep = build(Path(folder), "lockstep")
        for lineup in LINEUPS:
            strategies = [registry.strategy(game.name, name) for name in lineup.split(",")]
            ours, theirs, eight = [], [], []
            for _ in range(rounds):
                theirs.append(c_speed(one, lineup)["games_per_second"])
                ours.append(measure(game, strategies, seconds, 1, print))
                eight.append(c_speed(lockstep, lineup)["games_per_second"])
            best = max(ours, key=lambda speed: speed.games_per_cpu_second)
            rows.append(
                {
                    "lineup": lineup,
                    "simcore_games_per_second": round(best.games_per_cpu_second),
                    "simcore_decisions_per_second": round(best.games_per_cpu_second * best.decisions_per_game),
                    "c_games_per_second": max(theirs),
                    "ratio": round(best.games_per_cpu_second / max(theirs), 3),
                    "c_lockstep_games_per_second": max(eight),
                }
            )
    return rows


def main() -> None:
    """Print the comparison as a table, or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    rows = compare(arguments.rounds, arguments.seconds)
    if arguments.json:
        print(json.dumps({"rows": rows}))
        return
    for row in rows:
        print(
            f"{row['lineup']:14}  simcore {row['simcore_games_per_second']:>9,} games/s, "
            f"{row['simcore_decisions_per_second']:>10,} decisions/s   C {row['c_games_per_second']:>9,}   "
            f"ratio {row['ratio']:.2f}   (C, eight games in lockstep: {row['c_lockstep_games_per_second']:,})"
        )


if __name__ == "__main__":
    main()
