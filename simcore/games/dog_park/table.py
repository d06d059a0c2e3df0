"""A state of Dog Park seen from Python: who comes when, who has what; and small changes of it for telling a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from simcore.games.dog_park import state as s
from simcore.games.dog_park.cards import CONSTANTS, FIRST_LEAVE, LEAD_CAPACITY, NO_DOG, RESOURCES
from simcore.games.dog_park.words import dog_words, walker_words

SETUP, RECRUITMENT, SELECTION, WALKING, HOME_TIME, OVER = range(6)
PARTS = ("setup", "recruitment", "selection", "walking", "home_time", "over")
# where a choice of resources belongs, by the stage that goes on afterwards
GAIN_PARTS = {s.ACQUIRED: RECRUITMENT, s.PLACING: SELECTION, s.REWARDS: WALKING, s.HOME: HOME_TIME}
_PARTS = {s.OBJECTIVE: SETUP, s.OFFER: RECRUITMENT, s.PICK: RECRUITMENT, s.PLACE: SELECTION, s.CRAFTY: SELECTION}
_PARTS |= {s.OVER: OVER}


def part_of(state: Any) -> int:
    """Return the part of a round to which the decision of a state belongs, a place in `PARTS`."""
    if state.phase == s.GAIN:
        return GAIN_PARTS[int(state.after_gains)]
    return _PARTS.get(int(state.phase), WALKING)


def capacity_of(forecast: int) -> int:
    """Return how many dogs a lead holds under a forecast (5.2, 11.11)."""
    name = "lead_capacity_forecast_11" if forecast == LEAD_CAPACITY else "lead_capacity"
    return int(CONSTANTS["selection"][name])


def joined(parts: Iterable[str], sign: str = ", ") -> str:
    """Return parts of a sentence as one text; empty parts say nothing."""
    return sign.join(filter(None, parts))


class Table:
    """A state that can be asked and changed one thing at a time.

    Parameters
    ----------
    state : STATE_DTYPE record
        Changed in place.
    rules : record
        Rule parameters and card tables.
    """

    def __init__(self, state: Any, rules: Any) -> None:
        self.state, self.rules = state, rules

    @property
    def order(self) -> list[int]:
        """Players in turn order (1.7)."""
        n_seats = int(self.state.n_seats)
        return [(int(self.state.first) + turn) % n_seats for turn in range(n_seats)]

    @property
    def autowalkers(self) -> range:
        """Seats of the autowalkers."""
        return range(int(self.state.n_seats), int(self.state.n_walkers))

    @property
    def forecast(self) -> int:
        """Forecast card of the round, 0 after the last one."""
        return int(self.state.forecasts[self.state.round_index]) if self.state.round_index < s.N_ROUNDS else 0

    @property
    def inside(self) -> list[int]:
        """Walkers in the park."""
        return [walker for walker in range(int(self.state.n_walkers)) if 0 <= self.state.position[walker] < FIRST_LEAVE]

    def called(self, walker: int) -> str:
        """Return how somebody is called."""
        return walker_words(self.state, walker)

    def gain(self, seat: int, n: int, kind: str, why: str = "") -> str:
        """Give resources or reputation, or take them; say so, with the reason in brackets."""
        if kind == "reputation":
            n = max(n, -int(self.state.reputation[seat]))
            self.state.reputation[seat] += n
        else:
            self.state.resources[seat, RESOURCES.index(kind)] += n
        return f"{n:+} {kind}" + (f" ({why})" if why else "") if n else ""

    def take(self, walker: int, slot: int) -> str:
        """Move a dog from the field to a kennel; return it in words."""
        state, dog = self.state, int(self.state.field[slot])
        state.field[slot] = NO_DOG
        state.acquired[walker] = dog
        state.dogs[walker, state.n_dogs[walker]] = dog
        state.n_dogs[walker] += 1
        return dog_words(dog)

    def roll(self) -> int:
        """Return what the next die shows."""
        self.state.dice_used += 1
        return int(self.state.dice[self.state.dice_used - 1])

    def lead(self, seat: int) -> list[tuple[int, int]]:
        """Return place and dog of all that a player has on the lead."""
        state = self.state
        return [(i, int(state.dogs[seat, i])) for i in range(int(state.n_dogs[seat])) if state.lead[seat] >> i & 1]

    def on_lead(self, seat: int, ability: Any) -> int:
        """Count the dogs on a player's lead that have an ability."""
        return sum(int(self.rules.ability[dog]) == ability for _, dog in self.lead(seat))

    def count(self, seat: int, breed: int) -> int:
        """Count a player's dogs of a breed."""
        return sum(int(self.rules.breed[dog]) == breed for dog in self.state.dogs[seat, : self.state.n_dogs[seat]])
