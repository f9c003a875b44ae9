"""A server in a thread, and devices that talk to it over real sockets."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.server import create_app
from spielzug.server.lifecycle.startup import bind, server_config
from spielzug.server.services import Services
from spielzug.server.tables.server_table import ServerTable
from spielzug.tables import seat_changes

SLOW_MACHINE = 180.0  # seconds for an answer; a busy machine is slow, not wrong
GAME = "game_of_trains"
Json = dict[str, Any]
ME: Json = {"kind": "me", "name": "Anna"}
FRIEND: Json = {"kind": "friend"}
RANDOM: Json = {"kind": "bot", "bot": "random"}


class Running:
    """A server under test."""

    def __init__(self, url: str, services: Services) -> None:
        self.url = url
        self.services = services
        self._devices: list[Device] = []

    def device(self, **headers: str) -> Device:
        made = Device(self.url, headers, self._devices)
        self._devices.append(made)
        return made

    def close_devices(self) -> None:
        for device in self._devices:
            device.http.close()


class Device:
    """A browser: keeps its cookie and its nonces, sends its origin."""

    def __init__(
        self,
        url: str,
        headers: dict[str, str] | None = None,
        server_devices: Sequence[Device] = (),
    ) -> None:
        self.url = url
        self.nonces: dict[str, str] = {}
        """Of this device, by table."""
        self._server_devices = server_devices
        """All devices of the same server, this one included."""
        sent = {"Origin": url, **(headers or {})}
        # No TLS here, and reading all the world's certificates takes longer than a test.
        self.http = httpx2.Client(base_url=url, headers=sent, timeout=SLOW_MACHINE, verify=False)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return _checked(self.http.get(f"/api/{path}", params=query), status)

    def post(self, path: str, body: Any = None, status: int = 200, **query: Any) -> Any:
        answer = self.http.post(f"/api/{path}", json={} if body is None else body, params=query)
        return _checked(answer, status)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def table(self, *seats: Json, pace: int = 0, reveal: bool = True, **options: Any) -> Json:
        """Opens a table; it is dealt once nobody is missing, unless the nonce is held back."""
        wanted = {"game": GAME, "seats": list(seats), "pace": pace, "options": options}
        return self.open(wanted, reveal)

    def open(self, wanted: Json, reveal: bool = True) -> Json:
        nonce = fresh_nonce()
        table: Json = self.post("tables", {**wanted, "hash": nonce_hash(nonce)}, 201)
        self.nonces[table["id"]] = nonce
        return self.attend(table) if reveal else table

    def join(
        self, token: str, name: str, status: int = 200, reveal: bool = True, seat: int | None = None
    ) -> Json:
        """Takes a seat; then all devices that the start waits for do their part."""
        invited = self.post("invitation", {"token": token})
        nonce = self.nonces.setdefault(invited["table"], fresh_nonce())
        wanted = {"token": token, "name": name, "hash": nonce_hash(nonce), "seat": seat}
        joined: Json = self.post("join", wanted, status)
        if reveal and status == 200 and joined["status"] == "waiting":
            self.all_attend(joined["id"])
            joined = self.get(f"tables/{joined['id']}", seat=joined["seat"])
        return joined

    def fill(self, table: str, seat: int, bot: str = "random") -> None:
        self.post(f"tables/{table}/fill", {"seat": seat, "bot": bot})
        self.all_attend(table)

    def all_attend(self, table: str) -> None:
        for device in self._server_devices:
            if table in device.nonces:
                device.attend(device.get(f"tables/{table}"))

    def attend(self, table: Json) -> Json:
        """What a browser does automatically before the deal: fix a nonce, and reveal it."""
        path = f"tables/{table['id']}"
        if table["hash_needed"]:
            self.nonces[table["id"]] = fresh_nonce()
            table = self.post(f"{path}/hash", {"hash": nonce_hash(self.nonces[table["id"]])})
        mine = [n for n, seat in enumerate(table["seats"]) if seat["yours"]]
        if table["start"]["text"] is not None and set(mine) & set(table["start"]["awaited"]):
            table = self.reveal(table)
        return table

    def reveal(self, table: Json, status: int = 200) -> Json:
        nonce, start = self.nonces[table["id"]], table["start"]
        wanted = {"nonce": nonce, "fingerprint": start["fingerprint"]}
        told: Json = self.post(f"tables/{table['id']}/reveal", wanted, status)
        return told

    @contextmanager
    def live(
        self,
        table: str,
        start: int | str | None = None,
        seat: int | str | None = None,
        lang: str = "en",
        origin: str | None = None,
        forwarded: str | None = None,
        source: str | None = None,
    ) -> Iterator[Live]:
        if not self.cookie:
            self.get("health")
        asked = {"from": start, "seat": seat, "lang": lang}
        query = {name: value for name, value in asked.items() if value is not None}
        address = httpx2.URL(f"{self.url}/api/tables/{table}/live", params=query)
        headers = {"Cookie": self.cookie, "Origin": origin or self.url}
        if forwarded is not None:
            headers["X-Forwarded-For"] = forwarded
        uri = str(address).replace("http", "ws", 1)
        # Compression off on both sides, and no pings of the library's own.
        with connect(
            uri,
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            open_timeout=SLOW_MACHINE,  # a new process may have to compile the rules first
            close_timeout=2,
            max_queue=None,
            source_address=(source, 0) if source else None,
        ) as connection:
            yield Live(connection)


class Live:
    def __init__(self, connection: ClientConnection) -> None:
        self.socket = connection
        self.heard: list[Json] = []

    def receive(self, timeout: float = 120) -> Json:
        message: Json = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        return message

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """Reads until the first message of that kind."""
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def kind(self, kind: str) -> Json:
        return self.until(lambda message: message["type"] == kind)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str) else json.dumps(message))

    def decide(self, number: int, seat: int, action: int | str, name: str = "d") -> Json:
        """Decide and wait for the answer, an acknowledgement or an error."""
        self.send({"type": "decide", "id": name, "number": number, "seat": seat, "action": action})
        return self.until(lambda m: m["type"] in ("ack", "error") and m.get("id") == name)


def _checked(answer: httpx2.Response, status: int) -> Any:
    assert answer.status_code == status, (answer.status_code, answer.text)
    kind = answer.headers["content-type"]
    if status >= 400:
        assert kind == "application/problem+json", kind
        problem = answer.json()
        assert problem["status"] == status
        assert problem["detail"]
        assert problem["code"]
    return answer.json() if "json" in kind else answer.text


@contextmanager
def running(
    database: Path | str, host: str = "127.0.0.1", send_buffer: int | None = None, **settings: Any
) -> Iterator[Running]:
    """A real server, in a thread of this process."""
    # No compiling in the background: it would take the cores, and it changes the list of warnings
    # that count as errors while an application is being built in another thread.
    settings = {"limits": False, "warm_up": False, **settings}
    listening = bind(host, 0)
    if send_buffer is not None:  # inherited by the connections it takes
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    app = create_app(database, **settings)
    server = uvicorn.Server(server_config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    wait_for(lambda: server.started or not thread.is_alive())
    made = Running(f"http://{host}:{listening.getsockname()[1]}", app.state.services)
    try:
        yield made
    finally:
        made.close_devices()
        server.should_exit = True
        thread.join()
        listening.close()


def stop_refilling(server: Running) -> None:
    """From now on no rate limit refills, however slow the machine is."""
    now = time.monotonic()
    server.services.limits._clock = lambda: now


def deal(table: ServerTable) -> None:
    """Every device at a table fixes a nonce and reveals it."""
    devices = dict.fromkeys(place.device for place in table.places if place.device is not None)
    nonces = {device: fresh_nonce() for device in devices}
    for device, nonce in nonces.items():
        seat_changes.give_hash(table, device, nonce_hash(nonce))
    assert table.start.sealed is not None
    for device, nonce in nonces.items():
        seat_changes.reveal(table, device, nonce, table.start.sealed.fingerprint)


def wait_for(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """Waits until the condition holds; only a broken server reaches the timeout."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := condition():
            return found
        time.sleep(0.01)
    raise AssertionError("this never happened")


def play_out(device: Device, table: Json, most: int = 100_000) -> Json:
    """Decides for all of this device's seats until the game is over (first choice, then varied)."""
    path = f"tables/{table['id']}"
    for turn in range(most):
        now = wait_for(lambda: _settled(device, path))
        if now["status"] == "over":
            return dict(now)
        choices = now["choices"]
        choice = choices[turn % len(choices)]
        device.post(
            f"{path}/decide",
            {"number": now["number"], "seat": now["seat"], "action": choice["action"]},
        )
    raise AssertionError("the game did not end")


def _settled(device: Device, path: str) -> Json | None:
    now: Json = device.get(path)
    return now if now["status"] == "over" or now["choices"] else None
