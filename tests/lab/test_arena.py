"""The arena: fair seats, paired deals, reliable ratings."""

from __future__ import annotations

import itertools
import json
import random
import xml.etree.ElementTree as ET
from collections import Counter
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
from spielzug.lab.arena.standings import Meeting, ladder_svg, rate_bots
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
        rng, meeting = random.Random(seed), Meeting(0, 1)
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


@pytest.mark.slow
@pytest.mark.parametrize("chance", [0.5, 0.75, 0.9])
def test_ratings_say_what_the_games_say(chance: float) -> None:
    """Over many contests the interval holds the true distance about as often as it promises."""
    truth = 400 * np.log10(chance / (1 - chance))
    held, found = 0, []
    for seed in range(40):
        rng = random.Random(seed)
        results = [(0, 1, 1.0 if rng.random() < chance else -1.0) for _ in range(200)]
        one, other = rate_bots(2, results)
        assert one.low < one.rating < one.high
        found.append(one.rating - other.rating)
        doubt = np.hypot(one.high - one.rating, other.high - other.rating)
        held += abs(found[-1] - truth) <= doubt
    assert np.mean(found) == pytest.approx(truth, abs=30)
    assert held >= 36


def test_the_order_of_the_games_does_not_matter_much() -> None:
    wins, losses = [(0, 1, 1.0)] * 60, [(0, 1, -1.0)] * 40
    first = rate_bots(2, [*wins, *losses])[0].rating
    last = rate_bots(2, [*losses, *wins])[0].rating
    assert first == pytest.approx(last, abs=25)


def test_draws_keep_ratings_together() -> None:
    one, other = rate_bots(2, [(0, 1, 0.0)] * 50)
    assert one.rating == pytest.approx(other.rating, abs=5)


@pytest.mark.parametrize(
    ("bots", "games", "message"),
    [
        (["greedy"], 4, "a single bot has nobody to play"),
        (["greedy", "greedy"], 4, "'greedy' is named twice"),
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
