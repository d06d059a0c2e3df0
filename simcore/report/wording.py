"""Numbers and names as readers see them."""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Iterable, Sequence
from typing import Any

from simcore.analysis.estimates import BY_SYMMETRY, LEVEL, Estimate
from simcore.engine.game import GameSpec
from simcore.report.model import Column, Kind

NOTHING = "-"
CONFIDENCE = f"{LEVEL:.0%}".replace("%", " %")


def number(value: float, decimals: int) -> str:
    """Return a number with thousands grouped; a rounded zero has no sign."""
    text = f"{value:,.{decimals}f}"
    return text.removeprefix("-") if not text.strip("-0.,") else text


def signed(value: float, decimals: int) -> str:
    """Return a number with its sign, for payoffs; zero has none."""
    text = number(value, decimals)
    return text if text.startswith("-") or not text.strip("0.,") else f"+{text}"


def percent(share: float, decimals: int) -> str:
    """Return a share as a percentage."""
    return f"{number(100 * share, decimals)} %"


def at_least(value: float) -> str:
    """Return a positive number rounded down to two digits, so that "at least" stays true."""
    decimals = max(1 - math.floor(math.log10(value)), 0)
    return number(math.floor(value * 10**decimals) / 10**decimals, decimals)


def value_text(value: float | None, kind: Kind, decimals: int) -> str:
    """Return the value of a mean or a share, without its interval."""
    if value is None:
        return NOTHING
    if kind == "share":
        return percent(value, decimals)
    return number(value, decimals) if kind == "cost" else signed(value, decimals)


def interval_text(estimate: Estimate, kind: Kind, decimals: int) -> str:
    """Return the interval: a half-width, both ends where it is lopsided, or why there is none."""
    low, high, value = estimate.low, estimate.high, estimate.value
    if low is None or high is None or value is None:
        return f"({estimate.note})"
    if low == high:
        return f"({estimate.note})" if estimate.note else "± 0"
    half = (high - low) / 2
    # a half-width must leave 0 on the side on which the interval has it
    misleads = (value - half > 0) != (low > 0) or (value + half < 0) != (high < 0)
    if misleads or abs(high + low - 2 * value) > 0.2 * (high - low):
        return f"({range_text(estimate, kind, decimals)})"
    return f"± {percent(half, decimals) if kind == 'share' else number(half, decimals)}"


def short_interval_text(estimate: Estimate, kind: Kind, decimals: int) -> str:
    """Return the interval for the narrow cells of a heat map."""
    if estimate.value is None:
        return ""
    if estimate.note:
        return "exact" if estimate.note == BY_SYMMETRY else "no interval"
    return interval_text(estimate, kind, decimals)


def range_text(estimate: Estimate, kind: Kind, decimals: int) -> str:
    """Return both ends of an interval that is there."""
    low = value_text(estimate.low, kind, decimals).removesuffix(" %")
    return f"{low} to {value_text(estimate.high, kind, decimals)}"


def estimate_text(estimate: Estimate, kind: Kind, decimals: int) -> str:
    """Return a value with its interval."""
    value = value_text(estimate.value, kind, decimals)
    return f"{value} {interval_text(estimate, kind, decimals)}"


def cell_text(value: Any, column: Column) -> str:
    """Return one cell of a table."""
    if value is None:
        return NOTHING
    if isinstance(value, Estimate):
        return estimate_text(value, column.kind, column.decimals)
    if column.kind == "count":
        return f"{value:,}"
    return number(value, column.decimals) if column.kind == "number" else str(value)


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words as prose does."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else "none"


def plural(count: int, word: str) -> str:
    """Return a count with its noun."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def seat_name(seat: int) -> str:
    """Return the name of a seat in turn order."""
    return ("first", "second", "third", "fourth")[seat] if seat < 4 else f"{seat + 1}th"


def reason_name(reason: str) -> str:
    """Return a reason's stable name as words."""
    return reason.replace("_", " ")


def setting(name: str, values: Sequence[Any]) -> str:
    """Return a parameter with its value, or with the values that it takes in turn."""
    return f"{name} {', '.join(value_word(value) for value in values)}"


def value_word(value: Any) -> str:
    """Return a parameter's value as scenario files spell it."""
    if isinstance(value, list):
        return " + ".join(value_word(entry) for entry in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_words(game: GameSpec, parameter: str, value: Any, entrant: dict[str, Any], rules: dict[str, Any]) -> str:
    """Say what an entrant with this value of a parameter does.

    A game may define ``describe_value(parameter, value, entrant, rules)`` in its module ``report``; it returns half a
    sentence such as "says Go while its points are below 9", or "" where it has no words of its own.

    Parameters
    ----------
    game : GameSpec
        The game.
    parameter : str
        Name of a strategy's parameter.
    value : object
        Its value.
    entrant, rules : dict
        All parameters of the entrant and of the rules.

    Returns
    -------
    str
    """
    place = f"{game.package}.report"
    described = ""
    if importlib.util.find_spec(place):
        described = importlib.import_module(place).describe_value(parameter, value, entrant, rules)
    return described or f"has {parameter} {value}"
