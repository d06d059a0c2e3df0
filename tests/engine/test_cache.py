"""The kernel cache never gives stale results: whatever a result depends on is in the kernel's digest.

A copied checkout is edited in place, as a developer does it, and every command is a new process.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import simcore

CHECKOUT = Path(simcore.__file__).parent.parent
NOTICE = "compiling the go_stop kernel"

SCENARIO = """
schema = 1
game = "go_stop"
games = 2000
seed = 5

[[entrants]]
name = "a"
strategy = "mine"
"""
STRATEGY = '''"""Takes the same position again and again."""

import deeper
from helper import WEIGHT, position

from simcore.engine.jit import jit

GAME = "go_stop"


@jit
def choose_action(n_legal):
    """Return a position that depends on constants and functions of other files."""
    return (WEIGHT * position(n_legal) + deeper.SHIFT) % n_legal
'''
HELPER = '''"""What the strategy imports."""

import tomllib
from pathlib import Path

import numpy as np

from simcore.engine.jit import jit

WEIGHT = 1
TABLE = np.array(tomllib.loads((Path(__file__).parent / "table.toml").read_text())["table"])


@jit
def position(n_legal):
    """Return a position from a table that a data file fills."""
    return TABLE[n_legal % len(TABLE)]
'''
# file -> (text, its replacement)
EDITS = {
    "simcore/games/go_stop/scoring.py": ("5 * np.int64(cards & GODORI", "50 * np.int64(cards & GODORI"),
    "simcore/games/go_stop/cards.toml": ('kind = "ribbon"\nset = "red"', 'kind = "junk"\nset = "red"'),
    "helper.py": ("WEIGHT = 1", "WEIGHT = 2"),
}
# more of them, for the digest alone
SOURCES = {
    **EDITS,
    "simcore/engine/rng.py": ("_BATCH = 8", "_BATCH = 7"),
    "simcore/engine/digest.py": ("0xA0761D6478BD642F", "0xA0761D6478BD642D"),
    "simcore/games/go_stop/params.py": ("CHEAPEST_FIRST, BEST_FIT = 0, 1", "CHEAPEST_FIRST, BEST_FIT = 1, 0"),
    "simcore/games/go_stop/strategies/random.py": ("bounded(rng, n_legal)", "bounded(rng, n_legal) // 2"),
    "mine.py": ("+ deeper.SHIFT", "- deeper.SHIFT"),
    "deeper.py": ("SHIFT = 3", "SHIFT = 4"),
    "table.toml": ("[0, 5, 2]", "[0, 5, 3]"),
}


# edits one file after another and computes the digest in a fork, which imports everything anew
_DIGESTS = """
import json, os, sys
from pathlib import Path

import numba

def digest():
    import simcore
    from simcore.engine import registry, sources
    assert Path(simcore.__file__).is_relative_to(Path.cwd())
    strategies = [registry.load_strategy_file(Path("mine.py")), registry.strategy("go_stop", "random")]
    return sources.sources_digest(registry.game("go_stop"), strategies, "")

def in_fork():
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, digest().encode())
        os._exit(0)
    os.close(writing)
    with open(reading) as pipe:
        found = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    return found

sys.dont_write_bytecode = True
found = {"": in_fork()}
for file, (old, new) in json.loads(sys.argv[1]).items():
    text = Path(file).read_text()
    assert old in text, f"{file} has changed: this test must follow"
    Path(file).write_text(text.replace(old, new, 1))
    found[file] = in_fork()
    Path(file).write_text(text)
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Checkout:
    """A copy of the sources with a strategy of its own beside them, and its own cache."""

    root: Path

    @classmethod
    def make(cls, root: Path) -> Checkout:
        """Copy the product and write the strategy's files."""
        for folder in ("simcore", "scenarios"):
            shutil.copytree(CHECKOUT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
        files = {
            "scenario.toml": SCENARIO,
            "mine.py": STRATEGY,
            "helper.py": HELPER,
            "deeper.py": '"""What the strategy imports as a module."""\n\nSHIFT = 3\n',
            "table.toml": "table = [0, 5, 2]\n",
        }
        for name, text in files.items():
            (root / name).write_text(text)
        return cls(root)

    def python(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a program that sees this checkout only."""
        own = {"PYTHONPATH": str(self.root), "SIMCORE_CACHE_DIR": str(self.root / "cache")}
        # a light optimisation compiles sooner, and changes no result
        environment = {**os.environ, **own, "NUMBA_OPT": "1"}
        command = [sys.executable, "-c", program, *arguments]
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done

    def play(self, name: str) -> tuple[str, bool]:
        """Play the scenario; return its result digest, and whether a compile was announced."""
        arguments = ["run", "scenario.toml", "--strategy-file", "mine.py", "--out", f"runs/{name}", "--json"]
        done = self.python("from simcore.cli.main import main; main()", *arguments)
        return json.loads(done.stdout)["result_digest"], NOTICE in done.stderr

    def digests(self) -> dict[str, str]:
        """Return the digest of all sources of the kernel as they are (under ``""``), and after each of `SOURCES`."""
        return json.loads(self.python(_DIGESTS, json.dumps(SOURCES)).stdout)  # type: ignore[no-any-return]

    def edit(self, file: str, old: str, new: str) -> str:
        """Replace a piece of a file; return what the file held."""
        text = (self.root / file).read_text()
        assert old in text, f"{file} has changed: this test must follow"
        (self.root / file).write_text(text.replace(old, new, 1))
        return text


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout that tests may edit, as long as they put everything back."""
    return Checkout.make(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def first(checkout: Checkout) -> str:
    """The result digest of the sources as they are; the kernel is compiled for it."""
    digest, compiled = checkout.play("first")
    assert compiled, "an empty cache must compile"
    return digest


def test_unchanged_sources_are_not_compiled_again(checkout: Checkout, first: str) -> None:
    """A second process finds the kernel in the cache, says nothing of a compile, and has the same results."""
    assert checkout.play("second") == (first, False)


@pytest.mark.parametrize("file", EDITS)
def test_an_edit_changes_the_next_run(file: str, checkout: Checkout, first: str) -> None:
    """A rule's helper, a card's number, a constant imported by a strategy: the next run has them."""
    before = checkout.edit(file, *EDITS[file])
    try:
        digest, compiled = checkout.play(f"{Path(file).stem}-edited")
    finally:
        (checkout.root / file).write_text(before)
    assert digest != first
    assert compiled


def test_an_edit_undone_brings_the_old_kernel_back(checkout: Checkout, first: str) -> None:
    """After all edits are undone the first kernel is found again, although every file is newer than it."""
    for path in checkout.root.glob("**/*.py"):
        if "cache" not in path.relative_to(checkout.root).parts:
            path.touch()
    assert checkout.play("undone") == (first, False)


@pytest.fixture(scope="module")
def digests(checkout: Checkout) -> dict[str, str]:
    """Digests of all sources by edited file."""
    return checkout.digests()


@pytest.mark.parametrize("file", SOURCES)
def test_every_source_is_in_the_digest(file: str, digests: dict[str, str]) -> None:
    """The digest of a kernel changes with every file that a game can depend on, data files of helpers among them."""
    assert digests[file] != digests[""]
