"""Old return codes, contacts and admin log entries are deleted."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from server.helpers import FRIEND, ME, running, wait_for
from server.raw_rows import change, rows
from spielzug.cli.app import app
from spielzug.server.config.settings import Settings
from spielzug.server.ops import retention
from spielzug.server.ops.retention import DAY, Retention
from spielzug.server.store.store import Store


@pytest.fixture
def store(database: Path | str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setattr(retention, "PAUSE", 0.0)
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    made = Store(database)
    yield made
    made.close()


def clean(store: Store) -> int:
    tables: Any = None
    made = Retention(Settings(store.address), store, tables)
    return sum(asyncio.run(made.clean_rows()).values())


def insert(database: Path | str, table: str, **values: Any) -> None:
    marks = ", ".join("?" * len(values))
    change(
        database, f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", *values.values()
    )


def left(database: Path | str, table: str, key: str) -> list[Any]:
    return [one for (one,) in rows(database, f"SELECT {key} FROM {table} ORDER BY {key}")]


def days_ago(days: float) -> float:
    return time.time() - days * DAY


def code(database: Path | str, device: str, made: float, used: float | None = None) -> None:
    at = None if used is None else days_ago(used)
    insert(database, "way_back", device=device, hash=device, created=days_ago(made), used=at)


def contact(database: Path | str, name: str, **values: Any) -> None:
    known = {
        "id": name, "device": f"of {name}", "kind": "hook", "target": "https://example.org",
        "lang": "en", "created": days_ago(400), "confirmed": days_ago(400), "rest": 0.0,
        "claimed": 0.0,
    }  # fmt: skip
    insert(database, "contact", **{**known, **values})


def notice(database: Path | str, contact: str, number: int, done: float | None, fate: str) -> None:
    at = None if done is None else days_ago(done)
    insert(
        database, "notice", contact=contact, table_id="t", kind="turn", number=number,
        created=days_ago(20), due=days_ago(20), tried=6, here=False, done=at,
        fate=fate if done is not None else None,
    )  # fmt: skip


def admin(database: Path | str, *words: str) -> str:
    found = CliRunner().invoke(app, ["admin", *words], env={"SPIELZUG_DATABASE": str(database)})
    assert found.exit_code == 0, (found.output, found.exception)
    return str(found.stdout)


def test_a_return_code_is_kept_as_long_as_it_leads_anywhere(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as private_server:
        device = private_server.device()
        device.table(ME, FRIEND)
        device.post("way-back")
        (sits,) = left(database, "way_back", "device")
        change(database, "UPDATE way_back SET created = ?", days_ago(4000))
    for number in range(5):
        code(database, f"old {number}", 366)
    code(database, "new", 364)
    code(database, "used", 4000, used=364)
    code(database, "used long ago", 4000, used=366)
    store = Store(database)
    assert clean(store) == 6
    store.close()
    assert left(database, "way_back", "device") == sorted(["new", "used", sits])


def test_a_contact_goes_that_nobody_needs(store: Store) -> None:
    database = store.address
    contact(database, "never used")
    contact(database, "used last year", told=days_ago(366))
    contact(database, "used", told=days_ago(364))
    contact(database, "new", created=days_ago(3), confirmed=days_ago(3))
    contact(database, "about to be used")
    notice(database, "about to be used", 1, None, "")
    notice(database, "used last year", 1, 10, "passed")
    assert clean(store) == 2
    assert left(database, "contact", "id") == ["about to be used", "new", "used"]
    assert left(database, "notice", "contact") == ["about to be used"]


def test_whoever_still_plays_keeps_their_contacts(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    with running(database) as private_server:
        private_server.device().table(ME, FRIEND)
    (mine,) = rows(database, "SELECT device FROM seat WHERE device IS NOT NULL")[0]
    contact(database, "plays", device=mine)
    contact(database, "does not")
    store = Store(database)
    assert clean(store) == 1
    store.close()
    assert left(database, "contact", "id") == ["plays"]


def test_a_contact_goes_that_fails_for_a_week(store: Store) -> None:
    database = store.address
    failing: dict[str, Any] = {"trouble": "failed", "told": days_ago(20)}
    contact(database, "for a week", **failing)
    contact(database, "for a night", **failing)
    contact(database, "once, long ago", **failing)
    contact(database, "with one that arrived", trouble="failed", told=days_ago(5))
    contact(database, "well again", trouble=None, told=days_ago(0))
    for name in ("for a week", "with one that arrived", "well again"):
        notice(database, name, 1, 9, "given up: failed")
        notice(database, name, 2, 1, "given up: failed")
    notice(database, "for a night", 1, 0.5, "given up: failed")
    notice(database, "for a night", 2, 0.1, "given up: failed")
    notice(database, "once, long ago", 1, 13, "given up: failed")
    notice(database, "once, long ago", 2, 1, "passed")
    assert clean(store) == 1
    assert "for a week" not in left(database, "contact", "id")
    assert len(left(database, "contact", "id")) == 4


def test_deeds_are_forgotten_after_two_years(store: Store) -> None:
    for days in (729, 731, 800, 900):
        insert(store.address, "deed", at=days_ago(days), who="me", what="close", note=str(days))
    assert clean(store) == 3
    assert left(store.address, "deed", "note") == ["729"]


def test_the_server_does_it_with_the_tables(tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite3"
    Store(database).close()
    code(database, "old", 400)
    with running(database):
        wait_for(lambda: not left(database, "way_back", "device"))


def test_a_host_can_do_it_at_once(database: Path | str) -> None:
    Store(database).close()
    code(database, "old", 400)
    contact(database, "old")
    told = admin(database, "prune", "--dry-run")
    assert "return codes without tables, unused for 365 days: 1" in told
    assert "contacts unused for 365 days: 1" in told
    assert left(database, "way_back", "device") == ["old"]
    assert "Deleted 0 tables and 2 other rows." in admin(database, "prune", "--yes")
    assert left(database, "way_back", "device") == left(database, "contact", "id") == []
    assert json.loads(admin(database, "log", "--json"))[0]["note"] == "0 tables, 2 other rows"
