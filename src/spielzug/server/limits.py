"""Rate limits: token buckets by device and by address.

Generous for play, strict for making tables. A device is cheap to invent (it is a cookie), so the
address has a bucket of its own; a family behind one address must still fit into that.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Rate:
    burst: float
    per_second: float


DEVICE = {
    "look": Rate(200, 30),
    "play": Rate(120, 20),
    "signal": Rate(4, 0.2),  # to be noticed, not to be a nuisance
    "hint": Rate(10, 0.25),  # each costs up to two seconds of a core
    "costly": Rate(6, 0.5),  # made from a whole game
    "review": Rate(6, 0.1),  # each costs a minute or more of a core
    "school": Rate(60, 4),  # each costs some milliseconds, once
    "code": Rate(20, 1),  # drawn anew each time
    "join": Rate(20, 0.5),
    "guess": Rate(6, 0.1),  # codes and links that make a seat one's own
    "create": Rate(12, 0.2),
    "open": Rate(6, 1 / 60),  # tables in the open lobby, whose list is for everybody
    "names": Rate(4, 0.05),  # each reads hundreds of finished games
    "contact": Rate(10, 0.05),  # each makes the server talk to somebody else
}
ADDRESS = {
    "look": Rate(1500, 200),
    "play": Rate(1500, 200),
    "signal": Rate(40, 2),
    "hint": Rate(40, 1),
    "costly": Rate(30, 2),
    "review": Rate(30, 0.5),
    "school": Rate(600, 60),  # a class behind one address
    "code": Rate(60, 4),
    "join": Rate(60, 2),
    "guess": Rate(20, 0.2),
    "create": Rate(40, 0.7),
    "open": Rate(20, 1 / 60),  # in the time that such a table is listed: a fraction of the list
    "names": Rate(20, 0.2),
    "contact": Rate(60, 0.5),
}


class Limits:
    def __init__(
        self, enabled: bool = True, clock: Callable[[], float] = time.monotonic, room: int = 20_000
    ) -> None:
        self._enabled = enabled
        self._clock = clock
        self._room = room
        # Key to (tokens, when); the least recently used buckets are full again and may go.
        self._buckets: OrderedDict[tuple[str, str, str], tuple[float, float]] = OrderedDict()

    def allow(self, what: str, device: str | None, address: str) -> bool:
        """Whether one more of this is fine; takes a token from each bucket if so."""
        if not self._enabled:
            return True
        fine = self._take(("address", what, network(address)), ADDRESS[what])
        if device is not None:
            fine = self._take(("device", what, device), DEVICE[what]) and fine
        return fine

    def _take(self, key: tuple[str, str, str], rate: Rate) -> bool:
        now = self._clock()
        tokens, when = self._buckets.pop(key, (rate.burst, now))
        tokens = min(rate.burst, tokens + (now - when) * rate.per_second)
        fine = tokens >= 1
        self._buckets[key] = (tokens - 1 if fine else tokens, now)
        if len(self._buckets) > self._room:
            self._buckets.popitem(last=False)
        return fine


def network(address: str) -> str:
    """What counts as one client: an IPv4 address, or the 64-bit network of an IPv6 one."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((known, 64), strict=False))
    return str(known)
