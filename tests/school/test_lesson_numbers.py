"""The numbers in the shipped lessons are true: their chances and points are computed."""

from __future__ import annotations

from typing import Any

import pytest

from spielzug.core.game import Game
from spielzug.core.native_records import plain
from spielzug.games import get_game
from spielzug.school import TryResult, attempt, find_lesson

BEHIND = 255


def end_of(name: str, step: str, way: int = 0) -> tuple[dict[str, Any], dict[str, Any], TryResult]:
    """The position and the view after a row of choices, and what came of them."""
    game: Game = get_game(name).ready()
    lesson = find_lesson(game, "first")
    found = lesson.step(step)
    assert found is not None
    row = [move.signs[0] for move in found.ways[way] if move.own]
    tried = attempt(game, lesson, found, row)
    assert tried.verdict == "right"
    return plain(tried.position.state), dict(tried.hidden.view), tried


def zugraub(step: str) -> dict[str, Any]:
    return end_of("zugraub", step)[0]


def test_zugraub_find_draws_vanity_for_a_point() -> None:
    state = zugraub("find")
    assert (state["hand"][0][0], state["points"][0], sum(state["dice"])) == (3, 1, 9)


def test_zugraub_dice_gives_five_steps() -> None:
    assert zugraub("dice")["reach"] == 5


def test_zugraub_boost_rolls_two_and_draws_vanity() -> None:
    state = zugraub("boost")
    assert (state["dice"], state["hand"][0][0]) == ([2, 0, 0], 3)


def test_zugraub_front_loses_the_caboose_with_ben_on_it() -> None:
    state = zugraub("front")
    assert (state["length"], state["pawn"][2], state["cards"][2]) == (2, BEHIND, 0)
    assert state["cards"][0] == 1


def test_zugraub_fight_is_won_by_nine_to_seven() -> None:
    state = zugraub("fight")
    assert (state["total"][:2], state["points"][1]) == ([9, 7], 1)


def test_zugraub_spoils_are_free() -> None:
    state = zugraub("spoils")
    assert (state["head"][:2], state["points"][0]) == ([14, 0], 0)


def test_zugraub_brake_leaves_anna_behind_without_a_hand() -> None:
    state = zugraub("brake")
    assert (state["pawn"][1], state["cards"][1]) == (BEHIND, 0)
    assert (state["head"][1], state["points"][1]) == (16, 2)


@pytest.mark.parametrize(
    ("step", "points"),
    [("station", [0, 0]), ("chiba", [4, 0]), ("others", [2, 2]), ("points", [21, 24])],
)
def test_trains_counts_as_the_lesson_says(step: str, points: list[int]) -> None:
    assert end_of("trains", step)[1]["points"] == points


@pytest.mark.parametrize("way", [0, 1])
def test_trains_chiba_costs_all_four_and_brings_two_waste(way: int) -> None:
    state, view, _ = end_of("trains", "chiba", way)
    assert (state["money"], view["aside"]) == (0, {"WA": 2})


def test_trains_waste_is_followed_by_a_hand_without_any() -> None:
    assert "WA" not in end_of("trains", "waste")[1]["hand"]


@pytest.mark.parametrize("name", ["trains", "zugraub"])
def test_the_last_step_is_won_by_the_learner(name: str) -> None:
    outcome = end_of(name, "finish")[2].position.outcome
    assert outcome is not None
    assert outcome.shares[0] == 1


def test_trains_is_won_by_25_to_24_wherever_the_last_rail_goes() -> None:
    game = get_game("trains").ready()
    lesson = find_lesson(game, "first")
    finish = lesson.step("finish")
    assert finish is not None
    for sign in finish.ways[0][3].signs:
        tried = attempt(game, lesson, finish, ["EX", "EX", "LR+", sign, "."])
        assert tried.hidden.view["points"] == [25, 24]
