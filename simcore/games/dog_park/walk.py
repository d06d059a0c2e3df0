"""Walking: the way through the park, landing, leaving, the end of a walk (rule section 6, 13.4)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit
from simcore.games.dog_park.actions import A_FORK, A_GLOBETROTTER, A_LEAVE_BONUS, A_MOVE
from simcore.games.dog_park.board import EXACT, LEAVE_BIT, MAX_MOVES, MOVES, N_MOVES, REACHED
from simcore.games.dog_park.cards import (
    CONSTANTS,
    FIRST_LEAVE,
    GLOBETROTTER,
    LAST_OUT,
    LEAVE_SPACES,
    N_LEAVE,
    N_SPACES,
    SLOWPOKE,
    SOCIAL_BUTTERFLY,
)
from simcore.games.dog_park.params import ARRIVAL_ORDER
from simcore.games.dog_park.recruit import lose_reputation, seat_in_order
from simcore.games.dog_park.rewards import has_ability, has_dog_at_home, list_swaps, n_with_ability, take_rewards
from simcore.games.dog_park.state import (
    FORK,
    HOME,
    LEAVE_BONUS,
    MOVE,
    MOVED,
    MOVERS,
    NOT_WALKING,
    PAY,
    RUNNING,
    SEAT_MASK,
)
from simcore.games.dog_park.state import GLOBETROTTER as GLOBETROTTER_PHASE

_COST = CONSTANTS["walking"]["occupied_cost"]
_GLOBETROTTER_STEPS = 3
_SPACES_MASK = (1 << N_SPACES) - 1
# the only leave space with a swap
SWAP_LEAVE = LEAVE_SPACES[-1]
# bit k: leave space number k is open to so many players
_OPEN = np.array(
    [
        sum(1 << i for i, space in enumerate(LEAVE_SPACES) if space in CONSTANTS["by_players"][f"p{n}"]["leave_spaces"])
        if n
        else 0
        for n in range(5)
    ]
)


@inline
def start_walk(state: Any, rules: Any) -> None:
    """Put everybody who walks on the start (6.3, 6.11, 6.12)."""
    players, walker = 0, 0
    for seat in range(state.n_seats):
        walks = state.lead[seat] != 0
        state.position[seat] = 0 if walks else NOT_WALKING
        state.walks[seat] += walks
        if walks:
            players += 1
            walker = seat
    state.stage = HOME
    state.turn = 0
    if players == 0:
        return
    state.n_players_inside = players
    for seat in range(state.n_seats, state.n_walkers):
        state.position[seat] = 0
        players += 1
    state.n_walking, state.n_inside = players, players
    if players == 1 and rules.lone_human_walks_on == 0:
        _last_out(state, walker, rules)
        return
    state.stage = MOVERS


@inline
def _is_inside(state: Any, walker: Any) -> Any:
    return state.position[walker] != NOT_WALKING and state.position[walker] < FIRST_LEAVE


@inline
def next_mover(state: Any) -> None:
    """Let the next walker in the park move (6.3)."""
    while True:
        turn = state.turn
        walker = seat_in_order(state, turn) if turn < state.n_seats else np.int64(turn)
        state.turn = 0 if turn + 1 == state.n_walkers else turn + 1
        if _is_inside(state, walker):
            break
    state.walker = walker
    state.fired = 0
    state.pending_swaps, state.pending_scouts = 0, 0
    if walker < state.n_seats:
        state.phase = MOVE
        state.seat = walker
    else:
        _move_autowalker(state, walker)


@inline
def _free_leave(state: Any) -> Any:
    """Return the leave spaces without a walker as a bit set (6.5)."""
    free = _OPEN[state.n_seats]
    for walker in range(state.n_walkers):
        at = state.position[walker]
        if FIRST_LEAVE <= at < LAST_OUT:
            free &= ~(1 << (at - FIRST_LEAVE))
    return free


@inline
def legal_moves(state: Any, rules: Any, out: Any) -> Any:
    """List the spaces a player can go to, leave spaces last (D6)."""
    # unsigned places need no test for negative ones
    card = np.uint64(state.locations[np.uint64(state.round_index)])
    space = np.uint64(state.position[np.uint64(state.seat)])
    n = N_MOVES[card, space]
    for i in range(MAX_MOVES):
        # all are written and only some counted: a loop of changing length would be slower
        out[i] = MOVES[card, space, i]
    if REACHED[card, space] >> LEAVE_BIT & 1:
        free = _free_leave(state)
        for i in range(N_LEAVE):
            if free >> i & 1:
                out[n] = A_MOVE | (FIRST_LEAVE + i)
                n += 1
                if rules.leave_bonus == ARRIVAL_ORDER:
                    break
    return n


@inline
def _leave(state: Any, walker: Any, space: Any) -> None:
    state.position[walker] = space
    if walker < state.n_seats:
        place = 1 + state.n_walking - state.n_inside
        state.leave_places[walker] += place
        state.n_players_inside -= 1
        state.left_first[walker] += place == 1 and space != LAST_OUT
    state.n_inside -= 1


@inline
def _shares_space(state: Any, seat: Any) -> Any:
    """Whether another walker stands on a player's space; no leave space has the number of a space inside."""
    found = False
    for other in range(state.n_walkers):
        found |= other != seat and state.position[other] == state.position[seat]
    return found


@inline
def land(state: Any, rules: Any) -> None:
    """Take the rewards of the space; where another walker stands they cost reputation (6.7)."""
    seat = state.seat & SEAT_MASK
    if not _shares_space(state, seat) or has_ability(state, seat, SOCIAL_BUTTERFLY):
        take_rewards(state, seat, state.position[seat], rules)
    elif state.reputation[seat] >= _COST:
        state.phase = PAY


