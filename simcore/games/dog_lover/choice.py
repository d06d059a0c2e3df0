"""One step ahead: the action that is worth most by a strategy's weights.

Before the taking only what helps it is played: tricks and rescued dogs. Everything else waits until after it, when the
player knows what there is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_lover import weights as w
from simcore.games.dog_lover.actions import (
    A_DISCARD_FOOD,
    A_END_TURN,
    A_FETCH,
    A_LEARN,
    A_RESCUE,
    A_TAKE,
    A_TUCK_TRAINING,
    A_TUCK_WALK,
    DOG_BITS,
    DOG_MASK,
    LOW,
)
from simcore.games.dog_lover.foods import UNIT, balance, cubes_of, food_prices, total_worth
from simcore.games.dog_lover.host import host_value
from simcore.games.dog_lover.layout import (
    ALL_CELLS,
    FETCH,
    LINE_CELLS,
    N_COUNTED,
    N_LINES,
    NO_CARD,
    SIDE,
    T_TRAINING_BONUS,
    T_WALK_BONUS,
)
from simcore.games.dog_lover.plays import rescue_cost, trick_cost
from simcore.games.dog_lover.state import PLACE_WATCH_DOG, PLAY
from simcore.games.dog_lover.valuation import (
    COUNTED,
    rescued_worth,
    share_left,
    training_kept,
    trait_value,
    trick_value,
    value_cells,
)

_LINE_CELLS = np.array(LINE_CELLS, np.int64)
# sums over the cards of a row of the grid, for each subset of its cells
_ROW = 1 << SIDE
_ROW_MASK = _ROW - 1
_SUMS = COUNTED + N_COUNTED + 1
_FIRST, _SECOND, _THIRD = np.uint64(_SUMS), np.uint64(_SUMS + _ROW), np.uint64(_SUMS + 2 * _ROW)
_LEAST = np.int64(-(1 << 62))
# what a dog without a trait suits a card better than another one, at most
_MOST_HOST = 1.0


@inline
def best_choice(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any, scratch: Any) -> Any:
    """Return the position of the action that is worth most by some weights; ties go to the first.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is not over.
    seat : int
        Player who decides.
    rules : record
        Rule parameters and card tables.
    legal : int32[n_legal]
        Legal actions.
    n_legal : int
        At least 1.
    weights : float64[21]
        `weights.WEIGHTS`.
    scratch : (STATE_DTYPE recarray, ...)
        Room; `feed_gain` of the first state is written.

    Returns
    -------
    int64
        0 to `n_legal` - 1.
    """
    place, room = np.uint64(seat), scratch[0][0].feed_gain
    if state.phase == PLAY:
        if state.taken == 0:
            return _before_taking(state, place, rules, legal, np.int64(n_legal), weights, room)
        return _after_taking(state, place, rules, legal, np.int64(n_legal), weights, room)
    if state.phase == PLACE_WATCH_DOG:
        return _hindering_line(state, rules, weights, room)
    return _asked(state, place, rules, legal, np.int64(n_legal), weights)


@jit
def _bought_value(state: Any, seat: Any, action: Any, total: Any, left: Any, rules: Any, weights: Any) -> Any:
    """Worth of a rescued dog or a trick above the cards that it costs, in 1024ths of a point."""
    slot = np.uint64(action & LOW)
    if action & ~LOW == A_RESCUE:
        prices = food_prices(left, weights)
        gain = rescued_worth(state, seat, np.uint64(state.shelter_row[slot]), rules, weights)
        spent = weights[w.ADOPTION_CARD] * left * rescue_cost(state, seat, rules)
        return total_worth(total + gain, prices) - total_worth(total, prices) - np.int64(spent * UNIT)
    trick = np.uint64(state.trick_row[slot])
    spent = training_kept(left, weights) * trick_cost(state, seat, trick, rules)
    return np.int64((trick_value(state, seat, trick, rules, weights) - spent) * UNIT)


@jit
def _best_bought(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, total: Any, weights: Any) -> Any:
    """Return the position of the best rescue or trick that is worth its price, -1 where there is none."""
    left = share_left(state)
    best, best_value = np.int64(-1), np.int64(0)
    for i in range(n_legal):
        action = np.int64(legal[np.uint64(i)])
        if action >= A_TUCK_TRAINING:
            break
        if action >= A_RESCUE:
            value = _bought_value(state, seat, action, total, left, rules, weights)
            if value > best_value:
                best, best_value = np.int64(i), value
    return best


@jit
def _sum_grid(state: Any, seat: Any, left: Any, rules: Any, weights: Any, room: Any) -> None:
    """Write the sum of the cards in each subset of a row's cells, for all rows."""
    value_cells(state, seat, left, rules, weights, room)
    for row in range(SIDE):
        first, second, third = room[SIDE * row], room[SIDE * row + 1], room[SIDE * row + 2]
        place = _SUMS + row * _ROW
        room[place], room[place + 1] = 0, first
        room[place + 2], room[place + 3] = second, first + second
        room[place + 4], room[place + 5] = third, first + third
        room[place + 6], room[place + 7] = second + third, first + second + third


