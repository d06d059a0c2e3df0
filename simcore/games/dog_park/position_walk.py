"""What a Dog Park position says of the walk: who stands where, who moves, what is pending."""

from __future__ import annotations

from simcore.engine.values import Values, as_whole
from simcore.errors import shown
from simcore.games.dog_park import state as s
from simcore.games.dog_park.board import EXACT
from simcore.games.dog_park.cards import (
    BLOCKED,
    CONSTANTS,
    DICE,
    DOG_IDS,
    FIRST_LEAVE,
    GLOBETROTTER,
    LAST_OUT,
    LEAVE_SPACES,
    N_SPACES,
    NO_DOG,
    SOCIAL_BUTTERFLY,
)
from simcore.games.dog_park.position_cards import WHERE, Reading
from simcore.games.dog_park.table import HOME_TIME, WALKING

_SWAP_LEAVE = LEAVE_SPACES[-1]
_GLOBETROTTER_STEPS = 3
# no movement leaves more to do
_MOST_PENDING = 20
# the stage to which a decision belongs; all others end the movement
_STAGES = {s.MOVE: s.MOVERS, s.REWARD: s.REWARDS, s.REPLACE: s.REWARDS, s.GAIN: s.REWARDS}
# where the player stands who decides
_INSIDE = range(N_SPACES)
_LANDED = range(1, N_SPACES)
_PLACES = {s.MOVE: [*_INSIDE], s.PAY: [*_LANDED], s.GLOBETROTTER: [*_LANDED], s.LEAVE_BONUS: [_SWAP_LEAVE]}
_MOVED = [*_LANDED, _SWAP_LEAVE]


def read_positions(reading: Reading) -> None:
    """Read where everybody stands; who walks is at the start where nothing is said.

    Parameters
    ----------
    reading : Reading
        With the leads read already.

    Raises
    ------
    InputError
        For a place that does not exist, is blocked or taken, and for who does not walk.
    """
    table, state, values = reading.table, reading.table.state, reading.values
    open_spaces = [space for space in _INSIDE if space != BLOCKED.get(int(state.locations[state.round_index]))]
    open_spaces += CONSTANTS["by_players"][f"p{state.n_seats}"]["leave_spaces"]
    open_spaces += [LAST_OUT] if reading.part == HOME_TIME else []
    somebody = bool(state.lead[: state.n_seats].any())
    for walker, given in enumerate(reading.of_walkers("positions")):
        walks = bool(state.lead[walker]) if walker < state.n_seats else somebody
        if given is not None and not walks:
            raise values.fault(f"positions.{walker}", f"{table.called(walker)} does not walk in this round")
        if given is None:
            state.position[walker] = 0 if walks and reading.part == WALKING else s.NOT_WALKING
            continue
        at = as_whole(given)
        if at not in open_spaces:
            allowed = ", ".join(map(str, open_spaces))
            raise values.fault(f"positions.{walker}", f"{shown(given)} is not allowed; allowed: {allowed}")
        if at >= FIRST_LEAVE and at in state.position[:walker]:
            raise values.fault(f"positions.{walker}", f"{at} is taken already; it holds one walker")
        state.position[walker] = at
    state.n_walking = int((state.position != s.NOT_WALKING).sum())
    state.n_inside = len(table.inside)


def read_walk(reading: Reading) -> None:
    """Read a decision of the walk.

    Parameters
    ----------
    reading : Reading
        With everything but the walk read already; a choice of a resource has its seat as well.

    Raises
    ------
    InputError
        Where nobody walks any more, or the decision does not fit who stands where.
    """
    table, state, values = reading.table, reading.table.state, reading.values
    read_positions(reading)
    if not state.lead[: state.n_seats].any():
        raise values.fault("dogs", "nobody has a dog on the lead, and so nobody walks")
    phase = int(state.phase)
    mover = _fork_walker(reading) if phase == s.FORK else _player(reading)
    _check_walk_goes_on(reading, mover)
    state.walker = mover
    turn = table.order.index(mover) if mover < state.n_seats else mover
    state.turn = (turn + 1) % int(state.n_walkers)
    state.stage = _STAGES.get(phase, s.MOVED)
    if phase == s.PAY:
        _check_pay(reading, mover)
    elif phase == s.GLOBETROTTER:
        _check_globetrotter(reading, mover)
    elif phase == s.LEAVE_BONUS and len(table.lead(mover)) == state.n_dogs[mover]:
        raise values.fault(f"dogs.{mover}", "a swap needs a dog at home; without one 1 reputation is taken at once")
    _read_pending(reading, mover)


def _player(reading: Reading) -> int:
    """Read which player decides, and check where that player stands."""
    table, state = reading.table, reading.table.state
    phase = int(state.phase)
    places = _PLACES.get(phase, _MOVED)
    fitting = [seat for seat in table.order if state.position[seat] in places]
    seat = int(state.seat) if phase == s.GAIN else reading.seat(fitting[0] if fitting else int(state.first))
    if seat not in fitting:
        allowed = f"{places[0]} to {places[-1]}" if len(places) > 1 and places[-1] < FIRST_LEAVE else None
        allowed = allowed or ", ".join(map(str, [f"{places[0]} to {places[-2]}", places[-1]] if places[1:] else places))
        at = int(state.position[seat])
        told = f"stands on {at}" if at != s.NOT_WALKING else "does not walk"
        raise reading.values.fault("seat", f"{seat} {told}; phase {s.PHASES[phase]} is on {allowed}")
    return seat


