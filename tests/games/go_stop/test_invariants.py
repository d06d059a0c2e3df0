"""What follows from the rules (S1-S8 of the rule sheet) holds in played games, whatever the strategies.

All seeds are fixed, so that every run sees the same games; nothing here can fail by chance.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.games.go_stop.cards import ANIMAL, BRIGHT, CODES, CUP, DOUBLE_JUNK, SINGLE_JUNK, to_codes, to_mask
from simcore.games.go_stop.state import EVENTS, PHASES

SEED = 48
ALL_CARDS = (1 << 48) - 1
STOP, FOUR_IN_HAND, THREE_PPUK, NAGARI = range(4)
# rules under which every deal runs out
ENDLESS = {"point_threshold": 1000, "three_ppuk": "side_payment", "four_in_hand": "side_payment"}
RULES: dict[str, dict[str, Any]] = {
    "defaults": {},
    "endless": ENDLESS,
    "side payments": {"three_ppuk": "side_payment", "four_in_hand": "side_payment"},
    "all doubled": {"failed_go_doubles": True, "junk_doubler_below": 30, "point_threshold": 3},
    "after the flip": {"take_choice": "after_flip", "sseul": "any_clear", "cup_class": "locked"},
    "turn 20": {"last_turn_bonuses": "turn_20", "last_turn_stop_only": "turn_20"},
    "last Ppuk taken": {"last_turn_ppuk": "taken"},
}
# three cards may be captured there
PAIRED = [name for name, values in RULES.items() if "last_turn_ppuk" not in values]
SEATINGS = [[0, 0], [1, 2], [2, 0], [0, 1]]
ENTRANTS = ("random", "greedy", "always_go")

scores_examples = settings(max_examples=200, derandomize=True, database=None, deadline=None)


def months(cards: int, count: int) -> set[int]:
    """Months of which `cards` holds exactly `count`."""
    return {month for month in range(1, 13) if (cards >> 4 * (month - 1) & 15).bit_count() == count}


def games(table: Any, values: dict[str, Any], n: int) -> Iterator[Any]:
    """Yield traces of mixed line-ups."""
    plan, rules = table.plan(SEATINGS, *ENTRANTS), table.rules(values)
    for game_index in range(n):
        yield table.trace(SEED, game_index, plan, rules)


def held(state: Any) -> list[int]:
    """Every place a card can lie in, as masks: hands, field, captures, captures not yet collected, flipped, stock."""
    places = [*state.hand.tolist(), int(state.field), *state.captured.tolist()]
    if PHASES[state.phase] == "flip_take":
        places += [int(state.turn_taken), 1 << int(state.flipped)]
        if state.turn_choice:
            # the hand card is played and waits for its choice
            places.append(1 << int(state.hand_card))
    stock = state.deck[28 + state.stock_next :].tolist()
    return [*places, sum(1 << card for card in stock)]


@pytest.mark.parametrize("values", RULES.values(), ids=RULES.keys())
def test_cards_are_conserved(table: Any, values: dict[str, Any]) -> None:
    """At every state each of the 48 cards lies in exactly one place (R10)."""
    for trace in games(table, values, 150):
        for state in trace.states:
            places = held(state)
            assert sum(places) == ALL_CARDS
            assert sum(place.bit_count() for place in places) == 48


def test_whole_deals_take_20_turns(table: Any) -> None:
    """S1, S2: a deal without Stop takes 10 turns each, and ends with an empty field and all 48 cards captured."""
    for trace in games(table, ENDLESS, 300):
        plays = [state.seat for state in trace.states if PHASES[state.phase] == "play"]
        assert plays == [0, 1] * 10
        last = trace.states[-1]
        assert (last.n_turns, last.stock_next, last.reason) == (20, 20, NAGARI)
        assert last.hand.tolist() == [0, 0]
        assert int(last.field) == 0
        assert sum(last.captured.tolist()) == ALL_CARDS


@pytest.mark.parametrize("name", PAIRED)
def test_months_leave_by_pairs_or_fours(table: Any, name: str) -> None:
    """S2, S3: months are captured by pairs; pairs in the field come from the deal, threes also from a Ppuk."""
    for trace in games(table, RULES[name], 150):
        dealt = int(trace.states[0].field)
        for state in trace.states:
            captured = sum(state.captured.tolist())
            assert months(captured, 1) | months(captured, 3) == set()
            if PHASES[state.phase] == "flip_take":
                continue
            field = int(state.field)
            assert months(field, 4) == set()
            for month in months(field, 2):
                low = 4 * (month - 1)
                assert (field >> low & 15) == (dealt >> low & 15)
            piles = table.piles(state)
            assert months(field, 3) == piles.keys()
            assert {month for month, owner in piles.items() if owner < 0} <= months(dealt, 3)


def test_ppuk(table: Any) -> None:
    """S4: none on turn 20; a month becomes a pile at most once; a seat's count is the piles it made."""
    for values in (ENDLESS, {}):
        for trace in games(table, values, 300):
            made: list[tuple[int, int]] = []
            for before, after in itertools.pairwise(trace.states):
                marks = (after.ppuk_pile & ~before.ppuk_pile).tolist()
                fresh = [(seat, month) for seat in range(2) for month in months(marks[seat], 1)]
                made += fresh
                assert len(fresh) <= 1
                if fresh:
                    assert after.n_turns < 20
                    assert EVENTS[after.event] == "ppuk"
                    assert fresh[0][0] == before.seat
                    assert after.steals == 0
            assert len({month for _, month in made}) == len(made)
            counts = [sum(maker == seat for maker, _ in made) for seat in range(2)]
            assert trace.states[-1].ppuk_count.tolist() == counts


