"""Several server processes on one database, which can be killed and restarted at any moment.

Each is forked from one process that has imported everything (`python bench/server_group.py` is that
one), so that a start takes a tenth of a second instead of two and hundreds of kills fit into some
minutes. Each is a complete server in its own process and shares nothing with its predecessor.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2

HERE = Path(__file__).parent
PLAYED = ("game_of_trains", "zwergenzugfahrt")
SLOW = 60.0  # seconds after which a server that does not answer is a failure


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class ServerProcess:
    """One server of the group; its address stays the same across restarts."""

    port: int
    pid: int | None = None
    ready: bool = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class ServerGroup:
    def __init__(self, database: str, count: int, log: Path) -> None:
        self.database = database
        self.members = [ServerProcess(free_port()) for _ in range(count)]
        self._asking = asyncio.Lock()
        self._spawner = subprocess.Popen(
            [sys.executable, str(HERE / "server_group.py"), str(log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    async def start(self, member: ServerProcess) -> None:
        """Starts until it answers; a server that finds no database exits, and is started again."""
        end = time.monotonic() + SLOW
        async with httpx2.AsyncClient(verify=False, timeout=5) as http:
            while not member.ready:
                if member.pid is None or not _is_running(member.pid):
                    member.pid = await self._spawn(member)
                with contextlib.suppress(httpx2.HTTPError):
                    answer = await http.get(f"{member.url}/health/ready")
                    member.ready = answer.status_code == 200
                if time.monotonic() > end:
                    raise RuntimeError(f"the server at {member.url} does not answer")
                await asyncio.sleep(0.02)

    async def _spawn(self, member: ServerProcess) -> int:
        assert self._spawner.stdin is not None
        assert self._spawner.stdout is not None
        wanted = {"port": member.port, "database": self.database}
        async with self._asking:
            self._spawner.stdin.write(json.dumps(wanted) + "\n")
            self._spawner.stdin.flush()
            return int(await asyncio.to_thread(self._spawner.stdout.readline))

    def kill(self, member: ServerProcess) -> None:
        """`kill -9`, without any cleanup."""
        member.ready = False
        assert member.pid is not None
        with contextlib.suppress(ProcessLookupError):
            os.kill(member.pid, signal.SIGKILL)
        while _is_running(member.pid):  # and has its claim of the file
            time.sleep(0.001)
        member.pid = None

    def any_url(self, luck: random.Random) -> str:
        """The address of a running server, if there is one."""
        there = [member for member in self.members if member.ready]
        return luck.choice(there or self.members).url

    def end(self) -> None:
        for member in self.members:
            if member.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(member.pid, signal.SIGTERM)
        assert self._spawner.stdin is not None
        self._spawner.stdin.close()
        self._spawner.wait(30)


def _is_running(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


@contextlib.contextmanager
def server_group(database: str, count: int, log: Path) -> Iterator[ServerGroup]:
    made = ServerGroup(database, count, log)
    try:
        yield made
    finally:
        made.end()


def spawn_servers(log: str) -> None:
    """Forks a server for each line on standard input."""
    from spielzug.core.rules_mode import choose_rules_mode

    choose_rules_mode()
    from spielzug.bots.thinking.compilation import AT_TABLE
    from spielzug.games import get_game
    from spielzug.server import run
    from spielzug.server.web import app

    assert app.build_app is not None  # all that a server needs is imported now
    for name in PLAYED:
        get_game(name).ready(AT_TABLE)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    born: list[int] = []
    while line := sys.stdin.readline():
        wanted = json.loads(line)
        given = wanted["database"]
        pid = os.fork()
        if pid:
            born.append(pid)
            print(pid, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        empty = os.open(os.devnull, os.O_RDONLY)
        os.dup2(empty, 0)
        os.dup2(out, 1)
        os.dup2(out, 2)
        run(
            port=wanted["port"],
            database=given if "://" in given else Path(given),
            open_browser=False,
            limits=False,
            warm_up=False,
        )
        os._exit(0)
    time.sleep(5)  # for those who were asked to end
    for pid in born:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    spawn_servers(sys.argv[1])
