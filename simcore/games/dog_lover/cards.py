"""Everything printed on the cards as arrays of the rules record, so that a changed number needs no new compile.

Dog Lover is a game of AEG; this is unofficial. Most numbers on single cards are estimates: the card table says of each
value where it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_fields import COUNTED_KINDS
from simcore.games.dog_lover.card_table import SHIPPED, CardTable, load_table, with_changes
from simcore.games.dog_lover.params import below_end, removed_marks
from simcore.games.dog_lover.tricks import on_line, places

__all__ = ["CARDS", "SHIPPED", "CardTable", "deck_problem", "load_table", "tables", "with_changes"]

# subsets of the three food kinds as bits, without the empty one
_SUBSETS = range(1, 1 << layout.N_FOOD)
LANE_BITS = 8
TOTAL_LANE = len(_SUBSETS)


def _column(rows: Iterable[Mapping[str, Any]], first: int, size: int, value: Any, dtype: Any) -> Any:
    """Return one number of each row at the row's own number, 0 elsewhere."""
    table = np.zeros(size, dtype)
    for i, row in enumerate(rows):
        table[first + i] = value(row)
    return table


def _weight(need: Mapping[str, int]) -> int:
    """Pack how many symbols a dog has in each subset of the food kinds, and in all: a byte each."""
    counts = [sum(need[kind] for i, kind in enumerate(layout.FOOD) if subset >> i & 1) for subset in _SUBSETS]
    return sum(count << LANE_BITS * lane for lane, count in enumerate([*counts, sum(need.values())]))


def _dogs(table: CardTable) -> dict[str, Any]:
    blank = {"effect": "none", "n": 0}
    rows: list[dict[str, Any]] = [{}] * layout.MAX_DOGS
    for first, name in ((0, "dogs"), (layout.MAX_DECK_DOGS, "rescued")):
        for i, row in enumerate(table.rows(name)):
            rows[first + i] = {**blank, **row}

    def column(value: Any, dtype: Any) -> Any:
        return _column(rows, 1, 1 + layout.MAX_DOGS, lambda row: value(row) if row else 0, dtype)

    need = np.zeros((1 + layout.MAX_DOGS, layout.N_FOOD), np.int8)
    for dog, row in enumerate(rows, 1):
        need[dog] = [row["need"][kind] for kind in layout.FOOD] if row else 0
    return {
        "dog_size": column(lambda row: layout.SIZES.index(row["size"]), np.int8),
        "dog_vp": column(lambda row: row["vp"], np.int16),
        "dog_need": need,
        "dog_weight": column(lambda row: _weight(row["need"]), np.int64),
        "dog_effect": column(lambda row: layout.RESCUED_EFFECTS.index(row["effect"]), np.int8),
        "dog_n": column(lambda row: row["n"], np.int16),
        "dog_effect_size": column(lambda row: _size(row.get("effect_size", "")), np.int8),
    }


def _size(word: str) -> int:
    return layout.SIZES.index(word) if word in layout.SIZES else layout.ANY_SIZE


def _traits(table: CardTable) -> dict[str, Any]:
    def column(value: Any, dtype: Any) -> Any:
        return _column(table.rows("traits"), 1, 1 + layout.MAX_TRAITS, value, dtype)

    return {
        "trait_size": column(lambda row: _size(row["size"]), np.int8),
        "trait_effect": column(lambda row: layout.TRAIT_EFFECTS.index(row["effect"]), np.int8),
        "trait_n": column(lambda row: row["n"], np.int16),
        "trait_vp": column(lambda row: row["vp"], np.int16),
        "trait_loss": column(lambda row: layout.LOSSES[row["else_discard"]["kind"]], np.int8),
        "trait_loss_count": column(lambda row: row["else_discard"]["count"], np.int8),
    }


