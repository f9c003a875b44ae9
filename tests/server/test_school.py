"""Lessons over HTTP: the list, the results of tries, and what is rejected."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from server.helpers import Device, Json, Running
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES, get_game
from spielzug.school import attempt, find_lesson, lessons_of
from spielzug.school.answers import LessonAttempt
from spielzug.server import learning as server_school
from spielzug.server.limits.rates import DEVICE, Limits
from spielzug.server.web.middleware import _rate
from spielzug.wire import learning
from spielzug.wire.learning import MOST_CHOICES

FIRST = "lessons/game_of_trains/first"
ATTEMPT = TypeAdapter(learning.Attempt)


def tries(device: Device, step: str, *choices: int | str, **more: Any) -> Json:
    """What comes of these choices; read and written again it is the same."""
    lang = more.pop("lang", "en")
    given = {"choices": list(choices), **more}
    answer: Json = device.post(f"{FIRST}/{step}", given, lang=lang)
    assert json.loads(ATTEMPT.dump_json(ATTEMPT.validate_python(answer))) == answer
    return answer


def test_all_lessons_of_all_games_are_listed(anna: Device) -> None:
    told = anna.get("lessons")
    own = [(name, lesson.name) for name in NAMES for lesson in lessons_of(get_game(name))]
    assert [(one["game"], one["name"]) for one in told] == own
    assert ("game_of_trains", "first") in own
    for one in told:
        lesson = find_lesson(get_game(one["game"]), one["name"])
        assert one["steps"] == [step.name for step in lesson.steps]
        assert one["minutes"] == lesson.minutes
        assert set(one["title"]) == set(LANGUAGES)


def test_a_step_begins_with_its_board_and_all_choices(anna: Device) -> None:
    begun = tries(anna, "finish")
    game = get_game("game_of_trains")
    lesson = find_lesson(game, "first")
    step = lesson.step("finish")
    assert step is not None
    own = attempt(game, lesson, step, [])
    assert (begun["verdict"], begun["task"], begun["idea"]) == (
        "begin", step.task["en"], step.idea["en"],
    )  # fmt: skip
    assert begun["sentence"] == begun["task"]
    assert [choice["action"] for choice in begun["choices"]] == own.position.legal
    assert all(choice["label"] and choice["target"]["kind"] for choice in begun["choices"])
    assert begun["view"] == json.loads(json.dumps(own.seen("en").view))
    assert (begun["seat"], begun["names"]) == (step.seat, ["Trainee", "Anna"])
    assert begun["shots"] == []
    assert begun["wanted"] == []  # nobody asked


def test_a_row_leads_to_the_goal_and_each_move_is_shown(anna: Device) -> None:
    more = tries(anna, "finish", "<.>")
    assert more["verdict"] == "more"
    assert [shot["seat"] for shot in more["shots"]] == [0]
    assert more["shots"][-1]["view"] == more["view"]
    right = tries(anna, "finish", "<.>", "3<.>5")
    assert right["verdict"] == "right"
    assert right["choices"] == []
    assert right["sentence"].endswith("You win!")
    assert right["shots"][0]["sentences"]
    assert right["shots"][0]["events"]


def test_what_others_do_then_is_shown_as_the_learner_saw_it(anna: Device) -> None:
    right = tries(anna, "protect", "#", "#4")
    assert (right["verdict"], [shot["seat"] for shot in right["shots"]]) == ("right", [0, 1])


def test_a_wrong_try_is_answered_and_not_carried_out(anna: Device) -> None:
    begun, wrong = tries(anna, "finish"), tries(anna, "finish", "+")
    assert wrong["verdict"] == "wrong"
    assert wrong["sentence"].startswith("One car is not enough")
    assert (wrong["view"], wrong["choices"]) == (begun["view"], begun["choices"])
    assert wrong["shots"] == []


def test_what_the_rules_do_not_allow_is_answered_by_the_game(anna: Device) -> None:
    refused = tries(anna, "finish", "@1", lang="de")
    assert refused["verdict"] == "refused"
    assert refused["sentence"]
    for odd in ("", "💥", "k" * 64, 1_000_000, "<script>"):
        assert tries(anna, "finish", odd)["verdict"] == "refused"


def test_what_leads_on_is_told_to_who_asks(anna: Device) -> None:
    shown = tries(anna, "finish", show=True)
    signs = {choice["action"]: choice["notation"] for choice in shown["choices"]}
    assert [signs[action] for action in shown["wanted"]] == ["<.>"]
    after = tries(anna, "finish", "<.>", "3<.>5", show=True)
    assert after["wanted"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_readers_language(anna: Device, lang: str) -> None:
    step = find_lesson(get_game("game_of_trains"), "first").step("finish")
    assert step is not None
    begun = tries(anna, "finish", lang=lang)
    plain = begun["task"].replace("\u202f", " ").replace("’", "'")
    assert plain == step.task[lang]
    assert begun["choices"][0]["label"]


@pytest.mark.parametrize("lesson", [f"{name}/first" for name in NAMES])
def test_every_step_can_be_begun(anna: Device, lesson: str) -> None:
    own = next(one for one in anna.get("lessons") if f"{one['game']}/{one['name']}" == lesson)
    for step in own["steps"]:
        answer = anna.post(f"lessons/{lesson}/{step}", {"choices": []})
        assert answer["verdict"] == "begin"
        assert answer["choices"]


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code", "named"),
    [
        ("chess/first/finish", "no_game", "chess"),
        ("game_of_trains/second/finish", "no_lesson", "second"),
        ("game_of_trains/first/nowhere", "no_lesson_step", "nowhere"),
        ("game_of_trains/..%2Ffirst/finish", "not_found", ""),
        ("game_of_trains/" + "x" * 500 + "/finish", "no_lesson", "xxx"),
    ],
)
def test_what_there_is_none_of(anna: Device, path: str, code: str, named: str) -> None:
    refused = anna.post(f"lessons/{path}", {"choices": []}, 404)
    assert refused["code"] == code
    assert named in refused["detail"]
    assert len(refused["detail"]) < 200


@pytest.mark.parametrize("before", [["+"], ["<.>", "+"], ["<.>", "3<.>5"], [5, "nonsense"]])
def test_a_choice_after_one_that_does_not_lead_on(anna: Device, before: list[Any]) -> None:
    given = {"choices": [*before, "+"]}
    refused = anna.post(f"{FIRST}/finish", given, 422, lang="nl")
    assert refused["code"] == "leads_nowhere"
    assert "opnieuw" in refused["detail"]


@pytest.mark.parametrize(
    "given",
    [
        {"choices": ["+"] * (MOST_CHOICES + 1)},
        {"choices": "+"},
        {"choices": [None]},
        {"choices": [True]},
        {"choices": [-1]},
        {"choices": [1.5]},
        {"choices": [["+"]]},
        {"choices": ["k" * 65]},
        {"choices": [], "show": "yes"},
        {"choices": [], "seat": 1},
        [],
    ],
)
def test_what_cannot_be_understood(anna: Device, given: Any) -> None:
    assert anna.post(f"{FIRST}/finish", given, 422)["code"] == "bad_request"


def test_many_tries_are_slowed_down_and_a_step_may_be_called_anything() -> None:
    for step in ("hint", "review", "first", "code"):
        assert _rate("POST", f"/api/lessons/game_of_trains/first/{step}") == "school"
    limits = Limits(clock=lambda: 0.0)
    allowed = sum(limits.allow("school", "device", "192.0.2.1") for _ in range(1000))
    assert allowed == DEVICE["school"].burst


def test_what_was_answered_is_not_made_again(
    server: Running, anna: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tries(anna, "use", "+")
    monkeypatch.setattr(LessonAttempt, "_answer", lambda *_: pytest.fail("made again"))
    assert tries(anna, "use", "+") == first
    assert len(server.services.school._kept) <= server_school.CACHE_SIZE


def test_answers_kept_are_no_more_than_there_is_room_for(
    anna: Device, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_school, "CACHE_SIZE", 3)
    for action in range(6):
        tries(anna, "finish", action)
    assert len(server.services.school._kept) == 3
    assert tries(anna, "finish", 0)["verdict"] in ("wrong", "refused", "more")
