"""What stays fixed during a game of Die Zwergenzugfahrt: options, and the board for the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.errors import OptionClash, UsageError
from spielzug.core.jit import record
from spielzug.core.options import Options, board_option, live_option, option
from spielzug.core.record_types import Facts
from spielzug.games.zwergenzugfahrt.facts.sets import (
    BOARD_NAMES,
    HOME,
    HOMES,
    MAX_COLUMNS,
    MAX_EVERY,
    MAX_FIELDS,
    MAX_ROWS,
    MAX_TAKES,
    MAX_TURNS,
    PRICES,
    SEAT,
    SEATS_TO_WIN,
    SETS,
    STEPS,
    StationBoard,
    StationSet,
)

CLANS = 2
RED, GREEN = 0, 1
DWARVES = 5  # per clan
SIGNS = 5  # per clan
TEN = SEATS_TO_WIN  # every dwarf and every sign on a seat (Z13)
CODES = MAX_COLUMNS * MAX_ROWS  # fields of the grid in which actions are numbered
NOWHERE = 255  # no field, or no path there

MODE_TURNS, MODE_SEATS, MODE_TIME = 0, 1, 2
MODES = ("turns", "seats", "time")

RULES_VERSION = 1

__all__ = [
    "CLANS", "CODES", "DWARVES", "FACTS", "GREEN", "MAX_EVERY", "MAX_TAKES", "MODES", "MODE_SEATS",
    "MODE_TIME", "MODE_TURNS", "NOWHERE", "PRICES", "RED", "RULES_VERSION", "SETS", "SIGNS", "TEN",
    "ZwergenOptions", "build_facts", "code_of", "facts_for", "longest", "seconds",
]  # fmt: skip

FACTS = record(
    [
        ("columns", "i4"),
        ("rows", "i4"),
        ("fields", "i4"),
        ("first", "i4"),  # 0 at random, else 1 + the clan
        ("mode", "i4"),
        ("limit", "i4"),  # turns after which the game ends, 0 for none
        ("each", "i4"),  # whether the limit counts the turns of each clan separately
        ("minutes", "i4"),
        ("set", "i4"),
        ("board", "i4"),
        ("rules_version", "i4"),
        ("every", "u4"),  # turns between two tosses (Z12)
        ("coin", "i4", (CLANS,)),  # relative frequency of each colour (Z12)
        ("takes", "i4"),  # signs that a clan may take away in a game (Z7)
        ("price", "u1", (PRICES,)),  # turns to miss for the first kick, the second … (Z8)
        # Sets of fields are bits: field f is bit f.
        ("chairs", "u8"),  # the seats
        ("ground", "u8"),  # neither seat nor home: a dwarf can be kicked here (Z8)
        ("enter", "u8", (CLANS,)),  # the fields that a clan may enter (Z2)
        ("near", "u8", (MAX_FIELDS,)),  # the neighbours of a field (Z1)
        ("toward", "u8", (MAX_FIELDS, len(STEPS))),  # the neighbour in a direction, or no bit
        ("to", "u1", (MAX_FIELDS, len(STEPS))),  # the same as a field number, or NOWHERE
        ("home", "u1", (CLANS, HOMES)),  # the leftmost first (Z8)
        ("kind", "u1", (MAX_FIELDS,)),
        ("owner", "u1", (MAX_FIELDS,)),  # the clan whose home it is, else NOWHERE
        ("code", "u1", (MAX_FIELDS,)),  # a field's number in the grid of the actions
        ("field", "u1", (CODES,)),  # the inverse of `code`
        ("steps", "u1", (MAX_FIELDS, MAX_FIELDS)),  # distance between two fields
    ]
)


@dataclass(frozen=True)
class ZwergenOptions(Options):
    first: int = option(
        0, 0, CLANS, {0: "random", 1: "red", 2: "green"},
        de="wer beginnt: ausgelost oder ein bestimmter Clan",
        en="who goes first: drawn at random, or a named clan",
        fr="qui commence : par tirage au sort ou un clan précis",
        nl="wie begint: door loting of een bepaalde clan",
    )  # fmt: skip
    board: int = board_option(
        BOARD_NAMES, BOARD_NAMES.of_set,
        de="der Spielplan: Bahnhof, klein (kurze Wege), lang (zwei Wagen) oder einer der "
        "geladenen Datei",
        en="the board: the station, a small one (short distances), a long one (two cars), or one "
        "from a loaded file",
        fr="le plateau : la gare, un petit (chemins courts), un long (deux voitures) ou un du "
        "fichier chargé",
        nl="het bord: het station, een klein (korte wegen), een lang (twee wagons) of een uit het "
        "geladen bestand",
    )  # fmt: skip
    mode: int = option(
        MODE_TURNS, 0, len(MODES) - 1, dict(enumerate(MODES)),
        de="wann das Spiel endet: nach Spielzügen, erst mit zehn Sitzen oder nach Zeit",
        en="when the game ends: after a number of turns, only when a clan holds ten seats, or "
        "after a set time",
        fr="fin de la partie : après un nombre de tours, à dix sièges seulement, ou après un temps",
        nl="wanneer het spel eindigt: na beurten, pas bij tien zitplaatsen, of na een tijd",
    )  # fmt: skip
    turns: int = option(
        60, 1, MAX_TURNS,
        de="nach so vielen Spielzügen endet das Spiel (nur beim Ende nach Spielzügen)",
        en="the number of turns after which the game ends (only if there is a turn limit)",
        fr="la partie se termine après ce nombre de tours (fin après des tours seulement)",
        nl="na zoveel beurten eindigt het spel (alleen bij einde na beurten)",
    )  # fmt: skip
    each: int = option(
        0, 0, 1, {0: "no", 1: "yes"},
        de="ob die Spielzüge für jeden Clan einzeln zählen statt für beide zusammen",
        en="whether turns are counted for each clan instead of for both together",
        fr="si les tours se comptent pour chaque clan au lieu des deux ensemble",
        nl="of de beurten per clan tellen in plaats van samen",
    )  # fmt: skip
    minutes: int = option(
        30, 1, 600,
        de="nach so vielen Minuten endet das Spiel (nur beim Ende nach Zeit)",
        en="the number of minutes after which the game ends (only if it ends after a set time)",
        fr="la partie se termine après ce nombre de minutes (fin après un temps seulement)",
        nl="na zoveel minuten eindigt het spel (alleen bij einde na een tijd)",
    )  # fmt: skip
    set: int = live_option(
        SETS.names,
        SETS.also,
        later=True,
        de="Spielpläne, Schaffner und Strafen: die von Spielzug oder eine geladene Datei",
        en="boards, conductor and penalties: Spielzug's own, or those of a loaded file",
        fr="plateaux, contrôleur et pénalités : ceux de Spielzug ou un fichier chargé",
        nl="borden, conducteur en straffen: die van Spielzug of een geladen bestand",
    )

    def check_conflicts(self) -> None:
        board = SETS.get(self.set).board(self.board)
        if self.mode == MODE_TURNS and self.each and board.can_lock_in:
            raise OptionClash(
                f"option each=yes: on the board {board.name} a clan can be locked in (Z10), and "
                "then it would never take its turns; use each=no", "each", "board",
            )  # fmt: skip


def seconds(options: ZwergenOptions) -> float | None:
    """How long a game may last by the table's clock; None without a limit (Z14)."""
    return options.minutes * 60.0 if options.mode == MODE_TIME else None


