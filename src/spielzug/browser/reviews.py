"""Reviews of finished games, made in small steps while somebody waits for them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spielzug.browser.errors import BrowserError
from spielzug.browser.tables import BrowserTables
from spielzug.browser.tasks import LoadNets
from spielzug.core.match import Match
from spielzug.core.table_values import ReviewView
from spielzug.review.answers import full_answer, status_answer
from spielzug.review.game_review import ReviewWork
from spielzug.tables.endings import require_reviewable

if TYPE_CHECKING:
    from spielzug.wire import responses


log = logging.getLogger("spielzug.browser")

KEPT = 8
SLICE_SECONDS = 0.02
ABANDONED_SECONDS = 10.0
"""A review is cancelled if nobody has asked about it for this long."""

ReviewOf = tuple[str, ReviewView]
"""The table's id, and whether decisions are judged by what each seat knew or with open cards."""


@dataclass
class ReviewTask:
    """A review, in progress or finished."""

    work: ReviewWork
    task: asyncio.Task[None] | None = None
    asked: float = field(default_factory=time.monotonic)
    failed: bool = False

    @property
    def is_abandoned(self) -> bool:
        return time.monotonic() - self.asked > ABANDONED_SECONDS


class ReviewTasks:
    """Makes one review at a time; a new one cancels the one before."""

    def __init__(self, tables: BrowserTables, load_nets: LoadNets) -> None:
        self._tables = tables
        self._load_nets = load_nets
        self._reviews: OrderedDict[ReviewOf, ReviewTask] = OrderedDict()

    async def answer(
        self, table_id: str, view: ReviewView, lang: str, *, begin: bool
    ) -> responses.ReviewAnswer:
        """The finished review, or its status; with `begin` it is started if there is none."""
        async with self._tables.use(table_id) as table:
            require_reviewable(table.status, table.reason)
            match, names = table.played(), table.names(lang)
        found = self._reviews.get((table_id, view))
        if begin and (found is None or found.failed):
            found = self._begin(match, (table_id, view))
        if found is None:
            return status_answer("none")
        found.asked = time.monotonic()
        if found.failed:
            trouble = BrowserError("review_failed").say(lang)
            return status_answer("failed", trouble=trouble)
        if found.work.result is not None:
            return full_answer(found.work.result, match, lang, names)
        return status_answer("running", {"done": found.work.done, "total": found.work.total})

    def _begin(self, match: Match, which: ReviewOf) -> ReviewTask:
        for other in list(self._reviews):
            if self._reviews[other].work.result is None:
                self.cancel(*other)
        made = self._reviews[which] = ReviewTask(ReviewWork(match, view=which[1]))
        made.task = asyncio.create_task(self._make(made, which))
        while len(self._reviews) > KEPT:
            self._reviews.popitem(last=False)
        return made

    async def _make(self, review: ReviewTask, which: ReviewOf) -> None:
        try:
            await self._load_nets(review.work.match.game.name)
            while not _advance(review.work):
                if review.is_abandoned:
                    self._reviews.pop(which, None)
                    return
                await asyncio.sleep(0)  # so that tables are served
        except Exception:
            log.exception("a review failed")
            review.failed = True

    def cancel(self, table_id: str, view: ReviewView) -> None:
        """Nobody waits any more: cancel the review, unless it is finished."""
        found = self._reviews.get((table_id, view))
        if found is not None and found.work.result is None:
            if found.task is not None:
                found.task.cancel()
            del self._reviews[table_id, view]


def _advance(work: ReviewWork) -> bool:
    """Work for a moment; returns whether the review is finished."""
    end = time.monotonic() + SLICE_SECONDS
    while time.monotonic() < end:
        if work.advance():
            return True
    return False
