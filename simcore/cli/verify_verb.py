"""``simcore verify``: compares a run with its manifest and with games played again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simcore.cli import options

if TYPE_CHECKING:
    from simcore.running.verify import Verification

_MOST_SHOWN = 20
_MOST_ROWS = 10**15


@click.command(name="verify")
@click.argument("run", metavar="RUN")
@click.option("--sample", metavar="N", default="1000", help="Rows to play again; 1000 by default.")
@options.common
def command(run: str, sample: str, as_json: bool) -> None:
    """Check the run in directory RUN: every file, every row's hash, and N rows played again."""
    from simcore.cli.main import FAILURE
    from simcore.running.verify import verify_run

    n_rows = options.whole_number(sample, "--sample", 0, _MOST_ROWS)
    assert n_rows is not None
    found = verify_run(Path(run), n_rows, options.notify)
    if as_json:
        options.print_json("verify", asdict(found))
    else:
        _print(found)
    if found.n_mismatches:
        click.get_current_context().exit(FAILURE)


def _print(found: Verification) -> None:
    for mismatch in found.mismatches[:_MOST_SHOWN]:
        click.echo(str(mismatch))
    if found.n_mismatches > _MOST_SHOWN:
        click.echo(f"and {found.n_mismatches - _MOST_SHOWN:,} more")
    files = f"{found.parts:,} part{'s' if found.parts != 1 else ''}"
    click.echo(f"{files} read, {found.rows:,} rows hashed, {found.checked:,} played again")
    if found.n_mismatches:
        click.echo(f"{found.n_mismatches:,} mismatch{'es' if found.n_mismatches != 1 else ''}")
    else:
        click.echo(f"all agree; result digest {found.result_digest}")