@inline
def move(state: Any, space: Any, rules: Any) -> None:
    """Move a player's walker (6.4, 6.5)."""
    seat = state.seat & SEAT_MASK
    state.n_turns += 1
    state.phase, state.stage = RUNNING, MOVED
    if space >= FIRST_LEAVE:
        _leave(state, seat, space)
        # 6.6: the swap needs a dog at home
        if space == SWAP_LEAVE and has_dog_at_home(state, seat):
            state.phase = LEAVE_BONUS
        else:
            take_leave_reputation(state, seat, space, rules)
        return
    state.position[seat] = space
    state.spaces_walked[seat] += 1
    if has_ability(state, seat, GLOBETROTTER) and globetrotter_spaces(state, seat) != 0:
        state.phase = GLOBETROTTER_PHASE
    else:
        land(state, rules)


@inline
def take_leave_reputation(state: Any, seat: Any, space: Any, rules: Any) -> None:
    """Take the reputation of a leave space (6.5)."""
    state.reputation[seat] += rules.leave_reputation[space - FIRST_LEAVE]


@inline
def legal_leave_bonus(state: Any, out: Any) -> Any:
    """List the reputation, and every swap, of the leave space that offers both (D10)."""
    seat = state.seat & SEAT_MASK
    out[0] = A_LEAVE_BONUS
    return list_swaps(state, seat, A_LEAVE_BONUS, out, 1)


@inline
def _occupied(state: Any, seat: Any) -> Any:
    """Return the spaces with another walker as a bit set; who has left stands nowhere."""
    found = 0
    for other in range(state.n_walkers):
        if other != seat and _is_inside(state, other):
            found |= 1 << state.position[other]
    return found


@inline
def globetrotter_spaces(state: Any, seat: Any) -> Any:
    """Return the occupied spaces up to three steps ahead that a globetrotter may use (21); needs reputation."""
    if state.reputation[seat] < 1:
        return 0
    card, space = state.locations[state.round_index], state.position[seat]
    ahead = 0
    for steps in range(1, _GLOBETROTTER_STEPS + 1):
        ahead |= EXACT[card, space, steps]
    return ahead & _SPACES_MASK & _occupied(state, seat)


@inline
def legal_globetrotter(state: Any, out: Any) -> Any:
    """List the own space (0) and the occupied ones ahead."""
    spaces = globetrotter_spaces(state, state.seat)
    out[0] = A_GLOBETROTTER
    n = 1
    for space in range(1, N_SPACES):
        if spaces >> space & 1:
            out[n] = A_GLOBETROTTER | space
            n += 1
    return n


@jit
def choose_space(state: Any, space: Any, rules: Any) -> None:
    """Take the rewards of another space for a globetrotter, or go on with the own one (21)."""
    state.phase, state.stage = RUNNING, MOVED
    seat = state.seat & SEAT_MASK
    if space != 0:
        lose_reputation(state, seat, rules.amount[GLOBETROTTER])
        take_rewards(state, seat, space, rules)
    else:
        land(state, rules)


@inline
def pay_occupied(state: Any, pays: Any, rules: Any) -> None:
    """Pay for the rewards of an occupied space, or take nothing (D7)."""
    state.phase, state.stage = RUNNING, MOVED
    if pays:
        lose_reputation(state, state.seat, _COST)
        take_rewards(state, state.seat & SEAT_MASK, state.position[state.seat & SEAT_MASK], rules)


@inline
def _move_autowalker(state: Any, walker: Any) -> None:
    """Roll and go; past the exit to the best free leave space (13.4)."""
    die = state.dice[state.dice_used]
    state.dice_used += 1
    state.stage = MOVED
    spaces = EXACT[state.locations[state.round_index], state.position[walker], die] & _SPACES_MASK
    if spaces == 0:
        free = _free_leave(state)
        space = 0
        while not free >> space & 1:
            space += 1
        _leave(state, walker, FIRST_LEAVE + space)
    elif spaces & (spaces - 1):
        state.fork_spaces = spaces
        state.phase = FORK
        state.seat = state.first
    else:
        space = 0
        while not spaces >> space & 1:
            space += 1
        state.position[walker] = space


@inline
def legal_forks(state: Any, out: Any) -> Any:
    """List the spaces an autowalker can go to (D12)."""
    n = 0
    for space in range(1, N_SPACES):
        if state.fork_spaces >> space & 1:
            out[n] = A_FORK | space
            n += 1
    return n


@inline
def go_fork(state: Any, space: Any) -> None:
    """Send the autowalker at the fork to a space."""
    state.position[state.walker] = space
    state.fork_spaces = 0
    state.phase, state.stage = RUNNING, MOVED


@inline
def after_move(state: Any, rules: Any) -> None:
    """End the walk where no player, or only one walker, is left in the park (6.10)."""
    state.stage = MOVERS
    if state.n_players_inside == 0 or (state.n_inside == 1 and state.n_walking > 1):
        for seat in range(state.n_seats):
            if _is_inside(state, seat):
                _last_out(state, seat, rules)
        state.turn = 0
        state.stage = HOME


@inline
def _last_out(state: Any, seat: Any, rules: Any) -> None:
    """Send the last walker home: it loses reputation; a slowpoke likes it (6.10, 21)."""
    _leave(state, seat, LAST_OUT)
    state.left_last[seat] += 1
    lose_reputation(state, seat, rules.last_walker_loses)
    state.reputation[seat] += rules.amount[SLOWPOKE] * n_with_ability(state, seat, SLOWPOKE, rules)
