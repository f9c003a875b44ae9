"""What stays fixed during a game of Trains: options, and cards and board as the rules read them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.errors import OptionClash, OptionError, UsageError
from spielzug.core.jit import record
from spielzug.core.options import Options, board_option, live_option, option, selection
from spielzug.core.record_types import Facts
from spielzug.games.trains.facts.boards import (
    CITY,
    MOST_ROOM,
    MOUNTAIN,
    REMOTE,
    RIVER,
    SEA,
    SPACES,
    TERRAINS,
    WORDS,
    TrainsBoard,
)
from spielzug.games.trains.facts.sets import (
    BOARD_NAMES,
    CHOSEN,
    CODES,
    FIXED,
    KINDS,
    MAX_SEATS,
    NEEDS,
    PRESETS,
    RANDOM_CODES,
    SETS,
    SLOTS,
    SORTS,
    TrainsCardSet,
    board_titles,
    titles,
)

__all__ = [
    "FACTS",
    "RANDOM_SUPPLY",
    "MAX_SEATS",
    "RULES_VERSION",
    "SLOTS",
    "SUPPLIES",
    "TrainsOptions",
]

SUPPLIES = ("lot", *PRESETS, "chosen", "board")
"""The index is the option's value, so a new one must go to the end."""
RANDOM_SUPPLY, CHOSEN_KINDS, OF_BOARD = (
    SUPPLIES.index(name) for name in ("lot", "chosen", "board")
)

RULES_VERSION = 1

FACTS = record(
    [
        ("turn_limit", "i4"),
        ("first", "i4"),
        ("board", "i4"),
        ("supply", "i4"),
        ("set", "i4"),
        ("rules_version", "i4"),
        ("hand", "i4"),  # cards drawn at the end of a turn (T8)
        ("cubes", "i4"),  # per player, including the first one
        ("tokens", "i4"),
        ("empty_piles", "i4"),  # number of empty piles that ends the game (T15)
        ("cheapest", "i4"),  # the lowest price in the supply (T6)
        ("city_points", "i4", (MOST_ROOM + 1,)),  # by number of stations (T16)
        ("deck", "i4", (3,)),  # Normal Trains, Lay Rails, Station Expansions (T2)
        # Sets of spaces: space s is bit s % 64 of word s // 64.
        ("near", "u8", (SPACES, WORDS)),  # neighbours that rails can reach (T10)
        ("starts", "u8", (WORDS,)),  # where a first cube may go (T3)
        ("cities", "u8", (WORDS,)),
        ("remotes", "u8", (WORDS,)),
        ("ground", "u8", (len(TERRAINS), WORDS)),  # spaces of each terrain
        ("terrain", "u1", (SPACES,)),
        ("extra", "u1", (SPACES,)),  # price of a rail without stations and cubes (T11)
        ("price", "u1", (len(TERRAINS),)),  # the same by terrain, 0 for remote places
        ("most_extra", "u1"),  # the highest possible price of a rail on this board
        ("room", "u1", (SPACES,)),  # stations that a city holds (T13)
        ("number", "u1", (SPACES,)),  # price and points of a remote place
        ("named", "u1", (CHOSEN,)),  # the random kinds, ascending, unless drawn at random
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
        # Money and draws beyond those of the shipped card, which the bots' weights assume.
        ("more_money", "i2", (KINDS,)),
        ("more_draws", "i2", (KINDS,)),
    ]
)


