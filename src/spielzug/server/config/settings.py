"""What a host can set: each option named once for command line, environment and file.

A new one is one line in `SERVER_OPTIONS`. If a field of `Settings` has its name it goes there,
with the default that stands there. `loading.py` reads them; nothing here imports pydantic, because
`spielzug --help` lists the options.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any

from spielzug.core.errors import UsageError
from spielzug.core.folders import data_folder
from spielzug.server.config import DEFAULT_PORT


@dataclass(frozen=True)
class Settings:
    database: Path | str
    """A file of SQLite, or the address of a PostgreSQL database: see `is_database_url`."""
    public_url: str | None = None
    """The address people use when a proxy stands in front, e.g. https://games.example.org."""
    trust_proxy: int = 0
    """How many proxies stand before us, each of which adds to X-Forwarded-For. Only these are
    believed; what anybody else has written there is not."""
    limits: bool = True
    """Rate limits and numbers of connections; off for load tests only."""
    connections: int | None = None
    """At once and in all; unless told as many as the system gives us files for."""
    connections_per_address: int = 200
    """A school behind one address fits in."""
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


def is_database_url(database: Path | str) -> bool:
    """Whether it is the address of a database server, and not a file."""
    return isinstance(database, str) and "://" in database


def read_database(text: str) -> Path | str:
    """What a host has written: a file, or an address of PostgreSQL."""
    if not is_database_url(text):
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


_POSTGRES = r"postgres\w*(?:\+\w+)?://"
_PASSWORD = re.compile(rf"({_POSTGRES}[^/\s:]*):.*@")
"""To the last @: whoever forgot to write one in a password as %40, or a space as %20, must not see
the rest shown. A user may have an @ in the name, too."""
_OTHER_PASSWORD = re.compile(r"(?<=://)([^/@\s:]*):\S*@")
_IN_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&\s\"']+")
_IN_WHOLE_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&]+")
"""Where there is nothing but an address, a space is part of it."""


def without_password(text: str) -> str:
    """An address that may be shown, or a text with addresses: ``postgresql://me:***@host/games``."""
    query = _IN_WHOLE_QUERY if re.match(_POSTGRES, text) else _IN_QUERY
    return query.sub(r"\1***", _OTHER_PASSWORD.sub(r"\1:***@", _PASSWORD.sub(r"\1:***@", text)))


KEPT = ("waiting", "bots", "running", "finished")
"""Kinds of tables whose days a host may choose."""


def parse_retention(given: Sequence[str], where: str = "--keep") -> dict[str, float | None]:
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


def default_retention() -> tuple[str, ...]:
    """As a host would say it."""
    return tuple(f"{name}={getattr(Settings, f'{name}_days') or 0:g}" for name in KEPT)


PREFIX = "SPIELZUG_"
CONFIG = f"{PREFIX}CONFIG"
"""Names the file, which cannot name itself."""
OTHERS = frozenset(
    f"{PREFIX}{name}" for name in ("CONFIG", "CACHE_DIR", "GAMES", "PLAIN", "KILLS", "JUDGED")
)
"""Variables of the program that are no choices of a host."""
INTERNAL = (f"{PREFIX}TEST_", f"{PREFIX}CHILD_")
"""How those begin that tests and processes of the server give each other."""

_SETTINGS = {field.name: field for field in fields(Settings)}


