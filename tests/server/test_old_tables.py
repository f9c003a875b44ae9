"""Tables of before start lists: a running one goes on as it began, a waiting one begins anew."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from server.helpers import Device, Json, play_out, running
from server.old_databases import first_table, write_first
from spielzug.core.luck import EntryLuck
from spielzug.core.records import read_record
from spielzug.games import get_game
from spielzug.server.store.schema import SCHEMA_VERSION
from spielzug.server.tables.table import Table


def old_file(path: Path) -> tuple[str, Table, Table]:
    """The cookie of a device, and its two tables: one running, one waiting."""
    with running(path) as server:
        device = server.device()
        device.get("mine")
        name = server.services.identity.device_of(device.cookie)
        assert name is not None
        cookie = device.cookie
    dealt, waiting = first_table(name), first_table(name, dealt=False)
    dealt.decide(name, 1, 0, dealt.played().legal[0], "en")
    write_first(path, dealt, waiting)
    return cookie, dealt, waiting


@pytest.mark.slow
def test_a_running_table_keeps_its_luck_and_its_record(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    cookie, dealt, _ = old_file(path)
    with running(path) as server:
        device = server.device(Cookie=cookie)
        now: Json = device.get(f"tables/{dealt.id}")
        assert (now["status"], now["number"], now["hash_needed"]) == ("running", 2, False)
        assert now["start"]["text"] is None
        play_out(device, now)
    with running(path) as server:  # and once more from the file
        device = server.device(Cookie=cookie)
        record = device.get(f"tables/{dealt.id}/record")
        assert record.startswith("Spielzug record 1\n")
        match = read_record(record, get_game)
        assert match.luck == EntryLuck(dealt.secret, ("00112233",))
        proof = device.get(f"tables/{dealt.id}/proof")
        assert (proof["format"], proof["start"], proof["keys"]) == (1, None, [])
        assert proof["word"]["ok"]
    with sqlite3.connect(path) as file:
        version = file.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    file.close()
    assert version == (str(SCHEMA_VERSION),)


@pytest.mark.slow
def test_a_waiting_table_begins_as_tables_begin_now(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    cookie, _, waiting = old_file(path)
    with running(path) as server:
        anna, berta = server.device(Cookie=cookie), server.device()
        now = anna.get(f"tables/{waiting.id}")
        assert (now["status"], now["hash_needed"]) == ("waiting", True)
        assert now["commitment"] == waiting.secret.commitment  # the promise still holds
        anna.attend(now)
        told = berta.join(now["seats"][1]["invitation"], "Berta")
        assert told["status"] == "running"
        assert "Device 2: seats 2" in told["start"]["text"]
        assert (
            hashlib.sha256(told["start"]["text"].encode()).hexdigest()
            == (told["start"]["fingerprint"])
        )
        _over_with_format_2(anna, waiting.id)


def _over_with_format_2(anna: Device, table: str) -> None:
    anna.post(f"tables/{table}/abandon")
    assert anna.get(f"tables/{table}/record").startswith("Spielzug record 2\n")
    assert anna.get(f"tables/{table}/proof")["word"]["ok"]
