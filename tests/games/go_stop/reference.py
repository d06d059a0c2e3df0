"""Slow, plain reference model of Go-Stop (two players, the Cardavia table).

Written from the rule sheet `rules/go_stop.md` alone, to be read beside it: R.. are its rules,
A.. its ambiguities, S.. its invariants. Cards are strings ("01B", "11J1", "12D"), every pile of
cards is a list of them, and nothing is clever. It shares no code with the fast kernel.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Action = dict[str, Any]

# R10 and section 5: the deck in canonical order, one month a line.
_DECK = """
01B 01R 01J1 01J2
02A 02R 02J1 02J2
03B 03R 03J1 03J2
04A 04R 04J1 04J2
05A 05R 05J1 05J2
06A 06R 06J1 06J2
07A 07R 07J1 07J2
08B 08A 08J1 08J2
09A 09R 09J1 09J2
10A 10R 10J1 10J2
11B 11J1 11J2 11D
12B 12A 12R 12D
"""
CARDS: list[str] = _DECK.split()
CUP = "09A"  # R59
RAIN = "12B"  # R50
GODORI = {"02A", "04A", "08A"}  # R53
RIBBON_SETS = [  # R55; 12R belongs to none of them (R56)
    {"01R", "02R", "03R"},  # red poetry
    {"06R", "09R", "10R"},  # blue
    {"04R", "05R", "07R"},  # plain red
]
NOBODY = -1  # R16: the owner of a stack that was dealt

# Section 3, "Rule parameters".
DEFAULTS: dict[str, object] = {
    "point_threshold": 7,
    "instant_win_points": 5,
    "four_in_hand": "ends",
    "three_ppuk": "ends",
    "junk_doubler_below": 5,
    "junk_zero_exempt": False,
    "bright_doubler": "no_bright",
    "go_bonus": "doubling_only",
    "last_turn_bonuses": "own_last_card",
    "last_turn_stop_only": "own_last_card",
    "sseul": "two_cards",
    "last_turn_ppuk": "forms",
    "last_turn_pile_steals": True,
    "initial_pile_pays": True,
    "cup_stealable": False,
    "two_units_from": "cheapest_first",
    "go_requires": "above_last_go",
    "failed_go_doubles": False,
    "take_choice": "before_flip",
    "cup_class": "recomputed",
    "steal_order": "piles_first",
}
# All named values; for integers some worth testing (any integer is allowed there).
VALUES: dict[str, list[object]] = {
    "point_threshold": [7, 1, 3, 5, 10],
    "instant_win_points": [5, 0, 7, 10],
    "four_in_hand": ["ends", "side_payment", "with_doublers"],
    "three_ppuk": ["ends", "side_payment", "with_doublers"],
    "junk_doubler_below": [5, 0, 6, 8, 10],
    "junk_zero_exempt": [False, True],
    "bright_doubler": ["no_bright", "below_seven_animals"],
    "go_bonus": ["doubling_only", "keep_first_two", "plus_count"],
    "last_turn_bonuses": ["own_last_card", "turn_20"],
    "last_turn_stop_only": ["own_last_card", "turn_20"],
    "sseul": ["two_cards", "any_clear"],
    "last_turn_ppuk": ["forms", "taken"],
    "last_turn_pile_steals": [True, False],
    "initial_pile_pays": [True, False],
    "cup_stealable": [False, True],
    "two_units_from": ["cheapest_first", "best_fit"],
    "go_requires": ["above_last_go", "above_last_turn"],
    "failed_go_doubles": [False, True],
    "take_choice": ["before_flip", "after_flip"],
    "cup_class": ["recomputed", "locked"],
    "steal_order": ["piles_first", "bonus_first"],
}


def _month(card: str) -> int:
    return int(card[:2])


def _kind(card: str) -> str:
    """Bright B, animal A, ribbon R, single junk J, double junk D."""
    return card[2]


def _in_month(cards: Sequence[str], month: int) -> list[str]:
    return [card for card in cards if _month(card) == month]


def _months_with(cards: Sequence[str], count: int) -> list[int]:
    return [month for month in range(1, 13) if len(_in_month(cards, month)) == count]


def _canonical(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def _all_params(params: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in the defaults; refuse names and values that the sheet does not have."""
    for name, value in params.items():
        if name not in DEFAULTS:
            raise ValueError(f"unknown rule parameter {name!r}")
        if type(value) is not type(DEFAULTS[name]):
            raise ValueError(f"{name} = {value!r}: wrong type")
        if isinstance(value, str) and value not in VALUES[name]:
            raise ValueError(f"{name} = {value!r}: not one of {VALUES[name]}")
    return {**DEFAULTS, **params}


