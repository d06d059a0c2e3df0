"""Feeding in Dog Lover (4.1, with 4.3) on the reference model."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="module")
def params(reference: ModuleType) -> dict[str, Any]:
    """The default parameters."""
    found: dict[str, Any] = reference.all_params({}, 2)
    return found


def fed(feeding: ModuleType, player: Any, params: Any) -> str:
    """Return the best feeding, `+` for each fed dog and `-` for each other."""
    return "".join("+" if is_fed else "-" for is_fed in feeding.best_feeding(player, params))


def test_no_partial_feeding(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1: every symbol must be covered, by its kind or by a wild cube."""
    assert fed(feeding, board.player("l01", scraps=2), params) == "-"
    assert fed(feeding, board.player("l01", scraps=2, kibble=5), params) == "-"
    assert fed(feeding, board.player("l01", scraps=2, wild=1), params) == "+"
    assert fed(feeding, board.player("l01", wild=3), params) == "+"


def test_a_cube_feeds_once(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1: cubes are assigned to dogs."""
    assert fed(feeding, board.player("s01", "s02", scraps=1), params) == "-+"
    assert fed(feeding, board.player("s01", "s02", scraps=1, wild=1), params) == "++"
    assert fed(feeding, board.player("s01", "s04", "s07", wild=2), params) == "++-"


def test_best_for_the_total(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1: what counts is the whole total, not the dogs' own points."""
    # 7 points for one dog, or 2 + 2 + 2 and two unfed dogs less
    assert fed(feeding, board.player("l01", "s02", scraps=3), params) == "+-"
    assert fed(feeding, board.player("l01", "s02", "s01", "s03", scraps=3), params) == "-+++"
    # a walk and a trait turn the choice
    assert fed(feeding, board.player("s02", board.dog("s01", walks=1), scraps=1), params) == "-+"
    assert fed(feeding, board.player("s02", board.dog("s01", "x04"), scraps=1), params) == "-+"
    # three bones pay for each fed dog
    assert fed(feeding, board.player("l01", "s02", "r11", hand="bone", scraps=3), params) == "+--"
    assert fed(feeding, board.player("l01", "s02", "r11", hand="bone bone bone", scraps=3), params) == "-++"


def test_unfed_by_choice(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1, 4.3: with other constants a dog may be better unfed, and its extra bone then does not count."""
    player = board.player("r06", kibble=1)
    assert fed(feeding, player, params) == "+"  # 2 - 1
    assert fed(feeding, player, {**params, "unfed_dog": 2}) == "-"
    assert fed(feeding, player, {**params, "leftover_food": 4}) == "-"


def test_ties(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1: equal totals by more fed dogs, more fed rescued dogs, a `most_fed` dog, then dog by dog as gained."""
    # 4 - 2 - 2, or 1 + 1 - 2
    assert fed(feeding, board.player("m01", "s01", "s03", scraps=2), params) == "-++"
    # 2 points each, the second one rescued
    assert fed(feeding, board.player("s02", "r11", scraps=1), params) == "-+"
    # 0 + 3 favourite things, or 3 points and `most_fed`
    assert fed(feeding, board.player("r05", "r07", hand="fav_a fav_b fav_c", canned=1), params) == "-+"
    # all alike
    assert fed(feeding, board.player("s05", "s02", wild=1), params) == "+-"
    assert fed(feeding, board.player("s02", "s05", wild=1), params) == "+-"
    # of two dogs out of three: the first, then the second
    assert fed(feeding, board.player("s05", "s02", "s08", wild=2), params) == "++-"


def test_more_fed_dogs_come_before_rescued_ones(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1: the order of the ties."""
    # r10 is 2 points for scraps and kibble; s01 and s04 are 1 point each, one fed dog more, and one unfed less
    changed = {**params, "unfed_dog": 0}
    assert fed(feeding, board.player("r10", "s01", "s04", scraps=1, kibble=1), changed) == "-++"
    # r07 with `most_fed` is one rescued dog for 3 points; s02 and s01 are 3 points too
    assert fed(feeding, board.player("r07", "s02", "s01", wild=1, scraps=1, canned=0), changed) == "++-"


def test_most_fed_does_not_draw(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.1, 4.7: the bonus is no part of what a feeding maximises."""
    player = board.player("r07", "r05", hand="fav_a fav_b fav_c fav_d", canned=1)
    assert fed(feeding, player, params) == "-+"  # 4 before 3, though the bonus could make it 7


def test_wild_cubes(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.3: while r09 is among the fed, up to two coloured cubes may cover another kind, its own need included."""
    # r09 needs kibble and canned
    assert fed(feeding, board.player("r09", scraps=2), params) == "+"
    assert fed(feeding, board.player("r09", "s01", kibble=2, canned=1), params) == "++"
    assert fed(feeding, board.player("r09", "m01", kibble=4), params) == "+-"  # three would have to bend
    assert fed(feeding, board.player("r09", "m01", kibble=3, canned=1), params) == "++"
    assert fed(feeding, board.player("r09", "m01", kibble=3, wild=1), params) == "++"
    assert fed(feeding, board.player("m01", kibble=2), params) == "-"


def test_wild_cubes_only_while_fed(board: Any, feeding: ModuleType) -> None:
    """4.3: a feeding without r09 has no bent cubes, so sets of dogs can be fed that their parts cannot."""
    player = board.player("r09", "s01", kibble=2, canned=1)
    assert sorted(feeding.feedings(player)) == [(False, False), (True, False), (True, True)]


def test_every_set_of_dogs_is_tried(feeding: ModuleType) -> None:
    """4.1: all sets but those with more symbols than cubes."""
    for n_symbols in itertools.product(range(4), repeat=4):
        for n_cubes in (0, 3, 6, 12):
            found = feeding.sets_of_dogs(n_symbols, n_cubes)
            every = itertools.product((False, True), repeat=4)
            assert found == [fed for fed in every if sum(itertools.compress(n_symbols, fed)) <= n_cubes]


def test_less_food_and_any_food_together(board: Any, feeding: ModuleType, params: Any) -> None:
    """4.3: what falls away is chosen where it helps the other dogs."""
    large = board.dog("l06", "x09")  # scraps 1, canned 2, less one of them
    assert fed(feeding, board.player(large, "s07", scraps=1, canned=2), params) == "++"
    assert fed(feeding, board.player(large, "s01", scraps=1, canned=2), params) == "++"
    assert fed(feeding, board.player(large, "s01", "s07", scraps=1, canned=2), params) == "++-"


def covered(symbols: Sequence[str], cubes: Sequence[str], bends: int) -> bool:
    """Whether cubes cover symbols, by laying them in every order."""
    for order in itertools.permutations(cubes, len(symbols)):
        pairs = list(zip(symbols, order, strict=True))
        bent = [cube for symbol, cube in pairs if cube not in (symbol, "wild") and symbol != "any"]
        if len(bent) <= bends:
            return True
    return False


def test_covering_by_laying_every_order(feeding: ModuleType, tables: ModuleType) -> None:
    """4.1: whether cubes cover symbols, against trying every order of the cubes."""
    rng = random.Random(8)
    found = []
    for _ in range(300):
        symbols = tuple(rng.choice([*tables.FOOD, "any"]) for _ in range(rng.randrange(1, 5)))
        cubes = [rng.choice(tables.CUBES) for _ in range(rng.randrange(len(symbols), 6))]
        bends = rng.choice([0, 0, 1, 2])
        expected = covered(symbols, cubes, bends)
        assert feeding.can_cover(symbols, tuple(cubes.count(kind) for kind in tables.CUBES), bends) == expected
        found.append(expected)
    assert 30 < sum(found) < 270


def test_feeding_against_counting(board: Any, feeding: ModuleType, tables: ModuleType) -> None:
    """4.1, 4.3: whether a set of dogs can be fed, against counting what is missing of each kind."""
    rng = random.Random(9)
    found = []
    for _ in range(400):
        dogs = [board.dog(card) for card in rng.sample(sorted(tables.DOGS), rng.randrange(1, 5))]
        for dog in dogs:
            dog.traits = rng.choice([[], [], ["x02"], ["x09"], ["x02", "x09"]])
        player = board.player(*dogs, **{kind: rng.randrange(4) for kind in tables.CUBES})
        bends = sum(2 for dog in dogs if dog.card == "r09")
        missing, total = [], []
        for choice in itertools.product(*(dog.needs() for dog in dogs)):
            symbols = list(itertools.chain(*choice))
            missing.append(sum(max(0, symbols.count(kind) - player.cubes[kind]) for kind in tables.FOOD))
            total.append(len(symbols))
        expected = min(missing) <= player.cubes["wild"] + bends and total[0] <= sum(player.cubes.values())
        assert feeding.can_feed(dogs, player.cubes) == expected
        found.append(expected)
    assert 80 < sum(found) < 320
