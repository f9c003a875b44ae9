"""An independent slow reference checks the compiled rules, decision by decision."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from raw_records import deal_with_facts
from reference.trains import Reference
from spielzug.core.event_buffer import event_buffer
from spielzug.core.game import Game
from spielzug.core.record_types import State
from spielzug.core.rng import below, new_rng, seed_key, stream
from spielzug.games import get_game
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS
from spielzug.games.trains.facts.boards import BOARDS, SPACE_NAMES, SPACES
from spielzug.games.trains.facts.sets import CODES, FIXED, RANDOM_CODES
from toys.effort import parts_to_judge

GAMES = int(os.environ.get("SPIELZUG_JUDGED", "300"))  # `make soak` has more judged
KEYS = seed_key("reference", "trains games")
LOTS = seed_key("reference", "trains lots")


@pytest.fixture(scope="module")
def game() -> Game:
    return get_game("trains").ready()


def as_position(state: State, points: tuple[int, ...] = ()) -> dict[str, Any]:
    """The compiled position in the words of the reference."""
    f: Any = dict(zip(state.dtype.names or (), state.item(), strict=True))  # far faster than fields
    seats = f["seats"]
    codes = [CODES[kind] for kind in f["kind"].tolist()]
    phase = s.PHASES[f["phase"]]

    def counts(zone: Any) -> dict[str, int]:
        return {codes[slot]: n for slot, n in enumerate(zone.tolist()) if n}

    def spaces(words: Any) -> frozenset[str]:
        low, high = words.tolist()
        bits = low | high << 64
        return frozenset(SPACE_NAMES[i] for i in range(SPACES) if bits >> i & 1)

    tops = [
        [codes[c & s.SLOT] for c in reversed(cards[:size])]
        for cards, size in zip(f["top"].tolist(), f["top_size"].tolist(), strict=True)
    ][:seats]
    look = tops[f["turn"]].pop(0) if phase == "signals" else ""
    left, size, row = f["row_left"], f["row_size"], f["row"].tolist()
    if phase == "order":
        tops[f["turn"]] = [codes[c] for c in row[left:size]] + tops[f["turn"]]
    draw = []
    for seat in range(seats):
        pile = counts(f["draw"][seat])
        for code in tops[seat]:
            pile[code] = pile.get(code, 0) + 1
        draw.append(pile)
    effects = [name for i, name in enumerate(s.EFFECTS) if f["effects"] >> i & 1]
    return {
        "seats": seats,
        "actor": f["turn"],
        "phase": phase,
        "money": f["money"],
        "supply": {codes[slot]: f["supply"].tolist()[slot] for slot in range(1, SLOTS)},
        "stations": {SPACE_NAMES[i]: n for i, n in enumerate(f["stations"].tolist()) if n},
        "tokens": f["tokens"],
        "cubes": tuple(spaces(words) for words in f["cubes"][:seats]),
        "stock": tuple(f["stock"].tolist()[:seats]),
        "track": tuple(f["track"].tolist()[:seats]),
        "hand": tuple(counts(zone) for zone in f["hand"][:seats]),
        "draw": tuple(draw),
        "top": tuple(map(tuple, tops)),
        "discard": tuple(counts(zone) for zone in f["discard"][:seats]),
        "play": counts(f["play"]),
        "aside": counts(f["aside"]),
        "row": tuple(sorted(codes[c] for c in row[:left])),
        "look": look,
        "box": counts(f["box"]),
        "effects": tuple(sorted([*effects, *["ironworks"] * f["ironworks"]])),
        "turns": f["turns"],
        "points": points,
        "winners": tuple(i for i in range(seats) if f["winners"] >> i & 1),
        "reason": s.REASONS[f["reason"]],
    }


def options_of(number: int) -> dict[str, int]:
    """Board, first player, limit and kinds of a game: every kind is met in many games."""
    rng = new_rng(stream(LOTS, np.uint64(1_000_000 + number)))
    rest = list(range(len(RANDOM_CODES)))
    chosen = [rest.pop(int(below(rng, len(rest)))) for _ in range(8)]
    return {
        "board": number % 2, "first": 1 + number % 2, "supply": 5,
        "kinds": sum(1 << i for i in chosen), "turn_limit": (60, 240)[number % 7 == 0],
    }  # fmt: skip


def chance_results(buffer: Any) -> list[str]:
    """The cards that left a draw pile by chance, and the points if the game was scored."""
    rows = buffer[1 : buffer[0, 0] + 1].tolist()
    chance = (s.DREW, s.REVEALED, s.LOOKED)
    return [CODES[row[2]] for row in rows if row[0] in chance and row[3] == 0]


def scored(buffer: Any, seats: int) -> tuple[int, ...]:
    rows = buffer[1 : buffer[0, 0] + 1].tolist()
    if not any(row[0] == s.SCORED for row in rows):
        return ()
    return tuple(sum(r[2] for r in rows if r[0] == s.SCORED and r[1] == i) for i in range(seats))


def judge(game: Game, number: int) -> str:
    """Play one game on both sides; returns how it ended."""
    seats, chosen, luck = 2 + number % 3, options_of(number), (10, 6, 3)[number // 3 % 3]
    facts = game.facts(game.options(**chosen))
    state, events = deal_with_facts(game, facts, seats, stream(KEYS, np.uint64(number)))
    dealt = [e for e in events if e.kind == s.DEALT]
    hands = [[CODES[e.a] for e in dealt if e.seat == seat] for seat in range(seats)]
    kinds = [CODES[k] for k in state.kind.tolist()[FIXED:]]
    board = BOARDS[chosen["board"]]
    other = Reference(board, kinds, seats, chosen["first"] - 1, chosen["turn_limit"], hands)
    rng = new_rng(stream(LOTS, np.uint64(number)))
    out, buffer = np.zeros(game.rules.MAX_LEGAL, np.int32), event_buffer(game.rules.MAX_EVENTS)
    hidden = game.blank()
    assert as_position(state) == other.position()
    while not game.rules.over(state):
        legal = out[: game.rules.legal(facts, state, out)].tolist()
        texts = {game.words.notation(action) for action in legal}
        assert texts == other.legal(), f"game {number}"
        if int(below(rng, 10)) < luck:
            busy = [a for a in legal if game.words.notation(a) not in (".", "~")]
            legal = busy if busy and int(below(rng, 4)) else legal
            action = legal[int(below(rng, len(legal)))]
        else:
            hidden[0] = state
            game.rules.hide(facts, hidden[0], game.rules.actor(state))
            action = int(game.rules.greedy(facts, hidden[0], rng))
        asked = int(state.phase)
        game.rules.step(facts, state, action, buffer)
        other.step(game.words.notation(action), chance_results(buffer))
        if state.phase == s.ORDER and asked != s.ORDER:
            other.arrange([CODES[state.kind[c]] for c in state.row.tolist()[: state.row_left]])
        assert as_position(state, scored(buffer, seats)) == other.position(), f"game {number}"
    assert other.legal() == set()
    return s.REASONS[int(state.reason)]


@pytest.mark.compiled
@pytest.mark.parametrize("numbers", parts_to_judge(GAMES, 25, 125))
def test_the_reference_agrees_at_every_decision(game: Game, numbers: range) -> None:
    endings = {judge(game, number) for number in numbers}
    assert "turn_limit" in endings


def test_the_reference_agrees_in_a_few_games_whatever_the_mode(game: Game) -> None:
    for number in (1, 2):
        judge(game, number)
