"""What cards are worth to a player during play, in points, by a few weights.

All values are guesses for the step at hand, made from what lies open; each card is valued by itself, but for food.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.dog_lover import weights as w
from simcore.games.dog_lover.abilities import MOST_BONES, ability_units
from simcore.games.dog_lover.foods import cubes_of, symbols_of, worth
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
    RESCUED_EFFECTS,
    TRAINING,
    TRAIT_EFFECTS,
)
from simcore.games.dog_lover.plays import rescue_cost

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
# share of the way to the most bones that counts for each, while the game is young; measured
_HOPE = 1.6
# cards of an ordinary take
_TAKEN = 3
# what is not done at all
_REFUSED = -1e4


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


@inline
def _bones(state: Any, seat: Any) -> Any:
    return np.uint64(min(np.int64(state.hand[seat, BONE]), np.int64(MOST_BONES)))


@inline
def bones_for_a_dog(state: Any, seat: Any, rules: Any) -> Any:
    """Return what the bones in hand pay for each fed dog."""
    return rules.bones_per_fed_dog[_bones(state, seat)]


@jit
def _bone_value(state: Any, seat: Any, left: Any, rules: Any, weights: Any) -> Any:
    """Worth of a bone above those in hand: part of the step that it makes, part of the way to the most."""
    n = _bones(state, seat)
    if n == MOST_BONES:
        return 0.0
    dogs = state.n_dogs[seat] + _DOGS_TO_COME * left
    here = rules.bones_flat[n] + rules.bones_per_fed_dog[n] * dogs
    next_n = n + np.uint64(1)
    step = rules.bones_flat[next_n] + rules.bones_per_fed_dog[next_n] * dogs - here
    way = (rules.bones_flat[MOST_BONES] + rules.bones_per_fed_dog[MOST_BONES] * dogs - here) / (MOST_BONES - n)
    hope = _HOPE * min(2.0 * left, 1.0)
    return weights[w.BONES] * (step * (1.0 - hope) + way * hope)


@jit
def _favorite_value(state: Any, seat: Any, card: Any, rules: Any, weights: Any) -> Any:
    """Worth of a favourite thing: what it adds to the set that it goes into (4.5)."""
    held, size = state.hand[seat, card], np.uint64(0)
    for i in range(MAX_FAVORITES):
        size += np.uint64(state.hand[seat, FIRST_FAVORITE + i] > held)
    return weights[w.FAVORITE] * (rules.favorite_set[size + np.uint64(1)] - rules.favorite_set[size])


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
def _gained_trait_value(state: Any, seat: Any, trait: Any, rules: Any, weights: Any) -> Any:
    """Worth of a trait by whether an own dog can have it; else it takes things along (3.7)."""
    size = rules.trait_size[trait]
    dogs = state.trait_open[seat]
    if size != ANY_SIZE:
        dogs &= state.sizes[seat, size]
    if dogs != 0:
        return trait_value(trait, rules, weights)
    return -weights[w.LOSS] * rules.trait_loss_count[trait]


@jit
def _counted_value(state: Any, seat: Any, card: Any, left: Any, rules: Any, weights: Any) -> Any:
    """Worth of a card that goes to the hand."""
    if card >= FIRST_FAVORITE:
        return _favorite_value(state, seat, card, rules, weights)
    if card == BONE:
        return _bone_value(state, seat, left, rules, weights)
    if card == TRAINING:
        tucked = float(rules.training_tucked) if state.training_open[seat] != 0 else 0.0
        return max(training_kept(left, weights), tucked)
    if card == ADOPTION:
        pays = np.int64(state.hand[seat, ADOPTION]) + 1 >= rescue_cost(state, seat, rules)
        return weights[w.ADOPTION_CARD] * left + weights[w.RESCUED] * pays
    if card == FETCH:
        return weights[w.FETCH_CARD] * left
    # a walk without room is lost
    return weights[w.WALK_CARD] * rules.walk_tucked if state.walk_open[seat] != 0 else 0.0


@inline
def card_worth(state: Any, seat: Any, card: Any, per_dog: Any, left: Any, rules: Any, weights: Any) -> Any:
    """Return what a card of the grid is worth to a player who gains it.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : uint64
        Player.
    card : uint8
        Card of the game deck.
    per_dog : int64
        `bones_for_a_dog`.
    left : float64
        `share_left`.
    rules : record
        Rule parameters and card tables.
    weights : float64[21]
        `weights.WEIGHTS`.

    Returns
    -------
    int64
        To be added to a `foods.balance`.
    """
    if card >= FIRST_DOG:
        dog = np.uint64(card - (FIRST_DOG - 1))
        return worth(weights[w.DOG] * rules.dog_vp[dog] + per_dog) - symbols_of(dog, rules)
    if card >= FIRST_TRAIT:
        return worth(_gained_trait_value(state, seat, np.uint64(card - (FIRST_TRAIT - 1)), rules, weights))
    if card >= FIRST_FOOD_CARD:
        return cubes_of(rules.food_kind[card], rules.food_amount[card])
    return worth(_counted_value(state, seat, card, left, rules, weights))


@jit
def rescued_worth(state: Any, seat: Any, dog: Any, rules: Any, weights: Any) -> Any:
    """Return what a face-up rescued dog is worth to a player: points, ability, and the food that it needs.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : uint64
        Player.
    dog : uint64
        A rescued dog.
    rules : record
        Rule parameters and card tables.
    weights : float64[21]
        `weights.WEIGHTS`.

    Returns
    -------
    int64
        To be added to a `foods.balance`.
    """
    own = (np.int64(1) << np.int64(state.n_dogs[seat])) - 1
    units = ability_units(state, seat, dog, own, rules) + _MORE_UNITS[rules.dog_effect[dog]]
    points = weights[w.DOG] * rules.dog_vp[dog] + weights[w.ABILITY] * rules.dog_n[dog] * units
    points += bones_for_a_dog(state, seat, rules) + weights[w.RESCUED]
    return worth(points) - symbols_of(dog, rules)


@inline
def trick_size(trick: Any, rules: Any) -> Any:
    """Cards that a trick takes."""
    return popcount(np.uint64(np.int64(rules.place_action[trick, 0]) & ALL_CELLS))


@jit
def trick_value(state: Any, seat: Any, trick: Any, rules: Any, weights: Any) -> Any:
    """Return what a trick is worth to a player in the turns to come: cards more than its largest one takes."""
    largest, tricks = 0, np.int64(state.tricks[seat])
    if popcount(np.uint64(tricks)) > weights[w.MAX_TRICKS]:
        # the starting one is not learned
        return _REFUSED
    while tricks != 0:
        largest = max(largest, trick_size(np.uint64(lowest_bit(np.uint64(tricks))), rules))
        tricks &= tricks - 1
    more = max(trick_size(trick, rules) - largest, 0)
    # a trick learned before the taking serves this turn too
    turns = turns_left(state) + (state.taken == 0)
    return turns * (weights[w.CARD] * more + weights[w.CHOICE])
