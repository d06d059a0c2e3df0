"""The board and the cards of the kernel against the tables of the rules."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from simcore.games.dog_park import board, cards
from simcore.games.dog_park.card_table import SHIPPED

FOLDER = Path(__file__).parent / "data"


def rows(name: str) -> list[dict[str, str]]:
    """Return a table of the rules as it stands."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def spaces_of(bits: int) -> set[str]:
    """Return a bit set of spaces as the table writes it; L is the exit."""
    return {
        "L" if space == board.LEAVE_BIT else str(space) for space in range(board.LEAVE_BIT + 1) if bits >> space & 1
    }


@pytest.mark.parametrize("card", sorted({int(row["card"]) for row in rows("moves_vectors")}))
def test_moves(card: int) -> None:
    """Every row for a location card: what one to four steps reach, and what exactly so many do (6.4, 6.5)."""
    seen = 0
    for row in rows("moves_vectors"):
        if int(row["card"]) == card:
            seen += 1
            space = int(row["from"])
            reached = {*row["reachable_1_to_4"].split(), *(["L"] if row["can_leave"] == "1" else [])}
            assert spaces_of(int(board.REACHED[card, space])) == reached
            for steps in range(1, 5):
                exactly = spaces_of(int(board.EXACT[card, space, steps]))
                assert exactly == set(row[f"exact_{steps}"].split()), f"from {space}, {steps} steps"
    assert seen >= 15


def test_all_moves_are_compared() -> None:
    """The table has 249 rows: every space of each card that is not blocked."""
    assert len(rows("moves_vectors")) == 249 == sum(16 - (card in cards.BLOCKED) for card in range(1, 17))


def test_dogs() -> None:
    """163 dogs of the base set by breed, 29 of each other set (1.5, 21)."""
    base = Counter(dog["breeds"] for dog in cards.DOGS if dog["set"] == "base")
    assert base == {
        "gundog": 28,
        "hound": 28,
        "pastoral": 28,
        "utility": 22,
        "working": 20,
        "terrier": 19,
        "toy": 18,
    }
    assert [len(dogs) for dogs in cards.DOGS_OF_SET] == [163, 29, 29, 29]
    table = cards.tables({"card7_two_tokens": 2}, SHIPPED)
    assert Counter(table["breed"][1 : 163 + 1].tolist()) == {cards.BREEDS.index(breed): n for breed, n in base.items()}


def test_abilities() -> None:
    """As many dogs of each set have an ability as the table of abilities says, and the kernel reads the same."""
    ability_of = cards.tables({"card7_two_tokens": 2}, SHIPPED)["ability"]
    for row in rows("abilities"):
        number = cards.ABILITIES.index(row["ability"])
        counts = [int(row[f"n_{name}"]) for name in cards.SETS]
        assert [sum(ability_of[dog] == number for dog in dogs) for dogs in cards.DOGS_OF_SET] == counts


def test_printed_numbers() -> None:
    """Awards, leave spaces, tokens of location cards and objectives are those of the tables (2.3, 6.2, 6.5, 12)."""
    table = cards.tables({"card7_two_tokens": 2}, SHIPPED)
    assert table["award_value"].tolist() == [8, 7, 6, 4, 3, 2, 2]
    assert table["leave_reputation"].tolist() == [3, 2, 1]
    printed = table["reward"][0].sum(axis=0)
    # a card adds its tokens to what is printed; a blocked space keeps its reward, but nobody lands there
    for card in range(1, 17):
        tokens = Counter[str]()
        for row in rows("location_bonus"):
            if int(row["card"]) == card and row["token"] != "block":
                tokens[row["token"]] += int(row["count"])
        more = table["reward"][card].sum(axis=0) - printed
        assert dict(zip(cards.REWARDS, more.tolist(), strict=True)) == {kind: tokens[kind] for kind in cards.REWARDS}
    assert dict(zip(cards.REWARDS, printed.tolist(), strict=True)) == {
        "stick": 4,
        "ball": 4,
        "toy": 2,
        "treat": 2,
        "reputation": 2,
        "swap": 1,
        "scout": 2,
    }
    points = [int(row["reputation"]) for row in rows("objectives")]
    assert table["objective_points"][1:11].tolist() == points
    assert np.flatnonzero(table["objective_four"]).tolist() == list(range(1, 11))
