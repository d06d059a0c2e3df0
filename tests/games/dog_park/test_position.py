"""`simcore.Position` of Dog Park: records of an independent checker, and positions of random games there and back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.engine import registry
from simcore.engine.steps import Steps, steps_of
from simcore.games.dog_park import position
from simcore.games.dog_park import state as s
from simcore.games.dog_park.position_input import COUNTS, DOG_KEYS, KEYS
from simcore.games.dog_park.position_phase import SOLO_KEYS
from simcore.games.dog_park.table import RECRUITMENT, WALKING, part_of
from simcore.running.replay import Replayer
from simcore.scenario.build import build_scenario

Traces = Callable[..., Iterator[Any]]
PAGE = Path(__file__).parents[3] / "docs" / "games" / "dog_park.md"
ALL_SETS = ["base", "european", "famous", "world"]
PLAYERS = (1, 2, 3, 4)
GAMES_OF_A_SET = 20
GAMES_OF_A_RULE = 1

# what the kernel only uses between two decisions, or never again
DEAD = {"small_deck", "slot_winner", "slot_value"}
# what a position writes in a form of its own: dice start again, drawn dogs come in another order
REWRITTEN = {"dice", "dice_used", "deck"}
# fields that mean something in some phases or parts only
ONLY_IN_PHASES = {
    **dict.fromkeys(("gains", "gain_kinds", "after_gains"), (s.GAIN,)),
    **dict.fromkeys(("one_resource", "waiting_eager", "waiting_crafty"), (s.PLACE,)),
    "free_placements": (s.PLACE, s.CRAFTY),
    "gives": (s.CRAFTY,),
}
ONLY_IN_PART = {
    **dict.fromkeys(("offer_slot", "offer_value", "acquired"), RECRUITMENT),
    **dict.fromkeys(("n_walking", "n_inside", "n_players_inside", "walker", "fired"), WALKING),
    **dict.fromkeys(("pending_swaps", "pending_scouts"), WALKING),
}


def fields_that_count(state: Any) -> list[str]:
    """Return the fields of a state that later decisions or results can depend on."""
    part, phase = part_of(state), int(state.phase)
    return [
        name
        for name in s.STATE_DTYPE.names
        if name not in DEAD | REWRITTEN
        and phase in ONLY_IN_PHASES.get(name, (phase,))
        and ONLY_IN_PART.get(name, part) == part
        and not (name == "turn" and phase == s.OVER)
    ]


def check_there_and_back(trace: Any, rules: Any, steps: Steps) -> int:
    """Every position of a game comes back from its dict, with its legal actions and what the choice leads to."""
    dicts = [position.to_dict(trace.states[i : i + 1]) for i in range(len(trace.states))]
    # plain arrays: records with attributes are slow to read
    states = trace.states.view(s.STATE_DTYPE, np.ndarray)
    for i, values in enumerate(dicts):
        back, state = position.from_dict(values, rules), trace.states[i]
        assert position.to_dict(back) == values
        fields = back.view(s.STATE_DTYPE, np.ndarray)[0]
        different = [name for name in fields_that_count(state) if np.any(fields[name] != states[i][name])]
        assert different == [], f"decision {i}, phase {s.PHASES[state.phase]}"
        left = slice(int(state.deck_floor), int(state.deck_left))
        assert back[0].deck[left].tolist() == state.deck[left].tolist()
        if i < len(trace.chosen):
            assert steps.legal(back, rules) == trace.legal[i]
        if i < len(trace.chosen) and i % 3 == 0:
            steps.apply(back, trace.chosen[i], rules)
            assert position.to_dict(back) == dicts[i + 1]
    return len(dicts)


@pytest.fixture(scope="module")
def steps() -> Steps:
    return steps_of(registry.game("dog_park"))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_comes_back(traces: Traces, steps: Steps, players: int) -> None:
    """All decisions of some games of the base set, and of some with all sets in the deck."""
    seen = 0
    for sets in (["base"], ALL_SETS):
        for trace, _, rules in traces({"sets": sets}, players, 3, range(GAMES_OF_A_SET)):
            seen += check_there_and_back(trace, rules, steps)
    assert seen > 60 * GAMES_OF_A_SET


@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_comes_back_under_a_changed_rule(
    traces: Traces, steps: Steps, players: int, changed_rule: tuple[str, Any]
) -> None:
    """The same under every other value of every rule parameter."""
    name, value = changed_rule
    if name == "packed_park" and players != 4:
        with pytest.raises(simcore.errors.InputError, match="packed_park"):
            simcore.Position.from_dict("dog_park", {"players": players}, {name: value})
        return
    changed = {"sets": ALL_SETS, name: value}
    for trace, _, rules in traces(changed, players, 4, range(GAMES_OF_A_RULE)):
        assert check_there_and_back(trace, rules, steps) > 10


def test_every_phase_is_met(traces: Traces) -> None:
    """The games of these tests hold decisions of every kind."""
    seen = {
        int(phase)
        for players in PLAYERS
        for trace, _, _ in traces({"sets": ALL_SETS}, players, 3, range(GAMES_OF_A_SET))
        for phase in trace.states.phase
    }
    assert seen == set(range(s.OBJECTIVE, s.OVER + 1))


# ---- records


def end_of(told: dict[str, Any], payoff: list[float]) -> dict[str, Any]:
    """Return the end line of a record from the last position."""
    line = {name: told[name] for name in ("scores", "winners", "breakdown", "award_winners", "best_award")}
    solo = {"solo": told["solo"]} if told["solo"] else {}
    return {"type": "end", "reason": "four_rounds", "payoff": payoff, **line, **solo}


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


def as_set(actions: list[Any]) -> set[str]:
    """Return a list of different actions without its order."""
    found = {json.dumps(action, sort_keys=True) for action in actions}
    assert len(found) == len(actions)
    return found


def test_a_short_deck_is_enough(record: list[dict[str, Any]]) -> None:
    """A setup may hold only the dogs that are used and the dice that were rolled; shorter ones are refused."""
    header, *decisions, end = record
    whole = simcore.Position.from_record(header, [*decisions, end])
    n_used = len(header["setup"]["deck"]) - len(whole.to_dict()["deck"])
    # two more dogs keep every scout possible that the whole deck allows
    setup = {**header["setup"], "deck": header["setup"]["deck"][: n_used + 2]}
    short = simcore.Position.from_record({**header, "setup": setup}, [*decisions, end])
    assert end_of(short.to_dict(), short.payoffs()) == end
    least = 9 * len(whole.to_dict()["field"])
    setup["deck"] = setup["deck"][: least - 1]
    with pytest.raises(simcore.errors.InputError, match=f"setup.deck: has {least - 1} dogs; .* at least {least}"):
        simcore.Position.from_record({**header, "setup": setup})


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("deck", ["all", "half"])
def test_own_records_replay(players: int, deck: str) -> None:
    """A deal, its own record and the record's decisions give the same positions."""
    asked = {
        "schema": 1,
        "game": "dog_park",
        "seed": 9,
        "players": players,
        "params": {"deck": deck, "sets": ALL_SETS},
        "entrants": [{"name": "a", "strategy": "random"}],
    }
    header, *decisions, end = Replayer(build_scenario(asked, "test", "test"), print).game(0, 0).record()
    dealt = simcore.Position.deal("dog_park", 9, 0, header["params"], players)
    read = simcore.Position.from_record(header)
    for line in decisions:
        # dice that were not used are not in the record
        assert {**dealt.to_dict(), "dice": []} == {**read.to_dict(), "dice": []}
        assert dealt.legal_actions() == read.legal_actions() == line["legal"]
        dealt, read = dealt.apply(line["chosen"]), read.apply(line["chosen"])
    assert end_of(read.to_dict(), read.payoffs()) == end
    assert dealt.payoffs() == read.payoffs() == end["payoff"]


