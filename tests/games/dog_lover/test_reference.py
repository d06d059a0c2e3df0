"""The compiled kernel against the slow reference model: every state of whole games, for every rule parameter.

The normal run compares 300 games for each player count and kind of starting tricks; ``pytest -m slow`` 5,000, and
keeps its log in ``docs/validation/dog_lover.md``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.parameters import complete, encode_rules
from simcore.engine.steps import steps_of
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.actions import action_to_dict
from simcore.games.dog_lover.cards import SHIPPED, CardTable, with_changes
from simcore.games.dog_lover.cards import tables as card_arrays
from simcore.games.dog_lover.record import end, params, setup
from simcore.games.dog_lover.state import PHASES

SEED = 20261201
PLAYERS = (2, 3, 4)
TRICKS = ("basic", "special")
GAMES = 300
GAMES_FULL = 5_000
GAMES_OF_A_RULE = 25
GAMES_OF_A_RULE_FULL = 50
# the model tries every set of dogs, and with free rescues there are many
SLOW_RULE = ("adoption_cost", 0)
KINDS = {
    *("place_watch_dog", "take", "no_take", "rescue", "learn", "tuck_training", "fetch", "tuck_walk", "attach"),
    *("discard_food", "end_turn"),
}
# remove_marks is a list in records and a word in scenarios
MARKS = {"[2]": "2", "[3]": "3", "[]": "none", "[4]": "4", "[3, 4]": "3+4"}


def as_scenario(values: Mapping[str, Any]) -> dict[str, Any]:
    """Write rule parameters of the model as a scenario does."""
    return {name: MARKS[str(value)] if name == "remove_marks" else value for name, value in values.items()}


class Comparer:
    """Plays games with the kernel and compares them with the reference model."""

    def __init__(self, reference: ModuleType) -> None:
        self.model = reference
        self.game = registry.game("dog_lover")
        self.random = registry.strategy("dog_lover", "random")
        self.kernel: Kernel = build_kernel(self.game, [self.random], print)
        self.seen: Counter[str] = Counter()

    def compare(
        self, players: int, values: Mapping[str, Any], seed: int, games: Iterable[int], cards: CardTable = SHIPPED
    ) -> None:
        """Compare some games of random players under the defaults with `values` changed."""
        rules = complete(self.game.parameters, as_scenario(values), "test", "rules")
        record = encode_rules(self.game.parameters, rules, card_arrays(rules, cards))
        plan = self.kernel.plan(np.zeros((1, players), np.int16), False, [(self.random, {})])
        for number in games:
            trace = self.kernel.trace(seed, number, plan, record)
            assert trace.status == status.OK, status.MEANING[trace.status]
            row = self.kernel.row(trace.states[-1], players)
            where = f"{dict(values)}, {players} players, seed {seed}, game {number}"
            self.compare_game(params(rules, players), trace, row, where)
            self.seen["games"] += 1
            self.seen["states"] += len(trace.states)

    def compare_game(self, rules: dict[str, Any], trace: Any, row: Any, where: str) -> None:
        """Compare one game decision by decision, and its end."""
        model = self.model.Game.from_setup(setup(trace.states[0], trace.states[-1]), rules)
        for step, chosen in enumerate(trace.chosen):
            state, here = trace.states[step], f"{where}, decision {step}"
            keys = keys_of([action_to_dict(action) for action in trace.legal[step]])
            assert len(keys) == len(trace.legal[step]) > 0, f"{here}: an action is listed twice"
            assert trace.legal[step] == sorted(trace.legal[step]), f"{here}: not ascending"
            force(model, int(state.seat), keys)
            mine = keys_of(model.legal_actions())
            assert keys == mine, f"{here}: legal only here {keys - mine}, only in the model {mine - keys}"
            same(view_of_kernel(state), view_of_model(model), here)
            action = action_to_dict(chosen)
            self.seen[action["kind"]] += 1
            model.apply(action)
        force(model, -1, set())
        assert model.is_over, f"{where}: the model goes on with {model.phase}"
        same(end_of_kernel(trace.states[-1], row), model.end(), f"{where}, end")
        check_row(row, model, f"{where}, row")


def keys_of(actions: Iterable[Mapping[str, Any]]) -> set[str]:
    """Return actions as texts that can be compared."""
    return {repr(sorted(action.items(), key=lambda item: item[0])) for action in actions}


def force(model: Any, seat: int, keys: set[str]) -> None:
    """Make the model's decisions with one answer that the kernel does not ask."""
    while not model.is_over and len(model.legal_actions()) == 1:
        legal = model.legal_actions()
        if model.seat == seat and keys_of(legal) == keys:
            return
        model.apply(legal[0])


