"""Rate limits: token buckets by device and by address.

Generous for play, strict for opening tables. A device is cheap to invent (it is a cookie), so each
address has a bucket, too, which must be large enough for a family behind one address.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class RateLimit:
    burst: float
    per_second: float


DEVICE = {
    "look": RateLimit(200, 30),
    "play": RateLimit(120, 20),
    "signal": RateLimit(4, 0.2),  # few enough not to annoy the others
    "hint": RateLimit(10, 0.25),  # each costs up to two seconds of a core
    "costly": RateLimit(6, 0.5),  # each is computed from a whole game
    "review": RateLimit(6, 0.1),  # each costs a minute or more of a core
    "school": RateLimit(60, 4),  # each costs some milliseconds, once
    "code": RateLimit(20, 1),  # QR codes, drawn on every request
    "join": RateLimit(20, 0.5),
    "guess": RateLimit(6, 0.1),  # codes and links that give access to a seat
    "create": RateLimit(12, 0.2),
    "open": RateLimit(6, 1 / 60),  # tables in the open lobby, whose list everybody shares
    "names": RateLimit(4, 0.05),  # each reads hundreds of finished games
    "contact": RateLimit(10, 0.05),  # each makes the server contact another one
}
ADDRESS = {
    "look": RateLimit(1500, 200),
    "play": RateLimit(1500, 200),
    "signal": RateLimit(40, 2),
    "hint": RateLimit(40, 1),
    "costly": RateLimit(30, 2),
    "review": RateLimit(30, 0.5),
    "school": RateLimit(600, 60),  # a class behind one address
    "code": RateLimit(60, 4),
    "join": RateLimit(60, 2),
    "guess": RateLimit(20, 0.2),
    "create": RateLimit(40, 0.7),
    "open": RateLimit(
        20, 1 / 60
    ),  # while such a table is listed, one address can fill only a fraction of the list
    "names": RateLimit(20, 0.2),
    "contact": RateLimit(60, 0.5),
}


OFFENCES, OFFENCE_SECONDS, BLOCK_SECONDS = 3, 60.0, 10.0
"""After so many offences, each within so many seconds of the last one, an address is blocked."""
MOST_OFFENDERS = 10_000
SHARED = "everybody new"
LOOKED_AT = 8  # buckets checked for eviction before a new owner gets the shared one


class Limits:
    def __init__(
        self,
        enabled: bool = True,
        clock: Callable[[], float] = time.monotonic,
        capacity: int = 20_000,
    ) -> None:
        self._enabled = enabled
        self._clock = clock
        self._buckets = {"address": Buckets(capacity), "device": Buckets(capacity)}
        self._offences: OrderedDict[str, Offences] = OrderedDict()

    def allow(self, what: str, device: str | None, address: str) -> bool:
        """Take a token from the buckets of address and device; False if one of them is empty."""
        if not self._enabled:
            return True
        now = self._clock()
        fine = self._buckets["address"].take(what, network(address), ADDRESS[what], now)
        if device is not None:
            fine = self._buckets["device"].take(what, device, DEVICE[what], now) and fine
        return fine

    # -- addresses that exceed their connection budgets --------------------------------------------

    def note_offence(self, address: str) -> None:
        """A connection exceeded its budget; several in a row block the address for a while."""
        now, who = self._clock(), network(address)
        known = self._offences.pop(who, None)
        if known is None or now - known.last > OFFENCE_SECONDS:
            known = Offences(0, now)
        known.count, known.last = known.count + 1, now
        self._offences[who] = known
        if len(self._offences) > MOST_OFFENDERS:
            self._offences.popitem(last=False)

    def is_blocked(self, address: str) -> bool:
        if not self._offences:  # nearly always
            return False
        known = self._offences.get(network(address))
        if known is None or known.count < OFFENCES:
            return False
        return self._clock() - known.last < BLOCK_SECONDS


@dataclass(slots=True)
class Offences:
    count: int
    last: float


class Buckets:
    """Token buckets of one kind of owner.

    A bucket is evicted only when it is full again; otherwise anybody could reset their own by
    inventing 20,000 owners. When there is no room, all new owners share one bucket.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[tuple[str, str], tuple[float, float, RateLimit]] = OrderedDict()
        """Tokens, when they were counted, and their rate; the most recently used last."""

    def take(self, what: str, owner: str, rate: RateLimit, now: float) -> bool:
        key = (what, owner)
        if key not in self._kept and len(self._kept) >= self._capacity and not self._evict_one(now):
            key = (what, SHARED)
        tokens, when, _ = self._kept.pop(key, (rate.burst, now, rate))
        tokens = min(rate.burst, tokens + (now - when) * rate.per_second)
        fine = tokens >= 1
        self._kept[key] = (tokens - 1 if fine else tokens, now, rate)
        return fine

    def _evict_one(self, now: float) -> bool:
        """Evict one bucket that is full again, among the least recently used; False if none is."""
        for _ in range(LOOKED_AT):
            key, (tokens, when, rate) = self._kept.popitem(last=False)
            if tokens + (now - when) * rate.per_second >= rate.burst:
                return True
            self._kept[key] = (tokens, when, rate)  # to the end: the next call checks others
        return False


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
