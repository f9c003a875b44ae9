"""Searches bots' games for puzzles, logs what was done, and selects which to keep.

The result of a game depends only on the plan and its number, so any number of workers find the
same. The log has one line per finished game: a stopped search loses nothing, and the same command
continues it.

Many puzzles with the same trick teach little. So grades take turns, and within a grade solutions of
different patterns; and no choice solves more than a few puzzles of a game.
"""

from __future__ import annotations

import json
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.bots.names import LEVELS
from spielzug.core.errors import DataError, UsageError
from spielzug.core.game import Game
from spielzug.core.json_objects import write_object
from spielzug.core.keys import SplitMix64, derive_key, seed_key
from spielzug.core.position import Position
from spielzug.games import get_game
from spielzug.review.choice_value import ReviewStopped, net_for
from spielzug.school.lessons import read_row
from spielzug.school.puzzles.judge import (
    GAP,
    Judge,
    JudgedChoice,
    PuzzleCandidate,
    own_row,
    winning_rows,
)
from spielzug.school.puzzles.model import Kind, Puzzle, PuzzleOrigin, gain, puzzle_id, read_puzzle

TRIED = 4  # gaps of one game, the most promising first; and one win
APART = 8  # moves between two puzzles of one game, so that they differ
ASKED = 9  # tries of each level
MOST_MOVES = 3_000  # of a game: an endless one is given up
ITERATIONS = 400  # of one evaluation of a choice; ten times that to confirm it
DEFAULT_BOT = "strong"
"""The bot that plays the games: quick, and good enough for sensible positions."""


@dataclass(frozen=True)
class PuzzleSearchPlan:
    """What to search; with the number of a game all that a puzzle depends on."""

    game: str
    bot: str = DEFAULT_BOT
    seed: str = "1"
    iterations: int = ITERATIONS
    gap: float = GAP


def search(plan: PuzzleSearchPlan, number: int, stop: Stop) -> list[Puzzle]:
    """The puzzles of one game, each missed by some level; raises `ReviewStopped`."""
    game = get_game(plan.game).ready()
    return _Search(game, plan, number, stop).puzzles()


def warm_up(plan: PuzzleSearchPlan) -> None:
    """Compile or load all that a search needs, before workers start."""
    game = get_game(plan.game).ready()
    position = game.deal(game.seats[0], 0)[0]
    seen = position.seen(position.actor)
    for bot in (plan.bot, *LEVELS):
        get_bot(bot, SplitMix64(0)).choose(seen)
    _judge_for(game, plan, position).find_candidate(0, position, SplitMix64(0))


_kept = threading.local()


def _judge_for(game: Game, plan: PuzzleSearchPlan, position: Position) -> Judge:
    """A judge with its memory; each thread keeps one for each plan and net."""
    net = net_for(position.seen(position.actor))
    kept: dict[tuple[PuzzleSearchPlan, int], Judge] = _kept.__dict__.setdefault("judges", {})
    name = plan, id(net)  # the judge keeps the net alive, so its id stays unique
    if name not in kept:
        kept[name] = Judge(game, plan.iterations, plan.gap, net)
    return kept[name]