def longest(options: ZwergenOptions, seats: int) -> int:
    """An upper bound on the decisions: turns, choices of a sign (Z12) and passes (Z10).

    If no clan can be locked in, nobody ever passes, and the clans strictly alternate in taking or
    missing a turn. If turns count separately for each clan, the slower one has taken `turns` turns
    at the end and missed at most the highest price of a kick for each of them (Z8), so the other
    clan came to move at most once more than the sum.

    Otherwise a pass is followed by the rival's turn, by one that the rival misses, or by the
    rival's pass, which is the last decision. Turns cannot count separately there.
    """
    if options.mode == MODE_TIME:
        raise UsageError("with mode=time only a clock ends the game; choose mode=turns or seats")
    station = SETS.get(options.set)
    board, dearest = station.board(options.board), max(station.kicks)
    limit = station.last_turn if options.mode == MODE_SEATS else options.turns
    each = options.mode == MODE_TURNS and options.each
    turns = limit + (1 + dearest) * limit + 1 if each else limit
    passes = (1 + dearest) * turns + 2 if board.can_lock_in else 0
    return turns + (turns - 1) // station.every + passes


def code_of(column: int, row: int) -> int:
    """A field's number in the grid of the actions, row by row from the top left."""
    return (MAX_ROWS - row) * MAX_COLUMNS + column


def build_facts(options: ZwergenOptions, version: int) -> Any:
    station = SETS.get(options.set, version)
    facts = facts_for(station.board(options.board), station, options)
    facts.rules_version = version
    return facts


def facts_for(board: StationBoard, station: StationSet, options: ZwergenOptions) -> Any:
    """The facts of a checked board with the numbers of a set."""
    facts = _layout(board).copy().view(np.recarray)[0]
    facts.first, facts.mode, facts.minutes = options.first, options.mode, options.minutes
    last = station.last_turn
    facts.limit = {MODE_TURNS: options.turns, MODE_SEATS: last, MODE_TIME: 0}[options.mode]
    facts.each = options.each if options.mode == MODE_TURNS else 0
    facts.set, facts.board, facts.rules_version = options.set, options.board, RULES_VERSION
    facts.every, facts.takes = station.every, station.takes
    facts.coin[:] = station.coin
    facts.price[:] = [*station.kicks, *[station.kicks[-1]] * (PRICES - len(station.kicks))]
    return facts


@lru_cache(maxsize=16)
def _layout(board: StationBoard) -> Any:
    """The part of the facts that depends only on the board; cached because distances are slow."""
    made = np.zeros(1, FACTS)
    facts = made.view(np.recarray)[0]
    facts.columns, facts.rows, facts.fields = board.columns, board.rows, len(board.kinds)
    facts.to[:] = NOWHERE
    facts.owner[:] = NOWHERE
    facts.field[:] = NOWHERE
    facts.steps[:] = NOWHERE
    for field, kind in enumerate(board.kinds):
        _fill_field(facts, board, field, kind)
    for clan in (RED, GREEN):
        facts.home[clan] = board.homes_of(clan)
        rivals = set(board.homes_of(1 - clan))
        facts.enter[clan] = _bits(f for f in range(len(board.kinds)) if f not in rivals)
    facts.chairs = _bits(f for f, kind in enumerate(board.kinds) if kind == SEAT)
    facts.ground = _bits(f for f, kind in enumerate(board.kinds) if kind not in (SEAT, HOME))
    return made


def _fill_field(facts: Facts, board: StationBoard, field: int, kind: int) -> None:
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
