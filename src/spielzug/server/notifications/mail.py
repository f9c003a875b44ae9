"""Notifications by mail through the host's mail server, only to confirmed addresses.

Every link in a mail starts with `Settings.public_url`, never with the Host header of a request,
which a visitor could forge.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import logging
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid

from itsdangerous import BadSignature, URLSafeSerializer

from spielzug.core.errors import UsageError
from spielzug.core.texts import say
from spielzug.server.config.settings import Settings
from spielzug.server.notifications import messages
from spielzug.server.notifications.channels import DeliveryError
from spielzug.server.notifications.messages import NotificationText
from spielzug.server.notifications.queue import StoredContact
from spielzug.server.texts.notifications import MAILS

log = logging.getLogger("spielzug.server")

SECONDS = 15  # for each answer of the mail server
PORTS = {"starttls": 587, "tls": 465, "none": 25}
MAX_ADDRESS_LENGTH = 254
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
SENDING = ThreadPoolExecutor(4, "mail")
"""Separate threads, so that a mail server that hangs delays only mails."""
CONFIRM, STOP, REFUSE = "confirm", "stop", "refuse"


def is_mail_address(text: str) -> bool:
    """Whether it is one plain address that cannot inject a header or a second recipient.

    Encoded words are refused: a header reads ``=?utf-8?q?anna?=`` as ``anna``, which would bypass
    limits and refusals, as those are stored under the address as written.
    """
    return (
        len(text) <= MAX_ADDRESS_LENGTH and ADDRESS.fullmatch(text) is not None and "=?" not in text
    )


class Links:
    """Signed links in mails, each valid for one contact and one purpose."""

    def __init__(self, key: bytes, base: str) -> None:
        self._key = key
        self.base = base.rstrip("/")
        self._signers = {
            what: URLSafeSerializer(key, salt=f"notices-{what}") for what in (CONFIRM, STOP, REFUSE)
        }

    def token(self, what: str, contact_id: str) -> str:
        made = self._signers[what].dumps(contact_id)
        return made.decode() if isinstance(made, bytes) else made

    def read(self, what: str, token: str) -> str | None:
        try:
            return str(self._signers[what].loads(token))
        except BadSignature:
            return None

    def page(self, what: str, contact_id: str) -> str:
        """A page that asks for confirmation, because mail scanners open links on their own."""
        return f"{self.base}/#/notifications/{what}/{self.token(what, contact_id)}"

    def mark(self, text: str) -> str:
        """A keyed hash, for counting mails without storing addresses."""
        return hmac.new(self._key, f"letter {text.lower()}".encode(), hashlib.sha256).hexdigest()


class MailServerError(DeliveryError):
    """No mail can be sent at all; `why` goes into the log."""

    def __init__(self, why: str) -> None:
        super().__init__("mail_server")
        self.why = why


@dataclass(frozen=True)
class MailServer:
    """The host's mail server."""

    host: str
    port: int
    tls: str
    user: str | None
    password: str | None
    sender: str

    def send(self, made: EmailMessage) -> None:
        """Blocks, so call it in a thread. Errors are rewritten, since they may hold addresses."""
        try:
            with self._connect() as server:
                if self.tls == "starttls":
                    server.starttls(context=ssl.create_default_context())
                if self.user is not None:
                    server.login(self.user, self.password or "")
                server.send_message(made)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise DeliveryError("refused", permanent=all(code >= 500 for code in codes)) from None
        except (smtplib.SMTPException, OSError) as error:
            raise MailServerError(self._why(error)) from None

    def _why(self, error: smtplib.SMTPException | OSError) -> str:
        match error:
            case smtplib.SMTPAuthenticationError():
                return f"it refuses user and password ({error.smtp_code})"
            case smtplib.SMTPSenderRefused():
                return f"it refuses mails from {self.sender} ({error.smtp_code})"
            case smtplib.SMTPNotSupportedError():
                return f"{error} (mail-tls is {self.tls})"
            case ssl.SSLCertVerificationError():
                return f"its certificate cannot be trusted: {error.verify_message}"
            case ssl.SSLError():
                return f"it does not speak TLS as mail-tls {self.tls} wants it ({error.reason})"
            case smtplib.SMTPResponseException():
                return f"it answers {error.smtp_code}"
            case OSError():
                return error.strerror or type(error).__name__
            case _:
                return type(error).__name__

    def _connect(self) -> smtplib.SMTP:
        if self.tls == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        return smtplib.SMTP(self.host, self.port, timeout=SECONDS)


