"""Dog Lover in playthrough records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.params import below_end, removed_marks
from simcore.games.dog_lover.state import PARTS

_NO_LEFTOVER = PARTS[:-1]


def params(values: Mapping[str, Any], n_seats: int) -> dict[str, Any]:
    """Return rule parameters as the playthrough record writes them: for its number of players, marks as a list.

    Parameters
    ----------
    values : mapping
        Rule parameters.
    n_seats : int
        Players.

    Returns
    -------
    dict
    """
    counted = {"cards_below_end": below_end(values, n_seats), "remove_marks": list(removed_marks(values, n_seats))}
    return {**values, **counted}


def setup(state: Any, _final: Any, table: CardTable = SHIPPED) -> dict[str, Any]:
    """Return everything random of a game, as the playthrough record writes it.

    Parameters
    ----------
    state, _final : STATE_DTYPE record
        The state before the first decision, and the last one.
    table : CardTable
        The cards that are played with.

    Returns
    -------
    dict
        ``dogs_dealt`` and ``starting_tricks`` by seat; ``deck``, ``trick_deck`` and ``shelter_deck`` from the top.
    """
    seats = range(int(state.n_seats))
    deck = [table.card_ids[card] for card in reversed(state.deck[: int(state.deck_size)].tolist())]
    deck.insert(len(deck) - int(state.below_end), "end_game")
    n_tricks, n_shelter = int(state.tricks_left) + int(state.n_trick_row), int(state.shelter_left)
    n_shelter += int(state.n_shelter_row)
    return {
        "dogs_dealt": [table.dog_ids[state.dogs[seat, 0]] for seat in seats],
        "starting_tricks": [table.trick_ids[int(state.tricks[seat]).bit_length() - 1] for seat in seats],
        "deck": deck,
        "trick_deck": [table.trick_ids[trick] for trick in reversed(state.trick_deck[:n_tricks].tolist())],
        "shelter_deck": [table.dog_ids[dog] for dog in reversed(state.shelter_deck[:n_shelter].tolist())],
    }


def end(state: Any, row: Any) -> dict[str, Any]:
    """Return the game's own part of a record's last line.

    Parameters
    ----------
    state : STATE_DTYPE record
        The final state.
    row : row record
        The same game as `write_row` wrote it.

    Returns
    -------
    dict
        ``winners``, ``fed``, ``fed_rescued``, ``rounds``, ``breakdown``.
    """
    n = int(state.n_seats)
    parts = PARTS if state.has_leftover else _NO_LEFTOVER
    return {
        "winners": [seat for seat in range(n) if int(state.winners) >> seat & 1],
        "fed": state.n_fed[:n].tolist(),
        "fed_rescued": state.n_fed_rescued[:n].tolist(),
        "rounds": int(row.rounds),
        "breakdown": [dict(zip(parts, state.parts[seat].tolist(), strict=False)) for seat in range(n)],
    }
