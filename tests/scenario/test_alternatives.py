"""Alternatives: cells beside the scenario as written, each with one thing changed."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from simcore.errors import InputError
from simcore.scenario.build import build_scenario
from simcore.scenario.load import load_scenario
from simcore.scenario.paths import override, parse_assignment
from simcore.scenario.scenario import Scenario

ALTERNATIVES = {"params.go_bonus": ["keep_first_two", "plus_count"], "entrants.a.params.go_below": [7]}


def build(raw: dict[str, Any], *settings: str) -> Scenario:
    return build_scenario(override(raw, [parse_assignment(text) for text in settings]), "test", "test")


def test_cells_come_as_written_first(desk: Any) -> None:
    """The scenario as written comes first, then every value of every path in the order of the file."""
    scenario = build(desk.raw(sweep={}, alternatives=ALTERNATIVES))
    assert [cell.alternative for cell in scenario.cells] == [
        {},
        {"params.go_bonus": "keep_first_two"},
        {"params.go_bonus": "plus_count"},
        {"entrants.a.params.go_below": 7},
    ]
    assert [cell.index for cell in scenario.cells] == [0, 1, 2, 3]


def test_an_alternative_changes_one_thing(desk: Any) -> None:
    """Every cell is the one as written but for the path that it names."""
    written, *others = build(desk.raw(sweep={}, alternatives=ALTERNATIVES)).cells
    for cell in others:
        ((path, value),) = cell.alternative.items()
        name = path.rpartition(".")[2]
        in_rules = {key for key in written.params if written.params[key] != cell.params[key]}
        in_entrants = {
            key
            for before, after in zip(written.entrants, cell.entrants, strict=True)
            for key in before.params
            if before.params[key] != after.params[key]
        }
        assert in_rules | in_entrants == {name}
        assert value in (cell.params.get(name), cell.entrants[0].params.get(name))
        assert (cell.seatings, cell.players, cell.swept) == (written.seatings, written.players, written.swept)


def test_every_line_up_and_swept_value_has_its_alternatives(desk: Any) -> None:
    """As written with every line-up, then each alternative with every line-up, for one swept value after another."""
    raw = desk.raw(alternatives={"params.sseul": ["any_clear"]}, lineups={"seats": [["a", "a"], ["b", "b"]]})
    found = [(cell.params["instant_win_points"], cell.params["sseul"], cell.seatings[0]) for cell in build(raw).cells]
    assert found == [
        (points, sseul, seats)
        for points in (5, 6)
        for sseul in ("two_cards", "any_clear")
        for seats in ((0, 0), (1, 1))
    ]


def test_line_ups_can_be_an_alternative(desk: Any) -> None:
    """Any path of a sweep will do."""
    scenario = build(desk.raw(sweep={}, alternatives={"lineups.mode": ["fixed"], "entrants.b.strategy": ["greedy"]}))
    assert [len(cell.seatings) for cell in scenario.cells] == [2, 1, 2]
    assert [cell.entrants[1].strategy.name for cell in scenario.cells] == ["random", "random", "greedy"]


# ---- digests


def test_digest_without_alternatives_stays(desk: Any) -> None:
    """A scenario without alternatives says nothing of them, in its cells or in its digest."""
    scenario = build(desk.raw())
    cells = [cell.describe() for cell in scenario.cells]
    assert not any("alternative" in cell for cell in cells)
    content = {"game": "go_stop", "cells": cells}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    assert scenario.digest() == hashlib.sha256(text.encode()).hexdigest()
    assert build(desk.raw(alternatives={})).digest() == scenario.digest()


def test_shipped_digest_stays() -> None:
    """The digest of a shipped scenario is what it was before there were alternatives."""
    assert load_scenario("go_stop/base").digest() == BASE


BASE = "4116f7bfc0a43cf676dcf2c522f69394acbb5389b4fe1b1278edb72f2b6063b3"


def test_digest_knows_alternatives(desk: Any) -> None:
    """Other alternatives, and another order of them, are another scenario."""
    given = [
        {},
        {"params.sseul": ["any_clear"]},
        {"params.cup_class": ["locked"]},
        {"params.sseul": ["any_clear"], "params.cup_class": ["locked"]},
        {"params.cup_class": ["locked"], "params.sseul": ["any_clear"]},
    ]
    digests = {build(desk.raw(alternatives=alternatives)).digest() for alternatives in given}
    assert len(digests) == len(given)
    # an alternative is not the same as the sweep that plays the same rules
    swept = build(desk.raw(sweep={"params.sseul": ["two_cards", "any_clear"]}))
    assert swept.digest() != build(desk.raw(sweep={}, alternatives={"params.sseul": ["any_clear"]})).digest()


def test_manifest_cells_name_the_alternative(desk: Any) -> None:
    """The manifest's entry of a cell holds it, empty for the cell as written."""
    cells = [cell.describe() for cell in build(desk.raw(sweep={}, alternatives=ALTERNATIVES)).cells]
    assert [cell["alternative"] for cell in cells][:2] == [{}, {"params.go_bonus": "keep_first_two"}]


