"""What a position of Dog Lover says of the seats: dogs with what lies on them, tricks, hands, cubes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcore.engine.positions import WHERE
from simcore.engine.values import Values
from simcore.errors import shown
from simcore.games.dog_lover.layout import (
    ANY_SIZE,
    CUBES,
    FETCH,
    FIRST_DOG,
    FIRST_FOOD_CARD,
    FIRST_RESCUED,
    FIRST_TRAIT,
    N_SIZES,
    SIZES,
    T_ALL_SIZES,
    T_CHEAP_RESCUE,
    T_CHEAP_TRICK,
    T_MULTI_TRAINING,
    T_MULTI_WALK,
    T_WATCHDOG_PLUS,
    TRAINING,
    WALK,
)
from simcore.games.dog_lover.position_cards import DECK_DOGS, DECK_TRICKS, HELD, RESCUED, TRAITS, Reading

DOG_KEYS = ("dog", "traits", "walks", "trainings")
# sums over a seat's traits that the kernel keeps
_SUMS = {"watch_more": T_WATCHDOG_PLUS, "rescue_less": T_CHEAP_RESCUE, "trick_less": T_CHEAP_TRICK}


def _lists(reading: Reading, key: str) -> list[list[Any] | None]:
    """Read a list of lists, one a seat; None where a seat's is left out."""
    lists = reading.values.entries(key, [None] * reading.n_seats, reading.n_seats)
    for seat, found in enumerate(lists):
        if found is not None and not isinstance(found, (list, tuple)):
            raise reading.values.fault(f"{key}.{seat}", f"{shown(found)} is not allowed; allowed: a list")
    return lists


# ---- dogs


def read_dogs(reading: Reading) -> None:
    """Read everybody's dogs in the order gained; who names none has one of the deck (2.2).

    Parameters
    ----------
    reading : Reading
        Written.

    Raises
    ------
    InputError
        For a dog or trait that lies elsewhere or does not fit, and for more below a dog than the rules allow.
    """
    lists = _lists(reading, "dogs")
    for seat, dogs in enumerate(lists):
        for i, entry in enumerate(dogs or []):
            _read_dog(reading, seat, Values(_as_dict(entry), WHERE, DOG_KEYS, f"dogs.{seat}.{i}"))
    for seat, dogs in enumerate(lists):
        if dogs is None:
            for card in reading.deck.draw(f"dogs.{seat}.0", DECK_DOGS, 1):
                _put_dog(reading, seat, card - (FIRST_DOG - 1), [], 0, 0)


def _as_dict(entry: object) -> object:
    """Return a dog as a dict; it may be only an id."""
    return entry if isinstance(entry, Mapping) else {"dog": entry}


def _read_dog(reading: Reading, seat: int, values: Values) -> None:
    rules = reading.rules
    dog = _lay_dog(reading, values)
    cards = [
        reading.deck.lay(values, f"traits.{i}", trait, TRAITS) for i, trait in enumerate(values.entries("traits", []))
    ]
    traits = [card - (FIRST_TRAIT - 1) for card in cards]
    if len(traits) > rules.traits_per_dog:
        raise values.fault("traits", f"has {len(traits)} traits; allowed: at most {rules.traits_per_dog}")
    effects = [int(rules.trait_effect[trait]) for trait in traits]
    for i, trait in enumerate(traits):
        size = int(rules.trait_size[trait])
        if size != ANY_SIZE and size not in _sizes_of(rules, dog, effects[:i]):
            raise values.fault(f"traits.{i}", f"is for a {SIZES[size]} dog, and this one is none")
    walks = reading.deck.lay_copies(values, "walks", WALK)
    trainings = reading.deck.lay_copies(values, "trainings", TRAINING)
    for key, count, lifting in (("walks", walks, T_MULTI_WALK), ("trainings", trainings, T_MULTI_TRAINING)):
        if count > rules.tuck_limit_each and lifting not in effects:
            raise values.fault(key, f"{count} is not allowed; allowed: 0 to {rules.tuck_limit_each}")
    _put_dog(reading, seat, dog, traits, walks, trainings)


def _lay_dog(reading: Reading, values: Values) -> int:
    """Lay a dog of the game deck or a rescued one; return its number as a dog."""
    given = values.get("dog")
    if given in reading.rescued.ids(RESCUED):
        return reading.rescued.lay(values, "dog", given, RESCUED)
    if given not in reading.deck.ids(DECK_DOGS):
        both = [*reading.deck.ids(DECK_DOGS), *reading.rescued.ids(RESCUED)]
        raise values.fault("dog", reading.deck.problem(given, both))
    return reading.deck.lay(values, "dog", given, DECK_DOGS) - (FIRST_DOG - 1)


