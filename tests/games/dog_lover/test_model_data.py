"""The card table of Dog Lover against what it and the rule sheet say, and the model's parameters and deals."""

from __future__ import annotations

import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest


def test_components(tables: ModuleType) -> None:
    """The table has as many cards of each deck as its component counts say."""
    counts = {name: row["value"] for name, row in tables.TABLE["components"].items()}
    assert len(tables.game_cards([])) == counts["game_deck"] == 120
    assert len(tables.SPECIAL_TRICKS) == tables.TABLE["starting_basic"][0]["copies"] == counts["starting_tricks"] == 5
    assert len(tables.DECK_TRICKS) == counts["trick_deck"] == 11
    assert len(tables.RESCUED) == counts["shelter_deck"] == 15


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_game_deck(tables: ModuleType, n_players: int) -> None:
    """For each number of players the deck has the size, and the cards of each kind, that the table states (2.1)."""
    marks = tables.DEFAULTS["remove_marks"][n_players]
    cards = tables.game_cards(marks)
    assert len(cards) == tables.TABLE["deck_sizes"][f"p{n_players}"]["value"]
    stated = {
        row["kind"]: sum(count for mark, count in zip((2, 3, 4), row["by_mark"], strict=True) if mark not in marks)
        for row in tables.TABLE["game_kinds"]
    }
    assert Counter(tables.card_type(card) for card in cards) == stated


def test_every_number_of_symbols(tables: ModuleType) -> None:
    """The 24 dogs show 15, 14 and 15 symbols, 1 to 3 each by size, as the table says of itself."""
    dogs = {card: row for card, row in tables.DOGS.items() if not row["rescued"]}
    assert len(dogs) == 24
    assert {kind: sum(row["need"][kind] for row in dogs.values()) for kind in tables.FOOD} == {
        "scraps": 15,
        "kibble": 14,
        "canned": 15,
    }
    assert all(sum(row["need"].values()) == 1 + tables.SIZES.index(row["size"]) for row in dogs.values())


def test_effects_are_known(tables: ModuleType) -> None:
    """Every ability of a card is explained in the table, and every explained one is on a card."""
    rescued = {tables.DOGS[card]["effect"] for card in tables.RESCUED}
    assert rescued == set(tables.TABLE["rescued_effects"]) - {"source"}
    traits = {row["effect"] for row in tables.TRAITS.values()}
    assert traits == set(tables.TABLE["trait_effects"]) - {"source"}
    named = {row["else_discard"]["kind"] for row in tables.TRAITS.values()}
    assert named == {"food", "bone", "training", "adoption", "favorite"}


def test_defaults_are_those_of_the_table(tables: ModuleType) -> None:
    """Every default that the card table states too is the same there."""
    table = {**tables.TABLE["scoring"], **tables.TABLE["setup"]}
    both = {name: row["value"] for name, row in table.items() if name in tables.DEFAULTS}
    assert set(tables.DEFAULTS) - set(both) == {"starting_tricks", "watch_limit", "fetch_cell", "trait_timing"}
    for name, value in both.items():
        mine = tables.DEFAULTS[name]
        if name in tables.BY_PLAYERS:
            mine = {f"p{n_players}": values for n_players, values in mine.items()}
        assert mine == value, name


def test_parameters_are_filled_in(tables: ModuleType, changed_rules: dict[str, list[Any]]) -> None:
    """A game gets all parameters, those by players for its own number; every changed value is taken."""
    assert tables.all_params({}, 3) == {**tables.DEFAULTS, "cards_below_end": 11, "remove_marks": [4]}
    assert set(changed_rules) == set(tables.DEFAULTS)
    for name, values in changed_rules.items():
        for value in values:
            assert tables.all_params({name: value}, 2)[name] == value != tables.all_params({}, 2)[name]


WRONG: list[dict[str, Any]] = [
    {"walks": 2},
    {"starting_tricks": "all"},
    {"cards_below_end": -1},
    {"cards_below_end": {2: 7}},
    {"remove_marks": [5]},
    {"remove_marks": 3},
    {"watch_limit": 0},
    {"watch_limit": True},
    {"adoption_cost": "2"},
    {"fetch_cell": "moves"},
    {"bones_flat": [0, -1, 0]},
    {"favorite_set": [0, 1, 3, 6, 10, 15.0]},
]


@pytest.mark.parametrize("params", WRONG, ids=str)
def test_wrong_parameters_are_refused(reference: ModuleType, params: dict[str, Any]) -> None:
    """Names and values that the sheet does not have are refused."""
    with pytest.raises(ValueError, match=next(iter(params))):
        reference.all_params(params, 2)


def test_wrong_numbers_are_refused(reference: ModuleType) -> None:
    """Only 2 to 4 play, and no more cards can lie below End Game than there are."""
    for n_players in (1, 5):
        with pytest.raises(ValueError, match="players"):
            reference.deal(random.Random(1), n_players)
    with pytest.raises(ValueError, match="70 cards"):
        reference.deal(random.Random(1), 2, {"cards_below_end": 71})


