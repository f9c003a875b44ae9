"""The puzzle finder: it finds a planted win, can be stopped, and is repeatable."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from spielzug.bots.clock import Stop
from spielzug.cli import main
from spielzug.core.errors import UsageError
from spielzug.core.keys import SplitMix64
from spielzug.games import get_game
from spielzug.review.choice_value import ReviewStopped
from spielzug.school import find_lesson, step_position
from spielzug.school.puzzles import Puzzle, puzzle_position, puzzles_of
from spielzug.school.puzzles.finder import (
    SAME_ANSWER,
    PuzzleSearchPlan,
    SearchLog,
    is_hard,
    pattern,
    search,
    select_puzzles,
    solves,
)
from spielzug.school.puzzles.judge import GAP, Judge, keeps_win, own_row, winning_rows
from spielzug.school.puzzles.model import gain, read_puzzles

GAME = "game_of_trains"
QUICK = PuzzleSearchPlan(GAME, bot="casual", seed="1", iterations=16)


def some(count: int) -> list[Puzzle]:
    """As many puzzles, all different."""
    found = puzzles_of(get_game(GAME))
    return [
        replace(found[n % len(found)], id=f"{n:08x}", missed=MISSED[n % 3]) for n in range(count)
    ]


MISSED: list[list[str]] = [["club"], ["beginner", "casual"], ["beginner", "casual", "club"]]


# -- a win -----------------------------------------------------------------------------------------


def test_a_planted_win_is_found_with_every_row_that_makes_it() -> None:
    """The last step of the first lesson: 57 swaps over one car, and the train rises."""
    game = get_game(GAME).ready()
    lesson = find_lesson(game, "first")
    step = lesson.step("finish")
    assert step is not None
    position = step_position(game, lesson, step)
    rng = SplitMix64(3)
    assert own_row(position, rng) == 2
    assert winning_rows(game, position, 2, rng) == step.rows
    judge = Judge(game, 16, GAP, None)
    glimpse = judge.find_candidate(0, position, rng)
    assert glimpse is not None
    assert glimpse.certain
    seen = position.seen(step.seat)
    right = frozenset(a for a in seen.legal if keeps_win(seen, a, rng))
    judged = judge.win(seen, right, rng, Stop())
    assert judged is not None
    assert judged.right == right
    assert set(judged.chances) == set(seen.legal)
    assert [a for a in seen.legal if judged.chances[a] == 1.0] == sorted(right)


def test_what_needs_luck_keeps_no_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if whatever is drawn would win."""
    game = get_game(GAME).ready()
    lesson = find_lesson(game, "first")
    step = lesson.step("finish")
    assert step is not None
    seen = step_position(game, lesson, step).seen(step.seat)
    monkeypatch.setattr("spielzug.school.puzzles.judge.find_winning_line", lambda *_: [0])
    assert keeps_win(seen, seen.parse("<.>"), SplitMix64(1))
    assert not keeps_win(seen, seen.parse("+"), SplitMix64(1))


def test_nobody_wins_for_sure_at_the_deal() -> None:
    game = get_game(GAME).ready()
    position = game.deal(2, np.uint64(5))[0]
    assert own_row(position, SplitMix64(1)) == 0
    assert winning_rows(game, position, 1, SplitMix64(1)) == []


def test_a_bot_solves_a_puzzle_only_by_a_right_choice() -> None:
    game = get_game(GAME).ready()
    puzzle = next(one for one in puzzles_of(game) if "expert" not in one.missed)
    position = puzzle_position(game, puzzle)
    assert sum(solves(puzzle, position, "expert", SplitMix64(n)) for n in range(3)) >= 2
    wrong = min(sign for sign in puzzle.chances if sign not in puzzle.right)
    other = replace(puzzle, rows=[wrong])
    assert sum(solves(other, position, "expert", SplitMix64(n)) for n in range(3)) <= 1


# -- the search ------------------------------------------------------------------------------------


def test_the_same_game_gives_the_same_puzzle_and_it_can_be_stopped() -> None:
    assert [search(QUICK, n, Stop()) for n in range(2)] == [
        search(QUICK, n, Stop()) for n in range(2)
    ]
    stop = Stop()
    stop.set()
    with pytest.raises(ReviewStopped):
        search(QUICK, 0, stop)


def test_a_journal_goes_on_where_it_was_and_forgets_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "x.part"
    journal = SearchLog(path, QUICK)
    one, two = some(2)
    journal.note(0, [one])
    journal.note(2, [two, one])
    journal.note(1, [])
    journal.note(4, [two])
    with path.open("a") as file:
        file.write('5\t{"id":')
    again = SearchLog(path, QUICK)
    assert again.done == {0: [one], 1: [], 2: [two, one], 4: [two]}
    assert (again.games, again.puzzles, again.found) == (3, [one, two, one], 4)
    again.note(5, [])
    assert 5 in SearchLog(path, QUICK).done
    with pytest.raises(UsageError, match="started with other settings"):
        SearchLog(path, PuzzleSearchPlan(GAME, seed="2"))


def test_grades_and_tricks_take_turns() -> None:
    found = some(60)
    kept = select_puzzles(found, 12)
    assert [one.grade for one in kept] == [1] * 3 + [2] * 6 + [3] * 3
    assert kept == sorted(kept, key=lambda one: (one.grade, -gain(one), one.id))
    hard = [one for one in found if one.grade == 3]
    patterns = {pattern(one) for one in hard}
    first = [one for one in select_puzzles(found, 4 * len(patterns)) if one.grade == 3]
    assert {pattern(one) for one in first} == patterns


