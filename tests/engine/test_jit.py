"""The three machine instructions that rules and random draws use, compiled and in plain Python."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from simcore.engine.jit import lowest_bit, multiply_high, popcount

WORDS = [0, 1, 2, 3, 2**31, 2**32 - 1, 2**47, 2**63, 2**63 + 1, 2**64 - 1, 0x9E3779B97F4A7C15, 0x0123456789ABCDEF]


@numba.njit
def _of_one(words: Any, out: Any) -> None:
    for i in range(len(words)):
        out[i, 0] = popcount(words[i])
        out[i, 1] = lowest_bit(words[i])


@numba.njit
def _of_two(words: Any, out: Any) -> None:
    for i in range(len(words)):
        for k in range(len(words)):
            out[i, k] = multiply_high(words[i], words[k])


def test_bits_are_counted_and_found() -> None:
    """popcount and lowest_bit are Python's own answers, at every single bit and at the ends of a word."""
    words = [*WORDS, *(1 << bit for bit in range(64))]
    out = np.zeros((len(words), 2), np.int64)
    _of_one(np.array(words, np.uint64), out)
    for word, (count, lowest) in zip(words, out.tolist(), strict=True):
        assert count == bin(word).count("1") == popcount(np.uint64(word))
        if word:
            assert word % 2**lowest == 0
            assert word >> lowest & 1
            assert lowest_bit(np.uint64(word)) == lowest


def test_high_words_of_products() -> None:
    """multiply_high is the upper half of the product of two words, to the largest ones."""
    out = np.zeros((len(WORDS), len(WORDS)), np.uint64)
    _of_two(np.array(WORDS, np.uint64), out)
    for i, a in enumerate(WORDS):
        for k, b in enumerate(WORDS):
            assert int(out[i, k]) == a * b >> 64 == int(multiply_high(np.uint64(a), np.uint64(b)))
