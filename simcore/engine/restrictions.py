"""Restricted play: kinds of action and cards that an entrant leaves while it has another legal action.

What a card or a kind of action is worth to somebody who plays well shows when a player who never uses it meets one who
may. Source: Jaffe, Miller, Andersen, Liu, Karlin and Popovic (2012), "Evaluating competitive game balance with
restricted play", AIIDE 8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simcore.engine.card_tables import CardTable, read_cards
from simcore.engine.game import GameSpec
from simcore.errors import InputError, not_one_of, shown

NEVER, AVOID = "never:", "avoid:card:"


def _cards(game: GameSpec, table: CardTable | None) -> dict[str, int]:
    """Return the number of each card that can be left, by the names that users know it by."""
    module = game.module("restrict")
    if not hasattr(module, "card_numbers"):
        cards: dict[str, int] = module.CARDS
        return cards
    numbers: dict[str, int] = read_cards(module.card_numbers, table)()
    return numbers


def checked_restrictions(
    game: GameSpec, given: Sequence[str], table: CardTable | None, where: str, key: str
) -> tuple[str, ...]:
    """Refuse restrictions that the game does not know.

    Parameters
    ----------
    game : GameSpec
        Its package may have the module ``restrict``: KINDS (words), CARDS or card_numbers(table), kind_of(action) and
        uses_card(state, action, card).
    given : sequence of str
        ``never:KIND`` or ``avoid:card:CARD``.
    table : CardTable or None
        The cards.
    where, key : str
        File and dotted path for messages.

    Returns
    -------
    tuple of str
        The same, each once, in a fixed order.

    Raises
    ------
    InputError
        For the first that is not known.
    """
    if given and not game.has_module("restrict"):
        raise InputError(where, key, f"{game.name} has no restricted play")
    for text in given:
        if text.startswith(NEVER):
            kinds = game.module("restrict").KINDS
            if (kind := text.removeprefix(NEVER)) not in kinds:
                raise InputError(where, key, f"{shown(text)}: {not_one_of(kind, kinds)}")
        elif text.startswith(AVOID):
            cards = _cards(game, table)
            if _card(text, cards) is None:
                raise InputError(where, key, f"{shown(text)}: {not_one_of(text.removeprefix(AVOID), cards)}")
        else:
            raise InputError(where, key, f"{shown(text)} is not allowed; allowed: never:KIND, avoid:card:CARD")
    return tuple(sorted(set(given)))


def limits_of(game: GameSpec, restrictions: Sequence[str], table: CardTable | None) -> list[int]:
    """Return restrictions as the kernel reads them.

    Parameters
    ----------
    game : GameSpec
        The game.
    restrictions : sequence of str
        As `checked_restrictions` returns them.
    table : CardTable or None
        The cards.

    Returns
    -------
    list of int
        Bits of the kinds, how many cards, and their numbers; nothing where there are no restrictions.
    """
    if not restrictions:
        return []
    kinds, numbers = game.module("restrict").KINDS, _cards(game, table)
    bits = sum(1 << kinds.index(text.removeprefix(NEVER)) for text in restrictions if text.startswith(NEVER))
    cards = [_card(text, numbers) or 0 for text in restrictions if text.startswith(AVOID)]
    return [bits, len(cards), *cards]


def _card(text: str, numbers: Mapping[str, int]) -> int | None:
    """Return the number of the card that a restriction names, with or without the list that it stands in."""
    card = text.removeprefix(AVOID)
    return numbers.get(card, numbers.get(card.rpartition(".")[2]))
