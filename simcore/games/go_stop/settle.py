"""The end of a turn: captures, steals, the demand for a decision; and the end of a deal."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.go_stop import params as p
from simcore.games.go_stop.cards import CUP, DOUBLE_JUNK, NO_CARDS, SINGLE_JUNK, bit, months_with_two
from simcore.games.go_stop.scoring import (
    combination_total,
    counted_as_junk,
    doubled,
    doublings,
    fixed_class,
    go_payment,
)
from simcore.games.go_stop.state import (
    CHOK,
    GO_STOP,
    NAGARI,
    NO_PILE,
    NOBODY,
    OVER,
    OWN_PILE,
    PLAY,
    SSEUL,
    STOPPED,
    THREE_PPUK,
    TTADAK,
)


@inline
def is_last_turn(state: Any, seat: Any, reading: Any) -> Any:
    """Whether `seat`, having played its hand card, is in its last turn (A5).

    Parameters
    ----------
    state : STATE_DTYPE record
        Hands are read.
    seat : int
        Seat whose turn it is.
    reading : int
        OWN_LAST_CARD or TURN_20.

    Returns
    -------
    bool
    """
    if state.hand[seat] != NO_CARDS:
        return False
    return reading == p.OWN_LAST_CARD or state.hand[1 - seat] == NO_CARDS


@jit
def _steal(state: Any, thief: Any, cards: Any) -> Any:
    """Move the cheapest of `cards` to the thief; return its units, 0 where there was none."""
    if cards == NO_CARDS:
        return 0
    stolen = bit(lowest_bit(cards))
    state.captured[1 - thief] ^= stolen
    state.captured[thief] |= stolen
    state.steals += 1
    return 1 if stolen & SINGLE_JUNK != NO_CARDS else 2


@jit
def _steal_cheapest(state: Any, thief: Any, rules: Any) -> Any:
    """Move the opponent's least valuable junk card, by value and id (R36, R37)."""
    others = state.captured[1 - thief]
    singles = others & SINGLE_JUNK
    if singles != NO_CARDS:
        return _steal(state, thief, singles)
    doubles = others & DOUBLE_JUNK
    if rules.cup_stealable != 0 and counted_as_junk(others, state.cup_class[1 - thief]):
        doubles |= CUP
    return _steal(state, thief, doubles)


@jit
def _steal_for_pile(state: Any, thief: Any, pile: Any, rules: Any) -> None:
    """Pay for a pile: one junk card, or two units for the own Ppuk (R33-R35, A10)."""
    if pile == NO_PILE:
        return
    singles = state.captured[1 - thief] & SINGLE_JUNK
    if pile == OWN_PILE and rules.two_units_from == p.BEST_FIT and popcount(singles) == 1:
        # one single cannot pay two units: a double alone is the exact fit
        state.captured[1 - thief] ^= singles
        paid = _steal_cheapest(state, thief, rules)
        state.captured[1 - thief] ^= singles
        if paid != 0:
            return
    units = _steal_cheapest(state, thief, rules)
    if pile == OWN_PILE and units == 1:
        _steal_cheapest(state, thief, rules)


@jit
def _is_sseul(state: Any, rules: Any) -> Any:
    """Whether the turn cleared the field in a way that pays (R31, A6)."""
    if state.field != NO_CARDS:
        return False
    began = state.turn_field
    return rules.sseul == p.ANY_CLEAR or (popcount(began) == 2 and months_with_two(began) == NO_CARDS)


@jit
def _steal_all(state: Any, seat: Any, rules: Any) -> None:
    """Make the steals of a turn in their order (R30-R35, A8, A15)."""
    sseul = _is_sseul(state, rules)
    special = state.event == CHOK or state.event == TTADAK
    if sseul and not special:
        state.event = SSEUL
    piles = state.hand_pile != NO_PILE or state.stock_pile != NO_PILE
    if not (sseul or special or piles):
        return
    last = is_last_turn(state, seat, rules.last_turn_bonuses)
    n_bonuses = 0 if last else np.int64(sseul) + np.int64(special)
    if rules.steal_order == p.BONUS_FIRST:
        for _ in range(n_bonuses):
            _steal_cheapest(state, seat, rules)
    if not last or rules.last_turn_pile_steals != 0:
        _steal_for_pile(state, seat, state.hand_pile, rules)
        _steal_for_pile(state, seat, state.stock_pile, rules)
    if rules.steal_order == p.PILES_FIRST:
        for _ in range(n_bonuses):
            _steal_cheapest(state, seat, rules)


