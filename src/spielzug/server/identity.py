"""Who is asking: a signed device cookie, signed invitations, and where a request came from.

There are no accounts. A device is a random number in a signed cookie, a seat belongs to a device,
and an invitation is a signed (table, seat) that travels only in the fragment of a link.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer, URLSafeSerializer
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from spielzug.server.config.settings import Settings

COOKIE = "spielzug"
"""How the cookie's name begins; until there were fingerprints it was the whole name."""
PROXY_HEADERS = re.compile(r"forwarded|via|cdn-loop|(x-forwarded|x-envoy|cf)-.*|.*-(client)?ip")
"""What proxies and tunnels add, and no browser sends: X-Forwarded-For, CF-Connecting-IP,
True-Client-IP, X-Real-IP, X-Azure-ClientIP …"""
SHORT_SIGNATURE = 8
"""Letters of a table's invitation beyond its id, 48 bits: too many to try at a waiting table."""
COOKIE_DAYS = 400  # browsers keep no cookie longer


def fresh_id() -> str:
    """120 random bits: nobody guesses a table or a device."""
    return secrets.token_urlsafe(15)


HOST = re.compile(r"(\[([0-9A-Fa-f:.]+)\]|[^\s/?#@:\[\]\\\"<>]*)(:[0-9]{0,5})?")
HOST_LENGTH = 262  # the longest name, a colon and a port


def is_host(text: str) -> bool:
    """Whether a Host header names a host; old programs send none."""
    found = HOST.fullmatch(text) if len(text) <= HOST_LENGTH else None
    if found is None:
        return False
    if found[2] is not None:
        with contextlib.suppress(ValueError):
            ipaddress.IPv6Address(found[2])
            return True
        return False
    return True


def cookie_name(key: bytes) -> str:
    """A browser keeps one cookie of a name for all ports of a host: each signing key needs its own.

    The fingerprint tells nothing about the key.
    """
    return f"{COOKIE}-{hmac.digest(key, b'cookie name', 'sha256').hex()[:12]}"


