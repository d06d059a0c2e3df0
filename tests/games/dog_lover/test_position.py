"""`simcore.Position` of Dog Lover: records of an independent checker, and positions of random games there and back."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.engine import registry
from simcore.engine.parameters import complete, encode_rules
from simcore.engine.steps import Steps, steps_of
from simcore.games.dog_lover import position
from simcore.games.dog_lover import state as s
from simcore.games.dog_lover.cards import SHIPPED, tables, with_changes
from simcore.games.dog_lover.position_input import COUNTS, KEYS
from simcore.games.dog_lover.position_seats import DOG_KEYS
from simcore.running.replay import Replayer
from simcore.scenario.scenario import Scenario

Traces = Callable[..., Iterator[Any]]
PAGE = Path(__file__).parents[3] / "docs" / "games" / "dog_lover.md"
PLAYERS = (2, 3, 4)
GAMES, GAMES_OF_A_RULE = 5, 1

# room for feeding, and what lies beyond the cards that a number counts
DEAD = {
    *("feed_weight", "feed_gain", "feed_points", "feed_traits", "feed_order", "feed_share", "feed_left", "feed_rank"),
    *("deck", "trick_deck", "shelter_deck", "grid", "pending"),
}


def cards_that_count(state: Any) -> dict[str, Any]:
    """Return decks, cells and pending traits of a state without what nobody looks at any more."""
    lying = int(state["filled"]) | int(state["gaining"])
    return {
        "deck": state["deck"][: state["deck_left"]].tolist(),
        "trick_deck": state["trick_deck"][: state["tricks_left"]].tolist(),
        "shelter_deck": state["shelter_deck"][: state["shelter_left"]].tolist(),
        "pending": state["pending"][: state["n_pending"]].tolist(),
        "grid": [int(card) for cell, card in enumerate(state["grid"]) if lying >> cell & 1],
    }


def check_there_and_back(trace: Any, rules: Any, steps: Steps) -> int:
    """Every position of a game comes back from its dict, with its legal actions and what the choice leads to."""
    dicts = [position.to_dict(trace.states[i : i + 1]) for i in range(len(trace.states))]
    # plain arrays: records with attributes are slow to read
    states = trace.states.view(s.STATE_DTYPE, np.ndarray)
    for i, values in enumerate(dicts):
        back = position.from_dict(json.loads(json.dumps(values)), rules)
        assert position.to_dict(back) == values
        fields, before = back.view(s.STATE_DTYPE, np.ndarray)[0], states[i]
        names = [name for name in s.STATE_DTYPE.names or () if name not in DEAD]
        different = [name for name in names if np.any(fields[name] != before[name])]
        assert different == [], f"decision {i}, phase {s.PHASES[before['phase']]}"
        assert cards_that_count(fields) == cards_that_count(before)
        if i < len(trace.chosen):
            assert steps.legal(back, rules) == trace.legal[i]
        if i < len(trace.chosen) and i % 3 == 0:
            steps.apply(back, trace.chosen[i], rules)
            assert position.to_dict(back) == dicts[i + 1]
    return len(dicts)


@pytest.fixture(scope="module")
def steps() -> Steps:
    return steps_of(registry.game("dog_lover"))


@pytest.mark.parametrize("tricks", ["basic", "special"])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_comes_back(traces: Traces, steps: Steps, players: int, tricks: str) -> None:
    """All positions of some games with either kind of starting tricks."""
    seen = 0
    for trace, _, rules in traces({"starting_tricks": tricks}, players, 3, range(GAMES)):
        seen += check_there_and_back(trace, rules, steps)
    assert seen > 60 * GAMES


@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_comes_back_under_a_changed_rule(
    traces: Traces, steps: Steps, players: int, changed_rule: tuple[str, Any]
) -> None:
    """The same under other values of every rule parameter."""
    for trace, _, rules in traces(dict([changed_rule]), players, 4, range(GAMES_OF_A_RULE)):
        assert check_there_and_back(trace, rules, steps) > 20


@pytest.mark.parametrize(
    "changed",
    [
        {"trait_timing": "at_once", "fetch_cell": "stays", "traits_per_dog": 2, "tricks_face_up": 0},
        {"starting_tricks": "special", "rescued_face_up": 20, "adoption_cost": 1, "leftover_food": 2},
    ],
    ids=["at_once", "special"],
)
def test_every_position_comes_back_under_changed_rules(traces: Traces, steps: Steps, changed: dict[str, Any]) -> None:
    """The same under several other values at once."""
    for trace, _, rules in traces(changed, 3, 5, range(GAMES)):
        assert check_there_and_back(trace, rules, steps) > 60


def test_every_phase_is_met(traces: Traces) -> None:
    """Such games hold decisions of every kind, also with cards still to be gained."""
    seen, waiting = set(), 0
    for changed in ({}, {"trait_timing": "at_once"}):
        for trace, _, _ in traces(changed, 4, 3, range(GAMES)):
            seen |= set(trace.states.phase.tolist())
            waiting += int((trace.states.gaining != 0).sum())
    assert seen == set(range(len(s.PHASES)))
    assert waiting > 5


# ---- records


def end_of(told: dict[str, Any], payoff: list[float]) -> dict[str, Any]:
    """Return the end line of a record from the last position."""
    line = {name: told[name] for name in ("scores", "winners", "fed", "fed_rescued", "breakdown")}
    return {"type": "end", "reason": "last_round", "payoff": payoff, "rounds": told["round"], **line}


def as_set(actions: list[Any]) -> set[str]:
    """Return a list of different actions without its order."""
    found = {json.dumps(action, sort_keys=True) for action in actions}
    assert len(found) == len(actions)
    return found


def test_a_record_replays(record: list[dict[str, Any]]) -> None:
    """A record of an independent checker leads to its end line, step by step (legal lists are compared) and at once."""
    header, *decisions, end = record
    found = simcore.Position.from_record(header)
    for line in decisions:
        if len(line["legal"]) > 1:
            found = found.play_forced()
            assert found.seat == line["seat"]
            assert as_set(found.legal_actions()) == as_set(line["legal"])
            found = found.apply(line["chosen"])
    real = [line for line in decisions if len(line["legal"]) > 1]
    for last in (
        found.play_forced(),
        simcore.Position.from_record(header, [*decisions, end]),
        simcore.Position.from_record(header, [*real, end]),
    ):
        assert last.is_over
        assert end_of(last.to_dict(), last.payoffs()) == end


@pytest.mark.parametrize(
    "changed", [{}, {"starting_tricks": "special", "remove_marks": "4", "trait_timing": "at_once"}]
)
@pytest.mark.parametrize("players", PLAYERS)
def test_own_records_replay(players: int, changed: dict[str, Any]) -> None:
    """A deal, its own record and the record's decisions give the same positions."""
    asked = {
        "schema": 1,
        "game": "dog_lover",
        "seed": 9,
        "players": players,
        "params": changed,
        "entrants": [{"name": "a", "strategy": "random"}],
    }
    header, *decisions, end = Replayer(Scenario.from_dict(asked), print).game(0, 0).record()
    dealt = simcore.Position.deal("dog_lover", 9, 0, changed, players)
    read = simcore.Position.from_record(header)
    for line in decisions:
        assert dealt.to_dict() == read.to_dict()
        assert dealt.legal_actions() == read.legal_actions() == line["legal"]
        dealt, read = dealt.apply(line["chosen"]), read.apply(line["chosen"])
    assert end_of(read.to_dict(), read.payoffs()) == end
    assert dealt.payoffs() == read.payoffs() == end["payoff"]


