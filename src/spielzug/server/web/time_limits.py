"""Time to think over HTTP."""

from __future__ import annotations

from fastapi import APIRouter, Request

from spielzug.core.wire import answers, requests
from spielzug.server.lifecycle.services import Services
from spielzug.server.tables import timeouts
from spielzug.server.web.api import PROBLEM, Lang


def build_times(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["play"], responses={"4XX": PROBLEM})

    @router.post("/tables/{table}/here")
    async def here(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> answers.Done:
        """Say that you are still thinking. This restarts the grace time, at most three times."""
        device = request.state.device
        await services.tables.change(table, lambda t: timeouts.say_here(t, device, given.seat))
        return answers.Done(ok=True)

    return router
