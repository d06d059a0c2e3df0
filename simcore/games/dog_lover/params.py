"""Rule parameters of Dog Lover: every constant and every reading of the rule sheet, the default first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.engine.parameters import Parameter
from simcore.games.dog_lover import layout

# positions of choices, as the kernel sees them
BASIC, SPECIAL = 0, 1
BLOCKS, STAYS = 0, 1
END_OF_TURN, AT_ONCE = 0, 1

# what differs by the number of players (rules 2.4 and 2.1)
CARDS_BELOW_END = {2: 7, 3: 11, 4: 15}
REMOVE_MARKS: dict[int, tuple[int, ...]] = {2: (3, 4), 3: (4,), 4: ()}
BY_PLAYERS = -1
# marks removed under each word but the first
_REMOVED: dict[str, tuple[int, ...]] = {
    "none": (),
    "2": (2,),
    "3": (3,),
    "4": (4,),
    "2+3": (2, 3),
    "2+4": (2, 4),
    "3+4": (3, 4),
}
_MOST_CARDS = 20

PARAMETERS = (
    Parameter(
        "starting_tricks",
        "basic",
        "tricks that players start with: the basic one each, or the special ones, shuffled",
        "2.3",
        choices=("basic", "special"),
    ),
    Parameter(
        "cards_below_end",
        BY_PLAYERS,
        "cards below the End Game card; -1: 7, 11 or 15 for 2, 3 or 4 players",
        "2.4",
        minimum=BY_PLAYERS,
        maximum=layout.MAX_DECK,
    ),
    Parameter(
        "remove_marks",
        "by_players",
        "marks of the cards left out (2: no mark); by_players: 3 and 4 for two players, 4 for three, none for four",
        "2.1",
        choices=("by_players", *_REMOVED),
    ),
    Parameter("tricks_face_up", 3, "face-up tricks", "2.6", maximum=layout.MAX_DECK_TRICKS),
    Parameter("rescued_face_up", 3, "face-up rescued dogs", "2.6", maximum=layout.MAX_RESCUED),
    Parameter("watch_limit", 1, "cards that may be taken from the watched line", "3.1", minimum=1, maximum=layout.SIDE),
    Parameter(
        "fetch_cell",
        "blocks",
        "a Fetch card put into the grid this turn blocks a pattern, or is covered and stays",
        "3.3",
        choices=("blocks", "stays"),
    ),
    Parameter(
        "trait_timing",
        "end_of_turn",
        "when a trait must be attached at the latest",
        "3.7",
        choices=("end_of_turn", "at_once"),
    ),
    Parameter("adoption_cost", 2, "adoption cards that a rescued dog costs", "3.5", maximum=_MOST_CARDS),
    Parameter("tuck_limit_each", 1, "walks, and trainings, that a dog can have under it", "3.5", maximum=_MOST_CARDS),
    Parameter("traits_per_dog", 1, "traits that a dog can have", "3.5", maximum=layout.MAX_TRAITS),
    Parameter(
        "unfed_dog",
        -2,
        "points of an unfed dog",
        "4.2",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
    Parameter(
        "walk_tucked",
        2,
        "points of a walk under a fed dog",
        "4.2",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
    Parameter(
        "training_tucked",
        1,
        "points of a training card under a fed dog",
        "4.2",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
    Parameter(
        "bones_flat",
        (0, -1, 0, 0),
        "points for 0, 1, 2, and 3 or more bones",
        "4.4",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
    Parameter(
        "bones_per_fed_dog",
        (0, 0, 1, 2),
        "points for each fed dog with 0, 1, 2, and 3 or more bones",
        "4.4",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
    Parameter(
        "favorite_set",
        (0, 1, 3, 6, 10, 15),
        "points for a set of 0 to 5 different favourite things",
        "4.5",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
    Parameter(
        "leftover_food",
        0,
        "points for each cube that feeds no dog",
        "4.6",
        minimum=-layout.MOST_POINTS,
        maximum=layout.MOST_POINTS,
    ),
)


def below_end(values: Mapping[str, Any], n_seats: int) -> int:
    """Return how many cards lie below the End Game card (2.4)."""
    given = int(values["cards_below_end"])
    return CARDS_BELOW_END[n_seats] if given == BY_PLAYERS else given


def removed_marks(values: Mapping[str, Any], n_seats: int) -> tuple[int, ...]:
    """Return the marks of the cards that are left out (2.1)."""
    return _REMOVED.get(values["remove_marks"], REMOVE_MARKS[n_seats])


def conflict(values: Mapping[str, Any], n_seats: int, table: Any) -> tuple[str, str] | None:
    """Say which rule parameters do not go together with the cards there are.

    Parameters
    ----------
    values : mapping
        Every rule parameter.
    n_seats : int
        Players.
    table : CardTable
        The cards.

    Returns
    -------
    (str, str) or None
        Parameter and what is wrong.
    """
    # card tables are read only when a game is played
    from simcore.games.dog_lover.cards import deck_problem

    return deck_problem(values, n_seats, table)
