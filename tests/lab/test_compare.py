"""Comparisons: the same deals for both sides, honest figures, any number of workers."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from spielzug.bots.clock import Stop
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.lab.compare.comparison import compare
from spielzug.lab.compare.comparison_result import (
    Comparison,
    ComparisonPlan,
    ComparisonTable,
    judged_entries,
    quantity_names,
)
from spielzug.lab.compare.component_stats import most_changed
from spielzug.lab.compare.intervals import ALPHA, DIFFERS, OPEN
from spielzug.lab.compare.variants import sides
from spielzug.lab.measure.columns import (
    counts_of,
    luck_share,
    quantities,
    seat_rates,
    shares_and_luck,
    without_luck,
)
from spielzug.lab.measure.measures import MEASURES, MeasuredGames, luck_and_play
from spielzug.lab.play.workers import Processes, Threads

GREEDY = ("greedy",)


def plan_of(game: Game, *texts: str, **more: Any) -> ComparisonPlan:
    wanted = {"bots": GREEDY, "games": 60, **more}
    return ComparisonPlan.make(game, sides(game, texts or ("shipped", "turn_limit=14")), **wanted)


@pytest.fixture(scope="module")
def small(game_of_trains: Game) -> Comparison:
    """Games as they are, and some that a limit cuts short."""
    return compare(plan_of(game_of_trains, seats=[2, 3]))


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The JSON of a comparison, without its duration."""
    return {**comparison.to_json(), "seconds": 0}


# -- made-up rows ----------------------------------------------------------------------------------


def rows_of(game: Game, games: int, turns: Any, seed: int = 1) -> Any:
    """Games of two seats of which one wins by a coin, and luck knows a part of it."""
    names = ["number", "reason", "decisions", "choices", "options", "turns", "pace",
             "lead_changes", "decided", "dragged", "runaway", "share_1", "share_2", "luck_1",
             "luck_2", *(f"m_{measure.name}" for measure in game.measures)]  # fmt: skip
    made = np.zeros(games, [(name, np.int64) for name in names])
    rng = np.random.default_rng(seed)
    made["number"], made["reason"], made["turns"] = np.arange(games), 1, turns
    for name in ("decisions", "choices", "options", "pace"):
        made[name] = made["turns"] * {"pace": 9000}.get(name, 3)
    won = rng.integers(0, 2, games)
    made["share_1"], made["share_2"] = won * 1_000_000, (1 - won) * 1_000_000
    made["luck_1"] = (won * 2 - 1) * 300_000 + rng.normal(0, 50_000, games).astype(int)
    made["luck_2"] = -made["luck_1"]
    return made


def made_up(game: Game, *turns: Any, seed: int = 0) -> ComparisonTable:
    made = [rows_of(game, len(side), side, seed + n) for n, side in enumerate(turns)]
    return ComparisonTable(2, [MeasuredGames(rows, []) for rows in made])


def test_a_difference_that_was_put_in_is_found_and_no_other(game_of_trains: Game) -> None:
    rng = np.random.default_rng(2)
    turns = rng.poisson(14, 800)
    table = made_up(game_of_trains, turns, turns + rng.integers(0, 8, 800))
    [entries] = judged_entries(game_of_trains, [table], {}, ALPHA)
    words = {entry.first.name: entry.verdict and entry.verdict.word for entry in entries}
    assert {name for name, word in words.items() if word == DIFFERS} >= {
        "turns", "turns_each", "decisions", "minutes",
    }  # fmt: skip
    assert not {"seat.1", "seat.2", "luck_share", "runaway"} & {
        name for name, word in words.items() if word == DIFFERS
    }


def test_sides_that_are_the_same_are_hardly_ever_called_different(game_of_trains: Game) -> None:
    rng, wrong, runs = np.random.default_rng(3), 0, 60
    for _ in range(runs):
        table = made_up(game_of_trains, *rng.poisson(14, (2, 120)))
        for number, measured in enumerate(table.measured):
            measured.rows = rows_of(
                game_of_trains, 120, measured.rows["turns"], int(rng.integers(1 << 30)) + number
            )
        [entries] = judged_entries(game_of_trains, [table], {}, ALPHA)
        wrong += any(entry.verdict and entry.verdict.word == DIFFERS for entry in entries)
    assert wrong / runs <= ALPHA + 3 * (ALPHA / runs) ** 0.5


