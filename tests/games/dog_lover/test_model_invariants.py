"""Invariants of the rule sheet (section 7) on random games of the reference model."""

from __future__ import annotations

import copy
import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest

Action = dict[str, Any]

FIELDS = {
    "place_watch_dog": {"line"},
    "take": {"trick", "cells", "watch"},
    "no_take": set(),
    "rescue": {"slot"},
    "learn": {"slot"},
    "tuck_training": {"dog"},
    "tuck_walk": {"dog"},
    "attach": {"trait", "dog"},
    "fetch": {"cell"},
    "end_turn": set(),
    "discard_food": {"food"},
}


class Watcher:
    """Looks at a game after every action."""

    def __init__(self, tables: ModuleType) -> None:
        self.tables = tables
        self.kinds: set[str] = set()
        self.cards: Counter[str] = Counter()
        self.before: dict[str, Any] = {}
        self.turns: list[int] = []

    def __call__(self, game: Any, action: Action | None) -> None:
        state = game.to_dict()
        if action is None:
            self.cards = self.count_cards(state)
            self.turns = [0] * game.n_players
        else:
            self.kinds.add(action["kind"])
            self.turns[self.before["seat"]] += action["kind"] in ("take", "no_take")
            if action["kind"] == "take":
                self.check_take(game, action)
            self.check_what_never_moves(state)
        assert self.count_cards(state) == self.cards
        self.check_rows(state)
        self.check_dogs(game)
        self.check_cubes(state)
        self.check_legal(game)
        self.before = state
        if game.is_over:
            assert set(self.turns) == {game.round}

    def count_cards(self, state: dict[str, Any]) -> Counter[str]:
        """Every card of the game deck, Fetch and End Game, wherever it lies."""
        lies = [*state["deck"], *state["grid"], *state["gaining"], *state["pending_traits"], *state["discards"]]
        lies += ["walk"] * state["pending_walks"]
        for player in state["players"]:
            lies += player["hand"] + ["fetch"] * player["fetch"]
            for dog in player["dogs"]:
                lies += dog["traits"] + ["walk"] * dog["walks"] + ["training"] * dog["trainings"]
                if dog["dog"] not in self.tables.RESCUED:
                    lies.append(dog["dog"])
        return Counter(card for card in lies if card is not None)

    def check_rows(self, state: dict[str, Any]) -> None:
        """Every rescued dog and every trick of the deck is in one place."""
        dogs = [dog["dog"] for player in state["players"] for dog in player["dogs"]]
        dogs += [*state["shelter_row"], *state["shelter_deck"]]
        assert sorted(dog for dog in dogs if dog in self.tables.RESCUED) == sorted(self.tables.RESCUED)
        tricks = [trick for player in state["players"] for trick in player["tricks"][1:]]
        tricks += [*state["trick_row"], *state["trick_deck"]]
        assert sorted(trick for trick in tricks if trick) == sorted(self.tables.DECK_TRICKS)

    def check_take(self, game: Any, action: Action) -> None:
        """The watched line has lost so many cards at most; the watch dog stands where the trick says."""
        assert not self.before["taken"]
        assert game.taken
        lost = [cell for cell in range(9) if self.before["grid"][cell] and not game.grid[cell]]
        assert set(lost) <= set(action["cells"])
        assert self.before["fresh_fetch"] not in lost
        n_lost = len([cell for cell in lost if self.tables.on_line(cell, self.before["watch"])])
        n_more = sum("x11" in dog["traits"] for dog in self.before["players"][self.before["seat"]]["dogs"])
        assert n_lost <= game.params["watch_limit"] + n_more
        assert game.watch == action["watch"]

    def check_what_never_moves(self, state: dict[str, Any]) -> None:
        """3.11: dogs, tricks, attached and tucked cards stay where they are."""
        for old, new in zip(self.before["players"], state["players"], strict=True):
            assert new["tricks"][: len(old["tricks"])] == old["tricks"]
            for dog, same in zip(old["dogs"], new["dogs"], strict=False):
                assert same["dog"] == dog["dog"]
                assert same["traits"][: len(dog["traits"])] == dog["traits"]
                assert same["walks"] >= dog["walks"]
                assert same["trainings"] >= dog["trainings"]

    def check_dogs(self, game: Any) -> None:
        """Limits of what lies on and under a dog."""
        limit = game.params["tuck_limit_each"]
        for player in game.players:
            for dog in player.dogs:
                assert len(dog.traits) <= game.params["traits_per_dog"]
                assert dog.walks <= limit or "x01" in dog.traits
                assert dog.trainings <= limit or "x05" in dog.traits
                if len(dog.traits) == 1:
                    assert self.tables.TRAITS[dog.traits[0]]["size"] in ("any", self.tables.DOGS[dog.card]["size"])

    def check_cubes(self, state: dict[str, Any]) -> None:
        """Cubes gained are held or discarded."""
        for player in state["players"]:
            for kind in self.tables.CUBES:
                assert player["cubes"][kind] >= 0
                assert player["cubes_gained"][kind] == player["cubes"][kind] + player["cubes_discarded"][kind]

    def check_legal(self, game: Any) -> None:
        """Somebody has something to choose, each action is listed once, with the fields of the record."""
        legal = game.legal_actions()
        assert bool(legal) != game.is_over
        assert len({str(action) for action in legal}) == len(legal)
        for action in legal:
            assert set(action) == {"kind"} | FIELDS[action["kind"]]
        kinds = {action["kind"] for action in legal}
        if game.phase == "play":
            assert len(kinds & {"take", "no_take"}) == (not game.taken)
            waiting = kinds & {"tuck_walk", "attach"}
            assert ("end_turn" in kinds) == (game.taken and not waiting)
        if game.phase != "discard_food":
            assert game.food_due == 0


