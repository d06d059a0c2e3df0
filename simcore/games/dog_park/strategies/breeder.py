"""Collects the breeds of the best award cards: bids for them, and swaps towards them.

`greedy` with awards worth more, and swaps at a smaller gain.
"""

from __future__ import annotations

from typing import Any

from simcore.engine.jit import inline
from simcore.games.dog_park.choice import best_choice
from simcore.games.dog_park.weights import weights

GAME = "dog_park"
PARAMETERS = weights(award=2.0, swap=1.5)


@inline
def choose_action(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, params: Any) -> Any:
    """Return the position of the legal action that is worth most."""
    return best_choice(state, seat, rules, legal, n_legal, params)
