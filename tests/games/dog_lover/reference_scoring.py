"""Final scoring of given feedings in the reference model of Dog Lover (4.2 to 4.8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from .reference_players import Dog, Player
from .reference_tables import DOGS, FAVORITES, SIZES, TRAITS

Fed = tuple[bool, ...]


def fed_dogs(player: Player, fed: Fed) -> list[Dog]:
    return [dog for dog, is_fed in zip(player.dogs, fed, strict=True) if is_fed]


def favorite_points(cards: Sequence[str], values: Sequence[int]) -> int:
    """Score favourite things: again and again the largest set of different kinds (4.5)."""
    left = list(cards)
    points = 0
    while left:
        kinds = set(left)
        points += values[len(kinds)]
        for kind in kinds:
            left.remove(kind)
    return points


def bone_points(bones: int, n_fed: int, params: Mapping[str, Any]) -> int:
    """Score so many bones with so many fed dogs (4.4); the last entry stands for so many and more."""
    flat, per_dog = params["bones_flat"], params["bones_per_fed_dog"]
    return int(flat[min(bones, len(flat) - 1)] + per_dog[min(bones, len(per_dog) - 1)] * n_fed)


def size_sets(dogs: Sequence[Dog]) -> int:
    """Count the sets of a small, a medium and a large dog, all different (4.3).

    A dog of every size fills any one place: so many sets can be made if such dogs fill every gap.
    """
    jokers = [dog for dog in dogs if all(dog.counts_as(size) for size in SIZES)]
    of_size = {size: len([dog for dog in dogs if dog.counts_as(size)]) - len(jokers) for size in SIZES}
    sets = 0
    while sum(max(0, sets + 1 - count) for count in of_size.values()) <= len(jokers):
        sets += 1
    return sets


def ability_units(dog: Dog, player: Player, fed: Sequence[Dog]) -> int:
    """Return how often a fed rescued dog's ability pays its n (`rescued_effects`); `most_fed` is for 4.7."""
    row = DOGS[dog.card]
    counts = {
        "per_fed_size": len([other for other in fed if other.counts_as(row.get("effect_size", ""))]),
        "per_size_set": size_sets(fed),
        "per_favorite": len([card for card in player.hand if card in FAVORITES]),
        "per_walk": sum(other.walks for other in fed),
        "per_training": sum(other.trainings for other in fed),
        "per_trait": sum(len(other.traits) for other in fed),
        "per_trick": len(player.tricks),
        "per_other_rescued": len([other for other in fed if other.rescued and other is not dog]),
    }
    return counts.get(row["effect"], 0)


def parts_of_score(player: Player, fed: Fed, params: Mapping[str, Any]) -> dict[str, int]:
    """Score a feeding without `most_fed` (4.2 to 4.6), in the parts of the record's `breakdown`."""
    chosen = fed_dogs(player, fed)
    # a trait's bone counts while its dog is fed, and so does a rescued dog's
    bones = player.hand.count("bone") + sum(
        dog.trait_sum("extra_bone") + (dog.ability("extra_bone") or 0) for dog in chosen
    )
    parts = {
        "dogs": sum(DOGS[dog.card]["vp"] for dog in chosen),
        "unfed": params["unfed_dog"] * (len(player.dogs) - len(chosen)),
        "traits": sum(TRAITS[trait]["vp"] for dog in chosen for trait in dog.traits),
        "walks": sum(dog.walks * (params["walk_tucked"] + dog.trait_sum("walk_bonus")) for dog in chosen),
        "training": sum(
            dog.trainings * (params["training_tucked"] + dog.trait_sum("training_bonus")) for dog in chosen
        ),
        "rescued": sum(DOGS[dog.card]["n"] * ability_units(dog, player, chosen) for dog in chosen if dog.rescued),
        "bones": bone_points(bones, len(chosen), params),
        "favorites": favorite_points([card for card in player.hand if card in FAVORITES], params["favorite_set"]),
    }
    if params["leftover_food"]:  # 4.6; the record has this part only where it can count
        used = sum(len(dog.needs()[0]) for dog in chosen)
        parts["leftover"] = params["leftover_food"] * (sum(player.cubes.values()) - used)
    return parts


def most_fed_bonus(seat: int, players: Sequence[Player], feedings: Sequence[Fed]) -> int:
    """Score `most_fed` after all feedings are fixed: no other player has more fed dogs (4.7)."""
    if any(sum(other) > sum(feedings[seat]) for other in feedings):
        return 0
    return sum(dog.ability("most_fed") or 0 for dog in fed_dogs(players[seat], feedings[seat]))


def end_line(
    players: Sequence[Player], feedings: Sequence[Fed], rounds: int, params: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what the record's end line says of these feedings (4.2 to 4.8), without its `type`."""
    breakdown = []
    for seat, (player, fed) in enumerate(zip(players, feedings, strict=True)):
        parts = parts_of_score(player, fed, params)
        parts["rescued"] += most_fed_bonus(seat, players, feedings)
        breakdown.append(parts)
    scores = [sum(parts.values()) for parts in breakdown]
    n_fed = [sum(fed) for fed in feedings]
    n_rescued = [
        len([dog for dog in fed_dogs(player, fed) if dog.rescued])
        for player, fed in zip(players, feedings, strict=True)
    ]
    ranks = list(zip(scores, n_fed, n_rescued, strict=True))  # 4.8
    winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
    return {
        "reason": "last_round",
        "scores": scores,
        "payoff": [1 / len(winners) if seat in winners else 0 for seat in range(len(players))],
        "winners": winners,
        "fed": n_fed,
        "fed_rescued": n_rescued,
        "rounds": rounds,
        "breakdown": breakdown,
    }
