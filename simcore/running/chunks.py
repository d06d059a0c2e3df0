"""How the games of a scenario are cut into chunks; results do not depend on it."""

from __future__ import annotations

from dataclasses import dataclass

from simcore.errors import InputError, shown
from simcore.scenario.scenario import Scenario

# a chunk is played in a second or so; a multiple of 24, so that the games of a deal stay in one chunk for every
# rotation and every order of up to four seats
CHUNK_GAMES = 240_000
_SEATINGS = 24
# rows of a chunk: 15 MB, which is CHUNK_GAMES of the narrowest game
_CHUNK_BYTES = 64 * CHUNK_GAMES
# branches take longer than games
_BRANCHED_SHARE = 10


@dataclass(frozen=True)
class Chunk:
    """Games `start` to `stop` - 1 of one cell."""

    cell: int
    start: int
    stop: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.stop - self.start

    @property
    def file(self) -> str:
        """Name of the part inside the run directory; the same chunk always has the same name."""
        return f"parts/{self._name}"

    def table_file(self, table: str) -> str:
        """Name of the chunk's part of a further table."""
        return f"tables/{table}/{self._name}"

    @property
    def _name(self) -> str:
        return f"c{self.cell:05d}-{self.start:013d}-{self.stop:013d}.parquet"


@dataclass(frozen=True)
class Shard:
    """The `number`-th of `of` shares of a run, counted from 1."""

    number: int = 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Read ``K/M``; an InputError says what is allowed."""
        number, _, of = text.partition("/")
        if text.isascii() and number.isdecimal() and of.isdecimal() and len(text) < 12 and 1 <= int(number) <= int(of):
            return cls(int(number), int(of))
        raise InputError("--shard", "", f"{shown(text)} is not K/M with 1 <= K <= M")


def plan_chunks(scenario: Scenario, shard: Shard, chunk_games: int = CHUNK_GAMES) -> list[Chunk]:
    """Return the chunks of one shard, cell by cell.

    Parameters
    ----------
    scenario : Scenario
        What is played.
    shard : Shard
        Which share of the chunks.
    chunk_games : int
        Most games of a chunk.

    Returns
    -------
    list of Chunk
        The chunks of all shards cover every game of every cell once.
    """
    # cells smaller than a chunk are cut further, so that every shard gets its share
    share = -(-scenario.games // shard.of)
    width = scenario.game.row_dtype(scenario.max_players).itemsize
    most = min(chunk_games, _CHUNK_BYTES // width // _SEATINGS * _SEATINGS)
    most = most // _BRANCHED_SHARE if scenario.branches else most
    size = min(most, -(-share // _SEATINGS) * _SEATINGS)
    chunks = [
        Chunk(cell.index, start, min(start + size, scenario.games))
        for cell in scenario.cells
        for start in range(0, scenario.games, size)
    ]
    return chunks[shard.number - 1 :: shard.of]
