"""An independent slow reference checks the compiled rules, decision by decision."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from raw_records import deal_with_facts, wrap_records
from reference.game_of_trains import Reference
from spielzug.core.event_buffer import event_buffer
from spielzug.core.game import Game
from spielzug.core.record_types import State
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.game_of_trains.facts import ABILITIES, CARS, SETS
from spielzug.games.game_of_trains.state import DEALT, DREW, DREW_SETUP, PHASES, REASONS, REFILLED
from toys.effort import parts_to_judge

GAMES = int(os.environ.get("SPIELZUG_JUDGED", "1000"))  # `make soak` has 10,000 judged
KEYS = seed_key("reference", "games")
LOTS = seed_key("reference", "lots")


def as_position(state: State) -> dict[str, object]:
    """The compiled position in the words of the reference."""
    s: Any = dict(zip(state.dtype.names or (), state.item(), strict=True))  # far faster than fields
    seats, pile = s["seats"], s["pile"].tolist()
    rejects = [c for c in s["rejects"].ravel().tolist() if c]
    hands = [tuple(c for c in hand if c) for hand in s["hand"].tolist()[:seats]]
    if s["card"]:
        hands[s["turn"]] = (s["card"],)
    return {
        "seats": seats,
        "actor": s["turn"],
        "phase": PHASES[s["phase"]],
        "rows": tuple(map(tuple, s["row"].tolist()[:seats])),
        "protections": tuple(tuple(lock[::3]) for lock in s["lock"].tolist()[:seats]),
        "open": frozenset(c for c in s["open"].tolist() if c),
        "draw_pile": frozenset(pile[: s["draw_pile"]]),
        "discard_pile": frozenset(pile[CARS - s["discard_pile"] :] + rejects),
        "hands": tuple(hands),
        "turns": s["turns"],
        "winner": s["winner"],
        "reason": REASONS[s["reason"]],
    }


def plan(number: int) -> tuple[int, int, int]:
    """Seats, turn limit, and how many decisions of ten are left to chance, of a game."""
    seats = 2 + number % 3
    limit = 400 if number % 50 == 0 else 30
    return seats, limit, (10, 5, 2)[number // 3 % 3]


def judge(game: Game, number: int, set_: int = 0) -> str:
    """Play one game on both sides, with the cars of a set; returns how it ended."""
    seats, limit, luck = plan(number)
    facts = game.facts(game.options(turn_limit=limit, set=set_))
    cars = SETS.get(set_)
    state, events = deal_with_facts(game, facts, seats, stream(KEYS, np.uint64(number)))
    deal = [[e.a for e in events if e.kind == DEALT and e.seat == s] for s in range(seats)]
    draws = [[e.a for e in events if e.kind == DREW_SETUP and e.seat == s] for s in range(seats)]
    ability = {car: ABILITIES[cars.ability[car]] for car in cars.cars}
    judge_ = Reference(ability, seats, int(state.first), limit, deal, draws, cars.draws)
    rng = new_rng(stream(LOTS, np.uint64(number)))
    out, buffer = np.zeros(game.rules.MAX_LEGAL, np.int32), event_buffer(game.rules.MAX_EVENTS)
    hidden = game.blank()
    assert as_position(state) == judge_.position()
    while not game.rules.over(state):
        legal = out[: game.rules.legal(facts, state, out)].tolist()
        texts = {game.words.notation(action) for action in legal}
        assert texts == judge_.legal(), f"game {number}"
        if int(below(rng, 10)) < luck:
            action = legal[int(below(rng, len(legal)))]
        else:
            hidden[0] = state
            game.rules.hide(facts, hidden[0], game.rules.actor(state))
            action = int(game.rules.greedy(facts, hidden[0], rng))
        game.rules.step(facts, state, action, buffer)
        judge_.step(game.words.notation(action), drawn(buffer))
        assert as_position(state) == judge_.position(), f"game {number}"
    assert judge_.legal() == set()
    return REASONS[int(state.reason)]


def drawn(buffer: Any) -> list[int]:
    rows = buffer[1 : buffer[0, 0] + 1]
    return [int(row[2]) for row in rows if row[0] in (DREW, REFILLED)]


@pytest.mark.compiled
@pytest.mark.parametrize("numbers", parts_to_judge(GAMES, 100, 450))
def test_the_reference_agrees_at_every_decision(game_of_trains: Game, numbers: range) -> None:
    endings = {judge(game_of_trains, number) for number in numbers}
    rare = {"other_turn"} if len(numbers) > 100 else set()
    assert endings >= {"own_turn", "turn_limit"} | rare


def test_the_reference_agrees_in_a_few_games_whatever_the_mode(game_of_trains: Game) -> None:
    for number in range(1, 13):
        judge(game_of_trains, number)


def test_a_reference_told_a_falsehood_disagrees(game_of_trains: Game) -> None:
    """The judge must be able to say no."""
    facts = game_of_trains.facts(game_of_trains.options(first=1))
    state, events = deal_with_facts(game_of_trains, facts, 2, 5)
    deal = [[e.a for e in events if e.kind == DEALT and e.seat == s] for s in range(2)]
    draws = [[e.a for e in events if e.kind == DREW_SETUP and e.seat == s] for s in range(2)]
    ability = {car: ABILITIES[int(facts.ability[car])] for car in range(1, CARS + 1)}
    judge_ = Reference(ability, 2, 0, 0, deal, draws)
    wrap_records(game_of_trains, facts, state).step(game_of_trains.words.parse("k1"))
    wrap_records(game_of_trains, facts, state).step(game_of_trains.words.parse("@3"))
    judge_.step("k1", [])
    judge_.step("@4", [])
    assert as_position(state) != judge_.position()
