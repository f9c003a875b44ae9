"""G18 to G20: protections."""

from __future__ import annotations

import pytest

from games.game_of_trains.typed_position import (
    TypedPosition,
    after,
    cards,
    changes,
    legal,
    passed_on,
    play,
    position,
)
from spielzug.core.errors import NotAllowed

OWN = "81 17 56 41 24 73 3"
LOCKED = """
    seats 2  turn 1  turns 6
    1: 81 17 56 41 24 73 3   locks {locks}
    2: 82 72 62 52 45 32 22  locks {theirs}
    open: {open}
    draw: 30 34 38
    discard: rest
"""


def locked(locks: str, used: str, theirs: str = "") -> TypedPosition:
    return position(LOCKED.format(locks=locks, open=used, theirs=theirs))


@pytest.mark.parametrize("place", [1, 4, 7])
def test_g18_a_protection_lies_under_the_own_car_at_1_4_or_7(place: int) -> None:
    before = locked("", "10")
    assert legal(after(before, "#")) == ["#1", "#4", "#7"]
    found = changes(before, after(before, f"# #{place}"))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "locks 1": ("", f"{place}:10"),
        "open": ("10", ""),
    }


@pytest.mark.parametrize(
    ("action", "used", "place"), [("-1", "7", 1), ("-4", "5", 4), ("-7", "6", 7)]
)
def test_g18_a_protected_car_is_not_removed(action: str, used: str, place: int) -> None:
    theirs = {1: "82", 4: "52", 7: "22"}[place]
    before = locked(f"{place}:10", used)
    row = ["82", "72", "62", "52", "45", "32", "22"]
    row[place - 1] = "30"
    found = changes(before, after(before, action, draws=[30]))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "row 2": ("82 72 62 52 45 32 22", " ".join(row)),
        "open": (used, theirs),
        "discard": ("", used),
        "draw": ("30", ""),
    }


def test_g18_a_protection_holds_in_other_players_turns() -> None:
    before = locked("", "5", theirs="4:10")
    found = changes(before, after(before, "-4", draws=[30]))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "row 1": (OWN, "81 17 56 30 24 73 3"),
        "open": ("5", "41"),
        "discard": ("", "5"),
        "draw": ("30", ""),
    }


def test_g18_a_protection_elsewhere_does_not_save_a_car() -> None:
    before = locked("1:2 7:18", "5")
    found = changes(before, after(before, "-4", draws=[30, 34]))
    assert found["row 1"] == (OWN, "81 17 56 30 24 73 3")
    assert "locks 1" not in found


def test_g18_a_player_may_have_several_protected_cars() -> None:
    before = locked("1:2 4:10", "18")
    found = changes(before, after(before, "# #7"))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "locks 1": ("1:2 4:10", "1:2 4:10 7:18"),
        "open": ("18", ""),
    }


def test_g18_a_car_carries_at_most_one_protection() -> None:
    table = after(locked("4:10", "18"), "#")
    assert legal(table) == ["#1", "#7"]
    with pytest.raises(NotAllowed, match=r"position 4 .*\(G18\)"):
        play(table, "#4")


def test_g18_with_all_three_protected_a_protection_cannot_be_used() -> None:
    table = locked("1:2 4:10 7:18", "20 26")
    assert legal(table) == ["+", "<>"]
    with pytest.raises(NotAllowed, match=r"1, 4 and 7 .*\(G18\)"):
        play(table, "#")


def test_g18_the_protections_of_others_do_not_stop_the_own() -> None:
    assert legal(locked("", "26", theirs="1:2 4:10 7:18")) == ["+", "#"]


CARD_OF = {"<>": "20", "<.>": "8", ">>": "9", "<<": "11"}
LOCKS = {1: "2", 4: "10", 7: "18"}
TOUCHED = {
    # swapped cars
    "1<>2": 1, "2<>3": None, "3<>4": 4, "4<>5": 4, "5<>6": None, "6<>7": 7,
    # swapped over one; in 3<.>5 the protected car stands still between them
    "1<.>3": 1, "2<.>4": 4, "3<.>5": None, "4<.>6": 4, "5<.>7": 7,
    # moved from 1 and 4; sliding at 4 (2>>4, 3>>5) and 7
    "1>>3": 1, "2>>4": 4, "3>>5": 4, "4>>6": 4, "5>>7": 7,
    # moved from 4 and 7; sliding at 1 and 4 (5<<3, 6<<4)
    "3<<1": 1, "4<<2": 4, "5<<3": 4, "6<<4": 4, "7<<5": 7,
}  # fmt: skip


@pytest.mark.parametrize(("target", "lost"), TOUCHED.items())
def test_g19_a_car_that_is_swapped_or_moved_or_slides_loses_its_protection(
    target: str, lost: int | None
) -> None:
    sign = target[1:-1]
    used = CARD_OF[sign]
    before = locked("1:2 4:10 7:18", used, theirs="4:26")
    found = changes(before, after(before, f"{sign} {target}"))
    assert found.pop("row 1")[0] == OWN  # the new row is tested with G10 to G13
    expected = {"open": (used, ""), "discard": ("", used)}
    if lost is not None:
        kept = " ".join(f"{place}:{card}" for place, card in LOCKS.items() if place != lost)
        expected["locks 1"] = ("1:2 4:10 7:18", kept)
        expected["discard"] = ("", cards([int(used), int(LOCKS[lost])]))
    assert passed_on(found, ("1", "2"), ("6", "7")) == expected


def test_g19_a_car_standing_still_between_two_swapped_cars_keeps_its_protection() -> None:
    before = locked("4:10", "8")
    found = changes(before, after(before, "<.> 3<.>5"))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "row 1": (OWN, "81 17 24 41 56 73 3"),
        "open": ("8", ""),
        "discard": ("", "8"),
    }


@pytest.mark.parametrize(
    ("used", "actions", "row"),
    [("9", ">> 3>>5", "81 17 41 24 56 73 3"), ("11", "<< 5<<3", "81 17 24 56 41 73 3")],
)
def test_g19_a_car_that_slides_loses_its_protection(used: str, actions: str, row: str) -> None:
    before = locked("4:10", used)
    found = changes(before, after(before, actions))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "row 1": (OWN, row),
        "locks 1": ("4:10", ""),
        "open": (used, ""),
        "discard": ("", cards([10, int(used)])),
    }


def test_g19_a_replaced_car_loses_its_protection() -> None:
    before = locked("1:2 4:10 7:18", "")
    found = changes(before, after(before, "+ @4", draws=[30]))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {
        "row 1": (OWN, "81 17 56 30 24 73 3"),
        "locks 1": ("1:2 4:10 7:18", "1:2 7:18"),
        "open": ("", "41"),
        "discard": ("", "10"),
        "draw": ("30", ""),
    }


def test_g19_a_protection_that_was_lost_does_not_pair_with_an_open_one() -> None:
    before = locked("4:10", "20 26")
    found = changes(before, after(before, "<> 3<>4"))
    assert found["open"] == ("20", "")
    assert found["discard"] == ("", "10 20")


def test_g20_a_removal_may_be_used_with_every_matching_car_protected() -> None:
    before = locked("4:10", "5", theirs="4:26")
    assert legal(before) == ["+", "-4"]
    found = changes(before, after(before, "-4"))
    assert passed_on(found, ("1", "2"), ("6", "7")) == {"open": ("5", ""), "discard": ("", "5")}
