"""Random streams: known answers, a plain-Python model, and uniformity of draws and deals.

Every statistical test has a fixed seed, so it passes or fails for good. `ERROR_RATE` is the chance with which a
faultless generator would have failed a test when it was written; tests of many positions share it out (Bonferroni).
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from typing import Any

import numba
import numpy as np
import pytest
from scipy.stats import chi2

from simcore.engine.rng import (
    DEAL_STREAM,
    FIRST_SEAT_STREAM,
    RNG_DTYPE,
    SEATING_STREAM,
    bounded,
    deal_key,
    mix64,
    next_u64,
    seed_stream,
    shuffle,
    uniform,
)

ERROR_RATE = 1e-4
N_CARDS = 48
DEALS = 300_000
STREAMS = (DEAL_STREAM, SEATING_STREAM, FIRST_SEAT_STREAM, FIRST_SEAT_STREAM + 1)

# (seed, deal, stream) -> first words
GOLDEN = {
    (0, 0, 0): (0xA26FE9AD1E54284B, 0x7539399BF260D467, 0x293940F5D54C3AEF),
    (20261129, 0, 0): (0x3C87D8E8D8442894, 0xA01891E415CDFE02, 0xF250BCEF667712C7),
    (20261129, 0, 2): (0xA96B2899B796EE57, 0x2278FEFC18AF3721, 0xE10B879EE24C054D),
    (20261129, 1, 0): (0x51C4E9402E3F5D61, 0x0A560DF3E72919CD, 0xF4EFBB475D6F9AD6),
    (1, 2**40 + 3, 3): (0x396065FB184DDBD2, 0x56D2B11CCA97FC11, 0x17868F3C05DB6DC2),
    (2**64 - 1, 2**63, 1): (0x5B42324D3257C035, 0xCF02A613E6DA21A1, 0x0B937C1C12E586A2),
}


@numba.njit
def _mixed(x: Any) -> Any:
    return mix64(x)


@numba.njit
def _start(seed: Any, deal: Any, stream: Any, rng: Any) -> None:
    seed_stream(rng, deal_key(seed, deal), stream)


@numba.njit
def _words(rng: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = next_u64(rng)


@numba.njit
def _bounded(rng: Any, n: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = bounded(rng, n)


@numba.njit
def _uniform(rng: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = uniform(rng)


@numba.njit
def _shuffle(rng: Any, items: Any, n: Any, n_loose: Any) -> None:
    shuffle(rng, items, n, n_loose)


@numba.njit
def _deal_many(
    first_seed: Any, seed_step: Any, deal_step: Any, n_loose: Any, rng: Any, places: Any, moves: Any
) -> None:
    """Count which card lies at each position of many deals, and how far it is from the last deal's card there."""
    n = places.shape[0]
    items = np.zeros(n, np.int8)
    last = np.zeros(n, np.int8)
    for i in range(DEALS):
        seed_stream(rng, deal_key(first_seed + np.uint64(i * seed_step), np.uint64(i * deal_step)), DEAL_STREAM)
        for k in range(n):
            items[k] = k
        shuffle(rng, items, n, n_loose)
        for k in range(n):
            places[k, items[k]] += 1
            if i:
                moves[k, (items[k] - last[k]) % n] += 1
            last[k] = items[k]


@numba.njit
def _first_words(seeds: Any, deals: Any, streams: Any, rng: Any, out: Any) -> None:
    """Write the first state word and the first draw of every stream of every (seed, deal)."""
    i = 0
    for seed in seeds:
        for deal in deals:
            for stream in streams:
                seed_stream(rng, deal_key(seed, deal), stream)
                out[0, i] = rng.s0
                out[1, i] = next_u64(rng)
                i += 1


@numba.njit
def _orders(rng: Any, n: Any, counts: Any) -> None:
    """Count the orders of `n` items over many shuffles of one stream."""
    items = np.zeros(n, np.int8)
    for _ in range(DEALS):
        for k in range(n):
            items[k] = k
        shuffle(rng, items, n, 1)
        order = 0
        for k in range(n):
            order = order * n + items[k]
        counts[order] += 1


def rng_at(seed: int = 0, deal: int = 0, number: int = DEAL_STREAM) -> Any:
    """Return a generator at the start of a stream."""
    rng = np.zeros(1, RNG_DTYPE).view(np.recarray)[0]
    _start(np.uint64(seed), np.uint64(deal), number, rng)
    return rng


