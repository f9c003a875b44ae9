"""Prometheus metrics on a separate listener: `--metrics HOST:PORT`.

They are collected in the server's event loop, so that all numbers are of the same moment. The
counters themselves (`counters.py`) always run; this module is imported only with `--metrics`.
No metric identifies a player or a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import uvicorn
from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector
from prometheus_client.asgi import make_asgi_app
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from spielzug.core.errors import UsageError
from spielzug.core.rules_mode import uses_plain_rules
from spielzug.core.version import program_version
from spielzug.server.monitoring import Counts, Errors, Histogram

if TYPE_CHECKING:
    from spielzug.server.services import Services


HEARTBEAT = 0.25  # seconds between two measurements of the event loop's lag
ADDRESS = re.compile(r"(?:(\[[0-9a-fA-F:.]+\]|[^\s:\[\]]+):)?(\d{1,5})")
LOGGERS = ("spielzug.server", "uvicorn.error", "asyncio")


def listen(address: str, worker: int = 0) -> socket.socket:
    """The listener for metrics; worker n listens n ports higher, since each has its own metrics.

    A port without a host listens on the loopback address.
    """
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise UsageError(
            f"--metrics {address}: expected a port or HOST:PORT, for example 127.0.0.1:9464"
        )
    host, port = (found[1] or "127.0.0.1").strip("[]"), int(found[2])
    port += worker if port else 0
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(16)
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"--metrics {address}: cannot listen on port {port}: {why} (for several servers on one "
            "machine, +1000 is each server's port plus 1000)"
        ) from None
    return listening


class Metrics:
    """Serves the metrics until the server ends."""

    def __init__(self, services: Services, listening: socket.socket) -> None:
        self._listening = listening
        self._counts = services.counts
        self._errors = Errors()
        self._ended = asyncio.Event()
        registry = CollectorRegistry(auto_describe=False)
        registry.register(_Collector(services, self._errors))
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._server = _MetricsServer(
            uvicorn.Config(
                make_asgi_app(registry), log_level="warning", access_log=False, lifespan="off",
                server_header=False, timeout_graceful_shutdown=1, log_config=None,
            )
        )  # fmt: skip

    @property
    def url(self) -> str:
        host, port = self._listening.getsockname()[:2]
        return f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"

    async def run(self) -> None:
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self._errors)
        try:
            async with asyncio.TaskGroup() as group:
                beating = group.create_task(measure_lag(self._counts))
                await self._server.serve(sockets=[self._listening])
                beating.cancel()
        finally:
            self._ended.set()
            self._listening.close()
            for name in LOGGERS:
                logging.getLogger(name).removeHandler(self._errors)

    async def close(self) -> None:
        """Stop at once, without waiting for open connections."""
        self._server.should_exit = True
        self._server.force_exit = True
        await self._ended.wait()


class _MetricsServer(uvicorn.Server):
    """Handles no signals, which are for the main server."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def measure_lag(counts: Counts) -> None:
    """Measure the lag of the event loop, forever."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + HEARTBEAT
        await asyncio.sleep(HEARTBEAT)
        counts.lag.add(max(0.0, loop.time() - due))


class _Collector(Collector):
    def __init__(self, services: Services, errors: Errors) -> None:
        self._services = services
        self._errors = errors

    def collect(self) -> Iterable[Metric]:
        yield from self._counted(self._services.counts)
        yield from self._now(self._services)
        rules = "plain" if uses_plain_rules() else "compiled"
        yield InfoMetricFamily(
            "spielzug_build", "The server's version and rules mode.",
            {"version": program_version(), "rules": rules},
        )  # fmt: skip

    def _counted(self, counts: Counts) -> Iterator[Metric]:
        yield _counter(
            "spielzug_requests", "Requests answered.", ("method", "route", "status"),
            counts.requests.items(),
        )  # fmt: skip
        yield _histogram("spielzug_request_seconds", "Time to answer a request.", counts.answering)
        yield _counter(
            "spielzug_entries", "Log entries written, by kind.", ("kind",),
            (((kind,), count) for kind, count in counts.entries.items()),
        )  # fmt: skip
        yield _histogram(
            "spielzug_decision_to_disk_seconds",
            "Time from receiving a decision until it was on disk.",
            counts.saving,
        )
        yield _histogram(
            "spielzug_write_batch_size",
            "Changes written in one transaction.",
            self._services.store.batches,
        )
        yield _counter(
            "spielzug_live_connections_opened", "Live connections opened.", ("about",),
            (((about,), count) for about, count in counts.connections.items()),
        )  # fmt: skip
        yield _histogram("spielzug_loop_lag_seconds", "How late the event loop was.", counts.lag)
        yield _counter(
            "spielzug_logged_problems", "Warnings and errors in the log.", ("logger", "level"),
            self._errors.seen.items(),
        )  # fmt: skip

    def _now(self, services: Services) -> Iterator[Metric]:
        lines = services.hub.connections_by_kind()
        yield _gauge("spielzug_live_connections", "Live connections now.", "about", lines.items())
        decision_executors = services.decision_executors
        queues = {
            "quick": decision_executors.quick,
            "light": decision_executors.light,
            "deep": decision_executors.deep,
        }
        busy = [(name, float(queue.busy)) for name, queue in queues.items()]
        waiting = [(name, float(queue.waiting)) for name, queue in queues.items()]
        yield _gauge("spielzug_bot_jobs", "Bot moves and hints being computed.", "queue", busy)
        yield _gauge("spielzug_bot_jobs_waiting", "Bot moves and hints waiting.", "queue", waiting)
        plain: dict[str, tuple[str, Callable[[], float]]] = {
            "connections": ("Connections of any kind.", lambda: len(services.connection_limiter)),
            "connections_most": (
                "Most connections at once.",
                lambda: services.connection_limiter.capacity,
            ),
            "tables_in_memory": ("Tables in memory.", lambda: len(services.tables)),
            "reviews_waiting": ("Reviews waiting to be made.", lambda: services.reviews.waiting),
            "answers_waiting": (
                "Replays, records, proofs and positions waiting to be made.",
                lambda: services.background_queue.waiting + services.positions.waiting,
            ),
            "trouble": (
                "1 while tables cannot be saved.",
                lambda: float(services.tables.trouble is not None),
            ),
            "stopping": ("1 while the server is stopping.", lambda: float(services.stopping)),
        }
        for name, (about, value) in plain.items():
            yield GaugeMetricFamily(f"spielzug_{name}", about, value())


def _counter(
    name: str,
    about: str,
    labels: tuple[str, ...],
    values: Iterable[tuple[tuple[str | int, ...], int]],
) -> Metric:
    made = CounterMetricFamily(name, about, labels=labels)
    for key, count in sorted(values):
        made.add_metric([str(part) for part in key], count)
    return made


def _gauge(name: str, about: str, label: str, values: Iterable[tuple[str, float]]) -> Metric:
    made = GaugeMetricFamily(name, about, labels=(label,))
    for key, value in values:
        made.add_metric([key], value)
    return made


def _histogram(name: str, about: str, spread: Histogram) -> Metric:
    return HistogramMetricFamily(
        name, about, buckets=spread.cumulative_buckets(), sum_value=spread.sum
    )
