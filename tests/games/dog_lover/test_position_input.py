"""What is wrong with a position of Dog Lover is told in one line; whatever is accepted can be played to its end."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from simcore.engine import registry
from simcore.engine.steps import steps_of
from simcore.errors import InputError
from simcore.games.dog_lover import layout, position
from simcore.games.dog_lover import state as s

AT_ONCE = {"trait_timing": "at_once"}
EMPTY = [None] * 9
TAKEN: dict[str, Any] = {"taken": True, "grid": [None, None, None, "bone", "bone", "bone", "bone", "fav_a", "fav_a"]}
ATTACH: dict[str, Any] = {"phase": "attach", "taken": True, "dogs": [["s01"], None], "pending": {"traits": ["x01"]}}
GIVING: dict[str, Any] = {"phase": "discard_food", "cubes": [{"scraps": 1, "wild": 1}, None], "dogs": [["m01"], None]}
OVER: dict[str, Any] = {"phase": "over", "dogs": [["s01"], ["s04"]], "cubes": [{"scraps": 1}, None]}

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"player": 2}, "player: 'player' is unknown; allowed: .*did you mean 'players'"),
    ({"players": 5}, "players: 5 is not allowed; allowed: 2 to 4"),
    ({"players": True}, "players: True is not allowed"),
    ({"phase": "take"}, "phase: 'take' is unknown; allowed: attach, discard_food"),
    ({"phase": "attach"}, "phase: attach belongs to trait_timing = at_once"),
    ({"round": 0}, "round: 0 is not allowed; allowed: 1 to 200"),
    ({"round": 2, "phase": "place_watch_dog"}, "round: 2 is not allowed; allowed: 1 to 1"),
    ({"seat": 2}, "seat: 2 is not allowed; allowed: 0 to 1"),
    ({"seat": 0, "phase": "place_watch_dog"}, "seat: 0 is not allowed; allowed: 1 to 1"),
    ({**OVER, "seat": 1}, "seat: belongs to phase place_watch_dog, play, attach"),
    ({"watch": "r3"}, "watch: 'r3' is unknown; allowed: c0, c1, c2, r0, r1, r2"),
    ({"watch": "r1", "phase": "place_watch_dog"}, "watch: belongs to phase play, attach"),
    ({"taken": 1}, "taken: 1 is not allowed; allowed: true, false"),
    ({**OVER, "taken": True}, "taken: belongs to phase play, attach, discard_food"),
    ({**GIVING, "taken": False}, "taken: false is not allowed: traits are discarded at the end of the turn"),
    # dogs
    ({"dogs": [[]]}, r"dogs: \[\[\]\] is not allowed; allowed: a list of 2"),
    ({"dogs": ["s01", None]}, "dogs.0: 's01' is not allowed; allowed: a list"),
    ({"dogs": [["s99"], None]}, "dogs.0.0.dog: 's99' is unknown; allowed: .*l01.*r15.*s08"),
    ({"dogs": [["s011"], None]}, "dogs.0.0.dog: 's011' is unknown; .*did you mean 's01'"),
    ({"dogs": [[7], None]}, "dogs.0.0.dog: 7 is unknown"),
    ({"dogs": [["s10"], None]}, "dogs.0.0.dog: s10 is left out of this game by its mark; allowed: l01"),
    ({"dogs": [["s01", "s01"], None]}, "dogs.0.1.dog: s01 lies in dogs.0.0.dog already"),
    ({"dogs": [["r01"], [{"dog": "r01"}]]}, "dogs.1.0.dog: r01 lies in dogs.0.0.dog already"),
    ({"dogs": [[{"dog": "s01", "walk": 1}], None]}, "dogs.0.0.walk: 'walk' is unknown; .*did you mean 'walks'"),
    ({"dogs": [[{"dog": "s01", "walks": 2}], None]}, "dogs.0.0.walks: 2 is not allowed; allowed: 0 to 1"),
    ({"dogs": [[{"dog": "s01", "walks": 6}], None]}, "dogs.0.0.walks: 6 is not allowed; allowed: 0 to 5"),
    ({"dogs": [[{"dog": "s01", "walks": -1}], None]}, "dogs.0.0.walks: -1 is not allowed"),
    ({"dogs": [[{"dog": "s01", "trainings": 2}], None]}, "dogs.0.0.trainings: 2 is not allowed; allowed: 0 to 1"),
    (
        {"dogs": [[{"dog": "s01", "traits": ["x01"], "walks": 4}], [{"dog": "s02", "traits": ["x02"], "walks": 2}]]},
        "dogs.1.0.walks: the game has 5 walk, and only 1 of them lie nowhere else",
    ),
    ({"dogs": [[{"dog": "s01", "traits": ["x05"]}], None]}, "dogs.0.0.traits.0: is for a medium dog, and this one is"),
    ({"dogs": [[{"dog": "s01", "traits": ["x01", "x02"]}], None]}, "dogs.0.0.traits: has 2 traits; allowed: at most 1"),
    ({"dogs": [[{"dog": "s01", "traits": ["x04"]}], None]}, "dogs.0.0.traits.0: x04 is left out of this game by"),
    ({"dogs": [[{"dog": "s01", "traits": ["s02"]}], None]}, "dogs.0.0.traits.0: 's02' is unknown; allowed: x01"),
    ({"dogs": [[{"dog": "s01", "traits": 3}], None]}, "dogs.0.0.traits: 3 is not allowed; allowed: a list"),
    # tricks, hands, cubes
    ({"tricks": [["t01"], None]}, "tricks.0: has 0 starting tricks; allowed: exactly one"),
    ({"tricks": [["basic", "basic"], None]}, "tricks.0: has 2 starting tricks; allowed: exactly one"),
    ({"tricks": [["basic", "sp1"], None]}, "tricks.0.1: 'sp1' is unknown; allowed: basic, t01"),
    ({"tricks": [["basic", "t01"], ["basic", "t01"]]}, "tricks.1.1: t01 lies in tricks.0.1 already"),
    ({"tricks": [["basic", "t01"], None], "trick_deck": ["t01"]}, "trick_deck.0: t01 lies in tricks.0.1 already"),
    ({"hands": [["bone"] * 5, None]}, "hands.0.4: the game has 4 bone, and only 0 of them lie nowhere else"),
    ({"hands": [["walk"], None]}, "hands.0.0: 'walk' is unknown; allowed: adoption, bone, fav_a"),
    ({"hands": [["fetch"], ["fetch"]]}, "hands.1.0: fetch lies in hands.0.0 already"),
    ({"hands": [["fetch"], None], "grid": ["fetch", *EMPTY[1:]]}, "hands.0.0: fetch lies in grid.0 already"),
    ({"hands": [{"bone": 1}, None]}, "hands.0: {'bone': 1} is not allowed; allowed: a list"),
    ({"cubes": [{"scraps": 9}, None]}, "cubes.0.scraps: 9 is not allowed; allowed: 0 to 8"),
    ({"cubes": [{"scraps": 5}, {"scraps": 4}]}, "cubes.1.scraps: 4 is not allowed; allowed: 0 to 3"),
    ({"cubes": [{"meat": 1}, None]}, "cubes.0.meat: 'meat' is unknown; allowed: canned, kibble, scraps, wild"),
    # grid, decks, rows
    ({"grid": ["bone"]}, r"grid: \['bone'\] is not allowed; allowed: a list of 9"),
    ({"grid": ["bones", *EMPTY[1:]]}, "grid.0: 'bones' is unknown; .*did you mean 'bone'"),
    ({"grid": ["end_game", *EMPTY[1:]]}, "grid.0: 'end_game' is unknown"),
    ({"grid": EMPTY}, "grid.0: is empty, though nothing has been taken since the grid was filled"),
    ({"grid": ["s01", *EMPTY[1:]], "dogs": [["s01"], None]}, "grid.0: s01 lies in dogs.0.0.dog already"),
    ({"deck": ["bone"], "last_round": False}, "last_round: false is not allowed: the deck lacks the End Game card"),
    ({"deck": ["end_game"], "last_round": True}, "last_round: true is not allowed: the deck holds the End Game card"),
    ({"deck": ["end_game", "bone", "end_game"]}, "deck.2: end_game lies in deck.0 already"),
    ({"deck": ["fetch"]}, "deck.0: 'fetch' is unknown"),
    ({"deck": ["r01"]}, "deck.0: 'r01' is unknown"),
    ({"deck": 5}, "deck: 5 is not allowed; allowed: a list"),
    ({"deck": ["bone"] * 5}, "deck.4: the game has 4 bone, and only 0 of them lie nowhere else"),
    ({"grid": ["bone", *["scraps"] * 4, *["kibble"] * 4], "deck": ["scraps"]}, "deck.0: the game has 4 scraps, and on"),
    ({"fresh_fetch": 0}, "fresh_fetch: 0 is not allowed: Fetch does not lie in this cell of the grid"),
    ({"fresh_fetch": 9}, "fresh_fetch: 9 is not allowed; allowed: 0 to 8"),
    (
        {"trick_row": ["t01", None, "t02"]},
        "trick_row.1: is empty; only an empty deck leaves slots empty, the newest fir",
    ),
    ({"trick_row": [None, "t01", "t02"]}, "trick_row.0: is empty; only an empty deck"),
    ({"trick_row": ["t01", "t02"]}, "trick_row: .* is not allowed; allowed: a list of 3"),
    ({"shelter_row": ["r01", "r02", "s01"]}, "shelter_row.2: 's01' is unknown; allowed: r01, r02"),
    ({"shelter_row": ["r01", "r02", "r03"], "shelter_deck": ["r03"]}, "shelter_deck.0: r03 lies in shelter_row.2 alre"),
    # what is pending
    ({"pending": {"walks": 1}}, "pending: holds 1 cards; this turn has gained at most 0, by empty cells and Fetch"),
    ({**TAKEN, "pending": {"walks": 3, "traits": ["x01"]}}, "pending: holds 4 cards; this turn has gained at most 3"),
    ({**TAKEN, "pending": {"traits": ["x01", "x01"]}}, "pending.traits.1: x01 lies in pending.traits.0 already"),
    ({**TAKEN, "pending": {"walks": 6}}, "pending.walks: 6 is not allowed; allowed: 0 to 5"),
    ({**TAKEN, "pending": {"walk": 1}}, "pending.walk: 'walk' is unknown; allowed: traits, walks"),
    ({**OVER, "pending": {"walks": 1}}, "pending: belongs to phase play, attach, discard_food"),
    ({"gaining": ["bone", *EMPTY[1:]]}, "gaining: belongs to phase attach, discard_food"),
    ({"food_due": 1}, "food_due: belongs to phase discard_food"),
    ({**GIVING, "food_due": 3}, "food_due: 3 is not allowed; allowed: 1 to 2"),
    (
        {**GIVING, "cubes": [{"scraps": 2}, None]},
        "cubes: seat 0 has no choice of kinds: cubes of one kind go by themse",
    ),
    ({**GIVING, "pending": {"traits": ["x05"]}}, "pending.traits.0: can be attached, and so the turn is not over"),
    ({**GIVING, "pending": {"walks": 1}}, "pending.walks: walks are discarded before traits are"),
    # the end
    ({"winners": [0]}, "winners: belongs to phase over"),
    ({**OVER, "winners": [1]}, r"winners: \[1\] does not follow from the rest, which gives \[0\]"),
    ({**OVER, "scores": [1, 1]}, r"scores: \[1, 1\] does not follow from the rest, which gives \[1, -2\]"),
    ({**OVER, "fed_dogs": [[], []]}, r"fed_dogs: .* does not follow from the rest, which gives \[\['s01'\], \[\]\]"),
    ({**OVER, "last_round": False}, "last_round: false is not allowed: the game is over"),
    ({**OVER, "deck": ["end_game"]}, "last_round: false is not allowed: the game is over"),
    ({**OVER, "grid": EMPTY}, "grid.0: is empty, though nothing has been taken"),
    ({"over": True}, "over: belongs to phase over"),
    ({**OVER, "over": False}, "over: False does not follow from the rest, which gives True"),
    # counts
    ({"counts": {"refills": -1}}, "counts.refills: -1 is not allowed"),
    ({"counts": {"fetches": [2, 0]}}, "counts.fetches.0: 2 is not allowed; allowed: 0 to 1"),
    ({"counts": {"gained_bone": [5, 0]}}, "counts.gained_bone.0: 5 is not allowed; allowed: 0 to 4"),
    ({"counts": {"gained_dog": [1]}}, r"counts.gained_dog: \[1\] is not allowed; allowed: a list of 2"),
    ({"counts": {"gained_cat": [1]}}, "counts.gained_cat: 'gained_cat' is unknown"),
]

WRONG_AT_ONCE: list[tuple[dict[str, Any], str]] = [
    ({"phase": "attach"}, "pending.traits: phase attach needs just one trait, with a dog that can have it"),
    ({**ATTACH, "dogs": [["m01"], None]}, "pending.traits: phase attach needs just one trait, with a dog"),
    ({**ATTACH, "taken": False}, "pending: holds 1 cards; this turn has gained at most 0"),
    ({**TAKEN, "pending": {"traits": ["x01"]}}, "pending.traits: nothing is pending here under trait_timing = at_once"),
    ({**GIVING}, "phase: no trait has been gained: nothing is taken, and Fetch was not played"),
    (
        {**ATTACH, "grid": ["bone", *EMPTY[1:]], "gaining": ["bone", *EMPTY[1:]]},
        "gaining.0: the cell holds a card of th",
    ),
    ({**ATTACH, "gaining": ["x01", *EMPTY[1:]]}, "gaining.0: x01 lies in pending.traits.0 already"),
    (
        {
            **GIVING,
            "grid": ["fetch", *["bone"] * 4, *["scraps"] * 4],
            "fresh_fetch": 0,
            "gaining": ["wild", *EMPTY[1:]],
        },
        "gaining.0: the cell holds a card of the grid",
    ),
]


def check_told(values: dict[str, Any], params: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told) as caught:
        simcore.Position.from_dict("dog_lover", values, params)
    assert str(caught.value).startswith("Position: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("values", "told"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_bad_positions(values: dict[str, Any], told: str) -> None:
    """Every fault of a position is one line that names the key, the value and what is allowed."""
    check_told(values, {}, told)


@pytest.mark.parametrize(("values", "told"), WRONG_AT_ONCE, ids=[str(i) for i in range(len(WRONG_AT_ONCE))])
def test_bad_positions_at_once(values: dict[str, Any], told: str) -> None:
    """The same where traits are attached at once (3.7)."""
    check_told(values, AT_ONCE, told)


def test_a_rule_parameter_is_checked_as_well() -> None:
    """What a rule parameter excludes is refused under it only."""
    two = {"dogs": [[{"dog": "s01", "traits": ["x01", "x02"]}], None]}
    assert simcore.Position.from_dict("dog_lover", two, {"traits_per_dog": 2}).legal_actions()
    sizes = {"dogs": [[{"dog": "m01", "traits": ["x07", "x01"]}], None]}
    assert simcore.Position.from_dict("dog_lover", sizes, {"traits_per_dog": 2}).legal_actions()
    # before the trait that makes it every size the dog was medium
    sizes["dogs"][0][0]["traits"] = ["x01", "x07"]  # type: ignore[index]
    check_told(sizes, {"traits_per_dog": 2}, "dogs.0.0.traits.0: is for a small dog, and this one is none")
    special = {"tricks": [["sp1"], None]}
    assert simcore.Position.from_dict("dog_lover", special, {"starting_tricks": "special"}).to_dict()["tricks"] == [
        ["sp1"],
        ["sp2"],
    ]
    check_told(special, {}, "tricks.0.0: 'sp1' is unknown; allowed: basic")
    check_told({"tricks": [["sp1"], ["sp1"]]}, {"starting_tricks": "special"}, "tricks.1.0: sp1 lies in tricks.0.0 alr")
    check_told({"dogs": [["x"], None]}, {"remove_marks": "2"}, "dogs.0.0.dog: 'x' is unknown; allowed: l04, l06, m06")
    check_told(
        {}, {"cards_below_end": 100}, "players: 2 is not allowed: remove_marks and cards_below_end leave too few"
    )


# ---- records


def changed(record: list[dict[str, Any]], key: str, value: Any) -> list[dict[str, Any]]:
    """Return a record whose setup has another value; None takes the key away."""
    header, *lines = copy.deepcopy(record)
    header["setup"][key] = value
    if value is None:
        del header["setup"][key]
    return [header, *lines]


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("cards", [], "setup.cards: 'cards' is unknown; allowed: deck, dogs_dealt"),
        ("deck", None, "setup.deck: is missing"),
        ("deck", lambda deck: deck[1:], "setup.deck: lacks 1 cards of the game"),
        ("deck", lambda deck: deck[:-1], "setup.deck: has 6 cards below end_game; cards_below_end says 7"),
        (
            "deck",
            lambda deck: [card for card in deck if card != "end_game"],
            "setup.deck: lacks end_game; cards_below_",
        ),
        ("deck", lambda deck: [*deck, "bone"], "setup.deck.71: the game has 4 bone, and only 0 of them"),
        ("deck", lambda deck: ["fetch", *deck], "setup.deck.0: 'fetch' is unknown"),
        ("dogs_dealt", ["s01"], r"setup.dogs_dealt: \['s01'\] is not allowed; allowed: a list of 2"),
        ("dogs_dealt", ["s01", "r01"], "setup.dogs_dealt.1: 'r01' is unknown; allowed: l01"),
        ("starting_tricks", ["basic", "t01"], "setup.starting_tricks.1: 't01' is unknown; allowed: basic"),
        ("trick_deck", lambda deck: deck[:-1], "setup.trick_deck: lacks 1 cards of the game, t[01][0-9] among them"),
        ("trick_deck", lambda deck: [*deck, deck[0]], "setup.trick_deck.11: t.* lies in setup.trick_deck.0 already"),
        ("shelter_deck", ["r01"], "setup.shelter_deck: lacks 14 cards of the game, r02 among them"),
    ],
)
def test_bad_setups(first_record: list[dict[str, Any]], key: str, value: Any, told: str) -> None:
    """So is every fault of a record's setup."""
    given = value(first_record[0]["setup"][key]) if callable(value) else value
    lines = changed(first_record, key, given)
    with pytest.raises(InputError, match=f"Position: {told}"):
        simcore.Position.from_record(lines[0], lines[1:])


