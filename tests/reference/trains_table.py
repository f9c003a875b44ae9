"""The table of the "Trains" reference: every pile, cube and token, and what may be done with them.

Nothing here is random: a card that leaves a draw pile by chance is told (see ``told``), and it is
checked that it could come. A draw pile is a bag of cards in unknown order below a list of cards
whose order is known because they were put there (``top``, the topmost first).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from reference.trains_facts import (
    BOARDS,
    CARDS,
    COMMON_PILES,
    CUBES_PER_SEAT,
    NEIGHBOURS,
    RANDOM_KINDS,
    RANDOM_PILE,
    STARTING_DECK,
    STATION_TOKENS,
)

NOBODY = -1
WASTE = "WA"
TERRAIN_COST = {"plain": 0, "river": 1, "mountain": 2}  # T11
# The waivers that spare one terrain's cost. T14: Viaduct does not reach remote spaces.
WAIVER_OF_TERRAIN = {"river": "steel_bridge", "mountain": "tunnel", "city": "viaduct"}
CITY_POINTS = (0, 2, 4, 8)  # T16: by the stations in the city


class Disagreement(Exception):
    """What the reference was told cannot happen under the rules."""


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise Disagreement(complaint)


def is_a(kind: str, card: str) -> bool:
    """Whether a card is a train, rail, station, action, victory or waste card."""
    return kind in CARDS[card].kinds


def kinds_in(zone: Counter[str]) -> list[str]:
    return sorted(card for card, number in zone.items() if number > 0)


def trains_in(zone: Counter[str]) -> list[str]:
    return [card for card in kinds_in(zone) if is_a("train", card)]


def take_from(zone: Counter[str], card: str) -> None:
    require(zone[card] > 0, f"there is no {card} to take")
    zone[card] -= 1


class ReferenceTable:
    def __init__(
        self, board: str, kinds: Iterable[str], seats: int, hands: Sequence[Sequence[str]]
    ) -> None:
        chosen = sorted(kinds)
        require(board in BOARDS, f"no such board: {board}")
        require(2 <= seats <= 4, "2 to 4 players")
        require(len(set(chosen)) == 8 == len(chosen), "8 different random kinds")
        require(set(chosen) <= RANDOM_KINDS, "only random kinds may be chosen")
        self.seats = seats
        self.actor = NOBODY
        self.spaces = BOARDS[board]
        self.neighbours = NEIGHBOURS[board]
        # T1: what the starting decks need is taken out first.
        self.supply: Counter[str] = Counter(COMMON_PILES)
        self.supply["LR"] = 20 - 2 * seats
        self.supply["SE"] = 20 - seats
        self.supply.update(dict.fromkeys(chosen, RANDOM_PILE))
        self.box: Counter[str] = Counter()  # trashed cards

        # The board: cubes of each seat, station tokens of each city, the score track.
        self.cubes: list[set[str]] = [set() for _ in range(seats)]
        self.stock = [CUBES_PER_SEAT] * seats
        self.stations: Counter[str] = Counter()
        self.track = [0] * seats

        # The cards of each seat.
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.unordered: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.top: list[list[str]] = [[] for _ in range(seats)]
        self.discards: list[Counter[str]] = [Counter() for _ in range(seats)]

        # The turn of the actor.
        self.money = 0
        self.play_area: Counter[str] = Counter()
        self.aside: Counter[str] = Counter()  # T6: bought and gained this turn
        self.effects: Counter[str] = Counter()  # in force to the end of the turn
        self.played = ""  # the card being played: "this card" of its ability
        self.row: list[str] = []  # revealed by Information Central
        self.arranged = False  # whether the row lies in its private order
        self.look = ""  # looked at with Signals

        self.told: list[str] = []  # cards told as coming by chance in this step, not yet used
        self.deal(hands)
        self.all_cards = self.count_all_cards()

    # ---------------------------------------------------------------- the actor's own zones

    @property
    def hand(self) -> Counter[str]:
        return self.hands[self.actor]

    @property
    def discard_pile(self) -> Counter[str]:
        return self.discards[self.actor]

    @property
    def tokens(self) -> int:
        """Station tokens in the stock."""
        return STATION_TOKENS - self.stations.total()

    # ---------------------------------------------------------------- the draw pile

    def deal(self, hands: Sequence[Sequence[str]]) -> None:
        """T2: ten starting cards, five of them drawn."""
        require(len(hands) == self.seats, "one hand per seat")
        for seat, hand in enumerate(hands):
            require(len(hand) == 5, f"seat {seat} must be dealt 5 cards")
            self.hands[seat] = Counter(hand)
            self.unordered[seat] = Counter(STARTING_DECK)
            for card in hand:
                take_from(self.unordered[seat], card)

    def drawable(self) -> int:
        """How many cards the actor could draw, the discard pile shuffled in."""
        known, unordered = self.top[self.actor], self.unordered[self.actor]
        return len(known) + unordered.total() + self.discard_pile.total()

    def next_card(self) -> str | None:
        """The top card leaves the draw pile; T5: there is none if both piles are empty.

        T8: the discard pile is shuffled only when a card is needed and the draw pile is empty.
        """
        known, unordered = self.top[self.actor], self.unordered[self.actor]
        if known:
            return known.pop(0)
        if not unordered.total():
            unordered.update(self.discard_pile)
            self.discard_pile.clear()
        if not unordered.total():
            return None
        require(bool(self.told), "too few cards told")
        card = self.told.pop(0)
        take_from(unordered, card)
        return card

    def reveal(self, number: int) -> list[str]:
        """T5: the top cards of the draw pile, as many as there are up to the number."""
        cards: list[str] = []
        while len(cards) < number and (card := self.next_card()) is not None:
            cards.append(card)
        return cards

    def draw(self, number: int) -> None:
        self.hand.update(self.reveal(number))

    def put_on_top(self, card: str) -> None:
        self.top[self.actor].insert(0, card)

    # ---------------------------------------------------------------- cards from place to place

    def discard(self, card: str) -> None:
        take_from(self.hand, card)
        self.discard_pile[card] += 1

    def gain(self, card: str) -> None:
        """T6: a card from the supply is set aside."""
        take_from(self.supply, card)
        self.aside[card] += 1

    def gain_waste(self) -> None:
        """T5: an empty Waste pile gives none. T14: nor does Dump Site let any come."""
        if self.supply[WASTE] and not self.effects["dump_site"]:
            self.gain(WASTE)

    def return_waste(self, number: int) -> None:
        require(self.hand[WASTE] >= number, "so much Waste is not in hand")
        self.hand[WASTE] -= number
        self.supply[WASTE] += number

    def put_in_force(self, effect: str) -> None:
        """To the end of the turn. Only Ironworks counts how often (T14)."""
        self.effects[effect] = self.effects[effect] + 1 if effect == "ironworks" else 1

    def clean_up(self) -> None:
        """T8, T9: everything to the discard pile, five new cards; money and effects are lost."""
        for zone in (self.hand, self.play_area, self.aside):
            self.discard_pile.update(zone)
            zone.clear()
        self.money = 0
        self.effects.clear()
        self.draw(5)

    # ---------------------------------------------------------------- rails and stations

    def others_at(self, space: str) -> int:
        """T11: foreign cubes in a space."""
        return sum(space in cubes for seat, cubes in enumerate(self.cubes) if seat != self.actor)

    def rail_cost(self, space: str, waiver: str = "") -> int:
        """T11, T12: the extra money, with the waivers in force and one about to come."""
        waivers = {*kinds_in(self.effects), waiver}
        if "subway_excavation" in waivers:
            return 0
        terrain = self.spaces[space].terrain
        if WAIVER_OF_TERRAIN.get(terrain) in waivers:
            cost = 0
        elif terrain == "city":
            cost = 1 + self.stations[space]
        elif terrain == "remote":
            cost = self.spaces[space].value
        else:
            cost = TERRAIN_COST[terrain]
        return cost if "collaboration" in waivers else cost + self.others_at(space)

    def rail_spaces(self, waiver: str = "") -> list[str]:
        """T10, T11: where the actor may lay a rail and can pay for it."""
        own = self.cubes[self.actor]
        if not self.stock[self.actor]:
            return []
        return [
            space
            for space, what in self.spaces.items()
            if what.terrain != "sea"
            and space not in own
            and own & self.neighbours[space]
            and self.rail_cost(space, waiver) <= self.money
        ]

    def lay_rail(self, space: str) -> None:
        """T11: pay, take the Waste for foreign cubes (Collaboration spares it), put the cube."""
        self.money -= self.rail_cost(space)
        if self.others_at(space) and not self.effects["collaboration"]:
            self.gain_waste()
        self.put_cube(space)

    def put_cube(self, space: str) -> None:
        self.cubes[self.actor].add(space)
        self.stock[self.actor] -= 1

    def start_spaces(self) -> list[str]:
        """T3: not sea, not remote, not taken."""
        taken = set().union(*self.cubes)
        return [
            space
            for space, what in self.spaces.items()
            if what.terrain not in ("sea", "remote") and space not in taken
        ]

    def station_spaces(self) -> list[str]:
        """T13: cities with room; T14: a token must be left."""
        if not self.tokens:
            return []
        return [
            space for space, what in self.spaces.items() if self.stations[space] < what.capacity
        ]

    # ---------------------------------------------------------------- points and counts

    def cards_owned(self, seat: int) -> Counter[str]:
        """At the end of a turn, when nothing is in play or set aside."""
        owned = self.hands[seat] + self.unordered[seat] + self.discards[seat]
        return owned + Counter(self.top[seat])

    def points(self, seat: int) -> int:
        """T16: track, cities and remote spaces with an own cube, victory cards."""
        cities = sum(
            CITY_POINTS[self.stations[space]]
            for space in self.cubes[seat]
            if self.spaces[space].terrain == "city"
        )
        remote = sum(self.spaces[space].value for space in self.cubes[seat])
        cards = sum(CARDS[card].points * n for card, n in self.cards_owned(seat).items())
        return self.track[seat] + cities + remote + cards

    def count_all_cards(self) -> Counter[str]:
        """Every card on the table, wherever it lies."""
        everywhere = Counter([*self.row, *([self.look] if self.look else [])])
        everywhere.update(card for top in self.top for card in top)
        own = (*self.hands, *self.unordered, *self.discards)
        for zone in (self.supply, self.box, self.play_area, self.aside, *own):
            everywhere.update(zone)
        return everywhere

    def check_nothing_is_lost(self) -> None:
        """No rule, a guard for this file: every card, cube and token is somewhere."""
        assert self.count_all_cards() == self.all_cards, "a card is lost or doubled"
        for seat in range(self.seats):
            assert len(self.cubes[seat]) + self.stock[seat] == CUBES_PER_SEAT
        assert self.tokens >= 0 and min(self.stock) >= 0 and self.money >= 0
