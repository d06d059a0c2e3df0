"""The documentation holds: its commands run and print what it shows, links lead somewhere, every name is explained."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from simcore.engine import registry
from simcore.scenario.build import build_scenario

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
SIMCORE = [sys.executable, "-c", "from simcore.cli.main import main; main()"]

# speeds and times differ from run to run; everything else that a page shows must be printed again
_VARYING = re.compile(r"[\d,.]+ (?=s, )|[\d,.]+ (?=games/s)")


def console_blocks(page: Path) -> list[list[tuple[str, str]]]:
    """Return the console blocks of a page, each a list of (command, output)."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    found = []
    for block in blocks:
        parts = re.split(r"^\$ ", block, flags=re.M)[1:]
        found.append([(part.partition("\n")[0], part.partition("\n")[2]) for part in parts])
    return found


def run(command: str, folder: Path) -> str:
    """Run a command of a page; `simcore` is the one under test."""
    words = shlex.split(command)
    assert words[0] == "simcore", f"a console block shows {words[0]!r}; only simcore can be run here"
    done = subprocess.run(
        [*SIMCORE, *words[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", [page for page in PAGES if console_blocks(page)], ids=lambda page: page.name)
def test_commands_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    """Every command of a console block runs, and its output is the one shown, speeds apart."""
    for block in console_blocks(page):
        for command, shown in block:
            printed = run(command, tmp_path)
            if shown.strip():
                assert _VARYING.sub("# ", printed).split() == _VARYING.sub("# ", shown).split(), command


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link and picture of a page exists."""
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert missing == []


@pytest.mark.parametrize("name", sorted(registry.games()))
def test_game_page_names_everything(name: str) -> None:
    """A game's page explains every rule parameter, strategy, strategy parameter, column and end reason."""
    game = registry.games()[name]
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    # tests of the same process may have loaded strategies from files of their own
    strategies = [found for found in registry.strategies(name).values() if found.module.__name__.startswith("simcore.")]
    names = [parameter.name for parameter in game.parameters]
    names += [strategy.name for strategy in strategies]
    names += [parameter.name for strategy in strategies for parameter in strategy.parameters]
    names += [f"{column.name}_s0" if column.per_seat else column.name for column in game.columns]
    names += game.reasons
    if game.branch_table:
        names += [game.branch_table.name, *(column.name for column in game.branch_table.columns)]
    assert [entry for entry in names if f"`{entry}`" not in text] == []


@pytest.mark.parametrize("name", sorted(registry.games()))
def test_game_page_gives_the_parameters_of_the_code(name: str) -> None:
    """Values in a page's parameter table are those of the code, the default first."""
    game = registry.games()[name]
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    for parameter in game.parameters:
        row = re.search(rf"^\| `{parameter.name}` \| ([^|]*) \|", text, flags=re.M)
        assert row is not None, parameter.name
        default = parameter.default
        # a list is written with its commas
        first = re.split(r";" if isinstance(default, tuple) else r"[;,]", row.group(1))[0].strip(" `")
        spelled = ", ".join(map(str, default)) if isinstance(default, tuple) else str(default)
        assert first == (spelled.lower() if isinstance(default, bool) else spelled), parameter.name
        for choice in parameter.choices:
            assert f"`{choice}`" in row.group(1), f"{parameter.name}: {choice}"


def test_contributing_strategy_plays(tmp_path: Path) -> None:
    """The strategy shown in CONTRIBUTING.md plays as it stands."""
    code = re.search(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.S)
    assert code is not None
    (tmp_path / "cautious.py").write_text(code.group(1), encoding="utf-8")
    command = "simcore replay go_stop/base --strategy-file cautious.py --set entrants.b.strategy=cautious --game 0"
    assert command in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert "(cautious)" in run(command, tmp_path)


def test_pandas_example_runs(tmp_path: Path) -> None:
    """The pandas example of the how-to page runs as it stands and gives self-play at the last threshold a mean of 0."""
    page = ROOT / "docs" / "how-to" / "results.md"
    for command, _ in console_blocks(page)[0]:
        run(command, tmp_path)
    code = re.search(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.S)
    assert code is not None
    done = subprocess.run(
        [sys.executable, "-c", code.group(1)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split()[-3:] == ["60", "60", "0.000000"]


def test_scenario_example_loads() -> None:
    """The scenario of the how-to page loads and makes the cells that the page says."""
    code = re.search(r"```toml\n(.*?)```", (ROOT / "docs/how-to/scenarios.md").read_text(encoding="utf-8"), flags=re.S)
    assert code is not None
    assert len(build_scenario(tomllib.loads(code.group(1)), "page", "page").cells) == 6


def test_makefile_and_readme_agree() -> None:
    """README names `make demo` and `make test`, and CI calls both."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for verb in ("make demo", "make test"):
        assert verb in readme
        assert verb in ci
