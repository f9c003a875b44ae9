"""What stays fixed during a game of Trains: options, and cards and board as the rules read them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from spielzug.core.declaration import F, FactsRecord, Value, Values, declare
from spielzug.core.errors import OptionClash, UsageError
from spielzug.core.options import (
    Options,
    board_option,
    first_option,
    live_option,
    option,
    selection,
)
from spielzug.games.trains.facts import sets
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
    MAX_SEATS,
    SETS,
    SLOTS,
    TrainsCardSet,
    TrainsNumbers,
    board_titles,
    titles,
)

__all__ = [
    "Facts",
    "RANDOM_SUPPLY",
    "MAX_SEATS",
    "RULES_VERSION",
    "SLOTS",
    "SUPPLIES",
    "TrainsOptions",
]

SUPPLIES = ("lot", *sets.PRESETS, "chosen", "board")
"""The index is the option's value, so a new one must go to the end."""
RANDOM_SUPPLY, CHOSEN_KINDS, OF_BOARD = (
    SUPPLIES.index(name) for name in ("lot", "chosen", "board")
)

RULES_VERSION = 1


class Facts(FactsRecord[F]):
    """What stays fixed during a game of Trains."""

    turn_limit = declare("i4")  # turns after which the game ends, 0 for none (T17)
    first = declare("i4")  # 0 at random, else 1 + the seat that begins (T3)
    board = declare("i4")  # number of the board in `BOARD_NAMES`
    supply = declare("i4")  # index into SUPPLIES (T1)
    set = declare("i4")  # number of the set in `SETS`
    rules_version = declare("i4")  # version of the rules
    hand = declare("i4")  # cards drawn at the end of a turn (T8)
    cubes = declare("i4")  # per player, including the first one
    tokens = declare("i4")  # stations for all players together (T13)
    empty_piles = declare("i4")  # number of empty piles that ends the game (T15)
    cheapest = declare("i4")  # the lowest price in the supply (T6)
    city_points = declare("i4", (MOST_ROOM + 1,))  # by number of stations (T16)
    deck = declare("i4", (3,))  # Normal Trains, Lay Rails, Station Expansions (T2)
    # Sets of spaces: space s is bit s % 64 of word s // 64.
    near = declare("u8", (SPACES, WORDS))  # neighbours that rails can reach (T10)
    starts = declare("u8", (WORDS,))  # where a first cube may go (T3)
    cities = declare("u8", (WORDS,))  # spaces with a city
    remotes = declare("u8", (WORDS,))  # spaces with a remote place
    ground = declare("u8", (len(TERRAINS), WORDS))  # spaces of each terrain
    terrain = declare("u1", (SPACES,))  # index into TERRAINS
    extra = declare("u1", (SPACES,))  # price of a rail without stations and cubes (T11)
    price = declare("u1", (len(TERRAINS),))  # the same by terrain, 0 for remote places
    most_extra = declare("u1")  # the highest possible price of a rail on this board
    room = declare("u1", (SPACES,))  # stations that a city holds (T13)
    number = declare("u1", (SPACES,))  # price and points of a remote place
    named = declare("u1", (sets.CHOSEN,))  # the random kinds, ascending, unless drawn at random
    cost = declare("u1", (sets.KINDS,))  # price of each kind (T6)
    money = declare("u1", (sets.KINDS,))  # money that playing it brings (T5)
    points = declare("u1", (sets.KINDS,))  # points at the end (T16)
    waste = declare("u1", (sets.KINDS,))  # Waste that comes with it (T6, T12)
    count = declare("u1", (sets.KINDS,))  # cards of the kind in all (T1)
    draws = declare("u1", (sets.KINDS,))  # cards that its ability draws
    needs = declare("u1", (sets.KINDS,))  # what its ability needs: index into NEEDS
    # whether it can be played: no Waste, no victory card (T5)
    playable = declare("u1", (sets.KINDS,))
    active = declare("u1", (sets.KINDS,))  # has an ability that can be used
    train = declare("u1", (sets.KINDS,))  # whether it is a Train
    rail = declare("u1", (sets.KINDS,))  # whether it is a rail card
    station = declare("u1", (sets.KINDS,))  # whether it is a station card
    action = declare("u1", (sets.KINDS,))  # whether it is an action card
    victory = declare("u1", (sets.KINDS,))  # whether it is a victory card
    # The bots' weights assume the shipped cards.
    more_money = declare("i2", (sets.KINDS,))  # money beyond the shipped card's
    more_draws = declare("i2", (sets.KINDS,))  # draws beyond the shipped card's


