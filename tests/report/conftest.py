"""Small real runs that the report's tests read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simcore.cli.main import main
from simcore.report.build import build_report
from simcore.report.model import Report
from simcore.running.execute import Options, run_scenario
from simcore.running.reader import open_run
from simcore.scenario.load import load_scenario

Play = Callable[..., Path]
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="session")
def play(tmp_path_factory: pytest.TempPathFactory) -> Play:
    """Play a scenario into a new folder and return its run directory, always named ``run``."""

    def run(name: str, assignments: list[tuple[str, Any]], **options: Any) -> Path:
        out = tmp_path_factory.mktemp("play") / "run"
        scenario = load_scenario(name, assignments)
        return run_scenario(
            scenario, Options(out=out, command=f"simcore run {name} -n {scenario.games}", **options)
        ).path

    return run


@pytest.fixture(scope="session")
def thresholds_run(play: Play) -> Path:
    """240 games of each of the 100 cells of the threshold study."""
    return play("go_stop/thresholds", [("games", 240)])


@pytest.fixture(scope="session")
def base_run(play: Play) -> Path:
    """2,400 games of greedy against random."""
    return play("go_stop/base", [("games", 2400)])


@pytest.fixture(scope="session")
def thresholds_report(thresholds_run: Path) -> Report:
    """The whole report of the threshold study."""
    return build_report(open_run(thresholds_run))


@pytest.fixture
def simcore(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Call the command line; returns exit code, stdout and stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["simcore", *map(str, words)])
        with pytest.raises(SystemExit) as leaving:
            main()
        out = capsys.readouterr()
        return int(leaving.value.code or 0), out.out, out.err

    return call
