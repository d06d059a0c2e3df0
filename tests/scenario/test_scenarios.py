"""Scenarios: cells, line-ups and indices, overrides, shipped files, and messages."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from typing import Any

import pytest

from simcore.engine import registry
from simcore.errors import InputError
from simcore.scenario.build import build_scenario
from simcore.scenario.load import load_scenario, shipped_folder, shipped_names
from simcore.scenario.paths import override, parse_assignment
from simcore.scenario.scenario import Scenario

NAMES = ("a", "b", "c", "d", "e")


@pytest.fixture
def many_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Go-Stop be played by up to four; nothing is played here."""
    game = dataclasses.replace(registry.games()["go_stop"], players=(1, 2, 3, 4))
    monkeypatch.setattr(registry, "games", lambda: {"go_stop": game})


def short(value: object) -> str:
    """Return a test's name for a value."""
    return repr(value)[:60]


def build(raw: dict[str, Any], *settings: str) -> Scenario:
    """Build a scenario from a dict and --set options."""
    return build_scenario(override(raw, [parse_assignment(text) for text in settings]), "test", "test.toml")


def entrants(n: int) -> list[dict[str, Any]]:
    """Return `n` entrants named a, b, c, ..."""
    return [{"name": name, "strategy": "random"} for name in NAMES[:n]]


def raw_of(n_entrants: int, players: Any, **lineups: Any) -> dict[str, Any]:
    """Return a scenario of so many entrants and seats."""
    raw = {"schema": 1, "game": "go_stop", "entrants": entrants(n_entrants), "players": players}
    return {**raw, "lineups": lineups} if lineups else raw


def seatings(scenario: Scenario) -> list[list[str]]:
    """Return the line-ups of each cell as words: ``[["ab", "ba"], ...]``."""
    names = scenario.entrant_names
    return [["".join(names[k] for k in seating) for seating in cell.seatings] for cell in scenario.cells]


@pytest.mark.usefixtures("many_seats")
@pytest.mark.parametrize(("n", "players"), [(2, 2), (3, 2), (5, 2), (4, 3), (5, 4), (4, 4), (5, 1)])
def test_more_entrants_than_seats_make_a_cell_of_every_combination(n: int, players: int) -> None:
    """Every combination of entrants is a cell, once, in the order of the file."""
    scenario = build(raw_of(n, players, mode="fixed"))
    assert seatings(scenario) == [["".join(group)] for group in itertools.combinations(NAMES[:n], players)]
    assert [cell.index for cell in scenario.cells] == list(range(len(scenario.cells)))


@pytest.mark.usefixtures("many_seats")
@pytest.mark.parametrize(
    ("n", "players", "expected"),
    [
        (1, 2, ["aa"]),
        (1, 4, ["aaaa"]),
        (2, 3, ["aab", "abb"]),
        (2, 4, ["aaab", "aabb", "abbb"]),
        (3, 4, ["aabc", "abbc", "abcc"]),
    ],
)
def test_fewer_entrants_than_seats_make_a_cell_of_every_multiset(n: int, players: int, expected: list[str]) -> None:
    """Every multiset that uses all entrants is a cell."""
    assert seatings(build(raw_of(n, players, mode="fixed"))) == [[group] for group in expected]


@pytest.mark.usefixtures("many_seats")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_rotate_plays_every_cyclic_rotation(players: int) -> None:
    """With `rotate` there are as many line-ups as seats, each entrant once in each seat, neighbours kept."""
    (cell,) = seatings(build(raw_of(players, players)))
    assert cell[0] == "".join(NAMES[:players])
    assert len(set(cell)) == len(cell) == players
    for lineup in cell:
        assert lineup in cell[0] * 2
    for seat in range(players):
        assert {lineup[seat] for lineup in cell} == set(NAMES[:players])


