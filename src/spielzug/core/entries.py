"""The functions of a game's rules that are the same in every game, made around its own rules.

A game writes its set-up and its steps as rules. The entries that Python and the compiled loops call
are made here, a copy for each game, which is compiled and cached as if the game had written it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from spielzug.core.declaration import StateRecord
from spielzug.core.endings import MOST_WHO_RESIGN, TableEndings
from spielzug.core.event_buffer import clear_events, emit
from spielzug.core.events import EVERYONE
from spielzug.core.jit import as_plain, entry, rule
from spielzug.core.record_types import Counts, Events, Facts, Noted, Number, Rule, Shares, State
from spielzug.core.rng import below

if TYPE_CHECKING:
    from spielzug.core.game import Game

FactsT = TypeVar("FactsT")
StateT = TypeVar("StateT")


RuleEntries = tuple[
    Callable[[FactsT, StateT, int, int, Events], None],
    Callable[[StateT], Number],
    Callable[[StateT], bool],
    Callable[[FactsT, StateT, Number, Events], None],
    Callable[[FactsT, StateT, Number], None],
    Callable[[FactsT, StateT, int], bool],
]
"""The entries of `ENTRY_NAMES`, for the records of one game."""
ENTRY_NAMES = ("start", "actor", "over", "step", "step_quiet", "outside")
"""What `make_entries` makes, in this order; see `core.game.Rules`."""


@rule
def is_untimed(facts: Facts) -> bool:
    """No game by the table's clock: the default for `make_entries`."""
    return False


def make_entries(
    set_up: Callable[[FactsT, StateT, Events], None],
    carry_out: Callable[[FactsT, StateT, Number, Noted], None],
    endings: TableEndings,
    is_timed: Callable[[FactsT], bool] = is_untimed,  # type: ignore[assignment]
) -> RuleEntries[FactsT, StateT]:
    """The entries of a game; the module with its rules gives them their names.

    `set_up` gets a position of zeros with the seats and the generator, `carry_out` a legal action,
    or one by the table. Without events, nothing that emits one is compiled.
    """
    own: dict[str, object] = {
        "set_up": set_up, "carry_out": carry_out, "ENDINGS": endings, "is_timed": is_timed,
    }  # fmt: skip
    templates = (start, actor, over, step, step_quiet, outside)
    made: Any = (entry(copy_rule(template, carry_out, own)) for template in templates)
    return tuple(made)


def make_audit(
    failed_position_check: Callable[[FactsT, StateT, Counts], int],
    failed_step_check: Callable[[FactsT, StateT, Number, StateT, Counts], int],
) -> Callable[[FactsT, StateT, Number, StateT, Counts], int]:
    """The entry `audit` of a game, from rules that give the first check that fails, -1 for none."""
    own: dict[str, object] = {
        "failed_position_check": failed_position_check, "failed_step_check": failed_step_check,
    }  # fmt: skip
    return entry(copy_rule(audit, failed_position_check, own))


def copy_rule(
    template: Callable[..., Any], like: Callable[..., Any], names: Mapping[str, object]
) -> Callable[..., Any]:
    """A copy of a function with these globals; it is compiled and cached as the other one is."""
    code: Any = as_plain(template)
    game: Any = as_plain(like)
    made: Any = FunctionType(code.__code__, {**code.__globals__, **names}, code.__name__)
    made.__module__, made.__qualname__, made.__doc__ = game.__module__, code.__name__, code.__doc__
    made.game_file = getattr(game, "game_file", game.__code__.co_filename)
    copied: Callable[..., Any] = made
    return copied


LOOP_NAMES = {"step": "step_quiet", "tell": "step"}
"""What loops call two rules: most steps of a loop are quiet, and only some loops hear of events."""
SUBSTITUTES = {"policy": "greedy", "value": "result", "ordered": "legal"}
"""What loops call where a game has no such rule."""


