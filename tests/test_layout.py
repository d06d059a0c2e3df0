"""The shape of the project: layers, wheel, sizes, words, and tests that can fail."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRODUCT = (
    *("simcore", "scenarios", "docs", "reports", "benchmarks", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"),
    *("CHANGELOG.md", "Makefile", "pyproject.toml", ".ci/run"),
)
MAX_LINES = 350
NOT_TEXT = {".png", ".svg", ".parquet", ".pdf"}
# folders of one machine; /usr/bin/env, /dev and /proc are on every one
PATHS = re.compile(r"(?<![\w.:/-])/(work|home|root|tmp|opt|srv|mnt|Users|usr/local|var|etc)/[\w.-]+")
HOSTS = re.compile(
    r"pypi|pythonhosted|index-url|find-links|npmjs|conda\.|docker\.io|ghcr\.|artifactory|localhost", re.I
)
WORDS = re.compile(r"\b(issues?|sessions?|assistants?)\b", re.I)


def product_files() -> list[Path]:
    """Return the text files of the product: tracked, or new and not ignored."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PRODUCT]
    done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        # unpacked from an archive
        found = [path for name in PRODUCT for path in [ROOT / name, *(ROOT / name).rglob("*")]]
    else:
        found = [ROOT / name for name in done.stdout.splitlines()]
    files = [
        path for path in found if path.is_file() and path.suffix not in NOT_TEXT and "__pycache__" not in path.parts
    ]
    assert len(files) > 50, "the product has more files than that"
    return files


def hits(pattern: re.Pattern[str]) -> list[str]:
    """Return every line of the product that a pattern is found in."""
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in product_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_no_path_of_a_machine_in_the_product() -> None:
    """No product file holds an absolute path of the machine that it was written on."""
    assert PATHS.search('open("/work/x")')
    assert not PATHS.search("#!/usr/bin/env bash and docs/work/x and http://a.example/home/x")
    assert hits(PATHS) == []


def test_no_registry_in_the_product() -> None:
    """No product file names a package registry or an index: pip's own settings decide where packages come from."""
    assert HOSTS.search("pip install --index-url x")
    assert hits(HOSTS) == []


def test_no_words_of_the_workshop_in_the_product() -> None:
    """Product files speak of the product: no ticket, working period or helper is named."""
    assert WORDS.search("see Issue 5")
    assert hits(WORDS) == []


@pytest.mark.parametrize(
    "path", sorted((ROOT / "simcore").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT / "simcore"))
)
def test_modules_are_short(path: Path) -> None:
    """No module of the product has more than 350 lines."""
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_layers_are_kept() -> None:
    """The import contracts of pyproject.toml hold (import-linter)."""
    command = [str(Path(sysconfig.get_path("scripts")) / "lint-imports"), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"Contracts: [4-9]\d* kept, 0 broken", done.stdout), done.stdout


def simcore(folder: Path, path: Path | None, *arguments: str) -> str:
    """Run simcore in a folder, from an installation at `path` or as it is installed here; return its stdout."""
    program = (
        "import os, sys, simcore\n"
        "from pathlib import Path\n"
        "expected = os.environ.get('EXPECTED')\n"
        "assert not expected or Path(simcore.__file__).is_relative_to(expected), simcore.__file__\n"
        "from simcore.cli.main import main; main()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(path), "EXPECTED": str(path)} if path else {**os.environ}
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    # without the build backend here, pip fetches it as it does for a user
    isolation = ["--no-isolation"] if importlib.util.find_spec("hatchling") else []
    command = [sys.executable, "-m", "build", "--wheel", *isolation, "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    """Nothing but `simcore` lands in site-packages, and all of it does: code, card tables, templates, scenarios."""
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"simcore", *(top for top in tops if re.fullmatch(r"simcore-[\d.]+\.dist-info", top))}
    assert len(tops) == 2
    shipped = {f"simcore/{path.relative_to(ROOT)}" for path in (ROOT / "scenarios").rglob("*.toml")}
    package = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "simcore").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in names if name.startswith("simcore/")} == shipped | package
    assert {"simcore/scenarios/go_stop/base.toml", "simcore/games/go_stop/cards.toml"} <= set(names)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is installed."""
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(folder)]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize("source", ["wheel", "checkout"])
def test_scenarios_and_cards_are_found_from_anywhere(source: str, installed: Path, tmp_path: Path) -> None:
    """From another directory shipped scenarios are listed and played, and card tables read; both sources agree."""
    path = installed if source == "wheel" else None
    rows = json.loads(simcore(tmp_path, path, "list", "scenarios", "--json"))["rows"]
    files = (ROOT / "scenarios").rglob("*.toml")
    assert [row["name"] for row in rows] == sorted(
        file.relative_to(ROOT / "scenarios").with_suffix("").as_posix() for file in files
    )
    cards = json.loads(simcore(tmp_path, path, "list", "cards", "--game", "go_stop", "--json"))["rows"]
    assert len(cards) == 48
    run = json.loads(simcore(tmp_path, path, "run", "go_stop/smoke", "-n", "100", "--json"))
    assert run["games"] == 100
    assert (tmp_path / run["run_dir"] / "manifest.json").is_file()
    from simcore.scenario.load import load_scenario

    assert run["scenario_digest"] == load_scenario("go_stop/smoke").digest()


def functions_of(path: Path) -> list[ast.FunctionDef]:
    """Return all functions of a file, methods among them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def all_tests(path: Path) -> list[ast.FunctionDef]:
    """Return the test functions of a file."""
    return [function for function in functions_of(path) if function.name.startswith("test_")]


def called_in(function: ast.FunctionDef) -> set[str]:
    """Return the names of all functions and methods that a function calls."""
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls}


def names_that_can_fail(path: Path) -> set[str]:
    """Return the functions of a test file and of the helpers beside it that assert, or that call one that does."""
    folder = {path, *(file for file in path.parent.glob("*.py") if not file.name.startswith("test_"))}
    functions = [function for file in folder for function in functions_of(file)]
    found = {"raises", "warns", "fail"}
    found |= {
        function.name for function in functions if any(isinstance(node, ast.Assert) for node in ast.walk(function))
    }
    while more := {function.name for function in functions if called_in(function) & found} - found:
        found |= more
    return found


TESTS = sorted(ROOT.glob("tests/**/test_*.py"))


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_test_can_fail(path: Path) -> None:
    """Every test holds an assertion, expects an error, or calls a helper beside it that does."""
    assert [test.name for test in all_tests(path) if test.name not in names_that_can_fail(path)] == []


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_test_says_what_it_proves(path: Path) -> None:
    """Every test has a docstring."""
    assert [test.name for test in all_tests(path) if not ast.get_docstring(test)] == []