@pytest.mark.usefixtures("many_seats")
@pytest.mark.parametrize("mode", ["all", "draw"])
@pytest.mark.parametrize(("n", "players", "count"), [(2, 2, 2), (3, 3, 6), (4, 4, 24), (2, 3, 3), (1, 2, 1)])
def test_all_and_draw_know_every_order(mode: str, n: int, players: int, count: int) -> None:
    """With `all` and `draw` every different order of the seats is a line-up, once."""
    scenario = build(raw_of(n, players, mode=mode))
    for cell, lineups in zip(scenario.cells, seatings(scenario), strict=True):
        assert len(lineups) == len(set(lineups)) == count
        assert len({tuple(sorted(lineup)) for lineup in lineups}) == 1
        assert cell.draws_seats == (mode == "draw")
        assert cell.games_per_deal == (1 if mode == "draw" else count)


@pytest.mark.usefixtures("many_seats")
def test_explicit_seats_are_grouped_by_their_entrants() -> None:
    """Listed line-ups of the same entrants are one cell; cells and line-ups keep the order of the file."""
    listed = ["bca", "aab", "abc", "baa", "ccc", "cab"]
    scenario = build(raw_of(3, 3, seats=[list(lineup) for lineup in listed]))
    assert seatings(scenario) == [["bca", "abc", "cab"], ["aab", "baa"], ["ccc"]]


@pytest.mark.usefixtures("many_seats")
def test_player_counts_are_swept(desk: Any) -> None:
    """A list of player counts makes cells of each count, in its order, each with its own combinations."""
    scenario = build(raw_of(3, [3, 2]))
    assert [cell.players for cell in scenario.cells] == [3, 2, 2, 2]
    assert scenario.max_players == 3
    assert [cell.swept["players"] for cell in scenario.cells] == [3, 2, 2, 2]
    assert desk.run(raw_of(3, [2, 5])).fault.count("players") == 1


def test_cells_are_the_product_of_the_sweep(desk: Any) -> None:
    """Sweep values make the product of their lists, the last varying fastest, and reach parameters and entrants."""
    raw = desk.raw(
        sweep={
            "params.point_threshold": [5, 7],
            "entrants.a.params.go_below": [8, 9, 10],
            "entrants.b.strategy": ["random", "greedy"],
        }
    )
    scenario = build(raw)
    found = [
        (
            cell.params["point_threshold"],
            cell.entrants[0].params["go_below"],
            cell.entrants[1].strategy.name,
        )
        for cell in scenario.cells
    ]
    assert found == list(itertools.product([5, 7], [8, 9, 10], ["random", "greedy"]))
    assert [tuple(cell.swept.values())[1:] for cell in scenario.cells] == found
    assert {strategy.name for strategy in scenario.strategies} == {"threshold", "random", "greedy"}


def test_line_up_modes_can_be_swept(desk: Any) -> None:
    """`lineups.mode` is a path like any other."""
    scenario = build(desk.raw(sweep={"lineups.mode": ["fixed", "rotate", "draw"]}))
    assert [len(cell.seatings) for cell in scenario.cells] == [1, 2, 2]
    assert [cell.draws_seats for cell in scenario.cells] == [False, False, True]


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("params.instant_win_points=9", {9}),
        ("params.point_threshold=3", {5, 6}),
        ("entrants.a.params.go_below=1", {5, 6}),
    ],
)
def test_set_fixes_a_swept_path(setting: str, values: set[int], desk: Any) -> None:
    """--set of a path that is swept leaves one cell for it; other paths leave the sweep alone."""
    scenario = build(desk.raw(), setting)
    assert {cell.params["instant_win_points"] for cell in scenario.cells} == values
    assert len(scenario.cells) == len(values)


