"""One step ahead: the action that is worth most by a strategy's weights.

Before the taking only what helps it is played: tricks and rescued dogs. Everything else waits until after it, when the
player knows what there is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_lover import weights as w
from simcore.games.dog_lover.abilities import traits_on
from simcore.games.dog_lover.actions import (
    A_ATTACH,
    A_DISCARD_FOOD,
    A_END_TURN,
    A_FETCH,
    A_LEARN,
    A_PLACE_WATCH_DOG,
    A_RESCUE,
    A_TAKE,
    A_TUCK_TRAINING,
    A_TUCK_WALK,
    DOG_BITS,
    DOG_MASK,
    LOW,
)
from simcore.games.dog_lover.layout import (
    ALL_CELLS,
    LINE_CELLS,
    N_FOOD,
    T_LESS_FOOD,
    T_TRAINING_BONUS,
    T_WALK_BONUS,
    WILD,
)
from simcore.games.dog_lover.plays import rescue_cost, trick_cost
from simcore.games.dog_lover.valuation import (
    balance,
    food_value,
    gain_value,
    rescued_value,
    share_left,
    training_kept,
    trait_value,
    trick_value,
)

_LINE_CELLS = np.array(LINE_CELLS, np.int64)
# what a dog's points, its symbols, and cards already lying there count for among the dogs that a card can go to
_BY_POINTS, _BY_SYMBOLS, _BY_CARDS = 0.02, 0.05, 0.3
# what must not be done before the taking is worth less than any taking
_LATER = -1e6


@jit
def best_choice(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Return the position of the action that is worth most by some weights; ties go to the first.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is not over.
    seat : int
        Player who decides.
    rules : record
        Rule parameters and card tables.
    legal : int32[n_legal]
        Legal actions.
    n_legal : int
        At least 1.
    weights : float64[15]
        `weights.WEIGHTS`.

    Returns
    -------
    int64
        0 to `n_legal` - 1.
    """
    foods = balance(state, seat, rules)
    best, best_value = np.int64(0), -np.inf
    bought, bought_value = np.int64(-1), 0.0
    for i in range(n_legal):
        action = np.int64(legal[i])
        kind = action & ~LOW
        value = _value(state, seat, action, foods, rules, weights)
        if kind in (A_LEARN, A_RESCUE) and value > bought_value:
            bought, bought_value = np.int64(i), value
        if state.taken == 0 and kind > A_END_TURN and state.n_pending == 0:
            value = _LATER
        if value > best_value:
            best, best_value = np.int64(i), value
    return bought if bought >= 0 else best


@inline
def _value(state: Any, seat: Any, action: Any, foods: Any, rules: Any, weights: Any) -> Any:
    """Worth of one action against doing nothing."""
    kind, low = action & ~LOW, action & LOW
    if kind == A_TAKE:
        return gain_value(state, seat, low & ALL_CELLS & ~np.int64(state.fresh), foods, rules, weights)
    if kind == A_FETCH:
        kept = weights[w.FETCH_CARD] * share_left(state)
        return gain_value(state, seat, np.int64(1) << low, foods, rules, weights) - kept
    if kind == A_RESCUE:
        spent = weights[w.ADOPTION_CARD] * share_left(state) * rescue_cost(state, seat, rules)
        return rescued_value(state, seat, np.int64(state.shelter_row[low]), foods, rules, weights) - spent
    if kind == A_LEARN:
        trick = np.int64(state.trick_row[low])
        spent = training_kept(share_left(state), weights) * trick_cost(state, seat, trick, rules)
        return trick_value(state, seat, trick, rules, weights) - spent
    return _small_value(state, seat, kind, low, foods, rules, weights)


@jit
def _small_value(state: Any, seat: Any, kind: Any, low: Any, foods: Any, rules: Any, weights: Any) -> Any:
    """Worth of cards put on own dogs, of a cube given up, and of the watch dog beside a line."""
    if kind == A_TUCK_WALK:
        bonus = _host_value(state, seat, low, T_WALK_BONUS, rules)
        return weights[w.WALK_CARD] * rules.walk_tucked + bonus
    if kind == A_TUCK_TRAINING:
        bonus = _host_value(state, seat, low, T_TRAINING_BONUS, rules)
        return rules.training_tucked + bonus - training_kept(share_left(state), weights)
    if kind == A_ATTACH:
        trait = low >> DOG_BITS
        host = _host_value(state, seat, low & DOG_MASK, np.int64(rules.trait_effect[trait]), rules)
        return trait_value(trait, rules, weights) + host
    if kind == A_DISCARD_FOOD:
        scraps, kibble, canned, wild = foods
        after = scraps - (low == 0), kibble - (low == 1), canned - (low == N_FOOD - 1), wild - (low == WILD)
        return food_value(after, share_left(state), weights)
    if kind == A_PLACE_WATCH_DOG:
        # the first player to move is the one whom the watch dog hinders
        first = np.int64(0)
        return gain_value(state, first, _LINE_CELLS[low], balance(state, first, rules), rules, weights)
    return 0.0


@inline
def _host_value(state: Any, seat: Any, place: Any, effect: Any, rules: Any) -> Any:
    """Return how well a card with an effect suits an own dog, compared with the other own dogs."""
    dog = np.int64(state.dogs[seat, place])
    _, _, per_walk, per_training, _, _, _ = traits_on(state, dog, rules)
    need = rules.dog_need[dog]
    symbols = np.int64(need[0]) + need[1] + need[2]
    value = _BY_POINTS * rules.dog_vp[dog] - _BY_SYMBOLS * symbols
    if effect == T_WALK_BONUS:
        value += per_walk + _BY_CARDS * state.walks[dog]
    elif effect == T_TRAINING_BONUS:
        value += per_training + _BY_CARDS * state.trainings[dog]
    elif effect == T_LESS_FOOD:
        # it is wasted on a dog that needs little
        value += 2 * _BY_SYMBOLS * symbols
    return value
