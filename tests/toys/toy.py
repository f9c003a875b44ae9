"""A tiny game with secrets and luck, correct or broken on purpose.

Two seats hold one card each, from 1 to 6. In each of four turns, a seat keeps its card, or puts it
face up and draws another. Then the higher card wins. Version 2 of the rules has six turns;
`NEWER_TOY` has both versions. `facts.bug` switches on one fault, to show that each check of
`check_game` can fail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from rich.text import Text

from spielzug.core.actions import ActionSpace, Band
from spielzug.core.declaration import (
    NEVER,
    OWNER,
    F,
    FactsRecord,
    StateRecord,
    Values,
    declare,
    declare_word,
)
from spielzug.core.errors import CannotRead
from spielzug.core.event_buffer import emit, write_note
from spielzug.core.events import EVERYONE, Event, EventKind
from spielzug.core.game import Declaration, Game, for_options
from spielzug.core.jit import PLAIN, entry, rule
from spielzug.core.native_records import dtype_of
from spielzug.core.observation import Part, is_contiguous, relative_seat, seat_after
from spielzug.core.options import Options, option
from spielzug.core.rng import below, next_random
from spielzug.core.study import TABLE, Deed, Drawing, Measure, Shape, Things, box
from spielzug.core.texts import LANGUAGES


class State(StateRecord[F]):
    rng = declare_word(seen=NEVER)
    seats = declare("u1", within=(2, 2))
    turn = declare("i1", within=(-1, 1))
    turns = declare("u1")
    left = declare("u1", within=(0, 6))
    over = declare("u1")
    card = declare("u1", (2,), within=(0, 6), seen=OWNER)
    deck = declare("u1", (6,), seen=NEVER)
    gone = declare("u1", (6,))


class Facts(FactsRecord[F]):
    bug = declare("i4")
    wild = declare("i4")
    rules_version = declare("i4")
    luck = declare_word()
    odd = declare("i4", (4,))


ACTIONS = ActionSpace(Band("keep", "k"), Band("swap", "s"), examples="k (keep) or s (swap)")
FEW_ACTIONS = ActionSpace(Band("keep", "k"), Band("swap", "s", by_table=True), examples="k (keep)")
KEEP, SWAP = 0, 1
TURNS, MORE_TURNS, UNKNOWN = 4, 6, 255
DEALT, KEPT, DREW, OPENED, SHOWN = 1, 2, 3, 4, 5

BUGS = (
    "sound", "conservation", "termination", "past_positions", "copies", "save_and_load",
    "determinism", "refusals", "notation", "jit_off", "bounds", "secrecy", "leaks_are_caught",
    "guesses", "contradiction", "option", "old_version", "facts_change", "facts_differ",
    "facts_twice", "facts_unsendable", "facts_altered", "unwritten", "out_of_range", "tells_card",
    "incomplete", "spare", "choices", "too_long", "truncations", "written_twice", "apart",
    "chance", "notes_item", "notes_seat", "notes_deed", "notes_many", "notes_share",
    "notes_drawing", "notes_word", "notes_measure", "visibility_always", "visibility_owner",
    "visibility_never",
)  # fmt: skip
(
    SOUND, LOSES_CARD, ENDLESS, LOOKING_CHANGES, COPY_DIFFERS, FORGETS, IGNORES_KEY, NO_REASON,
    SAME_NOTATION, JIT_DIFFERS, OUT_OF_BOUNDS, HIDES_TOO_LITTLE, HIDES_TOO_MUCH, UNFAIR_GUESS,
    WRONG_GUESS, LOSES_CARD_IF_WILD, LOSES_CARD_IF_OLD, FACTS_CHANGE, FACTS_DIFFER, FACTS_TWICE,
    FACTS_UNSENDABLE, FACTS_ALTERED, UNWRITTEN, OUT_OF_RANGE, TELLS_CARD, INCOMPLETE, SPARE,
    FEW_CHOICES, TOO_LONG, TRUNCATIONS, WRITTEN_TWICE, APART, DRAWS_APART,
    NOTES_ITEM, NOTES_SEAT, NOTES_DEED, NOTES_MANY, NOTES_SHARE, NOTES_DRAWING, NOTES_WORD,
    NOTES_MEASURE, HIDES_PUBLIC, HIDES_OWN, SHOWS_LUCK,
) = range(len(BUGS))  # fmt: skip


@rule
def turns_of(facts: Any) -> int:
    return TURNS if facts.rules_version == 1 else MORE_TURNS


@rule
def draw(facts: Any, state: Any) -> Any:
    chosen = below(state, state.left)
    if facts.bug == DRAWS_APART:
        chosen = np.int64(next_random(state) % np.uint64(state.left))
    card = state.deck[chosen]
    state.left -= 1
    loses = facts.bug == LOSES_CARD or (facts.bug == LOSES_CARD_IF_WILD and facts.wild != 0)
    loses = loses or (facts.bug == LOSES_CARD_IF_OLD and facts.rules_version == 1)
    if not loses:
        state.deck[chosen] = state.deck[state.left]
    state.deck[state.left] = 0
    return card


@entry
def start(facts: Any, state: Any, seats: int, key: int, events: Any) -> None:
    events[0, 0] = 0
    state.rng = key
    if facts.bug == IGNORES_KEY:
        state.rng = next_random_of(facts)
    state.seats = seats
    state.left = 6
    for i in range(6):
        state.deck[i] = i + 1
    for seat in range(2):
        state.card[seat] = draw(facts, state)
        emit(events, DEALT, seat, state.card[seat], 0, 1 << seat)


@rule
def next_random_of(facts: Any) -> Any:
    """Luck that is kept outside the position: another one at every start."""
    facts.luck = facts.luck + np.uint64(1)
    return facts.luck


@rule
def carry_out(facts: Any, state: Any, action: int, events: Any) -> None:
    seat = state.turn
    if action == SWAP:
        state.gone[state.turns] = state.card[seat]
        emit(events, OPENED, seat, state.card[seat], 0, EVERYONE)
        state.card[seat] = draw(facts, state)
        emit(events, DREW, seat, state.card[seat], 0, 1 << seat)
    else:
        emit(events, KEPT, seat, 0, 0, EVERYONE)
    if facts.bug == OUT_OF_BOUNDS:
        facts.odd[state.turns + 3] = 1
    if facts.bug == JIT_DIFFERS and PLAIN:
        next_random(state)
    if facts.bug != ENDLESS:
        state.turns += 1
    state.turn = 1 - seat
    if state.turns == turns_of(facts):
        state.over = 1
        state.turn = -1
        emit(events, SHOWN, -1, state.card[0], state.card[1], EVERYONE)


@entry
def step(facts: Any, state: Any, action: int, events: Any) -> None:
    events[0, 0] = 0
    carry_out(facts, state, action, events)


@entry
def step_quiet(facts: Any, state: Any, action: int) -> None:
    carry_out(facts, state, action, None)
    if facts.bug == COPY_DIFFERS:
        next_random(state)


@entry
def actor(state: Any) -> Any:
    return np.int64(state.turn)


@entry
def over(state: Any) -> bool:
    return bool(state.over != 0)


@entry
def legal(facts: Any, state: Any, out: Any) -> int:
    if facts.bug == LOOKING_CHANGES:
        next_random(state)
    if state.over != 0:
        return 0
    out[0] = KEEP
    out[1] = SWAP
    return 2 if state.left > 0 and facts.bug != ENDLESS else 1


@entry
def outside(facts: Any, state: Any, action: int) -> bool:
    return False


@entry
def result(facts: Any, state: Any, out: Any) -> Any:
    out[0] = 1.0 if state.card[0] > state.card[1] else 0.0
    out[1] = 1.0 - out[0]
    return np.int64(state.over)


@entry
def hide(facts: Any, state: Any, seat: int) -> None:
    state.rng = state.rng & np.uint64(1) if facts.bug == SHOWS_LUCK else np.uint64(0)
    if state.over == 0 and facts.bug != HIDES_TOO_LITTLE:
        for other in range(2):
            if other != seat or facts.bug == HIDES_OWN:
                state.card[other] = UNKNOWN
    if facts.bug == HIDES_PUBLIC:
        state.gone[0] = 0
    for i in range(state.left):
        state.deck[i] = UNKNOWN
    if facts.bug == HIDES_TOO_MUCH and state.turns > 0:
        state.turns = 99


@entry
def guess(facts: Any, state: Any, seat: int, key: int) -> None:
    state.rng = key
    if facts.bug == HIDES_TOO_MUCH and state.turns == 99:
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
            if facts.bug == UNFAIR_GUESS:
                state.left -= 1
                state.card[other] = state.deck[state.left]
                state.deck[state.left] = 0
            else:
                state.card[other] = draw(facts, state)
    if facts.bug == WRONG_GUESS:
        state.turns += 1


CHECKS = ("every card is in one place", "not more turns than there are", "steps go forward")


@entry
def audit(facts: Any, before: Any, action: int, after: Any, counts: Any) -> int:
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
    if after.turns > turns_of(facts):
        return 2
    if action >= 0:
        counts[2] += 1
    return 0


@entry
def greedy(facts: Any, state: Any, rng: Any) -> Any:
    return np.int64(KEEP if state.card[state.turn] > 3 or state.left == 0 else SWAP)


OBSERVATION = (
    Part.of(State.seats, "how many play"),
    Part.of(State.turn, "whose turn it is; 0 when the game is over", plus=1),
    Part.of(State.turns, "turns taken", high=MORE_TURNS),
    Part.of(State.left, "cards in the deck"),
    Part.of(State.over, "whether the game is over", high=1),
    Part.of(State.card, "the card of each seat; -1 a secret", low=-1),
    Part.of(State.gone, "the card laid open in each turn", high=6),
)
SPARE_PART = Part("spare", (), 0, 1, "what nobody needs")


@entry
def observe(facts: Any, state: Any, seat: int, out: Any) -> None:
    out[0] = state.seats
    out[1] = relative_seat(seat, state.turn, 2)
    if facts.bug != UNWRITTEN:
        out[2] = state.turns
    out[3] = 77 if facts.bug == OUT_OF_RANGE else state.left
    out[4] = state.over
    for i in range(2):
        other = seat_after(seat, i, 2)
        secret = i > 0 and state.over == 0 and facts.bug != TELLS_CARD
        out[5 + i] = -1 if secret else state.card[other]
    for i in range(6):
        out[7 + i] = 0 if facts.bug == INCOMPLETE else state.gone[i]
    if facts.bug == SPARE:
        out[13] = 1
    if facts.bug == WRITTEN_TWICE:
        out[4] = state.over
    if facts.bug == APART and not is_contiguous(out):
        out[2] = 0


WORDS = dict.fromkeys(LANGUAGES, "")
MEASURES = (Measure("swaps", WORDS, WORDS), Measure("winner", WORDS, WORDS, words=lambda _: "AB"))


def things(bug: int) -> tuple[Things, ...]:
    shares = "kept" if bug == NOTES_SHARE else "drawn"
    drawn = [i for i in range(1, 7) if bug != NOTES_DRAWING or i < 6]
    board = Drawing(70, 10, tuple(Shape(box(10 * i, 0, 10, 10), i) for i in drawn))
    return (
        Things(
            "card",
            dict.fromkeys(LANGUAGES, "Cards"),
            7,
            lambda *_: ["", *"123456"],
            (
                Deed("drawn", dict.fromkeys(LANGUAGES, "drawn")),
                Deed("opened", dict.fromkeys(LANGUAGES, "opened"), of=shares),
                Deed("shown", dict.fromkeys(LANGUAGES, "shown"), by=TABLE),
            ),
            lambda *_: board,
        ),
    )


@entry
def note(facts: Any, before: Any, action: int, after: Any, events: Any, out: Any) -> int:
    count = 0
    for i in range(1, events[0, 0] + 1):
        kind = events[i, 0]
        if kind == DEALT or kind == DREW or kind == OPENED:
            item = 0 if facts.bug == NOTES_ITEM else events[i, 2]
            seat = -1 if facts.bug == NOTES_SEAT else events[i, 1]
            count = write_note(out, count, 1 if kind == OPENED else 0, item, seat)
        elif kind == SHOWN:
            for column in range(2, 4):
                deed = 3 if facts.bug == NOTES_DEED else 2
                count = write_note(out, count, deed, events[i, column], -1)
            while facts.bug == NOTES_MANY and count < 6:
                count = write_note(out, count, 2, 1, -1)
    return count


def measure(facts: Any, finals: Any) -> dict[str, Any]:
    """How many cards were laid open, and who won, as a word."""
    wins = (finals["card"][:, 1] > finals["card"][:, 0]).astype(np.int64)
    swaps = (finals["gone"] != 0).sum(axis=1)
    if facts.bug == NOTES_MEASURE:
        return {"swaps": swaps}
    return {"swaps": swaps, "winner": wins + (2 if facts.bug == NOTES_WORD else 0)}


def decode(facts: Any, observation: Any, seat: int, like: Any) -> Any:
    """The hidden position; there is nothing that it cannot tell apart."""
    seats, turn, turns, left, over = map(int, observation[:5])
    like.seats, like.turns, like.left, like.over = seats, turns, left, over
    like.turn = (seat + turn - 1) % seats if turn else -1
    for i in range(2):
        card = int(observation[5 + i])
        like.card[(seat + i) % 2] = UNKNOWN if card < 0 else card
    like.gone = observation[7:13]
    like.deck[:left] = UNKNOWN
    return like


@dataclass(frozen=True)
class ToyOptions(Options):
    bug: int = option(0, 0, len(BUGS), de="", en="", fr="", nl="")
    wild: int = option(0, 0, 2, {0: "no", 1: "yes", 2: "very"}, de="", en="", fr="", nl="")


def longest(options: ToyOptions, seats: int) -> int:
    return 1 if options.bug == TOO_LONG else MORE_TURNS


def build_facts(options: ToyOptions, version: int) -> Values:
    return {"bug": options.bug, "wild": options.wild, "rules_version": version}


class ToyWords:
    """The plain half; it knows its bug too."""

    EVENTS: Mapping[int, EventKind] = {
        kind: EventKind(name, "card", "left")
        for kind, name in zip(
            (DEALT, KEPT, DREW, OPENED, SHOWN),
            ("dealt", "kept", "drew", "opened", "shown"),
            strict=True,
        )
    }

    def __init__(self, bug: int) -> None:
        self.bug = bug
        self.told = 0

    def notation(self, action: int) -> str:
        return "k" if self.bug == SAME_NOTATION else "ks"[action]

    def parse(self, text: str) -> int:
        if text not in ("k", "s"):
            raise CannotRead(f"cannot read {text!r}: write k (keep) or s (swap)")
        return "ks".index(text)

    def remark(self, facts: Any, events: Sequence[Event], format: int = 2) -> str:
        self.told += 1
        forgets = str(self.told) if self.bug == FORGETS else ""
        return forgets + "; ".join(f"{self.EVENTS[e.kind].name} {e.a} {e.b}" for e in events)

    def sentences(
        self, facts: Any, events: Sequence[Event], names: Sequence[str], lang: str
    ) -> list[str]:
        return [f"{lang}: {self.EVENTS[e.kind].name} {e.a}" for e in events]

    def label(
        self, facts: Any, state: Any, action: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        return ("keep", "swap")[action]

    def target(self, facts: Any, state: Any, action: int) -> dict[str, Any]:
        return {"kind": ("keep", "swap")[action]}

    def why_not(
        self, facts: Any, state: Any, action: int, lang: str, names: Sequence[str] = ()
    ) -> str:
        if action == KEEP or (action == SWAP and state.left > 0):
            return "" if not state.over else "over"
        return "" if self.bug == NO_REASON else "no such action"

    def facts_view(self, facts: Any, state: Any) -> dict[str, Any]:
        told: dict[str, Any] = {"wild": int(facts.wild)}
        wrong = {
            FACTS_CHANGE: int(state.turns),
            FACTS_DIFFER: int(state.card[0]),
            FACTS_UNSENDABLE: {1, 2},
            FACTS_ALTERED: (1, 2),  # comes back as a list
        }
        return told | ({"wrong": wrong[self.bug]} if self.bug in wrong else {})

    def view(self, facts: Any, state: Any, seat: int) -> dict[str, Any]:
        again = {"wild": int(facts.wild)} if self.bug == FACTS_TWICE else {}
        return {"cards": state.card, "gone": state.gone, **again}

    def draw(self, view: Mapping[str, Any], names: Sequence[str], lang: str) -> Text:
        return Text(str(view))


def toy(bug: int, newest: int = 1) -> Game:
    actions = FEW_ACTIONS if bug == FEW_CHOICES else ACTIONS
    rules: Any = SimpleNamespace(
        STATE=dtype_of(State), FACTS=dtype_of(Facts), N_ACTIONS=2, N_CHOICES=actions.choices,
        MAX_LEGAL=2, MAX_EVENTS=8,
        REASONS=("", "showdown"), CHECKS=CHECKS, start=start, actor=actor,
        over=over, legal=legal, step=step, step_quiet=step_quiet, outside=outside, result=result,
        hide=hide, guess=guess, audit=audit, greedy=greedy, observe=observe,
        note=note, MAX_NOTES=4, THINGS=things(bug), MEASURES=MEASURES, measure=measure,
        OBSERVATION=(*OBSERVATION, SPARE_PART) if bug == SPARE else OBSERVATION,
    )  # fmt: skip
    return Game(
        name="toy",
        title=dict.fromkeys(LANGUAGES, "Toy"),
        seats=range(2, 3),
        declaration=Declaration(State, Facts, actions, ("", "showdown")),
        package=__name__,
        own_rules=rules,
        words=ToyWords(bug),
        options=ToyOptions,
        build_facts=for_options(ToyOptions, build_facts),
        rules_version=newest,
        simulation={"bug": bug},
        revealing=frozenset({OPENED}),
        secrets=True,
        pieces=("card", "deck", "gone"),
        uses={"opened": (OPENED, 0)},
        reasons={"showdown": dict.fromkeys(LANGUAGES, "showdown")},
        truncations=frozenset({"midnight"} if bug == TRUNCATIONS else ()),
        longest=for_options(ToyOptions, longest),
    )


SOUND_TOY = toy(SOUND)
JIT_TOY = toy(JIT_DIFFERS)
BOUNDS_TOY = toy(OUT_OF_BOUNDS)
TWICE_TOY = toy(WRITTEN_TWICE)
APART_TOY = toy(APART)
NEWER_TOY = toy(SOUND, newest=2)
