"""Sums of cubes and of symbols packed into words: one for each subset of the food kinds, and one for all.

A dog's weight has a byte for each sum. Cubes lie in two words, 16 bits a sum: even places in one, odd ones in the
other; places are the subsets as bits, less 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline
from simcore.games.dog_lover.cards import LANE_BITS, TOTAL_LANE
from simcore.games.dog_lover.layout import WILD

# bytes with room for 16 bits each
LANES = 0x00FF00FF00FF00FF
LANE = 16
SUM = (1 << LANE) - 1
BYTE = (1 << LANE_BITS) - 1
_SIGNS = np.int64(0x8000800080008000 - (1 << 64))
# the same sums in one word, as a weight has them: so many cubes a sum count at most
_BYTE_SIGNS = np.int64(0x8080808080808080 - (1 << 64))
_ONES = 0x0001000100010001
MOST_CUBES = (1 << LANE_BITS - 1) - 1


@inline
def symbols_in(weight: Any, place: Any) -> Any:
    """Return one of the sums of a dog's symbols, by its place."""
    return weight >> LANE_BITS * place & BYTE


@inline
def n_symbols(weight: Any) -> Any:
    """Cubes that a dog of this weight eats."""
    return weight >> LANE_BITS * TOTAL_LANE


@inline
def less(even: Any, odd: Any, weight: Any) -> Any:
    """Return the cubes that a fed dog of this weight leaves."""
    return even - (weight & LANES), odd - (weight >> LANE_BITS & LANES)


@inline
def more(even: Any, odd: Any, weight: Any) -> Any:
    """Return the cubes when a dog of this weight is not fed after all."""
    return even + (weight & LANES), odd + (weight >> LANE_BITS & LANES)


@inline
def are_enough(even: Any, odd: Any) -> Any:
    """Whether no sum is below 0."""
    return (even | odd) & _SIGNS == 0


@inline
def _capped(word: Any) -> Any:
    """Return sums of at most `MOST_CUBES` each; none is below 0."""
    above = word + (SUM // 2 - MOST_CUBES) * _ONES & _SIGNS
    full = (above >> LANE - 1 & _ONES) * MOST_CUBES
    return word & MOST_CUBES * _ONES | full


@inline
def in_bytes(even: Any, odd: Any) -> Any:
    """Return all sums in one word, a byte each, those above `MOST_CUBES` cut; none is below 0."""
    return _capped(even) | _capped(odd) << LANE_BITS


@inline
def bytes_are_enough(left: Any) -> Any:
    """Whether no sum of `in_bytes`, less some weights, is below 0."""
    return left & _BYTE_SIGNS == 0


@inline
def cubes_in(even: Any, odd: Any, place: Any) -> Any:
    """Return the cubes that are left for one of the sums of symbols, by its place."""
    word = odd if place & 1 else even
    return word >> LANE * (place >> 1) & SUM


@inline
def stock(state: Any, seat: Any) -> Any:
    """Return the cubes that each sum of symbols may use, in two words."""
    cubes = state.cubes[seat]
    scraps, kibble, canned, wild = np.int64(cubes[0]), np.int64(cubes[1]), np.int64(cubes[2]), np.int64(cubes[WILD])
    every = scraps + kibble + canned + wild
    # the places of the sums are subsets of the kinds as bits, less 1: even words hold those with scraps
    even = (scraps + wild) | (scraps + kibble + wild) << LANE
    even |= (scraps + canned + wild) << 2 * LANE | every << 3 * LANE
    odd = (kibble + wild) | (canned + wild) << LANE | (kibble + canned + wild) << 2 * LANE | every << 3 * LANE
    return even, odd
