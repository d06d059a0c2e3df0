"""Card tables in scenarios: another table, single numbers, and what both do to digest, manifest and report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.errors import InputError
from simcore.games.dog_lover.card_table import SHIPPED
from simcore.report.build import build_report
from simcore.report.markdown import to_markdown
from simcore.running.reader import open_run
from simcore.running.replay import Replayer
from simcore.running.verify import verify_run
from simcore.scenario.build import build_scenario
from simcore.scenario.load import load_scenario
from simcore.scenario.scenario import Scenario

RAW: dict[str, Any] = {
    "schema": 1,
    "game": "dog_lover",
    "games": 60,
    "seed": 7,
    "players": 2,
    "entrants": [{"name": "a", "strategy": "random"}],
}
TEXT = Path(SHIPPED.where).read_text(encoding="utf-8")


def build(**more: Any) -> Scenario:
    return build_scenario({**RAW, **more}, "test", "test.toml")


def table(**changes: Any) -> dict[str, Any]:
    """Return the shipped table with other dogs, in the form of a scenario that holds it."""
    raw = json.loads(json.dumps(SHIPPED.raw))
    for dog in raw["dogs"]:
        dog |= changes.get(dog["id"], {})
    return {"file": "my_cards.toml", "table": raw}


def test_numbers_and_tables_enter_the_digest() -> None:
    """Every change gives another digest; what is so already, and the order of changes, do not."""
    written = build().digest()
    digests = {
        written,
        build(cards={"dogs.l01.vp": 8}).digest(),
        build(cards={"dogs.l01.vp": 9}).digest(),
        build(cards={"dogs.l01.need.scraps": 2}).digest(),
        build(card_table=table(l01={"vp": 8})).digest(),
        build(card_table=table(l01={"vp": 8}), cards={"dogs.l02.vp": 8}).digest(),
    }
    assert len(digests) == 6
    assert build(cards={"dogs.l01.vp": SHIPPED.value("dogs.l01.vp")}).digest() == written
    both = {"dogs.l01.vp": 8, "dogs.s01.vp": 3}
    assert build(cards=both).digest() == build(cards=dict(reversed(both.items()))).digest()


def test_nested_tables_name_the_same_numbers() -> None:
    """A path may be written as one text, as TOML's dotted keys, or as nested tables."""
    flat = build(cards={"dogs.l01.vp": 8}).digest()
    assert build(cards={"dogs": {"l01": {"vp": 8}}}).digest() == flat
    assert build(cards={"dogs.l01": {"vp": 8}}).digest() == flat


