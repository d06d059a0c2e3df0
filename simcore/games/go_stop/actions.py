"""Actions: number <-> object <-> words.

A play says which hand card and which field cards of its month it takes: ``card << 5 | named << 4 | taken``, where
`taken` has a bit for each slot of the month and `named` is 1 where one of two cards was chosen. Then follow one number
a card for `flip_take`, one for Go, one for Stop.
"""

from __future__ import annotations

from typing import Any

from simcore.games.go_stop.cards import CODES, HAND_SIZE, N_CARDS

PLAY_SHIFT = 5
NAMED = 16
TAKEN = 15
FLIP_TAKE_BASE = N_CARDS << PLAY_SHIFT
GO = FLIP_TAKE_BASE + N_CARDS
STOP = GO + 1

# every hand card with either of two takes; `legal_actions` writes one entry ahead of its count
MAX_LEGAL = 2 * HAND_SIZE + 1
# 20 plays; after each a choice of its own, one for the stock card, and Go or Stop
MAX_DECISIONS = 80


def action_to_dict(action: int) -> dict[str, Any]:
    """Return an action as the playthrough record writes it.

    Parameters
    ----------
    action : int
        A legal action of some position.

    Returns
    -------
    dict
        With ``kind`` and the fields of that kind.
    """
    if action == GO:
        return {"kind": "go"}
    if action == STOP:
        return {"kind": "stop"}
    if action >= FLIP_TAKE_BASE:
        return {"kind": "flip_take", "card": CODES[action - FLIP_TAKE_BASE]}
    card = action >> PLAY_SHIFT
    slot = (action & TAKEN).bit_length() - 1
    return {"kind": "play", "card": CODES[card], "take": CODES[(card & ~3) + slot] if action & NAMED else None}


def action_to_words(action: int) -> str:
    """Return an action as a person says it."""
    fields = action_to_dict(action)
    match fields["kind"]:
        case "play" if fields["take"]:
            return f"plays {fields['card']} on {fields['take']}"
        case "play":
            return f"plays {fields['card']}"
        case "flip_take":
            return f"takes {fields['card']}"
        case kind:
            return f"says {kind.capitalize()}"
