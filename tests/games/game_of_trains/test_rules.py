"""G6 to G13: a turn, the piles, and the abilities that change a player's own row."""

from __future__ import annotations

import pytest

from games.game_of_trains.typed_position import (
    GAME,
    TypedPosition,
    after,
    cards,
    changes,
    in_words,
    legal,
    pile,
    play,
    position,
    show,
)
from spielzug.core.errors import NotAllowed

PLACES = [f"@{place}" for place in range(1, 8)]


# -- the helper itself -----------------------------------------------------------------------------


def test_a_typed_position_is_shown_as_the_text_it_was_read_from() -> None:
    table = position("""
        seats 3  first 2  turn 3  phase place  turns 12  card 33  limit 99  rng 5
        1: 81 17 56 41 24 73 3   locks 4:10 7:18
        2: 82 72 62 52 42 32 22  rejects 5
        3: 83 71 61 51 43 31 21  rejects 6 7
        open: 9 20
        discard: 1 2 4
        draw: rest
    """)
    again = position(show(table))
    assert in_words(again) == in_words(table)
    assert again.state.rng == 5
    assert again.facts.turn_limit == 99


def test_a_typed_position_with_a_car_in_two_places_is_refused() -> None:
    with pytest.raises(AssertionError, match="G1 every car is in exactly one place"):
        position("""
            seats 2
            1: 81 17 56 41 24 73 3
            2: 81 72 62 52 42 32 22
            draw: rest
        """)


# -- a turn ----------------------------------------------------------------------------------------

TURN = """
    seats 2  turn {turn}  turns 6
    1: 81 17 56 41 24 73 3
    2: 82 72 62 52 42 32 22
    open: {open}
    discard: 1 2
    draw: rest
"""


def test_g6_a_drawn_card_is_taken_from_the_draw_pile_and_must_be_placed() -> None:
    before = position(TURN.format(turn=2, open="9 20"))
    drawn = after(before, "+", draws=[33])
    assert changes(before, drawn) == {
        "phase": ("turn", "place"),
        "card": ("", "33"),
        "draw": ("33", ""),
    }
    assert legal(drawn) == PLACES


@pytest.mark.parametrize("place", range(1, 8))
def test_g6_a_drawn_card_takes_the_place_of_one_own_car(place: int) -> None:
    before = position(TURN.format(turn=2, open=""))
    row = ["82", "72", "62", "52", "42", "32", "22"]
    old, row[place - 1] = row[place - 1], "33"
    assert changes(before, after(before, f"+ @{place}", draws=[33])) == {
        "turn": ("2", "1"),
        "turns": ("6", "7"),
        "row 2": ("82 72 62 52 42 32 22", " ".join(row)),
        "open": ("", old),
        "draw": ("33", ""),
    }


def test_g7_with_no_open_card_only_drawing_is_possible() -> None:
    table = position(TURN.format(turn=1, open=""))
    assert legal(table) == ["+"]
    with pytest.raises(NotAllowed, match=r"\(G7\)"):
        play(table, ">>")


def test_g7_every_open_card_may_be_used() -> None:
    table = position(TURN.format(turn=1, open="4 8 9 11 7 5 6 10"))
    assert legal(table) == ["+", "<>", "<.>", ">>", "<<", "-1", "-4", "-7", "#"]


def test_g7_a_chosen_card_leaves_the_open_row_and_then_is_aimed() -> None:
    before = position(TURN.format(turn=1, open="9 20"))
    assert changes(before, after(before, ">>")) == {
        "phase": ("turn", "target"),
        "card": ("", "9"),
        "ability": ("", "move_right_2"),
        "open": ("9", ""),
    }


def test_g8_a_drawn_card_serves_only_as_a_number() -> None:
    before = position(TURN.format(turn=1, open="20"))
    drawn = after(before, "+", draws=[9])  # 9 shows "move right"
    for use in (">>", "3>>5", "<>", "+"):
        with pytest.raises(NotAllowed, match=r"\(G6\)"):
            play(drawn, use)


def test_g8_an_open_card_serves_only_as_an_ability() -> None:
    table = position(TURN.format(turn=1, open="20"))
    for place in PLACES:
        with pytest.raises(NotAllowed, match=r"draw one first \(G6\)"):
            play(table, place)


def test_g9_the_discard_pile_becomes_the_draw_pile_when_the_last_card_is_taken() -> None:
    before = position("""
        seats 3  first 1  turn 2  turns 40
        1: 81 17 56 41 24 73 3  locks 4:10
        2: 82 72 62 52 42 32 22  rejects 5
        3: 83 71 61 51 43 31 21  rejects 6 7
        open: 9
        draw: 33
        discard: rest
    """)
    discarded = pile(before, "discard")
    later, events = play(before, "+")
    assert changes(before, later) == {
        "phase": ("turn", "place"),
        "card": ("", "33"),
        "rejects 2": ("5", ""),
        "rejects 3": ("6 7", ""),
        "discard": (cards(discarded), ""),
        "draw": ("33", cards(discarded | {5, 6, 7})),
    }
    told = [(GAME.words.EVENTS[e.kind].name, e.a) for e in events]
    assert told == [("drew", 33), ("reshuffled", len(discarded) + 3)]


