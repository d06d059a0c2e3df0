"""Everything printed in the box, read from the tables in ``data/``: dogs, forecasts, location cards, objectives.

The kernel sees the numbers as arrays of the rules record (`tables`), so that a printed number can be changed without a
new compile. Dog Park is a game of Birdwood Games; this is unofficial.
"""

from __future__ import annotations

import csv
import functools
import itertools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

DATA = Path(__file__).parent / "data"

CONSTANTS: dict[str, Any] = tomllib.loads((DATA / "constants.toml").read_text(encoding="utf-8"))


def card_rows(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the shipped lists."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _number(text: str) -> int:
    return int(text) if text else 0


RESOURCES = ("stick", "ball", "toy", "treat")
N_RESOURCES = len(RESOURCES)
# what a space can give, in the order of the reward table; the first five can be chosen by forecast 1
REPUTATION, SWAP, SCOUT = N_RESOURCES, N_RESOURCES + 1, N_RESOURCES + 2
REWARDS = (*RESOURCES, "reputation", "swap", "scout")
N_REWARDS = len(REWARDS)
N_KINDS = N_RESOURCES + 1
# bits of one resource where all four stand side by side: in a payment, in a cost
PAID_BITS, LANE_BITS = 3, 8
PAID = (1 << PAID_BITS) - 1
# entries of a list of payments that are copied without looking how many there are
COPIED_AT_ONCE = 8

BREEDS = tuple(row["breed"] for row in card_rows("breed_expert_cards"))
N_BREEDS = len(BREEDS)
GUNDOG, HOUND, PASTORAL, TERRIER, TOY_DOG, UTILITY, WORKING = (
    BREEDS.index(breed) for breed in ("gundog", "hound", "pastoral", "terrier", "toy", "utility", "working")
)

_ABILITY_ROWS = card_rows("abilities")
ABILITIES = tuple(row["ability"] for row in _ABILITY_ROWS)
# typed numbers: a function is compiled anew for every literal one
EAGER, CRAFTY, SHOW_OFF, FRIENDLY = (
    np.int64(ABILITIES.index(name)) for name in ("eager", "crafty", "show_off", "friendly")
)
GO_FETCH, OBEDIENT, PLAYMATE, SOCIAL_BUTTERFLY, SEARCH_AND_RESCUE = (
    np.int64(ABILITIES.index(name))
    for name in ("go_fetch", "obedient", "playmate", "social_butterfly", "search_and_rescue")
)
WELL_TRAINED, SLOWPOKE, GLOBETROTTER = (
    np.int64(ABILITIES.index(name)) for name in ("well_trained", "slowpoke", "globetrotter")
)
PACK_DOG, RARING_TO_GO, SOCIABLE, LONE_WOLF, FUSSPOT, HOARDER = (
    np.int64(ABILITIES.index(name))
    for name in ("pack_dog", "raring_to_go", "sociable", "lone_wolf", "fusspot", "hoarder")
)
STICK_CHASER, BALL_HOG, TOY_COLLECTOR, TREAT_LOVER = (
    np.int64(ABILITIES.index(name)) for name in ("stick_chaser", "ball_hog", "toy_collector", "treat_lover")
)
# the dogs that collect sticks, balls, toys and treats
COLLECTORS = (STICK_CHASER, BALL_HOG, TOY_COLLECTOR, TREAT_LOVER)
# which resource an ability collects, -1 none
COLLECTED = np.array([COLLECTORS.index(i) if i in COLLECTORS else -1 for i in range(len(ABILITIES))])

# units that an ability scores at most, 0 no limit
CAPS = np.array([_number(row["cap_units"]) for row in _ABILITY_ROWS], np.int16)

SETS = ("base", "european", "famous", "world")
DOGS: list[dict[str, str]] = card_rows("dogs")
N_DOGS = len(DOGS)
NO_DOG = 0
# inside a kernel a dog is its place in the table, from 1 on; outside it is its id
DOG_IDS = (NO_DOG, *(int(dog["id"]) for dog in DOGS))
DOG_OF_ID = {dog_id: dog for dog, dog_id in enumerate(DOG_IDS)}
DOGS_OF_SET = tuple(tuple(dog for dog, row in enumerate(DOGS, 1) if row["set"] == name) for name in SETS)

FORECASTS = card_rows("forecast")
N_FORECASTS = len(FORECASTS)
# forecasts by what they do, for those whose effect is more than a number
LOCATION_GAINS, TERRIER_GAINS, FREE_PLACEMENTS, WORKING_GAINS, TOY_GAINS, HOUND_GAINS = (
    next(int(row["id"]) for row in FORECASTS if row["breed"] == breed)
    for breed in ("gundog", "terrier", "pastoral", "working", "toy", "hound")
)
UTILITY_GAINS = next(int(row["id"]) for row in FORECASTS if row["breed"] == "utility")
SWAP_TOKENS, LEAD_CAPACITY = (
    next(int(row["id"]) for row in FORECASTS if row["effect"] == effect)
    for effect in ("swap_gives_walked", "lead_capacity")
)
_LOCATION_ROWS = card_rows("location_bonus")
N_LOCATIONS = max(int(row["card"]) for row in _LOCATION_ROWS)
PLENTIFUL, REROUTED = (
    tuple(sorted({int(row["card"]) for row in _LOCATION_ROWS if row["deck"] == deck}))
    for deck in ("plentiful", "rerouted")
)
OBJECTIVES = card_rows("objectives")
SOLO_OBJECTIVES = card_rows("solo_objectives")
EXPERIENCED, STANDARD = (
    tuple(int(row["id"]) for row in OBJECTIVES if row["type"] == kind) for kind in ("experienced", "standard")
)
SOLO_CARDS = tuple(int(row["id"]) for row in SOLO_OBJECTIVES)
_MOST_CARD = max(*EXPERIENCED, *STANDARD, *SOLO_CARDS)
SOLO_RATING = [(int(row["score_min"]), int(row["stars"])) for row in card_rows("solo_rating")]

# conditions of objectives
CONDITIONS = (
    *("max_dogs_of_one_breed", "dogs_with_walked_at_least", "total_walked_tokens", "breed_expert_awards"),
    "different_breeds",
)
DICE = tuple(CONSTANTS["autowalker"]["die"])

SPACE_ROWS = card_rows("park_spaces")
N_SPACES = 1 + max(int(row["space"]) for row in SPACE_ROWS if row["kind"] in ("start", "space"))
LEAVE_SPACES = tuple(int(row["space"]) for row in SPACE_ROWS if row["kind"] == "leave")
FIRST_LEAVE = LEAVE_SPACES[0]
N_LEAVE = len(LEAVE_SPACES)
LAST_OUT = LEAVE_SPACES[-1] + 1

LOCATION_TOKENS = [(int(row["card"]), int(row["space"]), row["token"], int(row["count"])) for row in _LOCATION_ROWS]
BLOCKED = {card: space for card, space, token, _ in LOCATION_TOKENS if token == "block"}


def _rewards(most_alike: int) -> Any:
    """Return what each space gives under each location card: int8[card, space, reward]."""
    table = np.zeros((N_LOCATIONS + 1, N_SPACES, N_REWARDS), np.int8)
    for row in SPACE_ROWS:
        for name in filter(None, row["printed_reward"].split("|")):
            if name in REWARDS:
                table[:, int(row["space"]), REWARDS.index(name)] += 1
    for card, space, token, count in LOCATION_TOKENS:
        if token in REWARDS:
            table[card, space, REWARDS.index(token)] += min(count, most_alike)
    return table


def _column(rows: list[dict[str, str]], size: int, key: str, name: str) -> Any:
    table = np.zeros(size, np.int16)
    for row in rows:
        table[int(row[key])] = _number(row[name])
    return table


def _shown() -> Any:
    """Return which of stick, ball, toy, treat and reputation a location card shows: int8[card, kind] (rule 11.1)."""
    table = np.zeros((N_LOCATIONS + 1, N_KINDS), np.int8)
    for card, _, token, _ in LOCATION_TOKENS:
        if token in REWARDS[:N_KINDS]:
            table[card, REWARDS.index(token)] = 1
    return table


def _penalties(forecasts: list[dict[str, str]]) -> Any:
    """Return what an unwalked dog costs under each forecast: int16[forecast] (rules 8.3, 11.8, 11.9)."""
    table = np.full(N_FORECASTS + 1, CONSTANTS["home_time"]["penalty_per_unwalked_dog"], np.int16)
    for row in forecasts:
        if row["effect"] == "unwalked_penalty":
            table[int(row["id"])] = -int(row["reputation"])
    return table


@functools.cache
def _substitutes() -> dict[str, Any]:
    """Return every way to give 0, 2, 4 or 6 resources, for all that can be held of each (5.3).

    The ways to give `more` stand in ``substitutes`` between the entries ``more << 11 | held`` of ``substitute_start``
    and ``substitute_stop``; `held` is the payment of all that is held, at most `more` of each.
    """
    for_one = CONSTANTS["selection"]["substitution_resources_for_one"]
    most = for_one * max(int(dog["cost_total"]) for dog in DOGS)
    bits = PAID_BITS * N_RESOURCES
    starts = np.zeros((most // 2 + 1) << bits, np.int32)
    stops, found = np.zeros_like(starts), [0]
    for more in range(0, most + 1, for_one):
        ways = [way for way in itertools.product(range(more + 1), repeat=N_RESOURCES) if sum(way) == more]
        for held in itertools.product(range(more + 1), repeat=N_RESOURCES):
            row = more << bits - 1 | payment_number(held)
            starts[row] = len(found)
            found += [payment_number(way) for way in ways if all(map(int.__le__, way, held))]
            stops[row] = len(found)
    # so many may be read at the very end of the list
    found += [0] * COPIED_AT_ONCE
    return {"substitute_start": starts, "substitute_stop": stops, "substitutes": np.array(found, np.int16)}


def payment_number(given: Iterable[int]) -> int:
    """Return the number of a payment: what is given of each resource, side by side."""
    return sum(units << PAID_BITS * kind for kind, units in enumerate(given))


def _dogs(dogs: list[dict[str, str]]) -> dict[str, Any]:
    def word(name: str, known: tuple[str, ...]) -> list[int]:
        return [-1, *(known.index(dog[name]) if dog[name] else -1 for dog in DOGS)]

    cost = np.zeros((N_DOGS + 1, N_RESOURCES), np.int64)
    for dog, row in enumerate(dogs, 1):
        cost[dog] = [int(row[f"cost_{kind}"]) for kind in RESOURCES]
    return {
        # four lanes side by side, as `select` compares them
        "cost_lanes": (cost << LANE_BITS * np.arange(N_RESOURCES)).sum(axis=1),
        "breed": np.array(word("breeds", BREEDS), np.int8),
        "ability": np.array(word("ability", ABILITIES), np.int8),
        "trigger": np.array(word("param1", RESOURCES), np.int8),
        "yields": np.array(word("param2", RESOURCES), np.int8),
    }


def _objectives(rows: list[dict[str, str]]) -> dict[str, Any]:
    conditions = np.full(_MOST_CARD + 1, -1, np.int8)
    for row in OBJECTIVES:
        conditions[int(row["id"])] = CONDITIONS.index(row["condition"])
    size = _MOST_CARD + 1
    named = {name: _column(SOLO_OBJECTIVES, size, "id", f"{name}_min") for name in SOLO_NEEDS}
    return {
        "objective_condition": conditions,
        "objective_points": _column(rows, size, "id", "reputation"),
        "objective_few": _column(OBJECTIVES, size, "id", "threshold_2_3p"),
        "objective_four": _column(OBJECTIVES, size, "id", "threshold_4p"),
        "objective_tokens": _column(OBJECTIVES, size, "id", "walked_min"),
        "solo_stars": _column(SOLO_OBJECTIVES, size, "id", "stars"),
        **{f"solo_{name}": table for name, table in named.items()},
    }


SOLO_NEEDS = ("resources_total", "each_resource", "walked_tokens", "awards", "awards_outright")


def tables(values: Mapping[str, Any], table: Any) -> dict[str, Any]:
    """Return everything printed as arrays, for the rules record.

    Parameters
    ----------
    values : mapping
        Rule parameters; ``card7_two_tokens`` is read (16.13).
    table : CardTable
        The printed numbers.

    Returns
    -------
    dict of str to array
        ``cost_lanes`` int64[dog], ``breed``, ``ability``, ``trigger`` and ``yields`` int8[dog] (dogs by place, entry 0
        unused; -1 none), ``reward`` int8[location, space, reward], ``gives`` int64[location, space] (bit set of
        resources), ``shown`` int8[location, kind], ``award_value``
        int16[7], ``forecast_reputation``, ``forecast_resource`` and ``unwalked_penalty`` int16[forecast],
        ``leave_reputation`` int16[3], ``amount`` and ``cap`` int16[ability], ``objective_*`` and ``solo_*``
        int16[card], and the lists of substitute payments.
    """
    rewards = _rewards(values["card7_two_tokens"])
    leave = {row["space"]: int(row["amount"]) for row in table.rows("leaving_bonus") if row["reward"] == "reputation"}
    forecasts, size = table.rows("forecast"), N_FORECASTS + 1
    return {
        **_dogs(table.rows("dogs")),
        **_objectives(table.rows("objectives")),
        **_substitutes(),
        "reward": rewards,
        "gives": (rewards[:, :, :N_RESOURCES] > 0) @ (1 << np.arange(N_RESOURCES)),
        "shown": _shown(),
        "award_value": np.array([int(row["reputation"]) for row in table.rows("breed_expert_spaces")], np.int16),
        "forecast_reputation": _column(forecasts, size, "id", "reputation"),
        "forecast_resource": _column(forecasts, size, "id", "any_resource"),
        "unwalked_penalty": _penalties(forecasts),
        "leave_reputation": np.array([leave[str(space)] for space in LEAVE_SPACES], np.int16),
        "amount": np.array([int(row["amount"]) for row in table.rows("abilities")], np.int16),
        "cap": CAPS,
    }