@pytest.mark.parametrize(
    ("setting", "found"),
    [
        ("games=5", lambda scenario: scenario.games == 5),
        ("games=1_000", lambda scenario: scenario.games == 1000),
        ("seed=18446744073709551615", lambda scenario: scenario.seed == 2**64 - 1),
        ("players=2", lambda scenario: scenario.max_players == 2),
        ("params.cup_class=locked", lambda scenario: scenario.cells[0].params["cup_class"] == "locked"),
        ('params.cup_class="locked"', lambda scenario: scenario.cells[0].params["cup_class"] == "locked"),
        ("params.cup_stealable=true", lambda scenario: scenario.cells[0].params["cup_stealable"] is True),
        (" params.point_threshold = 6 ", lambda scenario: scenario.cells[0].params["point_threshold"] == 6),
        ("entrants.b.strategy=threshold", lambda scenario: scenario.cells[0].entrants[1].strategy.name == "threshold"),
        ("entrants.a.params.go_below=0", lambda scenario: scenario.cells[0].entrants[0].params["go_below"] == 0),
        ("lineups.mode=fixed", lambda scenario: len(scenario.cells[0].seatings) == 1),
        ('lineups.seats=[["b", "b"]]', lambda scenario: seatings(scenario)[0] == ["bb"]),
    ],
)
def test_set_overrides(setting: str, found: Any, desk: Any) -> None:
    """Every kind of path of the contract can be set, with TOML values and plain words."""
    before = build(desk.raw())
    assert found(build(desk.raw(), setting))
    assert not found(before) or setting in ("players=2",)


def test_an_override_leaves_its_source_alone(desk: Any) -> None:
    """Overrides work on a copy."""
    raw = desk.raw()
    build(raw, "params.point_threshold=3", "entrants.a.params.go_below=1", "params.instant_win_points=2")
    assert raw == desk.raw()


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_scenarios_load(name: str) -> None:
    """Every shipped scenario loads, says what it is, and keeps its digest when it is loaded again."""
    scenario = load_scenario(name)
    assert scenario.name == name
    assert scenario.title != name
    assert name.startswith(f"{scenario.game.name}/")
    assert scenario.cells
    assert load_scenario(str(shipped_folder() / f"{name}.toml")).digest() == scenario.digest()


def test_every_shipped_file_is_known() -> None:
    """No scenario file lies where `simcore list scenarios` does not see it."""
    files = {path.relative_to(shipped_folder()).with_suffix("").as_posix() for path in shipped_folder().rglob("*.toml")}
    assert files == set(shipped_names())
    assert {"go_stop/base", "go_stop/smoke", "go_stop/thresholds"} <= files


def test_the_threshold_study_has_a_cell_of_every_pair() -> None:
    """The main job sweeps both thresholds over the same values: 100 cells."""
    scenario = load_scenario("go_stop/thresholds")
    pairs = [tuple(entrant.params["go_below"] for entrant in cell.entrants) for cell in scenario.cells]
    values = {first for first, _ in pairs}
    assert Counter(pairs) == Counter(itertools.product(values, values))


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"title": ""},
        {"title": "Größe 'und' \"mehr\""},
        {"games": 1},
        {"games": 10**12},
        {"seed": 0},
        {"seed": 2**64 - 1},
        {"players": [2]},
        {"params": {}},
        {"params": {"junk_doubler_below": 0}},
        {"params": {"instant_win_points": 100_000_000}},
        {"sweep": {}},
        {"sweep": {"params.junk_zero_exempt": [True, False]}},
        {"sweep": {"entrants.a.params.go_below": list(range(100))}},
        {"lineups": {}},
        {"lineups": {"seats": [["a", "a"], ["a", "b"]]}},
        {"cards": {}},
        {"entrants": [{"name": "A-1_z", "strategy": "greedy"}]},
        {"entrants": [{"name": "x" * 40, "strategy": "greedy"}]},
    ],
    ids=short,
)
def test_valid_variations_would_play(change: dict[str, Any], desk: Any) -> None:
    """What the contract allows is accepted, to the ends of the ranges."""
    outcome = desk.run(desk.raw(**change))
    assert outcome.code is None, outcome.err


@pytest.mark.parametrize("missing", ["title", "games", "seed", "players", "params", "sweep", "lineups"])
def test_optional_keys_can_be_left_out(missing: str, desk: Any) -> None:
    """Every key but schema, game and entrants has a default."""
    raw = desk.raw()
    del raw[missing]
    assert desk.run(raw).code is None


@pytest.mark.parametrize("missing", ["schema", "game", "entrants"])
def test_required_keys_are_named(missing: str, desk: Any) -> None:
    """A missing key is named."""
    raw = desk.raw()
    del raw[missing]
    assert f"my_scenario.toml: {missing}: is missing" in desk.run(raw).fault


