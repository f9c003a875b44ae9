"""Runs several server processes behind one address and restarts those that end.

The parent opens the socket and passes it to its children, each of which is a complete server on the
same database; the parent serves no requests. Settings, including passwords, go through a pipe that
stays open, so that the children notice when the parent dies, and end.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

from spielzug.core.errors import UsageError

log = logging.getLogger("spielzug.server")

COMMAND = (sys.executable, "-m", "spielzug.server.lifecycle.worker")
READY = b"ready\n"
START = 120.0  # seconds for all processes to become ready
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds before a process is restarted
STEADY = 60.0  # seconds of running after which the pause is reset
END = 60.0  # seconds after a stop signal, plus the drain, until children are killed


@dataclass(frozen=True)
class WorkerProcess:
    """The arguments of a child process, sent pickled."""

    database: str
    public_url: str | None
    local_urls: tuple[str, ...]
    settings: dict[str, Any]
    log: bool
    listening: int
    """The file descriptor of the open socket."""


def check_can_scale(database: Path | str, count: int) -> None:
    if not isinstance(database, str):
        raise UsageError(
            f"--workers {count}: only one process at a time can use a file. To run several, store "
            "tables in PostgreSQL: --database postgresql://user:password@host/name"
        )


class Child:
    def __init__(self, number: int) -> None:
        self.number = number
        self.pause = FIRST_PAUSE
        self.process: subprocess.Popen[bytes] | None = None
        self.begun = 0.0
        self.ready = threading.Event()

    def start(self, work: WorkerProcess, ended: queue.SimpleQueue[Child]) -> None:
        self.ready.clear()
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[work.listening],
            process_group=0,  # Ctrl-C must reach only the parent, which signals the children
        )
        settings = {**work.settings, "worker": self.number}
        packed = pickle.dumps(WorkerProcess(**{**vars(work), "settings": settings}))
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended; `_read_output` reports that
            self.process.stdin.write(len(packed).to_bytes(4, "big") + packed)
            self.process.stdin.flush()
        threading.Thread(target=self._read_output, args=(self.process, ended), daemon=True).start()

    def _read_output(
        self, process: subprocess.Popen[bytes], ended: queue.SimpleQueue[Child]
    ) -> None:
        assert process.stdout is not None
        assert process.stdin is not None
        for line in process.stdout:
            if line == READY:
                self.ready.set()
            else:
                sys.stdout.write(line.decode(errors="replace"))
                sys.stdout.flush()
        process.wait()
        process.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        ended.put(self)

    def signal(self, what: signal.Signals) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(what)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


@dataclass
class WorkerSupervisor:
    """Keeps `count` children running until the parent gets a stop signal."""

    work: WorkerProcess
    count: int
    started: Callable[[], None]
    children: list[Child] = field(default_factory=list)
    signals: int = 0

    def __post_init__(self) -> None:
        self._ended: queue.SimpleQueue[Child] = queue.SimpleQueue()
        self.children = [Child(number) for number in range(self.count)]

    def run(self) -> None:
        """Run until a stop signal; returns when all children have ended."""
        wanted = (signal.SIGINT, signal.SIGTERM)
        before = {one: signal.signal(one, self._on_stop_signal) for one in wanted}
        try:
            for child in self.children:
                child.start(self.work, self._ended)
            if self._all_ready():
                self.started()
            while not self.signals:
                self._restart_ended()
        finally:
            self._stop()
            for one, handler in before.items():
                signal.signal(one, handler)

    def _on_stop_signal(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1
        if self.signals > 1:  # end at once; `_stop` has sent the first signal already
            for child in self.children:
                child.signal(signal.SIGTERM)

    def _all_ready(self) -> bool:
        deadline = time.monotonic() + START
        for child in self.children:
            while not child.ready.wait(0.1):
                if self.signals:
                    return False
                if not child.is_running or time.monotonic() > deadline:
                    raise UsageError("one of the server's processes failed to start, see above")
        return True

    def _restart_ended(self) -> None:
        """Restart a child that has ended, after a pause that doubles with each failure."""
        try:
            child = self._ended.get(timeout=0.2)
        except queue.Empty:
            return
        if self.signals:
            return
        status = child.process.returncode if child.process is not None else None
        if time.monotonic() - child.begun > STEADY:
            child.pause = FIRST_PAUSE
        log.error("server process %d ended (status %s); restarting it", child.number, status)
        deadline = time.monotonic() + child.pause
        child.pause = min(LONGEST_PAUSE, 2 * child.pause)
        while time.monotonic() < deadline and not self.signals:
            time.sleep(0.05)
        if not self.signals:
            child.start(self.work, self._ended)

    def _stop(self) -> None:
        for child in self.children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + END + float(self.work.settings.get("drain", 0.0))
        for child in self.children:
            if child.process is not None:
                try:
                    child.process.wait(max(0.1, deadline - time.monotonic()))
                except subprocess.TimeoutExpired:
                    child.process.kill()
                    child.process.wait()


def share(listening: socket.socket) -> int:
    """The file descriptor of the socket, made inheritable."""
    number = listening.fileno()
    os.set_inheritable(number, True)
    return number
