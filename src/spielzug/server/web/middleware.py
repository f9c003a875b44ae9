"""Middleware for every request: size, origin, rate limit and identity, and response headers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from spielzug.server.identity import Identity, is_host
from spielzug.server.limits.connections import FULL
from spielzug.server.limits.rates import Limits, network
from spielzug.server.monitoring import FIELDS, Counts
from spielzug.server.problems import Problem, language
from spielzug.tables.table import fresh_id

log = logging.getLogger("spielzug.server")
access = logging.getLogger("spielzug.access")

BODY_BYTES = 16 * 1024
BODY_SECONDS = 10
LAB = ("/api/lab/run", "/api/lab/check")
LAB_BYTES = 3 * 1024 * 1024
"""For the Lab's requests, which hold two set files of up to a megabyte each."""
CLOSE = {"Connection": "close"}
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
SAFE = ("GET", "HEAD", "OPTIONS")
PAGE = ("/", "/index.html")
COSTLY = ("/replay", "/proof", "/record", "/position")
"""Requests that replay a whole game."""
ONE_CLICK = "/api/notifications/stop/"
"""Mail programs send this from any origin; the signed link alone authorizes it."""
SCHOOL = ("/api/lessons/", "/api/puzzles/")
GUESSES = ("/api/pass/", "/api/way-back")
"""Requests that allow guessing links or codes, or creating codes, of which every made-up device may
store one in the database."""
CSP = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class RequestMiddleware:
    """Plain ASGI middleware: handles WebSockets, too, and does not buffer responses."""

    def __init__(
        self,
        app: ASGIApp,
        identity: Identity,
        limits: Limits,
        live_per_address: float,
        counts: Counts,
    ) -> None:
        self._app = app
        self._identity = identity
        self._limits = limits
        self._counts = counts
        self._live_per_address = live_per_address
        self._live: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # -- http -------------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        secure = self._identity.is_secure(scope, headers)
        new_cookie = self._identify(scope, headers, secure)
        begin, status = time.perf_counter(), 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._add_headers(scope, message, secure, new_cookie)
                if "content-length" in headers and "transfer-encoding" in headers:  # RFC 9112, 6.1
                    MutableHeaders(scope=message).update(CLOSE)
            await send(message)

        try:
            self._check_request(scope, headers)
            if scope["method"] not in SAFE:
                receive = await _whole_body(receive, self._most(scope, headers))
        except Problem as problem:
            await problem.response(language(HTTPConnection(scope)))(
                scope, receive, send_with_headers
            )
        else:
            try:
                await self._app(scope, receive, send_with_headers)
            except Exception:
                log.exception("%s %s failed", scope["method"], redacted_path(scope))
                if status:
                    raise  # half an answer is out; only closing the connection shows the error
                internal = Problem(500, "internal").response(language(HTTPConnection(scope)))
                await internal(scope, receive, send_with_headers)
        seconds = time.perf_counter() - begin
        # Paths and made-up methods must not multiply the metrics.
        method = scope["method"] if scope["method"] in METHODS else "other"
        route = str(getattr(scope.get("route"), "path", "none"))
        self._counts.request(method, route, status, seconds)
        said = scope["method"], redacted_path(scope), status, round(seconds * 1000, 1)
        access.info("%s %s %d %.1f ms", *said, extra=_fields(said))

    def _check_request(self, scope: Scope, headers: Headers) -> None:
        method, path = scope["method"], scope["path"]
        check_upgrade(scope, headers)
        length, most = headers.get("content-length", "0"), self._most(scope, headers)
        if not length.isdecimal() or int(length) > most:
            raise Problem(413, "too_large", headers=CLOSE, limit=most)
        foreign = method not in SAFE and not self._identity.origin_is_ours(scope, headers)
        if foreign and not (method == "POST" and path.startswith(ONE_CLICK)):
            raise self._wrong_origin(scope, headers)
        if path.startswith("/api/") and not self._allowed(scope, _rate(method, path)):
            raise Problem(429, "too_fast")

    def _wrong_origin(self, scope: Scope, headers: Headers) -> Problem:
        origin = self._identity.own_origin(scope, headers)
        return Problem(403, "wrong_origin", origin=origin)

    def _most(self, scope: Scope, headers: Headers) -> int:
        """The largest allowed body, in bytes."""
        lab = scope["path"] in LAB and self._identity.is_owner(scope, headers)
        return LAB_BYTES if lab else BODY_BYTES

    def _allowed(self, scope: Scope, what: str) -> bool:
        state = scope["state"]
        # A new device has no history, so only its address counts.
        device = None if state["new_device"] else state["device"]
        return self._limits.allow(what, device, state["address"])

    def _add_headers(
        self, scope: Scope, message: Message, secure: bool, new_cookie: str | None
    ) -> None:
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if secure:
            headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        if scope["path"].startswith("/api"):
            headers.setdefault("Cache-Control", "no-store")
        if (became := scope["state"].get("became")) is not None:
            new_cookie = self._identity.cookie(became, secure)
        if new_cookie is not None:
            headers.append("Set-Cookie", new_cookie)

    # -- websockets -------------------------------------------------------------------------------

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        self._identify(scope, headers, self._identity.is_secure(scope, headers))
        problem = None
        try:
            self._check_socket(scope, headers)
        except Problem as refusal:
            problem = refusal
        said = "WS", redacted_path(scope), problem.code if problem else ""
        access.info("%s %s %s", *said, extra=_fields(said))
        del headers  # frees memory while the connection lasts
        if problem is not None:
            await receive()
            await problem.response(language(HTTPConnection(scope)))(scope, receive, send)
            return
        who = network(scope["state"]["address"])
        self._live[who] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._live[who] -= 1
            if not self._live[who]:
                del self._live[who]

    def _check_socket(self, scope: Scope, headers: Headers) -> None:
        check_upgrade(scope, headers)
        if not self._identity.origin_is_ours(scope, headers):
            raise self._wrong_origin(scope, headers)
        blocked = self._limits.is_blocked(scope["state"]["address"])
        if blocked or not self._allowed(scope, "look"):
            raise Problem(429, "too_fast")
        # ConnectionLimits counts too, but behind a proxy only the forwarded address identifies.
        if self._live[network(scope["state"]["address"])] >= self._live_per_address:
            raise Problem(429, "too_many_connections")

    # -- both -------------------------------------------------------------------------------------

    def _identify(self, scope: Scope, headers: Headers, secure: bool) -> str | None:
        """Put the device and its address into the request's state; returns the cookie to set."""
        cookie = headers.get("cookie", "")
        device = self._identity.device_of(cookie)
        state: dict[str, object] = scope.setdefault("state", {})
        state["new_device"] = device is None
        state["device"] = device_id = device or fresh_id()
        state["address"] = self._identity.address(scope, headers)
        # The page itself sets the cookie of a new device: it sends several requests at once, and if
        # each got its own device, a seat could belong to one that the browser has not stored.
        # The lobby's first call renews the cookie; an old cookie is replaced by the current name.
        path = scope["path"]
        names = path in PAGE or path.startswith("/api/")
        unnamed = device is None or self._identity.cookie_name not in cookie
        if path == "/api/mine" or (unnamed and names):
            return self._identity.cookie(device_id, secure)
        return None


