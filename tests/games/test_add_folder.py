"""A new game is a folder: a renamed copy in another folder is found everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import spielzug

PACKAGE = Path(spielzug.__file__).parent
MODEL, COPY = "zwergenzugfahrt", "doppelfahrt"

ASK = """
import json
from games.zwergenzugfahrt.decode import alike, decode
from spielzug.core.check import check_game
from spielzug.core.texts import LANGUAGES
from spielzug.games import all_games, get_game
from spielzug.lab.arena.tournament import Arena, compete
from spielzug.tables.catalogue import catalogue

game = get_game("doppelfahrt")
check_game(game, games=1, worlds=4, samples=10, depth=10, decode=decode, alike=alike)
listed = {told["name"]: told for told in catalogue()}["doppelfahrt"]
arena = Arena.make(game, ("random", "greedy"), 2, "1")
result = compete(arena)
print(json.dumps({
    "games": [game.name for game in all_games()],
    "listed": listed,
    "played": sum(len(meeting.scores) for meeting in result.standing.meetings),
}))
"""


def renamed_copy(folder: Path) -> Path:
    copy = folder / COPY
    shutil.copytree(PACKAGE / "games" / MODEL, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*copy.rglob("*.py"), *copy.rglob("*.yaml")):
        path.write_text(path.read_text("utf-8").replace(MODEL, COPY), "utf-8")
    return copy


@pytest.mark.slow
def test_a_fifth_game_is_a_folder_and_one_line(tmp_path: Path) -> None:
    folder = renamed_copy(tmp_path)
    environment = {
        **os.environ,
        "SPIELZUG_GAMES": str(folder),
        "SPIELZUG_PLAIN": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert told["games"][-1] == COPY
    assert told["played"] > 0
    listed = told["listed"]
    assert listed["about"] and listed["credit"] is not None
    for option in listed["options"]:
        named = [f"{option['name']}={value}" for value in option["names"].values()]
        for word in (option["name"], *named):
            assert set(listed["option_words"][word]) == {"de", "en", "fr", "nl"}, word


def test_a_folder_without_a_game_is_refused(tmp_path: Path) -> None:
    environment = {**os.environ, "SPIELZUG_GAMES": str(tmp_path), "SPIELZUG_PLAIN": "1"}
    command = [sys.executable, "-c", "from spielzug.cli import main; main()", "games"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "there is no game here" in done.stderr
