"""What the tests of Dog Lover share: the reference model, the sample records, and hand-made positions."""

from __future__ import annotations

import importlib
import importlib.util
import json
import random
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
MODEL = "dog_lover_reference"


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


# Values of every rule parameter but the defaults, for the tests on random games.
CHANGED: dict[str, list[Any]] = {
    "starting_tricks": ["special"],
    "cards_below_end": [0, 30],
    "remove_marks": [[2], [3]],
    "tricks_face_up": [1, 11],
    "rescued_face_up": [5],
    "watch_limit": [2, 3],
    "fetch_cell": ["stays"],
    "trait_timing": ["at_once"],
    "adoption_cost": [0, 1, 3],
    "tuck_limit_each": [0, 2],
    "traits_per_dog": [0, 2],
    "unfed_dog": [0, -5],
    "walk_tucked": [-1, 4],
    "training_tucked": [3],
    "bones_flat": [[1, 2, 3, 4]],
    "bones_per_fed_dog": [[0, 1, 0, 3]],
    "favorite_set": [[0, 2, 4, 7, 12, 20]],
    "leftover_food": [-1],
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for every sample record, or for every changed value of every rule parameter."""
    if "record" in metafunc.fixturenames:
        games = records()
        names = [f"{game[0]['n_seats']}p-{game[0]['params']['starting_tricks']}" for game in games]
        metafunc.parametrize("record", games, ids=[f"{number}-{name}" for number, name in enumerate(names)])
    if "changed_rule" in metafunc.fixturenames:
        changed = [(name, value) for name, values in CHANGED.items() for value in values]
        metafunc.parametrize("changed_rule", changed, ids=[f"{name}={value}" for name, value in changed])


@pytest.fixture(scope="session")
def changed_rules() -> dict[str, list[Any]]:
    """The changed values of every rule parameter."""
    return CHANGED


@pytest.fixture(scope="session")
def samples() -> list[list[dict[str, Any]]]:
    """All sample records."""
    return records()


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The slow reference model."""
    return load()


@pytest.fixture(scope="session")
def tables() -> ModuleType:
    """The card table, parameters, deals and places of tricks of the reference model."""
    return load("reference_tables")


@pytest.fixture(scope="session")
def feeding() -> ModuleType:
    """The feeding of the reference model."""
    return load("reference_feeding")


@pytest.fixture(scope="session")
def scoring() -> ModuleType:
    """The final scoring of the reference model."""
    return load("reference_scoring")


class Board:
    """Makes positions and players of chosen cards."""

    def __init__(self, reference: ModuleType) -> None:
        self.reference = reference
        self.players = load("reference_players")

    def dog(self, card: str, *traits: str, walks: int = 0, trainings: int = 0) -> Any:
        return self.players.Dog(card, list(traits), walks, trainings)

    def player(self, *dogs: Any, hand: str = "", tricks: str = "basic", **cubes: int) -> Any:
        """Return a player with these dogs (or ids of dogs), a hand and tricks as words, and cubes."""
        own = [self.dog(dog) if isinstance(dog, str) else dog for dog in dogs]
        player = self.players.Player(own, tricks.split(), hand.split())
        player.cubes |= cubes
        player.cubes_gained |= cubes
        return player

    def game(
        self,
        *dogs: Any,
        seat: int = 0,
        n_players: int = 2,
        params: Mapping[str, Any] | None = None,
        watch: str = "r1",
        grid: str = "",
        hand: str = "",
        tricks: str = "basic",
        **cubes: int,
    ) -> Any:
        """Return a game at the start of a turn of a seat with these dogs, hand, tricks and cubes.

        `grid` names the cards of nine cells, `-` an empty one; by default all are bones, which do nothing at once. The
        other seats have what they were dealt; the last seat has Fetch. What is not on the table lies in the deck.
        """
        setup = self.reference.deal(random.Random(7), n_players, params)
        game = self.reference.Game.from_setup(setup, params)
        game.apply({"kind": "place_watch_dog", "line": watch})
        game.seat = seat
        game.grid = [None if card == "-" else card for card in (grid.split() or ["bone"] * 9)]
        player = self.player(*dogs, hand=hand, tricks=tricks, **cubes)
        player.fetch = game.players[seat].fetch
        game.players[seat] = player
        return game

    def options(self, game: Any, kind: str) -> list[Any]:
        """Return what the legal actions of a kind name: their one field, or all their fields without the kind."""
        found = []
        for action in game.legal_actions():
            if action["kind"] == kind:
                fields = {name: value for name, value in action.items() if name != "kind"}
                found.append(next(iter(fields.values())) if len(fields) == 1 else fields)
        return found

    def kinds(self, game: Any) -> set[str]:
        """Return the kinds of action that are legal."""
        return {action["kind"] for action in game.legal_actions()}

    def take(self, game: Any, *cells: int, trick: str = "basic") -> None:
        """Take the cards of these cells, where only one take of the trick does so."""
        (action,) = [
            action for action in game.legal_actions() if action.get("trick") == trick and action["cells"] == list(cells)
        ]
        game.apply(action)


@pytest.fixture(scope="session")
def board(reference: ModuleType) -> Board:
    """What makes positions."""
    return Board(reference)


@pytest.fixture
def first_record() -> list[dict[str, Any]]:
    """A sample record, to be changed."""
    return records()[0]


@pytest.fixture(scope="session")
def traces() -> Callable[..., Iterator[Any]]:
    """Play games of random players with the kernel: (trace, row, rules recarray) of each; marks may be a list."""
    game, chooser = registry.game("dog_lover"), registry.strategy("dog_lover", "random")
    kernel = build_kernel(game, [chooser], print)

    def play(changed: Mapping[str, Any], players: int, seed: int, numbers: Sequence[int]) -> Iterator[Any]:
        rules = game.encode_rules(complete(game.parameters, game.read_params(changed), "test", "rules"))
        plan = kernel.plan(np.zeros((1, players), np.int16), False, [(chooser, {})])
        for number in numbers:
            trace = kernel.trace(seed, number, plan, rules)
            assert trace.status == status.OK, status.MEANING[trace.status]
            yield trace, kernel.row(trace.states[-1], players), rules

    return play