def _fork_walker(reading: Reading) -> int:
    """Read which autowalker stands at the fork, and where it can go; the first player decides (13.4)."""
    table, state, values = reading.table, reading.table.state, reading.values
    first, n_seats = int(state.first), int(state.n_seats)
    if not table.autowalkers:
        raise values.fault("phase", f"fork is not allowed: no autowalker plays with {n_seats} players")
    if reading.seat(first) != first:
        raise values.fault("seat", f"{state.seat} is not allowed; allowed: {first}, the first player")
    ways = {walker: _ways(reading, walker) for walker in table.autowalkers}
    waiting = [walker for walker, found in ways.items() if found]
    mover = values.whole("mover", waiting[0] if waiting else n_seats, n_seats, int(state.n_walkers) - 1)
    if not ways[mover]:
        raise values.fault("mover", f"autowalker {mover} cannot reach two spaces with one roll")
    spaces = values.entries("fork", ways[mover][0])
    if spaces not in ways[mover]:
        allowed = " or ".join(map(str, ways[mover]))
        raise values.fault("fork", f"{shown(spaces)} is not allowed; allowed: {allowed}")
    state.fork_spaces = sum(1 << space for space in spaces)
    return mover


def _ways(reading: Reading, walker: int) -> list[list[int]]:
    """Return the pairs of spaces between which a roll leaves the choice."""
    state = reading.table.state
    if not 0 <= state.position[walker] < FIRST_LEAVE:
        return []
    reached = [_exactly(reading, walker, die) for die in sorted(set(DICE))]
    return [spaces for spaces in reached if len(spaces) > 1]


def _exactly(reading: Reading, walker: int, steps: int) -> list[int]:
    """Return the spaces that are just so many steps ahead."""
    state = reading.table.state
    found = int(EXACT[state.locations[state.round_index], state.position[walker], steps])
    return [space for space in _INSIDE if found >> space & 1]


def _check_walk_goes_on(reading: Reading, mover: int) -> None:
    """Refuse a walk that ended before this movement (6.10, 6.11)."""
    table, state, values = reading.table, reading.table.state, reading.values
    before = {*table.inside, mover}
    if state.n_walking == 1 and not table.rules.lone_human_walks_on:
        raise values.fault("positions", "an only walker goes home at once under lone_human_walks_on = false")
    if len(before) < 2 <= state.n_walking or not any(walker < state.n_seats for walker in before):
        raise values.fault("positions", "the walk is over: no player, or only one walker, is left in the park")


def _on_space(reading: Reading, seat: int) -> set[int]:
    """Return the spaces on which others stand."""
    table = reading.table
    return {int(table.state.position[other]) for other in table.inside if other != seat}


def _check_pay(reading: Reading, seat: int) -> None:
    """A space is paid for where another walker stands, with reputation, without a social butterfly (6.7)."""
    state = reading.table.state
    if int(state.position[seat]) not in _on_space(reading, seat):
        raise reading.values.fault("phase", "pay_occupied needs another walker on the same space")
    if not state.reputation[seat] or reading.table.on_lead(seat, SOCIAL_BUTTERFLY):
        raise reading.values.fault("phase", "pay_occupied needs reputation, and no social butterfly on the lead")


def _check_globetrotter(reading: Reading, seat: int) -> None:
    """A globetrotter needs reputation and an occupied space ahead (21)."""
    ahead = {space for steps in range(1, _GLOBETROTTER_STEPS + 1) for space in _exactly(reading, seat, steps)}
    fits = reading.table.on_lead(seat, GLOBETROTTER) and reading.table.state.reputation[seat]
    if not fits or not ahead & _on_space(reading, seat):
        needs = "a globetrotter on the lead, reputation, and a walker at most three steps ahead"
        raise reading.values.fault("phase", f"globetrotter needs {needs}")


def _read_pending(reading: Reading, mover: int) -> None:
    """Read what a movement still offers, which abilities it has used up, and what a scout has revealed."""
    table, state, values = reading.table, reading.table.state, reading.values
    pending = Values(values.get("pending", {}), WHERE, ("swaps", "scouts"), "pending")
    state.pending_swaps = pending.whole("swaps", 0, 0, _MOST_PENDING)
    state.pending_scouts = pending.whole("scouts", 0, 0, _MOST_PENDING)
    if state.phase == s.REWARD and not state.pending_swaps + state.pending_scouts:
        raise values.fault("pending", "has neither swaps nor scouts; phase reward needs one")
    if state.phase == s.REPLACE and state.revealed[0] == NO_DOG:
        raise values.fault("revealed", "has no dogs; phase replace needs one or two")
    led = {DOG_IDS[dog]: i for i, dog in (table.lead(mover) if mover < state.n_seats else [])}
    for i, number in enumerate(values.entries("fired", [])):
        if as_whole(number) not in led:
            allowed = ", ".join(map(str, led))
            raise values.fault(f"fired.{i}", f"{shown(number)} is not allowed; allowed: {allowed}")
        state.fired |= 1 << led[number]
