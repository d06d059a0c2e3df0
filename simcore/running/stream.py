"""Plays games and hands on what is made of them, in the order of the chunks whatever the threads do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from simcore.running.chunks import Chunk
from simcore.running.player import Player

Made = TypeVar("Made")


def stream(
    player: Player, chunks: Iterable[Chunk], make: Callable[[Chunk, Any], Made], workers: int
) -> Iterator[tuple[Chunk, Made]]:
    """Play chunks on threads and yield what is made of the rows of each, in the order of `chunks`.

    Parameters
    ----------
    player : Player
        Plays them.
    chunks : iterable of Chunk
        Any number; who stops reading stops the playing.
    make : callable
        Takes a chunk and its rows, in the thread that played them; the rows must not be kept.
    workers : int
        Threads.

    Yields
    ------
    (Chunk, object)
    """

    def one(chunk: Chunk) -> Made:
        rows, _ = player.play(chunk)
        return make(chunk, rows)

    queue = iter(chunks)
    waiting: deque[tuple[Chunk, Future[Made]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            while True:
                while len(waiting) < 2 * workers and (chunk := next(queue, None)) is not None:
                    waiting.append((chunk, pool.submit(one, chunk)))
                if not waiting:
                    return
                chunk, future = waiting.popleft()
                yield chunk, future.result()
        finally:
            for _, future in waiting:
                future.cancel()
