"""Trains in words: sentences, remarks for records, labels and targets of actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from spielzug.core.declaration import Plain
from spielzug.core.endings import BANDS, ending_label
from spielzug.core.events import HIDDEN, Event
from spielzug.core.texts import listing, say
from spielzug.games.trains import state as s
from spielzug.games.trains.facts import Facts
from spielzug.games.trains.facts.boards import SPACE_NAMES, TERRAINS, nearest_named, place_name
from spielzug.games.trains.facts.sets import CODES, WA, board_of, card_name
from spielzug.games.trains.say.refusals import state_after
from spielzug.games.trains.say.texts import LABELS, LAND, SENTENCES
from spielzug.games.trains.state import EVENTS, State

GROUPED_EVENTS = (s.SUPPLIED, s.DEALT, s.DREW, s.DISCARDED, s.REVEALED, s.SCORED)
"""Kinds of events of which several in a row share one sentence."""
SILENT_EVENTS = (s.USED,)
"""Kinds of events without a sentence, because the one before covers them."""
FOUR = 4
"""Empty piles that end the game, unless a set says otherwise (T15)."""
SECRETS = (s.LOOKED, s.PUT_BACK, s.ARRANGED)


@lru_cache(maxsize=1024)
def describe_place(facts: Facts[Plain], space: int, lang: str) -> str:
    """A place so that it can be found on the map: ``Kichijoji (c5)``, ``d4, river near Chiba``."""
    board = board_of(facts)
    near = nearest_named(board, space)
    if board.spaces[space].title or not near:
        return place_name(board, space)
    land = say(LAND, TERRAINS[board.spaces[space].terrain], lang)
    return say(LABELS, "near", lang, place=SPACE_NAMES[space], land=land, near=near)


# -- sentences -----------------------------------------------------------------------------------


def _group_events(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Group consecutive events of the same kind, seat and visibility."""

    def alike(event: Event) -> tuple[int, int, bool]:
        return event.kind, event.seat, event.a == HIDDEN

    for _, run in groupby((e for e in events if e.kind not in SILENT_EVENTS), alike):
        found = list(run)
        yield from [found] if found[0].kind in GROUPED_EVENTS else ([e] for e in found)


def sentences(
    facts: Facts[Plain], events: Sequence[Event], names: Sequence[str], lang: str
) -> list[str]:
    """One sentence per event; several of a kind in a row are combined."""
    return [_sentence(facts, run, names, lang) for run in _group_events(events)]


def _count_cards(facts: Facts[Plain], run: Sequence[Event], lang: str) -> str:
    """``2 × Normal Train and Lay Rails``."""
    counts: dict[int, int] = {}
    for event in run:
        number = event.b if event.kind == s.DISCARDED else 1
        counts[event.a] = counts.get(event.a, 0) + number
    named = [(card_name(facts, kind, lang), number) for kind, number in counts.items()]
    return listing([name if n == 1 else f"{n} × {name}" for name, n in named], lang)


def _sentence(facts: Facts[Plain], run: Sequence[Event], names: Sequence[str], lang: str) -> str:
    event = run[0]
    kind, hidden = event.kind, event.a == HIDDEN
    name = names[event.seat] if event.seat >= 0 else ""
    key = EVENTS[kind].name
    if kind in GROUPED_EVENTS and hidden:
        key = "drew_one_hidden" if len(run) == 1 and kind == s.DREW else f"{key}_hidden"
        return say(SENTENCES, key, lang, name=name, count=len(run))
    if kind == s.SCORED:
        parts = {s.PARTS[e.b]: e.a for e in run}
        return say(SENTENCES, key, lang, name=name, total=sum(parts.values()), **parts)
    if kind in GROUPED_EVENTS:
        return say(SENTENCES, key, lang, name=name, cards=_count_cards(facts, run, lang))
    numbers = EVENTS[kind].values(event)
    values: dict[str, object] = {**numbers}
    if "card" in numbers:
        values["card"] = card_name(facts, numbers["card"], lang)
    if "space" in numbers:
        values["place"] = place_name(board_of(facts), numbers["space"])
    if kind in SECRETS and hidden:
        key += "_hidden"
    elif kind == s.PLAYED and values["used"]:
        key = "played_used"
    elif kind == s.BOUGHT and values["top"]:
        key = "bought_top"
    elif kind == s.LAID and values["cost"]:
        key = "laid_paid"
    elif kind == s.ENDED_PILES and facts.empty_piles != FOUR:
        key, values["count"] = "some_piles", facts.empty_piles
    return say(SENTENCES, key, lang, **{**values, "name": name})


# -- records -------------------------------------------------------------------------------------


def remark(facts: Facts[Plain], events: Sequence[Event]) -> str:
    """The outcome of a decision for the record: enough to follow the game without the rules."""
    return "; ".join(_part(facts, run) for run in _group_events(events))


def _codes(run: Sequence[Event]) -> str:
    texts = []
    for event in run:
        many = event.b if event.kind == s.DISCARDED and event.b > 1 else 1
        texts += ["?" if event.a == HIDDEN else CODES[event.a]] * many
    return " ".join(texts)


