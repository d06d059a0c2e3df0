"""The 48 cards: one table from ``cards.toml``, and the bit masks that rules and scoring read.

A set of cards is a uint64 with bit ``id`` set; the four cards of month m are bits 4 (m - 1) to 4 m - 1.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine.jit import inline

N_CARDS = 48
HAND_SIZE = 10
FIELD_SIZE = 8

CARDS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))["cards"]
CODES: list[str] = [card["code"] for card in CARDS]
CARD_ID: dict[str, int] = {code: card_id for card_id, code in enumerate(CODES)}


def _mask(key: str, *values: str) -> np.uint64:
    return np.uint64(sum(1 << card_id for card_id, card in enumerate(CARDS) if card[key] in values))


BRIGHT = _mask("kind", "bright")
ANIMAL = _mask("kind", "animal")
RIBBON = _mask("kind", "ribbon")
SINGLE_JUNK = _mask("kind", "junk")
DOUBLE_JUNK = _mask("kind", "double_junk")
RAIN = _mask("set", "rain")
CUP = _mask("set", "cup")
GODORI = _mask("set", "godori")
RED_POETRY = _mask("set", "red")
PLAIN_RED = _mask("set", "plain")
BLUE = _mask("set", "blue")

NO_CARDS = np.uint64(0)
ONE = np.uint64(1)
MONTH = np.uint64(15)
# lowest bit of every month
MONTHS = np.uint64(0x111111111111)


@inline
def bit(card: Any) -> Any:
    """Return the mask (uint64) of one card id (0 to 47)."""
    return ONE << np.uint64(card)


@inline
def month_bits(cards: Any, card: Any) -> Any:
    """Return those of `cards` that share the month of `card`, as a mask at their places."""
    return cards & (MONTH << np.uint64(card & 60))


@inline
def whole_months(cards: Any) -> Any:
    """Return the lowest bit of every month that lies wholly in `cards` (R13-R15)."""
    pairs = cards & (cards >> ONE)
    return pairs & (pairs >> np.uint64(2)) & MONTHS


@inline
def months_with_two(cards: Any) -> Any:
    """Return all four bits of every month of which `cards` holds exactly two."""
    twos = np.uint64(0x555555555555)
    fours = np.uint64(0x333333333333)
    counts = cards - ((cards >> ONE) & twos)
    counts = (counts & fours) + ((counts >> np.uint64(2)) & fours)
    # of the counts 0 to 4 only binary 010 has its middle bit set and its lowest bit clear, 011 apart
    return ((counts >> ONE) & ~counts & MONTHS) * MONTH


def to_codes(cards: Any) -> list[str]:
    """Return the codes of a mask's cards in canonical order."""
    return [code for card_id, code in enumerate(CODES) if int(cards) >> card_id & 1]


def to_mask(codes: Any) -> np.uint64:
    """Return the mask of card codes; a KeyError names an unknown one."""
    return np.uint64(sum(1 << CARD_ID[code] for code in codes))
