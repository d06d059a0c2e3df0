"""Alpha-rank: published values, the chain solved directly, limits; and cycles."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.analysis.alpha_rank import alpha_rank, stationary
from simcore.analysis.cycles import cycle_text, shortest_cycles

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])


def direct(payoffs: np.ndarray, alpha: float, population: int) -> np.ndarray:
    """Write the chain out step by step and return the eigenvector of its transitions for the value 1."""
    n = len(payoffs)
    moves = np.zeros((n, n))
    for old in range(n):
        for new in range(n):
            if old == new:
                continue
            total, product = 1.0, 1.0
            for p in range(1, population):
                others = population - p
                f_new = ((p - 1) * payoffs[new, new] + others * payoffs[new, old]) / (population - 1)
                f_old = ((others - 1) * payoffs[old, old] + p * payoffs[old, new]) / (population - 1)
                product *= np.exp(-alpha * (f_new - f_old))
                total += product
            moves[old, new] = 1 / total / (n - 1)
    moves += np.diag(1 - moves.sum(axis=1))
    values, vectors = np.linalg.eig(moves.T)
    vector = np.real(vectors[:, np.argmin(np.abs(values - 1))])
    return vector / vector.sum()


def test_published_values() -> None:
    """Five strategies of Han et al. (2013) as in OpenSpiel's tests of alpha-rank: population 20, alpha 0.1."""
    r, t, p, s, delta, cost = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = np.array(
        [
            [r - cost / 2, r - cost, 0, s + delta - cost, r - cost],
            [r, r, s, s, s],
            [0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ]
    )
    expected = [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039]
    assert stationary(payoffs, 0.1, 20) == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_against_the_chain_written_out(seed: int) -> None:
    """Random payoffs, not of constant sum: the same shares as the eigenvector of the transitions."""
    payoffs = np.random.default_rng(seed).normal(size=(6, 6))
    for alpha in (0.01, 0.3, 1.0):
        assert stationary(payoffs, alpha, 12) == pytest.approx(direct(payoffs, alpha, 12), abs=1e-9)


def test_rings_share_and_winners_take_all() -> None:
    """Rock, paper, scissors share evenly whatever the stakes; one that beats all three has everything."""
    assert alpha_rank(RPS).mass == pytest.approx(np.full(3, 1 / 3))
    stakes = np.array([[0, 2, 0.3], [2, 0, 0.7], [0.3, 0.7, 0]])
    assert alpha_rank(RPS * stakes).mass == pytest.approx(np.full(3, 1 / 3), abs=1e-5)
    winner = np.zeros((4, 4))
    winner[1:, 1:] = RPS
    winner[0, 1:], winner[1:, 0] = 0.1, -0.1
    assert alpha_rank(winner).mass == pytest.approx([1, 0, 0, 0], abs=1e-9)
    ordered = np.sign(np.arange(8)[:, None] - np.arange(8)[None, :]) * 1.0
    assert alpha_rank(ordered).mass == pytest.approx(np.eye(8)[7], abs=1e-9)
    assert alpha_rank(np.zeros((3, 3))).mass == pytest.approx(np.full(3, 1 / 3))


def test_the_sweep_does_not_stop_on_a_level_stretch() -> None:
    """A stake of 1e-7 beside two of 1 counts only for very strong selection; then the ring shares evenly after all."""
    stakes = np.array([[0, 1, 1e-7], [1, 0, 1], [1e-7, 1, 0]])
    assert stationary(RPS * stakes, 1.0) != pytest.approx(np.full(3, 1 / 3), abs=0.1)
    found = alpha_rank(RPS * stakes)
    assert found.mass == pytest.approx(np.full(3, 1 / 3), abs=1e-4)
    assert found.alpha > 1e6


def test_four_in_a_ring_with_a_chord() -> None:
    """a > b > c > d > a with a > c and b > d: 0.4, 0.3, 0.1, 0.2, by hand.

    Under strong selection time flows from loser to winner at equal rates. What flows in flows out: a = b + c,
    b = c + d, 2 c = d, 2 d = a.
    """
    payoffs = np.zeros((4, 4))
    for i, j in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]:
        payoffs[i, j], payoffs[j, i] = 1, -1
    assert alpha_rank(payoffs).mass == pytest.approx([0.4, 0.3, 0.1, 0.2], abs=1e-5)


def test_cycles_are_found_and_named() -> None:
    """Every entrant on a cycle is on one that is named, and no other; a ranking has none."""
    beats = np.zeros((6, 6), bool)
    for i, j in [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (0, 3), (0, 5), (1, 5)]:
        beats[i, j] = True
    found = shortest_cycles(beats)
    assert [cycle_text(cycle, "abcdef") for cycle in found] == ["a > b > c > a", "c > d > e > c"]
    assert shortest_cycles(np.triu(np.ones((5, 5), bool), 1)) == []
    ring = np.zeros((5, 5), bool)
    for i, j in [(3, 1), (1, 4), (4, 0), (0, 2), (2, 3)]:
        ring[i, j] = True
    assert shortest_cycles(ring) == [(0, 2, 3, 1, 4)]
