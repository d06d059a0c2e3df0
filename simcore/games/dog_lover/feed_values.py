"""What each dog of a seat needs and is worth at the end, as the search for the best feeding wants it (4.1 to 4.4).

Whether cubes feed a set of dogs is a handful of sums. Cubes of a kind cover its symbols, wild ones what is missing; so
a set can be fed where, for each subset of the food kinds, its symbols of these kinds are no more than the cubes of
these kinds and the wild ones, and all its symbols no more than all cubes. A dog with `less_food` counts n symbols less
in each of these sums (symbols fall away where they are missing; by max-flow min-cut the best choice is as good as the
worst subset allows), one with `any_food` in the last sum only, and `wild_cubes` add n to all but the last. The eight
sums lie in two words, 16 bits each.

A feeding's rank is one number: points, fed dogs, fed rescued dogs, whether a `most_fed` dog is fed, and a bit for each
of the first dogs in the order gained. It is a sum over the fed dogs once it is settled which dogs with an ability that
looks at others are fed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit
from simcore.games.dog_lover.abilities import (
    MOST_BONES,
    ability_units,
    extra_bones,
    traits_on,
    tucked_points,
)
from simcore.games.dog_lover.cards import LANE_BITS, TOTAL_LANE
from simcore.games.dog_lover.feed_words import BYTE, LANE, LANES, SUM, are_enough, less, n_symbols, symbols_in
from simcore.games.dog_lover.layout import (
    BONE,
    EXTRA_BONE,
    FIRST_RESCUED,
    MOST_FED,
    N_FOOD,
    N_SIZES,
    PER_FAVORITE,
    PER_FED_SIZE,
    PER_OTHER_RESCUED,
    PER_SIZE_SET,
    PER_TRAINING,
    PER_TRAIT,
    PER_TRICK,
    PER_WALK,
    RESCUED_EFFECTS,
    WILD_CUBES,
)
from simcore.games.dog_lover.state import N_SHARES, SHARE_OTHER, SHARE_TRAINING, SHARE_TRAIT, SHARE_WALK

# one in each sum, and in each but that of all symbols
_ONE_EACH = 0x0001000100010001
_ONE_EACH_KIND = 0x0000000100010001
_ALL_KINDS = (1 << N_FOOD) - 1

# with the largest numbers that a card table may have a seat's points stay below 2**17
_POINT, _FED, _RESCUED, _MOST_FED = 1 << 44, 1 << 38, 1 << 33, 1 << 32
# dogs with a bit of their own in a rank
N_ORDERED = 32
# bits of a gain that `feed_order` does without, so that products fit a word
ROUNDED = 12

_SHARE_OF = {
    PER_WALK: SHARE_WALK,
    PER_TRAINING: SHARE_TRAINING,
    PER_TRAIT: SHARE_TRAIT,
    PER_OTHER_RESCUED: SHARE_OTHER,
}
_SHARE = np.array([_SHARE_OF.get(effect, -1) for effect in range(len(RESCUED_EFFECTS))], np.int8)
_LOOKS_AT_OTHERS = np.array(
    [
        effect in (PER_FED_SIZE, PER_SIZE_SET, EXTRA_BONE, MOST_FED, WILD_CUBES, *_SHARE_OF)
        for effect in range(len(RESCUED_EFFECTS))
    ]
)


@inline
def feed_chosen(state: Any, seat: Any, chosen: Any, even: Any, odd: Any, rules: Any) -> Any:
    """Return the cubes that the chosen dogs leave, with what their own `wild_cubes` allow."""
    while chosen != 0:
        i = np.uint64(lowest_bit(np.uint64(chosen)))
        chosen &= chosen - 1
        dog = np.uint64(state.dogs[seat, i])
        bends = np.int64(rules.dog_n[dog]) * (rules.dog_effect[dog] == WILD_CUBES)
        even, odd = less(even + bends * _ONE_EACH, odd + bends * _ONE_EACH_KIND, state.feed_weight[i])
    return even, odd


@inline
def _weigh(dog: Any, less_food: Any, any_food: Any, rules: Any) -> Any:
    """Return the symbols of a dog in each subset of the food kinds and in all, a byte each."""
    if less_food == 0 and any_food == 0:
        return rules.dog_weight[dog]
    weight = np.int64(0)
    for subset in range(1, 1 << N_FOOD):
        symbols = np.int64(0)
        for kind in range(N_FOOD):
            symbols += rules.dog_need[dog, kind] * (subset >> kind & 1)
        symbols = max(symbols - less_food, np.int64(0))
        if any_food == 0:
            weight |= symbols << LANE_BITS * (subset - 1)
        if subset == (1 << N_FOOD) - 1:
            weight |= symbols << LANE_BITS * TOTAL_LANE
    return weight


@jit
def weigh_dogs(state: Any, seat: Any, rules: Any) -> Any:
    """Write weight, traits and own points of each dog; return those with an ability that looks at others, as bits."""
    special = np.int64(0)
    for i in range(np.uint64(state.n_dogs[seat])):
        dog = np.uint64(state.dogs[seat, i])
        n_traits, points, per_walk, per_training, bones, less_food, any_food = traits_on(state, dog, rules)
        walks, trainings = tucked_points(state, dog, per_walk, per_training, rules)
        weight = _weigh(dog, less_food, any_food, rules)
        points += rules.dog_vp[dog] + walks + trainings - rules.unfed_dog - rules.leftover_food * n_symbols(weight)
        effect = rules.dog_effect[dog]
        if effect in (PER_FAVORITE, PER_TRICK):
            points += rules.dog_n[dog] * ability_units(state, seat, dog, np.int64(0), rules)
        state.feed_weight[i], state.feed_points[i], state.feed_traits[i] = weight, points, n_traits
        if _LOOKS_AT_OTHERS[effect] or bones > 0:
            special |= np.int64(1) << np.int64(i)
    return special


@inline
def _share_out(state: Any, seat: Any, chosen: Any, rules: Any) -> Any:
    """Write what the abilities of fed dogs pay for each thing they count; return points for bones, and for a set."""
    if chosen != 0:
        # nobody looks at it without a chosen dog
        for share in range(N_SHARES):
            state.feed_share[share] = 0
    bones, per_set = np.int64(state.hand[seat, BONE]), np.int64(0)
    while chosen != 0:
        dog = np.uint64(state.dogs[seat, np.uint64(lowest_bit(np.uint64(chosen)))])
        chosen &= chosen - 1
        bones += extra_bones(state, dog, rules)
        effect, n = rules.dog_effect[dog], np.int64(rules.dog_n[dog])
        if effect == PER_FED_SIZE:
            state.feed_share[rules.dog_effect_size[dog]] += n
        elif _SHARE[effect] >= 0:
            state.feed_share[_SHARE[effect]] += n
        per_set += n * (effect == PER_SIZE_SET)
    bones = min(bones, np.int64(MOST_BONES))
    return rules.bones_flat[bones], rules.bones_per_fed_dog[bones], per_set


@inline
def _shared_points(state: Any, seat: Any, i: Any, dog: Any) -> Any:
    """Points that the abilities of others pay for a dog."""
    share = state.feed_share
    points = share[SHARE_WALK] * np.int64(state.walks[dog]) + share[SHARE_TRAINING] * np.int64(state.trainings[dog])
    points += share[SHARE_TRAIT] * np.int64(state.feed_traits[i])
    for size in range(N_SIZES):
        points += share[size] * (state.sizes[seat, size] >> np.int64(i) & 1)
    return points + share[SHARE_OTHER] * (dog >= FIRST_RESCUED)


@inline
def _worth(state: Any, seat: Any, i: Any, per_dog: Any, shared: Any, rules: Any) -> Any:
    """Return what feeding a dog adds to a feeding's rank; `shared` says whether abilities of others pay for it."""
    dog = np.uint64(state.dogs[seat, i])
    points = per_dog + np.int64(state.feed_points[i])
    if shared:
        points += _shared_points(state, seat, i, dog)
    rank = _FED + (np.int64(1) << N_ORDERED - 1 - np.int64(i) if i < N_ORDERED else np.int64(0))
    if dog >= FIRST_RESCUED:
        rank += _RESCUED
        if rules.dog_effect[dog] == PER_OTHER_RESCUED:
            # itself is no other dog
            points -= rules.dog_n[dog]
    return rank + points * _POINT


