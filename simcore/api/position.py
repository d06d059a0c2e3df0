"""One situation of one game, to look at and to play on from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from simcore.engine import registry
from simcore.engine.card_tables import CardTable, changed_table, read_cards
from simcore.engine.game import GameSpec
from simcore.engine.parameters import complete
from simcore.engine.steps import has_positions, steps_of
from simcore.engine.values import Values, as_whole
from simcore.errors import InputError, shown

_WHERE = "Position"
_MOST = 2**64 - 1


class Position:
    """A position of a game. It never changes: `apply` returns another one.

    Made by `from_dict`, `from_record` or `deal`. The first one of a game compiles its rules; later processes load them.

    Attributes
    ----------
    params : dict
        Every rule parameter with its value.
    """

    def __init__(self, game: GameSpec, params: Mapping[str, Any], states: Any, table: CardTable | None) -> None:
        self._game = game
        self._steps = steps_of(game)
        self._module = game.module("position")
        self.params = dict(params)
        self._cards = table
        self._rules = game.encode_rules(self.params, table)
        self._states = states
        self._numbers: list[int] | None = None

    # ---- ways to one

    @classmethod
    def from_dict(
        cls,
        game: str,
        values: Mapping[str, Any],
        params: Mapping[str, Any] | None = None,
        cards: Mapping[str, Any] | None = None,
    ) -> Position:
        """Return the position that a dict describes.

        Parameters
        ----------
        game : str
            Name of the game, for example ``go_stop``.
        values : mapping
            What `to_dict` writes; the page of the game tells the keys. What is left out is empty or 0. A list
            ``moves`` is played after that.
        params : mapping, optional
            Rule parameters that are not at their default.
        cards : mapping, optional
            Printed numbers in place of the shipped ones, as a scenario's ``[cards]`` has them.

        Returns
        -------
        Position

        Raises
        ------
        InputError
            For the first fault: key, value, what is allowed.
        """
        spec, complete_params = _game_and_params(game, params)
        if not isinstance(values, Mapping):
            raise InputError(_WHERE, "", f"{shown(values)} is not allowed; allowed: a dict")
        given = {key: value for key, value in values.items() if key != "moves"}
        table = _cards_of(spec, cards, _WHERE)
        read = read_cards(spec.module("position").from_dict, table)
        position = cls(spec, complete_params, read(given, spec.encode_rules(complete_params, table)), table)
        moves = values.get("moves") or []
        if not isinstance(moves, (list, tuple)):
            raise InputError(_WHERE, "moves", f"{shown(moves)} is not allowed; allowed: a list")
        for i, move in enumerate(moves):
            position = position._moved(move, f"moves.{i}")
        return position

    @classmethod
    def from_record(cls, header: Mapping[str, Any], decisions: Iterable[Mapping[str, Any]] = ()) -> Position:
        """Return the position that the lines of a playthrough record lead to.

        Parameters
        ----------
        header : mapping
            First line of the record: game, rule parameters and setup are read.
        decisions : iterable of mapping
            The ``decision`` lines that follow, all or the first few. Decisions with one legal action may be left out
            before any of them. With the ``end`` line last, those after the last line are made as well.

        Returns
        -------
        Position

        Raises
        ------
        InputError
            Where the setup is no deal, or a line is not what the rules allow there.
        """
        if not isinstance(header, Mapping) or header.get("type") != "header":
            raise InputError("record", "header", f"{shown(header)} is not the header line of a record")
        spec, params = _game_and_params(header.get("game_spec"), header.get("params"), "record", recorded=True)
        if "card_table" in header:
            raise InputError("record", "card_table", "was played with another card table; allowed: the shipped one")
        table = _cards_of(spec, header.get("cards"), "record")
        rules = spec.encode_rules(params, table)
        given = header.get("n_seats", spec.default_players)
        n_seats = _checked_players(spec, given, params, "record", "n_seats", table)
        states = read_cards(spec.module("position").from_setup, table)(header.get("setup"), n_seats, rules)
        steps_of(spec).begin(states, rules)
        position = cls(spec, params, states, table)
        for i, line in enumerate(decisions):
            key = f"decisions.{i}"
            match line.get("type") if isinstance(line, Mapping) else None:
                case "decision":
                    position = position._followed(line, key)
                case "end":
                    position = position.play_forced()
                    if not position.is_over:
                        raise InputError("record", key, "ends a game that is not over")
                case _:
                    raise InputError("record", key, f"{shown(line)} is not a line of a record; allowed: decision, end")
        return position

    @classmethod
    def deal(
        cls,
        game: str,
        seed: int,
        deal_index: int = 0,
        params: Mapping[str, Any] | None = None,
        players: int | None = None,
        cards: Mapping[str, Any] | None = None,
    ) -> Position:
        """Return the start of a deal, as a run plays it.

        Parameters
        ----------
        game : str
            Name of the game.
        seed, deal_index : int
            Master seed, and the deal: ``deal_index`` in the rows of a run. 0 to 2**64 - 1 each.
        params : mapping, optional
            Rule parameters that are not at their default.
        players : int, optional
            Player count; the game's own default where it is left out.
        cards : mapping, optional
            Printed numbers in place of the shipped ones.

        Returns
        -------
        Position

        Raises
        ------
        InputError
            For an unknown game, a number out of range or a bad parameter.
        """
        spec, complete_params = _game_and_params(game, params)
        where = Values({"seed": seed, "deal_index": deal_index}, _WHERE, ("seed", "deal_index"))
        start = where.whole("seed", 0, 0, _MOST), where.whole("deal_index", 0, 0, _MOST)
        table = _cards_of(spec, cards, _WHERE)
        rules = spec.encode_rules(complete_params, table)
        given = spec.default_players if players is None else players
        n_seats = _checked_players(spec, given, complete_params, _WHERE, "players", table)
        return cls(spec, complete_params, steps_of(spec).deal(*start, n_seats, rules), table)

    # ---- what it is

    @property
    def game(self) -> str:
        """Name of the game."""
        return self._game.name

    @property
    def seat(self) -> int:
        """Seat that decides."""
        return int(self._states[0].seat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self.to_dict()["over"])

    def to_dict(self) -> dict[str, Any]:
        """Return the position as plain values; `from_dict` with the same `params` gives it back."""
        values: dict[str, Any] = read_cards(self._module.to_dict, self._cards)(self._states)
        return values

    def payoffs(self) -> list[int | float]:
        """Return what each seat won or lost, as the rows of a run hold it.

        Raises
        ------
        InputError
            Where the game is not over.
        """
        if not self.is_over:
            raise InputError(_WHERE, "payoffs", "the game is not over")
        # a game for one player count has no need to keep it in its state
        n_seats = int(getattr(self._states[0], "n_seats", self._game.default_players))
        payoffs: list[int | float] = self._steps.row(self._states).payoff[:n_seats].tolist()
        return payoffs

    def words(self) -> Iterator[str]:
        """Yield lines that show the position to a person."""
        yield from read_cards(self._module.words, self._cards)(self._states)

    def __str__(self) -> str:
        return "\n".join(self.words())

    def __repr__(self) -> str:
        return f"<Position of {self.game}, {'over' if self.is_over else f'seat {self.seat} to move'}>"

    # ---- playing on

    def legal_actions(self) -> list[dict[str, Any]]:
        """Return what the seat to move may do, as playthrough records write it; nothing when the game is over."""
        if self._numbers is None:
            self._numbers = self._steps.legal(self._states, self._rules)
        to_dict = read_cards(self._game.module("actions").action_to_dict, self._cards)
        return [to_dict(number) for number in self._numbers]

    def apply(self, action: Mapping[str, Any]) -> Position:
        """Return the position after an action and all that follows from it without a choice.

        Parameters
        ----------
        action : mapping
            One of `legal_actions`; fields that are None may be left out.

        Returns
        -------
        Position

        Raises
        ------
        InputError
            Where the action is not legal, or cards that it needs are missing from a partial position.
        """
        legal = self.legal_actions()
        found = [i for i, one in enumerate(legal) if _same(one, action)]
        if not found:
            listed = ", ".join(map(str, legal)) or ("nothing, the game is over" if self.is_over else "nothing")
            raise InputError(_WHERE, "action", f"{shown(action, 120)} is not legal; legal: {listed}")
        if lacking := self._module.missing(self._states):
            raise InputError(_WHERE, "action", f"cannot be carried out: {lacking}")
        assert self._numbers is not None
        after = Position(self._game, self.params, self._states.copy(), self._cards)
        after._numbers = self._steps.apply(after._states, self._numbers[found[0]], self._rules)
        return after

    def play_forced(self) -> Position:
        """Return the first position from here on that leaves a choice, or in which the game is over."""
        position = self
        while len(legal := position.legal_actions()) == 1:
            position = position.apply(legal[0])
        return position

    def _moved(self, move: object, key: str) -> Position:
        """Return the position after a move in the short form of the game."""
        position = self
        done: list[dict[str, Any]] = []
        while action := self._module.next_action(move, key, position.legal_actions(), done):
            position = position.apply(action)
            done.append(action)
        return position

    def _followed(self, line: Mapping[str, Any], key: str) -> Position:
        """Return the position after a decision line, with the forced decisions that were left out before it."""
        listed, chosen, seat = line.get("legal"), line.get("chosen"), line.get("seat")
        if not isinstance(listed, (list, tuple)) or not isinstance(chosen, Mapping):
            raise InputError("record", key, "a decision has a list `legal` and an action `chosen`")
        if self._makes_at_once(listed, chosen) and not (seat == self.seat and _same_set(self.legal_actions(), listed)):
            return self
        position = self
        while len(legal := position.legal_actions()) == 1:
            if seat == position.seat and _same_set(legal, listed):
                break
            position = position.apply(legal[0])
        if seat != position.seat or not _same_set(legal, listed):
            problem = f"seat {shown(seat)} with {shown(listed, 200)}; the rules say seat {position.seat}"
            raise InputError("record", key, f"{problem} with {shown(legal, 200)}")
        return position.apply(chosen)

    def _makes_at_once(self, listed: Sequence[object], chosen: Mapping[str, Any]) -> bool:
        """Whether a line has one answer, and is of a kind that the game's rules may decide without asking."""
        kinds = getattr(self._module, "AT_ONCE", ())
        return len(listed) == 1 and _same(listed[0], chosen) and chosen.get("kind") in kinds


