"""Games told in words: whole games as files to read, and every change of a resource or of reputation is told.

The files in ``goldens`` are games of random players. After a change of the words, or of what random players draw,
``SIMCORE_WRITE_GOLDENS=1 python -m pytest tests/games/dog_park/test_words.py`` writes them anew; read what changed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import simcore
from simcore.games.dog_park import record as words
from simcore.games.dog_park import state as s
from simcore.games.dog_park.cards import DOG_IDS, REWARDS
from simcore.games.dog_park.table import WALKING, part_of
from simcore.running.replay import Replayer

Traces = Callable[..., Iterator[Any]]
GOLDENS = Path(__file__).parent / "goldens"
ALL_SETS = ["base", "european", "famous", "world"]
PLAYERS = (1, 2, 3, 4)

_CHANGE = re.compile(r"([+-]\d+) (stick|ball|toy|treat|reputation)")
_FOLLOWS = re.compile(r"  (?:seat|autowalker) (\d)")


def told_game(players: int) -> str:
    """Return a game of random players in words."""
    asked = {
        "schema": 1,
        "game": "dog_park",
        "seed": 2026,
        "players": players,
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


def stocks_of(state: Any) -> list[list[int]]:
    """Return resources and reputation of every player; what is left at the end is used up by the scoring."""
    resources = state.resources * (state.phase != s.OVER)
    return [[*resources[seat].tolist(), int(state.reputation[seat])] for seat in range(int(state.n_seats))]


def stocks_as_told(before: Any, after: Any, lines: list[str]) -> list[list[int]]:
    """Return what players have after the changes that the lines of a decision tell."""
    found = stocks_of(before)
    for number, line in enumerate(lines):
        who = _FOLLOWS.match(line)
        seat = int(before.seat) if number == 0 else int(who[1]) if who else None
        for change, kind in _CHANGE.findall(line):
            assert seat is not None, line
            found[seat][REWARDS.index(kind)] += int(change)
    return [[*([0] * 4 if after.phase == s.OVER else stock[:4]), stock[4]] for stock in found]


def check_moves(before: Any, after: Any, lines: list[str]) -> None:
    """Whoever is told to get a dog owns it, and where autowalkers are told to go they stand, while the walk lasts."""
    for line in lines[1:]:
        if gets := re.match(r"  (?:seat|autowalker) (\d) gets [a-z]+ (\d+) ", line):
            assert int(gets[2]) in [DOG_IDS[dog] for dog in after.dogs[int(gets[1])]]
        goes = re.match(r"  autowalker (\d) rolls \d and goes to (?:leave )?space (\d+)", line)
        if goes and part_of(after) == WALKING:
            assert after.position[int(goes[1])] == int(goes[2])
    moved = before.position != after.position
    if part_of(before) == part_of(after) == WALKING:
        told = "\n".join(lines)
        assert all(f"autowalker {walker}" in told for walker in range(int(before.n_seats), 4) if moved[walker])


def check_told(trace: Any, rules: Any) -> int:
    """Every decision of a game tells all that changes hands."""
    for i, action in enumerate(trace.chosen):
        before, after = trace.states[i], trace.states[i + 1]
        lines = list(words.tell(before, action, after, rules[0]))
        assert stocks_as_told(before, after, lines) == stocks_of(after), lines
        check_moves(before, after, lines)
        # a heading for each round that begins
        begun = range(int(before.round_index) + (before.phase != s.OBJECTIVE), min(int(after.round_index), 3) + 1)
        heads = [line for line in lines if line.startswith("== Round")]
        first = [f"== Round {number + 1}: first player seat {number % int(after.n_seats)}" for number in begun]
        assert heads == (first if after.phase != s.OBJECTIVE else [])
    return len(trace.chosen)


@pytest.mark.parametrize("players", PLAYERS)
def test_all_that_changes_is_told(traces: Traces, players: int) -> None:
    """The words of a decision and of what follows add up to the next state."""
    seen = 0
    for sets in (["base"], ALL_SETS):
        for trace, _, rules in traces({"sets": sets}, players, 6, range(20)):
            seen += check_told(trace, rules)
    assert seen > 1000


@pytest.mark.parametrize("players", PLAYERS)
def test_all_that_changes_is_told_under_a_changed_rule(
    traces: Traces, players: int, changed_rule: tuple[str, Any]
) -> None:
    """The same under every other value of every rule parameter."""
    name, value = changed_rule
    allowed = name != "packed_park" or players == 4
    changed = {"sets": ALL_SETS, name: value} if allowed else {}
    for trace, _, rules in traces(changed, players, 7, range(4)):
        assert check_told(trace, rules) > 10


@pytest.mark.parametrize("players", PLAYERS)
def test_the_end_is_told(traces: Traces, players: int) -> None:
    """The last lines give every total with its parts, every award with its winners, and who wins."""
    outcomes = set()
    for trace, row, _ in traces({}, players, 8, range(60)):
        final = trace.states[-1]
        names = [f"seat {seat}" for seat in range(players)]
        *lines, outcome = words.closing(final, row, names)
        text = "\n".join(lines)
        for seat in range(players):
            assert f"seat {seat}: {row.score[seat]} = {row.reputation[seat]} reputation + {row.abilities[seat]}" in text
        for space in range(7):
            assert bool(final.award_winners[space]) != lines[space].endswith(": nobody")
        winners = [names[seat] for seat in range(players) if row.payoff[seat] > 0]
        assert all(name in outcome for name in winners)
        outcomes.add((len(winners), "by its awards" in outcome))
    assert players == 1 or len(outcomes) > 1


def test_a_game_of_go_stop_is_told_as_before() -> None:
    """The other game tells its decisions through the same calls, a line each."""
    asked = {"schema": 1, "game": "go_stop", "seed": 1, "entrants": [{"name": "a", "strategy": "greedy"}]}
    game = Replayer(simcore.Scenario.from_dict(asked), print).game(0, 0)
    lines = list(game.words())
    assert sum(line.startswith("seat ") and "wins" not in line for line in lines) >= len(game.trace.chosen)
    assert not any(line.startswith("  ") for line in lines)
