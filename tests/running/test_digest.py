"""A row depends on (scenario digest, seed, cell, game index) and on nothing else."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from simcore.engine.digest import result_digest
from simcore.running.chunks import Shard
from simcore.running.replay import Replayer

MODES = ["rotate", "all", "fixed", "draw", "seats"]
# for every mode: which cell is played by whom, and the orders of seats within it
CHANGES_OF_THE_DIGEST: dict[str, dict[str, Any]] = {
    "rule parameter": {"params": {"point_threshold": 8}},
    "strategy parameter": {"entrants": [{"name": "takes", "strategy": "threshold", "params": {"go_below": 12}}]},
    "strategy": {"entrants": [{"name": "takes", "strategy": "random"}]},
    "entrant's name": {"entrants": [{"name": "took", "strategy": "greedy"}]},
    "line-ups": {"lineups": {"mode": "fixed"}},
    "sweep": {"sweep": {"params.point_threshold": [7, 8]}},
}


@pytest.mark.parametrize("mode", MODES)
def test_workers_and_chunks_change_nothing(mode: str, bench: Any) -> None:
    """1, 2 and 3 workers and three sizes of chunks give the same rows and the same result digest."""
    scenario = bench.scenario(lineups=bench.lineups[mode], games=1000)
    first = bench.play(scenario)
    rows = bench.table(first)
    assert len(rows) == 1000 * len(scenario.cells) == first.manifest["games"]
    for workers, chunk_games in [(1, 240_000), (2, 240), (3, 240), (2, 77), (1, 333)]:
        again = bench.play(scenario, workers=workers, chunk_games=chunk_games)
        assert again.manifest["result_digest"] == first.manifest["result_digest"]
        assert bench.table(again).equals(rows)


@pytest.mark.parametrize("mode", ["rotate", "draw"])
@pytest.mark.parametrize("games", [1000, 7])
def test_shards_add_up(mode: str, games: int, bench: Any) -> None:
    """Three shards hold every row of the whole run once, and their sums give its result digest."""
    scenario = bench.scenario(lineups=bench.lineups[mode], games=games)
    whole = bench.play(scenario)
    shards = [bench.play(scenario, shard=Shard(number, 3)) for number in (1, 2, 3)]
    assert [run.manifest["shard"] for run in shards] == ["1/3", "2/3", "3/3"]
    assert {run.manifest["scenario_digest"] for run in shards} == {whole.manifest["scenario_digest"]}
    parts = [part for run in shards for part in run.manifest["parts"]]
    assert (
        result_digest([[int(lane, 16) for lane in part["lanes"]] for part in parts])
        == (whole.manifest["result_digest"])
    )
    rows = pa.concat_tables([bench.table(run) for run in shards if run.manifest["parts"]]).unify_dictionaries()
    order = [("cell", "ascending"), ("game_index", "ascending")]
    assert rows.sort_by(order).to_pydict() == bench.columns(whole)
    assert sum(run.manifest["games"] for run in shards) == whole.manifest["games"]


@pytest.mark.parametrize("mode", MODES)
def test_more_games_keep_the_first_rows(mode: str, bench: Any) -> None:
    """A run of -n 1000 has exactly the first 1000 rows of each cell of -n 10000."""
    lineups = bench.lineups[mode]
    few, many = (bench.table(bench.play(bench.scenario(lineups=lineups, games=n))) for n in (1000, 10_000))
    n_cells = len(few) // 1000
    first = pa.concat_tables([many.slice(cell * 10_000, 1000) for cell in range(n_cells)])
    assert first["game_index"].to_pylist() == list(range(1000)) * n_cells
    assert first.to_pydict() == few.to_pydict()


def test_other_seeds_give_other_results(bench: Any) -> None:
    """Neighbouring and extreme seeds all have different result digests, and one scenario digest."""
    runs = [bench.play(bench.scenario(seed=seed, games=100)) for seed in (0, 1, 2, 77, 2**63, 2**64 - 1)]
    assert len({run.manifest["result_digest"] for run in runs}) == len(runs)
    assert len({run.manifest["scenario_digest"] for run in runs}) == 1


def test_the_result_digest_sees_every_row(bench: Any) -> None:
    """One game more gives another result digest, and so does the same number of other games."""
    digests = {bench.play(bench.scenario(games=n)).manifest["result_digest"] for n in (99, 100, 101)}
    fixed = bench.play(bench.scenario(games=100, lineups={"mode": "fixed"})).manifest["result_digest"]
    assert len(digests | {fixed}) == 4


def test_the_result_digest_is_that_of_the_files(bench: Any) -> None:
    """The sums of a part follow from the numbers in its file: a plain-Python hash of the rows gives them again."""

    def mixed(x: int) -> int:
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
        return x ^ (x >> 31)

    step = 0xA0761D6478BD642F
    scenario = bench.scenario(games=60)
    run = bench.play(scenario, chunk_games=24)
    assert len(run.manifest["parts"]) == 9
    for part in run.manifest["parts"]:
        lanes = [0, 0]
        for row in bench.row_words(run, scenario, part):
            row_hash = len(row)
            for word in row:
                row_hash = mixed(((row_hash ^ int(word)) + step) % 2**64)
            lanes[0] = (lanes[0] + row_hash) % 2**64
            lanes[1] = (lanes[1] + mixed(row_hash ^ step)) % 2**64
        assert part["lanes"] == [f"{lane:016x}" for lane in lanes]


def test_title_games_and_seed_are_not_in_the_scenario_digest(bench: Any) -> None:
    """The scenario digest leaves out title, games and seed, and the spelling of what has its default."""
    plain = bench.scenario().digest()
    assert len(plain) == 64
    assert bench.scenario(title="Another", games=5, seed=6).digest() == plain
    assert bench.scenario(params={"point_threshold": 7}, lineups={"mode": "rotate"}).digest() == plain


@pytest.mark.parametrize("what", CHANGES_OF_THE_DIGEST)
def test_what_a_row_depends_on_is_in_the_scenario_digest(what: str, bench: Any) -> None:
    """Rules, strategies, their parameters, names, line-ups and sweeps change the scenario digest."""
    changes = dict(CHANGES_OF_THE_DIGEST[what])
    entrants = bench.raw()["entrants"]
    if "entrants" in changes:
        changes["entrants"] = changes["entrants"] + entrants[1:]
    assert bench.scenario(**changes).digest() != bench.scenario().digest()


def test_scenarios_of_one_seed_share_their_deals(bench: Any) -> None:
    """Two scenarios that differ in a rule and in strategies have the same redeals, deal by deal, and other payoffs."""
    lineups = {"mode": "fixed"}
    one = bench.columns(bench.play(bench.scenario(games=4000, lineups=lineups)))
    other_entrants = [bench.raw()["entrants"][k] for k in (2, 0, 1)]
    changes = {"params": {"point_threshold": 5}, "entrants": other_entrants}
    other = bench.columns(bench.play(bench.scenario(games=4000, lineups=lineups, **changes)))
    assert one["deal_index"] == other["deal_index"] == one["game_index"]
    assert one["redeals"] == other["redeals"]
    assert sum(one["redeals"]) > 0
    assert one["payoff_s0"] != other["payoff_s0"]
    # and all cells of one run
    assert one["redeals"][:4000] == one["redeals"][4000:8000] == one["redeals"][8000:]


def test_traces_show_the_shared_deals(bench: Any) -> None:
    """The setup of a deal is the same in every cell, rotation and scenario of a seed, and no other deal has it."""
    rotating = Replayer(bench.scenario(**bench.two), print)
    fixed = Replayer(bench.scenario(**bench.two, params={"point_threshold": 5}, lineups={"mode": "fixed"}), print)

    def setup(replayer: Replayer, cell: int, game: int) -> dict[str, Any]:
        header: dict[str, Any] = next(replayer.game(cell, game).record())
        return header["setup"]  # type: ignore[no-any-return]

    seen = []
    for deal in range(5):
        expected = setup(fixed, 0, deal)
        assert setup(fixed, 1, deal) == expected
        for cell, game in [(0, 2 * deal), (0, 2 * deal + 1), (1, 2 * deal + 1)]:
            assert setup(rotating, cell, game) == expected
        seen.append(json.dumps(expected))
    assert len(set(seen)) == 5
    assert setup(Replayer(bench.scenario(**bench.two, seed=78), print), 0, 0) != setup(rotating, 0, 0)


def test_replay_shows_the_game_of_the_run(bench: Any) -> None:
    """A replayed game ends as its row of the run says, whatever the mode that seats it."""
    seats = {"seats": [["takes", "guesses"], ["guesses", "guesses"], ["guesses", "takes"]]}
    for lineups in (bench.lineups["rotate"], bench.lineups["draw"], seats):
        scenario = bench.scenario(games=40, lineups=lineups, **bench.two)
        rows = bench.columns(bench.play(scenario))
        replayer = Replayer(scenario, print)
        for place in range(0, len(rows["cell"]), 9):
            header, *_, end = replayer.game(rows["cell"][place], rows["game_index"][place]).record()
            assert header["entrants"] == [rows["entrant_s0"][place], rows["entrant_s1"][place]]
            assert end["payoff"] == [rows["payoff_s0"][place], rows["payoff_s1"][place]]
            assert end["scores"] == [rows["score_s0"][place], rows["score_s1"][place]]
            assert (end["reason"], end["turns"]) == (rows["reason"][place], rows["n_turns"][place])


@pytest.mark.parametrize("mode", ["rotate", "all"])
def test_a_deal_is_played_once_by_each_order(mode: str, bench: Any) -> None:
    """Rotation = game index mod players and deal index = game index div players, in every cell."""
    scenario = bench.scenario(lineups=bench.lineups[mode], games=100)
    rows = bench.columns(bench.play(scenario))
    for place in range(300):
        cell, game = rows["cell"][place], rows["game_index"][place]
        assert (cell, game) == (place // 100, place % 100)
        assert rows["deal_index"][place] == game // 2
        pair = [("takes", "guesses"), ("takes", "waits"), ("guesses", "waits")][cell]
        seated = (rows["entrant_s0"][place], rows["entrant_s1"][place])
        orders = [pair, pair[::-1]]
        # `all` takes the orders by the entrants' places in the file, which is the same for two
        assert seated == orders[game % 2]


def test_fixed_keeps_the_order(bench: Any) -> None:
    """`fixed` seats every game of a cell alike, each with a deal of its own."""
    rows = bench.columns(bench.play(bench.scenario(lineups=bench.lineups["fixed"], games=50)))
    assert rows["deal_index"] == rows["game_index"] == [*range(50)] * 3
    seated = list(zip(rows["entrant_s0"], rows["entrant_s1"], strict=True))
    assert seated == [("takes", "guesses")] * 50 + [("takes", "waits")] * 50 + [("guesses", "waits")] * 50


def test_explicit_seats_are_played_in_turn(bench: Any) -> None:
    """Line-ups of the same entrants are one cell and share deals; others are cells of their own, in file order."""
    rows = bench.columns(bench.play(bench.scenario(lineups=bench.lineups["seats"], games=20)))
    seated = list(zip(rows["entrant_s0"], rows["entrant_s1"], strict=True))
    assert seated[:20] == [("takes", "guesses"), ("guesses", "takes")] * 10
    assert seated[20:40] == [("waits", "takes")] * 20
    assert seated[40:] == [("waits", "waits")] * 20
    assert rows["deal_index"][:20] == [k // 2 for k in range(20)]
    assert rows["deal_index"][20:] == [*range(20)] * 2


def test_draw_seats_fairly(bench: Any) -> None:
    """`draw` seats every game anew, both orders equally often and without a pattern (z-tests, error rate 1e-5)."""
    n = 10_000
    rows = bench.columns(bench.play(bench.scenario(lineups=bench.lineups["draw"], games=n)))
    assert rows["deal_index"] == rows["game_index"]
    for cell in range(3):
        first = np.array(rows["entrant_s0"][cell * n : (cell + 1) * n])
        turned = first == first[0]
        # mean 1/2 and lag 1: six statistics, |z| > 4.9 has chance 1e-6 each
        assert abs(turned.sum() - n / 2) / (n / 4) ** 0.5 < 4.9
        changes = (turned[1:] != turned[:-1]).sum()
        assert abs(changes - (n - 1) / 2) / ((n - 1) / 4) ** 0.5 < 4.9
    # the seats of a game are drawn from (seed, game), so cells seat alike
    assert (np.array(rows["entrant_s0"][:n]) == "takes").sum() == (
        np.array(rows["entrant_s0"][n : 2 * n]) == "takes"
    ).sum()
