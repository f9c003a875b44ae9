"""Seats that go from one browser to another: what is asked, and what is answered."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from spielzug.core.wire.parts import Told
from spielzug.core.wire.requests import Request, TokenRequest

Code = Annotated[str, Field(max_length=80)]
"""As somebody typed it: with or without dashes, in small or capital letters."""


class PassRequest(TokenRequest):
    """What stands in a link to another device."""


class CodeRequest(Request):
    code: Code


class Pass(Told):
    """A link for another device. It is told once; the server keeps only a hash of it."""

    link: str
    picture: str = Field(description="the link as a QR code, a picture in SVG")
    seconds: int = Field(description="how long it can be used, once")


class PassLook(Told):
    """What a link to another device would do here."""

    game: str | None = Field(description="null: it is for all tables of the other device")
    names: list[str] = Field(description="who goes on playing here, at one table")
    tables: int = Field(description="how many tables it is about")
    left: int = Field(description="tables that are not dealt yet and stay where they are")
    here: bool = Field(description="this is the device that it comes from: nothing to do")
    seconds: int = Field(description="how long it can still be used")


class PassTaken(Told):
    tables: list[str]
    left: int = Field(description="tables that stayed where they were")
    unread: list[str] = Field(
        description="those among them that the server cannot read: nothing can be done there"
    )


class WayBack(Told):
    """Whether this device can be got back, and since when."""

    made: str | None
    used: str | None = Field(description="when it was last used")


class WayBackCode(Told):
    """Told once; the server keeps only a hash of it."""

    code: str
    link: str


class WayBackLook(Told):
    """What a code would bring back here."""

    running: int = Field(description="games of that device that are not over")
    finished: int
    here: bool = Field(description="this browser is that device already")
    own: int = Field(description="tables of this browser, which it takes along")


class WayBackUsed(Told):
    taken: int = Field(description="tables of this browser that it took along")
    left: int = Field(description="tables that could not be taken along")
    unread: list[str] = Field(
        description="those among them that the server cannot read: nothing can be done there"
    )


class Forgotten(Told):
    tables: int = Field(description="finished games in which a name was removed")
