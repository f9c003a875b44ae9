"""Der große Zugraub in words: sentences, remarks for records, labels and targets of actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from spielzug.core.events import HIDDEN, Event
from spielzug.core.jit import as_plain
from spielzug.core.memory import PlainRecord
from spielzug.core.texts import listing, say
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import set_of
from spielzug.games.zugraub.facts.sets import SPACES, THIRD_DIE_RUN
from spielzug.games.zugraub.rules.moves import dice_for
from spielzug.games.zugraub.say.refusals import why_not
from spielzug.games.zugraub.say.texts import LABELS, SENTENCES
from spielzug.games.zugraub.say.view import (
    card_name,
    draw,
    facts_view,
    of_seat,
    seat_name,
    shortest_paths,
    steps_out,
    view,
    where,
)
from spielzug.games.zugraub.state import (
    ABANDON,
    ATTACK,
    DISCARD,
    DONE,
    EVENTS,
    FRONT_DOOR,
    GO,
    HEAD_SLOT,
    INSTALL,
    PASS,
    PLAY,
    ROLL,
    SPOIL,
    TO_DISCARD,
    TO_HAND,
    TO_HEAD,
    notation,
    parse,
    place_name,
    spoil_parts,
)

__all__ = [
    "EVENTS", "draw", "facts_view", "label", "notation", "parse", "remark", "sentences",
    "target", "view", "why_not",
]  # fmt: skip

OTHER_SEATS = {s.THREW, s.GAVE, s.PUT_IN_HEAD}
"""Kinds of events whose second value is a seat."""

# -- sentences -----------------------------------------------------------------------------------


def sentences(
    facts: PlainRecord, events: Sequence[Event], names: Sequence[str], lang: str
) -> list[str]:
    """Mostly one sentence per event; dice and seen hands are combined by seat."""
    said: list[str] = []
    for at, event in enumerate(events):
        key = _key(event, events, at)
        if key:
            values = _values(facts, event, events, at, names, lang)
            said.append(say(SENTENCES, key, lang, **values))
    return said


def _key(event: Event, events: Sequence[Event], at: int) -> str:
    """The key of the sentence for this event; empty if another event's sentence covers it."""
    kind, seat, a, b, _ = event
    following = events[at + 1] if at + 1 < len(events) else None
    hidden = {s.DEALT: "dealt_hidden", s.DREW: "drew_hidden", s.SAW: "", s.GAVE: ""}
    if kind in hidden and a == HIDDEN:
        return hidden[kind]
    if kind == s.ROLLED:
        if following is not None and following.kind in (s.ROLLED, s.FOUGHT):
            return ""
        return "rolled_none" if a == 0 else "rolled"
    if kind == s.SAW:
        last = following is None or following.kind != s.SAW or following.seat != seat
        return "saw" if last else ""
    if kind == s.GOT:
        return "gave_hidden" if events[at - 1].a == HIDDEN else ""
    if kind == s.WALKED:
        return "walked_behind" if a == s.BEHIND else "stayed" if a == b else "walked"
    if kind == s.CHECKED:
        return "checked_holds" if a >= b else "checked_breaks"
    more = {
        s.FOUND: ("found_two", b > 1),
        s.FOUGHT: ("fought_none", b == 0),
        s.WON_FIGHT: ("won_fight_tie", b == 1),
    }
    if kind in more and more[kind][1]:
        return more[kind][0]
    return EVENTS[kind].name


