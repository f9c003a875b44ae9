"""The engine of this process: a game's Python rules, compiled by numba or as they are."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from spielzug.core import jit
from spielzug.core.default_rules import complete_rules, rules_in
from spielzug.core.engine import InMemory
from spielzug.core.event_buffer import event_buffer, read_events
from spielzug.core.events import MAX_SEATS, Event
from spielzug.core.memory import PlainRecord, RecordMemory
from spielzug.core.native_records import dtype_of
from spielzug.core.progress import show_compile_progress
from spielzug.core.record_types import Actions, Events, Facts, Key, Number, Shares, State
from spielzug.core.rng import RNG

if TYPE_CHECKING:
    from spielzug.core.compiler import NumbaType
    from spielzug.core.game import Declaration, Game, Rules
    from spielzug.core.observation import Observed

R = TypeVar("R")

Compiled = tuple[Callable[..., object], "NumbaType", tuple["NumbaType", ...]]
"""A function to compile, the type it returns, and the types of its arguments."""
EVERYTHING = "everything"

_COMPILED: dict[Callable[..., object], Callable[..., Any]] = {}
"""The machine code of rules; once compiled it does not change."""


def direct(function: Callable[..., R]) -> Callable[..., R]:
    """The rule, taking `RecordMemory` (or `PlainRecord`, unless it changes it) for a record."""
    if function in _COMPILED:
        return _COMPILED[function]
    compiled = jit.entry_point(function)
    if compiled is not None:
        return _COMPILED.setdefault(function, compiled)

    def call(*arguments: object) -> R:
        given = (a.record if isinstance(a, (RecordMemory, PlainRecord)) else a for a in arguments)
        return function(*given)

    return call


AnyFacts = Facts | RecordMemory[Facts] | PlainRecord | InMemory
AnyState = State | RecordMemory[State] | InMemory
"""A record in one of the forms that a rule takes."""


class DirectRules:
    """All rules of a game, as functions of `RecordMemory`; see `core.game.Rules`."""

    start: Callable[[AnyFacts, AnyState, int, Key, Events], None]
    actor: Callable[[AnyState], Number]
    over: Callable[[AnyState], bool]
    legal: Callable[[AnyFacts, AnyState, Actions], int]
    step: Callable[[AnyFacts, AnyState, int, Events], None]
    step_quiet: Callable[[AnyFacts, AnyState, int], None]
    outside: Callable[[AnyFacts, AnyState, int], bool]
    result: Callable[[AnyFacts, AnyState, Shares], Number]
    hide: Callable[[AnyFacts, AnyState, int], None]
    guess: Callable[[AnyFacts, AnyState, int, Key], None]
    nobody_can_win: Callable[[AnyFacts, AnyState], bool]
    observe: Callable[[AnyFacts, AnyState, int, Observed], None]
    value: Callable[[AnyFacts, AnyState, Shares], Number]

    def __init__(self, rules: object) -> None:
        self._rules = rules

    def __getattr__(self, name: str) -> Callable[..., object]:
        function = getattr(self._rules, name)
        found = direct(function)
        if function in _COMPILED:  # from now on it is found without this method
            setattr(self, name, found)
        return found


class _Buffers(threading.local):
    """What the rules of a game write into; each thread has its own, made once."""

    def __init__(self, game: Game) -> None:
        self.events = event_buffer(game.rules.MAX_EVENTS)
        self.actions: Actions = np.zeros(game.rules.MAX_LEGAL, np.int32)


class NativeEngine:
    """The rules of one game; see `core.engine.Engine`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = DirectRules(game.rules)
        self._buffers = _Buffers(game)
        self._compiled: set[str] = set()

    # -- compiling --------------------------------------------------------------------------------

    @cached_property
    def types(self) -> dict[str, NumbaType]:
        from spielzug.core import compiler

        rules = self.game.rules
        return {
            "state": compiler.type_of(rules.STATE),
            "facts": compiler.type_of(rules.FACTS),
            "states": compiler.states_type(rules.STATE),
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
        rules = self.game.rules
        return {
            name: (getattr(rules, name), *signature)
            for name, signature in known.items()
            if hasattr(rules, name) and (not names or name in names)
        }

    def ready(self, functions: Sequence[str] = ()) -> None:
        if jit.PLAIN or self._compiled.issuperset(functions or (EVERYTHING,)):
            return
        entries = self.entries(functions)
        outers = [function for function, _, _ in entries.values()]
        with show_compile_progress(self.game.title["en"], outers) as finished:
            self.compile(entries, finished)
        self._compiled.update(functions or (EVERYTHING, *entries))

    @staticmethod
    def compile(
        entries: Mapping[str, Compiled],
        finished: Callable[[Callable[..., object]], None] = lambda _: None,
    ) -> None:
        from spielzug.core import compiler

        for function, returns, arguments in entries.values():
            compiler.compile_entry(function, returns, *arguments)
            finished(function)

    def came_from_cache(self) -> bool:
        """Whether nothing had to be compiled."""
        if jit.PLAIN:
            return True
        from spielzug.core import compiler

        return all(compiler.came_from_cache(f) for f, _, _ in self.entries().values())

    # -- rules ------------------------------------------------------------------------------------

    def has(self, function: str) -> bool:
        return hasattr(self.game.rules, function)

    def _no_events(self) -> Events:
        """This thread's buffer, empty."""
        buffer = self._buffers.events
        buffer[0, 0] = 0
        return buffer

    def start(self, facts: InMemory, state: InMemory, seats: int, key: int) -> list[Event]:
        buffer = self._no_events()
        self.rules.start(facts, state, seats, np.uint64(key), buffer)
        return read_events(buffer)

    def actor(self, state: InMemory) -> int:
        return int(self.rules.actor(state))

    def over(self, state: InMemory) -> bool:
        return bool(self.rules.over(state))

    def legal(self, facts: InMemory, state: InMemory) -> list[int]:
        out = self._buffers.actions
        count = self.rules.legal(facts, state, out)
        found: list[int] = out[:count].tolist()
        return found

    def step(self, facts: InMemory, state: InMemory, action: int) -> list[Event]:
        buffer = self._no_events()
        self.rules.step(facts, state, action, buffer)
        return read_events(buffer)

    def advance(self, facts: InMemory, state: InMemory, action: int) -> None:
        self.rules.step_quiet(facts, state, action)

    def step_with_digits(
        self, facts: InMemory, state: InMemory, action: int, digits: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        return self.game.chance_stepper.step_with_digits(facts, state, action, digits)

    def outside(self, facts: InMemory, state: InMemory, action: int) -> bool:
        return bool(self.rules.outside(facts, state, action))

    def result(self, facts: InMemory, state: InMemory) -> tuple[int, list[float]]:
        shares = np.zeros(MAX_SEATS, np.float64)
        reason = int(self.rules.result(facts, state, shares))
        found: list[float] = shares.tolist()
        return reason, found

    def hide(self, facts: InMemory, state: InMemory, seat: int) -> None:
        self.rules.hide(facts, state, seat)

    def guess(self, facts: InMemory, state: InMemory, seat: int, key: int) -> None:
        self.rules.guess(facts, state, seat, np.uint64(key))

    def nobody_can_win(self, facts: InMemory, state: InMemory) -> bool:
        return self.has("nobody_can_win") and bool(self.rules.nobody_can_win(facts, state))

    def failed_check(self, facts: InMemory, state: InMemory) -> str | None:
        self.ready(("audit",))
        rules = self.game.rules
        counts = np.zeros(len(rules.CHECKS), np.int64)
        failed = int(direct(rules.audit)(facts, state, -1, state, counts))
        return rules.CHECKS[failed - 1] if failed else None

    def observe(self, facts: InMemory, state: InMemory, seat: int) -> list[int]:
        self.ready(("observe",))
        made = np.zeros(self.game.observation.size, np.int16)
        self.rules.observe(facts, state, seat, made)
        found: list[int] = made.tolist()
        return found

    def value(self, facts: InMemory, state: InMemory) -> list[float]:
        self.ready(("value",))
        shares = np.zeros(MAX_SEATS, np.float64)
        self.rules.value(facts, state, shares)
        found: list[float] = shares.tolist()
        return found

    def choose(self, player: str, facts: InMemory, state: InMemory, rng: InMemory) -> int:
        if not self.has(player):
            player = "greedy"
        self.ready((player,))
        # An entry takes the memory of a generator like that of any record.
        return int(direct(getattr(self.game.rules, player))(facts, state, rng))


# -- the rules of a game's folder ------------------------------------------------------------------

MODULES: Mapping[str, Sequence[str]] = {
    "state": ("MAX_LEGAL", "MAX_EVENTS"),
    "rules": ("start", "actor", "over", "legal", "step", "step_quiet", "outside", "result"),
    "knowledge": ("hide", "guess", "exchange", "nobody_can_win"),
    "observation": ("OBSERVATION", "observe"),
    "audit": ("CHECKS", "audit"),
    "study": ("MAX_NOTES", "note", "measure"),
    "things": ("THINGS", "MEASURES"),
    "play.greedy": ("greedy", "policy", "ordered"),
    "play.policy": ("policy",),
    "play.value": ("value",),
}
"""What each module of a game gives."""
OPTIONAL = {
    "exchange", "nobody_can_win", "measure", "MEASURES", "policy", "ordered", "value",
}  # fmt: skip
"""What a game may do without; all else must be there."""


def _has_module(package: str, module: str) -> bool:
    """Whether the package has this module, which may lie in a package of its own."""
    folder, _, _ = module.rpartition(".")
    within = not folder or find_spec(f"{package}.{folder}") is not None
    return within and find_spec(f"{package}.{module}") is not None


def collect_rules(package: str, declaration: Declaration) -> Rules:
    """Import the modules of a game's folder and put what they give into one table."""
    found: dict[str, object] = {
        "STATE": dtype_of(declaration.state),
        "FACTS": dtype_of(declaration.facts),
        "N_ACTIONS": declaration.actions.count,
        "N_CHOICES": declaration.actions.choices,
        "REASONS": declaration.endings,
    }
    for module, names in MODULES.items():
        if _has_module(package, module):
            given = vars(import_module(f"{package}.{module}"))
            found |= {name: given[name] for name in names if name in given}
    if "step_quiet" not in found:
        own: Any = import_module(f"{package}.rules")
        found |= complete_rules(package, declaration, rules_in(own))
    missing = sorted(
        {name for names in MODULES.values() for name in names} - found.keys() - OPTIONAL
    )
    if missing:
        where = next(module for module, names in MODULES.items() if missing[0] in names)
        raise ImportError(f"the game {package} has no {missing[0]!r} in its module {where!r}")
    rules: Any = SimpleNamespace(**found)
    collected: Rules = rules
    return collected
