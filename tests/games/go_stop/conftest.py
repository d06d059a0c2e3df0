"""What the tests of Go-Stop share: the reference model, the compiled kernel, and hand-made positions.

Functions made with `simcore.engine.jit.jit` have no Python entry, so three small ones are compiled here: they apply
an action and list what is legal then, score captures, and deal from given decks.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.jit import popcount
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.memory import Plan, Trace
from simcore.engine.parameters import complete
from simcore.games.go_stop.actions import MAX_LEGAL
from simcore.games.go_stop.cards import ANIMAL, BRIGHT, CARD_ID, N_CARDS, RIBBON, to_codes, to_mask
from simcore.games.go_stop.rules import apply_action, clear_table, init_state, is_terminal, legal_actions
from simcore.games.go_stop.scoring import above, bright_line, combination_total, counted_as_junk, counts, set_points
from simcore.games.go_stop.state import DOUBLINGS, EVENTS, GO_STOP, PHASES, STATE_DTYPE

FOLDER = Path(__file__).parent
STOCK_START = 28
# what `advance` may get in place of an action
SET_UP, NO_ACTION = -1, -2

# parts of a score, in the order in which `_score` writes them
PARTS = (
    "total",
    "bright",
    "animal",
    "godori",
    "ribbon",
    "sets",
    "junk",
    "units",
    "animals",
    "brights",
    "cup_junk",
)


@numba.njit
def _advance(state: Any, action: Any, rules: Any, legal: Any) -> Any:
    if action == SET_UP:
        clear_table(state, state.hand[0], state.hand[1], state.field)
    elif action != NO_ACTION:
        apply_action(state, action, rules)
    if is_terminal(state):
        return 0
    return legal_actions(state, rules, legal)


@numba.njit
def _score(captured: Any, locked: Any, out: Any) -> None:
    for i in range(len(captured)):
        cards = captured[i]
        animals, units = counts(cards, locked[i])
        out[i, 0] = combination_total(cards, locked[i])
        out[i, 1] = bright_line(cards)
        out[i, 2] = above(animals, 4)
        out[i, 3] = set_points(cards & ANIMAL)
        out[i, 4] = above(popcount(cards & RIBBON), 4)
        out[i, 5] = set_points(cards & RIBBON)
        out[i, 6] = above(units, 9)
        out[i, 7] = units
        out[i, 8] = animals
        out[i, 9] = popcount(cards & BRIGHT)
        out[i, 10] = counted_as_junk(cards, locked[i])


@numba.njit
def _next_deck(decks_and_position: Any, deck: Any, _n: Any, _fixed: Any) -> None:
    """Stand in for the shuffle: lay out the next of the given decks."""
    decks, position = decks_and_position
    for i in range(N_CARDS):
        deck[i] = decks[position[0], i]
    position[0] = min(position[0] + 1, len(decks) - 1)


class Table:
    """The kernel of all Go-Stop strategies, those for tests only among them, and its rules for single positions."""

    def __init__(self) -> None:
        self.game = registry.game("go_stop")
        for path in sorted((FOLDER / "policies").glob("*.py")):
            registry.load_strategy_file(path)
        self.strategies = registry.strategies("go_stop")
        self.kernel: Kernel = build_kernel(self.game, list(self.strategies.values()), print)
        self._memory = self.kernel.memory(2)
        # the real deal, with another shuffle
        deal: Any = init_state
        self._deal_from = numba.njit(
            FunctionType(deal.py_func.__code__, {**deal.py_func.__globals__, "shuffle": _next_deck})
        )

    def rules(self, values: Mapping[str, Any] | None = None) -> Any:
        """Return rule parameters as the kernel reads them; those left out have their defaults."""
        return self.game.encode_rules(complete(self.game.parameters, values or {}, "test", "rules"))

    def plan(self, seatings: Any, *entrants: str | tuple[str, Mapping[str, Any]]) -> Plan:
        """Seat strategies, each by name or as (name, parameters)."""
        seated = []
        for entrant in entrants:
            name, values = (entrant, {}) if isinstance(entrant, str) else entrant
            strategy = self.strategies[name]
            seated.append((strategy, complete(strategy.parameters, values, "test", name)))
        return self.kernel.plan(np.array(seatings, np.int16), False, seated)

    def play(self, seed: int, n: int, plan: Plan, rules: Any) -> Any:
        """Return the rows of the first `n` games."""
        rows = np.zeros(n, self.game.row_dtype(2))
        code, done, _, _ = self.kernel.play(seed, 0, 0, plan, rules, rows, self._memory)
        assert code == status.OK, status.MEANING[code]
        assert done == n
        return rows

    def trace(self, seed: int, game_index: int, plan: Plan, rules: Any) -> Trace:
        """Return one game step by step."""
        trace = self.kernel.trace(seed, game_index, plan, rules)
        assert trace.status == status.OK, status.MEANING[trace.status]
        return trace

    def scores(self, captured: Any, locked: Any) -> Any:
        """Return the parts of the score (columns as in `PARTS`) of captures with the cup's class."""
        out = np.zeros((len(captured), len(PARTS)), np.int64)
        _score(np.ascontiguousarray(captured, np.uint64), np.ascontiguousarray(locked, np.int8), out)
        return out

    def score(self, codes: Iterable[str]) -> dict[str, int]:
        """Return the parts of the score of captured cards by name."""
        values = self.scores([to_mask(codes)], [0])[0].tolist()
        return dict(zip(PARTS, values, strict=True))

    def advance(self, state: Any, action: int, rules: Any) -> list[int]:
        """Apply one action, `SET_UP` or `NO_ACTION`; return what is legal then, nothing when the deal is over."""
        legal = np.zeros(MAX_LEGAL, np.int32)
        n: int = _advance(state, action, rules[0], legal)
        return legal[:n].tolist()

    def legal(self, state: Any, rules: Any) -> list[int]:
        """Return what is legal now."""
        return self.advance(state, NO_ACTION, rules)

    def position(
        self, hands: Sequence[Iterable[str]], field: Iterable[str], stock: Sequence[str], rules: Any
    ) -> tuple[Any, list[int]]:
        """Return the start of a deal, complete or not, and what is legal in it."""
        state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
        state.hand[:] = [to_mask(hand) for hand in hands]
        state.field = to_mask(field)
        state.deck[STOCK_START : STOCK_START + len(stock)] = [CARD_ID[code] for code in stock]
        return state, self.advance(state, SET_UP, rules)

    def payment(
        self, captured: Sequence[Iterable[str]], goes: Sequence[int], rules: Any, cup_class: Sequence[int] = (0, 0)
    ) -> tuple[int, list[str]]:
        """Let seat 0 say Stop; return the payment and the doublers."""
        state, _ = self.position([[], []], [], [], rules)
        state.captured[:] = [to_mask(cards) for cards in captured]
        state.cup_class[:] = cup_class
        state.total[:] = self.scores(state.captured, state.cup_class)[:, 0]
        state.go_count[:] = goes
        state.phase = GO_STOP
        action_stop = self.game.module("actions").STOP
        self.advance(state, action_stop, rules)
        return int(state.payment), names_of_doublings(int(state.doublings))

    def deal_from(self, decks: Any, rules: Any) -> Any:
        """Return the state after a deal in which the shuffle gave these decks one after another."""
        state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
        decks = np.array(decks, np.int8)
        assert (np.sort(decks, axis=1) == np.arange(N_CARDS)).all()
        self._deal_from(state, 2, rules[0], (decks, np.zeros(1, np.int64)))
        return state

    def row(self, state: Any) -> Any:
        """Return what the kernel writes of a finished deal."""
        return self.kernel.row(state, 2)

    @staticmethod
    def phase(state: Any) -> str:
        """Return the phase's name."""
        return PHASES[state.phase]

    @staticmethod
    def event(state: Any) -> str | None:
        """Return the name of the last turn's special capture."""
        return EVENTS[state.event]

    @staticmethod
    def piles(state: Any) -> dict[int, int]:
        """Return the owner (-1 nobody) of every pile of three by month."""
        return piles_of(int(state.field), [int(marks) for marks in state.ppuk_pile])

    @staticmethod
    def codes(cards: Any) -> list[str]:
        """Return the codes of a set of cards."""
        return to_codes(cards)


