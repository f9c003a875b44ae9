"""The planted-blunders benchmark: saved results are rated and counted correctly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lab.bench_modules import import_bench
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.rng import new_rng, next_random
from spielzug.games import get_game
from spielzug.review import Scale
from spielzug.review.decision import FEWEST, MOST, Reviewer
from toys.toy import KEEP, SOUND_TOY, SWAP

blunders, judged = import_bench("blunders"), import_bench("blunder_results")
SCALE = Scale(inaccuracy=0.02, mistake=0.05, blunder=0.12)
GAME = get_game("zwergenzugfahrt")
Row = dict[str, Any]


def review_row(best: float, taken: float, noise: float = 0.0, **more: Any) -> Row:
    """All looks of a decision; every other one is off by so much."""
    looks = [[best + (noise if at % 2 else -noise), taken, noise**2] for at in range(MOST)]
    return {"best": 1, "certain": False, "cost": 0.0, "error": 0.0, "looks": looks, **more}


def row(kind: str, review: Row, thought: float | None = None, played: float | None = None) -> Row:
    made: Row = {"game": GAME.name, "bot": "expert", "made": [], "number": 1, "at": 0}
    made |= {"kind": kind, "iterations": Scale.of(GAME).iterations, "review": review}
    if thought is not None:
        made["thought"] = {"cost": thought}
        made["played"] = {"cost": thought, "error": 0.01}
    if played is not None:
        made["played"] = {"cost": played, "error": 0.01}
    return made


@pytest.mark.slow
@pytest.mark.parametrize("action", [KEEP, SWAP])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_what_was_kept_gives_the_word_that_a_review_gives(action: int, seed: int) -> None:
    """Also where the review stops sooner than the measurement, which takes every look."""
    position, _ = SOUND_TOY.deal(2, next_random(new_rng(seed)), SOUND_TOY.options())
    seen = position.seen(position.actor)
    real = Reviewer(SOUND_TOY, SCALE, 60, None).decide(0, seen, action, 7, Stop())
    kept = blunders.ThoroughReview(SOUND_TOY, SCALE, 60, None).judged(seen, action, 7)
    again = judged.verdict(json.loads(json.dumps(kept)), SCALE)
    assert again.word == real.word
    if real.cost:
        assert again.cost == pytest.approx(real.cost, abs=2e-4)
        assert again.error == pytest.approx(real.error, abs=2e-4)


def test_looks_end_where_the_word_is_clear() -> None:
    assert judged.verdict(review_row(0.6, 0.3), SCALE).looks == FEWEST
    assert judged.verdict(review_row(0.6, 0.6), SCALE) == judged.Verdict("best", 0, 0, FEWEST)
    unclear = judged.verdict(review_row(0.6, 0.52, noise=0.06), SCALE)
    assert (unclear.looks, unclear.word) == (MOST, "inaccuracy")
    assert judged.verdict(review_row(0.6, 0.52, noise=0.06), SCALE, most=5).looks == 5


def test_what_is_found_called_and_wrongly_called() -> None:
    dear, fine = review_row(0.6, 0.3), review_row(0.6, 0.6)
    rows = [
        row("planted", dear, thought=0.3, played=0.2),  # found by both
        row("planted", fine, thought=0.2, played=0.1),  # missed, dear by thought alone
        row("planted", dear, thought=0.1, played=0.3),  # dear in games alone
        row("planted", fine, played=0.02),  # not worth a longer thought
        row("own", dear, thought=0.2, played=0.2),  # called, and rightly
        row("own", dear, thought=0.0, played=0.02),  # wrongly by thought; games are not sure
        row("own", dear, thought=0.3, played=-0.05),  # wrongly by games
        row("own", fine),
    ]
    told = judged.summarise_rows(rows, SCALE)
    assert {name: (told[name]["count"], told[name]["of"]) for name in judged.PARTS} == {
        "found": (1, 2),
        "found_played": (2, 2),
        "called": (3, 4),
        "wrongly": (1, 4),
        "wrongly_played": (1, 4),
    }
    strict = Scale(mistake=0.4, blunder=0.5)
    assert judged.summarise_rows(rows, strict)["called"]["count"] == 0
    assert "3 of 4" in judged.results_table(rows) and f"* {MOST} looks" in judged.compare_scales(
        rows
    )


def test_a_win_thrown_away_needs_no_looks() -> None:
    sure = {"best": 1, "certain": True, "cost": 0.5, "error": 0.1}
    assert judged.verdict(sure, SCALE).word == "blunder"
    assert judged.verdict({**sure, "cost": 0.0}, SCALE).word == "best"


def test_a_decision_counts_once_and_a_line_that_is_none_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    line = json.dumps(row("own", review_row(0.5, 0.5)))
    file.write_text(f"{line}\n{line}\n")
    assert len(judged.read([file])) == 1
    file.write_text(f"{line}\n{{}}\n")
    with pytest.raises(UsageError, match="a.jsonl: line 2 is no decision"):
        judged.read([file])
    with pytest.raises(UsageError, match="there is no file"):
        judged.read([tmp_path / "b.jsonl"])


def test_all_games_get_the_same_time_and_nothing_is_begun_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(blunders.time, "perf_counter", lambda: now[0])
    seconds = {"trains": 40.0, "zwergenzugfahrt": 10.0}
    agenda = blunders.Agenda(list(seconds), "expert", 10, 0, 1000.0)
    agenda.known = {("trains", 0)}
    had = dict.fromkeys(seconds, 0.0)
    numbers = []
    for job in agenda:
        spent = 1.0 if job.number is None else seconds[job.game]
        now[0] += spent
        agenda.note(blunders.JobResult(job, [], spent))
        if job.number is not None:
            had[job.game] += spent
            numbers.append((job.game, job.number))
    assert now[0] <= 1000.0
    assert ("trains", 0) not in numbers and len(set(numbers)) == len(numbers)
    assert abs(had["trains"] - had["zwergenzugfahrt"]) <= 80.0
