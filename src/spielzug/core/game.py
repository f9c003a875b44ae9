"""What a game is. Everything else in the house knows games only through this contract.

A game's folder supplies two modules: `rules` (compiled, over records) and `words` (plain Python,
for people). `Game` ties them together, compiles them, and gives Python callers copies instead of
aliases and errors instead of undefined behaviour.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from spielzug.core import jit
from spielzug.core.errors import NotAllowed, UsageError
from spielzug.core.events import Event, event_buffer, read_events, seen_by
from spielzug.core.options import Options
from spielzug.core.progress import compiling

State = Any
"""One position: a record of the game's `STATE` dtype. Assigning it to a name makes an alias."""
Tables = Any
"""The fixed facts of a game: a record of its `TABLES` dtype, never changed."""

Compiled = tuple[Any, Any, tuple[Any, ...]]
"""A compiled function, what it returns, and its arguments."""
EVERYTHING = "everything"
PLAYING = ("start", "actor", "over", "legal", "step", "outside", "result", "hide")
"""What a match needs of the compiled functions."""

LANGUAGES = ("de", "en", "fr", "nl")
MAX_SEATS = 7


class Rules(Protocol):
    """The compiled half of a game. Every function works on records, in place, without allocating.

    - ``start(tables, state, seats, key, events)`` fills an all-zero position
    - ``actor(state)`` the seat that decides, -1 when the game is over; ``over(state)``
    - ``legal(tables, state, out) -> n`` the legal actions, ascending
    - ``step(tables, state, action, events)`` and ``step_quiet(tables, state, action)``
    - ``outside(tables, state, action)`` whether the table (no player) may do this now
    - ``result(tables, state, out) -> reason`` each seat's share of the win
    - ``hide(tables, state, seat)`` blanks what the seat may not know (-1: spectator)
    - ``guess(tables, state, seat, key)`` fills the blanks at random
    - ``audit(tables, before, action, after, counts) -> failed`` checks one step; 0 is well,
      otherwise 1 + the index of the broken check in ``CHECKS``
    - ``greedy(tables, state, generator) -> action`` a sensible choice from a *hidden* position

    For the search a game may have ``value``, ``policy``, and ``ordered(tables, state, out) -> n``:
    the legal actions again, but the most promising first.

    A game may also have ``LUCK_KEYS``: keys of the generator that give each outcome of chance in a
    step exactly once (two for a coin). Exact counts then branch over them. And a game that counts
    its pieces instead of numbering them (see `pieces`) may have ``exchange(state, seat, key)``,
    plain Python: it exchanges pieces whose places the seat does not know, for the check of secrecy.
    """

    STATE: np.dtype[Any]
    TABLES: np.dtype[Any]
    N_ACTIONS: int
    MAX_LEGAL: int
    MAX_EVENTS: int
    REASONS: Sequence[str]
    CHECKS: Sequence[str]

    start: Any
    actor: Any
    over: Any
    legal: Any
    step: Any
    step_quiet: Any
    outside: Any
    result: Any
    hide: Any
    guess: Any
    audit: Any
    greedy: Any


class Words(Protocol):
    """The half for people: notation, sentences, reasons, and the view for a board.

    Labels and reasons speak of players by name; without names they count the seats.
    """

    @property
    def KINDS(self) -> Mapping[int, str]:  # noqa: N802 - a constant of the module
        """The name of each kind of event, for boards."""

    def notation(self, action: int) -> str: ...
    def parse(self, text: str) -> int: ...
    def outcome(self, tables: Tables, events: Sequence[Event]) -> str: ...
    def sentences(
        self, tables: Tables, events: Sequence[Event], names: Sequence[str], lang: str
    ) -> list[str]: ...
    def label(
        self, tables: Tables, state: State, action: int, lang: str, names: Sequence[str] = ()
    ) -> str: ...
    def target(self, tables: Tables, state: State, action: int) -> dict[str, Any]: ...
    def why_not(
        self, tables: Tables, state: State, action: int, lang: str, names: Sequence[str] = ()
    ) -> str: ...
    def view(self, tables: Tables, state: State, seat: int) -> dict[str, Any]: ...
    def draw(self, view: Mapping[str, Any], names: Sequence[str], lang: str) -> Any: ...