def same(kernel: Mapping[str, Any], model: Mapping[str, Any], where: str) -> None:
    """Refuse the first values that differ."""
    different = [name for name in model if kernel[name] != model[name]]
    told = "; ".join(f"{name}: kernel {kernel[name]}, model {model[name]}" for name in different)
    assert not different, f"{where}: {told}"


def end_of_kernel(state: Any, row: Any) -> dict[str, Any]:
    """Write the end of a game as a record does."""
    n = int(state.n_seats)
    reason = registry.game("dog_lover").reasons[int(row.reason)]
    return {"reason": reason, "scores": row.score.tolist()[:n], "payoff": row.payoff.tolist()[:n], **end(state, row)}


def check_row(row: Any, model: Any, where: str) -> None:
    """Compare what a row counts with what the model holds at the end."""
    for seat, player in enumerate(model.players):
        same(
            {
                "gained dogs": int(row.gained_dog[seat]) + 1 + int(row.rescued[seat]),
                "dogs": int(row.fed[seat]) + int(row.unfed[seat]),
                "tricks": int(row.tricks_learned[seat]) + 1,
            },
            {"gained dogs": len(player.dogs), "dogs": len(player.dogs), "tricks": len(player.tricks)},
            f"{where}, seat {seat}",
        )
    assert row.n_turns == model.round * model.n_players, where
    assert int(row.refills) == max(row_cards(model) - 9, 0), where


def row_cards(model: Any) -> int:
    """Return how many cards of the deck have been laid into the grid, from where they are now."""
    lying = [card for card in model.grid if card not in (None, "fetch")]
    owned = sum(
        len(player.hand)
        + sum(len(dog.traits) + dog.walks + dog.trainings for dog in player.dogs)
        + len([dog for dog in player.dogs[1:] if not dog.rescued])
        for player in model.players
    )
    return len(lying) + owned + len([card for card in model.discards if card != "end_game"])


def view_of_kernel(state: Any) -> dict[str, Any]:
    """Tell a state of the kernel in plain words."""
    cards, dogs, tricks, traits = SHIPPED.card_ids, SHIPPED.dog_ids, SHIPPED.trick_ids, SHIPPED.trait_ids
    filled, seat = int(state.filled), int(state.seat)
    deck = [cards[card] for card in reversed(state.deck[: int(state.deck_left)].tolist())]
    if not state.last_round:
        deck.insert(len(deck) - int(state.below_end), "end_game")
    gaining = [cell for cell in range(9) if int(state.gaining) >> cell & 1]
    return {
        "phase": PHASES[state.phase],
        "seat": seat,
        "round": int(state.rounds),
        "last_round": bool(state.last_round),
        "taken": bool(state.taken),
        "ending": bool(state.ending),
        "watch": None if PHASES[state.phase] == "place_watch_dog" else layout.LINES[state.watch],
        "fresh_fetch": int(state.fresh).bit_length() - 1 if state.fresh else None,
        "food_due": int(state.food_due),
        "pending_walks": int(state.hand[seat, layout.WALK]),
        "pending_traits": [traits[trait] for trait in state.pending[: int(state.n_pending)]],
        "grid": [cards[state.grid[cell]] if filled >> cell & 1 else None for cell in range(9)],
        "gaining": [cards[state.grid[cell]] for cell in gaining],
        "deck": deck,
        "trick_row": [tricks[trick] or None for trick in state.trick_row[: int(state.n_trick_row)]],
        "trick_deck": [tricks[trick] for trick in state.trick_deck[: int(state.tricks_left)]][::-1],
        "shelter_row": [dogs[dog] or None for dog in state.shelter_row[: int(state.n_shelter_row)]],
        "shelter_deck": [dogs[dog] for dog in state.shelter_deck[: int(state.shelter_left)]][::-1],
        "players": [seat_of_kernel(state, number) for number in range(int(state.n_seats))],
    }


