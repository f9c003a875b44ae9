"""One POST to where a stranger wishes: to the address that was looked at, briefly, and no further.

No redirect is followed, no answer longer than some kilobytes is read, nothing of a proxy or of the
environment is used, and what goes wrong is told without what the other side said.

Where the server may be made to connect to by what a stranger wrote.

A name is looked up once, every address that it has must be one of the open internet, and the
connection goes to the very address that was looked at: a name that means something else a moment
later gains nothing.
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

LONGEST = 1000  # of an address; push services have some of 400
SECONDS = 5  # to look a name up
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
"""Open to older versions of Python; in the first, clouds answer questions about themselves."""
NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9-]{0,62}\.)*[A-Za-z0-9][A-Za-z0-9-]{0,62}\.?")
"""There is one way only to fit it: a stranger must not be able to keep us trying."""
LOOKING = ThreadPoolExecutor(4, "look-up")
"""A name server that never answers keeps a thread for long, so it is none that others wait for."""

Lookup = Callable[[str, int], Awaitable[list[str]]]


class AddressRefused(Exception):
    """Why nothing is sent to an address. `code` names the sentence for people."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class CheckedAddress:
    """An address that may be connected to."""

    scheme: str
    host: str
    port: int
    path: str
    addresses: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        """As the Host header says it."""
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


def read(url: str, private: bool = False) -> CheckedAddress:
    """What is wrong with an address can be seen without connecting to anything."""
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
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
        # Names without a dot are of the own network; low ports are for other than web servers.
        if literal is None and ("." not in host.rstrip(".") or not is_public_name(host)):
            raise AddressRefused("private_address")
        if literal is not None and not is_public(host):
            raise AddressRefused("private_address")
        if port != 443 and port < 1024:
            raise AddressRefused("bad_address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return CheckedAddress(parts.scheme, host, port, path)


async def find(url: str, private: bool = False, lookup: Lookup = look_up) -> CheckedAddress:
    """The address with where it lies; refused if any of that is not of the open internet."""
    place = read(url, private)
    try:
        async with asyncio.timeout(SECONDS):
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
    """Not one of a machine or a house; numbers in odd forms (0x7f.1, 2130706433) are no names."""
    last = host.rstrip(".").lower().rpartition(".")[2]
    return last not in ("localhost", "local", "internal", "lan", "home", "arpa", "onion") and not (
        re.fullmatch(r"(0x)?[0-9a-f]*[0-9][0-9a-f]*", last) and not last.isalpha()
    )


def is_public(address: str) -> bool:
    """Whether it is of the open internet, also if it hides in one of the other kind."""
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


CONNECTING = 5.0  # seconds for each address
ANSWERING = 15.0  # for all of it
ADDRESSES = 2  # of those a name has, that are tried
MOST = 16 * 1024  # bytes of an answer, its headers included


@dataclass(frozen=True)
class PostAnswer:
    status: int
    after: float | None = None
    """Seconds after which one should come again, if the other side says so."""


class HttpPoster:
    def __init__(self, private: bool = False, lookup: Lookup = look_up) -> None:
        self._private = private
        self._lookup = lookup

    def read(self, url: str) -> CheckedAddress:
        """The parts of an address, not looked up yet."""
        return read(url, self._private)

    async def look(self, url: str) -> CheckedAddress:
        """The address, if something may be sent there."""
        return await find(url, self._private, self._lookup)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> PostAnswer:
        place = await self.look(url)
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
        except (TimeoutError, OSError):  # errors of TLS are of the second kind
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
                    address, place.port, ssl=context, server_hostname=name, limit=MOST
                )
        except OSError as error:  # a TimeoutError is one, too
            failure = error
    raise failure


@cache
def _trust() -> ssl.SSLContext:
    """Reading all the world's certificates takes a while, so it is done once."""
    return ssl.create_default_context()


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    place: CheckedAddress,
    headers: Mapping[str, str],
    body: bytes,
) -> PostAnswer:
    talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST)
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
            if read > MOST:
                raise AddressRefused("bad_answer")
            talk.receive_data(data)
        elif isinstance(event, h11.ConnectionClosed):
            raise AddressRefused("bad_answer")


def _answer(event: h11.Response) -> PostAnswer:
    said = dict(event.headers).get(b"retry-after", b"").decode("ascii", "replace")
    return PostAnswer(
        event.status_code, float(said) if said.isdecimal() and len(said) < 7 else None
    )
