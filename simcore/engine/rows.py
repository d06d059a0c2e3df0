"""Rows in the one layout that kernels write, and in that of a run.

A compiled function is named after the numbers that numba gives to record types, and these begin anew in every process.
Two functions for rows of different width, compiled in two processes, can so have one name, and a third process that
loads both from the cache would call the first for either. Kernels therefore know one layout of rows, that of the most
seats a game has; runs of fewer seats are written in a narrower one.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def blank_rows(n: int, dtype: np.dtype[Any]) -> Any:
    """Return `n` rows as kernels expect them: all zero, and no entrant in any seat.

    Parameters
    ----------
    n : int
        Rows.
    dtype : dtype
        As `GameSpec.row_dtype` makes it.

    Returns
    -------
    dtype[n]
    """
    rows = np.zeros(n, dtype)
    # a kernel leaves the seats that do not exist as they are
    rows["entrant"] = -1
    return rows


def copy_rows(source: Any, target: Any) -> None:
    """Copy rows into a layout of another width; seats that it does not have are left out.

    Parameters
    ----------
    source, target : row_dtype[n]
        Rows of the same game, in layouts for any numbers of seats.
    """
    for name in target.dtype.names:
        field = target[name]
        field[...] = source[name][:, : field.shape[1]] if field.ndim > 1 else source[name]
