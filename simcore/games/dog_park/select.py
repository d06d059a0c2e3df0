"""Selection: paying for dogs and placing them on the lead (rule section 5, 11.1, 11.3, 11.6, 11.11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, lowest_bit, popcount
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
)
from simcore.games.dog_park.cards import (
    CONSTANTS,
    COPIED_AT_ONCE,
    CRAFTY,
    EAGER,
    FREE_PLACEMENTS,
    FRIENDLY,
    GO_FETCH,
    GUNDOG,
    HOUND,
    HOUND_GAINS,
    LANE_BITS,
    LEAD_CAPACITY,
    LOCATION_GAINS,
    N_KINDS,
    N_RESOURCES,
    PAID,
    PAID_BITS,
    PASTORAL,
    PLAYMATE,
    RESOURCES,
    SHOW_OFF,
)
from simcore.games.dog_park.params import ANY_TIME
from simcore.games.dog_park.recruit import ask_gains, seat_in_order
from simcore.games.dog_park.state import CRAFTY as CRAFTY_PHASE
from simcore.games.dog_park.state import PLACE, PLACING, RUNNING, SEAT_MASK, SELECT, WALK

_SELECTION = CONSTANTS["selection"]
_CAPACITY = _SELECTION["lead_capacity"]
_LARGER_CAPACITY = _SELECTION["lead_capacity_forecast_11"]
# lanes of eight bits: the lowest bit of each, and the highest
_LANE = (1 << LANE_BITS) - 1
_LOW_BITS = sum(1 << LANE_BITS * kind for kind in range(N_RESOURCES))
_HIGH_BITS = _LOW_BITS << LANE_BITS - 1
NO_BITS, ONE_BIT = np.uint64(0), np.uint64(1)
# two lanes of a payment at a time
_PAIRS = ((1 << 2 * PAID_BITS) - 1) * (1 + (1 << 2 * LANE_BITS))
_FOR_ONE = _SELECTION["substitution_resources_for_one"]
_COMPENSATION = np.array([_SELECTION["compensation"].get(kind, 0) for kind in RESOURCES], np.int16)


@inline
def n_on_lead(state: Any, seat: Any) -> Any:
    """Dogs on a player's lead."""
    return popcount(np.uint64(state.lead[seat]))


@inline
def lead_capacity(state: Any) -> Any:
    """Dogs that a lead holds this round (5.2, 11.11)."""
    return _LARGER_CAPACITY if state.forecasts[state.round_index] == LEAD_CAPACITY else _CAPACITY


@inline
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
        n = np.int64(state.breeds[seat, GUNDOG])
        if n > 0 and kinds != 0:
            ask_gains(state, seat, n, kinds, PLACING)


@inline
def lanes_of(state: Any, seat: Any) -> Any:
    """Return a player's resources side by side, eight bits each, sticks lowest; none of them passes 127."""
    stock = state.resources[seat]
    return (
        np.int64(stock[0])
        | np.int64(stock[1]) << LANE_BITS
        | np.int64(stock[2]) << 2 * LANE_BITS
        | np.int64(stock[3]) << 3 * LANE_BITS
    )


@inline
def sum_of_lanes(lanes: Any) -> Any:
    """Return the sum of four lanes, at most 255."""
    return (lanes * _LOW_BITS) >> 3 * LANE_BITS & _LANE


@inline
def owned_part(stock: Any, cost: Any) -> Any:
    """Return what of a cost is held, lane by lane the smaller of the two (5.3).

    Parameters
    ----------
    stock, cost : int64
        Four lanes of eight bits, each at most 127.

    Returns
    -------
    int64
        Four lanes.
    """
    enough = ((stock | _HIGH_BITS) - cost) & _HIGH_BITS
    whole = enough - (enough >> LANE_BITS - 1)
    return (cost & whole) | (stock & ~whole)


@inline
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


@inline
def next_placement(state: Any, rules: Any) -> None:
    """Ask for a placement where the lead and the kennel allow one, else go on with the next player (5.8)."""
    seat = state.seat & SEAT_MASK
    n = n_on_lead(state, seat)
    if (n < lead_capacity(state) and n < state.n_dogs[seat]) or (
        rules.crafty_timing == ANY_TIME and _waits(state, seat)
    ):
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


