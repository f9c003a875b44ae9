"""What messages are made of, for browsers and for programs.

What is sent is described by typed dicts, all of whose fields are always sent; readers ignore
unknown ones. What is received is described by models, which validate it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, StringConstraints, with_config
from typing_extensions import TypedDict  # pydantic cannot read that of `typing` in Python 3.11


def doc(text: str) -> Any:
    """What a field means, for the description of the API."""
    return Field(description=text)


class ByLang(TypedDict):
    """A text in every language."""

    de: str
    en: str
    fr: str
    nl: str


class Event(TypedDict):
    """Part of what happened; boards use it to animate their pieces."""

    kind: str
    seat: int
    values: Annotated[
        dict[str, int], doc("the event's numbers by name, without those the reader may not know")
    ]


@with_config(ConfigDict(extra="allow"))
class Target(TypedDict):
    """What a choice refers to on the board; further fields depend on the game."""

    kind: str


class Choice(TypedDict):
    """One of the actions allowed now."""

    action: int
    notation: Annotated[str, doc("the action as written in records")]
    label: Annotated[str, doc("the choice in words")]
    target: Target


class Entry(TypedDict):
    """A line of the table's log, as the viewing seat saw it."""

    number: Annotated[int, doc("0 is the deal, or the position the game started from instead")]
    seat: Annotated[int, doc("who decided, -1 for the table")]
    kind: Literal["deal", "from", "decision", "undo", "outside"]
    notation: Annotated[str, doc("empty if the viewing seat did not see everything")]
    back_to: Annotated[int | None, doc("for an undo: the first entry that no longer counts")]
    sentences: list[str]
    note: Annotated[str | None, doc("who actually decided, if not the player in this seat")]
    events: list[Event]


class Outcome(TypedDict):
    """How a game ended."""

    shares: Annotated[list[float], doc("each seat's share of the win")]
    reason: str
    reason_text: Annotated[str, doc("the reason in words")]
    winners: list[int]


class FactsMessage(TypedDict):
    """What never changes after the deal, sent once, before anything that needs it.

    A board shows the facts and the view together; they have no field names in common.
    """

    type: Literal["facts"]
    facts: dict[str, object]


class Ping(TypedDict):
    """Keeps a connection open; no answer is needed."""

    type: Literal["ping"]


View = Annotated[dict[str, object], doc("the board as the viewing seat may see it")]
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes: a nonce, or a hash."""
