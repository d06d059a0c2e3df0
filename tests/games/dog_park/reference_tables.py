"""Tables, parameters, deals, the board and paying in the reference model of Dog Park.

The tables are read from `data`, copied from the rule sheet's data. A deal is everything random of a
game in the form of `RECORD.md`. The numbers in the comments are the rule sheet's.
"""

import csv
import itertools
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

DATA = Path(__file__).parent / "data"


def _table(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CONSTANTS = tomllib.loads((DATA / "constants.toml").read_text(encoding="utf-8"))

RESOURCES = ["stick", "ball", "toy", "treat"]  # 1.1
BREEDS = [row["breed"] for row in _table("breed_expert_cards")]
AWARD_VALUES = [int(row["reputation"]) for row in _table("breed_expert_spaces")]  # 2.3
SETS = ["base", "european", "famous", "world"]  # 21

# 1.5: number -> breed, cost, ability and its one or two parameters
DOGS: dict[int, dict[str, Any]] = {
    int(row["id"]): {
        "set": row["set"],
        "breed": row["breeds"],
        "cost": {kind: int(row[f"cost_{kind}"]) for kind in RESOURCES},
        "ability": row["ability"],
        "param1": row["param1"],
        "param2": row["param2"],
    }
    for row in _table("dogs")
}

# 6.1: the board
START = 0
LEAVE_SPACES = [91, 92, 93]
LAST_OUT = 94
PRINTED = {
    int(row["space"]): [word for word in row["printed_reward"].split("|") if word] for row in _table("park_spaces")
}
NEXT = {space: [int(row["to"]) for row in _table("park_edges") if int(row["from"]) == space] for space in PRINTED}
LEAVE = "leave"  # any of 91 to 93, while it does not matter which

# 6.2: card -> its deck, and its tokens as (space, token, how many)
LOCATION_DECK = {int(row["card"]): row["deck"] for row in _table("location_bonus")}
LOCATION_TOKENS: dict[int, list[tuple[int, str, int]]] = {
    card: [
        (int(row["space"]), row["token"], int(row["count"]))
        for row in _table("location_bonus")
        if int(row["card"]) == card
    ]
    for card in LOCATION_DECK
}

OBJECTIVES = {int(row["id"]): row for row in _table("objectives")}  # 12
SOLO_OBJECTIVES = {int(row["id"]): row for row in _table("solo_objectives")}  # 14.1
SOLO_RATING = _table("solo_rating")  # 14.3

# Sections 16 and 23, then the sets of section 21 and the variants of section 22.
DEFAULTS: dict[str, Any] = {
    "autowalker_tie": "autowalker",
    "tiebreak": "award_count",
    "leave_bonus": "free_choice",
    "last_walker_loses": 1,
    "search_and_rescue_per_scout": 1,
    "crafty_timing": "when_placed",
    "forecast7_triggers_abilities": False,
    "lone_human_walks_on": True,
    "card7_two_tokens": 2,
    "deck": "all",
    "no_offer_pick": "after_losers",
    "sets": ["base"],
    "packed_park": False,
    "gentle_walk": False,
    "predictable_forecast": False,
}
# All named values; for `last_walker_loses` some worth testing (any count is allowed there).
VALUES: dict[str, list[Any]] = {
    "autowalker_tie": ["autowalker", "human"],
    "tiebreak": ["award_count", "highest_award"],
    "leave_bonus": ["free_choice", "arrival_order"],
    "last_walker_loses": [1, 0, 2, 5],
    "search_and_rescue_per_scout": [1, 2, 3, 4],
    "crafty_timing": ["when_placed", "any_time"],
    "forecast7_triggers_abilities": [False, True],
    "lone_human_walks_on": [True, False],
    "card7_two_tokens": [2, 1],
    "deck": ["all", "half"],
    "no_offer_pick": ["after_losers", "turn_order"],
    "sets": [["base"], ["base", "european"], ["base", "famous"], ["base", "world"], SETS],
    "packed_park": [False, True],
    "gentle_walk": [False, True],
    "predictable_forecast": [False, True],
}


def all_params(params: Mapping[str, Any], n_players: int) -> dict[str, Any]:
    """Fill in the defaults; refuse names and values that the sheet does not have."""
    for name, value in params.items():
        if name not in DEFAULTS:
            raise ValueError(f"unknown rule parameter {name!r}")
        if type(value) is not type(DEFAULTS[name]):
            raise ValueError(f"{name} = {value!r}: wrong type")
        if name == "sets":
            known = value == [name for name in SETS if name in value] and "base" in value
        elif name == "last_walker_loses":
            known = value >= 0
        else:
            known = value in VALUES[name]
        if not known:
            raise ValueError(f"{name} = {value!r}: not a value of the sheet")
    rules = {**DEFAULTS, **params}
    if n_players not in (1, 2, 3, 4):
        raise ValueError(f"{n_players} players")
    if rules["packed_park"] and n_players != 4:
        raise ValueError("packed_park is for 4 players (22)")
    if rules["packed_park"] and rules["gentle_walk"]:
        raise ValueError("packed_park and gentle_walk ask for different location decks (22)")
    return rules


def of_players(n_players: int) -> dict[str, Any]:
    found: dict[str, Any] = CONSTANTS["by_players"][f"p{n_players}"]
    return found


# ---- the deal


def dogs_of_sets(sets: Sequence[str]) -> list[int]:
    """Return the dogs of some sets: 163 of the base game, 29 more of each other set (2.1, 21)."""
    return [dog for dog, card in DOGS.items() if card["set"] in sets]


def location_cards(params: Mapping[str, Any], n_players: int) -> list[int]:
    """Return the cards of the location deck in use (2.5, 22)."""
    deck = of_players(n_players)["location_deck"]
    if params["packed_park"]:
        deck = "rerouted"
    if params["gentle_walk"]:
        deck = "plentiful"
    return [card for card in LOCATION_DECK if LOCATION_DECK[card] == deck]


def forecast_cards(params: Mapping[str, Any]) -> list[int]:
    """Return the forecast cards in use (2.4, 22)."""
    return [8, 9, 10, 11] if params["predictable_forecast"] else list(range(1, 12))


def objective_cards(kind: str, n_players: int) -> list[int]:
    """Return the experienced or the standard objectives in use (2.7): card 1 only with four players."""
    return [card for card, row in OBJECTIVES.items() if row["type"] == kind and (card != 1 or n_players == 4)]


def random_setup(params: Mapping[str, Any], n_players: int, rng: Random) -> dict[str, Any]:
    """Shuffle a setup (section 2) in the form of `RECORD.md`, with more dice than a game can use."""
    rules = all_params(params, n_players)
    deck = dogs_of_sets(rules["sets"])
    rng.shuffle(deck)
    if rules["deck"] == "half":  # 2.1
        deck = deck[: len(deck) // 2]
    awards = list(BREEDS)
    rng.shuffle(awards)
    forecasts = rng.sample(forecast_cards(rules), 4)
    if forecasts[0] == 11:  # 2.4
        forecasts[0], forecasts[1] = forecasts[1], forecasts[0]
    objectives = [sorted(SOLO_OBJECTIVES)]  # 14.1
    if n_players > 1:
        experienced = rng.sample(objective_cards("experienced", n_players), n_players)
        standard = rng.sample(objective_cards("standard", n_players), n_players)
        objectives = [list(pair) for pair in zip(experienced, standard, strict=True)]
    # 8 offers, and in 4 walks at most 11 moves each
    n_dice = of_players(n_players)["autowalkers"] * (8 + 4 * 11)
    return {
        "deck": deck,
        "awards": awards,
        "forecasts": forecasts,
        "locations": rng.sample(location_cards(rules, n_players), 4),
        "objectives": objectives,
        "dice": [rng.choice(CONSTANTS["autowalker"]["die"]) for _ in range(n_dice)],
    }


def _all_different(cards: Sequence[int], known: Sequence[int]) -> bool:
    """Whether cards are among the known ones, none of them twice."""
    return len(set(cards)) == len(cards) and set(cards) <= set(known)


def _check_objectives(dealt: Sequence[Sequence[int]], n_players: int) -> bool:
    if n_players == 1:
        return [sorted(cards) for cards in dealt] == [sorted(SOLO_OBJECTIVES)]
    cards = [card for pair in dealt for card in pair]
    return (
        len(dealt) == n_players
        and len(set(cards)) == len(cards) == 2 * n_players
        and all(pair[0] in objective_cards("experienced", n_players) for pair in dealt)
        and all(pair[1] in objective_cards("standard", n_players) for pair in dealt)
    )


def check_setup(params: Mapping[str, Any], n_players: int, setup: Mapping[str, Any]) -> None:
    """Refuse a setup that section 2 does not allow.

    Raises
    ------
    ValueError
        With the rule's number.
    """
    deck, forecasts, locations = setup["deck"], setup["forecasts"], setup["locations"]
    found = [
        ("deck (2.1)", _all_different(deck, dogs_of_sets(params["sets"]))),
        ("awards (2.3)", sorted(setup["awards"]) == sorted(BREEDS)),
        ("forecasts (2.4)", len(forecasts) == 4 and _all_different(forecasts, forecast_cards(params))),
        ("card 11 on round 1 (2.4)", forecasts[0] != 11),
        ("locations (2.5)", len(locations) == 4 and _all_different(locations, location_cards(params, n_players))),
        ("objectives (2.7, 14.1)", _check_objectives(setup["objectives"], n_players)),
        ("dice (13.2)", set(setup["dice"]) <= set(CONSTANTS["autowalker"]["die"])),
    ]
    for what, fine in found:
        if not fine:
            raise ValueError(f"setup: wrong {what}")


# ---- the board


def _one_step(spaces: Sequence[int | str], block: int | None) -> list[int | str]:
    """Where one step leads from any of some spaces; a blocked space is jumped over (6.4)."""
    found: list[int | str] = []
    for start in spaces:
        for end in NEXT[start] if isinstance(start, int) else []:
            if end == block:
                found += _one_step([end], block)
            else:
                found.append(LEAVE if end in LEAVE_SPACES else end)
    return sorted(set(found), key=str)


def spaces_at(space: int, steps: int, block: int | None) -> list[int | str]:
    """Return where exactly so many steps lead; nowhere if they go beyond the exit."""
    here: list[int | str] = [space]
    for _ in range(steps):
        here = _one_step(here, block)
    return here


def spaces_within(space: int, steps: int, block: int | None) -> list[int | str]:
    """Return where one to so many steps lead (6.4, 6.5)."""
    here: list[int | str] = [space]
    found: list[int | str] = []
    for _ in range(steps):
        here = _one_step(here, block)
        found += here
    return sorted(set(found), key=str)


def blocked_space(card: int) -> int | None:
    """Return the space that a location card blocks (6.2)."""
    for space, token, _ in LOCATION_TOKENS[card]:
        if token == "block":
            return space
    return None


def rewards_of(space: int, card: int, card7_two_tokens: int = 2) -> dict[str, int]:
    """Return the printed rewards of a space and its tokens (6.2, 6.7, 16.13)."""
    found = dict.fromkeys([*RESOURCES, "reputation", "swap", "scout"], 0)
    for word in PRINTED[space]:
        found[word] += 1
    for at, token, count in LOCATION_TOKENS[card]:
        if at == space and token != "block":
            found[token] += card7_two_tokens if count == 2 else count
    return found


# ---- paying


def payments(stock: Mapping[str, int], cost: Mapping[str, int]) -> list[dict[str, int]]:
    """Return all ways to pay a cost from a stock (5.3); none if it cannot be paid."""
    paid = {kind: min(stock[kind], cost[kind]) for kind in RESOURCES}
    missing = sum(cost[kind] - paid[kind] for kind in RESOURCES)
    left = [stock[kind] - paid[kind] for kind in RESOURCES]
    if missing == 0:
        return [paid]
    found = []
    for extra in itertools.product(*(range(min(count, 2 * missing) + 1) for count in left)):
        if sum(extra) == 2 * missing:
            found.append({kind: paid[kind] + more for kind, more in zip(RESOURCES, extra, strict=True)})
    return found