def test_luck_is_taken_off_and_the_mean_stays(game_of_trains: Game) -> None:
    rows = rows_of(game_of_trains, 20_000, 14)
    won, lucky = shares_and_luck(rows)
    rest = without_luck(rows)
    assert rest.mean(axis=0) == pytest.approx(won.mean(axis=0), abs=0.02)
    assert rest.var() < 0.2 * won.var()
    # A judge of luck that only guesses does no harm: hardly anything of it is taken off.
    for name in ("luck_1", "luck_2"):
        rows[name] = np.random.default_rng(9).normal(0, 400_000, len(rows)).astype(int)
    assert without_luck(rows).var() <= won.var() * 1.001
    assert lucky.shape == won.shape == rest.shape


def test_the_share_of_luck_is_the_one_of_the_variances(game_of_trains: Game) -> None:
    rows = rows_of(game_of_trains, 500, 14)
    [quantity] = luck_share(rows)
    above, below = quantity.values.sum(axis=0)
    assert above / below == pytest.approx(luck_and_play(rows)[0])
    rows["luck_1"] = rows["luck_2"] = 0
    assert luck_share(rows) == []
    assert [q.name for q in seat_rates(rows)] == ["seat.1", "seat.2"]


def test_many_values_are_counted_in_steps() -> None:
    assert counts_of([3, 1, 3]) == [[1.0, 1], [3.0, 2]]
    steps = counts_of(np.arange(5000) / 7)
    assert len(steps) == 200
    assert sum(count for _, count in steps) == 5000


# -- real games ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_both_sides_play_the_same_deals(small: Comparison) -> None:
    table: Any = small.to_json()["tables"][0]
    decisions = next(m for m in table["measures"] if m["name"] == "decisions")
    assert decisions["correlation"] > 0.5  # a limit changes only the end of some games
    assert table["pairing"]["correlation"] > 0.5
    rows = small.rows()
    a, b = (rows[(rows["side"] == side) & (rows["seats"] == 2)] for side in (0, 1))
    assert a["number"].tolist() == b["number"].tolist() == list(range(60))
    assert a["turns"].max() > 14 >= b["turns"].max()
    short = a["turns"] < 14
    assert short.sum() > 10
    assert (a[short]["decisions"] == b[short]["decisions"]).all()


@pytest.mark.slow
def test_what_is_told(small: Comparison) -> None:
    figures = json.loads(json.dumps(small.to_json()))
    assert figures["command"] == "compare"
    assert figures["line"] == (
        "spielzug compare game_of_trains shipped turn_limit=14 --bots greedy --games 60 "
        "--seats 2,3 --seed 1"
    )
    assert [side["label"] for side in figures["sides"]] == ["shipped", "turn_limit=14"]
    assert figures["sides"][1]["options"]["turn_limit"] == "14"
    assert [table["seats"] for table in figures["tables"]] == figures["seats"] == [2, 3]
    assert figures["code"] and figures["version"] and not figures["stopped"]
    for table in figures["tables"]:
        names = [measure["name"] for measure in table["measures"]]
        assert {"turns", "minutes", "lead_changes", "runaway", "luck_share"} <= set(names)
        limit = next(e for e in table["endings"] if e["name"] == "turn_limit")
        assert limit["a"] == 0 < limit["b"]
        assert sum(e["a"] for e in table["endings"]) == table["games"] == 60
        assert len(table["seat_rates"]) == table["seats"]
        for seat in table["seat_rates"]:
            fair = seat["from_fair"]["a"]
            assert fair["low"] <= fair["value"] <= fair["high"]
        every = [*table["measures"], *table["endings"], *table["seat_rates"]]
        for one in every:
            assert one["verdict"] in ("differs", "alike", "open")
            assert (one["games_more"] is None) == (one["verdict"] != "open")
            assert one["decided"] == {"differs": True, "open": False, "alike": None}[one["verdict"]]
        assert sum(count for _, count in table["histograms"]["turns"]["a"]) == 60
        assert table["luck"]["a"]["luck"] + table["luck"]["a"]["play"] == pytest.approx(1)
        assert len(table["things"]) == len(small.plan.game.things)


