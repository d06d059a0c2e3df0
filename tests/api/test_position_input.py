"""What is wrong with a position or a record is told in one line: key, value, what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from simcore.errors import InputError

HANDS = [["05A", "12A"], ["10R", "10J1"]]
LAYOUT = ["05R", "05J1", "08B"]
GOOD: dict[str, Any] = {"hands": HANDS, "layout": LAYOUT, "stock": ["08J1", "01B"], "captured": [["09J1"], ["07J1"]]}
PILE = {"cards": ["03B", "03R", "03J1"], "owner": 1}
WAITING = {"hands": [[], ["10R"]], "layout": ["05R", "05J1", "08B"], "phase": "flip_take"}
TURN = {"card": "08B", "taken": [], "flipped": "05A"}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"hand": HANDS}, "hand: 'hand' is unknown; allowed: .*did you mean 'hands'"),
        ({"hands": [["05A"]]}, r"hands: \[\['05A'\]\] is not allowed; allowed: a list of 2"),
        ({"hands": "05A"}, "hands: '05A' is not allowed; allowed: a list of 2"),
        ({"hands": [["05A"], "10R"]}, "hands.1: '10R' is not allowed; allowed: a list of at most 10 card codes"),
        ({"hands": [["05X"], []]}, "hands.0.0: '05X' is unknown; allowed: 01B, .*did you mean"),
        ({"hands": [[5], []]}, "hands.0.0: 5 is unknown; allowed: 01B"),
        ({"hands": [["08B"], []]}, "layout.2: 08B lies in hands.0 already"),
        ({"stock": ["01B", "01B"]}, "stock.1: 01B lies in stock already"),
        ({"layout": ["05R", "05J1", "05J2", "05A"], "hands": [[], []]}, "layout: holds all four cards of a month: 05A"),
        ({"layout": ["05R", "05J1", "05J2", "05A", "05B"], "hands": [[], []]}, "layout.4: '05B' is unknown"),
        ({"field": LAYOUT}, "field: is another name of layout"),
        ({"piles": [5]}, "piles.0: 5 is not allowed; allowed: a dict"),
        ({"piles": [{**PILE, "colour": 1}]}, "piles.0.colour: 'colour' is unknown; allowed: cards, owner"),
        ({"piles": [{**PILE, "owner": 2}]}, "piles.0.owner: 2 is not allowed; allowed: -1 to 1"),
        ({"piles": [{"cards": ["03B", "03R"]}]}, "piles.0.cards: .* allowed: a list of 3"),
        ({"piles": [{"cards": ["03B", "03R", "04A"]}]}, "piles.0.cards: 03B 03R 04A are not of one month"),
        ({"piles": [PILE, PILE]}, "piles.1.cards.0: 03B lies in piles.0.cards already"),
        ({"piles": [PILE], "layout": ["03B", "03B"]}, "layout: names a card of a pile twice"),
        ({"piles": [PILE], "layout": ["03J2"]}, "layout: holds all four cards of a month"),
        ({"first": 7}, "first: 7 is not allowed; allowed: 0 to 1"),
        ({"first": True}, "first: True is not allowed"),
        ({"first": "0"}, "first: '0' is not allowed"),
        ({"goes": [0]}, r"goes: \[0\] is not allowed; allowed: a list of 2"),
        ({"goes": [0, -1]}, "goes.1: -1 is not allowed; allowed: 0 to 10"),
        ({"last_go": [0, 1.5]}, "last_go.1: 1.5 is not allowed"),
        ({"ppuk": [13, 0]}, "ppuk.0: 13 is not allowed; allowed: 0 to 12"),
        ({"side": [5, 5]}, r"side: \[5, 5\] is not allowed; the two numbers add up to 0"),
        ({"cup_class": ["bright", None]}, "cup_class.0: 'bright' is unknown; allowed: animal, junk"),
        ({"dealt": [["05A"], []]}, "dealt.0: lacks a card that is still in the hand"),
        ({"dealt": [HANDS[0], 5]}, "dealt.1: 5 is not allowed; allowed: a list of at most 10"),
        ({"phase": "playing"}, "phase: 'playing' is unknown; allowed: flip_take, go_stop, over, play"),
        ({"event": "boom"}, "event: 'boom' is unknown; allowed: chok, ppuk, sseul, ttadak"),
        ({"total0": 9}, "total0: 9 does not follow from the rest, which gives 0"),
        ({"over": True}, "over: True does not follow from the rest"),
        ({"winner": 0}, "winner: belongs to phase over"),
        ({"phase": "over"}, "reason: '' is unknown; allowed: four_in_hand"),
        ({"phase": "over", "reason": "stop"}, "winner: None does not fit the reason stop"),
        ({"phase": "over", "reason": "nagari", "winner": 1}, "winner: 1 does not fit the reason nagari"),
        ({"phase": "over", "reason": "stop", "winner": 2}, "winner: 2 is not allowed; allowed: 0 to 1"),
        ({"phase": "over", "reason": "stop", "winner": 0, "doublers": ["x"]}, "doublers.0: 'x' is unknown"),
        ({"phase": "flip_take"}, "turn: belongs to phase flip_take"),
        ({"turn": TURN}, "turn: belongs to phase flip_take"),
        ({**WAITING, "turn": {**TURN, "more": 1}}, "turn.more: 'more' is unknown; allowed: card, flipped, pile, taken"),
        ({**WAITING, "turn": {"card": "08B"}}, "turn.flipped.0: None is unknown"),
        ({**WAITING, "turn": {**TURN, "flipped": "08B"}}, "turn.flipped.0: 08B lies in layout already"),
        ({**WAITING, "turn": {**TURN, "flipped": "04A"}}, "turn.flipped: with 08B played and 04A flipped there is no"),
        ({**WAITING, "turn": {**TURN, "card": "04A"}}, "turn.card: 04A lies neither in the layout nor among"),
        ({**WAITING, "turn": {**TURN, "taken": ["04A", "04R"]}}, "turn.taken: 04A 04R is not what 08B takes with it"),
        ({**WAITING, "turn": {**TURN, "pile": "own"}}, "turn.pile: was not taken"),
        ({**WAITING, "turn": {**TURN, "pile": "mine"}}, "turn.pile: 'mine' is unknown; allowed: other, own"),
        ({"moves": 5}, "moves: 5 is not allowed; allowed: a list"),
        ({"moves": [5]}, "moves.0: 5 is not allowed; allowed: a dict"),
        ({"moves": [{}]}, "moves.0.card: None is unknown"),
        ({"moves": [{"card": "05A", "take": "05R"}]}, "moves.0.take: 'take' is unknown; allowed: card, go, pick_hand"),
        ({"moves": [{"card": "10R"}]}, "moves.0.card: 10R cannot be played now; legal: play 05A 05R, play 05A 05J1"),
        ({"moves": [{"card": "05A"}]}, "moves.0.pick_hand: is missing where two cards match; allowed: 05R, 05J1"),
        ({"moves": [{"card": "05A", "pick_hand": "05J2"}]}, "moves.0.pick_hand: '05J2' is unknown; allowed: 05J1, 05R"),
        ({"moves": [{"card": "05A", "pick_hand": "08B"}]}, "moves.0.pick_hand: '08B' is unknown; allowed: 05A, 05J1"),
        ({"moves": [{"card": "12A", "pick_stock": "12"}]}, "moves.0.pick_stock: '12' is unknown"),
        ({"moves": [{"card": "12A", "go": True}]}, "moves.0.go: is not asked after this move"),
        ({"moves": [{"card": "12A"}, {"card": "05A"}]}, "moves.1.card: 05A cannot be played now; legal: play 10R"),
        (
            {"moves": [{"card": "12A"}, {"card": "10R"}, {"card": "05A", "pick_hand": "05R"}]},
            "cannot be carried out: the stock is empty",
        ),
    ],
)
def test_bad_positions(changes: dict[str, Any], told: str) -> None:
    """Every fault of a position is one line that names the key, the value and what is allowed."""
    assert not simcore.Position.from_dict("go_stop", GOOD).is_over
    with pytest.raises(InputError, match=told) as caught:
        simcore.Position.from_dict("go_stop", {**GOOD, **changes})
    assert str(caught.value).startswith("Position: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: simcore.Position.from_dict("gostop", {}), "game: 'gostop' is unknown; .*did you mean 'go_stop'"),
        (lambda: simcore.Position.from_dict("go_stop", ["x"]), r"\['x'\] is not allowed; allowed: a dict"),
        (lambda: simcore.Position.from_dict("go_stop", {}, {"sseul": 1}), "params.sseul: 1 is unknown; allowed: any_"),
        (lambda: simcore.Position.from_dict("go_stop", {}, {"seul": 1}), "params.seul: 'seul' is unknown"),
        (lambda: simcore.Position.from_dict("go_stop", {}, [1]), r"params: \[1\] is not allowed; allowed: a dict"),
        (lambda: simcore.Position.deal("go_stop", -1), "seed: -1 is not allowed; allowed: 0 to 18446744073709551615"),
        (lambda: simcore.Position.deal("go_stop", 1, 2**64), "deal_index: 18446744073709551616 is not allowed"),
        (lambda: simcore.Position.deal("go_stop", "1"), "seed: '1' is not allowed"),
    ],
)
def test_bad_arguments(call: Callable[[], object], told: str) -> None:
    """So is every fault of an argument."""
    with pytest.raises(InputError, match=told):
        call()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines.pop(0), "record: header: .* is not the header line of a record"),
        (lambda lines: lines[0].update(game_spec="golf"), "record: game: 'golf' is unknown"),
        (lambda lines: lines[0]["params"].update(sseul="never"), "record: params.sseul: 'never' is unknown"),
        (lambda lines: lines[0].update(setup=None), "setup: None is not allowed; allowed: a dict"),
        (lambda lines: lines[0]["setup"].update(deck=[]), "setup.deck: 'deck' is unknown"),
        (lambda lines: lines[0]["setup"]["stock"].pop(), "setup.stock: has 19 cards; allowed: 20"),
        (lambda lines: lines[0]["setup"]["hands"][1].pop(), "setup.hands.1: has 9 cards; allowed: 10"),
        (lambda lines: lines.pop(1), "record: decisions.0: seat 1 with .*; the rules say seat 0 with"),
        (lambda lines: lines[2]["legal"].pop(), "record: decisions.1: seat 1 with"),
        (lambda lines: lines[1].pop("chosen"), "record: decisions.0: a decision has a list `legal` and an action"),
        (lambda lines: lines[1].update(chosen={"kind": "go"}), "action: {'kind': 'go'} is not legal"),
        (lambda lines: lines.__delitem__(slice(4, -1)), "record: decisions.3: ends a game that is not over"),
        (lambda lines: lines.insert(3, {"type": "note"}), "record: decisions.2: .* allowed: decision, end"),
        (lambda lines: lines.insert(1, None), "record: decisions.0: None is not a line of a record"),
    ],
)
def test_bad_records(change: Callable[[Any], object], told: str, first_record: list[dict[str, Any]]) -> None:
    """A record that is not a game under its rules says which line is wrong."""
    assert simcore.Position.from_record(first_record[0], first_record[1:]).is_over
    change(first_record)
    with pytest.raises(InputError, match=told):
        simcore.Position.from_record(first_record[0], first_record[1:])


_LEAVES = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=4) | st.floats(allow_nan=False)
_ANYTHING = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner), max_leaves=5
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_nothing_else_is_raised(data: Any) -> None:
    """Whatever stands at a key, the position is built or an InputError names the fault."""
    everything = simcore.Position.from_dict("go_stop", GOOD).to_dict()
    key = data.draw(st.sampled_from([*everything, "moves", "field"]))
    try:
        position = simcore.Position.from_dict("go_stop", {**GOOD, "phase": "play", key: data.draw(_ANYTHING)})
    except InputError as error:
        assert str(error).startswith("Position: ")
    else:
        assert simcore.Position.from_dict("go_stop", position.to_dict()).to_dict() == position.to_dict()
