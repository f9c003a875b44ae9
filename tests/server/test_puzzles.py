"""Puzzles over HTTP: the list, why a try is wrong, and when the solution is revealed."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from server.helpers import ME, Device, Json, Running, running
from spielzug.bots.names import LEVELS
from spielzug.core.game import Game
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES, get_game
from spielzug.school import answers
from spielzug.school.answers import PuzzleSolving
from spielzug.school.puzzles import Puzzle, find_puzzle, model, puzzle_position, puzzles_of
from spielzug.server import learning as server_school
from spielzug.server.web.middleware import _rate
from spielzug.wire import learning
from spielzug.wire.learning import MOST_CHOICES

HERE = Path(__file__).parent / "puzzles"
ATTEMPT = TypeAdapter(learning.Attempt)
DWARVES = "zwergenzugfahrt"
WIN, ROW, GAP = "b2903b43", "4a1ff1be", "737f994d"
"""Of these dwarves: a win at once, a win in a row of two, and a choice clearly above the others."""


@pytest.fixture(autouse=True)
def own_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the tests: few, and the same for ever. Two of the games have none."""
    monkeypatch.setattr(model, "file_of", lambda game: HERE / f"{game.name}.jsonl")


def dwarves() -> Game:
    return get_game(DWARVES)


def puzzle_of(name: str) -> Puzzle:
    return find_puzzle(dwarves(), name)


def tries(device: Device, name: str, *choices: int | str, lang: str = "en", **more: Any) -> Json:
    """What comes of these choices; read and written again it is the same."""
    given = {"choices": list(choices), **more}
    answer: Json = device.post(f"puzzles/{DWARVES}/{name}", given, lang=lang)
    assert json.loads(ATTEMPT.dump_json(ATTEMPT.validate_python(answer))) == answer
    return answer


def wrong_of(name: str) -> str:
    puzzle = puzzle_of(name)
    return next(sign for sign in puzzle.chances if sign not in puzzle.right)


def test_what_there_is_to_solve(anna: Device) -> None:
    told = anna.get("puzzles")
    assert [one["game"] for one in told["games"]] == list(NAMES)
    by_game = {one["game"]: one for one in told["games"]}
    assert by_game["trains"] == {"game": "trains", "today": None, "counts": []}
    for name in ("game_of_trains", DWARVES):
        own, one = puzzles_of(get_game(name)), by_game[name]
        assert sum(each["count"] for each in one["counts"]) == len(own) > 0
        assert all(each["count"] for each in one["counts"])
        assert one["today"] in {puzzle.id for puzzle in own}