def _score_with_cup_as(captured: Sequence[str], cup_is_junk: bool) -> dict[str, int]:
    """R50-R58 and R60, with the class of the cup given."""
    brights = [card for card in captured if _kind(card) == "B"]
    ribbons = [card for card in captured if _kind(card) == "R"]
    animals = [card for card in captured if _kind(card) == "A"]
    singles = [card for card in captured if _kind(card) == "J"]
    doubles = [card for card in captured if _kind(card) == "D"]  # R58
    if cup_is_junk:  # R59: never both
        animals.remove(CUP)
        doubles.append(CUP)
    units = len(singles) + 2 * len(doubles)

    bright = 0  # R50, R51: only the best line
    if len(brights) == 5:
        bright = 15
    elif len(brights) == 4:
        bright = 4
    elif len(brights) == 3:
        bright = 2 if RAIN in brights else 3
    animal = max(0, len(animals) - 4)  # R52
    godori = 5 if set(animals) >= GODORI else 0  # R53
    ribbon = max(0, len(ribbons) - 4)  # R54, R56
    sets = sum(3 for ribbon_set in RIBBON_SETS if set(ribbons) >= ribbon_set)  # R55
    junk = max(0, units - 9)  # R57
    return {
        "total": bright + animal + godori + ribbon + sets + junk,  # R60
        "bright": bright,
        "animal": animal,
        "godori": godori,
        "ribbon": ribbon,
        "sets": sets,
        "junk": junk,
        "units": units,
        "animals": len(animals),
        "brights": len(brights),
        "cup_junk": cup_is_junk,
    }


def score(captured: Sequence[str], cup_class: str | None = None) -> dict[str, int]:
    """Combination score of captured cards (R01, R50-R60).

    Parameters
    ----------
    captured : sequence of str
        Card ids in any order.
    cup_class : {'animal', 'junk'}, optional
        Forces the class of the cup; by default R59 decides. Without the cup it means nothing.

    Returns
    -------
    dict
        `total` and its parts `bright`, `animal`, `godori`, `ribbon`, `sets`, `junk`; the counts
        `units`, `animals`, `brights`; and `cup_junk`, whether the cup counts as junk.
    """
    as_animal = _score_with_cup_as(captured, False)
    if CUP not in captured:
        return as_animal
    as_junk = _score_with_cup_as(captured, True)
    if cup_class is None:  # R59: the higher total, a tie is won by animal
        return as_junk if as_junk["total"] > as_animal["total"] else as_animal
    return as_junk if cup_class == "junk" else as_animal


def _doublings(
    winner_cards: Sequence[str],
    loser_cards: Sequence[str],
    params: Mapping[str, Any],
    winner_cup: str | None,
    loser_cup: str | None,
) -> list[str]:
    """Name the doublers R74-R76 that hold."""
    winner = score(winner_cards, winner_cup)  # R78: the winner's cup as classified
    loser = score(loser_cards, loser_cup)
    loser_units = score(loser_cards, "junk")["units"]  # R78: the loser's cup is always two units
    found = []
    unprotected = loser["brights"] == 0  # R74
    if params["bright_doubler"] == "below_seven_animals":  # A3
        unprotected = loser["animals"] < 7
    if winner["bright"] > 0 and unprotected:
        found.append("bright")
    if winner["animals"] >= 7:  # R75
        found.append("animals7")
    exempt = params["junk_zero_exempt"] and loser_units == 0  # A2
    if winner["junk"] > 0 and loser_units < params["junk_doubler_below"] and not exempt:  # R76
        found.append("junk")
    return found


