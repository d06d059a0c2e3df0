"""`simcore.Position`: known cases, records of an independent checker, and positions of random games there and back."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from simcore.engine import registry, steps
from simcore.errors import InputError
from simcore.running.replay import Replayer
from simcore.scenario.load import load_scenario

PARAMETERS = registry.game("go_stop").parameters
CHOICES = {
    found.name: found.choices or (False, True) for found in PARAMETERS if found.choices or found.default in (0, 1)
}
# the two that change what a position must remember, now and then
REMEMBERED = {"take_choice": "after_flip", "go_requires": "above_last_turn", "cup_class": "locked"}


def play_on(position: simcore.Position) -> simcore.Position:
    """Play to the end: a different choice at every step, the same for equal positions."""
    step = 0
    while not position.is_over:
        legal = position.legal_actions()
        position = position.apply(legal[(7 * step + 3) % len(legal)])
        step += 1
    return position


def key(action: dict[str, Any]) -> tuple[Any, ...]:
    return action["kind"], action.get("card"), action.get("take")


# ---- cases


def test_known_results(turn: dict[str, Any]) -> None:
    """A position with its moves gives the result that is known."""
    check = {name: value for name, value in turn["check"].items() if name not in ("type", "expect")}
    expect = dict(turn["check"]["expect"])
    found = simcore.Position.from_dict("go_stop", check).to_dict()
    found["captured0"], found["captured1"] = found["captured"]
    found["pile"] = {str(int(pile["cards"][0][:2])): pile["owner"] for pile in found["piles"]}
    assert "steals" not in expect or len(check["moves"]) == 1, "steals are those of the last turn"
    for name in ("captured0", "captured1", "layout"):
        if name in expect:
            expect[name], found[name] = set(expect[name]), set(found[name])
    assert {name: found[name] for name in expect} == expect


def test_a_move_answers_go(turn: dict[str, Any]) -> None:
    """Where a case ends with a decision open, `go` answers it as the action does."""
    check = {name: value for name, value in turn["check"].items() if name not in ("type", "expect")}
    position = simcore.Position.from_dict("go_stop", check)
    *before, last = check["moves"]
    if not position.to_dict()["decision"]:
        with pytest.raises(InputError, match=f"moves.{len(before)}.go: "):
            simcore.Position.from_dict("go_stop", {**check, "moves": [*before, {**last, "go": True}]})
        return
    for go, kind in ((True, "go"), (False, "stop")):
        answered = simcore.Position.from_dict("go_stop", {**check, "moves": [*before, {**last, "go": go}]})
        assert answered.to_dict() == position.apply({"kind": kind}).to_dict()


# ---- records


def test_record_replays(record: list[dict[str, Any]]) -> None:
    """A record of an independent checker leads to its end, step by step and at once, forced decisions left out."""
    header, *decisions, end = record
    position = simcore.Position.from_record(header)
    for line in decisions:
        assert position.seat == line["seat"]
        assert {key(action) for action in position.legal_actions()} == {key(action) for action in line["legal"]}
        position = position.apply(dict(reversed(line["chosen"].items())))
    real = [line for line in decisions if len(line["legal"]) > 1]
    for found in (position, simcore.Position.from_record(header, [*real, end])):
        told = found.to_dict()
        assert found.is_over
        assert found.payoffs() == end["payoff"]
        assert told["captured"] == [sorted(cards, key=_order) for cards in end["captured"]]
        assert (told["reason"], told["goes"], told["turns"]) == (end["reason"], end["go_counts"], end["turns"])
        assert told["doublers"] == end["doublings"]
        assert ([] if told["winner"] is None else [told["winner"]]) == end["winners"]
        if end["reason"] != "four_in_hand":
            assert [told["total0"], told["total1"]] == end["scores"]


@functools.cache
def _codes() -> list[str]:
    from simcore.games.go_stop.cards import CODES

    return CODES


def _order(code: str) -> int:
    return _codes().index(code)


@functools.cache
def replayer(changed: tuple[tuple[str, Any], ...], seed: int) -> Replayer:
    assignments = [("seed", seed), *((f"params.{name}", value) for name, value in changed)]
    return Replayer(load_scenario("go_stop/base", assignments), print)


@st.composite
def rule_sets(draw: Any) -> tuple[tuple[str, Any], ...]:
    """Rules at their defaults, with one of the remembering readings, or mixed."""
    mixed = draw(st.dictionaries(st.sampled_from(sorted(CHOICES)), st.integers(0, 1), max_size=4))
    found = {name: CHOICES[name][number] for name, number in mixed.items()}
    for name in draw(st.sets(st.sampled_from(sorted(REMEMBERED)), max_size=2)):
        found[name] = REMEMBERED[name]
    return tuple(sorted(found.items()))


@settings(max_examples=60, deadline=None)
@given(changed=rule_sets(), seed=st.integers(0, 3), game=st.integers(0, 40), data=st.data())
def test_positions_of_random_games(changed: tuple[tuple[str, Any], ...], seed: int, game: int, data: Any) -> None:
    """Anywhere in a game: legal actions are the record's, and to_dict leads back to the same position and future."""
    header, *decisions, end = replayer(changed, seed).game(0, game).record()
    step = data.draw(st.integers(0, len(decisions)))
    params = header["params"]
    position = simcore.Position.from_record(header, decisions[:step])
    dealt = simcore.Position.deal("go_stop", seed, game // 2, params)
    for line in decisions[:step]:
        dealt = dealt.apply(line["chosen"])
    assert dealt.to_dict() == position.to_dict()
    if step < len(decisions):
        assert position.legal_actions() == decisions[step]["legal"]
        assert (position.seat, position.is_over) == (decisions[step]["seat"], False)
    else:
        assert position.payoffs() == end["payoff"]
    values = position.to_dict()
    again = simcore.Position.from_dict("go_stop", values, params=position.params)
    assert again.to_dict() == values
    assert again.legal_actions() == position.legal_actions()
    ended, ended_again = play_on(position), play_on(again)
    assert ended.to_dict() == ended_again.to_dict()
    assert ended.payoffs() == ended_again.payoffs()
    assert position.to_dict() == values, "a position never changes"


def test_every_phase_goes_there_and_back() -> None:
    """Positions of every phase, choices of the hand card after the flip among them, come back from their dict."""
    seen: set[tuple[str, bool]] = set()
    for deal in range(40):
        position = simcore.Position.deal("go_stop", 5, deal, {"take_choice": "after_flip"})
        while True:
            values = position.to_dict()
            turn = values["turn"] or {"taken": [""], "pile": None}
            seen.add((values["phase"], not turn["taken"]))
            again = simcore.Position.from_dict("go_stop", values, position.params)
            assert again.to_dict() == values
            assert again.legal_actions() == position.legal_actions()
            if position.is_over:
                break
            position = position.apply(position.legal_actions()[-1 if deal % 2 else 0])
    assert {("play", False), ("flip_take", False), ("flip_take", True), ("go_stop", False), ("over", False)} <= seen


# ---- playing


def test_illegal_actions_are_refused() -> None:
    """An illegal action is named with the legal ones; a finished game has none."""
    position = simcore.Position.from_dict("go_stop", {"hands": [["05A"], ["10R"]], "stock": ["01B", "02A"]})
    for action in ({"kind": "play", "card": "10R", "take": None}, {"kind": "go"}, {}, "05A", None):
        with pytest.raises(InputError, match=r"action: .* is not legal; legal: \{'kind': 'play', 'card': '05A'"):
            position.apply(action)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="payoffs: the game is not over"):
        position.payoffs()
    over = position.play_forced()
    assert over.is_over
    assert over.payoffs() == [0, 0]
    assert over.legal_actions() == []
    with pytest.raises(InputError, match="legal: nothing, the game is over"):
        over.apply({"kind": "stop"})


