"""What a reading of the rules changes: the kernel against the reference model, and against section 3 of the sheet.

The sheet's column "changed" is the share of deals whose (winner, payment) differs in 20,000 paired deals, greedy cards
with Go by a coin, then random play. Ours come from `N` deals. A figure passes within three standard errors of the
difference plus the sheet's rounding: with fresh seeds each of the 25 would fail in 0.27 % of runs or less, all together
in at most 7 %. The seed is fixed, so that it always passes or always fails.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.games.go_stop.actions import action_to_dict
from simcore.games.go_stop.cards import CODES

SEED = 303
N = 200_000
N_SHEET = 20_000
# deals of each line-up that both engines play
N_BOTH = 1000
NAGARI = 3
LINES = ("coin_go", "random")

# ruling, what is changed, share of deals changed in % with greedy cards and in random play, as the sheet has them
SHEET: list[tuple[str, dict[str, Any], str, str]] = [
    ("A2 b", {"junk_doubler_below": 6}, "4.9", "4.0"),
    ("A2 d", {"junk_doubler_below": 8}, "18.8", "16.5"),
    ("A2 zero exempt", {"junk_zero_exempt": True}, "0.35", "0.15"),
    ("A4 b", {"go_bonus": "keep_first_two"}, "1.3", "0.8"),
    ("A4 c", {"go_bonus": "plus_count"}, "1.3", "0.8"),
    ("A5 bonuses", {"last_turn_bonuses": "turn_20"}, "7.6", "4.9"),
    ("A5 Stop only", {"last_turn_stop_only": "turn_20"}, "14.1", "17.8"),
    ("A6 b", {"sseul": "any_clear"}, "2.4", "0.1"),
    ("A7 b", {"last_turn_ppuk": "taken"}, "0.5", "0.25"),
    ("A8 b", {"last_turn_pile_steals": False}, "4.3", "5.3"),
    ("A9 cup", {"cup_stealable": True}, "0.000", "0.000"),
]
PAYMENT_ONLY = ("A2", "A4")

Results = list[tuple[int, list[int]]]
Replay = Callable[[str, Mapping[str, Any]], Results]

each_reading = pytest.mark.parametrize("reading", SHEET, ids=[name for name, *_ in SHEET])
each_line = pytest.mark.parametrize("line", LINES)


@functools.cache
def _action(number: int) -> dict[str, Any]:
    return action_to_dict(number)


def _winner(payoff: list[int]) -> int:
    return (payoff[0] > payoff[1]) - (payoff[0] < payoff[1])


@pytest.fixture(scope="module")
def rows(table: Any) -> Callable[..., Any]:
    """Plays a line-up against itself under changed rules."""

    @functools.cache
    def play(line: str, changed: tuple[tuple[str, Any], ...] = (), n: int = N) -> Any:
        return table.play(SEED, n, table.plan([[0, 0]], line), table.rules(dict(changed)))

    return play


@pytest.fixture(scope="module")
def replay(table: Any, reference: ModuleType) -> Replay:
    """Plays the kernel's own decisions on the reference model: winner and payoffs of every deal."""

    @functools.cache
    def results(line: str, changed: tuple[tuple[str, Any], ...]) -> Results:
        plan, rules = table.plan([[0, 0]], line), table.rules(dict(changed))
        found = []
        for game_index in range(N_BOTH):
            trace = table.trace(SEED, game_index, plan, rules)
            deck = [CODES[card] for card in trace.states[0].deck]
            game = reference.Game(dict(changed), [deck[:10], deck[10:20]], deck[20:28], deck[28:])
            for number in trace.chosen:
                game.apply(_action(number))
            payoff = game.result()["payoff"]
            found.append((_winner(payoff), payoff))
        return found

    return lambda line, changed: results(line, tuple(changed.items()))


@each_line
@each_reading
def test_both_engines_change_the_same_deals(reading: tuple[Any, ...], line: str, rows: Any, replay: Replay) -> None:
    """Of 1,000 paired deals of each line-up winner and payment change in the same ones on kernel and reference."""
    _, changed, *_ = reading
    before, after = rows(line)[:N_BOTH], rows(line, tuple(changed.items()))[:N_BOTH]
    ours = {
        "winner": np.sign(before["payoff"][:, 0]) != np.sign(after["payoff"][:, 0]),
        "result": (before["payoff"] != after["payoff"]).any(axis=1),
    }
    pairs = list(zip(replay(line, {}), replay(line, changed), strict=True))
    assert ours["winner"].tolist() == [old[0] != new[0] for old, new in pairs]
    assert ours["result"].tolist() == [old[1] != new[1] for old, new in pairs]


def _near(share: float, sheet: str, n_sheet: int = N_SHEET) -> None:
    """Assert that a share is within three standard errors of a figure in %, both samples' errors included."""
    figure, rounding = float(sheet) / 100, 0.5 * 10.0 ** -(len(sheet.partition(".")[2]) + 2)
    error = (max(share, figure) * (1 - share) * (1 / n_sheet + 1 / N)) ** 0.5
    assert abs(share - figure) <= 3 * error + rounding, f"{share:.5f}, the sheet has {figure}, error {error:.5f}"


@each_line
@each_reading
def test_share_changed_is_the_sheets(reading: tuple[Any, ...], line: str, rows: Any) -> None:
    """The share of deals whose winner or payment changes is the sheet's; readings of payments change no winner."""
    name, changed, *figures = reading
    before, after = rows(line)["payoff"][:, 0], rows(line, tuple(changed.items()))["payoff"][:, 0]
    _near(float((before != after).mean()), figures[LINES.index(line)])
    if name.startswith(PAYMENT_ONLY):
        assert (np.sign(before) == np.sign(after)).all()


@each_line
def test_last_turn_of_the_bonuses(line: str, rows: Any) -> None:
    """A5: bonuses that end with turn 20 only change the winner in 0.8 and 0.5 % of deals."""
    before, after = (rows(line, changed)["payoff"][:, 0] for changed in ((), (("last_turn_bonuses", "turn_20"),)))
    _near(float((np.sign(before) != np.sign(after)).mean()), ("0.8", "0.5")[LINES.index(line)])


@each_line
def test_last_turn_of_stop(line: str, rows: Any) -> None:
    """A5: where only turn 20 forces Stop, 4 to 5 % of deals have no winner; three of our own errors, and rounding."""
    share = float((rows(line, (("last_turn_stop_only", "turn_20"),))["reason"] == NAGARI).mean())
    error = (share * (1 - share) / N) ** 0.5
    assert 0.035 - 3 * error <= share <= 0.055 + 3 * error
