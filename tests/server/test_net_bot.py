"""The net as a bot: offered where one ships, rejected for options that it has not learned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.random_net import random_net
from server.helpers import FRIEND, ME, Device
from spielzug.bots import BOTS, NET_RANKED_AFTER, bots_for, names
from spielzug.bots.names import GameTerms
from spielzug.bots.net import player
from spielzug.games import NAMES, get_game
from spielzug.tables.catalogue import all_bots
from spielzug.tables.errors import TableError
from spielzug.tables.opening import check_bot

GAME = get_game("zwergenzugfahrt")
NET = {"kind": "bot", "bot": "net"}


@pytest.fixture(autouse=True)
def _shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One game ships with a net, the others with none."""
    random_net(GAME, tmp_path, sizes=(32, 16, 16))
    path = tmp_path / "random-1.safetensors"
    monkeypatch.setattr(names, "shipped_path", lambda name: path if name == GAME.name else None)
    player._shipped.cache_clear()
    yield
    player._shipped.cache_clear()


def test_a_net_is_offered_by_the_games_that_ship_with_one(anna: Device) -> None:
    told = {bot["name"]: bot for bot in anna.get("bots")}
    assert told["net"]["games"] == [GAME.name]
    assert told["casual"]["games"] == NAMES
    names = list(told)
    assert names[names.index(NET_RANKED_AFTER) + 1] == "net"
    assert bots_for("trains") == BOTS
    assert {bot["name"] for bot in all_bots()} == {*BOTS, "net"}


def test_a_net_takes_a_seat(anna: Device) -> None:
    table = anna.open({"game": GAME.name, "seats": [ME, FRIEND]})
    anna.post(f"tables/{table['id']}/fill", {"seat": 1, "bot": "net"})
    assert anna.get(f"tables/{table['id']}")["seats"][1]["player"] == "net"


def test_a_game_without_a_net_knows_no_such_bot(anna: Device) -> None:
    answer = anna.post("tables", {"game": "trains", "seats": [ME, NET]}, 422)
    assert answer["code"] == "no_bot"


def test_a_net_that_has_not_learned_the_cards_or_rules_is_refused() -> None:
    assert GAME.sets is not None
    mine = GAME.sets.add(GAME.sets.shipped_text().replace("name: shipped-1", "name: mine", 1))
    usual = GameTerms(GAME, GAME.options(), 2, GAME.rules_version)
    assert check_bot("net", usual) == "net"
    for terms in (usual._replace(options=GAME.options(set=mine.number)), usual._replace(version=7)):
        with pytest.raises(TableError) as caught:
            check_bot("net", terms)
        assert caught.value.code == "net_misfit"
        assert check_bot("expert", terms) == "expert"
