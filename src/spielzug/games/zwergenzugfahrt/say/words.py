"""Die Zwergenzugfahrt in words: sentences, remarks for records, labels and targets of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from spielzug.core.declaration import Plain
from spielzug.core.endings import BANDS, ending_label
from spielzug.core.events import Event
from spielzug.core.texts import say
from spielzug.games.zwergenzugfahrt import state as s
from spielzug.games.zwergenzugfahrt.facts import Facts, kick_price
from spielzug.games.zwergenzugfahrt.facts.sets import SEAT, field_name
from spielzug.games.zwergenzugfahrt.say.texts import (
    CLAN_BEGINS,
    COIN,
    COLOURS,
    LABELS,
    SEAT_NAMES,
    SENTENCES,
)
from spielzug.games.zwergenzugfahrt.state import EVENTS, State, beside, code_name


def name_of(facts: Facts[Plain], field: int) -> str:
    return field_name(field % facts.columns, facts.rows - field // facts.columns)


def values_of(facts: Facts[Plain], event: Event) -> dict[str, int | str]:
    """The values of an event by name; fields by their names on the board."""
    return {
        name: name_of(facts, number) if name in s.PLACES else number
        for name, number in EVENTS[event.kind].values(event).items()
    }


# -- sentences -----------------------------------------------------------------------------------


def sentences(
    facts: Facts[Plain], events: Sequence[Event], names: Sequence[str], lang: str
) -> list[str]:
    """One sentence per event, and one more for a draw."""
    said: list[str] = []
    for event in events:
        values = values_of(facts, event)
        said.append(_sentence(event, _key(event, events), values, names, lang))
        if event.kind == s.ENDED and values["red"] == values["green"]:
            said.append(say(SENTENCES, "draw", lang))
    return said


def _key(event: Event, events: Sequence[Event]) -> str:
    """The key of the sentence for this event; the first event shows how the game ended."""
    kind = event.kind
    values = EVENTS[kind].values(event)
    if kind == s.PENALTY:
        return {0: "penalty_none", 1: "penalty_one"}.get(values["owes"], "penalty")
    if kind == s.MISSED:
        return "missed" if values["owes"] else "missed_last"
    if kind == s.LOST_SIGN:
        return "lost_sign" if "chooser" in values else "lost_only_sign"
    if kind == s.WON:
        return "won_one" if values["held"] == 1 else "won"
    if kind == s.ENDED:
        return {s.ENDED: "ended_time", s.PASSED: "ended_blocked"}.get(events[0].kind, "ended_turns")
    return EVENTS[kind].name


def _sentence(
    event: Event, key: str, values: Mapping[str, int | str], names: Sequence[str], lang: str
) -> str:
    red, green = (name[lang] for name in SEAT_NAMES)
    told: dict[str, int | str] = {"red_clan": red, "green_clan": green, **values}
    coin = values.get("coin")
    if isinstance(coin, int):
        told["coin"] = COIN[COLOURS[coin]][lang]
    seat = event.seat
    if seat >= 0:
        clan = SEAT_NAMES[seat][lang]
        told |= {"name": names[seat], "other": names[1 - seat], "clan": clan}
        if event.kind == s.BEGINS and names[seat] == clan:
            return CLAN_BEGINS[lang].format(clan=clan)
    return say(SENTENCES, key, lang, **told)


# -- records -------------------------------------------------------------------------------------

REMARKS = {
    s.BEGINS: "{who} begins",
    s.MOVED: "{who} moves",
    s.SAT: "{who} sits",
    s.KICKED: "{who} kicks",
    s.SENT_HOME: "{who} home {to}",
    s.RESERVED: "{who} reserves",
    s.TOOK: "{who} takes",
    s.PENALTY: "{who} owes {owes} for kick {kick}",
    s.MISSED: "{who} misses, owes {owes}",
    s.TOSSED: "coin {coin}",
    s.LOST_SIGN: "{who} loses sign {field}",
    s.NO_SIGN: "{who} has no sign",
    s.PASSED: "{who} passes",
    s.WON: "{who} wins with {held}",
    s.ENDED: "seats {red}:{green}",
    s.GAVE_UP: "{who} resigns",
    s.CALLED_OFF: "called off",
}


def remark(facts: Facts[Plain], events: Sequence[Event]) -> str:
    """The outcome of a decision for the record: enough to follow the game without the rules."""
    return "; ".join(_part(facts, event) for event in events)


def _part(facts: Facts[Plain], event: Event) -> str:
    about = values_of(facts, event)
    coin = about.get("coin")
    if isinstance(coin, int):
        about["coin"] = COLOURS[coin]
    who = COLOURS[event.seat] if event.seat >= 0 else ""
    return REMARKS[event.kind].format(who=who, **about)


# -- choices -------------------------------------------------------------------------------------


def price(facts: Facts[Plain], state: State[Plain]) -> int:
    """The turns that the next kick costs the clan to move (Z8)."""
    return kick_price(facts, state.kicks[state.turn] + 1)


@lru_cache(maxsize=256)
def target(facts: Facts[Plain], state: State[Plain], action: int) -> dict[str, object]:
    """The parts of the board that an action is about, so that a board needs no rules.

    Cached, so callers must not change it.
    """
    band, parts = s.ACTIONS.read(action)
    if band in ("move", "kick"):
        goal = beside(parts["field"], parts["direction"])
        about = {"from": code_name(parts["field"]), "to": code_name(goal)}
        if band == "kick":
            return {"kind": band, **about, "price": price(facts, state)}
        return {"kind": "sit" if facts.kind[facts.field[goal]] == SEAT else band, **about}
    if "field" in parts:
        return {"kind": band, "field": code_name(parts["field"])}
    return {"kind": band if band == "pass" else "outside"}


def label(
    facts: Facts[Plain],
    state: State[Plain],
    action: int,
    lang: str,
    names: Sequence[str] = (),
) -> str:
    """An action in words, for menus and screen readers."""
    band, parts = s.ACTIONS.read(action)
    if band in BANDS:
        return ending_label(LABELS, band, parts, lang, [name[lang] for name in SEAT_NAMES])
    about = target(facts, state, action)
    key = str(about["kind"])
    cost = about.get("price")
    if isinstance(cost, int):
        key = {0: "kick_free", 1: "kick_one"}.get(cost, "kick")
    return say(LABELS, key, lang, **about)
