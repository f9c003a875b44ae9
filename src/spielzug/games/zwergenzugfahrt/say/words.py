"""Die Zwergenzugfahrt in words: sentences, remarks for records, labels and targets of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from spielzug.core.events import Event
from spielzug.core.jit import as_plain
from spielzug.core.memory import PlainRecord
from spielzug.core.texts import say
from spielzug.games.zwergenzugfahrt import rules
from spielzug.games.zwergenzugfahrt.facts import code_of
from spielzug.games.zwergenzugfahrt.facts.sets import SEAT, STEPS, field_name
from spielzug.games.zwergenzugfahrt.say.refusals import why_not
from spielzug.games.zwergenzugfahrt.say.texts import (
    CLAN_BEGINS,
    COIN,
    COLOURS,
    LABELS,
    SEAT_NAMES,
    SENTENCES,
)
from spielzug.games.zwergenzugfahrt.say.view import draw, facts_view, view
from spielzug.games.zwergenzugfahrt.state import (
    ABANDON,
    BEGINS,
    CALLED_OFF,
    CHOOSE,
    DIRECTIONS,
    ENDED,
    EVENTS,
    GAVE_UP,
    KICK,
    KICKED,
    LOST_SIGN,
    MISSED,
    MOVED,
    NO_SIGN,
    PASS,
    PASSED,
    PENALTY,
    PLACES,
    RESERVE,
    RESERVED,
    RESIGN,
    SAT,
    SENT_HOME,
    TAKE,
    TIME,
    TOOK,
    TOSSED,
    WON,
    notation,
    parse,
    place_of,
)

__all__ = [
    "EVENTS", "draw", "facts_view", "label", "notation", "parse", "remark", "sentences", "target",
    "view", "why_not",
]  # fmt: skip


def name_of(facts: PlainRecord, field: int) -> str:
    return field_name(field % facts.columns, facts.rows - field // facts.columns)


def values_of(facts: PlainRecord, event: Event) -> dict[str, Any]:
    """The values of an event by name; fields by their names on the board."""
    return {
        name: name_of(facts, number) if name in PLACES else number
        for name, number in EVENTS[event.kind].values(event).items()
    }


# -- sentences -----------------------------------------------------------------------------------


def sentences(
    facts: PlainRecord, events: Sequence[Event], names: Sequence[str], lang: str
) -> list[str]:
    """One sentence per event, and one more for a draw."""
    said: list[str] = []
    for event in events:
        values = values_of(facts, event)
        said.append(_sentence(event, _key(event, values, events), values, names, lang))
        if event.kind == ENDED and values["red"] == values["green"]:
            said.append(say(SENTENCES, "draw", lang))
    return said


def _key(event: Event, values: Mapping[str, Any], events: Sequence[Event]) -> str:
    """The key of the sentence for this event; the first event shows how the game ended."""
    kind = event.kind
    if kind == PENALTY:
        return {0: "penalty_none", 1: "penalty_one"}.get(values["owes"], "penalty")
    if kind == MISSED:
        return "missed" if values["owes"] else "missed_last"
    if kind == LOST_SIGN:
        return "lost_sign" if "chooser" in values else "lost_only_sign"
    if kind == WON:
        return "won_one" if values["held"] == 1 else "won"
    if kind == ENDED:
        return {ENDED: "ended_time", PASSED: "ended_blocked"}.get(events[0].kind, "ended_turns")
    return EVENTS[kind].name


def _sentence(
    event: Event, key: str, values: Mapping[str, Any], names: Sequence[str], lang: str
) -> str:
    red, green = (name[lang] for name in SEAT_NAMES)
    told: dict[str, Any] = {"red_clan": red, "green_clan": green, **values}
    if "coin" in values:
        told["coin"] = COIN[COLOURS[values["coin"]]][lang]
    seat = event.seat
    if seat >= 0:
        clan = SEAT_NAMES[seat][lang]
        told |= {"name": names[seat], "other": names[1 - seat], "clan": clan}
        if event.kind == BEGINS and names[seat] == clan:
            return CLAN_BEGINS[lang].format(clan=clan)
    return say(SENTENCES, key, lang, **told)


# -- records -------------------------------------------------------------------------------------

REMARKS = {
    BEGINS: "{who} begins",
    MOVED: "{who} moves",
    SAT: "{who} sits",
    KICKED: "{who} kicks",
    SENT_HOME: "{who} home {to}",
    RESERVED: "{who} reserves",
    TOOK: "{who} takes",
    PENALTY: "{who} owes {owes} for kick {kick}",
    MISSED: "{who} misses, owes {owes}",
    TOSSED: "coin {coin}",
    LOST_SIGN: "{who} loses sign {field}",
    NO_SIGN: "{who} has no sign",
    PASSED: "{who} passes",
    WON: "{who} wins with {held}",
    ENDED: "seats {red}:{green}",
    GAVE_UP: "{who} resigns",
    CALLED_OFF: "called off",
}


def remark(facts: PlainRecord, events: Sequence[Event], format: int = 2) -> str:
    """The outcome of a decision for the record: enough to follow the game without the rules."""
    return "; ".join(_part(facts, event) for event in events)


def _part(facts: PlainRecord, event: Event) -> str:
    about = values_of(facts, event)
    if "coin" in about:
        about["coin"] = COLOURS[about["coin"]]
    who = COLOURS[event.seat] if event.seat >= 0 else ""
    return REMARKS[event.kind].format(who=who, **about)


# -- choices -------------------------------------------------------------------------------------


def _code_name(code: int) -> str:
    return field_name(*place_of(code))


def _step(facts: PlainRecord, action: int) -> tuple[str, str, int]:
    """Start, goal, and the kind of the goal."""
    code, direction = divmod(action - KICK if action >= KICK else action, DIRECTIONS)
    column, row = place_of(code)
    column, row = column + STEPS[direction][0], row + STEPS[direction][1]
    goal = facts.field[code_of(column, row)]
    return _code_name(code), field_name(column, row), facts.kind[goal]


def price(facts: PlainRecord, state: PlainRecord) -> int:
    """The turns that the next kick costs the clan to move (Z8)."""
    return int(as_plain(rules.price)(facts, state.kicks[state.turn] + 1))


@lru_cache(maxsize=256)
def target(facts: PlainRecord, state: PlainRecord, action: int) -> dict[str, Any]:
    """The parts of the board that an action is about, so that a board needs no rules.

    Cached, so callers must not change it.
    """
    if action < RESERVE:
        start, goal, kind = _step(facts, action)
        if action >= KICK:
            return {"kind": "kick", "from": start, "to": goal, "price": price(facts, state)}
        return {"kind": "sit" if kind == SEAT else "move", "from": start, "to": goal}
    if action < TAKE:
        return {"kind": "reserve", "field": _code_name(action - RESERVE)}
    if action < CHOOSE:
        return {"kind": "take", "field": _code_name(action - TAKE)}
    if action < PASS:
        return {"kind": "conductor", "field": _code_name(action - CHOOSE)}
    return {"kind": "pass" if action == PASS else "outside"}


def label(
    facts: PlainRecord, state: PlainRecord, action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """An action in words, for menus and screen readers."""
    if action == TIME:
        return say(LABELS, "time", lang)
    if action == ABANDON:
        return say(LABELS, "abandon", lang)
    if action >= RESIGN:
        return say(LABELS, "resign", lang, clan=SEAT_NAMES[action - RESIGN][lang])
    about = target(facts, state, action)
    key = str(about["kind"])
    if "price" in about:
        key = {0: "kick_free", 1: "kick_one"}.get(about["price"], "kick")
    return say(LABELS, key, lang, **about)