def _tricks(table: CardTable) -> dict[str, Any]:
    shape = (layout.N_TRICKS, layout.N_LINES, 1 + layout.SIDE)
    actions = np.zeros((layout.N_TRICKS, layout.MAX_PLACES), np.int32)
    allowed, covers = np.zeros(shape, np.int32), np.zeros((layout.N_TRICKS, layout.N_CELLS), np.int32)
    cost = np.zeros(layout.N_TRICKS, np.int16)
    lists = ((1, "starting_basic"), (layout.FIRST_SPECIAL, "starting_special"), (layout.FIRST_DECK_TRICK, "tricks"))
    rows = [(first + i, row) for first, name in lists for i, row in enumerate(table.rows(name))]
    for trick, row in rows:
        cost[trick] = row["cost"]
        for place, (line, cells) in enumerate(places(row["rows"], row["watch"])):
            actions[trick, place] = line << layout.N_CELLS | cells
            for cell in range(layout.N_CELLS):
                covers[trick, cell] |= (cells >> cell & 1) << place
            for watched in range(layout.N_LINES):
                for limit in range(on_line(cells, watched), 1 + layout.SIDE):
                    allowed[trick, watched, limit] |= 1 << place
    return {
        "trick_cost": cost,
        # the least that any trick costs under `cheap_trick`
        "least_cost": np.array(min([1, *(row["cost"] for row in table.rows("tricks"))]), np.int16),
        "place_action": actions,
        "place_allowed": allowed,
        "place_covers": covers,
    }


