"""Merges parts of one run, played on several machines, to exactly what one machine would give."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from spielzug.core.errors import CannotRead, UsageError
from spielzug.lab.arena.standings import ArenaFigures, ArenaStanding, arena_figures
from spielzug.lab.arena.tournament import seat_orders
from spielzug.lab.play.run_files import ARENA, SAME, SIMULATE
from spielzug.lab.play.simulate import SimulationFigures, simulation_figures
from spielzug.lab.play.totals import Sums
from spielzug.lab.play.workers import Range, Ranges

MOST_GAPS = 4  # named in an error
MOST_SEATS = 100  # more than any game has


@dataclass(frozen=True)
class RunPart:
    """The figures of a file."""

    path: Path
    figures: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path) -> RunPart:
        try:
            figures = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise CannotRead(f"{path}: cannot be opened: {error.strerror}") from None
        except (ValueError, RecursionError) as error:
            raise CannotRead(f"{path}: this is not JSON: {error}") from None
        if not isinstance(figures, dict) or figures.get("command") not in tuple(_MERGED):
            raise CannotRead(
                f"{path}: no figures of `spielzug simulate` or `spielzug arena`: name files "
                "that one of them wrote with --json"
            )
        if figures.get("until_decided"):
            raise UsageError(
                f"{path}: the length of this run depended on how its games went "
                "(--until-decided), so it cannot be part of another run"
            )
        return cls(path, figures)

    @contextmanager
    def blame_file(self) -> Iterator[None]:
        """Report errors in the figures as errors of this file: it may have been edited."""
        try:
            yield
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
            raise CannotRead(f"{self.path}: the figures are damaged: {error!r}") from None

    @property
    def planned(self) -> Range:
        """The games of the part, or of each pair in it."""
        with self.blame_file():
            first, planned = int(self.figures["first_game"]), int(self.figures["planned"])
            return first, first + planned // self.pairs

    def number(self, name: str) -> float:
        value = self.figures[name]
        if not isinstance(value, int | float):
            raise CannotRead(f"{self.path}: the figures are damaged: {name} is {value!r}")
        return value

    @property
    def pairs(self) -> int:
        return len(self.figures["pairs"]) if self.figures["command"] == ARENA else 1


def merge(paths: Sequence[Path], allow_gaps: bool = False) -> SimulationFigures | ArenaFigures:
    """The figures of all parts together; raises `UsageError` for parts of different runs."""
    if not paths:
        raise UsageError("nothing to merge: name files with figures")
    parts = [RunPart.read(path) for path in paths]
    for part in parts[1:]:
        _check_same_run(parts[0], part)
    with parts[0].blame_file():  # what all of them have in common
        return _MERGED[parts[0].figures["command"]](parts, allow_gaps)


def _check_same_run(one: RunPart, other: RunPart) -> None:
    """Raise `UsageError` unless both are parts of one run."""
    for name in SAME:
        mine, theirs = one.figures.get(name), other.figures.get(name)
        if mine == theirs:
            continue
        if name == "options" and isinstance(mine, dict) and isinstance(theirs, dict):
            name = next(key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key))
            mine, theirs = mine.get(name), theirs.get(name)
            name = f"the option {name}"
        why = " (other sources play other games)" if name == "code" else ""
        raise UsageError(
            f"{other.path} is not part of the same run as {one.path}: {name} is {theirs!r}, not "
            f"{mine!r}{why}"
        )


def _merge_simulated(parts: Sequence[RunPart], allow_gaps: bool) -> SimulationFigures:
    sums = []
    for part in parts:
        with part.blame_file():
            one = Sums.from_json(part.figures["sums"])
            one.check_plausible()
            _check_planned_games(part, one.games)
            sums.append(one)
    whole = sums[0]
    _check_no_overlap(parts, [one.games for one in sums])
    for part, one in zip(parts[1:], sums[1:], strict=True):
        with part.blame_file():
            whole.add(one)
    head = _head(parts)
    _check_no_gaps(head["first_game"], head["planned"], whole.games, allow_gaps)
    rows = (row for part in parts for row in part.figures["by_bot"])
    return simulation_figures(head, whole, {row["bot"] for row in rows if row.get("out")})


def _merge_arena(parts: Sequence[RunPart], allow_gaps: bool) -> ArenaFigures:
    bots = tuple(parts[0].figures["bots"])
    if parts[0].figures["neighbours"]:
        pairs = list(pairwise(range(len(bots))))
    else:
        pairs = list(combinations(range(len(bots)), 2))
    rounds = len(seat_orders(_seats(parts[0].figures)))
    whole, every = ArenaStanding.blank(bots, pairs, rounds), []
    for part in parts:
        with part.blame_file():
            standing = ArenaStanding.blank(bots, pairs, rounds)
            standing.read(part.figures)
            for meeting in standing.meetings:
                _check_planned_games(part, meeting.games)
            every.append(standing)
    head = _head(parts)
    first, count = head["first_game"], head["planned"] // len(pairs)
    for number in range(len(pairs)):
        played = [one.meetings[number].games for one in every]
        _check_no_overlap(parts, played)
        _check_no_gaps(first, count, Ranges(r for one in played for r in one), allow_gaps)
    for standing in every:
        whole.add(standing)
    head["stopped"] = whole.games < head["planned"]
    return arena_figures(head, whole)


def _seats(figures: Mapping[str, Any]) -> int:
    seats = int(figures["seats"])
    if not 2 <= seats <= MOST_SEATS:
        raise ValueError(f"there are no games with {seats} seats")
    return seats


_MERGED: Mapping[str, Callable[[Sequence[RunPart], bool], SimulationFigures | ArenaFigures]] = {
    SIMULATE: _merge_simulated,
    ARENA: _merge_arena,
}


def _head(parts: Sequence[RunPart]) -> Any:
    """The header that one run of all these games would have, as it stands in the files."""
    first = min(part.planned[0] for part in parts)
    end = max(part.planned[1] for part in parts)
    head = {name: value for name, value in parts[0].figures.items() if name in SAME}
    head |= {"first_game": first, "planned": (end - first) * parts[0].pairs}
    if head["command"] == ARENA:
        head["stopped"] = False
    for name in ("seconds", "records"):
        if all(name in part.figures for part in parts):
            head[name] = round(sum(part.number(name) for part in parts), 3)
    return head


def _check_planned_games(part: RunPart, played: Ranges) -> None:
    """Raise ValueError if a part counts games that it was not asked for."""
    first, end = part.planned
    for have, until in played:
        if have < first or until > end:
            raise ValueError(f"its {_games((have, until))} are not those that it was to play")


def _check_no_overlap(parts: Sequence[RunPart], played: Sequence[Ranges]) -> None:
    for (one, theirs), (other, ours) in combinations(zip(parts, played, strict=True), 2):
        for first, end in ours:
            twice = theirs.overlap(first, end)
            if twice is not None:
                raise UsageError(
                    f"{other.path}: {_games(twice)} {_are(twice)} also in {one.path} and would "
                    "count twice: leave one of the files out"
                )


def _check_no_gaps(first: int, count: int, played: Ranges, allow_gaps: bool) -> None:
    gaps = played.gaps(first, first + count)
    if gaps and not allow_gaps:
        told = ", ".join(_games(gap) for gap in gaps[:MOST_GAPS])
        more = f" and {len(gaps) - MOST_GAPS} more gaps" if len(gaps) > MOST_GAPS else ""
        start, end = gaps[0]
        raise UsageError(
            f"{told}{more} {_are(gaps[0])} in none of the files: play what is missing "
            f"(--first-game {start} --games {end - start}), or count without it (--allow-gaps)"
        )


def _games(games: Range) -> str:
    first, last = games[0], games[1] - 1
    return f"game {first}" if first == last else f"games {first} to {last}"


def _are(games: Range) -> str:
    return "is" if games[1] - games[0] == 1 else "are"
