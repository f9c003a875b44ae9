"""One game being played: a log of entries, and the position they lead to.

The log is the truth; positions are a cache of it. An entry is a decision of a seat, an undo, or
something from outside (a resignation, the end of the time). Terminal, server and records all use
this one class, so that they cannot disagree about what happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from spielzug.core.errors import NotAllowed, UsageError
from spielzug.core.events import Event
from spielzug.core.game import Game, Outcome, State
from spielzug.core.luck import Luck
from spielzug.core.options import Options

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
    ) -> None:
        self.game = game
        self.seats = tuple(seats)
        self.luck = luck
        self.options = options if options is not None else game.options()
        game.refuse_seats(len(seats))
        self.options.refuse_for(len(seats))
        self.facts = game.facts(self.options)
        key = luck.key(0)
        if key is None:
            raise UsageError("the deal needs a key")
        state, events = game.start(self.facts, len(seats), key)
        self.log = [Entry(0, "deal", -1, -1, tuple(events), True)]
        # The positions of the entries that count (not undone), with the entries' numbers.
        self._line: list[tuple[int, State]] = [(0, state)]

    # -- looking ----------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def state(self) -> State:
        """A copy of the position now: nobody can change the match through it."""
        return self.game.copy(self._line[-1][1])

    @property
    def actor(self) -> int:
        return self.game.actor(self._line[-1][1])

    @property
    def over(self) -> bool:
        return self.game.over(self._line[-1][1])

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.facts, self._line[-1][1])

    @property
    def decisions(self) -> list[Entry]:
        """The entries that count, without the deal."""
        return [self.log[number] for number, _ in self._line[1:]]

    def legal(self) -> list[int]:
        return self.game.legal(self.facts, self._line[-1][1])

    def hidden(self, seat: int) -> State:
        return self.game.hidden(self.facts, self._line[-1][1], seat)

    def view(self, seat: int) -> dict[str, Any]:
        return self.game.view(self.facts, self._line[-1][1], seat)

    def position_after(self, count: int) -> State:
        """A copy of the position after that many of the decisions that count."""
        if not 0 <= count < len(self._line):
            raise UsageError(
                f"there is no position {count}; this game has 0 to {len(self._line) - 1}"
            )
        return self.game.copy(self._line[count][1])

    def sentences(self, entry: Entry, lang: str, seat: int) -> list[str]:
        return self.game.sentences_for(self.facts, entry.events, self.names, lang, seat)

    # -- doing ------------------------------------------------------------------------------------

    def play(self, action: int, lang: str = "en") -> Entry:
        """The seat to act decides."""
        if action not in self.legal():
            state = self._line[-1][1]
            raise NotAllowed(self.game.why_not(self.facts, state, action, lang, self.names))
        return self._append(DECISION, self.actor, action)

    def from_outside(self, action: int, lang: str = "en") -> Entry:
        """The table itself acts."""
        state = self._line[-1][1]
        if not self.game.may_outside(self.facts, state, action):
            raise NotAllowed(self.game.why_not(self.facts, state, action, lang, self.names))
        return self._append(OUTSIDE, -1, action)

    def _append(self, kind: str, seat: int, action: int) -> Entry:
        number = len(self.log)
        state = self.state
        key = self.luck.key(number)
        if key is not None:
            state.rng = key
        before = int(state.rng)
        events = self.game.step(self.facts, state, action)
        lucky = int(state.rng) != before
        entry = Entry(number, kind, seat, action, tuple(events), lucky)
        self.log.append(entry)
        self._line.append((number, state))
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
        self._line = [(number, state) for number, state in self._line if number < to]
        return entry
