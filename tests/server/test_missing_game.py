"""A table whose game is not there any more stays as it is, and everything else goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from server.helpers import FRIEND, GAME, ME, RANDOM, running


def rename_game(database: Path, name: str) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE game_table SET game = ?", (name,))


@pytest.mark.parametrize("seats", [(ME, RANDOM), (ME, FRIEND)], ids=["running", "waiting"])
def test_a_table_of_a_game_that_is_not_there_says_so(
    tmp_path: Path, seats: tuple[dict[str, str], ...]
) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database, open_lobby=True) as server:
        device = server.device()
        wanted = {"game": GAME, "seats": list(seats), "pace": 0, "open": FRIEND in seats}
        table = device.open(wanted)
        cookie = device.cookie
    rename_game(database, "last_train")
    with running(database, open_lobby=True) as server:
        device = server.device()
        device.http.cookies.set(*cookie.split("=", 1))
        problem = device.get(f"tables/{table['id']}", 422)
        assert problem["code"] == "no_game"
        assert problem["detail"] == "There is no game called “last_train” here."
        for path in ("mine", "open", "games"):
            device.get(path)
        assert device.table(ME, RANDOM)["status"] == "running"
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE game_table SET game = ? WHERE id = ?", (GAME, table["id"]))
    with running(database, open_lobby=True) as server:
        device = server.device()
        device.http.cookies.set(*cookie.split("=", 1))
        assert device.get(f"tables/{table['id']}")["status"] == table["status"]
