"""The cards in a row each, for people."""

from __future__ import annotations

from typing import Any

from simcore.games.dog_park.cards import (
    DOGS,
    FORECASTS,
    LOCATION_TOKENS,
    OBJECTIVES,
    PLENTIFUL,
    REROUTED,
    RESOURCES,
    SOLO_NEEDS,
    SOLO_OBJECTIVES,
)


def _dog_card(dog: dict[str, str]) -> dict[str, Any]:
    cost = [f"{dog[f'cost_{kind}']} {kind}" for kind in RESOURCES if dog[f"cost_{kind}"] != "0"]
    kinds = " to ".join(filter(None, (dog["param1"], dog["param2"])))
    ability = dog["ability"] + (f" ({kinds})" if kinds else "")
    return _card("dog", dog["id"], dog["set"], dog["name"], dog["breeds"], ", ".join(cost), ability)


def _card(kind: str, number: str, of_set: str, name: str, breed: str, cost: str, effect: str) -> dict[str, Any]:
    values = (f"{kind}.{number}", of_set, name, breed, cost, effect)
    return dict(zip(("id", "set", "name", "breed", "cost", "effect"), values, strict=True))


def _location_card(card: int) -> dict[str, Any]:
    tokens = [
        f"{token} on {space}" if count == 1 else f"{count} {token} on {space}"
        for number, space, token, count in LOCATION_TOKENS
        if number == card
    ]
    deck = "plentiful" if card in PLENTIFUL else "rerouted"
    return _card("location", str(card), "base", deck, "", "", ", ".join(tokens))


def _forecast_effect(row: dict[str, str]) -> str:
    amounts = [f"{row[name]} {text}" for name, text in _AMOUNTS.items() if row[name] not in ("", "0")]
    return ": ".join(filter(None, (row["effect"].replace("_", " "), ", ".join(amounts))))


_AMOUNTS = {"reputation": "reputation", "any_resource": "resources"}


def _objective_effect(row: dict[str, str]) -> str:
    few, four = row["threshold_2_3p"], row["threshold_4p"]
    needed = f"{few or four}" if few in ("", four) else f"{few}, with four players {four}"
    tokens = f" (at least {row['walked_min']} each)" if row["walked_min"] else ""
    only = " (four players only)" if not few else ""
    condition = row["condition"].replace("_at_least", " tokens").replace("_", " ")
    return f"{row['type']}, {row['reputation']} reputation: {condition}{tokens} {needed}{only}"


def _solo_effect(row: dict[str, str]) -> str:
    needs = [f"{name.replace('_', ' ')} {row[f'{name}_min']}" for name in SOLO_NEEDS if row[f"{name}_min"] != "0"]
    return f"{row['stars']} stars; at least: {', '.join(needs)}"


CARDS: list[dict[str, Any]] = [
    *(_dog_card(dog) for dog in DOGS),
    *(_card("forecast", row["id"], "base", row["phase"], row["breed"], "", _forecast_effect(row)) for row in FORECASTS),
    *(_location_card(card) for card in (*PLENTIFUL, *REROUTED)),
    *(_card("objective", row["id"], "base", row["name"], "", "", _objective_effect(row)) for row in OBJECTIVES),
    *(
        _card("objective", row["id"], "base", f"solo {row['level']}", "", "", _solo_effect(row))
        for row in SOLO_OBJECTIVES
    ),
]
