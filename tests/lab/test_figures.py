"""A game's figures: seats, openings, and how often each thing wins."""

from __future__ import annotations

import itertools
import json
import pickle
from collections.abc import Iterator
from typing import Any, cast

import numpy as np
import pytest

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.rng import new_rng
from spielzug.core.texts import LANGUAGES
from spielzug.lab.figures import (
    FiguresFound,
    FiguresPlan,
    FiguresPlayer,
    make_figures,
    openings_to_draw,
    to_json,
    written,
)
from spielzug.lab.measure.columns import COLUMNS, WithinGameDifference, sums_of
from spielzug.lab.measure.measures import NONE, Opener, OpeningBoard, board_of
from spielzug.lab.play.workers import Threads
from spielzug.school.figures import localize_figures

SEATS = (2, 3)


@pytest.fixture(scope="module")
def plan(game_of_trains: Game) -> FiguresPlan:
    return FiguresPlan.make(game_of_trains, ["greedy"], 60, 70, SEATS, "figures", luck=2)


@pytest.fixture(scope="module")
def found(plan: FiguresPlan) -> FiguresFound:
    return make_figures(plan, pool=Threads(1))


@pytest.fixture(scope="module")
def figures_json(found: FiguresFound) -> Any:
    return to_json(found)


def rates_in(value: Any) -> Iterator[list[float]]:
    """Every interval that is a rate."""
    if isinstance(value, dict):
        for name, one in value.items():
            if name in ("rate", "won", "lot_won") and one is not None:
                yield one
            else:
                yield from rates_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from rates_in(one)


# -- a run -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_counts_add_up(figures_json: dict[str, Any]) -> None:
    for table, seats in zip(figures_json["tables"], SEATS, strict=True):
        assert (table["seats"], table["games"]) == (seats, 60)
        for name in ("order", "by_seat"):
            assert len(table[name]) == seats
            assert sum(row["wins"] for row in table[name]) == pytest.approx(60, abs=0.05)
            assert sum(row["rate"][0] for row in table[name]) == pytest.approx(1, abs=0.002)
        endings = sum(row["rate"][0] for row in table["endings"])
        assert endings == pytest.approx(1, abs=0.001)
        openings = table["openings"]
        assert openings["lots"] == sum(row["lot"] for row in openings["items"])
        assert sum(row["chosen"] for row in openings["items"]) == pytest.approx(1, abs=0.002)


def test_rates_and_their_intervals_are_rates(figures_json: dict[str, Any]) -> None:
    rates = list(rates_in(figures_json))
    assert len(rates) > 12
    for value, low, high in rates:
        assert 0.0 <= low <= value <= high <= 1.0


def test_worths_lie_in_their_intervals_and_come_best_first(figures_json: dict[str, Any]) -> None:
    seen = 0
    for table in figures_json["tables"]:
        for deed in (deed for kind in table["things"] for deed in kind["deeds"]):
            worths = [row["worth"] for row in deed["items"] if "worth" in row]
            seen += len(worths)
            assert [w[0] for w in worths] == sorted((w[0] for w in worths), reverse=True)
            assert all(-1.0 <= low <= value <= high <= 1.0 for value, low, high in worths)
            for row in deed["items"]:
                assert 0.0 < row["games"] <= 1.0
                assert 0.0 <= row["winners"] <= 1.0 and 0.0 <= row["others"] <= 1.0
    assert seen > 20


def test_what_only_winners_do_has_no_worth(figures_json: dict[str, Any]) -> None:
    cars = figures_json["tables"][0]["things"][0]
    won = next(deed for deed in cars["deeds"] if deed["name"] == "won")
    assert won["items"]
    assert all(row["others"] == 0 and "worth" not in row for row in won["items"])