@pytest.mark.parametrize("n_players", [2, 3, 4])
@pytest.mark.parametrize("tricks", ["basic", "special"])
def test_deal(reference: ModuleType, tables: ModuleType, n_players: int, tricks: str) -> None:
    """A deal has a dog and a trick a seat, End Game in its place, and every other card once (2.1 to 2.6)."""
    params = {"starting_tricks": tricks}
    setup = reference.deal(random.Random(3), n_players, params)
    assert setup != reference.deal(random.Random(4), n_players, params)
    assert setup == reference.deal(random.Random(3), n_players, params)
    assert len(setup["dogs_dealt"]) == n_players
    below = {2: 7, 3: 11, 4: 15}[n_players]
    assert setup["deck"].index("end_game") == len(setup["deck"]) - 1 - below
    assert len(setup["deck"]) == {2: 72, 3: 96, 4: 120}[n_players] - n_players + 1
    if tricks == "basic":
        assert setup["starting_tricks"] == ["basic"] * n_players
    else:
        assert len(set(setup["starting_tricks"]) & set(tables.SPECIAL_TRICKS)) == n_players


SWAPS: list[tuple[str, dict[str, Any]]] = [
    ("2.1", {"deck": ["bone", "end_game"]}),
    ("2.2", {"dogs_dealt": ["bone", "s01"]}),
    ("2.3", {"starting_tricks": ["basic", "sp1"]}),
    ("2.3", {"starting_tricks": ["basic"]}),
    ("2.6", {"trick_deck": ["t01"] * 11}),
    ("2.6", {"shelter_deck": []}),
]


@pytest.mark.parametrize(("rule", "change"), SWAPS, ids=str)
def test_a_wrong_setup_is_refused(reference: ModuleType, rule: str, change: dict[str, Any]) -> None:
    """A setup that section 2 does not allow is refused with the rule's number."""
    setup = reference.deal(random.Random(3), 2)
    with pytest.raises(ValueError, match=rule):
        reference.Game.from_setup({**setup, **change})


def test_end_game_elsewhere_is_refused(reference: ModuleType) -> None:
    """The End Game card lies on exactly `cards_below_end` cards (2.4)."""
    setup = reference.deal(random.Random(3), 2, {"cards_below_end": 8})
    with pytest.raises(ValueError, match=r"2\.4"):
        reference.Game.from_setup(setup)
    assert reference.Game.from_setup(setup, {"cards_below_end": 8}).phase == "place_watch_dog"


# ---- places of tricks


def test_basic_trick_has_six_places(tables: ModuleType) -> None:
    """A straight three lies on each line, and its `*` names that line (3.1)."""
    assert sorted(tables.positions("basic")) == [
        ([0, 1, 2], "r0"),
        ([0, 3, 6], "c0"),
        ([1, 4, 7], "c1"),
        ([2, 5, 8], "c2"),
        ([3, 4, 5], "r1"),
        ([6, 7, 8], "r2"),
    ]


def test_places_turn_and_shift_but_never_mirror(tables: ModuleType) -> None:
    """The bent trick sp4 has 8 places; its mirror image t04 has 8 others, and the `*` goes with the card (1.4)."""
    bent, other = tables.positions("sp4"), tables.positions("t04")
    assert ([0, 1, 5], "r0") in bent
    assert ([3, 4, 8], "r1") in bent  # one row down
    assert ([1, 4, 6], "c1") in bent  # a quarter turn clockwise: the row is a column on the right
    assert ([0, 4, 5], "r1") in bent  # half a turn: the row is the lower one
    assert ([1, 3, 6], "c0") in bent  # three quarters
    assert len(bent) == len(other) == 8
    assert not {str(cells) for cells, _ in bent} & {str(cells) for cells, _ in other}


def test_one_set_of_cells_with_several_lines(tables: ModuleType) -> None:
    """The square lies in four places, and in each its `*` can name any of its four lines."""
    places = tables.positions("t05")
    assert len(places) == 16
    assert [line for cells, line in places if cells == [0, 1, 3, 4]] == ["r0", "c1", "r1", "c0"]


def test_turned_places_of_every_trick(tables: ModuleType) -> None:
    """Turning the whole grid turns the places of every trick into each other, line and all."""
    turn = [2, 5, 8, 1, 4, 7, 0, 3, 6]  # where each cell goes
    lines = {"r0": "c2", "r1": "c1", "r2": "c0", "c0": "r0", "c1": "r1", "c2": "r2"}
    for trick, row in tables.TRICKS.items():
        places = tables.positions(trick)
        assert sorted((sorted(turn[cell] for cell in cells), lines[line]) for cells, line in places) == sorted(places)
        assert all(len(cells) == "".join(row["rows"]).count("X") for cells, _ in places)
        assert len(places) == len({str(place) for place in places})


@pytest.mark.parametrize("trick", ["basic", "sp1", "sp2", "sp3", "sp4", "sp5"])
def test_starting_tricks_are_always_playable(tables: ModuleType, trick: str) -> None:
    """Whatever line is watched, a starting trick has a place with one of its cards at most: no game stands still."""
    for watch in tables.LINES:
        counts = [sum(tables.on_line(cell, watch) for cell in cells) for cells, _ in tables.positions(trick)]
        assert min(counts) <= 1
