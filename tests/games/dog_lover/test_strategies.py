"""What each strategy of Dog Lover is for: it does more of its thing than `greedy` does on the same deals.

The contract that holds for every strategy (legal, repeatable, blind to hidden cards) is tested for all games together.
Seeds are fixed; every difference tested is more than five standard errors of a run of this size, so that a sound
build fails with another seed once in a million times or less.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.parameters import complete
from simcore.games.dog_lover.actions import A_FETCH, A_LEARN, A_RESCUE, A_TAKE, A_TUCK_TRAINING, LOW
from simcore.games.dog_lover.cards import SHIPPED
from simcore.games.dog_lover.layout import FIRST_DECK_TRICK
from simcore.games.dog_lover.weights import WEIGHTS, weights

SEED = 7
GAMES = 6_000
OWN = ("collector", "trainer", "rescuer", "hungry_first", "fetch_player")
Values = tuple[tuple[str, float], ...]


class Arena:
    """The kernel of all strategies; line-ups take every rotation of the seats."""

    def __init__(self) -> None:
        self.game = registry.game("dog_lover")
        self.strategies = registry.strategies("dog_lover")
        self.kernel: Kernel = build_kernel(self.game, list(self.strategies.values()), print)
        self.rules = self.game.encode_rules(complete(self.game.parameters, {}, "test", "rules"))

    def plan(self, names: tuple[str, ...], values: Values = ()) -> Any:
        entrants = [
            (self.strategies[name], complete(self.strategies[name].parameters, dict(values) if i == 0 else {}, "", ""))
            for i, name in enumerate(names)
        ]
        seats = np.arange(len(names))
        return self.kernel.plan(np.array([np.roll(seats, k) for k in range(len(names))]), False, entrants)

    @functools.cache  # noqa: B019
    def mean(self, column: str, names: tuple[str, ...], values: Values = ()) -> float:
        """Return the mean of a column over the seats of the first strategy, which has the values."""
        rows = np.zeros(GAMES, self.game.row_dtype(4))
        memory = self.kernel.memory(len(names))
        code, done, _, _ = self.kernel.play(SEED, 0, 0, self.plan(names, values), self.rules, rows, memory)
        assert (code, done) == (status.OK, GAMES)
        own = rows["entrant"] == 0
        own[:, len(names) :] = False
        return float(rows[column][own].mean())


@pytest.fixture(scope="module")
def arena() -> Arena:
    return Arena()


def against_greedy(name: str, players: int = 3) -> tuple[str, ...]:
    return (name, *["greedy"] * (players - 1))


@pytest.mark.parametrize(
    ("name", "column", "more"),
    [
        ("collector", "points_favorites", 1.5),
        ("collector", "gained_bone", 0.15),
        ("trainer", "gained_training", 0.4),
        ("rescuer", "rescued", 0.8),
        ("rescuer", "gained_adoption", 1.0),
        ("hungry_first", "gained_food", 0.2),
        ("hungry_first", "unfed", -0.25),
        ("hungry_first", "gained_dog", -0.2),
        ("fetch_player", "fetches", 0.3),
        ("fetch_player", "gained_fetch", 0.3),
    ],
)
def test_strategy_does_its_thing(arena: Arena, name: str, column: str, more: float) -> None:
    """Seated against greedy players a strategy has more, or less, of what it is for than `greedy` has."""
    difference = arena.mean(column, against_greedy(name)) - arena.mean(column, against_greedy("greedy"))
    assert difference * np.sign(more) > abs(more)


def sizes() -> dict[int, int]:
    """Return the cards that each trick of the deck takes, by its number."""
    rows = enumerate(SHIPPED.rows("tricks"), FIRST_DECK_TRICK)
    return {trick: "".join(row["rows"]).count("X") for trick, row in rows}


def learned(arena: Arena, name: str, values: Values = ()) -> list[int]:
    """Return the sizes of all tricks that seat 0 learned in some games."""
    found, size = [], sizes()
    plan = arena.plan(against_greedy(name), values)
    for game_index in range(0, 450, 3):
        final = arena.kernel.trace(SEED, game_index, plan, arena.rules).states[-1]
        found += [size[trick] for trick in size if int(final.tricks[0]) >> trick & 1]
    return found


def test_trainer_learns_large_tricks(arena: Arena) -> None:
    """It learns half as many again of four cards as `greedy`, and none of three."""
    of_trainer, of_greedy = learned(arena, "trainer"), learned(arena, "greedy")
    assert set(of_trainer) == {4}
    assert len(of_trainer) > 1.5 * of_greedy.count(4)


@pytest.mark.parametrize("most", [0, 1, 2])
def test_max_tricks_limits_tricks(arena: Arena, most: int) -> None:
    """Nobody learns more than `max_tricks`, and the limit is reached."""
    plan = arena.plan(against_greedy("trainer"), (("max_tricks", most),))
    counts = {
        int(arena.kernel.trace(SEED, game_index, plan, arena.rules).states[-1].tricks[0]).bit_count() - 1
        for game_index in range(0, 450, 3)
    }
    assert max(counts) == most
    assert arena.mean("tricks_learned", against_greedy("greedy"), (("max_tricks", 0),)) == 0


def test_food_margin_changes_food(arena: Arena) -> None:
    """A larger margin takes more food and fewer dogs; without one it is `greedy`."""
    names = against_greedy("hungry_first")
    food = [arena.mean("gained_food", names, (("food_margin", margin),)) for margin in (-20, 2, 6)]
    dogs = [arena.mean("gained_dog", names, (("food_margin", margin),)) for margin in (-20, 2, 6)]
    assert food[0] == arena.mean("gained_food", against_greedy("greedy"))
    assert food[0] + 0.1 < food[1] < food[2]
    assert dogs[0] > dogs[1] + 0.1 > dogs[2]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", OWN)
def test_greedy_is_the_best(arena: Arena, name: str, players: int) -> None:
    """One other player among greedy ones wins less than its share, but for `trainer` by four standard errors."""
    share = arena.mean("payoff", against_greedy(name, players))
    error = (1 / players * (1 - 1 / players) / GAMES) ** 0.5
    assert share < 1 / players - (0 if name == "trainer" else 4) * error


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["greedy", *OWN])
def test_everybody_beats_chance(arena: Arena, name: str, players: int) -> None:
    """Against random players every other strategy wins nearly always."""
    assert arena.mean("payoff", (name, *["random"] * (players - 1))) > 0.75


def test_greedy_buys_before_it_takes(arena: Arena) -> None:
    """Before the taking it learns, rescues or takes; Fetch is played afterwards only."""
    plan, kinds = arena.plan(against_greedy("greedy")), set()
    for game_index in range(60):
        trace = arena.kernel.trace(SEED, game_index, plan, arena.rules)
        for state, chosen in zip(trace.states, trace.chosen, strict=False):
            if not state.taken and state.phase == 1:
                kinds.add(chosen & ~LOW)
    assert kinds == {A_TAKE, A_LEARN, A_RESCUE}
    assert not kinds & {A_FETCH, A_TUCK_TRAINING}


def test_weights_have_known_names() -> None:
    """A strategy cannot have a default for a weight that does not exist."""
    assert len(weights(fetch=1.0)) == len(WEIGHTS)
    with pytest.raises(AssertionError, match="no weights"):
        weights(bark=1.0)
