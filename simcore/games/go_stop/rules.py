"""The rules of Go-Stop on one record of state: the deal, the legal actions, the course of a turn.

A turn runs through three phases: PLAY (a hand card, and one of two matching field cards), FLIP_TAKE (one of two
field cards that a stock card matches; under ``take_choice = after_flip`` the hand card's choice comes first) and
GO_STOP. Rule numbers are those of ``docs/games/go_stop.md``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.go_stop import params as p
from simcore.games.go_stop.actions import FLIP_TAKE_BASE, GO, NAMED, PLAY_SHIFT, STOP, TAKEN
from simcore.games.go_stop.cards import (
    MONTH,
    NO_CARDS,
    ONE,
    bit,
    month_bits,
)
from simcore.games.go_stop.deal import STOCK_START, begin, clear_table, init_state, resample_future, resample_hidden
from simcore.games.go_stop.settle import (
    count_ppuk,
    finish_turn,
    is_last_turn,
    pass_turn,
    settle_stop,
)
from simcore.games.go_stop.state import (
    CHOK,
    FLIP_TAKE,
    NO_EVENT,
    NO_PILE,
    OTHER_PILE,
    OVER,
    OWN_PILE,
    PLAY,
    PPUK,
    TTADAK,
)

__all__ = [
    "apply_action",
    "begin",
    "clear_table",
    "init_state",
    "is_terminal",
    "legal_actions",
    "resample_future",
    "resample_hidden",
]


def _plays(met: int, names_take: bool) -> tuple[int, ...]:
    """The plays of a card where the bit set `met` of its month lies in the field, as the low bits of their numbers."""
    slots = [1 << slot for slot in range(4) if met >> slot & 1]
    if len(slots) == 2 and names_take:
        return NAMED | slots[0], NAMED | slots[1]
    return (met,)


def _table(names_take: bool) -> Any:
    plays = [_plays(met, names_take) for met in range(16)]
    return np.array([(entry[0], entry[-1], len(entry)) for entry in plays], dtype=np.uint64)


# [bit set of the month in the field] -> first play, last play, how many; with the choice of R23 now or after the flip
_PLAYS_NOW = _table(True)
_PLAYS_LATER = _table(False)
_MONTH_START = np.uint64(60)
_SHIFT = np.uint64(PLAY_SHIFT)


@inline
def is_terminal(state: Any) -> Any:
    """Whether the deal is over."""
    return state.phase == OVER


@inline
def legal_actions(state: Any, rules: Any, out: Any) -> Any:
    """List what the seat to move may do.

    Parameters
    ----------
    state : STATE_DTYPE record
        A deal that is not over.
    rules : record
        Rule parameters.
    out : int32[MAX_LEGAL]
        Written: action numbers, ascending.

    Returns
    -------
    int64
        How many there are, at least 1.
    """
    if state.phase == PLAY:
        plays = _PLAYS_NOW if rules.take_choice == p.BEFORE_FLIP else _PLAYS_LATER
        return _legal_plays(state.hand[state.seat], state.field, plays, out)
    if state.phase == FLIP_TAKE:
        choices = state.turn_choice
        if choices == NO_CARDS:
            choices = month_bits(state.field, state.flipped)
        first = lowest_bit(choices)
        out[0] = FLIP_TAKE_BASE + first
        out[1] = FLIP_TAKE_BASE + lowest_bit(choices ^ bit(first))
        return 2
    # R79
    if is_last_turn(state, state.seat, rules.last_turn_stop_only):
        out[0] = STOP
        return 1
    out[0], out[1] = GO, STOP
    return 2


@inline
def _legal_plays(hand: Any, field: Any, plays: Any, out: Any) -> Any:
    # R23: where two of the month lie in the field either may be named. The second entry is always written and only
    # counted where there is a choice: a branch here would be wrong too often. Unsigned positions need no test for
    # negative ones
    n = np.uint64(0)
    while hand != NO_CARDS:
        card = np.uint64(lowest_bit(hand))
        met = (field >> (card & _MONTH_START)) & MONTH
        out[n] = (card << _SHIFT) | plays[met, 0]
        out[n + ONE] = (card << _SHIFT) | plays[met, 1]
        n += plays[met, 2]
        hand &= hand - ONE
    return np.int64(n)


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
        Rule parameters.
    """
    if state.phase == PLAY:
        _play(state, action >> PLAY_SHIFT, np.uint64(action & TAKEN), rules)
    elif state.phase == FLIP_TAKE:
        _take(state, action - FLIP_TAKE_BASE, rules)
    elif action == GO:
        seat = state.seat
        state.go_count[seat] += 1
        state.last_go[seat] = state.total[seat]
        pass_turn(state)
    else:
        settle_stop(state, rules)


