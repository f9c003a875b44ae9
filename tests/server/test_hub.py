"""Many live connections at one table, without a network in between."""

from __future__ import annotations

import asyncio
import gc
import itertools
import json
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.uri import parse_uri

from server.helpers import Json
from spielzug.games import get_game
from spielzug.server.config.settings import Settings
from spielzug.server.limits.rates import Limits
from spielzug.server.live import browser, hub, lobby
from spielzug.server.live.browser import BrowserConnection
from spielzug.server.live.client import TRY_LATER
from spielzug.server.live.hub import Hub
from spielzug.server.live.protocol_guard import MessageQueue, text_frame
from spielzug.server.monitoring import Counts
from spielzug.server.tables.server_table import CLOCK, ServerChanges, ServerTable
from spielzug.tables import messages
from spielzug.tables.row_types import StoredTable
from spielzug.tables.seats import Place
from spielzug.tables.summary import summary

HOST = "host"


class Socket:
    """The other end of a connection: keeps what it is sent, or does not read."""

    def __init__(self, device: str, deaf: bool, start: int | None) -> None:
        query = "lang=en" if start is None else f"lang=en&from={start}"
        self.scope = {
            "type": "websocket",
            "state": {"device": device, "address": "::1"},
            "query_string": query.encode(),
            "headers": [],
        }
        self.reads = asyncio.Event()
        if not deaf:
            self.reads.set()
        self.sent: list[str] = []
        self.closed: int | None = None
        self.said: asyncio.Queue[Json] = asyncio.Queue()

    async def accept(self) -> None:
        pass

    async def receive(self) -> Json:
        return await self.said.get()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.closed = code

    def hang_up(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect"})

    @property
    def heard(self) -> list[Json]:
        return [json.loads(text) for text in self.sent]

    def kinds(self) -> list[str]:
        return [message["type"] for message in self.heard]


class OneTable:
    """The tables of a server that has one."""

    def __init__(self, table: ServerTable) -> None:
        self.table = table
        self.counts = Counts()

    @asynccontextmanager
    async def use(self, _: str, fresh: bool = True) -> AsyncIterator[ServerTable]:
        async with self.table.lock:
            yield self.table

    def wake(self, table: ServerTable) -> None:
        pass

    def on_device_left(self, _: str, device: str) -> None:
        self.table.away.mark_present(device)


class HubHarness:
    """A hub with one table of two bots, and its spectators."""

    def __init__(self, entries: int = 1, **settings: Any) -> None:
        game = get_game("zwergenzugfahrt").ready()
        places = [Place("bot", name, player="random") for name in ("A", "B")]
        self.table = ServerTable(game, game.options(), places, HOST, 0, clock=CLOCK)
        self.table.deal_if_complete()
        while self.table.number < entries:
            self.play()
        tables: Any = OneTable(self.table)
        made = Settings(Path("nowhere"), **settings)
        identity: Any = SimpleNamespace(invitation=lambda *_: "token")
        self.hub = Hub(made, tables, identity, Limits(enabled=False))
        self.tasks: list[asyncio.Task[None]] = []

    def play(self) -> None:
        """Alternates a choice and its undo, so that it never ends."""
        match = self.table.played()
        entry = match.play(match.legal[0])
        self.table.follow(entry)
        self.table.follow(match.take_back(entry.seat, entry.number))

    def tell_last(self) -> None:
        changes = self.table.take_changes()
        self.hub.table_changed(self.table, ServerChanges(entries=changes.entries[-1:]))

    def come(self, device: str, deaf: bool = False, start: int | None = None) -> Socket:
        socket = Socket(device, deaf, start)
        given: Any = socket
        self.tasks.append(
            asyncio.create_task(self.hub.serve(given, self.table.id, BrowserConnection))
        )
        return socket

    def come_to_list(self, device: str) -> Socket:
        socket = Socket(device, deaf=False, start=None)
        given: Any = socket
        self.tasks.append(asyncio.create_task(self.hub.serve_lobby(given)))
        return socket

    def another(self) -> ServerTable:
        """A second table of the same people, which has not started."""
        old = self.table
        places = [Place("friend", "C"), *old.places[1:]]
        return ServerTable(old.game, old.options, places, HOST, 0, clock=CLOCK)

    async def everybody_leaves(self, sockets: list[Socket]) -> None:
        for socket in sockets:
            socket.hang_up()
        await asyncio.gather(*self.tasks)
        self.tasks.clear()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def gather_until_told(harness: HubHarness) -> None:
    """As if the time had passed in which those who come and go are told of together."""
    audience = harness.hub._audiences[harness.table.id]
    assert audience.gathering is not None
    audience.gathering.cancel()
    harness.hub._flush(harness.table.id, audience)


async def turns(count: int = 200) -> None:
    """Lets the event loop run everything that is due."""
    for _ in range(count):
        await asyncio.sleep(0)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what needs a timer; the limit is only for one that never comes."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


# -- those who come late -------------------------------------------------------------------------


def test_who_missed_much_is_told_how_it_is_now() -> None:
    async def work() -> None:
        harness = HubHarness(entries=400)
        number = harness.table.number
        late = harness.come("x", start=0)
        later = harness.come("y", start=number - browser.BEHIND)
        await turns(400)
        assert late.kinds()[:4] == ["hello", "facts", "fresh", "table"]
        fresh = late.heard[2]
        assert (fresh["number"], fresh["seat"]) == (number, -1)
        assert [line["number"] for line in fresh["log"]] == list(range(number - 50, number))
        told = [m for m in later.heard if m["type"] == "entry"]
        assert [m["number"] for m in told] == list(range(number - 50, number))
        assert (fresh["view"], fresh["actor"]) == (told[-1]["view"], told[-1]["actor"])
        same = ("number", "kind", "sentences", "events", "notation")
        assert [[a[n] for n in same] for a in fresh["log"]] == [[b[n] for n in same] for b in told]
        await harness.everybody_leaves([late, later])

    run(work())


def test_what_was_missed_is_made_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    honest = messages.earlier_entry

    def counted(table: ServerTable, number: int, *rest: Any) -> Any:
        made.append(number)
        return honest(table, number, *rest)

    monkeypatch.setattr(messages, "earlier_entry", counted)

    async def work() -> None:
        harness = HubHarness(entries=40)
        deaf = harness.come("x", deaf=True, start=0)
        await turns()
        assert made == []  # it has not even read the greeting
        harness.play()
        harness.tell_last()
        deaf.reads.set()
        await turns()
        numbers = [m["number"] for m in deaf.heard if m["type"] == "entry"]
        assert numbers == [*range(len(made) + 1), harness.table.number - 1]
        await harness.everybody_leaves([deaf])

    run(work())


def test_others_get_a_turn_between_two_pieces() -> None:
    async def work() -> None:
        harness = HubHarness(entries=45)
        sockets = [harness.come(f"d{n}", start=0) for n in range(5)]
        before = [0]
        for _ in range(5000):
            await asyncio.sleep(0)
            sent = sum(len(socket.sent) for socket in sockets)
            before.append(sent)
            if all("table" in socket.kinds()[-2:] for socket in sockets):
                break
        steps = [later - earlier for earlier, later in itertools.pairwise(before)]
        assert max(steps) <= 3 * len(sockets)  # a greeting has three messages, a piece is one
        await harness.everybody_leaves(sockets)

    run(work())


# -- those who are many --------------------------------------------------------------------------


def test_spectators_share_one_text() -> None:
    async def work() -> None:
        harness = HubHarness()
        sockets = [harness.come(f"d{n}") for n in range(40)]
        host = harness.come(HOST)
        await turns()
        harness.hub.send_table(harness.table)
        harness.play()
        harness.tell_last()
        await turns()
        for kind in ("facts", "table", "entry"):
            last = [
                next(text for text in reversed(socket.sent) if f'"type":"{kind}"' in text)
                for socket in sockets
            ]
            assert len({id(text) for text in last}) == 1
        assert host.kinds()[-2:] == ["table", "entry"]
        await harness.everybody_leaves([*sockets, host])

    run(work())


def test_who_comes_and_goes_is_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "GATHERING", 3600.0)  # only the test lets it end

    async def work() -> None:
        harness = HubHarness()
        first = harness.come("first")
        await turns()
        assert first.kinds() == ["hello", "facts", "table"]
        crowd = [harness.come(f"d{n}") for n in range(300)]
        await turns(400)
        assert first.kinds().count("presence") == 1
        gather_until_told(harness)
        await turns()
        told = [m for m in first.heard if m["type"] == "presence"]
        assert told[-1] == {"type": "presence", "connected": [True, True], "spectators": 301}
        assert len(told) <= 2
        assert first.kinds().count("table") == 1  # the rest of the table has not changed
        for socket in crowd:
            socket.hang_up()
        await asyncio.gather(*harness.tasks[1:])
        gather_until_told(harness)
        await turns()
        told = [m for m in first.heard if m["type"] == "presence"]
        assert told[-1]["spectators"] == 1
        assert len(told) <= 4
        await harness.everybody_leaves([first])
        assert not harness.hub._audiences

    run(work())


