"""The compiled kernel against the slow reference model: every state of whole games, for every rule parameter.

The normal run compares 300 games for each player count; ``pytest -m slow`` 5,000, and writes what it compared to
``docs/validation/dog_park.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.parameters import complete
from simcore.games.dog_park.actions import action_to_dict
from simcore.games.dog_park.cards import BREEDS, DOG_IDS, RESOURCES, REWARDS
from simcore.games.dog_park.deal import START_REPUTATION
from simcore.games.dog_park.record import end, setup
from simcore.games.dog_park.state import PHASES

SEED = 20261130
PLAYERS = (1, 2, 3, 4)
GAMES = 300
GAMES_FULL = 5_000
GAMES_OF_A_RULE = 8
GAMES_OF_A_RULE_FULL = 200


class Comparer:
    """Plays games with the kernel and compares them with the reference model."""

    def __init__(self, reference: ModuleType) -> None:
        self.model = reference
        self.game = registry.game("dog_park")
        self.players = [registry.strategy("dog_park", name) for name in ("random", "greedy")]
        self.kernel: Kernel = build_kernel(self.game, self.players, print)
        self.seen: Counter[str] = Counter()

    def compare(self, players: int, values: Mapping[str, Any], seed: int, games: Sequence[int]) -> None:
        """Compare some games under the defaults with `values` changed; every other one is played by `greedy`."""
        params = complete(self.game.parameters, values, "test", "rules")
        rules = self.game.encode_rules(params)
        entrants = [(player, complete(player.parameters, {}, "test", "params")) for player in self.players]
        plan = self.kernel.plan(np.repeat([[0], [1]], players, axis=1), False, entrants)
        for number in games:
            trace = self.kernel.trace(seed, number, plan, rules)
            assert trace.status == status.OK, status.MEANING[trace.status]
            row = self.kernel.row(trace.states[-1], players)
            self.compare_game(params, players, trace, row, f"{dict(values)}, {players} players, seed {seed}, {number}")
            self.seen["games"] += 1
            self.seen["states"] += len(trace.states)

    def compare_game(self, params: dict[str, Any], players: int, trace: Any, row: Any, where: str) -> None:
        """Compare one game decision by decision, and its end."""
        model = self.model.Game(params, players, setup(trace.states[0], trace.states[-1]))
        for step, chosen in enumerate(trace.chosen):
            listed = [action_to_dict(action) for action in trace.legal[step]]
            keys = {_key(action) for action in listed}
            here = f"{where}, decision {step}"
            assert len(keys) == len(listed) > 0, f"{here}: an action is listed twice"
            self._force(model, int(trace.states[step].seat), keys)
            mine = {_key(action) for action in model.legal()}
            assert keys == mine, f"{here}: legal only here {keys - mine}, only in the model {mine - keys}"
            self._same(view_of_kernel(trace.states[step]), view_of_model(model), here)
            action = action_to_dict(chosen)
            self.seen[action["kind"]] += 1
            model.apply(action)
        self._force(model, -1, set())
        assert model.is_over, f"{where}: the model goes on with {model.phase}"
        result = model.result()
        final = trace.states[-1]
        payoff, scores = row.payoff.tolist(), row.score.tolist()
        found = {"reason": self.game.reasons[row.reason], "scores": scores, "payoff": payoff, **end(final, row)}
        self._same(found, result, f"{where}, end")

    def _force(self, model: Any, seat: int, keys: set[str]) -> None:
        """Make the model's decisions with one answer that the kernel does not ask."""
        while not model.is_over and len(model.legal()) == 1:
            if model.seat == seat and {_key(action) for action in model.legal()} == keys:
                return
            model.apply(model.legal()[0])

    def _same(self, kernel: Mapping[str, Any], model: Mapping[str, Any], where: str) -> None:
        different = [name for name in model if kernel[name] != model[name]]
        told = "; ".join(f"{name}: kernel {kernel[name]}, model {model[name]}" for name in different)
        assert not different, f"{where}: {told}"


def _key(action: Mapping[str, Any]) -> str:
    return repr(sorted(action.items(), key=lambda item: item[0]))


