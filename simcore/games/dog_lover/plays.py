"""Plays before and after the taking: what is legal, and what each does (3.5 to 3.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit
from simcore.games.dog_lover.actions import (
    A_ATTACH,
    A_FETCH,
    A_LEARN,
    A_RESCUE,
    A_TUCK_TRAINING,
    A_TUCK_WALK,
    DOG_BITS,
)
from simcore.games.dog_lover.layout import (
    ADOPTION,
    ANY_SIZE,
    FETCH,
    N_SIZES,
    NO_CARD,
    T_ALL_SIZES,
    T_CHEAP_RESCUE,
    T_CHEAP_TRICK,
    T_MULTI_TRAINING,
    T_MULTI_WALK,
    T_WATCHDOG_PLUS,
    TRAINING,
    WALK,
)
from simcore.games.dog_lover.table import add_dog, gain, take_rescued, take_trick

_ONE = np.uint64(1)


@inline
def _reduced(price: Any, less: Any) -> Any:
    """Return a price under a trait that lowers it: at least 1, but never more than it is (3.5, `cheap_*`)."""
    return min(np.int64(price), max(np.int64(1), np.int64(price) - np.int64(less)))


@inline
def rescue_cost(state: Any, seat: Any, rules: Any) -> Any:
    """Adoption cards that a rescued dog costs a seat."""
    return _reduced(rules.adoption_cost, state.rescue_less[seat])


@inline
def trick_cost(state: Any, seat: Any, trick: Any, rules: Any) -> Any:
    """Training cards that a trick costs a seat."""
    return _reduced(rules.trick_cost[trick], state.trick_less[seat])


@inline
def eligible(state: Any, trait: Any, rules: Any) -> Any:
    """Own dogs to which a trait can be attached, as bits."""
    seat, size = np.uint64(state.seat), np.uint64(rules.trait_size[trait])
    dogs = state.trait_open[seat]
    return dogs if size == ANY_SIZE else dogs & state.sizes[seat, size]


@inline
def must_place(state: Any, seat: Any, rules: Any) -> Any:
    """Whether a pending card has a legal target, so that the turn cannot end (3.8)."""
    targets = state.walk_open[seat] if state.hand[seat, WALK] > 0 else np.int64(0)
    for i in range(np.uint64(state.n_pending)):
        targets |= eligible(state, np.uint64(state.pending[i]), rules)
    return targets != 0


@inline
def _list_bits(bits: Any, action: Any, out: Any, n: Any) -> Any:
    left = np.uint64(bits)
    while left != 0:
        out[n] = action | lowest_bit(left)
        left &= left - _ONE
        n += _ONE
    return n


@jit
def _list_rescued(state: Any, out: Any, n: Any) -> Any:
    """List the face-up rescued dogs."""
    for slot in range(np.uint64(state.n_shelter_row)):
        if state.shelter_row[slot] != NO_CARD:
            out[n] = A_RESCUE | np.int64(slot)
            n += _ONE
    return n


@jit
def _list_tricks(state: Any, seat: Any, rules: Any, out: Any, n: Any) -> Any:
    """List the face-up tricks that the seat can pay."""
    for slot in range(np.uint64(state.n_trick_row)):
        trick = state.trick_row[slot]
        if trick != NO_CARD and state.hand[seat, TRAINING] >= trick_cost(state, seat, trick, rules):
            out[n] = A_LEARN | np.int64(slot)
            n += _ONE
    return n


@jit
def list_attachments(state: Any, rules: Any, out: Any, n: Any) -> Any:
    """List the targets of all pending traits, by trait and dog; return how many actions there are then."""
    traits = np.uint64(0)
    for i in range(np.uint64(state.n_pending)):
        traits |= _ONE << np.uint64(state.pending[i])
    while traits != 0:
        trait = np.uint64(lowest_bit(traits))
        traits &= traits - _ONE
        n = _list_bits(eligible(state, trait, rules), A_ATTACH | np.int64(trait) << DOG_BITS, out, n)
    return n


@inline
def legal_plays(state: Any, seat: Any, rules: Any, out: Any, n: Any) -> Any:
    """List all plays (3.5).

    Parameters
    ----------
    state : STATE_DTYPE record
        A turn.
    seat : uint64
        The seat that decides.
    rules : record
        Rule parameters and card tables.
    out : int32[MAX_LEGAL]
        Written from place `n` on.
    n : uint64
        Actions already there.

    Returns
    -------
    uint64
        How many actions there are then.
    """
    hand = state.hand[seat]
    if hand[ADOPTION] >= rescue_cost(state, seat, rules):
        n = _list_rescued(state, out, n)
    if hand[TRAINING] >= rules.least_cost:
        n = _list_tricks(state, seat, rules, out, n)
    if hand[TRAINING] > 0:
        n = _list_bits(state.training_open[seat], A_TUCK_TRAINING, out, n)
    if hand[WALK] > 0:
        n = _list_bits(state.walk_open[seat], A_TUCK_WALK, out, n)
    if state.n_pending > 0:
        n = list_attachments(state, rules, out, n)
    if hand[FETCH] > 0:
        n = _list_bits(state.filled, A_FETCH, out, n)
    return n


@jit
def rescue(state: Any, slot: Any, rules: Any) -> None:
    """Pay for a face-up rescued dog and take it (3.5)."""
    seat = np.uint64(state.seat)
    state.hand[seat, ADOPTION] -= rescue_cost(state, seat, rules)
    add_dog(state, seat, take_rescued(state, slot), rules)


@jit
def learn(state: Any, slot: Any, rules: Any) -> None:
    """Pay for a face-up trick and take it; it can be used at once (3.3, 3.5)."""
    seat = np.uint64(state.seat)
    state.hand[seat, TRAINING] -= trick_cost(state, seat, state.trick_row[np.uint64(slot)], rules)
    state.tricks[seat] |= 1 << take_trick(state, slot)


@inline
def _has_trait(state: Any, dog: Any, effect: Any, rules: Any) -> Any:
    trait = state.trait_on[dog]
    while trait != NO_CARD:
        if rules.trait_effect[trait] == effect:
            return True
        trait = state.trait_under[trait]
    return False


@jit
def tuck_training(state: Any, place: Any, rules: Any) -> None:
    """Put a training card under an own dog (3.5)."""
    seat = np.uint64(state.seat)
    dog = np.uint64(state.dogs[seat, np.uint64(place)])
    state.hand[seat, TRAINING] -= 1
    state.trainings[dog] += 1
    if state.trainings[dog] >= rules.tuck_limit_each and not _has_trait(state, dog, T_MULTI_TRAINING, rules):
        state.training_open[seat] &= ~(np.int64(1) << place)


@jit
def tuck_walk(state: Any, place: Any, rules: Any) -> None:
    """Put a pending walk under an own dog (3.5)."""
    seat = np.uint64(state.seat)
    dog = np.uint64(state.dogs[seat, np.uint64(place)])
    state.hand[seat, WALK] -= 1
    state.walks[dog] += 1
    if state.walks[dog] >= rules.tuck_limit_each and not _has_trait(state, dog, T_MULTI_WALK, rules):
        state.walk_open[seat] &= ~(np.int64(1) << place)


@jit
def attach(state: Any, trait: Any, place: Any, rules: Any) -> None:
    """Put a pending trait on an own dog; what it changes during play works from now on (3.5, 4.3)."""
    seat = np.uint64(state.seat)
    dog, bit = np.uint64(state.dogs[seat, np.uint64(place)]), np.int64(1) << place
    _forget(state, trait)
    state.trait_under[trait] = state.trait_on[dog]
    state.trait_on[dog] = trait
    n = 0
    on = np.int64(trait)
    while on != NO_CARD:
        n += 1
        on = np.int64(state.trait_under[on])
    if n >= rules.traits_per_dog:
        state.trait_open[seat] &= ~bit
    effect = rules.trait_effect[trait]
    if effect == T_MULTI_WALK:
        state.walk_open[seat] |= bit
    elif effect == T_MULTI_TRAINING:
        state.training_open[seat] |= bit
    elif effect == T_ALL_SIZES:
        for size in range(N_SIZES):
            state.sizes[seat, size] |= bit
    else:
        state.watch_more[seat] += rules.trait_n[trait] * (effect == T_WATCHDOG_PLUS)
        state.rescue_less[seat] += rules.trait_n[trait] * (effect == T_CHEAP_RESCUE)
        state.trick_less[seat] += rules.trait_n[trait] * (effect == T_CHEAP_TRICK)


@inline
def _forget(state: Any, trait: Any) -> None:
    """Take a trait from those pending; the others keep their order."""
    n = 0
    for i in range(state.n_pending):
        if state.pending[i] != trait:
            state.pending[n] = state.pending[i]
            n += 1
    state.n_pending = n


@jit
def fetch(state: Any, cell: Any, rules: Any) -> None:
    """Swap the Fetch card with a card of the grid, which is gained (3.5)."""
    seat = np.uint64(state.seat)
    card = state.grid[np.uint64(cell)]
    state.grid[np.uint64(cell)] = FETCH
    state.hand[seat, FETCH] -= 1
    state.fetches[seat] += 1
    state.fresh = 1 << cell
    gain(state, seat, card, rules)
