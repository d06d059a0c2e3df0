"""The report as one HTML file that needs nothing else."""

from __future__ import annotations

from simcore.analysis.estimates import Estimate
from simcore.report.markdown import distribution_table, table_text
from simcore.report.model import HeatMap, Report
from simcore.report.svg import to_svg
from simcore.report.wording import short_interval_text, value_text

# ends of a diverging scale that colour-blind people can tell apart: blue above the centre, orange below
_ABOVE, _BELOW = (33, 102, 172), (230, 97, 1)


def to_html(report: Report) -> str:
    """Return the report as an HTML page.

    Parameters
    ----------
    report : Report
        What to write.

    Returns
    -------
    str
        One file: style and drawings inside, no scripts, nothing to load.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("simcore.report")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.globals.update(
        table_text=table_text,
        distribution_table=distribution_table,
        to_svg=to_svg,
        colours=colours,
        line=line,
        value_text=value_text,
        interval_text=short_interval_text,
    )
    return environment.get_template("report.html.j2").render(report=report) + "\n"


def colours(estimate: Estimate, figure: HeatMap) -> str:
    """Return the colours of a cell of a heat map as CSS.

    Parameters
    ----------
    estimate : Estimate
        The cell.
    figure : HeatMap
        The map it belongs to: the cell farthest from the centre gets the full colour.

    Returns
    -------
    str
        Background, and black or white text, whichever is easier to read on it.
    """
    values = [cell.value for row in figure.cells for cell in row if cell.value is not None]
    span = max((abs(value - figure.centre) for value in values), default=0)
    if estimate.value is None or not span:
        return "background:#fff;color:#111"
    weight = abs(estimate.value - figure.centre) / span
    # beside a line the small values matter, however large the largest is
    weight = weight**0.5 if figure.line else weight
    end = _ABOVE if estimate.value > figure.centre else _BELOW
    red, green, blue = (round(255 + weight * (part - 255)) for part in end)
    text = "#111" if _luminance(red, green, blue) > 0.18 else "#fff"
    return f"background:#{red:02x}{green:02x}{blue:02x};color:{text}"


def line(figure: HeatMap, row: int, column: int) -> str:
    """Return the CSS of the pieces of a map's line that run along a cell."""
    sides = zip(("right", "bottom"), figure.edges(row, column), strict=True)
    return "".join(f";border-{side}:4px solid #111" for side, drawn in sides if drawn)


def _luminance(*colour: int) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.1); at 0.18 black and white text contrast alike."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
