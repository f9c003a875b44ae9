"""Notices on the wire: how a device is reached while nobody looks at its tables."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from spielzug.core.wire.parts import Told
from spielzug.core.wire.requests import Request, Short

Address = Annotated[str, Field(min_length=1, max_length=1000)]
Key = Annotated[str, Field(min_length=1, max_length=128)]
Token = Annotated[str, Field(min_length=1, max_length=200)]
Way = Literal["push", "mail", "hook"]


class Contact(Told):
    """One way to reach this device."""

    id: str
    kind: Way
    shown: str = Field(description="a mail address, or where a browser or a web hook is")
    confirmed: bool = Field(description="a mail address must say yes first")
    told: str | None = Field(description="when something last arrived there")
    trouble: str | None = Field(description="why the last thing did not, as a sentence")


class Offers(Told):
    push: str | None = Field(description="the server's public key for browsers; null: not here")
    mail: bool
    hook: bool


class Notices(Told):
    offers: Offers
    contacts: list[Contact]


class PushKeys(Request):
    p256dh: Key
    auth: Key


class PushRequest(Request):
    """A browser's subscription, as it gives it."""

    endpoint: Address
    keys: PushKeys


class MailRequest(Request):
    address: Annotated[str, Field(min_length=1, max_length=254)]


class HookRequest(Request):
    url: Address


class NewHook(Told):
    contact: Contact
    secret: str = Field(description="what its messages are signed with; told only now")


class ContactRequest(Request):
    contact: Short


class ForgetRequest(Request):
    contact: Short | None = Field(None, description="one of them; null: all that is known")


class LinkRequest(Request):
    """What the link of a mail carries."""

    token: Token
