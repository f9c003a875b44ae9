"""The lab: simulation, intervals, measurements, on more than one game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from spielzug.core.errors import CannotRead
from spielzug.core.game import Game
from spielzug.core.native_records import plain
from spielzug.core.records import load_record
from spielzug.games import all_games
from spielzug.lab.measure.bench import REPEATS, bench, measure_rate, perft
from spielzug.lab.measure.statistics import SortedCounts, count_values, spread, tally, wilson
from spielzug.lab.play.loops import Keys, Loops, PlayedGames
from spielzug.lab.play.simulate import SimulationPlan, VerificationFailed, simulate
from spielzug.lab.play.totals import enough_uses, hardly_used
from toys.toy import BUGS, SOUND_TOY, toy


def test_greedy_beats_random_in_99_of_100_games(game_of_trains: Game) -> None:
    report = simulate(
        SimulationPlan.make(game_of_trains, 2, ["random", "greedy"], 2000, "lab")
    ).to_json()
    greedy = next(row for row in report["by_bot"] if row["bot"] == "greedy")
    assert greedy["rate"] >= 0.99


def test_mixed_stands_between_random_and_greedy(game_of_trains: Game) -> None:
    for better, worse in (("greedy", "mixed"), ("mixed", "random")):
        report = simulate(
            SimulationPlan.make(game_of_trains, 2, [better, worse], 400, "lab")
        ).to_json()
        assert report["by_bot"][0]["low"] > 0.5


def test_greedy_against_greedy_is_short(game_of_trains: Game) -> None:
    report = simulate(SimulationPlan.make(game_of_trains, 2, ["greedy"], 1000, "lab")).to_json()
    assert report["lengths"]["median"] <= 36


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_verify_uses_every_check_and_every_ability(game_of_trains: Game, seats: int) -> None:
    report = simulate(
        SimulationPlan.make(game_of_trains, seats, ["random"], 200, "lab", verify=True)
    ).to_json()
    assert report["violations"] == 0
    assert all(report["checks"].values())
    assert all(report["uses"].values())


def test_what_was_hardly_used_is_told_the_rarest_first() -> None:
    uses = {"a": 5000, "b": 999, "c": 0, "d": 1000}
    assert hardly_used(uses, enough_uses(10_000)) == {"c": 0, "b": 999}
    assert list(hardly_used(uses, 5001)) == ["c", "b", "d", "a"]
    assert [enough_uses(games) for games in (1, 200, 9_999, 10_000, 10**6)] == [
        1, 20, 999, 1000, 1000,
    ]  # fmt: skip


@pytest.mark.slow
def test_verify_finds_a_broken_engine() -> None:
    broken = toy(BUGS.index("conservation"))
    with pytest.raises(VerificationFailed, match=r"game \d+, decision \d+: violated: every card"):
        simulate(SimulationPlan.make(broken, 2, ["random"], 20, "lab", verify=True))


@pytest.mark.parametrize(
    ("bug", "message"),
    [("copies", "with and without events"), ("termination", "the game ends")],
)
def test_verify_finds_faults_of_the_contract(
    bug: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielzug.lab.play.loops.MAX_DECISIONS", 1000)
    broken = toy(BUGS.index(bug))
    with pytest.raises(VerificationFailed, match=message):
        simulate(SimulationPlan.make(broken, 2, ["random"], 20, "lab", verify=True))


def test_the_loops_serve_two_games_in_one_process(game_of_trains: Game) -> None:
    toys = simulate(SimulationPlan.make(SOUND_TOY, 2, ["random", "greedy"], 400, "lab")).to_json()
    own = simulate(
        SimulationPlan.make(game_of_trains, 2, ["random", "greedy"], 100, "lab")
    ).to_json()
    assert toys["lengths"]["max"] == 4
    assert own["lengths"]["max"] > 4
    greedy = next(row for row in toys["by_bot"] if row["bot"] == "greedy")
    assert greedy["low"] > 0.5


def test_bots_rotate_through_the_seats(game_of_trains: Game, tmp_path: Path) -> None:
    plan = SimulationPlan.make(
        game_of_trains, 3, ["greedy", "random", "random"], 3, "lab", records=tmp_path
    )
    report = simulate(plan)
    from spielzug.games import get_game

    at = [
        [seat.player for seat in load_record(path, get_game).seats].index("greedy")
        for path in report.files
    ]
    assert sorted(at) == [0, 1, 2]


def test_progress_is_told(game_of_trains: Game) -> None:
    told: list[int] = []
    simulate(SimulationPlan.make(game_of_trains, 2, ["greedy"], 130, "lab"), told.append)
    assert sum(told) == 130
    assert len(told) > 1


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (99, 100, 0.9455, 0.9982), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals_are_the_published_ones(
    successes: float, trials: int, low: float, high: float
) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)


def test_a_shared_win_counts_as_its_share() -> None:
    told = tally(count_values([1.0, 0.5, 0.25, 0.0]))
    assert (told["wins"], told["draws"], told["rate"]) == (1, 2, 0.4375)
    assert tally({})["rate"] == 0.0


def test_with_four_seats_the_rates_add_up_to_one(game_of_trains: Game) -> None:
    """Random players hardly ever finish, and a draw of four is a quarter for each."""
    told = simulate(SimulationPlan.make(game_of_trains, 4, ["random"], 100, "lab")).to_json()
    assert sum(row["rate"] for row in told["by_seat"]) == pytest.approx(1.0)
    assert told["by_seat"][0]["rate"] == pytest.approx(0.25, abs=0.05)


def test_seats_of_one_game_are_not_independent() -> None:
    """Whoever has all seats wins every game: its rate is known without a doubt but rounding."""
    rng = np.random.default_rng(1)
    winner = rng.integers(0, 4, 10_000)
    shares = (winner[:, None] == np.arange(4)).astype(float)
    every = tally(count_values(shares), 4)
    assert (every["games"], every["wins"], every["rate"]) == (40_000, 10_000, 0.25)
    assert every["high"] == 0.25
    assert every["high"] - every["low"] < 0.0002
    half = tally(count_values(shares[:, :2]), 2)
    alone = tally(count_values(shares[:, :2].sum(axis=1)))
    assert (half["low"], half["high"]) == pytest.approx(
        (alone["low"] / 2, alone["high"] / 2), abs=1e-5
    )


def test_the_interval_of_a_pooled_bot_holds_the_truth_as_often_as_it_promises() -> None:
    held = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        winner = rng.choice(4, 200, p=[0.4, 0.4, 0.1, 0.1])
        told = tally(count_values((winner[:, None] == np.arange(2)).astype(float)), 2)
        held += told["low"] <= 0.4 <= told["high"]
    assert 0.93 <= held / 400 <= 0.975


def test_a_measure_in_words_has_shares_and_no_mean() -> None:
    told = spread(count_values(np.array(["Darwin", "nobody", "Darwin", "Kant"])))
    assert told == {
        "most_often": "Darwin",
        "share": 0.5,
        "shares": {"Darwin": 0.5, "Kant": 0.25, "nobody": 0.25},
    }


@pytest.mark.parametrize("count", [1, 2, 3, 20, 21, 1000])
def test_counted_numbers_lie_as_numpy_says(count: int) -> None:
    values = np.random.default_rng(count).integers(0, 50, count)
    summary = SortedCounts(count_values(values)).summary()
    assert summary == {
        "min": values.min(),
        "median": np.median(values),
        "mean": round(float(values.mean()), 3),
        "p95": pytest.approx(np.percentile(values, 95)),
        "max": values.max(),
    }


@pytest.mark.slow
def test_perft_counts_every_sequence(game_of_trains: Game, tmp_path: Path) -> None:
    """In the toy one keeps a card or draws another of those that are left, four times."""

    def ways(turns: int, left: int, last: int) -> int:
        if turns == 0:
            return last
        return ways(turns - 1, left, last) + left * ways(turns - 1, left - 1, last)

    earlier: list[int] = []
    counts = perft(SOUND_TOY, 6, tell=lambda _, ended: earlier.append(ended))
    assert counts == [*(ways(turns, 4, last=2) for turns in range(4)), *[ways(4, 4, last=1)] * 2]
    assert counts == [2, 10, 42, 146, 209, 209]
    assert earlier == [0, 0, 0, 0, 209, 209]
    position, _ = game_of_trains.deal(2, 9)
    path = tmp_path / "start.json"
    path.write_text(position.save())
    assert perft(game_of_trains, 2, position=path) == [1, 7]


def test_an_impossible_position_never_reaches_the_rules(
    game_of_trains: Game, tmp_path: Path
) -> None:
    position, _ = game_of_trains.deal(2, 9)
    row = position.state.row
    row[0, 0] = row[0, 1]
    path = tmp_path / "bad.json"
    path.write_text(position.save())
    with pytest.raises(CannotRead, match="not a possible position: G1"):
        perft(game_of_trains, 2, position=path)
    row[0, 0] = 200
    path.write_text(position.save())
    with pytest.raises(CannotRead, match="the field 'row' must be 0 to 84"):
        perft(game_of_trains, 2, position=path)


def test_bench_looks_at_the_yardstick_beside_every_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that gets three times slower on the way changes the rate, and not the ratio."""
    now, slow, order = 0.0, 1.0, []

    def work(rounds: float) -> None:
        nonlocal now
        now += slow * rounds / 1e6

    def run(size: int) -> float:
        nonlocal slow
        order.append("run")
        slow = 3.0 if len(order) > 8 else 1.0
        work(1e3 * size)
        return float(size)

    def yard() -> float:
        order.append("yard")
        begin = now
        work(2e6)
        return 2e6 / (now - begin)

    monkeypatch.setattr("spielzug.lab.measure.bench.time.process_time", lambda: now)
    rate = measure_rate(run, 1024, yard)
    assert order == ["run", "yard", *["run", "yard"] * REPEATS]
    assert rate.ratio == pytest.approx(1000.0)  # a thousand things for a million rounds
    assert rate.spread > 0  # one slice lies where the machine got slower
    slow, order = 1.0, ["run"] * 9
    assert measure_rate(run, 1024, yard).spread == pytest.approx(0.0)


