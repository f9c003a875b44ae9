"""The HTTP API for tables and finished games. Documented for people under /api/docs."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic_core import to_json

from spielzug.bots.names import GameTerms
from spielzug.core.rules_mode import uses_plain_rules
from spielzug.core.table_values import ReviewView
from spielzug.core.version import program_version
from spielzug.review.answers import status_answer
from spielzug.server.background.queue import BackgroundRequest
from spielzug.server.config import DEFAULT_PORT
from spielzug.server.config.settings import network_command
from spielzug.server.games import STAND_IN
from spielzug.server.limits.rates import network
from spielzug.server.problems import Problem, language
from spielzug.server.reviews.queue import ReviewKey, ReviewState
from spielzug.server.services import Services
from spielzug.server.web.pages import qr_code
from spielzug.tables import catalogue, endings, messages, seat_changes, summary
from spielzug.tables.messages import Viewer
from spielzug.tables.opening import check_bot, play_again
from spielzug.tables.table import OVER, Table
from spielzug.wire import requests, responses

Lang = Annotated[
    str | None, Query(description="de, en, fr or nl; by default, the browser's language")
]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sends a request, and the language of the answer."""

    request: Request
    device: str
    address: str
    lang: str


async def caller_of(request: Request, lang: Lang = None) -> Caller:
    return Caller(request, request.state.device, request.state.address, language(request))


FromCaller = Annotated[Caller, Depends(caller_of)]
SeatQuery = Annotated[
    int | None, Query(description="view the table from this seat of yours; -1 for a spectator")
]

FreeSeat = Annotated[int | None, Query(ge=0, le=9, description="a free seat; null for any of them")]
Address = Annotated[
    int, Query(ge=0, le=9, description="0 for invite_url_base, then those of invite_url_others")
]

NET_RANKED_AFTER = "the number of the log entry after which to take the position"
FROM = "a step number; the answer is the part of the replay with this step, at most 200 steps"
JSON = "application/json"
PROBLEM = {"model": responses.ProblemBody, "description": "problem+json with a stable `code`"}


class Picture(Response):
    media_type = "image/svg+xml"


def answer(told: object, status: int = 200) -> Response:
    """A long answer, serialized directly: the framework would validate it first."""
    return Response(to_json(told), status, media_type=JSON)


