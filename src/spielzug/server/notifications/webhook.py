"""Web hooks: a person's own address is sent JSON, signed so that they know who sent it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time

from spielzug.server.config.settings import Settings
from spielzug.server.notifications.address_guard import NotThere
from spielzug.server.notifications.channels import Undelivered, judge
from spielzug.server.notifications.contacts import StoredContact
from spielzug.server.notifications.http_post import HttpPoster
from spielzug.server.notifications.messages import NotificationText

SIGNATURE = "Spielzug-Signature"
GONE = (410,)


def fresh_secret() -> str:
    return secrets.token_urlsafe(32)


def signature(secret: str, moment: int, body: bytes) -> str:
    """Over the moment, too, so that an old message cannot be sent again as a new one."""
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


class Hooks:
    def __init__(self, settings: Settings, postman: HttpPoster) -> None:
        self.offered = settings.hooks
        self._postman = postman
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
            answer = await self._postman.post(contact.target, headers, body)
        except NotThere as error:
            raise Undelivered(error.code, for_good=error.code == "private_address") from None
        judge(answer, GONE)
