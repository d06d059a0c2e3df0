"""One decision of Dog Park told in words, and all that followed from it without a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from simcore.games.dog_park import retelling
from simcore.games.dog_park import state as s
from simcore.games.dog_park.actions import action_to_dict
from simcore.games.dog_park.cards import (
    CRAFTY,
    DOG_OF_ID,
    EAGER,
    FREE_PLACEMENTS,
    GLOBETROTTER,
    HOUND,
    HOUND_GAINS,
    LEAVE_SPACES,
    NO_DOG,
    PASTORAL,
    REPUTATION,
    RESOURCES,
    REWARDS,
    SEARCH_AND_RESCUE,
    SHOW_OFF,
    SWAP_TOKENS,
    UTILITY,
    UTILITY_GAINS,
    WELL_TRAINED,
)
from simcore.games.dog_park.params import ANY_TIME
from simcore.games.dog_park.table import SELECTION, SETUP, WALKING, Table, capacity_of, joined, part_of
from simcore.games.dog_park.words import (
    dog_words,
    field_lines,
    forecast_words,
    location_words,
    objective_words,
    space_words,
    walker_lines,
)

_REP = REWARDS[REPUTATION]
_SWAP_LEAVE = LEAVE_SPACES[-1]
# parts of a round in which something happens: two offers, selection, walking, home time
_PER_ROUND = 5

Action = dict[str, Any]


def tell(before: Any, action: int, after: Any, rules: Any) -> Iterator[str]:
    """Tell one decision, and what followed from it.

    Parameters
    ----------
    before, after : STATE_DTYPE record
        States around the decision.
    action : int
        What was chosen.
    rules : record
        Rule parameters and card tables.

    Yields
    ------
    str
        The decision, without the seat; then lines of their own.
    """
    table, fields = Table(before.copy(), rules), action_to_dict(action)
    yield joined(_TOLD[fields["kind"]](table, fields, after))
    yield from _what_follows(table, before, after)


# ---- what follows


def _stretch_of(state: Any) -> int:
    """Number the stretches of a game: -1 the setup, then five a round."""
    part = part_of(state)
    if part == SETUP:
        return -1
    within = state.offer_number if part < SELECTION else part
    return int(state.round_index) * _PER_ROUND + (int(within) if state.phase != s.OVER else 0)


def _what_follows(table: Table, before: Any, after: Any) -> Iterator[str]:
    here, end = _stretch_of(before), _stretch_of(after)
    yield from _indented(_rest_of_stretch(table, before, after, here == end))
    while here < end:
        if here >= 0:
            yield from _indented(_end_of_stretch(table, here % _PER_ROUND))
        here += 1
        if here < s.N_ROUNDS * _PER_ROUND:
            yield from _heading(table, here % _PER_ROUND)
            yield from _indented(_begin_stretch(table, here % _PER_ROUND))


def _indented(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield f"  {line}"


def _rest_of_stretch(table: Table, before: Any, after: Any, same: bool) -> Iterator[str]:
    """Go on where the decision belongs."""
    if before.phase == s.OFFER and not (same and after.phase == s.OFFER):
        yield from _resolve(table)
    elif before.phase == s.PICK:
        yield from _pick_on(table)
    elif part_of(before) == WALKING and (not same or after.phase in (s.MOVE, s.FORK)):
        yield from retelling.walk_on(table)


def _end_of_stretch(table: Table, within: int) -> Iterator[str]:
    if within < s.N_OFFERS:
        retelling.refill(table)
    elif within == SELECTION:
        yield from retelling.compensate(table)
    elif within > WALKING:
        yield from retelling.come_home(table)


def _begin_stretch(table: Table, within: int) -> Iterator[str]:
    if within < s.N_OFFERS:
        retelling.start_offers(table)
        # nobody can offer (4.2)
        if not table.state.reputation[: table.state.n_seats].any():
            yield from _resolve(table)
    elif within == WALKING:
        yield from retelling.start_walk(table)
    elif within > WALKING:
        yield from retelling.start_home(table)


def _resolve(table: Table) -> Iterator[str]:
    yield from retelling.resolve(table)
    yield from _pick_on(table)


def _pick_on(table: Table) -> Iterator[str]:
    asked = yield from retelling.picks(table)
    if not asked:
        yield from retelling.pay_acquired(table)


def _heading(table: Table, within: int) -> Iterator[str]:
    """Head a stretch, with what a reader wants to see there."""
    state = table.state
    yield ""
    if within == 0:
        forecast, location = forecast_words(table.forecast), location_words(int(state.locations[state.round_index]))
        yield f"== Round {state.round_index + 1}: first player seat {state.first}"
        yield f"forecast      {forecast}"
        yield f"location      {location}"
    yield ("-- First offer", "-- Second offer", "-- Selection", "-- Walking", "-- Home time")[within]
    if within < s.N_OFFERS or within == WALKING:
        yield from field_lines(state)
    elif within == SELECTION:
        yield from walker_lines(state)


# ---- decisions


def _objective(_table: Table, action: Action, _after: Any) -> Iterator[str]:
    yield f"keeps objective {objective_words(action['card'])}"


def _offer(table: Table, action: Action, _after: Any) -> Iterator[str]:
    state, slot = table.state, action["slot"]
    state.offer_slot[state.seat], state.offer_value[state.seat] = slot, action["value"]
    yield f"offers {action['value']} for {dog_words(int(state.field[slot]))} in slot {slot}"


def _pick(table: Table, action: Action, _after: Any) -> Iterator[str]:
    yield f"takes {joined(retelling.pick(table, int(table.state.seat), action['slot']))}"


def _gain(table: Table, action: Action, _after: Any) -> Iterator[str]:
    seat, kind = int(table.state.seat), action["resource"]
    yield f"chooses {table.gain(seat, 1, kind, f'forecast {table.forecast}')}"
    if part_of(table.state) == WALKING and kind in RESOURCES and table.rules.forecast7_triggers_abilities:
        yield from retelling.triggered(table, seat, {RESOURCES.index(kind)})


def _place(table: Table, action: Action, _after: Any) -> Iterator[str]:
    """Pay, move, token, forecast 6 or 3, then the ability (5.6)."""
    state, rules = table.state, table.rules
    seat, dog = int(state.seat), DOG_OF_ID[action["dog"]]
    yield f"places {dog_words(dog)}"
    yield joined(table.gain(seat, -n, kind) for kind, n in action["pay"].items()) or "free"
    i = state.dogs[seat].tolist().index(dog)
    state.lead[seat] |= 1 << i
    state.tokens[seat, i] += 1
    if table.forecast == HOUND_GAINS and rules.breed[dog] == HOUND:
        yield table.gain(seat, int(rules.forecast_reputation[HOUND_GAINS]), _REP, f"forecast {HOUND_GAINS}")
    has_room = len(table.lead(seat)) < capacity_of(table.forecast)
    if table.forecast == FREE_PLACEMENTS and rules.breed[dog] == PASTORAL and has_room:
        yield f"may place another free (forecast {FREE_PLACEMENTS})"
    if rules.ability[dog] == SHOW_OFF:
        yield table.gain(seat, int(rules.amount[SHOW_OFF]), _REP, "show off")
    if rules.ability[dog] == EAGER and rules.crafty_timing != ANY_TIME:
        yield table.gain(seat, int(rules.amount[EAGER]), RESOURCES[int(rules.trigger[dog])], "eager")


def _eager(table: Table, action: Action, _after: Any) -> Iterator[str]:
    yield f"takes {table.gain(int(table.state.seat), int(table.rules.amount[EAGER]), action['gain'], 'eager')}"


def _crafty(table: Table, action: Action, _after: Any) -> Iterator[str]:
    seat, give = int(table.state.seat), action["give"]
    if give is None:
        yield "gives nothing (crafty)"
    else:
        gain = action.get("gain", RESOURCES[int(table.state.gives)])
        yield f"gives {table.gain(seat, -1, give)}"
        yield table.gain(seat, int(table.rules.amount[CRAFTY]), gain, "crafty")


def _stop(_table: Table, _action: Action, _after: Any) -> Iterator[str]:
    yield "places no more"


def _move(table: Table, action: Action, after: Any) -> Iterator[str]:
    state, space = table.state, action["space"]
    seat = int(state.seat)
    state.position[seat] = space
    if space in LEAVE_SPACES:
        yield f"leaves the park by {space_words(space)}"
        if after.phase != s.LEAVE_BONUS:
            yield table.gain(seat, int(table.rules.leave_reputation[LEAVE_SPACES.index(space)]), _REP)
    else:
        yield f"moves to {space_words(space)}"
        if after.phase != s.GLOBETROTTER:
            yield from retelling.land(table, seat)


def _globetrotter(table: Table, action: Action, _after: Any) -> Iterator[str]:
    seat, space = int(table.state.seat), action["space"]
    if space is None:
        yield "stays with its own space"
        yield from retelling.land(table, seat)
    else:
        yield f"takes the rewards of {space_words(space)} instead"
        yield table.gain(seat, -int(table.rules.amount[GLOBETROTTER]), _REP, "globetrotter")
        yield from retelling.rewards(table, seat, space)


def _pay(table: Table, action: Action, _after: Any) -> Iterator[str]:
    seat = int(table.state.seat)
    if not action["pay"]:
        yield "does not pay"
    else:
        yield f"pays {table.gain(seat, -1, _REP)}"
        yield from retelling.rewards(table, seat, int(table.state.position[seat]))


def _swap(table: Table, action: Action, _after: Any) -> Iterator[str]:
    yield from _exchange(table, action, 0)


def _exchange(table: Table, action: Action, tokens: int) -> Iterator[str]:
    """Exchange a dog at home with one of the field (7.1, 7.3, 11.10)."""
    state, rules, seat = table.state, table.rules, int(table.state.seat)
    outgoing, incoming = DOG_OF_ID[action["dog"]], int(state.field[action["slot"]])
    i = state.dogs[seat].tolist().index(outgoing)
    tokens += table.forecast == SWAP_TOKENS
    state.field[action["slot"]] = outgoing
    state.dogs[seat, i], state.tokens[seat, i] = incoming, tokens
    yield f"swaps {dog_words(outgoing)} for {dog_words(incoming)} in slot {action['slot']}"
    yield f"with {tokens} token{'s' if tokens > 1 else ''}" if tokens else ""
    yield from _well_trained(table, seat)
    if table.forecast == UTILITY_GAINS and rules.breed[incoming] == UTILITY:
        yield table.gain(seat, int(rules.forecast_reputation[UTILITY_GAINS]), _REP, f"forecast {UTILITY_GAINS}")


def _well_trained(table: Table, seat: int) -> Iterator[str]:
    for i, dog in table.lead(seat):
        if table.rules.ability[dog] == WELL_TRAINED and not table.state.fired >> i & 1:
            table.state.fired |= 1 << i
            yield table.gain(seat, int(table.rules.amount[WELL_TRAINED]), _REP, dog_words(dog))


def _scout(table: Table, _action: Action, after: Any) -> Iterator[str]:
    found = [int(dog) for dog in after.revealed if dog != NO_DOG]
    table.state.deck_left -= len(found)
    yield f"scouts {' and '.join(map(dog_words, found))}"
    yield from _well_trained(table, int(table.state.seat))


def _done(_table: Table, _action: Action, _after: Any) -> Iterator[str]:
    yield "takes nothing more"


def _replace(table: Table, action: Action, _after: Any) -> Iterator[str]:
    state, dog, slot = table.state, DOG_OF_ID[action["dog"]], action["slot"]
    yield f"puts {dog_words(dog)} into slot {slot} instead of {dog_words(int(state.field[slot]))}"
    state.field[slot] = dog
    yield from _rescue(table)


def _keep(table: Table, _action: Action, _after: Any) -> Iterator[str]:
    yield "keeps the field as it is"
    yield from _rescue(table)


def _rescue(table: Table) -> Iterator[str]:
    n = min(table.on_lead(int(table.state.seat), SEARCH_AND_RESCUE), int(table.rules.search_and_rescue_per_scout))
    if n:
        yield f"{'a swap' if n == 1 else f'{n} swaps'} (search and rescue)"


def _leave_bonus(table: Table, action: Action, _after: Any) -> Iterator[str]:
    if action["dog"] is None:
        reputation = int(table.rules.leave_reputation[LEAVE_SPACES.index(_SWAP_LEAVE)])
        yield f"takes {table.gain(int(table.state.seat), reputation, _REP)}"
    else:
        yield from _exchange(table, action, 1)


def _fork(table: Table, action: Action, _after: Any) -> Iterator[str]:
    walker = int(table.state.walker)
    table.state.position[walker] = action["space"]
    yield f"sends {table.called(walker)} to {space_words(action['space'])}"


_TOLD: dict[str, Callable[[Table, Action, Any], Iterator[str]]] = {
    "objective": _objective,
    "offer": _offer,
    "pick": _pick,
    "gain": _gain,
    "place": _place,
    "eager": _eager,
    "crafty": _crafty,
    "stop_placing": _stop,
    "move": _move,
    "globetrotter": _globetrotter,
    "pay_occupied": _pay,
    "swap": _swap,
    "scout": _scout,
    "done": _done,
    "replace": _replace,
    "keep": _keep,
    "leave_bonus": _leave_bonus,
    "fork": _fork,
}
