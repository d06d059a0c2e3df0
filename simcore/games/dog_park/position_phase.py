"""What belongs to the decision of a Dog Park position: offers, picks, choices of resources, placements, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simcore.engine.positions import says_nothing
from simcore.engine.values import Values, as_whole
from simcore.errors import shown
from simcore.games.dog_park import state as s
from simcore.games.dog_park.cards import (
    CONSTANTS,
    CRAFTY,
    DOG_OF_ID,
    EAGER,
    FREE_PLACEMENTS,
    FRIENDLY,
    GUNDOG,
    LOCATION_GAINS,
    N_BREEDS,
    N_RESOURCES,
    NO_DOG,
    PASTORAL,
    RESOURCES,
    TERRIER,
    TERRIER_GAINS,
    UTILITY,
    UTILITY_GAINS,
    WORKING,
    WORKING_GAINS,
)
from simcore.games.dog_park.params import ANY_TIME, AWARD_COUNT, TURN_ORDER
from simcore.games.dog_park.position_cards import WHERE, Reading
from simcore.games.dog_park.position_walk import read_positions, read_walk
from simcore.games.dog_park.table import GAIN_PARTS, HOME_TIME, RECRUITMENT, SELECTION, SETUP, WALKING

# the phases in which a key says something, and the parts of a round where a choice of resources leaves it open
_WALK = ("gain", "move", "globetrotter", "pay_occupied", "reward", "replace", "leave_bonus", "fork")
_ALL_PARTS = tuple(GAIN_PARTS.values())
BELONGS: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    "offers": (("offer", "pick", "gain"), (RECRUITMENT,)),
    "acquired": (("pick", "gain"), (RECRUITMENT,)),
    "gains": (("gain",), _ALL_PARTS),
    "free_placements": (("place", "crafty"), ()),
    "one_resource": (("place",), ()),
    "crafty": (("crafty",), ()),
    "waiting": (("place",), ()),
    "positions": (_WALK, (WALKING, HOME_TIME)),
    "mover": (("fork",), ()),
    "fork": (("fork",), ()),
    "fired": (("gain", "reward", "replace"), (WALKING,)),
    "pending": (("gain", "reward", "replace"), (WALKING,)),
    "revealed": (("replace",), ()),
    "breakdown": (("over",), ()),
    "award_winners": (("over",), ()),
    "winners": (("over",), ()),
    "solo": (("over",), ()),
}
PART_KEYS = ("reputation", "abilities", "awards", "objective", "leftover")
SOLO_KEYS = ("objective_met", "stars")
_MOST_VALUE = CONSTANTS["recruitment"]["dial_max"]
_MOST_POINTS, _MOST_STARS = 999, 99
_HOME_BREEDS = {TERRIER_GAINS: TERRIER, WORKING_GAINS: WORKING}


def read_phase(reading: Reading) -> None:
    """Read what belongs to the decision, and refuse what does not.

    Parameters
    ----------
    reading : Reading
        With dogs, stocks and field read already.

    Raises
    ------
    InputError
        Where something does not fit the decision, or the decision does not fit the rest.
    """
    _refuse_strangers(reading)
    _check_numbers(reading)
    phase = int(reading.table.state.phase)
    if phase == s.OBJECTIVE:
        reading.table.state.stage, reading.table.state.turn = s.CHOOSE, reading.seat(0)
    elif phase == s.GAIN:
        _read_gain(reading)
    elif phase == s.OVER:
        _read_end(reading)
    elif phase == s.OFFER:
        _read_offer(reading)
    elif phase == s.PICK:
        _read_pick(reading)
    elif reading.part == SELECTION:
        _read_selection(reading)
    else:
        read_walk(reading)


def _refuse_strangers(reading: Reading) -> None:
    phase = s.PHASES[reading.table.state.phase]
    for key, (phases, parts) in BELONGS.items():
        fits = phase in phases and (phase != "gain" or reading.part in parts)
        if not fits and not says_nothing(reading.values.get(key)):
            raise reading.values.fault(key, f"belongs to phase {', '.join(phases)}, and does not fit this position")


def _check_numbers(reading: Reading) -> None:
    """Nobody owns more dogs than the rounds so far gave; what is left to gain must find room (3.2)."""
    state = reading.table.state
    given = reading.of_walkers("acquired")
    for walker in range(int(state.n_walkers)):
        if reading.part == RECRUITMENT:
            most = s.N_OFFERS * int(state.round_index) + int(state.offer_number) + (given[walker] is not None)
        else:
            most = min(s.MAX_DOGS, s.N_OFFERS * (int(state.round_index) + 1)) if reading.part != SETUP else 0
        if state.n_dogs[walker] > most:
            problem = f"has {state.n_dogs[walker]} dogs; allowed: at most {most} at this point of the game"
            raise reading.values.fault(f"dogs.{walker}", problem)


# ---- recruitment


def _read_offers(reading: Reading, most: Callable[[int], int]) -> None:
    """Read offers; `most` gives the highest value of a walker."""
    state = reading.table.state
    for walker, entry in enumerate(reading.of_walkers("offers")):
        if entry is not None:
            offer = Values(entry, WHERE, ("slot", "value"), f"offers.{walker}")
            state.offer_slot[walker] = offer.whole("slot", s.NO_SLOT, 0, int(state.n_walkers) - 1)
            state.offer_value[walker] = offer.whole("value", 0, 1, most(walker))


def _read_offer(reading: Reading) -> None:
    """Read who has offered: all players with reputation before the one who does now (4.1, 4.2)."""
    table, state, values = reading.table, reading.table.state, reading.values
    able = [seat for seat in table.order if state.reputation[seat] > 0]
    if not able:
        raise values.fault("reputation", "nobody has any, and so nobody offers")
    _read_offers(reading, lambda walker: min(_MOST_VALUE, max(1, int(state.reputation[walker]))))
    offered = [walker for walker in range(int(state.n_walkers)) if state.offer_slot[walker] != s.NO_SLOT]
    seat = reading.seat(next((seat for seat in able if seat not in offered), able[-1]))
    if seat not in able:
        raise values.fault("seat", f"{seat} has no reputation and offers nothing")
    before = able[: able.index(seat)]
    for walker in sorted({*offered, *before}):
        if (walker in offered) != (walker in before):
            problem = "is missing: this seat offers earlier" if walker in before else "is not allowed: not yet"
            raise values.fault(f"offers.{walker}", problem)
    state.stage, state.turn = s.OFFERS, table.order.index(seat)


def _read_acquired(reading: Reading) -> None:
    """Read who has a dog of this offer already."""
    state = reading.table.state
    for walker, number in enumerate(reading.of_walkers("acquired")):
        if number is not None:
            own = [dog for dog in state.dogs[walker].tolist() if dog != NO_DOG]
            dog = DOG_OF_ID.get(as_whole(number) or 0, NO_DOG)
            if dog not in own:
                raise reading.values.fault(f"acquired.{walker}", f"{shown(number)} is not one of the seat's dogs")
            state.acquired[walker] = dog


def _read_pick(reading: Reading) -> None:
    """Read offers, who has a dog, and who takes one of those left (4.7, 4.8)."""
    table, state, values = reading.table, reading.table.state, reading.values
    _read_offers(reading, lambda _: _MOST_VALUE)
    _read_acquired(reading)
    waiting = [walker for walker in range(int(state.n_walkers)) if state.acquired[walker] == NO_DOG]
    left = int((state.field[: state.n_walkers] != NO_DOG).sum())
    if left != len(waiting):
        raise values.fault("field", f"has {left} dogs for {len(waiting)} walkers without one of this offer")
    idle = [seat for seat in table.order if state.offer_slot[seat] == s.NO_SLOT]
    order = table.order
    if table.rules.no_offer_pick != TURN_ORDER:
        order = [*(seat for seat in order if seat not in idle), *idle]
    picking = [seat for seat in order if seat in waiting]
    if left < 2 or not picking:
        raise values.fault("phase", "no player has a dog to choose; the last one left is taken without a choice")
    if reading.seat(picking[0]) != picking[0]:
        raise values.fault("seat", f"{state.seat} is not allowed; allowed: {picking[0]}, who takes a dog first")
    second_pass = table.rules.no_offer_pick != TURN_ORDER and picking[0] in idle
    state.stage, state.turn = s.PICKS, table.order.index(picking[0]) + int(state.n_seats) * second_pass


# ---- choices of resources


def _read_gain(reading: Reading) -> None:
    """Read who chooses how many resources, for what (D11)."""
    table, state, values = reading.table, reading.table.state, reading.values
    if reading.part == RECRUITMENT:
        _read_offers(reading, lambda _: _MOST_VALUE)
        _read_acquired(reading)
    units = {seat: _units(reading, seat) for seat in table.order}
    gaining = [seat for seat in table.order if units[seat] > 0]
    seat = reading.seat(gaining[0] if gaining else 0)
    if seat not in gaining:
        raise values.fault("seat", f"{seat} has no dog for which forecast {table.forecast} gives a resource to choose")
    state.gains = values.whole("gains", units[seat], 1, units[seat])
    state.gain_kinds = (1 << N_RESOURCES) - 1
    state.after_gains = state.stage = next(stage for stage, part in GAIN_PARTS.items() if part == reading.part)
    if reading.part == SELECTION:
        shown_kinds = table.rules.shown[state.locations[state.round_index]].tolist()
        state.gain_kinds = sum(1 << kind for kind, found in enumerate(shown_kinds) if found)
        state.turn = table.order.index(seat)
        _refuse_leads(reading, table.order[state.turn :])
    elif reading.part == WALKING:
        read_walk(reading)
    else:
        state.turn = table.order.index(seat) + 1
        read_positions(reading)


def _units(reading: Reading, seat: int) -> int:
    """Return how many resources a player chooses at most."""
    table, card = reading.table, reading.table.forecast
    if reading.part == SELECTION:
        return table.count(seat, GUNDOG) if card == LOCATION_GAINS else 0
    if reading.part == HOME_TIME:
        breed = _HOME_BREEDS.get(card)
        return 0 if breed is None else table.count(seat, breed) * int(table.rules.forecast_resource[card])
    # only a dog just gained counts
    gained = table.state.acquired[seat] if reading.part == RECRUITMENT else None
    utility = table.count(seat, UTILITY) > 0 if gained is None else table.rules.breed[gained] == UTILITY
    return int(table.rules.forecast_resource[card]) if card == UTILITY_GAINS and utility else 0


# ---- selection


def _refuse_leads(reading: Reading, seats: Sequence[int]) -> None:
    """Refuse dogs on the lead of players who have not begun to select."""
    for seat in seats:
        if reading.table.state.lead[seat]:
            raise reading.values.fault(f"dogs.{seat}", "nothing is on this lead before its player selects")


def _read_selection(reading: Reading) -> None:
    """Read what a player who selects still holds."""
    table, state, values = reading.table, reading.table.state, reading.values
    led_seats = [seat for seat in table.order if state.lead[seat]]
    owners = [seat for seat in table.order if state.n_dogs[seat]]
    seat = reading.seat(led_seats[-1] if led_seats else [*owners, *table.order][0])
    state.stage, state.turn = s.PLACING, table.order.index(seat)
    _refuse_leads(reading, table.order[state.turn + 1 :])
    led = [dog for _, dog in table.lead(seat)]
    pastoral = sum(int(table.rules.breed[dog]) == PASTORAL for dog in led)
    state.free_placements = values.whole("free_placements", 0, 0, pastoral if table.forecast == FREE_PLACEMENTS else 0)
    state.one_resource = values.flag("one_resource")
    if state.one_resource and not table.on_lead(seat, FRIENDLY):
        raise values.fault("one_resource", "true is not allowed without a friendly dog on the lead")
    if state.phase == s.CRAFTY:
        _read_crafty(reading, _kinds_of(reading, led, CRAFTY))
    else:
        _read_waiting(reading, led)


def _kinds_of(reading: Reading, dogs: list[int], ability: Any) -> list[int]:
    """Return the resources that dogs with an ability bring."""
    rules = reading.table.rules
    return [int(rules.trigger[dog]) for dog in dogs if rules.ability[dog] == ability]


def _read_crafty(reading: Reading, kinds: list[int]) -> None:
    """Read what the crafty dog just placed gives."""
    if not kinds or reading.table.rules.crafty_timing == ANY_TIME:
        raise reading.values.fault("phase", "crafty needs a crafty dog on the lead, and crafty_timing = when_placed")
    words = [RESOURCES[kind] for kind in kinds]
    reading.table.state.gives = RESOURCES.index(reading.values.word("crafty", words[0], words))


def _read_waiting(reading: Reading, led: list[int]) -> None:
    """Read what eager and crafty dogs have not given yet (16.7)."""
    state, values = reading.table.state, reading.values
    waiting = Values(values.get("waiting", {}), WHERE, ("eager", "crafty"), "waiting")
    any_time = reading.table.rules.crafty_timing == ANY_TIME
    for name, ability, found in (("eager", EAGER, state.waiting_eager), ("crafty", CRAFTY, state.waiting_crafty)):
        kinds = _kinds_of(reading, led, ability) if any_time else []
        counts = Values(waiting.get(name, {}), WHERE, RESOURCES, f"waiting.{name}")
        for kind, word in enumerate(RESOURCES):
            found[kind] = counts.whole(word, 0, 0, kinds.count(kind))


# ---- the end


def _read_end(reading: Reading) -> None:
    """Read the parts of the scores; awards and winners follow from the dogs and the totals."""
    table, state, values = reading.table, reading.table.state, reading.values
    reading.seat(0)
    state.stage = s.SCORE
    _give_awards(reading)
    for walker, entry in enumerate(reading.of_walkers("breakdown")):
        points = Values({} if entry is None else entry, WHERE, PART_KEYS, f"breakdown.{walker}")
        is_player = walker < state.n_seats
        fixed = {"reputation": int(state.reputation[walker]), "awards": int(state.part_awards[walker])}
        for part in PART_KEYS:
            if part in fixed:
                points.whole(part, fixed[part], fixed[part], fixed[part])
            else:
                state[f"part_{part}"][walker] = points.whole(part, 0, 0, _MOST_POINTS * is_player)
    if state.n_seats == 1:
        solo = Values(values.get("solo", {}), WHERE, SOLO_KEYS, "solo")
        state.winners = state.solo_met = solo.flag("objective_met")
        state.stars = solo.whole("stars", 0, 0, _MOST_STARS * int(state.solo_met))
    elif values.has("solo"):
        raise values.fault("solo", f"is not allowed with {state.n_seats} players")
    else:
        seconds = state.awards_won if table.rules.tiebreak == AWARD_COUNT else state.best_award
        totals = [(total_of(state, seat), int(seconds[seat])) for seat in range(int(state.n_seats))]
        state.winners = sum(1 << seat for seat, total in enumerate(totals) if total == max(totals))


def _give_awards(reading: Reading) -> None:
    """Give each award to all who own most dogs of its breed (9.3)."""
    table, state = reading.table, reading.table.state
    for space in range(N_BREEDS):
        owned = [table.count(walker, int(state.awards[space])) for walker in range(int(state.n_walkers))]
        winners = [walker for walker, n in enumerate(owned) if n == max(owned) > 0]
        state.award_winners[space] = sum(1 << walker for walker in winners)
        value = int(table.rules.award_value[space])
        for walker in winners:
            state.part_awards[walker] += value
            state.awards_won[walker] += 1
            state.best_award[walker] = max(int(state.best_award[walker]), value)


def total_of(state: Any, seat: int) -> int:
    """Return a player's total at the end."""
    return int(state.reputation[seat]) + sum(int(state[f"part_{part}"][seat]) for part in PART_KEYS[1:])
