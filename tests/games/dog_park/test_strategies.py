"""What each strategy of Dog Park is for: it does more of its thing than `greedy` does on the same deals.

The contract that holds for every strategy (legal, repeatable, blind to hidden cards) is tested for all games together.
Seeds are fixed; every difference tested is more than five standard errors of a run of this size.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.parameters import complete
from simcore.engine.rng import RNG_DTYPE
from simcore.games.dog_park.actions import A_OFFER, LOW, VALUE_BITS, action_to_dict
from simcore.games.dog_park.deal import resample_hidden
from simcore.games.dog_park.state import PHASES

SEED = 7
GAMES = 1_500


class Arena:
    """The kernel of all strategies."""

    def __init__(self) -> None:
        self.game = registry.game("dog_park")
        self.strategies = registry.strategies("dog_park")
        self.kernel: Kernel = build_kernel(self.game, list(self.strategies.values()), print)
        self.rules = self.game.encode_rules(complete(self.game.parameters, {}, "test", "rules"))

    def plan(self, names: tuple[str, ...], values: tuple[tuple[str, float], ...] = ()) -> Any:
        entrants = [
            (self.strategies[name], complete(self.strategies[name].parameters, dict(values) if i == 0 else {}, "", ""))
            for i, name in enumerate(names)
        ]
        return self.kernel.plan(np.arange(len(names))[None, :], False, entrants)

    @functools.cache  # noqa: B019
    def rows(self, names: tuple[str, ...], values: tuple[tuple[str, float], ...] = ()) -> Any:
        """Return the rows of some games; the values are those of the first seat's strategy."""
        rows = np.zeros(GAMES, self.game.row_dtype(len(names)))
        memory = self.kernel.memory(len(names))
        code, done, _, _ = self.kernel.play(SEED, 0, 0, self.plan(names, values), self.rules, rows, memory)
        assert (code, done) == (status.OK, GAMES)
        return rows

    def first(self, column: str, names: tuple[str, ...], values: tuple[tuple[str, float], ...] = ()) -> float:
        """Return the mean of a column of the first seat."""
        return float(self.rows(names, values)[column][:, 0].mean())


@pytest.fixture(scope="module")
def arena() -> Arena:
    return Arena()


def against_greedy(name: str) -> tuple[str, ...]:
    return (name, "greedy", "greedy")


@pytest.mark.parametrize(
    ("name", "column", "more"),
    [
        ("breeder", "awards", 1.0),
        ("breeder", "swaps", 0.3),
        ("collector", "abilities", 3.0),
        ("walker", "walked_dogs", 0.3),
        ("walker", "walked_tokens", 0.3),
        ("sprinter", "left_first", 2.0),
        ("stroller", "left_last", 2.0),
        ("stroller", "spaces_walked", 3.0),
    ],
)
def test_strategy_does_its_thing(arena: Arena, name: str, column: str, more: float) -> None:
    """Seated against greedy players a strategy has more of what it is for than `greedy` in the same seat."""
    assert arena.first(column, against_greedy(name)) > arena.first(column, against_greedy("greedy")) + more


def test_levels_of_play(arena: Arena) -> None:
    """Greedy beats the naive habits, and these beat chance, beyond what a seat is worth."""
    assert arena.first("payoff", against_greedy("naive")) < 0.1
    assert arena.first("payoff", ("greedy", "naive", "naive")) > 0.8
    assert arena.first("payoff", ("naive", "random", "random")) > 0.7


@pytest.mark.parametrize("bid", [1, 2, 3, 4, 5])
def test_bidder_offers_its_number(arena: Arena, bid: int) -> None:
    """Every offer is the number, or all the reputation there is."""
    plan = arena.plan(("bidder", "greedy", "greedy"), (("bid", bid),))
    offers = 0
    for game_index in range(30):
        trace = arena.kernel.trace(SEED, game_index, plan, arena.rules)
        for state, chosen in zip(trace.states, trace.chosen, strict=False):
            if state.seat == 0 and chosen & ~LOW == A_OFFER:
                offers += 1
                assert chosen & ((1 << VALUE_BITS) - 1) == min(bid, state.reputation[0])
    assert offers > 150


