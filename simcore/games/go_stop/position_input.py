"""A Go-Stop position from a dict that a user wrote: every card and number is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from simcore.engine.values import Values
from simcore.errors import shown
from simcore.games.go_stop import GAME
from simcore.games.go_stop import params as p
from simcore.games.go_stop.cards import (
    CARD_ID,
    CODES,
    HAND_SIZE,
    N_CARDS,
    to_codes,
    to_mask,
)
from simcore.games.go_stop.deal import STOCK_START
from simcore.games.go_stop.state import (
    DOUBLINGS,
    EVENTS,
    FLIP_TAKE,
    FOUR_IN_HAND,
    NAGARI,
    NOBODY,
    OVER,
    PHASES,
    STATE_DTYPE,
    THREE_PPUK,
)

WHERE = "Position"
CUP_CLASSES = (None, "animal", "junk")
# whose pile the hand card took, by NO_PILE, OTHER_PILE, OWN_PILE
PILE_KINDS = (None, "other", "own")

# what the rest of a position says already
DERIVED = ("over", "decision", "total0", "total1")
KEYS = (
    *("hands", "layout", "field", "piles", "stock", "captured", "first", "goes", "last_go", "ppuk", "phase", "turn"),
    *("side", "cup_class", "last_totals", "turns", "redeals", "dealt", "event", "steals"),
    *("winner", "reason", "points", "doublers"),
    *DERIVED,
)
TURN_KEYS = ("card", "taken", "flipped", "pile")

_STOCK_SIZE = N_CARDS - STOCK_START
_MOST_TURNS = 2 * HAND_SIZE
_MOST_POINTS = 2**31 - 1
_MOST_PAYMENT = 2**40


class _Table:
    """Where each card lies, so that none lies in two places."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._place: dict[str, str] = {}

    def lay(self, key: str, codes: Iterable[object], values: Values | None = None) -> list[str]:
        """Check the codes of some cards and note where they lie."""
        found = []
        for i, code in enumerate(codes):
            at = f"{key}.{i}"
            known = (values or self._values).one_of(at, code, CODES)
            if known in self._place:
                raise (values or self._values).fault(at, f"{known} lies in {self._place[known]} already")
            self._place[known] = key
            found.append(known)
        return found

    def lists(self, key: str, most: int) -> list[list[str]]:
        """Read two lists of cards, one a seat."""
        found = []
        for seat, codes in enumerate(self._values.entries(key, [[], []], 2)):
            found.append(self.lay(f"{key}.{seat}", self._checked(f"{key}.{seat}", codes, most)))
        return found

    def cards(self, key: str, most: int) -> list[str]:
        """Read one list of cards."""
        return self.lay(key, self._checked(key, self._values.get(key, []), most))

    def _checked(self, key: str, codes: object, most: int) -> list[Any]:
        if not isinstance(codes, (list, tuple)) or len(codes) > most:
            problem = f"{shown(codes)} is not allowed; allowed: a list of at most {most} card codes"
            raise self._values.fault(key, problem)
        return list(codes)


