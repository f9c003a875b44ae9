"""Lessons: each is played through, every wrong choice is tried, and errors in lessons are found."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from school.lesson_errors import lesson_errors
from spielzug.core.errors import CannotRead, DataError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.sets.source import parse
from spielzug.core.texts import LANGUAGES
from spielzug.games import all_games, get_game
from spielzug.school import LessonFile, LessonStep, attempt, find_lesson, lessons_of, step_position
from spielzug.school.attempts import with_fields
from spielzug.school.lessons import LessonAnswer, Move, read_lesson, read_row

SHIPPED = [
    pytest.param(game.name, lesson.name, id=f"{game.name}-{lesson.name}")
    for game in all_games()
    for lesson in lessons_of(game)
]


def game_of_trains() -> Game:
    return get_game("game_of_trains").ready(PLAYING)


def raw() -> dict[str, Any]:
    """The lesson of Game of Trains as plain data, to be spoilt."""
    game = game_of_trains()
    assert game.lessons is not None
    text = (game.lessons / "first.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = deepcopy(yaml.safe_load(text))
    return found


def written(data: dict[str, Any]) -> LessonFile:
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=10**6)
    return read_lesson(parse(text, "mine.yaml"), game_of_trains())


def only(data: dict[str, Any], *names: str) -> dict[str, Any]:
    """The same with these steps alone, so that a check is quick."""
    return {**data, "steps": [step for step in data["steps"] if step["name"] in names]}


def step_of(lesson: LessonFile, name: str) -> LessonStep:
    found = lesson.step(name)
    assert found is not None
    return found


# -- what ships ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lesson"), SHIPPED)
def test_every_lesson_can_be_played_and_every_wrong_try_is_answered(name: str, lesson: str) -> None:
    game = get_game(name).ready()
    assert lesson_errors(game, find_lesson(game, lesson)) == []


@pytest.mark.parametrize(("name", "lesson"), SHIPPED)
def test_a_lesson_takes_about_five_minutes(name: str, lesson: str) -> None:
    found = find_lesson(get_game(name), lesson)
    assert found.minutes == 5
    assert 6 <= len(found.steps) <= 9


@pytest.mark.parametrize(("name", "lesson"), SHIPPED)
def test_what_is_told_is_short(name: str, lesson: str) -> None:
    for step in find_lesson(get_game(name), lesson).steps:
        for lang in LANGUAGES:
            assert len(step.idea[lang]) <= 260, (step.name, lang)
            assert len(step.task[lang]) <= 160, (step.name, lang)


# -- what is wrong is found ----------------------------------------------------------------------


def test_a_position_that_cannot_be_is_found() -> None:
    data = only(raw(), "finish")
    data["steps"][0]["at"]["make"].append({"draw_pile": 3})
    assert "not a possible position" in lesson_errors(game_of_trains(), written(data))[0]


def test_a_goal_that_cannot_be_reached_is_found() -> None:
    data = only(raw(), "finish")
    data["steps"][0]["rows"] = ["<.> 3<.>5|3<>4"]
    assert lesson_errors(game_of_trains(), written(data)) == [
        "first, finish: 3<>4 is a goal that cannot be chosen"
    ]


def test_an_answer_that_nobody_can_get_is_found() -> None:
    data = only(raw(), "finish")
    data["steps"][0]["answers"][0]["to"] = "k1"
    assert "nobody can try k1" in lesson_errors(game_of_trains(), written(data))[0]


def test_a_script_that_the_rules_refuse_is_found() -> None:
    data = only(raw(), "protect")
    data["steps"][0]["rows"] = ["# #4 [-7]"]
    assert "first, protect: " in lesson_errors(game_of_trains(), written(data))[0]


def test_a_turn_of_somebody_else_is_found() -> None:
    data = only(raw(), "finish")
    data["steps"][0]["seat"] = 1
    assert "seat 0 decides, not the learner" in lesson_errors(game_of_trains(), written(data))[0]


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (("steps", 0, "task"), {"de": "nur deutsch"}, "steps.place.task"),
        (("steps", 0, "rows"), [], "steps.place.rows"),
        (("steps", 0, "rows"), ["[+]"], "that the learner makes"),
        (("steps", 0, "rows"), ["+ [@1|@2]"], "[one] that is scripted"),
        (("steps", 0, "aim"), 3, "there is no entry 'aim'; a step has the entries"),
        (("steps", 1, "name"), "place", "another step already has this name"),
        (("steps", 1, "at"), {"after": "later"}, "no step before this one is called 'later'"),
        (("game",), "trains", "this is a lesson of 'trains'"),
        (("rules",), 77, "the rules have the versions 1"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_its_line(
    path: tuple[str | int, ...], value: Any, told: str
) -> None:
    data = raw()
    inside: Any = data
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    with pytest.raises(DataError) as refused:
        written(data)
    assert str(refused.value).startswith("mine.yaml:")
    assert told in str(refused.value)


# -- trying --------------------------------------------------------------------------------------


def test_a_row_of_tries_is_judged() -> None:
    game = game_of_trains()
    lesson = find_lesson(game, "first")
    step = step_of(lesson, "place")
    begin = attempt(game, lesson, step, [])
    assert (begin.verdict, begin.sentence("en")) == ("begin", step.task["en"])
    assert begin.wanted == {game.words.parse("+")}
    more = attempt(game, lesson, step, ["+"])
    assert (more.verdict, len(more.shots)) == ("more", 1)
    wrong = attempt(game, lesson, step, ["+", "@7"])
    assert wrong.verdict == "wrong"
    assert wrong.sentence("de").startswith("Am Ende soll die größte")
    assert wrong.position == more.position  # it was not carried out
    other = attempt(game, lesson, step, ["+", "@5"])
    assert other.sentence("nl") == step.otherwise["nl"]
    right = attempt(game, lesson, step, ["+", "@3"])
    assert right.verdict == "right"
    assert [shot.seat for shot in right.shots] == [0, 1, 1]  # what Anna does is scripted
    assert right.position.actor == 0


@pytest.mark.parametrize("choice", ["@1", 9, "nonsense", "!resign1", -1, 10_000])
def test_what_is_not_allowed_is_refused_with_a_reason(choice: int | str) -> None:
    game = game_of_trains()
    lesson = find_lesson(game, "first")
    tried = attempt(game, lesson, lesson.steps[0], [choice])
    assert tried.verdict == "refused"
    assert all(tried.sentence(lang) for lang in LANGUAGES)


def test_tries_after_a_wrong_one_or_after_the_goal_make_no_sense() -> None:
    game = game_of_trains()
    lesson = find_lesson(game, "first")
    with pytest.raises(UsageError, match="does not lead anywhere"):
        attempt(game, lesson, lesson.steps[0], ["#", "+"])
    with pytest.raises(UsageError, match="was reached before"):
        attempt(game, lesson, lesson.steps[0], ["+", "@3", "+"])


def test_a_step_can_go_on_where_another_ended() -> None:
    game = game_of_trains()
    lesson = find_lesson(game, "first")
    place, use = lesson.steps[:2]
    end = attempt(game, lesson, place, ["+", "@3"]).position
    assert use.at.after == "place"
    assert step_position(game, lesson, use) == end


def test_a_prepared_position_is_the_same_each_time() -> None:
    game = game_of_trains()
    lesson = find_lesson(game, "first")
    once = step_position(game, lesson, lesson.steps[0])
    once.step("+")
    assert step_position(game, lesson, lesson.steps[0]) != once


def test_a_numbered_piece_changes_places_with_the_one_that_lay_there() -> None:
    position = game_of_trains().start(2, seed=1)
    row, other = position.state.row[0].tolist(), position.state.row[1].tolist()
    after = with_fields(position, {"row.0": [other[0], *row[1:]]})
    assert after.state.row[0].tolist() == [other[0], *row[1:]]
    assert after.state.row[1].tolist() == [row[0], *other[1:]]


@pytest.mark.parametrize("field", ["rows.0", "row.9", "row.0.0.0", "row.x", "row"])
def test_a_field_that_a_position_does_not_have_is_named(field: str) -> None:
    with pytest.raises(CannotRead, match="row"):
        with_fields(game_of_trains().start(2, seed=1), {field: 1})


def test_a_row_is_written_with_blanks_bars_and_brackets() -> None:
    assert read_row("+ @3|@4 [x]") == (
        Move(("+",), True),
        Move(("@3", "@4"), True),
        Move(("x",), False),
    )


def test_an_answer_may_leave_something_open() -> None:
    told = dict.fromkeys(LANGUAGES, "no")
    answer = LessonAnswer(to="@…|d4*…", say=told)
    assert [answer.fits(sign) for sign in ("@1", "d4*c4", "d4-c4", "*")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_a_lesson_changes_no_compiled_code() -> None:
    from spielzug.core.cache import source_files

    game = game_of_trains()
    assert game.lessons is not None
    stamped = source_files(game.lessons.parent / "rules.py")
    assert not [path for path in stamped if path.parent == game.lessons]
    assert game.lessons.parent / "data" / "shipped-1.yaml" in stamped


def test_a_lesson_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="has no lesson 'second'; it has: first"):
        find_lesson(game_of_trains(), "second")


def test_a_game_without_lessons_has_none(tmp_path: Path) -> None:
    from dataclasses import replace

    assert lessons_of(replace(game_of_trains(), lessons=None)) == []
    assert lessons_of(replace(game_of_trains(), lessons=tmp_path)) == []