def without_port(address: str) -> str:
    """Some proxies write the port, too."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address


class Identity:
    def __init__(self, key: bytes, settings: Settings) -> None:
        self._devices = Signer(key, salt="device")
        self._invitations = URLSafeSerializer(key, salt="invitation")
        self._tables = Signer(key, salt="table")
        self._passes = Signer(key, salt="pass")
        self._settings = settings
        self.cookie_name = cookie_name(key)

    # -- devices ----------------------------------------------------------------------------------

    def device_of(self, cookie_header: str) -> str | None:
        """The device a Cookie header proves, if any; also by a cookie of an earlier version."""
        cookies = cookie_parser(cookie_header)
        return self._verify_cookie(cookies.get(self.cookie_name)) or self._verify_cookie(
            cookies.get(COOKIE)
        )

    def _verify_cookie(self, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            return self._devices.unsign(value).decode()
        except (BadSignature, UnicodeError):
            return None

    def cookie(self, device: str, secure: bool) -> str:
        value = self._devices.sign(device).decode()
        flags = "; HttpOnly; SameSite=Lax; Path=/" + ("; Secure" if secure else "")
        return f"{self.cookie_name}={value}; Max-Age={COOKIE_DAYS * 24 * 3600}{flags}"

    # -- invitations ------------------------------------------------------------------------------

    def invitation(self, table: str, seat: int, offer: int = 0) -> str:
        """To one seat; `offer`: of a seat that is given to somebody new while the game runs."""
        token = self._invitations.dumps([table, seat, offer] if offer else [table, seat])
        return token.decode() if isinstance(token, bytes) else token

    def table_invitation(self, table: str) -> str:
        """To any free seat of the table. Short, because people read it out and type it."""
        return f"{table}.{self._tables.get_signature(table).decode()[:SHORT_SIGNATURE]}"

    def read_invitation(self, token: str) -> tuple[str, int | None, int] | None:
        """The table, the seat (None: any that is free) and the offer."""
        table = token.partition(".")[0]
        if secrets.compare_digest(token.encode(), self.table_invitation(table).encode()):
            return table, None, 0
        try:
            value: Any = self._invitations.loads(token)
        except BadSignature:
            return None
        table, seat, *offer = value
        return str(table), int(seat), int(offer[0]) if offer else 0

    # -- transfer links ---------------------------------------------------------------------------

    def pass_token(self, secret: str) -> str:
        return self._passes.sign(secret).decode()

    def read_pass(self, token: str) -> str | None:
        try:
            return self._passes.unsign(token).decode()
        except (BadSignature, UnicodeError):
            return None

    # -- origin of a request ----------------------------------------------------------------------

    def is_secure(self, scope: Scope, headers: Headers) -> bool:
        """Whether the person's browser spoke https, as far as we can know."""
        if scope.get("scheme") in ("https", "wss"):
            return True
        if self._settings.trust_proxy:
            proto = self._forwarded(headers, "x-forwarded-proto")
            if proto:
                return proto == "https"
        return self._settings.behind_https and self._is_public_host(headers.get("host", ""))

    def _is_public_host(self, host: str) -> bool:
        public = self._settings.public_url
        return public is not None and urlsplit(public).netloc.lower() == host.lower()

    def address(self, scope: Scope, headers: Headers) -> str:
        if self._settings.trust_proxy:
            forwarded = self._forwarded(headers, "x-forwarded-for")
            if forwarded:
                return without_port(forwarded)
        client = scope.get("client")
        return str(client[0]) if client else ""

    def _forwarded(self, headers: Headers, name: str) -> str:
        """What the first of our own proxies saw. Each of them adds at the end, in the same line or
        in one more; what stands before that anybody can have written."""
        hops = ",".join(headers.getlist(name)).split(",")
        return hops[-min(self._settings.trust_proxy, len(hops))].strip()

    def origin_is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether a page of ours sent this, and not some other site in the same browser.

        Over plain http (a family's network) a missing Origin is a program and no browser: browsers
        always send one with a POST and with a WebSocket. Behind https it must be there and fit.
        """
        origin = headers.get("origin")
        secure = self.is_secure(scope, headers)
        if origin is None:
            return not secure and headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        public = self._settings.public_url
        if public is not None:
            ours = urlsplit(public)
            if (parts.scheme, parts.netloc.lower()) == (ours.scheme, ours.netloc.lower()):
                return True
        wanted = "https" if secure else "http"
        return parts.scheme == wanted and parts.netloc.lower() == headers.get("host", "").lower()

    def base_urls(self, scope: Scope, headers: Headers) -> list[str]:
        """What an invitation link may begin with, the address that a friend can best reach first.

        Where the machine lies in its networks is told to nobody but those who sit at it.
        """
        if self._settings.public_url is not None:
            return [self._settings.public_url.rstrip("/")]
        if self._settings.local_urls and self.is_at_host(scope, headers):
            return list(self._settings.local_urls)
        scheme = "https" if self.is_secure(scope, headers) else "http"
        return [f"{scheme}://{headers.get('host', '')}"]

    def is_owner(self, scope: Scope, headers: Headers) -> bool:
        """Whether a page of ours asks in a browser on this machine, or a program on it.

        Only where nobody else can come in: the server listens to this machine alone and stands
        behind no proxy. A name that leads here (DNS rebinding) is not what we call ourselves, and
        pages of other sites, or of other programs on this machine, are told apart by their origin.
        """
        if not self._settings.lab or self._settings.public_url or self._settings.trust_proxy:
            return False
        origin_fits = "origin" not in headers or self.origin_is_ours(scope, headers)
        page_fits = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        return self.is_at_host(scope, headers) and origin_fits and page_fits

    def is_at_host(self, scope: Scope, headers: Headers) -> bool:
        """Whether the browser runs on our own machine, and calls us by a name of that.

        What a proxy forwards may come from afar.
        """
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        forwarded = any(PROXY_HEADERS.fullmatch(header) for header in headers)
        return _is_here(name) and not forwarded and _is_here(self.address(scope, headers))


def _is_here(name: str) -> bool:
    """Whether a name or an address is what a machine calls itself."""
    if name == "localhost":
        return True
    with contextlib.suppress(ValueError):  # a name that only begins like an address is none
        return ipaddress.ip_address(name.removeprefix("::ffff:")).is_loopback
    return False