def test_a_third_is_hard() -> None:
    """Missed by more than the two weakest levels; easy ones are let go if there are too many."""
    found = some(40)
    hard = [one for one in found if is_hard(one)]
    assert {tuple(one.missed) for one in hard} == {tuple(MISSED[0]), tuple(MISSED[2])}
    few = [one for one in found if one not in hard] + hard[:2]
    kept = select_puzzles(few)
    assert sum(map(is_hard, kept)) == 2
    assert len(kept) == 6


def test_what_every_level_finds_is_dropped_and_no_answer_comes_often() -> None:
    easy = [replace(one, missed=[]) for one in some(9)]
    assert select_puzzles(easy) == []
    first = puzzles_of(get_game(GAME))[0]
    same = [replace(first, id=f"{n:08x}", missed=MISSED[n % 3]) for n in range(20)]
    assert len(select_puzzles(same)) == SAME_ANSWER


# -- the command -----------------------------------------------------------------------------------


def spielzug(monkeypatch: pytest.MonkeyPatch, command: str) -> int:
    monkeypatch.setattr(sys, "argv", ["spielzug", *command.split()])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def test_ctrl_c_loses_nothing_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    searched: list[int] = []
    stopped_at = 3

    def double(plan: PuzzleSearchPlan, number: int, stop: Stop) -> list[Puzzle]:
        searched.append(number)
        if number == stopped_at:
            stop.set()
            raise ReviewStopped
        return [some(24)[3 * number]] if number % 2 else []

    monkeypatch.setattr("spielzug.school.puzzles.finder.search", double)
    monkeypatch.setattr("spielzug.school.puzzles.finder.warm_up", lambda _: None)
    file = tmp_path / "found.jsonl"
    command = f"puzzles {GAME} --games 6 --jobs 1 --out {file}"
    assert spielzug(monkeypatch, command) == 130
    assert searched == [0, 1, 2, 3]
    assert "3 games searched, 1 puzzle found, 1 written" in capsys.readouterr().out
    stopped_at = 99
    assert spielzug(monkeypatch, command) == 0
    assert searched == [0, 1, 2, 3, 3, 4, 5]
    said = capsys.readouterr()
    assert "continuing: 3 games done, 1 puzzle found" in said.err
    assert "6 games searched, 3 puzzles found, 3 written" in said.out
    head = file.read_text(encoding="utf-8").splitlines()[0]
    assert "--games 6 --seed 1 --bot strong --gap 0.1 --keep 150" in head


def test_what_is_found_can_be_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way with a small thought: plan, search, file, and the checks of the file."""
    monkeypatch.setattr(
        "spielzug.school.puzzles.finder.PuzzleSearchPlan", partial(PuzzleSearchPlan, iterations=16)
    )
    file = tmp_path / "found.jsonl"
    assert spielzug(monkeypatch, f"puzzles {GAME} --games 3 --jobs 1 --out {file}") == 0
    head, found = read_puzzles(file.read_text(encoding="utf-8"), get_game(GAME), "found")
    assert head.games == 3
    assert head.found >= len(found)
    assert f"3 games searched, {head.found} puzzle" in capsys.readouterr().out


def test_puzzles_of_two_searches_are_chosen_among(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hard = [one for one in puzzles_of(get_game(GAME)) if is_hard(one)][:4]

    def double(plan: PuzzleSearchPlan, number: int, stop: Stop) -> list[Puzzle]:
        return [hard[number + int(plan.seed)]]

    monkeypatch.setattr("spielzug.school.puzzles.finder.search", double)
    monkeypatch.setattr("spielzug.school.puzzles.finder.warm_up", lambda _: None)
    first, both = tmp_path / "first.jsonl", tmp_path / "both.jsonl"
    command = f"puzzles {GAME} --games 2 --jobs 1"
    assert spielzug(monkeypatch, f"{command} --seed 0 --out {first}") == 0
    assert spielzug(monkeypatch, f"{command} --seed 2 --also {first} --out {both}") == 0
    assert "4 games searched, 4 puzzles found, 4 written" in capsys.readouterr().out
    head, found = read_puzzles(both.read_text(encoding="utf-8"), get_game(GAME), "both")
    assert {one.id for one in found} == {one.id for one in hard}
    before, after = head.command.splitlines()
    assert before.endswith("--out earlier.jsonl")
    assert after.endswith("--also earlier.jsonl")
    assert spielzug(monkeypatch, f"{command} --also {tmp_path}/none") == 2
    assert "none: cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--games 0", "--games 0: give 1 to"),
        ("--keep 0", "--keep 0: give 1 to"),
        ("--minutes 0", "--minutes 0: give more than 0"),
        ("--gap 0.001", "--gap 0.001: give 0.03 to 0.9"),
        ("--jobs 0", "--jobs 0: choose 1 to"),
        ("--bot nobody", "there is no bot 'nobody'"),
        ("--out nowhere/x.jsonl", "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_is_refused(
    options: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert spielzug(monkeypatch, f"puzzles {GAME} {options}") == 2
    assert told in capsys.readouterr().err