@pytest.mark.parametrize("marks", [[], [2], [3], [4], [3, 2], [4, 2], [4, 3]])
def test_marks_of_a_record(reference: Any, marks: list[int]) -> None:
    """Every list of marks that a record can hold is one of a scenario's words, which a header may hold as well."""
    header = {"type": "header", "game_spec": "dog_lover", "n_seats": 2}
    setup = reference.deal(random.Random(1), 2, {"remove_marks": marks})
    word = "+".join(str(mark) for mark in sorted(marks)) or "none"
    read = [
        simcore.Position.from_record({**header, "params": {"remove_marks": given}, "setup": setup})
        for given in (marks, word)
    ]
    assert read[0].params == read[1].params
    assert read[0].params["remove_marks"] == word
    assert read[0].to_dict() == read[1].to_dict()


# ---- positions that a user writes


def test_an_empty_dict_is_a_turn_of_two() -> None:
    """Left out, everything has a default that can be played on to the end."""
    start = simcore.Position.from_dict("dog_lover", {})
    told = start.to_dict()
    assert (told["players"], told["round"], told["phase"], told["seat"], told["watch"]) == (2, 1, "play", 0, "r0")
    assert told["grid"] == ["bone"] * 4 + ["walk"] * 5
    assert [len(told["deck"]), told["deck"][::-1].index("end_game")] == [62, 7]
    assert [[entry["dog"] for entry in dogs] for dogs in told["dogs"]] == [["s01"], ["s02"]]
    assert told["hands"] == [[], ["fetch"]]
    found = start
    while not found.is_over:
        found = found.apply(found.legal_actions()[-1])
    assert sum(found.payoffs()) == 1
    assert start.to_dict() == told, "a position never changes"


