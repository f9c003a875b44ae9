"""Positions of Der große Zugraub typed as text.

Lines of facts; what is not said has its usual value::

    active 1  phase move  reach 5
    train: caboose parlour dining[c1] mail-
    1: 2c2  points 3  head 4  hand 17 23+2
    2: behind
    3: 1a2
    discard: 5 6
    lost: circus

A car has all its markers, those in brackets, or none (``-``). After a hand card ``+2`` means that
seat 2 knows it too (``+*`` everybody). Cards that are not named are in the draw pile, pieces that
are not named are unused. The cards and cars are those of the first set: their numbers stand in
what is typed, and a newer set changes no rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from raw_records import acting, wrap_records
from spielzug.core.events import Event
from spielzug.core.memory import RecordMemory
from spielzug.core.native_records import memory_of
from spielzug.core.position import Position
from spielzug.core.record_types import Facts, State
from spielzug.games import get_game
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import ZugraubOptions
from spielzug.games.zugraub.facts.sets import (
    ALL_CARDS,
    LAST_PIECE,
    SETS,
    SPACES,
    space_name,
    space_number,
)
from spielzug.games.zugraub.state import place_name

GAME = get_game("zugraub").ready()
FIRST_SET = 1  # of the option `set`
TYPED = SETS.get(FIRST_SET)
FACES = {face.name: number for number, face in enumerate(TYPED.faces)}
CARD = {card.name: card.number for card in (*TYPED.cards, *TYPED.bonus)}
USUAL = {"set": FIRST_SET, "spoils_to_head": 0}
Luck = Sequence[object]


@dataclass(frozen=True)
class TypedPosition:
    facts: Facts
    state: State

    @property
    def position(self) -> Position:
        return wrap_records(GAME, self.facts, self.state)


# -- reading ---------------------------------------------------------------------------------------


def card_number(word: str) -> int:
    return int(word) if word.isdecimal() else CARD[word.replace("_", " ")]


def place_number(word: str) -> int:
    if word == "behind":
        return s.BEHIND
    return (int(word[0]) - 1) * SPACES + space_number(word[1:])


def position(text: str, **options: int) -> TypedPosition:
    """A position from its text; seats are as many as have a line."""
    facts = GAME.facts(ZugraubOptions(**{**USUAL, **options}))
    state = GAME.blank()[0]
    state.champion = -1
    head: dict[str, str] = {}
    used: set[int] = set()
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, rest = line.partition(":")
        if colon and name.isdecimal():
            used |= _read_seat(state, int(name) - 1, rest)
        elif name == "train":
            _read_train(state, facts, rest.split())
        elif name == "discard":
            for card in map(card_number, rest.split()):
                state.discard_pile += 1
                state.pile[ALL_CARDS - int(state.discard_pile)] = card
                used.add(card)
        elif name == "lost":
            for word in rest.split():
                state.lost |= 1 << (FACES[word] // 2)
        else:
            words = line.split()
            head |= dict(zip(words[::2], words[1::2], strict=True))
    _read_facts(state, head)
    in_train = {int(f) // 2 for f in state.train[: int(state.length)]}
    pieces = set(range(LAST_PIECE + 1)) - in_train
    state.unused = sum(1 << p for p in pieces if not int(state.lost) >> p & 1)
    if "dropped" not in head and not any(int(f) == FACES["caboose"] for f in state.train[:1]):
        state.dropped = 1
    free = [card for card in range(1, int(facts.count) + 1) if card not in used]
    state.pile[: len(free)] = free
    state.draw_pile = len(free)
    return TypedPosition(facts, state)


def _read_train(state: State, facts: Facts, words: list[str]) -> None:
    """Markers in brackets may have blanks: they are read as one word again."""
    joined = re.findall(r"\w+(?:\[[^\]]*\]|-)?", " ".join(words))
    for car, word in enumerate(joined):
        name = re.match(r"\w+", word)
        assert name
        face = FACES[name[0]]
        state.train[car] = face
        brackets = re.search(r"\[(.*)\]", word)
        if brackets:
            state.markers[car] = sum(1 << space_number(n) for n in brackets[1].split())
        elif not word.endswith("-"):
            state.markers[car] = facts.brains[face]
    state.length = len(joined)


def _read_seat(state: State, seat: int, rest: str) -> set[int]:
    words = rest.split()
    state.seats = max(int(state.seats), seat + 1)
    state.pawn[seat] = place_number(words[0])
    used: set[int] = set()
    at = 1
    while at < len(words):
        key = words[at]
        at += 1
        if key == "hand":
            while at < len(words) and (words[at][0].isdecimal() or words[at][0].isupper()):
                card, *known = words[at].split("+")
                slot = int(state.cards[seat])
                state.hand[seat, slot] = card_number(card)
                bits = 1 << seat
                for who in known:
                    bits |= s.ALL_KNOW if who == "*" else 1 << (int(who) - 1)
                state.seen[seat, slot] = bits
                state.cards[seat] = slot + 1
                used.add(card_number(card))
                at += 1
            continue
        value = words[at]
        at += 1
        if key == "head":
            state.head[seat] = card_number(value)
            used.add(card_number(value))
        elif key == "points":
            state.points[seat] = int(value)
        elif key == "total":
            state.total[seat] = int(value)
            state.fighters |= 1 << seat
        elif key == "moved":
            state.moved[seat] = int(value)
        else:
            raise AssertionError(f"unknown word {key!r}")
    return used


def _read_facts(state: State, head: dict[str, str]) -> None:
    state.active = int(head.get("active", "1")) - 1
    state.turn = int(head.get("actor", head.get("active", "1"))) - 1
    state.phase = s.PHASES.index(head.get("phase", "discard"))
    state.reason = s.REASONS.index(head.get("reason", ""))
    state.champion = int(head.get("champion", "0")) - 1
    for name in ("reach", "added", "installed", "passes", "turns", "wait", "dropped"):
        state[name] = int(head.get(name, "0"))
    for word in head.get("winners", "").split(","):
        if word:
            state.winners |= 1 << (int(word) - 1)
    state.first = (int(state.active) - int(state.turns)) % int(state.seats)


# -- comparing -------------------------------------------------------------------------------------


def as_position(state: State) -> dict[str, object]:
    """A compiled position in the words of the reference."""
    f: Any = dict(zip(state.dtype.names or (), state.item(), strict=True))  # far faster than fields
    count, length = f["seats"], f["length"]
    phase = s.PHASES[f["phase"]]
    order = [(f["active"] + i) % count for i in range(1, count + 1)]
    fighters = tuple(seat for seat in order if f["fighters"] >> seat & 1)
    hands, sizes, moved = f["hand"].tolist(), f["cards"].tolist(), f["moved"].tolist()
    heads, totals, pile = f["head"].tolist(), f["total"].tolist(), f["pile"].tolist()
    handled = [
        card for seat in range(count) for card in hands[seat][sizes[seat] - moved[seat] :] if card
    ]
    handled += [heads[seat] for seat in range(count) if f["moved_heads"] >> seat & 1]
    return {
        "seats": count,
        "actor": f["turn"],
        "active": f["active"],
        "phase": phase,
        "train": tuple((face // 2, face % 2) for face in f["train"].tolist()[:length]),
        "markers": tuple(
            frozenset(space_name(i) for i in range(SPACES) if bits >> i & 1)
            for bits in f["markers"].tolist()[:length]
        ),
        "unused": _bits(f["unused"]),
        "lost": _bits(f["lost"]),
        "pawns": tuple(
            "behind" if place == s.BEHIND else place_name(place)
            for place in f["pawn"].tolist()[:count]
        ),
        "hands": tuple(tuple(hands[seat][: sizes[seat]]) for seat in range(count)),
        "heads": tuple(heads[:count]),
        "points": tuple(f["points"].tolist()[:count]),
        "draw": frozenset(pile[: f["draw_pile"]]),
        "discard": frozenset(pile[ALL_CARDS - f["discard_pile"] :]),
        "reach": f["reach"] if phase == "move" else 0,
        "added": f["added"],
        "installed": bool(f["installed"]),
        "fighters": fighters,
        "totals": tuple(totals[seat] for seat in fighters),
        "passes": f["passes"] if phase == "brawl" else 0,
        "winner_of_fight": f["champion"],
        "handled": frozenset(handled),
        "turns": f["turns"],
        "wait": f["wait"],
        "winners": tuple(sorted(_bits(f["winners"]))),
        "reason": s.REASONS[f["reason"]],
    }


def _bits(mask: int) -> frozenset[int]:
    return frozenset(i for i in range(8) if mask >> i & 1)


def content(table: TypedPosition) -> dict[str, object]:
    """All of a position but its luck, with who knows which hand card."""
    state = table.state
    seen = tuple(
        tuple(int(bits) & s.ALL_KNOW for bits in state.seen[seat, : int(state.cards[seat])])
        for seat in range(int(state.seats))
    )
    return {**as_position(state), "seen": seen}


# -- playing ---------------------------------------------------------------------------------------


def luck_of(events: Sequence[Event]) -> list[object]:
    """Everything that chance gave, in order: dice, cards, cars, cheeses."""
    found: list[object] = []
    for kind, _, a, _, _ in events:
        if kind in (s.ROLLED, s.CHECKED) and a > 0:
            found.append(a)
        elif kind in (s.DREW, s.DEALT, s.FREE_CHEESE):
            found.append(("card", a))
        elif kind == s.CAR:
            found.append(("car", a // 2, a % 2))
    return found


def car(name: str) -> tuple[str, int, int]:
    return ("car", FACES[name] // 2, FACES[name] % 2)


def step(table: TypedPosition, action: str, luck: Luck = ()) -> tuple[TypedPosition, list[Event]]:
    """Carry an action out on a copy, with exactly this luck."""
    number = GAME.words.parse(action)
    assert number in table.position.legal, why_not(table, action)
    facts, before = memory_of(table.facts), bytes(memory_of(table.state).data)
    for key in range(1, 500_000):
        data = bytearray(key.to_bytes(8, "little") + before[8:])
        after: RecordMemory[State] = RecordMemory(GAME.state_layout, data)
        events = GAME.engine.step(facts, after, number)
        came = luck_of(events)
        if came == list(luck):
            return TypedPosition(table.facts, after.record), events
        assert luck or not came, f"chance has a say: {came}"
    raise AssertionError(f"this luck cannot be: {luck}")


def play(table: TypedPosition, *moves: str | tuple[str, Luck]) -> TypedPosition:
    """Several actions, each alone or with its luck."""
    for move in moves:
        action, luck = (move, ()) if isinstance(move, str) else move
        table, _ = step(table, action, luck)
    return table


def legal(table: TypedPosition) -> list[str]:
    return [GAME.words.notation(a) for a in table.position.legal]


def why_not(table: TypedPosition, action: str, lang: str = "en") -> str:
    return acting(table.position).why_not(GAME.words.parse(action), lang)


def check(table: TypedPosition) -> None:
    """The position is one that may be."""
    counts = np.zeros(len(GAME.rules.CHECKS), np.int64)
    failed = GAME.rules.audit(table.facts, table.state, -1, table.state, counts)
    assert not failed, GAME.rules.CHECKS[failed - 1]
