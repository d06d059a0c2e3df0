"""Reads a mapping that a user wrote in Python, key by key; whatever does not fit becomes an `InputError`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from simcore.errors import InputError, not_one_of, shown


def as_whole(value: object) -> int | None:
    """Return an integer, numpy's included, as a plain one; None for anything else."""
    return int(value) if isinstance(value, (int, np.integer)) and not isinstance(value, bool) else None


class Values:
    """A mapping given by a user.

    Parameters
    ----------
    given : object
        What the user wrote.
    where : str
        What it belongs to, for messages.
    known : iterable of str
        Every key that is allowed.
    path : str
        Dotted path that leads to it, or "" for the mapping as a whole.

    Raises
    ------
    InputError
        Where it is no mapping, or has a key that is not known.
    """

    def __init__(self, given: object, where: str, known: Iterable[str], path: str = "") -> None:
        self.where, self.path = where, path
        if not isinstance(given, Mapping):
            raise InputError(where, path, f"{shown(given)} is not allowed; allowed: a dict")
        self._given = given
        allowed = list(known)
        for key in given:
            if key not in allowed:
                raise self.fault(str(key), not_one_of(key, allowed))

    def fault(self, key: str, problem: str) -> InputError:
        """Return the error that names a key and what is wrong with it."""
        return InputError(self.where, ".".join(part for part in (self.path, key) if part), problem)

    def has(self, key: str) -> bool:
        """Whether the user gave a value other than None."""
        return self._given.get(key) is not None

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value as it was given, `default` where there is none or it is None."""
        value = self._given.get(key)
        return default if value is None else value

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """Return an integer of a range, both ends allowed."""
        return self._whole(key, self.get(key, default), low, high)

    def wholes(self, key: str, n: int, low: int, high: int) -> list[int]:
        """Return `n` integers of a range; zeros where there is no value."""
        found = self.entries(key, [0] * n, n)
        return [self._whole(f"{key}.{i}", value, low, high) for i, value in enumerate(found)]

    def flag(self, key: str, default: bool = False) -> bool:
        """Return true or false."""
        value = self.get(key, default)
        if not isinstance(value, bool):
            raise self.fault(key, f"{shown(value)} is not allowed; allowed: true, false")
        return value

    def word(self, key: str, default: str, allowed: Iterable[str]) -> str:
        """Return one of some words."""
        return self.one_of(key, self.get(key, default), allowed)

    def words(self, key: str, allowed: Iterable[str]) -> list[str]:
        """Return a list of some words; an empty one where there is no value."""
        known = list(allowed)
        return [self.one_of(f"{key}.{i}", value, known) for i, value in enumerate(self.entries(key, []))]

    def entries(self, key: str, default: list[Any], n: int | None = None) -> list[Any]:
        """Return a list, of exactly `n` entries where that is given."""
        found = self.get(key, default)
        if not isinstance(found, (list, tuple)) or (n is not None and len(found) != n):
            size = "" if n is None else f" of {n}"
            raise self.fault(key, f"{shown(found)} is not allowed; allowed: a list{size}")
        return list(found)

    def one_of(self, key: str, value: object, allowed: Iterable[str]) -> str:
        """Return `value` where it is one of some words."""
        known = list(allowed)
        if not isinstance(value, str) or value not in known:
            raise self.fault(key, not_one_of(value, known))
        return value

    def _whole(self, key: str, value: object, low: int, high: int) -> int:
        number = as_whole(value)
        if number is None or not low <= number <= high:
            raise self.fault(key, f"{shown(value)} is not allowed; allowed: {low} to {high}")
        return number