def read_position(given: Mapping[str, Any], rules: Any) -> tuple[Any, Values]:
    """Return a state from a user's dict; combination totals are left to the caller.

    Parameters
    ----------
    given : mapping
        Keys are `KEYS`.
    rules : recarray[1]
        Rule parameters.

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
    table = _Table(values)
    states = np.zeros(1, STATE_DTYPE).view(np.recarray)
    state = states[0]
    state.hand[:] = [to_mask(cards) for cards in table.lists("hands", HAND_SIZE)]
    state.captured[:] = [to_mask(cards) for cards in table.lists("captured", N_CARDS)]
    _read_stock(state, table.cards("stock", _STOCK_SIZE))
    _read_field(state, values, table)
    state.phase = PHASES.index(values.word("phase", "play", PHASES))
    state.seat = values.whole("first", 0, 0, 1)
    _read_counts(state, values)
    _read_turn(state, values, table, rules[0])
    _read_end(state, values, rules[0])
    return states, values


def _read_stock(state: Any, codes: list[str]) -> None:
    """Lay the stock at the end of the deck, where its last card always is."""
    state.deck[:] = -1
    state.stock_next = _STOCK_SIZE - len(codes)
    state.deck[N_CARDS - len(codes) :] = [CARD_ID[code] for code in codes]


def _read_field(state: Any, values: Values, table: _Table) -> None:
    if values.has("layout") and values.has("field"):
        raise values.fault("field", "is another name of layout; give one of them")
    key = "field" if values.has("field") else "layout"
    in_piles: set[str] = set()
    for i, entry in enumerate(values.entries("piles", [])):
        pile = Values(entry, WHERE, ("cards", "owner"), f"piles.{i}")
        codes = table.lay(f"piles.{i}.cards", pile.entries("cards", [], 3))
        if len({code[:2] for code in codes}) > 1:
            raise pile.fault("cards", f"{' '.join(codes)} are not of one month")
        owner = pile.whole("owner", NOBODY, NOBODY, 1)
        if owner != NOBODY:
            state.ppuk_pile[owner] |= np.uint64(1 << (CARD_ID[codes[0]] & 60))
        in_piles |= set(codes)
    listed = values.entries(key, [])
    # a pile may be listed with the rest of the field as well
    again = [code for code in listed if isinstance(code, str) and code in in_piles]
    if len(set(again)) < len(again):
        raise values.fault(key, "names a card of a pile twice")
    state.field = to_mask([*in_piles, *table.lay(key, [code for code in listed if code not in again])])
    if whole := whole_months_of(int(state.field)):
        raise values.fault(key, f"holds all four cards of a month: {' '.join(whole)}")


def whole_months_of(cards: int) -> list[str]:
    """Return the codes of all months that lie wholly in a set of cards."""
    return [code for card, code in enumerate(CODES) if _of_month(cards, card) == _of_month(-1, card)]


def _of_month(cards: int, card: int) -> int:
    return cards & 15 << (card & 60)


def _read_counts(state: Any, values: Values) -> None:
    state.go_count[:] = values.wholes("goes", 2, 0, HAND_SIZE)
    state.last_go[:] = values.wholes("last_go", 2, 0, _MOST_POINTS)
    state.ppuk_count[:] = values.wholes("ppuk", 2, 0, N_CARDS // 4)
    state.side[:] = values.wholes("side", 2, -_MOST_PAYMENT, _MOST_PAYMENT)
    if state.side.sum() != 0:
        raise values.fault("side", f"{state.side.tolist()} is not allowed; the two numbers add up to 0")
    classes = [word or "open" for word in values.entries("cup_class", [None, None], 2)]
    names = [word or "open" for word in CUP_CLASSES]
    state.cup_class[:] = [names.index(values.one_of(f"cup_class.{i}", word, names)) for i, word in enumerate(classes)]
    state.n_turns = values.whole("turns", 0, 0, _MOST_TURNS)
    state.redeals = values.whole("redeals", 0, 0, _MOST_POINTS)
    words = [word for word in EVENTS if word]
    state.event = EVENTS.index(values.word("event", "", words) if values.has("event") else None)
    state.steals = values.whole("steals", 0, 0, N_CARDS)
    hands = [to_codes(hand) for hand in state.hand]
    for seat, codes in enumerate(_Table(values).lists("dealt", HAND_SIZE) if values.has("dealt") else hands):
        state.dealt[seat] = to_mask(codes)
        if not set(hands[seat]) <= set(codes):
            raise values.fault(f"dealt.{seat}", "lacks a card that is still in the hand")


def _read_turn(state: Any, values: Values, table: _Table, rules: Any) -> None:
    """Read a turn that waits for one of two field cards to be named."""
    state.hand_card = state.flipped = -1
    if (state.phase == FLIP_TAKE) != values.has("turn"):
        raise values.fault("turn", "belongs to phase flip_take, and to no other")
    if state.phase != FLIP_TAKE:
        return
    turn = Values(values.get("turn"), WHERE, TURN_KEYS, "turn")
    code = turn.one_of("card", turn.get("card"), CODES)
    taken = table.lay("taken", turn.entries("taken", []), turn)
    (flipped,) = table.lay("flipped", [turn.get("flipped")], turn)
    if taken and (code not in taken or any(other[:2] != code[:2] for other in taken)):
        raise turn.fault("taken", f"{' '.join(taken)} is not what {code} takes with it")
    card, field, asked = CARD_ID[code], int(state.field), CARD_ID[flipped]
    if code not in taken and not field >> card & 1:
        # under `after_flip` a card that meets two lies nowhere until one of them is named
        table.lay("card", [code], turn)
        if rules.take_choice != p.AFTER_FLIP:
            raise turn.fault("card", f"{code} lies neither in the layout nor among the taken cards")
        asked = card
        state.turn_choice = _of_month(field, card)
    if _of_month(field, asked).bit_count() != 2 or flipped[:2] == code[:2]:
        raise turn.fault("flipped", f"with {code} played and {flipped} flipped there is no choice between two cards")
    state.hand_card, state.flipped = card, CARD_ID[flipped]
    state.turn_taken = to_mask(taken)
    state.turn_field = (field | int(state.turn_taken)) & ~(1 << card)
    state.hand_matched = _of_month(int(state.turn_field), card).bit_count()
    if turn.has("pile"):
        state.hand_pile = PILE_KINDS.index(turn.word("pile", "", [word for word in PILE_KINDS if word]))
        if len(taken) != 4:
            raise turn.fault("pile", "was not taken: only the fourth card of a month takes a pile")


def _read_end(state: Any, values: Values, rules: Any) -> None:
    """Read how a game that is over ended."""
    state.winner = NOBODY
    if state.phase != OVER:
        for key in ("winner", "reason", "points", "doublers"):
            if values.get(key, []) != []:
                raise values.fault(key, "belongs to phase over, and to no other")
        return
    state.reason = GAME.reasons.index(values.word("reason", "", GAME.reasons))
    if values.has("winner") == (state.reason == NAGARI):
        raise values.fault("winner", f"{values.get('winner')} does not fit the reason {values.get('reason')}")
    if values.has("winner"):
        state.winner = values.whole("winner", 0, 0, 1)
    state.payment = values.whole("points", 0, 0, _MOST_PAYMENT)
    state.doublings = sum(1 << DOUBLINGS.index(word) for word in values.words("doublers", DOUBLINGS))
    if state.reason in (FOUR_IN_HAND, THREE_PPUK):
        state.points = rules.instant_win_points
