"""Walks as many dogs as it can, and leaves no dog unwalked.

`greedy` with more worth in dogs on the lead, tokens and resources, and in dogs that cost little.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_park.choice import best_choice
from simcore.games.dog_park.weights import weights

GAME = "dog_park"
PARAMETERS = weights(lead=2.0, token=3.0, cost=0.9, resource=1.3, space=0.4)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params)
