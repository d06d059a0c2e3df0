"""Games told in words: whole games as files to read, and every decision tells what changes hands.

The files in ``goldens`` are short games of random players. After a change of the words, or of what random players draw,
``SIMCORE_WRITE_GOLDENS=1 python -m pytest tests/games/dog_lover/test_words.py`` writes them anew; read what changed.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simcore
from simcore.engine.parameters import complete, encode_rules
from simcore.engine.steps import steps_of
from simcore.games.dog_lover import GAME, layout, position
from simcore.games.dog_lover import record as told_as
from simcore.games.dog_lover.actions import action_to_dict
from simcore.games.dog_lover.cards import SHIPPED, tables, with_changes
from simcore.games.dog_lover.words import card_words, dog_words, grid_lines, line_words, printed_trick_words
from simcore.running.replay import Replayer

Traces = Callable[..., Iterator[Any]]
Told = dict[str, Any]
GOLDENS = Path(__file__).parent / "goldens"
PLAYERS = (2, 3, 4)
KINDS = {
    *("place_watch_dog", "take", "rescue", "learn", "tuck_training", "fetch", "tuck_walk", "attach"),
    *("discard_food", "end_turn"),
}
FOOD = {row["id"]: row for row in SHIPPED.rows("food")}
CARD_IDS = {name: number for number, name in enumerate(SHIPPED.card_ids) if name}
DOG_IDS = {name: number for number, name in enumerate(SHIPPED.dog_ids) if name}


def told_game(players: int) -> str:
    """Return a game of random players in words, short by many cards below the End Game card."""
    asked = {
        "schema": 1,
        "game": "dog_lover",
        "seed": 2026,
        "players": players,
        "params": {"cards_below_end": {2: 40, 3: 55, 4: 70}[players]},
        "entrants": [{"name": name, "strategy": "random"} for name in ("ann", "ben", "cleo", "dan")[:players]],
        "lineups": {"mode": "fixed"},
    }
    game = Replayer(simcore.Scenario.from_dict(asked), print).game(0, 0)
    return "\n".join([*game.words(), ""])


@pytest.mark.parametrize("players", PLAYERS)
def test_a_whole_game(players: int) -> None:
    """A game reads as the file that was reviewed."""
    path = GOLDENS / f"{players}_players.txt"
    told = told_game(players)
    if os.environ.get("SIMCORE_WRITE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


# ---- the grid


@pytest.mark.parametrize("watch", layout.LINES)
def test_the_watch_dog_stands_beside_its_line(watch: str) -> None:
    """Left of its row, or above the first letter of its column; the last row tells how many cards the deck has."""
    grid = ["fav_a", "scraps_x2", "s01", "x01", "bone", "walk", "fetch", "l01", "adoption"]
    values = {"grid": grid, "watch": watch, "dogs": [["s02"], ["s04"]]}
    *above, first, second, third = lines_of_grid(values)
    rows = [first, second, third]
    assert [row[:12].strip() for row in rows] == ["watch dog >" if watch == f"r{n}" else "" for n in range(3)]
    texts = [[cell.strip() for cell in row[12:].split("|")[1:4]] for row in rows]
    assert texts == [
        ["fav_a", "2 scraps", "s01 (small 1 S)"],
        ["trait x01 (small 1, multi walk)", "bone", "walk"],
        ["Fetch", "l01 (large 7 SSS)", "adoption"],
    ]
    assert len({row.index("|", 14) for row in rows}) == 1, "columns stand below one another"
    assert third.endswith("|  deck 62")
    if watch[0] == "c":
        (line,) = above
        assert line.strip() == "v watch dog"
        assert [row[line.index("v")] for row in rows] == [text[int(watch[1])][0] for text in texts]
    else:
        assert above == []


def lines_of_grid(values: Told) -> list[str]:
    """Return the lines of a position that show the grid."""
    lines = list(simcore.Position.from_dict("dog_lover", values).words())
    return [line for line in lines if line.startswith(("   ", "watch dog")) and ("|" in line or "v watch" in line)]


def test_no_watch_dog_before_it_is_placed() -> None:
    """Before its first decision the watch dog has no line (2.7)."""
    lines = lines_of_grid({"phase": "place_watch_dog"})
    assert len(lines) == 3
    assert "watch dog" not in "".join(lines)


def test_what_is_printed_on_cards() -> None:
    """Each kind of card in words."""
    cards = {
        "bone": "bone",
        "walk": "walk",
        "training": "training",
        "adoption": "adoption",
        "fetch": "Fetch",
        "fav_b": "fav_b",
        "kibble_x2": "2 kibble",
        "wild": "1 wild",
        "m04": "m04 (medium 3 SK)",
        "x04": "trait x04 (any 4)",
        "x10": "trait x10 (large 2, 2 training bonus)",
    }
    assert {name: card_words(CARD_IDS[name]) for name in cards} == cards
    dogs = {
        "r01": "r01 (small 0 SK, 2 per fed small)",
        "r08": "r08 (large 5 SC, all sizes)",
        "r12": "r12 (medium 1 KC, 2 per trait)",
        "r15": "r15 (large 8 SKC)",
    }
    assert {name: dog_words(DOG_IDS[name]) for name in dogs} == dogs
    tricks = {name: number for number, name in enumerate(SHIPPED.trick_ids) if name}
    assert printed_trick_words(tricks["basic"]) == "basic (XXX * r0)"
    assert printed_trick_words(tricks["t09"]) == "t09 (.XX / XX. * r1, costs 2)"
    assert [line_words(line) for line in (0, 2, 3)] == ["top row", "bottom row", "left column"]


def test_other_cards_are_told() -> None:
    """Numbers come from the card table that is played with."""
    table = with_changes(SHIPPED, {"dogs.s01.vp": 9, "food.scraps.amount": 3, "tricks.t01.cost": 4})
    values = complete(GAME.parameters, {}, "test", "params")
    rules = encode_rules(GAME.parameters, values, tables(values, table))
    given = {"grid": ["scraps", *["bone"] * 4, *["walk"] * 4]}
    text = "\n".join(position.words(position.from_dict(given, rules, table), table))
    for told in ("s01 (small 9 S)", "| 3 scraps |", "t01 (XX. / ... / ..X * r0, costs 4)"):
        assert told in text


# ---- decisions


def holdings(told: Told, seat: int) -> Counter[str]:
    """Count what a seat has that a discard can take: cards of the hand, pending walks and traits, cubes."""
    found = Counter(told["hands"][seat]) + Counter(told["cubes"][seat])
    if told["pending"] and told["seat"] == seat:
        found += Counter(told["pending"]["traits"]) + Counter(walk=told["pending"]["walks"])
    return found


def gained_by(action: Told, before: Told, after: Told) -> list[str]:
    """Return the cards that a decision lets a seat gain, those that were still waiting among them."""
    cards = {cell: card for cell, card in enumerate(before["gaining"] or []) if card}
    if action["kind"] == "take":
        cards = {cell: before["grid"][cell] for cell in action["cells"] if cell != before["fresh_fetch"]}
    if action["kind"] == "fetch":
        return [before["grid"][action["cell"]]]
    return [card for cell, card in cards.items() if not (after["gaining"] and after["gaining"][cell])]


def expected_loss(action: Told, before: Told, after: Told) -> Counter[str]:
    """Return what a decision lets a seat discard beside what it names itself."""
    seat = before["seat"]
    found = holdings(before, seat)
    for card in gained_by(action, before, after):
        if card in FOOD:
            found[FOOD[card]["food"]] += FOOD[card]["amount"]
        elif card not in DOG_IDS:
            found[card] += 1
    paid = {"fetch": "fetch", "attach": action.get("trait", ""), "discard_food": action.get("food", "")}
    found[paid.get(action["kind"], "")] -= 1
    return +(found - holdings(after, seat))


def told_loss(line: str) -> Counter[str]:
    """Read from a line what is discarded."""
    found: Counter[str] = Counter()
    _, _, discarded = line.partition("; discards ")
    for part in re.split(r", | and ", re.sub(r" \([^)]*\)", "", discarded)):
        if trait := re.match(r"trait (\w+)", part):
            found[trait[1]] += 1
        elif counted := re.match(r"(\d+) (\w+)", part):
            found[re.sub(r"^(walk|bone)s$", r"\1", counted[2])] += int(counted[1])
    return found


def check_decision(action: Told, before: Told, after: Told, line: str) -> None:
    """A line names what its action names, in the order gained."""
    seat, kind = before["seat"], action["kind"]
    own = [dog_words(DOG_IDS[entry["dog"]]) for entry in before["dogs"][seat]]
    match kind:
        case "take":
            cards = [card_words(CARD_IDS[before["grid"][c]]) for c in action["cells"] if c != before["fresh_fetch"]]
            listed = f"{', '.join(cards[:-1])} and {cards[-1]}" if len(cards) > 1 else cards[0]
            watch = line_words(layout.LINES.index(action["watch"]))
            told = f"takes {listed} with trick {action['trick']}, the watch dog goes to the {watch}"
        case "fetch":
            told = f"swaps Fetch for {card_words(CARD_IDS[before['grid'][action['cell']]])}"
        case "rescue":
            told = f"rescues {dog_words(DOG_IDS[before['shelter_row'][action['slot']]])} for "
        case "learn":
            told = f"learns trick {before['trick_row'][action['slot']]} for "
        case "attach":
            told = f"attaches trait {action['trait']} ("
            assert f") to {own[action['dog']]}" in line
        case "tuck_walk" | "tuck_training":
            told = f"tucks a {'walk' if kind == 'tuck_walk' else 'training card'} under {own[action['dog']]}"
        case "place_watch_dog":
            told = f"puts the watch dog beside the {line_words(layout.LINES.index(action['line']))}"
        case "discard_food":
            told = f"gives up 1 {action['food']}"
        case _:
            told = {"end_turn": "ends the turn", "no_take": "takes nothing, no trick has a legal place"}[kind]
    assert line.startswith(told)
    if kind in ("rescue", "learn"):
        card = {"rescue": "adoption", "learn": "training"}[kind]
        paid = before["hands"][seat].count(card) - after["hands"][seat].count(card)
        assert line.endswith(f" for {paid} {card}")


def check_told(trace: Any, rules: Any) -> set[str]:
    """Every decision of a game tells all that changes hands; rounds are headed, and each turn begins with the grid."""
    dicts = [position.to_dict(trace.states[i : i + 1]) for i in range(len(trace.states))]
    kinds = set()
    for i, number in enumerate(trace.chosen):
        before, after, action = dicts[i], dicts[i + 1], action_to_dict(number)
        line, *rest = told_as.tell(trace.states[i], number, trace.states[i + 1], rules[0])
        check_decision(action, before, after, line)
        if action["kind"] not in ("rescue", "learn", "tuck_walk", "tuck_training", "place_watch_dog", "no_take"):
            assert told_loss(line) == expected_loss(action, before, after), line
        turned_up = "  the End Game card turns up: this round is the last" in rest
        assert turned_up == (after["last_round"] and not before["last_round"])
        begins = after["phase"] == "play" and (after["seat"] != before["seat"] or action["kind"] == "place_watch_dog")
        shown = rest[-4:] if after["watch"] and after["watch"][0] == "c" else rest[-3:]
        assert (shown == list(grid_lines(trace.states[i + 1]))) == begins
        heads = [head for head in rest if head.startswith("== Round")]
        last = ", the last" if after["last_round"] else ""
        assert heads == ([f"== Round {after['round']}{last}"] if begins and after["seat"] == 0 else [])
        kinds.add(action["kind"])
    return kinds


@pytest.mark.parametrize("players", PLAYERS)
def test_all_that_changes_is_told(traces: Traces, players: int) -> None:
    """Every kind of action is told, with what was gained, paid and lost."""
    seen: set[str] = set()
    for trace, _, rules in traces({}, players, 6, range(12)):
        seen |= check_told(trace, rules)
    assert seen >= KINDS


@pytest.mark.parametrize("players", PLAYERS)
def test_all_that_changes_is_told_under_a_changed_rule(
    traces: Traces, players: int, changed_rule: tuple[str, Any]
) -> None:
    """The same under other values of every rule parameter."""
    for trace, _, rules in traces(dict([changed_rule]), players, 7, range(2)):
        assert len(check_told(trace, rules)) > 5


def test_a_turn_without_a_taking_is_told() -> None:
    """Where a Fetch put there this turn lies in the only place nothing can be taken (3.2)."""
    values = {"grid": [*[None] * 6, "fetch", "training", "training"], "deck": [], "fresh_fetch": 6, "watch": "r0"}
    rules = GAME.encode_rules(complete(GAME.parameters, {}, "test", "params"))
    before, steps = position.from_dict(values, rules), steps_of(GAME)
    (action,) = steps.legal(before, rules)
    assert action_to_dict(action) == {"kind": "no_take"}
    after = before.copy()
    steps.apply(after, action, rules)
    assert list(told_as.tell(before[0], action, after[0], rules[0])) == ["takes nothing, no trick has a legal place"]
    assert after[0].no_takes.tolist()[:2] == [1, 0]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_opening_is_told(traces: Traces, players: int) -> None:
    """What everybody has at the start, who has Fetch, what lies face up, and how many cards there are."""
    ((trace, _, _),) = traces({"starting_tricks": "special"}, players, 8, range(1))
    told = position.to_dict(trace.states[:1])
    lines = list(told_as.opening(trace.states[0]))
    text = "\n".join(lines)
    for seat in range(players):
        (line,) = [line for line in lines if line.startswith(f"seat {seat} ")]
        assert f"{told['dogs'][seat][0]['dog']} (" in line
        assert f"trick {told['tricks'][seat][0]} (" in line
        assert line.endswith(", Fetch") == (seat == players - 1)
    assert all(f"{card} (" in text for card in told["trick_row"] + told["shelter_row"])
    below = {2: 7, 3: 11, 4: 15}[players]
    assert f"deck          {len(told['deck']) - 1} cards, {below} of them below the End Game card" in lines


@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_is_told(traces: Traces, players: int) -> None:
    """The last lines give fed and unfed dogs, every total with its parts, and who wins."""
    for trace, row, _ in traces({}, players, 8, range(20)):
        names = [f"seat {seat}" for seat in range(players)]
        told = position.to_dict(trace.states[-1:])
        *lines, outcome = told_as.closing(trace.states[-1], row, names)
        for seat in range(players):
            fed, unfed = lines[2 * seat : 2 * seat + 2]
            assert re.findall(r"(\w+) \((?:small|medium|large) ", fed) == told["fed_dogs"][seat]
            left = [entry["dog"] for entry in told["dogs"][seat] if entry["dog"] not in told["fed_dogs"][seat]]
            assert re.findall(r"(\w+) \((?:small|medium|large) ", unfed) == left
            parts = told["breakdown"][seat]
            sums = " + ".join(f"{points} {part}" for part, points in parts.items())
            assert lines[2 * players + seat] == f"seat {seat}: {told['scores'][seat]} = {sums}"
        assert all(names[seat] in outcome for seat in told["winners"])


@pytest.mark.parametrize(
    ("dogs", "cubes", "told"),
    [
        ((["s01"], ["s03"]), ({"scraps": 1}, {}), "a wins with 1"),
        # 4.8: 2 points each, by two fed dogs or one, then by one rescued dog
        ((["s01", "s03"], ["s02"]), ({"scraps": 2}, {"scraps": 1}), "a wins with 2 by fed dogs, the totals are equal"),
        ((["s02"], ["r11"]), ({"scraps": 1}, {"scraps": 1}), "b wins with 2 by fed rescued dogs, the totals are equal"),
        ((["s01"], ["s03"]), ({"scraps": 1}, {"scraps": 1}), "a and b share the win with 1"),
    ],
)
def test_what_decides_a_tie(dogs: Any, cubes: Any, told: str) -> None:
    """4.8: points, then fed dogs, then fed rescued dogs, then the win is shared."""
    values = {"phase": "over", "dogs": list(dogs), "cubes": list(cubes)}
    found = simcore.Position.from_dict("dog_lover", values, {"remove_marks": "none"})
    rules = GAME.encode_rules(found.params)
    states = position.from_dict(found.to_dict(), rules)
    *_, outcome = told_as.closing(states[0], steps_of(GAME).row(states), ["a", "b"])
    assert outcome == told


def test_a_replay_tells_the_cards_of_its_scenario() -> None:
    """Changed numbers stand in every line of a replay."""
    asked = {
        "schema": 1,
        "game": "dog_lover",
        "seed": 2026,
        "cards": {"food.scraps.amount": 7, "food.kibble.amount": 7, "food.canned.amount": 7},
        "entrants": [{"name": "ann", "strategy": "random"}],
    }
    text = "\n".join(Replayer(simcore.Scenario.from_dict(asked), print).game(0, 0).words())
    assert re.search(r"takes .*7 (scraps|kibble|canned)", text)
    assert not re.search(r"[| ]1 (scraps|kibble|canned) +\|", text)
