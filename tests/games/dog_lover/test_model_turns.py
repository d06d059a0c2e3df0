"""Setup, taking, Fetch and the end of Dog Lover (sections 2 and 3), rule by rule, on the reference model."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest


def end_turn(game: Any) -> None:
    game.apply({"kind": "end_turn"})


# ---- set-up


def test_setup(reference: ModuleType) -> None:
    """Grid and rows are dealt from the top, the last seat has Fetch and places the watch dog first (2.5 to 2.7)."""
    setup = reference.deal(random.Random(2), 3)
    game = reference.Game.from_setup(setup)
    assert game.grid == setup["deck"][:9]
    assert game.deck == setup["deck"][9:]
    assert game.trick_row == setup["trick_deck"][:3]
    assert game.shelter_row == setup["shelter_deck"][:3]
    assert [player.fetch for player in game.players] == [False, False, True]
    assert [[dog.card for dog in player.dogs] for player in game.players] == [[dog] for dog in setup["dogs_dealt"]]
    assert (game.seat, game.phase) == (2, "place_watch_dog")
    assert [action["line"] for action in game.legal_actions()] == ["r0", "r1", "r2", "c0", "c1", "c2"]
    game.apply({"kind": "place_watch_dog", "line": "c1"})
    assert (game.seat, game.watch, game.phase) == (0, "c1", "play")


def test_what_is_not_legal_is_refused(board: Any) -> None:
    """An action that is not listed changes nothing."""
    game = board.game("s01")
    before = game.to_dict()
    for action in ({"kind": "end_turn"}, {"kind": "take", "trick": "basic", "cells": [3, 4, 5], "watch": "r1"}):
        with pytest.raises(ValueError, match="not legal"):
            game.apply(action)
    assert game.to_dict() == before


# ---- taking


def test_watched_line(board: Any) -> None:
    """8.5: beside row 1, rows 0 and 2 and all columns are legal; column 2 taken, the watch dog stands there."""
    game = board.game("s01", watch="r1")
    assert {action["watch"] for action in board.options(game, "take")} == {"r0", "r2", "c0", "c1", "c2"}
    board.take(game, 2, 5, 8)
    assert game.watch == "c2"
    assert [cell for cell in range(9) if game.grid[cell] is None] == [2, 5, 8]


def test_watch_limit(board: Any) -> None:
    """3.1: `watch_limit` cards of the watched line may be taken."""
    for limit, expected in ((1, 5), (2, 5), (3, 6)):
        assert len(board.options(board.game("s01", params={"watch_limit": limit}), "take")) == expected
    two = board.game("s01", tricks="sp1", params={"watch_limit": 2}, watch="r0")
    assert len(board.options(two, "take")) == 16  # a corner has two cards in a line at most
    assert len(board.options(board.game("s01", tricks="sp1", watch="r0"), "take")) == 12


def test_every_cell_must_hold_a_card(board: Any) -> None:
    """3.1: a pattern over an empty cell is not legal."""
    game = board.game("s01", watch="r0", grid="bone bone - bone bone bone bone bone bone")
    assert {action["watch"] for action in board.options(game, "take")} == {"r1", "r2", "c0", "c1"}


def test_one_take_a_turn(board: Any) -> None:
    """3.1: exactly one; then the turn can end, and before it cannot."""
    game = board.game("s01", tricks="basic sp2")
    assert board.kinds(game) == {"take"}
    assert {action["trick"] for action in board.options(game, "take")} == {"basic", "sp2"}
    board.take(game, 2, 4, 6, trick="sp2")
    assert game.watch == "c1"  # a quarter turn of row 1
    assert board.kinds(game) == {"end_turn"}


def test_gained_cards(board: Any) -> None:
    """3.4: each card takes effect at once."""
    game = board.game("s02", grid="canned_x2 wild s03 bone fav_a training adoption fetch walk", watch="r2")
    board.take(game, 0, 1, 2)
    me = game.players[0]
    assert me.cubes == me.cubes_gained == {"scraps": 0, "kibble": 0, "canned": 2, "wild": 1}
    assert game.discards == ["canned_x2", "wild"]
    assert [dog.card for dog in me.dogs] == ["s02", "s03"]
    game = board.game("s02", grid="walk wild s03 bone fav_a training adoption fetch walk", watch="r2")
    board.take(game, 3, 4, 5)
    assert game.players[0].hand == ["bone", "fav_a", "training"]
    game = board.game("s02", grid="walk wild s03 bone fav_a training adoption fetch walk", watch="c0")
    board.take(game, 6, 7, 8)
    me = game.players[0]
    assert (me.hand, me.fetch, game.pending_walks) == (["adoption"], True, 1)
    assert board.options(game, "fetch") == [0, 1, 2, 3, 4, 5]  # Fetch can be played at once; cells 6 to 8 are empty


def test_cards_of_a_take_are_gained_in_the_order_of_their_cells(board: Any) -> None:
    """3.4: so are dogs and pending traits."""
    game = board.game("s01", watch="r2", grid="m02 l01 s05 x05 x01 x09 bone bone bone")
    board.take(game, 0, 1, 2)
    assert [dog.card for dog in game.players[0].dogs] == ["s01", "m02", "l01", "s05"]
    game = board.game("s01", watch="r2", grid="m02 l01 s05 x05 x01 x09 bone bone bone")
    board.take(game, 3, 4, 5)
    assert game.pending_traits == ["x05", "x01", "x09"]


def test_no_take(board: Any) -> None:
    """3.2: with no legal position nothing is taken, the watch dog stays, and that was the taking."""
    # seat 1 has the square only; Fetch in the middle leaves no place
    game = board.game("s01", seat=1, tricks="t05", watch="r0", hand="training training")
    game.trick_row = ["t05", "t06", "t10"]
    game.apply({"kind": "fetch", "cell": 4})
    assert board.kinds(game) == {"no_take", "learn", "tuck_training"}  # though t06 would open a position
    game.apply({"kind": "no_take"})
    assert game.watch == "r0"
    game.apply({"kind": "learn", "slot": 1})
    assert "take" not in board.kinds(game)
    end_turn(game)
    assert game.round == 2


def test_a_learned_trick_can_be_used_at_once(board: Any) -> None:
    """3.3; and once it opens a position there is no `no_take`."""
    game = board.game("s01", seat=1, tricks="t05", watch="r0", hand="training training")
    game.trick_row = ["t05", "t06", "t10"]
    game.apply({"kind": "fetch", "cell": 4})
    game.apply({"kind": "learn", "slot": 1})
    assert {action["trick"] for action in board.options(game, "take")} == {"t06"}
    assert "no_take" not in board.kinds(game)


# ---- Fetch


def test_fetch_swaps_with_any_card(board: Any) -> None:
    """3.5: any card of the grid, the watched line too, before and after taking; not an empty cell."""
    game = board.game("s01", seat=1, grid="- bone kibble bone bone bone bone bone bone", watch="r0")
    assert board.options(game, "fetch") == [1, 2, 3, 4, 5, 6, 7, 8]
    game.apply({"kind": "fetch", "cell": 2})
    me = game.players[1]
    assert (game.grid[2], me.cubes["kibble"], me.fetch, game.watch) == ("fetch", 1, False, "r0")
    assert board.options(game, "fetch") == []
    game = board.game("s01", seat=1)
    board.take(game, 0, 1, 2)
    assert board.options(game, "fetch") == [3, 4, 5, 6, 7, 8]


def test_fetch_blocks_its_cell_this_turn(board: Any) -> None:
    """3.3: it can be taken in a later turn only."""
    game = board.game("s01", seat=1, watch="r1")
    game.apply({"kind": "fetch", "cell": 0})
    assert {action["watch"] for action in board.options(game, "take")} == {"r2", "c1", "c2"}
    board.take(game, 6, 7, 8)
    end_turn(game)
    board.take(game, 0, 1, 2)
    assert game.players[0].fetch


def test_fetch_stays(board: Any) -> None:
    """3.3, `fetch_cell = "stays"`: the pattern may cover it, and leaves it."""
    game = board.game("s01", seat=1, watch="r1", params={"fetch_cell": "stays"})
    game.apply({"kind": "fetch", "cell": 0})
    assert {action["watch"] for action in board.options(game, "take")} == {"r0", "r2", "c0", "c1", "c2"}
    board.take(game, 0, 1, 2)
    assert game.grid[:3] == ["fetch", None, None]
    assert not game.players[1].fetch
    end_turn(game)
    assert game.grid[0] == "fetch"
    assert game.fresh_fetch is None


def test_fetch_that_stays_is_no_card_of_the_watched_line(board: Any) -> None:
    """3.1, 3.3: what is not taken does not count against the watch limit."""
    game = board.game("s01", seat=1, tricks="sp1", watch="r1", params={"fetch_cell": "stays"})
    game.apply({"kind": "fetch", "cell": 4})
    found = {tuple(action["cells"]) for action in board.options(game, "take")}
    assert (0, 3, 4) in found  # only cell 3 of row 1 is taken
    assert (1, 3, 4) in found
    assert not [cells for cells in found if {3, 5} <= set(cells)]


# ---- the end of a turn, of a round and of the game


def test_refill(board: Any) -> None:
    """3.9: empty cells are filled left to right, top to bottom; End Game is discarded and the filling goes on."""
    game = board.game("s01", watch="r0")
    game.deck = ["walk", "end_game", "s02", "x01", "bone"]
    board.take(game, 2, 5, 8)
    end_turn(game)
    assert [game.grid[cell] for cell in (2, 5, 8)] == ["walk", "s02", "x01"]
    assert (game.last_round, game.discards, game.deck) == (True, ["end_game"], ["bone"])
    board.take(game, 0, 1, 2)
    assert not game.is_over


def test_cells_stay_empty_without_a_deck(board: Any) -> None:
    """3.9."""
    game = board.game("s01", watch="r0")
    game.deck = ["walk"]
    board.take(game, 2, 5, 8)
    end_turn(game)
    assert [game.grid[cell] for cell in (2, 5, 8)] == ["walk", None, None]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_last_round_is_finished(board: Any, seat: int) -> None:
    """3.10: whoever turns End Game up, the game ends after the last seat's turn in that round."""
    game = board.game("s01", seat=seat, n_players=3)
    game.deck = ["end_game"] + ["bone"] * 40
    turns = 0
    while not game.is_over:
        turns += 1
        game.apply(board.options(game, "take")[0] | {"kind": "take"})
        end_turn(game)
    assert turns == 3 - seat
    assert game.end()["rounds"] == 1
    assert game.legal_actions() == []
    assert game.seat is None


def test_length_of_a_game(reference: ModuleType) -> None:
    """8.6: two players take three cards each turn: End Game turns up in turn 19, the game ends after turn 20."""
    game = reference.Game.from_setup(reference.deal(random.Random(11), 2))
    for player in game.players:
        player.fetch = False
    game.apply({"kind": "place_watch_dog", "line": "r0"})
    turns = 0
    seen = None
    while not game.is_over:
        legal = game.legal_actions()
        takes = [action for action in legal if action["kind"] == "take"]
        plays = [action for action in legal if action["kind"] in ("tuck_walk", "attach", "discard_food")]
        turns += bool(takes)
        game.apply((takes or plays or [{"kind": "end_turn"}])[0])
        if game.last_round and seen is None:
            seen = turns
    assert (turns, seen, game.end()["rounds"]) == (20, 19, 10)


def test_end_game_among_the_first_cards(reference: ModuleType) -> None:
    """3.9 holds for the deal too: turned up in the first grid, the first round is the last."""
    params = {"cards_below_end": 65}
    game = reference.Game.from_setup(reference.deal(random.Random(1), 2, params), params)
    assert game.last_round
    assert None not in game.grid
    assert "end_game" not in game.grid
