"""What an entrant of restricted play can be told to leave: kinds of action, and cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park.actions import (
    A_LEAVE_BONUS,
    A_OBJECTIVE,
    A_OFFER,
    A_PICK,
    A_PLACE,
    A_SWAP,
    KIND_SHIFT,
    LOW,
    PAYMENT_BITS,
    SLOT_BITS,
    VALUE_BITS,
)
from simcore.games.dog_park.cards import DOG_IDS, EXPERIENCED, N_DOGS, STANDARD

KINDS = (
    *("objective", "offer", "pick", "gain", "place", "stop_placing", "crafty", "eager", "move", "globetrotter"),
    *("pay_occupied", "swap", "scout", "done", "replace", "keep", "leave_bonus", "fork"),
)
_FIRST_KIND = 1
# dogs have their places in the table, objectives the numbers after them
_FIRST_OBJECTIVE = N_DOGS + 1
CARDS: dict[str, int] = {
    **{f"dog.{DOG_IDS[dog]}": dog for dog in range(1, N_DOGS + 1)},
    **{f"objective.{card}": _FIRST_OBJECTIVE + card for card in (*EXPERIENCED, *STANDARD)},
}
_SLOT = (1 << SLOT_BITS) - 1


@inline
def kind_of(action: Any) -> Any:
    """Return the position in `KINDS` of an action."""
    return (np.int64(action) >> KIND_SHIFT) - _FIRST_KIND


@jit
def uses_card(state: Any, action: Any, card: Any) -> Any:
    """Whether an action bids for, picks, places or swaps in a dog, or keeps an objective, by its number in `CARDS`."""
    kind, low = action & ~LOW, action & LOW
    if kind == A_OBJECTIVE:
        return low + _FIRST_OBJECTIVE == card
    if kind == A_OFFER:
        return state.field[low >> VALUE_BITS] == card
    if kind == A_PICK:
        return state.field[low] == card
    if kind == A_PLACE:
        return low >> PAYMENT_BITS == card
    return kind in (A_SWAP, A_LEAVE_BONUS) and low != 0 and state.field[low & _SLOT] == card