def rng_with(*state: int) -> Any:
    """Return a generator in a given state."""
    return np.array([tuple(np.uint64(word) for word in state)], RNG_DTYPE).view(np.recarray)[0]


def rng_that_draws(word: int) -> tuple[Any, list[int]]:
    """Return a generator whose next word is `word`, and its state: s0 = 0 makes that word s3 turned left by 23."""
    state = [0, 3, 5, (word >> 23 | word << 41) % 2**64]
    return rng_with(*state), state


def words_of(rng: Any, n: int) -> list[int]:
    """Draw `n` words."""
    out = np.zeros(n, np.uint64)
    _words(rng, out)
    return [int(word) for word in out]


def p_values(counts: Any) -> Any:
    """Return the chi-square p-value of each row against equal shares."""
    counts = np.atleast_2d(counts)
    expected = counts.sum(axis=1, keepdims=True) / counts.shape[1]
    assert expected.min() > 100
    return chi2.sf(((counts - expected) ** 2 / expected).sum(axis=1), counts.shape[1] - 1)


def assert_uniform(counts: Any, error_rate: float = ERROR_RATE) -> None:
    """Assert that every row of `counts` could come from equal shares; all rows together have the error rate."""
    found = p_values(counts)
    # a fit that is too good is a fault as well
    assert found.min() > error_rate / len(found) / 2, f"row {found.argmin()}: p = {found.min():.3g}"
    assert found.max() < 1 - error_rate / len(found) / 2, f"row {found.argmax()}: p = {found.max():.17g}"


def test_mix_is_splitmix64(model: Any) -> None:
    """mix64 is SplitMix64's output function: the published words for the state 1234567, and the model's for others."""
    golden = 0x9E3779B97F4A7C15
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    found = [int(_mixed(np.uint64((1234567 + k * golden) % 2**64))) for k in range(1, 6)]
    assert found == published == list(itertools.islice(model.splitmix(1234567), 5))
    for x in (0, 1, 2**63, 2**64 - 1, golden):
        assert int(_mixed(np.uint64(x))) == model.splitmix_output(x)


def test_generator_is_xoshiro256_plus_plus(model: Any) -> None:
    """next_u64 gives the published words of xoshiro256++ for the state 1, 2, 3, 4, and the model's for a thousand."""
    published = [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]
    assert words_of(rng_with(1, 2, 3, 4), 10) == published
    state = [0xDEADBEEF, 2**64 - 1, 2**63, 12345678901234567890]
    assert words_of(rng_with(*state), 1000) == list(itertools.islice(model.xoshiro(state), 1000))


@pytest.mark.parametrize("key", GOLDEN, ids=str)
def test_first_words_of_streams_stay(key: tuple[int, int, int], model: Any) -> None:
    """The first words of a stream never change, or every published result would; the model knows how they come."""
    assert tuple(words_of(rng_at(*key), 3)) == GOLDEN[key] == tuple(itertools.islice(model.stream(*key), 3))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48, 1000])
def test_bounded_is_uniform(n: int) -> None:
    """Draws below n hit every value equally often (chi-square, error rate 1e-4 each)."""
    out = np.zeros(max(200_000, 400 * n), np.int64)
    _bounded(rng_at(20261129, n), n, out)
    assert 0 <= out.min() <= out.max() < n
    if n > 1:
        assert_uniform(np.bincount(out, minlength=n))


def test_bounded_is_unbiased_where_every_fourth_word_is_rejected(model: Any) -> None:
    """Below 3 * 2**61 a draw without rejection would give 3:3:2 modulo 3; draws and words used are the model's."""
    n = 3 * 2**61
    rng = rng_at(7, 7)
    out = np.zeros(60_000, np.int64)
    _bounded(rng, n, out)
    assert_uniform(np.bincount(out % 3))
    words = model.stream(7, 7, DEAL_STREAM)
    assert out.tolist() == [model.bounded(words, n) for _ in out]
    assert words_of(rng, 1) == [next(words)], "kernel and model used up different numbers of words"


@pytest.mark.parametrize("n", [2**63 - 25, 2**62 + 1, 3, 49])
@pytest.mark.parametrize("low", [-1, 0, 1], ids=["below", "at", "above"])
def test_bounded_rejects_exactly_below_the_threshold(n: int, low: int, model: Any) -> None:
    """A word is drawn again just where the low half of its product is below 2**64 mod n, to the last unit."""
    threshold = 2**64 % n
    # the word whose product with n has this low half
    word = (threshold + low) * pow(n, -1, 2**64) % 2**64
    rng, state = rng_that_draws(word)
    words = model.xoshiro(state)
    assert next(words) == word
    drawn_again = low < 0
    expected = model.bounded(words, n) if drawn_again else word * n >> 64
    out = np.zeros(1, np.int64)
    _bounded(rng, n, out)
    assert out[0] == expected
    assert words_of(rng, 1) == [next(words)]


