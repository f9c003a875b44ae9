"""Reference implementation of Game of Trains: slow, plain, one helper per rule.

Written from the numbered rules G1 to G22 alone, without a look at the compiled ones. It
shuffles nothing: every car that comes from the draw pile is told to it, and it checks that such a
car could come. After a ``Disagreement`` the object must not be used any further.
"""

from collections.abc import Iterable

MOST_CARS = frozenset(range(1, 85))
ROW_LENGTH = 7
GAP = 0  # stands in a row where a car was removed and not yet refilled
NOBODY = -1
PROTECTABLE = (1, 4, 7)  # G18: the positions under which a protection may lie
ABILITY_OF_CHOICE = {
    "<>": "swap_adjacent",
    "<.>": "swap_over_one",
    ">>": "move_right_2",
    "<<": "move_left_2",
    "-1": "remove_left",
    "-4": "remove_middle",
    "-7": "remove_right",
    "#": "protect",
}
REMOVED_POSITION = {"remove_left": 1, "remove_middle": 4, "remove_right": 7}  # G14, G15, G16
PLACES = {f"@{position}" for position in range(1, ROW_LENGTH + 1)}


class Disagreement(Exception):
    """What the reference was told cannot happen under the rules."""


def require(condition: bool, complaint: str) -> None:
    if not condition:
        raise Disagreement(complaint)


def is_ascending(row: list[int]) -> bool:
    """G21: seven cars ascending from left to right. G17: a row with a gap is never ascending."""
    if GAP in row:
        return False
    return all(row[index] < row[index + 1] for index in range(ROW_LENGTH - 1))


