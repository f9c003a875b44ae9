"""The setting of an environment: a game, its options, and who decides for which seat.

It also checks arguments, and that the packages of optional extras are installed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from spielzug.core import jit
from spielzug.core.checks import check_seed
from spielzug.core.errors import NotAllowed, UsageError
from spielzug.core.game import Game
from spielzug.core.memory import RecordMemory
from spielzug.core.native_records import memory_of
from spielzug.core.options import Options
from spielzug.core.position import Position
from spielzug.core.progress import bind_with_progress
from spielzug.core.record_types import Facts, State
from spielzug.core.rng import seed_key
from spielzug.envs import rows as r
from spielzug.games import get_game

if TYPE_CHECKING:
    from spielzug.core.compiler import Kernel

ALWAYS = ("start", "actor", "legal", "step_quiet", "result", "observe")
"""The rules that every environment needs."""
FOR_BOTS: Mapping[str | None, tuple[str, ...]] = {
    None: (),
    "random": (),
    "greedy": ("hide", "greedy"),
    "policy": ("hide", "policy"),
}
"""The further rules that each kind of bot needs."""

Chosen = Mapping[str, str | int] | Options
"""Options by name, as people type them, or as a game has them."""


class CudaArray(Protocol):
    """An array on a GPU, of torch, JAX, CuPy or ourselves."""

    @property
    def __cuda_array_interface__(self) -> Mapping[str, object]: ...


GivenActions = ArrayLike | CudaArray
"""The actions of all rows, as callers pass them: on a GPU also from its memory."""


class IllegalAction(NotAllowed):
    """An action that is illegal in its row; nothing was changed."""

    def __init__(self, message: str, row: int, action: int) -> None:
        self.row = row
        self.action = action
        super().__init__(message)


@dataclass(frozen=True)
class EnvSetting:
    """A game with options, and for each seat None (the caller) or the name of a bot."""

    game: Game
    seats: int
    options: Options
    opponents: tuple[str | None, ...]

    @classmethod
    def of(
        cls,
        game: str | Game,
        seats: int | None = None,
        options: Chosen | None = None,
        opponents: Sequence[str | None] | None = None,
    ) -> Self:
        """The requested setting, or a `UsageError` that says what is available."""
        found = get_game(game) if isinstance(game, str) else game
        if not isinstance(found, Game):
            raise UsageError(f"a game or its name is needed, not {game!r}")
        if not hasattr(found.rules, "observe"):
            raise UsageError(f"{found.name} has no observation, which learners need")
        count = found.seats[0] if seats is None else seats
        count = found.check_seats(count)
        chosen = _options(found, options)
        chosen.check_for_seats(count)
        return cls(found, count, chosen, _opponents(opponents, count))

    def __reduce__(self) -> tuple[object, ...]:
        text, set_text = self.options.to_text(), self.game.set_text(self.options)
        return _setting_again, (self.game, text, set_text, self.seats, self.opponents)

    @cached_property
    def facts(self) -> RecordMemory[Facts]:
        made: Facts = self.game.facts(self.options)
        return memory_of(made)

    def plan(
        self, seed: int | str, forced: bool, autoreset: bool, checked: bool, game_stride: int = 1
    ) -> r.RowLayout:
        check_seed(seed)
        reasons = self.game.rules.REASONS
        return r.RowLayout(
            players=np.array([0 if b is None else r.BOTS[b] for b in self.opponents], np.int64),
            limits=np.array([reason in self.game.truncations for reason in reasons], np.int64),
            first=0,
            game_stride=game_stride,
            games_key=seed_key("chance", seed),
            bots_key=seed_key("bots", seed),
            forced=forced,
            autoreset=autoreset,
            checked=checked,
        )

    @property
    def needed(self) -> tuple[str, ...]:
        """The rules that this setting calls; the others need not be compiled."""
        bots = {name for opponent in self.opponents for name in FOR_BOTS[opponent]}
        if not hasattr(self.game.rules, "policy"):
            bots = {"greedy" if name == "policy" else name for name in bots}
        return (*ALWAYS, *sorted(bots))

    def bound(
        self, loop: Kernel, arguments: Callable[[], Sequence[object]], bots: Sequence[str] = ()
    ) -> Callable[..., int]:
        """A loop over rows for this game, compiled (or loaded) with no more rules than it needs.

        These are the rules of this setting, and those of further `bots`.
        """
        needed = replace(self, opponents=(*self.opponents, *bots)).needed
        self.game.ready(needed)
        rules = r.RowRules.of(self.game)
        title = f"the environments for {self.game.title['en']}"
        bound: Callable[..., int]
        if jit.PLAIN:
            bound = bind_with_progress(loop, rules, arguments, title)
            return bound
        from spielzug.core import compiler as c

        known = {made[0]: (name, made) for name, made in self.game.native.entries().items()}
        types = r.RowRules(*(c.function_type(*known[rule][1][1:]) for rule in rules))
        given = r.RowRules(*(rule if known[rule][0] in needed else None for rule in rules))
        bound = bind_with_progress(loop, given, arguments, title, types)
        return bound

    def position(self, state: State) -> Position:
        """A separate position, for words and reasons."""
        return Position(self.game, self.options, self.facts, memory_of(state).copy())

    def illegal_action_error(self, state: State, row: int, action: int) -> IllegalAction:
        """An error that says why this action is illegal in this position."""
        choices = self.game.rules.N_CHOICES
        if not 0 <= action < choices:
            said = f"there is no action {action}: use 0 to {choices - 1}"
        else:
            position = self.position(state)
            if position.over:
                said = f"action {action}: the game is over, use reset()"
            else:
                why = position.seen(position.actor).why_not(action)
                said = f"action {action} ({position.notation(action)}) is not allowed: {why}"
        return IllegalAction(f"row {row}: {said}", row, action)


def _setting_again(
    game: Game, text: str, set_text: str | None, seats: int, opponents: tuple[str | None, ...]
) -> EnvSetting:
    return EnvSetting(game, seats, game.options_of(text, set_text), opponents)


def actions_array(actions: object, size: int) -> NDArray[np.integer]:
    """The actions of all rows as an array; raises unless each row has a whole number."""
    try:
        given = np.asarray(actions)
    except ValueError:
        raise UsageError("actions must be one array, a whole number for each row") from None
    check_actions(given.shape, given.dtype, size)
    return given


def check_actions(shape: tuple[int, ...], dtype: np.dtype[np.generic], size: int) -> None:
    if shape != (size,):
        raise UsageError(
            f"actions must be an array of shape ({size},), one for each row, not {shape}"
        )
    if not np.can_cast(dtype, np.int64, "safe") or dtype == np.bool_:
        raise UsageError(f"actions must be whole numbers (int32 or int64), not {dtype}")


def _options(game: Game, given: Chosen | None) -> Options:
    """The default options of a simulation, with a turn limit, unless others are given."""
    if isinstance(given, Options):
        return game.options_or_default(given)
    if given is not None and not isinstance(given, Mapping):
        raise UsageError(f"options are given by name, {{'turn_limit': 100}}, not as {given!r}")
    made: Options = game.options.parse({**game.simulation, **(given or {})})
    return made


def _opponents(given: Sequence[str | None] | None, seats: int) -> tuple[str | None, ...]:
    if given is None:
        return (None,) * seats
    if isinstance(given, str) or not isinstance(given, Sequence) or len(given) != seats:
        raise UsageError(
            f"opponents has one entry for each of the {seats} seats, None where the caller "
            f"decides, not {given!r}"
        )
    for name in given:
        if not isinstance(name, str | None) or name not in FOR_BOTS:
            raise UsageError(
                f"there is no opponent {name!r}; use None (the caller) or one of: "
                + ", ".join(r.BOTS)
            )
    if None not in given:
        raise UsageError("all seats have bots: leave one to the caller (None), or use simulate")
    return tuple(given)


class MissingExtra(UsageError, ImportError):
    """A package that is not installed; the message says how to get it."""

    def __init__(self, package: str, extra: str) -> None:
        self.package = package
        super().__init__(
            f"this needs {package}, which is not installed: pip install 'spielzug[{extra}]'"
        )
