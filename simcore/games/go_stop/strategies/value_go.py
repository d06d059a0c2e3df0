"""Says Go where Go was measured to be worth more than Stop.

It looks up its points, its turns left, its earlier Gos and the opponent's points in the table of ``make go-value``
(`simcore/games/go_stop/go_value.csv`), which was measured with players who decide in this very way. It plays the
cards of `defensive` or of `greedy`. The table was measured under the default rules.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import jit
from simcore.engine.parameters import Parameter
from simcore.games.go_stop.card_play import LEVELS, play_at_level
from simcore.games.go_stop.cards import NO_CARDS
from simcore.games.go_stop.go_values import VALUE_OF_GO, place_of
from simcore.games.go_stop.state import GO_STOP

GAME = "go_stop"

PARAMETERS = (
    Parameter("cards", "defensive", "how it plays its cards", choices=LEVELS),
    Parameter("margin", 0.0, "points a decision by which Go must be worth more", minimum=-1000, maximum=1000),
)


@jit
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of Go or Stop by the table, else of the card that its level plays."""
    if state.phase != GO_STOP:
        return play_at_level(params[0], state, seat, rules, legal, n_legal)
    # without a turn left a Go can win nothing (`last_turn_stop_only = turn_20` allows it)
    if state.hand[seat] == NO_CARDS:
        return n_legal - 1
    # Go is listed before Stop
    return 0 if VALUE_OF_GO[int(params[0]), place_of(state, seat)] > params[1] else n_legal - 1
