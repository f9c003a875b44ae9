"""A tiny game with secrets and luck, sound or broken on purpose.

Two seats hold one card each of 1 to 6. Four turns: keep the card, or lay it open and draw another.
Then the higher card wins. `tables.bug` switches one fault on, so that every check of `check_game`
can be shown to fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from spielzug.core.chance import below, next_random
from spielzug.core.errors import CannotRead
from spielzug.core.events import EVERYONE, Event, emit
from spielzug.core.game import LANGUAGES, Game
from spielzug.core.jit import PLAIN, entry, record, rule
from spielzug.core.options import Options, option

STATE = record(
    [
        ("rng", "u8"),
        ("seats", "u1"),
        ("turn", "i1"),
        ("turns", "u1"),
        ("left", "u1"),
        ("over", "u1"),
        ("card", "u1", (2,)),
        ("deck", "u1", (6,)),
        ("gone", "u1", (6,)),
    ]
)
TABLES = record([("bug", "i4"), ("wild", "i4"), ("luck", "u8"), ("odd", "i4", (4,))])
KEEP, SWAP = 0, 1
TURNS, UNKNOWN = 4, 255
DEALT, KEPT, DREW, OPENED, SHOWN = 1, 2, 3, 4, 5

BUGS = (
    "sound", "conservation", "termination", "past_positions", "copies", "save_and_load",
    "determinism", "refusals", "notation", "jit_off", "bounds", "secrecy", "leaks_are_caught",
    "guesses", "contradiction", "option",
)  # fmt: skip
(
    SOUND, LOSES_CARD, ENDLESS, LOOKING_CHANGES, COPY_DIFFERS, FORGETS, IGNORES_KEY, NO_REASON,
    SAME_NOTATION, JIT_DIFFERS, OUT_OF_BOUNDS, HIDES_TOO_LITTLE, HIDES_TOO_MUCH, UNFAIR_GUESS,
    WRONG_GUESS, LOSES_CARD_IF_WILD,
) = range(len(BUGS))  # fmt: skip


@rule
def draw(tables: Any, state: Any) -> Any:
    chosen = below(state, state.left)
    card = state.deck[chosen]
    state.left -= 1
    loses = tables.bug == LOSES_CARD or (tables.bug == LOSES_CARD_IF_WILD and tables.wild != 0)
    if not loses:
        state.deck[chosen] = state.deck[state.left]
    state.deck[state.left] = 0
    return card


@entry
def start(tables: Any, state: Any, seats: int, key: int, events: Any) -> None:
    events[0, 0] = 0
    state.rng = key
    if tables.bug == IGNORES_KEY:
        state.rng = next_random_of(tables)
    state.seats = seats
    state.left = 6
    for i in range(6):
        state.deck[i] = i + 1
    for seat in range(2):
        state.card[seat] = draw(tables, state)
        emit(events, DEALT, seat, state.card[seat], 0, 1 << seat)


@rule
def next_random_of(tables: Any) -> Any:
    """Luck that is kept outside the position: another one at every start."""
    tables.luck = tables.luck + np.uint64(1)
    return tables.luck


@rule
def carry_out(tables: Any, state: Any, action: int, events: Any) -> None:
    seat = state.turn
    if action == SWAP:
        state.gone[state.turns] = state.card[seat]
        emit(events, OPENED, seat, state.card[seat], 0, EVERYONE)
        state.card[seat] = draw(tables, state)
        emit(events, DREW, seat, state.card[seat], 0, 1 << seat)
    else:
        emit(events, KEPT, seat, 0, 0, EVERYONE)
    if tables.bug == OUT_OF_BOUNDS:
        tables.odd[state.turns + 3] = 1
    if tables.bug == JIT_DIFFERS and PLAIN:
        next_random(state)
    if tables.bug != ENDLESS:
        state.turns += 1
    state.turn = 1 - seat
    if state.turns == TURNS:
        state.over = 1
        state.turn = -1
        emit(events, SHOWN, -1, state.card[0], state.card[1], EVERYONE)


@entry
def step(tables: Any, state: Any, action: int, events: Any) -> None:
    events[0, 0] = 0
    carry_out(tables, state, action, events)


@entry
def step_quiet(tables: Any, state: Any, action: int) -> None:
    carry_out(tables, state, action, None)
    if tables.bug == COPY_DIFFERS:
        next_random(state)


@entry
def actor(state: Any) -> Any:
    return np.int64(state.turn)


@entry
def over(state: Any) -> bool:
    return bool(state.over != 0)


@entry
def legal(tables: Any, state: Any, out: Any) -> int:
    if tables.bug == LOOKING_CHANGES:
        next_random(state)
    if state.over != 0:
        return 0
    out[0] = KEEP
    out[1] = SWAP
    return 2 if state.left > 0 and tables.bug != ENDLESS else 1


@entry
def outside(tables: Any, state: Any, action: int) -> bool:
    return False


@entry
def result(tables: Any, state: Any, out: Any) -> Any:
    out[0] = 1.0 if state.card[0] > state.card[1] else 0.0
    out[1] = 1.0 - out[0]
    return np.int64(state.over)


@entry
def hide(tables: Any, state: Any, seat: int) -> None:
    state.rng = 0
    if state.over == 0 and tables.bug != HIDES_TOO_LITTLE:
        for other in range(2):
            if other != seat:
                state.card[other] = UNKNOWN
    for i in range(state.left):
        state.deck[i] = UNKNOWN
    if tables.bug == HIDES_TOO_MUCH and state.turns > 0:
        state.turns = 99


@entry
def guess(tables: Any, state: Any, seat: int, key: int) -> None:
    state.rng = key
    if tables.bug == HIDES_TOO_MUCH and state.turns == 99:
        state.turns = 1
    state.left = 0
    for card in range(1, 7):
        known = state.card[0] == card or state.card[1] == card
        for i in range(6):
            known = known or state.gone[i] == card
        if not known:
            state.deck[state.left] = card
            state.left += 1
    for other in range(2):
        if state.card[other] == UNKNOWN:
            if tables.bug == UNFAIR_GUESS:
                state.left -= 1
                state.card[other] = state.deck[state.left]
                state.deck[state.left] = 0
            else:
                state.card[other] = draw(tables, state)
    if tables.bug == WRONG_GUESS:
        state.turns += 1


CHECKS = ("every card is in one place", "four turns at the most", "steps go forward")


@entry
def audit(tables: Any, before: Any, action: int, after: Any, counts: Any) -> int:
    counts[0] += 1
    counts[1] += 1
    seen = 0
    cards = 0
    for i in range(6):
        if i < after.left:
            seen |= 1 << after.deck[i]
            cards += 1
        if after.gone[i] != 0:
            seen |= 1 << after.gone[i]
            cards += 1
    for i in range(2):
        seen |= 1 << after.card[i]
        cards += 1
    if cards != 6 or seen != 126:
        return 1
    if after.turns > TURNS:
        return 2
    if action >= 0:
        counts[2] += 1
    return 0


@entry
def greedy(tables: Any, state: Any, generator: Any) -> Any:
    return np.int64(KEEP if state.card[state.turn] > 3 or state.left == 0 else SWAP)


@dataclass(frozen=True)
class ToyOptions(Options):
    bug: int = option(0, 0, len(BUGS), de="", en="", fr="", nl="")
    wild: int = option(0, 0, 2, {0: "no", 1: "yes", 2: "very"}, de="", en="", fr="", nl="")


def build_tables(options: ToyOptions) -> Any:
    tables = np.zeros(1, TABLES).view(np.recarray)
    tables[0].bug, tables[0].wild = options.bug, options.wild
    return tables[0]


class ToyWords:
    """The plain half; it knows its bug too."""

    KINDS = {DEALT: "dealt", KEPT: "kept", DREW: "drew", OPENED: "opened", SHOWN: "shown"}  # noqa: RUF012

    def __init__(self, bug: int) -> None:
        self.bug = bug
        self.told = 0

    def notation(self, action: int) -> str:
        return "k" if self.bug == SAME_NOTATION else "ks"[action]

    def parse(self, text: str) -> int:
        if text not in ("k", "s"):
            raise CannotRead(f"cannot read {text!r}: write k (keep) or s (swap)")
        return "ks".index(text)

    def outcome(self, tables: Any, events: Sequence[Event]) -> str:
        self.told += 1
        forgets = str(self.told) if self.bug == FORGETS else ""
        return forgets + "; ".join(f"{self.KINDS[e.kind]} {e.a} {e.b}" for e in events)

    def sentences(
        self, tables: Any, events: Sequence[Event], names: Sequence[str], lang: str
    ) -> list[str]:
        return [f"{lang}: {self.KINDS[e.kind]} {e.a}" for e in events]

    def label(
        self, tables: Any, state: Any, action: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        return ("keep", "swap")[action]

    def target(self, tables: Any, state: Any, action: int) -> dict[str, Any]:
        return {"kind": ("keep", "swap")[action]}

    def why_not(
        self, tables: Any, state: Any, action: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        if action == KEEP or (action == SWAP and state.left > 0):
            return "" if not state.over else "over"
        return "" if self.bug == NO_REASON else "no such action"

    def view(self, tables: Any, state: Any, seat: int) -> dict[str, Any]:
        return {"cards": state.card.tolist(), "gone": state.gone.tolist()}

    def draw(self, view: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
        return str(view)


def toy(bug: int) -> Game:
    rules: Any = SimpleNamespace(
        STATE=STATE, TABLES=TABLES, N_ACTIONS=2, MAX_LEGAL=2, MAX_EVENTS=8,
        REASONS=("", "showdown"), CHECKS=CHECKS, start=start, actor=actor, over=over, legal=legal,
        step=step, step_quiet=step_quiet, outside=outside, result=result, hide=hide, guess=guess,
        audit=audit, greedy=greedy,
    )  # fmt: skip
    return Game(
        name="toy",
        title=dict.fromkeys(LANGUAGES, "Toy"),
        seats=range(2, 3),
        rules=rules,
        words=ToyWords(bug),
        options=ToyOptions,
        build_tables=build_tables,
        rules_version=1,
        simulation={"bug": bug},
        revealing=frozenset({OPENED}),
        secrets=True,
        pieces=("card", "deck", "gone"),
        uses={"opened": (OPENED, 0)},
        reasons={"showdown": dict.fromkeys(LANGUAGES, "showdown")},
    )


SOUND_TOY = toy(SOUND)
JIT_TOY = toy(JIT_DIFFERS)
BOUNDS_TOY = toy(OUT_OF_BOUNDS)
