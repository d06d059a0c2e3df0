"""Recruitment: offers, who gets which dog, what is paid (rule section 4, 13.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline
from simcore.games.dog_park.actions import A_OFFER, VALUE_BITS
from simcore.games.dog_park.cards import COLLECTED, CONSTANTS, N_BREEDS, N_RESOURCES, NO_DOG, UTILITY, UTILITY_GAINS
from simcore.games.dog_park.deal import refill
from simcore.games.dog_park.params import TIE_AUTOWALKER, TURN_ORDER
from simcore.games.dog_park.state import (
    ACQUIRED,
    GAIN,
    MAX_FIELD,
    N_OFFERS,
    NO_SLOT,
    OFFER,
    OFFERS,
    PICK,
    PICKS,
    REFILL,
    RESOLVE,
    RUNNING,
    SEAT_MASK,
    SELECT,
)

MAX_VALUE = CONSTANTS["recruitment"]["dial_max"]
_MOST_OFFERS = MAX_FIELD * MAX_VALUE
# [highest value]: every offer up to it, slot by slot
_OFFERS = np.zeros((MAX_VALUE + 1, _MOST_OFFERS), np.int32)
for _highest in range(1, MAX_VALUE + 1):
    _places = np.arange(MAX_FIELD * _highest)
    _OFFERS[_highest, : len(_places)] = A_OFFER | _places // _highest << VALUE_BITS | 1 + _places % _highest
_LOSER_PAYS = CONSTANTS["recruitment"]["loser_pays"]
# every resource, reputation not among them
ANY_RESOURCE = (1 << N_RESOURCES) - 1


@inline
def seat_in_order(state: Any, turn: Any) -> Any:
    """Return the player whose turn is number `turn` of the round (1.7)."""
    seat = state.first + turn
    return seat - state.n_seats if seat >= state.n_seats else seat


@inline
def count_dog(state: Any, seat: Any, dog: Any, change: Any, rules: Any) -> None:
    """Count a dog that comes (1) or goes (-1): its breed, and what it can collect at the end."""
    breed = rules.breed[dog]
    before = state.breeds[seat, breed]
    state.breeds[seat, breed] = before + change
    state.n_breeds[seat] += (before + change > 0) - (before > 0)
    kind = COLLECTED[rules.ability[dog]]
    if kind >= 0:
        state.room[seat, kind] += change * rules.cap[rules.ability[dog]]


@inline
def add_dog(state: Any, seat: Any, dog: Any, rules: Any) -> None:
    """Put a dog into a kennel."""
    n = state.n_dogs[seat]
    state.dogs[seat, n] = dog
    state.tokens[seat, n] = 0
    state.n_dogs[seat] = n + 1
    count_dog(state, seat, dog, 1, rules)


@inline
def lose_reputation(state: Any, seat: Any, amount: Any) -> None:
    """Take reputation; it never falls below 0 (1.6)."""
    state.reputation[seat] = max(np.int64(0), np.int64(state.reputation[seat]) - amount)


@inline
def ask_gains(state: Any, seat: Any, n: Any, kinds: Any, after: Any) -> None:
    """Let a player choose `n` resources out of a bit set of kinds, then go on with the stage `after` (D11)."""
    state.phase = GAIN
    state.seat = seat
    state.gains = n
    state.gain_kinds = kinds
    state.after_gains = after


@inline
def start_offers(state: Any) -> None:
    """Begin an offer of the round (4.1)."""
    for seat in range(state.n_walkers):
        state.offer_slot[seat] = NO_SLOT
        state.offer_value[seat] = 0
        state.acquired[seat] = NO_DOG
    state.turn = 0
    state.stage = OFFERS


@inline
def next_offer(state: Any) -> None:
    """Ask the next player with reputation for an offer (4.1, 4.2)."""
    while state.turn < state.n_seats:
        seat = seat_in_order(state, state.turn)
        if state.reputation[seat] >= 1:
            state.phase = OFFER
            state.seat = seat
            return
        state.turn += 1
    state.stage = RESOLVE


@inline
def legal_offers(state: Any, out: Any) -> Any:
    """List dogs and values (D2)."""
    highest = min(MAX_VALUE, np.int64(state.reputation[np.uint64(state.seat)]))
    for i in range(_MOST_OFFERS):
        # all are written and only some counted: a loop of changing length would be slower
        out[i] = _OFFERS[np.uint64(highest), i]
    return state.n_walkers * highest


@inline
def place_offer(state: Any, slot: Any, value: Any) -> None:
    """Queue the deciding player's walker behind a dog (4.1)."""
    seat = state.seat & SEAT_MASK
    state.offer_slot[seat] = slot
    state.offer_value[seat] = value
    state.offers_made[seat] += 1
    state.turn += 1
    state.phase = RUNNING


@inline
def _autowalkers_offer(state: Any, rules: Any) -> None:
    """Let each autowalker choose the leftmost dog of the most valuable award breed (13.1)."""
    taken = 0
    for seat in range(state.n_seats, state.n_walkers):
        slot = best_slot(state, rules, taken)
        taken |= 1 << slot
        state.offer_slot[seat] = slot
        state.offer_value[seat] = state.dice[state.dice_used]
        state.dice_used += 1


