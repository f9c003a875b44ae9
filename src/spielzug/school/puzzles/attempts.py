"""Attempts at a puzzle, and their texts in four languages; the terms are those of a review."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spielzug.bots.advice import in_percent
from spielzug.bots.names import LEVELS
from spielzug.core.game import Game
from spielzug.core.texts import LINE, Texts, say
from spielzug.core.texts import in_four as _t
from spielzug.school.attempts import TryResult, play_choices
from spielzug.school.puzzles.model import Puzzle, puzzle_position

# ruff: noqa: E501 - a sentence stays on one line, so that translators see it whole


SENTENCES: Texts = {
    "idea_win": _t(
        "Ein sicherer Gewinn: Er hängt weder vom Glück ab noch von dem, was verborgen ist.",
        "A certain win: it depends neither on luck nor on anything hidden.",
        "Une victoire certaine : elle ne dépend ni du hasard ni de ce qui est caché.",
        "Een zekere winst: die hangt niet af van geluk of van wat verborgen is.",
    ),
    "idea_gap": _t(
        "Eine Wahl ist klar die beste. Die Gewinnaussichten sind Schätzungen einer Suche.",
        "One choice is clearly the best. The chances of winning are estimates from a search.",
        "Un choix est nettement le meilleur. Les chances de gagner sont les estimations d'une recherche.",
        "Eén keuze is duidelijk de beste. De winstkansen zijn schattingen van een zoektocht.",
    ),
    "idea_exact": _t(
        "Eine Wahl ist klar die beste. Das Ende ist ausgerechnet: Die Gewinnaussichten stimmen genau.",
        "One choice is clearly the best. The ending has been solved: the chances of winning are exact.",
        "Un choix est nettement le meilleur. La fin de partie est résolue : les chances de gagner sont exactes.",
        "Eén keuze is duidelijk de beste. Het einde is doorgerekend: de winstkansen zijn exact.",
    ),
    "task_win": _t(
        "Du bist dran und kannst sicher gewinnen, was auch geschieht. Wie?",
        "It is your turn, and you can win for certain, whatever happens. How?",
        "C'est à vous, et vous pouvez gagner à coup sûr, quoi qu'il arrive. Comment ?",
        "Jij bent aan de beurt en kunt zeker winnen, wat er ook gebeurt. Hoe?",
    ),
    "task_gap": _t(
        "Du bist dran. Welche Wahl ist die beste?",
        "It is your turn. Which choice is the best?",
        "C'est à vous. Quel choix est le meilleur ?",
        "Jij bent aan de beurt. Welke keuze is de beste?",
    ),
    "more": _t("Richtig. Und weiter?", "Right. What next?", "Juste. Et ensuite ?", "Goed. En nu?"),
    "right_win": _t(
        "Richtig: Das gewinnt, was auch geschieht.",
        "Right: this wins, whatever happens.",
        "Juste : ce choix gagne, quoi qu'il arrive.",
        "Goed: dit wint, wat er ook gebeurt.",
    ),
    "right_gap": _t(
        "Richtig: etwa {best} % Gewinnaussicht. Mit der nächstbesten Wahl, „{label}“, sind es etwa {chance} %.",
        "Right: about {best}% chance of winning. With the next best choice, “{label}”, it is about {chance}%.",
        "Juste : environ {best} % de chances de gagner. Avec le choix suivant, « {label} », environ {chance} %.",
        "Goed: ongeveer {best} % winstkans. Met de op één na beste keuze, “{label}”, is het ongeveer {chance} %.",
    ),
    "wrong_win": _t(
        "Mit „{label}“ hast du etwa {chance} % Gewinnaussicht. Du kannst hier aber sicher gewinnen.",
        "With “{label}” your chance of winning is about {chance}%. But here you can win for certain.",
        "Avec « {label} », vous avez environ {chance} % de chances de gagner. Mais ici vous pouvez gagner à coup sûr.",
        "Met “{label}” heb je ongeveer {chance} % winstkans. Maar hier kun je zeker winnen.",
    ),
    "wrong_later": _t(
        "Mit „{label}“ ist der Gewinn nicht mehr sicher.",
        "With “{label}” the win is no longer certain.",
        "Avec « {label} », la victoire n'est plus certaine.",
        "Met “{label}” is de winst niet meer zeker.",
    ),
    "wrong_gap": _t(
        "Mit „{label}“ hast du etwa {chance} % Gewinnaussicht, mit der besten Wahl etwa {best} %.",
        "With “{label}” your chance of winning is about {chance}%, with the best choice about {best}%.",
        "Avec « {label} », vous avez environ {chance} % de chances de gagner, avec le meilleur choix environ {best} %.",
        "Met “{label}” heb je ongeveer {chance} % winstkans, met de beste keuze ongeveer {best} %.",
    ),
    "right_gap_exact": _t(
        "Richtig: {best} % Gewinnaussicht. Mit der nächstbesten Wahl, „{label}“, sind es {chance} %.",
        "Right: a {best}% chance of winning. With the next best choice, “{label}”, it is {chance}%.",
        "Juste : {best} % de chances de gagner. Avec le choix suivant, « {label} », {chance} %.",
        "Goed: {best} % winstkans. Met de op één na beste keuze, “{label}”, is het {chance} %.",
    ),
    "wrong_win_exact": _t(
        "Mit „{label}“ hast du {chance} % Gewinnaussicht. Du kannst hier aber sicher gewinnen.",
        "With “{label}” your chance of winning is {chance}%. But here you can win for certain.",
        "Avec « {label} », vous avez {chance} % de chances de gagner. Mais ici vous pouvez gagner à coup sûr.",
        "Met “{label}” heb je {chance} % winstkans. Maar hier kun je zeker winnen.",
    ),
    "wrong_gap_exact": _t(
        "Mit „{label}“ hast du {chance} % Gewinnaussicht, mit der besten Wahl {best} %.",
        "With “{label}” your chance of winning is {chance}%, with the best choice {best}%.",
        "Avec « {label} », vous avez {chance} % de chances de gagner, avec le meilleur choix {best} %.",
        "Met “{label}” heb je {chance} % winstkans, met de beste keuze {best} %.",
    ),
    "solution": _t(
        "Die Lösung: {steps}.",
        "The solution: {steps}.",
        "La solution : {steps}.",
        "De oplossing: {steps}.",
    ),
    "quoted": _t("„{label}“", "“{label}”", "« {label} »", "“{label}”"),
    "or": _t("oder", "or", "ou", "of"),
    "missed_none": _t(
        "Alle sechs Bots finden das.",
        "All six bots find this.",
        "Les six bots le trouvent tous.",
        "Alle zes bots vinden dit.",
    ),
    "missed_all": _t(
        "Keiner der sechs Bots findet das.",
        "None of the six bots finds this.",
        "Aucun des six bots ne le trouve.",
        "Geen van de zes bots vindt dit.",
    ),
    "missed": _t(
        "{n} von sechs Bots {n:übersieht|übersehen} das.",
        "{n} of six bots {n:misses|miss} this.",
        "{n} {n:bot|bots} sur six ne le {n:trouve|trouvent} pas.",
        "{n} van de zes bots {n:ziet|zien} dit over het hoofd.",
    ),
}


@dataclass(frozen=True, kw_only=True)
class PuzzleAttempt(TryResult):
    """The result of a sequence of choices in a puzzle."""

    puzzle: Puzzle
    count: int
    """The number of choices."""

    def idea(self, lang: str) -> str:
        """The kind of puzzle."""
        exact = self.puzzle.exact and self.puzzle.kind == "gap"
        return say(SENTENCES, "idea_exact" if exact else f"idea_{self.puzzle.kind}", lang)

    def task(self, lang: str) -> str:
        """The task."""
        return say(SENTENCES, f"task_{self.puzzle.kind}", lang)

    def sentence(self, lang: str) -> str:
        """The text for the learner now; never names the solution."""
        if self.verdict == "refused":
            return self.refusal(lang)
        if self.verdict == "wrong":
            return self._wrong(lang)
        if self.verdict == "right":
            return f"{self._right(lang)} {self.hardness(lang)}"
        return say(SENTENCES, "more", lang) if self.verdict == "more" else self.task(lang)

    def hardness(self, lang: str) -> str:
        """Which levels miss it."""
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
        before = puzzle_position(self.game, puzzle).seen(self.seat, self.names(lang))
        label = before.label(before.parse(second), lang)
        best, chance = self._percent(puzzle.best), self._percent(wrong[second])
        name = "right_gap_exact" if puzzle.exact else "right_gap"
        said = say(SENTENCES, name, lang, best=best, label=label, chance=chance)
        line = self._line(lang)
        return f"{said} {line}" if line else said

    def _line(self, lang: str) -> str:
        """The likely continuation, as far as it can be played here."""
        world, steps, names = self.position.copy(), [], self.names(lang)
        for seat, sign in self.puzzle.line:
            action = world.parse(sign)
            if world.over or world.actor != seat or action not in world.legal:
                break
            label = world.seen(seat, names).label(action, lang)
            steps.append(say(LINE, "step", lang, name=names[seat], label=label))
            world.advance(action)
        return say(LINE, "line", lang, steps=", ".join(steps)) if steps else ""

    def solution(self, lang: str) -> str:
        """What leads to the goal from here, on request."""
        labels = [self.seen(lang).label(action, lang) for action in sorted(self.wanted)]
        told = [say(SENTENCES, "quoted", lang, label=label) for label in dict.fromkeys(labels)]
        return say(SENTENCES, "solution", lang, steps=f" {SENTENCES['or'][lang]} ".join(told))


def attempt(game: Game, puzzle: Puzzle, choices: Sequence[int | str]) -> PuzzleAttempt:
    """The result of these choices; all but the last must lead on."""
    came = play_choices(
        puzzle_position(game, puzzle), puzzle.ways, choices, f"puzzle {puzzle.id!r}"
    )
    return PuzzleAttempt(game=game, seat=puzzle.seat, puzzle=puzzle, count=len(choices), **came)