@jit
def settle(state: Any, seat: Any, special: Any, chosen: Any, even: Any, odd: Any, rules: Any) -> Any:
    """Value all dogs where just these of the special ones are fed; `feed_gain` and `feed_order` are written.

    Parameters
    ----------
    state : STATE_DTYPE record
        `weigh_dogs` has been called.
    seat : uint64
        Whose dogs are fed.
    special, chosen : int64
        Dogs with an ability that looks at others, and those of them that are fed, as bits.
    even, odd : int64
        Cubes that these leave.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    (int64, int64, uint64, int64)
        Rank of the special dogs alone; what all dogs worth trying would add to it; these dogs, which `feed_order`
        lists; rank of each set of sizes.
    """
    flat, per_dog, per_set = _share_out(state, seat, chosen, rules)
    rank, most = flat * _POINT, np.int64(0)
    n, any_most_fed = np.uint64(0), np.int64(0)
    for i in range(np.uint64(state.n_dogs[seat])):
        if special >> np.int64(i) & 1:
            if chosen >> np.int64(i) & 1:
                rank += _worth(state, seat, i, per_dog, chosen != 0, rules)
                any_most_fed |= rules.dog_effect[state.dogs[seat, i]] == MOST_FED
            continue
        less_even, less_odd = less(even, odd, state.feed_weight[i])
        if are_enough(less_even, less_odd):
            gain = _worth(state, seat, i, per_dog, chosen != 0, rules)
            if gain > 0 or per_set > 0:
                most += max(gain, np.int64(0))
                state.feed_gain[i] = gain
                state.feed_order[n] = i
                n += np.uint64(1)
    return rank + any_most_fed * _MOST_FED, most, n, per_set * _POINT


