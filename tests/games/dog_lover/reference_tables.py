"""Card table, parameters and deals in the reference model of Dog Lover.

The table is read from `data/cards.toml`, a copy of the rule sheet's data. A deal is everything random of a game in the
form of `RECORD.md`. The numbers in the comments are the rule sheet's.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

DATA = Path(__file__).parent / "data"
TABLE = tomllib.loads((DATA / "cards.toml").read_text(encoding="utf-8"))

FOOD = ["scraps", "kibble", "canned"]  # 1.2
CUBES = [*FOOD, "wild"]
SIZES = ["small", "medium", "large"]  # 1.3
LINES = ["r0", "r1", "r2", "c0", "c1", "c2"]  # 1.5
MARKS = [2, 3, 4]  # the columns of `by_mark`; 2 stands for no mark

# 3.4: what a gained card is: its type, and its row of the table
PLAIN = ["bone", "walk", "training", "adoption"]
DOGS: dict[str, dict[str, Any]] = {
    row["id"]: {**row, "rescued": rescued, "effect": row.get("effect", "none")}
    for rescued, name in ((False, "dogs"), (True, "rescued"))
    for row in TABLE[name]
}
RESCUED = [row["id"] for row in TABLE["rescued"]]
FOOD_CARDS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLE["food"]}
FAVORITES = [row["id"] for row in TABLE["favorite"]]
TRAITS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLE["traits"]}

BASIC_TRICK = TABLE["starting_basic"][0]["id"]
SPECIAL_TRICKS = [row["id"] for row in TABLE["starting_special"]]
DECK_TRICKS = [row["id"] for row in TABLE["tricks"]]
TRICKS: dict[str, dict[str, Any]] = {
    row["id"]: row for name in ("starting_basic", "starting_special", "tricks") for row in TABLE[name]
}

# Every constant of a game. What stands in BY_PLAYERS has one value per number of players; a game is given the value
# for its own number.
BY_PLAYERS: dict[str, dict[int, Any]] = {
    "cards_below_end": {2: 7, 3: 11, 4: 15},  # 2.4
    "remove_marks": {2: [3, 4], 3: [4], 4: []},  # 2.1
}
DEFAULTS: dict[str, Any] = {
    "starting_tricks": "basic",  # 2.3
    **BY_PLAYERS,
    "tricks_face_up": 3,  # 2.6
    "rescued_face_up": 3,  # 2.6
    "watch_limit": 1,  # 3.1
    "fetch_cell": "blocks",  # 3.3
    "trait_timing": "end_of_turn",  # 3.7
    "adoption_cost": 2,  # 3.5
    "tuck_limit_each": 1,  # 3.5
    "traits_per_dog": 1,  # 3.5
    "unfed_dog": -2,  # 4.2
    "walk_tucked": 2,  # 4.2
    "training_tucked": 1,  # 4.2
    "bones_flat": [0, -1, 0, 0],  # 4.4, by number of bones, the last for so many and more
    "bones_per_fed_dog": [0, 0, 1, 2],  # 4.4
    "favorite_set": [0, 1, 3, 6, 10, 15],  # 4.5, by different kinds in a set
    "leftover_food": 0,  # 4.6, for each cube that feeds no dog
}
WORDS: dict[str, list[str]] = {
    "starting_tricks": ["basic", "special"],
    "fetch_cell": ["blocks", "stays"],
    "trait_timing": ["end_of_turn", "at_once"],
}
# The least value of a count. With a watch limit of 0 there are positions in which no seat can ever take again.
LEAST = {
    **dict.fromkeys(["cards_below_end", "adoption_cost", "tuck_limit_each", "traits_per_dog"], 0),
    **dict.fromkeys(["tricks_face_up", "rescued_face_up"], 0),
    "watch_limit": 1,
}


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _fits(name: str, value: Any) -> bool:
    """Whether a parameter may have this value."""
    if name in WORDS:
        return value in WORDS[name]
    if name == "remove_marks":
        return isinstance(value, list) and all(_is_int(mark) and mark in MARKS for mark in value)
    if isinstance(DEFAULTS[name], list):
        return isinstance(value, list) and len(value) == len(DEFAULTS[name]) and all(_is_int(each) for each in value)
    return _is_int(value) and value >= LEAST.get(name, value)


def all_params(params: Mapping[str, Any], n_players: int) -> dict[str, Any]:
    """Fill in the defaults for a number of players; refuse names and values that the sheet does not have."""
    if n_players not in (2, 3, 4):
        raise ValueError(f"{n_players} players")
    rules = {**DEFAULTS, **{name: values[n_players] for name, values in BY_PLAYERS.items()}}
    for name, value in params.items():
        if name not in DEFAULTS:
            raise ValueError(f"unknown rule parameter {name!r}")
        if not _fits(name, value):
            raise ValueError(f"{name} = {value!r}: not a value that it may have")
    return {**rules, **params}


def card_type(card: str) -> str:
    """Return what a card of the game deck is: a type of 3.4."""
    if card in DOGS:
        return "dog"
    if card in FOOD_CARDS:
        return "food"
    if card in FAVORITES:
        return "favorite"
    if card in TRAITS:
        return "trait"
    assert card in [*PLAIN, "fetch", "end_game"], card
    return card


# ---- the deal


def game_cards(remove_marks: Sequence[int]) -> list[str]:
    """Return the cards of the game deck in play, dogs among them (2.1)."""
    cards = [row["id"] for name in ("dogs", "traits") for row in TABLE[name] if row["mark"] not in remove_marks]
    counted = [(row["id"], row["by_mark"]) for name in ("food", "favorite") for row in TABLE[name]]
    counted += [(row["kind"], row["by_mark"]) for row in TABLE["game_kinds"] if row["kind"] in PLAIN]
    for card, by_mark in counted:
        for mark, count in zip(MARKS, by_mark, strict=True):
            if mark not in remove_marks:
                cards += [card] * count
    return cards


def deal(rng: Random, players: int, params: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Shuffle a setup (section 2) in the form of `RECORD.md`."""
    rules = all_params(params or {}, players)
    cards = game_cards(rules["remove_marks"])
    dogs = [card for card in cards if card in DOGS]
    rng.shuffle(dogs)
    dealt = dogs[:players]  # 2.2
    for card in dealt:
        cards.remove(card)
    tricks = [BASIC_TRICK] * players
    if rules["starting_tricks"] == "special":  # 2.3
        tricks = rng.sample(SPECIAL_TRICKS, players)
    rng.shuffle(cards)
    if rules["cards_below_end"] > len(cards):
        raise ValueError(f"cards_below_end = {rules['cards_below_end']}: the deck has {len(cards)} cards")
    cards.insert(len(cards) - rules["cards_below_end"], "end_game")  # 2.4
    return {
        "dogs_dealt": dealt,
        "starting_tricks": tricks,
        "deck": cards,
        "trick_deck": rng.sample(DECK_TRICKS, len(DECK_TRICKS)),
        "shelter_deck": rng.sample(RESCUED, len(RESCUED)),
    }


