"""What the manifest says of cells and entrants: labels, what varies, what is symmetric."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simcore.engine import registry
from simcore.engine.game import GameSpec
from simcore.report.wording import listed, setting, value_word

# what paths to printed numbers begin with
CARDS = "cards."
# parameters of a strategy that are all told, whatever their values
_MOST_TOLD = 4


@dataclass(frozen=True)
class Cells:
    """The cells of a run.

    Parameters
    ----------
    cells : list of dict
        As in the manifest.
    game : GameSpec
        The game.
    """

    cells: list[dict[str, Any]]
    game: GameSpec

    @cached_property
    def varied(self) -> list[str]:
        """Swept paths that take more than one value, in the scenario's order."""
        paths = self.cells[0]["swept"]
        return [path for path in paths if len({_key(cell["swept"][path]) for cell in self.cells}) > 1]

    @cached_property
    def written(self) -> list[dict[str, Any]]:
        """The cells of the scenario as written: all that are no alternative."""
        return [cell for cell in self.cells if not cell.get("alternative")]

    @cached_property
    def lineups(self) -> int:
        """How many different sets of entrants there are."""
        return len({tuple(sorted(cell["seatings"][0])) for cell in self.cells})

    def label(self, cell: dict[str, Any]) -> str:
        """Return what tells a cell from the others, or its line-up where there is only one."""
        return self._joined(cell, [self.alternative(cell)] if cell.get("alternative") is not None else [])

    def group(self, cell: dict[str, Any]) -> str:
        """Return the label of a cell and of all alternatives to it together."""
        return self._joined(cell, [])

    def alternative(self, cell: dict[str, Any]) -> str:
        """Return what a cell has otherwise than the scenario as written."""
        changed: dict[str, Any] = cell["alternative"]
        return ", ".join(setting(short_path(path), [value]) for path, value in changed.items()) or "as written"

    def lineup(self, cell: dict[str, Any]) -> str:
        """Return the entrants that sit at a cell's table."""
        return " v ".join(sorted(cell["seatings"][0]))

    def _joined(self, cell: dict[str, Any], more: list[str]) -> str:
        words = [setting(short_path(path), [cell["swept"][path]]) for path in self.varied] + more
        return ", ".join(words + ([self.lineup(cell)] if self.lineups > 1 or not words else []))

    def players(self) -> list[int]:
        """Return the player counts, ascending."""
        return sorted({cell["players"] for cell in self.cells})

    def entrant(self, name: str) -> dict[str, Any]:
        """Return an entrant's strategy and, for each parameter, the values it takes in the run."""
        found = [entry for cell in self.cells for entry in cell["entrants"] if entry["name"] == name]
        values: dict[str, list[Any]] = {}
        for entry in found:
            for parameter, value in entry["params"].items():
                known = values.setdefault(parameter, [])
                if value not in known:
                    known.append(value)
        strategies = sorted({entry["strategy"] for entry in found})
        leaves = sorted({text for entry in found for text in entry.get("restrict", [])})
        return {"name": name, "strategy": ", ".join(strategies), "params": values, "leaves": leaves}

    def told_params(self, strategy: str, params: dict[str, list[Any]]) -> dict[str, list[Any]]:
        """Return the parameters worth telling beside a strategy's name.

        Of many, those that are not at their defaults; the table of entrants has all.
        """
        known = registry.strategies(self.game.name).get(strategy)
        if known is None or len(params) <= _MOST_TOLD:
            return params
        defaults = {parameter.name: [parameter.spelled(parameter.default)] for parameter in known.parameters}
        return {name: values for name, values in params.items() if values != defaults.get(name)}

    def entrant_texts(self, names: Sequence[str]) -> list[str]:
        """Return entrants with strategy and parameters in a few words, those that are alike together."""
        alike: dict[str, list[str]] = {}
        for name in names:
            found = self.entrant(name)
            told = self.told_params(found["strategy"], found["params"])
            params = "; ".join([*(setting(key, values) for key, values in told.items()), *found["leaves"]])
            alike.setdefault(found["strategy"] + (f" ({params})" if params else ""), []).append(name)
        return [f"{listed(found)} = {text}" for text, found in alike.items()]

    def changed_rules(self) -> list[dict[str, Any]]:
        """Return the rule parameters that the scenario as written has not at their default, with all their values."""
        rows = []
        for parameter in self.game.parameters:
            values: list[Any] = []
            for cell in self.written:
                value = cell["params"].get(parameter.name, parameter.spelled(parameter.default))
                if value not in values:
                    values.append(value)
            if values != [parameter.spelled(parameter.default)]:
                rows.append(
                    {
                        "parameter": parameter.name,
                        "value": ", ".join(value_word(value) for value in values),
                        "default": value_word(parameter.spelled(parameter.default)),
                        "meaning": parameter.text,
                        "source": parameter.source,
                    }
                )
        return rows

    def changed_cards(self) -> dict[str, list[Any]]:
        """Return the card numbers that the scenario as written changes, with all their values."""
        found: dict[str, list[Any]] = {}
        for cell in self.written:
            for path, value in cell.get("cards", {}).items():
                values = found.setdefault(path, [])
                if value not in values:
                    values.append(value)
        return found


def short_path(path: str) -> str:
    """Return a swept path without the words that say nothing to a reader."""
    if path.startswith(CARDS):
        return path.removeprefix(CARDS)
    parts = [part for part in path.split(".") if part not in ("entrants", "params")]
    return " ".join(parts)


def is_symmetric(cells: Sequence[dict[str, Any]]) -> bool:
    """Whether cells taken together stay the same when their entrants change places.

    That holds where all entrants are alike, and for two entrants where every pairing is there both ways. Line-ups that
    put every entrant into every seat then give all of them the same result.

    Parameters
    ----------
    cells : sequence of dict
        As in the manifest.
    """
    tables = []
    for cell in cells:
        kinds = [_key([entry["strategy"], entry["params"], entry.get("restrict")]) for entry in cell["entrants"]]
        if len(set(kinds)) > 1 and len(kinds) != 2:
            return False
        rules = _key([cell["params"], cell["players"], cell.get("cards"), cell.get("card_table")])
        names = tuple(entry["name"] for entry in cell["entrants"])
        tables.append((rules, names, kinds[0], kinds[-1]))
    swapped = [(rules, names, last, first) for rules, names, first, last in tables]
    return Counter(tables) == Counter(swapped)


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
