"""One game being played: a log of entries, and the position they lead to.

The log is authoritative; positions are a cache of it. An entry is a decision of a seat, an undo, or
something from outside (a resignation, the end of the time). Terminal, server and records all use
this one class, so that they cannot disagree about what happened.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from spielzug.core.checks import (
    as_sequence,
    check_index,
    check_names,
    check_number,
    check_seat,
    check_type,
    whole_number,
)
from spielzug.core.errors import NotAllowed, UsageError
from spielzug.core.events import Event, Outcome, seen_by
from spielzug.core.game import Game
from spielzug.core.luck import UNSEALED, Luck, NameSeal
from spielzug.core.options import Options
from spielzug.core.players import HUMAN, check_player
from spielzug.core.position import Position, Seen
from spielzug.core.texts import printable, require_language

DEAL, FROM, DECISION, UNDO, OUTSIDE = "deal", "from", "decision", "undo", "outside"
AGREED, PRACTICE = "agreed", "practice"
"""Why luck may be undone: all players agreed, which nothing proves, or nothing is at stake."""
POSITION = "position"
ORIGIN = re.compile(
    rf"({POSITION}|entry \d{{1,9}} of [0-9a-f]{{16}})( as seat [1-9][0-9]? knew it)?"
)
"""The origin of a game that was not dealt: a position, or an entry of a record (its checksum).

The last part says that what a seat did not know was dealt again.
"""


class Beginning(NamedTuple):
    """The start of a game that is not dealt."""

    position: Position
    origin: str = POSITION

    def redealt(self, seat: int, key: int) -> Beginning:
        """The same, with what the seat does not know dealt again; the key decides how."""
        self.position.game.ready(("hide", "guess"))
        guessed = self.position.seen(seat).guess(key)
        return Beginning(guessed, f"{self.origin} as seat {seat + 1} knew it")


@dataclass(frozen=True)
class Seat:
    """The player of a seat: a name to show, and who plays there, see `players`."""

    name: str
    player: str = HUMAN
    seal: NameSeal = UNSEALED
    """At a table: how the start list binds a person's name."""

    def __post_init__(self) -> None:
        check_player(self.player)
        if any(self.seal) and self.player != HUMAN:
            raise UsageError(f"only the name of a person can be sealed, not that of {self.player}")


class LogEntry(NamedTuple):
    """One line of the log. The `action` of an undo is the first entry that it undoes."""

    number: int
    kind: str
    seat: int
    action: int
    events: tuple[Event, ...]
    lucky: bool
    """Whether chance decided something here: then no seat may undo it alone."""
    drawn: int | None = None
    """Its number among the entries with luck that counted (the deal is 0); None without luck."""
    by: str | None = None
    """`AGREED` or `PRACTICE` for an undo of luck, or of what another seat showed."""