@inline
def _sum_of(cells: Any, room: Any) -> Any:
    """Sum of the cards in some cells."""
    first, second = np.uint64(cells & _ROW_MASK), np.uint64(cells >> SIDE & _ROW_MASK)
    third = np.uint64(cells >> 2 * SIDE & _ROW_MASK)
    return room[_FIRST + first] + room[_SECOND + second] + room[_THIRD + third]


@jit
def _before_taking(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any, room: Any) -> Any:
    """Return the position of the best rescue or trick that is worth its price, else of the best take."""
    total = balance(state, seat, rules)
    if legal[np.uint64(n_legal - 1)] >= A_RESCUE:
        # there is more than takes
        bought = _best_bought(state, seat, rules, legal, n_legal, total, weights)
        if bought >= 0:
            return bought
    left = share_left(state)
    _sum_grid(state, seat, left, rules, weights, room)
    prices, open_cells = food_prices(left, weights), ALL_CELLS & ~np.int64(state.fresh)
    best, best_value = np.int64(0), _LEAST
    for i in range(n_legal):
        action = np.int64(legal[np.uint64(i)])
        if action >= A_TAKE + LOW:
            # takes come first; without one nothing is taken, which is the first action too
            break
        value = total_worth(total + _sum_of(action & open_cells, room), prices)
        if value > best_value:
            best, best_value = np.int64(i), value
    return best


@jit
def _hindering_line(state: Any, rules: Any, weights: Any, room: Any) -> Any:
    """Return the line whose cards are worth most to the first player, whom the watch dog hinders first."""
    first = np.uint64(0)
    total, left = balance(state, first, rules), share_left(state)
    _sum_grid(state, first, left, rules, weights, room)
    prices = food_prices(left, weights)
    best, best_value = np.int64(0), _LEAST
    for line in range(N_LINES):
        value = total_worth(total + _sum_of(_LINE_CELLS[line], room), prices)
        if value > best_value:
            best, best_value = np.int64(line), value
    return best


@inline
def _bought_after_taking(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Return what `_best_bought` does; what can be bought comes first in the list, or after the end of the turn."""
    first = legal[0] if legal[0] >= A_RESCUE else legal[np.uint64(n_legal > 1)]
    if first < A_RESCUE or first >= A_TUCK_TRAINING:
        return np.int64(-1)
    return _best_bought(state, seat, rules, legal, n_legal, balance(state, seat, rules), weights)


@jit
def _after_taking(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any, room: Any) -> Any:
    """Return the position of the best play; the end of the turn, where it is legal, is worth nothing."""
    bought = _bought_after_taking(state, seat, rules, legal, n_legal, weights)
    if bought >= 0:
        return bought
    left = share_left(state)
    best, best_value = np.int64(0), _LEAST
    prices = food_prices(left, weights)
    total = np.int64(0)
    if state.hand[seat, FETCH] > 0:
        total = balance(state, seat, rules)
        value_cells(state, seat, left, rules, weights, room)
    tucked = rules.training_tucked - training_kept(left, weights)
    fetch_costs = np.int64(weights[w.FETCH_KEPT] * left * UNIT) + total_worth(total, prices)
    for i in range(n_legal):
        action = np.int64(legal[np.uint64(i)])
        kind, low = action & ~LOW, action & LOW
        if kind == A_FETCH:
            value = total_worth(total + room[np.uint64(low)], prices) - fetch_costs
        elif kind == A_END_TURN:
            value = np.int64(0)
        elif kind == A_TUCK_TRAINING:
            if tucked < -_MOST_HOST and state.trait_on[state.dogs[seat, np.uint64(low)]] == NO_CARD:
                # the card is worth more in the hand, whichever dog it is
                continue
            value = np.int64((tucked + host_value(state, seat, low, T_TRAINING_BONUS, rules)) * UNIT)
        elif kind in (A_RESCUE, A_LEARN):
            continue
        else:
            value = _placed_value(state, seat, kind, low, rules, weights)
        if value > best_value:
            best, best_value = np.int64(i), value
    return best


@jit
def _placed_value(state: Any, seat: Any, kind: Any, low: Any, rules: Any, weights: Any) -> Any:
    """Worth of a walk or a trait on an own dog, in 1024ths of a point."""
    if kind == A_TUCK_WALK:
        points = weights[w.WALK_CARD] * rules.walk_tucked + host_value(state, seat, low, T_WALK_BONUS, rules)
    else:
        trait = np.uint64(low >> DOG_BITS)
        host = host_value(state, seat, low & DOG_MASK, np.int64(rules.trait_effect[trait]), rules)
        points = trait_value(trait, rules, weights) + host
    return np.int64(points * UNIT)


@jit
def _asked(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Return the position of the best dog for a trait that must be attached at once, or of the cube best given up."""
    total, prices = balance(state, seat, rules), food_prices(share_left(state), weights)
    best, best_value = np.int64(0), _LEAST
    for i in range(n_legal):
        action = np.int64(legal[np.uint64(i)])
        kind, low = action & ~LOW, action & LOW
        if kind == A_DISCARD_FOOD:
            value = total_worth(total - cubes_of(low, 1), prices)
        else:
            value = _placed_value(state, seat, kind, low, rules, weights)
        if value > best_value:
            best, best_value = np.int64(i), value
    return best
