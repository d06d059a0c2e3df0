"""What fed dogs, their traits and their abilities count for (4.2 to 4.4, `rescued_effects`, `trait_effects`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.dog_lover.layout import (
    BONE,
    EXTRA_BONE,
    FIRST_FAVORITE,
    MAX_FAVORITES,
    N_CUBES,
    NO_CARD,
    PER_FAVORITE,
    PER_FED_SIZE,
    PER_OTHER_RESCUED,
    PER_SIZE_SET,
    PER_TRAINING,
    PER_TRAIT,
    PER_TRICK,
    PER_WALK,
    T_ANY_FOOD,
    T_EXTRA_BONE,
    T_LESS_FOOD,
    T_TRAINING_BONUS,
    T_WALK_BONUS,
)

# `bones_flat` and `bones_per_fed_dog` have an entry for so many and more
MOST_BONES = 3


@inline
def traits_on(state: Any, dog: Any, rules: Any) -> Any:
    """Add up the traits on a dog.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    dog : int
        Dog.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    tuple of int64
        How many there are; their points; what they add to each walk and to each training card under the dog; bones they
        count as; symbols that fall away; whether any food will do, 0 or 1.
    """
    count, points, per_walk, per_training = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    bones, less, any_food = np.int64(0), np.int64(0), np.int64(0)
    trait = np.uint64(state.trait_on[dog])
    while trait != NO_CARD:
        effect, n = rules.trait_effect[trait], np.int64(rules.trait_n[trait])
        count += 1
        points += rules.trait_vp[trait]
        per_walk += n * (effect == T_WALK_BONUS)
        per_training += n * (effect == T_TRAINING_BONUS)
        bones += n * (effect == T_EXTRA_BONE)
        less += n * (effect == T_LESS_FOOD)
        any_food |= effect == T_ANY_FOOD
        trait = np.uint64(state.trait_under[trait])
    return count, points, per_walk, per_training, bones, less, any_food


@inline
def tucked_points(state: Any, dog: Any, per_walk: Any, per_training: Any, rules: Any) -> Any:
    """Return the points of the walks and of the training cards under a fed dog, given what its traits add (4.2)."""
    walks = np.int64(state.walks[dog]) * (rules.walk_tucked + per_walk)
    return walks, np.int64(state.trainings[dog]) * (rules.training_tucked + per_training)


@inline
def extra_bones(state: Any, dog: Any, rules: Any) -> Any:
    """Bones that a fed dog and its traits count as (4.3, 4.4)."""
    own = np.int64(rules.dog_n[dog]) if rules.dog_effect[dog] == EXTRA_BONE else np.int64(0)
    return own + traits_on(state, dog, rules)[4]


@jit
def bone_points(state: Any, seat: Any, fed: Any, rules: Any) -> Any:
    """Points of a seat's bones with these dogs fed, given as bits (4.4)."""
    bones = np.int64(state.hand[seat, BONE])
    dogs = fed
    while dogs != 0:
        bones += extra_bones(state, np.uint64(state.dogs[seat, np.uint64(lowest_bit(np.uint64(dogs)))]), rules)
        dogs &= dogs - 1
    bones = min(bones, np.int64(MOST_BONES))
    n = np.uint64(bones)
    return rules.bones_flat[n] + rules.bones_per_fed_dog[n] * popcount(np.uint64(fed))


@inline
def n_favorites(state: Any, seat: Any) -> Any:
    """Favourite things in a seat's hand."""
    n = np.int64(0)
    for i in range(MAX_FAVORITES):
        n += state.hand[seat, FIRST_FAVORITE + i]
    return n


@inline
def cubes_held(state: Any, seat: Any) -> Any:
    """Return how many cubes a seat has."""
    cubes = np.int64(0)
    for kind in range(N_CUBES):
        cubes += state.cubes[seat, kind]
    return cubes


@inline
def size_sets(state: Any, seat: Any, fed: Any) -> Any:
    """Sets of a small, a medium and a large dog; a dog of every size fills any one place (4.3)."""
    small, medium, large = state.sizes[seat, 0] & fed, state.sizes[seat, 1] & fed, state.sizes[seat, 2] & fed
    every = small & medium & large
    jokers = popcount(np.uint64(every))
    n_small, n_medium = popcount(np.uint64(small ^ every)), popcount(np.uint64(medium ^ every))
    n_large = popcount(np.uint64(large ^ every))
    sets = 0
    while max(sets + 1 - n_small, 0) + max(sets + 1 - n_medium, 0) + max(sets + 1 - n_large, 0) <= jokers:
        sets += 1
    return sets


@jit
def _lying_on(state: Any, seat: Any, fed: Any, effect: Any, rules: Any) -> Any:
    """Walks, training cards or traits with the fed dogs."""
    n = np.int64(0)
    while fed != 0:
        dog = np.uint64(state.dogs[seat, np.uint64(lowest_bit(np.uint64(fed)))])
        fed &= fed - 1
        if effect == PER_TRAIT:
            n += traits_on(state, dog, rules)[0]
        else:
            n += state.walks[dog] if effect == PER_WALK else state.trainings[dog]
    return n


@jit
def ability_units(state: Any, seat: Any, dog: Any, fed: Any, rules: Any) -> Any:
    """Return how often a fed dog's ability pays its n; `most_fed` is paid later (4.3, 4.7).

    Parameters
    ----------
    state : STATE_DTYPE record
        The end of a game; `sizes` hold for scoring.
    seat : int
        Owner.
    dog : int
        A fed rescued dog.
    fed : int64
        The seat's fed dogs as bits.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    int64
    """
    effect = rules.dog_effect[dog]
    if effect == PER_FED_SIZE:
        return popcount(np.uint64(fed & state.sizes[seat, rules.dog_effect_size[dog]]))
    if effect == PER_SIZE_SET:
        return size_sets(state, seat, fed)
    if effect == PER_FAVORITE:
        return n_favorites(state, seat)
    if effect == PER_TRICK:
        return popcount(np.uint64(state.tricks[seat]))
    if effect == PER_OTHER_RESCUED:
        return popcount(np.uint64(fed & state.rescued[seat])) - 1
    if effect in (PER_WALK, PER_TRAINING, PER_TRAIT):
        return _lying_on(state, seat, fed, effect, rules)
    return np.int64(0)


@jit
def ability_points(state: Any, seat: Any, fed: Any, rules: Any) -> Any:
    """Points of the abilities of these dogs, `most_fed` left out."""
    points = np.int64(0)
    dogs = fed & state.rescued[seat]
    while dogs != 0:
        dog = np.uint64(state.dogs[seat, np.uint64(lowest_bit(np.uint64(dogs)))])
        dogs &= dogs - 1
        points += rules.dog_n[dog] * ability_units(state, seat, dog, fed, rules)
    return points
