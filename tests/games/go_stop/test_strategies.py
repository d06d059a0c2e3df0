"""What every strategy of every registered game must keep to, and what those of Go-Stop say they do.

All seeds are fixed; nothing here can fail by chance, but for the one test that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.jit import jit, popcount
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.parameters import complete
from simcore.engine.rng import RNG_DTYPE
from simcore.games.go_stop.cards import CARD_ID, to_codes
from simcore.games.go_stop.state import PHASES

SEED = 7
N_GAMES = 12
# some of the decisions are rare: Go or Stop comes once a game or not at all
N_ASKED = 80
MOST_ASKED = 5000
RESAMPLES = 3


def shipped(game_name: str) -> dict[str, Any]:
    """Strategies of a game without those that tests load from files."""
    return {
        name: strategy
        for name, strategy in registry.strategies(game_name).items()
        if not strategy.module.__name__.startswith("simcore_strategy_")
    }


def record(dtype: Any) -> Any:
    return np.zeros(1, dtype).view(np.recarray)[0]


class Workbench:
    """One game with its shipped strategies; asks a strategy again, on a copy with other hidden cards."""

    def __init__(self, game_name: str) -> None:
        self.game = registry.game(game_name)
        self.strategies = shipped(game_name)
        self.kernel: Kernel = build_kernel(self.game, list(self.strategies.values()), print)
        rules = self.game.module("rules")
        self.resample = _resample_entry(rules.resample_hidden)
        self._scratch = tuple(self.kernel.memory(1).scratch)
        self._ask = _ask_entry(self.kernel._module.choose, rules.legal_actions)

    def rules(self, values: dict[str, Any] | None = None) -> Any:
        return self.game.encode_rules(complete(self.game.parameters, values or {}, "test", "rules"))

    def plan(self, names: list[str], n_seats: int, values: dict[str, Any] | None = None) -> Any:
        """Seat the named strategies one after another, again and again; all but `values` at their defaults."""
        entrants = [
            (self.strategies[name], complete(self.strategies[name].parameters, values or {}, "test", name))
            for name in names
        ]
        seats = np.arange(n_seats)
        return self.kernel.plan(np.array([(seats + k) % len(names) for k in range(n_seats)]), False, entrants)

    def trace(self, game_index: int, plan: Any, rules: Any) -> Any:
        trace = self.kernel.trace(SEED, game_index, plan, rules)
        assert trace.status == status.OK, status.MEANING[trace.status]
        return trace

    def ask(self, entrant: int, state: Any, plan: Any, rules: Any, rng: Any) -> tuple[list[int], int]:
        """Return the legal actions and the action that the entrant chooses with a copy of `rng`."""
        legal = np.zeros(self.kernel.max_legal, np.int32)
        n, position = self._ask(
            plan.strategy_ids[entrant],
            state.copy(),
            int(state.seat),
            rules[0],
            legal,
            plan.params[entrant],
            rng.copy(),
            self._scratch,
        )
        assert 0 <= position < n
        return legal[:n].tolist(), int(legal[position])


def _resample_entry(resample_hidden: Any) -> Callable[..., None]:
    @numba.njit
    def resample(state: Any, seat: Any, rng: Any) -> None:
        resample_hidden(state, seat, rng)

    return resample  # type: ignore[no-any-return]


def _ask_entry(choose: Any, legal_actions: Any) -> Callable[..., tuple[int, int]]:
    @numba.njit
    def ask(
        strategy_id: Any, state: Any, seat: Any, rules: Any, legal: Any, params: Any, rng: Any, scratch: Any
    ) -> Any:
        n = legal_actions(state, rules, legal)
        return n, np.int64(choose(strategy_id, state, seat, rules, legal, n, params, rng, scratch))

    return ask  # type: ignore[no-any-return]


_workbenches: dict[str, Workbench] = {}


def workbench(game_name: str) -> Workbench:
    if game_name not in _workbenches:
        _workbenches[game_name] = Workbench(game_name)
    return _workbenches[game_name]


EVERY_STRATEGY = [(game_name, name) for game_name in registry.games() for name in sorted(shipped(game_name))]
every_strategy = pytest.mark.parametrize(
    ("game_name", "name"), EVERY_STRATEGY, ids=[f"{game_name}-{name}" for game_name, name in EVERY_STRATEGY]
)


@every_strategy
def test_choice_is_legal_and_repeats(game_name: str, name: str) -> None:
    """A strategy chooses legal actions only, and the same game again is the same to the last byte."""
    bench = workbench(game_name)
    rules = bench.rules()
    for n_seats in bench.game.players:
        plan = bench.plan([name], n_seats)
        for game_index in range(N_GAMES):
            first, second = (bench.trace(game_index, plan, rules) for _ in range(2))
            assert all(chosen in listed for chosen, listed in zip(first.chosen, first.legal, strict=True))
            assert (first.chosen, first.legal) == (second.chosen, second.legal)
            assert first.states.tobytes() == second.states.tobytes()


@every_strategy
def test_hidden_cards_do_not_change_a_choice(game_name: str, name: str) -> None:
    """With what it cannot see dealt anew a strategy has the same legal actions and makes the same choice."""
    bench = workbench(game_name)
    rules = bench.rules()
    hidden_rng, choice_rng = record(RNG_DTYPE), record(RNG_DTYPE)
    hidden_rng.s0, choice_rng.s1 = 5, 11
    for n_seats in bench.game.players:
        plan = bench.plan([name], n_seats)
        asked = 0
        for game_index in range(N_ASKED):
            if asked > MOST_ASKED:
                break
            trace = bench.trace(game_index, plan, rules)
            for state, listed in zip(trace.states[:-1], trace.legal, strict=True):
                if len(listed) == 1:
                    continue
                before = bench.ask(0, state, plan, rules, choice_rng)
                assert before[0] == listed
                for _ in range(RESAMPLES):
                    other = state.copy()
                    bench.resample(other, int(state.seat), hidden_rng)
                    assert bench.ask(0, other, plan, rules, choice_rng) == before
                    asked += 1
        assert asked > 100


# ---- Go-Stop


@jit
def _peek_at_hand(_id: Any, state: Any, seat: Any, _rules: Any, _legal: Any, n_legal: Any, *_: Any) -> Any:
    return popcount(state.hand[1 - seat] & np.uint64(0x0F0F0F0F0F0F)) % n_legal


@jit
def _peek_at_stock(_id: Any, state: Any, _seat: Any, _rules: Any, _legal: Any, n_legal: Any, *_: Any) -> Any:
    return np.int64(state.deck[28 + state.stock_next]) % n_legal if state.stock_next < 20 else 0


@jit
def _peek_at_deal(_id: Any, state: Any, seat: Any, _rules: Any, _legal: Any, n_legal: Any, *_: Any) -> Any:
    found = 0
    for i in range(10 * (1 - seat), 10 * (1 - seat) + 8):
        found += state.deck[i]
    return found % n_legal


@pytest.mark.parametrize(
    "peek",
    [
        _peek_at_hand,
        _peek_at_stock,
        _peek_at_deal,
    ],
)
def test_peeking_is_found(bench: Workbench, peek: Any) -> None:
    """Looking at the opponent's hand, the next stock card or the deck as it was dealt fails the test above."""
    ask = _ask_entry(peek, bench.game.module("rules").legal_actions)
    plan, rules, rng = bench.plan(["random"], 2), bench.rules(), record(RNG_DTYPE)
    rng.s0 = 5
    legal, scratch = np.zeros(bench.kernel.max_legal, np.int32), tuple(bench.kernel.memory(2).scratch)
    found = [0, 0]
    for game_index in range(N_GAMES):
        for state in bench.trace(game_index, plan, rules).states[:-1]:
            other, seat = state.copy(), int(state.seat)
            bench.resample(other, seat, rng)
            answers = [ask(0, seen, seat, rules[0], legal, plan.params[0], rng, scratch) for seen in (state, other)]
            found[seat] += answers[0] != answers[1]
    assert min(found) > 10