@pytest.mark.parametrize("marks", [[5], ["3"], [3, None], [2, 3, 4], "3+5", 3, {}])
def test_bad_marks_of_a_record(first_record: list[dict[str, Any]], marks: Any) -> None:
    """Marks that no word names are refused."""
    header = {**first_record[0], "params": {"remove_marks": marks}}
    with pytest.raises(InputError, match=r"record: params.remove_marks: .* is unknown; allowed: 2, 2\+3"):
        simcore.Position.from_record(header)


def test_lines_of_a_record_are_checked(first_record: list[dict[str, Any]]) -> None:
    """A forced line is skipped only where the rules make such a decision at once; any other must fit."""
    header, *lines = first_record
    placed = lines[0]
    for wrong, told in (
        ({**placed, "legal": [placed["chosen"]]}, "decisions.0: seat 1 with .*; the rules say seat 1 with"),
        ({**placed, "seat": 0}, "decisions.0: seat 0 with .*; the rules say seat 1"),
        ({**placed, "legal": [*placed["legal"], {"kind": "no_take"}]}, "decisions.0: seat 1 with"),
    ):
        with pytest.raises(InputError, match=told):
            simcore.Position.from_record(header, [wrong])
    # rules under which the record was not played
    with pytest.raises(InputError, match=r"setup.deck: has 7 cards below end_game; cards_below_end says 8"):
        simcore.Position.from_record({**header, "params": {"cards_below_end": 8}}, lines)
    with pytest.raises(InputError, match=r"decisions.1: seat 0 with .*; the rules say seat 0"):
        simcore.Position.from_record({**header, "params": {"watch_limit": 3}}, lines)