@pytest.mark.slow
def test_what_happened_to_every_thing(small: Comparison) -> None:
    table: Any = small.to_json()["tables"][0]
    for things in table["things"]:
        deeds = [deed["name"] for deed in things["deeds"]]
        assert things["items"]
        for item in things["items"]:
            assert item["name"]
            assert list(item["a"]) == list(item["b"]) == deeds
            for deed in deeds:
                about = item["a"][deed]
                assert about["winners_with"] <= about["seats_with"] <= max(about["times"], 0)
                if about["rate"] is not None:
                    assert 0 <= about["low"] <= about["rate"] <= about["high"] <= 1
        changed: Any = most_changed([things], 10)
        assert len(changed) <= 10
        sizes = [abs(item["b"][deed]["difference"]["value"]) for _, item, deed in changed
                 if item["b"][deed]["verdict"] == OPEN]  # fmt: skip
        assert sizes == sorted(sizes, reverse=True)


@pytest.mark.slow
def test_one_side_alone_has_no_differences(game_of_trains: Game) -> None:
    comparison = compare(plan_of(game_of_trains, "shipped", games=20))
    tables: Any = comparison.to_json()["tables"]
    [table] = tables
    for one in [*table["measures"], *table["endings"], *table["seat_rates"]]:
        assert one["verdict"] is one["difference"] is one["decided"] is None
        assert one["b"] is None
    assert comparison.all_decided
    assert table["things"][0]["items"][0]["b"] is None
    assert most_changed(table["things"], 10) == []


def test_titles_are_in_the_language_that_was_asked_for(game_of_trains: Game) -> None:
    plan = plan_of(game_of_trains, games=5, lang="de")
    figures = compare(plan).to_json()
    assert figures["tables"][0]["measures"][0]["title"] == MEASURES[0].title["de"]
    assert figures["tables"][0]["seat_rates"][0]["title"] == "Platz 1 gewinnt"
    assert figures["line"].endswith("--lang de")


@pytest.mark.slow
def test_measures_in_words_and_things_of_another_set() -> None:
    from spielzug.games import get_game

    game = get_game("zugraub")
    [table] = compare(plan_of(game, "shipped", "cheese=yes", games=12)).to_json()["tables"]
    words = next(w for w in table["words"] if w["name"] == "winning_brain")
    assert sum(item["a"]["times"] for item in words["items"]) == 12
    assert words["title"] == "Winning brain"
    assert any(things["drawing"] is not None for things in table["things"])


# -- whoever plays ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.compiled
def test_any_number_of_threads_gives_the_same(small: Comparison) -> None:
    for workers in (1, 3):
        with Threads(workers) as pool:
            assert comparison_json(compare(small.plan, pool=pool)) == comparison_json(small)


@pytest.mark.slow
@pytest.mark.compiled
def test_other_processes_give_the_same(small: Comparison) -> None:
    with Processes(2) as pool:
        pool.seconds = 0.05
        assert comparison_json(compare(small.plan, pool=pool)) == comparison_json(small)


def test_bots_that_think(game_of_trains: Game) -> None:
    ticks: list[tuple[int, int]] = []
    plan = plan_of(game_of_trains, bots=["search:20"], games=3)
    comparison = compare(plan, lambda done, planned: ticks.append((done, planned)))
    assert comparison.games == 6
    assert ticks[-1] == (6, 6)
    assert [done for done, _ in ticks] == sorted(done for done, _ in ticks)


def ctrl_c_after(games: int) -> Callable[[int, int], None]:
    pressed = False

    def progress(done: int, _: int) -> None:
        nonlocal pressed
        if done >= games and not pressed:
            pressed = True
            os.kill(os.getpid(), signal.SIGINT)

    return progress


