"""What an entrant of restricted play can be told to leave: kinds of action, and cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline
from simcore.games.go_stop.actions import FLIP_TAKE_BASE, GO, PLAY_SHIFT, STOP, TAKEN
from simcore.games.go_stop.cards import CARD_ID

KINDS = ("play", "flip_take", "go", "stop")
# an entrant leaves a card by not playing and not taking it
CARDS: dict[str, int] = CARD_ID


@inline
def kind_of(action: Any) -> Any:
    """Return the position in `KINDS` of an action."""
    if action < FLIP_TAKE_BASE:
        return np.int64(0)
    if action < GO:
        return np.int64(1)
    return np.int64(2) if action != STOP else np.int64(3)


@inline
def uses_card(_state: Any, action: Any, card: Any) -> Any:
    """Whether an action plays or takes a card, by its id."""
    if action >= GO:
        return False
    if action >= FLIP_TAKE_BASE:
        return action - FLIP_TAKE_BASE == card
    played = action >> PLAY_SHIFT
    # cards of a month have neighbouring ids, four each
    return played == card or (played >> 2 == card >> 2 and (action & TAKEN) >> (card & 3) & 1 != 0)
