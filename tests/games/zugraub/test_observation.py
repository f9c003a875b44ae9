"""Observations: seen from the seat, and without secrets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.zugraub.decode import alike, decode
from games.zugraub.typed_position import GAME, TypedPosition, position
from raw_records import acting
from spielzug.bots import get_bot
from spielzug.core.errors import UsageError
from spielzug.core.native_records import plain
from spielzug.core.rng import below, new_rng
from spielzug.games.zugraub import observation as o
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.state import BATCH, PLAYED


def observed(found: TypedPosition, seat: int) -> dict[str, Any]:
    """The parts by name; the whole position gives the same as the one hidden for the seat."""
    whole = np.full(GAME.observation.size, -1, np.int16)
    GAME.rules.observe(found.facts, found.state, seat - 1, whole)
    hidden = found.position.seen(seat - 1).observation
    assert whole.tolist() == hidden.tolist()
    assert (GAME.observation.low <= whole).all() and (whole <= GAME.observation.high).all()
    return {name: GAME.observation.part(name, whole).tolist() for name in GAME.observation.parts}


ROBBERY = """
    active 2  phase move  reach 5
    train: caboose parlour dining[c1]
    1: 2c2  points 3  head 4  hand 17 23+2
    2: behind  hand 30
    3: 1a2
    discard: 5 6
"""


def test_seats_come_in_the_order_of_the_table_from_the_own_one_on() -> None:
    mine, third = observed(position(ROBBERY), 1), observed(position(ROBBERY), 3)
    assert (mine["seats"], mine["turn"], mine["active"]) == (3, 2, 2)
    assert (third["turn"], third["active"]) == (3, 3)
    assert mine["points"] == [3, 0, 0, 0, 0, 0, 0]
    assert third["points"] == [0, 3, 0, 0, 0, 0, 0]
    assert mine["pawn"][1:4] == [o.BEHIND_TRAIN, third["pawn"][0], 0]
    assert mine["head"][0] == third["head"][1] == 4


def test_all_hands_lie_in_one_row_and_others_cards_are_secrets() -> None:
    mine, second = observed(position(ROBBERY), 1), observed(position(ROBBERY), 2)
    assert mine["cards"][:3] == [2, 1, 0]
    assert mine["hand"][:4] == [17, 23, o.SECRET, 0]
    assert mine["knows"][:4] == [0b001, 0b011, 0b010, 0]
    assert second["cards"][:3] == [1, 0, 2]
    assert second["hand"][:4] == [30, o.SECRET, 23, 0]
    assert second["knows"][:4] == [0b001, 0b100, 0b101, 0]


def test_a_card_in_the_discards_is_told_and_who_played_it_in_a_fight() -> None:
    lies = observed(position(ROBBERY), 1)["lies"]
    assert [card for card, value in enumerate(lies, 1) if value] == [5, 6]
    found = position(ROBBERY.replace("phase move", "phase brawl"))
    found.state.fighters, found.state.played[1, 2] = 0b110, 6
    assert observed(found, 1)["lies"][4:6] == [o.DISCARDED, o.HITTING + PLAYED + 2]
    assert observed(found, 2)["lies"][4:6] == [o.DISCARDED, o.HITTING + 2]


def test_an_unseen_card_from_before_a_shuffle_is_told_by_its_age() -> None:
    found = position(ROBBERY.replace("3: 1a2", "3: 1a2  hand 31"))
    found.state.shuffles = 2
    found.state.batch[:] = 2
    found.state.batch[[30, 31]] = 1
    found.state.seen[1:3, 0] += 1 << BATCH
    found.state.seen[0, :2] += 2 << BATCH
    mine, second = observed(found, 1), observed(found, 2)
    assert mine["age"][:5] == [0, 0, 1, 1, 0]
    assert mine["lies"][29:31] == [o.UNSEEN + 1, o.UNSEEN + 1]  # which of them has which?
    assert second["age"][:5] == [1, 1, 0, 0, 0]
    assert second["lies"][29:31] == [0, o.UNSEEN + 1]


def test_markers_are_a_bit_each_in_two_halves_of_a_car() -> None:
    mine = observed(position(ROBBERY), 1)
    assert mine["train"][3:] == [0] * 5
    assert mine["markers"][2] == [1 << 6, 0]
    assert mine["markers"][3:] == [[0, 0]] * 5


def test_a_game_has_an_end_only_with_a_limit() -> None:
    assert GAME.longest(ZugraubOptions(turn_limit=1), 7) == 60 + 24 * 7 + 13
    assert GAME.longest(ZugraubOptions(turn_limit=300), 7) == 300 * (60 + 24 * 7 + 13)
    with pytest.raises(UsageError, match="turn_limit"):
        GAME.longest(ZugraubOptions(), 3)


SHORT_OF_CARDS = f"""
    active 1  phase discard
    train: caboose parlour dining sleeping mail
    1: 2c2  hand 1 2
    2: 2c2  hand 3
    3: 1a2  hand 4+1 5
    4: 3c2
    discard: {" ".join(map(str, range(10, 56)))}
"""


@pytest.mark.slow
@pytest.mark.compiled
def test_all_that_a_seat_knows_comes_back_when_cards_were_shuffled() -> None:
    ages = set()
    for number in range(6):
        now, rng = position(SHORT_OF_CARDS, turn_limit=80).position, new_rng(number)
        now.state.rng = number
        bot = get_bot("greedy", rng)
        while not now.over:
            seat = int(below(rng, now.seats))
            seen = now.seen(seat)
            observation = seen.observation
            known = np.array(seen.hidden).reshape(1).view(np.recarray)[0]
            alike(now.facts, known)
            assert plain(decode(now.facts, observation, seat, GAME.blank()[0])) == plain(known)
            lies = GAME.observation.part("lies", observation)
            ages |= {int(value) - o.UNSEEN for value in lies if value >= o.UNSEEN}
            action = now.legal[int(below(rng, len(now.legal)))]
            now.step(bot.choose(acting(now)) if below(rng, 4) else action)
    assert 1 in ages