def build_router(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", responses={"4XX": PROBLEM})  # see openapi.py
    _general(router, services)
    _sitting(router, services)
    _playing(router, services)
    _afterwards(router, services)
    return router


async def snapshot(
    services: Services, caller: Caller, table_id: str, seat: int | None = None, status: int = 200
) -> Response:
    async with services.tables.use(table_id) as table:
        viewer = Viewer(
            caller.device, messages.resolve_view_seat(table, caller.device, seat), caller.lang
        )
        base_urls = services.identity.base_urls(caller.request.scope, caller.request.headers)
        presence = services.hub.presence(table)
        shown = messages.snapshot(table, viewer, presence, services.identity, base_urls)
    return answer(shown, status)


def _general(router: APIRouter, services: Services) -> None:
    @router.get("/health", tags=["general"])
    async def health() -> responses.Health:
        """Whether the server is running."""
        return responses.Health(
            ok=True,
            version=program_version(),
            rules="plain" if uses_plain_rules() else "compiled",
            open_lobby=services.settings.open_lobby,
        )

    @router.get("/network-command", tags=["general"], response_class=PlainTextResponse)
    async def command_for_network(caller: FromCaller) -> Response:
        """The command that opens this server to its network; only for a browser on its machine."""
        if not services.identity.is_at_host(caller.request.scope, caller.request.headers):
            raise Problem(403, "not_at_host")
        port = (caller.request.scope.get("server") or ("", DEFAULT_PORT))[1]
        return PlainTextResponse(network_command(services.settings, port))

    @router.get("/games", tags=["general"], response_model=list[responses.Game])
    async def games() -> Response:
        """The games, including those that are not ready yet."""
        return answer(catalogue.catalogue())

    @router.get("/bots", tags=["general"], response_model=list[responses.BotInfo])
    async def bots() -> list[responses.BotInfo]:
        """The bots that can take a seat, from weakest to strongest."""
        return catalogue.all_bots()

    @router.get("/mine", tags=["general"], response_model=responses.Mine)
    async def mine(caller: FromCaller) -> Response:
        """This device's tables: first those where it is your turn, most urgent first, then the
        newest."""
        tables = await services.tables.of_device(caller.device)
        return answer(summary.mine(tables, caller.device, caller.lang))


def _sitting(router: APIRouter, services: Services) -> None:
    tables = services.tables
    drawing = asyncio.Semaphore(1)  # many requests for QR codes occupy one core at most

    @router.post("/tables", tags=["tables"], status_code=201, response_model=responses.Snapshot)
    async def create(caller: FromCaller, wanted: requests.NewTable) -> Response:
        """Open a table.

        Once every seat is taken and every device has sent the hash of its nonce, the start list is
        sealed. Once every device has stored the list and revealed its nonce, the game is dealt.
        """
        if wanted.open:
            services.open_lobby.require_open_lobby()
            if not services.limits.allow("open", caller.device, caller.address):
                raise Problem(429, "too_fast")
        start_position = None if wanted.start is None else await services.start_position(wanted)
        table_id = await tables.open(caller.device, wanted, start_position)
        return await snapshot(services, caller, table_id, status=201)

    @router.get("/tables/{table}", tags=["tables"], response_model=responses.Snapshot)
    async def look(caller: FromCaller, table: str, seat: SeatQuery = None) -> Response:
        """The table as seen from one of your own seats, or by a spectator."""
        return await snapshot(services, caller, table, seat)

    @router.post("/tables/{table}/hash", tags=["tables"], response_model=responses.Snapshot)
    async def give_hash(caller: FromCaller, table: str, given: requests.HashRequest) -> Response:
        """Commit to this device's nonce. A different hash after the start list is sealed voids the
        start."""
        await tables.change(table, lambda t: seat_changes.give_hash(t, caller.device, given.hash))
        return await snapshot(services, caller, table)

    @router.post("/tables/{table}/reveal", tags=["tables"], response_model=responses.Snapshot)
    async def reveal(caller: FromCaller, table: str, given: requests.RevealRequest) -> Response:
        """Reveal this device's nonce, after receiving, checking and storing the start list.

        If that list has become void in the meantime, the nonce is not accepted, and the answer is
        the table as it is now.
        """
        await tables.change(
            table, lambda t: seat_changes.reveal(t, caller.device, given.nonce, given.fingerprint)
        )
        return await snapshot(services, caller, table)

    @router.post("/tables/{table}/void", tags=["tables"])
    async def void(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Stop waiting for a silent device. This voids the start and frees a friend's seat."""
        await tables.change(
            table, lambda t: seat_changes.give_up_waiting(t, caller.device, given.seat)
        )
        return responses.Done(ok=True)

    @router.post("/invitation", tags=["tables"])
    async def invitation(caller: FromCaller, given: requests.TokenRequest) -> responses.Invitation:
        """What an invitation is for, and whether this device has already used it."""
        table_id, seat, offer = _read_token(services, given.token)
        async with tables.use(table_id) as table:
            if seat is None:
                seat = seat_changes.seat_for(table, caller.device)
                free = seat_changes.free_seats(table)
            else:
                free = [seat] if seat_changes.can_join(table, seat, offer) else []
            return responses.Invitation(
                table=table.id,
                game=table.game.name,
                seat=seat,
                free=free,
                names=table.names(caller.lang),
                commitment=table.secret.commitment,
                taken=not free,
                yours=seat >= 0 and table.place(seat).device == caller.device,
                over=table.status == OVER,
                time=messages.time_part(table.time_to_think),
            )

    @router.get("/tables/{table}/code", tags=["tables"], response_class=Picture)
    async def code(
        caller: FromCaller, table: str, seat: FreeSeat = None, address: Address = 0
    ) -> Response:
        """An invitation as a QR code, for the person who opened the table."""
        base_urls = services.identity.base_urls(caller.request.scope, caller.request.headers)
        async with tables.use(table) as found:
            link = messages.invitation_link(
                found, caller.device, seat, services.identity, base_urls[address:]
            )
        async with drawing:
            return Picture(await asyncio.to_thread(qr_code, link))

    @router.post("/join", tags=["tables"], response_model=responses.Snapshot)
    async def join(caller: FromCaller, given: requests.JoinRequest) -> Response:
        """Take the seat you were invited to."""
        table_id, seat, offer = _read_token(services, given.token)
        found = -1

        def sit(t: Table) -> None:
            nonlocal found
            found = seat_changes.seat_for(t, caller.device, given.seat) if seat is None else seat
            if found < 0:
                raise Problem(409, "over" if t.status == OVER else "seat_taken")
            if offer:
                seat_changes.take(t, caller.device, found, given.name, offer)
            else:
                seat_changes.join(t, caller.device, found, given.name, given.hash)

        await tables.change(table_id, sit)
        return await snapshot(services, caller, table_id, found)

    @router.post("/tables/{table}/fill", tags=["tables"])
    async def fill(caller: FromCaller, table: str, given: requests.FillRequest) -> responses.Done:
        """Give a friend's empty seat to a bot."""

        def sit(t: Table) -> None:
            terms = GameTerms(t.game, t.options, len(t.places), t.version)
            seat_changes.fill(t, caller.device, given.seat, check_bot(given.bot, terms))

        await tables.change(table, sit)
        return responses.Done(ok=True)

    @router.post("/tables/{table}/leave", tags=["tables"])
    async def leave(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Leave your seat to a bot. Before the deal, a friend's seat becomes free again."""
        await tables.change(
            table, lambda t: seat_changes.leave(t, caller.device, given.seat, STAND_IN)
        )
        return responses.Done(ok=True)

    @router.post("/tables/{table}/stand-in", tags=["tables"])
    async def stand_in(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Let a bot play for someone who has been away longer than the table's grace time."""
        here = services.hub.presence
        await tables.change(
            table,
            lambda t: seat_changes.stand_in(
                t, caller.device, given.seat, here(t).devices, caller.lang
            ),
        )
        return responses.Done(ok=True)

    @router.post("/tables/{table}/return", tags=["tables"])
    async def come_back(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Take your seat back from the bot."""
        await tables.change(table, lambda t: seat_changes.come_back(t, caller.device, given.seat))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/pace", tags=["tables"])
    async def pace(caller: FromCaller, table: str, given: requests.PaceRequest) -> responses.Done:
        """Set how long bots wait before they move, in milliseconds."""
        await tables.change(table, lambda t: t.set_pace(caller.device, given.pace))
        return responses.Done(ok=True)


def _playing(router: APIRouter, services: Services) -> None:
    tables = services.tables

    @router.post("/tables/{table}/decide", tags=["play"])
    async def decide(
        caller: FromCaller, table: str, given: requests.DecideRequest
    ) -> responses.Accepted:
        """Make a decision. The answer comes once it is on disk; sending it twice does no harm."""
        return _accepted(
            *await tables.change(
                table,
                lambda t: t.decide(
                    caller.device, given.number, given.seat, given.action, caller.lang
                ),
            )
        )

    @router.post("/tables/{table}/undo", tags=["play"])
    async def undo(
        caller: FromCaller, table: str, given: requests.UndoRequest
    ) -> responses.Accepted:
        """Take back your last choice, as long as nobody has learned anything since."""
        return _accepted(
            *await tables.change(table, lambda t: t.undo(caller.device, given.number, given.seat))
        )

    @router.post("/tables/{table}/hint", tags=["play"])
    async def hint(caller: FromCaller, table: str, given: requests.HintRequest) -> responses.Advice:
        """Suggest what to do, based on what the seat may know. Not logged, and shown to nobody
        else."""
        return await services.hints.give(
            table, caller.device, given.number, given.seat, caller.lang
        )

    @router.post("/tables/{table}/resign", tags=["play"])
    async def resign(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Resign."""
        await tables.change(table, lambda t: t.resign(caller.device, given.seat))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/abandon", tags=["play"])
    async def abandon(
        caller: FromCaller, table: str, given: requests.Nothing | None = None
    ) -> responses.Done:
        """Call the game off."""
        await tables.change(table, lambda t: t.abandon(caller.device))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/call-off", tags=["play"])
    async def call_off(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Agree to end a game that nobody can win any more. Everyone at the table has to agree."""
        await tables.change(table, lambda t: endings.call_off(t, caller.device, given.seat))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/rematch", tags=["play"])
    async def rematch(
        caller: FromCaller, table: str, given: requests.RematchRequest | None = None
    ) -> responses.Rematch:
        """Open a new table for the same people."""
        device, fixed = caller.device, given.hash if given is not None else None
        made = await tables.change(table, lambda t: play_again(t, device, fixed))
        return responses.Rematch(table=made)


def _afterwards(router: APIRouter, services: Services) -> None:
    background_queue = services.background_queue

    @router.get("/tables/{table}/record", tags=["afterwards"], response_class=PlainTextResponse)
    async def record(caller: FromCaller, table: str) -> Response:
        """The finished game as a text that can be verified (`spielzug check`)."""
        return await background_queue.serve(
            caller.request, await _asked(services, "record", table), "text/plain"
        )

    @router.get("/tables/{table}/proof", tags=["afterwards"], response_model=responses.Proof)
    async def proof(caller: FromCaller, table: str) -> Response:
        """Everything needed to check this game, and the server's own findings."""
        asked = await _asked(services, "proof", table, caller.lang)
        return await background_queue.serve(caller.request, asked, JSON)

    @router.get("/tables/{table}/replay", tags=["afterwards"], response_model=responses.Replay)
    async def replay(
        caller: FromCaller,
        table: str,
        seat: int = messages.SPECTATOR,
        start: Annotated[int, Query(alias="from", ge=0, le=10_000_000, description=FROM)] = 0,
    ) -> Response:
        """Part of the finished game, step by step, as any seat or a spectator saw it."""
        first = start - start % messages.PIECE
        asked = await _asked(services, "replay", table, caller.lang)
        asked = replace(asked, seat=seat, first=first)
        return await background_queue.serve(caller.request, asked, JSON)

    @router.get("/tables/{table}/position", tags=["afterwards"], response_class=PlainTextResponse)
    async def position(
        caller: FromCaller,
        table: str,
        entry: Annotated[int, Query(ge=0, le=10_000_000, description=NET_RANKED_AFTER)],
    ) -> Response:
        """A complete position of the finished game as text, to keep or to play from."""
        asked = replace(await _asked(services, "position", table), first=entry)
        return await services.positions.serve(caller.request, asked, "text/plain")

    @router.post("/position", tags=["afterwards"], response_model=responses.PositionFound)
    async def look_at(caller: FromCaller, given: requests.PositionRequest) -> Response:
        """Which game a position given as text belongs to. An impossible one is refused with the
        reason."""
        asked = BackgroundRequest("found", text=given.position)
        return await services.positions.serve(caller.request, asked, JSON)

    @router.get(
        "/tables/{table}/review", tags=["afterwards"], response_model=responses.ReviewAnswer
    )
    async def review(caller: FromCaller, table: str, view: ReviewView = "known") -> Response:
        """The status of a finished game's review, and the review once it is ready. Asking counts
        as waiting for it."""
        stands = await services.reviews.look(ReviewKey(table, view), caller.device)
        if stands.state != "ready":
            return answer(_standing(stands, caller.lang))
        asked = await _asked(services, "review", table, caller.lang)
        asked = replace(asked, view=view)
        if not background_queue.has(asked) and not services.limits.allow(
            "costly", caller.device, caller.address
        ):
            raise Problem(429, "too_fast")
        return await background_queue.serve(caller.request, asked, JSON)

    @router.post("/tables/{table}/review", tags=["afterwards"])
    async def ask_review(
        caller: FromCaller, table: str, given: requests.ReviewRequest
    ) -> responses.ReviewAnswer:
        """Have a finished game reviewed, once. Then keep asking for its status: a review that
        nobody asks about for ten seconds is cancelled. This answer contains only the status."""
        which = ReviewKey(table, given.view)
        stands = await services.reviews.ask(which, caller.device, network(caller.address))
        return _standing(stands, caller.lang)

    @router.post("/tables/{table}/review/leave", tags=["afterwards"])
    async def leave_review(
        caller: FromCaller, table: str, given: requests.ReviewRequest
    ) -> responses.Done:
        """Stop waiting for a review. It continues if someone else is waiting."""
        services.reviews.leave(ReviewKey(table, given.view), caller.device)
        return responses.Done(ok=True)


def _standing(stands: ReviewState, lang: str) -> responses.ReviewAnswer:
    trouble = stands.trouble.say(lang) if stands.trouble is not None else None
    return status_answer(stands.state, stands.progress, trouble)


def _accepted(number: int, duplicate: bool) -> responses.Accepted:
    return responses.Accepted(accepted=True, number=number, duplicate=duplicate)


async def _asked(
    services: Services,
    what: Literal["record", "proof", "replay", "review", "position"],
    table: str,
    lang: str = "",
) -> BackgroundRequest:
    """A request about an existing table; its `edition` makes answers from before a name was
    removed stale."""
    return BackgroundRequest(what, table, lang, edition=await services.edition_of(table))


def _read_token(services: Services, token: str) -> tuple[str, int | None, int]:
    found = services.identity.read_invitation(token)
    if found is None:
        raise Problem(403, "bad_invitation")
    return found
