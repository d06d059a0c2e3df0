"""Feeding at the end of the game in the reference model of Dog Lover (4.1, and what 4.3 changes of it).

Everything is tried: every set of dogs, every choice of the symbols that fall away, every way to lay the cubes. Slow,
and plainly exact.
"""

import itertools
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from .reference_players import Dog, Player, Symbols
from .reference_scoring import fed_dogs, parts_of_score
from .reference_tables import CUBES


@cache
def can_cover(symbols: Symbols, cubes: tuple[int, ...], bends: int) -> bool:
    """Whether cubes (scraps, kibble, canned, wild) cover all symbols.

    Up to `bends` coloured cubes may cover another kind (4.3, `wild_cubes`).
    """
    if not symbols:
        return True
    for place, kind in enumerate(CUBES):
        if cubes[place] == 0:
            continue
        left = tuple(count - (place == other) for other, count in enumerate(cubes))
        if kind == "wild" or symbols[0] in (kind, "any"):
            if can_cover(symbols[1:], left, bends):
                return True
        elif bends > 0 and can_cover(symbols[1:], left, bends - 1):
            return True
    return False


def can_feed(dogs: Sequence[Dog], cubes: Mapping[str, int]) -> bool:
    """Whether the cubes feed all these dogs at once."""
    stock = tuple(cubes[kind] for kind in CUBES)
    bends = sum(dog.ability("wild_cubes") or 0 for dog in dogs)  # works while its dog is among the fed
    for choice in itertools.product(*(dog.needs() for dog in dogs)):
        if can_cover(tuple(sorted(itertools.chain(*choice))), stock, bends):
            return True
    return False


def sets_of_dogs(n_symbols: Sequence[int], n_cubes: int) -> list[tuple[bool, ...]]:
    """Return every set of dogs, as fed or unfed dog by dog, with no more symbols than there are cubes.

    The others need not be looked at, as each symbol asks for a cube of its own.
    """
    if not n_symbols:
        return [()]
    found = [(False, *rest) for rest in sets_of_dogs(n_symbols[1:], n_cubes)]
    if n_symbols[0] <= n_cubes:
        found += [(True, *rest) for rest in sets_of_dogs(n_symbols[1:], n_cubes - n_symbols[0])]
    return found


def feedings(player: Player) -> list[tuple[bool, ...]]:
    """Return every set of dogs that the player can feed, as fed or unfed dog by dog."""
    n_symbols = [len(dog.needs()[0]) for dog in player.dogs]
    return [
        fed
        for fed in sets_of_dogs(n_symbols, sum(player.cubes.values()))
        if can_feed(fed_dogs(player, fed), player.cubes)
    ]


def best_feeding(player: Player, params: Mapping[str, Any]) -> tuple[bool, ...]:
    """Return the owner's best feeding (4.1): fed or unfed, dog by dog."""

    def rank(fed: tuple[bool, ...]) -> tuple[int, int, int, bool, tuple[bool, ...]]:
        chosen = fed_dogs(player, fed)
        return (
            sum(parts_of_score(player, fed, params).values()),
            len(chosen),
            len([dog for dog in chosen if dog.rescued]),
            any(dog.ability("most_fed") is not None for dog in chosen),
            fed,  # dog by dog in the order gained, fed before unfed
        )

    return max(feedings(player), key=rank)