def server_of(settings: Settings) -> MailServer | None:
    """The configured mail server, or None; raises `UsageError` if the settings are incomplete."""
    if settings.mail_host is None:
        return None
    if settings.mail_from is None or not is_mail_address(settings.mail_from):
        raise UsageError(
            f"notifications by mail need a sender address, and {settings.mail_from!r} is not one: "
            "set mail-from, for example games@example.org"
        )
    if settings.mail_tls not in PORTS:
        raise UsageError(f"mail-tls {settings.mail_tls!r}: expected starttls, tls or none")
    if settings.public_url is None:
        raise UsageError(
            "notifications by mail contain links: set public-url, the address people use, "
            "for example https://games.example.org"
        )
    open_line = settings.mail_tls == "none" and settings.mail_password is not None
    if open_line and not _is_here(settings.mail_host):
        raise UsageError(
            f"the password for the mail server {settings.mail_host} would be sent unencrypted: "
            "set mail-tls to starttls or tls"
        )
    port = settings.mail_port or PORTS[settings.mail_tls]
    return MailServer(
        settings.mail_host, port, settings.mail_tls,
        settings.mail_user, settings.mail_password, settings.mail_from,
    )  # fmt: skip


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Mailer:
    def __init__(self, settings: Settings, key: bytes) -> None:
        self._server = server_of(settings)
        self.offered = self._server is not None
        self.links = Links(key, settings.public_url or "")
        self._trouble: str | None = None
        """The last reported reason why no mail can be sent."""

    async def send(self, contact: StoredContact, message: NotificationText) -> None:
        if self._server is None:
            raise DeliveryError("mail_server", permanent=True)
        made = self.email_for(contact, message)
        made["From"] = formataddr(("Spielzug", self._server.sender))
        made["Message-ID"] = make_msgid(domain=self._server.sender.rpartition("@")[2])
        try:
            await asyncio.get_running_loop().run_in_executor(SENDING, self._server.send, made)
        except MailServerError as failure:
            self._say(failure.why)
            raise
        self._say(None)

    def _say(self, trouble: str | None) -> None:
        """Log a change of the mail server's state, not every failed mail."""
        if trouble == self._trouble:
            return
        self._trouble = trouble
        assert self._server is not None
        over = f"{self._server.host}:{self._server.port}"
        if trouble is None:
            log.info("mail can be sent through %s again", over)
        else:
            log.warning("mail cannot be sent through %s: %s; trying again later", over, trouble)

    def email_for(self, contact: StoredContact, message: NotificationText) -> EmailMessage:
        made = EmailMessage(policy=SMTP)
        lang, links = contact.lang, self.links
        if message.kind == messages.CONFIRM:
            subject = say(MAILS, "confirm_subject", lang)
            confirm, refuse = (links.page(what, contact.id) for what in (CONFIRM, REFUSE))
            text = say(MAILS, "confirm_body", lang, site=links.base, confirm=confirm, refuse=refuse)
        else:
            subject = f"Spielzug: {message.title}"
            footer = say(MAILS, "footer", lang, site=links.base, stop=links.page(STOP, contact.id))
            text = f"{message.body}\n\n{links.base}/{message.way}\n\n-- \n{footer}"
            stop = f"{links.base}/api/notifications/stop/{links.token(STOP, contact.id)}"
            made["List-Unsubscribe"] = f"<{stop}>"
            made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        made["Subject"] = subject
        made["To"] = contact.target
        made["Date"] = formatdate()
        made["Auto-Submitted"] = "auto-generated"
        made["Content-Language"] = lang
        made.set_content(text + "\n", cte="quoted-printable")
        return made
