"""Selection: paying for dogs and placing them on the lead (rule section 5, 11.1, 11.3, 11.6, 11.11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, popcount
from simcore.games.dog_park.actions import (
    A_CRAFTY,
    A_EAGER,
    A_PLACE,
    A_STOP,
    FREE,
    GAIN_NAMED,
    GAIN_SHIFT,
    NOTHING_GIVEN,
    PAYMENT_BITS,
    PAYMENT_OF,
    PAYMENTS,
)
from simcore.games.dog_park.cards import (
    CONSTANTS,
    CRAFTY,
    EAGER,
    FREE_PLACEMENTS,
    FRIENDLY,
    GUNDOG,
    HOUND,
    HOUND_GAINS,
    LEAD_CAPACITY,
    LOCATION_GAINS,
    N_KINDS,
    N_RESOURCES,
    PASTORAL,
    RESOURCES,
    SHOW_OFF,
)
from simcore.games.dog_park.params import ANY_TIME
from simcore.games.dog_park.recruit import ask_gains, seat_in_order
from simcore.games.dog_park.state import CRAFTY as CRAFTY_PHASE
from simcore.games.dog_park.state import PLACE, PLACING, RUNNING, SELECT, WALK

_SELECTION = CONSTANTS["selection"]
_CAPACITY = _SELECTION["lead_capacity"]
_LARGER_CAPACITY = _SELECTION["lead_capacity_forecast_11"]
_FOR_ONE = _SELECTION["substitution_resources_for_one"]
_COMPENSATION = np.array([_SELECTION["compensation"].get(kind, 0) for kind in RESOURCES], np.int16)
_ONE = np.array([PAYMENT_OF[tuple(int(i == kind) for i in range(N_RESOURCES))] for kind in range(N_RESOURCES)])


@inline
def n_on_lead(state: Any, seat: Any) -> Any:
    """Dogs on a player's lead."""
    return popcount(np.uint64(state.lead[seat]))


@inline
def lead_capacity(state: Any) -> Any:
    """Dogs that a lead holds this round (5.2, 11.11)."""
    return _LARGER_CAPACITY if state.forecasts[state.round_index] == LEAD_CAPACITY else _CAPACITY


@jit
def count_breed(state: Any, seat: Any, breed: Any, rules: Any) -> Any:
    """Dogs of a breed that somebody owns."""
    n = 0
    for i in range(state.n_dogs[seat]):
        n += rules.breed[state.dogs[seat, i]] == breed
    return n


@jit
def next_selector(state: Any, rules: Any) -> None:
    """Go on with the next player's selection, forecast 1 first; after the last one compensate (5.9, 11.1)."""
    if state.turn == state.n_seats:
        for seat in range(state.n_seats):
            if state.lead[seat] == 0:
                for kind in range(N_RESOURCES):
                    state.resources[seat, kind] += _COMPENSATION[kind]
        state.stage = WALK
        return
    seat = seat_in_order(state, state.turn)
    state.seat = seat
    state.free_placements, state.one_resource = 0, 0
    state.stage = PLACING
    if state.forecasts[state.round_index] == LOCATION_GAINS:
        kinds = np.int64(0)
        for kind in range(N_KINDS):
            kinds |= np.int64(rules.shown[state.locations[state.round_index], kind]) << kind
        n = count_breed(state, seat, GUNDOG, rules)
        if n > 0 and kinds != 0:
            ask_gains(state, seat, n, kinds, PLACING)


@inline
def missing_and_left(state: Any, seat: Any, dog: Any, rules: Any) -> Any:
    """Return what a cost lacks, and what is left when all of it that is held has been paid (5.3).

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : int
        Player.
    dog : int
        Dog.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    (int64, int64)
        Units that are missing, units that are left; affordable where twice the first is at most the second.
    """
    missing, left = np.int64(0), np.int64(0)
    for kind in range(N_RESOURCES):
        more = np.int64(state.resources[seat, kind]) - np.int64(rules.cost[dog, kind])
        left += max(more, np.int64(0))
        missing += max(-more, np.int64(0))
    return missing, left


