"""Connects a local program to a seat at a server's table.

`ProgramSeat` takes the seat with an invitation, `SavedStart` stores the proof of a fair start, and
`Bridge` carries the program's standard streams over a WebSocket. The program notices nothing of the
network: after a lost connection the bridge reconnects and repeats the program's messages.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.client
import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from http.cookies import SimpleCookie
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from spielzug import __version__
from spielzug.bots.external import ExternalProcess, ProgramError
from spielzug.bots.protocol import RETRY_CODES
from spielzug.core.cache import data_folder
from spielzug.core.errors import UsageError
from spielzug.core.luck import (
    FIRST_LINE,
    SEALED_FIRST_LINE,
    fresh_nonce,
    list_fingerprint,
    nonce_hash,
)

if TYPE_CHECKING:
    from spielzug.wire import parts, program, responses

JOIN = "/join/"
CONFLICT = 409
LIST = re.compile(
    rf"(?:{FIRST_LINE}|{SEALED_FIRST_LINE})\nGame: .+\nRules: \d+\nOptions: .*\nSeats: \d+\n"
    r"(Seat \d+: \S+ \".*\"( salt [0-9a-f]{32})?\n)+"
    r"Chance: table\nTable: [\w-]+\n"
    r"(Void \d+: seat \d+ (left|lost|silent|sent) list [0-9a-f]{64}\n)*"
    r"Commitment: [0-9a-f]{64}\n(Device \d+: seats [\d,]+ hash [0-9a-f]{64}\n)*"
)
"""The whole format of a start list before the deal: no starting position, and no removed name."""


class StartOfTable(TypedDict):
    """What the table knows before the deal."""

    commitment: str
    hash: str | None
    text: str | None


class SeatRefused(ProgramError):
    """The server refused a request."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status


