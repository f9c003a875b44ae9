"""Time limits per turn or per game: what can be chosen, what is left, and what happens after.

Everything is computed from stored times: when each log entry was made, and what happened outside
the log (`Mark`). So a restart changes nothing, and time runs on while the server is down.

A turn lasts until another seat, person or bot, is to decide; all decisions in it share its time.
Bots and programs have no limit. An undone choice counts as if it had never been made: the turn that
it ended continues with the time it had then, less the time that people have used since; nobody else
is charged for that.

A person whose time is over is first asked whether they are still there. After the grace the usual
bot plays until the person takes the seat back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from spielzug.bots import DEFAULT_BOT
from spielzug.core.game import Game
from spielzug.core.match import UNDO, LogEntry
from spielzug.core.options import Options
from spielzug.tables.errors import TableError
from spielzug.tables.seats import LATE, WantedSeat, is_solo

if TYPE_CHECKING:
    from spielzug.tables.table import Table

T = TypeVar("T")

TURN: Final = "turn"
BUDGET: Final = "budget"
HOUR = 3600
DAY = 24 * HOUR
SHORTEST_TURN = HOUR
SHORTEST_BUDGET = 60
MAX_CONFIRMATIONS = 3
"""How often a person may answer "still thinking": per turn, or per game with a budget."""
RETURN_SECONDS = 60.0
"""Seconds within which taking the seat back from a bot that has not decided undoes the leaving."""
BRIEF = 60.0
"""Seconds left to decide after such a return if the time was already over."""

Kind = Literal["turn", "budget"]
What = Literal["asked", "here", "brief", "left", "back"]


@dataclass(frozen=True)
class TimeLimit:
    """The limit chosen when the table was opened."""

    kind: Kind
    seconds: int
    """For each turn, or for all turns of a person together."""
    increment: int = 0
    """Seconds added to a budget after every turn."""
    grace: int = 60
    """Seconds from the question whether somebody is still there until a bot takes over."""

    @classmethod
    def chosen(cls, kind: Kind, seconds: int, increment: int = 0, least: int = 0) -> TimeLimit:
        """With a grace of a tenth, but long enough to notice the question."""
        least = least or (60 if kind == TURN else 30)
        return cls(kind, seconds, increment, max(least, seconds // 10))

    @property
    def patience(self) -> int:
        """Seconds a device may take to reveal its nonce before the deal."""
        return self.seconds if self.kind == TURN else self.grace

    def to_text(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> TimeLimit:
        return cls(**json.loads(text))


class Mark(NamedTuple):
    """An event outside the log that affects the time of a seat."""

    number: int
    """Number of the log entry that comes next."""
    seat: int
    what: What
    at: float


class ClockStep(NamedTuple):
    """A log entry, reduced to what matters for time."""

    at: float
    actor: int
    """The seat to decide after it; negative if none."""
    back_to: int | None = None
    """For an undo: the first entry that it takes back."""

    @classmethod
    def of(cls, entry: LogEntry, actor: int, at: float) -> ClockStep:
        return cls(at, actor, entry.action if entry.kind == UNDO else None)


@dataclass(frozen=True)
class ClockStanding:
    """All clocks of a table at a moment, in seconds."""

    at: float
    seat: int
    """The seat to decide."""
    left: tuple[float, ...]
    """The rest of each seat's budget."""
    extra: tuple[float, ...]
    """The rest of each seat's grace."""
    said: tuple[int, ...]
    """How often each person has answered that they are still there."""
    total: float = 0.0
    """Thinking time of all people so far; an undo does not reduce it."""
    used: float = 0.0
    """Time used in this turn."""
    asked: float | None = None
    """When the person to decide was asked whether they are still there."""
    until: float = 0.0
    """When a bot takes over the seat of the person who was asked."""