# ---- positions that a user writes


def test_an_empty_dict_is_the_start_of_a_game() -> None:
    """Left out, everything has a default that can be played on to the end."""
    start = simcore.Position.from_dict("dog_park", {})
    told = start.to_dict()
    assert (told["players"], told["round"], told["phase"], told["seat"]) == (2, 1, "offer", 0)
    assert told["field"] == [1, 2, 3]
    assert len(told["deck"]) == 160
    assert told["resources"] == [{"stick": 2, "ball": 2, "toy": 1, "treat": 1}] * 2
    assert told["reputation"] == [5, 5]
    found = start
    while not found.is_over:
        found = found.apply(found.legal_actions()[-1])
    assert sum(found.payoffs()) == 1
    assert start.to_dict() == told, "a position never changes"


@pytest.mark.parametrize("phase", [phase for phase in s.PHASES if phase not in ("running", "over")])
def test_a_few_keys_make_a_position(phase: str) -> None:
    """Each phase needs little, and goes on to the end."""
    lead = {"dog": 19, "lead": True}
    walks = {"dogs": [[lead, 20], [{"dog": 21, "lead": True}, 22]]}
    needed: dict[str, dict[str, Any]] = {
        "gain": {"forecasts": [1, 8, 9, 10], "dogs": [[20]]},
        "place": {"dogs": [[20]]},
        "crafty": {"dogs": [[lead]]},
        "move": walks,
        "globetrotter": {"dogs": [[{"dog": 404, "lead": True}], [lead]], "positions": [2, 4, 3]},
        "pay_occupied": {**walks, "positions": [2, 2, 1]},
        "reward": {**walks, "positions": [6, 2, 1], "pending": {"scouts": 1}},
        "replace": {**walks, "positions": [6, 2, 1], "revealed": [30, 31]},
        "leave_bonus": {**walks, "positions": [93, 2, 1]},
        "fork": {**walks, "positions": [2, 3, 6]},
    }
    params = {"sets": ALL_SETS}
    found = simcore.Position.from_dict("dog_park", {"phase": phase, **needed.get(phase, {})}, params)
    assert found.to_dict()["phase"] == phase
    assert found.legal_actions()
    while not found.is_over:
        legal = found.legal_actions()
        found = found.apply(legal[len(legal) // 2])
    assert sum(found.payoffs()) == 1


def test_the_page_explains_every_key() -> None:
    """The game's page names every key of a position, and its example gives what it says."""
    text = PAGE.read_text(encoding="utf-8")
    named = (*KEYS, *DOG_KEYS, *COUNTS, *SOLO_KEYS, "moves", "turns", "swaps", "scouts", "slot", "value")
    assert [key for key in named if f"`{key}`" not in text and f'"{key}"' not in text] == []
    (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.S)
    dogs = {action.get("dog") for action in eval(code, {"simcore": simcore})}
    assert dogs == {19, 30, 75}


def test_moves_are_played() -> None:
    """`moves` are actions as records write them."""
    moves = [{"kind": "offer", "slot": 2, "value": 3}, {"kind": "offer", "slot": 1, "value": 1}]
    told = simcore.Position.from_dict("dog_park", {"players": 3, "moves": moves}).to_dict()
    assert (told["seat"], told["offers"]) == (2, [{"slot": 2, "value": 3}, {"slot": 1, "value": 1}, None])
    with pytest.raises(simcore.errors.InputError, match=r"moves.1: .*'value': 9.* is not legal; legal: .*'slot': 0"):
        simcore.Position.from_dict("dog_park", {"moves": [moves[0], {**moves[1], "value": 9}]})
    with pytest.raises(simcore.errors.InputError, match=r"moves.0.card: 'card' is unknown; allowed: kind, slot, value"):
        simcore.Position.from_dict("dog_park", {"moves": [{"kind": "offer", "card": 1}]})


def test_a_position_is_shown_in_words() -> None:
    """Printed, a position shows the table, what everybody has, who stands where and what is asked."""
    dogs = [[{"dog": 19, "lead": True}, {"dog": 20, "tokens": 2}], [{"dog": 21, "lead": True}]]
    values = {"players": 2, "phase": "pay_occupied", "dogs": dogs, "positions": [2, 2, 92]}
    text = str(simcore.Position.from_dict("dog_park", values))
    for told in (
        "round         1 of 4, walking, first player 0",
        "forecast      8 (unwalked dogs lose 2)",
        "slot 0        toy 1 (go fetch treat to stick), Australian Silky Terrier, costs 1 stick, 1 ball, 1 treat",
        "seat 0        5 reputation; 2 stick, 2 ball, 1 toy, 1 treat; gundog 19 (crafty stick) 1 token on the lead",
        "in the park   seat 0 on space 2, seat 1 on space 2, autowalker 2 on leave space 92",
        "to move       seat 0 pays for an occupied space, or does not",
    ):
        assert told in text
    over = simcore.Position.from_dict("dog_park", {"players": 3, "phase": "over", "reputation": [3, 9, 9]})
    assert "over          seat 0 3, seat 1 9, seat 2 9; seat 1 and seat 2 win" in str(over)
    assert over.payoffs() == [0, 0.5, 0.5]
