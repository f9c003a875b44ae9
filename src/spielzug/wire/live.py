"""The messages of a browser's live connection, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field, StrictInt, TypeAdapter
from typing_extensions import TypedDict

from spielzug.wire.parts import Entry, FactsMessage, Ping, doc
from spielzug.wire.requests import Action, EntryNumber, SeatNumber, Short
from spielzug.wire.responses import Position, TablePart, TableSummary

# -- to a browser --------------------------------------------------------------------------------


MOST_ID = 2**53
"""From here on, a browser cannot tell every whole number from the next."""


def parse_request_id(given: object) -> int | str | None:
    """The id that a browser gave its request, if it is valid and can be sent back."""
    if isinstance(given, str):
        return given if len(given) < 100 and given == _sendable(given) else None
    return given if isinstance(given, int) and abs(given) < MOST_ID else None


def _sendable(text: str) -> str:
    """The text without lone surrogates: JSON can express them, UTF-8 cannot."""
    return text.encode("utf-8", "ignore").decode()


Id = Annotated[
    int | str | None,
    BeforeValidator(parse_request_id),
    Field(description="the id of the request, as the browser sent it"),
]


class LiveHello(TypedDict):
    """The first message."""

    type: Literal["hello"]
    number: Annotated[int, doc("the number of the next log entry")]
    seat: Annotated[int, doc("the viewing seat, -1 for a spectator")]


class LiveEntry(Entry, Position):
    """A new log entry and the position it led to; only the latest one has choices."""

    type: Literal["entry"]
    next: Annotated[int, doc("the number of the next log entry")]


class LiveView(Position):
    """Another viewing seat or other choices, without a new entry."""

    type: Literal["view"]
    number: int
    seat: int


class LiveFresh(Position):
    """The current position and the last log entries, instead of very many missed entries."""

    type: Literal["fresh"]
    number: Annotated[int, doc("the number of the next log entry")]
    seat: int
    log: list[Entry]


class LivePresence(TypedDict):
    """Someone came or left; sent at most twice a second."""

    type: Literal["presence"]
    connected: Annotated[list[bool], doc("by seat, as in `seats` of `table`")]
    spectators: int


Signal = Literal["hello", "good_luck", "well_done", "wow", "oops", "think", "thanks", "good_game"]
"""The signals that people at a table can send to each other: chosen, never typed."""


class LiveSignal(TypedDict):
    """Someone at the table sent a signal. Signals are not part of the log or the record."""

    type: Literal["signal"]
    seat: int
    signal: Signal


class LiveHeard(TypedDict):
    """The signal was passed on."""

    type: Literal["heard"]
    id: Id


class LiveTable(TablePart):
    """Something other than the position has changed."""

    type: Literal["table"]


class LiveAck(TypedDict):
    """The decision is on disk."""

    type: Literal["ack"]
    id: Id
    number: int
    duplicate: bool


class LiveWhy(TypedDict):
    """Why something is not allowed now; empty if it is allowed."""

    type: Literal["why"]
    id: Id
    detail: str


class LiveError(TypedDict):
    """The request was refused. Without an id: nothing can be saved or read right now."""

    type: Literal["error"]
    id: Id
    code: str
    detail: str


ToBrowser = Annotated[
    LiveHello
    | FactsMessage
    | LiveEntry
    | LiveView
    | LiveFresh
    | LivePresence
    | LiveSignal
    | LiveHeard
    | LiveTable
    | LiveAck
    | LiveWhy
    | LiveError
    | Ping,
    Field(discriminator="type"),
]
TO_BROWSER: TypeAdapter[ToBrowser] = TypeAdapter(ToBrowser)


# -- to the lobby ----------------------------------------------------------------------------------


class LobbyTable(TypedDict):
    """One of the device's own tables is new or has changed; sent at most twice a second."""

    type: Literal["table"]
    table: TableSummary


class LobbyGone(TypedDict):
    """A table where the device no longer has a seat."""

    type: Literal["gone"]
    table: str


ToLobby = Annotated[LobbyTable | LobbyGone | Ping, Field(discriminator="type")]
TO_LOBBY: TypeAdapter[ToLobby] = TypeAdapter(ToLobby)


# -- from a browser ------------------------------------------------------------------------------


class Question(BaseModel):
    """Unknown fields are ignored."""

    id: Id = None


class AskDecide(Question):
    type: Literal["decide"]
    number: EntryNumber
    seat: SeatNumber
    action: Action


class AskSeat(Question):
    """View the table from another seat of yours, or in another language."""

    type: Literal["seat"]
    seat: StrictInt | None = None
    lang: Literal["de", "en", "fr", "nl"] | None = None


class AskWhy(Question):
    type: Literal["why"]
    action: StrictInt | Short


class AskSignal(Question):
    type: Literal["signal"]
    seat: SeatNumber
    signal: Signal


FromBrowser = Annotated[AskDecide | AskSeat | AskWhy | AskSignal, Field(discriminator="type")]
FROM_BROWSER: TypeAdapter[FromBrowser] = TypeAdapter(FromBrowser)