def test_uniform_is_the_top_53_bits() -> None:
    """uniform gives the upper 53 bits over 2**53: below 1, and flat in its first six bits (error rate 1e-4)."""
    out = np.zeros(200_000)
    _uniform(rng_at(5), out)
    expected = np.array(words_of(rng_at(5), len(out)), np.uint64) >> np.uint64(11)
    assert (out == expected.astype(float) / 2**53).all()
    assert out.max() < 1
    assert_uniform(np.bincount((out * 64).astype(np.int64), minlength=64))


def test_largest_uniform_is_below_one() -> None:
    """A word of all ones gives the largest float64 below 1, not 1."""
    rng, _ = rng_that_draws(2**64 - 1)
    out = np.zeros(1)
    _uniform(rng, out)
    assert out[0] == 1 - 2.0**-53


@pytest.mark.parametrize("n_loose", [1, 2, 7, 8, 10, 39, 40, 47, 48])
@pytest.mark.parametrize("n", [48, 200])
def test_shuffle_is_the_models(n: int, n_loose: int, model: Any) -> None:
    """The same words give the same order in kernel and model, and as many words are used up."""
    for deal in range(5):
        rng = rng_at(99, deal)
        items = np.arange(n, dtype=np.int16)
        _shuffle(rng, items, n, n_loose)
        words = model.stream(99, deal, DEAL_STREAM)
        assert items.tolist() == model.shuffled(words, n, n_loose)
        assert words_of(rng, 1) == [next(words)]


@pytest.mark.parametrize("n", [1, 2, 3, 8, 9, 16, 17])
def test_small_shuffles_are_the_models(n: int, model: Any) -> None:
    """Sizes around a batch of eight are shuffled as by the model, and what lies behind the first n stays."""
    items = np.arange(30, dtype=np.int8)
    rng = rng_at(3, n)
    _shuffle(rng, items, n, 1)
    assert items[:n].tolist() == model.shuffled(model.stream(3, n, DEAL_STREAM), n, 1)
    assert items[n:].tolist() == list(range(n, 30))


@pytest.mark.parametrize("word", [0, 1, 2**64 - 1])
def test_shuffle_rejects_words_exactly(word: int, model: Any) -> None:
    """Kernel and model agree on words at the edge of the batch's rejection: 0 is drawn again, all ones are not."""
    rng, state = rng_that_draws(word)
    items = np.arange(N_CARDS, dtype=np.int8)
    _shuffle(rng, items, N_CARDS, 1)
    assert items.tolist() == model.shuffled(model.xoshiro(state), N_CARDS, 1)
    without_first = model.xoshiro(state)
    next(without_first)
    assert (items.tolist() == model.shuffled(without_first, N_CARDS, 1)) == (word == 0)