class _Search:
    """One game of bots, and the puzzles in it."""

    def __init__(self, game: Game, plan: PuzzleSearchPlan, number: int, stop: Stop) -> None:
        self.game, self.plan, self.number, self.stop = game, plan, number, stop
        self.seats = game.seats[number % len(game.seats)]
        self.key = derive_key(seed_key("puzzles", plan.seed), number)
        self.moves: list[str] = []

    def _rng(self, purpose: int) -> SplitMix64:
        return SplitMix64(derive_key(self.key, purpose))

    def puzzles(self) -> list[Puzzle]:
        glimpses = sorted(self._candidates(), key=lambda one: -one.interest)
        wins = [one for one in glimpses if one.certain]
        gaps = [one for one in glimpses if not one.certain]
        found: list[Puzzle] = []
        places: list[int] = []
        tried = 0
        for glimpse in (*wins[:1], *gaps):
            if tried > TRIED or any(abs(glimpse.moves - place) < APART for place in places):
                continue
            tried += 1
            puzzle = self._confirmed(glimpse)
            if puzzle is not None and puzzle.missed:
                found.append(puzzle)
                places.append(glimpse.moves)
        return found

    def _candidates(self) -> list[PuzzleCandidate]:
        """Play the game and collect positions that may be puzzles."""
        position = self.game.deal(self.seats, self.key)[0]
        judge = _judge_for(self.game, self.plan, position)
        rng = self._rng(1)
        bots = [get_bot(self.plan.bot, self._rng(100 + seat)) for seat in range(self.seats)]
        found = []
        while not position.over and len(self.moves) < MOST_MOVES:
            if self.stop.is_set():
                raise ReviewStopped
            glimpse = judge.find_candidate(len(self.moves), position, rng)
            if glimpse is not None:
                found.append(glimpse)
            action = bots[position.actor].choose(position.seen(position.actor))
            self.moves.append(self.game.words.notation(action))
            position.advance(action)
        return found

    def _confirmed(self, glimpse: PuzzleCandidate) -> Puzzle | None:
        position = glimpse.position
        judge = _judge_for(self.game, self.plan, position)
        seen, rng = position.seen(position.actor), self._rng(1_000 + glimpse.moves)
        notation = self.game.words.notation
        if glimpse.certain:
            rows = winning_rows(self.game, position, own_row(position, rng), rng)
            first = frozenset(self.game.words.parse(s) for r in rows for s in read_row(r)[0].signs)
            judged = judge.win(seen, first, rng, self.stop)
        else:
            judged = judge.gap(seen, rng, self.stop)
            rows = ["|".join(map(notation, sorted(judged.right)))] if judged else []
        if judged is None:
            return None
        return self._made(glimpse, "win" if glimpse.certain else "gap", rows, judged)

    def _made(
        self, glimpse: PuzzleCandidate, kind: Kind, rows: list[str], judged: JudgedChoice
    ) -> Puzzle:
        game, plan, position = self.game, self.plan, glimpse.position
        notation = game.words.notation
        where: dict[str, str | int] = {
            "game": game.name, "rules": position.version, "seats": self.seats,
            "options": position.options.to_text(), "key": f"{self.key:016x}",
            "moves": " ".join(self.moves[: glimpse.moves]),
        }  # fmt: skip
        made = PuzzleOrigin(
            bot=plan.bot, seed=plan.seed, number=self.number, iterations=plan.iterations
        )
        puzzle = Puzzle(
            id=puzzle_id(where), seat=position.actor, kind=kind, rows=rows,
            chances={notation(a): chance for a, chance in judged.chances.items()},
            line=[(seat, notation(a)) for seat, a in judged.line], exact=judged.exact, missed=[],
            made=made,
            **where,  # type: ignore[arg-type]
        )  # fmt: skip
        return replace(puzzle, missed=self._missed(puzzle, position))

    def _missed(self, puzzle: Puzzle, position: Position) -> list[str]:
        """The levels that fail in most of their tries."""
        found = []
        for number, level in enumerate(LEVELS):
            wrong = 0
            for at in range(ASKED):
                if self.stop.is_set():
                    raise ReviewStopped
                bot_rng = self._rng(10_000 + 100 * number + at)
                wrong += not solves(puzzle, position, level, bot_rng)
                if 2 * max(wrong, at + 1 - wrong) > ASKED:
                    break
            if 2 * wrong > ASKED:
                found.append(level)
        return found


def solves(puzzle: Puzzle, position: Position, bot: str, rng: SplitMix64) -> bool:
    """Whether a bot plays a solution to its end."""
    world, player, ways = position.copy(), get_bot(bot, rng), list(puzzle.ways)
    notation = position.game.words.notation
    while all(ways):
        if ways[0][0].own:
            action = player.choose(world.seen(world.actor))
        else:
            action = world.parse(ways[0][0].signs[0])
        sign = notation(action)
        ways = [way[1:] for way in ways if sign in way[0].signs]
        if not ways:
            return False
        world.advance(action)
    return True


SUFFIX = ".part"


