"""Posts to addresses that users enter, without letting them reach private networks.

A host name is resolved once, all of its IP addresses must be public, and the connection goes to
exactly the address that was checked, so that DNS rebinding gains nothing. Redirects are not
followed, at most `MAX_ANSWER_BYTES` bytes are read, proxy settings are ignored, and errors do
not repeat what the other side answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from urllib.parse import urlsplit

import h11

from spielzug import __version__

MAX_URL_LENGTH = 1000  # characters of a URL; push services use up to 400
RESOLVE_TIMEOUT = 5  # to resolve a name
NAT64 = ipaddress.ip_network("64:ff9b::/96")
CLOSED = [
    ipaddress.ip_network(one)
    for one in (
        "192.0.0.0/24",
        "192.88.99.0/24",
        "2002::/16",
        "64:ff9b:1::/48",
        "100::/64",
        "fec0::/10",
    )
]
"""Networks that older versions of Python call public; the first has cloud metadata services."""
NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]{0,62}\.)*[A-Za-z0-9][A-Za-z0-9-]{0,62}\.?")
"""A host name; unambiguous, so that no input can make matching slow."""
LOOKING = ThreadPoolExecutor(4, "look-up")
"""Separate threads, because a name server that does not answer blocks one for long."""

Lookup = Callable[[str, int], Awaitable[list[str]]]


class AddressRefused(Exception):
    """Why nothing is sent to an address; `code` is the key of the text shown to people."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class CheckedAddress:
    """The parts of a URL that the server may connect to."""

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"https": 443, "http": 80}[self.scheme]
        return host if self.port == usual else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.named}"


async def look_up(host: str, port: int) -> list[str]:
    loop = asyncio.get_running_loop()
    look = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await loop.run_in_executor(LOOKING, look)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


def parse_url(url: str, private: bool = False) -> CheckedAddress:
    """Parse and check a URL without any network access."""
    if len(url) > MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        raise AddressRefused("bad_address")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressRefused("bad_address") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise AddressRefused("needs_https")
    literal = _literal(host)
    if not host or parts.username is not None or (literal is None and not NAME.fullmatch(host)):
        raise AddressRefused("bad_address")
    port = port if port is not None else {"https": 443, "http": 80}[parts.scheme]
    if not private:
        # Names without a dot are local; low ports belong to other services than the web.
        if literal is None and ("." not in host.rstrip(".") or not is_public_name(host)):
            raise AddressRefused("private_address")
        if literal is not None and not is_public(host):
            raise AddressRefused("private_address")
        if port != 443 and port < 1024:
            raise AddressRefused("bad_address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return CheckedAddress(parts.scheme, host, port, path)


async def resolve_url(url: str, private: bool = False, lookup: Lookup = look_up) -> CheckedAddress:
    """Parse and resolve a URL; raises `AddressRefused` if any of its IP addresses is not public."""
    place = parse_url(url, private)
    try:
        async with asyncio.timeout(RESOLVE_TIMEOUT):
            addresses = await lookup(place.host, place.port)
    except (OSError, UnicodeError, TimeoutError):
        raise AddressRefused("not_found_there") from None
    if not addresses:
        raise AddressRefused("not_found_there")
    if not private and not all(map(is_public, addresses)):
        raise AddressRefused("private_address")
    return CheckedAddress(place.scheme, place.host, place.port, place.path, tuple(addresses))


def _literal(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host.partition("%")[0])
    return None


def is_public_name(host: str) -> bool:
    """Whether it is neither a local name nor a number in disguise (0x7f.1, 2130706433)."""
    last = host.rstrip(".").lower().rpartition(".")[2]
    return last not in ("localhost", "local", "internal", "lan", "home", "arpa", "onion") and not (
        re.fullmatch(r"(0x)?[0-9a-f]*[0-9][0-9a-f]*", last) and not last.isalpha()
    )


def is_public(address: str) -> bool:
    """Whether an IP address is public; an IPv4 address embedded in IPv6 is checked as IPv4."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(known, ipaddress.IPv6Address):
        inner = known.ipv4_mapped
        if inner is None and known in NAT64:
            inner = ipaddress.IPv4Address(int(known) & 0xFFFFFFFF)
        if inner is not None:
            known = inner
        elif known.teredo is not None:
            return False
    if any(known in one for one in CLOSED):
        return False
    special = known.is_multicast or known.is_reserved or known.is_unspecified or known.is_link_local
    return known.is_global and not special


CONNECTING = 5.0  # seconds for each IP address
ANSWERING = 15.0  # seconds for the whole request
ADDRESSES = 2  # IP addresses of a name that are tried
MAX_ANSWER_BYTES = 16 * 1024  # bytes of an answer, including its headers


@dataclass(frozen=True)
class PostAnswer:
    status: int
    after: float | None = None
    """Seconds from the Retry-After header."""


class HttpPoster:
    def __init__(self, private: bool = False, lookup: Lookup = look_up) -> None:
        self._private = private
        self._lookup = lookup

    def parse(self, url: str) -> CheckedAddress:
        """The parts of a URL, without resolving its name."""
        return parse_url(url, self._private)

    async def resolve(self, url: str) -> CheckedAddress:
        """The resolved address; raises `AddressRefused` if nothing may be sent there."""
        return await resolve_url(url, self._private, self._lookup)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> PostAnswer:
        place = await self.resolve(url)
        try:
            async with asyncio.timeout(ANSWERING):
                reader, writer = await _connect(place)
                try:
                    return await _exchange(reader, writer, place, headers, body)
                finally:
                    writer.close()
                    with contextlib.suppress(OSError, TimeoutError):
                        async with asyncio.timeout(1):
                            await writer.wait_closed()
        except (TimeoutError, OSError):  # TLS errors are OSErrors
            raise AddressRefused("no_answer") from None
        except h11.RemoteProtocolError:
            raise AddressRefused("bad_answer") from None


async def _connect(place: CheckedAddress) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    context = await asyncio.to_thread(_trust) if place.scheme == "https" else None
    name = place.host if context is not None else None
    failure: OSError = OSError("no address")
    for address in place.addresses[:ADDRESSES]:
        try:
            async with asyncio.timeout(CONNECTING):
                return await asyncio.open_connection(
                    address, place.port, ssl=context, server_hostname=name, limit=MAX_ANSWER_BYTES
                )
        except OSError as error:  # a TimeoutError is one, too
            failure = error
    raise failure


@cache
def _trust() -> ssl.SSLContext:
    """Cached, because loading the root certificates takes a while."""
    return ssl.create_default_context()


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    place: CheckedAddress,
    headers: Mapping[str, str],
    body: bytes,
) -> PostAnswer:
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=MAX_ANSWER_BYTES)
    said = {
        "Host": place.named,
        "User-Agent": f"Spielzug/{__version__}",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    request = h11.Request(method="POST", target=place.path, headers=list(said.items()))
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(part) or b"")
    await writer.drain()
    read = 0
    while True:
        event = talk.next_event()
        if isinstance(event, h11.Response):
            return _answer(event)
        if event is h11.NEED_DATA:
            data = await reader.read(4096)
            read += len(data)
            if read > MAX_ANSWER_BYTES:
                raise AddressRefused("bad_answer")
            talk.receive_data(data)
        elif isinstance(event, h11.ConnectionClosed):
            raise AddressRefused("bad_answer")


def _answer(event: h11.Response) -> PostAnswer:
    said = dict(event.headers).get(b"retry-after", b"").decode("ascii", "replace")
    return PostAnswer(
        event.status_code, float(said) if said.isdecimal() and len(said) < 7 else None
    )
