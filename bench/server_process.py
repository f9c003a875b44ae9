"""A server process for a measurement, and the people who connect to it."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect

from spielzug.core.luck import nonce_hash

NONCE = "00112233445566778899aabbccddeeff" * 2
LAST_LINE = "Press Ctrl-C"
THINKS = "spielzug.bots.thinking.process"
TIMEOUT = 300.0
"""Seconds for an answer: a busy machine is slow, not wrong, and a server that ended is noticed."""
HERE = Path(__file__).parent


class Server:
    """A server process; with `watched` it can say what its processor time went into.

    With `log` (a file for what it writes there) it has its limits, and the files that a program
    gets which a person starts.
    """

    def __init__(
        self,
        database: Path | str,
        watched: bool = False,
        log: Path | None = None,
        source: Path | None = None,
    ) -> None:
        usual = ["-m", "spielzug.server", "--port", "0", "--database", str(database)]
        if log is None:
            usual.append("--no-limits")
        program = [str(HERE / "profiled_server.py"), str(database)] if watched else usual
        self.database = database
        self.process = subprocess.Popen(
            [sys.executable, *program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.open("wb") if log is not None else None,
            env={**os.environ, **({"PYTHONPATH": str(source)} if source is not None else {})},
            preexec_fn=_few_files if log is not None else None,
            text=True,
        )
        self.url = ""
        while not (line := self.read_line()).startswith(LAST_LINE):
            if line.startswith("Play here:"):
                self.url = line.split()[-1]

    @property
    def pid(self) -> int:
        return self.process.pid

    def read_line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the server has ended")
        return line

    def ask(self, question: str) -> str:
        """The answer of a watched server, see `profiled_server.py`."""
        assert self.process.stdin is not None
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        return self.read_line()

    @property
    def cpu(self) -> float:
        """CPU seconds so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """Bytes of memory in use."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    @property
    def thinking(self) -> float:
        """CPU seconds of its bot processes."""
        total = 0.0
        for folder in Path("/proc").iterdir():
            with suppress(OSError):
                if folder.name.isdigit() and THINKS in (folder / "cmdline").read_text():
                    fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                    if int(fields[1]) == self.pid:
                        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return total

    def get(self, path: str) -> Any:
        """The server's answer, as plain values."""
        return get(self.url, path)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:  # one that is busy with what it was asked for
            self.kill()


def _few_files() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(1_024, hard), hard))


@contextmanager
def running_server(
    database: Path | str, watched: bool = False, source: Path | None = None
) -> Iterator[Server]:
    server = Server(database, watched, source=source)
    try:
        yield server
    finally:
        server.end()


def get(url: str, path: str) -> Any:
    """A server's answer, with a long timeout: it may be busy with the measurement."""
    answer = httpx2.get(f"{url}{path}", verify=False, timeout=TIMEOUT)
    return answer.raise_for_status().json()


async def open_table(
    http: httpx2.AsyncClient, game: str, seats: Sequence[dict[str, Any]], pace: int = 0
) -> str:
    """A new, dealt table where this visitor has all human seats."""
    wanted = {"game": game, "seats": list(seats), "pace": pace, "hash": nonce_hash(NONCE)}
    made = (await http.post("/api/tables", json=wanted)).raise_for_status().json()
    if any(seat["kind"] != "bot" for seat in seats):
        shown = {"nonce": NONCE, "fingerprint": made["start"]["fingerprint"]}
        (await http.post(f"/api/tables/{made['id']}/reveal", json=shown)).raise_for_status()
    return str(made["id"])


def live(
    url: str, table: str, cookie: str = "", seat: int | None = None, start: int = 0, **more: Any
) -> Any:
    """A visitor's live connection; without a cookie, a spectator's."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live?from={start}"
    if seat is not None:
        address += f"&seat={seat}"
    headers = {"Origin": url, **({"Cookie": cookie} if cookie else {})}
    patient = {"open_timeout": TIMEOUT, **more}
    return connect(
        address, additional_headers=headers, compression=None, ping_interval=None, **patient
    )


def cookie_of(http: httpx2.AsyncClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in http.cookies.items())
