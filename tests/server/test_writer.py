"""The writer thread: it combines writes, falls back to single ones, and reports what is saved."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from server.helpers import deal
from server.raw_rows import rows
from spielzug.server.cluster.bus import Bus, Note
from spielzug.server.store import schema, sql, writer
from spielzug.server.store.store import Store
from spielzug.server.tables.server_table import CLOCK, ServerTable, load_table
from spielzug.server.tables.transactions import opening, writing
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import table_row
from spielzug.tables.seats import Place
from toys.toy import SOUND_TOY


@pytest.fixture
def store(database: Path | str) -> Iterator[Store]:
    made = Store(database)
    yield made
    made.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    """For what only SQLite can be told to do."""
    made = Store(tmp_path / "t.sqlite3")
    yield made
    made.close()


def insert(key: str, size: int = 1) -> Callable[[Connection], str]:
    def work(connection: Connection) -> str:
        connection.execute(sa.insert(schema.meta), {"key": key, "value": "." * size})
        return key

    return work


def there(store: Store) -> set[str]:
    found = {key for (key,) in rows(store.address, "SELECT key FROM meta")}
    return found - {"schema_version", "signing_key"}


def all_of(store: Store, *works: Callable[[Connection], Any]) -> list[Any]:
    """All at once: the first may travel alone, the others wait for it together."""

    async def write() -> list[Any]:
        return await asyncio.gather(*map(store.write, works), return_exceptions=True)

    return asyncio.run(write())


def test_many_decisions_are_one_transaction_and_wake_the_loop_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    honest = writer._tell

    keys = [f"k{number}" for number in range(100)]

    def count(done: list[writer.Done]) -> None:
        if mine := sum(value in keys for _, value, _ in done):  # a server beside writes, too
            groups.append(mine)
        honest(done)

    monkeypatch.setattr(writer, "_tell", count)
    assert all_of(store, *map(insert, keys)) == keys
    assert sum(groups) == 100
    assert len(groups) <= 3
    assert there(store) == set(keys)


def test_nothing_is_acknowledged_before_it_is_on_the_disk(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection sees it when the one who waits is told."""
    keys = [f"k{number}" for number in range(50)]
    seen: list[bool] = []
    honest = writer._answer

    def look(done: Any) -> None:
        written = [value for _, value, _ in done if value in keys]  # a server beside writes, too
        seen.extend(value in there(store) for value in written)
        honest(done)

    monkeypatch.setattr(writer, "_answer", look)
    all_of(store, *map(insert, keys))
    assert seen == [True] * 50


def test_one_that_fails_takes_no_other_with_it(store: Store) -> None:
    def fails(connection: Connection) -> None:
        insert("half")(connection)
        raise ValueError("in the middle")

    answers = all_of(store, insert("a"), insert("b"), fails, insert("a"), insert("c"))
    assert answers[:2] == ["a", "b"]
    assert isinstance(answers[2], ValueError)
    assert isinstance(answers[3], sa.exc.IntegrityError)
    assert answers[4] == "c"
    assert there(store) == {"a", "b", "c"}


def test_a_full_disk_refuses_only_what_is_not_there(file: Store) -> None:
    """What is small still finds room beside what is too large, though they came together."""

    def limit(pages: int) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        return work

    all_of(file, limit(1))
    works = [insert("small"), insert("large", 10_000_000), insert("tiny")]
    small, large, tiny = all_of(file, *works)
    assert (small, tiny) == ("small", "tiny")
    assert isinstance(large, sa.exc.OperationalError)
    assert "full" in str(large)
    assert there(file) == {"small", "tiny"}
    all_of(file, limit(1_000_000))
    assert all_of(file, insert("large", 10_000_000)) == ["large"]


