"""An independent slow reference checks the compiled rules, decision by decision."""

from __future__ import annotations

import copy
import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from games.zwergenzugfahrt.typed_position import (
    BOARDS,
    GAME,
    NARROW,
    TypedPosition,
    board_of,
    facts_for,
    position,
    start,
)
from raw_records import deal_with_facts
from reference.zwergenzugfahrt import Numbers, Reference
from spielzug.core.event_buffer import event_buffer
from spielzug.core.record_types import State
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games.zwergenzugfahrt.facts import (
    DWARVES,
    MODE_SEATS,
    MODE_TIME,
    MODE_TURNS,
    MODES,
    ZwergenOptions,
)
from spielzug.games.zwergenzugfahrt.facts.sets import FIELD_KINDS, SETS, StationBoard, StationSet
from spielzug.games.zwergenzugfahrt.state import PHASES, REASONS, TOSSED
from toys.effort import parts_to_judge

GAMES = int(os.environ.get("SPIELZUG_JUDGED", "1000"))  # `make soak` has 10,000 judged
PINNED = yaml.safe_load(Path(__file__).with_name("perft.yaml").read_text(encoding="utf-8"))
COUNTED = 50_000  # sequences that the reference is asked to count
KEYS = seed_key("reference", "games")
LOTS = seed_key("reference", "lots")


@cache
def names_of(board: StationBoard) -> list[str]:
    return [board.name_of(field) for field in range(len(board.kinds))]


def as_board(board: StationBoard) -> dict[str, Any]:
    """A board in the words of the reference."""
    names = names_of(board)
    return {
        "columns": board.columns,
        "rows": board.rows,
        "fields": {name: FIELD_KINDS[kind] for name, kind in zip(names, board.kinds, strict=True)},
        "homes": {
            name: clan for name, clan in zip(names, board.homes, strict=True) if clan is not None
        },
        "walls": {frozenset(names[field] for field in pair) for pair in board.walls},
    }


def as_position(board: StationBoard, state: State) -> dict[str, object]:
    """The compiled position in the words of the reference."""
    s: Any = dict(zip(state.dtype.names or (), state.item(), strict=True))  # far faster than fields
    places = s["field"].tolist()
    signs = s["signs"].tolist()
    names = names_of(board)
    return {
        "turn": s["turn"],
        "phase": PHASES[s["phase"]],
        "dwarves": tuple(
            frozenset(names[f] for f in places[clan * DWARVES : (clan + 1) * DWARVES])
            for clan in (0, 1)
        ),
        "signs": tuple(
            frozenset(name for f, name in enumerate(names) if bits >> f & 1) for bits in signs
        ),
        **{
            name: tuple(s[name].tolist())
            for name in ("stock", "taken", "kicks", "owes", "turns_each")
        },
        "turns": s["turns"],
        "coin": s["coin"],
        "winner": s["winner"],
        "reason": REASONS[s["reason"]],
    }


