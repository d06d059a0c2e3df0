"""Who wins a game, from the payoffs of its seats."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def at_top(payoff: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which seats win or share each game: bool[n_seats, n_games], like the payoffs.

    Alone at the table a player wins what pays.
    """
    return payoff == payoff.max(axis=0) if len(payoff) > 1 else payoff > 0


def win_shares(payoff: NDArray[Any]) -> NDArray[np.float64]:
    """Return each seat's share of the win, float64[n_seats, n_games]: of a win or draw of k seats each has 1/k."""
    tops = at_top(payoff)
    shares: NDArray[np.float64] = tops / np.maximum(tops.sum(axis=0), 1)
    return shares
