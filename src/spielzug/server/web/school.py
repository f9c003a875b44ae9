"""Lessons, figures and puzzles over HTTP, without an account or any stored progress."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter
from fastapi.responses import Response

from spielzug.school.answers import (
    LessonAttempt,
    PuzzleSolving,
    list_puzzles,
    puzzles_overview,
)
from spielzug.server.services import Services
from spielzug.server.web.api import JSON, PROBLEM, FromCaller, Lang
from spielzug.wire import learning


def build_school(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["school"], responses={"4XX": PROBLEM})

    @router.get("/lessons")
    async def lessons() -> list[learning.Lesson]:
        """The lessons of all games."""
        return await services.school.lessons()

    @router.get("/figures")
    async def all_figures() -> list[str]:
        """The games that have figures."""
        return await services.school.with_figures()

    @router.get("/figures/{game}", response_model=learning.Figures)
    async def figures_of_game(caller: FromCaller, game: str) -> Response:
        """How often things win in games between strong bots."""
        return Response(await services.school.figures(game, caller.lang), media_type=JSON)

    @router.post("/lessons/{game}/{lesson}/{step}", response_model=learning.Attempt)
    async def try_it(
        caller: FromCaller, game: str, lesson: str, step: str, given: learning.AttemptRequest
    ) -> Response:
        """Try choices in a step of a lesson. The server remembers nothing: send all choices so far
        each time."""
        tried = LessonAttempt(game, lesson, step, tuple(given.choices), given.show, caller.lang)
        return Response(await services.school.answer(tried), media_type=JSON)

    @router.get("/puzzles")
    async def puzzles() -> learning.Puzzles:
        """How many puzzles each game has, and today's puzzles."""
        return await asyncio.to_thread(puzzles_overview)

    @router.get("/puzzles/{game}")
    async def puzzles_of(game: str, lang: Lang = None) -> list[learning.PuzzleListed]:
        """All puzzles of a game, from easy to hard."""
        return await asyncio.to_thread(list_puzzles, game)

    @router.post("/puzzles/{game}/{puzzle}", response_model=learning.Attempt)
    async def solve(
        caller: FromCaller, game: str, puzzle: str, given: learning.PuzzleRequest
    ) -> Response:
        """Try choices in a puzzle. The server remembers nothing: send all choices so far each time.
        The answer includes the solution once it is found, or if you ask for it."""
        solving = PuzzleSolving(game, puzzle, tuple(given.choices), given.solution, caller.lang)
        return Response(await services.school.answer(solving), media_type=JSON)

    return router
