"""External programs as bots, speaking the protocol over their standard streams."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TypeVar

from spielzug.bots import protocol
from spielzug.bots.clock import Clock, Stop
from spielzug.bots.names import MOST_PROGRAM_SECONDS, PROGRAM_SECONDS
from spielzug.bots.protocol import RefusedMessage
from spielzug.core.errors import CannotRead, SpielzugError, UsageError
from spielzug.core.position import Seen, check_turn
from spielzug.wire.parts import Outcome
from spielzug.wire.program import PROTOCOL, Over, Play, ProgramHello, ProgramMessage, Ready, Turn

MAX_MISTAKES = 3  # per decision
EXIT_TIMEOUT = 0.5  # seconds a program has to exit after its input is closed
LINE_BYTES = 64 * 1024
MAX_QUEUED_LINES = 1000  # a program that writes more before it is read has to wait
POLL_SECONDS = 0.05  # between checks of the stop flag
LANG = "en"

T = TypeVar("T")


class ProgramError(SpielzugError):
    """An external program failed to play."""


class ProgramEnded(ProgramError):
    """It closed its output."""


def parse_command(text: str) -> list[str]:
    """The words to execute for a command."""
    return with_interpreter(_words(text))


def _words(text: str) -> list[str]:
    """Split a command as a shell does."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"program:{text}: cannot read the command: {error}") from None
    if not words:
        raise UsageError("program: needs a program; write program:./my_bot.py, or a command")
    return words


def with_interpreter(words: Sequence[str]) -> list[str]:
    """Run a Python file with this interpreter, so that it need not be executable."""
    return [sys.executable, *words] if words[0].endswith(".py") else [*words]


def check_command(text: str) -> None:
    """Raise `UsageError` if the command cannot be started at all."""
    named = _words(text)[0]
    if not (os.path.isfile(named) if named.endswith(".py") else shutil.which(named)):
        raise UsageError(
            f"program:{text} cannot be started: there is no {named}; name a file that can be run, "
            "or a command like `python3 my_bot.py`"
        )


def program_name(command: Sequence[str]) -> str:
    """The stem of the program's own file, not of its interpreter."""
    files = [Path(word) for word in command if os.path.isfile(word)]
    sources = [file for file in files if file.suffix[1:].isalpha()]
    return (sources or [Path(command[0])])[0].stem


class ExternalProcess:
    """A running program. No call waits longer than asked, whatever the program does."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = shlex.join(command)
        self.last = ""
        """The last line received."""
        try:
            # A session of its own, so that Ctrl-C in the terminal reaches only us.
            self._popen = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise ProgramError(
                f"the program `{self.command}` cannot be started: {error.strerror}; name a file "
                "that can be run, or a command like `python3 my_bot.py`"
            ) from None
        assert self._popen.stdin is not None and self._popen.stdout is not None
        self._said: queue.Queue[str | None] = queue.Queue(MAX_QUEUED_LINES)
        self._to_say: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=_read, args=(self._popen.stdout, self._said), daemon=True),
            threading.Thread(target=_write, args=(self._popen.stdin, self._to_say), daemon=True),
        ]
        for thread in threads:
            thread.start()
        # Runs also on garbage collection and at exit: no program outlives its table.
        self.close = weakref.finalize(self, _end, self._popen, self._to_say, self._said, threads)

    def send(self, line: str) -> None:
        self._to_say.put(line)

    def receive(self, seconds: float) -> str | None:
        """The next line; None if the program has ended. Raises `TimeoutError`."""
        try:
            line = self._said.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            self._said.put(None)  # later calls also see the end
        else:
            self.last = line
        return line

    def ended(self) -> ProgramEnded:
        """The error to raise after the program has closed its output."""
        try:
            code = self._popen.wait(EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            how = "closed its output"
        else:
            how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
        why = self.error(how, "its stderr is shown above; start it by hand to see more")
        return ProgramEnded(str(why))

    def error(self, what: str, way_out: str) -> ProgramError:
        last = f"its last line: {protocol.shortened(self.last)}" if self.last else "it said nothing"
        return ProgramError(f"the program `{self.command}` {what} ({last}); {way_out}")


def _read(stream: IO[bytes], said: queue.Queue[str | None]) -> None:
    with stream:
        while line := stream.readline(LINE_BYTES):
            if text := line.decode("utf-8", "replace").strip():
                said.put(text)
    said.put(None)


def _write(stream: IO[bytes], to_say: queue.SimpleQueue[str | None]) -> None:
    # Writing to an ended program is no error here: `_read` reports the end of its output.
    with contextlib.suppress(OSError), stream:
        for text in iter(to_say.get, None):
            stream.write(f"{text}\n".encode())
            stream.flush()


def _end(
    popen: subprocess.Popen[bytes],
    to_say: queue.SimpleQueue[str | None],
    said: queue.Queue[str | None],
    threads: Sequence[threading.Thread],
) -> None:
    """Close the program's input; if it does not exit, kill it and all it has started."""
    to_say.put(None)
    try:
        popen.wait(EXIT_TIMEOUT)
    except subprocess.TimeoutExpired:
        if hasattr(os, "killpg"):
            os.killpg(popen.pid, signal.SIGKILL)
        else:
            popen.kill()
        popen.wait()
    deadline = time.monotonic() + EXIT_TIMEOUT
    for thread in threads:
        while thread.is_alive() and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                said.get_nowait()  # the reader thread may be waiting for space in the queue
            thread.join(0.01)


