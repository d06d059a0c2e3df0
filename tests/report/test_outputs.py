"""The forms of a report: HTML that stands alone, Markdown and JSON with the same numbers, the same bytes each time."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from simcore.report.build import build_report
from simcore.report.html import to_html
from simcore.report.markdown import to_markdown
from simcore.report.model import Report
from simcore.report.wording import estimate_text, short_interval_text, value_text
from simcore.running.reader import open_run

NAMES = ["overview", "seats", "strategies", "thresholds"]
_VOID = {"meta", "br", "hr", "img", "link", "input", "path", "use", "defs", "rect"}


class _Page(HTMLParser):
    """Checks nesting, and gathers links, ids, captions and the text of cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.cells: list[str] = []
        self.captions: list[str] = []
        self.figures = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "data")]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.figures += tag == "figure"
        if tag == "td":
            self.cells.append("")
        if tag == "figcaption":
            self.captions.append("")
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open[-3:]:
            self.cells[-1] += f" {data}"
        if "figcaption" in self.open:
            self.captions[-1] += data


@pytest.fixture(scope="module")
def html(thresholds_report: Report) -> str:
    """The report of the threshold study as HTML."""
    return to_html(thresholds_report)


def test_html_parses_and_needs_nothing_else(html: str) -> None:
    """Tags nest, ids are unique, every link stays inside the page, there is no script, and it is small."""
    page = _Page(html)
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.loads)
    assert not re.search(r"<script|@import|url\((?!#)|https?://(?!www\.w3\.org/)", html)
    assert len(html.encode()) < 2_000_000


def test_every_table_and_figure_says_how_it_was_made(html: str, thresholds_report: Report) -> None:
    """Each has a caption with games, deals, seed, strategies, method and command."""
    page = _Page(html)
    shown = sum(len(section.tables) + len(section.figures) for section in thresholds_report.sections)
    assert page.figures == len(page.captions) == shown
    for caption in page.captions:
        for words in ("n = 24,000 games of 120 deals", "seed 20261129", "a and b = threshold", "method: "):
            assert words in caption
        assert "made by: simcore run go_stop/thresholds -n 240" in caption


def test_all_sections_are_there_in_order(html: str, thresholds_report: Report) -> None:
    """The report of a square has all sections, and so has the page."""
    assert [section.name for section in thresholds_report.sections] == NAMES
    assert re.findall(r'<section id="(\w+)">', html) == NAMES
    assert 3 <= len(thresholds_report.sections[0].points) <= 6


def test_twins_hold_the_numbers_of_the_heat_maps(html: str, thresholds_report: Report) -> None:
    """Every value with its interval is in the HTML and in the Markdown, and in the JSON in full."""
    cells = [" ".join(cell.split()) for cell in _Page(html).cells]
    markdown = to_markdown(thresholds_report)
    plain = json.loads(json.dumps(thresholds_report.to_dict()))
    figures = {figure["name"]: figure for figure in plain["sections"][3]["figures"]}
    for heat_map in thresholds_report.sections[3].heat_maps:
        for i, row in enumerate(heat_map.cells):
            words = [estimate_text(cell, heat_map.kind, heat_map.decimals) for cell in row]
            assert f"| {heat_map.row_labels[i]} | {' | '.join(words)} |" in markdown
            for cell in row:
                interval = short_interval_text(cell, heat_map.kind, heat_map.decimals)
                assert f"{value_text(cell.value, heat_map.kind, heat_map.decimals)} {interval}" in cells
            assert [cell["value"] for cell in figures[heat_map.name]["cells"][i]] == [cell.value for cell in row]


def test_twins_hold_the_same_tables(thresholds_report: Report) -> None:
    """Markdown and JSON have every table with all its rows and its caption."""
    markdown = to_markdown(thresholds_report)
    plain = thresholds_report.to_dict()
    for section, other in zip(thresholds_report.sections, plain["sections"], strict=True):
        assert [table["name"] for table in other["tables"]] == [table.name for table in section.tables]
        for table, twin in zip(section.tables, other["tables"], strict=True):
            assert f"### {table.title}" in markdown
            assert str(table.caption) == twin["caption"]
            assert [set(row) for row in twin["rows"]] == [set(row) for row in table.rows]


def test_same_run_same_bytes(thresholds_run: Path, tmp_path: Path, html: str, thresholds_report: Report) -> None:
    """A copy of the run elsewhere gives the same bytes: no clock and no path."""
    copy = tmp_path / "elsewhere" / "run"
    shutil.copytree(thresholds_run, copy)
    again = build_report(open_run(copy))
    assert to_html(again) == html
    assert to_markdown(again) == to_markdown(thresholds_report)
    assert json.dumps(again.to_dict()) == json.dumps(thresholds_report.to_dict())
    assert str(thresholds_run.parent) not in html


def test_chunks_do_not_show(play: Callable[..., Path], html: str) -> None:
    """The same games in other parts give the same bytes."""
    cut = play("go_stop/thresholds", [("games", 240)], chunk_games=96)
    assert len(open_run(cut).manifest["parts"]) == 300
    assert to_html(build_report(open_run(cut))) == html


def test_names_from_files_cannot_write_html(play: Callable[..., Path], tmp_path: Path) -> None:
    """A title is shown as it is written, in HTML and in Markdown."""
    scenario = tmp_path / "odd.toml"
    head = 'schema = 1\ntitle = "<script>|*"\ngame = "go_stop"\ngames = 24\n'
    scenario.write_text(head + '[[entrants]]\nname = "x"\nstrategy = "greedy"\n')
    report = build_report(open_run(play(str(scenario), [])))
    assert "<script>" not in to_html(report)
    assert to_markdown(report).startswith("# \\<script>\\|\\*\n")
