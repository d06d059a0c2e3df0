"""Final scoring (rule section 4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.dog_lover.abilities import (
    ability_points,
    bone_points,
    cubes_held,
    traits_on,
    tucked_points,
)
from simcore.games.dog_lover.feed_words import n_symbols
from simcore.games.dog_lover.feeding import best_feeding
from simcore.games.dog_lover.layout import (
    ALL_SIZES,
    FIRST_FAVORITE,
    MAX_FAVORITES,
    MOST_FED,
    N_SIZES,
)
from simcore.games.dog_lover.state import (
    P_BONES,
    P_DOGS,
    P_FAVORITES,
    P_LEFTOVER,
    P_RESCUED,
    P_TRAINING,
    P_TRAITS,
    P_UNFED,
    P_WALKS,
    PARTS,
)

_N_PARTS = len(PARTS)


@jit
def score_game(state: Any, rules: Any) -> None:
    """Feed everybody's dogs and fill in the parts of every score, and who wins (rule section 4).

    Parameters
    ----------
    state : STATE_DTYPE record
        The end of a game; changed in place.
    rules : record
        Rule parameters and card tables.
    """
    for seat in range(np.uint64(state.n_seats)):
        _widen_sizes(state, seat, rules)
        fed = best_feeding(state, seat, rules)
        state.fed[seat] = fed
        state.n_fed[seat] = popcount(np.uint64(fed))
        state.n_fed_rescued[seat] = popcount(np.uint64(fed & state.rescued[seat]))
        _score_dogs(state, seat, rules)
        state.parts[seat, P_RESCUED] = ability_points(state, seat, fed, rules)
        state.parts[seat, P_BONES] = bone_points(state, seat, fed, rules)
        state.parts[seat, P_FAVORITES] = _favorite_points(state, seat, rules)
    for seat in range(np.uint64(state.n_seats)):
        _pay_most_fed(state, seat, rules)
    _find_winners(state)


@inline
def total_score(state: Any, seat: Any) -> Any:
    """Return a seat's total."""
    total = np.int64(0)
    for part in range(_N_PARTS):
        total += state.parts[seat, part]
    return total


@inline
def _widen_sizes(state: Any, seat: Any, rules: Any) -> None:
    """Give rescued dogs that are all sizes all of them; the ability works in scoring only (4.3)."""
    dogs = np.uint64(state.rescued[seat])
    while dogs != 0:
        i = np.uint64(lowest_bit(dogs))
        dogs &= dogs - np.uint64(1)
        if rules.dog_effect[state.dogs[seat, i]] == ALL_SIZES:
            for size in range(N_SIZES):
                state.sizes[seat, size] |= np.int64(1) << np.int64(i)


@jit
def _score_dogs(state: Any, seat: Any, rules: Any) -> None:
    """Score what dogs pay by themselves, fed or not (4.2), and the food that is left (4.6)."""
    eaten, printed, of_traits = np.int64(0), np.int64(0), np.int64(0)
    of_walks, of_trainings = np.int64(0), np.int64(0)
    dogs = np.uint64(state.fed[seat])
    while dogs != 0:
        i = np.uint64(lowest_bit(dogs))
        dogs &= dogs - np.uint64(1)
        dog = np.uint64(state.dogs[seat, i])
        _, points, per_walk, per_training, _, _, _ = traits_on(state, dog, rules)
        walks, trainings = tucked_points(state, dog, per_walk, per_training, rules)
        printed += rules.dog_vp[dog]
        of_traits += points
        of_walks += walks
        of_trainings += trainings
        eaten += n_symbols(state.feed_weight[i])
    parts = state.parts[seat]
    parts[P_DOGS], parts[P_TRAITS], parts[P_WALKS], parts[P_TRAINING] = printed, of_traits, of_walks, of_trainings
    parts[P_UNFED] = rules.unfed_dog * (np.int64(state.n_dogs[seat]) - state.n_fed[seat])
    state.cubes_left[seat] = cubes_held(state, seat) - eaten
    parts[P_LEFTOVER] = rules.leftover_food * state.cubes_left[seat]


@jit
def _favorite_points(state: Any, seat: Any, rules: Any) -> Any:
    """Score favourite things: again and again the largest set of different kinds (4.5)."""
    points, sets = np.int64(0), 0
    while True:
        kinds = 0
        for i in range(MAX_FAVORITES):
            kinds += state.hand[seat, FIRST_FAVORITE + i] > sets
        if kinds == 0:
            return points
        points += rules.favorite_set[kinds]
        sets += 1


@jit
def _pay_most_fed(state: Any, seat: Any, rules: Any) -> None:
    """Pay the bonus for fed dogs that no other player has more of, now that all feedings are fixed (4.7)."""
    for other in range(state.n_seats):
        if state.n_fed[other] > state.n_fed[seat]:
            return
    dogs = np.uint64(state.fed[seat] & state.rescued[seat])
    while dogs != 0:
        dog = np.uint64(state.dogs[seat, np.uint64(lowest_bit(dogs))])
        dogs &= dogs - np.uint64(1)
        if rules.dog_effect[dog] == MOST_FED:
            state.parts[seat, P_RESCUED] += rules.dog_n[dog]


@jit
def _find_winners(state: Any) -> None:
    """Find the most points; then the most fed dogs, then the most fed rescued dogs decide (4.8)."""
    best, best_fed, best_rescued = np.int64(0), np.int64(0), np.int64(0)
    for seat in range(state.n_seats):
        total, fed = total_score(state, seat), np.int64(state.n_fed[seat])
        rescued = np.int64(state.n_fed_rescued[seat])
        ahead = total - best
        if ahead == 0:
            ahead = fed - best_fed
        if ahead == 0:
            ahead = rescued - best_rescued
        if seat == 0 or ahead > 0:
            best, best_fed, best_rescued = total, fed, rescued
            state.winners = 0
        if seat == 0 or ahead >= 0:
            state.winners |= 1 << seat
