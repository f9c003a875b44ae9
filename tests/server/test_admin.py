"""`spielzug admin`: managing a host's tables while the server runs."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.helpers import FRIEND, GAME, ME, RANDOM, Device, Running, play_out, running, wait_for
from server.raw_rows import change
from spielzug.cli.app import app
from spielzug.core.errors import UsageError
from spielzug.core.records import load_record
from spielzug.games import get_game

ON_BOTH = True


def admin(private_server: Running | Path, *words: str) -> Any:
    where = (
        private_server
        if isinstance(private_server, Path)
        else private_server.services.settings.database
    )
    return CliRunner().invoke(app, ["admin", *words], env={"SPIELZUG_DATABASE": str(where)})


def done(private_server: Running | Path, *words: str) -> str:
    found = admin(private_server, *words)
    assert found.exit_code == 0, (found.output, found.exception)
    return str(found.stdout)


def refused(private_server: Running | Path, *words: str) -> str:
    found = admin(private_server, *words)
    assert isinstance(found.exception, UsageError), (found.output, found.exception)
    return str(found.exception)


def finished(device: Device) -> Any:
    table = device.table(ME, RANDOM, turn_limit=3)
    return play_out(device, table)


def test_tables_are_listed_with_filters(server: Running) -> None:
    device = server.device()
    waiting, over = device.table(ME, FRIEND), finished(device)
    listed = json.loads(done(server, "tables", "--json"))
    by_id = {row["id"]: row for row in listed}
    assert by_id[waiting["id"]]["status"] == "waiting"
    assert by_id[over["id"]]["status"] == "over"
    assert by_id[over["id"]]["seats"][0]["name"] == "Anna"
    running_only = json.loads(done(server, "tables", "--status", "waiting", "--json"))
    assert {row["status"] for row in running_only} == {"waiting"}
    assert json.loads(done(server, "tables", "--older-than", "1", "--json")) == []
    assert json.loads(done(server, "tables", "--game", "trains", "--json")) == []
    assert waiting["id"] in done(server, "tables")
    assert "more than these 1" in admin(server, "tables", "--limit", "1").stderr
    assert "--status open: use waiting, running or over" in refused(
        server, "tables", "--status", "open"
    )


def test_a_table_that_cannot_be_opened_is_told_to_the_host(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as server:
        device = server.device()
        table, fine = (device.table(ME, FRIEND)["id"] for _ in range(2))
        cookie = device.cookie
    change(database, "UPDATE game_table SET rules_version = 99 WHERE id = ?", table)
    with running(database) as server:
        device = server.device(Cookie=cookie)
        for _ in range(2):
            assert device.get(f"tables/{table}", 409)["code"] == "other_rules"
        assert device.get(f"tables/{fine}")["id"] == fine
    (line,) = [r.getMessage() for r in caplog.records if "cannot be opened" in r.getMessage()]
    assert line.startswith(f"table {table[:6]}… cannot be opened: ")
    assert "version 99 of the rules" in line
    listed = {row["id"]: row["trouble"] for row in json.loads(done(database, "tables", "--json"))}
    assert listed[fine] is None and listed[table] in line
    assert done(database, "tables").count("cannot be opened: ") == 1


def test_a_record_is_exported_and_can_be_read(server: Running, tmp_path: Path) -> None:
    device = server.device()
    over, still = finished(device), device.table(ME, RANDOM)
    file = Path(done(server, "export", over["id"], "--out", str(tmp_path)).strip())
    match = load_record(file, get_game)
    assert match.game.name == GAME
    assert match.outcome is not None
    assert "is not over" in refused(server, "export", still["id"], "--out", str(tmp_path))
    assert "there is no folder" in refused(
        server, "export", over["id"], "--out", str(tmp_path / "x")
    )


def test_a_game_that_the_host_ends_is_over_for_everybody_who_looks(server: Running) -> None:
    device = server.device()
    table = device.table(ME, {**ME, "name": "Berta"})
    with device.live(table["id"], lang="en") as live:
        live.kind("table")
        done(server, "close", table["id"], "--reason", "the club closes at ten", "--yes")
        told = live.until(lambda m: m["type"] == "table" and m["status"] == "over")
        wanted = "ended by the server’s host: the club closes at ten"
        assert told["outcome"]["reason_text"] == wanted
    now = device.get(f"tables/{table['id']}", lang="de")
    assert now["outcome"]["reason_text"].startswith("vom Betreiber des Servers beendet: the club")
    assert now["outcome"]["reason"] == "abandoned"
    decide = {"number": now["number"], "seat": 0, "action": 0}
    device.post(f"tables/{table['id']}/decide", decide, 409)
    assert "over" in refused(server, "close", table["id"], "--yes")


def test_one_that_waits_for_people_can_be_ended_too(server: Running) -> None:
    device = server.device()
    table = device.table(ME, FRIEND)
    with device.live(table["id"], lang="en") as live:
        live.kind("table")
        done(server, "close", table["id"], "--yes")
        told = live.until(lambda m: m["type"] == "table" and m["status"] == "over")
        assert told["outcome"]["reason_text"] == "ended by the server’s host"


def test_only_what_is_over_is_deleted_and_only_when_asked(server: Running) -> None:
    device = server.device()
    over, still = finished(device), device.table(ME, RANDOM)
    assert "add --yes" in refused(server, "delete", over["id"])
    assert device.get(f"tables/{over['id']}")["status"] == "over"
    assert "is not over; end it first" in refused(server, "delete", still["id"], "--yes")
    done(server, "delete", over["id"], "--yes")
    wait_for(lambda: device.http.get(f"/api/tables/{over['id']}").status_code == 404)
    assert f"there is no table {over['id']}" in refused(server, "delete", over["id"], "--yes")


def test_a_table_is_found_by_how_its_name_begins(server: Running) -> None:
    device = server.device()
    table = device.table(ME, FRIEND)
    done(server, "close", table["id"][:8] + "…", "--yes")  # as a log shows it
    wait_for(lambda: device.get(f"tables/{table['id']}")["status"] == "over")
    assert "there is no table -zzzzzz" in refused(server, "close", "-zzzzzz", "--yes")
    assert "there is no table --zzzzz" in refused(server, "export", "--zzzzz")
    assert "at least 4 letters" in refused(server, "close", "abc", "--yes")
    assert "there is no table zzzzzz" in refused(server, "close", "zzzzzz", "--yes")


def test_everything_that_was_done_is_noted(server: Running) -> None:
    device = server.device()
    table = device.table(ME, FRIEND)
    done(server, "close", table["id"], "--reason", "a test", "--yes")
    done(server, "delete", table["id"], "--yes")
    audit_log = [
        row for row in json.loads(done(server, "log", "--json")) if row["table_id"] == table["id"]
    ]
    assert [(row["what"], row["note"]) for row in audit_log] == [
        ("delete", None),
        ("close", "a test"),
    ]
    assert all(row["who"] for row in audit_log)
    assert f"close {table['id']} a test" in done(server, "log")


def test_old_tables_are_pruned_at_once_and_only_then(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as private_server:
        device = private_server.device()
        old, new = device.table(ME, FRIEND)["id"], device.table(ME, FRIEND)["id"]
    with sqlite3.connect(database) as file:
        file.execute("UPDATE game_table SET updated = updated - 15 * 86400 WHERE id = ?", (old,))
    file.close()
    told = done(database, "prune", "--dry-run")
    assert "waiting, bots only or never dealt, older than 14 days: 1" in told
    assert len(json.loads(done(database, "tables", "--json"))) == 2
    assert "add --yes" in refused(database, "prune")
    assert "Deleted 1 table." in done(database, "prune", "--yes")
    assert [row["id"] for row in json.loads(done(database, "tables", "--json"))] == [new]
    assert "deleted" not in done(database, "prune", "--yes", "--keep", "waiting=0")
    assert json.loads(done(database, "log", "--json"))[0]["note"] == "1 tables"


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    assert "there is no database" in refused(tmp_path / "none.sqlite3", "tables")
    assert not (tmp_path / "none.sqlite3").exists()


def test_a_decision_in_the_same_moment_is_not_lost(tmp_path: Path) -> None:
    """The server has the table in memory and has not noticed yet: its next decision is refused."""
    with running(tmp_path / "t.sqlite3") as private_server:
        device = private_server.device()
        table = device.table(ME, {**ME, "name": "Berta"})
        path = f"tables/{table['id']}"
        now = device.get(path)
        done(private_server, "close", table["id"], "--yes")
        wanted = {"number": now["number"], "seat": now["seat"]}
        action = now["choices"][0]["action"]
        answer = device.http.post(f"/api/{path}/decide", json={**wanted, "action": action})
        assert (answer.status_code, answer.json()["code"]) == (409, "too_late")
        assert device.get(path)["status"] == "over"


@pytest.mark.slow
def test_a_name_is_removed_by_the_host(server: Running) -> None:
    device = server.device()
    table = finished(device)["id"]
    path = f"tables/{table}"
    assert "Anna" in device.get(f"{path}/record")
    assert "removed" in done(server, "forget-name", table, "1", "--yes")
    assert "no name" in done(server, "forget-name", table, "1", "--yes")
    wait_for(lambda: device.get(path)["seats"][0]["name"] == "Guest")
    assert "Anna" not in device.get(f"{path}/record")
    assert device.get(f"{path}/proof")["word"]["ok"] is True
    assert "forget-name" in done(server, "log")
    running_one = device.table(ME, RANDOM, first=1)["id"]
    assert "still running" in refused(server, "forget-name", running_one, "1", "--yes").lower()
    assert "seat" in refused(server, "forget-name", table, "9", "--yes").lower()
