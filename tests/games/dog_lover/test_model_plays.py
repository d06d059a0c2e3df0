"""Plays and pending cards of Dog Lover (3.5 to 3.8), rule by rule, on the reference model."""

from __future__ import annotations

from typing import Any

import pytest


def end_turn(game: Any) -> None:
    game.apply({"kind": "end_turn"})


def test_rescue(board: Any) -> None:
    """3.5: two adoption cards for a face-up dog; those in lower slots move up, slot 0 is refilled."""
    game = board.game("s01", hand="adoption bone adoption")
    game.shelter_row, game.shelter_deck = ["r01", "r02", "r03"], ["r04", "r05"]
    assert board.options(game, "rescue") == [0, 1, 2]
    game.apply({"kind": "rescue", "slot": 1})
    assert [dog.card for dog in game.players[0].dogs] == ["s01", "r02"]
    assert (game.shelter_row, game.shelter_deck) == (["r04", "r01", "r03"], ["r05"])
    assert (game.players[0].hand, game.discards) == (["bone"], ["adoption", "adoption"])
    assert board.options(game, "rescue") == []


def test_rows_slide_without_a_deck(board: Any) -> None:
    """2.6: with an empty deck the cards still slide, and slot 0 stays empty."""
    game = board.game("s01", hand="adoption " * 6)
    game.shelter_row, game.shelter_deck = ["r01", "r02", "r03"], []
    game.apply({"kind": "rescue", "slot": 2})
    assert game.shelter_row == [None, "r01", "r02"]
    assert board.options(game, "rescue") == [1, 2]
    game.apply({"kind": "rescue", "slot": 1})
    assert game.shelter_row == [None, None, "r02"]


