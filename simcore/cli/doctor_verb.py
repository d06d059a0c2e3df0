"""``simcore doctor``: versions, cache, processor, known problems."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from simcore.cli import options

_FINDING = 3


@click.command(name="doctor")
@options.common
def command(as_json: bool) -> None:
    """Show versions, processors, memory, cache and disk, and look for known problems."""
    from simcore.running import machine
    from simcore.running.doctor import examine

    findings = list(examine())
    cache = machine.cache()
    facts = {
        "versions": machine.versions(),
        "processors": machine.processors(),
        "memory": machine.memory(),
        "cache": cache,
        "disk": {
            "current_folder": machine.free_bytes(Path()),
            "cache": machine.free_bytes(Path(cache["folder"])),
        },
    }
    ok = all(finding.ok for finding in findings)
    if as_json:
        options.print_json("doctor", {"ok": ok, "findings": [asdict(finding) for finding in findings], **facts})
    else:
        _print(facts)
        for finding in findings:
            click.echo(f"{'ok     ' if finding.ok else 'PROBLEM'}  {finding.name}: {finding.text}")
            if finding.fix:
                click.echo(f"         {finding.fix}")
    if not ok:
        click.get_current_context().exit(_FINDING)


def _print(facts: dict[str, Any]) -> None:
    processors, memory, cache, disk = facts["processors"], facts["memory"], facts["cache"], facts["disk"]
    limit = "" if processors["limit"] is None else f", limited to {processors['limit']:g} by the container"
    lines = {
        "versions": ", ".join(f"{name} {version or 'missing'}" for name, version in facts["versions"].items()),
        "processors": f"{processors['usable']} usable (affinity {processors['affinity']}{limit}), {processors['name']}",
        "features": " ".join(processors["features"]) or "unknown",
        "memory": f"{_size(memory['available'])} free of {_size(memory['total'])}"
        + ("" if memory["limit"] is None else f", limited to {_size(memory['limit'])}"),
        "cache": f"{cache['folder']}: {cache['kernels']} kernels, {_size(cache['bytes'])}",
        "disk": f"{_size(disk['current_folder'])} free here, {_size(disk['cache'])} at the cache",
    }
    for name, text in lines.items():
        click.echo(f"{name:10}  {text}")


def _size(n_bytes: int | None) -> str:
    if n_bytes is None:
        return "unknown"
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 10**9 else f"{n_bytes / 1e6:.1f} MB"