def view_of_kernel(state: Any) -> dict[str, Any]:
    """Tell a state of the kernel in plain words."""
    walkers, seats = range(int(state.n_walkers)), range(int(state.n_seats))
    own = [
        [
            (DOG_IDS[state.dogs[walker, i]], bool(state.lead[walker] >> i & 1), int(state.tokens[walker, i]))
            for i in range(state.n_dogs[walker])
        ]
        for walker in walkers
    ]
    phase = PHASES[state.phase]
    return {
        "phase": phase,
        "seat": int(state.seat),
        "round": int(state.round_index) + (phase != "objective"),
        "kennels": [sorted(dog for dog, led, _ in dogs if not led) for dogs in own],
        "leads": [sorted(dog for dog, led, _ in dogs if led) for dogs in own],
        "tokens": {dog: tokens for dogs in own for dog, _, tokens in dogs},
        "field": [DOG_IDS[dog] or None for dog in state.field[: state.n_walkers]],
        "deck": [DOG_IDS[dog] for dog in state.deck[int(state.deck_floor) : int(state.deck_left)]][::-1],
        "resources": [dict(zip(RESOURCES, state.resources[seat].tolist(), strict=True)) for seat in seats],
        "reputation": state.reputation[: state.n_seats].tolist(),
        "objectives": [int(card) or None for card in state.objective[: state.n_seats]],
        "positions": {walker: int(state.position[walker]) for walker in walkers if state.position[walker] >= 0},
        "pending": [int(state.pending_swaps), int(state.pending_scouts)],
        "revealed": sorted(DOG_IDS[dog] for dog in state.revealed if dog),
        "dice_used": int(state.dice_used),
        "gain_kinds": {kind for i, kind in enumerate(REWARDS[:5]) if phase == "gain" and state.gain_kinds >> i & 1},
        "awards": [BREEDS[breed] for breed in state.awards],
        "start": START_REPUTATION,
    }


def view_of_model(model: Any) -> dict[str, Any]:
    """Tell a state of the reference model in the same words."""
    walking = model.stage == "walking"
    return {
        "phase": model.phase,
        "seat": model.seat,
        "round": model.round,
        "kennels": [sorted(dogs) for dogs in model.kennels],
        "leads": [sorted(dogs) for dogs in model.leads],
        "tokens": model.tokens,
        "field": model.field,
        "deck": model.deck,
        "resources": model.resources,
        "reputation": model.reputation,
        "objectives": model.objectives,
        "positions": model.positions,
        "pending": [model.pending_swaps, model.pending_scouts] if walking else [0, 0],
        "revealed": sorted(model.revealed),
        "dice_used": model.dice_used,
        "gain_kinds": set(model.gain_kinds),
        "awards": model.awards,
        "start": START_REPUTATION,
    }


@pytest.fixture(scope="module")
def comparer(reference: ModuleType) -> Comparer:
    return Comparer(reference)


def test_names_and_values(tables: ModuleType) -> None:
    """Kernel and model have rule parameters of the same names, defaults and values."""
    ours = {parameter.name: parameter for parameter in registry.game("dog_park").parameters}
    assert {name: parameter.spelled(parameter.default) for name, parameter in ours.items()} == tables.DEFAULTS
    for name, values in tables.VALUES.items():
        assert [ours[name].problem(value) for value in values] == [None] * len(values)


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games(comparer: Comparer, players: int) -> None:
    """Equal after every action, and at the end."""
    comparer.compare(players, {}, SEED, range(GAMES))
    assert comparer.seen["games"] >= GAMES


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_under_a_changed_rule(
    comparer: Comparer, players: int, changed_rule: tuple[str, Any], tables: ModuleType
) -> None:
    """Equal under every other value of every rule parameter, with all sets of dogs in the deck as well."""
    name, value = changed_rule
    if name == "packed_park" and players != 4:
        with pytest.raises(ValueError, match="4 players"):
            tables.all_params({name: value}, players)
        return
    comparer.compare(players, {name: value}, SEED + 1, range(GAMES_OF_A_RULE))
    more = {} if name == "sets" else {"sets": tables.VALUES["sets"][-1]}
    comparer.compare(players, {name: value, **more}, SEED + 2, range(GAMES_OF_A_RULE))


@pytest.mark.slow
def test_full_size(comparer: Comparer, tables: ModuleType, proof_log: Any) -> None:
    """5,000 games for each player count, 200 for each other value of a rule and all sets: all equal; keeps the log."""
    log = proof_log(comparer.seen)

    def compare(values: dict[str, Any], players: int, seed: int, games: int) -> None:
        log.add(values, players, lambda: comparer.compare(players, values, seed, range(games)))

    for players in PLAYERS:
        compare({}, players, SEED, GAMES_FULL)
        for name, values in tables.VALUES.items():
            for value in values:
                if value != tables.DEFAULTS[name] and (name != "packed_park" or players == 4):
                    compare({name: value}, players, SEED + 1, GAMES_OF_A_RULE_FULL)
        compare({"sets": tables.VALUES["sets"][-1]}, players, SEED + 2, GAMES_FULL // 5)
    log.write("dog_park", LOG_HEAD)


LOG_HEAD = """# Dog Park: kernel against reference model

Written by `python -m pytest -m slow tests/games/dog_park/test_reference.py`, which fails at the first difference.

{games:,} games of Dog Park, {states:,} states: dogs of every kennel and lead with their tokens, field, deck in order,
resources, reputation, objectives, positions, what is pending, what is revealed, dice, seat, phase, legal actions; at
the end scores and their parts, awards, winners, payoff. No difference. Actions: {kinds}.

Master seed 20261130 and the two after it; every other game is played by `random`, the rest by `greedy`.

"""
