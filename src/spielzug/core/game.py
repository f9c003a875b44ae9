"""The contract of a game: the rest of Spielzug knows games only through `Game`.

A game's folder supplies its declaration, its rules (compiled, over records) and its words (plain
Python, for people). `Game` joins them and deals new games, each a `Position`. The rules are
imported when they are first needed: all else works with any `Engine`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from spielzug.core.actions import ActionSpace
from spielzug.core.checks import check_action, check_key, check_number, check_seed, whole_number
from spielzug.core.declaration import FactsRecord, Layout, StateRecord, Values, layout_of
from spielzug.core.engine import Engine
from spielzug.core.errors import UsageError
from spielzug.core.events import Event, EventKind
from spielzug.core.keys import derive_key, seed_key
from spielzug.core.memory import RecordMemory
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.texts import LANGUAGES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from rich.text import Text

    from spielzug.core.native_chance import ChanceStepper
    from spielzug.core.native_engine import NativeEngine
    from spielzug.core.observation import Observation, Observed, Part
    from spielzug.core.record_types import (
        Actions,
        Counts,
        Events,
        Facts,
        Key,
        Number,
        RecordType,
        Rng,
        Shares,
        State,
        States,
    )
    from spielzug.core.sets import Sets
    from spielzug.core.sets.model import SetModel
    from spielzug.core.study import Measure, Things

P = ParamSpec("P")
R = TypeVar("R")
OptionsT = TypeVar("OptionsT", bound=Options)

PlainFacts = Any
"""Facts as plain values: the game's own `Facts[Plain]`."""
PlainState = Any
"""A hidden position as plain values: the game's own `State[Plain]`."""

MOST_FACTS = 64
"""The options whose facts a game keeps."""
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
    ``exchange(facts, state, seat, key)``, plain Python: it swaps pieces whose places the seat does
    not know, for the secrecy check.
    """

    STATE: RecordType
    FACTS: RecordType
    N_ACTIONS: int
    N_CHOICES: int
    """Actions below this number are players' choices; from it on, only the table may do them."""
    MAX_LEGAL: int
    MAX_EVENTS: int
    MAX_NOTES: int
    """The most rows that `note` writes."""
    REASONS: Sequence[str]
    CHECKS: Sequence[str]
    THINGS: tuple[Things, ...]
    """What the lab follows: cards, cars, spaces; `note` finds what happens to them."""
    MEASURES: tuple[Measure, ...]
    """The game's own figures of a finished game."""
    OBSERVATION: Sequence[Part]
    """The parts of an observation, see `core.observation`."""

    start: Callable[[Facts, State, int, Key, Events], None]
    actor: Callable[[State], Number]
    over: Callable[[State], bool]
    legal: Callable[[Facts, State, Actions], int]
    step: Callable[[Facts, State, Number, Events], None]
    step_quiet: Callable[[Facts, State, Number], None]
    outside: Callable[[Facts, State, int], bool]
    result: Callable[[Facts, State, Shares], Number]
    hide: Callable[[Facts, State, Number], None]
    guess: Callable[[Facts, State, Number, Key], None]
    audit: Callable[[Facts, State, Number, State, Counts], int]
    greedy: Callable[[Facts, State, Rng], Number]
    observe: Callable[[Facts, State, Number, Observed], None]
    note: Callable[[Facts, State, int, State, Events, Events], int]
    measure: Callable[[Facts, States], Mapping[str, NDArray[np.int64]]]
    """From an array of last positions, an array of whole numbers for each of `MEASURES`."""


class Words(Protocol):
    """The half for people: notation, sentences, reasons, and the view for a board.

    Labels and reasons call players by name; without names they number the seats.
    """

    @property
    def EVENTS(self) -> Mapping[int, EventKind]:  # noqa: N802 - a constant of the module
        """The name of each kind of event, and what its numbers mean."""

    def notation(self, action: int) -> str: ...
    def parse(self, text: str) -> int: ...
    def remark(self, facts: PlainFacts, events: Sequence[Event]) -> str:
        """What a record writes beside a decision."""

    def sentences(
        self, facts: PlainFacts, events: Sequence[Event], names: Sequence[str], lang: str
    ) -> list[str]: ...
    def label(
        self,
        facts: PlainFacts,
        state: PlainState,
        action: int,
        lang: str,
        names: Sequence[str] = (),
    ) -> str: ...
    def target(self, facts: PlainFacts, state: PlainState, action: int) -> dict[str, object]: ...
    def why_not(
        self,
        facts: PlainFacts,
        state: PlainState,
        action: int,
        lang: str,
        names: Sequence[str] = (),
    ) -> str: ...
    def facts_view(self, facts: PlainFacts, state: PlainState) -> dict[str, object]:
        """The constant part of what a board shows: nothing in it changes after the deal."""

    def view(self, facts: PlainFacts, state: PlainState, seat: int) -> dict[str, object]:
        """The changing part of what a board shows, without what is in `facts_view`."""

    def draw(self, view: Mapping[str, object], names: Sequence[str], lang: str) -> Text: ...


