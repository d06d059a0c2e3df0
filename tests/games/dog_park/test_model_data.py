"""The tables of Dog Park against what the rule sheet says of them, and the reference model's parameters and deals."""

from __future__ import annotations

import csv
import random
from collections import Counter
from types import ModuleType
from typing import Any

import pytest


def rows(tables: ModuleType, name: str) -> list[dict[str, str]]:
    """Return a table as it stands."""
    with (tables.DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def of_set(tables: ModuleType, name: str, column: str) -> Counter[str]:
    """Count the dogs of a set by a column."""
    return Counter(card[column] for card in tables.DOGS.values() if card["set"] == name)


def test_dogs(tables: ModuleType) -> None:
    """163 base dogs of 7 breeds and 29 of each other set, each costing 1 to 3 resources (1.5, 21)."""
    assert of_set(tables, "base", "breed") == {
        "gundog": 28,
        "hound": 28,
        "pastoral": 28,
        "utility": 22,
        "working": 20,
        "terrier": 19,
        "toy": 18,
    }
    assert Counter(card["set"] for card in tables.DOGS.values()) == {
        "base": 163,
        "european": 29,
        "famous": 29,
        "world": 29,
    }
    for card in tables.DOGS.values():
        assert card["breed"] in tables.BREEDS
        assert 1 <= sum(card["cost"].values()) <= 3


def test_abilities(tables: ModuleType) -> None:
    """As many dogs as section 10 says have each ability; the table of abilities counts the other sets alike."""
    assert of_set(tables, "base", "ability") == {
        "eager": 21,
        "crafty": 10,
        "go_fetch": 30,
        "obedient": 16,
        "playmate": 8,
        "social_butterfly": 14,
        "search_and_rescue": 7,
        "pack_dog": 14,
        "raring_to_go": 7,
        "sociable": 14,
        "ball_hog": 7,
        "stick_chaser": 7,
        "toy_collector": 4,
        "treat_lover": 4,
    }
    for row in rows(tables, "abilities"):
        for name in tables.SETS:
            assert of_set(tables, name, "ability")[row["ability"]] == int(row[f"n_{name}"]), (row["ability"], name)
    same = [
        dog for dog, card in tables.DOGS.items() if card["set"] == "base" and card["param1"] == card["param2"] != ""
    ]
    assert len(same) == 2  # 10.3
    playmates = [card["param1"] for card in tables.DOGS.values() if card["ability"] == "playmate"]
    assert Counter(playmates) == {"toy": 4, "treat": 4}  # 16.14


def test_ability_amounts(tables: ModuleType) -> None:
    """The table has the amounts and limits that sections 10 and 21 name."""
    found = {row["ability"]: (int(row["amount"]), row["cap_units"]) for row in rows(tables, "abilities")}
    for ability, (_, value, most) in {
        "pack_dog": ("", 2, ""),
        "raring_to_go": ("", 2, ""),
        "sociable": ("", 1, ""),
        "lone_wolf": ("", 3, ""),
        "fusspot": ("", 4, ""),
        "slowpoke": ("", 2, ""),
        "ball_hog": ("ball", 1, "6"),
        "stick_chaser": ("stick", 1, "6"),
        "toy_collector": ("toy", 2, "3"),
        "treat_lover": ("treat", 2, "3"),
        "hoarder": ("", 1, "12"),
    }.items():
        assert found[ability] == (value, most), ability


def test_board(tables: ModuleType) -> None:
    """The printed rewards of the park; both routes have 10 spaces (6.1)."""
    assert {space: rewards for space, rewards in tables.PRINTED.items() if rewards} == {
        1: ["stick"],
        2: ["ball"],
        3: ["toy"],
        4: ["treat"],
        6: ["scout"],
        5: ["stick"],
        7: ["reputation"],
        9: ["scout"],
        11: ["reputation"],
        13: ["ball", "ball"],
        8: ["ball"],
        10: ["swap"],
        12: ["toy"],
        14: ["treat"],
        15: ["stick", "stick"],
    }
    assert tables.spaces_at(0, 10, None) == [13, 15]
    assert tables.spaces_at(0, 11, None) == [tables.LEAVE]
    assert tables.spaces_at(0, 12, None) == []


def test_locations(tables: ModuleType) -> None:
    """8 plentiful cards without a block; 8 rerouted ones with one each, but for card 14 (2.5, 6.2)."""
    assert [card for card, deck in tables.LOCATION_DECK.items() if deck == "plentiful"] == list(range(1, 9))
    assert [card for card, deck in tables.LOCATION_DECK.items() if deck == "rerouted"] == list(range(9, 17))
    blocks = {card: tables.blocked_space(card) for card in tables.LOCATION_DECK}
    assert {card: block for card, block in blocks.items() if block is not None} == {
        9: 5,
        10: 8,
        11: 6,
        12: 13,
        13: 15,
        15: 12,
        16: 14,
    }
    assert (12, "stick", 1) in tables.LOCATION_TOKENS[3]  # 16.12
    assert (12, "stick", 1) in tables.LOCATION_TOKENS[11]


def test_moves(tables: ModuleType) -> None:
    """All 249 rows of reachable and exact spaces (6.4, 6.5)."""
    found = rows(tables, "moves_vectors")
    assert len(found) == 249
    for row in found:
        space, block = int(row["from"]), tables.blocked_space(int(row["card"]))
        assert space != block
        expected: set[Any] = {int(word) for word in row["reachable_1_to_4"].split()}
        if row["can_leave"] == "1":
            expected.add(tables.LEAVE)
        assert set(tables.spaces_within(space, 4, block)) == expected, row
        for steps in range(1, 5):
            exact = {tables.LEAVE if word == "L" else int(word) for word in row[f"exact_{steps}"].split()}
            assert set(tables.spaces_at(space, steps, block)) == exact, (row, steps)


def test_forecasts(tables: ModuleType) -> None:
    """Breed, reputation and resources of each forecast card (section 11)."""
    found = {int(row["id"]): (row["breed"], row["reputation"], row["any_resource"]) for row in rows(tables, "forecast")}
    assert found == {
        1: ("gundog", "", "1"),
        2: ("terrier", "0", "2"),
        3: ("pastoral", "", ""),
        4: ("working", "1", "1"),
        5: ("toy", "3", "0"),
        6: ("hound", "2", "0"),
        7: ("utility", "1", "1"),
        8: ("", "-2", "0"),
        9: ("", "0", "0"),
        10: ("", "", ""),
        11: ("", "", ""),
    }


def test_leave_spaces(tables: ModuleType) -> None:
    """What the leave spaces pay (6.5), and which are in use (1.4, 2.5, 2.9)."""
    found = [(row["space"], row["reward"], int(row["amount"])) for row in rows(tables, "leaving_bonus")]
    assert found == [
        ("91", "reputation", 3),
        ("92", "reputation", 2),
        ("93", "reputation", 1),
        ("93", "swap", 1),
        ("94", "reputation", -1),
    ]
    by_players = {
        1: (3, 2, "rerouted", [92, 93]),
        2: (3, 1, "rerouted", [92, 93]),
        3: (3, 0, "rerouted", [92, 93]),
        4: (4, 0, "plentiful", [91, 92, 93]),
    }
    for n_players, expected in by_players.items():
        row = tables.of_players(n_players)
        assert (row["field_size"], row["autowalkers"], row["location_deck"], row["leave_spaces"]) == expected


def test_constants(tables: ModuleType) -> None:
    """Start, awards, die and switches (2.3, 2.6, 13.2, 16, 23)."""
    constants = tables.CONSTANTS
    assert constants["setup"]["start_reputation"] == 5
    assert constants["setup"]["start_resources"] == {"stick": 2, "ball": 2, "toy": 1, "treat": 1}
    assert constants["setup"]["start_resources_gentle_walk"] == {"stick": 2, "ball": 2, "toy": 2, "treat": 2}
    assert tables.AWARD_VALUES == constants["final_scoring"]["award_by_space"] == [8, 7, 6, 4, 3, 2, 2]
    assert constants["autowalker"]["die"] == [1, 2, 2, 3, 3, 4]
    assert constants["switches"].items() <= tables.DEFAULTS.items()
    own = tables.DEFAULTS.keys() - constants["switches"].keys()
    assert own == {"sets", "packed_park", "gentle_walk", "predictable_forecast"}
    assert {name: values[0] for name, values in tables.VALUES.items()} == tables.DEFAULTS


def test_objectives(tables: ModuleType) -> None:
    """Two kinds of five, 7 and 3 reputation, card 1 only with four players (2.7, 12)."""
    assert tables.objective_cards("experienced", 4) == [1, 2, 3, 4, 5]
    assert tables.objective_cards("experienced", 2) == [2, 3, 4, 5]
    assert tables.objective_cards("standard", 2) == tables.objective_cards("standard", 4) == [6, 7, 8, 9, 10]
    worth = {card: int(row["reputation"]) for card, row in tables.OBJECTIVES.items()}
    assert worth == {card: 7 if card <= 5 else 3 for card in range(1, 11)}
    assert sorted(tables.SOLO_OBJECTIVES) == [20, 21, 22, 23]


def test_random_setups(tables: ModuleType) -> None:
    """Shuffled deals obey section 2, for every number of players; card 11 is never on round 1 but can be on round 2."""
    on_second = 0
    for n_players in (1, 2, 3, 4):
        for seed in range(50):
            setup = tables.random_setup({}, n_players, random.Random(4 * seed + n_players))
            tables.check_setup(tables.DEFAULTS, n_players, setup)
            assert len(setup["deck"]) == 163
            on_second += setup["forecasts"][1] == 11
    assert on_second > 20


def test_variants_and_sets_in_the_deal(tables: ModuleType) -> None:
    """Half of the deck (2.1), more sets (21), other location decks and forecasts (22)."""
    rng = random.Random(3)
    assert len(tables.random_setup({"deck": "half"}, 3, rng)["deck"]) == 81
    assert len(tables.random_setup({"sets": ["base", "world"]}, 3, rng)["deck"]) == 192
    assert len(tables.random_setup({"sets": tables.SETS}, 3, rng)["deck"]) == 250
    assert min(tables.random_setup({"packed_park": True}, 4, rng)["locations"]) >= 9
    assert max(tables.random_setup({"gentle_walk": True}, 3, rng)["locations"]) <= 8
    predictable = tables.random_setup({"predictable_forecast": True}, 2, rng)["forecasts"]
    assert sorted(predictable) == [8, 9, 10, 11]
    assert predictable[0] != 11


@pytest.mark.parametrize(
    ("params", "n_players"),
    [
        ({"dice": 1}, 2),
        ({"tiebreak": "coin"}, 2),
        ({"lone_human_walks_on": 1}, 2),
        ({"last_walker_loses": -1}, 2),
        ({"last_walker_loses": True}, 2),
        ({"search_and_rescue_per_scout": 5}, 2),
        ({"card7_two_tokens": 3}, 4),
        ({"sets": ["european"]}, 2),
        ({"sets": ["european", "base"]}, 2),
        ({"sets": ["base", "asian"]}, 2),
        ({"packed_park": True}, 3),
        ({"packed_park": True, "gentle_walk": True}, 4),
        ({}, 0),
        ({}, 5),
    ],
)
def test_wrong_parameters_are_refused(tables: ModuleType, params: dict[str, Any], n_players: int) -> None:
    """Names, types and values that the sheet does not have."""
    with pytest.raises(ValueError, match=r"unknown|wrong type|not a value|players|decks"):
        tables.all_params(params, n_players)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("deck", [1, 2, 2]),
        ("deck", [1, 2, 164]),
        ("awards", ["toy"] * 7),
        ("forecasts", [11, 1, 2, 3]),
        ("forecasts", [1, 1, 2, 3]),
        ("forecasts", [1, 2, 3]),
        ("locations", [1, 9, 10, 11]),
        ("locations", [9, 9, 10, 11]),
        ("objectives", [[1, 6], [2, 7]]),
        ("objectives", [[2, 6], [2, 7]]),
        ("objectives", [[2, 6]]),
        ("objectives", [[6, 2], [7, 3]]),
        ("dice", [5]),
    ],
)
def test_wrong_setups_are_refused(reference: ModuleType, tables: ModuleType, name: str, value: Any) -> None:
    """Deals of two players that section 2 does not allow."""
    setup = tables.random_setup({}, 2, random.Random(1))
    with pytest.raises(ValueError, match="setup: wrong"):
        reference.Game({}, 2, {**setup, name: value})
