"""The command line as people and programs use it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from spielzug.bots.names import has_shipped_net
from spielzug.cli.app import app
from spielzug.core.version import DIGITS, commit_of, program_version
from spielzug.games import NAMES


def run(*arguments: str, stdin: str = "", **extra: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100", **extra}
    command = [sys.executable, "-m", "spielzug", *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, input=stdin, check=False
    )


def figures(*arguments: str) -> Any:
    done = run(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_version_is_told_without_loading_the_engine() -> None:
    done = run("--version")
    assert done.stdout == f"spielzug {program_version()}\n"
    code = (
        "import sys; import spielzug.cli.app; print('numba' in sys.modules, 'numpy' in sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == ["False", "False"]


def test_the_version_names_the_commit_of_a_checkout(tmp_path: Path) -> None:
    commit, ref = "0123456789abcdef" * 2, "refs/heads/topic"
    assert commit_of(tmp_path) == ""
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text(f"{commit}\n")
    assert commit_of(tmp_path) == commit[:DIGITS]
    (git / "HEAD").write_text(f"ref: {ref}\n")
    assert commit_of(tmp_path) == ""  # no commit yet
    (git / "packed-refs").write_text(f"# pack-refs\n{commit[::-1]} {ref}2\n{commit} {ref}\n")
    assert commit_of(tmp_path) == commit[:DIGITS]
    (git / ref).write_text(f"{commit[::-1]}\n")  # newer than the packed one
    assert commit_of(tmp_path) == commit[::-1][:DIGITS]
    inner, worktree = git / "worktrees" / "other", tmp_path / "other"
    inner.mkdir(parents=True)
    worktree.mkdir()
    (worktree / ".git").write_text(f"gitdir: {inner}\n")
    (inner / "HEAD").write_text(f"ref: {ref}\n")
    (inner / "commondir").write_text("../..\n")
    assert commit_of(worktree) == commit[::-1][:DIGITS]


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("spielzug sim", "simulate"),
        ("spielzug simulate tr", "trains"),
        ("spielzug play --re", "--resume"),
    ],
)
def test_the_shell_completes_commands_games_and_options(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str, completed: str
) -> None:
    monkeypatch.setenv("_SPIELZUG_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    with pytest.raises(SystemExit):
        app(prog_name="spielzug")
    assert capsys.readouterr().out.split() == [completed]


def test_help_loads_nothing_heavy() -> None:
    """Which is why it comes in a quarter of a second of CPU."""
    code = (
        "import sys; sys.argv = ['spielzug', '--help']\n"
        "from spielzug.cli import main\n"
        "try:\n    main()\nfinally:\n"
        "    heavy = ('numpy', 'numba', 'pydantic', 'rich', 'yaml', 'fastapi')\n"
        "    print(*(name for name in heavy if name in sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr.split()) == (0, [])
    assert done.stdout.startswith("Usage: ") and "  serve " in done.stdout


def test_the_version_costs_less_than_a_third_of_a_second_of_cpu() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("--version")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < 0.3 * 3  # three times the promise: a loaded machine must not fail the test


def test_games_are_listed_for_people_and_programs() -> None:
    assert "game_of_trains" in run("games").stdout
    listed = figures("games")
    assert [g["name"] for g in listed] == list(NAMES)
    assert set(listed[0]) == {"name", "title", "seats", "rules_version", "options"}
    assert [o["name"] for o in listed[0]["options"]] == ["first", "turn_limit", "set"]


SIMULATE = ("simulate", "game_of_trains", "--games", "120", "--seed", "5")


@pytest.mark.slow
def test_simulate_gives_the_documented_figures() -> None:
    told = figures(*SIMULATE, "--seats", "2", "--bots", "random,greedy")
    assert set(told) >= {
        "game", "seats", "games", "decisions", "seconds", "lengths", "reasons", "by_seat", "by_bot",
    }  # fmt: skip
    assert (told["game"], told["seats"], told["games"]) == ("game_of_trains", 2, 120)
    assert [row["bot"] for row in told["by_bot"]] == ["random", "greedy"]
    for row in told["by_bot"] + told["by_seat"]:
        assert set(row) >= {"games", "wins", "draws", "rate", "low", "high"}
        assert row["low"] <= row["rate"] <= row["high"]
        assert row["rate"] == pytest.approx((row["wins"] + row["draws"] / 2) / row["games"])
    assert sum(told["reasons"].values()) == 120


@pytest.mark.slow
def test_the_same_seed_gives_the_same_games_with_and_without_records(tmp_path: Path) -> None:
    wanted = ("--seats", "3", "--bots", "greedy,random,random")
    a = figures(*SIMULATE, *wanted)
    b = figures(*SIMULATE, *wanted, "--records", str(tmp_path))
    c = figures(*SIMULATE, *wanted, "--verify")
    for key in ("decisions", "lengths", "reasons", "by_seat", "by_bot"):
        assert a[key] == b[key] == c[key]
    assert b["records"] == 120 == len(list(tmp_path.glob("*.zug")))
    assert c["violations"] == 0
    assert all(c["checks"].values())
    assert set(c["uses"]) == {
        "swap_adjacent", "swap_over_one", "move_right_2", "move_left_2", "remove_left",
        "remove_middle", "remove_right", "protect",
    }  # fmt: skip
    checked = run("check", *map(str, sorted(tmp_path.glob("*.zug"))))
    assert checked.returncode == 0
    assert "120 records valid, 0 invalid" in checked.stdout


@pytest.mark.slow
def test_simulate_draws_its_figures_for_people() -> None:
    done = run(*SIMULATE, "--bots", "greedy", "--verify")
    assert done.returncode == 0
    assert "No violations." in done.stdout
    assert "●" in done.stdout


@pytest.mark.slow
def test_simulate_says_kindly_what_was_hardly_used() -> None:
    """Greedy players of the preset never see most kinds: nothing is wrong with that."""
    wanted = ("simulate", "trains", "--games", "20", "--bots", "greedy", "-o", "supply=tokyo")
    told = figures(*wanted, "--verify")
    assert told["enough_uses"] == 2
    assert told["hardly_used"]["CR"] == 0
    assert told["hardly_used"] == {n: c for n, c in told["uses"].items() if c < 2}
    assert list(told["hardly_used"].values()) == sorted(told["hardly_used"].values())
    done = run(*wanted, "--verify")
    assert done.returncode == 0
    said = " ".join(done.stdout.split())
    assert "No violations." in said
    assert "Never used: " in said
    assert "More games, other options or other bots" in said


@pytest.mark.slow
def test_check_names_the_first_wrong_line(tmp_path: Path) -> None:
    run(*SIMULATE[:2], "--games", "1", "--bots", "greedy", "--records", str(tmp_path))
    path = next(tmp_path.glob("*.zug"))
    lines = path.read_text().splitlines()
    lines[15] = lines[15].replace("@", "<")
    changed = "\n".join(lines) + "\n"
    path.write_text(changed)
    done = run("check", str(path))
    assert done.returncode == 1
    assert "line 16" in done.stderr
    assert path.read_text() == changed


@pytest.mark.slow
def test_replay_shows_a_position_and_the_whole_game(tmp_path: Path) -> None:
    run(*SIMULATE[:2], "--games", "1", "--bots", "greedy", "--records", str(tmp_path))
    path = str(next(tmp_path.glob("*.zug")))
    assert "4/" in run("replay", path, "--at", "4", "--lang", "fr").stdout
    whole = run("replay", path, "--lang", "en").stdout
    assert "wins!" in whole
    assert run("replay", path, "--at", "9999").returncode == 2
    assert run("replay", path, "--seat", "7").returncode == 2


@pytest.mark.slow
def test_perft_counts_and_reads_positions(tmp_path: Path) -> None:
    told = figures("perft", "game_of_trains", "--depth", "4")
    assert told["counts"][:2] == [1, 7]
    path = tmp_path / "p.json"
    path.write_text("{}")
    done = run("perft", "game_of_trains", "--position", str(path))
    assert done.returncode == 1
    assert "not a position file" in done.stderr
    assert run("perft", "game_of_trains", "--depth", "0").returncode == 2
    assert "1" in run("perft", "game_of_trains", "--depth", "2").stdout


@pytest.mark.slow
def test_perft_branches_over_a_coin_and_takes_options() -> None:
    """After the seventh turn both sides of the coin are counted, unless the game ends there."""
    told = [
        figures("perft", "zwergenzugfahrt", "--depth", "8", "-o", "first=red", *more)
        for more in ((), ("-o", "turns=7"))
    ]
    longer, shorter = (one["counts"] for one in told)
    assert longer[:7] == shorter[:7]
    assert shorter[6] == shorter[7] < longer[7]
    assert [one["ended"][7] for one in told] == [0, shorter[7]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "parts"),
    [
        ((), ("rules", "judgement", "table")),
        pytest.param(("--lab",), ("rules", "judgement", "table", "loops"), marks=pytest.mark.slow),
    ],
)
def test_the_cache_can_be_filled_before_anyone_plays(
    more: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    """With the folder all tests share, so that this costs little; a full cache is no error."""
    done = run("cache", "--fill", *more).stdout.splitlines()
    wanted = {f"{name}: {part}" for name in NAMES for part in parts}
    wanted |= {f"{name}: net" for name in NAMES if has_shipped_net(name)}
    assert sorted(line.partition(" ready")[0] for line in done) == sorted(wanted)


def test_the_cache_tells_its_folder_and_can_be_cleared(tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    assert run("cache", SPIELZUG_CACHE_DIR=folder).stdout.strip() == folder
    assert "cleared" in run("cache", "--clear", SPIELZUG_CACHE_DIR=folder).stdout
    assert not Path(folder).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "chess"), "there is no game 'chess'"),
        (("cache", "--lab"), "run `spielzug cache --fill --lab`"),
        (("simulate", "game_of_trains", "--bots", "deep"), "there is no bot 'deep'"),
        (("simulate", "game_of_trains", "--seats", "9"), "2 to 4 seats, not 9"),
        (("simulate", "game_of_trains", "--games", "0"), "at least 1"),
        (
            ("simulate", "game_of_trains", "--seats", "3", "--bots", "random,greedy"),
            "one name for all, or one for each seat",
        ),
        (("simulate", "game_of_trains", "-o", "speed=1"), "no option 'speed'"),
        (("simulate", "game_of_trains", "-o", "first=3"), "names a seat that is not there"),
        (("play", "--seats", "me,you"), "there is no player 'you'"),
        (("play", "--seats", "me"), "2 to 4 seats, not 1"),
        (("play", "--lang", "xx"), "no language 'xx'"),
        (("bench", "nothing"), "there is no game"),
        (("frobnicate",), "No such command"),
    ],
)
def test_wrong_use_is_told_on_stderr_with_exit_code_2(
    arguments: tuple[str, ...], message: str
) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_missing_record_is_a_failure_not_a_crash() -> None:
    done = run("replay", "nowhere.zug")
    assert done.returncode == 1
    assert "cannot be opened" in done.stderr


@pytest.mark.slow
def test_the_usual_bot_sits_opposite(tmp_path: Path) -> None:
    file = tmp_path / "game.zug"
    done = run("play", "--save", str(file), stdin="q\n")
    assert done.returncode == 0, done.stderr
    assert 'Seat 2: casual "Casual 2"' in file.read_text()
