"""The fixed facts of Trains: options, cards and board as the rules read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.errors import OptionClash, OptionError, UsageError
from spielzug.core.jit import record
from spielzug.core.options import Options, option, selection
from spielzug.games.trains.facts.bits import WORDS
from spielzug.games.trains.facts.boards import (
    BOARDS,
    CITY,
    MOUNTAIN,
    PLAIN,
    REMOTE,
    RIVER,
    SEA,
    SPACES,
    TERRAINS,
    Board,
    read_boards,
)
from spielzug.games.trains.facts.cards import (
    CHOSEN,
    CODES,
    FIXED,
    KINDS,
    NEEDS,
    PRESETS,
    RANDOM_CODES,
    SORTS,
    CardSet,
    read_cards,
    titles,
)

MAX_SEATS = 4
SLOTS = FIXED + CHOSEN  # kinds in one game; slots 0 to 8 are the kinds of that number
CUBES = 20  # of each player, the first one included
TOKENS = 30
HAND = 5
DECK = {"NT": 7, "LR": 2, "SE": 1}  # T2
EMPTY_PILES = 4  # end the game (T15)
CITY_POINTS = (0, 2, 4, 8)  # by stations there (T16)

SUPPLIES = ("lot", *PRESETS, "chosen", "board")
"""By their numbers; a new one goes to the end."""
LOT, CHOSEN_KINDS, OF_BOARD = (SUPPLIES.index(name) for name in ("lot", "chosen", "board"))

RULES_VERSION = 1

FACTS = record(
    [
        ("turn_limit", "i4"),
        ("first", "i4"),
        ("board", "i4"),
        ("supply", "i4"),
        ("rules_version", "i4"),
        # Sets of spaces: space s is bit s % 64 of word s // 64.
        ("near", "u8", (SPACES, WORDS)),  # the spaces that rails reach from here (T10)
        ("starts", "u8", (WORDS,)),  # where a first cube may go (T3)
        ("cities", "u8", (WORDS,)),
        ("remotes", "u8", (WORDS,)),
        ("ground", "u8", (len(TERRAINS), WORDS)),  # the spaces of a terrain
        ("terrain", "u1", (SPACES,)),
        ("extra", "u1", (SPACES,)),  # money for a rail, stations and cubes not counted (T11)
        ("most_extra", "u1"),  # what a rail costs at most anywhere on this board
        ("room", "u1", (SPACES,)),  # stations that a city holds (T13)
        ("number", "u1", (SPACES,)),  # of a remote place
        ("named", "u1", (CHOSEN,)),  # the random kinds, ascending, unless by lot
        ("cost", "u1", (KINDS,)),
        ("money", "u1", (KINDS,)),
        ("points", "u1", (KINDS,)),
        ("waste", "u1", (KINDS,)),
        ("count", "u1", (KINDS,)),
        ("draws", "u1", (KINDS,)),
        ("needs", "u1", (KINDS,)),
        ("playable", "u1", (KINDS,)),
        ("active", "u1", (KINDS,)),  # has an ability that can be used
        ("train", "u1", (KINDS,)),
        ("rail", "u1", (KINDS,)),
        ("station", "u1", (KINDS,)),
        ("action", "u1", (KINDS,)),
        ("victory", "u1", (KINDS,)),
    ]
)


@dataclass(frozen=True)
class TrainsOptions(Options):
    first: int = option(
        0, 0, MAX_SEATS, {0: "random"},
        de="wer beginnt: ausgelost oder ein bestimmter Platz",
        en="who begins: drawn by lot or a named seat",
        fr="qui commence : par tirage au sort ou une place précise",
        nl="wie begint: door loting of een bepaalde plaats",
    )  # fmt: skip
    board: int = option(
        0, 0, len(BOARDS) - 1, dict(enumerate(BOARDS)),
        de="der Spielplan: Tokio oder Osaka",
        en="the board: Tokyo or Osaka",
        fr="le plateau : Tokyo ou Osaka",
        nl="het bord: Tokio of Osaka",
    )  # fmt: skip
    supply: int = option(
        OF_BOARD, 0, len(SUPPLIES) - 1,
        {OF_BOARD: SUPPLIES[OF_BOARD], **dict(enumerate(SUPPLIES))},
        de="die acht Sorten des Vorrats: passend zum Spielplan, ausgelost, eine der vier "
        "Zusammenstellungen oder gewählt",
        en="the eight kinds of the supply: those for the board, by lot, one of the four sets, or "
        "chosen",
        fr="les huit sortes de la réserve : celles du plateau, par tirage au sort, l'un des quatre "
        "jeux, ou choisies",
        nl="de acht soorten van de voorraad: die bij het bord, door loting, een van de vier sets, "
        "of gekozen",
    )  # fmt: skip
    kinds: int = selection(
        CHOSEN, RANDOM_CODES, titles,
        de="die acht gewählten Sorten (nur wenn der Vorrat gewählt wird)",
        en="the eight kinds chosen (only if the supply is chosen)",
        fr="les huit sortes choisies (seulement si la réserve est choisie)",
        nl="de acht gekozen soorten (alleen als de voorraad gekozen wordt)",
    )  # fmt: skip
    turn_limit: int = option(
        0, 0, 1_000_000, {0: "off"},
        de="nach so vielen Spielzügen aller zusammen wird gewertet",
        en="after that many turns of all players together the game is scored",
        fr="après ce nombre de tours de tous les joueurs, on compte les points",
        nl="na zoveel beurten van alle spelers samen wordt er geteld",
    )  # fmt: skip

    def refuse_together(self) -> None:
        chosen = SUPPLIES[CHOSEN_KINDS]
        if self.supply == CHOSEN_KINDS and self.kinds == 0:
            raise OptionClash(
                f"option supply={chosen} needs {CHOSEN} kinds: "
                f"add kinds={'-'.join(RANDOM_CODES[:CHOSEN])} or others",
                "supply", "kinds",
            )  # fmt: skip
        if self.supply != CHOSEN_KINDS and self.kinds != 0:
            raise OptionClash(
                f"option kinds={self.named()['kinds']} is only for supply={chosen}, "
                f"not for supply={SUPPLIES[self.supply]}: leave kinds out or choose the supply",
                "supply", "kinds",
            )  # fmt: skip

    def refuse_for(self, seats: int) -> None:
        if self.first > seats:
            raise OptionError(
                f"option first={self.first} names a seat that is not there: "
                f"this game has {seats} seats (use random or 1 to {seats})"
            )


def longest(options: TrainsOptions, seats: int) -> int:
    """No game has more decisions.

    What is played stays in play to the end of the turn, but for a Train that a Switchback, or an
    Office that does the same, puts back; and neither of those is a Train. What is bought never
    comes back to the supply. Most abilities ask for five choices at most (an Office, four cards
    revealed), but a Conductor's Station and a Mail Train for one more than there are cards in hand.
    """
    if options.turn_limit == 0:
        raise UsageError("a game can go on for ever; the option turn_limit ends it")
    count = {card.code: card.count for card in read_cards().cards} | {"NT": DECK["NT"] * seats}
    cards = sum(count[code] for code in CODES[:FIXED])
    cards += sum(sorted(count[code] for code in RANDOM_CODES)[-CHOSEN:])
    put_back = count["SW"] + count["SO"]
    long = count["CS"] + count["MT"] + put_back + count["SO"]
    turn = (cards + put_back) * 6 + long * (cards + 1) + cards + 1  # used, sorted, bought, the end
    return seats + turn * options.turn_limit  # T3: a first cube each


def build_facts(options: TrainsOptions, version: int) -> Any:
    cards = read_cards()
    facts = _facts(cards, read_boards()[options.board]).copy().view(np.recarray)[0]
    facts.turn_limit, facts.first = options.turn_limit, options.first
    facts.board, facts.supply = options.board, options.supply
    facts.rules_version = version
    facts.named[:] = _named(cards, options)
    return facts


def _named(cards: CardSet, options: TrainsOptions) -> list[int]:
    """The numbers of the random kinds in this game, ascending; zeros if a lot decides."""
    if options.supply == LOT:
        return [0] * CHOSEN
    if options.supply == CHOSEN_KINDS:
        return [FIXED + i for i in range(len(RANDOM_CODES)) if options.kinds >> i & 1]
    of_board = options.supply == OF_BOARD
    preset = BOARDS[options.board] if of_board else SUPPLIES[options.supply]
    return sorted(CODES.index(code) for code in cards.presets[preset])


EXTRA = {PLAIN: 0, RIVER: 1, MOUNTAIN: 2, CITY: 1}  # T11; a remote place costs its number


@lru_cache(maxsize=16)
def _facts(card_set: CardSet, board: Board) -> Any:
    cards = card_set.cards
    made = np.zeros(1, FACTS)
    facts = made.view(np.recarray)[0]
    for name in ("cost", "money", "points", "waste", "count", "draws"):
        facts[name][:] = [getattr(card, name) for card in cards]
    for sort in ("train", "rail", "station", "action", "victory"):
        assert sort in SORTS
        facts[sort][:] = [card.is_a(sort) for card in cards]
    facts.needs[:] = [NEEDS.index(card.needs) for card in cards]
    facts.playable[:] = [card.can_be_played for card in cards]
    facts.active[:] = [card.has_ability for card in cards]
    for number, space in enumerate(board.spaces):
        facts.terrain[number] = space.terrain
        facts.extra[number] = EXTRA.get(space.terrain, space.number)
        if space.terrain == CITY:
            facts.room[number] = space.number
        elif space.terrain == REMOTE:
            facts.number[number] = space.number
        if space.terrain != SEA:
            facts.near[number] = _words(board.near(number))
    # With all stations, and a cube of everybody else.
    facts.most_extra = max(int(n) for n in facts.extra + facts.room) + MAX_SEATS - 1
    for terrain in range(len(TERRAINS)):
        facts.ground[terrain] = _words(_of(board, {terrain}))
    facts.starts[:] = _words(_of(board, set(range(len(TERRAINS))) - {SEA, REMOTE}))
    facts.cities[:] = _words(_of(board, {CITY}))
    facts.remotes[:] = _words(_of(board, {REMOTE}))
    return made


def _of(board: Board, terrains: set[int]) -> list[int]:
    return [number for number, space in enumerate(board.spaces) if space.terrain in terrains]


def _words(spaces: list[int]) -> Any:
    bits = sum(1 << space for space in spaces)
    return np.array([bits & 0xFFFF_FFFF_FFFF_FFFF, bits >> 64], np.uint64)