def test_a_commit_that_fails_is_told_to_everybody_and_leaves_nothing(file: Store) -> None:
    """The check of foreign keys can be put off to the very end of a transaction."""

    def orphan(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        seat = {"table_id": "none", "number": 0, "kind": "me", "name": "A", "player": "human"}
        connection.execute(sa.insert(schema.seat), seat)

    answers = all_of(file, insert("a"), orphan, insert("b"))
    assert (answers[0], answers[2]) == ("a", "b")
    assert isinstance(answers[1], sa.exc.IntegrityError)
    assert there(file) == {"a", "b"}


def test_whoever_goes_away_stops_nobody(store: Store) -> None:
    async def leave() -> str:
        waiting = asyncio.create_task(store.write(insert("gone")))
        await asyncio.sleep(0)
        waiting.cancel()
        return await store.write(insert("stays"))

    assert asyncio.run(leave()) == "stays"
    assert there(store) == {"gone", "stays"}


# -- many decisions with the same statements -----------------------------------------------------


class CountingBus(Bus):
    """Remembers how many notes were written at once."""

    shared = True

    def __init__(self) -> None:
        self.together: list[int] = []

    def write_all(self, connection: Connection, notes: Sequence[Note]) -> None:
        self.together.append(len(notes))


def dealt_tables(store: Store, count: int) -> list[ServerTable]:
    places = [Place("me", "Anna", device="a"), Place("local", "Bo", device="a")]
    game = SOUND_TOY.ready()
    tables = [
        ServerTable(game, game.options(), [copy(place) for place in places], "a", 0, clock=CLOCK)
        for _ in range(count)
    ]
    for table in tables:
        deal(table)
        asyncio.run(store.write(opening(table, table.take_changes(), Bus())))
    return tables


def together(store: Store, works: Sequence[Callable[[Connection], Any]]) -> list[Any]:
    """All in one transaction: they come while another one is being written."""

    async def write() -> list[Any]:
        begun, over = threading.Event(), threading.Event()

        def hold_on(_: Connection) -> None:
            begun.set()
            over.wait()

        first = asyncio.create_task(store.write(hold_on))
        await asyncio.to_thread(begun.wait)
        others = [asyncio.create_task(store.write(work)) for work in works]
        await asyncio.sleep(0)
        over.set()
        await first
        return await asyncio.gather(*others, return_exceptions=True)

    return asyncio.run(write())


def decision(table: ServerTable, bus: Bus) -> Callable[[Connection], None]:
    """The work that saves one more decision at the table."""
    table.decide("a", table.number, table.actor, table.played().legal[0], "en")
    return writing(table, table.take_changes(), bus, None)


def saved(store: Store, table: ServerTable) -> StoredTable:
    with store._database.reading() as connection:
        found = sql.load(connection, table.id)
    assert found is not None
    return found


def test_decisions_that_wait_together_are_saved_with_the_same_statements(store: Store) -> None:
    tables, bus = dealt_tables(store, 40), CountingBus()
    for _ in range(2):
        works = [decision(table, bus) for table in tables]
        bus.together.clear()
        assert together(store, works) == [None] * 40
        assert bus.together == [40]
        for table in tables:
            table.revision += 1
            found = saved(store, table)
            assert len(found.entries) == table.number
            assert found.table == table_row(table)
            assert load_table(found, SOUND_TOY).played().log == table.played().log


def test_a_decision_that_comes_too_late_fails_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has written one of the tables: the others are saved, in one transaction."""
    tables, bus = dealt_tables(store, 5), CountingBus()
    begun: list[Connection] = []
    honest = store._database.begin

    def begin(connection: Connection) -> int | None:
        begun.append(connection)
        return honest(connection)

    monkeypatch.setattr(store._database, "begin", begin)
    tables[2].revision += 7
    works = [decision(table, bus) for table in tables]
    answers = together(store, works)
    # What went before, all of them at once, one after the other, and then without it, and it alone.
    assert len(begun) == 5
    assert isinstance(answers.pop(2), sql.Conflict)
    assert answers == [None] * 4
    for table in tables:
        late = table is tables[2]
        assert len(saved(store, table).entries) == table.number - late


def test_a_decision_whose_number_is_taken_fails_alone(store: Store) -> None:
    tables, bus = dealt_tables(store, 3), CountingBus()
    works = [decision(table, bus) for table in tables]
    with store._database.setup_transaction() as connection:
        sql._insert_entries(connection, [{**saved(store, tables[0]).entries[0], "number": 1}])
    answers = together(store, works)
    assert isinstance(answers[0], sa.exc.IntegrityError)
    assert answers[1:] == [None, None]
    assert [saved(store, table).table["revision"] for table in tables] == [0, 1, 1]


def test_a_decision_that_is_tried_again_is_not_saved_twice(store: Store) -> None:
    """As after a lost connection, when nobody knows whether it was saved."""
    tables, bus = dealt_tables(store, 3), CountingBus()
    works = [decision(table, bus) for table in tables]
    for _ in range(2):
        assert together(store, works) == [None] * 3
    assert [len(saved(store, table).entries) for table in tables] == [2, 2, 2]
