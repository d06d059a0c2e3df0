"""Dog Park in playthrough records, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcore.games.dog_park.cards import BREEDS, DOG_IDS, N_BREEDS
from simcore.games.dog_park.story import tell
from simcore.games.dog_park.words import (
    AWARD_VALUES,
    award_words,
    forecast_words,
    location_words,
    objective_words,
    short_dog_words,
    stock_words,
    walker_words,
)

__all__ = ["closing", "end", "opening", "parts_of", "seats_of", "setup", "tell"]


def setup(state: Any, final: Any) -> dict[str, Any]:
    """Return everything random of a game, as the playthrough record writes it.

    Parameters
    ----------
    state, final : STATE_DTYPE record
        The state before the first decision, and the last one, which tells how many dice were rolled.

    Returns
    -------
    dict
        ``deck`` (all dogs in the game, in the order drawn), ``awards``, ``forecasts``, ``locations``, ``objectives``,
        ``dice``.
    """
    drawable = state.deck[int(state.deck_floor) : int(state.deck_size)]
    return {
        "deck": [DOG_IDS[dog] for dog in reversed(drawable.tolist())],
        "awards": [BREEDS[breed] for breed in state.awards],
        "forecasts": state.forecasts.tolist(),
        "locations": state.locations.tolist(),
        "objectives": [[card for card in cards if card] for cards in state.dealt_objectives[: state.n_seats].tolist()],
        "dice": state.dice[: int(final.dice_used)].tolist(),
    }


def seats_of(bits: int) -> list[int]:
    """Return the seats of a bit set."""
    return [seat for seat in range(int(bits).bit_length()) if int(bits) >> seat & 1]


def parts_of(state: Any, seat: int) -> dict[str, int]:
    """Return the five parts of a seat's score; an autowalker has awards only."""
    return {
        "reputation": int(state.reputation[seat]),
        "abilities": int(state.part_abilities[seat]),
        "awards": int(state.part_awards[seat]),
        "objective": int(state.part_objective[seat]),
        "leftover": int(state.part_leftover[seat]),
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
        ``winners``, ``breakdown``, ``award_winners``, ``best_award``; solo also ``solo``.
    """
    found: dict[str, Any] = {
        "winners": seats_of(state.winners),
        "breakdown": [parts_of(state, seat) for seat in range(int(state.n_walkers))],
        "award_winners": [seats_of(bits) for bits in state.award_winners],
        "best_award": state.best_award[: state.n_seats].tolist(),
    }
    if state.n_seats == 1:
        found["solo"] = {"objective_met": bool(state.solo_met), "stars": int(row.stars)}
    return found


def opening(state: Any) -> Iterator[str]:
    """Yield lines that show the setup: awards, cards of the rounds, objectives dealt, what everybody starts with.

    Parameters
    ----------
    state : STATE_DTYPE record
        The state before the first decision.
    """
    yield f"awards        {award_words(state.awards.tolist(), AWARD_VALUES)}"
    for number, card in enumerate(state.forecasts.tolist(), 1):
        yield f"{'forecasts' if number == 1 else '':13} round {number}: {forecast_words(card)}"
    for number, card in enumerate(state.locations.tolist(), 1):
        yield f"{'locations' if number == 1 else '':13} round {number}: {location_words(card)}"
    for seat in range(int(state.n_seats)):
        dealt = " or ".join(objective_words(card) for card in state.dealt_objectives[seat].tolist() if card)
        yield f"{'objectives' if seat == 0 else '':13} seat {seat}: {dealt}"
    yield f"start         {int(state.reputation[0])} reputation, {stock_words(state.resources[0].tolist())} each"


def closing(state: Any, row: Any, names: list[str]) -> Iterator[str]:
    """Yield lines that tell how a game ended: awards, objectives, the parts of every score, who won.

    Parameters
    ----------
    state : STATE_DTYPE record
        The final state.
    row : row record
        The same game as `write_row` wrote it.
    names : list of str
        How each seat is called.
    """
    for space in range(N_BREEDS):
        winners = ", ".join(walker_words(state, seat) for seat in seats_of(state.award_winners[space])) or "nobody"
        award = award_words(state.awards[space : space + 1].tolist(), AWARD_VALUES[space:])
        yield f"{'awards' if space == 0 else '':13} {award}: {winners}"
    for walker in range(int(state.n_walkers)):
        dogs = ", ".join(short_dog_words(dog) for dog in state.dogs[walker, : state.n_dogs[walker]].tolist())
        yield f"{'dogs' if walker == 0 else '':13} {walker_words(state, walker)}: {dogs}"
    for seat in range(int(state.n_seats)):
        card = int(state.objective[seat])
        reached = bool(state.solo_met) if state.n_seats == 1 else state.part_objective[seat] > 0
        yield f"{'objectives' if seat == 0 else '':13} seat {seat}: {objective_words(card)}, {_MET[bool(reached)]}"
    for seat, name in enumerate(names):
        parts = " + ".join(f"{points} {part}" for part, points in parts_of(state, seat).items())
        yield f"{'scores' if seat == 0 else '':13} {name}: {int(row.score[seat])} = {parts}"
    yield _outcome(state, row, names)


_MET = ("missed", "met")


def _outcome(state: Any, row: Any, names: list[str]) -> str:
    winners = seats_of(state.winners)
    if state.n_seats == 1:
        return (
            f"{names[0]} wins with {int(row.stars)} stars" if winners else f"{names[0]} loses: the objective is missed"
        )
    if len(winners) > 1:
        return f"{' and '.join(names[seat] for seat in winners)} share the win"
    best = int(row.score[winners[0]])
    tied = sum(int(row.score[seat]) == best for seat in range(int(state.n_seats))) > 1
    return f"{names[winners[0]]} wins with {best}" + (" by its awards, the totals are equal" if tied else "")
