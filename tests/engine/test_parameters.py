"""Parameters that are lists: what is allowed, how they are spelled, and how the kernel reads them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simcore.engine.parameters import Parameter, complete, encode_rules
from simcore.errors import InputError

NUMBERS = Parameter("points", (0, -1, 5), "points", minimum=-9, maximum=9)
WORDS = Parameter("sets", ("base",), "sets", choices=("base", "more", "most"))
SIMPLE = Parameter("limit", 3, "limit", maximum=7)


@pytest.mark.parametrize("value", [[0, -1, 5], [9, 9, -9], (1, 2, 3)])
def test_a_list_of_numbers(value: Any) -> None:
    """As many whole numbers as the default has, each in the range, in a list."""
    assert NUMBERS.problem(value) is None
    assert NUMBERS.spelled(value) == NUMBERS.encode(value) == list(value)


@pytest.mark.parametrize("value", [[0, -1], [0, -1, 5, 1], [0, -1, 10], [0, -1, True], [0, -1, 1.0], "abc", 3, None])
def test_a_wrong_list_of_numbers(value: Any) -> None:
    """Anything else is refused with what is allowed."""
    with pytest.raises(InputError, match=r"test: rules\.points: .*; allowed: a list of 3 integers from -9 to 9"):
        complete([NUMBERS], {"points": value}, "test", "rules")


def test_a_list_of_words() -> None:
    """A list of words must hold those of the default and is spelled in one order."""
    assert WORDS.problem(["most", "base"]) is None
    assert WORDS.spelled(["most", "base"]) == ["base", "most"]
    assert WORDS.encode(["most", "base"]) == 0b101
    assert "allowed: a list with base and any of more, most" in str(WORDS.problem(["more"]))


def test_lists_in_the_rules_record() -> None:
    """A list of numbers is an array of the record, everything else one number; tables stand beside them."""
    values = complete([NUMBERS, WORDS, SIMPLE], {"sets": ["base", "more"]}, "test", "rules")
    record = encode_rules([NUMBERS, WORDS, SIMPLE], values, {"table": np.arange(4, dtype=np.int8)})
    assert record.points[0].tolist() == [0, -1, 5]
    assert (int(record.sets[0]), int(record.limit[0])) == (3, 3)
    assert record.table[0].tolist() == [0, 1, 2, 3]
    assert {record.dtype[name].base for name in ("points", "sets", "limit")} == {np.dtype(np.int64)}