def test_a_sweep_and_alternatives_reach_the_kernel() -> None:
    """A swept number and an alternative one each have cells of their own, whose rules hold the number."""
    swept = build(sweep={"cards.dogs.l01.vp": [5, 6]}).cells
    other = build(cards={"dogs.l02.vp": 9}, alternatives={"cards.dogs.l01.vp": [8]}).cells
    game = build().game
    number = 1 + [dog["id"] for dog in SHIPPED.rows("dogs")].index("l01")
    points = [int(game.encode_rules(cell.params, cell.cards)[0].dog_vp[number]) for cell in (*swept, *other)]
    assert points == [5, 6, SHIPPED.value("dogs.l01.vp"), 8]
    assert [cell.describe()["cards"] for cell in other] == [
        {"dogs.l02.vp": 9},
        {"dogs.l01.vp": 8, "dogs.l02.vp": 9},
    ]
    with pytest.raises(InputError, match="what the scenario has already"):
        build(cards={"dogs.l01.vp": 8}, alternatives={"cards.dogs.l01.vp": [8]})


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"cards": {"dogs.l01.points": 8}}, "cards.dogs.l01.points: 'points' is unknown; allowed: "),
        ({"cards": {"dogs.l77.vp": 8}}, "cards.dogs.l77.vp: 'l77' is unknown; nearest: 'l07'|'l77' is unknown"),
        ({"cards": {"dogs.l01.vp": "8"}}, "cards.dogs.l01.vp: '8' is not allowed; allowed: -50 to 50"),
        ({"cards": {"dogs.s01.vp": True}}, "cards.dogs.s01.vp: True is not allowed"),
        ({"cards": {"dogs": 3}}, "cards.dogs: '' is unknown"),
        ({"sweep": {"cards.dogs.l01.vp": [5, 5]}}, "names a value twice"),
        ({"sweep": {"cards.hogs.l01.vp": [5]}}, "cards.hogs.l01.vp: 'hogs' is unknown"),
        ({"sweep": {"card_table": ["a.toml", "b.toml"]}}, "cannot be swept"),
        ({"card_table": table(l01={"vp": 99})}, "my_cards.toml: dogs.l01.vp: 99 is not allowed"),
        ({"card_table": 3}, "card_table: 3 is not allowed; allowed: the path of a card table"),
        ({"game": "dog_park", "cards": {"dogs.7.cost": 1}}, "cards.dogs.7.cost: 'cost' is unknown"),
        ({"game": "dog_park", "cards": {"dogs.777.cost_ball": 1}}, "cards.dogs.777.cost_ball: '777' is unknown"),
        (
            {"game": "dog_park", "cards": {"dogs.2.cost_ball": 3, "dogs.2.cost_toy": 1}},
            "makes the dog cost 4 resources",
        ),
        ({"game": "dog_park", "cards": {"objectives.2.reputation": 99}}, "99 is not allowed; allowed: 0 to 20"),
        ({"game": "dog_park", "card_table": table()}, "dog_park takes no other card table"),
        ({"game": "go_stop", "cards": {"dogs.l01.vp": 8}}, "go_stop has no card numbers that can be changed"),
        ({"game": "go_stop", "card_table": table()}, "go_stop takes no other card table"),
    ],
)
def test_bad_cards_get_one_line(more: dict[str, Any], problem: str) -> None:
    """File, key, value and what is allowed, in one line."""
    with pytest.raises(InputError) as caught:
        build(**more)
    line = str(caught.value)
    assert any(text in line for text in problem.split("|")), line
    assert "\n" not in line


def test_numbers_of_dog_park(tmp_path: Path) -> None:
    """Every number that can be changed reaches the rules record, at its ends too, and the game is played with it."""
    raw = {**RAW, "game": "dog_park", "games": 30, "players": [2, 4]}
    game = build_scenario(raw, "test", "test.toml").game
    shipped = game.shipped_cards
    assert shipped is not None
    paths = [f"{name}.{card}.{key}" for name, cards in shipped.raw.items() for card in cards for key in cards[card]]
    assert len(paths) > 1000
    spread = [path for path in paths if not path.startswith("dogs")] + paths[5:900:100]
    written = game.encode_rules(build_scenario(raw, "test", "test.toml").cells[0].params)
    for path in spread:
        value = 1 + shipped.value(path) if "penalty" not in path and shipped.value(path) >= 0 else -1
        try:
            cell = build_scenario({**raw, "cards": {path: value}}, "test", "test.toml").cells[0]
        except InputError as error:
            # a dog that costs three already, and no penalty above none
            assert "resources; allowed: 1 to 3" in str(error) or "allowed: -20 to 0" in str(error), error
            continue
        changed = game.encode_rules(cell.params, cell.cards)
        assert cell.cards is not None
        assert cell.cards.value(path) == value
        assert [name for name in written.dtype.names if (written[name] != changed[name]).any()], path
    draw = np.random.default_rng(4)
    for i in range(6):
        cards = {path: int(draw.integers(0, 4)) for path in draw.choice(paths, 40) if not path.startswith("forecast")}
        try:
            simcore.run({**raw, "seed": i, "cards": cards}, out=tmp_path / str(i))
        except InputError as error:
            assert "resources; allowed: 1 to 3" in str(error), error


