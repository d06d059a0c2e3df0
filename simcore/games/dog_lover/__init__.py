"""Dog Lover for two to four players (unofficial; a game of AEG, designed by David Short)."""

from __future__ import annotations

from simcore.engine.game import GameSpec
from simcore.games.dog_lover.params import PARAMETERS, conflict

GAME = GameSpec(
    name="dog_lover",
    title="Dog Lover",
    rules_version="dog_lover-1",
    players=(2, 3, 4),
    parameters=PARAMETERS,
    reasons=("last_round",),
    payoff_dtype="<f8",
    payoff_unit="win share",
    package=__name__,
    notice="Unofficial: Dog Lover is a game of AEG.",
    conflict=conflict,
)