def _sizes_of(rules: Any, dog: int, effects: Sequence[int]) -> list[int]:
    """Return the sizes of a dog during play, with traits of these effects on it (4.3)."""
    return list(range(N_SIZES)) if T_ALL_SIZES in effects else [int(rules.dog_size[dog])]


def _put_dog(reading: Reading, seat: int, dog: int, traits: Sequence[int], walks: int, trainings: int) -> None:
    """Put a dog into a play area, with all that the kernel keeps beside it."""
    state, rules = reading.state, reading.rules
    effects = [int(rules.trait_effect[trait]) for trait in traits]
    bit = 1 << int(state.n_dogs[seat])
    state.dogs[seat, state.n_dogs[seat]] = dog
    state.n_dogs[seat] += 1
    state.walks[dog], state.trainings[dog] = walks, trainings
    for trait in traits:
        state.trait_under[trait], state.trait_on[dog] = state.trait_on[dog], trait
    for size in _sizes_of(rules, dog, effects):
        state.sizes[seat, size] |= bit
    limit = rules.tuck_limit_each
    state.rescued[seat] |= bit * (dog >= FIRST_RESCUED)
    state.walk_open[seat] |= bit * (walks < limit or T_MULTI_WALK in effects)
    state.training_open[seat] |= bit * (trainings < limit or T_MULTI_TRAINING in effects)
    state.trait_open[seat] |= bit * (len(traits) < rules.traits_per_dog)
    for name, effect in _SUMS.items():
        state[name][seat] += sum(int(rules.trait_n[trait]) for trait in traits if rules.trait_effect[trait] == effect)


# ---- tricks, hands, cubes


def read_tricks(reading: Reading) -> None:
    """Read everybody's tricks: one to start with, and those learned; who names none has only the first (2.3).

    Without a starting trick, which has a legal place whatever is watched, a game could stand still.

    Parameters
    ----------
    reading : Reading
        Written.

    Raises
    ------
    InputError
        For a trick that lies elsewhere, and where there is not exactly one to start with.
    """
    state, lists = reading.state, _lists(reading, "tricks")
    for seat, tricks in enumerate(lists):
        allowed = (*reading.starting, *DECK_TRICKS)
        found = [
            reading.tricks.lay(reading.values, f"tricks.{seat}.{i}", trick, allowed)
            for i, trick in enumerate(tricks or [])
        ]
        n_starting = sum(trick in reading.starting for trick in found)
        if tricks is not None and n_starting != 1:
            raise reading.values.fault(f"tricks.{seat}", f"has {n_starting} starting tricks; allowed: exactly one")
        state.tricks[seat] = sum(1 << trick for trick in found)
    for seat, tricks in enumerate(lists):
        if tricks is None:
            (trick,) = reading.tricks.draw(f"tricks.{seat}", reading.starting, 1)
            state.tricks[seat] = 1 << trick


def read_hands(reading: Reading) -> None:
    """Read what everybody holds; Fetch, where no key says where it is, is held by the last seat (2.7).

    Parameters
    ----------
    reading : Reading
        The grid is read.

    Raises
    ------
    InputError
        For a card that cannot be held, or lies elsewhere.
    """
    state = reading.state
    for seat, hand in enumerate(_lists(reading, "hands")):
        for i, card in enumerate(hand or []):
            state.hand[seat, reading.deck.lay(reading.values, f"hands.{seat}.{i}", card, HELD)] += 1
    if not reading.values.has("hands"):
        for card in reading.deck.draw("hands", (FETCH,), 1):
            state.hand[reading.n_seats - 1, card] = 1


def read_cubes(reading: Reading) -> None:
    """Read everybody's cubes: together no more of a kind than all its food cards bring.

    Parameters
    ----------
    reading : Reading
        Written.

    Raises
    ------
    InputError
        For a number that the game does not allow.
    """
    state, rules = reading.state, reading.rules
    most = [0] * len(CUBES)
    for card in range(FIRST_FOOD_CARD, FIRST_TRAIT):
        most[rules.food_kind[card]] += int(rules.food_amount[card]) * reading.deck.copies((card,))
    for seat, entry in enumerate(reading.values.entries("cubes", [None] * reading.n_seats, reading.n_seats)):
        held = Values({} if entry is None else entry, WHERE, CUBES, f"cubes.{seat}")
        for kind, word in enumerate(CUBES):
            taken = int(state.cubes[:, kind].sum())
            state.cubes[seat, kind] = held.whole(word, 0, 0, most[kind] - taken)
