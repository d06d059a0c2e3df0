"""What an entrant of restricted play can be told to leave: kinds of action, and cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, lowest_bit
from simcore.games.dog_lover.actions import A_FETCH, A_LEARN, A_RESCUE, A_TAKE, KIND_SHIFT, LOW
from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.layout import ALL_CELLS, FIRST_DOG, N_CODES

KINDS = (
    *("place_watch_dog", "take", "no_take", "end_turn", "rescue", "learn", "tuck_training", "tuck_walk"),
    *("attach", "fetch", "discard_food"),
)
_FIRST_KIND = 1


def card_numbers(table: CardTable = SHIPPED) -> dict[str, int]:
    """Return the number of each card that can be left: those of the game deck, rescued dogs, tricks.

    Parameters
    ----------
    table : CardTable
        The cards.

    Returns
    -------
    dict of str to int
        By id.
    """
    numbers = {card: number for number, card in enumerate(table.card_ids) if card}
    numbers |= {dog: FIRST_DOG - 1 + number for number, dog in enumerate(table.dog_ids) if dog}
    return numbers | {trick: N_CODES + number for number, trick in enumerate(table.trick_ids) if trick}


@inline
def kind_of(action: Any) -> Any:
    """Return the position in `KINDS` of an action."""
    return (np.int64(action) >> KIND_SHIFT) - _FIRST_KIND


@jit
def uses_card(state: Any, action: Any, card: Any) -> Any:
    """Whether an action takes, fetches, rescues or learns a card, by its number in `card_numbers`."""
    kind, low = action & ~LOW, action & LOW
    if kind == A_TAKE:
        cells = np.uint64(low & ALL_CELLS)
        while cells != 0:
            if state.grid[lowest_bit(cells)] == card:
                return True
            cells &= cells - np.uint64(1)
        return False
    if kind == A_FETCH:
        return state.grid[low] == card
    if kind == A_RESCUE:
        return np.int64(state.shelter_row[low]) + (FIRST_DOG - 1) == card
    return kind == A_LEARN and np.int64(state.trick_row[low]) + N_CODES == card
