"""What the tests of comparisons share."""

from __future__ import annotations

from typing import Any

import pytest

from simcore.comparing.contest import Side, contest
from simcore.engine.kernel import build_kernel
from simcore.running.player import Player


@pytest.fixture(scope="session")
def player_of() -> Any:
    """Return a function that makes the player of a contest."""

    def make(game: str, a: Side, b: Side, players: int | None = None, games: int = 1000, seed: int = 1) -> Player:
        scenario = contest(game, (a, b), players, games, seed)
        kernel = build_kernel(scenario.game, scenario.strategies, print, restricted=scenario.is_restricted)
        return Player(scenario, kernel)

    return make
