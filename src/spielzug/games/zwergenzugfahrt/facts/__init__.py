"""The fixed facts of Die Zwergenzugfahrt: options, and the board as the rules read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.errors import UsageError
from spielzug.core.jit import record
from spielzug.core.kinds import Facts
from spielzug.core.options import Options, option
from spielzug.games.zwergenzugfahrt.facts.boards import (
    BOARDS,
    HOME,
    HOMES,
    MAX_COLUMNS,
    MAX_FIELDS,
    MAX_ROWS,
    SEAT,
    STEPS,
    Board,
    read_boards,
)

CLANS = 2
RED, GREEN = 0, 1
DWARVES = 5  # of each clan
SIGNS = 5  # of each clan
TAKES = 5  # signs that a clan may take away in a game (Z7)
TEN = DWARVES + SIGNS  # seats that win (Z13)
CONDUCTOR = 7  # turns between two tosses (Z12)
LAST_TURN = 400  # of a game in mode seats (Z15)
CODES = MAX_COLUMNS * MAX_ROWS  # fields of the grid in which actions are numbered
NOWHERE = 255  # no field

MODE_TURNS, MODE_SEATS, MODE_TIME = 0, 1, 2
MODES = ("turns", "seats", "time")
OWN_BOARD = len(BOARDS)  # the number of a board that is not in the file

RULES_VERSION = 1

FACTS = record(
    [
        ("columns", "i4"),
        ("rows", "i4"),
        ("fields", "i4"),
        ("first", "i4"),  # 0 by lot, else 1 + the clan
        ("mode", "i4"),
        ("limit", "i4"),  # turns after which the game ends, 0 for none
        ("each", "i4"),  # whether the limit counts the turns of each clan
        ("minutes", "i4"),
        ("board", "i4"),
        ("rules_version", "i4"),
        # Sets of fields are bits: field f is bit f.
        ("chairs", "u8"),  # the seats
        ("ground", "u8"),  # neither seat nor home: here one can be kicked (Z8)
        ("enter", "u8", (CLANS,)),  # the fields that a clan may enter (Z2)
        ("near", "u8", (MAX_FIELDS,)),  # the neighbours of a field (Z1)
        ("toward", "u8", (MAX_FIELDS, len(STEPS))),  # the neighbour in a direction, or no bit
        ("to", "u1", (MAX_FIELDS, len(STEPS))),  # the same as a number, or NOWHERE
        ("home", "u1", (CLANS, HOMES)),  # the leftmost first (Z8)
        ("kind", "u1", (MAX_FIELDS,)),
        ("owner", "u1", (MAX_FIELDS,)),  # the clan whose home it is, else NOWHERE
        ("code", "u1", (MAX_FIELDS,)),  # a field in the grid of the actions
        ("field", "u1", (CODES,)),  # and back
        ("steps", "u1", (MAX_FIELDS, MAX_FIELDS)),  # how far two fields are apart
    ]
)


@dataclass(frozen=True)
class ZwergenOptions(Options):
    first: int = option(
        0, 0, CLANS, {0: "random", 1: "red", 2: "green"},
        de="wer beginnt: ausgelost oder ein bestimmter Clan",
        en="who begins: drawn by lot or a named clan",
        fr="qui commence : par tirage au sort ou un clan précis",
        nl="wie begint: door loting of een bepaalde clan",
    )  # fmt: skip
    board: int = option(
        0, 0, len(BOARDS) - 1, dict(enumerate(BOARDS)),
        de="der Spielplan: Bahnhof, klein (kurze Wege) oder lang (zwei Wagen)",
        en="the board: the station, a small one (short ways) or a long one (two cars)",
        fr="le plateau : la gare, un petit (chemins courts) ou un long (deux voitures)",
        nl="het bord: het station, een klein (korte wegen) of een lang (twee wagons)",
    )  # fmt: skip
    mode: int = option(
        MODE_TURNS, 0, len(MODES) - 1, dict(enumerate(MODES)),
        de="wann das Spiel endet: nach Spielzügen, erst mit zehn Sitzen oder nach Zeit",
        en="when the game ends: after turns, only with ten seats, or after a time",
        fr="fin de la partie : après un nombre de tours, à dix sièges seulement, ou après un temps",
        nl="wanneer het spel eindigt: na beurten, pas bij tien zitplaatsen, of na een tijd",
    )  # fmt: skip
    turns: int = option(
        60, 1, 1000,
        de="nach so vielen Spielzügen endet das Spiel (nur beim Ende nach Spielzügen)",
        en="after that many turns the game ends (only if it ends after turns)",
        fr="la partie se termine après ce nombre de tours (fin après des tours seulement)",
        nl="na zoveel beurten eindigt het spel (alleen bij einde na beurten)",
    )  # fmt: skip
    each: int = option(
        0, 0, 1, {0: "no", 1: "yes"},
        de="ob die Spielzüge für jeden Clan einzeln zählen statt für beide zusammen",
        en="whether the turns are counted for each clan instead of both together",
        fr="si les tours se comptent pour chaque clan au lieu des deux ensemble",
        nl="of de beurten per clan tellen in plaats van samen",
    )  # fmt: skip
    minutes: int = option(
        30, 1, 600,
        de="nach so vielen Minuten endet das Spiel (nur beim Ende nach Zeit)",
        en="after that many minutes the game ends (only if it ends after a time)",
        fr="la partie se termine après ce nombre de minutes (fin après un temps seulement)",
        nl="na zoveel minuten eindigt het spel (alleen bij einde na een tijd)",
    )  # fmt: skip


def seconds(options: ZwergenOptions) -> float | None:
    """How long the table's clock lets a game last (Z14)."""
    return options.minutes * 60.0 if options.mode == MODE_TIME else None


