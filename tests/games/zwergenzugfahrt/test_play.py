"""Whole games: bots, checks on every board, and the clock of the terminal."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from games.zwergenzugfahrt.typed_position import BOARDS, GAME
from spielzug.cli.terminal import Terminal, new_match, resume_match
from spielzug.core.errors import UsageError
from spielzug.core.texts import LANGUAGES
from spielzug.lab.play.loops import Keys, Loops, PlayedGames
from spielzug.lab.play.simulate import SimulationPlan, simulate

GAMES = 1000


def plan(bots: str, games: int = GAMES, verify: bool = False, options: str = "") -> SimulationPlan:
    chosen = GAME.options.from_text(options)
    return SimulationPlan.make(GAME, 2, bots.split(","), games, "lab", chosen, verify)


@pytest.mark.compiled
@pytest.mark.parametrize("board", BOARDS)
def test_greedy_beats_random_in_98_of_100_games(board: str) -> None:
    report = simulate(plan("random,greedy", options=f"mode=seats board={board}")).to_json()
    greedy = next(row for row in report["by_bot"] if row["bot"] == "greedy")
    assert greedy["rate"] >= 0.98


@pytest.mark.compiled
@pytest.mark.parametrize("board", BOARDS)
def test_greedy_does_not_play_the_same_game_twice(board: str) -> None:
    """Otherwise thousands of games of greedy against itself would measure a few."""
    wanted = plan("greedy", 500, options=f"first=red board={board}")
    loops, keys, facts = Loops(GAME), Keys.of(wanted.seed), GAME.facts(wanted.options)
    played = set()
    for number in range(wanted.games):
        out = PlayedGames.allocate(1, log=80)
        loops.play(facts, wanted.policies, number, keys, out)
        played.add(tuple(out.log.tolist()))
    assert len(played) == wanted.games


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("options", ["mode=seats", "turns=20", "turns=30 each=yes"])
@pytest.mark.parametrize("bots", ["random", "greedy", "random,greedy"])
def test_no_check_is_violated_on_any_board_in_any_mode(board: str, options: str, bots: str) -> None:
    report = simulate(plan(bots, 100, True, f"{options} board={board}")).to_json()
    assert report["violations"] == 0
    assert all(report["checks"].values())


@pytest.mark.compiled
def test_everything_that_can_be_done_is_done_in_long_random_games() -> None:
    report = simulate(plan("random", 2000, True, "mode=seats")).to_json()
    assert all(report["uses"].values())


def test_a_simulation_has_no_clock() -> None:
    with pytest.raises(UsageError, match="a simulation has no clock"):
        plan("random", options="mode=time")


# -- the clock of the terminal ---------------------------------------------------------------------


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Typist(Console):
    """Types the first choice for ever; `before` happens while the person thinks, and may answer."""

    def __init__(self, before: Callable[[int], str | None]) -> None:
        super().__init__(file=io.StringIO(), width=100, highlight=False)
        self.before = before
        self.asked = 0

    def input(self, prompt: object = "", **_: object) -> str:
        self.asked += 1
        return self.before(self.asked) or "1"

    @property
    def shown(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    turned = Clock()
    monkeypatch.setattr("spielzug.cli.terminal.time.monotonic", turned)
    return turned


def sit(
    path: Path, before: Callable[[int], str | None], options: str, *players: str
) -> tuple[Terminal, Typist]:
    chosen = GAME.options.from_text(options)
    match = new_match(GAME, players or ("me", "greedy"), "3", chosen, "en")
    console = Typist(before)
    sitting = Terminal(match, "en", path, console)
    sitting.run()
    return sitting, console


def test_z14_an_answer_after_the_time_counts_no_more(clock: Clock, tmp_path: Path) -> None:
    def think(number: int) -> None:
        clock.now += 20 if number < 4 else 600

    path = tmp_path / "game.zug"
    sitting, console = sit(path, think, "mode=time minutes=2 first=red")
    assert console.asked == 4
    outcome = sitting.match.outcome
    assert outcome is not None
    assert outcome.reason == "time"
    # Three answers of each side counted; the fourth came too late.
    assert [e.kind for e in sitting.match.decisions] == ["decision"] * 6 + ["outside"]
    for left in ("2:00", "1:40", "1:20", "1:00"):
        assert f"Time left: {left}." in console.shown
    assert "Time is up. Seats:" in console.shown
    assert resume_match(path).position == sitting.match.position


@pytest.mark.parametrize("late", ["u", "?", "nonsense", "q", ""])
def test_z14_nothing_that_is_typed_after_the_time_is_listened_to(
    clock: Clock, tmp_path: Path, late: str
) -> None:
    def think(number: int) -> str | None:
        clock.now += 10 if number < 3 else 600
        return None if number < 3 else late

    options = "mode=time minutes=2 first=red"
    sitting, console = sit(tmp_path / "game.zug", think, options, "me", "me")
    kinds = [e.kind for e in sitting.match.log]
    assert kinds[0] == "deal"
    assert kinds[-1] == "outside"
    assert set(kinds[1:-1]) == {"decision"}
    for word in ("Taken back", "Saved. Continue", "understand", "is always saved"):
        assert word not in console.shown


def test_z14_a_bot_that_thinks_too_long_is_too_late_too(clock: Clock, tmp_path: Path) -> None:
    options = GAME.options.from_text("mode=time minutes=2")
    match = new_match(GAME, ("greedy", "greedy"), "3", options, "en")
    sitting = Terminal(match, "en", tmp_path / "game.zug", Typist(lambda _: None))
    clock.now += 120
    sitting.run()
    assert [e.kind for e in match.decisions] == ["outside"]


def test_z14_the_clock_rings_while_a_person_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody ever types anything here."""
    game = replace(GAME, clock=lambda _: 0.3)
    options = game.options.from_text("mode=time first=red")
    match = new_match(game, ("me", "greedy"), "3", options, "en")
    console = Console(file=io.StringIO(), width=100, highlight=False)
    out, into = os.pipe()
    with os.fdopen(out) as keyboard, os.fdopen(into, "w"):
        monkeypatch.setattr("sys.stdin", keyboard)
        Terminal(match, "en", tmp_path / "game.zug", console).run()
    outcome = match.outcome
    assert outcome is not None
    assert outcome.reason == "time"
    assert [e.kind for e in match.decisions] == ["outside"]
    assert isinstance(console.file, io.StringIO)
    assert "Time is up. Seats:" in console.file.getvalue()


def test_without_an_alarm_the_answer_is_looked_at_when_it_comes(
    clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def think(_: int) -> None:
        clock.now += 50

    monkeypatch.delattr("spielzug.cli.terminal.signal.setitimer")
    sitting, console = sit(tmp_path / "game.zug", think, "mode=time minutes=2 first=red")
    assert console.asked == 3
    assert [e.kind for e in sitting.match.decisions] == ["decision"] * 4 + ["outside"]


def test_without_mode_time_no_clock_runs(clock: Clock, tmp_path: Path) -> None:
    def think(_: int) -> None:
        clock.now += 10_000

    sitting, console = sit(tmp_path / "game.zug", think, "turns=12")
    outcome = sitting.match.outcome
    assert outcome is not None
    assert outcome.reason == "turns"
    assert "Time left" not in console.shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_whole_game_can_be_played_in_every_language(lang: str, tmp_path: Path) -> None:
    match = new_match(GAME, ("me", "me"), "3", GAME.options(turns=30), lang)
    sitting = Terminal(match, lang, tmp_path / "game.zug", Typist(lambda _: None))
    sitting.run()
    assert match.over