@inline
def legal_placements(state: Any, rules: Any, out: Any) -> Any:
    """List placements with their payments, and stopping (D4)."""
    seat = state.seat & SEAT_MASK
    n = 0
    if n_on_lead(state, seat) < lead_capacity(state):
        stock = lanes_of(state, seat)
        special = state.free_placements > 0 or state.one_resource != 0
        at_home = np.uint64(((1 << state.n_dogs[seat]) - 1) & ~state.lead[seat])
        while at_home != NO_BITS:
            dog = np.int64(state.dogs[seat, np.uint64(lowest_bit(at_home))])
            at_home &= at_home - ONE_BIT
            if special:
                n = _legal_special_payments(state, seat, dog, rules, out, n)
            n = _legal_payments(stock, dog, rules, out, n)
    stops = state.lead[seat] != 0 or n == 0
    if rules.crafty_timing == ANY_TIME:
        for kind in range(N_RESOURCES):
            stops = stops and state.waiting_eager[kind] == 0
        n = _legal_waiting(state, seat, out, n)
    if stops:
        out[n] = A_STOP
        n += 1
    return n


@inline
def _legal_payments(stock: Any, dog: Any, rules: Any, out: Any, n: Any) -> Any:
    """List every way to pay for a dog: what is held of the cost, and two resources for each unit missing (5.3).

    The ways to give the two for one stand in a table, by what is left of each resource: none where it is not enough.
    """
    cost = np.int64(rules.cost_lanes[dog])
    own = owned_part(stock, cost)
    left = stock - own
    more = _FOR_ONE * (sum_of_lanes(cost) - sum_of_lanes(own))
    base = (A_PLACE | dog << PAYMENT_BITS) + _payment_of_lanes(own)
    # more than is asked for changes nothing
    held = _payment_of_lanes(owned_part(left, more * _LOW_BITS))
    row = np.uint64(more << PAYMENT_BITS - 1 | held)
    start, stop = np.uint64(rules.substitute_start[row]), np.uint64(rules.substitute_stop[row])
    # unsigned places need no test for negative ones
    at = np.uint64(n)
    for i in range(COPIED_AT_ONCE):
        # these are always written and only some counted: a short loop of changing length would be slower
        out[at + np.uint64(i)] = base + rules.substitutes[start + np.uint64(i)]
    for i in range(COPIED_AT_ONCE, np.int64(stop - start)):
        out[at + np.uint64(i)] = base + rules.substitutes[start + np.uint64(i)]
    return n + np.int64(stop - start)


@inline
def _payment_of_lanes(lanes: Any) -> Any:
    """Return the number of a payment given as lanes, at most 7 each: the lanes are pushed together."""
    pairs = (lanes | lanes >> LANE_BITS - PAID_BITS) & _PAIRS
    return (pairs | pairs >> 2 * (LANE_BITS - PAID_BITS)) & (1 << PAYMENT_BITS) - 1


@inline
def _legal_special_payments(state: Any, seat: Any, dog: Any, rules: Any, out: Any, n: Any) -> Any:
    """List a free placement (11.3), and single resources of any kind after a friendly dog (21)."""
    base = A_PLACE | dog << PAYMENT_BITS
    if state.free_placements > 0:
        out[n] = base | FREE
        n += 1
    if state.one_resource != 0:
        for kind in range(N_RESOURCES):
            # a dog that costs just this is listed with its payments
            just_this = rules.cost_lanes[dog] == 1 << LANE_BITS * kind
            if state.resources[seat, kind] > 0 and not just_this:
                out[n] = base | 1 << PAID_BITS * kind
                n += 1
    return n


@inline
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


@inline
def place_dog(state: Any, dog: Any, payment: Any, rules: Any) -> None:
    """Pay, move, token, forecast 6 or 3, then the dog's ability (5.6)."""
    seat = state.seat & SEAT_MASK
    place = 0
    while state.dogs[seat, np.uint64(place)] != dog:
        place += 1
    for kind in range(N_RESOURCES):
        state.resources[seat, kind] -= payment >> PAID_BITS * kind & PAID
    if payment == FREE and state.free_placements > 0:
        state.free_placements -= 1
    state.lead[seat] |= 1 << place
    state.tokens[seat, place] += 1
    ability = rules.ability[dog]
    state.lead_abilities[seat] |= 1 << ability
    if GO_FETCH <= ability <= PLAYMATE:
        state.lead_triggers[seat] |= 1 << rules.trigger[dog]
    _pay_placement(state, seat, dog, rules)
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


@inline
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
