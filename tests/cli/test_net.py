"""`spielzug net`: a net's card in words, and whether the net fits a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bots.random_net import random_net
from spielzug.bots import names
from spielzug.bots.net import player
from spielzug.bots.net.file import Strength
from spielzug.cli.app import app
from spielzug.cli.terminal import Terminal, new_match
from spielzug.core.errors import DataError, UsageError
from spielzug.games import get_game

SMALL = (32, 16, 16)
GAME = get_game("zwergenzugfahrt")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["net", *map(str, arguments)])


def test_the_card_is_told_in_words(tmp_path: Path) -> None:
    strength = Strength(
        against="greedy", games=1000, rate=0.975, low=0.96, high=0.984, luck_off=True, seats=2
    )
    random_net(GAME, tmp_path, sizes=SMALL, strength=[strength])
    file = tmp_path / "random-1.safetensors"
    said = run("zwergenzugfahrt", file).output
    assert f"{file}: a net for zwergenzugfahrt, 0.0" in said
    assert "layers of 32, 16, 16" in said
    assert "rules version 1, the set shipped-1 (" in said
    assert "against greedy: 97.5% (96.0% – 98.4%) of 1,000 games with 2 seats, adjusted for" in said
    assert f"It fits. To try it: spielzug arena zwergenzugfahrt --bots net:{file},club" in said
    found = json.loads(run("zwergenzugfahrt", file, "--json").output)
    assert found["fits"] is True
    assert found["made"]["command"] == "by lot"
    assert found["strength"][0]["rate"] == 0.975


def test_a_net_that_does_not_fit_is_shown_with_why(tmp_path: Path) -> None:
    random_net(GAME, tmp_path, sizes=SMALL, rules_version=7)
    file = tmp_path / "random-1.safetensors"
    assert "It does not fit: random-1.safetensors was trained on rules version 7" in run(
        "zwergenzugfahrt", file
    ).output  # fmt: skip
    assert "It does not fit: random-1.safetensors: a net for 'zwergenzugfahrt'" in run(
        "trains", file
    ).output  # fmt: skip
    assert json.loads(run("trains", file, "--json").output)["fits"] is False


def test_what_is_no_net_is_an_error(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("hello")
    assert isinstance(run("trains", other).exception, DataError)
    assert isinstance(run("chess").exception, UsageError)


def test_a_net_at_the_terminal_must_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "shipped_path", lambda _: None)
    player._shipped.cache_clear()
    match = new_match(GAME, ["me", "net"], "1", GAME.options(), "en")
    with pytest.raises(UsageError, match="no net ships with zwergenzugfahrt. The levels can"):
        Terminal(match, "en", None)
    player._shipped.cache_clear()


def test_a_card_cannot_steer_a_terminal(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can be printed"):
        random_net(GAME, tmp_path, sizes=SMALL, notes="\x1b[2J")
    with pytest.raises(ValueError, match="single line"):
        random_net(GAME, tmp_path, sizes=SMALL, set={"name": "a\nb", "digest": ""})


def test_a_net_of_ones_own_sits_at_the_table(tmp_path: Path) -> None:
    game = get_game("zwergenzugfahrt")
    random_net(game, tmp_path, sizes=(32, 16, 16))
    bot = f"net:{tmp_path / 'random-1.safetensors'}"
    record = tmp_path / "game.txt"
    match = new_match(game, [bot, "random"], "own net", game.options(), "en")
    Terminal(match, "en", record, programs={0: bot}).run()
    assert match.over
    assert "net-file" in record.read_text() and str(tmp_path) not in record.read_text()
    with pytest.raises(UsageError, match="that the record does not name"):
        Terminal(match, "en", record)