class SavedStart:
    """Our nonce, the start list and earlier lists, stored as evidence of how the table started.

    The list has its own file, as `spielzug check --list` reads it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.list_file = file.with_suffix(".list")
        self._nonce = fresh_nonce()
        self._commitment: str | None = None
        self._text: str | None = None
        self._earlier: list[str] = []
        if file.exists():
            known = json.loads(file.read_text("utf-8"))
            self._nonce, self._commitment = known["nonce"], known["commitment"]
            self._text, self._earlier = known["list"], known["earlier"]

    @property
    def nonce(self) -> str:
        return self._nonce

    @property
    def hash(self) -> str:
        return nonce_hash(self._nonce)

    @property
    def has_list(self) -> bool:
        return self._text is not None

    def renew(self) -> None:
        """The start is void: take a new nonce, as the old one may be known, but keep the list."""
        if self._text is not None:
            self._earlier.append(list_fingerprint(self._text))
        self._nonce, self._commitment, self._text = fresh_nonce(), None, None
        self.save()

    def set_commitment(self, commitment: str) -> None:
        """Store the commitment that the server showed when it got the hash."""
        if self._commitment is None:
            self._commitment = commitment
            self.save()

    def take(self, text: str, table: str) -> None:
        """Check and store a start list; only then may the nonce be revealed."""
        if text != self._text:
            if (wrong := self._list_error(text, table)) is not None:
                raise ProgramError(
                    f"the start list is wrong, so our nonce stays hidden and nothing is dealt: "
                    f"{wrong}; ask the host, and do not play at this table"
                )
            self._text = text
            self.save()

    def _list_error(self, text: str, table: str) -> str | None:
        """What is wrong with a start list; None if nothing is."""
        lines = text.split("\n")
        if not LIST.fullmatch(text) or f"Table: {table}" not in lines:
            return "it is not a list for this table"
        if self._text is not None:
            return "a different list was sent earlier for the same start"
        devices = [line for line in lines if line.startswith("Device ")]
        if sum(line.endswith(f" hash {self.hash}") for line in devices) != 1:
            return "it does not contain our hash exactly once"
        if self._commitment is not None and f"Commitment: {self._commitment}" not in lines:
            return "the host's commitment has changed since we sent our hash"
        voids = {line.rpartition(" ")[2] for line in lines if line.startswith("Void ")}
        if not voids.issuperset(self._earlier):
            return "it leaves out an earlier start that was void"
        return None

    def save(self) -> None:
        """Write the file, readable only by its owner."""
        known = {
            "nonce": self._nonce,
            "commitment": self._commitment,
            "list": self._text,
            "earlier": self._earlier,
        }
        write_private(self._file, json.dumps(known))
        if self._text is not None:
            write_private(self.list_file, self._text)


def write_private(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.part")
    new.touch(mode=0o600)
    new.write_text(text, "utf-8")
    os.replace(new, file)


class ProgramSeat:
    """A seat at a table, taken with an invitation as a browser does.

    The device's cookie is stored in a file, so that the same invitation leads back to the seat.
    With different numbers, several programs on one machine can sit at one table.
    """

    def __init__(self, link: str, number: int | None = None, folder: Path | None = None) -> None:
        try:
            parts = urlsplit(link)
        except ValueError:  # not a valid URL
            parts = urlsplit("")
        if parts.scheme not in ("http", "https") or not parts.fragment.startswith(JOIN):
            raise UsageError(
                f"{link!r} is not an invitation: copy the link that a waiting table shows; "
                f"it looks like http://127.0.0.1:8765/#{JOIN}…"
            )
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self._base = self.origin + parts.path.rstrip("/")
        self._token = parts.fragment.removeprefix(JOIN)
        self._wanted = number
        seat = "" if number is None else f" {number}"
        name = hashlib.sha256(f"{self.origin} {self._token}{seat}".encode()).hexdigest()[:24]
        self._file = (folder or data_folder("bots")) / f"{name}.cookie"
        self.cookie = self._file.read_text("utf-8") if self._file.exists() else ""
        self.kept = SavedStart(self._file.with_suffix(".luck"))

    def take(self, name: str) -> responses.Snapshot:
        """Sit down unless we already do; returns the table as the seat sees it."""
        invited = self._post("invitation", {"token": self._token})
        if self.kept.has_list and not invited["taken"]:
            self.kept.renew()  # we lost the seat, and a revealed nonce must not be reused
        self.kept.save()
        wanted = {
            "token": self._token, "name": name, "hash": self.kept.hash, "seat": self._wanted,
        }  # fmt: skip
        table: responses.Snapshot = self._post("join", wanted)
        self._table, self._number = table["id"], table["seat"]
        if table["status"] == "waiting":
            self.attend(_start_of(table))
        return table

    def attend(self, told: StartOfTable) -> None:
        """Our part before the deal: send the hash when asked, reveal the nonce for a valid list."""
        if told["hash"] != self.kept.hash:
            if told["hash"] is not None or self.kept.has_list:
                self.kept.renew()
            told = _start_of(self._post(f"tables/{self._table}/hash", {"hash": self.kept.hash}))
        self.kept.set_commitment(told["commitment"])
        if told["text"] is None:
            return
        self.kept.take(told["text"], self._table)
        shown = {"nonce": self.kept.nonce, "fingerprint": list_fingerprint(told["text"])}
        try:
            self._post(f"tables/{self._table}/reveal", shown)
        except SeatRefused as refused:
            if refused.status != CONFLICT:  # on a conflict the start has become void meanwhile
                raise

    def address(self, lang: str) -> str:
        """The WebSocket URL of the bot protocol."""
        base = "ws" + self._base.removeprefix("http")
        return f"{base}/api/tables/{self._table}/bot?seat={self._number}&lang={lang}"

    def headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie, "Origin": self.origin}

    def _post(self, path: str, body: Mapping[str, object]) -> Any:
        """Send a request; returns the JSON of the answer, whose form depends on the path."""
        headers = {**self.headers(), "Content-Type": "application/json"}
        address = f"{self._base}/api/{path}"
        request = urllib.request.Request(address, json.dumps(body).encode(), headers)
        try:
            with urllib.request.urlopen(request) as answer:
                self._keep(answer.headers.get_all("Set-Cookie") or [])
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                detail = detail_of(error.read())
                raise SeatRefused(f"{self.origin} refused the seat: {detail}", error.code) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise ProgramError(
                f"{self.origin} cannot be reached: {error}; is the server running, and is this its "
                "address?"
            ) from None

    def _keep(self, cookies: list[str]) -> None:
        """Store the cookie before sitting down, so that the seat is never lost."""
        for cookie in cookies:
            self.cookie = "; ".join(f"{m.key}={m.value}" for m in SimpleCookie(cookie).values())
            write_private(self._file, self.cookie)


def _start_of(table: responses.Snapshot) -> StartOfTable:
    text = table["start"]["text"]
    return {"commitment": table["commitment"], "hash": table["hash"], "text": text}


def detail_of(body: bytes) -> str:
    """The server's reason for a refusal."""
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return "no reason was given"


POLICY = 1008  # the close code for a program that must not reconnect
PAUSES = (0.5, 1, 2, 5, 10)  # seconds before each reconnect; the last one repeats
POLL_SECONDS = 0.2  # between two checks whether the program still runs


