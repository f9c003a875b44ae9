"""The sets of Die Zwergenzugfahrt: boards, and the small numbers of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from pathlib import Path

from spielzug.core.sets import BoardNames, Sets, Source
from spielzug.games.zwergenzugfahrt.facts.boards import StationBoard, parse_board
from spielzug.games.zwergenzugfahrt.facts.model import ZwergenSet


@dataclass(frozen=True)
class StationSet:
    """A checked set."""

    boards: tuple[StationBoard, ...]
    every: int
    """Turns between two visits of the conductor (Z12)."""
    coin: tuple[int, int]
    """How often the coin shows Red and Green, in the smallest numbers."""
    takes: int
    kicks: tuple[int, ...]
    last_turn: int

    @property
    def names(self) -> list[str]:
        return [board.name for board in self.boards]

    def board(self, number: int) -> StationBoard:
        """By the value of the option `board`."""
        return self.boards[self.names.index(BOARD_NAMES[number])]


def build(entries: ZwergenSet, source: Source) -> StationSet:
    """The set of a file; refused with its line if it breaks a rule or the record has no room."""
    coin = entries.coin
    common = gcd(coin.red, coin.green)
    if common == 0:
        raise source.refuse(
            ("coin", "red"), "the coin shows neither colour; give red or green a share (Z12)"
        )
    if coin.red != coin.green:
        source.warn(("coin", "red"), f"the coin is not fair: {coin.red} to {coin.green} (Z12)")
    return StationSet(
        boards=tuple(parse_board(name, one.map, source) for name, one in entries.boards.items()),
        every=coin.every,
        coin=(coin.red // common, coin.green // common),
        takes=entries.takes,
        kicks=tuple(entries.kicks),
        last_turn=entries.last_turn,
    )


SETS = Sets(
    "zwergenzugfahrt",
    ZwergenSet,
    build,
    {1: Path(__file__).parent.parent / "data" / "shipped-1.yaml"},
)
BOARD_NAMES = BoardNames(SETS, lambda station: station.names)
