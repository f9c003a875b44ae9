"""The server's settings, and the options that a host sets them with.

A new option is one line in `SERVER_OPTIONS`. If `Settings` has a field of the same name, the option
sets that field and takes its default from there. `loading.py` reads the options; nothing here
imports pydantic, because `spielzug --help` lists them and must start fast.
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

from spielzug.core.cache import data_folder
from spielzug.core.errors import UsageError
from spielzug.server.config import DEFAULT_PORT


@dataclass(frozen=True)
class Settings:
    database: Path | str
    """An SQLite file, or the URL of a PostgreSQL database: see `is_database_url`."""
    public_url: str | None = None
    """The address people use if the server is behind a proxy, e.g. https://games.example.org."""
    trust_proxy: int = 0
    """How many chained proxies add to X-Forwarded-For; entries before theirs are ignored."""
    limits: bool = True
    """Rate limits and connection limits; off for load tests only."""
    connections: int | None = None
    """Most connections at once; None: as many as the limit on open files allows."""
    connections_per_address: int = 200
    """Enough for a school; see `limits.rates.network` for what counts as one address."""
    request_seconds: float = 10.0
    """How long a connection may stay silent after it opens or after an answer."""
    answer_seconds: float = 30.0
    """How long a client may take to read an answer."""
    local_urls: tuple[str, ...] = ()
    """The machine's addresses on its networks, for invitations made on the host itself."""
    static: Path = field(default=Path(__file__).parents[1] / "static")
    tables_in_memory: int = 512
    queue_length: int = 256
    """Messages that may wait for one slow client before it is disconnected."""
    ping_seconds: float = 20.0
    open_tables_per_device: int = 100
    warm_up: bool = True
    """Compile the rules in the background at startup instead of for the first table."""
    lab: bool = False
    """Whether the Lab is available; only if the server listens on the loopback address."""
    sets: tuple[Path, ...] = ()
    """Files with other cards or boards; bot processes must load them, too."""
    thinkers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """How many bots think at the same time, each in its own process."""
    review_iterations: int | None = None
    """Search iterations per decision of a review; None: the game's usual number. For tests."""
    program_seconds: float = 60.0
    """How long a table waits for a program's answer before the quick player moves instead."""
    reveal_seconds: float = 60.0
    """How long a device may be silent before the deal until the others may go on without it."""
    quick_times: bool = False
    """Allow time limits of a few seconds, for trying them out."""
    open_lobby: bool = False
    """Whether tables may be open to anybody and listed publicly."""
    open_seconds: float = 900.0
    """How long an open table stays listed while its creator is not connected."""
    pass_seconds: float = 600.0
    """How long a link that moves seats to another device can be used."""
    waiting_days: float | None = 14
    """How long a table is kept that waits for people; None: forever."""
    bots_days: float | None = 30
    """How long a table of bots alone, or one that ended before the deal."""
    running_days: float | None = 365
    """How long an unfinished game of people in which nothing happens."""
    finished_days: float | None = None
    """How long a game that people played to its end."""
    log_format: str = "plain"
    """plain, or json with one object per line."""
    drain: float = 0.0
    """Seconds to keep serving after a stop signal, so that a load balancer notices."""
    metrics: str | None = None
    """PORT or HOST:PORT of the metrics listener; +PORT counts from the server's port."""
    workers: int = 1
    """How many processes share the work; more than one needs PostgreSQL."""
    worker: int = 0
    """The number of this process among several behind one listener; each has its own metrics."""
    push: bool = True
    """Whether notifications may go to browsers; needs the extra `push`."""
    hooks: bool = True
    """Whether people may have notifications sent to a web address of their own."""
    mail_host: str | None = None
    """The mail server that sends notifications; None: no notifications by mail."""
    mail_port: int | None = None
    """None: the usual one, 587 with starttls, 465 with tls, 25 with none."""
    mail_tls: str = "starttls"
    """starttls, tls or none."""
    mail_user: str | None = None
    mail_password: str | None = field(default=None, repr=False)
    mail_from: str | None = None
    """The sender address of notifications."""
    notify_private_networks: bool = False
    """Whether notifications may go to private networks and without https. For private servers and
    tests only: users could make the server send requests to any machine on those networks."""
    notice_pause: float = 20.0
    """Seconds that somebody may be away before a notification is sent."""
    options: tuple[str, ...] = ()
    """The options of the command line that started the server, except host, port and database."""
    on_started: Callable[[], None] | None = None

    @property
    def behind_https(self) -> bool:
        return self.public_url is not None and self.public_url.startswith("https://")


def default_database() -> Path:
    """The file in the user's data folder that is used without --database."""
    return data_folder("tables.sqlite3")


SCHEMES = ("postgresql", "postgres")


def is_database_url(database: Path | str) -> bool:
    """Whether it is the URL of a database server, not a file."""
    return isinstance(database, str) and "://" in database


def read_database(text: str) -> Path | str:
    """Parse an option's text: a file, or the URL of a PostgreSQL database."""
    if not is_database_url(text):
        if re.match(r"postgres(ql)?:", text):  # a URL with a missing slash; may hold a password
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
"""Up to the last @: a password with an unescaped @ or space must be masked completely, and a user
name may contain an @, too."""
_OTHER_PASSWORD = re.compile(r"(?<=://)([^/@\s:]*):\S*@")
_IN_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&\s\"']+")
_IN_WHOLE_QUERY = re.compile(r"([?&]\w*pass\w*=)[^&]+")
"""For a text that is a URL and nothing else, where a space belongs to the value."""


