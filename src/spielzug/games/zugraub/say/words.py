"""Der große Zugraub in words: sentences, remarks for records, labels and targets of actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from spielzug.core.declaration import Plain
from spielzug.core.events import HIDDEN, Event
from spielzug.core.texts import listing, say
from spielzug.games.zugraub import state as s
from spielzug.games.zugraub.facts import Facts, set_of
from spielzug.games.zugraub.facts.sets import SPACES, THIRD_DIE_RUN
from spielzug.games.zugraub.say.texts import LABELS, SENTENCES
from spielzug.games.zugraub.say.view import (
    card_name,
    of_seat,
    seat_name,
    shortest_path,
    steps_out,
    where,
)
from spielzug.games.zugraub.state import EVENTS, State, place_name

OTHER_SEATS = {s.THREW, s.GAVE, s.PUT_IN_HEAD}
"""Kinds of events whose second value is a seat."""

# -- sentences -----------------------------------------------------------------------------------


def sentences(
    facts: Facts[Plain], events: Sequence[Event], names: Sequence[str], lang: str
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
    facts: Facts[Plain],
    event: Event,
    events: Sequence[Event],
    at: int,
    names: Sequence[str],
    lang: str,
) -> dict[str, object]:
    """The values of an event by name; cards, places and seats in words."""
    kind, seat, a, b, _ = event
    values: dict[str, object] = {**EVENTS[kind].values(event)}
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


def remark(facts: Facts[Plain], events: Sequence[Event]) -> str:
    """The outcome of a decision for the record: enough to follow the game without the rules."""
    return "; ".join(_part(facts, event) for event in events if event.kind != s.GOT)


def _card(card: int) -> str:
    return "?" if card == HIDDEN else str(card)


def _part(facts: Facts[Plain], event: Event) -> str:
    kind, seat, a, b, _ = event
    piece = a + 1  # as on the game's docs page
    who = f"seat {seat + 1}"
    face = set_of(facts).faces[a].name if kind == s.CAR else ""
    texts = {
        s.BEGINS: f"{who} begins",
        s.DEALT: f"{who} gets {_card(a)}",
        s.DREW: f"draws {_card(a)}",
        s.CAR: f"car {face}",
        s.DISCARDED: f"{who} discards {a}",
        s.ROLLED: f"die {a}" if a else "no dice",
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
def target(facts: Facts[Plain], state: State[Plain], action: int) -> dict[str, Any]:
    """The parts of the board that an action is about, so that a board needs no rules.

    Cached, so callers must not change it.
    """
    read = s.ACTIONS.read(action)
    card, fighting = read.parts.get("card", 0), state.phase in (s.ATTACKING, s.BRAWL)
    match read.band:
        case "roll":
            return {
                "kind": "roll",
                "dice": s.count_dice(facts, state, state.turn, THIRD_DIE_RUN),
            }
        case "discard":
            return {"kind": "discard", "card": card}
        case "play" if state.phase == s.BRAWL:
            return {"kind": "hit", "card": card, "hit": facts.hit[card]}
        case "play":
            return {"kind": "boost", "card": card, "run": facts.run[card]}
        case "go":
            return _move_target(facts, state, read.parts["place"])
        case "front_door":
            return {"kind": "front", "steps": steps_out(facts, state)}
        case "attack":
            return {"kind": "attack"}
        case "done":
            return {"kind": "peace" if fighting else "end"}
        case "pass":
            return {"kind": "pass" if fighting else "done"}
        case "install":
            return {"kind": "install", "card": card, "cost": facts.cost[card]}
        case "spoil":
            return _spoil_target(state, **read.parts)
    return {"kind": "outside"}


def _move_target(facts: Facts[Plain], state: State[Plain], place: int) -> dict[str, object]:
    car, space = divmod(place, SPACES)
    way = shortest_path(facts, state, place)
    pawns = enumerate(state.pawn[: state.seats])
    there = [seat for seat, at in pawns if seat != state.turn and at == place]
    return {
        "kind": "move",
        "to": place_name(place),
        "steps": len(way),
        "path": way,
        "marker": bool(state.markers[car] >> space & 1),
        "brake": bool(facts.brakes[state.train[car]] >> space & 1),
        "fight": there,
    }


def _spoil_target(state: State[Plain], seat: int, slot: int, goal: int) -> dict[str, object]:
    head = slot == s.HEAD_SLOT
    card = state.head[seat] if head else state.hand[seat][slot]
    about: dict[str, object] = {
        "kind": "spoil", "from": seat, "card": card, "head": head, "to": -1, "into": "discard",
    }  # fmt: skip
    if goal == s.TO_DISCARD:
        return about
    if goal < s.TO_HEAD:
        return {**about, "to": goal - s.TO_HAND, "into": "hand"}
    return {**about, "to": goal - s.TO_HEAD, "into": "head"}


def label(
    facts: Facts[Plain], state: State[Plain], action: int, lang: str, names: Sequence[str] = ()
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


def _move_label(about: Mapping[str, Any], names: Sequence[str], lang: str) -> str:
    key = "move" if about["path"] else "stay"
    text = say(LABELS, key, lang, to=about["to"], n=about["steps"])
    more = [say(LABELS, name, lang) for name in ("marker", "brake") if about[name]]
    if about["fight"]:
        seats = [seat_name(seat, names, lang) for seat in about["fight"]]
        more.append(say(LABELS, "others", lang, seats=listing(seats, lang)))
    return ", ".join([text, *more])
