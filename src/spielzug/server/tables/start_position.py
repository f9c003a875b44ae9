"""Where a practice game begins that is not dealt: in a finished game, or in a position as text.

The whole position stands in the table's start list, as in every record with such a start. So the
list is nobody's before the end, no device can check it, and none adds to the luck: see
docs/fairness.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game
from spielzug.core.match import Beginning
from spielzug.core.options import Options
from spielzug.core.position import Position, from_plain
from spielzug.core.possible import refuse_impossible
from spielzug.core.reading import plain
from spielzug.core.wire.answers import PositionFound
from spielzug.core.wire.requests import Hidden, NewTable
from spielzug.server.problems import Problem


@dataclass(frozen=True)
class StartPosition:
    """The beginning, and where it was found."""

    beginning: Beginning
    hidden: Hidden
    table: str | None = None
    entry: int | None = None

    @property
    def position(self) -> Position:
        return self.beginning.position

    def to_text(self) -> str:
        """As it lies in the file, and as it comes from the process that has made it."""
        position = self.position
        return json.dumps(
            {
                "game": position.game.name,
                "origin": self.beginning.origin,
                "hidden": self.hidden,
                "table": self.table,
                "entry": self.entry,
                "rules": position.version,
                "options": position.options.to_text(),
                "position": plain(position.state) | {"rng": 0},
            }
        )

    @classmethod
    def from_text(cls, text: str, game: Game) -> StartPosition:
        """Refused where it is one of another game.

        Plain rules have room for larger numbers than compiled ones: a process that plays by them
        may have let one through that does not fit here.
        """
        told = json.loads(text)
        if told["game"] != game.name:
            raise Problem(422, "start_brings")
        options: Options = game.options.from_text(told["options"])
        try:
            state = from_plain(game, told["position"])
        except CannotRead as error:
            raise Problem(422, "no_position", reason=str(error)) from None
        position = Position(game, options, game.facts(options, told["rules"]), state)
        beginning = Beginning(position, told["origin"])
        return cls(beginning, told["hidden"], told["table"], told["entry"])


def position_from(text: str, find_game: Any) -> Position:
    """A position that somebody has sent: whatever is wrong with it is said, nothing is believed."""
    try:
        told = json.loads(text)
        name = told.get("game") if isinstance(told, Mapping) else None
        if not isinstance(name, str):
            raise CannotRead('JSON that begins with {"game": …} is expected')
        position = Position.load(find_game(name), text)
        refuse_impossible(position)
        position.game.refuse_seats(position.seats)
        position.options.refuse_for(position.seats)
    except (ValueError, RecursionError):
        raise Problem(422, "no_position", reason="JSON") from None
    except (CannotRead, UsageError) as error:
        raise Problem(422, "no_position", reason=str(error)) from None
    return position


def position_found(position: Position) -> PositionFound:
    return PositionFound(
        game=position.game.name,
        options=position.options.named(),
        seats=position.seats,
        actor=position.actor,
    )


def refuse_misfit(begun: StartPosition, wanted: NewTable) -> None:
    """The start brings options and seats, too."""
    if wanted.options or len(wanted.seats) != begun.position.seats:
        raise Problem(422, "start_brings")


def person_of(wanted: NewTable) -> int:
    """The seat of the only person; nobody else can practise there."""
    people = [number for number, seat in enumerate(wanted.seats) if seat.kind != "bot"]
    if len(people) != 1 or wanted.seats[people[0]].kind != "me":
        raise Problem(422, "practice_alone")
    return people[0]


def begin(found: Position, origin: str, seat: int, hidden: Hidden, key: int) -> Beginning:
    """What such a game begins with."""
    if found.over:
        raise Problem(409, "over_there")
    if not 0 <= seat < found.seats:
        raise Problem(422, "start_brings")
    beginning = Beginning(found, origin)
    return beginning.anew(seat, key) if hidden == "anew" else beginning
