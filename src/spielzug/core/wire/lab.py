"""The Lab on the wire: what to compare, how far it is, and what came of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from spielzug.core.wire.parts import Told
from spielzug.core.wire.requests import WHOLE, Request, Short

FILE_CHARACTERS = 2 * 1024 * 1024
"""More than a set may have: whoever reads the set says that it is too large, with its name."""
Version = Annotated[str, Field(pattern=r"^shipped(-[0-9]{1,9})?$")]
OptionName = Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,39}$")]
OptionValue = Annotated[StrictInt, WHOLE] | Annotated[str, Field(pattern=r"^[\w.@~-]{1,64}$")]
"""Nothing that could name a file of the machine."""


class LabFile(Request):
    name: Annotated[str, Field(max_length=120)]
    text: Annotated[str, Field(max_length=FILE_CHARACTERS)]


class LabSide(Request):
    version: Version = Field(
        "shipped", description="as it ships, or as it shipped with these rules (`shipped-1`)"
    )
    file: LabFile | None = Field(None, description="a set")
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict, max_length=20, description="those that are not as usual"
    )


class LabRequest(Request):
    game: Short
    sides: list[LabSide] = Field(min_length=1, max_length=2)
    bot: Short
    seats: list[Annotated[StrictInt, Field(ge=1, le=10), WHOLE]] = Field(
        min_length=1, max_length=10, description="numbers of seats"
    )
    games: Annotated[StrictInt, Field(ge=1, le=1_000_000), WHOLE] = Field(
        200, description="of each side and number of seats"
    )
    seed: Annotated[str, Field(pattern=r"^[\w.-]{1,40}$")] = "1"


class LabGame(Told):
    name: str
    versions: list[str] = Field(description="`shipped`, and as it shipped before")
    usual: dict[str, int | str] = Field(
        description="options that are another as usual than at a table: a limit ends every game"
    )


class LabRun(Told):
    """What is played now."""

    game: str
    title: str
    state: Literal["preparing", "playing", "stopping", "writing"]
    done: int = Field(description="games, of all sides and numbers of seats together")
    planned: int
    seconds_left: float | None = Field(description="by what is known so far")
    told: list[str] = Field(description="what went wrong on the way")


class LabReport(Told):
    number: int
    game: str
    title: str
    games: int
    stopped: bool = Field(description="whether it ended before all planned games were played")
    created: str


class LabTrouble(Told):
    """Why the last run came to nothing."""

    code: Literal["refused", "nothing_played", "given_up", "failed"]
    text: str = Field(description="of a refusal: what is wrong, in English, with file and line")


class Lab(Told):
    open: bool = Field(description="whether it is for whoever asks: only at the machine itself")
    needs: str | None = Field(description="the command that installs what is missing")
    games: list[LabGame]
    run: LabRun | None
    trouble: LabTrouble | None
    reports: list[LabReport] = Field(description="of this run of the server, newest first")
