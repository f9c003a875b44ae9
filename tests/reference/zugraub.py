"""Reference implementation of "Der große Zugraub": slow, plain, one helper per rule.

Written from the numbered rules B1 to B21 alone, without a look at the compiled ones. It throws
no die and shuffles nothing: what chance gave is told to it, in order, and it checks that this
could happen. After a ``Disagreement`` the object must not be used any further.

Luck is a list of: an int for each single die, ("card", number) for each card drawn, and
("car", piece, side) for each car drawn. Seats count from 0, in the notation of spoils from 1.

A turn runs in this order (the phases that ask are in brackets):
  1. discard [discard], then the dice (B5, B6);
  2. the move, cards for it, new cars [move] (B6 to B8);
  3. where it stops: brake (B18), marker (B10), fight [attack] (B9);
  4. the fight: dice, cards [brawl], points of the losers, spoils [spoils], hands of the others
     back to their limit [limit] (B11 to B15);
  5. install, down to the hand limit [end] (B15, B16);
  6. the coupling check (B17), the turn is counted, the turn limit (B21), the next player.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from reference.zugraub_table import (
    ENGINE,
    HAND_LIMIT,
    NO_BRAIN,
    NOBODY,
    REAR_DOOR,
    Car,
    Disagreement,
    Place,
    ReferenceTable,
    require,
)

__all__ = ["Disagreement", "Reference"]

HEAD = 0  # the place of a brain in a head; places in a hand count from 1


class Spoil(NamedTuple):
    """B14: one thing the winner of a fight may do with one brain."""

    source: int
    place: int  # HEAD, or the place in the hand
    way: str  # "x" discard, ">" into a hand, "^" into a head
    target: int  # the seat that gets it, NOBODY for a discard


class Reference(ReferenceTable):
    def __init__(
        self,
        cards: dict[int, dict[str, Any]],
        faces: dict[Car, str],
        seats: int,
        first: int,
        options: dict[str, int],
        deal: Iterable[object],
    ) -> None:
        super().__init__(cards, faces, seats, first, options, deal)
        self.actor = first
        self.active = first
        self.phase = "discard"
        self.turns = 0
        self.winners: list[int] = []
        self.reason = ""

        # Of this turn:
        self.reach = 0
        self.added = 0
        self.installed = False

        # Of this fight:
        self.fighters: list[int] = []  # from the attacker's left, ending with the attacker
        self.totals: dict[int, int] = {}  # by seat
        self.passes = 0
        self.winner_of_fight = NOBODY
        self.handled: set[int] = set()  # brains moved in these spoils

    # ---------------------------------------------------------------- the interface

    def legal(self) -> set[str]:
        """What the actor may choose. (The table alone may say "!abandon", at any time.)"""
        if self.phase == "discard":
            return {"*"} | {f"-{card}" for card in self.hands[self.actor]}  # B5
        if self.phase == "move":
            return self.legal_moves()
        if self.phase == "attack":
            return {"x", "."}  # B11
        if self.phase == "brawl":
            return {"/"} | {f"+{card}" for card in self.hands[self.actor]}  # B11
        if self.phase == "spoils":
            return set(self.spoils()) | ({"/"} if self.may_end_spoils() else set())
        if self.phase == "limit":
            return {f"-{card}" for card in self.hands[self.actor]}  # B15
        if self.phase == "end":
            return self.legal_ends()
        return set()

    def step(self, text: str, luck: Iterable[object]) -> None:
        self.told = list(luck)
        if text == "!abandon" and self.phase != "over":
            self.end_game([], "abandoned")
        else:
            require(text in self.legal(), f"{text!r} is not legal in phase {self.phase!r}")
            self.carry_out(text)
        self.check_pieces()

    def position(self) -> dict[str, object]:
        return {
            "seats": self.seats,
            "actor": self.actor,
            "active": self.active,
            "phase": self.phase,
            "train": tuple(self.train.cars),
            "markers": tuple(frozenset(self.train.markers[piece]) for piece, _ in self.train.cars),
            "unused": frozenset(self.train.unused),
            "lost": frozenset(self.train.lost),
            "pawns": tuple(self.train.name_of(place) for place in self.pawns),
            "hands": tuple(tuple(hand) for hand in self.hands),
            "heads": tuple(self.heads),
            "points": tuple(self.points),
            "draw": frozenset(self.draw_pile),
            "discard": frozenset(self.discard_pile),
            "reach": self.reach,
            "added": self.added,
            "installed": self.installed,
            "fighters": tuple(self.fighters),
            "totals": tuple(self.totals[seat] for seat in self.fighters),
            "passes": self.passes,
            "winner_of_fight": self.winner_of_fight,
            "handled": frozenset(self.handled),
            "turns": self.turns,
            "wait": self.wait,
            "winners": tuple(self.winners),
            "reason": self.reason,
        }

    def carry_out(self, text: str) -> None:
        if self.phase == "discard":
            self.choose_in_discard(text)
        elif self.phase == "move":
            self.choose_in_move(text)
        elif self.phase == "attack":
            self.choose_in_attack(text)
        elif self.phase == "brawl":
            self.choose_in_brawl(text)
        elif self.phase == "spoils":
            self.choose_in_spoils(text)
        elif self.phase == "limit":
            self.choose_in_limit(text)
        else:
            self.choose_in_end(text)

    # ---------------------------------------------------------------- discard and roll (B5, B6)

    def choose_in_discard(self, text: str) -> None:
        if text == "*":
            self.roll_for_the_move()
        else:
            self.discard_from_hand(self.active, int(text[1:]))

    def roll_for_the_move(self) -> None:
        """B6: the dice and the run value of the brain in the head are the reach."""
        dice = self.number_of_dice(self.active, "third_die_run")
        rolled = sum(self.next_die() for _ in range(dice))
        self.reach = rolled + self.head_value(self.active, "run")
        self.phase = "move"

    # ---------------------------------------------------------------- the move (B6 to B8)

    def legal_moves(self) -> set[str]:
        steps = self.train.steps_from(self.pawns[self.active])
        moves = {f"+{card}" for card in self.hands[self.active]}  # B6
        for place, number in steps.items():
            if number <= self.reach:
                moves.add(self.train.name_of(place))
        if self.can_go_out(steps):
            moves.add(">")
        return moves

    def can_go_out(self, steps: dict[Place, int]) -> bool:
        """B8: the step out of the front door costs one, too."""
        door = self.train.front_door_space()
        if not self.train.has_open_front() or door not in steps:
            return False
        return steps[door] + 1 <= self.reach

    def choose_in_move(self, text: str) -> None:
        if text == ">":
            self.go_out_of_the_front()
        elif text[0] == "+":
            self.play_for_running(int(text[1:]))
        else:
            self.pawns[self.active] = self.train.place_named(text)
            self.reach = 0
            self.stop()

    def play_for_running(self, card: int) -> None:
        """B6: a card from the hand adds its run value."""
        self.discard_from_hand(self.active, card)
        self.reach += int(self.cards[card]["run"])

    def go_out_of_the_front(self) -> None:
        """B8: a new car comes, the pawn stands on its rear door space, the move goes on."""
        steps = self.train.steps_from(self.pawns[self.active])
        self.reach -= steps[self.train.front_door_space()] + 1
        piece, _ = self.attach_next_car(self.train.drawable(engine_must_wait=self.wait > 0))
        self.pawns[self.active] = (piece, REAR_DOOR)
        self.added += 1

    # ---------------------------------------------------------------- where it stops (B9, B10, B18)

    def stop(self) -> None:
        """B9: brake, marker, fight, in this order."""
        if self.train.sign_at(self.pawns[self.active]) == "B":
            self.brake()
        if self.phase == "over":
            return
        self.take_marker()
        if self.others_here():
            self.phase = "attack"
        else:
            self.begin_end()

    def brake(self) -> None:
        """B18: the last car is lost without a roll; an Engine alone stops, and the game ends."""
        if self.train.cars == [ENGINE]:
            winners = self.best_heads()
            self.end_game(winners, ("all_lose", "won", "shared")[min(len(winners), 2)])
        else:
            self.lose_last_car()

    def take_marker(self) -> None:
        """B10: one experience point and a card; some brains make it two points or two cards."""
        piece, space = self.pawns[self.active]
        if space not in self.train.markers[piece]:
            return
        self.train.markers[piece].remove(space)
        self.points[self.active] += 2 if self.has_ability(self.active, "two_points") else 1
        for _ in range(2 if self.has_ability(self.active, "two_cards") else 1):
            self.draw_into_hand(self.active)

    def draw_into_hand(self, seat: int) -> None:
        """B10: if there is no card at all nothing is drawn."""
        self.remake_an_empty_draw_pile()
        if self.draw_pile:
            self.hands[seat].append(self.next_card())

    # ---------------------------------------------------------------- the fight (B11 to B13)

    def others_here(self) -> list[int]:
        """B11: everyone else on the space, clockwise from the active player's left."""
        here = self.pawns[self.active]
        others = self.clockwise_from(self.active)[1:]
        return [seat for seat in others if self.pawns[seat] == here]

    def choose_in_attack(self, text: str) -> None:
        if text == "x":
            self.begin_fight()
        else:
            self.begin_end()

    def begin_fight(self) -> None:
        """B11: the attacker rolls first, then clockwise; cards are played the attacker last."""
        others = self.others_here()
        for seat in [self.active, *others]:
            dice = self.number_of_dice(seat, "third_die_hit")
            rolled = sum(self.next_die() for _ in range(dice))
            self.totals[seat] = rolled + self.head_value(seat, "hit")
        self.fighters = [*others, self.active]
        self.phase = "brawl"
        self.ask_fighter(self.fighters[0])

    def ask_fighter(self, seat: int) -> None:
        """B11: until all have passed in a row; who has no card passes without being asked."""
        while self.passes < len(self.fighters):
            if self.hands[seat]:
                self.actor = seat
                return
            self.passes += 1
            seat = self.next_fighter(seat)
        self.decide_fight()

    def next_fighter(self, seat: int) -> int:
        return self.fighters[(self.fighters.index(seat) + 1) % len(self.fighters)]

    def choose_in_brawl(self, text: str) -> None:
        """B11: one hand card for its hit value, or a pass."""
        seat = self.actor
        if text == "/":
            self.passes += 1
        else:
            card = int(text[1:])
            self.discard_from_hand(seat, card)
            self.totals[seat] += int(self.cards[card]["hit"])
            self.passes = 0
        self.ask_fighter(self.next_fighter(seat))

    def decide_fight(self) -> None:
        """B12: the highest total, but a tie for it is the attacker's. B13: a point per loser."""
        highest = max(self.totals.values())
        best = [seat for seat in self.fighters if self.totals[seat] == highest]
        self.winner_of_fight = best[0] if len(best) == 1 else self.active
        for seat in self.fighters:
            if seat != self.winner_of_fight:
                self.points[seat] += 1
        self.passes = 0
        self.phase = "spoils"
        self.actor = self.winner_of_fight

    def forget_the_fight(self) -> None:
        self.fighters = []
        self.totals = {}
        self.passes = 0
        self.winner_of_fight = NOBODY
        self.handled = set()

    # ---------------------------------------------------------------- the spoils (B14, B15)

    def spoils(self) -> dict[str, Spoil]:
        """B14: all that can be done with the fighters' brains that were not moved yet."""
        choices: dict[str, Spoil] = {}
        for source in self.fighters:
            for place, card in enumerate(self.hands[source], start=1):
                if card not in self.handled:
                    for spoil in self.spoils_of_a_hand(source, place):
                        choices[f"{source + 1}.{place}{self.fate(spoil)}"] = spoil
            if self.heads[source] != NO_BRAIN and self.heads[source] not in self.handled:
                for spoil in self.spoils_of_a_head(source):
                    choices[f"{source + 1}h{self.fate(spoil)}"] = spoil
        return choices

    def fate(self, spoil: Spoil) -> str:
        return "x" if spoil.way == "x" else f"{spoil.way}{spoil.target + 1}"

    def spoils_of_a_hand(self, source: int, place: int) -> list[Spoil]:
        """B14: a brain in a hand stays, is discarded, or goes to another fighter's hand."""
        found = [Spoil(source, place, "x", NOBODY)]
        for target in self.fighters:
            if target != source and self.has_room(target, self.hand_limit(target)):
                found.append(Spoil(source, place, ">", target))
        return found

    def spoils_of_a_head(self, source: int) -> list[Spoil]:
        """B14: the same for a brain in a head, which may come into its owner's hand as well.

        With the option it may also go into a fighter's empty head.
        """
        found = [Spoil(source, HEAD, "x", NOBODY)]
        for target in self.fighters:
            # Who loses the brain that allows a third card has room for two only.
            limit = HAND_LIMIT if target == source else self.hand_limit(target)
            if self.has_room(target, limit):
                found.append(Spoil(source, HEAD, ">", target))
            if self.options["spoils_to_head"] and self.heads[target] == NO_BRAIN:
                found.append(Spoil(source, HEAD, "^", target))
        return found

    def has_room(self, seat: int, limit: int) -> bool:
        """B14: the end counts, so only brains moved there before take room; the rest may go yet."""
        return seat == self.active or len(self.moved_into_hand(seat)) + 1 <= limit

    def moved_into_hand(self, seat: int) -> list[int]:
        return [card for card in self.hands[seat] if card in self.handled]

    def may_end_spoils(self) -> bool:
        """B14: nobody but the active player may end above the limit by what the winner gave."""
        return not any(self.must_lose_more(s) for s in self.fighters if s != self.active)

    def must_lose_more(self, seat: int) -> bool:
        """B14: above the limit, with a brain that came and one that was there and can still go.

        With brains of one sort only it lost the brain that allowed a third, and discards (B15).
        """
        came = len(self.moved_into_hand(seat))
        return self.is_above_limit(seat) and 0 < came < len(self.hands[seat])

    def choose_in_spoils(self, text: str) -> None:
        if text == "/":
            self.handled = set()
            self.bring_hands_to_their_limit()
            return
        source, place, way, target = self.spoils()[text]
        if place == HEAD:
            brain, self.heads[source] = self.heads[source], NO_BRAIN
        else:
            brain = self.hands[source].pop(place - 1)
        if way == "x":
            self.discard_pile.add(brain)
            return
        self.handled.add(brain)
        if way == ">":
            self.hands[target].append(brain)
        else:
            self.heads[target] = brain

    def bring_hands_to_their_limit(self) -> None:
        """B15: who lost the brain that allowed a third card discards, the active player later."""
        above = [s for s in self.fighters if s != self.active and self.is_above_limit(s)]
        if above:
            self.phase = "limit"
            self.actor = above[0]
        else:
            self.forget_the_fight()
            self.begin_end()

    def choose_in_limit(self, text: str) -> None:
        self.discard_from_hand(self.actor, int(text[1:]))
        self.bring_hands_to_their_limit()

    # ---------------------------------------------------------------- the end of a turn (B15, B16)

    def begin_end(self) -> None:
        """B15, B16: with an empty hand there is nothing to decide."""
        self.actor = self.active
        if self.hands[self.active]:
            self.phase = "end"
        else:
            self.end_turn()

    def legal_ends(self) -> set[str]:
        seat = self.active
        ends: set[str] = set()
        for card in self.hands[seat]:
            if not self.installed and self.cards[card]["cost"] <= self.points[seat]:
                ends.add(f"^{card}")  # B16
            if self.is_above_limit(seat):
                ends.add(f"-{card}")  # B15
        if not self.is_above_limit(seat):
            ends.add(".")
        return ends

    def choose_in_end(self, text: str) -> None:
        if text == ".":
            self.end_turn()
            return
        card = int(text[1:])
        if text[0] == "^":
            self.install(card)
        else:
            self.discard_from_hand(self.active, card)
        self.begin_end()

    def install(self, card: int) -> None:
        """B16: pay the cost, throw away the old brain, put the card into the head."""
        seat = self.active
        self.points[seat] -= int(self.cards[card]["cost"])
        if self.heads[seat] != NO_BRAIN:
            self.discard_pile.add(self.heads[seat])
        self.hands[seat].remove(card)
        self.heads[seat] = card
        self.installed = True

    def end_turn(self) -> None:
        """B17: the check is the last thing in a turn. B21: the turn limit."""
        self.wait = max(0, self.wait - 1)
        if self.added > 0:
            self.check_couplings()
        self.turns += 1
        if 0 < self.options["turn_limit"] <= self.turns:
            self.end_game(self.best_heads(), "turn_limit")
        else:
            self.begin_turn((self.active + 1) % self.seats)

    def check_couplings(self) -> None:
        """B17: a die lower than the number of cars costs the last car, and is thrown again."""
        while self.next_die() < len(self.train.cars):
            self.lose_last_car()

    def begin_turn(self, seat: int) -> None:
        self.active = seat
        self.actor = seat
        self.phase = "discard"
        self.added = 0
        self.installed = False

    # ---------------------------------------------------------------- the end of the game (B20)

    def end_game(self, winners: list[int], reason: str) -> None:
        self.winners = winners
        self.reason = reason
        self.actor = NOBODY
        self.phase = "over"
        self.reach = 0
        self.forget_the_fight()
