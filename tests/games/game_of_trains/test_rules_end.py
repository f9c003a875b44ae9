"""G21 and G22: the end of the game, its result, resigning, and games that are called off."""

from __future__ import annotations

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    after,
    changes,
    in_words,
    legal,
    play,
    position,
)
from spielzug.core.errors import NotAllowed
from spielzug.core.events import Outcome
from spielzug.games.game_of_trains.facts import GameOfTrainsOptions


def outcome(table: TypedPosition) -> Outcome | None:
    return table.position.outcome


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "used", "actions", "draws", "won"),
    [
        ("4 24 12 41 56 73 80", "20", "<> 2<>3", [], "4 12 24 41 56 73 80"),
        ("4 56 24 41 12 73 80", "", "+ @2", [30], ""),
        ("4 41 24 12 56 73 80", "8", "<.> 2<.>4", [], "4 12 24 41 56 73 80"),
        ("4 41 12 24 56 73 80", "9", ">> 2>>4", [], "4 12 24 41 56 73 80"),
        ("4 24 41 12 56 73 80", "11", "<< 4<<2", [], "4 12 24 41 56 73 80"),
        ("84 12 24 41 56 73 80", "", "+ @1", [1], "1 12 24 41 56 73 80"),
        ("4 12 24 41 56 73 2", "", "+ @7", [83], "4 12 24 41 56 73 83"),
        ("4 12 24 84 56 73 80", "5", "-4", [30], "4 12 24 30 56 73 80"),
    ],
)
def test_g21_the_game_ends_the_moment_a_row_ascends(
    row: str, used: str, actions: str, draws: list[int], won: str
) -> None:
    before = position(f"""
        seats 2  turn 2  turns 6
        1: 82 72 62 52 45 32 22
        2: {row}
        open: {used}
        draw: 1 30 70 83
        discard: rest
    """)
    found = changes(before, after(before, actions, draws))
    ended = {name: found.pop(name, None) for name in ("turn", "phase", "winner", "reason")}
    if won:
        assert found["row 2"] == (row, won)
        assert ended == {
            "turn": ("2", "nobody"),
            "phase": ("turn", "over"),
            "winner": ("nobody", "2"),
            "reason": ("", "own_turn"),
        }
    else:
        assert ended == {"turn": ("2", "1"), "phase": None, "winner": None, "reason": None}


WON = """
    seats {seats}  turn 0  phase over  turns 9  winner 2  reason own_turn
    1: 82 72 62 52 45 32 22
    2: 4 12 24 41 56 73 80
    {third}
    draw: rest
"""


def test_g21_nothing_is_allowed_after_the_end() -> None:
    table = position(WON.format(seats=2, third="open: 9"))
    assert legal(table) == []
    for action in range(GAME.rules.N_ACTIONS):
        with pytest.raises(NotAllowed, match=r"\(G21\)"):
            play(table, GAME.words.notation(action))


def test_g21_the_winner_has_the_whole_win() -> None:
    two = outcome(position(WON.format(seats=2, third="")))
    three = outcome(position(WON.format(seats=3, third="3: 83 71 61 51 43 31 21")))
    assert two is not None
    assert three is not None
    assert (two.text(), two.winners) == ("0-1", (1,))
    assert (three.text(), three.winners) == ("0-1-0", (1,))


LIMIT = """
    seats 3  turn 2  turns {turns}  limit 12
    1: 82 72 62 52 45 32 22
    2: 4 24 12 41 56 73 80
    3: 83 71 61 51 43 31 21
    open: 20
    draw: rest
"""


def test_g22_after_the_last_allowed_turn_the_game_is_a_draw() -> None:
    before = position(LIMIT.format(turns=11))
    later = after(before, "<> 1<>2")
    assert changes(before, later) == {
        "turn": ("2", "nobody"),
        "turns": ("11", "12"),
        "phase": ("turn", "over"),
        "reason": ("", "turn_limit"),
        "row 2": ("4 24 12 41 56 73 80", "24 4 12 41 56 73 80"),
        "open": ("20", ""),
        "discard": ("", "20"),
    }
    drawn = outcome(later)
    assert drawn is not None
    assert (drawn.text(), drawn.winners, drawn.reason) == ("1/3-1/3-1/3", (), "turn_limit")


def test_g22_the_turn_before_the_last_does_not_end_the_game() -> None:
    before = position(LIMIT.format(turns=10))
    found = changes(before, after(before, "<> 1<>2"))
    assert (found["turn"], found["turns"]) == (("2", "3"), ("10", "11"))
    assert "phase" not in found


def test_g22_a_win_on_the_last_allowed_turn_is_a_win() -> None:
    later = after(position(LIMIT.format(turns=11)), "<> 2<>3")
    assert (in_words(later)["winner"], in_words(later)["reason"]) == ("2", "own_turn")
    assert outcome(later) == Outcome((0.0, 1.0, 0.0), "own_turn")


def test_g22_drawing_a_card_is_not_yet_a_turn() -> None:
    before = position(LIMIT.format(turns=11))
    drawn, _ = play(before, "+")
    assert (in_words(drawn)["phase"], in_words(drawn)["turns"]) == ("place", "11")


def test_g22_the_limit_is_off_for_people_and_on_for_simulation() -> None:
    assert GameOfTrainsOptions().turn_limit == 0
    assert GAME.simulation == {"turn_limit": 500}
    table = position(LIMIT.replace("limit 12", "").format(turns=100_000))
    assert in_words(after(table, "<> 1<>2"))["turn"] == "3"


# -- from outside ----------------------------------------------------------------------------------

TWO = """
    seats 2  turn {turn}  turns 6
    1: 81 17 56 41 24 73 3
    2: 82 72 62 52 45 32 22
    open: 9
    draw: rest
"""


@pytest.mark.parametrize(("loser", "text"), [(1, "0-1"), (2, "1-0")])
@pytest.mark.parametrize("turn", [1, 2])
def test_with_two_seats_whoever_gives_up_loses(loser: int, text: str, turn: int) -> None:
    before = position(TWO.format(turn=turn))
    later = after(before, f"!resign{loser}")
    assert changes(before, later) == {
        "turn": (str(turn), "nobody"),
        "phase": ("turn", "over"),
        "winner": ("nobody", str(3 - loser)),
        "reason": ("", "resigned"),
    }
    ended = outcome(later)
    assert ended is not None
    assert ended.text() == text


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_with_three_seats_nobody_can_give_up(seat: int) -> None:
    with pytest.raises(NotAllowed):
        play(position(LIMIT.format(turns=3)), f"!resign{seat}")


@pytest.mark.parametrize("seat", [3, 4])
def test_a_seat_that_is_not_there_cannot_give_up(seat: int) -> None:
    with pytest.raises(NotAllowed):
        play(position(TWO.format(turn=1)), f"!resign{seat}")


def test_giving_up_is_no_action_of_a_player() -> None:
    assert not [a for a in legal(position(TWO.format(turn=1))) if a.startswith("!")]


def test_a_game_called_off_is_shared_by_all() -> None:
    before = position(LIMIT.format(turns=3))
    later = after(before, "!abandon")
    assert changes(before, later) == {
        "turn": ("2", "nobody"),
        "phase": ("turn", "over"),
        "reason": ("", "abandoned"),
    }
    assert outcome(later) == Outcome((1 / 3, 1 / 3, 1 / 3), "abandoned")


def test_a_game_that_goes_on_has_no_outcome() -> None:
    assert outcome(position(LIMIT.format(turns=3))) is None
