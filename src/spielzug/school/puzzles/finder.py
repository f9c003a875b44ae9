"""Puzzles are found in games of bots: one game at a time, and at most a few in each.

What comes of a game hangs on nothing but the plan and its number, so any number of workers find the
same.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.bots.search.levels import LEVELS
from spielzug.core.game import Game
from spielzug.core.kinds import Rng
from spielzug.core.position import Position
from spielzug.core.rng import new_rng, seed_key, stream
from spielzug.games import get_game
from spielzug.review.look import ReviewStopped, net_for
from spielzug.school.model import read_row
from spielzug.school.puzzles.judge import GAP, Glimpse, Judge, JudgedChoice
from spielzug.school.puzzles.model import Kind, Puzzle, PuzzleOrigin, identity
from spielzug.school.puzzles.rows import own_row, winning_rows

TRIED = 4  # gaps of one game, the most promising first; and one win
APART = 8  # moves between two puzzles of one game, so that they are not the same one
ASKED = 9  # times that each level is asked
MOST_MOVES = 3_000  # of a game: one without an end is given up
ITERATIONS = 400  # of one look at what comes of a choice; of those that confirm it ten times that
USUAL = "strong"
"""Who plays the games: quickly, and well enough that positions make sense."""


@dataclass(frozen=True)
class PuzzleSearchPlan:
    """What is searched; with the number of a game all that a puzzle hangs on."""

    game: str
    bot: str = USUAL
    seed: str = "1"
    iterations: int = ITERATIONS
    gap: float = GAP


def search(plan: PuzzleSearchPlan, number: int, stop: Stop) -> list[Puzzle]:
    """The puzzles of one game, each missed by some level; raises `ReviewStopped`."""
    game = get_game(plan.game).ready()
    return _Search(game, plan, number, stop).puzzles()


def warm(plan: PuzzleSearchPlan) -> None:
    """Compile all that a search takes, or load it: before there are many who would do so."""
    game = get_game(plan.game).ready()
    position = game.deal(game.seats[0], np.uint64(0))[0]
    seen = position.seen(position.actor)
    for bot in (plan.bot, *LEVELS):
        get_bot(bot, new_rng(0)).choose(seen)
    _judge_for(game, plan, position).glance(0, position, new_rng(0))


_kept = threading.local()


def _judge_for(game: Game, plan: PuzzleSearchPlan, position: Position) -> Judge:
    """A judge with memory; each thread keeps one for each plan and net."""
    net = net_for(position.seen(position.actor))
    kept: dict[tuple[PuzzleSearchPlan, int], Judge] = _kept.__dict__.setdefault("judges", {})
    name = plan, id(net)  # the judge keeps the net, so no other gets its number
    if name not in kept:
        kept[name] = Judge(game, plan.iterations, plan.gap, net)
    return kept[name]


class _Search:
    """One game of bots, and what is found in it."""

    def __init__(self, game: Game, plan: PuzzleSearchPlan, number: int, stop: Stop) -> None:
        self.game, self.plan, self.number, self.stop = game, plan, number, stop
        self.seats = game.seats[number % len(game.seats)]
        self.key = np.uint64(stream(seed_key("puzzles", plan.seed), np.uint64(number)))
        self.moves: list[str] = []

    def _rng(self, purpose: int) -> Rng:
        return new_rng(stream(self.key, np.uint64(purpose)))

    def puzzles(self) -> list[Puzzle]:
        glimpses = sorted(self._glimpses(), key=lambda one: -one.interest)
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

    def _glimpses(self) -> list[Glimpse]:
        """Play the game, and note what may be a puzzle."""
        position = self.game.deal(self.seats, self.key)[0]
        judge = _judge_for(self.game, self.plan, position)
        rng = self._rng(1)
        bots = [get_bot(self.plan.bot, self._rng(100 + seat)) for seat in range(self.seats)]
        found = []
        while not position.over and len(self.moves) < MOST_MOVES:
            if self.stop.is_set():
                raise ReviewStopped
            glimpse = judge.glance(len(self.moves), position, rng)
            if glimpse is not None:
                found.append(glimpse)
            action = bots[position.actor].choose(position.seen(position.actor))
            self.moves.append(self.game.words.notation(action))
            position.advance(action)
        return found

    def _confirmed(self, glimpse: Glimpse) -> Puzzle | None:
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

    def _made(self, glimpse: Glimpse, kind: Kind, rows: list[str], judged: JudgedChoice) -> Puzzle:
        game, plan, position = self.game, self.plan, glimpse.position
        notation = game.words.notation
        where: dict[str, str | int] = {
            "game": game.name, "rules": position.version, "seats": self.seats,
            "options": position.options.to_text(), "key": f"{int(self.key):016x}",
            "moves": " ".join(self.moves[: glimpse.moves]),
        }  # fmt: skip
        made = PuzzleOrigin(
            bot=plan.bot, seed=plan.seed, number=self.number, iterations=plan.iterations
        )
        puzzle = Puzzle(
            id=identity(where), seat=position.actor, kind=kind, rows=rows,
            chances={notation(a): chance for a, chance in judged.chances.items()},
            line=[(seat, notation(a)) for seat, a in judged.line], exact=judged.exact, missed=[],
            made=made,
            **where,  # type: ignore[arg-type]
        )  # fmt: skip
        return puzzle.model_copy(update={"missed": self._missed(puzzle, position)})

    def _missed(self, puzzle: Puzzle, position: Position) -> list[str]:
        """The levels that do not solve it in most of their tries."""
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


def solves(puzzle: Puzzle, position: Position, bot: str, rng: Rng) -> bool:
    """Whether a bot finds a row of choices to the end."""
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


__all__ = ["USUAL", "PuzzleSearchPlan", "search", "solves", "warm"]
