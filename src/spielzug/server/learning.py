"""Lessons and puzzles for the browser; the server keeps no progress, only a cache of answers.

Answers are computed by the rules in a thread, one at a time, so that many learners do not delay the
tables; the cache makes a whole class doing the same lesson cheap.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from pydantic_core import to_json

from spielzug.school.answers import (
    SchoolQuestion,
    games_with_figures,
    list_lessons,
    localized_figures,
)
from spielzug.server.games import Games
from spielzug.wire import learning

CACHE_SIZE = 500
"""Cached answers, of some kilobytes each."""


class School:
    def __init__(self, games: Games) -> None:
        self._games = games
        self._one = asyncio.Semaphore(1)
        self._lessons: list[learning.Lesson] | None = None
        self._figures: dict[tuple[str, str], str] = {}
        self._kept: OrderedDict[SchoolQuestion, str] = OrderedDict()

    async def lessons(self) -> list[learning.Lesson]:
        if self._lessons is None:
            self._lessons = await asyncio.to_thread(list_lessons)
        return self._lessons

    async def with_figures(self) -> list[str]:
        return await asyncio.to_thread(games_with_figures)

    async def figures(self, game: str, lang: str) -> str:
        """The `Figures` of a game as JSON, cached per language."""
        wanted = game, lang
        if wanted not in self._figures:
            found = await asyncio.to_thread(localized_figures, *wanted)
            self._figures[wanted] = to_json(found).decode()
        return self._figures[wanted]

    async def answer(self, asked: SchoolQuestion) -> str:
        """An `Attempt` as JSON."""
        if asked not in self._kept:
            self._kept[asked] = await self._make(asked)
            while len(self._kept) > CACHE_SIZE:
                self._kept.popitem(last=False)
        self._kept.move_to_end(asked)
        return self._kept[asked]

    async def _make(self, asked: SchoolQuestion) -> str:
        make = await asyncio.to_thread(asked.find)
        game = await self._games.get(asked.game)
        async with self._one:
            return await asyncio.to_thread(lambda: to_json(make(game)).decode())
