"""The page on Python runs as it stands and prints what it shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from simcore.games.go_stop.position_input import KEYS, TURN_KEYS

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "python.md"


def test_examples_print_what_the_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every example of the page, in order, gives the output shown."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), flags=re.M | re.S)
    assert len(blocks) >= 4
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=told.append)
    assert result.attempted > 12
    assert result.failed == 0, "".join(told)


def test_every_key_is_explained() -> None:
    """The page names every key of a Go-Stop position."""
    text = PAGE.read_text(encoding="utf-8")
    assert [key for key in (*KEYS, *TURN_KEYS, "moves") if f"`{key}`" not in text] == []