def longest(options: ZwergenOptions, seats: int) -> int:
    """Turns, and a choice of the conductor's sign after every seventh (Z12).

    Nobody ever passes (Z10): on our boards a clan of five dwarves cannot be locked in. So the clans
    come to move strictly by turns, to take a turn or to miss one. Where turns count for each clan,
    the slower one has taken `turns` when the game ends and missed at most three for each of them
    (Z8), so that the other came to move at most once more than four times as often.
    """
    if options.mode == MODE_TIME:
        raise UsageError("with mode=time only a clock ends the game; choose mode=turns or seats")
    limit = LAST_TURN if options.mode == MODE_SEATS else options.turns
    turns = limit + 4 * limit + 1 if options.mode == MODE_TURNS and options.each else limit
    return turns + (turns - 1) // CONDUCTOR


def code_of(column: int, row: int) -> int:
    """A field's number in the grid of the actions: from the top left, like fields on a board."""
    return (MAX_ROWS - row) * MAX_COLUMNS + column


def build_facts(options: ZwergenOptions, version: int) -> Any:
    return facts_for(read_boards()[options.board], options, options.board, version)


def facts_for(
    board: Board, options: ZwergenOptions, number: int = OWN_BOARD, version: int = RULES_VERSION
) -> Any:
    """The facts of any checked board."""
    facts = _layout(board).copy().view(np.recarray)[0]
    facts.first, facts.mode, facts.minutes = options.first, options.mode, options.minutes
    facts.limit = {MODE_TURNS: options.turns, MODE_SEATS: LAST_TURN, MODE_TIME: 0}[options.mode]
    facts.each = options.each if options.mode == MODE_TURNS else 0
    facts.board, facts.rules_version = number, version
    return facts


@lru_cache(maxsize=16)
def _layout(board: Board) -> Any:
    """What the facts say about the board alone: it takes some time to find all the ways."""
    made = np.zeros(1, FACTS)
    facts = made.view(np.recarray)[0]
    facts.columns, facts.rows, facts.fields = board.columns, board.rows, len(board.kinds)
    facts.to[:] = NOWHERE
    facts.owner[:] = NOWHERE
    facts.field[:] = NOWHERE
    for field, kind in enumerate(board.kinds):
        _fill_field(facts, board, field, kind)
    for clan in (RED, GREEN):
        facts.home[clan] = board.homes_of(clan)
        rivals = set(board.homes_of(1 - clan))
        facts.enter[clan] = _bits(f for f in range(len(board.kinds)) if f not in rivals)
    facts.chairs = _bits(f for f, kind in enumerate(board.kinds) if kind == SEAT)
    facts.ground = _bits(f for f, kind in enumerate(board.kinds) if kind not in (SEAT, HOME))
    return made


def _fill_field(facts: Facts, board: Board, field: int, kind: int) -> None:
    facts.kind[field] = kind
    clan = board.homes[field]
    if clan is not None:
        facts.owner[field] = clan
    code = code_of(*board.place(field))
    facts.code[field] = code
    facts.field[code] = field
    near = [board.step(field, direction) for direction in range(len(STEPS))]
    facts.near[field] = _bits(f for f in near if f is not None)
    for direction, other in enumerate(near):
        if other is not None:
            facts.to[field, direction] = other
            facts.toward[field, direction] = _bits([other])
    for other, far in board.distances([field], frozenset()).items():
        facts.steps[field, other] = far


def _bits(fields: Any) -> np.uint64:
    return np.uint64(sum(1 << field for field in fields))
