"""What a search needs of an engine: trees that it grows in slices, and proofs of wins.

Everything is plain data and bytes, as in `core.engine`. An engine may have a search of its own; for
all others the compiled search of this process is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self, runtime_checkable

from spielzug.bots.names import HasGameTerms
from spielzug.core.engine import InMemory
from spielzug.core.game import Game

SearchNet = object
"""A net in the engine's own form."""
DEFAULT_MEMORY = 64 * 1024 * 1024
NODE_BYTES = 32
FEWEST_NODES = 64
WHOLE = 1 << 20
"""The priors of all choices together."""


@dataclass(frozen=True)
class Style:
    """Search settings; a game may give its own (``SEARCH``)."""

    cutoff: int = 10_000
    random_in_64: int = 6
    exploration: float = 0.7
    widening: float = 1.0
    trust: float = 0.0
    """Trust in the quick player's choice, 0 to 1: how strongly it has to be refuted."""
    settled: tuple[int, int] = (0, 0)
    """Actions (from, to) whose decisions the policy takes below the root, see `tree.settled`."""
    quick_rivals: bool = False
    """Whether rivals are assumed to play like the quick player, instead of their best replies."""

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls(**game.setting("SEARCH", {}))


@dataclass(frozen=True)
class NetStyle:
    """Settings of the search with a net; a game may give its own (``NET_SEARCH``)."""

    exploration: float = 0.8
    """The weight of the net's policy against results."""
    caution: float = 0.1
    """How much lower the value of an untried choice is assumed to be when all others were tried."""
    spread: float = 0.0
    """The part of the priors that is spread evenly over all choices, 0 to 1."""
    mix: float = 0.0
    """The weight of the game's own `value` beside the net's, 0 to 1."""
    cutoff: int = 0
    """How many decisions the quick player makes before `value` is taken."""
    random_in_64: int = 0
    """How many of 64 of those are random."""
    settled: tuple[int, int] = (0, 0)
    """Actions (from, to) whose decisions depend on what chance has just shown, and are not
    searched. The quick player takes them if the game's `value` counts, otherwise the net."""
    quick_rivals: bool = False
    """Whether the rivals' decisions are taken in the same way, instead of searching for their best
    replies."""

    @classmethod
    def of(cls, game: Game) -> Self:
        return cls(**game.setting("NET_SEARCH", {}))


@dataclass(frozen=True, kw_only=True)
class TreeSettings:
    """What a tree is made for."""

    style: Style | NetStyle
    net: SearchNet | None = None
    """With a net the style is a `NetStyle`."""
    memory: int = DEFAULT_MEMORY
    """The most bytes of nodes."""
    iterations: int | None = None
    """The most of one thought: no more room is made than these need."""
    traced: int = 0
    """The most iterations of a slice whose shares are returned; 0: none are.

    Such a tree has room for a root that is restricted to one choice.
    """
    open_cards: bool = False
    """Whether nothing is hidden in its positions: then only the luck to come is guessed."""


def search_fields(settings: TreeSettings, tries_in_order: bool) -> dict[str, int | float]:
    """What the record of a search's settings gets; `tries_in_order`: the game has `ordered`."""
    style = settings.style
    found: dict[str, int | float] = {
        "settled_from": style.settled[0], "settled_to": style.settled[1], "cutoff": style.cutoff,
        "random_in_64": style.random_in_64, "exploration": style.exploration,
        "quick_rivals": int(style.quick_rivals), "open_cards": int(settings.open_cards),
    }  # fmt: skip
    if isinstance(style, Style):
        found |= {
            "widening": style.widening, "trust": style.trust, "in_order": int(tries_in_order)
        }  # fmt: skip
    else:
        found |= {
            "caution": style.caution, "mix": style.mix, "spread": round(WHOLE * style.spread)
        }  # fmt: skip
    return found


def node_count(most_legal: int, settings: TreeSettings) -> int:
    """The nodes that a tree has room for, in a game with so many choices at most."""
    room = settings.iterations
    if room is not None and settings.traced:  # a restricted root needs more
        room += 2 * most_legal
    most = max(FEWEST_NODES, settings.memory // NODE_BYTES)
    if settings.net is None:
        return most if room is None else min(most, room + 2)
    widest = most_legal + 2  # always fits the root with all its children
    return max(widest, most if room is None else min(most, (1 + room) * widest))


class TreeNode(NamedTuple):
    """A decision that was tried."""

    number: int
    """Its index in the tree."""
    seat: int
    action: int
    visits: int
    value: float
    """The sum of the seat's shares of the win."""
    place: int
    """Its rank among equally good decisions; the lowest comes first."""


class SearchTree(Protocol):
    """The memory of one thread that searches. How it is sliced does not change what it finds."""

    @property
    def bytes(self) -> int:
        """The size of the nodes, allocated in advance."""

    @property
    def used(self) -> int:
        """The nodes in use."""

    @property
    def depth(self) -> int:
        """The longest sequence of decisions so far."""

    def set_root(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, only: int | None = None
    ) -> None:
        """Begin anew over a hidden position; `only` restricts the seat to one choice at first."""

    def grow(self, iterations: int) -> list[list[float]]:
        """Add iterations; returns the shares of all seats that each found, if traced."""

    def children(self, parent: int = 0) -> list[TreeNode]:
        """The tried decisions below a node."""


@runtime_checkable
class SearchEngine(Protocol):
    """The search of one game."""

    def ready_to_search(self, net: bool = False) -> None:
        """Load or compile what a search needs, with or without a net."""

    def new_tree(self, settings: TreeSettings) -> SearchTree:
        """A tree, ready to grow."""

    def prove_win(
        self, facts: InMemory, hidden: InMemory, seat: int, key: int, depth: int, steps: int,
        answers: bool, open_cards: bool = False,
    ) -> list[int]:  # fmt: skip
        """Decisions that win without luck in one guessed world, at most `depth`; empty if none.

        The seat's own ones in a row or, with `answers`, whatever the others reply.
        """

    def shipped_net(self, terms: HasGameTerms) -> SearchNet | None:
        """The game's own net if it fits."""


def search_engine(game: Game) -> SearchEngine:
    """The search of this game: that of its engine, or the compiled one of this process."""
    if isinstance(game.engine, SearchEngine):
        return game.engine
    from spielzug.bots.search.native_search import NativeSearch

    return NativeSearch(game)
