"""Positions with known results (`cases.json`), on the kernel and on the reference model.

``pytest tests/games/go_stop/test_cases.py --cases FILE`` runs another file of the same schema. Cases are partial
positions; a turn is a player's last when it empties the hand. Forced decisions are carried out, so a total that
may only Stop is settled.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.games.go_stop import cards
from simcore.games.go_stop.actions import GO, STOP, action_to_dict
from simcore.games.go_stop.cards import CARD_ID, CODES, to_codes, to_mask

SHIPPED = Path(__file__).parent / "cases.json"
ENGINES = ("kernel", "reference")
HAND, FIELD, STOCK = 10, 8, 20
# as the kernel numbers them
CUP_CLASSES = (None, "animal", "junk")
# no total reaches this, so every deal runs out
OUT_OF_REACH = 1000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        path = metafunc.config.getoption("cases") or SHIPPED
        runnable = [case for case in json.loads(path.read_text(encoding="utf-8")) if "check" in case]
        assert runnable, f"{path}: no case has a check"
        metafunc.parametrize("case", runnable, ids=[case["id"] for case in runnable])


# ---- the two engines, with one face


class KernelSide:
    """The compiled rules."""

    def __init__(self, table: Any, values: Mapping[str, Any]) -> None:
        self._table = table
        self._rules = table.rules(values)

    def score(self, captured: Sequence[str]) -> dict[str, int]:
        parts: dict[str, int] = self._table.score(captured)
        return parts

    def payment(self, winner: Sequence[str], loser: Sequence[str], goes: int) -> tuple[int, set[str]]:
        points, doublers = self._table.payment([winner, loser], [goes, 0], self._rules)
        return points, set(doublers)

    def deal(self, hands: Sequence[Sequence[str]], field: Sequence[str], stock: Sequence[str]) -> str:
        deck = [CARD_ID[code] for code in [*hands[0], *hands[1], *field, *stock]]
        # dealt when the first is void: no four of a month lie together
        playable = [4 * month + slot for slot in range(4) for month in range(12)]
        state = self._table.deal_from([deck, playable], self._rules)
        if state.redeals:
            return "redeal"
        if self._table.phase(state) != "over":
            return "play"
        return f"seat{state.winner} wins {state.payment}"

    def turn(self, check: Mapping[str, Any]) -> dict[str, Any]:
        table, rules = self._table, self._rules
        field = [*check["layout"], *(card for pile in check["piles"] for card in pile["cards"])]
        state, _ = table.position(check["hands"], field, check["stock"], rules)
        for pile in check["piles"]:
            if pile["owner"] >= 0:
                state.ppuk_pile[pile["owner"]] |= np.uint64(1 << (CARD_ID[pile["cards"][0]] & 60))
        state.captured[:] = [to_mask(codes) for codes in check["captured"]]
        state.seat = check["first"]
        state.go_count[:], state.last_go[:] = check["goes"], check["last_go"]
        state.ppuk_count[:] = check["ppuk"]
        state.cup_class[:] = [CUP_CLASSES.index(found) for found in check.get("cup_class", (None, None))]
        state.total[:] = table.scores(state.captured, state.cup_class)[:, 0]

        legal = table.legal(state, rules)
        steals = 0
        for move in check["moves"]:
            assert table.phase(state) == "play", f"{move}: a decision of {table.phase(state)} is open"
            legal = table.advance(state, _pick(legal, move["card"], move.get("pick_hand")), rules)
            while table.phase(state) == "flip_take":
                picks = [move.get("pick_hand"), move.get("pick_stock")]
                legal = table.advance(state, _pick_of_two(legal, picks), rules)
            steals += int(state.steals)
            if table.phase(state) == "go_stop":
                if "go" in move and move["go"] is not None:
                    legal = table.advance(state, GO if move["go"] else STOP, rules)
                elif len(legal) == 1:
                    legal = table.advance(state, legal[0], rules)

        over = table.phase(state) == "over"
        totals = table.scores(state.captured, state.cup_class)[:, 0].tolist()
        return {
            "captured0": set(to_codes(state.captured[0])),
            "captured1": set(to_codes(state.captured[1])),
            "layout": set(to_codes(state.field)),
            "pile": table.piles(state),
            "ppuk": state.ppuk_count.tolist(),
            "steals": steals,
            "event": table.event(state),
            "over": over,
            "winner": int(state.winner) if over and state.winner >= 0 else None,
            "reason": table.game.reasons[state.reason] if over else None,
            "points": int(state.payment) if over else None,
            "decision": table.phase(state) == "go_stop",
            "total0": totals[0],
            "total1": totals[1],
            "goes": state.go_count.tolist(),
            "last_go": state.last_go.tolist(),
        }

    def exhausted(self, n_deals: int) -> Iterator[tuple[int, list[list[str]], list[str], int]]:
        """Yield (hand cards played, captured, field, stock cards left) of deals played to the end."""
        table = self._table
        rules = table.rules({"point_threshold": OUT_OF_REACH})
        plan = table.plan([[0, 0]], "random")
        found = 0
        # a few deals end by four in hand or three Ppuk
        for index in range(2 * n_deals + 10):
            state = table.trace(108, index, plan, rules).states[-1]
            if found == n_deals:
                return
            if table.game.reasons[state.reason] == "nagari":
                found += 1
                captured = [to_codes(held) for held in state.captured]
                yield int(state.n_turns), captured, to_codes(state.field), STOCK - int(state.stock_next)

    def kinds(self) -> dict[str, str]:
        masks = {
            "B": cards.BRIGHT,
            "A": cards.ANIMAL,
            "R": cards.RIBBON,
            "J": cards.SINGLE_JUNK,
            "D": cards.DOUBLE_JUNK,
        }
        found = [(code, kind) for kind, mask in masks.items() for code in to_codes(mask)]
        assert len(found) == len(CODES), "a card has two kinds or none"
        return dict(found)

    def sizes(self) -> tuple[int, int, int, int]:
        state = self._table.trace(1, 0, self._table.plan([[0, 0]], "random"), self._rules).states[0]
        hands = [len(to_codes(hand)) for hand in state.hand]
        return hands[0], hands[1], len(to_codes(state.field)), STOCK - int(state.stock_next)


class ReferenceSide:
    """The slow model."""

    def __init__(self, reference: ModuleType, values: Mapping[str, Any]) -> None:
        self._model = reference
        self._values = values

    def score(self, captured: Sequence[str]) -> dict[str, int]:
        parts: dict[str, int] = self._model.score(captured)
        return parts

    def payment(self, winner: Sequence[str], loser: Sequence[str], goes: int) -> tuple[int, set[str]]:
        points, doublers = self._model.payment(winner, loser, goes, self._values)
        return points, set(doublers)

    def deal(self, hands: Sequence[Sequence[str]], field: Sequence[str], stock: Sequence[str]) -> str:
        if self._model.deal_result(hands, field) == "redeal":
            return "redeal"
        game = self._model.Game(self._values, hands, field, stock)
        if game.phase != "over":
            return "play"
        result = game.result()
        return f"seat{result['winners'][0]} wins {max(result['payoff'])}"

    def turn(self, check: Mapping[str, Any]) -> dict[str, Any]:
        game = self._model.Game.from_position(check, self._values)
        game.cup_class[:] = check.get("cup_class", game.cup_class)
        steals = 0
        for move in check["moves"]:
            assert game.phase == "play", f"{move}: a decision of {game.phase} is open"
            game.apply(_named(game.legal(), move["card"], move.get("pick_hand")))
            while game.phase == "flip_take":
                game.apply(_named_of_two(game.legal(), [move.get("pick_hand"), move.get("pick_stock")]))
            steals += game.steals
            if game.phase == "go_stop":
                if "go" in move and move["go"] is not None:
                    game.apply({"kind": "go" if move["go"] else "stop"})
                elif len(game.legal()) == 1:
                    game.apply(game.legal()[0])

        result = game.result() if game.phase == "over" else {}
        winner = result["winners"][0] if result.get("winners") else None
        return {
            "captured0": set(game.captured[0]),
            "captured1": set(game.captured[1]),
            "layout": set(game.field),
            "pile": dict(game.piles),
            "ppuk": list(game.ppuk),
            "steals": steals,
            "event": game.event,
            "over": game.phase == "over",
            "winner": winner,
            "reason": result.get("reason"),
            "points": max(result["payoff"]) if result else None,
            "decision": game.phase == "go_stop",
            "total0": game.total(0),
            "total1": game.total(1),
            "goes": list(game.goes),
            "last_go": list(game.last_go),
        }

    def exhausted(self, n_deals: int) -> Iterator[tuple[int, list[list[str]], list[str], int]]:
        """Yield (hand cards played, captured, field, stock cards left) of deals played to the end."""
        draw = random.Random(108)
        found = 0
        while found < n_deals:
            deck = draw.sample(self._model.CARDS, 48)
            hands, field, stock = [deck[:10], deck[10:20]], deck[20:28], deck[28:]
            if self._model.deal_result(hands, field) != "play":
                continue
            game = self._model.Game({"point_threshold": OUT_OF_REACH}, hands, field, stock)
            while game.phase != "over":
                game.apply(draw.choice(game.legal()))
            if game.result()["reason"] == "nagari":
                found += 1
                yield game.n_turns, game.captured, game.field, len(game.stock)

    def kinds(self) -> dict[str, str]:
        return {code: self._model._kind(code) for code in self._model.CARDS}

    def sizes(self) -> tuple[int, int, int, int]:
        return HAND, HAND, FIELD, len(self._model.CARDS) - 2 * HAND - FIELD


def _named(legal: Sequence[Mapping[str, Any]], card: str, take: str | None) -> Mapping[str, Any]:
    """Return the legal play of `card`; where two match and the case names none, any of the two."""
    plays = [action for action in legal if action["card"] == card]
    assert plays, f"{card} cannot be played"
    if take is None or plays[0]["take"] is None:
        return plays[0]
    named = [action for action in plays if action["take"] == take]
    assert named, f"{card} cannot take {take}"
    return named[0]


def _named_of_two(legal: Sequence[Mapping[str, Any]], picks: Sequence[str | None]) -> Mapping[str, Any]:
    """Return the legal take that was named; where the case names none of the month, any of the two."""
    month = legal[0]["card"][:2]
    of_month = [pick for pick in picks if pick is not None and pick[:2] == month]
    named = [action for action in legal if action["card"] in of_month]
    assert named or not of_month, f"{of_month} cannot be taken"
    return named[0] if named else legal[0]


def _pick(legal: Sequence[int], card: str, take: str | None) -> int:
    actions = [action_to_dict(action) for action in legal]
    return legal[actions.index(dict(_named(actions, card, take)))]


def _pick_of_two(legal: Sequence[int], picks: Sequence[str | None]) -> int:
    actions = [action_to_dict(action) for action in legal]
    return legal[actions.index(dict(_named_of_two(actions, picks)))]


# ---- the checks, one a type; each knows nothing of the engine


def check_turn(side: Any, check: Mapping[str, Any]) -> None:
    facts = side.turn(check)
    expect = dict(check["expect"])
    if "pile" in expect:
        expect["pile"] = {int(month): owner for month, owner in expect["pile"].items()}
    for name in ("captured0", "captured1", "layout"):
        if name in expect:
            expect[name] = set(expect[name])
    unknown = expect.keys() - facts.keys()
    assert not unknown, f"unknown fact {unknown}"
    assert {name: facts[name] for name in expect} == expect


def check_score(side: Any, check: Mapping[str, Any]) -> None:
    parts = side.score(check["captured"])
    assert {name: parts[name] for name in check["expect"]} == check["expect"]


def check_scores(side: Any, check: Mapping[str, Any]) -> None:
    for captured, total in check["items"]:
        assert side.score(captured)["total"] == total, captured


def check_payment(side: Any, check: Mapping[str, Any]) -> None:
    points, doublers = side.payment(check["winner"], check["loser"], check["goes"])
    expect = check["expect"]
    assert expect.keys() <= {"points", "doublers"}
    assert points == expect.get("points", points)
    assert doublers == set(expect.get("doublers", doublers))


def check_payments(side: Any, check: Mapping[str, Any]) -> None:
    for winner, loser, goes, points in check["items"]:
        assert side.payment(winner, loser, goes)[0] == points, (winner, loser, goes)


def check_deal(side: Any, check: Mapping[str, Any]) -> None:
    groups = [list(check["hands"][0]), list(check["hands"][1]), list(check["layout"])]
    left = [code for code in CODES if not any(code in group for group in groups)]
    # a partial deal is filled up without making another four of a month
    for group, size in zip(groups, (HAND, HAND, FIELD), strict=True):
        for code in list(left):
            if len(group) < size and sum(code[:2] == other[:2] for other in group) < 3:
                group.append(code)
                left.remove(code)
        assert len(group) == size
    assert side.deal(groups[:2], groups[2], left) == check["expect"]


def check_exhaust_invariant(side: Any, check: Mapping[str, Any]) -> None:
    n = 0
    for turns, captured, field, stock_left in side.exhausted(check.get("deals", 300)):
        n += 1
        assert (turns, field, stock_left) == (20, [], 0)
        assert sorted([*captured[0], *captured[1]]) == sorted(CODES)
    assert n == check.get("deals", 300)


def check_kinds(side: Any, check: Mapping[str, Any]) -> None:
    kinds = side.kinds()
    expect = check["expect"]
    assert {code: kinds[code] for code in expect} == expect


def check_deal_sizes(side: Any, check: Mapping[str, Any]) -> None:
    assert side.sizes() == (HAND, HAND, FIELD, STOCK)
    facts = {"hand": HAND, "hands": HAND, "layout": FIELD, "field": FIELD, "stock": STOCK, "deck": 48, "cards": 48}
    _compare_facts(facts, check.get("expect", {}))


def check_deck_counts(side: Any, check: Mapping[str, Any]) -> None:
    kinds = list(side.kinds().values())
    # section 5 of the rule sheet
    facts = {kind: kinds.count(kind) for kind in "BARJD"}
    assert facts == {"B": 5, "A": 9, "R": 10, "J": 22, "D": 2}
    words = {"bright": 5, "animal": 9, "ribbon": 10, "single": 22, "junk": 24, "double": 2}
    facts |= words | {f"{word}s": count for word, count in words.items()}
    facts |= {"units": 26, "units_with_cup": 28, "cards": 48, "total": 48, "months": 12}
    _compare_facts(facts, check.get("expect", {}))


def _compare_facts(facts: Mapping[str, int], expect: Any) -> None:
    """Compare numbers by name; a case that expects nothing by name has its facts checked already."""
    if not isinstance(expect, Mapping):
        return
    unknown = expect.keys() - facts.keys()
    assert not unknown, f"unknown fact {unknown}"
    for name, value in expect.items():
        values = value if isinstance(value, list) else [value]
        assert set(values) == {facts[name]}, name


CHECKS: dict[str, Callable[[Any, Mapping[str, Any]], None]] = {
    "turn": check_turn,
    "score": check_score,
    "scores": check_scores,
    "payment": check_payment,
    "payments": check_payments,
    "deal": check_deal,
    "deal_sizes": check_deal_sizes,
    "deck_counts": check_deck_counts,
    "kinds": check_kinds,
    "exhaust_invariant": check_exhaust_invariant,
}


def run_check(side: Any, case: Mapping[str, Any]) -> None:
    """Run one case; a type without a check fails."""
    check = case["check"]
    assert check["type"] in CHECKS, f"{case['id']}: no check for type {check['type']!r}"
    CHECKS[check["type"]](side, check)


@pytest.fixture(scope="module")
def sides(table: Any, reference: ModuleType) -> dict[str, Any]:
    return {"kernel": KernelSide(table, {}), "reference": ReferenceSide(reference, {})}


@pytest.mark.parametrize("engine", ENGINES)
def test_case(case: Mapping[str, Any], engine: str, sides: Mapping[str, Any]) -> None:
    """The engine gives the result of every case that a program can run."""
    run_check(sides[engine], case)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["deal_sizes", "deck_counts"])
def test_facts_of_the_deck(kind: str, engine: str, sides: Mapping[str, Any]) -> None:
    """Deck and deal have the sheet's sizes and counts (R10, R11, section 5)."""
    run_check(sides[engine], {"id": kind, "check": {"type": kind}})


