"""Cards, the grid and what players have, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_table import SHIPPED

_SYMBOL = {"scraps": "S", "kibble": "K", "canned": "C"}
_LINE_WORDS = ("top row", "middle row", "bottom row", "left column", "middle column", "right column")
_FOOD = dict(enumerate(SHIPPED.rows("food"), layout.FIRST_FOOD_CARD))
_TRAITS = dict(enumerate(SHIPPED.rows("traits"), 1))
_DOGS = {
    number: row
    for first, name in ((1, "dogs"), (layout.FIRST_RESCUED, "rescued"))
    for number, row in enumerate(SHIPPED.rows(name), first)
}


def line_words(line: int) -> str:
    """Name a line of the grid."""
    return _LINE_WORDS[line]


def dog_words(dog: int) -> str:
    """Tell what is printed on a dog: id, size, points, food by first letters, ability."""
    row = _DOGS[dog]
    food = "".join(_SYMBOL[kind] * row["need"][kind] for kind in layout.FOOD)
    ability = f" {row['effect']}" if row.get("effect", "none") != "none" else ""
    return f"{row['id']} ({row['size']} {row['vp']} {food}{ability})"


def trait_words(trait: int) -> str:
    """Tell what is printed on a trait: id, size of the dog, points, effect."""
    row = _TRAITS[trait]
    effect = f" {row['effect']}" if row["effect"] != "none" else ""
    return f"trait {row['id']} ({row['size']} {row['vp']}{effect})"


def card_words(card: int) -> str:
    """Tell what a card of the game deck is."""
    if card >= layout.FIRST_DOG:
        return dog_words(card - layout.FIRST_DOG + 1)
    if card >= layout.FIRST_TRAIT:
        return trait_words(card - layout.FIRST_TRAIT + 1)
    if card >= layout.FIRST_FOOD_CARD:
        return f"{_FOOD[card]['amount']} {_FOOD[card]['food']}"
    return "Fetch" if card == layout.FETCH else SHIPPED.card_ids[card]


def trick_words(trick: int) -> str:
    """Name a trick."""
    return f"trick {SHIPPED.trick_ids[trick]}"


def counted_words(things: Counter[str]) -> str:
    """Tell how many there are of each thing, of those that there are."""
    return ", ".join(f"{count} {thing}" for thing, count in things.items() if count > 0) or "nothing"


def joined(parts: Iterable[str]) -> str:
    """Join parts with commas and a last "and"."""
    *firsts, last = parts
    return f"{', '.join(firsts)} and {last}" if firsts else last


def grid_lines(state: Any) -> Iterator[str]:
    """Yield the three rows of the grid, then where the watch dog stands and how many cards the deck has.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.

    Yields
    ------
    str
    """
    filled = int(state.filled)
    cells = [card_words(int(card)) if filled >> cell & 1 else "-" for cell, card in enumerate(state.grid)]
    widths = [max(len(text) for text in cells[column :: layout.SIDE]) for column in range(layout.SIDE)]
    for row in range(layout.SIDE):
        texts = cells[layout.SIDE * row : layout.SIDE * (row + 1)]
        yield "    | " + " | ".join(f"{text:{width}}" for text, width in zip(texts, widths, strict=True)) + " |"
    yield f"    watch dog: {line_words(int(state.watch))}; deck: {int(state.deck_left)}"


def face_up_lines(state: Any) -> Iterator[str]:
    """Yield the face-up tricks and rescued dogs, the newest first."""
    tricks = [trick_words(trick) for trick in state.trick_row[: int(state.n_trick_row)].tolist() if trick]
    dogs = [dog_words(dog) for dog in state.shelter_row[: int(state.n_shelter_row)].tolist() if dog]
    yield f"tricks        {', '.join(tricks) or 'none'}"
    yield f"rescued dogs  {', '.join(dogs) or 'none'}"


def owned_dog_words(state: Any, dog: int) -> str:
    """Tell a dog with what lies on and under it."""
    things = Counter(walk=int(state.walks[dog]), training=int(state.trainings[dog]))
    trait = int(state.trait_on[dog])
    while trait:
        things[f"trait {SHIPPED.trait_ids[trait]}"] += 1
        trait = int(state.trait_under[trait])
    return dog_words(dog) + (f" with {counted_words(things)}" if things.total() else "")
