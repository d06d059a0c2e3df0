"""Finds a scenario by shipped name or path and reads it."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

from simcore.errors import InputError, not_one_of, printable
from simcore.scenario.paths import override
from simcore.scenario.scenario import Scenario, build_scenario
from simcore.scenario.shape import check_sizes

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped_folder() -> Path:
    """Return the folder of shipped scenarios: inside the installed package, or beside it in a checkout."""
    inside = _PACKAGE / "scenarios"
    return inside if inside.is_dir() else _PACKAGE.parent / "scenarios"


def shipped_names() -> list[str]:
    """Return the names of all shipped scenarios, for example ``go_stop/base``."""
    folder = shipped_folder()
    return sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.glob("*/*.toml"))


def find_scenario(text: str) -> tuple[str, Path]:
    """Return the name and the file that a user means by `text`.

    Parameters
    ----------
    text : str
        A shipped name or a path.

    Raises
    ------
    InputError
        Where there is neither.
    """
    if text in shipped_names():
        return text, shipped_folder() / f"{text}.toml"
    path = Path(text)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    if not is_file:
        raise InputError("SCENARIO", "", f"neither a file nor a shipped scenario: {not_one_of(text, shipped_names())}")
    return printable(path.stem), path


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; whatever is wrong with it becomes an `InputError`."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InputError(str(path), "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(str(path), "", f"is not UTF-8 text: byte {error.start}") from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(str(path), "", f"is not TOML: {error}") from error
    # tomllib meets some malformed text with errors of its own making, an IndexError among them
    except Exception as error:
        raise InputError(str(path), "", f"is not TOML that can be read: {error}") from error


def load_scenario(text: str, assignments: list[tuple[str, Any]] | None = None, source: str = "") -> Scenario:
    """Load a scenario by shipped name or path.

    Parameters
    ----------
    text : str
        A shipped name or a path.
    assignments : list of (str, object)
        Settings that override the file: dotted path and value.
    source : str
        How a command line names the scenario with its settings; `text` by default.

    Returns
    -------
    Scenario

    Raises
    ------
    InputError
        For the first fault.
    """
    name, path = find_scenario(text)
    where = f"{path} with --set" if assignments else str(path)
    raw = read_toml(path)
    check_sizes(raw, str(path))
    return build_scenario(override(raw, assignments or []), name, where, source or shlex.quote(printable(text)))
