"""Known problems of an installation and a machine, each with what helps."""

from __future__ import annotations

import contextlib
import fcntl
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore.running import machine
from simcore.running.place import LOCK

_LOW_DISK = 10**9
_GAME_PARTS = ("state", "rules", "actions", "columns", "record", "strategies")
# first words of the stream of the deal 0 of seed 20261129
_SEED = 20261129
_WORDS = (0x3C87D8E8D8442894, 0xA01891E415CDFE02, 0xF250BCEF667712C7)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Parameters
    ----------
    name : str
        Stable name.
    ok : bool
        No problem.
    text : str
        What was found.
    fix : str
        What helps; empty where nothing is wrong.
    """

    name: str
    ok: bool
    text: str
    fix: str = ""


def examine() -> Iterator[Finding]:
    """Look for all known problems; a check that fails by itself is a finding too.

    Yields
    ------
    Finding
    """
    checks: tuple[Callable[[], Finding], ...] = (_versions, _settings, _compiler, _games, _cache, _disk, _leftovers)
    for check in checks:
        try:
            yield check()
        # whatever is broken here is what the user came to hear of
        except Exception as error:
            name = check.__name__.strip("_")
            yield Finding(name, False, _one_line(error), "install simcore again into a fresh environment")


def _versions() -> Finding:
    """Compare what is installed with what the package's own metadata asks for."""
    wanted, found = machine.requirements(), machine.versions()
    if not wanted:
        return Finding("versions", True, "simcore is not installed as a package, so versions are not compared")
    faults = []
    for package, bounds in wanted.items():
        version = found.get(package)
        if version is None:
            faults.append(f"{package} is missing")
        elif not machine.is_supported(version, bounds):
            faults.append(f"{package} {version} is not {bounds}")
    if faults:
        return Finding("versions", False, "; ".join(faults), "install simcore again: pip brings what it needs")
    return Finding("versions", True, f"{len(wanted)} packages are of supported versions")


def _settings() -> Finding:
    """Look for settings of numba that make it slow, in the environment or in its file."""
    import numba

    config = numba.config
    slow = {
        "NUMBA_DISABLE_JIT": config.DISABLE_JIT,
        "NUMBA_BOUNDSCHECK": config.BOUNDSCHECK,
        "NUMBA_DEBUG": config.DEBUG,
        "NUMBA_OPT": int(config.OPT) < 3,
    }
    if found := [name for name, value in slow.items() if value]:
        text = f"set so that games are slow: {', '.join(found)}"
        return Finding("settings", False, text, f"unset {' '.join(found)}")
    threads = "; NUMBA_NUM_THREADS has no effect: --workers sets threads" if "NUMBA_NUM_THREADS" in os.environ else ""
    return Finding("settings", True, f"no setting of numba makes games slow{threads}")


def _compiler() -> Finding:
    """Compile a few lines of the engine and compare what they give with what is known."""
    import numba
    import numpy as np

    from simcore.engine.rng import DEAL_STREAM, RNG_DTYPE, deal_key, next_u64, seed_stream

    def draw(seed: Any, rng: Any, words: Any) -> None:
        seed_stream(rng, deal_key(seed, np.uint64(0)), DEAL_STREAM)
        for i in range(len(words)):
            words[i] = next_u64(rng)

    words = np.zeros(len(_WORDS), np.uint64)
    # without the compiler numpy remarks on every overflow that is meant; with NUMBA_DEBUG numba prints pages
    with np.errstate(over="ignore"), contextlib.redirect_stdout(io.StringIO()):
        numba.njit(draw)(np.uint64(_SEED), np.zeros(1, RNG_DTYPE).view(np.recarray)[0], words)
    if tuple(words.tolist()) != _WORDS:
        text = "compiled code gives wrong numbers: the first words of a random stream are others"
        return Finding("compiler", False, text, "install numba and llvmlite again; do not trust results until then")
    return Finding("compiler", True, "compiled code gives the numbers that are known")


def _games() -> Finding:
    """Load every game and strategy, one by one, so that each that fails is named."""
    from simcore.engine import registry

    package = importlib.import_module(registry.GAMES_PACKAGE)
    homes = [f"{package.__name__}.{info.name}" for info in pkgutil.iter_modules(package.__path__)]
    names = [name for home in homes for name in (home, *(f"{home}.{part}" for part in _GAME_PARTS))]
    faults = [fault for name in names if (fault := _load_fault(name))]
    for home in homes:
        strategies = sys.modules.get(f"{home}.strategies")
        found = pkgutil.iter_modules(strategies.__path__) if strategies else ()
        faults += [fault for info in found if (fault := _load_fault(f"{home}.strategies.{info.name}"))]
    if faults:
        return Finding("games", False, "; ".join(faults), "install simcore again, or mend what the text names")
    n_strategies = sum(len(registry.strategies(name)) for name in registry.games())
    n_games = len(registry.games())
    return Finding("games", True, f"{n_games} game{'s' if n_games != 1 else ''} and {n_strategies} strategies load")


def _load_fault(name: str) -> str:
    try:
        importlib.import_module(name)
    # a module may raise anything while it loads
    except Exception as error:
        return f"{name} does not load: {_one_line(error)}"
    return ""


def _cache() -> Finding:
    found = machine.cache()
    if not found["writable"]:
        text = f"the folder of compiled kernels cannot be written: {found['folder']}: {found['problem']}"
        return Finding("cache", False, text, "set SIMCORE_CACHE_DIR to a folder that can be written")
    return Finding("cache", True, f"the folder of compiled kernels can be written; it holds {found['kernels']}")


def _disk() -> Finding:
    places = {"the current folder": Path(), "the folder of compiled kernels": Path(machine.cache()["folder"])}
    free = {name: machine.free_bytes(folder) for name, folder in places.items()}
    if low := [name for name, room in free.items() if room is not None and room < _LOW_DISK]:
        text = f"less than {_LOW_DISK / 1e9:.0f} GB free on the disk of {' and of '.join(low)}"
        return Finding("disk", False, text, "make room, or name another disk with --out or SIMCORE_CACHE_DIR")
    return Finding("disk", True, f"more than {_LOW_DISK / 1e9:.0f} GB free")


def _leftovers() -> Finding:
    """Look for runs that were interrupted; one that is being played holds its lock."""
    found = sorted(path for path in Path("runs").glob("*.partial") if path.is_dir() and not _is_locked(path))
    if found:
        names = ", ".join(path.name for path in found)
        fix = "the command of each goes on with it; or remove the folder"
        return Finding("leftovers", False, f"interrupted runs in runs: {names}", fix)
    return Finding("leftovers", True, "no interrupted run in runs")


def _is_locked(folder: Path) -> bool:
    try:
        with (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _one_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
