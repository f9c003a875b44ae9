"""Seats that move from one browser to another, and the open lobby, where anybody may sit down."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from spielzug.wire.parts import Hex32, doc
from spielzug.wire.requests import Name, Request, SeatNumber, TokenRequest
from spielzug.wire.responses import TimeToThink

Code = Annotated[str, Field(max_length=80)]
"""As somebody typed it: with or without dashes, in lower or upper case."""


class PassRequest(TokenRequest):
    """The token from a link for changing devices."""


class CodeRequest(Request):
    code: Code


class Pass(TypedDict):
    """A link for another device. It is shown once; the server stores only a hash of it."""

    link: str
    picture: Annotated[str, doc("the link as a QR code in SVG")]
    seconds: Annotated[int, doc("how long it is valid; it works once")]


class PassLook(TypedDict):
    """What a link for changing devices would do here."""

    game: Annotated[str | None, doc("null if the link is for all tables of the other device")]
    names: Annotated[list[str], doc("the names that would move here, for a single table")]
    tables: Annotated[int, doc("how many tables it covers")]
    left: Annotated[int, doc("tables that stay where they are because they are not dealt yet")]
    here: Annotated[
        bool, doc("this is the device that the link comes from, so there is nothing to do")
    ]
    seconds: Annotated[int, doc("how long it is still valid")]


class PassTaken(TypedDict):
    tables: list[str]
    left: Annotated[int, doc("tables that stayed where they were")]
    unread: Annotated[
        list[str], doc("those of them that the server cannot read, where nothing can be done")
    ]


class WayBack(TypedDict):
    """Whether this device has a return code, and since when."""

    made: str | None
    used: Annotated[str | None, doc("when it was last used")]


class WayBackCode(TypedDict):
    """Shown once; the server stores only a hash of the code."""

    code: str
    link: str


class WayBackLook(TypedDict):
    """What a return code would bring back here."""

    running: Annotated[int, doc("unfinished games of that device")]
    finished: int
    here: Annotated[bool, doc("this browser already is that device")]
    own: Annotated[int, doc("tables of this browser that would be moved along")]


class WayBackUsed(TypedDict):
    taken: Annotated[int, doc("tables of this browser that were moved along")]
    left: Annotated[int, doc("tables that could not be moved along")]
    unread: Annotated[
        list[str], doc("those of them that the server cannot read, where nothing can be done")
    ]


class Forgotten(TypedDict):
    tables: Annotated[int, doc("how many finished games a name was removed from")]


class SitRequest(Request):
    seat: SeatNumber | None = Field(
        None, description="the seat wanted; the first that is free if this is null or taken"
    )
    name: Name = ""
    hash: Hex32 = Field(description="SHA-256 of the 32 bytes of this device's nonce")


class OpenSeat(TypedDict):
    name: str
    player: Annotated[str, doc("human, program, or the name of a bot")]
    free: bool


class OpenTable(TypedDict):
    """A table that anyone may join."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[OpenSeat]
    free: Annotated[int, doc("how many seats are free")]
    time: Annotated[TimeToThink | None, doc("null for live play")]
    grace: Annotated[
        int | None, doc("seconds to wait for someone who is away; null for no limit or with `time`")
    ]
    hints: Annotated[bool, doc("whether hints are allowed at this table")]
    age: Annotated[int, doc("seconds since it was opened")]
    yours: Annotated[bool, doc("this device has a seat there, or opened the table")]


class OpenLobby(TypedDict):
    tables: Annotated[list[OpenTable], doc("newest first")]
