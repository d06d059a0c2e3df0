"""Dog Park in playthrough records, and in words."""

from __future__ import annotations

from typing import Any

from simcore.games.dog_park.cards import BREEDS, DOG_IDS

_PARTS = ("reputation", "abilities", "awards", "objective", "leftover")


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
