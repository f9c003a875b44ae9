"""What is asked over HTTP: checked on the way in, unknown fields are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt

from spielzug.core.wire.parts import Hex32
from spielzug.core.wire.review import View as ReviewView


def whole(given: Any) -> Any:
    """For JSON 4.0 is the whole number 4; a text or a truth value is none."""
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
"""Of an option: a number, or what it is called."""


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatRequest(Request):
    kind: Literal["me", "local", "friend", "bot"]
    name: Name | None = None
    bot: Short | None = None


Hidden = Literal["as_was", "anew"]
"""What the person's seat does not know: as it lay there, or dealt anew as fits what it knows."""


class FromTable(Request):
    """From the position after an entry of a finished game's log."""

    table: Short
    entry: EntryNumber
    hidden: Hidden = "as_was"


class FromPosition(Request):
    """From a position as text."""

    position: PositionText
    hidden: Hidden = "as_was"


class PositionRequest(Request):
    position: PositionText


HOUR, DAY = 3600, 86_400
Turn = Annotated[
    # A host may allow shorter ones, so that they can be tried.
    StrictInt, Field(ge=1, le=14 * DAY, json_schema_extra={"minimum": HOUR}), WHOLE
]
Budget = Annotated[StrictInt, Field(ge=1, le=14 * DAY, json_schema_extra={"minimum": 60}), WHOLE]
Increment = Annotated[StrictInt, Field(ge=0, le=DAY), WHOLE]


class TimeOfTurn(Request):
    """So long for every turn."""

    kind: Literal["turn"]
    seconds: Turn


class TimeOfGame(Request):
    """So long for all turns of a person, and a little more with every turn."""

    kind: Literal["budget"]
    seconds: Budget
    increment: Increment = 0


class NewTable(Request):
    game: Short
    options: dict[Short, Annotated[StrictInt, WHOLE] | Short] = Field(
        default_factory=dict, max_length=20
    )
    seats: list[SeatRequest] = Field(min_length=1, max_length=10)
    pace: Pace = 700
    practice: StrictBool = Field(
        False, description="everything may be taken back, luck too; for one person among bots"
    )
    grace: Grace | None = Field(
        180, description="seconds that others wait for one who is away; null: for ever"
    )
    time: TimeOfTurn | TimeOfGame | None = Field(
        None,
        description="how long people may think, over hours and days; null: they play without a "
        "pause. Not with a game's own clock, and only where at least two people play. Then a bot "
        "takes the seat of whoever lets the time pass, and `grace` means nothing",
    )
    hints: StrictBool | None = Field(
        None, description="may people ask what to do; unless told: if all others are bots"
    )
    open: StrictBool = Field(
        False, description="anybody may sit down who finds it in the open lobby of this house"
    )
    hash: Hex32 | None = Field(
        None, description="of this device's nonce (SHA-256 of its 32 bytes); may be given later"
    )
    start: FromTable | FromPosition | None = Field(
        None,
        alias="from",
        description="a practice game that is not dealt: one person among bots; the start brings "
        "its options and rules, and no device adds to its luck",
    )


class HashRequest(Request):
    hash: Hex32 = Field(description="of this device's nonce (SHA-256 of its 32 bytes)")


class RevealRequest(Request):
    nonce: Hex32 = Field(description="32 random bytes, of which the hash was given")
    fingerprint: Hex32 = Field(description="of the start list that this device has kept")


class TokenRequest(Request):
    token: Annotated[str, Field(max_length=300)]


class JoinRequest(TokenRequest):
    name: Name = ""
    hash: Hex32 = Field(description="of this device's nonce (SHA-256 of its 32 bytes)")
    seat: SeatNumber | None = Field(
        None, description="which, if the invitation is for any free seat; null: the first one"
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
        None, description="of this device's nonce for the new table; may be given later"
    )


class ReviewRequest(Request):
    view: ReviewView = Field(
        "known", description="with what each seat knew, or with all cards open"
    )


class Nothing(Request):
    pass
