"""Absurd values and wrong files give one line that names the problem, never a traceback."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from bots.programs import written
from cli.test_commands import run
from lab.test_interrupted_runs import after
from spielzug.cli import main

LONG = "9" * 5000
RECORD = """Spielzug record 2
Game: game_of_trains
Rules: 1
Options: {options}
Seats: 2
Seat 1: random "a"
Seat 2: random "b"
Chance: seed
Seed: "1"
Number: {number}
Result: running
Reason: running

0    -  deal
check 0
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files that are nothing, in a folder to stand in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    Path("empty").touch()
    Path("binary").write_bytes(b"\x00\x01\xff\xfe")
    Path("folder").mkdir()
    Path("deep").write_text("[" * 100_000)
    Path("text").write_text('"text"')
    Path("half").write_text(json.dumps({"game": "game_of_trains", "rules": 1, "position": 5}))
    return tmp_path


def error_output(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """The error message of a command that fails; nothing else may be printed."""
    monkeypatch.setattr(sys, "argv", ["spielzug", *shlex.split(command)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (1, 2)
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("simulate game_of_trains --seats 0", "2 to 4 seats, not 0"),
        ("simulate game_of_trains --games 10000000000000", "at most 1000000000000"),
        ("simulate game_of_trains --first-game -1", "--first-game -1: games are"),
        ("simulate game_of_trains --first-game 1000000000000", "at most 1000000000000"),
        ("simulate game_of_trains --jobs 0", "--jobs 0: choose 1 to 4096"),
        ("simulate game_of_trains --ray nowhere", "write HOST:PORT"),
        ("simulate game_of_trains --ray 127.0.0.1:1", "nobody answers there"),
        ("simulate game_of_trains --ray a..b:1", "nobody answers there"),
        ("arena game_of_trains --bots random,greedy --first-game 3", "choose 2 or 4"),
        ("arena game_of_trains --bots random,greedy --first-game 4 --until-decided", "from game 0"),
        ("merge empty", "this is not JSON"),
        ("merge nowhere.json", "nowhere.json: cannot be opened"),
        ("simulate game_of_trains --games -1", "at least 1"),
        ("simulate game_of_trains --bots ,", "there is no bot ''"),
        ("simulate game_of_trains --bots search:5+threads=99999", "at most threads=256"),
        ("simulate game_of_trains --bots search:5+memory=9999999", "at most memory=1048576"),
        (f"simulate game_of_trains --bots search:{LONG}", "cannot read"),
        ("simulate game_of_trains --bots program:./nowhere.py", "there is no ./nowhere.py"),
        ("simulate game_of_trains --records empty", "--records empty: this is a file"),
        (f"simulate game_of_trains --records r --seed {'s' * 300}", "the seed is too long"),
        (f"simulate game_of_trains -o first={LONG}", "cannot be read"),
        ("simulate zugraub --set binary", "binary"),
        ("arena game_of_trains --bots random,greedy --seats 0", "2 to 4 seats, not 0"),
        (
            "arena game_of_trains --bots random,greedy --games 10000000000000",
            "at most 1000000000000",
        ),
        ("arena game_of_trains --bots random,greedy --records empty", "this is a file"),
        ("arena game_of_trains --bots random,greedy --picture folder", "this is a folder"),
        ("arena game_of_trains --bots random,greedy --picture no/x.svg", "create it first"),
        ("bench game_of_trains --seats 0", "2 to 4 seats, not 0"),
        ("bench game_of_trains --memory 99999999999999999999", "give 1 to 1048576"),
        ("perft game_of_trains --seats 0", "2 to 4 seats, not 0"),
        ("perft game_of_trains --depth 9999999999", "choose 1 to 1000"),
        ("perft game_of_trains --depth -1", "choose 1 to 1000"),
        ("perft game_of_trains --position deep", "deep: this is not a position file"),
        ("perft game_of_trains --position binary", "binary"),
        ("perft game_of_trains --position folder", "folder"),
        ("perft game_of_trains --position half", "half"),
        ("play --from deep", "deep: this is not a position file"),
        ("play --from text", "text: this is not a position file"),
        ("play --save folder", "--save folder: this is a folder"),
        ("play --save no/game.zug", "there is no folder no: create it first"),
        (f"play --save {'x' * 300}", "cannot be written: File name too long"),
        ("play --seats me,program:./nowhere.py", "there is no ./nowhere.py"),
        ("play --resume binary", "binary: line 1: not a text file"),
        ("replay folder", "folder: cannot be opened"),
        ("replay empty", "empty: line 1: this is not a Spielzug record"),
        ("bot --table http://[::1 -- true", "is not an invitation"),
        ("serve --port 70000", "--port"),
        ("serve --port -1", "--port"),
    ],
)
def test_it_is_told_in_words(
    command: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in error_output(command, monkeypatch, capsys)


def test_a_seed_that_is_no_text_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = os.fsdecode(b"\xff")
    for command in ("simulate game_of_trains", "play game_of_trains", "perft game_of_trains"):
        assert "is not valid text" in error_output(f"{command} --seed {seed}", monkeypatch, capsys)


@pytest.mark.slow
def test_check_goes_on_whatever_stands_in_a_file(tmp_path: Path) -> None:
    done = run("simulate", "game_of_trains", "--games", "1", "--bots", "greedy", "--records", "r")
    assert done.returncode == 0, done.stderr
    for name, text in {
        "huge": RECORD.format(options="first=1 turn_limit=off", number=LONG),
        "large": RECORD.format(options="first=1 turn_limit=off", number="9" * 19),
        "last": RECORD.format(options="first=1 turn_limit=off", number=2**63 - 1),
        "options": RECORD.format(options=f"first={LONG}", number=0),
    }.items():
        Path(name).write_text(text)
    right = str(next(Path("r").iterdir()))
    wrong = ["huge", "large", "last", "options", "empty", "binary", "folder", "deep", "nowhere"]
    checked = run("check", *wrong, right)
    assert checked.returncode == 1
    assert "Traceback" not in checked.stderr
    assert f"ok  {right}" in checked.stdout
    assert "1 record valid, 9 invalid" in checked.stdout
    for name in wrong:
        assert f"INVALID  {name}" in checked.stderr


def test_check_goes_on_when_the_rules_themselves_stumble(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble(*_: object) -> None:
        raise OverflowError("too large")

    monkeypatch.setattr("spielzug.core.records.load_record", stumble)
    monkeypatch.setattr(sys, "argv", ["spielzug", "check", "one", "two"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert "INVALID  two: cannot be replayed (OverflowError: too large)" in said.err
    assert "0 records valid, 2 invalid" in said.out


@pytest.mark.parametrize(
    "command",
    [
        "simulate game_of_trains --bots greedy --games 100000",
        "arena game_of_trains --bots random,greedy --games 100000 -o turn_limit=20",
    ],
)
def test_ctrl_c_tells_what_was_played_and_ends_with_130(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def bar(title: str, total: int) -> nullcontext[Callable[[int], None]]:
        return nullcontext(after(3))

    monkeypatch.setattr("spielzug.lab.play.simulate.CHUNK", 2)
    monkeypatch.setattr("spielzug.cli.common.progress_bar", bar)
    monkeypatch.setattr(sys, "argv", ["spielzug", *command.split(), "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    said = capsys.readouterr()
    figures = json.loads(said.out)
    assert figures["stopped"]
    assert 3 <= figures["games"] < figures["planned"]
    assert f"stopped after {figures['games']} of {figures['planned']} games" in said.err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(0)", "ended with exit code 0"),
        ("begin()\nwhile True: print('nonsense', flush=True)", "was refused 3 times"),
        ("begin()\nturn = asked()\nwhile True: play(turn, '+')", "was refused 3 times"),
        ("print('x' * 10_000_000, flush=True)\ntime.sleep(60)", "was refused 3 times"),
    ],
)
def test_a_program_of_bad_manners_forfeits_and_nothing_else_happens(
    body: str, why: str, tmp_path: Path
) -> None:
    file, _ = written(tmp_path, body)
    bots = f"random,program:{file}"
    done = run("simulate", "game_of_trains", "--games", "2", "--bots", bots, "--json")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("forfeits a game") == 1
    assert why in done.stderr
    figures = json.loads(done.stdout)
    assert figures["reasons"] == {"forfeited": 2}
    assert [row["forfeits"] for row in figures["by_bot"]] == [0, 2]
    assert figures["by_bot"][1]["alias"] == "program"
