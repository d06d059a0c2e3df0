"""A fingerprint of results that does not depend on how the games were cut into chunks.

Every row is hashed by itself and the hashes are added modulo 2**64 in two lanes, so parts can be summed in any order
and any grouping: threads, chunks, shards and resumed runs give one number.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from simcore.engine.jit import inline
from simcore.engine.rng import mix64

_LANE_STEP = np.uint64(0xA0761D6478BD642F)


@inline
def add_words(words: Any, lanes: Any) -> None:
    """Add the hash of every row to two sums.

    Parameters
    ----------
    words : uint64[n_rows, n_words]
        Rows, read as words.
    lanes : uint64[2]
        Sums; changed in place.
    """
    for i in range(words.shape[0]):
        row_hash = np.uint64(words.shape[1])
        for k in range(words.shape[1]):
            row_hash = mix64((row_hash ^ words[i, k]) + _LANE_STEP)
        lanes[0] += row_hash
        lanes[1] += mix64(row_hash ^ _LANE_STEP)


def result_digest(lanes: Iterable[Iterable[int]]) -> str:
    """Return the digest of a run from the sums of its parts.

    Parameters
    ----------
    lanes : iterable of pairs of int
        The two sums of each part.

    Returns
    -------
    str
        32 hexadecimal digits.
    """
    totals = [0, 0]
    for pair in lanes:
        totals = [(total + int(value)) % 2**64 for total, value in zip(totals, pair, strict=True)]
    return hashlib.sha256(f"{totals[0]:016x}{totals[1]:016x}".encode()).hexdigest()[:32]
