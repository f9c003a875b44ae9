"""What a search for puzzles has done so far: a line for each game, written when it is done.

Whoever stops it loses nothing, and the same command goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from spielzug.core.errors import DataError, UsageError
from spielzug.school.puzzles.finder import PuzzleSearchPlan
from spielzug.school.puzzles.model import Puzzle
from spielzug.school.puzzles.shelf import read_line

SUFFIX = ".part"


class Journal:
    """The games that are done, and the puzzles found in them."""

    def __init__(self, path: Path, plan: PuzzleSearchPlan) -> None:
        """Opens what is there, or begins anew."""
        self.path, self.plan = path, plan
        self.done: dict[int, list[Puzzle]] = {}
        if path.exists():
            self._read()
        else:
            path.write_text(json.dumps(asdict(plan)) + "\n", encoding="utf-8")

    def _read(self) -> None:
        try:
            text = self.path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"{self.path}: cannot be read: {error}") from None
        head, _, rest = text.partition("\n")
        if head != json.dumps(asdict(self.plan)):
            raise UsageError(
                f"{self.path}: this search was started with other settings, {head[:200]}; "
                "continue with those, delete the file, or choose another --out"
            )
        whole = rest[: rest.rfind("\n") + 1]  # a line that was being written when it was killed
        for number, line in enumerate(whole.splitlines(), start=2):
            game, *told = line.split("\t")
            where = f"{self.path}, line {number}"
            if not game.isdigit():
                raise DataError(f"{where}: a line begins with the number of a game")
            self.done[int(game)] = [read_line(Puzzle, one, where) for one in told]
        if whole != rest:
            self.path.write_text(f"{head}\n{whole}", encoding="utf-8")

    def note(self, number: int, puzzles: Sequence[Puzzle]) -> None:
        self.done[number] = list(puzzles)
        told = "".join(f"\t{puzzle.model_dump_json()}" for puzzle in puzzles)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{number}{told}\n")

    @property
    def found(self) -> int:
        """How many puzzles there are so far."""
        return sum(map(len, self.done.values()))

    @property
    def games(self) -> int:
        """So many games are done from the first on: with this number the same comes out again."""
        count = 0
        while count in self.done:
            count += 1
        return count

    @property
    def puzzles(self) -> list[Puzzle]:
        """Those of these games, in their order, whoever was first."""
        return [puzzle for number in range(self.games) for puzzle in self.done[number]]


__all__ = ["SUFFIX", "Journal"]
