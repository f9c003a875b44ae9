"""`spielzug solve`: a puzzle in the terminal."""

from __future__ import annotations

import secrets
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from spielzug.cli.common import AsJson, counted, find_game, own_language
from spielzug.core.errors import UsageError
from spielzug.core.plain import play_plainly

if TYPE_CHECKING:
    from spielzug.core.game import Game
    from spielzug.school.puzzles import Puzzle, PuzzleAttempt

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
    lang: Annotated[str, typer.Option(help="The language: de, en, fr or nl.")] = "",
    as_json: AsJson = False,
) -> None:
    """Solve a puzzle: find the one clearly best choice."""
    play_plainly()
    from spielzug.core.texts import refuse_language

    spoken = refuse_language(lang) if lang else own_language()
    if bool(id_) + daily + (level is not None) + list_ > 1:
        raise UsageError("choose only one of --id, --daily, --level and --list")
    if id_ and not game:
        raise UsageError("--id needs the game: spielzug solve GAME --id ID")
    if level is not None and not 0 <= level <= HARDEST:
        raise UsageError(f"--level {level}: give 0 (easy) to {HARDEST} (hard)")
    if list_:
        show_list([find_game(game)] if game else with_puzzles(), as_json)
        return
    found = find_game(game) if game else _any_game(daily)
    puzzle = _chosen(found, id_, daily, level)
    if as_json:
        print(puzzle.model_dump_json(indent=2))
    else:
        TerminalPuzzle(found, puzzle, spoken).run()


def with_puzzles() -> list[Game]:
    from spielzug.games import all_games
    from spielzug.school.puzzles import puzzles_of

    return [game for game in all_games() if puzzles_of(game)]


def _any_game(daily: bool) -> Game:
    """One day one game, the next day the next; or any."""
    games = with_puzzles()
    if not games:
        raise UsageError("there are no puzzles here; find some with: spielzug puzzles GAME")
    number = date.today().toordinal() if daily else secrets.randbelow(len(games))
    return games[number % len(games)]


def _chosen(game: Game, id_: str, daily: bool, level: int | None) -> Puzzle:
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
    """For each game how many of each difficulty; as JSON every puzzle."""
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


class TerminalPuzzle:
    """One puzzle at this keyboard."""

    def __init__(self, game: Game, puzzle: Puzzle, lang: str) -> None:
        from rich.console import Console

        self.game, self.puzzle, self.lang = game, puzzle, lang
        self.console = Console(highlight=False)
        self.made: list[int | str] = []
        """The choices that led on."""

    def say(self, key: str, **values: object) -> str:
        from spielzug.cli.texts import TERMINAL
        from spielzug.core.texts import say

        return say(TERMINAL, key, self.lang, **values)

    def run(self) -> None:
        from spielzug.school.puzzles import attempt

        here = attempt(self.game, self.puzzle, [])
        title = self.game.title[self.lang]
        self.console.print(self.say("puzzle", game=title, id=self.puzzle.id), style="bold")
        self.console.print(here.idea(self.lang), style="dim", markup=False)
        try:
            while here.verdict != "right":
                self._show(here)
                here = self._ask(here)
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def _show(self, here: PuzzleAttempt) -> None:
        seen = here.seen(self.lang)
        for shot in here.shots:
            self._tell(*seen.sentences(shot.events, self.lang))
        self.console.print()
        self.console.print(seen.picture(self.lang))
        self._tell(here.sentence(self.lang), style="bold")
        for number, action in enumerate(seen.legal, 1):
            self._tell(f"  {number}  {seen.label(action, self.lang)}  {seen.notation(action)}")

    def _ask(self, here: PuzzleAttempt) -> PuzzleAttempt:
        """What comes of the next choice that leads on."""
        from spielzug.school.puzzles import attempt

        legal = here.position.legal
        while True:
            text = self.console.input(f"[bold]{self.say('prompt')}>[/] ").strip()
            if text == "q":
                raise EOFError
            if text == "?":
                self._tell(self.say("puzzle_help"))
            elif text == "s":
                self._tell(here.solution(self.lang))
            elif text.isdecimal() and not 1 <= int(text) <= len(legal):
                self._tell(self.say("no_number", count=len(legal)), style="red")
            else:
                choice = legal[int(text) - 1] if text.isdecimal() else text
                came = attempt(self.game, self.puzzle, [*self.made, choice])
                if came.verdict != "more":
                    self._tell(came.sentence(self.lang), style=STYLES[came.verdict])
                if came.verdict in ("more", "right"):
                    self.made.append(choice)
                    return came

    def _tell(self, *lines: str, style: str = "") -> None:
        for line in lines:
            self.console.print(line, style=style, markup=False)
