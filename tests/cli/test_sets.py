"""Sets from files on the command line: chosen, recorded, needed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.test_commands import figures, run
from spielzug.games.zugraub.facts.sets import SETS

SIMULATE = ("simulate", "zugraub", "--games", "4", "--bots", "greedy")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    """A set of one's own: the shipped one under another name, with one card changed."""
    text = SETS.shipped_text()
    text = text.replace("name: shipped-1", "name: box").replace("name: Nesbith", "name: Nessie")
    path = tmp_path / "box.yaml"
    path.write_text(text, encoding="utf-8")
    return path


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


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("simulate", "game_of_trains", "--set", "BOX"), "a set of 'zugraub', not of 'game_of"),
        (("simulate", "zugraub", "--set", "none.yaml"), "the set cannot be opened"),
        (("simulate", "zugraub", "-o", "set=box@123"), "is not loaded here"),
        (("serve", "--set", "none.yaml"), "the set cannot be opened"),
    ],
)
def test_a_wrong_set_is_refused(box: Path, arguments: tuple[str, ...], reason: str) -> None:
    done = run(*(str(box) if word == "BOX" else word for word in arguments))
    assert done.returncode in (1, 2)  # cannot be read, or wrongly asked for
    assert reason in done.stderr


@pytest.mark.compiled
def test_play_begins_with_as_few_seats_as_the_game_allows(box: Path, tmp_path: Path) -> None:
    save = tmp_path / "game.zug"
    done = run("play", "zugraub", "--lang", "en", "--set", str(box), "--save", str(save), stdin="")
    assert done.returncode == 0, done.stderr
    text = save.read_text(encoding="utf-8")
    assert "Seats: 3\n" in text
    assert " set=box@" in text
