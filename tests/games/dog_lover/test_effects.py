"""Every trait effect and every ability of a rescued dog by its own case on the kernel, worked out by hand (4.2 to 4.4).

`remove_marks = none` puts every card into the game. Dogs used: s01 (1, scraps), s02 (2, scraps), s04 (1, kibble),
m01 (4, two scraps), m02 (4, two kibble), m04 (3, scraps and kibble), l01 (7, three scraps), l02 (7, three kibble),
l04 (6, two scraps and a kibble).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import simcore
from simcore.games.dog_lover import layout
from simcore.games.dog_lover.cards import SHIPPED

ALL_CARDS = {"remove_marks": "none"}
Parts = dict[str, int]


def dog(card: str, *traits: str, walks: int = 0, trainings: int = 0) -> dict[str, Any]:
    return {"dog": card, "traits": list(traits), "walks": walks, "trainings": trainings}


def ended(
    dogs: Sequence[Any], food: str = "", hand: str = "", tricks: str = "basic", others: Mapping[str, Any] | None = None
) -> Parts:
    """Score seat 0 with these dogs, cubes by their first letters, cards and tricks; leave out parts that are 0.

    The other seat has one dog and nothing to feed it with, but for `others`.
    """
    other: dict[str, Any] = {"dogs": ["s10"], "food": "", **(others or {})}
    values = {
        "phase": "over",
        "dogs": [dogs, other["dogs"]],
        "cubes": [cubes(food), cubes(other["food"])],
        "hands": [hand.split(), []],
        "tricks": [tricks.split(), ["basic"]],
    }
    told = simcore.Position.from_dict("dog_lover", values, ALL_CARDS).to_dict()
    found: Parts = told["breakdown"][0]
    assert sum(found.values()) == told["scores"][0]
    return {part: points for part, points in found.items() if points}


def cubes(food: str) -> dict[str, int]:
    return {kind: food.count(kind[0]) for kind in layout.CUBES}


def turn(params: Mapping[str, Any] | None = None, **values: Any) -> simcore.Position:
    """Return a turn of seat 0."""
    return simcore.Position.from_dict("dog_lover", values, {**ALL_CARDS, **(params or {})})


def options(position: simcore.Position, kind: str) -> list[Any]:
    """Return what the legal actions of a kind name: their last field."""
    return [list(action.values())[-1] for action in position.legal_actions() if action["kind"] == kind]


def hands(position: simcore.Position) -> list[str]:
    found: list[str] = position.to_dict()["hands"][0]
    return found


# ---- abilities of rescued dogs in final scoring (4.3)

Case = tuple[str, list[Any], dict[str, Any], Parts]

RESCUED: list[Case] = [
    # r01 (scraps, kibble): 2 for each fed small dog, itself among them; m01 is fed too, but not small
    ("per_fed_size", ["r01", "s01", "s04", "m01"], {"food": "ssss kk"}, {"dogs": 1 + 1 + 4, "rescued": 2 * 3}),
    # the other small dog cannot be fed: 0 - 2 + 2 is more than 1 - 2 for feeding s01
    ("per_fed_size", ["r01", "s01"], {"food": "s k"}, {"unfed": -2, "rescued": 2 * 1}),
    # r02 (kibble, canned): 2 for each medium one; r03 (scraps, canned): 3 for each large one
    ("per_fed_size", ["r02", "m01", "m04"], {"food": "sss kk c"}, {"dogs": 4 + 3, "rescued": 2 * 3}),
    ("per_fed_size", ["r03", "l01", "s01"], {"food": "sssss c"}, {"dogs": 7 + 1, "rescued": 3 * 2}),
    # r04 (medium; scraps, kibble): 4 for each set of a small, a medium and a large dog; a second small one adds none
    ("per_size_set", ["r04", "s01", "l02", "s02"], {"food": "sss kkkk"}, {"dogs": 1 + 7 + 2, "rescued": 4}),
    ("per_size_set", ["r04", "s01", "s02"], {"food": "sss k"}, {"dogs": 1 + 2}),
    # two sets: r04, s01, l02 and m01, s02, l01
    (
        "per_size_set",
        ["r04", "s01", "l02", "m01", "s02", "l01"],
        {"food": "sssssssss kkkk"},
        {"dogs": 1 + 7 + 4 + 2 + 7, "rescued": 2 * 4},
    ),
    # r05 (canned): 1 for each favourite thing, doubles too; sets {a, b} and {a} pay 3 + 1 besides
    ("per_favorite", ["r05"], {"food": "c", "hand": "fav_a fav_a fav_b"}, {"rescued": 3, "favorites": 4}),
    ("per_favorite", ["r05"], {"hand": "fav_a fav_a fav_b"}, {"unfed": -2, "favorites": 4}),
    # r06 (2, kibble) counts as a bone: two bones pay 1 for each fed dog, one costs 1, three pay 2
    ("extra_bone", ["r06", "s01"], {"food": "s k", "hand": "bone"}, {"dogs": 2 + 1, "bones": 1 * 2}),
    ("extra_bone", ["r06", "s01"], {"food": "s k"}, {"dogs": 2 + 1, "bones": -1}),
    ("extra_bone", ["r06", "s01"], {"food": "s k", "hand": "bone bone"}, {"dogs": 2 + 1, "bones": 2 * 2}),
    ("extra_bone", ["r06", "s01"], {"food": "s", "hand": "bone"}, {"dogs": 1, "unfed": -2, "bones": -1}),
    # r07 (3, canned): 4 when no other seat has more fed dogs; as many are fine (4.7)
    ("most_fed", ["r07", "s01"], {"food": "c s"}, {"dogs": 3 + 1, "rescued": 4}),
    (
        "most_fed",
        ["r07", "s01"],
        {"food": "c s", "others": {"dogs": ["s03", "s04"], "food": "s k"}},
        {"dogs": 3 + 1, "rescued": 4},
    ),
    (
        "most_fed",
        ["r07", "s01"],
        {"food": "c s", "others": {"dogs": ["s03", "s04", "s05"], "food": "s kk"}},
        {"dogs": 3 + 1},
    ),
    ("most_fed", ["r07", "s01"], {"food": "s"}, {"dogs": 1, "unfed": -2}),
    # r08 (5, scraps, canned; large) is small for r01 as well, when it is fed
    ("all_sizes", ["r08", "r01"], {"food": "ss k c"}, {"dogs": 5, "rescued": 2 * 2}),
    # and fills any one place of a set, but not two
    ("all_sizes", ["r08", "r04", "l02"], {"food": "ss kkkk c"}, {"dogs": 5 + 7, "rescued": 4}),
    ("all_sizes", ["r08", "r04"], {"food": "ss k c"}, {"dogs": 5}),
    # r09 (3, kibble, canned): two coloured cubes may be of any kind, for its own need or another's
    ("wild_cubes", ["r09"], {"food": "ss"}, {"dogs": 3}),
    ("wild_cubes", ["r09", "m02"], {"food": "k c ss"}, {"dogs": 3 + 4}),
    ("wild_cubes", ["r09", "m02"], {"food": "ssss"}, {"dogs": 3, "unfed": -2}),
    ("wild_cubes", ["m02"], {"food": "ssss"}, {"unfed": -2}),
    # r10 (2, scraps, kibble): 2 for each walk under fed dogs; s04 with its walk is not fed
    (
        "per_walk",
        [dog("r10", walks=1), dog("m01", walks=1), dog("s04", walks=1)],
        {"food": "sss k"},
        {"dogs": 2 + 4, "unfed": -2, "walks": 2 * 2, "rescued": 2 * 2},
    ),
    # r11 (2, scraps): 2 for each training card
    (
        "per_training",
        [dog("r11", trainings=1), dog("m01", trainings=1), dog("s04", trainings=1)],
        {"food": "sss"},
        {"dogs": 2 + 4, "unfed": -2, "training": 1 * 2, "rescued": 2 * 2},
    ),
    # r12 (1, kibble, canned): 2 for each trait; x05 and x08 have 2 points each
    ("per_trait", [dog("r12", "x08"), dog("m01", "x05")], {"food": "ss k c"}, {"dogs": 5, "traits": 4, "rescued": 4}),
    # r13 (2, scraps): 1 for each own trick, the first one too
    ("per_trick", ["r13"], {"food": "s", "tricks": "basic t01 t05"}, {"dogs": 2, "rescued": 3}),
    ("per_trick", ["r13"], {"tricks": "basic t01 t05"}, {"unfed": -2}),
    # r14 (3, kibble, canned): 2 for each other fed rescued dog; r11 gets no scraps, r13 pays 1 for the basic trick
    (
        "per_other_rescued",
        ["r14", "r13", "r15", "r11"],
        {"food": "ss kk cc"},
        {"dogs": 3 + 2 + 8, "unfed": -2, "rescued": 2 * 2 + 1},
    ),
    # r15 (8, one of each) has no ability
    ("none", ["r15"], {"food": "s k c"}, {"dogs": 8}),
]


@pytest.mark.parametrize(
    ("effect", "dogs", "have", "parts"), RESCUED, ids=[f"{i}-{case[0]}" for i, case in enumerate(RESCUED)]
)
def test_rescued_dogs(effect: str, dogs: list[Any], have: dict[str, Any], parts: Parts) -> None:
    """What an ability pays, and nothing else."""
    assert ended(dogs, **have) == parts
    ids = [entry if isinstance(entry, str) else entry["dog"] for entry in dogs]
    named = [row["id"] for row in SHIPPED.rows("rescued") if row["effect"] == effect]
    assert set(ids) & set(named) or effect == "wild_cubes"


def test_all_sizes_of_a_rescued_dog_works_in_scoring_only() -> None:
    """4.3: during play r08 has just its printed size, large."""
    for trait, targets in (("x01", []), ("x05", []), ("x09", [0])):
        asked = turn(taken=True, dogs=[["r08"], None], pending={"traits": [trait]})
        assert options(asked, "attach") == targets


# ---- traits in final scoring (4.2, 4.3)


TRAITS: list[Case] = [
    # x04: 4 points on a dog of any size, nothing on an unfed one
    ("none", [dog("s01", "x04")], {"food": "s"}, {"dogs": 1, "traits": 4}),
    ("none", [dog("l01", "x04")], {"food": "sss"}, {"dogs": 7, "traits": 4}),
    ("none", [dog("s01", "x04", walks=1, trainings=1)], {}, {"unfed": -2}),
    # x01 (1): walks without a limit; x05 (2): training cards
    ("multi_walk", [dog("s01", "x01", walks=4)], {"food": "s"}, {"dogs": 1, "traits": 1, "walks": 4 * 2}),
    ("multi_training", [dog("m01", "x05", trainings=3)], {"food": "ss"}, {"dogs": 4, "traits": 2, "training": 3}),
    # x09 (2): one symbol of l04 (two scraps and a kibble) falls away, whichever is missing
    ("less_food", [dog("l04", "x09")], {"food": "ss"}, {"dogs": 6, "traits": 2}),
    ("less_food", [dog("l04", "x09")], {"food": "s k"}, {"dogs": 6, "traits": 2}),
    ("less_food", [dog("l04", "x09")], {"food": "s"}, {"unfed": -2}),
    ("less_food", [dog("l04", "x09")], {"food": "kk"}, {"unfed": -2}),
    # x02 (2): any cube feeds s01, but one is needed
    ("any_food", [dog("s01", "x02")], {"food": "k"}, {"dogs": 1, "traits": 2}),
    ("any_food", [dog("s01", "x02")], {}, {"unfed": -2}),
    ("any_food", [dog("s01", "x02"), "s02"], {"food": "s c"}, {"dogs": 1 + 2, "traits": 2}),
    # x06 (2): a walk under m01 is worth 2 + 2, one under s01 is not
    (
        "walk_bonus",
        [dog("m01", "x06", walks=1), dog("s01", walks=1)],
        {"food": "sss"},
        {"dogs": 4 + 1, "traits": 2, "walks": (2 + 2) + 2},
    ),
    # x10 (2): a training card under l01 is worth 1 + 2
    (
        "training_bonus",
        [dog("l01", "x10", trainings=1), dog("s01", trainings=1)],
        {"food": "ssss"},
        {"dogs": 7 + 1, "traits": 2, "training": (1 + 2) + 1},
    ),
    # x03 (2): a bone more while s01 is fed
    ("extra_bone", [dog("s01", "x03"), "s02"], {"food": "ss", "hand": "bone"}, {"dogs": 3, "traits": 2, "bones": 2}),
    ("extra_bone", [dog("s01", "x03")], {"food": "s"}, {"dogs": 1, "traits": 2, "bones": -1}),
    (
        "extra_bone",
        [dog("s01", "x03"), "s04"],
        {"food": "k", "hand": "bone"},
        {"dogs": 1, "unfed": -2, "bones": -1},
    ),
    # x07 (3): m01 is small for r01 as well
    ("all_sizes", [dog("m01", "x07"), "r01"], {"food": "sss k"}, {"dogs": 4, "traits": 3, "rescued": 2 * 2}),
    # x11 (3), x08 (2) and x12 (3) score their points only
    ("watchdog_plus", [dog("l01", "x11")], {"food": "sss"}, {"dogs": 7, "traits": 3}),
    ("cheap_rescue", [dog("m01", "x08")], {"food": "ss"}, {"dogs": 4, "traits": 2}),
    ("cheap_trick", [dog("l01", "x12")], {"food": "sss"}, {"dogs": 7, "traits": 3}),
]


@pytest.mark.parametrize(
    ("effect", "dogs", "have", "parts"), TRAITS, ids=[f"{i}-{case[0]}" for i, case in enumerate(TRAITS)]
)
def test_traits(effect: str, dogs: list[Any], have: dict[str, Any], parts: Parts) -> None:
    """What a trait changes in final scoring."""
    assert ended(dogs, **have) == parts
    effects = {row["id"]: row["effect"] for row in SHIPPED.rows("traits")}
    assert effects[dogs[0]["traits"][0]] == effect


def test_every_effect_has_a_case() -> None:
    """The cases above know every effect that a card table can have."""
    assert {case[0] for case in RESCUED} == set(layout.RESCUED_EFFECTS)
    assert {case[0] for case in TRAITS} == set(layout.TRAIT_EFFECTS)
    assert {row["effect"] for row in SHIPPED.rows("rescued")} == set(layout.RESCUED_EFFECTS)
    assert {row["effect"] for row in SHIPPED.rows("traits")} == set(layout.TRAIT_EFFECTS)


# ---- traits during play (3.5, 4.3): they work while attached, fed or not


@pytest.mark.parametrize(("trait", "lifts"), [("x01", "tuck_walk"), ("x05", "tuck_training")])
def test_lifted_limits(trait: str, lifts: str) -> None:
    """A dog with `multi_walk` or `multi_training` takes more of that kind, and of that kind only."""
    card = {"x01": "s01", "x05": "m01"}[trait]
    full = [dog(card, trait, walks=1, trainings=1), dog("s02", walks=1, trainings=1)]
    asked = turn(taken=True, dogs=[full, None], hands=[["training"], []], pending={"walks": 1}, grid=[None] * 9)
    for kind in ("tuck_walk", "tuck_training"):
        assert options(asked, kind) == ([0] if kind == lifts else [])


def test_all_sizes_of_a_trait_works_during_play() -> None:
    """With x07 on it a medium dog takes a small and a large trait, if it may have several."""
    asked = turn(
        {"traits_per_dog": 2}, taken=True, dogs=[[dog("m01", "x07")], None], pending={"traits": ["x01", "x09"]}
    )
    assert options(asked, "attach") == [0, 0]
    asked = turn({"traits_per_dog": 2}, taken=True, dogs=[[dog("m01")], None], pending={"traits": ["x01", "x09"]})
    assert options(asked, "attach") == []


def test_watchdog_plus() -> None:
    """x11: two cards of the watched line may be taken, by its owner only. A square always has two in the middle row."""
    for seat, squares in ((0, 16), (1, 0)):
        both = [["basic", "t05"], ["basic"]]
        asked = turn(seat=seat, watch="r1", dogs=[[dog("l01", "x11")], ["l02"]], tricks=both[:: 1 if seat == 0 else -1])
        found = [action for action in asked.legal_actions() if action.get("trick") == "t05"]
        assert len(found) == squares
        # but not three
        assert [3, 4, 5] not in [action.get("cells") for action in asked.legal_actions()]
    assert not [action for action in turn(tricks=both, watch="r1").legal_actions() if action.get("trick") == "t05"]


def test_cheap_rescue() -> None:
    """x08: a rescued dog costs one adoption card less, at least 1; no less than that is paid."""
    cheap = [[dog("m01", "x08")], None]
    for cost, held, paid in ((2, 1, 1), (2, 2, 1), (3, 2, 2), (1, 1, 1), (0, 0, 0)):
        asked = turn({"adoption_cost": cost}, dogs=cheap, hands=[["adoption"] * held, []])
        assert options(asked, "rescue") == [0, 1, 2], cost
        after = asked.apply({"kind": "rescue", "slot": 2})
        assert hands(after) == ["adoption"] * (held - paid)
        assert after.to_dict()["dogs"][0][1]["dog"] == "r03"
        assert after.to_dict()["shelter_row"] == ["r04", "r01", "r02"]  # 2.6: the others slide, slot 0 is refilled
    assert options(turn(dogs=cheap[::-1], hands=[["adoption"], []]), "rescue") == []


def test_cheap_trick() -> None:
    """x12: a trick costs one training card less, at least 1: t10 3, t05 2, t01 1."""
    row = {"trick_row": ["t10", "t05", "t01"]}
    for held, slots in ((1, [1, 2]), (2, [0, 1, 2])):
        asked = turn(dogs=[[dog("l01", "x12")], None], hands=[["training"] * held, []], **row)
        assert options(asked, "learn") == slots
    for slot, paid in ((0, 2), (1, 1), (2, 1)):
        asked = turn(dogs=[[dog("l01", "x12")], None], hands=[["training"] * 3, []], **row)
        assert hands(asked.apply({"kind": "learn", "slot": slot})) == ["training"] * (3 - paid)
    assert options(turn(hands=[["training"], []], **row), "learn") == [2]


# ---- traits that no dog can have (3.7)


@pytest.mark.parametrize(
    ("trait", "hand", "left"),
    [
        ("x03", "bone bone", "bone"),
        ("x05", "training", ""),
        ("x05", "bone", "bone"),  # as far as the player has it
        ("x06", "training adoption adoption", "training adoption"),
        ("x08", "adoption", ""),
        ("x10", "training training", "training"),
        # a favourite thing: the kind held most often, then the lowest id
        ("x11", "fav_a fav_b fav_b", "fav_a fav_b"),
        ("x11", "fav_d fav_c", "fav_d"),
    ],
)
def test_what_a_trait_takes_along(trait: str, hand: str, left: str) -> None:
    """Without a dog of its size a trait is discarded at the end of the turn, with a card from the hand."""
    size = next(row["size"] for row in SHIPPED.rows("traits") if row["id"] == trait)
    other = {"small": "m01", "medium": "s01", "large": "s01"}[size]
    asked = turn(taken=True, dogs=[[other], None], hands=[hand.split(), []], pending={"traits": [trait]})
    after = asked.apply({"kind": "end_turn"})
    assert (sorted(hands(after)), after.seat) == (sorted(left.split()), 1)


def test_food_that_a_trait_takes_along() -> None:
    """The owner chooses among cubes of several kinds, wild being one; of one kind they go by themselves (3.7)."""
    held = {"taken": True, "dogs": [["m01"], None], "pending": {"traits": ["x01"]}}
    asked = turn(cubes=[cubes("s w"), None], **held).apply({"kind": "end_turn"})
    assert (asked.seat, options(asked, "discard_food")) == (0, ["scraps", "wild"])
    after = asked.apply({"kind": "discard_food", "food": "wild"})
    assert (after.seat, after.to_dict()["cubes"][0]) == (1, cubes("s"))
    alone = turn(cubes=[cubes("kk"), None], **held).apply({"kind": "end_turn"})
    assert (alone.seat, alone.to_dict()["cubes"][0]) == (1, cubes("k"))
    # x04 takes two, one after another; it fits any dog, so its dog must be full
    full = {**held, "dogs": [[dog("m01", "x05")], None], "pending": {"traits": ["x04"]}}
    first = turn(cubes=[cubes("s kk"), None], **full).apply({"kind": "end_turn"})
    second = first.apply({"kind": "discard_food", "food": "scraps"})
    assert (second.seat, second.to_dict()["cubes"][0]) == (1, cubes("k"))


def test_a_trait_that_fits_must_be_attached() -> None:
    """3.7, 3.8: the turn cannot end while a pending trait or walk has a dog."""
    asked = turn(taken=True, dogs=[["s01"], None], pending={"traits": ["x01"], "walks": 1})
    kinds = {action["kind"] for action in asked.legal_actions()}
    assert kinds == {"attach", "tuck_walk"}
    asked = asked.apply({"kind": "attach", "trait": "x01", "dog": 0})
    assert {action["kind"] for action in asked.legal_actions()} == {"tuck_walk"}
    asked = asked.apply({"kind": "tuck_walk", "dog": 0})
    assert options(asked, "end_turn") == ["end_turn"]
