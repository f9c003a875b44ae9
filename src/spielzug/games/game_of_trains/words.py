"""Game of Trains for people: sentences from events, labels, reasons, and the view of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from spielzug.core.events import HIDDEN, Event, EventKind
from spielzug.core.kinds import Facts, State
from spielzug.core.texts import listing, say
from spielzug.games.game_of_trains import rules as r
from spielzug.games.game_of_trains.actions import (
    ABANDON,
    DRAW,
    KEEP,
    MOVE_LEFT_AT,
    MOVE_RIGHT_AT,
    N_ACTIONS,
    PLACE,
    PROTECT_AT,
    RESIGN,
    SWAP_ADJACENT_AT,
    SWAP_OVER_ONE_AT,
    USE,
    notation,
    parse,
)
from spielzug.games.game_of_trains.facts import ABILITIES, CARS, MIDDLE, PROTECT
from spielzug.games.game_of_trains.picture import draw
from spielzug.games.game_of_trains.texts import ABILITY_NAMES, LABELS, SENTENCES, WHY_NOT

__all__ = [
    "EVENTS", "KINDS", "draw", "facts_view", "label", "notation", "parse", "remark", "sentences",
    "target", "view",
    "why_not",
]  # fmt: skip

SENTENCE_OF = {
    r.BEGINS: "begins", r.KEPT: "kept", r.PLACED: "placed", r.CANCELLED: "cancelled",
    r.DREW: "drew", r.USED: "used", r.SWAPPED: "swapped", r.PROTECTED: "protected",
    r.LOST_PROTECTION: "lost_protection", r.REMOVED: "removed", r.SPARED: "spared",
    r.REFILLED: "refilled", r.RESHUFFLED: "reshuffled", r.DRAWN_GAME: "drawn_game",
    r.GAVE_UP: "gave_up", r.CALLED_OFF: "called_off",
}  # fmt: skip


KINDS = {
    **SENTENCE_OF, r.DEALT: "dealt", r.DREW_SETUP: "drew_setup", r.MOVED: "moved", r.WON: "won",
}  # fmt: skip
"""The name of each kind of event, for boards."""

EVENTS = {kind: EventKind(name, "a", "b") for kind, name in KINDS.items()}


# -- sentences -----------------------------------------------------------------------------------


def sentences(facts: Facts, events: Sequence[Event], names: Sequence[str], lang: str) -> list[str]:
    """One sentence an event, those of the deal gathered by seat."""
    said: list[str] = []
    for kind, key in ((r.DEALT, "dealt"), (r.DREW_SETUP, "drew_setup")):
        for seat in dict.fromkeys(e.seat for e in events if e.kind == kind):
            cards = [e.a for e in events if e.kind == kind and e.seat == seat]
            name = names[seat]
            if HIDDEN in cards:
                said.append(say(SENTENCES, f"{key}_hidden", lang, name=name, count=len(cards)))
            else:
                said.append(say(SENTENCES, key, lang, name=name, cars=listing(cards, lang)))
    for event in events:
        if event.kind not in (r.DEALT, r.DREW_SETUP):
            said.append(_sentence(event, names, lang))
    return said


def _sentence(event: Event, names: Sequence[str], lang: str) -> str:
    kind, seat, a, b, _ = event
    name = names[seat] if seat >= 0 else ""
    if kind == r.MOVED:
        key = "moved_right" if b > 0 else "moved_left"
    elif kind == r.WON:
        key = "won_own_turn" if a == r.OWN_TURN else "won_other_turn"
    else:
        key = SENTENCE_OF[kind]
        if kind in (r.KEPT, r.DREW) and a == HIDDEN:
            key += "_hidden"
    ability = ability_name(b, lang) if kind == r.USED else ""
    return say(SENTENCES, key, lang, name=name, a=a, b=b, ability=ability)


def ability_name(ability: int, lang: str) -> str:
    return ABILITY_NAMES[ABILITIES[ability]][lang]


# -- records -------------------------------------------------------------------------------------


def remark(facts: Facts, events: Sequence[Event]) -> str:
    """What came of a decision, for the record: enough to follow the game without our rules."""
    parts: list[str] = []
    for seat in dict.fromkeys(e.seat for e in events if e.kind == r.DEALT):
        cars = " ".join(str(e.a) for e in events if e.kind == r.DEALT and e.seat == seat)
        parts.append(f"seat {seat + 1} train {cars}")
    for seat in dict.fromkeys(e.seat for e in events if e.kind == r.DREW_SETUP):
        cars = " ".join(_card(e.a) for e in events if e.kind == r.DREW_SETUP and e.seat == seat)
        parts.append(f"seat {seat + 1} draws {cars}")
    parts += [_part(e) for e in events if e.kind not in (r.DEALT, r.DREW_SETUP)]
    return "; ".join(parts)


def _card(card: int) -> str:
    return "?" if card == HIDDEN else str(card)


def _part(event: Event) -> str:
    kind, seat, a, b, _ = event
    who = f"seat {seat + 1}"
    texts = {
        r.BEGINS: f"{who} begins",
        r.KEPT: f"keeps {_card(a)}",
        r.PLACED: f"{a} for {b}",
        r.CANCELLED: f"pair {a} {b}",
        r.DREW: f"draws {_card(a)}",
        r.USED: f"card {a}",
        r.SWAPPED: f"swaps {a} {b}",
        r.MOVED: f"moves {a} {'right' if b > 0 else 'left'}",
        r.PROTECTED: f"{b} under {a}",
        r.LOST_PROTECTION: f"loses {b} under {a}",
        r.REMOVED: f"{who} removes {a}",
        r.SPARED: f"{who} spared {a}",
        r.REFILLED: f"{who} refills {a}",
        r.RESHUFFLED: f"reshuffle {a}",
        r.WON: f"{who} wins",
        r.DRAWN_GAME: f"draw after {a} turns",
        r.GAVE_UP: f"{who} resigns",
        r.CALLED_OFF: "called off",
    }
    return texts[kind]


# -- choices -------------------------------------------------------------------------------------


def targets_of(action: int) -> tuple[int, int]:
    """The two places (from 1) that a swap or a move names: from, to."""
    if action < SWAP_OVER_ONE_AT:
        return action - SWAP_ADJACENT_AT + 1, action - SWAP_ADJACENT_AT + 2
    if action < MOVE_RIGHT_AT:
        return action - SWAP_OVER_ONE_AT + 1, action - SWAP_OVER_ONE_AT + 3
    if action < MOVE_LEFT_AT:
        return action - MOVE_RIGHT_AT + 1, action - MOVE_RIGHT_AT + 3
    return action - MOVE_LEFT_AT + 3, action - MOVE_LEFT_AT + 1


def label(facts: Facts, state: State, action: int, lang: str, names: Sequence[str] = ()) -> str:
    """A choice in words, for menus and screen readers; `state` is the chooser's hidden view."""
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
        return say(LABELS, "keep", lang, card=state.hand[state.turn, action - KEEP])
    if action >= PROTECT_AT:
        place = (action - PROTECT_AT) * MIDDLE
        return say(LABELS, "protect", lang, card=row[place], place=place + 1)
    a, b = targets_of(action)
    if action < MOVE_RIGHT_AT:
        return say(LABELS, "swap", lang, left=row[a - 1], right=row[b - 1], a=a, b=b)
    return say(LABELS, "move", lang, card=row[a - 1], a=a, b=b)


