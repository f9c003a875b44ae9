"""What a host may choose, each default stated once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spielzug.core.errors import UsageError
from spielzug.core.folders import data_folder
from spielzug.server import PER_ADDRESS


@dataclass(frozen=True)
class Settings:
    database: Path | str
    """A file of SQLite, or the address of a PostgreSQL database: see `is_address`."""
    public_url: str | None = None
    """The address people use when a proxy stands in front, e.g. https://games.example.org."""
    trust_proxy: int = 0
    """How many proxies stand before us, each of which adds to X-Forwarded-For. Only these are
    believed; what anybody else has written there is not."""
    limits: bool = True
    """Rate limits and numbers of connections; off for load tests only."""
    connections: int | None = None
    """At once and in all; unless told as many as the system gives us files for."""
    connections_per_address: int = PER_ADDRESS
    """See limits.network for what counts as one address."""
    request_seconds: float = 10.0
    """How long a connection may take to ask something, from its begin or its last answer on."""
    answer_seconds: float = 30.0
    """How long an answer may wait without being read."""
    local_urls: tuple[str, ...] = ()
    """Where the machine is reached from its networks, for invitations made on the host itself."""
    static: Path = field(default=Path(__file__).parents[1] / "static")
    tables_in_memory: int = 512
    queue_length: int = 256
    """Messages that may wait for one slow client before it is sent away."""
    ping_seconds: float = 20.0
    open_tables_per_device: int = 100
    warm_up: bool = True
    """Compile in the background from the start on, instead of from the first table on."""
    lab: bool = False
    """Whether the server listens to this machine alone, so that the Lab can be open there."""
    sets: tuple[Path, ...] = ()
    """Files with other cards or boards: the processes that think must read them, too."""
    thinkers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """How many bots think at a time, each in a process of its own."""
    review_iterations: int | None = None
    """Of each thought of a review; None: as many as fit the game. For tests."""
    program_seconds: float = 60.0
    """How long a table waits for a program's answer before the quick player decides for it."""
    reveal_seconds: float = 60.0
    """How long a device may be silent before the deal until the others may do without it."""
    quick_times: bool = False
    """Let time to think be a matter of seconds, so that it can be tried."""
    open_lobby: bool = False
    """Whether a table may be opened to anybody, and there is a list of those."""
    open_seconds: float = 900.0
    """How long an open table stays in the list without the one who opened it."""
    pass_seconds: float = 600.0
    """How long a link that moves seats to another device can be used."""
    waiting_days: float | None = 14
    """How long a table is kept that waits for people; None: for ever."""
    bots_days: float | None = 30
    """How long one of bots alone, or one that ended before the deal."""
    running_days: float | None = 365
    """How long a game of people that is not over and in which nothing happens."""
    finished_days: float | None = None
    """How long a game that people played to its end."""
    log_format: str = "plain"
    """Or json: one object a line, for programs."""
    drain: float = 0.0
    """Seconds between the wish to stop and the end, in which a balancer notices that."""
    metrics: str | None = None
    """PORT or HOST:PORT of a listener for metrics."""
    workers: int = 1
    """How many processes share the work; more than one needs PostgreSQL."""
    worker: int = 0
    """Which of several processes behind one listener: each has metrics of its own."""
    push: bool = True
    """Whether browsers may be sent notices; needs the extra `push`."""
    hooks: bool = True
    """Whether people may have notices sent to a web address of theirs."""
    mail_host: str | None = None
    """The mail server that sends notices; None: there are none by mail."""
    mail_port: int | None = None
    """None: the usual one, 587 with starttls, 465 with tls, 25 without."""
    mail_tls: str = "starttls"
    """starttls, tls or none."""
    mail_user: str | None = None
    mail_password: str | None = field(default=None, repr=False)
    mail_from: str | None = None
    """The address that notices come from."""
    notices_private: bool = False
    """Whether notices may be sent into the server's own networks, and without https. For a house
    of one's own and for tests: a stranger could have the server talk to anything there."""
    notice_pause: float = 20.0
    """Seconds that somebody may be away before they are told of something."""
    options: tuple[str, ...] = ()
    """Of the command line that started the server, but for host, port and database."""
    on_started: Callable[[], None] | None = None

    @property
    def behind_https(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https://")


def default_database() -> Path:
    """Where a person's games lie if they name no file."""
    return data_folder("tables.sqlite3")


SCHEMES = ("postgresql", "postgres")


def is_address(database: Path | str) -> bool:
    """Whether it is the address of a database server, and not a file."""
    return isinstance(database, str) and "://" in database


def read_database(text: str) -> Path | str:
    """What a host has written: a file, or an address of PostgreSQL."""
    if not is_address(text):
        if re.match(r"postgres(ql)?:", text):  # no file: a slash is missing, and a password shown
            raise UsageError(
                "the address of the database is not valid: write it like "
                "postgresql://user:password@host/name"
            )
        return Path(text)
    scheme, _, rest = text.partition("://")
    if scheme not in SCHEMES:
        raise UsageError(
            f"--database {scheme}://…: tables can only be stored in SQLite (give the name of a "
            "file) or PostgreSQL (postgresql://user:password@host/name)"
        )
    return f"{SCHEMES[0]}://{rest}"


KEPT = ("waiting", "bots", "running", "finished")
"""Kinds of tables whose days a host may choose."""


def days_kept(given: Sequence[str], where: str = "--keep") -> dict[str, float | None]:
    """Settings from ``waiting=14``; 0 is for ever."""
    found: dict[str, float | None] = {}
    for text in given:
        name, _, days = text.partition("=")
        if name not in KEPT or not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", days):
            raise UsageError(
                f"{where} {text}: expected {', '.join(KEPT[:-1])} or {KEPT[-1]} and a number of "
                f"days, for example {where + ' ' if where[0] == '-' else ''}waiting=14; "
                "0 means forever"
            )
        found[f"{name}_days"] = float(days) or None
    return found


def kept_by_default() -> tuple[str, ...]:
    """As a host would say it."""
    return tuple(f"{name}={getattr(Settings, f'{name}_days') or 0:g}" for name in KEPT)
