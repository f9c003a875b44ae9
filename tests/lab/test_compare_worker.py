"""A comparison in its own process: its messages, and that it ends when nobody listens."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.lab.compare.worker import MOST_TEXT, CompareProgress, CompareRequest, run

GAMES = 4


def request_line(folder: Path, *sides: str, games: int = GAMES) -> str:
    wanted = {
        "game": "zwergenzugfahrt", "sides": list(sides), "bots": ["greedy"], "seats": [2],
        "games": games, "seed": "1", "lang": "de", "folder": str(folder), "sets": [],
    }  # fmt: skip
    return json.dumps(wanted) + "\n"


@pytest.fixture
def worker_process() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "spielzug.lab.compare.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0,
    )  # fmt: skip
    with process:  # closes what is still open, and waits
        yield process
        process.kill()


def send_line(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line)
    process.stdin.flush()


def received_lines(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


@pytest.mark.slow
def test_it_plays_and_writes_the_report(
    worker_process: subprocess.Popen[str], tmp_path: Path
) -> None:
    send_line(worker_process, request_line(tmp_path, "shipped", "turns=12"))
    told = list(received_lines(worker_process))
    assert told[0] == {"kind": "plan", "title": "shipped – turns=12", "planned": 2 * GAMES}
    progress = [one["done"] for one in told if one["kind"] == "progress"]
    assert progress == sorted(progress) and progress[-1] == 2 * GAMES
    done = {"kind": "done", "file": "report.html", "games": 2 * GAMES, "stopped": False}
    assert told[-2:] == [{"kind": "writing"}, done]
    assert '<html lang="de">' in (tmp_path / "report.html").read_text("utf-8")


def test_what_could_not_be_drawn_is_refused_before_the_first_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told: list[dict[str, Any]] = []
    wanted = CompareRequest(**json.loads(request_line(tmp_path, "shipped", "turns=12")))
    with pytest.raises(UsageError, match=r"pip install 'spielzug\[report\]'"):
        run(wanted, told.append, Stop())
    assert told == []


def test_a_file_that_is_wrong_is_refused_with_its_line(
    worker_process: subprocess.Popen[str], tmp_path: Path
) -> None:
    text = "game: zwergenzugfahrt\nname: mine\nnonsense: 7\n"
    (tmp_path / "mine.yaml").write_text(text, "utf-8")
    send_line(worker_process, request_line(tmp_path, "mine.yaml"))
    (told,) = received_lines(worker_process)
    assert told["kind"] == "refused"
    assert "mine.yaml:3: nonsense: " in told["text"]


def test_a_refusal_is_never_endless(worker_process: subprocess.Popen[str], tmp_path: Path) -> None:
    send_line(worker_process, request_line(tmp_path, "x" * 200_000))
    (told,) = received_lines(worker_process)
    assert (told["kind"], len(told["text"])) == ("refused", MOST_TEXT)


def test_when_nobody_listens_any_more_it_ends_and_cleans_up(
    worker_process: subprocess.Popen[str], tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    send_line(worker_process, request_line(folder, "shipped", "turns=12", games=1_000_000))
    assert next(received_lines(worker_process))["kind"] == "plan"
    assert worker_process.stdin is not None
    worker_process.stdin.close()
    assert worker_process.wait(60) != 0
    assert not folder.exists()


def test_the_time_that_is_left_is_guessed_from_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter([100.0, 100.1, 110.0, 130.0])
    monkeypatch.setattr("spielzug.lab.compare.worker.time.monotonic", lambda: next(clock))
    said: list[dict[str, Any]] = []
    progress = CompareProgress(said.append)
    for done in (10, 20, 30, 100):
        progress(done, 100)
    # 20 games in 10 seconds, 70 to go; what was compiled before the first ones does not count.
    assert [(one["done"], one["left"]) for one in said] == [(10, None), (30, 35.0), (100, 0.0)]
