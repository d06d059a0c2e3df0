"""Named parameters of rules and strategies: default, range, meaning, and their form inside a kernel."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

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
    default : int, float, bool, str or tuple of str
        Its type decides which values are allowed; a tuple stands for a list of some of `choices`.
    text : str
        What it does, in a few words.
    source : str
        Rule number or ruling it comes from.
    minimum, maximum : float
        Range of a number, both ends allowed.
    choices : tuple of str
        Allowed words; the kernel sees a word's position in this tuple, or a list as a set of bits.
    """

    name: str
    default: int | float | bool | str | tuple[str, ...]
    text: str
    source: str = ""
    minimum: float = 0
    maximum: float = INT32_MAX
    choices: tuple[str, ...] = ()

    def allowed(self) -> str:
        """Say in words which values are allowed."""
        if isinstance(self.default, tuple):
            return f"allowed: a list with {', '.join(self.default)} and any of {', '.join(self._more)}, each once"
        if self.choices:
            return f"allowed: {', '.join(self.choices)}"
        if isinstance(self.default, bool):
            return "allowed: true, false"
        kind = "an integer" if isinstance(self.default, int) else "a number"
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
            fits = (
                isinstance(value, (list, tuple))
                and all(name in self.choices and value.count(name) == 1 for name in value)
                and all(name in value for name in self.default)
            )
            return None if fits else f"{shown(value)} is not allowed; {self.allowed()}"
        if self.choices:
            known = isinstance(value, str) and value in self.choices
            return None if known else not_one_of(value, self.choices)
        if isinstance(self.default, bool):
            fits = isinstance(value, bool)
        else:
            numbers = (int,) if isinstance(self.default, int) else (int, float)
            fits = (
                isinstance(value, numbers)
                and not isinstance(value, bool)
                and math.isfinite(value)
                and self.minimum <= value <= self.maximum
            )
        return None if fits else f"{shown(value)} is not allowed; {self.allowed()}"

    def encode(self, value: Any) -> float:
        """Return the number that stands for an allowed `value` inside a kernel."""
        if isinstance(self.default, tuple):
            return sum(1 << i for i, name in enumerate(self.choices) if name in value)
        return self.choices.index(value) if self.choices else value

    def spelled(self, value: Any) -> Any:
        """Return an allowed value in its one spelling, so that the digest is one as well.

        A whole float parameter may be written 1 or 1.0, a list in any order.
        """
        if isinstance(self.default, tuple):
            return [name for name in self.choices if name in value]
        return float(value) if isinstance(self.default, float) else value

    @property
    def _more(self) -> list[str]:
        assert isinstance(self.default, tuple)
        return [name for name in self.choices if name not in self.default]


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
        One record: int64 fields (choices are positions, switches 0 or 1, lists bit sets), and the tables.
    """
    numbers = {parameter.name: parameter.encode(values[parameter.name]) for parameter in parameters}
    fields = [(name, np.int64) for name in numbers] + [
        (name, table.dtype, table.shape) for name, table in tables.items()
    ]
    record = np.zeros(1, np.dtype(fields, align=True)).view(np.recarray)
    for name, value in {**numbers, **tables}.items():
        record[name] = value
    return record


def encode_strategy(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> list[float]:
    """Return a strategy's parameters in declared order, as the kernel reads them."""
    return [float(parameter.encode(values[parameter.name])) for parameter in parameters]
