"""--strategy-file: a user's strategy in every verb, and what is said of files that do not work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

GOOD = '''"""A strategy."""

from simcore.engine.jit import jit

GAME = "go_stop"


@jit
def choose_action(n_legal):
    return 0
'''


def write(name: str, *changes: tuple[str, str]) -> Path:
    """Write a strategy file with changes of the good one."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    Path(name).write_text(text)
    return Path(name)


def test_list_shows_it(shell: Any) -> None:
    """`list strategies` shows the file's strategy under the file's name, with docstring and parameters."""
    rows = shell.call("list", "strategies", "--strategy-file", shell.strategy, "--json").json["rows"]
    (mine,) = [row for row in rows if row["name"] == "mine"]
    assert mine["game"] == "go_stop"
    assert mine["text"].startswith("Takes the first legal action")
    assert mine["parameters"] == {"fault": 0}
    assert "mine" not in [row["name"] for row in shell.process("list", "strategies", "--json").json["rows"]]


def test_run_and_replay_play_it(shell: Any) -> None:
    """`run` and `replay` play it: every real decision of the replayed game takes the first legal action."""
    found = shell.call("run", shell.scenario, "--strategy-file", shell.strategy, "--json").json
    assert found["games"] == 40
    game = shell.call("replay", shell.scenario, "--game", 5, "--strategy-file", shell.strategy, "--json").json["rows"][
        0
    ]
    assert game["header"]["entrants"] == ["first", "first"]
    assert all(decision["chosen"] == decision["legal"][0] for decision in game["decisions"])


def test_bench_measures_it(shell: Any) -> None:
    """`bench` seats it by name."""
    arguments = ["bench", "--game", "go_stop", "--lineup", "mine,mine", "--seconds", "0.05", "--json"]
    (row,) = shell.call(*arguments, "--strategy-file", shell.strategy).json["rows"]
    assert row["lineup"] == "mine,mine"
    assert row["games_per_second"] > 1000


def test_without_the_file_it_is_unknown(shell: Any) -> None:
    """A scenario that names it is refused where the file is not given."""
    assert "'mine' is unknown" in shell.call("run", shell.scenario).fault()


