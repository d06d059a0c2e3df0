"""The text of a kernel module: it imports rules and strategies as globals, so that numba's disk cache applies.

A kernel is compiled once for a set of strategies; line-ups, parameters and rules are data.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from simcore.engine.branch_template import BRANCH_BODY, BRANCH_HEAD
from simcore.engine.game import GameSpec, Strategy
from simcore.errors import InputError, not_one_of

# states, and lists of legal actions, for strategies that look ahead; restricted play has one more list
SCRATCH_STATES = 8
# what a decision rule may ask for, by the names of its arguments
STRATEGY_ARGUMENTS = ("state", "seat", "rules", "legal", "n_legal", "params", "rng", "scratch")

_HEAD = '''"""Generated: the kernel of {game} for {names}."""

import numpy as np

from simcore.engine.digest import add_words
from simcore.engine.jit import inline, jit, kernel
from simcore.engine.rng import DEAL_STREAM, FIRST_SEAT_STREAM, SEATING_STREAM, bounded, deal_key, seed_stream
from simcore.engine.status import ILLEGAL_ACTION, OK, TOO_MANY_DECISIONS
from {package}.actions import MAX_DECISIONS
from {package}.columns import write_row
from {package}.rules import apply_action, init_state, is_terminal, legal_actions

FIRST_SEAT_RNG = np.uint64(1)
'''

_CHOOSE_HEAD = """

@inline
def {name}(strategy_id, state, seat, rules, legal, n_legal, params, rng, scratch):
"""

# a strategy sees a list without what its entrant leaves, and its choice is found again in the whole one
_RESTRICTED_HEAD = "from {package}.restrict import kind_of, uses_card\n"
_RESTRICTED = '''

@jit
def leaves(state, action, limits):
    """Whether an entrant leaves an action: for its kind, or for a card that it uses."""
    if np.int64(limits[0]) >> kind_of(action) & 1 != 0:
        return True
    for i in range(np.int64(limits[1])):
        if uses_card(state, action, np.int64(limits[2 + i])):
            return True
    return False


@inline
def choose(strategy_id, state, seat, rules, legal, n_legal, params, rng, scratch):
    """Choose among what the entrant does not leave, or among all where it would leave everything."""
    own = scratch.legal[{spare}]
    n_own = 0
    for i in range(n_legal):
        if not leaves(state, np.int64(legal[i]), params[{width}:]):
            own[n_own] = legal[i]
            n_own += 1
    if n_own == 0:
        n_own = n_legal
        for i in range(n_legal):
            own[i] = legal[i]
    chosen = np.int64(0)
    if n_own > 1:
        chosen = np.int64(choose_freely(strategy_id, state, seat, rules, own, n_own, params, rng, scratch))
    if chosen < 0 or chosen >= n_own:
        return np.int64(-1)
    place = np.int64(0)
    while legal[place] != own[chosen]:
        place += 1
    return place
'''

_BODY = '''

@jit
def seating_of(seed, game_index, seatings, draws_seats, rng):
    """Return the deal and the row of `seatings` of a game."""
    n = len(seatings)
    if draws_seats:
        seed_stream(rng, deal_key(seed, game_index), SEATING_STREAM)
        return game_index, bounded(rng, n)
    return game_index // np.uint64(n), np.int64(game_index % np.uint64(n))


@jit
def deal(seed, deal_index, n_seats, state, rules, rngs):
    key = deal_key(seed, deal_index)
    seed_stream(rngs[0], key, DEAL_STREAM)
    init_state(state, n_seats, rules, rngs[0])
    for seat in range(n_seats):
        seed_stream(rngs[1 + seat], key, FIRST_SEAT_STREAM + seat)


@inline
def play_on(state, rule, seatings, seating, strategy_ids, params, rngs, legal, shown, scratch):
    """Play a game to its end; return (status, real decisions)."""
    n_real = 0
    n_decisions = 0
    while not is_terminal(state):
        n_legal = legal_actions(state, rule, legal)
        choice = 0
        if n_legal > 1:
            seat = np.int64(state.seat)
            # unsigned places need no test for negative ones
            place = np.uint64(seat)
            entrant = np.uint64(seatings[seating, place])
            choice = np.int64(
                choose(
                    strategy_ids[entrant], state, seat, rule, shown, n_legal,
                    params[entrant], rngs[place + FIRST_SEAT_RNG], scratch,
                )
            )
            if choice < 0 or choice >= n_legal:
                return ILLEGAL_ACTION, n_real
            n_real += 1
        apply_action(state, np.int64(legal[np.uint64(choice)]), rule)
        n_decisions += 1
        if n_decisions > MAX_DECISIONS:
            return TOO_MANY_DECISIONS, n_real
    return OK, n_real


@kernel
def play_games(seed, cell, first_game, plan, rules, rows, memory):
    """Play len(rows) games; return (status, games finished, real decisions)."""
    seatings, draws_seats, strategy_ids, params = plan
    states, legal, shown, rngs, scratch = memory
    state = states[0]
    rule = rules[0]
    n_seats = seatings.shape[1]
    n_real = 0
    for i in range(len(rows)):
        row = rows[i]
        game_index = first_game + np.uint64(i)
        deal_index, seating = seating_of(seed, game_index, seatings, draws_seats, rngs[0])
        deal(seed, deal_index, n_seats, state, rule, rngs)
        code, n_chosen = play_on(state, rule, seatings, seating, strategy_ids, params, rngs, legal, shown, scratch)
        n_real += n_chosen
        if code != OK:
            return code, i, n_real
        row.cell = cell
        row.game_index = game_index
        row.deal_index = deal_index
        for seat in range(n_seats):
            row.entrant[seat] = seatings[seating, seat]
        write_row(state, row)
    return OK, len(rows), n_real


@kernel
def hash_rows(words, lanes):
    """Add up the hashes of rows, given as words."""
    add_words(words, lanes)


@kernel
def fill_row(states, rows):
    """Write the row of one finished game, without its place in a run."""
    write_row(states[0], rows[0])


@kernel
def trace_game(seed, game_index, plan, rules, states, legal, shown, n_legal, chosen, memory):
    """Play one game and keep every state and decision; return (status, decisions, seating, deal)."""
    seatings, draws_seats, strategy_ids, params = plan
    _, _, _, rngs, scratch = memory
    rule = rules[0]
    state = states[0]
    deal_index, seating = seating_of(seed, game_index, seatings, draws_seats, rngs[0])
    deal(seed, deal_index, seatings.shape[1], state, rule, rngs)
    step = 0
    while not is_terminal(state):
        if step >= MAX_DECISIONS:
            return TOO_MANY_DECISIONS, step, seating, deal_index
        n = legal_actions(state, rule, legal[step])
        choice = 0
        seat = np.int64(state.seat)
        if n > 1:
            entrant = seatings[seating, seat]
            choice = np.int64(
                choose(
                    strategy_ids[entrant], state, seat, rule, shown[step], n,
                    params[entrant], rngs[1 + seat], scratch,
                )
            )
        n_legal[step] = n
        chosen[step] = choice
        if choice < 0 or choice >= n:
            return ILLEGAL_ACTION, step + 1, seating, deal_index
        chosen[step] = legal[step, choice]
        states[step + 1] = state
        step += 1
        state = states[step]
        apply_action(state, chosen[step - 1], rule)
    return OK, step, seating, deal_index
'''


def strategy_call(strategy: Strategy) -> tuple[str, ...]:
    """Return the names of the arguments that a decision rule asks for.

    Parameters
    ----------
    strategy : Strategy
        Its ``choose_action`` takes any of `STRATEGY_ARGUMENTS`, by these names.

    Raises
    ------
    InputError
        Where it asks for something else.
    """
    function = strategy.choose_action
    arguments = tuple(inspect.signature(getattr(function, "py_func", function)).parameters)
    for argument in arguments:
        if argument not in STRATEGY_ARGUMENTS:
            where = str(strategy.module.__file__)
            raise InputError(where, "choose_action", f"argument {not_one_of(argument, STRATEGY_ARGUMENTS)}")
    return arguments


def width_of_params(strategies: Sequence[Strategy]) -> int:
    """Return how many places of an entrant's row of parameters its strategy can need; what it leaves stands after."""
    return max(1, *(len(strategy.parameters) for strategy in strategies))