def plan(number: int) -> tuple[StationBoard, ZwergenOptions, int]:
    """Board, options, and how many decisions of ten are left to chance, of a game."""
    board = (*map(board_of, BOARDS), NARROW)[number % 4]
    luck = (10, 5, 1)[number // 4 % 3]
    mode = (MODE_TURNS, MODE_TIME)[number // 12 % 2]
    if number % 20 == 0:  # these take far longer than the others
        mode = MODE_SEATS
    turns = (13, 20, 20, 20, 60)[number // 24 % 5]
    each = number // 120 % 2 if turns < 40 else 0
    return board, ZwergenOptions(mode=mode, turns=turns, each=each), luck


def tossed(buffer: Any) -> list[int]:
    rows = buffer[1 : buffer[0, 0] + 1]
    return [int(row[2]) for row in rows if row[0] == TOSSED]


def judge(number: int, station: StationSet | None = None) -> str:
    """Play one game on both sides, by the numbers of a set; returns how it ended."""
    board, options, luck = plan(number)
    station = station or SETS.get(0)
    facts = facts_for(board, station, options)
    state, _ = deal_with_facts(GAME, facts, 2, stream(KEYS, np.uint64(number)))
    judge_ = Reference(
        as_board(board), int(state.first), MODES[options.mode], options.turns, bool(options.each),
        Numbers(station.every, station.takes, station.kicks, station.last_turn),
    )  # fmt: skip
    rng = new_rng(stream(LOTS, np.uint64(number)))
    out, buffer = np.zeros(GAME.rules.MAX_LEGAL, np.int32), event_buffer(GAME.rules.MAX_EVENTS)
    assert as_position(board, state) == judge_.position()
    time_over = int(below(rng, 80)) if options.mode == MODE_TIME else -1
    decisions = 0
    while not GAME.rules.over(state):
        legal = out[: GAME.rules.legal(facts, state, out)].tolist()
        texts = {GAME.words.notation(action) for action in legal}
        assert texts == judge_.legal(), f"game {number}"
        if decisions == time_over:
            action = GAME.words.parse("!time")
        elif int(below(rng, 10)) < luck:
            action = legal[int(below(rng, len(legal)))]
        else:
            action = int(GAME.rules.greedy(facts, state, rng))
        GAME.rules.step(facts, state, action, buffer)
        judge_.step(GAME.words.notation(action), tossed(buffer))
        assert as_position(board, state) == judge_.position(), f"game {number}"
        decisions += 1
    assert judge_.legal() == set()
    return REASONS[int(state.reason)]


@pytest.mark.compiled
@pytest.mark.parametrize("numbers", parts_to_judge(GAMES, 100, 450))
def test_the_reference_agrees_at_every_decision(numbers: range) -> None:
    endings = {judge(number) for number in numbers}
    assert endings >= {"ten_seats", "turns", "time"}


def test_the_reference_agrees_in_a_few_games_whatever_the_mode() -> None:
    for number in range(1, 13):
        judge(number)


def branches(judge_: Any, depth: int) -> int:
    """The sequences of decisions by the reference, each side of the coin a branch."""
    legal = judge_.legal()
    if depth == 1 or not legal:
        return len(legal) or 1
    total = 0
    for action in legal:
        position = judge_.position()
        due = position["phase"] == "turn" and action != "pass" and (position["turns"] + 1) % 7 == 0
        for coin in (0, 1) if due else (-1,):
            later = copy.deepcopy(judge_)
            later.step(action, [coin] if due else [])
            total += branches(later, depth - 1)
    return total


def seated(table: TypedPosition, state: dict[str, Any], options: dict[str, int]) -> Reference:
    """A reference in the middle of a game."""
    judge_ = Reference(as_board(table.board), 0, "turns", options.get("turns", 60), False)
    judge_.mover = state["turn"]
    judge_.dwarves = [set(fields) for fields in state["dwarves"]]
    judge_.signs = [set(fields) for fields in state["signs"]]
    for name in ("stock", "taken", "kicks", "owes", "turns_each"):
        setattr(judge_, name, list(state[name]))
    return judge_


@pytest.mark.slow
@pytest.mark.parametrize("case", PINNED["positions"], ids=lambda case: case["name"])
def test_the_reference_counts_the_same_sequences(case: dict[str, Any]) -> None:
    """The pinned numbers, as deep as plain Python gets in a moment."""
    board, options = case.get("board", "station"), case.get("options", {})
    table = position(case["map"], board, **options) if "map" in case else start(board)
    state: Any = as_position(table.board, table.state)
    judge_ = seated(table, state, options)
    assert judge_.position() == state
    counts = [count for count in case["counts"] if count <= COUNTED]
    assert len(counts) >= 3
    assert [branches(judge_, depth) for depth in range(1, len(counts) + 1)] == counts


def test_a_reference_told_a_falsehood_disagrees() -> None:
    """The judge must be able to say no."""
    table = start()
    judge_ = Reference(as_board(table.board), 0, "turns", 60, False)
    table.position.step(GAME.words.parse("d5-c5"))
    judge_.step("h5-i5", [])
    assert as_position(table.board, table.state) != judge_.position()
