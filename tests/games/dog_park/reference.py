"""Slow, plain reference model of Dog Park (two to four players, and solo).

Written from the rule sheet `rules/dog_park.md` alone, to be read beside it: the numbers in the
comments are the sheet's. Dogs are numbers, resources and breeds are words, every pile is a list, and
nothing is clever. `reference_tables.py` holds the tables, parameters, deals, the board and paying,
`reference_scoring.py` the final scoring. It shares no code with the fast kernel.

Seats 0 to n-1 are the players, n and up the autowalkers.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from .reference_scoring import ability_points, award_winners, objective_points, rating_stars, solo_objective_met
from .reference_tables import (
    AWARD_VALUES,
    CONSTANTS,
    DOGS,
    LAST_OUT,
    LEAVE,
    LEAVE_SPACES,
    LOCATION_TOKENS,
    RESOURCES,
    SOLO_OBJECTIVES,
    START,
    all_params,
    blocked_space,
    check_setup,
    of_players,
    payments,
    random_setup,
    rewards_of,
    spaces_at,
    spaces_within,
)

Action = dict[str, Any]
Step = tuple[Any, ...]

# 3.1: the phases of a round, by the methods that start them
ROUND: list[Step] = [("_recruit",), ("_recruit",), ("_select",), ("_walk",), ("_home_time",)]
STAGES = ["recruitment", "second_offer", "selection", "walking", "home_time"]


class Game:
    """One game from the choice of objectives to its end.

    `agenda` lists what is still to do, in order, as (name of a method, arguments); the model works it
    off until somebody must decide. Then `phase` names the decision and `seat` who decides.

    Parameters
    ----------
    params : mapping
        Rule parameters; those left out have their defaults.
    n_players : int
        1 to 4.
    setup : mapping
        Everything random, in the form of `RECORD.md`.

    Attributes
    ----------
    stage : str
        'setup', 'recruitment', 'selection', 'walking', 'home_time' or 'over'.
    phase : str
        'objective', 'offer', 'pick', 'gain', 'place', 'crafty', 'move', 'globetrotter', 'pay_occupied',
        'reward', 'replace', 'leave_bonus', 'fork' or 'over'.
    kennels, leads : list of lists of int
        Dogs by seat, the autowalkers' too.
    tokens : dict
        Walked tokens of every owned dog.
    field : list
        A dog a slot, or None where it has been taken.
    positions : dict
        Space of everybody who walks or has walked this round; 91 to 93 have left, 94 is the last.
    """

    def __init__(self, params: Mapping[str, Any], n_players: int, setup: Mapping[str, Any]) -> None:
        self.params = all_params(params, n_players)
        check_setup(self.params, n_players, setup)
        table = of_players(n_players)
        start = "start_resources_gentle_walk" if self.params["gentle_walk"] else "start_resources"
        self.n_players = n_players
        self.humans = list(range(n_players))
        self.autowalkers = list(range(n_players, n_players + table["autowalkers"]))  # 2.9
        everybody = [*self.humans, *self.autowalkers]
        # the table
        self.deck = list(setup["deck"])
        self.field: list[int | None] = [None] * table["field_size"]  # 1.4
        self.discards: list[int] = []
        self.awards = list(setup["awards"])
        self.forecasts = list(setup["forecasts"])
        self.locations = list(setup["locations"])
        self.dice = list(setup["dice"])
        self.dice_used = 0
        self.leave_spaces = list(table["leave_spaces"])
        # what everybody has
        self.kennels: list[list[int]] = [[] for _ in everybody]
        self.leads: list[list[int]] = [[] for _ in everybody]
        self.tokens: dict[int, int] = {}
        self.resources = [dict(CONSTANTS["setup"][start]) for _ in self.humans]  # 2.6, 22
        self.reputation = [CONSTANTS["setup"]["start_reputation"] for _ in self.humans]
        self.dealt_objectives = [list(cards) for cards in setup["objectives"]]
        self.objectives: list[int | None] = [None for _ in self.humans]
        # the round
        self.round = 0
        self.first_player = 0  # 2.8
        self.stage = "setup"
        # Recruitment: offers in the order placed, as {"seat", "slot", "value"}; (seat, dog) just acquired
        self.offers: list[dict[str, int]] = []
        self.acquired: list[tuple[int, int]] = []
        # Selection of one player
        self.free_placements = 0  # 11.3
        self.one_resource_next = False  # friendly (21)
        self.waiting_eager: list[int] = []  # with crafty_timing = any_time
        self.waiting_crafty: list[int] = []
        # Walking: who is still in the park, the next to move first; the movement under way
        self.in_park: list[int] = []
        self.positions: dict[int, int] = {}
        self.fired: list[int] = []  # dogs whose ability is used up in this movement
        self.pending_swaps = 0
        self.pending_scouts = 0
        self.revealed: list[int] = []
        self.fork: list[int] = []  # where the autowalker on move can go
        # the decision under way
        self.phase = ""
        self.seat: int | None = None
        self.gain_kinds: list[str] = []
        self.agenda: list[Step] = [("_refill",)]  # 2.2
        self.agenda += [("_ask", "objective", seat) for seat in self.humans]  # 2.7, 14.1
        self.agenda += [("_start_round",)] * CONSTANTS["setup"]["rounds"]  # 3.1
        self.agenda += [("_final_scoring",)]
        self._result: dict[str, Any] = {}
        self._run()

    # ---- what everybody may ask

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def forecast(self) -> int:
        """The forecast card of this round (of round 1 before it starts)."""
        return int(self.forecasts[max(self.round, 1) - 1])

    @property
    def location(self) -> int:
        """The location card of this round (of round 1 before it starts)."""
        return int(self.locations[max(self.round, 1) - 1])

    def turn_order(self) -> list[int]:
        """Return the players clockwise from the first player (1.7)."""
        return [(self.first_player + k) % self.n_players for k in self.humans]

    def own_dogs(self, seat: int) -> list[int]:
        """Return the dogs of a seat, in the kennel and on the lead."""
        return [*self.kennels[seat], *self.leads[seat]]

    def lead_capacity(self) -> int:
        """Return how many dogs fit on a lead this round (5.2, 11.11)."""
        return 4 if self.forecast == 11 else 3

    def legal(self) -> list[Action]:
        """List the legal actions, forced ones too, in the form of `RECORD.md`.

        With `crafty_timing` = 'any_time', `crafty` has the fields `gain` and `give`, and `eager` with the
        field `gain` takes what an eager dog gives; globetrotter dogs ask `globetrotter` {space or null}.
        """
        if self.is_over:
            return []
        actions: list[Action] = getattr(self, f"_legal_{self.phase}")(self.seat)
        return actions

    def apply(self, action: Action) -> None:
        """Carry out one action and all that follows from it without a choice.

        Raises
        ------
        ValueError
            When the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"illegal in phase {self.phase!r} for seat {self.seat}: {action}")
        seat = self.seat
        self.seat = None
        getattr(self, f"_do_{action['kind']}")(seat, action)
        self._run()

    def result(self) -> dict[str, Any]:
        """Return the `end` line of `RECORD.md`, without its `type`."""
        if not self.is_over:
            raise ValueError("the game is not over")
        return self._result

    def jump(self, round_number: int, stage: str) -> None:
        """Go to the start of a phase of a round, for hand-made positions; from there the game goes on.

        Parameters
        ----------
        round_number : int
            1 to 4.
        stage : str
            One of `STAGES`, or 'final_scoring', which ends the game at once.
        """
        self.round = round_number
        self.first_player = (self.round - 1) % self.n_players  # 2.8
        self.seat = None
        self.agenda = [("_final_scoring",)]
        if stage != "final_scoring":
            later = [("_start_round",)] * (CONSTANTS["setup"]["rounds"] - round_number)
            self.agenda = [*ROUND[STAGES.index(stage) :], *later, *self.agenda]
        self._run()

    # ---- the agenda

    def _run(self) -> None:
        """Work off the agenda until somebody must decide, or nothing is left."""
        while self.seat is None and self.agenda:
            name, *arguments = self.agenda.pop(0)
            getattr(self, name)(*arguments)

    def _first(self, *steps: Step) -> None:
        """Do these steps next, in this order."""
        self.agenda = [*steps, *self.agenda]

    def _ask(self, phase: str, seat: int) -> None:
        self.phase = phase
        self.seat = seat

    def _ask_gain(self, seat: int, kinds: list[str]) -> None:
        self.gain_kinds = list(kinds)
        self._ask("gain", seat)

    # ---- small moves of tokens and cards

    def _add(self, seat: int, kind: str, count: int) -> None:
        """Give resources or reputation."""
        if kind == "reputation":
            self.reputation[seat] += count
        else:
            self.resources[seat][kind] += count

    def _lose_reputation(self, seat: int, count: int) -> None:
        self.reputation[seat] = max(0, self.reputation[seat] - count)  # 1.6

    def _acquire(self, seat: int, slot: int) -> None:
        """A dog of the field goes to a kennel, without a token."""
        dog = self.field[slot]
        assert dog is not None
        self.field[slot] = None
        self.kennels[seat].append(dog)
        self.tokens[dog] = 0
        self.acquired.append((seat, dog))

    def _slots_left(self) -> list[int]:
        return [slot for slot, dog in enumerate(self.field) if dog is not None]

    def _refill(self) -> None:
        """4.12: fill the field completely, from the left."""
        for slot, dog in enumerate(self.field):
            if dog is None:
                self.field[slot] = self.deck.pop(0)

    def _roll(self) -> int:
        face = self.dice[self.dice_used]
        self.dice_used += 1
        return int(face)

    def _on_lead(self, seat: int, ability: str) -> list[int]:
        return [dog for dog in self.leads[seat] if DOGS[dog]["ability"] == ability]

    # ---- setup and rounds

    def _legal_objective(self, seat: int) -> list[Action]:
        """D1."""
        return [{"kind": "objective", "card": card} for card in self.dealt_objectives[seat]]

    def _do_objective(self, seat: int, action: Action) -> None:
        self.objectives[seat] = action["card"]

    def _start_round(self) -> None:
        """3.1."""
        self.round += 1
        self.first_player = (self.round - 1) % self.n_players  # 2.8
        self._first(*ROUND)

    # ---- Recruitment (section 4)

    def _recruit(self) -> None:
        self.stage = "recruitment"
        self.offers = []
        self.acquired = []
        offering = [seat for seat in self.turn_order() if self.reputation[seat] >= 1]  # 4.1, 4.2
        steps: list[Step] = [("_ask", "offer", seat) for seat in offering]
        self._first(*steps, ("_autowalkers_offer",), ("_resolve_offers",))

    def _legal_offer(self, seat: int) -> list[Action]:
        """D2."""
        highest = min(5, self.reputation[seat])  # 4.1
        return [
            {"kind": "offer", "slot": slot, "value": value}
            for slot in range(len(self.field))
            for value in range(1, highest + 1)
        ]

    def _do_offer(self, seat: int, action: Action) -> None:
        self.offers.append({"seat": seat, "slot": action["slot"], "value": action["value"]})

    def _autowalkers_offer(self) -> None:
        """4.3, 13.1."""
        chosen: list[int] = []
        for seat in self.autowalkers:
            slot = self._autowalker_slot(chosen)
            chosen.append(slot)
            self.offers.append({"seat": seat, "slot": slot, "value": self._roll()})

    def _autowalker_slot(self, chosen: Sequence[int]) -> int:
        for breed in self.awards:  # from the most valuable space
            for slot, dog in enumerate(self.field):
                assert dog is not None
                if DOGS[dog]["breed"] == breed and slot not in chosen:
                    return slot
        raise AssertionError("more autowalkers than dogs")

    def _resolve_offers(self) -> None:
        """4.4 to 4.12."""
        winners = []
        for slot in range(len(self.field)):
            queue = [offer for offer in self.offers if offer["slot"] == slot]
            if queue:
                best = self._best_offer(queue)
                winners.append(best["seat"])
                if best["seat"] in self.humans:  # 13.3: an autowalker pays nothing
                    self._lose_reputation(best["seat"], best["value"])
                self._acquire(best["seat"], slot)
        offered = [offer["seat"] for offer in self.offers]
        losers = [seat for seat in self.turn_order() if seat in offered and seat not in winners]
        idle = [seat for seat in self.turn_order() if seat not in offered]
        picking = [*losers, *idle]  # 4.7, 4.8
        if self.params["no_offer_pick"] == "turn_order":  # 16.15
            picking = [seat for seat in self.turn_order() if seat not in winners]
        steps: list[Step] = [("_ask", "pick", seat) for seat in picking]
        steps += [("_take_leftmost", seat) for seat in self.autowalkers if seat not in winners]  # 4.10
        self._first(*steps, ("_forecast_7_of_offer",), ("_refill",))

    def _best_offer(self, queue: Sequence[dict[str, int]]) -> dict[str, int]:
        highest = max(offer["value"] for offer in queue)
        tied = [offer for offer in queue if offer["value"] == highest]
        for offer in tied:
            if offer["seat"] in self.autowalkers and self.params["autowalker_tie"] == "autowalker":  # 4.6
                return offer
        return tied[0]  # 4.5; autowalkers stand last in the queue

    def _legal_pick(self, _seat: int) -> list[Action]:
        """D3."""
        return [{"kind": "pick", "slot": slot} for slot in self._slots_left()]

    def _do_pick(self, seat: int, action: Action) -> None:
        if seat in [offer["seat"] for offer in self.offers]:
            self._lose_reputation(seat, 1)  # 4.7
        self._acquire(seat, action["slot"])

    def _take_leftmost(self, seat: int) -> None:
        self._acquire(seat, self._slots_left()[0])

    def _forecast_7_of_offer(self) -> None:
        """4.11, 11.7."""
        gaining = []
        for seat in self.turn_order():
            for owner, dog in self.acquired:
                if owner == seat and self.forecast == 7 and DOGS[dog]["breed"] == "utility":
                    self._add(seat, "reputation", 1)
                    gaining.append(seat)
        self._first(*[("_ask_gain", seat, RESOURCES) for seat in gaining])

    # ---- Selection (section 5)

    def _select(self) -> None:
        self.stage = "selection"
        steps: list[Step] = []
        for seat in self.turn_order():
            steps += [("_forecast_1", seat), ("_start_placing", seat)]
        self._first(*steps, ("_compensate",))

    def _forecast_1(self, seat: int) -> None:
        """11.1, 18.4: one token kind of the location card for each gundog."""
        if self.forecast == 1:
            shown = [token for _, token, _ in LOCATION_TOKENS[self.location]]
            kinds = [kind for kind in [*RESOURCES, "reputation"] if kind in shown]
            gundogs = [dog for dog in self.own_dogs(seat) if DOGS[dog]["breed"] == "gundog"]
            self._first(*[("_ask_gain", seat, kinds) for _ in gundogs])

    def _start_placing(self, seat: int) -> None:
        self.free_placements = 0
        self.one_resource_next = False
        self.waiting_eager = []
        self.waiting_crafty = []
        self._ask("place", seat)

    def _payments_for(self, seat: int, dog: int) -> list[dict[str, int]]:
        stock = self.resources[seat]
        found = payments(stock, DOGS[dog]["cost"])
        if self.one_resource_next:  # friendly (21)
            for kind in RESOURCES:
                pay = {other: int(other == kind) for other in RESOURCES}
                if stock[kind] >= 1 and pay not in found:
                    found.append(pay)
        if self.free_placements > 0:  # 11.3
            found.append(dict.fromkeys(RESOURCES, 0))
        return found

    def _legal_place(self, seat: int) -> list[Action]:
        """D4."""
        actions: list[Action] = []
        if len(self.leads[seat]) < self.lead_capacity():
            for dog in self.kennels[seat]:
                actions += [{"kind": "place", "dog": dog, "pay": pay} for pay in self._payments_for(seat, dog)]
        if (self.leads[seat] or not actions) and not self.waiting_eager:  # 5.8; 10.1 is mandatory
            actions.append({"kind": "stop_placing"})
        for kind in RESOURCES:  # only with crafty_timing = any_time (16.7)
            if kind in [DOGS[dog]["param1"] for dog in self.waiting_eager]:
                actions.append({"kind": "eager", "gain": kind})
            if kind in [DOGS[dog]["param1"] for dog in self.waiting_crafty]:
                gifts = [give for give in self._crafty_gifts(seat, kind) if give is not None]
                actions += [{"kind": "crafty", "gain": kind, "give": give} for give in gifts]
        return actions

    def _do_place(self, seat: int, action: Action) -> None:
        """5.6: pay, move, token, forecast 6 or 3, then the dog's ability."""
        dog, pay = action["dog"], action["pay"]
        breed, ability = DOGS[dog]["breed"], DOGS[dog]["ability"]
        self._first(("_ask", "place", seat))
        for kind in RESOURCES:
            self.resources[seat][kind] -= pay[kind]
        if sum(pay.values()) == 0:  # every dog costs something: a free placement
            self.free_placements -= 1
        self.kennels[seat].remove(dog)
        self.leads[seat].append(dog)
        self.tokens[dog] += 1  # 5.5
        if self.forecast == 6 and breed == "hound":  # 11.6
            self._add(seat, "reputation", 2)
        if self.forecast == 3 and breed == "pastoral" and len(self.leads[seat]) < self.lead_capacity():  # 11.3
            self.free_placements += 1
        self.one_resource_next = ability == "friendly"  # 21
        if ability == "show_off":  # 21
            self._add(seat, "reputation", 1)
        if ability in ("eager", "crafty"):
            self._place_eager_or_crafty(seat, dog)

    def _place_eager_or_crafty(self, seat: int, dog: int) -> None:
        """10.1, 10.2, 16.7."""
        is_eager = DOGS[dog]["ability"] == "eager"
        if self.params["crafty_timing"] == "any_time":
            (self.waiting_eager if is_eager else self.waiting_crafty).append(dog)
        elif is_eager:
            self._add(seat, DOGS[dog]["param1"], 1)
        else:
            self._first(("_ask", "crafty", seat))

    def _crafty_gifts(self, seat: int, gain: str) -> list[str | None]:
        """D5: nothing, or a resource of another kind than the one gained."""
        held = [kind for kind in RESOURCES if self.resources[seat][kind] > 0 and kind != gain]
        return [None, *held]

    def _legal_crafty(self, seat: int) -> list[Action]:
        gain = DOGS[self.leads[seat][-1]]["param1"]
        return [{"kind": "crafty", "give": give} for give in self._crafty_gifts(seat, gain)]

    def _do_crafty(self, seat: int, action: Action) -> None:
        gain = action.get("gain", DOGS[self.leads[seat][-1]]["param1"])
        if action["give"] is not None:
            self._add(seat, action["give"], -1)
            self._add(seat, gain, 1)
        if self.params["crafty_timing"] == "any_time":
            dogs = [dog for dog in self.waiting_crafty if DOGS[dog]["param1"] == gain]
            self.waiting_crafty.remove(dogs[0])
            self._first(("_ask", "place", seat))

    def _do_eager(self, seat: int, action: Action) -> None:
        dogs = [dog for dog in self.waiting_eager if DOGS[dog]["param1"] == action["gain"]]
        self.waiting_eager.remove(dogs[0])
        self._add(seat, action["gain"], 1)
        self._first(("_ask", "place", seat))

    def _do_stop_placing(self, _seat: int, _action: Action) -> None:
        self.waiting_crafty = []

    def _compensate(self) -> None:
        """5.9: nobody stops with an empty lead who could place a dog (5.8)."""
        for seat in self.humans:
            if not self.leads[seat]:
                self._add(seat, "stick", 1)
                self._add(seat, "ball", 1)

    # ---- Walking (section 6)

    def _walk(self) -> None:
        self.stage = "walking"
        self.in_park = [seat for seat in self.turn_order() if self.leads[seat]]
        if not self.in_park:  # 6.12
            return
        self.in_park += self.autowalkers  # 6.3, 1.7
        self.positions = dict.fromkeys(self.in_park, START)
        if len(self.in_park) == 1 and not self.params["lone_human_walks_on"]:  # 6.11, 16.5
            self._last_out(self.in_park[0])
        else:
            self._first(("_next_turn",))

    def _next_turn(self) -> None:
        """6.3: the first of the queue moves and goes to its end."""
        seat = self.in_park.pop(0)
        self.in_park.append(seat)
        self.fired = []
        self.pending_swaps = 0
        self.pending_scouts = 0
        self._first(("_end_of_move",))
        if seat in self.humans:
            self._first(("_ask", "move", seat))
        else:
            self._autowalker_moves(seat)

    def _free_leave_spaces(self) -> list[int]:
        """The leave spaces without a walker, the highest reward first (6.5)."""
        return [space for space in self.leave_spaces if space not in self.positions.values()]

    def _legal_move(self, seat: int) -> list[Action]:
        """D6."""
        reached = spaces_within(self.positions[seat], 4, blocked_space(self.location))  # 6.4
        spaces = [space for space in reached if isinstance(space, int)]
        if LEAVE in reached:  # 6.5
            free = self._free_leave_spaces()
            spaces += free[:1] if self.params["leave_bonus"] == "arrival_order" else free  # 16.2
        return [{"kind": "move", "space": space} for space in sorted(spaces)]

    def _go_to(self, seat: int, space: int) -> None:
        self.positions[seat] = space
        if space in LEAVE_SPACES:
            self.in_park.remove(seat)

    def _do_move(self, seat: int, action: Action) -> None:
        space = action["space"]
        self._go_to(seat, space)
        if space == 91:  # 6.5
            self._add(seat, "reputation", 3)
        elif space == 92:
            self._add(seat, "reputation", 2)
        elif space == 93:
            self._ask("leave_bonus", seat)
        elif self._globetrotter_spaces(seat):
            self._ask("globetrotter", seat)
        else:
            self._land(seat)

    def _others_on(self, seat: int, space: int) -> bool:
        return any(other != seat and at == space for other, at in self.positions.items())

    def _land(self, seat: int) -> None:
        """6.7: the rewards of the own space."""
        space = self.positions[seat]
        if not self._others_on(seat, space) or self._on_lead(seat, "social_butterfly"):
            self._take_rewards(seat, space)
        else:
            self._ask("pay_occupied", seat)

    def _legal_pay_occupied(self, seat: int) -> list[Action]:
        """D7; without reputation the answer is forced."""
        answers = [False, True] if self.reputation[seat] >= 1 else [False]
        return [{"kind": "pay_occupied", "pay": pay} for pay in answers]

    def _do_pay_occupied(self, seat: int, action: Action) -> None:
        if action["pay"]:
            self._lose_reputation(seat, 1)
            self._take_rewards(seat, self.positions[seat])

    def _globetrotter_spaces(self, seat: int) -> list[int]:
        """21: the occupied spaces at most three steps ahead, for a globetrotter and one reputation."""
        if not self._on_lead(seat, "globetrotter") or self.reputation[seat] < 1:
            return []
        ahead = spaces_within(self.positions[seat], 3, blocked_space(self.location))
        return [space for space in ahead if isinstance(space, int) and self._others_on(seat, space)]

    def _legal_globetrotter(self, seat: int) -> list[Action]:
        spaces = [None, *self._globetrotter_spaces(seat)]
        return [{"kind": "globetrotter", "space": space} for space in spaces]

    def _do_globetrotter(self, seat: int, action: Action) -> None:
        if action["space"] is None:
            self._land(seat)
        else:
            self._lose_reputation(seat, 1)
            self._take_rewards(seat, action["space"])

    def _take_rewards(self, seat: int, space: int) -> None:
        """6.8: all gains at once, then swaps and scouts one by one."""
        rewards = rewards_of(space, self.location, self.params["card7_two_tokens"])
        for kind in [*RESOURCES, "reputation"]:
            if rewards[kind] > 0:
                self._gain(seat, kind, rewards[kind])
        self.pending_swaps += rewards["swap"]
        self.pending_scouts += rewards["scout"]
        self._first(("_optional_rewards", seat))

    def _gain(self, seat: int, kind: str, count: int) -> None:
        """6.9: a gain while walking, with the abilities that it triggers."""
        self._add(seat, kind, count)
        for dog in self.leads[seat]:
            ability = DOGS[dog]["ability"]
            triggered = ability in ("go_fetch", "obedient", "playmate") and DOGS[dog]["param1"] == kind
            if triggered and dog not in self.fired:
                self.fired.append(dog)
                if ability == "go_fetch":  # 10.3
                    self._gain(seat, DOGS[dog]["param2"], 1)
                elif ability == "obedient":  # 10.4
                    self._add(seat, "reputation", 1)
                else:  # 10.5
                    self.pending_swaps += 1

    def _well_trained(self, seat: int) -> None:
        """21: one reputation for a swap or scout while walking."""
        for dog in self._on_lead(seat, "well_trained"):
            if dog not in self.fired:
                self.fired.append(dog)
                self._add(seat, "reputation", 1)

    def _optional_rewards(self, seat: int) -> None:
        if self.pending_swaps or self.pending_scouts:
            self._ask("reward", seat)

    def _swaps(self, seat: int, kind: str) -> list[Action]:
        """D9; without a kennel dog there is none (7.2)."""
        slots = range(len(self.field))
        return [{"kind": kind, "dog": dog, "slot": slot} for dog in self.kennels[seat] for slot in slots]

    def _legal_reward(self, seat: int) -> list[Action]:
        """D8, D9."""
        actions: list[Action] = []
        if self.pending_swaps > 0:
            actions += self._swaps(seat, "swap")
        if self.pending_scouts > 0:
            actions.append({"kind": "scout"})
        return [*actions, {"kind": "done"}]

    def _do_done(self, _seat: int, _action: Action) -> None:
        self.pending_swaps = 0
        self.pending_scouts = 0

    def _do_swap(self, seat: int, action: Action) -> None:
        self.pending_swaps -= 1
        self._first(("_optional_rewards", seat))
        self._swap(seat, action["dog"], action["slot"], 0)

    def _swap(self, seat: int, dog: int, slot: int, n_tokens: int) -> None:
        """7.1, 7.3."""
        incoming = self.field[slot]
        assert incoming is not None
        self.kennels[seat].remove(dog)
        del self.tokens[dog]
        self.field[slot] = dog
        self.kennels[seat].append(incoming)
        self.tokens[incoming] = n_tokens
        if self.forecast == 10:  # 11.10
            self.tokens[incoming] += 1
        self._well_trained(seat)
        if self.forecast == 7 and DOGS[incoming]["breed"] == "utility":  # 11.7
            self._add(seat, "reputation", 1)
            self._first(("_ask_gain", seat, RESOURCES))

    def _do_scout(self, seat: int, _action: Action) -> None:
        """7.4."""
        self.pending_scouts -= 1
        self.revealed = self.deck[:2]
        self.deck = self.deck[2:]
        self._well_trained(seat)
        self._ask("replace", seat)

    def _legal_replace(self, _seat: int) -> list[Action]:
        """D9s."""
        slots = range(len(self.field))
        replacing = [{"kind": "replace", "slot": slot, "dog": dog} for slot in slots for dog in self.revealed]
        return [*replacing, {"kind": "keep"}]

    def _do_replace(self, seat: int, action: Action) -> None:
        replaced = self.field[action["slot"]]
        assert replaced is not None
        self.field[action["slot"]] = action["dog"]
        self.revealed.remove(action["dog"])
        self.discards.append(replaced)
        self._end_scout(seat)

    def _do_keep(self, seat: int, _action: Action) -> None:
        self._end_scout(seat)

    def _end_scout(self, seat: int) -> None:
        self.discards += self.revealed
        self.revealed = []
        dogs = self._on_lead(seat, "search_and_rescue")  # 10.7, 16.6
        self.pending_swaps += min(len(dogs), self.params["search_and_rescue_per_scout"])
        self._first(("_optional_rewards", seat))

    def _legal_leave_bonus(self, seat: int) -> list[Action]:
        """D10, 6.6."""
        return [{"kind": "leave_bonus", "dog": None, "slot": None}, *self._swaps(seat, "leave_bonus")]

    def _do_leave_bonus(self, seat: int, action: Action) -> None:
        if action["dog"] is None:
            self._add(seat, "reputation", 1)
        else:
            # only a resource of forecast 7 that triggers abilities can leave something pending
            self._first(("_optional_rewards", seat))
            self._swap(seat, action["dog"], action["slot"], 1)

    def _autowalker_moves(self, seat: int) -> None:
        """13.4."""
        spaces = spaces_at(self.positions[seat], self._roll(), blocked_space(self.location))
        inside = [space for space in spaces if isinstance(space, int)]
        if len(inside) == 0:
            self._go_to(seat, self._free_leave_spaces()[0])
        elif len(inside) == 1:
            self._go_to(seat, inside[0])
        else:
            self.fork = inside
            self._ask("fork", self.first_player)

    def _legal_fork(self, _seat: int) -> list[Action]:
        """D12."""
        return [{"kind": "fork", "space": space} for space in self.fork]

    def _do_fork(self, _seat: int, action: Action) -> None:
        self.fork = []
        self._go_to(self.in_park[-1], action["space"])  # who moves stands last in the queue

    def _end_of_move(self) -> None:
        """6.10."""
        if not any(seat in self.humans for seat in self.in_park):
            self.in_park = []
        elif len(self.in_park) == 1 and len(self.positions) > 1:
            self._last_out(self.in_park[0])
        else:
            self._first(("_next_turn",))

    def _last_out(self, seat: int) -> None:
        self.positions[seat] = LAST_OUT
        self.in_park = []
        self._lose_reputation(seat, self.params["last_walker_loses"])
        self._add(seat, "reputation", 2 * len(self._on_lead(seat, "slowpoke")))  # 21

    # ---- the choice of a resource (D11)

    def _legal_gain(self, _seat: int) -> list[Action]:
        return [{"kind": "gain", "resource": kind} for kind in self.gain_kinds]

    def _do_gain(self, seat: int, action: Action) -> None:
        self.gain_kinds = []
        # in Walking only forecast 7 asks; 10.8, 16.8
        if self.stage == "walking" and self.params["forecast7_triggers_abilities"]:
            self._gain(seat, action["resource"], 1)
        else:
            self._add(seat, action["resource"], 1)

    # ---- Home time (section 8)

    def _home_time(self) -> None:
        """8.1."""
        self.stage = "home_time"
        steps: list[Step] = []
        for seat in self.turn_order():
            breeds = [DOGS[dog]["breed"] for dog in self.own_dogs(seat)]
            gains = 0
            if self.forecast == 2:  # 11.2
                gains = 2 * breeds.count("terrier")
            elif self.forecast == 4:  # 11.4
                gains = breeds.count("working")
                self._add(seat, "reputation", gains)
            elif self.forecast == 5:  # 11.5
                self._add(seat, "reputation", 3 * breeds.count("toy"))
            steps += [("_ask_gain", seat, RESOURCES)] * gains
        self._first(*steps, ("_come_home",))

    def _come_home(self) -> None:
        """8.2 to 8.4."""
        penalty = {8: 2, 9: 0}.get(self.forecast, 1)  # 11.8, 11.9
        for seat in self.humans:
            self._add(seat, "reputation", 2 * len(self.leads[seat]))
            unwalked = [dog for dog in self.kennels[seat] if self.tokens[dog] == 0]
            self._lose_reputation(seat, penalty * len(unwalked))
            self.kennels[seat] += self.leads[seat]
            self.leads[seat] = []
        self.positions = {}

    # ---- the end (section 9)

    def _final_scoring(self) -> None:
        self.stage = "over"
        self.phase = "over"
        won_by = award_winners(self.awards, self.kennels)
        breakdown = []
        for seat in [*self.humans, *self.autowalkers]:
            won = [value for value, seats in zip(AWARD_VALUES, won_by, strict=True) if seat in seats]
            parts = {"reputation": 0, "abilities": 0, "awards": sum(won), "objective": 0, "leftover": 0}
            if seat in self.humans:
                abilities, left = ability_points(self.kennels[seat], self.tokens, self.resources[seat])
                parts["reputation"] = self.reputation[seat]
                parts["abilities"] = abilities
                parts["leftover"] = left // 5  # 9.5
                if self.n_players > 1:
                    card = self.objectives[seat]
                    assert card is not None
                    parts["objective"] = objective_points(
                        card, self.kennels[seat], self.tokens, len(won), self.n_players
                    )
            breakdown.append(parts)
        scores = [sum(breakdown[seat].values()) for seat in self.humans]
        best_award = [
            max((value for value, seats in zip(AWARD_VALUES, won_by, strict=True) if seat in seats), default=0)
            for seat in self.humans
        ]
        self._result = {"reason": "four_rounds", "scores": scores, "breakdown": breakdown}
        self._result |= {"award_winners": won_by, "best_award": best_award}
        if self.n_players == 1:
            winners = self._solo_winners(scores[0], won_by)
        else:
            winners = self._winners(scores, won_by, best_award)
        self._result["winners"] = winners
        self._result["payoff"] = [1 / len(winners) if seat in winners else 0 for seat in self.humans]

    def _winners(self, scores: Sequence[int], won_by: Sequence[Sequence[int]], best_award: Sequence[int]) -> list[int]:
        """9.6, 16.1."""
        second = list(best_award)
        if self.params["tiebreak"] == "award_count":
            second = [len([seats for seats in won_by if seat in seats]) for seat in self.humans]
        ranks = list(zip(scores, second, strict=True))
        return [seat for seat in self.humans if ranks[seat] == max(ranks)]

    def _solo_winners(self, total: int, won_by: Sequence[Sequence[int]]) -> list[int]:
        """14.2, 14.3, 23: adds the line's `solo`."""
        card = self.objectives[0]
        assert card is not None
        n_tokens = sum(self.tokens[dog] for dog in self.kennels[0])
        n_awards = len([seats for seats in won_by if 0 in seats])
        n_outright = len([seats for seats in won_by if list(seats) == [0]])
        met = solo_objective_met(card, self.resources[0], n_tokens, n_awards, n_outright)
        stars = int(SOLO_OBJECTIVES[card]["stars"]) + rating_stars(total) if met else 0
        self._result["solo"] = {"objective_met": met, "stars": stars}
        return [0] if met else []


