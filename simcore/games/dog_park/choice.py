"""One step ahead: the choice that is worth most by a strategy's weights (those of the walk are in `park_choice`).

Every strategy of this game except `random` and `naive` is a set of weights for this.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park import state as s
from simcore.games.dog_park import weights as w
from simcore.games.dog_park.actions import (
    A_CRAFTY,
    A_EAGER,
    A_PLACE,
    GAIN_SHIFT,
    LOW,
    NOTHING_GIVEN,
    PAYMENT_BITS,
    VALUE_BITS,
)
from simcore.games.dog_park.cards import (
    CONSTANTS,
    DICE,
    EXPERIENCED,
    FREE_PLACEMENTS,
    HOUND,
    HOUND_GAINS,
    N_RESOURCES,
    NO_DOG,
    PAID,
    PAID_BITS,
    PASTORAL,
    RARING_TO_GO,
    SOLO_CARDS,
    STANDARD,
)
from simcore.games.dog_park.park_choice import choose_space, choose_while_walking
from simcore.games.dog_park.recruit import MAX_VALUE, best_slot
from simcore.games.dog_park.valuation import WALKING_VALUE, field_values, new_dog_value, prices_of

_PER_LEAD_DOG = CONSTANTS["home_time"]["reputation_per_dog_on_lead"]
_COST = CONSTANTS["walking"]["occupied_cost"]
_LOSER_PAYS = CONSTANTS["recruitment"]["loser_pays"]
# share of games in which players of these weights reach an objective that they keep, about
_CHANCES = {1: 0.15, 2: 0.3, 3: 0.5, 4: 0.8, 5: 0.4}
_CHANCES |= {6: 0.75, 7: 0.5, 8: 1.0, 9: 0.95, 10: 0.75}
_CHANCES |= {20: 0.5, 21: 0.2, 22: 0.05, 23: 0.01}
_CHANCE = np.zeros(max(*EXPERIENCED, *STANDARD, *SOLO_CARDS) + 1)
for _card, _share in _CHANCES.items():
    _CHANCE[_card] = _share
# [value]: share of the die's faces below it
_BEATS_DIE = np.array([sum(face < value for face in DICE) / len(DICE) for value in range(MAX_VALUE + 1)])


@jit
def best_choice(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Return the position of the action that is worth most by some weights; ties go to the first.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is not over.
    seat : int
        Player who decides.
    rules : record
        Rule parameters and card tables.
    legal : int32[n_legal]
        Legal actions.
    n_legal : int
        At least 1.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    int64
        0 to `n_legal` - 1.
    """
    phase = state.phase
    if phase == s.MOVE:
        return choose_space(state, seat, rules, legal, n_legal, weights)
    if phase == s.OFFER:
        return _offer(state, seat, rules, legal, n_legal, weights)
    if phase == s.PLACE:
        return _placement(state, seat, rules, legal, n_legal, weights)
    if phase == s.PICK:
        return _pick(state, seat, rules, legal, n_legal, weights)
    if phase == s.OBJECTIVE:
        return _objective(legal, n_legal, weights)
    if phase in (s.GAIN, s.CRAFTY):
        return _resource(state, seat, rules, legal, n_legal, weights)
    return choose_while_walking(state, seat, rules, legal, n_legal, weights)


@inline
def _objective(legal: Any, n_legal: Any, weights: Any) -> Any:
    """Keep the hardest card whose chance is good enough: the first of two, the last of the solo cards."""
    if n_legal == 2:
        return np.int64(_CHANCE[legal[0] & LOW] < weights[w.CHALLENGE])
    best = np.int64(0)
    for i in range(n_legal):
        if _CHANCE[legal[i] & LOW] >= weights[w.CHALLENGE]:
            best = np.int64(i)
    return best


@inline
def _rivals(state: Any, seat: Any, slot: Any) -> Any:
    """Players who have made an offer for the dog of a slot."""
    n = 0
    for other in range(state.n_seats):
        n += other != seat and state.offer_slot[other] == slot
    return n


