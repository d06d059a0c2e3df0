"""Worked cases of the rule sheet (section 20), and its rules and readings one by one, on the reference model."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

import pytest

Action = dict[str, Any]

NO_PAY = {"stick": 0, "ball": 0, "toy": 0, "treat": 0}
PICKS = [[2, 6], [3, 7], [4, 8], [5, 9]]  # objectives
DICE = [2] * 120


def stock(stick: int = 0, ball: int = 0, toy: int = 0, treat: int = 0) -> dict[str, int]:
    """Write a stock of resources."""
    return {"stick": stick, "ball": ball, "toy": toy, "treat": treat}


class Board:
    """Makes positions: games with chosen cards, and dogs found by what they can do."""

    def __init__(self, reference: ModuleType, tables: ModuleType) -> None:
        self.reference, self.tables = reference, tables

    def dog(self, number: int = 0, **wanted: str) -> int:
        """Return a dog with these properties, the first or a later one; of the base set where nothing else is said."""
        wanted = {"set": "base", **wanted}
        found = [dog for dog, card in self.tables.DOGS.items() if wanted.items() <= card.items()]
        return found[number]

    def game(self, n_players: int, stage: str, params: Mapping[str, Any] | None = None, **changes: Any) -> Any:
        """Return a game at the start of a phase of round 1, with nothing dealt but an easy field.

        Location card 14 (no block; 6 swap, 11 stick, 14 ball) or 8 with four players, no forecast that matters.
        """
        setup = self.tables.random_setup(params or {}, n_players, random.Random(7))
        setup["forecasts"] = [9, 8, 10, 11]
        first = 14 if min(setup["locations"]) > 8 else 8
        setup["locations"] = [first, *(card for card in setup["locations"] if card != first)][:4]
        if n_players > 1:
            setup["objectives"] = PICKS[:n_players]
        setup["dice"] = list(changes.pop("dice", DICE)) if n_players <= 2 else []
        game = self.reference.Game(params or {}, n_players, {**setup, **changes})
        while game.phase == "objective":
            game.apply(game.legal()[0])
        if stage != "recruitment":
            game.jump(1, stage)
        return game

    def walk(
        self, n_players: int, leads: Sequence[Sequence[int]], params: Mapping[str, Any] | None = None, **changes: Any
    ) -> Any:
        """Return a game at the start of Walking with these dogs on the leads, one idle kennel dog each."""
        kennels = changes.pop("kennels", None)
        game = self.game(n_players, "recruitment", params, **changes)
        for seat in range(n_players):
            self.give(game, seat, lead=leads[seat], kennel=[] if kennels is None else kennels[seat])
        game.jump(1, "walking")
        return game

    def give(self, game: Any, seat: int, kennel: Sequence[int] = (), lead: Sequence[int] = ()) -> None:
        """Hand dogs out; those on the lead have their token."""
        game.kennels[seat] += kennel
        game.leads[seat] += lead
        game.tokens |= dict.fromkeys(kennel, 0) | dict.fromkeys(lead, 1)
        for dog in [*kennel, *lead]:
            if dog in game.deck:
                game.deck.remove(dog)


@pytest.fixture
def board(reference: ModuleType, tables: ModuleType) -> Board:
    """What makes positions."""
    return Board(reference, tables)


def offer(slot: int, value: int) -> Action:
    return {"kind": "offer", "slot": slot, "value": value}


def move(space: int) -> Action:
    return {"kind": "move", "space": space}


def place(dog: int, **pay: int) -> Action:
    return {"kind": "place", "dog": dog, "pay": stock(**pay)}


def spaces(game: Any) -> list[int]:
    """Return the spaces that can be moved to."""
    return [action["space"] for action in game.legal() if action["kind"] == "move"]


def step(game: Any, seat: int, start: int, space: int) -> None:
    """Let a seat move now, from a space to another."""
    assert game.phase == "move"
    game.seat = seat
    game.in_park.remove(seat)
    game.in_park.append(seat)
    game.positions[seat] = start
    game.apply(move(space))


# ---- section 20


@pytest.mark.parametrize(
    ("held", "cost", "expected"),
    [
        (stock(1, 3, 0, 1), stock(2, 0, 1), [stock(1, 3, 0, 1)]),  # 20.1
        (stock(1, 3, 0, 0), stock(2, 0, 1), []),  # 20.2
        (stock(0, 4), stock(1), [stock(0, 2)]),  # 20.3
        (stock(1, 4), stock(1), [stock(1)]),
        (stock(0, 1, 1, 1), stock(1), [stock(0, 1, 1), stock(0, 1, 0, 1), stock(0, 0, 1, 1)]),
        (stock(0, 2, 1), stock(1, 1), [stock(0, 2, 1)]),
        (stock(), stock(1), []),
        (stock(2, 2, 1, 1), stock(1, 1), [stock(1, 1)]),
    ],
)
def test_payments(tables: ModuleType, held: dict[str, int], cost: dict[str, int], expected: list[Any]) -> None:
    """20.1 to 20.3, 5.3: what is held must be used, two of any kind for each unit that is missing."""
    found = tables.payments(held, cost)
    assert len(found) == len(expected)
    assert all(pay in found for pay in expected)


def offers_at_one_dog(board: Board, values: tuple[int, int], die: int, **params: Any) -> Any:
    """Two players and the autowalker offer on slot 0."""
    game = board.game(2, "recruitment", params, dice=[die, *DICE])
    wanted = board.tables.DOGS[game.field[0]]["breed"]
    game.awards.remove(wanted)
    game.awards.insert(0, wanted)
    game.apply(offer(0, values[0]))
    game.apply(offer(0, values[1]))
    return game


def test_offers(board: Board) -> None:
    """20.4: B wins and pays 4; A chooses among two dogs for 1; the autowalker takes the last."""
    game = offers_at_one_dog(board, (2, 4), 3)
    dogs = game.field[1:]
    assert game.reputation == [5, 1]
    assert game.seat == 0
    assert game.legal() == [{"kind": "pick", "slot": 1}, {"kind": "pick", "slot": 2}]
    game.apply({"kind": "pick", "slot": 2})
    assert game.reputation == [4, 1]
    assert game.kennels[0] == [dogs[1]]
    assert game.kennels[2] == [dogs[0]]
    assert game.phase == "offer"
    assert None not in game.field


def test_ties_of_offers(board: Board) -> None:
    """20.5, 4.6: the autowalker wins a tie and pays nothing; between players the earlier one does."""
    game = offers_at_one_dog(board, (3, 1), 3)
    assert [len(kennel) for kennel in game.kennels] == [0, 0, 1]
    assert game.reputation == [5, 5]
    assert game.phase == "pick"
    game = offers_at_one_dog(board, (3, 1), 3, autowalker_tie="human")
    assert [len(kennel) for kennel in game.kennels] == [1, 0, 0]
    assert game.reputation == [2, 5]
    game = offers_at_one_dog(board, (2, 2), 1)
    assert [len(kennel) for kennel in game.kennels] == [1, 0, 0]
    assert game.reputation == [3, 5]


def test_chain_of_rewards(board: Board) -> None:
    """20.6: two sticks on space 15 fetch a toy, the toy a reputation and a swap."""
    lead = [
        board.dog(ability="obedient", param1="toy"),
        board.dog(ability="playmate", param1="toy"),
        board.dog(ability="go_fetch", param1="stick", param2="toy"),
    ]
    kennel = board.dog(ability="sociable")
    game = board.walk(2, [lead, [board.dog(ability="eager")]], kennels=[[kennel], []])
    step(game, 0, 14, 15)
    assert game.resources[0] == stock(4, 2, 2, 1)
    assert game.reputation[0] == 6
    assert game.phase == "reward"
    expected = [{"kind": "swap", "dog": kennel, "slot": slot} for slot in range(3)]
    assert game.legal() == [*expected, {"kind": "done"}]
    game.apply(expected[1])
    assert game.field[1] == kennel
    assert (game.phase, game.seat) == ("move", 1)


def test_tokens_on_space_11(tables: ModuleType) -> None:
    """20.7, 16.13: two tokens with card 7, one with card 15."""
    assert tables.rewards_of(11, 7)["reputation"] == 3
    assert tables.rewards_of(11, 7, card7_two_tokens=1)["reputation"] == 2
    assert tables.rewards_of(11, 15)["reputation"] == 2
    assert tables.rewards_of(11, 1)["reputation"] == 1
    assert tables.rewards_of(6, 7, card7_two_tokens=1)["treat"] == 1


def test_exit_behind_a_block(tables: ModuleType) -> None:
    """20.8: with 13 blocked, 11 is one step from the exit and 9 two."""
    block = tables.blocked_space(12)
    assert tables.spaces_at(11, 1, block) == [tables.LEAVE]
    assert tables.spaces_at(9, 2, block) == [tables.LEAVE]
    assert tables.spaces_at(9, 1, block) == [11]


@pytest.mark.parametrize(("forecast", "expected"), [(8, 0), (1, 0), (9, 3)])
def test_home_time(board: Board, forecast: int, expected: int) -> None:
    """20.9, 8.3: reputation 1, one dog on the lead, four unwalked; dogs keep their tokens."""
    game = board.game(3, "recruitment", forecasts=[forecast, 2, 3, 4])
    kennel, lead = game.deck[-5:-1], [game.deck[-1]]
    board.give(game, 0, kennel, lead)
    game.reputation[0] = 1
    game.jump(1, "home_time")
    assert game.reputation == [expected, 5, 5]
    assert game.leads[0] == []
    assert game.kennels[0] == [*kennel, *lead]
    assert game.tokens == {**dict.fromkeys(kennel, 0), lead[0]: 1}
    assert (game.round, game.first_player, game.seat) == (2, 1, 1)


def test_unwalked_dogs_cost_one_each(board: Board) -> None:
    """8.3: without forecast 8 or 9 an unwalked dog costs 1, one with a token nothing."""
    game = board.game(3, "recruitment", forecasts=[3, 8, 9, 4])
    board.give(game, 1, game.deck[-3:])
    game.tokens[game.kennels[1][0]] = 2
    game.jump(1, "home_time")
    assert game.reputation == [5, 3, 5]


def test_pack_dogs(board: Board, scoring: ModuleType) -> None:
    """20.10: two pack dogs among four hounds score 8 each."""
    dogs = [board.dog(k, breed="hound", ability="pack_dog") for k in (0, 1)]
    dogs += [board.dog(k, breed="hound", ability="eager") for k in (0, 1)]
    assert scoring.ability_points(dogs, dict.fromkeys(dogs, 0), stock(3)) == (16, 3)


def test_toy_collectors(board: Board, scoring: ModuleType) -> None:
    """20.11: five toys for two collectors or for one."""
    dogs = [board.dog(k, ability="toy_collector") for k in (0, 1)]
    assert scoring.ability_points(dogs, {}, stock(toy=5)) == (10, 0)
    assert scoring.ability_points(dogs[:1], {}, stock(toy=5)) == (6, 2)


def test_awards(board: Board, scoring: ModuleType) -> None:
    """20.12: who ties gets the award in full, nobody one without a dog."""
    awards = ["working", "hound", "terrier", "pastoral", "toy", "gundog", "utility"]
    one = [board.dog(0, breed="hound"), board.dog(1, breed="hound"), board.dog(breed="terrier")]
    two = [board.dog(2, breed="hound"), board.dog(3, breed="hound"), board.dog(breed="gundog")]
    assert scoring.award_winners(awards, [one, two]) == [[], [0, 1], [0], [], [], [1], []]


@pytest.mark.parametrize(("forecast", "expected"), [(10, 2), (9, 1)])
def test_swap_at_the_exit(board: Board, forecast: int, expected: int) -> None:
    """20.13: the new dog has one token by leave space 93 and one by forecast 10."""
    kennel = board.dog(ability="sociable")
    leads = [[board.dog(0, ability="eager")], [board.dog(1, ability="eager")]]
    game = board.walk(2, leads, kennels=[[kennel], []], forecasts=[forecast, 1, 2, 3])
    game.tokens[kennel] = 3
    incoming = game.field[2]
    step(game, 0, 15, 93)
    game.apply({"kind": "leave_bonus", "dog": kennel, "slot": 2})
    assert game.kennels[0] == [incoming]
    assert game.tokens[incoming] == expected
    assert game.field[2] == kennel
    assert kennel not in game.tokens


# ---- Recruitment


def test_offers_are_limited_by_reputation(board: Board) -> None:
    """4.1: 1 to 5, at most the own reputation."""
    game = board.game(3, "recruitment")
    assert game.legal() == [offer(slot, value) for slot in range(3) for value in range(1, 6)]
    game.reputation[0] = 2
    assert game.legal() == [offer(slot, value) for slot in range(3) for value in (1, 2)]


@pytest.mark.parametrize("rule", ["after_losers", "turn_order"])
def test_players_without_reputation(board: Board, rule: str) -> None:
    """4.2, 4.7, 4.8, 16.15: seat 0 cannot offer and takes a dog free, after or before the loser, who pays 1."""
    game = board.game(3, "recruitment", {"no_offer_pick": rule})
    game.reputation[0] = 0
    game.jump(1, "recruitment")
    assert game.seat == 1
    game.apply(offer(1, 3))
    game.apply(offer(1, 3))
    assert game.kennels[1] != []
    order = []
    while game.phase == "pick":
        order.append(game.seat)
        game.apply(game.legal()[0])
    assert order == ([2, 0] if rule == "after_losers" else [0, 2])
    assert game.reputation == [0, 2, 4]


def test_autowalkers_choose_dogs(board: Board) -> None:
    """13.1: the first breed by award space with a dog that no other autowalker chose, the leftmost such dog."""
    game = board.game(1, "recruitment")
    game.field = [board.dog(0, breed="toy"), board.dog(0, breed="hound"), board.dog(1, breed="hound")]
    game.awards = ["working", "hound", "toy", "pastoral", "terrier", "utility", "gundog"]
    game.apply(offer(0, 4))
    assert game.kennels == [[board.dog(0, breed="toy")], [board.dog(0, breed="hound")], [board.dog(1, breed="hound")]]
    assert game.dice_used == 2
    assert game.reputation == [1]


def test_forecast_7_in_recruitment(board: Board) -> None:
    """4.11, 11.7: one reputation and one resource for a utility dog, in turn order, before the refill."""
    game = board.game(3, "recruitment", forecasts=[7, 8, 9, 10])
    game.field = [board.dog(0, breed="utility"), board.dog(0, breed="toy"), board.dog(1, breed="utility")]
    game.apply(offer(2, 1))
    game.apply(offer(1, 1))
    game.apply(offer(0, 1))
    assert game.field == [None] * 3
    assert game.reputation == [5, 4, 5]
    assert (game.phase, game.seat) == ("gain", 0)
    assert game.legal() == [{"kind": "gain", "resource": kind} for kind in NO_PAY]
    game.apply({"kind": "gain", "resource": "toy"})
    assert (game.phase, game.seat) == ("gain", 2)
    game.apply({"kind": "gain", "resource": "treat"})
    assert game.resources == [stock(2, 2, 2, 1), stock(2, 2, 1, 1), stock(2, 2, 1, 2)]
    assert game.phase == "offer"


# ---- Selection


def select(board: Board, kennel: Sequence[int], held: dict[str, int], params: Any = None, **changes: Any) -> Any:
    """Return a game of three at the Selection of seat 0, who has these dogs and resources."""
    game = board.game(3, "recruitment", params, **changes)
    board.give(game, 0, kennel)
    game.resources[0] = held
    game.jump(1, "selection")
    return game


def test_a_dog_must_be_placed_if_it_can(board: Board) -> None:
    """5.8, 5.9: no stop before the first dog; who can place none is compensated and does not walk."""
    dog = board.dog(cost=stock(1, 1))
    game = select(board, [dog], stock(1, 1))
    assert game.legal() == [place(dog, stick=1, ball=1)]
    game.apply(game.legal()[0])
    assert game.legal() == [{"kind": "stop_placing"}]
    assert game.tokens[dog] == 1
    game = select(board, [dog], stock(1))
    assert game.legal() == [{"kind": "stop_placing"}]
    for _ in range(3):
        assert game.resources[0] == stock(1)
        game.apply({"kind": "stop_placing"})
    assert game.resources[0] == stock(2, 1)
    assert game.stage == "recruitment"  # nobody walks (6.12)
    assert game.round == 2


def test_lead_capacity(board: Board) -> None:
    """5.2, 11.11: three dogs, four under forecast 11."""
    dogs = [board.dog(k, ability="sociable") for k in range(5)]
    for round_number, capacity in ((1, 3), (2, 4)):
        game = board.game(3, "recruitment", forecasts=[9, 11, 10, 8])
        board.give(game, 0, dogs)
        game.resources[0] = stock(9, 9, 9, 9)
        game.jump(round_number, "selection")
        while game.seat != 0:
            game.apply({"kind": "stop_placing"})
        for _ in range(capacity):
            game.apply(game.legal()[0])
        assert game.legal() == [{"kind": "stop_placing"}]
        assert len(game.leads[0]) == capacity


def test_eager_and_crafty(board: Board) -> None:
    """10.1, 10.2: a gain when placed; another resource given for one, or not."""
    eager = board.dog(ability="eager", param1="treat")
    crafty = board.dog(ability="crafty", param1="stick")
    held = {kind: count + 1 for kind, count in board.tables.DOGS[crafty]["cost"].items()}
    game = select(board, [crafty], held)
    game.apply(place(crafty, **board.tables.DOGS[crafty]["cost"]))
    assert game.phase == "crafty"
    assert game.legal() == [{"kind": "crafty", "give": give} for give in (None, "ball", "toy", "treat")]
    game.apply({"kind": "crafty", "give": "toy"})
    assert game.resources[0] == stock(2, 1, 0, 1)
    game = select(board, [eager], dict(board.tables.DOGS[eager]["cost"]))
    game.apply(game.legal()[0])
    assert game.resources[0] == stock(treat=1)
    game = select(board, [crafty], {**board.tables.DOGS[crafty]["cost"], "stick": 1})
    game.apply(place(crafty, **board.tables.DOGS[crafty]["cost"]))
    assert game.legal() == [{"kind": "crafty", "give": None}]


def test_crafty_at_any_time(board: Board) -> None:
    """16.7: what crafty and eager dogs give can be taken later, the eager gain before the end."""
    crafty = board.dog(ability="crafty", param1="stick")
    eager = board.dog(ability="eager", param1="toy")
    prices = [board.tables.DOGS[dog]["cost"] for dog in (crafty, eager)]
    held = {kind: sum(price[kind] for price in prices) for kind in NO_PAY}
    game = select(board, [crafty, eager], held, {"crafty_timing": "any_time"})
    game.apply(place(crafty, **prices[0]))
    game.apply(place(eager, **prices[1]))
    assert game.resources[0] == stock()
    assert game.legal() == [{"kind": "eager", "gain": "toy"}]
    game.apply({"kind": "eager", "gain": "toy"})
    assert game.legal() == [{"kind": "stop_placing"}, {"kind": "crafty", "gain": "stick", "give": "toy"}]
    game.apply({"kind": "crafty", "gain": "stick", "give": "toy"})
    assert game.resources[0] == stock(stick=1)
    assert game.legal() == [{"kind": "stop_placing"}]


def test_forecast_1(board: Board) -> None:
    """11.1: for each gundog one kind of the location card, but no swap, scout or block."""
    gundogs = [board.dog(k, breed="gundog") for k in (0, 1)]
    game = select(board, gundogs, stock(), forecasts=[1, 2, 3, 4], locations=[15, 14, 13, 12])
    both = [{"kind": "gain", "resource": "treat"}, {"kind": "gain", "resource": "reputation"}]
    assert game.legal() == both
    game.apply(both[1])
    assert game.legal() == both
    game.apply(both[0])
    assert game.resources[0] == stock(treat=1)
    assert game.reputation[0] == 6
    assert game.phase == "place"
    game = select(board, gundogs[:1], stock(), forecasts=[1, 2, 3, 4], locations=[9, 14, 13, 12])
    assert game.legal() == both[1:]


def test_forecast_3(board: Board) -> None:
    """11.3: a pastoral placed grants one free placement while a place is left, also one placed free."""
    first = board.dog(0, breed="pastoral", ability="sociable")
    others = [board.dog(k, breed="pastoral", ability="pack_dog") for k in (0, 1)]
    game = select(board, [first, *others], dict(board.tables.DOGS[first]["cost"]), forecasts=[3, 2, 1, 4])
    game.apply(place(first, **board.tables.DOGS[first]["cost"]))
    assert game.legal() == [place(others[0]), place(others[1]), {"kind": "stop_placing"}]
    game.apply(place(others[0]))
    assert game.free_placements == 1
    game.apply(place(others[1]))
    assert game.free_placements == 0  # the lead is full
    assert len(game.leads[0]) == 3


def test_forecast_3_keeps_the_credit(board: Board) -> None:
    """18.7: who pays although a placement is free keeps the free one."""
    dogs = [board.dog(0, breed="pastoral", ability="sociable"), *(board.dog(k, ability="pack_dog") for k in (0, 1))]
    game = select(board, dogs, stock(6, 6, 6, 6), forecasts=[3, 2, 1, 4])
    for dog in dogs[:2]:
        game.apply(place(dog, **board.tables.DOGS[dog]["cost"]))
    assert place(dogs[2]) in game.legal()
    assert place(dogs[2], **board.tables.DOGS[dogs[2]]["cost"]) in game.legal()


def test_forecast_6(board: Board) -> None:
    """11.6: two reputation for a hound placed."""
    dogs = [board.dog(0, breed="hound", ability="sociable"), board.dog(0, breed="toy", ability="sociable")]
    game = select(board, dogs, stock(6, 6, 6, 6), forecasts=[6, 2, 1, 4])
    for dog in dogs:
        game.apply(place(dog, **board.tables.DOGS[dog]["cost"]))
    assert game.reputation[0] == 7


# ---- Walking


def eager_leads(board: Board, n_players: int) -> list[list[int]]:
    """Return a dog a player that does nothing while walking."""
    return [[board.dog(k, ability="eager")] for k in range(n_players)]


def test_moves_in_turn_order(board: Board) -> None:
    """6.3, 6.4: one to four steps, in turn order, without those who have no dog on the lead."""
    game = board.walk(4, [*eager_leads(board, 2), [], [board.dog(5, ability="eager")]])
    order = []
    for space in (1, 2, 3, 4, 5, 6):
        order.append(game.seat)
        if game.positions[game.seat] == 0:
            assert spaces(game) == [1, 2, 3, 4]
        game.apply(move(space))
        while game.phase != "move":
            game.apply(game.legal()[-1])
    assert order == [0, 1, 3, 0, 1, 3]


def test_occupied_spaces(board: Board) -> None:
    """6.7: all rewards for one reputation, or nothing; without reputation nothing."""
    game = board.walk(3, eager_leads(board, 3))
    game.apply(move(2))
    assert game.resources[0] == stock(2, 3, 1, 1)
    game.apply(move(2))
    assert game.legal() == [{"kind": "pay_occupied", "pay": False}, {"kind": "pay_occupied", "pay": True}]
    game.apply({"kind": "pay_occupied", "pay": True})
    assert (game.resources[1], game.reputation[1]) == (stock(2, 3, 1, 1), 4)
    game.reputation[2] = 0
    game.apply(move(2))
    assert game.legal() == [{"kind": "pay_occupied", "pay": False}]
    game.apply({"kind": "pay_occupied", "pay": False})
    assert game.resources[2] == stock(2, 2, 1, 1)


def test_social_butterfly(board: Board) -> None:
    """10.6: takes the rewards of an occupied space without paying, without a choice."""
    game = board.walk(2, [[board.dog(ability="eager")], [board.dog(ability="social_butterfly")]])
    game.apply(move(2))
    game.apply(move(2))
    assert (game.resources[1], game.reputation[1]) == (stock(2, 3, 1, 1), 5)
    assert game.phase == "move"


def test_go_fetch_once_per_movement(board: Board) -> None:
    """10.3, 10.4: fetching its own kind does not trigger it again; the next movement does."""
    same = board.dog(ability="go_fetch", param1="ball", param2="ball")
    game = board.walk(3, [[same, board.dog(ability="obedient", param1="ball")], *eager_leads(board, 2)])
    step(game, 0, 0, 2)
    assert (game.resources[0], game.reputation[0]) == (stock(2, 4, 1, 1), 6)
    step(game, 0, 6, 8)
    assert (game.resources[0], game.reputation[0]) == (stock(2, 6, 1, 1), 7)


def test_playmates(board: Board) -> None:
    """10.5: one swap for each playmate of a kind gained, beside the swap of the space."""
    lead = [board.dog(k, ability="playmate", param1="toy") for k in (0, 1)]
    kennel = board.dog(ability="sociable")
    game = board.walk(2, [lead, *eager_leads(board, 1)], kennels=[[kennel], []])
    step(game, 0, 2, 3)
    assert game.pending_swaps == 2
    game.apply(game.legal()[0])
    assert game.pending_swaps == 1
    game.apply({"kind": "done"})
    assert (game.pending_swaps, game.seat) == (0, 1)


def test_a_walk_for_four(board: Board) -> None:
    """6.5, 6.10: 3, 2 and 1 reputation on the way out, the last walker loses 1."""
    game = board.walk(4, eager_leads(board, 4))
    step(game, 0, 13, 91)
    game.positions[1] = 11
    assert spaces(game) == [13, 92, 93]
    game.apply(move(92))
    game.positions[2] = 15
    assert spaces(game) == [93]
    assert game.reputation == [8, 7, 5, 5]
    game.apply(move(93))
    assert game.legal() == [{"kind": "leave_bonus", "dog": None, "slot": None}]  # 7.2
    game.apply(game.legal()[0])
    # 94 costs 1, then Home time gives 2
    assert game.reputation == [10, 9, 8, 6]
    assert (game.stage, game.round) == ("recruitment", 2)


@pytest.mark.parametrize(("loses", "held", "expected"), [(1, 5, 4), (1, 0, 0), (0, 5, 5), (2, 5, 3), (7, 5, 0)])
def test_the_last_walker_loses(board: Board, loses: int, held: int, expected: int) -> None:
    """6.10, 16.4: not below 0."""
    game = board.walk(3, eager_leads(board, 3), {"last_walker_loses": loses})
    game.reputation[2] = held
    step(game, 0, 13, 92)
    game.positions[1] = 13
    game.apply(move(93))
    game.apply(game.legal()[0])
    assert game.reputation[2] == expected + 2  # Home time
    assert game.round == 2


def test_leaving_in_order_of_arrival(board: Board) -> None:
    """16.2: only the best free leave space."""
    game = board.walk(4, eager_leads(board, 4), {"leave_bonus": "arrival_order"})
    for seat, space in enumerate((91, 92, 93)):
        game.positions[seat] = 15
        assert spaces(game) == [space]
        game.apply(move(space))


def test_a_lone_walker(board: Board) -> None:
    """6.11, 16.5: walks on to a leave space of choice, or goes to 94 at once."""
    leads = [[], [], [board.dog(ability="eager")]]
    game = board.walk(3, leads)
    assert game.seat == 2
    game.apply(move(1))
    game.positions[2] = 15
    assert spaces(game) == [92, 93]
    game.apply(move(92))
    assert game.reputation == [5, 5, 9]
    game = board.walk(3, leads, {"lone_human_walks_on": False})
    assert game.round == 2
    assert game.reputation == [5, 5, 6]


def test_walk_ends_when_only_autowalkers_are_left(board: Board) -> None:
    """6.10, 13.4: the autowalker goes home; alone against it the player is last when it leaves."""
    leads = [[board.dog(ability="eager")], []]
    game = board.walk(2, leads)
    step(game, 0, 15, 92)
    assert game.round == 2
    assert game.reputation[0] == 9
    game = board.walk(2, leads, dice=[2] * 5)
    game.positions[2] = 14
    game.apply(move(1))
    assert game.round == 2
    assert game.reputation[0] == 6


def test_autowalkers_move(board: Board) -> None:
    """13.4, 13.5: exactly the die; the first player decides at the fork; the exit is the best free leave space."""
    game = board.walk(2, eager_leads(board, 2), dice=[3, 1, 4, 4])
    game.apply(move(3))
    game.apply(move(4))
    assert game.positions[2] == 3
    game.apply(move(4))
    game.apply({"kind": "pay_occupied", "pay": False})
    game.apply(move(6))
    game.apply({"kind": "done"})
    assert game.positions[2] == 4
    game.apply(move(5))
    game.apply(move(8))
    assert (game.seat, game.legal()) == (0, [{"kind": "fork", "space": 12}, {"kind": "fork", "space": 9}])
    game.apply({"kind": "fork", "space": 9})
    assert game.positions[2] == 9
    game.apply(move(7))
    game.apply(move(10))
    while game.phase == "reward":
        game.apply({"kind": "done"})
    assert game.positions[2] == 92
    assert game.dice_used == 4
    assert (game.seat, game.resources[0]) == (0, stock(3, 2, 2, 1))


def test_scout(board: Board) -> None:
    """7.4: two dogs are revealed, at most one goes to the field; what it replaces and the rest are out."""
    game = board.walk(3, eager_leads(board, 3))
    first, second, field = game.deck[0], game.deck[1], list(game.field)
    step(game, 0, 7, 9)
    assert game.legal() == [{"kind": "scout"}, {"kind": "done"}]
    game.apply({"kind": "scout"})
    assert game.revealed == [first, second]
    assert len(game.legal()) == 7
    game.apply({"kind": "replace", "slot": 1, "dog": second})
    assert game.field == [field[0], second, field[2]]
    assert game.discards == [field[1], first]
    assert game.seat == 1
    third = game.deck[:2]
    step(game, 1, 7, 9)
    if game.phase == "pay_occupied":
        game.apply({"kind": "pay_occupied", "pay": True})
    game.apply({"kind": "scout"})
    game.apply({"kind": "keep"})
    assert game.field == [field[0], second, field[2]]
    assert game.discards[2:] == third


@pytest.mark.parametrize(("per_scout", "expected"), [(1, 1), (2, 2), (4, 2)])
def test_search_and_rescue(board: Board, per_scout: int, expected: int) -> None:
    """10.7, 16.6: one swap per scout, or one for each such dog; it joins the other pending rewards."""
    lead = [board.dog(k, ability="search_and_rescue") for k in (0, 1)]
    kennel = board.dog(ability="sociable")
    params = {"search_and_rescue_per_scout": per_scout}
    game = board.walk(2, [lead, *eager_leads(board, 1)], params, kennels=[[kennel], []])
    step(game, 0, 4, 6)  # printed scout, and the swap of location card 14
    assert {action["kind"] for action in game.legal()} == {"swap", "scout", "done"}
    game.apply({"kind": "scout"})
    game.apply({"kind": "keep"})
    assert (game.pending_swaps, game.pending_scouts) == (1 + expected, 0)
    for _ in range(1 + expected):
        assert {action["kind"] for action in game.legal()} == {"swap", "done"}
        game.apply(game.legal()[0])
    assert (game.phase, game.seat) == ("move", 1)


def test_swaps_without_a_kennel_dog(board: Board) -> None:
    """7.2: there is nothing to swap; `done` gives the reward up."""
    game = board.walk(3, eager_leads(board, 3))
    step(game, 0, 8, 10)
    assert game.legal() == [{"kind": "done"}]
    game.apply({"kind": "done"})
    assert game.seat == 1


@pytest.mark.parametrize("triggers", [False, True])
def test_forecast_7_while_walking(board: Board, triggers: bool) -> None:
    """7.3, 10.8, 16.8: a utility dog swapped in pays at once; its resource triggers abilities only by the switch."""
    kennel = board.dog(ability="sociable")
    lead = [board.dog(ability="obedient", param1="toy"), board.dog(ability="playmate", param1="toy")]
    params = {"forecast7_triggers_abilities": triggers}
    game = board.walk(2, [lead, *eager_leads(board, 1)], params, kennels=[[kennel], []], forecasts=[7, 8, 9, 10])
    game.field[0] = board.dog(3, breed="utility")
    step(game, 0, 8, 10)
    game.apply({"kind": "swap", "dog": kennel, "slot": 0})
    assert (game.phase, game.seat) == ("gain", 0)
    game.apply({"kind": "gain", "resource": "toy"})
    assert game.resources[0] == stock(2, 2, 2, 1)
    assert game.reputation[0] == (7 if triggers else 6)
    assert game.seat == (0 if triggers else 1)
    assert game.phase == ("reward" if triggers else "move")


# ---- Home time and the end


@pytest.mark.parametrize(
    ("forecast", "breed", "gains", "reputation"), [(2, "terrier", 4, 0), (4, "working", 2, 2), (5, "toy", 0, 6)]
)
def test_forecasts_at_home_time(board: Board, forecast: int, breed: str, gains: int, reputation: int) -> None:
    """8.1, 11.2, 11.4, 11.5: for two dogs, one in the kennel and one on the lead."""
    game = board.game(3, "recruitment", forecasts=[forecast, 8, 9, 10])
    board.give(game, 1, [board.dog(0, breed=breed)], [board.dog(1, breed=breed)])
    game.jump(1, "home_time")
    for _ in range(gains):
        assert (game.seat, game.phase) == (1, "gain")
        game.apply({"kind": "gain", "resource": "treat"})
    assert game.round == 2
    assert game.resources[1] == stock(2, 2, 1, 1 + gains)
    assert game.reputation[1] == 5 + reputation + 2 - 1


OBJECTIVE_CASES = [
    # card, breeds, tokens, awards, players, met
    (1, ["hound"] * 4, [0] * 4, 0, 4, True),
    (1, ["hound"] * 3 + ["toy"], [0] * 4, 0, 4, False),
    (2, ["hound", "toy", "toy"], [2, 2, 3], 0, 2, True),
    (2, ["hound", "toy", "toy"], [2, 1, 5], 0, 2, False),
    (3, ["hound", "toy"], [5, 5], 0, 3, True),
    (3, ["hound", "toy"], [5, 4], 0, 3, False),
    (4, ["hound"], [0], 4, 3, True),
    (4, ["hound"], [0], 3, 3, False),
    (4, ["hound"], [0], 3, 4, True),
    (4, ["hound"], [0], 2, 4, False),
    (5, ["hound"] * 8, [1] * 7 + [0], 0, 2, True),
    (5, ["hound"] * 8, [1] * 6 + [0, 0], 0, 2, False),
    (6, ["hound", "toy"], [2, 2], 0, 2, True),
    (6, ["hound", "toy"], [4, 1], 0, 2, False),
    (7, ["hound"] * 3, [0] * 3, 0, 2, True),
    (7, ["hound"] * 2, [0] * 2, 0, 2, False),
    (8, ["hound", "toy", "working", "gundog"], [0] * 4, 0, 2, True),
    (8, ["hound", "toy", "working", "toy"], [0] * 4, 0, 2, False),
    (9, ["hound"], [0], 3, 2, True),
    (9, ["hound"], [0], 2, 2, False),
    (9, ["hound"], [0], 2, 4, True),
    (10, ["hound"] * 8, [1] * 6 + [0, 0], 0, 2, True),
    (10, ["hound"] * 8, [3] * 5 + [0, 0, 0], 0, 2, False),
]


@pytest.mark.parametrize("case", OBJECTIVE_CASES, ids=str)
def test_objectives(board: Board, scoring: ModuleType, case: tuple[Any, ...]) -> None:
    """Section 12, each card met and just missed."""
    card, breeds, tokens, n_awards, n_players, met = case
    dogs = [board.dog(k, breed=breed) for k, breed in enumerate(breeds)]
    points = scoring.objective_points(card, dogs, dict(zip(dogs, tokens, strict=True)), n_awards, n_players)
    assert points == (0 if not met else 7 if card <= 5 else 3)


def test_other_final_abilities(board: Board, scoring: ModuleType) -> None:
    """10.10 to 10.12: tokens, breeds, leftover sticks and balls up to 6 a dog."""
    raring, sociable = board.dog(ability="raring_to_go"), board.dog(ability="sociable", breed="hound")
    tokens = {raring: 4, sociable: 2}
    breeds = {board.tables.DOGS[dog]["breed"] for dog in tokens}
    assert scoring.ability_points([raring, sociable], tokens, stock()) == (8 + len(breeds), 0)
    hogs = [board.dog(ability="ball_hog"), board.dog(ability="stick_chaser")]
    assert scoring.ability_points(hogs, {}, stock(7, 5, 9, 9)) == (11, 19)
    assert scoring.ability_points([board.dog(ability="treat_lover")], {}, stock(treat=2)) == (4, 0)
    assert scoring.ability_points([board.dog(ability="treat_lover")], {}, stock(treat=4)) == (6, 1)  # 16.9


def end_of(board: Board, n_players: int, kennels: Sequence[Sequence[int]], **planted: Any) -> dict[str, Any]:
    """Return the end line of a game that ends with these kennels."""
    params = planted.pop("params", {})
    game = board.game(n_players, "recruitment", params)
    game.awards = ["working", "hound", "terrier", "pastoral", "toy", "gundog", "utility"]  # 8 7 6 4 3 2 2
    for seat, kennel in enumerate(kennels):
        board.give(game, seat, kennel)
    for name, value in planted.items():
        setattr(game, name, value)
    game.jump(4, "final_scoring")
    result: dict[str, Any] = game.result()
    return result


def test_totals(board: Board) -> None:
    """9.1 to 9.5: the parts of a total, with the autowalker's awards."""
    kennels = [
        [
            board.dog(0, breed="hound", ability="pack_dog"),
            *(board.dog(k, breed="hound", ability="eager") for k in (0, 1)),
        ],
        [board.dog(breed="toy", ability="eager")],
        [board.dog(breed="toy", ability="playmate")],
    ]
    end = end_of(
        board,
        2,
        kennels,
        reputation=[3, 0],
        resources=[stock(3, 2, 2, 2), stock(1, 1, 1, 1)],
        objectives=[7, 8],
    )
    assert end["breakdown"] == [
        {"reputation": 3, "abilities": 6, "awards": 7, "objective": 3, "leftover": 1},
        {"reputation": 0, "abilities": 0, "awards": 3, "objective": 0, "leftover": 0},
        {"reputation": 0, "abilities": 0, "awards": 3, "objective": 0, "leftover": 0},
    ]
    assert end["award_winners"] == [[], [0], [], [], [1, 2], [], []]
    assert (end["scores"], end["best_award"], end["winners"], end["payoff"]) == ([20, 3], [7, 3], [0], [1, 0])
    assert end["reason"] == "four_rounds"


