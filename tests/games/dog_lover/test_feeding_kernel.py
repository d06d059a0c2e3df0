"""The kernel's feeding and final scoring against the model's, which tries everything, on random holdings (section 4).

The normal run compares 6,000 holdings under the printed abilities and 4,000 under others; ``pytest -m slow`` 20,000
and 20,000.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

from simcore.engine import registry
from simcore.engine.parameters import complete, encode_rules
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.cards import SHIPPED, CardTable, tables, with_changes
from simcore.games.dog_lover.record import params
from simcore.games.dog_lover.scoring import score_game
from simcore.games.dog_lover.state import PARTS, STATE_DTYPE
from simcore.games.dog_lover.table import add_dog

SEATS = 4
PARAMETERS = registry.game("dog_lover").parameters
# values that make unfed dogs, extra bones and food left over worth having
ODD_RULES: list[dict[str, Any]] = [
    *({} for _ in range(6)),
    {"unfed_dog": 2},
    {"unfed_dog": 0, "walk_tucked": -1},
    {"leftover_food": 2},
    {"leftover_food": -1, "training_tucked": -2},
    {"bones_flat": [3, -4, 0, 2], "bones_per_fed_dog": [1, -1, 0, 2]},
    {"bones_flat": [0, 5, -5, 0], "bones_per_fed_dog": [0, 2, 1, -2], "unfed_dog": 1},
]


@numba.njit
def _score(states: Any, rules: Any, n_dogs: Any) -> None:
    for seat in range(len(n_dogs)):
        for i in range(n_dogs[seat]):
            add_dog(states[0], seat, states[0].dogs[seat, i], rules[0])
    score_game(states[0], rules[0])


class Holder:
    """Makes random holdings and scores them in the kernel and in the model."""

    def __init__(self, board: Any, scoring: ModuleType, feeding: ModuleType, model_tables: ModuleType) -> None:
        self.board, self.scoring, self.feeding, self.tables = board, scoring, feeding, model_tables

    def holding(self, rng: random.Random, dogs: Sequence[str], traits: list[str]) -> Any:
        """Return a player of the model with some of the dogs and traits; `traits` loses those that are used."""
        own = []
        for card in dogs:
            dog = self.board.dog(card, walks=rng.choice([0, 0, 1, 3]), trainings=rng.choice([0, 0, 1, 2]))
            dog.traits = [traits.pop() for _ in range(rng.choice([0, 0, 1, 1, 2])) if traits]
            own.append(dog)
        hand = " ".join(rng.choices(["bone", *self.tables.FAVORITES], k=rng.randrange(7)))
        tricks = " ".join(["basic", *rng.sample(self.tables.DECK_TRICKS, rng.randrange(4))])
        most = rng.choice([1, 2, 3, 5])
        return self.board.player(
            *own, hand=hand, tricks=tricks, **{kind: rng.randrange(most + 1) for kind in self.tables.CUBES}
        )

    def table(self, rng: random.Random, size: int) -> list[Any]:
        """Return four players with different cards."""
        dogs = rng.sample(sorted(self.tables.DOGS), rng.randrange(SEATS, SEATS * size))
        # rescued dogs are fewer but matter more
        rescued = self.tables.RESCUED
        dogs = list(dict.fromkeys([*rng.sample(rescued, rng.randrange(len(rescued))), *dogs]))[: SEATS * size]
        rng.shuffle(dogs)
        traits = rng.sample(sorted(self.tables.TRAITS), len(self.tables.TRAITS))
        cuts = [0, *sorted(rng.randrange(len(dogs) + 1) for _ in range(SEATS - 1)), len(dogs)]
        return [self.holding(rng, dogs[cuts[i] : cuts[i + 1]][:size], traits) for i in range(SEATS)]

    def compare(self, rng: random.Random, cards: CardTable, size: int, where: str) -> None:
        """Compare four random holdings."""
        values = complete(PARAMETERS, rng.choice(ODD_RULES), "test", "rules")
        rules = encode_rules(PARAMETERS, values, tables(values, cards))
        players, modelled = self.table(rng, size), params(values, SEATS)
        states = states_of(players, cards)
        _score(states, rules, np.array([len(player.dogs) for player in players]))
        feedings = [self.feeding.best_feeding(player, modelled) for player in players]
        expected = self.scoring.end_line(players, feedings, 1, modelled)
        state = states[0]
        for seat, player in enumerate(players):
            fed = tuple(bool(int(state.fed[seat]) >> i & 1) for i in range(len(player.dogs)))
            assert fed == feedings[seat], f"{where}: {player.to_dict()} under {values}"
            found = dict(zip(PARTS, state.parts[seat].tolist(), strict=True))
            parts = {"leftover": 0, **expected["breakdown"][seat]}
            assert found == parts, f"{where}: {player.to_dict()} under {values}"
        winners = [seat for seat in range(SEATS) if int(state.winners) >> seat & 1]
        ends = winners, state.n_fed.tolist(), state.n_fed_rescued.tolist()
        assert ends == (expected["winners"], expected["fed"], expected["fed_rescued"]), where


def states_of(players: Sequence[Any], cards: CardTable) -> Any:
    """Return a state of the kernel with the players' holdings; its dogs are listed, but not yet added."""
    states = np.zeros(1, STATE_DTYPE).view(np.recarray)
    state = states[0]
    state.n_seats = len(players)
    numbers = {
        name: {word: number for number, word in enumerate(words) if word}
        for name, words in (
            ("dog", cards.dog_ids),
            ("trait", cards.trait_ids),
            ("trick", cards.trick_ids),
            ("card", cards.card_ids),
        )
    }
    for seat, player in enumerate(players):
        for i, dog in enumerate(player.dogs):
            number = numbers["dog"][dog.card]
            state.dogs[seat, i] = number
            state.walks[number], state.trainings[number] = dog.walks, dog.trainings
            for trait in (numbers["trait"][word] for word in dog.traits):
                state.trait_under[trait], state.trait_on[number] = state.trait_on[number], trait
        for card in player.hand:
            state.hand[seat, numbers["card"][card]] += 1
        state.cubes[seat] = [player.cubes[kind] for kind in layout.CUBES]
        state.tricks[seat] = sum(1 << numbers["trick"][trick] for trick in player.tricks)
    return fitted(states, players, cards)


