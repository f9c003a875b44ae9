"""Positions of Game of Trains typed and shown as text, and the difference between two.

A position is one line of facts, one line a seat, and the cards in the middle::

    seats 2  turn 1  phase turn
    1: 81 17 56 41 24 73 3    locks 4:10
    2: 82 72 62 52 42 32 22   rejects 5
    open: 9 20
    discard: 1 2
    draw: rest

Seats and places count from 1, a gap is ``.``, ``rest`` means every car not named elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from raw_records import wrap_records
from spielzug.core.events import Event
from spielzug.core.game import Game
from spielzug.core.position import Position
from spielzug.games import get_game
from spielzug.games.game_of_trains.facts import ABILITIES, CARS, LENGTH, GameOfTrainsOptions
from spielzug.games.game_of_trains.state import DREW, PHASES, REASONS, REFILLED, TARGET, UNKNOWN

GAME: Game = get_game("game_of_trains").ready()
HEAD = {
    "seats": "2", "first": "1", "turn": "1", "phase": "turn", "turns": "0", "card": "0",
    "winner": "0", "reason": "", "rng": "0", "limit": "0",
}  # fmt: skip
MAX_KEYS = 2_000
Changes = dict[str, tuple[str, str]]


@dataclass(frozen=True, repr=False)
class TypedPosition:
    """A position and the facts it is played by."""

    game: Game
    facts: Any
    state: Any

    @property
    def position(self) -> Position:
        return wrap_records(GAME, self.facts, self.state)

    def __repr__(self) -> str:
        return "\n" + show(self)


@cache
def facts_for(first: int = 0, turn_limit: int = 0) -> Any:
    """The fixed facts with these options; reading the card file takes a while."""
    return GAME.facts(GameOfTrainsOptions(first=first, turn_limit=turn_limit))


# -- typing ----------------------------------------------------------------------------------------


def position(text: str, *, possible: bool = True) -> TypedPosition:
    """Read a position; it must pass the checks of the game unless `possible` is False."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = lines[0].split()
    head = HEAD | dict(zip(words[::2], words[1::2], strict=True))
    assert set(head) == set(HEAD), f"unknown word in {lines[0]!r}"
    facts = facts_for(turn_limit=int(head["limit"]))
    state = GAME.blank()[0]
    read_head(facts, state, head)
    middle = {"open": "", "discard": "", "draw": ""}
    for line in lines[1:]:
        name, colon, rest = line.partition(":")
        assert colon and (name in middle or name.isdigit()), f"cannot read {line!r}"
        if name in middle:
            middle[name] = rest.strip()
        else:
            read_seat(state, int(name) - 1, rest)
    for card in numbers(middle["open"]):
        ability = facts.ability[card]
        assert state.open[ability] == 0, f"{card} is the second open card of its ability"
        state.open[ability] = card
    read_piles(state, middle)
    table = TypedPosition(GAME, facts, state)
    assert not possible or broken_check(table) == "", broken_check(table)
    return table


def read_head(facts: Any, state: Any, head: Mapping[str, str]) -> None:
    state.seats = int(head["seats"])
    state.first = int(head["first"]) - 1
    state.turn = int(head["turn"]) - 1
    state.phase = PHASES.index(head["phase"])
    state.turns = int(head["turns"])
    state.card = int(head["card"])
    state.winner = int(head["winner"]) - 1
    state.reason = REASONS.index(head["reason"])
    state.rng = int(head["rng"])
    if state.phase == TARGET:
        state.ability = facts.ability[state.card]


def read_seat(state: Any, seat: int, text: str) -> None:
    words = re.split(r"\b(locks|hand|rejects)\b", text)
    row = [0 if word == "." else int(word) for word in words[0].split()]
    assert len(row) == LENGTH, f"seat {seat + 1} has {len(row)} cars"
    state.row[seat] = row
    for name, values in zip(words[1::2], words[2::2], strict=True):
        if name == "locks":
            for pair in values.split():
                place, card = pair.split(":")
                state.lock[seat, int(place) - 1] = int(card)
        else:
            for index, card in enumerate(numbers(values)):
                state["hand" if name == "hand" else "rejects"][seat, index] = card


def read_piles(state: Any, middle: Mapping[str, str]) -> None:
    named = {int(v) for n in ("card", "row", "lock", "open", "hand", "rejects")
             for v in np.asarray(state[n]).ravel()}  # fmt: skip
    named |= {card for n in ("discard", "draw") for card in numbers(middle[n])}
    rest = [card for card in range(1, CARS + 1) if card not in named]
    piles = {n: rest if middle[n] == "rest" else numbers(middle[n]) for n in ("draw", "discard")}
    draw, discard = piles["draw"], piles["discard"]
    assert len(draw) + len(discard) <= CARS, "more than 84 cars"
    state.draw_pile, state.discard_pile = len(draw), len(discard)
    state.pile[: len(draw)] = draw
    state.pile[CARS - len(discard) :] = discard


def numbers(text: str) -> list[int]:
    return [] if text == "rest" else [int(word) for word in text.split()]


def broken_check(table: TypedPosition) -> str:
    """The game's own check that the position breaks, empty if none."""
    rules = table.game.rules
    counts = np.zeros(len(rules.CHECKS), np.int64)
    failed = int(rules.audit(table.facts, table.state, -1, table.state, counts))
    return rules.CHECKS[failed - 1] if failed else ""


# -- showing ---------------------------------------------------------------------------------------


