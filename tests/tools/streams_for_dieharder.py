"""Writes the random words of consecutive games to stdout for ever, for dieharder, PractRand and the like.

Of every deal index in turn it writes the first words of its streams (the deal, seat 0, seat 1), one word of each
stream after the other, as raw little-endian 64-bit words. This is what the games see: many short streams with
neighbouring keys, not one long stream.

    python tests/tools/streams_for_dieharder.py --seed 1 | dieharder -g 200 -a -k 2 -Y 1
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

import numba
import numpy as np

from simcore.engine.rng import DEAL_STREAM, FIRST_SEAT_STREAM, RNG_DTYPE, deal_key, next_u64, seed_stream

DRAWS = 8
STREAMS = (DEAL_STREAM, FIRST_SEAT_STREAM, FIRST_SEAT_STREAM + 1)
_DEALS_A_BLOCK = 20_000


@numba.njit
def fill(seed: Any, first_deal: Any, streams: Any, rngs: Any, out: Any) -> None:
    """Write the words of ``len(out)`` deals; `out` is uint64[n_deals, n_draws, n_streams]."""
    for i in range(out.shape[0]):
        key = deal_key(seed, first_deal + np.uint64(i))
        for k in range(out.shape[2]):
            seed_stream(rngs[k], key, streams[k])
        for draw in range(out.shape[1]):
            for k in range(out.shape[2]):
                out[i, draw, k] = next_u64(rngs[k])


def main() -> None:
    """Write until the reader leaves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, default=1, help="master seed")
    parser.add_argument("--first-deal", type=int, default=0, help="first deal index")
    parser.add_argument("--draws", type=int, default=DRAWS, help="words of each stream")
    options = parser.parse_args()
    streams = np.array(STREAMS, np.int64)
    rngs = np.zeros(len(streams), RNG_DTYPE).view(np.recarray)
    block = np.zeros((_DEALS_A_BLOCK, options.draws, len(streams)), np.dtype("<u8"))
    deal = options.first_deal
    try:
        while True:
            fill(np.uint64(options.seed), np.uint64(deal), streams, rngs, block)
            sys.stdout.buffer.write(memoryview(block).cast("B"))
            deal += _DEALS_A_BLOCK
    except BrokenPipeError:
        # Python flushes stdout once more at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
