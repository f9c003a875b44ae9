"""Bots, hints, reviews and lessons with an engine elsewhere, in a process without NumPy."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
import json, sys
from dataclasses import asdict, replace
if {remote}:
    for name in ("numpy", "numba", "llvmlite"):
        sys.modules[name] = None
sys.path[:0] = {paths!r}
from spielzug.bots import get_bot
from spielzug.bots.hints import advise
from spielzug.bots.search.thinker import Budget
from spielzug.core.keys import SplitMix64
from spielzug.core.luck import SeedLuck
from spielzug.core.match import Match, Seat
from spielzug.games import get_game
from spielzug.review import budget_of, review, write_words
from spielzug.school import attempt, lessons_of
from spielzug.school.puzzles import puzzle_position, puzzles_of

game = get_game("game_of_trains")
if {remote}:
    from bots.remote_engine import RemoteEngine
    game.use_engine(RemoteEngine(game.name))
match = Match(game, [Seat("Ada"), Seat("Ben")], SeedLuck("a"), game.options(turn_limit=3))
bots = [get_bot("beginner", SplitMix64(1)), get_bot("policy", SplitMix64(2))]
while not match.over:
    match.play(bots[match.actor].choose(match.seen(match.actor)))
seen = match.position_after(3)
found = [entry.action for entry in match.log]
budget = Budget(iterations=40)
found.append(advise(seen.seen(seen.actor), SplitMix64(5), None, None, budget, False).to_json())
for view in ("known", "open"):
    made = replace(review(match, view=view, budget=budget_of(game, 4)), seconds=0.0)
    found += [asdict(made), write_words(made, match, "fr")]
lesson = lessons_of(game)[0]
found.append(attempt(game, lesson, lesson.steps[0], []).sentence("de"))
found.append(puzzle_position(game, puzzles_of(game)[0]).digest)
print(json.dumps(found))
"""


def found_by(remote: bool) -> str:
    paths = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(remote=remote, paths=paths)],
        env={**os.environ, "SPIELZUG_PLAIN": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_engine_elsewhere_gives_the_same_choices_hints_reviews_and_lessons() -> None:
    assert found_by(remote=True) == found_by(remote=False)
