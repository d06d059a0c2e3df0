"""The card table of Dog Lover: what is refused, with which words, and that what is not refused can be played."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.engine import registry, status
from simcore.engine.kernel import Kernel, build_kernel
from simcore.engine.parameters import complete, encode_rules
from simcore.errors import InputError
from simcore.games.dog_lover import card_table, layout
from simcore.games.dog_lover.cards import CARDS, SHIPPED, CardTable, deck_problem, load_table, tables, with_changes
from simcore.games.dog_lover.tricks import places

DATA = Path(card_table.__file__).parent / "data" / "cards.toml"
TEXT = DATA.read_text(encoding="utf-8")
PARAMETERS = registry.game("dog_lover").parameters
MUTANTS = 1_200
MUTANTS_FULL = 6_000


def load(tmp_path: Path, text: str) -> CardTable:
    """Load a card table from its text."""
    path = tmp_path / "my_cards.toml"
    path.write_text(text, encoding="utf-8")
    return load_table(path)


def replaced(old: str, new: str) -> str:
    """Return the shipped table with one text in place of another."""
    assert TEXT.count(old) >= 1, old
    return TEXT.replace(old, new, 1)


def test_the_shipped_table_loads(tmp_path: Path) -> None:
    """A copy of the shipped table is the shipped table, and the list of cards has a row for each with its source."""
    assert load(tmp_path, TEXT).raw == SHIPPED.raw
    assert len(CARDS) == 4 + 5 + 7 + 24 + 12 + 15 + 1 + 5 + 11
    assert all(list(card) == ["id", "name", "what", "copies", "source"] for card in CARDS)
    assert {card["source"].partition(";")[0] for card in CARDS} == {"published", "estimate"}


def test_sections_without_a_part_can_be_left_out(tmp_path: Path) -> None:
    """A table needs its cards only: constants and texts may be left out."""
    text = TEXT[: TEXT.index("[components]")] + TEXT[TEXT.index("[[game_kinds]]") :]
    assert load(tmp_path, text).raw["dogs"] == SHIPPED.raw["dogs"]


WRONG = [
    ("the schema", "schema_version = 1", "schema_version = 2", "schema_version: 2 is not allowed; allowed: 1 to 1"),
    ("no TOML", "[[food]]", "[[food", "is not TOML"),
    ("a field", 'id = "s01"', 'id = "s01"\nspeed = 3', "dogs.s01.speed: 'speed' is unknown"),
    ("a list", "[[favorite]]", "[[favourites]]", "favourites: 'favourites' is unknown"),
    ("an id", 'id = "s02"', 'id = "s01"', "dogs.s01: two rows have this name"),
    ("an id of another list", 'id = "s02"', 'id = "t05"', "tricks.t05: two rows have this name"),
    ("a reserved id", 'id = "s02"', 'id = "bone"', "dogs.bone.id: 'bone' is not allowed"),
    ("no id", 'id = "s02"\n', "", "dogs.1.id: is missing"),
    ("points", "vp = 7", "vp = 7.5", "dogs.l01.vp: 7.5 is not allowed; allowed: -50 to 50"),
    ("a size", 'size = "large"', 'size = "huge"', "dogs.l01.size: 'huge' is unknown; allowed: large, medium, small"),
    ("a need", "scraps = 3, kibble = 0", "scraps = 30, kibble = 0", "dogs.l01.need.scraps: 30 is not allowed"),
    ("no need", "scraps = 3, kibble = 0", "scraps = 0, kibble = 0", "dogs.l01.need: has 0 symbols; allowed: 1 to 9"),
    ("a mark", "mark = 4", "mark = 5", "dogs.s06.mark: 5 is not allowed; allowed: 2 to 4"),
    (
        "a mark more",
        "mark = 4",
        "mark = 3",
        "game_kinds.dog.by_mark: [15, 5, 4] is stated, but the cards make [15, 6, 3]",
    ),
    ("an effect", 'effect = "per_walk"', 'effect = "per_wlak"', "rescued.r10.effect: 'per_wlak' is unknown"),
    (
        "its number",
        'effect = "none"\nn = 0',
        'effect = "none"\nn = 1',
        "rescued.r15.n: 1 is not allowed; allowed: 0 to 0",
    ),
    ("its size", 'effect_size = "small"', 'effect_size = ""', "rescued.r01.effect_size: '' is unknown"),
    ("a loss", 'kind = "bone", count', 'kind = "walk", count', "traits.x03.else_discard.kind: 'walk' is unknown"),
    ("a pattern", 'rows = [".XX", "X.."]', 'rows = [".XX", "X."]', "tricks.t04.rows: ['.XX', 'X.'] is no pattern"),
    ("an empty edge", 'rows = [".XX", "X.."]', 'rows = [".XX", ".X."]', "has an empty row or column at its edge"),
    ("a line", 'watch = "r1"\ncost = 2', 'watch = "r2"\ncost = 2', "tricks.t09.watch: 'r2' is unknown"),
    ("a cost", "cost = 3", "cost = -3", "tricks.t10.cost: -3 is not allowed; allowed: 0 to 9"),
    ("no place", 'rows = ["XX", "X."]', 'rows = ["XX", "XX"]', "starting_special.sp1.rows: ['XX', 'XX'] has no legal"),
    ("a food", 'food = "canned"', 'food = "tinned"', "food.canned.food: 'tinned' is unknown"),
    ("copies", "by_mark = [4, 1, 2]", "by_mark = [4, 1]", "food.scraps.by_mark: [4, 1] is not allowed"),
    ("more copies", "by_mark = [4, 1, 2]", "by_mark = [5, 1, 2]", "game_kinds.food.by_mark: [20, 7, 6] is stated, but"),
    ("a deck size", "value = 96", "value = 97", "deck_sizes.p3: 97 is stated, but the cards make 96"),
    ("a component", "value = 15", "value = 14", "components.shelter_deck: 14 is stated, but the cards make 15"),
    ("a constant", "value = -2,", "value = -3,", "scoring.unfed_dog: -3 is not what is played; allowed: -2"),
    ("a source", 'source = "estimate"  # idea: Penny', 'source = "guess" #', "rescued.r05.source: 'guess' is unknown"),
    ("a huge number", "cost = 3", f"cost = 0x{'f' * 5000}", "is an integer of more than 128 bits"),
]


@pytest.mark.parametrize(("old", "new", "words"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_wrong_table_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    """Each fault is told in one line: file, card, field, value, what is allowed."""
    with pytest.raises(InputError) as raised:
        load(tmp_path, replaced(old, new))
    assert words in str(raised.value)
    assert str(tmp_path / "my_cards.toml") in str(raised.value)
    assert "\n" not in str(raised.value)


def test_no_file_is_refused(tmp_path: Path) -> None:
    """A file that is not there is told as any other fault."""
    with pytest.raises(InputError, match="cannot be read"):
        load_table(tmp_path / "none.toml")


def test_changes_of_single_numbers() -> None:
    """A change reaches the card and nothing else; sums that the table states follow; the table given stays."""
    table = with_changes(
        SHIPPED, {"dogs.l01.vp": 5, "food.wild.by_mark": [4, 0, 1], "traits.x04.else_discard.count": 1}
    )
    assert (SHIPPED.raw["dogs"][18]["vp"], table.raw["dogs"][18]["vp"]) == (7, 5)
    assert table.raw["dogs"][:18] == SHIPPED.raw["dogs"][:18]
    assert table.raw["deck_sizes"]["p2"]["value"] == SHIPPED.raw["deck_sizes"]["p2"]["value"] + 2
    assert table.raw["components"]["game_deck"]["value"] == 122
    values = complete(PARAMETERS, {}, "test", "params")
    old, new = tables(values), tables(values, table)
    assert [name for name in old if not np.array_equal(old[name], new[name])] == [
        *("dog_vp", "trait_loss_count", "deck_others", "n_deck_others")
    ]
    assert {name: array.shape for name, array in old.items()} == {name: array.shape for name, array in new.items()}
    assert with_changes(table, {"dogs.l01.vp": 7}).raw["dogs"] == SHIPPED.raw["dogs"]


WRONG_CHANGES = [
    ({"dogs.l99.vp": 1}, "cards.dogs.l99.vp: 'l99' is unknown"),
    ({"dog.l01.vp": 1}, "cards.dog.l01.vp: 'dog' is unknown; allowed: dogs,"),
    ({"dogs": 1}, "cards.dogs: '' is unknown"),
    ({"dogs.l01": 1}, "cards.dogs.l01: '' is unknown; allowed: mark, need, size, vp"),
    ({"dogs.l01.id": "l02"}, "cards.dogs.l01.id: 'id' is unknown"),
    ({"dogs.l01.vp": 51}, "cards.dogs.l01.vp: 51 is not allowed; allowed: -50 to 50"),
    ({"dogs.l01.vp": 10**50}, "cards.dogs.l01.vp: is an integer of more than 128 bits"),
    ({"dogs.l01.need.meat": 1}, "cards.dogs.l01.need.meat: 'meat' is unknown"),
    ({"dogs.l01.vp.x": 1}, "cards.dogs.l01.vp.x: 'vp.x' is unknown"),
    ({"game_kinds.dog.by_mark": [1, 1, 1]}, "cards.game_kinds.dog.by_mark: 'dog' is unknown; allowed: adoption, bone"),
    ({"food.wild.by_mark": [90, 0, 0]}, "cards.game_kinds: make 207 cards; allowed: at most 160"),
    ({"starting_basic.basic.rows": ["XX", "XX"]}, "cards.starting_basic.basic.rows: ['XX', 'XX'] has no legal place"),
    ({"rescued.r01.effect": "per_walk"}, "cards.rescued.r01.effect_size: 'small' is unknown"),
]


@pytest.mark.parametrize(("changes", "words"), WRONG_CHANGES, ids=[str(case[0])[:40] for case in WRONG_CHANGES])
def test_a_wrong_change_is_refused(changes: Mapping[str, Any], words: str) -> None:
    """A change is checked as a table is, and told under the key that the user wrote."""
    with pytest.raises(InputError) as raised:
        with_changes(SHIPPED, changes, "my.toml")
    assert str(raised.value).startswith(f"my.toml: {words}")


def test_decks_that_are_too_small() -> None:
    """Rule parameters that ask for more cards than there are do not go together with the table."""
    game = registry.game("dog_lover")
    values = complete(PARAMETERS, {"cards_below_end": 71}, "test", "params")
    with pytest.raises(InputError, match=r"params\.cards_below_end: 71 cards are not in the deck of 70; allowed"):
        game.check_values(values, 2, "test", "params")
    game.check_values(values, 3, "test", "params")
    few = {f"dogs.{row['id']}.mark": 4 for row in SHIPPED.rows("dogs")[2:]}
    values = complete(PARAMETERS, {}, "test", "params")
    found = [deck_problem(values, n, with_changes(SHIPPED, few)) for n in (2, 3, 4)]
    assert found[0] is None
    assert found[1] == ("remove_marks", "leaves 2 dogs in the deck; allowed: at least one for each player")
    assert found[2] is None


def test_places_fit_the_kernel() -> None:
    """No pattern has more places than there is room for, and a place's actions come back as they were."""
    signs = [
        ["".join(".X"[bits >> 3 * row + column & 1] for column in range(3)) for row in range(3)] for bits in range(512)
    ]
    assert max(len(places(rows, line)) for rows in signs[1:] for line in layout.LINES) <= layout.MAX_PLACES
    assert max(len(places(["XX"], line)) for line in ("r0", "c0", "c1")) == layout.MAX_PLACES
    found = tables(complete(PARAMETERS, {}, "test", "params"))["place_action"]
    for trick, row in enumerate(SHIPPED.rows("tricks"), layout.FIRST_DECK_TRICK):
        listed = [(int(action) >> 9, int(action) & 511) for action in found[trick] if action]
        assert listed == places(row["rows"], row["watch"])


