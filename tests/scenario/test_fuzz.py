"""Whatever a scenario file or an option holds: it would play, or one line says what is wrong and nothing is written.

The examples are the same in every run (`derandomize`), some hundred a test.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

FUZZ = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

ENTRANT_KEYS = ("name", "strategy", "params")
# every place of a valid scenario: known keys, and unknown ones beside them
PLACES: list[tuple[Any, ...]] = [
    *[
        (key,)
        for key in ("schema", "title", "game", "games", "seed", "players", "params", "entrants", "sweep", "lineups")
    ],
    *[("params", key) for key in ("point_threshold", "cup_class", "cup_stealable", "instant_win_points")],
    *[("entrants", entrant, key) for entrant in (0, 1) for key in ENTRANT_KEYS],
    ("entrants", 0, "params", "go_below"),
    ("entrants", 0),
    ("sweep", "params.instant_win_points"),
    ("lineups", "mode"),
    ("lineups", "seats"),
    ("card_table",),
    ("cards",),
]
TABLES: list[tuple[Any, ...]] = [
    (),
    ("params",),
    ("entrants", 0),
    ("entrants", 1),
    ("entrants", 0, "params"),
    ("sweep",),
    ("lineups",),
    ("cards",),
]

text = st.text(max_size=12)
words = st.sampled_from(
    ["int", "a", "b", "params", "entrants", "entrants.a", "params.x", "list[int]", "seats", "mode", "x" * 300, "", "."]
)
integers = st.one_of(
    st.integers(-3, 12),
    st.integers(),
    st.sampled_from([2**31, 2**63, 2**64, 10**12 + 1, 10**400, -(10**400), 2**13000]),
)
scalars = st.one_of(
    st.booleans(),
    integers,
    st.floats(),
    text,
    words,
    st.dates(),
    st.times(),
    st.datetimes(),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(text, words), inner, max_size=3),
        inner.map(lambda value: [value, value]),
    ),
    max_leaves=8,
)


def put(raw: dict[str, Any], place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """Return a copy of a scenario with a value at a place."""
    raw = copy.deepcopy(raw)
    target: Any = raw
    for part in place[:-1]:
        target = target.setdefault(part, {}) if isinstance(target, dict) else target[part]
    target[place[-1]] = value
    return raw


def squeezed(key: object) -> str:
    """Return the part of a key that a message always shows: on one line, the middle of a long one left out."""
    return " ".join(str(key).split())[:100]


@FUZZ
@given(content=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(lambda found: found.encode())))
def test_random_bytes(content: bytes, desk: Any) -> None:
    """Random bytes and random text are no scenario: exit code 2 and one line that names the file."""
    assert "my_scenario.toml" in desk.run(content).fault


@FUZZ
@given(data=st.data())
def test_damaged_files(data: st.DataObject, desk: Any) -> None:
    """A valid file with some bytes cut out, doubled or changed plays, or one line names the file."""
    content = desk.toml(desk.raw()).encode()
    start = data.draw(st.integers(0, len(content) - 1))
    stop = data.draw(st.integers(start, min(len(content), start + 20)))
    content = (
        content[:start] + data.draw(st.one_of(st.binary(max_size=3), st.just(content[start:stop] * 2))) + content[stop:]
    )
    outcome = desk.run(content)
    assert outcome.code is None or "my_scenario.toml" in outcome.fault


@FUZZ
@given(place=st.sampled_from(PLACES), value=values)
@example(place=("params", "point_threshold"), value=float("nan"))
@example(place=("entrants", 0, "params", "go_below"), value=float("inf"))
def test_random_values_at_known_keys(place: tuple[Any, ...], value: Any, desk: Any) -> None:
    """Any TOML value at any known key plays, or one line names the file and the key."""
    outcome = desk.run(put(desk.raw(), place, value))
    if outcome.code is not None:
        fault = outcome.fault
        assert "my_scenario.toml" in fault
        if place == ("entrants",) or place[:2] == ("entrants", 0):
            # without entrant a the sweep or a line-up may be what fails
            assert "entrants" in fault or "sweep" in fault or "lineups" in fault
        else:
            # a swept value is named by the path that it is swept along
            assert place[0] in fault or (place[0] == "sweep" and place[-1] in fault)
            assert place[-1] in fault or place[0] == "entrants"


@FUZZ
@given(table=st.sampled_from(TABLES), key=st.one_of(text, words, text.map("params.".__add__)), value=values)
@example(table=(), key="int", value=0)
@example(table=(), key="a[b", value=0)
@example(table=("sweep",), key="cards.x", value=[1, 2])
@example(table=("sweep",), key="entrants.a.name", value=["x", "y"])
@example(table=("sweep",), key="entrants.a", value=[1])
@example(table=("sweep",), key="entrants", value=[[], [{}]])
@example(table=("sweep",), key="params", value=[{}, {"point_threshold": 2}])
@example(table=("sweep",), key="lineups", value=[{"mode": "all"}])
@example(table=("cards",), key="", value=[])
def test_unknown_keys(table: tuple[Any, ...], key: str, value: Any, desk: Any) -> None:
    """A key that is not known is refused wherever it stands, and the line names the file and the key."""
    known: Any = desk.raw()
    for part in table:
        known = known[part] if part in known or isinstance(part, int) else {}
    if key in known or (table, key) in {((), "cards"), ((), "card_table"), (("lineups",), "seats")}:
        return
    if table == ("sweep",) and key in ("params", "lineups", "lineups.mode", "lineups.seats"):
        assert desk.run(put(desk.raw(), (*table, key), value)).code in (None, 2)
        return
    fault = desk.run(put(desk.raw(), (*table, key), value)).fault
    assert "my_scenario.toml" in fault
    # Go-Stop has no card numbers at all, which is what the line says
    assert squeezed(key) in fault or (table == ("cards",) and "cards" in fault)


@FUZZ
@given(place=st.sampled_from(PLACES[:10]), name=st.sampled_from(["a", "b"]))
def test_removed_keys(place: tuple[Any, ...], name: str, desk: Any) -> None:
    """A scenario without one of its keys plays, or the line names what is missing."""
    raw = desk.raw()
    del raw[place[0]]
    if "entrants" in raw:
        raw["entrants"] = [entrant for entrant in raw["entrants"] if entrant["name"] == name]
    outcome = desk.run(raw)
    if place[0] in ("schema", "game", "entrants"):
        assert f"{place[0]}: is missing" in outcome.fault
    else:
        assert outcome.code is None


@FUZZ
@given(
    path=st.one_of(
        text,
        words,
        st.lists(st.one_of(text, words), max_size=4).map(".".join),
        st.sampled_from(PLACES).map(lambda place: ".".join(map(str, place))),
        st.sampled_from(["params.point_threshold", "entrants.a.params.go_below", "lineups.mode", "players", "seed"]),
    ),
    value=st.one_of(text, values),
    sign=st.sampled_from(["=", "=", "=", "", "=="]),
)
def test_random_settings(path: str, value: Any, sign: str, desk: Any) -> None:
    """Any --set plays, or one line says what is wrong with it."""
    setting = f"--set={path}{sign}{value if isinstance(value, str) else desk.toml({'x': value})[6:-1]}"
    outcome = desk.run(desk.raw(), setting)
    assert outcome.code is None or "my_scenario.toml" in outcome.fault or "--set" in outcome.fault


@FUZZ
@given(
    option=st.sampled_from(["--games", "--seed", "--workers", "--shard"]),
    value=st.one_of(
        text, st.integers().map(str), st.floats().map(str), st.sampled_from(["", "1/1", "٣", "1_0", "0x5"])
    ),
)
def test_random_options(option: str, value: str, desk: Any) -> None:
    """Any value of a number option plays, or one line names the option."""
    outcome = desk.run(desk.raw(), f"{option}={value}")
    assert outcome.code is None or option in outcome.fault


@pytest.mark.parametrize(
    ("option", "value"),
    [("--games", "1_000"), ("--seed", "0"), ("--seed", str(2**64 - 1)), ("--workers", "1"), ("--shard", "3/3")],
)
def test_good_options_play(option: str, value: str, desk: Any) -> None:
    """The fuzz could pass if everything were refused; these must not be."""
    assert desk.run(desk.raw(), option, value).code is None
