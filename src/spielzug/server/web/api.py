"""The HTTP API for tables and finished games. Documented for people under /api/docs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic_core import to_json

from spielzug import __version__
from spielzug.bots.names import GameTerms
from spielzug.core.jit import PLAIN
from spielzug.core.table_values import ReviewView
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

if TYPE_CHECKING:
    from spielzug.wire import responses


Lang = Annotated[
    str | None, Query(description="de, en, fr or nl; by default, the browser's language")
]
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
    services: Services, request: Request, table_id: str, seat: int | None = None, status: int = 200
) -> Response:
    device = request.state.device
    async with services.tables.use(table_id) as table:
        viewer = Viewer(device, messages.resolve_view_seat(table, device, seat), language(request))
        base_urls = services.identity.base_urls(request.scope, request.headers)
        presence = services.hub.presence(table)
        shown = messages.snapshot(table, viewer, presence, services.identity, base_urls)
    return answer(shown, status)


def _general(router: APIRouter, services: Services) -> None:
    @router.get("/health", tags=["general"])
    async def health() -> responses.Health:
        """Whether the server is running."""
        return responses.Health(
            ok=True,
            version=__version__,
            rules="plain" if PLAIN else "compiled",
            open_lobby=services.settings.open_lobby,
        )

    @router.get("/network-command", tags=["general"], response_class=PlainTextResponse)
    async def command_for_network(request: Request, lang: Lang = None) -> Response:
        """The command that opens this server to its network; only for a browser on its machine."""
        if not services.identity.is_at_host(request.scope, request.headers):
            raise Problem(403, "not_at_host")
        port = (request.scope.get("server") or ("", DEFAULT_PORT))[1]
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
    async def mine(request: Request, lang: Lang = None) -> Response:
        """This device's tables: first those where it is your turn, most urgent first, then the
        newest."""
        device = request.state.device
        lang_ = language(request)
        tables = await services.tables.of_device(device)
        return answer(summary.mine(tables, device, lang_))


def _sitting(router: APIRouter, services: Services) -> None:
    tables = services.tables
    drawing = asyncio.Semaphore(1)  # many requests for QR codes occupy one core at most

    @router.post("/tables", tags=["tables"], status_code=201, response_model=responses.Snapshot)
    async def create(request: Request, wanted: requests.NewTable, lang: Lang = None) -> Response:
        """Open a table.

        Once every seat is taken and every device has sent the hash of its nonce, the start list is
        sealed. Once every device has stored the list and revealed its nonce, the game is dealt.
        """
        if wanted.open:
            services.open_lobby.require_open_lobby()
            if not services.limits.allow("open", request.state.device, request.state.address):
                raise Problem(429, "too_fast")
        start_position = None if wanted.start is None else await services.start_position(wanted)
        table_id = await tables.open(request.state.device, wanted, start_position)
        return await snapshot(services, request, table_id, status=201)

    @router.get("/tables/{table}", tags=["tables"], response_model=responses.Snapshot)
    async def look(
        request: Request, table: str, seat: SeatQuery = None, lang: Lang = None
    ) -> Response:
        """The table as seen from one of your own seats, or by a spectator."""
        return await snapshot(services, request, table, seat)

    @router.post("/tables/{table}/hash", tags=["tables"], response_model=responses.Snapshot)
    async def give_hash(
        request: Request, table: str, given: requests.HashRequest, lang: Lang = None
    ) -> Response:
        """Commit to this device's nonce. A different hash after the start list is sealed voids the
        start."""
        device = request.state.device
        await tables.change(table, lambda t: seat_changes.give_hash(t, device, given.hash))
        return await snapshot(services, request, table)

    @router.post("/tables/{table}/reveal", tags=["tables"], response_model=responses.Snapshot)
    async def reveal(
        request: Request, table: str, given: requests.RevealRequest, lang: Lang = None
    ) -> Response:
        """Reveal this device's nonce, after receiving, checking and storing the start list.

        If that list has become void in the meantime, the nonce is not accepted, and the answer is
        the table as it is now.
        """
        device = request.state.device
        await tables.change(
            table, lambda t: seat_changes.reveal(t, device, given.nonce, given.fingerprint)
        )
        return await snapshot(services, request, table)

    @router.post("/tables/{table}/void", tags=["tables"])
    async def void(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> responses.Done:
        """Stop waiting for a silent device. This voids the start and frees a friend's seat."""
        device = request.state.device
        await tables.change(table, lambda t: seat_changes.give_up_waiting(t, device, given.seat))
        return responses.Done(ok=True)

    @router.post("/invitation", tags=["tables"])
    async def invitation(
        request: Request, given: requests.TokenRequest, lang: Lang = None
    ) -> responses.Invitation:
        """What an invitation is for, and whether this device has already used it."""
        table_id, seat, offer = _read_token(services, given.token)
        device = request.state.device
        async with tables.use(table_id) as table:
            if seat is None:
                seat, free = (
                    seat_changes.invited_seat(table, device),
                    seat_changes.free_seats(table),
                )
            else:
                free = [seat] if seat_changes.can_join(table, seat, offer) else []
            return responses.Invitation(
                table=table.id,
                game=table.game.name,
                seat=seat,
                free=free,
                names=table.names(language(request)),
                commitment=table.secret.commitment,
                taken=not free,
                yours=seat >= 0 and table.place(seat).device == device,
                over=table.status == OVER,
                time=messages.time_part(table.time_to_think),
            )

    @router.get("/tables/{table}/code", tags=["tables"], response_class=Picture)
    async def code(
        request: Request, table: str, seat: FreeSeat = None, address: Address = 0, lang: Lang = None
    ) -> Response:
        """An invitation as a QR code, for the person who opened the table."""
        base_urls = services.identity.base_urls(request.scope, request.headers)
        async with tables.use(table) as found:
            link = messages.invitation_link(
                found, request.state.device, seat, services.identity, base_urls[address:]
            )
        async with drawing:
            return Picture(await asyncio.to_thread(qr_code, link))

    @router.post("/join", tags=["tables"], response_model=responses.Snapshot)
    async def join(request: Request, given: requests.JoinRequest, lang: Lang = None) -> Response:
        """Take the seat you were invited to."""
        table_id, seat, offer = _read_token(services, given.token)
        device = request.state.device
        found = -1

        def sit(t: Table) -> None:
            nonlocal found
            found = seat if seat is not None else given.seat if given.seat is not None else -1
            if found < 0:
                found = seat_changes.invited_seat(t, device)
            if found < 0:
                raise Problem(409, "over" if t.status == OVER else "seat_taken")
            if offer:
                seat_changes.take(t, device, found, given.name, offer)
            else:
                seat_changes.join(t, device, found, given.name, given.hash)

        await tables.change(table_id, sit)
        return await snapshot(services, request, table_id, found)

    @router.post("/tables/{table}/fill", tags=["tables"])
    async def fill(
        request: Request, table: str, given: requests.FillRequest, lang: Lang = None
    ) -> responses.Done:
        """Give a friend's empty seat to a bot."""
        device = request.state.device

        def sit(t: Table) -> None:
            terms = GameTerms(t.game, t.options, len(t.places), t.version)
            seat_changes.fill(t, device, given.seat, check_bot(given.bot, terms))

        await tables.change(table, sit)
        return responses.Done(ok=True)

    @router.post("/tables/{table}/leave", tags=["tables"])
    async def leave(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> responses.Done:
        """Leave your seat to a bot. Before the deal, a friend's seat becomes free again."""
        device = request.state.device
        await tables.change(table, lambda t: seat_changes.leave(t, device, given.seat, STAND_IN))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/stand-in", tags=["tables"])
    async def stand_in(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> responses.Done:
        """Let a bot play for someone who has been away longer than the table's grace time."""
        device, reader = request.state.device, language(request)
        here = services.hub.presence
        await tables.change(
            table, lambda t: seat_changes.stand_in(t, device, given.seat, here(t).devices, reader)
        )
        return responses.Done(ok=True)

    @router.post("/tables/{table}/return", tags=["tables"])
    async def come_back(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> responses.Done:
        """Take your seat back from the bot."""
        device = request.state.device
        await tables.change(table, lambda t: seat_changes.come_back(t, device, given.seat))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/pace", tags=["tables"])
    async def pace(
        request: Request, table: str, given: requests.PaceRequest, lang: Lang = None
    ) -> responses.Done:
        """Set how long bots wait before they move, in milliseconds."""
        device = request.state.device
        await tables.change(table, lambda t: t.set_pace(device, given.pace))
        return responses.Done(ok=True)


def _playing(router: APIRouter, services: Services) -> None:
    tables = services.tables

    @router.post("/tables/{table}/decide", tags=["play"])
    async def decide(
        request: Request, table: str, given: requests.DecideRequest, lang: Lang = None
    ) -> responses.Accepted:
        """Make a decision. The answer comes once it is on disk; sending it twice does no harm."""
        device, lang_ = request.state.device, language(request)
        return _accepted(
            *await tables.change(
                table, lambda t: t.decide(device, given.number, given.seat, given.action, lang_)
            )
        )

    @router.post("/tables/{table}/undo", tags=["play"])
    async def undo(
        request: Request, table: str, given: requests.UndoRequest, lang: Lang = None
    ) -> responses.Accepted:
        """Take back your last choice, as long as nobody has learned anything since."""
        device = request.state.device
        return _accepted(
            *await tables.change(table, lambda t: t.undo(device, given.number, given.seat))
        )

    @router.post("/tables/{table}/hint", tags=["play"])
    async def hint(
        request: Request, table: str, given: requests.HintRequest, lang: Lang = None
    ) -> responses.Advice:
        """Suggest what to do, based on what the seat may know. Not logged, and shown to nobody
        else."""
        device, lang_ = request.state.device, language(request)
        return await services.hints.give(table, device, given.number, given.seat, lang_)

    @router.post("/tables/{table}/resign", tags=["play"])
    async def resign(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> responses.Done:
        """Resign."""
        device = request.state.device
        await tables.change(table, lambda t: t.resign(device, given.seat))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/abandon", tags=["play"])
    async def abandon(
        request: Request, table: str, given: requests.Nothing | None = None, lang: Lang = None
    ) -> responses.Done:
        """Call the game off."""
        device = request.state.device
        await tables.change(table, lambda t: t.abandon(device))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/call-off", tags=["play"])
    async def call_off(
        request: Request, table: str, given: requests.SeatOnly, lang: Lang = None
    ) -> responses.Done:
        """Agree to end a game that nobody can win any more. Everyone at the table has to agree."""
        device = request.state.device
        await tables.change(table, lambda t: endings.call_off(t, device, given.seat))
        return responses.Done(ok=True)

    @router.post("/tables/{table}/rematch", tags=["play"])
    async def rematch(
        request: Request,
        table: str,
        given: requests.RematchRequest | None = None,
        lang: Lang = None,
    ) -> responses.Rematch:
        """Open a new table for the same people."""
        device, fixed = request.state.device, given.hash if given is not None else None
        made = await tables.change(table, lambda t: play_again(t, device, fixed))
        return responses.Rematch(table=made)


def _afterwards(router: APIRouter, services: Services) -> None:
    background_queue = services.background_queue

    @router.get("/tables/{table}/record", tags=["afterwards"], response_class=PlainTextResponse)
    async def record(request: Request, table: str, lang: Lang = None) -> Response:
        """The finished game as a text that can be verified (`spielzug check`)."""
        return await background_queue.serve(
            request, await _asked(services, "record", table), "text/plain"
        )

    @router.get("/tables/{table}/proof", tags=["afterwards"], response_model=responses.Proof)
    async def proof(request: Request, table: str, lang: Lang = None) -> Response:
        """Everything needed to check this game, and the server's own findings."""
        asked = await _asked(services, "proof", table, language(request))
        return await background_queue.serve(request, asked, JSON)

    @router.get("/tables/{table}/replay", tags=["afterwards"], response_model=responses.Replay)
    async def replay(
        request: Request,
        table: str,
        seat: int = messages.SPECTATOR,
        start: Annotated[int, Query(alias="from", ge=0, le=10_000_000, description=FROM)] = 0,
        lang: Lang = None,
    ) -> Response:
        """Part of the finished game, step by step, as any seat or a spectator saw it."""
        first = start - start % messages.PIECE
        asked = await _asked(services, "replay", table, language(request))
        asked = replace(asked, seat=seat, first=first)
        return await background_queue.serve(request, asked, JSON)

    @router.get("/tables/{table}/position", tags=["afterwards"], response_class=PlainTextResponse)
    async def position(
        request: Request,
        table: str,
        entry: Annotated[int, Query(ge=0, le=10_000_000, description=NET_RANKED_AFTER)],
        lang: Lang = None,
    ) -> Response:
        """A complete position of the finished game as text, to keep or to play from."""
        asked = replace(await _asked(services, "position", table), first=entry)
        return await services.positions.serve(request, asked, "text/plain")

    @router.post("/position", tags=["afterwards"], response_model=responses.PositionFound)
    async def look_at(
        request: Request, given: requests.PositionRequest, lang: Lang = None
    ) -> Response:
        """Which game a position given as text belongs to. An impossible one is refused with the
        reason."""
        asked = BackgroundRequest("found", text=given.position)
        return await services.positions.serve(request, asked, JSON)

    @router.get(
        "/tables/{table}/review", tags=["afterwards"], response_model=responses.ReviewAnswer
    )
    async def review(
        request: Request, table: str, view: ReviewView = "known", lang: Lang = None
    ) -> Response:
        """The status of a finished game's review, and the review once it is ready. Asking counts
        as waiting for it."""
        stands = await services.reviews.look(ReviewKey(table, view), request.state.device)
        if stands.state != "ready":
            return answer(_standing(stands, language(request)))
        asked = await _asked(services, "review", table, language(request))
        asked = replace(asked, view=view)
        state = request.state
        if not background_queue.has(asked) and not services.limits.allow(
            "costly", state.device, state.address
        ):
            raise Problem(429, "too_fast")
        return await background_queue.serve(request, asked, JSON)

    @router.post("/tables/{table}/review", tags=["afterwards"])
    async def ask_review(
        request: Request, table: str, given: requests.ReviewRequest, lang: Lang = None
    ) -> responses.ReviewAnswer:
        """Have a finished game reviewed, once. Then keep asking for its status: a review that
        nobody asks about for ten seconds is cancelled. This answer contains only the status."""
        which, state = ReviewKey(table, given.view), request.state
        stands = await services.reviews.ask(which, state.device, network(state.address))
        return _standing(stands, language(request))

    @router.post("/tables/{table}/review/leave", tags=["afterwards"])
    async def leave_review(
        request: Request, table: str, given: requests.ReviewRequest, lang: Lang = None
    ) -> responses.Done:
        """Stop waiting for a review. It continues if someone else is waiting."""
        services.reviews.leave(ReviewKey(table, given.view), request.state.device)
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
