"""The start of a table: what everybody fixes before the deal, and who has still to show it.

Every device gives the hash of its nonce. When all are there the list is sealed: written down, and
told to everybody. Then every device shows its nonce, and the last one brings the deal. If one of
them never does, the start is void, and counted: there is no dealing without it.

Where a practice game begins that is not dealt: in a finished game, or in a position as text.

The whole position stands in the table's start list, as in every record with such a start. So the
list is nobody's before the end, no device can check it, and none adds to the luck: see
docs/fairness.md.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import Device, EntryLuck, Secret, StartList, TableLuck, Void, nonce_hash
from spielzug.core.match import Beginning
from spielzug.core.memory import plain
from spielzug.core.options import Options
from spielzug.core.position import Position, check_possible, from_plain
from spielzug.server.problems import Problem
from spielzug.server.tables.seats import HUMAN, Place
from spielzug.wire.requests import Hidden, NewTable
from spielzug.wire.responses import PositionFound

LEFT, LOST, SILENT, SENT = "left", "lost", "silent", "sent"
MOST_VOIDS = 20
"""Then the table can only be called off: a list of void starts must not grow for ever."""


@dataclass(frozen=True)
class VoidStart:
    """A start that came to nothing, and the name of the one it came to nothing with."""

    void: Void
    name: str


def awaited_seats(places: Sequence[Place], sealed: bool) -> list[int]:
    missing = "nonce" if sealed else "hash"
    return [
        seat
        for seat, place in enumerate(places)
        if place.player == HUMAN and place.device is not None and getattr(place, missing) is None
    ]


@dataclass
class Start:
    """What is fixed for one deal; hash and nonce of a device stand at each of its places."""

    table: str
    places: list[Place]
    secret: Secret
    voids: tuple[VoidStart, ...] = ()
    sealed: StartList | None = None
    removed: tuple[int, ...] = ()
    """Seats whose names were removed when the game was over."""
    sealed_as: str | None = None
    """The fingerprint that the list had before that."""
    alone: bool = False
    """No device adds to the luck: of games that are not dealt, see `start_position`."""
    _since: float = field(default_factory=time.monotonic)
    """When the list was sealed, or read again from the file."""

    # -- looking ----------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """How long everybody has been able to show their nonce."""
        return time.monotonic() - self._since

    def of(self, device: str) -> list[Place]:
        return [place for place in self.places if place.device == device]

    def hash_of(self, device: str) -> str | None:
        """What the device has fixed; the same at each of its places that has one."""
        return next((place.hash for place in self.of(device) if place.hash is not None), None)

    def needs_hash(self, device: str) -> bool:
        return not self.alone and bool(self.of(device)) and self.hash_of(device) is None

    def has_revealed(self, device: str) -> bool:
        return any(place.nonce is not None for place in self.of(device))

    @property
    def awaited(self) -> list[int]:
        """The seats of the devices that have something to give: a hash, or then a nonce."""
        return [] if self.alone else awaited_seats(self.places, self.sealed is not None)

    @property
    def _devices(self) -> tuple[Device, ...]:
        """In the order of their first seats, each once."""
        seats: dict[str, list[int]] = {}
        for number, place in enumerate(self.places):
            if place.device is not None and not self.alone:
                seats.setdefault(place.fixed_by or place.device, []).append(number)
        return tuple(
            Device(tuple(numbers), self.places[numbers[0]].hash or "") for numbers in seats.values()
        )

    def luck(self) -> TableLuck:
        """When all nonces are there."""
        assert self.sealed is not None
        nonces = [self.places[device.seats[0]].nonce or "" for device in self.sealed.devices]
        return TableLuck(self.secret, self.sealed, tuple(nonces))

    def legacy_luck(self) -> EntryLuck:
        """Of tables whose records have format 1: nonces as they came, no list."""
        return EntryLuck(
            self.secret, tuple(place.nonce for place in self.places if place.nonce is not None)
        )

    # -- doing ------------------------------------------------------------------------------------

    def refuse_hash(self, device: str, given: str) -> None:
        """Two devices with one nonce would be one device."""
        if any(place.hash == given and place.device != device for place in self.places):
            raise Problem(409, "same_hash")

    def commit_hash(self, device: str, given: str | None) -> None:
        for place in self.of(device):
            place.hash = given

    def list_of(self, about: Sequence[str]) -> StartList:
        return StartList(
            tuple(about),
            self.table,
            self.secret.commitment,
            self._devices,
            tuple(one.void for one in self.voids),
            self.removed if self.sealed_as else (),
            self.sealed_as or "",
        )

    def seal(self, about: Sequence[str]) -> None:
        """Once everybody sits and has fixed a nonce; from now on nothing of it can change."""
        everybody = not any(place.empty for place in self.places) and not self.awaited
        if self.sealed is None and everybody:
            self.sealed = self.list_of(about)
            self._since = time.monotonic()

    def reveal(self, device: str, nonce: str, fingerprint: str) -> bool:
        """Whether that was news; refused unless it is this list, and the nonce that was fixed.

        Who speaks while the list comes to nothing did nothing wrong, and is told how it stands.
        """
        if any(one.void.fingerprint == fingerprint for one in self.voids):
            return False
        if self.sealed is None:
            raise Problem(409, "not_sealed")
        if fingerprint != self.sealed.fingerprint:
            raise Problem(409, "other_list")
        if nonce_hash(nonce) != self.hash_of(device):
            raise Problem(422, "wrong_nonce")
        if self.has_revealed(device):
            return False
        for place in self.of(device):
            place.nonce = nonce
        return True

    def void(self, seat: int, why: str) -> None:
        """The list comes to nothing: all is fixed anew, and it is written down that it was."""
        if self.sealed is None:
            return
        if len(self.voids) >= MOST_VOIDS:
            raise Problem(409, "too_many_voids", count=MOST_VOIDS)
        void = Void(seat, why, self.sealed.fingerprint)
        self.voids = (*self.voids, VoidStart(void, self.places[seat].name))
        self.secret, self.sealed = Secret.fresh(), None
        for place in self.places:
            place.hash = place.nonce = None


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


def parse_position(text: str, find_game: Any) -> Position:
    """A position that somebody has sent: whatever is wrong with it is said, nothing is believed."""
    try:
        told = json.loads(text)
        name = told.get("game") if isinstance(told, Mapping) else None
        if not isinstance(name, str):
            raise CannotRead('JSON that begins with {"game": …} is expected')
        position = Position.load(find_game(name), text)
        check_possible(position)
        position.game.check_seats(position.seats)
        position.options.check_for_seats(position.seats)
    except (ValueError, RecursionError):
        raise Problem(422, "no_position", reason="JSON") from None
    except (CannotRead, UsageError) as error:
        raise Problem(422, "no_position", reason=str(error)) from None
    return position


def describe_position(position: Position) -> PositionFound:
    return PositionFound(
        game=position.game.name,
        options=position.options.named(),
        seats=position.seats,
        actor=position.actor,
    )


def check_matches_start(start_position: StartPosition, wanted: NewTable) -> None:
    """The start brings options and seats, too."""
    if wanted.options or len(wanted.seats) != start_position.position.seats:
        raise Problem(422, "start_brings")


def only_person(wanted: NewTable) -> int:
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
