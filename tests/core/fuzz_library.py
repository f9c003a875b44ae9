"""Gives every public function of the library numbers and types that do not fit.

A program of its own: what compiled code reads or writes past an array's end may end the process.
``python -m core.fuzz_library CALLS GAME`` prints a line for every error that is not our own.
"""

from __future__ import annotations

import inspect
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import spielzug
from expectations import expected_of
from spielzug.bots import get_bot
from spielzug.core import chance
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.keys import SplitMix64
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.position import Position, Seen
from spielzug.envs import Batch, GameEnv, unpack
from spielzug.envs.gymnasium import SeatEnv, SeatVectorEnv
from spielzug.envs.pettingzoo import raw_env

OURS = (SpielzugError, gymnasium.error.Error)
ODD: tuple[Any, ...] = (
    None, True, False, -1, -2, -100, 7, 40, 99, 255, 10_000, 1 << 31, 1 << 40, 1 << 63, 1 << 64,
    1 << 70, -(1 << 63), -(1 << 70), 0.5, 1.0, float("nan"), float("inf"), "", "x", "1", "*", b"1",
    [], [0], [[0], 1], (), {}, {"a": 1}, {1}, object(), int, np.int8(-3), np.int64(2),
    np.uint64(1 << 63), np.float32(1), np.bool_(True), np.array(1), np.array([1, 2]), np.zeros(3),
)  # fmt: skip
OBJECTS = {"game", "luck", "clock", "find_game", "forced", "grouped", "keep_last", "limited"}
"""Arguments whose type only a type checker compares: objects, and what is yes or no."""
TRUSTED = {
    Position: {"cached_value"},  # calls a function of the caller's
    Seen: {"cached_value"},
    Match: {"resume"},  # goes on from a log that was checked when it was written
    Game: {"use_engine", "options_of", "set_text", "setting", "longest", "build_facts", "clock"},
}
"""Functions that other parts of the program pass checked objects to."""
CHOOSING = ("choose", "consider", "begin")
"""What bots have for callers outside."""
KNOWN_LEGAL = {"step_unchecked", "advance", "advance_with_digits"}
"""Functions whose caller knows that the action is legal: they check that there is one."""


@dataclass
class Target:
    """An object or a module, made anew for each call, and its public functions."""

    name: str
    make: Callable[[], Any]
    functions: Mapping[str, Callable[[Any], Callable[..., Any]]]


def of_object(name: str, make: Callable[[], Any], *only: str) -> Target:
    kind = type(make())
    left_out = {name for of, names in TRUSTED.items() if issubclass(kind, of) for name in names}
    functions = {}
    for member, found in inspect.getmembers_static(kind):
        owner = next(base for base in kind.__mro__ if member in vars(base))
        ours = owner.__module__.startswith("spielzug") and (not only or member in only)
        if member.startswith("_") or member in left_out or not ours:
            continue
        if isinstance(found, property):
            functions[member] = lambda made, member=member: lambda: getattr(made, member)
        elif callable(getattr(kind, member)):
            functions[member] = lambda made, member=member: getattr(made, member)
    return Target(name, make, functions)


def of_functions(*functions: Callable[..., Any]) -> Target:
    named = {f"{f.__module__}.{f.__qualname__}": (lambda _, f=f: f) for f in functions}
    return Target("", lambda: None, named)


