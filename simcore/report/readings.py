"""The section ``readings``: what each alternative changes against the scenario as written, game by game."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from simcore.analysis.estimates import MEAN, SHARE, Estimate
from simcore.analysis.sums import DealSums
from simcore.report.cells import CARDS
from simcore.report.context import Context, Facts
from simcore.report.families import Cell, Family, families_of_alternatives
from simcore.report.measures import (
    PAIRED,
    SAME,
    change_columns,
    changes,
    decimals_of,
    difference_columns,
    measures,
    value_columns,
)
from simcore.report.model import Column, Section, Table
from simcore.report.wording import CONFIDENCE, listed, percent, plural, signed, value_word

NAME = "readings"
TITLE = "Rule readings against the rules as written"

_SHOWN = ("first", "draws", "payment", "turns", "score")
_UNITS = {"first": "percentage points"}
# line-ups that key findings tell of, and readings named together where they cannot be told apart
_MOST_TOLD = 4
_FEW = 3
# what may happen more often is not called rare
_RARE = 0.01


def why_not(facts: Facts) -> str | None:
    """Say why the run has no such section, or return None."""
    found = families_of_alternatives(facts.cells, facts.run.manifest["parts"])
    return found if isinstance(found, str) else None


def build(context: Context) -> Section:
    """Return the section.

    Parameters
    ----------
    context : Context
        A run whose cells have alternatives.

    Returns
    -------
    Section
    """
    readings = context.readings
    text = (
        "Each reading changes one thing in the scenario as written and is compared with it on the same deals, game by "
        "game. The winner of a game is the seat with the highest payoff; a draw has no such seat, and a decided game "
        "has one. The result of a game is what every seat gains. A reading that leads to another decision also leads "
        "to other random choices later in that game, and all that follows counts as changed."
    )
    tables = [_alternatives(context, readings)]
    for number, family in enumerate(readings.families):
        tables += [_changes(context, readings, family, number), _values(context, readings, family, number)]
    return Section(NAME, TITLE, text, tables=tables)


@dataclass(frozen=True)
class Readings:
    """What the alternatives of a run change.

    Parameters
    ----------
    context : Context
        The run.
    """

    context: Context

    @cached_property
    def families(self) -> list[Family]:
        """Every cell as written with its alternatives."""
        found = families_of_alternatives(self.context.cells, self.context.manifest["parts"])
        assert isinstance(found, list)
        return found

    @property
    def comparisons(self) -> int:
        """Alternatives of all line-ups: so many intervals of a column hold at once."""
        return sum(len(family.cells) - 1 for family in self.families)

    @cached_property
    def changed(self) -> dict[str, list[dict[str, Any]]]:
        """For every line-up a row for each alternative: label, shares changed, differences."""
        return {family.name: self._rows(family) for family in self.families}

    def sums(self, family: Family, cell: Cell) -> DealSums:
        """Return the sums over the deals of a cell together with the one as written."""
        other = cell if cell is not family.cells[0] else family.cells[1]
        return self.context.collected.joint[family.group[0], other["cell"]]

    def _rows(self, family: Family) -> list[dict[str, Any]]:
        known, written = measures(self.context.game), family.group[0]
        rows: list[dict[str, Any]] = []
        for cell in family.cells[1:]:
            sums, number = self.sums(family, cell), cell["cell"]
            row = {"reading": self.context.cells.alternative(cell), **changes(sums, number, self.comparisons)}
            rows.append(row | {key: known[key].difference(sums, number, written, self.comparisons) for key in _SHOWN})
        return rows


def _alternatives(context: Context, readings: Readings) -> Table:
    """List what is varied, in the scenario's order, with the rule that it belongs to."""
    parameters = {f"params.{parameter.name}": parameter for parameter in context.game.parameters}
    written, *others = readings.families[0].cells
    rows: dict[str, dict[str, Any]] = {}
    for cell in others:
        path, value = next(iter(cell["alternative"].items()))
        parameter = parameters.get(path)
        row = rows.setdefault(path, {"path": path, "written": None, "values": [], "meaning": None, "source": None})
        row["values"].append(value_word(value))
        if path.startswith(CARDS):
            row |= {"written": value_word(context.printed_number(path.removeprefix(CARDS)))}
        elif parameter:
            row |= {"written": value_word(written["params"][parameter.name])}
            row |= {"meaning": parameter.text, "source": parameter.source}
    columns = (
        Column("path", "What is varied"),
        Column("written", "As written"),
        Column("values", "Readings"),
        Column("meaning", "Meaning"),
        Column("source", "Rule"),
    )
    shown = [{**row, "values": ", ".join(row["values"])} for row in rows.values()]
    text = f"The {plural(len(others), 'reading')} that are compared, each alone."
    return Table("alternatives", "Readings", columns, shown, context.caption(text, "as the manifest lists it"))


