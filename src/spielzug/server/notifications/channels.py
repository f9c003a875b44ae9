"""What the ways to a person have in common: each can be offered or not, and each can fail."""

from __future__ import annotations

from typing import Protocol

from spielzug.server.notifications.contacts import StoredContact
from spielzug.server.notifications.http_post import PostAnswer
from spielzug.server.notifications.messages import NotificationText


class Undelivered(Exception):
    """Why a message did not arrive. `code` names the sentence for people."""

    def __init__(
        self,
        code: str,
        *,
        for_good: bool = False,
        gone: bool = False,
        after: float | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.for_good = for_good
        """Whether there is no point in trying again."""
        self.gone = gone
        """Whether nothing will ever arrive there."""
        self.after = after
        """Seconds after which the other side wants to be asked again."""


class Way(Protocol):
    offered: bool
    """Whether people here can choose it."""

    async def send(self, contact: StoredContact, message: NotificationText) -> None: ...


def judge(answer: PostAnswer, gone: tuple[int, ...]) -> None:
    """What the status of an answer means; a redirect is not followed, so it is a refusal."""
    if 200 <= answer.status < 300:
        return
    if answer.status in gone:
        raise Undelivered("refused", for_good=True, gone=True)
    passing = answer.status >= 500 or answer.status in (408, 425, 429)
    raise Undelivered("refused", for_good=not passing, after=answer.after)
