"""The contract of a game: the rest of Spielzug knows games only through `Game`.

A game's folder supplies two modules: `rules` (compiled, over records) and `words` (plain Python,
for people). `Game` joins them, compiles the rules and deals new games, each a `Position`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from spielzug.core import jit
from spielzug.core.chance import ChanceStepper
from spielzug.core.errors import UsageError
from spielzug.core.events import Event, EventKind, event_buffer, read_events
from spielzug.core.memory import Direct, PlainRecord
from spielzug.core.observation import Observation, Part
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import Facts
from spielzug.core.rng import RNG, seed_key, stream
from spielzug.core.study import Measure, Things

if TYPE_CHECKING:
    from spielzug.core.sets import Sets

Compiled = tuple[Any, Any, tuple[Any, ...]]
"""A function to compile, the type it returns, and the types of its arguments."""
EVERYTHING = "everything"
PLAYING = (
    "start", "actor", "over", "legal", "step", "outside", "result", "hide", "nobody_can_win",
)  # fmt: skip
"""The compiled functions that a match needs."""


class Rules(Protocol):
    """The compiled half of a game. Every function works on records, in place, without allocating.

    - ``start(facts, state, seats, key, events)`` fills an all-zero position
    - ``actor(state)`` the seat that decides, -1 when the game is over; ``over(state)``
    - ``legal(facts, state, out) -> n`` the legal actions, ascending
    - ``step(facts, state, action, events)`` and ``step_quiet(facts, state, action)``
    - ``outside(facts, state, action)`` whether the table (no player) may do this now
    - ``result(facts, state, out) -> reason`` each seat's share of the win
    - ``hide(facts, state, seat)`` blanks what the seat may not know (-1: spectator)
    - ``guess(facts, state, seat, key)`` fills the blanks at random
    - ``audit(facts, before, action, after, counts) -> failed`` checks one step; 0 is fine,
      otherwise 1 + the index of the broken check in ``CHECKS``
    - ``greedy(facts, state, rng) -> action`` a sensible choice from a *hidden* position
    - ``observe(facts, state, seat, out)`` what the seat may know, as numbers for learners: it
      writes every value of ``OBSERVATION`` once, in order (on a GPU neighbouring positions write
      neighbouring values), and gives the same for the whole position and for the one hidden for
      that seat, so that no hidden copy is needed first
    - ``note(facts, before, action, after, events, out) -> n`` what a step did to the things that
      the lab follows: rows (deed, item, seat), deeds numbered over all `Game.things` in order,
      seat -1 for those that are `by` the table. At the deal the action is -1, and both positions
      are the same

    For the search a game may have ``value``, ``policy``, and ``ordered(facts, state, out) -> n``:
    the legal actions again, but the most promising first.

    A game that everybody can lose may have ``nobody_can_win(facts, state)``: whether that is
    certain from this position alone, whole or hidden.

    All luck comes from `rng.below` and the position's own generator; `core.chance` computes what
    else might come.

    A game that counts its pieces instead of numbering them (see `Game.pieces`) may have
    ``exchange(state, seat, key)``, plain Python: it swaps pieces whose places the seat does not
    know, for the secrecy check.
    """

    STATE: np.dtype[Any]
    FACTS: np.dtype[Any]
    N_ACTIONS: int
    N_CHOICES: int
    """Actions below this number are players' choices; from it on, only the table may do them."""
    MAX_LEGAL: int
    MAX_EVENTS: int
    MAX_NOTES: int
    """The most rows that `note` writes."""
    REASONS: Sequence[str]
    CHECKS: Sequence[str]
    RANGES: Mapping[str, tuple[int, int]]
    """The range of each field that the rules use as an index, see `core.position.range_error`."""
    OBSERVATION: Sequence[Part]
    """The parts of an observation, see `core.observation`."""

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
    observe: Any
    note: Any


class Words(Protocol):
    """The half for people: notation, sentences, reasons, and the view for a board.

    Facts and hidden positions come as `PlainRecord`, see there. Labels and reasons call players by
    name; without names they number the seats.
    """

    @property
    def EVENTS(self) -> Mapping[int, EventKind]:  # noqa: N802 - a constant of the module
        """The name of each kind of event, and what its numbers mean."""

    def notation(self, action: int) -> str: ...
    def parse(self, text: str) -> int: ...
    def remark(self, facts: PlainRecord, events: Sequence[Event], format: int = 2) -> str:
        """What a record writes beside a decision; the text for format 1 never changes."""

    def sentences(
        self, facts: PlainRecord, events: Sequence[Event], names: Sequence[str], lang: str
    ) -> list[str]: ...
    def label(
        self,
        facts: PlainRecord,
        state: PlainRecord,
        action: int,
        lang: str,
        names: Sequence[str] = (),
    ) -> str: ...
    def target(self, facts: PlainRecord, state: PlainRecord, action: int) -> dict[str, Any]: ...
    def why_not(
        self,
        facts: PlainRecord,
        state: PlainRecord,
        action: int,
        lang: str,
        names: Sequence[str] = (),
    ) -> str: ...
    def facts_view(self, facts: PlainRecord, state: PlainRecord) -> dict[str, Any]:
        """The constant part of what a board shows: nothing in it changes after the deal."""

    def view(self, facts: PlainRecord, state: PlainRecord, seat: int) -> dict[str, Any]:
        """The changing part of what a board shows, without what is in `facts_view`."""

    def draw(self, view: Mapping[str, Any], names: Sequence[str], lang: str) -> Any: ...


