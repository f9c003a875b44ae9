"""The seats of a table: who plays there, the names shown for them, and how long people are away."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol

from spielzug.bots import bots_for
from spielzug.core.players import HUMAN as HUMAN
from spielzug.core.table_values import Why
from spielzug.core.texts import say
from spielzug.games import NAMES as GAMES
from spielzug.games import get_game
from spielzug.tables.errors import TableError
from spielzug.tables.texts import NAMES

FRIEND, PROGRAM = "friend", "program"
GONE: Final = "left"
MISSED: Final = "away"
LATE: Final = "time"
NAME_LENGTH = 24
MOST_MARKS = 3
"""Combining marks on one letter; more of them would overlap the lines above and below."""
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"
"""Invisible characters that Unicode does not classify as spaces."""


@dataclass
class Place:
    """A seat at the table."""

    kind: str
    """me, local, friend or bot, as set up; program: a friend's seat that a program has taken."""
    name: str
    """The name in records: in English if nobody chose one, and fixed once the start is sealed."""
    player: str = HUMAN
    device: str | None = None
    hash: str | None = None
    """The hash by which the device committed to its nonce; the same at all its places."""
    nonce: str | None = None
    stand_in: str | None = None
    """The bot that plays for the person."""
    why: Why | None = None
    """Why the stand-in plays."""
    shown: str | None = None
    """The name shown at the table; None: a default name in the reader's language."""
    fixed_by: str | None = None
    """The device that committed the nonce, if the seat has moved to another one since the deal."""
    released: float | None = None
    """When it was offered to somebody new, see `seat_changes.release`; None: it is not."""
    since: int | None = None
    """The log entry from which on somebody new plays here; None: still the first person."""

    @property
    def empty(self) -> bool:
        return self.player == HUMAN and self.device is None

    @property
    def bot(self) -> str | None:
        """The bot that moves here now, if any."""
        return self.stand_in if self.player == HUMAN else self.player

    @property
    def has_owner(self) -> bool:
        """Whether it belongs to a person, even while a bot stands in."""
        return self.player == HUMAN and self.kind != PROGRAM

    @property
    def is_person(self) -> bool:
        """Whether a person decides here: no bot, no stand-in, no program."""
        return self.has_owner and self.stand_in is None

    def for_rematch(self) -> Place:
        """The place for a rematch; the seat of a program or of an absent person becomes free."""
        if self.kind == PROGRAM or self.released is not None:
            return Place(FRIEND, "")
        return Place(self.kind, self.name, self.player, self.device, shown=self.shown)


# -- opening a table -----------------------------------------------------------------------------


class WantedSeat(Protocol):
    """A seat of a table that somebody wants to open."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str | None: ...
    @property
    def bot(self) -> str | None: ...


def is_solo(seats: Sequence[WantedSeat]) -> bool:
    """Whether at most one person plays; then hints are on unless chosen otherwise."""
    return _people(seats) <= 1


def can_practise(seats: Sequence[WantedSeat]) -> bool:
    """Whether exactly one person plays, so that taking moves back is unfair to nobody."""
    return _people(seats) == 1


def _people(seats: Sequence[WantedSeat]) -> int:
    return sum(seat.kind != "bot" for seat in seats)


def only_person(seats: Sequence[WantedSeat]) -> int:
    """The seat of the only person; raises if there are others."""
    people = [number for number, seat in enumerate(seats) if seat.kind != "bot"]
    if len(people) != 1 or seats[people[0]].kind != "me":
        raise TableError("practice_alone")
    return people[0]


def places_for(device: str, seats: Sequence[WantedSeat]) -> list[Place]:
    """The places of a new table; the caller has checked that its bots can play there."""
    places = []
    for seat in seats:
        player = (seat.bot or "") if seat.kind == "bot" else HUMAN
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
    """A place's default name in a language."""
    if place.player != HUMAN:
        return say(NAMES, f"bot_{place.player}", lang)
    if place.kind == FRIEND and place.device is None:
        return say(NAMES, "friend", lang, number=number)
    key = {"local": "player", PROGRAM: "program"}.get(place.kind, "guest")
    return say(NAMES, key, lang, number=number)


def recorded_name(place: Place, number: int) -> str:
    """The default name in records, where bots are named by their level."""
    bot = place.player != HUMAN
    return place.player.capitalize() if bot else plain_name(place, number, "en")


def shown_names(places: Sequence[Place], lang: str, game: str) -> list[str]:
    """The names of all seats for a reader of that language."""
    names = [place.shown for place in places if place.shown is not None]
    return names if len(names) == len(places) else _with_default_names(places, lang, game)


def _with_default_names(places: Sequence[Place], lang: str, game: str) -> list[str]:
    """The same where somebody has not chosen a name."""
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
    """A name from the game's cast for a bot of that level: its own, or the next free one."""
    names = _casts(game).get(place.player, ())
    return next((name for name in names if name not in taken), names[0] if names else None)


@cache
def _casts(game: str) -> dict[str, tuple[str, ...]]:
    """For each level the cast's names, in the order in which they are tried."""
    cast = tuple(get_game(game).cast) if game in GAMES else ()
    starts = {level: at % len(cast) for at, level in enumerate(bots_for(game))} if cast else {}
    return {level: (*cast[at:], *cast[:at]) for level, at in starts.items()}


def clean_name(name: str) -> str:
    """A name that is safe to show: one line, without invisible characters, shortened."""
    seen, marks = "", 0
    for sign in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind == "Cc":
            seen += " "
        elif marks and (marks > MOST_MARKS or not seen or seen[-1].isspace()):
            continue  # too many marks on a letter, or a mark without one
        elif kind[0] != "C" and sign not in BLANK:
            seen += sign
    return " ".join(seen.split())[:NAME_LENGTH].strip()


def unique_name(name: str, taken: set[str]) -> str:
    """The name, with a number if it is taken, so that sentences are unambiguous."""
    free, count = name, 2
    while free in taken:
        suffix = f" {count}"
        free, count = name[: NAME_LENGTH - len(suffix)] + suffix, count + 1
    return free


class AbsenceTracker:
    """How long people have been away. It is not stored, so it starts again after a restart."""

    def __init__(self, steady: Callable[[], float]) -> None:
        self._steady = steady
        self._begin = self._turn = steady()
        self._last_seen: dict[str, float] = {}

    def mark_present(self, device: str) -> None:
        """The device was just present: its last connection ended, or it acted without one."""
        self._last_seen[device] = self._steady()

    def start_turn(self) -> None:
        """Start of a turn: waiting counts from here, however long the person has been away."""
        self._turn = self._steady()

    def seconds(self, device: str) -> float:
        """Seconds that a disconnected device has been away."""
        return self._steady() - self._last_seen.get(device, self._begin)

    def waited(self, device: str) -> float:
        """Seconds that the table has waited for a disconnected device whose turn it is."""
        return min(self.seconds(device), self._steady() - self._turn)
