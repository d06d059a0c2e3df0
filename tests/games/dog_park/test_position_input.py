"""What is wrong with a position of Dog Park is told in one line; whatever is accepted can be played to its end."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import simcore
from simcore.engine import registry
from simcore.engine.steps import steps_of
from simcore.errors import InputError
from simcore.games.dog_park import position
from simcore.games.dog_park import state as s
from simcore.games.dog_park.table import PARTS

ALL_SETS = ["base", "european", "famous", "world"]
# gundogs: 19 crafty stick, 20 eager ball, 21 eager stick; 75 is a pastoral dog, 136 a utility dog
LED = {"dog": 19, "lead": True}
WALK: dict[str, Any] = {"phase": "move", "dogs": [[LED, 20], [{"dog": 21, "lead": True}, 22]]}
STANDING = {**WALK, "positions": [2, 2, 3]}
FREE = {"phase": "place", "forecasts": [3, 8, 9, 10], "dogs": [[{"dog": 75, "lead": True}, 20]]}
ANY_TIME = {"crafty_timing": "any_time"}
PICK = {"phase": "pick", "field": [None, 30, 31], "dogs": [[], [], [32]], "acquired": [None, None, 32]}
FORK = {**WALK, "phase": "fork", "positions": [2, 3, 6]}
GAIN = {"phase": "gain", "forecasts": [1, 2, 7, 4], "dogs": [[20], [21, 22]]}
OVER: dict[str, Any] = {"phase": "over", "players": 3}

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"player": 2}, "player: 'player' is unknown; allowed: .*did you mean 'players'"),
    ({"players": 5}, "players: 5 is not allowed; allowed: 1 to 4"),
    ({"players": True}, "players: True is not allowed"),
    ({"round": 0}, "round: 0 is not allowed; allowed: 1 to 4"),
    ({"round": 2, "phase": "objective"}, "round: 2 is not allowed; phase objective is in round 1"),
    ({"round": 3, "phase": "over"}, "round: 3 is not allowed; phase over is in round 4"),
    ({"phase": "bid"}, "phase: 'bid' is unknown; allowed: crafty, fork, gain"),
    ({"phase": "running"}, "phase: 'running' is unknown"),
    ({"part": "selling"}, "part: 'selling' is unknown; allowed: home_time, over"),
    ({"part": "walking", "phase": "offer"}, "part: walking does not go with phase offer; allowed: recruitment"),
    ({"phase": "gain"}, "phase: under forecast 8 nobody chooses resources"),
    ({"phase": "gain", "part": "setup"}, "part: setup does not go with phase gain; allowed: recruitment, selection"),
    ({"offer": 3}, "offer: 3 is not allowed; allowed: 1 to 2"),
    ({"phase": "place", "offer": 1}, "offer: belongs to the recruitment"),
    ({"first": 2}, "first: 2 is not allowed; allowed: 0 to 1"),
    ({"seat": 2}, "seat: 2 is not allowed; allowed: 0 to 1"),
    # cards
    ({"awards": ["hound"]}, r"awards: \['hound'\] is not allowed; allowed: a list of 7"),
    ({"awards": ["hound"] * 7}, "awards: .* is not allowed; allowed: each breed once"),
    ({"awards": [*"abcdefg"]}, "awards.0: 'a' is unknown; allowed: gundog, hound"),
    ({"forecasts": [11, 1, 2, 3]}, "forecasts.0: 11 never lies on round 1"),
    ({"forecasts": [1, 1, 2, 3]}, "forecasts.1: 1 lies there already"),
    ({"forecasts": [1, 2, 3, 12]}, "forecasts.3: 12 is not allowed; allowed: 1, 2, 3"),
    ({"locations": [1, 9, 10, 11]}, "locations.0: 1 is not allowed; allowed: 9, 10, 11, 12"),
    ({"players": 4, "locations": [9, 1, 2, 3]}, "locations.0: 9 is not allowed; allowed: 1, 2, 3, 4"),
    ({"dealt_objectives": [[1, 6], [2, 7]]}, "dealt_objectives.0.0: 1 is not allowed; allowed: 2, 3, 4, 5"),
    ({"dealt_objectives": [[2, 6], [2, 7]]}, "dealt_objectives.1.0: 2 is dealt already"),
    (
        {"dealt_objectives": [[2], [3, 7]]},
        r"dealt_objectives.0: \[2\] is not allowed; allowed: \[experienced, standard",
    ),
    ({"players": 1, "dealt_objectives": [[20]]}, r"dealt_objectives.0: \[20\] is not allowed; allowed: \[20, 21, 22"),
    ({"objectives": [10, None]}, "objectives.0: 10 is not allowed; allowed: 2, 6"),
    ({"phase": "objective", "objectives": [2, None]}, "objectives.0: 2 .*: none: seat 0 has not chosen yet"),
    ({"dice": [5]}, "dice.0: 5 is not allowed; allowed: 1, 2, 3, 4"),
    ({"dice": [1] * 105}, "dice: has 105 faces; allowed: at most 104"),
    ({"players": 3, "dice": [1]}, r"dice: \[1\] is not allowed: no autowalker plays with 3 players"),
    # dogs
    ({"field": [1, 2]}, r"field: \[1, 2\] is not allowed; allowed: a list of 3"),
    ({"field": [1, 2, 2]}, "field.2: 2 lies in field.1 already"),
    ({"field": [1, 2, None]}, "field.2: is empty, and nobody is picking dogs"),
    ({"field": [1, 2, 164]}, "field.2: 164 is not allowed; allowed: ids of dogs of the sets in the game, 1 to 163"),
    ({"field": [1, 2, "3"]}, "field.2: '3' is not allowed"),
    ({"deck": [1], "field": [1, 2, 3]}, "deck.0: 1 lies in field.0 already"),
    ({"phase": "place", "dogs": [[1, 2], [{"dog": 1}]]}, "dogs.1.0.dog: 1 lies in dogs.0.0.dog already"),
    ({"deck": 5}, "deck: 5 is not allowed; allowed: a list"),
    ({"discarded": list(range(1, 160))}, "deck: has 1 dogs; the rest of the game draws at least 24"),
    ({"discarded": list(range(1, 163))}, "field: is left out, and too few dogs lie nowhere else to fill it"),
    ({"dogs": [[], [], [], []]}, "dogs: has 4 lists; allowed: at most 3"),
    ({"dogs": [[20]]}, "dogs.0: has 1 dogs; allowed: at most 0 at this point of the game"),
    ({"round": 2, "dogs": [[1, 2, 3]]}, "dogs.0: has 3 dogs; allowed: at most 2"),
    ({"phase": "place", "dogs": [[1, 2, 3]]}, "dogs.0: has 3 dogs; allowed: at most 2"),
    ({"phase": "place", "dogs": [list(range(1, 10))]}, "dogs.0: .* allowed: a list of at most 8 dogs"),
    ({"phase": "place", "dogs": [[{"dog": 1, "token": 1}]]}, "dogs.0.0.token: 'token' is unknown; .*'tokens'"),
    ({"phase": "place", "dogs": [[{"dog": 1, "tokens": 10}]]}, "dogs.0.0.tokens: 10 is not allowed; allowed: 0 to 9"),
    ({"phase": "place", "dogs": [[{"dog": 1, "tokens": 0, "lead": True}]]}, "dogs.0.0.tokens: 0 .* allowed: 1 to 9"),
    ({"phase": "place", "dogs": [[{"dog": 1, "lead": 1}]]}, "dogs.0.0.lead: 1 is not allowed; allowed: true, false"),
    ({"round": 2, "dogs": [[LED]]}, "dogs.0.0.lead: nothing is on the lead of seat 0 then"),
    ({"phase": "place", "dogs": [[], [], [LED]]}, "dogs.2.0.lead: nothing is on the lead of autowalker 2 then"),
    (
        {"phase": "place", "round": 2, "dogs": [[{"dog": dog, "lead": True} for dog in (1, 2, 3, 4)]]},
        "dogs.0: has more than 3 dogs on the lead",
    ),
    ({"phase": "place", "dogs": [[], [LED]], "seat": 0}, "dogs.1: nothing is on this lead before its player selects"),
    ({"resources": [{"stick": 41}, None]}, "resources.0.stick: 41 is not allowed; allowed: 0 to 40"),
    ({"resources": [{"sticks": 1}, None]}, "resources.0.sticks: 'sticks' is unknown; .*did you mean 'stick'"),
    ({"resources": [{}]}, r"resources: \[\{\}\] is not allowed; allowed: a list of 2"),
    ({"reputation": [-1, 0]}, "reputation.0: -1 is not allowed; allowed: 0 to 999"),
    # recruitment
    ({"reputation": [0, 0]}, "reputation: nobody has any, and so nobody offers"),
    ({"reputation": [0, 1], "seat": 0}, "seat: 0 has no reputation and offers nothing"),
    ({"seat": 1}, "offers.0: is missing: this seat offers earlier"),
    ({"seat": 0, "offers": [None, {"slot": 0, "value": 1}, None]}, "offers.1: is not allowed: not yet"),
    ({"offers": [{"slot": 3, "value": 1}, None, None]}, "offers.0.slot: 3 is not allowed; allowed: 0 to 2"),
    ({"offers": [{"slot": 0, "value": 6}, None, None]}, "offers.0.value: 6 is not allowed; allowed: 1 to 5"),
    ({"reputation": [3, 5], "offers": [{"slot": 0, "value": 4}, None, None]}, "offers.0.value: 4 .* allowed: 1 to 3"),
    ({"offers": [{"slot": 0}, None, None]}, "offers.0.value: 0 is not allowed"),
    ({"offers": [7, None, None]}, "offers.0: 7 is not allowed; allowed: a dict"),
    ({"acquired": [1, None, None]}, "acquired: belongs to phase pick, gain"),
    ({**PICK, "field": [30, 31, 33]}, "field: has 3 dogs for 2 walkers without one of this offer"),
    ({**PICK, "seat": 1}, "seat: 1 is not allowed; allowed: 0, who takes a dog first"),
    ({**PICK, "acquired": [None, None, 33]}, "acquired.2: 33 is not one of the seat's dogs"),
    (
        {"phase": "pick", "field": [None, None, 30], "dogs": [[31], [32]], "acquired": [31, 32, None]},
        "phase: no player has a dog to choose",
    ),
    ({**PICK, "dogs": [[1], [], [32]]}, "dogs.0: has 1 dogs; allowed: at most 0"),
    ({"offers": [{"slot": 0, "value": 1}, None, None], "phase": "place"}, "offers: belongs to phase offer, pick, gain"),
    # choices of resources
    ({**GAIN, "gains": 2}, "gains: 2 is not allowed; allowed: 1 to 1"),
    ({**GAIN, "dogs": [[1], [2]]}, "seat: 0 has no dog for which forecast 1 gives a resource to choose"),
    ({**GAIN, "round": 2}, "seat: 0 has no dog for which forecast 2 gives"),
    ({**GAIN, "dogs": [[LED]]}, "dogs.0: nothing is on this lead before its player selects"),
    ({**GAIN, "round": 3, "dogs": [[136], [1], [2]]}, "seat: 0 has no dog for which forecast 7 gives"),
    ({**GAIN, "round": 3, "dogs": [[136]], "field": [30, None, None]}, "field.0: holds a dog: all have been taken"),
    ({"gains": 1}, "gains: belongs to phase gain"),
    # selection
    ({**FREE, "free_placements": 2}, "free_placements: 2 is not allowed; allowed: 0 to 1"),
    ({"phase": "place", "free_placements": 1}, "free_placements: 1 is not allowed; allowed: 0 to 0"),
    ({"free_placements": 1}, "free_placements: belongs to phase place, crafty"),
    ({"phase": "place", "one_resource": 1}, "one_resource: 1 is not allowed; allowed: true, false"),
    ({"phase": "place", "one_resource": True}, "one_resource: true is not allowed without a friendly dog on the lead"),
    ({"phase": "crafty"}, "phase: crafty needs a crafty dog on the lead"),
    ({"phase": "crafty", "dogs": [[LED]], "crafty": "toy"}, "crafty: 'toy' is unknown; allowed: stick"),
    ({"phase": "place", "waiting": {"eager": {"ball": 1}}}, "waiting.eager.ball: 1 is not allowed; allowed: 0 to 0"),
    ({"phase": "place", "waiting": {"lazy": {}}}, "waiting.lazy: 'lazy' is unknown; allowed: crafty, eager"),
    # walking
    ({"phase": "move"}, "dogs: nobody has a dog on the lead, and so nobody walks"),
    ({"positions": [1, 1, 1]}, "positions: belongs to phase gain, move, globetrotter"),
    ({**WALK, "dogs": [[LED]], "positions": [1, 2, 3]}, "positions.1: seat 1 does not walk in this round"),
    ({**WALK, "positions": [5, 1, 1]}, "positions.0: 5 is not allowed; allowed: 0, 1, 2, 3, 4, 6, 7"),
    ({**WALK, "positions": [91, 1, 1]}, "positions.0: 91 is not allowed"),
    ({**WALK, "positions": [94, 1, 1]}, "positions.0: 94 is not allowed"),
    ({**WALK, "positions": [92, 92, 1]}, "positions.1: 92 is taken already; it holds one walker"),
    ({**WALK, "positions": [92, 93, 1]}, "seat: 0 stands on 92; phase move is on 0 to 15"),
    ({**WALK, "positions": [92, 1, 93]}, "positions: the walk is over: no player, or only one walker, is left"),
    ({**WALK, "positions": [92, 1, 2], "seat": 0}, "seat: 0 stands on 92; phase move is on 0 to 15"),
    ({**WALK, "dogs": [[LED]], "seat": 1}, "seat: 1 does not walk; phase move is on 0 to 15"),
    ({**STANDING, "phase": "leave_bonus"}, "seat: 0 stands on 2; phase leave_bonus is on 93"),
    ({**STANDING, "phase": "reward", "positions": [0, 0, 0]}, "seat: 0 stands on 0; phase reward is on 1 to 15, 93"),
    ({**WALK, "phase": "leave_bonus", "dogs": [[LED], [20]], "positions": [93, None, 1]}, "dogs.0: a swap needs a dog"),
    ({**STANDING, "phase": "pay_occupied", "positions": [1, 2, 3]}, "phase: pay_occupied needs another walker"),
    (
        {**STANDING, "phase": "pay_occupied", "reputation": [0, 1]},
        "phase: pay_occupied needs reputation, and no social",
    ),
    ({**STANDING, "phase": "globetrotter"}, "phase: globetrotter needs a globetrotter on the lead, reputation"),
    ({**STANDING, "phase": "reward"}, "pending: has neither swaps nor scouts; phase reward needs one"),
    ({**STANDING, "pending": {"swaps": 1}}, "pending: belongs to phase gain, reward, replace"),
    (
        {**STANDING, "phase": "reward", "pending": {"swap": 1}},
        "pending.swap: 'swap' is unknown; .*did you mean 'swaps'",
    ),
    ({**STANDING, "phase": "replace"}, "revealed: has no dogs; phase replace needs one or two"),
    ({**STANDING, "phase": "replace", "revealed": [1, 2, 3]}, "revealed: has 3 dogs; allowed: at most 2"),
    (
        {**STANDING, "phase": "reward", "pending": {"swaps": 1}, "fired": [20]},
        "fired.0: 20 is not allowed; allowed: 19",
    ),
    ({**FORK, "players": 3, "positions": [2, 3, None]}, "phase: fork is not allowed: no autowalker plays with 3"),
    ({**FORK, "seat": 1}, "seat: 1 is not allowed; allowed: 0, the first player"),
    ({**FORK, "positions": [2, 3, 7]}, "mover: autowalker 2 cannot reach two spaces with one roll"),
    ({**FORK, "fork": [5, 7]}, r"fork: \[5, 7\] is not allowed; allowed: \[7, 8\] or \[9, 10\]"),
    # the end
    ({"winners": [0]}, "winners: belongs to phase over"),
    ({**OVER, "winners": [0]}, r"winners: \[0\] does not follow from the rest, which gives \[0, 1, 2\]"),
    ({**OVER, "scores": [1, 5, 5]}, r"scores: \[1, 5, 5\] does not follow from the rest, which gives \[5, 5, 5\]"),
    ({**OVER, "resources": [{"stick": 1}, None, None]}, "resources: are used up when the game is over"),
    (
        {**OVER, "breakdown": [{"reputation": 4}, None, None]},
        "breakdown.0.reputation: 4 is not allowed; allowed: 5 to 5",
    ),
    ({**OVER, "breakdown": [{"ability": 4}, None, None]}, "breakdown.0.ability: 'ability' is unknown"),
    ({**OVER, "solo": {"stars": 1}}, "solo: is not allowed with 3 players"),
    ({"phase": "over", "players": 1, "solo": {"stars": 1}}, "solo.stars: 1 is not allowed; allowed: 0 to 0"),
    ({"over": True}, "over: True does not follow from the rest, which gives False"),
    # counts
    ({"counts": {"turns": -1}}, "counts.turns: -1 is not allowed"),
    ({"counts": {"swaps": [1]}}, r"counts.swaps: \[1\] is not allowed; allowed: a list of 2"),
    ({"counts": {"jumps": [1]}}, "counts.jumps: 'jumps' is unknown"),
]


@pytest.mark.parametrize(("values", "told"), WRONG, ids=[str(i) for i in range(len(WRONG))])
def test_bad_positions(values: dict[str, Any], told: str) -> None:
    """Every fault of a position is one line that names the key, the value and what is allowed."""
    with pytest.raises(InputError, match=told) as caught:
        simcore.Position.from_dict("dog_park", values)
    assert str(caught.value).startswith("Position: ")
    assert "\n" not in str(caught.value)


def test_a_reading_is_checked_as_well() -> None:
    """What a rule parameter excludes is refused under it only."""
    lone = {"players": 3, "phase": "move", "dogs": [[LED]]}
    assert simcore.Position.from_dict("dog_park", lone).legal_actions()
    with pytest.raises(InputError, match="an only walker goes home at once under lone_human_walks_on = false"):
        simcore.Position.from_dict("dog_park", lone, {"lone_human_walks_on": False})
    with pytest.raises(InputError, match=r"phase: crafty needs .* crafty_timing = when_placed"):
        simcore.Position.from_dict("dog_park", {"phase": "crafty", "dogs": [[LED]]}, {"crafty_timing": "any_time"})
    waits = {"phase": "place", "dogs": [[LED, 20]], "waiting": {"crafty": {"stick": 1}}}
    with pytest.raises(InputError, match=r"waiting\.crafty\.stick: 1 is not allowed; allowed: 0 to 0"):
        simcore.Position.from_dict("dog_park", waits)
    listed = simcore.Position.from_dict("dog_park", waits, {"crafty_timing": "any_time"}).legal_actions()
    assert {"kind": "crafty", "gain": "stick", "give": "ball"} in listed
    with pytest.raises(InputError, match=r"forecasts\.0: 7 is not allowed; allowed: 8, 9, 10, 11"):
        simcore.Position.from_dict("dog_park", {"forecasts": [7, 8, 9, 10]}, {"predictable_forecast": True})
    with pytest.raises(InputError, match="players: with packed_park true is not allowed with 2 players"):
        simcore.Position.from_dict("dog_park", {}, {"packed_park": True})
    with pytest.raises(InputError, match="players: with packed_park true is not allowed with gentle_walk = true"):
        simcore.Position.from_dict("dog_park", {"players": 4}, {"packed_park": True, "gentle_walk": True})


# ---- records


def changed(record: list[dict[str, Any]], key: str, value: Any) -> list[dict[str, Any]]:
    """Return a record whose setup has another value; None takes the key away."""
    header, *lines = copy.deepcopy(record)
    header["setup"][key] = value
    if value is None:
        del header["setup"][key]
    return [header, *lines]


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("cards", [], "setup.cards: 'cards' is unknown; allowed: awards, deck, dice"),
        ("deck", None, "setup.deck: is missing"),
        ("deck", list(range(1, 27)), "setup.deck: has 26 dogs; a game draws at least 27"),
        ("deck", [1, 1, *range(2, 40)], "setup.deck.1: 1 lies in setup.deck.0 already"),
        ("deck", [*range(1, 40), 201], "setup.deck.39: 201 is not allowed; allowed: ids of dogs .* 1 to 163"),
        ("awards", None, "setup.awards: is missing"),
        ("forecasts", [11, 1, 2, 3], "setup.forecasts.0: 11 never lies on round 1"),
        ("locations", [1, 2, 3, 4], "setup.locations.0: 1 is not allowed; allowed: 9, 10"),
        ("objectives", [[20, 21, 22, 24]], "setup.objectives.0: .* is not allowed; allowed: .20, 21, 22, 23"),
        ("dice", [0], "setup.dice.0: 0 is not allowed; allowed: 1, 2, 3, 4"),
    ],
)
def test_bad_setups(first_record: list[dict[str, Any]], key: str, value: Any, told: str) -> None:
    """So is every fault of a record's setup."""
    lines = changed(first_record, key, value)
    with pytest.raises(InputError, match=f"Position: {told}"):
        simcore.Position.from_record(lines[0], lines[1:])


