"""A finished run, as Python users see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.analysis.estimates import LEVEL, MEAN, SHARE, Estimate
from simcore.engine import registry
from simcore.engine.game import GameSpec
from simcore.errors import InputError, not_one_of
from simcore.report.cells import Cells
from simcore.report.collect import View, collect
from simcore.report.seats import seat_payoff, seat_share
from simcore.report.strategies import payoff_of, win_share_of
from simcore.report.wording import plural
from simcore.running.manifest import FILE
from simcore.running.reader import Run

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from simcore.report.model import Report

_GROUPS = ("entrant", "seat")
_GAMES = "games"
_WHERE = "run"


class RunView:
    """A finished run: where it lies, what was played, its rows, and what they say.

    Made by `simcore.run` and `simcore.open_run`.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    def __repr__(self) -> str:
        return f"<run {self.path}: {plural(self.manifest['games'], 'game')} in {plural(len(self.cells), 'cell')}>"

    @property
    def path(self) -> Path:
        """Run directory."""
        return self._run.path

    @property
    def manifest(self) -> dict[str, Any]:
        """What was played, by which code, and the parts with their digests."""
        return self._run.manifest

    @property
    def result_digest(self) -> str:
        """Fingerprint of all rows: 32 hexadecimal digits, the same however the run was cut or resumed."""
        digest: str = self.manifest["result_digest"]
        return digest

    @property
    def cells(self) -> list[dict[str, Any]]:
        """What each cell plays: ``cell`` (its number), ``players``, ``swept``, ``params``, ``entrants`` and more."""
        cells: list[dict[str, Any]] = self.manifest["cells"]
        return cells

    @property
    def _game(self) -> GameSpec:
        return registry.game(self.manifest["game"], str(self.path / FILE))

    def summary(self, by: str = "entrant") -> pd.DataFrame:
        """Return payoff and wins with 95 % intervals, one row a cell and entrant, or a cell and seat.

        Games of one deal are dependent, so intervals are made over deals, as in the report. A win share counts a draw
        as half a win for an entrant; for a seat it is the share of the decided games.

        Parameters
        ----------
        by : str
            ``entrant`` or ``seat``.

        Returns
        -------
        DataFrame
            ``cell``, what tells cells apart (swept values, alternative, line-up), ``entrant`` or ``seat``, ``games``
            (for an entrant: games times seats held), ``deals``, and ``payoff`` and ``win_share`` each with ``_low`` and
            ``_high``. An interval that the data do not allow is NaN. ``attrs`` tell method, level, seed, unit and
            result digest.

        Raises
        ------
        InputError
            For another `by`.
        DamagedRunError
            Where a part does not hold what the manifest says.
        """
        import pandas as pd

        if by not in _GROUPS:
            raise InputError(_WHERE, "summary", not_one_of(by, _GROUPS))
        game = self._game
        cells = Cells(self.cells, game)
        rows = []
        for view in collect(self._run, game.reasons, None, lambda _: None).cells:
            for name, games, payoff, win_share in _by_entrant(view) if by == "entrant" else _by_seat(view):
                row = _told_apart(view.cells[0], cells) | {by: name, "games": games, "deals": view.sums.deals}
                rows.append(row | _numbers("payoff", payoff) | _numbers("win_share", win_share))
        frame = pd.DataFrame(rows)
        frame.attrs = {
            "payoff": MEAN,
            "win_share": SHARE,
            "level": LEVEL,
            "unit": game.payoff_unit,
            "seed": self.manifest["seed"],
            "result_digest": self.result_digest,
        }
        return frame

    def to_arrow(self, columns: Sequence[str] | None = None, table: str = _GAMES) -> pa.Table:
        """Return the rows of a table in order of cell and game.

        Parameters
        ----------
        columns : sequence of str, optional
            Columns wanted; all by default. ``manifest["columns"]`` tells types and meanings of those of the games.
        table : str
            ``games``, one row a game, or a further table of the run.

        Returns
        -------
        pyarrow.Table
            Words (entrants, reasons) are dictionary columns.

        Raises
        ------
        InputError
            For an unknown table or column.
        DamagedRunError
            Where a part is not what the manifest lists.
        """
        import pyarrow as pa

        tables = {_GAMES: self.manifest, **{found["name"]: found for found in self.manifest["tables"]}}
        if table not in tables:
            raise InputError(_WHERE, "table", not_one_of(table, tables))
        known = [column["name"] for column in tables[table]["columns"]]
        wanted = known if columns is None else [columns] if isinstance(columns, str) else list(columns)
        for name in wanted:
            if name not in known:
                raise InputError(_WHERE, "columns", not_one_of(name, known))
        parts = sorted(tables[table]["parts"], key=lambda part: (part["cell"], part["start"]))
        found = [self._run.part(part, wanted).replace_schema_metadata(None) for part in parts]
        return pa.concat_tables(found).unify_dictionaries().combine_chunks()

    def to_pandas(self, columns: Sequence[str] | None = None, table: str = _GAMES) -> pd.DataFrame:
        """Return the rows of a table as a DataFrame, in order of cell and game.

        Parameters
        ----------
        columns, table
            As for `to_arrow`, and so are the errors.

        Returns
        -------
        DataFrame
            Words (entrants, reasons) are categories.
        """
        return self.to_arrow(columns, table).to_pandas()

    def report(self, *sections: str) -> Report:
        """Return the balance report that ``simcore report`` prints.

        Parameters
        ----------
        *sections : str
            Sections wanted; all that apply by default.

        Returns
        -------
        Report
            ``to_dict()`` gives plain values.

        Raises
        ------
        InputError
            For a section that does not exist or does not apply.
        DamagedRunError
            Where a part does not hold what the manifest says.
        """
        from simcore.report.build import build_report

        return build_report(self._run, sections)

    def html(self, *sections: str) -> str:
        """Return the report as one HTML page that needs nothing else; arguments and errors are those of `report`."""
        from simcore.report.html import to_html

        return to_html(self.report(*sections))


def _told_apart(cell: dict[str, Any], cells: Cells) -> dict[str, Any]:
    """Return what tells a cell from the others: its number, and whatever varies."""
    row = {"cell": cell["cell"], **{path: cell["swept"][path] for path in cells.varied}}
    if "alternative" in cell:
        row["alternative"] = ", ".join(f"{path}={value}" for path, value in cell["alternative"].items())
    if cells.lineups > 1:
        row["lineup"] = " v ".join(sorted(cell["seatings"][0]))
    return row


def _by_entrant(view: View) -> list[tuple[str | int, int, Estimate, Estimate]]:
    return [
        (name, int(view.sums.total(f"entrant_{name}:places")), payoff_of(view, name), win_share_of(view, name))
        for name in view.entrants
    ]


def _by_seat(view: View) -> list[tuple[str | int, int, Estimate, Estimate]]:
    return [
        (
            seat,
            view.games,
            seat_payoff(view, seat),
            seat_share(view, seat),
        )
        for seat in range(view.players)
    ]


def _numbers(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
