"""What lies on the table in the reference of "Der große Zugraub": train, cards, pawns, and luck.

A place is (piece, space): a car is named by its piece, which never changes while it rolls, and
becomes a number from the rear only where a place is written down.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

COLUMNS = "abcdef"  # from the rear to the front
ROWS = "123"
REAR_DOOR, FRONT_DOOR = "a2", "f2"  # the spaces just inside the doors
PLAN_LINES, PLAN_WIDTH = 7, 13
DOOR_LINE = 3

ORDINARY_PIECES = frozenset(range(7))
CABOOSE_PIECE = 7
CABOOSE, ENGINE = (CABOOSE_PIECE, 0), (CABOOSE_PIECE, 1)

Car = tuple[int, int]  # piece, side
Place = tuple[int, str]  # piece, space
BEHIND: Place = (-1, "")

NOBODY = -1
NO_BRAIN = 0
BASE_CARDS = 55  # higher numbers are the bonus pack
HAND_LIMIT = 2  # B15
DICE = 2  # B6, B11
DEFAULTS = {
    "bonus": 0,
    "recycle": 0,
    "cars": 1,
    "engine_rounds": 0,
    "cheese": 0,
    "spoils_to_head": 0,
    "turn_limit": 0,
}


class Disagreement(Exception):
    """What the reference was told cannot happen under the rules."""


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise Disagreement(complaint)


class Face(NamedTuple):
    """One side of a car piece, as read from its plan."""

    signs: dict[str, str]  # what stands on each space: . plain, * brain, 1-7 start, B brake
    ways: dict[str, list[str]]  # the spaces one step away within the car (B7)
    open_rear: bool
    open_front: bool

    def spaces_with(self, sign: str) -> list[str]:
        return [space for space, there in self.signs.items() if there == sign]


def read_plan(plan: str) -> Face:
    """B2: 6 spaces long, 3 wide; what is not blank between two spaces is a wall (B7)."""
    lines = [line.ljust(PLAN_WIDTH) for line in plan.split("\n")]
    require(len(lines) == PLAN_LINES, "a plan has seven lines")
    require(all(len(line) == PLAN_WIDTH for line in lines), "a line of a plan has 13 signs")
    signs: dict[str, str] = {}
    ways: dict[str, list[str]] = {column + row: [] for column in COLUMNS for row in ROWS}
    for across, row in enumerate(ROWS):
        for along, column in enumerate(COLUMNS):
            line, sign = 2 * across + 1, 2 * along + 1
            space = column + row
            signs[space] = lines[line][sign]
            if column != COLUMNS[-1] and lines[line][sign + 1] == " ":
                join(ways, space, COLUMNS[along + 1] + row)
            if row != ROWS[-1] and lines[line + 1][sign] == " ":
                join(ways, space, column + ROWS[across + 1])
    return Face(signs, ways, lines[DOOR_LINE][0] == " ", lines[DOOR_LINE][-1] == " ")


def join(ways: dict[str, list[str]], one: str, other: str) -> None:
    ways[one].append(other)
    ways[other].append(one)


class Train:
    """The cars from the rear to the front, their markers, and the pieces that lie elsewhere."""

    def __init__(self, faces: dict[Car, str], recycle: bool) -> None:
        every_face = {(piece, side) for piece in range(8) for side in (0, 1)}
        require(set(faces) == every_face, "eight pieces with two sides each")
        self.faces = {car: read_plan(plan) for car, plan in faces.items()}
        self.recycle = recycle
        self.cars: list[Car] = [CABOOSE]  # B4
        self.markers: dict[int, set[str]] = {CABOOSE_PIECE: set()}  # by piece
        self.unused: set[int] = set(ORDINARY_PIECES)
        self.lost: set[int] = set()

    # ---------------------------------------------------------------- cars

    def attach(self, piece: int, side: int) -> None:
        """B4, B8: a car comes in front, with a marker on each of its brain spaces."""
        self.unused.remove(piece)
        self.cars.append((piece, side))
        self.markers[piece] = set(self.faces[piece, side].spaces_with("*"))

    def lose_last_car(self) -> Car:
        """B17: the Caboose returns to the unused pieces, any other car is out of the game.

        B21: with ``recycle`` every lost car returns.
        """
        assert len(self.cars) > 1, "the only car is never lost"
        piece, side = self.cars.pop(0)
        del self.markers[piece]
        if self.recycle or (piece, side) == CABOOSE:
            self.unused.add(piece)
        else:
            self.lost.add(piece)
        return piece, side

    def is_at_its_full_length(self) -> bool:
        """B8: nothing is added with the Engine in front or without an unused piece."""
        return self.cars[-1] == ENGINE or not self.unused

    def drawable(self, engine_must_wait: bool) -> set[Car]:
        """B8: an unused piece, either side; the Caboose's piece shows the Engine.

        B21: while the Engine must wait it is not drawn, unless no other piece is left.
        """
        cars = {(piece, side) for piece in self.unused & ORDINARY_PIECES for side in (0, 1)}
        if CABOOSE_PIECE in self.unused and not (engine_must_wait and cars):
            cars.add(ENGINE)
        return cars

    # ---------------------------------------------------------------- places

    def sign_at(self, place: Place) -> str:
        piece, space = place
        (car,) = [car for car in self.cars if car[0] == piece]
        return self.faces[car].signs[space]

    def name_of(self, place: Place) -> str:
        """As in "3c2": the car counted from the rear of the present train, then the space."""
        if place == BEHIND:
            return "behind"
        pieces = [piece for piece, _ in self.cars]
        return f"{pieces.index(place[0]) + 1}{place[1]}"

    def place_named(self, name: str) -> Place:
        return self.cars[int(name[0]) - 1][0], name[1:]

    def front_door_space(self) -> Place:
        return self.cars[-1][0], FRONT_DOOR

    def has_open_front(self) -> bool:
        return self.faces[self.cars[-1]].open_front and not self.is_at_its_full_length()

    # ---------------------------------------------------------------- ways

    def neighbours(self) -> dict[Place, list[Place]]:
        """B7: one step from each space of the train; nobody leaves it at the rear."""
        near: dict[Place, list[Place]] = {}
        for car in self.cars:
            for space, others in self.faces[car].ways.items():
                near[car[0], space] = [(car[0], other) for other in others]
        for index in range(len(self.cars) - 1):
            rear, front = self.cars[index], self.cars[index + 1]
            if self.faces[rear].open_front and self.faces[front].open_rear:
                near[rear[0], FRONT_DOOR].append((front[0], REAR_DOOR))
                near[front[0], REAR_DOOR].append((rear[0], FRONT_DOOR))
        return near

    def steps_from(self, start: Place) -> dict[Place, int]:
        """B7: the fewest steps to every space that can be reached; pawns block nobody.

        B19: the one way from behind the train leads onto the last car's rear door space. Being
        behind is no space, so it has no number of steps: nobody stays or comes there.
        """
        near = self.neighbours()
        first: Place = (self.cars[0][0], REAR_DOOR)
        steps = {first: 1} if start == BEHIND else {start: 0}
        waiting = deque(steps)
        while waiting:
            place = waiting.popleft()
            for other in near[place]:
                if other not in steps:
                    steps[other] = steps[place] + 1
                    waiting.append(other)
        return steps


class ReferenceTable:
    """The set-up (B4), and what players and chance do with train, cards and pawns."""

    def __init__(
        self,
        cards: dict[int, dict[str, Any]],
        faces: dict[Car, str],
        seats: int,
        first: int,
        options: dict[str, int],
        deal: Iterable[object],
    ) -> None:
        require(3 <= seats <= 7, "3 to 7 players")
        require(0 <= first < seats, "the first player must be a seat")
        self.options = {key: int(options.get(key, usual)) for key, usual in DEFAULTS.items()}
        require(1 <= self.options["cars"] <= 4, "a first train has 1 to 4 cars")
        bonus = bool(self.options["bonus"])
        self.cards = {n: card for n, card in cards.items() if bonus or n <= BASE_CARDS}  # B21
        self.seats = seats

        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.heads = [NO_BRAIN] * seats
        self.points = [0] * seats
        self.draw_pile = set(self.cards)
        self.discard_pile: set[int] = set()
        self.train = Train(faces, bool(self.options["recycle"]))
        self.wait = 0  # turns until the Engine may be drawn (B21)

        self.told: list[object] = list(deal)  # luck of this step that was not used yet
        self.pawns: list[Place] = self.pawns_on_the_start(first)
        self.set_up()
        self.check_pieces()

    def check_pieces(self) -> None:
        """No rule: the luck is used up, and cards and pieces are each in exactly one place."""
        require(not self.told, f"more luck than the rules need, left over: {self.told}")
        cards = [*self.draw_pile, *self.discard_pile, *(card for card in self.heads if card)]
        for hand in self.hands:
            cards += hand
        assert sorted(cards) == sorted(self.cards), "a card is lost or doubled"
        pieces = [*self.train.unused, *self.train.lost, *(piece for piece, _ in self.train.cars)]
        assert sorted(pieces) == list(range(8)), "a piece is lost or doubled"

    # ---------------------------------------------------------------- chance

    def next_luck(self, wanted: str) -> object:
        require(bool(self.told), f"too little luck: {wanted} is missing")
        return self.told.pop(0)

    def next_die(self) -> int:
        die = self.next_luck("a die")
        require(isinstance(die, int) and 1 <= die <= 6, f"a die was to be told, not {die!r}")
        assert isinstance(die, int)
        return die

    def next_card(self) -> int:
        """B10: when the last card of the draw pile is drawn the discards are shuffled at once."""
        luck = self.next_luck("a card")
        fitting = [card for card in self.draw_pile if luck == ("card", card)]
        require(len(fitting) == 1, f"a card of the draw pile was to be told, not {luck!r}")
        self.draw_pile.remove(fitting[0])
        self.remake_an_empty_draw_pile()
        return fitting[0]

    def remake_an_empty_draw_pile(self) -> None:
        """B10: the order of the shuffled pile is chance, so a set is enough."""
        if not self.draw_pile:
            self.draw_pile, self.discard_pile = self.discard_pile, set()

    def attach_next_car(self, allowed: set[Car]) -> Car:
        luck = self.next_luck("a car")
        fitting = [car for car in allowed if luck == ("car", *car)]
        require(len(fitting) == 1, f"a car that can be drawn was to be told, not {luck!r}")
        self.train.attach(*fitting[0])
        return fitting[0]

    # ---------------------------------------------------------------- set-up (B4)

    def pawns_on_the_start(self, first: int) -> list[Place]:
        """B4: on the Caboose's start spaces 1, 2, 3 … in turn order."""
        pawns = [BEHIND] * self.seats
        for number, seat in enumerate(self.clockwise_from(first), start=1):
            (space,) = self.train.faces[CABOOSE].spaces_with(str(number))
            pawns[seat] = (CABOOSE[0], space)
        return pawns

    def set_up(self) -> None:
        """B4, with the longer first train and the free cheeses of B21."""
        for _ in range(self.options["cars"]):
            self.attach_next_car(self.train.drawable(engine_must_wait=False))
        if self.options["cheese"]:
            cheeses = sorted(n for n, card in self.cards.items() if card["cheese"])
            require(len(cheeses) >= self.seats, "not enough cheeses for everybody")
            self.heads = [self.next_card() for _ in range(self.seats)]
            require(set(self.heads) <= set(cheeses), "only cheeses are free")
        for seat in range(self.seats):
            self.hands[seat].append(self.next_card())

    # ---------------------------------------------------------------- players and their brains

    def clockwise_from(self, seat: int) -> list[int]:
        """Clockwise is by rising seat number."""
        return [(seat + offset) % self.seats for offset in range(self.seats)]

    def head_value(self, seat: int, value: str) -> int:
        """B6, B11: the run or hit value of the brain in the head, if there is one."""
        brain = self.heads[seat]
        return 0 if brain == NO_BRAIN else int(self.cards[brain][value])

    def has_ability(self, seat: int, ability: str) -> bool:
        """B1: an ability works while its brain lies in the head."""
        brain = self.heads[seat]
        return brain != NO_BRAIN and self.cards[brain]["ability"] == ability

    def number_of_dice(self, seat: int, third_die: str) -> int:
        """B6, B11: two; without a brain one fewer per hand card, never fewer than none."""
        if self.heads[seat] == NO_BRAIN:
            return max(0, DICE - len(self.hands[seat]))
        return DICE + int(self.has_ability(seat, third_die))

    def hand_limit(self, seat: int) -> int:
        """B15: two, or three with the brain that allows it."""
        return HAND_LIMIT + int(self.has_ability(seat, "three_hands"))

    def is_above_limit(self, seat: int) -> bool:
        return len(self.hands[seat]) > self.hand_limit(seat)

    def discard_from_hand(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.discard_pile.add(card)

    # ---------------------------------------------------------------- losing cars (B17 to B19)

    def lose_last_car(self) -> None:
        """B17, B18: who stood on the lost car runs behind the train."""
        car = self.train.lose_last_car()
        if car == CABOOSE:
            self.wait = self.options["engine_rounds"] * self.seats  # B21
        for seat in range(self.seats):
            if self.pawns[seat][0] == car[0]:
                self.fall_behind(seat)

    def fall_behind(self, seat: int) -> None:
        """B17: the hand is discarded (one brain prevents it), points and head are kept."""
        self.pawns[seat] = BEHIND
        if not self.has_ability(seat, "keeps_hand"):
            self.discard_pile.update(self.hands[seat])
            self.hands[seat] = []

    # ---------------------------------------------------------------- scores (B20)

    def iq(self, seat: int) -> int:
        """B20: no brain and cheese count 0."""
        brain = self.heads[seat]
        if brain == NO_BRAIN or self.cards[brain]["cheese"]:
            return 0
        return int(self.cards[brain]["iq"])

    def best_heads(self) -> list[int]:
        """B20: the highest IQ wins, equals share; if everyone has 0 nobody wins."""
        highest = max(self.iq(seat) for seat in range(self.seats))
        return [seat for seat in range(self.seats) if highest > 0 and self.iq(seat) == highest]
