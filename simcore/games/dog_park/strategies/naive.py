"""Plays simple habits without looking at what anything is worth: an outside yardstick.

It keeps the standard objective, offers 1 on the first dog that nobody has chosen, walks unwalked dogs first, goes to
the first free space that gives the resource it has least of (else to the next free space), never leaves early, takes
the best leave bonus, and never swaps or scouts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park import state as s
from simcore.games.dog_park.actions import A_PLACE, LOW, PAYMENT_BITS, VALUE_BITS
from simcore.games.dog_park.cards import FIRST_LEAVE, N_RESOURCES

GAME = "dog_park"


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any) -> Any:
    """Return the position of the action that the habits name."""
    phase = state.phase
    if phase == s.OBJECTIVE:
        # the standard card is the second of two; solo the first, which is the easiest
        return np.int64(n_legal == 2)
    if phase == s.OFFER:
        return _offer(state, legal, n_legal)
    if phase == s.PLACE:
        return _placement(state, seat, legal, n_legal)
    if phase == s.MOVE:
        return _move(state, seat, rules, legal, n_legal)
    if phase == s.GAIN:
        return _scarcest(state, seat, legal, n_legal)
    if phase == s.PAY:
        return np.int64(1)
    if phase in (s.REWARD, s.REPLACE):
        # done and keep are last
        return np.int64(n_legal - 1)
    return np.int64(0)


@jit
def _offer(state: Any, legal: Any, n_legal: Any) -> Any:
    """Offer 1 on the first dog without a walker, else on the first dog."""
    for i in range(n_legal):
        low = legal[i] & LOW
        taken = False
        for other in range(state.n_seats):
            taken |= state.offer_slot[other] == low >> VALUE_BITS
        if not taken:
            # values rise from 1
            return np.int64(i)
    return np.int64(0)


@jit
def _placement(state: Any, seat: Any, legal: Any, n_legal: Any) -> Any:
    """Place the first unwalked dog, else the first dog."""
    for i in range(n_legal):
        if legal[i] & ~LOW == A_PLACE:
            for place in range(state.n_dogs[seat]):
                is_dog = state.dogs[seat, place] == (legal[i] & LOW) >> PAYMENT_BITS
                if is_dog and state.tokens[seat, place] == 0:
                    return np.int64(i)
    return np.int64(0)


@inline
def _is_free(state: Any, seat: Any, space: Any) -> Any:
    free = True
    for other in range(state.n_walkers):
        free &= other == seat or state.position[other] != space
    return free


@jit
def _move(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any) -> Any:
    """Go to the first free space with the scarcest resource, else the next free one; leave only from the end."""
    scarcest = np.int64(0)
    for kind in range(1, N_RESOURCES):
        if state.resources[seat, kind] < state.resources[seat, scarcest]:
            scarcest = np.int64(kind)
    first_free = np.int64(-1)
    for i in range(n_legal):
        space = np.int64(legal[i] & LOW)
        if space < FIRST_LEAVE and _is_free(state, seat, space):
            if rules.reward[state.locations[state.round_index], space, scarcest] > 0:
                return np.int64(i)
            if first_free < 0:
                first_free = np.int64(i)
    # spaces come first in the list, then the leave spaces, the best one first
    return max(first_free, np.int64(0))


@jit
def _scarcest(state: Any, seat: Any, legal: Any, n_legal: Any) -> Any:
    """Take the resource that the player has least of."""
    best = np.int64(0)
    for i in range(1, n_legal):
        kind, other = legal[i] & LOW, legal[best] & LOW
        if kind < N_RESOURCES and state.resources[seat, kind] < state.resources[seat, other]:
            best = np.int64(i)
    return best