@pytest.mark.parametrize("key", ["name", "strategy"])
def test_required_keys_of_entrants_are_named(key: str, desk: Any) -> None:
    """A missing key of an entrant is named, with the entrant."""
    raw = desk.raw()
    del raw["entrants"][1][key]
    assert "entrants." in desk.run(raw).fault
    assert f".{key}: is missing" in desk.run(raw).fault


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        ({"game": "go_stp"}, ["game", "'go_stp'", "did you mean 'go_stop'?"]),
        ({"gaem": "go_stop"}, ["gaem", "did you mean 'game'?"]),
        ({"games": 0}, ["games", "0 is not allowed", "1 to 1000000000000"]),
        ({"games": 1.5}, ["games", "1.5", "an integer"]),
        ({"seed": -1}, ["seed", "-1 is not allowed", f"0 to {2**64 - 1}"]),
        ({"seed": 2**64}, ["seed", str(2**64), f"0 to {2**64 - 1}"]),
        ({"schema": 2}, ["schema", "2 is not allowed", "1"]),
        ({"players": 3}, ["players", "3 is not allowed", "allowed: 2"]),
        ({"players": [2, 2]}, ["players", "twice"]),
        ({"players": []}, ["players"]),
        ({"players": True}, ["players", "an integer"]),
        ({"params": {"point_treshold": 6}}, ["params.point_treshold", "did you mean 'point_threshold'?"]),
        ({"params": {"point_threshold": 0}}, ["params.point_threshold", "0 is not allowed", "an integer >= 1"]),
        ({"params": {"point_threshold": True}}, ["params.point_threshold", "True", "an integer"]),
        ({"params": {"point_threshold": 7.0}}, ["params.point_threshold", "7.0", "an integer"]),
        ({"params": {"cup_class": "lokced"}}, ["params.cup_class", "'lokced'", "did you mean 'locked'?"]),
        ({"params": {"cup_stealable": 1}}, ["params.cup_stealable", "1 is not allowed", "true, false"]),
        ({"params": 5}, ["params", "5 is not allowed", "a table"]),
        ({"entrants": []}, ["entrants", "at least one"]),
        ({"entrants": {"a": 1}}, ["entrants", "a list"]),
        ({"entrants": [{"name": "a", "strategy": "greddy"}]}, ["entrants.a.strategy", "did you mean 'greedy'?"]),
        ({"entrants": [{"name": "a", "strategy": "greedy", "parms": {}}]}, ["entrants.a.parms", "'params'"]),
        ({"entrants": [{"name": "a b", "strategy": "greedy"}]}, ["entrants", "'a b'", "letters"]),
        ({"entrants": [{"name": "", "strategy": "greedy"}]}, ["entrants", "''", "letters"]),
        ({"entrants": [{"name": "a", "strategy": "greedy"}] * 2}, ["entrants.a", "two entrants"]),
        (
            {"entrants": [{"name": "a", "strategy": "threshold", "params": {"go_bellow": 1}}]},
            ["entrants.a.params.go_bellow", "did you mean 'go_below'?"],
        ),
        (
            {"entrants": [{"name": "a", "strategy": "threshold", "params": {"go_below": 1001}}]},
            ["entrants.a.params.go_below", "1001 is not allowed", "0 to 1000"],
        ),
        ({"entrants": [{"name": "a", "strategy": "greedy", "params": {"x": 1}}]}, ["entrants.a.params.x", "none"]),
        ({"sweep": {"params.point_threshold": []}}, ["sweep", "params.point_threshold", "at least one"]),
        ({"sweep": {"params.point_threshold": 5}}, ["sweep", "params.point_threshold", "a list"]),
        ({"sweep": {"params.point_threshold": [5, 5]}}, ["sweep", "params.point_threshold", "twice"]),
        ({"sweep": {"params.point_threshold": [5, 0]}}, ["params.point_threshold", "0 is not allowed"]),
        ({"sweep": {"parms.point_threshold": [5]}}, ["sweep", "parms.point_threshold", "'params'"]),
        ({"sweep": {"entrants.c.strategy": ["greedy"]}}, ["sweep", "entrants.c.strategy", "allowed: a, b"]),
        ({"sweep": {"entrants.a": [1]}}, ["sweep", "entrants.a"]),
        ({"sweep": {"seed": [1, 2]}}, ["sweep.seed", "cannot be swept"]),
        ({"sweep": {"games": [1, 2]}}, ["sweep.games", "cannot be swept"]),
        ({"sweep": {"players": [2]}}, ["sweep.players", "cannot be swept"]),
        ({"sweep": {"title": ["a"]}}, ["sweep", "title"]),
        ({"sweep": {"entrants.a.name": ["x", "y"]}}, ["sweep", "entrants.a.name"]),
        ({"sweep": {"cards.dogs.l01.vp": [1, 2]}}, ["sweep", "cards.dogs.l01.vp"]),
        (
            {"sweep": {"params.point_threshold": [*range(1, 102)], "params.junk_doubler_below": [*range(100)]}},
            ["sweep", "more than 10000 cells"],
        ),
        ({"lineups": {"mode": "rotated"}}, ["lineups.mode", "'rotated'", "'rotate'"]),
        ({"lineups": {"mod": "rotate"}}, ["lineups.mod", "did you mean 'mode'?"]),
        ({"lineups": {"seats": []}}, ["lineups.seats", "at least one"]),
        ({"lineups": {"seats": [["a"]]}}, ["lineups.seats", "['a'] has 1 seats, not 2"]),
        ({"lineups": {"seats": [["a", "bb"]]}}, ["lineups.seats", "did you mean 'b'?"]),
        ({"lineups": {"seats": ["ab"]}}, ["lineups.seats", "a list"]),
        ({"cards": {"dogs.l01.vp": 5}}, ["cards", "go_stop"]),
        ({"card_table": "x.toml"}, ["card_table", "no file"]),
        ({"card_table": 5}, ["card_table", "the path of a card table"]),
        ({"int": 5}, ["int", "unknown"]),
        ({"list[int]": 5}, ["list[int]", "unknown"]),
        ({"a[b": 5}, ["a[b", "unknown"]),
        ({"a\nb": 5}, ["a b", "unknown"]),
        ({"\u2028": 5}, ["unknown"]),
        ({"players": ["int"]}, ["players", "an integer"]),
    ],
    ids=short,
)
def test_faults_are_named(change: dict[str, Any], parts: list[str], desk: Any) -> None:
    """The one line names the file, the key, the value, what is allowed, and the nearest match."""
    fault = desk.run(desk.raw(**change)).fault
    for part in ["my_scenario.toml", *parts]:
        assert part in fault


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("params", {"point_threshold": 10**400}),
        ("params", {"point_threshold": 10**4200}),
        ("params", {"point_threshold": 2**20000}),
        ("entrants", [{"name": "a", "strategy": "threshold", "params": {"go_below": 10**400}}]),
        ("seed", 2**20000),
        ("games", 2**20000),
        ("schema", 2**20000),
        ("players", 2**20000),
        ("players", [2**20000]),
        ("title", 2**20000),
        ("sweep", {"params.point_threshold": [2**20000]}),
        ("lineups", {"mode": 2**20000}),
        ("unknown", 2**20000),
    ],
    ids=["decimal", "long decimal", "hexadecimal", "entrant", "seed", "games", "schema", "players", "counts", "title",
         "sweep", "mode", "unknown"],
)  # fmt: skip
def test_huge_numbers_are_faults(key: str, value: Any, desk: Any) -> None:
    """Integers beyond every range, even those too long to print, are refused in one line."""
    fault = desk.run(desk.raw(**{key: value})).fault
    assert "my_scenario.toml" in fault
    assert key in fault or (key == "sweep" and "params.point_threshold" in fault)
    assert len(fault) < 500


