"""The deal of Dog Park, and dealing anew what a player cannot see (rules 1.8, 2, 18.8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.engine.rng import bounded, shuffle
from simcore.games.dog_park.cards import (
    CONSTANTS,
    DICE,
    DOGS_OF_SET,
    EXPERIENCED,
    LEAD_CAPACITY,
    N_BREEDS,
    N_DOGS,
    N_FORECASTS,
    N_RESOURCES,
    NO_DOG,
    OBJECTIVES,
    PLENTIFUL,
    REROUTED,
    RESOURCES,
    SETS,
    SOLO_CARDS,
    STANDARD,
)
from simcore.games.dog_park.params import HALF
from simcore.games.dog_park.state import (
    DEAL_FIELD,
    MAX_DICE,
    MAX_DOGS,
    MAX_FIELD,
    MAX_WALKERS,
    N_OFFERS,
    N_ROUNDS,
    NO_SLOT,
    NOT_WALKING,
    OFFER,
    RUNNING,
)

_SETUP = CONSTANTS["setup"]
START_REPUTATION = _SETUP["start_reputation"]
_START = np.array([_SETUP["start_resources"][kind] for kind in RESOURCES], np.int16)
_GENTLE_START = np.array([_SETUP["start_resources_gentle_walk"][kind] for kind in RESOURCES], np.int16)
_N_AUTOWALKERS = np.array([0, *(CONSTANTS["by_players"][f"p{n}"]["autowalkers"] for n in range(1, 5))])
_PLENTIFUL_PLAYERS = 4
_FIRST_DOG = np.array([dogs[0] for dogs in DOGS_OF_SET])
_DOGS_IN_SET = np.array([len(dogs) for dogs in DOGS_OF_SET])
_N_SETS = len(SETS)
_DICE = np.array(DICE, np.int8)
_EXPERIENCED = np.array(EXPERIENCED, np.int8)
_STANDARD = np.array(STANDARD, np.int8)
_SOLO = np.array(SOLO_CARDS, np.int8)
_FOUR_PLAYERS_ONLY = next(int(row["id"]) for row in OBJECTIVES if row["players"] == str(MAX_WALKERS))
_DIAL = CONSTANTS["recruitment"]["dial_max"]
_PREDICTABLE = np.array(CONSTANTS["variants"]["predictable_forecast"], np.int8)
_PLENTIFUL = np.array(PLENTIFUL, np.int8)
_REROUTED = np.array(REROUTED, np.int8)
_LAST_PLENTIFUL = max(PLENTIFUL)
# more than a game of the base rules can draw (18.1); only that many need an order
_DRAWN_AT_MOST = 104
_WORLD = SETS.index("world")
# typed numbers: a function is compiled anew for every literal one
_IN_ORDER, _N_BREEDS = np.int64(1), np.int64(N_BREEDS)


@jit
def deal_game(state: Any, n_seats: Any, rules: Any, deal_rng: Any) -> None:
    """Deal a game; the field is still empty (rules 2.1-2.9).

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
    clear_table(state, n_seats, rules)
    _deal_deck(state, rules, deal_rng)
    for breed in range(N_BREEDS):
        state.small_deck[breed] = breed
    shuffle(deal_rng, state.small_deck, _N_BREEDS, _IN_ORDER)
    for breed in range(N_BREEDS):
        state.awards[breed] = state.small_deck[breed]
    note_award_spaces(state)
    _deal_forecasts(state, rules, deal_rng)
    # 22: both variants exchange the location decks
    plentiful = (n_seats == _PLENTIFUL_PLAYERS and rules.packed_park == 0) or rules.gentle_walk != 0
    _deal_locations(state, 0, plentiful, deal_rng)
    deal_objectives(state, -1, deal_rng)
    if state.n_walkers > n_seats:
        _roll(state, deal_rng)


@jit
def note_award_spaces(state: Any) -> None:
    """Note on which award space each breed lies."""
    for space in range(N_BREEDS):
        state.award_space[state.awards[space]] = space