def test_every_puzzle_has_its_day(anna: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [date(2026, 2, 26) + timedelta(n) for n in range(len(puzzles_of(dwarves())))]
    seen = []
    for day in days:
        monkeypatch.setattr(answers, "today", lambda day=day: day)
        told = anna.get("puzzles")
        assert told["date"] == day.isoformat()
        seen += [one["today"] for one in told["games"] if one["game"] == DWARVES]
    assert sorted(seen) == sorted(one.id for one in puzzles_of(dwarves()))


def test_the_puzzles_of_a_game_and_nothing_of_their_solutions(anna: Device) -> None:
    told = anna.get(f"puzzles/{DWARVES}")
    assert [one["id"] for one in told] == [one.id for one in puzzles_of(dwarves())]
    assert {tuple(one) for one in told} == {("id", "difficulty", "kind", "seats", "stake")}
    assert all(0 < one["stake"] < 1 for one in told)
    found = {one["id"]: one["difficulty"] for one in told}
    assert (found[WIN], found[GAP]) == ("easy", "hard")
    assert anna.get("puzzles/zugraub") == []


def test_a_puzzle_begins_with_its_board_and_all_choices(anna: Device) -> None:
    begun = tries(anna, GAP)
    position = puzzle_position(dwarves(), puzzle_of(GAP))
    assert (begun["verdict"], begun["seat"]) == ("begin", position.actor)
    assert [choice["action"] for choice in begun["choices"]] == position.legal
    seen = position.seen(position.actor, begun["names"])
    assert begun["view"] == json.loads(json.dumps(seen.view))
    assert begun["sentence"] == begun["task"]
    assert begun["idea"]


# -- when the solution is told -------------------------------------------------------------------


def test_nothing_of_the_solution_leaves_before_it_is_found(anna: Device) -> None:
    for puzzle in puzzles_of(dwarves()):
        begun = tries(anna, puzzle.id)
        answers = [begun]
        for choice in begun["choices"]:
            came = tries(anna, puzzle.id, choice["action"])
            right = choice["notation"] in puzzle.right
            assert (came["verdict"] in ("right", "more")) == right
            if came["verdict"] == "right":
                assert came["solution"] is not None
            else:
                answers.append(came)
        answers += [tries(anna, puzzle.id, odd) for odd in ("nonsense", 1_000_000)]
        for one in answers:
            assert (one["solution"], one["wanted"]) == (None, [])
            # Beside the choices, which are all named alike, no right one has a mention.
            said = one["sentence"] + one["idea"] + one["task"]
            tried = one["verdict"] == "wrong"
            labels = [c["label"] for c in begun["choices"] if c["notation"] in puzzle.right]
            assert tried or not any(f"“{label}”" in said for label in labels)


def test_a_wrong_try_is_told_what_it_is_worth(anna: Device) -> None:
    puzzle, wrong = puzzle_of(GAP), wrong_of(GAP)
    begun, came = tries(anna, GAP), tries(anna, GAP, wrong)
    assert came["verdict"] == "wrong"
    assert f"{round(100 * puzzle.best)}%" in came["sentence"]
    assert (came["view"], came["choices"]) == (begun["view"], begun["choices"])


def test_a_row_is_solved_one_choice_at_a_time(anna: Device) -> None:
    first, second = (move.signs[0] for move in puzzle_of(ROW).ways[0])
    more = tries(anna, ROW, first)
    assert (more["verdict"], more["solution"]) == ("more", None)
    right = tries(anna, ROW, first, second)
    assert (right["verdict"], right["choices"]) == ("right", [])
    assert len(right["solution"]["row"]) == 2
    assert all(right["solution"]["row"])


@pytest.mark.parametrize("name", [WIN, ROW, GAP])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_asks_is_told_everything(anna: Device, name: str, lang: str) -> None:
    puzzle = puzzle_of(name)
    shown = tries(anna, name, lang=lang, solution=True)
    told = shown["solution"]
    assert shown["verdict"] == "begin"
    signs = {choice["action"]: choice["notation"] for choice in shown["choices"]}
    assert {signs[action] for action in shown["wanted"]} == puzzle.right
    assert {one["notation"]: one["chance"] for one in told["chances"]} == puzzle.chances
    assert {one["notation"] for one in told["chances"] if one["right"]} == puzzle.right
    rights = [one["right"] for one in told["chances"]]
    assert rights == sorted(rights, reverse=True)
    wrongs = [one["chance"] for one in told["chances"] if not one["right"]]
    assert wrongs == sorted(wrongs, reverse=True)
    assert told["missed"] == puzzle.missed
    assert [level for level in LEVELS if level in told["missed"] + told["found"]] == list(LEVELS)
    labels = [one["label"] for one in told["chances"] if one["right"]]
    assert any(label in told["sentence"] for label in labels)


def test_a_game_can_be_played_from_there(anna: Device) -> None:
    text = tries(anna, GAP, solution=True)["solution"]["position"]
    seats = [ME, {"kind": "bot", "bot": "random"}]
    if puzzle_of(GAP).seat:
        seats.reverse()
    wanted = {"game": DWARVES, "seats": seats, "from": {"position": text}}
    table = anna.open(wanted)
    assert table["practice"]
    assert table["view"] == tries(anna, GAP)["view"]


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "code", "named"),
    [
        ("chess/b2903b43", "no_game", "chess"),
        (f"{DWARVES}/00000000", "no_puzzle", "00000000"),
        ("game_of_trains/b2903b43", "no_puzzle", "b2903b43"),
        ("zugraub/b2903b43", "no_puzzle", "b2903b43"),
        (f"{DWARVES}/..%2Fb2903b43", "not_found", ""),
        (f"{DWARVES}/" + "x" * 500, "no_puzzle", "xxx"),
    ],
)
def test_what_there_is_none_of(anna: Device, path: str, code: str, named: str) -> None:
    refused = anna.post(f"puzzles/{path}", {"choices": []}, 404)
    assert refused["code"] == code
    assert named in refused["detail"]
    assert len(refused["detail"]) < 200


def test_no_such_game(anna: Device) -> None:
    assert anna.get("puzzles/chess", 404)["code"] == "no_game"


@pytest.mark.parametrize("solution", [False, True])
def test_a_choice_after_one_that_does_not_lead_on(anna: Device, solution: bool) -> None:
    right, wrong = min(puzzle_of(WIN).right), wrong_of(WIN)
    for before in (wrong, right, "nonsense"):
        given = {"choices": [before, right], "solution": solution}
        refused = anna.post(f"puzzles/{DWARVES}/{WIN}", given, 422, lang="nl")
        assert refused["code"] == "leads_nowhere"
        assert "opnieuw" in refused["detail"]


@pytest.mark.parametrize(
    "given",
    [
        {"choices": ["+"] * (MOST_CHOICES + 1)},
        {"choices": [None]},
        {"choices": [True]},
        {"choices": [-1]},
        {"choices": ["k" * 65]},
        {"choices": [], "solution": "yes"},
        {"choices": [], "show": True},
        [],
    ],
)
def test_what_cannot_be_understood(anna: Device, given: Any) -> None:
    assert anna.post(f"puzzles/{DWARVES}/{WIN}", given, 422)["code"] == "bad_request"


def test_many_tries_are_slowed_down() -> None:
    for name in (WIN, "hint", "review", "code"):
        assert _rate("POST", f"/api/puzzles/{DWARVES}/{name}") == "school"


def test_what_was_answered_is_not_made_again(
    server: Running, anna: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = tries(anna, WIN)
    monkeypatch.setattr(PuzzleSolving, "_answer", lambda *_: pytest.fail("made again"))
    assert tries(anna, WIN) == first
    assert len(server.services.school._kept) <= server_school.CACHE_SIZE


def test_no_puzzle_is_read_before_somebody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def file_of(game: Game) -> Path:
        asked.append(game.name)
        return HERE / "none"

    monkeypatch.setattr(model, "file_of", file_of)
    with running(tmp_path / "tables.sqlite3") as server:
        device = server.device()
        assert device.get("health")["ok"]
        assert device.get("lessons")
        assert asked == []
        device.get("puzzles")
        assert set(asked) == set(NAMES)
