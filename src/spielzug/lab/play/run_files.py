"""Files of a run: its resumable folder, the JSON of its figures, and the records of its games.

One process at a time works in the folder, and may be killed at any moment: finished work is kept.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict

import spielzug
from spielzug.core.cache import try_lock
from spielzug.core.errors import CannotRead, SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.options import Options
from spielzug.core.records import SUFFIX, save_text, write_record
from spielzug.lab.play.game_spec import aliases, player_of, source_code

if TYPE_CHECKING:
    from spielzug.lab.arena.standings import ArenaFigures
    from spielzug.lab.play.simulate import SimulationFigures

REQUEST_FILE, LOCK = "asked.json", "lock"


@contextmanager
def lock_run_folder(folder: Path) -> Iterator[None]:
    """Lock the folder against other processes."""
    with (folder / LOCK).open("a") as file:
        if not try_lock(file):
            raise UsageError(
                f"{folder}: another process is using this folder: wait for it, or name "
                "another folder"
            )
        yield


def begin(folder: Path, asked: Mapping[str, object]) -> None:
    """Create a folder for a new run; never overwrites an existing one."""
    if (folder / REQUEST_FILE).exists():
        raise UsageError(
            f"{folder}: there is already a run here: continue it with --resume {folder}"
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"{folder}: this folder is not empty: name a new one")
        save_text(json.dumps(asked, indent=1, ensure_ascii=False), folder / REQUEST_FILE)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from None


def save_request(folder: Path, asked: Mapping[str, object]) -> None:
    """Change the request of a run, for example to make it longer."""
    try:
        save_text(json.dumps(asked, indent=1, ensure_ascii=False), folder / REQUEST_FILE)
    except OSError as error:
        raise UsageError(f"{folder}: cannot be written: {error.strerror}") from None


def load_request(folder: Path) -> dict[str, Any]:
    """The request of the run in this folder."""
    try:
        found = json.loads((folder / REQUEST_FILE).read_text(encoding="utf-8"))
        if not isinstance(found, dict):
            raise ValueError("no object")
    except FileNotFoundError:
        raise CannotRead(f"{folder}: there is no run here; start one with --out {folder}") from None
    except (OSError, ValueError) as error:
        raise CannotRead(f"{folder / REQUEST_FILE}: cannot be read: {error}") from None
    return found


TIMES = ("seconds", "seconds_per_turn")
"""Figures that differ each time: all others are a function of the request."""

SIMULATE, ARENA = "simulate", "arena"

SAME = (
    "command", "game", "rules_version", "seats", "bots", "seed", "options", "verify", "neighbours",
    "until_decided", "version", "code",
)  # fmt: skip
"""Entries that all parts of a run have in common, if the command has them."""


class RunHead(TypedDict):
    """The first figures of every run."""

    command: str
    version: str
    code: str
    game: str
    rules_version: int
    seats: int
    bots: list[str]
    seed: str
    options: dict[str, str]


class RecordCount(TypedDict, total=False):
    """Only if records were written."""

    records: int


def head_of(
    command: str, game: Game, seats: int, bots: Sequence[str], seed: str, options: Options
) -> RunHead:
    return {
        "command": command,
        "version": spielzug.__version__,
        "code": source_code(game),
        "game": game.name,
        "rules_version": game.rules_version,
        "seats": seats,
        "bots": list(bots),
        "seed": seed,
        "options": options.named(),
    }


def untimed(figures: SimulationFigures | ArenaFigures) -> dict[str, object]:
    """The figures without times: the same run gives the same bytes."""
    by_bot = [{k: v for k, v in row.items() if k not in TIMES} for row in figures["by_bot"]]
    return {
        name: by_bot if name == "by_bot" else value
        for name, value in figures.items()
        if name not in TIMES
    }


def written(figures: Mapping[str, object]) -> str:
    """As JSON for people and for `spielzug merge`; the sums, which are long, on one line."""
    told = {name: value for name, value in figures.items() if name != "sums"}
    sums = json.dumps(figures["sums"], separators=(",", ":"))
    return f'{json.dumps(told, indent=2)[:-2]},\n  "sums": {sums}\n}}'


NAME_BYTES = 255  # the maximum length of a file name if the system does not tell
SPARE = 20  # reserved for the longer name of a temporary file


@dataclass(frozen=True)
class FolderWriter:
    """Writes the records of a run, from what its games have in common."""

    game: Game
    options: Options
    seed: str

    def name(self, seats: int, *numbers: str) -> str:
        """A file name: the game, the seats, the seed, and the numbers that identify this game."""
        words = (self.game.name, str(seats), self.seed, *numbers)
        return "-".join(words).replace(os.sep, "_") + SUFFIX

    def write(self, bots: Sequence[str], number: int, actions: Sequence[int]) -> str:
        """The record of game `number` of the seed with these bots at the seats, finished or not."""
        short = aliases(bots)
        seats = [Seat(f"{short[bot]} {seat}", player_of(bot)) for seat, bot in enumerate(bots, 1)]
        match = Match(self.game, seats, SeedLuck(self.seed, number), self.options)
        for action in actions:
            match.play(action)
        return write_record(match)


@dataclass
class RecordWriter:
    """Saves the records of a run in a folder."""

    folder: Path
    files: list[Path] = field(default_factory=list)

    @classmethod
    def into(cls, folder: Path | None, longest: str) -> Self | None:
        """Where the records go, if anywhere; raises `UsageError` if they cannot be written there.

        `longest` is the longest of their names.
        """
        if folder is None:
            return None
        writer = cls(folder)
        writer.prepare_folder(longest)
        return writer

    def prepare_folder(self, longest: str) -> None:
        """Make the folder, and refuse what would fail only after the games were played."""
        folder = self.folder
        if os.path.exists(folder) and not os.path.isdir(folder):
            raise UsageError(f"--records {folder}: this is a file; name a folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(
                f"--records {folder}: cannot be written to: {why}; name another folder"
            ) from None
        most_bytes = _max_name_bytes(folder) - SPARE
        size = len(os.fsencode(longest))
        if size > most_bytes:
            raise UsageError(
                f"the seed is too long for the names of the records: "
                f"{size - most_bytes} bytes too many; "
                "choose a shorter --seed"
            )

    def save(self, records: Mapping[str, str]) -> None:
        """Records by file name."""
        for name, text in records.items():
            path = self.folder / name
            try:
                save_text(text, path)
            except OSError as error:
                raise SpielzugError(f"{path}: cannot be written: {error.strerror}") from None
            self.files.append(path)


def _max_name_bytes(folder: Path) -> int:
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (AttributeError, OSError, ValueError):
        return NAME_BYTES
