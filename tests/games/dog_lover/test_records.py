"""The reference model against the sample records, and against records of its own games."""

from __future__ import annotations

import copy
import importlib
import random
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import pytest

Record = list[dict[str, Any]]


def own_record(reference: ModuleType, params: Mapping[str, Any], n_players: int, seed: int) -> Record:
    """Write the record of a random game with every forced decision."""
    decisions: Record = []
    rng = random.Random(seed)
    setup = reference.deal(rng, n_players, params)
    game = reference.Game.from_setup(setup, params)
    while not game.is_over:
        legal = game.legal_actions()
        chosen = rng.choice(legal)
        decisions.append({"type": "decision", "seat": game.seat, "legal": legal, "chosen": chosen})
        game.apply(chosen)
    header = {"type": "header", "n_seats": n_players, "entrants": ["random"] * n_players}
    return [{**header, "params": dict(params), "setup": setup}, *decisions, {"type": "end", **game.end()}]


def test_a_record_replays(reference: ModuleType, record: Record) -> None:
    """Legal actions at every decision and the end line are exactly the model's."""
    assert len(record) > 20
    reference.replay_record(record)


def test_forced_decisions_can_be_left_out(reference: ModuleType, record: Record) -> None:
    """A record without its forced decisions replays just as well."""
    short = [line for line in record if line["type"] != "decision" or len(line["legal"]) > 1]
    assert len(short) < len(record)
    reference.replay_record(short)


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_own_games_replay(reference: ModuleType, n_players: int) -> None:
    """Records of the model's own games replay, with all forced decisions, some, and none; changed readings too."""
    rng = random.Random(n_players)
    for seed, params in enumerate([{}, {"fetch_cell": "stays", "trait_timing": "at_once", "traits_per_dog": 2}]):
        record = own_record(reference, params, n_players, seed)
        some = [line for line in record if len(line.get("legal", [1, 2])) > 1 or rng.random() < 0.5]
        none = [line for line in record if len(line.get("legal", [1, 2])) > 1]
        assert len(none) < len(record)
        for lines in (record, some, none):
            reference.replay_record(lines)


def first_choice(record: Record) -> dict[str, Any]:
    """Return the first decision in a turn with more than two legal actions."""
    return next(line for line in record[2:] if len(line.get("legal", [])) > 2)


def _drop_an_action(record: Record) -> None:
    line = first_choice(record)
    line["legal"] = [action for action in line["legal"] if action == line["chosen"]]


def _add_an_action(record: Record) -> None:
    first_choice(record)["legal"].append({"kind": "no_take"})


def _list_twice(record: Record) -> None:
    line = first_choice(record)
    line["legal"].append(line["legal"][0])


def _choose_what_is_not_legal(record: Record) -> None:
    first_choice(record)["chosen"] = {"kind": "end_turn"}


def _change_the_seat(record: Record) -> None:
    first_choice(record)["seat"] += 1


def _change_a_part(record: Record) -> None:
    record[-1]["breakdown"][0]["walks"] += 1


def _change_the_winners(record: Record) -> None:
    record[-1]["winners"] = []


def _change_the_rounds(record: Record) -> None:
    record[-1]["rounds"] += 1


def _leave_out_the_fed(record: Record) -> None:
    del record[-1]["fed"]


def _one_seat_too_many(record: Record) -> None:
    record[0]["n_seats"] += 1


def _stop_early(record: Record) -> None:
    del record[-8:-1]


def _play_on(record: Record) -> None:
    record.insert(-1, first_choice(record))


CHANGES = [
    _drop_an_action,
    _add_an_action,
    _list_twice,
    _choose_what_is_not_legal,
    _change_the_seat,
    _change_a_part,
    _change_the_winners,
    _change_the_rounds,
    _leave_out_the_fed,
    _one_seat_too_many,
    _stop_early,
    _play_on,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_a_wrong_record_is_refused(reference: ModuleType, change: Any) -> None:
    """A record with one thing changed does not replay."""
    record = own_record(reference, {}, 2, seed=5)
    reference.replay_record(copy.deepcopy(record))
    change(record)
    with pytest.raises(AssertionError):
        reference.replay_record(record)


def _slide_the_other_way(_: Any, row: list[Any], deck: list[str], slot: int) -> Any:
    card = row.pop(slot)
    row.append(deck.pop(0) if deck else None)
    return card


def _attach_to_any_size(game: Any, _: str) -> list[int]:
    return [place for place, dog in enumerate(game.players[game.seat].dogs) if not dog.traits]


def _tricks_for_one(_: Any, __: str) -> int:
    return 1


def _feed_nobody(game: Any) -> dict[str, Any]:
    """End a game in which nobody feeds a dog."""
    scoring, feeding = load_beside(game, "scoring"), load_beside(game, "feeding")
    feedings = [min(feeding.feedings(player)) for player in game.players]
    line: dict[str, Any] = scoring.end_line(game.players, feedings, game.round, game.params)
    return line


def load_beside(game: Any, name: str) -> Any:
    """Return a module of the reference model that a game belongs to."""
    return importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.reference_{name}")


BROKEN = {
    "_from_row": _slide_the_other_way,
    "_eligible": _attach_to_any_size,
    "_trick_cost": _tricks_for_one,
    "end": _feed_nobody,
}


@pytest.mark.parametrize("name", BROKEN)
def test_records_notice_a_broken_rule(
    reference: ModuleType, samples: list[Record], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """With one rule of the model broken, not all sample records replay."""
    monkeypatch.setattr(reference.Game, name, BROKEN[name])
    with pytest.raises(AssertionError):
        for record in samples:
            reference.replay_record(record)
