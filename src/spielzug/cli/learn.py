"""`spielzug learn` and `spielzug solve`: lessons and puzzles at the terminal."""

from __future__ import annotations

import secrets
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli.common import (
    AsJson,
    Language,
    ask_line,
    counted,
    find_game,
    literal_console,
    read_language,
)
from spielzug.core.errors import UsageError
from spielzug.core.rules_mode import use_plain_rules

if TYPE_CHECKING:
    from rich.console import Console

    from spielzug.core.game import Game
    from spielzug.school import LessonFile, LessonStep, StepAttempt, TryResult
    from spielzug.school.puzzles import Puzzle, PuzzleAttempt

TRIES_BEFORE_SOLUTION = 2
"""Failed attempts before the solution is shown, as in the browser."""
KIND = "beginner"
"""The bot suggested for the first game."""


def learn(
    game: Annotated[
        str, typer.Argument(help="The game; if not given, all lessons are listed.")
    ] = "",
    lesson: Annotated[
        str, typer.Argument(help="Which lesson; the game's first if not given.")
    ] = "",
    lang: Language = "",
    step: Annotated[int, typer.Option(help="Start at this step.")] = 1,
) -> None:
    """Learn a game by playing: prepared positions, one idea at a time."""
    use_plain_rules()
    from spielzug.games import get_game
    from spielzug.school import find_lesson, lessons_of

    spoken = read_language(lang)
    if not game:
        _list(spoken)
        return
    found = get_game(game)
    known = lessons_of(found)
    if not known:
        raise UsageError(
            f"{found.title['en']} has no lessons; `spielzug learn` lists those there are"
        )
    chosen = find_lesson(found, lesson) if lesson else known[0]
    if not 1 <= step <= len(chosen.steps):
        raise UsageError(f"--step {step}: this lesson has steps 1 to {len(chosen.steps)}")
    TerminalLesson(found, chosen, spoken).run(step - 1)


def _list(lang: str) -> None:
    from spielzug.cli.texts import LEARN
    from spielzug.core.texts import say
    from spielzug.games import all_games
    from spielzug.school import lessons_of

    for game in all_games():
        for lesson in lessons_of(game):
            about = say(LEARN, "about", lang, steps=len(lesson.steps), minutes=lesson.minutes)
            print(f"{game.title[lang]}: {lesson.title[lang]} ({about})")
            print(f"  spielzug learn {game.name} {lesson.name}")


class TerminalTask:
    """Speaks with a learner at the terminal."""

    def __init__(self, game: Game, lang: str, console: Console | None = None) -> None:
        self.game, self.lang = game, lang
        self.console = console or literal_console()

    def say(self, key: str, **values: object) -> str:
        from spielzug.cli.texts import LEARN, TERMINAL
        from spielzug.core.texts import say

        return say({**TERMINAL, **LEARN}, key, self.lang, **values)

    def tell(self, text: str, style: str = "") -> None:
        self.console.print(text, style=style)

    def read(self) -> str:
        """What the learner types; raises `EOFError` to leave."""
        text = ask_line(self.console, f"{self.say('prompt')}> ").strip()
        if text == "q":
            raise EOFError
        return text


