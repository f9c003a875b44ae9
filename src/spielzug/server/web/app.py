"""The ASGI application: the API, the pages, the health checks and the middleware."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import PlainTextResponse, Response
from starlette.routing import Route

from spielzug import __version__
from spielzug.server import problems
from spielzug.server.config.settings import Settings, read_database
from spielzug.server.live.protocol_guard import LiveMiddleware
from spielzug.server.services import Services
from spielzug.server.web.api import build_router
from spielzug.server.web.lab import build_lab, build_redirect
from spielzug.server.web.middleware import RequestMiddleware
from spielzug.server.web.notifications import build_notifications
from spielzug.server.web.openapi import describe
from spielzug.server.web.pages import MissingPage, build_docs, build_pages
from spielzug.server.web.school import build_school
from spielzug.server.web.seats import build_open, build_seats, build_times


def build_health(services: Services) -> APIRouter:
    router = APIRouter(include_in_schema=False)
    no_store = {"Cache-Control": "no-store"}

    @router.api_route("/health", methods=["GET", "HEAD"])
    async def lives() -> Response:
        """Liveness: touches no disk, so that a slow disk does not cause a restart."""
        return PlainTextResponse("lives\n", headers=no_store)

    @router.api_route("/health/ready", methods=["GET", "HEAD"])
    async def ready() -> Response:
        problem = await services.ready.why_not()
        if problem is not None:
            raise problem
        return PlainTextResponse("ready\n", headers=no_store)

    return router


DESCRIPTION = """Tables for railway board games, with invitations by link, bots and spectators.

A signed cookie identifies a device, and each seat belongs to a device. The log of decisions is
authoritative: a decision is acknowledged once it is on disk. Live entries arrive over the WebSocket
`/api/tables/{table}/live?from=<number>`; a client that was away resumes from its number. The
messages are described by the schemas `ToBrowser` and `FromBrowser`; those of the WebSocket for
programs, `/api/tables/{table}/bot`, by `ToProgram` and `FromProgram`."""


def build_app(settings: Settings) -> FastAPI:
    services = Services(settings)
    metrics = None
    if settings.metrics is not None:
        from spielzug.server.web.metrics import Metrics, listen

        metrics = Metrics(services, listen(settings.metrics, settings.worker))
        services.metrics_url = metrics.url

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        if metrics is not None:
            services.spawn(metrics.run())
        await services.start()
        if settings.on_started is not None:
            settings.on_started()
        yield
        if metrics is not None:
            await metrics.close()
        await services.stop()

    app = FastAPI(
        title="Spielzug",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.services = services
    problems.install(app)
    routers = (
        build_router(services), build_lab(services), build_school(services), build_docs(),
        build_times(services), build_seats(services), build_open(services),
        build_notifications(services),
    )  # fmt: skip
    nothing = MissingPage([*app.routes, *(route for router in routers for route in router.routes)])
    for router in routers:
        app.include_router(router)
    app.router.routes.append(Route("/api/{rest:path}", nothing, include_in_schema=False))
    app.include_router(build_redirect())
    app.include_router(build_health(services))
    app.include_router(build_pages(settings))
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.add_middleware(LiveMiddleware, hub=services.hub)
    most = settings.connections_per_address if settings.limits else math.inf
    app.add_middleware(
        RequestMiddleware,
        identity=services.identity,
        limits=services.limits,
        live_per_address=most,
        counts=services.counts,
    )
    return app


def app_for(database: Path | str, **settings: Any) -> FastAPI:
    """The application with this database and these settings; other settings have defaults."""
    return build_app(Settings(database=read_database(str(database)), **settings))
