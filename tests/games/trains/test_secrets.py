"""What a seat may know: marks on cards, indistinguishable positions, fields that could leak."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from games.trains.typed_position import GAME, MARKS, TypedPosition, broken, facts, play, table
from raw_records import seen_as, shown, wrap_records
from spielzug.core.check.case import CheckCase, CheckFailed
from spielzug.core.check.secrets import guesses, leaking_mutant, secrecy
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import TrainsOptions
from spielzug.games.trains.facts.sets import CODES
from spielzug.games.trains.knowledge import exchange

PILES = "supply=chosen kinds=ET-CC-IC-SI-SW-PU-SO-PS"
HANDS = "supply=chosen kinds=IC-SI-SC-CS-MF-WF-TI-GA"


def deep(options: str, worlds: int = 60) -> CheckCase:
    """Many decisions deep, in a supply whose cards put cards on piles."""
    chosen = TrainsOptions.from_text(options)
    simulation = {"supply": chosen.supply, "kinds": chosen.kinds, "turn_limit": 200}
    return CheckCase(
        replace(GAME, simulation=simulation), "", worlds=worlds, depth=300, samples=200
    )


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("options", [PILES, HANDS])
def test_two_worlds_stay_alike_deep_in_a_game(options: str) -> None:
    secrecy(deep(options))
    guesses(deep(options))


@pytest.mark.compiled
@pytest.mark.parametrize("leak", ["rng", "hand", "draw", "top"])
def test_a_leak_is_caught(leak: str) -> None:
    case = deep(PILES)
    with pytest.raises(CheckFailed):
        secrecy(replace(case, game=leaking_mutant(case.game, leak)))


def hidden(found: TypedPosition, seat: int) -> bytes:
    return bytes(found.position.seen(seat - 1).hidden.tobytes())


def exchanged(found: TypedPosition, seat: int, key: int) -> TypedPosition:
    state: Any = wrap_records(GAME, None, found.state).copy().state
    exchange(found.facts, state, seat - 1, key)
    return TypedPosition(found.facts, state)


ORDERING = "hand 1: IC 2NT\ntop 1: EX LE NT LR\ndraw 1: 4NT\ndraw 2: 5NT EX\nhand 2: LR SE"


def test_t14_the_row_that_is_put_in_order_is_its_owners_secret() -> None:
    waiting, _ = play(table(ORDERING), "IC+", "/", "^1")
    for key in range(20):
        other = exchanged(waiting, 2, key)
        assert hidden(other, 2) == hidden(waiting, 2)
    assert facts(exchanged(waiting, 2, 1).state)["row"] != facts(waiting.state)["row"]
    leaky = leaking_mutant(GAME, "row")
    views = {
        bytes(wrap_records(leaky, w.facts, w.state).seen(1).hidden.tobytes())
        for w in (waiting, exchanged(waiting, 2, 1))
    }
    assert len(views) == 2  # what `hide` must not forget


def test_t14_a_group_put_back_is_known_but_not_its_order() -> None:
    found, _ = play(table(ORDERING), "IC+", "/", "^1", "^1", "^1")
    marks = facts(found.state)["top 1"].split()
    assert len(marks) == 4
    assert all(mark[2:] in ("*", "*_") for mark in marks)
    views = {hidden(exchanged(found, 2, key), 2) for key in range(9)}
    assert views == {hidden(found, 2)}
    group = shown(found.position.seen(1))["players"][0]["group"]
    assert group == ["EX", "LE", "LR", "NT"]
    assert shown(found.position.seen(1))["players"][0]["top"] == ["?"] * 4


SPLIT = "hand 1: PS {hand}\ntop 1: EX* LE* NT*_\ndraw 1: 4NT\nhand 2: NT"


def test_t14_a_group_partly_drawn_is_split() -> None:
    found, _ = play(table(SPLIT.format(hand="2LR")), "PS+")
    told = facts(found.state)
    assert (told["top 1"], told["loose 1"], told["known 1"]) == ("LE~ NT~", "NT EX LE", "")
    assert shown(found.position.seen(1))["players"][0]["top"] == ["?", "?"]


def test_t14_a_group_all_in_hand_is_known_there() -> None:
    found, _ = play(table(SPLIT.format(hand="2PS")), "PS+", "PS+", "PS+")
    told = facts(found.state)
    assert (told["top 1"], told["loose 1"], told["known 1"]) == ("", "", "NT EX LE")


def test_t14_a_group_is_given_up_when_one_of_its_kinds_leaves_the_hand() -> None:
    found, _ = play(table(SPLIT.format(hand="2LR")), "PS+", "LR")
    assert facts(found.state)["loose 1"] == "NT EX LE"
    found, _ = play(table(SPLIT.format(hand="NT")), "PS+", "NT")
    told = facts(found.state)
    assert (told["top 1"], told["loose 1"]) == ("LE! NT!", "")


def test_t14_a_known_card_is_the_first_to_leave() -> None:
    found = table("hand 1: 2NT PS\nknown 1: NT\ntop 1: EX* NT*_\ndraw 1: NT\nhand 2: NT")
    later, _ = play(found, "PS+", "NT")
    told = facts(later.state)
    assert (told["known 1"], told["loose 1"]) == ("", "NT EX")


def test_t14_two_equal_cards_left_of_a_group_are_no_secret() -> None:
    found = table("hand 1: CC\ntop 1: EX EX* NT* NT*_\ndraw 1: NT\nhand 2: NT")
    later, _ = play(found, "CC+", "?EX")
    assert facts(later.state)["top 1"] == "NT NT"


def test_when_the_pile_runs_out_everybody_can_tell_the_hand() -> None:
    found = table("hand 1: CR LR\ndraw 1: EX\ndiscard 1: 2NT LE\nhand 2: NT")
    later, _ = play(found, "CR+")
    assert facts(later.state)["known 1"] == "EX LR"


@pytest.mark.parametrize("hand", ["2LR", "NT SE", "EX LE NT"])
def test_guesses_of_a_split_group_are_possible_and_all_met(hand: str) -> None:
    found, _ = play(table(SPLIT.format(hand=hand)), "PS+")
    seen = found.position.seen(1).hidden
    met = set()
    for key in range(200):
        guess = seen_as(GAME, found.facts, seen, 1).guess(key).state
        assert broken(TypedPosition(found.facts, guess)) == ""
        assert wrap_records(GAME, found.facts, guess).seen(1).hidden.tobytes() == seen.tobytes()
        met.add(facts(guess)["top 1"])
    pairs = {f"{a}~ {b}~" for a in ("EX", "LE", "NT") for b in ("EX", "LE", "NT") if a != b}
    assert met == pairs


def test_more_known_cards_than_there_is_room_for_are_forgotten_from_below() -> None:
    for mark in ("", "!", "*", "~"):
        state: Any = wrap_records(GAME, None, table("draw 1: 5NT").state).copy().state
        from spielzug.games.trains.rules.piles import put_on_top

        state.top_size[0] = s.MAX_TOP
        state.top[0, :] = 3 | MARKS[mark]
        if mark == "*":
            state.top[0, 0] |= s.LAST
        plain = getattr(put_on_top, "py_func", put_on_top)
        plain(state, 0, 1)
        assert int(state.top_size[0]) == s.MAX_TOP
        assert int(state.top[0, s.MAX_TOP - 1]) == 1
        assert int(state.draw[0, 3]) == 1
        assert s.GROUP not in {int(c) & s.KNOWN_BY_MASK for c in np.asarray(state.top[0])}


def test_a_spectator_and_others_see_only_the_number_of_cards() -> None:
    found = table("hand 1: LR NT\ndraw 1: 5EX\nhand 2: SE\nknown 2: SE")
    view = shown(found.position.seen(-1))
    assert view["hand"] == {}
    assert view["players"][0]["hand"] == 2
    assert view["players"][0]["known"] == {}
    assert view["players"][1]["known"] == {"SE": 1}
    assert set(view["players"][0]["owned"]) == {"NT", "EX", "LR"}
    assert set(view["cards"]) <= set(CODES)