@pytest.mark.parametrize(("cost", "held"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_adoption_cost(board: Any, cost: int, held: int) -> None:
    """`adoption_cost` is what a rescue takes."""
    game = board.game("s01", hand="adoption " * held, params={"adoption_cost": cost})
    game.apply({"kind": "rescue", "slot": 0})
    assert game.players[0].hand == []
    if held:
        few = board.game("s01", hand="adoption " * (held - 1), params={"adoption_cost": cost})
        assert board.options(few, "rescue") == []


def test_learn(board: Any) -> None:
    """3.5: training cards equal to the cost; the same sliding and refill."""
    game = board.game("s01", hand="training training")
    game.trick_row, game.trick_deck = ["t10", "t01", "t05"], ["t11"]  # cost 3, 1, 2
    assert board.options(game, "learn") == [1, 2]
    game.apply({"kind": "learn", "slot": 2})
    assert game.players[0].tricks == ["basic", "t05"]
    assert (game.trick_row, game.trick_deck) == (["t11", "t10", "t01"], [])
    assert (game.players[0].hand, game.discards) == ([], ["training", "training"])


def test_tuck_training(board: Any) -> None:
    """3.5: under an own dog that has none; `tuck_limit_each` is the limit."""
    game = board.game("s01", "s02", hand="training training training")
    assert board.options(game, "tuck_training") == [0, 1]
    game.apply({"kind": "tuck_training", "dog": 1})
    assert (game.players[0].dogs[1].trainings, game.players[0].hand) == (1, ["training"] * 2)
    assert board.options(game, "tuck_training") == [0]
    for limit, expected in ((0, []), (2, [0, 1])):
        game.params["tuck_limit_each"] = limit
        assert board.options(game, "tuck_training") == expected


def test_pending_walks(board: Any) -> None:
    """3.6, 3.8: a walk must be tucked if a dog can take it; otherwise it is discarded at the end."""
    game = board.game(board.dog("s01", walks=1), grid="walk s02 walk bone bone bone bone bone bone", watch="r2")
    board.take(game, 0, 1, 2)
    assert game.legal_actions() == [{"kind": "tuck_walk", "dog": 1}]
    game.apply({"kind": "tuck_walk", "dog": 1})
    assert board.kinds(game) == {"end_turn"}
    end_turn(game)
    assert [dog.walks for dog in game.players[0].dogs] == [1, 1]
    assert (game.discards, game.pending_walks) == (["walk"], 0)


def test_a_walk_waits_for_a_rescued_dog(board: Any) -> None:
    """3.6: until the end of the turn a dog may still be rescued for it, and then the walk must go there."""
    game = board.game(board.dog("s01", walks=1), hand="adoption adoption", grid="walk " + "bone " * 8, watch="r2")
    board.take(game, 0, 1, 2)
    assert board.kinds(game) == {"rescue", "end_turn"}
    game.apply({"kind": "rescue", "slot": 0})
    assert game.legal_actions() == [{"kind": "tuck_walk", "dog": 1}]


def test_attach(board: Any) -> None:
    """3.5, 3.7, 3.8: to an own dog of the named size without a trait, and if there is one it must be."""
    game = board.game("s01", "m01", "s02", grid="x01 x02 x04 bone bone bone bone bone bone", watch="r2")
    board.take(game, 0, 1, 2)
    attach = board.options(game, "attach")
    assert board.kinds(game) == {"attach"}
    assert [(each["trait"], each["dog"]) for each in attach] == [
        ("x01", 0),
        ("x01", 2),
        ("x02", 0),
        ("x02", 2),
        ("x04", 0),
        ("x04", 1),
        ("x04", 2),
    ]
    game.apply({"kind": "attach", "trait": "x02", "dog": 2})
    assert game.players[0].dogs[2].traits == ["x02"]
    assert [each["dog"] for each in board.options(game, "attach")] == [0, 0, 1]
    assert game.pending_traits == ["x01", "x04"]


def test_traits_per_dog(board: Any) -> None:
    """`traits_per_dog` is the limit; a dog of every size by its trait then takes one of any size (4.3)."""
    for limit, expected in ((0, []), (1, []), (2, ["x02", "x09"])):
        dog = board.dog("m01", "x07")
        game = board.game(dog, grid="x02 x09 bone " + "bone " * 6, watch="r2", params={"traits_per_dog": limit})
        board.take(game, 0, 1, 2)
        assert [each["trait"] for each in board.options(game, "attach")] == expected


# ---- pending cards at the end of a turn


def drop(board: Any, trait: str, hand: str = "", **cubes: int) -> Any:
    """Return a game in which a trait that no dog can have was gained, and the turn ended."""
    game = board.game(board.dog("s01", "x12"), grid=f"{trait} " + "bone " * 8, watch="r2", hand=hand, **cubes)
    game.grid[1] = game.grid[2] = "fetch"  # so that nothing else comes to the hand
    board.take(game, 0, 1, 2)
    end_turn(game)
    return game


@pytest.mark.parametrize(("trait", "kind"), [("x03", "bone"), ("x05", "training"), ("x06", "adoption")])
def test_a_trait_costs_cards(board: Any, trait: str, kind: str) -> None:
    """3.7: without a dog for it a trait is discarded with a card of the named kind, if the player has one."""
    game = drop(board, trait, hand=f"bone training adoption fav_a {kind}")
    left = ["bone", "training", "adoption", "fav_a", kind]
    left.remove(kind)
    assert sorted(game.players[0].hand) == sorted(left)
    assert game.discards == [trait, kind]
    game = drop(board, trait, hand="fav_a")
    assert (game.players[0].hand, game.discards, game.seat) == (["fav_a"], [trait], 1)


def test_a_trait_costs_a_favorite(board: Any) -> None:
    """3.7: by itself the kind held most often, of several the lowest id."""
    assert drop(board, "x11", hand="fav_a fav_c fav_b fav_c").players[0].hand == ["fav_a", "fav_b", "fav_c"]
    assert drop(board, "x11", hand="fav_e fav_d fav_e fav_d").players[0].hand == ["fav_e", "fav_e", "fav_d"]
    assert drop(board, "x11", hand="bone").players[0].hand == ["bone"]


def test_a_trait_costs_food(board: Any) -> None:
    """3.7: one decision a cube among the kinds held, wild being one; two cubes for x04, as far as there are some."""
    game = drop(board, "x04", kibble=1, wild=2)
    assert (game.phase, game.seat) == ("discard_food", 0)
    assert board.options(game, "discard_food") == ["kibble", "wild"]
    game.apply({"kind": "discard_food", "food": "kibble"})
    assert game.legal_actions() == [{"kind": "discard_food", "food": "wild"}]  # forced
    game.apply({"kind": "discard_food", "food": "wild"})
    me = game.players[0]
    assert me.cubes == {"scraps": 0, "kibble": 0, "canned": 0, "wild": 1}
    assert me.cubes_discarded == {"scraps": 0, "kibble": 1, "canned": 0, "wild": 1}
    assert (game.phase, game.seat, game.discards) == ("play", 1, ["x04"])
    game = drop(board, "x04", scraps=1)
    game.apply({"kind": "discard_food", "food": "scraps"})
    assert (game.seat, game.food_due) == (1, 0)
    assert drop(board, "x04").seat == 1


def test_pending_traits_are_discarded_in_the_order_gained(board: Any) -> None:
    """RECORD: first the walks, then the traits in order; each asks for its own food."""
    dog = board.dog("s01", "x12", walks=1)
    game = board.game(dog, grid="x09 walk x07 bone bone bone bone bone bone", watch="r2", scraps=2, canned=2)
    board.take(game, 0, 1, 2)
    end_turn(game)
    assert game.discards == ["walk", "x09"]
    game.apply({"kind": "discard_food", "food": "scraps"})
    assert game.discards == ["walk", "x09", "x07"]
    assert game.phase == "discard_food"
    game.apply({"kind": "discard_food", "food": "canned"})
    assert game.seat == 1


def test_traits_at_once(board: Any) -> None:
    """3.7, `trait_timing = "at_once"`: card by card, so a dog gained with the trait but later comes too late."""
    params = {"trait_timing": "at_once"}
    rest = "bone bone bone bone bone bone"
    game = board.game("m01", grid=f"s01 x01 x02 {rest}", watch="r2", params=params, hand="training")
    board.take(game, 0, 1, 2)
    assert (game.phase, game.pending_traits, game.gaining) == ("attach", ["x01"], ["x02"])
    assert game.legal_actions() == [{"kind": "attach", "trait": "x01", "dog": 1}]
    game.apply({"kind": "attach", "trait": "x01", "dog": 1})
    assert game.discards == ["x02"]  # the one small dog has a trait now
    assert game.phase == "play"
    game = board.game("m01", grid=f"x01 s01 kibble {rest}", watch="r2", params=params)
    board.take(game, 0, 1, 2)
    assert game.discards == ["x01", "kibble"]
    assert game.players[0].cubes["kibble"] == 1  # gained after the trait asked for food
    game = board.game("m01", grid=f"kibble canned x01 {rest}", watch="r2", params=params)
    board.take(game, 0, 1, 2)
    assert board.options(game, "discard_food") == ["kibble", "canned"]
    game.apply({"kind": "discard_food", "food": "canned"})
    assert board.kinds(game) == {"end_turn"}
