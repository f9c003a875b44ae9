"""Notification settings over HTTP; each device sees and changes only its own contacts."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Path
from fastapi.responses import RedirectResponse, Response

from spielzug.core.texts import say
from spielzug.server.notifications.mail import STOP
from spielzug.server.notifications.queue import MAIL, PUSH, StoredContact
from spielzug.server.problems import Problem
from spielzug.server.services import Services
from spielzug.server.texts.notifications import TROUBLES
from spielzug.server.web.api import PROBLEM, Caller, FromCaller, Lang
from spielzug.tables.summary import iso
from spielzug.wire import notifications as wire
from spielzug.wire import responses

LinkToken = Annotated[str, Path(max_length=200, description="the token from a link in an email")]


def build_notifications(services: Services) -> APIRouter:
    router = APIRouter(
        prefix="/api/notifications", tags=["notifications"], responses={"4XX": PROBLEM}
    )
    _contacts(router, services)
    _links(router, services)
    return router


def _contacts(router: APIRouter, services: Services) -> None:
    notifications = services.notifications

    async def shown(caller: Caller) -> wire.NotificationSettings:
        key = await notifications.pusher.public_key() if notifications.pusher.offered else None
        offers = wire.Offers(
            push=key, mail=notifications.mailer.offered, hook=notifications.hooks.offered
        )
        known = await notifications.of(caller.device)
        return wire.NotificationSettings(
            offers=offers, contacts=[show(one, caller.lang) for one in known]
        )

    @router.get("")
    async def look(caller: FromCaller) -> wire.NotificationSettings:
        """The ways this server offers to reach a device, and the contacts of this one."""
        return await shown(caller)

    @router.post("/push")
    async def add_push(caller: FromCaller, given: wire.PushRequest) -> wire.NotificationSettings:
        """Send notifications to this browser."""
        keys = given.keys
        await notifications.add_push(
            caller.device, caller.lang, given.endpoint, keys.p256dh, keys.auth
        )
        return await shown(caller)

    @router.post("/mail")
    async def add_mail(caller: FromCaller, given: wire.MailRequest) -> wire.NotificationSettings:
        """Send a confirmation mail to an address. It gets no notifications until it is
        confirmed."""
        await notifications.add_mail(caller.device, caller.lang, given.address, caller.address)
        return await shown(caller)

    @router.post("/hook")
    async def add_hook(caller: FromCaller, given: wire.HookRequest) -> wire.NewHook:
        """Send notifications to a web address, as signed JSON."""
        made = await notifications.add_hook(caller.device, caller.lang, given.url)
        return wire.NewHook(contact=show(made, caller.lang), secret=made.secret or "")

    @router.post("/test")
    async def test(caller: FromCaller, given: wire.ContactRequest) -> responses.Done:
        """Send a test notice to a contact now."""
        await notifications.test(caller.device, given.contact)
        return responses.Done(ok=True)

    @router.post("/forget")
    async def forget(caller: FromCaller, given: wire.ForgetRequest) -> wire.NotificationSettings:
        """Delete one contact, or everything stored about how to reach this device."""
        await notifications.forget(caller.device, given.contact)
        return await shown(caller)


def _links(router: APIRouter, services: Services) -> None:
    notifications = services.notifications

    @router.post("/confirm")
    async def confirm(given: wire.LinkRequest, lang: Lang = None) -> responses.Done:
        """Confirm an address with the link from its mail, on any device."""
        await notifications.confirm(given.token)
        return responses.Done(ok=True)

    @router.post("/refuse")
    async def refuse(given: wire.LinkRequest, lang: Lang = None) -> responses.Done:
        """Refuse notifications with the link from the mail. The address is not asked again."""
        await notifications.block_mail(given.token)
        return responses.Done(ok=True)

    @router.post("/stop/{token}")
    async def stop(token: LinkToken, lang: Lang = None) -> responses.Done:
        """Unsubscribe an address. Mail programs do this with one click (RFC 8058)."""
        await notifications.stop(token)
        return responses.Done(ok=True)

    @router.get("/stop/{token}", status_code=303, response_class=RedirectResponse)
    async def ask(token: LinkToken, lang: Lang = None) -> Response:
        """Redirect to the page that asks for confirmation. Opening the link changes nothing."""
        links = notifications.mailer.links
        if links.read(STOP, token) is None:
            raise Problem(404, "no_contact")
        return RedirectResponse(f"{links.base}/#/notifications/stop/{token}", 303)


def show(one: StoredContact, lang: str) -> wire.Contact:
    where = one.target
    if one.kind == PUSH:  # the rest of its address is secret
        where = urlsplit(where.partition('"endpoint": "')[2].partition('"')[0]).hostname or ""
    elif one.kind != MAIL:
        where = f"{urlsplit(where).hostname}{urlsplit(where).path}"
    return wire.Contact(
        id=one.id,
        kind=one.kind,  # type: ignore[typeddict-item]
        shown=where,
        confirmed=one.confirmed is not None,
        told=iso(one.told) if one.told is not None else None,
        trouble=say(TROUBLES, one.trouble, lang) if one.trouble in TROUBLES else None,
    )
