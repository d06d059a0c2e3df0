"""The table `go_value` against plain enumeration, and what it must never hold.

Continuations are drawn at random, every order of the unknown cards alike. A share of `N` draws is accepted within
five standard errors, which a right kernel misses in about one of a million shares; some hundreds are tried, with a
fixed seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations
from math import sqrt
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.engine import status
from simcore.engine.memory import Branching
from simcore.games.go_stop.actions import GO, action_to_dict
from simcore.games.go_stop.cards import CODES
from simcore.games.go_stop.state import GO_STOP

SEED = 77
N = 256
STOCK_START = 28


class Position:
    """A Go/Stop decision of a traced game, and every way in which the unknown cards may lie."""

    def __init__(self, trace: Any, step: int) -> None:
        state = trace.states[0]
        self.before = trace.states[step]
        self.chosen = [action_to_dict(action) for action in trace.chosen[:step]]
        self.hands = [[CODES[card] for card in state.deck[10 * seat : 10 * seat + 10]] for seat in range(2)]
        self.field = [CODES[card] for card in state.deck[20:STOCK_START]]
        self.stock = [CODES[card] for card in state.deck[STOCK_START:]]

    def deals(self, redraw: str) -> Iterator[tuple[list[list[str]], list[str], list[str]]]:
        """Yield hands, field and stock for every order of the unknown cards, all equally likely."""
        turned = int(self.before.stock_next)
        known, rest = self.stock[:turned], self.stock[turned:]
        if redraw == "future":
            for order in permutations(rest):
                yield self.hands, self.field, [*known, *order]
            return
        other = 1 - int(self.before.seat)
        held = [card for card in self.hands[other] if int(self.before.hand[other]) >> CODES.index(card) & 1]
        played = [card for card in self.hands[other] if card not in held]
        for order in permutations([*held, *rest]):
            hands = list(self.hands)
            hands[other] = [*played, *order[: len(held)]]
            yield hands, self.field, [*known, *order[len(held) :]]


def positions(table: Any, n_games: int) -> Iterator[Position]:
    """Yield decisions after turn 18: one card in either hand, and two in the stock."""
    plan, rules = table.plan([[0, 0]], "always_go"), table.rules()
    for game_index in range(n_games):
        trace = table.trace(SEED, game_index, plan, rules)
        for step, legal in enumerate(trace.legal):
            if len(legal) == 2 and trace.states[step].phase == GO_STOP and trace.states[step].stock_next == 18:
                yield Position(trace, step)


def outcome(position: Position, deal: Any, kind: str, goes_on: bool, models: tuple[Any, Any]) -> int:
    """Play one branch with the reference model and a plain greedy; return the deciding seat's payoff."""
    reference, greedy = models
    game = reference.Game({}, *deal)
    for action in [*position.chosen, {"kind": kind}]:
        game.apply(action)
    while game.phase != "over":
        legal = game.legal()
        if goes_on and {"kind": "go"} in legal:
            game.apply({"kind": "go"})
        else:
            game.apply(greedy.choice(game.hands[game.to_move], game.field, legal) if len(legal) > 1 else legal[0])
    return int(game.result()["payoff"][int(position.before.seat)])


@pytest.mark.parametrize("playout", ["always_go", "greedy"])
@pytest.mark.parametrize("redraw", ["future", "hidden"])
def test_agrees_with_enumeration(
    redraw: str, playout: str, table: Any, reference: ModuleType, plain_greedy: ModuleType
) -> None:
    """Two unknown cards in the stock make two continuations; with the opponent's last card there are six."""
    plan, rules = table.plan([[0, 0]], playout), table.rules()
    models, goes_on = (reference, plain_greedy), playout == "always_go"
    seen = differing = 0
    for number, position in enumerate(positions(table, 500)):
        how = Branching(N, redraw == "hidden", plan.seatings, np.zeros((N, 2)))
        assert table.kernel.branch_state(position.before, number, plan, rules, how) == status.OK
        pairs = [
            tuple(outcome(position, deal, kind, goes_on, models) for kind in ("go", "stop"))
            for deal in position.deals(redraw)
            if reference.deal_result(*deal[:2]) == "play"
        ]
        drawn = [tuple(int(gain) for gain in line) for line in how.gains]
        assert set(drawn) <= set(pairs)
        for pair in set(pairs):
            share = pairs.count(pair) / len(pairs)
            assert abs(drawn.count(pair) / N - share) <= 5 * sqrt(share * (1 - share) / N)
        seen += 1
        differing += len(set(pairs)) > 1
    assert seen >= 40
    assert differing >= 20


