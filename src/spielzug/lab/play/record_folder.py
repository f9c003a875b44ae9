"""Records of games that bots played, into a folder that was looked at before the first of them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spielzug.core.errors import SpielzugError, UsageError
from spielzug.core.game import Game
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.options import Options
from spielzug.core.records import SUFFIX, save_text, write_record
from spielzug.lab.play.bot_names import aliases, player_of

NAME_BYTES = 255  # that a file name has room for where the system does not tell
SPARE = 20  # of them for a file in the making: it has a longer name


@dataclass(frozen=True)
class FolderWriter:
    """Writes the records of a run: what its games have in common."""

    game: Game
    options: Options
    seed: str

    def name(self, seats: int, *numbers: str) -> str:
        """Of a file: the game, the seats, the seed, and what tells this game from the others."""
        words = (self.game.name, str(seats), self.seed, *numbers)
        return "-".join(words).replace(os.sep, "_") + SUFFIX

    def write(self, bots: Sequence[str], number: int, actions: Sequence[int]) -> str:
        """Game `number` of the seed with these bots at the seats; it need not be over."""
        short = aliases(bots)
        seats = [Seat(f"{short[bot]} {seat}", player_of(bot)) for seat, bot in enumerate(bots, 1)]
        match = Match(self.game, seats, SeedLuck(self.seed, number), self.options)
        for action in actions:
            match.play(action)
        return write_record(match)


@dataclass
class RecordWriter:
    """Where the games of a run are kept."""

    folder: Path
    files: list[Path] = field(default_factory=list)

    def refuse(self, longest: str) -> None:
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
        room = _room(folder) - SPARE
        size = len(os.fsencode(longest))
        if size > room:
            raise UsageError(
                f"the seed is too long for the names of the records: {size - room} bytes too many; "
                "choose a shorter --seed"
            )

    def save(self, records: Mapping[str, str]) -> None:
        """Records by the names of their files."""
        for name, text in records.items():
            path = self.folder / name
            try:
                save_text(text, path)
            except OSError as error:
                raise SpielzugError(f"{path}: cannot be written: {error.strerror}") from None
            self.files.append(path)


def _room(folder: Path) -> int:
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (AttributeError, OSError, ValueError):
        return NAME_BYTES
