"""Seat transfers, return codes, time limits and the open lobby over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from spielzug.server.services import Services
from spielzug.server.web.api import PROBLEM, Caller, FromCaller, snapshot
from spielzug.server.web.pages import qr_code
from spielzug.tables import seat_changes, time_limit
from spielzug.tables.summary import iso
from spielzug.wire import requests, responses
from spielzug.wire import seats as wire

PASS, BACK = "/#/pass/", "/#/back/"
"""The part of a link between the server's address and the secret or return code."""


def build_seats(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["seats"], responses={"4XX": PROBLEM})
    _transfer_routes(router, services)
    _return_code_routes(router, services)
    _releasing(router, services)
    _forgetting(router, services)
    return router


def _transfer_routes(router: APIRouter, services: Services) -> None:
    seat_transfers = services.seat_transfers

    async def offered(caller: Caller, table_id: str | None) -> wire.Pass:
        token, seconds = await seat_transfers.offer(caller.device, table_id)
        link = f"{_base(services, caller.request)}{PASS}{token}"
        drawn = await asyncio.to_thread(qr_code, link)
        return wire.Pass(link=link, picture=drawn.decode(), seconds=round(seconds))

    @router.post("/tables/{table}/pass")
    async def pass_on(
        caller: FromCaller, table: str, given: requests.Nothing | None = None
    ) -> wire.Pass:
        """A link that lets another device take over from here. It works once, within ten minutes. A
        new link replaces an unused one."""
        return await offered(caller, table)

    @router.post("/passes")
    async def pass_all_on(caller: FromCaller, given: requests.Nothing | None = None) -> wire.Pass:
        """The same for all running tables of this device."""
        return await offered(caller, None)

    @router.post("/pass/look")
    async def look(caller: FromCaller, given: wire.PassRequest) -> wire.PassLook:
        """What such a link would do here. Nothing happens yet."""
        known = await seat_transfers.look(given.token, caller.device)
        about = await seat_transfers.about(known, caller.lang)
        here, seconds = known.device == caller.device, round(known.seconds)
        return wire.PassLook(here=here, seconds=seconds, **about)

    @router.post("/pass/take")
    async def take(caller: FromCaller, given: wire.PassRequest) -> wire.PassTaken:
        """Continue here: the seats now belong to this device, and the other one becomes a
        spectator."""
        moved = await seat_transfers.take(given.token, caller.device)
        return wire.PassTaken(tables=moved.tables, left=moved.left, unread=list(moved.unread))


def _return_code_routes(router: APIRouter, services: Services) -> None:
    seat_transfers = services.seat_transfers

    @router.get("/way-back")
    async def way_back(caller: FromCaller) -> wire.WayBack:
        """Whether this device has a return code."""
        found = await seat_transfers.return_code_times(caller.device)
        made, used = found if found is not None else (None, None)
        return wire.WayBack(
            made=iso(made) if made is not None else None,
            used=iso(used) if used is not None else None,
        )

    @router.post("/way-back")
    async def make(caller: FromCaller, given: requests.Nothing | None = None) -> wire.WayBackCode:
        """Make a return code to keep somewhere safe: it turns any browser into this device. An
        older code stops working."""
        code = await seat_transfers.create_return_code(caller.device)
        return wire.WayBackCode(code=code, link=f"{_base(services, caller.request)}{BACK}{code}")

    @router.post("/way-back/end")
    async def end(caller: FromCaller, given: requests.Nothing | None = None) -> responses.Done:
        """Cancel this device's return code."""
        await seat_transfers.delete_return_code(caller.device)
        return responses.Done(ok=True)

    @router.post("/way-back/look")
    async def look(caller: FromCaller, given: wire.CodeRequest) -> wire.WayBackLook:
        """What a return code would bring back here. Nothing happens yet."""
        device = await seat_transfers.device_of(given.code)
        running, finished = await seat_transfers.count(device)
        own = 0 if device == caller.device else sum(await seat_transfers.count(caller.device))
        return wire.WayBackLook(
            running=running, finished=finished, here=device == caller.device, own=own
        )

    @router.post("/way-back/use")
    async def use(caller: FromCaller, given: wire.CodeRequest) -> wire.WayBackUsed:
        """Become that device again (the answer sets its cookie). Other browsers that already are
        that device remain so."""
        device, moved = await seat_transfers.restore_device(given.code, caller.device)
        caller.request.state.became = device
        taken, unread = len(moved.tables), list(moved.unread)
        return wire.WayBackUsed(taken=taken, left=moved.left, unread=unread)


