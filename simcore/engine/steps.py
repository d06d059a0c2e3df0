"""Single steps of a game, called from Python: deal, list what is legal, apply an action.

The rules are compiled into a kernel without strategies, found and cached as every kernel is.
"""

from __future__ import annotations

import functools
import importlib.util
from typing import Any

import numpy as np

from simcore.engine.cache import cache_folder, load_module
from simcore.engine.game import GameSpec
from simcore.engine.rng import RNG_DTYPE
from simcore.engine.sources import kernel_digest, sources_digest

_NO_ACTION = -1

_TEXT = '''"""Generated: single steps of {game}."""

from simcore.engine.jit import kernel
from simcore.engine.rng import DEAL_STREAM, deal_key, seed_stream
from {package}.columns import write_row
from {package}.rules import apply_action, begin, init_state, is_terminal, legal_actions


@kernel
def advance(states, action, rules, legal):
    """Apply an action, none where it is negative; return how many are legal then."""
    state = states[0]
    if action >= 0:
        apply_action(state, action, rules[0])
    if is_terminal(state):
        return 0
    return legal_actions(state, rules[0], legal)


@kernel
def deal(seed, deal_index, n_seats, states, rules, rngs):
    """Deal as a run does."""
    seed_stream(rngs[0], deal_key(seed, deal_index), DEAL_STREAM)
    init_state(states[0], n_seats, rules[0], rngs[0])


@kernel
def begin_setup(states, rules):
    """Do what follows from a deal that lies on the table."""
    begin(states[0], rules[0])


@kernel
def fill_row(states, rows):
    """Write the row of a state."""
    write_row(states[0], rows[0])
'''


def has_positions(game: GameSpec) -> bool:
    """Whether a game has the module ``position``, which single steps need."""
    return importlib.util.find_spec(f"{game.package}.position") is not None


class Steps:
    """The rules of one game for single positions.

    A position is a recarray of one `STATE_DTYPE` record; rule parameters come as `GameSpec.encode_rules` makes them.

    Parameters
    ----------
    game : GameSpec
        A game for which `has_positions` holds.
    """

    def __init__(self, game: GameSpec) -> None:
        self.game = game
        text = _TEXT.format(game=game.name, package=game.package)
        digest = kernel_digest(sources_digest(game, (), text))
        path = cache_folder() / f"kernel_{game.name}_steps_{digest[:20]}.py"
        self._module = load_module(path, text)
        self._dtype: np.dtype[Any] = game.module("state").STATE_DTYPE
        self._max_legal: int = game.module("actions").MAX_LEGAL

    def empty(self) -> Any:
        """Return a position of zeros: STATE_DTYPE recarray[1]."""
        return np.zeros(1, self._dtype).view(np.recarray)

    def legal(self, states: Any, rules: Any) -> list[int]:
        """Return the legal actions, ascending; none where the game is over.

        Parameters
        ----------
        states : STATE_DTYPE recarray[1]
            The position.
        rules : recarray[1]
            Rule parameters.

        Returns
        -------
        list of int
        """
        return self.apply(states, _NO_ACTION, rules)

    def apply(self, states: Any, action: int, rules: Any) -> list[int]:
        """Apply a legal action; return what is legal then.

        Parameters
        ----------
        states : STATE_DTYPE recarray[1]
            Changed in place.
        action : int
            One of `legal`.
        rules : recarray[1]
            Rule parameters.

        Returns
        -------
        list of int
            As `legal` gives it.
        """
        legal = np.zeros(self._max_legal, np.int32)
        n = self._module.advance(states, np.int64(action), rules, legal)
        found: list[int] = legal[:n].tolist()
        return found

    def deal(self, seed: int, deal_index: int, n_seats: int, rules: Any) -> Any:
        """Deal as a run does.

        Parameters
        ----------
        seed, deal_index : int
            Master seed and deal, 0 to 2**64 - 1.
        n_seats : int
            Player count.
        rules : recarray[1]
            Rule parameters.

        Returns
        -------
        STATE_DTYPE recarray[1]
            The position before the first decision.
        """
        states = self.empty()
        rngs = np.zeros(1, RNG_DTYPE).view(np.recarray)
        self._module.deal(np.uint64(seed), np.uint64(deal_index), np.int64(n_seats), states, rules, rngs)
        return states

    def begin(self, states: Any, rules: Any) -> None:
        """Do what follows from a deal without a choice; `states` is changed in place."""
        self._module.begin_setup(states, rules)

    def row(self, states: Any) -> Any:
        """Return the row that a run writes of a position; not all of it means something before the end.

        Parameters
        ----------
        states : STATE_DTYPE recarray[1]
            The position.

        Returns
        -------
        row record
            With fields for the most seats that the game allows.
        """
        rows = np.zeros(1, self.game.row_dtype(max(self.game.players))).view(np.recarray)
        self._module.fill_row(states, rows)
        return rows[0]


@functools.cache
def steps_of(game: GameSpec) -> Steps:
    """Return the steps of a game, built once in a process."""
    return Steps(game)
