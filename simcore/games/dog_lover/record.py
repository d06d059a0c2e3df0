"""Dog Lover in playthrough records, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simcore.games.dog_lover.card_table import SHIPPED, CardTable
from simcore.games.dog_lover.params import PARAMETERS, below_end, removed_marks
from simcore.games.dog_lover.state import PARTS
from simcore.games.dog_lover.story import tell
from simcore.games.dog_lover.words import (
    dog_words,
    face_up_lines,
    grid_lines,
    joined,
    owned_dog_words,
    printed_trick_words,
    tricks_of,
)

__all__ = ["breakdown_of", "closing", "end", "opening", "params", "read_params", "setup", "tell", "winners_of"]

_NO_LEFTOVER = PARTS[:-1]
# where a word names marks, the number of players does not matter
_ANY_COUNT = 2


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


def read_params(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule parameters of a playthrough record as a scenario has them: marks in one word.

    Parameters
    ----------
    recorded : mapping
        As `params` writes them; some may be left out.

    Returns
    -------
    dict
        What is no list of marks stays as it is, so that whoever checks the parameters sees it.
    """
    marks = recorded.get("remove_marks")
    if not isinstance(marks, (list, tuple)):
        return dict(recorded)
    (words,) = (parameter.choices for parameter in PARAMETERS if parameter.name == "remove_marks")
    # the first word stands for no list of its own
    lists = {frozenset(removed_marks({"remove_marks": word}, _ANY_COUNT)): word for word in words[1:]}
    found = lists.get(frozenset(marks)) if all(isinstance(mark, int) for mark in marks) else None
    return {**recorded, "remove_marks": found or marks}


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
        "winners": winners_of(state),
        "fed": state.n_fed[:n].tolist(),
        "fed_rescued": state.n_fed_rescued[:n].tolist(),
        "rounds": int(row.rounds),
        "breakdown": [breakdown_of(state, seat) for seat in range(n)],
    }


def winners_of(state: Any) -> list[int]:
    """Return the seats that win a game that is over."""
    return [seat for seat in range(int(state.n_seats)) if int(state.winners) >> seat & 1]


def breakdown_of(state: Any, seat: int) -> dict[str, int]:
    """Return the parts of a seat's score; food left over is one of them only where it counts."""
    parts = PARTS if state.has_leftover else _NO_LEFTOVER
    return dict(zip(parts, state.parts[seat].tolist(), strict=False))


def opening(state: Any, table: CardTable = SHIPPED) -> Iterator[str]:
    """Yield lines that show the set-up: what everybody starts with, the face-up rows, the grid.

    Parameters
    ----------
    state : STATE_DTYPE record
        The state before the first decision.
    table : CardTable
        The cards that are played with.
    """
    yield "dogs          (size points food, ability), food by first letters: S scraps, K kibble, C canned"
    yield "tricks        (pattern row by row * line of it to which the watch dog goes)"
    n = int(state.n_seats)
    for seat in range(n):
        fetch = ", Fetch" if seat == n - 1 else ""
        trick = printed_trick_words(tricks_of(state, seat)[0], table)
        yield f"seat {seat}        {dog_words(int(state.dogs[seat, 0]), table)}, trick {trick}{fetch}"
    yield from face_up_lines(state, table)
    yield f"deck          {int(state.deck_left)} cards, {int(state.below_end)} of them below the End Game card"
    yield from grid_lines(state, table)


def closing(state: Any, row: Any, names: list[str], table: CardTable = SHIPPED) -> Iterator[str]:
    """Yield lines that tell how a game ended: dogs fed and unfed, the parts of every score, who won.

    Parameters
    ----------
    state : STATE_DTYPE record
        The final state.
    row : row record
        The same game as `write_row` wrote it.
    names : list of str
        How each seat is called.
    table : CardTable
        The cards that are played with.
    """
    for seat, name in enumerate(names):
        dogs = list(enumerate(state.dogs[seat, : int(state.n_dogs[seat])].tolist()))
        for word, fed in (("fed", 1), ("unfed", 0)):
            found = [owned_dog_words(state, dog, table) for i, dog in dogs if int(state.fed[seat]) >> i & 1 == fed]
            yield f"{name}, {word}: {'; '.join(found) or 'none'}"
    for seat, name in enumerate(names):
        parts = " + ".join(f"{points} {part}" for part, points in breakdown_of(state, seat).items())
        yield f"{name}: {int(row.score[seat])} = {parts}"
    yield _outcome(state, row, names)


def _outcome(state: Any, row: Any, names: list[str]) -> str:
    winners = winners_of(state)
    best = int(row.score[winners[0]])
    if len(winners) > 1:
        return f"{joined(names[seat] for seat in winners)} share the win with {best}"
    tied = [seat for seat in range(len(names)) if int(row.score[seat]) == best and seat != winners[0]]
    if not tied:
        return f"{names[winners[0]]} wins with {best}"
    most_fed = max(int(state.n_fed[seat]) for seat in tied)
    decided = "fed dogs" if most_fed < state.n_fed[winners[0]] else "fed rescued dogs"
    return f"{names[winners[0]]} wins with {best} by {decided}, the totals are equal"
