"""One game being played: a log of entries, and the position they lead to.

The log is the truth; positions are a cache of it. An entry is a decision of a seat, an undo, or
something from outside (a resignation, the end of the time). Terminal, server and records all use
this one class, so that they cannot disagree about what happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.core.errors import NotAllowed, UsageError
from spielzug.core.events import Event, seen_by
from spielzug.core.game import Game
from spielzug.core.luck import Luck
from spielzug.core.options import Options
from spielzug.core.outcome import Outcome
from spielzug.core.position import Position, Seen

DECISION, UNDO, OUTSIDE = "decision", "undo", "outside"


@dataclass(frozen=True)
class Seat:
    """Who sits there: a name to show, and `human` or the name of a bot."""

    name: str
    player: str = "human"


@dataclass(frozen=True)
class Entry:
    """One line of the log. `action` is the action, or for an undo the entry it takes back to."""

    number: int
    kind: str
    seat: int
    action: int
    events: tuple[Event, ...]
    lucky: bool
    """Whether chance decided something here: nobody may take that back."""


class Match:
    """A game from the deal to the end."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        luck: Luck,
        options: Options | None = None,
        version: int | None = None,
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.luck = luck
        self.options = options if options is not None else game.options()
        game.refuse_seats(len(seats))
        self.options.refuse_for(len(seats))
        key = luck.key(0, 0)
        if key is None:
            raise UsageError("the deal needs a key")
        position, events = game.deal(len(seats), key, self.options, version)
        if not luck.stays:
            position.state["rng"] = 0
        position.settle()
        self.log = [Entry(0, "deal", -1, -1, tuple(events), True)]
        # The positions of the entries that count (not undone), with the entries' numbers.
        self._line: list[tuple[int, Position]] = [(0, position)]

    # -- looking ----------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def now(self) -> Position:
        """The position now itself, settled: not to be changed by anyone."""
        return self._line[-1][1]

    @property
    def position(self) -> Position:
        """A copy of the position now: nobody can change the match through it."""
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
    def decisions(self) -> list[Entry]:
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
        if not 0 <= count < len(self._line):
            raise UsageError(
                f"there is no position {count}; this game has 0 to {len(self._line) - 1}"
            )
        return self._line[count][1].copy()

    def sentences(self, entry: Entry, lang: str, seat: int) -> list[str]:
        words, facts = self.game.words, self.now.facts_reading
        return words.sentences(facts, seen_by(entry.events, seat), self.names, lang)

    def remark(self, entry: Entry) -> str:
        """What a record writes beside an entry: all that came of it."""
        return self.game.words.remark(self.now.facts_reading, entry.events)

    @property
    def _drawn(self) -> int:
        """How many entries that count needed luck, the deal included."""
        return sum(self.log[number].lucky for number, _ in self._line)

    # -- doing ------------------------------------------------------------------------------------

    def play(self, action: int, lang: str = "en") -> Entry:
        """The seat to act decides."""
        if action not in self.legal:
            raise NotAllowed(self.seen(self.actor).why_not(action, lang))
        return self._append(DECISION, self.actor, action)

    def from_outside(self, action: int, lang: str = "en") -> Entry:
        """The table itself acts."""
        if not self.now.may_outside(action):
            raise NotAllowed(self.seen(self.actor).why_not(action, lang))
        return self._append(OUTSIDE, -1, action)

    def _append(self, kind: str, seat: int, action: int) -> Entry:
        number = len(self.log)
        position = self.position
        key = self.luck.key(number, self._drawn)
        state = position.state
        if key is not None:
            state["rng"] = key
        before = int(state["rng"])
        events = position.carry_out(action)
        lucky = int(state["rng"]) != before
        if not self.luck.stays:
            state["rng"] = 0  # the next key is the match's business, not the position's
        position.settle()
        entry = Entry(number, kind, seat, action, tuple(events), lucky)
        self.log.append(entry)
        self._line.append((number, position))
        return entry

    # -- undo -------------------------------------------------------------------------------------

    def undo_point(self, seat: int) -> int | None:
        """The first entry this seat may take back alone: nothing was learned since then."""
        point = None
        for number, _ in reversed(self._line[1:]):
            entry = self.log[number]
            revealed = any(e.kind in self.game.revealing for e in entry.events)
            if entry.seat != seat or entry.kind != DECISION or entry.lucky or revealed:
                break
            point = number
        return point

    def undo(self, seat: int, to: int | None = None) -> Entry:
        """Take back the seat's last decision, or all from entry `to` on."""
        point = self.undo_point(seat)
        last = self._line[-1][0]
        to = last if to is None else to
        if point is None or not point <= to <= last:
            raise NotAllowed(
                "nothing can be taken back here: since the last choice someone else decided, "
                "or something was shown or left to chance"
            )
        return self.take_back(seat, to)

    def take_back(self, seat: int, to: int) -> Entry:
        """Undo without asking whether it is fair: for replays, and where all players agreed."""
        if to not in [number for number, _ in self._line[1:]]:
            raise NotAllowed(f"entry {to} does not count any more or never did")
        entry = Entry(len(self.log), UNDO, seat, to, (), False)
        self.log.append(entry)
        self._line = [(number, at) for number, at in self._line if number < to]
        return entry