# ---- settings


@pytest.mark.parametrize("value", ["plus_count", "doubling_only"])
def test_set_removes_an_alternative_of_the_same_path(value: str, desk: Any) -> None:
    """--set of a path that has alternatives fixes it in all cells; other alternatives stay."""
    scenario = build(desk.raw(sweep={}, alternatives=ALTERNATIVES), f"params.go_bonus={value}")
    assert [cell.alternative for cell in scenario.cells] == [{}, {"entrants.a.params.go_below": 7}]
    assert {cell.params["go_bonus"] for cell in scenario.cells} == {value}


def test_set_of_the_last_alternative_leaves_a_plain_scenario(desk: Any) -> None:
    """Without any alternative left the scenario is that which never had one."""
    alternatives = {"params.sseul": ["any_clear"]}
    scenario = build(desk.raw(alternatives=alternatives), "params.sseul=any_clear")
    assert [cell.alternative for cell in scenario.cells] == [None, None]
    assert scenario.digest() == build(desk.raw(), "params.sseul=any_clear").digest()


def test_set_of_another_path_keeps_alternatives(desk: Any) -> None:
    """Every cell has the setting, the alternatives included."""
    scenario = build(desk.raw(sweep={}, alternatives=ALTERNATIVES), "params.instant_win_points=9")
    assert [cell.params["instant_win_points"] for cell in scenario.cells] == [9] * 4


# ---- faults


@pytest.mark.parametrize(
    ("alternatives", "parts"),
    [
        (5, ["alternatives", "a table"]),
        ({"params.sseul": "any_clear"}, ["params.sseul", "a list"]),
        ({"params.sseul": []}, ["params.sseul", "at least one"]),
        ({"params.sseul": ["any_clear", "any_clear"]}, ["alternatives.params.sseul", "names a value twice"]),
        (
            {"params.sseul": ["two_cards"]},
            ["alternatives.params.sseul", "'two_cards' is what the scenario has already"],
        ),
        ({"params.sseul": ["any_claer"]}, ["params.sseul", "did you mean 'any_clear'?"]),
        ({"params.sseuls": ["any_clear"]}, ["params.sseuls", "did you mean 'sseul'?"]),
        ({"parms.sseul": ["any_clear"]}, ["parms.sseul", "'params'"]),
        ({"entrants.c.params.go_below": [7]}, ["entrants.c.params.go_below", "allowed: a, b"]),
        ({"entrants.a.name": ["x"]}, ["alternatives.entrants.a.name", "cannot be swept"]),
        ({"games": [5]}, ["alternatives.games", "cannot be swept"]),
        ({"seed": [5]}, ["alternatives.seed", "cannot be swept"]),
        ({"players": [2]}, ["alternatives.players", "cannot be swept"]),
        ({"params.instant_win_points": [7]}, ["alternatives.params.instant_win_points", "is swept as well"]),
        ({"lineups.seats": [[["a"]]]}, ["lineups.seats", "1 seats, not 2"]),
    ],
)
def test_faults_are_named(alternatives: Any, parts: list[str], desk: Any) -> None:
    """One line names the file, the path and what is wrong."""
    fault = desk.run(desk.raw(alternatives=alternatives)).fault
    for part in ["my_scenario.toml", *parts]:
        assert part in fault


def test_alternatives_count_as_cells(desk: Any) -> None:
    """105 entrants meet in 5,460 cells; with one alternative there are too many."""
    entrants = [{"name": f"x{i}", "strategy": "greedy"} for i in range(105)]
    raw = desk.raw(entrants=entrants, sweep={}, alternatives={"params.sseul": ["any_clear"]})
    assert "makes more than 10000 cells" in desk.run(raw).fault


def test_alternatives_cannot_be_set(desk: Any) -> None:
    """The table itself is no path."""
    fault = desk.run(desk.raw(), "--set", "alternatives.params.sseul=[1]").fault
    assert "cannot be set by a path" in fault


@pytest.mark.parametrize(
    ("alternatives", "key"),
    [
        ({"params.sseul": ["nonsense"]}, "alternatives.params.sseul"),
        ({"entrants.b.strategy": ["nonsense"]}, "alternatives.entrants.b.strategy"),
    ],
)
def test_error_names_the_alternative(desk: Any, alternatives: dict[str, Any], key: str) -> None:
    """A bad value is reported where it is written, not where it would go."""
    with pytest.raises(InputError) as found:
        build(desk.raw(sweep={}, alternatives=alternatives))
    assert found.value.key == key
