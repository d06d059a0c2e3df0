"""The state of a Go-Stop game: one record of fixed size, copied by assignment in compiled code."""

from __future__ import annotations

import numpy as np

from simcore.games.go_stop.cards import N_CARDS

PLAY, FLIP_TAKE, GO_STOP, OVER = 0, 1, 2, 3
PHASES = ("play", "flip_take", "go_stop", "over")

NO_EVENT, PPUK, CHOK, TTADAK, SSEUL = 0, 1, 2, 3, 4
EVENTS = (None, "ppuk", "chok", "ttadak", "sseul")

# whose pile a card took this turn
NO_PILE, OTHER_PILE, OWN_PILE = 0, 1, 2

CUP_OPEN, CUP_ANIMAL, CUP_JUNK = 0, 1, 2

BRIGHT_DOUBLING, ANIMALS_DOUBLING, JUNK_DOUBLING = 1, 2, 4
DOUBLINGS = ("bright", "animals7", "junk")

NOBODY = -1

# positions in the game's `reasons`
STOPPED, FOUR_IN_HAND, THREE_PPUK, NAGARI = 0, 1, 2, 3

STATE_DTYPE = np.dtype(
    [
        ("hand", np.uint64, (2,)),  # cards in each hand
        ("dealt", np.uint64, (2,)),  # cards dealt to each hand
        ("captured", np.uint64, (2,)),  # cards each seat has captured
        ("field", np.uint64),  # cards in the field, loose ones and stacks
        ("ppuk_pile", np.uint64, (2,)),  # lowest bit of every month that is a Ppuk pile of the seat
        ("turn_field", np.uint64),  # the field as the turn began (R31)
        ("turn_taken", np.uint64),  # captures of this turn, not yet collected (R26)
        ("turn_choice", np.uint64),  # matching pair of which the hand card takes one (`after_flip` only)
        ("payment", np.int64),  # points the winner wins, side payments not counted
        ("side", np.int64, (2,)),  # points won by side payments so far, zero-sum
        ("deck", np.int8, (N_CARDS,)),  # order of the deal: hands 0-9, 10-19, field 20-27, stock 28-47
        ("total", np.int32, (2,)),  # combination total when it last mattered: at the end of an own turn with captures
        ("last_go", np.int32, (2,)),  # combination total at the seat's last Go, 0 before the first
        ("go_count", np.int8, (2,)),  # times each seat said Go
        ("ppuk_count", np.int8, (2,)),  # Ppuk piles each seat has made
        ("cup_class", np.int8, (2,)),  # CUP_OPEN unless fixed by `cup_class = locked`
        ("redeals", np.int32),  # void deals before this one
        ("stock_next", np.int8),  # position in `deck` of the next stock card
        ("seat", np.int8),  # seat to decide
        ("phase", np.int8),  # PLAY, FLIP_TAKE, GO_STOP, OVER
        ("hand_card", np.int8),  # hand card played this turn
        ("flipped", np.int8),  # stock card turned and not yet matched, -1 if none
        ("hand_pile", np.int8),  # pile taken by the hand card this turn
        ("stock_pile", np.int8),  # pile taken by the stock card this turn
        ("hand_matched", np.int8),  # field cards of its month that the hand card met
        ("event", np.int8),  # special capture of the last turn
        ("steals", np.int8),  # junk cards stolen in the last turn
        ("n_turns", np.int8),  # hand cards played by both
        ("winner", np.int8),  # NOBODY while open and after a Nagari
        ("reason", np.int8),  # why the game ended, position in the game's `reasons`
        ("points", np.int32),  # combination total (or instant win points) of the winner
        ("doublings", np.int8),  # bit set of BRIGHT_DOUBLING, ANIMALS_DOUBLING, JUNK_DOUBLING
    ],
    align=True,
)