def check_setup(setup: Mapping[str, Any], params: Mapping[str, Any]) -> None:
    """Refuse a setup that section 2 does not allow.

    Raises
    ------
    ValueError
        With the rule's number.
    """
    deck, dogs, tricks = list(setup["deck"]), setup["dogs_dealt"], list(setup["starting_tricks"])
    expected = [*game_cards(params["remove_marks"]), "end_game"]
    fine_tricks = tricks == [BASIC_TRICK] * len(dogs)
    if params["starting_tricks"] == "special":
        fine_tricks = len(set(tricks)) == len(tricks) == len(dogs) and set(tricks) <= set(SPECIAL_TRICKS)
    found = [
        ("dogs dealt (2.2)", all(card in DOGS for card in dogs)),
        ("starting tricks (2.3)", fine_tricks),
        ("game deck (2.1)", sorted([*deck, *dogs]) == sorted(expected)),
        ("place of the End Game card (2.4)", deck[::-1].index("end_game") == params["cards_below_end"]),
        ("trick deck (2.6)", sorted(setup["trick_deck"]) == sorted(DECK_TRICKS)),
        ("shelter deck (2.6)", sorted(setup["shelter_deck"]) == sorted(RESCUED)),
    ]
    for what, fine in found:
        if not fine:
            raise ValueError(f"setup: wrong {what}")


# ---- tricks on the grid


def on_line(cell: int, line: str) -> bool:
    """Whether a cell lies in a row or column (1.5)."""
    row, column = divmod(cell, 3)
    return int(line[1]) == (row if line[0] == "r" else column)


def _turned(cells: Sequence[tuple[int, int]], watch: str, height: int) -> tuple[list[tuple[int, int]], str]:
    """Turn a pattern of this height, and the line of its `*`, by 90 degrees clockwise."""
    turned = [(column, height - 1 - row) for row, column in cells]
    number = int(watch[1])
    return turned, f"c{height - 1 - number}" if watch[0] == "r" else f"r{number}"


def positions(trick: str) -> list[tuple[list[int], str]]:
    """Return all places of a trick in the grid, each once: its cells, and the line its `*` names there (1.4, 3.1)."""
    rows = TRICKS[trick]["rows"]
    cells = [(row, column) for row, text in enumerate(rows) for column, sign in enumerate(text) if sign == "X"]
    watch = TRICKS[trick]["watch"]
    height, width = len(rows), len(rows[0])
    found: list[tuple[list[int], str]] = []
    for _ in range(4):
        for down in range(3 - height + 1):
            for right in range(3 - width + 1):
                place = sorted(3 * (row + down) + column + right for row, column in cells)
                line = f"{watch[0]}{int(watch[1]) + (down if watch[0] == 'r' else right)}"
                if (place, line) not in found:
                    found.append((place, line))
        cells, watch = _turned(cells, watch, height)
        height, width = width, height
    return found
