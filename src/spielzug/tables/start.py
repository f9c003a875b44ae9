"""The start of a game: the commitments before the deal, or a given start position.

Dealt games: every device commits to a nonce by its hash. When all hashes are there, the start list
is sealed, stored and sent to everybody. Then every device reveals its nonce, and the last one
triggers the deal. If one never does, the start is void, and the void start is recorded.

Practice games may start from an entry of a finished game or from a position as text. Their start
list contains the whole position, so it stays secret until the end, no device can check it, and no
device contributes to the luck: see docs/fairness.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import (
    Device,
    NameSeal,
    Secret,
    StartList,
    TableLuck,
    Void,
    nonce_hash,
    quoted,
)
from spielzug.core.match import Beginning, Match
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.position_data import from_plain
from spielzug.core.table_values import Hidden
from spielzug.tables.errors import TableError
from spielzug.tables.seats import HUMAN, Place

if TYPE_CHECKING:
    from spielzug.wire import responses


LEFT, LOST, SILENT, SENT = "left", "lost", "silent", "sent"
MOST_VOIDS = 20
"""After that many the table can only be abandoned, so that the list of void starts stays short."""


@dataclass(frozen=True)
class VoidStart:
    """A void start, and the name of the person because of whom it is void."""

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
    """The commitments for one deal; a device's hash and nonce are stored at each of its places."""

    table: str
    places: list[Place]
    secret: Secret
    steady: Callable[[], float]
    """A clock that never jumps, in seconds."""
    voids: tuple[VoidStart, ...] = ()
    sealed: StartList | None = None
    removed: tuple[int, ...] = ()
    """Seats whose names were removed when the game was over."""
    sealed_as: str | None = None
    """The fingerprint before names were removed from a list without seals (earlier versions)."""
    seals: list[NameSeal] = field(init=False)
    """By seat: how the list binds the name of a person there."""
    alone: bool = False
    """No device contributes to the luck, because the game is not dealt, see `StartPosition`."""
    _since: float = field(init=False)
    """When the list was sealed or loaded."""

    def __post_init__(self) -> None:
        self._since = self.steady()
        self.seals = [NameSeal.fresh() for _ in self.places]

    # -- queries ----------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        """Seconds since the devices could reveal their nonces."""
        return self.steady() - self._since

    def of(self, device: str) -> list[Place]:
        return [place for place in self.places if place.device == device]

    def hash_of(self, device: str) -> str | None:
        """The hash that the device committed; the same at each of its places that has one."""
        return next((place.hash for place in self.of(device) if place.hash is not None), None)

    def needs_hash(self, device: str) -> bool:
        return not self.alone and bool(self.of(device)) and self.hash_of(device) is None

    def has_revealed(self, device: str) -> bool:
        return any(place.nonce is not None for place in self.of(device))

    @property
    def awaited(self) -> list[int]:
        """Seats of devices that still owe a hash or, once the list is sealed, a nonce."""
        return [] if self.alone else awaited_seats(self.places, self.sealed is not None)

    @property
    def _devices(self) -> tuple[Device, ...]:
        """Each device once, in the order of their first seats."""
        seats: dict[str, list[int]] = {}
        for number, place in enumerate(self.places):
            if place.device is not None and not self.alone:
                seats.setdefault(place.fixed_by or place.device, []).append(number)
        return tuple(
            Device(tuple(numbers), self.places[numbers[0]].hash or "") for numbers in seats.values()
        )

    def luck(self) -> TableLuck:
        """The luck of the game; call it when all nonces are revealed."""
        assert self.sealed is not None
        nonces = [self.places[device.seats[0]].nonce or "" for device in self.sealed.devices]
        return TableLuck(self.secret, self.sealed, tuple(nonces))

    # -- changes ----------------------------------------------------------------------------------

    def check_hash_unused(self, device: str, given: str) -> None:
        """Raise if another device has committed the same hash."""
        if any(place.hash == given and place.device != device for place in self.places):
            raise TableError("same_hash")

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
        """Seal the start list once all seats are taken and all hashes are there."""
        everybody = not any(place.empty for place in self.places) and not self.awaited
        if self.sealed is None and everybody:
            self.sealed = self.list_of(about)
            self._since = self.steady()

    def unseal_name(self, seat: int) -> None:
        """Prepare the sealed list for the removal of a name: only its hash stays."""
        self.removed = tuple(sorted({*self.removed, seat}))
        if self.sealed is not None and not self.seals[seat].salt:
            self.sealed_as = self.sealed.fingerprint
        self.seals[seat] = self.seals[seat].without(quoted(self.places[seat].name))

    def reveal(self, device: str, nonce: str, fingerprint: str) -> bool:
        """Store a revealed nonce; False if that changes nothing.

        Raises unless the fingerprint is the sealed list's and the nonce fits the committed hash. A
        nonce for a list that has just become void is no error.
        """
        if any(one.void.fingerprint == fingerprint for one in self.voids):
            return False
        if self.sealed is None:
            raise TableError("not_sealed")
        if fingerprint != self.sealed.fingerprint:
            raise TableError("other_list")
        if nonce_hash(nonce) != self.hash_of(device):
            raise TableError("wrong_nonce")
        if self.has_revealed(device):
            return False
        for place in self.of(device):
            place.nonce = nonce
        return True

    def void(self, seat: int, why: str) -> None:
        """Void a sealed list and record it; secret, hashes and nonces start afresh."""
        if self.sealed is None:
            return
        if len(self.voids) >= MOST_VOIDS:
            raise TableError("too_many_voids", count=MOST_VOIDS)
        void = Void(seat, why, self.sealed.fingerprint)
        self.voids = (*self.voids, VoidStart(void, self.places[seat].name))
        self.secret, self.sealed = Secret.fresh(), None
        for place in self.places:
            place.hash = place.nonce = None