def _values(
    facts: PlainRecord,
    event: Event,
    events: Sequence[Event],
    at: int,
    names: Sequence[str],
    lang: str,
) -> dict[str, Any]:
    """The values of an event by name; cards, places and seats in words."""
    kind, seat, a, b, _ = event
    values: dict[str, Any] = EVENTS[kind].values(event)
    values["name"] = names[seat] if seat >= 0 else ""
    if "card" in values:
        values["card"] = card_name(facts, a)
    if "place" in values:
        values["place"] = place_name(a)
    if kind in OTHER_SEATS and b != HIDDEN:
        values[EVENTS[kind].b] = names[b]
    if kind == s.GOT:  # phrased from the giver's side
        values |= {"name": names[a], "to": names[seat]}
    if kind == s.WALKED:
        values |= {"from": where(a), "to": where(b)}
    if kind == s.CAR:
        values["car"] = set_of(facts).faces[a].title[lang]
    if kind in (s.ROLLED, s.FOUGHT):
        dice = _before(events, at, s.ROLLED, seat, kind == s.ROLLED)
        values["dice"] = listing(dice, lang)
    if kind == s.SAW and a != HIDDEN:
        cards = _before(events, at, s.SAW, seat, True)
        values["cards"] = listing([card_name(facts, card) for card in cards], lang)
    return values


def _before(events: Sequence[Event], at: int, kind: int, seat: int, own: bool) -> list[int]:
    """First values of the run of events of a kind and a seat that ends here (or just before)."""
    end = at + 1 if own else at
    start = end
    while start > 0 and events[start - 1].kind == kind and events[start - 1].seat == seat:
        start -= 1
    return [event.a for event in events[start:end]]


# -- records -------------------------------------------------------------------------------------


def remark(facts: PlainRecord, events: Sequence[Event], format: int = 2) -> str:
    """The outcome of a decision for the record: enough to follow the game without the rules.

    Format 1 counts pieces from 0, writes a die for a roll without dice, and says nothing of lost
    cars that come back.
    """
    silent = {s.GOT} if format > 1 else {s.GOT, s.CAR_BACK}
    return "; ".join(_part(facts, event, format) for event in events if event.kind not in silent)


def _card(card: int) -> str:
    return "?" if card == HIDDEN else str(card)


def _part(facts: PlainRecord, event: Event, format: int) -> str:
    kind, seat, a, b, _ = event
    piece = a + 1 if format > 1 else a  # as on the game's docs page
    who = f"seat {seat + 1}"
    face = set_of(facts).faces[a].name if kind == s.CAR else ""
    texts = {
        s.BEGINS: f"{who} begins",
        s.DEALT: f"{who} gets {_card(a)}",
        s.DREW: f"draws {_card(a)}",
        s.CAR: f"car {face}",
        s.DISCARDED: f"{who} discards {a}",
        s.ROLLED: f"die {a}" if a or format == 1 else "no dice",
        s.WALKED: f"from {where(a) if kind == s.WALKED else ''}",
        s.BOOSTED: f"reach {b}",
        s.LEFT_FRONT: "out",
        s.FOUND: f"marker {b}",
        s.BRAKED: "brake",
        s.ATTACKED: f"{b} fight",
        s.PEACE: "peace",
        s.FOUGHT: f"{who} {a}",
        s.HIT: f"{who} {b}",
        s.PASSED: f"{who} passes",
        s.WON_FIGHT: f"{who} wins fight{' by tie' if b else ''}",
        s.LOST_FIGHT: f"{who} points {a}",
        s.SAW: f"{who} holds {_card(a)}",
        s.THREW: f"throws {a}",
        s.GAVE: f"{_card(a)} to {'?' if a == HIDDEN else f'seat {b + 1}'}",
        s.PUT_IN_HEAD: f"{a} into head of seat {b + 1}",
        s.KEPT: "spoils done",
        s.INSTALLED: f"points {b}",
        s.THREW_BRAIN: f"out {a}",
        s.CHECKED: f"check {a}/{b}",
        s.LOST_CAR: f"loses piece {piece}",
        s.CAR_BACK: f"piece {piece} back",
        s.FELL: f"{who} behind",
        s.CABOOSE_BACK: "caboose back",
        s.ENGINE_UP: "engine",
        s.STOPPED: "train stands",
        s.WON: f"{who} wins with {a}",
        s.SHARED: f"{who} shares with {a}",
        s.LOST_ALL: "all lose",
        s.CALLED_OFF: "called off",
        s.SHUFFLED: f"shuffle {a}",
        s.FREE_CHEESE: f"{who} head {a}",
        s.LIMIT_REACHED: f"limit {a}",
    }
    return texts[kind]