class Bridge:
    def __init__(
        self,
        process: ExternalProcess,
        seat: ProgramSeat,
        lang: str,
        tell: Callable[[str], None],
        name: str = "",
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self._process = process
        self._seat = seat
        self._lang = lang
        self._tell = tell
        self._name = name
        """A name given by the user, which overrides the program's own."""
        self._pauses = pauses
        self._socket: ClientConnection | None = None
        """The connection, once the program may use it."""
        self._changed = threading.Condition()
        self._failed: ProgramError | None = None
        self._over: program.Over | None = None
        # State to send again after a reconnect.
        self._greeted = False
        self._ready: dict[str, object] | None = None
        self._announced_on: ClientConnection | None = None
        """The connection on which `ready` was sent."""
        self._next = 0
        self._facts: parts.FactsMessage | None = None
        self._asked: int | None = None
        self._answer: str | None = None

    def run(self) -> program.Over:
        """Run until the game is over; returns the last message."""
        speaker = threading.Thread(target=self._forward_program_output, daemon=True)
        speaker.start()
        tries = 0
        while self._over is None:
            try:
                with connect(
                    self._seat.address(self._lang),
                    additional_headers=self._seat.headers(),
                    user_agent_header=f"spielzug/{__version__}",
                    compression=None,
                ) as socket:
                    tries = 0
                    self._listen(socket)
            except InvalidStatus as refused:
                if refused.response.status_code < 429:
                    reason = detail_of(bytes(refused.response.body or b""))
                    raise ProgramError(
                        f"{self._seat.origin} refused the connection: {reason}"
                    ) from None
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == POLICY:
                    raise self._process.error(
                        "was disconnected by the server",
                        "fix it and start it again: its seat is kept",
                    ) from None
            except (OSError, WebSocketException):
                pass
            finally:
                self._use(None)
            if self._failed is not None:
                raise self._failed
            if self._over is None:
                if tries == 0:
                    self._tell("connection lost; reconnecting to continue the game where it was")
                time.sleep(self._pauses[min(tries, len(self._pauses) - 1)])
                tries += 1
        return self._over

    def _use(self, socket: ClientConnection | None) -> None:
        with self._changed:
            self._socket = socket
            self._changed.notify_all()

    # -- from the table ---------------------------------------------------------------------------

    def _listen(self, socket: ClientConnection) -> None:
        if self._ready is None:
            self._use(socket)
        while self._over is None and self._failed is None:
            try:
                text = str(socket.recv(POLL_SECONDS))
            except TimeoutError:
                continue
            message: program.ServerMessage = json.loads(text)
            if message["type"] == "over":
                self._over = message  # first: a program that ends now has not failed
            if self._should_forward(socket, message):
                self._process.send(text)

    def _should_forward(self, socket: ClientConnection, message: program.ServerMessage) -> bool:
        """Whether the message is new to the program; if not, it is answered here."""
        if message["type"] == "start":
            self._seat.attend(message)
            return False
        if message["type"] == "over":
            return True
        if message["type"] == "hello":
            news, self._greeted = not self._greeted, True
            if self._ready is not None:
                self._begin(socket, self._ready)
                self._use(socket)
            return news
        if message["type"] == "entry":
            self._next = message["number"] + 1
        elif message["type"] == "facts":
            news, self._facts = message != self._facts, message
            return news
        elif message["type"] == "turn":
            with self._changed:
                news = message["number"] != self._asked
                if news:
                    self._asked, self._answer = message["number"], None
                answer = self._answer
            if answer is not None:
                socket.send(answer)  # the first one may have been lost
            return news
        elif message["type"] == "error":
            self._tell(f"{message['code']}: {message['detail']} {message['way_out']}")
            if message["code"] in RETRY_CODES:
                self._asked = None
        return message["type"] != "ping"

    # -- from the program -------------------------------------------------------------------------

    def _forward_program_output(self) -> None:
        while self._over is None and self._failed is None:
            try:
                line = self._process.receive(POLL_SECONDS)
            except TimeoutError:
                continue
            if line is None:
                self._failed = None if self._over is not None else self._process.ended()
                return
            if not self._handle_ready(line):
                self._send(line)

    def _handle_ready(self, line: str) -> bool:
        """Whether the line was the first `ready`; it and the last answer are remembered."""
        with contextlib.suppress(ValueError, AttributeError):
            message = json.loads(line)
            if message.get("type") == "ready":
                with self._changed:
                    again, self._ready, socket = self._ready is not None, message, self._socket
                if again:
                    return False  # let the server refuse it
                if socket is not None:  # else the next connection sends it
                    with contextlib.suppress(ConnectionClosed):
                        self._begin(socket, message)
                return True
            if message.get("type") == "play":
                with self._changed:
                    if message.get("number") == self._asked:
                        self._answer = line
        return False

    def _begin(self, socket: ClientConnection, ready: Mapping[str, object]) -> None:
        """Send `ready` once per connection, from either thread, and resume where it broke off."""
        with self._changed:
            if self._announced_on is socket:
                return
            self._announced_on = socket
        name = {"name": self._name} if self._name else {}
        since = {"since": self._next} if self._next else {}
        socket.send(json.dumps({**ready, **name, **since}))

    def _send(self, line: str) -> None:
        """Send a line when connected; if the connection breaks, on the next one."""
        while self._over is None and self._failed is None:
            with self._changed:
                self._changed.wait_for(lambda: self._socket is not None, POLL_SECONDS)
                socket = self._socket
            if socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    socket.send(line)
                    return
                time.sleep(POLL_SECONDS)  # the other thread notices, too, and reconnects
