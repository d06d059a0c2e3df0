"""`import simcore` is light, and offers what it says."""

from __future__ import annotations

import subprocess
import sys

import pytest

import simcore

HEAVY = ("numba", "numpy", "pandas", "pyarrow", "scipy", "matplotlib", "pydantic", "click", "rich")


def test_import_loads_nothing_heavy() -> None:
    """A bare import loads no library, and looking at the names loads none either."""
    program = f"import simcore, sys; dir(simcore); print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_names() -> None:
    """Every name of `__all__` is there and listed; another one is an AttributeError."""
    assert {"Position", "Scenario", "open_run", "run"} <= set(simcore.__all__) <= set(dir(simcore))
    for name in simcore.__all__:
        assert getattr(simcore, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'runn'"):
        simcore.runn  # noqa: B018


def test_run_stays_a_function() -> None:
    """No module of the package takes the name of a function away."""
    import simcore.cli.run_verb
    import simcore.running.execute

    assert callable(simcore.run)
    assert simcore.run is simcore.__getattr__("run")
