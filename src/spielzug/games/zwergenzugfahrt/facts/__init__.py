"""What stays fixed during a game of Die Zwergenzugfahrt: options, and the board for the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from spielzug.core.declaration import F, FactsRecord, Value, Values, declare, declare_word
from spielzug.core.errors import OptionClash, UsageError
from spielzug.core.options import Options, board_option, live_option, option, switch
from spielzug.games.zwergenzugfahrt.facts import sets
from spielzug.games.zwergenzugfahrt.facts.sets import (
    MAX_EVERY,
    MAX_TAKES,
    PRICES,
    SETS,
    StationBoard,
    StationSet,
)

if TYPE_CHECKING:
    from spielzug.core.record_types import Number

CLANS = 2
RED, GREEN = 0, 1
DWARVES = 5  # per clan
SIGNS = 5  # per clan
TEN = sets.SEATS_TO_WIN  # every dwarf and every sign on a seat (Z13)
CODES = sets.MAX_COLUMNS * sets.MAX_ROWS  # fields of the grid in which actions are numbered
NOWHERE = 255  # no field, or no path there

MODE_TURNS, MODE_SEATS, MODE_TIME = 0, 1, 2
MODES = ("turns", "seats", "time")

RULES_VERSION = 1

__all__ = [
    "CLANS", "CODES", "DWARVES", "Facts", "GREEN", "MAX_EVERY", "MAX_TAKES", "MODES", "MODE_SEATS",
    "MODE_TIME", "MODE_TURNS", "NOWHERE", "PRICES", "RED", "RULES_VERSION", "SETS", "SIGNS", "TEN",
    "ZwergenOptions", "build_facts", "code_of", "kick_price", "longest", "seconds",
]  # fmt: skip


class Facts(FactsRecord[F]):
    """What stays fixed during a game of Die Zwergenzugfahrt."""

    columns = declare("i4")  # columns of the board
    rows = declare("i4")  # rows of the board
    fields = declare("i4")  # fields of the board
    first = declare("i4")  # 0 at random, else 1 + the clan
    mode = declare("i4")  # index into MODES (Z14)
    limit = declare("i4")  # turns after which the game ends, 0 for none
    each = declare("i4")  # whether the limit counts the turns of each clan separately
    minutes = declare("i4")  # length of the game in mode time (Z14)
    set = declare("i4")  # number of the set in `SETS`
    board = declare("i4")  # number of the board in `BOARD_NAMES`
    rules_version = declare("i4")  # version of the rules
    every = declare("u4")  # turns between two tosses (Z12)
    coin = declare("i4", (CLANS,))  # relative frequency of each colour (Z12)
    takes = declare("i4")  # signs that a clan may take away in a game (Z7)
    price = declare("u1", (PRICES,))  # turns to miss for the first kick, the second … (Z8)
    # Sets of fields are bits: field f is bit f.
    chairs = declare_word()  # the seats
    ground = declare_word()  # neither seat nor home: a dwarf can be kicked here (Z8)
    enter = declare("u8", (CLANS,))  # the fields that a clan may enter (Z2)
    near = declare("u8", (sets.MAX_FIELDS,))  # the neighbours of a field (Z1)
    # the neighbour in a direction, or no bit
    toward = declare("u8", (sets.MAX_FIELDS, len(sets.STEPS)))
    to = declare("u1", (sets.MAX_FIELDS, len(sets.STEPS)))  # the same as a field number, or NOWHERE
    home = declare("u1", (CLANS, sets.HOMES))  # the leftmost first (Z8)
    kind = declare("u1", (sets.MAX_FIELDS,))  # index into FIELD_KINDS
    owner = declare("u1", (sets.MAX_FIELDS,))  # the clan whose home it is, else NOWHERE
    code = declare("u1", (sets.MAX_FIELDS,))  # a field's number in the grid of the actions
    field = declare("u1", (CODES,))  # the inverse of `code`
    steps = declare("u1", (sets.MAX_FIELDS, sets.MAX_FIELDS))  # distance between two fields


def kick_price(facts: Facts[Any], kicks: Number) -> int:
    """The turns that a clan misses for its kick number `kicks` (Z8)."""
    return int(facts.price[min(kicks, PRICES) - 1])


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
        sets.BOARD_NAMES, sets.BOARD_NAMES.of_set,
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
        60, 1, sets.MAX_TURNS,
        de="nach so vielen Spielzügen endet das Spiel (nur beim Ende nach Spielzügen)",
        en="the number of turns after which the game ends (only if there is a turn limit)",
        fr="la partie se termine après ce nombre de tours (fin après des tours seulement)",
        nl="na zoveel beurten eindigt het spel (alleen bij einde na beurten)",
    )  # fmt: skip
    each: int = switch(
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
    return (sets.MAX_ROWS - row) * sets.MAX_COLUMNS + column


def build_facts(options: ZwergenOptions, version: int) -> dict[str, Value]:
    station = SETS.get(options.set, version)
    return set_values(station.board(options.board), station, options, version)


def set_values(
    board: StationBoard, station: StationSet, options: ZwergenOptions, version: int
) -> dict[str, Value]:
    limits = {MODE_TURNS: options.turns, MODE_SEATS: station.last_turn, MODE_TIME: 0}
    later = [station.kicks[-1]] * (PRICES - len(station.kicks))
    return {
        **_board_values(board),
        "first": options.first,
        "mode": options.mode,
        "limit": limits[options.mode],
        "each": options.each if options.mode == MODE_TURNS else 0,
        "minutes": options.minutes,
        "set": options.set,
        "board": options.board,
        "rules_version": version,
        "every": station.every,
        "coin": station.coin,
        "takes": station.takes,
        "price": [*station.kicks, *later],
    }


@lru_cache(maxsize=16)
def _board_values(board: StationBoard) -> Values:
    """The part of the facts that depends only on the board; cached because distances are slow."""
    count = len(board.kinds)
    codes = [code_of(*board.place(field)) for field in range(count)]
    fields = {code: field for field, code in enumerate(codes)}
    near = [
        [board.step(f, direction) for direction in range(len(sets.STEPS))] for f in range(count)
    ]
    to = [[NOWHERE if other is None else other for other in row] for row in near]
    owner = [NOWHERE if clan is None else clan for clan in board.homes]
    homes = [board.homes_of(clan) for clan in (RED, GREEN)]
    steps = [board.distances([field], frozenset()) for field in range(count)]
    empty = sets.MAX_FIELDS - count
    blank = [[NOWHERE] * sets.MAX_FIELDS] * empty
    return {
        "columns": board.columns,
        "rows": board.rows,
        "fields": count,
        "chairs": _bits(f for f, kind in enumerate(board.kinds) if kind == sets.SEAT),
        "ground": _bits(
            f for f, kind in enumerate(board.kinds) if kind not in (sets.SEAT, sets.HOME)
        ),
        "enter": [_bits(f for f in range(count) if f not in homes[1 - c]) for c in (RED, GREEN)],
        "near": [*map(_bits, near), *[0] * empty],
        "toward": [*([_bits([f]) for f in row] for row in near), *[[0] * len(sets.STEPS)] * empty],
        "to": [*to, *[[NOWHERE] * len(sets.STEPS)] * empty],
        "home": homes,
        "kind": [*board.kinds, *[0] * empty],
        "owner": [*owner, *[NOWHERE] * empty],
        "code": [*codes, *[0] * empty],
        "field": [fields.get(code, NOWHERE) for code in range(CODES)],
        "steps": [
            *([far.get(f, NOWHERE) for f in range(sets.MAX_FIELDS)] for far in steps),
            *blank,
        ],
    }


def _bits(fields: Iterable[int | None]) -> int:
    return sum(1 << field for field in fields if field is not None)