def test_batches_are_exactly_uniform(model: Any) -> None:
    """Over all words of 14 bits the model's batch, that of the kernel but for the word's size, has no bias at all."""
    bounds, size = (7, 6, 5), 2**14
    counts: dict[tuple[int, ...], int] = dict.fromkeys(itertools.product(*map(range, bounds)), 0)
    rejected = 0
    for word in range(size):
        words = iter([word])
        try:
            counts[tuple(model.batch(words, bounds, size))] += 1
        except StopIteration:
            rejected += 1
    assert set(counts.values()) == {size // len(counts)}
    assert rejected == size % len(counts) > 0


def test_small_orders_are_equally_likely() -> None:
    """All 120 orders of five items come equally often (chi-square, error rate 1e-4)."""
    counts = np.zeros(5**5, np.int64)
    _orders(rng_at(11), 5, counts)
    orders = [int("".join(map(str, order)), 5) for order in itertools.permutations(range(5))]
    assert counts.sum() == counts[orders].sum()
    assert_uniform(counts[orders])


def test_every_position_is_uniform_over_sequential_seeds() -> None:
    """Deal 0 of seeds 0, 1, 2, ...: every card comes everywhere equally often (48 chi-squares, error rate 1e-4)."""
    places = np.zeros((N_CARDS, N_CARDS), np.int64)
    moves = np.zeros_like(places)
    _deal_many(np.uint64(0), 1, 0, 1, rng_at(), places, moves)
    assert_uniform(places)
    # neighbours are independent: the step from one deal's card to the next one's is flat as well
    assert_uniform(moves)


def test_every_position_is_uniform_over_sequential_games() -> None:
    """Deals 0, 1, 2, ... of one seed: every card comes everywhere equally often (48 chi-squares, error rate 1e-4)."""
    places = np.zeros((N_CARDS, N_CARDS), np.int64)
    moves = np.zeros_like(places)
    _deal_many(np.uint64(1), 0, 1, 1, rng_at(), places, moves)
    assert_uniform(places)
    assert_uniform(moves)


def test_loose_items_are_a_random_set() -> None:
    """With n_loose = 10 every card is among the first ten, and at every later position, equally often (rate 1e-4)."""
    n_loose = 10
    places = np.zeros((N_CARDS, N_CARDS), np.int64)
    moves = np.zeros_like(places)
    _deal_many(np.uint64(1), 0, 1, n_loose, rng_at(), places, moves)
    assert_uniform(places[n_loose:])
    among = places[:n_loose].sum(axis=0)
    assert among.sum() == n_loose * DEALS
    share = n_loose / N_CARDS
    # hypergeometric: the 48 counts add up, so the statistic has 47 degrees of freedom after division by 1 - 1/48
    statistic = ((among - DEALS * share) ** 2).sum() / (DEALS * share * (1 - share)) * (1 - 1 / N_CARDS)
    assert chi2.sf(statistic, N_CARDS - 1) > ERROR_RATE
    # the order within the first ten is not random, which is what n_loose saves
    assert p_values(places[:n_loose]).max() < 1e-9


@pytest.mark.parametrize(("n_seeds", "n_deals"), [(1, 1_000_000), (1_000, 1_000), (1_000_000, 1)])
def test_streams_never_meet(n_seeds: int, n_deals: int) -> None:
    """Four million streams of neighbouring seeds, deals, numbers start differently (else by chance 1 in 10**6)."""
    seeds = np.arange(n_seeds, dtype=np.uint64)
    deals = np.arange(n_deals, dtype=np.uint64)
    out = np.zeros((2, n_seeds * n_deals * len(STREAMS)), np.uint64)
    _first_words(seeds, deals, np.array(STREAMS), rng_at(), out)
    for words in out:
        assert np.diff(np.sort(words)).min() > 0


def test_streams_of_a_deal_are_unrelated() -> None:
    """First words of the streams of a deal, and of neighbours, differ in half of their bits (z-test, rate 1e-4)."""
    n = 200_000
    out = np.zeros((2, n * len(STREAMS)), np.uint64)
    _first_words(np.array([4], np.uint64), np.arange(n, dtype=np.uint64), np.array(STREAMS), rng_at(), out)
    words = out[1].reshape(n, len(STREAMS))
    pairs = [words[:, a] ^ words[:, b] for a, b in itertools.combinations(range(len(STREAMS)), 2)]
    pairs += [words[1:, a] ^ words[:-1, a] for a in range(len(STREAMS))]
    # 64 bits a pair of words, each differing with chance 1/2: z = 4.9 is 1e-6 for both sides, ten pairs make 1e-5
    for different in pairs:
        ones = int(np.bitwise_count(different).sum(dtype=np.int64))
        assert abs(ones - 32 * len(different)) / (4 * len(different) ** 0.5) < 4.9


def test_plain_python_gives_the_same_draws() -> None:
    """With the compiler off streams, bounded draws and shuffles are the same, so a debugger sees the same games."""
    program = (
        "import sys, warnings; warnings.simplefilter('ignore')\n"
        "import numpy as np\n"
        "from simcore.engine.rng import *\n"
        "rng = np.zeros(1, RNG_DTYPE).view(np.recarray)[0]\n"
        "seed_stream(rng, deal_key(np.uint64(8), np.uint64(3)), 2)\n"
        "items = np.arange(48)\n"
        "shuffle(rng, items, 48, 10)\n"
        "print(*items, bounded(rng, 3 * 2**61), int(next_u64(rng)))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    rng = rng_at(8, 3, 2)
    items, drawn = np.arange(48), np.zeros(1, np.int64)
    _shuffle(rng, items, 48, 10)
    _bounded(rng, 3 * 2**61, drawn)
    assert done.stdout.split() == [str(number) for number in [*items, *drawn, *words_of(rng, 1)]]
