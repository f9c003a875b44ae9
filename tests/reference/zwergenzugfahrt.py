"""An independent, slow reference of "Die Zwergenzugfahrt", written from its rules file alone.

Every helper carries out one rule and names it (Z1 to Z15). Nothing is kept for
speed: what a clan may do is worked out anew from the pieces on the board.
Clans are numbered 0 (red) and 1 (green). Fields are named like on a chess board, "d5".

A step runs in this order:
  1. the action itself (Z4 to Z8), a kick's penalty with it;
  2. the turn is counted (a pass is not, Z10);
  3. ten seats win at once (Z13);
  4. the last turn ends the game (Z14, Z15);
  5. the coin whenever the conductor comes, and the rival's choice of the sign (Z12);
  6. missed turns are counted, and somebody is to move (Z9).
"""

from typing import NamedTuple, cast

RED, GREEN = 0, 1
CLANS = (RED, GREEN)
NOBODY = -1

SIGNS_PER_CLAN = 5
SEATS_TO_WIN = 10  # Z13


class Disagreement(Exception):
    """The implementation under test did what the rules do not allow."""


def rival_of(clan: int) -> int:
    return GREEN if clan == RED else RED


def column_of(field: str) -> int:
    return ord(field[0]) - ord("a")


def row_of(field: str) -> int:
    return int(field[1:])


def field_name(column: int, row: int) -> str:
    return chr(ord("a") + column) + str(row)


class Numbers(NamedTuple):
    """What a set may change; these are the numbers of the rules."""

    every: int = 7  # Z12: turns from one visit of the conductor to the next
    takes: int = 5  # Z7
    kicks: tuple[int, ...] = (1, 2, 2, 2, 2, 3)  # Z8: the last goes on for ever
    last_turn: int = 400  # Z15

    def kick_price(self, number: int) -> int:
        """Z8: the turns to miss for a clan's kick of this number (1 is its first)."""
        return self.kicks[-1] if number > len(self.kicks) else self.kicks[number - 1]


