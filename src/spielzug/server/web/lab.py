"""The Lab over HTTP, only for a browser on the server's own machine."""

from __future__ import annotations

import gzip
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from spielzug.server.lab_jobs import LabFileCheck, LabFileChecked
from spielzug.server.problems import Problem
from spielzug.server.services import Services
from spielzug.server.web.api import PROBLEM, FromCaller
from spielzug.wire import lab, requests, responses

Number = Annotated[int, Path(ge=1, le=1_000_000, description="the number of a report")]
GameName = Annotated[str, Path(max_length=64, description="the name of a game")]
Save = Annotated[bool, Query(description="download the report as a file")]

APART = {
    # The sandbox gives the report an opaque origin, so that its scripts cannot use this server.
    "Content-Security-Policy": "sandbox allow-scripts; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}


def build_lab(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api/lab", tags=["lab"], responses={"4XX": PROBLEM})
    lab_runs = services.lab_runs

    def is_owner(request: Request) -> bool:
        return services.identity.is_owner(request.scope, request.headers)

    def require_owner(request: Request) -> None:
        if not is_owner(request):
            raise Problem(403, "lab_closed")

    @router.get("")
    async def look(caller: FromCaller) -> lab.Lab:
        """Whether the Lab is open, what it is running, and its reports."""
        return lab_runs.shown(is_owner(caller.request))

    @router.post("/run")
    async def run(caller: FromCaller, wanted: lab.LabRequest) -> lab.Lab:
        """Compare two variants of a game, or examine one. Only one run at a time."""
        require_owner(caller.request)
        await lab_runs.start(wanted, caller.lang)
        return lab_runs.shown(True)

    @router.post("/check")
    async def check(caller: FromCaller, wanted: LabFileCheck) -> LabFileChecked:
        """Check a set file before playing it: what is wrong with it, or what it changes."""
        require_owner(caller.request)
        return await lab_runs.check(wanted, caller.lang)

    @router.get("/sets/{game}", response_class=PlainTextResponse)
    async def shipped_set(
        caller: FromCaller, game: GameName, version: lab.Version = "shipped"
    ) -> Response:
        """A built-in set as a file to edit, with a comment above every entry."""
        require_owner(caller.request)
        headers = {"Content-Disposition": f'attachment; filename="{game}.yaml"'}
        return PlainTextResponse(lab_runs.set_file(game, version), headers=headers)

    @router.post("/stop")
    async def stop(caller: FromCaller, given: requests.Nothing) -> responses.Done:
        """Stop the run. The games played so far are still reported."""
        require_owner(caller.request)
        lab_runs.stop()
        return responses.Done(ok=True)

    @router.get("/reports/{number}", response_class=HTMLResponse)
    async def report(caller: FromCaller, number: Number, save: Save = False) -> Response:
        """A report as a self-contained page."""
        require_owner(caller.request)
        headers = {**APART, "Vary": "Accept-Encoding"}
        if save:
            headers["Content-Disposition"] = f'attachment; filename="spielzug-{number}.html"'
        packed = lab_runs.report(number)
        if "gzip" in caller.request.headers.get("accept-encoding", ""):
            return HTMLResponse(packed, headers={**headers, "Content-Encoding": "gzip"})
        return HTMLResponse(gzip.decompress(packed), headers=headers)

    return router


def build_redirect() -> APIRouter:
    """A short address that people can type, since pages are addressed by fragments."""
    router = APIRouter(include_in_schema=False)

    @router.get("/lab")
    async def way() -> Response:
        return RedirectResponse("./#/lab")

    return router
