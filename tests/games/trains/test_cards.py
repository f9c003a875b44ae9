"""T14: each of the 39 kinds of cards does exactly what it says, or is refused."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games.trains.typed_position import changes, legal, table, why_not
from spielzug.games.trains.facts.sets import CODES


class Case(NamedTuple):
    position: str
    actions: str
    changed: dict[str, str]


PLAYED = {"acted": "1"}
THIRTY = "a5 a5 a7 a7 b3 b3 b7 b9 c1 c1 c1 c3 c3 c5 c7 c7 d1 d6 d6 d7 d7 d9 d9 e2 e2 e5 e7 e7 f3 f3"
RAIL = "cubes 1: c5\n"  # Kichijoji: c4 and d4 are plains, d5 too

DONE = {
    "NT brings 1": Case("hand 1: NT", "NT", {"hand 1": "", "play": "NT", "money": "1"} | PLAYED),
    "EX brings 2": Case("hand 1: EX", "EX", {"hand 1": "", "play": "EX", "money": "2"} | PLAYED),
    "LE brings 3": Case("hand 1: LE", "LE", {"hand 1": "", "play": "LE", "money": "3"} | PLAYED),
    "LR takes a Waste and lays a rail": Case(
        RAIL + "hand 1: LR", "LR+ =c4",
        {"hand 1": "", "play": "LR", "aside": "WA", "supply": "WA-1", "cubes 1": "c4 c5"} | PLAYED,
    ),
    "SE takes a Waste and builds a station, no rail needed": Case(
        "hand 1: SE", "SE+ ^c1",
        {"hand 1": "", "play": "SE", "aside": "WA", "supply": "WA-1", "stations": "c1=1",
         "tokens": "29"} | PLAYED,
    ),
    "AP brings its Waste when bought": Case(
        "money: 3", "$AP", {"money": "0", "aside": "AP WA", "supply": "AP-1 WA-1"}),
    "TO brings its Waste when bought": Case(
        "money: 5", "$TO", {"money": "0", "aside": "TO WA", "supply": "TO-1 WA-1"}),
    "SK brings its Waste when bought": Case(
        "money: 8", "$SK", {"money": "0", "aside": "SK WA", "supply": "SK-1 WA-1"}),
    "WA goes back when a player passes": Case(
        "hand 1: 2WA 2NT\ndraw 1: 6EX", "~",
        {"hand 1": "5EX", "draw 1": "EX", "discard 1": "2NT", "supply": "WA+2", "turn": "2",
         "turns": "1"},
    ),
    "BT brings 1 more with a Normal Train in play": Case(
        "hand 1: BT\nplay: 2NT\nmoney: 2", "BT+", {"hand 1": "", "play": "2NT BT", "money": "4"}),
    "ET lets a purchase go onto the pile": Case(
        "hand 1: ET\nmoney: 3", "ET+ $EX^",
        {"hand 1": "", "play": "ET", "money": "2", "effects": "early_train", "supply": "EX-1",
         "top 1": "EX"},
    ),
    "ET puts the Waste of a bought victory card aside": Case(
        "hand 1: ET\nmoney: 3", "ET+ $AP^",
        {"hand 1": "", "play": "ET", "money": "2", "effects": "early_train",
         "supply": "AP-1 WA-1", "top 1": "AP", "aside": "WA"},
    ),
    "FT returns some Waste for money": Case(
        "hand 1: FT 3WA", "FT+ #2",
        {"hand 1": "WA", "play": "FT", "money": "3", "supply": "WA+2"} | PLAYED,
    ),
    "MT discards anything for money": Case(
        "hand 1: MT WA LR NT", "MT+ -WA -LR /",
        {"hand 1": "NT", "play": "MT", "money": "3", "discard 1": "LR WA"} | PLAYED,
    ),
    "MT ends by itself with the hand": Case(
        "hand 1: MT WA", "MT+ -WA",
        {"hand 1": "", "play": "MT", "money": "2", "discard 1": "WA"} | PLAYED,
    ),
    "TT is a point": Case(
        "hand 1: TT", "TT+", {"hand 1": "", "play": "TT", "money": "1", "track 1": "1"} | PLAYED),
    "CO spares cost and Waste of others' cubes": Case(
        RAIL + "hand 1: CO\ncubes 2: c4", "CO+ =c4",
        {"hand 1": "", "play": "CO", "aside": "WA", "supply": "WA-1", "cubes 1": "c4 c5",
         "effects": "collaboration"} | PLAYED,
    ),
    "SB spares the river, not the others' cubes": Case(
        "cubes 1: b5\nhand 1: SB\nmoney: 1\ncubes 2: b6", "SB+ =b6",
        {"hand 1": "", "play": "SB", "aside": "2WA", "supply": "WA-2", "cubes 1": "b5 b6",
         "effects": "steel_bridge", "money": "0"},
    ),
    "TU spares the mountain": Case(
        "cubes 1: b1\nhand 1: TU", "TU+ =b2",
        {"hand 1": "", "play": "TU", "aside": "WA", "supply": "WA-1", "cubes 1": "b1 b2",
         "effects": "tunnel"} | PLAYED,
    ),
    "VI spares the city with its stations": Case(
        "cubes 1: c4\nhand 1: VI\nstations: c5", "VI+ =c5",
        {"hand 1": "", "play": "VI", "aside": "WA", "supply": "WA-1", "cubes 1": "c4 c5",
         "effects": "viaduct"} | PLAYED,
    ),
    "SU spares all money, not the Waste for others' cubes": Case(
        "cubes 1: a2\ncubes 2: a1\nhand 1: SU", "SU+ =a1",
        {"hand 1": "", "play": "SU", "aside": "2WA", "supply": "WA-2", "cubes 1": "a1 a2",
         "effects": "subway_excavation"} | PLAYED,
    ),
    "AM gives a Train's printed money again": Case(
        "hand 1: AM\nplay: LE NT\nmoney: 4", "AM+ &LE",
        {"hand 1": "", "play": "NT LE AM", "money": "8"},
    ),
    "CC takes the top card if it was named": Case(
        "hand 1: CC\ntop 1: NT EX", "CC+ ?EX",
        {"hand 1": "NT EX", "known 1": "NT EX", "top 1": "", "play": "CC"} | PLAYED,
    ),
    "CC leaves another card on the pile, seen by all": Case(
        "hand 1: CC\ntop 1: NT\ndraw 1: 3EX", "CC+ ?LE",
        {"hand 1": "NT", "known 1": "NT", "top 1": "EX", "draw 1": "2EX", "play": "CC"} | PLAYED,
    ),
    "CS discards, then draws as many": Case(
        "hand 1: CS 2WA NT\ndraw 1: 4EX", "CS+ -WA -WA /",
        {"hand 1": "NT 2EX", "draw 1": "2EX", "discard 1": "2WA", "play": "CS"} | PLAYED,
    ),
    "CR draws three": Case(
        "hand 1: CR\ndraw 1: 4EX", "CR+", {"hand 1": "3EX", "draw 1": "EX", "play": "CR"} | PLAYED),
    "DS spares Waste of every cause": Case(
        RAIL + "hand 1: DS LR SE\ncubes 2: c4\nmoney: 4", "DS+ LR+ =c4 SE+ ^c5 $AP",
        {"hand 1": "", "play": "LR SE DS", "effects": "dump_site", "cubes 1": "c4 c5",
         "stations": "c5=1", "tokens": "29", "aside": "AP", "supply": "AP-1", "money": "1"},
    ),
    "GA draws two, then discards two": Case(
        "hand 1: GA WA NT\ndraw 1: 3EX", "GA+ -WA -NT",
        {"hand 1": "2EX", "draw 1": "EX", "discard 1": "NT WA", "play": "GA", "money": "1"}
        | PLAYED,
    ),
    "HT is trashed for 3": Case(
        "hand 1: HT", "HT+", {"hand 1": "", "box": "14NT HT", "money": "3"} | PLAYED),
    "IC takes one of four and puts the rest back": Case(
        "hand 1: IC\ntop 1: NT NT EX NT LE", "IC+ >EX",
        {"hand 1": "EX", "known 1": "EX", "play": "IC", "money": "1", "top 1": "NT NT NT LE"}
        | PLAYED,
    ),
    "IW pays for rail cards, used or not": Case(
        RAIL + "hand 1: IW 2LR", "IW+ LR LR+ =c4",
        {"hand 1": "", "play": "2LR IW", "ironworks": "1", "money": "5", "aside": "WA",
         "supply": "WA-1", "cubes 1": "c4 c5"} | PLAYED,
    ),
    "LF returns all Waste": Case(
        "hand 1: LF 3WA", "LF+", {"hand 1": "", "play": "LF", "supply": "WA+3"} | PLAYED),
    "LF without Waste may be used": Case(
        "hand 1: LF", "LF+", {"hand 1": "", "play": "LF"} | PLAYED),
    "MF gains a card like the Train shown": Case(
        "hand 1: MF LE", "MF+ &LE",
        {"hand 1": "LE", "known 1": "LE", "play": "MF", "aside": "LE", "supply": "LE-1"} | PLAYED,
    ),
    "MF gains nothing for a Normal Train": Case(
        "hand 1: MF NT", "MF+ &NT", {"hand 1": "NT", "known 1": "NT", "play": "MF"} | PLAYED),
    "PS draws one": Case(
        "hand 1: PS\ndraw 1: 2EX", "PS+",
        {"hand 1": "EX", "draw 1": "EX", "play": "PS", "money": "1"} | PLAYED,
    ),
    "PU takes a Train from the discards": Case(
        "hand 1: PU\ndiscard 1: EX LR", "PU+ &EX",
        {"hand 1": "EX", "known 1": "EX", "discard 1": "LR", "play": "PU"} | PLAYED,
    ),
    "SA draws two, shuffling the discards": Case(
        "hand 1: SA\ndraw 1: EX\ndiscard 1: 2LE", "SA+",
        {"hand 1": "EX LE", "known 1": "EX", "draw 1": "LE", "discard 1": "", "play": "SA"}
        | PLAYED,
    ),
    "SI discards the card looked at": Case(
        "hand 1: SI\ntop 1: NT\ndraw 1: 2EX", "SI+ -",
        {"hand 1": "NT", "known 1": "NT", "top 1": "", "draw 1": "EX", "discard 1": "EX",
         "play": "SI"} | PLAYED,
    ),
    "SI puts it back, known to its owner only": Case(
        "hand 1: SI\ndraw 1: 3EX", "SI+ ^",
        {"hand 1": "EX", "top 1": "EX!", "draw 1": "EX", "play": "SI"} | PLAYED,
    ),
    "SC draws": Case(
        "hand 1: SC\ndraw 1: 2EX", "SC+ :draw",
        {"hand 1": "EX", "draw 1": "EX", "play": "SC"} | PLAYED,
    ),
    "SC brings money": Case(
        "hand 1: SC", "SC+ :money", {"hand 1": "", "play": "SC", "money": "1"} | PLAYED),
    "SC returns a Waste": Case(
        "hand 1: SC 2WA", "SC+ :waste", {"hand 1": "WA", "play": "SC", "supply": "WA+1"} | PLAYED),
    "SO does what a card in hand can, without its money": Case(
        "hand 1: SO PS\ndraw 1: 2EX", "SO+ &PS",
        {"hand 1": "EX PS", "known 1": "PS", "draw 1": "EX", "play": "SO"} | PLAYED,
    ),
    "SO as a Holiday Timetable is trashed itself": Case(
        "hand 1: SO HT", "SO+ &HT",
        {"hand 1": "HT", "known 1": "HT", "box": "14NT SO", "money": "3"} | PLAYED,
    ),
    "SW puts a Train back, its money stays": Case(
        "hand 1: SW\nplay: EX\nmoney: 2", "SW+ &EX",
        {"hand 1": "", "play": "SW", "top 1": "EX", "money": "3"},
    ),
    "TI finds two Trains and discards the rest": Case(
        "hand 1: TI\ntop 1: LR WA EX SE LE NT", "TI+",
        {"hand 1": "EX LE", "known 1": "EX LE", "top 1": "NT", "discard 1": "LR SE WA",
         "play": "TI"} | PLAYED,
    ),
    "TI shuffles without what it has revealed": Case(
        "hand 1: TI\ntop 1: LR\ndiscard 1: 2EX", "TI+",
        {"hand 1": "2EX", "known 1": "2EX", "top 1": "", "discard 1": "LR", "play": "TI"} | PLAYED,
    ),
    "WF exchanges a Train": Case(
        "hand 1: WF NT", "WF+ &NT >EX",
        {"hand 1": "EX", "known 1": "EX", "box": "14NT", "play": "WF",
         "supply": "EX-1"} | PLAYED,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DONE)
def test_t14_a_card_does_this_and_nothing_else(name: str) -> None:
    case = DONE[name]
    assert changes(table(case.position), *case.actions.split()) == case.changed


def test_t14_each_of_the_39_kinds_has_a_test() -> None:
    assert {name[:2] for name in DONE} == set(CODES)


REFUSED = {
    "NT has no ability": ("hand 1: NT", "NT+", "T5"),
    "NT cannot be bought": ("money: 9", "$NT", "T6"),
    "EX costs 3": ("money: 2", "$EX", "costs 3, but you have 2 (T6)"),
    "EX is sold out": ("empty: EX\nmoney: 9", "$EX", "no Express Train left (T6)"),
    "LE is not in hand": ("hand 1: NT", "LE", "T4"),
    "LR needs a space that can be paid": ("cubes 1: a1\nhand 1: LR", "LR+", "you can afford (T5"),
    "LR needs a place next to a cube": (RAIL + "phase: rail\nmoney: 1", "=a1", "T10"),
    "SE needs room": (
        "play: NT\nhand 1: SE\nstations: " + THIRTY, "SE+", "there are no stations left (T5, T13)",
    ),
    "SE goes to cities": ("hand 1: SE\nphase: station\nmoney: 1", "^c4", "T13"),
    "AP cannot be played": ("hand 1: AP", "AP", "T5"),
    "TO cannot be played": ("hand 1: TO", "TO", "T5"),
    "SK cannot be played": ("hand 1: SK", "SK", "T5"),
    "WA cannot be played": ("hand 1: WA", "WA", "T5"),
    "WA cannot be bought": ("money: 9", "$WA", "T6"),
    "WA stays after something was played": ("hand 1: WA\nplay: NT", "~", "T7"),
    "WA must be there to be returned": ("hand 1: NT", "~", "T7"),
    "BT needs a Normal Train in play": ("hand 1: BT\nplay: EX", "BT+", "no Normal Train"),
    "ET must be in force": ("hand 1: ET\nmoney: 9", "$EX^", "Early Train"),
    "FT returns no more than there is": (
        "hand 1: WA FT\nphase: freight\nmoney: 1", "#2", "you have 1"),
    "MT discards what is in hand": ("hand 1: NT MT\nphase: mail\nmoney: 1", "-LR", "T4"),
    "TT is not in hand": ("discard 1: TT", "TT+", "T4"),
    "CO needs a rail to lay": ("cubes 1: a1\nhand 1: CO", "CO+", "T5"),
    "SB needs a rail to lay": ("cubes 1: a1\nhand 1: SB", "SB+", "T5"),
    "TU needs a cube": ("hand 1: TU", "TU+", "T5"),
    "VI does not cover remote places": ("cubes 1: a2\nhand 1: VI\nphase: rail\nmoney: 3\n"
                                        "effects: viaduct", "=a1", "costs 4, but you have 3"),
    "SU needs a cube beside": ("hand 1: SU", "SU+", "T5"),
    "AM needs a Train in play": ("hand 1: AM\nplay: LR", "AM+", "no Train in your play area"),
    "CC names a kind of the game": ("hand 1: CC\nphase: name\nmoney: 1", "?WF", "T1"),
    "CS discards what is in hand": ("hand 1: CS\nphase: conductor\nmoney: 1", "-NT", "T4"),
    "CR is not in this game": ("hand 1: NT", "CR+", "T1"),
    "DS is not in hand": ("discard 1: DS", "DS+", "T4"),
    "GA needs two cards after drawing": ("hand 1: GA\ndraw 1: NT", "GA+", "two cards in hand"),
    "HT is not in hand": ("discard 1: HT", "HT+", "T4"),
    "IC has only the places of its row": ("hand 1: IC", "^1", "T4"),
    "IW is not in hand": ("discard 1: IW", "IW+", "T4"),
    "LF is not in hand": ("discard 1: LF", "LF+", "T4"),
    "MF needs a Train in hand": ("hand 1: MF LR", "MF+", "no Train in hand"),
    "PS is not in hand": ("discard 1: PS", "PS+", "T4"),
    "PU needs a Train in the discards": ("hand 1: PU\ndiscard 1: LR", "PU+", "discard pile"),
    "SA is not in hand": ("discard 1: SA", "SA+", "T4"),
    "SI asks first": ("hand 1: SI\ntop 1: NT\nphase: signals\nmoney: 1", ".",
                      "Finish the ability first"),
    "SC needs a Waste to return": ("hand 1: SC\nphase: crew\nmoney: 1", ":waste", "no Waste"),
    "SO cannot copy another Office": ("hand 1: 2SO", "SO+", "action symbol"),
    "SO cannot copy what cannot be done": ("hand 1: SO AM", "SO+", "action symbol"),
    "SO cannot copy rails": ("cubes 1: c5\nhand 1: SO LR", "SO+", "action symbol"),
    "SW needs a Train in play": ("hand 1: SW", "SW+", "no Train in your play area"),
    "TI is not in hand": ("discard 1: TI", "TI+", "T4"),
    "WF needs a Train that the supply can better": (
        "hand 1: WF NT\ndiscard 2: AM CC CS CR DS GA HT\nempty: EX LE", "WF+", "no suitable Train"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_t5_what_cannot_be_done_is_refused_with_its_reason(name: str) -> None:
    position, action, reason = REFUSED[name]
    found = table(position)
    assert action not in legal(found)
    assert reason in why_not(found, action)


def test_t5_every_kind_has_a_refusal() -> None:
    assert {name[:2] for name in REFUSED} == set(CODES)