def seat_of_kernel(state: Any, seat: int) -> dict[str, Any]:
    """Tell what a seat has in the kernel."""
    cards, hand = SHIPPED.card_ids, state.hand[seat].tolist()
    held = [card for card in range(1, layout.N_COUNTED) if card not in (layout.WALK, layout.FETCH)]
    return {
        "dogs": [dog_of_kernel(state, int(dog)) for dog in state.dogs[seat, : int(state.n_dogs[seat])]],
        "hand": sorted(cards[card] for card in held for _ in range(hand[card])),
        "cubes": dict(zip(layout.CUBES, state.cubes[seat].tolist(), strict=True)),
        "tricks": {SHIPPED.trick_ids[trick] for trick in range(32) if int(state.tricks[seat]) >> trick & 1},
        "fetch": bool(hand[layout.FETCH]),
    }


def dog_of_kernel(state: Any, dog: int) -> dict[str, Any]:
    """Tell what lies on and under a dog in the kernel."""
    traits, trait = [], int(state.trait_on[dog])
    while trait:
        traits.insert(0, SHIPPED.trait_ids[trait])
        trait = int(state.trait_under[trait])
    walks, trainings = int(state.walks[dog]), int(state.trainings[dog])
    return {"dog": SHIPPED.dog_ids[dog], "traits": traits, "walks": walks, "trainings": trainings}


def view_of_model(model: Any) -> dict[str, Any]:
    """Tell a state of the reference model in the same words."""
    view: dict[str, Any] = model.to_dict()
    # what the kernel does not keep
    del view["discards"]
    for player in view["players"]:
        del player["cubes_gained"], player["cubes_discarded"]
        player["tricks"] = set(player["tricks"])
    return view


@pytest.fixture(scope="module")
def comparer(reference: ModuleType) -> Comparer:
    return Comparer(reference)


def test_names_and_values(tables: ModuleType, changed_rules: dict[str, list[Any]]) -> None:
    """Kernel and model have rule parameters of the same names and defaults, and the model's values are allowed."""
    game = registry.game("dog_lover")
    ours = {parameter.name: parameter for parameter in game.parameters}
    defaults = {name: parameter.spelled(parameter.default) for name, parameter in ours.items()}
    for players in PLAYERS:
        assert params(defaults, players) == {**tables.DEFAULTS, **tables.all_params({}, players)}
    for name, values in changed_rules.items():
        assert [ours[name].problem(as_scenario({name: value})[name]) for value in values] == [None] * len(values)


def test_constants_of_the_card_table() -> None:
    """What the card table states of the rules is what the rule parameters say."""
    ours = {parameter.name: parameter.spelled(parameter.default) for parameter in registry.game("dog_lover").parameters}
    stated = {name: entry["value"] for section in ("setup", "scoring") for name, entry in SHIPPED.raw[section].items()}
    by_players = {n: params(ours, n) for n in PLAYERS}
    expected = {
        **ours,
        **{name: {f"p{n}": by_players[n][name] for n in PLAYERS} for name in ("cards_below_end", "remove_marks")},
    }
    both = set(stated) & set(expected)
    assert set(expected) - both == {"starting_tricks", "watch_limit", "fetch_cell", "trait_timing"}
    assert {name: stated[name] for name in both} == {name: expected[name] for name in both}


@pytest.mark.parametrize("tricks", TRICKS)
@pytest.mark.parametrize("players", PLAYERS)
def test_random_games(comparer: Comparer, players: int, tricks: str) -> None:
    """Equal after every action, and at the end."""
    comparer.compare(players, {"starting_tricks": tricks}, SEED, range(GAMES))


