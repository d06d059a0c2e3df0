"""Columns that Dog Park adds to every row of results."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.game import Column
from simcore.engine.jit import jit
from simcore.games.dog_park.cards import BREEDS, DOG_IDS, N_BREEDS
from simcore.games.dog_park.scoring import total_score
from simcore.games.dog_park.state import MAX_DOGS, N_ROUNDS

COLUMNS = (
    Column("reputation", "<i2", "part of the score: reputation on the track", per_seat=True),
    Column("abilities", "<i2", "part of the score: final abilities", per_seat=True),
    Column("awards", "<i2", "part of the score: breed expert awards", per_seat=True),
    Column("objective", "<i2", "part of the score: objective", per_seat=True),
    Column("leftover", "<i2", "part of the score: leftover resources", per_seat=True),
    Column("awards_won", "<i1", "breed expert awards won, shared ones included", per_seat=True),
    Column("best_award", "<i1", "highest single award value won, 0 none", per_seat=True),
    Column("objective_card", "<i1", "objective kept, by its number", per_seat=True),
    Column("breeds", "<i1", "different breeds owned at the end", per_seat=True),
    Column("walked_tokens", "<i1", "walked tokens on own dogs at the end", per_seat=True),
    Column("walked_dogs", "<i1", "own dogs with a walked token at the end", per_seat=True),
    Column("offers_made", "<i1", "offers placed, 0 to 8", per_seat=True),
    Column("offers_won", "<i1", "offers won", per_seat=True),
    Column("offers_paid", "<i2", "reputation paid for offers won", per_seat=True),
    Column("walks", "<i1", "rounds walked, 0 to 4", per_seat=True),
    Column("spaces_walked", "<i2", "spaces landed on, leave spaces not counted", per_seat=True),
    Column("left_first", "<i1", "rounds in which the player was the first to leave the park", per_seat=True),
    Column("left_last", "<i1", "rounds in which the player was the last walker", per_seat=True),
    Column("leave_places", "<i2", "sum of the places of leaving (1 first) over the rounds walked", per_seat=True),
    Column("swaps", "<i1", "swaps made", per_seat=True),
    Column("scouts", "<i1", "scouts made", per_seat=True),
    *(
        Column(f"dog_{i}", "<i2", f"id of dog {i} owned at the end, in the order gained", per_seat=True)
        for i in range(1, MAX_DOGS + 1)
    ),
    *(Column(f"forecast_{i}", "<i1", f"forecast card of round {i}") for i in range(1, N_ROUNDS + 1)),
    *(Column(f"location_{i}", "<i1", f"location card of round {i}") for i in range(1, N_ROUNDS + 1)),
    *(Column(f"award_{i}", "<i1", f"breed on award space {i}", labels=BREEDS) for i in range(1, N_BREEDS + 1)),
    Column("stars", "<i1", "solo: stars, 0 where the objective is not met"),
)
_DOG_IDS = np.array(DOG_IDS, np.int16)


@jit
def payoff_of(state: Any, seat: Any) -> Any:
    """Share of the win: 1 for a sole winner, 1/k where k share it, else 0.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is over.
    seat : int
        Player.

    Returns
    -------
    float64
    """
    winners = 0
    for other in range(state.n_seats):
        winners += state.winners >> other & 1
    return 1.0 / winners if state.winners >> seat & 1 else 0.0


@jit
def write_row(state: Any, row: Any) -> None:
    """Write a finished game into its row.

    Parameters
    ----------
    state : STATE_DTYPE record
        A game that is over.
    row : row record
        The common columns that depend on the game, and those of `COLUMNS`, are written.
    """
    for seat in range(state.n_seats):
        row.payoff[seat] = payoff_of(state, seat)
        row.score[seat] = total_score(state, seat)
        _write_parts(state, seat, row)
        _write_dogs(state, seat, row)
    row.n_turns = state.n_turns
    row.reason = 0
    row.stars = state.stars
    cards = state.forecasts
    row.forecast_1, row.forecast_2, row.forecast_3, row.forecast_4 = cards[0], cards[1], cards[2], cards[3]
    cards = state.locations
    row.location_1, row.location_2, row.location_3, row.location_4 = cards[0], cards[1], cards[2], cards[3]
    cards = state.awards
    row.award_1, row.award_2, row.award_3, row.award_4 = cards[0], cards[1], cards[2], cards[3]
    row.award_5, row.award_6, row.award_7 = cards[4], cards[5], cards[6]


@jit
def _write_parts(state: Any, seat: Any, row: Any) -> None:
    row.reputation[seat] = state.reputation[seat]
    row.abilities[seat] = state.part_abilities[seat]
    row.awards[seat] = state.part_awards[seat]
    row.objective[seat] = state.part_objective[seat]
    row.leftover[seat] = state.part_leftover[seat]
    row.awards_won[seat] = state.awards_won[seat]
    row.best_award[seat] = np.int64(state.best_award[seat])
    row.objective_card[seat] = state.objective[seat]
    row.offers_made[seat] = state.offers_made[seat]
    row.offers_won[seat] = state.offers_won[seat]
    row.offers_paid[seat] = state.offers_paid[seat]
    row.walks[seat] = state.walks[seat]
    row.spaces_walked[seat] = state.spaces_walked[seat]
    row.left_first[seat] = state.left_first[seat]
    row.left_last[seat] = state.left_last[seat]
    row.leave_places[seat] = state.leave_places[seat]
    row.swaps[seat] = state.swaps[seat]
    row.scouts[seat] = state.scouts[seat]


@jit
def _write_dogs(state: Any, seat: Any, row: Any) -> None:
    tokens, walked = 0, 0
    for i in range(state.n_dogs[seat]):
        tokens += state.tokens[seat, i]
        walked += state.tokens[seat, i] > 0
    row.walked_tokens[seat], row.walked_dogs[seat] = tokens, walked
    row.breeds[seat] = state.n_breeds[seat]
    dogs = state.dogs[seat]
    row.dog_1[seat], row.dog_2[seat] = _DOG_IDS[dogs[0]], _DOG_IDS[dogs[1]]
    row.dog_3[seat], row.dog_4[seat] = _DOG_IDS[dogs[2]], _DOG_IDS[dogs[3]]
    row.dog_5[seat], row.dog_6[seat] = _DOG_IDS[dogs[4]], _DOG_IDS[dogs[5]]
    row.dog_7[seat], row.dog_8[seat] = _DOG_IDS[dogs[6]], _DOG_IDS[dogs[7]]
