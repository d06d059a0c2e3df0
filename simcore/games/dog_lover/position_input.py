"""A Dog Lover position from a dict that a user wrote: every card and number is checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.engine.positions import WHERE, says_nothing
from simcore.engine.values import Values
from simcore.errors import shown
from simcore.games.dog_lover import GAME, layout
from simcore.games.dog_lover import state as s
from simcore.games.dog_lover.card_table import CardTable
from simcore.games.dog_lover.layout import FETCH, FIRST_TRAIT, LOSE_FOOD, N_CELLS, NO_CARD, WALK
from simcore.games.dog_lover.params import AT_ONCE
from simcore.games.dog_lover.position_cards import (
    DECK_TRICKS,
    IN_DECK,
    RESCUED,
    TRAITS,
    Reading,
    new_reading,
    new_states,
    read_cells,
    read_deck,
    read_row,
    write_decks,
)
from simcore.games.dog_lover.position_seats import read_cubes, read_dogs, read_hands, read_tricks

# what the rest of a position says already
DERIVED = ("over", "scores", "breakdown", "fed", "fed_rescued", "fed_dogs", "cubes_left", "winners")
_TURN = ("play", "attach", "discard_food")
# the phases in which a key says something
BELONGS: dict[str, tuple[str, ...]] = {
    "seat": ("place_watch_dog", *_TURN),
    "watch": (*_TURN, "over"),
    "taken": _TURN,
    "fresh_fetch": _TURN,
    "pending": _TURN,
    "gaining": ("attach", "discard_food"),
    "food_due": ("discard_food",),
    **dict.fromkeys(DERIVED, ("over",)),
}
KEYS = (
    *("players", "phase", "round", "last_round", "grid", "deck", "trick_row", "trick_deck", "shelter_row"),
    *("shelter_deck", "dogs", "tricks", "hands", "cubes", "counts", *BELONGS),
)
# what reports count: a number for each player under the names of the columns, and sums over all
GAINED = tuple(f"gained_{kind}" for kind in layout.KINDS)
SEAT_COUNTS = (*GAINED, "fetches", "no_takes")
COUNTS = ("refills", "watch_blocks", *SEAT_COUNTS)
# above anything that a game can reach
_MOST_ROUNDS, _MOST_BLOCKS = 200, 99_999
_KINDS_OF_CARDS = [layout.kind_of(card) for card in range(layout.N_CODES)]


def read_position(given: Mapping[str, Any], rules: Any, table: CardTable) -> tuple[Any, Values]:
    """Return a state from a user's dict; a game that is over is still to be scored.

    Parameters
    ----------
    given : mapping
        Keys are `KEYS`.
    rules : record
        Rule parameters and card tables.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    (STATE_DTYPE recarray[1], Values)
        The state, and the dict for further questions.

    Raises
    ------
    InputError
        For the first fault.
    """
    values = Values(given, WHERE, KEYS)
    n_seats = values.whole("players", GAME.default_players, min(GAME.players), max(GAME.players))
    _check_players(values, n_seats, rules)
    states = new_states()
    reading = new_reading(values, states, n_seats, rules, table)
    state = states[0]
    _read_when(reading)
    read_dogs(reading)
    read_tricks(reading)
    named = read_cells(reading, "grid")
    read_hands(reading)
    read_cubes(reading)
    _read_pending(reading)
    deck = _read_deck(reading, named)
    slots, tricks = read_row(reading, "trick_row", "trick_deck", reading.tricks, DECK_TRICKS, state.n_trick_row)
    state.trick_row[: len(slots)] = slots
    slots, rescued = read_row(reading, "shelter_row", "shelter_deck", reading.rescued, RESCUED, state.n_shelter_row)
    state.shelter_row[: len(slots)] = slots
    write_decks(state, deck, tricks, rescued)
    _check_grid(reading)
    _check_phase(reading)
    _read_counts(reading)
    return states, values


def _check_players(values: Values, n_seats: int, rules: Any) -> None:
    """Refuse a player count whose cards the rule parameters leave no game of."""
    dogs, others = int(rules.n_deck_dogs[n_seats]), int(rules.n_deck_others[n_seats])
    if dogs < n_seats or rules.below_end[n_seats] > dogs + others - n_seats:
        problem = f"{n_seats} is not allowed: remove_marks and cards_below_end leave too few cards"
        raise values.fault("players", problem)


# ---- where in the game it is


def _read_when(reading: Reading) -> None:
    """Read what is decided, by whom, in which round."""
    values, state, rules, n_seats = reading.values, reading.state, reading.rules, reading.n_seats
    word = values.word("phase", s.PHASES[s.PLAY], s.PHASES)
    for key, phases in BELONGS.items():
        if word not in phases and not says_nothing(values.get(key)):
            raise values.fault(key, f"belongs to phase {', '.join(phases)}, and does not fit this position")
    phase = s.PHASES.index(word)
    at_once = rules.trait_timing == AT_ONCE
    if phase == s.ATTACH and not at_once:
        raise values.fault("phase", "attach belongs to trait_timing = at_once")
    state.ending = phase == s.DISCARD_FOOD and not at_once
    placing, over = phase == s.PLACE_WATCH_DOG, phase == s.OVER
    state.phase = phase
    state.rounds = values.whole("round", 1, 1, 1 if placing else _MOST_ROUNDS)
    only = {s.PLACE_WATCH_DOG: n_seats - 1, s.OVER: n_seats}.get(phase)
    if only is None:
        state.seat = values.whole("seat", 0, 0, n_seats - 1)
    else:
        state.seat = only if over else values.whole("seat", only, only, only)
    state.taken = values.flag("taken", bool(state.ending))
    if state.ending and not state.taken:
        raise values.fault("taken", "false is not allowed: traits are discarded at the end of the turn")
    state.watch = layout.LINES.index(values.word("watch", layout.LINES[0], layout.LINES))
    # who plays has had its turn counted once it has taken
    state.n_turns = 0 if placing else (int(state.rounds) - 1) * n_seats + int(state.seat) + int(state.taken)
    state.has_leftover = rules.leftover_food != 0
    state.n_trick_row = min(int(rules.tricks_face_up), int(rules.n_deck_tricks))
    state.n_shelter_row = min(int(rules.rescued_face_up), int(rules.n_rescued))


# ---- what is pending


def _read_pending(reading: Reading) -> None:
    """Read walks and traits that are gained and not placed, and how many cubes are still to be given up."""
    values, state = reading.values, reading.state
    pending = Values(values.get("pending", {}), WHERE, ("walks", "traits"), "pending")
    walks = reading.deck.lay_copies(pending, "walks", WALK)
    traits = [
        reading.deck.lay(pending, f"traits.{i}", trait, TRAITS) for i, trait in enumerate(pending.entries("traits", []))
    ]
    if len(traits) > s.MAX_PENDING:
        raise pending.fault("traits", f"has {len(traits)} traits; allowed: at most {s.MAX_PENDING}")
    if state.phase in _IN_TURN:
        state.hand[state.seat, WALK] = walks
    state.pending[: len(traits)] = [card - (FIRST_TRAIT - 1) for card in traits]
    state.n_pending = len(traits)
    if state.phase == s.DISCARD_FOOD:
        costs = reading.rules.trait_loss_count[reading.rules.trait_loss == LOSE_FOOD]
        state.food_due = values.whole("food_due", 1, 1, int(costs.max(initial=0)))


_IN_TURN = (s.PLAY, s.ATTACH, s.DISCARD_FOOD)


def _targets(reading: Reading, trait: int) -> int:
    """Return own dogs to which a pending trait can be attached, as bits."""
    state, size = reading.state, int(reading.rules.trait_size[trait])
    dogs = int(state.trait_open[state.seat])
    return dogs if size == layout.ANY_SIZE else dogs & int(state.sizes[state.seat, size])


def _check_phase(reading: Reading) -> None:
    """Refuse a decision for which there is no cause, and what would have been decided before."""
    values, state = reading.values, reading.state
    at_once, phase = reading.rules.trait_timing == AT_ONCE, int(state.phase)
    placeable = [bool(_targets(reading, trait)) for trait in state.pending[: int(state.n_pending)].tolist()]
    if phase == s.ATTACH and placeable != [True]:
        raise values.fault("pending.traits", "phase attach needs just one trait, with a dog that can have it")
    if phase in (s.PLAY, s.DISCARD_FOOD) and at_once and placeable:
        raise values.fault("pending.traits", "nothing is pending here under trait_timing = at_once")
    if state.ending and any(placeable):
        raise values.fault(f"pending.traits.{placeable.index(True)}", "can be attached, and so the turn is not over")
    if state.ending and state.hand[state.seat, WALK]:
        raise values.fault("pending.walks", "walks are discarded before traits are")
    if phase == s.DISCARD_FOOD and (state.cubes[state.seat] > 0).sum() < 2:
        raise values.fault("cubes", f"seat {state.seat} has no choice of kinds: cubes of one kind go by themselves")


# ---- grid and deck


def _read_deck(reading: Reading, named: list[int]) -> list[int]:
    """Read cards still to be gained, and return the deck; fill the grid and the deck where they are left out."""
    values, state = reading.values, reading.state
    gaining = read_cells(reading, "gaining") if values.has("gaining") else [NO_CARD] * N_CELLS
    deck, below = read_deck(reading)
    has_end = below is not None if values.has("deck") else not values.flag("last_round", bool(state.phase == s.OVER))
    if values.flag("last_round", not has_end) == has_end:
        problem = "true is not allowed: the deck holds" if has_end else "false is not allowed: the deck lacks"
        raise values.fault("last_round", f"{problem} the End Game card")
    if has_end and state.phase == s.OVER:
        raise values.fault("last_round", "false is not allowed: the game is over")
    if not values.has("grid"):
        named = _filled_grid(reading, gaining)
    if not values.has("deck"):
        deck = reading.deck.draw("deck", IN_DECK, layout.MAX_DECK)
    for cell, (card, coming) in enumerate(zip(named, gaining, strict=True)):
        if coming != NO_CARD and card != NO_CARD:
            raise values.fault(f"gaining.{cell}", "the cell holds a card of the grid")
        state.grid[cell] = card or coming
        state.filled |= (card != NO_CARD) << cell
        state.gaining |= (coming != NO_CARD) << cell
    if has_end and below is None:
        below = min(int(reading.rules.below_end[reading.n_seats]), len(deck))
    state.last_round = not has_end
    # where it has turned up, as far below as the rules say, or the cards that are left
    state.below_end = below if below is not None else max(int(reading.rules.below_end[reading.n_seats]), len(deck))
    return deck


def _filled_grid(reading: Reading, gaining: list[int]) -> list[int]:
    """Return a grid of cards that lie nowhere else, with empty cells for those that are pending."""
    state = reading.state
    free = [cell for cell in range(N_CELLS) if gaining[cell] == NO_CARD]
    n_pending = int(state.n_pending) + int(state.hand[state.seat % reading.n_seats, WALK])
    free = free[n_pending if state.taken else 0 :]
    drawn = reading.deck.draw("grid", IN_DECK, len(free))
    if len(drawn) < len(free):
        raise reading.values.fault("grid", "is left out, and too few cards lie nowhere else to fill it")
    cells = dict(zip(free, drawn, strict=True))
    return [cells.get(cell, NO_CARD) for cell in range(N_CELLS)]


def _check_grid(reading: Reading) -> None:
    """Cells are empty only after a taking, or when the deck is; what is pending was gained this turn."""
    values, state = reading.values, reading.state
    filled, gaining = int(state.filled), int(state.gaining)
    deck_is_empty = not state.deck_left and bool(state.last_round)
    for cell in range(N_CELLS):
        if not (filled >> cell & 1 or state.taken or deck_is_empty):
            raise values.fault(f"grid.{cell}", "is empty, though nothing has been taken since the grid was filled")
    if gaining and not state.taken:
        raise values.fault("gaining", "cards of a taking are gained, and nothing has been taken")
    fresh = values.get("fresh_fetch")
    if fresh is not None:
        cell = values.whole("fresh_fetch", 0, 0, N_CELLS - 1)
        if not filled >> cell & 1 or state.grid[cell] != FETCH:
            raise values.fault("fresh_fetch", f"{cell} is not allowed: Fetch does not lie in this cell of the grid")
        state.fresh = 1 << cell
    room = (N_CELLS - filled.bit_count() - gaining.bit_count()) * int(state.taken) + (fresh is not None)
    pending = int(state.n_pending) + (int(state.hand[state.seat, WALK]) if state.phase in _IN_TURN else 0)
    if pending > room:
        problem = f"holds {pending} cards; this turn has gained at most {room}, by empty cells and Fetch"
        raise values.fault("pending", problem)
    if state.phase == s.DISCARD_FOOD and not state.taken and fresh is None:
        raise values.fault("phase", "no trait has been gained: nothing is taken, and Fetch was not played")


# ---- counts


def _read_counts(reading: Reading) -> None:
    """Read what reports count."""
    state, n_seats = reading.state, reading.n_seats
    counts = Values(reading.values.get("counts", {}), WHERE, COUNTS, "counts")
    state.deck_size = int(state.deck_left) + N_CELLS
    state.deck_size += counts.whole("refills", 0, 0, max(0, layout.MAX_DECK - int(state.deck_size)))
    state.watch_blocks = counts.whole("watch_blocks", 0, 0, _MOST_BLOCKS)
    rounds = int(state.rounds)
    for kind, name in enumerate(GAINED):
        cards = [card for card, found in enumerate(_KINDS_OF_CARDS) if found == kind]
        # Fetch alone is gained again and again
        most = rounds if cards == [FETCH] else reading.deck.copies(cards)
        state.gained[:n_seats, kind] = counts.wholes(name, n_seats, 0, most)
    for name in ("fetches", "no_takes"):
        state[name][:n_seats] = counts.wholes(name, n_seats, 0, rounds)


def check_derived(values: Values, written: Mapping[str, Any]) -> None:
    """Refuse what does not follow from the rest of a position.

    Parameters
    ----------
    values : Values
        What the user gave.
    written : mapping
        What `to_dict` writes of the state.

    Raises
    ------
    InputError
        For the first of `DERIVED` that is something else.
    """
    for key in DERIVED:
        if values.get(key, written[key]) != written[key]:
            problem = f"{shown(values.get(key))} does not follow from the rest, which gives {shown(written[key])}"
            raise values.fault(key, problem)
