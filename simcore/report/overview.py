"""The section ``overview``: what was played, how to play it again, and the key findings."""

from __future__ import annotations

from typing import Any

from simcore.report.context import Context, Facts
from simcore.report.findings import key_findings
from simcore.report.model import Column, Section, Table
from simcore.report.wording import listed, plural, setting, value_word

NAME = "overview"
TITLE = "Overview"

# payoffs have long tails: below this the mean of the deals is not yet near a normal distribution
_ROUGH = 100


def why_not(_facts: Facts) -> str | None:
    """Every run has an overview."""
    return None


def build(context: Context) -> Section:
    """Return the section.

    Parameters
    ----------
    context : Context
        A run that has been read.

    Returns
    -------
    Section
    """
    manifest, changed = context.manifest, context.cells.changed_rules()
    players = listed((str(count) for count in context.cells.players()), "or")
    text = (
        f"{manifest['games']:,} games of {context.game.title} for {players} players in "
        f"{plural(len(manifest['cells']), 'cell')}, {plural(manifest['games_per_cell'], 'game')} a cell, on "
        f"{plural(context.deals(context.collected.pools), 'deal')}."
    )
    if manifest["shard"] != "1/1":
        text += f" This is shard {manifest['shard']} of the run, not all of it."
    if changed:
        text += " Changed rules: " + "; ".join(f"{row['parameter']} = {row['value']}" for row in changed) + "."
    else:
        text += " All rule parameters are at their defaults."
    if cards := context.cells.changed_cards():
        words = "; ".join(f"{path} = {', '.join(map(value_word, values))}" for path, values in cards.items())
        text += f" Changed card numbers: {words}."
    if len(context.cells.written) < len(context.cells.cells):
        text += " Beside the scenario as written there are alternatives that change one thing each."
    if context.deals(context.collected.pools) < _ROUGH:
        text += f" With fewer than {_ROUGH} deals all intervals are rough."
    if manifest["notice"]:
        text += f" {manifest['notice']}"
    tables = [_entrants(context)] + ([_rules(context, changed)] if changed else []) + [_provenance(context)]
    return Section(NAME, TITLE, text, key_findings(context), tables)


def _entrants(context: Context) -> Table:
    from simcore.engine import registry

    known = registry.strategies(context.game.name)
    rows: list[dict[str, Any]] = []
    for name in context.manifest["entrants"]:
        found = context.cells.entrant(name)
        strategy = known.get(found["strategy"])
        params = "; ".join([*(setting(key, values) for key, values in found["params"].items()), *found["leaves"]])
        rows.append(
            {
                "entrant": name,
                "strategy": found["strategy"],
                "parameters": params or "none",
                "does": strategy.text if strategy else None,
            }
        )
    columns = (
        Column("entrant", "Entrant"),
        Column("strategy", "Strategy"),
        Column("parameters", "Parameters"),
        Column("does", "What it does"),
    )
    text = "The entrants; a parameter with several values is swept."
    return Table("entrants", "Entrants", columns, rows, context.caption(text, "as the manifest lists them"))


def _rules(context: Context, rows: list[dict[str, Any]]) -> Table:
    columns = (
        Column("parameter", "Parameter"),
        Column("value", "Value"),
        Column("default", "Default"),
        Column("meaning", "Meaning"),
        Column("source", "Rule"),
    )
    text = "Rule parameters that differ from their defaults; one with several values is swept."
    return Table("rules", "Changed rules", columns, rows, context.caption(text, "as the manifest lists them"))


def _provenance(context: Context) -> Table:
    manifest = context.manifest
    per_deal = sorted({1 if cell["draws_seats"] else len(cell["seatings"]) for cell in manifest["cells"]})
    facts = {
        "Run": context.run.label,
        "Scenario": manifest["name"],
        "Game": f"{context.game.title}, rules {manifest['rules_version']}",
        **_card_table(manifest.get("card_table")),
        "Games": f"{manifest['games']:,}",
        "Deals": f"{context.deals(context.collected.pools):,}",
        "Games of a cell on each deal": listed((str(count) for count in per_deal), "or"),
        "Seed": str(manifest["seed"]),
        "Scenario digest": manifest["scenario_digest"],
        "Result digest": manifest["result_digest"],
        "Code digest": manifest["sources_digest"],
        "Versions": ", ".join(f"{name} {version}" for name, version in manifest["versions"].items()),
        "Command": context.command,
    }
    rows = [{"fact": fact, "value": value} for fact, value in facts.items()]
    columns = (Column("fact", "What"), Column("value", "Value"))
    text = "How the run was made; the same command gives the same result digest."
    return Table("provenance", "Provenance", columns, rows, context.caption(text, "as the manifest lists it"))


def _card_table(told: dict[str, Any] | None) -> dict[str, str]:
    """Say which card table was played and what its values rest on."""
    if told is None:
        return {}
    sources = ", ".join(f"{count} {source}" for source, count in told["sources"].items())
    return {"Card table": f"{told['file']}, sha256 {told['sha256'][:16]}; entries: {sources}"}
