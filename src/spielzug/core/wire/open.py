"""The open lobby: tables where anybody may sit down."""

from __future__ import annotations

from pydantic import Field

from spielzug.core.wire.answers import TimeToThink
from spielzug.core.wire.parts import Hex32, WireModel
from spielzug.core.wire.requests import Name, Request, SeatNumber


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
