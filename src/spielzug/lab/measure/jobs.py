"""Distributes the games of several players over one pool of workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from typing import Generic, Protocol, TypeVar

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.lab.measure.measures import MeasuredGames, Rows
from spielzug.lab.play.one_game import Forfeit
from spielzug.lab.play.workers import Jobs, Range, Task, WorkerPool


class PlayedPart(Protocol):
    """The results of some games."""

    rows: Rows
    seconds: float
    forfeits: list[Forfeit]


P = TypeVar("P", bound=PlayedPart)


class GamePlayer(Protocol[P]):
    """Plays the games of one variant or number of seats."""

    @property
    def task(self) -> Task[Range, P]: ...
    @property
    def games_per_piece(self) -> int: ...
    def blank(self) -> P: ...
    def warm_up(self) -> None: ...


@dataclass(frozen=True)
class Order(Generic[P]):
    """Games to play with one player."""

    player: GamePlayer[P]
    games: Range


_Piece = tuple[int, Callable[[Range], P] | None, Range]
"""The index of an order, its remote task, and the games to play."""


def run_orders(
    orders: Sequence[Order[P]],
    merge_parts: Callable[[Sequence[P]], P],
    pool: WorkerPool,
    stop: Stop,
    tick: Callable[[int], None] = lambda _: None,
) -> list[P]:
    """The results of each order; fewer when stopped. `tick` gets the number of games done.

    Games with the same number are played at about the same time, so a stopped run has, but for a
    few, the same games of all orders.
    """
    parts = [[order.player.blank()] for order in orders]
    tasks = [order.player.task for order in orders]
    pieces = merge(*map(_pieces, range(len(orders)), orders, tasks), key=lambda piece: piece[2])
    count = sum(len(range(*order.games, order.player.games_per_piece)) for order in orders)
    jobs = Jobs.of(pieces, count)

    def play_locally(job: Sequence[_Piece[P]], stop: Stop) -> list[tuple[int, P]]:
        return [(n, tasks[n].local_task(games, stop)) for n, _, games in job]

    known = all(task.remote_task is not None for task in tasks)
    remote = _play_remotely if known else None
    if not pool.is_remote:
        for order in orders:
            order.player.warm_up()
    task: Task[tuple[_Piece[P], ...], list[tuple[int, P]]] = Task(play_locally, remote)
    for done in pool.each(task, jobs, stop):
        jobs.learn(len(done), sum(part.seconds for _, part in done))
        for number, part in done:
            parts[number].append(part)
            tick(len(part.rows) + len(part.forfeits))
    return [merge_parts(its) for its in parts]


def _pieces(number: int, order: Order[P], task: Task[Range, P]) -> Iterator[_Piece[P]]:
    (first, end), size = order.games, order.player.games_per_piece
    for at in range(first, end, size):
        yield number, task.remote_task, (at, min(at + size, end))


def _play_remotely(job: Sequence[_Piece[P]]) -> list[tuple[int, P]]:
    found = []
    for number, there, games in job:
        assert there is not None
        found.append((number, there(games)))
    return found


def common_rows(measured: Sequence[MeasuredGames]) -> list[Rows]:
    """The rows of the games that all of these finished: some may have been forfeited or stopped."""
    common = measured[0].rows["number"]
    for more in measured[1:]:
        common = np.intersect1d(common, more.rows["number"], assume_unique=True)
    return [each.rows[np.isin(each.rows["number"], common)] for each in measured]


def merge_measured(parts: Sequence[MeasuredGames]) -> MeasuredGames:
    """Merge parts that share no game; the parts are not changed."""
    rows = np.concatenate([part.rows for part in parts])
    rows.sort(order="number")
    deeds = [np.sum(same, axis=0) for same in zip(*(part.deeds for part in parts), strict=True)]
    forfeits = [forfeit for part in parts for forfeit in part.forfeits]
    return MeasuredGames(rows, deeds, sum(part.seconds for part in parts), forfeits)
