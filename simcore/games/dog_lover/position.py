"""Single positions of Dog Lover: from and to a dict, from the setup of a record, moves, words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simcore.engine.positions import WHERE, next_action
from simcore.engine.steps import steps_of
from simcore.engine.values import Values
from simcore.games.dog_lover import GAME, layout
from simcore.games.dog_lover import state as s
from simcore.games.dog_lover.actions import A_END_TURN
from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.layout import FIRST_DOG, NO_CARD, WALK
from simcore.games.dog_lover.position_cards import (
    DECK_DOGS,
    DECK_TRICKS,
    END_GAME,
    IN_DECK,
    RESCUED,
    new_reading,
    new_states,
    read_deck,
    write_decks,
)
from simcore.games.dog_lover.position_input import GAINED, check_derived, read_position
from simcore.games.dog_lover.record import breakdown_of, winners_of
from simcore.games.dog_lover.words import (
    counted_words,
    face_up_lines,
    grid_lines,
    seat_lines,
    trait_words,
    traits_of,
    tricks_of,
)

__all__ = ["AT_ONCE", "from_dict", "from_setup", "missing", "next_action", "to_dict", "words"]

_SETUP_KEYS = ("dogs_dealt", "starting_tricks", "deck", "trick_deck", "shelter_deck")
# decisions with one answer that `apply_action` makes by itself; a record may list them
AT_ONCE = frozenset(("discard_food",))


def from_dict(given: Mapping[str, Any], rules: Any, table: CardTable = SHIPPED) -> Any:
    """Return the state that a user's dict describes.

    Parameters
    ----------
    given : mapping
        As `to_dict` writes it; ``docs/games/dog_lover.md`` says what is taken for what is left out.
    rules : recarray[1]
        Rule parameters.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    STATE_DTYPE recarray[1]

    Raises
    ------
    InputError
        For the first fault: key, value, what is allowed.
    """
    states, values = read_position(given, rules[0], table)
    state = states[0]
    if state.phase == s.OVER:
        # the end of the last turn scores the game
        state.phase, state.seat, state.taken = s.PLAY, state.n_seats - 1, 1
        steps_of(GAME).apply(states, A_END_TURN, rules)
    check_derived(values, to_dict(states, table))
    return states


def from_setup(setup: object, n_seats: int, rules: Any, table: CardTable = SHIPPED) -> Any:
    """Return the state before the first decision from the ``setup`` of a playthrough record.

    Parameters
    ----------
    setup : object
        What the record's header holds.
    n_seats : int
        Players.
    rules : recarray[1]
        Rule parameters.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    STATE_DTYPE recarray[1]
        Still without what follows from the deal (`begin`).

    Raises
    ------
    InputError
        Where it is not a whole deal.
    """
    values = Values(setup, WHERE, _SETUP_KEYS, "setup")
    for key in _SETUP_KEYS:
        if not values.has(key):
            raise values.fault(key, "is missing")
    states = new_states()
    reading = new_reading(values, states, n_seats, rules[0], table)
    state = states[0]
    for seat, dog in enumerate(values.entries("dogs_dealt", [], n_seats)):
        state.dogs[seat, 0] = reading.deck.lay(values, f"dogs_dealt.{seat}", dog, DECK_DOGS) - (FIRST_DOG - 1)
    for seat, word in enumerate(values.entries("starting_tricks", [], n_seats)):
        state.tricks[seat] = 1 << reading.tricks.lay(values, f"starting_tricks.{seat}", word, reading.starting)
    deck, below = read_deck(reading)
    expected = int(rules[0].below_end[n_seats])
    if below != expected:
        place = f"has {below} cards below {END_GAME}" if below is not None else f"lacks {END_GAME}"
        raise values.fault("deck", f"{place}; cards_below_end says {expected}")
    piles = [
        [supply.lay(values, f"{key}.{i}", card, among) for i, card in enumerate(values.entries(key, []))]
        for key, supply, among in (
            ("trick_deck", reading.tricks, DECK_TRICKS),
            ("shelter_deck", reading.rescued, RESCUED),
        )
    ]
    for key, supply, among in (
        ("deck", reading.deck, IN_DECK),
        ("trick_deck", reading.tricks, DECK_TRICKS),
        ("shelter_deck", reading.rescued, RESCUED),
    ):
        if left := supply.rest(among):
            raise values.fault(key, f"lacks {len(left)} cards of the game, {supply.name(left[0])} among them")
    write_decks(state, deck, *piles)
    state.deck_size, state.below_end = len(deck), expected
    return states


def to_dict(states: Any, table: CardTable = SHIPPED) -> dict[str, Any]:
    """Return a state as plain values.

    Parameters
    ----------
    states : STATE_DTYPE recarray[1]
        Any position.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    dict
        The keys are those of ``docs/games/dog_lover.md``; what does not matter now is None.
    """
    state = states[0]
    seats = range(int(state.n_seats))
    return {
        **_when(state),
        **_table(state, table),
        **_turn(state, table),
        "dogs": [[_owned(state, dog, table) for dog in _dogs_of(state, seat)] for seat in seats],
        "tricks": [[table.trick_ids[trick] for trick in tricks_of(state, seat)] for seat in seats],
        "hands": [_hand(state, seat, table) for seat in seats],
        "cubes": [dict(zip(layout.CUBES, state.cubes[seat].tolist(), strict=True)) for seat in seats],
        "counts": _counts(state),
        **_end(state, table),
    }


def _when(state: Any) -> dict[str, Any]:
    over, placing = state.phase == s.OVER, state.phase == s.PLACE_WATCH_DOG
    return {
        "players": int(state.n_seats),
        "phase": s.PHASES[state.phase],
        "round": int(state.rounds),
        "last_round": bool(state.last_round),
        "seat": None if over else int(state.seat),
        "taken": None if over or placing else bool(state.taken),
        "watch": None if placing else layout.LINES[state.watch],
    }


def _table(state: Any, table: CardTable) -> dict[str, Any]:
    deck = [table.card_ids[card] for card in reversed(state.deck[: int(state.deck_left)].tolist())]
    if not state.last_round:
        deck.insert(len(deck) - int(state.below_end), END_GAME)
    return {
        "grid": _cells(state, int(state.filled), table),
        "deck": deck,
        "trick_row": [table.trick_ids[trick] or None for trick in state.trick_row[: int(state.n_trick_row)].tolist()],
        "trick_deck": [table.trick_ids[trick] for trick in state.trick_deck[: int(state.tricks_left)].tolist()][::-1],
        "shelter_row": [table.dog_ids[dog] or None for dog in state.shelter_row[: int(state.n_shelter_row)].tolist()],
        "shelter_deck": [table.dog_ids[dog] for dog in state.shelter_deck[: int(state.shelter_left)].tolist()][::-1],
    }


def _cells(state: Any, cells: int, table: CardTable) -> list[str | None]:
    """Return the card in each cell of a bit set."""
    return [table.card_ids[card] if cells >> cell & 1 else None for cell, card in enumerate(state.grid.tolist())]


def _turn(state: Any, table: CardTable) -> dict[str, Any]:
    """Return what is going on in a turn."""
    playing = state.phase in (s.PLAY, s.ATTACH, s.DISCARD_FOOD)
    traits = [table.trait_ids[trait] for trait in state.pending[: int(state.n_pending)].tolist()]
    pending = {"walks": int(state.hand[state.seat, WALK]), "traits": traits} if playing else None
    return {
        "fresh_fetch": int(state.fresh).bit_length() - 1 if state.fresh else None,
        "pending": pending,
        "gaining": _cells(state, int(state.gaining), table) if state.gaining else None,
        "food_due": int(state.food_due) or None,
    }


def _dogs_of(state: Any, seat: int) -> list[int]:
    dogs: list[int] = state.dogs[seat, : int(state.n_dogs[seat])].tolist()
    return dogs


def _owned(state: Any, dog: int, table: CardTable) -> dict[str, Any]:
    return {
        "dog": table.dog_ids[dog],
        "traits": [table.trait_ids[trait] for trait in traits_of(state, dog)],
        "walks": int(state.walks[dog]),
        "trainings": int(state.trainings[dog]),
    }


def _hand(state: Any, seat: int, table: CardTable) -> list[str]:
    held = state.hand[seat].tolist()
    return [table.card_ids[card] for card, n in enumerate(held) if card not in (NO_CARD, WALK) for _ in range(n)]


def _counts(state: Any) -> dict[str, Any]:
    n = int(state.n_seats)
    return {
        "refills": max(int(state.deck_size) - int(state.deck_left) - layout.N_CELLS, 0),
        "watch_blocks": int(state.watch_blocks),
        **{name: state.gained[:n, kind].tolist() for kind, name in enumerate(GAINED)},
        "fetches": state.fetches[:n].tolist(),
        "no_takes": state.no_takes[:n].tolist(),
    }


def _end(state: Any, table: CardTable) -> dict[str, Any]:
    over, n = state.phase == s.OVER, int(state.n_seats)
    fed = [
        [table.dog_ids[dog] for i, dog in enumerate(_dogs_of(state, seat)) if int(state.fed[seat]) >> i & 1]
        for seat in range(n)
    ]
    return {
        "over": bool(over),
        "scores": state.parts[:n].sum(axis=1).tolist() if over else None,
        "breakdown": [breakdown_of(state, seat) for seat in range(n)] if over else None,
        "fed": state.n_fed[:n].tolist() if over else None,
        "fed_rescued": state.n_fed_rescued[:n].tolist() if over else None,
        "fed_dogs": fed if over else None,
        "cubes_left": state.cubes_left[:n].tolist() if over else None,
        "winners": winners_of(state) if over else None,
    }


def missing(_states: Any) -> str:
    """Say what a partial position lacks for the next action: nothing, `from_dict` fills it up."""
    return ""


# what the seat to move is asked for, by phase; in a turn before and after the taking
_ASKED = {
    s.PLACE_WATCH_DOG: "puts the watch dog beside a line",
    s.ATTACH: "attaches a trait",
    s.DISCARD_FOOD: "gives up a cube",
}
_IN_TURN = ("takes cards, or plays before that", "plays, or ends the turn")


def words(states: Any, table: CardTable = SHIPPED) -> Iterator[str]:
    """Yield lines that show a position to a person; all but the order of the decks lies open."""
    state, shown_as = states[0], to_dict(states, table)
    yield f"round         {state.rounds}{', the last' if state.last_round else ''}"
    yield from seat_lines(state, table)
    yield from face_up_lines(state, table)
    yield from grid_lines(state, table)
    if state.phase == s.OVER:
        scores = ", ".join(f"seat {seat} {score}" for seat, score in enumerate(shown_as["scores"]))
        winners = " and ".join(f"seat {seat}" for seat in shown_as["winners"])
        yield f"over          {scores}; {winners} {'wins' if len(shown_as['winners']) < 2 else 'win'}"
        return
    pending = [counted_words({"walk": shown_as["pending"]["walks"]})] if _has_walks(shown_as) else []
    pending += [trait_words(trait, table) for trait in state.pending[: int(state.n_pending)].tolist()]
    if pending:
        yield f"pending       {', '.join(pending)}"
    yield f"to move       seat {state.seat} {_ASKED.get(int(state.phase), _IN_TURN[int(state.taken)])}"


def _has_walks(shown_as: Mapping[str, Any]) -> bool:
    return bool(shown_as["pending"] and shown_as["pending"]["walks"])