def test_g9_nothing_is_shuffled_while_a_card_is_left() -> None:
    before = position("""
        seats 2  turn 1
        1: 81 17 56 41 24 73 3
        2: 82 72 62 52 42 32 22
        draw: 33 34
        discard: rest
    """)
    assert changes(before, after(before, "+", draws=[33])) == {
        "phase": ("turn", "place"),
        "card": ("", "33"),
        "draw": ("33", ""),
    }


def piles(table: TypedPosition) -> tuple[set[int], set[int]]:
    return set(pile(table, "draw")), set(pile(table, "discard"))


def test_g9_with_both_piles_empty_the_pile_is_made_as_soon_as_a_card_is_needed() -> None:
    # Only a table with cars missing can come to this: see the count in G9.
    before = position(
        """
        seats 2  turn 1
        1: 81 17 56 41 24 73 3
        2: 82 72 62 52 42 32 22
        open: 9
        draw: 33
        """,
        possible=False,
    )
    taken = after(before, "+", draws=[33])
    assert piles(taken) == (set(), set())
    placed = after(taken, "@2")  # 17 leaves together with 9
    assert piles(placed) == (set(), {9, 17})
    needed = after(placed, "+", draws=[17])
    assert piles(needed) == ({9}, set())


# -- abilities on the own row ----------------------------------------------------------------------


def own_row(used: str, actions: str, turn: int = 1) -> tuple[dict[str, tuple[str, str]], str]:
    """What an ability changed, less that its card was used and the turn passed on; the row."""
    before = position(TURN.format(turn=turn, open=used))
    found = changes(before, after(before, actions))
    assert found.pop("turn") == (str(turn), str(3 - turn))
    assert found.pop("turns") == ("6", "7")
    assert found.pop("open") == (used, "")
    assert found.pop("discard") == ("", used)  # G7
    row = found.pop(f"row {turn}")
    return found, row[1]


def test_g10_two_neighbouring_cars_are_swapped() -> None:
    assert own_row("20", "<> 3<>4") == ({}, "81 17 41 56 24 73 3")


def test_g10_there_are_six_pairs_of_neighbours() -> None:
    table = after(position(TURN.format(turn=1, open="20")), "<>")
    assert legal(table) == ["1<>2", "2<>3", "3<>4", "4<>5", "5<>6", "6<>7"]


def test_g10_only_the_own_row_is_swapped() -> None:
    assert own_row("20", "<> 6<>7", turn=2) == ({}, "82 72 62 52 42 22 32")


def test_g11_two_cars_with_one_between_are_swapped() -> None:
    """Worked case: swap over one, places 3 and 5."""
    assert own_row("8", "<.> 3<.>5") == ({}, "81 17 24 41 56 73 3")


def test_g11_there_are_five_pairs_over_one_car() -> None:
    table = after(position(TURN.format(turn=1, open="8")), "<.>")
    assert legal(table) == ["1<.>3", "2<.>4", "3<.>5", "4<.>6", "5<.>7"]


def test_g12_a_car_moves_two_places_right_and_the_passed_cars_slide_left() -> None:
    """Worked case: move right from place 3."""
    assert own_row("9", ">> 3>>5") == ({}, "81 17 41 24 56 73 3")


def test_g12_cars_one_to_five_can_move_right() -> None:
    table = after(position(TURN.format(turn=1, open="9")), ">>")
    assert legal(table) == ["1>>3", "2>>4", "3>>5", "4>>6", "5>>7"]


def test_g13_a_car_moves_two_places_left_and_the_passed_cars_slide_right() -> None:
    """Worked case: move left from place 5."""
    assert own_row("11", "<< 5<<3") == ({}, "81 17 24 56 41 73 3")


def test_g13_cars_three_to_seven_can_move_left() -> None:
    table = after(position(TURN.format(turn=1, open="11")), "<<")
    assert legal(table) == ["3<<1", "4<<2", "5<<3", "6<<4", "7<<5"]


@pytest.mark.parametrize(
    ("used", "actions", "row"),
    [
        ("9", ">> 1>>3", "17 56 81 41 24 73 3"),
        ("9", ">> 5>>7", "81 17 56 41 73 3 24"),
        ("11", "<< 3<<1", "56 81 17 41 24 73 3"),
        ("11", "<< 7<<5", "81 17 56 41 3 24 73"),
        ("8", "<.> 1<.>3", "56 17 81 41 24 73 3"),
        ("8", "<.> 5<.>7", "81 17 56 41 3 73 24"),
        ("20", "<> 1<>2", "17 81 56 41 24 73 3"),
    ],
)
def test_g10_to_g13_at_the_ends_of_the_row(used: str, actions: str, row: str) -> None:
    assert own_row(used, actions) == ({}, row)
