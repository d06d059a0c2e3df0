"""What a play is worth one ply deep, in points: gained, denied to the opponent, kept for later, handed over.

A card is worth what one more of its kind and set adds to the lead of the seat that takes it. Lines, sets and doublers
are in that number, as averages: it was fitted by least squares to the payoffs of 200,000 games. Cards not captured yet
count by the share of games in which each seat takes them later; that depends on where the month's cards lie, on the
turns left, and on whether the opponent has passed on the field card before (then it seldom holds the month).
Nothing here looks at the opponent's hand or at the stock: a card is unseen unless it is in the own hand, in the field
or captured.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import inline, jit, popcount
from simcore.engine.parameters import Parameter
from simcore.games.go_stop.actions import FLIP_TAKE_BASE, PLAY_SHIFT, TAKEN
from simcore.games.go_stop.cards import (
    ANIMAL,
    BLUE,
    BRIGHT,
    CARDS,
    DOUBLE_JUNK,
    GODORI,
    HAND_SIZE,
    MONTH,
    N_CARDS,
    NO_CARDS,
    ONE,
    PLAIN_RED,
    RED_POETRY,
    RIBBON,
    SINGLE_JUNK,
    bit,
)
from simcore.games.go_stop.scoring import combination_total, junk_units
from simcore.games.go_stop.state import PLAY

_MOST = 10.0

WEIGHTS = (
    Parameter("bright", 0.8, "weight of the value of brights", maximum=_MOST),
    Parameter("animal", 1.0, "weight of the value of animals", maximum=_MOST),
    Parameter("ribbon", 1.15, "weight of the value of ribbons", maximum=_MOST),
    Parameter("junk", 0.85, "weight of the value of junk units", maximum=_MOST),
    Parameter("cup", 1.5, "points the cup is worth above another animal", maximum=_MOST),
    Parameter("godori", 1.0, "weight of the birds of Godori", maximum=_MOST),
    Parameter("ribbon_set", 1.0, "weight of the three ribbon sets", maximum=_MOST),
    Parameter("steal", 1.0, "weight of a junk card stolen", maximum=_MOST),
    Parameter("win", 0.5, "bonus for each point of a total that allows Stop", maximum=_MOST),
    Parameter("wait", 1.0, "weight of what the month would bring the seat later if it plays another", maximum=_MOST),
    Parameter("deny", 1.2, "weight of what the month would bring the opponent in that case", maximum=_MOST),
    Parameter("keep", 1.06, "weight of what the rest of the month brings the seat after the play", maximum=_MOST),
    Parameter("hand_over", 1.2, "weight of what the rest of the month brings the opponent", maximum=_MOST),
)
BRIGHT_WEIGHT, ANIMAL_WEIGHT, RIBBON_WEIGHT, JUNK_WEIGHT, CUP_POINTS, GODORI_WEIGHT, RIBBON_SET_WEIGHT = range(7)
STEAL, WIN, WAIT, DENY, KEEP, HAND_OVER = range(7, len(WEIGHTS))

# cards by place, (field, hand, unseen, passed by the opponent) -> for a field, a hand and an unseen card of the month:
# percent of games in which the seat and the opponent take it, with nine turns left and with none
_SHARES = {
    (0, 0, 2, 0): ((0, 0, 0, 0), (0, 0, 0, 0), (20, 53, 5, 20)),
    (0, 1, 1, 0): ((0, 0, 0, 0), (55, 8, 15, 7), (55, 8, 15, 7)),
    (0, 1, 3, 0): ((0, 0, 0, 0), (65, 14, 27, 21), (30, 43, 11, 27)),
    (0, 2, 0, 0): ((0, 0, 0, 0), (90, 2, 15, 0), (0, 0, 0, 0)),
    (0, 2, 2, 0): ((0, 0, 0, 0), (59, 11, 20, 9), (45, 26, 18, 20)),
    (0, 3, 1, 0): ((0, 0, 0, 0), (73, 10, 28, 13), (45, 26, 21, 43)),
    (1, 0, 1, 0): ((27, 67, 17, 37), (0, 0, 0, 0), (27, 67, 17, 37)),
    (1, 0, 3, 0): ((30, 70, 22, 64), (0, 0, 0, 0), (22, 53, 10, 35)),
    (1, 1, 0, 0): ((100, 4, 39, 0), (100, 4, 40, 0), (0, 0, 0, 0)),
    (1, 1, 2, 0): ((56, 44, 13, 70), (68, 9, 12, 11), (30, 43, 15, 34)),
    (1, 2, 1, 0): ((78, 22, 36, 51), (76, 6, 53, 0), (43, 26, 7, 51)),
    (1, 3, 0, 0): ((96, 4, 94, 0), (82, 2, 36, 0), (0, 0, 0, 0)),
    (1, 0, 1, 1): ((30, 59, 28, 21), (0, 0, 0, 0), (30, 59, 28, 21)),
    (1, 0, 3, 1): ((31, 69, 57, 29), (0, 0, 0, 0), (23, 52, 27, 10)),
    (1, 1, 0, 1): ((100, 3, 37, 0), (100, 3, 37, 0), (0, 0, 0, 0)),
    (1, 1, 2, 1): ((57, 43, 53, 33), (69, 8, 46, 8), (32, 41, 24, 21)),
    (1, 2, 1, 1): ((79, 22, 73, 18), (74, 5, 59, 2), (44, 23, 20, 28)),
    (1, 3, 0, 1): ((96, 4, 92, 0), (79, 2, 47, 0), (0, 0, 0, 0)),
    (2, 1, 1, 1): ((61, 30, 52, 14), (94, 3, 77, 0), (30, 57, 28, 30)),
    (2, 2, 0, 1): ((90, 3, 72, 0), (90, 3, 73, 0), (0, 0, 0, 0)),
    (3, 1, 0, 1): ((98, 2, 87, 0), (98, 2, 87, 0), (0, 0, 0, 0)),
}
_FIELD, _HAND, _UNSEEN, _PLACE = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(3)
# four bits -> the same bits two apart
_SPREAD = np.array([sum(1 << 2 * slot for slot in range(4) if bits >> slot & 1) for bits in range(16)], dtype=np.uint64)


def _share_table() -> Any:
    """[turns left, code of the month's places, place, seat or opponent] -> share of games."""
    table = np.zeros((HAND_SIZE, 128, 4, 2))
    early = np.arange(HAND_SIZE) / (HAND_SIZE - 1)
    for (field, hand, unseen, passed), places in _SHARES.items():
        for also in (0, 1) if field != 1 else (passed,):
            code = field + 4 * hand + 16 * unseen + 64 * also
            for place, (own, other, own_late, other_late) in enumerate(places, 1):
                table[:, code, place, 0] = (early * own + (1 - early) * own_late) / 100
                table[:, code, place, 1] = (early * other + (1 - early) * other_late) / 100
    return table


def _gain_table(leads: dict[tuple[int, int], float], size: int) -> Any:
    """[own cards, the opponent's] -> points that the next card adds to a lead given for (more, fewer) cards."""

    def lead(own: int, other: int) -> float:
        return leads.get((own, other), 0.0) - leads.get((other, own), 0.0)

    gains = np.zeros((size + 1, size + 1))
    for own in range(size):
        for other in range(size - own):
            gains[own, other] = lead(own + 1, other) - lead(own, other)
    return gains


_SHARE = _share_table()
_ALONE = {(1, 0): 2.2, (2, 0): 4.7, (3, 0): 8.5, (4, 0): 14.2, (5, 0): 25.0}
_CONTESTED = {(2, 1): 1.3, (3, 1): 3.2, (4, 1): 4.6, (3, 2): 2.8}
_BRIGHT_GAIN = _gain_table(_ALONE | _CONTESTED, 5)
_GODORI_GAIN = _gain_table({(1, 0): 0.7, (2, 0): 2.0, (3, 0): 6.0}, 3)
_RIBBON_SET_GAIN = _gain_table({(1, 0): 0.4, (2, 0): 1.0, (3, 0): 3.4}, 3)
# by own pieces: points that the next one adds; the last step goes on
_ANIMAL_STEP = np.pad((0.1, 0.2, 0.3, 0.45, 0.75, 1.4, 2.0), (0, 3), "edge")
_RIBBON_STEP = np.pad((0.2, 0.3, 0.45, 0.75, 1.0, 0.9, 1.0), (0, 4), "edge")
_JUNK_STEP = np.pad((0.6, 0.75, 0.85, 0.95, 1.0, 1.0, 0.95, 1.0, 1.05, 1.1, 1.2, 1.3, 1.4, 1.6), (0, 13), "edge")

# worths of a kind (16 bits each) and of a set (12 bits each) lie side by side in one number, in parts of a point
_PARTS = 64
_KINDS = {"bright": 0, "animal": 16, "ribbon": 32, "junk": 48, "double_junk": 48}
_SETS = {"godori": 0, "red": 12, "blue": 24, "plain": 36, "cup": 48}
_KIND_SHIFT = np.array([_KINDS[card["kind"]] for card in CARDS], dtype=np.uint64)
_KIND_UNITS = np.array([1 + (card["kind"] == "double_junk") for card in CARDS], dtype=np.uint64)
_SET_SHIFT = np.array([_SETS.get(card["set"], 0) for card in CARDS], dtype=np.uint64)
_SET_MASK = np.array([0xFFF if card["set"] in _SETS else 0 for card in CARDS], dtype=np.uint64)
_KIND_MASK = np.uint64(0xFFFF)
_ALL_CARDS = np.uint64((1 << N_CARDS) - 1)


@inline
def _at(points: Any, shift: Any) -> Any:
    return np.uint64(np.int64(points * _PARTS)) << np.uint64(shift)


@inline
def _worths(mine: Any, theirs: Any, weights: Any) -> Any:
    """Pack what the next card of every kind, and of every set, is worth to the seat that holds `mine`."""
    bright = weights[BRIGHT_WEIGHT] * _BRIGHT_GAIN[popcount(mine & BRIGHT), popcount(theirs & BRIGHT)]
    animal = weights[ANIMAL_WEIGHT] * _ANIMAL_STEP[popcount(mine & ANIMAL)]
    ribbon = weights[RIBBON_WEIGHT] * _RIBBON_STEP[popcount(mine & RIBBON)]
    kinds = _at(bright, 0) | _at(animal, 16) | _at(ribbon, 32) | _at(_junk_worth(mine, weights), 48)
    birds = weights[GODORI_WEIGHT] * _GODORI_GAIN[popcount(mine & GODORI), popcount(theirs & GODORI)]
    sets = _at(birds, 0) | _at(weights[CUP_POINTS], 48)
    sets |= _at(_ribbon_set_worth(mine, theirs, RED_POETRY, weights), 12)
    sets |= _at(_ribbon_set_worth(mine, theirs, BLUE, weights), 24)
    return kinds, sets | _at(_ribbon_set_worth(mine, theirs, PLAIN_RED, weights), 36)


@inline
def _junk_worth(mine: Any, weights: Any) -> Any:
    return weights[JUNK_WEIGHT] * _JUNK_STEP[junk_units(mine)]


@inline
def _ribbon_set_worth(mine: Any, theirs: Any, cards: Any, weights: Any) -> Any:
    return weights[RIBBON_SET_WEIGHT] * _RIBBON_SET_GAIN[popcount(mine & cards), popcount(theirs & cards)]


@inline
def _worth(card: Any, worths: Any) -> Any:
    """Points that a card is worth to the seat of the packed `worths` (kinds, sets)."""
    kinds, sets = worths
    parts = ((kinds >> _KIND_SHIFT[card]) & _KIND_MASK) * _KIND_UNITS[card]
    parts += (sets >> _SET_SHIFT[card]) & _SET_MASK[card]
    return np.float64(np.int64(parts)) / _PARTS


@inline
def _code(field: Any, hand: Any, unseen: Any, passed: Any) -> Any:
    return np.uint64(popcount(field) + 4 * popcount(hand) + 16 * popcount(unseen) + 64 * passed)


@inline
def _places(field: Any, hand: Any, unseen: Any) -> Any:
    """Return the place of each of the four cards, two bits a card."""
    return _SPREAD[field] * _FIELD + _SPREAD[hand] * _HAND + _SPREAD[unseen] * _UNSEEN


@inline
def _weigh(month: Any, now: Any, then: Any, taken: Any, turns: Any, worths: Any, weights: Any) -> Any:
    """Weigh the four cards of a month, given as four bits by place, `now` and `then`, after the play.

    Parameters
    ----------
    month : uint64
        Id of its first card.
    now, then : (uint64, uint64, uint64, int)
        Bits in the field, in the own hand, and unseen; whether the opponent has passed on the field card.
    taken : uint64
        Bits captured by the play.
    turns : uint64
        Own turns left after the play.
    worths : ((uint64, uint64), (uint64, uint64))
        Packed worths to the seat and to the opponent.
    weights : float64[13]
        `WEIGHTS`.

    Returns
    -------
    (float64, float64, float64, float64)
        Points of the cards taken; of the month before and after the play; of all four cards.
    """
    code_now, code_then = _code(*now), _code(*then)
    places_now, places_then = _places(now[0], now[1], now[2]), _places(then[0], then[1], then[2])
    gain, whole, wait, deny, keep, hand_over = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(4):
        slot = np.uint64(i)
        own, other = _worth(month + slot, worths[0]), _worth(month + slot, worths[1])
        was, becomes = (places_now >> (slot + slot)) & _PLACE, (places_then >> (slot + slot)) & _PLACE
        whole += own
        gain += own if (taken >> slot) & ONE else 0.0
        wait += own * _SHARE[turns, code_now, was, 0]
        deny += other * _SHARE[turns, code_now, was, 1]
        keep += own * _SHARE[turns, code_then, becomes, 0]
        hand_over += other * _SHARE[turns, code_then, becomes, 1]
    before = weights[WAIT] * wait - weights[DENY] * deny
    after = weights[KEEP] * keep - weights[HAND_OVER] * hand_over
    return gain, before, after, whole


@inline
def _win_bonus(state: Any, seat: Any, captured: Any, rules: Any, weights: Any) -> Any:
    """Bonus where `captured` would allow a decision between Go and Stop."""
    total = combination_total(captured, state.cup_class[seat])
    if total >= rules.point_threshold and total > state.last_go[seat]:
        return weights[WIN] * total
    return 0.0


@inline
def _passed(field: Any, month: Any, state: Any) -> Any:
    """Whether the field cards of a month lay there as the opponent's turn began, and it left them."""
    return np.int64(field != NO_CARDS and field & ~(state.turn_field >> month) == NO_CARDS)


@inline
def _pile_steals(state: Any, seat: Any, month: Any, rules: Any) -> Any:
    """How many junk cards taking the pile of a month steals at most (R33, R34, A9)."""
    mark = ONE << month
    if state.ppuk_pile[seat] & mark != NO_CARDS:
        return 2
    return np.int64(rules.initial_pile_pays != 0 or state.ppuk_pile[1 - seat] & mark != NO_CARDS)


@inline
def _play_value(
    state: Any, seat: Any, rules: Any, action: Any, unseen: Any, worths: Any, stolen: Any, weights: Any
) -> Any:
    """Points of one play; `stolen` is what stealing a junk card is worth."""
    card = action >> np.uint64(PLAY_SHIFT)
    month = card & np.uint64(60)
    own, slots = ONE << (card & np.uint64(3)), action & np.uint64(TAKEN)
    field, hand = (state.field >> month) & MONTH, (state.hand[seat] >> month) & MONTH
    hidden = (unseen >> month) & MONTH
    passed = _passed(field, month, state)
    turns = np.uint64(popcount(state.hand[seat]) - 1)
    # the chance that the stock card is of this month: Chok, Ppuk or Ttadak
    same = popcount(hidden) / popcount(unseen)
    bonus = stolen if turns > 0 else 0.0
    now, rest = (field, hand, hidden, passed), hand ^ own
    if slots == NO_CARDS:
        then = (own, rest, hidden, 0)
        _, before, after, _ = _weigh(month, now, then, NO_CARDS, turns, worths, weights)
        return after - before + same * bonus
    taken = own | slots
    then = (field & ~slots, rest, hidden, passed)
    gain, before, after, whole = _weigh(month, now, then, taken, turns, worths, weights)
    value = gain + after + _win_bonus(state, seat, state.captured[seat] | (taken << month), rules, weights)
    matched = popcount(field)
    if matched == 1:
        # a Ppuk is nobody's, unless the fourth card is in the own hand
        own_pile = whole + 2 * stolen if rest != NO_CARDS else 0.0
        return (1 - same) * value + same * own_pile - before
    if matched == 2:
        return value + same * bonus - before
    later = weights[WAIT] * _SHARE[turns, _code(*now), _HAND, 0]
    return value - before + (1 - later) * _pile_steals(state, seat, month, rules) * stolen


@inline
def _take_value(
    state: Any, seat: Any, rules: Any, card: Any, unseen: Any, worths: Any, captured: Any, weights: Any
) -> Any:
    """Points of taking one of two field cards that the stock card matches."""
    month, own = card & np.uint64(60), ONE << (card & np.uint64(3))
    field, hand = (state.field >> month) & MONTH, (state.hand[seat] >> month) & MONTH
    hidden = (unseen >> month) & MONTH
    turns = np.uint64(popcount(state.hand[seat]))
    now, then = (field, hand, hidden, 1), (field ^ own, hand, hidden, 1)
    gain, _, after, _ = _weigh(month, now, then, own, turns, worths, weights)
    return gain + after + _win_bonus(state, seat, captured | bit(card), rules, weights)


@jit
def best_card(state: Any, seat: Any, rules: Any, legal: Any, n_legal: Any, weights: Any) -> Any:
    """Return the position of the play or take that is worth most; ties go to the first.

    Parameters
    ----------
    state : STATE_DTYPE record
        In phase PLAY or FLIP_TAKE.
    seat : int
        Seat to move.
    rules : record
        Rule parameters.
    legal : int32[n_legal]
        Legal plays or takes, ascending.
    n_legal : int
        At least 1.
    weights : float64[13 or more]
        `WEIGHTS` in their order; what follows them is not read.

    Returns
    -------
    int64
        0 to `n_legal` - 1.
    """
    captured, others = state.captured[seat], state.captured[1 - seat]
    plays = state.phase == PLAY
    known = state.field | state.hand[seat] | others
    if not plays:
        # R26: what this turn has captured is not collected yet
        captured |= state.turn_taken | bit(state.flipped)
        known |= bit(state.hand_card)
    unseen = _ALL_CARDS & ~(known | captured)
    worths = _worths(captured, others, weights), _worths(others, captured, weights)
    stolen = 0.0
    if others & (SINGLE_JUNK | DOUBLE_JUNK) != NO_CARDS:
        stolen = weights[STEAL] * (_junk_worth(captured, weights) + _junk_worth(others, weights))
    best, position = -np.inf, np.int64(0)
    for i in range(n_legal):
        action = np.uint64(legal[i])
        if plays:
            value = _play_value(state, seat, rules, action, unseen, worths, stolen, weights)
        else:
            card = action - np.uint64(FLIP_TAKE_BASE)
            value = _take_value(state, seat, rules, card, unseen, worths, captured, weights)
        if value > best:
            best, position = value, np.int64(i)
    return position
