"""A server in its own process, started as people start it, which can be stopped and killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LAST_LINE = "Press Ctrl-C to stop."
MODULE = (sys.executable, "-m", "spielzug.server")


# Below what systems give to outgoing connections and to whoever binds port 0: nobody is given one
# of these between the look and the start of the server. Two test runs at once begin elsewhere.
FIRST_PORT, PORTS = 20_000, 1_000
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 10
_turns = itertools.count(os.getpid() * 37)


def free_port(host: str = "127.0.0.1") -> int:
    """A port that nobody listens on, and that is not handed out again soon."""
    for turn in itertools.islice(_turns, PORTS):
        port = FIRST_PORT + PORTS * _worker + turn % PORTS
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind((host, port))
            return port
    raise AssertionError("no port is free")


class Process:
    url: str
    """Set by whoever chose the port."""

    def __init__(
        self,
        database: Path | str,
        *arguments: str,
        command: Sequence[str] = MODULE,
        env: Mapping[str, str] | None = None,
    ) -> None:
        given = [*command, "--database", str(database), *arguments]
        self.process = subprocess.Popen(
            given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **(env or {})},
        )
        self.said: list[str] = []
        for line in self._stdout:
            self.said.append(line.rstrip("\n"))
            if LAST_LINE in line:  # as JSON, too
                break
        # A pipe that nobody reads holds 64 KiB: then the server would wait at its next line.
        self._reader = threading.Thread(target=self._read_output, daemon=True)
        self._reader.start()

    def _read_output(self) -> None:
        self.said += (line.rstrip("\n") for line in self._stdout)

    @property
    def _stdout(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    def kill(self) -> None:
        self.process.kill()
        self._end()

    def abort(self) -> None:
        """End it; with PYTHONFAULTHANDLER it shows what each thread was doing."""
        self.process.send_signal(signal.SIGABRT)
        self.process.wait()

    def interrupt(self) -> int:
        """Ctrl-C; gives the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self._end()

    def _end(self) -> int:
        self._reader.join()
        self._stdout.close()
        return self.process.wait()


@contextmanager
def started(
    database: Path | str,
    *arguments: str,
    command: Sequence[str] = MODULE,
    env: Mapping[str, str] | None = None,
) -> Iterator[Process]:
    process = Process(database, *arguments, command=command, env=env)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.kill()
        elif not process._stdout.closed:
            process._end()
