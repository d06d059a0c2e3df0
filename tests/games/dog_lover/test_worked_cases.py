"""The worked cases of the rules (section 8) on the kernel."""

from __future__ import annotations

from typing import Any

import pytest

import simcore

LINES = {
    **{f"r{n}": [3 * n, 3 * n + 1, 3 * n + 2] for n in range(3)},
    **{f"c{n}": [n, n + 3, n + 6] for n in range(3)},
}


def parts(dogs: list[Any], hand: list[str] | None = None, marks: str = "none", **cubes: int) -> dict[str, int]:
    """Score a seat that ends with these dogs, this hand and these cubes; leave out parts that are 0."""
    values = {"phase": "over", "dogs": [dogs, ["l02"]], "hands": [hand or [], []], "cubes": [cubes, None]}
    told = simcore.Position.from_dict("dog_lover", values, {"remove_marks": marks}).to_dict()
    found: dict[str, int] = told["breakdown"][0]
    assert told["scores"][0] == sum(found.values())
    return {part: points for part, points in found.items() if points}


@pytest.mark.parametrize(
    ("kinds", "points"),
    [("aabc", 7), ("aaabbbcccdddeee", 45), ("", 0), ("a", 1), ("ab", 3), ("aaa", 3), ("abcd", 10), ("aabbccd", 10 + 6)],
)
def test_favourite_things(kinds: str, points: int) -> None:
    """8.1, 4.5: a2 b1 c1 are {a, b, c} and {a}: 6 + 1; three of each of five kinds are three sets of 15."""
    found = parts(["s01"], [f"fav_{kind}" for kind in kinds], scraps=1)
    assert found == {"dogs": 1, **({"favorites": points} if points else {})}


def test_fed_and_unfed() -> None:
    """8.2: m01 (4, two scraps) and s02 (2, one scraps): two scraps make 4 - 2, a wild cube more 4 + 2."""
    assert parts(["m01", "s02"], scraps=2) == {"dogs": 4, "unfed": -2}
    assert parts(["m01", "s02"], scraps=2, wild=1) == {"dogs": 4 + 2}


@pytest.mark.parametrize(("bones", "points"), [(0, 0), (1, -1), (2, 3), (3, 6), (4, 6), (8, 6)])
def test_bones(bones: int, points: int) -> None:
    """8.3, 4.4: with three fed dogs; the fourth is not fed and does not count."""
    found = parts(["s01", "s02", "s03", "s04"], ["bone"] * bones, scraps=3)
    assert found.pop("bones", 0) == points
    assert found == {"dogs": 1 + 2 + 1, "unfed": -2}


def test_an_unfed_dog_scores_nothing_else() -> None:
    """8.4: with a walk, a training card and a trait of 4 points it is -2 in all."""
    loaded = [{"dog": "s01", "traits": ["x04"], "walks": 1, "trainings": 1}]
    assert parts(loaded) == {"unfed": -2}
    assert parts(loaded, scraps=1) == {"dogs": 1, "traits": 4, "walks": 2, "training": 1}


@pytest.mark.parametrize("watch", LINES)
def test_the_basic_trick_and_the_watch_dog(watch: str) -> None:
    """8.5: a straight three beside another line than the watched one is legal, the watched line itself is not."""
    asked = simcore.Position.from_dict("dog_lover", {"watch": watch})
    takes = {action["watch"]: action["cells"] for action in asked.legal_actions() if action["kind"] == "take"}
    assert takes == {line: cells for line, cells in LINES.items() if line != watch}
    assert len(takes) == len(asked.legal_actions())
    for line, cells in takes.items():
        after = asked.apply({"kind": "take", "trick": "basic", "cells": cells, "watch": line}).to_dict()
        assert after["watch"] == line
        assert [cell for cell, card in enumerate(after["grid"]) if card is None] == cells


def after_turn(position: simcore.Position) -> simcore.Position:
    """Take three cards with the basic trick, place what must be placed, and end the turn; Fetch stays where it is."""
    seat = position.seat
    (take, *_) = [action for action in position.legal_actions() if action.get("trick") == "basic"]
    position = position.apply(take)
    while position.seat == seat and not position.is_over:
        legal = position.legal_actions()
        wanted = [action for action in legal if action["kind"] in ("end_turn", "attach", "tuck_walk", "discard_food")]
        position = position.apply(wanted[0])
    return position


@pytest.mark.parametrize("deal", range(4))
def test_how_long_a_game_of_two_lasts(deal: int) -> None:
    """8.6: 72 cards are 2 dealt, 9 in the grid, 54 above End Game and 7 below; it turns up in turn 19 of 20."""
    position = simcore.Position.deal("dog_lover", 4, deal)
    told = position.to_dict()
    assert sum(len(dogs) for dogs in told["dogs"]) == 2
    assert all(told["grid"])
    assert (told["deck"].index("end_game"), len(told["deck"])) == (54, 54 + 1 + 7)
    position = position.apply({"kind": "place_watch_dog", "line": "r0"})
    for turn in range(1, 21):
        assert not position.is_over
        assert (position.to_dict()["round"], position.seat) == ((turn + 1) // 2, (turn + 1) % 2)
        assert not position.to_dict()["last_round"] or turn == 20
        position = after_turn(position)
        assert position.to_dict()["last_round"] == (turn >= 19)
    assert position.is_over
    told = position.to_dict()
    assert (told["round"], told["counts"]["refills"], len(told["deck"])) == (10, 60, 1)
