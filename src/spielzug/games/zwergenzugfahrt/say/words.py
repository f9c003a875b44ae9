"""Die Zwergenzugfahrt for people, put together: sentences, remarks, and choices in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielzug.core.events import Event, EventKind
from spielzug.core.game import Facts, State
from spielzug.core.texts import say
from spielzug.games.zwergenzugfahrt import rules
from spielzug.games.zwergenzugfahrt.actions import (
    ABANDON,
    CHOOSE,
    DIRECTIONS,
    KICK,
    PASS,
    RESERVE,
    RESIGN,
    TAKE,
    TIME,
    notation,
    parse,
    place_of,
)
from spielzug.games.zwergenzugfahrt.facts import code_of
from spielzug.games.zwergenzugfahrt.facts.boards import SEAT, STEPS, field_name
from spielzug.games.zwergenzugfahrt.say.picture import draw
from spielzug.games.zwergenzugfahrt.say.refusals import why_not
from spielzug.games.zwergenzugfahrt.say.texts import COIN, COLOURS, LABELS, SEAT_NAMES, SENTENCES
from spielzug.games.zwergenzugfahrt.say.view import facts_view, view
from spielzug.games.zwergenzugfahrt.state import (
    BEGINS,
    CALLED_OFF,
    ENDED,
    GAVE_UP,
    KICKED,
    LOST_SIGN,
    MISSED,
    MOVED,
    NO_SIGN,
    PASSED,
    PENALTY,
    RESERVED,
    SAT,
    SENT_HOME,
    TOOK,
    TOSSED,
    WON,
)

__all__ = [
    "EVENTS", "draw", "facts_view", "label", "notation", "parse", "remark", "sentences", "target",
    "view", "why_not",
]  # fmt: skip

KINDS = {
    BEGINS: "begins", MOVED: "moved", SAT: "sat", KICKED: "kicked",
    SENT_HOME: "sent_home", RESERVED: "reserved", TOOK: "took", PENALTY: "penalty",
    MISSED: "missed", TOSSED: "tossed", LOST_SIGN: "lost_sign", NO_SIGN: "no_sign",
    PASSED: "passed", WON: "won", ENDED: "ended", GAVE_UP: "gave_up",
    CALLED_OFF: "called_off",
}  # fmt: skip
"""The name of each kind of event, for boards."""

EVENTS = {kind: EventKind(name, "a", "b") for kind, name in KINDS.items()}

# What of an event is a field.
FIELDS_A = {MOVED, SAT, KICKED, SENT_HOME, RESERVED, TOOK, LOST_SIGN}
FIELDS_B = {MOVED, SAT, KICKED, SENT_HOME}


def name_of(facts: Facts, field: int) -> str:
    columns = int(facts.columns)
    return field_name(field % columns, int(facts.rows) - field // columns)


# -- sentences -----------------------------------------------------------------------------------


def sentences(facts: Facts, events: Sequence[Event], names: Sequence[str], lang: str) -> list[str]:
    """One sentence an event, and one more for a draw."""
    said: list[str] = []
    for event in events:
        said.append(_sentence(facts, event, _key(event, events), names, lang))
        if event.kind == ENDED and event.a == event.b:
            said.append(say(SENTENCES, "draw", lang))
    return said


def _key(event: Event, events: Sequence[Event]) -> str:
    """Which sentence tells this event; how a game ended is told by what came before."""
    kind, _, a, b, _ = event
    if kind == PENALTY:
        return "penalty_one" if a == 1 else "penalty"
    if kind == MISSED:
        return "missed_last" if a == 0 else "missed"
    if kind == LOST_SIGN:
        return "lost_only_sign" if b < 0 else "lost_sign"
    if kind == WON:
        return "won_one" if a == 1 else "won"
    if kind == ENDED:
        first = events[0].kind
        return {ENDED: "ended_time", PASSED: "ended_blocked"}.get(first, "ended_turns")
    return KINDS[kind]


def _sentence(facts: Facts, event: Event, key: str, names: Sequence[str], lang: str) -> str:
    kind, seat, a, b, _ = event
    return say(
        SENTENCES, key, lang,
        name=names[seat] if seat >= 0 else "",
        other=names[1 - seat] if seat >= 0 else "",
        clan=SEAT_NAMES[seat][lang] if seat >= 0 else "",
        red=SEAT_NAMES[0][lang],
        green=SEAT_NAMES[1][lang],
        coin=tuple(COIN.values())[a][lang] if kind == TOSSED else "",
        a=name_of(facts, a) if kind in FIELDS_A else a,
        b=name_of(facts, b) if kind in FIELDS_B else b,
    )  # fmt: skip


# -- records -------------------------------------------------------------------------------------


def remark(facts: Facts, events: Sequence[Event]) -> str:
    """What came of a decision, for the record: enough to follow the game without our rules."""
    return "; ".join(_part(facts, event) for event in events)


def _part(facts: Facts, event: Event) -> str:
    kind, seat, a, b, _ = event
    who = COLOURS[seat] if seat >= 0 else ""
    at = name_of(facts, a) if kind in FIELDS_A else ""
    to = name_of(facts, b) if kind in FIELDS_B else ""
    texts = {
        BEGINS: f"{who} begins",
        MOVED: f"{who} moves",
        SAT: f"{who} sits",
        KICKED: f"{who} kicks",
        SENT_HOME: f"{who} home {to}",
        RESERVED: f"{who} reserves",
        TOOK: f"{who} takes",
        PENALTY: f"{who} owes {a} for kick {b}",
        MISSED: f"{who} misses, owes {a}",
        TOSSED: f"coin {COLOURS[a] if kind == TOSSED else ''}",
        LOST_SIGN: f"{who} loses sign {at}",
        NO_SIGN: f"{who} has no sign",
        PASSED: f"{who} passes",
        WON: f"{who} wins with {a}",
        ENDED: f"seats {a}:{b}",
        GAVE_UP: f"{who} resigns",
        CALLED_OFF: "called off",
    }
    return texts[kind]


# -- choices -------------------------------------------------------------------------------------


def _code_name(code: int) -> str:
    return field_name(*place_of(code))


def _step(facts: Facts, action: int) -> tuple[str, str, int]:
    """From, to, and the kind of field it leads to."""
    code, direction = divmod(action - KICK if action >= KICK else action, DIRECTIONS)
    column, row = place_of(code)
    column, row = column + STEPS[direction][0], row + STEPS[direction][1]
    goal = int(facts.field[code_of(column, row)])
    return _code_name(code), field_name(column, row), int(facts.kind[goal])


def price(state: State) -> int:
    """The turns that the next kick of the clan to move costs (Z8)."""
    return int(rules.price(int(state.kicks[state.turn]) + 1))


def target(facts: Facts, state: State, action: int) -> dict[str, Any]:
    """What on the board a choice is about, so that a board needs no rules of its own."""
    if action < RESERVE:
        start, goal, kind = _step(facts, action)
        if action >= KICK:
            return {"kind": "kick", "from": start, "to": goal, "price": price(state)}
        return {"kind": "sit" if kind == SEAT else "move", "from": start, "to": goal}
    if action < TAKE:
        return {"kind": "reserve", "field": _code_name(action - RESERVE)}
    if action < CHOOSE:
        return {"kind": "take", "field": _code_name(action - TAKE)}
    if action < PASS:
        return {"kind": "conductor", "field": _code_name(action - CHOOSE)}
    return {"kind": "pass" if action == PASS else "outside"}


def label(facts: Facts, state: State, action: int, lang: str, names: Sequence[str] = ()) -> str:
    """A choice in words, for menus and screen readers."""
    if action == TIME:
        return say(LABELS, "time", lang)
    if action == ABANDON:
        return say(LABELS, "abandon", lang)
    if action >= RESIGN:
        return say(LABELS, "resign", lang, clan=SEAT_NAMES[action - RESIGN][lang])
    about = target(facts, state, action)
    key = str(about["kind"])
    if about.get("price") == 1:
        key = "kick_one"
    return say(
        LABELS, key, lang,
        a=about.get("from", about.get("field")), b=about.get("to"), price=about.get("price"),
    )  # fmt: skip
