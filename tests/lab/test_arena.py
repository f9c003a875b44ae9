"""The arena: fair seats, paired deals, reliable ratings."""

from __future__ import annotations

import itertools
import json
import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from spielzug.bots import get_bot
from spielzug.bots.clock import Stop
from spielzug.cli.app import app
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.core.records import load_record
from spielzug.core.rng import new_rng, stream
from spielzug.games import get_game
from spielzug.lab.arena.ratings import MIDDLE, PairResults, rate_bots
from spielzug.lab.arena.standings import Meeting, ladder_svg
from spielzug.lab.arena.tournament import Arena, compete, seat_orders
from spielzug.lab.play.loops import Keys, Loops, PlayedGames
from spielzug.lab.play.one_game import GameStopped, play_whole
from spielzug.lab.play.simulate import SimulationPlan, simulate


@pytest.mark.parametrize("seats", range(2, 8))
def test_both_bots_sit_on_every_seat_equally_often(seats: int) -> None:
    orders = seat_orders(seats)
    assert len(set(orders)) == len(orders)
    for seat in range(seats):
        assert Counter(order[seat] for order in orders)[0] * 2 == len(orders)
    assert all(abs(seats - 2 * sum(order)) <= 1 for order in orders)


def test_a_deal_is_played_in_every_order_of_seats(game_of_trains: Game) -> None:
    arena = Arena.make(game_of_trains, ["greedy", "random"], 5, "arena")
    assert arena.orders == [(0, 1), (1, 0)]
    assert arena.deals == range(3)  # rounded up: six games
    figures = compete(arena).to_json()
    assert figures["games"] == figures["planned"] == 6


@pytest.mark.slow
def test_the_same_seed_gives_the_same_standing(game_of_trains: Game) -> None:
    def run(seed: str) -> object:
        arena = Arena.make(game_of_trains, ["greedy", "casual", "club"], 12, seed)
        figures = compete(arena).to_json()
        return [{k: v for k, v in row.items() if "seconds" not in k} for row in figures["by_bot"]]

    assert run("a") == run("a")
    assert run("a") != run("b")


def test_whole_games_are_those_of_the_compiled_loops(game_of_trains: Game) -> None:
    """Whatever plays them: game number g is a function of the seed and g."""
    options, keys, loops = (
        game_of_trains.options(**game_of_trains.simulation),
        Keys.of("x"),
        Loops(game_of_trains),
    )
    facts = game_of_trains.facts(options)
    for number, names in itertools.product(range(4), (("greedy", "random"), ("greedy", "greedy"))):
        out = PlayedGames.allocate(1, log=2000)
        policies = [("random", "greedy").index(name) for name in names]
        loops.play(facts, policies, number, keys, out)
        luck, key = (stream(key, np.uint64(number)) for key in (keys.games, keys.bots))
        rng = new_rng(key)  # the bots share it
        seated = [get_bot(names[(seat + number) % 2], rng) for seat in range(2)]
        position, _ = game_of_trains.deal(2, luck, options)
        whole = play_whole(position, seated, Stop())
        assert tuple(out.log[: len(whole.actions)]) == whole.actions
        assert out.lengths[0] == len(whole.actions)
        assert tuple(out.shares[0, :2]) == whole.shares


def test_a_game_can_be_stopped(game_of_trains: Game) -> None:
    stop = Stop()
    stop.set()
    bots = [get_bot("greedy")] * 2
    with pytest.raises(GameStopped):
        play_whole(game_of_trains.start(2), bots, stop)
    arena = Arena.make(game_of_trains, ["greedy", "random"], 10, "arena")
    figures = compete(arena, stop=stop).to_json()
    assert figures["stopped"]
    assert figures["games"] == 0


def test_it_ends_early_when_it_is_clear_and_only_if_asked(game_of_trains: Game) -> None:
    asked = Arena.make(game_of_trains, ["greedy", "random"], 200, "arena", until_decided=True)
    figures = compete(asked).to_json()
    assert figures["pairs"][0]["decided"]
    assert figures["games"] < 200
    assert not figures["stopped"]


def test_a_lucky_streak_decides_nothing() -> None:
    """Equal players, looked at after every batch of 16: hardly ever called decided."""
    wrong = 0
    for seed in range(200):
        rng, meeting = random.Random(seed), Meeting(0, 1, 2)
        for _ in range(12):
            for _ in range(16):
                meeting.scores[len(meeting.scores)] = float(rng.random() < 0.5)
            if meeting.decided():
                wrong += 1
                break
    assert wrong <= 10  # of 200, where single looks at 95 % would give about 40