def payment(
    winner_cards: Sequence[str],
    loser_cards: Sequence[str],
    goes: int,
    params: Mapping[str, Any],
    winner_cup: str | None = None,
    loser_cup: str | None = None,
    loser_goes: int = 0,
) -> tuple[int, list[str]]:
    """What a Stop pays (R71-R78).

    Parameters
    ----------
    winner_cards, loser_cards : sequence of str
        The captured cards of both.
    goes : int
        How often the winner had said Go.
    params : mapping
        Rule parameters; those left out have their defaults.
    winner_cup, loser_cup : {'animal', 'junk'}, optional
        Class of the cup where it is fixed (cup_class = locked).
    loser_goes : int
        How often the loser had said Go (A12).

    Returns
    -------
    points : int
        The payment.
    doublings : list of str
        Of 'bright', 'animals7', 'junk', in this order.
    """
    rules = _all_params(params)
    points = score(winner_cards, winner_cup)["total"]  # R71
    if goes <= 2:  # R72: +1, +2
        points += goes
    else:  # R73, A4
        if rules["go_bonus"] == "keep_first_two":
            points += 2
        elif rules["go_bonus"] == "plus_count":
            points += goes
        points *= 2 ** (goes - 2)
    doublings = _doublings(winner_cards, loser_cards, rules, winner_cup, loser_cup)
    points *= 2 ** len(doublings)  # R77
    if rules["failed_go_doubles"] and loser_goes > 0:  # A12
        points *= 2
    return points, doublings


def deal_result(hands: Sequence[Sequence[str]], field: Sequence[str]) -> str:
    """What a deal leads to (R13-R15): the field first, then both hands, then one hand.

    Parameters
    ----------
    hands : two sequences of str
        The hands of seat 0 and seat 1.
    field : sequence of str
        The cards dealt into the field.

    Returns
    -------
    str
        'redeal', 'play', 'seat0 wins' or 'seat1 wins'.
    """
    four = [len(_months_with(hand, 4)) > 0 for hand in hands]
    if _months_with(field, 4):  # R13
        return "redeal"
    if four[0] and four[1]:  # R15
        return "redeal"
    if four[0]:  # R14: several fours in one hand are one win (A1)
        return "seat0 wins"
    if four[1]:
        return "seat1 wins"
    return "play"


