"""Single positions of Dog Park: from and to a dict, from the setup of a record, moves, words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simcore.engine.positions import next_action
from simcore.engine.values import Values
from simcore.errors import shown
from simcore.games.dog_park import state as s
from simcore.games.dog_park.cards import BREEDS, DOG_IDS, NO_DOG, RESOURCES
from simcore.games.dog_park.position_cards import FILLER_DIE, WHERE, Cards, new_table, read_deck, read_dice, read_setup
from simcore.games.dog_park.position_input import COUNTS, DERIVED, fill_in, read_position
from simcore.games.dog_park.position_phase import total_of
from simcore.games.dog_park.record import parts_of, seats_of
from simcore.games.dog_park.table import HOME_TIME, OVER, PARTS, RECRUITMENT, WALKING, part_of
from simcore.games.dog_park.words import (
    AWARD_VALUES,
    award_words,
    dog_words,
    field_lines,
    forecast_words,
    location_words,
    objective_words,
    space_words,
    walker_lines,
    walker_words,
)

__all__ = ["AT_ONCE", "from_dict", "from_setup", "missing", "next_action", "to_dict", "words"]

_SETUP_KEYS = ("deck", "awards", "forecasts", "locations", "objectives", "dice")
# decisions with one answer that `apply_action` mostly makes by itself; a record may list them
AT_ONCE = frozenset(("pick", "stop_placing", "pay_occupied", "done", "leave_bonus"))
_REFILLS = 1 + s.N_OFFERS * s.N_ROUNDS


def from_dict(given: Mapping[str, Any], rules: Any) -> Any:
    """Return the state that a user's dict describes.

    Parameters
    ----------
    given : mapping
        As `to_dict` writes it; ``docs/games/dog_park.md`` says what is taken for what is left out.
    rules : recarray[1]
        Rule parameters.

    Returns
    -------
    STATE_DTYPE recarray[1]

    Raises
    ------
    InputError
        For the first fault: key, value, what is allowed.
    """
    states, values = read_position(given, rules[0])
    written = to_dict(states)
    for key in DERIVED:
        if values.get(key, written[key]) != written[key]:
            problem = f"{shown(values.get(key))} does not follow from the rest, which gives {shown(written[key])}"
            raise values.fault(key, problem)
    return states


def from_setup(setup: object, n_seats: int, rules: Any) -> Any:
    """Return the state before the first decision from the ``setup`` of a playthrough record.

    Parameters
    ----------
    setup : object
        What the record's header holds.
    n_seats : int
        Players.
    rules : recarray[1]
        Rule parameters.

    Returns
    -------
    STATE_DTYPE recarray[1]
        Still without its field and what else follows from the deal (`begin`).

    Raises
    ------
    InputError
        Where it is no deal that can be played to the end.
    """
    values = Values(setup, WHERE, _SETUP_KEYS, "setup")
    for key in _SETUP_KEYS:
        # only an autowalker rolls
        if not values.has(key) and key != "dice":
            raise values.fault(key, "is missing")
    states = new_table(n_seats, rules[0])
    state = states[0]
    read_setup(values, state, rules[0], "objectives")
    read_dice(values, state)
    deck, needed = values.entries("deck", []), _REFILLS * int(state.n_walkers)
    if len(deck) < needed:
        raise values.fault("deck", f"has {len(deck)} dogs; a game draws at least {needed}")
    read_deck(values, state, Cards(values, rules[0]), _REFILLS, field_is_full=False)
    fill_in(state, rules[0])
    return states


def to_dict(states: Any) -> dict[str, Any]:
    """Return a state as plain values.

    Parameters
    ----------
    states : STATE_DTYPE recarray[1]
        Any position.

    Returns
    -------
    dict
        The keys are those of ``docs/games/dog_park.md``; what does not matter now is None or empty.
    """
    state = states[0]
    part = part_of(state)
    return {
        **_when(state, part),
        **_table(state),
        "dogs": [_owned(state, walker) for walker in range(int(state.n_walkers))],
        "resources": [dict(zip(RESOURCES, stock, strict=True)) for stock in state.resources[: state.n_seats].tolist()],
        "reputation": state.reputation[: state.n_seats].tolist(),
        **_recruitment(state, part),
        **_selection(state),
        **_walk(state, part),
        "counts": {"turns": int(state.n_turns), **{name: state[name][: state.n_seats].tolist() for name in COUNTS}},
        **_end(state, part),
    }


def _when(state: Any, part: int) -> dict[str, Any]:
    return {
        "players": int(state.n_seats),
        "round": min(int(state.round_index) + 1, s.N_ROUNDS),
        "part": PARTS[part],
        "phase": s.PHASES[state.phase],
        "seat": int(state.seat),
        "first": int(state.first),
        "offer": int(state.offer_number) + 1 if part == RECRUITMENT else None,
    }


def _ids(dogs: Any) -> list[int]:
    """Return the ids of dogs; a place without a dog is left out."""
    return [DOG_IDS[dog] for dog in dogs.tolist() if dog != NO_DOG]


def _table(state: Any) -> dict[str, Any]:
    """Return cards and dice."""
    seats = range(int(state.n_seats))
    drawn = state.deck[int(state.deck_left) : int(state.deck_size)]
    in_sight = {*_ids(state.field), *_ids(state.dogs.flatten()), *_ids(state.revealed)}
    dice = [*state.dice[int(state.dice_used) :].tolist(), *[FILLER_DIE] * int(state.dice_used)]
    return {
        "awards": [BREEDS[breed] for breed in state.awards],
        "forecasts": state.forecasts.tolist(),
        "locations": state.locations.tolist(),
        "dealt_objectives": [[card for card in state.dealt_objectives[seat].tolist() if card] for seat in seats],
        "objectives": [int(state.objective[seat]) or None for seat in seats],
        "field": [DOG_IDS[dog] or None for dog in state.field[: state.n_walkers]],
        "deck": _ids(state.deck[int(state.deck_floor) : int(state.deck_left)])[::-1],
        "discarded": sorted({*_ids(drawn)} - in_sight),
        "revealed": _ids(state.revealed),
        "dice": dice if state.n_walkers > state.n_seats else [],
    }


def _owned(state: Any, walker: int) -> list[dict[str, Any]]:
    """Return the dogs of a player or autowalker, in the order gained."""
    return [
        {
            "dog": DOG_IDS[state.dogs[walker, i]],
            "tokens": int(state.tokens[walker, i]),
            "lead": bool(state.lead[walker] >> i & 1),
        }
        for i in range(int(state.n_dogs[walker]))
    ]


def _recruitment(state: Any, part: int) -> dict[str, Any]:
    walkers = range(int(state.n_walkers)) if part == RECRUITMENT else []
    offers = [
        {"slot": int(state.offer_slot[walker]), "value": int(state.offer_value[walker])}
        if state.offer_slot[walker] != s.NO_SLOT
        else None
        for walker in walkers
    ]
    return {
        "offers": offers or None,
        "acquired": [DOG_IDS[state.acquired[walker]] or None for walker in walkers] or None,
        "gains": int(state.gains) if state.phase == s.GAIN else None,
    }


def _selection(state: Any) -> dict[str, Any]:
    places, gives = state.phase == s.PLACE, state.phase == s.CRAFTY
    waiting = {
        name: dict(zip(RESOURCES, counts.tolist(), strict=True))
        for name, counts in (("eager", state.waiting_eager), ("crafty", state.waiting_crafty))
    }
    return {
        "free_placements": int(state.free_placements) if places or gives else 0,
        "one_resource": bool(state.one_resource) if places else False,
        "crafty": RESOURCES[state.gives] if gives else None,
        "waiting": waiting if places else None,
    }


def _walk(state: Any, part: int) -> dict[str, Any]:
    forks, busy = state.phase == s.FORK, part == WALKING
    positions = [int(at) if at != s.NOT_WALKING else None for at in state.position[: state.n_walkers].tolist()]
    fired = [i for i in range(s.MAX_DOGS) if state.fired >> i & 1] if busy else []
    return {
        "positions": positions if part in (WALKING, HOME_TIME) else None,
        "mover": int(state.walker) if forks else None,
        "fork": seats_of(state.fork_spaces) if forks else [],
        "fired": [DOG_IDS[state.dogs[state.seat, i]] for i in fired],
        "pending": {"swaps": int(state.pending_swaps) * busy, "scouts": int(state.pending_scouts) * busy},
    }


def _end(state: Any, part: int) -> dict[str, Any]:
    over, seats = part == OVER, range(int(state.n_seats))
    solo = {"objective_met": bool(state.solo_met), "stars": int(state.stars)}
    return {
        "over": over,
        "scores": [total_of(state, seat) for seat in seats] if over else None,
        "breakdown": [parts_of(state, walker) for walker in range(int(state.n_walkers))] if over else None,
        "award_winners": [seats_of(bits) for bits in state.award_winners] if over else None,
        "best_award": state.best_award[: state.n_seats].tolist() if over else None,
        "winners": seats_of(state.winners) if over else None,
        "solo": solo if over and state.n_seats == 1 else None,
    }


def missing(_states: Any) -> str:
    """Say what a partial position lacks for the next action: nothing, `from_dict` fills it up."""
    return ""


# what the seat to move is asked for, by phase
_ASKED = {
    s.OBJECTIVE: "keeps an objective",
    s.OFFER: "offers for a dog",
    s.PICK: "takes a dog that is left",
    s.GAIN: "chooses a resource",
    s.PLACE: "places a dog on the lead, or no more",
    s.CRAFTY: "may give a resource for a crafty dog",
    s.MOVE: "moves",
    s.GLOBETROTTER: "takes the rewards of its own or another space",
    s.PAY: "pays for an occupied space, or does not",
    s.REWARD: "swaps, scouts, or is done",
    s.REPLACE: "puts a revealed dog into the field, or keeps it",
    s.LEAVE_BONUS: "swaps, or takes 1 reputation",
    s.FORK: "sends an autowalker one way or the other",
}


def words(states: Any) -> Iterator[str]:
    """Yield lines that show a position to a person; all cards lie open."""
    state, shown_as = states[0], to_dict(states)
    over, index = state.phase == s.OVER, min(int(state.round_index), s.N_ROUNDS - 1)
    yield f"round         {index + 1} of {s.N_ROUNDS}, {shown_as['part'].replace('_', ' ')}, first player {state.first}"
    yield f"forecast      {forecast_words(int(state.forecasts[index]))}"
    yield f"location      {location_words(int(state.locations[index]))}"
    yield f"awards        {award_words(state.awards.tolist(), AWARD_VALUES)}"
    yield from field_lines(state)
    yield from walker_lines(state)
    kept = (f"seat {seat} {objective_words(int(state.objective[seat]))}" for seat in range(int(state.n_seats)))
    yield f"objectives    {', '.join(kept)}"
    if shown_as["positions"]:
        stand = [
            f"{walker_words(state, walker)} on {space_words(at)}"
            for walker, at in enumerate(shown_as["positions"])
            if at is not None
        ]
        yield f"in the park   {', '.join(stand)}"
    if shown_as["revealed"]:
        yield f"revealed      {', '.join(dog_words(dog) for dog in state.revealed.tolist() if dog != NO_DOG)}"
    if over:
        scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(shown_as["scores"]))
        winners = " and ".join(f"seat {seat}" for seat in shown_as["winners"]) or "nobody"
        yield f"over          {scores}; {winners} {'wins' if len(shown_as['winners']) < 2 else 'win'}"
    else:
        yield f"to move       seat {state.seat} {_ASKED[int(state.phase)]}"
