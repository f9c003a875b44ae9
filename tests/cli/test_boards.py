"""Cars and boards from files on the command line: simulated, played by search bots, replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.test_commands import figures, run
from games.game_of_trains.other_set import TEXT as CARS
from games.zwergenzugfahrt.other_set import TEXT as BOARDS

OTHER = {"game_of_trains": CARS, "zwergenzugfahrt": BOARDS}


@pytest.fixture
def file(game: str, tmp_path: Path) -> str:
    path = tmp_path / "other.yaml"
    path.write_text(OTHER[game], encoding="utf-8")
    return str(path)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("game", OTHER)
def test_a_set_is_verified_recorded_and_needed_to_check(
    game: str, file: str, tmp_path: Path
) -> None:
    records = tmp_path / "records"
    asked = ("simulate", game, "--games", "40", "--bots", "greedy,random", "--verify")
    told = figures(*asked, "--set", file, "--records", str(records))
    assert told["options"]["set"].startswith("other@")
    assert not told.get("violations")
    record = str(sorted(records.iterdir())[0])
    refused = run("check", record)
    assert refused.returncode == 1
    assert "is not loaded here: load" in refused.stderr
    assert run("check", record, "--set", file).returncode == 0
    shown = run("replay", record, "--at", "3", "--lang", "en", "--set", file)
    assert shown.returncode == 0, shown.stderr


@pytest.mark.slow
@pytest.mark.compiled
def test_z2_the_first_board_of_the_file_is_meant_unless_another_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(BOARDS, encoding="utf-8")
    asked = ("simulate", "zwergenzugfahrt", "--games", "4", "--set", str(path))
    assert figures(*asked)["options"]["board"] == "yard"
    assert figures(*asked, "-o", "board=bare")["options"]["board"] == "bare"
    refused = run(*asked, "-o", "board=station")
    assert refused.returncode == 2
    assert "has no such board; use yard, lane, bare" in refused.stderr


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("game", OTHER)
def test_bots_that_think_play_with_a_set(game: str, file: str) -> None:
    """In other processes, which have to be told what stands in the file."""
    asked = ("arena", game, "--bots", "beginner,club", "--games", "4", "--set", file)
    assert figures(*asked)["options"]["set"].startswith("other@")