def test_a_missing_stock_card_is_told() -> None:
    """A partial position plays as far as its cards go."""
    position = simcore.Position.from_dict("go_stop", {"hands": [["05A"], ["10R"]], "stock": ["01B"]})
    after = position.apply({"card": "05A", "kind": "play"})
    with pytest.raises(InputError, match="cannot be carried out: the stock is empty"):
        after.apply({"kind": "play", "card": "10R"})
    # captures alone are enough to count them
    assert simcore.Position.from_dict("go_stop", {"captured": [["01B", "03B", "08B"], []]}).to_dict()["total0"] == 3


def test_a_position_is_shown_in_words() -> None:
    """Printed, a position shows every card, whose turn it is, and how it ended."""
    pile = {"cards": ["05R", "05A", "05J1"], "owner": 1}
    values = {"hands": [["05J2"], ["10R"]], "piles": [pile], "stock": ["11J1", "01B"], "goes": [1, 0], "first": 0}
    position = simcore.Position.from_dict("go_stop", values)
    text = str(position)
    for told in (
        "hand of seat 0      05J2",
        "of seat 1      05A 05R 05J1",
        "11J1 01B",
        "seat 0 plays a hand card",
        "1 Go",
    ):
        assert told in text
    assert repr(position) == "<Position of go_stop, seat 0 to move>"
    assert "nagari: nobody wins" in str(position.play_forced())


def test_four_in_hand_of_a_record() -> None:
    """A setup with four of a month in one hand ends at once, or pays and goes on, as the rules say."""
    deals = (simcore.Position.deal("go_stop", 1, deal) for deal in range(3000))
    found = next(position for position in deals if position.is_over)
    told = found.to_dict()
    setup = {"hands": told["hands"], "field": told["layout"], "stock": told["stock"], "redeals": told["redeals"]}
    header = {"type": "header", "game_spec": "go_stop", "setup": setup}
    for reading in ("ends", "side_payment", "with_doublers"):
        params = {"four_in_hand": reading}
        position = simcore.Position.from_record({**header, "params": params})
        deal = next(deal for deal in range(3000) if simcore.Position.deal("go_stop", 1, deal).to_dict() == told)
        assert position.to_dict() == simcore.Position.deal("go_stop", 1, deal, params).to_dict()
        assert position.is_over == (reading != "side_payment")


def test_a_game_without_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that has no module for it says so."""
    monkeypatch.setattr(steps.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(InputError, match="game: go_stop has no positions"):
        simcore.Position.deal("go_stop", 1)


def test_numbers_of_numpy_are_numbers() -> None:
    """The deal of a row and the counts of an array are taken as they come."""
    deal = simcore.Position.deal("go_stop", np.uint64(1), np.uint64(7))
    assert deal.to_dict() == simcore.Position.deal("go_stop", 1, 7).to_dict()
    counted = simcore.Position.from_dict("go_stop", {"goes": [np.int8(2), 0]}).to_dict()
    assert counted["goes"] == [2, 0]
