"""Actions: number <-> object <-> words.

A number is the kind, shifted by `KIND_SHIFT`, and what the kind needs below.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from simcore.games.dog_park.cards import COPIED_AT_ONCE, DOG_IDS, N_RESOURCES, PAID, PAID_BITS, RESOURCES, REWARDS
from simcore.games.dog_park.state import MAX_DOGS

KIND_SHIFT = 20
LOW = (1 << KIND_SHIFT) - 1
A_OBJECTIVE, A_OFFER, A_PICK, A_GAIN, A_PLACE, A_STOP, A_CRAFTY, A_EAGER, A_MOVE = (
    kind << KIND_SHIFT for kind in range(1, 10)
)
A_GLOBETROTTER, A_PAY, A_SWAP, A_SCOUT, A_DONE, A_REPLACE, A_KEEP, A_LEAVE_BONUS, A_FORK = (
    kind << KIND_SHIFT for kind in range(10, 19)
)
# a slot, a value or a resource has the lowest bits, what goes with it those above
SLOT_BITS, VALUE_BITS = 2, 3
NOTHING_GIVEN = N_RESOURCES
# below A_CRAFTY: the resource gained is named as well (`crafty_timing = any_time`)
GAIN_NAMED = 1 << 8
GAIN_SHIFT = 9

# a payment has what is given of each resource side by side; nothing given is a free placement
PAYMENT_BITS = PAID_BITS * N_RESOURCES
FREE = 0

# eight dogs, each free, for one resource of four kinds, or with any six resources beside; then what any_time adds
MAX_LEGAL = MAX_DOGS * (1 + N_RESOURCES + 84) + 2 * N_RESOURCES**2 + 1 + COPIED_AT_ONCE
# a round: offers, picks and their gains; forecast 1, placements, crafty; eleven moves with what follows; home gains
MAX_DECISIONS = 3000


def action_to_dict(action: int) -> dict[str, Any]:
    """Return an action as the playthrough record writes it.

    Parameters
    ----------
    action : int
        A legal action of some position.

    Returns
    -------
    dict
        With ``kind`` and the fields of that kind.
    """
    return _FIELDS[action & ~LOW](action & LOW)


def _offer(low: int) -> dict[str, Any]:
    return {"kind": "offer", "slot": low >> VALUE_BITS, "value": low & ((1 << VALUE_BITS) - 1)}


def _place(low: int) -> dict[str, Any]:
    pay = {kind: low >> PAID_BITS * place & PAID for place, kind in enumerate(RESOURCES)}
    return {"kind": "place", "dog": DOG_IDS[low >> PAYMENT_BITS], "pay": pay}


def _crafty(low: int) -> dict[str, Any]:
    given = low & (GAIN_NAMED - 1)
    gain = {"gain": REWARDS[low >> GAIN_SHIFT]} if low & GAIN_NAMED else {}
    return {"kind": "crafty", **gain, "give": None if given == NOTHING_GIVEN else REWARDS[given]}


def _dog_and_slot(kind: str, low: int) -> dict[str, Any]:
    dog = DOG_IDS[low >> SLOT_BITS] or None
    return {"kind": kind, "dog": dog, "slot": low & ((1 << SLOT_BITS) - 1) if dog else None}


_FIELDS: dict[int, Callable[[int], dict[str, Any]]] = {
    A_OBJECTIVE: lambda low: {"kind": "objective", "card": low},
    A_OFFER: _offer,
    A_PICK: lambda low: {"kind": "pick", "slot": low},
    A_GAIN: lambda low: {"kind": "gain", "resource": REWARDS[low]},
    A_PLACE: _place,
    A_STOP: lambda _: {"kind": "stop_placing"},
    A_CRAFTY: _crafty,
    A_EAGER: lambda low: {"kind": "eager", "gain": REWARDS[low]},
    A_MOVE: lambda low: {"kind": "move", "space": low},
    A_GLOBETROTTER: lambda low: {"kind": "globetrotter", "space": low or None},
    A_PAY: lambda low: {"kind": "pay_occupied", "pay": bool(low)},
    A_SWAP: functools.partial(_dog_and_slot, "swap"),
    A_SCOUT: lambda _: {"kind": "scout"},
    A_DONE: lambda _: {"kind": "done"},
    A_REPLACE: functools.partial(_dog_and_slot, "replace"),
    A_KEEP: lambda _: {"kind": "keep"},
    A_LEAVE_BONUS: functools.partial(_dog_and_slot, "leave_bonus"),
    A_FORK: lambda low: {"kind": "fork", "space": low},
}