@pytest.mark.parametrize(("tiebreak", "winners"), [("award_count", [0]), ("highest_award", [1])])
def test_ties_of_totals(board: Board, tiebreak: str, winners: list[int]) -> None:
    """9.6, 16.1: two awards of 3 and 2 beat one of 8, or the other way round."""
    kennels = [
        [board.dog(breed="toy", ability="eager"), board.dog(breed="gundog", ability="eager")],
        [board.dog(breed="working", ability="eager")],
    ]
    end = end_of(board, 3, kennels, reputation=[8, 5, 4], params={"tiebreak": tiebreak})
    assert end["scores"] == [14, 14, 5]  # with one for the six resources of the start
    assert end["winners"] == winners
    assert sum(end["payoff"]) == 1


def test_shared_wins(board: Board) -> None:
    """9.6: tied in awards too; each of two gets half."""
    kennels = [[board.dog(0, breed="toy", ability="eager")], [board.dog(0, breed="toy", ability="playmate")]]
    for tiebreak in ("award_count", "highest_award"):
        end = end_of(board, 3, kennels, reputation=[4, 4, 2], params={"tiebreak": tiebreak})
        assert (end["winners"], end["payoff"]) == ([0, 1], [0.5, 0.5, 0])


@pytest.mark.parametrize(
    ("card", "case", "met"),
    [
        (20, (stock(4), 8, 3, 0), True),
        (20, (stock(3), 8, 3, 0), False),
        (20, (stock(4), 7, 3, 0), False),
        (20, (stock(4), 8, 2, 0), False),
        (21, (stock(1, 1, 1, 1), 9, 3, 1), True),
        (21, (stock(9, 9, 9, 0), 9, 3, 1), False),
        (21, (stock(1, 1, 1, 1), 9, 3, 0), False),
        (22, (stock(8), 9, 3, 2), True),
        (22, (stock(7), 9, 3, 2), False),
        (23, (stock(2, 2, 2, 2), 10, 3, 3), True),
        (23, (stock(2, 2, 2, 1), 10, 3, 3), False),
        (23, (stock(2, 2, 2, 2), 9, 3, 3), False),
    ],
)
def test_solo_objectives(scoring: ModuleType, card: int, case: tuple[Any, ...], met: bool) -> None:
    """14.2: all conditions of a card."""
    assert scoring.solo_objective_met(card, *case) is met