@dataclass(frozen=True)
class TrainsOptions(Options):
    first: int = first_option(MAX_SEATS)
    board: int = board_option(
        sets.BOARD_NAMES, sets.BOARD_NAMES.of_set, board_titles,
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
        sets.CHOSEN, sets.RANDOM_CODES, titles,
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
                f"option supply={chosen} needs {sets.CHOSEN} kinds: "
                f"add kinds={'-'.join(sets.RANDOM_CODES[:sets.CHOSEN])} or others",
                "supply", "kinds",
            )  # fmt: skip
        if self.supply != CHOSEN_KINDS and self.kinds != 0:
            raise OptionClash(
                f"option kinds={self.named()['kinds']} is only for supply={chosen}, "
                f"not for supply={SUPPLIES[self.supply]}: leave kinds out or choose the supply",
                "supply", "kinds",
            )  # fmt: skip


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
    cards = sum(count[code] for code in sets.CODES[: sets.FIXED])
    cards += sum(sorted(count[code] for code in sets.RANDOM_CODES)[-sets.CHOSEN :])
    put_back = count["SW"] + count["SO"]
    long = count["CS"] + count["MT"] + put_back + count["SO"]
    turn = (cards + put_back) * 6 + long * (cards + 1) + cards + 1  # uses, buys, end
    return seats + turn * options.turn_limit  # T3: one first cube per seat


def build_facts(options: TrainsOptions, version: int) -> dict[str, Value]:
    found = SETS.get(options.set, version)
    board = found.boards[sets.BOARD_NAMES[options.board]]
    named = _random_kinds(found, board, options)
    return {
        **set_values(found, board),
        "turn_limit": options.turn_limit,
        "first": options.first,
        "board": options.board,
        # T1: also for a board without its own kinds
        "supply": options.supply if named else RANDOM_SUPPLY,
        "set": options.set,
        "rules_version": version,
        "named": named or [0] * sets.CHOSEN,
    }


def _random_kinds(found: TrainsCardSet, board: TrainsBoard, options: TrainsOptions) -> list[int]:
    """The numbers of the random kinds in this game, ascending; empty if drawn at random."""
    if options.supply == RANDOM_SUPPLY:
        return []
    if options.supply == CHOSEN_KINDS:
        return [sets.FIXED + i for i in range(len(sets.RANDOM_CODES)) if options.kinds >> i & 1]
    of_board = options.supply == OF_BOARD
    codes = board.supply if of_board else found.presets[SUPPLIES[options.supply]]
    return sorted(sets.CODES.index(code) for code in codes)


@lru_cache(maxsize=16)
def set_values(found: TrainsCardSet, board: TrainsBoard) -> Values:
    """The part of the facts that depends only on the set and the board."""
    numbers = found.numbers
    worth = numbers.city_points
    return {
        **_card_values(found),
        **_board_values(numbers, board),
        "hand": numbers.hand,
        "cubes": numbers.cubes,
        "tokens": numbers.tokens,
        "empty_piles": numbers.empty_piles,
        "deck": numbers.deck,
        "city_points": [*worth, *[0] * (MOST_ROOM + 1 - len(worth))],
    }


def _card_values(found: TrainsCardSet) -> Values:
    cards = found.cards
    pairs = list(zip(cards, SETS.get(0, 1).cards, strict=True))
    sorts = ("train", "rail", "station", "action", "victory")
    assert set(sorts) < set(sets.SORTS)
    return {
        **{name: [getattr(card, name) for card in cards] for name in sets.VALUES},
        **{sort: [card.is_a(sort) for card in cards] for sort in sorts},
        "needs": [sets.NEEDS.index(card.needs) for card in cards],
        "playable": [card.can_be_played for card in cards],
        "active": [card.has_ability for card in cards],
        "cheapest": min(card.cost for card in cards[1:] if not card.is_a("waste")),
        "more_money": [card.money - old.money for card, old in pairs],
        "more_draws": [card.draws - old.draws for card, old in pairs],
    }


def _board_values(numbers: TrainsNumbers, board: TrainsBoard) -> Values:
    prices = {RIVER: numbers.river, MOUNTAIN: numbers.mountain, CITY: numbers.city}
    price = [prices.get(terrain, 0) for terrain in range(len(TERRAINS))]
    # T11; a remote place costs its number.
    number = [space.number if space.terrain == REMOTE else 0 for space in board.spaces]
    extra = [price[space.terrain] + n for space, n in zip(board.spaces, number, strict=True)]
    room = [space.number if space.terrain == CITY else 0 for space in board.spaces]
    ground = [_space_bits(board, {terrain}) for terrain in range(len(TERRAINS))]
    return {
        "price": price,
        "terrain": [space.terrain for space in board.spaces],
        "extra": extra,
        "room": room,
        "number": number,
        "near": [
            _words([] if space.terrain == SEA else board.near(at))
            for at, space in enumerate(board.spaces)
        ],
        # With all stations built and a cube of every other player.
        "most_extra": max(map(sum, zip(extra, room, strict=True))) + MAX_SEATS - 1,
        "ground": ground,
        "starts": _space_bits(board, set(range(len(TERRAINS))) - {SEA, REMOTE}),
        "cities": ground[CITY],
        "remotes": ground[REMOTE],
    }


def _space_bits(board: TrainsBoard, terrains: set[int]) -> list[int]:
    """The spaces of these terrains."""
    return _words([at for at, space in enumerate(board.spaces) if space.terrain in terrains])


def _words(spaces: Iterable[int]) -> list[int]:
    """A set of spaces as the record holds it."""
    bits = sum(1 << space for space in spaces)
    return [bits & 0xFFFF_FFFF_FFFF_FFFF, bits >> 64]
