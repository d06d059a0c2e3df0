"""What a seat has in the reference model of Dog Lover: dogs with cards on and under them, hand, cubes and tricks."""

import itertools
from dataclasses import dataclass, field
from typing import Any

from .reference_tables import CUBES, DOGS, FAVORITES, FOOD, TRAITS

# food kinds to cover, one for each symbol; "any" can be covered by every cube
Symbols = tuple[str, ...]


@dataclass
class Dog:
    """A dog in a play area, ordinary or rescued (1.3).

    Attributes
    ----------
    card : str
        Id of the dog.
    traits : list of str
        Attached traits, in the order attached.
    walks, trainings : int
        Tucked cards.
    """

    card: str
    traits: list[str] = field(default_factory=list)
    walks: int = 0
    trainings: int = 0

    @property
    def rescued(self) -> bool:
        return bool(DOGS[self.card]["rescued"])

    def ability(self, effect: str) -> int | None:
        """Return n of the dog's own ability if it is this one (4.3: only a rescued dog has one)."""
        row = DOGS[self.card]
        return int(row["n"]) if row["effect"] == effect and effect != "none" else None

    def has_trait(self, effect: str) -> bool:
        return any(TRAITS[trait]["effect"] == effect for trait in self.traits)

    def trait_sum(self, effect: str) -> int:
        """Add up n of the attached traits with this effect."""
        return sum(int(TRAITS[trait]["n"]) for trait in self.traits if TRAITS[trait]["effect"] == effect)

    def fits(self, size: str) -> bool:
        """Whether the dog has this size during play (4.3: the ability of a rescued dog does not work yet)."""
        return size == "any" or DOGS[self.card]["size"] == size or self.has_trait("all_sizes")

    def counts_as(self, size: str) -> bool:
        """Whether the dog has this size in final scoring, if it is fed (4.3)."""
        return self.fits(size) or self.ability("all_sizes") is not None

    def needs(self) -> list[Symbols]:
        """Return the symbols to cover, once for each choice of those that fall away.

        `less_food` takes away n symbols of the owner's choice, not below zero; `any_food` lets any cube cover each of
        those that are left (4.3).
        """
        printed = [kind for kind in FOOD for _ in range(DOGS[self.card]["need"][kind])]
        left = max(0, len(printed) - self.trait_sum("less_food"))
        if self.has_trait("any_food"):
            return [("any",) * left]
        return sorted(set(itertools.combinations(printed, left)))

    def to_dict(self) -> dict[str, Any]:
        return {"dog": self.card, "traits": list(self.traits), "walks": self.walks, "trainings": self.trainings}


@dataclass
class Player:
    """The play area, hand and cubes of a seat.

    Attributes
    ----------
    dogs : list of Dog
        In the order gained.
    hand : list of str
        Bones, favourite things, training and adoption cards.
    cubes : dict
        Cubes held, by kind.
    tricks : list of str
        In the order gained, the starting one first.
    fetch : bool
        Whether the Fetch card lies in the play area.
    cubes_gained, cubes_discarded : dict
        Since the start of the game, by kind.
    """

    dogs: list[Dog]
    tricks: list[str]
    hand: list[str] = field(default_factory=list)
    cubes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CUBES, 0))
    fetch: bool = False
    cubes_gained: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CUBES, 0))
    cubes_discarded: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CUBES, 0))

    def trait_total(self, effect: str) -> int:
        """Add up n of the attached traits with this effect over all dogs, fed or not (4.3)."""
        return sum(dog.trait_sum(effect) for dog in self.dogs)

    def held_cubes(self) -> list[str]:
        """Return the kinds of which the player has a cube, wild among them."""
        return [kind for kind in CUBES if self.cubes[kind] > 0]

    def most_held_favorite(self) -> str | None:
        """Return the favourite thing held most often, of several the lowest id (3.7)."""
        held = [card for card in FAVORITES if card in self.hand]
        return min(held, key=lambda card: (-self.hand.count(card), card)) if held else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "dogs": [dog.to_dict() for dog in self.dogs],
            "hand": sorted(self.hand),
            "cubes": dict(self.cubes),
            "tricks": list(self.tricks),
            "fetch": self.fetch,
            "cubes_gained": dict(self.cubes_gained),
            "cubes_discarded": dict(self.cubes_discarded),
        }