def test_solo_rating(scoring: ModuleType) -> None:
    """14.3, 23: no star below 41."""
    totals = {0: 0, 40: 0, 41: 1, 47: 1, 48: 2, 54: 2, 55: 3, 61: 3, 62: 4, 99: 4}
    assert {total: scoring.rating_stars(total) for total in totals} == totals


def test_a_solo_game_won_and_lost(board: Board) -> None:
    """14.2, 23: a lost game keeps its total; resources are counted before they are assigned."""
    kennel = [
        board.dog(breed="toy", ability="toy_collector"),
        board.dog(breed="hound", ability="eager"),
        board.dog(breed="terrier", ability="eager"),
    ]
    tokens = dict(zip(kennel, (4, 4, 2), strict=True))
    planted = {"objectives": [23], "reputation": [25], "resources": [stock(2, 2, 2, 2)]}
    end = end_of(board, 1, [kennel], **planted)
    # no tokens yet
    assert end["solo"] == {"objective_met": False, "stars": 0}
    assert (end["winners"], end["payoff"]) == ([], [0])
    total = 25 + 2 * 2 + 7 + 6 + 3 + 6 // 5
    assert end["scores"] == [total]
    game = board.game(1, "recruitment")
    game.awards = ["working", "hound", "terrier", "pastoral", "toy", "gundog", "utility"]
    board.give(game, 0, kennel)
    game.tokens |= tokens
    for name, value in planted.items():
        setattr(game, name, value)
    game.jump(4, "final_scoring")
    end = game.result()
    assert end["solo"] == {"objective_met": True, "stars": 6 + 1}
    assert (end["scores"], end["winners"], end["payoff"]) == ([total], [0], [1])