def test_what_all_winners_do_has_no_worth(figures_json: dict[str, Any]) -> None:
    """Who wins has all places in order."""
    places = figures_json["tables"][0]["things"][2]
    order = next(deed for deed in places["deeds"] if deed["name"] == "sorted")
    assert len(order["items"]) == 7
    assert all(row["winners"] == 1 and "worth" not in row for row in order["items"])


def test_who_begins_is_a_part_of_luck_that_is_not_taken_off(
    found: FiguresFound, figures_json: Any
) -> None:
    for table, figures in zip(found.tables, figures_json["tables"], strict=True):
        part = table.chosen
        first = [
            int(row[f"share_{seat + 1}"]) for row, seat in zip(part.rows, part.firsts, strict=True)
        ]
        assert figures["order"][0]["rate"][0] == pytest.approx(np.mean(first) / 1e6, abs=1e-4)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures_and_more_workers_change_nothing(
    plan: FiguresPlan, figures_json: dict[str, Any]
) -> None:
    again = to_json(make_figures(plan, pool=Threads(3)))
    assert written(again) == written(figures_json)
    other = FiguresPlan.make(plan.game, ["greedy"], 60, 70, SEATS, "other", luck=2)
    assert to_json(make_figures(other, pool=Threads(2)))["tables"] != figures_json["tables"]


def test_another_process_plays_the_same_games(plan: FiguresPlan) -> None:
    player = FiguresPlayer(plan, 2, (1, 2, 5))
    there = pickle.loads(pickle.dumps(player.task.remote_task))
    mine, its = player.play((3, 7), Stop()), there((3, 7))
    assert (mine.rows == its.rows).all()
    assert (mine.openings == its.openings).all()
    assert (mine.drawn == its.drawn).all()
    assert all((a == b).all() for a, b in zip(mine.sums, its.sums, strict=True))


def test_a_run_that_is_stopped_has_what_was_played(plan: FiguresPlan) -> None:
    stop = Stop()
    played = 0

    def progress(games: int) -> None:
        nonlocal played
        played += games
        if played >= 10:
            stop.set()

    found = make_figures(plan, progress, pool=Threads(1), stop=stop)
    assert found.stopped
    assert 10 <= found.games == played < plan.planned
    assert json.loads(written(to_json(found)))["tables"]


def test_a_file_reads_back_what_was_told(figures_json: dict[str, Any]) -> None:
    text = written(figures_json)
    assert json.loads(text) == figures_json
    assert max(map(len, text.splitlines())) < 600  # a row is a line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_row_has_a_name_in_every_language(
    lang: str, game_of_trains: Game, figures_json: dict[str, Any]
) -> None:
    told: Any = localize_figures(game_of_trains, cast(Any, figures_json), lang)
    for table in told["tables"]:
        for row in (*table["measures"], *table["endings"], *table["things"], table["openings"]):
            assert isinstance(row["title"], str) and row["title"]
        for deed in (deed for kind in table["things"] for deed in kind["deeds"]):
            assert deed["title"] and all(row["name"] for row in deed["items"])
        assert all(row["name"] for row in table["openings"]["items"])


def test_what_cannot_be_played_is_refused_before(game_of_trains: Game) -> None:
    def make(games: int = 1, lots: int = 0, luck: int = 0, bots: str = "greedy") -> FiguresPlan:
        return FiguresPlan.make(game_of_trains, [bots], games, lots, [2], luck=luck)

    for wrong, said in (
        ({"games": 0}, "at least 1"),
        ({"lots": -1}, "0 or more"),
        ({"games": 2_000_000, "lots": 1}, "at most 2000000"),
        ({"luck": -1}, "0 to 1000"),
        ({"bots": "nobody"}, "no bot"),
    ):
        with pytest.raises(UsageError, match=said):
            make(**wrong)


# -- openings --------------------------------------------------------------------------------------