def kernel_text(game: GameSpec, strategies: Sequence[Strategy], *, restricted: bool = False) -> str:
    """Write the module that plays `game` with a set of strategies.

    Parameters
    ----------
    game : GameSpec
        The game.
    strategies : sequence of Strategy
        In the order of their numbers inside the kernel.
    restricted : bool
        Entrants can leave kinds of action and cards.

    Returns
    -------
    str
        Python source.
    """
    names = ", ".join(strategy.name for strategy in strategies)
    branches = game.branch_table is not None
    text = _HEAD.format(game=game.name, names=names, package=game.package)
    if branches:
        text += BRANCH_HEAD.format(package=game.package)
    for i, strategy in enumerate(strategies):
        text += f"from {strategy.module.__name__} import choose_action as strategy_{i}\n"
    if restricted:
        text += _RESTRICTED_HEAD.format(package=game.package)
    text += _CHOOSE_HEAD.format(name="choose_freely" if restricted else "choose")
    for i, strategy in enumerate(strategies):
        call = f"strategy_{i}({', '.join(strategy_call(strategy))})"
        if i + 1 == len(strategies):
            text += f"    return {call}\n"
        else:
            text += f"    if strategy_id == {i}:\n        return {call}\n"
    if restricted:
        text += _RESTRICTED.format(spare=SCRATCH_STATES, width=width_of_params(strategies))
    return text + _BODY + (BRANCH_BODY if branches else "")
