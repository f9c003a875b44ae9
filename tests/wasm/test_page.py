"""A page's Python with an engine in Pyodide, and the worker in which bots think, in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from spielzug.bots import get_bot
from spielzug.bots.names import LEVELS
from spielzug.bots.net import NET
from spielzug.bots.net.fit import setting_of
from spielzug.bots.net.player import find_fitting_net
from spielzug.bots.search.levels import effort
from spielzug.core.jit import PLAIN
from spielzug.core.keys import SplitMix64
from spielzug.core.position import Seen
from spielzug.core.sets.prepare import prepare
from spielzug.games import NAMES, get_game
from wasm import page_tasks
from wasm.node import HERE, engine_folder, node, text

if PLAIN:
    pytest.skip("a browser engine is made of compiled rules", allow_module_level=True)

pytestmark = pytest.mark.compiled

SMALL = "zwergenzugfahrt"
"""The game whose engine is built in the first tier."""
ROOT = HERE.parents[1]
GOLDEN = ROOT / "tests" / "golden" / "tables"
WHOLE_GAMES = "[0-9]-*.zug"

Task = tuple[str, *tuple[str | int, ...]]
"""A function of `page_tasks` and its arguments."""


def in_pyodide(folder: Path, game: str, tasks: Sequence[Task]) -> list[list[str]]:
    prepare()  # without PyYAML, sets and lessons come from what is prepared
    given = "".join(json.dumps(task) + "\n" for task in tasks)
    command = [node(), str(HERE / "pyodide.mjs"), str(folder), game]
    made = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-3000:]
    return [json.loads(line) for line in made.stdout.splitlines()]


def compare(folder: Path, game: str, tasks: Sequence[Task]) -> None:
    """Every text is the same as with the rules of this process."""
    for found, (function, *given) in zip(in_pyodide(folder, game, tasks), tasks, strict=True):
        wanted = list(getattr(page_tasks, function)(*given))
        assert wanted
        assert len(found) == len(wanted)
        assert all(mine == its for mine, its in zip(found, wanted, strict=True)), function


def golden_tasks(game: str, count: int) -> list[Task]:
    records = sorted((GOLDEN / game).glob(WHOLE_GAMES))[:count]
    return [("told", str(record.relative_to(ROOT))) for record in records]


def test_a_page_tells_plays_hints_and_reviews_as_everywhere(
    engines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    tasks: list[Task] = [*golden_tasks(SMALL, 1), ("thoughts", SMALL, 4), ("reviews", SMALL, 6)]
    compare(engine_folder(SMALL, engines / SMALL), SMALL, tasks)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_page_tells_plays_hints_and_reviews_every_game_as_everywhere(
    name: str, engines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    tasks: list[Task] = [*golden_tasks(name, 9), ("thoughts", name, 30), ("reviews", name, 12)]
    compare(engine_folder(name, engines / name), name, tasks)


# -- the worker in which bots think ----------------------------------------------------------------


def question(seen: Seen, level: str, number: int, **other: Any) -> dict[str, Any]:
    return {
        "id": number, "game": seen.game.name, "level": level, "seed": str(number), "settings": None,
        "seconds": 60, "facts": text(seen.facts_memory.data),
        "hidden": text(seen.hidden_memory.data), **other,
    }  # fmt: skip


def answers(folder: Path, tmp_path: Path, questions: Sequence[dict[str, Any]]) -> list[Any]:
    given = "".join(json.dumps(each) + "\n" for each in questions)
    command = [node(), str(HERE / "thinking.mjs"), str(folder), str(tmp_path / "worker.mjs")]
    made = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr[-3000:]
    return [json.loads(line) for line in made.stdout.splitlines()]


def test_a_thinking_worker_decides_as_the_levels_do(engines: Path, tmp_path: Path) -> None:
    game = get_game(SMALL).ready()
    seens = [position.seen(position.actor) for position in page_tasks.decisions(game, 3)]
    questions = list[dict[str, Any]]()
    wanted = list[int]()
    for seen in seens:
        for level in (*LEVELS, NET, "greedy"):
            settings = net_settings(seen)
            questions.append(question(seen, level, len(questions), settings=settings))
            number = len(wanted)
            wanted.append(get_bot(level, SplitMix64(number)).choose(seen))
    found = answers(engine_folder(SMALL, engines / SMALL), tmp_path, questions)
    assert [each["action"] for each in found] == wanted
    assert [each["id"] for each in found] == list(range(len(wanted)))
    assert all(each["iterations"] == each["wanted"] for each in found)
    fetched = [name for each in found for name in each["fetched"]]
    assert fetched == [f"{SMALL}.wasm.gz", f"{SMALL}.json", f"{SMALL}.net.gz"]


def net_settings(seen: Seen) -> str | None:
    loaded = find_fitting_net(seen)
    return None if loaded is None else setting_of(seen.game, seen.options)


def test_a_thinking_worker_stops_when_it_is_told_or_its_time_is_over(
    engines: Path, tmp_path: Path
) -> None:
    game = get_game(SMALL).ready()
    seen = next(page_tasks.decisions(game, 1)).seen(0)
    late = question(seen, "expert", 1, seconds=0)
    cancelled = question(seen, "expert", 2, cancel=True)
    strange = question(seen, "genius", 3)
    missing = question(seen, "expert", 4, game="chess")
    whole = question(seen, "beginner", 5)
    asked = [late, cancelled, strange, missing, whole]
    found = answers(engine_folder(SMALL, engines / SMALL), tmp_path, asked)
    assert found[0]["action"] in seen.legal
    assert found[0]["wanted"] == effort(game, "expert", False).iterations
    assert 0 < found[0]["iterations"] < found[0]["wanted"]
    assert found[1]["action"] == -1
    assert "there is no level genius" in found[2]["error"]
    assert "chess" in found[3]["error"]
    assert found[4]["action"] == get_bot("beginner", SplitMix64(5)).choose(seen)
