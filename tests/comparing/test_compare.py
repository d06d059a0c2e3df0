"""`compare`: what it counts, and when it stops."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.analysis.sprt import Sprt, look
from simcore.comparing.compare import compare_fixed, compare_sprt, compare_until
from simcore.comparing.contest import Side
from simcore.running.player import Player
from simcore.scenario.scenario import Scenario

DEFENSIVE, GREEDY = Side("defensive"), Side("greedy")


def ignore(_games: int) -> None:
    """Take no notice of progress."""


def frame(player: Player, folder: Path) -> Any:
    """Play the same scenario as a run and return its rows."""
    return simcore.run(Scenario.from_dict(player.scenario.raw), out=folder).to_pandas()


def test_two_seats_against_the_rows(player_of: Any, tmp_path: Path) -> None:
    """Effect, interval, wins and pair counts are those that pandas makes of the rows of the same games."""
    player = player_of("go_stop", DEFENSIVE, GREEDY, games=3000)
    found = compare_fixed(player, 1, ignore)
    rows = frame(player, tmp_path / "run")
    own = np.where(rows.entrant_s0 == "a", rows.payoff_s0, rows.payoff_s1)
    other = np.where(rows.entrant_s0 == "a", rows.payoff_s1, rows.payoff_s0)
    rows["difference"], rows["points"] = own - other, (np.sign(own - other) + 1) / 2
    deals = rows.groupby("deal_index").agg(difference=("difference", "mean"), points=("points", "sum"))
    assert found.games == 3000
    assert found.blocks == len(deals) == 1500
    estimate = found.effect.estimate
    assert estimate.value == pytest.approx(deals.difference.mean(), abs=1e-9)
    se = deals.difference.std(ddof=1) / np.sqrt(1500)
    assert found.effect.se == pytest.approx(se, rel=1e-9)
    assert estimate.high - estimate.value == pytest.approx(1.9615 * se, rel=1e-3)
    assert found.pairs.tolist() == [int((deals.points == quarter / 2).sum()) for quarter in range(5)]
    assert found.win_share.value == pytest.approx(rows.points.mean(), abs=1e-9)
    apart = (rows.difference[0::2].var(ddof=1) + rows.difference[1::2].var(ddof=1)) / 4
    assert found.effect.variance_saved == pytest.approx(1 - deals.difference.var(ddof=1) / apart, abs=1e-9)


@pytest.mark.parametrize("players", [3, 4])
def test_more_seats_against_the_rows(player_of: Any, players: int, tmp_path: Path) -> None:
    """`a` has every seat once a deal; the block's difference is its mean payoff minus that of all other seats."""
    player = player_of("dog_lover", GREEDY, Side("random"), players, 40 * players + 1)
    found = compare_fixed(player, 2, ignore)
    # a whole block is played where the games do not make one
    raw = {**player.scenario.raw, "games": 41 * players}
    rows = simcore.run(Scenario.from_dict(raw), out=tmp_path / "run").to_pandas()
    assert (found.games, found.blocks) == (41 * players, 41)
    entrants = rows[[f"entrant_s{seat}" for seat in range(players)]].to_numpy() == "a"
    assert (entrants.reshape(41, players, players).sum(axis=1) == 1).all()
    payoffs = rows[[f"payoff_s{seat}" for seat in range(players)]].to_numpy()
    own = payoffs[entrants].mean()
    assert found.effect.estimate.value == pytest.approx(own - (1 - own) / (players - 1), abs=1e-9)
    assert found.win_share.value == pytest.approx(own, abs=1e-9)
    assert len(found.pairs) == 0


@pytest.mark.parametrize("games", [1000, 60_000])
def test_results_do_not_depend_on_threads(player_of: Any, games: int) -> None:
    """One thread and three give the same, with a fixed number of games and with either stopping rule."""
    player = player_of("go_stop", DEFENSIVE, GREEDY, games=games)
    test = Sprt(20, 24)
    for play in (
        lambda workers: compare_fixed(player, workers, ignore),
        lambda workers: compare_sprt(player, test, workers, ignore),
        lambda workers: compare_until(player, 1.0, workers, ignore),
    ):
        one, three = play(1), play(3)
        assert (one.effect, one.win_share, one.pairs.tolist()) == (three.effect, three.win_share, three.pairs.tolist())
        assert (one.verdict, one.anytime, one.enough) == (three.verdict, three.anytime, three.enough)


def test_a_sequential_test_stops_at_its_first_look(player_of: Any) -> None:
    """The verdict is the first that looks one by one give, and no pair beyond it is counted."""
    player = player_of("go_stop", DEFENSIVE, GREEDY, games=200_000)
    test = Sprt(10, 18)
    found = compare_sprt(player, test, 2, ignore)
    assert found.verdict is not None
    assert found.enough
    assert found.verdict.look.verdict == "elo1"
    from simcore.comparing.contest import play_blocks

    places = np.concatenate([blocks.pairs for blocks in play_blocks(player, 1)])
    batch, end = found.verdict.batch, 100
    while True:
        end += batch
        counts = np.bincount(places[:end], minlength=5)
        if counts.sum() - counts.max() >= 30 and look(test, counts, batch).verdict != "continue":
            break
    assert found.pairs.tolist() == counts.tolist()
    assert found.verdict.look == look(test, counts, batch)


def test_alike_strategies_are_not_told_apart(player_of: Any) -> None:
    """Two copies of one strategy without chance: the test says H0, the interval never comes, nothing is claimed."""
    player = player_of("go_stop", GREEDY, GREEDY, games=60_000)
    found = compare_sprt(player, Sprt(0, 5), 1, ignore)
    assert found.verdict is not None
    assert found.verdict.look.verdict == "elo0"
    assert found.effect.estimate.value == 0
    until = compare_until(player, 0.1, 1, ignore)
    assert (until.enough, until.anytime) == (False, None)
    assert np.isnan(found.effect.p_value)


def test_an_interval_stops_where_it_is_narrow_enough(player_of: Any) -> None:
    """It is as wide as asked or narrower, wider than the ordinary one, and holds the effect of many more games."""
    player = player_of("go_stop", DEFENSIVE, GREEDY, games=500_000)
    found, long = compare_until(player, 0.8, 2, ignore), compare_fixed(player, 2, ignore)
    assert found.anytime is not None
    low, high = found.anytime.low, found.anytime.high
    assert low is not None and high is not None and long.effect.estimate.value is not None
    assert 0.78 < high - low <= 0.8
    assert found.effect.estimate.half_width is not None
    assert high - low > 2 * found.effect.estimate.half_width
    assert low < long.effect.estimate.value < high
    assert found.games < long.games / 2


def test_restricted_sides_differ(player_of: Any) -> None:
    """`go_stop`'s own value of Go: who never says it loses to the same strategy that may (one seed, 20 se apart)."""
    side = Side("threshold", {"go_below": 12})
    player = player_of("go_stop", side, Side(side.strategy, side.params, ("never:go",)), games=40_000)
    found = compare_fixed(player, 2, ignore)
    assert found.effect.estimate.value is not None
    assert abs(found.effect.estimate.value) > 5 * found.effect.se
    left = compare_fixed(player_of("go_stop", Side("greedy"), Side("greedy", restrict=("never:go",))), 1, ignore)
    assert left.effect.estimate.value == 0
