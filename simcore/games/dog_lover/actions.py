"""Actions: number <-> object.

A number is the kind, shifted by 20, and what the kind needs below.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from simcore.games.dog_lover import layout
from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.state import MAX_PENDING

KIND_SHIFT = 20
LOW = (1 << KIND_SHIFT) - 1
A_PLACE_WATCH_DOG, A_TAKE, A_NO_TAKE, A_END_TURN, A_RESCUE, A_LEARN, A_TUCK_TRAINING, A_TUCK_WALK = (
    kind << KIND_SHIFT for kind in range(1, 9)
)
A_ATTACH, A_FETCH, A_DISCARD_FOOD = (kind << KIND_SHIFT for kind in range(9, 12))
# a take: trick, line to which the watch dog goes, cells as bits
LINE_SHIFT = layout.N_CELLS
TRICK_SHIFT = LINE_SHIFT + 3
LINE_MASK = (1 << TRICK_SHIFT - LINE_SHIFT) - 1
# an attachment: trait, dog
DOG_BITS = 6
DOG_MASK = (1 << DOG_BITS) - 1

_MOST_TAKES = (1 + layout.MAX_DECK_TRICKS) * layout.MAX_PLACES
# before the taking only a card gained by Fetch is pending; after it there is none but the end of the turn
_MOST_TAKES_OR_ATTACHMENTS = max(_MOST_TAKES + layout.MAX_DOGS, 1 + MAX_PENDING * layout.MAX_DOGS)
MAX_LEGAL = (
    _MOST_TAKES_OR_ATTACHMENTS + layout.MAX_RESCUED + layout.MAX_DECK_TRICKS + 2 * layout.MAX_DOGS + layout.N_CELLS
)
# A turn takes a card, or it has put Fetch into the grid, which takes a card to get back; so there are at most two turns
# a card of the deck, Fetch and End Game, the rest of a round, and the placing of the watch dog. Every turn is taken and
# ended; every card gained is tucked or attached, or asks for nine cubes at most; every rescued dog and trick is bought.
_MOST_TURNS = 2 * (layout.MAX_DECK + 2) + layout.MAX_PLAYERS
MAX_DECISIONS = (
    1 + 3 * _MOST_TURNS + layout.MAX_DECK + 9 * layout.MAX_TRAITS + layout.MAX_RESCUED + layout.MAX_DECK_TRICKS
)


def action_to_dict(action: int, table: CardTable = SHIPPED) -> dict[str, Any]:
    """Return an action as the playthrough record writes it.

    Parameters
    ----------
    action : int
        A legal action of some position.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    dict
        With ``kind`` and the fields of that kind.
    """
    return _FIELDS[action & ~LOW](action & LOW, table)


def _take(low: int, table: CardTable) -> dict[str, Any]:
    return {
        "kind": "take",
        "trick": table.trick_ids[low >> TRICK_SHIFT],
        "cells": [cell for cell in range(layout.N_CELLS) if low >> cell & 1],
        "watch": layout.LINES[low >> LINE_SHIFT & LINE_MASK],
    }


def _attach(low: int, table: CardTable) -> dict[str, Any]:
    return {"kind": "attach", "trait": table.trait_ids[low >> DOG_BITS], "dog": low & DOG_MASK}


_FIELDS: dict[int, Callable[[int, CardTable], dict[str, Any]]] = {
    A_PLACE_WATCH_DOG: lambda low, _: {"kind": "place_watch_dog", "line": layout.LINES[low]},
    A_TAKE: _take,
    A_NO_TAKE: lambda *_: {"kind": "no_take"},
    A_END_TURN: lambda *_: {"kind": "end_turn"},
    A_RESCUE: lambda low, _: {"kind": "rescue", "slot": low},
    A_LEARN: lambda low, _: {"kind": "learn", "slot": low},
    A_TUCK_TRAINING: lambda low, _: {"kind": "tuck_training", "dog": low},
    A_TUCK_WALK: lambda low, _: {"kind": "tuck_walk", "dog": low},
    A_ATTACH: _attach,
    A_FETCH: lambda low, _: {"kind": "fetch", "cell": low},
    A_DISCARD_FOOD: lambda low, _: {"kind": "discard_food", "food": layout.CUBES[low]},
}