def test_special_captures(table: Any) -> None:
    """S5, R30-R32: at most two piles and 4 junk cards a turn; what Chok, Ttadak and Sseul take and pay."""
    seen: dict[str | None, int] = dict.fromkeys(EVENTS, 0)
    most_steals = 0
    for trace in games(table, ENDLESS, 1500):
        turn_starts = [state for state in trace.states if PHASES[state.phase] in ("play", "over")]
        for before, after in itertools.pairwise(turn_starts):
            mover, other = int(before.seat), 1 - int(before.seat)
            gone = set(table.piles(before)) - set(table.piles(after))
            assert len(gone) <= 2
            lost = int(before.captured[other]) & ~int(after.captured[other])
            assert after.steals == lost.bit_count() <= 4
            assert lost & ~int(SINGLE_JUNK | DOUBLE_JUNK) == 0
            taken = int(after.captured[mover]) & ~int(before.captured[mover]) & ~lost
            event = EVENTS[after.event]
            seen[event] += 1
            most_steals = max(most_steals, int(after.steals))
            field = int(before.field)
            match event:
                case "chok":
                    assert taken & field == 0
                    assert (len(months(taken, 2)), taken.bit_count()) == (1, 2)
                case "ttadak":
                    assert months(taken, 4) == months(taken & field, 2)
                    assert taken.bit_count() == 4
                case "sseul":
                    assert (field.bit_count(), len(months(field, 1))) == (2, 2)
                    assert taken & field == field
                    assert int(after.field) == 0
                case "ppuk":
                    assert taken == 0
            last_turn = int(after.hand[mover]) == 0
            if not gone:
                paid = event in ("chok", "ttadak", "sseul") and not last_turn
                junk = int(before.captured[other]) & int(SINGLE_JUNK | DOUBLE_JUNK)
                assert after.steals == min(int(paid), junk.bit_count())
    assert min(seen.values()) > 10
    assert most_steals >= 2


def test_cup_never_moves(table: Any) -> None:
    """R37, S6: who captured the cup keeps it, and it counts as junk only beside 8 other units, 4 singles among them."""
    as_junk = 0
    for trace in games(table, ENDLESS, 500):
        owner = None
        for state in trace.states:
            for seat in range(2):
                cards = int(state.captured[seat])
                if cards & int(CUP):
                    assert owner in (None, seat)
                    owner = seat
                    singles = (cards & int(SINGLE_JUNK)).bit_count()
                    doubles = (cards & int(DOUBLE_JUNK)).bit_count()
                    score = table.score(to_codes(cards))
                    if score["cup_junk"]:
                        as_junk += 1
                        assert singles + 2 * doubles >= 8
                        assert singles >= 4
    assert as_junk > 100


captures = st.lists(st.sampled_from(range(3)), min_size=48, max_size=48).map(
    lambda owners: [[code for code, owner in zip(CODES, owners, strict=True) if owner == seat] for seat in range(2)]
)


@scores_examples
@given(piles=captures, goes=st.tuples(st.integers(0, 8), st.integers(0, 3)))
def test_scores_and_payments(table: Any, reference: ModuleType, piles: list[list[str]], goes: tuple[int, int]) -> None:
    """Kernel and reference score and pay any captures alike, inside the sheet's ranges (R50-R78)."""
    for cards in piles:
        score = table.score(cards)
        assert score == reference.score(cards)
        assert 0 <= score["total"] <= 58
        assert score["bright"] in (0, 2, 3, 4, 15)
        assert score["units"] <= 28
    for values in ({}, {"failed_go_doubles": True, "go_bonus": "plus_count"}, {"junk_zero_exempt": True}):
        points, doublers = reference.payment(*piles, goes[0], values, loser_goes=goes[1])
        assert table.payment(piles, goes, table.rules(values)) == (points, doublers)


