"""Whether one strategy is better than another: paired on shared deals, with a fixed number of games or a stopping rule.

With a stopping rule the games end as soon as they say enough, and what they say holds all the same: a sequential test
keeps its error rates, and an anytime-valid interval holds at every look at once. An ordinary interval that is watched
until it excludes 0 does neither.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.analysis.anytime import FIRST_LOOK, sequence_estimate, tuned_rho
from simcore.analysis.estimates import LEVEL, Estimate
from simcore.analysis.paired import PairedEffect, add_blocks, block_variance, paired_effect, paired_sums
from simcore.analysis.sprt import Look, Sprt, batch_size, look, looks
from simcore.analysis.sums import DealSums
from simcore.comparing.contest import Blocks, play_blocks
from simcore.running.player import Player

# blocks between looks of the interval, and before the first one
_STEP = 200
# pairs before the first look of the test, from which the number between looks is found
_FIRST_PAIRS = 100
# by how much the ratio moves between two looks, about: little, so that its bounds are nearly those of the plain test
_LOOK = 0.05
# pairs that end otherwise than most, before the test may decide; or so many pairs that there hardly are such
_LEAST_UNLIKE = 30
_ALL_ALIKE = 20_000
# width of the interval in standard errors about where it stops, to choose what it is tuned for
_REACH = 3.0
_WINS, _GAMES = "wins", "games"


@dataclass(frozen=True)
class Verdict:
    """What a sequential test says, and when.

    Parameters
    ----------
    test : Sprt
        The hypotheses and error rates.
    look : Look
        Ratio and bounds at the last look.
    batch : int
        Pairs between looks.
    """

    test: Sprt
    look: Look
    batch: int

    @property
    def decided(self) -> bool:
        """Whether the test has chosen a hypothesis."""
        return self.look.verdict != "continue"


@dataclass(frozen=True)
class Comparison:
    """What a comparison found.

    Parameters
    ----------
    effect : PairedEffect
        Mean payoff a game of `a` minus that of the others. After a sequential test its interval is one that ignores
        the stopping: it describes, the verdict decides.
    win_share : Estimate
        Share of its games that `a` wins; of a win or draw of k seats each has 1/k.
    blocks : int
        Deals played, each with `a` in every seat.
    games : int
        Games that enter.
    pairs : int64[5] or empty
        With two seats: deals by the score of `a` in both games, 0 to 1 in quarters.
    verdict : Verdict or None
        Of a sequential test.
    anytime : Estimate or None
        The effect with the interval that was watched, where one was.
    enough : bool
        False where a stopping rule was not met within the games allowed.
    """

    effect: PairedEffect
    win_share: Estimate
    blocks: int
    games: int
    pairs: NDArray[np.int64]
    verdict: Verdict | None = None
    anytime: Estimate | None = None
    enough: bool = True


class _Tally:
    """Sums over the blocks used so far."""

    def __init__(self, positions: int) -> None:
        self.positions = positions
        self.effect = paired_sums(positions)
        self.wins = DealSums([_WINS, _GAMES])
        self.pairs = np.zeros(5 if positions == 2 else 0, np.int64)

    def add(self, blocks: Blocks, start: int, stop: int) -> None:
        """Count blocks `start` to `stop` - 1 of some."""
        differences, wins = blocks.differences[start:stop], blocks.wins[start:stop]
        add_blocks(self.effect, differences)
        self.wins.add(np.stack([wins, np.full(len(wins), float(self.positions))]))
        if len(self.pairs):
            self.pairs += np.bincount(blocks.pairs[start:stop], minlength=5)

    def result(
        self, verdict: Verdict | None = None, anytime: Estimate | None = None, enough: bool = True
    ) -> Comparison:
        effect, blocks = paired_effect(self.effect), self.effect.deals
        share = self.wins.share({_WINS: 1.0}, _GAMES)
        return Comparison(effect, share, blocks, blocks * self.positions, self.pairs.copy(), verdict, anytime, enough)


def compare_fixed(player: Player, workers: int, on_blocks: Callable[[int], None]) -> Comparison:
    """Play all games of a contest, and estimate once.

    Parameters
    ----------
    player : Player
        Of a scenario that `contest.contest` makes.
    workers : int
        Threads.
    on_blocks : callable
        Called with the number of games that came in.

    Returns
    -------
    Comparison
    """
    tally = _Tally(player.scenario.max_players)
    for blocks in _told(player, workers, on_blocks):
        tally.add(blocks, 0, len(blocks.wins))
    return tally.result()


def compare_sprt(player: Player, test: Sprt, workers: int, on_blocks: Callable[[int], None]) -> Comparison:
    """Play a contest of two seats until a sequential test decides, or its games are used up.

    Parameters
    ----------
    player, workers, on_blocks
        As for `compare_fixed`.
    test : Sprt
        On win, draw and loss of pairs.

    Returns
    -------
    Comparison
        Its verdict is that of the first look at which the test stops; games played beyond are not counted.
    """
    tally, batch, since = _Tally(2), 0, 0
    for blocks in _told(player, workers, on_blocks):
        n, start = len(blocks.pairs), 0
        if not batch:
            start = min(_FIRST_PAIRS, n)
            tally.add(blocks, 0, start)
            batch = batch_size(test, tally.pairs, _LOOK)
        # counts after every batch that ends in these blocks
        ends = np.arange(start + batch - since, n + 1, batch)
        one_hot = np.eye(5, dtype=np.int64)[blocks.pairs[start:]]
        running = tally.pairs + np.cumsum(one_hot, axis=0)
        if len(ends):
            counts = running[ends - start - 1]
            _, _, verdicts = looks(test, counts, batch)
            stopped = np.flatnonzero((verdicts != 0) & _telling(counts))
            if len(stopped):
                tally.add(blocks, start, int(ends[stopped[0]]))
                return tally.result(Verdict(test, _look(test, tally, batch), batch))
        since = n - int(ends[-1]) if len(ends) else since + n - start
        tally.add(blocks, start, n)
    return tally.result(Verdict(test, _undecided(test, tally, batch), batch), enough=False)


def _telling(counts: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether counts hold enough for the ratio's law to be near its limit: pairs unlike the most frequent ones."""
    pairs = counts.sum(axis=1)
    telling: NDArray[np.bool_] = (pairs - counts.max(axis=1) >= _LEAST_UNLIKE) | (pairs >= _ALL_ALIKE)
    return telling


