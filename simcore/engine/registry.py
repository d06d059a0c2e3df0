"""Finds games and strategies: by scanning folders, by entry points, and from single files.

Adding a game or a strategy changes no existing file.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import pkgutil
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import numba

from simcore.engine.game import GameSpec, Strategy
from simcore.engine.parameters import Parameter
from simcore.errors import InputError, not_one_of, shown

GAMES_PACKAGE = "simcore.games"

# strategies loaded from files, by (game, name)
_from_files: dict[tuple[str, str], Strategy] = {}


@functools.cache
def games() -> dict[str, GameSpec]:
    """Return every game by name: the folders of ``simcore/games`` and the entry points ``simcore.games``."""
    package = importlib.import_module(GAMES_PACKAGE)
    found = [
        importlib.import_module(f"{GAMES_PACKAGE}.{info.name}").GAME for info in pkgutil.iter_modules(package.__path__)
    ]
    found += [point.load() for point in entry_points(group="simcore.games")]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def game(name: object, where: str = "", key: str = "game") -> GameSpec:
    """Return one game.

    Parameters
    ----------
    name : object
        What the user wrote.
    where, key : str
        File (or option) and key for the message.

    Raises
    ------
    InputError
        Where there is no such game.
    """
    if not isinstance(name, str) or name not in games():
        raise InputError(where, key, not_one_of(name, games()))
    return games()[name]


@functools.cache
def _shipped_strategies(game_name: str) -> dict[str, Strategy]:
    package = importlib.import_module(f"{games()[game_name].package}.strategies")
    modules = [
        (info.name, importlib.import_module(f"{package.__name__}.{info.name}"))
        for info in pkgutil.iter_modules(package.__path__)
    ]
    modules += [(point.name, point.load()) for point in entry_points(group="simcore.strategies")]
    return {
        name: as_strategy(module, name, module.__name__)
        for name, module in modules
        if getattr(module, "GAME", None) == game_name
    }


def strategies(game_name: str) -> dict[str, Strategy]:
    """Return every strategy of a game by name: shipped, from entry points, and from `load_strategy_file`."""
    files = {name: found for (of_game, name), found in _from_files.items() if of_game == game_name}
    return {**_shipped_strategies(game_name), **files}


def strategy(game_name: str, name: object, where: str = "", key: str = "strategy") -> Strategy:
    """Return one strategy of a game; an InputError names the nearest match where there is none."""
    known = strategies(game_name)
    if not isinstance(name, str) or name not in known:
        raise InputError(where, key, not_one_of(name, known))
    return known[name]


def as_strategy(module: ModuleType, name: str, where: str) -> Strategy:
    """Read the declarations of a strategy's module.

    Parameters
    ----------
    module : ModuleType
        Has ``GAME``, a docstring, ``choose_action``, and ``PARAMETERS`` where there are any.
    name : str
        Name in scenarios.
    where : str
        File or module for messages.

    Raises
    ------
    InputError
        Where a declaration is missing.
    """
    if getattr(module, "GAME", None) not in list(games()):
        raise InputError(where, "GAME", not_one_of(getattr(module, "GAME", None), games()))
    if not callable(getattr(module, "choose_action", None)):
        raise InputError(where, "choose_action", "a strategy file defines a function of this name")
    if not hasattr(module.choose_action, "py_func") and not numba.config.DISABLE_JIT:
        raise InputError(where, "choose_action", "is not compiled: put @jit (from simcore.engine.jit) above it")
    parameters = getattr(module, "PARAMETERS", ())
    if not isinstance(parameters, tuple) or not all(isinstance(entry, Parameter) for entry in parameters):
        problem = f"{shown(parameters)} is not a tuple of simcore.engine.parameters.Parameter"
        raise InputError(where, "PARAMETERS", problem)
    listed = next((entry for entry in parameters if isinstance(entry.default, tuple) and not entry.choices), None)
    if listed:
        raise InputError(where, f"PARAMETERS.{listed.name}", "is a list of numbers, which only rules can have")
    names = [parameter.name for parameter in parameters]
    if len(set(names)) < len(names):
        raise InputError(where, "PARAMETERS", "two of them have one name")
    lines = str(module.__doc__ or "").strip().splitlines()
    # `python -OO` drops docstrings
    if not lines and sys.flags.optimize < 2:
        raise InputError(where, "", "a strategy file begins with a docstring that says what it does")
    return Strategy(name, module.GAME, lines[0].replace("`", "") if lines else "", parameters, module)


def load_strategy_file(path: Path) -> Strategy:
    """Load a strategy from a file and make it available under the file's name.

    Parameters
    ----------
    path : Path
        A Python file; modules beside it can be imported by it.

    Returns
    -------
    Strategy

    Raises
    ------
    InputError
        Where the file cannot be read, does not run, or lacks a declaration.
    """
    where = str(path)
    if not path.is_file():
        raise InputError(where, "", "no such file")
    if not path.stem.isidentifier():
        raise InputError(where, "", "the file's name becomes the strategy's: letters, digits and _, then .py")
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    # the module's name carries the path, so that two files of one name do not meet
    tag = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]
    name = f"simcore_strategy_{path.stem}_{tag}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InputError(where, "", "not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    # a file may raise anything while it loads, or end the process
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise InputError(where, "", f"does not load: {type(error).__name__}: {error}") from error
    found = as_strategy(module, path.stem, where)
    if path.stem in _shipped_strategies(found.game):
        raise InputError(where, "", f"{path.stem!r} is the name of a shipped strategy; rename the file")
    _from_files[found.game, found.name] = found
    return found
