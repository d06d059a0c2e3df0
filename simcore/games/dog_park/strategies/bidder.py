"""Always offers the same number, as far as its reputation goes; `greedy` in everything else.

Which offer is best, is what a sweep of `bid` asks.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_park.choice import best_choice
from simcore.games.dog_park.weights import weights

GAME = "dog_park"
PARAMETERS = weights(bid=3)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params)