def test_a_game_that_nobody_wins_is_a_draw_of_the_two() -> None:
    robbery = get_game("zugraub")
    options = robbery.options.from_text("turn_limit=3")
    arena = Arena.make(robbery, ["greedy", "random"], 6, "arena", 4, options)
    pair = compete(arena).to_json()["pairs"][0]
    assert pair["games"] == 6
    assert (pair["draws"], pair["rate"]) == (6, 0.5)


def test_only_neighbours_meet_if_asked(game_of_trains: Game) -> None:
    names = ["random", "casual", "greedy"]
    ladder = Arena.make(game_of_trains, names, 2, "arena", neighbours=True)
    assert [(names[a], names[b]) for a, b in ladder.pairs] == [
        ("random", "casual"),
        ("casual", "greedy"),
    ]
    assert len(Arena.make(game_of_trains, names, 2, "arena").pairs) == 3


# -- ratings ---------------------------------------------------------------------------------------


def contest(
    rng: np.random.Generator, truth: Sequence[float], deals: int, draws: float, repeated: float
) -> list[PairResults]:
    """Every pair plays deals of two games, of which this share are draws; in this share of the
    deals the second game has the opposite luck."""
    pairs = []
    for one, other in itertools.combinations(range(len(truth)), 2):
        wins = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400)) - draws / 2
        luck = rng.random((deals, 2))
        luck[:, 1] = np.where(rng.random(deals) < repeated, 1 - luck[:, 0], luck[:, 1])
        scores = np.where(luck < wins, 1.0, np.where(luck < wins + draws, 0.5, 0.0))
        pairs.append(PairResults(one, other, scores.tolist()))
    return pairs


