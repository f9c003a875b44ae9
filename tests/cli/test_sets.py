"""Sets from files on the command line: chosen, recorded, and needed again for a replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from cli.test_commands import figures, run
from spielzug.core.sets.descriptions import annotate_set, entries_of
from spielzug.core.sets.model import models_of
from spielzug.games import NAMES, get_game
from spielzug.games.zugraub.facts.sets import SETS

SIMULATE = ("simulate", "zugraub", "--games", "4", "--bots", "greedy")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A custom set: the shipped one under another name, with one card changed."""
    text = SETS.shipped_text("shipped-1")
    text = text.replace("name: shipped-1", "name: box").replace("name: Nesbith", "name: Nessie")
    path = tmp_path / "box.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.compiled
def test_a_set_is_chosen_recorded_and_needed_to_check(box: Path, tmp_path: Path) -> None:
    records = tmp_path / "records"
    told = figures(*SIMULATE, "--set", str(box), "--records", str(records))
    assert told["seats"] == 3
    assert told["options"]["set"].startswith("box@")
    assert told["measures"]["turns_each"]["min"] >= 1
    record = sorted(records.iterdir())[0]
    refused = run("check", str(record))
    assert refused.returncode == 1
    assert "is not loaded here: load its file with --set FILE" in refused.stderr
    assert run("check", str(record), "--set", str(box)).returncode == 0
    shown = run("replay", str(record), "--at", "1", "--lang", "en", "--set", str(box))
    assert shown.returncode == 0, shown.stderr
    # Another file under the same name is another set.
    other = tmp_path / "other.yaml"
    other.write_text(box.read_text(encoding="utf-8").replace("Uther", "Arthur"), encoding="utf-8")
    assert run("check", str(record), "--set", str(other)).returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("simulate", "game_of_trains", "--set", "BOX"), "a set of The Great Brain Robbery, not"),
        (("simulate", "zugraub", "--set", "none.yaml"), "the set cannot be opened"),
        (("simulate", "zugraub", "-o", "set=box@123"), "is not loaded here"),
        (("serve", "--set", "none.yaml"), "the set cannot be opened"),
    ],
)
def test_a_wrong_set_is_refused(box: Path, arguments: tuple[str, ...], reason: str) -> None:
    done = run(*(str(box) if word == "BOX" else word for word in arguments))
    assert done.returncode in (1, 2)  # cannot be read, or wrongly asked for
    assert reason in done.stderr


