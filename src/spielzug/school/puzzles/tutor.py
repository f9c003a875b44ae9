"""Solving a puzzle: what comes of a row of choices, why a wrong one is wrong, and the solution.

Nothing is thought here: what every choice is worth stands in the puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.bots.hints import in_percent
from spielzug.bots.search.levels import LEVELS
from spielzug.core.game import Game
from spielzug.core.texts import say
from spielzug.review.texts import SENTENCES as REVIEW
from spielzug.school.puzzles.model import Puzzle
from spielzug.school.puzzles.shelf import opened
from spielzug.school.puzzles.texts import SENTENCES
from spielzug.school.tries import TryResult, follow


@dataclass(frozen=True, kw_only=True)
class PuzzleAttempt(TryResult):
    """What came of a row of choices in a puzzle."""

    puzzle: Puzzle
    count: int
    """How many choices there were."""

    def idea(self, lang: str) -> str:
        """What kind of puzzle it is."""
        return say(SENTENCES, "idea_exact" if self._solved else f"idea_{self.puzzle.kind}", lang)

    @property
    def _solved(self) -> bool:
        """Whether its figures are exact, and not estimates."""
        return self.puzzle.exact and self.puzzle.kind == "gap"

    def task(self, lang: str) -> str:
        """What is to be done."""
        return say(SENTENCES, f"task_{self.puzzle.kind}", lang)

    def sentence(self, lang: str) -> str:
        """What the learner is told now; never which choice is right."""
        if self.verdict == "refused":
            return self.refusal(lang)
        if self.verdict == "wrong":
            return self._wrong(lang)
        if self.verdict == "right":
            return f"{self._right(lang)} {self.hardness(lang)}"
        return say(SENTENCES, "more", lang) if self.verdict == "more" else self.task(lang)

    def hardness(self, lang: str) -> str:
        """Who misses it."""
        missed = self.puzzle.grade
        if 0 < missed < len(LEVELS):
            return say(SENTENCES, "missed", lang, n=missed)
        return say(SENTENCES, "missed_all" if missed else "missed_none", lang)

    def _wrong(self, lang: str) -> str:
        puzzle, tried = self.puzzle, self.tried or 0
        label = self.seen(lang).label(tried, lang)
        if self.count > 1:
            return say(SENTENCES, "wrong_later", lang, label=label)
        chance = puzzle.chances[self.game.words.notation(tried)]
        values = {"label": label, "chance": self._percent(chance)}
        if puzzle.kind == "gap":
            values["best"] = self._percent(puzzle.best)
        exact = "_exact" if puzzle.exact else ""
        return say(SENTENCES, f"wrong_{puzzle.kind}{exact}", lang, **values)

    def _percent(self, chance: float) -> int:
        return round(100 * chance) if self.puzzle.exact else in_percent(chance)

    def _right(self, lang: str) -> str:
        puzzle = self.puzzle
        if puzzle.kind == "win":
            return say(SENTENCES, "right_win", lang)
        wrong = {s: c for s, c in puzzle.chances.items() if s not in puzzle.right}
        second = max(wrong, key=lambda sign: wrong[sign])
        before = opened(self.game, puzzle).seen(self.seat, self.names(lang))
        label = before.label(before.parse(second), lang)
        best, chance = self._percent(puzzle.best), self._percent(wrong[second])
        name = "right_gap_exact" if puzzle.exact else "right_gap"
        said = say(SENTENCES, name, lang, best=best, label=label, chance=chance)
        line = self._line(lang)
        return f"{said} {line}" if line else said

    def _line(self, lang: str) -> str:
        """What likely follows, as far as it can be played here."""
        world, steps, names = self.position.copy(), [], self.names(lang)
        for seat, sign in self.puzzle.line:
            action = world.parse(sign)
            if world.over or world.actor != seat or action not in world.legal:
                break
            label = world.seen(seat, names).label(action, lang)
            steps.append(say(REVIEW, "step", lang, name=names[seat], label=label))
            world.advance(action)
        return say(REVIEW, "line", lang, steps=", ".join(steps)) if steps else ""

    def solution(self, lang: str) -> str:
        """What leads to the goal from here; for those who ask."""
        labels = [self.seen(lang).label(action, lang) for action in sorted(self.wanted)]
        told = [say(SENTENCES, "quoted", lang, label=label) for label in dict.fromkeys(labels)]
        return say(SENTENCES, "solution", lang, steps=f" {SENTENCES['or'][lang]} ".join(told))


def attempt(game: Game, puzzle: Puzzle, choices: Sequence[int | str]) -> PuzzleAttempt:
    """What comes of these choices of whoever solves it; all but the last must lead on."""
    came = follow(opened(game, puzzle), puzzle.ways, choices, f"puzzle {puzzle.id!r}")
    return PuzzleAttempt(game=game, seat=puzzle.seat, puzzle=puzzle, count=len(choices), **came)


__all__ = ["PuzzleAttempt", "attempt"]
