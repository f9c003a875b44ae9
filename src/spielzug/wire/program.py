"""The messages of the protocol for programs, over WebSockets and over standard streams.

Readers ignore unknown fields and types; a change that breaks a program raises the protocol number.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, TypeAdapter

from spielzug.wire.parts import Choice, Entry, FactsMessage, Message, Outcome, Ping, View

PROTOCOL = 2

# -- to a program --------------------------------------------------------------------------------


class ProgramHello(Message):
    """The first message: the game, and the program's seat."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    game: str
    rules: int = Field(description="the version of the game's rules")
    seats: int = Field(description="the number of seats at the table")
    seat: int = Field(description="the program's own seat; the first is 0")
    names: list[str] | None = Field(description="the names by seat; null without a table")
    options: dict[str, str] | None = Field(
        description="the options of the game; null without a table"
    )
    lang: str = Field(description="the language of labels, sentences and errors")


class ProgramStart(Message):
    """Before the deal, when this device has to send something over HTTP (see the docs).

    Without a `hash`, send the hash of a new nonce; with a start list, store the list and then
    reveal the nonce.
    """

    type: Literal["start"] = "start"
    table: str
    commitment: str = Field(description="SHA-256 of the host's secret")
    hash: str | None = Field(description="the hash of this device's nonce, as known at the table")
    text: str | None = Field(description="the start list, byte for byte; null until it is sealed")
    fingerprint: str | None = Field(description="SHA-256 of that text")


class ProgramEntry(Entry, Message):
    """Something happened, as this seat saw it. The program's own decisions are included."""

    type: Literal["entry"] = "entry"


class Turn(Message):
    """It is the program's turn to decide."""

    type: Literal["turn"] = "turn"
    number: int = Field(description="the number to send back with the action")
    view: View
    choices: list[Choice] = Field(description="at least one")
    seconds: float | None = Field(description="seconds until time runs out; null without a clock")


class Over(Outcome, Message):
    """The game is over."""

    type: Literal["over"] = "over"


class Refusal(Message):
    """What the program sent was refused, and nothing was changed."""

    type: Literal["error"] = "error"
    code: str
    detail: str
    way_out: str


ServerMessage = (
    ProgramHello | ProgramStart | FactsMessage | ProgramEntry | Turn | Over | Refusal | Ping
)
ToProgram = Annotated[ServerMessage, Field(discriminator="type")]
TO_PROGRAM: TypeAdapter[ServerMessage] = TypeAdapter(ToProgram)


# -- from a program ------------------------------------------------------------------------------


class Ready(BaseModel):
    """The answer to `hello`."""

    type: Literal["ready"]
    protocol: StrictInt | None = Field(
        None, description="the protocol version that the program was written for"
    )
    name: str = ""
    author: str = ""
    since: StrictInt = Field(0, ge=0, description="entries from this number on are sent again")


class Play(BaseModel):
    """The answer to `turn`."""

    type: Literal["play"]
    number: StrictInt = Field(ge=0)
    action: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | Annotated[str, Field(max_length=64)]
    """By its number, or in notation."""


class Resign(BaseModel):
    """Resign, if the game allows it."""

    type: Literal["resign"]


ProgramMessage = Ready | Play | Resign
FromProgram = Annotated[ProgramMessage, Field(discriminator="type")]
FROM_PROGRAM: TypeAdapter[ProgramMessage] = TypeAdapter(FromProgram)