class Match:
    """A game from the deal to the end, or from another `start`, whose source is `origin`."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        luck: Luck,
        options: Options | None = None,
        version: int | None = None,
        *,
        start: Position | None = None,
        origin: str = POSITION,
        dealt: tuple[Position, Sequence[Event]] | None = None,
    ) -> None:
        """`dealt` is the deal, for a caller that has it already."""
        self.game = game
        self.seats = tuple(check_type("a seat", seat, Seat) for seat in as_sequence(seats))
        self.luck = luck
        if options is None and start is not None:
            options = check_type("the start", start, Position).options
        self.options = game.options_or_default(options)
        self.origin = origin if start is not None else None
        game.check_seats(len(seats))
        self.options.check_for_seats(len(seats))
        key = luck.key(0, 0)
        if key is None:
            raise UsageError("the deal needs a key")
        if start is None:
            position, events = dealt or game.deal(len(seats), key, self.options, version)
            self.log = [LogEntry(0, DEAL, -1, -1, tuple(events), True, 0)]
        else:
            self._check_start(start, version)
            position = start.copy()
            position.set_rng(key)
            self.log = [LogEntry(0, FROM, -1, -1, (), False)]
        if not luck.keeps_rng_state:
            position.set_rng(0)
        position.freeze()
        _cache_outcome(position)
        # The positions of the entries that count (not undone), with the entries' numbers.
        self._line: list[tuple[int, Position]] = [(0, position)]
        # For each of them: the number of the next entry with luck.
        self._draws = [1]

    def _check_start(self, start: Position, version: int | None) -> None:
        """Raise if the start is not a position of this game, with these options and seats."""
        if self.origin is None or not ORIGIN.fullmatch(self.origin):
            raise UsageError(
                f"a game begins from `{POSITION}` or from `entry 17 of` the sixteen digits of a "
                f"record's check, perhaps `as seat 2 knew it`, not from {self.origin!r}"
            )
        if start.game.name != self.game.name or start.options != self.options:
            raise UsageError("the start is a position of another game or of other options")
        if version not in (None, start.version):
            raise UsageError(f"the start is a position of rules version {start.version}")
        if start.seats != len(self.seats):
            raise UsageError(f"the start has {start.seats} seats, not {len(self.seats)}")
        if start.over:
            raise UsageError("the game is over in the position that it should begin with")

    # -- looking ----------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The names to show: those of a record may contain control characters."""
        return [printable(seat.name) for seat in self.seats]

    @property
    def agreed_undos(self) -> list[int]:
        """The numbers of undos to which all players are said to have agreed: nothing proves it."""
        return [entry.number for entry in self.log if entry.by == AGREED]

    @property
    def now(self) -> Position:
        """The current position itself, frozen: callers must not change it."""
        return self._line[-1][1]

    @property
    def position(self) -> Position:
        """A copy of the current position."""
        return self.now.copy()

    @property
    def version(self) -> int:
        """The version of the rules that this game is played by, to its end."""
        return self.now.version

    @property
    def actor(self) -> int:
        return self.now.actor

    @property
    def over(self) -> bool:
        return self.now.over

    @property
    def outcome(self) -> Outcome | None:
        return self.now.outcome

    @property
    def decisions(self) -> list[LogEntry]:
        """The entries that count, without the deal."""
        return [self.log[number] for number, _ in self._line[1:]]

    @property
    def legal(self) -> list[int]:
        return self.now.legal

    def seen(self, seat: int) -> Seen:
        """What a seat (-1: a spectator) may know now."""
        return self.now.seen(seat, self.names)

    def position_after(self, count: int) -> Position:
        """A copy of the position after that many of the decisions that count."""
        return self._line[check_index("position", count, len(self._line))][1].copy()

    def sentences(
        self, entry: LogEntry, lang: str, seat: int, names: Sequence[str] | None = None
    ) -> list[str]:
        """What happened, as a seat saw it; `names` replaces the players' names."""
        events = check_type("an entry", entry, LogEntry).events
        seen = seen_by(events, check_seat(seat, len(self.seats)))
        told = check_names(self.names if names is None else names, len(self.seats))
        facts, lang = self.now.facts_reading, require_language(lang)
        return self.game.words.sentences(facts, seen, told, lang)

    def remark(self, entry: LogEntry) -> str:
        """What a record writes beside an entry: all its events, as text."""
        events = check_type("an entry", entry, LogEntry).events
        return self.game.words.remark(self.now.facts_reading, events)

    def position_at(self, number: int) -> Position:
        """A copy of the position after that entry of the log, even if it was undone since."""
        number = check_index("entry", number, len(self.log))
        for counts, position in self._line:
            if counts == number:
                return position.copy()
        start = None if self.origin is None else self._line[0][1]
        again = Match(
            self.game, self.seats, self.luck, self.options, self.version,
            start=start, origin=self.origin or POSITION,
        )  # fmt: skip
        for entry in self.log[1 : number + 1]:
            again.repeat(entry)
        return again.position

    @property
    def _drawn(self) -> int:
        """The number of the next entry with luck; 0 belongs to the deal, even if there was none."""
        return self._draws[-1]

    # -- doing ------------------------------------------------------------------------------------

    def play(self, action: int, lang: str = "en") -> LogEntry:
        """The seat to act decides."""
        wanted = whole_number(action)
        if wanted is None or wanted not in self.legal:
            raise NotAllowed(self.seen(self.actor).why_not(action, lang))
        return self._append(DECISION, self.actor, wanted)

    def from_outside(self, action: int, lang: str = "en") -> LogEntry:
        """The table itself acts."""
        if not self.now.can_table_act(action):
            raise NotAllowed(self.seen(self.actor).why_not(action, lang))
        return self._append(OUTSIDE, -1, action)

    def repeat(self, entry: LogEntry) -> LogEntry:
        """Repeat an entry of another match of this game."""
        if check_type("an entry", entry, LogEntry).kind == UNDO:
            return self.take_back(entry.seat, entry.action, entry.by)
        if entry.kind == OUTSIDE:
            return self.from_outside(entry.action)
        return self.play(entry.action)

    def is_quiet(self, action: int) -> bool:
        """Whether an action would neither end the game, nor need luck, nor reveal anything."""
        position, events, lucky = self._stepped(self.now.require_legal(action))
        shown = any(e.kind in self.game.revealing for e in events)
        return not (position.over or lucky or shown)

    def _carried_out(self, action: int) -> tuple[Position, list[Event], bool]:
        """The position after an action, its events, and whether chance decided something.

        Most actions draw no luck, so a key is computed only for those that turn out to draw some.
        """
        if self.luck.keeps_rng_state:
            return self._stepped(action, self._key())
        position, events, lucky = self._stepped(action)
        if lucky:
            position, events, _ = self._stepped(action, self._key())
            position.set_rng(0)  # the next key comes from the match, not from the position
        return position, events, lucky

    def _key(self) -> int | None:
        return self.luck.key(len(self.log), self._drawn)

    def _stepped(self, action: int, key: int | None = None) -> tuple[Position, list[Event], bool]:
        """The same with this key; without one it is right only if no luck was drawn."""
        position = self.position
        if key is not None:
            position.set_rng(key)
        before = position.rng
        events = position.step_unchecked(action)
        return position, events, position.rng != before

    def _append(self, kind: str, seat: int, action: int) -> LogEntry:
        number, drawn = len(self.log), self._drawn
        position, events, lucky = self._carried_out(action)
        position.freeze()
        _cache_outcome(position)
        told = drawn if lucky else None
        entry = LogEntry(number, kind, seat, action, tuple(events), lucky, told)
        self.log.append(entry)
        self._draws.append(drawn + lucky)
        self._line.append((number, position))
        return entry

    def resume(self, log: Sequence[LogEntry], positions: Sequence[Position]) -> None:
        """Go on where a log of this game ended, without replaying it.

        `positions` are those after each entry. The caller guarantees that they fit the log.
        """
        for entry in log[1:]:
            if entry.kind == UNDO:
                while self._line[-1][0] >= entry.action:
                    del self._line[-1], self._draws[-1]
            else:
                self._line.append((entry.number, positions[entry.number]))
                self._draws.append(self._draws[-1] + entry.lucky)
        self.log = list(log)

    # -- undo -------------------------------------------------------------------------------------

    def undo_point(self, seat: int) -> int | None:
        """The first entry this seat may undo alone: nothing was revealed since then."""
        point, seat = None, check_seat(seat, len(self.seats))
        for number, _ in reversed(self._line):
            if not self._is_own(number, seat):
                break
            point = number
        return point

    def can_undo(self, seat: int) -> bool:
        """Whether the last entry that counts is one that this seat may undo alone."""
        return self._is_own(self._line[-1][0], check_seat(seat, len(self.seats)))

    def last_choice(self, seat: int) -> int | None:
        """The seat's last decision that counts."""
        seat = check_seat(seat, len(self.seats))
        for number, _ in reversed(self._line):
            if self._is_choice(number, seat):
                return number
        return None

    def last_uninformed_choice(self, seat: int) -> int | None:
        """The same, if neither it nor anything after it revealed something to the seat.

        For games in which all others are bots: what bots have learned or answered does no harm.
        """
        seat = check_seat(seat, len(self.seats))
        for number, _ in reversed(self._line):
            if self._reveals_information(self.log[number], seat):
                return None
            if self._is_choice(number, seat):
                return number
        return None

    def _is_choice(self, number: int, seat: int) -> bool:
        entry = self.log[number]
        return entry.kind == DECISION and entry.seat == seat

    def _reveals_information(self, entry: LogEntry, seat: int) -> bool:
        """Whether chance decided something, or another seat showed what only it knew."""
        shown = (e for e in entry.events if e.kind in self.game.revealing)
        return entry.lucky or any(e.seat != seat for e in shown)

    def _is_own(self, number: int, seat: int) -> bool:
        """Whether an entry is this seat's decision and revealed nothing to anybody."""
        entry = self.log[number]
        if entry.seat != seat or entry.kind != DECISION or entry.lucky:
            return False
        return not any(e.kind in self.game.revealing for e in entry.events)

    def undo(self, seat: int, to: int | None = None) -> LogEntry:
        """Undo the seat's last decision, or everything from entry `to` on."""
        point = self.undo_point(seat)
        last = self._line[-1][0]
        to = last if to is None else check_index("entry", to, len(self.log))
        if point is None or not point <= to <= last:
            raise NotAllowed(
                "nothing can be taken back here: since the last choice someone else decided, "
                "or something was shown or left to chance"
            )
        return self.take_back(seat, to)

    def take_back(self, seat: int, to: int, by: str | None = None) -> LogEntry:
        """Undo without checking that it is fair: for replays, and where all players agreed.

        After an undo of luck, or of what another seat has shown, the seat knows more than before.
        So that needs a permission (`by`), which the record shows; otherwise `by` is dropped.
        """
        to = check_number("an entry", to, -1)
        at = bisect_left(self._line, to, lo=1, key=lambda entry: entry[0])
        if at == len(self._line) or self._line[at][0] != to:
            raise NotAllowed(f"entry {to} does not count any more or never did")
        if not 0 <= check_number("a seat", seat, -1) < len(self.seats):
            raise NotAllowed(f"there is no seat {seat + 1}")
        if by not in (None, AGREED, PRACTICE):
            raise NotAllowed(f"luck is taken back when it is {AGREED} or {PRACTICE}, not {by!r}")
        undone = (self.log[number] for number, _ in self._line[at:])
        informed = any(self._reveals_information(entry, seat) for entry in undone)
        if informed and by is None:
            raise NotAllowed(
                "this takes back what was left to chance or shown by another seat: only in "
                f"{PRACTICE}, or where all have {AGREED}"
            )
        leave = by if informed else None
        _cache_outcome(self._line[at - 1][1])
        entry = LogEntry(len(self.log), UNDO, seat, to, (), False, None, leave)
        self.log.append(entry)
        del self._line[at:], self._draws[at:]
        return entry


def _cache_outcome(position: Position) -> None:
    """Cache who acts and how the game ended, before the match changes.

    Everyone who follows a match asks for both. An engine that fails has to do so before the change.
    """
    _ = position.actor, position.outcome
