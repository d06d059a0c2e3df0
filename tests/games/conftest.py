"""The log of a full-size proof: what was compared under which rules, for `docs/validation/`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(__file__).parents[2] / "docs" / "validation"
_COUNTS = ("games", "states")


class ProofLog:
    """Counts what a comparer has seen, rules by rules, and writes it.

    Parameters
    ----------
    seen : Counter
        The comparer's: games, states, and each kind of action.
    """

    def __init__(self, seen: Counter[str]) -> None:
        self._seen = seen
        self._lines = ["| rules | players | games | states compared |", "|---|--:|--:|--:|"]
        seen.clear()

    def add(self, values: Mapping[str, Any], players: int, compare: Callable[[], None]) -> None:
        """Compare games under changed rules, and note how many."""
        before = self._seen.copy()
        compare()
        name = ", ".join(f"`{key} = {json.dumps(value)}`" for key, value in values.items()) or "defaults"
        games, states = (self._seen[key] - before[key] for key in _COUNTS)
        self._lines.append(f"| {name} | {players} | {games:,} | {states:,} |")

    def write(self, game: str, head: str) -> None:
        """Write the log of a game; the head may name `games`, `states` and `kinds`."""
        kinds = ", ".join(f"{n:,} {kind}" for kind, n in sorted(self._seen.items()) if kind not in _COUNTS)
        text = head.format(games=self._seen["games"], states=self._seen["states"], kinds=kinds)
        (_FOLDER / f"{game}.md").write_text(text + "\n".join(self._lines) + "\n", encoding="utf-8")


@pytest.fixture(scope="session")
def proof_log() -> type[ProofLog]:
    """The class; every proof has a log of its own."""
    return ProofLog