@pytest.fixture(scope="module")
def bench() -> Workbench:
    return workbench("go_stop")


@pytest.mark.parametrize("four_in_hand", ["ends", "side_payment"])
@pytest.mark.parametrize("seat", [0, 1])
def test_resample_hidden(bench: Workbench, seat: int, four_in_hand: str) -> None:
    """Only the opponent's hand and the stock are dealt anew, and the opponent's four of a month stay as announced."""
    rules = bench.rules({"four_in_hand": four_in_hand})
    rng = record(RNG_DTYPE)
    rng.s0 = 3
    other = 1 - seat
    kept_fields = [name for name in bench.kernel.state_dtype.names if name not in ("hand", "dealt", "deck")]
    changed = unchanged = with_four = 0
    plan = bench.plan(["random"], 2)
    # with side payments deals with four in hand are played: look through enough to have some
    for game_index in range(25 if four_in_hand == "ends" else 400):
        trace = bench.trace(game_index, plan, rules)
        announced = [months_held(int(hand), 4) for hand in trace.states[0].dealt]
        if four_in_hand == "side_payment" and not announced[other]:
            continue
        with_four += bool(announced[other])
        for state in trace.states[:-1]:
            hands = set()
            for _ in range(4):
                copy = state.copy()
                bench.resample(copy, seat, rng)
                for name in kept_fields:
                    assert np.array_equal(copy[name], state[name]), name
                assert copy.hand[seat] == state.hand[seat]
                assert copy.dealt[seat] == state.dealt[seat]
                assert hidden(copy, other) == hidden(state, other)
                assert int(copy.hand[other]).bit_count() == int(state.hand[other]).bit_count()
                # what the opponent has played is known
                assert copy.dealt[other] ^ copy.hand[other] == state.dealt[other] ^ state.hand[other]
                assert months_held(int(copy.dealt[other]), 4) == announced[other]
                assert len(set(stock(copy))) == len(stock(copy)) == len(stock(state))
                hands.add((int(copy.hand[other]), *stock(copy)))
            n_hidden = int(state.hand[other]).bit_count() + len(stock(state))
            if n_hidden > 6:
                changed += len(hands) > 1
                unchanged += len(hands) == 1
    assert changed > 30
    assert unchanged == 0
    assert (with_four > 0) == (four_in_hand == "side_payment")