def fitted(states: Any, players: Sequence[Any], cards: CardTable) -> Any:
    """Give dogs with an `all_sizes` trait all sizes, as attaching it does."""
    of_every_size = {row["id"] for row in cards.rows("traits") if row["effect"] == "all_sizes"}
    for seat, player in enumerate(players):
        for i, dog in enumerate(player.dogs):
            if of_every_size & set(dog.traits):
                states[0].sizes[seat] |= 1 << i
    return states


@pytest.fixture(scope="module")
def holder(board: Any, scoring: ModuleType, feeding: ModuleType, tables: ModuleType) -> Holder:
    return Holder(board, scoring, feeding, tables)


@pytest.mark.parametrize("batch", range(6))
def test_random_holdings(holder: Holder, batch: int) -> None:
    """Fed dogs, parts, winners are those of trying everything, up to eight dogs a seat."""
    rng = random.Random(f"holdings {batch}")
    for number in range(250):
        holder.compare(rng, SHIPPED, 8, f"batch {batch}, {number}")


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(6, 26))
def test_many_random_holdings(holder: Holder, batch: int) -> None:
    """The full-size proof of `test_random_holdings`."""
    rng = random.Random(f"holdings {batch}")
    for number in range(250):
        holder.compare(rng, SHIPPED, 9, f"batch {batch}, {number}")


Change = Callable[[Mapping[str, Any]], CardTable]