def _changes(context: Context, readings: Readings, family: Family, number: int) -> Table:
    rows = readings.changed[family.name]
    shares = [row["result_changed"].value or 0.0 for row in rows]
    ranked = [
        {**row, "rank": 1 + sum(other > share for other in shares)} for row, share in zip(rows, shares, strict=True)
    ]
    known = measures(context.game)
    columns = (
        Column("reading", "Reading"),
        Column("rank", "Rank by results changed", "count"),
        *change_columns(rows),
        *difference_columns(rows, (known[key] for key in _SHOWN)),
    )
    text = (
        f"What each reading changes when {_who(context, family)}: the share of games whose winner and whose result "
        f"change, and its difference to the rules as written (same: in no deal is there one). {_hold(readings)}"
    )
    method = f"{SHARE}; {PAIRED}; {_bonferroni(readings)}"
    caption = context.caption(text, method, context.views_of(family.group))
    title = f"What changes: {family.name}"
    return Table(f"changes_{number}", title, columns, ranked, caption)


def _values(context: Context, readings: Readings, family: Family, number: int) -> Table:
    known = measures(context.game)
    rows: list[dict[str, Any]] = []
    for cell in family.cells:
        sums = readings.sums(family, cell)
        values: dict[str, Estimate] = {
            key: known[key].value(sums, cell["cell"], readings.comparisons + len(readings.families)) for key in _SHOWN
        }
        rows.append({"reading": context.cells.alternative(cell), **values})
    columns = (Column("reading", "Reading"), *value_columns(rows, (known[key] for key in _SHOWN)))
    text = f"What each reading comes to when {_who(context, family)}. {_hold(readings)}"
    method = f"{SHARE}; {MEAN}; {_bonferroni(readings, len(readings.families))}"
    caption = context.caption(text, method, context.views_of(family.group))
    return Table(f"values_{number}", f"Values: {family.name}", columns, rows, caption)


def _who(context: Context, family: Family) -> str:
    names = [entry["name"] for entry in family.cells[0]["entrants"]]
    return f"{family.name} play ({listed(context.cells.entrant_texts(names))})"


def _hold(readings: Readings) -> str:
    n = len(readings.families)
    where = f" in the tables of all {n} line-ups" if n > 1 else ""
    return f"The {CONFIDENCE} intervals of a column hold at once{where}."


def _bonferroni(readings: Readings, more: int = 0) -> str:
    return f"{readings.comparisons + more} intervals at once (Bonferroni)"


def findings(context: Context) -> list[str]:
    """Return sentences on what the readings change; none for a run without alternatives."""
    if why_not(context):
        return []
    readings = context.readings
    sentences = (
        _most(readings, "result_changed", "The result of a game (what every seat gains) changes most often under"),
        _most(readings, "winner_changed", "Who wins changes most often under"),
        _first_seat(readings),
        _most(readings, "payment", "The winner's payoff moves most under"),
        _never(readings, "winner_changed", "What seats gain changed, but in no game who wins, under"),
        _never(readings, "result_changed", "No result changed in any game under"),
    )
    return [sentence for sentence in sentences if sentence]


