"""Single positions of Go-Stop: from and to a dict, from the setup of a record, moves in short, words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simcore.engine.steps import steps_of
from simcore.engine.values import Values
from simcore.games.go_stop import GAME
from simcore.games.go_stop.cards import CODES, FIELD_SIZE, HAND_SIZE, N_CARDS, to_codes
from simcore.games.go_stop.deal import STOCK_START
from simcore.games.go_stop.position_input import (
    CUP_CLASSES,
    DERIVED,
    PILE_KINDS,
    WHERE,
    read_position,
    whole_months_of,
)
from simcore.games.go_stop.state import (
    DOUBLINGS,
    EVENTS,
    FLIP_TAKE,
    GO_STOP,
    NOBODY,
    OVER,
    PHASES,
    PLAY,
    STOPPED,
)

_SETUP_KEYS = ("hands", "field", "stock", "redeals")
_SETUP_SIZES = {"hands.0": HAND_SIZE, "hands.1": HAND_SIZE, "field": FIELD_SIZE, "stock": N_CARDS - STOCK_START}
_MOVE_KEYS = ("card", "pick_hand", "pick_stock", "go")


def from_dict(given: Mapping[str, Any], rules: Any) -> Any:
    """Return the state that a user's dict describes.

    Parameters
    ----------
    given : mapping
        As `to_dict` writes it; what is left out is empty or 0, and hands and stock may be short.
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
    states, values = read_position(given, rules)
    state = states[0]
    totals = _totals(states)
    state.total[:] = values.wholes("last_totals", 2, 0, 100) if values.has("last_totals") else totals
    if state.phase == GO_STOP:
        state.total[state.seat] = totals[state.seat]
    if state.phase == OVER and state.reason == STOPPED:
        state.points = totals[state.winner]
    written = to_dict(states)
    for key in DERIVED:
        if values.get(key, written[key]) != written[key]:
            raise values.fault(key, f"{values.get(key)} does not follow from the rest, which gives {written[key]}")
    return states


def from_setup(setup: object, _n_seats: int, rules: Any) -> Any:
    """Return the state before the first decision from the ``setup`` of a playthrough record.

    Parameters
    ----------
    setup : object
        What the record's header holds.
    _n_seats : int
        Always two.
    rules : recarray[1]
        Rule parameters.

    Returns
    -------
    STATE_DTYPE recarray[1]
        Still without what follows from the deal (`begin`).

    Raises
    ------
    InputError
        Where it is not a whole deal that can be played.
    """
    values = Values(setup, WHERE, _SETUP_KEYS, "setup")
    states = from_dict({key: values.get(key) for key in _SETUP_KEYS}, rules)
    written = to_dict(states)
    found = {"hands.0": written["hands"][0], "hands.1": written["hands"][1]}
    found |= {"field": written["layout"], "stock": written["stock"]}
    for key, size in _SETUP_SIZES.items():
        if len(found[key]) != size:
            raise values.fault(key, f"has {len(found[key])} cards; allowed: {size}")
    if all(whole_months_of(int(hand)) for hand in states[0].hand):
        raise values.fault("hands", "both hold four cards of a month: such a deal is void")
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
        ``hands`` to ``ppuk`` as a user writes them, ``layout`` with the cards of the piles; ``phase``; ``turn``, what a
        turn in the middle has done so far; what was seen of the last turn (``event``, ``steals``); how the game stands
        or ended (``over``, ``winner``, ``reason``, ``points`` (the payment), ``doublers``, ``decision``, ``total0``,
        ``total1``); and counts that few rules ask for.
    """
    state = states[0]
    over = state.phase == OVER
    totals = _totals(states)
    return {
        "hands": [to_codes(hand) for hand in state.hand],
        "layout": to_codes(state.field),
        "piles": list(_piles(state)),
        "stock": [CODES[card] for card in state.deck[STOCK_START + state.stock_next :]],
        "captured": [to_codes(cards) for cards in state.captured],
        "first": int(state.seat),
        "goes": state.go_count.tolist(),
        "last_go": state.last_go.tolist(),
        "ppuk": state.ppuk_count.tolist(),
        "phase": PHASES[state.phase],
        "turn": _turn(state) if state.phase == FLIP_TAKE else None,
        "side": state.side.tolist(),
        "cup_class": [CUP_CLASSES[found] for found in state.cup_class],
        "last_totals": state.total.tolist(),
        "turns": int(state.n_turns),
        "redeals": int(state.redeals),
        "dealt": [to_codes(hand) for hand in state.dealt],
        "event": EVENTS[state.event],
        "steals": int(state.steals),
        "over": bool(over),
        "winner": int(state.winner) if state.winner != NOBODY else None,
        "reason": GAME.reasons[state.reason] if over else None,
        "points": int(state.payment) if over else None,
        "doublers": [name for i, name in enumerate(DOUBLINGS) if state.doublings >> i & 1],
        "decision": bool(state.phase == GO_STOP),
        "total0": totals[0],
        "total1": totals[1],
    }


def _totals(states: Any) -> list[int]:
    """Return the combination totals of both seats' captures now."""
    totals: list[int] = steps_of(GAME).row(states).score.tolist()
    return totals


