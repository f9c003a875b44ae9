"""Reviews that another process makes: one alone does, and any of them says how far it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from spielzug.core.wire.answers import ReviewProgress
from spielzug.server.cluster.leases import HeldLease, Lease, SharedLeases
from spielzug.server.problems import Problem

if TYPE_CHECKING:
    from spielzug.server.reviews.queue import ReviewState, Waited, Which

FAILED = 600.0  # seconds that others are told of a failure


class Shared:
    """The lease on a review: its holder makes it, and says on it how far it is."""

    def __init__(self, leases: SharedLeases) -> None:
        self._leases = leases

    async def hold(self, which: Which) -> Lease | None:
        return await self._leases.hold(_name(which))

    async def ask(self, which: Which) -> HeldLease | None:
        """What the holder says; and that somebody waits for it."""
        return await self._leases.ask(_name(which))

    async def say(self, lease: Lease, waited: Waited) -> float:
        """Gives for how many seconds nobody has asked, at whatever process."""
        told = {"state": waited.state, "done": waited.done, "total": waited.total}
        return await self._leases.say(lease, json.dumps(told))

    async def end(self, lease: Lease, trouble: Problem | None) -> None:
        last: str | None = None
        if trouble is not None:
            known = [trouble.status, trouble.code, trouble.detail, trouble.values]
            last = json.dumps({"state": "failed", "problem": known})
        await self._leases.end(lease, last)


def state_of(held: HeldLease) -> ReviewState | None:
    """How it stands by what was said; None if nobody makes it."""
    from spielzug.server.reviews.queue import ReviewState

    said: dict[str, Any] = json.loads(held.note or "{}")
    if said.get("state") == "failed":
        status, code, detail, values = said["problem"]
        recent = held.silent < FAILED
        return (
            ReviewState("failed", trouble=Problem(status, code, detail, **values))
            if recent
            else None
        )
    if not held.alive:
        return None
    progress = ReviewProgress(done=said.get("done", 0), total=said.get("total", 0))
    return ReviewState("running" if said.get("state") == "running" else "waiting", progress)


def _name(which: Which) -> str:
    return f"review:{which.table}:{which.view}"
