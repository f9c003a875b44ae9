"""Compiles games in the background, in parts that can be built in parallel.

A process (`python -m spielzug.bots.thinking.compilation GAME PART`) builds one part of one game at
the lowest priority, writes its progress as lines (numbers from 0 to 1), and leaves its code in the
cache with a marker. When a game is opened that nothing works on, a process for an unplayed game is
killed to make room; only the function it was compiling is lost, because all others are cached by
then.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spielzug.bots.names import LEVELS, has_shipped_net
from spielzug.core.cache import (
    JUDGEMENT,
    NET,
    RULES,
    TABLE,
    compile_lock,
    is_prepared,
    mark_prepared,
)
from spielzug.core.game import PLAYING, Game
from spielzug.core.position import Seen
from spielzug.core.progress import Tell, inner_functions, show_compile_progress
from spielzug.core.rules_mode import compiled_rules_env
from spielzug.games import get_game

if TYPE_CHECKING:
    from spielzug.bots.search.search_tree import Loop
    from spielzug.core.native_engine import Compiled

# The server needs this module at its start; what loads numba is imported where it is used.

AT_TABLE = (*PLAYING, "greedy")
LOWEST_PRIORITY = 19


TO_THINK = (RULES, JUDGEMENT)
"""The parts needed to think about a game: by most bots, and by all where no net fits."""


def thinking_parts(game: str) -> tuple[str, ...]:
    """All parts that a thought may need, the most common first."""
    return (*TO_THINK, NET) if has_shipped_net(game) else TO_THINK


def is_ready_to_think(game: str) -> bool:
    """Whether the usual parts are in the cache."""
    return all(is_prepared(game, part) for part in TO_THINK)


def is_net_uncompiled(bot: str, seen: Seen) -> bool:
    """Whether this bot uses a net here whose code is not compiled yet."""
    from spielzug.bots.net.player import find_fitting_net
    from spielzug.bots.search.levels import uses_net

    if is_prepared(seen.game.name, NET) or not uses_net(bot, seen.game):
        return False
    return bot not in LEVELS or find_fitting_net(seen) is not None


def own_loops(game: Game, part: str) -> tuple[Loop, ...]:
    from spielzug.bots.search.endings import PROOF
    from spielzug.bots.search.native_search import loops_for

    if part in (NET, JUDGEMENT):
        return tuple(loop for loop in loops_for(game, part == NET) if loop is not PROOF)
    return (PROOF,) if part == RULES else ()


def names_of(game: Game, part: str) -> tuple[str, ...]:
    from spielzug.bots.search.endings import PROOF
    from spielzug.bots.search.search_tree import entries_of

    if part == TABLE:
        return AT_TABLE
    rules = set(entries_of(game, PROOF))
    names = entries_of(game, *own_loops(game, part))
    return tuple(name for name in names if part == RULES or name not in rules)


def with_called(game: Game, names: tuple[str, ...]) -> dict[str, Compiled]:
    """These functions of a game, and those of its other entries that they call."""
    from spielzug.core.jit import as_plain

    everything = game.native.entries()
    had = [everything[name][0] for name in names if name in everything]
    reached = {code for function in had for code in inner_functions(function)}
    return {n: made for n, made in everything.items() if as_plain(made[0]).__code__ in reached}


def prepare(game: Game, part: str, tell: Tell) -> None:
    """Compile a part of a game, unless it is in the cache; of several processes, one does it."""
    if not is_prepared(game.name, part):
        with compile_lock(game.name, part, tell) as share:
            if not is_prepared(game.name, part):
                _compile(game, part, share)


def _compile(game: Game, part: str, tell: Tell) -> None:
    from spielzug.bots.net.player import compile_inference
    from spielzug.bots.search.search_tree import loops_of

    entries = with_called(game, names_of(game, part))
    loops = loops_of(game, *own_loops(game, part))
    outers = [*(function for function, _, _ in entries.values()), *loops]
    with show_compile_progress(f"{game.title['en']} ({part})", outers, tell) as finished:
        game.native.compile(entries, finished)
        for loop, compile_loop in loops.items():
            compile_loop()
            finished(loop)
    if part == NET:
        compile_inference(game)
    mark_prepared(game.name, part)


def main(game: str, part: str) -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    prepare(get_game(game), part, lambda share: print(f"{share:.3f}", flush=True))


log = logging.getLogger("spielzug.thinking")

TRIES = 3
THINKING = (RULES, NET, JUDGEMENT)
PARTS = (*THINKING, TABLE)


@dataclass
class CompileJob:
    """One part of one game."""

    game: str
    part: str
    share: float = 0.0
    """Progress from 0 to 1."""
    failures: int = 0
    """Finished attempts that failed."""
    process: subprocess.Popen[str] | None = None
    made_room: bool = False

    @property
    def done(self) -> bool:
        return self.share >= 1.0


class Preparation:
    """Background compilation of all games. Calls `tell(game)` from a thread on every step."""

    def __init__(
        self,
        games: Sequence[str],
        tell: Callable[[str], None],
        most: int | None = None,
        parts: Sequence[str] = PARTS,
    ) -> None:
        self._tell = tell
        self._most = most or os.cpu_count() or 1
        self._lock = threading.RLock()
        self._played: list[str] = []
        """The games that people wait for, the latest first."""
        self._closed = False
        # First what is needed to think about any game, then what else a thought may need, then what
        # makes tables faster.
        ordered = [(g, p) for g in games for p in TO_THINK]
        ordered += [(g, p) for g in games for p in thinking_parts(g) if p not in TO_THINK]
        ordered += [(g, TABLE) for g in games]
        self.jobs = [CompileJob(game, part) for game, part in ordered if part in parts]

    # -- progress ---------------------------------------------------------------------------------

    def share(self, game: str) -> float:
        """How much of what thinking about this game needs is compiled, 0 to 1."""
        mine = [job.share for job in self.jobs if job.game == game and job.part in TO_THINK]
        return sum(mine) / len(mine) if mine else 1.0

    def failed(self, game: str) -> bool:
        """Whether what thinking about this game needs cannot be compiled here."""
        mine = [job for job in self.jobs if job.game == game and job.part in TO_THINK]
        return any(not j.done and j.process is None and j.failures >= TRIES for j in mine)

    @property
    def finished(self) -> bool:
        return all(job.done or job.failures >= TRIES for job in self.jobs)

    # -- running ----------------------------------------------------------------------------------

    def begin(self) -> None:
        with self._lock:
            for job in self.jobs:
                if is_prepared(job.game, job.part):
                    job.share = 1.0
            self._start_next_jobs()

    def play(self, game: str) -> None:
        """A game is being played: compile it first."""
        with self._lock:
            if is_ready_to_think(game) or self._played[:1] == [game]:
                return
            self._played = [game, *(other for other in self._played if other != game)]
            wanted = [j for j in self.jobs if j.game == game and j.part in TO_THINK]
            missing = [j for j in wanted if not j.done and j.process is None and j.failures < TRIES]
            others = [j for j in self.jobs if j.process is not None and j.game != game]
            others.sort(key=lambda j: j.game in self._played)
            for job in others[: len(missing)]:
                assert job.process is not None
                job.made_room = True
                job.process.kill()  # when it has ended, the next job is started
            self._start_next_jobs()

    def _next(self) -> CompileJob | None:
        open_ = [j for j in self.jobs if not j.done and j.process is None and j.failures < TRIES]
        order = {game: place for place, game in enumerate(self._played)}
        # All parts of a game in play come first, except those that only make tables faster.
        open_.sort(
            key=lambda j: (
                j.part not in (thinking_parts(j.game) if j.game in order else TO_THINK),
                order.get(j.game, len(order)),
            )
        )
        return open_[0] if open_ else None

    def _start_next_jobs(self) -> None:
        while not self._closed and sum(j.process is not None for j in self.jobs) < self._most:
            job = self._next()
            if job is None:
                return
            self._run(job)

    def _run(self, job: CompileJob) -> None:
        job.made_room = False
        try:
            job.process = subprocess.Popen(
                self.command(job),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=compiled_rules_env(),
                text=True,
                process_group=0,  # not a new session: priorities count within one
            )
        except OSError:
            job.failures += 1
            log.exception("could not start a process to compile %s (%s)", job.game, job.part)
            return
        threading.Thread(target=self._follow, args=(job,), daemon=True).start()

    @staticmethod
    def command(job: CompileJob) -> list[str]:
        return [sys.executable, "-m", "spielzug.bots.thinking.compilation", job.game, job.part]

    def _follow(self, job: CompileJob) -> None:
        process = job.process
        assert process is not None and process.stdout is not None and process.stderr is not None
        said: list[str] = []
        listener = threading.Thread(target=lambda: said.extend(process.stderr or ()), daemon=True)
        listener.start()
        for line in process.stdout:
            with contextlib.suppress(ValueError):
                job.share = min(0.99, float(line))
                self._tell(job.game)
        status = process.wait()
        listener.join()
        process.stdout.close()
        process.stderr.close()
        with self._lock:
            job.process = None
            if status == 0:
                job.share = 1.0
            else:
                job.share = 0.0
                job.failures += not job.made_room
                if not job.made_room and not self._closed:
                    what = "".join(said[-5:]).strip()
                    log.error("could not compile %s (%s): %s", job.game, job.part, what or status)
            self._start_next_jobs()
        if not self._closed:
            self._tell(job.game)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            processes = [job.process for job in self.jobs if job.process is not None]
        for process in processes:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