def test_a_table_is_found_beside_its_scenario(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a file the path is relative to it; in `--set` and in Python to the working directory."""
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "cards.toml").write_text(TEXT.replace('id = "l01"', 'id = "lead"'), encoding="utf-8")
    lines = ["schema = 1", 'game = "dog_lover"', 'card_table = "cards.toml"', "[[entrants]]", 'name = "a"']
    (inside / "mine.toml").write_text("\n".join([*lines, 'strategy = "random"']), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    cards = [
        load_scenario("inside/mine.toml").cards,
        load_scenario("dog_lover/base", [("card_table", "inside/cards.toml")]).cards,
        Scenario.from_dict({**RAW, "card_table": "inside/cards.toml"}).cards,
    ]
    assert all(found is not None and found.value("dogs.lead.vp") == 7 for found in cards)
    for given in ("gone.toml", "a\0b", "inside", "x" * 5000):
        with pytest.raises(InputError, match=r"card_table: .* is no file"):
            Scenario.from_dict({**RAW, "card_table": given})


def test_runs_name_their_cards(tmp_path: Path) -> None:
    """Manifest and report name the table and the changed numbers; `verify` needs no file beside the run."""
    file = tmp_path / "real.toml"
    file.write_text(TEXT.replace('source = "estimate"', 'source = "published"'), encoding="utf-8")
    raw = {**RAW, "card_table": str(file), "cards": {"dogs.l01.vp": 9}, "alternatives": {"cards.dogs.s01.vp": [6]}}
    run = simcore.run(Scenario.from_dict(raw), out=tmp_path / "run")
    file.unlink()
    found = verify_run(run.path, 20, print)
    assert (found.checked, found.mismatches) == (20, [])
    told = open_run(run.path).manifest["card_table"]
    assert told["file"] == "real.toml"
    assert len(told["sha256"]) == 64
    text = to_markdown(build_report(open_run(run.path)))
    assert "Changed card numbers: dogs.l01.vp = 9." in text
    assert "real.toml, sha256 " in text
    assert "| cards.dogs.s01.vp | 1 | 6 |" in text


def test_the_stand_in_is_named(tmp_path: Path) -> None:
    """The shipped table is called a stand-in in manifest and report; one that is published is not."""
    run = simcore.run(Scenario.from_dict(RAW), out=tmp_path / "run")
    manifest = open_run(run.path).manifest
    assert "Its cards are a stand-in: " in manifest["notice"]
    assert manifest["notice"] in to_markdown(build_report(open_run(run.path)))
    published = table()
    for rows in published["table"].values():
        for row in rows if isinstance(rows, list) else ():
            row["source"] = "published"
            row.pop("field_source", None)
    cards = build(card_table=published).cards
    assert cards is not None
    assert cards.notice() == ""


def test_a_number_changes_the_points_of_its_owner_only(tmp_path: Path) -> None:
    """Where nobody looks at points, 2 more for one dog give one seat at most 2 points more, and nobody fewer."""
    # without the dog that looks at how many dogs the others feed
    same = {"rescued.r07.effect": "none", "rescued.r07.n": 0}
    runs = [
        simcore.run({**RAW, "games": 400, "cards": {**same, **cards}}, out=tmp_path / str(i)).to_pandas()
        for i, cards in enumerate(({}, {"dogs.l01.vp": 9}))
    ]
    seats = ["score_s0", "score_s1"]
    gained = (runs[1][seats] - runs[0][seats]).to_numpy()
    assert set(np.unique(gained)) <= {0, 1, 2}
    assert (np.count_nonzero(gained, axis=1) <= 1).all()
    # of 400 games: the dog is dealt or taken in most, and fed in some
    assert 20 < np.count_nonzero(gained) < 300


def test_positions_and_records_with_other_numbers() -> None:
    """A record says which numbers were changed, and a position made from it scores with them."""
    raw = {**RAW, "cards": {"dogs.l01.vp": 9, "dogs.s01.vp": 7}}
    found = Replayer(build_scenario(raw, "test", "test.toml"), print)
    points = []
    for number in range(12):
        header, *decisions = found.game(0, number).record()
        assert header["cards"] == raw["cards"]
        position = simcore.Position.from_record(header, decisions)
        assert position.payoffs() == decisions[-1]["payoff"]
        points.append(decisions[-1]["breakdown"] == position.to_dict()["breakdown"])
    assert all(points)
    dealt = simcore.Position.deal("dog_lover", 7, 0, players=2, cards={"dogs.l01.vp": 9})
    again = simcore.Position.from_dict("dog_lover", dealt.to_dict(), cards={"dogs.l01.vp": 9})
    assert again.to_dict() == dealt.to_dict()
    with pytest.raises(InputError, match=r"cards\.dogs\.l01\.vp: 99 is not allowed"):
        simcore.Position.deal("dog_lover", 7, cards={"dogs.l01.vp": 99})
    with pytest.raises(InputError, match="record: card_table: was played with another card table"):
        simcore.Position.from_record({**header, "card_table": "0" * 64})