def months_held(cards: int, count: int) -> set[int]:
    return {month for month in range(12) if (cards >> 4 * month & 15).bit_count() == count}


def stock(state: Any) -> list[int]:
    return list(state.deck[28 + state.stock_next :].tolist())


def hidden(state: Any, other: int) -> set[int]:
    """The cards that lie in the opponent's hand or in the stock."""
    hand = {card for card in range(48) if int(state.hand[other]) >> card & 1}
    assert hand.isdisjoint(stock(state))
    return hand | set(stock(state))


def test_resampled_hands_are_uniform(bench: Workbench) -> None:
    """At the start every hidden card is in the opponent's hand equally often.

    Chi-square of 30 cards over 20,000 resamples against its 0.9999 quantile, 66 (29 degrees, hands without
    replacement lower it): fails once in 10,000 seeds or less.
    """
    trace = bench.trace(3, bench.plan(["random"], 2), bench.rules())
    state, rng = trace.states[0], record(RNG_DTYPE)
    rng.s0 = 9
    n = 20_000
    counts = dict.fromkeys(hidden(state, 1), 0)
    assert len(counts) == 30
    for _ in range(n):
        bench.resample(state, 0, rng)
        for card in to_codes(state.hand[1]):
            counts[CARD_ID[card]] += 1
    expected = n / 3
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 66


def decisions(bench: Workbench, values: dict[str, int], n: int) -> list[tuple[Any, str]]:
    """Return (state, 'go' or 'stop') of real decisions of `threshold` with these parameters."""
    words = bench.game.module("actions").action_to_dict
    plan, rules = bench.plan(["threshold"], 2, values), bench.rules()
    found = []
    for game_index in range(n):
        trace = bench.trace(game_index, plan, rules)
        for state, listed, chosen in zip(trace.states[:-1], trace.legal, trace.chosen, strict=True):
            if PHASES[state.phase] == "go_stop" and len(listed) == 2:
                found.append((state, words(chosen)["kind"]))
    return found