class Fuzz:
    """The calls for one game."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.random = random.Random(seed)
        short = dict(word.split(":") for word in expected_of(game.name).short_game.split())
        self.start = game.start(None, 1, limited=True, **short)
        self.seats = self.start.seats
        self.over = self.start.copy()
        while not self.over.over:
            self.over.step(self.random.choice(self.over.legal))
        self.match = self.new_match()
        self.batch = Batch(game, 3, opponents=None)
        self.resigning = Batch(game, 2, on_illegal="resign", keep_last=True)
        self.env = GameEnv(game)
        self.seat_env, self.vector_env = SeatEnv(game), SeatVectorEnv(game, 2)
        self.raw_env = raw_env(game)
        self.raw_env.reset(1)

    def new_match(self) -> Match:
        options = self.start.options
        match = Match(self.game, [Seat("A")] * self.seats, SeedLuck("1"), options)
        for _ in range(4):
            match.play(match.legal[0])
        return match

    def targets(self) -> Iterator[Target]:
        start, over = self.start, self.over
        yield of_object("Position", start.copy)
        yield of_object("Position at the end", over.copy)
        yield of_object("Seen", lambda: start.seen(start.actor))
        yield of_object("Seen by another seat", lambda: start.seen(1 - start.actor))
        yield of_object("Seen by a spectator", lambda: start.seen(-1))
        yield of_object("Seen at the end", lambda: over.seen(0))
        yield of_object("Match", self.new_match)
        yield of_object("Game", lambda: self.game)
        yield of_object("Batch", lambda: self.batch)
        yield of_object("Batch with resign", lambda: self.resigning)
        yield of_object("GameEnv", lambda: self.env)
        yield of_object("SeatEnv", lambda: self.seat_env)
        yield of_object("SeatVectorEnv", lambda: self.vector_env)
        yield of_object("raw_env", lambda: self.raw_env)
        for name in ("random", "greedy", "policy", "beginner", "search:2"):
            yield of_object(f"bot {name}", partial(get_bot, name, 1), *CHOOSING)
        yield of_functions(
            spielzug.game, spielzug.bot, spielzug.read_record, spielzug.write_record, unpack,
            chance.chances, chance.step_with_digits, chance.needs_luck,
            Position, Seen, Match, Seat, SeedLuck, Batch, GameEnv, SeatEnv,
            Position.load, Seen.from_json,
        )  # fmt: skip

    def fitting(self, name: str) -> Any:
        """An argument of this name that fits, or nearly."""
        position = self.start
        legal = self.random.choice(position.legal)
        fields = position.plain_state
        field = self.random.choice(sorted(fields))
        known: dict[str, Any] = {
            "action": legal, "actions": np.array([legal] * 3), "seat": 0, "seats": self.seats,
            "key": 7, "seed": 1, "lang": "en", "names": ["A"] * self.seats, "name": "random",
            "rng": SplitMix64(1), "player": "greedy", "game": self.game, "version": 1,
            "options": position.options, "facts": position.facts_memory,
            "state": position.memory, "hidden": position.seen(0).hidden_memory, "digits": [0],
            "data": bytearray(position.bytes), "text": position.save(), "count": 2, "number": 2,
            "entry": self.match.log[1], "events": self.match.log[1].events, "to": 2, "by": None,
            "luck": SeedLuck("1"), "origin": "position", "start": position, "dealt": None,
            "size": 2, "device": "cpu", "opponents": None, "forced": True, "threads": 1,
            "on_illegal": "raise", "keep_last": False, "idle": None, "steps": 2, "bot": "greedy",
            "row": 0, "rows": np.array([True, False, False]), "seen": position.seen(position.actor),
            "clock": None, "agent": "seat_0", "mask": self.batch.mask, "n": 5, "most": 100,
            "grouped": True, "limited": True, "position": position, "function": "value",
            "functions": ("actor",), "source": "a file", "match": self.match, "render_mode": None,
            "path_or_text": Path("none.zug"), "path": Path("none.json"),
            "find_game": lambda _: self.game, "program_seconds": 1.0,
            "given": json.loads(json.dumps(position.seen(0).to_json())),
        }  # fmt: skip
        if self.random.random() < 0.3:  # nearly
            spoilt = json.loads(json.dumps(fields))
            spoilt[field] = _spoilt(spoilt[field], self.random.choice((-1, 7, 99, 255, 1 << 40)))
            saved = json.loads(position.save())
            known["text"] = json.dumps({**saved, "position": spoilt})
            known["given"] = {**known["given"], "hidden": spoilt}
            if self.random.random() < 0.5:
                odd = self.random.choice(sorted(known["given"]))
                known["given"][odd] = self.random.choice(ODD)
            known["data"] = bytearray(self.random.randbytes(len(position.bytes)))
        if name not in known:
            raise LookupError(f"say what fits for the argument {name!r}")
        return known[name]

    def arguments(self, name: str, call: Callable[..., Any]) -> dict[str, Any]:
        chosen: dict[str, Any] = {}
        odd_one = self.random.random()
        for parameter in inspect.signature(call).parameters.values():
            if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
                continue
            if parameter.default is not parameter.empty and self.random.random() < 0.4:
                continue
            value = self.fitting(parameter.name)
            if parameter.name not in OBJECTS and self.random.random() < odd_one:
                value = self.random.choice(ODD)
            if name in KNOWN_LEGAL and parameter.name == "action":
                number = value if type(value) is int else -1
                if 0 <= number < self.game.declaration.actions.count:
                    value = self.fitting("action")
            chosen[parameter.name] = value
        return chosen

    def run(self, calls: int) -> Iterator[str]:
        for target in self.targets():
            for name, function in target.functions.items():
                for _ in range(calls):
                    call = function(target.make())
                    given = self.arguments(name, call)
                    if not (name in KNOWN_LEGAL and target.name.endswith("end")):
                        yield from self.report(f"{target.name}.{name}", call, given)

    def report(self, name: str, call: Callable[..., Any], given: dict[str, Any]) -> Iterator[str]:
        try:
            call(**given)
        except OURS:
            return
        except Exception as error:
            where = inspect.trace()[-1]
            yield (
                f"{name}({given!r:.300}): {type(error).__name__}: {error!s:.100} "
                f"({Path(where.filename).name}:{where.lineno})"
            )


def _spoilt(value: Any, number: int) -> Any:
    if isinstance(value, list):
        return [_spoilt(value[0], number), *value[1:]]
    return number


def main(calls: int, names: list[str]) -> None:
    for name in names:
        for line in Fuzz(spielzug.game(name), 1).run(calls):
            print(f"{name}: {line}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
