"""The course of a game in the reference model of Dog Lover, from the setup to the end line (sections 2 and 3)."""

from collections.abc import Mapping
from typing import Any

from .reference_feeding import best_feeding
from .reference_players import Dog
from .reference_scoring import end_line
from .reference_state import State
from .reference_tables import LINES, TRAITS, TRICKS, on_line, positions

Action = dict[str, Any]


class Game(State):
    """One game: `phase` names the decision that is due and `seat` who makes it."""

    @classmethod
    def from_setup(cls, setup: Mapping[str, Any], params: Mapping[str, Any] | None = None) -> "Game":
        return cls(setup, params)

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    def end(self) -> dict[str, Any]:
        """Return the record's end line without its `type`."""
        assert self.is_over
        feedings = [best_feeding(player, self.params) for player in self.players]
        return end_line(self.players, feedings, self.round, self.params)

    # ---- decisions

    def legal_actions(self) -> list[Action]:
        """Return every legal action once; nothing when the game is over."""
        if self.phase == "over":
            return []
        if self.phase == "place_watch_dog":
            return [{"kind": "place_watch_dog", "line": line} for line in LINES]
        if self.phase == "discard_food":
            return [{"kind": "discard_food", "food": kind} for kind in self._me().held_cubes()]
        if self.phase == "attach":
            return self._attachments()
        if not self.taken:
            return [*self._plays(), *(self._takes() or [{"kind": "no_take"}])]  # 3.2
        if self._tucks() or self._attachments():  # 3.8
            return self._plays()
        return [*self._plays(), {"kind": "end_turn"}]

    def apply(self, action: Action) -> None:
        """Make a decision, and all that follows from it up to the next one.

        Raises
        ------
        ValueError
            If the action is not legal.
        """
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not legal")
        getattr(self, f"_do_{action['kind']}")(action)
        self._go_on()

    def _plays(self) -> list[Action]:
        """All plays of 3.5."""
        me = self._me()
        found: list[Action] = []
        if me.hand.count("adoption") >= self._rescue_cost():
            found += [{"kind": "rescue", "slot": slot} for slot, card in enumerate(self.shelter_row) if card]
        for slot, trick in enumerate(self.trick_row):
            if trick and me.hand.count("training") >= self._trick_cost(trick):
                found.append({"kind": "learn", "slot": slot})
        if "training" in me.hand:
            for place, dog in enumerate(me.dogs):
                if dog.has_trait("multi_training") or dog.trainings < self.params["tuck_limit_each"]:
                    found.append({"kind": "tuck_training", "dog": place})
        if me.fetch:
            found += [{"kind": "fetch", "cell": cell} for cell, card in enumerate(self.grid) if card]
        return found + self._tucks() + self._attachments()

    def _tucks(self) -> list[Action]:
        """Targets of a pending walk."""
        if self.pending_walks == 0:
            return []
        return [
            {"kind": "tuck_walk", "dog": place}
            for place, dog in enumerate(self._me().dogs)
            if dog.has_trait("multi_walk") or dog.walks < self.params["tuck_limit_each"]
        ]

    def _attachments(self) -> list[Action]:
        """Targets of all pending traits."""
        return [
            {"kind": "attach", "trait": trait, "dog": place}
            for trait in self.pending_traits
            for place in self._eligible(trait)
        ]

    def _eligible(self, trait: str) -> list[int]:
        """Return the own dogs to which a trait can be attached."""
        return [
            place
            for place, dog in enumerate(self._me().dogs)
            if dog.fits(TRAITS[trait]["size"]) and len(dog.traits) < self.params["traits_per_dog"]
        ]

    def _takes(self) -> list[Action]:
        """All positions of all own tricks (3.1, 3.3)."""
        limit = self.params["watch_limit"] + self._me().trait_total("watchdog_plus")
        assert self.watch is not None
        found: list[Action] = []
        for trick in self._me().tricks:
            for cells, line in positions(trick):
                if any(self.grid[cell] is None for cell in cells):
                    continue
                if self.fresh_fetch in cells and self.params["fetch_cell"] == "blocks":
                    continue
                if len([cell for cell in self._cards_of(cells) if on_line(cell, self.watch)]) <= limit:
                    found.append({"kind": "take", "trick": trick, "cells": cells, "watch": line})
        return found

    def _cards_of(self, cells: list[int]) -> list[int]:
        """Return the cells of a pattern whose card is taken: a Fetch put there this turn stays (3.3)."""
        return [cell for cell in cells if cell != self.fresh_fetch]

    def _rescue_cost(self) -> int:
        """`cheap_rescue`: less, but at least 1 (a price that is 0 without it stays 0)."""
        price = int(self.params["adoption_cost"])
        return min(price, max(1, price - self._me().trait_total("cheap_rescue")))

    def _trick_cost(self, trick: str) -> int:
        """`cheap_trick`: less, but at least 1."""
        price = int(TRICKS[trick]["cost"])
        return min(price, max(1, price - self._me().trait_total("cheap_trick")))

    # ---- what an action does

    def _do_place_watch_dog(self, action: Action) -> None:
        self.watch = action["line"]
        self.seat = 0

    def _do_take(self, action: Action) -> None:
        for cell in self._cards_of(action["cells"]):
            card = self.grid[cell]
            assert card is not None
            self.gaining.append(card)
            self.grid[cell] = None
        self.watch = action["watch"]
        self.taken = True

    def _do_no_take(self, _: Action) -> None:
        self.taken = True

    def _do_rescue(self, action: Action) -> None:
        for _ in range(self._rescue_cost()):
            self._discard_from_hand("adoption")
        self._me().dogs.append(Dog(self._from_row(self.shelter_row, self.shelter_deck, action["slot"])))

    def _do_learn(self, action: Action) -> None:
        trick = self.trick_row[action["slot"]]
        assert trick is not None
        for _ in range(self._trick_cost(trick)):
            self._discard_from_hand("training")
        self._me().tricks.append(self._from_row(self.trick_row, self.trick_deck, action["slot"]))

    def _do_tuck_training(self, action: Action) -> None:
        self._me().hand.remove("training")
        self._me().dogs[action["dog"]].trainings += 1

    def _do_tuck_walk(self, action: Action) -> None:
        self.pending_walks -= 1
        self._me().dogs[action["dog"]].walks += 1

    def _do_attach(self, action: Action) -> None:
        self.pending_traits.remove(action["trait"])
        self._me().dogs[action["dog"]].traits.append(action["trait"])

    def _do_fetch(self, action: Action) -> None:
        card = self.grid[action["cell"]]
        assert card is not None
        self.gaining.append(card)
        self.grid[action["cell"]] = "fetch"
        self._me().fetch = False
        self.fresh_fetch = action["cell"]

    def _do_discard_food(self, action: Action) -> None:
        self._discard_cube(action["food"])

    def _do_end_turn(self, _: Action) -> None:
        self.ending = True
        self.discards += ["walk"] * self.pending_walks  # 3.6
        self.pending_walks = 0

    # ---- what follows by itself

    def _go_on(self) -> None:
        """Do what is due, one thing after another, until somebody must decide or the game is over."""
        while True:
            if self.food_due > 0 and self._me().held_cubes():
                self.phase = "discard_food"  # 3.7: the owner's choice, a forced one if all cubes are of one kind
                return
            if self.food_due > 0:
                self.food_due = 0  # as far as the player has it
            elif self.pending_traits and self.params["trait_timing"] == "at_once":
                if self._attachments():
                    self.phase = "attach"
                    return
                self._drop_trait(self.pending_traits.pop(0))
            elif self.gaining:
                self._gain(self.gaining.pop(0))
            elif self.ending and self.pending_traits:
                self._drop_trait(self.pending_traits.pop(0))
            elif self.ending:
                self._finish_turn()
                if self.is_over:
                    return
            else:
                self.phase = "play"
                return

    def _finish_turn(self) -> None:
        """Refill, then the next seat, or the end after the last seat of the last round (3.9, 3.10)."""
        self._refill()
        self._clear_turn()
        assert self.seat is not None
        if self.seat < self.n_players - 1:
            self.seat += 1
        elif self.last_round:
            self.phase, self.seat = "over", None
        else:
            self.seat = 0
            self.round += 1
