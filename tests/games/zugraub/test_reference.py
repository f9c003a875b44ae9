"""An independent slow reference checks the compiled rules, decision by decision."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from games.zugraub.typed_position import GAME, TypedPosition, as_position, luck_of
from raw_records import deal_with_facts
from reference.zugraub import Reference
from spielzug.core.event_buffer import event_buffer, read_events
from spielzug.core.record_types import Rng, State
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.facts.sets import SETS, SPACES
from spielzug.games.zugraub.state import FRONT_DOOR, GO
from toys.effort import parts_to_judge

GAMES = int(os.environ.get("SPIELZUG_JUDGED", "300"))  # `make soak` has more judged
KEYS = seed_key("reference", "games")
LOTS = seed_key("reference", "lots")

SHIPPED = sorted(SETS.shipped, reverse=True)
"""Both sets: the present one, and the first."""


def cards_of(number: int) -> dict[int, dict[str, Any]]:
    found = SETS.get(number)
    return {
        card.number: {
            "cost": card.cost, "hit": card.hit, "run": card.run, "iq": card.iq,
            "cheese": card.cheese, "ability": card.ability,
        }
        for card in (*found.cards, *found.bonus)
    }  # fmt: skip


def plans_of(number: int) -> dict[tuple[int, int], str]:
    faces = SETS.get(number).faces
    return {(at // 2, at % 2): "\n".join(face.plan.lines) for at, face in enumerate(faces)}


CARDS = {number: cards_of(number) for number in SHIPPED}
PLANS = {number: plans_of(number) for number in SHIPPED}


def plan(number: int) -> tuple[int, dict[str, int], int]:
    """Seats, options, and how many decisions of ten are left to chance, of a game."""
    options = {
        "bonus": number % 2,
        "recycle": int(number % 7 == 0),
        "cars": 1 + number % 4,
        "engine_rounds": (0, 0, 1, 2)[number // 3 % 4],
        "cheese": int(number % 5 == 0),
        "spoils_to_head": int(number % 3 == 0),
        "turn_limit": (60, 120)[number % 2],
    }
    return 3 + number % 5, options, (10, 5, 1)[number // 2 % 3]


def wanted(table: TypedPosition, legal: list[int], rng: Rng) -> int:
    """A decision that makes much happen: markers, brakes, company, new cars."""
    state = table.state
    if int(state.phase) != s.MOVE:
        return int(GAME.rules.greedy(table.facts, state, rng))
    pawns = [int(p) for p in state.pawn[: int(state.seats)]]
    lively = []
    for action in legal:
        if action == FRONT_DOOR:
            lively.append(action)
        elif GO <= action < FRONT_DOOR:
            place = action - GO
            car, space = divmod(place, SPACES)
            signs = int(state.markers[car]) | int(table.facts.brakes[int(state.train[car])])
            if signs >> space & 1 or place in pawns:
                lively.append(action)
    return lively[int(below(rng, len(lively)))] if lively else legal[-1]


def reference(
    state: State, seats: int, options: dict[str, int], luck: list[object], cards: int = 0
) -> Reference:
    return Reference(CARDS[cards], PLANS[cards], seats, int(state.first), options, luck)


def judge(number: int) -> str:
    """Play one game on both sides; returns how it ended."""
    seats, options, luck = plan(number)
    cards = SHIPPED[number // 4 % 2]
    facts = GAME.facts(ZugraubOptions(**options, set=cards))
    state, events = deal_with_facts(GAME, facts, seats, stream(KEYS, np.uint64(number)))
    judge_ = reference(state, seats, options, luck_of(events), cards)
    rng = new_rng(stream(LOTS, np.uint64(number)))
    out, buffer = np.zeros(GAME.rules.MAX_LEGAL, np.int32), event_buffer(GAME.rules.MAX_EVENTS)
    assert as_position(state) == judge_.position()
    while not GAME.rules.over(state):
        legal = out[: GAME.rules.legal(facts, state, out)].tolist()
        texts = {GAME.words.notation(action) for action in legal}
        assert texts == set(judge_.legal()), f"game {number}"
        if int(below(rng, 10)) < luck:
            action = legal[int(below(rng, len(legal)))]
        else:
            action = wanted(TypedPosition(facts, state), legal, rng)
        GAME.rules.step(facts, state, action, buffer)
        judge_.step(GAME.words.notation(action), luck_of(read_events(buffer)))
        assert as_position(state) == judge_.position(), f"game {number}"
    assert set(judge_.legal()) == set()
    return s.REASONS[int(state.reason)]


@pytest.mark.compiled
@pytest.mark.parametrize("numbers", parts_to_judge(GAMES, 40, 100))
def test_the_reference_agrees_at_every_decision(numbers: range) -> None:
    endings = {judge(number) for number in numbers}
    assert endings >= {"won", "turn_limit"}


def test_the_reference_agrees_in_a_few_games_whatever_the_mode() -> None:
    for number in range(1, 4):
        judge(number)


def test_a_reference_told_a_falsehood_disagrees() -> None:
    """The judge must be able to say no."""
    seats, options, _ = plan(0)
    facts = GAME.facts(ZugraubOptions(**options))
    state, events = deal_with_facts(GAME, facts, seats, 7)
    judge_ = reference(state, seats, options, luck_of(events))
    state.points[0] += 1
    assert as_position(state) != judge_.position()
