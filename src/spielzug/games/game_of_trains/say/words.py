"""Game of Trains in words: sentences, remarks for records, and labels of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spielzug.core.events import HIDDEN, Event
from spielzug.core.memory import PlainRecord
from spielzug.core.texts import listing, say
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import ABILITIES, MIDDLE
from spielzug.games.game_of_trains.say.refusals import why_not
from spielzug.games.game_of_trains.say.texts import LABELS, SENTENCES, ability_name
from spielzug.games.game_of_trains.say.view import draw, facts_view, view
from spielzug.games.game_of_trains.state import (
    ABANDON,
    DRAW,
    EVENTS,
    KEEP,
    MOVE_LEFT_AT,
    MOVE_RIGHT_AT,
    PLACE,
    PROTECT_AT,
    RESIGN,
    SWAP_ADJACENT_AT,
    SWAP_OVER_ONE_AT,
    USE,
    notation,
    parse,
)

__all__ = [
    "EVENTS", "draw", "facts_view", "label", "notation", "parse", "remark", "sentences",
    "target", "view", "why_not",
]  # fmt: skip

# -- sentences -----------------------------------------------------------------------------------


def sentences(
    facts: PlainRecord, events: Sequence[Event], names: Sequence[str], lang: str
) -> list[str]:
    """One sentence per event; those of the deal are combined by seat."""
    said: list[str] = []
    for kind, key in ((s.DEALT, "dealt"), (s.DREW_SETUP, "drew_setup")):
        for seat in dict.fromkeys(e.seat for e in events if e.kind == kind):
            cards = [e.a for e in events if e.kind == kind and e.seat == seat]
            name = names[seat]
            if HIDDEN in cards:
                said.append(say(SENTENCES, f"{key}_hidden", lang, name=name, count=len(cards)))
            else:
                said.append(say(SENTENCES, key, lang, name=name, cars=listing(cards, lang)))
    for event in events:
        if event.kind not in (s.DEALT, s.DREW_SETUP):
            said.append(_sentence(event, names, lang))
    return said


def _sentence(event: Event, names: Sequence[str], lang: str) -> str:
    kind = EVENTS[event.kind]
    values: dict[str, Any] = {**kind.values(event)}
    key = kind.name
    if event.kind == s.MOVED:
        key = "moved_right" if event.b > 0 else "moved_left"
    elif event.kind == s.WON:
        key = "won_own_turn" if event.a == s.OWN_TURN else "won_other_turn"
    elif event.kind in (s.KEPT, s.DREW) and "car" not in values:
        key += "_hidden"
    if "ability" in values:
        values["ability"] = ability_name(values["ability"], lang)
    name = names[event.seat] if event.seat >= 0 else ""
    return say(SENTENCES, key, lang, name=name, **values)


# -- records -------------------------------------------------------------------------------------


def remark(facts: PlainRecord, events: Sequence[Event], format: int = 2) -> str:
    """The outcome of a decision for the record: enough to follow the game without the rules."""
    parts: list[str] = []
    for seat in dict.fromkeys(e.seat for e in events if e.kind == s.DEALT):
        cars = " ".join(str(e.a) for e in events if e.kind == s.DEALT and e.seat == seat)
        parts.append(f"seat {seat + 1} train {cars}")
    for seat in dict.fromkeys(e.seat for e in events if e.kind == s.DREW_SETUP):
        cars = " ".join(_card(e.a) for e in events if e.kind == s.DREW_SETUP and e.seat == seat)
        parts.append(f"seat {seat + 1} draws {cars}")
    parts += [_part(e) for e in events if e.kind not in (s.DEALT, s.DREW_SETUP)]
    return "; ".join(parts)


def _card(card: int) -> str:
    return "?" if card == HIDDEN else str(card)


def _part(event: Event) -> str:
    kind, seat, a, b, _ = event
    who = f"seat {seat + 1}"
    texts = {
        s.BEGINS: f"{who} begins",
        s.KEPT: f"keeps {_card(a)}",
        s.PLACED: f"{a} for {b}",
        s.CANCELLED: f"pair {a} {b}",
        s.DREW: f"draws {_card(a)}",
        s.USED: f"card {a}",
        s.SWAPPED: f"swaps {a} {b}",
        s.MOVED: f"moves {a} {'right' if b > 0 else 'left'}",
        s.PROTECTED: f"{b} under {a}",
        s.LOST_PROTECTION: f"loses {b} under {a}",
        s.REMOVED: f"{who} removes {a}",
        s.SPARED: f"{who} spared {a}",
        s.REFILLED: f"{who} refills {a}",
        s.RESHUFFLED: f"reshuffle {a}",
        s.WON: f"{who} wins",
        s.DRAWN_GAME: f"draw after {a} turns",
        s.GAVE_UP: f"{who} resigns",
        s.CALLED_OFF: "called off",
    }
    return texts[kind]


# -- choices -------------------------------------------------------------------------------------


def targets_of(action: int) -> tuple[int, int]:
    """The places (from 1) between which a swap or a move goes: from, to."""
    if action < SWAP_OVER_ONE_AT:
        return action - SWAP_ADJACENT_AT + 1, action - SWAP_ADJACENT_AT + 2
    if action < MOVE_RIGHT_AT:
        return action - SWAP_OVER_ONE_AT + 1, action - SWAP_OVER_ONE_AT + 3
    if action < MOVE_LEFT_AT:
        return action - MOVE_RIGHT_AT + 1, action - MOVE_RIGHT_AT + 3
    return action - MOVE_LEFT_AT + 3, action - MOVE_LEFT_AT + 1


def label(
    facts: PlainRecord, state: PlainRecord, action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """An action in words, for menus and screen readers; `state` is hidden for the player."""
    if action == DRAW:
        return say(LABELS, "draw", lang)
    if action == ABANDON:
        return say(LABELS, "abandon", lang)
    if action >= RESIGN:
        seat = action - RESIGN
        name = names[seat] if names else say(LABELS, "seat", lang, seat=seat + 1)
        return say(LABELS, "resign", lang, name=name)
    row = state.row[state.turn]
    if action < PLACE:
        ability = action - USE
        card = state.open[ability]
        return say(LABELS, "use", lang, card=card, ability=ability_name(ability, lang))
    if action < KEEP:
        place = action - PLACE
        return say(LABELS, "place", lang, place=place + 1, card=state.card, old=row[place])
    if action < SWAP_ADJACENT_AT:
        return say(LABELS, "keep", lang, card=state.hand[state.turn][action - KEEP])
    if action >= PROTECT_AT:
        place = (action - PROTECT_AT) * MIDDLE
        return say(LABELS, "protect", lang, card=row[place], place=place + 1)
    a, b = targets_of(action)
    if action < MOVE_RIGHT_AT:
        return say(LABELS, "swap", lang, left=row[a - 1], right=row[b - 1], a=a, b=b)
    return say(LABELS, "move", lang, card=row[a - 1], a=a, b=b)


def target(facts: PlainRecord, state: PlainRecord, action: int) -> dict[str, Any]:
    """The parts of the board that an action is about, so that a board needs no rules."""
    if action == DRAW:
        return {"kind": "draw"}
    if action < PLACE:
        ability = action - USE
        return {"kind": "use", "ability": ABILITIES[ability], "card": state.open[ability]}
    if action < KEEP:
        return {"kind": "place", "place": action - PLACE + 1}
    if action < SWAP_ADJACENT_AT:
        return {"kind": "keep", "index": action - KEEP + 1}
    if action < PROTECT_AT:
        a, b = targets_of(action)
        return {"kind": "swap" if action < MOVE_RIGHT_AT else "move", "from": a, "to": b}
    if action < RESIGN:
        return {"kind": "protect", "place": (action - PROTECT_AT) * MIDDLE + 1}
    return {"kind": "outside"}
