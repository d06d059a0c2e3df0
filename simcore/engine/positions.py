"""What games share that read positions: moves as playthrough records write them, and values that say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.engine.values import Values
from simcore.errors import shown

# what messages call a position
WHERE = "Position"


def next_action(
    given: object, key: str, legal: list[dict[str, Any]], done: list[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the action of a move: moves are actions as playthrough records write them, one each.

    Parameters
    ----------
    given : object
        The move; fields that are None may be left out.
    key : str
        Dotted path of the move, for messages.
    legal : list of dict
        What is legal now.
    done : list of dict
        Actions of this move so far.

    Returns
    -------
    dict or None
        None where the move is finished.

    Raises
    ------
    InputError
        Where the move is not legal.
    """
    if done:
        return None
    fields = ("kind", *sorted({field for action in legal for field in action} - {"kind"}))
    move = Values(given, WHERE, fields, key)
    for action in legal:
        if all(move.get(field) == action.get(field) for field in fields):
            return action
    listed = ", ".join(map(str, legal)) or "nothing, the game is over"
    raise move.fault("", f"{shown(given, 120)} is not legal; legal: {shown(listed, 400)}")


def says_nothing(value: object) -> bool:
    """Whether a value is one that `to_dict` writes at a key that does not matter: None, empty, or zero counts."""
    if isinstance(value, (list, tuple)):
        return all(entry is None for entry in value)
    counts = value.values() if isinstance(value, Mapping) else [value]
    return all(count is None or (isinstance(count, int) and not count) for count in counts)