class ExternalBot:
    """The bot `program:COMMAND`.

    Each thread has one process per seat: a program plays one game after the other, and never sees
    at one seat what it may not know at another.
    """

    def __init__(self, command: str, seconds: float = PROGRAM_SECONDS) -> None:
        if not 0 < seconds <= MOST_PROGRAM_SECONDS:
            raise UsageError(
                f"a program cannot have {seconds:g} seconds for a decision: choose more than 0, "
                f"and {MOST_PROGRAM_SECONDS:g} at most"
            )
        self.name = f"program:{command}"
        self._command = parse_command(command)
        self._seconds = seconds
        self._own = threading.local()

    def choose(self, seen: Seen, clock: Clock | None = None) -> int:
        """What the program plays.

        The clock only records the time: the limit is the program's own.
        """
        check_turn(seen)
        clock = clock or Clock()
        begin = time.monotonic()
        try:
            return self._decide(seen, clock.stop)
        finally:
            clock.spend(time.monotonic() - begin)

    def tell_outcome(self, seen: Seen, outcome: Outcome) -> None:
        """Tell the program that the game it played at this seat is over."""
        player = self._own.__dict__.get(_place(seen))
        if player is not None:
            player.tell_outcome(outcome)

    def _decide(self, seen: Seen, stop: Stop) -> int:
        player = self._player(seen)
        try:
            return player.decide(seen, stop)
        except ProgramError as error:
            self._forget(player)
            if isinstance(error, ProgramEnded) and player.was_over:
                return self._decide(seen, stop)  # many programs exit after a game
            raise

    def _player(self, seen: Seen) -> _Player:
        players: dict[str, _Player] = self._own.__dict__
        key = _place(seen)
        if key not in players:
            players[key] = _Player(ExternalProcess(self._command), seen, self._seconds)
        return players[key]

    def _forget(self, player: _Player) -> None:
        """End the process; the next game starts a new one."""
        player.process.close()
        players = self._own.__dict__
        for key in [key for key, known in players.items() if known is player]:
            del players[key]

    def close(self) -> None:
        """End the programs started by this thread."""
        for player in list(self._own.__dict__.values()):
            self._forget(player)


def _place(seen: Seen) -> str:
    """What one process plays: a seat of games with the same rules."""
    return f"{seen.game.name} {seen.version} {seen.seats} {seen.seat}"


class _Stopped(Exception):
    """The stop flag was set while waiting for an answer."""


