"""The best feeding of a seat's dogs at the end (4.1), exact.

For each choice of the dogs with an ability that looks at others, the rest is a sum to be made as large as possible. A
few dogs are fed in every way there is; that takes no bounds, which cost more than they save. Among more of them a
search feeds those with most to gain for a cube first, and leaves a branch that cannot come to more than what was found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_lover.abilities import size_sets
from simcore.games.dog_lover.feed_values import N_ORDERED, ROUNDED, feed_chosen, feed_plenty, settle, weigh_dogs
from simcore.games.dog_lover.feed_words import (
    MOST_CUBES,
    are_enough,
    bytes_are_enough,
    cubes_in,
    in_bytes,
    less,
    more,
    stock,
    symbols_in,
)
from simcore.games.dog_lover.layout import MOST_SYMBOLS
from simcore.games.dog_lover.state import MAX_FEEDINGS

_NO_RANK = np.int64(-(1 << 62))
# dogs that cannot eat more than a sum of cubes in a byte
_MOST_LISTED = MOST_CUBES // MOST_SYMBOLS


@jit
def best_feeding(state: Any, seat: Any, rules: Any) -> Any:
    """Find a seat's best feeding (4.1).

    Parameters
    ----------
    state : STATE_DTYPE record
        The end of a game; `sizes` hold for scoring. The room for feeding is written.
    seat : int
        Whose dogs are fed.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    int64
        Fed dogs as bits, bit i the dog gained as number i.
    """
    seat = np.uint64(seat)
    special = weigh_dogs(state, seat, rules)
    best, best_fed = _NO_RANK, np.int64(0)
    all_even, all_odd = stock(state, seat)
    chosen = special
    while True:
        even, odd = feed_chosen(state, seat, chosen, all_even, all_odd, rules)
        if are_enough(even, odd):
            rank, most, n, per_set = settle(state, seat, special, chosen, even, odd, rules)
            # sets of sizes come on top of it
            listed = _NO_RANK
            if per_set == 0:
                listed = _best_listed(state, seat, in_bytes(even, odd), rank, n) if rank + most >= best else best
            best = max(best, listed)
            if listed == _NO_RANK:
                fed, gain, even, odd, n, place = feed_plenty(state, seat, chosen, even, odd, n, rules)
                ranks = rank + gain, per_set
                found = best, best_fed
                best, best_fed = _best_beside(state, seat, (even, odd, place), chosen | fed, ranks, n, found)
        if chosen == 0:
            return _fed_in(state, seat, best) if state.n_dogs[seat] <= N_ORDERED else best_fed
        chosen = (chosen - 1) & special


@inline
def _fed_in(state: Any, seat: Any, rank: Any) -> Any:
    """Return the fed dogs as a feeding's rank names them."""
    fed = np.int64(0)
    for i in range(np.uint64(state.n_dogs[seat])):
        fed |= (rank >> N_ORDERED - 1 - np.int64(i) & 1) << np.int64(i)
    return fed


@inline
def _best_listed(state: Any, seat: Any, cubes: Any, rank: Any, n: Any) -> Any:
    """Return the best rank of all feedings of listed dogs, each worth feeding; `_NO_RANK` where there are too many."""
    if n > _MOST_LISTED or state.n_dogs[seat] > N_ORDERED:
        return _NO_RANK
    if n == 0:
        return rank
    left, ranks = state.feed_left, state.feed_rank
    one = np.uint64(1)
    left[0], ranks[0] = cubes, rank
    listed = one
    for k in range(n - one):
        i = np.uint64(state.feed_order[k])
        weight, gain = state.feed_weight[i], state.feed_gain[i]
        if listed > MAX_FEEDINGS // 2:
            return _NO_RANK
        for feeding in range(listed):
            cubes = left[feeding] - weight
            left[listed], ranks[listed] = cubes, ranks[feeding] + gain
            listed += np.uint64(bytes_are_enough(cubes))
    # the last dog need not be listed
    i = np.uint64(state.feed_order[n - one])
    weight, gain = state.feed_weight[i], state.feed_gain[i]
    best = _NO_RANK
    for feeding in range(listed):
        best = max(best, ranks[feeding] + (gain if bytes_are_enough(left[feeding] - weight) else np.int64(0)))
    return best


