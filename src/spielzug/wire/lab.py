"""The Lab on the wire: what to compare, the progress of a run, and its results."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt
from typing_extensions import TypedDict

from spielzug.wire.parts import doc
from spielzug.wire.requests import WHOLE, Request, Short

FILE_CHARACTERS = 2 * 1024 * 1024
"""More than a set may have: the parser of sets then refuses it as too large, with its name."""
Version = Annotated[str, Field(pattern=r"^shipped(-[0-9]{1,9})?$")]
OptionName = Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,39}$")]
OptionValue = Annotated[StrictInt, WHOLE] | Annotated[str, Field(pattern=r"^[\w.@~-]{1,64}$")]
"""Matches nothing that could name a file on the server."""


class LabFile(Request):
    name: Annotated[str, Field(max_length=120)]
    text: Annotated[str, Field(max_length=FILE_CHARACTERS)]


class LabSide(Request):
    version: Version = Field(
        "shipped", description="the built-in set, or that of an older rules version (`shipped-1`)"
    )
    file: LabFile | None = Field(None, description="a set file")
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict, max_length=20, description="options that differ from the default"
    )


class LabRequest(Request):
    game: Short
    sides: list[LabSide] = Field(min_length=1, max_length=2)
    bot: Short
    seats: list[Annotated[StrictInt, Field(ge=1, le=10), WHOLE]] = Field(
        min_length=1, max_length=10, description="the numbers of seats to play with"
    )
    games: Annotated[StrictInt, Field(ge=1, le=1_000_000), WHOLE] = Field(
        200, description="games for each side and number of seats"
    )
    seed: Annotated[str, Field(pattern=r"^[\w.-]{1,40}$")] = "1"


class LabGame(TypedDict):
    name: str
    versions: Annotated[list[str], doc("`shipped` and its older versions")]
    has_set: Annotated[bool, doc("whether a file can change its cards, boards or numbers")]
    usual: Annotated[
        dict[str, int | str],
        doc("options whose default differs from a table's: a limit ends every game"),
    ]


class LabRun(TypedDict):
    """The current run."""

    game: str
    title: str
    state: Literal["preparing", "playing", "stopping", "writing"]
    done: Annotated[int, doc("games played, over all sides and numbers of seats")]
    planned: int
    seconds_left: Annotated[float | None, doc("an estimate based on the games so far")]
    told: Annotated[list[str], doc("problems along the way")]


class LabReport(TypedDict):
    number: int
    game: str
    title: str
    games: int
    stopped: Annotated[bool, doc("whether it was stopped before all planned games were played")]
    created: str


class LabTrouble(TypedDict):
    """Why the last run failed."""

    code: Literal["refused", "nothing_played", "given_up", "failed"]
    text: Annotated[str, doc("for `refused`: what is wrong, in English, with file and line number")]


class Lab(TypedDict):
    open: Annotated[
        bool, doc("whether this browser may use the Lab; only on the server's own machine")
    ]
    needs: Annotated[str | None, doc("the command that installs missing packages")]
    games: list[LabGame]
    run: LabRun | None
    trouble: LabTrouble | None
    reports: Annotated[list[LabReport], doc("reports since the server started, newest first")]
