"""``simcore.run`` and ``simcore.open_run``."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from simcore.api.view import RunView
from simcore.errors import InputError, shown
from simcore.running.execute import Options, run_scenario
from simcore.running.reader import open_run as read_run
from simcore.scenario.load import UNNAMED, with_settings
from simcore.scenario.scenario import Scenario

_MOST_WORKERS = 1024
_log = logging.getLogger("simcore")


def run(
    scenario: str | PathLike[str] | Mapping[str, Any] | Scenario,
    *,
    games: int | None = None,
    seed: int | None = None,
    out: str | PathLike[str] | None = None,
    workers: int | None = None,
    force: bool = False,
    settings: Mapping[str, Any] | None = None,
) -> RunView:
    """Play every cell of a scenario and write a run directory, as ``simcore run`` does.

    Parameters
    ----------
    scenario : str, path, mapping or Scenario
        A shipped name such as ``go_stop/base``, a TOML file, a dict with the keys of such a file, or a `Scenario`.
    games, seed : int, optional
        Games of each cell, and master seed, in place of the scenario's.
    out : str or path, optional
        Run directory; ``runs/NAME-DIGEST-SEED`` below the current directory by default.
    workers : int, optional
        Threads; as many as there are processors by default. Results do not depend on it.
    force : bool
        Play everything again, and replace another run at the place. Without it a run that is there already is opened.
    settings : mapping, optional
        Other values in place of the scenario's, by dotted path: ``{"params.point_threshold": 6}``.

    Returns
    -------
    RunView

    Raises
    ------
    InputError
        For a fault in the scenario or an argument, or where the place cannot be used.
    GameError
        Where a strategy made an illegal choice; the message names the game.
    """
    loaded = _scenario(scenario, games, seed, settings)
    command = f"simcore run {loaded.source} -n {loaded.games} --seed {loaded.seed}"
    options = Options(
        out=_path("out", out) if out is not None else None,
        force=bool(force),
        command="" if loaded.source == UNNAMED else command,
        notify=_log.info,
    )
    if workers is not None:
        options = replace(options, workers=_threads(workers))
    return open_run(run_scenario(loaded, options).path)


def open_run(path: str | PathLike[str]) -> RunView:
    """Open a run directory.

    Parameters
    ----------
    path : str or path
        A finished run, by whatever process played it.

    Returns
    -------
    RunView

    Raises
    ------
    DamagedRunError
        Where it is no finished run, or a part is missing or has another size.
    """
    return RunView(read_run(_path("path", path)))


def _scenario(scenario: object, games: int | None, seed: int | None, settings: Mapping[str, Any] | None) -> Scenario:
    if isinstance(scenario, Scenario):
        if games is None and seed is None and not settings:
            return scenario
        return with_settings(scenario, games, seed, settings)
    if isinstance(scenario, Mapping):
        return Scenario.from_dict(scenario, games=games, seed=seed, settings=settings)
    if isinstance(scenario, (str, PathLike)):
        return Scenario.load(scenario, games=games, seed=seed, settings=settings)
    allowed = "a shipped name, a path, a dict, a Scenario"
    raise InputError("scenario", "", f"{shown(scenario)} is not allowed; allowed: {allowed}")


def _path(key: str, value: object) -> Path:
    if not isinstance(value, (str, PathLike)) or not isinstance(fspath(value), str):
        raise InputError(key, "", f"{shown(value)} is not allowed; allowed: a path")
    return Path(fspath(value))


def _threads(workers: object) -> int:
    if not isinstance(workers, int) or isinstance(workers, bool) or not 1 <= workers <= _MOST_WORKERS:
        raise InputError("workers", "", f"{shown(workers)} is not allowed; allowed: 1 to {_MOST_WORKERS}")
    return workers
