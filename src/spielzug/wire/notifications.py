"""Notifications on the wire: how a device is reached while none of its tables is open."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from spielzug.wire.parts import doc
from spielzug.wire.requests import Request, Short

Address = Annotated[str, Field(min_length=1, max_length=1000)]
Key = Annotated[str, Field(min_length=1, max_length=128)]
Token = Annotated[str, Field(min_length=1, max_length=200)]
Way = Literal["push", "mail", "hook"]


class Contact(TypedDict):
    """One way to reach this device."""

    id: str
    kind: Way
    shown: Annotated[
        str, doc("an email address, or the host of a browser's push service or a web hook")
    ]
    confirmed: Annotated[bool, doc("an email address must be confirmed first")]
    told: Annotated[str | None, doc("when something was last delivered there")]
    trouble: Annotated[str | None, doc("why the last delivery failed, as a sentence")]


class Offers(TypedDict):
    push: Annotated[
        str | None, doc("the server's public key for browsers; null if push is not offered")
    ]
    mail: bool
    hook: bool


class NotificationSettings(TypedDict):
    offers: Offers
    contacts: list[Contact]


class PushKeys(Request):
    p256dh: Key
    auth: Key


class PushRequest(Request):
    """A browser's push subscription, as the browser provides it."""

    endpoint: Address
    keys: PushKeys


class MailRequest(Request):
    address: Annotated[str, Field(min_length=1, max_length=254)]


class HookRequest(Request):
    url: Address


class NewHook(TypedDict):
    contact: Contact
    secret: Annotated[str, doc("the key that signs its messages; shown only this once")]


class ContactRequest(Request):
    contact: Short


class ForgetRequest(Request):
    contact: Short | None = Field(
        None, description="the contact to delete; null for everything that is stored"
    )


class LinkRequest(Request):
    """The token from a link in an email."""

    token: Token
