"""Playthrough records: their form, checked by a reader that knows the format and no code of ours."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

MONTHS = {f"{month:02}" for month in range(1, 13)}
FIELDS = {"play": {"card", "take"}, "flip_take": {"card"}, "go": set(), "stop": set()}
HEADER = {
    *("type", "format", "game_spec", "rules_version", "scenario", "master_seed", "cell", "game_index"),
    *("n_seats", "entrants", "params", "setup"),
}
SETUP = {"hands", "field", "stock", "redeals"}
END = {"type", "reason", "scores", "payoff", "winners", "points", "go_counts", "doublings", "captured", "turns"}


def is_card(value: object) -> bool:
    """Whether a value looks like a card."""
    return isinstance(value, str) and value[:2] in MONTHS and 3 <= len(value) <= 4


def check_action(action: Any) -> None:
    """Check one action of a decision."""
    assert isinstance(action, dict)
    kind = action["kind"]
    assert set(action) - {"kind"} == FIELDS[kind]
    for field in FIELDS[kind]:
        assert is_card(action[field]) or (field == "take" and action[field] is None)


def check_game(lines: list[dict[str, Any]]) -> None:
    """Check the lines of one game of Go-Stop."""
    header, *decisions, end = lines
    assert set(header) >= HEADER
    assert (header["type"], header["format"], header["game_spec"], header["n_seats"]) == ("header", 1, "go_stop", 2)
    assert len(header["entrants"]) == 2
    assert all(isinstance(value, (int, str)) for value in header["params"].values())
    setup = header["setup"]
    assert set(setup) >= SETUP
    assert [len(hand) for hand in setup["hands"]] + [len(setup["field"]), len(setup["stock"])] == [10, 10, 8, 20]
    cards = [card for hand in setup["hands"] for card in hand] + setup["field"] + setup["stock"]
    assert len(set(cards)) == 48
    assert all(map(is_card, cards))
    assert setup["redeals"] >= 0
    for decision in decisions:
        assert set(decision) >= {"type", "seat", "legal", "chosen"}
        assert decision["type"] == "decision"
        assert decision["seat"] in (0, 1)
        for action in [*decision["legal"], decision["chosen"]]:
            check_action(action)
        keys = [json.dumps(action, sort_keys=True) for action in decision["legal"]]
        assert len(set(keys)) == len(keys) > 0, "a legal action is listed twice"
        assert json.dumps(decision["chosen"], sort_keys=True) in keys
    check_end(end, [decision["chosen"] for decision in decisions], cards)


def check_end(end: dict[str, Any], chosen: list[dict[str, Any]], cards: list[str]) -> None:
    """Check the last line of a game."""
    assert set(end) >= END
    assert end["type"] == "end"
    assert end["reason"] in ("stop", "four_in_hand", "three_ppuk", "nagari")
    assert sum(end["payoff"]) == 0
    assert end["winners"] == [seat for seat in (0, 1) if end["payoff"][seat] > 0]
    assert bool(end["winners"]) == (end["reason"] != "nagari")
    assert set(end["doublings"]) <= {"bright", "animals7", "junk"}
    captured = [card for pile in end["captured"] for card in pile]
    assert len(set(captured)) == len(captured)
    assert set(captured) <= set(cards)
    # forced choices are decisions too, so every card played is told
    kinds = Counter(action["kind"] for action in chosen)
    assert kinds["play"] == end["turns"]
    assert kinds["go"] == sum(end["go_counts"])
    assert kinds["stop"] == (end["reason"] == "stop")


def games_of(text: str) -> list[list[dict[str, Any]]]:
    """Split JSON lines into games."""
    games: list[list[dict[str, Any]]] = []
    for raw in text.splitlines():
        line = json.loads(raw)
        if line["type"] == "header":
            games.append([])
        games[-1].append(line)
    return games


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> str:
    """200 games as records."""
    import contextlib
    import io
    import sys
    from unittest import mock

    from simcore.cli.main import main

    assert tmp_path_factory
    out = io.StringIO()
    arguments = ["simcore", "replay", "go_stop/smoke", "--games", "50:250", "--format", "jsonl"]
    with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(out), pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
    return out.getvalue()


def test_records_have_the_form(records: str) -> None:
    """Every game of a range is a whole record: header, decisions with their legal actions, end."""
    games = games_of(records)
    assert [game[0]["game_index"] for game in games] == list(range(50, 250))
    for game in games:
        check_game(game)
    assert len({game[-1]["reason"] for game in games}) > 1


def test_the_checker_sees_faults(records: str) -> None:
    """The checker of this file fails on records that are wrong in one place."""
    spoiled: list[tuple[int, Any]] = [
        (0, lambda line: line["setup"]["field"].pop()),
        (0, lambda line: line["setup"].pop("redeals")),
        (0, lambda line: line["setup"]["stock"].__setitem__(0, line["setup"]["stock"][1])),
        (1, lambda line: line["legal"].append(line["legal"][0])),
        (1, lambda line: line.__setitem__("chosen", {"kind": "go"})),
        (1, lambda line: line["chosen"].__setitem__("card", 5)),
        (-1, lambda line: line.pop("captured")),
        (-1, lambda line: line.__setitem__("payoff", [1, 1])),
        (-1, lambda line: line.__setitem__("turns", 99)),
    ]
    for place, spoil in spoiled:
        game = games_of(records)[0]
        check_game(game)
        spoil(game[place])
        with pytest.raises((AssertionError, KeyError)):
            check_game(game)


def test_a_range_is_its_games_one_by_one(shell: Any) -> None:
    """`--games A:B` prints what `--game` prints of A to B - 1, in order, and the same on every call."""
    together = shell.call("replay", "go_stop/smoke", "--games", "7:10", "--format", "jsonl").out
    single = [shell.call("replay", "go_stop/smoke", "--game", game, "--format", "jsonl").out for game in (7, 8, 9)]
    assert together == "".join(single)


def test_games_far_out_can_be_replayed(shell: Any) -> None:
    """Any game can be seen without the ones before it, also past the scenario's number of games."""
    for game in (10**6, 10**12 - 1):
        (lines,) = games_of(shell.call("replay", "go_stop/smoke", "--game", game, "--format", "jsonl").out)
        assert lines[0]["game_index"] == game
        check_game(lines)


def test_words_tell_the_same_game(shell: Any) -> None:
    """The text of a game names its seats, every hand card that was played, and how it ended."""
    text = shell.call("replay", "go_stop/smoke", "--game", 3).out
    (lines,) = games_of(shell.call("replay", "go_stop/smoke", "--game", 3, "--format", "jsonl").out)
    assert "go_stop/smoke, cell 0, game 3, deal 1, seed 1" in text
    played = [line["chosen"]["card"] for line in lines[1:-1] if line["chosen"]["kind"] == "play"]
    told = [line for line in text.splitlines() if line.startswith("seat ") and "wins" not in line]
    for card, line in zip(played, [line for line in told if "turns" in line], strict=True):
        assert card in line
    for seat, strategy in enumerate(["random", "greedy"]):
        assert f"seat {seat} " in text
        assert f"({strategy})" in text