def _game_and_params(
    name: object, params: object, where: str = _WHERE, *, recorded: bool = False
) -> tuple[GameSpec, dict[str, Any]]:
    """Return a game that has positions, and its rule parameters, complete; `recorded` ones come from a record."""
    game = registry.game(name, where, "game")
    if not has_positions(game):
        known = ", ".join(other.name for other in registry.games().values() if has_positions(other))
        raise InputError(where, "game", f"{game.name} has no positions; games that have: {known}")
    if params is not None and not isinstance(params, Mapping):
        raise InputError(where, "params", f"{shown(params)} is not allowed; allowed: a dict")
    given = game.read_params(params or {}) if recorded else params or {}
    return game, complete(game.parameters, given, where, "params")


def _cards_of(spec: GameSpec, changes: object, where: str) -> CardTable | None:
    """Return the game's cards with other printed numbers."""
    if changes is not None and not isinstance(changes, Mapping):
        raise InputError(where, "cards", f"{shown(changes)} is not allowed; allowed: a dict")
    return changed_table(spec, spec.shipped_cards, changes or {}, where)


def _checked_players(
    spec: GameSpec, players: object, params: Mapping[str, Any], where: str, key: str, table: CardTable | None
) -> int:
    """Return a player count that the game and the rule parameters allow."""
    if as_whole(players) not in spec.players:
        allowed = ", ".join(str(count) for count in spec.players)
        raise InputError(where, key, f"{shown(players)} is not allowed; allowed: {allowed}")
    n_seats = as_whole(players)
    assert n_seats is not None
    spec.check_values(params, n_seats, where, "params", table)
    return n_seats


def _plain(action: object) -> object:
    """Return an action without the fields that say nothing."""
    return {key: value for key, value in action.items() if value is not None} if isinstance(action, Mapping) else action


def _same(one: object, other: object) -> bool:
    return _plain(one) == _plain(other)


def _same_set(ours: list[dict[str, Any]], theirs: Iterable[object]) -> bool:
    left = [_plain(action) for action in theirs]
    for action in ours:
        if _plain(action) not in left:
            return False
        left.remove(_plain(action))
    return not left
