"""Home time and final scoring (rule sections 8, 9, 12, 14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.engine.jit import jit
from simcore.games.dog_park.cards import (
    COLLECTED,
    COLLECTORS,
    CONDITIONS,
    CONSTANTS,
    FUSSPOT,
    HOARDER,
    LONE_WOLF,
    N_BREEDS,
    N_RESOURCES,
    PACK_DOG,
    RARING_TO_GO,
    SOCIABLE,
    SOLO_RATING,
    TERRIER,
    TERRIER_GAINS,
    TOY_DOG,
    TOY_GAINS,
    WORKING,
    WORKING_GAINS,
)
from simcore.games.dog_park.params import AWARD_COUNT
from simcore.games.dog_park.recruit import ANY_RESOURCE, ask_gains, lose_reputation, seat_in_order
from simcore.games.dog_park.select import n_on_lead
from simcore.games.dog_park.state import COME_HOME, HOME, MAX_WALKERS, N_ROUNDS, NOT_WALKING, OVER, SCORE, START_ROUND

_PER_LEAD_DOG = CONSTANTS["home_time"]["reputation_per_dog_on_lead"]
_PER_LEFTOVER = CONSTANTS["final_scoring"]["resources_per_reputation"]
_COLLECTORS = np.array(COLLECTORS)
_HOARDER_UNITS = 2
_ONE_BREED, _WALKED, _TOKENS, _AWARDS, _BREEDS = range(len(CONDITIONS))
_RATING = np.array(SOLO_RATING)


@jit
def home_gains(state: Any, rules: Any) -> None:
    """Pay forecasts 2, 4 and 5: reputation to all first, then each player chooses resources (8.1)."""
    forecast = state.forecasts[state.round_index]
    breed = -1
    if forecast == TERRIER_GAINS:
        breed = TERRIER
    elif forecast == WORKING_GAINS:
        breed = WORKING
    elif forecast == TOY_GAINS:
        breed = TOY_DOG
    if breed >= 0:
        if state.turn == 0:
            for seat in range(state.n_seats):
                n = np.int64(state.breeds[seat, breed])
                state.reputation[seat] += n * rules.forecast_reputation[forecast]
        while state.turn < state.n_seats:
            seat = seat_in_order(state, state.turn)
            n = np.int64(state.breeds[seat, breed]) * rules.forecast_resource[forecast]
            state.turn += 1
            if n > 0:
                ask_gains(state, seat, n, ANY_RESOURCE, HOME)
                return
    state.stage = COME_HOME


@jit
def come_home(state: Any, rules: Any) -> None:
    """Pay walked dogs, take for unwalked ones, and go on with the next round (8.2-8.5)."""
    penalty = rules.unwalked_penalty[state.forecasts[state.round_index]]
    for seat in range(state.n_seats):
        state.reputation[seat] += _PER_LEAD_DOG * n_on_lead(state, seat)
        unwalked = 0
        for i in range(state.n_dogs[seat]):
            # dogs on the lead have a token
            unwalked += state.tokens[seat, i] == 0
        lose_reputation(state, seat, penalty * unwalked)
        state.lead[seat] = 0
        state.lead_abilities[seat], state.lead_triggers[seat] = 0, 0
    for walker in range(state.n_walkers):
        state.position[walker] = NOT_WALKING
    state.round_index += 1
    state.offer_number = 0
    state.first = 0 if state.first + 1 == state.n_seats else state.first + 1
    state.stage = START_ROUND if state.round_index < N_ROUNDS else SCORE


@jit
def score_game(state: Any, rules: Any) -> None:
    """Fill in the parts of every score, and who wins (rule section 9)."""
    _score_awards(state, rules)
    for seat in range(state.n_seats):
        breeds = np.int64(state.n_breeds[seat])
        if state.n_seats > 1:
            state.part_objective[seat] = _objective_points(state, seat, breeds, rules)
        else:
            _score_solo(state, rules)
        _score_abilities(state, seat, breeds, rules)
    if state.n_seats == 1:
        state.winners = state.solo_met
        _rate_solo(state, rules)
    else:
        _find_winners(state, rules)
    state.phase = OVER


@jit
def total_score(state: Any, seat: Any) -> Any:
    """Return a player's total (rule section 9)."""
    return (
        np.int64(state.reputation[seat])
        + state.part_abilities[seat]
        + state.part_awards[seat]
        + state.part_objective[seat]
        + state.part_leftover[seat]
    )


@jit
def _score_awards(state: Any, rules: Any) -> None:
    """Give each breed's award to all who own most dogs of it (9.3)."""
    for space in range(N_BREEDS):
        breed = np.uint64(state.awards[space])
        most, winners = np.int64(1), np.int64(0)
        for walker in range(state.n_walkers):
            n = np.int64(state.breeds[walker, breed])
            winners = (winners if n <= most else 0) | (n >= most) << walker
            most = max(most, n)
        state.award_winners[space] = winners
        value = rules.award_value[space]
        for walker in range(state.n_walkers):
            won = winners >> walker & 1
            state.part_awards[walker] += won * value
            state.awards_won[walker] += won
            state.best_award[walker] = max(state.best_award[walker], won * value)