class Game:
    """One deal from the first turn to its end.

    Between the two steps of a turn (phase 'flip_take') nothing is collected yet (R26): `field`
    then holds the hand card just played and all it will take, `piles` still has the pile it will
    take, and the stock card is in `flipped`. `event` names what happened, paid or not (R32).

    Parameters
    ----------
    params : mapping
        Rule parameters; those left out have their defaults.
    hands, field, stock : lists of str
        The deal; `stock` in the order in which it is turned.
    redeals : int
        Redeals before this deal; kept, not used.
    """

    def __init__(
        self,
        params: Mapping[str, Any],
        hands: Sequence[Sequence[str]],
        field: Sequence[str],
        stock: Sequence[str],
        redeals: int = 0,
    ) -> None:
        self.params = _all_params(params)
        self.hands = [list(hand) for hand in hands]
        self.field = list(field)
        self.piles = dict.fromkeys(_months_with(field, 3), NOBODY)  # R16
        self.captured: list[list[str]] = [[], []]
        self.stock = list(stock)
        self.redeals = redeals
        self.to_move = 0  # R12
        self.phase = "play"
        self.goes = [0, 0]
        self.last_go = [0, 0]
        self.ppuk = [0, 0]
        self.n_turns = 0
        self.flipped: str | None = None
        self.side = [0, 0]
        self.steals = 0
        self.event: str | None = None
        self.cup_class: list[str | None] = [None, None]  # fixed classes, for cup_class = locked
        self.last_turn_total = [0, 0]  # totals at the end of each seat's own last turn
        # The turn under way: the field before it, the hand card, the cards chosen of two.
        self._field_before: list[str] = []
        self._hand_card = ""
        self._hand_choice: str | None = None
        self._stock_choice: str | None = None
        # The end of the deal.
        self._reason = ""
        self._winner: int | None = None
        self._points = 0
        self._payment = 0
        self._doublings: list[str] = []

        dealt = deal_result(hands, field)
        if dealt == "redeal":  # R13, R15
            raise ValueError("this deal must be redealt")
        if dealt != "play":  # R14
            self._four_in_hand(0 if dealt == "seat0 wins" else 1)

    @classmethod
    def from_position(cls, check: Mapping[str, Any], params: Mapping[str, Any] | None = None) -> "Game":
        """Start in the middle of a deal, from a `turn` case of `cases/go_stop.json`.

        Parameters
        ----------
        check : mapping
            With `hands`, `layout`, `piles`, `stock`, `captured`, `first`, `goes`, `last_go` and
            `ppuk`. The hands may be short: a turn is the last when it empties the hand.
        params : mapping, optional
            Rule parameters; those left out have their defaults.

        Returns
        -------
        Game
            With `n_turns` 0, and each seat's previous total that of its cards now.
        """
        game = cls(params or {}, [[], []], check["layout"], check["stock"])
        game.hands = [list(hand) for hand in check["hands"]]
        for pile in check["piles"]:
            game.field.extend(pile["cards"])
            game.piles[_month(pile["cards"][0])] = pile["owner"]
        game.captured = [list(cards) for cards in check["captured"]]
        game.to_move = check["first"]
        game.goes = list(check["goes"])
        game.last_go = list(check["last_go"])
        game.ppuk = list(check["ppuk"])
        game.last_turn_total = [game.total(0), game.total(1)]
        return game

    def total(self, seat: int) -> int:
        """Combination total of a seat's captured cards.

        Parameters
        ----------
        seat : int
            0 or 1.

        Returns
        -------
        int
            With the cup as R59 classifies it, or as it is fixed (A14).
        """
        return score(self.captured[seat], self.cup_class[seat])["total"]

    def legal(self) -> list[Action]:
        """List the legal actions, forced ones too.

        Returns
        -------
        list of dict
            In the form of `RECORD.md`; empty when the deal is over.
        """
        if self.phase == "play":
            actions: list[Action] = []
            for card in self.hands[self.to_move]:  # R20, R40
                takes: list[str | None] = [None]
                found = _in_month(self.field, _month(card))
                if len(found) == 2 and self.params["take_choice"] == "before_flip":  # R23, A13
                    takes = list(found)
                actions += [{"kind": "play", "card": card, "take": take} for take in takes]
            return actions
        if self.phase == "flip_take":
            return [{"kind": "flip_take", "card": card} for card in self._open_choice()]
        if self.phase == "go_stop":
            if self._is_last_turn("last_turn_stop_only"):  # R79
                return [{"kind": "stop"}]
            return [{"kind": "go"}, {"kind": "stop"}]
        return []

    def apply(self, action: Action) -> None:
        """Carry out one action and all that follows from it without a choice.

        Parameters
        ----------
        action : dict
            One of `legal()`.

        Raises
        ------
        ValueError
            When the action is not legal.
        """
        if action not in self.legal():
            raise ValueError(f"illegal in phase {self.phase!r}: {action}")
        if action["kind"] == "play":
            self._play(action["card"], action["take"])
        elif action["kind"] == "flip_take":
            self._choose(action["card"])
        elif action["kind"] == "go":
            self.goes[self.to_move] += 1
            self.last_go[self.to_move] = self.total(self.to_move)
            self._pass_turn()
        else:
            self._stop()

    def result(self) -> dict[str, Any]:
        """The `end` line of `RECORD.md`, without its `type`.

        Returns
        -------
        dict
            Captured cards in canonical order.
        """
        if self.phase != "over":
            raise ValueError("the deal is not over")
        payoff = list(self.side)
        if self._winner is not None:
            payoff[self._winner] += self._payment
            payoff[1 - self._winner] -= self._payment
        return {
            "reason": self._reason,
            "scores": [self.total(0), self.total(1)],
            "payoff": payoff,
            "winners": [] if self._winner is None else [self._winner],
            "points": self._points,
            "go_counts": list(self.goes),
            "doublings": list(self._doublings),
            "captured": [_canonical(cards) for cards in self.captured],
            "turns": self.n_turns,
        }

    # ---- the steps of a turn

    def _play(self, card: str, take: str | None) -> None:
        """R20-R25: the hand card goes to the field, the top stock card is turned."""
        self._field_before = list(self.field)
        self._hand_card = card
        self._hand_choice = take
        self._stock_choice = None
        self.hands[self.to_move].remove(card)
        self.field.append(card)
        self.n_turns += 1
        self.flipped = self.stock.pop(0)
        self._choose_or_resolve()

    def _choose(self, card: str) -> None:
        """R23, R25: one of two field cards is named, for the hand card before the stock card."""
        if _month(card) == _month(self._hand_card):
            self._hand_choice = card
        else:
            self._stock_choice = card
        self._choose_or_resolve()

    def _open_choice(self) -> list[str]:
        """The two field cards of which one must be named now; empty if there is no choice."""
        assert self.flipped is not None
        if _month(self.flipped) == _month(self._hand_card):
            return []  # Chok, Ppuk or Ttadak: nothing to choose
        for_hand = _in_month(self._field_before, _month(self._hand_card))
        if len(for_hand) == 2 and self._hand_choice is None:  # only with after_flip (A13)
            return for_hand
        for_stock = _in_month(self._field_before, _month(self.flipped))
        if len(for_stock) == 2 and self._stock_choice is None:
            return for_stock
        return []

    def _choose_or_resolve(self) -> None:
        if self._open_choice():
            self.phase = "flip_take"
        else:
            self._resolve()

    def _taken_by(self, card: str, choice: str | None) -> list[str]:
        """R21-R24: what a card captures from the field as it was before the turn, with itself."""
        found = _in_month(self._field_before, _month(card))
        if len(found) == 0:  # R21
            return []
        if len(found) == 2:  # R23
            assert choice is not None
            return [card, choice]
        return [card, *found]  # R22 one, R24 three

    def _resolve(self) -> None:
        """R26-R29: both steps are made, now see what the two cards take."""
        hand_card, stock_card = self._hand_card, self.flipped
        assert stock_card is not None
        self.flipped = None
        self.field.append(stock_card)
        self.steals = 0
        self.event = None
        if _month(hand_card) != _month(stock_card):
            by_hand = self._taken_by(hand_card, self._hand_choice)
            by_stock = self._taken_by(stock_card, self._stock_choice)
            # R31: two field cards, of different months because each went with another card
            if len(self._field_before) == 2 and len(by_hand) == len(by_stock) == 2:
                self.event = "sseul"
            self._collect(by_hand, by_stock)
            return
        held = _in_month(self._field_before, _month(hand_card))
        if len(held) == 1 and not self._takes_last_ppuk():
            self._form_ppuk(_month(hand_card))  # R27: all three stay
            return
        if len(held) == 0:
            self.event = "chok"  # R29
        elif len(held) == 2:
            self.event = "ttadak"  # R28
        self._collect([hand_card, *held], [stock_card])

    def _collect(self, by_hand: list[str], by_stock: list[str]) -> None:
        """R30-R35, A15: collect everything that the turn captures, only then steal."""
        pile_owners = []  # of the piles taken, the hand card's first
        for taken in (by_hand, by_stock):
            for card in taken:
                self.field.remove(card)
                self.captured[self.to_move].append(card)
            if len(taken) == 4:  # R24
                pile_owners.append(self.piles.pop(_month(taken[0])))

        bonuses = 0 if self.event is None else 1  # R30
        if self.params["sseul"] == "any_clear" and not self.field:  # A6
            bonuses = 2 if self.event in ("chok", "ttadak") else 1
            self.event = self.event or "sseul"

        if self._is_last_turn("last_turn_bonuses"):
            bonuses = 0  # R32
            if not self.params["last_turn_pile_steals"]:  # A8
                pile_owners = []
        if self.params["steal_order"] == "piles_first":  # A15
            self._steal_for_piles(pile_owners)
            self._steal_cards(bonuses)
        else:
            self._steal_cards(bonuses)
            self._steal_for_piles(pile_owners)
        self._end_turn()

    def _takes_last_ppuk(self) -> bool:
        """A7: with the mover's own last hand card the three cards may be taken instead."""
        return self.params["last_turn_ppuk"] == "taken" and not self.hands[self.to_move]

    def _form_ppuk(self, month: int) -> None:
        """R27, R38: a pile of three is left; the third one of a player pays."""
        seat = self.to_move
        self.piles[month] = seat
        self.ppuk[seat] += 1
        self.event = "ppuk"
        if self.ppuk[seat] != 3:
            self._end_turn()
        elif self.params["three_ppuk"] == "side_payment":  # A1 (b); no other pays (R39)
            self._pay_side(seat)
            self._end_turn()
        else:  # A1 (a), (c): the deal ends at once
            points = self.params["instant_win_points"]
            doublings: list[str] = []
            factor = 1
            if self.params["three_ppuk"] == "with_doublers":
                doublings = _doublings(
                    self.captured[seat],
                    self.captured[1 - seat],
                    self.params,
                    self.cup_class[seat],
                    self.cup_class[1 - seat],
                )
                factor = 2 ** len(doublings)
                if self.params["failed_go_doubles"] and self.goes[1 - seat] > 0:  # A12
                    factor *= 2
            self._end_deal("three_ppuk", seat, points, points * factor, doublings)

    def _is_last_turn(self, parameter: str) -> bool:
        """A5: the mover's own last hand card (turns 19 and 20), or only the very last turn."""
        if self.params[parameter] == "own_last_card":
            return not self.hands[self.to_move]
        return not self.hands[0] and not self.hands[1]

    def _end_turn(self) -> None:
        """R70: after all steals, is there a decision?"""
        seat = self.to_move
        if self.params["cup_class"] == "locked":  # A14
            self._lock_cup(seat)
        total = self.total(seat)
        enough = total >= self.params["point_threshold"]  # R02
        if self.goes[seat] > 0:  # R03, A11: another decision needs a rise
            if self.params["go_requires"] == "above_last_go":
                enough = enough and total > self.last_go[seat]
            else:
                enough = enough and total > self.last_turn_total[seat]
        self.last_turn_total[seat] = total
        if enough:
            self.phase = "go_stop"
        else:
            self._pass_turn()

    def _lock_cup(self, seat: int) -> None:
        """A14: fix the class of the cup the first time that it matters."""
        cards = self.captured[seat]
        if CUP in cards and self.cup_class[seat] is None:
            as_animal = score(cards, "animal")["total"]
            as_junk = score(cards, "junk")["total"]
            if as_animal != as_junk:
                self.cup_class[seat] = "junk" if as_junk > as_animal else "animal"

    def _pass_turn(self) -> None:
        if not self.hands[0] and not self.hands[1]:  # R05: Nagari
            self._end_deal("nagari", None, 0, 0, [])
        else:
            self.to_move = 1 - self.to_move
            self.phase = "play"

    # ---- stealing

    def _junk_of_opponent(self) -> list[tuple[int, str]]:
        """R36: (units, card) of all junk that can be stolen now, in the order of stealing."""
        opponent = 1 - self.to_move
        cards = self.captured[opponent]
        junk = [(1, card) for card in cards if _kind(card) == "J"]
        junk += [(2, card) for card in cards if _kind(card) == "D"]  # R58
        cup_is_junk = score(cards, self.cup_class[opponent])["cup_junk"]
        if self.params["cup_stealable"] and cup_is_junk:  # R37, A9: else it never moves
            junk.append((2, CUP))
        return sorted(junk, key=lambda item: (item[0], CARDS.index(item[1])))

    def _steal(self, card: str) -> None:
        self.captured[1 - self.to_move].remove(card)
        self.captured[self.to_move].append(card)
        self.steals += 1

    def _steal_cards(self, count: int) -> None:
        """R30, R33, R36: junk cards, a double counting as one card; at most what there is (R35)."""
        for _ in range(count):
            junk = self._junk_of_opponent()
            if junk:
                self._steal(junk[0][1])

    def _steal_two_units(self) -> None:
        """R34, R35, A10: two junk units, at most what there is."""
        if self.params["two_units_from"] == "cheapest_first":
            owed = 2
            while owed > 0 and self._junk_of_opponent():
                units, card = self._junk_of_opponent()[0]
                self._steal(card)
                owed -= units
        else:
            junk = self._junk_of_opponent()
            singles = [card for units, card in junk if units == 1]
            doubles = [card for units, card in junk if units == 2]
            if len(singles) < 2 and doubles:
                self._steal(doubles[0])
            else:
                for card in singles[:2]:
                    self._steal(card)

    def _steal_for_piles(self, owners: Sequence[int]) -> None:
        """R33, R34: what the piles taken pay, by their owners."""
        for owner in owners:
            if owner == self.to_move:
                self._steal_two_units()
            elif owner != NOBODY or self.params["initial_pile_pays"]:  # A9
                self._steal_cards(1)

    # ---- payments and ends

    def _pay_side(self, seat: int) -> None:
        """A1 (b): the points move now and the deal goes on."""
        self.side[seat] += self.params["instant_win_points"]
        self.side[1 - seat] -= self.params["instant_win_points"]

    def _four_in_hand(self, seat: int) -> None:
        """R14, A1. Nothing is captured yet, so with_doublers finds nothing to double."""
        if self.params["four_in_hand"] == "side_payment":
            self._pay_side(seat)
        else:
            points = self.params["instant_win_points"]
            self._end_deal("four_in_hand", seat, points, points, [])

    def _stop(self) -> None:
        """R71: the mover settles; the other seat's total is worth nothing (R04)."""
        seat = self.to_move
        points, doublings = payment(
            self.captured[seat],
            self.captured[1 - seat],
            self.goes[seat],
            self.params,
            self.cup_class[seat],
            self.cup_class[1 - seat],
            self.goes[1 - seat],
        )
        self._end_deal("stop", seat, self.total(seat), points, doublings)

    def _end_deal(self, reason: str, winner: int | None, points: int, paid: int, doublings: list[str]) -> None:
        self.phase = "over"
        self._reason = reason
        self._winner = winner
        self._points = points
        self._payment = paid
        self._doublings = doublings


