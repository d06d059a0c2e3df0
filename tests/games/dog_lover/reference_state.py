"""The state of a game in the reference model of Dog Lover: what lies where, and how cards move (sections 2 and 3)."""

from collections.abc import Mapping
from typing import Any

from .reference_players import Dog, Player
from .reference_tables import FOOD_CARDS, TRAITS, all_params, card_type, check_setup


class State:
    """Everything on the table.

    Parameters
    ----------
    setup : mapping
        Everything random, in the form of `RECORD.md`.
    params : mapping, optional
        Rule parameters; those left out have their defaults for this number of players.

    Attributes
    ----------
    phase : str
        'place_watch_dog', 'play', 'attach' (a trait that must be attached at once), 'discard_food' or 'over'.
    seat : int or None
        Who decides; None when the game is over.
    players : list of Player
        By seat.
    watch : str or None
        The line beside which the watch dog stands.
    grid : list
        A card a cell, or None.
    trick_row, shelter_row : list
        Face-up cards by slot, or None; slot 0 is the newest.
    taken : bool
        Whether the turn's taking is done.
    fresh_fetch : int or None
        The cell into which Fetch was put this turn.
    pending_walks, pending_traits : int, list of str
        What waits to be tucked and attached; traits in the order gained.
    gaining : list of str
        Cards of a take whose effect is still to come (only with `trait_timing = "at_once"`).
    food_due : int
        Cubes that a discarded trait still asks for.
    ending : bool
        Whether the seat has ended its turn, and its pending cards are being discarded.
    last_round : bool
        Whether the End Game card has turned up.
    """

    def __init__(self, setup: Mapping[str, Any], params: Mapping[str, Any] | None = None) -> None:
        self.n_players = len(setup["dogs_dealt"])
        self.params = all_params(params or {}, self.n_players)
        check_setup(setup, self.params)
        self.players = [
            Player([Dog(dog)], [trick])
            for dog, trick in zip(setup["dogs_dealt"], setup["starting_tricks"], strict=True)
        ]
        self.deck = list(setup["deck"])
        self.discards: list[str] = []
        n_tricks, n_rescued = self.params["tricks_face_up"], self.params["rescued_face_up"]
        self.trick_row: list[str | None] = list(setup["trick_deck"][:n_tricks])  # 2.6
        self.trick_deck = list(setup["trick_deck"][n_tricks:])
        self.shelter_row: list[str | None] = list(setup["shelter_deck"][:n_rescued])
        self.shelter_deck = list(setup["shelter_deck"][n_rescued:])
        self.grid: list[str | None] = [None] * 9
        self.last_round = False
        self.round = 1
        self.watch: str | None = None
        self._refill()  # 2.5
        self.players[-1].fetch = True  # 2.7
        self._clear_turn()
        self.phase = "place_watch_dog"
        self.seat: int | None = self.n_players - 1

    def to_dict(self) -> dict[str, Any]:
        """Return everything that another engine must agree on after each action, as plain values.

        Hands and discards are sorted, as copies of a card are not told apart; all else is in its order.
        """
        names = ["phase", "seat", "round", "last_round", "taken", "ending", "watch", "fresh_fetch", "food_due"]
        names += ["pending_walks"]
        lists = ["grid", "deck", "trick_row", "trick_deck", "shelter_row", "shelter_deck"]
        lists += ["pending_traits", "gaining"]
        return {
            **{name: getattr(self, name) for name in names},
            **{name: list(getattr(self, name)) for name in lists},
            "discards": sorted(self.discards),
            "players": [player.to_dict() for player in self.players],
        }

    def _me(self) -> Player:
        assert self.seat is not None
        return self.players[self.seat]

    def _gain(self, card: str) -> None:
        """The effect of a gained card (3.4)."""
        me, kind = self._me(), card_type(card)
        if kind == "dog":
            me.dogs.append(Dog(card))
        elif kind == "food":
            row = FOOD_CARDS[card]
            me.cubes[row["food"]] += row["amount"]
            me.cubes_gained[row["food"]] += row["amount"]
            self.discards.append(card)
        elif kind == "fetch":
            me.fetch = True
        elif kind == "walk":
            self.pending_walks += 1
        elif kind == "trait":
            self.pending_traits.append(card)
        else:
            me.hand.append(card)

    def _drop_trait(self, trait: str) -> None:
        """Discard a trait that no dog can have, with what it names, as far as the player has it (3.7)."""
        self.discards.append(trait)
        named = TRAITS[trait]["else_discard"]
        if named["kind"] == "food":
            self.food_due = named["count"]
            return
        for _ in range(named["count"]):
            card = self._me().most_held_favorite() if named["kind"] == "favorite" else named["kind"]
            if card in self._me().hand:
                self._discard_from_hand(card)

    def _discard_from_hand(self, card: str) -> None:
        self._me().hand.remove(card)
        self.discards.append(card)

    def _discard_cube(self, kind: str) -> None:
        self._me().cubes[kind] -= 1
        self._me().cubes_discarded[kind] += 1
        self.food_due -= 1

    def _from_row(self, row: list[str | None], deck: list[str], slot: int) -> str:
        """Take a face-up card; those in lower slots move up by one, slot 0 is refilled (3.5, 2.6)."""
        card = row.pop(slot)
        assert card is not None
        row.insert(0, deck.pop(0) if deck else None)
        return card

    def _refill(self) -> None:
        """3.9; and 2.5, the same from an empty grid."""
        for cell in range(9):
            while self.grid[cell] is None and self.deck:
                card = self.deck.pop(0)
                if card == "end_game":
                    self.discards.append(card)
                    self.last_round = True
                else:
                    self.grid[cell] = card

    def _clear_turn(self) -> None:
        self.taken = False
        self.ending = False
        self.fresh_fetch: int | None = None
        self.food_due = 0
        self.pending_walks = 0
        self.pending_traits: list[str] = []
        self.gaining: list[str] = []