@pytest.mark.parametrize(
    "values",
    [
        {"go_below": 9, "min_turns_left": 0},
        {"go_below": 1000, "min_turns_left": 3},
        {"go_below": 1000, "min_turns_left": 0, "max_opponent_points": 2},
        {"go_below": 12, "min_turns_left": 2, "max_opponent_points": 4},
    ],
    ids=lambda values: "-".join(f"{name}={value}" for name, value in values.items()),
)
def test_threshold_says_go_by_its_parameters(bench: Workbench, table: Any, values: dict[str, int]) -> None:
    """`threshold` says Go exactly below `go_below`, with enough turns left, and against few enough points."""
    limits = {"go_below": 9, "min_turns_left": 1, "max_opponent_points": 58} | values
    said = {"go": 0, "stop": 0}
    for state, kind in decisions(bench, values, 300):
        seat = int(state.seat)
        totals = [table.score(to_codes(cards))["total"] for cards in state.captured]
        goes_on = (
            totals[seat] < limits["go_below"]
            and int(state.hand[seat]).bit_count() >= limits["min_turns_left"]
            and totals[1 - seat] <= limits["max_opponent_points"]
        )
        assert kind == ("go" if goes_on else "stop")
        said[kind] += 1
    assert min(said.values()) > 20


def test_threshold_at_its_ends(table: Any) -> None:
    """`threshold` is `greedy` with `go_below` at the point threshold, and `always_go` without any limit."""
    rules = table.rules()
    for name, values in (
        ("greedy", {"go_below": 7}),
        ("always_go", {"go_below": 1000, "min_turns_left": 0, "max_opponent_points": 58}),
    ):
        plain = table.play(SEED, 20_000, table.plan([[0, 0]], name), rules)
        same = table.play(SEED, 20_000, table.plan([[0, 0]], ("threshold", values)), rules)
        assert plain.tobytes() == same.tobytes()


@pytest.mark.parametrize(
    ("name", "kinds"), [("greedy", {"stop"}), ("always_go", {"go", "stop"}), ("random", {"go", "stop"})]
)
def test_go_and_stop(bench: Workbench, name: str, kinds: set[str]) -> None:
    """`greedy` always Stops, `always_go` Stops only where it must; on a last turn Go is not offered (R79)."""
    words = bench.game.module("actions").action_to_dict
    plan, rules = bench.plan([name], 2), bench.rules()
    seen: set[str] = set()
    n_last = 0
    for game_index in range(400):
        trace = bench.trace(game_index, plan, rules)
        for state, listed, chosen in zip(trace.states[:-1], trace.legal, trace.chosen, strict=True):
            if PHASES[state.phase] != "go_stop":
                continue
            offered = {words(action)["kind"] for action in listed}
            last = int(state.hand[state.seat]) == 0
            assert offered == ({"stop"} if last else {"go", "stop"})
            n_last += last
            kind = words(chosen)["kind"]
            seen.add(kind)
            if name == "always_go":
                assert kind == ("stop" if last else "go")
    assert seen == kinds
    assert n_last > 5


def test_random_is_uniform(bench: Workbench) -> None:
    """`random` says Go in half of its decisions: 5 standard errors, fails once in 1.7 million seeds."""
    words = bench.game.module("actions").action_to_dict
    plan, rules = bench.plan(["random"], 2), bench.rules()
    said = []
    for game_index in range(3000):
        trace = bench.trace(game_index, plan, rules)
        for chosen, listed in zip(trace.chosen, trace.legal, strict=True):
            if len(listed) == 2 and words(listed[0])["kind"] == "go":
                said.append(words(chosen)["kind"] == "go")
    assert abs(np.mean(said) - 0.5) <= 5 * 0.5 / len(said) ** 0.5
