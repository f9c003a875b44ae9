"""The benchmark of duels: who sits where, what counts, and how certain the result is."""

from __future__ import annotations

import json
import math
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bots.random_net import random_net
from lab.bench_modules import import_bench
from spielzug.core.errors import SpielzugError, UsageError
from spielzug.games import get_game

against, samples, duels = import_bench("duel_game"), import_bench("samples"), import_bench("duels")
Duel, GameResult = against.Duel, against.GameResult
TWO = Duel("zwergenzugfahrt", "club", "casual", 2)
HALVES = Duel("zugraub", "club", "casual", 4, against.HALVES)


def played(won: float, luck: float = 0.0) -> Any:
    return GameResult(won, luck, (5, 5), (0.5, 0.1))


# -- who sits where --------------------------------------------------------------------------------


def test_alone_every_seat_is_had_once_a_deal() -> None:
    duel = Duel("zugraub", "expert", "greedy", 4)
    for deal in range(3):
        taken = [own.index(True) for own in duel.seatings(deal)]
        assert sorted(taken) == [0, 1, 2, 3]
        assert all(sum(own) == 1 for own in duel.seatings(deal))


def test_halves_are_turned_around_and_all_ways_to_halve_are_met_equally_often() -> None:
    met: Counter[tuple[bool, ...]] = Counter()
    for deal in range(6):
        first, second = HALVES.seatings(deal)
        assert first == tuple(not own for own in second)
        assert sum(first) == 2
        met.update([first, second])
    assert len(met) == 6  # 4 over 2
    assert set(met.values()) == {2}


def test_a_duel_without_words_sits_as_the_ladder_does() -> None:
    zugraub, dwarves = get_game("zugraub"), get_game("zwergenzugfahrt")
    assert Duel.of(zugraub, "club", "casual") == HALVES
    assert Duel.of(zugraub, "expert", "greedy").how == against.ALONE
    assert Duel.of(dwarves, "club", "casual") == TWO
    assert HALVES.name == TWO.name == "club casual"
    assert Duel.of(zugraub, "club", "casual", how=against.ALONE).name == "club casual alone"
    assert Duel.of(zugraub, "club", "casual", 3).name == "club casual 3 seats"
    with pytest.raises(UsageError, match="3 seats have no halves"):
        Duel.of(zugraub, "club", "casual", 3, against.HALVES)


def test_half_the_seats_of_one_bot_are_worth_half_a_win_when_nobody_leads() -> None:
    own = (True, False, True, False)
    assert HALVES.score((1, 0, 0, 0), own) == 1.0
    assert HALVES.score((0, 0.5, 0, 0.5), own) == 0.0
    assert HALVES.score((0, 0, 0, 0), own) == 0.5  # all have lost
    alone = Duel("zugraub", "club", "greedy", 4)
    assert alone.score((0.5, 0.5, 0, 0), (True, False, False, False)) == 0.5


@pytest.mark.parametrize("text", ["zugraub club casual", "zugraub: club", "nothing: club casual"])
def test_a_row_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        duels.duels_of(text)


def test_a_row_names_bots_that_exist() -> None:
    with pytest.raises(UsageError, match="there is no bot 'clubb'"):
        duels.duels_of("zwergenzugfahrt: clubb casual")
    assert duels.duels_of("zwergenzugfahrt: club casual") == [TWO]
    assert len(duels.duels_of("*: effort:80/5 greedy")) == 4


@pytest.mark.slow
def test_nets_come_from_files_and_one_of_another_game_is_refused(tmp_path: Path) -> None:
    random_net(get_game("zwergenzugfahrt"), tmp_path)
    file = tmp_path / "random-1.safetensors"
    for bot in (f"net:{file}", f"search:8+net={file}", f"effort:8/20+net={file}"):
        (duel,) = duels.duels_of(f"zwergenzugfahrt: {bot} random")
        assert 0.0 <= against.one_game(duel, 0, 0).won <= 1.0
        with pytest.raises(SpielzugError, match="zwergenzugfahrt"):
            duels.duels_of(f"trains: {bot} random")


# -- games ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_same_deal_gives_the_same_game_and_luck_is_next_to_nothing_on_average() -> None:
    duel = Duel("game_of_trains", "random", "greedy", 2)
    assert against.one_game(duel, 3, 1).luck == against.one_game(duel, 3, 1).luck
    luck = [against.one_game(duel, deal, at).luck for deal in range(12) for at in range(2)]
    assert any(luck)
    error = float(np.std(luck) / math.sqrt(len(luck)))
    assert abs(float(np.mean(luck))) < 5 * error  # the seeds are fixed: it holds or it does not


# -- samples ---------------------------------------------------------------------------------------


