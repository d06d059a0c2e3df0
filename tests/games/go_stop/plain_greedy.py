"""What `greedy` plays, from the words of the rule sheet's section 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# canonical order: by month, then as the deck lists them
ORDER = "BARJD"

VALUES = {"B": 10, "A": 5, "R": 4, "D": 3, "J": 1}


def value(code: str) -> int:
    return VALUES[code[2]]


def _place(code: str) -> tuple[str, int, str]:
    return code[:2], ORDER.index(code[2]), code


def best_card(codes: Sequence[str]) -> str:
    """The most valuable card, of equals the one with the lowest id."""
    return min(codes, key=lambda code: (-value(code), _place(code)))


def choice(hand: Sequence[str], field: Sequence[str], legal: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """What section 6 says that greedy plays."""
    if legal[0]["kind"] == "stop" or legal[-1]["kind"] == "stop":
        return {"kind": "stop"}
    if legal[0]["kind"] == "flip_take":
        return {"kind": "flip_take", "card": best_card([action["card"] for action in legal])}
    worth = {}
    for card in hand:
        matches = [other for other in field if other[:2] == card[:2]]
        taken = [best_card(matches)] if len(matches) == 2 else matches
        worth[card] = value(card) + sum(map(value, taken)) if matches else -value(card)
    card = min(hand, key=lambda code: (-worth[code], _place(code)))
    matches = [other for other in field if other[:2] == card[:2]]
    named = len(matches) == 2 and any(action["take"] for action in legal if action["card"] == card)
    return {"kind": "play", "card": card, "take": best_card(matches) if named else None}