def test_every_action_was_compared(comparer: Comparer) -> None:
    """Random games have met every kind of action but the one that needs a Fetch card in the only legal place."""
    assert KINDS - set(comparer.seen) <= {"no_take"}


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_under_a_changed_rule(comparer: Comparer, players: int, changed_rule: tuple[str, Any]) -> None:
    """Equal under every other value of every rule parameter, with both kinds of starting tricks."""
    name, value = changed_rule
    games = GAMES_OF_A_RULE // 5 if changed_rule == SLOW_RULE else GAMES_OF_A_RULE
    comparer.compare(players, {name: value}, SEED + 6, range(games // 2))
    comparer.compare(players, {"starting_tricks": "special", name: value}, SEED + 6, range(games // 2, games))


@pytest.mark.slow
def test_full_size(comparer: Comparer, changed_rules: dict[str, list[Any]], proof_log: Any) -> None:
    """5,000 games for each player count and kind of starting tricks, 50 for each other rule: equal; keeps the log."""
    log = proof_log(comparer.seen)

    def compare(values: dict[str, Any], players: int, seed: int, games: int) -> None:
        log.add(values, players, lambda: comparer.compare(players, values, seed, range(games)))

    for players in PLAYERS:
        for tricks in TRICKS:
            compare({"starting_tricks": tricks}, players, SEED + 3, GAMES_FULL)
        for name, values in changed_rules.items():
            for value in values:
                games = GAMES_OF_A_RULE_FULL // 10 if (name, value) == SLOW_RULE else GAMES_OF_A_RULE_FULL
                compare({name: value}, players, SEED + 4, games)
    log.write("dog_lover", LOG_HEAD)


LOG_HEAD = """# Dog Lover: kernel against reference model

Written by `python -m pytest -m slow tests/games/dog_lover/test_reference.py`, which fails at the first difference.

{games:,} games of Dog Lover, {states:,} states: grid, deck in order, face-up rows and their decks, discards, every hand
and play area with what lies on and under each dog, cubes, tricks, watch dog, what is pending, phase, seat, legal
actions; at the end scores and their parts, fed dogs, winners, payoff, counts of the row. No difference.
Actions: {kinds}.

Master seeds 20261204 and 20261205; all seats are played by `random`.

"""


# ---- other cards


def other_cards(rng: random.Random) -> dict[str, Any]:
    """Return changes of everything that plays a part before the end: marks, counts, sizes, traits, food, tricks."""
    changes: dict[str, Any] = {}
    for row in SHIPPED.rows("dogs"):
        changes[f"dogs.{row['id']}.size"] = rng.choice(layout.SIZES)
        changes[f"dogs.{row['id']}.mark"] = rng.choice([2, 2, 3, 4])
    for row in SHIPPED.rows("food"):
        changes[f"food.{row['id']}.amount"] = rng.randint(1, 3)
        changes[f"food.{row['id']}.food"] = rng.choice(layout.CUBES)
    for name in ("food", "favorite"):
        for row in SHIPPED.rows(name):
            changes[f"{name}.{row['id']}.by_mark"] = [rng.randrange(4) for _ in range(3)]
    for kind in ("bone", "walk", "training", "adoption"):
        changes[f"game_kinds.{kind}.by_mark"] = [rng.randrange(3, 8), rng.randrange(3), rng.randrange(3)]
    for row in SHIPPED.rows("traits"):
        effect = rng.choice(layout.TRAIT_EFFECTS)
        without = effect in layout.TRAITS_WITHOUT_NUMBER
        loss = {"kind": rng.choice(list(layout.LOSSES)), "count": rng.randint(1, 3)}
        of_trait = {"effect": effect, "n": 0 if without else rng.randint(1, 2), "else_discard": loss}
        of_trait |= {"size": rng.choice([*layout.SIZES, "any"]), "mark": rng.choice([2, 2, 3, 4])}
        changes |= {f"traits.{row['id']}.{field}": value for field, value in of_trait.items()}
    patterns = [
        *((["X"], "r0"), (["X"], "c0"), (["XX"], "c1"), (["XX"], "r0"), (["X.", ".X"], "r1"), (["XXX", "XXX"], "c2")),
        *((["X.X"], "c1"), (["XXX", "X.X", "XXX"], "r2"), (["X", "X"], "c0"), ([".X.", "XXX", ".X."], "r1")),
    ]
    for row in SHIPPED.rows("tricks"):
        pattern, watch = rng.choice(patterns)
        changes |= {f"tricks.{row['id']}.rows": pattern, f"tricks.{row['id']}.watch": watch}
        changes[f"tricks.{row['id']}.cost"] = rng.randrange(3)
    return changes


@pytest.mark.parametrize("number", range(6))
def test_random_games_with_other_cards(
    comparer: Comparer, tables: ModuleType, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Equal as well where many cards are others: the kernel takes nothing from the shipped table."""
    cards = with_changes(SHIPPED, other_cards(random.Random(number)))
    for name in ("game_kinds", "food", "favorite", "dogs", "rescued", "traits", "tricks"):
        for mine, theirs in zip(cards.rows(name), tables.TABLE[name], strict=True):
            for row in (theirs, tables.DOGS.get(theirs.get("id"), theirs)):
                for field in set(mine) - {"id", "kind"}:
                    monkeypatch.setitem(row, field, mine[field])
    rules = {"trait_timing": "at_once"} if number % 2 else {}
    comparer.compare(2 + number % 3, rules, SEED + 7, range(GAMES_OF_A_RULE), cards)


# ---- records


def state_of_setup(given: Mapping[str, Any], rules: Any) -> Any:
    """Return the position before the first decision, from a record's setup."""
    game = registry.game("dog_lover")
    steps = steps_of(game)
    states = steps.empty()
    state = states[0]
    numbers = [
        {name: number for number, name in enumerate(names) if name}
        for names in (SHIPPED.card_ids, SHIPPED.dog_ids, SHIPPED.trick_ids)
    ]
    cards, dogs, tricks = numbers
    deck = [cards[card] for card in given["deck"] if card != "end_game"][::-1]
    state.n_seats = len(given["dogs_dealt"])
    state.deck[: len(deck)] = deck
    state.deck_size = len(deck)
    state.below_end = given["deck"][::-1].index("end_game")
    for seat, (dog, trick) in enumerate(zip(given["dogs_dealt"], given["starting_tricks"], strict=True)):
        state.dogs[seat, 0] = dogs[dog]
        state.tricks[seat] = 1 << tricks[trick]
    trick_deck, shelter_deck = given["trick_deck"][::-1], given["shelter_deck"][::-1]
    state.trick_deck[: len(trick_deck)] = [tricks[trick] for trick in trick_deck]
    state.tricks_left = len(trick_deck)
    state.shelter_deck[: len(shelter_deck)] = [dogs[dog] for dog in shelter_deck]
    state.shelter_left = len(shelter_deck)
    steps.begin(states, rules)
    return states


def test_a_record_replays(record: list[dict[str, Any]]) -> None:
    """The sample records, by an independent program, have the kernel's legal actions and ends."""
    game = registry.game("dog_lover")
    steps = steps_of(game)
    header, decisions, last = record[0], record[1:-1], record[-1]
    rules = game.encode_rules(complete(game.parameters, as_scenario(header["params"]), "record", "params"))
    states = state_of_setup(header["setup"], rules)
    assert setup(states[0], states[0]) == header["setup"]
    legal = steps.legal(states, rules)
    for number, line in enumerate(decisions):
        listed = keys_of(line["legal"])
        while len(legal) == 1 and (int(states[0].seat), keys_of(map(action_to_dict, legal))) != (line["seat"], listed):
            legal = steps.apply(states, legal[0], rules)
        mine = {next(iter(keys_of([action_to_dict(action)]))): action for action in legal}
        if len(listed) == 1 and listed != set(mine):
            continue  # a forced decision that the kernel has made by itself
        assert listed == set(mine), f"decision {number}: {listed ^ set(mine)}"
        assert int(states[0].seat) == line["seat"], f"decision {number}"
        legal = steps.apply(states, mine[next(iter(keys_of([line["chosen"]])))], rules)
    while len(legal) == 1:
        legal = steps.apply(states, legal[0], rules)
    assert legal == []
    same(end_of_kernel(states[0], steps.row(states)), {key: last[key] for key in last if key != "type"}, "end")
