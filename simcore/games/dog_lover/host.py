"""Which of the own dogs suits a card best that is put on or under it."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import jit
from simcore.games.dog_lover.abilities import traits_on
from simcore.games.dog_lover.layout import NO_CARD, T_LESS_FOOD, T_TRAINING_BONUS, T_WALK_BONUS

# what a dog's points, its symbols, and cards already lying there count for among the dogs that a card can go to
_BY_POINTS, _BY_SYMBOLS, _BY_CARDS = 0.02, 0.05, 0.3


@jit
def host_value(state: Any, seat: Any, place: Any, effect: Any, rules: Any) -> Any:
    """Return how well a card with an effect suits an own dog, compared with the other own dogs.

    Parameters
    ----------
    state : STATE_DTYPE record
        Any position.
    seat : uint64
        Player.
    place : int
        Number of the dog in the order gained.
    effect : int
        What the card does: a trait's effect; `T_WALK_BONUS` for a walk, `T_TRAINING_BONUS` for a training card.
    rules : record
        Rule parameters and card tables.

    Returns
    -------
    float64
        Points; a fraction of one unless traits pay for the card.
    """
    dog = np.uint64(state.dogs[seat, np.uint64(place)])
    need = rules.dog_need[dog]
    symbols = np.int64(need[0]) + need[1] + need[2]
    value = _BY_POINTS * rules.dog_vp[dog] - _BY_SYMBOLS * symbols
    per_walk, per_training = np.int64(0), np.int64(0)
    if state.trait_on[dog] != NO_CARD:
        _, _, per_walk, per_training, _, _, _ = traits_on(state, dog, rules)
    if effect == T_WALK_BONUS:
        value += per_walk + _BY_CARDS * state.walks[dog]
    elif effect == T_TRAINING_BONUS:
        value += per_training + _BY_CARDS * state.trainings[dog]
    elif effect == T_LESS_FOOD:
        # it is wasted on a dog that needs little
        value += 2 * _BY_SYMBOLS * symbols
    return value