class SearchLog:
    """The finished games, and the puzzles found in them."""

    def __init__(self, path: Path, plan: PuzzleSearchPlan) -> None:
        """Opens an existing log, or begins a new one."""
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
        whole = rest[: rest.rfind("\n") + 1]  # without a partial line left by a kill
        for number, line in enumerate(whole.splitlines(), start=2):
            game, *told = line.split("\t")
            where = f"{self.path}, line {number}"
            if not game.isdigit():
                raise DataError(f"{where}: a line begins with the number of a game")
            self.done[int(game)] = [read_puzzle(one, where) for one in told]
        if whole != rest:
            self.path.write_text(f"{head}\n{whole}", encoding="utf-8")

    def note(self, number: int, puzzles: Sequence[Puzzle]) -> None:
        self.done[number] = list(puzzles)
        told = "".join(f"\t{write_object(puzzle)}" for puzzle in puzzles)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{number}{told}\n")

    @property
    def found(self) -> int:
        """The number of puzzles so far."""
        return sum(map(len, self.done.values()))

    @property
    def games(self) -> int:
        """The number of games done without a gap from the first on: it reproduces the result."""
        count = 0
        while count in self.done:
            count += 1
        return count

    @property
    def puzzles(self) -> list[Puzzle]:
        """The puzzles of these games, in the order of game numbers."""
        return [puzzle for number in range(self.games) for puzzle in self.done[number]]


MAX_PUZZLES = 150
"""The default for one game."""
SAME_ANSWER = 5
"""The most puzzles of a game with the same answer (the same set of right choices)."""
EASY = 2
"""The most easy puzzles for each hard one."""


def pattern(puzzle: Puzzle) -> str:
    """The form of the solution without its numbers and places."""
    alike = {re.sub(r"[a-z]?[0-9]+", "#", row.split("|")[0]) for row in puzzle.rows}
    return f"{puzzle.kind} {puzzle.seats} {min(alike)}"


def is_hard(puzzle: Puzzle) -> bool:
    """Whether more than the two weakest levels miss it."""
    return any(level in puzzle.missed for level in LEVELS[2:])


def select_puzzles(found: Sequence[Puzzle], keep: int = MAX_PUZZLES) -> list[Puzzle]:
    """At most `keep` puzzles, from easy to hard: each missed by some level, a third hard."""
    new = [puzzle for puzzle in {one.id: one for one in found}.values() if puzzle.missed]
    hard = _Turns([puzzle for puzzle in new if is_hard(puzzle)])
    easy = _Turns([puzzle for puzzle in new if not is_hard(puzzle)])
    solved: Counter[frozenset[str]] = Counter()
    kept = hard.take(keep // 2, solved)  # hard ones first, because answers may not repeat too often
    kept += easy.take(min(keep - len(kept), EASY * len(kept)), solved)
    kept += hard.take(keep - len(kept), solved)
    return sorted(kept, key=lambda one: (one.grade, -gain(one), one.id))


class _Turns:
    """Puzzles by grade, the hardest first; the grades take turns."""

    def __init__(self, puzzles: Sequence[Puzzle]) -> None:
        by_grade: dict[int, list[Puzzle]] = defaultdict(list)
        for puzzle in puzzles:
            by_grade[puzzle.grade].append(puzzle)
        self._waiting = [_in_turn(by_grade[grade]) for grade in sorted(by_grade, reverse=True)]

    def take(self, most: int, solved: Counter[frozenset[str]]) -> list[Puzzle]:
        """At most `most` puzzles; `solved` counts the answers of those taken so far."""
        taken: list[Puzzle] = []
        while any(self._waiting):
            for row in self._waiting:
                if len(taken) >= most:
                    return taken
                puzzle = _next_new(row, solved)
                if puzzle is not None:
                    taken.append(puzzle)
                    solved[puzzle.right] += 1
        return taken


def _next_new(waiting: list[Puzzle], solved: Counter[frozenset[str]]) -> Puzzle | None:
    """The next one whose answer is not too frequent; those before it are dropped."""
    while waiting:
        puzzle = waiting.pop(0)
        if solved[puzzle.right] < SAME_ANSWER:
            return puzzle
    return None


def _in_turn(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """One of each pattern, then another of each, the largest gain first."""
    count: dict[str, int] = defaultdict(int)
    ranked = []
    for puzzle in sorted(puzzles, key=lambda one: (-gain(one), one.id)):
        alike = pattern(puzzle)
        ranked.append((count[alike], -gain(puzzle), puzzle.id, puzzle))
        count[alike] += 1
    return [puzzle for *_, puzzle in sorted(ranked, key=lambda one: one[:3])]