@pytest.fixture
def change(tables: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Change:
    """Change single numbers of the card table, in the model too."""

    def changed(changes: Mapping[str, Any]) -> CardTable:
        cards = with_changes(SHIPPED, changes)
        for name, known in (("dogs", tables.DOGS), ("rescued", tables.DOGS), ("traits", tables.TRAITS)):
            for row in cards.rows(name):
                for field in set(row) & set(known[row["id"]]) - {"id"}:
                    monkeypatch.setitem(known[row["id"]], field, row[field])
        return cards

    return changed


def other_abilities(rng: random.Random) -> dict[str, Any]:
    """Return changes of every rescued dog's ability and of many traits'."""
    changes: dict[str, Any] = {}
    for row in SHIPPED.rows("rescued"):
        effect = rng.choice(layout.RESCUED_EFFECTS)
        changes[f"rescued.{row['id']}.effect"] = effect
        changes[f"rescued.{row['id']}.n"] = 0 if effect in layout.RESCUED_WITHOUT_NUMBER else rng.randrange(4)
        changes[f"rescued.{row['id']}.effect_size"] = rng.choice(layout.SIZES) if effect == "per_fed_size" else ""
    effects = ("less_food", "any_food", "walk_bonus", "training_bonus", "extra_bone", "all_sizes", "none")
    for row in SHIPPED.rows("traits"):
        effect = rng.choice(effects)
        changes[f"traits.{row['id']}.effect"] = effect
        changes[f"traits.{row['id']}.n"] = 0 if effect in layout.TRAITS_WITHOUT_NUMBER else rng.randrange(3)
        changes[f"traits.{row['id']}.vp"] = rng.randrange(-2, 5)
    return changes


@pytest.mark.parametrize("batch", range(10))
def test_other_abilities(holder: Holder, change: Change, batch: int) -> None:
    """Equal as well where the abilities are dealt to other dogs, several of a kind and with other numbers."""
    rng = random.Random(f"abilities {batch}")
    cards = change(other_abilities(rng))
    for number in range(100):
        holder.compare(rng, cards, 7, f"batch {batch}, {number}")


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(10, 60))
def test_many_other_abilities(holder: Holder, change: Change, batch: int) -> None:
    """The full-size proof of `test_other_abilities`."""
    rng = random.Random(f"abilities {batch}")
    cards = change(other_abilities(rng))
    for number in range(100):
        holder.compare(rng, cards, 8, f"batch {batch}, {number}")


def test_a_seat_with_every_dog(holder: Holder) -> None:
    """Equal as well with more dogs than a rank has bits for, where few of them can be fed."""
    rng = random.Random("every dog")
    for number in range(40):
        dogs = rng.sample(sorted(holder.tables.DOGS), len(holder.tables.DOGS))
        player = holder.board.player(*dogs, hand="bone bone bone", **{rng.choice(holder.tables.CUBES): 1 + number % 3})
        values = complete(PARAMETERS, {"unfed_dog": -number % 2}, "test", "rules")
        states = states_of([player, holder.board.player(), holder.board.player()], SHIPPED)
        _score(states, encode_rules(PARAMETERS, values, tables(values)), np.array([len(dogs), 0, 0]))
        fed = tuple(bool(int(states[0].fed[0]) >> i & 1) for i in range(len(dogs)))
        assert fed == holder.feeding.best_feeding(player, params(values, 3)), player.to_dict()


def test_a_set_is_worth_a_loss(holder: Holder) -> None:
    """A dog that is better unfed by itself is fed where it completes a set of sizes (4.1, `per_size_set`)."""
    values = complete(PARAMETERS, {"unfed_dog": 2}, "test", "rules")
    rules, seen = encode_rules(PARAMETERS, values, tables(values)), []
    for dogs in (["r04", "s01", "l04"], ["s01", "l04"], ["r04", "s01"], ["s01", "l04", "r04", "s03", "m04"]):
        player = holder.board.player(*dogs, wild=9)
        states = states_of([player, holder.board.player()], SHIPPED)
        _score(states, rules, np.array([len(dogs), 0]))
        fed = tuple(bool(int(states[0].fed[0]) >> i & 1) for i in range(len(dogs)))
        assert fed == holder.feeding.best_feeding(player, params(values, 2)), dogs
        seen.append(fed)
    assert seen[:2] == [(True, True, True), (False, True)]
