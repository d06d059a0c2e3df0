"""What went wrong where numba does not compile a strategy, in one line."""

from __future__ import annotations

from collections.abc import Iterable

from simcore.engine.game import Strategy
from simcore.errors import InputError

# how the lines begin that say nothing in numba's long messages
_NOISE = ("Failed in", "During:", "File ", "-", "There are", "<source")


def compile_error(error: Exception, strategies: Iterable[Strategy]) -> InputError:
    """Return the error that names the files of the strategies and what is wrong.

    Parameters
    ----------
    error : Exception
        As numba raised it.
    strategies : iterable of Strategy
        All that were compiled together.

    Returns
    -------
    InputError
    """
    lines = [line.strip() for line in str(error).splitlines()]
    core = next((line for line in lines if line and not line.startswith(_NOISE)), "")
    files = ", ".join(str(strategy.module.__file__) for strategy in strategies)
    return InputError(files, "choose_action", f"does not compile: {type(error).__name__}: {core} (--debug shows all)")
