"""The rules of Dog Park on one record of state: what is legal, what an action does, what follows without a choice.

A game runs through the stages of ``state.STAGES``; each stage does its part and either names the next one or stops at
a decision, one of ``state.PHASES``. Decisions with one answer are mostly made at once. Rule numbers are those of
``docs/games/dog_park.md``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park import rewards, scoring, select, walk
from simcore.games.dog_park import state as s
from simcore.games.dog_park.actions import (
    A_CRAFTY,
    A_GAIN,
    A_KEEP,
    A_OBJECTIVE,
    A_PAY,
    A_PICK,
    A_SCOUT,
    A_STOP,
    A_SWAP,
    LOW,
    PAYMENT_BITS,
    SLOT_BITS,
    VALUE_BITS,
)
from simcore.games.dog_park.cards import N_KINDS, N_RESOURCES, NO_DOG, REPUTATION
from simcore.games.dog_park.deal import deal_game, refill, resample_hidden
from simcore.games.dog_park.recruit import (
    after_offer,
    legal_offers,
    next_offer,
    next_pick,
    pay_acquired,
    place_offer,
    resolve,
    start_offers,
    take_dog,
)

__all__ = ["apply_action", "begin", "init_state", "is_terminal", "legal_actions", "resample_hidden"]


@jit
def init_state(state: Any, n_seats: Any, rules: Any, deal_rng: Any) -> None:
    """Deal a game and lay out its field.

    Parameters
    ----------
    state : STATE_DTYPE record
        Written whole.
    n_seats : int
        Players, 1 to 4.
    rules : record
        Rule parameters and card tables.
    deal_rng : RNG_DTYPE record
        The deal's stream; advanced.
    """
    deal_game(state, n_seats, rules, deal_rng)
    begin(state, rules)


@jit
def begin(state: Any, _rules: Any) -> None:
    """Lay out the field of a deal and ask for the first decision.

    Parameters
    ----------
    state : STATE_DTYPE record
        A deal whose field is empty; changed in place.
    _rules : record
        Rule parameters and card tables.
    """
    refill(state)
    state.stage, state.phase = s.CHOOSE, s.OBJECTIVE
    state.turn, state.seat = 0, 0


@inline
def is_terminal(state: Any) -> Any:
    """Whether the game is over."""
    return state.phase == s.OVER


@inline
def legal_actions(state: Any, rules: Any, out: Any) -> Any:
    """List what the deciding seat may do.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is not over.
    rules : record
        Rule parameters and card tables.
    out : int32[MAX_LEGAL]
        Written: action numbers.

    Returns
    -------
    int64
        How many there are, at least 1.
    """
    phase = state.phase
    if phase == s.MOVE:
        return walk.legal_moves(state, rules, out)
    if phase == s.PLACE:
        return select.legal_placements(state, rules, out)
    if phase == s.OFFER:
        return legal_offers(state, out)
    if phase == s.PAY:
        out[0], out[1] = A_PAY, A_PAY | 1
        return 2
    if phase in (s.REWARD, s.REPLACE, s.LEAVE_BONUS, s.FORK, s.GLOBETROTTER):
        return _legal_while_walking(state, out)
    if phase == s.PICK:
        return _legal_picks(state, out)
    if phase == s.GAIN:
        return _legal_gains(state, out)
    if phase == s.CRAFTY:
        return select.legal_crafty(state, out)
    return _legal_objectives(state, out)


@inline
def _legal_while_walking(state: Any, out: Any) -> Any:
    """List what follows a movement."""
    phase = state.phase
    if phase == s.REWARD:
        return rewards.legal_rewards(state, out)
    if phase == s.REPLACE:
        return rewards.legal_replacements(state, out)
    if phase == s.LEAVE_BONUS:
        return walk.legal_leave_bonus(state, out)
    if phase == s.FORK:
        return walk.legal_forks(state, out)
    return walk.legal_globetrotter(state, out)


@inline
def _legal_objectives(state: Any, out: Any) -> Any:
    n = 0
    for i in range(4):
        card = state.dealt_objectives[state.seat, i]
        if card != 0:
            out[n] = A_OBJECTIVE | np.int64(card)
            n += 1
    return n


@inline
def _legal_picks(state: Any, out: Any) -> Any:
    """List the dogs left (D3)."""
    n = 0
    for slot in range(state.n_walkers):
        if state.field[slot] != NO_DOG:
            out[n] = A_PICK | slot
            n += 1
    return n


@inline
def _legal_gains(state: Any, out: Any) -> Any:
    """List the kinds to choose from (D11)."""
    n = 0
    for kind in range(N_KINDS):
        if state.gain_kinds >> kind & 1:
            out[n] = A_GAIN | kind
            n += 1
    return n


@inline
def apply_action(state: Any, action: Any, rules: Any) -> None:
    """Carry out one legal action and everything that follows without a choice.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    action : int
        One of `legal_actions`.
    rules : record
        Rule parameters and card tables.
    """
    phase, low = state.phase, action & LOW
    if phase == s.MOVE:
        walk.move(state, low, rules)
    elif phase == s.PLACE:
        _apply_placement(state, action, rules)
    elif phase == s.OFFER:
        place_offer(state, low >> VALUE_BITS, low & ((1 << VALUE_BITS) - 1))
    elif phase == s.PAY:
        walk.pay_occupied(state, low, rules)
    elif phase in (s.REWARD, s.REPLACE, s.LEAVE_BONUS, s.FORK, s.GLOBETROTTER):
        _apply_while_walking(state, action, rules)
    elif phase == s.PICK:
        take_dog(state, state.seat, low, rules)
        state.turn += 1
        state.phase = s.RUNNING
    elif phase == s.GAIN:
        _gain(state, low, rules)
    elif phase == s.CRAFTY:
        select.give_resource(state, low, rules)
    else:
        state.objective[state.seat] = low
        state.turn += 1
        state.phase = s.RUNNING
    _advance(state, rules)


@inline
def _apply_while_walking(state: Any, action: Any, rules: Any) -> None:
    """Carry out what follows a movement."""
    phase, low = state.phase, action & LOW
    if phase == s.REWARD:
        _apply_reward(state, action, rules)
    elif phase == s.REPLACE:
        if action != A_KEEP:
            state.field[low & ((1 << SLOT_BITS) - 1)] = low >> SLOT_BITS
        rewards.end_scout(state, rules)
    elif phase == s.LEAVE_BONUS:
        _apply_leave_bonus(state, low, rules)
    elif phase == s.FORK:
        walk.go_fork(state, low)
    else:
        walk.choose_space(state, low, rules)


@inline
def _apply_placement(state: Any, action: Any, rules: Any) -> None:
    low, kind = action & LOW, action & ~LOW
    if kind == A_STOP:
        select.finish_selection(state)
    elif kind == A_CRAFTY:
        select.give_resource(state, low, rules)
    elif low < 1 << PAYMENT_BITS:
        # only dogs are shifted that far
        select.take_eager(state, low, rules)
    else:
        select.place_dog(state, low >> PAYMENT_BITS, low & ((1 << PAYMENT_BITS) - 1), rules)


@inline
def _apply_reward(state: Any, action: Any, rules: Any) -> None:
    low, kind = action & LOW, action & ~LOW
    if kind == A_SWAP:
        state.pending_swaps -= 1
        rewards.swap(state, low >> SLOT_BITS, low & ((1 << SLOT_BITS) - 1), 0, rules)
    elif kind == A_SCOUT:
        rewards.scout(state, rules)
    else:
        rewards.finish_rewards(state)


@inline
def _apply_leave_bonus(state: Any, low: Any, rules: Any) -> None:
    """Swap for a dog with a token, or take the reputation (6.5, 6.6)."""
    if low == 0:
        state.phase, state.stage = s.RUNNING, s.MOVED
        walk.take_leave_reputation(state, state.seat, walk.SWAP_LEAVE, rules)
    else:
        rewards.swap(state, low >> SLOT_BITS, low & ((1 << SLOT_BITS) - 1), 1, rules)


@inline
def _gain(state: Any, kind: Any, rules: Any) -> None:
    """Gain the resource that was chosen (D11)."""
    seat = state.seat & s.SEAT_MASK
    if kind == REPUTATION:
        state.reputation[seat] += 1
    else:
        state.resources[seat, kind] += 1
    state.gains -= 1
    if state.gains == 0:
        state.phase, state.stage = s.RUNNING, state.after_gains
        # 10.8, 16.8: while walking only forecast 7 lets a player choose
        if state.stage == s.REWARDS and rules.forecast7_triggers_abilities and kind < N_RESOURCES:
            rewards.trigger_abilities(state, seat, 1 << kind, rules)


@inline
def _advance(state: Any, rules: Any) -> None:
    """Go through the stages until somebody decides or the game is over."""
    while state.phase == s.RUNNING:
        stage = state.stage
        if stage == s.MOVED:
            walk.after_move(state, rules)
        elif stage == s.MOVERS:
            walk.next_mover(state)
        elif stage == s.REWARDS:
            rewards.next_reward(state)
        elif stage == s.PLACING:
            select.next_placement(state, rules)
        elif stage == s.SELECT:
            select.next_selector(state, rules)
        elif stage == s.OFFERS:
            next_offer(state)
        elif stage == s.PICKS:
            next_pick(state, rules)
        else:
            _advance_round(state, rules)


@inline
def _advance_round(state: Any, rules: Any) -> None:
    """Do the stage that comes once or twice a round."""
    stage = state.stage
    if stage == s.RESOLVE:
        resolve(state, rules)
    elif stage == s.ACQUIRED:
        pay_acquired(state, rules)
    elif stage == s.REFILL:
        after_offer(state)
    elif stage == s.WALK:
        walk.start_walk(state, rules)
    elif stage == s.HOME:
        scoring.home_gains(state, rules)
    elif stage == s.COME_HOME:
        scoring.come_home(state, rules)
    elif stage == s.SCORE:
        scoring.score_game(state, rules)
    elif stage == s.CHOOSE and state.turn < state.n_seats:
        state.phase = s.OBJECTIVE
        state.seat = state.turn
    else:
        # START_ROUND, and after the last objective has been chosen
        start_offers(state)
