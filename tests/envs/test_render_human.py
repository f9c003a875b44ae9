"""render_mode "human": an environment's game shown in the browser."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from pettingzoo.test import render_test

from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.envs import pettingzoo, render
from spielzug.envs.gymnasium import SeatEnv
from spielzug.games import all_games

GAMES = all_games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser would have been opened with."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    monkeypatch.setattr(render, "FRAMES_PER_SECOND", 1000)
    return addresses


@pytest.fixture
def env(game_of_trains: Game, opened: list[str]) -> Iterator[Any]:
    made = pettingzoo.raw_env(game_of_trains, options={"turn_limit": 3}, render_mode="human")
    yield made
    made.close()


def looked_at(address: str) -> dict[str, Any]:
    """What a spectator's browser is told of the table at this address."""
    server, table = address.split("/#/t/")
    with urllib.request.urlopen(f"{server}/api/tables/{table}?lang=en") as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def same_as_in_the_browser(env: Any, address: str) -> dict[str, Any]:
    told = looked_at(address)
    seen = env.table.position.seen(-1)
    assert told["view"] == json.loads(json.dumps(seen.view))
    return told


@pytest.mark.slow
@every_game
def test_the_render_test_passes_in_all_modes(game: Game, opened: list[str]) -> None:
    modes = []

    def made(render_mode: str) -> Any:
        modes.append(render_mode)
        return pettingzoo.env(game, render_mode=render_mode)

    render_test(made)
    assert modes == ["human", "ansi", "rgb_array", "human"]  # the first is thrown away at once
    assert len(opened) == 1


@pytest.mark.slow
def test_the_browser_shows_the_very_game_of_the_environment(env: Any, opened: list[str]) -> None:
    env.reset(seed=7)
    assert len(opened) == 1
    same_as_in_the_browser(env, opened[0])
    for _ in range(6):
        env.step(env.table.legal[-1])
        told = same_as_in_the_browser(env, opened[0])
    assert [seat["name"] for seat in told["seats"]] == ["seat_0", "seat_1"]
    assert told["status"] == "running"
    assert told["commitment"] == ""  # the luck of a seed is nobody's promise


@pytest.mark.slow
def test_the_next_game_is_found_from_the_last(env: Any, opened: list[str]) -> None:
    env.reset(seed=7)
    while not env.table.done:
        env.step(env.table.legal[0])
    assert looked_at(opened[0])["status"] == "over"
    env.reset()
    assert len(opened) == 1
    rematch = looked_at(opened[0])["rematch"]
    same_as_in_the_browser(env, f"{opened[0].split('/t/')[0]}/t/{rematch}")
    env.reset()  # the game before was not over: nobody would find the way
    assert len(opened) == 2
    same_as_in_the_browser(env, opened[1])


@pytest.mark.slow
def test_decisions_of_bots_are_shown_too(game_of_trains: Game, opened: list[str]) -> None:
    env = SeatEnv(game_of_trains, seat=1, opponents="greedy", render_mode="human")
    try:
        env.reset(seed=3)
        for _ in range(5):
            env.step(env.table.legal[0])
        told = same_as_in_the_browser(env, opened[0])
        assert [seat["name"] for seat in told["seats"]] == ["greedy", "seat_1"]
    finally:
        env.close()


@pytest.mark.slow
def test_when_the_server_is_gone_somebody_is_told(env: Any) -> None:
    env.reset(seed=1)
    server = env._renderer._browser._server
    server.kill()
    server.wait()
    with pytest.raises(SpielzugError, match="the server that shows the game has stopped"):
        env.step(env.table.legal[0])
