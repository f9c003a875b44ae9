"""Rulings on what the rulebook leaves open, each played as the game's page says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from games.trains.typed_position import TypedPosition, changes, legal, table
from raw_records import record_of
from spielzug.games.trains import GAME
from spielzug.games.trains import facts as f
from spielzug.games.trains.facts.boards import BOARDS, SPACE_NAMES
from spielzug.games.trains.facts.sets import CODES, FIXED, SETS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "games" / "trains.md"


class Ruling(NamedTuple):
    question: str
    """As it stands on the page."""
    position: str
    actions: str
    changed: dict[str, str]


PLAYED = {"acted": "1"}
RULINGS = {
    "a copied card brings no money": Ruling(
        "Does an Office bring the copied card's money?",
        "hand 1: SO PS\ndraw 1: 2EX", "SO+ &PS",
        {"hand 1": "EX PS", "known 1": "PS", "draw 1": "EX", "play": "SO"} | PLAYED,
    ),
    "two Ironworks pay twice": Ruling(
        "Do two Ironworks pay twice?",
        "cubes 1: c5\nhand 1: 2IW LR", "IW+ IW+ LR",
        {"hand 1": "", "play": "LR 2IW", "ironworks": "2", "money": "6"} | PLAYED,
    ),
    "the Waste of a victory card goes aside": Ruling(
        "Does Early Train also put a victory card's Waste on the draw pile?",
        "hand 1: ET\nmoney: 3", "ET+ $AP^",
        {"hand 1": "", "play": "ET", "money": "2", "effects": "early_train",
         "supply": "AP-1 WA-1", "top 1": "AP", "aside": "WA"},
    ),
    "an Early Train that goes back stays in force": Ruling(
        "Does Early Train stay in effect after Switchback has put it back on the draw pile?",
        "hand 1: ET SW", "ET+ SW+ &ET $EX^",
        {"hand 1": "", "play": "SW", "effects": "early_train", "supply": "EX-1",
         "top 1": "EX ET"} | PLAYED,
    ),
    "one Train serves two Amusement Parks": Ruling(
        "May two Amusement Parks choose the same Train?",
        "hand 1: 2AM\nplay: LE\nmoney: 3", "AM+ &LE AM+ &LE",
        {"hand 1": "", "play": "LE 2AM", "money": "11"},
    ),
    "the wrong card stays on the pile": Ruling(
        "If Command Central reveals a card whose kind was not named, where does the card go?",
        "hand 1: CC\ntop 1: NT\ndraw 1: 3EX", "CC+ ?LE",
        {"hand 1": "NT", "known 1": "NT", "top 1": "EX", "draw 1": "2EX", "play": "CC"} | PLAYED,
    ),
    "Information Central may take none": Ruling(
        "Must you take a card with Information Central?",
        "hand 1: IC\ntop 1: NT NT NT NT LE", "IC+ /",
        {"hand 1": "", "play": "IC", "money": "1"} | PLAYED,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RULINGS)
def test_t14_a_ruling_is_played_as_the_page_says(name: str) -> None:
    ruling = RULINGS[name]
    assert f"| T14 | {ruling.question} |" in PAGE.read_text(encoding="utf-8")
    assert changes(table(ruling.position), *ruling.actions.split()) == ruling.changed


@pytest.mark.parametrize("board", BOARDS)
def test_t1_unless_somebody_says_otherwise_the_supply_is_the_one_for_the_board(board: str) -> None:
    chosen = f.TrainsOptions.parse({"board": board})
    kinds = [CODES[kind] for kind in GAME.facts(chosen).named]
    assert sorted(kinds) == sorted(SETS.get(0).presets[board])
    assert chosen.named()["supply"] == "board"


def test_t1_the_supplies_keep_the_numbers_that_older_tables_know() -> None:
    assert f.SUPPLIES[:6] == ("lot", "tokyo", "osaka", "tunneling", "holiday", "chosen")
    old = f.TrainsOptions.from_text("first=1 board=osaka supply=tokyo kinds=none turn_limit=off")
    assert [CODES[kind] for kind in GAME.facts(old).named] == sorted(
        SETS.get(0).presets["tokyo"], key=CODES.index
    )
    assert f.TrainsOptions.from_text(old.to_text()) == old
    assert min(map(int, GAME.facts(old).named)) >= FIXED


def test_t11_a_rail_is_promised_only_where_it_can_be_paid() -> None:
    """On a board of one's own a remote place may cost 9, and 12 beside three others."""
    shipped = SETS.get(0).boards["tokyo"]
    at = SPACE_NAMES.index("a1")
    spaces = list(shipped.spaces)
    spaces[at] = replace(spaces[at], number=9)
    values = f.build_facts(f.TrainsOptions(), f.RULES_VERSION)
    changed = f.set_values(SETS.get(0), replace(shipped, spaces=tuple(spaces)))
    facts = record_of(f.Facts, {**values, **changed})
    assert facts.most_extra == 12
    assert values["most_extra"] == 7
    for money, enough in ((8, False), (11, False), (12, True)):
        text = (
            "seats: 4\ncubes 1: a2\ncubes 2: a1\ncubes 3: a1\ncubes 4: a1\nhand 1: LR\nplay: NT\n"
        )
        found = TypedPosition(facts, table(f"{text}money: {money}").state)
        found.state.reach[0] = [1 << at, 0]  # nowhere else
        assert ("LR+" in legal(found)) == enough
