"""Go-Stop for two players, the Cardavia table."""

from __future__ import annotations

from simcore.engine.game import GameSpec
from simcore.games.go_stop.params import PARAMETERS

GAME = GameSpec(
    name="go_stop",
    title="Go-Stop",
    rules_version="go_stop-1",
    players=(2,),
    parameters=PARAMETERS,
    reasons=("stop", "four_in_hand", "three_ppuk", "nagari"),
    payoff_dtype="<i4",
    payoff_unit="points",
    package=__name__,
)
