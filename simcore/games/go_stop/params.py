"""Rule parameters of Go-Stop: every ruling of the rule sheet is one of them, the default first."""

from __future__ import annotations

from simcore.engine.parameters import Parameter

ENDS, SIDE_PAYMENT, WITH_DOUBLERS = 0, 1, 2
NO_BRIGHT, BELOW_SEVEN_ANIMALS = 0, 1
DOUBLING_ONLY, KEEP_FIRST_TWO, PLUS_COUNT = 0, 1, 2
OWN_LAST_CARD, TURN_20 = 0, 1
TWO_CARDS, ANY_CLEAR = 0, 1
FORMS, TAKEN = 0, 1
CHEAPEST_FIRST, BEST_FIT = 0, 1
ABOVE_LAST_GO, ABOVE_LAST_TURN = 0, 1
BEFORE_FLIP, AFTER_FLIP = 0, 1
RECOMPUTED, LOCKED = 0, 1
PILES_FIRST, BONUS_FIRST = 0, 1

_PAID = ("ends", "side_payment", "with_doublers")
_LAST = ("own_last_card", "turn_20")

# doubled four times (three doublers and a failed Go) a payment stays inside int32
_MOST_INSTANT_POINTS = 100_000_000

PARAMETERS = (
    Parameter("point_threshold", 7, "combination total that allows Stop", "R02", minimum=1),
    Parameter(
        "instant_win_points",
        5,
        "points for four in hand and for three Ppuk",
        "R14, R38",
        maximum=_MOST_INSTANT_POINTS,
    ),
    Parameter("four_in_hand", "ends", "what four of a month in one hand does", "R14, A1", choices=_PAID),
    Parameter("three_ppuk", "ends", "what a third Ppuk does", "R38, A1", choices=_PAID),
    Parameter("junk_doubler_below", 5, "junk doubler: the loser has fewer units; 0 switches it off", "R76, A2"),
    Parameter("junk_zero_exempt", False, "a loser without any junk is not doubled", "A2"),
    Parameter(
        "bright_doubler",
        "no_bright",
        "when a scoring bright line doubles",
        "R74, A3",
        choices=("no_bright", "below_seven_animals"),
    ),
    Parameter(
        "go_bonus",
        "doubling_only",
        "payment from the third Go on",
        "R73, A4",
        choices=("doubling_only", "keep_first_two", "plus_count"),
    ),
    Parameter(
        "last_turn_bonuses",
        "own_last_card",
        "last turn, on which the three bonuses do not apply",
        "R32, A5",
        choices=_LAST,
    ),
    Parameter(
        "last_turn_stop_only",
        "own_last_card",
        "last turn, on which only Stop exists",
        "R79, A5",
        choices=_LAST,
    ),
    Parameter("sseul", "two_cards", "which turns are a Sseul", "R31, A6", choices=("two_cards", "any_clear")),
    Parameter("last_turn_ppuk", "forms", "a Ppuk on the creator's last turn", "R27, A7", choices=("forms", "taken")),
    Parameter("last_turn_pile_steals", True, "taking a pile on the last turn steals junk", "R33, A8"),
    Parameter("initial_pile_pays", True, "taking a stack of the deal steals junk", "R33, A9"),
    Parameter("cup_stealable", False, "a cup that counts as junk can be stolen", "R37, A9"),
    Parameter(
        "two_units_from",
        "cheapest_first",
        "which junk pays two units",
        "R34-R36, A10",
        choices=("cheapest_first", "best_fit"),
    ),
    Parameter(
        "go_requires",
        "above_last_go",
        "what a total must exceed for another decision",
        "R70, A11",
        choices=("above_last_go", "above_last_turn"),
    ),
    Parameter("failed_go_doubles", False, "a loser who had said Go pays double", "A12"),
    Parameter(
        "take_choice",
        "before_flip",
        "when one of two matching cards is chosen",
        "R23, A13",
        choices=("before_flip", "after_flip"),
    ),
    Parameter(
        "cup_class",
        "recomputed",
        "whether the cup's class stays once it mattered",
        "R59, A14",
        choices=("recomputed", "locked"),
    ),
    Parameter(
        "steal_order",
        "piles_first",
        "order of steals inside a turn",
        "A15",
        choices=("piles_first", "bonus_first"),
    ),
)
