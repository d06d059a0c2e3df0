"""Cells that meet the same deals and differ in one thing: alternatives beside what is written, values of one rule."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simcore.report.cells import Cells
from simcore.report.grid import same_games

# so many line-ups can still be told apart, and so many swept values be measured together
MOST_FAMILIES = 12
MOST_VALUES = 20

Cell = dict[str, Any]
Group = tuple[int, ...]

_SHARD = "needs the same games in all cells; this is one shard: combine the shards first"


@dataclass(frozen=True)
class Family:
    """Cells of one line-up.

    Parameters
    ----------
    name : str
        The line-up, and whatever else tells its cells from those of other families.
    cells : list of dict
        As in the manifest. Of alternatives the first is the cell as written; of a sweep they ascend by value.
    """

    name: str
    cells: list[Cell]

    @property
    def group(self) -> Group:
        """Numbers of the cells."""
        return tuple(cell["cell"] for cell in self.cells)


def families_of_alternatives(cells: Cells, parts: list[dict[str, Any]]) -> list[Family] | str:
    """Return every cell as written with its alternatives, or say in words why there are none.

    Parameters
    ----------
    cells : Cells
        Cells of the run.
    parts : list of dict
        Parts of the run, as in the manifest.

    Returns
    -------
    list of Family or str
        In the order of the run. Alternatives that change who sits where are left out: they meet other deals.
    """
    if all(cell.get("alternative") is None for cell in cells.cells):
        return "needs a run of a scenario with [alternatives]; this one has none"
    found: dict[str, list[Cell]] = defaultdict(list)
    for cell in sorted(cells.cells, key=lambda cell: bool(cell["alternative"])):
        found[_table(cell)].append(cell)
    families = [
        Family(cells.group(alike[0]), alike)
        for alike in found.values()
        if len(alike) > 1 and not alike[0]["alternative"]
    ]
    if not families:
        return "needs alternatives that leave the line-ups as they are"
    if len(families) > MOST_FAMILIES:
        return f"needs at most {MOST_FAMILIES} line-ups and swept values; this run has {len(families)}"
    return families if all(same_games(parts, family.group) for family in families) else _SHARD


def families_of_rule_sweep(cells: Cells, parts: list[dict[str, Any]]) -> list[Family] | str:
    """Return the cells of every line-up by the value of the rule that is swept, or say why there are none.

    Parameters
    ----------
    cells, parts
        As for `families_of_alternatives`.

    Returns
    -------
    list of Family or str
        Numbers ascend; words keep the scenario's order.
    """
    varied = cells.varied
    if len(varied) != 1 or not varied[0].startswith("params."):
        return f"needs a sweep of exactly one rule, params.X; this run sweeps {', '.join(varied) or 'nothing'}"
    if any(cell.get("alternative") is not None for cell in cells.cells):
        return "needs a sweep without [alternatives]"
    found: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells.cells:
        found[json.dumps(cell["seatings"])].append(cell)
    values = [cell["swept"][varied[0]] for cell in next(iter(found.values()))]
    if max(len(found), len(values)) > MOST_VALUES:
        return f"needs at most {MOST_VALUES} values and line-ups; this run has {len(values)} and {len(found)}"
    if all(isinstance(value, (int, float)) for value in values):
        found = {key: sorted(alike, key=lambda cell: cell["swept"][varied[0]]) for key, alike in found.items()}
    families = [Family(cells.lineup(alike[0]), alike) for alike in found.values()]
    return families if all(same_games(parts, family.group) for family in families) else _SHARD


def joint_groups(cells: Cells, parts: list[dict[str, Any]]) -> list[Group]:
    """Return the groups of cells whose differences some section shows."""
    alternatives, sweep = families_of_alternatives(cells, parts), families_of_rule_sweep(cells, parts)
    pairs: Iterable[Group] = (
        (family.group[0], other)
        for family in (alternatives if isinstance(alternatives, list) else [])
        for other in family.group[1:]
    )
    return [*pairs, *(family.group for family in (sweep if isinstance(sweep, list) else []))]


def _table(cell: Cell) -> str:
    """Return what an alternative must share with the cell as written to meet its deals game by game."""
    return json.dumps([cell["players"], cell["swept"], cell["seatings"], cell["draws_seats"]], sort_keys=True)
