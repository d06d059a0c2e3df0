"""One decision of Dog Lover in words, and what followed from it without a choice."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterator
from typing import Any

from simcore.games.dog_lover import layout
from simcore.games.dog_lover.actions import (
    A_ATTACH,
    A_DISCARD_FOOD,
    A_END_TURN,
    A_FETCH,
    A_LEARN,
    A_NO_TAKE,
    A_PLACE_WATCH_DOG,
    A_RESCUE,
    A_TAKE,
    A_TUCK_TRAINING,
    DOG_BITS,
    DOG_MASK,
    LINE_MASK,
    LINE_SHIFT,
    LOW,
    TRICK_SHIFT,
)
from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.state import OVER
from simcore.games.dog_lover.words import (
    card_words,
    counted_words,
    dog_words,
    face_up_lines,
    grid_lines,
    joined,
    line_words,
    seat_lines,
    trait_words,
    trick_words,
)

_CAN_LOSE = (A_TAKE, A_FETCH, A_ATTACH, A_END_TURN, A_DISCARD_FOOD)


def tell(before: Any, action: int, after: Any, rules: Any, table: CardTable = SHIPPED) -> Iterator[str]:
    """Tell one decision, and what followed from it.

    Parameters
    ----------
    before, after : STATE_DTYPE record
        States around the decision.
    action : int
        What was chosen.
    rules : record
        Rule parameters and card tables.
    table : CardTable
        The cards that are played with.

    Yields
    ------
    str
        The decision without the seat; before a turn the grid, before a round also what everybody has.
    """
    kind, low = action & ~LOW, action & LOW
    parts = [_decision(before, kind, low, after, table)]
    if kind in _CAN_LOSE:
        parts += _lost(before, kind, low, after, rules, table)
    yield "; ".join(parts)
    if after.last_round and not before.last_round:
        yield "  the End Game card turns up: this round is the last"
    turn_over = before.taken and not after.taken and after.phase != OVER
    if turn_over or kind == A_PLACE_WATCH_DOG:
        yield from _next_turn(after, table)


def _next_turn(after: Any, table: CardTable) -> Iterator[str]:
    """Show what a player sees before a turn, and head the rounds."""
    yield ""
    if after.seat == 0:
        yield f"== Round {after.rounds}{', the last' if after.last_round else ''}"
        if after.rounds > 1:
            yield from seat_lines(after, table)
            yield from face_up_lines(after, table)
    yield from grid_lines(after, table)


def _decision(before: Any, kind: int, low: int, after: Any, table: CardTable) -> str:
    seat = int(before.seat)
    own = functools.partial(_own_dog, before, table=table)
    if kind == A_TAKE:
        cards = joined([card_words(int(before.grid[cell]), table) for cell in _cells(before, low)] or ["nothing"])
        watch = line_words(low >> LINE_SHIFT & LINE_MASK)
        return f"takes {cards} with {trick_words(low >> TRICK_SHIFT, table)}, the watch dog goes to the {watch}"
    if kind == A_FETCH:
        return f"swaps Fetch for {card_words(int(before.grid[low]), table)}"
    if kind == A_RESCUE:
        paid = int(before.hand[seat, layout.ADOPTION]) - int(after.hand[seat, layout.ADOPTION])
        return f"rescues {dog_words(int(before.shelter_row[low]), table)} for {paid} adoption"
    if kind == A_LEARN:
        paid = int(before.hand[seat, layout.TRAINING]) - int(after.hand[seat, layout.TRAINING])
        return f"learns {trick_words(int(before.trick_row[low]), table)} for {paid} training"
    if kind == A_ATTACH:
        return f"attaches {trait_words(low >> DOG_BITS, table)} to {own(low & DOG_MASK)}"
    if kind == A_DISCARD_FOOD:
        return f"gives up 1 {layout.CUBES[low]}"
    if kind == A_PLACE_WATCH_DOG:
        return f"puts the watch dog beside the {line_words(low)}"
    if kind in (A_END_TURN, A_NO_TAKE):
        return "ends the turn" if kind == A_END_TURN else "takes nothing, no trick has a legal place"
    card = "a training card" if kind == A_TUCK_TRAINING else "a walk"
    return f"tucks {card} under {own(low)}"


def _own_dog(before: Any, place: int, table: CardTable) -> str:
    return dog_words(int(before.dogs[before.seat, place]), table)


def _cells(before: Any, low: int) -> list[int]:
    """Cells whose cards a take gains."""
    cells = low & layout.ALL_CELLS & ~int(before.fresh)
    return [cell for cell in range(layout.N_CELLS) if cells >> cell & 1]


def _gained(before: Any, kind: int, low: int, after: Any) -> list[int]:
    """Cards gained by a decision; of a take some may be gained later, when a trait must be attached at once."""
    if kind == A_FETCH:
        return [int(before.grid[low])]
    waiting = [cell for cell in range(layout.N_CELLS) if int(before.gaining) >> cell & 1]
    cells = _cells(before, low) if kind == A_TAKE else waiting
    return [int(before.grid[cell]) for cell in cells if not int(after.gaining) >> cell & 1]


def _lost(before: Any, kind: int, low: int, after: Any, rules: Any, table: CardTable) -> Iterator[str]:
    """Tell which pending cards were discarded, and what they took along (3.6, 3.7)."""
    seat = int(before.seat)
    gained = _gained(before, kind, low, after)
    pending = [*before.pending[: int(before.n_pending)].tolist()]
    pending += [card - layout.FIRST_TRAIT + 1 for card in gained if layout.FIRST_TRAIT <= card < layout.FIRST_DOG]
    placed = {*after.pending[: int(after.n_pending)].tolist(), low >> DOG_BITS if kind == A_ATTACH else 0}
    dropped = [trait_words(trait, table) for trait in pending if trait not in placed]
    things: Counter[str] = Counter()
    for card in range(1, layout.N_COUNTED):
        had = int(before.hand[seat, card]) + gained.count(card) - (kind == A_FETCH and card == layout.FETCH)
        things[table.card_ids[card]] += had - int(after.hand[seat, card])
    for cube, name in enumerate(layout.CUBES):
        had = int(before.cubes[seat, cube]) - (kind == A_DISCARD_FOOD and cube == low)
        for card in gained:
            if layout.FIRST_FOOD_CARD <= card < layout.FIRST_TRAIT and rules.food_kind[card] == cube:
                had += int(rules.food_amount[card])
        things[name] += had - int(after.cubes[seat, cube])
    lost = [counted_words(things)] if any(count > 0 for count in things.values()) else []
    if dropped or lost:
        yield f"discards {joined([*dropped, *lost])}"