def for_options(
    kind: type[OptionsT], function: Callable[Concatenate[OptionsT, P], R]
) -> Callable[Concatenate[Options, P], R]:
    """The same function for any options; it raises `TypeError` for those of another game."""

    def checked(options: Options, /, *more: P.args, **named: P.kwargs) -> R:
        if not isinstance(options, kind):
            raise TypeError(f"{function.__name__} takes {kind.__name__}, not {options!r}")
        return function(options, *more, **named)

    return checked


def no_clock(options: Options) -> float | None:
    """No clock: the default for `Game.clock`."""
    return None


@dataclass(frozen=True)
class Declaration:
    """What a game is made of, declared once: see `core.declaration` and `core.actions`."""

    state: type[StateRecord[Any]]
    facts: type[FactsRecord[Any]]
    actions: ActionSpace
    endings: Sequence[str]
    """The names of the reasons why a game ends, by number; 0 is no reason."""
    events: Mapping[int, EventKind] = field(default_factory=dict)
    """The kinds of events, for a game whose words follow from its declaration."""
    max_events: int = 128
    """The most events of one decision, for a game whose module `state` does not say it."""
    most_decisions: int = 0
    """After so many a small game is cut off."""


@dataclass(frozen=True)
class Game:
    """One game. Made once in the game's folder and found through the registry."""

    name: str
    title: Mapping[str, str]
    seats: range
    declaration: Declaration
    package: str
    """The package with its modules, from which the rules are imported when they are needed."""
    words: Words
    options: type[Options]
    build_facts: Callable[[Options, int], Values]
    """The facts of a game with these options, for this version of the rules, by field."""
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
    longest: Callable[[Options, int], int]
    """The most decisions of a game with these options and so many seats.

    Raises `UsageError`, naming the option that would set a limit, if there is none.
    """
    credit: str = ""
    """The author and the publisher."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What players do in it, in a sentence."""
    languages: tuple[str, ...] = LANGUAGES
    """The languages of its texts; in others they appear in English, or in the first of these."""
    rules_text: Sequence[Mapping[str, str]] = ()
    """The rules for players, a paragraph each, for a game without a rules page of its own."""
    seat_names: Sequence[Mapping[str, str]] = ()
    """The names of the seats, where their roles differ."""
    cast: Sequence[str] = ()
    """Names of bots, from weakest to strongest; by default a bot is named after its level."""
    option_words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Names of the options and their values, for people: ``first``, and ``first=random``."""
    clock: Callable[[Options], float | None] = no_clock
    """The seconds after which the table ends a game with these options, None for no clock."""
    gpu_registers: int = 255
    """The most registers that a GPU thread can use; with fewer, more threads run at once."""
    time_over: str = ""
    """The notation of the outside action with which the table's clock ends a game."""
    sets: Sets[SetModel, object] | None = None
    """Other cards, boards and numbers from files: the values of the option `set`."""
    lessons: Path | None = None
    """The folder with its lessons, see `school`."""
    levels: object = None
    """The settings of its bots as plain data (``play/levels.py``), see `setting`."""
    own_rules: Rules | None = None
    """Rules to use instead of those of the package."""
    oldest_rules_version: int = 1
    """The first version that was released: records of an earlier one are refused."""

    # -- rules ------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> Rules:
        """The compiled half of the game, imported on first use."""
        from spielzug.core.native_engine import collect_rules

        return self.own_rules or collect_rules(self.package, self.declaration)

    @cached_property
    def native(self) -> NativeEngine:
        """The rules of this process."""
        from spielzug.core.native_engine import NativeEngine

        return NativeEngine(self)

    @cached_property
    def engine(self) -> Engine:
        """What carries out the rules: those of this process, unless `use_engine` gave another."""
        return self.native

    def use_engine(self, engine: Engine) -> None:
        """Let another engine carry out the rules in this process from now on."""
        self.__dict__["engine"] = engine

    def ready(self, functions: Sequence[str] = ()) -> Game:
        """Compile the rules, or load them from the cache; shows progress if that takes time.

        With `functions` only these, so that callers do not wait for others.
        """
        self.engine.ready(functions)
        return self

    def setting(self, name: str, default: R) -> R:
        """A setting of the game's bots, such as ``SEARCH``, or the default."""
        found: R = getattr(self.levels, name, default)
        return found

    @property
    def endings(self) -> Sequence[str]:
        """The names of the reasons why a game ends, by number; 0 is no reason."""
        return self.declaration.endings

    @property
    def things(self) -> tuple[Things, ...]:
        """What the lab follows: cards, cars, spaces. Their names need no rules."""
        if self.own_rules is not None:
            return self.own_rules.THINGS
        if find_spec(f"{self.package}.things") is None:
            return ()
        found: tuple[Things, ...] = import_module(f"{self.package}.things").THINGS
        return found

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The game's own figures of a finished game."""
        return getattr(self.rules, "MEASURES", ())

    @property
    def measure(self) -> Callable[[Facts, States], Mapping[str, NDArray[np.int64]]] | None:
        """From an array of last positions, an array of whole numbers for each of `measures`."""
        return getattr(self.rules, "measure", None)

    # -- copies, and other processes --------------------------------------------------------------

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        """The game itself: there is one object per game, which copies share."""
        return self

    def set_text(self, options: Options) -> str | None:
        """The file of the set that the options name, None for one that ships."""
        number = getattr(options, "set", 0)
        if self.sets is None or number in self.sets.shipped:
            return None
        return self.sets.loaded(number).text

    def require_sets(self) -> Sets[SetModel, object]:
        """Its sets; raises if it has none, and says what can be changed instead."""
        if self.sets is not None:
            return self.sets
        names = [f.name for f in fields(self.options)]
        raise UsageError(
            f"{self.title['en']} has no set, a file with its cards, boards or numbers: "
            + (
                f"change its options: write option.{names[0]} for `tune` and `sweep`, "
                f"{names[0]}=VALUE elsewhere; it has {', '.join(names)}"
                if names
                else "declare what should change as options, as in 'A game of your own'"
            )
        )

    def options_of(self, text: str, set_text: str | None) -> Options:
        """Options as another process wrote them, with the file of their set."""
        if set_text is not None and self.sets is not None:
            self.sets.add(set_text, "set")
        return self.options.from_text(text)

    # -- positions --------------------------------------------------------------------------------

    @property
    def versions(self) -> range:
        """The versions of the rules that can be played: old games stay playable."""
        return range(self.oldest_rules_version, self.rules_version + 1)

    @property
    def versions_text(self) -> str:
        return ", ".join(map(str, self.versions))

    @property
    def all_can_lose(self) -> bool:
        """Whether the game has a rule that detects that nobody can win any more."""
        return self.engine.has("nobody_can_win")

    @cached_property
    def state_layout(self) -> Layout:
        """Where the fields of a position lie."""
        return layout_of(self.declaration.state)

    @cached_property
    def facts_layout(self) -> Layout:
        """Where the fields of the facts lie."""
        return layout_of(self.declaration.facts)

    def facts(self, options: Options | None = None, version: int | None = None) -> Facts:
        """The facts as a record for compiled code, see `facts_memory`."""
        return self.facts_memory(options, version).record

    def facts_memory(
        self, options: Options | None = None, version: int | None = None
    ) -> RecordMemory[Facts]:
        """The fixed facts of a game with these options, for this version of the rules."""
        wanted = self.rules_version if version is None else self.check_version(version)
        key = (self.options_or_default(options), wanted)
        if key not in self._built_facts:
            if len(self._built_facts) >= MOST_FACTS:
                self._built_facts.clear()
            self._built_facts[key] = bytes(self.facts_layout.write(self.build_facts(*key)))
        return RecordMemory(self.facts_layout, bytearray(self._built_facts[key]))

    @cached_property
    def _built_facts(self) -> dict[tuple[Options, int], bytes]:
        return {}

    def options_or_default(self, options: Options | None) -> Options:
        """These options, which must be those of this game; its defaults for None."""
        if options is None:
            return self.options()
        if not isinstance(options, self.options):
            raise UsageError(f"these are options of another game, not of {self.name}: {options!r}")
        return options

    def check_action(self, action: object) -> int:
        """The number of an action, which need not be legal."""
        return check_action(action, self.declaration.actions.count)

    def check_version(self, version: int) -> int:
        """The version of the rules, if it can be played."""
        version = check_number("the version of the rules", version)
        if version in self.versions:
            return version
        known = f"this Spielzug knows version {self.versions_text} of {self.name}"
        if version < self.oldest_rules_version:
            raise UsageError(
                f"played by rules version {version}, from before the first release; {known}: "
                "open it with the Spielzug that wrote it"
            )
        raise UsageError(f"played by rules version {version}; {known}")

    def check_seats(self, seats: int) -> int:
        """The number of seats, if the game can be played with so many."""
        count = whole_number(seats)
        if count is None or count not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            known = f"{least} to {most}" if least < most else f"exactly {least}"
            raise UsageError(f"{self.title['en']} is for {known} seats, not {seats!r}")
        return count

    @cached_property
    def observation(self) -> Observation:
        """The layout of an observation."""
        from spielzug.core.observation import Observation

        return Observation(self.rules.OBSERVATION)

    @cached_property
    def chance_stepper(self) -> ChanceStepper:
        """The compiled rules with given luck, see `core.native_chance`."""
        from spielzug.core.native_chance import ChanceStepper

        return ChanceStepper(self)

    def blank(self, count: int = 1) -> States:
        """An array of all-zero positions, for compiled code."""
        import numpy as np

        count = check_number("count", count)
        return np.zeros(count, self.rules.STATE).view(np.recarray)

    def start(
        self,
        seats: int | None = None,
        seed: int | str = 1,
        *,
        limited: bool | str | int = False,  # as wide as `chosen`, or no mapping could be unpacked
        **chosen: str | int,
    ) -> Position:
        """A new game. Options by name: ``start(2, seed=7, first="random")``.

        A `limited` game has the turn limit of simulations and environments, see `simulation`.
        """
        check_seed(seed)
        options = self.options.parse({**self.simulation, **chosen} if limited else chosen)
        count = self.check_seats(self.seats[0] if seats is None else seats)
        options.check_for_seats(count)
        self.ready(PLAYING)
        return self.deal(count, derive_key(seed_key("chance", seed), 0), options)[0]

    def deal(
        self,
        seats: int,
        key: Key,
        options: Options | None = None,
        version: int | None = None,
    ) -> tuple[Position, list[Event]]:
        """A new game, and the events of its deal; all luck comes from the key."""
        seats, key = self.check_seats(seats), check_key(key)
        chosen = self.options_or_default(options)
        facts = self.facts_memory(chosen, version)
        state: RecordMemory[State] = RecordMemory(
            self.state_layout, bytearray(self.state_layout.size)
        )
        events = self.engine.start(facts, state, seats, key)
        return Position(self, chosen, facts, state), events


