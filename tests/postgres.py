"""A PostgreSQL server for the tests: one for all test processes, a fresh database for each test.

`SPIELZUG_TEST_POSTGRES=postgresql://…` names an existing server, whose user must be allowed to
create databases; otherwise the installed PostgreSQL is started in a temporary folder. A separate
process (this file) supervises it and stops it when no test process is left.
"""

from __future__ import annotations

import contextlib
import fcntl
import glob
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from server.processes import free_port

VARIABLE = "SPIELZUG_TEST_POSTGRES"
USER, PASSWORD = "tester", "correct horse"
PATIENCE = 120.0
NOT_RUN = (
    f"Not run: the tests on PostgreSQL, because none was found (install it, or set {VARIABLE})."
)
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Nothing of these databases needs to outlive a power cut."""


@cache
def programs() -> Path | None:
    """The folder of initdb and postgres."""
    places = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    places += [os.path.dirname(found) for found in [shutil.which("initdb")] if found]
    if shutil.which("pg_config"):
        told = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True)
        places.append(told.stdout.strip())
    found = (Path(place) for place in places if place and os.access(f"{place}/postgres", os.X_OK))
    return next(found, None)


def is_there() -> bool:
    return VARIABLE in os.environ or programs() is not None


class Server:
    """A PostgreSQL in a folder. `durable`: what it says is written is on the disk."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        self.folder = folder
        self.port = free_port()
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._user = _unprivileged(folder)
        password = folder / "password"
        password.write_text(PASSWORD)
        if self._user:
            shutil.chown(password, self._user)
        self._run(
            "initdb", "-D", str(folder / "data"), "-U", USER, "--encoding=UTF8", "--locale=C",
            "--no-sync", "--auth-local=trust", "--auth-host=scram-sha-256", f"--pwfile={password}",
        )  # fmt: skip
        self.start()

    def address(self, database: str = "postgres") -> str:
        word = PASSWORD.replace(" ", "%20")
        return f"postgresql://{USER}:{word}@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(_programs() / program), *arguments],
            capture_output=True, text=True, cwd=self.folder, **self._as_user(),
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")

    def _as_user(self) -> dict[str, Any]:
        # PostgreSQL refuses to run as root.
        return {"user": self._user, "group": _group(self._user), "extra_groups": []} if (
            self._user
        ) else {}  # fmt: skip

    def start(self) -> None:
        settings = [
            "listen_addresses=127.0.0.1", f"port={self.port}", "max_connections=200",
            f"unix_socket_directories={self.folder}" if len(str(self.folder)) < 80 else
            "unix_socket_directories=",
            "shared_buffers=32MB", *(() if self._durable else QUICK),
        ]  # fmt: skip
        given = [part for setting in settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(_programs() / "postgres"), "-D", str(self.folder / "data"), *given],
                stdout=log, stderr=log, cwd=self.folder, start_new_session=True,
                **self._as_user(),
            )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address()).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise RuntimeError((self.folder / "log").read_text()[-2000:]) from None
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT cuts every connection; SIGQUIT is like a power failure."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.send_signal(how)
            process.wait(PATIENCE)

    def kill(self) -> None:
        """`kill -9` of all its processes at once."""
        process, self._process = self._process, None
        assert process is not None
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        self.stop(how)
        self.start()


@contextlib.contextmanager
def own_server(durable: bool = True) -> Iterator[Server]:
    """A server of its own, for a test that stops it."""
    folder = Path(tempfile.mkdtemp(prefix="spielzug-postgres-"))
    server = None
    try:
        server = Server(folder, durable)
        yield server
    finally:
        if server is not None:
            server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def fresh_database() -> Iterator[str]:
    """The address of an empty database, which is deleted afterwards."""
    name = f"test_{secrets.token_hex(8)}"
    with psycopg.connect(_shared(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0")
        base, _, rest = _shared().rpartition("/")
        try:
            yield f"{base}/{name}{rest[rest.find('?') :] if '?' in rest else ''}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


# -- one for all ---------------------------------------------------------------------------------


@cache
def _shared() -> str:
    if VARIABLE in os.environ:
        return os.environ[VARIABLE]
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")
    folder = Path(tempfile.gettempdir()) / f"spielzug-postgres-{os.getuid()}-{run[:12]}"
    folder.mkdir(exist_ok=True)
    users = os.open(folder / "users", os.O_CREAT | os.O_RDWR)
    fcntl.flock(users, fcntl.LOCK_SH)  # let go when this process ends
    ready = folder / "ready"
    with (folder / "starting").open("a") as one_starts:
        fcntl.flock(one_starts, fcntl.LOCK_EX)
        if not ready.exists():
            with (folder / "guard").open("ab") as log:
                subprocess.run(
                    [sys.executable, __file__, str(folder)],
                    stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                    check=True,
                )  # fmt: skip
            deadline = time.monotonic() + PATIENCE
            while not ready.exists():
                if time.monotonic() > deadline:
                    raise RuntimeError((folder / "guard").read_text()[-2000:])
                time.sleep(0.05)
    return ready.read_text()


def _guard(folder: Path) -> None:
    """Starts a server there, and stops it when its last user has gone."""
    server = Server(folder / "server")
    try:
        made = folder / "making"
        made.write_text(server.address())
        made.rename(folder / "ready")
        with (folder / "users").open("a") as users:
            while True:
                time.sleep(1)
                with contextlib.suppress(BlockingIOError):
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    found = programs()
    assert found is not None
    return found


def _unprivileged(folder: Path) -> str | None:
    """The user PostgreSQL runs as if we are root; that user then owns the folder."""
    if os.getuid() != 0:
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    user = next(name for name in ("postgres", "nobody", "daemon") if name in names)
    folder.chmod(0o755)
    folder.parent.chmod(folder.parent.stat().st_mode | 0o011)
    shutil.chown(folder, user)
    return user


def _group(user: str | None) -> int | None:
    return pwd.getpwnam(user).pw_gid if user is not None else None


if __name__ == "__main__" and os.fork() == 0:  # whoever started this does not wait for its end
    _guard(Path(sys.argv[1]))