def _look(test: Sprt, tally: _Tally, batch: int) -> Look:
    """Look once more; pairs that are all alike tell no size of a step by which the bounds could be drawn in."""
    return look(test, tally.pairs, batch if np.count_nonzero(tally.pairs) > 1 else 0)


def _undecided(test: Sprt, tally: _Tally, batch: int) -> Look:
    """Return where the test stands when the games are used up between two looks."""
    last = _look(test, tally, batch)
    return Look(last.llr, last.lower, last.upper, "continue")


def compare_until(player: Player, width: float, workers: int, on_blocks: Callable[[int], None]) -> Comparison:
    """Play a contest until the anytime-valid interval of the effect is narrow enough, or its games are used up.

    Parameters
    ----------
    player, workers, on_blocks
        As for `compare_fixed`.
    width : float
        From the lower to the upper end, in units of the payoff, above 0.

    Returns
    -------
    Comparison
    """
    positions = player.scenario.max_players
    tally, rho, interval = _Tally(positions), 0.0, None
    for blocks in _told(player, workers, on_blocks):
        for start in range(0, len(blocks.wins), _STEP):
            tally.add(blocks, start, min(start + _STEP, len(blocks.wins)))
            deals, variance = tally.effect.deals, block_variance(tally.effect)
            if deals < FIRST_LOOK or not variance > 0:
                continue
            if not rho:
                rho = tuned_rho(max(FIRST_LOOK, math.ceil((2 * _REACH / width) ** 2 * variance)))
            mean = paired_effect(tally.effect).estimate.value
            assert mean is not None
            interval = sequence_estimate(mean, variance, deals * positions, deals, rho, LEVEL)
            assert interval.half_width is not None
            if 2 * interval.half_width <= width:
                return tally.result(anytime=interval)
    return tally.result(anytime=interval, enough=False)


def _told(player: Player, workers: int, on_blocks: Callable[[int], None]) -> Iterator[Blocks]:
    """Yield the blocks of a contest and tell how many games they hold."""
    for blocks in play_blocks(player, workers):
        on_blocks(blocks.differences.size)
        yield blocks
