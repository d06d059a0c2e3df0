"""What the tests of the engine share: a plain-Python model of the random streams, written from the papers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest

WORD = 2**64


def splitmix_output(x: int) -> int:
    """Return SplitMix64's output function of a 64-bit state (Steele, Lea, Flood 2014; Stafford's variant 13)."""
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % WORD
    return x ^ (x >> 31)


def splitmix(state: int) -> Iterator[int]:
    """Yield the words of SplitMix64 from a state on."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) % WORD
        yield splitmix_output(state)


def xoshiro(state: Sequence[int]) -> Iterator[int]:
    """Yield the words of xoshiro256++ from a state of four words on (Blackman, Vigna 2021)."""

    def rotated(x: int, k: int) -> int:
        return (x << k | x >> (64 - k)) % WORD

    s0, s1, s2, s3 = state
    while True:
        yield (rotated((s0 + s3) % WORD, 23) + s0) % WORD
        t = s1 << 17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 = (s2 ^ t) % WORD
        s3 = rotated(s3, 45)


def stream(seed: int, deal: int, number: int) -> Iterator[int]:
    """Yield the words of one stream of one deal: a chain of SplitMix64 outputs makes the state of xoshiro256++."""
    master = next(splitmix(seed))
    key = next(splitmix(master ^ deal))
    start = splitmix_output((key + (number + 1) * 0xD1342543DE82EF95) % WORD)
    words = splitmix(start)
    return xoshiro([next(words) for _ in range(4)])


def bounded(words: Iterator[int], n: int) -> int:
    """Draw below `n` (Lemire 2019): the high half of a product, drawn again where its low half is below 2**64 mod n."""
    while True:
        high, low = divmod(next(words) * n, WORD)
        if low >= WORD % n:
            return high


def batch(words: Iterator[int], bounds: Sequence[int], size: int = WORD) -> list[int]:
    """Draw one number below each of `bounds` from one word below `size` (Brackett-Rozinsky, Lemire 2024)."""
    product = 1
    for bound in bounds:
        product *= bound
    while True:
        low = next(words)
        drawn = []
        for bound in bounds:
            high, low = divmod(low * bound, size)
            drawn.append(high)
        if low >= size % product:
            return drawn


def shuffled(words: Iterator[int], n: int, n_loose: int) -> list[int]:
    """Return range(n) after Fisher-Yates from the top, eight places a word, the rest of the places from one word."""
    items = list(range(n))
    top = n
    while top > n_loose:
        many = min(8, top - n_loose)
        for j in batch(words, range(top, top - many, -1)):
            top -= 1
            items[top], items[j] = items[j], items[top]
    return items


@dataclass(frozen=True)
class Model:
    """The functions of this module, for tests that cannot import it."""

    splitmix_output: Callable[[int], int] = splitmix_output
    splitmix: Callable[[int], Iterator[int]] = splitmix
    xoshiro: Callable[[Sequence[int]], Iterator[int]] = xoshiro
    stream: Callable[[int, int, int], Iterator[int]] = stream
    bounded: Callable[[Iterator[int], int], int] = bounded
    batch: Callable[..., list[int]] = batch
    shuffled: Callable[[Iterator[int], int, int], list[int]] = shuffled


@pytest.fixture(scope="session")
def model() -> Model:
    """The random streams in plain Python."""
    return Model()
