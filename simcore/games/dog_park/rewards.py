"""Rewards while walking: gains and the abilities they trigger, swaps, scouts (6.8, 6.9, rule section 7, 10.3-10.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, lowest_bit
from simcore.games.dog_park.actions import A_DONE, A_KEEP, A_REPLACE, A_SCOUT, A_SWAP, SLOT_BITS
from simcore.games.dog_park.cards import (
    CONSTANTS,
    GO_FETCH,
    N_RESOURCES,
    NO_DOG,
    OBEDIENT,
    PLAYMATE,
    REPUTATION,
    SCOUT,
    SEARCH_AND_RESCUE,
    SWAP,
    SWAP_TOKENS,
    UTILITY,
    UTILITY_GAINS,
    WELL_TRAINED,
)
from simcore.games.dog_park.deal import spare_dogs
from simcore.games.dog_park.recruit import ANY_RESOURCE, ask_gains, count_dog
from simcore.games.dog_park.state import MAX_FIELD, MOVED, REPLACE, REWARD, REWARDS, RUNNING, SEAT_MASK

NO_BITS, ONE_BIT = np.uint64(0), np.uint64(1)
_REVEALED = CONSTANTS["walking"]["scout_reveal"]


@inline
def has_ability(state: Any, seat: Any, ability: Any) -> Any:
    """Whether a dog on a player's lead has an ability."""
    return state.lead_abilities[seat] >> ability & 1


@inline
def n_with_ability(state: Any, seat: Any, ability: Any, rules: Any) -> Any:
    """Dogs on a player's lead that have an ability."""
    n = 0
    for i in range(state.n_dogs[seat]):
        n += (state.lead[seat] >> i & 1) * (rules.ability[state.dogs[seat, i]] == ability)
    return n


@inline
def has_dog_at_home(state: Any, seat: Any) -> Any:
    """Whether a player's kennel holds a dog that is not on the lead (7.2)."""
    return state.lead[seat] != (1 << state.n_dogs[seat]) - 1


@inline
def take_rewards(state: Any, seat: Any, space: Any, rules: Any) -> None:
    """Take all gains of a space, with what they trigger; swaps and scouts become pending (6.8, 18.3)."""
    # unsigned places need no test for negative ones
    reward = rules.reward[np.uint64(state.locations[np.uint64(state.round_index)]), np.uint64(space)]
    gained = np.int64(0)
    for kind in range(N_RESOURCES):
        state.resources[seat, kind] += reward[kind]
        gained |= np.int64(reward[kind] > 0) << kind
    state.reputation[seat] += reward[REPUTATION]
    state.pending_swaps += reward[SWAP]
    state.pending_scouts += reward[SCOUT]
    if gained & state.lead_triggers[seat]:
        trigger_abilities(state, seat, gained, rules)
    if state.pending_swaps | state.pending_scouts:
        state.stage = REWARDS


@inline
def trigger_abilities(state: Any, seat: Any, gained: Any, rules: Any) -> None:
    """Follow what gaining some kinds of resources triggers, each dog once a movement (10.3-10.5).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    seat : int
        The player who walks.
    gained : int
        Bit set of the kinds gained.
    rules : record
        Rule parameters and card tables.
    """
    again = True
    while again:
        again = False
        for i in range(state.n_dogs[seat]):
            if not (state.lead[seat] & ~state.fired) >> i & 1:
                continue
            dog = state.dogs[seat, i]
            ability = rules.ability[dog]
            if ability < GO_FETCH or ability > PLAYMATE or not gained >> rules.trigger[dog] & 1:
                continue
            state.fired |= 1 << i
            if ability == GO_FETCH:
                state.resources[seat, rules.yields[dog]] += rules.amount[GO_FETCH]
                gained |= 1 << rules.yields[dog]
                again = True
            elif ability == OBEDIENT:
                state.reputation[seat] += rules.amount[OBEDIENT]
            else:
                state.pending_swaps += rules.amount[PLAYMATE]


@inline
def next_reward(state: Any) -> None:
    """Ask which pending swap or scout comes next (D8)."""
    swaps = state.pending_swaps > 0 and has_dog_at_home(state, state.seat)
    if swaps or (state.pending_scouts > 0 and spare_dogs(state) > 0):
        state.phase = REWARD
    else:
        finish_rewards(state)


@inline
def finish_rewards(state: Any) -> None:
    """Give up all that is pending."""
    state.pending_swaps, state.pending_scouts = 0, 0
    state.phase, state.stage = RUNNING, MOVED


