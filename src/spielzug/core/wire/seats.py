"""Seats that go from one browser to another: what is asked, and what is answered."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from spielzug.core.wire.parts import WireModel
from spielzug.core.wire.requests import Request, TokenRequest

Code = Annotated[str, Field(max_length=80)]
"""As somebody typed it: with or without dashes, in small or capital letters."""


class PassRequest(TokenRequest):
    """The token from a link for changing devices."""


class CodeRequest(Request):
    code: Code


class Pass(WireModel):
    """A link for another device. It is shown once; the server stores only a hash of it."""

    link: str
    picture: str = Field(description="the link as a QR code in SVG")
    seconds: int = Field(description="how long it is valid; it works once")


class PassLook(WireModel):
    """What a link for changing devices would do here."""

    game: str | None = Field(description="null if the link is for all tables of the other device")
    names: list[str] = Field(description="the names that would move here, for a single table")
    tables: int = Field(description="how many tables it covers")
    left: int = Field(description="tables that stay where they are because they are not dealt yet")
    here: bool = Field(
        description="this is the device that the link comes from, so there is nothing to do"
    )
    seconds: int = Field(description="how long it is still valid")


class PassTaken(WireModel):
    tables: list[str]
    left: int = Field(description="tables that stayed where they were")
    unread: list[str] = Field(
        description="those of them that the server cannot read, where nothing can be done"
    )


class WayBack(WireModel):
    """Whether this device has a return code, and since when."""

    made: str | None
    used: str | None = Field(description="when it was last used")


class WayBackCode(WireModel):
    """Shown once; the server stores only a hash of the code."""

    code: str
    link: str


class WayBackLook(WireModel):
    """What a return code would bring back here."""

    running: int = Field(description="unfinished games of that device")
    finished: int
    here: bool = Field(description="this browser already is that device")
    own: int = Field(description="tables of this browser that would be moved along")


class WayBackUsed(WireModel):
    taken: int = Field(description="tables of this browser that were moved along")
    left: int = Field(description="tables that could not be moved along")
    unread: list[str] = Field(
        description="those of them that the server cannot read, where nothing can be done"
    )


class Forgotten(WireModel):
    tables: int = Field(description="how many finished games a name was removed from")
