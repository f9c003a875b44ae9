"""Positions of Die Zwergenzugfahrt typed as text.

A position is a map with the pieces (``r g`` dwarves, ``R G`` signs, anything else is free) and
lines of facts; what is not said has its usual value::

    turn green  turns 3
        a b c d e f g h i j k
    5   . . . r r . r r . . .
    4   . . . . R r . . . . .
    …
    red: taken 1  kicks 2  owes 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from raw_records import acting, deal_with_facts, first_draw, record_of, wrap_records
from spielzug.core.errors import NotAllowed
from spielzug.core.events import Event
from spielzug.core.native_records import plain
from spielzug.core.position import Position
from spielzug.core.record_types import Facts, State
from spielzug.core.sets import Source
from spielzug.games import get_game
from spielzug.games.zwergenzugfahrt import facts as declared
from spielzug.games.zwergenzugfahrt.facts import DWARVES, SIGNS, ZwergenOptions
from spielzug.games.zwergenzugfahrt.facts.sets import SETS, StationBoard, StationSet, parse_board
from spielzug.games.zwergenzugfahrt.state import CHOOSING, OVER, REASONS, TURN

GAME = get_game("zwergenzugfahrt").ready()


def facts_for(board: StationBoard, station: StationSet, options: ZwergenOptions) -> Any:
    """The facts of a checked board with the numbers of a set."""
    values = declared.set_values(board, station, options, declared.RULES_VERSION)
    return record_of(declared.Facts, values)


COLOURS = ("red", "green")
BOARDS = SETS.get(0).names

# The only way out of every home leads over a seat, so that a clan can be blocked (Z10).
NARROW = parse_board(
    "narrow",
    [
        "     a b c d e f g h i j k l m",
        " 2   R R R R R S S S S S S S S",
        " 1   G G G G G S S S S S S S S",
    ],
    Source("narrow.yaml", {}),
)


@dataclass(frozen=True)
class TypedPosition:
    board: StationBoard
    facts: Facts
    state: State

    @property
    def position(self) -> Position:
        return wrap_records(GAME, self.facts, self.state)

    def number(self, name: str) -> int:
        """The field of that name."""
        column, row = ord(name[0]) - ord("a"), int(name[1:])
        return (self.board.rows - row) * self.board.columns + column


def board_of(which: str | StationBoard) -> StationBoard:
    return SETS.get(0).boards[BOARDS.index(which)] if isinstance(which, str) else which


def facts_of(which: str | StationBoard = "station", **options: int) -> Facts:
    number = {"board": BOARDS.index(which)} if isinstance(which, str) else {}
    chosen = ZwergenOptions(**{**options, **number})
    if isinstance(which, str):
        return GAME.facts(chosen)
    made: Facts = facts_for(which, SETS.get(0), chosen)
    return made


def start(
    which: str | StationBoard = "station", first: str = "red", **options: int
) -> TypedPosition:
    facts = facts_of(which, first=1 + COLOURS.index(first), **options)
    state, _ = deal_with_facts(GAME, facts, 2, 1)
    return TypedPosition(board_of(which), facts, state)


# -- reading ---------------------------------------------------------------------------------------


def _words(line: str) -> dict[str, str]:
    words = line.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _clan(word: str) -> int:
    return COLOURS.index(word) if word in COLOURS else -1


def position(text: str, which: str | StationBoard = "station", **options: int) -> TypedPosition:
    board = board_of(which)
    facts = facts_of(which, **options)
    state = GAME.blank()[0]
    state.seats, state.coin, state.next, state.passed, state.winner = 2, -1, -1, -1, -1
    head: dict[str, str] = {}
    rows: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith(COLOURS):
            colour, _, rest = line.partition(":")
            for name, value in _words(rest).items():
                state[name][COLOURS.index(colour)] = int(value)
        elif re.match(r"\d", line):
            rows.append("".join(line.split()[1:]))
        elif line.split()[0] != "a":
            head |= _words(line)
    _set_facts(state, head)
    _set_pieces(state, board, rows)
    return TypedPosition(board, facts, state)


def _set_facts(state: State, head: dict[str, str]) -> None:
    phases = {"conductor": CHOOSING, "over": OVER}
    state.turn = _clan(head.pop("turn", "nobody"))
    state.phase = phases.get(head.pop("phase", ""), TURN)
    for name in ("coin", "next", "passed", "winner"):
        state[name] = _clan(head.pop(name, "nobody"))
    state.reason = REASONS.index(head.pop("reason", ""))
    turns = int(head.pop("turns", "0"))
    red, _, green = head.pop("each", "").partition("+")
    state.turns = turns
    state.turns_each = [int(red), int(green)] if red else [turns - turns // 2, turns // 2]
    assert not head, f"unknown words: {head}"


def _set_pieces(state: State, board: StationBoard, rows: list[str]) -> None:
    assert [len(row) for row in rows] == [board.columns] * board.rows
    for clan, (dwarf, sign) in enumerate((("r", "R"), ("g", "G"))):
        places = [field for field, piece in enumerate("".join(rows)) if piece == dwarf]
        signs = [field for field, piece in enumerate("".join(rows)) if piece == sign]
        assert len(places) == DWARVES
        state.field[clan * DWARVES : (clan + 1) * DWARVES] = places
        state.dwarves[clan] = sum(1 << field for field in places)
        state.signs[clan] = sum(1 << field for field in signs)
        state.stock[clan] = SIGNS - len(signs)


# -- comparing -------------------------------------------------------------------------------------


def content(table: TypedPosition) -> dict[str, Any]:
    """All of a position but its luck; which dwarf of a clan is which does not matter here."""
    found: dict[str, Any] = plain(table.state)
    del found["rng"]
    places = found.pop("field")
    board = [" "] * len(table.board.kinds)
    for clan, (dwarf, sign) in enumerate((("r", "R"), ("g", "G"))):
        for field in places[clan * DWARVES : (clan + 1) * DWARVES]:
            board[field] = dwarf
        for field in range(len(board)):
            if found["signs"][clan] >> field & 1:
                board[field] = sign
    columns = table.board.columns
    found["map"] = ["".join(board[i : i + columns]) for i in range(0, len(board), columns)]
    return found


# -- playing ---------------------------------------------------------------------------------------


def play(table: TypedPosition, actions: str, coin: str = "") -> tuple[TypedPosition, list[Event]]:
    """Carry out actions (in notation, separated by spaces) on a copy; the coin falls as told."""
    state = wrap_records(GAME, None, table.state).copy().state
    events: list[Event] = []
    for word in actions.split():
        if coin:
            state.rng = first_draw(len(COLOURS), COLOURS.index(coin))
        events += wrap_records(GAME, table.facts, state).step(GAME.words.parse(word))
    return TypedPosition(table.board, table.facts, state), events


def after(table: TypedPosition, actions: str, coin: str = "") -> TypedPosition:
    return play(table, actions, coin)[0]


def legal(table: TypedPosition) -> list[str]:
    """The legal actions in notation."""
    return [GAME.words.notation(a) for a in table.position.legal]


def why_not(table: TypedPosition, action: str, lang: str = "en") -> str:
    return acting(table.position).why_not(GAME.words.parse(action), lang)


def refused(table: TypedPosition, action: str) -> str:
    """The reason; the action is not listed, and trying it changes nothing."""
    assert action not in legal(table)
    before = table.state.tobytes()
    with pytest.raises(NotAllowed) as error:
        table.position.step(GAME.words.parse(action))
    assert table.state.tobytes() == before
    reason = why_not(table, action)
    assert str(error.value) == reason
    return reason
