"""The compiled kernel against the slow reference model: every state of whole games, for every rule parameter.

The normal run compares some thousand games; ``pytest -m slow`` ten times as many, and writes what it compared to
``docs/validation/reference.md``.
"""

from __future__ import annotations

import functools
import itertools
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.games.go_stop.actions import action_to_dict
from simcore.games.go_stop.cards import CODES, to_mask
from simcore.games.go_stop.params import PARAMETERS
from simcore.games.go_stop.state import EVENTS, PHASES

FOLDER = Path(__file__).parent
LOG = FOLDER.parents[2] / "docs" / "validation" / "reference.md"
SEED = 2024
REASONS = ("stop", "four_in_hand", "three_ppuk", "nagari")
CUP_CLASSES = (None, "animal", "junk")
DOUBLING_BITS = {"bright": 1, "animals7": 2, "junk": 4}

# entrants, and who sits where: game k takes row k mod 8
ENTRANTS: tuple[Any, ...] = ("random", "greedy", ("threshold", {"go_below": 12}), "always_go", "random_go")
SEATINGS = [[0, 0], [1, 3], [0, 0], [2, 4], [0, 0], [3, 0], [4, 4], [1, 2]]

# games looked through for those in which a changed rule changes something
LOOKED_AT = 40_000
# provably without effect while the other rules have their defaults: nothing is captured when the cards are dealt;
# S6; a bonus and a pile never meet in one turn (A6). Hand-made positions in test_cases.py show what they do.
MOOT = [("four_in_hand", "with_doublers"), ("cup_stealable", True), ("steal_order", "bonus_first")]


# ---- one state of a game, as either engine tells it


@dataclass(slots=True)
class Seen:
    """What was compared, for the log."""

    games: int = 0
    states: int = 0
    reasons: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REASONS, 0))