def no_clock(options: Any) -> float | None:
    """No clock: the default for `Game.clock`."""
    return None


@dataclass(frozen=True)
class Game:
    """One game. Made once in the game's folder and found through the registry."""

    name: str
    title: Mapping[str, str]
    seats: range
    rules: Rules
    words: Words
    options: type[Any]
    build_facts: Callable[[Any, int], Any]
    """Make the facts of a game with these options, for this version of the rules."""
    rules_version: int
    """The newest version; a game goes on by the version that it began with."""
    simulation: Mapping[str, int]
    """Options that simulations change: a limit, so that no game is endless."""
    revealing: frozenset[int]
    """Kinds of events in which a seat shows others what only it knew: no undo past these."""
    secrets: bool
    """Whether seats know different things: then a shared device hides the board between turns."""
    pieces: tuple[str, ...]
    """The fields that hold numbered pieces (cards): 0 is none, every other number exists once."""
    uses: Mapping[str, tuple[int, int | None]]
    """What `simulate --verify` counts: a name, the kind of event, its `b` (None: any)."""
    reasons: Mapping[str, Mapping[str, str]]
    """Why a game ended, in words."""
    truncations: frozenset[str]
    """The reasons that are a limit and not a result."""
    longest: Callable[[Any, int], int]
    """The most decisions of a game with these options and so many seats.

    Raises `UsageError`, naming the option that would set a limit, if there is none.
    """
    credit: str = ""
    """The author and the publisher."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What players do in it, in a sentence."""
    seat_names: Sequence[Mapping[str, str]] = ()
    """The names of the seats, where their roles differ."""
    cast: Sequence[str] = ()
    """Names of bots, from weakest to strongest; by default a bot is named after its level."""
    option_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Names of the options and their values, for people: ``first``, and ``first=random``."""
    clock: Callable[[Any], float | None] = no_clock
    """The seconds after which the table ends a game with these options, None for no clock."""
    not_on_gpu: frozenset[str] = frozenset()
    """Bots whose compiled code does not run on a GPU yet."""
    time_over: str = ""
    """The notation of the outside action with which the table's clock ends a game."""
    things: tuple[Things, ...] = ()
    """What the lab follows: cards, cars, spaces; `note` finds what happens to them."""
    measures: tuple[Measure, ...] = ()
    """The game's own figures of a finished game."""
    measure: Callable[[Facts, Any], dict[str, Any]] | None = None
    """From an array of last positions, an array of whole numbers for each of `measures`."""
    sets: Sets[Any, Any] | None = None
    """Other cards, boards and numbers from files: the values of the option `set`."""
    lessons: Path | None = None
    """The folder with its lessons, see `school`."""

    # -- compiling --------------------------------------------------------------------------------

    @cached_property
    def types(self) -> dict[str, Any]:
        from spielzug.core import compiler

        return {
            "state": compiler.type_of(self.rules.STATE),
            "facts": compiler.type_of(self.rules.FACTS),
            "states": compiler.states_type(self.rules.STATE),
        }

    def entries(self, names: Sequence[str] = ()) -> dict[str, Compiled]:
        """The functions of these names to compile (by default all that the game has).

        In the order of compilation: later ones may call earlier ones, which then have their
        signature.
        """
        from spielzug.core import compiler as c

        state, facts, rng = self.types["state"], self.types["facts"], c.type_of(RNG)
        known = {
            "start": (c.VOID, (facts, state, c.INT, c.UINT, c.EVENTS)),
            "actor": (c.INT, (state,)),
            "over": (c.BOOL, (state,)),
            "legal": (c.INT, (facts, state, c.ACTIONS)),
            "step": (c.VOID, (facts, state, c.INT, c.EVENTS)),
            "step_quiet": (c.VOID, (facts, state, c.INT)),
            "outside": (c.BOOL, (facts, state, c.INT)),
            "result": (c.INT, (facts, state, c.RESULTS)),
            "hide": (c.VOID, (facts, state, c.INT)),
            "guess": (c.VOID, (facts, state, c.INT, c.UINT)),
            "nobody_can_win": (c.BOOL, (facts, state)),
            "audit": (c.INT, (facts, state, c.INT, state, c.COUNTS)),
            "greedy": (c.INT, (facts, state, rng)),
            "value": (c.INT, (facts, state, c.RESULTS)),
            "policy": (c.INT, (facts, state, rng)),
            "ordered": (c.INT, (facts, state, c.ACTIONS)),
            "observe": (c.VOID, (facts, state, c.INT, c.OBSERVED)),
            "note": (c.INT, (facts, state, c.INT, state, c.EVENTS, c.EVENTS)),
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
        """Compile the rules, or load them from the cache; shows progress if that takes time.

        With `names` only these functions, so that callers do not wait for others.
        """
        if not jit.PLAIN and not self._compiled.issuperset(names or (EVERYTHING,)):
            entries = self.entries(names)
            outers = [function for function, _, _ in entries.values()]
            with show_compile_progress(self.title["en"], outers) as finished:
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

    def measure_load_time(self) -> tuple[float, bool]:
        """The seconds that `ready` took, and whether everything came from the cache."""
        begin = time.perf_counter()
        self.ready()
        seconds = time.perf_counter() - begin
        if jit.PLAIN:
            return seconds, True
        from spielzug.core import compiler

        return seconds, all(compiler.came_from_cache(f) for f, _, _ in self.entries().values())

    # -- copies, and other processes --------------------------------------------------------------

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: Any) -> Game:
        """The game itself: there is one object per game, which copies share."""
        return self

    def set_text(self, options: Options) -> str | None:
        """The file of the set that the options name, None for one that ships."""
        number = getattr(options, "set", 0)
        if self.sets is None or number in self.sets.shipped:
            return None
        return self.sets.loaded(number).text

    def options_of(self, text: str, set_text: str | None) -> Options:
        """Options as another process wrote them, with the file of their set."""
        if set_text is not None and self.sets is not None:
            self.sets.add(set_text, "set")
        options: Options = self.options.from_text(text)
        return options

    # -- positions --------------------------------------------------------------------------------

    @property
    def versions(self) -> range:
        """The versions of the rules that can be played: old games stay playable."""
        return range(1, self.rules_version + 1)

    @property
    def versions_text(self) -> str:
        return ", ".join(map(str, self.versions))

    @property
    def all_can_lose(self) -> bool:
        """Whether the game has a rule that detects that nobody can win any more."""
        return hasattr(self.rules, "nobody_can_win")

    def facts(self, options: Options | None = None, version: int | None = None) -> Facts:
        """The fixed facts of a game with these options, for this version of the rules."""
        wanted = self.rules_version if version is None else version
        self.check_version(wanted)
        made: Facts = self.build_facts(options if options is not None else self.options(), wanted)
        return made

    def check_version(self, version: int) -> None:
        if version not in self.versions:
            raise UsageError(
                f"played by rules version {version}; this Spielzug knows version "
                f"{self.versions_text} of {self.name}"
            )

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise UsageError(
                f"{self.title['en']} is for {self.seats[0]} to {self.seats[-1]} seats, not {seats}"
                if len(self.seats) > 1
                else f"{self.title['en']} is for exactly {self.seats[0]} seats, not {seats}"
            )

    @cached_property
    def observation(self) -> Observation:
        """The layout of an observation."""
        return Observation(self.rules.OBSERVATION)

    @cached_property
    def direct(self) -> Direct:
        """The rules as positions call them."""
        return Direct(self.rules)

    @cached_property
    def chance_stepper(self) -> ChanceStepper:
        """The rules with given luck, see `core.chance`."""
        return ChanceStepper(self)

    def blank(self, count: int = 1) -> Any:
        """An array of all-zero positions."""
        return np.zeros(count, self.rules.STATE).view(np.recarray)

    def start(self, seats: int | None = None, seed: int | str = 1, **chosen: str | int) -> Position:
        """A new game. Options by name: ``start(2, seed=7, first="random")``."""
        options: Options = self.options.parse(chosen)
        count = self.seats[0] if seats is None else seats
        options.check_for_seats(count)
        self.ready(PLAYING)
        return self.deal(count, stream(seed_key("chance", seed), np.uint64(0)), options)[0]

    def deal(
        self,
        seats: int,
        key: int | np.uint64,
        options: Options | None = None,
        version: int | None = None,
    ) -> tuple[Position, list[Event]]:
        """A new game, and the events of its deal; all luck comes from the key."""
        self.check_seats(seats)
        chosen = options if options is not None else self.options()
        facts, state = self.facts(chosen, version), self.blank()[0]
        buffer = event_buffer(self.rules.MAX_EVENTS)
        self.rules.start(facts, state, seats, np.uint64(key), buffer)
        return Position(self, chosen, facts, state), read_events(buffer)
