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


@inline
def _covered_cells(state: Any, rules: Any) -> Any:
    """Cells that no pattern may cover: empty ones, and the one with a Fetch put there this turn (3.1, 3.3)."""
    cells = ALL_CELLS & ~np.int64(state.filled)
    return cells | state.fresh if rules.fetch_cell == BLOCKS else cells


@inline
def _places(state: Any, trick: Any, closed: Any, rules: Any) -> Any:
    """Return the places of a trick without a cell in `closed`, and those that the watch dog allows, both as bits."""
    limit = min(rules.watch_limit + state.watch_more[state.seat], SIDE)
    places = np.int64(rules.place_allowed[trick, 0, SIDE])
    allowed = np.int64(rules.place_allowed[trick, state.watch, limit])
    while closed != 0:
        places &= ~np.int64(rules.place_covers[trick, lowest_bit(np.uint64(closed))])
        closed &= closed - 1
    if rules.fetch_cell == STAYS and state.fresh & _LINE_CELLS[state.watch] != 0:
        # 3.3: the Fetch card that is covered is not taken, so it does not count
        more = np.int64(rules.place_allowed[trick, state.watch, min(limit + 1, SIDE)])
        allowed |= more & np.int64(rules.place_covers[trick, lowest_bit(np.uint64(state.fresh))])
    return places, allowed


@inline
def legal_takes(state: Any, rules: Any, out: Any) -> Any:
    """List every place of every own trick; where there is none, that nothing is taken (3.1, 3.2)."""
    n = 0
    closed = _covered_cells(state, rules)
    tricks = np.int64(state.tricks[state.seat])
    while tricks != 0:
        trick = lowest_bit(np.uint64(tricks))
        tricks &= tricks - 1
        places, allowed = _places(state, trick, closed, rules)
        legal = places & allowed
        while legal != 0:
            place = lowest_bit(np.uint64(legal))
            legal &= legal - 1
            out[n] = A_TAKE | trick << TRICK_SHIFT | np.int64(rules.place_action[trick, place])
            n += 1
    if n == 0:
        out[0] = A_NO_TAKE
        return 1
    return n


@jit
def _count_blocks(state: Any, rules: Any) -> None:
    """Count the places that only the watch dog keeps from being legal."""
    closed = _covered_cells(state, rules)
    tricks = np.int64(state.tricks[state.seat])
    while tricks != 0:
        places, allowed = _places(state, lowest_bit(np.uint64(tricks)), closed, rules)
        tricks &= tricks - 1
        state.watch_blocks += popcount(np.uint64(places & ~allowed))


@jit
def take(state: Any, low: Any, rules: Any) -> None:
    """Take the cards of a pattern; the watch dog moves (3.1). The cards are gained one by one afterwards."""
    _count_blocks(state, rules)
    cells = low & ALL_CELLS & ~np.int64(state.fresh)
    state.filled &= ~cells
    state.gaining = cells
    state.watch = low >> LINE_SHIFT & LINE_MASK
    state.taken = 1
    state.n_turns += 1


@jit
def take_nothing(state: Any, rules: Any) -> None:
    """Let the taking pass because no own trick has a legal place; the watch dog stays (3.2)."""
    _count_blocks(state, rules)
    state.taken = 1
    state.n_turns += 1
    state.no_takes[state.seat] += 1