class Player:
    """Plays games of random players with any card table, on one compiled kernel."""

    def __init__(self) -> None:
        game = registry.game("dog_lover")
        self.random = registry.strategy("dog_lover", "random")
        self.kernel: Kernel = build_kernel(game, [self.random], print)

    def play(self, cards: CardTable, players: int, games: int) -> Any:
        """Return the rows of some games; None where the table is not made for so many players."""
        values = complete(PARAMETERS, {"starting_tricks": ("basic", "special")[games % 2]}, "test", "params")
        if deck_problem(values, players, cards):
            return None
        rules = encode_rules(PARAMETERS, values, tables(values, cards))
        plan = self.kernel.plan(np.zeros((1, players), np.int16), False, [(self.random, {})])
        rows = np.zeros(games, registry.game("dog_lover").row_dtype(players))
        code, done, _, _ = self.kernel.play(1, 0, 0, plan, rules, rows, self.kernel.memory(players))
        assert (code, done) == (status.OK, games), status.MEANING[code]
        return rows


@pytest.fixture(scope="module")
def player() -> Player:
    return Player()


def test_a_changed_table_plays_without_a_new_compile(player: Player) -> None:
    """Points, decks and patterns are data: one kernel plays any of them."""
    before = player.play(SHIPPED, 3, 500)
    seconds = player.kernel.compile_seconds
    none_fed = {f"dogs.{row['id']}.vp": -50 for row in SHIPPED.rows("dogs")}
    assert player.play(with_changes(SHIPPED, none_fed), 3, 500)["score"].mean() < before["score"].mean()
    single = {"starting_basic.basic.rows": ["X"]}
    assert player.play(with_changes(SHIPPED, single), 3, 500)["n_turns"].mean() > 2 * before["n_turns"].mean()
    assert player.kernel.compile_seconds == seconds


