"""After a restart, tables are as they were, without replaying their logs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, cast

import pytest

from server.helpers import GAME, ME, Device, Json, Running, deal, play_out, running
from server.raw_rows import rows
from spielzug.core.match import Match
from spielzug.core.memory import RecordMemory
from spielzug.core.packing import PackedLog
from spielzug.core.record_types import State
from spielzug.games import NAMES, get_game
from spielzug.server.tables.server_table import CLOCK, ServerTable, load_table
from spielzug.tables.errors import TableError
from spielzug.tables.proof import prove
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import seat_rows, table_row
from spielzug.tables.seats import Place
from spielzug.tables.table import OVER
from toys.toy import SOUND_TOY

LOCAL: Json = {"kind": "local", "name": "Bo"}


@contextmanager
def nothing_played(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes replaying any entry fail."""

    def refuse(*_: Any) -> Any:
        raise AssertionError("the log was played again")

    with monkeypatch.context() as patched:
        for name in ("play", "from_outside", "take_back"):
            patched.setattr(Match, name, refuse)
        yield


def back_again(server: Running, cookie: str) -> Device:
    """The same browser at the restarted server."""
    device = server.device()
    device.http.cookies.set(*cookie.split("=", 1))
    return device


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_people_are_back_without_playing_anything(
    database: Path | str, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with running(database) as server:
        device = server.device()
        seats = [ME, *[{"kind": "local"}] * (get_game(game).seats[0] - 1)]
        wanted = {"game": game, "seats": seats, "pace": 0}
        now = table = device.open(wanted)
        path = f"tables/{table['id']}"
        for turn in range(40):
            if now["status"] == "over":
                break
            choice = now["choices"][turn % len(now["choices"])]
            body = {"number": now["number"], "seat": now["seat"], "action": choice["action"]}
            device.post(f"{path}/decide", body)
            if turn % 7 == 3 and device.get(path, seat=now["seat"])["undo"]:
                device.post(f"{path}/undo", {"number": now["number"] + 1, "seat": now["seat"]})
            now = device.get(path)
        with device.live(table["id"], start=0) as live:
            told = [live.receive() for _ in range(now["number"] + 2)]
        cookie = device.cookie
    with running(database) as server, nothing_played(monkeypatch):
        device = back_again(server, cookie)
        again = device.get(path)
        now["invite_url_base"] = again["invite_url_base"]
        for seat in (*now["seats"], *again["seats"]):
            seat["away"] = None  # which begins anew
        assert again == now
        with device.live(table["id"], start=0) as live:
            assert [live.receive() for _ in told] == told
    with running(database) as server:  # and it goes on from there, once more and again
        device = back_again(server, cookie)
        if (now := device.get(path))["choices"]:
            body = {"number": now["number"], "seat": now["seat"]}
            body["action"] = now["choices"][0]["action"]
            device.post(f"{path}/decide", body)
            if (later := device.get(path, seat=now["seat"]))["undo"]:
                device.post(f"{path}/undo", {"number": later["number"], "seat": now["seat"]})
                back = device.get(path)
                assert (back["view"], back["choices"]) == (now["view"], now["choices"])
            device.post(f"{path}/abandon")
            assert device.get(f"{path}/proof")["word"]["ok"]


def test_only_positions_that_somebody_looks_at_are_unpacked(
    database: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(database) as server:
        device = server.device()
        over = play_out(device, device.table(ME, LOCAL, turn_limit=20))
        cookie = device.cookie
    looked: list[int] = []
    honest = PackedLog.memory

    def look(log: PackedLog, number: int) -> RecordMemory[State]:
        looked.append(number)
        return honest(log, number)

    monkeypatch.setattr(PackedLog, "memory", look)
    with running(database) as server:
        device = back_again(server, cookie)
        with device.live(over["id"], start=over["number"]) as live:
            live.kind("table")
    assert set(looked) <= {0, over["number"] - 1}


# -- damage --------------------------------------------------------------------------------------


def stored() -> StoredTable:
    places = [Place("me", "Anna", device="a"), Place("local", "Bo", device="a")]
    table = ServerTable(SOUND_TOY.ready(), SOUND_TOY.options(), places, "a", 0, clock=CLOCK)
    deal(table)
    while table.status != OVER:
        table.decide("a", table.number, table.actor, table.played().legal[-1], "en")
    return StoredTable(table_row(table), seat_rows(table), table.take_changes().rows)


def test_what_is_stored_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = stored()
    with nothing_played(monkeypatch):
        table = load_table(kept, SOUND_TOY)
        assert table_row(table) == kept.table
        assert len(table.positions) == len(kept.entries)
        assert table.played().outcome is not None


@pytest.mark.parametrize("column", ["told", "became"])
@pytest.mark.parametrize("number", [0, 1, -1])
def test_what_was_only_kept_to_be_quick_can_be_lost(
    column: Literal["told", "became"], number: int
) -> None:
    """Bytes that rot in it: the log is played again and leads to the same marks."""
    kept = stored()
    honest = load_table(kept, SOUND_TOY)
    row = kept.entries[number]
    whole = row[column]
    assert whole is not None
    row[column] = bytes((whole[0] ^ 1,)) + whole[1:] + b"?"
    table = load_table(kept, SOUND_TOY)
    assert table.played().log == honest.played().log
    assert table.positions == honest.positions
    assert prove(kept, SOUND_TOY, "en")["word"]["ok"]


@pytest.mark.parametrize(
    ("column", "value"),
    [("action", 0), ("seat", 1), ("digest", "x"), ("kind", "outside"), ("instead", "silent")],
)
@pytest.mark.parametrize("number", [1, -1])
def test_what_is_the_truth_cannot_be_changed(column: str, value: Any, number: int) -> None:
    kept = stored()
    row = cast("dict[str, object]", kept.entries[number])
    if row[column] == value:
        value = 1 - value
    row[column] = value
    with pytest.raises(TableError, match="damaged"):
        load_table(kept, SOUND_TOY)
    assert prove(kept, SOUND_TOY, "en")["word"]["ok"] is False


def test_an_entry_that_is_missing_is_missed() -> None:
    kept = stored()
    del kept.entries[2]
    with pytest.raises(TableError, match="damaged"):
        load_table(kept, SOUND_TOY)


def test_bytes_of_an_entry(database: Path | str) -> None:
    """A log with its positions stays small."""
    with running(database) as server:
        play_out(device := server.device(), device.table(ME, LOCAL, turn_limit=40))
    query = "SELECT avg(length(told) + length(became)), count(*) FROM entry"
    [(mean, count)] = rows(database, query)
    assert count > 40
    assert mean < 150, GAME