@jit
def clear_table(state: Any, n_seats: Any, rules: Any) -> None:
    """Set everything but what is random to the start of a game."""
    state.n_seats = n_seats
    state.n_walkers = n_seats + _N_AUTOWALKERS[n_seats]
    state.dice_used = 0
    state.round_index, state.offer_number, state.first = 0, 0, 0
    state.stage, state.phase, state.seat, state.turn = DEAL_FIELD, RUNNING, 0, 0
    state.gains, state.gain_kinds, state.after_gains = 0, 0, 0
    state.free_placements, state.one_resource, state.gives = 0, 0, 0
    state.n_walking, state.n_inside, state.n_players_inside, state.walker, state.fork_spaces = 0, 0, 0, 0, 0
    state.fired, state.pending_swaps, state.pending_scouts = 0, 0, 0
    state.n_turns = 0
    state.winners, state.stars, state.solo_met = 0, 0, 0
    state.revealed[0], state.revealed[1] = NO_DOG, NO_DOG
    for slot in range(MAX_FIELD):
        state.field[slot] = NO_DOG
        state.slot_winner[slot], state.slot_value[slot] = -1, 0
    for breed in range(N_BREEDS):
        state.award_winners[breed] = 0
    for kind in range(N_RESOURCES):
        state.waiting_eager[kind], state.waiting_crafty[kind] = 0, 0
    for i in range(MAX_DICE):
        state.dice[i] = 0
    for seat in range(MAX_WALKERS):
        _clear_seat(state, seat, rules)


@jit
def _clear_seat(state: Any, seat: Any, rules: Any) -> None:
    is_player = seat < state.n_seats
    for i in range(MAX_DOGS):
        state.dogs[seat, i], state.tokens[seat, i] = NO_DOG, 0
    state.n_breeds[seat] = 0
    for breed in range(N_BREEDS):
        state.breeds[seat, breed] = 0
    for i in range(4):
        state.dealt_objectives[seat, i] = 0
    for kind in range(N_RESOURCES):
        state.room[seat, kind] = 0
        start = _GENTLE_START[kind] if rules.gentle_walk != 0 else _START[kind]
        state.resources[seat, kind] = start if is_player else 0
    state.reputation[seat] = START_REPUTATION if is_player else 0
    state.n_dogs[seat], state.lead[seat], state.objective[seat] = 0, 0, 0
    state.lead_abilities[seat], state.lead_triggers[seat] = 0, 0
    state.offer_slot[seat], state.offer_value[seat], state.acquired[seat] = NO_SLOT, 0, NO_DOG
    state.position[seat] = NOT_WALKING
    state.offers_made[seat], state.offers_paid[seat], state.offers_won[seat] = 0, 0, 0
    state.spaces_walked[seat], state.swaps[seat], state.scouts[seat] = 0, 0, 0
    state.walks[seat], state.left_first[seat], state.left_last[seat], state.leave_places[seat] = 0, 0, 0, 0
    state.part_abilities[seat], state.part_awards[seat] = 0, 0
    state.part_objective[seat], state.part_leftover[seat] = 0, 0
    state.awards_won[seat], state.best_award[seat] = 0, 0


@jit
def lay_out_deck(state: Any, rules: Any) -> None:
    """Put the dogs of the sets in the game into the deck, in the order of the table (2.1, 21)."""
    n = 0
    for of_set in range(_N_SETS):
        if rules.sets >> of_set & 1:
            for i in range(_DOGS_IN_SET[of_set]):
                state.deck[n] = _FIRST_DOG[of_set] + i
                n += 1
    state.deck_size = n
    state.deck_left = n
    # 16.16: half, rounded down, is in the game
    state.deck_floor = n - n // 2 if rules.deck == HALF else 0
    for i in range(n, N_DOGS):
        state.deck[i] = NO_DOG


@jit
def _deal_deck(state: Any, rules: Any, rng: Any) -> None:
    lay_out_deck(state, rules)
    n = np.int64(state.deck_size)
    # globetrotters can scout again and again
    loose = _IN_ORDER if rules.sets >> _WORLD & 1 else max(_IN_ORDER, n - _DRAWN_AT_MOST)
    shuffle(rng, state.deck, n, loose)


@jit
def _deal_forecasts(state: Any, rules: Any, rng: Any) -> None:
    """Lay out four forecasts; the one that may not lie on round 1 changes place with the next (2.4)."""
    cards = state.small_deck
    n = len(_PREDICTABLE) if rules.predictable_forecast != 0 else N_FORECASTS
    for i in range(n):
        cards[i] = _PREDICTABLE[i] if rules.predictable_forecast != 0 else i + 1
    shuffle(rng, cards, np.int64(n), _IN_ORDER)
    if cards[n - 1] == LEAD_CAPACITY:
        cards[n - 1], cards[n - 2] = cards[n - 2], cards[n - 1]
    for i in range(N_ROUNDS):
        state.forecasts[i] = cards[n - 1 - i]