@dataclass(frozen=True)
class Outcome:
    """How a game ended: each seat's share of one win, and why."""

    shares: tuple[float, ...]
    reason: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the whole or an equal part of the win; nobody in a draw of all."""
        best = max(self.shares)
        if best == 0 or all(s == best for s in self.shares):
            return ()
        return tuple(seat for seat, share in enumerate(self.shares) if share == best)

    def text(self) -> str:
        """As it stands in a record: ``1-0``, ``0-0-1``, draws ``1/2-1/2``."""
        return "-".join(_share_text(s) for s in self.shares)


def _share_text(share: float) -> str:
    return f"{share:.0f}" if share in (0.0, 1.0) else f"1/{round(1 / share)}"


def no_clock(options: Any) -> float | None:
    """A game that is never ended by a clock."""
    return None


@dataclass(frozen=True)
class Game:
    """One game, whole. Made once in the game's folder and found through the registry."""

    name: str
    title: Mapping[str, str]
    seats: range
    rules: Rules
    words: Words
    options: type[Any]
    build_tables: Any
    rules_version: int
    simulation: Mapping[str, int]
    """Options that simulations change: a limit, so that no game is endless."""
    revealing: frozenset[int]
    """Kinds of events in which a seat shows others what only it knew: no undo past these."""
    secrets: bool
    """Whether seats know different things: then a shared device is passed on with care."""
    pieces: tuple[str, ...]
    """The fields that hold numbered pieces (cards): 0 is none, every other number exists once."""
    uses: Mapping[str, tuple[int, int | None]]
    """What `simulate --verify` counts: a name, the kind of event, its `b` (None: any)."""
    reasons: Mapping[str, Mapping[str, str]]
    """Why a game ended, in words."""
    clock: Callable[[Any], float | None] = no_clock
    """The seconds after which the table ends a game with these options, None for no clock."""
    time_over: str = ""
    """The notation of the outside action with which the table's clock ends a game."""
    measure: Callable[[Tables, Any], dict[str, Any]] | None = None
    """What `simulate` tells besides: from last positions (an array of them) an array of whole
    numbers for each measure."""
    load_set: Callable[[Path], int] | None = None
    """Reads a file with other cards or boards; gives its value of the option `set`."""

    # -- compiling --------------------------------------------------------------------------------

    @cached_property
    def types(self) -> dict[str, Any]:
        from spielzug.core import compiler

        return {
            "state": compiler.type_of(self.rules.STATE),
            "tables": compiler.type_of(self.rules.TABLES),
            "states": compiler.states_type(self.rules.STATE),
        }

    def entries(self, names: Sequence[str] = ()) -> dict[str, Compiled]:
        """The compiled functions of these names (all that the game has, if none is given).

        Those further down may call those above, which then have their signature already.
        """
        from spielzug.core import compiler as c
        from spielzug.core.chance import GENERATOR

        state, tables, lot = self.types["state"], self.types["tables"], c.type_of(GENERATOR)
        known = {
            "start": (c.VOID, (tables, state, c.INT, c.UINT, c.EVENTS)),
            "actor": (c.INT, (state,)),
            "over": (c.BOOL, (state,)),
            "legal": (c.INT, (tables, state, c.ACTIONS)),
            "step": (c.VOID, (tables, state, c.INT, c.EVENTS)),
            "step_quiet": (c.VOID, (tables, state, c.INT)),
            "outside": (c.BOOL, (tables, state, c.INT)),
            "result": (c.INT, (tables, state, c.RESULTS)),
            "hide": (c.VOID, (tables, state, c.INT)),
            "guess": (c.VOID, (tables, state, c.INT, c.UINT)),
            "audit": (c.INT, (tables, state, c.INT, state, c.COUNTS)),
            "greedy": (c.INT, (tables, state, lot)),
            "value": (c.INT, (tables, state, c.RESULTS)),
            "policy": (c.INT, (tables, state, lot)),
            "ordered": (c.INT, (tables, state, c.ACTIONS)),
        }
        return {
            name: (getattr(self.rules, name), *signature)
            for name, signature in known.items()
            if hasattr(self.rules, name) and (not names or name in names)
        }

    @cached_property
    def _compiled(self) -> set[str]:
        return set()

    def ready(self, names: Sequence[str] = ()) -> Game:
        """Compile the rules, or load them from the cache; says so if people have to wait.

        With `names` only these functions: whoever needs no others need not wait for them.
        """
        if not jit.PLAIN and not self._compiled.issuperset(names or (EVERYTHING,)):
            entries = self.entries(names)
            outers = [function for function, _, _ in entries.values()]
            with compiling(self.title["en"], outers) as finished:
                self.compile(entries, finished)
            self._compiled.update(names or (EVERYTHING, *entries))
        return self

    @staticmethod
    def compile(
        entries: Mapping[str, Compiled], finished: Callable[[Any], None] = lambda _: None
    ) -> None:
        from spielzug.core import compiler

        for function, returns, arguments in entries.values():
            compiler.compile_entry(function, returns, *arguments)
            finished(function)

    def time_to_ready(self) -> tuple[float, bool]:
        """Seconds it took, and whether everything came from the cache."""
        begin = time.perf_counter()
        self.ready()
        seconds = time.perf_counter() - begin
        if jit.PLAIN:
            return seconds, True
        from spielzug.core import compiler

        return seconds, all(compiler.came_from_cache(f) for f, _, _ in self.entries().values())

    # -- positions --------------------------------------------------------------------------------

    def tables(self, options: Options | None = None) -> Tables:
        return self.build_tables(options if options is not None else self.options())

    def refuse_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise UsageError(
                f"{self.title['en']} is for {self.seats[0]} to {self.seats[-1]} seats, not {seats}"
                if len(self.seats) > 1
                else f"{self.title['en']} is for exactly {self.seats[0]} seats, not {seats}"
            )

    def blank(self, count: int = 1) -> Any:
        """An array of all-zero positions."""
        return np.zeros(count, self.rules.STATE).view(np.recarray)

    def copy(self, state: State) -> State:
        copies = self.blank()
        copies[0] = state
        return copies[0]

    def start(self, tables: Tables, seats: int, key: Any) -> tuple[State, list[Event]]:
        self.refuse_seats(seats)
        state = self.blank()[0]
        buffer = event_buffer(self.rules.MAX_EVENTS)
        self.rules.start(tables, state, seats, np.uint64(key), buffer)
        return state, read_events(buffer)

    def legal(self, tables: Tables, state: State) -> list[int]:
        out = np.zeros(self.rules.MAX_LEGAL, np.int32)
        return [int(a) for a in out[: self.rules.legal(tables, state, out)]]

    def step(self, tables: Tables, state: State, action: int) -> list[Event]:
        """Carry out a legal or outside action in place; anything else is refused."""
        if action not in self.legal(tables, state) and not self.may_outside(tables, state, action):
            raise NotAllowed(self.why_not(tables, state, action))
        buffer = event_buffer(self.rules.MAX_EVENTS)
        self.rules.step(tables, state, action, buffer)
        return read_events(buffer)

    def advance(self, tables: Tables, state: State, action: int) -> None:
        """Carry out a legal action in place; nobody asks whether it is, and nobody is told."""
        self.rules.step_quiet(tables, state, action)

    def may_outside(self, tables: Tables, state: State, action: int) -> bool:
        return bool(self.rules.outside(tables, state, action))

    def actor(self, state: State) -> int:
        return int(self.rules.actor(state))

    def over(self, state: State) -> bool:
        return bool(self.rules.over(state))

    def outcome(self, tables: Tables, state: State) -> Outcome | None:
        shares = np.zeros(MAX_SEATS, np.float64)
        reason = int(self.rules.result(tables, state, shares))
        if reason == 0:
            return None
        return Outcome(
            tuple(map(float, shares[: self.seat_count(state)])), self.rules.REASONS[reason]
        )

    def seat_count(self, state: State) -> int:
        return int(state.seats)

    def hidden(self, tables: Tables, state: State, seat: int) -> State:
        copy = self.copy(state)
        self.rules.hide(tables, copy, seat)
        return copy

    def guessed(self, tables: Tables, hidden: State, seat: int, key: Any) -> State:
        copy = self.copy(hidden)
        self.rules.guess(tables, copy, seat, np.uint64(key))
        return copy

    # -- people -----------------------------------------------------------------------------------

    def why_not(
        self,
        tables: Tables,
        state: State,
        action: int,
        lang: str = "en",
        names: Sequence[str] = (),
    ) -> str:
        """Why the action is not allowed now, told from what its actor may know."""
        hidden = self.hidden(tables, state, self.actor(state))
        return self.words.why_not(tables, hidden, action, lang, names)

    def view(self, tables: Tables, state: State, seat: int) -> dict[str, Any]:
        """What a board shows to a seat; `words.view` never sees anything but a hidden position."""
        return self.words.view(tables, self.hidden(tables, state, seat), seat)

    def sentences_for(
        self, tables: Tables, events: Sequence[Event], names: Sequence[str], lang: str, seat: int
    ) -> list[str]:
        return self.words.sentences(tables, seen_by(events, seat), names, lang)
