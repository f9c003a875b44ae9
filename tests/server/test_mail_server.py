"""The host's mail server: TLS, login, and what the log says about problems."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import logging
import ssl
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from server.notification_receivers import mailbox
from server.processes import free_port
from spielzug.server.config.settings import Settings
from spielzug.server.notifications import messages
from spielzug.server.notifications.mail import Mailer, MailServer, MailServerError
from spielzug.server.notifications.messages import NotificationText
from spielzug.server.notifications.queue import StoredContact

PASSWORD = "correct horse"


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A self-signed certificate for 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail")])
    now = datetime.datetime.now(datetime.UTC)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "mail.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


def speaking(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


class PasswordAuthenticator:
    """Accepts the right password, and records all attempts."""

    def __init__(self) -> None:
        self.tried: list[tuple[bytes, bytes]] = []

    def __call__(self, _server: Any, _session: Any, _envelope: Any, _how: str, said: Any) -> Any:
        self.tried.append((said.login, said.password))
        return AuthResult(success=said.password == PASSWORD.encode(), handled=False)


def mail() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "games@example.org", "anna@example.org", "Zug"
    made.set_content("Your turn")
    return made


def server(port: int, tls: str, password: str | None = PASSWORD) -> MailServer:
    user = None if password is None else "games"
    return MailServer("127.0.0.1", port, tls, user, password, "games@example.org")


@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_a_mail_travels_over_tls_after_a_login(
    tls: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context, porter = speaking(certificate), PasswordAuthenticator()
    how: dict[str, Any] = (
        {"tls_context": context, "require_starttls": True}
        if tls == "starttls"
        # Who speaks TLS from the first byte on does not tell aiosmtpd so.
        else {"ssl_context": context, "auth_require_tls": False}
    )
    with mailbox(authenticator=porter, **how) as post:
        server(post.port, tls).send(mail())
        assert post.wait()["Subject"] == "Zug"
        assert porter.tried == [(b"games", PASSWORD.encode())]
        with pytest.raises(MailServerError) as refused:
            server(post.port, tls, "wrong").send(mail())
        assert refused.value.why == "it refuses user and password (535)"
        assert not refused.value.permanent
        assert len(post.mails) == 1


@pytest.mark.parametrize("tls", ["starttls", "tls"])
def test_nothing_is_said_to_a_mail_server_nobody_vouches_for(tls: str, certificate: Path) -> None:
    context, porter = speaking(certificate), PasswordAuthenticator()
    how = {"tls_context": context} if tls == "starttls" else {"ssl_context": context}
    with mailbox(authenticator=porter, **how) as post:
        with pytest.raises(MailServerError, match="mail_server") as refused:
            server(post.port, tls).send(mail())
        assert refused.value.why.startswith("its certificate cannot be trusted: self")
        assert (porter.tried, post.mails) == ([], [])


def test_no_password_goes_over_a_line_without_starttls() -> None:
    """Somebody between the two may have left it out of what the mail server offers."""
    porter = PasswordAuthenticator()
    with mailbox(authenticator=porter, auth_require_tls=False) as post:
        with pytest.raises(MailServerError) as refused:
            server(post.port, "starttls").send(mail())
        assert "STARTTLS extension not supported" in refused.value.why
        assert (porter.tried, post.mails) == ([], [])


def test_the_log_says_once_why_no_mail_can_be_sent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "spielzug.server")
    port = free_port()
    settings = Settings(
        tmp_path / "t.sqlite3", mail_host="127.0.0.1", mail_port=port, mail_tls="none",
        mail_from="games@example.org", public_url="https://games.example.org",
    )  # fmt: skip
    mailer = Mailer(settings, b"key")
    contact = StoredContact(
        "c", "device", "mail", "anna@example.org", None, "en", 0.0, 0.0, None, None
    )  # fmt: skip
    message = NotificationText(messages.TEST, "A test", "It works.", "#/notifications", "test")
    for _ in range(2):
        with pytest.raises(MailServerError):
            asyncio.run(mailer.send(contact, message))
    over = f"127.0.0.1:{port}"
    said = f"mail cannot be sent through {over}: Connection refused; trying again later"
    assert caplog.messages == [said]
    assert "anna" not in caplog.text
