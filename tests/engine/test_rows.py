"""Rows have one layout inside kernels, whatever a process has loaded before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from simcore.engine import registry
from simcore.engine.rows import blank_rows, copy_rows

PLAY = """
import json, sys
import numpy as np
from simcore.engine import registry
from simcore.engine.kernel import build_kernel
from simcore.engine.parameters import complete

game = registry.game("dog_lover")
random = registry.strategy("dog_lover", "random")
rules = game.encode_rules(complete(game.parameters, {}, "test", "params"))
told = {}
for players in map(int, sys.argv[1:]):
    kernel = build_kernel(game, [random], lambda line: None)
    plan = kernel.plan(np.arange(players)[None, :] * 0, False, [(random, {})])
    rows = np.zeros(20, game.row_dtype(players))
    *_, lanes = kernel.play(7, 0, 0, plan, rules, rows, kernel.memory(players))
    told[players] = [rows["score"].tolist(), rows["entrant"].tolist(), [str(lane) for lane in lanes]]
print(json.dumps(told))
"""


def play(cache: Path, *players: int) -> dict[str, Any]:
    """Play some games in a process of its own, with a cache that others have filled."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *map(str, players)],
        env={**os.environ, "HOME": str(cache), "XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_processes_that_share_a_cache_play_alike(tmp_path: Path) -> None:
    """Kernels for two and three seats, compiled by two processes, give a third process the same rows together."""
    two, three = play(tmp_path, 2), play(tmp_path, 3)
    assert play(tmp_path, 2, 3) == {**two, **three}
    assert play(tmp_path, 3, 2) == {**two, **three}
    scores, entrants, lanes = two["2"]
    assert np.array(scores).shape == np.array(entrants).shape == (20, 2)
    assert lanes != three["3"][2]


def test_copies_between_widths() -> None:
    """Every field goes along, seats that the narrower layout has no place for are left out."""
    for game in registry.games().values():
        wide = blank_rows(3, game.row_dtype(max(game.players)))
        rng = np.random.default_rng(2)
        for name in wide.dtype.names:
            wide[name] = rng.integers(0, 100, wide[name].shape)
        for seats in game.players:
            narrow = blank_rows(3, game.row_dtype(seats))
            copy_rows(wide, narrow)
            for name in narrow.dtype.names:
                expected = wide[name][:, :seats] if wide[name].ndim > 1 else wide[name]
                assert np.array_equal(narrow[name], expected), name
