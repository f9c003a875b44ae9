"""The shipped puzzles: each opens, its answers are legal, its wins are proved, its gaps hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from expectations import expected_of, games_shipping
from spielzug.bots.clock import Stop
from spielzug.bots.search.endings import exact_shares
from spielzug.core.errors import DataError, UsageError
from spielzug.core.game import PLAYING, Game
from spielzug.core.keys import SplitMix64
from spielzug.core.texts import LANGUAGES, missing
from spielzug.games import get_game
from spielzug.review.choice_value import ChoiceEvaluator, Scale, net_for
from spielzug.school.puzzles import (
    Puzzle,
    PuzzleAttempt,
    attempt,
    daily,
    find_puzzle,
    head_of,
    puzzle_position,
    puzzles_of,
)
from spielzug.school.puzzles.attempts import SENTENCES
from spielzug.school.puzzles.finder import SAME_ANSWER, is_hard
from spielzug.school.puzzles.judge import keeps_win
from spielzug.school.puzzles.model import file_of, puzzle_file_text, puzzle_id, read_puzzles

MOST_BYTES = 400_000
JUDGED = 3  # gaps of each game that are looked at again


def ready(name: str) -> Game:
    return get_game(name).ready(PLAYING)


def lines_of(name: str) -> list[str]:
    return file_of(get_game(name)).read_text(encoding="utf-8").splitlines()


def spoilt(changes: dict[str, Any], line: int = 1) -> str:
    """The puzzles of Game of Trains with another value in one line."""
    lines = lines_of("game_of_trains")[:3]
    data = {**json.loads(lines[line]), **changes}
    lines[line] = json.dumps({name: value for name, value in data.items() if value != "gone"})
    return "\n".join(lines)


def way_of(puzzle: Puzzle, number: int = 0) -> list[str]:
    return [move.signs[0] for move in puzzle.ways[number] if move.own]


# -- what ships ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_the_file_is_small_and_tells_the_command_that_made_it(name: str) -> None:
    head = head_of(get_game(name))
    assert head is not None
    assert head.command.startswith(f"spielzug puzzles {name} ")
    assert head.found >= len(puzzles_of(get_game(name))) >= expected_of(name).fewest_puzzles
    assert file_of(get_game(name)).stat().st_size < MOST_BYTES


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_every_puzzle_opens_and_knows_the_chance_of_every_choice(name: str) -> None:
    game = ready(name)
    for puzzle in puzzles_of(game):
        position = puzzle_position(game, puzzle)
        assert position.actor == puzzle.seat, puzzle.id
        assert set(puzzle.chances) == set(map(game.words.notation, position.legal)), puzzle.id
        wrong = [chance for sign, chance in puzzle.chances.items() if sign not in puzzle.right]
        assert puzzle.best - max(wrong) > 0.03, puzzle.id


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_every_row_solves_its_puzzle_and_every_wrong_choice_is_told_why(name: str) -> None:
    game = ready(name)
    for puzzle in puzzles_of(game):
        for number in range(len(puzzle.ways)):
            assert attempt(game, puzzle, way_of(puzzle, number)).verdict == "right", puzzle.id
        right = attempt(game, puzzle, way_of(puzzle))
        wrong = next(sign for sign in puzzle.chances if sign not in puzzle.right)
        for lang in LANGUAGES:
            tried = attempt(game, puzzle, [wrong])
            assert tried.verdict == "wrong"
            assert "%" in tried.sentence(lang)
            assert right.sentence(lang) != tried.sentence(lang)


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_every_win_is_proved_again_and_nothing_else_wins_for_sure(name: str) -> None:
    game = ready(name)
    rng = SplitMix64(7)
    for puzzle in puzzles_of(game):
        if puzzle.kind == "win":
            seen = puzzle_position(game, puzzle).seen(puzzle.seat)
            sure = {game.words.notation(a) for a in seen.legal if keeps_win(seen, a, rng, 8)}
            assert sure == puzzle.right, puzzle.id
            assert all(puzzle.chances[sign] == 1.0 for sign in sure)


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_no_answer_comes_often_and_somebody_misses_every_puzzle(name: str) -> None:
    puzzles = puzzles_of(get_game(name))
    solved = Counter(puzzle.right for puzzle in puzzles)
    assert solved.most_common(1)[0][1] <= SAME_ANSWER
    assert all(puzzle.missed for puzzle in puzzles)
    assert sum(map(is_hard, puzzles)) >= len(puzzles) / 3


@pytest.mark.slow
@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_every_ending_is_solved_again(name: str) -> None:
    """Whatever can be solved is solved, and every figure is what the solution says."""
    game = ready(name)
    for puzzle in puzzles_of(game):
        found = exact_shares(puzzle_position(game, puzzle).seen(puzzle.seat))
        assert puzzle.exact == (found is not None), puzzle.id
        if found is not None:
            told = {game.words.notation(action): share for action, share in found.items()}
            assert puzzle.chances == pytest.approx(told, abs=1e-4), puzzle.id
            best = max(told.values())
            right = {sign for sign, share in told.items() if share > best - 1e-9}
            assert puzzle.right == right, puzzle.id


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_gaps_are_there_with_other_luck(name: str) -> None:
    game = ready(name)
    gaps = [puzzle for puzzle in puzzles_of(game) if puzzle.kind == "gap"]
    rng = SplitMix64(11)
    for puzzle in gaps[:: max(1, len(gaps) // JUDGED)][:JUDGED]:
        seen = puzzle_position(game, puzzle).seen(puzzle.seat)
        evaluator = ChoiceEvaluator(game, Scale.of(game).iterations, net_for(seen))

        def chance(signs: Sequence[str]) -> float:
            best = max(signs, key=lambda sign: puzzle.chances[sign])  # noqa: B023
            action = game.words.parse(best)
            looks = [evaluator.evaluate(seen, action, rng.next(), Stop()) for _ in range(3)]  # noqa: B023
            return sum(float(one.chances[seen.seat]) for one in looks) / len(looks)  # noqa: B023

        wrong = [sign for sign in puzzle.chances if sign not in puzzle.right]
        assert chance(sorted(puzzle.right)) > chance(wrong), puzzle.id


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_a_file_is_written_again_as_it_was(name: str) -> None:
    game = get_game(name)
    text = file_of(game).read_text(encoding="utf-8")
    assert puzzle_file_text(*read_puzzles(text, game, "shipped.jsonl")) == text


# -- a file that is broken -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seat": "gone"}, "line 2: seat: Field required"),
        ({"kind": "trick"}, "line 2: kind: "),
        ({"extra": 1}, "line 2: extra: "),
        ({"key": "12"}, "line 2: key: "),
        ({"game": "trains"}, "line 2: game: this is a puzzle of 'trains'"),
        ({"rules": 9}, "line 2: rules: the versions are 1, not 9"),
        ({"seats": 7}, "line 2: seats: 2 to 4 can sit there, not 7"),
        ({"options": "first=nobody"}, "line 2: options: "),
        ({"moves": ""}, "does not fit key and moves"),
        ({"seat": 4}, "there is no seat 4"),
        ({"rows": ["nowhere"]}, "'nowhere' is right, but has no chance"),
        ({"chances": {"+": 2.0, "@1": 0.5}}, "line 2: chances.+: "),
        ({"missed": ["grandmaster"]}, "'grandmaster' is not a level"),
        ({"seats": True}, "line 2: seats: True is not possible; use a whole number"),
        ({"rules": 0}, "line 2: rules: 0 is not possible; use 1 to 99"),
        ({"rows": []}, "line 2: rows: [] is not possible; use 1 or more entries"),
        ({"line": [[1]]}, "line 2: line.0: [1] is not possible; use a list of 2"),
        ({"made": 3}, "line 2: made: 3 is not possible; use an object with named fields"),
        ({"chances": {"+": float("nan")}}, "line 2: a puzzle: this is not valid JSON: NaN"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(DataError) as refused:
        read_puzzles(spoilt(changes), get_game("game_of_trains"), "mine.jsonl")
    assert str(refused.value).startswith("mine.jsonl, line 2: ")
    assert told in str(refused.value)


def test_other_lines_are_checked_too() -> None:
    game = get_game("game_of_trains")
    first, second, third = lines_of("game_of_trains")[:3]
    for text, told in [
        ("", "mine.jsonl: the file is empty"),
        ("{}", "mine.jsonl, line 1: puzzles: Field required"),
        (first.replace("game_of_trains", "trains"), "line 1: these are puzzles of 'trains'"),
        (f"{first}\n{second}\n{third[:-9]}", "mine.jsonl, line 3: "),
        (f"{first}\n{second}\n{second}", "line 3: id: the puzzle"),
    ]:
        with pytest.raises(DataError, match="mine.jsonl") as refused:
            read_puzzles(text, game, "mine.jsonl")
        assert told in str(refused.value)


def test_a_move_that_is_not_allowed_is_named_when_the_puzzle_is_opened() -> None:
    game = ready("game_of_trains")
    puzzle = puzzles_of(game)[0]
    moves = f"{puzzle.moves} nonsense"
    broken = replace(puzzle, moves=moves, id="00000000")
    with pytest.raises(DataError, match=rf"puzzle 00000000: move {len(moves.split())}, nonsense"):
        puzzle_position(game, broken)


def test_the_name_of_a_puzzle_hangs_on_its_position_alone() -> None:
    puzzle = puzzles_of(get_game("game_of_trains"))[0]
    assert puzzle.id == puzzle_id(puzzle.where)
    assert puzzle.id == puzzle_id(replace(puzzle, missed=[]).where)
    assert puzzle.id != puzzle_id({**puzzle.where, "key": "0" * 16})


# -- solving ---------------------------------------------------------------------------------------


def test_every_sentence_is_there_in_every_language() -> None:
    assert missing(SENTENCES) == []


def percent(chance: float) -> str:
    return f"about {round(100 * chance)}%"


def tried(puzzle: Puzzle, *choices: int | str) -> PuzzleAttempt:
    return attempt(ready(puzzle.game), puzzle, choices)


def first_gap() -> Puzzle:
    game = get_game("game_of_trains")
    return next(puzzle for puzzle in puzzles_of(game) if puzzle.kind == "gap")


def test_a_wrong_choice_is_told_what_it_costs_and_not_what_is_right() -> None:
    puzzle = first_gap()
    wrong = next(sign for sign in puzzle.chances if sign not in puzzle.right)
    came = tried(puzzle, wrong)
    said = came.sentence("en")
    assert percent(puzzle.best) in said
    assert percent(puzzle.chances[wrong]) in said
    best = came.seen("en").label(came.game.words.parse(min(puzzle.right)), "en")
    assert best not in said
    assert best in came.solution("en")
    assert came.position == puzzle_position(came.game, puzzle)


def test_a_right_choice_is_told_why() -> None:
    puzzle = first_gap()
    assert tried(puzzle).verdict == "begin"
    assert tried(puzzle).sentence("en") == tried(puzzle).task("en")
    came = tried(puzzle, min(puzzle.right))
    assert came.verdict == "right"
    assert percent(puzzle.best) in came.sentence("en")
    assert came.sentence("en").endswith(came.hardness("en"))
    assert "six bots" in came.hardness("en")
    assert len(came.shots) == 1


def test_what_is_not_allowed_is_refused_and_what_goes_on_after_the_end_too() -> None:
    puzzle = first_gap()
    assert tried(puzzle, "no sign").verdict == "refused"
    assert tried(puzzle, -1).sentence("de") == "Das geht hier nicht."
    with pytest.raises(UsageError, match=puzzle.id):
        tried(puzzle, min(puzzle.right), "+")


# -- the puzzle of a day ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", games_shipping("puzzles"))
def test_all_puzzles_have_their_day_before_one_comes_again(name: str) -> None:
    game = get_game(name)
    count = len(puzzles_of(game))
    days = [date(2026, 11, 17) + timedelta(n) for n in range(2 * count)]
    ids = [daily(day, game).id for day in days]
    assert len(set(ids[:count])) == count
    assert ids[:count] == ids[count:]


def test_a_puzzle_is_found_by_its_name() -> None:
    game = get_game("game_of_trains")
    puzzle = puzzles_of(game)[-1]
    assert find_puzzle(game, puzzle.id) == puzzle
    with pytest.raises(UsageError, match="no puzzle 'nothing'"):
        find_puzzle(game, "nothing")
