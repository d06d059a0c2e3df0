"""Restricted play: an entrant leaves a kind of action or a card while it has another legal action."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry
from simcore.engine.game import GameSpec
from simcore.engine.restrictions import checked_restrictions
from simcore.errors import InputError
from simcore.games.dog_lover.card_table import SHIPPED
from simcore.running.replay import Replayer
from simcore.scenario.build import build_scenario
from simcore.scenario.scenario import Scenario

# strategies of tests of the same process are not meant
SHIPPED_STRATEGIES = {
    name: sorted(found.name for found in registry.strategies(name).values() if found.module.__name__.startswith("simc"))
    for name in registry.games()
}
# what each game's entrants leave: kinds that every strategy uses, and cards
LEFT = {
    "go_stop": (["never:go"], ["avoid:card:05A", "avoid:card:12A"]),
    "dog_park": (["never:swap", "never:scout"], ["avoid:card:dog.7", "avoid:card:dog.30", "avoid:card:objective.2"]),
    "dog_lover": (["never:learn", "never:fetch"], ["avoid:card:bone", "avoid:card:l01", "avoid:card:r15"]),
}


def scenario(game: str, restrict: list[str], **more: Any) -> Scenario:
    entrants = [
        {"name": name.replace("_", "-"), "strategy": name, "restrict": restrict} for name in SHIPPED_STRATEGIES[game]
    ]
    seats = [[entrant["name"]] * 2 for entrant in entrants]
    raw = {"schema": 1, "game": game, "games": 10, "seed": 5, "players": 2, "entrants": entrants}
    return build_scenario({**raw, "lineups": {"seats": seats}, **more}, "test", "test.toml")


def cards_of(game: str, action: dict[str, Any], state: Any) -> set[str]:
    """Return the cards that an action of a record uses, read from its state without the kernel's help."""
    if game == "go_stop":
        taken = {action.get("card"), action.get("take")} - {None}
        return {str(card) for card in taken}
    if game == "dog_park":
        if action["kind"] == "objective":
            return {f"objective.{action['card']}"}
        field = [_dog_id(dog) for dog in state.field.tolist()]
        if action["kind"] == "place":
            return {f"dog.{action['dog']}"}
        used = action["kind"] in ("offer", "pick", "swap", "leave_bonus") and action.get("slot") is not None
        return {f"dog.{field[action['slot']]}"} if used else set()
    cells = {"take": action.get("cells", []), "fetch": [action.get("cell")]}.get(action["kind"], [])
    cards = {SHIPPED.card_ids[int(state.grid[cell])] for cell in cells}
    if action["kind"] == "rescue":
        cards.add(SHIPPED.dog_ids[int(state.shelter_row[action["slot"]])])
    if action["kind"] == "learn":
        cards.add(SHIPPED.trick_ids[int(state.trick_row[action["slot"]])])
    return cards


def _dog_id(dog: int) -> int:
    from simcore.games.dog_park.cards import DOG_IDS

    return DOG_IDS[dog]


@pytest.mark.parametrize("which", [0, 1], ids=["kinds", "cards"])
@pytest.mark.parametrize("game", sorted(LEFT))
def test_entrants_leave_what_they_must(game: str, which: int) -> None:
    """In games of every shipped strategy what is left is never chosen beside anything else, and comes up often."""
    restrict = LEFT[game][which]
    found = scenario(game, restrict)
    replayer = Replayer(found, print)
    left = {text.rpartition(":")[2] for text in restrict}
    offered = taken = 0
    for cell in found.cells:
        for number in range(4):
            course = replayer.game(cell.index, number)
            decisions = [line for line in course.record() if line["type"] == "decision"]
            for line, state in zip(decisions, course.trace.states, strict=False):
                uses = [_left_by(game, action, state) & left for action in line["legal"]]
                chosen = bool(_left_by(game, line["chosen"], state) & left)
                offered += any(uses) and not all(uses)
                taken += chosen and not all(uses)
    assert taken == 0
    assert offered > 20


def _left_by(game: str, action: dict[str, Any], state: Any) -> set[str]:
    return {action["kind"]} | cards_of(game, action, state)


@pytest.mark.parametrize("game", sorted(LEFT))
def test_an_unrestricted_entrant_plays_as_ever(game: str) -> None:
    """Beside a restricted entrant, one without restrictions chooses what it chooses in a kernel without them."""
    raw = {
        "schema": 1,
        "game": game,
        "games": 40,
        "players": 2,
        "entrants": [{"name": "a", "strategy": "greedy"}, {"name": "b", "strategy": "greedy"}],
        "lineups": {"seats": [["a", "a"], ["b", "b"]]},
    }
    plain = build_scenario(raw, "test", "test.toml")
    raw["entrants"][1]["restrict"] = LEFT[game][1]
    mixed = build_scenario(raw, "test", "test.toml")
    assert (plain.is_restricted, mixed.is_restricted) == (False, True)
    one, other = Replayer(plain, print), Replayer(mixed, print)
    for number in range(20):
        assert one.game(0, number).trace.chosen == other.game(0, number).trace.chosen
    changed = [one.game(1, number).trace.chosen != other.game(1, number).trace.chosen for number in range(20)]
    assert any(changed)


def test_restrictions_enter_the_digest() -> None:
    """They are part of what is played; their order and repetition are not."""
    plain, left, turned = (scenario("go_stop", text).digest() for text in ([], ["never:go"], ["never:go", "never:go"]))
    assert left == turned != plain
    both = ["never:go", "avoid:card:05A"]
    assert scenario("go_stop", both).digest() == scenario("go_stop", both[::-1]).digest()


@pytest.mark.parametrize(
    ("restrict", "words"),
    [
        (["never:gone"], "entrants.greedy.restrict: 'never:gone': 'gone' is unknown; allowed: "),
        (["avoid:card:99Z"], "'avoid:card:99Z': '99Z' is unknown"),
        (["go"], "'go' is not allowed; allowed: never:KIND, avoid:card:CARD"),
        ("never:go", "a list"),
        ([7], "a text"),
    ],
)
def test_bad_restrictions_get_one_line(restrict: Any, words: str) -> None:
    """File, key, value and what is allowed."""
    raw = {"schema": 1, "game": "go_stop", "entrants": [{"name": "greedy", "strategy": "greedy", "restrict": restrict}]}
    with pytest.raises(InputError, match=re.escape(words)):
        build_scenario(raw, "test", "test.toml")


def test_every_kind_is_named() -> None:
    """The kinds of each game are those of its records, in the order of the action numbers."""
    for name, game in registry.games().items():
        module, numbers = game.module("restrict"), _numbers_of(game)
        to_dict = game.module("actions").action_to_dict
        for number in numbers:
            kind = module.kind_of.py_func(np.int64(number))
            assert module.KINDS[int(kind)] == to_dict(number)["kind"], name
        assert {to_dict(number)["kind"] for number in numbers} == set(module.KINDS)


def _numbers_of(game: GameSpec) -> list[int]:
    """Return a number of every kind of action."""
    actions = game.module("actions")
    if game.name == "go_stop":
        return [0, actions.FLIP_TAKE_BASE, actions.GO, actions.STOP]
    return [value | 1 for name, value in vars(actions).items() if name.startswith("A_")]


def test_games_without_restrictions_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of somebody else's need not have them."""
    game = registry.game("go_stop")
    monkeypatch.setattr(GameSpec, "has_module", lambda *_: False)
    with pytest.raises(InputError, match="go_stop has no restricted play"):
        checked_restrictions(game, ["never:go"], None, "test.toml", "entrants.a.restrict")