def target(facts: Facts, state: State, action: int) -> dict[str, Any]:
    """What on the board a choice is about, so that a board needs no rules of its own."""
    if action == DRAW:
        return {"kind": "draw"}
    if action < PLACE:
        ability = action - USE
        return {"kind": "use", "ability": ABILITIES[ability], "card": int(state.open[ability])}
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


def why_not(facts: Facts, state: State, action: int, lang: str, names: Sequence[str] = ()) -> str:
    """Why the action is not allowed in this (hidden) position; empty if it is."""
    out = np.zeros(r.MAX_LEGAL, np.int32)
    if action in out[: r.legal(facts, state, out)].tolist():
        return ""
    key, values = _refusal(state, action)
    if "ability" in values:
        values["ability"] = ability_name(int(values["ability"]), lang)
    return say(WHY_NOT, key, lang, **values)


def _refusal(state: State, action: int) -> tuple[str, dict[str, Any]]:
    if not 0 <= action < N_ACTIONS:
        return "unknown", {}
    if state.phase == r.OVER:
        return "over", {}
    if RESIGN <= action < ABANDON and state.seats > 2:
        return "resign_many", {}
    if action >= RESIGN:
        return "table_only", {}
    if state.phase == r.KEEPING:
        if KEEP <= action < SWAP_ADJACENT_AT:
            return "keep_count", {"count": int(np.count_nonzero(state.hand[state.turn]))}
        return "setup_keep", {}
    if state.phase in (r.PLACING, r.SETUP_PLACE):
        return "must_place", {}
    if state.phase == r.TARGET:
        if action >= PROTECT_AT and state.ability == PROTECT:
            return "already_protected", {"place": (action - PROTECT_AT) * MIDDLE + 1}
        return "must_aim", {"ability": state.ability}
    return _refusal_in_turn(state, action)


