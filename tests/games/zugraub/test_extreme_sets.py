"""Unusual sets play like any other: every step is correct, and nobody is stuck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import yaml

from games.zugraub.decode import alike, decode
from games.zugraub.typed_position import GAME
from raw_records import deal_with_facts
from spielzug.core.check import CHECKS
from spielzug.core.check.case import CheckCase
from spielzug.core.errors import OptionClash, OptionError
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.facts.sets import CABOOSE_FACE, ENGINE_FACE, SETS, SPACES
from spielzug.games.zugraub.state import BEHIND, FRONT_DOOR, MOVE, PLAY, ROLL
from spielzug.lab.play.simulate import SimulationPlan, simulate

IN_ANOTHER_PROCESS = ("jit_off", "bounds")


def move_doors(face: Any, rear: int | None, front: int | None) -> None:
    """The doors into these rows; None stays closed."""
    lines = [line.ljust(13) for line in face["plan"].rstrip("\n").split("\n")]
    for row in range(3):
        line = list(lines[2 * row + 1])
        for x, door in ((0, rear), (12, front)):
            if door is not None:
                line[x] = " " if row == door else "|"
        lines[2 * row + 1] = "".join(line)
    face["plan"] = "\n".join(lines) + "\n"


def odd() -> Any:
    """Values below 0 and above all usual ones, doors anywhere, brains everywhere, other counts."""
    data = yaml.safe_load(SETS.shipped_text("shipped-1"))
    data["name"] = "odd"
    cards = {card["name"]: card for card in data["cards"]}
    cards["Nesbith"].update(hit=-1, run=-1)
    cards["Uther"].update(hit=-20, run=-30)
    cards["Dale"].update(hit=7, run=-3)
    cards["Prudence"].update(cost=0, iq=200)
    cards["Old Glory Orange"].update(hit=-1, ability="keeps_hand")
    data["cards"] += data["bonus"][:6]
    data["bonus"] = data["bonus"][6:]
    for number, piece in enumerate(data["cars"]):
        for side, face in enumerate(piece):
            move_doors(face, (number + side) % 3, (number + 2 * side + 1) % 3)
    move_doors(data["caboose"], None, 0)
    move_doors(data["engine"], 2, None)
    data["cars"][0][0]["plan"] = data["cars"][0][0]["plan"].replace(".", "*")
    data["caboose"]["plan"] = data["caboose"]["plan"].replace("4 . .", "4 * .", 1)
    data["engine"]["plan"] = data["engine"]["plan"].replace("|. . . . B", "|* . . * B", 1)
    return data


@pytest.fixture(scope="module")
def number() -> int:
    return SETS.add(odd(), "odd.yaml").number


def test_the_odd_set_is_odd(number: int) -> None:
    cards = SETS.get(number)
    assert [len(cards.cards), len(cards.bonus)] == [61, 3]
    facts = GAME.facts(ZugraubOptions(set=number))
    assert sorted({int(space) for space in facts.rear[:14]}) == [0, 1, 2]
    assert sorted({int(space) for space in facts.front[:14]}) == [15, 16, 17]
    assert facts.hit[2] == -20
    assert facts.brains[CABOOSE_FACE] != 0
    assert facts.brains[ENGINE_FACE] != 0


def test_b4_brains_in_the_caboose_are_there_from_the_start(number: int) -> None:
    facts = GAME.facts(ZugraubOptions(set=number))
    state, _ = deal_with_facts(GAME, facts, 3, 1)
    assert state.markers[0] == facts.brains[CABOOSE_FACE]


def test_b8_whoever_leaves_in_front_stands_at_the_rear_door_of_the_new_car(number: int) -> None:
    facts = GAME.facts(ZugraubOptions(set=number))
    for key in range(1, 9):
        state, _ = deal_with_facts(GAME, facts, 3, key)
        state.phase, state.reach = MOVE, 99
        GAME.rules.step_quiet(facts, state, FRONT_DOOR)
        car = int(state.length) - 1
        place = car * SPACES + int(facts.rear[state.train[car]])
        assert state.pawn[state.active] == place


def test_b19_a_brain_that_takes_steps_off_leaves_the_one_onto_the_train(number: int) -> None:
    facts = GAME.facts(ZugraubOptions(set=number))
    state, _ = deal_with_facts(GAME, facts, 3, 1)
    state.head[state.active] = 2  # Uther, who runs -30
    state.pawn[state.active] = BEHIND
    GAME.rules.step_quiet(facts, state, ROLL)
    assert (state.phase, state.reach) == (MOVE, 1)
    state.hand[state.active, 0] = 6
    state.cards[state.active] = 1
    GAME.rules.step_quiet(facts, state, PLAY + 6)  # Dale, who runs -3
    assert state.reach == 1


def test_b1_free_cheeses_need_as_many_as_there_are_seats() -> None:
    data = odd()
    for card in data["cards"][44:]:
        if card.get("cheese"):
            card.update(cheese=False, iq=9)
    data["bonus"] = []
    few = SETS.add({**data, "name": "few"}, "few.yaml").number
    options = ZugraubOptions(set=few, cheese=1)
    with pytest.raises(OptionError, match="has 1 cheeses for 3 seats"):
        options.check_for_seats(3)
    ZugraubOptions(set=few).check_for_seats(7)
    with pytest.raises(OptionClash, match="has no bonus cards"):
        ZugraubOptions(set=few, bonus=1)


@pytest.mark.slow
@pytest.mark.compiled
def test_every_step_with_the_odd_set_is_right(number: int) -> None:
    chosen = GAME.options(turn_limit=150, set=number, cheese=1, bonus=1)
    bots = ["greedy", "random", "greedy", "random"]
    simulate(SimulationPlan.make(GAME, 4, bots, 300, "odd", chosen, verify=True))


@pytest.mark.slow
@pytest.mark.compiled
def test_the_odd_set_passes_every_check_of_a_game(number: int) -> None:
    game = replace(GAME, simulation={**GAME.simulation, "set": number}).ready()
    case = CheckCase(game, "", games=3, worlds=20, decode=decode, alike=alike)
    for name, check in CHECKS.items():
        if name not in IN_ANOTHER_PROCESS:  # which has not loaded the set
            check(case)
