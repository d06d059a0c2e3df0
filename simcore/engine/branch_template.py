"""The part of a kernel module that plays both branches of a decision (see `branches.BranchTable`)."""

from __future__ import annotations

BRANCH_HEAD = """from simcore.engine.rng import continuation_key
from {package}.branches import is_branching, write_branch
from {package}.columns import payoff_of
from {package}.rules import resample_future, resample_hidden
"""

# calls that are not inlined keep the compile short; branches need no more speed
BRANCH_BODY = '''

@jit
def act(state, action, rule):
    apply_action(state, action, rule)


@jit
def play_out(state, rule, seatings, seating, strategy_ids, params, rngs, legal, shown, scratch):
    return play_on(state, rule, seatings, seating, strategy_ids, params, rngs, legal, shown, scratch)


@jit
def branch(state, first, second, key, n, hidden, rule, seatings, seating, strategy_ids, params, memory, gains):
    """Play `n` continuations of each of two actions; write their payoffs, return a status.

    Both branches of a continuation meet the same cards to come and the same streams of the seats.
    """
    states, legal, shown, rngs, scratch = memory
    seat = np.int64(state.seat)
    for k in range(n):
        stream_key = continuation_key(key, k)
        states[1] = state
        seed_stream(rngs[0], stream_key, DEAL_STREAM)
        if hidden:
            resample_hidden(states[1], seat, rngs[0])
        else:
            resample_future(states[1], rngs[0])
        for side in range(2):
            states[0] = states[1]
            for other in range(seatings.shape[1]):
                seed_stream(rngs[1 + other], stream_key, FIRST_SEAT_STREAM + other)
            act(states[0], first if side == 0 else second, rule)
            code, _ = play_out(
                states[0], rule, seatings, seating, strategy_ids, params, rngs, legal, shown, scratch
            )
            if code != OK:
                return code
            gains[k, side] = payoff_of(states[0], seat)
    return OK


@inline
def summarise(gains, n, row):
    """Write the means of two branches, their difference and its standard error over the continuations."""
    first, second = 0.0, 0.0
    for k in range(n):
        first += gains[k, 0]
        second += gains[k, 1]
    row.first_payoff = first / n
    row.second_payoff = second / n
    mean = (first - second) / n
    squares = 0.0
    for k in range(n):
        squares += (gains[k, 0] - gains[k, 1] - mean) ** 2
    row.difference = mean
    row.difference_se = np.sqrt(squares / (n - 1) / n)


@kernel
def branch_games(seed, cell, first_game, n_games, plan, rules, how, rows, words, memory, inner, lanes):
    """Play games as `play_games` does and branch at their decisions; stop early where `rows` may not do for a game.

    Returns (status, games finished, rows written).
    """
    seatings, draws_seats, strategy_ids, params = plan
    n, hidden, players, gains = how
    states, legal, shown, rngs, scratch = memory
    state = states[0]
    rule = rules[0]
    filled = 0
    for i in range(n_games):
        if filled + MAX_DECISIONS > len(rows):
            add_words(words[:filled], lanes)
            return OK, i, filled
        game_index = first_game + np.uint64(i)
        deal_index, seating = seating_of(seed, game_index, seatings, draws_seats, rngs[0])
        deal(seed, deal_index, seatings.shape[1], state, rule, rngs)
        step = 0
        while not is_terminal(state):
            if step >= MAX_DECISIONS:
                return TOO_MANY_DECISIONS, i, filled
            n_legal = legal_actions(state, rule, legal)
            choice = 0
            if n_legal > 1:
                seat = np.int64(state.seat)
                entrant = seatings[seating, seat]
                if is_branching(state):
                    row = rows[filled]
                    row.cell = cell
                    row.game_index = game_index
                    row.deal_index = deal_index
                    row.decision = step
                    row.seat = seat
                    row.entrant = entrant
                    row.continuations = n
                    write_branch(state, seat, row)
                    key = continuation_key(deal_key(seed, deal_index), step)
                    code = branch(
                        state, np.int64(legal[0]), np.int64(legal[1]), key, n, hidden, rule,
                        players, seating, strategy_ids, params, inner, gains,
                    )
                    if code != OK:
                        return code, i, filled
                    summarise(gains, n, row)
                    filled += 1
                choice = np.int64(
                    choose(
                        strategy_ids[entrant], state, seat, rule, shown, n_legal,
                        params[entrant], rngs[1 + seat], scratch,
                    )
                )
                if choice < 0 or choice >= n_legal:
                    return ILLEGAL_ACTION, i, filled
            act(state, np.int64(legal[choice]), rule)
            step += 1
    add_words(words[:filled], lanes)
    return OK, n_games, filled


@kernel
def branch_state(states, key, plan, rules, how, memory):
    """Branch at one state; the payoffs are left in the array of `how`. Returns a status."""
    _, _, strategy_ids, params = plan
    n, hidden, players, gains = how
    legal = memory[1]
    legal_actions(states[0], rules[0], legal)
    return branch(
        states[0], np.int64(legal[0]), np.int64(legal[1]), np.uint64(key), n, hidden, rules[0],
        players, 0, strategy_ids, params, memory, gains,
    )
'''