def mutant(rng: random.Random) -> str:
    """Return the shipped table with a few lines broken, lost, doubled, or with other values."""
    lines = TEXT.splitlines()
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        i = rng.randrange(len(lines))
        way = rng.randrange(6)
        if way == 0:
            del lines[i]
        elif way == 1:
            lines.insert(i, rng.choice(lines))
        elif way == 2:
            lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
        else:
            values = [
                "0",
                "1",
                "2",
                "3",
                "-1",
                "9",
                "40",
                "1e9",
                "true",
                '"x"',
                "[]",
                "{}",
                "nan",
                str(10**30),
                '["X"]',
            ]
            spots = list(re.finditer(r"-?\b\d+\b|\"[^\"]*\"|\[[^\[\]]*\]", lines[i]))
            if spots:
                spot = rng.choice(spots)
                lines[i] = lines[i][: spot.start()] + rng.choice(values) + lines[i][spot.end() :]
    return "\n".join(lines)


def meet_mutants(player: Player, tmp_path: Path, seed: int, number: int) -> dict[str, int]:
    """Load mutants and play those that are not refused."""
    rng = random.Random(seed)
    met = {"refused": 0, "played": 0, "changed": 0}
    for i in range(number):
        try:
            table = load(tmp_path, mutant(rng))
        except InputError as error:
            assert "\n" not in str(error)
            met["refused"] += 1
            continue
        met["changed"] += table.raw != SHIPPED.raw
        met["played"] += player.play(table, 2 + i % 3, 20 + i % 2) is not None
    return met