class TerminalLesson(TerminalTask):
    """A lesson at the terminal."""

    def __init__(
        self, game: Game, lesson: LessonFile, lang: str, console: Console | None = None
    ) -> None:
        from spielzug.bots.thinking.compilation import AT_TABLE

        super().__init__(game.ready(AT_TABLE), lang, console)
        self.lesson = lesson

    def run(self, first: int = 0) -> None:
        """Run from a step to the end, or until the learner stops."""
        steps = self.lesson.steps
        done = first
        try:
            for number, step in enumerate(steps[first:], first):
                self.run_step(number, step)
                done = number + 1
                if done < len(steps):
                    self.console.input(self.say("next") + " ")
        except (EOFError, KeyboardInterrupt):
            name = f"{self.game.name} {self.lesson.name}"
            self.tell("\n" + self.say("left", name=name, step=done + 1))
            return
        self.tell(self.say("finished"), "bold green")
        seats = ",".join(["me", *[KIND] * (self.game.seats[0] - 1)])
        self.tell(self.say("first_game", command=f"spielzug play {self.game.name} --seats {seats}"))

    def run_step(self, number: int, step: LessonStep) -> None:
        """Repeat a step until its goal is reached."""
        from spielzug.school import attempt

        self.console.print()
        title = self.say("step", n=number + 1, count=len(self.lesson.steps))
        self.tell(f"{self.lesson.title[self.lang]} – {title}", "bold")
        row: list[int | str] = []
        vain = 0
        now = attempt(self.game, self.lesson, step, row)
        self.tell(self._set(step.idea))
        self.show(now)
        while now.verdict != "right":
            choice = self.ask(now)
            tried = attempt(self.game, self.lesson, step, [*row, choice])
            if tried.verdict in ("wrong", "refused"):
                vain += 1
                self.tell(tried.sentence(self.lang), "red")
                if vain >= TRIES_BEFORE_SOLUTION:
                    self.show_solution(tried)
                continue
            row, vain, now = [*row, choice], 0, tried
            for shot in now.shots:
                seen = shot.after.seen(now.seat, now.names(self.lang))
                for sentence in seen.sentences(shot.events, self.lang):
                    self.tell(f"  {sentence}")
            if now.verdict == "more":
                self.show(now)
        self.console.print(now.seen(self.lang).picture(self.lang))
        self.tell(now.sentence(self.lang), "green")

    def _set(self, said: dict[str, str]) -> str:
        from spielzug.core.texts import typeset

        return typeset(said[self.lang], self.lang)

    def show(self, now: StepAttempt) -> None:
        """Print the board, the task and the choices."""
        seen = now.seen(self.lang)
        self.console.print()
        self.console.print(seen.picture(self.lang))
        self.tell(self._set(now.step.task), "bold")
        for number, action in enumerate(now.position.legal, 1):
            line = f"  {number}  {seen.label(action, self.lang)}  "
            self.console.print(line, seen.notation(action), sep="", style="")

    def show_solution(self, now: TryResult) -> None:
        legal, seen = now.position.legal, now.seen(self.lang)
        for action in sorted(now.wanted & set(legal)):
            label = seen.label(action, self.lang)
            self.tell(self.say("way", n=legal.index(action) + 1, label=label), "yellow")

    def ask(self, now: StepAttempt) -> int:
        """Ask for a choice, by its number or its notation."""
        from spielzug.core.errors import CannotRead

        legal = now.position.legal
        while True:
            text = self.read()
            if text == "?":
                self.tell(self.say("learn_help", sign=self.game.words.notation(legal[0])))
            elif text == "s":
                self.show_solution(now)
            elif text == "b":
                self.show(now)
            elif text.isdecimal() and len(text) < 9:
                if 1 <= int(text) <= len(legal):
                    return legal[int(text) - 1]
                self.tell(self.say("no_number", count=len(legal)), "red")
            else:
                try:
                    return self.game.words.parse(text)
                except CannotRead:
                    shown = repr(text[:40])
                    self.tell(self.say("cannot_read", text=shown, count=len(legal)), "red")


STYLES = {"right": "green", "wrong": "yellow", "refused": "red"}
HARDEST = 6


def solve(
    game: Annotated[
        str, typer.Argument(help="The game; any game that has puzzles if not given.")
    ] = "",
    id_: Annotated[str, typer.Option("--id", help="Show the puzzle with this ID.")] = "",
    daily: Annotated[bool, typer.Option("--daily", help="Show today's puzzle.")] = False,
    level: Annotated[
        int | None, typer.Option(help="Show a puzzle that this many bot levels miss, 0 to 6.")
    ] = None,
    list_: Annotated[
        bool,
        typer.Option("--list", help="Show how many puzzles there are; with --json, list them."),
    ] = False,
    lang: Language = "",
    as_json: AsJson = False,
) -> None:
    """Solve a puzzle: find the one clearly best choice."""
    use_plain_rules()

    spoken = read_language(lang)
    if bool(id_) + daily + (level is not None) + list_ > 1:
        raise UsageError("choose only one of --id, --daily, --level and --list")
    if id_ and not game:
        raise UsageError("--id needs the game: spielzug solve GAME --id ID")
    if level is not None and not 0 <= level <= HARDEST:
        raise UsageError(f"--level {level}: give 0 (easy) to {HARDEST} (hard)")
    if list_:
        show_list([find_game(game)] if game else games_with_puzzles(), as_json)
        return
    found = find_game(game) if game else _any_game(daily)
    puzzle = _pick_puzzle(found, id_, daily, level)
    if as_json:
        from spielzug.core.json_objects import write_object

        print(write_object(puzzle, indent=2))
    else:
        TerminalPuzzle(found, puzzle, spoken).run()