def deck_cards(table: CardTable, removed: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return the dogs and the other cards of the game deck, by their numbers (2.1).

    Parameters
    ----------
    table : CardTable
        The cards.
    removed : iterable of int
        Marks of cards that are left out.

    Returns
    -------
    (list of int, list of int)
        Dogs as dogs, the others as cards.
    """
    left_out = set(removed)
    dogs = [dog for dog, row in enumerate(table.rows("dogs"), 1) if row["mark"] not in left_out]
    traits = enumerate(table.rows("traits"), layout.FIRST_TRAIT)
    others = [card for card, row in traits if row["mark"] not in left_out]
    kinds = {row["kind"]: row for row in table.rows("game_kinds")}
    counted = [
        *enumerate((kinds[kind] for kind in COUNTED_KINDS), layout.BONE),
        *enumerate(table.favorites, layout.FIRST_FAVORITE),
        *enumerate(table.rows("food"), layout.FIRST_FOOD_CARD),
    ]
    for card, row in counted:
        for mark, count in zip(layout.MARKS, row["by_mark"], strict=True):
            others += [card] * (0 if mark in left_out else count)
    return dogs, others


def _decks(table: CardTable, values: Mapping[str, Any]) -> dict[str, Any]:
    size = 1 + layout.MAX_PLAYERS
    dogs, others = np.zeros((size, layout.MAX_DECK_DOGS), np.uint8), np.zeros((size, layout.MAX_DECK), np.uint8)
    counts = np.zeros((size, 3), np.int16)
    for n in range(2, size):
        of_dogs, of_others = deck_cards(table, removed_marks(values, n))
        dogs[n, : len(of_dogs)], others[n, : len(of_others)] = of_dogs, of_others
        counts[n] = len(of_dogs), len(of_others), below_end(values, n)
    return {
        "deck_dogs": dogs,
        "deck_others": others,
        "n_deck_dogs": counts[:, 0].copy(),
        "n_deck_others": counts[:, 1].copy(),
        "below_end": counts[:, 2].copy(),
        "n_specials": np.array(len(table.rows("starting_special")), np.int16),
        "n_deck_tricks": np.array(len(table.rows("tricks")), np.int16),
        "n_rescued": np.array(len(table.rows("rescued")), np.int16),
    }


def tables(values: Mapping[str, Any], table: CardTable = SHIPPED) -> dict[str, Any]:
    """Return everything printed as arrays, for the rules record; their shapes are those of the largest table.

    Parameters
    ----------
    values : mapping
        Rule parameters; those that say which cards are in the game are read.
    table : CardTable
        The cards.

    Returns
    -------
    dict of str to array
        ``dog_*`` by dog (``dog_weight`` int64: a byte for the symbols of each subset of the food kinds, the last for
        all), ``trait_*`` by trait, ``food_kind`` int8 and ``food_amount`` int16 by card; ``trick_cost`` int16 and
        ``least_cost``; ``place_action`` int32[trick, place] (line and cells), ``place_allowed`` int32[trick, watched
        line, limit] and ``place_covers`` int32[trick, cell] (places as bits); ``deck_*``, ``n_*`` and ``below_end`` by
        number of players.
    """
    food = table.rows("food")
    first, size = layout.FIRST_FOOD_CARD, layout.FIRST_TRAIT
    return {
        **_dogs(table),
        **_traits(table),
        "food_kind": _column(food, first, size, lambda row: layout.CUBES.index(row["food"]), np.int8),
        "food_amount": _column(food, first, size, lambda row: row["amount"], np.int16),
        **_tricks(table),
        **_decks(table, values),
    }


def deck_problem(values: Mapping[str, Any], n_seats: int, table: CardTable = SHIPPED) -> tuple[str, str] | None:
    """Say which rule parameter asks for more cards than there are.

    Parameters
    ----------
    values : mapping
        Rule parameters.
    n_seats : int
        Players.
    table : CardTable
        The cards.

    Returns
    -------
    (str, str) or None
        Parameter and what is wrong.
    """
    dogs, others = deck_cards(table, removed_marks(values, n_seats))
    if len(dogs) < n_seats:
        return "remove_marks", f"leaves {len(dogs)} dogs in the deck; allowed: at least one for each player"
    left, below = len(dogs) - n_seats + len(others), below_end(values, n_seats)
    if below > left:
        return "cards_below_end", f"{below} cards are not in the deck of {left}; allowed: at most {left}"
    return None


def _copies(row: Mapping[str, Any]) -> str:
    if "copies" in row:
        return str(row["copies"])
    counts = row.get("by_mark", [int(row.get("mark") == mark) for mark in layout.MARKS])
    names = ("", " marked 3+", " marked 4")
    return ", ".join(f"{count}{name}" for count, name in zip(counts, names, strict=True) if count)


def _numbered(row: Mapping[str, Any]) -> str:
    words = [str(row["effect"]).replace("_", " ")]
    words += [str(row["n"])] if row["n"] else []
    return " ".join([*words, row.get("effect_size", "")]).strip()


def _what(name: str, row: Mapping[str, Any]) -> str:
    """Say in words what is printed on a card."""
    if name in ("dogs", "rescued"):
        need = ", ".join(f"{count} {kind}" for kind, count in row["need"].items() if count)
        ability = f"; {_numbered(row)}" if row.get("effect", "none") != "none" else ""
        return f"{row['size']}, {row['vp']} points, needs {need}{ability}"
    if name == "traits":
        loss = row["else_discard"]
        return f"{row['size']}, {row['vp']} points, {_numbered(row)}; else {loss['count']} {loss['kind']}"
    if name == "food":
        return f"{row['amount']} {row['food']}"
    if "rows" in row:
        return f"{' / '.join(row['rows'])}, watch dog to {row['watch']}, cost {row['cost']}"
    return "favourite thing" if name == "favorite" else str(row["kind"])


def _card(name: str, key: str, row: Mapping[str, Any]) -> dict[str, Any]:
    fields = [f"{field} {text}" for field, text in row.get("field_source", {}).items()]
    source = "; ".join([str(row.get("source", "")), *fields])
    printed = {"what": _what(name, row), "copies": _copies(row) if name != "rescued" else ""}
    return {"id": f"{name}.{row[key]}", "name": row.get("name", ""), **printed, "source": source}


def cards_of(table: CardTable) -> list[dict[str, Any]]:
    """Return a row for people for every card of a table, with where its values come from."""
    kinds = [row for row in table.rows("game_kinds") if row["kind"] in COUNTED_KINDS]
    lists = ("favorite", "food", "dogs", "traits", "rescued", "starting_basic", "starting_special", "tricks")
    return [
        *(_card("game_kinds", "kind", row) for row in kinds),
        *(_card(name, "id", row) for name in lists for row in table.rows(name)),
    ]


CARDS = cards_of(SHIPPED)
