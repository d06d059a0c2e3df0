"""Each trait of Dog Lover (`trait_effects`, 4.3) by its own case on the reference model."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest


def parts(scoring: ModuleType, reference: ModuleType, player: Any, *fed: bool) -> dict[str, int]:
    """Score a feeding under the defaults; leave out what is 0."""
    found = scoring.parts_of_score(player, fed, reference.all_params({}, 2))
    return {name: value for name, value in found.items() if value}


def test_multi_walk(board: Any) -> None:
    """x01: no limit on walks under this dog, and only there."""
    game = board.game(board.dog("s01", "x01", walks=3), board.dog("s02", walks=1), grid="walk " * 9, watch="r2")
    board.take(game, 0, 1, 2)
    for _ in range(3):
        assert game.legal_actions() == [{"kind": "tuck_walk", "dog": 0}]
        game.apply({"kind": "tuck_walk", "dog": 0})
    assert [dog.walks for dog in game.players[0].dogs] == [6, 1]


def test_multi_training(board: Any) -> None:
    """x05: no limit on trainings under this dog; walks keep theirs."""
    dog = board.dog("m01", "x05", walks=1, trainings=2)
    game = board.game(dog, board.dog("s02", trainings=1), hand="training training", grid="walk " * 9, watch="r2")
    assert board.options(game, "tuck_training") == [0]
    board.take(game, 0, 1, 2)
    assert board.options(game, "tuck_walk") == [1]


@pytest.mark.parametrize(("trait", "trainings"), [("x01", True), ("x05", False)])
def test_a_lifted_limit_is_for_one_kind(board: Any, trait: str, trainings: bool) -> None:
    """A dog with `multi_walk` takes one training, and the other way round."""
    game = board.game(
        board.dog("s01", trait, walks=1, trainings=1), grid="walk " * 9, watch="r2", hand="training training"
    )
    assert bool(board.options(game, "tuck_training")) != trainings
    board.take(game, 0, 1, 2)
    assert bool(board.options(game, "tuck_walk")) == trainings


def test_any_food(board: Any, feeding: ModuleType) -> None:
    """x02: any food feeds this dog, and the number of symbols stays."""
    dog = board.dog("m01", "x02")  # two scraps
    assert feeding.can_feed([dog], board.player(kibble=1, canned=1).cubes)
    assert not feeding.can_feed([dog], board.player(kibble=1).cubes)
    assert not feeding.can_feed([board.dog("m01")], board.player(kibble=1, canned=1).cubes)
    # its cubes are not those that another dog needs
    both = [dog, board.dog("s01")]
    assert feeding.can_feed(both, board.player(scraps=1, kibble=2).cubes)
    assert not feeding.can_feed(both, board.player(kibble=3).cubes)


def test_less_food(board: Any, feeding: ModuleType) -> None:
    """x09: one symbol of the owner's choice falls away, chosen at final feeding, not below zero."""
    dog = board.dog("l04", "x09")  # two scraps, one kibble
    assert feeding.can_feed([dog], board.player(scraps=2).cubes)
    assert feeding.can_feed([dog], board.player(scraps=1, kibble=1).cubes)
    assert not feeding.can_feed([dog], board.player(scraps=1).cubes)
    assert not feeding.can_feed([dog], board.player(kibble=2).cubes)
    assert feeding.can_feed([board.dog("s01", "x09", "x09")], board.player().cubes)
    assert board.dog("s01", "x09", "x09").needs() == [()]
    assert board.dog("m01", "x02", "x09").needs() == [("any",)]  # with `any_food` both hold


def test_extra_bone(scoring: ModuleType, reference: ModuleType, board: Any) -> None:
    """x03: one more bone while its dog is fed; alone it is one bone."""
    player = board.player(board.dog("s01", "x03"), "s03")
    assert parts(scoring, reference, player, True, True) == {"dogs": 2, "traits": 2, "bones": -1}
    assert parts(scoring, reference, player, False, True) == {"dogs": 1, "unfed": -2}
    player.hand = ["bone", "bone"]
    assert parts(scoring, reference, player, True, True)["bones"] == 4
    assert parts(scoring, reference, player, False, True)["bones"] == 1


def test_points_only(scoring: ModuleType, reference: ModuleType, board: Any) -> None:
    """x04: 4 points on a dog of any size."""
    for card, vp in (("s01", 1), ("m01", 4), ("l01", 7), ("r15", 8)):
        assert board.dog(card).fits("any")
        found = parts(scoring, reference, board.player(board.dog(card, "x04")), True)
        assert found == {"dogs": vp, "traits": 4}


