"""Go-Stop in playthrough records, and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcore.games.go_stop.actions import action_to_words
from simcore.games.go_stop.cards import CODES, to_codes
from simcore.games.go_stop.deal import STOCK_START
from simcore.games.go_stop.state import (
    DOUBLINGS,
    EVENTS,
    FLIP_TAKE,
    FOUR_IN_HAND,
    GO_STOP,
    NOBODY,
    OVER,
    PLAY,
    THREE_PPUK,
)

_INSTANT = {FOUR_IN_HAND: "four of a month in hand", THREE_PPUK: "third Ppuk"}
_DOUBLER_WORDS = {"bright": "brights", "animals7": "seven animals", "junk": "junk"}


def setup(state: Any, _final: Any) -> dict[str, Any]:
    """Return everything random of a deal, as the playthrough record writes it.

    Parameters
    ----------
    state : STATE_DTYPE record
        The state before the first decision.
    _final : STATE_DTYPE record
        The state at the end; it holds nothing random that the first one does not.

    Returns
    -------
    dict
        ``hands``, ``field``, ``stock`` (card codes; the stock in the order in which it is turned), ``redeals``.
    """
    return {
        "hands": [to_codes(state.dealt[seat]) for seat in range(2)],
        "field": to_codes(state.field),
        "stock": [CODES[card] for card in state.deck[STOCK_START:]],
        "redeals": int(state.redeals),
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
        ``winners``, ``points``, ``go_counts``, ``doublings``, ``captured``, ``turns``.
    """
    return {
        "winners": [] if state.winner == NOBODY else [int(state.winner)],
        "points": int(row.points),
        "go_counts": [int(count) for count in row.go_count],
        "doublings": _doublers(row),
        "captured": [to_codes(state.captured[seat]) for seat in range(2)],
        "turns": int(row.n_turns),
    }


def _doublers(row: Any) -> list[str]:
    return [name for i, name in enumerate(DOUBLINGS) if int(row.doublings) >> i & 1]


def opening(state: Any) -> Iterator[str]:
    """Yield lines that show a deal: the hands and the field."""
    for seat in range(2):
        yield f"hand of seat {seat}  {' '.join(to_codes(state.dealt[seat]))}"
    yield f"field           {' '.join(to_codes(state.field))}"


def tell(before: Any, action: int, after: Any, _rules: Any) -> Iterator[str]:
    """Tell one decision and what came of it.

    Parameters
    ----------
    before, after : STATE_DTYPE record
        States around the decision.
    action : int
        What was chosen.
    _rules : record
        Rule parameters; the states say it all.

    Yields
    ------
    str
        One line without the seat.
    """
    seat = int(before.seat)
    parts = [action_to_words(action)]
    if before.phase == PLAY:
        parts.append(f"turns {CODES[before.deck[STOCK_START + before.stock_next]]}")
    if before.phase != GO_STOP and after.phase != FLIP_TAKE:
        parts += _outcome(before, after, seat)
    yield ", ".join(parts)


def _outcome(before: Any, after: Any, seat: int) -> Iterator[str]:
    event = EVENTS[int(after.event)]
    if event:
        yield event.capitalize()
    stolen = int(before.captured[1 - seat]) & int(after.captured[seat])
    gained = int(after.captured[seat]) & ~int(before.captured[seat]) & ~stolen
    if gained:
        yield f"captures {' '.join(to_codes(gained))}"
    if stolen:
        yield f"steals {' '.join(to_codes(stolen))}"
    if after.total[seat] != before.total[seat]:
        yield f"total {int(after.total[seat])}"


def closing(state: Any, row: Any, names: list[str]) -> Iterator[str]:
    """Yield lines that tell how a deal ended.

    Parameters
    ----------
    state : STATE_DTYPE record
        The final state.
    row : row record
        The same game as `write_row` wrote it.
    names : list of str
        How each seat is called.
    """
    assert state.phase == OVER
    if state.winner == NOBODY:
        yield "Nagari: the cards ran out and nobody had said Stop"
    else:
        winner = int(state.winner)
        gos = int(row.go_count[winner])
        how = [_INSTANT.get(int(row.reason), f"{int(row.points)} points")]
        how += [f"{gos} Go"] if gos else []
        how += [f"doubled by {_DOUBLER_WORDS[name]}" for name in _doublers(row)]
        yield f"{names[winner]} wins {int(row.payoff[winner])} ({', '.join(how)})"
    for seat in range(2):
        cards = " ".join(to_codes(state.captured[seat])) or "nothing"
        yield f"captured by seat {seat}  {cards}  (total {int(row.score[seat])})"