def test_a_crowd_is_told_a_few_at_a_time() -> None:
    async def work() -> None:
        harness = HubHarness()
        sockets = [harness.come(f"d{n}") for n in range(500)]
        await turns(600)
        before = sum(len(socket.sent) for socket in sockets)
        harness.play()
        harness.tell_last()
        most = 0
        for _ in range(100):
            await asyncio.sleep(0)
            now = sum(len(socket.sent) for socket in sockets)
            most, before = max(most, now - before), now
        assert most <= 60
        assert all(socket.kinds()[-1] == "entry" for socket in sockets)
        await harness.everybody_leaves(sockets)

    run(work())


def test_pings_are_spread(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        harness = HubHarness(ping_seconds=0.2)
        sockets = [harness.come(f"d{n}") for n in range(200)]
        await turns(600)
        assert {len(slot) for slot in harness.hub._slots} == {200 // hub.SLOTS}
        pinging = asyncio.create_task(harness.hub.ping_all())
        while not all("ping" in socket.kinds() for socket in sockets):
            await asyncio.sleep(0.01)
        pinging.cancel()
        await harness.everybody_leaves(sockets)
        assert not any(harness.hub._slots)

    run(work())


# -- those who are gone --------------------------------------------------------------------------


def test_nothing_is_left_of_a_thousand_that_did_not_read() -> None:
    """What waited for them goes with them, at once: no cycle waits for the collector."""

    async def work() -> None:
        harness = HubHarness(entries=45)
        sockets = [harness.come(f"d{n}", deaf=True, start=0) for n in range(1000)]
        await turns(400)
        for _ in range(3):
            harness.play()
            harness.tell_last()
        await turns()
        audience = harness.hub._audiences[harness.table.id]
        clients = [weakref.ref(client) for client in audience.clients]
        assert len(clients) == 1000
        assert all(len(client()._waiting) > 3 for client in clients)  # type: ignore[union-attr]
        del audience
        gc.disable()
        try:
            await harness.everybody_leaves(sockets)
            await turns()
            assert [client() for client in clients if client() is not None] == []
        finally:
            gc.enable()
        assert not harness.hub._audiences
        assert not harness.hub._due

    run(work())


def test_who_does_not_read_is_sent_away_and_keeps_nothing() -> None:
    async def work() -> None:
        harness = HubHarness(queue_length=8)
        deaf = harness.come("x", deaf=True)
        good = harness.come("y")
        await turns()
        for _ in range(10):
            harness.play()
            harness.tell_last()
            await turns(5)
        assert deaf.closed == TRY_LATER
        assert harness.hub.connections(harness.table.id) == 1
        assert good.kinds().count("entry") == 10
        await harness.everybody_leaves([good])

    run(work())


# -- lists of tables -----------------------------------------------------------------------------


def test_a_list_is_written_when_it_is_told_once_for_all_pages_of_a_device(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []

    def counted(stored: StoredTable, device: str, lang: str) -> Any:
        made.append(lang)
        return summary(stored, device, lang)

    monkeypatch.setattr(lobby, "summary", counted)
    monkeypatch.setattr(lobby, "GATHERING", 0.01)

    async def work() -> None:
        harness = HubHarness()
        pages = [harness.come_to_list(HOST) for _ in range(20)]
        stranger = harness.come_to_list("x")
        await turns()
        for _ in range(10):  # nothing else happens in between
            harness.play()
            harness.table.places[0].shown = f"A{harness.table.number}"
            harness.tell_last()
        assert made == ["en"]
        await until(lambda: all(len(page.sent) == 2 for page in pages))
        assert made == ["en", "en"]
        assert all(page.sent == pages[0].sent for page in pages)
        assert pages[0].heard[-1]["table"]["names"][0] == harness.table.places[0].shown
        harness.play()
        harness.tell_last()  # the list looks as before
        await asyncio.sleep(0.03)
        assert [len(page.sent) for page in (pages[0], stranger)] == [2, 0]
        await harness.everybody_leaves([*pages, stranger])

    run(work())


def test_a_list_remembers_no_tables_that_are_over_and_not_too_many_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby, "GATHERING", 0.0)

    async def work() -> None:
        harness = HubHarness()
        page = harness.come_to_list(HOST)
        await turns()
        (visitor,) = harness.hub.lobbies._connections[HOST]
        told = ServerChanges(table=True)
        others = [harness.another() for _ in range(lobby.KNOWN + 5)]
        for table in others:
            harness.hub.table_changed(table, told)
        await until(lambda: len(page.sent) == len(others))
        assert list(visitor.known) == [table.id for table in others[5:]]
        for table in others:
            table.abandon(HOST)
            harness.hub.table_changed(table, told)
        await until(lambda: len(page.sent) == 2 * len(others))
        assert visitor.known == {}
        await harness.everybody_leaves([page])

    run(work())


# -- the way in ----------------------------------------------------------------------------------


def test_texts_of_every_length_are_read_as_they_were_written() -> None:
    texts = ["", "ä", *("x" * size for size in (125, 126, 65_535, 65_536, 70_000)), "ü" * 40_000]
    client = ClientProtocol(parse_uri("ws://host/"), state=State.OPEN, max_size=None)
    client.receive_data(b"".join(map(text_frame, texts)))
    assert [frame.data.decode() for frame in client.events_received()] == texts  # type: ignore[union-attr]


def test_letters_come_in_order_and_wake_the_reader() -> None:
    async def work() -> None:
        letters: MessageQueue[str] = MessageQueue()
        assert letters.empty()
        reading = asyncio.create_task(letters.get())
        await turns(2)
        for letter in ("a", "b", "c"):
            letters.put_nowait(letter)
        assert await reading == "a"
        assert [await letters.get(), await letters.get()] == ["b", "c"]
        assert letters.empty()
        waiting = asyncio.create_task(letters.get())
        await turns(2)
        waiting.cancel()
        await turns(2)
        letters.put_nowait("d")  # one that was given up takes nothing along
        assert await letters.get() == "d"

    run(work())
