"""Die Zwergenzugfahrt for people: sentences from events, labels, reasons, the view of a board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from spielzug.core.events import Event, EventKind
from spielzug.core.kinds import Facts, State
from spielzug.core.texts import say
from spielzug.games.zwergenzugfahrt import rules as r
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
from spielzug.games.zwergenzugfahrt.boards import BOARDS, SEAT, STEPS, field_name
from spielzug.games.zwergenzugfahrt.boards import KINDS as FIELD_KINDS
from spielzug.games.zwergenzugfahrt.facts import (
    CLANS,
    CONDUCTOR,
    DWARVES,
    FACTS,
    MODES,
    NOWHERE,
    OWN_BOARD,
    code_of,
)
from spielzug.games.zwergenzugfahrt.picture import draw
from spielzug.games.zwergenzugfahrt.refusals import Position, refusal
from spielzug.games.zwergenzugfahrt.texts import CLAN_NAMES, COIN, LABELS, SENTENCES, WHY_NOT

__all__ = [
    "EVENTS", "KINDS", "draw", "facts_view", "label", "notation", "parse", "remark", "sentences",
    "target", "view",
    "why_not",
]  # fmt: skip

KINDS = {
    r.BEGINS: "begins", r.MOVED: "moved", r.SAT: "sat", r.KICKED: "kicked",
    r.SENT_HOME: "sent_home", r.RESERVED: "reserved", r.TOOK: "took", r.PENALTY: "penalty",
    r.MISSED: "missed", r.TOSSED: "tossed", r.LOST_SIGN: "lost_sign", r.NO_SIGN: "no_sign",
    r.PASSED: "passed", r.WON: "won", r.ENDED: "ended", r.GAVE_UP: "gave_up",
    r.CALLED_OFF: "called_off",
}  # fmt: skip
"""The name of each kind of event, for boards."""

EVENTS = {kind: EventKind(name, "a", "b") for kind, name in KINDS.items()}

# What of an event is a field.
FIELDS_A = {r.MOVED, r.SAT, r.KICKED, r.SENT_HOME, r.RESERVED, r.TOOK, r.LOST_SIGN}
FIELDS_B = {r.MOVED, r.SAT, r.KICKED, r.SENT_HOME}


def name_of(facts: Facts, field: int) -> str:
    columns = int(facts.columns)
    return field_name(field % columns, int(facts.rows) - field // columns)


def clan_name(clan: int, lang: str) -> str:
    return CLAN_NAMES[str(clan)][lang]


# -- sentences -----------------------------------------------------------------------------------


def sentences(facts: Facts, events: Sequence[Event], names: Sequence[str], lang: str) -> list[str]:
    """One sentence an event, and one more for a draw."""
    said: list[str] = []
    for event in events:
        said.append(_sentence(facts, event, _key(event, events), names, lang))
        if event.kind == r.ENDED and event.a == event.b:
            said.append(say(SENTENCES, "draw", lang))
    return said


def _key(event: Event, events: Sequence[Event]) -> str:
    """Which sentence tells this event; how a game ended is told by what came before."""
    kind, _, a, b, _ = event
    if kind == r.PENALTY:
        return "penalty_one" if a == 1 else "penalty"
    if kind == r.MISSED:
        return "missed_last" if a == 0 else "missed"
    if kind == r.LOST_SIGN:
        return "lost_only_sign" if b < 0 else "lost_sign"
    if kind == r.WON:
        return "won_one" if a == 1 else "won"
    if kind == r.ENDED:
        first = events[0].kind
        return {r.ENDED: "ended_time", r.PASSED: "ended_blocked"}.get(first, "ended_turns")
    return KINDS[kind]


def _sentence(facts: Facts, event: Event, key: str, names: Sequence[str], lang: str) -> str:
    kind, seat, a, b, _ = event
    return say(
        SENTENCES, key, lang,
        name=names[seat] if seat >= 0 else "",
        other=names[1 - seat] if seat >= 0 else "",
        clan=clan_name(seat, lang) if seat >= 0 else "",
        red=clan_name(0, lang),
        green=clan_name(1, lang),
        coin=COIN[str(a)][lang] if kind == r.TOSSED else "",
        a=name_of(facts, a) if kind in FIELDS_A else a,
        b=name_of(facts, b) if kind in FIELDS_B else b,
    )  # fmt: skip


# -- records -------------------------------------------------------------------------------------


def remark(facts: Facts, events: Sequence[Event]) -> str:
    """What came of a decision, for the record: enough to follow the game without our rules."""
    return "; ".join(_part(facts, event) for event in events)


def _part(facts: Facts, event: Event) -> str:
    kind, seat, a, b, _ = event
    who = ("red", "green")[seat] if seat >= 0 else ""
    at = name_of(facts, a) if kind in FIELDS_A else ""
    to = name_of(facts, b) if kind in FIELDS_B else ""
    texts = {
        r.BEGINS: f"{who} begins",
        r.MOVED: f"{who} moves",
        r.SAT: f"{who} sits",
        r.KICKED: f"{who} kicks",
        r.SENT_HOME: f"{who} home {to}",
        r.RESERVED: f"{who} reserves",
        r.TOOK: f"{who} takes",
        r.PENALTY: f"{who} owes {a} for kick {b}",
        r.MISSED: f"{who} misses, owes {a}",
        r.TOSSED: f"coin {('red', 'green')[a] if kind == r.TOSSED else ''}",
        r.LOST_SIGN: f"{who} loses sign {at}",
        r.NO_SIGN: f"{who} has no sign",
        r.PASSED: f"{who} passes",
        r.WON: f"{who} wins with {a}",
        r.ENDED: f"seats {a}:{b}",
        r.GAVE_UP: f"{who} resigns",
        r.CALLED_OFF: "called off",
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
    return int(r.price(int(state.kicks[state.turn]) + 1))


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
        return say(LABELS, "resign", lang, clan=clan_name(action - RESIGN, lang))
    about = target(facts, state, action)
    key = str(about["kind"])
    if about.get("price") == 1:
        key = "kick_one"
    return say(
        LABELS, key, lang,
        a=about.get("from", about.get("field")), b=about.get("to"), price=about.get("price"),
    )  # fmt: skip


def why_not(facts: Facts, state: State, action: int, lang: str, names: Sequence[str] = ()) -> str:
    """Why the action is not allowed in this (hidden) position; empty if it is."""
    if 0 <= action < RESIGN:
        out = np.zeros(r.MAX_LEGAL, np.int32)
        if action in out[: r.legal(facts, state, out)].tolist():
            return ""
    key, values = refusal(Position(facts, state), action)
    if "clan" in values:
        values["clan"] = clan_name(values["clan"], lang)
    return say(WHY_NOT, key, lang, **values)


# -- the board -----------------------------------------------------------------------------------


def board_view(facts: Facts) -> dict[str, Any]:
    """The board itself, which never changes: made once, not to be changed by anyone."""
    layout = [facts[name].tobytes() for name in ("kind", "owner", "to")]
    return _board_view(int(facts.board), int(facts.columns), int(facts.rows), *layout)


@lru_cache(maxsize=16)
def _board_view(
    board: int, columns: int, rows: int, kind: bytes, owner: bytes, to: bytes
) -> dict[str, Any]:
    kinds, owners, near = (
        np.frombuffer(data, FACTS[name].base).reshape(FACTS[name].shape).tolist()
        for name, data in (("kind", kind), ("owner", owner), ("to", to))
    )
    names = [field_name(column, row) for row in range(rows, 0, -1) for column in range(columns)]
    fields = [
        {
            "name": name,
            "column": field % columns,
            "row": rows - field // columns,
            "kind": FIELD_KINDS[kinds[field]],
            "home": owners[field] if owners[field] != NOWHERE else None,
        }
        for field, name in enumerate(names)
    ]
    walls = []
    for field, name in enumerate(names):
        right, below = field + 1, field + columns
        if right % columns and right not in near[field]:
            walls.append([name, names[right]])
        if below < len(names) and below not in near[field]:
            walls.append([name, names[below]])
    return {
        "name": BOARDS[board] if board < OWN_BOARD else "",
        "columns": columns,
        "rows": rows,
        "fields": fields,
        "walls": walls,
    }


def view(facts: Facts, state: State, seat: int) -> dict[str, Any]:
    """What a board shows; everything but the luck to come is public."""
    # All fields at once: reading them one by one from a record is ten times slower.
    s: dict[str, Any] = dict(zip(state.dtype.names, state.item(), strict=True))
    board = board_view(facts)
    fields = board["fields"]
    places = [fields[f] for f in s["field"].tolist()]
    signs = [
        [field["name"] for f, field in enumerate(fields) if bits >> f & 1]
        for bits in s["signs"].tolist()
    ]
    seated = [
        sum(place["kind"] == "seat" for place in places[clan * DWARVES : (clan + 1) * DWARVES])
        for clan in range(CLANS)
    ]
    mode = MODES[int(facts.mode)]
    return {
        "seats": s["seats"],
        "you": seat,
        "first": s["first"],
        "turn": s["turn"],
        "phase": r.PHASES[s["phase"]],
        "board": board,
        "dwarves": [
            {"clan": dwarf // DWARVES, "field": place["name"], "id": dwarf}
            for dwarf, place in enumerate(places)
        ],
        "signs": [{"clan": clan, "field": name} for clan in range(CLANS) for name in signs[clan]],
        "stock": s["stock"].tolist(),
        "taken": s["taken"].tolist(),
        "kicks": s["kicks"].tolist(),
        "owes": s["owes"].tolist(),
        "held": [seated[clan] + len(signs[clan]) for clan in range(CLANS)],
        "turns": s["turns"],
        "turns_each": s["turns_each"].tolist(),
        "mode": mode,
        "limit": int(facts.limit) or None,
        "each": bool(facts.each),
        "minutes": int(facts.minutes) if mode == "time" else None,
        "until_conductor": CONDUCTOR - s["turns"] % CONDUCTOR,
        "coin": s["coin"] if s["coin"] >= 0 else None,
        "winner": s["winner"],
        "reason": r.REASONS[s["reason"]],
    }


def facts_view(facts: Facts, state: State) -> dict[str, Any]:
    """What a board shows all the time."""
    return {}
