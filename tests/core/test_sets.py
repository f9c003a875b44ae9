"""Sets from files: what is loaded, how it is named, and what is rejected with its line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pydantic import Field

from spielzug.core.errors import CannotRead, DataError, UsageError
from spielzug.core.sets import Address, Sets, Source, change, find, parse
from spielzug.core.sets.descriptions import annotate_set
from spielzug.core.sets.model import MAX_EXAMINED, Name, SetEntries, SetModel, Text
from spielzug.core.sets.source import MOST_BYTES
from spielzug.core.sets.yaml_text import MOST_DEPTH


class ToyCard(SetEntries):
    WHAT: ClassVar[str] = "a card"
    RULE: ClassVar[str] = "X1"

    name: Name
    cost: int = Field(ge=1, le=10)
    kind: Text = Field(default_factory=dict)
    sweet: bool = False


class ToySet(SetModel):
    cards: list[ToyCard]
    coin: dict[str, int] = Field(default_factory=dict)


def build(entries: Mapping[str, list[dict[str, Any]]], source: Source) -> tuple[str, ...]:
    names = [card["name"] for card in entries["cards"]]
    for index, card in enumerate(entries["cards"]):
        if names.index(card["name"]) != index:
            raise source.error_at(("cards", index, "name"), "two have this name (X1)")
        if card["cost"] > 8:
            source.warn(("cards", index, "cost"), f"{card['cost']} is a lot (X2)")
    return tuple(names)


OLD = "game: toy\nname: shipped-1\ncards:\n  - {name: Old, cost: 1}\n"
NEW = OLD.replace("shipped-1", "shipped-3").replace("Old", "New")
MINE = """\
game: toy
name: mine
# a note
cards:
  - name: Regina
    cost: 4
  - {name: Mr. Frost, cost: 9}