@pytest.mark.parametrize("bot", ["greedy", "search:20"])
def test_ctrl_c_keeps_what_was_played(game_of_trains: Game, bot: str) -> None:
    plan = plan_of(game_of_trains, bots=[bot], games=100_000)
    # Each process may hold a game whose partner is not played yet.
    comparison = compare(plan, ctrl_c_after(4 + 2 * (os.cpu_count() or 1)))
    figures = comparison.to_json()
    assert figures["stopped"] and comparison.stopped
    tables: Any = figures["tables"]
    [table] = tables
    assert 2 <= table["games"] < 100_000
    for side, rows in zip("ab", comparison.tables[0].rows, strict=True):
        assert sum(count for _, count in table["histograms"]["turns"][side]) == len(rows)


def test_a_run_that_was_stopped_before_it_began_has_nothing_to_tell(game_of_trains: Game) -> None:
    stop = Stop()
    stop.set()
    figures = compare(plan_of(game_of_trains), stop=stop).to_json()
    assert figures["tables"] == [{"seats": 2, "games": 0}]


# -- until all is decided --------------------------------------------------------------------------


def test_it_looks_after_growing_numbers_of_games(game_of_trains: Game) -> None:
    plan = plan_of(game_of_trains, games=1000, until_decided=True)
    assert plan.looks == [100, 160, 256, 410, 655, 1000]
    assert sum(plan.alpha(look) for look in range(1, 100)) < ALPHA
    assert plan_of(game_of_trains, games=7, until_decided=True).looks == [7]
    assert plan_of(game_of_trains).alpha(1) == ALPHA


@pytest.mark.slow
def test_it_ends_when_all_is_decided(game_of_trains: Game) -> None:
    everything = dict.fromkeys(quantity_names(game_of_trains, 2), 1000.0)
    plan = plan_of(game_of_trains, games=10_000, until_decided=True, close=everything)
    comparison = compare(plan)
    [table] = comparison.to_json()["tables"]
    assert table["games"] in plan.looks[:4]  # of the longest games one needs more than the first
    assert comparison.all_decided
    assert {one["verdict"] for one in table["measures"]} <= {"alike", "differs"}
    strict = replace(plan, close={**everything, "decisions": 1e-9}, games=150)
    comparison = compare(strict)
    assert not comparison.all_decided
    assert comparison.to_json()["tables"][0]["games"] == 150
    assert comparison.to_json()["looks"] == 2


# -- what cannot be compared -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"games": 0}, "--games 0: ask for at least 1"),
        ({"games": 10**10}, "games are too many"),
        ({"bots": ["nobody"]}, "nobody"),
        ({"bots": ["greedy", "random", "greedy"]}, "3 bots for 2 seats"),
        ({"seats": [9]}, "is for 2 to 4 seats, not 9"),
        ({"luck": -1}, "--luck -1: choose 0 to 1000"),
        ({"lang": "it"}, "no language 'it'"),
        ({"close": {"turn": 1.0}}, "there is no measure 'turn'; use turns"),
        ({"close": {"turns": -1.0}}, "turns=-1.0: the amount must be"),
        ({"close": {"turns": float("nan")}}, "the amount must be"),
        ({"seed": "\udcff"}, "is not valid text"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    game_of_trains: Game, asked: dict[str, Any], reason: str
) -> None:
    with pytest.raises(SpielzugError) as refused:
        plan_of(game_of_trains, **asked)
    assert reason in str(refused.value)


def test_there_are_one_or_two_sides_and_they_differ(game_of_trains: Game) -> None:
    [one] = sides(game_of_trains, ["shipped"])
    for wrong in ([], [one] * 3, [one, one]):
        with pytest.raises(SpielzugError):
            ComparisonPlan.make(game_of_trains, wrong, GREEDY)
    with pytest.raises(SpielzugError, match="nothing to decide"):
        ComparisonPlan.make(game_of_trains, [one], GREEDY, until_decided=True)


def test_every_quantity_can_be_named(small: Comparison) -> None:
    for table in small.tables:
        found = {q.name for q in quantities(small.plan.game, table.rows[0])}
        assert found <= set(quantity_names(small.plan.game, table.seats))