def test_lines_of_a_record_are_checked(first_record: list[dict[str, Any]]) -> None:
    """A forced line is skipped only where the rules make such a decision at once; any other must fit."""
    header, *lines = first_record
    offered = lines[1]
    assert offered["chosen"]["kind"] == "offer"
    for wrong, told in (
        ({**offered, "legal": [offered["chosen"]]}, "decisions.1: seat 0 with .*; the rules say seat 0 with"),
        ({**offered, "legal": [{"kind": "pick", "slot": 1}]}, "decisions.1: seat 0 with .*'pick'"),
        ({**offered, "seat": 1}, "decisions.1: seat 1 with .*; the rules say seat 0"),
    ):
        with pytest.raises(InputError, match=told):
            simcore.Position.from_record(header, [lines[0], wrong])


# ---- anything at all


def tweaked(value: Any, rng: random.Random) -> Any:
    """Return a value with something changed, anything but always the same kind of thing."""
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: tweaked(value[key], rng)} if rng.random() < 0.8 else {"x": 1}
    if isinstance(value, list) and value and rng.random() < 0.8:
        i = rng.randrange(len(value))
        return [*value[:i], tweaked(value[i], rng), *value[i + 1 :]]
    other = [None, True, 0, 1, 2, 3, 93, 10**20, -1, 1.5, "x", [], {}, [None], rng.randrange(170)]
    return rng.choice([*other, *s.PHASES, *PARTS, value + 1 if isinstance(value, int) else value])