"""


@pytest.fixture
def toys(tmp_path: Path) -> Sets[ToySet, tuple[str, ...]]:
    files = {1: tmp_path / "shipped-1.yaml", 3: tmp_path / "shipped-3.yaml"}
    files[1].write_text(OLD, encoding="utf-8")
    files[3].write_text(NEW, encoding="utf-8")
    return Sets("toy", lambda: ToySet, build, files)


def test_the_set_that_ships_is_that_of_the_rules_version(toys: Sets[Any, Any]) -> None:
    assert toys.names == {0: "shipped", 1: "shipped-1"}
    assert toys.also == {"shipped-3": 0}
    assert [toys.get(0, version) for version in (1, 2, 3, 4, None)] == [
        ("Old",), ("Old",), ("New",), ("New",), ("New",),
    ]  # fmt: skip
    assert toys.get(1) == toys.get(1, 3) == ("Old",)
    assert toys.shipped_text() == toys.shipped_text("shipped-3") == NEW
    assert toys.shipped_text("shipped-1") == OLD
    with pytest.raises(DataError, match="no set of this name ships"):
        toys.shipped_text("shipped-2")


def test_a_set_has_a_number_a_label_and_its_warnings(toys: Sets[Any, Any]) -> None:
    made = toys.add(MINE, "mine.yaml")
    assert (made.number, made.content) == (2, ("Regina", "Mr. Frost"))
    assert toys.names[2] == made.label == f"mine@{made.digest}"
    assert made.warnings == ("mine.yaml:7: cards.Mr. Frost.cost: 9 is a lot (X2)",)
    assert made.text == MINE
    # The same contents are the same set, however they are written; others are not.
    assert toys.add(MINE.replace("# a note\n", ""), "other.yaml") is made
    assert toys.add(made.data, "values") is made
    assert toys.add(MINE.replace("4", "5"), "mine.yaml").number == 3


def test_values_are_checked_without_being_kept(toys: Sets[Any, Any]) -> None:
    card = {"name": "Regina", "cost": 4}
    toys.check({"game": "toy", "name": "mine", "cards": [card]})
    with pytest.raises(DataError, match="use 1 to 10"):
        toys.check({"game": "toy", "name": "mine", "cards": [{**card, "cost": 11}]})
    assert toys.names == {0: "shipped", 1: "shipped-1"}


def test_people_read_the_name_of_a_set_and_a_digest_only_to_tell_two_apart(
    toys: Sets[Any, Any],
) -> None:
    one = toys.add(MINE, "mine.yaml")
    said = {label: words["de"] for label, words in toys.words.items()}
    assert said == {"shipped": "von Spielzug", "shipped-1": "von Spielzug 1", one.label: "mine"}
    other = toys.add(MINE.replace("4", "5"), "mine.yaml")
    assert toys.words[one.label]["de"] == one.label
    assert toys.words[other.label]["de"] == other.label


def test_a_file_gets_a_note_above_every_entry(toys: Sets[Any, Any]) -> None:
    told = annotate_set(MINE, ToySet)
    assert (
        "# What the set is called: up to 24 small letters, digits, - or _. (a text)\nname:" in told
    )
    assert "# A card has:\n#   name:  (a text)\n#   cost:  (1 to 10)" in told
    assert toys.add(told, "mine.yaml") is toys.add(MINE, "mine.yaml")


def test_values_that_came_from_no_file_are_refused_without_a_line(toys: Sets[Any, Any]) -> None:
    with pytest.raises(DataError, match="^trial: cards.A.cost: 11 is not possible; use 1 to 10"):
        toys.add({"game": "toy", "name": "a", "cards": [{"name": "A", "cost": 11}]}, "trial")


BAD: dict[str, tuple[str | bytes, str]] = {
    "a wrong card": (MINE.replace("cost: 4", "price: 4"), "mine.yaml:6: cards.Regina.price: there"),
    "a missing field": (MINE.replace("    cost: 4\n", ""), "mine.yaml:5: cards.Regina.cost: it is"),
    "out of range": (
        MINE.replace("cost: 4", "cost: 11"),
        "mine.yaml:6: cards.Regina.cost: 11 is not possible; use 1 to 10 (X1)",
    ),
    "a wrong type": (MINE.replace("4", "four"), "mine.yaml:6: cards.Regina.cost: 'four' is not"),
    "a number as a name": (MINE.replace("Regina", "17"), "mine.yaml:5: cards.1.name: 17 is not"),
    "no as a name": (MINE.replace("Regina", "no"), "mine.yaml:5: cards.1.name: False is not"),
    "a name that moves the cursor": (MINE.replace("Regina", '"\\e[2J"'), "mine.yaml:5: cards."),
    "a long name": (MINE.replace("Regina", "R" * 41), "use at most 40 characters, not 41"),
    "a duplicate name": (
        MINE.replace("Mr. Frost", "Regina"),
        "mine.yaml:7: cards.Regina.name: two have this name",
    ),
    "an unknown entry": (MINE + "colour: red\n", "mine.yaml:8: colour: there is no entry 'colour'"),
    "a key twice": (MINE + "cards: []\n", "mine.yaml:8: 'cards' appears twice, first on line 4"),
    "a word for a card": (MINE + "  - Hugo\n", "mine.yaml:8: cards.3: 'Hugo' is not possible; a"),
    "nothing": ("", "mine.yaml:1: the file is empty"),
    "only a note": ("# cards\n", "mine.yaml:1: the file is empty"),
    "a list": ("- 1\n", "mine.yaml:1: a set has the entries game, name, cards, coin"),
    "no YAML": ("game: toy\nname: [\n", "mine.yaml:3: this is not valid YAML"),
    "an odd date": (
        MINE + "day: 2026-13-45\n",
        "mine.yaml:8: '2026-13-45': this is not valid YAML: month must be in 1..12",
    ),
    "no truth": (MINE + 'x: !!bool "x"\n', "mine.yaml:8: 'x': this is not valid YAML: it is not"),
    "no number": (MINE + 'x: !!int ""\n', "mine.yaml:8: '': this is not valid YAML: it is not"),
    "no date": (MINE + 'x: !!timestamp "x"\n', "mine.yaml:8: 'x': this is not valid YAML"),
    "an endless number": (
        MINE.replace("4", "9" * 5000),
        f"mine.yaml:6: '{'9' * 56}… has more than 400 characters; put a long text in quotes",
    ),
    "an endless number of another sort": (
        MINE.replace("4", f'!!int "0x{"f" * 5000}"'),
        "has more than 400 characters",
    ),
    "an endless name of an entry": (
        MINE + f'"{"x" * 900}": 1\n',
        f"mine.yaml:8: {'x' * 59}…: there is no entry '{'x' * 56}…; a set has the entries",
    ),
    "an entry that moves the cursor": (MINE + '"\\e[2J": 1\n', r"mine.yaml:8: '\x1b[2J': there"),
    "a program": (MINE + "x: !!python/name:os.system\n", "mine.yaml:8: this is not valid YAML"),
    "two documents": (MINE + "---\na: b\n", "mine.yaml:8: this is not valid YAML"),
    "huge": (MINE + "#" * MOST_BYTES, "mine.yaml: the file is over 1 MiB"),
    "binary": (b"\x00\x01\x02\x03", "mine.yaml:1: this is not valid YAML"),
    "no UTF-8": (MINE.encode().replace(b"Regina", b"K\xf6nigin"), "mine.yaml:5: this is not UTF-8"),
    "too deep": (MINE + f"x: {'[' * 100_000}", f"entries are nested {MOST_DEPTH} deep"),
    "an alias bomb": (
        "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        + "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 12)),
        "mine.yaml:6: there are more than 200,000 entries",
    ),
    "an alias of itself": ("a: &a [*a]\n", "mine.yaml:1: *a refers to nothing"),
    "another game": (
        MINE.replace("toy", "chess"),
        "mine.yaml:1: game: this is a set of 'chess', not of 'toy'",
    ),
    "a name with blanks": (MINE.replace("mine", "my set"), "mine.yaml:2: name: 'my set' is not"),
    "a name with a line break": (
        MINE.replace("mine", '"x\\n"'),
        r"mine.yaml:2: name: 'x\n' is not",
    ),
    "the name of what ships": (MINE.replace("mine", "shipped"), "mine.yaml:2: name: 'shipped' is"),
    "a name like what ships": (MINE.replace("mine", "shipped-7"), "mine.yaml:2: name: 'shipped-7'"),
    "text in one language": (MINE + "    kind: {de: Ziege}\n", "mine.yaml:8"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_file_is_refused_with_its_line_and_nothing_is_loaded(
    toys: Sets[Any, Any], tmp_path: Path, what: str
) -> None:
    text, reason = BAD[what]
    path = tmp_path / "mine.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    before = dict(toys.names)
    with pytest.raises(DataError) as refused:
        toys.load(path)
    assert reason in str(refused.value)
    assert toys.names == before


def test_what_is_no_file_is_refused(toys: Sets[Any, Any], tmp_path: Path) -> None:
    for path in (tmp_path / "none.yaml", tmp_path, Path("a\0b")):
        with pytest.raises(CannotRead, match="the set cannot be opened"):
            toys.load(path)


def test_several_mistakes_are_told_together_in_their_order(toys: Sets[Any, Any]) -> None:
    text = MINE.replace("cost: 4", "cost: 0").replace("cost: 9", "cost: 11") + "colour: red\n"
    with pytest.raises(DataError) as refused:
        toys.add(text, "mine.yaml")
    assert [line.partition(": ")[0] for line in str(refused.value).split("\n")] == [
        "mine.yaml:6", "mine.yaml:7", "mine.yaml:8",
    ]  # fmt: skip
    many = "game: toy\nname: many\ncards:\n" + "".join(f"  - {{name: N{i}}}\n" for i in range(20))
    with pytest.raises(DataError) as refused:
        toys.add(many, "many.yaml")
    told = str(refused.value).split("\n")
    assert (len(told), told[-1]) == (9, "and 12 more")


def test_values_that_python_cannot_write_are_refused_all_the_same(toys: Sets[Any, Any]) -> None:
    with pytest.raises(DataError, match="cards.A.cost: a huge number is not possible"):
        toys.check({"game": "toy", "name": "a", "cards": [{"name": "A", "cost": 1 << 20_000}]})


def test_of_very_many_mistakes_only_the_first_are_looked_at(
    toys: Sets[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    error_at = Source.error_at

    def counted(self: Source, path: Address, text: str) -> DataError:
        looked.append(text)
        return error_at(self, path, text)

    monkeypatch.setattr(Source, "error_at", counted)
    with pytest.raises(DataError, match="and 4992 more$"):
        toys.add(MINE + "".join(f"k{i}: 1\n" for i in range(5000)), "mine.yaml")
    assert len(looked) == MAX_EXAMINED


def test_the_schema_explains_and_knows_the_game(toys: Sets[Any, Any]) -> None:
    schema = toys.schema()
    assert schema["properties"]["game"]["const"] == "toy"
    assert schema["properties"]["name"]["description"].startswith("What the set is called")
    assert schema["$defs"]["ToyCard"]["properties"]["cost"]["maximum"] == 10
    assert schema["additionalProperties"] is False


DATA: Mapping[str, Any] = {
    "cards": [{"name": "Regina", "cost": 3}, {"name": "Mr. Frost"}, {"code": "EX", "cost": 4}],
    "cars": [[{"name": "parlour", "plan": "p"}, {"name": "7", "plan": "q"}]],
    "coin": {"red": 2},
}


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("cards.Regina.cost", 3),
        ("cards.1.cost", 3),
        ("cards.Mr. Frost.name", "Mr. Frost"),
        ("cards.EX.cost", 4),
        ("cars.parlour.plan", "p"),
        ("coin.red", 2),
    ],
)
def test_an_entry_is_found_by_its_address_and_changed(address: str, value: Any) -> None:
    assert find(DATA, address) == value
    changed = change(DATA, address, "new")
    assert find(DATA, address) == value
    if not address.endswith("name"):
        assert find(changed, address) == "new"


def test_an_entry_that_was_left_out_can_be_added() -> None:
    assert find(change(DATA, "cards.Regina.ability", "x"), "cards.Regina.ability") == "x"


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("cards.Regena.cost", "there is no 'Regena' in cards; use Regina"),
        ("cart.Regina", "there is no 'cart' in the set; use car"),
        ("cards.9.cost", "there is no '9' in cards"),
        ("cards.Regina.cost.high", "cards.Regina.cost is 3 and has no entries"),
        ("", "an address is empty"),
        ("new", "there is no 'new' in the set"),
    ],
)
def test_an_address_of_nothing_is_refused_with_what_there_is(address: str, reason: str) -> None:
    with pytest.raises(UsageError) as refused:
        find(DATA, address)
    assert reason in str(refused.value)
    with pytest.raises(UsageError) as refused:
        change(DATA, address, 1)
    assert reason in str(refused.value)


@pytest.mark.parametrize("text", ["game: x\n\tname: y\n", "cards:\n- name: A\n  \tcost: 3\n"])
def test_a_tab_is_called_a_tab(text: str) -> None:
    with pytest.raises(DataError, match=r"mine.yaml:\d: there is a tab here; indent with spaces$"):
        parse(text, "mine.yaml")
