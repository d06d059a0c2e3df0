"""Invariants of the rules (section 19) on games of random players, as the kernel plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from simcore.games.dog_park import state as s
from simcore.games.dog_park.actions import action_to_dict
from simcore.games.dog_park.cards import BREEDS, DOG_OF_ID, DOGS, FIRST_LEAVE, LAST_OUT, LEAD_CAPACITY, NO_DOG
from simcore.games.dog_park.position import to_dict
from simcore.games.dog_park.table import HOME_TIME, OVER, RECRUITMENT, SETUP, WALKING, part_of

ALL_SETS = ["base", "european", "famous", "world"]
SWAP_TOKENS = 10
GAMES = 40


def tokens_of(state: Any) -> dict[int, int]:
    """Return the tokens of every dog that somebody owns."""
    owned = [(walker, i) for walker in range(int(state.n_walkers)) for i in range(int(state.n_dogs[walker]))]
    return {int(state.dogs[walker, i]): int(state.tokens[walker, i]) for walker, i in owned}


def check_dogs(states: Any) -> None:
    """No dog is lost or doubled; everybody owns two a round; the field is full outside Recruitment."""
    state = states[0]
    told = to_dict(states)
    field = [dog for dog in told["field"] if dog is not None]
    owned = [entry["dog"] for own in told["dogs"] for entry in own]
    everywhere = [*told["deck"], *field, *told["revealed"], *told["discarded"], *owned]
    assert len(everywhere) == len(set(everywhere))
    assert len(everywhere) == int(state.deck_size - state.deck_floor)
    part, done = part_of(state), s.N_OFFERS * min(int(state.round_index), s.N_ROUNDS)
    counts = state.n_dogs[: state.n_walkers].tolist()
    if part in (SETUP, OVER):
        assert set(counts) == {done}
    elif part == RECRUITMENT:
        acquired = (state.acquired[: state.n_walkers] != NO_DOG).tolist()
        assert counts == [done + int(state.offer_number) + has for has in acquired]
    else:
        assert set(counts) == {done + s.N_OFFERS}
    if state.phase not in (s.PICK, s.GAIN) or part != RECRUITMENT:
        assert len(field) == state.n_walkers
    if state.phase == s.GAIN and part == RECRUITMENT:
        assert field == []


def check_numbers(state: Any) -> None:
    """Nothing falls below 0; a lead holds what it may, dogs with a token only."""
    assert state.reputation.min() >= 0
    assert state.resources.min() >= 0
    over = part_of(state) == OVER
    capacity = 0 if over else 4 if state.forecasts[state.round_index] == LEAD_CAPACITY else 3
    for seat in range(int(state.n_seats)):
        led = [i for i in range(int(state.n_dogs[seat])) if state.lead[seat] >> i & 1]
        assert len(led) == int(state.lead[seat]).bit_count() <= capacity
        assert all(state.tokens[seat, i] > 0 for i in led)
    assert state.tokens.max() <= 5  # 18.6
    assert state.lead[int(state.n_seats) :].max(initial=0) == 0


def check_park(state: Any) -> None:
    """Each leave space holds one walker; a walk of two or more ends with somebody outside."""
    places = state.position[: state.n_walkers].tolist()
    left = [at for at in places if at >= FIRST_LEAVE]
    assert len(set(left)) == len(left)
    if part_of(state) == WALKING:
        assert [at == s.NOT_WALKING for at in places[: state.n_seats]] == [
            led == 0 for led in state.lead[: state.n_seats].tolist()
        ]
        assert LAST_OUT not in left
    if part_of(state) == HOME_TIME and sum(at != s.NOT_WALKING for at in places) > 1:
        assert left


def check_tokens(before: Any, after: Any, action: dict[str, Any]) -> None:
    """Tokens change by a placement (+1), a swap in (0, 1 or 2) and a swap out (to 0) only."""
    old, new = tokens_of(before), tokens_of(after)
    swapped = action["kind"] in ("swap", "leave_bonus") and action["dog"] is not None
    outgoing = DOG_OF_ID[action["dog"]] if swapped else NO_DOG
    placed = DOG_OF_ID[action["dog"]] if action["kind"] == "place" else NO_DOG
    for dog, tokens in old.items():
        # an autowalker or a player may have taken it since
        assert new.get(dog, 0) == (0 if dog == outgoing else tokens + (dog == placed))
    gained = {dog: tokens for dog, tokens in new.items() if dog not in old}
    if swapped:
        incoming = int(before.field[action["slot"]])
        forecast = int(before.forecasts[before.round_index])
        assert gained.pop(incoming) == (action["kind"] == "leave_bonus") + (forecast == SWAP_TOKENS)
    assert set(gained.values()) <= {0}


def check_end(state: Any, row: Any) -> None:
    """Awards, objectives, totals and win shares."""
    breed_of = [None, *(dog["breeds"] for dog in DOGS)]
    owned = [[breed_of[dog] for dog in state.dogs[walker].tolist() if dog] for walker in range(int(state.n_walkers))]
    for space, breed in enumerate(state.awards.tolist()):
        counts = [breeds.count(BREEDS[breed]) for breeds in owned]
        winners = [walker for walker, n in enumerate(counts) if n == max(counts) > 0]
        assert int(state.award_winners[space]) == sum(1 << walker for walker in winners)
    for seat in range(int(state.n_seats)):
        assert int(state.part_objective[seat]) in ((0,) if state.n_seats == 1 else (0, 3, 7))
        parts = (row.reputation, row.abilities, row.awards, row.objective, row.leftover)
        assert int(row.score[seat]) == sum(int(part[seat]) for part in parts)
        assert row.walked_dogs[seat] <= row.walked_tokens[seat]
        assert row.offers_won[seat] <= row.offers_made[seat] <= 8
        assert row.left_first[seat] + row.left_last[seat] <= row.walks[seat] <= 4
    winners = [seat for seat in range(int(state.n_seats)) if row.payoff[seat] > 0]
    best = max(row.score[seat] for seat in range(int(state.n_seats)))
    assert all(row.score[seat] == best for seat in winners) or state.n_seats == 1
    assert sum(row.payoff.tolist()) in ((0, 1) if state.n_seats == 1 else (1,)) or np.isclose(sum(row.payoff), 1)


@pytest.mark.parametrize("sets", [["base"], ALL_SETS], ids=["base", "sets"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_invariants(traces: Callable[..., Iterator[Any]], players: int, sets: list[str]) -> None:
    """They hold in every position of some games."""
    games = 0
    for trace, row, _ in traces({"sets": sets}, players, 10, range(GAMES)):
        for i, state in enumerate(trace.states):
            check_dogs(trace.states[i : i + 1])
            check_numbers(state)
            check_park(state)
            if i < len(trace.chosen):
                check_tokens(state, trace.states[i + 1], action_to_dict(trace.chosen[i]))
        check_end(trace.states[-1], row)
        # 18.1: what a game can draw
        drawn = int(trace.states[-1].deck_size - trace.states[-1].deck_left)
        assert sets == ALL_SETS or drawn <= 100
        games += 1
    assert games == GAMES


@pytest.mark.parametrize("players", [2, 3, 4])
def test_selections_do_not_touch_one_another(traces: Callable[..., Iterator[Any]], players: int) -> None:
    """What a player does in Selection changes nothing of another player until it ends (5.1)."""
    seen = 0
    for trace, _, _ in traces({"sets": ALL_SETS}, players, 11, range(20)):
        for i, action in enumerate(trace.chosen):
            before, after = trace.states[i], trace.states[i + 1]
            if before.phase not in (s.PLACE, s.CRAFTY) or after.phase not in (s.PLACE, s.CRAFTY):
                continue
            others = [seat for seat in range(players) if seat != before.seat]
            for name in ("dogs", "tokens", "lead", "resources", "reputation"):
                assert (before[name][others] == after[name][others]).all(), action_to_dict(action)
            seen += 1
    assert seen > 100