def _most(readings: Readings, key: str, begin: str) -> str:
    """Name what changes most in each line-up: all readings that may be it, where these are few."""
    unit, share = (
        ("of games", True) if key.endswith("_changed") else (_UNITS.get(key, readings.context.game.payoff_unit), False)
    )
    found: dict[str, list[str]] = {}
    for name, rows in list(readings.changed.items())[:_MOST_TOLD]:
        leaders = _leaders([row[key] for row in rows])
        if leaders:
            value = rows[leaders[0]][key].value
            decimals = min(decimals_of((rows[at] for at in leaders), key, share), 2)
            amount = percent(value, decimals) if share else signed(value, decimals)
            label = listed((rows[at]["reading"] for at in leaders), "or")
            told = found.setdefault(label, [])
            told.append(f"{amount} with {name}" if told else f"{amount} {unit} with {name}")
    if not found:
        return ""
    all_told = "; ".join(f"{label} ({', '.join(values)})" for label, values in found.items())
    return f"{begin} {all_told} ({CONFIDENCE} for all at once)."


def _leaders(estimates: list[Estimate]) -> list[int]:
    """Return which estimates may be farthest from 0, the farthest found first; none where that says little."""
    ends = [_size(estimate) for estimate in estimates]
    if any(end is None for end in ends):
        return []
    known = [end for end in ends if end is not None]
    least = max(low for low, _ in known)
    leaders = [at for at, (_, high) in enumerate(known) if high >= least]
    if not least or len(leaders) > _FEW:
        return []
    return sorted(leaders, key=lambda at: -abs(estimates[at].value or 0.0))


def _size(estimate: Estimate) -> tuple[float, float] | None:
    """Return the interval of the absolute value; None where nothing is known."""
    if estimate.note == SAME:
        return 0.0, 0.0
    if estimate.low is None or estimate.high is None:
        return None
    ends = sorted((abs(estimate.low), abs(estimate.high)))
    return (ends[0] if estimate.low >= 0 or estimate.high <= 0 else 0.0), ends[1]


def _first_seat(readings: Readings) -> str:
    """Say how many readings clearly move the first seat's share, and which most."""
    told = [(name, [row["first"] for row in rows]) for name, rows in list(readings.changed.items())[:_MOST_TOLD]]
    clear = [f"{sum(found.sign != 0 for found in rows)} of {len(rows)} with {name}" for name, rows in told]
    if all(found.low is None for _, rows in told for found in rows):
        return ""
    if not any(found.sign for _, rows in told for found in rows):
        return "No reading was found to change the first seat's share of decided games at this number of games."
    most = _most(readings, "first", "; most under").removesuffix(".")
    end = most or f" ({CONFIDENCE} for all at once)"
    return f"The first seat's share of decided games clearly moves under some readings ({', '.join(clear)}){end}."


def _never(readings: Readings, key: str, begin: str) -> str:
    """Name the readings under which, in all line-ups, something never happened, and how often it may happen."""
    by_reading: dict[str, list[dict[str, Any]]] = {}
    for rows in readings.changed.values():
        for row in rows:
            by_reading.setdefault(row["reading"], []).append(row)
    others = [line for line in by_reading.values() if all(_may_be_rare(row[key]) for row in line)]
    if key == "winner_changed":
        others = [line for line in others if any(row["result_changed"].value for row in line)]
    if not others:
        return ""
    values: dict[str, list[str]] = {}
    for line in others:
        parameter, _, value = line[0]["reading"].rpartition(" ")
        values.setdefault(parameter, []).append(value)
    what = "who wins" if key == "winner_changed" else "it"
    high = max(row[key].high for line in others for row in line)
    names = listed(f"{parameter} {'/'.join(found)}" for parameter, found in values.items())
    return f"{begin} {names}: {what} may change in at most {_above(high)} of games ({CONFIDENCE} for all at once)."


def _may_be_rare(share: Estimate) -> bool:
    """Whether something never happened, in enough games to say that it is rare."""
    return share.value == 0 and share.high is not None and share.high < _RARE


def _above(share: float) -> str:
    """Return a small share as a percentage rounded up, so that "at most" stays true."""
    decimals = 1 - math.floor(math.log10(100 * share))
    return percent(math.ceil(share * 100 * 10**decimals) / 10**decimals / 100, decimals)
