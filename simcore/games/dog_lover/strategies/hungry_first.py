"""Takes food before dogs: it wants `food_margin` cubes more than its dogs need.

`greedy` with a price on each cube below that stock.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_lover.choice import best_choice
from simcore.games.dog_lover.weights import weights

GAME = "dog_lover"
PARAMETERS = weights(behind=3.0, food_margin=3)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any, scratch: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params, scratch)
