"""Identity of a request: the signed device cookie, signed invitations, and its origin.

There are no accounts. A device is a random id in a signed cookie, a seat belongs to a device, and
an invitation is a signed (table, seat) that appears only in the fragment of a link.
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import re
import secrets
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer, URLSafeSerializer
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Scope

from spielzug.server.config.settings import Settings

COOKIE = "spielzug"
"""Prefix of the cookie's name; earlier versions used it as the whole name."""
PROXY_HEADERS = re.compile(r"forwarded|via|cdn-loop|(x-forwarded|x-envoy|cf)-.*|.*-(client)?ip")
"""Headers that proxies and tunnels add and no browser sends: X-Forwarded-For, CF-Connecting-IP,
True-Client-IP, X-Real-IP, X-Azure-ClientIP …"""
SHORT_SIGNATURE = 8
"""Characters of the signature in a table's invitation: 48 bits, too many to try."""
COOKIE_DAYS = 400  # browsers keep no cookie longer


HOST = re.compile(r"(\[([0-9A-Fa-f:.]+)\]|[^\s/?#@:\[\]\\\"<>]*)(:[0-9]{0,5})?")
HOST_LENGTH = 262  # the longest name, a colon and a port


def is_host(text: str) -> bool:
    """Whether a Host header is well-formed; an empty one is, because old clients send none."""
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
    """The cookie's name for a signing key.

    A browser shares cookies between all ports of a host, so each server needs its own name. The
    fingerprint in it reveals nothing about the key.
    """
    return f"{COOKIE}-{hmac.digest(key, b'cookie name', 'sha256').hex()[:12]}"


def without_port(address: str) -> str:
    """An address without the port that some proxies append."""
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
        """The device in a valid signed cookie, also in one of an earlier version."""
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
        """Invitation to one seat; `offer` is the stamp of a seat that is offered during a game."""
        token = self._invitations.dumps([table, seat, offer] if offer else [table, seat])
        return token.decode() if isinstance(token, bytes) else token

    def table_invitation(self, table: str) -> str:
        """Invitation to any free seat. It is short, because people read it aloud and type it."""
        return f"{table}.{self._tables.get_signature(table).decode()[:SHORT_SIGNATURE]}"

    def read_invitation(self, token: str) -> tuple[str, int | None, int] | None:
        """Table, seat (None: any free one) and offer; None if the signature is wrong."""
        table = token.partition(".")[0]
        if secrets.compare_digest(token.encode(), self.table_invitation(table).encode()):
            return table, None, 0
        try:
            value = self._invitations.loads(token)
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
        """Whether the browser used https, as far as the server can know."""
        if scope.get("scheme") in ("https", "wss"):
            return True
        if self._settings.trust_proxy:
            proto = self._forwarded(headers, "x-forwarded-proto")
            if proto:
                return proto == "https"
        public = urlsplit(self._settings.public_url or "").netloc.lower()
        return self._settings.behind_https and headers.get("host", "").lower() == public

    def address(self, scope: Scope, headers: Headers) -> str:
        if self._settings.trust_proxy:
            forwarded = self._forwarded(headers, "x-forwarded-for")
            if forwarded:
                return without_port(forwarded)
        client = scope.get("client")
        return str(client[0]) if client else ""

    def _forwarded(self, headers: Headers, name: str) -> str:
        """The value that the outermost of our own proxies has added. Each proxy appends one, to the
        same header line or a new one; the client may have sent any values before these."""
        hops = ",".join(headers.getlist(name)).split(",")
        return hops[-min(self._settings.trust_proxy, len(hops))].strip()

    def origin_is_ours(self, scope: Scope, headers: Headers) -> bool:
        """Whether one of our own pages sent this, and not another site in the same browser.

        Browsers send an Origin with every POST and WebSocket. So over plain http (a home network) a
        request without one comes from a program and is accepted. Behind https it is required.
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

    def own_origin(self, scope: Scope, headers: Headers) -> str:
        """What our own pages send as Origin."""
        if (public := self._settings.public_url) is not None:
            return "{0.scheme}://{0.netloc}".format(urlsplit(public))
        scheme = "https" if self.is_secure(scope, headers) else "http"
        return f"{scheme}://{headers.get('host', '')}"

    def base_urls(self, scope: Scope, headers: Headers) -> list[str]:
        """Base addresses for invitation links, the one that friends can reach best first.

        The machine's addresses in its networks are shown only to people at the machine itself.
        """
        if self._settings.public_url is not None:
            return [self._settings.public_url.rstrip("/")]
        if self._settings.local_urls and self.is_at_host(scope, headers):
            return list(self._settings.local_urls)
        scheme = "https" if self.is_secure(scope, headers) else "http"
        return [f"{scheme}://{headers.get('host', '')}"]

    def is_owner(self, scope: Scope, headers: Headers) -> bool:
        """Whether a program on this machine or one of our pages in a browser on it is asking.

        Only with `lab` on, no public address and no proxy. The host name must be a local one, which
        prevents DNS rebinding. Pages of other sites, or of other programs on this machine, have a
        different origin.
        """
        if not self._settings.lab or self._settings.public_url or self._settings.trust_proxy:
            return False
        origin_fits = "origin" not in headers or self.origin_is_ours(scope, headers)
        page_fits = headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        return self.is_at_host(scope, headers) and origin_fits and page_fits

    def is_at_host(self, scope: Scope, headers: Headers) -> bool:
        """Whether the client runs on this machine and uses a local name for it.

        False for forwarded requests, which may come from anywhere.
        """
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        forwarded = any(PROXY_HEADERS.fullmatch(header) for header in headers)
        return _is_here(name) and not forwarded and _is_here(self.address(scope, headers))


def _is_here(name: str) -> bool:
    """Whether it is `localhost` or a loopback address."""
    if name == "localhost":
        return True
    with contextlib.suppress(ValueError):  # not an address
        return ipaddress.ip_address(name.removeprefix("::ffff:")).is_loopback
    return False
