"""Rule parameters of Dog Park: every switch of the rule sheet is one of them, the default first (section 23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.engine.parameters import Parameter

# positions of choices, as the kernel sees them
TIE_AUTOWALKER, TIE_HUMAN = 0, 1
AWARD_COUNT, HIGHEST_AWARD = 0, 1
AFTER_LOSERS, TURN_ORDER = 0, 1
FREE_CHOICE, ARRIVAL_ORDER = 0, 1
WHEN_PLACED, ANY_TIME = 0, 1
ALL_DOGS, HALF = 0, 1

_MOST_LOST = 1000
_PACKED_PLAYERS = 4

PARAMETERS = (
    Parameter("sets", ("base",), "sets of dogs in the deck", "21", choices=("base", "european", "famous", "world")),
    Parameter(
        "autowalker_tie",
        "autowalker",
        "who wins where an offer equals the autowalker's die",
        "4.6, 16.3",
        choices=("autowalker", "human"),
    ),
    Parameter(
        "tiebreak",
        "award_count",
        "what decides between equal totals",
        "9.6, 16.1",
        choices=("award_count", "highest_award"),
    ),
    Parameter(
        "no_offer_pick",
        "after_losers",
        "when players without an offer take a dog",
        "4.8, 16.15",
        choices=("after_losers", "turn_order"),
    ),
    Parameter(
        "leave_bonus",
        "free_choice",
        "which free leave space a leaver may take; arrival_order: the best one only",
        "6.5, 16.2",
        choices=("free_choice", "arrival_order"),
    ),
    Parameter(
        "last_walker_loses", 1, "reputation that the last walker in the park loses", "6.10, 16.4", maximum=_MOST_LOST
    ),
    Parameter(
        "search_and_rescue_per_scout",
        1,
        "most swaps that search and rescue dogs give after a scout",
        "10.7, 16.6",
        minimum=1,
        maximum=4,
    ),
    Parameter(
        "crafty_timing",
        "when_placed",
        "when crafty and eager dogs give their resource",
        "10.2, 16.7",
        choices=("when_placed", "any_time"),
    ),
    Parameter(
        "forecast7_triggers_abilities",
        False,
        "the resource of forecast 7 triggers abilities while walking",
        "10.8, 16.8",
    ),
    Parameter("lone_human_walks_on", True, "the only walker of a round walks on to a leave space", "6.11, 16.5"),
    Parameter(
        "card7_two_tokens", 2, "equal tokens of a location card that a space pays", "16.13", minimum=1, maximum=2
    ),
    Parameter("deck", "all", "how much of the deck is in the game", "2.1, 16.16", choices=("all", "half")),
    Parameter("packed_park", False, "variant: the rerouted deck with four players", "22"),
    Parameter("gentle_walk", False, "variant: the plentiful deck, and one more toy and treat each", "22"),
    Parameter("predictable_forecast", False, "variant: only forecasts 8 to 11", "22"),
)


def conflict(values: Mapping[str, Any], n_seats: int, _table: object) -> tuple[str, str] | None:
    """Say which rule parameters do not go together.

    Parameters
    ----------
    values : mapping
        Every rule parameter.
    n_seats : int
        Players.

    Returns
    -------
    (str, str) or None
        Parameter and what is wrong.
    """
    if values["packed_park"] and n_seats != _PACKED_PLAYERS:
        return "packed_park", f"true is not allowed with {n_seats} players; allowed: {_PACKED_PLAYERS} players"
    if values["packed_park"] and values["gentle_walk"]:
        return "packed_park", "true is not allowed with gentle_walk = true, which asks for another location deck"
    return None
