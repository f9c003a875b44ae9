"""Static pages: the built client, the API documentation, and QR codes of links."""

from __future__ import annotations

import contextlib
import gzip
import html
import io
import mimetypes
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

from spielzug.core.texts import say
from spielzug.server.config.settings import Settings
from spielzug.server.problems import Problem, language
from spielzug.server.texts.errors import PAGES

DOCS = Path(__file__).with_name("docs_page")
DOCS_FILES = {"": "index.html", "docs.js": "docs.js", "docs.css": "docs.css"}

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
# Vite names a built file after its content: index-B7x2Kq9a.js
HASHED = re.compile(r"-[A-Za-z0-9_-]{8}\.\w+$")
COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".webmanifest", ".txt")
TYPES = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
LEAST_TO_COMPRESS = 1000


def build_docs() -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.get("/api/docs")
    async def docs(request: Request) -> Response:
        return file_response(DOCS / "index.html", request, ASK_AGAIN)

    @router.get("/api/docs/{name}")
    async def docs_file(request: Request, name: str) -> Response:
        if name not in DOCS_FILES:
            raise Problem(404, "not_found")
        return file_response(DOCS / name, request, ASK_AGAIN)

    return router


class MissingPage:
    """Answers for unmatched API paths: 404, or 405 if another method is allowed."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self._routes = [route for route in routes if isinstance(route, Route)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        known = [route for route in self._routes if route.matches(scope)[0] is Match.PARTIAL]
        if known:
            allowed = sorted({method for route in known for method in route.methods or ()})
            raise HTTPException(405, headers={"Allow": ", ".join(allowed)})
        raise Problem(404, "not_found")


def build_pages(settings: Settings) -> APIRouter:
    router = APIRouter(include_in_schema=False)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def page(request: Request, path: str) -> Response:
        file = find(settings.static, path or "index.html")
        if file is not None:
            return file_response(file, request, FOREVER if HASHED.search(file.name) else ASK_AGAIN)
        if path in ("", "index.html"):
            return plain_page(say(PAGES, "not_built", language(request)), 503, language(request))
        return plain_page(say(PAGES, "no_page", language(request)), 404, language(request))

    return router


def find(folder: Path, path: str) -> Path | None:
    """The file in the folder, never one outside it."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except (OSError, ValueError):
        return None


def file_response(file: Path, request: Request, cache: str) -> Response:
    about = file.stat()
    etag = f'"{about.st_mtime_ns:x}-{about.st_size:x}"'
    kind = (
        TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    )
    headers = {"Cache-Control": cache, "ETag": etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    wants_gzip = "gzip" in request.headers.get("accept-encoding", "")
    content, is_gzip = read(file, etag, wants_gzip)
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    return Response(content, headers=headers, media_type=kind)


@lru_cache(maxsize=256)
def read(file: Path, etag: str, compress: bool) -> tuple[bytes, bool]:
    """The file's bytes, compressed if possible; cached, because the client's files are small."""
    content = file.read_bytes()
    if compress and file.suffix in COMPRESSED and len(content) >= LEAST_TO_COMPRESS:
        return gzip.compress(content, 9), True
    return content, False


def plain_page(text: str, status: int, lang: str) -> HTMLResponse:
    body = (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Spielzug</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        f"<body><h1>Spielzug</h1><p>{html.escape(text)}</p></body></html>"
    )
    return HTMLResponse(body, status)


def qr_code(link: str) -> bytes:
    """An SVG: dark on light in every theme, with the quiet zone that scanners need."""
    import segno  # imported late: needed only for invitations

    written = io.BytesIO()
    made = segno.make(link, micro=False, error="m")
    made.save(
        written, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return written.getvalue()


def print_code(link: str) -> None:
    """Print a QR code; nothing if the terminal cannot show its characters."""
    import segno

    with contextlib.suppress(UnicodeEncodeError):
        segno.make(link, micro=False).terminal(compact=True)