@dataclass(frozen=True)
class ServerOption:
    name: str
    """As in the file; ``--the-name`` on the command line, ``SPIELZUG_THE_NAME`` outside."""
    kind: type
    """str, int, float, bool or Path."""
    help: str
    word: str = ""
    """What stands for the value in a list of options; with a switch nothing does."""
    given: Any = None
    """The default of what has none in Settings, or a function that finds it."""
    least: float | None = None
    most: float | None = None
    words: Sequence[str] = ()
    """If only these are allowed."""
    pattern: str = ""
    """A pattern, for `such_as` to explain."""
    such_as: str = ""
    several: bool = False
    pairs: bool = False
    """Several of NAME=VALUE; a name that is not said keeps its default."""
    check: Callable[[Sequence[str], str], Any] | None = None
    """Refuses texts that are wrong, given with where they stand."""
    secret: bool = False
    """Never shown and never on the command line, where everybody on the machine could read it; also
    from a file that is named by ``the_name_file``."""

    @property
    def option(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def is_setting(self) -> bool:
        return self.name in _SETTINGS

    @property
    def default(self) -> Any:
        field = _SETTINGS.get(self.name)
        if field is None or field.default is MISSING:
            return self.given() if callable(self.given) else self.given
        return bool(field.default) if self.kind is bool else field.default

    @property
    def allowed(self) -> str:
        """What may be said, in words."""
        if self.such_as:
            return self.such_as
        if self.words:
            return " or ".join([", ".join(self.words[:-1]), self.words[-1]]).removeprefix(" or ")
        if self.kind is bool:
            return "true or false"
        if self.kind in (int, float):
            what = "a whole number" if self.kind is int else "a number"
            if self.least is not None and self.most is not None:
                return f"{what} from {self.least} to {self.most}"
            return what if self.least is None else f"{what}, {self.least} or more"
        return "the path of a file" if self.kind is Path else "text"


SERVER_OPTIONS: tuple[ServerOption, ...] = (
    ServerOption(
        "host", str, "The address to listen on; 0.0.0.0 lets others on your network join.",
        "ADDRESS", "127.0.0.1",
    ),
    ServerOption(
        "port", int, "The port to listen on; if it is taken, the next free one.", "NUMBER",
        DEFAULT_PORT, least=0, most=65535,
    ),
    ServerOption(
        "database", Path, "Where tables are stored: a file, or a postgresql://… address.", "FILE",
        default_database,
    ),
    ServerOption(
        "workers", int, "Number of server processes; more than one needs PostgreSQL.", "NUMBER",
        least=1, most=64,
    ),
    ServerOption(
        "public_url", str, "The address people use if the server is behind a proxy.", "ADDRESS",
        pattern=r"https?://[^\s/]\S*", such_as="an address such as https://games.example.org",
    ),
    ServerOption("trust_proxy", bool, "Trust the proxy's X-Forwarded headers."),
    ServerOption(
        "proxies", int, "With --trust-proxy: how many proxies are chained.", "NUMBER", 1, least=1,
    ),
    ServerOption(
        "connections", int, "Most connections at once; by default, as many as open files allow.",
        "NUMBER", least=1,
    ),
    ServerOption(
        "connections_per_address", int, "Most connections at once from one address.", "NUMBER",
        least=1,
    ),
    ServerOption("browser", bool, "Open the page in a browser at startup.", given=True),
    ServerOption("log", bool, "Write a line for every request.", given=False),
    ServerOption("log_format", str, "The format of the log.", "FORMAT", words=("plain", "json")),
    ServerOption(
        "drain", float, "Seconds to keep serving after a stop signal, so a load balancer notices.",
        "SECONDS", least=0, most=600,
    ),
    ServerOption(
        "metrics", str, "Serve Prometheus metrics here; a port alone means this machine only.",
        "HOST:PORT", pattern=r"(\S+:)?\d{1,5}",
        such_as="a port, or HOST:PORT such as 127.0.0.1:9464",
    ),
    ServerOption("open_lobby", bool, "Allow open tables that anyone can find and join."),
    ServerOption(
        "keep", str, "Days to keep tables: waiting=14, bots=30, running=365, finished=0.",
        "KIND=DAYS", default_retention, several=True, pairs=True, check=parse_retention,
    ),
    ServerOption("push", bool, "Allow notifications in people's browsers."),
    ServerOption("hooks", bool, "Allow notifications to a web address of people's choice."),
    ServerOption(
        "mail_host", str, "The mail server for notifications; without one, none are sent by mail.",
        "NAME",
    ),
    ServerOption(
        "mail_port", int, "The mail server's port; by default, the usual one for --mail-tls.",
        "NUMBER", least=1, most=65535,
    ),
    ServerOption(
        "mail_tls", str, "How the connection to the mail server is encrypted.", "HOW",
        words=("starttls", "tls", "none"),
    ),
    ServerOption("mail_user", str, "The user name for the mail server.", "NAME"),
    ServerOption("mail_password", str, "The password for the mail server.", "TEXT", secret=True),
    ServerOption("mail_from", str, "The sender address for email notifications.", "ADDRESS"),
    ServerOption(
        "notices_private", bool,
        "Allow notifications to addresses on private networks; for a private server only.",
    ),
    ServerOption(
        "set", Path, "A file with other cards or boards for a game; may be repeated.", "FILE", (),
        several=True,
    ),
)  # fmt: skip

BY_NAME = {choice.name: choice for choice in SERVER_OPTIONS}

PROGRAM = "spielzug"


def network_command(settings: Settings, port: int) -> str:
    """What starts the same server, with its tables and options, for everybody in the network."""
    words = [_program(), "serve", "--host", "0.0.0.0"]
    if port != DEFAULT_PORT:
        words += ["--port", str(port)]
    if settings.database != default_database():
        words += ["--database", without_password(str(settings.database))]
    return shlex.join([*words, *settings.options])


def _program() -> str:
    """As it was called, if a shell does not find the same one by its name."""
    called, found = Path(sys.argv[0]), shutil.which(PROGRAM)
    if called.name != PROGRAM or not called.exists():
        return PROGRAM
    return PROGRAM if found and called.samefile(found) else str(called)
