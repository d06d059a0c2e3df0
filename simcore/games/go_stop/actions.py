"""Actions: number <-> object <-> words.

A play of card c is ``8 c`` with nothing chosen, ``8 c + 1 + k`` where the field card in slot k of its month is
taken; then one number a card for `flip_take`, one for Go, one for Stop.
"""

from __future__ import annotations

from typing import Any

from simcore.games.go_stop.cards import CARD_ID, CODES, HAND_SIZE, N_CARDS

FLIP_TAKE_BASE = 8 * N_CARDS
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
        0 to `STOP`.

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
    card, take = divmod(action, 8)
    taken = CODES[(card & ~3) + take - 1] if take else None
    return {"kind": "play", "card": CODES[card], "take": taken}


def action_from_dict(action: dict[str, Any]) -> int:
    """Return the number of an action object; the inverse of `action_to_dict`.

    Parameters
    ----------
    action : dict
        ``kind`` and its fields, card codes as in the card table.

    Returns
    -------
    int
        0 to `STOP`.
    """
    if action["kind"] in ("go", "stop"):
        return GO if action["kind"] == "go" else STOP
    card = CARD_ID[action["card"]]
    if action["kind"] == "flip_take":
        return FLIP_TAKE_BASE + card
    return 8 * card + (0 if action["take"] is None else 1 + (CARD_ID[action["take"]] & 3))


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
