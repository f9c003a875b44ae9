"""A thinking process: questions come in as lines of JSON, answers go out.

    {"id": 1, "do": "load", "game": …}                      → {"id": 1, "answer": true}
    {"id": 2, "do": "choose", "bot": …, "spent": …, "timed": true, "question": …}
                                                            → {"id": 2, "answer": [action, …]}
    {"id": 3, "do": "advise", "question": …}                → {"id": 3, "answer": advice}
    {"id": 2, "do": "stop"}                                 the thought ends soon, with any answer

Errors are answered as {"id": …, "error": …}. The process exits at the end of its input.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Required, TextIO, TypedDict

from spielzug.bots import Bot, get_bot
from spielzug.bots.clock import Clock, Stop, TurnTime
from spielzug.bots.names import LEVELS
from spielzug.bots.thinking.compilation import is_net_uncompiled
from spielzug.core.cache import NET, is_prepared
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Seen
from spielzug.games import get_game, load_set


class ThinkingMessage(TypedDict, total=False):
    """A line to a process; `do` decides what else it has."""

    id: int
    do: str
    game: str
    bot: str
    spent: float
    timed: bool
    question: dict[str, Any]


class ThinkingReply(TypedDict, total=False):
    """A line from a process: an answer, or the text of an error."""

    id: Required[int]
    answer: object
    error: str


@dataclass(frozen=True)
class ThinkingQuestion:
    """What the seat to act may know, and the seed of the thought; sent to a process as JSON."""

    seen: Mapping[str, object]
    key: int

    @classmethod
    def about(cls, seen: Seen, key: int | None = None) -> ThinkingQuestion:
        """A question; without a `key` it gets a random seed."""
        return cls(seen.to_json(), secrets.randbits(64) if key is None else key)

    @property
    def game(self) -> str:
        return str(self.seen["game"])

    def position(self) -> Seen:
        """The position in this process."""
        return Seen.from_json(self.seen, get_game)

    def __str__(self) -> str:
        return json.dumps(vars(self), ensure_ascii=False)


THREADS = 8  # concurrent thoughts: they share the processor, and a quick one need not wait
PRIORITY = 12  # far below the tables, because many thoughts add up; above the compilers


def load(message: ThinkingMessage, stop: Stop) -> bool:
    """Load a game for thinking; what is not in the cache is compiled here."""
    from spielzug.bots.net.player import compile_inference  # not at the top: the server, which
    from spielzug.bots.search.thinker import ready  # asks, imports this module without numba

    game = get_game(message["game"])
    ready(game)
    if is_prepared(game.name, NET):  # otherwise the first question that needs it waits
        ready(game, net=True)
        compile_inference(game)
    return True


def choose(message: ThinkingMessage, stop: Stop) -> tuple[int, float, int]:
    from spielzug.bots.search.levels import Level

    question = ThinkingQuestion(**message["question"])
    turn, rng = TurnTime(message["spent"]), SplitMix64(question.key)
    clock = Clock(turn if message["timed"] else None, stop)
    name, seen = message["bot"], question.position()
    if name in LEVELS and is_net_uncompiled(name, seen):  # a table does not wait for the compiler
        bot: Bot = Level(name, rng, with_net=False)
    else:
        bot = get_bot(name, rng)
    action = bot.choose(seen, clock)
    return action, turn.spent, rng.rng


def give_advice(message: ThinkingMessage, stop: Stop) -> dict[str, object]:
    from spielzug.bots.hints import advise

    question = ThinkingQuestion(**message["question"])
    seen = question.position()
    with_net = not is_net_uncompiled(LEVELS[-1], seen)  # a hint does not wait for the compiler
    return advise(seen, SplitMix64(question.key), stop=stop, with_net=with_net).to_json()


HANDLERS: dict[str, Callable[[ThinkingMessage, Stop], object]] = {
    "load": load, "choose": choose, "advise": give_advice,
}  # fmt: skip


class ThinkingProcess:
    """The questions in progress."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._writing = threading.Lock()
        self._stops: dict[int, Stop] = {}
        self._threads = ThreadPoolExecutor(THREADS, "thought")

    def handle_line(self, line: str) -> None:
        message: ThinkingMessage = json.loads(line)
        number = message["id"]
        if message["do"] == "stop":
            if stop := self._stops.get(number):
                stop.set()
            return
        self._stops[number] = Stop()
        self._threads.submit(self._do, number, message)

    def _do(self, number: int, message: ThinkingMessage) -> None:
        try:
            reply: ThinkingReply = {
                "id": number,
                "answer": HANDLERS[message["do"]](message, self._stops[number]),
            }
        except Exception:  # any error of a bot is reported to the caller
            reply = {"id": number, "error": traceback.format_exc()}
        finally:
            del self._stops[number]
        with self._writing:
            self._out.write(json.dumps(reply) + "\n")
            self._out.flush()

    def close(self) -> None:
        for stop in list(self._stops.values()):
            stop.set()
        self._threads.shutdown(wait=False, cancel_futures=True)


def main(*sets: str) -> None:
    # Accidental prints go to stderr, not between the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started this process
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    for path in sets:
        load_set(Path(path))
    thinking = ThinkingProcess(out)
    for line in sys.stdin:
        thinking.handle_line(line)
    thinking.close()
    os._exit(0)  # without waiting for unfinished thoughts


if __name__ == "__main__":
    main(*sys.argv[1:])