@pytest.mark.parametrize(
    ("name", "changes", "parts"),
    [
        ("nodoc.py", [('"""A strategy."""', "")], ["docstring"]),
        ("nogame.py", [('GAME = "go_stop"', "")], ["GAME"]),
        ("badgame.py", [('"go_stop"', '"gostop"')], ["GAME", "did you mean 'go_stop'?"]),
        ("listgame.py", [('"go_stop"', '["go_stop"]')], ["GAME"]),
        ("noname.py", [("choose_action", "choose")], ["choose_action"]),
        ("nofunction.py", [("def choose_action(n_legal):\n    return 0", "def f(): return 0\nchoose_action = 5")], []),
        ("plain.py", [("@jit\n", "")], ["choose_action", "@jit"]),
        ("syntax.py", [("return 0", "return (")], ["SyntaxError"]),
        ("import_.py", [('GAME = "go_stop"', "import not_there\nGAME = 'go_stop'")], ["not_there"]),
        ("raises.py", [('GAME = "go_stop"', "raise ValueError('two\\nlines')")], ["ValueError", "two lines"]),
        ("leaves.py", [('GAME = "go_stop"', "raise SystemExit(0)")], []),
        ("number.py", [('GAME = "go_stop"', 'GAME = "go_stop"\nPARAMETERS = 5')], ["PARAMETERS"]),
        ("numbers.py", [('GAME = "go_stop"', 'GAME = "go_stop"\nPARAMETERS = (5,)')], ["PARAMETERS"]),
        ("greedy.py", [], ["'greedy'", "shipped"]),
        ("my strategy.py", [], ["letters"]),
        ("1st.py", [], ["letters"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_files_that_do_not_load(name: str, changes: Any, parts: list[str], shell: Any) -> None:
    """Code 2, one line that names the file and what is wrong with it, nothing written."""
    path = write(name, *changes)
    before = shell.here()
    fault = shell.call("run", "go_stop/smoke", "--strategy-file", path).fault()
    for part in [name, *parts]:
        assert part in fault
    assert [entry for entry in shell.here() if "__pycache__" not in entry] == before


def test_a_file_that_is_not_text(shell: Any) -> None:
    """Bytes that are no text are no strategy."""
    Path("binary.py").write_bytes(b"\xff\xfe\x00")
    assert "binary.py" in shell.call("list", "strategies", "--strategy-file", "binary.py").fault()


def test_an_argument_that_there_is_not(shell: Any) -> None:
    """A decision rule that asks for what it cannot have is refused when it is seated, with the nearest match."""
    write("asks.py", ("(n_legal)", "(n_leagl)"))
    arguments = ["--strategy-file", "asks.py", "--set", "entrants.first.strategy=asks"]
    fault = shell.call("run", shell.scenario, *arguments).fault()
    for part in ("asks.py", "choose_action", "'n_leagl'", "did you mean 'n_legal'?"):
        assert part in fault


@pytest.mark.parametrize(
    "body", ["return n_legal.foo", "return 'word'", "return None"], ids=["attribute", "text", "nothing"]
)
def test_a_file_that_does_not_compile(body: str, shell: Any) -> None:
    """What the compiler refuses gives code 2 and one line with file and reason, not the compiler's pages."""
    write("refused.py", ("return 0", body))
    before = shell.here()
    arguments = ["--strategy-file", "refused.py", "--set", "entrants.first.strategy=refused"]
    fault = shell.call("run", shell.scenario, *arguments).fault()
    assert "refused.py" in fault
    assert "choose_action" in fault
    # the reason, not the compiler's last words about its own passes
    assert "During: Pass" not in fault
    assert [entry for entry in shell.here() if "__pycache__" not in entry] == before


@pytest.mark.parametrize("fault", [1, 2])
def test_a_position_out_of_range_names_the_game(fault: int, shell: Any) -> None:
    """The kernel stops with code 1 and one line: scenario, game, cell, seed; nothing half-done stays."""
    before = shell.here()
    setting = f"entrants.first.params.fault={fault}"
    line = shell.call("run", shell.scenario, "--strategy-file", shell.strategy, "--set", setting).fault(1)
    assert "game 0 of cell 0, seed 3" in line
    assert "mine" in line
    assert "simcore replay " in line
    assert shell.here() == before


def test_the_replay_command_shows_the_fault(shell: Any) -> None:
    """The command that the error names, pasted as it is, shows the same game and the decision that was wrong."""
    arguments = ["--strategy-file", shell.strategy, "--set", "entrants.first.params.fault=1", "--seed", "12"]
    line = shell.call("run", shell.scenario, *arguments).fault(1)
    found = re.search(r"simcore (replay .*)", line)
    assert found
    shown = shell.process(*shlex.split(found[1])).fault(1)
    assert "game 0 of cell 0, seed 12" in shown
    assert re.search(r"decision \d+, seat \d chose", shown)


def test_the_right_game_is_named(shell: Any) -> None:
    """`replay` of a game that the strategy spoils names that game, and the position it chose."""
    arguments = ["--strategy-file", shell.strategy, "--set", "entrants.first.params.fault=2"]
    line = shell.call("replay", shell.scenario, "--game", 17, *arguments).fault(1)
    assert "game 17 of cell 0, seed 3" in line
    assert "-1" in line


def test_bench_of_a_strategy_that_misbehaves(shell: Any) -> None:
    """`bench` stops with code 1 and one line too."""
    wild = shell.strategy.with_name("wild.py")
    arguments = ["bench", "--game", "go_stop", "--lineup", "wild,wild", "--seconds", "0.05"]
    assert "go_stop" in shell.call(*arguments, "--strategy-file", wild).fault(1)
