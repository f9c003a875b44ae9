"""The seats of a table: who sits where, and what they are called."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from spielzug.core.texts import say
from spielzug.core.wire.requests import NewTable
from spielzug.server.games import known_bot
from spielzug.server.texts import NAMES
from spielzug.server.times import steady

HUMAN = "human"
FRIEND, PROGRAM = "friend", "program"
NAME_LENGTH = 24
MOST_MARKS = 3
"""Accents on one letter; more of them reach into the lines above and below."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Letters and signs that look like nothing, though Unicode calls them no spaces."""


@dataclass
class Place:
    """A seat at the table."""

    kind: str
    """me, local, friend or bot: how it was set up; program: a friend's seat that one has taken."""
    name: str
    player: str = HUMAN
    device: str | None = None
    hash: str | None = None
    """What the device has fixed of its nonce; the same at each of its places."""
    nonce: str | None = None
    stand_in: str | None = None
    """The bot that plays for someone who left."""

    @property
    def empty(self) -> bool:
        return self.player == HUMAN and self.device is None

    @property
    def bot(self) -> str | None:
        """The bot that moves here now, if one does."""
        return self.stand_in if self.player == HUMAN else self.player

    @property
    def person(self) -> bool:
        """Whether a person decides here: no bot, no stand-in, no program from outside."""
        return self.player == HUMAN and self.stand_in is None and self.kind != PROGRAM

    def again(self) -> Place:
        """The same for another game. A program may be gone by then, so its seat is offered anew."""
        if self.kind == PROGRAM:
            return Place(FRIEND, self.name)
        return Place(self.kind, self.name, self.player, self.device)


class Away:
    """Since when people are away. After a restart nobody knows, so the time begins anew."""

    def __init__(self) -> None:
        self._begin = steady()
        self._went: dict[str, float] = {}

    def went(self, device: str) -> None:
        """Its last connection has ended."""
        self._went[device] = steady()

    def seconds(self, device: str) -> float:
        """How long it has been away, if it is."""
        return steady() - self._went.get(device, self._begin)


# -- opening a table -----------------------------------------------------------------------------


def alone(wanted: NewTable) -> bool:
    """Whether one person plays against bots only: then hints are nobody else's business."""
    return sum(seat.kind != "bot" for seat in wanted.seats) <= 1


def may_practise(wanted: NewTable) -> bool:
    """Whether there is exactly one person, so that nobody else is cheated."""
    return sum(seat.kind != "bot" for seat in wanted.seats) == 1


def places_for(device: str, wanted: NewTable, lang: str) -> list[Place]:
    places = []
    for number, seat in enumerate(wanted.seats, 1):
        name = clean_name(seat.name or "")
        if seat.kind == "bot":
            bot = known_bot(seat.bot or "")
            places.append(Place(seat.kind, name or bot.capitalize(), bot))
        elif seat.kind == FRIEND:
            name = name or say(NAMES, "friend", lang, number=number)
            places.append(Place(seat.kind, name))
        else:
            name = name or say(NAMES, "player", lang, number=number)
            places.append(Place(seat.kind, name, HUMAN, device))
    taken: set[str] = set()
    for place in places:
        place.name = unique_name(place.name, taken)
        taken.add(place.name)
    return places


# -- names ---------------------------------------------------------------------------------------


def clean_name(name: str) -> str:
    """A name as it may stand on a board: one line, and nothing in it that cannot be seen."""
    seen, marks = "", 0
    for sign in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind == "Cc":
            seen += " "
        elif marks and (marks > MOST_MARKS or not seen or seen[-1].isspace()):
            continue  # one of a tower, or a mark of nothing
        elif kind[0] != "C" and sign not in BLANK:
            seen += sign
    return " ".join(seen.split())[:NAME_LENGTH].strip()


def unique_name(name: str, taken: set[str]) -> str:
    """The name, or with a number if someone else has it: sentences must be clear."""
    free, count = name, 2
    while free in taken:
        suffix = f" {count}"
        free, count = name[: NAME_LENGTH - len(suffix)] + suffix, count + 1
    return free
