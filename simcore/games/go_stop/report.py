"""Words of Go-Stop for reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# all captures of a deal together make at most this combination total
_MOST_POINTS = 58


def describe_value(parameter: str, value: Any, entrant: Mapping[str, Any], rules: Mapping[str, Any]) -> str:
    """Say what a strategy's parameter makes an entrant do.

    Parameters
    ----------
    parameter : str
        Name of the parameter.
    value : object
        Its value.
    entrant, rules : mapping
        All parameters of the entrant and of the rules.

    Returns
    -------
    str
        Half a sentence, or "" for a parameter without words of its own.
    """
    if parameter == "max_opponent_points" and entrant.get("go_below", 0) > _MOST_POINTS:
        limit = f"{value} point{'s' if value != 1 else ''}"
        return "always says Go" if value >= _MOST_POINTS else f"says Go while the opponent has at most {limit}"
    if parameter != "go_below":
        return ""
    if value <= rules["point_threshold"]:
        return "always says Stop"
    unconditional = entrant.get("min_turns_left", 1) <= 1 and entrant.get("max_opponent_points", 0) >= _MOST_POINTS
    if value > _MOST_POINTS and unconditional:
        return "always says Go"
    return f"says Go while its points are below {value}"
