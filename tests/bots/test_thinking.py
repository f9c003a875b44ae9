"""Bots that think in other processes: whatever happens to a process, there is a decision."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.random_net import random_net
from raw_records import acting
from spielzug.bots import get_bot
from spielzug.bots.advice import QUICK, HintAdvice
from spielzug.bots.clock import Clock, Stop, TurnTime
from spielzug.bots.hints import advise
from spielzug.bots.names import FAILED, PREPARING
from spielzug.bots.net import NET_FILE
from spielzug.bots.thinking import compilation, fallback
from spielzug.bots.thinking.compilation import TRIES, CompileJob, Preparation, prepare
from spielzug.bots.thinking.fallback import decide
from spielzug.bots.thinking.pool import Thinkers, ThinkingFailed
from spielzug.bots.thinking.process import ThinkingQuestion
from spielzug.core.cache import RULES, mark_prepared
from spielzug.core.game import Game
from spielzug.core.native_records import plain
from spielzug.core.position import Seen
from spielzug.core.rng import new_rng
from spielzug.games import all_games, get_game
from waiting import wait_for

NAME = "zwergenzugfahrt"
HANGS = 900  # seconds: loading ends in success or failure, and what is not compiled yet takes long


def seated(game: Game, decisions: int = 3) -> Seen:
    """A position with a choice, as the seat to act may know it."""
    position, _ = game.ready().deal(game.seats[0], 5)
    while decisions > 0 or len(position.legal) < 2:
        position.step(position.legal[-1])
        decisions -= 1
    return acting(position, ["Anna", "Bo", "Cleo"][: game.seats[0]])


def timed() -> Clock:
    """A clock that counts its time."""
    return Clock(TurnTime())


@pytest.fixture(scope="module")
def thinkers() -> Iterator[Thinkers]:
    made = Thinkers(most=2)
    made.load(NAME)
    assert made.wait_until_loaded(NAME, HANGS)
    yield made
    made.close()


@pytest.fixture
def here() -> Seen:
    return seated(get_game(NAME))


def loaded_again(thinkers: Thinkers) -> bool:
    return thinkers.wait_until_loaded(NAME, HANGS)


# -- questions and answers -----------------------------------------------------------------------


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.name)
def test_a_position_travels_by_value(game: Game) -> None:
    there = seated(game)
    sent = json.loads(str(ThinkingQuestion.about(there, 7)))
    found = ThinkingQuestion(**sent).position()
    assert found.game is game
    assert found == there
    assert (found.seat, found.names) == (there.seat, there.names)
    assert plain(found.facts) == plain(there.facts)
    assert int(found.hidden.rng) == 0  # never more than the seat may know


@pytest.mark.slow
def test_it_thinks_there_as_it_would_here(thinkers: Thinkers, here: Seen) -> None:
    for key in range(5):
        rng, other = new_rng(key), new_rng(key)
        there = fallback.ask_bot(thinkers, "club", here, rng, Clock())
        assert there == get_bot("club", other).choose(here)
        assert rng.rng == other.rng


@pytest.mark.slow
def test_a_net_is_asked_there_as_it_would_be_here(
    thinkers: Thinkers, here: Seen, tmp_path: Path
) -> None:
    random_net(here.game, tmp_path, sizes=(32, 16, 16))
    name = f"{NET_FILE}{tmp_path / 'random-1.safetensors'}"
    there = decide(thinkers, name, here, new_rng(1), Clock())
    assert there == fallback.BotDecision(get_bot(name).choose(here))


@pytest.mark.slow
def test_the_time_of_a_turn_goes_along(thinkers: Thinkers, here: Seen) -> None:
    clock = TurnTime()
    clock.begin(0, 1)
    assert decide(thinkers, "club", here, new_rng(1), Clock(clock)).instead is None
    first = clock.spent
    assert first > 0
    clock.begin(0, 2)
    decide(thinkers, "club", here, new_rng(1), Clock(clock))
    assert clock.spent > first


def test_advice_comes_back_whole(thinkers: Thinkers, here: Seen) -> None:
    found = fallback.advice(thinkers, here, Stop())
    assert not found.quick
    assert found.hints[0].visits > 0
    assert HintAdvice.from_json(json.loads(json.dumps(found.to_json()))) == found
    local = advise(here, new_rng(1))
    assert {hint.action for hint in found.hints} & {hint.action for hint in local.hints}


def test_a_thought_that_nobody_wants_ends(thinkers: Thinkers, here: Seen) -> None:
    stop = Stop()
    threading.Timer(0.3, stop.set).start()
    # One that went on would be given up without an answer (`fallback.PATIENCE`).
    assert (
        fallback.ask_bot(thinkers, "search:600s", here, new_rng(1), Clock(TurnTime(), stop))
        in here.legal
    )


def test_thoughts_at_the_same_time_do_not_wait_for_each_other(
    thinkers: Thinkers, here: Seen
) -> None:
    stop = Stop()
    long = [thinkers.choose(ThinkingQuestion.about(here), "search:600s", 0.0) for _ in range(4)]
    for asked in long:
        stop.on_set(asked.stop)
    assert fallback.ask_bot(thinkers, "casual", here, new_rng(1), timed()) >= 0
    assert not any(asked.answer.done() for asked in long)
    stop.set()
    for asked in long:
        asked.answer.result(60)


# -- what goes wrong -----------------------------------------------------------------------------


def test_an_error_in_a_bot_is_told_and_the_process_lives(thinkers: Thinkers, here: Seen) -> None:
    before = thinkers.processes
    with pytest.raises(ThinkingFailed, match="there is no bot 'nobody'"):
        thinkers.choose(ThinkingQuestion.about(here), "nobody", 0.0).answer.result(60)
    assert thinkers.processes == before


def test_a_process_that_is_killed_is_replaced(thinkers: Thinkers, here: Seen) -> None:
    assert loaded_again(thinkers)
    asked = thinkers.choose(ThinkingQuestion.about(here), "search:600s", 0.0)
    asked.process.popen.kill()
    with pytest.raises(ThinkingFailed, match="ended"):
        asked.answer.result(60)
    wait_for(lambda: loaded_again(thinkers))
    there = thinkers.processes
    for process in there:
        os.kill(process.popen.pid, signal.SIGINT)  # Ctrl-C is for whoever started it
    assert decide(thinkers, "casual", here, new_rng(1), timed()).instead is None
    assert thinkers.processes[: len(there)] == there


def test_no_process_that_ends_is_news_while_the_server_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\nexec sleep 600\n", encoding="utf-8")  # answers nothing
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    pool = Thinkers(most=1)
    pool.load(NAME)
    (process,) = pool.processes
    pool.stop_replacing()
    process.popen.kill()
    wait_for(lambda: not pool.processes)
    pool.close()
    assert not caplog.records


@pytest.mark.slow
def test_a_process_that_does_not_answer_is_ended(
    thinkers: Thinkers, here: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for(lambda: loaded_again(thinkers))
    monkeypatch.setattr(fallback, "ANSWER_TIMEOUT", 0.5)
    monkeypatch.setattr(fallback, "LOADING", 0.1)
    frozen = thinkers.processes
    for process in frozen:
        os.kill(process.popen.pid, signal.SIGSTOP)
    decided = decide(thinkers, "casual", here, new_rng(1), timed())
    assert decided.instead == FAILED
    assert decided.action in here.legal
    for process in frozen:  # those that were not asked are still frozen
        process.end()
    wait_for(lambda: all(p.popen.poll() is not None for p in frozen))
    wait_for(lambda: loaded_again(thinkers))


class Failing:
    """A pool that claims to be ready and then fails as it is told."""

    def __init__(self, error: Exception | None = None, action: int = 0) -> None:
        self.asked = 0
        self._error, self._action = error, action

    def wait_until_loaded(self, game: str, seconds: float) -> bool:
        return True

    def choose(self, *_: Any) -> Any:
        from concurrent.futures import Future
        from types import SimpleNamespace

        self.asked += 1
        answer = Future[Any]()
        if self._error is not None:
            answer.set_exception(self._error)
        else:
            answer.set_result([self._action, 0.0, 1])
        return SimpleNamespace(answer=answer, stop=lambda: None)

    advise = choose


def test_what_fails_is_tried_again_then_the_quick_player_decides(
    here: Seen, caplog: pytest.LogCaptureFixture
) -> None:
    failing: Any = Failing(ThinkingFailed("ZeroDivisionError: in a bot"))
    with caplog.at_level(logging.ERROR):
        decided = decide(failing, "expert", here, new_rng(1), timed())
    assert failing.asked == 2
    assert decided.instead == FAILED
    greedy = here.game.rules.greedy(here.facts, here.hidden, new_rng(1))
    assert decided.action == greedy
    assert "ZeroDivisionError: in a bot" in caplog.text
    assert json.dumps(plain(here.hidden)) in caplog.text  # with the position


def test_an_answer_that_is_not_allowed_is_none(here: Seen) -> None:
    wrong: Any = Failing(action=here.game.rules.N_ACTIONS - 1)
    assert wrong._action not in here.legal
    assert decide(wrong, "club", here, new_rng(1), timed()).instead == FAILED


def test_a_hint_that_fails_leaves_no_hand_in_the_log(
    here: Seen, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing: Any = Failing(ThinkingFailed("ZeroDivisionError: in a hint"))
    monkeypatch.setattr(fallback, "get_bot", lambda *_: 1 / 0)  # nor has the quick player an answer
    with caplog.at_level(logging.DEBUG, "spielzug"):
        assert fallback.advice(failing, here, Stop()).hints
    seat, game = here.seat + 1, here.game.name
    said = [one.getMessage() for one in caplog.records if one.name.startswith("spielzug")]
    assert said == [
        f"the search for a hint failed for seat {seat} of {game}: ZeroDivisionError: in a hint",
        f"the quick player failed, so the choice is random: seat {seat} of {game}",
    ]


def test_advice_that_fails_is_the_quick_players(here: Seen) -> None:
    failing: Any = Failing(ThinkingFailed("broken"))
    found = fallback.advice(failing, here, Stop())
    assert [(hint.kind, hint.percent) for hint in found.hints] == [(QUICK, None)]


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.name)
def test_until_a_game_is_ready_the_quick_player_sits_in(game: Game) -> None:
    nobody = Thinkers(most=1)
    there = seated(game)
    decided = decide(nobody, "expert", there, new_rng(1), timed())
    assert decided.instead == PREPARING
    assert decided.action == game.rules.greedy(there.facts, there.hidden, new_rng(1))
    assert fallback.advice(nobody, there, Stop()).quick
    nobody.close()


@pytest.mark.slow
def test_a_game_is_near_from_when_it_is_being_loaded() -> None:
    pool = Thinkers(most=1)
    assert not pool.is_loaded_or_loading(NAME)
    pool.load(NAME)
    assert pool.is_loaded_or_loading(NAME)
    assert pool.wait_until_loaded(NAME, HANGS)
    assert pool.is_loaded_or_loading(NAME)
    pool.processes[0].end()  # whoever asks next lets another one load it
    wait_for(lambda: pool.is_loaded_or_loading(NAME))
    assert loaded_again(pool)
    pool.close()


def test_even_without_a_quick_player_there_is_a_decision(
    here: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> int:
        raise MemoryError

    monkeypatch.setattr(here.game.rules, "greedy", broken)
    nobody = Thinkers(most=1)
    for name in ("expert", "greedy"):
        decided = decide(nobody, name, here, new_rng(1), timed())
        assert decided.instead is not None
        assert decided.action in here.legal
    nobody.close()


@pytest.mark.slow
def test_processes_that_end_at_once_are_not_begun_for_ever(
    here: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    pool = Thinkers(most=1)
    for _ in range(10):
        pool.load(NAME)
        wait_for(lambda: not pool.processes)
    assert len(pool._quick_ends) == 3
    assert decide(pool, "club", here, new_rng(1), timed()).instead == PREPARING
    monkeypatch.undo()
    pool._quick_ends.clear()  # as after a rest
    wait_for(lambda: decide(pool, "club", here, new_rng(1), timed()).instead is None)
    pool.close()


# -- compiling in the background -----------------------------------------------------------------


class Scripted(Preparation):
    """Runs scripts instead of compilers."""

    def __init__(self, games: list[str], script: str, most: int = 1) -> None:
        self.script = script
        self.told: list[str] = []
        super().__init__(games, self.told.append, most)

    def command(self, job: CompileJob) -> list[str]:  # type: ignore[override]
        return [sys.executable, "-c", self.script, job.game, job.part]


@pytest.fixture
def unprepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "is_prepared", lambda *_: False)
    monkeypatch.setattr(compilation, "is_ready_to_think", lambda _: False)


@pytest.mark.usefixtures("unprepared")
def test_progress_is_told_as_it_comes() -> None:
    made = Scripted(["a"], "print(0.25, flush=True); input", most=3)
    made.begin()
    wait_for(lambda: made.finished)
    assert made.share("a") == 1.0
    assert "a" in made.told
    made.close()


@pytest.mark.usefixtures("unprepared")
def test_what_somebody_plays_comes_first() -> None:
    """Also if others are being compiled already: they make room."""
    made = Scripted(["a", "b", "c"], "import time; time.sleep(600)", most=2)
    made.begin()
    assert {job.game for job in made.jobs if job.process} == {"a"}
    made.play("c")
    wait_for(lambda: {job.game for job in made.jobs if job.process} == {"c"})
    made.play("b")
    wait_for(lambda: {job.game for job in made.jobs if job.process} == {"b"})
    assert not made.failed("a")
    assert sum(job.failures for job in made.jobs if job.game == "a") == 0
    made.close()
    assert all(job.process is None or job.process.poll() is not None for job in made.jobs)


@pytest.mark.usefixtures("unprepared")
def test_what_cannot_be_compiled_is_tried_a_few_times_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = Scripted(["a"], "import sys; print('no room', file=sys.stderr); sys.exit(3)", most=2)
    with caplog.at_level(logging.ERROR):
        made.begin()
        wait_for(lambda: made.finished)
    assert made.failed("a")
    assert {job.failures for job in made.jobs} == {TRIES}
    assert "no room" in caplog.text
    made.close()


@pytest.mark.usefixtures("unprepared")
def test_nothing_is_given_up_while_the_last_try_is_begun() -> None:
    """A process takes time to begin; who looks just then is not told that it will never be."""

    class Watched(Scripted):
        def command(self, job: CompileJob) -> list[str]:  # type: ignore[override]
            looked.append(self.failed(job.game))
            return super().command(job)

    looked: list[bool] = []
    made = Watched(["a"], "raise SystemExit(3)")
    made.jobs = made.jobs[:1]
    made.begin()
    wait_for(lambda: made.finished)
    assert looked == [False] * TRIES
    assert made.failed("a")
    made.close()


def test_of_several_processes_one_compiles_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELZUG_CACHE_DIR", str(tmp_path))
    compiled, begun, waiting = list[str](), threading.Event(), threading.Event()

    def compile_part(game: Game, part: str, tell: Callable[[float], None]) -> None:
        compiled.append(part)
        tell(0.25)
        assert waiting.wait(HANGS)
        mark_prepared(game.name, part)

    def hear(share: float) -> None:  # the progress of the one that compiles
        if share == 0.25:
            waiting.set()

    monkeypatch.setattr(compilation, "_compile", compile_part)
    game = get_game(NAME)
    first = threading.Thread(target=prepare, args=(game, RULES, lambda _: begun.set()))
    first.start()
    assert begun.wait(HANGS)
    prepare(game, RULES, hear)
    first.join()
    assert compiled == [RULES]
    assert not list((tmp_path / "compiling").iterdir())


def test_luck_of_a_thought_is_its_own() -> None:
    keys = {ThinkingQuestion.about(seated(get_game(NAME))).key for _ in range(3)}
    assert len(keys) == 3
    assert all(0 <= key <= int(np.iinfo(np.uint64).max) for key in keys)
