"""The shapes of requests and answers: checked on the way in, described in /api/docs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

Name = Annotated[str, Field(max_length=80)]
"""Longer than a name may be: it is cut to its length, not refused."""
Short = Annotated[str, Field(max_length=64)]
Nonce = Annotated[str, StringConstraints(pattern=r"^[0-9a-fA-F]{8,64}$")]
Pace = Annotated[StrictInt, Field(ge=0, le=5000)]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=9)]
EntryNumber = Annotated[StrictInt, Field(ge=0, le=10_000_000)]
Action = Annotated[StrictInt, Field(ge=0, le=1_000_000)] | Short


class Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatRequest(Request):
    kind: Literal["me", "local", "friend", "bot"]
    name: Name | None = None
    bot: Short | None = None


class NewTable(Request):
    game: Short
    options: dict[Short, StrictInt | Short] = Field(default_factory=dict, max_length=20)
    seats: list[SeatRequest] = Field(min_length=1, max_length=10)
    pace: Pace = 700
    hints: StrictBool | None = Field(
        None, description="may people ask what to do; unless told: if all others are bots"
    )


class NonceRequest(Request):
    nonce: Nonce


class TokenRequest(Request):
    token: Annotated[str, Field(max_length=300)]


class JoinRequest(TokenRequest):
    name: Name = ""
    nonce: Nonce


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


class Nothing(Request):
    pass


# -- answers (for the description; they are built by hand) ---------------------------------------


class Health(BaseModel):
    ok: bool
    version: str
    rules: Literal["plain", "compiled"] = Field(description="which of them this process plays by")


class EntryInfo(BaseModel):
    code: str
    titles: dict[str, str]


class OptionInfo(BaseModel):
    name: str
    default: int | str
    values: str
    low: int
    high: int
    names: dict[str, str]
    help: dict[str, str]
    choose: int | None = None
    """Of a selection: how many of `of` are to be chosen, written with dashes between the codes."""
    of: list[EntryInfo] | None = None


class GameInfo(BaseModel):
    name: str
    title: dict[str, str]
    seats: list[int] = []
    options: list[OptionInfo] = []
    hidden: bool = True


class BotInfo(BaseModel):
    name: str
    usual: bool = Field(description="who sits opposite unless somebody else is asked for")


class TableSummary(BaseModel):
    id: str
    game: str
    status: Literal["waiting", "running", "over"]
    names: list[str]
    your_seats: list[int]
    turn: int
    result: list[float] | None
    reason: str | None
    created: str
    updated: str


class Mine(BaseModel):
    running: list[TableSummary]
    finished: list[TableSummary]


class SeatInfo(BaseModel):
    name: str
    player: str = Field(description="human, or the name of a bot")
    yours: bool
    empty: bool
    connected: bool
    left: bool = Field(description="the person left, a bot plays on")
    program: bool = Field(description="a program from outside plays here")
    invitation: str | None = Field(None, description="only for the creator, while empty")


class Choice(BaseModel):
    action: int
    notation: str
    label: str
    target: dict[str, Any]


class LogItem(BaseModel):
    number: int
    seat: int
    kind: Literal["deal", "decision", "undo", "outside"]
    notation: str = Field(description="empty where the looking seat did not see everything")
    sentences: list[str]
    note: str | None = Field(description="who really decided, if not the one who sits there")


class Ev(BaseModel):
    kind: str
    seat: int
    a: int
    b: int


class Outcome(BaseModel):
    shares: list[float]
    reason: str
    reason_text: str
    winners: list[int]


class Snapshot(BaseModel):
    id: str
    game: str
    options: dict[str, str]
    status: Literal["waiting", "running", "over"]
    seats: list[SeatInfo]
    commitment: str
    secret: str | None = Field(description="shown when the game is over")
    number: int = Field(description="the number of the next log entry")
    seat: int = Field(description="the seat looked as, -1 for a spectator")
    actor: int
    view: dict[str, Any] | None = Field(description="null before the deal")
    choices: list[Choice]
    undo: bool
    log: list[LogItem]
    outcome: Outcome | None
    pace: int
    hints: bool = Field(description="whether people at this table may ask what to do")
    rematch: str | None
    spectators: int
    creator: bool
    invite_url_base: str = Field(description="an invitation link is this and the token")
    nonce_needed: bool = Field(description="this device has still to give its nonce")
    preparing: int | None = Field(
        description="percent compiled before bots can think here, -1: never; null when they can"
    )
    trouble: str | None = Field(description="what goes wrong for all tables just now, in words")
    seconds_left: float | None = Field(description="of the table's clock, null without one")


class Accepted(BaseModel):
    accepted: bool
    number: int
    duplicate: bool = False


class Reply(BaseModel):
    seat: int
    label: str


class Hint(BaseModel):
    action: int
    notation: str
    label: str
    percent: int | None = Field(
        description="estimated chance of winning; 100 only if it is proven, null for a quick one"
    )
    visits: int = Field(description="how often the search looked at it")
    kind: Literal[
        "certain",
        "best",
        "better",
        "slight",
        "even",
        "weaker",
        "perhaps",
        "perhaps_weaker",
        "quick",
    ]
    than: int | None = Field(description="the index of the hint it is compared with")
    reply: Reply | None = Field(description="the likeliest decision after it, where one is clear")
    sentence: str


class Advice(BaseModel):
    number: int
    seat: int
    sentence: str
    hints: list[Hint] = Field(description="best first; empty where there is nothing to choose")


class Done(BaseModel):
    ok: bool


class Rematch(BaseModel):
    table: str


class Invitation(BaseModel):
    table: str
    game: str
    seat: int
    names: list[str]
    commitment: str
    taken: bool


class ProofStep(BaseModel):
    text: str
    ok: bool | None


class Proof(BaseModel):
    commitment: str
    secret: str | None
    nonces: list[str]
    ok: bool | None
    steps: list[ProofStep]


class Step(LogItem):
    label: str
    events: list[Ev]
    view: dict[str, Any]


class Replay(BaseModel):
    game: str
    names: list[str]
    steps: list[Step]


class ProblemBody(BaseModel):
    type: str
    title: str
    status: int
    code: str
    detail: str
