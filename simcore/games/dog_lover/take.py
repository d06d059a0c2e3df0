"""The taking of a turn: which places of the own tricks are legal, and what a take does (3.1 to 3.3).

A trick's places are bits of one number: those that hold a card in every cell, and those that the watch dog allows, are
a few operations on numbers of the card table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit, popcount
from simcore.games.dog_lover.actions import A_NO_TAKE, A_TAKE, LINE_MASK, LINE_SHIFT, TRICK_SHIFT
from simcore.games.dog_lover.layout import ALL_CELLS, LINE_CELLS, SIDE
from simcore.games.dog_lover.params import BLOCKS, STAYS

_LINE_CELLS = np.array(LINE_CELLS, np.int64)
_ONE = np.uint64(1)


@inline
def _covered_cells(state: Any, rules: Any) -> Any:
    """Cells that no pattern may cover: empty ones, and the one with a Fetch put there this turn (3.1, 3.3)."""
    cells = ALL_CELLS & ~np.int64(state.filled)
    return np.uint64(cells | state.fresh if rules.fetch_cell == BLOCKS else cells)


@inline
def _limit(state: Any, seat: Any, rules: Any) -> Any:
    """Cards that may be taken from the watched line."""
    return np.uint64(min(np.int64(rules.watch_limit) + state.watch_more[seat], np.int64(SIDE)))


@inline
def _places(state: Any, trick: Any, closed: Any, limit: Any, rules: Any) -> Any:
    """Return the places of a trick without a cell in `closed`, and those that the watch dog allows, both as bits."""
    watch = np.uint64(state.watch)
    places = np.uint64(rules.place_allowed[trick, 0, SIDE])
    allowed = np.uint64(rules.place_allowed[trick, watch, limit])
    while closed != 0:
        places &= ~np.uint64(rules.place_covers[trick, np.uint64(lowest_bit(closed))])
        closed &= closed - _ONE
    if rules.fetch_cell == STAYS and state.fresh & _LINE_CELLS[watch] != 0:
        # 3.3: the Fetch card that is covered is not taken, so it does not count
        more = np.uint64(rules.place_allowed[trick, watch, min(limit + _ONE, np.uint64(SIDE))])
        allowed |= more & np.uint64(rules.place_covers[trick, np.uint64(lowest_bit(np.uint64(state.fresh)))])
    return places, allowed


@inline
def legal_takes(state: Any, seat: Any, rules: Any, out: Any) -> Any:
    """List every place of every own trick; where there is none, that nothing is taken (3.1, 3.2)."""
    n = np.uint64(0)
    closed, limit = _covered_cells(state, rules), _limit(state, seat, rules)
    tricks = np.uint64(state.tricks[seat])
    while tricks != 0:
        trick = np.uint64(lowest_bit(tricks))
        tricks &= tricks - _ONE
        places, allowed = _places(state, trick, closed, limit, rules)
        legal = places & allowed
        action = A_TAKE | np.int64(trick) << TRICK_SHIFT
        while legal != 0:
            out[n] = action | rules.place_action[trick, np.uint64(lowest_bit(legal))]
            legal &= legal - _ONE
            n += _ONE
    if n == 0:
        out[n] = A_NO_TAKE
        return _ONE
    return n


@inline
def _count_blocks(state: Any, seat: Any, rules: Any) -> None:
    """Count the places that only the watch dog keeps from being legal."""
    blocks = np.int64(0)
    closed, limit = _covered_cells(state, rules), _limit(state, seat, rules)
    tricks = np.uint64(state.tricks[seat])
    while tricks != 0:
        places, allowed = _places(state, np.uint64(lowest_bit(tricks)), closed, limit, rules)
        tricks &= tricks - _ONE
        blocks += popcount(places & ~allowed)
    state.watch_blocks += blocks


@inline
def take(state: Any, low: Any, rules: Any) -> None:
    """Take the cards of a pattern; the watch dog moves (3.1). The cards are gained one by one afterwards."""
    _count_blocks(state, np.uint64(state.seat), rules)
    cells = low & ALL_CELLS & ~np.int64(state.fresh)
    state.filled &= ~cells
    state.gaining = cells
    state.watch = low >> LINE_SHIFT & LINE_MASK
    state.taken = 1
    state.n_turns += 1


@jit
def take_nothing(state: Any, rules: Any) -> None:
    """Let the taking pass because no own trick has a legal place; the watch dog stays (3.2)."""
    seat = np.uint64(state.seat)
    _count_blocks(state, seat, rules)
    state.taken = 1
    state.n_turns += 1
    state.no_takes[seat] += 1
