"""One POST to where a stranger wishes: to the address that was looked at, briefly, and no further.

No redirect is followed, no answer longer than some kilobytes is read, nothing of a proxy or of the
environment is used, and what goes wrong is told without what the other side said.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import h11

from spielzug import __version__
from spielzug.server.notifications import address_guard
from spielzug.server.notifications.address_guard import CheckedAddress, Lookup, NotThere

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
    def __init__(self, private: bool = False, lookup: Lookup = address_guard.look_up) -> None:
        self._private = private
        self._lookup = lookup

    def read(self, url: str) -> CheckedAddress:
        """The parts of an address, not looked up yet."""
        return address_guard.read(url, self._private)

    async def look(self, url: str) -> CheckedAddress:
        """The address, if something may be sent there."""
        return await address_guard.find(url, self._private, self._lookup)

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
            raise NotThere("no_answer") from None
        except h11.RemoteProtocolError:
            raise NotThere("bad_answer") from None


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
                raise NotThere("bad_answer")
            talk.receive_data(data)
        elif isinstance(event, h11.ConnectionClosed):
            raise NotThere("bad_answer")


def _answer(event: h11.Response) -> PostAnswer:
    said = dict(event.headers).get(b"retry-after", b"").decode("ascii", "replace")
    return PostAnswer(
        event.status_code, float(said) if said.isdecimal() and len(said) < 7 else None
    )
