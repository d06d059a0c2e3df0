"""The reader of runs: parts in order, only what is asked for, words by their own labels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from simcore.errors import DamagedRunError
from simcore.running.reader import Words, open_run


def test_blocks_come_by_start_then_cell(play: Callable[..., Path]) -> None:
    """Blocks of the same games follow each other, so that cells can be paired without holding the run."""
    run = open_run(play("go_stop/thresholds", [("games", 60)], chunk_games=24))
    seen = []
    for block in run.blocks(lambda _: ["game_index", "reason"]):
        seen.append((block.start, block.cell))
        assert set(block.numbers) == {"game_index"}
        assert set(block.words) == {"reason"}
        assert block.numbers["game_index"].tolist() == list(range(block.start, block.stop))
    assert seen == [(start, cell) for start in (0, 24, 48) for cell in range(100)]


def test_words_are_matched_by_label() -> None:
    """Codes of a part are turned into positions in another list; unknown words become -1."""
    words = Words(np.array([0, 1, 1, 2], np.int32), ("b", "a", "x"))
    assert words.among(["a", "b"]).tolist() == [1, 0, 0, -1]


@pytest.mark.parametrize(
    ("key", "value", "fault"),
    [
        ("games", 7, "games is not their sum"),
        ("cells", None, "cells: Field required"),
        ("schema", "other", "is not a manifest"),
    ],
)
def test_manifest_that_does_not_fit(base_run: Path, tmp_path: Path, key: str, value: object, fault: str) -> None:
    """A manifest that contradicts its parts, lacks a key, or is of another schema is refused."""
    copy = tmp_path / "run"
    shutil.copytree(base_run, copy)
    manifest = json.loads((copy / "manifest.json").read_text())
    manifest = {name: entry for name, entry in (manifest | {key: value}).items() if entry is not None}
    (copy / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(DamagedRunError, match=fault):
        open_run(copy)


def test_part_that_holds_something_else(base_run: Path) -> None:
    """A column that a part lacks is named together with the part."""
    run = open_run(base_run)
    with pytest.raises(DamagedRunError, match="has no column no_such"):
        list(run.blocks(lambda _: ["deal_index", "no_such"]))