def test_only_whole_deals_count_and_the_same_game_counts_once(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    lines = [samples.line_of(TWO, 0, at, played(1.0, 0.2)) for at in (0, 1)]
    first.write_text("\n".join(lines) + "\n")
    lines += [samples.line_of(TWO, 1, 0, played(0.0)), samples.line_of(TWO, 2, 0, played(0.0))]
    lines += [samples.line_of(TWO, 2, 1, played(1.0))]
    second.write_text("\n".join(lines) + "\n")
    (row,) = samples.read([first, second])
    figures = row.figures()
    assert (figures["games"], figures["deals"]) == (4, 2)
    assert figures["rate"] == 0.75
    assert figures["without_luck"]["rate"] == 0.75  # of two deals nobody can tell what luck was
    assert figures["seconds_per_turn"] == pytest.approx(0.1)
    assert "club casual" in samples.table([row])


def test_games_of_other_bots_of_the_same_name_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    old = [samples.line_of(TWO, 0, at, played(0.0)) for at in (0, 1)]
    changed = json.dumps([[1, 2], [3, 4]])
    kept = json.dumps([samples.bot_fingerprint(TWO.game, bot) for bot in (TWO.a, TWO.b)])
    old = [line.replace(f'"made": {kept}', f'"made": {changed}') for line in old]
    assert changed in old[0]
    new = [samples.line_of(TWO, 1, at, played(1.0)) for at in (0, 1)]
    file.write_text("\n".join(old + new) + "\n")
    (row,) = samples.read([file])
    assert row.figures()["rate"] == 1.0


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(samples.line_of(TWO, 0, 0, played(1.0)) + "\n{}\n")
    with pytest.raises(UsageError, match="a.jsonl: line 2 is no game of a duel"):
        samples.read([file])


def test_a_net_in_a_file_is_known_by_what_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.safetensors"
    with pytest.raises(UsageError, match="there is no file"):
        samples.bot_fingerprint("trains", f"net:{file}")
    file.write_bytes(b"one")
    one = samples.bot_fingerprint("trains", f"net:{file}")
    assert one == samples.bot_fingerprint("trains", f"search:10+net={file}")
    other = tmp_path / "other.safetensors"
    other.write_bytes(b"two")
    assert samples.bot_fingerprint("trains", f"net:{other}") != one


def test_an_interval_holds_as_often_as_it_says() -> None:
    rng, hits, times = np.random.default_rng(1), 0, 2000
    for _ in range(times):
        deals = rng.normal(0.6, 0.2, 12)
        found = samples.confidence_interval(deals, 0.0, 1.0)
        hits += found["low"] <= 0.6 <= found["high"]
    assert abs(hits / times - 0.95) < 0.02


@pytest.mark.parametrize(("part", "gain"), [(1.0, 0.5), (0.5, 0.82), (0.0, 1.1)])
def test_as_much_luck_is_taken_off_as_shows_in_what_was_won(part: float, gain: float) -> None:
    """And the rate stays what it is, and its interval holds, whatever the judgement is worth."""
    rng, hits, rates, widths, plain = np.random.default_rng(2), 0, [], [], []
    for _ in range(1500):
        luck, rest = rng.normal(0, 0.3, (2, 16)) * [[1.0], [0.4 if part == 1.0 else 0.6]]
        won = 0.6 + part * luck + rest
        found = samples.confidence_interval(samples.remove_luck(won, luck), 0.0, 1.0)
        hits += found["low"] <= 0.6 <= found["high"]
        rates.append(found["rate"])
        widths.append(found["high"] - found["low"])
        alone = samples.confidence_interval(won, 0.0, 1.0)
        plain.append(alone["high"] - alone["low"])
    assert abs(np.mean(rates) - 0.6) < 4 * np.std(rates) / math.sqrt(1500)
    assert hits / 1500 > 0.925
    assert np.mean(widths) < gain * np.mean(plain)


def test_deals_that_are_all_alike_are_not_taken_for_certain() -> None:
    row = samples.Row(TWO, [[], []])
    for deal in range(10):
        for at in range(2):
            row.add(deal, at, played(1.0))
    sure = row.figures()["without_luck"]
    assert sure["rate"] == 1.0
    assert 0.8 < sure["low"] < 0.9


# -- what comes next -------------------------------------------------------------------------------


def agenda(costs: dict[Any, float], seconds: float, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Plays on one core with games that last as long as these, and a clock that only they move."""
    now = [0.0]
    monkeypatch.setattr(duels.time, "perf_counter", lambda: now[0])
    lines = [duels.DuelProgress(samples.Row(duel, [[], []]), 10_000) for duel in costs]
    made = duels.Agenda(lines, seconds)
    late = 0.0
    for job in made:
        spent = 1.0 if isinstance(job, duels.Prepare) else costs[job.duel]
        now[0] += spent
        late = max(late, now[0] - seconds)
        made.note(duels.JobResult(job, None, spent))
    return lines, late


def test_every_row_gets_deals_the_slow_ones_fewer_and_none_is_too_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow, quick = (Duel("zwergenzugfahrt", bot, "greedy", 2) for bot in ("expert", "club"))
    lines, late = agenda({slow: 9.0, quick: 1.0, HALVES: 1.0}, 1000.0, monkeypatch)
    deals = {line.row.duel: line.begun for line in lines}
    assert 2.5 < deals[quick] / deals[slow] < 3.5  # the square root of what a deal costs
    assert abs(deals[quick] - deals[HALVES]) <= 1
    assert late < 9.0  # both games of a deal are begun, here by one core


def test_a_run_goes_on_where_it_was() -> None:
    row = samples.Row(TWO, [samples.bot_fingerprint(TWO.game, bot) for bot in (TWO.a, TWO.b)])
    row.add(0, 0, played(1.0))
    row.add(0, 1, played(1.0))
    row.add(1, 0, played(1.0))
    (line,) = duels.lines_of([TWO], [row], 4)
    assert line.row is row
    assert list(line.numbers) == [1, 2, 3]
    (other,) = duels.lines_of([TWO], [row], 4, first=100)
    assert list(other.numbers) == [100, 101, 102]


def test_what_compiles_longest_is_begun_first() -> None:
    lines = [duels.DuelProgress(samples.Row(duel, [[], []]), 1) for duel in (TWO, HALVES)]
    first, second = islice(duels.Agenda(lines, math.inf), 2)
    assert [first.game, second.game] == ["zugraub", "zwergenzugfahrt"]
    assert first.bots == ("club", "casual")
