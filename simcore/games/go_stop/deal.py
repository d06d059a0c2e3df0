"""The deal of Go-Stop: dealing cards out, and dealing anew what a seat cannot see (R10-R16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.engine.rng import shuffle
from simcore.games.go_stop.cards import (
    FIELD_SIZE,
    HAND_SIZE,
    N_CARDS,
    NO_CARDS,
    bit,
    whole_months,
)
from simcore.games.go_stop.settle import win_at_once
from simcore.games.go_stop.state import (
    CUP_OPEN,
    FOUR_IN_HAND,
    NO_EVENT,
    NO_PILE,
    NOBODY,
    PLAY,
)

STOCK_START = 2 * HAND_SIZE + FIELD_SIZE
_RESAMPLE_TRIES = 1000


@jit
def init_state(state: Any, _n_seats: Any, rules: Any, deal_rng: Any) -> None:
    """Deal until the deal is playable (R10-R16).

    Parameters
    ----------
    state : STATE_DTYPE record
        Written whole.
    _n_seats : int
        Always 2.
    rules : record
        Rule parameters.
    deal_rng : RNG_DTYPE record
        The deal's stream; advanced.
    """
    deck = state.deck
    redeals = 0
    while True:
        for i in range(N_CARDS):
            deck[i] = i
        # the first hand needs no order
        shuffle(deal_rng, deck, N_CARDS, HAND_SIZE)
        hand0 = _cards_of(deck, 0, HAND_SIZE)
        hand1 = _cards_of(deck, HAND_SIZE, 2 * HAND_SIZE)
        field = _cards_of(deck, 2 * HAND_SIZE, STOCK_START)
        quad0 = whole_months(hand0) != NO_CARDS
        quad1 = whole_months(hand1) != NO_CARDS
        # R13, R15
        if whole_months(field) == NO_CARDS and not (quad0 and quad1):
            break
        redeals += 1
    clear_table(state, hand0, hand1, field)
    state.redeals = redeals
    if quad0 or quad1:
        begin(state, rules)


@jit
def begin(state: Any, rules: Any) -> None:
    """Do what follows from a deal that lies on the table: four of a month in one hand are rewarded (R14).

    Parameters
    ----------
    state : STATE_DTYPE record
        A playable deal; changed in place.
    rules : record
        Rule parameters.
    """
    for seat in range(2):
        if whole_months(state.hand[seat]) != NO_CARDS:
            win_at_once(state, seat, FOUR_IN_HAND, rules.four_in_hand, rules)


@inline
def _cards_of(deck: Any, start: Any, stop: Any) -> Any:
    cards = NO_CARDS
    for i in range(start, stop):
        cards |= bit(deck[i])
    return cards


@jit
def clear_table(state: Any, hand0: Any, hand1: Any, field: Any) -> None:
    """Set everything but the deck to the start of a deal.

    Parameters
    ----------
    state : STATE_DTYPE record
        Written.
    hand0, hand1, field : uint64
        The cards dealt.
    """
    state.hand[0], state.hand[1] = hand0, hand1
    state.dealt[0], state.dealt[1] = hand0, hand1
    state.field = field
    for seat in range(2):
        state.captured[seat] = NO_CARDS
        state.ppuk_pile[seat] = NO_CARDS
        state.side[seat] = 0
        state.total[seat] = 0
        state.last_go[seat] = 0
        state.go_count[seat] = 0
        state.ppuk_count[seat] = 0
        state.cup_class[seat] = CUP_OPEN
    state.turn_field = NO_CARDS
    state.turn_taken = NO_CARDS
    state.turn_choice = NO_CARDS
    state.stock_next = 0
    state.seat = 0
    state.phase = PLAY
    state.hand_card, state.flipped = -1, -1
    state.hand_pile, state.stock_pile = NO_PILE, NO_PILE
    state.hand_matched = 0
    state.event = NO_EVENT
    state.steals = 0
    state.n_turns = 0
    state.winner = NOBODY
    state.reason = 0
    state.points = 0
    state.payment = 0
    state.doublings = 0
    state.redeals = 0


@jit
def resample_future(state: Any, rng: Any) -> None:
    """Draw the order of the stock's rest anew; both hands stay.

    Given the hands and all that lies open, every order is equally likely, whatever the players did: no choice and no
    redeal depends on a card of the stock that has not been turned.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    rng : RNG_DTYPE record
        Advanced.
    """
    start = STOCK_START + state.stock_next
    shuffle(rng, state.deck[start:], N_CARDS - start, 1)


@jit
def resample_hidden(state: Any, seat: Any, rng: Any) -> None:
    """Deal what `seat` cannot see anew: the opponent's hand and the order of the stock.

    The new deal agrees with all the seat knows: the sizes, its own cards, what lies open, and that the opponent
    was (or was not) dealt four of a month, which is announced (R14).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    seat : int
        The seat that looks.
    rng : RNG_DTYPE record
        Advanced.
    """
    other = 1 - seat
    announced = whole_months(state.dealt[other])
    # a declared month is known card by card, so it stays
    known = state.hand[other] & (announced * np.uint64(15))
    played = state.dealt[other] ^ state.hand[other]
    hidden = state.hand[other] ^ known
    n_hidden = popcount(hidden)
    start = STOCK_START + state.stock_next
    # the hidden hand cards go to the places of the deck before the stock's rest, which are no longer needed
    first = start - n_hidden
    for i in range(first):
        # neither the dealt hands nor the field may be read off the deck
        state.deck[i] = -1
    for i in range(first, start):
        card = lowest_bit(hidden)
        state.deck[i] = card
        hidden ^= bit(card)
    for _ in range(_RESAMPLE_TRIES):
        shuffle(rng, state.deck[first:], N_CARDS - first, 1)
        hand = known | _cards_of(state.deck, first, start)
        if whole_months(hand | played) == announced:
            break
    state.hand[other] = hand
    state.dealt[other] = hand | played