def cards(values: Iterable[Any]) -> str:
    """Cards in order; a hidden one is ``?``."""
    return " ".join("?" if v == UNKNOWN else str(v) for v in sorted(map(int, values)) if v)


def pile(table: TypedPosition, name: str) -> frozenset[int]:
    """The cards of the draw pile or the discard pile (set-up rejects not counted)."""
    state = table.state
    low = 0 if name == "draw" else CARS - int(state.discard_pile)
    high = int(state.draw_pile) if name == "draw" else CARS
    return frozenset(map(int, state.pile[low:high]))


def in_words(table: TypedPosition) -> dict[str, str]:
    """Every fact of a position in words, its luck (rng) and the order in the piles left out."""
    s = table.state
    told = {
        "seats": str(s.seats), "first": str(s.first + 1),
        "turn": str(s.turn + 1) if s.turn >= 0 else "nobody",
        "phase": PHASES[int(s.phase)], "turns": str(s.turns), "card": cards([s.card]),
        "ability": ABILITIES[s.ability] if s.phase == TARGET or s.ability else "",
        "winner": str(s.winner + 1) if s.winner >= 0 else "nobody",
        "reason": REASONS[int(s.reason)],
        "open": cards(s.open), "discard": cards(pile(table, "discard")),
        "draw": cards(pile(table, "draw")),
    }  # fmt: skip
    for seat in range(4):
        name = str(seat + 1)
        told[f"row {name}"] = " ".join(str(car) if car else "." for car in s.row[seat])
        locks = enumerate(s.lock[seat].tolist(), start=1)
        told[f"locks {name}"] = " ".join(f"{place}:{card}" for place, card in locks if card)
        # The order of a hand is what k1, k2 … mean.
        told[f"hand {name}"] = " ".join(str(card) for card in s.hand[seat] if card)
        told[f"rejects {name}"] = cards(s.rejects[seat])
    return told


def show(table: TypedPosition) -> str:
    """The position as text that `position` reads back."""
    told = in_words(table)
    names = ("seats", "first", "turn", "phase", "turns", "card", "winner", "reason")
    zero = {"turn": "nobody", "winner": "nobody", "card": "", "reason": ""}
    head = [f"{n} {told[n]}" for n in names if told[n] != zero.get(n)]
    if told["turn"] == "nobody":
        head.append("turn 0")
    lines = ["  ".join([*head, f"limit {table.facts.turn_limit}", f"rng {table.state.rng}"])]
    for seat in range(1, int(table.state.seats) + 1):
        extra = [f"{n} {told[f'{n} {seat}']}" for n in ("locks", "hand", "rejects")
                 if told[f"{n} {seat}"]]  # fmt: skip
        lines.append("  ".join([f"{seat}: {told[f'row {seat}']}", *extra]))
    lines += [f"{name}: {told[name]}" for name in ("open", "discard", "draw")]
    return "\n".join(lines)


def changes(before: TypedPosition, after: TypedPosition) -> Changes:
    """All that differs: (before, after); of the open row and the piles (cards gone, cards come)."""
    old, new = in_words(before), in_words(after)
    found = {name: (old[name], new[name]) for name in old if old[name] != new[name]}
    for name in ("open", "discard", "draw"):
        if name in found:
            was, now = (set(text.replace("?", str(UNKNOWN)).split()) for text in found[name])
            found[name] = cards(was - now), cards(now - was)
    return found


def passed_on(found: Changes, turn: tuple[str, str], turns: tuple[str, str]) -> Changes:
    """The changes of a turn without those that every turn brings."""
    assert (found.pop("turn"), found.pop("turns")) == (turn, turns)
    return found


# -- playing ---------------------------------------------------------------------------------------


def play(
    table: TypedPosition, actions: str, key: int | None = None
) -> tuple[TypedPosition, list[Event]]:
    """Carry out actions (in notation, separated by spaces) on a copy."""
    state = wrap_records(table.game, None, table.state).copy().state
    if key is not None:
        state.rng = key
    events: list[Event] = []
    for word in actions.split():
        events += wrap_records(table.game, table.facts, state).step(table.game.words.parse(word))
    return TypedPosition(table.game, table.facts, state), events


def after(table: TypedPosition, actions: str, draws: Sequence[int] = ()) -> TypedPosition:
    """The position after the actions, with exactly these cards drawn by turn or refill.

    Luck cannot be told what to do, so keys are tried until the wanted cards come.
    """
    for key in range(MAX_KEYS):
        later, events = play(table, actions, key)
        drawn = [e.a for e in events if e.kind in (DREW, REFILLED)]
        if drawn == list(draws):
            return later
        # Without luck, and with another number of draws, every key gives the same.
        assert drawn and draws, f"drawn were {drawn}, not {list(draws)}"
    raise AssertionError(f"no key of {MAX_KEYS} draws {list(draws)}")


def legal(table: TypedPosition) -> list[str]:
    """The legal actions in notation."""
    return [
        table.game.words.notation(a)
        for a in wrap_records(table.game, table.facts, table.state).legal
    ]


def hidden(table: TypedPosition, seat: int) -> TypedPosition:
    """What the seat (from 1; 0 is a spectator) may know."""
    state = wrap_records(table.game, table.facts, table.state).seen(seat - 1).hidden
    return TypedPosition(table.game, table.facts, state)


def same_bytes(a: TypedPosition, b: TypedPosition) -> bool:
    return bool(a.state.tobytes() == b.state.tobytes())