class Comparer:
    """Compares traced games with the reference model."""

    def __init__(self, table: Any, reference: ModuleType) -> None:
        self.table, self.model = table, reference
        self.plan = table.plan(SEATINGS, *ENTRANTS)
        self._bit = {code: 1 << i for i, code in enumerate(CODES)}
        self._position = {code: i for i, code in enumerate(CODES)}

    def compare(self, values: Mapping[str, Any], seed: int, game_indices: Sequence[int], seen: Seen) -> None:
        """Compare some games under the defaults with `values` changed."""
        if not len(game_indices):
            return
        rules = self.table.rules(values)
        rows = self.table.play(seed, int(max(game_indices)) + 1, self.plan, rules)
        for game_index in game_indices:
            trace = self.table.trace(seed, int(game_index), self.plan, rules)
            where = f"{dict(values)}, seed {seed}, game {game_index}"
            reason = self.compare_game(values, trace, rows[game_index], where)
            seen.games += 1
            seen.states += len(trace.states)
            seen.reasons[reason] += 1

    def compare_game(self, values: Mapping[str, Any], trace: Any, row: Any, where: str) -> str:
        """Compare one game state by state, and its row; return why it ended."""
        game = self.game(values, trace.states[0])
        views = self.views(trace.states, game.params)
        for step, view in enumerate(views):
            here = f"{where}, step {step}"
            _same(view, self.view(game), here)
            if step < len(trace.chosen):
                listed = [_key(_action(number)) for number in trace.legal[step]]
                assert set(listed) == {_key(action) for action in game.legal()}, here
                assert len(set(listed)) == len(listed) > 0, here
                assert trace.chosen[step] in trace.legal[step], here
                game.apply(_action(trace.chosen[step]))
            else:
                assert game.legal() == [], here
        self.compare_end(game, trace.states[-1], row, where)
        return str(game.result()["reason"])

    def game(self, values: Mapping[str, Any], state: Any) -> Any:
        """Return the reference model at the start of a traced deal."""
        deck = [CODES[card] for card in state.deck]
        hands, layout, stock = [deck[:10], deck[10:20]], deck[20:28], deck[28:]
        return self.model.Game(values, hands, layout, stock, int(state.redeals))

    def views(self, states: Any, params: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Tell traced states of the kernel."""
        columns = {name: states[name].tolist() for name in states.dtype.names if name != "deck"}
        deck = states["deck"][0].tolist()
        totals = self.table.scores(states["captured"].reshape(-1), states["cup_class"].reshape(-1))[:, 0]
        totals = totals.reshape(-1, 2).tolist()
        for k in range(len(states)):
            phase = PHASES[columns["phase"][k]]
            between = phase == "flip_take"
            cards_out, pending = columns["field"][k], 0
            if between:
                pending = columns["turn_taken"][k]
                if columns["turn_choice"][k]:
                    # the hand card waits for its choice; both cards of the pair still lie in the field
                    cards_out |= 1 << columns["hand_card"][k]
            yield {
                "phase": phase,
                "seat": columns["seat"][k] if phase != "over" else None,
                "hands": columns["hand"][k],
                "field": cards_out | pending,
                "pending": pending,
                "piles": self.table.piles(states[k]),
                "hand_pile": columns["hand_pile"][k] if between else None,
                "captured": columns["captured"][k],
                "stock": deck[28 + columns["stock_next"][k] :],
                "flipped": columns["flipped"][k],
                "goes": columns["go_count"][k],
                "last_go": columns["last_go"][k],
                "ppuk": columns["ppuk_count"][k],
                "n_turns": columns["n_turns"][k],
                "side": columns["side"][k],
                "event": EVENTS[columns["event"][k]],
                "steals": columns["steals"][k],
                "totals": totals[k],
                "cup_class": [CUP_CLASSES[found] for found in columns["cup_class"][k]],
                "noted_totals": _noted(phase, columns["seat"][k], columns["total"][k], params),
                "redeals": columns["redeals"][k],
            }

    def view(self, game: Any) -> dict[str, Any]:
        """Tell the reference model's state in the same words.

        In the middle of a turn its `field` and `piles` still have all that the hand card will take, and `event` and
        `steals` are those of the turn before; the kernel has cleared both.
        """
        between = game.phase == "flip_take"
        piles, hand_pile, taken = dict(game.piles), None, []
        if between:
            taken = [] if _waits(game) else game._taken_by(game._hand_card, game._hand_choice)
            hand_pile = 0
            if len(taken) == 4:
                owner = piles.pop(int(game._hand_card[:2]))
                hand_pile = _pile_class(owner, game)
        seat = game.to_move
        return {
            "phase": game.phase,
            "seat": seat if game.phase != "over" else None,
            "hands": [self._mask(hand) for hand in game.hands],
            "field": self._mask(game.field),
            "pending": self._mask(taken),
            "piles": dict(sorted(piles.items())),
            "hand_pile": hand_pile,
            "captured": [self._mask(cards) for cards in game.captured],
            "stock": [self._position[code] for code in game.stock],
            "flipped": -1 if game.flipped is None else self._position[game.flipped],
            "goes": game.goes,
            "last_go": game.last_go,
            "ppuk": game.ppuk,
            "n_turns": game.n_turns,
            "side": game.side,
            "event": None if between else game.event,
            "steals": 0 if between else game.steals,
            "totals": [game.total(0), game.total(1)],
            "cup_class": game.cup_class,
            "noted_totals": _noted(game.phase, seat, game.last_turn_total, game.params),
            "redeals": game.redeals,
        }

    def compare_end(self, game: Any, state: Any, row: Any, where: str) -> None:
        """Compare the result of a deal with the final state and the row."""
        result = game.result()
        expect = {
            "reason": result["reason"],
            "score": result["scores"],
            "payoff": result["payoff"],
            "winner": (result["winners"] or [-1])[0],
            "points": result["points"],
            "go_count": result["go_counts"],
            "doublings": sum(DOUBLING_BITS[name] for name in result["doublings"]),
            "captured": [self._mask(cards) for cards in result["captured"]],
            "n_turns": result["turns"],
            "ppuk_count": game.ppuk,
            "redeals": game.redeals,
        }
        found = {name: row[name].tolist() for name in expect if name in row.dtype.names}
        found["reason"] = REASONS[row["reason"]]
        found["winner"] = int(state.winner)
        found["captured"] = state.captured.tolist()
        _same({name: found[name] for name in expect}, expect, f"{where}, end")
        assert (int(state.points), int(state.doublings)) == (expect["points"], expect["doublings"]), where
        won = max(payoff - side for payoff, side in zip(result["payoff"], game.side, strict=True))
        assert int(state.payment) == won, where

    def _mask(self, codes: Sequence[str]) -> int:
        return sum(self._bit[code] for code in codes)


@functools.cache
def _action(number: int) -> dict[str, Any]:
    return action_to_dict(number)


def _key(action: Mapping[str, Any]) -> tuple[Any, ...]:
    return action["kind"], action.get("card"), action.get("take")


def _waits(game: Any) -> bool:
    """Whether the hand card's own choice is the one to be made (`after_flip`)."""
    return bool(game._open_choice()[0][:2] == game._hand_card[:2])


def _pile_class(owner: int, game: Any) -> int:
    """What the kernel notes of a pile taken: 0 pays nothing, 1 one card, 2 two units (R33, R34, A9)."""
    if owner == game.to_move:
        return 2
    return 1 if owner >= 0 or game.params["initial_pile_pays"] else 0


def _noted(phase: str, seat: int, totals: Sequence[int], params: Mapping[str, Any]) -> list[int] | None:
    """Totals that the engines keep from the end of a seat's own last turn.

    Where no rule reads them the kernel does not renew them in a turn without a capture: then only the total that
    is being decided on is compared.
    """
    if params["go_requires"] == "above_last_turn" or params["cup_class"] == "locked":
        return list(totals)
    return [totals[seat]] if phase == "go_stop" else None


def _same(kernel: Mapping[str, Any], reference: Mapping[str, Any], where: str) -> None:
    if kernel != reference:
        different = [name for name in reference if kernel[name] != reference[name]]
        told = "; ".join(f"{name}: kernel {kernel[name]}, reference {reference[name]}" for name in different)
        pytest.fail(f"{where}: {told}")


@pytest.fixture(scope="module")
def comparer(table: Any, reference: ModuleType) -> Comparer:
    return Comparer(table, reference)


# ---- names


def test_names_and_values(reference: ModuleType) -> None:
    """Kernel and reference have the same cards, and rule parameters with the same values and defaults."""
    assert reference.CARDS == CODES
    assert {parameter.name: parameter.default for parameter in PARAMETERS} == reference.DEFAULTS
    for parameter in PARAMETERS:
        if parameter.choices:
            assert list(parameter.choices) == reference.VALUES[parameter.name]
        for value in reference.VALUES[parameter.name]:
            assert parameter.problem(value) is None


# ---- games


def games_that_differ(comparer: Comparer, values: Mapping[str, Any], seed: int) -> Any:
    """Return the games that end otherwise when `values` replace the defaults."""
    table = comparer.table
    rows = [table.play(seed, LOOKED_AT, comparer.plan, table.rules(rules)) for rules in ({}, values)]
    words = [one.view(np.uint64).reshape(LOOKED_AT, -1) for one in rows]
    return np.flatnonzero((words[0] != words[1]).any(axis=1))


def compare_changed_rule(comparer: Comparer, name: str, value: Any, n: int, n_sought: int, seen: Seen) -> int:
    """Compare the first `n` games with one rule changed, and some in which it matters; return how many matter."""
    comparer.compare({name: value}, SEED, range(n), seen)
    matters = games_that_differ(comparer, {name: value}, SEED)
    comparer.compare({name: value}, SEED, matters[:n_sought].tolist(), seen)
    return len(matters)


def compare_rare_games(comparer: Comparer, n: int, seen: Seen) -> None:
    """Compare games with endings, Goes, piles and doublers that few games have, at the defaults."""
    table = comparer.table
    rows = table.play(SEED, LOOKED_AT, comparer.plan, table.rules())
    kinds = [rows["reason"] == reason for reason in range(4)]
    kinds += [rows["go_count"].max(axis=1) >= 3, rows["ppuk_count"].max(axis=1) == 2, rows["redeals"] > 0]
    kinds += [rows["doublings"] == bits for bits in range(8)]
    for kind in kinds:
        found = np.flatnonzero(kind)
        assert len(found) or kind is kinds[-1], "no such game among those looked at"
        comparer.compare({}, SEED, found[:n].tolist(), seen)


def mixed_rules(model: ModuleType, draw: random.Random) -> dict[str, Any]:
    """Draw a value for every parameter, half of the time its default."""
    return {
        name: default if draw.random() < 0.5 else draw.choice(model.VALUES[name])
        for name, default in model.DEFAULTS.items()
    }


def compare_mixed_rules(comparer: Comparer, n: int, seen: Seen) -> None:
    """Compare `n` games, each with rules and a seed of its own."""
    draw = random.Random(SEED)
    for _ in range(n):
        comparer.compare(mixed_rules(comparer.model, draw), draw.getrandbits(64), [draw.randrange(8)], seen)


@pytest.mark.parametrize("first", range(0, 2000, 500))
def test_default_rules(comparer: Comparer, first: int) -> None:
    """Every state, legal list and result of 2,000 games at the defaults is the reference's."""
    seen = Seen()
    comparer.compare({}, SEED, range(first, first + 500), seen)
    assert seen.games == 500


def test_rare_games(comparer: Comparer) -> None:
    """So are those of games with rare endings, Go counts, piles and doublers."""
    seen = Seen()
    compare_rare_games(comparer, 20, seen)
    assert min(seen.reasons.values()) >= 20


def test_changed_rule(comparer: Comparer, changed_rule: tuple[str, Any]) -> None:
    """So are those of 100 games with one rule changed, and of 25 in which it changes the result."""
    matters = compare_changed_rule(comparer, *changed_rule, 100, 25, Seen())
    assert (matters == 0) == (changed_rule in MOOT)


def test_mixed_rules(comparer: Comparer) -> None:
    """So are those of 1,000 games, each with all rules drawn at random together."""
    seen = Seen()
    compare_mixed_rules(comparer, 1000, seen)
    assert seen.games == 1000


# ---- records of an independent checker


def records() -> list[list[dict[str, Any]]]:
    """Return the lines of every game in `records.jsonl`."""
    games: list[list[dict[str, Any]]] = []
    for line in (FOLDER / "records.jsonl").read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        if read["type"] == "header":
            games.append([])
        games[-1].append(read)
    return games


@pytest.mark.parametrize("lines", records(), ids=lambda lines: f"game{lines[0]['game_index']}")
def test_record_on_reference(lines: list[dict[str, Any]], reference: ModuleType) -> None:
    """The reference model replays a record of an independent checker: legal actions and end are the same."""
    reference.replay_record(lines)


@pytest.mark.parametrize("lines", records(), ids=lambda lines: f"game{lines[0]['game_index']}")
def test_record_on_kernel(lines: list[dict[str, Any]], table: Any) -> None:
    """The kernel's rules replay a record of an independent checker: legal actions and end are the same."""
    header, decisions, end = lines[0], lines[1:-1], lines[-1]
    rules = table.rules(header["params"])
    setup = header["setup"]
    dealt = itertools.chain(*setup["hands"], setup["field"], setup["stock"])
    state = table.deal_from([[CODES.index(code) for code in dealt]], rules)
    legal = table.legal(state, rules)
    for line in decisions:
        listed = {_key(action) for action in line["legal"]}
        assert len(listed) == len(line["legal"])
        while len(legal) == 1 and _key(_action(legal[0])) not in listed:
            legal = table.advance(state, legal[0], rules)
        by_key = {_key(_action(number)): number for number in legal}
        assert (int(state.seat), by_key.keys()) == (line["seat"], listed)
        legal = table.advance(state, by_key[_key(line["chosen"])], rules)
    while len(legal) == 1:
        legal = table.advance(state, legal[0], rules)
    assert table.phase(state) == "over"

    row = table.row(state)
    assert REASONS[row.reason] == end["reason"]
    assert row.score.tolist() == end["scores"]
    assert row.payoff.tolist() == end["payoff"]
    assert ([] if state.winner < 0 else [int(state.winner)]) == end["winners"]
    assert (int(row.points), int(row.n_turns)) == (end["points"], end["turns"])
    assert row.go_count.tolist() == end["go_counts"]
    assert int(row.doublings) == sum(DOUBLING_BITS[name] for name in end["doublings"])
    assert state.captured.tolist() == [int(to_mask(codes)) for codes in end["captured"]]


# ---- the full-size proof


@pytest.mark.slow
def test_full_size(comparer: Comparer, reference: ModuleType) -> None:
    """20,000 games at the defaults, 1,000 and more for every other value, 10,000 mixed: all equal; keeps the log."""
    lines = ["| rules | games | of them sought | states compared |", "|---|--:|--:|--:|"]
    total = Seen()

    def note(name: str, seen: Seen, sought: int) -> None:
        lines.append(f"| {name} | {seen.games:,} | {sought:,} | {seen.states:,} |")
        total.games += seen.games
        total.states += seen.states
        for reason, n in seen.reasons.items():
            total.reasons[reason] += n

    seen = Seen()
    comparer.compare({}, SEED, range(20_000), seen)
    note("defaults", seen, 0)
    seen = Seen()
    compare_rare_games(comparer, 200, seen)
    note("defaults, rare games", seen, seen.games)
    for name, values in reference.VALUES.items():
        for value in values:
            if value != reference.DEFAULTS[name]:
                seen = Seen()
                compare_changed_rule(comparer, name, value, 1000, 250, seen)
                note(f"`{name} = {json.dumps(value)}`", seen, seen.games - 1000)
    seen = Seen()
    compare_mixed_rules(comparer, 10_000, seen)
    note("all drawn together", seen, 0)
    endings = ", ".join(f"{n:,} {reason}" for reason, n in total.reasons.items())
    LOG.parent.mkdir(parents=True, exist_ok=True)
    LOG.write_text(
        LOG_HEAD.format(games=total.games, states=total.states, endings=endings, seed=SEED, looked_at=LOOKED_AT)
        + "\n".join(lines)
        + "\n",
        encoding="utf-8",
    )


LOG_HEAD = """# Kernel against reference model

Written by `python -m pytest -m slow tests/games/go_stop/test_reference.py`, which fails at the first difference.

{games:,} games of Go-Stop, {states:,} states: hands, field, piles and owners, captures, stock in order,
seat, phase, Go counts, Ppuk counts, steals, special captures, totals, legal actions; at the end reason, scores,
payoff, winner, points, doublers. No difference. Endings: {endings}.

Master seed {seed}; line-ups of `random`, `greedy`, `threshold`, `always_go` and a random player that always says Go.
Sought games are those among {looked_at:,} in which the changed rule changes the result.

"""
