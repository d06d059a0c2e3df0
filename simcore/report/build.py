"""Makes the report of a run: chooses the sections, reads once, builds each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simcore.engine import registry
from simcore.errors import InputError, not_one_of
from simcore.report import overview, readings, rule_sweep, seats, strategies, thresholds
from simcore.report.cells import Cells
from simcore.report.collect import collect
from simcore.report.context import Context, Facts
from simcore.report.families import joint_groups
from simcore.report.grid import Grid, find_grid
from simcore.report.model import Report
from simcore.running.manifest import FILE
from simcore.running.reader import Run

_SECTIONS = {module.NAME: module for module in (overview, seats, strategies, thresholds, readings, rule_sweep)}


def check_sections(names: Sequence[str]) -> None:
    """Raise an InputError for a section that does not exist."""
    for name in names:
        if name not in _SECTIONS:
            raise InputError("--section", "", not_one_of(name, _SECTIONS))


def build_report(run: Run, sections: Sequence[str] = (), on_games: Callable[[int], None] = lambda _: None) -> Report:
    """Return the report of a run; it depends on the run and on nothing else.

    Parameters
    ----------
    run : Run
        A finished run.
    sections : sequence of str
        Names of the sections wanted; all that apply where it is empty.
    on_games : callable
        Called with the number of games of each part that was read.

    Returns
    -------
    Report
        Its sections in their fixed order.

    Raises
    ------
    InputError
        For a section that does not exist or does not apply to the run.
    DamagedRunError
        Where a part does not hold what the manifest says.
    """
    check_sections(sections)
    game = registry.game(run.manifest["game"], str(run.path / FILE))
    cells = Cells(run.manifest["cells"], game)
    facts = Facts(run, game, cells, find_grid(cells, run.manifest["parts"]))
    chosen = [module for name, module in _SECTIONS.items() if name in sections or not sections]
    for module in chosen if sections else []:
        if module.why_not(facts):
            raise InputError("--section", module.NAME, module.why_not(facts))
    square = facts.grid if isinstance(facts.grid, Grid) else None
    collected = collect(run, game.reasons, square, on_games, joint_groups(cells, run.manifest["parts"]))
    context = Context(run, game, cells, facts.grid, collected)
    return Report(
        run.manifest["title"],
        run.label,
        run.manifest["scenario_digest"],
        run.manifest["result_digest"],
        [module.build(context) for module in chosen if module.why_not(facts) is None],
    )
