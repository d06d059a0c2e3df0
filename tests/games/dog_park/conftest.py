"""What the tests of Dog Park share: the reference model, the sample records, and the values of every rule parameter."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import build_kernel
from simcore.engine.parameters import complete

FOLDER = Path(__file__).parent
MODEL = "dog_park_reference"
ALL_SETS = ("base", "european", "famous", "world")


def load(name: str = "") -> ModuleType:
    """Return the reference model, or one of the modules beside it that it imports."""
    if MODEL not in sys.modules:
        # as a package, so that it finds its other modules beside it
        spec = importlib.util.spec_from_file_location(
            MODEL, FOLDER / "reference.py", submodule_search_locations=[str(FOLDER)]
        )
        assert spec is not None
        assert spec.loader is not None
        sys.modules[MODEL] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return importlib.import_module(f"{MODEL}.{name}") if name else sys.modules[MODEL]


def records() -> list[list[dict[str, Any]]]:
    """Return the lines of every sample record."""
    games: list[list[dict[str, Any]]] = []
    for text in (FOLDER / "records.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if line["type"] == "header":
            games.append([])
        games[-1].append(line)
    return games


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for every sample record, or for every value of every rule parameter but the defaults."""
    if "record" in metafunc.fixturenames:
        games = records()
        names = [f"{game[0]['scenario']}-{game[0]['game_index']}" for game in games]
        metafunc.parametrize("record", games, ids=names)
    if "changed_rule" in metafunc.fixturenames:
        known = load("reference_tables")
        changed = [
            (name, value) for name, values in known.VALUES.items() for value in values if value != known.DEFAULTS[name]
        ]
        ids = [f"{name}={'+'.join(value) if name == 'sets' else value}" for name, value in changed]
        metafunc.parametrize("changed_rule", changed, ids=ids)


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The slow reference model."""
    return load()


@pytest.fixture(scope="session")
def tables() -> ModuleType:
    """The tables, parameters, deals, board and payments of the reference model."""
    return load("reference_tables")


@pytest.fixture(scope="session")
def scoring() -> ModuleType:
    """The final scoring of the reference model."""
    return load("reference_scoring")


@pytest.fixture
def first_record() -> list[dict[str, Any]]:
    """A sample record, to be changed."""
    return records()[0]


@pytest.fixture(scope="session")
def traces() -> Callable[..., Iterator[Any]]:
    """Play games of random players with the kernel: (trace, row, rules recarray) of each."""
    game, random = registry.game("dog_park"), registry.strategy("dog_park", "random")
    kernel = build_kernel(game, [random], print)

    def play(changed: Mapping[str, Any], players: int, seed: int, numbers: Sequence[int]) -> Iterator[Any]:
        rules = game.encode_rules(complete(game.parameters, changed, "test", "rules"))
        plan = kernel.plan(np.zeros((1, players), np.int16), False, [(random, {})])
        for number in numbers:
            trace = kernel.trace(seed, number, plan, rules)
            assert trace.status == status.OK, status.MEANING[trace.status]
            yield trace, kernel.row(trace.states[-1], players), rules

    return play
