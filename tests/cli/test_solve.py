"""`spielzug solve`: puzzles in the terminal."""

from __future__ import annotations

import json
import sys
from datetime import date

import pytest

from spielzug.cli import main
from spielzug.games import get_game
from spielzug.school.puzzles import Puzzle, attempt, daily, puzzles_of

GAME = "game_of_trains"


def spielzug(monkeypatch: pytest.MonkeyPatch, command: str, *typed: str) -> int:
    """Runs the command with this typed input."""
    lines = iter(typed)

    def read(*_: object) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr(sys, "argv", ["spielzug", *command.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def gap() -> Puzzle:
    return next(one for one in puzzles_of(get_game(GAME)) if one.kind == "gap")


def joined(text: str) -> str:
    """Without the terminal's line breaks."""
    return " ".join(text.split(" ")).replace("\n", " ").replace("  ", " ")


def test_a_wrong_choice_is_answered_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = gap()
    wrong = next(sign for sign in puzzle.chances if sign not in puzzle.right)
    command = f"solve {GAME} --id {puzzle.id} --lang en"
    assert spielzug(monkeypatch, command, "?", "s", "999", "zz", wrong, min(puzzle.right)) == 0
    said = capsys.readouterr().out
    here = attempt(get_game(GAME), puzzle, [])
    for sentence in (
        here.task("en"),
        here.solution("en"),
        "s: solution",
        f"Choose a number from 1 to {len(puzzle.chances)}.",
        "That is not possible here.",
        attempt(get_game(GAME), puzzle, [wrong]).sentence("en"),
        attempt(get_game(GAME), puzzle, [min(puzzle.right)]).sentence("en"),
    ):
        assert sentence.replace("\N{NO-BREAK SPACE}", " ") in joined(
            said.replace("\N{NO-BREAK SPACE}", " ")
        )


def test_whoever_leaves_has_not_solved_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert spielzug(monkeypatch, f"solve {GAME} --id {gap().id} --lang de", "q") == 0
    said = capsys.readouterr().out
    assert f"Aufgabe {gap().id}" in said
    assert "Richtig" not in said


def test_the_puzzle_of_today_and_those_of_a_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert spielzug(monkeypatch, f"solve {GAME} --daily --json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == daily(date.today(), get_game(GAME)).id
    assert spielzug(monkeypatch, "solve --daily --json") == 0
    assert json.loads(capsys.readouterr().out)["rows"]
    assert spielzug(monkeypatch, f"solve {GAME} --level 1 --json") == 0
    assert json.loads(capsys.readouterr().out)["missed"] != []


def test_all_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert spielzug(monkeypatch, "solve --list --json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["game"] for row in rows} >= {GAME}
    assert spielzug(monkeypatch, f"solve {GAME} --list") == 0
    count = len(puzzles_of(get_game(GAME)))
    assert capsys.readouterr().out.startswith(f"{GAME}: {count} puzzles (level 1: ")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (f"{GAME} --id nothing", "no puzzle 'nothing'"),
        ("--id 12345678", "--id needs the game"),
        (f"{GAME} --level 7", "--level 7: give 0 (easy) to 6 (hard)"),
        (f"{GAME} --daily --level 1", "choose only one of"),
        ("chess", "there is no game 'chess'"),
        (f"{GAME} --lang it", "no language 'it'"),
    ],
)
def test_what_cannot_be_is_refused(
    options: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert spielzug(monkeypatch, f"solve {options}") == 2
    assert told in capsys.readouterr().err