@inline
def _play(state: Any, card: Any, slots: Any, rules: Any) -> None:
    """Play a hand card that takes the `slots` of its month (R20-R24), then turn a stock card."""
    field = state.field
    own = bit(card)
    matched = popcount(month_bits(field, card))
    captures = slots << np.uint64(card & 60)
    state.hand[state.seat] ^= own
    state.n_turns += 1
    state.turn_field = field
    state.hand_card = card
    state.hand_matched = matched
    state.event = NO_EVENT
    state.steals = 0
    state.hand_pile, state.stock_pile = NO_PILE, NO_PILE
    if matched == 2 and rules.take_choice == p.AFTER_FLIP:
        # which of the two is said when the stock card is known
        state.turn_choice = captures
        taken = NO_CARDS
    else:
        # R23; a stock card of the same month takes the other of two as well (R28)
        taken = own | captures if captures != NO_CARDS else NO_CARDS
        field = (field | own) & ~taken
    if matched == 3:
        state.hand_pile = _take_pile(state, card, rules)
    state.field = field
    state.turn_taken = taken
    _flip(state, card, matched, rules)


@jit
def _take_pile(state: Any, card: Any, rules: Any) -> Any:
    """Say whose pile of three is being taken, and forget its owner (R24, R33, R34, A9)."""
    mark = bit(card & 60)
    seat = state.seat
    if state.ppuk_pile[seat] & mark != NO_CARDS:
        state.ppuk_pile[seat] ^= mark
        return OWN_PILE
    if state.ppuk_pile[1 - seat] & mark != NO_CARDS:
        state.ppuk_pile[1 - seat] ^= mark
        return OTHER_PILE
    return OTHER_PILE if rules.initial_pile_pays != 0 else NO_PILE


@inline
def _flip(state: Any, hand_card: Any, hand_matched: Any, rules: Any) -> None:
    """Turn the top stock card and match it (R25-R29)."""
    card = np.int64(state.deck[STOCK_START + state.stock_next])
    state.stock_next += 1
    if card >> 2 == hand_card >> 2:
        _same_month(state, hand_card, card, hand_matched, rules)
        return
    state.flipped = card
    if state.turn_choice != NO_CARDS:
        # `after_flip`: the hand card's own choice is still open
        state.phase = FLIP_TAKE
        return
    _match_flipped(state, rules)


@jit
def _same_month(state: Any, hand_card: Any, card: Any, hand_matched: Any, rules: Any) -> None:
    """Resolve a stock card of the month just played: Chok, Ppuk or Ttadak (R27-R29)."""
    all_of_month = month_bits(state.field, card) | bit(hand_card) | bit(card)
    if hand_matched == 1:
        all_of_month |= state.turn_taken
        taken_instead = rules.last_turn_ppuk == p.TAKEN and state.hand[state.seat] == NO_CARDS
        if not taken_instead:
            state.event = PPUK
            state.field |= all_of_month
            state.turn_taken = NO_CARDS
            state.ppuk_pile[state.seat] |= bit(card & 60)
            count_ppuk(state, rules)
            if state.phase == OVER:
                return
        else:
            state.turn_taken = all_of_month
    else:
        state.event = CHOK if hand_matched == 0 else TTADAK
        state.turn_taken |= all_of_month
        state.turn_choice = NO_CARDS
        state.field &= ~state.turn_taken
    finish_turn(state, rules)


@inline
def _match_flipped(state: Any, rules: Any) -> None:
    """Match a stock card of another month than the hand card's (R25)."""
    card = np.int64(state.flipped)
    matches = month_bits(state.field, card)
    matched = popcount(matches)
    if matched == 2:
        state.phase = FLIP_TAKE
        return
    state.flipped = -1
    taken = bit(card) | matches if matches != NO_CARDS else NO_CARDS
    state.turn_taken |= taken
    state.field = (state.field | bit(card)) & ~taken
    if matched == 3:
        state.stock_pile = _take_pile(state, card, rules)
    finish_turn(state, rules)


@jit
def _take(state: Any, card: Any, rules: Any) -> None:
    """Take one of two matching field cards, with the hand card or with the stock card (R23, R25)."""
    state.field ^= bit(card)
    if state.turn_choice != NO_CARDS:
        state.turn_choice = NO_CARDS
        state.turn_taken |= bit(card) | bit(state.hand_card)
        _match_flipped(state, rules)
        return
    state.turn_taken |= bit(card) | bit(state.flipped)
    state.flipped = -1
    finish_turn(state, rules)
