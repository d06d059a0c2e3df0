"""The digest of everything a kernel is compiled from.

numba's disk cache looks only at the file of the function it caches: a changed helper in another file gives stale
results. So a kernel lives in a generated module whose name carries this digest, and any change gives a new module.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import platform
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import numpy as np

from simcore.engine.game import GameSpec, Strategy

_LIBRARIES = tuple(str(Path(sysconfig.get_path(kind)).resolve()) for kind in ("stdlib", "purelib", "platlib"))


def _folder_files(folder: Path) -> set[Path]:
    return {
        path
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }


def _imported_names(module: ModuleType, source: str) -> set[str]:
    """Names of all modules that a source file imports, as Python would look them up."""
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                root = package.rsplit(".", node.level - 1)[0]
                base = f"{root}.{base}".rstrip(".")
            names |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return names


def own_sources(module: ModuleType) -> dict[Path, ModuleType]:
    """Return a module and all it imports by their files, other installed packages left out.

    Parameters
    ----------
    module : ModuleType
        An imported module.

    Returns
    -------
    dict of Path to ModuleType
        By resolved path.
    """
    found: dict[Path, ModuleType] = {}
    waiting = [module]
    own_package = module.__name__.partition(".")[0]
    while waiting:
        current = waiting.pop()
        file = getattr(current, "__file__", None)
        if file is None:
            continue
        path = Path(file).resolve()
        installed = str(path).startswith(_LIBRARIES) and current.__name__.partition(".")[0] != own_package
        if path in found or path.suffix != ".py" or installed:
            continue
        found[path] = current
        names = _imported_names(current, path.read_text(encoding="utf-8"))
        waiting += [sys.modules[name] for name in names if name in sys.modules]
    return found


def frozen_values(module: ModuleType) -> str:
    """Return the numbers and arrays among a module's globals, which numba compiles in as constants.

    They may come from a data file that the module read, which no source shows.
    """
    parts = []
    for name, value in sorted(vars(module).items()):
        if isinstance(value, np.ndarray):
            parts.append(f"{name}={value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}")
        elif isinstance(value, (bool, int, float, str, tuple, np.generic)) and not name.startswith("__"):
            parts.append(f"{name}={value!r}")
    return "\n".join(parts)


@functools.cache
def _platform_parts() -> tuple[str, ...]:
    import llvmlite
    import llvmlite.binding
    import numba

    return (
        platform.python_version(),
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    )


def digest_files(paths: Iterable[Path], *parts: str) -> str:
    """Return the SHA-256 of some words and of the contents and names of files.

    Parameters
    ----------
    paths : iterable of Path
        Files; their order does not matter.
    *parts : str
        Anything else that a result depends on.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    total = hashlib.sha256("\0".join(parts).encode())
    for path in sorted(paths):
        total.update(f"\0{path.name}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def sources_digest(game: GameSpec, strategies: Iterable[Strategy], text: str) -> str:
    """Return the digest of all code that a result can depend on: engine, game, strategies, generated text.

    Parameters
    ----------
    game : GameSpec
        Its whole folder counts, data files included.
    strategies : iterable of Strategy
        Their files count, with all that they import from outside other installed packages.
    text : str
        The generated module.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    files = _folder_files(Path(__file__).parent) | _folder_files(game.folder)
    values = []
    for strategy in strategies:
        sources = own_sources(strategy.module)
        values += [frozen_values(sources[path]) for path in sorted(sources)]
        files |= set(sources)
    return digest_files(files, text, *values)


def kernel_digest(sources: str) -> str:
    """Return the digest of a compiled kernel: that of its sources, with compiler and processor."""
    return digest_files((), sources, *_platform_parts())
