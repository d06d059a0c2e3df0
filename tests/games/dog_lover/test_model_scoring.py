"""Final scoring of Dog Lover on the reference model: 4.2 to 4.8, section 8, abilities of rescued dogs."""

from __future__ import annotations

import itertools
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def params(reference: ModuleType) -> dict[str, Any]:
    """The default parameters."""
    found: dict[str, Any] = reference.all_params({}, 2)
    return found


def score(scoring: ModuleType, player: Any, params: Any, fed: str = "") -> dict[str, int]:
    """Score a player of whom the dogs marked `+` are fed (all, if nothing is said); leave out what is 0."""
    chosen = tuple(sign == "+" for sign in fed) if fed else (True,) * len(player.dogs)
    parts = scoring.parts_of_score(player, chosen, params)
    return {name: value for name, value in parts.items() if value}


# ---- worked cases of section 8


def test_favorites(scoring: ModuleType) -> None:
    """8.1: a2 b1 c1 are 6 + 1, three of each kind 45; the greedy partition is the best of all (4.5)."""
    values = [0, 1, 3, 6, 10, 15]
    assert scoring.favorite_points(["a", "b", "a", "c"], values) == 7
    assert scoring.favorite_points(list("abcde") * 3, values) == 45
    assert scoring.favorite_points([], values) == 0
    for counts in itertools.product(range(3), repeat=3):
        cards = [kind for kind, count in zip("abc", counts, strict=True) for _ in range(count)]
        # any set without a partner of its own makes one, so try every way to lay cards into at most 6 sets
        best = 0
        for sets in itertools.product(range(len(cards)), repeat=len(cards)):
            laid = list(zip(sets, cards, strict=True))
            if len(set(laid)) == len(laid):
                best = max(best, sum(values[sets.count(number)] for number in set(sets)))
        assert scoring.favorite_points(cards, values) == best


def test_fed_and_unfed(scoring: ModuleType, feeding: ModuleType, board: Any, params: Any) -> None:
    """8.2: two scraps feed the dog that needs them; with a wild cube more both are fed."""
    for cubes, total in (({"scraps": 2}, 2), ({"scraps": 2, "wild": 1}, 6)):
        player = board.player("m01", "s02", **cubes)
        fed = feeding.best_feeding(player, params)
        assert fed == (True, "wild" in cubes)
        assert sum(scoring.parts_of_score(player, fed, params).values()) == total


@pytest.mark.parametrize(("bones", "points"), [(0, 0), (1, -1), (2, 3), (3, 6), (4, 6), (7, 6)])
def test_bones(scoring: ModuleType, board: Any, params: Any, bones: int, points: int) -> None:
    """8.3, 4.4: bones with three fed dogs, and one that is not."""
    player = board.player("s01", "s02", "s03", "s04", hand="bone " * bones)
    assert score(scoring, player, params, "+++-").get("bones", 0) == points
    assert score(scoring, player, params, "----").get("bones", 0) == (-1 if bones == 1 else 0)


def test_an_unfed_dog_scores_nothing_else(scoring: ModuleType, board: Any, params: Any) -> None:
    """8.4: with a walk, a training and a trait of 4 points it is -2 in all (4.2)."""
    player = board.player(board.dog("m01", "x04", walks=1, trainings=1))
    assert score(scoring, player, params, "-") == {"unfed": -2}
    assert score(scoring, player, params) == {"dogs": 4, "traits": 4, "walks": 2, "training": 1}


def test_left_over_cards_and_food(scoring: ModuleType, board: Any, params: Any) -> None:
    """4.6: training, adoption, Fetch and food left over score nothing, unless `leftover_food` says so."""
    player = board.player("s01", hand="training adoption", scraps=2, wild=3)
    player.fetch = True
    assert score(scoring, player, params) == {"dogs": 1}
    changed = {**params, "leftover_food": -2}
    assert score(scoring, player, changed) == {"dogs": 1, "leftover": -8}
    assert score(scoring, player, changed, "-") == {"unfed": -2, "leftover": -10}


CONSTANTS: list[tuple[str, Any, dict[str, int]]] = [
    ("unfed_dog", -7, {"unfed": -7}),
    ("walk_tucked", 5, {"walks": 5}),
    ("training_tucked", 4, {"training": 4}),
    ("bones_flat", [0, 0, 9, 0], {"bones": 10}),
    ("bones_per_fed_dog", [0, 0, 6, 0], {"bones": 6}),
    ("favorite_set", [0, 8, 3, 6, 10, 15], {"favorites": 8}),
]


