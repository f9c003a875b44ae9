"""What messages are made of, for browsers and for programs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints


class Told(BaseModel):
    """Something that is sent. All its fields always are; a reader ignores those it does not know.

    (A field with a default is sent, too, so the description calls it required.)
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class Message(Told):
    """One of several: `type` says which."""

    type: str


class ByLang(Told):
    """A text in every language."""

    de: str
    en: str
    fr: str
    nl: str


class Event(Told):
    """A part of what happened, as boards use it to move their pieces."""

    kind: str
    seat: int
    values: dict[str, int] = Field(
        description="its numbers by name; one that the reader may not know is absent"
    )


class Target(Told):
    """What on the board a choice is about; further fields are the game's own."""

    model_config = ConfigDict(extra="allow")

    kind: str


class Choice(Told):
    """One of the actions that are allowed now."""

    action: int
    notation: str = Field(description="the action as records write it")
    label: str = Field(description="in words")
    target: Target


class Entry(Told):
    """A line of the table's log, as the looking seat saw it."""

    number: int = Field(description="0 is the deal, or where the game began instead")
    seat: int = Field(description="who decided, -1 for the table")
    kind: Literal["deal", "from", "decision", "undo", "outside"]
    notation: str = Field(description="empty where the looking seat did not see everything")
    back_to: int | None = Field(description="of an undo: the first entry that counts no more")
    sentences: list[str]
    note: str | None = Field(description="who really decided, if not the one who sits there")
    events: list[Event]


class Outcome(Told):
    """How a game ended."""

    shares: list[float] = Field(description="each seat's share of one win")
    reason: str
    reason_text: str = Field(description="the reason in words")
    winners: list[int]


class FactsMessage(Message):
    """What never changes after the deal, told once: before anything that needs it.

    A board shows the facts and the view together; they share no name.
    """

    type: Literal["facts"] = "facts"
    facts: dict[str, Any]


class Ping(Message):
    """Keeps a connection open; there is nothing to answer."""

    type: Literal["ping"] = "ping"


Status = Literal["waiting", "running", "over"]
View = Annotated[dict[str, Any], Field(description="the board as the looking seat may know it")]
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes: a nonce, or a hash."""