def _releasing(router: APIRouter, services: Services) -> None:
    tables = services.tables

    @router.post("/tables/{table}/release")
    async def release(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Offer the seat of someone who has been away too long to somebody new."""
        device, reader, here = caller.device, caller.lang, services.hub.presence
        await tables.change(
            table, lambda t: seat_changes.release(t, device, given.seat, here(t).devices, reader)
        )
        return responses.Done(ok=True)

    @router.post("/tables/{table}/keep")
    async def keep(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Withdraw the offer of a seat to somebody new."""
        await tables.change(table, lambda t: seat_changes.keep(t, caller.device, given.seat))
        return responses.Done(ok=True)


def _forgetting(router: APIRouter, services: Services) -> None:
    @router.post("/tables/{table}/forget-name")
    async def forget(caller: FromCaller, table: str, given: requests.SeatOnly) -> wire.Forgotten:
        """Permanently remove the name at your own seat from a finished game."""
        gone = await services.tables.change(
            table, lambda t: seat_changes.remove_own_name(t, caller.device, given.seat)
        )
        return wire.Forgotten(tables=int(gone))

    @router.post("/forget-names")
    async def forget_all(
        caller: FromCaller, given: requests.Nothing | None = None
    ) -> wire.Forgotten:
        """The same for all seats of this device in all its finished games."""
        return wire.Forgotten(tables=await services.seat_transfers.forget_names(caller.device))


def _base(services: Services, request: Request) -> str:
    return services.identity.base_urls(request.scope, request.headers)[0]


def build_times(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["play"], responses={"4XX": PROBLEM})

    @router.post("/tables/{table}/here")
    async def here(caller: FromCaller, table: str, given: requests.SeatOnly) -> responses.Done:
        """Say that you are still thinking. This restarts the grace time, at most three times."""
        await services.tables.change(
            table, lambda t: time_limit.confirm_presence(t, caller.device, given.seat)
        )
        return responses.Done(ok=True)

    return router


Game = Annotated[str | None, Query(description="only tables of this game", max_length=64)]
Seats = Annotated[int | None, Query(ge=1, le=10, description="only tables with this many seats")]
Time = Annotated[
    Literal["live", "turn", "budget"] | None,
    Query(description="only tables with this kind of time to think; live for none"),
]


def build_open(services: Services) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["open"], responses={"4XX": PROBLEM})
    lobby = services.open_lobby

    @router.get("/open")
    async def listed(
        caller: FromCaller, game: Game = None, seats: Seats = None, time: Time = None
    ) -> wire.OpenLobby:
        """Tables where anyone may sit down. Private tables are never listed. A server without an
        open lobby answers 404 `no_open_lobby`."""
        found = await lobby.listed(caller.device, caller.lang)
        fits = [
            table
            for table in found
            if game in (None, table["game"])
            and seats in (None, len(table["seats"]))
            and time in (None, "live" if table["time"] is None else table["time"]["kind"])
        ]
        return wire.OpenLobby(tables=fits)

    @router.post("/open/{table}/sit", response_model=responses.Snapshot)
    async def sit(caller: FromCaller, table: str, given: wire.SitRequest) -> Response:
        """Sit down at an open table."""
        device, address = caller.device, caller.address
        seat = await lobby.sit(table, device, address, given.seat, given.name, given.hash)
        return await snapshot(services, caller, table, seat)

    @router.post("/tables/{table}/send-away")
    async def disconnect(
        caller: FromCaller, table: str, given: requests.SeatOnly
    ) -> responses.Done:
        """Free a seat again before the deal; only for the person who opened the table. This voids
        a sealed start, and the void is counted."""
        await lobby.remove_guest(table, caller.device, given.seat)
        return responses.Done(ok=True)

    return router
