"""Distributes measured games of several variants or seat numbers over one pool of workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge

import numpy as np

from spielzug.bots.clock import Stop
from spielzug.lab.measure.measures import GameMeasurer, MeasuredGames
from spielzug.lab.play.workers import Jobs, Range, Task, WorkerPool

CHUNK = 20  # games of compiled bots per piece; games of bots that think are single


@dataclass(frozen=True)
class Order:
    """Games to play with one measurer."""

    measurer: GameMeasurer
    games: Range


_Piece = tuple[int, Callable[[Range], MeasuredGames] | None, Range]
"""The index of an order, its remote task, and the games to play."""


def run_orders(
    orders: Sequence[Order],
    pool: WorkerPool,
    stop: Stop,
    tick: Callable[[int], None] = lambda _: None,
) -> list[MeasuredGames]:
    """The results of each order; fewer when stopped. `tick` gets the number of games done.

    Games with the same number are played at about the same time, so a stopped run has, but for a
    few, the same games of all orders.
    """
    parts: list[list[MeasuredGames]] = [[order.measurer.blank()] for order in orders]
    pieces = merge(*map(_pieces, range(len(orders)), orders), key=lambda piece: piece[2])
    jobs = Jobs.of(pieces, sum(-(-_games(order) // _size(order)) for order in orders))

    def play_locally(job: Sequence[_Piece], stop: Stop) -> list[tuple[int, MeasuredGames]]:
        return [(n, orders[n].measurer.play(games, stop)) for n, _, games in job]

    known = all(order.measurer.task.remote_task is not None for order in orders)
    remote = _play_remotely if known else None
    if not pool.is_remote:
        for order in orders:
            order.measurer.warm_up()
    task: Task[tuple[_Piece, ...], list[tuple[int, MeasuredGames]]] = Task(play_locally, remote)
    for done in pool.each(task, jobs, stop):
        jobs.learn(len(done), sum(measured.seconds for _, measured in done))
        for number, measured in done:
            parts[number].append(measured)
            tick(len(measured.rows) + len(measured.forfeits))
    return [merge_measured(its) for its in parts]


def _games(order: Order) -> int:
    return order.games[1] - order.games[0]


def _size(order: Order) -> int:
    """Games per piece."""
    return CHUNK if order.measurer.seating.compiled else 1


def _pieces(number: int, order: Order) -> Iterator[_Piece]:
    there, size = order.measurer.task.remote_task, _size(order)
    first, end = order.games
    for at in range(first, end, size):
        yield number, there, (at, min(at + size, end))


def _play_remotely(job: Sequence[_Piece]) -> list[tuple[int, MeasuredGames]]:
    found = []
    for number, there, games in job:
        assert there is not None
        found.append((number, there(games)))
    return found


def merge_measured(parts: Sequence[MeasuredGames]) -> MeasuredGames:
    """Merge parts that share no game; the parts are not changed."""
    rows = np.concatenate([part.rows for part in parts])
    rows.sort(order="number")
    deeds = [np.sum(same, axis=0) for same in zip(*(part.deeds for part in parts), strict=True)]
    forfeits = [forfeit for part in parts for forfeit in part.forfeits]
    return MeasuredGames(rows, deeds, sum(part.seconds for part in parts), forfeits)
