"""The section ``rule_sweep``: one rule parameter at all its values, and where the seats are most equal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from simcore.analysis.estimates import LEVEL, MEAN, SHARE, Estimate, t_quantile
from simcore.analysis.replies import Distances, distances_from_even
from simcore.analysis.sums import DealSums
from simcore.engine.parameters import Parameter
from simcore.report.context import Context, Facts
from simcore.report.families import Family, families_of_rule_sweep
from simcore.report.measures import (
    PAIRED,
    change_columns,
    changes,
    difference_columns,
    measures,
    value_columns,
)
from simcore.report.model import Column, Section, Table, decimals_for
from simcore.report.wording import CONFIDENCE, listed, number, percent, value_word

NAME = "rule_sweep"
TITLE = "One rule at all its values"

# line-ups that key findings tell of
_MOST_TOLD = 5
# what a higher value of the rule does to a measure that rises, and to one that falls
_EFFECTS = {
    "first": ("raises the first seat's share of decided games", "lowers the first seat's share of decided games"),
    "draws": ("makes draws more frequent", "makes draws rarer"),
    "payment": ("raises the winner's payoff", "lowers the winner's payoff"),
    "turns": ("makes games longer", "makes games shorter"),
}
_COSTS = {
    "turns": ("games are {} turns longer", "games are {} turns shorter"),
    "draws": ("{} percentage points more games are draws", "{} percentage points fewer games are draws"),
}
_EVEN = "distance from the most equal after Hsu (1981), for absolute deviations"


def why_not(facts: Facts) -> str | None:
    """Say why the run has no such section, or return None."""
    found = families_of_rule_sweep(facts.cells, facts.run.manifest["parts"])
    return found if isinstance(found, str) else None


def build(context: Context) -> Section:
    """Return the section.

    Parameters
    ----------
    context : Context
        A run that sweeps one rule parameter.

    Returns
    -------
    Section
    """
    sweep = context.rule_sweep
    rule = sweep.parameter
    about = f" ({rule.text}, {rule.source})" if rule.source else f" ({rule.text})"
    text = (
        f"{rule.name}{about} is {value_word(rule.default)} by default. All its values meet the same deals, so that "
        "differences are surer than the values. The winner of a game is the seat with the highest payoff; a draw has "
        "no such seat, and a decided game has one. The seats are equal where each wins the same share of the decided "
        "games."
    )
    tables = []
    for i, family in enumerate(sweep.families):
        tables += [_values(context, sweep, family, i), _steps(context, sweep, family, i)]
    return Section(NAME, TITLE, text, tables=tables)


@dataclass(frozen=True)
class RuleSweep:
    """The cells of every line-up by the value of one rule.

    Parameters
    ----------
    context : Context
        The run.
    """

    context: Context

    @cached_property
    def families(self) -> list[Family]:
        """The cells of every line-up, by value."""
        found = families_of_rule_sweep(self.context.cells, self.context.manifest["parts"])
        assert isinstance(found, list)
        return found

    @cached_property
    def path(self) -> str:
        """What is swept, as the scenario names it."""
        return self.context.cells.varied[0]

    @cached_property
    def parameter(self) -> Parameter:
        """The rule."""
        name = self.path.removeprefix("params.")
        return next(parameter for parameter in self.context.game.parameters if parameter.name == name)

    @cached_property
    def values(self) -> list[Any]:
        """Values of the rule, in the order of every family."""
        return [cell["swept"][self.path] for cell in self.families[0].cells]

    @property
    def lines(self) -> int:
        """Cells of all line-ups."""
        return len(self.families) * len(self.values)

    @property
    def pairs(self) -> int:
        """Differences and sums of two values, of all line-ups."""
        return self.lines * (len(self.values) - 1)

    def sums(self, family: Family) -> DealSums:
        """Return the sums over deals of all cells of a line-up together."""
        return self.context.collected.joint[family.group]

    def distances(self, family: Family) -> Distances | None:
        """Return how much less equal the seats are than at the best value; None where nothing can be said.

        The intervals hold at once for all values of all line-ups.
        """
        sums, first = self.sums(family), measures(self.context.game)["first"]
        shares, covariance = sums.ratios([first.ratio(cell) for cell in family.group])
        if sums.deals < 2 or not np.isfinite(covariance).all():
            return None
        even = 1 / family.cells[0]["players"]
        return distances_from_even(shares - even, covariance, t_quantile(LEVEL, sums.deals, self.pairs))

    @cached_property
    def steps(self) -> dict[str, list[dict[str, Any]]]:
        """For every line-up a row for each value but the first: what changes against the value before."""
        return {family.name: self._steps(family) for family in self.families}

    def _steps(self, family: Family) -> list[dict[str, Any]]:
        known, sums, comparisons = measures(self.context.game), self.sums(family), self.lines - len(self.families)
        rows = []
        for (before, cell), values in zip(pairwise(family.group), pairwise(self.values), strict=True):
            differences = {key: one.difference(sums, cell, before, comparisons) for key, one in known.items()}
            step = " to ".join(value_word(value) for value in values)
            rows.append({"step": step, **changes(sums, cell, comparisons), **differences})
        return rows


def _values(context: Context, sweep: RuleSweep, family: Family, i: int) -> Table:
    known, sums, found = measures(context.game), sweep.sums(family), sweep.distances(family)
    rows: list[dict[str, Any]] = []
    for at, (value, cell) in enumerate(zip(sweep.values, family.group, strict=True)):
        row: dict[str, Any] = {"value": _marked(sweep, value)}
        row |= {key: one.value(sums, cell, sweep.lines) for key, one in known.items()}
        row |= {"distance": _distance(sweep, sums, found, at)}
        row |= {"candidate": ("yes" if at in found.candidates else "no") if found else None}
        rows.append(row)
    distances = [row["distance"] for row in rows if row["distance"]]
    columns = (
        Column("value", sweep.parameter.name),
        *value_columns(rows, known.values()),
        Column("distance", "Less equal than the best by, percentage points", "cost", decimals_for(distances)),
        Column("candidate", "May be the most equal"),
    )
    text = (
        f"Every value of {sweep.parameter.name} when {family.name} play. The last two columns compare how far the "
        f"first seat's share is from an equal one; the {CONFIDENCE} intervals of each column hold at "
        f"once{_everywhere(sweep)}. With that confidence the value with the most equal seats is among those that may "
        "be it."
    )
    method = (
        f"{SHARE}; {MEAN}; {sweep.lines} intervals at once (Bonferroni); {_EVEN}, paired by deals, {sweep.pairs} "
        "comparisons at once (Bonferroni)"
    )
    caption = context.caption(text, method, context.views_of(family.group))
    return Table(f"values_{i}", f"By value: {family.name}", columns, rows, caption)


def _steps(context: Context, sweep: RuleSweep, family: Family, i: int) -> Table:
    rows = sweep.steps[family.name]
    columns = (
        Column("step", sweep.parameter.name),
        *change_columns(rows),
        *difference_columns(rows, measures(context.game).values()),
    )
    text = (
        f"Each value against the one before it when {family.name} play, on the same deals: the share of games whose "
        "winner and whose result (what every seat gains) change, and the differences (same: in no deal is there one); "
        f"the {CONFIDENCE} intervals of each column hold at once{_everywhere(sweep)}."
    )
    method = f"{SHARE}; {PAIRED}; {sweep.lines - len(sweep.families)} intervals at once (Bonferroni)"
    caption = context.caption(text, method, context.views_of(family.group))
    return Table(f"steps_{i}", f"From one value to the next: {family.name}", columns, rows, caption)


def _distance(sweep: RuleSweep, sums: DealSums, found: Distances | None, at: int) -> Estimate | None:
    """Return a value's distance from the most equal one in percentage points."""
    if found is None or np.isinf(found.high[at]):
        return None
    value, low, high = (100 * float(edge[at]) for edge in (found.value, found.low, found.high))
    games = int(sums.total(sums.names[0]))
    return Estimate(
        value, low, high, games, sums.deals, LEVEL, f"{_EVEN}; {sweep.pairs} comparisons at once (Bonferroni)"
    )