# ---- more sets and variants (sections 21, 22)


def test_gentle_walk(board: Board) -> None:
    """22: one more toy and treat each."""
    assert board.game(3, "recruitment", {"gentle_walk": True}).resources == [stock(2, 2, 2, 2)] * 3
    assert board.game(3, "recruitment").resources == [stock(2, 2, 1, 1)] * 3


EUROPEAN, FAMOUS, WORLD = ({"sets": ["base", name]} for name in ("european", "famous", "world"))


def test_lone_wolf(board: Board, scoring: ModuleType) -> None:
    """21: three reputation if no other own dog has its breed."""
    wolf = board.dog(set="european", ability="lone_wolf", breed="hound")
    assert scoring.ability_points([wolf, board.dog(ability="eager", breed="toy")], {}, stock()) == (3, 0)
    assert scoring.ability_points([wolf, board.dog(ability="eager", breed="hound")], {}, stock()) == (0, 0)


def test_well_trained(board: Board) -> None:
    """21: one reputation for swaps and scouts, once per movement and dog."""
    lead = [board.dog(k, set="european", ability="well_trained") for k in (0, 1)]
    kennel = board.dog(ability="sociable")
    game = board.walk(2, [lead, *eager_leads(board, 1)], EUROPEAN, kennels=[[kennel], []])
    step(game, 0, 4, 6)
    game.apply({"kind": "scout"})
    assert game.reputation[0] == 7
    game.apply({"kind": "keep"})
    game.apply(game.legal()[0])
    assert game.reputation[0] == 7
    step(game, 0, 15, 93)
    game.apply(game.legal()[1])
    # the walk is not over: the autowalker and seat 1 are inside
    assert game.reputation[0] == 9


