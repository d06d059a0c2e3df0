"""The space that a tuning searches: ranges, steps and words of a strategy's parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simcore.engine.parameters import Parameter
from simcore.errors import InputError, not_one_of, shown

# digits that a searched number keeps: more say nothing and are hard to read
_DIGITS = 4


@dataclass(frozen=True)
class Dimension:
    """One parameter that is searched.

    Parameters
    ----------
    name : str
        The parameter.
    values : tuple
        Every value, in order, of a stepped or worded one; the two ends of a range of numbers.
    kind : str
        ``range``: any number between the ends; ``steps``: one of the values, neighbours alike; ``words``: one of
        them, without an order.
    """

    name: str
    values: tuple[Any, ...]
    kind: str

    def at(self, place: float) -> Any:
        """Return the value at a place from 0 to 1 of a range or of steps."""
        if self.kind == "range":
            low, high = self.values
            return float(f"{low + (high - low) * place:.{_DIGITS}g}")
        return self.values[round(place * (len(self.values) - 1))]

    def place(self, value: Any) -> float:
        """Return the place from 0 to 1 of a value of a range or of steps, of the nearest for one outside."""
        if self.kind == "range":
            low, high = self.values
            return float(min(max((value - low) / (high - low), 0.0), 1.0))
        nearest = min(range(len(self.values)), key=lambda i: abs(self.values[i] - value))
        return nearest / (len(self.values) - 1)

    def places(self) -> list[float]:
        """Return the places of all steps."""
        return [i / (len(self.values) - 1) for i in range(len(self.values))]


def space_of(parameters: Sequence[Parameter], given: Mapping[str, list[Any]], where: str, key: str) -> list[Dimension]:
    """Check what a ``[tune.params]`` table asks for.

    Parameters
    ----------
    parameters : sequence of Parameter
        Of the strategy.
    given : mapping of str to list
        Two numbers are the ends of a range, both allowed; more are the steps; words are words.
    where, key : str
        File and dotted path for messages.

    Returns
    -------
    list of Dimension

    Raises
    ------
    InputError
        For an unknown parameter or a value that it does not allow.
    """
    known = {parameter.name: parameter for parameter in parameters}
    return [_dimension(known, name, values, where, f"{key}.{name}") for name, values in given.items()]


def _dimension(known: Mapping[str, Parameter], name: str, values: list[Any], where: str, key: str) -> Dimension:
    if name not in known:
        raise InputError(where, key, not_one_of(name, known) if known else "the strategy has no parameters")
    parameter = known[name]
    for value in values:
        if problem := parameter.problem(value):
            raise InputError(where, key, problem)
    if any(values.count(value) > 1 for value in values):
        raise InputError(where, key, f"{shown(values)} names a value twice")
    if parameter.choices or isinstance(parameter.default, bool):
        return Dimension(name, tuple(values), "words")
    if values != sorted(values):
        raise InputError(where, key, f"{shown(values)} does not rise")
    if len(values) == 2 and isinstance(parameter.default, float):
        return Dimension(name, tuple(map(float, values)), "range")
    steps = tuple(range(values[0], values[1] + 1)) if len(values) == 2 else tuple(values)
    # two steps have no neighbours to tell apart
    return Dimension(name, steps, "steps" if len(steps) > 2 else "words")
