"""Options of the whole test suite."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        type=Path,
        default=None,
        metavar="FILE",
        help="run the rules cases of this file in place of the ones beside the test (schema: cases.json)",
    )


def pytest_configure() -> None:
    """Let the processes that tests start be interrupted, also where a shell in the background ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
