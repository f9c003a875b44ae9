"""One table: its seats, its match, and who may do what.

A method checks first and changes afterwards. What it changed is collected in `changes`, for whoever
saves it and tells the people at the table. Whatever takes time is told by the table's `clock`.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from spielzug.bots.names import PREPARING, is_thinking_bot
from spielzug.core.errors import CannotRead, NotAllowed
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.luck import UNSEALED, Luck, Secret
from spielzug.core.match import DECISION, POSITION, PRACTICE, UNDO, LogEntry, Match, Seat
from spielzug.core.options import Options
from spielzug.core.position import Position, Seen
from spielzug.core.records import about_lines
from spielzug.core.table_values import Right, Status, Why
from spielzug.tables.errors import TableError
from spielzug.tables.seats import (
    HUMAN,
    PROGRAM,
    AbsenceTracker,
    Place,
    recorded_name,
    shown_names,
    unique_name,
)
from spielzug.tables.start import Start, StartPosition
from spielzug.tables.time_limit import ClockStep, TimeLimit, Times

if TYPE_CHECKING:
    from spielzug.wire import parts


T = TypeVar("T")

WAITING: Final = "waiting"
RUNNING: Final = "running"
OVER: Final = "over"
NOBODY = -1
GRACE = 180
UNDOS = 500
LOG_LENGTH = 5000  # entries; a longer log still takes decisions, but no undo
MOST_SHARED = 8
"""Parts of messages that a table keeps for those who are told the same."""
NEVER = -1
"""Instead of a percentage: compiling this game failed."""


def fresh_id() -> str:
    """120 random bits, so that nobody can guess a table or a device."""
    return secrets.token_urlsafe(15)


class TableClock(ABC):
    """Tells a table the time, in seconds since 1970."""

    @abstractmethod
    def now(self) -> float:
        """The time that people are shown."""

    def steady(self) -> float:
        """The time that durations and deadlines are computed from: it should never jump."""
        return self.now()


class Table:
    def __init__(
        self,
        game: Game,
        options: Options,
        places: list[Place],
        creator: str,
        pace: int,
        table_id: str | None = None,
        *,
        clock: TableClock,
        hints: bool = False,
        practice: bool = False,
        grace: int | None = GRACE,
        time_to_think: TimeLimit | None = None,
    ) -> None:
        self.id = table_id or fresh_id()
        self.game = game
        self.options = options
        self.version = game.rules_version
        """Version of the rules; a table keeps the one that it started with."""
        self.places = places
        self.creator = creator
        self.pace = pace
        self.clock = clock
        self.preparing: int | None = None
        """Percent compiled until bots can search in this game, or `NEVER`; None: they can."""
        self.trouble: str | None = None
        """The current problem, the key of a sentence."""
        self.instead: dict[int, str] = {}
        """Numbers of entries that the quick player decided for somebody else, and why."""
        self.hints = hints
        """Whether people may ask for hints; everybody at the table can see that."""
        self.practice = practice  # everything may be undone: one person plays against bots
        self.grace = grace  # seconds to wait for an absent person; None: forever
        self.open = False  # listed in the open lobby, where anybody may take a seat
        self.time_to_think = time_to_think  # None: no limit
        self.times: Times | None = None
        """The clocks of the seats, if there is a time limit."""
        if time_to_think is not None:
            self.times = Times(time_to_think, lambda n: self.places[n].has_owner, len(places))
        self.away = AbsenceTracker(clock.steady)
        self.start = Start(self.id, places, Secret.fresh(), clock.steady)
        self.reveal_seconds = 0.0
        """Seconds a device has to reveal its nonce."""
        self.start_position: StartPosition | None = None
        """Where the game starts if it is not dealt."""
        self.status: Status = WAITING
        self.rematch: str | None = None
        self.result: tuple[float, ...] | None = None
        self.reason: str | None = None
        self.closed: str | None = None  # the reason of the host who ended it; may be empty
        self.created = self.updated = clock.now()
        self.ended: float | None = None
        self.dealt: float | None = None
        """When the game's clock started, by `clock.steady`."""
        self.calling_off: set[int] = set()
        """Seats that have voted to end a game that nobody can win any more."""
        self.match: Match | None = None
        self.positions: list[Position] = []
        """The position after each entry of the log, undone ones included."""
        self.changes = self.new_changes()
        self._seen: dict[tuple[int, int], Seen] = {}
        self._shared: dict[Hashable, Any] = {}
        self._undos = self._counted = 0
        self._forced = (-1, False)
        self.facts_message: parts.FactsMessage | None = None
        """What never changes after the deal, as a message; the same for everybody."""

    def new_changes(self) -> Changes:
        return Changes()

    @classmethod
    def resume(cls, match: Match, places: list[Place], creator: str, clock: TableClock) -> Self:
        """A table where this match goes on, as practice if it was not dealt."""
        table = cls(match.game, match.options, places, creator, 0, clock=clock)
        table.version, table.match = match.version, match
        table.practice = match.origin is not None
        table.start_position = StartPosition.of_match(match)
        table.status, table.dealt = RUNNING, clock.steady()
        table.positions = [match.position_at(entry.number) for entry in match.log]
        table._end_if_over()
        return table

    def with_places(self, places: list[Place], creator: str) -> Self:
        """A new table with the same settings, not dealt yet."""
        return type(self)(
            self.game, self.options, places, creator, self.pace, clock=self.clock,
            hints=self.hints, practice=self.practice, grace=self.grace,
            time_to_think=self.time_to_think,
        )  # fmt: skip

    # -- queries ----------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The number that the next entry of the log will have."""
        return len(self.match.log) if self.match is not None else 0

    @property
    def actor(self) -> int:
        return self.match.actor if self.match is not None and self.status == RUNNING else NOBODY

    @property
    def ends(self) -> float | None:
        """When the game's clock ends the game, if it has one."""
        seconds = self.game.clock(self.options)
        return None if seconds is None or self.dealt is None else self.dealt + seconds

    @property
    def deadline(self) -> float | None:
        """When the time of the seat to act runs out, if there is a time limit."""
        return self.times.deadline if self.times is not None and self.status == RUNNING else None

    def time_left(self) -> float | None:
        """Seconds until `ends`, at most a whole game even if the machine's clock was changed."""
        whole = self.game.clock(self.options)
        if whole is None or self.ends is None:
            return None
        return max(0.0, min(float(whole), self.ends - self.clock.steady()))

    @property
    def secret(self) -> Secret:
        return self.start.secret

    @property
    def about(self) -> tuple[str, ...]:
        """The lines of the start list on the game and its seats."""
        start, origin = (
            self.start_position.beginning if self.start_position is not None else (None, POSITION)
        )
        return about_lines(self.game, self.version, self.options, self.sitting, start, origin)

    @property
    def sitting(self) -> list[Seat]:
        return [
            Seat(place.name, place.player, seal if place.player == HUMAN else UNSEALED)
            for place, seal in zip(self.places, self.start.seals, strict=True)
        ]

    def seats_of(self, device: str) -> list[int]:
        return [n for n, place in enumerate(self.places) if place.device == device]

    @property
    def bot_to_move(self) -> str | None:
        """The bot that is to decide now."""
        return self.places[self.actor].bot if self.actor >= 0 else None

    @property
    def program_to_move(self) -> bool:
        """Whether a program is to decide now, and no bot stands in for it."""
        if self.actor < 0:
            return False
        place = self.places[self.actor]
        return place.kind == PROGRAM and place.bot is None

    def bots_may_move(self, watched: bool) -> bool:
        """True while a person is seated, or somebody watches an untimed table of bots."""
        return any(place.is_person for place in self.places) or (self.times is None and watched)

    @property
    def has_thinking_bot(self) -> bool:
        """Whether a bot that searches has a seat at this table."""
        return any(is_thinking_bot(place.bot or "") for place in self.places)

    def played(self) -> Match:
        """The match; raises before the deal."""
        if self.match is None:
            raise TableError("over" if self.status == OVER else "not_started")
        return self.match

    def seen(self, number: int, seat: int) -> Seen:
        """What a seat (-1: a spectator) may know after an entry."""
        key = (number, seat)
        if key not in self._seen:
            if len(self._seen) >= 16:
                self._seen.clear()
            self._seen[key] = self.positions[number].seen(seat, self.played().names)
        return self._seen[key]

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of `make`, kept for others who are told the same; nobody may change it."""
        if key not in self._shared:
            if len(self._shared) >= MOST_SHARED:
                self._shared.clear()
            self._shared[key] = make()
        found: T = self._shared[key]
        return found

    def seen_by_actor(self) -> Seen:
        """What the seat to act may know, with the names in records."""
        match = self.played()
        return match.seen(match.actor)

    def clear_seen_cache(self) -> None:
        """Call it when something changes that views contain, such as a name."""
        self._seen.clear()

    def rights(self, device: str) -> list[Right]:
        """What a device may do with the table itself, so that its page offers nothing else."""
        if self.status == OVER or (device != self.creator and not self.seats_of(device)):
            return []
        may: list[Right] = ["pace"]
        if self._may_abandon(device):
            may.append("abandon")
        if self.status == WAITING and device == self.creator:
            may.append("fill")
        return may

    def _may_abandon(self, device: str) -> bool:
        # While a seat waits for a friend, only the creator may abandon the table.
        alone = all(p.device == device or (p.device is None and not p.empty) for p in self.places)
        return device == self.creator or alone

    def can_undo(self, seat: int) -> bool:
        if self.match is None or self.status != RUNNING or not 0 <= seat < len(self.places):
            return False
        if self.places[seat].bot is not None or self._undo_point(seat) is None:
            return False
        return self.undos < UNDOS and self.number < LOG_LENGTH

    def _undo_point(self, seat: int) -> int | None:
        """The first entry that an undo of this seat takes back."""
        match = self.played()
        if self.practice:
            return match.last_choice(seat)
        if self._among_bots(seat):
            return match.last_uninformed_choice(seat)
        return self.number - 1 if match.can_undo(seat) else None

    def _among_bots(self, seat: int) -> bool:
        people = [n for n, place in enumerate(self.places) if place.player == HUMAN]
        return not people or people == [seat]

    def forced(self, seat: int) -> bool:
        """Whether a person there has only one choice, and it may be made automatically.

        This looks at the true position. It may reveal that the choice ends the game, but only to
        the person who has no other. Where cards are hidden from other people it is always False,
        because an instant decision would show them that there was no choice.
        """
        if self.actor != seat or self.places[seat].bot is not None:
            return False
        if self.game.secrets and not self._among_bots(seat):
            return False
        if self._forced[0] != self.number:
            legal = self.played().legal
            self._forced = (self.number, len(legal) == 1 and self.played().is_quiet(legal[0]))
        return self._forced[1]

    @property
    def undos(self) -> int:
        """The number of undos in this game."""
        if self.match is not None:
            new = self.match.log[self._counted :]
            self._undos += sum(entry.kind == UNDO for entry in new)
            self._counted += len(new)
        return self._undos

    # -- checks -----------------------------------------------------------------------------------

    def place(self, seat: int) -> Place:
        if not 0 <= seat < len(self.places):
            raise TableError("no_seat")
        return self.places[seat]

    def require_creator(self, device: str) -> None:
        """Raise unless the device opened the table."""
        if device != self.creator:
            raise TableError("not_creator")

    def own_place(self, device: str, seat: int) -> Place:
        place = self.place(seat)
        if place.device != device:
            raise TableError("not_your_seat")
        return place

    def require_participant(self, device: str) -> None:
        if device != self.creator and not self.seats_of(device):
            raise TableError("not_at_table")

    def running_match(self) -> Match:
        match = self.played()
        if self.status != RUNNING:
            raise TableError("over")
        return match

    def read_action(self, action: int | str) -> int:
        if isinstance(action, int):
            return action
        try:
            return self.game.words.parse(action)
        except CannotRead:
            raise TableError("cannot_read", text=action[:20]) from None

    # -- deciding ---------------------------------------------------------------------------------

    def decide(
        self, device: str, number: int, seat: int, action: int | str, lang: str
    ) -> tuple[int, bool]:
        """A person decides; gives the entry's number and whether it is a repeated request."""
        place = self.own_place(device, seat)
        match = self.played()
        wanted = self.read_action(action)
        if self._is_entry(number, DECISION, seat, wanted):
            return number, True
        if number != self.number:
            raise TableError("too_late")
        self.running_match()
        if place.stand_in is not None:
            raise TableError("seat_left")
        if match.actor != seat:
            raise TableError("not_your_turn")
        try:
            self.follow(match.play(wanted, lang))
        except NotAllowed as error:
            raise TableError("not_allowed", str(error)) from None
        self.away.mark_present(device)
        return number, False

    def decide_for_bot(
        self, number: int, seat: int, action: int, instead: str | None = None
    ) -> bool:
        """A bot decides; False if the table moved on or the person came back meanwhile."""
        if self.status != RUNNING or number != self.number or self.places[seat].bot is None:
            return False
        if instead == PREPARING and self.preparing == NEVER:
            instead = "never"
        self.follow(self.played().play(action), instead)
        return True

    def decide_for_program(self, number: int, seat: int, action: int, instead: str) -> bool:
        """The quick player decides for a silent program; False if the table moved on meanwhile."""
        if self.status != RUNNING or number != self.number or self.places[seat].kind != PROGRAM:
            return False
        self.follow(self.played().play(action), instead)
        return True

    def undo(self, device: str, number: int, seat: int) -> tuple[int, bool]:
        place = self.own_place(device, seat)
        match = self.played()
        if self._is_entry(number, UNDO, seat, None):
            return number, True
        if number != self.number:
            raise TableError("too_late")
        self.running_match()
        if place.stand_in is not None:
            raise TableError("seat_left")
        to = self._undo_point(seat)
        if to is None:
            raise TableError("nothing_to_undo")
        if self.undos >= UNDOS:
            raise TableError("too_many_undos", limit=UNDOS)
        if self.number >= LOG_LENGTH:
            raise TableError("log_too_long", limit=LOG_LENGTH)
        self.follow(match.take_back(seat, to, PRACTICE if self.practice else None))
        self.away.mark_present(device)
        return number, False

    def resign(self, device: str, seat: int) -> None:
        self.own_place(device, seat)
        self.from_outside(f"!resign{seat + 1}", "cannot_resign")

    def abandon(self, device: str) -> None:
        """End the game without a result: for the creator, or one who plays against bots only."""
        self.require_participant(device)
        if not self._may_abandon(device):
            raise TableError("not_creator")
        self.end_early()

    def end_early(self) -> None:
        if self.status == WAITING:
            self.status, self.reason = OVER, "abandoned"
            self.touch()
            self.ended = self.updated
        else:
            self.from_outside("!abandon", "cannot_abandon")

    def expire_clock(self) -> None:
        """The game's clock has run out; a game that has just ended stays as it is."""
        if self.status == RUNNING:
            self.from_outside(self.game.time_over, "over")

    def from_outside(self, notation: str, refusal: str) -> None:
        """Play an action that no seat decides; its notation begins with ``!`` by convention."""
        match = self.running_match()
        try:
            self.follow(match.from_outside(self.game.words.parse(notation)))
        except (CannotRead, NotAllowed):
            raise TableError(refusal) from None

    def _is_entry(self, number: int, kind: str, seat: int, action: int | None) -> bool:
        if self.match is None or not 0 < number < len(self.match.log):
            return False
        entry = self.match.log[number]
        return (entry.kind, entry.seat) == (kind, seat) and action in (None, entry.action)

    # -- seats ------------------------------------------------------------------------------------

    def hand_over(self, seat: int, bot: str | None, why: Why | None = None) -> None:
        """From now on `bot` plays for the person there; None: the person plays again."""
        self.places[seat].stand_in, self.places[seat].why = bot, why
        if self.times is not None:
            move = self.times.come_back if bot is None else self.times.leave
            move(seat, self.clock.steady())
        self.changes.handed_over.add(seat)
        self.touch()

    def set_pace(self, device: str, pace: int) -> None:
        self.require_participant(device)
        if pace != self.pace:
            self.pace = pace
            self.touch()

    def free_name(self, name: str, seat: int) -> str:
        others = [place for n, place in enumerate(self.places) if n != seat]
        return unique_name(name, {name for one in others for name in (one.name, one.shown) if name})

    def forget_name(self, seat: int) -> None:
        """Reset a seat to its default name."""
        place = self.places[seat]
        place.shown = None
        place.name = self.free_name(recorded_name(place, seat + 1), seat)

    def names(self, lang: str) -> list[str]:
        """The names of all seats for a reader of that language."""
        return shown_names(self.places, lang, self.game.name)

    def start_from(self, start_position: StartPosition) -> None:
        """Start from a given position instead of a deal; this makes it a practice game."""
        self.start_position = start_position
        self.version = start_position.position.version
        self.practice = self.start.alone = True

    # -- the deal ---------------------------------------------------------------------------------

    def deal_if_complete(self) -> None:
        """Seal the start once all nonces are committed; deal once all are revealed."""
        if self.status != WAITING:
            return
        self.start.seal(self.about)
        if self.start.sealed is None or self.start.awaited:
            return
        self.set_up_match()
        self.status = RUNNING
        # People who have joined may still be loading the table.
        self.away = AbsenceTracker(self.clock.steady)
        self.follow(self.played().log[0])
        self.touch()

    @property
    def luck(self) -> Luck:
        return self.start.luck()

    def set_up_match(self, dealt: tuple[Position, Sequence[Event]] | None = None) -> None:
        start, origin = (
            self.start_position.beginning if self.start_position is not None else (None, POSITION)
        )
        self.match = Match(
            self.game, self.sitting, self.luck, self.options, self.version,
            start=start, origin=origin, dealt=dealt,
        )  # fmt: skip

    def touch(self) -> None:
        self.updated = self.clock.now()
        self.changes.table = True

    def follow(self, entry: LogEntry, instead: str | None = None) -> float:
        """Update the table after a new entry of the match; gives the entry's time."""
        match = self.played()
        if instead is not None:
            self.instead[entry.number] = instead
        if entry.kind == UNDO and self.calling_off:
            self.calling_off.clear()  # the votes were about another position
            self.changes.table = True
        self.away.start_turn()
        self.positions.append(match.now)
        self.updated = self.clock.now()
        at = self.clock.steady()
        if entry.number == 0:
            self.dealt = at
        if self.times is not None:
            self.times.follow(ClockStep.of(entry, self.actor, at))
            self.changes.table = True  # the deadline has changed
        self._end_if_over()
        self.changes.entries.append(entry)
        return at

    def _end_if_over(self) -> None:
        outcome = self.played().outcome
        if outcome is not None:
            self.status, self.result, self.reason = OVER, outcome.shares, outcome.reason
            self.ended = self.updated


@dataclass
class Changes:
    """What has changed at a table, for whoever saves it and tells the people there."""

    entries: list[LogEntry] = field(default_factory=list)
    table: bool = False
    """Whether anything besides the log has changed."""
    handed_over: set[int] = field(default_factory=set)
    """Seats that went from a person to a bot or back: choices change without a new entry."""
    sat: set[int] = field(default_factory=set)
    """Seats that were taken before the deal."""
    freed: set[str] = field(default_factory=set)
    """Devices that have lost a seat."""

    def __bool__(self) -> bool:
        return bool(self.entries or self.table)