# ---- whole games


def play_random(
    params: Mapping[str, Any],
    n_players: int,
    rng: Random,
    watch: Callable[[Game, Action | None], None] | None = None,
) -> Game:
    """Shuffle a setup and play one game of uniform random choices.

    Parameters
    ----------
    params : mapping
        Rule parameters; those left out have their defaults.
    n_players : int
        1 to 4.
    rng : random.Random
        For the setup and the choices.
    watch : callable, optional
        Called with the game and the action just applied; at the start with None.

    Returns
    -------
    Game
        Over.
    """
    game = Game(params, n_players, random_setup(params, n_players, rng))
    if watch:
        watch(game, None)
    while not game.is_over:
        action = rng.choice(game.legal())
        game.apply(action)
        if watch:
            watch(game, action)
    return game


def _as_set(actions: Sequence[Action]) -> set[str]:
    return {json.dumps(action, sort_keys=True) for action in actions}


def _is_left_out(game: Game, seat: int, listed: set[str]) -> bool:
    """Whether the model's decision is forced and another one than the record's next."""
    return len(game.legal()) == 1 and (game.seat, _as_set(game.legal())) != (seat, listed)


def replay_record(lines: Sequence[Mapping[str, Any]]) -> None:
    """Play one record (header, decisions, end) and compare it with this model.

    Parameters
    ----------
    lines : sequence of dict
        The lines of one game in the form of `RECORD.md`. Forced decisions may be left out.

    Raises
    ------
    AssertionError
        At the first difference.
    """
    header, decisions, end = lines[0], lines[1:-1], dict(lines[-1])
    assert header["type"] == "header", "the first line is no header"
    assert len(header["entrants"]) == header["n_seats"], "header: as many entrants as seats"
    game = Game(header["params"], header["n_seats"], header["setup"])
    for number, line in enumerate(decisions, start=2):
        assert line["type"] == "decision", f"line {number}: type {line['type']!r}"
        listed = _as_set(line["legal"])
        while _is_left_out(game, line["seat"], listed):
            game.apply(game.legal()[0])
        where = f"line {number}, round {game.round}, {game.phase}"
        assert not game.is_over, f"{where}: the game is over"
        assert line["seat"] == game.seat, f"{where}: seat {line['seat']}, not {game.seat}"
        assert len(listed) == len(line["legal"]), f"{where}: an action is listed twice"
        mine = _as_set(game.legal())
        assert listed == mine, f"{where}: legal only in the record {listed - mine}, only here {mine - listed}"
        assert line["chosen"] in line["legal"], f"{where}: chosen {line['chosen']} is not legal"
        game.apply(line["chosen"])
    while len(game.legal()) == 1:
        game.apply(game.legal()[0])
    assert game.is_over, f"the record ends in round {game.round}, {game.phase}, the game does not"
    n_dice = len(header["setup"]["dice"])
    assert n_dice == game.dice_used, f"setup: {n_dice} dice, {game.dice_used} used"
    assert end.pop("type") == "end", "the last line is no end line"
    result = game.result()
    assert end.keys() == result.keys(), f"end line: keys {sorted(end)}, not {sorted(result)}"
    for key, value in result.items():
        assert end[key] == value, f"end line: {key} {end[key]}, not {value}"
