"""What a report is made of, before it becomes HTML, Markdown, JSON or text."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from simcore.analysis.estimates import Estimate

SCHEMA = "simcore.report/1"

Kind = Literal["text", "count", "number", "mean", "cost", "share"]


@dataclass(frozen=True)
class Caption:
    """What stands under every table and figure: what it shows and how it was made.

    Parameters
    ----------
    text : str
        What it shows, with what must be known to read it.
    made : str
        Games, deals, seed, strategies, method, and the command that makes the run again.
    """

    text: str
    made: str

    def __str__(self) -> str:
        return f"{self.text} {self.made}"


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    key : str
        Key in the rows.
    head : str
        Words above it.
    kind : str
        ``text``; ``count``, a whole number; ``number``; ``mean``, ``cost`` (a mean
        without a sign) and ``share``, an `Estimate`.
    decimals : int
        Decimals of a number, a mean, or the percentage of a share.
    """

    key: str
    head: str
    kind: Kind = "text"
    decimals: int = 0


@dataclass(frozen=True)
class Table:
    """Rows with a caption; a cell is text, a number, an `Estimate` or None."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: list[dict[str, Any]]
    caption: Caption


@dataclass(frozen=True)
class HeatMap:
    """A square of estimates: one row a choice of one side, one column a choice of the other.

    Parameters
    ----------
    name, title : str
        Stable name, and words for people.
    row_title, column_title : str
        What the rows and the columns are.
    row_labels, column_labels : list of str
        One each.
    cells : list of list of Estimate
        By row.
    kind : str
        ``mean`` or ``share``.
    centre : float
        Value that gets no colour.
    decimals : int
        As in `Column`.
    caption : Caption
        Stands under it.
    line : bool
        Draw a line between cells on different sides of the centre.
    """

    name: str
    title: str
    row_title: str
    column_title: str
    row_labels: list[str]
    column_labels: list[str]
    cells: list[list[Estimate]]
    kind: Literal["mean", "share"]
    centre: float
    decimals: int
    caption: Caption
    line: bool = False

    def edges(self, row: int, column: int) -> tuple[bool, bool]:
        """Whether the line runs along the right and along the lower edge of a cell."""
        here = self._side(row, column)
        right, below = self._side(row, column + 1), self._side(row + 1, column)
        return here * right < 0, here * below < 0

    def _side(self, row: int, column: int) -> int:
        """1 or -1 for the sides of the centre, 0 where there is no line, no cell or no value."""
        if not self.line or row >= len(self.cells) or column >= len(self.cells[row]):
            return 0
        value = self.cells[row][column].value
        return 0 if value is None else int(value > self.centre) - int(value < self.centre)


@dataclass(frozen=True)
class Series:
    """One distribution: `counts` of the bins, and their shares of all games."""

    name: str
    counts: list[int]
    shares: list[float]


@dataclass(frozen=True)
class Distribution:
    """Distributions over the same bins of whole numbers.

    Parameters
    ----------
    name, title, description : str
        Stable name, words for people, and a sentence for those who do not see the drawing.
    axis : str
        What is counted, with its unit.
    edges : list of int
        Bin i holds ``edges[i] <= number < edges[i + 1]``.
    open_low, open_high : bool
        The outermost bin also holds everything beyond it.
    series : list of Series
        What is drawn.
    caption : Caption
        Stands under it.
    """

    name: str
    title: str
    description: str
    axis: str
    edges: list[int]
    open_low: bool
    open_high: bool
    series: list[Series]
    caption: Caption

    def bin_label(self, index: int) -> str:
        """Return the numbers that a bin holds, in words."""
        first, last = self.edges[index], self.edges[index + 1] - 1
        if index == 0 and self.open_low:
            return f"{last} or less"
        if index == len(self.edges) - 2 and self.open_high:
            return f"{first} or more"
        return f"{first}" if first == last else f"{first} to {last}"


Figure = HeatMap | Distribution


@dataclass(frozen=True)
class Section:
    """A part of the report: sentences, points, tables and figures."""

    name: str
    title: str
    text: str
    points: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    @property
    def heat_maps(self) -> list[HeatMap]:
        """The figures that are squares; they stand before the tables."""
        return [figure for figure in self.figures if isinstance(figure, HeatMap)]

    @property
    def distributions(self) -> list[Distribution]:
        """The figures that are drawn; they stand after the tables."""
        return [figure for figure in self.figures if isinstance(figure, Distribution)]


@dataclass(frozen=True)
class Report:
    """A whole report; it holds no clock and no path, so the same run always gives the same one."""

    title: str
    run_dir: str
    scenario_digest: str
    result_digest: str
    sections: list[Section]

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it, without the schema."""
        return {
            "title": self.title,
            "run_dir": self.run_dir,
            "scenario_digest": self.scenario_digest,
            "result_digest": self.result_digest,
            "sections": [_section_dict(section) for section in self.sections],
        }


def _section_dict(section: Section) -> dict[str, Any]:
    tables = [
        {
            "name": table.name,
            "title": table.title,
            "columns": [asdict(column) for column in table.columns],
            "rows": [{key: _plain(value) for key, value in row.items()} for row in table.rows],
            "caption": str(table.caption),
        }
        for table in section.tables
    ]
    figures = [
        {
            "kind": "heat_map" if isinstance(figure, HeatMap) else "distribution",
            **asdict(figure),
            "caption": str(figure.caption),
        }
        for figure in section.figures
    ]
    return {
        "name": section.name,
        "title": section.title,
        "text": section.text,
        "points": section.points,
        "tables": tables,
        "figures": figures,
    }


def _plain(value: Any) -> Any:
    return asdict(value) if isinstance(value, Estimate) else value


def decimals_for(estimates: Iterable[Estimate], percent: bool = False) -> int:
    """Return how many decimals a column needs: two digits of its median half-width, at most 4."""
    widths = sorted(found.half_width for found in estimates if found.half_width)
    if not widths:
        return 1 if percent else 2
    width = widths[len(widths) // 2] * (100 if percent else 1)
    return min(max(1 - math.floor(math.log10(width)), 0), 4)