def _refusal_in_turn(state: State, action: int) -> tuple[str, dict[str, Any]]:
    if action < PLACE:
        if action == USE + PROTECT and state.open[PROTECT] != 0:
            return "all_protected", {}
        return "not_open", {"ability": action - USE}
    if action < KEEP:
        return "draw_first", {}
    if action < SWAP_ADJACENT_AT:
        return "setup_only", {}
    starts = (SWAP_ADJACENT_AT, SWAP_OVER_ONE_AT, MOVE_RIGHT_AT, MOVE_LEFT_AT, PROTECT_AT)
    kind = max(i for i, start in enumerate(starts) if action >= start)
    return "use_first", {"ability": PROTECT if kind == 4 else kind}


# -- the board -----------------------------------------------------------------------------------


def view(facts: Facts, state: State, seat: int) -> dict[str, Any]:
    """What a board shows; `state` is hidden already, so nothing here can give a secret away."""
    # All fields at once: reading them one by one from a record is ten times slower.
    s: dict[str, Any] = dict(zip(state.dtype.names, state.item(), strict=True))
    ability = facts.ability.tolist()
    count = s["seats"]

    def car(card: int, **more: int) -> dict[str, Any] | None:
        """A car as the board draws it: number 0 is a face-down card, None no card."""
        if card == 0:
            return None
        if card > CARS:
            return {"number": 0, "ability": None}
        return {"number": card, "ability": ABILITIES[ability[card]], **more}

    rows, locks = s["row"].tolist()[:count], s["lock"].tolist()[:count]
    return {
        "seats": count,
        "you": seat,
        "first": s["first"],
        "turn": s["turn"],
        "turns": s["turns"],
        "phase": r.PHASES[s["phase"]],
        "trains": [
            [car(card, lock=lock) for card, lock in zip(row, under, strict=True)]
            for row, under in zip(rows, locks, strict=True)
        ],
        "open": [car(card) for card in s["open"].tolist() if card],
        "card": car(s["card"]),
        "ability": ABILITIES[s["ability"]] if s["phase"] == r.TARGET else None,
        "hands": [[car(card) for card in hand if card] for hand in s["hand"].tolist()[:count]],
        "draw_pile": s["draw_pile"],
        "discard_pile": s["discard_pile"] + int(np.count_nonzero(s["rejects"])),
        "winner": s["winner"],
        "reason": r.REASONS[s["reason"]],
    }


def facts_view(facts: Facts, state: State) -> dict[str, Any]:
    """What a board shows all the time."""
    return {}