@pytest.mark.parametrize(("name", "value", "parts"), CONSTANTS, ids=[name for name, _, _ in CONSTANTS])
def test_constants(scoring: ModuleType, board: Any, params: Any, name: str, value: Any, parts: dict[str, int]) -> None:
    """Every constant of scoring is a parameter."""
    player = board.player(board.dog("s01", walks=1, trainings=1), "s02", hand="bone bone fav_a")
    before = {"dogs": 1, "unfed": -2, "walks": 2, "training": 1, "bones": 1, "favorites": 1}
    assert score(scoring, player, params, "+-") == before
    assert score(scoring, player, {**params, name: value}, "+-") == before | parts


# ---- abilities of rescued dogs (4.3)


def ability(scoring: ModuleType, player: Any, params: Any, fed: str = "") -> int:
    return score(scoring, player, params, fed).get("rescued", 0)


@pytest.mark.parametrize(("card", "sizes"), [("r01", "small"), ("r02", "medium"), ("r03", "large")])
def test_per_fed_size(scoring: ModuleType, tables: ModuleType, board: Any, params: Any, card: str, sizes: str) -> None:
    """r01 to r03: n for each fed dog of the size, this one included when it fits (and each of them does)."""
    n = tables.DOGS[card]["n"]
    assert tables.DOGS[card]["effect_size"] == tables.DOGS[card]["size"] == sizes
    same = {"small": "s01", "medium": "m01", "large": "l01"}[sizes]
    player = board.player(card, same, "s02", "m02", "l02")
    assert ability(scoring, player, params, "+----") == n
    assert ability(scoring, player, params, "++---") == 2 * n
    assert ability(scoring, player, params, "+++++") == 3 * n
    assert ability(scoring, player, params, "-++++") == 0


def test_per_size_set(scoring: ModuleType, board: Any, params: Any) -> None:
    """4 for each set of three different dogs; a dog of every size fills any one place."""
    # r04 is medium
    assert ability(scoring, board.player("r04", "s01", "l01"), params) == 4
    assert ability(scoring, board.player("r04", "s01", "l01"), params, "++-") == 0
    assert ability(scoring, board.player("r04", "s01", "l01", "s02", "l02"), params) == 4
    assert ability(scoring, board.player("r04", "s01", "l01", "s02", "l02", "m01"), params) == 8
    every = board.dog("m02", "x07")
    assert ability(scoring, board.player("r04", "s01", every), params) == 4
    assert ability(scoring, board.player("r04", every), params) == 0
    assert ability(scoring, board.player("r04", "s01", "r08", every), params) == 4
    assert ability(scoring, board.player("r04", "m01", "s01", "s02", "r08", every), params) == 8
    assert ability(scoring, board.player("r04", "s01", "r08"), params, "++-") == 0


@pytest.mark.parametrize("jokers", [0, 1, 2, 3])
def test_size_sets_by_trying(scoring: ModuleType, board: Any, jokers: int) -> None:
    """As many sets as can be laid by hand, for small numbers of dogs of each size."""

    def laid(small: int, medium: int, large: int, every: int) -> int:
        """Lay one set in every way and go on."""
        best = 0
        for filled in itertools.product((0, 1), repeat=3):  # places that a dog of every size fills
            left = [count - 1 + one for count, one in zip((small, medium, large), filled, strict=True)]
            if min(left) >= 0 and every >= sum(filled):
                best = max(best, 1 + laid(left[0], left[1], left[2], every - sum(filled)))
        return best

    for counts in itertools.product(range(4), repeat=3):
        cards = [card for card, count in zip(("s01", "m01", "l01"), counts, strict=True) for _ in range(count)]
        dogs = [*(board.dog(card) for card in cards), *(board.dog("m02", "x07") for _ in range(jokers))]
        assert scoring.size_sets(dogs) == laid(*counts, jokers)


def test_all_sizes_rescued_dog(scoring: ModuleType, tables: ModuleType, board: Any, params: Any) -> None:
    """r08 counts as every size while fed, in final scoring; during play it is large only."""
    for card, own in (("r01", 1), ("r02", 1), ("r03", 1)):
        n = tables.DOGS[card]["n"]
        assert ability(scoring, board.player(card, "r08"), params) == n * (own + 1)
        assert ability(scoring, board.player(card, "r08"), params, "+-") == n * own
    assert [board.dog("r08").fits(size) for size in ("small", "medium", "large", "any")] == [False, False, True, True]


def test_per_favorite(scoring: ModuleType, board: Any, params: Any) -> None:
    """r05: 1 for each favourite thing in hand, doubles too."""
    player = board.player("r05", hand="fav_a fav_a fav_b bone training")
    assert score(scoring, player, params) == {"rescued": 3, "bones": -1, "favorites": 4}