@dataclass(frozen=True)
class TrainsOptions(Options):
    first: int = option(
        0, 0, MAX_SEATS, {0: "random"},
        de="wer beginnt: ausgelost oder ein bestimmter Platz",
        en="who goes first: drawn at random, or a named seat",
        fr="qui commence : par tirage au sort ou une place précise",
        nl="wie begint: door loting of een bepaalde plaats",
    )  # fmt: skip
    board: int = board_option(
        BOARD_NAMES, BOARD_NAMES.of_set, board_titles,
        de="der Spielplan: Tokio oder Osaka, oder einer aus einer geladenen Datei",
        en="the board: Tokyo, Osaka, or one from a loaded file",
        fr="le plateau : Tokyo ou Osaka, ou un plateau d'un fichier chargé",
        nl="het bord: Tokio of Osaka, of een bord uit een geladen bestand",
    )  # fmt: skip
    supply: int = option(
        OF_BOARD, 0, len(SUPPLIES) - 1,
        {OF_BOARD: SUPPLIES[OF_BOARD], **dict(enumerate(SUPPLIES))},
        de="die acht Sorten des Vorrats: die Liste des Spielplans für erste Spiele, ausgelost wie "
        "in einem normalen Spiel, eine der vier Zusammenstellungen oder gewählt",
        en="the eight kinds in the supply: the board's list for a first game, drawn at random as "
        "in a normal game, one of the four named lists, or your own choice",
        fr="les huit sortes de la réserve : la liste du plateau pour les premières parties, au "
        "sort comme dans une partie normale, l'une des quatre qui ont un nom, ou choisies",
        nl="de acht soorten van de voorraad: de lijst van het bord voor eerste partijen, door "
        "loting zoals in een gewone partij, een van de vier met een naam, of gekozen",
    )  # fmt: skip
    kinds: int = selection(
        CHOSEN, RANDOM_CODES, titles,
        de="die acht gewählten Sorten (nur wenn der Vorrat gewählt wird)",
        en="the eight kinds you choose (only if the supply is your own choice)",
        fr="les huit sortes choisies (seulement si la réserve est choisie)",
        nl="de acht gekozen soorten (alleen als de voorraad gekozen wordt)",
    )  # fmt: skip
    turn_limit: int = option(
        0, 0, 1_000_000, {0: "off"},
        de="nach so vielen Spielzügen aller zusammen wird gewertet",
        en="the number of turns, all players together, after which the game is scored",
        fr="après ce nombre de tours de tous les joueurs, on compte les points",
        nl="na zoveel beurten van alle spelers samen wordt er geteld",
    )  # fmt: skip
    set: int = live_option(
        SETS.names, SETS.also, later=True,
        de="Karten, Spielpläne und Zahlen: die von Spielzug oder eine geladene Datei",
        en="cards, boards and numbers: Spielzug's own, or those of a loaded file",
        fr="cartes, plateaux et nombres : ceux de Spielzug ou un fichier chargé",
        nl="kaarten, borden en getallen: die van Spielzug of een geladen bestand",
    )  # fmt: skip

    def check_conflicts(self) -> None:
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

    def check_for_seats(self, seats: int) -> None:
        if self.first > seats:
            raise OptionError(
                f"option first={self.first} names a seat that is not there: "
                f"this game has {seats} seats (use random or 1 to {seats})"
            )


def longest(options: TrainsOptions, seats: int) -> int:
    """An upper bound on the decisions in a game.

    A played card stays in play until the end of the turn, except a Train put back by a Switchback
    or by an Office that copies one; neither of these is a Train. Bought cards never return to the
    supply. Most abilities ask for at most five choices (an Office, four cards revealed), but a
    Conductor's Station and a Mail Train ask for one more than there are cards in hand.
    """
    if options.turn_limit == 0:
        raise UsageError("a game can go on for ever; the option turn_limit ends it")
    found = SETS.get(options.set)
    count = {card.code: card.count for card in found.cards}
    count["NT"] = found.numbers.deck[0] * seats
    cards = sum(count[code] for code in CODES[:FIXED])
    cards += sum(sorted(count[code] for code in RANDOM_CODES)[-CHOSEN:])
    put_back = count["SW"] + count["SO"]
    long = count["CS"] + count["MT"] + put_back + count["SO"]
    turn = (cards + put_back) * 6 + long * (cards + 1) + cards + 1  # uses, buys, end
    return seats + turn * options.turn_limit  # T3: one first cube per seat


def build_facts(options: TrainsOptions, version: int) -> Any:
    found = SETS.get(options.set, version)
    board = found.boards[BOARD_NAMES[options.board]]
    facts = _facts(found, board).copy().view(np.recarray)[0]
    facts.turn_limit, facts.first = options.turn_limit, options.first
    facts.board, facts.supply, facts.set = options.board, options.supply, options.set
    facts.rules_version = version
    named = _random_kinds(found, board, options)
    if not named:
        facts.supply = RANDOM_SUPPLY  # T1: also for a board without its own kinds
    facts.named[: len(named)] = named
    return facts


