"""One step ahead while walking: spaces, swaps, scouts, the leave bonus, by a strategy's weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park import state as s
from simcore.games.dog_park import weights as w
from simcore.games.dog_park.actions import A_SCOUT, LOW, SLOT_BITS
from simcore.games.dog_park.board import EXIT_STEPS, STEPS
from simcore.games.dog_park.cards import CONSTANTS, FIRST_LEAVE, NO_DOG, SOCIAL_BUTTERFLY
from simcore.games.dog_park.rewards import has_ability
from simcore.games.dog_park.valuation import (
    dog_value,
    field_values,
    location_card,
    new_dog_value,
    prices_of,
    space_value,
)

_COST = CONSTANTS["walking"]["occupied_cost"]
_LEAST_GAIN = 0.3
# keeps the shift of a space that does not count inside a word
_MOST_BITS = 31


@jit
def choose_while_walking(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Return the position of the best action after a movement, or at a fork; arguments as for `best_choice`."""
    phase = state.phase
    if phase == s.PAY:
        prices = prices_of(state, seat, rules, weights)
        return np.int64(
            space_value(state, seat, location_card(state), state.position[seat], prices, rules, weights) > _COST
        )
    if phase == s.REWARD:
        return _reward(state, seat, rules, legal, n_legal, weights)
    if phase == s.REPLACE:
        return _replacement(state, seat, rules, legal, n_legal, weights)
    if phase == s.LEAVE_BONUS:
        return _leave_bonus(state, seat, rules, legal, n_legal, weights)
    return _space(state, seat, rules, legal, n_legal, weights)


@jit
def choose_space(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Weigh the rewards of each space against the spaces passed over, and leaving against staying.

    Arguments and result are those of `choice.best_choice`.
    """
    prices = prices_of(state, seat, rules, weights)
    # unsigned places need no test for negative ones
    card, here = np.uint64(state.locations[np.uint64(state.round_index)]), np.uint64(state.position[seat])
    occupied = _occupied(state, seat)
    free = has_ability(state, seat, SOCIAL_BUTTERFLY)
    best, position = -np.inf, np.int64(0)
    for i in range(n_legal):
        space = np.int64(legal[i] & LOW)
        if space >= FIRST_LEAVE:
            worth = weights[w.LEAVE] * rules.leave_reputation[space - FIRST_LEAVE]
            worth -= weights[w.SPACE] * (EXIT_STEPS[card, here] - 1)
            # whoever stays behind with one other walker may be the last
            worth += rules.last_walker_loses if state.n_inside == 2 else 0
        else:
            worth = space_value(state, seat, card, space, prices, rules, weights)
            if occupied >> space & 1 and not free:
                worth = max(worth - _COST, 0.0) if state.reputation[seat] >= _COST else 0.0
            worth -= weights[w.SPACE] * (STEPS[card, here, np.uint64(space)] - 1)
        if worth > best:
            best, position = worth, np.int64(i)
    return position


@inline
def _occupied(state: Any, seat: Any) -> Any:
    """Spaces inside the park with another walker, as a bit set."""
    found = np.int64(0)
    for other in range(state.n_walkers):
        at = np.int64(state.position[other])
        found |= np.int64(other != seat and 0 <= at < FIRST_LEAVE) << (at & _MOST_BITS)
    return found


@inline
def _loss(state: Any, seat: Any, dog: Any, rules: Any, weights: Any) -> Any:
    """What a player loses with a dog and its tokens, and with a new one that has none: it costs at Home time."""
    place = 0
    while state.dogs[seat, np.uint64(place)] != dog:
        place += 1
    tokens = np.int64(state.tokens[seat, place])
    penalty = rules.unwalked_penalty[state.forecasts[state.round_index]] if tokens > 0 else 0
    return dog_value(state, seat, dog, tokens, np.int64(1), rules, weights) + penalty


@jit
def _best_swap(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, bonus: Any, weights: Any) -> Any:
    """Return what the best of the swaps in a list gains, and its position; other actions are passed over."""
    values = field_values(state, seat, rules, weights)
    best, position = -np.inf, np.int64(0)
    last_dog, loss = np.int64(NO_DOG), 0.0
    for i in range(n_legal):
        low = np.int64(legal[i] & LOW)
        dog = low >> SLOT_BITS
        if dog == NO_DOG:
            continue
        if dog != last_dog:
            last_dog, loss = dog, _loss(state, seat, dog, rules, weights)
        gain = values[low & ((1 << SLOT_BITS) - 1)] - loss + bonus
        if gain > best:
            best, position = gain, np.int64(i)
    return best, position


@jit
def _reward(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Scout first; then the swap that gains most, if it gains enough; done is last."""
    before_last = n_legal - 2
    if before_last >= 0 and legal[before_last] == A_SCOUT and weights[w.SCOUT] > 0:
        return np.int64(before_last)
    if weights[w.SWAP] > 0:
        gain, position = _best_swap(state, seat, rules, legal, n_legal, 0.0, weights)
        if weights[w.SWAP] * gain > _LEAST_GAIN:
            return position
    return np.int64(n_legal - 1)


@jit
def _leave_bonus(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Swap for a dog with a token where that gains more than the reputation."""
    if weights[w.SWAP] > 0:
        penalty = rules.unwalked_penalty[state.forecasts[state.round_index]]
        bonus = weights[w.TOKEN] + penalty
        gain, position = _best_swap(state, seat, rules, legal, n_legal, bonus, weights)
        if weights[w.SWAP] * gain > rules.leave_reputation[len(rules.leave_reputation) - 1]:
            return position
    return np.int64(0)


@jit
def _replacement(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Lay a revealed dog that beats the field over the dog worth least; keeping is last."""
    values = field_values(state, seat, rules, weights)
    top, worst = values[0], np.int64(0)
    lowest = values[0]
    for slot in range(1, state.n_walkers):
        top = max(top, values[slot])
        if values[slot] < lowest:
            lowest, worst = values[slot], np.int64(slot)
    best, position = float(top), np.int64(n_legal - 1)
    for i in range(n_legal - 1):
        low = np.int64(legal[i] & LOW)
        if low & ((1 << SLOT_BITS) - 1) == worst:
            worth = new_dog_value(state, seat, low >> SLOT_BITS, rules, weights)
            if worth > best:
                best, position = worth, np.int64(i)
    return position


@jit
def _space(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Send an autowalker where it hurts least; let a globetrotter take the better space."""
    prices = prices_of(state, seat, rules, weights)
    best, position = -np.inf, np.int64(0)
    for i in range(n_legal):
        space = np.int64(legal[i] & LOW)
        if state.phase == s.FORK:
            worth = -space_value(state, seat, location_card(state), space, prices, rules, weights)
        elif space == 0:
            worth = space_value(state, seat, location_card(state), state.position[seat], prices, rules, weights)
        else:
            worth = space_value(state, seat, location_card(state), space, prices, rules, weights) - _COST
        if worth > best:
            best, position = worth, np.int64(i)
    return position
