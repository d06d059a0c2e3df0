"""`value_go` decides by its table, and gains by it; `coin_go` and `threshold` play either level of cards."""

from __future__ import annotations

import csv
from importlib import resources
from math import sqrt
from typing import Any

import numpy as np
import pytest

from simcore.games.go_stop.actions import GO
from simcore.games.go_stop.state import GO_STOP

SEED = 41


@pytest.fixture(scope="module")
def lines() -> dict[tuple[str, int, int, int, int], float]:
    """The lines of the shipped table."""
    text = resources.files("simcore.games.go_stop").joinpath("go_value.csv").read_text(encoding="utf-8")
    keys = ("go_count", "own_turns_left", "points", "opponent_points")
    return {
        (line["cards"], *(int(line[key]) for key in keys)): float(line["difference"])  # type: ignore[misc]
        for line in csv.DictReader(text.splitlines())
    }


@pytest.mark.parametrize("margin", [0.0, 2.5])
@pytest.mark.parametrize("cards", ["greedy", "defensive"])
def test_decides_by_the_table(cards: str, margin: float, table: Any, lines: dict[Any, float]) -> None:
    """Go exactly where the table's line for the decision lies above the margin."""
    values = {"cards": cards, "margin": margin}
    plan, rules = table.plan([[0, 1], [1, 0]], ("value_go", values), ("coin_go", {"cards": cards})), table.rules()
    seen = {True: 0, False: 0}
    for game_index in range(600):
        trace = table.trace(SEED, game_index, plan, rules)
        for step, legal in enumerate(trace.legal):
            state = trace.states[step]
            seat = int(state.seat)
            if state.phase != GO_STOP or len(legal) < 2 or trace.seating != seat:
                continue
            totals = table.scores(state.captured, state.cup_class)[:, 0]
            turns = int(state.hand[seat]).bit_count()
            place = min(int(state.go_count[seat]), 2), min(turns, 5), min(int(totals[seat]), 16)
            value = lines.get((cards, *place, min(int(totals[1 - seat]), 9)), 0.0)
            assert (trace.chosen[step] == GO) == (value > margin)
            seen[value > margin] += 1
    assert min(seen.values()) > 30


def test_margin_at_its_ends(table: Any) -> None:
    """With the highest margin it plays as always Stop, with the lowest as always Go."""
    for margin, name in ((1000.0, ("threshold", {"go_below": 7})), (-1000.0, ("threshold", {"go_below": 1000}))):
        rows = [
            table.play(SEED, 3000, table.plan([[0, 0]], entrant), table.rules())
            for entrant in (("value_go", {"cards": "greedy", "margin": margin}), name)
        ]
        assert (rows[0]["payoff"] == rows[1]["payoff"]).all()


@pytest.mark.parametrize("cards", ["greedy", "defensive"])
@pytest.mark.parametrize("go_below", [7, 1000])
def test_gains_by_its_table(cards: str, go_below: int, table: Any) -> None:
    """With the same cards it gains on always Stop and on always Go, by five standard errors (one failure in 10**6)."""
    other = ("threshold", {"cards": cards, "go_below": go_below})
    plan = table.plan([[0, 1], [1, 0]], ("value_go", {"cards": cards}), other)
    rows = table.play(SEED, 60_000, plan, table.rules())
    gain = np.where(rows["entrant"][:, 0] == 0, rows["payoff"][:, 0], rows["payoff"][:, 1])
    by_deal = gain.reshape(-1, 2).mean(axis=1)
    assert by_deal.mean() > 5 * by_deal.std() / sqrt(len(by_deal))


def test_no_go_without_a_turn_left(table: Any) -> None:
    """Where a rule offers Go after the last card, it Stops: nothing can be won any more."""
    plan, rules = table.plan([[0, 0]], "value_go"), table.rules({"last_turn_stop_only": "turn_20"})
    offered = 0
    for game_index in range(1000):
        trace = table.trace(SEED, game_index, plan, rules)
        for step, legal in enumerate(trace.legal):
            state = trace.states[step]
            if GO in legal and state.hand[state.seat] == 0:
                offered += 1
                assert trace.chosen[step] != GO
    assert offered > 20
