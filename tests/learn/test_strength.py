"""The strength of a net, measured as the lab measures bots. Needs no torch."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.random_net import random_net
from spielzug.bots.clock import Stop
from spielzug.core.errors import UsageError
from spielzug.core.game import Game
from spielzug.lab.play.workers import Threads
from spielzug.learn.strength import Gauge, Rival


def gauge(game: Game, games: int) -> Gauge:
    return Gauge(game, 2, game.options(**game.simulation), games, "measured")


def test_a_net_that_knows_nothing_loses(game_of_trains: Game, tmp_path: Path) -> None:
    net = tmp_path / random_net(game_of_trains, tmp_path).source
    rivals = (Rival("greedy", "greedy"), Rival("the quick one", "policy"))
    done: list[int] = []
    with Threads(1) as pool:
        found = gauge(game_of_trains, 8).measure(net, rivals, pool, Stop(), done.append)
    assert [(score.against, score.games) for score in found] == [
        ("greedy", 8), ("the quick one", 8),
    ]  # fmt: skip
    assert all(score.seats == 2 and score.rate < 0.2 and score.high < 0.5 for score in found)
    assert sum(done) == 16


def test_what_is_stopped_at_once_tells_nothing(game_of_trains: Game, tmp_path: Path) -> None:
    net, stop = tmp_path / random_net(game_of_trains, tmp_path).source, Stop()
    stop.set()
    with Threads(1) as pool:
        found = gauge(game_of_trains, 12).measure(net, [Rival("greedy", "greedy")], pool, stop)
    assert found == []


def test_a_rival_that_is_not_there_is_refused(game_of_trains: Game, tmp_path: Path) -> None:
    net = tmp_path / random_net(game_of_trains, tmp_path).source
    with Threads(1) as pool, pytest.raises(UsageError, match="no bot 'nobody'"):
        gauge(game_of_trains, 12).measure(net, [Rival("x", "nobody")], pool, Stop())