def test_a_mutated_table_is_refused_or_played(player: Player, tmp_path: Path) -> None:
    """Whatever a table says, it is refused with one line or its games come to an end."""
    met = meet_mutants(player, tmp_path, 1, MUTANTS)
    assert min(met.values()) >= MUTANTS // 20, met


@pytest.mark.slow
def test_many_mutated_tables(player: Player, tmp_path: Path) -> None:
    """The full-size proof of `test_a_mutated_table_is_refused_or_played`."""
    met = meet_mutants(player, tmp_path, 2, MUTANTS_FULL)
    assert min(met.values()) >= MUTANTS_FULL // 20, met


def random_change(rng: random.Random) -> dict[str, Any]:
    """Return changes of some numbers, all of them allowed."""
    changes: dict[str, Any] = {}
    for name, low, high in (("dogs", -5, 9), ("rescued", -5, 9), ("traits", -5, 9)):
        for row in rng.sample(SHIPPED.rows(name), 5):
            changes[f"{name}.{row['id']}.vp"] = rng.randint(low, high)
    for row in SHIPPED.rows("food"):
        changes[f"food.{row['id']}.by_mark"] = [rng.randrange(4) for _ in range(3)]
        changes[f"food.{row['id']}.amount"] = rng.randint(1, 9)
    for kind in ("bone", "walk", "training", "adoption"):
        changes[f"game_kinds.{kind}.by_mark"] = [rng.randrange(9) for _ in range(3)]
    for row in SHIPPED.rows("traits"):
        effect = rng.choice(layout.TRAIT_EFFECTS)
        changes[f"traits.{row['id']}.effect"] = effect
        changes[f"traits.{row['id']}.n"] = 0 if effect in layout.TRAITS_WITHOUT_NUMBER else rng.randrange(10)
        changes[f"traits.{row['id']}.else_discard.kind"] = rng.choice(list(layout.LOSSES))
        changes[f"traits.{row['id']}.else_discard.count"] = rng.randint(1, 9)
    for row in SHIPPED.rows("tricks"):
        changes[f"tricks.{row['id']}.cost"] = rng.randrange(4)
    return changes


def test_changed_numbers_are_played(player: Player) -> None:
    """Games with many numbers changed at once come to an end."""
    rng = random.Random(3)
    for i in range(150):
        assert player.play(with_changes(SHIPPED, random_change(rng)), 2 + i % 3, 40 + i % 2) is not None