def _turn(state: Any) -> dict[str, Any]:
    return {
        "card": CODES[state.hand_card],
        "taken": to_codes(state.turn_taken),
        "flipped": CODES[state.flipped],
        "pile": PILE_KINDS[state.hand_pile],
    }


def _piles(state: Any) -> Iterator[dict[str, Any]]:
    """Yield the stacks of three in the field; nobody owns one of the deal."""
    for low in range(0, N_CARDS, 4):
        cards = int(state.field) & 15 << low
        if cards.bit_count() == 3:
            owners = [seat for seat in range(2) if int(state.ppuk_pile[seat]) >> low & 1]
            yield {"cards": to_codes(cards), "owner": owners[0] if owners else NOBODY}


def missing(states: Any) -> str:
    """Say what a partial position lacks for the next action, or nothing."""
    state = states[0]
    if state.phase == PLAY and STOCK_START + state.stock_next == N_CARDS:
        return "the stock is empty, and every hand card is followed by a card of it"
    return ""


def next_action(
    given: object, key: str, legal: list[dict[str, Any]], done: list[dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the next action of a move in short: ``{card, pick_hand?, pick_stock?, go?}``.

    Parameters
    ----------
    given : object
        The move: hand card, the field cards named where two match, and whether Go is said where that is asked.
    key : str
        Dotted path of the move, for messages.
    legal : list of dict
        What is legal now.
    done : list of dict
        Actions of this move so far.

    Returns
    -------
    dict or None
        None where the move is finished. A decision that `go` leaves open is made where only Stop is legal.

    Raises
    ------
    InputError
        Where the move does not fit the position, or leaves a choice open.
    """
    move = Values(given, WHERE, _MOVE_KEYS, key)
    card = move.one_of("card", move.get("card"), CODES)
    kind = legal[0]["kind"] if legal else ""
    if not done:
        plays = [action for action in legal if kind == "play" and action["card"] == card]
        if not plays:
            raise move.fault("card", f"{card} cannot be played now; legal: {_listed(legal)}")
        for pick, month in (("pick_hand", card[:2]), ("pick_stock", "")):
            if move.has(pick):
                move.one_of(pick, move.get(pick), [code for code in CODES if code.startswith(month)])
        return plays[0] if plays[0]["take"] is None else _named(move, card, plays, "take")
    if kind == "flip_take":
        return _named(move, card, legal, "card")
    if kind in ("go", "stop"):
        said = {None: legal[0] if len(legal) == 1 else None, True: {"kind": "go"}, False: {"kind": "stop"}}
        go = move.get("go")
        if not isinstance(go, bool | None) or said[go] not in (None, *legal):
            raise move.fault("go", f"{go!r} is not allowed; legal: {_listed(legal)}")
        return said[go]
    if move.has("go") and done[-1]["kind"] not in ("go", "stop"):
        raise move.fault("go", "is not asked after this move")
    return None


def _named(move: Values, card: str, legal: list[dict[str, Any]], field: str) -> dict[str, Any]:
    """Return the action that takes the card which the user named."""
    cards = [action[field] for action in legal]
    key = "pick_hand" if cards[0][:2] == card[:2] else "pick_stock"
    if not move.has(key):
        raise move.fault(key, f"is missing where two cards match; allowed: {', '.join(cards)}")
    return legal[cards.index(move.one_of(key, move.get(key), cards))]


def _listed(legal: list[dict[str, Any]]) -> str:
    words = [" ".join(str(value) for value in action.values() if value is not None) for action in legal]
    return ", ".join(words) or "nothing"


def words(states: Any) -> Iterator[str]:
    """Yield lines that show a position to a person; all cards lie open."""
    state, shown = states[0], to_dict(states)
    for seat in range(2):
        goes = f", {shown['goes'][seat]} Go" if shown["goes"][seat] else ""
        yield f"hand of seat {seat}      {' '.join(shown['hands'][seat]) or 'empty'}"
        captured = " ".join(shown["captured"][seat]) or "nothing"
        yield f"captured by seat {seat}  {captured}  (total {shown[f'total{seat}']}{goes})"
    yield f"field               {' '.join(shown['layout']) or 'empty'}"
    for pile in shown["piles"]:
        owner = "of the deal" if pile["owner"] == NOBODY else f"of seat {pile['owner']}"
        yield f"pile {owner:14} {' '.join(pile['cards'])}"
    yield f"stock               {' '.join(shown['stock']) or 'empty'}"
    if state.phase == OVER:
        winner = "nobody wins" if shown["winner"] is None else f"seat {shown['winner']} wins {shown['points']}"
        yield f"over                {shown['reason']}: {winner}"
    else:
        asked = {PLAY: "plays a hand card", FLIP_TAKE: "takes one of two cards", GO_STOP: "says Go or Stop"}
        yield f"to move             seat {shown['first']} {asked[int(state.phase)]}"