def test_extra_bone(scoring: ModuleType, board: Any, params: Any) -> None:
    """r06 is one bone more while fed, and not optional: alone it is one bone (-1)."""
    assert score(scoring, board.player("r06"), params) == {"dogs": 2, "bones": -1}
    assert score(scoring, board.player("r06", hand="bone"), params) == {"dogs": 2, "bones": 1}
    assert score(scoring, board.player("r06", "s01", hand="bone"), params, "-+") == {
        "dogs": 1,
        "unfed": -2,
        "bones": -1,
    }


def test_counting_abilities(scoring: ModuleType, board: Any, params: Any) -> None:
    """r10 to r14: walks, trainings and traits of fed dogs, tricks owned, and other fed rescued dogs."""
    busy = board.dog("m01", "x05", walks=1, trainings=3)
    unfed = board.dog("m02", "x06", walks=1, trainings=1)
    for card, points in (("r10", 2 * 2), ("r11", 2 * 3), ("r12", 2 * 1), ("r13", 1 * 3), ("r14", 2 * 1)):
        own = board.dog(card, walks=1)
        player = board.player(own, busy, unfed, "r15", "r08", tricks="basic t01 t05")
        assert ability(scoring, player, params, "++-+-") == points, card
        assert ability(scoring, player, params, "-+-+-") == 0


def test_no_ability(scoring: ModuleType, board: Any, params: Any) -> None:
    """r15 has its 8 points only."""
    assert score(scoring, board.player("r15"), params) == {"dogs": 8}


@pytest.mark.parametrize(("others", "bonus"), [((1,), 4), ((2,), 4), ((3,), 0), ((0, 2, 1), 4), ((0, 1, 3), 0)])
def test_most_fed(scoring: ModuleType, board: Any, params: Any, others: tuple[int, ...], bonus: int) -> None:
    """r07: 4 more when no other player has more fed dogs, once all feedings are fixed (4.7)."""
    mine = board.player("r07", "s01", "s02")
    players = [board.player("s03", "s04", "s05") for _ in others]
    feedings = [tuple(place < n_fed for place in range(3)) for n_fed in others]
    line = scoring.end_line([*players, mine], [*feedings, (True, True, False)], 9, params)
    assert line["breakdown"][-1]["rescued"] == bonus
    assert line["scores"][-1] == 3 + 1 - 2 + bonus
    unfed = scoring.end_line([*players, mine], [*feedings, (False, True, True)], 9, params)
    assert unfed["breakdown"][-1]["rescued"] == 0


# ---- the end line


def test_end_line(scoring: ModuleType, board: Any, params: Any) -> None:
    """Every part of the line, and that the parts of the breakdown add up."""
    one = board.player(board.dog("s02", "x01", walks=1), "m01", hand="fav_a fav_b")
    two = board.player("r11", board.dog("s04", trainings=1), hand="bone bone")
    line = scoring.end_line([one, two], [(True, False), (True, True)], 8, params)
    assert line == {
        "reason": "last_round",
        "scores": [6, 8],
        "payoff": [0, 1],
        "winners": [1],
        "fed": [1, 2],
        "fed_rescued": [0, 1],
        "rounds": 8,
        "breakdown": [
            {
                "dogs": 2,
                "unfed": -2,
                "traits": 1,
                "walks": 2,
                "training": 0,
                "rescued": 0,
                "bones": 0,
                "favorites": 3,
            },
            {
                "dogs": 3,
                "unfed": 0,
                "traits": 0,
                "walks": 0,
                "training": 1,
                "rescued": 2,
                "bones": 2,
                "favorites": 0,
            },
        ],
    }


def test_winners(scoring: ModuleType, board: Any, params: Any) -> None:
    """4.8: most points, then most fed dogs, then most fed rescued dogs, then a shared win."""
    two_dogs = board.player("s01", "s03")  # 2 points
    one_dog = board.player("s02")  # 2 points
    rescued = board.player("r11")  # 2 points
    all_fed = [(True, True), (True,)]
    line = scoring.end_line([two_dogs, one_dog], all_fed, 1, params)
    assert (line["scores"], line["winners"], line["payoff"]) == ([2, 2], [0], [1, 0])
    line = scoring.end_line([one_dog, rescued], [(True,), (True,)], 1, params)
    assert (line["scores"], line["winners"]) == ([2, 2], [1])
    line = scoring.end_line([one_dog, board.player("s05"), board.player("s01")], [(True,)] * 3, 1, params)
    assert (line["winners"], line["payoff"]) == ([0, 1], [0.5, 0.5, 0])
    line = scoring.end_line([two_dogs, board.player("l01")], all_fed, 1, params)
    assert line["winners"] == [1]  # points come first