def test_walk_bonus(scoring: ModuleType, reference: ModuleType, board: Any) -> None:
    """x06: each walk under this dog is worth 2 more, counted with the walks."""
    player = board.player(board.dog("m01", "x06", walks=2, trainings=1), board.dog("m02", walks=1))
    found = parts(scoring, reference, player, True, True)
    assert found == {"dogs": 8, "traits": 2, "walks": 2 * 4 + 2, "training": 1}


def test_training_bonus(scoring: ModuleType, reference: ModuleType, board: Any) -> None:
    """x10: each training under this dog is worth 2 more, counted with the training."""
    player = board.player(board.dog("l01", "x10", walks=1, trainings=2), board.dog("m02", trainings=1))
    found = parts(scoring, reference, player, True, True)
    assert found == {"dogs": 11, "traits": 2, "walks": 2, "training": 2 * 3 + 1}


def test_all_sizes(scoring: ModuleType, reference: ModuleType, board: Any) -> None:
    """x07: this dog counts as every size, in final scoring when fed, and during play."""
    dog = board.dog("m01", "x07")
    assert all(dog.fits(size) for size in ("small", "medium", "large"))
    for card, points in (("r01", 4), ("r02", 4), ("r03", 6)):
        assert parts(scoring, reference, board.player(card, dog), True, True)["rescued"] == points
    assert parts(scoring, reference, board.player("r01", dog), True, False)["rescued"] == 2


def test_cheap_rescue(board: Any) -> None:
    """x08: rescuing costs one adoption card less, which is what must be paid; at least 1."""
    dog = board.dog("m01", "x08")
    game = board.game(dog, hand="adoption adoption")
    game.apply({"kind": "rescue", "slot": 0})
    assert game.players[0].hand == ["adoption"]
    game.apply({"kind": "rescue", "slot": 0})
    assert game.players[0].hand == []
    assert board.options(game, "rescue") == []
    for cost, paid in ((0, 0), (1, 1), (3, 2)):
        game = board.game(dog, hand="adoption " * 3, params={"adoption_cost": cost})
        game.apply({"kind": "rescue", "slot": 0})
        assert game.players[0].hand == ["adoption"] * (3 - paid)
    other = board.game("s01", seat=1, hand="adoption")
    other.players[0].dogs = [dog]
    assert board.options(other, "rescue") == []  # somebody else's trait


def test_cheap_trick(board: Any) -> None:
    """x12: tricks cost one training card less, at least 1."""
    game = board.game(board.dog("l01", "x12"), hand="training " * 5)
    game.trick_row = ["t10", "t05", "t01"]  # cost 3, 2, 1
    left = 5
    for slot, paid in ((2, 1), (2, 1), (2, 2)):
        game.apply({"kind": "learn", "slot": slot})
        left -= paid
        assert game.players[0].hand == ["training"] * left
    assert game.players[0].tricks == ["basic", "t01", "t05", "t10"]


def test_watchdog_plus(board: Any) -> None:
    """x11: one more card of the watched line may be taken, from the moment it is attached."""
    game = board.game(board.dog("l01", "x11"), tricks="basic sp1", watch="r1")
    found = board.options(game, "take")
    assert len([action for action in found if action["trick"] == "sp1"]) == 16
    assert [3, 4, 5] not in [action["cells"] for action in found]
    game.params["watch_limit"] = 2
    assert [3, 4, 5] in [action["cells"] for action in board.options(game, "take")]
    # seat 1 fetches the trait first
    game = board.game("l01", seat=1, tricks="sp1", watch="r1", grid="bone " * 8 + "x11")
    game.apply({"kind": "fetch", "cell": 8})
    before = len(board.options(game, "take"))
    game.apply({"kind": "attach", "trait": "x11", "dog": 0})
    assert (before, len(board.options(game, "take"))) == (6, 13)


def test_a_trait_works_on_an_unfed_dog(board: Any) -> None:
    """4.3: during play nobody is fed, and every trait works; so it does for a dog that cannot be fed at all."""
    game = board.game(board.dog("l01", "x11"), board.dog("m01", "x08"), hand="adoption", tricks="sp1")
    assert game.players[0].held_cubes() == []
    assert board.options(game, "rescue") == [0, 1, 2]
