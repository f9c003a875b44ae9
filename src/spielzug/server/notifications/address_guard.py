"""Where the server may be made to connect to by what a stranger wrote.

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
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

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


class NotThere(Exception):
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
        raise NotThere("bad_address")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise NotThere("bad_address") from None
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise NotThere("needs_https")
    literal = _literal(host)
    if not host or parts.username is not None or (literal is None and not NAME.fullmatch(host)):
        raise NotThere("bad_address")
    port = port if port is not None else {"https": 443, "http": 80}[parts.scheme]
    if not private:
        # Names without a dot are of the own network; low ports are for other than web servers.
        if literal is None and ("." not in host.rstrip(".") or not is_public_name(host)):
            raise NotThere("private_address")
        if literal is not None and not is_public(host):
            raise NotThere("private_address")
        if port != 443 and port < 1024:
            raise NotThere("bad_address")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return CheckedAddress(parts.scheme, host, port, path)


async def find(url: str, private: bool = False, lookup: Lookup = look_up) -> CheckedAddress:
    """The address with where it lies; refused if any of that is not of the open internet."""
    place = read(url, private)
    try:
        async with asyncio.timeout(SECONDS):
            addresses = await lookup(place.host, place.port)
    except (OSError, UnicodeError, TimeoutError):
        raise NotThere("not_found_there") from None
    if not addresses:
        raise NotThere("not_found_there")
    if not private and not all(map(is_public, addresses)):
        raise NotThere("private_address")
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
