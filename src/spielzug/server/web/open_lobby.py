"""The open lobby over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from spielzug.core.wire import answers, open, requests
from spielzug.server.lifecycle.services import Services
from spielzug.server.problems import language
from spielzug.server.web.api import PROBLEM, Lang, snapshot

Game = Annotated[str | None, Query(description="only tables of this game", max_length=64)]
Seats = Annotated[int | None, Query(ge=1, le=10, description="only tables with this many seats")]
Time = Annotated[
    Literal["live", "turn", "budget"] | None,
    Query(description="only tables with this kind of time to think; live for none"),
]


def build_open(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["open"], responses={"4XX": PROBLEM})
    lobby = services.open_lobby

    @router.get("/open")
    async def listed(
        request: Request,
        game: Game = None,
        seats: Seats = None,
        time: Time = None,
        lang: Lang = None,
    ) -> open.OpenLobby:
        """Tables where anyone may sit down. Private tables are never listed. A server without an
        open lobby answers 404 `no_open_lobby`."""
        found = await lobby.listed(request.state.device, language(request))
        fits = [
            table
            for table in found
            if game in (None, table.game)
            and seats in (None, len(table.seats))
            and time in (None, "live" if table.time is None else table.time.kind)
        ]
        return open.OpenLobby(tables=fits)

    @router.post("/open/{table}/sit", response_model=answers.Snapshot)
    async def sit(
        request: Request, table: str, given: open.SitRequest, lang: Lang = None
    ) -> Response:
        """Sit down at an open table."""
        device, address = request.state.device, request.state.address
        seat = await lobby.sit(table, device, address, given.seat, given.name, given.hash)
        return await snapshot(services, request, table, seat)

    @router.post("/tables/{table}/send-away")
    async def disconnect(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> answers.Done:
        """Free a seat again before the deal; only for the person who opened the table. This voids
        a sealed start, and the void is counted."""
        await lobby.disconnect(table, request.state.device, given.seat)
        return answers.Done(ok=True)

    return router