class SomeRules:
    """The base of a named tuple of those rules of a game that a loop takes.

    `step_told` is the step with chosen outcomes of chance, see `core.chance`.
    """

    @classmethod
    def of(cls, game: Game) -> Self:
        named: Any = cls
        made: Self = named(*(cls._rule(game, name) for name in named._fields))
        return made

    @staticmethod
    def _rule(game: Game, name: str) -> Rule:
        if name == "step_told":
            return game.chance_stepper.step
        found: Rule | None = getattr(game.rules, LOOP_NAMES.get(name, name), None)
        return found or getattr(game.rules, SUBSTITUTES[name])


# -- templates -----------------------------------------------------------------------------------

if TYPE_CHECKING:

    def set_up(facts: Facts, state: State, events: Events) -> None: ...
    def carry_out(facts: Facts, state: State, action: Number, events: Noted) -> None: ...
    def is_timed(facts: Facts) -> bool: ...
    def failed_position_check(facts: Facts, state: State, counts: Counts) -> int: ...
    def failed_step_check(
        facts: Facts, before: State, action: Number, after: State, counts: Counts
    ) -> int: ...

    ENDINGS = TableEndings(*[0] * 8)


def start(facts: Facts, state: State, seats: int, key: int, events: Events) -> None:
    """Set up the game. `state` must be all zeros."""
    clear_events(events)
    state.rng = key
    state.seats = seats
    set_up(facts, state, events)


def actor(state: State) -> Number:
    """The seat that decides, -1 when the game is over."""
    return np.int64(state.turn)


def over(state: State) -> bool:
    return bool(state.reason != 0)


def step(facts: Facts, state: State, action: Number, events: Events) -> None:
    """Carry out a legal action in place and write what happened to `events`."""
    clear_events(events)
    carry_out(facts, state, action, events)


def step_quiet(facts: Facts, state: State, action: Number) -> None:
    """Like `step` but without events, for bots and simulations."""
    carry_out(facts, state, action, None)


def outside(facts: Facts, state: State, action: int) -> bool:
    """Whether the table may take this action now; players never may."""
    if state.reason != 0:
        return False
    if action == ENDINGS.time:
        return is_timed(facts)
    resigns = ENDINGS.resign <= action < ENDINGS.resign + MOST_WHO_RESIGN
    return action == ENDINGS.abandon or (resigns and state.seats == MOST_WHO_RESIGN)


def audit(facts: Facts, before: State, action: Number, after: State, counts: Counts) -> int:
    """Check the position `after` and, unless `action` is -1, the step that led to it."""
    failed = failed_position_check(facts, after, counts)
    if failed < 0 <= action:
        failed = failed_step_check(facts, before, action, after, counts)
    return failed + 1


# -- rules for the begin and the end of any game ---------------------------------------------------


@rule
def draw_first(named: Number, state: StateRecord) -> Number:
    """The seat that begins: 1 + the one that the options name, or 0 for one drawn at random."""
    return named - 1 if named > 0 else below(state, state.seats)


@rule
def share_win(state: StateRecord, winners: Number, out: Shares) -> None:
    """Write each seat's share of the win to `out`; `winners` are bits, none of them in a draw."""
    count = 0
    for seat in range(state.seats):
        count += winners >> seat & 1
    for seat in range(state.seats):
        if count == 0:
            out[seat] = 1.0 / state.seats
        else:
            out[seat] = 1.0 / count if winners >> seat & 1 else 0.0


@rule
def end_by_table(state: Any, action: Number, endings: TableEndings, events: Noted) -> Number:
    """End the game by an action from outside; returns the seat that wins by it, -1 if none does."""
    if action == endings.abandon:
        state.reason = endings.abandoned
        emit(events, endings.called_off, -1, 0, 0, EVERYONE)
        return -1
    loser = action - endings.resign
    state.reason = endings.resigned
    emit(events, endings.gave_up, loser, 0, 0, EVERYONE)
    return 1 - loser
