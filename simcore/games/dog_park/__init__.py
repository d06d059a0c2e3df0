"""Dog Park for two to four players, and solo (unofficial; a game of Birdwood Games)."""

from __future__ import annotations

from simcore.engine.game import GameSpec
from simcore.games.dog_park.params import PARAMETERS, conflict

GAME = GameSpec(
    name="dog_park",
    title="Dog Park",
    rules_version="dog_park-1",
    players=(1, 2, 3, 4),
    parameters=PARAMETERS,
    reasons=("four_rounds",),
    payoff_dtype="<f8",
    payoff_unit="win share",
    package=__name__,
    notice="Unofficial: Dog Park is a game of Birdwood Games.",
    conflict=conflict,
)
