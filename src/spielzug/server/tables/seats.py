"""The seats of a table: who sits where, and what they are called.

Sitting down at a table and standing up, and what a device gives to the luck of its deal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final, Literal

from spielzug.bots import bots_for
from spielzug.bots.net.player import GameTerms
from spielzug.core.texts import say
from spielzug.games import NAMES as GAMES
from spielzug.games import get_game
from spielzug.server.cluster.steady_time import steady
from spielzug.server.games import check_bot
from spielzug.server.texts.sentences import NAMES
from spielzug.wire.requests import NewTable

HUMAN = "human"
FRIEND, PROGRAM = "friend", "program"
GONE: Final = "left"
MISSED: Final = "away"
LATE: Final = "time"
Why = Literal["left", "away", "time"]
"""A bot plays for a person who left, whom the others missed, or whose time was over."""
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
    """As records write it: in one language, and the same to the end once the start is sealed."""
    player: str = HUMAN
    device: str | None = None
    hash: str | None = None
    """What the device has fixed of its nonce; the same at each of its places."""
    nonce: str | None = None
    stand_in: str | None = None
    """The bot that plays for someone who left."""
    why: Why | None = None
    """Why it does, if it does."""
    shown: str | None = None
    """What it is called at the table; None: as the language of whoever reads it calls it."""
    fixed_by: str | None = None
    """The device that fixed the nonce, if the seat has gone to another one since the deal."""
    released: float | None = None
    """When it was offered to somebody new, see `releasing`; None: it is not."""
    since: int | None = None
    """From which entry on somebody else plays here than the one who sat down first."""

    @property
    def empty(self) -> bool:
        return self.player == HUMAN and self.device is None

    @property
    def bot(self) -> str | None:
        """The bot that moves here now, if one does."""
        return self.stand_in if self.player == HUMAN else self.player

    @property
    def has_owner(self) -> bool:
        """Whether it is a person's, even if a bot plays there just now."""
        return self.player == HUMAN and self.kind != PROGRAM

    @property
    def is_person(self) -> bool:
        """Whether a person decides here: no bot, no stand-in, no program from outside."""
        return self.has_owner and self.stand_in is None

    def again(self) -> Place:
        """The same for another game. A program may be gone by then, so its seat is offered anew,
        and so is one whose person is gone."""
        if self.kind == PROGRAM or self.released is not None:
            return Place(FRIEND, "")
        return Place(self.kind, self.name, self.player, self.device, shown=self.shown)


# -- opening a table -----------------------------------------------------------------------------


def read_places(rows: Sequence[Mapping[str, Any]]) -> list[Place]:
    """As they lie in the file."""
    names = [field.name for field in fields(Place)]
    return [Place(**{name: row[name] for name in names}) for row in rows]


def is_solo(wanted: NewTable) -> bool:
    """Whether one person plays against bots only: then hints are nobody else's business."""
    return sum(seat.kind != "bot" for seat in wanted.seats) <= 1


def can_practise(wanted: NewTable) -> bool:
    """Whether there is exactly one person, so that nobody else is cheated."""
    return sum(seat.kind != "bot" for seat in wanted.seats) == 1


def places_for(device: str, wanted: NewTable, terms: GameTerms) -> list[Place]:
    places = []
    for seat in wanted.seats:
        player = check_bot(seat.bot or "", terms) if seat.kind == "bot" else HUMAN
        sits = device if seat.kind in ("me", "local") else None
        own = clean_name(seat.name or "") or None
        places.append(Place(seat.kind, own or "", player, sits, shown=own))
    taken: set[str] = set()
    for number, place in enumerate(places, 1):
        place.name = unique_name(place.name or recorded_name(place, number), taken)
        place.shown = place.shown and place.name
        taken.add(place.name)
    return places


# -- names ---------------------------------------------------------------------------------------


def plain_name(place: Place, number: int, lang: str) -> str:
    """What a place is called in a language if nobody has given it a name."""
    if place.player != HUMAN:
        return say(NAMES, f"bot_{place.player}", lang)
    if place.kind == FRIEND and place.device is None:
        return say(NAMES, "friend", lang, number=number)
    key = {"local": "player", PROGRAM: "program"}.get(place.kind, "guest")
    return say(NAMES, key, lang, number=number)


def recorded_name(place: Place, number: int) -> str:
    """The same for records, which know bots by their level."""
    bot = place.player != HUMAN
    return place.player.capitalize() if bot else plain_name(place, number, "en")


def shown_names(places: Sequence[Place], lang: str, game: str) -> list[str]:
    """What everybody at a table is called, for a reader of that language."""
    taken = {place.shown for place in places if place.shown is not None}
    names = []
    for number, place in enumerate(places, 1):
        name = place.shown
        if name is None:
            name = _cast_name(place, game, taken) or plain_name(place, number, lang)
            name = unique_name(name, taken)
            taken.add(name)
        names.append(name)
    return names


def _cast_name(place: Place, game: str, taken: set[str]) -> str | None:
    """The name of the bot of that level in the game's cast, or of the next one who is free."""
    names = _casts(game).get(place.player, ())
    return next((name for name in names if name not in taken), names[0] if names else None)


@cache
def _casts(game: str) -> dict[str, tuple[str, ...]]:
    """For each level the names in the order in which they are tried."""
    cast = tuple(get_game(game).cast) if game in GAMES else ()
    starts = {level: at % len(cast) for at, level in enumerate(bots_for(game))} if cast else {}
    return {level: (*cast[at:], *cast[:at]) for level, at in starts.items()}


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


class AbsenceTracker:
    """Since when people are away. After a restart nobody knows, so the time begins anew."""

    def __init__(self) -> None:
        self._begin = self._turn = steady()
        self._last_seen: dict[str, float] = {}

    def mark_present(self, device: str) -> None:
        """Its last connection has ended, or it did something without one."""
        self._last_seen[device] = steady()

    def start_turn(self) -> None:
        """Whoever is to decide now has the whole time, however long they have been away."""
        self._turn = steady()

    def seconds(self, device: str) -> float:
        """How long it has been away, if it is."""
        return steady() - self._last_seen.get(device, self._begin)

    def waited(self, device: str) -> float:
        """How long everybody has waited for it, if it is away and to decide."""
        return min(self.seconds(device), steady() - self._turn)