@pytest.mark.parametrize("depth", [10, 200, 1000, 20_000])
@pytest.mark.parametrize("shape", ["list", "table", "dotted", "header"])
def test_deep_nesting_is_a_fault(shape: str, depth: int, desk: Any) -> None:
    """However deep a file nests, it is refused in one line."""
    raw = desk.raw(sweep={})
    del raw["params"]
    assert desk.run(raw).code is None
    text = (
        desk.toml(raw)
        + {
            "list": f"params = {{ x = {'[' * depth}{']' * depth} }}\n",
            "table": f"params = {'{x=' * depth}1{'}' * depth}\n",
            "dotted": f"params.{'.'.join('x' * depth)} = 1\n",
            "header": f"[params.{'.'.join('x' * depth)}]\n",
        }[shape]
    )
    fault = desk.run(text).fault
    assert "my_scenario.toml" in fault
    assert "params.x" in fault or "is not TOML" in fault


@pytest.mark.parametrize(
    "setting",
    [
        "",
        "=",
        "=5",
        "params",
        "params=",
        "params=5",
        "params.=5",
        ".params=5",
        "params..x=5",
        "params.point_threshold=",
        "params.point_threshold=six",
        "params.point_threshold=6 # comment\nx = 5",
        "params.point_threshold=nan",
        "params.point_threshold=" + "9" * 400,
        "params.point_threshold=0x" + "f" * 5000,
        "params.point_threshold=" + "[" * 100_000,
        "params." + ".".join("x" * 20_000) + "=1",
        "params.cup_class.x=1",
        "entrants=[]",
        "entrants.a=5",
        "entrants.c.strategy=greedy",
        "entrants.a.strategi=greedy",
        "entrants.a.params=5",
        "sweep.x=[1]",
        "schema=1",
        "title=x",
        "lineups=draw",
        "lineups.seats=[]",
        "game=chess",
        "games=0",
        "games=1e3",
        "seed=-1",
        "players=[2, 3]",
        "cards.x=1",
        "\ud800=1",
        "params.\x00=1",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_bad_settings_are_faults(setting: str, desk: Any) -> None:
    """Whatever is wrong with --set is one line that says so."""
    fault = desk.run(desk.raw(), f"--set={setting}").fault
    assert "--set" in fault
    assert len(fault) < 4000


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "schema: is missing"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"\x00", "is not TOML"),
        (b"schema = ", "is not TOML"),
        (b"schema = 1\nschema = 1", "is not TOML"),
        (b"[params]\n[params]", "is not TOML"),
        (b"schema = 1\r\rgame", "is not TOML"),
        ("\ufeffschema = 1".encode(), "game: is missing"),
        (b"a = " + b"1" * 5000, "is not TOML"),
    ],
    ids=lambda content: repr(content)[:30],
)
def test_broken_files_are_faults(content: bytes, part: str, desk: Any) -> None:
    """What is no scenario at all is refused with its place in the file."""
    fault = desk.run(content).fault
    assert "my_scenario.toml" in fault
    assert part in fault


@pytest.mark.parametrize("text", ["go_stop/smke", "", ".", "/", "missing.toml", "x" * 5000, "a\nb", "/dev/null"])
def test_scenarios_that_are_not_there(text: str, desk: Any) -> None:
    """A name that is neither shipped nor a file is refused, with the nearest match where there is one."""
    fault = desk.command("run", text).fault
    assert "SCENARIO" in fault or "neither" in fault or "schema" in fault
    if text == "go_stop/smke":
        assert "did you mean 'go_stop/smoke'?" in fault


def test_only_the_first_fault_is_told(desk: Any) -> None:
    """A file with many faults gives one line all the same."""
    assert desk.run({"x": 1, "y": {"z": float("nan")}, "games": "many", "entrants": [5, {}]}).fault


def test_errors_are_input_errors(desk: Any) -> None:
    """The Python face raises InputError with file, key and problem apart."""
    with pytest.raises(InputError) as caught:
        build(desk.raw(params={"point_threshold": 0}))
    assert (caught.value.where, caught.value.key) == ("test.toml", "params.point_threshold")
    assert caught.value.exit_code == 2