class Reference:
    def __init__(
        self,
        ability: dict[int, str],
        seats: int,
        first: int,
        turn_limit: int,
        deal: list[list[int]],
        draws: list[list[int]],
        drawn: tuple[int, ...] = (1, 2, 3, 4),
    ) -> None:
        """`ability` has every car of the game; `drawn` how many cards who draws before it (G3)."""
        require(set(ability) <= MOST_CARS, "cars are 1..84")
        require(set(ability.values()) <= set(ABILITY_OF_CHOICE.values()), "unknown ability")
        require(2 <= seats <= 4, "2 to 4 players")
        require(0 <= first < seats, "the first player must be a seat")
        require(turn_limit >= 0, "the turn limit is 0 (off) or a number of turns")
        require(len(deal) == seats and len(draws) == seats, "one deal and one draw per seat")

        self.ability = dict(ability)
        self.seats = seats
        self.first = first
        self.turn_limit = turn_limit

        self.phase = "keep"
        self.actor = first
        self.turns = 0
        self.winner = NOBODY
        self.reason = ""

        self.rows: list[list[int]] = [[] for _ in range(seats)]
        # Per seat: protected position -> the protect card lying there.
        self.protections: list[dict[int, int]] = [{} for _ in range(seats)]
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.open_row: list[int] = []  # in order of arrival
        self.draw_pile: set[int] = set(ability)
        self.discard_pile: set[int] = set()
        self.told: list[int] = []  # cars told as drawn in this step and not yet used

        self.deal_rows(deal)
        self.draw_for_set_up(draws, drawn)
        self.check_every_car_is_somewhere()

    # ---------------------------------------------------------------- the interface

    def legal(self) -> set[str]:
        if self.phase == "keep":
            return self.legal_keeps()
        if self.phase in ("setup_place", "place"):
            return set(PLACES)
        if self.phase == "turn":
            return self.legal_turn_choices()
        if self.phase == "target":
            return self.legal_targets(self.ability[self.hands[self.actor][0]])
        return set()

    def step(self, action: str, drawn: list[int]) -> None:
        require(action in self.legal(), f"{action!r} is not legal in phase {self.phase!r}")
        self.told = list(drawn)
        if self.phase == "keep":
            self.keep(int(action[1]))
        elif self.phase == "setup_place":
            self.place_in_set_up(int(action[1]))
        elif self.phase == "turn" and action == "+":
            self.draw_into_hand()
        elif self.phase == "turn":
            self.use_open_card(ABILITY_OF_CHOICE[action])
        elif self.phase == "place":
            self.place_in_turn(int(action[1]))
        else:
            self.carry_out_with_target(action)
        require(not self.told, f"too many cars drawn, left over: {self.told}")
        self.check_every_car_is_somewhere()

    def position(self) -> dict[str, object]:
        return {
            "seats": self.seats,
            "actor": self.actor,
            "phase": self.phase,
            "rows": tuple(tuple(row) for row in self.rows),
            "protections": tuple(
                tuple(under.get(position, 0) for position in PROTECTABLE)
                for under in self.protections
            ),
            "open": frozenset(self.open_row),
            "draw_pile": frozenset(self.draw_pile),
            "discard_pile": frozenset(self.discard_pile),
            "hands": tuple(tuple(hand) for hand in self.hands),
            "turns": self.turns,
            "winner": self.winner,
            "reason": self.reason,
        }

    # ---------------------------------------------------------------- order of play and piles

    def clockwise_from(self, seat: int) -> list[int]:
        """G2: play goes clockwise, that is by rising seat number."""
        return [(seat + offset) % self.seats for offset in range(self.seats)]

    def take_from_draw_pile(self, car: int) -> None:
        """G9: when the last card is taken the discard pile becomes the draw pile at once.

        If the discard pile is empty at that moment the pile is re-made when a card is needed.
        (By the count in G9 that never happens.)
        """
        if not self.draw_pile:
            self.remake_draw_pile()
        require(car in self.draw_pile, f"car {car} is not in the draw pile")
        self.draw_pile.remove(car)
        if not self.draw_pile:
            self.remake_draw_pile()

    def remake_draw_pile(self) -> None:
        """G9: the order of the shuffled pile is chance, so a set is enough."""
        self.draw_pile = self.discard_pile
        self.discard_pile = set()

    def next_told_car(self) -> int:
        """The next car from the draw pile, as told by the caller of step."""
        require(bool(self.told), "too few cars drawn")
        car = self.told.pop(0)
        self.take_from_draw_pile(car)
        return car

    def open_cars(self, cars: Iterable[int]) -> None:
        """Lay cars face up into the open row in this order, cancelling pairs (G5).

        Cancelling in order of arrival: a car that meets its ability takes that card away with it,
        so of three equal ones the latest stays.
        """
        for car in cars:
            partners = [other for other in self.open_row if self.same_ability(car, other)]
            if partners:
                self.open_row.remove(partners[0])
                self.discard_pile.add(partners[0])
                self.discard_pile.add(car)
            else:
                self.open_row.append(car)

    def same_ability(self, car: int, other: int) -> bool:
        return self.ability[car] == self.ability[other]

    def check_every_car_is_somewhere(self) -> None:
        """No rule, a guard for this file: each of the 84 cars lies in exactly one place."""
        cars = [*self.open_row, *self.draw_pile, *self.discard_pile]
        for seat in range(self.seats):
            cars += [car for car in self.rows[seat] if car != GAP]
            cars += self.hands[seat]
            cars += self.protections[seat].values()
        assert sorted(cars) == sorted(self.ability), "a car is lost or doubled"
        open_abilities = [self.ability[car] for car in self.open_row]
        assert len(open_abilities) == len(set(open_abilities)), "G5: an ability is open twice"

    # ---------------------------------------------------------------- set-up

    def deal_rows(self, deal: list[list[int]]) -> None:
        """G1: seven cars each, sorted descending from left to right."""
        for seat in range(self.seats):
            require(len(deal[seat]) == ROW_LENGTH, f"seat {seat} must be dealt 7 cars")
            for car in deal[seat]:
                self.take_from_draw_pile(car)
            self.rows[seat] = sorted(deal[seat], reverse=True)

    def draw_for_set_up(self, draws: list[list[int]], drawn: tuple[int, ...]) -> None:
        """G3: in turn order the players draw 1, 2, 3, 4 cards; all draw before anyone chooses."""
        for seat, count in zip(self.clockwise_from(self.first), drawn, strict=False):
            require(len(draws[seat]) == count, f"seat {seat} must draw {count} cards at set-up")
            for car in draws[seat]:
                self.take_from_draw_pile(car)
            self.hands[seat] = list(draws[seat])

    def legal_keeps(self) -> set[str]:
        """G4: exactly one of the drawn cards, named by its place in the order drawn."""
        return {f"k{place}" for place in range(1, len(self.hands[self.actor]) + 1)}

    def keep(self, place: int) -> None:
        """G4: one card is chosen, the others go face down to the discard pile."""
        hand = self.hands[self.actor]
        chosen = hand[place - 1]
        self.discard_pile.update(car for car in hand if car != chosen)
        self.hands[self.actor] = [chosen]
        self.phase = "setup_place"

    def place_in_set_up(self, position: int) -> None:
        """G4: the chosen card replaces a car. Nobody can win by it (six cars still descend)."""
        self.replace_car(position)
        self.actor = self.clockwise_from(self.actor)[1]
        everyone_has_placed = self.actor == self.first
        self.phase = "turn" if everyone_has_placed else "keep"

    # ---------------------------------------------------------------- a turn: draw (G6)

    def draw_into_hand(self) -> None:
        """G6: take the top card of the draw pile; placing it is the next decision."""
        self.hands[self.actor] = [self.next_told_car()]
        self.phase = "place"

    def place_in_turn(self, position: int) -> None:
        """G6: the drawn car replaces an own car."""
        self.replace_car(position)
        self.end_turn()

    def replace_car(self, position: int) -> None:
        """G4, G6: the car in hand takes the place of a car, which goes to the open row (G5)."""
        seat = self.actor
        new_car = self.hands[seat].pop()
        old_car = self.rows[seat][position - 1]
        self.rows[seat][position - 1] = new_car
        self.lose_protections(seat, [position])
        self.open_cars([old_car])

    # ---------------------------------------------------------------- a turn: use (G7)

    def legal_turn_choices(self) -> set[str]:
        """G6 is always possible; G7 needs an open card of the ability that can be used."""
        choices = {"+"}
        open_abilities = {self.ability[car] for car in self.open_row}
        for choice, ability in ABILITY_OF_CHOICE.items():
            if ability in open_abilities and self.is_usable(ability):
                choices.add(choice)
        return choices

    def is_usable(self, ability: str) -> bool:
        """G18: protect needs an unprotected car. G20: a removal without effect may be used."""
        return ability in REMOVED_POSITION or bool(self.legal_targets(ability))

    def legal_targets(self, ability: str) -> set[str]:
        """The targets of an ability for the player whose turn it is."""
        if ability == "swap_adjacent":  # G10
            return {f"{left}<>{left + 1}" for left in range(1, 7)}
        if ability == "swap_over_one":  # G11
            return {f"{left}<.>{left + 2}" for left in range(1, 6)}
        if ability == "move_right_2":  # G12
            return {f"{start}>>{start + 2}" for start in range(1, 6)}
        if ability == "move_left_2":  # G13
            return {f"{start}<<{start - 2}" for start in range(3, 8)}
        assert ability == "protect"  # G18: a car carries at most one protection
        protected = self.protections[self.actor]
        return {f"#{position}" for position in PROTECTABLE if position not in protected}

    def use_open_card(self, ability: str) -> None:
        """G7: the card leaves the open row; a removal happens now, the others need a target."""
        (card,) = [car for car in self.open_row if self.ability[car] == ability]
        self.open_row.remove(card)
        if ability in REMOVED_POSITION:
            self.discard_pile.add(card)
            self.remove_from_every_row(REMOVED_POSITION[ability])
        else:
            self.hands[self.actor] = [card]
            self.phase = "target"

    def carry_out_with_target(self, target: str) -> None:
        """G7: the used card goes to the discard pile first (protect: under its car)."""
        card = self.hands[self.actor].pop()
        ability = self.ability[card]
        if ability == "protect":
            self.protections[self.actor][int(target[1])] = card  # G18
        else:
            self.discard_pile.add(card)
            start, end = int(target[0]), int(target[-1])  # as in "3<.>5" or "5<<3"
            if ability in ("swap_adjacent", "swap_over_one"):
                self.swap(start, end)
            else:
                self.move(start, end)
        self.end_turn()

    def swap(self, left: int, right: int) -> None:
        """G10, G11: two own cars change places; a car between them does not move."""
        row = self.rows[self.actor]
        row[left - 1], row[right - 1] = row[right - 1], row[left - 1]
        self.lose_protections(self.actor, [left, right])

    def move(self, start: int, end: int) -> None:
        """G12, G13: a car is taken out and put in two places on; the passed cars slide."""
        row = self.rows[self.actor]
        car = row.pop(start - 1)
        row.insert(end - 1, car)
        touched = range(min(start, end), max(start, end) + 1)
        self.lose_protections(self.actor, touched)

    def lose_protections(self, seat: int, positions: Iterable[int]) -> None:
        """G19: protections of replaced, swapped, moved or sliding cars go to the discard pile."""
        for position in positions:
            if position in self.protections[seat]:
                self.discard_pile.add(self.protections[seat].pop(position))

    # ---------------------------------------------------------------- removals (G14 to G17)

    def remove_from_every_row(self, position: int) -> None:
        """G14, G15, G16: all remove, then pairs cancel (G5), then the gaps are refilled (G17)."""
        losers = [
            seat
            for seat in self.clockwise_from(self.actor)
            if position not in self.protections[seat]  # G18
        ]
        removed_cars = []
        for seat in losers:
            removed_cars.append(self.rows[seat][position - 1])
            self.rows[seat][position - 1] = GAP
        self.open_cars(removed_cars)
        for seat in losers:
            self.rows[seat][position - 1] = self.next_told_car()
            if is_ascending(self.rows[seat]):  # G17: nobody draws any more
                break
        self.end_turn()

    # ---------------------------------------------------------------- end of a turn and the game

    def end_turn(self) -> None:
        """The turn is completed: G21 a winner, G22 the turn limit, or the next player's turn."""
        self.turns += 1
        winners = [seat for seat in range(self.seats) if is_ascending(self.rows[seat])]
        if winners:
            (winner,) = winners
            self.end_game(winner, "own_turn" if winner == self.actor else "other_turn")
        elif self.turn_limit > 0 and self.turns >= self.turn_limit:
            self.end_game(NOBODY, "turn_limit")
        else:
            self.actor = self.clockwise_from(self.actor)[1]
            self.phase = "turn"

    def end_game(self, winner: int, reason: str) -> None:
        self.winner = winner
        self.reason = reason
        self.actor = NOBODY
        self.phase = "over"