def test_go_needs_a_card(table: Any) -> None:
    """With the last card of a hand played Go is never offered, so no row has fewer than one own turn left."""
    plan, rules = table.plan([[0, 0]], "always_go"), table.rules()
    for game_index in range(2000):
        trace = table.trace(SEED, game_index, plan, rules)
        for step, legal in enumerate(trace.legal):
            state = trace.states[step]
            if GO in legal:
                assert state.hand[state.seat] != 0
    rows = branch_rows(table, {}, 2000)
    assert rows["own_turns_left"].min() == 1


def branch_rows(table: Any, values: Mapping[str, Any], n_games: int, strategy: Any = "always_go") -> Any:
    """Return the rows of the table for the first games of a mirror match."""
    plan = table.plan([[0, 0]], strategy)
    rows = np.zeros(4 * n_games + 1000, table.game.branch_table.row_dtype())
    how = Branching(8, False, plan.seatings, np.zeros((8, 2)))
    memories = table.kernel.memory(2), table.kernel.memory(2)
    code, done, filled, _ = table.kernel.branch(SEED, 0, (0, n_games), plan, table.rules(values), how, rows, memories)
    assert (code, done) == (status.OK, n_games)
    return rows[:filled]


def test_rows_are_those_of_the_games(table: Any) -> None:
    """Every row is a decision of the game as `trace` plays it, and no decision is left out."""
    plan, rules = table.plan([[0, 0]], "always_go"), table.rules()
    rows = branch_rows(table, {}, 200)
    expected = []
    for game_index in range(200):
        trace = table.trace(SEED, game_index, plan, rules)
        for step, legal in enumerate(trace.legal):
            state = trace.states[step]
            if state.phase == GO_STOP and len(legal) == 2:
                seat, other = int(state.seat), 1 - int(state.seat)
                totals = table.scores(state.captured, state.cup_class)[:, 0]
                left = int(state.hand[seat]).bit_count()
                expected.append([game_index, step, seat, left, totals[seat], totals[other], *state.go_count])
    names = ["game_index", "decision", "seat", "own_turns_left", "points", "opponent_points"]
    for row, found in zip(rows, expected, strict=True):
        goes = [row["go_count"], row["opponent_go_count"]]
        assert [row[name] for name in names] + (goes if row["seat"] == 0 else goes[::-1]) == found
    assert np.allclose(rows["difference"], rows["first_payoff"] - rows["second_payoff"])


def break_even(rows: Any) -> float:
    """Return the opponent's points at which Go stops to pay, between the levels on either side."""
    means = [rows["difference"][rows["opponent_points"] == points].mean() for points in range(9)]
    first = next(points for points, mean in enumerate(means) if mean < 0)
    return float(first - means[first] / (means[first] - means[first - 1]))


def test_a_planted_bonus_moves_the_line(table: Any) -> None:
    """Where the third Go pays its count on top, Go pays against stronger opponents than before."""
    plain, planted = (branch_rows(table, {"go_bonus": bonus}, 40_000) for bonus in ("doubling_only", "plus_count"))
    # always Go, so that both meet the same decisions with the same cards to come
    for name in ("game_index", "decision", "points"):
        assert (plain[name] == planted[name]).all()
    earlier = (plain["go_count"] == 1) & (plain["own_turns_left"] == 1) & (plain["opponent_go_count"] == 0)
    assert (plain["difference"][earlier] == planted["difference"][earlier]).all()
    third = (plain["go_count"] == 2) & (plain["own_turns_left"] == 1)
    assert break_even(planted[third]) > break_even(plain[third])
    # paired on the same cards, the gain beside the line is beyond chance: five standard errors
    near = third & np.isin(plain["opponent_points"], (5, 6))
    lead = planted["difference"][near] - plain["difference"][near]
    assert lead.mean() > 5 * lead.std() / sqrt(len(lead))
