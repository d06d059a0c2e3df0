"""What dogs, resources and spaces are worth to a player, in reputation, by a few weights.

All values are guesses for the step at hand, made from open cards and the player's own objective only.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park import weights as w
from simcore.games.dog_park.cards import (
    ABILITIES,
    CAPS,
    COLLECTORS,
    CONDITIONS,
    CONSTANTS,
    FUSSPOT,
    GO_FETCH,
    HOARDER,
    LONE_WOLF,
    NO_DOG,
    OBEDIENT,
    PACK_DOG,
    PLAYMATE,
    RARING_TO_GO,
    REPUTATION,
    SCOUT,
    SOCIABLE,
    SWAP,
)
from simcore.games.dog_park.select import sum_of_lanes
from simcore.games.dog_park.state import MOVE, N_ROUNDS

# reputation that a dog's ability gives on one walk, about
_ON_WALKS = {
    "eager": 0.7,
    "crafty": 0.3,
    "go_fetch": 0.7,
    "obedient": 0.8,
    "playmate": 0.5,
    "social_butterfly": 0.5,
    "search_and_rescue": 0.3,
    "well_trained": 0.5,
    "show_off": 1.0,
    "slowpoke": 0.5,
    "friendly": 0.5,
    "globetrotter": 0.3,
}
WALKING_VALUE = np.array([_ON_WALKS.get(ability, 0.0) for ability in ABILITIES])
_COLLECTORS = np.array(COLLECTORS)
# share of the walks to come that a dog takes part in, and of what a collecting dog can take that it gets, about
_WALKED, _FILLED = 0.6, 0.6
# units that a final ability may score: so many in any case, for each dog of its breed, walk to come, token, breed owned
_FIXED, _PER_DOG, _PER_WALK, _PER_TOKEN, _PER_BREED = range(5)
_MORE_DOGS = 0.4
_UNITS = np.zeros((len(ABILITIES), 5))
_UNITS[PACK_DOG, [_PER_DOG, _PER_WALK]] = 1, _MORE_DOGS
_UNITS[RARING_TO_GO, [_PER_TOKEN, _PER_WALK]] = 1, _WALKED
_UNITS[SOCIABLE, [_PER_BREED, _PER_WALK]] = 1, _MORE_DOGS
_UNITS[[LONE_WOLF, FUSSPOT], _FIXED] = _FILLED
for _collector in COLLECTORS:
    _UNITS[_collector, _FIXED] = _FILLED * CAPS[_collector]
_UNITS[HOARDER, _FIXED] = _FILLED * CAPS[HOARDER] / 2
# share of an award's worth where it is won already, and where it is not in reach yet
_SECURED, _STARTED = 0.15, 0.3
# how certain an award is in the first round, and how much more in each later one
_EARLY, _LATER = 0.4, 0.2
_ONE_BREED, _BREEDS = CONDITIONS.index("max_dogs_of_one_breed"), CONDITIONS.index("different_breeds")
_OBJECTIVE_SHARE = 0.3
# [held]: 1 / (1 + held); a division takes longer than all the rest of a price
_MOST_HELD = 127
_SCARCITY = 1 / (1 + np.arange(_MOST_HELD + 1))
_PER_LEFTOVER = 1 / CONSTANTS["final_scoring"]["resources_per_reputation"]


@inline
def walks_to_come(state: Any) -> Any:
    """Walks that a dog gained now can still take part in."""
    return N_ROUNDS - state.round_index - (state.phase >= MOVE)


@inline
def _breed_value(state: Any, seat: Any, breed: Any, mine: Any, rules: Any, weights: Any) -> Any:
    """What one more dog of a breed, `mine` without it, is worth to the awards and the objective."""
    most = np.int64(0)
    for walker in range(state.n_walkers):
        if walker != seat:
            most = max(most, np.int64(state.breeds[walker, breed]))
    if mine >= 1 and mine >= most:
        share = _SECURED
    elif mine + 1 >= most:
        share = 1.0
    else:
        share = _STARTED * (mine + 1) / most
    certain = _EARLY + _LATER * state.round_index
    value = weights[w.AWARD] * share * certain * rules.award_value[state.award_space[breed]]
    card = state.objective[seat]
    condition = rules.objective_condition[card]
    helps = (condition == _BREEDS and mine == 0) or (condition == _ONE_BREED and mine >= 1)
    return value + (_OBJECTIVE_SHARE * rules.objective_points[card] if helps else 0.0)


@jit
def dog_value(state: Any, seat: Any, dog: Any, tokens: Any, owned: Any, rules: Any, weights: Any) -> Any:
    """Return what a dog is worth to a player until the end of the game, in reputation.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : int
        Player.
    dog : int
        A dog of the field, a revealed one, or one of the player; `NO_DOG` is worth nothing.
    tokens : int
        Walked tokens on it.
    owned : int
        1 where the player has it already, else 0.
    rules : record
        Rule parameters and card tables.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    float64
    """
    if dog == NO_DOG:
        return 0.0
    breed, ability = np.int64(rules.breed[dog]), np.int64(rules.ability[dog])
    mine = np.int64(state.breeds[seat, breed]) - owned
    walks = walks_to_come(state)
    n_breeds = state.n_breeds[seat] + (mine == 0) * (1 - owned)
    units = (
        _UNITS[ability, _FIXED]
        + _UNITS[ability, _PER_DOG] * (mine + 1)
        + _UNITS[ability, _PER_WALK] * walks
        + _UNITS[ability, _PER_TOKEN] * tokens
        + _UNITS[ability, _PER_BREED] * n_breeds
    )
    value = _breed_value(state, seat, breed, mine, rules, weights)
    value += weights[w.ABILITY] * units * rules.amount[ability]
    value += weights[w.WALKING] * WALKING_VALUE[ability] * _WALKED * walks
    value += weights[w.TOKEN] * tokens
    return value - weights[w.COST] * sum_of_lanes(np.int64(rules.cost_lanes[dog])) * min(walks, np.int64(2))


@inline
def new_dog_value(state: Any, seat: Any, dog: Any, rules: Any, weights: Any) -> Any:
    """Return what a dog that the player does not own is worth, as `dog_value` says."""
    return dog_value(state, seat, dog, np.int64(0), np.int64(0), rules, weights)


@inline
def prices_of(state: Any, seat: Any, rules: Any, weights: Any) -> Any:
    """Return what one more of each resource is worth to a player.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : int
        Player.
    rules : record
        Rule parameters and card tables.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    (float64, float64, float64, float64)
        Sticks, balls, toys, treats.
    """
    # placing dogs needs resources for as long as a selection is to come
    needed = state.round_index + (state.phase >= MOVE) < N_ROUNDS
    return (
        _price(state, seat, np.int64(0), needed, rules, weights),
        _price(state, seat, np.int64(1), needed, rules, weights),
        _price(state, seat, np.int64(2), needed, rules, weights),
        _price(state, seat, np.int64(3), needed, rules, weights),
    )


@inline
def _price(state: Any, seat: Any, kind: Any, needed: Any, rules: Any, weights: Any) -> Any:
    stock = np.int64(state.resources[seat, kind])
    price = _PER_LEFTOVER
    if needed:
        price = weights[w.RESOURCE] * (1.0 + weights[w.SCARCE] * _SCARCITY[np.uint64(stock & _MOST_HELD)])
    if stock < state.room[seat, kind]:
        price = max(price, weights[w.ABILITY] * rules.amount[_COLLECTORS[kind]])
    return price


@inline
def space_value(state: Any, seat: Any, card: Any, space: Any, prices: Any, rules: Any, weights: Any) -> Any:
    """Return what the rewards of a space are worth, with what they trigger on the player's lead.

    Parameters
    ----------
    state : STATE_DTYPE record
        While walking.
    seat : int
        Player.
    card : uint64
        Location card of the round.
    space : int
        Space inside the park.
    prices : (float64, float64, float64, float64)
        `prices_of`.
    rules : record
        Rule parameters and card tables.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    float64
    """
    reward = rules.reward[card, np.uint64(space)]
    value = float(reward[REPUTATION])
    value += reward[0] * prices[0] + reward[1] * prices[1] + reward[2] * prices[2] + reward[3] * prices[3]
    value += reward[SWAP] * max(weights[w.SWAP], 0.0) + reward[SCOUT] * max(weights[w.SCOUT], 0.0)
    if state.lead_triggers[seat] & rules.gives[card, np.uint64(space)]:
        value += _triggered_value(state, seat, reward, prices, rules, weights)
    return value


@jit
def _triggered_value(state: Any, seat: Any, reward: Any, prices: Any, rules: Any, weights: Any) -> Any:
    """What the abilities on the lead add; chains are not followed."""
    value = 0.0
    for i in range(state.n_dogs[seat]):
        if state.lead[seat] >> i & 1:
            dog = state.dogs[seat, i]
            ability = rules.ability[dog]
            if GO_FETCH <= ability <= PLAYMATE and reward[rules.trigger[dog]] > 0:
                if ability == OBEDIENT:
                    value += 1.0
                elif ability == PLAYMATE:
                    value += max(weights[w.SWAP], 0.0)
                else:
                    value += prices[rules.yields[dog]]
    return value


@inline
def field_values(state: Any, seat: Any, rules: Any, weights: Any) -> Any:
    """Return what the dog of each slot is worth, as `dog_value` says: four float64."""
    return (
        new_dog_value(state, seat, np.int64(state.field[0]), rules, weights),
        new_dog_value(state, seat, np.int64(state.field[1]), rules, weights),
        new_dog_value(state, seat, np.int64(state.field[2]), rules, weights),
        new_dog_value(state, seat, np.int64(state.field[3]), rules, weights),
    )


@inline
def location_card(state: Any) -> Any:
    """Return the location card of the round as an index."""
    return np.uint64(state.locations[np.uint64(state.round_index)])
