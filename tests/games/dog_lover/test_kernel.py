"""The kernel of Dog Lover as the engine sees it: records, hidden cards, bounds, the same deals under other rules."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.memory import Trace
from simcore.engine.parameters import complete
from simcore.engine.rng import RNG_DTYPE, seed_stream
from simcore.engine.steps import steps_of
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.actions import MAX_DECISIONS, MAX_LEGAL
from simcore.games.dog_lover.deal import resample_hidden
from simcore.games.dog_lover.record import setup
from simcore.games.dog_lover.rules import legal_actions
from simcore.games.dog_lover.state import STATE_DTYPE
from simcore.running.replay import Replayer
from simcore.scenario.scenario import Scenario

GAME = registry.game("dog_lover")
RANDOM = registry.strategy("dog_lover", "random")


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return build_kernel(GAME, [RANDOM], print)


def traced(kernel: Kernel, players: int, values: dict[str, Any], number: int) -> Trace:
    """Play one game of random players."""
    plan = kernel.plan(np.zeros((1, players), np.int16), False, [(RANDOM, {})])
    trace = kernel.trace(7, number, plan, GAME.encode_rules(complete(GAME.parameters, values, "test", "params")))
    assert trace.status == status.OK
    return trace


RULES: list[dict[str, Any]] = [
    {},
    {"starting_tricks": "special", "fetch_cell": "stays", "trait_timing": "at_once"},
    {"cards_below_end": 20, "remove_marks": "2", "bones_flat": [1, 2, 3, 4], "leftover_food": -1},
    {"remove_marks": "none", "traits_per_dog": 3, "favorite_set": [0, 2, 4, 7, 12, 20], "tricks_face_up": 11},
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_own_records_replay(reference: ModuleType, players: int, rules: dict[str, Any]) -> None:
    """The records that `simcore replay` writes are those of the model, header and end line included."""
    names = ["a", "b", "c", "d"][:players]
    raw = {
        "schema": 1,
        "game": "dog_lover",
        "players": players,
        "params": rules,
        "entrants": [{"name": name, "strategy": "random"} for name in names],
    }
    replayer = Replayer(Scenario.from_dict(raw), print)
    for number in range(5):
        lines = [json.loads(json.dumps(line)) for line in replayer.game(0, number).record()]
        assert lines[0]["n_seats"] == players
        assert lines[0]["params"]["cards_below_end"] == rules.get("cards_below_end", {2: 7, 3: 11, 4: 15}[players])
        reference.replay_record(lines)


@numba.njit
def _resample(states: Any, rules: Any, rngs: Any, key: Any, legal: Any) -> Any:
    seed_stream(rngs[0], np.uint64(key), 0)
    resample_hidden(states[0], states[0].seat, rngs[0])
    return legal_actions(states[0], rules[0], legal)


HIDDEN = {"deck": "deck_left", "trick_deck": "tricks_left", "shelter_deck": "shelter_left"}


def test_hidden_cards_are_dealt_anew(kernel: Kernel) -> None:
    """Only the order of the cards left in the decks changes; what is legal stays (section 6)."""
    rules = GAME.encode_rules(complete(GAME.parameters, {}, "test", "params"))
    changed = dict.fromkeys(HIDDEN, 0)
    for number in range(5):
        trace = traced(kernel, 3, {}, number)
        for step, state in enumerate(trace.states[:-1]):
            states = np.array([state]).view(np.recarray)
            legal = np.zeros(MAX_LEGAL, np.int32)
            n = _resample(states, rules, np.zeros(1, RNG_DTYPE).view(np.recarray), step, legal)
            assert legal[:n].tolist() == trace.legal[step]
            for name in STATE_DTYPE.names or ():
                old, new = np.array(state[name]), np.array(states[0][name])
                if name in HIDDEN:
                    left = int(state[HIDDEN[name]])
                    changed[name] += not np.array_equal(old, new)
                    assert sorted(old[:left]) == sorted(new[:left])
                    old, new = old[left:], new[left:]
                assert np.array_equal(old, new), name
    assert min(changed.values()) > 50


def test_the_end_game_card_keeps_its_place(kernel: Kernel) -> None:
    """As many cards lie below the End Game card as everybody knows, however the deck is drawn anew (2.4)."""
    state = traced(kernel, 2, {}, 1).states[0]
    states = np.array([state]).view(np.recarray)
    rules = GAME.encode_rules(complete(GAME.parameters, {}, "test", "params"))
    _resample(states, rules, np.zeros(1, RNG_DTYPE).view(np.recarray), 3, np.zeros(MAX_LEGAL, np.int32))
    before, after = setup(state, state)["deck"], setup(states[0], states[0])["deck"]
    assert before != after
    assert before.index("end_game") == after.index("end_game") == 71 - 1 - 7


def test_special_tricks_meet_the_same_shuffles(kernel: Kernel) -> None:
    """The kind of starting tricks changes nothing else of a deal."""
    for number in range(5):
        basic, special = (
            setup(traced(kernel, 3, {"starting_tricks": kind}, number).states[0], None) for kind in ("basic", "special")
        )
        assert basic.pop("starting_tricks") == ["basic"] * 3
        assert len(set(special.pop("starting_tricks"))) == 3
        assert basic == special


def test_deals_are_even() -> None:
    """Dogs dealt, cards on top of the deck and special tricks come up equally often (2.2 to 2.4)."""
    rules = GAME.encode_rules(complete(GAME.parameters, {"starting_tricks": "special"}, "test", "params"))
    games, steps = 3_000, steps_of(GAME)
    counts: dict[str, dict[str, int]] = {"dogs_dealt": {}, "starting_tricks": {}, "shelter_deck": {}, "trick_deck": {}}
    for number in range(games):
        state = steps.deal(11, number, 2, rules)[0]
        found = setup(state, state)
        for name, seen in counts.items():
            seen[found[name][0]] = seen.get(found[name][0], 0) + 1
    for name, kinds in (("dogs_dealt", 15), ("starting_tricks", 5), ("shelter_deck", 15), ("trick_deck", 11)):
        expected = games / kinds
        chi2 = sum((count - expected) ** 2 / expected for count in counts[name].values())
        assert len(counts[name]) == kinds
        # six standard deviations above the mean of a chi-square of kinds - 1
        assert chi2 < kinds - 1 + 6 * (2 * (kinds - 1)) ** 0.5, name


def test_bounds(kernel: Kernel) -> None:
    """Games stay far below the most decisions and legal actions that memory is made for."""
    legal, steps = 0, 0
    for number in range(100):
        trace = traced(kernel, 2 + number % 3, {"adoption_cost": 0, "tricks_face_up": 11}, number)
        legal = max(legal, *map(len, trace.legal))
        steps = max(steps, len(trace.chosen))
    assert 30 < legal < MAX_LEGAL / 3
    assert 80 < steps < MAX_DECISIONS / 5


def test_kinds_of_cards() -> None:
    """Every number of a card of the game deck is of the kind whose range it lies in."""
    kinds = [layout.KINDS[layout.kind_of(card)] for card in range(1, layout.N_CODES)]
    assert kinds[:5] == ["bone", "walk", "training", "adoption", "fetch"]
    counts = {kind: kinds.count(kind) for kind in ("favorite", "food", "trait", "dog")}
    assert counts == {"favorite": 5, "food": 16, "trait": 32, "dog": 60}
