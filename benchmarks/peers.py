"""Decisions a second on one thread, beside a general game engine: OpenSpiel's C++ hearts with its own random bots.

Rounds of both alternate, so that both meet the same machine; the best round of each counts, by processor time. A
decision counts where at least two actions are legal; hearts makes 61 of them a game. Run it with `make bench-peers`.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import pyspiel

from simcore.engine import registry
from simcore.running.bench import measure

HEARTS_DECISIONS = 61
LINEUPS = (("go_stop", 2), ("dog_park", 3), ("dog_lover", 3))
STRATEGIES = ("random", "greedy")


def hearts(seconds: float) -> float:
    """Return decisions a processor second of random hearts."""
    game = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    games, started = 0, time.thread_time()
    while time.thread_time() < started + seconds:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, games)
        games += 1
    return HEARTS_DECISIONS * games / (time.thread_time() - started)


def compare(rounds: int, seconds: float) -> list[dict[str, Any]]:
    """Return one row a game and strategy: decisions a second of both, and the ratio."""
    rows = []
    for name, players in LINEUPS:
        if name not in registry.games():
            continue
        for strategy in STRATEGIES:
            lineup = [registry.strategy(name, strategy)] * players
            ours, theirs = [], []
            for _ in range(rounds):
                theirs.append(hearts(seconds))
                ours.append(measure(registry.game(name), lineup, seconds, 1, print))
            best = max(ours, key=lambda speed: speed.games_per_cpu_second)
            decisions = best.games_per_cpu_second * best.decisions_per_game
            rows.append(
                {
                    "game": name,
                    "players": players,
                    "strategy": strategy,
                    "games_per_second": round(best.games_per_cpu_second),
                    "decisions_per_game": round(best.decisions_per_game, 1),
                    "decisions_per_second": round(decisions),
                    "hearts_decisions_per_second": round(max(theirs)),
                    "ratio": round(decisions / max(theirs), 2),
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
            f"{row['game']:9} {row['players']} players  {row['strategy']:7} {row['games_per_second']:>9,} games/s  "
            f"{row['decisions_per_second']:>11,} decisions/s   hearts {row['hearts_decisions_per_second']:>9,}   "
            f"ratio {row['ratio']:.1f}"
        )


if __name__ == "__main__":
    main()
