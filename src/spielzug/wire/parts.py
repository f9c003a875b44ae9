"""What messages are made of, for browsers and for programs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class WireModel(BaseModel):
    """Something the server sends. All fields are always sent; readers ignore unknown ones.

    (A field with a default is sent too, so the description calls it required.)
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Message(WireModel):
    """One of several messages; `type` says which."""

    type: str


class ByLang(WireModel):
    """A text in every language."""

    de: str
    en: str
    fr: str
    nl: str


class Event(WireModel):
    """Part of what happened; boards use it to animate their pieces."""

    kind: str
    seat: int
    values: dict[str, int] = Field(
        description="the event's numbers by name, without those the reader may not know"
    )


class Target(WireModel):
    """What a choice refers to on the board; further fields depend on the game."""

    model_config = ConfigDict(extra="allow")

    kind: str


class Choice(WireModel):
    """One of the actions allowed now."""

    action: int
    notation: str = Field(description="the action as written in records")
    label: str = Field(description="the choice in words")
    target: Target


class Entry(WireModel):
    """A line of the table's log, as the viewing seat saw it."""

    number: int = Field(description="0 is the deal, or the position the game started from instead")
    seat: int = Field(description="who decided, -1 for the table")
    kind: Literal["deal", "from", "decision", "undo", "outside"]
    notation: str = Field(description="empty if the viewing seat did not see everything")
    back_to: int | None = Field(description="for an undo: the first entry that no longer counts")
    sentences: list[str]
    note: str | None = Field(description="who actually decided, if not the player in this seat")
    events: list[Event]


class Outcome(WireModel):
    """How a game ended."""

    shares: list[float] = Field(description="each seat's share of the win")
    reason: str
    reason_text: str = Field(description="the reason in words")
    winners: list[int]


class FactsMessage(Message):
    """What never changes after the deal, sent once, before anything that needs it.

    A board shows the facts and the view together; they have no field names in common.
    """

    type: Literal["facts"] = "facts"
    facts: dict[str, object]


class Ping(Message):
    """Keeps a connection open; no answer is needed."""

    type: Literal["ping"] = "ping"


View = Annotated[dict[str, object], Field(description="the board as the viewing seat may see it")]
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes: a nonce, or a hash."""
