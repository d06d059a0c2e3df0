"""Measure the value of Go for players who decide by it, and write it as ``go_value.csv`` (``make go-value``).

Policy iteration: every round plays out both branches of the decisions that a coin and the last table reach, the last
table deciding from there on, and takes the means as the next table. Means of few decisions are drawn towards those of
the same Gos, turns and opponent's points whatever the own points.
"""

from __future__ import annotations

import csv
import itertools
import sys
from pathlib import Path

import numpy as np

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.memory import Branching
from simcore.engine.parameters import complete
from simcore.games.go_stop.card_play import LEVELS
from simcore.games.go_stop.go_values import AXES, SIZE

HERE = Path(__file__).parent
TABLE = HERE.parent / "simcore" / "games" / "go_stop" / "go_value.csv"
ROUNDS = 5
GAMES = 500_000
SEED = 20261130
CONTINUATIONS = 8
# decisions that weigh as much as the mean over all points
PRIOR = 40
SIZES = tuple(size for _, size in AXES.values())
# the coin is entrant 0, the table entrant 1
SEATINGS = [[0, 0], [1, 1], [0, 1], [1, 0]]
BLOCK = 20_000


def measure(kernel: Kernel, cards: str, table: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return how many decisions were met at each place, and the mean difference between Go and Stop."""
    game = kernel.game
    coin, by_table = (registry.strategy("go_stop", name, "fit", "strategy") for name in ("coin_go", "go_by_table"))
    values = {f"value_{place}": float(value) for place, value in enumerate(table.ravel())}
    entrants = [(coin, {"cards": cards}), (by_table, {"cards": cards, **values})]
    complete_entrants = [(found, complete(found.parameters, given, "fit", "params")) for found, given in entrants]
    plan = kernel.plan(np.array(SEATINGS), False, complete_entrants)
    rules = game.encode_rules(complete(game.parameters, {}, "fit", "params"))
    assert game.branch_table is not None
    rows = np.zeros(4 * BLOCK, game.branch_table.row_dtype())
    how = Branching(CONTINUATIONS, False, np.ones_like(plan.seatings), np.zeros((CONTINUATIONS, 2)))
    memories = kernel.memory(2), kernel.memory(2)
    n, total = np.zeros(SIZE), np.zeros(SIZE)
    start = 0
    while start < GAMES:
        span = start, min(start + BLOCK, GAMES)
        code, done, filled, _ = kernel.branch(seed, 0, span, plan, rules, how, rows, memories)
        assert code == status.OK
        start += done
        place = np.zeros(filled, np.int64)
        for name, (low, size) in AXES.items():
            place = place * size + np.clip(rows[name][:filled].astype(np.int64) - low, 0, size - 1)
        n += np.bincount(place, minlength=SIZE)
        total += np.bincount(place, weights=rows["difference"][:filled], minlength=SIZE)
    n, total = n.reshape(SIZES), total.reshape(SIZES)
    points = list(AXES).index("points")
    prior = total.sum(axis=points, keepdims=True) / np.maximum(n.sum(axis=points, keepdims=True), 1)
    return n, (total + PRIOR * prior) / (n + PRIOR)


def write(tables: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
    """Write all tables into the file that the strategy reads."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["cards", *AXES, "n", "difference"])
        for cards, (n, difference) in tables.items():
            for place in itertools.product(*map(range, SIZES)):
                if n[place]:
                    values = [at + low for at, (low, _) in zip(place, AXES.values(), strict=True)]
                    writer.writerow([cards, *values, int(n[place]), f"{difference[place]:.2f}"])


def main() -> None:
    registry.load_strategy_file(HERE / "go_by_table.py")
    names = ("coin_go", "go_by_table")
    strategies = [registry.strategy("go_stop", name, "fit", "strategy") for name in names]
    kernel = build_kernel(registry.game("go_stop", "fit"), strategies, lambda line: print(line, file=sys.stderr))
    tables = {}
    for cards in LEVELS:
        difference = np.ones(SIZES)
        for turn in range(ROUNDS):
            old = difference
            n, difference = measure(kernel, cards, old, SEED + turn)
            changed = (n * ((difference > 0) != (old > 0))).sum() / n.sum()
            print(f"{cards}, round {turn + 1}: Go or Stop changes at {changed:.2%} of the decisions", file=sys.stderr)
        tables[cards] = n, difference
    write(tables)


if __name__ == "__main__":
    main()
