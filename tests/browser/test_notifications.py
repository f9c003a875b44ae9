"""Notifications in a real browser: permission, subscription, what is shown and what a click does.

Also the installed page, which is as new as the server or says that there is no server.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from browser.conftest import Host
from browser.person import Person, Visit
from server.notification_receivers import Browser, Receiver, receiver
from server.processes import free_port, started

READY = "async () => { await navigator.serviceWorker.ready; return true; }"
CONTROLLED = """() => new Promise((done) => {
  if (navigator.serviceWorker.controller) done(true);
  else navigator.serviceWorker.addEventListener("controllerchange", () => done(true));
})"""
SUBSCRIBED = """(() => {
  const made = %s;
  PushManager.prototype.subscribe = async function (options) {
    window.asked = [options.userVisibleOnly, options.applicationServerKey.length];
    return { toJSON: () => made };
  };
})();"""


@pytest.fixture
def inbox() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


def with_worker(visit: Visit, url: str, **wishes: object) -> Person:
    person = visit("Anna", url, service_workers="allow", **wishes)
    person.page.goto(url)
    person.page.evaluate(READY)
    person.page.evaluate(CONTROLLED)
    return person


@pytest.mark.journey
def test_the_page_can_be_installed(server: str, visit: Visit) -> None:
    person = visit()
    person.page.goto(server)
    line = person.context.new_cdp_session(person.page)
    found = line.send("Page.getAppManifest")
    assert found["errors"] == []
    told = json.loads(found["data"])
    assert (told["display"], told["start_url"]) == ("standalone", "./")
    assert {"any", "maskable"} <= {icon["purpose"] for icon in told["icons"]}
    for icon in told["icons"]:
        answer = httpx2.get(f"{server}/{icon['src'].removeprefix('./')}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert "x".join(map(str, struct.unpack(">II", answer.content[16:24]))) == icon["sizes"]


def test_without_a_server_the_page_says_so_and_it_keeps_nothing_else(
    host: Host, visit: Visit
) -> None:
    anna = with_worker(visit, host.url)
    kept = anna.page.evaluate(
        """async () => { const all = [];
        for (const name of await caches.keys())
          for (const one of await (await caches.open(name)).keys())
            all.push(new URL(one.url).pathname);
        return all.sort(); }"""
    )
    assert kept == ["/icon.svg", "/offline.css", "/offline.html"]
    host.kill()
    with anna.expected(r"ERR_|WebSocket|Failed to (load|fetch)|FetchEvent"):
        anna.page.goto(host.url)
        expect(anna.page.get_by_text("No connection to the server.")).to_be_visible()
        host.start()
        anna.page.goto(host.url)
        expect(anna.page.get_by_role("heading", level=1)).to_contain_text("Railway board games")


def test_switching_on_a_test_and_deleting_everything(
    own: ExitStack, visit: Visit, inbox: Receiver, tmp_path: Path
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    own.enter_context(
        started(
            tmp_path / "t.sqlite3", "--port", str(port), "--no-limits", "--notify-private-networks"
        )
    )
    anna = with_worker(visit, url, permissions=["notifications"])
    browser = Browser(f"{inbox.url}/push")
    # The browser's own service cannot be reached from a test: from here on it is ours.
    anna.page.add_init_script(SUBSCRIBED % json.dumps(browser.subscription))
    anna.page.goto(f"{url}/#/notifications")
    anna.page.reload()
    region = anna.page.get_by_role("region", name="In this browser")
    region.get_by_role("button", name="Switch on").click()
    expect(region.get_by_text("Switched on")).to_be_visible()
    assert anna.page.evaluate("window.asked") == [True, 65]
    region.get_by_role("button", name="Send a test").click()
    told = browser.open(inbox.wait())
    assert told["title"] == "A test"
    assert Axe().run(anna.page).violations_count == 0
    _show_and_click(anna, json.dumps({**told, "way": "#/t/nowhere", "title": "Your turn"}))
    anna.page.goto(f"{url}/#/notifications")
    anna.page.get_by_role("button", name="Delete everything").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Delete everything").click()
    expect(region.get_by_role("button", name="Switch on")).to_be_visible()


def _show_and_click(anna: Person, told: str) -> None:
    """What the worker does with a message, and with a click on what it shows."""
    anna.page.goto(anna.url)
    [worker] = anna.context.service_workers
    shown = worker.evaluate(
        """async (told) => {
          const event = new PushEvent("push", { data: told });
          const waits = [];
          event.waitUntil = (one) => waits.push(one);
          self.dispatchEvent(event);
          await Promise.all(waits);
          const [one] = await self.registration.getNotifications();
          return [one.title, one.data.way];
        }""",
        told,
    )
    assert shown == ["Your turn", "#/t/nowhere"]
    worker.evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications();
          const event = new NotificationEvent("notificationclick", { notification });
          event.waitUntil = (one) => one.catch(() => undefined); // only a person's click may focus
          self.dispatchEvent(event);
        }"""
    )
    with anna.expected("404"):  # there is no such table
        anna.page.wait_for_url("**/#/t/nowhere")
        expect(anna.page.get_by_text("This table no longer exists")).to_be_visible()


def test_on_a_page_that_is_not_secure_it_says_what_is_missing(server: str, visit: Visit) -> None:
    lan = server.replace("127.0.0.1", "lan.test")
    anna = visit("Anna", lan)
    with anna.expected("Cross-Origin-Opener-Policy"):
        anna.page.goto(f"{lan}/#/notifications")
    region = anna.page.get_by_role("region", name="In this browser")
    expect(region.get_by_text("opened with https://")).to_be_visible()
    expect(region.get_by_role("button")).to_have_count(0)


def test_a_hook_shows_its_secret_once(
    own: ExitStack, visit: Visit, inbox: Receiver, tmp_path: Path
) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    own.enter_context(
        started(
            tmp_path / "t.sqlite3", "--port", str(port), "--no-limits", "--notify-private-networks"
        )
    )
    anna = visit("Anna", url)
    anna.page.goto(f"{url}/#/notifications")
    anna.page.get_by_text("To a web address").click()
    anna.page.get_by_label("Web address").fill(inbox.url)
    anna.page.get_by_role("group").get_by_role("button", name="Switch on").click()
    expect(anna.page.get_by_text("You won’t see it again")).to_be_visible()
    anna.page.get_by_role("button", name="Send a test").click()
    inbox.wait()
    anna.page.reload()
    expect(anna.page.get_by_role("button", name="Send a test")).to_be_visible()
    expect(anna.page.get_by_text("You won’t see it again")).to_have_count(0)
