"""The report as Markdown: the same tables and captions as the HTML, figures as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simcore.report.model import Caption, Distribution, HeatMap, Report, Table
from simcore.report.wording import cell_text, estimate_text, percent


def to_markdown(report: Report) -> str:
    """Return the report as Markdown.

    Parameters
    ----------
    report : Report
        What to write.

    Returns
    -------
    str
        Ends with a newline.
    """
    return "\n".join(_lines(report)).rstrip("\n") + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield from (f"# {_escaped(report.title)}", "")
    yield from (f"Run `{report.run_dir}`, result digest `{report.result_digest}`.", "")
    for section in report.sections:
        yield from (f"## {section.title}", "", _escaped(section.text), "")
        if section.points:
            yield from (*(f"- {_escaped(point)}" for point in section.points), "")
        for heat_map in section.heat_maps:
            yield from _block(heat_map.title, heat_map.caption, *_heat_map(heat_map))
        for table in section.tables:
            yield from _block(table.title, table.caption, *table_text(table))
        for figure in section.distributions:
            yield from _block(figure.title, figure.caption, *distribution_table(figure))


def _block(title: str, caption: Caption, heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield from (f"### {_escaped(title)}", "")
    yield from (_row(heads), _row(["---"] * len(heads)), *(_row(row) for row in rows))
    yield from ("", f"*{_escaped(str(caption))}*", "")


def table_text(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the heads and cells of a table as text."""
    heads = [column.head for column in table.columns]
    return heads, [[cell_text(row[column.key], column) for column in table.columns] for row in table.rows]


def _heat_map(figure: HeatMap) -> tuple[list[str], list[list[str]]]:
    heads = [f"{figure.row_title} \\ {figure.column_title}", *figure.column_labels]
    rows = [
        [label, *(estimate_text(cell, figure.kind, figure.decimals) for cell in cells)]
        for label, cells in zip(figure.row_labels, figure.cells, strict=True)
    ]
    return heads, rows


def distribution_table(figure: Distribution) -> tuple[list[str], list[list[str]]]:
    """Return the bins of a distribution as heads and cells."""
    heads = [figure.axis, *(f"{series.name}, share of games" for series in figure.series)]
    rows = [
        [figure.bin_label(i), *(percent(series.shares[i], 2) for series in figure.series)]
        for i in range(len(figure.edges) - 1)
    ]
    return heads, rows


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_escaped(cell) for cell in cells)} |"


def _escaped(text: str) -> str:
    """Keep a text from being read as Markdown; names come from users' files."""
    for sign in "\\|*<[":
        text = text.replace(sign, f"\\{sign}")
    return text