@jit
def _offer(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Weigh the value of a dog against what it costs and the chance to get it.

    Rivals on the dog are taken to offer anything, those still to come to choose any dog.
    """
    values = field_values(state, seat, rules, weights)
    total = values[0] + values[1] + values[2] + values[3]
    targets = 0
    for _ in range(state.n_seats, state.n_walkers):
        targets |= 1 << best_slot(state, rules, targets)
    always = min(np.int64(weights[w.BID]), np.int64(state.reputation[seat]))
    rivalry = max(weights[w.RIVALRY], 1e-9)
    per_value = 1.0 / (MAX_VALUE * rivalry)
    later = (state.n_seats - 1 - state.turn) * rivalry / (MAX_VALUE * state.n_walkers)
    to_others = 1.0 / (state.n_walkers - 1)
    highest = min(MAX_VALUE, np.int64(state.reputation[seat]))
    first = highest if always == 0 else always
    best, position = -np.inf, np.int64(0)
    # offers are listed slot by slot, by value
    for start in range(0, n_legal, highest):
        slot = (np.int64(legal[start]) & LOW) >> VALUE_BITS
        own, rivals = values[slot], _rivals(state, seat, slot)
        other = (total - own) * to_others - _LOSER_PAYS
        # with nobody else on the dog and nobody to come the lowest offer is enough
        low = np.int64(1) if always == 0 else always
        top = low if always > 0 or (rivals == 0 and later == 0.0 and not targets >> slot & 1) else first
        for value in range(low, top + 1):
            chance = max(0.0, 1.0 - later * (MAX_VALUE - value))
            for _ in range(rivals):
                chance *= min(1.0, (value - 1) * per_value)
            if targets >> slot & 1:
                chance *= _BEATS_DIE[value]
            worth = chance * (own - value) + (1.0 - chance) * other
            if worth > best:
                best, position = worth, np.int64(start + value - 1)
    return position


@jit
def _pick(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    best, position = -np.inf, np.int64(0)
    for i in range(n_legal):
        dog = np.int64(state.field[legal[i] & LOW])
        worth = new_dog_value(state, seat, dog, rules, weights)
        if worth > best:
            best, position = worth, np.int64(i)
    return position


@jit
def _resource(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Take the resource worth most; give a crafty dog the one worth least, if less than its own."""
    prices = prices_of(state, seat, rules, weights)
    best, position = -np.inf, np.int64(0)
    for i in range(n_legal):
        kind = legal[i] & LOW
        if state.phase == s.GAIN:
            worth = prices[kind] if kind < N_RESOURCES else 1.0
        else:
            worth = 0.0 if kind == NOTHING_GIVEN else prices[state.gives] - prices[kind]
        if worth > best:
            best, position = worth, np.int64(i)
    return position


@inline
def _lead_value(state: Any, seat: Any, dog: Any, rules: Any, weights: Any) -> Any:
    """What a dog on the lead gives this round: reputation, a token, its ability, the forecast."""
    place = 0
    while state.dogs[seat, np.uint64(place)] != dog:
        place += 1
    forecast, ability = state.forecasts[state.round_index], rules.ability[dog]
    value = weights[w.LEAD] * _PER_LEAD_DOG + weights[w.TOKEN] + weights[w.WALKING] * WALKING_VALUE[ability]
    if state.tokens[seat, place] == 0:
        value += weights[w.LEAD] * rules.unwalked_penalty[forecast]
    if ability == RARING_TO_GO:
        value += weights[w.ABILITY] * rules.amount[RARING_TO_GO]
    if forecast == HOUND_GAINS and rules.breed[dog] == HOUND:
        value += rules.forecast_reputation[HOUND_GAINS]
    if forecast == FREE_PLACEMENTS and rules.breed[dog] == PASTORAL:
        value += _PER_LEAD_DOG
    return value


@jit
def _placement(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Place the dog that gives most beyond what it costs; stop where none gives more."""
    prices = prices_of(state, seat, rules, weights)
    best, position = -np.inf, np.int64(0)
    last_dog, of_dog = np.int64(NO_DOG), 0.0
    for i in range(n_legal):
        kind, low = legal[i] & ~LOW, legal[i] & LOW
        worth = 0.0
        if kind == A_PLACE:
            dog = np.int64(low >> PAYMENT_BITS)
            if dog != last_dog:
                last_dog, of_dog = dog, _lead_value(state, seat, dog, rules, weights)
            worth = of_dog - _price_of_payment(low, prices)
        elif kind == A_EAGER:
            # what an eager dog gives may pay for the next one
            worth = np.inf
        elif kind == A_CRAFTY:
            worth = prices[low >> GAIN_SHIFT] - prices[low & (N_RESOURCES - 1)]
        if worth > best:
            best, position = worth, np.int64(i)
    return position


@inline
def _price_of_payment(low: Any, prices: Any) -> Any:
    return (
        (low & PAID) * prices[0]
        + (low >> PAID_BITS & PAID) * prices[1]
        + (low >> 2 * PAID_BITS & PAID) * prices[2]
        + (low >> 3 * PAID_BITS & PAID) * prices[3]
    )
