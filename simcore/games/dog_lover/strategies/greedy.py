"""Takes what is worth most one step ahead, by plain values of cards, food, tricks and rescued dogs.

The everyday opponent. Its values are weights (see `weights`); the other strategies have other weights, and any of them
can be set for an entrant. It reads what lies open only and does not ask what a choice leaves to the others.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_lover.choice import best_choice
from simcore.games.dog_lover.weights import weights

GAME = "dog_lover"
PARAMETERS = weights()


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any, scratch: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params, scratch)