@inline
def list_swaps(state: Any, seat: Any, kind: Any, out: Any, n: Any) -> Any:
    """List every exchange of a dog at home with one of the field, after `n` other actions (D9)."""
    at_home = np.uint64(((1 << state.n_dogs[seat]) - 1) & ~state.lead[seat])
    while at_home != NO_BITS:
        dog = np.int64(state.dogs[seat, np.uint64(lowest_bit(at_home))])
        at_home &= at_home - ONE_BIT
        at = np.uint64(n)
        for slot in range(MAX_FIELD):
            # all are written and only some counted: a loop of changing length would be slower
            out[at + np.uint64(slot)] = kind | dog << SLOT_BITS | slot
        n += state.n_walkers
    return n


@inline
def legal_rewards(state: Any, out: Any) -> Any:
    """List the pending swaps and scouts, and being done (D8, D9)."""
    seat = state.seat & SEAT_MASK
    n = 0
    if state.pending_swaps > 0:
        n = list_swaps(state, seat, A_SWAP, out, n)
    if state.pending_scouts > 0 and spare_dogs(state) > 0:
        out[n] = A_SCOUT
        n += 1
    out[n] = A_DONE
    return n + 1


@inline
def swap(state: Any, dog: Any, slot: Any, tokens: Any, rules: Any) -> None:
    """Exchange a dog at home with one of the field (7.1, 7.3, 11.10).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place; goes on with what is pending.
    dog, slot : int
        The own dog, and the slot of the other.
    tokens : int
        Walked tokens of the incoming dog, forecast 10 not counted.
    rules : record
        Rule parameters and card tables.
    """
    seat = state.seat & SEAT_MASK
    place = 0
    while state.dogs[seat, place] != dog:
        place += 1
    incoming = state.field[slot]
    state.field[slot] = dog
    state.dogs[seat, place] = incoming
    count_dog(state, seat, dog, -1, rules)
    count_dog(state, seat, incoming, 1, rules)
    forecast = state.forecasts[state.round_index]
    state.tokens[seat, place] = tokens + (forecast == SWAP_TOKENS)
    state.swaps[seat] += 1
    _well_trained(state, seat, rules)
    state.phase, state.stage = RUNNING, REWARDS
    if forecast == UTILITY_GAINS and rules.breed[incoming] == UTILITY:
        state.reputation[seat] += rules.forecast_reputation[UTILITY_GAINS]
        ask_gains(state, seat, rules.forecast_resource[UTILITY_GAINS], ANY_RESOURCE, REWARDS)


@inline
def _well_trained(state: Any, seat: Any, rules: Any) -> None:
    """Pay well trained dogs for a swap or scout, each once a movement (21)."""
    if not has_ability(state, seat, WELL_TRAINED):
        return
    for i in range(state.n_dogs[seat]):
        waits = (state.lead[seat] & ~state.fired) >> i & 1
        if waits and rules.ability[state.dogs[seat, i]] == WELL_TRAINED:
            state.fired |= 1 << i
            state.reputation[seat] += rules.amount[WELL_TRAINED]


@inline
def scout(state: Any, rules: Any) -> None:
    """Reveal two dogs of the deck, fewer only where the field will need them (7.4)."""
    seat = state.seat & SEAT_MASK
    state.pending_scouts -= 1
    state.scouts[seat] += 1
    for i in range(_REVEALED):
        state.revealed[i] = NO_DOG
        if spare_dogs(state) > 0:
            state.deck_left -= 1
            state.revealed[i] = state.deck[state.deck_left]
    _well_trained(state, seat, rules)
    state.phase = REPLACE


@inline
def legal_replacements(state: Any, out: Any) -> Any:
    """List what a revealed dog may replace, and keeping the field (D9s)."""
    n = 0
    for i in range(_REVEALED):
        if state.revealed[i] != NO_DOG:
            for slot in range(state.n_walkers):
                out[n] = A_REPLACE | np.int64(state.revealed[i]) << SLOT_BITS | slot
                n += 1
    out[n] = A_KEEP
    return n + 1


@inline
def end_scout(state: Any, rules: Any) -> None:
    """Put the revealed dogs out of the game; a search and rescue dog gives a swap (10.7)."""
    for i in range(_REVEALED):
        state.revealed[i] = NO_DOG
    if has_ability(state, state.seat, SEARCH_AND_RESCUE):
        dogs = n_with_ability(state, state.seat, SEARCH_AND_RESCUE, rules)
        state.pending_swaps += min(dogs, rules.search_and_rescue_per_scout)
    state.phase, state.stage = RUNNING, REWARDS
