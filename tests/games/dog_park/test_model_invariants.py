"""Invariants of the rule sheet (section 19) on random games of the reference model."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

Action = dict[str, Any]

FIELDS = {
    "objective": {"card"},
    "offer": {"slot", "value"},
    "pick": {"slot"},
    "gain": {"resource"},
    "place": {"dog", "pay"},
    "stop_placing": set(),
    "crafty": {"give"},
    "move": {"space"},
    "pay_occupied": {"pay"},
    "swap": {"dog", "slot"},
    "scout": set(),
    "done": set(),
    "replace": {"slot", "dog"},
    "keep": set(),
    "leave_bonus": {"dog", "slot"},
    "fork": {"space"},
}
# of readings and sets that the record has no form for
MORE_FIELDS = {"crafty": {"gain", "give"}, "eager": {"gain"}, "globetrotter": {"space"}}


class Watcher:
    """Looks at a game after every action."""

    def __init__(self, tables: ModuleType) -> None:
        self.breed_of = {dog: card["breed"] for dog, card in tables.DOGS.items()}
        self.tokens: dict[int, int] = {}
        self.field: list[int | None] = []
        self.forecast = 0
        self.all_dogs: set[int] = set()
        self.games = 0
        self.kinds: set[str] = set()

    def __call__(self, game: Any, action: Action | None) -> None:
        if action is None:
            self.games += 1
            self.tokens = {}
            self.all_dogs = {*game.deck, *(dog for dog in game.field if dog is not None)}
        else:
            self.kinds.add(action["kind"])
            self.check_tokens(game, action)
        self.check_dogs(game)
        self.check_stocks(game)
        self.check_park(game)
        if game.is_over:
            self.check_end(game)
        else:
            self.check_legal(game)
        self.tokens = dict(game.tokens)
        self.field = list(game.field)
        self.forecast = game.forecast

    def check_dogs(self, game: Any) -> None:
        """No dog is lost or doubled; everybody owns two a round; the field is full outside Recruitment."""
        owned = [dog for seat in range(len(game.kennels)) for dog in game.own_dogs(seat)]
        on_field = [dog for dog in game.field if dog is not None]
        found = [*game.deck, *on_field, *game.discards, *game.revealed, *owned]
        assert len(found) == len(self.all_dogs)
        assert set(found) == self.all_dogs
        assert set(game.tokens) == set(owned)
        assert all(0 <= count <= 5 for count in game.tokens.values())  # 18.6
        assert len(self.all_dogs) - len(game.deck) <= 100  # 18.1
        for seat in range(len(game.kennels)):
            n_dogs = len(game.own_dogs(seat))
            if game.stage in ("selection", "walking", "home_time", "over"):
                assert n_dogs == 2 * game.round
            else:
                assert 2 * game.round - 2 <= n_dogs <= 2 * game.round
            assert len(game.leads[seat]) <= game.lead_capacity()
            assert all(game.tokens[dog] >= 1 for dog in game.leads[seat])
        if game.stage != "recruitment":
            assert None not in game.field

    def check_stocks(self, game: Any) -> None:
        """Nothing falls below 0."""
        assert min(game.reputation) >= 0
        assert all(set(stock) == {"stick", "ball", "toy", "treat"} for stock in game.resources)
        assert all(min(stock.values()) >= 0 for stock in game.resources)

    def check_tokens(self, game: Any, action: Action) -> None:
        """Tokens change only by a placement (+1), a swap in (0, 1 or 2) and a swap out (to 0)."""
        swapped = action["kind"] in ("swap", "leave_bonus") and action["dog"] is not None
        for dog, count in self.tokens.items():
            if swapped and dog == action["dog"]:
                assert game.tokens.get(dog, 0) == 0  # an autowalker may have taken it already
            else:
                placed = action["kind"] == "place" and dog == action["dog"]
                assert game.tokens[dog] == count + int(placed)
        new = {dog: count for dog, count in game.tokens.items() if dog not in self.tokens}
        if swapped:
            incoming = self.field[action["slot"]]
            assert incoming is not None
            assert new.pop(incoming) == int(action["kind"] == "leave_bonus") + int(self.forecast == 10)
        assert set(new.values()) <= {0}

    def check_park(self, game: Any) -> None:
        """Each leave space holds one walker; who is in the park has a dog on the lead or is an autowalker."""
        left = [space for space in game.positions.values() if space >= 91]
        assert len(set(left)) == len(left)
        for seat in game.in_park:
            assert game.positions[seat] < 91
            assert seat in game.autowalkers or game.leads[seat]

    def check_legal(self, game: Any) -> None:
        """Somebody has something to choose, each action is listed once, with the fields of the record."""
        assert game.seat in game.humans
        legal = game.legal()
        assert legal
        assert len({str(action) for action in legal}) == len(legal)
        for kind, *fields in {(action["kind"], *action) for action in legal}:
            assert set(fields) - {"kind"} in (FIELDS.get(kind), MORE_FIELDS.get(kind))

    def check_end(self, game: Any) -> None:
        """Awards, objectives, totals and payoffs."""
        end = game.result()
        everybody = range(len(game.kennels))
        breeds = [{self.breed_of[dog] for dog in game.kennels[seat]} for seat in everybody]
        for breed, winners in zip(game.awards, end["award_winners"], strict=True):
            assert bool(winners) == any(breed in owned for owned in breeds)
            assert all(breed in breeds[seat] for seat in winners)
        assert len(end["breakdown"]) == len(game.kennels)
        assert [sum(parts.values()) for parts in end["breakdown"]][: game.n_players] == end["scores"]
        for seat, parts in enumerate(end["breakdown"]):
            assert parts["objective"] in ((0,) if game.n_players == 1 or seat in game.autowalkers else (0, 3, 7))
            if seat in game.autowalkers:
                assert parts["awards"] == sum(parts.values())
        assert len(end["payoff"]) == len(end["best_award"]) == game.n_players
        if end["winners"]:
            assert sum(end["payoff"]) == pytest.approx(1)
            assert all(end["scores"][seat] == max(end["scores"]) for seat in end["winners"])
        else:
            assert end["solo"]["objective_met"] is False
            assert end["payoff"] == [0]
        assert ("solo" in end) == (game.n_players == 1)


@pytest.fixture
def watcher(reference: ModuleType, tables: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Watcher:
    """A watcher; what happens between two decisions is checked too."""
    refill, home_time = reference.Game._refill, reference.Game._home_time

    def checked_refill(game: Any) -> None:
        """After an offer the field is empty, and each walker has taken one dog."""
        assert game.field == [None] * len(game.field)
        if game.stage == "recruitment":
            assert sorted(seat for seat, _ in game.acquired) == list(range(len(game.kennels)))
        refill(game)

    def checked_home_time(game: Any) -> None:
        """Nobody is left in the park; of two and more walkers one has left at least."""
        assert game.in_park == []
        assert game.pending_swaps == game.pending_scouts == 0
        assert [seat for seat in game.positions if seat in game.humans and game.positions[seat] < 91] == []
        if len(game.positions) >= 2:
            assert any(space in (91, 92, 93) for space in game.positions.values())
        home_time(game)

    monkeypatch.setattr(reference.Game, "_refill", checked_refill)
    monkeypatch.setattr(reference.Game, "_home_time", checked_home_time)
    return Watcher(tables)


@pytest.mark.parametrize("n_players", [1, 2, 3, 4])
def test_invariants(reference: ModuleType, watcher: Watcher, n_players: int) -> None:
    """Section 19 on random games under the default readings; every kind of action turns up."""
    for seed in range(24):
        game = reference.play_random({}, n_players, random.Random(1000 * n_players + seed), watcher)
        assert game.is_over
    assert watcher.games == 24
    expected = set(FIELDS) - (set() if n_players < 3 else {"fork"})
    assert watcher.kinds == expected


def test_invariants_under_a_changed_rule(
    reference: ModuleType, watcher: Watcher, changed_rule: tuple[str, Any]
) -> None:
    """Section 19 for every value of every parameter, for every number of players that it allows."""
    name, value = changed_rule
    for seed in range(16):
        n_players = 4 if name == "packed_park" else 1 + seed % 4
        reference.play_random({name: value}, n_players, random.Random(seed), watcher)
    assert watcher.games == 16
    missing = set(FIELDS) - watcher.kinds - {"keep"}  # rare among random choices
    # no autowalker with four players; cards 8 to 11 give no resources
    assert missing == {"packed_park": {"fork"}, "predictable_forecast": {"gain"}}.get(name, set())
    if changed_rule == ("crafty_timing", "any_time"):
        assert "eager" in watcher.kinds
    if name == "sets" and "world" in value:
        assert "globetrotter" in watcher.kinds


def select_in_order(game: Any, seats: Sequence[int], seed: int) -> Any:
    """Play the Selection of some seats in this order, each seat with its own random choices; return the game."""
    game = copy.deepcopy(game)
    rngs = {seat: random.Random(100 * seed + seat) for seat in seats}
    game.agenda = [step for seat in seats for step in (("_forecast_1", seat), ("_start_placing", seat))]
    game.agenda.append(("_compensate",))
    game.seat = None
    game._run()
    while game.seat is not None:
        game.apply(rngs[game.seat].choice(game.legal()))
    return game


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_selection_commutes(reference: ModuleType, n_players: int) -> None:
    """The order of the players in Selection does not matter (5.1, 18.2)."""
    compared = 0
    for seed in range(4):
        rng = random.Random(seed)
        game = reference.Game({}, n_players, reference.random_setup({}, n_players, rng))
        done = 0
        while not game.is_over:
            if game.stage == "selection" and done < game.round:
                done = game.round
                compared += 1
                one = select_in_order(game, game.humans, seed)
                other = select_in_order(game, game.humans[::-1], seed)
                for name in ("resources", "reputation", "kennels", "leads", "tokens"):
                    assert getattr(one, name) == getattr(other, name), name
            game.apply(rng.choice(game.legal()))
    assert compared == 16