def _as_set(actions: Sequence[Action]) -> set[tuple[tuple[str, Any], ...]]:
    return {tuple(sorted(action.items())) for action in actions}


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
    setup = header["setup"]
    dealt = [*setup["hands"][0], *setup["hands"][1], *setup["field"], *setup["stock"]]
    assert sorted(dealt) == sorted(CARDS), "setup: not the 48 cards (R10)"
    sizes = [len(setup["hands"][0]), len(setup["hands"][1]), len(setup["field"])]
    assert sizes == [10, 10, 8], f"setup: wrong sizes {sizes} (R11)"
    game = Game(header["params"], setup["hands"], setup["field"], setup["stock"], setup["redeals"])
    for number, line in enumerate(decisions, start=2):
        where = f"line {number}, turn {game.n_turns}"
        assert line["type"] == "decision", f"{where}: type {line['type']!r}"
        listed = _as_set(line["legal"])
        while len(game.legal()) == 1 and _as_set(game.legal()) != listed:
            game.apply(game.legal()[0])  # a forced decision that the record leaves out
        assert game.phase != "over", f"{where}: the deal is over by {game.result()['reason']}"
        assert line["seat"] == game.to_move, f"{where}: seat {line['seat']}, not {game.to_move}"
        assert len(listed) == len(line["legal"]), f"{where}: an action is listed twice"
        mine = _as_set(game.legal())
        assert listed == mine, f"{where}: legal only in the record {listed - mine}, only here {mine - listed}"
        assert line["chosen"] in line["legal"], f"{where}: chosen {line['chosen']} is not legal"
        game.apply(line["chosen"])
    while len(game.legal()) == 1:
        game.apply(game.legal()[0])
    assert game.phase == "over", f"the record ends after turn {game.n_turns}, the deal does not"
    assert end.pop("type") == "end", "the last line is no end line"
    end["captured"] = [_canonical(cards) for cards in end["captured"]]
    result = game.result()
    assert end.keys() == result.keys(), f"end line: keys {sorted(end)}, not {sorted(result)}"
    for key, value in result.items():
        assert end[key] == value, f"end line: {key} {end[key]}, not {value}"
