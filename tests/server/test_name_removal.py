"""Removing a name from finished games: everywhere it was shown, and in the database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from server.conftest import KINDS, serving
from server.helpers import FRIEND, ME, Device, Json, Running, play_out
from spielzug.cli.app import app
from spielzug.core.errors import RecordError
from spielzug.core.luck import list_fingerprint
from spielzug.core.records import read_record
from spielzug.games import get_game
from spielzug.server.store.schema import game_table, seat

LOCAL: Json = {"kind": "local", "name": "Bosco"}


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    with serving(request.param, tmp_path_factory) as made:
        yield made


def played(anna: Device, berta: Device | None = None) -> Json:
    """A finished game of Annabel and Bosco (at one device), or of Annabel and Berta."""
    seats = [{"kind": "me", "name": "Annabel"}, FRIEND if berta else LOCAL]
    table = anna.table(*seats, first=1, turn_limit=12)
    if berta is None:
        return play_out(anna, table)
    berta.join(table["seats"][1]["invitation"], "Berta")
    anna.post(f"tables/{table['id']}/abandon")
    found: Json = anna.get(f"tables/{table['id']}")
    return found


def everything(device: Device, table: str) -> str:
    """All that is told of a finished game."""
    path = f"tables/{table}"
    parts = [device.get(path), device.get("mine")["finished"], device.get(f"{path}/replay", seat=0)]
    parts += [device.get(f"{path}/proof"), device.get(f"{path}/record")]
    return " ".join(map(str, parts))


def rows_of(server: Running, table: str) -> str:
    def look(connection: sa.Connection) -> str:
        mine = connection.execute(sa.select(game_table).where(game_table.c.id == table)).all()
        seats = connection.execute(sa.select(seat).where(seat.c.table_id == table)).all()
        return f"{[*map(tuple, mine)]} {[*map(tuple, seats)]}"  # a row's own text is cut

    return asyncio.run(server.services.store.read(look))


@pytest.mark.slow
def test_it_is_gone_everywhere(server: Running, anna: Device) -> None:
    table = played(anna)["id"]
    before = everything(anna, table)
    assert "Annabel" in before
    assert "Annabel" in rows_of(server, table)
    assert anna.post(f"tables/{table}/forget-name", {"seat": 0}) == {"tables": 1}
    assert anna.post(f"tables/{table}/forget-name", {"seat": 0}) == {"tables": 0}
    after = everything(anna, table)
    assert "Annabel" not in after
    assert "Bosco" in after  # of others nothing is removed
    assert "Annabel" not in rows_of(server, table)
    assert len(re.findall(" salt ", rows_of(server, table))) == 1  # or the name could be guessed
    assert anna.get(f"tables/{table}", lang="de")["seats"][0]["name"] == "Gast"
    assert anna.get(f"tables/{table}/replay", lang="fr")["names"][0] == "Invité"


@pytest.mark.slow
def test_from_all_finished_games_at_once(anna: Device, berta: Device) -> None:
    first, second = played(anna)["id"], played(anna, berta)["id"]
    running = anna.table({"kind": "me", "name": "Annabel"}, LOCAL, first=1)["id"]
    assert anna.post("forget-names") == {"tables": 2}
    for table in (first, second):
        assert "Annabel" not in everything(anna, table)
    assert "Bosco" not in everything(anna, first)  # who played at this device
    assert "Berta" in everything(anna, second)
    assert anna.get(f"tables/{running}")["seats"][0]["name"] == "Annabel"
    assert anna.post("forget-names") == {"tables": 0}


@pytest.mark.slow
def test_luck_and_proof_stay_what_they_were(
    server: Running, anna: Device, berta: Device, tmp_path: Path
) -> None:
    finished = played(anna, berta)
    path = f"tables/{finished['id']}"
    kept, old = anna.get(path)["start"]["text"], anna.get(f"{path}/proof")
    record = anna.get(f"{path}/record")
    anna.post(f"{path}/forget-name", {"seat": 0})
    proof = anna.get(f"{path}/proof")
    assert proof["word"]["ok"] is True
    assert proof["keys"] == old["keys"]
    assert any("Names were removed" in step["text"] for step in proof["word"]["steps"])
    fingerprint = list_fingerprint(kept)
    assert re.search(r"^Seat 1: human removed [0-9a-f]{64}$", proof["start"], re.MULTILINE)
    assert anna.get(path)["start"]["fingerprint"] == fingerprint == list_fingerprint(proof["start"])
    new = anna.get(f"{path}/record")
    assert [line for line in new.split("\n\n")[1].split("\n") if not line.startswith("check")] == [
        line for line in record.split("\n\n")[1].split("\n") if not line.startswith("check")
    ]
    # Whoever kept the list can check it, by the program too; and nobody is fooled.
    game, list_ = tmp_path / "game.zug", tmp_path / "start.txt"
    game.write_text(new)
    list_.write_text(kept)
    right = CliRunner().invoke(app, ["check", str(game), "--list", str(list_)])
    assert right.exit_code == 0, right.output
    assert "names were removed later (seats: 1)" in right.output
    alone = CliRunner().invoke(app, ["check", str(game)])
    assert alone.exit_code == 0
    assert "names were removed (seats: 1); nothing else was changed" in alone.output
    list_.write_text(kept.replace("Annabel", "Annabelle"))
    other = CliRunner().invoke(app, ["check", str(game), "--list", str(list_)])
    assert other.exit_code == 1
    list_.write_text(kept.replace("Berta", "Bertha"))
    wrong = CliRunner().invoke(app, ["check", str(game), "--list", str(list_)])
    assert wrong.exit_code == 1


@pytest.mark.slow
def test_it_stays_gone_after_it_was_read_anew(tmp_path: Path) -> None:
    from server.helpers import running

    path = tmp_path / "t.sqlite3"
    with running(path) as server:
        anna = server.device()
        table = played(anna)["id"]
        anna.post("forget-names")
        cookie = anna.cookie
    with running(path) as server:
        again = server.device(Cookie=cookie)
        assert "Annabel" not in everything(again, table)
        assert again.get(f"tables/{table}/proof")["word"]["ok"] is True


def test_only_ones_own_and_only_when_it_is_over(anna: Device, berta: Device) -> None:
    table = anna.table(ME, LOCAL, first=1)["id"]
    refused = anna.post(f"tables/{table}/forget-name", {"seat": 0}, 409)
    assert refused["code"] == "still_running"
    over = played(anna, berta)["id"]
    refused = berta.post(f"tables/{over}/forget-name", {"seat": 0}, 403)
    assert refused["code"] == "not_your_seat"
    anna.post(f"tables/{over}/forget-name", {"seat": 7}, 404)


@pytest.mark.slow
def test_a_record_says_it_in_one_way_only(anna: Device) -> None:
    table = played(anna)["id"]
    anna.post("forget-names")
    text = anna.get(f"tables/{table}/record")
    read_record(text, get_game)
    line = next(line for line in text.split("\n") if line.startswith("Seat 1: human removed "))
    for wrong in ("removed", f"Removed {line.rpartition(' ')[2]}", f"{line.rpartition(' ')[2]}"):
        changed = text.replace(line, f"Seat 1: human {wrong}")
        with pytest.raises(RecordError):
            read_record(changed, get_game)
