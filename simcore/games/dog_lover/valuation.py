"""What cards are worth to a player during play, in points, by a few weights.

All values are guesses for the step at hand, made from what lies open: hunger is counted by symbols, as if every cube of
a kind would feed any dog that lacks it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.dog_lover import weights as w
from simcore.games.dog_lover.abilities import MOST_BONES, ability_units
from simcore.games.dog_lover.layout import (
    ADOPTION,
    ALL_CELLS,
    ANY_SIZE,
    BONE,
    FETCH,
    FIRST_DOG,
    FIRST_FAVORITE,
    FIRST_FOOD_CARD,
    FIRST_TRAIT,
    MAX_FAVORITES,
    N_FOOD,
    RESCUED_EFFECTS,
    TRAINING,
    TRAIT_EFFECTS,
    WALK,
    WILD,
)
from simcore.games.dog_lover.plays import eligible

# how often an ability is going to pay its n beyond what it would pay now, about
_MORE = {
    "per_fed_size": 1.5,
    "per_size_set": 1.0,
    "per_favorite": 1.0,
    "extra_bone": 1.5,
    "most_fed": 0.6,
    "wild_cubes": 0.8,
    "per_walk": 1.0,
    "per_training": 1.0,
    "per_trait": 1.0,
    "per_trick": 0.5,
    # itself is counted among the others until it is owned
    "per_other_rescued": 1.8,
}
_MORE_UNITS = np.array([_MORE.get(effect, 0.0) for effect in RESCUED_EFFECTS])
# points that each effect of a trait is worth for each of its n, about
_EFFECTS = {
    "multi_walk": 1.0,
    "multi_training": 0.7,
    "less_food": 1.8,
    "any_food": 0.8,
    "walk_bonus": 0.8,
    "training_bonus": 0.5,
    "extra_bone": 1.5,
    "all_sizes": 0.3,
    "watchdog_plus": 1.5,
    "cheap_rescue": 2.0,
    "cheap_trick": 0.5,
}
_EFFECT_VALUE = np.array([_EFFECTS.get(effect, 0.0) for effect in TRAIT_EFFECTS])
# dogs that a player is still going to get when all cards are left, about
_DOGS_TO_COME = 4.0
# cards of an ordinary take
_TAKEN = 3


@inline
def _cards_above(state: Any) -> Any:
    """Cards that still lie above the End Game card."""
    return max(np.int64(state.deck_left) - np.int64(state.below_end), np.int64(0))


@inline
def share_left(state: Any) -> Any:
    """Share of the cards above the End Game card that still lie in the deck; 0 in the last round."""
    all_above = max(np.int64(state.deck_size) - np.int64(state.below_end), np.int64(1))
    return _cards_above(state) / all_above


@inline
def turns_left(state: Any) -> Any:
    """Turns that a player still has after this one, about."""
    return _cards_above(state) / (_TAKEN * np.int64(state.n_seats))


@jit
def balance(state: Any, seat: Any, rules: Any) -> Any:
    """Return cubes of each food kind minus symbols of the own dogs, and wild cubes.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : int
        Player.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    (int64, int64, int64, int64)
    """
    cubes = state.cubes[seat]
    scraps, kibble, canned = np.int64(cubes[0]), np.int64(cubes[1]), np.int64(cubes[2])
    for i in range(state.n_dogs[seat]):
        need = rules.dog_need[state.dogs[seat, i]]
        scraps -= need[0]
        kibble -= need[1]
        canned -= need[2]
    return scraps, kibble, canned, np.int64(cubes[WILD])


@inline
def food_value(foods: Any, left: Any, weights: Any) -> Any:
    """Return what a `balance` is worth: symbols that lack a cube cost, spare cubes are worth something.

    Parameters
    ----------
    foods : (int64, int64, int64, int64)
        `balance`.
    left : float64
        `share_left`.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    float64
    """
    scraps, kibble, canned, wild = foods
    lacking = max(-scraps, 0) + max(-kibble, 0) + max(-canned, 0)
    spare = max(scraps, 0) + max(kibble, 0) + max(canned, 0) + max(wild - lacking, 0)
    hunger = weights[w.HUNGER] * left + weights[w.LATE_HUNGER] * (1.0 - left)
    value = -hunger * max(lacking - wild, 0) + weights[w.SPARE] * left * spare
    return value + weights[w.WILD_CUBE] * wild


@inline
def _bone_value(state: Any, seat: Any, more: Any, left: Any, rules: Any, weights: Any) -> Any:
    """Worth of a bone above those in hand and `more`: part of the step that it makes, part of the way to the most."""
    n = np.int64(state.hand[seat, BONE]) + more
    if n >= MOST_BONES:
        return 0.0
    dogs = state.n_dogs[seat] + _DOGS_TO_COME * left
    here = rules.bones_flat[n] + rules.bones_per_fed_dog[n] * dogs
    step = rules.bones_flat[n + 1] + rules.bones_per_fed_dog[n + 1] * dogs - here
    way = (rules.bones_flat[MOST_BONES] + rules.bones_per_fed_dog[MOST_BONES] * dogs - here) / (MOST_BONES - n)
    hope = weights[w.BONES] * min(2.0 * left, 1.0)
    return step * (1.0 - hope) + way * hope


@inline
def _favorite_value(state: Any, seat: Any, card: Any, rules: Any, weights: Any) -> Any:
    """Worth of a favourite thing: what it adds to the set that it goes into (4.5)."""
    held, size = state.hand[seat, card], 0
    for i in range(MAX_FAVORITES):
        size += state.hand[seat, FIRST_FAVORITE + i] > held
    return weights[w.FAVORITE] * (rules.favorite_set[size + 1] - rules.favorite_set[size])


@inline
def trait_value(trait: Any, rules: Any, weights: Any) -> Any:
    """Worth of a trait on a dog that will be fed."""
    n = max(np.int64(rules.trait_n[trait]), np.int64(1))
    return weights[w.TRAIT_CARD] * (rules.trait_vp[trait] + _EFFECT_VALUE[rules.trait_effect[trait]] * n)


@inline
def training_kept(left: Any, weights: Any) -> Any:
    """Worth of a training card that is kept for a trick."""
    return weights[w.TRAINING_CARD] * left


@jit
def _plain_value(state: Any, seat: Any, card: Any, more: Any, left: Any, rules: Any, weights: Any) -> Any:
    """Worth of a card that goes to the hand; `more` are the same cards gained with it."""
    if card == BONE:
        return _bone_value(state, seat, more, left, rules, weights)
    if card == TRAINING:
        tucked = float(rules.training_tucked) if state.training_open[seat] != 0 else 0.0
        return max(training_kept(left, weights), tucked)
    if card == ADOPTION:
        return weights[w.ADOPTION_CARD] * left
    if card == FETCH:
        return weights[w.FETCH_CARD] * left
    return _favorite_value(state, seat, card, rules, weights)


@jit
def gain_value(state: Any, seat: Any, cells: Any, foods: Any, rules: Any, weights: Any) -> Any:
    """Return what the cards of some cells of the grid are worth to a player who gains them together.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : int
        Player.
    cells : int
        Cells as bits.
    foods : (int64, int64, int64, int64)
        The player's `balance`.
    rules : record
        Rule parameters and card tables.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    float64
    """
    scraps, kibble, canned, wild = foods
    left = share_left(state)
    value, bones, walks, traits = 0.0, np.int64(0), np.int64(0), np.int64(0)
    new_dogs, new_sizes = np.int64(0), np.int64(0)
    while cells != 0:
        cell = lowest_bit(np.uint64(cells))
        cells &= cells - 1
        card = np.int64(state.grid[cell])
        if card >= FIRST_DOG:
            dog = card - (FIRST_DOG - 1)
            value += rules.dog_vp[dog]
            scraps -= rules.dog_need[dog, 0]
            kibble -= rules.dog_need[dog, 1]
            canned -= rules.dog_need[dog, 2]
            new_dogs += 1
            new_sizes |= 1 << np.int64(rules.dog_size[dog])
        elif card >= FIRST_TRAIT:
            traits |= 1 << cell
        elif card >= FIRST_FOOD_CARD:
            kind, amount = rules.food_kind[card], np.int64(rules.food_amount[card])
            scraps += amount * (kind == 0)
            kibble += amount * (kind == 1)
            canned += amount * (kind == 2)
            wild += amount * (kind == N_FOOD)
        elif card == WALK:
            walks += 1
        else:
            value += _plain_value(state, seat, card, bones, left, rules, weights)
            bones += card == BONE
    room = popcount(np.uint64(state.walk_open[seat])) + new_dogs
    value += weights[w.WALK_CARD] * rules.walk_tucked * min(walks, room)
    while traits != 0:
        cell = lowest_bit(np.uint64(traits))
        traits &= traits - 1
        trait = np.int64(state.grid[cell]) - (FIRST_TRAIT - 1)
        value += _taken_trait_value(state, seat, trait, new_sizes, rules, weights)
    before = food_value(foods, left, weights)
    return value + food_value((scraps, kibble, canned, wild), left, weights) - before


@inline
def _taken_trait_value(state: Any, seat: Any, trait: Any, new_sizes: Any, rules: Any, weights: Any) -> Any:
    """Worth of a trait by whether a dog, owned or gained with it, can have it; else it takes things along (3.7)."""
    size = np.int64(rules.trait_size[trait])
    fits_new = new_sizes != 0 if size == ANY_SIZE else new_sizes >> size & 1 != 0
    if fits_new or (seat == state.seat and eligible(state, trait, rules) != 0):
        return trait_value(trait, rules, weights)
    return -weights[w.LOSS] * rules.trait_loss_count[trait]


@jit
def rescued_value(state: Any, seat: Any, dog: Any, foods: Any, rules: Any, weights: Any) -> Any:
    """Return what a face-up rescued dog is worth to a player: points, ability, and the food that it needs."""
    scraps, kibble, canned, wild = foods
    left = share_left(state)
    own = (np.int64(1) << np.int64(state.n_dogs[seat])) - 1
    units = ability_units(state, seat, dog, own, rules) + _MORE_UNITS[rules.dog_effect[dog]]
    need = rules.dog_need[dog]
    after = scraps - need[0], kibble - need[1], canned - need[2], wild
    eaten = food_value(after, left, weights) - food_value(foods, left, weights)
    return rules.dog_vp[dog] + weights[w.ABILITY] * rules.dog_n[dog] * units + eaten


@inline
def _trick_size(trick: Any, rules: Any) -> Any:
    """Cards that a trick takes."""
    return popcount(np.uint64(np.int64(rules.place_action[trick, 0]) & ALL_CELLS))


@jit
def trick_value(state: Any, seat: Any, trick: Any, rules: Any, weights: Any) -> Any:
    """Return what a trick is worth to a player in the turns to come: cards more than its largest one takes."""
    largest, tricks = 0, np.int64(state.tricks[seat])
    while tricks != 0:
        largest = max(largest, _trick_size(lowest_bit(np.uint64(tricks)), rules))
        tricks &= tricks - 1
    more = max(_trick_size(trick, rules) - largest, 0)
    # a trick learned before the taking serves this turn too
    turns = turns_left(state) + (state.taken == 0)
    return turns * (weights[w.CARD] * more + weights[w.CHOICE])