def check_upgrade(scope: Scope, headers: Headers) -> None:
    """Raise if the connection was refused by its limits or has an invalid Host header."""
    refused = scope["state"].get("refused")
    if refused is not None:
        raise Problem(503 if refused == FULL else 429, refused, headers=CLOSE)
    if not is_host(headers.get("host", "")):
        raise Problem(400, "bad_request", field="Host")


async def _whole_body(receive: Receive, most: int) -> Receive:
    """Read the whole (small) body first, because it may come without a length."""
    parts, size, more = [], 0, True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                more = message.get("more_body", False)
                if size > most:
                    raise Problem(413, "too_large", headers=CLOSE, limit=most)
    except TimeoutError:
        raise Problem(408, "bad_request", headers=CLOSE, field="body") from None
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": b"".join(parts), "more_body": False}

    return again


def _rate(method: str, path: str) -> str:
    if method in SAFE:
        if path.endswith("/code"):
            return "code"
        return "costly" if path.endswith(COSTLY) else "look"
    if path.startswith(SCHOOL):  # first, because a step may have any name
        return "school"
    if path.startswith(GUESSES):
        return "guess"
    if path.endswith("/pass") or path == "/api/passes":  # these draw a QR code
        return "code"
    if path == "/api/forget-names":
        return "names"
    if path.endswith("/hint"):
        return "hint"
    if path == "/api/position":
        return "costly"
    if path.endswith("/review"):
        return "review"
    if path == "/api/tables" or path.endswith("/rematch"):
        return "create"
    if path.startswith("/api/notifications"):
        return "contact"
    if path in ("/api/join", "/api/invitation") or path.endswith("/sit"):
        return "join"
    return "play"


def _fields(said: tuple[object, ...]) -> dict[str, object]:
    names = ("method", "path", "status" if len(said) > 3 else "refusal", "milliseconds")
    return {FIELDS: dict(zip(names, said, strict=False))}


def redacted_path(scope: Scope) -> str:
    """A path for the log, without its query and with ids shortened to four characters."""
    parts = str(scope["path"])[:120].split("/")
    shown = "/".join(part if len(part) < 16 else f"{part[:4]}…" for part in parts)
    # Percent-encoded line breaks must not split the log line.
    return "".join(c if c.isprintable() else "·" for c in shown)
