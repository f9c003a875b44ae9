"""The sides of a comparison as people write them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.options import Options, option
from spielzug.games import get_game
from spielzug.lab.compare.variants import Variant, read_seats, sides, variant

TRAINS, ROBBERY = get_game("trains"), get_game("zugraub")
BOTH = replace(ROBBERY, oldest_rules_version=1)
"""A game that is also played by older rules."""


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A custom set, in a file whose name contains the separators of variants."""
    assert ROBBERY.sets is not None
    path = tmp_path / "my,own+box.yaml"
    text = ROBBERY.sets.shipped_text("shipped-1").replace("name: shipped-1", "name: box")
    path.write_text(text.replace("name: Nesbith", "name: Nessie"), encoding="utf-8")
    return path


def test_as_it_ships() -> None:
    found = variant(TRAINS, "shipped")
    assert found.label == "shipped"
    assert found.options == TRAINS.options(**TRAINS.simulation)
    assert found.version == TRAINS.rules_version
    assert found.set_label == "shipped"


def test_options_of_a_game() -> None:
    for text in ("board=osaka", "shipped,board=osaka", "board=osaka + turn_limit=30"):
        assert variant(TRAINS, text).options.named()["board"] == "osaka"
    assert variant(TRAINS, "board=osaka + turn_limit=30").label == "board=osaka+turn_limit=30"
    assert variant(TRAINS, "turn_limit=30").options.named()["turn_limit"] == "30"


def test_a_file_and_an_option(box: Path) -> None:
    alone = variant(ROBBERY, str(box))
    assert alone.label == alone.file == box.name
    assert alone.set_label.startswith("box@")
    short = box.with_name("box.yaml")
    box.rename(short)
    assert alone.same(variant(ROBBERY, f"set={short}"))
    found = variant(ROBBERY, f"{short}+spoils_to_head=yes")
    assert found.label == "box.yaml+spoils_to_head=yes"
    assert found.set_label == alone.set_label
    assert found.options.named()["spoils_to_head"] == "yes"