@pytest.mark.parametrize(
    ("truth", "deals", "draws", "repeated"),
    [
        ((100, -100), 50, 0.3, 0.0),
        ((100, -100), 50, 0.0, 0.6),
        ((350, 100, -50, -400), 10, 0.0, 0.0),
        ((350, 100, -50, -400), 50, 0.0, 0.0),
    ],
)
def test_intervals_of_ratings_hold_as_often_as_they_promise(
    truth: tuple[int, ...], deals: int, draws: float, repeated: float
) -> None:
    """Over many contests 93 to 97 % of the intervals cover the true rating, or the true lead."""
    rng = np.random.default_rng(7)
    bots, rated, ahead = range(len(truth)), [], []
    for _ in range(1200 // len(truth) ** 2):
        ratings = rate_bots(len(truth), contest(rng, truth, deals, draws, repeated))
        for bot in bots:
            found = ratings.rating(bot)
            rated.append(found.low <= MIDDLE + truth[bot] - np.mean(truth) <= found.high)
        for one, other in itertools.pairwise(bots):
            found = ratings.lead(one, other)
            ahead.append(found.low <= truth[one] - truth[other] <= found.high)
    assert 0.93 <= np.mean(rated) <= 0.97
    assert 0.93 <= np.mean(ahead) <= 0.97


@pytest.mark.parametrize(("games", "points"), [(20, 76), (100, 34), (400, 17)])
def test_intervals_are_as_tight_as_the_games_allow(games: int, points: int) -> None:
    fourths = games // 8 * [[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]]
    rounds = [*fourths, *(games // 2 - len(fourths)) * [[1.0, 0.0]]]
    found = rate_bots(2, [PairResults(0, 1, rounds)]).rating(0)
    assert found.value == pytest.approx(MIDDLE)
    assert found.high - found.value == pytest.approx(points, rel=0.1)


def test_a_bot_that_won_every_game_has_a_finite_rating() -> None:
    lead = rate_bots(2, [PairResults(0, 1, [[1.0, 1.0]] * 10)]).lead(0, 1)
    assert 150 < lead.low < 400 < lead.value < lead.high < 1500


def test_without_games_nothing_is_known() -> None:
    lead = rate_bots(3, [PairResults(0, 1, []), PairResults(1, 2, [])]).lead(0, 2)
    assert lead.value == 0.0
    assert lead.high > 2000


def test_a_bot_plays_itself_as_two_entries(game_of_trains: Game) -> None:
    arena = Arena.make(game_of_trains, ["greedy", "greedy", "random"], 20, "itself")
    figures = compete(arena).to_json()
    assert [row["alias"] for row in figures["by_bot"]] == ["greedy", "greedy 2", "random"]
    assert [row["games"] for row in figures["by_bot"]] == [40, 40, 40]
    pair = figures["pairs"][0]
    assert (pair["bot"], pair["rival"]) == ("greedy", "greedy")
    assert (pair["alias"], pair["rival_alias"]) == ("greedy", "greedy 2")
    first, second = figures["leads"]
    assert first["lead_low"] <= 0 <= first["lead"] <= first["lead_high"]
    assert second["rival"] == "random"
    assert second["lead_low"] > 0


@pytest.mark.parametrize(
    ("bots", "games", "message"),
    [
        (["greedy"], 4, "a single bot has nobody to play"),
        (["greedy", "nobody"], 4, "there is no bot 'nobody'"),
        (["greedy", "random"], 0, "--games 0: ask for at least 1"),
    ],
)
def test_what_cannot_be_played_is_refused(
    game_of_trains: Game, bots: list[str], games: int, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        Arena.make(game_of_trains, bots, games, "arena")


def test_a_clock_has_no_place_in_an_arena() -> None:
    dwarves = get_game("zwergenzugfahrt")
    options = dwarves.options.from_text("mode=time")
    with pytest.raises(UsageError, match="an arena has no clock"):
        Arena.make(dwarves, ["greedy", "random"], 2, "arena", None, options)


def test_the_command_prints_draws_and_speaks_json(tmp_path: Path) -> None:
    picture = tmp_path / "ladder.svg"
    wanted = ["arena", "game_of_trains", "--bots", "random,greedy", "--games", "10"]
    shown = CliRunner().invoke(app, [*wanted, "--picture", str(picture)])
    assert shown.exit_code == 0, shown.output
    assert "greedy" in shown.output
    assert ET.parse(picture).getroot().tag.endswith("svg")
    figures = json.loads(CliRunner().invoke(app, [*wanted, "--json"]).stdout)
    row = next(row for row in figures["by_bot"] if row["bot"] == "greedy")
    assert {"games", "wins", "draws", "rate", "low", "high"} <= row.keys()
    assert row["rating_low"] < row["rating"] < row["rating_high"]
    assert row["rating"] > figures["by_bot"][0]["rating"]
    assert ladder_svg(figures).count("<circle") == 2


def test_a_folder_that_is_not_there_is_named_before_hours_of_play(tmp_path: Path) -> None:
    picture = tmp_path / "nowhere" / "ladder.svg"
    wanted = ["arena", "game_of_trains", "--bots", "random,greedy", "--picture", str(picture)]
    refused = CliRunner().invoke(app, wanted)
    assert isinstance(refused.exception, UsageError)
    assert "create it first" in str(refused.exception)


def test_simulate_takes_bots_that_think_and_writes_their_records(
    game_of_trains: Game, tmp_path: Path
) -> None:
    plan = SimulationPlan.make(
        game_of_trains, 2, ["casual", "random"], 4, "think", records=tmp_path
    )
    figures = simulate(plan).to_json()
    assert figures["by_bot"][0]["bot"] == "casual"
    assert figures["by_bot"][0]["games"] == 4
    files = sorted(tmp_path.iterdir())
    assert len(files) == figures["records"] == 4
    for path in files:
        match = load_record(path, get_game)
        assert match.over
        assert sorted(seat.player for seat in match.seats) == ["casual", "random"]
    again = simulate(
        SimulationPlan.make(game_of_trains, 2, ["casual", "random"], 4, "think")
    ).to_json()
    assert again["by_bot"] == figures["by_bot"]


def test_verify_is_for_compiled_games(game_of_trains: Game) -> None:
    with pytest.raises(UsageError, match="--verify only works with"):
        SimulationPlan.make(game_of_trains, 2, ["casual"], 4, "think", verify=True)


def test_the_bots_are_listed_with_what_they_think() -> None:
    shown = CliRunner().invoke(app, ["bots"])
    assert "expert" in shown.stdout
    assert "search:2s" in shown.stdout
    listed = json.loads(CliRunner().invoke(app, ["bots", "--json"]).stdout)
    assert [row["bot"] for row in listed][:2] == ["random", "greedy"]
    expert = next(row for row in listed if row["bot"] == "expert")
    assert all(count > 100 for count in expert["iterations"].values())
    assert not any(expert["slips"].values())
    beginner = next(row for row in listed if row["bot"] == "beginner")
    assert all(0 < share < 1 for share in beginner["slips"].values())
    assert listed[0] == {"bot": "random", "iterations": None, "slips": None}
    assert "decisions left to chance: game_of_trains" in shown.stdout
