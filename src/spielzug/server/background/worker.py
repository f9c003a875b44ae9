"""The process that computes background requests; it reads tables from the database itself.

A request is a line of JSON (see `queue.BackgroundRequest`). The answer is a line of JSON, followed
by `size` bytes; a problem has no bytes. The process ends when its input is closed.

    {"what": "replay", "table": …, "seat": -1, "lang": "en", "first": 0}
                            → {"size": 31234, "final": true, "name": ""}, 31,234 bytes (gzip)
                            → {"problem": [404, "no_table", null, {}]}
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import traceback
from collections import OrderedDict
from pathlib import Path

from pydantic_core import to_json
from sqlalchemy.exc import DBAPIError

from spielzug.bots.thinking.compilation import AT_TABLE
from spielzug.core.game import Game
from spielzug.games import get_game, load_set
from spielzug.review.answers import full_answer
from spielzug.review.records import FORMAT, review_from_text
from spielzug.server.background.queue import BackgroundRequest
from spielzug.server.config.settings import read_database
from spielzug.server.problems import Problem, table_problems, unreadable
from spielzug.server.store import sql
from spielzug.server.store.base import VARIABLE, wrap_driver_error
from spielzug.server.store.store import find_to_read
from spielzug.server.tables.server_table import ServerTable, load_table
from spielzug.tables.endings import require_finished
from spielzug.tables.exports import position_file, record_file, start_after, start_from_text
from spielzug.tables.messages import replay
from spielzug.tables.proof import prove
from spielzug.tables.row_types import StoredTable
from spielzug.tables.rows import check_versions
from spielzug.tables.start import StartPosition, describe_position, parse_position
from spielzug.tables.table import OVER

PRIORITY = 5  # below the tables, above the bots
TABLES = 4  # cached, because a replay is requested in pieces
COMPRESSION = 6

Made = tuple[str, str, bool]
"""A text, its file name ("" if it is no download), and whether it may be cached."""


class BackgroundWorker:
    def __init__(self, database: Path | str) -> None:
        self._engine = find_to_read(database)
        self._tables: OrderedDict[str, ServerTable] = OrderedDict()

    def answer(self, asked: BackgroundRequest) -> tuple[dict[str, object], bytes]:
        try:
            with table_problems():
                text, name, final = self._make(asked)
        except Problem as problem:
            known = [problem.status, problem.code, problem.detail, problem.values]
            return {"problem": known}, b""
        except Exception as error:
            failure = wrap_driver_error(error)
            if isinstance(failure, DBAPIError):
                why = unreadable(failure)
                return {"problem": [why.status, why.code, None, {}]}, b""
            traceback.print_exc()
            return {"problem": [500, "internal", None, {}]}, b""
        body = gzip.compress(text.encode(), COMPRESSION, mtime=0)
        return {"size": len(body), "final": final, "name": name}, body

    def _make(self, asked: BackgroundRequest) -> Made:
        if asked.what == "found":
            found = parse_position(asked.text, get_game)
            return to_json(describe_position(found)).decode(), "", False
        if asked.what == "begun":
            return self._start_position(asked).to_text(), "", False
        table_id, lang = asked.table, asked.lang
        if asked.what == "proof":
            stored = self._stored(table_id)
            shown = prove(stored, self._game(stored), lang)
            return to_json(shown).decode(), "", stored.table["status"] == OVER
        table = self.table(table_id, asked.edition)
        if asked.what == "review":
            return self._review(table, asked.view, lang), "", True
        if asked.what in ("record", "position"):
            record = asked.what == "record"
            file = record_file(table) if record else position_file(table, asked.first)
            return file.text, file.name, True
        piece = replay(table, asked.seat, lang, asked.first)
        return to_json(piece).decode(), "", bool(piece["steps"])

    def _start_position(self, asked: BackgroundRequest) -> StartPosition:
        how = (asked.seat, asked.hidden, asked.key)
        if not asked.table:
            return start_from_text(asked.text, get_game, *how)
        return start_after(self.table(asked.table), asked.first, *how)

    def _review(self, table: ServerTable, view: str, lang: str) -> str:
        with self._engine.connect() as connection:
            packed = sql.packed_review(connection, table.id, view, FORMAT)
        if packed is None:
            raise Problem(404, "not_found")  # deleted meanwhile
        found = review_from_text(gzip.decompress(packed).decode())
        shown = full_answer(found, table.played(), lang, table.names(lang))
        return to_json(shown).decode()

    def _stored(self, table_id: str) -> StoredTable:
        with self._engine.connect() as connection:
            stored = sql.load(connection, table_id)
        if stored is None:
            raise Problem(404, "no_table")
        return stored

    def _game(self, stored: StoredTable) -> Game:
        game = get_game(stored.table["game"]).ready(AT_TABLE)
        check_versions(game, stored.table)
        return game

    def table(self, table_id: str, edition: int | None = None) -> ServerTable:
        """A finished game (so nothing in it is secret), read again if names were removed since."""
        known = self._tables.get(table_id)
        if known is not None and edition in (None, len(known.start.removed)):
            self._tables.move_to_end(table_id)
            return self._tables[table_id]
        stored = self._stored(table_id)
        require_finished(stored.table["status"])
        table = self._tables[table_id] = load_table(stored, self._game(stored))
        if len(self._tables) > TABLES:
            self._tables.popitem(last=False)
        return table


def main(*sets: str) -> None:
    # A stray print must not corrupt the answers.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    for path in sets:
        load_set(Path(path))
    worker = BackgroundWorker(read_database(os.environ.pop(VARIABLE)))
    for line in sys.stdin.buffer:
        head, body = worker.answer(BackgroundRequest(**json.loads(line)))
        out.write(json.dumps(head).encode() + b"\n" + body)
        out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
