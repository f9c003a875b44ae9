"""A program at a table of a server: its standard streams, carried over a WebSocket.

The program notices nothing of the network. When the connection breaks, the bridge takes it up again
and says for the program what it has said already.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from spielzug import __version__
from spielzug.bots.outside import OutsideProcess, ProgramError
from spielzug.bots.protocol import ASKED_AGAIN
from spielzug.cli.seat import Json, ProgramSeat, detail_of

POLICY = 1008  # the code with which a server sends a program away for good
PAUSES = (0.5, 1, 2, 5, 10)  # seconds before the next try; the last one again and again
FOR_THE_PROGRAM = 0.2  # seconds between two looks whether the program still runs


class Bridge:
    def __init__(
        self,
        process: OutsideProcess,
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
        """How somebody wants the program to be called, whatever it calls itself."""
        self._pauses = pauses
        self._socket: ClientConnection | None = None
        """The connection, once the program may use it."""
        self._changed = threading.Condition()
        self._failed: ProgramError | None = None
        self._over: Json | None = None
        # What the server would have to be told again.
        self._greeted = False
        self._ready: Json | None = None
        self._begun: ClientConnection | None = None
        """The connection over which it was said that the program is ready."""
        self._next = 0
        self._facts: Json | None = None
        self._asked: int | None = None
        self._answer: str | None = None

    def run(self) -> Json:
        """Until the game is over; gives the last message."""
        speaker = threading.Thread(target=self._speak, daemon=True)
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
                text = str(socket.recv(FOR_THE_PROGRAM))
            except TimeoutError:
                continue
            message: Json = json.loads(text)
            if message["type"] == "over":
                self._over = message  # first: a program that ends now has not failed
            if self._pass_on(socket, message):
                self._process.send(text)

    def _pass_on(self, socket: ClientConnection, message: Json) -> bool:
        """Whether this is news for the program; if not, it is answered for it."""
        kind = message["type"]
        if kind == "hello":
            news, self._greeted = not self._greeted, True
            if self._ready is not None:
                self._begin(socket, self._ready)
                self._use(socket)
            return bool(news)
        if kind == "start":
            self._seat.attend(message)
            return False
        if kind == "entry":
            self._next = message["number"] + 1
        elif kind == "facts":
            news, self._facts = message != self._facts, message
            return bool(news)
        elif kind == "turn":
            with self._changed:
                news = message["number"] != self._asked
                if news:
                    self._asked, self._answer = message["number"], None
                answer = self._answer
            if answer is not None:
                socket.send(answer)  # it may have been lost on its way
            return bool(news)
        elif kind == "error":
            self._tell(f"{message['code']}: {message['detail']} {message['way_out']}")
            if message["code"] in ASKED_AGAIN:
                self._asked = None
        return bool(kind != "ping")

    # -- from the program -------------------------------------------------------------------------

    def _speak(self) -> None:
        while self._over is None and self._failed is None:
            try:
                line = self._process.receive(FOR_THE_PROGRAM)
            except TimeoutError:
                continue
            if line is None:
                self._failed = None if self._over is not None else self._process.ended()
                return
            if not self._is_begin(line):
                self._send(line)

    def _is_begin(self, line: str) -> bool:
        """Whether the program has just got ready; that, and its last answer, are remembered."""
        with contextlib.suppress(ValueError, AttributeError):
            message = json.loads(line)
            if message.get("type") == "ready":
                with self._changed:
                    again, self._ready, socket = self._ready is not None, message, self._socket
                if again:
                    return False  # for the server to refuse
                if socket is not None:  # else the next connection begins with it
                    with contextlib.suppress(ConnectionClosed):
                        self._begin(socket, message)
                return True
            if message.get("type") == "play":
                with self._changed:
                    if message.get("number") == self._asked:
                        self._answer = line
        return False

    def _begin(self, socket: ClientConnection, ready: Json) -> None:
        """Once over each connection, whichever thread comes first; from where the last broke."""
        with self._changed:
            if self._begun is socket:
                return
            self._begun = socket
        name = {"name": self._name} if self._name else {}
        since = {"since": self._next} if self._next else {}
        socket.send(json.dumps({**ready, **name, **since}))

    def _send(self, line: str) -> None:
        """As soon as there is a connection; if it breaks meanwhile, over the next one."""
        while self._over is None and self._failed is None:
            with self._changed:
                self._changed.wait_for(lambda: self._socket is not None, FOR_THE_PROGRAM)
                socket = self._socket
            if socket is not None:
                with contextlib.suppress(ConnectionClosed):
                    socket.send(line)
                    return
                time.sleep(FOR_THE_PROGRAM)  # the other thread finds out too, and connects again
