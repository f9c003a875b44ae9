"""A page for tests: what the worker's JavaScript does, with the engine of this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from spielzug.browser.bridge import JsEngine, Saved
from spielzug.browser.worker import BrowserHost
from spielzug.core.game import PLAYING, Game
from spielzug.core.luck import fresh_nonce, nonce_hash
from spielzug.core.memory import RecordMemory
from spielzug.games import get_game

Rows = dict[str, Any]


class PageStorage:
    """The tables of a browser; several pages may share it."""

    kept = True

    def __init__(self) -> None:
        self.tables: dict[str, Rows] = {}
        self.fails: Saved | None = None
        """What the next writes end with instead of being done."""

    async def list(self) -> str:
        return json.dumps([{k: one[k] for k in ("table", "seats")} for one in self.tables.values()])

    async def load(self, table: str) -> str | None:
        found = self.tables.get(table)
        return (
            None
            if found is None
            else json.dumps({k: found[k] for k in ("table", "seats", "entries")})
        )

    async def save(
        self, table: str, revision: int, row: str, seats: str | None, entries: str
    ) -> Saved:
        await asyncio.sleep(0)
        if self.fails is not None:
            return self.fails
        known = self.tables.get(table)
        if (known["revision"] if known else -1) != revision:
            return "conflict"
        told = known or {"entries": [], "seats": []}
        self.tables[table] = {
            "revision": revision + 1,
            "table": json.loads(row),
            "seats": told["seats"] if seats is None else json.loads(seats),
            "entries": [*told["entries"], *json.loads(entries)],
        }
        return "ok"

    async def remove(self, table: str) -> None:
        self.tables.pop(table, None)


class Page:
    """One tab: its host, what it was told on each channel, and workers that think at once."""

    def __init__(self, storage: PageStorage | None = None) -> None:
        self.storage = storage or PageStorage()
        self.told: dict[int, list[Rows]] = {}
        self.others: list[Page] = []
        self.thinks: Callable[[str], str] | None = None
        """Answers instead of a level."""
        self.cancelled: list[int] = []
        self.iterations = 100
        """How many a thinking worker makes of 100."""
        self._channel = 0
        self.host = BrowserHost(self, self._load)

    @staticmethod
    async def _load(name: str) -> Game:
        return get_game(name).ready(PLAYING)

    # -- the bridge -------------------------------------------------------------------------------

    def send(self, channel: int, text: str) -> None:
        self.told[channel].append(json.loads(text))

    def changed(self, table: str, revision: int) -> None:
        for other in self.others:
            asyncio.get_running_loop().create_task(other.host.on_saved_elsewhere(table, revision))

    async def engine(self, game: str) -> JsEngine:
        raise AssertionError("games are played with the engine of this process")

    async def load_nets(self, game: str) -> None:
        pass

    async def think(self, job: str, facts: bytes, hidden: bytes) -> str:
        await asyncio.sleep(0)
        if self.thinks is not None:
            return self.thinks(job)
        game = get_game(json.loads(job)["game"])
        known: RecordMemory[Any] = RecordMemory(game.facts_layout, bytearray(facts))
        seen: RecordMemory[Any] = RecordMemory(game.state_layout, bytearray(hidden))
        action = game.engine.legal(known, seen)[0]
        return json.dumps({"action": action, "iterations": self.iterations, "wanted": 100})

    def cancel(self, job: int) -> None:
        self.cancelled.append(job)

    # -- the page ---------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, body: object = None, **query: object) -> Any:
        """An answer; raises `Refused` for an error."""
        given = {"lang": "en", **{name.rstrip("_"): str(value) for name, value in query.items()}}
        text = "" if body is None else json.dumps(body)
        status, answer = json.loads(await self.host.request(method, path, json.dumps(given), text))
        if status >= 300:
            raise Refused(**json.loads(answer))
        return json.loads(answer) if answer[:1] in "{[" else answer

    async def connect(self, path: str, **query: object) -> int:
        self._channel += 1
        self.told[self._channel] = []
        given = {"lang": "en", **{name.rstrip("_"): str(value) for name, value in query.items()}}
        await self.host.connect(self._channel, path, json.dumps(given))
        return self._channel

    async def say(self, channel: int, **message: object) -> Rows:
        """Send a message on a channel; gives the last one told there afterwards."""
        await self.host.receive(channel, json.dumps(message))
        return self.told[channel][-1]

    async def open(self, game: str, *players: str, **more: object) -> Rows:
        """A table of this person and bots, or more people at this device (`local`), dealt."""
        seats: list[Rows] = [{"kind": "me", "name": "Anna"}]
        for name in players:
            seats.append(
                {"kind": "local", "name": "Ben"}
                if name == "local"
                else {"kind": "bot", "bot": name}
            )
        nonce = fresh_nonce()
        wanted = {"game": game, "seats": seats, "pace": 0, "hash": nonce_hash(nonce), **more}
        table: Rows = await self.ask("POST", "tables", wanted)
        if table["status"] == "waiting":
            shown = {"nonce": nonce, "fingerprint": table["start"]["fingerprint"]}
            table = await self.ask("POST", f"tables/{table['id']}/reveal", shown)
        return table


class Refused(Exception):
    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code)
        self.code, self.detail = code, detail