@jit
def _deal_locations(state: Any, first: Any, plentiful: Any, rng: Any) -> None:
    """Draw the location cards of the rounds from `first` on; those before stay (2.5)."""
    cards = state.small_deck
    n = 0
    for i in range(len(_PLENTIFUL)):
        card = _PLENTIFUL[i] if plentiful else _REROUTED[i]
        used = False
        for j in range(first):
            used |= state.locations[j] == card
        if not used:
            cards[n] = card
            n += 1
    shuffle(rng, cards, np.int64(n), _IN_ORDER)
    for i in range(first, N_ROUNDS):
        state.locations[i] = cards[n - 1 - (i - first)]


@jit
def deal_objectives(state: Any, keeps: Any, rng: Any) -> None:
    """Deal every player an experienced and a standard objective, all different (2.7, 23); solo: all four (14.1).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    keeps : int
        Seat whose cards stay as they are, -1 for nobody.
    rng : RNG_DTYPE record
        Advanced.
    """
    if state.n_seats == 1:
        for i in range(len(_SOLO)):
            state.dealt_objectives[0, i] = _SOLO[i]
        return
    for kind in range(2):
        cards = state.small_deck
        n = 0
        for i in range(len(_EXPERIENCED)):
            card = _EXPERIENCED[i] if kind == 0 else _STANDARD[i]
            kept = keeps >= 0 and state.dealt_objectives[keeps, kind] == card
            if not kept and (card != _FOUR_PLAYERS_ONLY or state.n_seats == MAX_WALKERS):
                cards[n] = card
                n += 1
        shuffle(rng, cards, np.int64(n), _IN_ORDER)
        for seat in range(state.n_seats):
            if seat != keeps:
                n -= 1
                state.dealt_objectives[seat, kind] = cards[n]


@jit
def _roll(state: Any, rng: Any) -> None:
    """Roll every die that is still to come (13.2)."""
    for i in range(state.dice_used, MAX_DICE):
        state.dice[i] = _DICE[bounded(rng, len(_DICE))]


@jit
def refill(state: Any) -> None:
    """Fill the field from the deck, slot by slot from the left (4.12)."""
    for slot in range(state.n_walkers):
        if state.field[slot] == NO_DOG:
            state.deck_left -= 1
            state.field[slot] = state.deck[state.deck_left]


@inline
def spare_dogs(state: Any) -> Any:
    """Dogs of the deck that no later refill needs, counted while the players walk: what scouts may reveal."""
    return state.deck_left - state.deck_floor - state.n_walkers * N_OFFERS * (N_ROUNDS - 1 - state.round_index)


@jit
def resample_hidden(state: Any, seat: Any, rng: Any) -> None:
    """Deal what `seat` cannot see anew: deck, later location cards, dice, others' objectives and open offers (1.8).

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    seat : int
        The seat that looks.
    rng : RNG_DTYPE record
        Advanced.
    """
    shuffle(rng, state.deck, state.deck_left, _IN_ORDER)
    # dogs already drawn may not be read off the deck either
    for i in range(state.deck_left, N_DOGS):
        state.deck[i] = NO_DOG
    _deal_locations(state, state.round_index + 1, state.locations[0] <= _LAST_PLENTIFUL, rng)
    if state.n_walkers > state.n_seats:
        _roll(state, rng)
    if state.n_seats > 1:
        _redeal_objectives(state, seat, rng)
    if state.phase == OFFER:
        for other in range(state.n_seats):
            if other != seat and state.offer_slot[other] != NO_SLOT:
                highest = min(np.int64(_DIAL), np.int64(state.reputation[other]))
                state.offer_value[other] = 1 + bounded(rng, highest)


@jit
def _redeal_objectives(state: Any, seat: Any, rng: Any) -> None:
    """Deal the others' objectives anew; those who have chosen keep either card."""
    deal_objectives(state, seat, rng)
    for other in range(state.n_seats):
        if other != seat and state.objective[other] != 0:
            state.objective[other] = state.dealt_objectives[other, bounded(rng, 2)]
