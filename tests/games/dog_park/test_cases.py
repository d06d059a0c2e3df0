"""The worked cases of the rules (section 20), played by the kernel through `simcore.Position`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import simcore
from simcore.games.dog_park.cards import DOGS, RESOURCES

Action = dict[str, Any]


def stock(stick: int = 0, ball: int = 0, toy: int = 0, treat: int = 0) -> dict[str, int]:
    """Write a stock of resources."""
    return {"stick": stick, "ball": ball, "toy": toy, "treat": treat}


def dogs(n: int = 1, but: Sequence[int] = (), cost: dict[str, int] | None = None, **wanted: str) -> list[int]:
    """Return the first dogs of the base set with these properties, those of `but` left out."""
    found = [
        int(row["id"])
        for row in DOGS
        if {"set": "base", **wanted}.items() <= row.items()
        and (cost is None or cost == {kind: int(row[f"cost_{kind}"]) for kind in RESOURCES})
    ]
    return [dog for dog in found if dog not in but][:n]


def led(*numbers: int) -> list[Action]:
    """Put dogs on a lead."""
    return [{"dog": number, "lead": True} for number in numbers]


def position(values: dict[str, Any], **params: Any) -> simcore.Position:
    return simcore.Position.from_dict("dog_park", values, params)


def plain_dogs(n: int, *but: int) -> list[int]:
    """Return dogs that do nothing before the end."""
    return dogs(n, but, ability="sociable")


# ---- payments


@pytest.mark.parametrize(
    ("held", "cost", "payments"),
    [
        (stock(1, 3, 0, 1), stock(2, 0, 1), [stock(1, 3, 0, 1)]),  # 20.1
        (stock(1, 3, 0, 0), stock(2, 0, 1), []),  # 20.2
        (stock(0, 4), stock(1), [stock(0, 2)]),  # 20.3
        (stock(1, 4), stock(1), [stock(1)]),
        (stock(0, 1, 1, 1), stock(1), [stock(0, 1, 1), stock(0, 1, 0, 1), stock(0, 0, 1, 1)]),
        (stock(), stock(1), []),
        (stock(40, 40, 40, 40), stock(2, 0, 1), [stock(2, 0, 1)]),
    ],
)
def test_payments(held: dict[str, int], cost: dict[str, int], payments: list[dict[str, int]]) -> None:
    """20.1 to 20.3: what is held must be used, and two of any kind for each unit that is missing."""
    (dog,) = dogs(cost=cost)
    found = position({"phase": "place", "dogs": [[dog]], "resources": [held, None]})
    expected: list[Action] = [{"kind": "place", "dog": dog, "pay": pay} for pay in payments]
    legal = found.legal_actions()
    assert sorted(map(str, legal)) == sorted(map(str, expected or [{"kind": "stop_placing"}]))
    for pay in payments:
        after = found.apply({"kind": "place", "dog": dog, "pay": pay}).to_dict()
        left = {kind: held[kind] - pay[kind] for kind in RESOURCES}
        assert after["dogs"][0] == [{"dog": dog, "tokens": 1, "lead": True}]
        # an eager dog may have given something
        assert sum(after["resources"][0].values()) - sum(left.values()) in (0, 1)


# ---- offers


def at_one_dog(values: tuple[int, int], die: int, **params: Any) -> simcore.Position:
    """Return where two players and the autowalker have offered on slot 0."""
    (hound,), others = dogs(breeds="hound"), dogs(2, breeds="toy")
    start = {"awards": ["hound", "gundog", "pastoral", "terrier", "toy", "utility", "working"], "dice": [die]}
    start |= {"field": [hound, *others]}
    return position({**start, "moves": [{"kind": "offer", "slot": 0, "value": value} for value in values]}, **params)


def test_offers() -> None:
    """20.4: B wins and pays 4; A chooses among two dogs for 1; the autowalker takes the last."""
    found = at_one_dog((2, 4), 3)
    told = found.to_dict()
    assert (told["phase"], told["seat"], told["reputation"]) == ("pick", 0, [5, 1])
    assert found.legal_actions() == [{"kind": "pick", "slot": 1}, {"kind": "pick", "slot": 2}]
    after = found.apply({"kind": "pick", "slot": 2}).to_dict()
    assert after["reputation"] == [4, 1]
    owned = [[entry["dog"] for entry in own] for own in after["dogs"]]
    assert owned == [[told["field"][2]], [dogs(breeds="hound")[0]], [told["field"][1]]]
    assert (after["phase"], after["offer"]) == ("offer", 2)
    assert None not in after["field"]


@pytest.mark.parametrize(
    ("values", "die", "params", "winner", "reputation"),
    [
        ((3, 1), 3, {}, 2, [5, 5]),
        ((3, 1), 3, {"autowalker_tie": "human"}, 0, [2, 5]),
        ((2, 2), 1, {}, 0, [3, 5]),
        ((1, 2), 2, {"autowalker_tie": "human"}, 1, [5, 3]),
    ],
)
def test_ties_of_offers(
    values: tuple[int, int], die: int, params: dict[str, Any], winner: int, reputation: list[int]
) -> None:
    """20.5: the autowalker wins a tie and pays nothing, unless the rules say otherwise; else the earlier player."""
    told = at_one_dog(values, die, **params).to_dict()
    assert [len(own) for own in told["dogs"]] == [int(walker == winner) for walker in range(3)]
    assert told["reputation"] == reputation
    assert told["acquired"][winner] == dogs(breeds="hound")[0]


# ---- walking


def test_chain_of_rewards() -> None:
    """20.6: two sticks on space 15 fetch a toy, the toy a reputation and a swap."""
    lead = [*dogs(ability="obedient", param1="toy"), *dogs(ability="playmate", param1="toy")]
    lead += dogs(ability="go_fetch", param1="stick", param2="toy")
    home, other = plain_dogs(2)
    values = {"round": 2, "phase": "move", "dogs": [[*led(*lead), home], led(other)], "positions": [14, 1, 2]}
    after = position({**values, "first": 0}).apply({"kind": "move", "space": 15})
    told = after.to_dict()
    assert told["resources"][0] == stock(4, 2, 2, 1)
    assert told["reputation"] == [6, 5]
    assert (told["phase"], told["pending"], set(told["fired"])) == ("reward", {"swaps": 1, "scouts": 0}, set(lead))
    swaps = [{"kind": "swap", "dog": home, "slot": slot} for slot in range(3)]
    assert after.legal_actions() == [*swaps, {"kind": "done"}]
    done = after.apply(swaps[1]).to_dict()
    assert done["field"][1] == home
    assert done["dogs"][0][3] == {"dog": told["field"][1], "tokens": 0, "lead": False}
    assert (done["phase"], done["seat"]) == ("move", 1)


@pytest.mark.parametrize(
    ("players", "card", "tokens", "reputation"), [(4, 7, 2, 3), (4, 7, 1, 2), (3, 15, 2, 2), (4, 1, 2, 1)]
)
def test_tokens_on_space_11(players: int, card: int, tokens: int, reputation: int) -> None:
    """20.7: two tokens with card 7, or one; one with card 15; else the printed reputation only."""
    deck = (1, 2, 3, 4) if players == 4 else (9, 10, 11, 12)
    locations = [card, *(number for number in deck if number != card)][:4]
    values: dict[str, Any] = {"players": players, "phase": "move", "locations": locations}
    first, second = plain_dogs(2)
    values |= {"dogs": [led(first), led(second)], "positions": [9, 1, *[None] * (players - 2)]}
    after = position(values, card7_two_tokens=tokens).apply({"kind": "move", "space": 11})
    assert after.to_dict()["reputation"][0] == 5 + reputation


def test_exit_behind_a_block() -> None:
    """20.8: with 13 blocked, 11 is one step from the exit and 9 two."""
    first, second = plain_dogs(2)
    values = {"players": 3, "phase": "move", "locations": [12, 9, 10, 11], "dogs": [led(first), led(second)]}
    leaves = [{"kind": "move", "space": space} for space in (92, 93)]
    assert position({**values, "positions": [11, 1, None]}).legal_actions() == leaves
    from_9 = position({**values, "positions": [9, 1, None]}).legal_actions()
    assert from_9 == [{"kind": "move", "space": 11}, *leaves]
    one_walker = {"players": 1, "locations": [12, 9, 10, 11], "dogs": [led(first)], "phase": "move"}
    rolled = {**one_walker, "positions": [0, 9, 9], "dice": [2, 1]}
    told = position({**rolled, "moves": [{"kind": "move", "space": 1}]}).to_dict()
    assert told["positions"] == [1, 92, 11]


@pytest.mark.parametrize(("forecasts", "tokens"), [([10, 9, 8, 1], 2), ([9, 10, 8, 1], 1)])
def test_swap_at_the_exit(forecasts: list[int], tokens: int) -> None:
    """20.13: the new dog has one token by leave space 93, and one more under forecast 10."""
    first, second, home = plain_dogs(3)
    own = [*led(first), {"dog": home, "tokens": 3}]
    values = {"phase": "move", "forecasts": forecasts, "dogs": [own, led(second)], "positions": [15, 1, 2]}
    leaves = position(values).apply({"kind": "move", "space": 93})
    incoming = leaves.to_dict()["field"][2]
    assert {"kind": "leave_bonus", "dog": None, "slot": None} in leaves.legal_actions()
    told = leaves.apply({"kind": "leave_bonus", "dog": home, "slot": 2}).to_dict()
    assert told["dogs"][0][1] == {"dog": incoming, "tokens": tokens, "lead": False}
    assert told["field"][2] == home


# ---- home time and scoring


@pytest.mark.parametrize(("forecast", "expected"), [(8, 0), (1, 0), (9, 3)])
def test_home_time(forecast: int, expected: int) -> None:
    """20.9: reputation 1, one dog on the lead, four unwalked at home."""
    lead, *home = plain_dogs(5)
    (other,) = dogs(ability="eager")
    rest = [card for card in (2, 3, 4, 5) if card != forecast][:3]
    values = {
        "players": 3,
        "round": 3,
        "phase": "move",
        "forecasts": [*rest[:2], forecast, rest[2]],
        "dogs": [[*led(lead), *home], led(other)],
        "positions": [15, 15, None],
        "first": 0,
        "reputation": [1, 5, 5],
    }
    # seat 0 is the last walker, which costs nothing here
    found = position({**values, "seat": 1}, last_walker_loses=0).apply({"kind": "move", "space": 92}).to_dict()
    assert (found["round"], found["first"], found["phase"]) == (4, 1, "offer")
    assert found["reputation"][0] == expected
    assert [entry["tokens"] for entry in found["dogs"][0]] == [1, 0, 0, 0, 0]
    assert not any(entry["lead"] for entry in found["dogs"][0])


def scored(own: list[list[Any]], resources: dict[str, int], awards: list[str] | None = None) -> dict[str, Any]:
    """Return the end of a game of three in which seat 0 holds these resources when it comes home."""
    values = {
        "players": 3,
        "round": 4,
        "phase": "move",
        "forecasts": [1, 2, 3, 9],
        "dogs": own,
        "positions": [13, 13, None],
        "first": 0,
        "resources": [resources, stock(), stock()],
        "awards": awards or ["gundog", "hound", "pastoral", "terrier", "toy", "utility", "working"],
    }
    end = position({**values, "locations": [9, 10, 11, 14]}).apply({"kind": "move", "space": 92}).play_forced()
    assert end.is_over
    return end.to_dict()


def test_pack_dogs() -> None:
    """20.10: two pack dogs among four hounds score 8 each."""
    pack = dogs(2, breeds="hound", ability="pack_dog")
    more = dogs(2, breeds="hound", ability="eager")
    told = scored([[*led(pack[0]), pack[1], *more], led(*plain_dogs(1))], stock())
    assert told["breakdown"][0]["abilities"] == 16


def test_toy_collectors() -> None:
    """20.11: five toys are worth 10 for two collectors, 6 for one; two more toys are left over then."""
    collectors = dogs(2, ability="toy_collector")
    both = scored([[*led(collectors[0]), collectors[1]], led(*plain_dogs(1))], stock(toy=5))
    assert (both["breakdown"][0]["abilities"], both["breakdown"][0]["leftover"]) == (10, 0)
    one = scored([led(collectors[0]), led(*plain_dogs(1))], stock(toy=8, ball=1))
    assert (one["breakdown"][0]["abilities"], one["breakdown"][0]["leftover"]) == (6, 1)
    less = scored([led(collectors[0]), led(*plain_dogs(1))], stock(toy=5))
    assert (less["breakdown"][0]["abilities"], less["breakdown"][0]["leftover"]) == (6, 0)


def test_awards() -> None:
    """20.12: who ties gets the award in full, nobody one without a dog."""
    hounds, (terrier,), (gundog,) = dogs(4, breeds="hound"), dogs(breeds="terrier"), dogs(breeds="gundog")
    awards = ["working", "hound", "terrier", "pastoral", "toy", "gundog", "utility"]
    own = [[*led(hounds[0]), hounds[1], terrier], [*led(hounds[2]), hounds[3], gundog]]
    told = scored(own, stock(), awards)
    assert told["award_winners"] == [[], [0, 1], [0], [], [], [1], []]
    assert [parts["awards"] for parts in told["breakdown"]] == [7 + 6, 7 + 2, 0]
    assert told["best_award"] == [7, 7, 0]