def test_naive_keeps_its_habits(arena: Arena) -> None:
    """The standard objective, offers of 1, no swap, no scout, and never out of the park while a space is in reach."""
    plan = arena.plan(("naive", "greedy", "greedy"))
    kinds = set()
    for game_index in range(60):
        trace = arena.kernel.trace(SEED, game_index, plan, arena.rules)
        assert trace.states[-1].objective[0] == trace.states[0].dealt_objectives[0][1]
        for state, legal, chosen in zip(trace.states, trace.legal, trace.chosen, strict=False):
            action = action_to_dict(chosen)
            if state.seat != 0 or len(legal) == 1:
                continue
            kinds.add(action["kind"])
            assert action["kind"] not in ("swap", "scout", "replace")
            if action["kind"] == "offer":
                assert action["value"] == 1
            if action["kind"] == "move" and action["space"] > 90:
                spaces = [action_to_dict(other)["space"] for other in legal]
                taken = set(state.position.tolist())
                assert all(space > 90 or space in taken for space in spaces)
            if action["kind"] == "leave_bonus":
                assert action["dog"] is None
    assert {"offer", "move", "done", "place", "pay_occupied"} <= kinds


def test_weights_of_an_entrant_count(arena: Arena) -> None:
    """A weight set for one entrant changes its play: without swaps or scouts there are none."""
    values = (("swap", 0.0), ("scout", 0.0))
    assert arena.first("swaps", against_greedy("greedy")) > 1
    assert arena.first("swaps", against_greedy("greedy"), values) == 0
    assert arena.first("scouts", against_greedy("greedy"), values) == 0


# ---- what a player cannot see


def test_resample_hidden(arena: Arena) -> None:
    """Only deck order, later locations, dice, others' objectives and open offers change; everything else stays."""
    resample = _entry()
    rng = np.zeros(1, RNG_DTYPE).view(np.recarray)
    rng[0].s0 = 5
    may_change = {"deck", "small_deck", "locations", "dice", "dealt_objectives", "objective", "offer_value"}
    changed = dict.fromkeys(may_change, 0)
    for n_seats in (1, 2, 3, 4):
        plan = arena.plan(("random",) * n_seats)
        for game_index in range(6):
            for state in arena.kernel.trace(SEED, game_index, plan, arena.rules).states[:-1]:
                copy, seat = state.copy(), int(state.seat)
                resample(copy, seat, rng[0])
                for name in copy.dtype.names:
                    if name in may_change:
                        changed[name] += not np.array_equal(copy[name], state[name])
                    else:
                        assert np.array_equal(copy[name], state[name]), name
                _check_hidden(state, copy, seat)
    assert min(changed.values()) > 20


def _entry() -> Any:
    import numba

    @numba.njit
    def resample(state: Any, seat: Any, rng: Any) -> None:
        resample_hidden(state, seat, rng)

    return resample


def _check_hidden(state: Any, copy: Any, seat: int) -> None:
    left, rounds = int(state.deck_left), int(state.round_index) + 1
    assert sorted(copy.deck[:left]) == sorted(state.deck[:left])
    assert copy.locations[:rounds].tolist() == state.locations[:rounds].tolist()
    assert len(set(copy.locations.tolist())) == 4
    assert copy.dice[: int(state.dice_used)].tolist() == state.dice[: int(state.dice_used)].tolist()
    assert copy.dealt_objectives[seat].tolist() == state.dealt_objectives[seat].tolist()
    assert copy.objective[seat] == state.objective[seat]
    cards = [card for row in copy.dealt_objectives[: int(state.n_seats)].tolist() for card in row if card]
    assert len(set(cards)) == len(cards)
    for other in range(int(state.n_seats)):
        assert (copy.objective[other] == 0) == (state.objective[other] == 0)
        assert copy.objective[other] == 0 or copy.objective[other] in copy.dealt_objectives[other]
    if PHASES[int(state.phase)] != "offer":
        assert copy.offer_value.tolist() == state.offer_value.tolist()