@pytest.fixture
def watcher(tables: ModuleType) -> Watcher:
    """A watcher of random games."""
    return Watcher(tables)


@pytest.mark.parametrize("n_players", [2, 3, 4])
@pytest.mark.parametrize("tricks", ["basic", "special"])
def test_invariants(reference: ModuleType, watcher: Watcher, n_players: int, tricks: str) -> None:
    """Section 7 on random games; every kind of action turns up but the one that hardly ever does."""
    for seed in range(8):
        rng = random.Random(100 * n_players + seed)
        game = reference.play_random(n_players, rng, {"starting_tricks": tricks}, watcher)
        check_end(game)
    assert set(FIELDS) - watcher.kinds <= {"no_take"}


def check_end(game: Any) -> None:
    """The parts add up, everybody's dogs are counted, the winners share the payoff."""
    end = game.end()
    assert [sum(parts.values()) for parts in end["breakdown"]] == end["scores"]
    assert end["rounds"] == game.round
    assert sum(end["payoff"]) == pytest.approx(1)
    assert all(end["scores"][seat] == max(end["scores"]) for seat in end["winners"])
    for player, n_fed, n_rescued, parts in zip(
        game.players, end["fed"], end["fed_rescued"], end["breakdown"], strict=True
    ):
        assert n_rescued <= n_fed <= len(player.dogs)
        assert parts["unfed"] == game.params["unfed_dog"] * (len(player.dogs) - n_fed)


def test_invariants_under_a_changed_rule(
    reference: ModuleType, watcher: Watcher, changed_rule: tuple[str, Any]
) -> None:
    """Section 7 for changed values of every parameter, and the end with the whole effort of feeding."""
    name, value = changed_rule
    for seed in range(3):
        check_end(reference.play_random(2 + seed, random.Random(seed), {name: value}, watcher))
    assert {"take", "end_turn", "fetch", "learn", "rescue"} <= watcher.kinds


def test_a_copy_goes_its_own_way(reference: ModuleType) -> None:
    """The state is all there is: a copy, and a game from the same deal and actions, are in the same state."""
    setup = reference.deal(random.Random(4), 3)
    rng = random.Random(5)
    game, twin = reference.Game.from_setup(setup), reference.Game.from_setup(copy.deepcopy(setup))
    while not game.is_over:
        action = rng.choice(game.legal_actions())
        before = game.to_dict()
        fork = copy.deepcopy(game)
        fork.apply(action)
        assert game.to_dict() == before
        game.apply(action)
        twin.apply(action)
        assert game.to_dict() == twin.to_dict() == fork.to_dict() != before
    assert game.end() == twin.end()
    assert setup == reference.deal(random.Random(4), 3)