@scores_examples
@given(piles=captures)
def test_equal_junk_is_interchangeable(table: Any, piles: list[list[str]]) -> None:
    """S7: two single junk cards that change hands change no total and no payment."""
    mine, theirs = ([code for code in pile if code[2] == "J"] for pile in piles)
    if not mine or not theirs:
        return
    swapped = [
        [code for code in pile if code not in (mine[0], theirs[-1])] + [gained]
        for pile, gained in zip(piles, (theirs[-1], mine[0]), strict=True)
    ]
    rules = table.rules()
    assert [table.score(pile) for pile in piles] == [table.score(pile) for pile in swapped]
    assert table.payment(piles, (0, 0), rules) == table.payment(swapped, (0, 0), rules)


@scores_examples
@given(piles=captures)
def test_many_brights(table: Any, piles: list[list[str]]) -> None:
    """S8: four brights leave the loser at most one; with five the bright doubler holds."""
    brights = to_codes(BRIGHT)
    others = [[code for code in pile if code not in brights] for pile in piles]
    _, doublers = table.payment([others[0] + brights, others[1]], (0, 0), table.rules())
    assert "bright" in doublers
    _, doublers = table.payment([others[0] + brights[1:], others[1] + brights[:1]], (0, 0), table.rules())
    assert "bright" not in doublers
    _, doublers = table.payment([others[0] + brights[1:], others[1]], (0, 0), table.rules())
    assert "bright" in doublers


def test_whole_deck(table: Any) -> None:
    """The whole deck scores 58 with the cup as junk and 57 as an animal (R59)."""
    assert table.score(CODES)["total"] == 58
    masks = np.array([to_mask(CODES)] * 3)
    assert table.scores(masks, [0, 1, 2])[:, 0].tolist() == [58, 57, 58]
    assert table.score(to_codes(ANIMAL))["animals"] == 9


@pytest.mark.parametrize(
    ("others", "cup_junk", "total"),
    [
        # neither class scores
        (["01J1", "01J2", "02J1", "02J2", "03J1", "03J2", "04J1"], False, 0),
        (["01J1", "01J2", "02J1", "02J2", "03J1", "03J2", "04J1", "04J2"], True, 1),
        # the fifth animal or the tenth unit: one point each
        (["02A", "04A", "05A", "06A", "11D", "12D", "03J1", "03J2", "04J1", "04J2"], False, 1),
        (["02A", "04A", "05A", "06A", "11D", "12D", "03J1", "03J2", "04J1", "04J2", "05J1"], True, 2),
    ],
)
def test_cup_goes_with_the_higher_total(table: Any, others: list[str], cup_junk: bool, total: int) -> None:
    """The cup counts as junk only where that scores more; a tie is won by animal (R59)."""
    score = table.score([*others, "09A"])
    assert (bool(score["cup_junk"]), score["total"]) == (cup_junk, total)


@pytest.mark.parametrize("values", RULES.values(), ids=RULES.keys())
def test_rows(table: Any, values: dict[str, Any]) -> None:
    """Of 200,000 rows every payoff is zero-sum, every score in range, and every reason fits its row."""
    rows = table.play(SEED, 200_000, table.plan(SEATINGS, *ENTRANTS), table.rules(values))
    payoff, reason = rows["payoff"], rows["reason"]
    assert (payoff.sum(axis=1) == 0).all()
    assert ((rows["score"] >= 0) & (rows["score"] <= 58)).all()
    assert ((reason >= 0) & (reason < 4)).all()
    assert ((rows["n_turns"] == 20) | (reason != NAGARI)).all()
    assert (rows["n_turns"][reason == FOUR_IN_HAND] == 0).all()
    assert (rows["n_turns"] <= 20).all()
    assert (rows["redeals"] >= 0).all()
    assert (rows["ppuk_count"] <= 12).all()
    stopped = rows[reason == STOP]
    threshold = values.get("point_threshold", 7)
    assert (stopped["points"] >= threshold).all()
    winner = np.where(payoff[:, 0] > 0, 0, 1)[reason == STOP]
    if "four_in_hand" not in values:
        assert (stopped["points"] == stopped["score"][np.arange(len(stopped)), winner]).all()


