"""Invariants of the rules (section 7) on games of random players, as the kernel plays them, after every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from simcore.games.dog_lover import layout, position
from simcore.games.dog_lover.actions import action_to_dict
from simcore.games.dog_lover.cards import SHIPPED
from simcore.games.dog_lover.record import setup

Traces = Callable[..., Iterator[Any]]
Told = dict[str, Any]
GAMES = 12

FOOD = {row["id"]: (row["food"], row["amount"]) for row in SHIPPED.rows("food")}
TRAITS = {row["id"]: row for row in SHIPPED.rows("traits")}
DOGS = {row["id"]: row for name in ("dogs", "rescued") for row in SHIPPED.rows(name)}
RESCUED = {row["id"] for row in SHIPPED.rows("rescued")}
TRICKS = {row["id"]: row for row in SHIPPED.rows("tricks")}
DEFAULTS = {"watch_limit": 1, "tuck_limit_each": 1, "traits_per_dog": 1, "adoption_cost": 2}


def lying(told: Told) -> Counter[str]:
    """Count the cards of the game deck by what they are, wherever they lie but among the discards."""
    cards = [card for key in ("deck", "grid", "gaining") for card in told[key] or [] if card]
    cards += [card for hand in told["hands"] for card in hand]
    pending = told["pending"] or {"walks": 0, "traits": []}
    cards += ["walk"] * pending["walks"] + pending["traits"]
    for entry in owned(told):
        cards += entry["traits"] + ["walk"] * entry["walks"] + ["training"] * entry["trainings"]
        cards += [entry["dog"]] if entry["dog"] not in RESCUED else []
    return Counter(card for card in cards if card != "end_game")


def owned(told: Told) -> list[Told]:
    return [entry for dogs in told["dogs"] for entry in dogs]


def has(told: Told, seat: int, effect: str) -> int:
    """Add up what the traits of a seat with an effect say."""
    traits = [trait for entry in told["dogs"][seat] for trait in entry["traits"]]
    return sum(TRAITS[trait]["n"] or 1 for trait in traits if TRAITS[trait]["effect"] == effect)


class Watcher:
    """Looks at a game after every action."""

    def __init__(self, state: Any, rules: dict[str, Any]) -> None:
        self.rules = {**DEFAULTS, **rules}
        dealt = setup(state, state)
        self.all = Counter([*dealt["dogs_dealt"], *dealt["deck"], "fetch"])
        del self.all["end_game"]
        self.tricks, self.rescued = sorted(dealt["trick_deck"]), sorted(dealt["shelter_deck"])
        self.discards: Counter[str] = Counter()
        self.gained = [Counter[str]() for _ in dealt["dogs_dealt"]]
        self.given_up = [Counter[str]() for _ in dealt["dogs_dealt"]]
        self.turns = [0] * len(dealt["dogs_dealt"])
        self.before: Told = {}

    def look(self, told: Told, action: dict[str, Any] | None) -> None:
        self.check_places(told)
        discards = self.all - lying(told)
        if action:
            self.check_discards(told, discards - self.discards, self.discards - discards, action)
            self.check_cubes(told, discards - self.discards, action)
            self.check_what_never_moves(told)
            self.check_turn(told, action)
        self.check_dogs(told)
        self.discards, self.before = discards, told

    def check_places(self, told: Told) -> None:
        """Every card is in one place: none lies twice, and no trick and no rescued dog is lost."""
        assert not lying(told) - self.all
        assert ("end_game" in told["deck"]) != told["last_round"]
        tricks = [trick for own in told["tricks"] for trick in own[1:]] + told["trick_row"] + told["trick_deck"]
        assert sorted(trick for trick in tricks if trick) == self.tricks
        rescued = [entry["dog"] for entry in owned(told) if entry["dog"] in RESCUED]
        rescued += [dog for dog in told["shelter_row"] + told["shelter_deck"] if dog]
        assert sorted(rescued) == self.rescued

    def check_discards(self, told: Told, new: Counter[str], lost: Counter[str], action: dict[str, Any]) -> None:
        """No card comes back from the discards; what goes there was paid, eaten, or had no dog."""
        assert not lost
        kind, seat = action["kind"], self.before["seat"]
        if kind == "rescue":
            price = self.rules["adoption_cost"]
            assert new == +Counter(adoption=min(price, max(1, price - has(self.before, seat, "cheap_rescue"))))
        elif kind == "learn":
            price = TRICKS[self.before["trick_row"][action["slot"]]]["cost"]
            assert new == Counter(training=min(price, max(1, price - has(self.before, seat, "cheap_trick"))))
        elif kind in ("tuck_walk", "tuck_training", "place_watch_dog", "no_take"):
            assert not new
        else:
            self.check_dropped(told, new, seat)

    def check_dropped(self, told: Told, new: Counter[str], seat: int) -> None:
        """Food is turned into cubes; traits without a dog take along what they name; walks without room go alone."""
        dropped = [card for card in new if card in TRAITS]
        named = [TRAITS[trait]["else_discard"] for trait in dropped]
        most = Counter({loss["kind"]: 0 for loss in named})
        for loss in named:
            most[loss["kind"]] += loss["count"]
        for card, count in new.items():
            if card in layout.PLAIN[:4] and card != "walk":
                assert count <= most[card]
        assert sum(count for card, count in new.items() if card.startswith("fav_")) <= most["favorite"]
        if new["walk"]:
            # 3.6: no own dog had room
            limit = self.rules["tuck_limit_each"]
            assert all(entry["walks"] >= limit for entry in told["dogs"][seat])
        for trait in dropped:
            size = TRAITS[trait]["size"]
            fitting = [
                entry
                for entry in told["dogs"][seat]
                if len(entry["traits"]) < self.rules["traits_per_dog"]
                and (size in ("any", DOGS[entry["dog"]]["size"]) or "x07" in entry["traits"])
            ]
            assert self.rules.get("trait_timing") == "at_once" or not fitting

    def check_cubes(self, told: Told, new: Counter[str], action: dict[str, Any]) -> None:
        """Cubes gained are held or were given up for a trait."""
        seat = self.before["seat"]
        for card, count in new.items():
            if card in FOOD:
                food, amount = FOOD[card]
                self.gained[seat][food] += amount * count
        for other, held in enumerate(told["cubes"]):
            assert min(held.values()) >= 0
            gone = Counter({kind: self.gained[other][kind] - count for kind, count in held.items()})
            assert min(gone.values()) >= 0
            more = gone.total() - self.given_up[other].total()
            assert more >= 0
            losses = sum(TRAITS[trait]["else_discard"]["count"] for trait in new if trait in TRAITS)
            assert other == seat or not more
            assert more <= losses + (action["kind"] == "discard_food")
            self.given_up[other] = gone

    def check_what_never_moves(self, told: Told) -> None:
        """3.11: dogs, tricks, attached and tucked cards stay where they are."""
        for old, new in zip(self.before["tricks"], told["tricks"], strict=True):
            assert set(old) <= set(new)
        for old, new in zip(self.before["dogs"], told["dogs"], strict=True):
            for entry, same in zip(old, new, strict=False):
                assert same["dog"] == entry["dog"]
                assert same["traits"][: len(entry["traits"])] == entry["traits"]
                assert same["walks"] >= entry["walks"]
                assert same["trainings"] >= entry["trainings"]
            assert len(new) >= len(old)

    def check_dogs(self, told: Told) -> None:
        """What lies on and under a dog: one trait, one walk and one training card unless lifted (3.5)."""
        limit = self.rules["tuck_limit_each"]
        for entry in owned(told):
            effects = [TRAITS[trait]["effect"] for trait in entry["traits"]]
            assert len(effects) <= self.rules["traits_per_dog"]
            assert entry["walks"] <= limit or "multi_walk" in effects
            assert entry["trainings"] <= limit or "multi_training" in effects
            sizes = {TRAITS[trait]["size"] for trait in entry["traits"]} - {"any"}
            assert sizes <= {DOGS[entry["dog"]]["size"]} or "all_sizes" in effects

    def check_turn(self, told: Told, action: dict[str, Any]) -> None:
        """A turn takes once, few cards of the watched line; then the grid is filled from the deck (3.1, 3.9)."""
        before, seat = self.before, self.before["seat"]
        if action["kind"] in ("take", "no_take"):
            assert not before["taken"]
            self.turns[seat] += 1
        if action["kind"] == "take":
            cells = [cell for cell in action["cells"] if cell != before["fresh_fetch"]]
            assert all(before["grid"][cell] for cell in action["cells"])
            line = layout.LINE_CELLS[layout.LINES.index(before["watch"])]
            watched = [cell for cell in cells if line >> cell & 1]
            assert len(watched) <= self.rules["watch_limit"] + has(before, seat, "watchdog_plus")
            assert told["watch"] == action["watch"]
            assert [cell for cell in range(9) if before["grid"][cell] and not told["grid"][cell]] == cells
        elif action["kind"] != "place_watch_dog":
            assert told["watch"] == before["watch"]
        if told["seat"] != seat and action["kind"] != "place_watch_dog":
            assert before["taken"]
            holes = [cell for cell, card in enumerate(before["grid"]) if card is None]
            cards = [card for card in before["deck"] if card != "end_game"]
            filled = [told["grid"][cell] for cell in holes]
            assert filled == [*cards, *[None] * 9][: len(holes)]
            # the End Game card turns up when a card below it is needed
            end = before["deck"].index("end_game") if "end_game" in before["deck"] else -1
            assert told["last_round"] == (len(holes) > end)

    def finish(self, told: Told, row: Any) -> None:
        """All have had equally many turns; the parts add up; the winners share."""
        assert set(self.turns) == {told["round"]}
        assert row.n_turns == sum(self.turns)
        for seat, parts in enumerate(told["breakdown"]):
            assert sum(parts.values()) == told["scores"][seat] == row.score[seat]
            assert told["fed"][seat] == len(told["fed_dogs"][seat])
            assert told["fed_rescued"][seat] == len(set(told["fed_dogs"][seat]) & RESCUED)
            assert 0 <= told["cubes_left"][seat] <= sum(told["cubes"][seat].values())
        order = [
            (score, fed, rescued)
            for score, fed, rescued in zip(told["scores"], told["fed"], told["fed_rescued"], strict=True)
        ]
        assert told["winners"] == [seat for seat, key in enumerate(order) if key == max(order)]
        share = 1 / len(told["winners"])
        assert row.payoff.tolist()[: len(order)] == [share * (seat in told["winners"]) for seat in range(len(order))]


def watch(trace: Any, row: Any, rules: dict[str, Any]) -> set[str]:
    """Look at every position of a game; return the kinds of action met."""
    watcher = Watcher(trace.states[0], rules)
    kinds, told = set(), {}
    for i in range(len(trace.states)):
        told = position.to_dict(trace.states[i : i + 1])
        action = action_to_dict(trace.chosen[i - 1]) if i else None
        watcher.look(told, action)
        kinds.add(action["kind"] if action else "")
    watcher.finish(told, row)
    return kinds


KINDS = {
    *("place_watch_dog", "take", "rescue", "learn", "tuck_training", "fetch", "tuck_walk", "attach"),
    *("discard_food", "end_turn"),
}


@pytest.mark.parametrize("tricks", ["basic", "special"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants(traces: Traces, players: int, tricks: str) -> None:
    """They hold in every position of some games, with every kind of action but the one that hardly ever comes."""
    seen: set[str] = set()
    for trace, row, _ in traces({"starting_tricks": tricks}, players, 10, range(GAMES)):
        seen |= watch(trace, row, {})
    assert seen >= KINDS


@pytest.mark.parametrize(
    "changed",
    [
        {"watch_limit": 2, "tuck_limit_each": 2, "adoption_cost": 1},
        {"trait_timing": "at_once", "traits_per_dog": 2},
        {"fetch_cell": "stays", "cards_below_end": 30, "tuck_limit_each": 0},
        {"adoption_cost": 0, "rescued_face_up": 1, "tricks_face_up": 11, "remove_marks": "2"},
        {"leftover_food": -1, "unfed_dog": 3, "bones_flat": [1, 2, 3, 4]},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_invariants_under_changed_rules(traces: Traces, players: int, changed: dict[str, Any]) -> None:
    """They hold under other rule parameters as well."""
    for trace, row, _ in traces(changed, players, 11, range(3)):
        watch(trace, row, changed)
