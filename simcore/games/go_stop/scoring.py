"""Combination totals (R50-R60), the cup's class (R59) and the payment of a win (R71-R78)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, popcount
from simcore.games.go_stop import params as p
from simcore.games.go_stop.cards import (
    ANIMAL,
    BLUE,
    BRIGHT,
    CUP,
    DOUBLE_JUNK,
    GODORI,
    NO_CARDS,
    PLAIN_RED,
    RAIN,
    RED_POETRY,
    RIBBON,
    SINGLE_JUNK,
)
from simcore.games.go_stop.state import (
    ANIMALS_DOUBLING,
    BRIGHT_DOUBLING,
    CUP_ANIMAL,
    CUP_JUNK,
    CUP_OPEN,
    JUNK_DOUBLING,
)

_BRIGHT_POINTS = np.array([0, 0, 0, 3, 4, 15], dtype=np.int64)


@inline
def bright_line(cards: Any) -> Any:
    """Points of the best bright line (R50, R51).

    Parameters
    ----------
    cards : uint64
        Captured cards.

    Returns
    -------
    int64
        0, 2, 3, 4 or 15.
    """
    n = popcount(cards & BRIGHT)
    return _BRIGHT_POINTS[n] - np.int64(n == 3 and cards & RAIN != NO_CARDS)


@inline
def junk_units(cards: Any) -> Any:
    """Junk units without the cup (R57, R58), 0 to 26."""
    return popcount(cards & SINGLE_JUNK) + 2 * popcount(cards & DOUBLE_JUNK)


@inline
def above(count: Any, base: Any) -> Any:
    """Points of a line that begins at `base` + 1 pieces and grows by one a piece."""
    return max(count - base, 0)


@inline
def set_points(cards: Any) -> Any:
    """Points of Godori and the three ribbon sets (R53, R55)."""
    points = 5 * np.int64(cards & GODORI == GODORI)
    points += 3 * np.int64(cards & RED_POETRY == RED_POETRY)
    points += 3 * np.int64(cards & BLUE == BLUE)
    return points + 3 * np.int64(cards & PLAIN_RED == PLAIN_RED)


@inline
def counted_as_junk(cards: Any, locked: Any) -> Any:
    """Whether the cup counts as double junk (R59): where that gives the higher total, or as locked (A14).

    Parameters
    ----------
    cards : uint64
        Captured cards.
    locked : int
        CUP_OPEN, CUP_ANIMAL or CUP_JUNK.

    Returns
    -------
    bool
        False as well where the cup is not among the cards.
    """
    if cards & CUP == NO_CARDS:
        return False
    if locked != CUP_OPEN:
        return locked == CUP_JUNK
    return junk_gain(cards) > 0


@inline
def junk_gain(cards: Any) -> Any:
    """Points that a captured cup gains as double junk over animal; negative where animal is better."""
    animals = popcount(cards & ANIMAL)
    units = junk_units(cards)
    return above(units + 2, 9) - above(units, 9) + above(animals - 1, 4) - above(animals, 4)


@inline
def counts(cards: Any, locked: Any) -> Any:
    """Animals and junk units with the cup as classified.

    Parameters
    ----------
    cards : uint64
        Captured cards.
    locked : int
        CUP_OPEN, CUP_ANIMAL or CUP_JUNK.

    Returns
    -------
    (int64, int64)
        Animals (0 to 9), junk units (0 to 28).
    """
    as_junk = np.int64(counted_as_junk(cards, locked))
    return popcount(cards & ANIMAL) - as_junk, junk_units(cards) + 2 * as_junk


@inline
def combination_total(cards: Any, locked: Any) -> Any:
    """Sum of all combinations (R60).

    Parameters
    ----------
    cards : uint64
        Captured cards.
    locked : int
        CUP_OPEN, CUP_ANIMAL or CUP_JUNK.

    Returns
    -------
    int64
        0 to 58.
    """
    animals, units = counts(cards, locked)
    ribbons = popcount(cards & RIBBON)
    return bright_line(cards) + above(animals, 4) + above(ribbons, 4) + above(units, 9) + set_points(cards)


@jit
def fixed_class(cards: Any, locked: Any) -> Any:
    """Class of the cup after an evaluation under ``cup_class = locked`` (A14)."""
    if locked != CUP_OPEN or cards & CUP == NO_CARDS:
        return locked
    gain = junk_gain(cards)
    if gain == 0:
        return CUP_OPEN
    return CUP_JUNK if gain > 0 else CUP_ANIMAL


@jit
def doublings(state: Any, winner: Any, rules: Any) -> Any:
    """Which of the three doublers hold (R74-R76, R78).

    Parameters
    ----------
    state : STATE_DTYPE record
        Captures are read.
    winner : int
        Seat that is paid.
    rules : record
        Rule parameters.

    Returns
    -------
    int64
        Bit set of BRIGHT_DOUBLING, ANIMALS_DOUBLING, JUNK_DOUBLING.
    """
    cards, others = state.captured[winner], state.captured[1 - winner]
    animals, units = counts(cards, state.cup_class[winner])
    found = 0
    if bright_line(cards) > 0:
        if rules.bright_doubler == p.NO_BRIGHT:
            exposed = others & BRIGHT == NO_CARDS
        else:
            exposed = counts(others, state.cup_class[1 - winner])[0] < 7
        if exposed:
            found |= BRIGHT_DOUBLING
    if animals >= 7:
        found |= ANIMALS_DOUBLING
    if units > 9:
        # R78: a loser's cup always protects as two units
        their_units = junk_units(others) + 2 * np.int64(others & CUP != NO_CARDS)
        spared = rules.junk_zero_exempt != 0 and their_units == 0
        if their_units < rules.junk_doubler_below and not spared:
            found |= JUNK_DOUBLING
    return found


@jit
def doubled(payment: Any, found: Any) -> Any:
    """Double `payment` once for every doubler in the bit set `found` (R77)."""
    return payment << popcount(np.uint64(found))


@jit
def go_payment(total: Any, go_count: Any, rules: Any) -> Any:
    """Payment of a Stop before the doublers (R71-R73, A4).

    Parameters
    ----------
    total : int
        Combination total of the winner.
    go_count : int
        Times the winner had said Go.
    rules : record
        Rule parameters.

    Returns
    -------
    int64
        Points.
    """
    if go_count <= 2:
        return total + go_count
    base = total
    if rules.go_bonus == p.KEEP_FIRST_TWO:
        base = total + 2
    elif rules.go_bonus == p.PLUS_COUNT:
        base = total + go_count
    return base << (go_count - 2)
