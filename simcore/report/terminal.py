"""The report as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simcore.report.markdown import table_text
from simcore.report.model import Caption, HeatMap, Report
from simcore.report.wording import short_interval_text, value_text

if TYPE_CHECKING:
    from rich.console import Console

# a pipe has no width: wide enough that no table is cut
_PIPE_WIDTH = 200


def print_report(report: Report) -> None:
    """Print the report on stdout, without the distributions: their quantiles are in a table."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    console.print(report.title, style="bold", markup=False)
    console.print(f"run {report.run_dir}, result digest {report.result_digest}", markup=False)
    for section in report.sections:
        console.print()
        console.rule(section.title, align="left", characters="=")
        console.print(section.text, markup=False)
        for point in section.points:
            console.print(f"  * {point}", markup=False)
        for figure in section.heat_maps:
            _print_table(console, figure.title, *_heat_map(figure), 1, figure.caption)
        for table in section.tables:
            heads, rows = table_text(table)
            n_text = next((i for i, column in enumerate(table.columns) if column.kind != "text"), len(heads))
            _print_table(console, table.title, heads, rows, n_text, table.caption)


def _heat_map(figure: HeatMap) -> tuple[list[str], list[list[str]]]:
    """Return a heat map with each interval on a line of its own, so that it fits a narrow terminal."""
    rows = [
        [label, *(_two_lines(figure, row, i) for i in range(len(figure.column_labels)))]
        for row, label in enumerate(figure.row_labels)
    ]
    return ["", *figure.column_labels], rows


def _two_lines(figure: HeatMap, row: int, column: int) -> str:
    cell = figure.cells[row][column]
    value = value_text(cell.value, figure.kind, figure.decimals)
    return f"{value}\n{short_interval_text(cell, figure.kind, figure.decimals)}".replace(" ", "")


def _print_table(
    console: Console, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], n_left: int, caption: Caption
) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for i, head in enumerate(heads):
        table.add_column(escape(head), justify="left" if i < n_left else "right", overflow="fold")
    for row in rows:
        table.add_row(*(escape(cell) for cell in row))
    console.print()
    console.print(title, style="bold", markup=False)
    console.print(table)
    console.print(str(caption), style="dim", markup=False)
