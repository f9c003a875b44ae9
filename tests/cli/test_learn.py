"""`spielzug learn`: a lesson by typing, and what is rejected."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cli.test_terminal import Typist
from spielzug.cli.app import app
from spielzug.cli.learn import TerminalLesson
from spielzug.cli.texts import LEARN
from spielzug.core.errors import CannotRead, UsageError
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games import NAMES, all_games, get_game
from spielzug.school import LessonFile, find_lesson, lessons_of

LESSONS = [(game.name, lesson.name) for game in all_games() for lesson in lessons_of(game)]


def pupil(
    game: str, *lines: str, lesson: str = "first", lang: str = "en"
) -> tuple[TerminalLesson, Typist]:
    found, console = get_game(game), Typist(iter(lines))
    return TerminalLesson(found, find_lesson(found, lesson), lang, console), console


def whole(lesson: LessonFile, first: int = 0) -> list[str]:
    """Everything to type for the whole lesson, with Enter between the steps."""
    typed: list[str] = []
    for step in lesson.steps[first:]:
        typed += [move.signs[0] for move in step.ways[0] if move.own] + [""]
    return typed[:-1]


def test_every_text_exists_in_four_languages() -> None:
    assert missing(LEARN) == []


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_lesson_can_be_done_by_typing_signs(game: str, lesson: str) -> None:
    found = get_game(game)
    typed = whole(find_lesson(found, lesson))
    learning, console = pupil(game, *typed, lesson=lesson)
    learning.run()
    assert "You have finished the lesson." in console.shown
    assert f"spielzug play {game} --seats me,beginner" in console.shown.replace("\n", " ")
    assert next(console.lines, None) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_speaks_four_languages(lang: str) -> None:
    found = get_game("game_of_trains")
    lesson = find_lesson(found, "first")
    learning, console = pupil("game_of_trains", *whole(lesson, 7), lang=lang)
    learning.run(7)
    assert LEARN["finished"][lang].replace("'", "’") in console.shown.replace("'", "’")


def test_numbers_do_the_same_and_wrong_tries_are_answered() -> None:
    learning, console = pupil("game_of_trains", "2", "1", "99", "9" * 50, "3", "q")
    learning.run()
    assert "Face-up cards come next." in console.shown  # 2: to use a card
    assert "Trainee draws 24." in console.shown  # 1: to draw
    assert console.shown.count("Choose a number from 1 to 7.") == 1
    assert "is not a choice" in console.shown  # what is no number that anybody would choose
    assert "Trainee replaces 53 with 24." in console.shown
    # Who stops after a step goes on with the next one.
    assert "spielzug learn game_of_trains first --step 2" in console.shown


def test_what_leads_on_is_shown_after_two_tries_in_vain_or_when_asked() -> None:
    learning, console = pupil("game_of_trains", "#", "q")
    learning.run()
    assert "Try this" not in console.shown
    assert "--step 1" in console.shown
    learning, console = pupil("game_of_trains", "#", "@1", "q")
    learning.run()
    assert "Try this: 1  Draw a car" in console.shown
    learning, console = pupil("game_of_trains", "s", "q")
    learning.run()
    assert "Try this: 1  Draw a car" in console.shown


def test_help_the_board_again_and_what_cannot_be_read() -> None:
    learning, console = pupil("game_of_trains", "?", "b", "", "[red]", "💥" * 99)
    learning.run()
    assert "notation like +" in console.shown
    assert console.shown.count("Draw a car and put it where it fits.") == 2
    assert console.shown.count("is not a choice") == 3
    assert "'[red]'" in console.shown


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("key", ["q", "s", "b", "?"])
def test_no_key_is_a_sign_of_a_game(game: str, key: str) -> None:
    with pytest.raises(CannotRead):
        get_game(game).words.parse(key)


def test_without_a_game_all_lessons_are_listed() -> None:
    done = CliRunner().invoke(app, ["learn", "--lang", "de"])
    assert done.exit_code == 0
    for game, lesson in LESSONS:
        assert f"spielzug learn {game} {lesson}" in done.stdout
    assert "Game of Trains: Der erste Zug (8 Schritte, etwa 5 Minuten)" in done.stdout


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["chess"], "there is no game 'chess'"),
        (["game_of_trains", "second"], "has no lesson 'second'; it has: first"),
        (["game_of_trains", "--step", "9"], "--step 9: this lesson has steps 1 to 8"),
        (["game_of_trains", "--step", "0"], "--step 0"),
        (["game_of_trains", "--lang", "xx"], "no language 'xx'"),
    ],
)
def test_what_is_refused(given: list[str], told: str) -> None:
    done = CliRunner().invoke(app, ["learn", *given])
    assert isinstance(done.exception, UsageError)
    assert told in str(done.exception)
