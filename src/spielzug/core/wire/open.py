"""The open lobby: tables where anybody may sit down."""

from __future__ import annotations

from pydantic import Field

from spielzug.core.wire.answers import TimeToThink
from spielzug.core.wire.parts import Hex32, Told
from spielzug.core.wire.requests import Name, Request, SeatNumber


class SitRequest(Request):
    seat: SeatNumber | None = Field(None, description="one that is free; unless told the first")
    name: Name = ""
    hash: Hex32 = Field(description="of this device's nonce (SHA-256 of its 32 bytes)")


class OpenSeat(Told):
    name: str
    player: str = Field(description="human, program, or the name of a bot")
    free: bool


class OpenTable(Told):
    """A table that waits for anybody."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[OpenSeat]
    free: int = Field(description="seats where one may sit down")
    time: TimeToThink | None = Field(description="null: people play without a pause")
    grace: int | None = Field(
        description="seconds that one who is away is waited for; null: for ever, or by `time`"
    )
    hints: bool = Field(description="whether people at this table may ask what to do")
    age: int = Field(description="seconds since it was opened")
    yours: bool = Field(description="this device sits there, or has opened it")


class OpenLobby(Told):
    tables: list[OpenTable] = Field(description="the newest first")
