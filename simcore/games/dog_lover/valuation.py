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
    FIRST_TRAIT,
    MAX_FAVORITES,
    N_CELLS,
    N_COUNTED,
    N_SIZES,
    NO_CARD,
    RESCUED_EFFECTS,
    TRAINING,
    TRAIT_EFFECTS,
    WALK,
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
# place of the counted cards in the room, above the cells
COUNTED = N_CELLS
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


@inline
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


@inline
def _value_counted(state: Any, seat: Any, left: Any, rules: Any, weights: Any, room: Any) -> None:
    """Write the worth of each card that goes to the hand, and 0 for all others."""
    hand = state.hand[seat]
    tucked = float(rules.training_tucked) if state.training_open[seat] != 0 else 0.0
    pays = np.int64(hand[ADOPTION]) + 1 >= rescue_cost(state, seat, rules)
    room[COUNTED + NO_CARD] = 0
    room[COUNTED + BONE] = worth(_bone_value(state, seat, left, rules, weights))
    # a walk without room is lost
    room[COUNTED + WALK] = worth(weights[w.WALK_CARD] * rules.walk_tucked if state.walk_open[seat] != 0 else 0.0)
    room[COUNTED + TRAINING] = worth(max(training_kept(left, weights), tucked))
    room[COUNTED + ADOPTION] = worth(weights[w.ADOPTION_CARD] * left + weights[w.RESCUED] * pays)
    room[COUNTED + FETCH] = worth(weights[w.FETCH_CARD] * left)
    for i in range(MAX_FAVORITES):
        card = FIRST_FAVORITE + i
        room[COUNTED + card] = worth(_favorite_value(state, seat, card, rules, weights))
    room[COUNTED + N_COUNTED] = 0


@inline
def _fitting_sizes(state: Any, seat: Any) -> Any:
    """Return the sizes of traits that some own dog can have, as bits."""
    dogs, fitting = state.trait_open[seat], np.int64(0)
    for size in range(N_SIZES):
        fitting |= np.int64(dogs & state.sizes[seat, size] != 0) << size
    return fitting | np.int64(dogs != 0) << ANY_SIZE


@inline
def _card_worth(card: Any, fitting: Any, per_dog: Any, rules: Any, weights: Any, room: Any) -> Any:
    """Worth of a card of the grid; what a card is cannot be foreseen, so all it may be is added up without a branch."""
    dog = np.uint64(max(card - (FIRST_DOG - 1), np.int64(0)))
    trait = np.uint64(max(card - (FIRST_TRAIT - 1), np.int64(0)) * (card < FIRST_DOG))
    food = np.uint64(card * (card < FIRST_TRAIT))
    points = weights[w.DOG] * rules.dog_vp[dog] + per_dog * (card >= FIRST_DOG)
    # a trait without a dog takes things along (3.7)
    placed, lost = trait_value(trait, rules, weights), -weights[w.LOSS] * rules.trait_loss_count[trait]
    points += placed if fitting >> np.int64(rules.trait_size[trait]) & 1 != 0 else lost
    cubes = cubes_of(rules.food_kind[food], rules.food_amount[food])
    return worth(points) + cubes - symbols_of(dog, rules) + room[np.uint64(COUNTED + min(card, np.int64(N_COUNTED)))]


@jit
def value_cells(state: Any, seat: Any, left: Any, rules: Any, weights: Any, room: Any) -> None:
    """Write what the card of each cell is worth to a player who gains it, to be added to a `foods.balance`.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position; cells without a card are worth nothing.
    seat : uint64
        Player.
    left : float64
        `share_left`.
    rules : record
        Rule parameters and card tables.
    weights : float64[21]
        `weights.WEIGHTS`.
    room : int64[MAX_DOGS]
        Written from place 0 on, by cell, and from `COUNTED` on.
    """
    _value_counted(state, seat, left, rules, weights, room)
    fitting, per_dog = _fitting_sizes(state, seat), bones_for_a_dog(state, seat, rules)
    for cell in range(N_CELLS):
        room[cell] = _card_worth(np.int64(state.grid[cell]), fitting, per_dog, rules, weights, room)


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
