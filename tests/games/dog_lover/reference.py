"""Slow, plain reference model of Dog Lover (two to four players).

Written from the rule sheet `rules/dog_lover.md` alone, to be read beside it: the numbers in the comments are the
sheet's. Cards are their ids, every pile is a list, and nothing is clever. It shares no code with the fast kernel.

`reference_tables.py` holds the card table, parameters, deals and places of tricks; `reference_players.py` what a seat
has; `reference_state.py` what lies where, and `reference_game.py` the course of a game; `reference_feeding.py` and
`reference_scoring.py` its end. This module has whole games: random play, and records replayed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from .reference_game import Action, Game
from .reference_tables import DEFAULTS, all_params, deal

__all__ = ["DEFAULTS", "Action", "Game", "all_params", "deal", "play_random", "replay_record"]


def play_random(
    players: int,
    rng: Random,
    params: Mapping[str, Any] | None = None,
    watch: Callable[[Game, Action | None], None] | None = None,
) -> Game:
    """Deal and play one game of uniform random choices.

    Parameters
    ----------
    players : int
        2 to 4.
    rng : random.Random
        For the deal and the choices.
    params : mapping, optional
        Rule parameters; those left out have their defaults.
    watch : callable, optional
        Called with the game and the action just applied; at the start with None.

    Returns
    -------
    Game
        Over.
    """
    game = Game.from_setup(deal(rng, players, params), params)
    if watch:
        watch(game, None)
    while not game.is_over:
        action = rng.choice(game.legal_actions())
        game.apply(action)
        if watch:
            watch(game, action)
    return game


def _as_set(actions: Sequence[Action]) -> set[str]:
    return {json.dumps(action, sort_keys=True) for action in actions}


def _is_left_out(game: Game, seat: int, listed: set[str]) -> bool:
    """Whether the model's decision is forced and another one than the record's next."""
    legal = game.legal_actions()
    return len(legal) == 1 and (game.seat, _as_set(legal)) != (seat, listed)


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
    game = Game.from_setup(header["setup"], header["params"])
    assert header["n_seats"] == len(header["entrants"]) == game.n_players, "header: wrong number of seats"
    for number, line in enumerate(decisions, start=2):
        assert line["type"] == "decision", f"line {number}: type {line['type']!r}"
        listed = _as_set(line["legal"])
        while _is_left_out(game, line["seat"], listed):
            game.apply(game.legal_actions()[0])
        where = f"line {number}, round {game.round}, {game.phase}"
        assert not game.is_over, f"{where}: the game is over"
        assert line["seat"] == game.seat, f"{where}: seat {line['seat']}, not {game.seat}"
        assert len(listed) == len(line["legal"]), f"{where}: an action is listed twice"
        mine = _as_set(game.legal_actions())
        assert listed == mine, f"{where}: legal only in the record {listed - mine}, only here {mine - listed}"
        assert line["chosen"] in line["legal"], f"{where}: chosen {line['chosen']} is not legal"
        game.apply(line["chosen"])
    while len(game.legal_actions()) == 1:
        game.apply(game.legal_actions()[0])
    assert game.is_over, f"the record ends in round {game.round}, {game.phase}, the game does not"
    assert end.pop("type") == "end", "the last line is no end line"
    result = game.end()
    assert end.keys() == result.keys(), f"end line: keys {sorted(end)}, not {sorted(result)}"
    for key, value in result.items():
        assert end[key] == value, f"end line: {key} {end[key]}, not {value}"
