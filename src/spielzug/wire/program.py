"""The messages of the protocol for programs, over WebSockets and over standard streams.

Readers ignore unknown fields and types; a change that breaks a program raises the protocol number.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt, TypeAdapter
from typing_extensions import TypedDict

from spielzug.wire.parts import Choice, Entry, FactsMessage, Outcome, Ping, View, doc

PROTOCOL = 2

# -- to a program --------------------------------------------------------------------------------


class ProgramHello(TypedDict):
    """The first message: the game, and the program's seat."""

    type: Literal["hello"]
    protocol: int
    game: str
    rules: Annotated[int, doc("the version of the game's rules")]
    seats: Annotated[int, doc("the number of seats at the table")]
    seat: Annotated[int, doc("the program's own seat; the first is 0")]
    names: Annotated[list[str] | None, doc("the names by seat; null without a table")]
    options: Annotated[dict[str, str] | None, doc("the options of the game; null without a table")]
    lang: Annotated[str, doc("the language of labels, sentences and errors")]


class ProgramStart(TypedDict):
    """Before the deal, when this device has to send something over HTTP (see the docs).

    Without a `hash`, send the hash of a new nonce; with a start list, store the list and then
    reveal the nonce.
    """

    type: Literal["start"]
    table: str
    commitment: Annotated[str, doc("SHA-256 of the host's secret")]
    hash: Annotated[str | None, doc("the hash of this device's nonce, as known at the table")]
    text: Annotated[str | None, doc("the start list, byte for byte; null until it is sealed")]
    fingerprint: Annotated[str | None, doc("the list's fingerprint, see Records")]


class ProgramEntry(Entry):
    """Something happened, as this seat saw it. The program's own decisions are included."""

    type: Literal["entry"]


class Turn(TypedDict):
    """It is the program's turn to decide."""

    type: Literal["turn"]
    number: Annotated[int, doc("the number to send back with the action")]
    view: View
    choices: Annotated[list[Choice], doc("at least one")]
    seconds: Annotated[float | None, doc("seconds until time runs out; null without a clock")]


class Over(Outcome):
    """The game is over."""

    type: Literal["over"]


class Refusal(TypedDict):
    """What the program sent was refused, and nothing was changed."""

    type: Literal["error"]
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