@jit
def _can_place(state: Any, seat: Any, rules: Any) -> Any:
    if n_on_lead(state, seat) >= lead_capacity(state):
        return False
    for i in range(state.n_dogs[seat]):
        if not state.lead[seat] >> i & 1:
            missing, left = missing_and_left(state, seat, state.dogs[seat, i], rules)
            held = np.int64(0)
            for kind in range(N_RESOURCES):
                held += state.resources[seat, kind]
            if _FOR_ONE * missing <= left or state.free_placements > 0 or (state.one_resource != 0 and held > 0):
                return True
    return False


@jit
def _waits(state: Any, seat: Any) -> Any:
    """Whether an eager dog still gives, or a crafty dog still can (`crafty_timing = any_time`)."""
    for gain in range(N_RESOURCES):
        if state.waiting_eager[gain] > 0:
            return True
        if state.waiting_crafty[gain] > 0:
            for give in range(N_RESOURCES):
                if give != gain and state.resources[seat, give] > 0:
                    return True
    return False


@jit
def next_placement(state: Any, rules: Any) -> None:
    """Ask for a placement where one is possible, else go on with the next player (5.8)."""
    seat = state.seat
    if _can_place(state, seat, rules) or (rules.crafty_timing == ANY_TIME and _waits(state, seat)):
        state.phase = PLACE
    else:
        finish_selection(state)


@inline
def finish_selection(state: Any) -> None:
    """End a player's selection; what crafty dogs have not given is lost."""
    for kind in range(N_RESOURCES):
        state.waiting_crafty[kind] = 0
    state.turn += 1
    state.phase, state.stage = RUNNING, SELECT


@jit
def legal_placements(state: Any, rules: Any, out: Any) -> Any:
    """List placements with their payments, and stopping (D4)."""
    seat = state.seat
    n = 0
    if n_on_lead(state, seat) < lead_capacity(state):
        for i in range(state.n_dogs[seat]):
            if not state.lead[seat] >> i & 1:
                n = _legal_payments(state, seat, np.int64(state.dogs[seat, i]), rules, out, n)
    stops = state.lead[seat] != 0 or n == 0
    if rules.crafty_timing == ANY_TIME:
        for kind in range(N_RESOURCES):
            stops = stops and state.waiting_eager[kind] == 0
        n = _legal_waiting(state, seat, out, n)
    if stops:
        out[n] = A_STOP
        n += 1
    return n


@jit
def _legal_payments(state: Any, seat: Any, dog: Any, rules: Any, out: Any, n: Any) -> Any:
    """List every way to pay for a dog: what is held of the cost, and two resources for each unit missing (5.3)."""
    base = A_PLACE | dog << PAYMENT_BITS
    stock, cost = state.resources[seat], rules.cost[dog]
    if state.free_placements > 0:
        out[n] = base | FREE
        n += 1
    if state.one_resource != 0:
        n = _legal_single_payments(stock, cost, base, out, n)
    missing, left = missing_and_left(state, seat, dog, rules)
    more = _FOR_ONE * missing
    if more > left:
        return n
    own0, own1 = min(stock[0], cost[0]), min(stock[1], cost[1])
    own2, own3 = min(stock[2], cost[2]), min(stock[3], cost[3])
    left0, left1, left2, left3 = stock[0] - own0, stock[1] - own1, stock[2] - own2, stock[3] - own3
    for pay0 in range(min(left0, more) + 1):
        for pay1 in range(min(left1, more - pay0) + 1):
            rest = more - pay0 - pay1
            for pay2 in range(max(0, rest - left3), min(left2, rest) + 1):
                payment = PAYMENT_OF[own0 + pay0, own1 + pay1, own2 + pay2, own3 + rest - pay2]
                out[n] = base | payment
                n += 1
    return n


