"""The bodies of HTTP requests, validated on arrival; unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt

from spielzug.core.table_values import Hidden, ReviewView
from spielzug.wire.parts import Hex32


def whole(given: object) -> object:
    """Turn 4.0 into 4: JSON does not distinguish them. Texts and booleans stay as they are."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


WHOLE = BeforeValidator(whole)
Name = Annotated[str, Field(max_length=80)]
"""Longer than a name may be: it is cut to its length, not refused."""
Short = Annotated[str, Field(max_length=64)]
Pace = Annotated[StrictInt, Field(ge=0, le=5000), WHOLE]
Grace = Annotated[StrictInt, Field(ge=1, le=86_400), WHOLE]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=9), WHOLE]
EntryNumber = Annotated[StrictInt, Field(ge=0, le=10_000_000), WHOLE]
Action = Annotated[StrictInt, Field(ge=0, le=1_000_000), WHOLE] | Short
"""By its number, or in notation."""
PositionText = Annotated[
    str, Field(max_length=12_000, description="JSON, as `Position.save` writes it")
]
Value = Annotated[StrictInt, WHOLE] | Short
"""The value of an option: its number or its name."""


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatRequest(Request):
    kind: Literal["me", "local", "friend", "bot"]
    name: Name | None = None
    bot: Short | None = None


class FromTable(Request):
    """Start from the position after an entry of a finished game's log."""

    table: Short
    entry: EntryNumber
    hidden: Hidden = "as_was"


class FromPosition(Request):
    """Start from a position given as text."""

    position: PositionText
    hidden: Hidden = "as_was"


class PositionRequest(Request):
    position: PositionText


HOUR, DAY = 3600, 86_400
Turn = Annotated[
    # A host may allow shorter ones, for tests.
    StrictInt, Field(ge=1, le=14 * DAY, json_schema_extra={"minimum": HOUR}), WHOLE
]
Budget = Annotated[StrictInt, Field(ge=1, le=14 * DAY, json_schema_extra={"minimum": 60}), WHOLE]
Increment = Annotated[StrictInt, Field(ge=0, le=DAY), WHOLE]


class TimeOfTurn(Request):
    """A time limit for every turn."""

    kind: Literal["turn"]
    seconds: Turn

    @property
    def increment(self) -> int:
        return 0


class TimeOfGame(Request):
    """A time limit for all turns of a person together, with an increment for every turn."""

    kind: Literal["budget"]
    seconds: Budget
    increment: Increment = 0


class NewTable(Request):
    game: Short
    options: dict[Short, Value] = Field(default_factory=dict, max_length=20)
    seats: list[SeatRequest] = Field(min_length=1, max_length=10)
    pace: Pace = 700
    practice: StrictBool = Field(
        False, description="everything can be taken back, even luck; for one person with bots"
    )
    grace: Grace | None = Field(
        180, description="seconds the others wait for someone who is away; null for no limit"
    )
    time: TimeOfTurn | TimeOfGame | None = Field(
        None,
        description="how long people may think, up to hours or days; null for live play. Not "
        "possible with a game's own clock or with fewer than two people. If someone's time runs "
        "out, a bot takes over the seat, and `grace` is ignored",
    )
    hints: StrictBool | None = Field(
        None, description="whether hints are allowed; by default, if all others are bots"
    )
    open: StrictBool = Field(
        False, description="anyone who finds the table in the server's open lobby may sit down"
    )
    hash: Hex32 | None = Field(
        None, description="SHA-256 of the 32 bytes of this device's nonce; may be sent later"
    )
    start: FromTable | FromPosition | None = Field(
        None,
        alias="from",
        description="start a practice game from a position instead of a deal: one person with "
        "bots; options and rules come with the position, and no device adds to its luck",
    )


class HashRequest(Request):
    hash: Hex32 = Field(description="SHA-256 of the 32 bytes of this device's nonce")


class RevealRequest(Request):
    nonce: Hex32 = Field(description="the 32 random bytes whose hash was sent before")
    fingerprint: Hex32 = Field(
        description="the fingerprint of the start list that this device has stored"
    )


class TokenRequest(Request):
    token: Annotated[str, Field(max_length=300)]


class JoinRequest(TokenRequest):
    name: Name = ""
    hash: Hex32 = Field(description="SHA-256 of the 32 bytes of this device's nonce")
    seat: SeatNumber | None = Field(
        None,
        description="the seat wanted if the invitation is for any seat; the first that is free "
        "if this is null or taken",
    )


class DecideRequest(Request):
    number: EntryNumber
    seat: SeatNumber
    action: Action


class UndoRequest(Request):
    number: EntryNumber
    seat: SeatNumber


class HintRequest(Request):
    number: EntryNumber
    seat: SeatNumber


class SeatOnly(Request):
    seat: SeatNumber


class FillRequest(SeatOnly):
    bot: Short


class PaceRequest(Request):
    pace: Pace


class RematchRequest(Request):
    hash: Hex32 | None = Field(
        None, description="the hash of this device's nonce for the new table; may be sent later"
    )


class ReviewRequest(Request):
    view: ReviewView = Field(
        "known", description="based on what each seat knew, or with all cards open"
    )


class Nothing(Request):
    pass
