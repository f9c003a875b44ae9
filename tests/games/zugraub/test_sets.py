"""Sets: the shipped one is valid; a broken file is rejected with its line (B1-B3)."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from games.zugraub.typed_position import GAME
from raw_records import deal_with_facts, shown, wrap_records
from spielzug.core.errors import CannotRead, DataError, OptionError, RecordError, UsageError
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.core.records import read_record, write_record
from spielzug.core.sets import Source
from spielzug.core.texts import LANGUAGES
from spielzug.games import get_game, load_set
from spielzug.games.zugraub.facts import ZugraubOptions, sets
from spielzug.games.zugraub.facts.sets import SETS, SHIPPED, BrainSet, parse_plan, shipped

DATA = yaml.safe_load(SETS.shipped_text("shipped-1"))
Change = Callable[[Any], object]


def changed(change: Change) -> Any:
    data = copy.deepcopy(DATA)
    change(data)
    return data


def set_card(number: int, **values: Any) -> Change:
    def change(data: Any) -> None:
        data["cards"][number - 1].update(values)

    return change


def set_plan(piece: int, side: int, line: int, text: str) -> Change:
    def change(data: Any) -> None:
        face = data["cars"][piece][side]
        lines = face["plan"].split("\n")
        lines[line - 1] = text
        face["plan"] = "\n".join(lines)

    return change


# -- what ships ------------------------------------------------------------------------------------


def test_b1_the_deck_has_55_cards_12_of_them_cheeses_and_9_more_with_4() -> None:
    found = shipped()
    assert [len(found.cards), len(found.bonus)] == [55, 9]
    assert [sum(c.cheese for c in found.cards), sum(c.cheese for c in found.bonus)] == [12, 4]
    names = [card.name for card in (*found.cards, *found.bonus)]
    assert len(set(names)) == 64
    abilities = [card.ability for card in found.cards if card.ability]
    assert set(abilities) == set(sets.ABILITIES[1:])
    assert all(set(card.kind) == set(LANGUAGES) for card in (*found.cards, *found.bonus))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Nesbith", {"cost": 2, "hit": 2, "run": 4, "iq": 5}),
        ("Uther", {"cost": 10, "hit": 5, "run": 5, "iq": 170}),
        ("Vanity", {"iq": 140}),
        ("Cuthbert", {"ability": "two_cards"}),
        ("Dale", {"ability": "three_hands"}),
    ],
)
def test_b1_what_is_known_of_the_printed_cards_is_kept(name: str, values: dict[str, Any]) -> None:
    card = next(card for card in shipped().cards if card.name == name)
    assert {key: getattr(card, key) for key in values} == values


def test_b1_jacob_hits_hard_and_thinks_little() -> None:
    jacob = next(card for card in shipped().cards if card.name == "Jacob")
    assert jacob.hit >= 5
    assert jacob.iq <= 20


def test_b2_every_face_has_its_bounds() -> None:
    faces = shipped().faces
    assert len({face.name for face in faces}) == 16
    for face in faces[:14]:
        assert 2 <= len(face.plan.brains) <= 4
        assert 6 <= face.plan.crossing - 1 < face.plan.crossing <= 10
    caboose, engine = faces[14].plan, faces[15].plan
    assert (len(caboose.starts), caboose.brains) == (7, [])
    assert (len(engine.brakes), engine.brains) == (2, [])


def test_the_shipped_set_says_that_it_is_ours() -> None:
    assert "which is OURS" in SETS.shipped_text()


# -- B3: refusals ----------------------------------------------------------------------------------

PARLOUR = DATA["cars"][0][0]["plan"].split("\n")


def drop(key: str) -> Change:
    def change(data: Any) -> None:
        del data[key]

    return change


def put(key: str, value: Any) -> Change:
    def change(data: Any) -> None:
        data[key] = value

    return change


def plan_of(kind: str, line: int, text: str) -> Change:
    def change(data: Any) -> None:
        lines = data[kind]["plan"].split("\n")
        lines[line - 1] = text
        data[kind]["plan"] = "\n".join(lines)

    return change


def swap_plan(data: Any) -> None:
    data["cars"][0][0]["plan"] = data["cars"][0][1]["plan"]


def same_name(data: Any) -> None:
    data["cars"][0][0]["name"] = "dining"


def no_brakes(data: Any) -> None:
    data["engine"]["plan"] = data["engine"]["plan"].replace("B", ".")


def one_face(data: Any) -> None:
    data["cars"][2] = data["cars"][2][:1]


def off_the_middle(data: Any) -> None:
    lines = data["cars"][0][0]["plan"].split("\n")
    lines[1], lines[3] = " " + lines[1][1:], "|" + lines[3][1:]
    data["cars"][0][0]["plan"] = "\n".join(lines)


def one_more(data: Any) -> None:
    data["bonus"].append({**data["bonus"][0], "name": "Hugo"})


REFUSED: list[tuple[Change, str]] = [
    (drop("cards"), "cards: it is missing; a set has the entries game, name"),
    (put("extra", 1), "there is no entry 'extra'; a set has the entries game"),
    (put("name", "My Set!"), "name: 'My Set!' is not possible; use up to 24 small letters"),
    (put("kinds", {"lizard": {"de": "Echse"}}), "kinds.lizard: {'de': 'Echse'} is not possible"),
    (put("cards", {}), "cards: {} is not possible; use a list"),
    (put("cards", DATA["cards"][:13]), "cards: a number of 13 is not possible; use at least 14"),
    (one_more, "bonus: 65 cards with the others; the record has room for 64 (B1)"),
    (
        set_card(1, cost=256),
        "cards.Nesbith.cost: 256 is not possible; use 0 to 255 (the record has",
    ),
    (set_card(2, hit=128), "cards.Uther.hit: 128 is not possible; use -128 to 127 (the record has"),
    (set_card(2, run=60), "cards.Uther.run: 60 is not possible; use -128 to 59 (the record has no"),
    (set_card(2, iq=256), "cards.Uther.iq: 256"),
    (set_card(2, iq=-1), "cards.Uther.iq: -1"),
    (set_card(2, iq="high"), "cards.Uther.iq: 'high'"),
    (set_card(2, iq=True), "cards.Uther.iq: True"),
    (set_card(44, iq=1), "cards.Old Glory Orange.iq: 1 is not possible; a cheese has 0, because"),
    (
        set_card(1, ability="flying"),
        "ability: 'flying' is not possible; use two_cards, three_hands",
    ),
    (set_card(1, cheese="yes"), "cheese: 'yes' is not possible; use true or false"),
    (set_card(1, colour="red"), "there is no entry 'colour'; a card has the entries name"),
    (set_card(1, name=""), "cards.1.name: '' is not possible; use a text"),
    (set_card(2, name="Nesbith"), "cards.Nesbith.name: card 1 already has this name"),
    (set_card(1, kind=None), "cards.Nesbith.kind: None is not possible; use a text"),
    (lambda d: d["cars"].pop(), "cars: there are 6 pieces; the record is made for 7 (B2)"),
    (put("cars", 3), "cars: 3 is not possible; use a list"),
    (one_face, "cars.3: there are 1; use two faces"),
    (same_name, "cars.dining.name: another face already has this name"),
    (lambda d: d["caboose"].pop("title"), "caboose.title: it is missing; a face has"),
    (lambda d: d["engine"].update(plan=3), "engine.plan: 3 is not possible; use a text"),
    (lambda d: d["engine"].update(name=""), "engine.name: '' is not possible; use a text"),
    (set_plan(0, 0, 7, ""), "cars.parlour.plan: a plan has 7 lines, not 6"),
    (set_plan(0, 0, 2, "|. . . . . . .|"), "cars.parlour.plan: line 2: a line has 13 characters"),
    (set_plan(0, 0, 2, "|. . ? . . *|"), "plan: line 2, column 6: '?' cannot"),
    (set_plan(0, 0, 3, "+ +-+ + +|+ +"), "cars.parlour.plan: line 3, column 10: '|' cannot stand"),
    (set_plan(0, 0, 1, "+-+-+ +-+-+-+"), "line 1, column 6: the side of a car is closed"),
    (set_plan(0, 0, 4, "|. .|. .|. . "), "the rear end has 0 doors; the record has room for one"),
    (set_plan(0, 0, 4, " . .|. .|. .|"), "the front end has 0 doors; the record has room for"),
    (set_plan(0, 0, 2, " . . . . . *|"), "the rear end has 2 doors; the record has room for one"),
    (set_plan(0, 0, 2, "|1 . . . . *|"), "the start spaces are 1, not none"),
    (set_plan(0, 0, 2, "|B . . . . *|"), "only the Engine has brake spaces (B2, B18)"),
    (plan_of("caboose", 2, "|. 2 . . . .|"), "the start spaces are 1 2 3 5 6 7, not exactly 1"),
    (plan_of("caboose", 4, " 1 . 3 . 5 . "), "line 4, column 1: the rear end is closed here"),
    (plan_of("engine", 4, " . . . . . . "), "line 4, column 13: the front end is closed here"),
    (no_brakes, "there is no brake space: no game could end (B18)"),
]


@pytest.mark.parametrize(("change", "reason"), REFUSED)
def test_b3_a_broken_set_is_refused_with_the_place_and_the_reason(
    change: Change, reason: str
) -> None:
    before = dict(SETS.names)
    text = yaml.safe_dump(changed(change), allow_unicode=True, sort_keys=False)
    with pytest.raises(DataError) as refused:
        SETS.add(text, "mine.yaml")
    assert re.match(r"mine\.yaml:\d+: ", str(refused.value))
    assert reason in str(refused.value)
    assert SETS.names == before  # nothing is half loaded


def test_b3_a_space_that_cannot_be_reached_is_named() -> None:
    walls = "\n".join(
        [
            "+-+-+-+-+-+-+",
            "|*|. . . . .|",
            "+-+ + + + + +",
            " . . . . . . ",
            "+ + + + + + +",
            "|. . * . . .|",
            "+-+-+-+-+-+-+",
        ]
    )
    with pytest.raises(DataError, match="plan: line 2, column 2: space a1 cannot be reached"):
        parse_plan(walls, "ordinary", Source("mine.yaml", {}), ("plan",))


def test_b2_a_car_that_takes_long_to_cross_is_only_told() -> None:
    maze = "\n".join(
        [
            "+-+-+-+-+-+-+",
            "|. .|. .|. *|",
            "+ + + + + + +",
            " .|.|.|.|.|. ",
            "+ + + + + + +",
            "|.|. .|. .|*|",
            "+-+-+-+-+-+-+",
        ]
    )
    source = Source("mine.yaml", {})
    assert parse_plan(maze, "ordinary", source, ("plan",)).crossing == 16
    assert source.warnings == [
        "mine.yaml: plan: crossing the car takes 16 steps; 6 to 10 are usual (B2)"
    ]


# -- what is only told -----------------------------------------------------------------------------


def fewer_abilities(data: Any) -> None:
    for card in data["cards"][:7]:
        card.pop("ability", 0)


TOLD: list[tuple[Change, str]] = [
    (lambda d: d["cards"].pop(), "cards: there are 54; 55 are usual (B1)"),
    (lambda d: d["bonus"].pop(0), "bonus: there are 8; 9 are usual (B1)"),
    (set_card(44, cheese=False, iq=9, cost=1), "cards: 11 are cheeses; 12 are usual (B1)"),
    (set_card(43, cheese=True, iq=0, cost=1, hit=0, run=0), "cards: 13 are cheeses; 12 are usual"),
    (set_card(1, cost=11), "cards.Nesbith.cost: 11; 1 to 10 is usual for a character (B1)"),
    (set_card(1, cost=0), "cards.Nesbith.cost: 0; 1 to 10 is usual for a character (B1)"),
    (set_card(2, hit=7), "cards.Uther.hit: 7; 0 to 6 is usual for a character (B1)"),
    (set_card(2, hit=-1), "cards.Uther.hit: -1; 0 to 6 is usual for a character (B1)"),
    (set_card(2, run=-1), "cards.Uther.run: -1; 0 to 6 is usual for a character (B1)"),
    (set_card(2, iq=171), "cards.Uther.iq: 171; 1 to 170 is usual for a character (B1)"),
    (set_card(44, hit=2), "cards.Old Glory Orange.hit: 2; 0 to 1 is usual for a cheese (B1)"),
    (set_card(44, ability="two_cards"), "ability: cheeses usually have none (B1)"),
    (fewer_abilities, "cards: 3 have an ability; 4 to 8 are usual (B1)"),
    (swap_plan, "cars.dining.plan: it is the same as that of parlour (B2)"),
    (set_plan(0, 0, 6, "|. . .|. . .|"), "there are 1 brain spaces; 2 to 4 are usual (B2)"),
    (set_plan(0, 0, 6, "|* * *|* . .|"), "there are 5 brain spaces; 2 to 4 are usual (B2)"),
    (plan_of("caboose", 2, "|. 2 . 4 . *|"), "there are 1 brain spaces; none are usual (B2)"),
    (
        plan_of("engine", 6, "|. . . . . *|"),
        "engine.plan: there are 1 brain spaces; none are usual",
    ),
    (plan_of("engine", 2, "|. . . . .|.|"), "there are 1 brake spaces; 2 are usual (B2)"),
    (plan_of("engine", 2, "|B . . . .|.|"), "brake space a1 is not near the front (B2)"),
    (off_the_middle, "line 2, column 1: the rear door is not in the middle (B2)"),
]


@pytest.mark.parametrize(("change", "warning"), TOLD)
def test_b1_b2_what_is_only_our_taste_is_told_and_plays(change: Change, warning: str) -> None:
    data = {**changed(change), "name": "taste"}
    loaded = SETS.add(yaml.safe_dump(data, allow_unicode=True, sort_keys=False), "taste.yaml")
    assert any(warning in told for told in loaded.warnings)
    assert all(re.match(r"taste\.yaml:\d+: ", told) for told in loaded.warnings)
    facts = GAME.facts(ZugraubOptions(set=loaded.number))
    deal_with_facts(GAME, facts, 7, 1)


# -- a set of one's own ----------------------------------------------------------------------------


def own_set(name: str = "mine", **changes: Any) -> Any:
    data = copy.deepcopy(DATA)
    data["name"] = name
    data["cards"][0]["name"] = "Nessie"
    data.update(changes)
    return data


def write(path: Path, data: Any) -> Path:
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return path


def test_a_set_of_ones_own_has_a_name_with_a_digest_and_keeps_its_number(tmp_path: Path) -> None:
    path = write(tmp_path / "mine.yaml", own_set())
    game, loaded = load_set(path)
    number = loaded.number
    assert (game.name, number > 0) == ("zugraub", True)
    assert load_set(path) == (game, loaded)
    label = ZugraubOptions(set=number).named()["set"]
    assert label == loaded.label == f"mine@{loaded.digest}"
    assert ZugraubOptions.from_text(f"set={label}").set == number
    facts = GAME.facts(ZugraubOptions(set=number))
    state, _ = deal_with_facts(GAME, facts, 3, 1)
    assert shown(wrap_records(GAME, facts, state).seen(0))["cards"]["1"]["name"] == "Nessie"


def test_a_record_says_which_set_it_needs_and_refuses_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    number = SETS.add(own_set("box"), "box.yaml").number
    seats = [Seat(f"Seat {i}", "random") for i in range(3)]
    match = Match(GAME, seats, SeedLuck("set"), ZugraubOptions(set=number))
    match.from_outside(GAME.words.parse("!abandon"))
    text = write_record(match)
    label = SETS.names[number]
    assert f" set={label}\n" in text
    assert read_record(text, get_game).position.facts.set == number
    monkeypatch.delitem(SETS.names, number)
    with pytest.raises(RecordError, match=f"set={label} is not loaded here: load its file with"):
        read_record(text, get_game)


def test_a_set_without_bonus_cards_refuses_the_option() -> None:
    number = SETS.add(own_set("plain", bonus=[]), "plain.yaml").number
    with pytest.raises(OptionError, match="has no bonus cards"):
        ZugraubOptions(set=number, bonus=1)
    assert GAME.facts(ZugraubOptions(set=number)).count == 55


def test_another_set_cannot_call_itself_shipped(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="a shipped set; give yours another"):
        load_set(write(tmp_path / "fake.yaml", own_set("shipped")))
    assert [load_set(SHIPPED[version])[1].number for version in (1, 2)] == [1, 0]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ({"game": "chess"}, "a set has the entry 'game: NAME'"),
        ([1], "a set has the entry 'game: NAME'"),
        ({"game": "game_of_trains"}, "a set has the entries game, name, draws, abilities"),
    ],
)
def test_a_file_that_is_no_set_of_a_game_is_refused(tmp_path: Path, data: Any, reason: str) -> None:
    with pytest.raises((CannotRead, UsageError), match=reason):
        load_set(write(tmp_path / "odd.yaml", data))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotRead, match="cannot be opened"):
        load_set(tmp_path / "none.yaml")
    path = tmp_path / "bad.yaml"
    path.write_text("a: [", encoding="utf-8")
    with pytest.raises(CannotRead, match="not valid YAML"):
        load_set(path)


def test_a_card_is_found_by_its_number() -> None:
    found: BrainSet = shipped()
    assert [found.card(n).number for n in (1, 55, 56, 64)] == [1, 55, 56, 64]