# ---- anything at all


def tweaked(value: Any, rng: random.Random) -> Any:
    """Return a value with something changed, anything but always the same kind of thing."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: tweaked(value[key], rng)} if rng.random() < 0.8 else {"x": 1}
    if isinstance(value, list) and value and rng.random() < 0.8:
        i = rng.randrange(len(value))
        changed = [*value[:i], *([] if rng.random() < 0.3 else [tweaked(value[i], rng)]), *value[i + 1 :]]
        rng.shuffle(changed) if rng.random() < 0.2 else None
        return changed
    other: list[Any] = [None, True, False, 0, 1, 2, 3, 10**20, -1, 1.5, "x", [], {}, [None], [[]], float("nan")]
    ids = ["bone", "walk", "fetch", "end_game", "fav_a", "scraps", "s01", "r01", "t01", "x01", "x07", "basic", "sp1"]
    return rng.choice([*other, *ids, *s.PHASES, *layout.LINES, value + 1 if isinstance(value, int) else value])


def spoiled(values: dict[str, Any], others: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Return a position with some keys left out, changed, or taken from other positions."""
    found = copy.deepcopy(values)
    for key in rng.sample(list(found), rng.choice([1, 1, 2, 3, 12])):
        how = rng.random()
        if how < 0.4:
            del found[key]
        elif how < 0.6:
            found[key] = copy.deepcopy(rng.choice(others)[key])
        else:
            found[key] = tweaked(found[key], rng)
    return found


