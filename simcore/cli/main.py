"""Entry point: verbs load only when they are called, and every fault becomes one line and an exit code."""

from __future__ import annotations

import importlib
import io
import os
import sys

import click

from simcore import __version__
from simcore.errors import SimcoreError

# verb -> (module, one line for the overview), so that --help imports no verb
_VERBS = {
    "list": "games, strategies, scenarios and cards there are",
    "run": "play a scenario and write its results as Parquet",
    "report": "make a balance report from a run",
    "replay": "tell single games move by move",
    "compare": "whether one strategy is better than another",
    "tournament": "all line-ups of the entrants: payoffs, ratings, cycles",
    "tune": "search strategy parameters on shared deals",
    "verify": "play rows of a run again and compare them",
    "query": "ask a run in SQL",
    "bench": "measure games a second",
    "doctor": "versions, cache, processor, known problems",
}

FAILURE, USAGE, INTERRUPTED = 1, 2, 130


class _Verbs(click.Group):
    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(_VERBS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        if name not in _VERBS:
            return None
        command: click.Command = importlib.import_module(f"simcore.cli.{name}_verb").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _VERBS and not args[0].startswith("-"):
            from simcore.errors import not_one_of

            raise click.UsageError(f"verb {not_one_of(args[0], _VERBS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(_VERBS.items()))


@click.command(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="simcore")
def cli() -> None:
    """Play millions of seeded card games and see what they mean for balance.

    SCENARIO is a shipped name such as go_stop/thresholds (see: simcore list scenarios) or a path to a TOML
    file. Every verb takes --json. Exit codes: 0 fine, 1 failure, 2 bad input, 3 a finding, 4 not enough
    data, 130 interrupted.
    """


def _tell(error: BaseException) -> int:
    """Print the one line of an error on stderr and return the exit code."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return USAGE
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        click.echo("simcore: interrupted", err=True)
        return INTERRUPTED
    if isinstance(error, BrokenPipeError):
        # the reader of our output has left; Python must not complain again while it closes stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILURE
    if isinstance(error, SimcoreError):
        click.echo(f"simcore: {error}", err=True)
        return error.exit_code
    verb = ""
    if isinstance(error, click.ClickException):
        text = error.format_message()
        if isinstance(error, click.UsageError) and error.ctx and error.ctx.parent:
            verb = f" {error.ctx.info_name}"
    else:
        text = f"{type(error).__name__}: {error} (--debug shows where)"
    click.echo(f"simcore{verb}: {' '.join(text.split())}", err=True)
    return USAGE if isinstance(error, click.ClickException) else FAILURE


def main() -> None:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # an old terminal shows ? for what it cannot print; that is no reason to fail
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = cli(standalone_mode=False)
    except click.exceptions.Exit as leaving:
        code = leaving.exit_code
    except (Exception, KeyboardInterrupt) as error:
        if "--debug" in sys.argv[1:]:
            raise
        code = _tell(error)
    sys.exit(code or 0)
