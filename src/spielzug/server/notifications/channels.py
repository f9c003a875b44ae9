"""The interface of a notification channel, delivery errors, and the web hook channel."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from typing import Protocol

from spielzug.server.config.settings import Settings
from spielzug.server.notifications.http_post import AddressRefused, HttpPoster, PostAnswer
from spielzug.server.notifications.messages import NotificationText
from spielzug.server.notifications.queue import StoredContact


class DeliveryError(Exception):
    """Why a message did not arrive; `code` is the key of the text shown to people."""

    def __init__(
        self,
        code: str,
        *,
        permanent: bool = False,
        gone: bool = False,
        after: float | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.permanent = permanent
        """Whether trying again is pointless."""
        self.gone = gone
        """Whether the contact no longer exists."""
        self.after = after
        """Seconds to wait before the next try, if the recipient's server asked for that."""


class Channel(Protocol):
    offered: bool
    """Whether people can choose this channel on this server."""

    async def send(self, contact: StoredContact, message: NotificationText) -> None: ...


def check_response(answer: PostAnswer, gone: tuple[int, ...]) -> None:
    """Raise `DeliveryError` unless the status is 2xx; redirects are not followed, so they fail."""
    if 200 <= answer.status < 300:
        return
    if answer.status in gone:
        raise DeliveryError("refused", permanent=True, gone=True)
    passing = answer.status >= 500 or answer.status in (408, 425, 429)
    raise DeliveryError("refused", permanent=not passing, after=answer.after)


SIGNATURE = "Spielzug-Signature"
GONE = (410,)


def fresh_secret() -> str:
    return secrets.token_urlsafe(32)


def signature(secret: str, moment: int, body: bytes) -> str:
    """A signature over body and time, so that an old message cannot be replayed."""
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


class Hooks:
    """Posts JSON to a person's own address, signed so that they know who sent it."""

    def __init__(self, settings: Settings, poster: HttpPoster) -> None:
        self.offered = settings.hooks
        self._poster = poster
        self._base = settings.public_url.rstrip("/") if settings.public_url is not None else None

    async def send(self, contact: StoredContact, message: NotificationText) -> None:
        told = {
            "kind": message.kind,
            "title": message.title,
            "text": message.body,
            "game": message.game,
            "table": message.table,
            "url": f"{self._base}/{message.way}" if self._base is not None else None,
        }
        body = json.dumps(told, ensure_ascii=False).encode()
        headers = {
            "Content-Type": "application/json",
            SIGNATURE: signature(contact.secret or "", int(time.time()), body),
        }
        try:
            answer = await self._poster.post(contact.target, headers, body)
        except AddressRefused as error:
            raise DeliveryError(error.code, permanent=error.code == "private_address") from None
        check_response(answer, GONE)