def _random_kinds(found: TrainsCardSet, board: TrainsBoard, options: TrainsOptions) -> list[int]:
    """The numbers of the random kinds in this game, ascending; empty if drawn at random."""
    if options.supply == RANDOM_SUPPLY:
        return []
    if options.supply == CHOSEN_KINDS:
        return [FIXED + i for i in range(len(RANDOM_CODES)) if options.kinds >> i & 1]
    of_board = options.supply == OF_BOARD
    codes = board.supply if of_board else found.presets[SUPPLIES[options.supply]]
    return sorted(CODES.index(code) for code in codes)


@lru_cache(maxsize=16)
def _facts(found: TrainsCardSet, board: TrainsBoard) -> Any:
    """The part of the facts that depends only on the set and the board."""
    made = np.zeros(1, FACTS)
    facts = made.view(np.recarray)[0]
    _fill_cards(facts, found)
    numbers = found.numbers
    for name in ("hand", "cubes", "tokens", "empty_piles"):
        facts[name] = getattr(numbers, name)
    facts.deck[:] = numbers.deck
    facts.city_points[: len(numbers.city_points)] = numbers.city_points
    for terrain in (RIVER, MOUNTAIN, CITY):
        facts.price[terrain] = getattr(numbers, TERRAINS[terrain])
    _fill_board(facts, board)
    return made


def _fill_cards(facts: Facts, found: TrainsCardSet) -> None:
    cards = found.cards
    for name in ("cost", "money", "points", "waste", "count", "draws"):
        facts[name][:] = [getattr(card, name) for card in cards]
    for sort in ("train", "rail", "station", "action", "victory"):
        assert sort in SORTS
        facts[sort][:] = [card.is_a(sort) for card in cards]
    facts.needs[:] = [NEEDS.index(card.needs) for card in cards]
    facts.playable[:] = [card.can_be_played for card in cards]
    facts.active[:] = [card.has_ability for card in cards]
    facts.cheapest = min(card.cost for card in cards[1:] if not card.is_a("waste"))
    known = SETS.get(0, 1).cards
    pairs = list(zip(cards, known, strict=True))
    facts.more_money[:] = [card.money - old.money for card, old in pairs]
    facts.more_draws[:] = [card.draws - old.draws for card, old in pairs]


def _fill_board(facts: Facts, board: TrainsBoard) -> None:
    for number, space in enumerate(board.spaces):
        facts.terrain[number] = space.terrain
        # T11; a remote place costs its number.
        facts.extra[number] = facts.price[space.terrain] + space.number * (space.terrain == REMOTE)
        if space.terrain == CITY:
            facts.room[number] = space.number
        elif space.terrain == REMOTE:
            facts.number[number] = space.number
        if space.terrain != SEA:
            facts.near[number] = _space_bits(board.near(number))
    # With all stations built and a cube of every other player.
    facts.most_extra = max(int(n) for n in facts.extra + facts.room) + MAX_SEATS - 1
    for terrain in range(len(TERRAINS)):
        facts.ground[terrain] = _space_bits(_spaces_of_terrain(board, {terrain}))
    facts.starts[:] = _space_bits(
        _spaces_of_terrain(board, set(range(len(TERRAINS))) - {SEA, REMOTE})
    )
    facts.cities[:] = _space_bits(_spaces_of_terrain(board, {CITY}))
    facts.remotes[:] = _space_bits(_spaces_of_terrain(board, {REMOTE}))


def _spaces_of_terrain(board: TrainsBoard, terrains: set[int]) -> list[int]:
    return [number for number, space in enumerate(board.spaces) if space.terrain in terrains]


def _space_bits(spaces: list[int]) -> Any:
    bits = sum(1 << space for space in spaces)
    return np.array([bits & 0xFFFF_FFFF_FFFF_FFFF, bits >> 64], np.uint64)
