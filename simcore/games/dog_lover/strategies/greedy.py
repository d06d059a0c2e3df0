"""Takes what is worth most one step ahead, by plain values of cards, food, tricks and rescued dogs.

The everyday opponent. Its values are weights, which can be set for an entrant; it reads what lies open only and does
not ask what a choice leaves to the others.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_lover.choice import best_choice
from simcore.games.dog_lover.weights import WEIGHTS

GAME = "dog_lover"
PARAMETERS = WEIGHTS


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params)