def test_the_opening_is_the_first_place_of_the_board(game_of_trains: Game) -> None:
    """The first car goes to the place that the choice names."""
    game = game_of_trains
    bots = [Opener(get_bot("greedy", new_rng(n)), OpeningBoard(game), new_rng(n)) for n in range(2)]
    position = game.start(2, seed=4)
    while any(bot.opening == NONE for bot in bots):
        bot = bots[position.actor]
        action = bot.choose(position.seen(position.actor))
        before = bot.opening
        if position.notation(action).startswith("@") and len(bot.possible) > 1:
            assert before == int(position.notation(action)[1:]) - 1
        position.step(action)
    board = board_of(game)
    assert board is not None and board.name == "place"


def test_a_lot_is_drawn_among_its_openings_alone_and_by_one_seat(found: FiguresFound) -> None:
    for table in found.tables:
        assert table.lots == openings_to_draw(table.chosen)
        assert (table.chosen.drawn == NONE).all()
        drawn = table.drawn
        there = np.flatnonzero(drawn.drawn != NONE)
        assert len(there) == len(drawn.rows)
        wanted = drawn.rows["number"] % table.seats
        assert (drawn.drawn == wanted).all()
        assert set(drawn.openings[there, drawn.drawn].tolist()) <= set(table.lots)


def test_every_opening_is_as_likely_in_a_lot(found: FiguresFound) -> None:
    """Also one that no bot would choose."""
    counts = np.zeros(7)
    for table in found.tables:
        drawn = table.drawn
        for at, seat in enumerate(drawn.drawn.tolist()):
            counts[drawn.openings[at, seat]] += 1
    assert counts.sum() == 140
    assert counts.min() >= 8 and counts.max() <= 34  # 20 of each are expected


# -- worth -----------------------------------------------------------------------------------------


def game_sums(did: int, won: int, seats: int, winners: int) -> Any:
    deeds = np.array([[[did, did, won, did]]], np.int64)
    return sums_of(deeds, seats, winners)[0, 0]


def test_a_worth_is_the_difference_within_the_game() -> None:
    for seats in (2, 3, 5):
        for did, won in itertools.product(range(1, seats), (0, 1)):
            sums = dict(zip(COLUMNS, game_sums(did, won, seats, 1).tolist(), strict=True))
            assert sums["above"] / sums["below"] == pytest.approx(
                won / did - (1 - won) / (seats - did)
            )


def test_a_game_in_which_all_or_none_did_it_says_nothing() -> None:
    for did, won in ((0, 0), (3, 1)):
        sums = dict(zip(COLUMNS, game_sums(did, won, 3, 1).tolist(), strict=True))
        assert (sums["both"], sums["above"], sums["below"]) == (0, 0, 0)


def simulated(
    games: int, better: float, dice: np.random.Generator, seats: int = 3
) -> WithinGameDifference:
    """Seats that have a thing win as if they were `better` times as many."""
    total = np.zeros(len(COLUMNS), np.int64)
    for _ in range(games):
        has = dice.random(seats) < 0.4
        weight = np.where(has, better, 1.0)
        winner = dice.choice(seats, p=weight / weight.sum())
        total += game_sums(int(has.sum()), int(has[winner]), seats, 1)
    found = WithinGameDifference.of(total)
    assert found is not None
    return found


@pytest.mark.slow
def test_the_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    dice = np.random.default_rng(1)
    missed = sum(
        not interval.low <= 0.0 <= interval.high
        for interval in (simulated(80, 1.0, dice)(1.96) for _ in range(300))
    )
    assert 5 <= missed <= 27  # 15 are expected
    large = simulated(3000, 3.0, dice)(1.96)
    assert large.low > 0.2 and large.high < 0.5


def test_of_too_few_games_nothing_is_told() -> None:
    one = game_sums(1, 1, 2, 1)
    assert WithinGameDifference.of(one * 29) is None
    sure = WithinGameDifference.of(one * 30)
    assert sure is not None and sure.value == 1.0
    assert sure(1.96).low < 0.95  # thirty games that say the same are no proof