def _marked(sweep: RuleSweep, value: Any) -> str:
    return value_word(value) + (" (default)" if value == sweep.parameter.default else "")


def _everywhere(sweep: RuleSweep) -> str:
    return "" if len(sweep.families) == 1 else f" in the tables of all {len(sweep.families)} line-ups"


def findings(context: Context) -> list[str]:
    """Return sentences on where the seats are most equal and what each step does; none without such a sweep."""
    if why_not(context):
        return []
    sweep = context.rule_sweep
    equal = [_most_equal(sweep, family) for family in sweep.families]
    return [sentence for sentence in (*equal[:_MOST_TOLD], _every_step(sweep)) if sentence]


def _most_equal(sweep: RuleSweep, family: Family) -> str:
    """Name the value at which the seats are most equal, and what it costs, or say that it is not known."""
    found, name = sweep.distances(family), sweep.parameter.name
    where = f"{family.name}: " if len(sweep.families) > 1 else ""
    if found is None:
        return ""
    if len(found.candidates) == len(sweep.values):
        return f"{where}no difference between the values was found in how equal the seats are."
    told = [value_word(sweep.values[at]) for at in found.candidates]
    if len(told) > 1:
        return f"{where}the seats are most equal at {name} {listed(told, 'or')}; no difference between these was found."
    first = measures(sweep.context.game)["first"].value(sweep.sums(family), family.group[found.best], sweep.lines)
    share = percent(first.value or 0.0, decimals_for([first], True))
    return (
        f"{where}the seats are most equal at {name} {told[0]}, ahead of all other values ({CONFIDENCE}): the first "
        f"seat wins {share} of the decided games{_cost(sweep, family, found.best)}."
    )


def _cost(sweep: RuleSweep, family: Family, best: int) -> str:
    """Say what a value changes in length and draws against the default, as far as that is known."""
    if sweep.parameter.default not in sweep.values or sweep.values[best] == sweep.parameter.default:
        return ""
    default, known = sweep.values.index(sweep.parameter.default), measures(sweep.context.game)
    parts = []
    for key, words in _COSTS.items():
        # the value was chosen by the same data: the intervals hold for every value that it could have been
        found = known[key].difference(sweep.sums(family), family.group[best], family.group[default], 2 * sweep.lines)
        if found.sign:
            amount = number(abs(found.value or 0.0), min(decimals_for([found]), 2))
            parts.append(words[found.sign < 0].format(amount))
    return f"; against {value_word(sweep.parameter.default)}, {listed(parts)}" if parts else ""


def _every_step(sweep: RuleSweep) -> str:
    """Say what every step up does in every line-up."""
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in sweep.values):
        return ""
    rows = [row for family in sweep.families for row in sweep.steps[family.name]]
    parts = []
    for key, (up, down) in _EFFECTS.items():
        signs = {row[key].sign for row in rows}
        if signs in ({1}, {-1}):
            parts.append(up if signs == {1} else down)
    where = " in every line-up" if len(sweep.families) > 1 else ""
    return f"Every step up in {sweep.parameter.name} {listed(parts)}{where} ({CONFIDENCE} for each)." if parts else ""
