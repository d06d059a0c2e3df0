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
    default : int, float, bool or str
        Its type decides which values are allowed.
    text : str
        What it does, in a few words.
    source : str
        Rule number or ruling it comes from.
    minimum, maximum : float
        Range of a number, both ends allowed.
    choices : tuple of str
        Allowed words; the kernel sees a word's position in this tuple.
    """

    name: str
    default: int | float | bool | str
    text: str
    source: str = ""
    minimum: float = 0
    maximum: float = INT32_MAX
    choices: tuple[str, ...] = ()

    def allowed(self) -> str:
        """Say in words which values are allowed."""
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
        return self.choices.index(value) if self.choices else value


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
    values = {name: given.get(name, parameter.default) for name, parameter in known.items()}
    # a whole float parameter may be written 1 or 1.0: one spelling, so that the digest is one as well
    return {
        name: float(value) if isinstance(known[name].default, float) else value  # type: ignore[arg-type]
        for name, value in values.items()
    }


def rules_dtype(parameters: Iterable[Parameter]) -> np.dtype[Any]:
    """Return the record dtype of a game's rule parameters: one int64 field each."""
    return np.dtype([(parameter.name, np.int64) for parameter in parameters])


def encode_rules(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> Any:
    """Return the rule parameters as the kernel reads them.

    Parameters
    ----------
    parameters : tuple of Parameter
        The game's parameters.
    values : mapping
        A value for each of them, already checked.

    Returns
    -------
    recarray[1]
        One record of int64 fields; choices are positions, switches 0 or 1.
    """
    record = np.zeros(1, dtype=rules_dtype(parameters)).view(np.recarray)
    for parameter in parameters:
        record[parameter.name] = parameter.encode(values[parameter.name])
    return record


def encode_strategy(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> list[float]:
    """Return a strategy's parameters in declared order, as the kernel reads them."""
    return [float(parameter.encode(values[parameter.name])) for parameter in parameters]
