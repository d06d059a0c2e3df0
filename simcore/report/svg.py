"""Distributions drawn as SVG: the same figure always gives the same text."""

from __future__ import annotations

import io
import re
from html import escape
from typing import Any

from simcore.report.model import Distribution

# colour-blind-safe (Okabe and Ito), and told apart by their dashes as well
_LINES = (("#0072b2", "-"), ("#d55e00", (0, (5, 2))), ("#009e73", (0, (1, 1.2))), ("#cc79a7", (0, (6, 2, 1, 2))))
_SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "simcore",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_SIZE = (4.8, 3.0)


def to_svg(figure: Distribution) -> str:
    """Draw a distribution.

    Parameters
    ----------
    figure : Distribution
        What to draw.

    Returns
    -------
    str
        An ``<svg>`` element that scales with its place and has a title and a description.
    """
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_SETTINGS):
        drawing = Figure(figsize=_SIZE, layout="constrained")
        FigureCanvasSVG(drawing)
        _draw(drawing.add_subplot(), figure)
        sink = io.StringIO()
        drawing.savefig(sink, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    return _inline(sink.getvalue(), figure)


def _draw(axes: Any, figure: Distribution) -> None:
    from matplotlib.ticker import MaxNLocator

    # bins hold whole numbers: drawn so that a bin of one number is centred on it
    edges = [edge - 0.5 for edge in figure.edges]
    for series, (colour, dashes) in zip(figure.series, _LINES * len(figure.series), strict=False):
        shares = [100 * share for share in series.shares]
        axes.stairs(shares, edges, color=colour, linestyle=dashes, linewidth=1.6, label=series.name)
        if len(figure.series) == 1:
            axes.stairs(shares, edges, color=colour, alpha=0.25, fill=True)
    axes.set_xlabel(figure.axis)
    axes.set_ylabel("% of games")
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    if len(figure.series) > 1:
        axes.legend(frameon=False)


def _inline(text: str, figure: Distribution) -> str:
    """Turn a whole SVG file into an element for a page that holds several."""
    body = text[text.index("<svg") :]
    start = body.index(">") + 1
    box = re.search(r'viewBox="([^"]+)"', body[:start])
    assert box is not None
    # ids must differ between the drawings of a page
    inner = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{figure.name}-", body[start:])
    inner = re.sub(r"\s*<metadata>.*?</metadata>", "", inner, flags=re.DOTALL)
    title, described = escape(figure.title), f"{figure.name}-description"
    return (
        f'<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box[1]}" role="img" '
        f'aria-label="{title}" aria-describedby="{described}"><title>{title}</title>'
        f'<desc id="{described}">{escape(figure.description)}</desc>{inner.strip()}'
    )
