"""Tests of Last Train; run them with `python -m pytest` where Spielzug is installed."""

from pathlib import Path

from spielzug.games import add_folder, get_game

GAME = get_game(add_folder(Path(__file__).parent))


def test_l3_three_wagons_score_six_points():
    position = GAME.start(2)
    position.state.train[0, :3] = (2, 2, 7)
    position.step("d")
    assert position.state.points[0] == 6


def test_l2_a_lower_number_cannot_be_coupled():
    position = GAME.start(2)
    position.state.train[0, 0] = 9
    position.state.hand[0] = (8, 9, 1)
    assert [position.notation(action) for action in position.legal] == ["c2", "s1", "s2", "s3", "d"]