@pytest.mark.slow
@pytest.mark.compiled
def test_play_begins_with_as_few_seats_as_the_game_allows(box: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.zug"
    done = run("play", "zugraub", "--lang", "en", "--set", str(box), "--save", str(save), stdin="")
    assert done.returncode == 0, done.stderr
    text = save.read_text(encoding="utf-8")
    assert "Seats: 3\n" in text
    assert " set=box@" in text


# -- spielzug set ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_ships_is_written_with_notes_and_a_schema_and_is_a_set_itself(tmp_path: Path) -> None:
    file, schema = tmp_path / "own-train.yaml", tmp_path / "zugraub.schema.json"
    done = run("set", "zugraub", "--export", str(file), "--schema", str(schema))
    assert done.returncode == 0, done.stderr
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=zugraub.schema.json\n")
    assert "\nname: own-train\n" in text
    assert "#   cost: Experience points it costs to put it into the head. (0 to 255)" in text
    assert yaml.safe_load(text) == {**yaml.safe_load(SETS.shipped_text()), "name": "own-train"}
    told = json.loads(schema.read_text(encoding="utf-8"))
    assert told["properties"]["game"]["const"] == "zugraub"
    assert told["$defs"]["BrainCardEntry"]["properties"]["cost"]["maximum"] == 255
    checked = run("set", str(file))
    assert checked.returncode == 0
    assert "a set of The Great Brain Robbery, own-train@" in checked.stdout
    assert "warning" not in checked.stdout
    assert "It is the same as shipped: nothing has been changed." in checked.stdout
    file.write_text(text.replace("name: Uther", "name: Arthur"), encoding="utf-8")
    assert "the same as shipped" not in run("set", str(file)).stdout
    file.write_text(text, encoding="utf-8")
    # Without a schema nothing points to one, until there is one.
    alone = tmp_path / "elsewhere"
    alone.mkdir()
    done = run("set", "zugraub", "--export", str(alone / "mine.yaml"))
    assert "$schema" not in (alone / "mine.yaml").read_text(encoding="utf-8")
    assert "For help in your editor: spielzug set zugraub --schema" in done.stdout
    done = run("set", "zugraub", "--export", str(tmp_path / "second.yaml"))
    assert "$schema=zugraub.schema.json" in (tmp_path / "second.yaml").read_text(encoding="utf-8")
    assert "For help" not in done.stdout
    # Work that is there is not written over.
    again = run("set", "zugraub", "--export", str(file))
    assert (again.returncode, file.read_text(encoding="utf-8")) == (2, text)
    assert "this file already exists; name a new one" in again.stderr


@pytest.mark.slow
def test_a_file_is_checked_with_its_warnings_or_its_mistake(box: Path) -> None:
    text = box.read_text(encoding="utf-8")
    line = next(n for n, row in enumerate(text.split("\n"), 1) if "name: Uther" in row)
    box.write_text(text.replace("Uther, kind: king, cost: 10", "Uther, kind: king, cost: 11"))
    done = run("set", str(box))
    assert done.returncode == 0
    told = f"warning: box.yaml:{line}: cards.Uther.cost: 11; 1 to 10 is usual for a character (B1)"
    assert told in done.stdout
    box.write_text(text.replace("Uther, kind: king, cost: 10", "Uther, kind: king, cost: ten"))
    done = run("set", str(box))
    assert done.returncode == 1
    assert f"box.yaml:{line}: cards.Uther.cost: 'ten' is not possible; use 0 to 255" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("set", "chess"), "neither a game nor a file; the games are"),
        (("set", "none.yaml"), "the set cannot be opened"),
        (("set", "BOX", "--export", "new.yaml"), "--export and --schema take a game"),
        (("set", "zugraub", "--export", "none/new.yaml"), "there is no folder none"),
        (("set", "zugraub", "--export", "new.yaml", "--which", "shipped-9"), "no set of this name"),
    ],
)
def test_what_cannot_be_written_or_checked_is_refused(
    box: Path, tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    words = [str(box) if word == "BOX" else word for word in arguments]
    done = run(*(str(tmp_path / word) if word.startswith("new") else word for word in words))
    assert done.returncode in (1, 2)
    assert reason in done.stderr
    assert not (tmp_path / "new.yaml").exists()


def test_a_game_says_which_sets_ship_and_what_a_file_holds() -> None:
    done = run("set", "zugraub")
    assert done.returncode == 0
    assert "these sets: shipped, shipped-1" in done.stdout
    assert "cards: The cards, numbered in this order from 1. (a list: a card)" in done.stdout


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_of_every_game_is_a_set_of_it_without_a_warning(name: str) -> None:
    sets = get_game(name).sets
    assert sets is not None
    text = annotate_set(sets.shipped_text(), sets.model)
    made = sets.add(
        text.replace(f"name: {sets.loaded(0).name}\n", "name: written\n"), "written.yaml"
    )
    assert (made.name, made.warnings) == ("written", ())
    assert all(entry.about for model in models_of(sets.model) for entry in entries_of(model))


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_every_game_names_its_set_only_if_it_has_another(name: str) -> None:
    game = get_game(name)
    assert game.sets is not None
    made = game.sets.add({**game.sets.loaded(0).data, "name": "again"}, "again.yaml")
    assert f"set={made.label}" in game.options(set=made.number).to_text()
    (newest,) = game.sets.also
    assert game.options.from_text("set=shipped") == game.options.from_text(f"set={newest}")