@jit
def _objective_points(state: Any, seat: Any, breeds: Any, rules: Any) -> Any:
    """Return what a player's objective pays (rule section 12)."""
    card = state.objective[seat]
    condition, least = rules.objective_condition[card], rules.objective_tokens[card]
    needed = rules.objective_four[card] if state.n_seats == MAX_WALKERS else rules.objective_few[card]
    reached = np.int64(0)
    if condition == _ONE_BREED:
        for breed in range(N_BREEDS):
            reached = max(reached, np.int64(state.breeds[seat, breed]))
    elif condition == _WALKED:
        for i in range(state.n_dogs[seat]):
            reached += state.tokens[seat, i] >= least
    elif condition == _TOKENS:
        for i in range(state.n_dogs[seat]):
            reached += state.tokens[seat, i]
    elif condition == _AWARDS:
        reached = np.int64(state.awards_won[seat])
    else:
        reached = breeds
    return rules.objective_points[card] if reached >= needed else 0


@jit
def _points_of_dog(state: Any, seat: Any, i: Any, breeds: Any, rules: Any) -> Any:
    """Return what a dog's own ability scores; a fusspot uses up its resource."""
    dog = state.dogs[seat, i]
    ability, of_breed = rules.ability[dog], np.int64(state.breeds[seat, rules.breed[dog]])
    units = np.int64(0)
    if ability == PACK_DOG:
        units = of_breed
    elif ability == RARING_TO_GO:
        units = np.int64(state.tokens[seat, i])
    elif ability == SOCIABLE:
        units = breeds
    elif ability == LONE_WOLF:
        units = np.int64(of_breed == 1)
    elif ability == FUSSPOT:
        kind = rules.trigger[dog]
        if state.tokens[seat, i] > 0 and of_breed > 1 and state.resources[seat, kind] > 0:
            state.resources[seat, kind] -= 1
            units = np.int64(1)
    return rules.amount[ability] * units


@jit
def _score_abilities(state: Any, seat: Any, breeds: Any, rules: Any) -> None:
    """Score final abilities and what is left of the resources (9.2, 9.5, rule section 10, 21).

    A fusspot's resource is worth most, then a collector's, then a hoarder's; each is worth at least as much as it
    could be later, so that this order is the best assignment.
    """
    points, hoarders = np.int64(0), 0
    for i in range(state.n_dogs[seat]):
        dog = state.dogs[seat, i]
        ability = rules.ability[dog]
        if ability == HOARDER:
            hoarders += 1
        elif COLLECTED[ability] < 0:
            points += _points_of_dog(state, seat, i, breeds, rules)
    left = np.int64(0)
    for kind in range(N_RESOURCES):
        held = np.int64(state.resources[seat, kind])
        units = min(held, np.int64(state.room[seat, kind]))
        points += units * rules.amount[_COLLECTORS[kind]]
        left += held - units
        state.resources[seat, kind] = 0
    pairs = min(left, hoarders * rules.cap[HOARDER]) // _HOARDER_UNITS
    state.part_abilities[seat] = points + pairs * rules.amount[HOARDER]
    state.part_leftover[seat] = (left - pairs * _HOARDER_UNITS) // _PER_LEFTOVER


@jit
def _find_winners(state: Any, rules: Any) -> None:
    """Find the highest total; then the award cards, or the highest award, decide (9.6, 16.1)."""
    best, best_second = np.int64(-1), np.int64(-1)
    for seat in range(state.n_seats):
        total = total_score(state, seat)
        counted = state.awards_won[seat] if rules.tiebreak == AWARD_COUNT else state.best_award[seat]
        second = np.int64(counted)
        if total > best or (total == best and second > best_second):
            best, best_second = total, second
            state.winners = 0
        if total == best and second == best_second:
            state.winners |= 1 << seat


@jit
def _score_solo(state: Any, rules: Any) -> None:
    """Check the solo objective with all resources still there, and rate the total (14.2, 14.3)."""
    card = state.objective[0]
    total, least, tokens, outright = 0, np.int64(state.resources[0, 0]), 0, 0
    for kind in range(N_RESOURCES):
        total += state.resources[0, kind]
        least = min(least, np.int64(state.resources[0, kind]))
    for i in range(state.n_dogs[0]):
        tokens += state.tokens[0, i]
    for space in range(N_BREEDS):
        outright += state.award_winners[space] == 1
    state.solo_met = (
        total >= rules.solo_resources_total[card]
        and least >= rules.solo_each_resource[card]
        and tokens >= rules.solo_walked_tokens[card]
        and state.awards_won[0] >= rules.solo_awards[card]
        and outright >= rules.solo_awards_outright[card]
    )


@jit
def _rate_solo(state: Any, rules: Any) -> None:
    """Give a solo game that met its objective its stars (14.3)."""
    if state.solo_met:
        state.stars = rules.solo_stars[state.objective[0]]
        total = total_score(state, 0)
        for i in range(len(_RATING)):
            if total >= _RATING[i, 0]:
                state.stars = rules.solo_stars[state.objective[0]] + _RATING[i, 1]
