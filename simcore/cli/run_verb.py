"""``simcore run``: plays a scenario."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from simcore.cli import options
from simcore.errors import printable


@click.command(name="run")
@options.scenario
@options.games
@click.option("--out", metavar="DIR", help="Run directory; runs/NAME-DIGEST-SEED by default.")
@click.option("--workers", metavar="N", help="Threads; as many as there are processors by default.")
@click.option("--shard", metavar="K/M", default="1/1", help="Play only the K-th of M shares.")
@click.option("--resume", is_flag=True, expose_value=False, help="Go on with an interrupted run; this is the default.")
@click.option("--force", is_flag=True, help="Play everything again, and replace another run at the place.")
@options.common
def command(
    scenario_text: str,
    games: str | None,
    seed: str | None,
    settings: tuple[str, ...],
    out: str | None,
    workers: str | None,
    shard: str,
    force: bool,
    as_json: bool,
) -> None:
    """Play every cell of SCENARIO and write a run directory."""
    from simcore.running.chunks import Shard
    from simcore.running.execute import Options, run_scenario
    from simcore.scenario.load import load_scenario

    n_workers = options.whole_number(workers, "--workers", 1, 1024)
    share = Shard.parse(shard)
    source = options.source(scenario_text, settings)
    scenario = load_scenario(scenario_text, options.assignments(games, seed, settings), source)
    from simcore.cli.progress import RunProgress

    progress = RunProgress(scenario.game.title)
    how = Options(
        out=Path(out) if out is not None else None,
        shard=share,
        force=force,
        command=_command(source, games, seed),
        on_start=progress.start,
        on_chunk=progress.add,
        notify=options.notify,
        **({"workers": n_workers} if n_workers else {}),
    )
    try:
        with progress:
            result = run_scenario(scenario, how)
    except KeyboardInterrupt:
        options.notify("parts that are finished are kept: the same command goes on")
        raise
    summary = _summary(result.path, result.manifest, result.played)
    if as_json:
        options.print_json("run", summary)
    else:
        _print(summary)


def _command(source: str, games: str | None, seed: str | None) -> str:
    """Return the command that makes the same results, without what does not change them."""
    words = ["simcore run", source]
    words += ["-n", games] if games else []
    words += ["--seed", seed] if seed else []
    return " ".join(words)


_LEAST_SECONDS = 1e-3


def _summary(path: Path, manifest: dict[str, Any], played: int) -> dict[str, Any]:
    seconds = manifest["seconds"]
    return {
        "run_dir": printable(str(path)),
        "games": manifest["games"],
        "cells": len(manifest["cells"]),
        "seconds": seconds,
        # a resumed run that had nothing left to play has no speed
        "games_per_second": round((played or manifest["games"]) / seconds) if seconds > _LEAST_SECONDS else 0,
        "scenario_digest": manifest["scenario_digest"],
        "result_digest": manifest["result_digest"],
        "seed": manifest["seed"],
        "games_played_now": played,
    }


def _print(summary: dict[str, Any]) -> None:
    cells = f"{summary['cells']} cell{'s' if summary['cells'] != 1 else ''}"
    click.echo(
        f"{summary['games']:,} games in {cells}, {summary['seconds']:.1f} s, "
        + (f"{summary['games_per_second']:,} games/s, " if summary["games_per_second"] else "")
        + f"seed {summary['seed']}"
    )
    click.echo(f"result digest {summary['result_digest']}")
    click.echo(f"run directory {summary['run_dir']}")
    click.echo(f"next: simcore report {shlex.quote(summary['run_dir'])} --html report.html")