@jit
def _legal_single_payments(stock: Any, cost: Any, base: Any, out: Any, n: Any) -> Any:
    """List single resources of any kind that pay after a friendly dog (21)."""
    total = cost[0] + cost[1] + cost[2] + cost[3]
    for kind in range(N_RESOURCES):
        # a dog that costs just this is listed with its payments
        if stock[kind] > 0 and not (total == 1 and cost[kind] == 1):
            out[n] = base | _ONE[kind]
            n += 1
    return n


@jit
def _legal_waiting(state: Any, seat: Any, out: Any, n: Any) -> Any:
    for gain in range(N_RESOURCES):
        if state.waiting_eager[gain] > 0:
            out[n] = A_EAGER | gain
            n += 1
        if state.waiting_crafty[gain] > 0:
            for give in range(N_RESOURCES):
                if give != gain and state.resources[seat, give] > 0:
                    out[n] = A_CRAFTY | gain << GAIN_SHIFT | GAIN_NAMED | give
                    n += 1
    return n


@jit
def place_dog(state: Any, dog: Any, payment: Any, rules: Any) -> None:
    """Pay, move, token, forecast 6 or 3, then the dog's ability (5.6)."""
    seat = state.seat
    place = 0
    while state.dogs[seat, place] != dog:
        place += 1
    for kind in range(N_RESOURCES):
        state.resources[seat, kind] -= PAYMENTS[payment, kind]
    if payment == FREE and state.free_placements > 0:
        state.free_placements -= 1
    state.lead[seat] |= 1 << place
    state.tokens[seat, place] += 1
    _pay_placement(state, seat, dog, rules)
    ability = rules.ability[dog]
    state.one_resource = ability == FRIENDLY
    state.phase, state.stage = RUNNING, PLACING
    if ability == SHOW_OFF:
        state.reputation[seat] += rules.amount[SHOW_OFF]
    elif ability == EAGER:
        if rules.crafty_timing == ANY_TIME:
            state.waiting_eager[rules.trigger[dog]] += 1
        else:
            state.resources[seat, rules.trigger[dog]] += rules.amount[EAGER]
    elif ability == CRAFTY:
        if rules.crafty_timing == ANY_TIME:
            state.waiting_crafty[rules.trigger[dog]] += 1
        else:
            state.gives = rules.trigger[dog]
            state.phase = CRAFTY_PHASE


@inline
def _pay_placement(state: Any, seat: Any, dog: Any, rules: Any) -> None:
    """Pay what the round's forecast gives for a breed (11.3, 11.6)."""
    forecast, breed = state.forecasts[state.round_index], rules.breed[dog]
    if forecast == HOUND_GAINS and breed == HOUND:
        state.reputation[seat] += rules.forecast_reputation[HOUND_GAINS]
    if forecast == FREE_PLACEMENTS and breed == PASTORAL and n_on_lead(state, seat) < lead_capacity(state):
        state.free_placements += 1


@inline
def legal_crafty(state: Any, out: Any) -> Any:
    """List what may be given for a crafty dog's resource: nothing, or another kind that is held (D5)."""
    n = 0
    for give in range(N_RESOURCES):
        if give != state.gives and state.resources[state.seat, give] > 0:
            out[n] = A_CRAFTY | give
            n += 1
    out[n] = A_CRAFTY | NOTHING_GIVEN
    return n + 1


@jit
def give_resource(state: Any, low: Any, rules: Any) -> None:
    """Give up a resource for a crafty dog's (10.2)."""
    seat, gain, give = state.seat, np.int64(state.gives), low & (GAIN_NAMED - 1)
    if low & GAIN_NAMED:
        gain = low >> GAIN_SHIFT
        state.waiting_crafty[gain] -= 1
    if give != NOTHING_GIVEN:
        state.resources[seat, give] -= 1
        state.resources[seat, gain] += rules.amount[CRAFTY]
    state.phase, state.stage = RUNNING, PLACING


@inline
def take_eager(state: Any, gain: Any, rules: Any) -> None:
    """Take an eager dog's resource later (16.7)."""
    state.waiting_eager[gain] -= 1
    state.resources[state.seat, gain] += rules.amount[EAGER]
    state.phase, state.stage = RUNNING, PLACING
