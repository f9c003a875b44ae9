"""The games and bots as the server offers them; it knows them only through the contract."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from typing import Any

from spielzug.bots import BOTS
from spielzug.bots.search import thinker
from spielzug.core.errors import OptionClash, OptionError
from spielzug.core.game import Game
from spielzug.core.options import Options, bounds
from spielzug.games import NAMES, all_games, get_game
from spielzug.server.problems import Problem

log = logging.getLogger("spielzug.server")

STAND_IN = "greedy"
"""Who plays for people that left: one that never keeps the others waiting."""


class Games:
    """Compiles each game once, in a thread of its own, when it is first needed."""

    def __init__(self) -> None:
        self._compiler = ThreadPoolExecutor(1, "compiler")
        self._ready: dict[str, Game] = {}
        self._thinkable: set[str] = set()

    async def get(self, name: str) -> Game:
        if name in self._ready:
            return self._ready[name]
        if name not in NAMES:
            raise Problem(422, "no_game", name=name[:40])
        loop = asyncio.get_running_loop()
        self._ready[name] = await loop.run_in_executor(self._compiler, _compile, name)
        return self._ready[name]

    def can_think(self, game: Game) -> bool:
        return game.name in self._thinkable

    async def ready_to_think(self, game: Game) -> None:
        """Compile the search for this game, once; bots that think need it, people do not."""
        if not self.can_think(game):
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._compiler, thinker.ready, game)
            self._thinkable.add(game.name)

    async def warm_up(self) -> None:
        """All rules first, so that tables open soon; then what the bots need."""
        ready: list[Game] = []
        for name in NAMES:
            try:
                ready.append(await self.get(name))
            except Exception:
                log.exception("%s cannot be made ready", name)
        for game in ready:
            try:
                await self.ready_to_think(game)
            except Exception:
                log.exception("the search for %s cannot be made ready", game.name)

    def close(self) -> None:
        self._compiler.shutdown(wait=False, cancel_futures=True)


def _compile(name: str) -> Game:
    return get_game(name).ready()


def refuse_bot(name: str) -> str:
    if name not in BOTS:
        raise Problem(422, "no_bot", name=name[:40])
    return name


# -- the list ------------------------------------------------------------------------------------


def catalogue() -> list[dict[str, Any]]:
    return [_describe(game) for game in all_games()]


def _describe(game: Game) -> dict[str, Any]:
    about = {f.name: f.metadata for f in fields(game.options)}
    return {
        "name": game.name,
        "title": dict(game.title),
        "seats": list(game.seats),
        "options": [
            {
                **described,
                "low": bounds(about[described["name"]])[0],
                "high": bounds(about[described["name"]])[1],
                "names": {str(k): v for k, v in about[described["name"]]["names"].items()},
            }
            for described in game.options.describe()
        ],
        "hidden": game.secrets,
    }


# -- options -------------------------------------------------------------------------------------


def read_options(game: Game, given: dict[str, int | str], seats: int) -> Options:
    """One after the other, so that the refusal can name the one that is wrong."""
    known = {described["name"]: described for described in game.options.describe()}
    for name, value in given.items():
        if name not in known:
            raise Problem(422, "no_option", name=name[:40])
        try:
            game.options.read(name, value)
        except OptionError:
            values = known[name]["values"]
            raise Problem(
                422, "bad_option", name=name, value=str(value)[:40], values=values
            ) from None
    try:
        options: Options = game.options.parse(given)
    except OptionClash as clash:
        raise Problem(422, "options_clash", names=", ".join(clash.names)) from None
    try:
        options.refuse_for(seats)
    except OptionError:
        raise Problem(422, "options_and_seats", count=seats) from None
    return options