def _part(facts: Facts[Plain], run: Sequence[Event]) -> str:
    kind, seat, a, b, _ = run[0]
    piles = facts.empty_piles
    who = f"seat {seat + 1}"
    code = "?" if a == HIDDEN else CODES[a] if 0 <= a < len(CODES) else ""
    if kind == s.SCORED:
        parts = " ".join(f"{s.PARTS[e.b]} {e.a}" for e in run)
        return f"{who} {sum(e.a for e in run)} points: {parts}"
    texts = {
        s.BEGINS: f"{who} begins",
        s.SUPPLIED: f"supply {_codes(run)}" if kind == s.SUPPLIED else "",
        s.DEALT: f"{who} draws {_codes(run)}" if kind == s.DEALT else "",
        s.STARTED: f"{who} starts",
        s.PLAYED: f"{who} plays",
        s.MONEY: f"money {a}",
        s.WASTED: "waste",
        s.NO_WASTE: "no waste",
        s.EFFECT: f"effect {code}",
        s.LAID: f"{who} lays for {b}",
        s.BUILT: f"{who} builds {b}",
        s.BOUGHT: f"{who} buys",
        s.GAINED: f"gains {code}",
        s.DISCARDED: f"discards {_codes(run)}" if kind == s.DISCARDED else "",
        s.RETURNED: f"returns {a}",
        s.TRASHED: f"trashes {code}",
        s.TOOK: f"takes {code}",
        s.REVEALED: f"reveals {_codes(run)}" if kind == s.REVEALED else "",
        s.LOOKED: f"looks at {code}",
        s.PUT_BACK: f"puts back {code}",
        s.ARRANGED: f"puts {code}",
        s.NAMED: f"names {code}",
        s.COPIED: f"copies {code}",
        s.POINT: f"track {a}",
        s.CLEANED_UP: f"{who} cleans up",
        s.PASSED: f"{who} passes",
        s.DREW: f"draws {_codes(run)}" if kind == s.DREW else "",
        s.RESHUFFLED: f"shuffles {a}",
        s.ENDED_PILES: f"{'four' if piles == FOUR else piles} piles empty",
        s.ENDED_CUBES: "cubes used up",
        s.ENDED_STATIONS: "stations used up",
        s.ENDED_LIMIT: f"limit of {a} turns",
        s.WON: f"{who} wins with {a}",
        s.SHARED: f"{who} shares with {a}",
        s.GAVE_UP: f"{who} resigns",
        s.CALLED_OFF: "called off",
    }
    return texts[kind]


# -- choices -------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def target(facts: Facts[Plain], state: State[Plain], action: int) -> dict[str, Any]:
    """The parts of the board that an action is about, so that a board needs no rules.

    Cached, so callers must not change it.
    """
    read = s.ACTIONS.read(action)
    band, parts = read.band, read.parts
    space = SPACE_NAMES[parts.get("space", 0)]
    kind = parts.get("kind", 0)
    card = CODES[kind]
    match band:
        case "start":
            return {"kind": "start", "space": space}
        case "play" | "use":
            brought = state_after(facts, state, s.PLAY + kind).get("money") - state.money
            return {"kind": "play", "card": card, "use": band == "use", "money": brought}
        case "buy" | "buy_top":
            waste, top = _waste_after(facts, state, action), band == "buy_top"
            cost = facts.cost[kind]
            return {"kind": "buy", "card": card, "cost": cost, "top": top, "waste": waste}
        case "lay":
            cost = state.money - state_after(facts, state, action).get("money")
            waste = _waste_after(facts, state, action)
            return {"kind": "rail", "space": space, "cost": cost, "waste": waste}
        case "build":
            return {"kind": "station", "space": space}
        case "recycle":
            return {"kind": "recycle", "count": state.hand[state.turn][WA]}
        case "return":
            return {"kind": "return", "count": parts["count"]}
        case "done":
            return {"kind": "none" if state.phase == s.REVEAL else "done"}
        case "put":
            place = parts["place"]
            return {"kind": "put", "place": place, "card": CODES[state.kind[state.row[place - 1]]]}
        case "crew":
            return {"kind": "crew", "what": s.CREW_CHOICES[parts["what"]]}
        case "discard" | "name" | "take" | "choose":
            return {"kind": band, "card": card}
    simple = {"end": "end", "toss": "discard_top", "keep": "keep_top"}
    return {"kind": simple.get(band, "outside")}


def _waste_after(facts: Facts[Plain], state: State[Plain], action: int) -> int:
    waste: int = state_after(facts, state, action).get("aside")[WA]
    return waste - state.aside[WA]


def label(
    facts: Facts[Plain], state: State[Plain], action: int, lang: str, names: Sequence[str] = ()
) -> str:
    """An action in words, for menus and screen readers; `state` is hidden for the player."""
    read = s.ACTIONS.read(action)
    if read.band in BANDS:
        return ending_label(LABELS, read.band, read.parts, lang, names)
    about = target(facts, state, action)
    values: dict[str, object] = {**about}
    if "card" in about:
        values["card"] = card_name(facts, CODES.index(about["card"]), lang)
    if "space" in about:
        values["place"] = describe_place(facts, read.parts["space"], lang)
    return say(LABELS, _label_key(facts, about), lang, **values)


def _label_key(facts: Facts[Plain], about: Mapping[str, Any]) -> str:
    key = str(about["kind"])
    if key == "play" and about["use"]:
        return "use"
    if key == "play" and facts.active[CODES.index(about["card"])]:
        return "play_money" if about["money"] > 0 else "play_idle"
    if key == "buy" and about["top"]:
        return "buy_top"
    if key == "rail" and about["waste"]:
        return "rail_waste"
    return f"crew_{about['what']}" if key == "crew" else key