def test_possible_payments(table: Any) -> None:
    """A payment is 5, 0 for a Nagari, or (points + Goes) or points x 2^(Goes - 2), doubled 0-3 times (R71-R77)."""
    rows = table.play(SEED, 500_000, table.plan(SEATINGS, *ENTRANTS), table.rules())
    paid = np.abs(rows["payoff"][:, 0]).astype(np.int64)
    winner = (rows["payoff"][:, 1] > 0).astype(np.int64)
    reason, points = rows["reason"], rows["points"].astype(np.int64)
    assert (paid[reason == NAGARI] == 0).all()
    assert (points[reason == NAGARI] == 0).all()
    instant = (reason == FOUR_IN_HAND) | (reason == THREE_PPUK)
    assert (paid[instant] == 5).all()
    assert (points[instant] == 5).all()
    assert (rows["doublings"][instant] == 0).all()

    stop = reason == STOP
    goes = rows["go_count"][np.arange(len(rows)), winner].astype(np.int64)
    base = np.where(goes <= 2, points + goes, points << np.maximum(goes - 2, 0))
    doublers = np.array([bits.bit_count() for bits in range(8)])[rows["doublings"]]
    assert (paid[stop] == (base << doublers)[stop]).all()
    assert (points[stop] >= 7).all()
    assert goes[stop].max() >= 3
    assert set(rows["doublings"][stop].tolist()) >= {0, 1, 2, 4, 5}


def test_no_nagari_when_both_always_stop(table: Any) -> None:
    """Of 2,000,000 deals in which both Stop at the first chance none runs out (section 6)."""
    rows = table.play(SEED, 2_000_000, table.plan([[0, 0]], "greedy"), table.rules())
    assert (rows["reason"] != NAGARI).all()
    assert (rows["payoff"][:, 0] != 0).all()
    assert (rows["go_count"] == 0).all()
    rows = table.play(SEED, 300_000, table.plan([[0, 0], [0, 1]], "random_stop", "greedy"), table.rules())
    assert (rows["reason"] != NAGARI).all()


def test_deals_do_not_depend_on_strategies(table: Any) -> None:
    """Two line-ups with one seed meet the same deals."""
    rules = table.rules()
    plans = [table.plan([[0, 1]], *names) for names in (("random", "random"), ("greedy", "always_go"))]
    for game_index in range(50):
        first, second = (table.trace(SEED, game_index, plan, rules).states[0] for plan in plans)
        assert first == second


# ---- the same rows without the compiler, and with every index checked

SCRIPT = """
import sys

import numpy as np

from simcore.engine import registry, status
from simcore.engine.kernel import build_kernel
from simcore.engine.parameters import complete

n, out = int(sys.argv[1]), sys.argv[2]
game = registry.game("go_stop")
known = registry.strategies("go_stop")
kernel = build_kernel(game, list(known.values()), lambda line: None)
entrants = [(known[name], complete(known[name].parameters, {}, "", "")) for name in ("random", "greedy", "always_go")]
plan = kernel.plan(np.array([[0, 0], [1, 2], [2, 0], [0, 1]]), False, entrants)
parts = []
for rules in ({}, {"take_choice": "after_flip", "cup_class": "locked", "three_ppuk": "side_payment"}):
    rows = np.zeros(n, game.row_dtype(2))
    encoded = game.encode_rules(complete(game.parameters, rules, "", ""))
    # without the compiler 64-bit products of the generator warn of what they are meant to do
    with np.errstate(over="ignore"):
        code, done, _, lanes = kernel.play(48, 0, 0, plan, encoded, rows, kernel.memory(2))
    assert (code, done) == (status.OK, n)
    parts += [rows.tobytes(), repr(lanes).encode()]
open(out, "wb").write(b"".join(parts))
"""


def rows_of_process(folder: Path, name: str, n: int, environment: dict[str, str]) -> bytes:
    """Return the rows that a new process computes."""
    out = folder / name
    command = [sys.executable, "-W", "error", "-c", SCRIPT, str(n), str(out)]
    subprocess.run(command, check=True, env={**os.environ, **environment}, timeout=600)
    return out.read_bytes()


def rows_here(table: Any, n: int) -> bytes:
    """Return the same rows from the compiled kernel of this process."""
    plan = table.plan(SEATINGS, *ENTRANTS)
    parts = []
    for values in ({}, {"take_choice": "after_flip", "cup_class": "locked", "three_ppuk": "side_payment"}):
        rows = np.zeros(n, table.game.row_dtype(2))
        rules = table.rules(values)
        _, _, _, lanes = table.kernel.play(48, 0, 0, plan, rules, rows, table.kernel.memory(2))
        parts += [rows.tobytes(), repr(lanes).encode()]
    return b"".join(parts)


def test_rows_without_compiler(table: Any, tmp_path: Path) -> None:
    """The rules as plain Python give the rows of the compiled kernel, byte for byte."""
    plain = rows_of_process(tmp_path, "plain", 40, {"NUMBA_DISABLE_JIT": "1"})
    assert plain == rows_here(table, 40)


def test_rows_with_bounds_checked(table: Any, tmp_path: Path) -> None:
    """No index leaves its array in 5,000 games, and the rows are those of the unchecked kernel."""
    checked = rows_of_process(
        tmp_path, "checked", 5000, {"NUMBA_BOUNDSCHECK": "1", "SIMCORE_CACHE_DIR": str(tmp_path / "cache")}
    )
    assert checked == rows_here(table, 5000)
