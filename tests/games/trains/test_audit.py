"""The audit finds every kind of error: each check is given one that it must report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from games.trains.typed_position import GAME, TypedPosition, play, table
from raw_records import wrap_records
from spielzug.games.trains import state as s
from spielzug.games.trains.state import parse

Fault = Callable[[Any], None]


def failed(before: TypedPosition, action: str, after: Any) -> str:
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    number = parse(action) if action else -1
    code = GAME.rules.audit(before.facts, before.state, number, after, counts)
    return GAME.rules.CHECKS[code - 1].split()[0] if code else ""


def put(field: str, value: int, *at: int) -> Fault:
    def fault(state: Any) -> None:
        if at:
            getattr(state, field)[at if len(at) > 1 else at[0]] = value
        else:
            setattr(state, field, value)

    return fault


START = (
    "hand 1: 2NT LR WA\ndraw 1: 6NT\nhand 2: NT\ncubes 1: c5\ncubes 2: c6\nmoney: 3\n"
    "effects: tunnel"
)
FRESH = "hand 1: 2NT WA\ndraw 1: 6NT\nhand 2: NT\ncubes 1: c5\ncubes 2: c6"

POSITIONS = {
    "a card too many": ("T1", put("supply", 21, 1)),
    "a hand of a wrong size": ("T1", put("hand_size", 3, 0)),
    "a pile of a wrong size": ("T1", put("draw_size", 3, 0)),
    "a seat that is not there": ("T2", put("turn", 2)),
    "kinds that are not in order": ("T2", put("kind", 9, 10)),
    "a row without a phase": ("T2", put("row_size", 1)),
    "a phase that does not exist": ("T2", put("phase", 30)),
    "a cube too many": ("T3", put("stock", 20, 0)),
    "a reach that is not true": ("T3", put("reach", 0, 0, 0)),
    "less money than none": ("T9", put("money", 2**32 - 1)),
    "a station too many": ("T13", put("tokens", 29)),
    "a full city": ("T13", put("stations", 2, SPACE := 23)),
    "a known card that is not in hand": ("T14", put("known", 1, 0, 7)),
    "a loose card without a group": ("T14", put("loose", 1, 0, 0)),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_that_cannot_be_is_found(name: str) -> None:
    check, fault = POSITIONS[name]
    found = table(START)
    assert failed(found, "", found.state) == ""
    state = wrap_records(GAME, None, found.state).copy().state
    fault(state)
    assert failed(found, "", state) == check


def test_t9_money_before_anything_was_played_is_found() -> None:
    found = table(FRESH)
    state = wrap_records(GAME, None, found.state).copy().state
    state.money = 1
    assert failed(found, "", state) == "T9"


def test_t15_a_game_that_should_have_ended_is_found() -> None:
    found = table("play: NT\nempty: AP TO SK EX")
    state = wrap_records(GAME, None, found.state).copy().state
    state.acted, state.play[0], state.discard[0, 0] = 0, 0, 1
    assert failed(found, "", state) == "T15"


def test_t16_a_wrong_winner_is_found() -> None:
    found = table("limit: 1\ntrack 1: 2\ncubes 1: c5\ndraw 1: 5NT")
    later, _ = play(found, ".")
    later.state.winners = 2
    assert failed(later, "", later.state) == "T16"


def test_t17_a_game_past_its_limit_is_found() -> None:
    found = table("limit: 9\nturns: 8")
    state = wrap_records(GAME, None, found.state).copy().state
    state.turns = 9
    assert failed(found, "", state) == "T17"


STEPS = {
    "T4 the turn does not pass": (FRESH, ".", put("turn", 0), "T4"),
    "T4 a turn that is not counted": (FRESH, ".", put("turns", 0), "T4"),
    "T5 money from nowhere": (START, "NT", put("money", 9), "T5"),
    "T5 a card that stays in hand": (START, "NT", put("acted", 0), "T9"),
    "T6 a price that is not paid": (START, "$EX", put("money", 3), "T6"),
    "T10 a rail somewhere else": (START, "=c4", put("cubes", 0, 1, 0), "T3"),
    "T11 a wrong price": (START, "=c4", put("money", 1), "T11"),
    "T12 an effect that goes too early": (START, "NT", put("effects", 0), "T12"),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_step_that_cannot_be_is_found(name: str) -> None:
    position, action, fault, check = STEPS[name]
    found = table(position)
    if action.startswith("="):
        found, _ = play(found, "LR+")
    later, _ = play(found, action)
    assert failed(found, action, later.state) == ""
    fault(later.state)
    assert failed(found, action, later.state) == check


def test_t7_waste_that_is_kept_is_found() -> None:
    found = table(FRESH)
    later, _ = play(found, "~")
    later.state.supply[8] -= 1
    later.state.discard[0, 8] += 1
    assert failed(found, "~", later.state) == "T7"


def test_t8_cards_left_in_play_are_found() -> None:
    found = table(FRESH)
    later, _ = play(found, ".")
    later.state.discard[0, 0] -= 1
    later.state.play[0] += 1
    assert failed(found, ".", later.state) == "T8"


def test_t10_a_rail_far_away_is_found() -> None:
    found, _ = play(table(START), "LR+")
    later, _ = play(found, "=c4")
    for words in (later.state.cubes, later.state.reach):
        words[0] = 0
    far = table("cubes 1: c5 a2")
    later.state.cubes[0], later.state.reach[0] = far.state.cubes[0], far.state.reach[0]
    assert failed(found, "=a2", later.state) == "T10"


@pytest.mark.slow
@pytest.mark.compiled
def test_every_check_runs_in_random_games() -> None:
    from spielzug.lab.play.simulate import SimulationPlan, simulate

    figures = simulate(SimulationPlan.make(GAME, 3, ["random"], 40, "audit", None, True)).to_json()
    assert all(figures["checks"].values()), figures["checks"]
    assert s.PHASES[0] == "start"