def test_hoarder(board: Board, scoring: ModuleType) -> None:
    """21: one reputation for two leftovers of any kinds, at most 12, after the collectors."""
    hoarders = [board.dog(k, set="famous", ability="hoarder") for k in (0, 1)]
    assert scoring.ability_points(hoarders[:1], {}, stock(2, 1, 1, 1)) == (2, 1)
    assert scoring.ability_points(hoarders[:1], {}, stock(5, 5, 5, 5)) == (6, 8)
    assert scoring.ability_points(hoarders, {}, stock(5, 5, 5, 4)) == (9, 1)
    assert scoring.ability_points([hoarders[0], board.dog(ability="ball_hog")], {}, stock(1, 5, 1)) == (6, 0)


def test_show_off(board: Board) -> None:
    """21: one reputation when placed."""
    dog = board.dog(set="famous", ability="show_off")
    game = select(board, [dog], stock(3, 3, 3, 3), FAMOUS)
    game.apply(game.legal()[0])
    assert game.reputation[0] == 6


@pytest.mark.parametrize(("held", "expected"), [(5, 6), (0, 2)])
def test_slowpoke(board: Board, held: int, expected: int) -> None:
    """21: the last walker loses 1, then gains 2."""
    leads = [*eager_leads(board, 2), [board.dog(set="famous", ability="slowpoke")]]
    game = board.walk(3, leads, FAMOUS)
    game.reputation[2] = held
    step(game, 0, 13, 92)
    game.positions[1] = 13
    game.apply(move(93))
    game.apply(game.legal()[0])
    assert game.reputation[2] == expected + 2  # Home time