@inline
def _room(state: Any, first: Any, n: Any, cubes: Any, place: Any) -> Any:
    """Most that feeding dogs from place `first` of the order on can add, if cubes were alike and could be cut."""
    most = cubes << ROUNDED + 1
    for k in range(first, n):
        i = np.uint64(state.feed_order[k])
        gain, symbols = state.feed_gain[i], symbols_in(state.feed_weight[i], place)
        if gain <= 0:
            break
        if symbols > cubes:
            return most + (gain // symbols + 1) * cubes
        most += gain
        cubes -= symbols
    return most


@inline
def _set_rank(state: Any, seat: Any, fed: Any, per_set: Any) -> Any:
    """Rank of the sets of sizes among fed dogs."""
    return per_set * size_sets(state, seat, fed) if per_set > 0 else np.int64(0)


@inline
def _is_better(rank: Any, fed: Any, best: Any, best_fed: Any) -> Any:
    """Compare feedings by rank, then dog by dog in the order gained."""
    different = fed ^ best_fed
    return rank > best or (rank == best and different & -different & fed != 0)


@inline
def _best_beside(state: Any, seat: Any, cubes: Any, chosen: Any, ranks: Any, n: Any, found: Any) -> Any:
    """Return the best feeding found so far or with the chosen dogs, and its rank."""
    if n > 0:
        return _search(state, seat, cubes, chosen, ranks, n, found)
    rank = ranks[0] + _set_rank(state, seat, chosen, ranks[1])
    return (rank, chosen) if _is_better(rank, chosen, found[0], found[1]) else found


@jit
def _search(state: Any, seat: Any, cubes: Any, chosen: Any, ranks: Any, n: Any, found: Any) -> Any:
    """Try the sets of dogs in `feed_order` that can be fed beside the chosen ones; return the best and its rank."""
    even, odd, place = cubes
    rank, per_set = ranks
    best, best_fed = found
    # ranks of different feedings differ unless some dog has no bit of its own in them
    ties = np.int64(state.n_dogs[seat] > N_ORDERED)
    every = chosen
    for listed in range(n):
        every |= np.int64(1) << np.int64(state.feed_order[listed])
    most_for_sets = _set_rank(state, seat, every, per_set)
    rank += most_for_sets
    one = np.uint64(1)
    fed, k = chosen, np.uint64(0)
    alive = rank + _room(state, k, n, cubes_in(even, odd, place), place) > best - ties
    while True:
        while alive and k < n:
            i = np.uint64(state.feed_order[k])
            less_even, less_odd = less(even, odd, state.feed_weight[i])
            k += one
            if are_enough(less_even, less_odd):
                even, odd = less_even, less_odd
                fed |= np.int64(1) << np.int64(i)
                rank += state.feed_gain[i]
            else:
                alive = rank + _room(state, k, n, cubes_in(even, odd, place), place) > best - ties
        if alive:
            exact = rank - most_for_sets + _set_rank(state, seat, fed, per_set)
            if _is_better(exact, fed, best, best_fed):
                best, best_fed = exact, fed
        # back to the last fed dog, which is left unfed now
        while True:
            if k == 0:
                return best, best_fed
            k -= one
            i = np.uint64(state.feed_order[k])
            bit = np.int64(1) << np.int64(i)
            if fed & bit:
                even, odd = more(even, odd, state.feed_weight[i])
                fed ^= bit
                rank -= state.feed_gain[i]
                k += one
                alive = rank + _room(state, k, n, cubes_in(even, odd, place), place) > best - ties
                break
