"""What a host may choose, each choice named once for command line, environment and file.

A new one is one line in `SERVER_OPTIONS`. If a field of `Settings` has its name it goes there,
with the default that stands there. `chosen.py` reads them.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

from spielzug.server import DEFAULT_PORT
from spielzug.server.config.redaction import without_password
from spielzug.server.config.settings import Settings, days_kept, default_database, kept_by_default

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
    like: str = ""
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
        like=r"https?://[^\s/]\S*", such_as="an address such as https://games.example.org",
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
        "HOST:PORT", like=r"(\S+:)?\d{1,5}", such_as="a port, or HOST:PORT such as 127.0.0.1:9464",
    ),
    ServerOption("open_lobby", bool, "Allow open tables that anyone can find and join."),
    ServerOption(
        "keep", str, "Days to keep tables: waiting=14, bots=30, running=365, finished=0.",
        "KIND=DAYS", kept_by_default, several=True, pairs=True, check=days_kept,
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


__all__ = [
    "BY_NAME", "CONFIG", "INTERNAL", "OTHERS", "PREFIX", "SERVER_OPTIONS", "ServerOption",
    "network_command",
]  # fmt: skip