@pytest.mark.slow
@pytest.mark.compiled
def test_bench_measures_all_documented_figures(
    game_of_trains: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spielzug.lab.measure.bench.SLICE", 0.01)  # not exact
    monkeypatch.setattr("spielzug.lab.measure.bench.YARD_ROUNDS", 100_000)
    told = bench(game_of_trains, 2)
    assert list(told) == [
        "game", "seats", "decisions_per_second", "decisions_ratio", "decisions_spread",
        "games_per_second", "games_ratio", "games_spread", "state_bytes", "compile_seconds",
        "load_seconds", "yardstick_per_second", "yardstick_spread", "versions",
    ]  # fmt: skip
    assert list(told["versions"]) == ["python", "numba", "numpy", "spielzug"]
    assert told["state_bytes"] <= 256
    assert told["load_seconds"] < told["compile_seconds"]
    assert json.dumps(told)


def test_the_scratch_of_one_game_leaves_no_trace_in_the_next(game_of_trains: Game) -> None:
    loops = Loops(game_of_trains)
    facts = game_of_trains.facts(game_of_trains.options(turn_limit=50))
    keys = Keys.of("lab")
    first, again = PlayedGames.allocate(5), PlayedGames.allocate(5)
    loops.play(facts, [0, 1], 0, keys, first)
    loops.play(facts, [0, 0, 0, 0], 0, keys, PlayedGames.allocate(5))
    loops.play(facts, [0, 1], 0, keys, again)
    assert np.array_equal(first.shares, again.shares)
    assert np.array_equal(first.lengths, again.lengths)
    assert plain(loops.scratch.states[2]) == plain(game_of_trains.blank()[0])


EVERY_LOOP = """
import json, sys
import numpy as np
from importlib import import_module
from spielzug.bots.search.native_search import loops_for
from spielzug.bots.search.search_tree import loops_of
from spielzug.bots.search.thinker import Budget, Thinker
from spielzug.lab.play import loops as lab
module, name = sys.argv[1:]
game = getattr(import_module(module), name)
loops = lab.Loops(game)
facts, seats = game.facts(game.options(**game.simulation)), game.seats[0]
keys = lab.Keys.of("loops")
loops.play(facts, [1] * seats, 0, keys, lab.PlayedGames.allocate(2))
loops.verify(facts, [2] * seats, 0, keys, lab.PlayedGames.allocate(2),
lab.VerificationCounts.allocate(game))
loops.random(facts, seats, 2, np.uint64(1))
position, _ = game.deal(seats, 1, game.options(**game.simulation))
loops.perft(facts, position.state, 2)
Thinker(game, Budget(iterations=10)).think(position.seen(position.actor), 1)
kernels = (lab.play_games, lab.verify_games, lab.random_decisions)
made = [kernel.dispatcher_for(loops.rules) for kernel in kernels]
made += loops_of(game, *loops_for(game, False))
made += [lab.count_sequences.dispatcher_for(lab.CountingRules.of(game)), game.chance_stepper.step]
made += [function for function, _, _ in game.native.entries().values()]
print(json.dumps([loop.__name__ for loop in made if not loop.stats.cache_hits]))
"""


def compiled_in_a_fresh_process(module: str, name: str, cache: Path | None = None) -> list[str]:
    """The loops and the rules of a game that had to be compiled."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    if cache is not None:
        environment["SPIELZUG_CACHE_DIR"] = str(cache)
    command = [sys.executable, "-c", EVERY_LOOP, module, name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    compiled: list[str] = json.loads(done.stdout)
    return compiled


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_a_second_process_compiles_nothing_of_any_game(game: Game) -> None:
    module = f"spielzug.games.{game.name}"
    compiled_in_a_fresh_process(module, "GAME")
    assert compiled_in_a_fresh_process(module, "GAME") == []


@pytest.mark.slow
@pytest.mark.compiled
def test_a_second_process_writes_no_file(tmp_path: Path) -> None:
    first = compiled_in_a_fresh_process("toys.toy", "SOUND_TOY", tmp_path)
    assert {"play_games", "verify_games", "think", "certain_win"} <= set(first)
    files = sorted(tmp_path.rglob("*"))
    assert compiled_in_a_fresh_process("toys.toy", "SOUND_TOY", tmp_path) == []
    assert sorted(tmp_path.rglob("*")) == files


def test_a_record_does_not_tell_where_a_net_of_ones_own_lies() -> None:
    from spielzug.lab.play.game_spec import aliases, player_of

    assert player_of("net:a b/mine.safetensors") == "net-file"
    assert player_of("search:9+net=a b/mine.safetensors") == "search:9+net-file"
    assert player_of("search:9+net") == "search:9+net"
    assert aliases(["search:9+net=a b/mine.safetensors"]) == {
        "search:9+net=a b/mine.safetensors": "search:9+mine"
    }


def test_another_net_is_another_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels think with it, so its games are not to be added up with those of another."""
    from spielzug.core.cache import SOURCE_SUFFIXES
    from spielzug.lab.play import game_spec

    with_net = game_spec._hashed.__wrapped__("zwergenzugfahrt")
    monkeypatch.setattr(game_spec, "SUFFIXES", SOURCE_SUFFIXES)
    assert game_spec._hashed.__wrapped__("zwergenzugfahrt") != with_net
