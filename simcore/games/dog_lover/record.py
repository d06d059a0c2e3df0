"""Dog Lover in playthrough records, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.params import below_end, removed_marks
from simcore.games.dog_lover.state import PARTS
from simcore.games.dog_lover.story import tell
from simcore.games.dog_lover.words import dog_words, face_up_lines, grid_lines, owned_dog_words, trick_words

__all__ = ["closing", "end", "opening", "params", "setup", "tell"]

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
    return {
        "winners": _winners(state),
        "fed": state.n_fed[:n].tolist(),
        "fed_rescued": state.n_fed_rescued[:n].tolist(),
        "rounds": int(row.rounds),
        "breakdown": [_breakdown(state, seat) for seat in range(n)],
    }


def _winners(state: Any) -> list[int]:
    return [seat for seat in range(int(state.n_seats)) if int(state.winners) >> seat & 1]


def _breakdown(state: Any, seat: int) -> dict[str, int]:
    parts = PARTS if state.has_leftover else _NO_LEFTOVER
    return dict(zip(parts, state.parts[seat].tolist(), strict=False))


def opening(state: Any) -> Iterator[str]:
    """Yield lines that show the set-up: what everybody starts with, the face-up rows, the grid.

    Parameters
    ----------
    state : STATE_DTYPE record
        The state before the first decision.
    """
    yield "food by first letters: S scraps, K kibble, C canned; a dog is (size points food ability)"
    n = int(state.n_seats)
    for seat in range(n):
        fetch = ", Fetch" if seat == n - 1 else ""
        trick = trick_words(int(state.tricks[seat]).bit_length() - 1)
        yield f"seat {seat}        {dog_words(int(state.dogs[seat, 0]))}, {trick}{fetch}"
    yield from face_up_lines(state)
    # the watch dog has no place yet
    *rows, _ = grid_lines(state)
    yield from rows
    yield f"    deck: {int(state.deck_left)}, {int(state.below_end)} of them below the End Game card"


def closing(state: Any, row: Any, names: list[str]) -> Iterator[str]:
    """Yield lines that tell how a game ended: dogs fed and unfed, the parts of every score, who won.

    Parameters
    ----------
    state : STATE_DTYPE record
        The final state.
    row : row record
        The same game as `write_row` wrote it.
    names : list of str
        How each seat is called.
    """
    for seat, name in enumerate(names):
        dogs = list(enumerate(state.dogs[seat, : int(state.n_dogs[seat])].tolist()))
        for word, fed in (("fed", 1), ("unfed", 0)):
            found = [owned_dog_words(state, dog) for i, dog in dogs if int(state.fed[seat]) >> i & 1 == fed]
            yield f"{name}, {word}: {', '.join(found) or 'none'}"
    for seat, name in enumerate(names):
        parts = " + ".join(f"{points} {part}" for part, points in _breakdown(state, seat).items())
        yield f"{name}: {int(row.score[seat])} = {parts}"
    winners = _winners(state)
    best = int(row.score[winners[0]])
    if len(winners) > 1:
        yield f"{' and '.join(names[seat] for seat in winners)} share the win with {best}"
        return
    tied = sum(int(row.score[seat]) == best for seat in range(len(names))) > 1
    yield f"{names[winners[0]]} wins with {best}" + (" by fed dogs, the totals are equal" if tied else "")
