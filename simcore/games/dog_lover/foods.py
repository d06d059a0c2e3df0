"""Food during play, as a strategy sees it: what is missing and what is spare, counted by symbols.

A *balance* is cubes minus symbols of the own dogs for each food kind, and wild cubes: four fields of one number, so
that the balance after some cards is a sum of numbers. Above them is room for the worth of the cards, so that a single
sum gives both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_lover import weights as w
from simcore.games.dog_lover.cards import LANE_BITS
from simcore.games.dog_lover.feed_words import BYTE, LANE, LANES, SUM
from simcore.games.dog_lover.layout import N_FOOD, WILD

FIELD = 10
_MASK = (1 << FIELD) - 1
# fields hold numbers from -512 to 511 that much higher
_ZERO = 1 << FIELD - 1
_ZEROS = _ZERO * (1 | 1 << FIELD | 1 << 2 * FIELD | 1 << 3 * FIELD)
# balances beyond this are alike
_MOST = 200
# worth is counted in 1024ths of a point, above the four fields
WORTH = 4 * FIELD
UNIT = 1024.0
# bytes of a dog's weight with the symbols of the single kinds: subsets 1, 2 and 4
_KIBBLE, _CANNED = LANE_BITS, 3 * LANE_BITS


@inline
def worth(points: Any) -> Any:
    """Return points as a part of a sum, beside balances."""
    return np.int64(points * UNIT) << WORTH


@inline
def cubes_of(kind: Any, amount: Any) -> Any:
    """Return cubes of a kind as a part of a sum."""
    return np.int64(amount) << FIELD * np.int64(kind)


@inline
def symbols_of(dog: Any, rules: Any) -> Any:
    """Return the symbols of a dog as a part of a sum, to be taken off."""
    weight = np.int64(rules.dog_weight[dog])
    return weight & BYTE | (weight >> _KIBBLE & BYTE) << FIELD | (weight >> _CANNED & BYTE) << 2 * FIELD


@inline
def _field(number: Any, place: Any) -> Any:
    return min(max(number, np.int64(-_MOST)), np.int64(_MOST)) << FIELD * place


@jit
def balance(state: Any, seat: Any, rules: Any) -> Any:
    """Return a seat's balance.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : uint64
        Player.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    int64
        For `food_worth`, with `worth`, `cubes_of` and `symbols_of` added or taken off.
    """
    even, odd = np.int64(0), np.int64(0)
    for i in range(np.uint64(state.n_dogs[seat])):
        weight = np.int64(rules.dog_weight[state.dogs[seat, i]])
        even += weight & LANES
        odd += weight >> LANE_BITS & LANES
    cubes = state.cubes[seat]
    fields = _field(np.int64(cubes[0]) - (even & SUM), 0) + _field(np.int64(cubes[1]) - (odd & SUM), 1)
    fields += _field(np.int64(cubes[2]) - (odd >> LANE & SUM), 2) + _field(np.int64(cubes[WILD]), N_FOOD)
    return fields + _ZEROS


@inline
def food_prices(left: Any, weights: Any) -> Any:
    """Return what `food_worth` reads of the weights, in 1024ths of a point.

    Parameters
    ----------
    left : float64
        `valuation.share_left`.
    weights : float64[21]
        `weights.WEIGHTS`.

    Returns
    -------
    tuple of int64
        Prices of a missing symbol, of a spare cube, of a wild cube, and of a cube below the margin; the margin.
    """
    hunger = weights[w.HUNGER] * left + weights[w.LATE_HUNGER] * (1.0 - left)
    return (
        np.int64(hunger * UNIT),
        np.int64(weights[w.SPARE] * left * UNIT),
        np.int64(weights[w.WILD_CUBE] * UNIT),
        np.int64(weights[w.BEHIND] * left * UNIT),
        np.int64(weights[w.FOOD_MARGIN]),
    )


@inline
def total_worth(total: Any, prices: Any) -> Any:
    """Return what a sum is worth: its cards, and the balance that it comes to.

    Parameters
    ----------
    total : int64
        A `balance` and what was added to it.
    prices : tuple of int64
        `food_prices`.

    Returns
    -------
    int64
        In 1024ths of a point.
    """
    hunger, spare, wild_more, behind, margin = prices
    scraps = (total & _MASK) - _ZERO
    kibble = (total >> FIELD & _MASK) - _ZERO
    canned = (total >> 2 * FIELD & _MASK) - _ZERO
    wild = (total >> 3 * FIELD & _MASK) - _ZERO
    none = np.int64(0)
    lacking = max(-scraps, none) + max(-kibble, none) + max(-canned, none)
    coloured = scraps + kibble + canned
    # a positive part is the number and its negative part together
    spares = coloured + lacking + max(wild - lacking, none)
    value = (total >> WORTH) - hunger * max(lacking - wild, none) + spare * spares + wild_more * wild
    return value - behind * max(margin - coloured - wild, none)
