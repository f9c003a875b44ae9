"""The Lab: runs one comparison at a time in a separate process, and keeps the reports.

It is only for people at the machine (`Identity.is_owner`). Nothing stays on the disk: uploaded
files are in a temporary folder of the run, and reports are kept in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import logging
import os
import re
import shutil
import signal
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from typing_extensions import TypedDict

from spielzug.bots import bots_for
from spielzug.core.errors import DataError, UsageError
from spielzug.core.game import Game
from spielzug.core.rules_mode import compiled_rules_env
from spielzug.core.sets import parse
from spielzug.games import NAMES, all_games, get_game
from spielzug.games.set_files import editable_copy, set_changes
from spielzug.lab.compare import WORKER_COMMAND
from spielzug.server.config.settings import Settings
from spielzug.server.monitoring import child_stderr
from spielzug.server.problems import Problem
from spielzug.wire import lab as wire
from spielzug.wire.parts import doc
from spielzug.wire.requests import Request, Short

log = logging.getLogger("spielzug.server")

CHECKOUT = Path(__file__).resolve().parents[3]
"""The root of the checkout, if this runs from one."""
CHECKED = 200  # changes and warnings shown for a file
MAX_REPORTS = 20  # reports in memory; the oldest is dropped
MESSAGES_SHOWN = 5  # last messages of a run that are shown
MAX_LINE_BYTES = 1 << 20  # bytes of one line of a run's output
MOST_BYTES = 200  # of a file name: file systems take 255, and `_side` may add a prefix
CLOSE_TIMEOUT = 3.0  # seconds that `close` waits for a run to end


class LabFileCheck(Request):
    """A file of a side, before anything is played."""

    game: Short
    file: wire.LabFile


class LabFileChecked(TypedDict):
    error: Annotated[str | None, doc("what is wrong, in English, with file and line number")]
    warnings: Annotated[list[str], doc("what is unusual, in English")]
    changes: Annotated[list[str], doc("what it changes compared with the built-in set")]


class PlanMessage(TypedDict):
    kind: Literal["plan"]
    title: str
    planned: int


class ProgressMessage(TypedDict):
    kind: Literal["progress"]
    done: int
    left: float | None


class TextMessage(TypedDict):
    kind: Literal["told", "refused"]
    text: str


class WritingMessage(TypedDict):
    kind: Literal["writing"]


class DoneMessage(TypedDict):
    kind: Literal["done"]
    file: str | None
    games: int
    stopped: bool


WorkerMessage = PlanMessage | ProgressMessage | TextMessage | WritingMessage | DoneMessage
"""A line of output of a run: see `lab.compare.worker`."""


@dataclass
class RunningComparison:
    """A run, its state and its last messages."""

    game: str
    folder: Path
    title: str
    state: str = "preparing"
    done: int = 0
    planned: int = 0
    left: float | None = None
    messages: list[str] = field(default_factory=list)
    given_up: bool = False
    process: asyncio.subprocess.Process | None = None
    task: asyncio.Task[None] | None = None

    def shown(self) -> wire.LabRun:
        return wire.LabRun(
            game=self.game,
            title=self.title,
            state=self.state,  # type: ignore[typeddict-item]
            done=self.done,
            planned=self.planned,
            seconds_left=self.left,
            told=self.messages,
        )


@dataclass(frozen=True)
class KeptReport:
    about: wire.LabReport
    packed: bytes
    """The HTML page, compressed with gzip."""


class LabJobs:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._running: RunningComparison | None = None
        self._reports: OrderedDict[int, KeptReport] = OrderedDict()
        self._made = 0
        self._trouble: wire.LabTrouble | None = None

    # -- queries ----------------------------------------------------------------------------------

    def shown(self, owner: bool) -> wire.Lab:
        if not owner:
            return wire.Lab(open=False, needs=None, games=[], run=None, trouble=None, reports=[])
        there = all(find_spec(name) is not None for name in ("matplotlib", "jinja2"))
        return wire.Lab(
            open=True,
            needs=None if there else install_command(),
            games=[_game(game) for game in all_games()],
            run=self._running.shown() if self._running is not None else None,
            trouble=self._trouble,
            reports=[report.about for report in reversed(self._reports.values())],
        )

    def report(self, number: int) -> bytes:
        if number not in self._reports:
            raise Problem(404, "no_report")
        return self._reports[number].packed

    def set_file(self, name: str, version: str) -> str:
        """The file of a shipped set with comments, as a template for own changes."""
        game = _game_named(name)
        try:
            return editable_copy(game.require_sets(), version, name)[1]
        except UsageError:
            raise Problem(422, "bad_request", field="game") from None
        except DataError:  # there is no shipped set of this name
            raise Problem(422, "bad_request", field="version") from None

    async def check(self, wanted: LabFileCheck, lang: str) -> LabFileChecked:
        """The errors of a file, or what it changes; it is only checked, not loaded."""
        return await asyncio.to_thread(_checked, _game_named(wanted.game), wanted, lang)

    # -- running ----------------------------------------------------------------------------------

    async def start(self, wanted: wire.LabRequest, lang: str) -> None:
        if self._running is not None:
            raise Problem(409, "lab_busy")
        if wanted.game not in NAMES:
            raise Problem(422, "bad_request", field="game")
        if wanted.bot not in bots_for(wanted.game):
            raise Problem(422, "bad_request", field="bot")
        folder = Path(tempfile.mkdtemp(prefix="spielzug-lab-"))
        try:
            sides = [_side(side, folder) for side in wanted.sides]
            asked = {
                "game": wanted.game, "sides": sides, "bots": [wanted.bot],
                "seats": sorted(set(wanted.seats)), "games": wanted.games, "seed": wanted.seed,
                "lang": lang, "folder": str(folder),
                "sets": [str(path.resolve()) for path in self._settings.sets],
            }  # fmt: skip
            running = RunningComparison(wanted.game, folder, " – ".join(sides))
            self._running, self._trouble = running, None
            running.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *WORKER_COMMAND,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=child_stderr(self._settings.log_format),
                limit=MAX_LINE_BYTES,
                env=compiled_rules_env(),
                process_group=0,  # Ctrl-C must reach only the server, which then ends the group
            )
        except BaseException:
            self._running = None
            shutil.rmtree(folder, ignore_errors=True)
            raise
        running.task = asyncio.create_task(self._follow(running, running.process, asked))

    def stop(self) -> None:
        """Stop after the current games and report these; a second call kills the run.

        The second call is needed because a run does not react while it prepares, perhaps for
        minutes.
        """
        running = self._running
        if running is None or running.process is None or running.process.stdin is None:
            return
        if running.state in ("preparing", "playing"):
            running.state = "stopping"
            with contextlib.suppress(OSError, RuntimeError):
                running.process.stdin.write(b"stop\n")
        elif running.state == "stopping":
            running.given_up = True
            _kill(running.process)

    async def _follow(
        self,
        running: RunningComparison,
        process: asyncio.subprocess.Process,
        asked: Mapping[str, object],
    ) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        ended = False
        try:
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            with contextlib.suppress(ConnectionError):
                await process.stdin.drain()
            async for line in process.stdout:
                ended = self._handle_message(running, json.loads(line)) or ended
            if not ended and running.given_up:
                self._trouble = wire.LabTrouble(code="given_up", text="")
            elif not ended:
                log.error("a Lab run ended without a result (status %s)", await process.wait())
                self._trouble = wire.LabTrouble(code="failed", text="")
        except Exception:
            log.exception("could not read the output of a Lab run")
            self._trouble = wire.LabTrouble(code="failed", text="")
        finally:
            _kill(process)
            await process.wait()
            await asyncio.to_thread(shutil.rmtree, running.folder, True)
            self._running = None

    def _handle_message(self, running: RunningComparison, message: WorkerMessage) -> bool:
        """Process one line of output; True if it is the last one."""
        if message["kind"] == "plan":
            running.title, running.planned = message["title"], message["planned"]
        elif message["kind"] == "progress":
            running.done, running.left = message["done"], message["left"]
            if running.state == "preparing":
                running.state = "playing"
        elif message["kind"] == "told":
            running.messages = [*running.messages, message["text"]][-MESSAGES_SHOWN:]
        elif message["kind"] == "writing":
            running.state, running.left = "writing", None
        elif message["kind"] == "refused":
            self._trouble = wire.LabTrouble(code="refused", text=message["text"])
            return True
        elif message["kind"] == "done":
            self._keep(running, message)
            return True
        return False

    def _keep(self, running: RunningComparison, message: DoneMessage) -> None:
        if message["file"] is None:
            self._trouble = wire.LabTrouble(code="nothing_played", text="")
            return
        self._made += 1
        about = wire.LabReport(
            number=self._made,
            game=running.game,
            title=running.title,
            games=message["games"],
            stopped=message["stopped"],
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        page = (running.folder / message["file"]).read_bytes()
        self._reports[self._made] = KeptReport(about, gzip.compress(page, 6, mtime=0))
        while len(self._reports) > MAX_REPORTS:
            self._reports.popitem(last=False)

    async def close(self) -> None:
        running = self._running
        if running is None or running.task is None:
            return
        running.task.cancel()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait({running.task}, timeout=CLOSE_TIMEOUT)


def _game_named(name: str) -> Game:
    if name not in NAMES:
        raise Problem(404, "no_game", name=name[:40])
    return get_game(name)


def _checked(game: Game, wanted: LabFileCheck, lang: str) -> LabFileChecked:
    try:
        sets = game.require_sets()
        loaded = sets.check(parse(wanted.file.text, _file_name(wanted.file.name)))
    except (DataError, UsageError) as error:
        return LabFileChecked(error=str(error), warnings=[], changes=[])
    changes = [str(change) for change in set_changes(sets, loaded, game.rules_version, lang)]
    warnings = list(loaded.warnings[:CHECKED])
    return LabFileChecked(error=None, warnings=warnings, changes=changes[:CHECKED])


def install_command() -> str:
    """The command that installs matplotlib; in a checkout, the pinned version."""
    if (CHECKOUT / "requirements" / "lab.txt").is_file():
        return "make lab"
    return "pip install 'spielzug[report]'"


def _game(game: Game) -> wire.LabGame:
    played = game.options(**game.simulation).named()
    return wire.LabGame(
        name=game.name,
        versions=["shipped", *(f"shipped-{version}" for version in game.versions)],
        has_set=game.sets is not None,
        usual={name: played[name] for name in game.simulation},
    )


def _side(side: wire.LabSide, folder: Path) -> str:
    """A side in the notation of `spielzug compare`; saves its file in the folder."""
    words = [side.version] if side.version != "shipped" or side.file is None else []
    if side.file is not None:
        name = _file_name(side.file.name)
        while (folder / name).exists():
            name = f"b-{name}"
        (folder / name).write_text(side.file.text, "utf-8")
        words.append(name)
    words += [f"{name}={value}" for name, value in side.options.items()]
    if len(words) > 1 and words[0] == "shipped":
        words = words[1:]
    return "+".join(words)


def _file_name(given: str) -> str:
    """A safe file name from a given one, without any path."""
    plain = re.sub(r"[^\w.-]", "_", given.replace("\\", "/").rpartition("/")[2])[-80:]
    stem = plain.lstrip(".-").removesuffix(".yaml").removesuffix(".yml")
    stem = stem.encode()[:MOST_BYTES].decode(errors="ignore")
    return f"{stem or 'set'}.yaml"


def _kill(process: asyncio.subprocess.Process) -> None:
    """Kill the process and, on POSIX, its group: its workers may outlive it."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.returncode is None:
        process.kill()
