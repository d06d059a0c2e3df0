"""Reads TOML files that users write; whatever is wrong with one becomes a one-line message."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from simcore.errors import InputError

_MAX_BITS = 128
_MAX_DEPTH = 16


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    dict
        What it holds; its sizes are not yet checked.

    Raises
    ------
    InputError
        For whatever is wrong with it.
    """
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


def check_sizes(raw: dict[str, Any], where: str) -> None:
    """Refuse what no file needs and nothing after this could print: huge integers and deep nesting.

    Parameters
    ----------
    raw : dict
        What the file holds.
    where : str
        File for messages.

    Raises
    ------
    InputError
        For the first such value.
    """
    waiting: list[tuple[tuple[str, ...], Any]] = [((), raw)]
    while waiting:
        path, value = waiting.pop()
        if len(path) > _MAX_DEPTH:
            raise InputError(where, ".".join(path[:3]) + "...", f"is nested deeper than {_MAX_DEPTH} levels")
        if isinstance(value, int) and abs(value).bit_length() > _MAX_BITS:
            raise InputError(where, ".".join(path), f"is an integer of more than {_MAX_BITS} bits")
        if isinstance(value, dict):
            waiting += [((*path, str(key)), entry) for key, entry in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, str(i)), entry) for i, entry in enumerate(value)]
