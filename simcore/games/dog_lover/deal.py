"""The deal of Dog Lover, laying it out, and drawing anew what a player cannot see (rule section 2, 6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import jit
from simcore.engine.rng import shuffle
from simcore.games.dog_lover.layout import (
    BASIC_TRICK,
    FETCH,
    FIRST_DECK_TRICK,
    FIRST_DOG,
    FIRST_RESCUED,
    FIRST_SPECIAL,
    MAX_DOGS,
    MAX_PLAYERS,
    MAX_SPECIALS,
    MAX_TRAITS,
    N_CELLS,
    N_COUNTED,
    N_CUBES,
    N_KINDS,
    N_SIZES,
    NO_CARD,
)
from simcore.games.dog_lover.params import SPECIAL
from simcore.games.dog_lover.state import PARTS, PLACE_WATCH_DOG
from simcore.games.dog_lover.table import add_dog, refill

_N_PARTS = len(PARTS)
# loose cards of a shuffle that orders all; slices and one type make one compiled shuffle
_IN_ORDER = np.int64(1)


@jit
def deal_game(state: Any, n_seats: Any, rules: Any, deal_rng: Any) -> None:
    """Shuffle all decks and deal dogs and starting tricks; nothing lies on the table yet (2.1 to 2.4, 2.6).

    Parameters
    ----------
    state : STATE_DTYPE record
        Decks, first dogs and tricks are written.
    n_seats : int
        Players, 2 to 4.
    rules : record
        Rule parameters and card tables.
    deal_rng : RNG_DTYPE record
        The deal's stream; advanced.
    """
    state.n_seats = n_seats
    deck = state.deck
    n = np.int64(rules.n_deck_dogs[n_seats])
    for i in range(n):
        deck[i] = rules.deck_dogs[n_seats, i]
    # 2.2: the last dogs of a shuffle are dealt, the others go back
    shuffle(deal_rng, deck[:], n, n - n_seats)
    for seat in range(n_seats):
        n -= 1
        state.dogs[seat, 0] = deck[n]
    for i in range(n):
        deck[i] += FIRST_DOG - 1
    for i in range(rules.n_deck_others[n_seats]):
        deck[n] = rules.deck_others[n_seats, i]
        n += 1
    shuffle(deal_rng, deck[:], n, _IN_ORDER)
    state.deck_size = n
    state.below_end = rules.below_end[n_seats]
    state.tricks_left = rules.n_deck_tricks
    for i in range(rules.n_deck_tricks):
        state.trick_deck[i] = FIRST_DECK_TRICK + i
    shuffle(deal_rng, state.trick_deck[:], np.int64(rules.n_deck_tricks), _IN_ORDER)
    state.shelter_left = rules.n_rescued
    for i in range(rules.n_rescued):
        state.shelter_deck[i] = FIRST_RESCUED + i
    shuffle(deal_rng, state.shelter_deck[:], np.int64(rules.n_rescued), _IN_ORDER)
    _deal_tricks(state, rules, deal_rng)


@jit
def _deal_tricks(state: Any, rules: Any, rng: Any) -> None:
    """Deal starting tricks (2.3); last, so that both kinds meet the same shuffles before."""
    for seat in range(state.n_seats):
        state.tricks[seat] = 1 << BASIC_TRICK
    if rules.starting_tricks == SPECIAL:
        # the grid is still empty and has room for all of them
        for i in range(MAX_SPECIALS):
            state.grid[i] = FIRST_SPECIAL + i
        shuffle(rng, state.grid[:], np.int64(rules.n_specials), _IN_ORDER)
        for seat in range(state.n_seats):
            state.tricks[seat] = 1 << np.int64(state.grid[seat])


@jit
def lay_out(state: Any, rules: Any) -> None:
    """Lay out a deal: grid, face-up rows, Fetch, the watch dog still to be placed (2.5 to 2.7).

    Parameters
    ----------
    state : STATE_DTYPE record
        Its decks, first dogs and tricks are dealt; all else is written.
    rules : record
        Rule parameters and card tables.
    """
    _clear_table(state)
    for seat in range(MAX_PLAYERS):
        _clear_seat(state, seat)
    for seat in range(state.n_seats):
        add_dog(state, np.uint64(seat), np.uint64(state.dogs[seat, 0]), rules)
    state.deck_left = state.deck_size
    refill(state)
    state.n_trick_row = min(rules.tricks_face_up, rules.n_deck_tricks)
    for slot in range(state.n_trick_row):
        state.tricks_left -= 1
        state.trick_row[slot] = state.trick_deck[state.tricks_left]
    state.n_shelter_row = min(rules.rescued_face_up, rules.n_rescued)
    for slot in range(state.n_shelter_row):
        state.shelter_left -= 1
        state.shelter_row[slot] = state.shelter_deck[state.shelter_left]
    state.has_leftover = rules.leftover_food != 0
    state.seat = state.n_seats - 1
    state.hand[state.seat, FETCH] = 1


@jit
def _clear_table(state: Any) -> None:
    for cell in range(N_CELLS):
        state.grid[cell] = NO_CARD
    state.filled, state.gaining, state.fresh = 0, 0, 0
    state.watch = 0
    state.phase, state.rounds, state.last_round = PLACE_WATCH_DOG, 1, 0
    state.taken, state.ending, state.food_due, state.n_pending = 0, 0, 0, 0
    for dog in range(1 + MAX_DOGS):
        state.walks[dog], state.trainings[dog], state.trait_on[dog] = 0, 0, 0
    for trait in range(1 + MAX_TRAITS):
        state.trait_under[trait] = 0
    state.n_turns, state.watch_blocks, state.winners = 0, 0, 0


@jit
def _clear_seat(state: Any, seat: Any) -> None:
    state.walk_open[seat], state.training_open[seat], state.trait_open[seat] = 0, 0, 0
    state.rescued[seat], state.fed[seat] = 0, 0
    for size in range(N_SIZES):
        state.sizes[seat, size] = 0
    for card in range(N_COUNTED):
        state.hand[seat, card] = 0
    for kind in range(N_CUBES):
        state.cubes[seat, kind] = 0
    for kind in range(N_KINDS):
        state.gained[seat, kind] = 0
    state.n_dogs[seat] = 0
    state.watch_more[seat], state.rescue_less[seat], state.trick_less[seat] = 0, 0, 0
    state.fetches[seat], state.no_takes[seat] = 0, 0
    for part in range(_N_PARTS):
        state.parts[seat, part] = 0
    state.n_fed[seat], state.n_fed_rescued[seat] = 0, 0


@jit
def resample_hidden(state: Any, _seat: Any, rng: Any) -> None:
    """Draw the order of the three decks anew: all else lies open, hands included (rule section 6).

    The End Game card is not among the cards shuffled, as everybody knows how many lie on it.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    _seat : int
        The seat that looks; every seat sees the same.
    rng : RNG_DTYPE record
        Advanced.
    """
    shuffle(rng, state.deck[:], np.int64(state.deck_left), _IN_ORDER)
    shuffle(rng, state.trick_deck[:], np.int64(state.tricks_left), _IN_ORDER)
    shuffle(rng, state.shelter_deck[:], np.int64(state.shelter_left), _IN_ORDER)
