"""The page's requests, the same as to a server's API, answered here as JSON or text.

The paths, queries and bodies are those of `spielzug.server.web`. The bodies come from our own page,
so they are not validated.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spielzug.browser.errors import BrowserError
from spielzug.browser.live import NO_INVITATIONS, LiveConnections, language
from spielzug.browser.reviews import ReviewTasks
from spielzug.browser.tables import CLOCK, DEVICE, BrowserTables
from spielzug.browser.tasks import HintTasks
from spielzug.core.errors import SpielzugError
from spielzug.core.game import Game
from spielzug.core.table_values import ReviewView
from spielzug.core.texts import CodedError
from spielzug.games import get_game
from spielzug.school.answers import (
    LessonAttempt,
    PuzzleSolving,
    SchoolQuestion,
    puzzles_overview,
)
from spielzug.school.errors import SchoolError
from spielzug.tables import endings, messages, seat_changes
from spielzug.tables.exports import position_file, record_file, start_after, start_from_text
from spielzug.tables.messages import SPECTATOR, Viewer
from spielzug.tables.opening import game_terms, new_table, play_again
from spielzug.tables.proof import prove
from spielzug.tables.rows import SavedTable
from spielzug.tables.seats import only_person
from spielzug.tables.start import (
    StartPosition,
    check_matches_start,
    describe_position,
    parse_position,
)
from spielzug.tables.summary import mine
from spielzug.tables.table import OVER

STAND_IN = "greedy"
MOST_CHOICES = 64
"""The most choices in an attempt at a lesson or puzzle."""
OK = {"ok": True}
DONE, NOT_FOUND, REFUSED, BROKEN = 200, 404, 409, 500


@dataclass(frozen=True)
class PageRequest:
    query: Mapping[str, str]
    body: Mapping[str, Any]
    groups: tuple[str, ...] = ()
    """The variable parts of the path."""

    @property
    def lang(self) -> str:
        return language(self.query)


Answer = object
"""A text, or anything that JSON can express."""
Route = Callable[[PageRequest], Awaitable[Answer]]


@dataclass
class OpeningSeat:
    kind: str
    name: str | None = None
    bot: str | None = None


@dataclass
class OpeningRequest:
    """A table as the page asks for it."""

    game: str
    seats: list[OpeningSeat]
    options: dict[str, int | str] = field(default_factory=dict)
    pace: int = 700
    practice: bool = False
    grace: int | None = None
    time: None = None
    hints: bool | None = None
    open: bool = False
    hash: str | None = None

    @classmethod
    def read(cls, body: Mapping[str, Any]) -> OpeningRequest:
        names = ("options", "pace", "practice", "hints", "hash")
        given = {name: body[name] for name in names if name in body}
        return cls(body["game"], [OpeningSeat(**seat) for seat in body["seats"]], **given)


class Routes:
    def __init__(
        self,
        tables: BrowserTables,
        live: LiveConnections,
        hints: HintTasks,
        reviews: ReviewTasks,
        find_game: Callable[[str], Awaitable[Game]],
    ) -> None:
        self._tables = tables
        self._live = live
        self._hints = hints
        self._reviews = reviews
        self._find_game = find_game
        self._routes: list[tuple[str, re.Pattern[str], Route]] = [
            (method, re.compile(pattern), route)
            for method, pattern, route in (
                ("GET", r"mine", self._mine),
                ("POST", r"tables", self._create),
                ("GET", r"tables/([^/]+)", self._look),
                ("POST", r"tables/([^/]+)/decide", self._decide),
                ("POST", r"tables/([^/]+)/undo", self._undo),
                ("POST", r"tables/([^/]+)/hint", self._hint),
                ("POST", r"tables/([^/]+)/rematch", self._rematch),
                ("POST", r"tables/([^/]+)/remove", self._remove),
                ("POST", r"tables/([^/]+)/(hash|reveal)", self._start),
                ("GET", r"tables/([^/]+)/record", self._record),
                ("GET", r"tables/([^/]+)/proof", self._proof),
                ("GET", r"tables/([^/]+)/replay", self._replay),
                ("GET", r"tables/([^/]+)/position", self._position),
                ("POST", r"position", self._find_position),
                ("GET", r"tables/([^/]+)/review", self._review),
                ("POST", r"tables/([^/]+)/review", self._review),
                ("POST", r"tables/([^/]+)/review/leave", self._leave_review),
                ("POST", r"lessons/([^/]+)/([^/]+)/([^/]+)", self._lesson),
                ("GET", r"puzzles", self._puzzles),
                ("GET", r"(?:figures|puzzles)/([^/]+)", self._missing_file),
                ("POST", r"puzzles/([^/]+)/([^/]+)", self._puzzle),
                ("POST", r"records", self._add_record),
                ("GET", r"export", self._export),
                ("POST", r"import", self._import),
                ("POST", r"forget-names", self._forget_names),
                ("POST", r"tables/([^/]+)/([a-z-]+)", self._act),
            )
        ]

    async def answer(self, method: str, path: str, query: str, body: str) -> tuple[int, str]:
        """The status and the text of an answer; query and body are JSON."""
        given: Mapping[str, Any] = json.loads(body) if body else {}
        request = PageRequest(json.loads(query), given)
        try:
            for known, pattern, route in self._routes:
                found = pattern.fullmatch(path)
                if found and known == method:
                    asked = PageRequest(request.query, given, found.groups())
                    told = await route(asked)
                    return DONE, told if isinstance(told, str) else _json(told)
            raise BrowserError("no_page")
        except CodedError as error:
            status = NOT_FOUND if error.code in ("no_table", "no_page") else REFUSED
            return status, _json({"code": error.code, "detail": error.say(request.lang)})
        except SpielzugError as error:
            return REFUSED, _json({"code": "refused", "detail": str(error)})

    # -- tables -----------------------------------------------------------------------------------

    async def _mine(self, request: PageRequest) -> Answer:
        return mine(await self._tables.all(), DEVICE, request.lang)

    async def _create(self, request: PageRequest) -> Answer:
        wanted = OpeningRequest.read(request.body)
        if any(seat.kind == "friend" for seat in wanted.seats):
            raise BrowserError("needs_server")
        game = await self._find_game(wanted.game)
        begun = request.body.get("from")
        start = None if begun is None else await self._start_position(begun, wanted)
        terms = game_terms(game, wanted, start)
        table = new_table(SavedTable, DEVICE, wanted, terms, CLOCK, start_position=start)
        await self._tables.add(table)
        return await self._snapshot(request, table.id)

    async def _snapshot(self, request: PageRequest, table_id: str) -> Answer:
        asked = request.query.get("seat")
        async with self._tables.use(table_id) as table:
            seat = messages.resolve_view_seat(table, DEVICE, None if asked is None else int(asked))
            viewer = Viewer(DEVICE, seat, request.lang)
            presence = self._live.presence(table_id)
            return messages.snapshot(table, viewer, presence, NO_INVITATIONS, [""])

    async def _look(self, request: PageRequest) -> Answer:
        return await self._snapshot(request, request.groups[0])

    async def _start(self, request: PageRequest) -> Answer:
        table_id, what = request.groups
        body = request.body

        def act(table: SavedTable) -> None:
            if what == "hash":
                seat_changes.give_hash(table, DEVICE, body["hash"])
            else:
                seat_changes.reveal(table, DEVICE, body["nonce"], body["fingerprint"])

        await self._tables.change(table_id, act)
        return await self._snapshot(request, table_id)

    async def _decide(self, request: PageRequest) -> Answer:
        body, lang = request.body, request.lang
        number, duplicate = await self._tables.change(
            request.groups[0],
            lambda t: t.decide(DEVICE, body["number"], body["seat"], body["action"], lang),
        )
        return {"accepted": True, "number": number, "duplicate": duplicate}

    async def _undo(self, request: PageRequest) -> Answer:
        body = request.body
        number, duplicate = await self._tables.change(
            request.groups[0], lambda t: t.undo(DEVICE, body["number"], body["seat"])
        )
        return {"accepted": True, "number": number, "duplicate": duplicate}

    async def _hint(self, request: PageRequest) -> Answer:
        body = request.body
        return await self._hints.give(
            request.groups[0], DEVICE, body["number"], body["seat"], request.lang
        )

    async def _rematch(self, request: PageRequest) -> Answer:
        given = request.body.get("hash")
        made = await self._tables.change(request.groups[0], lambda t: play_again(t, DEVICE, given))
        return {"table": made}

    async def _act(self, request: PageRequest) -> Answer:
        """Everything else that a person does with the table itself."""
        table_id, what = request.groups
        seat = request.body.get("seat", SPECTATOR)
        acts: dict[str, Callable[[SavedTable], object]] = {
            "resign": lambda t: t.resign(DEVICE, seat),
            "abandon": lambda t: t.abandon(DEVICE),
            "call-off": lambda t: endings.call_off(t, DEVICE, seat),
            "leave": lambda t: seat_changes.leave(t, DEVICE, seat, STAND_IN),
            "return": lambda t: seat_changes.come_back(t, DEVICE, seat),
            "pace": lambda t: t.set_pace(DEVICE, request.body["pace"]),
            "forget-name": lambda t: seat_changes.remove_own_name(t, DEVICE, seat),
        }
        if what not in acts:
            raise BrowserError("needs_server")
        done = await self._tables.change(table_id, acts[what])
        return {"tables": int(bool(done))} if what == "forget-name" else OK

    async def _remove(self, request: PageRequest) -> Answer:
        table_id = request.groups[0]
        await self._tables.remove(table_id)
        self._live.table_removed(table_id)
        return OK

    # -- afterwards -------------------------------------------------------------------------------

    async def _record(self, request: PageRequest) -> Answer:
        async with self._tables.use(request.groups[0]) as table:
            endings.require_finished(table.status)
            return record_file(table).text

    async def _proof(self, request: PageRequest) -> Answer:
        stored = await self._tables.stored(request.groups[0])
        game = await self._find_game(stored.table["game"])
        return prove(stored, game, request.lang)

    async def _replay(self, request: PageRequest) -> Answer:
        seat, first = (
            int(request.query.get(name, low)) for name, low in (("seat", -1), ("from", 0))
        )
        async with self._tables.use(request.groups[0]) as table:
            return messages.replay(table, seat, request.lang, first)

    async def _position(self, request: PageRequest) -> Answer:
        async with self._tables.use(request.groups[0]) as table:
            endings.require_finished(table.status)
            return position_file(table, int(request.query["entry"])).text

    async def _find_position(self, request: PageRequest) -> Answer:
        text = request.body["position"]
        await self._load_game_of(text)
        return describe_position(parse_position(text, get_game))

    async def _load_game_of(self, text: str) -> None:
        """Load the engine of the game that a position belongs to."""
        with contextlib.suppress(ValueError, AttributeError, TypeError):
            await self._find_game(str(json.loads(text).get("game")))

    async def _start_position(
        self, begun: Mapping[str, Any], wanted: OpeningRequest
    ) -> StartPosition:
        hidden = begun.get("hidden", "as_was")
        seat, key = only_person(wanted.seats), secrets.randbits(64)
        if "position" in begun:
            await self._load_game_of(begun["position"])
            start = start_from_text(begun["position"], get_game, seat, hidden, key)
        else:
            async with self._tables.use(begun["table"]) as table:
                endings.require_finished(table.status)
                start = start_after(table, begun["entry"], seat, hidden, key)
        check_matches_start(start, wanted.options, len(wanted.seats))
        return start

    async def _review(self, request: PageRequest) -> Answer:
        asked = request.body.get("view") or request.query.get("view")
        view: ReviewView = "open" if asked == "open" else "known"
        return await self._reviews.answer(
            request.groups[0], view, request.lang, begin="view" in request.body
        )

    async def _leave_review(self, request: PageRequest) -> Answer:
        self._reviews.cancel(request.groups[0], request.body.get("view", "known"))
        return OK

    # -- lessons and puzzles ----------------------------------------------------------------------

    async def _lesson(self, request: PageRequest) -> Answer:
        game, lesson, step = request.groups
        tried, show = tuple(request.body["choices"]), request.body["show"]
        return await self._try(LessonAttempt(game, lesson, step, tried, show, request.lang), tried)

    async def _missing_file(self, request: PageRequest) -> Answer:
        """What the site has a file of, for every game that there is."""
        await self._find_game(request.groups[0])
        raise BrowserError("no_page")

    async def _puzzles(self, request: PageRequest) -> Answer:
        return puzzles_overview()

    async def _puzzle(self, request: PageRequest) -> Answer:
        game, puzzle = request.groups
        tried, solution = tuple(request.body["choices"]), request.body["solution"]
        return await self._try(PuzzleSolving(game, puzzle, tried, solution, request.lang), tried)

    async def _try(self, asked: SchoolQuestion, tried: Sequence[object]) -> Answer:
        if len(tried) > MOST_CHOICES:
            raise SchoolError("leads_nowhere")
        answer = asked.find()
        return answer(await self._find_game(asked.game))

    # -- files ------------------------------------------------------------------------------------

    async def _add_record(self, request: PageRequest) -> Answer:
        return {"table": await self._tables.add_record(request.body["text"])}

    async def _export(self, request: PageRequest) -> Answer:
        return {"tables": await self._tables.export()}

    async def _import(self, request: PageRequest) -> Answer:
        try:
            tables = json.loads(request.body["text"])["tables"]
        except (ValueError, LookupError, TypeError) as error:
            raise BrowserError("bad_export") from error
        return {"tables": await self._tables.add_exported(tables)}

    async def _forget_names(self, request: PageRequest) -> Answer:
        forgotten = 0
        for one in await self._tables.all():
            if one.table["status"] == OVER:
                gone = await self._tables.change(
                    one.table["id"], lambda t: seat_changes.remove_own_names(t, DEVICE)
                )
                forgotten += int(gone)
        return {"tables": forgotten}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
