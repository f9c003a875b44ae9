"""Shows a game in the browser that another program plays, for reinforcement-learning environments.

The program writes lines of JSON to standard input and reads one line for each:
``{"game": …, "seats": …, "options": …, "seed": …, "number": …, "names": […]}`` starts that game of
that seed, and the answer is its address; ``{"play": [3, 17]}`` plays these actions, and the answer
is how many were played in all. The process ends when its input is closed.

It is the ordinary server with the ordinary page, but there are only spectators, the luck comes from
a seed, and the database is temporary.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict, final

import uvicorn

from spielzug.core.errors import SpielzugError
from spielzug.core.luck import BYTES, Luck, Secret, SeedLuck
from spielzug.core.rules_mode import choose_rules_mode
from spielzug.server.lifecycle.startup import bind, server_config
from spielzug.server.services import Services
from spielzug.server.tables.server_table import CLOCK, ServerTable
from spielzug.server.web.app import app_for
from spielzug.tables.seats import Place
from spielzug.tables.table import RUNNING

HOST = "127.0.0.1"
MANY = 1_000_000
DEVICE = "stage"
BOT = "random"
"""The player shown at the seats; it never moves."""


@final
class GameLine(TypedDict):
    """Starts a game."""

    game: str
    seats: int
    options: str
    seed: int | str
    number: int
    names: list[str]


@final
class MovesLine(TypedDict):
    """Plays actions."""

    play: list[int]


class NoSecret(Secret):
    """Has no commitment, because the seed is known."""

    commitment = ""


class ShowcaseTable(ServerTable):
    """A table without a start list, whose luck comes from the program's seed."""

    shown_luck = SeedLuck("")

    @property
    def luck(self) -> Luck:
        return self.shown_luck

    def begin(self, luck: SeedLuck) -> None:
        self.shown_luck = luck
        self.set_up_match()
        self.status = RUNNING
        self.follow(self.played().log[0])
        self.touch()

    def play(self, action: int) -> None:
        self.follow(self.played().play(action))

    def leads_to(self, table: str) -> None:
        """Make the page offer `table` after the end, as it does with a rematch."""
        self.rematch = table
        self.touch()


class Showcase:
    """The table that is shown now, controlled by the program's lines."""

    def __init__(self, services: Services, address: str) -> None:
        self._services, self._address = services, address
        services.tables.listeners.remove(services.bots)  # the program moves for every seat
        self._table: str | None = None
        self._played = 0

    async def do(self, line: GameLine | MovesLine) -> str:
        """Carry out one line of the program and return the answer."""
        return await (self._play(line["play"]) if "play" in line else self._begin(line))

    async def _begin(self, wanted: GameLine) -> str:
        tables, before = self._services.tables, self._table
        game = await self._services.games.get(wanted["game"])
        names = wanted["names"][: wanted["seats"]]
        places = [Place("bot", name, BOT, shown=name) for name in names]
        options = game.options.from_text(wanted["options"])
        table = ShowcaseTable(game, options, places, DEVICE, pace=0, clock=CLOCK)
        table.start.secret = NoSecret(bytes(BYTES))
        table.begin(SeedLuck(str(wanted["seed"]), int(wanted["number"])))
        await tables.add(table)
        self._table, self._played = table.id, 0
        if before is not None:  # spectators of the last game get a link to this one
            await self._change(before, lambda old: old.leads_to(table.id))
        return f"{self._address}/#/t/{table.id}"

    async def _play(self, actions: list[int]) -> str:
        def all_of_them(table: ShowcaseTable) -> None:
            for action in actions:
                table.play(action)

        assert self._table is not None
        await self._change(self._table, all_of_them)
        self._played += len(actions)
        return str(self._played)

    async def _change(self, table_id: str, act: Callable[[ShowcaseTable], None]) -> None:
        def really(table: ServerTable) -> None:
            assert isinstance(table, ShowcaseTable)  # never evicted from memory
            act(table)

        await self._services.tables.change(table_id, really)


async def _follow(showcase: Showcase, server: uvicorn.Server) -> None:
    """Answer line by line until the input is closed."""
    while line := await asyncio.to_thread(sys.stdin.readline):
        print(await showcase.do(json.loads(line)), flush=True)
    server.should_exit = True


async def _show(database: Path) -> None:
    with contextlib.closing(bind(HOST, 0)) as listening:
        app = app_for(database, warm_up=False, tables_in_memory=MANY)
        server = uvicorn.Server(server_config(app))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        showcase = Showcase(app.state.services, f"http://{HOST}:{listening.getsockname()[1]}")
        try:
            await _follow(showcase, server)
        finally:
            server.should_exit = True
            await serving


def main() -> int:
    choose_rules_mode()
    try:
        with tempfile.TemporaryDirectory(prefix="spielzug-stage-") as folder:
            asyncio.run(_show(Path(folder) / "stage.sqlite3"))
    except SpielzugError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
