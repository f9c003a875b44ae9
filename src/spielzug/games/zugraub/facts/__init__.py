"""What stays fixed during a game of Der große Zugraub: options, cards, and distances in cars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import or_
from typing import Any

from spielzug.core.declaration import F, FactsRecord, Value, Values, declare
from spielzug.core.errors import OptionClash, OptionError, UsageError
from spielzug.core.events import MAX_SEATS
from spielzug.core.options import Options, first_option, live_option, option, switch
from spielzug.games.zugraub.facts import sets
from spielzug.games.zugraub.facts.sets import SETS, BrainSet

RULES_VERSION = 2  # version 1 was never released
MIN_SEATS = 3
FAR = sets.SPACES  # more steps than between any two spaces of a car
CARD_NUMBERS = ("cost", "hit", "run", "iq")


class Facts(FactsRecord[F]):
    """What stays fixed during a game of The Great Brain Robbery."""

    turn_limit = declare("i4")  # turns after which the game ends, 0 for none (B21)
    first = declare("i4")  # 0 at random, else 1 + the seat that begins
    bonus = declare("i4")  # whether the bonus cards are in play
    recycle = declare("i4")  # whether lost cars can be drawn again
    cars = declare("i4")  # cars in front of the Caboose at the start
    engine_rounds = declare("i4")  # rounds after a lost Caboose in which no Engine comes (B21)
    cheese = declare("i4")  # whether everybody begins with a cheese in the head (B4)
    spoils_to_head = declare("i4")  # whether spoils may go into a head (B14)
    set = declare("i4")  # number of the set in `SETS`
    rules_version = declare("i4")  # version of the rules
    count = declare("i4")  # cards in play
    cost = declare("u1", (sets.ALL_CARDS + 1,))  # points that installing a card costs (B16)
    hit = declare("i1", (sets.ALL_CARDS + 1,))  # what a card adds to a total (B11)
    run = declare("i1", (sets.ALL_CARDS + 1,))  # what a card adds to a reach (B6)
    iq = declare("u1", (sets.ALL_CARDS + 1,))  # IQ of a card in a head (B20)
    cheesy = declare("u1", (sets.ALL_CARDS + 1,))  # whether a card is a cheese (B1)
    ability = declare("u1", (sets.ALL_CARDS + 1,))  # index into ABILITIES
    # Sets of spaces are 18 bits: column * 3 + row - 1.
    brains = declare("u4", (sets.FACES,))  # brain spaces of a face (B2)
    brakes = declare("u4", (sets.FACES,))  # brake spaces of a face (B18)
    starts = declare("u1", (sets.STARTS,))  # start spaces in the Caboose, by turn order
    rear = declare("u1", (sets.FACES,))  # the space at the rear door
    front = declare("u1", (sets.FACES,))  # the space at the front door
    # distance between two spaces of a face
    steps = declare("u1", (sets.FACES, sets.SPACES, sets.SPACES))
    to_rear = declare("u1", (sets.FACES, sets.SPACES))  # steps to the rear door space
    to_front = declare("u1", (sets.FACES, sets.SPACES))  # steps to the front door space
    cross = declare("u1", (sets.FACES,))  # steps from door space to door space
    within = declare("u4", (sets.FACES, sets.SPACES, FAR))  # the spaces within 0 to 17 steps


@dataclass(frozen=True)
class ZugraubOptions(Options):
    first: int = first_option(MAX_SEATS)
    bonus: int = switch(
        de="ob die neun Bonuskarten mitspielen",
        en="whether the nine bonus cards are in play",
        fr="si les neuf cartes bonus sont en jeu",
        nl="of de negen bonuskaarten meedoen",
    )
    recycle: int = switch(
        de="ob verlorene Wagen wieder gezogen werden können",
        en="whether lost cars can be drawn again",
        fr="si les voitures perdues peuvent être tirées à nouveau",
        nl="of verloren wagons opnieuw getrokken kunnen worden",
    )
    cars: int = option(
        1, 1, 4,
        de="so viele Wagen hat der Zug am Anfang vor dem Dienstwagen",
        en="how many cars the train starts with in front of the Caboose",
        fr="nombre de voitures devant le fourgon de queue au début",
        nl="zoveel wagons heeft de trein aan het begin vóór de remwagen",
    )  # fmt: skip
    engine_rounds: int = option(
        0, 0, 9,
        de="so viele Runden kommt die Lokomotive nach dem Verlust des Dienstwagens nicht",
        en="for how many rounds after the Caboose is lost the Engine stays away",
        fr="pendant ce nombre de manches après la perte du fourgon, pas de locomotive",
        nl="zoveel ronden na het verlies van de remwagen komt de locomotief niet",
    )  # fmt: skip
    cheese: int = switch(
        de="ob alle mit einem kostenlosen Käse im Kopf beginnen",
        en="whether everyone starts with a free cheese in their head",
        fr="si chacun commence avec un fromage gratuit dans la tête",
        nl="of iedereen met een gratis kaas in het hoofd begint",
    )
    spoils_to_head: int = switch(
        True,
        de="ob die Beute aus einem Kopf gleich in einen leeren Kopf gelegt werden darf",
        en="whether a brain taken from a head may go straight into an empty head",
        fr="si un cerveau pris dans une tête peut aller directement dans une tête vide",
        nl="of een brein uit een hoofd meteen in een leeg hoofd mag",
    )
    turn_limit: int = option(
        0, 0, 1_000_000, {0: "off"},
        de="nach so vielen Spielzügen (aller zusammen) endet das Spiel und wird gewertet",
        en="the number of turns, all players together, after which the game ends and is scored",
        fr="après ce nombre de tours (tous ensemble) la partie se termine et l'on compte",
        nl="na zoveel beurten (van allen samen) eindigt het spel en wordt geteld",
    )  # fmt: skip
    set: int = live_option(
        SETS.names,
        SETS.also,
        de="die Karten und Wagen: die von Spielzug oder eine geladene Datei",
        en="the cards and cars: Spielzug's own, or those of a loaded file",
        fr="les cartes et les voitures : celles de Spielzug ou un fichier chargé",
        nl="de kaarten en wagons: die van Spielzug of een geladen bestand",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bonus and not SETS.get(self.set).bonus:
            label = SETS.names[self.set]
            raise OptionClash(
                f"option bonus=yes: the set {label} has no bonus cards", "bonus", "set"
            )

    def check_for_seats(self, seats: int) -> None:
        if self.cheese:
            cards = SETS.get(self.set)
            cheeses = sum(card.cheese for card in cards.in_play(bool(self.bonus)))
            if cheeses < seats:
                raise OptionError(
                    f"option cheese=yes: the set {SETS.names[self.set]} has {cheeses} cheeses for "
                    f"{seats} seats (use no)"
                )
        super().check_for_seats(seats)


def longest(options: ZugraubOptions, seats: int) -> int:
    """An upper bound on the decisions in a game.

    In a turn every hand starts with at most three cards (B15), two are drawn (B10), and brains in
    heads may come into hands (B14). Spoils move each of these once, and each leaves its hand once.
    Everybody passes once between two cards played in a fight and after the last one (B11).
    """
    if options.turn_limit == 0:
        raise UsageError("a game can go on for ever; the option turn_limit ends it")
    hands = 3 * seats + 2
    passes = (hands + 1) * seats
    others = 5 + sets.MAX_CARS  # roll, go, attack, end spoils, end turn; front doors
    return (2 * (hands + seats) + passes + others) * options.turn_limit


def build_facts(options: ZugraubOptions, version: int) -> dict[str, Value]:
    cards = SETS.get(options.set, version)
    return {
        **_set_values(cards),
        **vars(options),
        "count": len(cards.in_play(bool(options.bonus))),
        "rules_version": version,
    }


def set_of(facts: Facts[Any]) -> BrainSet:
    """The cards and cars of a game."""
    return SETS.get(int(facts.set), int(facts.rules_version))


@lru_cache(maxsize=16)
def _set_values(cards: BrainSet) -> Values:
    """The part of the facts that depends only on the set."""
    plans = [face.plan for face in cards.faces]
    steps = [plan.steps for plan in plans]
    return {
        **_card_values(cards),
        "brains": [_bits(plan.brains) for plan in plans],
        "brakes": [_bits(plan.brakes) for plan in plans],
        "starts": plans[sets.CABOOSE_FACE].starts,
        "rear": [plan.rear for plan in plans],
        "front": [plan.front for plan in plans],
        "steps": steps,
        "to_rear": [[far[plan.rear] for far in plan.steps] for plan in plans],
        "to_front": [[far[plan.front] for far in plan.steps] for plan in plans],
        "cross": [plan.steps[plan.rear][plan.front] for plan in plans],
        "within": [[_reaches(far) for far in face] for face in steps],
    }


def _card_values(cards: BrainSet) -> Values:
    known = cards.in_play(True)
    after = [0] * (sets.ALL_CARDS - len(known))  # card 0 is none
    return {
        **{name: [0, *(getattr(c, name) for c in known), *after] for name in CARD_NUMBERS},
        "cheesy": [0, *(card.cheese for card in known), *after],
        "ability": [0, *(sets.ABILITIES.index(card.ability) for card in known), *after],
    }


def _reaches(far: Sequence[int]) -> list[int]:
    """The spaces within 0, 1, 2, … steps of the one from which they are this far."""
    rings = [0] * FAR
    for space, steps in enumerate(far):
        rings[steps] |= 1 << space
    return list(accumulate(rings, or_))


def _bits(spaces: Iterable[int]) -> int:
    return sum(1 << space for space in spaces)
