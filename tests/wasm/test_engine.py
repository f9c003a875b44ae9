"""Browser engines in Node: the same games, byte for byte, and the same choices as here."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from spielzug.core.jit import PLAIN
from spielzug.core.lowering import lower
from spielzug.games import NAMES, get_game
from spielzug.wasm.build import TARGET
from spielzug.wasm.exports import rule_exports, search_exports
from spielzug.wasm.object_file import link_module
from wasm.node import ask, engine_folder, text
from wasm.tasks import (
    as_numbers,
    choice_tasks,
    golden_tasks,
    positions,
    proof_tasks,
    question_tasks,
    random_tasks,
)

if PLAIN:
    pytest.skip("a browser engine is made of compiled rules", allow_module_level=True)

pytestmark = pytest.mark.compiled

SMALL = "zwergenzugfahrt"
"""The game whose engine is built in the first tier."""
GAMES = [pytest.param(n, marks=() if n == SMALL else pytest.mark.slow) for n in NAMES]
AMOUNTS = [
    pytest.param(SMALL, 1),
    *(pytest.param(name, 5, marks=pytest.mark.slow) for name in NAMES),
]
"""Each game, and how many times as many games and positions the second tier compares."""
IMPORT_SECTION = 2


def imports(module: bytes) -> int:
    """The length of the module's section of imports."""
    at = 8
    while at < len(module):
        kind, size, shift, at = module[at], 0, 0, at + 1
        while True:
            byte, at = module[at], at + 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        if kind == IMPORT_SECTION:
            return size
        at += size
    return 0


@pytest.mark.parametrize("name", GAMES)
def test_all_golden_games_replay_to_the_same_bytes(
    name: str, engines: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks, wanted = golden_tasks(get_game(name), monkeypatch)
    assert ask(engine_folder(name, engines / name), name, tasks) == wanted


@pytest.mark.parametrize("build", ["wasm", "scalar.wasm"])
@pytest.mark.parametrize(("name", "times"), AMOUNTS)
def test_random_games_are_the_same(name: str, times: int, build: str, engines: Path) -> None:
    games = (200 if build == "wasm" else 20) * times
    tasks, wanted = random_tasks(get_game(name), games)
    assert ask(engine_folder(name, engines / name), name, tasks, build) == wanted


@pytest.mark.parametrize("name", GAMES)
def test_every_other_question_has_the_same_answer(name: str, engines: Path) -> None:
    tasks, wanted = question_tasks(get_game(name), 100)
    found = ask(engine_folder(name, engines / name), name, tasks)
    for answer in found:
        answer["plain"] = as_numbers(answer["plain"])
    assert found == wanted


@pytest.mark.parametrize(("name", "times"), AMOUNTS[1:])
def test_players_and_levels_choose_the_same(name: str, times: int, engines: Path) -> None:
    tasks, wanted = choice_tasks(get_game(name), 40 * times)
    assert ask(engine_folder(name, engines / name), name, tasks) == wanted


@pytest.mark.parametrize("name", GAMES)
def test_the_same_wins_are_certain(name: str, engines: Path) -> None:
    tasks, wanted = proof_tasks(get_game(name), 50)
    assert any(own or answered for own, answered in wanted)
    assert ask(engine_folder(name, engines / name), name, tasks) == wanted


def test_a_misuse_is_answered_with_what_is_wrong(engines: Path) -> None:
    game = get_game(SMALL).ready()
    position = next(positions(game, 1))
    seen, size = position.seen(position.actor), game.state_layout.size
    task = {
        "task": "misuses", "facts": text(seen.facts_memory.data),
        "state": text(position.memory.data), "hidden": text(seen.hidden_memory.data),
        "level": "expert",
    }  # fmt: skip
    (said,) = ask(engine_folder(SMALL, engines / SMALL), SMALL, [task])
    facts = game.facts_layout.size
    assert said == {
        "shortState": f"a position of {SMALL} has {size} bytes, not {size - 1}",
        "longFacts": f"a record of facts of {SMALL} has {facts} bytes, not {facts + 1}",
        "level": "there is no level genius",
        "options": f"the net of {SMALL} does not fit these options: no=such",
        "file": f"this is not the file of the nets of {SMALL}",
        "noNet": f"this engine of {SMALL} has no net yet",
        "depth": "a proof has at most 8 decisions",
        "stale": "this engine has begun another thought: continue that one",
        "latest": None,
    }


@pytest.mark.parametrize("name", GAMES)
def test_the_modules_import_nothing(name: str, engines: Path) -> None:
    folder = engine_folder(name, engines / name)
    for build in ("wasm", "scalar.wasm"):
        module = (folder / f"{name}.{build}").read_bytes()
        assert imports(module) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_without_a_net_it_has_at_most_80_kilobytes(name: str) -> None:
    game = get_game(name)
    exports = [*rule_exports(game), *search_exports(game)]
    names = [export.name for export in exports]
    module = link_module(TARGET.compile(lower(exports), names).object_file, names)
    assert len(gzip.compress(module, 9)) <= 80_000