def without_password(text: str) -> str:
    """A URL, or a text with URLs, with passwords masked: ``postgresql://me:***@host/games``."""
    query = _IN_WHOLE_QUERY if re.match(_POSTGRES, text) else _IN_QUERY
    return query.sub(r"\1***", _OTHER_PASSWORD.sub(r"\1:***@", _PASSWORD.sub(r"\1:***@", text)))


RETENTION_KINDS = ("waiting", "bots", "running", "finished")
"""Kinds of tables, each with its own retention in days."""


def parse_retention(given: Sequence[str], where: str = "--keep") -> dict[str, float | None]:
    """Settings from texts like ``waiting=14``, in days; 0 means forever."""
    found: dict[str, float | None] = {}
    for text in given:
        name, _, days = text.partition("=")
        if name not in RETENTION_KINDS or not re.fullmatch(r"\d{1,6}(\.\d{1,3})?", days):
            raise UsageError(
                f"{where} {text}: expected {', '.join(RETENTION_KINDS[:-1])} or "
                f"{RETENTION_KINDS[-1]} and a number of days, "
                f"for example {where + ' ' if where[0] == '-' else ''}waiting=14; "
                "0 means forever"
            )
        found[f"{name}_days"] = float(days) or None
    return found


def default_retention() -> tuple[str, ...]:
    """The defaults as values of --keep."""
    return tuple(f"{name}={getattr(Settings, f'{name}_days') or 0:g}" for name in RETENTION_KINDS)


PREFIX = "SPIELZUG_"
CONFIG = f"{PREFIX}CONFIG"
"""The variable that names the settings file."""
OTHERS = frozenset(
    f"{PREFIX}{name}" for name in ("CONFIG", "CACHE_DIR", "GAMES", "PLAIN", "KILLS", "JUDGED")
)
"""Environment variables that are not server options."""
INTERNAL = (f"{PREFIX}TEST_", f"{PREFIX}CHILD_")
"""Prefixes of variables used by tests and between the server's processes."""

OptionValue = str | int | float | Path | tuple[str | Path, ...] | None
"""A tuple for an option that may be repeated; None if it is not set."""

_SETTINGS = {field.name: field for field in fields(Settings)}


@dataclass(frozen=True)
class ServerOption:
    name: str
    """As in the file; ``--the-name`` on the command line, ``SPIELZUG_THE_NAME`` as a variable."""
    kind: type
    """str, int, float, bool or Path."""
    help: str
    word: str = ""
    """The placeholder for the value in the help text; empty for a switch."""
    given: OptionValue | Callable[[], OptionValue] = None
    """The default, or a function that returns it, for options without one in `Settings`."""
    least: float | None = None
    most: float | None = None
    words: Sequence[str] = ()
    """The only allowed values, if not empty."""
    pattern: str = ""
    """A regular expression for the value; `such_as` describes it in words."""
    such_as: str = ""
    several: bool = False
    pairs: bool = False
    """Values are NAME=VALUE; names that are not given keep their defaults."""
    check: Callable[[Sequence[str], str], object] | None = None
    """Raises `UsageError` for wrong values; called with the values and their source."""
    secret: bool = False
    """Never shown, and not allowed on the command line, which every user of the machine can read;
    may also come from the file that ``the_name_file`` names."""

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
    def default(self) -> OptionValue:
        field = _SETTINGS.get(self.name)
        if field is None or field.default is MISSING:
            return self.given() if callable(self.given) else self.given
        return bool(field.default) if self.kind is bool else field.default

    @property
    def allowed(self) -> str:
        """The allowed values, in words for an error message."""
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
        "port", int, "The port to listen on; if none is set, the next free one.", "NUMBER",
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
        "metrics", str, "Serve Prometheus metrics here; a port alone means this machine only, and "
        "+1000 the server's port plus 1000.",
        "HOST:PORT", pattern=r"(\S+:)?\+?\d{1,5}",
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
        "notify_private_networks", bool,
        "Allow notifications to addresses on private networks; for a private server only.",
    ),
    ServerOption(
        "set", Path, "A file with other cards or boards for a game; may be repeated.", "FILE", (),
        several=True,
    ),
)  # fmt: skip

PROGRAM = "spielzug"


def network_command(settings: Settings, port: int) -> str:
    """The command that starts the same server for everybody on the network."""
    words = [_program(), "serve", "--host", "0.0.0.0"]
    if port != DEFAULT_PORT:
        words += ["--port", str(port)]
    if settings.database != default_database():
        words += ["--database", without_password(str(settings.database))]
    return shlex.join([*words, *settings.options])


def _program() -> str:
    """`spielzug` if the shell finds this installation by that name, else its path."""
    called, found = Path(sys.argv[0]), shutil.which(PROGRAM)
    if called.name != PROGRAM or not called.exists():
        return PROGRAM
    return PROGRAM if found and called.samefile(found) else str(called)