def spoiled(values: dict[str, Any], others: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Return a position with some keys left out, changed, or taken from other positions."""
    found = copy.deepcopy(values)
    for key in rng.sample(list(found), rng.choice([1, 1, 2, 3, 12])):
        how = rng.random()
        if how < 0.4:
            del found[key]
        elif how < 0.6:
            found[key] = copy.deepcopy(rng.choice(others)[key])
        else:
            found[key] = tweaked(found[key], rng)
    return found


def check_played(states: Any, rules: Any, rng: random.Random) -> None:
    """Play a position to its end, with all numbers in their bounds."""
    steps, state = steps_of(registry.game("dog_park")), states[0]
    legal = steps.legal(states, rules)
    for _ in range(1000):
        if state.phase == s.OVER:
            return
        assert legal
        assert len(set(legal)) == len(legal)
        legal = steps.apply(states, rng.choice(legal), rules)
        assert min(state.reputation.min(), state.resources.min(), state.tokens.min()) >= 0
        assert state.n_dogs.max() <= s.MAX_DOGS
        assert 0 <= state.deck_floor <= state.deck_left
        dogs = [dog for dog in (*state.dogs.flatten(), *state.field, *state.revealed) if dog]
        assert len(set(dogs)) == len(dogs)
    pytest.fail("the game does not end")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "changed_rules",
    [
        {},
        {"sets": ALL_SETS, "crafty_timing": "any_time", "forecast7_triggers_abilities": True},
        {"deck": "half", "no_offer_pick": "turn_order", "lone_human_walks_on": False, "leave_bonus": "arrival_order"},
    ],
    ids=["defaults", "sets", "half"],
)
def test_whatever_is_accepted_can_be_played(
    traces: Callable[..., Iterator[Any]], players: int, changed_rules: dict[str, Any]
) -> None:
    """Positions with anything changed are refused in one line, or come back from their dict and play to the end."""
    rng = random.Random(players)
    ((trace, _, rules), *_) = traces(changed_rules, players, 5, range(1))
    others = [position.to_dict(trace.states[i : i + 1]) for i in range(len(trace.states))]
    accepted = 0
    for _ in range(250):
        values = spoiled(rng.choice(others), others, rng)
        try:
            states = position.from_dict(values, rules)
        except InputError as error:
            assert str(error).startswith("Position: ")
            assert "\n" not in str(error)
            continue
        accepted += 1
        told = position.to_dict(states)
        assert position.to_dict(position.from_dict(told, rules)) == told
        assert list(position.words(states))
        check_played(states, rules, rng)
    assert accepted > 20