@inline
def _needs_no_total(state: Any, seat: Any, rules: Any) -> Any:
    """Whether a turn without captures can ask nothing: a total rises on captures only, and nothing else reads it."""
    if rules.go_requires != p.ABOVE_LAST_GO or rules.cup_class != p.RECOMPUTED:
        return False
    return state.total[seat] < rules.point_threshold


@inline
def finish_turn(state: Any, rules: Any) -> None:
    """Collect, steal, and ask for a decision or pass the turn on (R26, R30-R38, R70).

    Parameters
    ----------
    state : STATE_DTYPE record
        Both steps of the turn are done.
    rules : record
        Rule parameters.
    """
    seat = np.int64(state.seat)
    taken = state.turn_taken
    if taken != NO_CARDS:
        state.captured[seat] |= taken
        _steal_all(state, seat, rules)
    elif _needs_no_total(state, seat, rules):
        pass_turn(state)
        return
    captured = state.captured[seat]
    if rules.cup_class == p.LOCKED:
        state.cup_class[seat] = fixed_class(captured, state.cup_class[seat])
    before = state.total[seat]
    total = combination_total(captured, state.cup_class[seat])
    state.total[seat] = total
    if total >= rules.point_threshold:
        rising = total > (state.last_go[seat] if rules.go_requires == p.ABOVE_LAST_GO else before)
        if state.go_count[seat] == 0 or rising:
            state.phase = GO_STOP
            return
    pass_turn(state)


@inline
def pass_turn(state: Any) -> None:
    """Give the turn to the other seat; without cards in its hand the deal is a Nagari (R05)."""
    seat = 1 - state.seat
    state.seat = seat
    state.phase = PLAY
    if state.hand[seat] == NO_CARDS:
        end_deal(state, NOBODY, NAGARI, 0, 0)


@jit
def end_deal(state: Any, winner: Any, reason: Any, points: Any, payment: Any) -> None:
    """Close the deal.

    Parameters
    ----------
    state : STATE_DTYPE record
        Written.
    winner : int
        Seat, or NOBODY.
    reason : int
        Position in the game's `reasons`.
    points, payment : int
        Points of the winner before, and after bonuses and doublers.
    """
    state.phase = OVER
    state.winner = winner
    state.reason = reason
    state.points = points
    state.payment = payment


@jit
def _doubled_payment(state: Any, winner: Any, payment: Any, rules: Any) -> Any:
    """Apply the doublers and, where it is on, the penalty for a failed Go (R74-R77, A12)."""
    state.doublings = doublings(state, winner, rules)
    payment = doubled(payment, state.doublings)
    if rules.failed_go_doubles != 0 and state.go_count[1 - winner] > 0:
        payment *= 2
    return payment


@jit
def settle_stop(state: Any, rules: Any) -> None:
    """Pay the seat that said Stop (R71-R77)."""
    winner = np.int64(state.seat)
    total = state.total[winner]
    payment = _doubled_payment(state, winner, go_payment(total, state.go_count[winner], rules), rules)
    end_deal(state, winner, STOPPED, total, payment)


@jit
def win_at_once(state: Any, seat: Any, reason: Any, reading: Any, rules: Any) -> None:
    """Reward four in hand or a third Ppuk (R14, R38, A1).

    Parameters
    ----------
    state : STATE_DTYPE record
        Written.
    seat : int
        Seat that is paid.
    reason : int
        FOUR_IN_HAND or THREE_PPUK.
    reading : int
        ENDS, SIDE_PAYMENT or WITH_DOUBLERS.
    rules : record
        Rule parameters.
    """
    points = rules.instant_win_points
    if reading == p.SIDE_PAYMENT:
        state.side[seat] += points
        state.side[1 - seat] -= points
        return
    payment = points
    if reading == p.WITH_DOUBLERS:
        payment = _doubled_payment(state, seat, points, rules)
    end_deal(state, seat, reason, points, payment)


@jit
def count_ppuk(state: Any, rules: Any) -> None:
    """Count a Ppuk for the seat that made it; the third is rewarded (R27, R38)."""
    seat = np.int64(state.seat)
    state.ppuk_count[seat] += 1
    if state.ppuk_count[seat] == 3:
        win_at_once(state, seat, THREE_PPUK, rules.three_ppuk, rules)
