"""Status codes: kernels never raise, they say what went wrong and stop at that game."""

from __future__ import annotations

OK = 0
ILLEGAL_ACTION = 1
TOO_MANY_DECISIONS = 2

MEANING = {
    ILLEGAL_ACTION: "a strategy chose a position outside its list of legal actions",
    TOO_MANY_DECISIONS: "the game did not end within the most decisions its rules allow",
}