def test_friendly(board: Board) -> None:
    """21: the next dog may be placed for one resource of any kind, only the next."""
    friendly = board.dog(set="world", ability="friendly")
    price = board.tables.DOGS[friendly]["cost"]
    dogs = [board.dog(k, cost=stock(1, 1, 1)) for k in (0, 1)]
    game = select(board, [friendly, *dogs], {**stock(1, 0, 0, 1), **price, "treat": price["treat"] + 2}, WORLD)
    game.apply(place(friendly, **price))
    assert place(dogs[0], treat=1) in game.legal()
    game.apply(place(dogs[0], treat=1))
    assert game.legal() == [{"kind": "stop_placing"}]


def test_fusspot(board: Board, scoring: ModuleType) -> None:
    """21: four reputation with a token, a leftover of its kind and another dog of its breed; served before the rest."""
    fusspot = board.dog(set="world", ability="fusspot", param1="toy")
    breed = board.tables.DOGS[fusspot]["breed"]
    other = board.dog(breed=breed, ability="eager")
    walked, unwalked = {fusspot: 1, other: 0}, {fusspot: 0, other: 1}
    assert scoring.ability_points([fusspot, other], walked, stock(toy=2)) == (4, 1)
    assert scoring.ability_points([fusspot, other], unwalked, stock(toy=2)) == (0, 2)
    assert scoring.ability_points([fusspot, other], walked, stock(treat=2)) == (0, 2)
    assert scoring.ability_points([fusspot], walked, stock(toy=2)) == (0, 2)
    collector = next(
        dog for dog, card in board.tables.DOGS.items() if card["ability"] == "toy_collector" and card["breed"] != breed
    )
    tokens = {**walked, collector: 0}
    assert scoring.ability_points([collector, fusspot, other], tokens, stock(toy=2)) == (6, 0)


def test_globetrotter(board: Board) -> None:
    """21: one reputation for the rewards of an occupied space at most three steps ahead, in place of the own one."""
    leads = [*eager_leads(board, 1), [board.dog(set="world", ability="globetrotter")], [board.dog(3, ability="eager")]]
    game = board.walk(3, leads, WORLD)
    game.apply(move(4))
    game.apply(move(1))
    assert game.legal() == [{"kind": "globetrotter", "space": None}, {"kind": "globetrotter", "space": 4}]
    game.apply({"kind": "globetrotter", "space": 4})
    assert (game.resources[1], game.reputation[1]) == (stock(2, 2, 1, 2), 4)
    step(game, 1, 1, 2)
    game.apply({"kind": "globetrotter", "space": None})
    assert (game.resources[1], game.reputation[1]) == (stock(2, 3, 1, 2), 4)