def test_unknown_type_fails(sides: Mapping[str, Any]) -> None:
    """A case of a type that nothing checks is a failure and not a pass."""
    with pytest.raises(AssertionError, match="no check for type 'new'"):
        run_check(sides["reference"], {"id": "X", "check": {"type": "new"}})


@pytest.mark.parametrize("engine", ENGINES)
def test_wrong_expectations_fail(engine: str, sides: Mapping[str, Any]) -> None:
    """Every shipped case with its expectation changed is a failure: no check passes whatever comes."""
    for case in json.loads(SHIPPED.read_text(encoding="utf-8")):
        check = case.get("check", {"type": None})
        if check["type"] in ("turn", "score", "payment"):
            for name, value in check["expect"].items():
                changed = {**check, "expect": {**check["expect"], name: _changed(value)}}
                with pytest.raises(AssertionError):
                    run_check(sides[engine], {**case, "check": changed})


def _changed(value: Any) -> Any:
    """Return something of the same type that differs from `value`."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, "another"]
        case dict():
            return {**value, "13": 0}
        case str():
            return value + "?"
    return "something"


# ---- cases that the file does not have


def turn(expect: dict[str, Any], **position: Any) -> dict[str, Any]:
    """Return a check of seat 0 playing 05A, everything but `position` bare."""
    bare: dict[str, Any] = {
        "hands": [["05A", "12A"], ["10R", "10J1"]],
        "piles": [],
        "captured": [[], []],
        "first": 0,
        "goes": [0, 0],
        "last_go": [0, 0],
        "ppuk": [0, 0],
        "moves": [{"card": "05A"}],
    }
    return {"type": "turn", **bare, **position, "expect": expect}


JANUARY, FEBRUARY = ["01B", "01R", "01J1", "01J2"], ["02A", "02R", "02J1", "02J2"]
MORE_CASES: dict[str, dict[str, Any]] = {
    "R15 both hands hold four": {"type": "deal", "hands": [JANUARY, FEBRUARY], "layout": [], "expect": "redeal"},
    "R13 before R14": {"type": "deal", "hands": [JANUARY, []], "layout": FEBRUARY, "expect": "redeal"},
    "R14 eight cards, one win": {
        "type": "deal",
        "hands": [JANUARY + FEBRUARY, []],
        "layout": [],
        "expect": "seat0 wins 5",
    },
    "R31 two of one month are no Sseul": turn(
        {"event": "ttadak", "steals": 1, "layout": []},
        layout=["05R", "05J1"],
        stock=["05J2"],
        captured=[[], ["07J1", "08J1"]],
        moves=[{"card": "05A", "pick_hand": "05R"}],
    ),
    "R36 singles before doubles, then by id": turn(
        {"event": "chok", "captured1": ["08J2", "11D"]},
        layout=["08B"],
        stock=["05R"],
        captured=[[], ["11D", "08J2", "07J2"]],
    ),
    "R79 a total on the last turn is settled": turn(
        {"over": True, "winner": 0, "reason": "stop", "points": 7 * 2, "decision": False},
        hands=[["05A"], ["10R"]],
        layout=["05R"],
        stock=["11J1"],
        captured=[["01B", "03B", "08B", "01R", "02R", "03R", "06R"], ["07J1"]],
    ),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", MORE_CASES)
def test_more_cases(name: str, engine: str, sides: Mapping[str, Any]) -> None:
    """The engine gives the result of cases that only few deals meet, or no case of the file."""
    run_check(sides[engine], {"id": name, "check": MORE_CASES[name]})


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_points_reached_before_the_turn(engine: str, sides: Mapping[str, Any]) -> None:
    """A position may begin with 7 points that nobody has decided on: the turn's end asks, capture or not (R70)."""
    seven = ["01B", "03B", "12B", "02A", "04A", "08A"]
    check_turn(
        sides[engine],
        turn({"total0": 7, "decision": True}, layout=["08J1"], stock=["11J1"], captured=[seven, []]),
    )


