"""Reference implementation of "Trains – Die Bahn kommt!": slow, plain, one helper per rule.

Written from the numbered rules T1 to T17 and the cards' facts alone, without a look at the
compiled ones. It shuffles nothing: every card that leaves a draw pile by chance is told to it, and
it checks that such a card could come. After a ``Disagreement`` the object must not be used any
further. The pieces lie in ``trains_table``, the cards' abilities in ``trains_cards``, the facts in
``trains_facts``; here are the course of the game, buying, the end and the interface.

The whole game is one generator that yields a question (phase, choices) and gets the choice back.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from reference.trains_cards import ABILITIES, NEEDS, Asking
from reference.trains_facts import CARDS
from reference.trains_table import (
    NOBODY,
    WASTE,
    Disagreement,
    ReferenceTable,
    is_a,
    kinds_in,
    require,
    take_from,
)

__all__ = ["Disagreement", "Reference"]


def counted(zone: Counter[str]) -> dict[str, int]:
    return {card: number for card, number in zone.items() if number}


class Reference:
    """One game. ``board`` is "tokyo" or "osaka", ``first`` a seat from 0, 0 is no turn limit."""

    def __init__(
        self,
        board: str,
        kinds: Iterable[str],
        seats: int,
        first: int,
        turn_limit: int,
        hands: Sequence[Sequence[str]],
    ) -> None:
        self.table = ReferenceTable(board, kinds, seats, hands)
        require(0 <= first < seats, "the first player must be a seat")
        require(turn_limit >= 0, "the turn limit is 0 (off) or a number of turns")
        self.seats = seats
        self.turn_limit = turn_limit
        self.turns = 0
        self.acted = False  # T7: whether something was played or bought this turn
        self.points: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()
        self.reason = ""
        self.course = self.play_game(first)
        self.phase, self.choices = next(self.course)

    # ---------------------------------------------------------------- the interface

    def legal(self) -> set[str]:
        return set(self.choices)

    def step(self, text: str, luck: Sequence[str] = ()) -> None:
        """One decision; ``luck``: the cards that leave the draw pile by chance, in order."""
        require(text in self.choices, f"{text!r} is not legal in phase {self.phase!r}")
        if self.phase == "order":
            require(self.table.arranged, "the row was not arranged")
        self.table.told = list(luck)
        try:
            self.phase, self.choices = self.course.send(text)
        except StopIteration:
            self.phase, self.choices = "over", set()
        require(not self.table.told, f"too many cards told, left over: {self.table.told}")
        self.table.check_nothing_is_lost()

    def arrange(self, codes: Sequence[str]) -> None:
        """The private order of the row, places 1 to n, told once at the start of phase order."""
        require(self.phase == "order", "there is nothing to arrange")
        require(not self.table.arranged, "the row is arranged already")
        require(sorted(codes) == sorted(self.table.row), "other cards than those of the row")
        self.table.row = list(codes)
        self.table.arranged = True

    def position(self) -> dict[str, object]:
        table = self.table
        return {
            "seats": self.seats,
            "actor": table.actor,
            "phase": self.phase,
            "money": table.money,
            "supply": dict(table.supply),
            "stations": counted(table.stations),
            "tokens": table.tokens,
            "cubes": tuple(frozenset(cubes) for cubes in table.cubes),
            "stock": tuple(table.stock),
            "track": tuple(table.track),
            "hand": tuple(counted(hand) for hand in table.hands),
            "draw": tuple(
                counted(unordered + Counter(top))
                for unordered, top in zip(table.unordered, table.top, strict=True)
            ),
            "top": tuple(tuple(top) for top in table.top),
            "discard": tuple(counted(pile) for pile in table.discards),
            "play": counted(table.play_area),
            "aside": counted(table.aside),
            "row": tuple(sorted(table.row)),
            "look": table.look,
            "box": counted(table.box),
            "effects": tuple(sorted(table.effects.elements())),
            "turns": self.turns,
            "points": self.points,
            "winners": self.winners,
            "reason": self.reason,
        }

    # ---------------------------------------------------------------- the course of the game

    def play_game(self, first: int) -> Asking:
        """T3: a starting cube each in turn order; then turns until one ends the game (T15)."""
        in_turn_order = [(first + offset) % self.seats for offset in range(self.seats)]
        for seat in in_turn_order:
            self.table.actor = seat
            answer = yield "start", {"@" + space for space in self.table.start_spaces()}
            self.table.put_cube(answer[1:])
        while not self.reason:
            self.table.actor = in_turn_order[self.turns % self.seats]
            yield from self.take_turn()
            self.turns += 1
            self.reason = self.why_it_ends()
        self.end_game()

    def take_turn(self) -> Asking:
        """T4: play and buy in any order, one finished before the next; then clean up (T8)."""
        self.acted = False
        while (answer := (yield "turn", self.turn_choices())) not in (".", "~"):
            self.acted = True
            if answer.startswith("$"):
                self.buy(answer[1:3], on_top=answer.endswith("^"))
            else:
                yield from self.play(answer[:2], use=answer.endswith("+"))
        if answer == "~":
            self.table.return_waste(self.table.hand[WASTE])
        self.table.clean_up()

    def turn_choices(self) -> set[str]:
        choices = {"."} | self.cards_to_play() | self.cards_to_buy()
        if not self.acted and self.table.hand[WASTE]:
            choices.add("~")  # T7: the whole turn
        return choices

    # ---------------------------------------------------------------- playing a card

    def cards_to_play(self) -> set[str]:
        """T5: without the ability always, with it if all of it can be done."""
        choices = set()
        for card in kinds_in(self.table.hand):
            if is_a("victory", card) or is_a("waste", card):
                continue
            choices.add(card)
            if card in ABILITIES and self.could_be_used(card):
                choices.add(card + "+")
        return choices

    def income(self, card: str) -> int:
        """T5: the printed money. T14: Ironworks pays for every rail card played, used or not."""
        ironworks = self.table.effects["ironworks"] if is_a("rail", card) else 0
        return CARDS[card].money + 2 * ironworks

    def put_into_play(self, card: str) -> None:
        take_from(self.table.hand, card)
        self.table.play_area[card] += 1
        self.table.money += self.income(card)

    def could_be_used(self, card: str) -> bool:
        """T5: played for a moment to see what its ability would find, then taken back."""
        self.put_into_play(card)
        usable = NEEDS[card](self.table)
        self.table.money -= self.income(card)
        take_from(self.table.play_area, card)
        self.table.hand[card] += 1
        return usable

    def play(self, card: str, use: bool) -> Asking:
        """T5: the card gives its money, then its ability is used completely or not at all."""
        self.put_into_play(card)
        self.table.played = card
        if use:
            asking = ABILITIES[card](self.table)
            if asking is not None:
                yield from asking

    # ---------------------------------------------------------------- buying a card

    def cards_to_buy(self) -> set[str]:
        """T6: what can be paid, never Waste, never from an empty pile."""
        table = self.table
        cards = [
            card
            for card in kinds_in(table.supply)
            if card != WASTE and CARDS[card].cost <= table.money
        ]
        choices = {"$" + card for card in cards}
        if table.effects["early_train"]:
            choices |= {"$" + card + "^" for card in cards}
        return choices

    def buy(self, card: str, on_top: bool) -> None:
        """T6: set aside; by Early Train on the draw pile. A victory card brings its Waste."""
        self.table.money -= CARDS[card].cost
        if on_top:
            take_from(self.table.supply, card)
            self.table.put_on_top(card)
        else:
            self.table.gain(card)
        if is_a("victory", card):
            self.table.gain_waste()

    # ---------------------------------------------------------------- the end

    def why_it_ends(self) -> str:
        """T15, T17: looked at when a turn is over, clean-up included."""
        table = self.table
        empty = [card for card, left in table.supply.items() if left == 0 and card != WASTE]
        if len(empty) >= 4:
            return "four_piles"
        if 0 in table.stock:
            return "cubes"
        if table.tokens == 0:
            return "stations"
        if self.turn_limit and self.turns >= self.turn_limit:
            return "turn_limit"
        return ""

    def end_game(self) -> None:
        """T16: most points; among equals more cubes on the board, then the win is shared."""
        table = self.table
        self.points = tuple(table.points(seat) for seat in range(self.seats))
        results = [(self.points[seat], len(table.cubes[seat])) for seat in range(self.seats)]
        best = max(results)
        self.winners = tuple(seat for seat in range(self.seats) if results[seat] == best)
        table.actor = NOBODY