def names_of_doublings(bits: int) -> list[str]:
    """Return the doublers in a row's bit set."""
    return [name for i, name in enumerate(DOUBLINGS) if bits >> i & 1]


def piles_of(field: int, marks: Sequence[int]) -> dict[int, int]:
    """Return owners by month: marked piles, and unmarked threes (owner -1)."""
    piles = {}
    for month in range(1, 13):
        low = 4 * (month - 1)
        owners = [seat for seat in range(2) if marks[seat] >> low & 1]
        if owners:
            assert len(owners) == 1, f"month {month} has two owners"
            piles[month] = owners[0]
        elif (field >> low & 15).bit_count() == 3:
            piles[month] = -1
    return piles


def load(name: str) -> ModuleType:
    """Return a plain model that lies beside the tests."""
    full = f"go_stop_{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, FOLDER / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[full] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[full]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for `changed_rule` once for every value of every rule parameter but the defaults."""
    if "changed_rule" in metafunc.fixturenames:
        known = load("reference")
        changed = [
            (name, value) for name, values in known.VALUES.items() for value in values if value != known.DEFAULTS[name]
        ]
        metafunc.parametrize("changed_rule", changed, ids=[f"{name}={value}" for name, value in changed])


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The slow reference model."""
    return load("reference")


@pytest.fixture(scope="session")
def plain_greedy() -> ModuleType:
    """What `greedy` plays, in plain Python."""
    return load("plain_greedy")


@pytest.fixture(scope="session")
def table() -> Table:
    """The kernel of Go-Stop with every strategy."""
    return Table()
