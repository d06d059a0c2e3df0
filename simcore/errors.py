"""Every error a user can meet, each with its exit code and one line to read."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class SimcoreError(Exception):
    """Base of the errors that the command line turns into one line and an exit code."""

    exit_code = 1


class InputError(SimcoreError):
    """A bad file, key or value given by the user.

    Parameters
    ----------
    where : str
        File (or command-line option) that holds the fault.
    key : str
        Dotted path of the key, or ``""`` for the file as a whole.
    problem : str
        What is wrong and what is allowed, without a full stop.
    """

    exit_code = 2

    def __init__(self, where: str, key: str, problem: str) -> None:
        self.where, self.key, self.problem = where, key, problem
        text = ": ".join(part for part in (where, _cut(key, 160), problem) if part)
        # one line whatever the values held: a newline in a key must not split the message
        super().__init__(" ".join(printable(text).split()))


class DamagedRunError(SimcoreError):
    """A run directory whose files do not match its manifest."""


class GameError(SimcoreError):
    """A kernel stopped on a game; the message names the game and the command that shows it again."""


def shown(value: object, limit: int = 60) -> str:
    """Return `value` as a short literal for a one-line message.

    Parameters
    ----------
    value : object
        Any value from a user's file.
    limit : int
        Longest text returned, in characters.

    Returns
    -------
    str
        ``repr(value)``, cut in the middle where it is longer than `limit`.
    """
    return _cut(repr(value), limit)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 10]}...{text[-6:]}"


def printable(text: str) -> str:
    """Return `text` with the bytes of a file name that are no characters replaced by ``?``."""
    return text.encode("utf-8", "replace").decode()


def not_one_of(value: object, allowed: Iterable[str]) -> str:
    """Say that `value` is unknown, what is allowed, and the nearest match.

    Parameters
    ----------
    value : object
        What the user wrote.
    allowed : iterable of str
        Every accepted name.

    Returns
    -------
    str
        For example ``"'greddy' is unknown; allowed: greedy, random; did you mean 'greedy'?"``.
    """
    names = sorted(allowed)
    near = difflib.get_close_matches(str(value), names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{shown(value)} is unknown; allowed: {', '.join(names) or 'none'}{hint}"
