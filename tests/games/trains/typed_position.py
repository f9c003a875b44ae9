"""Positions of Trains typed by zones, and what changes when something is played.

A position is a few lines ``zone: cards`` in any order; what is not named is empty, cards of the
supply that lie nowhere else are in their piles, and Normal Trains left over are in the box::

    seats: 2
    hand 1: LR 2NT
    draw 1: 5NT
    cubes 1: c5
    stations: c5 c5

Seats count from 1. It is seat 1's turn unless `turn` says otherwise. ``top 1: EX LE`` are cards on
the draw pile that everybody knows, the topmost first.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from raw_records import acting, wrap_records
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.core.record_types import State
from spielzug.games import get_game
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import SLOTS, TrainsOptions
from spielzug.games.trains.facts.boards import BOARDS, SPACE_NAMES, SPACES
from spielzug.games.trains.facts.sets import CODES, FIXED, RANDOM_CODES
from spielzug.games.trains.state import notation, parse

GAME: Game = get_game("trains").ready()
SEAT_ZONES = ("hand", "draw", "discard", "known", "loose")
ZONES = ("play", "aside", "box")
NUMBERS = ("money", "turns", "acted", "number", "ironworks")
MARKS = {"": s.PUBLIC, "!": s.PRIVATE, "*": s.GROUP, "~": s.SPLIT}


@dataclass(frozen=True)
class TypedPosition:
    """A position and the facts it is played by."""

    facts: Any
    state: Any

    @property
    def position(self) -> Position:
        return wrap_records(GAME, self.facts, self.state)

    def __repr__(self) -> str:
        return "\n".join(f"{k}: {v}" for k, v in facts(self.state).items())


@cache
def facts_for(board: str, kinds: tuple[str, ...], limit: int = 0) -> Any:
    mask = sum(1 << RANDOM_CODES.index(code) for code in kinds)
    options = TrainsOptions(board=BOARDS.index(board), supply=5, kinds=mask, turn_limit=limit)
    return GAME.facts(options)


def cards_in(text: str) -> list[str]:
    """``LR 2NT`` is a Lay Rails and two Normal Trains."""
    found = []
    for word in text.split():
        count, code = re.fullmatch(r"(\d*)([A-Z]{2})", word).groups()  # type: ignore[union-attr]
        found += [code] * int(count or 1)
    return found


def table(text: str) -> TypedPosition:
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    given = {k.strip(): v.strip() for k, _, v in (line.partition(":") for line in lines)}
    named = set(re.findall(r"\b\d*([A-Z]{2})\b", text)) & set(RANDOM_CODES)
    kinds = sorted(named, key=CODES.index)
    kinds += [code for code in RANDOM_CODES if code not in kinds][: 8 - len(kinds)]
    kinds.sort(key=CODES.index)
    limit = int(given.pop("limit", 0))
    facts = facts_for(given.pop("board", "tokyo"), tuple(kinds), limit)
    state = GAME.blank()[0]
    seats = int(given.pop("seats", 2))
    state.seats, state.turn, state.phase = seats, int(given.pop("turn", 1)) - 1, s.TURN
    state.kind[:] = [*range(FIXED), *(CODES.index(code) for code in kinds)]
    state.tokens = facts.tokens
    state.phase = s.PHASES.index(given.pop("phase", "turn"))
    for name, value in given.items():
        zone, _, whose = name.partition(" ")
        _read_zone(facts, state, zone, int(whose) - 1 if whose else -1, value)
    for seat in range(seats):
        state.stock[seat] = facts.cubes - len(spaces_of(state.cubes[seat]))
    _fill_up(facts, state)
    found = TypedPosition(facts, state)
    assert broken(found) == "", broken(found)
    return found


def slot(state: State, code: str) -> int:
    return int(np.flatnonzero(state.kind == CODES.index(code))[0])


def _read_zone(facts: Any, state: State, zone: str, seat: int, value: str) -> None:
    if zone == "cubes":
        for name in value.split():
            space = SPACE_NAMES.index(name)
            state.cubes[seat, space >> 6] |= np.uint64(1 << (space & 63))
            state.reach[seat] |= facts.near[space]
    elif zone == "stations":
        for name in value.split():
            state.stations[SPACE_NAMES.index(name)] += 1
            state.tokens -= 1
    elif zone == "stock":
        raise AssertionError("cubes in stock follow from those on the board")
    elif zone == "top":
        for i, word in enumerate(reversed(value.split())):
            code, mark = word[:2], word[2:].rstrip("_")
            last = s.LAST if word.endswith("_") else 0
            state.top[seat, i] = slot(state, code) | MARKS[mark] | last
        state.top_size[seat] = len(value.split())
    elif zone == "track":
        state.track[seat] = int(value)
    elif zone == "effects":
        for name in value.split():
            state.effects |= 1 << s.EFFECTS.index(name)
    elif zone == "empty":  # piles that are used up: their cards are in the box
        for code in value.split():
            state.box[slot(state, code)] = 255
    elif zone in NUMBERS:
        setattr(state, zone, int(value))
    elif zone == "tokens":
        raise AssertionError("tokens follow from the stations")
    else:
        assert zone in (*SEAT_ZONES, *ZONES), zone
        counts = getattr(state, zone)[seat] if seat >= 0 else getattr(state, zone)
        for code in cards_in(value):
            counts[slot(state, code)] += 1


def _fill_up(facts: Any, state: State) -> None:
    for seat in range(4):
        state.hand_size[seat] = state.hand[seat].sum()
        state.draw_size[seat] = state.draw[seat].sum()
    used_up = state.box == 255
    state.box[used_up] = 0
    tops = Counter(int(c) & s.SLOT for i in range(4) for c in state.top[i][: state.top_size[i]])
    for i in range(SLOTS):
        total = int(facts.count[state.kind[i]]) if i else 7 * int(state.seats)
        zones = [state.play, state.aside, state.box, *state.hand, *state.draw, *state.discard]
        left = total - sum(int(zone[i]) for zone in zones) - tops[i]
        assert left >= 0, f"too many {CODES[int(state.kind[i])]}"
        if i == 0 or used_up[i]:
            state.box[i] += left
        else:
            state.supply[i] = left
    if state.money or state.play.any() or state.aside.any() or state.effects or state.ironworks:
        state.acted = 1


def broken(found: TypedPosition) -> str:
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    failed = GAME.rules.audit(found.facts, found.state, -1, found.state, counts)
    return GAME.rules.CHECKS[failed - 1] if failed else ""


# -- looking ---------------------------------------------------------------------------------------


def spaces_of(words: Any) -> list[str]:
    bits = int(words[0]) | int(words[1]) << 64
    return [SPACE_NAMES[i] for i in range(SPACES) if bits >> i & 1]


def facts(state: State) -> dict[str, str]:
    """Everything about a position but its luck, as text by zones."""
    codes = [CODES[int(kind)] for kind in state.kind]

    def cards(counts: Any) -> str:
        return " ".join(f"{n if n > 1 else ''}{codes[i]}" for i, n in enumerate(counts) if n)

    told = {
        "turn": str(state.turn + 1), "phase": s.PHASES[state.phase], "tokens": str(state.tokens),
        "effects": " ".join(n for i, n in enumerate(s.EFFECTS) if int(state.effects) >> i & 1),
        "reason": s.REASONS[state.reason], "supply": cards(state.supply),
        "winners": " ".join(str(i + 1) for i in range(4) if int(state.winners) >> i & 1),
        "row": " ".join(codes[c] for c in state.row[: state.row_left]),
        "stations": " ".join(
            f"{SPACE_NAMES[i]}={n}" for i, n in enumerate(state.stations) if n
        ),
        **{zone: cards(getattr(state, zone)) for zone in ZONES},
        **{name: str(getattr(state, name)) for name in NUMBERS},
    }  # fmt: skip
    marks = {value: sign for sign, value in MARKS.items()}
    for seat in range(int(state.seats)):
        for zone in SEAT_ZONES:
            told[f"{zone} {seat + 1}"] = cards(getattr(state, zone)[seat])
        top = [int(c) for c in state.top[seat][: state.top_size[seat]]]
        told[f"top {seat + 1}"] = " ".join(
            codes[c & s.SLOT] + marks[c & s.KNOWN_BY_MASK] + ("_" if c & s.LAST else "")
            for c in reversed(top)
        )
        told[f"cubes {seat + 1}"] = " ".join(spaces_of(state.cubes[seat]))
        told[f"track {seat + 1}"] = str(state.track[seat])
    return told


def play(found: TypedPosition, *actions: str) -> tuple[TypedPosition, list[Event]]:
    """The position after these decisions, and everything that happened."""
    later, events = wrap_records(GAME, None, found.state).copy().state, []
    for text in actions:
        events += wrap_records(GAME, found.facts, later).step(parse(text))
        after = TypedPosition(found.facts, later)
        assert broken(after) == "", (text, broken(after))
    return TypedPosition(found.facts, later), events


def changes(found: TypedPosition, *actions: str) -> dict[str, str]:
    """What is different after these decisions, and nothing else is."""
    before, after = facts(found.state), facts(play(found, *actions)[0].state)
    supply = dict(_pile(before["supply"]))
    told = {name: after[name] for name in after if after[name] != before[name]}
    if "supply" in told:
        new = dict(_pile(after["supply"]))
        moved = [f"{c}{new.get(c, 0) - supply.get(c, 0):+d}" for c in CODES
                 if new.get(c, 0) != supply.get(c, 0)]  # fmt: skip
        told["supply"] = " ".join(moved)
    return told


def _pile(text: str) -> list[tuple[str, int]]:
    return [(word[-2:], int(word[:-2] or 1)) for word in text.split()]


def legal(found: TypedPosition) -> list[str]:
    return [notation(a) for a in found.position.legal]


def why_not(found: TypedPosition, text: str, lang: str = "en") -> str:
    return acting(found.position).why_not(parse(text), lang)