def games_with_puzzles() -> list[Game]:
    from spielzug.games import all_games
    from spielzug.school.puzzles import puzzles_of

    return [game for game in all_games() if puzzles_of(game)]


def _any_game(daily: bool) -> Game:
    """The game of the day, which rotates daily, or a random one."""
    games = games_with_puzzles()
    if not games:
        raise UsageError("there are no puzzles here; find some with: spielzug puzzles GAME")
    number = date.today().toordinal() if daily else secrets.randbelow(len(games))
    return games[number % len(games)]


def _pick_puzzle(game: Game, id_: str, daily: bool, level: int | None) -> Puzzle:
    from spielzug.school.puzzles import daily as of_the_day
    from spielzug.school.puzzles import find_puzzle, puzzles_of

    if id_:
        return find_puzzle(game, id_)
    if daily:
        return of_the_day(date.today(), game)
    fitting = [one for one in puzzles_of(game) if level in (None, one.grade)]
    if not fitting:
        grades = sorted({one.grade for one in puzzles_of(game)})
        if not grades:
            raise UsageError(f"{game.title['en']} has no puzzles")
        told = ", ".join(map(str, grades))
        raise UsageError(f"{game.title['en']} has no such puzzle; it has levels {told}")
    return fitting[secrets.randbelow(len(fitting))]


def show_list(games: list[Game], as_json: bool) -> None:
    """List the number of puzzles by game and difficulty; as JSON, every puzzle."""
    import json

    from spielzug.school.puzzles import puzzles_of

    if as_json:
        rows = [
            {"game": game.name, "id": one.id, "level": one.grade, "kind": one.kind}
            for game in games
            for one in puzzles_of(game)
        ]
        print(json.dumps(rows))
        return
    for game in games:
        puzzles = puzzles_of(game)
        counts = ((grade, sum(p.grade == grade for p in puzzles)) for grade in range(HARDEST + 1))
        each = ", ".join(f"level {grade}: {count}" for grade, count in counts if count)
        print(f"{game.name}: {counted(len(puzzles), 'puzzle')}{f' ({each})' if each else ''}")


class TerminalPuzzle(TerminalTask):
    """A puzzle at the terminal."""

    def __init__(self, game: Game, puzzle: Puzzle, lang: str) -> None:
        super().__init__(game, lang)
        self.puzzle = puzzle
        self.made: list[int | str] = []

    def run(self) -> None:
        from spielzug.school.puzzles import attempt

        here = attempt(self.game, self.puzzle, [])
        title = self.game.title[self.lang]
        self.console.print(self.say("puzzle", game=title, id=self.puzzle.id), style="bold")
        self.console.print(here.idea(self.lang), style="dim")
        try:
            while here.verdict != "right":
                self._show(here)
                here = self._ask(here)
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def _show(self, here: PuzzleAttempt) -> None:
        seen = here.seen(self.lang)
        for shot in here.shots:
            for sentence in seen.sentences(shot.events, self.lang):
                self.tell(sentence)
        self.console.print()
        self.console.print(seen.picture(self.lang))
        self.tell(here.sentence(self.lang), style="bold")
        for number, action in enumerate(seen.legal, 1):
            self.tell(f"  {number}  {seen.label(action, self.lang)}  {seen.notation(action)}")

    def _ask(self, here: PuzzleAttempt) -> PuzzleAttempt:
        """Ask until a choice is right; returns the resulting attempt."""
        from spielzug.school.puzzles import attempt

        legal = here.position.legal
        while True:
            text = self.read()
            if text == "?":
                self.tell(self.say("puzzle_help"))
            elif text == "s":
                self.tell(here.solution(self.lang))
            elif text.isdecimal() and not 1 <= int(text) <= len(legal):
                self.tell(self.say("no_number", count=len(legal)), style="red")
            else:
                choice = legal[int(text) - 1] if text.isdecimal() else text
                came = attempt(self.game, self.puzzle, [*self.made, choice])
                if came.verdict != "more":
                    self.tell(came.sentence(self.lang), style=STYLES[came.verdict])
                if came.verdict in ("more", "right"):
                    self.made.append(choice)
                    return came
