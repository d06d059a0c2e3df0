"""What simcore finds on the machine: versions, processors, memory, room on disk, the folder of compiled kernels."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import simcore
from simcore.engine.cache import cache_folder

PACKAGES = (
    *("numba", "llvmlite", "numpy", "pyarrow", "duckdb", "pandas", "scipy"),
    *("click", "cmaes", "jinja2", "matplotlib", "packaging", "pydantic", "rich"),
)
# popcount and bit scans play the games; wide vectors serve the statistics
_FEATURES = ("popcnt", "bmi", "bmi2", "lzcnt", "sse4.2", "avx2", "avx512f", "neon")
_CGROUPS = Path("/sys/fs/cgroup")


def versions() -> dict[str, str | None]:
    """Return the version of Python, simcore and what simcore needs; None where something is missing."""
    found: dict[str, str | None] = {"python": platform.python_version(), "simcore": simcore.__version__}
    for package in PACKAGES:
        try:
            found[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            found[package] = None
    return found


def requirements() -> dict[str, str]:
    """Return which versions simcore supports, by package, as its own metadata says; empty where it has none."""
    try:
        metadata = importlib.metadata.metadata("simcore")
    except importlib.metadata.PackageNotFoundError:
        return {}
    found = {"python": str(metadata["Requires-Python"] or "")}
    for line in metadata.get_all("Requires-Dist") or []:
        requirement = Requirement(str(line))
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            found[requirement.name.lower()] = str(requirement.specifier)
    return found


def is_supported(version: str, wanted: str) -> bool:
    """Whether a version fits a list of bounds such as ``>=8.1,<9``."""
    return SpecifierSet(wanted).contains(version, prereleases=True)


def processors() -> dict[str, Any]:
    """Return how many processors may be used, by affinity and by the container's limit, and what they can do."""
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    limit = _cgroup_processors()
    usable = affinity if limit is None else max(1, min(affinity, round(limit)))
    return {"usable": usable, "affinity": affinity, "limit": limit, **_processor()}


def _processor() -> dict[str, Any]:
    try:
        from llvmlite import binding

        found = binding.get_host_cpu_features()
        return {"name": _processor_name(), "features": [name for name in _FEATURES if found.get(name)]}
    # without llvmlite there is a finding of its own
    except Exception:
        return {"name": _processor_name(), "features": []}


def _processor_name() -> str:
    names = re.findall(r"^model name\s*:\s*(.*)$", _text(Path("/proc/cpuinfo")), flags=re.M)
    return names[0] if names else platform.machine()


def _cgroup_processors() -> float | None:
    """Return the lowest limit of the control groups of this process, in processors."""
    limits = []
    for folder in _own_cgroups():
        quota, _, period = _text(folder / "cpu.max").partition(" ")
        if not quota:
            quota, period = _text(folder / "cpu.cfs_quota_us"), _text(folder / "cpu.cfs_period_us")
        if quota.strip().isdecimal() and period.strip().isdecimal() and int(period):
            limits.append(int(quota) / int(period))
    return min(limits, default=None)


def _own_cgroups() -> Iterator[Path]:
    """Yield the folders of the control groups of this process, inner ones first."""
    for line in _text(Path("/proc/self/cgroup")).splitlines():
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        root = _CGROUPS if number == "0" else _CGROUPS / controllers
        folder = root / path.lstrip("/")
        yield from (place for place in (folder, *folder.parents) if place.is_relative_to(root))


def memory() -> dict[str, int | None]:
    """Return the bytes of memory there are, those that are free, and the container's limit."""
    found = {
        name: int(value) * 1024
        for name, value in re.findall(r"^(\w+):\s+(\d+) kB$", _text(Path("/proc/meminfo")), flags=re.M)
    }
    texts = [
        _text(folder / name).strip() for folder in _own_cgroups() for name in ("memory.max", "memory.limit_in_bytes")
    ]
    limits = [int(text) for text in texts if text.isdecimal()]
    total = found.get("MemTotal")
    # control groups of the first kind write a huge number where there is no limit
    limit = min((limit for limit in limits if total is None or limit < total), default=None)
    return {"total": total, "available": found.get("MemAvailable"), "limit": limit}


def cache() -> dict[str, Any]:
    """Return place, size and kernels of the folder of compiled kernels, and why it cannot be written, or nothing."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            problem = ""
    except OSError as error:
        problem = error.strerror or str(error)
    sizes = dict(_sizes(folder)) if not problem else {}
    return {
        "folder": str(folder),
        "writable": not problem,
        "problem": problem,
        "kernels": sum(path.name.startswith("kernel_") and path.suffix == ".py" for path in sizes),
        "bytes": sum(sizes.values()),
    }


def _sizes(folder: Path) -> Iterator[tuple[Path, int]]:
    for path in folder.rglob("*"):
        # another process may take a kernel away meanwhile
        with suppress(OSError):
            if path.is_file():
                yield path, path.stat().st_size


def free_bytes(folder: Path) -> int | None:
    """Return the room on the disk of a folder, or of the nearest one above it that there is."""
    for place in (folder.absolute(), *folder.absolute().parents):
        try:
            return shutil.disk_usage(place).free
        except OSError:
            continue
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