class Times:
    """The clocks of a table from the deal on. Callers pass in all times; it reads no clock."""

    def __init__(
        self,
        time: TimeLimit,
        is_person: Sequence[bool] | Callable[[int], bool],
        seats: int,
        marks: Sequence[Mark] = (),
    ) -> None:
        """`is_person`: whether a seat belongs to a person, even while a bot stands in."""
        self.time = time
        self.marks = list(marks)
        self._is_person = is_person if callable(is_person) else is_person.__getitem__
        self._seats = seats
        self._steps: list[ClockStep] = []
        self._begin()

    def _begin(self) -> None:
        seats, time = self._seats, self.time
        self._now = ClockStanding(
            0.0, -1, (float(time.seconds),) * seats, (float(time.grace),) * seats, (0,) * seats
        )
        self._before: list[ClockStanding] = []
        """The standing just before each entry."""
        self._bots: dict[int, bool] = {}
        """Seats where a bot plays for a person, and whether it has decided anything yet."""

    # -- queries ----------------------------------------------------------------------------------

    @property
    def asked(self) -> float | None:
        """When the person to decide was asked whether they are still there; None: not yet."""
        return self._now.asked if self._is_running(self._now.seat) else None

    @property
    def deadline(self) -> float | None:
        """When the person to decide will be asked or, after that, replaced by a bot."""
        now = self._now
        if not self._is_running(now.seat):
            return None
        return now.at + self._remains(now, now.seat) if now.asked is None else now.until

    def left(self, seat: int, at: float) -> float | None:
        """Seconds that a person has left; None if no time is counted for them at that moment."""
        if not self._is_person(seat) or seat in self._bots or not self._steps:
            return None
        if self.time.kind == TURN and seat != self._now.seat:
            return None
        return self._remains(self._run(at), seat)

    def confirmations_left(self, seat: int) -> int:
        """How often this person may still answer that they are thinking."""
        return max(0, MAX_CONFIRMATIONS - self._now.said[seat])

    def _remains(self, now: ClockStanding, seat: int) -> float:
        if self.time.kind == BUDGET:
            return now.left[seat]
        return max(0.0, self.time.seconds - now.used)

    def _is_running(self, seat: int) -> bool:
        """Whether time runs for this seat on its turn."""
        return seat >= 0 and self._is_person(seat) and seat not in self._bots

    # -- log entries ------------------------------------------------------------------------------

    def follow(self, step: ClockStep) -> None:
        """Add a new log entry."""
        self._steps.append(step)
        self._follow(step)

    def follow_all(self, steps: Sequence[ClockStep]) -> None:
        """Start again from the whole log, applying each mark before the entry it is numbered by."""
        self._steps = list(steps)
        self._begin()
        marks = iter(self.marks)
        mark = next(marks, None)
        for number, step in enumerate(self._steps, 1):
            self._follow(step)
            while mark is not None and mark.number <= number:
                self._apply_mark(mark)
                mark = next(marks, None)

    def _follow(self, step: ClockStep) -> None:
        now = self._run(step.at)
        self._before.append(now)
        if now.seat in self._bots and step.back_to is None:
            self._bots[now.seat] = True
        if step.back_to is not None:
            now = self._after_undo(now, step.back_to)
        elif step.actor != now.seat:
            now = self._next_turn(now, step.actor)
        self._now = now

    def _after_undo(self, now: ClockStanding, to: int) -> ClockStanding:
        then = self._before[to]
        since = now.total - then.total
        left = _with(then.left, then.seat, max(0.0, then.left[then.seat] - since))
        return replace(then, at=now.at, total=now.total, used=then.used + since, left=left)

    def _next_turn(self, now: ClockStanding, actor: int) -> ClockStanding:
        time, seat, left, extra, said = self.time, now.seat, now.left, now.extra, now.said
        if time.kind == TURN:
            if actor >= 0:
                extra, said = _with(extra, actor, float(time.grace)), _with(said, actor, 0)
        elif self._is_running(seat):
            left = _with(left, seat, left[seat] + time.increment)
            if now.asked is not None:
                extra = _with(extra, seat, max(0.0, now.until - now.at))
        return ClockStanding(now.at, actor, left, extra, said, now.total)

    def _run(self, at: float) -> ClockStanding:
        """The standing at a later moment if nothing happens until then."""
        now = self._now
        passed = max(0.0, at - now.at)
        if not self._is_running(now.seat):
            return replace(now, at=now.at + passed)
        left = _with(now.left, now.seat, max(0.0, now.left[now.seat] - passed))
        return replace(
            now, at=now.at + passed, total=now.total + passed, used=now.used + passed, left=left
        )

    # -- events outside the log --------------------------------------------------------------------

    def ask(self, at: float) -> None:
        """Ask the person to decide, whose time is over, whether they are still there."""
        self._mark("asked", self._now.seat, at)

    def confirm_presence(self, at: float) -> None:
        """The person is still there: restart the grace."""
        self._mark("here", self._now.seat, at)

    def leave(self, seat: int, at: float) -> None:
        """A bot plays for the person from now on."""
        if seat not in self._bots:
            self._mark("left", seat, at)

    def come_back(self, seat: int, at: float) -> None:
        """The person plays again; with fresh time if the bot decided or enough time has passed."""
        if seat not in self._bots:
            return
        last = max(n for n, mark in enumerate(self.marks) if mark[1:3] == (seat, "left"))
        mark = self.marks[last]
        if mark.number != len(self._steps) or at - mark.at > RETURN_SECONDS:
            self._mark("back", seat, at)
            return
        # Leaving and coming back at once must not gain time, so the leaving is undone.
        del self.marks[last]
        self.follow_all(self._steps)
        if seat == self._now.seat and self._now.asked is not None:
            self._mark("brief", seat, at)

    def _mark(self, what: What, seat: int, at: float) -> None:
        mark = Mark(len(self._steps), seat, what, at)
        self.marks.append(mark)
        self._apply_mark(mark)

    def _apply_mark(self, mark: Mark) -> None:
        now, seat, grace = self._run(mark.at), mark.seat, float(self.time.grace)
        if mark.what == "asked":
            now = replace(now, asked=now.at, until=now.at + now.extra[seat])
        elif mark.what == "here":
            said = _with(now.said, seat, now.said[seat] + 1)
            now = replace(now, said=said, until=max(now.until, now.at + grace))
        elif mark.what == "brief":
            now = replace(now, until=now.at + min(BRIEF, grace))
        elif mark.what == "left":
            self._bots[seat] = False
        elif mark.what == "back":
            now = self._after_return(now, seat, self._bots.pop(seat, False))
        self._now = now

    def _after_return(self, now: ClockStanding, seat: int, played: bool) -> ClockStanding:
        """Fresh time for a person whose bot has decided or whose turn it is."""
        mine = seat == now.seat
        if not (played or mine):
            return now
        grace = float(self.time.grace)
        left = _with(now.left, seat, max(now.left[seat], grace))
        extra, said = _with(now.extra, seat, grace), _with(now.said, seat, 0)
        now = replace(now, left=left, extra=extra, said=said)
        return replace(now, used=0.0, asked=None, until=0.0) if mine else now


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def marks_to_text(marks: Sequence[Mark]) -> str | None:
    return json.dumps(marks) if marks else None


