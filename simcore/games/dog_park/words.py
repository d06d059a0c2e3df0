"""Dog Park in words: cards, what everybody has, what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from simcore.games.dog_park.card_list import CARDS
from simcore.games.dog_park.cards import (
    BREEDS,
    CONSTANTS,
    DOG_IDS,
    FIRST_LEAVE,
    LAST_OUT,
    NO_DOG,
    OBJECTIVES,
    RESOURCES,
    SOLO_OBJECTIVES,
)

# what each forecast card does (rule section 11), from card 1 on
_FORECASTS = (
    "each gundog owned brings a token kind of the location card",
    "each terrier owned brings 2 resources at home time",
    "a pastoral dog placed lets another be placed free",
    "each working dog owned brings 1 reputation and 1 resource at home time",
    "each toy dog owned brings 3 reputation at home time",
    "each hound placed brings 2 reputation",
    "each utility dog gained brings 1 reputation and 1 resource",
    "unwalked dogs lose 2",
    "unwalked dogs lose nothing",
    "a dog swapped in has a token",
    "leads hold 4 dogs",
)
AWARD_VALUES = CONSTANTS["final_scoring"]["award_by_space"]
_CARDS = {card["id"]: card for card in CARDS}
_OBJECTIVES = {int(row["id"]): row["name"] for row in OBJECTIVES}
_OBJECTIVES |= {int(row["id"]): f"solo {row['level']}" for row in SOLO_OBJECTIVES}


def short_dog_words(dog: int) -> str:
    """Return a dog as its breed and its id, such as ``gundog 19``.

    Parameters
    ----------
    dog : int
        Its place in the table of dogs.
    """
    number = DOG_IDS[dog]
    return f"{_CARDS[f'dog.{number}']['breed']} {number}"


def dog_words(dog: int) -> str:
    """Return a dog as its breed, its id and its ability, such as ``gundog 19 (crafty stick)``."""
    ability = _CARDS[f"dog.{DOG_IDS[dog]}"]["effect"]
    for sign, instead in (("_", " "), ("(", ""), (")", "")):
        ability = ability.replace(sign, instead)
    return f"{short_dog_words(dog)} ({ability})"


def field_lines(state: Any) -> Iterator[str]:
    """Yield a line for each slot of the field: the dog with its name and its cost."""
    for slot in range(int(state.n_walkers)):
        dog = int(state.field[slot])
        if dog == NO_DOG:
            yield f"slot {slot}        empty"
        else:
            card = _CARDS[f"dog.{DOG_IDS[dog]}"]
            yield f"slot {slot}        {dog_words(dog)}, {card['name']}, costs {card['cost']}"


def stock_words(amounts: Iterable[int]) -> str:
    """Return amounts of stick, ball, toy and treat, in this order, in words."""
    held = [f"{amount} {kind}" for amount, kind in zip(amounts, RESOURCES, strict=True) if amount]
    return ", ".join(held) or "no resources"


def forecast_words(card: int) -> str:
    """Return a forecast card with what it does."""
    return f"{card} ({_FORECASTS[card - 1]})"


def location_words(card: int) -> str:
    """Return a location card with what it puts on the spaces (rule 6.2)."""
    return f"{card} ({_CARDS[f'location.{card}']['effect']})"


def objective_words(card: int) -> str:
    """Return an objective card with its name."""
    return f"{card} {_OBJECTIVES[card]}" if card else "none"


def award_words(awards: Iterable[int], values: Iterable[int]) -> str:
    """Return the breed on each award space with what it is worth."""
    return ", ".join(f"{value} {BREEDS[breed]}" for breed, value in zip(awards, values, strict=False))


def walker_words(state: Any, walker: int) -> str:
    """Return how a player or an autowalker is called."""
    return f"seat {walker}" if walker < state.n_seats else f"autowalker {walker}"


def walker_lines(state: Any) -> Iterator[str]:
    """Yield a line for everybody: reputation, resources and dogs; an autowalker has dogs only."""
    for walker in range(int(state.n_walkers)):
        told = [", ".join(_owned_words(state, walker, i) for i in range(int(state.n_dogs[walker]))) or "no dogs"]
        if walker < state.n_seats:
            told = [f"{int(state.reputation[walker])} reputation", stock_words(state.resources[walker].tolist()), *told]
        yield f"{walker_words(state, walker):13} {'; '.join(told)}"


def _owned_words(state: Any, walker: int, i: int) -> str:
    tokens = int(state.tokens[walker, i])
    told = [f"{tokens} token{'s' if tokens > 1 else ''}"] if tokens else []
    told += ["on the lead"] if state.lead[walker] >> i & 1 else []
    return " ".join([dog_words(int(state.dogs[walker, i])), *told])


def space_words(space: int) -> str:
    """Return a place in the park in words."""
    if space >= FIRST_LEAVE:
        return "last one out" if space == LAST_OUT else f"leave space {space}"
    return f"space {space}" if space else "the start"
