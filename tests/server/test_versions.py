"""A table keeps the rules version it started with: in the database, in play and in its proof."""

from __future__ import annotations

import pytest

from server.helpers import deal
from spielzug.core.records import read_record, write_record
from spielzug.server.tables.server_table import CLOCK, ServerTable, load_table
from spielzug.tables.errors import TableError
from spielzug.tables.proof import prove
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import seat_rows, table_row
from spielzug.tables.seats import Place
from spielzug.tables.table import OVER
from toys.toy import MORE_TURNS, NEWER_TOY, SOUND_TOY, TURNS

LENGTHS = {1: TURNS, 2: MORE_TURNS}


def stored(version: int) -> StoredTable:
    """A whole game by this version, as it lies in the file."""
    game = SOUND_TOY if version == 1 else NEWER_TOY  # the server of that time knew no other
    places = [Place("me", "Anna", device="a"), Place("local", "Bo", device="a")]
    table = ServerTable(game.ready(), game.options(), places, "a", 0, clock=CLOCK)
    deal(table)
    while table.status != OVER:
        table.decide("a", table.number, table.actor, table.played().legal[-1], "en")
    return StoredTable(table_row(table), seat_rows(table), table.take_changes().rows)


@pytest.mark.parametrize("version", LENGTHS)
def test_a_table_goes_on_by_the_rules_it_began_with(version: int) -> None:
    old = stored(version)
    assert old.table["rules_version"] == version
    table = load_table(old, NEWER_TOY.ready())
    assert table.version == table.played().version == version
    assert len(table.played().decisions) == LENGTHS[version]
    assert table_row(table) == old.table
    proof = prove(old, NEWER_TOY, "en")
    assert proof["word"]["ok"] is True
    record = write_record(table.played())
    assert f"Rules: {version}\n" in record
    assert read_record(record, lambda _: NEWER_TOY).version == version


def test_rules_of_the_future_are_refused() -> None:
    newer = stored(2)
    with pytest.raises(TableError, match="other_rules") as refused:
        load_table(newer, SOUND_TOY.ready())
    assert "version 2 of the rules, but this server has version 1" in refused.value.say("en")
