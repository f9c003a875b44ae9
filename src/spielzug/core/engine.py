"""What the rest of Spielzug needs of a game's rules: an interface over bytes.

An engine carries out the rules of one game on records in memory. The one that runs here calls the
compiled (or plain) Python rules, see `core.native_engine`; another may ask a WebAssembly module.
Every record is handed over as an object whose `data` are its bytes; what an engine changes, it
changes in place. It trusts the numbers that it is given: positions and games check them before, see
`core.checks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from spielzug.core.events import Event
from spielzug.core.memory import Data


class InMemory(Protocol):
    """A record in memory: a `RecordMemory` or, if it is only read, a `PlainRecord`."""

    @property
    def data(self) -> Data: ...


class Engine(Protocol):
    """The rules of one game. Seats count from 0; −1 is a spectator."""

    def ready(self, functions: Sequence[str] = ()) -> None:
        """Load or compile these functions of the rules (by default all) before they are needed."""

    def has(self, function: str) -> bool:
        """Whether the game has this optional function: `nobody_can_win`, `value`, or `policy`."""

    def start(self, facts: InMemory, state: InMemory, seats: int, key: int) -> list[Event]:
        """Fill an all-zero state with a new game whose luck comes from the key."""

    def actor(self, state: InMemory) -> int:
        """The seat that decides; −1 when the game is over."""

    def over(self, state: InMemory) -> bool: ...

    def legal(self, facts: InMemory, state: InMemory) -> list[int]:
        """The actions that the seat to act may choose, ascending."""

    def step(self, facts: InMemory, state: InMemory, action: int) -> list[Event]:
        """Carry out an action, which must be legal or `outside`."""

    def advance(self, facts: InMemory, state: InMemory, action: int) -> None:
        """The same without events."""

    def step_with_digits(
        self, facts: InMemory, state: InMemory, action: int, digits: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """The same with given luck: the digits drawn and the limit of each, see `core.chance`.

        The generator stays where it is. Draws beyond the given digits are 0, and so are draws for
        which the digit is out of range.
        """

    def outside(self, facts: InMemory, state: InMemory, action: int) -> bool:
        """Whether the table, no player, may do this now."""

    def result(self, facts: InMemory, state: InMemory) -> tuple[int, list[float]]:
        """The number of the reason why the game ended (0: it runs), and each seat's share."""

    def hide(self, facts: InMemory, state: InMemory, seat: int) -> None:
        """Blank what the seat may not know."""

    def guess(self, facts: InMemory, state: InMemory, seat: int, key: int) -> None:
        """Fill the blanks at random: consistent with what the seat knows, with the right odds."""

    def nobody_can_win(self, facts: InMemory, state: InMemory) -> bool:
        """Whether it is certain that all lose; False for a game that not everybody can lose."""

    def failed_check(self, facts: InMemory, state: InMemory) -> str | None:
        """The audit's name for what makes this position impossible; None if nothing does."""

    def observe(self, facts: InMemory, state: InMemory, seat: int) -> list[int]:
        """What the seat may know, as the numbers of an observation."""

    def value(self, facts: InMemory, state: InMemory) -> list[float]:
        """The expected share of each seat; only for a game that has this function."""

    def choose(self, player: str, facts: InMemory, state: InMemory, rng: InMemory) -> int:
        """The choice of ``policy`` if the game has one, or else of ``greedy``."""
