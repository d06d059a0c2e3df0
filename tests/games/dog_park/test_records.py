"""The reference model against the sample records, and against records of its own games."""

from __future__ import annotations

import copy
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
    setup = reference.random_setup(params, n_players, rng)
    game = reference.Game(params, n_players, setup)
    while not game.is_over:
        legal = game.legal()
        chosen = rng.choice(legal)
        decisions.append({"type": "decision", "seat": game.seat, "legal": legal, "chosen": chosen})
        game.apply(chosen)
    header = {
        "type": "header",
        "n_seats": n_players,
        "entrants": ["random"] * n_players,
        "params": dict(params),
        "setup": {**setup, "dice": setup["dice"][: game.dice_used]},
    }
    return [header, *decisions, {"type": "end", **game.result()}]


def test_a_record_replays(reference: ModuleType, record: Record) -> None:
    """Legal actions at every decision and the end line are exactly the model's."""
    assert len(record) > 20
    reference.replay_record(record)


def test_forced_decisions_can_be_left_out(reference: ModuleType, record: Record) -> None:
    """A record without its forced decisions replays just as well."""
    short = [line for line in record if line["type"] != "decision" or len(line["legal"]) > 1]
    assert len(short) < len(record)
    reference.replay_record(short)


@pytest.mark.parametrize("n_players", [1, 2, 3, 4])
def test_own_games_replay(reference: ModuleType, n_players: int) -> None:
    """Records of the model's own games replay, with all forced decisions, some, and none."""
    rng = random.Random(n_players)
    for seed in range(2):
        record = own_record(reference, {}, n_players, seed)
        some = [line for line in record if len(line.get("legal", [1, 2])) > 1 or rng.random() < 0.5]
        none = [line for line in record if len(line.get("legal", [1, 2])) > 1]
        assert len(none) < len(record)
        for lines in (record, some, none):
            reference.replay_record(lines)


def first_choice(record: Record) -> dict[str, Any]:
    """Return the first decision with more than two legal actions."""
    return next(line for line in record if len(line.get("legal", [])) > 2)


def _drop_an_action(record: Record) -> None:
    line = first_choice(record)
    line["legal"] = [action for action in line["legal"] if action == line["chosen"]]


def _add_an_action(record: Record) -> None:
    first_choice(record)["legal"].append({"kind": "scout"})


def _list_twice(record: Record) -> None:
    line = first_choice(record)
    line["legal"].append(line["legal"][0])


def _choose_what_is_not_legal(record: Record) -> None:
    first_choice(record)["chosen"] = {"kind": "scout"}


def _change_the_seat(record: Record) -> None:
    first_choice(record)["seat"] += 1


def _change_the_reputation(record: Record) -> None:
    record[-1]["breakdown"][0]["reputation"] += 1


def _change_the_winners(record: Record) -> None:
    record[-1]["winners"] = []


def _drop_a_part(record: Record) -> None:
    del record[-1]["best_award"]


def _one_die_too_many(record: Record) -> None:
    record[0]["setup"]["dice"].append(1)


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
    _change_the_reputation,
    _change_the_winners,
    _drop_a_part,
    _one_die_too_many,
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
