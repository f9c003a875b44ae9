"""Positions: a whole one (`Position`), and what one seat may know of it (`Seen`).

A `Position` is everything: the game, its fixed facts, and its state. A `Seen` is what a seat (or a
spectator) may know of it, together with the players' names; bots, hints, programs, messages and the
terminal get nothing else. `Position.seen` hides, `Seen.guess` fills the blanks at random, and there
is no other way from one to the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypedDict, TypeVar

from spielzug.core.checks import (
    LARGEST_KEY,
    as_sequence,
    check_choice,
    check_index,
    check_key,
    check_names,
    check_number,
    check_seat,
    check_type,
    shortened,
    whole_number,
)
from spielzug.core.errors import CannotRead, NotAllowed, UsageError
from spielzug.core.events import SPECTATOR, Event, Outcome, seen_by
from spielzug.core.keys import TAPE_LENGTH, SplitMix64
from spielzug.core.memory import Data, PlainRecord, RecordMemory
from spielzug.core.options import Options
from spielzug.core.position_data import check_possible, check_ranges, from_plain, memory_of_layout
from spielzug.core.texts import as_text, require_language

if TYPE_CHECKING:
    from rich.text import Text

    from spielzug.core.game import Game
    from spielzug.core.observation import Observed
    from spielzug.core.record_types import Facts, Key, State

FindGame = Callable[[str], "Game"]
T = TypeVar("T")
QUICK_PLAYERS = ("greedy", "policy")
Pickled = tuple["Game", str, str | None, int, bytes]
"""What another process needs to rebuild a position: game, options, set, version, bytes."""


class SeenJson(TypedDict):
    """A `Seen` as plain values, for another process."""

    game: str
    rules: int
    options: str
    seat: int
    names: list[str]
    hidden: dict[str, object]


class _PositionBase:
    """The state of a game, whole or hidden: what both kinds have in common."""

    __slots__ = ("_facts", "_kept", "_memory", "game", "options")

    def __init__(
        self,
        game: Game,
        options: Options,
        facts: Facts | RecordMemory[Facts],
        state: State | RecordMemory[State],
    ) -> None:
        self.game = game
        self.options = options
        self._facts = memory_of_layout(facts, game.facts_layout)
        self._memory = memory_of_layout(state, game.state_layout)
        self._kept: dict[Hashable, Any] | None = None
        """Values computed before; None as long as the record may change."""

    def cached_value(self, name: Hashable, make: Callable[[], T]) -> T:
        """The result of `make`, computed once if the record is frozen."""
        kept = self._kept
        if kept is None:
            return make()
        if name not in kept:
            kept[name] = make()
        found: T = kept[name]
        return found

    @property
    def facts(self) -> Facts:
        """The record of what never changes."""
        return self._facts.record

    @property
    def facts_memory(self) -> RecordMemory[Facts]:
        """The facts as compiled code takes them."""
        return self._facts

    @property
    def facts_reading(self) -> PlainRecord:
        """The facts as plain values."""
        return self._facts.as_facts

    @property
    def _state(self) -> State:
        return self._memory.record

    @property
    def plain_state(self) -> dict[str, object]:
        """The fields of the record as plain numbers and lists."""
        return self._memory.plain

    @property
    def seats(self) -> int:
        seats: int = self._memory.get("seats")
        return seats

    @property
    def actor(self) -> int:
        """The seat that decides; -1 when the game is over."""
        kept = self._kept
        if kept is None:
            return self.game.engine.actor(self._memory)
        if "actor" not in kept:  # asked for so often that `cached_value` would take too long
            kept["actor"] = self.game.engine.actor(self._memory)
        found: int = kept["actor"]
        return found

    @property
    def over(self) -> bool:
        return self.cached_value("over", lambda: self.game.engine.over(self._memory))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs."""
        return self.cached_value("outcome", self._outcome)

    def _outcome(self) -> Outcome | None:
        reason, shares = self.game.engine.result(self._facts, self._memory)
        if reason == 0:
            return None
        return Outcome(tuple(shares[: self.seats]), self.game.endings[reason])

    @property
    def version(self) -> int:
        """The version of the rules that it is played by."""
        return int(self.facts_reading.rules_version)

    def notation(self, action: int) -> str:
        return self.game.words.notation(self.game.check_action(action))

    def parse(self, text: str) -> int:
        """The action that this notation means; raises `CannotRead`."""
        return self.game.words.parse(check_type("a notation", text, str))

    def _legal(self) -> list[int]:
        return list(self.cached_value("legal", self._find_legal))

    def quick_choice(self, player: str, rng: SplitMix64) -> int:
        """The choice of ``greedy`` or ``policy`` for the seat to act, without search."""
        check_choice("player", player, QUICK_PLAYERS)
        check_type("rng", rng, SplitMix64)
        if isinstance(self, Seen) or self.actor < 0:
            check_turn(self)
        return self.game.engine.choose(player, self._facts, self._memory, rng)

    def _find_legal(self) -> list[int]:
        return self.game.engine.legal(self._facts, self._memory)

    def _written(self) -> Pickled:
        """All that another process needs to rebuild it, see `_rebuild`."""
        text, set_text = self.options.to_text(), self.game.set_text(self.options)
        return self.game, text, set_text, self.version, bytes(self._memory.data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        if self.game is not other.game or self.plain_state != other.plain_state:
            return False
        return self._facts.plain == other._facts.plain

    __hash__ = None  # type: ignore[assignment]


class Position(_PositionBase):
    """A whole position. Only matches, simulations and checks hold one."""

    __slots__ = ()

    @property
    def state(self) -> State:
        """The record itself, for compiled code; changing it changes this position."""
        return self._state

    @property
    def legal(self) -> list[int]:
        """What the seat to act may do, ascending."""
        return self._legal()

    def copy(self) -> Self:
        return type(self)(self.game, self.options, self._facts, self._memory.copy())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_position, (type(self), *self._written())

    @property
    def bytes(self) -> bytes:
        """The bytes of the record: equal positions have equal bytes."""
        return bytes(self._memory.data)

    def with_bytes(self, data: Data) -> Self:
        """Another position of the same game that takes over these bytes."""
        size = self._memory.layout.size
        if not isinstance(data, bytearray | memoryview) or len(data) != size:
            raise CannotRead(f"a position of {self.game.name} is a bytearray of {size} bytes")
        memory: RecordMemory[State] = RecordMemory(self._memory.layout, data)
        made = type(self)(self.game, self.options, self._facts, memory)
        check_ranges(made)
        return made

    @property
    def rng(self) -> int:
        """The state of the random number generator: all luck to come follows from it."""
        key: int = self._memory.get("rng")
        return key

    def set_rng(self, key: Key) -> None:
        """Decide all luck to come."""
        self._memory.set("rng", check_key(key))

    def freeze(self) -> None:
        """Promise that the record stays as it is, so that computed values can be cached."""
        self._kept = {}

    @property
    def memory(self) -> RecordMemory[State]:
        """The record for an engine; changing it changes this position."""
        return self._memory

    @property
    def data(self) -> Data:
        """The memory of the record, for an engine."""
        return self._memory.data

    @property
    def failed_check(self) -> str | None:
        """What makes the position impossible by the game's audit; None if nothing does."""
        return self.game.engine.failed_check(self._facts, self._memory)

    @property
    def digest(self) -> str:
        """The whole position in sixteen digits: the same with and without the compiler."""
        return self.cached_value("digest", lambda: self._memory.layout.digest(self._memory.data))

    @property
    def value(self) -> list[float]:
        """The expected share of each seat, for games that can estimate it."""
        return self.game.engine.value(self._facts, self._memory)[: self.seats]

    @property
    def nobody_can_win(self) -> bool:
        """Whether it is certain that all lose, whatever happens."""
        return self.game.engine.nobody_can_win(self._facts, self._memory)

    def step(self, action: int | str) -> list[Event]:
        """Carry out a legal action (or one of the table's), also in notation; returns the events.

        Anything else is refused, and the position stays as it was.
        """
        return self.step_unchecked(self.require_legal(action))

    def require_legal(self, action: int | str) -> int:
        """The number of an action (or of its notation); raises if it is not allowed now."""
        wanted = self.parse(action) if isinstance(action, str) else whole_number(action)
        if wanted is None:
            raise UsageError(f"an action is a whole number or its notation, not {action!r}")
        if wanted not in self.legal and not self.can_table_act(wanted):
            raise NotAllowed(self.seen(self.actor).why_not(wanted))
        return wanted

    def step_unchecked(self, action: int) -> list[Event]:
        """Carry out an action that is known to be legal; returns the events."""
        wanted = self.game.check_action(action)
        return self.game.engine.step(self._facts, self._memory, wanted)

    def advance(self, action: int) -> None:
        """Carry out an action that is known to be legal, without collecting events."""
        self.game.engine.advance(self._facts, self._memory, self.game.check_action(action))

    def advance_with_digits(
        self, action: int, digits: Sequence[int]
    ) -> tuple[list[int], list[int]]:
        """Advance with these digits drawn, see `core.chance`; returns all digits and limits."""
        wanted = self.game.check_action(action)
        drawn = [check_index("digit", digit, 1 << 16) for digit in as_sequence(digits)]
        check_number("the number of digits", len(drawn), 0, TAPE_LENGTH)
        return self.game.engine.step_with_digits(self._facts, self._memory, wanted, drawn)

    def can_table_act(self, action: int) -> bool:
        """Whether the table itself (no player) may do this now."""
        number, actions = whole_number(action), self.game.declaration.actions.count
        if number is None or not 0 <= number < actions:
            return False
        return self.game.engine.outside(self._facts, self._memory, number)

    def seen(self, seat: int, names: Sequence[str] = ()) -> Seen:
        """What a seat may know; -1 is a spectator."""
        hidden = self._memory.copy()
        seen = Seen(self.game, self.options, self._facts, hidden, seat, names)
        self.game.engine.hide(self._facts, hidden, seen.seat)
        if self._kept is None:
            return seen
        known: list[RecordMemory[State]] = self._kept.setdefault("hidden", [])
        same = next((one for one in known if one.data == hidden.data), None)
        if same is None:
            known.append(hidden)
        seen._memory = same or hidden
        seen._kept = {"actor": self.actor}  # which is public
        return seen

    def save(self) -> str:
        """The position as the text of a file, see `load`."""
        lines = [f"  {json.dumps(n)}: {json.dumps(v)}" for n, v in self.plain_state.items()]
        head = f'"game": {json.dumps(self.game.name)},\n"rules": {self.version},\n'
        head += f'"options": {json.dumps(self.options.to_text())},\n'
        return "{\n" + head + '"position": {\n' + ",\n".join(lines) + "\n}\n}\n"

    @classmethod
    def load(
        cls, game: Game, text: str, options: Options | None = None, source: str = "position"
    ) -> Self:
        """The position that was saved, with its own options unless others are given."""
        try:
            data = json.loads(text)
            name, version, fields = data["game"], data["rules"], dict(data["position"])
            told = data.get("options")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise CannotRead(
                f"{source}: this is not a position file: it should be JSON with the entries game, "
                f"rules and position ({error!r})"
            ) from None
        if name != game.name:
            raise CannotRead(f"{source}: a position of {name!r}, not of {game.name!r}")
        if told is None and options is None:
            raise CannotRead(
                f"{source}: this position names no options: it was written by a Spielzug from "
                "before its first release, or by hand; add the options it was played with "
                f'("options": {json.dumps(game.options().to_text())})'
            )
        if not isinstance(version, int):
            raise CannotRead(f"{source}: the version of the rules is a number, not {version!r}")
        try:
            game.check_version(version)
            chosen = options if options is not None else game.options.from_text(str(told))
            memory = from_plain(game, fields)
            loaded = cls(game, chosen, game.facts_memory(chosen, version), memory)
            check_possible(loaded)
            chosen.check_for_seats(game.check_seats(loaded.seats))
            return loaded
        except (CannotRead, UsageError) as error:
            raise CannotRead(f"{source}: {error}") from None

    @classmethod
    def read(cls, game: Game, path: Path, options: Options | None = None) -> Self:
        check_type("path", path, Path)
        try:
            return cls.load(game, path.read_text(encoding="utf-8"), options, str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CannotRead(f"{path}: cannot be read: {error}") from None

    def __str__(self) -> str:
        """The board as the seat to act sees it."""
        return str(self.seen(self.actor))

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}: {self.seats} seats, seat {self.actor} to act>"


class Seen(_PositionBase):
    """What one seat may know of a position, and all texts about it for that seat."""

    __slots__ = ("names", "seat")

    def __init__(
        self,
        game: Game,
        options: Options,
        facts: Facts | RecordMemory[Facts],
        hidden: State | RecordMemory[State],
        seat: int,
        names: Sequence[str] = (),
    ) -> None:
        super().__init__(game, options, facts, hidden)
        seats = self.seats
        self.seat = check_seat(seat, seats)
        self.names = check_names(names, seats)
        self._kept = {}

    def named(self, names: Sequence[str]) -> Seen:
        """The same, with other names for the players: those of a reader's language.

        Both share their cache, as in one language everybody has one name.
        """
        if self.names == tuple(as_sequence(names)):
            return self
        same = Seen(self.game, self.options, self._facts, self._memory, self.seat, names)
        same._kept = self._kept
        return same

    def __eq__(self, other: object) -> bool:
        """Whether it is the same knowledge of the same seat; the players' names do not count."""
        if not isinstance(other, Seen):
            return NotImplemented
        return self.seat == other.seat and super().__eq__(other)

    __hash__ = None

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Itself, as it never changes."""
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild_seen, (type(self), self.seat, self.names, *self._written())

    @property
    def hidden_memory(self) -> RecordMemory[State]:
        """The hidden record for an engine, which must not change it."""
        return self._memory

    @property
    def hidden(self) -> State:
        """The hidden record itself, for compiled code, which must not change it."""
        return self._state

    @property
    def reading(self) -> tuple[PlainRecord, PlainRecord]:
        """The facts and the hidden record as plain values, for `words`."""
        return self.cached_value("read", lambda: (self.facts_reading, self._memory.as_plain))

    @property
    def legal(self) -> list[int]:
        """What this seat may do now; nothing if another is to act."""
        return self._legal() if self.seat == self.actor else []

    def label(self, action: int, lang: str = "en") -> str:
        """A choice in words."""
        lang, label = require_language(lang), self.game.words.label
        return self._told(action, lambda a: label(*self.reading, a, lang, self.names), lang)

    def target(self, action: int) -> dict[str, object]:
        """What a choice refers to on the board."""
        return self._told(action, lambda a: self.game.words.target(*self.reading, a))

    def _told(self, action: int, tell: Callable[[int], T], lang: str = "en") -> T:
        """What a function of the words says about an action that the game has."""
        wanted = self.game.check_action(action)
        try:
            return tell(wanted)
        except LookupError:  # an action that is not allowed may be about what is not there
            if reason := self.why_not(wanted, lang):
                raise NotAllowed(reason) from None
            raise

    def why_not(self, action: int, lang: str = "en") -> str:
        """Why the seat to act may not do this; empty if it may."""
        wanted = check_number("an action", action, -LARGEST_KEY, LARGEST_KEY)
        lang = require_language(lang)
        return self.game.words.why_not(*self.reading, wanted, lang, self.names)

    @property
    def nobody_can_win(self) -> bool:
        """Whether this seat can be certain that all lose, whatever happens."""
        judge = self.game.engine.nobody_can_win
        return self.cached_value("hopeless", lambda: judge(self._facts, self._memory))

    @property
    def view(self) -> dict[str, object]:
        """The changing part of what a board shows, without what is in `facts_view`."""
        return self.cached_value("view", lambda: self.game.words.view(*self.reading, self.seat))

    @property
    def facts_view(self) -> dict[str, object]:
        """The constant part of what a board shows."""
        return self.game.words.facts_view(*self.reading)

    @property
    def observation(self) -> Observed:
        """The same knowledge as numbers for learners, see `core.observation`; a new array."""
        if self.seat == SPECTATOR:
            raise UsageError("a spectator has no observation: it is made for a seat (0, 1, …)")
        import numpy as np

        return np.array(self.game.engine.observe(self._facts, self._memory, self.seat), np.int16)

    def sentences(self, events: Sequence[Event], lang: str = "en") -> list[str]:
        """What happened, as this seat saw it."""
        known = [check_type("an event", event, Event) for event in as_sequence(events)]
        seen = seen_by(known, self.seat)
        lang = require_language(lang)
        return self.game.words.sentences(self.facts_reading, seen, self.player_names, lang)

    def picture(self, lang: str = "en") -> Text:
        """The board for a terminal."""
        shown = {**self.facts_view, **self.view}
        return self.game.words.draw(shown, self.player_names, require_language(lang))

    def guess(self, key: Key) -> Position:
        """A random position that fits this knowledge, with the right odds; seeded by `key`."""
        whole = self._memory.copy()
        self.game.engine.guess(self._facts, whole, self.seat, check_key(key))
        return Position(self.game, self.options, self._facts, whole)

    def to_json(self) -> SeenJson:
        """As plain values, for another process."""
        return {
            "game": self.game.name,
            "rules": self.version,
            "options": self.options.to_text(),
            "seat": self.seat,
            "names": list(self.names),
            "hidden": self.plain_state,
        }

    @classmethod
    def from_json(cls, given: Mapping[str, object], find_game: FindGame) -> Self:
        match given:
            case {
                "game": str(name), "rules": int(version), "options": str(text), "seat": int(seat),
                "names": list(names), "hidden": dict(fields),
            }:  # fmt: skip
                game = find_game(name)
                options = game.options.from_text(text)
                hidden = from_plain(game, fields)
                if odd := game.state_layout.range_error(hidden.data, hidden=True):
                    raise CannotRead(f"the field {odd!r} is out of its range")
                return cls(game, options, game.facts_memory(options, version), hidden, seat, names)
        raise CannotRead(f"this is not what a seat sees: {shortened(given)}")

    @property
    def player_names(self) -> tuple[str, ...]:
        """The players' names; without names the seats are numbered."""
        return self.names or tuple(str(seat + 1) for seat in range(self.seats))

    def __str__(self) -> str:
        return as_text(self.picture())

    def __repr__(self) -> str:
        who = "a spectator" if self.seat == SPECTATOR else f"seat {self.seat}"
        return f"<Seen of {self.game.name}: what {who} may know>"


# -- from another process --------------------------------------------------------------------------


def _rebuild(
    game: Game, text: str, set_text: str | None, version: int, data: bytes
) -> tuple[Game, Options, RecordMemory[Facts], RecordMemory[State]]:
    """The arguments of `_PositionBase`, from what `_written` gave."""
    options = game.options_of(text, set_text)
    memory: RecordMemory[State] = RecordMemory(game.state_layout, bytearray(data))
    return game, options, game.facts_memory(options, version), memory


def _rebuild_position(kind: type[Position], *written: *Pickled) -> Position:
    return kind(*_rebuild(*written))


def _rebuild_seen(kind: type[Seen], seat: int, names: Sequence[str], *written: *Pickled) -> Seen:
    return kind(*_rebuild(*written), seat, names)


# -- bots -----------------------------------------------------------------------------------------


def check_turn(seen: object) -> None:
    """Raise `UsageError` unless it is what the seat to act knows: all that a bot decides on."""
    if isinstance(seen, _PositionBase) and seen.actor < 0:
        raise UsageError("the game is over: a bot has nothing to decide")
    if not isinstance(seen, Seen):
        raise UsageError(
            "a bot decides on what its seat knows, position.seen(position.actor), "
            f"not on {shortened(seen)}"
        )
    if seen.seat != seen.actor:
        raise UsageError(
            f"seat {seen.actor} is to act: a bot decides on what that seat knows, not on {seen!r}"
        )
