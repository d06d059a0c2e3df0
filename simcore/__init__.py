"""simcore plays millions of seeded card games and says what they mean for balance.

``run`` plays a scenario, ``open_run`` reads what was played, ``Scenario`` describes it, ``Position`` is one situation
of one game. They load on first use, so that ``import simcore`` and the command line start at once.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.api.play import open_run, run
    from simcore.api.position import Position
    from simcore.scenario.scenario import Scenario

__version__ = "0.1.0"

__all__ = ["Position", "Scenario", "__version__", "open_run", "run"]

_HOMES = {
    "Position": "simcore.api.position",
    "Scenario": "simcore.scenario.scenario",
    "open_run": "simcore.api.play",
    "run": "simcore.api.play",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
