"""Receivers of notifications for tests: a real push service, mail server and web server."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from server.helpers import Json, wait_for
from server.processes import free_port


@dataclass
class ReceivedRequest:
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A local web server that keeps what it receives, and answers as it is told."""

    def __init__(self) -> None:
        self.heard: list[ReceivedRequest] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        """For the next requests; then 201."""
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                sent = {name.lower(): value for name, value in self.headers.items()}
                receiver.heard.append(ReceivedRequest(self.path, sent, body))
                status, headers = receiver.answers.pop(0) if receiver.answers else (201, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST  # noqa: N815

            def log_message(self, *about: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def wait(self, count: int = 1) -> ReceivedRequest:
        wait_for(lambda: len(self.heard) >= count)
        return self.heard[count - 1]

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    try:
        yield made
    finally:
        made.close()


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser's side of a subscription: the keys that decrypt its messages."""

    def __init__(self, endpoint: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": written(point), "auth": written(self._auth)}
        self.subscription: Json = {"endpoint": endpoint, "keys": keys}

    def open(self, heard: ReceivedRequest) -> Json:
        assert heard.headers["content-encoding"] == "aes128gcm"
        text = http_ece.decrypt(
            heard.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        told: Json = json.loads(text)
        return told


def check_word(heard: ReceivedRequest, public_key: str, origin: str) -> Json:
    """The server's word to a push service: signed with the key it named, for us, and not for long.

    Written from the standard (RFC 8292) and not with the library that signs.
    """
    scheme, _, rest = heard.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == public_key
    head, claims, signature = parts["t"].split(".")
    assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = plain(signature)
    assert len(raw) == 64
    numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(parts["k"]))
    signed = f"{head}.{claims}".encode()
    key.verify(encode_dss_signature(*numbers), signed, ec.ECDSA(hashes.SHA256()))
    said: Json = json.loads(plain(claims))
    assert said["aud"] == origin
    assert time.time() < said["exp"] < time.time() + 24 * 3600
    return said


class Mailbox:
    """A local mail server."""

    def __init__(self, **wishes: Any) -> None:
        self.mails: list[EmailMessage] = []
        self.refusals: list[str] = []
        """For the next mails; then all are taken."""
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **wishes)
        self._controller.start()

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refusals:
            return self.refusals.pop(0)
        mail = BytesParser(policy=default).parsebytes(envelope.content)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    def wait(self, count: int = 1) -> EmailMessage:
        wait_for(lambda: len(self.mails) >= count)
        return self.mails[count - 1]

    def close(self) -> None:
        self._controller.stop(no_assert=True)


@contextmanager
def mailbox(**wishes: Any) -> Iterator[Mailbox]:
    """Accepts the options of aiosmtpd's `Controller` and `SMTP`."""
    made = Mailbox(**wishes)
    try:
        yield made
    finally:
        made.close()
