"""Cards, the grid and what players have, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.state import PLACE_WATCH_DOG

_SYMBOL = {"scraps": "S", "kibble": "K", "canned": "C"}
_LINE_WORDS = ("top row", "middle row", "bottom row", "left column", "middle column", "right column")
_PLURAL = {"walk": "walks", "bone": "bones"}
_ONLY_ONE = "Fetch"
# walks are not held, they are pending
_IN_HAND = [card for card in range(1, layout.N_COUNTED) if card != layout.WALK]
# stands at the left of a watched row; above a watched column stands the other
_BESIDE, _ABOVE = "watch dog > ", "v watch dog"


def line_words(line: int) -> str:
    """Name a line of the grid."""
    return _LINE_WORDS[line]


def _effect_words(row: Mapping[str, Any]) -> str:
    """Tell an effect, its number first, such as ", 2 per fed small"; nothing where there is none."""
    effect = str(row.get("effect", "none"))
    if effect == "none":
        return ""
    if row.get("effect_size"):
        effect = effect.replace("size", row["effect_size"])
    return f", {row['n'] or ''} {effect.replace('_', ' ')}".replace("  ", " ")


def dog_words(dog: int, table: CardTable = SHIPPED) -> str:
    """Tell what is printed on a dog: id, size, points, food by first letters, ability."""
    is_rescued = dog >= layout.FIRST_RESCUED
    row = table.rows("rescued")[dog - layout.FIRST_RESCUED] if is_rescued else table.rows("dogs")[dog - 1]
    food = "".join(_SYMBOL[kind] * row["need"][kind] for kind in layout.FOOD)
    return f"{row['id']} ({row['size']} {row['vp']} {food}{_effect_words(row)})"


def trait_words(trait: int, table: CardTable = SHIPPED) -> str:
    """Tell what is printed on a trait: id, size of the dog, points, effect."""
    row = table.rows("traits")[trait - 1]
    return f"trait {row['id']} ({row['size']} {row['vp']}{_effect_words(row)})"


def card_words(card: int, table: CardTable = SHIPPED) -> str:
    """Tell what a card of the game deck is."""
    if card >= layout.FIRST_DOG:
        return dog_words(card - layout.FIRST_DOG + 1, table)
    if card >= layout.FIRST_TRAIT:
        return trait_words(card - layout.FIRST_TRAIT + 1, table)
    if card >= layout.FIRST_FOOD_CARD:
        row = table.rows("food")[card - layout.FIRST_FOOD_CARD]
        return f"{row['amount']} {row['food']}"
    return _ONLY_ONE if card == layout.FETCH else table.card_ids[card]


def trick_words(trick: int, table: CardTable = SHIPPED) -> str:
    """Name a trick."""
    return f"trick {table.trick_ids[trick]}"


def printed_trick_words(trick: int, table: CardTable = SHIPPED) -> str:
    """Tell what is printed on a trick: id, pattern row by row, line of the ``*`` in it, cost."""
    lists = ("starting_basic", "starting_special", "tricks")
    row = next(row for name in lists for row in table.rows(name) if row["id"] == table.trick_ids[trick])
    cost = f", costs {row['cost']}" if row["cost"] else ""
    return f"{row['id']} ({' / '.join(row['rows'])} * {row['watch']}{cost})"


def counted_words(things: Mapping[str, int]) -> str:
    """Tell how many there are of each thing, of those that there are."""
    told = []
    for thing, n in things.items():
        if thing == _ONLY_ONE:
            told += [thing] * n
        elif n > 0:
            told.append(f"{n} {_PLURAL.get(thing, thing) if n > 1 else thing}")
    return ", ".join(told) or "nothing"


def joined(parts: Iterable[str]) -> str:
    """Join parts with commas and a last "and"."""
    *firsts, last = parts
    return f"{', '.join(firsts)} and {last}" if firsts else last


def grid_lines(state: Any, table: CardTable = SHIPPED) -> Iterator[str]:
    """Yield the grid with the watch dog beside its line, and how many cards the deck has.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    table : CardTable
        The cards that are played with.

    Yields
    ------
    str
        The three rows; before them a line with the watch dog where it stands beside a column.
    """
    filled = int(state.filled)
    cells = [card_words(int(card), table) if filled >> cell & 1 else "-" for cell, card in enumerate(state.grid)]
    widths = [max(len(text) for text in cells[column :: layout.SIDE]) for column in range(layout.SIDE)]
    watch = int(state.watch) if state.phase != PLACE_WATCH_DOG else layout.N_LINES
    if layout.SIDE <= watch < layout.N_LINES:
        before = sum(width + len(" | ") for width in widths[: watch - layout.SIDE])
        yield " " * (len(_BESIDE) + len("| ") + before) + _ABOVE
    for row in range(layout.SIDE):
        texts = cells[layout.SIDE * row : layout.SIDE * (row + 1)]
        told = " | ".join(f"{text:{width}}" for text, width in zip(texts, widths, strict=True))
        deck = f"  deck {int(state.deck_left)}" if row == layout.SIDE - 1 else ""
        yield f"{_BESIDE if watch == row else '':{len(_BESIDE)}}| {told} |{deck}"


def face_up_lines(state: Any, table: CardTable = SHIPPED) -> Iterator[str]:
    """Yield the face-up tricks and rescued dogs, the newest first."""
    tricks = [printed_trick_words(trick, table) for trick in state.trick_row.tolist() if trick]
    dogs = [dog_words(dog, table) for dog in state.shelter_row.tolist() if dog]
    yield f"tricks        {', '.join(tricks) or 'none'}"
    yield f"rescued dogs  {', '.join(dogs) or 'none'}"


def owned_dog_words(state: Any, dog: int, table: CardTable = SHIPPED) -> str:
    """Tell a dog with what lies on and under it."""
    counted = {"walk": int(state.walks[dog]), "training": int(state.trainings[dog])}
    things = [counted_words(counted)] if any(counted.values()) else []
    things += [f"trait {table.trait_ids[trait]}" for trait in traits_of(state, dog)]
    return dog_words(dog, table) + (f" with {', '.join(things)}" if things else "")


def traits_of(state: Any, dog: int) -> list[int]:
    """Return the traits on a dog, in the order attached."""
    found: list[int] = []
    trait = int(state.trait_on[dog])
    while trait:
        found.insert(0, trait)
        trait = int(state.trait_under[trait])
    return found


def tricks_of(state: Any, seat: int) -> list[int]:
    """Return a seat's tricks, the starting one first."""
    return [trick for trick in range(layout.N_TRICKS) if int(state.tricks[seat]) >> trick & 1]


def seat_lines(state: Any, table: CardTable = SHIPPED) -> Iterator[str]:
    """Yield a line for each seat: dogs with what lies on and under them, cubes, hand, tricks."""
    for seat in range(int(state.n_seats)):
        hand = {card_words(card, table): int(state.hand[seat, card]) for card in _IN_HAND}
        cubes = dict(zip(layout.CUBES, state.cubes[seat].tolist(), strict=True))
        dogs = [owned_dog_words(state, dog, table) for dog in state.dogs[seat, : int(state.n_dogs[seat])].tolist()]
        tricks = ", ".join(table.trick_ids[trick] for trick in tricks_of(state, seat))
        food = counted_words(cubes) if any(cubes.values()) else "no food"
        cards = counted_words(hand) if any(hand.values()) else "no cards"
        yield f"seat {seat}        {'; '.join(dogs) or 'no dogs'}"
        yield f"              {food}; {cards}; tricks {tricks}"