def marks_from_text(text: str | None) -> list[Mark]:
    return [Mark(*told) for told in json.loads(text)] if text else []


def check_time_limit(
    time: TimeLimit, seats: Sequence[WantedSeat], game: Game, options: Options, quick: bool
) -> None:
    """Raise if a new table cannot have this time limit; `quick` allows very short ones."""
    least = SHORTEST_TURN if time.kind == TURN else SHORTEST_BUDGET
    if time.seconds < least and not quick:
        raise TableError("time_short", least=least)
    if is_solo(seats):
        raise TableError("time_alone")
    if game.clock(options) is not None:
        raise TableError("time_and_clock")


def process_deadline(table: Table) -> float | None:
    """Ask the late person, or let a bot take over after the grace; gives the next deadline."""
    times, now = table.times, table.clock.steady()
    due = table.deadline
    if times is None or due is None or now < due:
        return due
    if times.asked is None:
        times.ask(now)
        table.touch()
    else:
        table.hand_over(table.actor, DEFAULT_BOT, LATE)
    return table.deadline


def confirm_presence(table: Table, device: str, seat: int) -> None:
    """A person who was asked is still thinking: restart the grace, at most `MAX_CONFIRMATIONS`
    times."""
    table.own_place(device, seat)
    table.running_match()
    times = table.times
    if times is None or times.asked is None or table.actor != seat:
        raise TableError("not_asked")
    if times.confirmations_left(seat) == 0:
        raise TableError("here_often", limit=MAX_CONFIRMATIONS)
    times.confirm_presence(table.clock.steady())
    table.touch()