def test_shipped_1_is_the_game_as_it_was_then() -> None:
    then = variant(BOTH, "shipped-1")
    assert then.version == 1
    assert variant(BOTH, "rules=1").version == 1
    only_its_set = variant(BOTH, "set=shipped-1")
    assert only_its_set.version == ROBBERY.rules_version
    assert list(only_its_set.reading.iq) == list(then.reading.iq)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "shiped",
            "there is no side 'shiped', and no such file: did you mean shipped? write",
        ),
        ("osaka", "did you mean board=osaka or supply=osaka?"),
        ("nonsense", "write shipped, shipped-1, a FILE with a set, or NAME=VALUE"),
        ("board=paris", "option board=paris"),
        ("boart=osaka", "there is no option 'boart' here"),
        ("board=osaka+board=tokyo", "board is given twice for one side"),
        ("shipped-9", "has no version 9 of its rules; there is 1"),
        ("rules=new", "rules=new: the version of the rules is 1"),
        ("rules=7", "has no version 7 of its rules"),
        ("", "is missing a word"),
        ("board=osaka+", "is missing a word"),
        ("none.yaml", "the set cannot be opened"),
        ("no/such/set", "the set cannot be opened"),
        ("x" * 5000, "there is no side"),
        ("a\0b", "there is no side"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(text: str, reason: str) -> None:
    with pytest.raises(SpielzugError) as refused:
        variant(TRAINS, text)
    assert reason in str(refused.value)


def test_a_set_that_is_not_loaded_is_refused() -> None:
    with pytest.raises(SpielzugError, match="is not loaded here"):
        variant(ROBBERY, "set=box@123")


def test_a_file_without_its_ending_is_guessed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my.yaml").touch()
    with pytest.raises(SpielzugError, match=r"did you mean my\.yaml\?"):
        variant(ROBBERY, "my")


def test_a_set_of_another_game_is_refused(box: Path) -> None:
    with pytest.raises(SpielzugError, match="a set of The Great Brain Robbery, not of Trains"):
        variant(TRAINS, str(box))


def test_sides_that_are_the_same_are_refused() -> None:
    for one, other in (("shipped", "shipped"), ("shipped", "board=tokyo")):
        with pytest.raises(SpielzugError, match=f"{one} and {other} are the same"):
            sides(TRAINS, [one, other])
    assert [side.label for side in sides(TRAINS, ["shipped"])] == ["shipped"]


def test_what_is_played_is_compared_not_what_it_is_called(box: Path, tmp_path: Path) -> None:
    for one, other in (("shipped-1", "rules=1"), ("rules=1+set=shipped-1", "shipped-1")):
        with pytest.raises(SpielzugError, match="are the same: there is nothing to compare"):
            sides(BOTH, [one, other])
    assert ROBBERY.sets is not None
    unchanged = tmp_path / "same.yaml"
    text = ROBBERY.sets.shipped_text()
    unchanged.write_text(text.replace("name: shipped-2", "name: same"), encoding="utf-8")
    for both in (["shipped", str(unchanged)], [str(unchanged), "shipped"]):
        with pytest.raises(SpielzugError, match=r"same.yaml is the same as shipped; did"):
            sides(ROBBERY, both)
    assert len(sides(ROBBERY, ["set=shipped-1", str(unchanged)])) == 2
    assert len(sides(ROBBERY, ["shipped", str(box)])) == 2


def test_older_rules_with_a_newer_set_are_refused() -> None:
    for text in ("rules=1+set=shipped-2", "set=shipped-2+shipped-1"):
        with pytest.raises(SpielzugError, match="newer than version 1 of the rules, which play"):
            variant(BOTH, text)
    assert variant(BOTH, "set=shipped-2").same(variant(BOTH, "shipped"))
    assert variant(BOTH, "rules=1+set=shipped").set_label == "shipped-1"


def test_rules_that_are_gone_are_refused_but_not_their_set() -> None:
    with pytest.raises(SpielzugError, match=r"no version 1 .*; there is 2 \(set=shipped-1 plays"):
        variant(ROBBERY, "shipped-1")
    assert variant(ROBBERY, "set=shipped-1").version == 2


def test_files_of_the_same_name_are_told_apart(box: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / box.name
    other.parent.mkdir()
    text = box.read_text(encoding="utf-8").replace("name: Nessie", "name: Tessie")
    other.write_text(text, encoding="utf-8")
    one, two = sides(ROBBERY, [str(box), str(other)])
    assert one.label.startswith(f"{box.name} (box@")
    assert one.label != two.label


def changed(game: Game, file: Path, lang: str = "en") -> list[str]:
    told: list[str] = variant(game, str(file)).to_json(lang)["changes"]
    return told


def test_a_file_tells_what_it_changes_of_the_set_that_ships(tmp_path: Path) -> None:
    assert ROBBERY.sets is not None and TRAINS.sets is not None
    text = ROBBERY.sets.shipped_text().replace("name: shipped-2", "name: mine")
    text = text.replace("kind: young_actress, cost: 4", "kind: young_actress, cost: 1")
    text = text.replace("name: Nesbith,", "name: Nessie,")
    file = tmp_path / "cheap-vanity.yaml"
    file.write_text(text, encoding="utf-8")
    assert changed(ROBBERY, file) == ["− Nesbith", "Vanity: cost 4 → 1", "+ Nessie"]
    # What a file of Trains leaves out is as it ships.
    file.write_text(
        "game: trains\nname: mine\nnumbers: {hand: 6}\ncards:\n- {code: EX, cost: 4}\n",
        encoding="utf-8",
    )
    assert changed(TRAINS, file) == ["numbers.hand 5 → 6", "Express Train: cost 3 → 4"]
    assert changed(TRAINS, file, "de")[1] == "Fernzug: cost 3 → 4"
    assert variant(TRAINS, "board=osaka").changes() == []


def test_a_variant_as_json() -> None:
    told = variant(TRAINS, "board=osaka").to_json()
    assert told["label"] == "board=osaka"
    assert told["options"]["board"] == "osaka"
    assert (told["set"], told["rules_version"], told["warnings"]) == ("shipped", 1, [])


def test_older_defaults_are_those_of_their_version() -> None:
    @dataclass(frozen=True)
    class Changed(Options):
        limit: int = option(9, 1, 99, was={1: 5, 3: 7}, en="a limit")

    game = replace(TRAINS, options=Changed, simulation={}, rules_version=4, sets=None)
    assert [variant(game, f"shipped-{n}").options for n in game.versions] == [
        Changed(5), Changed(7), Changed(7), Changed(9),
    ]  # fmt: skip
    assert variant(game, "shipped").options == Changed(9)
    assert variant(game, "shipped-1+limit=30").options == Changed(30)


@pytest.mark.parametrize(
    ("text", "seats"),
    [(None, [2]), ("3", [3]), ("2-4", [2, 3, 4]), ("4,2", [2, 4]), (" 2 - 3 , 3", [2, 3])],
)
def test_numbers_of_seats(text: str | None, seats: list[int]) -> None:
    assert read_seats(TRAINS, text) == seats


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write a number, 2-4, or 3,5"),
        ("two", "write a number"),
        ("4-2", "the smaller number comes first"),
        ("2-9", "is for 2 to 4 seats, not 5"),
        ("0", "is for 2 to 4 seats, not 0"),
        ("-1", "write a number"),
    ],
)
def test_numbers_of_seats_that_there_are_not(text: str, reason: str) -> None:
    with pytest.raises(SpielzugError) as refused:
        read_seats(TRAINS, text)
    assert reason in str(refused.value)


def test_a_variant_is_a_value() -> None:
    assert variant(TRAINS, "shipped") == variant(TRAINS, "shipped")
    assert isinstance(variant(TRAINS, "shipped"), Variant)
