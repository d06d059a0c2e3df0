"""The one place for randomness: per-game streams, the generator, bounded draws, the shuffle.

Every draw of a game comes from a *stream* keyed by (master seed, deal index, stream number), so that the
deal does not depend on what strategies draw, and two scenarios with the same seed meet the same deals.

Sources: SplitMix64 (Steele, Lea, Flood 2014, with the output function of Stafford's variant 13);
xoshiro256++ (Blackman, Vigna 2021); unbiased bounded draws (Lemire 2019) and several of them from one word
(Brackett-Rozinsky, Lemire 2024, "Batched ranged random integer generation").
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, multiply_high

RNG_DTYPE = np.dtype([("s0", np.uint64), ("s1", np.uint64), ("s2", np.uint64), ("s3", np.uint64)])

DEAL_STREAM = 0
SEATING_STREAM = 1
FIRST_SEAT_STREAM = 2

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_A = np.uint64(0xBF58476D1CE4E5B9)
_MIX_B = np.uint64(0x94D049BB133111EB)
_STREAM_STEP = np.uint64(0xD1342543DE82EF95)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)

_BATCH = 8


@inline
def mix64(x: Any) -> Any:
    """Scramble one uint64; a bijection, so different inputs never meet.

    Parameters
    ----------
    x : uint64
        Any word.

    Returns
    -------
    uint64
        The scrambled word.
    """
    x = (x ^ (x >> np.uint64(30))) * _MIX_A
    x = (x ^ (x >> np.uint64(27))) * _MIX_B
    return x ^ (x >> np.uint64(31))


@inline
def deal_key(seed: Any, deal_index: Any) -> Any:
    """Return the key that all streams of a deal share.

    Parameters
    ----------
    seed : uint64
        Master seed.
    deal_index : uint64
        Index of the deal within its cell.

    Returns
    -------
    uint64
        Different for different deals of one seed.
    """
    return mix64((mix64(seed + _GOLDEN) ^ deal_index) + _GOLDEN)


@inline
def continuation_key(key: Any, number: Any) -> Any:
    """Return the key of a game that goes on from the middle of another.

    Parameters
    ----------
    key : uint64
        `deal_key` of the deal, or a key made from it.
    number : int
        Of the decision at which it begins; then, on the key this gives, of the continuation. 0 or more.

    Returns
    -------
    uint64
        Far from `key` and from the keys of other numbers.
    """
    return mix64((key ^ _STREAM_STEP) + np.uint64(number) * _GOLDEN)


@jit
def seed_stream(rng: Any, key: Any, stream: Any) -> None:
    """Put the generator at the start of one stream of one deal.

    Parameters
    ----------
    rng : RNG_DTYPE record
        Written.
    key : uint64
        `deal_key` of the deal.
    stream : int
        `DEAL_STREAM`, `SEATING_STREAM`, or `FIRST_SEAT_STREAM` + seat.
    """
    start = mix64(key + np.uint64(stream + 1) * _STREAM_STEP)
    rng.s0 = mix64(start + _GOLDEN)
    rng.s1 = mix64(start + _GOLDEN * np.uint64(2))
    rng.s2 = mix64(start + _GOLDEN * np.uint64(3))
    rng.s3 = mix64(start + _GOLDEN * np.uint64(4))


@inline
def next_u64(rng: Any) -> Any:
    """Draw one word (xoshiro256++).

    Parameters
    ----------
    rng : RNG_DTYPE record
        Advanced by one draw.

    Returns
    -------
    uint64
        Uniform over all 2**64 values.
    """
    s0, s1, s2, s3 = rng.s0, rng.s1, rng.s2, rng.s3
    total = s0 + s3
    result = ((total << np.uint64(23)) | (total >> np.uint64(41))) + s0
    shifted = s1 << np.uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    rng.s0, rng.s1, rng.s2 = s0, s1, s2
    rng.s3 = (s3 << np.uint64(45)) | (s3 >> np.uint64(19))
    return result


@inline
def bounded(rng: Any, n: Any) -> Any:
    """Draw an integer from 0 to n - 1 without bias.

    Parameters
    ----------
    rng : RNG_DTYPE record
        Advanced by one draw, rarely more.
    n : int
        Number of values, at least 1.

    Returns
    -------
    int64
        Uniform over ``range(n)``.
    """
    bound = np.uint64(n)
    word = next_u64(rng)
    low = word * bound
    if low < bound:
        threshold = (_ZERO - bound) % bound
        while low < threshold:
            word = next_u64(rng)
            low = word * bound
    return np.int64(multiply_high(word, bound))


@jit
def uniform(rng: Any) -> Any:
    """Draw a float64 from [0, 1) with 53 random bits.

    Parameters
    ----------
    rng : RNG_DTYPE record
        Advanced by one draw.

    Returns
    -------
    float64
        Uniform over the multiples of 2**-53 in [0, 1).
    """
    return np.float64(next_u64(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@inline
def _draw_places(rng: Any, top: Any, n: Any) -> Any:
    """Draw indices below top, top - 1, ..., top - n + 1 from one word; 8 bits each, the first lowest.

    The word is multiplied by one bound after another, and the high words are the indices. A word whose last low half
    falls under the rejection threshold of the product is drawn again, which keeps it exact.
    """
    while True:
        low = next_u64(rng)
        product = _ONE
        packed = _ZERO
        for k in range(n):
            bound = np.uint64(top - k)
            packed |= multiply_high(low, bound) << np.uint64(8 * k)
            low *= bound
            product *= bound
        if low >= product or low >= (_ZERO - product) % product:
            return packed


@inline
def _swap_places(items: Any, top: Any, packed: Any, n: Any) -> None:
    for k in range(n):
        place = top - 1 - k
        j = np.int64((packed >> np.uint64(8 * k)) & np.uint64(255))
        items[place], items[j] = items[j], items[place]


@jit
def shuffle(rng: Any, items: Any, n: Any, n_loose: Any) -> None:
    """Bring the first `n` items into a uniformly random order (Fisher-Yates).

    Parameters
    ----------
    rng : RNG_DTYPE record
        Advanced.
    items : array
        Shuffled in place.
    n : int
        At most 200, so that the product of eight bounds fits a word.
    n_loose : int
        How many of the first items need no order among themselves, at least 1; which ones they are is random.
    """
    top = n
    while top >= n_loose + _BATCH:
        # a constant number of steps, which the compiler unrolls
        _swap_places(items, top, _draw_places(rng, top, _BATCH), _BATCH)
        top -= _BATCH
    if top > n_loose:
        _swap_places(items, top, _draw_places(rng, top, top - n_loose), top - n_loose)
