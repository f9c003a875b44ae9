"""The pool of thinking processes: sends questions, returns futures.

Whatever happens to a process (an error, a crash, an endless thought), the caller gets an error, and
the next question goes to another process.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from spielzug.bots.thinking.process import ThinkingMessage, ThinkingQuestion, ThinkingReply
from spielzug.core.errors import SpielzugError
from spielzug.core.rules_mode import compiled_rules_env

log = logging.getLogger("spielzug.thinking")

RESTART_DELAY = 30.0  # seconds without a new process after several ended quickly
END = 1.0  # seconds for a process that has closed its output to end by itself
QUICK_END, MOST_QUICK_ENDS = 10.0, 3


class ThinkingFailed(SpielzugError):
    """There is no answer: the process failed or ended."""


@dataclass(frozen=True)
class PoolRequest:
    """A question that was sent."""

    number: int
    answer: Future[object]
    process: PoolProcess

    def stop(self) -> None:
        """Cancel: the thought ends soon, with any answer."""
        self.process.tell({"id": self.number, "do": "stop"})


class PoolProcess:
    """One thinking process. Neither writing to it nor reading from it blocks the caller."""

    def __init__(
        self,
        arguments: Sequence[str],
        ended: Callable[[PoolProcess], None],
        stderr: int | None = None,
    ) -> None:
        self.loaded: set[str] = set()
        self.loading: set[str] = set()
        self.began = time.monotonic()
        self._ended = ended
        self._gone = False
        self._open: dict[int, Future[object]] = {}
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._outbox: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        command = [sys.executable, "-m", "spielzug.bots.thinking.process", *arguments]
        self.popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=compiled_rules_env(),
            text=True,
            encoding="utf-8",
            process_group=0,  # Ctrl-C reaches only the server, which then ends us
        )
        self._threads = [
            threading.Thread(target=work, name="thinking", daemon=True)
            for work in (self._write, self._read)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def busy(self) -> int:
        return len(self._open)

    def ask(self, message: ThinkingMessage) -> PoolRequest:
        number, answer = next(self._numbers), Future[object]()
        with self._lock:
            if self._gone:
                raise ThinkingFailed("the process that was asked has ended")
            self._open[number] = answer
        self.tell({"id": number, **message})
        return PoolRequest(number, answer, self)

    def tell(self, message: ThinkingMessage) -> None:
        self._outbox.put(json.dumps(message))

    def _write(self) -> None:
        assert self.popen.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            while (payload := self._outbox.get()) is not None:
                self.popen.stdin.write(payload + "\n")
                self.popen.stdin.flush()
        with contextlib.suppress(OSError):
            self.popen.stdin.close()

    def _read(self) -> None:
        assert self.popen.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self.popen.stdout:
                self._handle_message(json.loads(line))
        self.popen.stdout.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.popen.wait(END)  # its own status says more than that of being killed
        self.end()
        status = self.popen.wait()
        with self._lock:
            self._gone = True
            left, self._open = self._open, {}
        self._ended(self)
        for answer in left.values():
            _fail(answer, ThinkingFailed(f"the process that thought ended (status {status})"))

    def _handle_message(self, message: ThinkingReply) -> None:
        with self._lock:
            answer = self._open.pop(message["id"], None)
        if answer is None or answer.done():
            return
        if "error" in message:
            _fail(answer, ThinkingFailed(message["error"].strip()))
        elif answer.set_running_or_notify_cancel():
            answer.set_result(message["answer"])

    def end(self) -> None:
        """Kill it; pending answers get an error."""
        self._outbox.put(None)
        with contextlib.suppress(OSError):
            self.popen.kill()

    def wait(self) -> None:
        for thread in self._threads:
            thread.join()


def _fail(answer: Future[object], error: Exception) -> None:
    if not answer.done() and answer.set_running_or_notify_cancel():
        answer.set_exception(error)


class Thinkers:
    """As many processes as cores, each started when the others are busy."""

    def __init__(
        self,
        sets: Sequence[Path] = (),
        most: int | None = None,
        tell: Callable[[str], None] = lambda _: None,
        stderr: int | None = None,
    ) -> None:
        """`tell` is called from a thread with each game that was loaded; `stderr` is a descriptor
        for what the processes print."""
        self._tell = tell
        self._stderr = stderr
        self._arguments = [str(path) for path in sets]
        self._most = most or os.cpu_count() or 1
        self._processes: list[PoolProcess] = []
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._wanted: set[str] = set()
        self._quick_ends: list[float] = []
        self._closed = False

    @property
    def processes(self) -> list[PoolProcess]:
        with self._lock:
            return list(self._processes)

    # -- loading ----------------------------------------------------------------------------------

    def load(self, game: str) -> None:
        """Let a process load a game whose code is in the cache."""
        with self._lock:
            self._wanted.add(game)
            process = self._processes[0] if self._processes else self._begin()
            if process is not None:
                self._load(process, game)

    def can_think_about(self, game: str) -> bool:
        with self._lock:
            return any(game in process.loaded for process in self._processes)

    def is_loaded_or_loading(self, game: str) -> bool:
        """Whether the game is loaded in a process, or being loaded."""
        with self._lock:
            if game in self._wanted and not self.can_think_about(game):
                self.load(game)  # the process that had it ended, and no other could be started then
            return self.can_think_about(game) or self._is_loading(game)

    def wait_until_loaded(self, game: str, seconds: float) -> bool:
        """Whether the game is loaded now, or within these seconds if it is being loaded."""
        with self._changed:
            self.is_loaded_or_loading(game)
            self._changed.wait_for(
                lambda: self.can_think_about(game) or not self._is_loading(game), seconds
            )
            return self.can_think_about(game)

    def _is_loading(self, game: str) -> bool:
        return any(game in process.loading for process in self._processes)

    def _load(self, process: PoolProcess, game: str) -> None:
        if game in process.loading or game in process.loaded:
            return
        try:
            asked = process.ask({"do": "load", "game": game})
        except ThinkingFailed:  # it has just ended; the next request starts another
            return
        process.loading.add(game)
        asked.answer.add_done_callback(lambda done: self._on_loaded(process, game, done))

    def _on_loaded(self, process: PoolProcess, game: str, done: Future[object]) -> None:
        with self._lock:
            process.loading.discard(game)
            error = done.exception()
            if error is None:
                process.loaded.add(game)
            elif not self._closed:
                log.error("a bot process could not load %s: %s", game, error)
            self._changed.notify_all()
        self._tell(game)

    def _begin(self) -> PoolProcess | None:
        """Another process, if there is room and the last ones did not end quickly."""
        late = time.monotonic() - RESTART_DELAY
        self._quick_ends = [at for at in self._quick_ends if at > late]
        if self._closed or len(self._processes) >= self._most:
            return None
        if len(self._quick_ends) >= MOST_QUICK_ENDS:
            return None
        try:
            process = PoolProcess(self._arguments, self._on_ended, self._stderr)
        except OSError:
            log.exception("could not start a bot process")
            self._quick_ends.append(time.monotonic())
            return None
        self._processes.append(process)
        return process

    def _on_ended(self, process: PoolProcess) -> None:
        with self._lock:
            if process in self._processes:
                self._processes.remove(process)
            now = time.monotonic()
            if now - process.began < QUICK_END:
                self._quick_ends.append(now)
            if self._closed:
                return
            log.error("a bot process ended unexpectedly (status %s)", process.popen.returncode)
            for game in process.loaded | process.loading:
                self.load(game)

    # -- asking -----------------------------------------------------------------------------------

    def choose(
        self, question: ThinkingQuestion, bot: str, spent: float, timed: bool = True
    ) -> PoolRequest:
        """The answer: an action, the seconds that the turn has used, and the rng's state."""
        return self._ask(question, {"do": "choose", "bot": bot, "spent": spent, "timed": timed})

    def advise(self, question: ThinkingQuestion) -> PoolRequest:
        """The answer is what `HintAdvice.from_json` reads."""
        return self._ask(question, {"do": "advise"})

    def _ask(self, question: ThinkingQuestion, message: ThinkingMessage) -> PoolRequest:
        with self._lock:
            able = [p for p in self._processes if question.game in p.loaded]
            if not able:
                raise ThinkingFailed(f"no process is ready to think about {question.game}")
            chosen = min(able, key=lambda p: p.busy)
            if chosen.busy:  # let another process load the game for the next question
                idle = [p for p in self._processes if p not in able and not p.loading]
                spare = idle[0] if idle else self._begin()
                if spare is not None:
                    self._load(spare, question.game)
            return chosen.ask({**message, "question": vars(question)})

    def stop_replacing(self) -> None:
        """From now on it is no news that a process ends, and no other is started."""
        with self._lock:
            self._closed = True

    def close(self) -> None:
        self.stop_replacing()
        processes = self.processes
        for process in processes:
            process.end()
        for process in processes:
            process.wait()