WORDS: Mapping[str, Sequence[str]] = {
    "state": ("EVENTS", "notation", "parse"),
    "say.view": ("draw", "facts_view", "view"),
    "say.refusals": ("why_not",),
    "say.words": ("label", "remark", "sentences", "target"),
}
"""Where the modules of a game have its `Words`."""


def assemble_game(package: str, options: type[OptionsT], **own: Any) -> Game:
    """A game whose modules give its parts under the names that they have in every game.

    `own` are the fields that are not found by name; they replace those that are.
    """

    def module(name: str) -> Any:
        return import_module(f"{package}.{name}")

    facts, state, texts = module("facts"), module("state"), module("say.texts")
    found: dict[str, Any] = {
        "name": package.rpartition(".")[2],
        "title": texts.TITLE,
        "declaration": Declaration(state.State, facts.Facts, state.ACTIONS, state.REASONS),
        "package": package,
        "levels": module("play.levels"),
        "words": SimpleNamespace(
            **{name: getattr(module(m), name) for m, names in WORDS.items() for name in names}
        ),
        "options": options,
        "build_facts": for_options(options, facts.build_facts),
        "longest": for_options(options, facts.longest),
        "rules_version": facts.RULES_VERSION,
        "reasons": texts.REASONS,
        "credit": texts.CREDIT,
        "about": texts.ABOUT,
        "cast": texts.CAST,
        "option_words": texts.OPTION_WORDS,
        "sets": facts.SETS,
        "lessons": Path(texts.__file__).parent.parent / "lessons",
    }
    return Game(**{**found, **own})
