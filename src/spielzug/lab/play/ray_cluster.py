"""A Ray cluster as the worker pool of a run. Only this module needs Ray, the extra `cluster`.

Jobs are Ray tasks: Ray repeats one elsewhere if its machine dies. A job gives the same result
anywhere, and its result is delivered once, so nothing is counted twice.
"""

from __future__ import annotations

import os
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, redirect_stdout
from typing import Any, Generic, NamedTuple, Self, TypeVar

from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.lab.play.workers import Jobs, Task, WorkerPool

J = TypeVar("J")
R = TypeVar("R")

LOCAL = "local"
RETRIES = 3  # of a job whose machine or process was lost
ANSWER = 5.0  # seconds in which a cluster must accept a connection
STORE = 100 << 20  # bytes: results are small, and are not kept there


class TaskDone(NamedTuple, Generic[R]):
    """A result and the node it comes from."""

    node: str
    result: R


class Cluster(WorkerPool):
    """The cores of a cluster, at most `jobs` of them."""

    is_remote = True
    seconds = 2.0
    ahead = 2

    def __init__(self, address: str, jobs: int | None = None) -> None:
        self.ray = _ray()
        self.address = address
        self.nodes: Counter[str] = Counter()
        """The number of jobs done by each machine."""
        self._jobs = jobs
        self._refs: dict[Future[Any], Any] = {}

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(stdout_to_stderr())
            self._connect()
            stack.callback(self.ray.shutdown)
            found = int(self.ray.cluster_resources().get("CPU", 0))
            self.workers = min(found, self._jobs or found)
            if not self.workers:
                raise UsageError(
                    f"--ray {self.address}: this cluster has no CPUs: add a machine with "
                    "`ray start --address=ADDRESS`"
                )
            self._do = self.ray.remote(num_cpus=1, max_retries=RETRIES)(_do)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _connect(self) -> None:
        # Send no usage statistics unless the user asks for it.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address == LOCAL:
            self.ray.init(
                address="local", num_cpus=self._jobs, include_dashboard=False,
                object_store_memory=STORE, **quiet,
            )  # fmt: skip
            return
        _check_reachable(self.address)
        try:
            self.ray.init(address=self.address, **quiet)
        except Exception as error:  # of many kinds: Ray's, gRPC's, version mismatches
            raise UsageError(
                f"--ray {self.address}: this cluster cannot be used: {_first_line(error)}"
            ) from None

    def submit(self, task: Task[J, R], job: J, stop: Stop) -> Future[R]:
        if task.remote_task is None:
            raise UsageError("a cluster can only play games that are installed on every machine")
        ref, told = self._do.remote(task.remote_task, job), Future[R]()
        self._refs[told] = ref

        def tell(found: Future[TaskDone[R]]) -> None:
            # Those who waited for a cancelled job have been notified.
            if told.cancelled() or not told.set_running_or_notify_cancel():
                return
            error = found.exception()
            if error is not None:
                told.set_exception(_for_people(error))
            else:
                self.nodes[found.result().node] += 1
                told.set_result(found.result().result)

        ref.future().add_done_callback(tell)
        return told

    def cancel(self, future: Future[R]) -> None:
        """Cancels running jobs too: they may be remote and long."""
        if future.cancel():
            future.set_running_or_notify_cancel()
            self.ray.cancel(self._refs[future])

    def each(self, task: Task[J, R], jobs: Jobs[J], stop: Stop) -> Iterator[R]:
        for result in super().each(task, jobs, stop):
            self._refs = {told: ref for told, ref in self._refs.items() if not told.done()}
            yield result


@contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Redirect stdout to stderr.

    Ray and its C++ code print messages, and stdout is for the command's result alone.
    """
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _do(task: Callable[[J], R], job: J) -> TaskDone[R]:
    """Runs on some machine of the cluster."""
    import ray

    return TaskDone(ray.get_runtime_context().get_node_id(), task(job))


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise UsageError(
            "to play on a cluster Ray must be installed, here and on its machines: "
            "pip install 'spielzug[cluster]'"
        ) from None
    return ray


def _check_reachable(address: str) -> None:
    """Check the address first: Ray would try for minutes to reach a missing machine."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if address == "auto":
        return
    if not (colon and host and port.isdecimal() and int(port) < 1 << 16):
        raise UsageError(
            f"--ray {address}: not an address: write HOST:PORT, as `ray start --head` shows "
            "it, or `local` for this machine alone"
        )
    try:
        socket.create_connection((host, int(port)), ANSWER).close()
    except (OSError, UnicodeError) as error:  # UnicodeError: an invalid host name
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"--ray {address}: nobody answers there ({why}): start a cluster "
            "with `ray start --head`, or choose --ray local"
        ) from None


def _for_people(error: BaseException) -> BaseException:
    """The original error if it was meant for users, otherwise what happened to the job."""
    from ray.exceptions import RayError, RayTaskError

    cause = error.cause if isinstance(error, RayTaskError) else error
    if isinstance(cause, SpielzugError):
        return cause
    if "No module named" in str(cause):
        return UsageError(
            f"{_first_line(cause)}: the same packages must be installed on every machine of the "
            "cluster, Spielzug among them"
        )
    if isinstance(cause, RayError):
        return SpielzugError(f"a job was lost twice: {_first_line(cause)}")
    return cause


def _first_line(error: BaseException) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), repr(error)).strip()
