"""A server as people start it: a process of its own, that can be stopped and killed."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

LAST_LINE = "Stop with Ctrl-C."
MODULE = (sys.executable, "-m", "spielzug.server")


def free_port(host: str = "127.0.0.1") -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


class Process:
    def __init__(
        self, database: Path | str, *arguments: str, command: Sequence[str] = MODULE
    ) -> None:
        given = [*command, "--database", str(database), *arguments]
        self.process = subprocess.Popen(
            given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.said: list[str] = []
        for line in self._stdout:
            self.said.append(line.rstrip("\n"))
            if LAST_LINE in line:  # as JSON, too
                break

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

    def interrupt(self) -> int:
        """Ctrl-C; gives the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self._end()

    def _end(self) -> int:
        self.said += self._stdout.read().splitlines()
        self._stdout.close()
        return self.process.wait()


@contextmanager
def started(
    database: Path | str, *arguments: str, command: Sequence[str] = MODULE
) -> Iterator[Process]:
    process = Process(database, *arguments, command=command)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.kill()
        elif not process._stdout.closed:
            process._end()