@dataclass(frozen=True)
class StartPosition:
    """A given start position, and the table and entry that it was taken from."""

    beginning: Beginning
    hidden: Hidden
    table: str | None = None
    entry: int | None = None

    @classmethod
    def of_match(cls, match: Match) -> StartPosition | None:
        """Where a match began that comes from a record; None if it was dealt."""
        if match.origin is None:
            return None
        entry = re.match(r"entry (\d+) of ", match.origin)
        return cls(
            Beginning(match.position_at(0), match.origin),
            "anew" if "as seat" in match.origin else "as_was",
            entry=None if entry is None else int(entry[1]),
        )

    @property
    def position(self) -> Position:
        return self.beginning.position

    def to_text(self) -> str:
        """JSON for the database, and for the answer of the background process."""
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
                "position": position.plain_state | {"rng": 0},
            }
        )

    @classmethod
    def from_text(cls, text: str, game: Game) -> StartPosition:
        """Raises if it belongs to another game or does not fit the game's state.

        Plain rules accept larger numbers than compiled ones, so a process with plain rules may have
        accepted a position that does not fit here.
        """
        told = json.loads(text)
        if told["game"] != game.name:
            raise TableError("start_brings")
        options: Options = game.options.from_text(told["options"])
        try:
            state = from_plain(game, told["position"])
        except CannotRead as error:
            raise TableError("no_position", reason=str(error)) from None
        position = Position(game, options, game.facts_memory(options, told["rules"]), state)
        beginning = Beginning(position, told["origin"])
        return cls(beginning, told["hidden"], told["table"], told["entry"])


def parse_position(text: str, find_game: Callable[[str], Game]) -> Position:
    """Parse and validate an untrusted position; the problem says what is wrong with it."""
    try:
        told = json.loads(text)
        name = told.get("game") if isinstance(told, Mapping) else None
        if not isinstance(name, str):
            raise CannotRead('JSON that begins with {"game": …} is expected')
        position = Position.load(find_game(name), text)
    except (ValueError, RecursionError):
        raise TableError("no_position", reason="JSON") from None
    except (CannotRead, UsageError) as error:
        raise TableError("no_position", reason=str(error)) from None
    return position


def describe_position(position: Position) -> responses.PositionFound:
    return {
        "game": position.game.name,
        "options": position.options.named(),
        "seats": position.seats,
        "actor": position.actor,
    }


def check_matches_start(start_position: StartPosition, options: object, seats: int) -> None:
    """Raise unless the options are left to the start position, and it has as many seats."""
    if options or seats != start_position.position.seats:
        raise TableError("start_brings")


def begin(found: Position, origin: str, seat: int, hidden: Hidden, key: int) -> Beginning:
    """The beginning of a practice game; `hidden` "anew" redraws what `seat` cannot see."""
    if found.over:
        raise TableError("over_there")
    if not 0 <= seat < found.seats:
        raise TableError("start_brings")
    beginning = Beginning(found, origin)
    return beginning.redealt(seat, key) if hidden == "anew" else beginning