@inline
def _scarce_kinds(state: Any, seat: Any, chosen: Any, n: Any, rules: Any) -> Any:
    """Return the food kinds, as bits, of which the chosen and the listed dogs need more than there is.

    All three where cubes of one kind can cover another: by `any_food`, which leaves only the last sum, or `wild_cubes`.
    """
    even, odd, bends = np.int64(0), np.int64(0), np.int64(0)
    dogs = chosen
    for k in range(n):
        dogs |= np.int64(1) << np.int64(state.feed_order[k])
    while dogs != 0:
        i = np.uint64(lowest_bit(np.uint64(dogs)))
        dogs &= dogs - 1
        dog, weight = np.uint64(state.dogs[seat, i]), np.int64(state.feed_weight[i])
        bends |= rules.dog_effect[dog] == WILD_CUBES
        bends |= n_symbols(weight) != weight >> LANE_BITS * (TOTAL_LANE - 1) & BYTE
        need = np.int64(rules.dog_weight[dog])
        even += need & LANES
        odd += need >> LANE_BITS & LANES
    if bends != 0:
        return np.int64(_ALL_KINDS)
    cubes = state.cubes[seat]
    scarce = np.int64((even & SUM) > cubes[0]) | np.int64((odd & SUM) > cubes[1]) << 1
    return scarce | np.int64((odd >> LANE & SUM) > cubes[2]) << 2


@jit
def feed_plenty(state: Any, seat: Any, chosen: Any, even: Any, odd: Any, n: Any, rules: Any) -> Any:
    """Feed the listed dogs that eat only what there is enough of; put the others in the order in which to try them.

    Cubes of a kind of which there is enough for all feed nobody else, so that such dogs take nothing from the others;
    and the sums with this kind hold wherever those without it do.

    Parameters
    ----------
    state : STATE_DTYPE record
        `settle` has been called; `feed_order` is written.
    seat : uint64
        Whose dogs are fed.
    chosen : int64
        Special dogs that are fed, as bits.
    even, odd : int64
        Cubes that these leave.
    n : uint64
        Dogs that `feed_order` lists.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    (int64, int64, int64, int64, uint64, int64)
        Dogs that are fed without a question; what they add to a feeding's rank; cubes that are left; dogs still listed,
        those with most to gain for a cube first; place of the sum that counts their cubes.
    """
    scarce = _scarce_kinds(state, seat, chosen, n, rules)
    fed, rank, left = np.int64(0), np.int64(0), np.uint64(0)
    sum_place = max(scarce - 1, np.int64(0)) if scarce != _ALL_KINDS else np.int64(TOTAL_LANE)
    for k in range(n):
        i = np.uint64(state.feed_order[k])
        weight, gain = np.int64(state.feed_weight[i]), np.int64(state.feed_gain[i])
        if (scarce == 0 or symbols_in(weight, sum_place) == 0) and gain > 0:
            even, odd = less(even, odd, weight)
            fed |= np.int64(1) << np.int64(i)
            rank += gain
        else:
            _insert(state, i, gain, left, sum_place)
            left += np.uint64(1)
    return fed, rank, even, odd, left, sum_place


@inline
def _insert(state: Any, i: Any, gain: Any, n: Any, sum_place: Any) -> None:
    """Put a dog among the `n` of `feed_order`; those that eat nothing come first, those not worth their food last."""
    rough, symbols = gain >> ROUNDED, symbols_in(state.feed_weight[i], sum_place)
    one = np.uint64(1)
    while n > 0:
        other = np.uint64(state.feed_order[n - one])
        other_rough = state.feed_gain[other] >> ROUNDED
        ahead = other_rough * symbols - rough * symbols_in(state.feed_weight[other], sum_place)
        if ahead > 0 or (ahead == 0 and other_rough >= rough):
            break
        state.feed_order[n] = other
        n -= one
    state.feed_order[n] = i
