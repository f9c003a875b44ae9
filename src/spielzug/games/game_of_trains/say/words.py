"""Game of Trains in words: sentences, remarks for records, and labels of actions."""

from __future__ import annotations

from collections.abc import Sequence

from spielzug.core.declaration import Plain
from spielzug.core.endings import BANDS, ending_label
from spielzug.core.events import HIDDEN, Event
from spielzug.core.texts import listing, say
from spielzug.games.game_of_trains import state as s
from spielzug.games.game_of_trains.facts import ABILITIES, Facts
from spielzug.games.game_of_trains.say.texts import LABELS, SENTENCES, ability_name
from spielzug.games.game_of_trains.state import EVENTS, State

# -- sentences -----------------------------------------------------------------------------------


def sentences(
    facts: Facts[Plain], events: Sequence[Event], names: Sequence[str], lang: str
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
    numbers = kind.values(event)
    values: dict[str, object] = {**numbers}
    key = kind.name
    if event.kind == s.MOVED:
        key = "moved_right" if event.b > 0 else "moved_left"
    elif event.kind == s.WON:
        key = "won_own_turn" if event.a == s.OWN_TURN else "won_other_turn"
    elif event.kind in (s.KEPT, s.DREW) and "car" not in numbers:
        key += "_hidden"
    if "ability" in numbers:
        values["ability"] = ability_name(numbers["ability"], lang)
    name = names[event.seat] if event.seat >= 0 else ""
    return say(SENTENCES, key, lang, name=name, **values)


# -- records -------------------------------------------------------------------------------------


def remark(facts: Facts[Plain], events: Sequence[Event]) -> str:
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

MOVING = {
    "swap_adjacent": "swap", "swap_over_one": "swap", "move_right_2": "move", "move_left_2": "move",
}  # fmt: skip
"""What the actions of some bands do with cars."""


def label(
    facts: Facts[Plain],
    state: State[Plain],
    action: int,
    lang: str,
    names: Sequence[str] = (),
) -> str:
    """An action in words, for menus and screen readers; `state` is hidden for the player."""
    band, parts = s.ACTIONS.read(action)
    if band in BANDS:
        return ending_label(LABELS, band, parts, lang, names)
    row = [0, *state.row[state.turn]]  # places count from 1
    if band == "use":
        ability = parts["ability"]
        card = state.open[ability]
        return say(LABELS, band, lang, card=card, ability=ability_name(ability, lang))
    if band == "place":
        return say(LABELS, band, lang, card=state.card, old=row[parts["place"]], **parts)
    if band == "keep":
        return say(LABELS, band, lang, card=state.hand[state.turn][parts["index"] - 1])
    if band == "protect":
        return say(LABELS, band, lang, card=row[parts["place"]], **parts)
    if band in MOVING:
        a, b = parts["from"], parts["to"]
        return say(LABELS, MOVING[band], lang, card=row[a], left=row[a], right=row[b], a=a, b=b)
    return say(LABELS, band, lang)


def target(facts: Facts[Plain], state: State[Plain], action: int) -> dict[str, object]:
    """The parts of the board that an action is about, so that a board needs no rules."""
    band, parts = s.ACTIONS.read(action)
    if band in BANDS:
        return {"kind": "outside"}
    if band == "use":
        ability = parts["ability"]
        return {"kind": band, "ability": ABILITIES[ability], "card": state.open[ability]}
    return {"kind": MOVING.get(band, band), **parts}
