"""For whoever watches the server or shares visitors out: whether it lives, whether it is of use."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from spielzug.server.lifecycle.services import Services


def build_health(services: Services) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    no_store = {"Cache-Control": "no-store"}

    @router.api_route("/health", methods=["GET", "HEAD"])
    async def lives() -> Response:
        """Asks nobody: who restarts what does not answer must not restart for a slow disk."""
        return PlainTextResponse("lives\n", headers=no_store)

    @router.api_route("/health/ready", methods=["GET", "HEAD"])
    async def ready() -> Response:
        problem = await services.ready.why_not()
        if problem is not None:
            raise problem
        return PlainTextResponse("ready\n", headers=no_store)

    return router