# -- choices -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def target(facts: PlainRecord, state: PlainRecord, action: int) -> dict[str, Any]:
    """The parts of the board that an action is about, so that a board needs no rules.

    Cached, so callers must not change it.
    """
    if action == ROLL:
        dice = as_plain(dice_for)(facts, state, state.turn, THIRD_DIE_RUN)
        return {"kind": "roll", "dice": dice}
    if action <= PLAY:
        return {"kind": "discard", "card": action - DISCARD}
    if action < GO:
        card = action - PLAY
        if state.phase == s.BRAWL:
            return {"kind": "hit", "card": card, "hit": facts.hit[card]}
        return {"kind": "boost", "card": card, "run": facts.run[card]}
    if action < FRONT_DOOR:
        return _move_target(facts, state, action - GO)
    if action == FRONT_DOOR:
        return {"kind": "front", "steps": steps_out(facts, state)}
    if action >= SPOIL:
        return _spoil_target(state, action) if action < ABANDON else {"kind": "outside"}
    if action > INSTALL:
        card = action - INSTALL
        return {"kind": "install", "card": card, "cost": facts.cost[card]}
    fighting = state.phase in (s.ATTACKING, s.BRAWL)
    kinds = {
        ATTACK: "attack",
        DONE: "peace" if fighting else "end",
        PASS: "pass" if fighting else "done",
    }
    return {"kind": kinds[action]}


def _move_target(facts: PlainRecord, state: PlainRecord, place: int) -> dict[str, Any]:
    car, space = divmod(place, SPACES)
    way = shortest_paths(facts, state)[place]
    pawns = enumerate(state.pawn[: state.seats])
    there = [seat for seat, at in pawns if seat != state.turn and at == place]
    return {
        "kind": "move",
        "to": place_name(place),
        "steps": len(way),
        "path": [place_name(step) for step in way],
        "marker": bool(state.markers[car] >> space & 1),
        "brake": bool(facts.brakes[state.train[car]] >> space & 1),
        "fight": there,
    }


def _spoil_target(state: PlainRecord, action: int) -> dict[str, Any]:
    seat, slot, goal = spoil_parts(action)
    head = slot == HEAD_SLOT
    card = state.head[seat] if head else state.hand[seat][slot]
    if goal == TO_DISCARD:
        to, into = -1, "discard"
    elif goal < TO_HEAD:
        to, into = goal - TO_HAND, "hand"
    else:
        to, into = goal - TO_HEAD, "head"
    about = {"kind": "spoil", "from": seat, "card": card, "head": head}
    return {**about, "to": to, "into": into}


def label(
    facts: PlainRecord, state: PlainRecord, action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """An action in words, for menus and screen readers; `state` is hidden for the player."""
    about = target(facts, state, action)
    kind = str(about["kind"])
    card = card_name(facts, about["card"]) if "card" in about else ""
    if kind == "move":
        return _move_label(about, names, lang)
    if kind == "spoil":
        owner = of_seat(about["from"], names, lang)
        source = say(LABELS, "from_head" if about["head"] else "from_hand", lang, owner=owner)
        to = of_seat(about["to"], names, lang)
        return say(LABELS, f"spoil_{about['into']}", lang, card=card, source=source, owner=to)
    numbers = ("dice", "run", "hit", "cost", "steps")
    number = next((about[name] for name in numbers if name in about), "")
    return say(LABELS, kind, lang, card=card, n=number)


def _move_label(about: dict[str, Any], names: Sequence[str], lang: str) -> str:
    key = "move" if about["path"] else "stay"
    text = say(LABELS, key, lang, to=about["to"], n=about["steps"])
    more = [say(LABELS, name, lang) for name in ("marker", "brake") if about[name]]
    if about["fight"]:
        seats = [seat_name(seat, names, lang) for seat in about["fight"]]
        more.append(say(LABELS, "others", lang, seats=listing(seats, lang)))
    return ", ".join([text, *more])
