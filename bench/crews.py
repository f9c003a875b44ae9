"""Who plays the games of a long measurement: all cores, or a Ray cluster; the figures are the same.

On a cluster a checkout must lie at the same place on every machine: what stands here is no part of
the package.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from spielzug.bots.clock import Stop
from spielzug.lab.crew import Crew, Jobs, Task, cores, refuse_jobs, until_ctrl_c
from spielzug.lab.processes import Processes


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, help="at once, one for each core if not given")
    parser.add_argument("--ray", help="play on the Ray cluster at this address, or `local`")


@contextmanager
def crew_of(chosen: argparse.Namespace) -> Iterator[Crew]:
    """The crew that was asked for with these options."""
    refuse_jobs(chosen.jobs)
    if chosen.ray is not None:
        from spielzug.lab.cluster import Cluster

        with Cluster(chosen.ray, chosen.jobs) as cluster:
            yield cluster
        return
    with Processes(chosen.jobs or cores()) as processes:
        yield processes


@dataclass(frozen=True)
class Several:
    """A function of one number, for several of them, and how long it took."""

    play: Callable[[int], Any]

    def __call__(self, numbers: tuple[int, ...]) -> tuple[float, dict[int, Any]]:
        begin = time.perf_counter()
        played = {number: self.play(number) for number in numbers}
        return time.perf_counter() - begin, played


def play_all(
    crew: Crew, play: Callable[[int], Any], count: int, tick: Callable[[int], None]
) -> list[Any]:
    """What `play` gives of every number from 0 on, in their order, whoever was first."""
    several, stop, found = Several(play), Stop(), dict[int, Any]()
    jobs = Jobs.of(range(count), count)
    with until_ctrl_c(stop):
        for seconds, played in crew.each(Task(lambda job, _: several(job), several), jobs, stop):
            jobs.learn(len(played), seconds)
            found |= played
            tick(len(played))
    if stop.is_set():
        raise KeyboardInterrupt
    return [found[number] for number in range(count)]
