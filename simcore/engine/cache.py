"""The folder of generated kernel modules, beside which numba keeps what it compiled."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from simcore.errors import InputError

_KEPT_KERNELS = 200


def cache_folder() -> Path:
    """Return the folder of compiled kernels: ``SIMCORE_CACHE_DIR``, else in the user's cache folder."""
    named = os.environ.get("SIMCORE_CACHE_DIR")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        home = Path(base) if base else Path.home() / ".cache"
        folder = home / "simcore" / "kernels"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return Path(tempfile.gettempdir()) / f"simcore-kernels-{os.getuid() if hasattr(os, 'getuid') else 0}"
    return folder


def _forget_old_kernels(folder: Path) -> None:
    """Keep the newest kernels: every edit of a rule or a strategy leaves one behind."""
    by_age = sorted(folder.glob("kernel_*.py"), key=lambda path: path.stat().st_mtime)
    for path in by_age[:-_KEPT_KERNELS]:
        for cached in [*folder.glob(f"__pycache__/{path.stem}.*"), path]:
            cached.unlink(missing_ok=True)


def _write_aside(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(path)
    except OSError as error:
        problem = f"the folder of compiled kernels cannot be written: {error.strerror}"
        raise InputError("SIMCORE_CACHE_DIR", str(path.parent), problem) from error


def load_module(path: Path, text: str) -> ModuleType:
    """Write a generated module where there is none of its name yet, and import it.

    Parameters
    ----------
    path : Path
        File whose name carries the digest of all sources.
    text : str
        Python source.

    Returns
    -------
    ModuleType
    """
    if not path.exists():
        # numba keys its cache by the file's time as well, so a present file is left untouched
        _write_aside(path, text)
        _forget_old_kernels(path.parent)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
