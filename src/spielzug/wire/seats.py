"""Seats that move from one browser to another, and the open lobby, where anybody may sit down."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from spielzug.wire.parts import Hex32, WireModel
from spielzug.wire.requests import Name, Request, SeatNumber, TokenRequest
from spielzug.wire.responses import TimeToThink

Code = Annotated[str, Field(max_length=80)]
"""As somebody typed it: with or without dashes, in lower or upper case."""


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


class SitRequest(Request):
    seat: SeatNumber | None = Field(None, description="a free seat; by default, the first one")
    name: Name = ""
    hash: Hex32 = Field(description="SHA-256 of the 32 bytes of this device's nonce")


class OpenSeat(WireModel):
    name: str
    player: str = Field(description="human, program, or the name of a bot")
    free: bool


class OpenTable(WireModel):
    """A table that anyone may join."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[OpenSeat]
    free: int = Field(description="how many seats are free")
    time: TimeToThink | None = Field(description="null for live play")
    grace: int | None = Field(
        description="seconds to wait for someone who is away; null for no limit or with `time`"
    )
    hints: bool = Field(description="whether hints are allowed at this table")
    age: int = Field(description="seconds since it was opened")
    yours: bool = Field(description="this device has a seat there, or opened the table")


class OpenLobby(WireModel):
    tables: list[OpenTable] = Field(description="newest first")
