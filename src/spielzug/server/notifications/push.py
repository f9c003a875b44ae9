"""Web push: messages encrypted for one browser, delivered by the browser vendor's push service.

The server generates a VAPID key pair once and stores it beside the signing key; it identifies the
server to push services. (RFC 8030, 8188, 8291, 8292; pywebpush does the cryptography, `HttpPoster`
the connection.)
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import importlib.util
import json
import secrets
import time
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from spielzug.server.config.settings import Settings
from spielzug.server.notifications.channels import DeliveryError, check_response
from spielzug.server.notifications.http_post import AddressRefused, HttpPoster
from spielzug.server.notifications.messages import NotificationText
from spielzug.server.notifications.queue import StoredContact
from spielzug.server.store.schema import meta
from spielzug.server.store.store import Store

KEY = "vapid_key"
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number from 1 to this minus 1."""
GONE = (404, 410)
TTL_SECONDS = 24 * 3600  # how long a push service keeps a message for a browser that is off
SIGNED = 12 * 3600  # seconds that a VAPID token is valid; push services allow 24 hours
POINT, AUTH = 65, 16  # bytes of a browser's public key and of its secret
NOBODY = "mailto:nobody@example.org"


def unpacked(text: str) -> bytes:
    """Decode base64 as browsers write it, without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def are_valid_keys(p256dh: str, auth: str) -> bool:
    """Whether these can be the keys of a browser's subscription."""
    with contextlib.suppress(ValueError):
        point = unpacked(p256dh)
        if len(point) == POINT and point[0] == 4 and len(unpacked(auth)) == AUTH:
            return is_on_curve(point)
    return False


def is_on_curve(point: bytes) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ec

    with contextlib.suppress(ValueError):
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
        return True
    return False


class Pusher:
    def __init__(self, settings: Settings, store: Store, poster: HttpPoster) -> None:
        self._store = store
        self._poster = poster
        self.offered = settings.push and importlib.util.find_spec("pywebpush") is not None
        self._about = _subject(settings)
        self._key: bytes | None = None

    async def public_key(self) -> str:
        """The key that a browser needs in order to subscribe."""
        private = await self._private_key()
        return packed(await asyncio.to_thread(_public, private))

    async def _private_key(self) -> bytes:
        if self._key is None:
            try:
                self._key = await self._store.write(_load_key)
            except IntegrityError:  # another process made one at the same time
                self._key = await self._store.write(_load_key)
        return self._key

    async def send(self, contact: StoredContact, message: NotificationText) -> None:
        private = await self._private_key()
        target = json.loads(contact.target)
        try:
            place = self._poster.parse(target["endpoint"])
            made = await asyncio.to_thread(_encrypt, target, message)
            word = await asyncio.to_thread(_vapid_token, private, place.origin, self._about)
            headers = {
                "Authorization": word,
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(TTL_SECONDS),
                "Urgency": "normal",
                "Topic": message.tag[:32],
            }
            answer = await self._poster.post(target["endpoint"], headers, made)
        except AddressRefused as error:
            raise DeliveryError(error.code, permanent=error.code == "private_address") from None
        check_response(answer, GONE)


def _subject(settings: Settings) -> str:
    """The contact of this server for push services (the VAPID claim `sub`)."""
    host = urlsplit(settings.public_url or "").hostname or ""
    if settings.behind_https and "." in host:
        return f"https://{host}"
    return f"mailto:{settings.mail_from}" if settings.mail_from else NOBODY


def _load_key(connection: Connection) -> bytes:
    known = connection.execute(sa.select(meta.c.value).where(meta.c.key == KEY)).scalar()
    if known is None:
        known = (secrets.randbelow(ORDER - 1) + 1).to_bytes(32, "big").hex()
        connection.execute(sa.insert(meta), {"key": KEY, "value": known})
    return bytes.fromhex(known)


def _public(private: bytes) -> bytes:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


def _encrypt(target: dict[str, object], message: NotificationText) -> bytes:
    """The message, encrypted for the browser with these keys."""
    from pywebpush import WebPusher

    told = {"title": message.title, "body": message.body, "way": message.way, "tag": message.tag}
    text = json.dumps(told, ensure_ascii=False).encode()
    body: bytes = WebPusher(target).encode(text, "aes128gcm")["body"]
    return body


def _vapid_token(private: bytes, origin: str, about: str) -> str:
    """The Authorization header for one push service, valid for `SIGNED` seconds."""
    from py_vapid import Vapid02

    signer = Vapid02.from_raw(packed(private).encode())
    claims = {"aud": origin, "sub": about, "exp": int(time.time()) + SIGNED}
    signed: str = signer.sign(claims)["Authorization"]
    return signed