class Reference:
    """One game, its whole position in plain sets and numbers."""

    def __init__(
        self,
        board: dict[str, object],
        first: int,
        mode: str,
        turns: int,
        each: bool,
        numbers: Numbers = Numbers(),  # noqa: B008 - a tuple
    ) -> None:
        self.numbers = numbers
        if first not in CLANS or mode not in ("turns", "seats", "time"):
            raise ValueError(f"no such clan or mode: {first}, {mode}")
        self.kinds = dict(cast("dict[str, str]", board["fields"]))
        self.homes = dict(cast("dict[str, int]", board["homes"]))
        self.walls = set(cast("set[frozenset[str]]", board["walls"]))
        self.mode = mode
        self.limit = turns
        self.each = each
        # The pieces: every dwarf at home, every sign in the stock.
        self.dwarves: list[set[str]] = [
            {field for field, owner in self.homes.items() if owner == clan} for clan in CLANS
        ]
        self.signs: list[set[str]] = [set(), set()]
        self.stock = [SIGNS_PER_CLAN, SIGNS_PER_CLAN]
        # The counters of both clans.
        self.taken = [0, 0]  # Z7: rival signs this clan has taken away
        self.kicks = [0, 0]  # Z8
        self.owes = [0, 0]  # Z9
        self.turns_each = [0, 0]  # turns actually taken
        # Who has passed since the last turn that was taken (Z10).
        self.passed: set[int] = set()
        # Whose turn it is, or was until the conductor has gone (Z3, Z12).
        self.mover = first
        # The colour that shows while the rival is still to choose a sign (Z12).
        self.coin = NOBODY
        self.over = False
        self.winner = NOBODY
        self.reason = ""

    # ---- the board -----------------------------------------------------------------------

    def neighbours(self, field: str) -> set[str]:
        """Z1: left, right, above, below; never diagonally, never through a wall."""
        column, row = column_of(field), row_of(field)
        beside = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
        names = {field_name(*place) for place in beside}
        return {n for n in names if n in self.kinds and frozenset((field, n)) not in self.walls}

    def beside_a_dwarf_of(self, clan: int) -> set[str]:
        """All fields that have a dwarf of this clan on a neighbouring field."""
        return {field for dwarf in self.dwarves[clan] for field in self.neighbours(dwarf)}

    def is_empty(self, field: str) -> bool:
        """Z4: no dwarf and no sign. Z11: not even a sign of one's own."""
        return not any(field in self.dwarves[c] or field in self.signs[c] for c in CLANS)

    def may_enter(self, clan: int, field: str) -> bool:
        """Z2: a home field is only for its own clan."""
        return self.kinds[field] != "home" or self.homes[field] == clan

    def leftmost_free_home(self, clan: int) -> str:
        """Z8: where a kicked dwarf goes; of two in one column, the upper one (our reading)."""
        free = [f for f, owner in self.homes.items() if owner == clan and self.is_empty(f)]
        return min(free, key=lambda field: (column_of(field), -row_of(field)))

    def held(self, clan: int) -> int:
        """Z13: the seats on which a dwarf of the clan sits or a sign of the clan lies."""
        sitting = {field for field in self.dwarves[clan] if self.kinds[field] == "seat"}
        return len(sitting) + len(self.signs[clan])

    # ---- what may be done ----------------------------------------------------------------

    def moves(self, clan: int) -> set[str]:
        """Z4 and Z5: to a neighbouring empty field, seats among them."""
        return {
            f"{start}-{goal}"
            for start in self.dwarves[clan]
            for goal in self.neighbours(start)
            if self.is_empty(goal) and self.may_enter(clan, goal)
        }

    def reservations(self, clan: int) -> set[str]:
        """Z6: a sign from the stock onto an empty seat beside any own dwarf."""
        if self.stock[clan] == 0:
            return set()
        return {
            f"+{field}"
            for field in self.beside_a_dwarf_of(clan)
            if self.kinds[field] == "seat" and self.is_empty(field)
        }

    def takings(self, clan: int) -> set[str]:
        """Z7: a rival sign beside any own dwarf, only so many times a game."""
        if self.taken[clan] >= self.numbers.takes:
            return set()
        return {f"-{f}" for f in self.beside_a_dwarf_of(clan) if f in self.signs[rival_of(clan)]}

    def kickings(self, clan: int) -> set[str]:
        """Z8: onto a rival dwarf that stands neither on a seat nor on a home."""
        return {
            f"{start}*{goal}"
            for start in self.dwarves[clan]
            for goal in self.neighbours(start)
            if goal in self.dwarves[rival_of(clan)] and self.kinds[goal] not in ("seat", "home")
        }

    def legal(self) -> set[str]:
        """What the player to decide may do; nothing when the game is over."""
        if self.over:
            return set()
        if self.coin != NOBODY:  # Z12: the rival of that colour chooses
            return {f"~{field}" for field in self.signs[self.coin]}
        clan = self.mover
        actions = (
            self.moves(clan) | self.reservations(clan) | self.takings(clan) | self.kickings(clan)
        )
        # Z3: who can act must. Z10: who cannot act passes.
        return actions or {"pass"}

    # ---- doing it ------------------------------------------------------------------------

    def step(self, action: str, coin: list[int]) -> None:
        """Carry out one decision; coin holds the tosses that happened during it, in order.

        An action that is not allowed leaves the game as it was. After a Disagreement about
        the coin the game is of no further use.
        """
        if self.over:
            raise Disagreement(f"{action}: the game is over")
        tosses = list(coin)
        if action.startswith("!"):
            self.apply_table_action(action)
        elif action not in self.legal():
            raise Disagreement(f"{action} is not among {sorted(self.legal())}")
        elif action.startswith("~"):
            self.choose_sign(action[1:])
        elif action == "pass":
            self.do_pass()
        else:
            self.take_turn(action, tosses)
        if tosses:
            raise Disagreement(f"{action}: the coin was tossed too often, left over {tosses}")

    def take_turn(self, action: str, tosses: list[int]) -> None:
        """A turn actually taken, and all that follows from it, in the order of the rules."""
        clan = self.mover
        if action.startswith("+"):
            self.do_reserve(clan, action[1:])
        elif action.startswith("-"):
            self.return_sign(rival_of(clan), action[1:])  # Z7: back to its owner's stock
            self.taken[clan] += 1
        elif "*" in action:
            start, goal = action.split("*")
            self.do_kick(clan, start, goal)
        else:
            start, goal = action.split("-")
            self.do_move(clan, start, goal)
        self.turns_each[clan] += 1
        self.passed.clear()
        if self.held(clan) >= SEATS_TO_WIN:  # Z13: at once, in every mode
            self.finish(clan, "ten_seats")
        elif self.was_last_turn():  # Z14, Z15; Z12: before the toss
            self.finish_by_seats("turns")
        elif sum(self.turns_each) % self.numbers.every == 0:  # Z12
            self.conductor_comes(tosses)
        else:
            self.next_to_move()

    def do_move(self, clan: int, start: str, goal: str) -> None:
        """Z4, Z5."""
        self.dwarves[clan].remove(start)
        self.dwarves[clan].add(goal)

    def do_reserve(self, clan: int, field: str) -> None:
        """Z6."""
        self.stock[clan] -= 1
        self.signs[clan].add(field)

    def return_sign(self, owner: int, field: str) -> None:
        """Z7, Z12: a sign goes from the board back to its owner's stock."""
        self.signs[owner].remove(field)
        self.stock[owner] += 1

    def do_kick(self, clan: int, start: str, goal: str) -> None:
        """Z8: the rival goes home, the kicker takes its field and its clan owes turns."""
        rival = rival_of(clan)
        self.do_move(rival, goal, self.leftmost_free_home(rival))
        self.do_move(clan, start, goal)
        self.kicks[clan] += 1
        self.owes[clan] += self.numbers.kick_price(self.kicks[clan])

    def do_pass(self) -> None:
        """Z10: no turn is counted and no coin tossed; both blocked in succession ends it.

        A turn missed between the two passes (Z9) changes nothing on the board, so it does not
        break the succession; only a turn taken does.
        """
        self.passed.add(self.mover)
        if self.passed == set(CLANS):
            self.finish_by_seats("blocked")
        else:
            self.next_to_move()

    # ---- the conductor -------------------------------------------------------------------

    def conductor_comes(self, tosses: list[int]) -> None:
        """Z12: the coin, and what it does to the clan whose colour shows."""
        if not tosses:
            raise Disagreement("the coin was due and not tossed")
        colour = tosses.pop(0)
        if colour not in CLANS:
            raise Disagreement(f"the coin has no side {colour}")
        on_board = sorted(self.signs[colour])
        if len(on_board) >= 2:
            self.coin = colour  # the rival is asked, even if it owes turns
            return
        if len(on_board) == 1:
            self.return_sign(colour, on_board[0])  # nothing to choose
        self.next_to_move()

    def choose_sign(self, field: str) -> None:
        """Z12: the rival has chosen; this was no turn. Missed turns are counted only now."""
        self.return_sign(self.coin, field)
        self.coin = NOBODY
        self.next_to_move()

    def next_to_move(self) -> None:
        """Z3 and Z9: the other clan is next; while the next one owes a turn, it misses it."""
        self.mover = rival_of(self.mover)
        while self.owes[self.mover] > 0:
            self.owes[self.mover] -= 1
            self.mover = rival_of(self.mover)

    # ---- the end -------------------------------------------------------------------------

    def was_last_turn(self) -> bool:
        """Z14 and Z15, asked after a turn was taken and counted."""
        if self.mode == "turns" and self.each:
            return all(taken >= self.limit for taken in self.turns_each)
        if self.mode == "turns":
            return sum(self.turns_each) >= self.limit
        if self.mode == "seats":
            return sum(self.turns_each) >= self.numbers.last_turn
        return False  # mode time: only the table's clock

    def finish_by_seats(self, reason: str) -> None:
        """Z14: more seats win, equal is a draw."""
        red, green = self.held(RED), self.held(GREEN)
        if red == green:
            self.finish(NOBODY, reason)
        else:
            self.finish(RED if red > green else GREEN, reason)

    def finish(self, winner: int, reason: str) -> None:
        self.over = True
        self.winner = winner
        self.reason = reason
        self.coin = NOBODY  # Z14: a pending choice lapses

    def apply_table_action(self, action: str) -> None:
        """What no player decides on the board; possible at any time before the end."""
        if action == "!time" and self.mode == "time":
            self.finish_by_seats("time")
        elif action == "!resign1":
            self.finish(GREEN, "resigned")
        elif action == "!resign2":
            self.finish(RED, "resigned")
        elif action == "!abandon":
            self.finish(NOBODY, "abandoned")
        else:
            raise Disagreement(f"{action} is not allowed in mode {self.mode}")

    # ---- for comparing -------------------------------------------------------------------

    def position(self) -> dict[str, object]:
        """The whole position, in the words of the shared notation."""
        if self.over:
            phase, turn = "over", NOBODY
        elif self.coin != NOBODY:
            phase, turn = "conductor", rival_of(self.coin)
        else:
            phase, turn = "turn", self.mover
        return {
            "turn": turn,
            "phase": phase,
            "dwarves": (frozenset(self.dwarves[RED]), frozenset(self.dwarves[GREEN])),
            "signs": (frozenset(self.signs[RED]), frozenset(self.signs[GREEN])),
            "stock": (self.stock[RED], self.stock[GREEN]),
            "taken": (self.taken[RED], self.taken[GREEN]),
            "kicks": (self.kicks[RED], self.kicks[GREEN]),
            "owes": (self.owes[RED], self.owes[GREEN]),
            "turns": sum(self.turns_each),
            "turns_each": (self.turns_each[RED], self.turns_each[GREEN]),
            "coin": self.coin,
            "winner": self.winner,
            "reason": self.reason,
        }
