"""Who plays the games of a long measurement: all cores, or a Ray cluster. The figures are the same.

On a cluster, the checkout must be at the same path on every machine: bench/ is not in the package.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from spielzug.lab.play.workers import Processes, WorkerPool, check_jobs, cores


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--jobs", type=int, help="how many at once; one per core if not given")
    parser.add_argument("--ray", help="play on the Ray cluster at this address, or `local`")


def tick(games: int) -> None:
    print("." * games, end="", file=sys.stderr, flush=True)


@contextmanager
def crew_of(chosen: argparse.Namespace) -> Iterator[WorkerPool]:
    """The workers chosen by these options."""
    check_jobs(chosen.jobs)
    if chosen.ray is not None:
        from spielzug.lab.play.ray_cluster import Cluster

        with Cluster(chosen.ray, chosen.jobs) as cluster:
            yield cluster
        return
    with Processes(chosen.jobs or cores()) as processes:
        yield processes