class _Player:
    """A process for one seat."""

    def __init__(self, process: ExternalProcess, seen: Seen, seconds: float) -> None:
        self.process = process
        self._seconds = seconds
        self._number = 0
        self._ready = False
        self._in_game = False
        """Whether it has made a decision in the present game."""
        self.was_over = False
        """Whether its last game is over, and it has made no decision since."""
        self._facts = ""
        """The facts sent last. A game of several deals sends them again."""
        hello = ProgramHello(
            type="hello",
            protocol=PROTOCOL,
            game=seen.game.name,
            rules=seen.version,
            seats=seen.seats,
            seat=seen.seat,
            names=None,
            options=None,
            lang=LANG,
        )
        process.send(protocol.dump(hello))

    def decide(self, seen: Seen, stop: Stop) -> int:
        deadline = time.monotonic() + self._seconds
        try:
            if not self._ready:
                self._receive_message(_accept_ready, None, deadline, stop)
                self._ready = True
            self._number += 1
            facts = protocol.dump(protocol.facts_message(seen))
            if facts != self._facts:  # once per deal: the view leaves them out
                self._facts = facts
                self.process.send(facts)
            asked = protocol.turn(seen, self._number, LANG, self._seconds)
            self.process.send(protocol.dump(asked))

            def accept(said: ProgramMessage) -> int:
                return _accept_play(said, self._number, seen)

            action = self._receive_message(accept, asked, deadline, stop)
            self._in_game, self.was_over = True, False
            return action
        except _Stopped:
            # A late answer has an old number, so it is never taken for a new one.
            return seen.legal[0]

    def tell_outcome(self, outcome: Outcome) -> None:
        if self._in_game:
            self._in_game, self.was_over = False, True
            self.process.send(protocol.dump(Over(type="over", **outcome)))

    def _receive_message(
        self, accept: Callable[[ProgramMessage], T], asked: Turn | None, deadline: float, stop: Stop
    ) -> T:
        """The first accepted message; the program is told why others are refused."""
        mistakes = 0
        while True:
            line = self._line(deadline, stop)
            try:
                return accept(protocol.read(line))
            except RefusedMessage as refused:
                told = refused.to_refusal(LANG)
            mistakes += told["code"] != "too_late"
            if mistakes >= MAX_MISTAKES:
                what = f"was refused {MAX_MISTAKES} times in a row: {told['detail']}"
                raise self.process.error(what, told["way_out"])
            self.process.send(protocol.dump(told))
            if asked is not None and told["code"] in protocol.RETRY_CODES:
                self.process.send(protocol.dump(asked))

    def _line(self, deadline: float, stop: Stop) -> str:
        while True:
            if stop.is_set():
                raise _Stopped
            left = deadline - time.monotonic()
            try:
                line = self.process.receive(min(left, POLL_SECONDS))
            except TimeoutError:
                if left <= 0:
                    raise self._timeout_error() from None
                continue
            if line is None:
                raise self.process.ended()
            return line

    def _timeout_error(self) -> ProgramError:
        due = "play" if self._ready else "ready"
        return self.process.error(
            f"gave no valid answer within {self._seconds:g} seconds",
            f'it must answer with {{"type":"{due}", …}} on a line, and flush its output',
        )


def _accept_ready(said: ProgramMessage) -> None:
    if not isinstance(said, Ready):
        raise RefusedMessage("not_ready")
    protocol.check_protocol(said)


def _accept_play(said: ProgramMessage, number: int, seen: Seen) -> int:
    if isinstance(said, Ready):
        raise RefusedMessage("already_ready")
    if not isinstance(said, Play):
        raise RefusedMessage("cannot_resign")
    if said.number != number:
        raise RefusedMessage("too_late", given=said.number, number=number)
    action = _action_of(said, seen)
    if action not in seen.legal:
        raise RefusedMessage("not_allowed", reason=seen.why_not(action, LANG))
    return action


def _action_of(said: Play, seen: Seen) -> int:
    if isinstance(said.action, int):
        return said.action
    try:
        return seen.parse(said.action)
    except CannotRead:
        raise RefusedMessage("cannot_read", text=protocol.shortened(said.action)) from None


_programs: dict[tuple[str, float], ExternalBot] = {}
_lock = threading.Lock()


def program(command: str, seconds: float = PROGRAM_SECONDS) -> ExternalBot:
    """The bot for this command, shared by all callers together with its running processes."""
    with _lock:
        known = _programs.get((command, seconds))
        return known or _programs.setdefault((command, seconds), ExternalBot(command, seconds))
