"""``simcore report``: makes a balance report from a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simcore.cli import options
from simcore.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Callable


@click.command(name="report")
@click.argument("run", metavar="RUN")
@click.option("--html", metavar="F", help="Write one HTML file that needs nothing else.")
@click.option("--md", metavar="F", help="Write Markdown.")
@click.option(
    "--section",
    "sections",
    multiple=True,
    metavar="S",
    help="Only this section: overview, seats, strategies, thresholds, readings, rule_sweep; repeatable.",
)
@options.common
def command(run: str, html: str | None, md: str | None, sections: tuple[str, ...], as_json: bool) -> None:
    """Report what the run in directory RUN says about balance."""
    from simcore.report.build import build_report, check_sections
    from simcore.running.reader import open_run

    check_sections(sections)
    files = {option: Path(path) for option, path in (("--html", html), ("--md", md)) if path is not None}
    for option, path in files.items():
        _check_place(option, path)
    if len(files) == 2 and len({path.resolve() for path in files.values()}) == 1:
        raise InputError("--md", str(files["--md"]), "is the file of --html as well")
    opened = open_run(Path(run))
    with _progress(opened.manifest["games"]) as on_games:
        report = build_report(opened, sections, on_games)
    for option, path in files.items():
        _write(option, path, report)
    if as_json:
        options.print_json("report", report.to_dict())
    elif not files:
        from simcore.report.terminal import print_report

        print_report(report)
    else:
        for path in files.values():
            click.echo(str(path))


def _write(option: str, path: Path, report: Any) -> None:
    from simcore.report.html import to_html
    from simcore.report.markdown import to_markdown
    from simcore.running.parts import write_aside

    text = to_html(report) if option == "--html" else to_markdown(report)
    try:
        write_aside(path, text.encode())
    except OSError as error:
        raise InputError(option, shown(str(path)), f"cannot be written: {error.strerror or error}") from error


def _check_place(option: str, path: Path) -> None:
    try:
        problem = "is a folder" if path.is_dir() else "" if path.parent.is_dir() else "its folder does not exist"
    except OSError as error:
        problem = f"cannot be used: {error.strerror}"
    if problem:
        raise InputError(option, shown(str(path)), problem)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show on stderr how many games have been read, where it is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("reading"),
        BarColumn(bar_width=24),
        TextColumn("{task.completed:,.0f}/{task.total:,.0f} games"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda read: bar.update(task, advance=read)