# ---- readings that only rare positions can tell apart

# seat 0 takes its own Ppuk with the hand card, and the last loose card of the field with the stock card
OWN_PILE_AND_CLEAR = {
    "hands": [["05J2", "12A"], ["10R", "10J1"]],
    "layout": ["06R"],
    "piles": [{"cards": ["05R", "05A", "05J1"], "owner": 0}],
    "stock": ["06A"],
    "first": 0,
    "goes": [0, 0],
    "last_go": [0, 0],
    "ppuk": [1, 0],
    "moves": [{"card": "05J2"}],
}
TAKEN = ["05R", "05A", "05J1", "05J2", "06R", "06A"]
# seat 0 makes a Chok, and seat 1 has no other junk than the cup
CHOK = {
    "hands": [["05A", "12A"], ["10R", "10J1"]],
    "layout": ["08B", "09R"],
    "piles": [],
    "stock": ["05R"],
    "first": 0,
    "goes": [0, 0],
    "last_go": [0, 0],
    "ppuk": [0, 0],
    "moves": [{"card": "05A"}],
}
CUP_AS_JUNK = CHOK | {"cup_class": [None, "junk"]}
CUP_AS_ANIMAL = CHOK | {"cup_class": [None, "animal"]}
ONE_SINGLE = ["07J1", "11D", "12D"]
TWO_SINGLES = ["07J1", "08J1", "11D"]
CLEAR = {"sseul": "any_clear"}
BEST = {"two_units_from": "best_fit"}
BONUS = {"steal_order": "bonus_first"}
STEAL = {"cup_stealable": True}
READINGS: list[tuple[str, dict[str, Any], dict[str, Any], list[str], list[str]]] = [
    # name, rules, position, junk of seat 1, what moves
    ("sweep of a pile does not pay twice", {}, OWN_PILE_AND_CLEAR, ONE_SINGLE, ["07J1", "11D"]),
    ("pile, then clear", CLEAR, OWN_PILE_AND_CLEAR, ONE_SINGLE, ["07J1", "11D", "12D"]),
    ("clear, then pile", CLEAR | BONUS, OWN_PILE_AND_CLEAR, ONE_SINGLE, ["07J1", "11D"]),
    ("best fit, then clear", CLEAR | BEST, OWN_PILE_AND_CLEAR, ONE_SINGLE, ["11D", "07J1"]),
    ("clear, then best fit", CLEAR | BEST | BONUS, OWN_PILE_AND_CLEAR, ONE_SINGLE, ["07J1", "11D"]),
    ("two singles, then clear", CLEAR | BEST, OWN_PILE_AND_CLEAR, TWO_SINGLES, ["07J1", "08J1", "11D"]),
    ("clear, then the exact fit", CLEAR | BEST | BONUS, OWN_PILE_AND_CLEAR, TWO_SINGLES, ["07J1", "11D"]),
    ("best fit without a double", BEST, OWN_PILE_AND_CLEAR, ["07J1"], ["07J1"]),
    ("best fit of one double", BEST, OWN_PILE_AND_CLEAR, ["07J1", "12D"], ["12D"]),
    ("single and double overshoot", {}, OWN_PILE_AND_CLEAR, ["07J1", "12D"], ["07J1", "12D"]),
    ("the cup stays", {}, CUP_AS_JUNK, ["09A"], []),
    ("a cup that counts as junk goes", STEAL, CUP_AS_JUNK, ["09A"], ["09A"]),
    ("the cup goes before a double of a higher id", STEAL, CUP_AS_JUNK, ["09A", "12D"], ["09A"]),
    ("a cup that counts as animal stays", STEAL, CUP_AS_ANIMAL, ["09A"], []),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading[0])
def test_reading(reading: tuple[Any, ...], engine: str, table: Any, reference: ModuleType) -> None:
    """What moves under readings that almost no game tells apart (A6, A9, A10, A15)."""
    _, values, position, junk, moves = reading
    side = KernelSide(table, values) if engine == "kernel" else ReferenceSide(reference, values)
    facts = side.turn({**position, "captured": [[], junk]})
    assert facts["captured1"] == set(junk) - set(moves)
    assert facts["steals"] == len(moves)
    taken = TAKEN if position is OWN_PILE_AND_CLEAR else ["05A", "05R"]
    assert facts["captured0"] == {*taken, *moves}