@inline
def best_slot(state: Any, rules: Any, taken: Any) -> Any:
    """Return the slot that an autowalker chooses where those of the bit set `taken` are chosen already (13.1)."""
    for space in range(N_BREEDS):
        for slot in range(state.n_walkers):
            if not taken >> slot & 1 and rules.breed[state.field[slot]] == state.awards[space]:
                return slot
    return 0


@inline
def _acquire(state: Any, seat: Any, slot: Any, rules: Any) -> None:
    dog = state.field[slot]
    state.field[slot] = NO_DOG
    state.acquired[seat] = dog
    add_dog(state, seat, dog, rules)


@inline
def resolve(state: Any, rules: Any) -> None:
    """Reveal the offers; on each dog the highest wins and is paid (4.4-4.6)."""
    _autowalkers_offer(state, rules)
    _find_winners(state, rules)
    for slot in range(state.n_walkers):
        winner = np.int64(state.slot_winner[slot])
        if winner < 0:
            continue
        if winner < state.n_seats:
            value = np.int64(state.offer_value[winner])
            lose_reputation(state, winner, value)
            state.offers_paid[winner] += value
            state.offers_won[winner] += 1
        _acquire(state, winner, slot, rules)
    state.turn = 0
    state.stage = PICKS


@inline
def _find_winners(state: Any, rules: Any) -> None:
    for slot in range(state.n_walkers):
        state.slot_winner[slot], state.slot_value[slot] = NO_SLOT, 0
    for turn in range(state.n_seats):
        seat = seat_in_order(state, turn)
        slot = state.offer_slot[seat]
        # 4.5: of equal offers the earlier one wins
        if slot != NO_SLOT and state.offer_value[seat] > state.slot_value[slot]:
            state.slot_winner[slot], state.slot_value[slot] = seat, state.offer_value[seat]
    for autowalker in range(state.n_seats, state.n_walkers):
        slot, die = state.offer_slot[autowalker], state.offer_value[autowalker]
        best = state.slot_value[slot]
        # 4.6
        if die > best or (die == best and rules.autowalker_tie == TIE_AUTOWALKER):
            state.slot_winner[slot], state.slot_value[slot] = autowalker, die


@inline
def next_pick(state: Any, rules: Any) -> None:
    """Ask the next player without a dog; the last dog left is taken without a choice (4.7-4.10)."""
    # losers first, then those without an offer; or both in one sequence (16.15)
    rounds = 1 if rules.no_offer_pick == TURN_ORDER else 2
    while state.turn < rounds * state.n_seats:
        seat = seat_in_order(state, state.turn % state.n_seats)
        idle = state.offer_slot[seat] == NO_SLOT
        now = rounds == 1 or idle == (state.turn >= state.n_seats)
        if now and state.acquired[seat] == NO_DOG:
            slot = _only_slot(state)
            if slot == NO_SLOT:
                state.phase = PICK
                state.seat = seat
                return
            take_dog(state, seat, slot, rules)
        state.turn += 1
    for seat in range(state.n_seats, state.n_walkers):
        if state.acquired[seat] == NO_DOG:
            slot = 0
            while state.field[slot] == NO_DOG:
                slot += 1
            _acquire(state, seat, slot, rules)
    state.turn = 0
    state.stage = ACQUIRED


@inline
def _only_slot(state: Any) -> Any:
    """Return the slot of the last dog left, NO_SLOT where there are more."""
    found = NO_SLOT
    for slot in range(state.n_walkers):
        if state.field[slot] != NO_DOG:
            if found != NO_SLOT:
                return NO_SLOT
            found = slot
    return found


@inline
def take_dog(state: Any, seat: Any, slot: Any, rules: Any) -> None:
    """Take one of the dogs left, for 1 reputation after a lost offer, free without an offer (4.7, 4.8)."""
    if state.offer_slot[seat] != NO_SLOT:
        lose_reputation(state, seat, _LOSER_PAYS)
    _acquire(state, seat, slot, rules)


@inline
def pay_acquired(state: Any, rules: Any) -> None:
    """Pay forecast 7 for the utility dogs of this offer (4.11, 11.7)."""
    if state.forecasts[state.round_index] == UTILITY_GAINS:
        if state.turn == 0:
            for seat in range(state.n_seats):
                if rules.breed[state.acquired[seat]] == UTILITY:
                    state.reputation[seat] += rules.forecast_reputation[UTILITY_GAINS]
        while state.turn < state.n_seats:
            seat = seat_in_order(state, state.turn)
            state.turn += 1
            if rules.breed[state.acquired[seat]] == UTILITY:
                ask_gains(state, seat, rules.forecast_resource[UTILITY_GAINS], ANY_RESOURCE, ACQUIRED)
                return
    state.stage = REFILL


@inline
def after_offer(state: Any) -> None:
    """Refill the field; go on with the second offer, or with Selection (4.12)."""
    refill(state)
    state.offer_number += 1
    if state.offer_number < N_OFFERS:
        start_offers(state)
    else:
        state.turn = 0
        state.stage = SELECT
