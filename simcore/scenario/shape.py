"""The shape of a scenario file, and the one-line message for whatever does not fit it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from simcore.errors import InputError, not_one_of, shown

MAX_GAMES = 10**12
MAX_SEED = 2**64 - 1
MAX_CONTINUATIONS = 100_000

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,39}$")]

_WORDS = {
    "int_type": "an integer",
    "string_type": "a text",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class EntrantShape(_Table):
    """One ``[[entrants]]`` table."""

    name: Name
    strategy: str
    params: dict[str, Any] = {}
    restrict: list[str] = []


class LineupsShape(_Table):
    """The ``[lineups]`` table."""

    mode: Literal["rotate", "all", "fixed", "draw"] = "rotate"
    seats: Annotated[list[list[str]], Field(min_length=1)] | None = None


class TableShape(_Table):
    """One ``[tables.NAME]`` table: how both branches of a decision are played."""

    continuations: int = Field(default=16, ge=2, le=MAX_CONTINUATIONS)
    redraw: Literal["future", "hidden"] = "future"
    playout: str | None = None


class TuneShape(_Table):
    """The ``[tune]`` table: whose parameters `simcore tune` searches, and where."""

    entrant: str
    params: dict[str, Annotated[list[Any], Field(min_length=2)]] = Field(min_length=1)
    budget: int = Field(default=1_000_000, ge=10_000, le=MAX_GAMES)


class CardTableShape(_Table):
    """A card table of the user's: its file, and what that holds."""

    file: str
    table: dict[str, Any]


class ScenarioShape(_Table):
    """A whole scenario file, before the game's own checks."""

    schema_: int = Field(alias="schema", ge=1, le=1)
    title: str = Field(default="", max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")
    game: str
    games: int = Field(default=10_000, ge=1, le=MAX_GAMES)
    seed: int = Field(default=0, ge=0, le=MAX_SEED)
    players: int | Annotated[list[int], Field(min_length=1)] | None = None
    params: dict[str, Any] = {}
    entrants: list[EntrantShape] = Field(min_length=1)
    sweep: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    alternatives: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    lineups: LineupsShape = LineupsShape()
    tables: dict[str, TableShape] = {}
    tune: TuneShape | None = None
    card_table: CardTableShape | None = None
    cards: dict[str, Any] = {}


TOP_KEYS = tuple(field.alias or name for name, field in ScenarioShape.model_fields.items())
_KEYS_OF_TABLE: dict[str, Iterable[str]] = {
    "": TOP_KEYS,
    "entrants": EntrantShape.model_fields,
    "lineups": LineupsShape.model_fields,
    "tables": TableShape.model_fields,
    "tune": TuneShape.model_fields,
}
_RANGES = {
    "budget": f"10000 to {MAX_GAMES}",
    "games": f"1 to {MAX_GAMES}",
    "seed": f"0 to {MAX_SEED}",
    "continuations": f"2 to {MAX_CONTINUATIONS}",
}


def check_shape(raw: dict[str, Any], where: str) -> ScenarioShape:
    """Check the shape of a scenario.

    Parameters
    ----------
    raw : dict
        What the file holds, sweeps and overrides already applied or not.
    where : str
        File for messages.

    Returns
    -------
    ScenarioShape

    Raises
    ------
    InputError
        For the first fault.
    """
    try:
        return ScenarioShape.model_validate(raw)
    except ValidationError as error:
        raise _input_error(error.errors()[0], raw, where) from None


def _input_error(fault: ErrorDetails, raw: dict[str, Any], where: str) -> InputError:
    path = list(fault["loc"])
    if path[0] == "players":
        # a union adds the name of the alternative it tried, which is no key of the user's
        path = path[:1]
    # an entrant is known to the user by its name, not by its number
    named = [_entrant_name(raw, path[: i + 1]) or str(part) for i, part in enumerate(path)]
    key = ".".join(named)
    if fault["type"] == "extra_forbidden":
        table = str(path[0]) if len(path) > 1 else ""
        return InputError(where, key, not_one_of(path[-1], _KEYS_OF_TABLE[table]))
    if fault["type"] == "missing":
        return InputError(where, key, "is missing")
    return InputError(where, key, f"{shown(fault['input'])} is not allowed; allowed: {_allowed(fault, key)}")


def _allowed(fault: ErrorDetails, key: str) -> str:
    if key == "players":
        return "an integer, or a list of integers to sweep"
    if key == "card_table":
        return "the path of a card table"
    if key == "schema":
        return "1"
    if key == "title":
        return "a text of at most 200 characters, without control characters"
    if fault["type"] == "string_pattern_mismatch":
        return "a name of at most 40 letters, digits, _ and -, a letter first"
    if fault["type"] == "literal_error":
        return str(fault["ctx"]["expected"])
    if fault["type"] in ("too_short", "too_long"):
        least = fault["ctx"]["min_length"]
        entries = "one entry" if least == 1 else f"{least} entries"
        return f"a {'table' if isinstance(fault['input'], dict) else 'list'} with at least {entries}"
    if fault["type"] in ("greater_than_equal", "less_than_equal", "int_parsing_size"):
        return _RANGES.get(key.rpartition(".")[2], str(fault["msg"]))
    return _WORDS.get(fault["type"], str(fault["msg"]))


def _entrant_name(raw: dict[str, Any], path: list[Any]) -> str | None:
    if len(path) != 2 or path[0] != "entrants":
        return None
    try:
        name = raw["entrants"][path[1]]["name"]
    except (KeyError, TypeError, IndexError):
        return None
    return name if isinstance(name, str) else None