def check_numbers(state: Any) -> None:
    """Nothing falls below 0, and no number leaves what it can hold."""
    assert min(state.cubes.min(), state.food_due, state.n_pending) >= 0
    assert state.hand.max() <= layout.MAX_DECK
    assert state.n_dogs.max() <= layout.MAX_DOGS
    assert state.n_pending <= s.MAX_PENDING
    assert state.deck_left <= layout.MAX_DECK
    owned = [int(dog) for seat in range(int(state.n_seats)) for dog in state.dogs[seat, : int(state.n_dogs[seat])]]
    assert len(set(owned)) == len(owned)


def check_played(states: Any, rules: Any, rng: random.Random) -> None:
    """Play a position to its end, with all numbers in their bounds."""
    steps, state = steps_of(registry.game("dog_lover")), states[0]
    legal = steps.legal(states, rules)
    for _ in range(1500):
        check_numbers(state)
        if state.phase == s.OVER:
            return
        assert legal
        assert len(set(legal)) == len(legal)
        legal = steps.apply(states, rng.choice(legal), rules)
    pytest.fail("the game does not end")


def check_accepted_or_told(values: dict[str, Any], rules: Any, rng: random.Random) -> bool:
    """Refuse a position in one line, or take it there and back and to its end."""
    try:
        states = position.from_dict(values, rules)
    except InputError as error:
        assert str(error).startswith("Position: ")
        assert "\n" not in str(error)
        return False
    told = position.to_dict(states)
    assert position.to_dict(position.from_dict(told, rules)) == told
    assert list(position.words(states))
    check_played(states, rules, rng)
    return True


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "changed_rules",
    [
        {},
        {"trait_timing": "at_once", "fetch_cell": "stays", "traits_per_dog": 2, "watch_limit": 2},
        {"starting_tricks": "special", "remove_marks": "none", "cards_below_end": 30, "tuck_limit_each": 0},
    ],
    ids=["defaults", "at_once", "special"],
)
def test_whatever_is_accepted_can_be_played(
    traces: Callable[..., Iterator[Any]], players: int, changed_rules: dict[str, Any]
) -> None:
    """Positions with anything changed are refused in one line, or come back from their dict and play to the end."""
    rng = random.Random(players)
    found = [(trace, rules) for trace, _, rules in traces(changed_rules, players, 5, range(3))]
    others = [position.to_dict(trace.states[i : i + 1]) for trace, _ in found for i in range(len(trace.states))]
    accepted = sum(
        check_accepted_or_told(spoiled(rng.choice(others), others, rng), found[0][1], rng) for _ in range(400)
    )
    assert accepted > 40


_LEAVES = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=4) | st.floats(allow_nan=False)
_ANYTHING = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner), max_leaves=6
)


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_nothing_else_is_raised(data: Any) -> None:
    """Whatever stands at a key, the position is built or an InputError names the fault."""
    good = simcore.Position.from_dict("dog_lover", {**TAKEN, "pending": {"walks": 1}}).to_dict()
    key = data.draw(st.sampled_from([*good, "moves"]))
    try:
        found = simcore.Position.from_dict("dog_lover", {**good, key: data.draw(_ANYTHING)})
    except InputError as error:
        assert str(error).startswith("Position: ")
    else:
        assert simcore.Position.from_dict("dog_lover", found.to_dict()).to_dict() == found.to_dict()
