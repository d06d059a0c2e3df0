"""Named parameters of rules and strategies: default, range, meaning, and their form inside a kernel."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from simcore.errors import InputError, not_one_of, shown

INT32_MAX = 2**31 - 1


@dataclass(frozen=True)
class Parameter:
    """One named number, switch or choice.

    Parameters
    ----------
    name : str
        Key in scenario files.
    default : int, float, bool, str, tuple of str or tuple of int
        Its type decides which values are allowed; a tuple stands for a list of some of `choices` or, without choices,
        of as many integers (rules only).
    text : str
        What it does, in a few words.
    source : str
        Rule number or ruling it comes from.
    minimum, maximum : float
        Range of a number, or of each in a list, both ends allowed.
    choices : tuple of str
        Allowed words; the kernel sees a word's position in this tuple, or a list as a set of bits.
    """

    name: str
    default: int | float | bool | str | tuple[str, ...] | tuple[int, ...]
    text: str
    source: str = ""
    minimum: float = 0
    maximum: float = INT32_MAX
    choices: tuple[str, ...] = ()

    def allowed(self) -> str:
        """Say in words which values are allowed."""
        if isinstance(self.default, tuple) and self.choices:
            always, more = self._listed
            return f"allowed: a list with {', '.join(always)} and any of {', '.join(more)}, each once"
        if self.choices:
            return f"allowed: {', '.join(self.choices)}"
        if isinstance(self.default, bool):
            return "allowed: true, false"
        kind = "an integer" if isinstance(self.default, int) else "a number"
        if isinstance(self.default, tuple):
            kind = f"a list of {len(self.default)} integers"
        if self.maximum >= INT32_MAX:
            return f"allowed: {kind} >= {self.minimum:g}"
        return f"allowed: {kind} from {self.minimum:g} to {self.maximum:g}"

    def problem(self, value: object) -> str | None:
        """Say what is wrong with `value`, or return None where it is allowed.

        Parameters
        ----------
        value : object
            Anything a scenario file can hold.

        Returns
        -------
        str or None
            Half a sentence for an `InputError`.
        """
        if isinstance(self.default, tuple):
            fits = isinstance(value, (list, tuple)) and self._fits_list(value)
        elif self.choices:
            known = isinstance(value, str) and value in self.choices
            return None if known else not_one_of(value, self.choices)
        elif isinstance(self.default, bool):
            fits = isinstance(value, bool)
        else:
            fits = self._fits_number(value, whole=isinstance(self.default, int))
        return None if fits else f"{shown(value)} is not allowed; {self.allowed()}"

    def _fits_list(self, value: Sequence[object]) -> bool:
        assert isinstance(self.default, tuple)
        if not self.choices:
            return len(value) == len(self.default) and all(self._fits_number(each, whole=True) for each in value)
        known = all(name in self.choices and value.count(name) == 1 for name in value)
        return known and all(name in value for name in self.default)

    def _fits_number(self, value: object, *, whole: bool) -> bool:
        return (
            isinstance(value, (int,) if whole else (int, float))
            and not isinstance(value, bool)
            and math.isfinite(value)
            and self.minimum <= value <= self.maximum
        )

    def encode(self, value: Any) -> float | list[int]:
        """Return the number, or list of numbers, that stands for an allowed `value` inside a kernel."""
        if isinstance(self.default, tuple):
            if not self.choices:
                return list(value)
            return sum(1 << i for i, name in enumerate(self.choices) if name in value)
        return self.choices.index(value) if self.choices else value

    def spelled(self, value: Any) -> Any:
        """Return an allowed value in its one spelling, so that the digest is one as well.

        A whole float parameter may be written 1 or 1.0, a list of words in any order.
        """
        if isinstance(self.default, tuple):
            return [name for name in self.choices if name in value] if self.choices else list(value)
        return float(value) if isinstance(self.default, float) else value

    @property
    def _listed(self) -> tuple[list[str], list[str]]:
        """The words that a list must hold, and those that it may hold as well."""
        always = [name for name in self.choices if name in self.spelled(self.default)]
        return always, [name for name in self.choices if name not in always]


def complete(parameters: Iterable[Parameter], given: Mapping[str, object], where: str, key: str) -> dict[str, Any]:
    """Check `given` against `parameters` and fill in the defaults.

    Parameters
    ----------
    parameters : iterable of Parameter
        Everything that can be set.
    given : mapping of str to object
        What the user set.
    where, key : str
        File and dotted path for messages.

    Returns
    -------
    dict
        Every parameter's value, in the order of `parameters`.

    Raises
    ------
    InputError
        For an unknown name or a value that is not allowed.
    """
    known = {parameter.name: parameter for parameter in parameters}
    for name, value in given.items():
        if name not in known:
            raise InputError(where, f"{key}.{name}", not_one_of(name, known))
        problem = known[name].problem(value)
        if problem:
            raise InputError(where, f"{key}.{name}", problem)
    return {name: parameter.spelled(given.get(name, parameter.default)) for name, parameter in known.items()}


def encode_rules(parameters: Iterable[Parameter], values: Mapping[str, Any], tables: Mapping[str, Any]) -> Any:
    """Return the rule parameters as the kernel reads them.

    Parameters
    ----------
    parameters : tuple of Parameter
        The game's parameters.
    values : mapping
        A value for each of them, already checked.
    tables : mapping of str to array
        Card tables that rules read as data.

    Returns
    -------
    recarray[1]
        One record: int64 fields (choices are positions, switches 0 or 1, lists of words bit sets, lists of numbers
        arrays), and the tables.
    """
    numbers = {parameter.name: np.array(parameter.encode(values[parameter.name]), np.int64) for parameter in parameters}
    fields = [(name, table.dtype, table.shape) for name, table in {**numbers, **tables}.items()]
    record = np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)
    for name, value in {**numbers, **tables}.items():
        record[name] = value
    return record


def encode_strategy(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> list[float]:
    """Return a strategy's parameters in declared order, as the kernel reads them."""
    return [float(cast("float", parameter.encode(values[parameter.name]))) for parameter in parameters]