@pytest.mark.parametrize("phase", s.PHASES)
def test_a_few_keys_make_a_position(phase: str) -> None:
    """Each phase needs little, and goes on to the end."""
    needed: dict[str, dict[str, Any]] = {
        "attach": {"taken": True, "dogs": [["s01"], None], "pending": {"traits": ["x01"]}},
        "discard_food": {"cubes": [{"scraps": 1, "wild": 1}, None]},
    }
    params = {"trait_timing": "at_once"} if phase == "attach" else {}
    found = simcore.Position.from_dict("dog_lover", {"phase": phase, **needed.get(phase, {})}, params)
    assert found.to_dict()["phase"] == phase
    assert found.legal_actions() or phase == "over"
    while not found.is_over:
        legal = found.legal_actions()
        found = found.apply(legal[len(legal) // 2])
    assert sum(found.payoffs()) == 1


def test_other_cards_have_their_ids() -> None:
    """With another card table, ids and sizes are that table's."""
    game = registry.game("dog_lover")
    changes = {"dogs.s01.size": "large", "traits.x09.effect": "all_sizes", "traits.x09.n": 0}
    table = with_changes(SHIPPED, changes)
    values = complete(game.parameters, {}, "test", "params")
    rules = encode_rules(game.parameters, values, tables(values, table))
    given = {"dogs": [[{"dog": "s01", "traits": ["x09"]}], None]}
    states = position.from_dict(given, rules, table)
    assert position.to_dict(states, table)["dogs"][0][0]["traits"] == ["x09"]
    assert states[0].sizes[0].tolist() == [1, 1, 1]
    with pytest.raises(simcore.errors.InputError, match=r"dogs.0.0.traits.0: is for a large dog, and this one is none"):
        simcore.Position.from_dict("dog_lover", given)
    renamed = {**SHIPPED.raw, "dogs": [{**row, "id": f"d_{row['id']}"} for row in SHIPPED.rows("dogs")]}
    other = type(SHIPPED)("other", renamed)
    told = position.to_dict(position.from_dict({"dogs": [["d_m01"], None]}, rules, other), other)
    assert [dogs[0]["dog"] for dogs in told["dogs"]] == ["d_m01", "d_s01"]
    assert "d_m01 (medium 4 SS)" in "\n".join(position.words(position.from_dict(told, rules, other), other))


def test_a_fetch_played_this_turn_blocks() -> None:
    """`fresh_fetch` names the cell, in which no pattern may lie this turn (3.3)."""
    grid = ["fetch", *["bone"] * 4, *["walk"] * 4]
    for fresh, n_takes in ((None, 5), (0, 3)):
        values = {"grid": grid, "fresh_fetch": fresh, "watch": "r1"}
        takes = [
            action for action in simcore.Position.from_dict("dog_lover", values).legal_actions() if "trick" in action
        ]
        assert len(takes) == n_takes


def test_the_page_explains_every_key() -> None:
    """The game's page names every key of a position, and its example gives what it says."""
    text = PAGE.read_text(encoding="utf-8")
    named = (*KEYS, *DOG_KEYS, *(name for name in COUNTS if not name.startswith("gained_")), "gained_bone", "moves")
    assert [key for key in named if f"`{key}`" not in text and f'"{key}"' not in text] == []
    (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    scores = eval(code, {"simcore": simcore})
    assert f"# {scores}:" in code


def test_moves_are_played() -> None:
    """`moves` are actions as records write them."""
    moves: list[dict[str, Any]] = [
        {"kind": "fetch", "cell": 4},
        {"kind": "tuck_walk", "dog": 0},
    ]
    given = {"seat": 1, "grid": ["bone", "scraps", "bone", "training", "walk", "bone", "adoption", "bone", "kibble"]}
    told = simcore.Position.from_dict("dog_lover", {**given, "moves": moves}).to_dict()
    assert (told["grid"][4], told["fresh_fetch"], told["dogs"][1][0]["walks"]) == ("fetch", 4, 1)
    assert (told["counts"]["fetches"], told["counts"]["gained_walk"]) == ([0, 1], [0, 1])
    with pytest.raises(simcore.errors.InputError, match=r"moves.1: .*'dog': 1.* is not legal; legal: .*'dog': 0"):
        simcore.Position.from_dict("dog_lover", {**given, "moves": [moves[0], {**moves[1], "dog": 1}]})
    with pytest.raises(simcore.errors.InputError, match=r"moves.0.card: 'card' is unknown; allowed: cell, cells, kind"):
        simcore.Position.from_dict("dog_lover", {**given, "moves": [{"kind": "fetch", "card": 1}]})


def test_a_position_is_shown_in_words() -> None:
    """Printed, a position shows the table, what everybody has, where the watch dog stands and what is asked."""
    values = {
        "taken": True,
        "round": 3,
        "watch": "r1",
        "dogs": [[{"dog": "m01", "traits": ["x05"], "walks": 1, "trainings": 2}, "r01"], ["s01"]],
        "hands": [["bone", "bone", "fetch", "fav_a"], []],
        "cubes": [{"scraps": 2, "wild": 1}, None],
        "tricks": [["basic", "t05"], ["basic"]],
        "grid": [None, None, "fav_b", "x01", "scraps_x2", "walk", "l01", "bone", "wild"],
        "pending": {"walks": 1, "traits": ["x02"]},
        "trick_row": ["t01", "t02", "t03"],
    }
    text = str(simcore.Position.from_dict("dog_lover", values))
    for told in (
        "round         3\n",
        "seat 0        m01 (medium 4 SS) with 1 walk, 2 training, trait x05; r01 (small 0 SK, 2 per fed small)",
        "              2 scraps, 1 wild; 2 bones, Fetch, 1 fav_a; tricks basic, t05",
        "              no food; no cards; tricks basic",
        "tricks        t01 (XX. / ... / ..X * r0, costs 1), t02",
        "            | -                               | -        | fav_b  |\n"
        "watch dog > | trait x01 (small 1, multi walk) | 2 scraps | walk   |\n"
        "            | l01 (large 7 SSS)               | bone     | 1 wild |  deck ",
        "pending       1 walk, trait x02 (small 2, any food)",
        "to move       seat 0 plays, or ends the turn",
    ):
        assert told in text
    over = simcore.Position.from_dict("dog_lover", {"players": 3, "phase": "over", "last_round": True})
    assert "over          seat 0 -2, seat 1 -2, seat 2 -2; seat 0 and seat 1 and seat 2 win" in str(over)
    assert over.payoffs() == pytest.approx([1 / 3] * 3)
