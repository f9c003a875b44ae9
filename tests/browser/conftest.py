"""Fixtures: a browser, a server in its own process, and people at its tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import spielzug.server
from browser.chromium import find_chromium, launch
from browser.person import Person, Visit
from browser.site_folder import served, site_folder
from server.helpers import ME, Device, wait_for
from server.processes import Process, free_port, started
from spielzug.games import NAMES, all_games

HERE = Path(__file__).parent
OWN_CHOICES = """
if (location.protocol === "http:" && !localStorage.getItem("spielzug.settings"))
  localStorage.setItem("spielzug.settings", JSON.stringify({ single: false }));
"""
"""Here people choose everything themselves; whoever tests otherwise says so in the settings."""
PATIENCE = 60_000  # milliseconds: a busy machine is slow, not wrong

LAST_LINES = 80
SMALL = "zwergenzugfahrt"
"""The game whose engine `tests/wasm` builds anyway."""

notes = pytest.StashKey[list[str]]()
broken = pytest.StashKey[bool]()


# -- what pytest says ----------------------------------------------------------------------------


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without a browser these tests cannot run; `tests/conftest.py` says so at the end."""
    mine = [item for item in items if item.path.is_relative_to(HERE)]
    for item in mine:
        if item.get_closest_marker("journey") is None:
            item.add_marker(pytest.mark.slow)
    if not mine or find_chromium() is not None:
        return
    items[:] = [item for item in items if item not in mine]
    config.hook.pytest_deselected(items=mine)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for line in config.stash.get(notes, []):
        terminalreporter.write_line(line)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[broken] = True
    return report


@pytest.fixture
def note(request: pytest.FixtureRequest) -> list[str]:
    """Adds lines with measurements to the end of the report."""
    return request.config.stash.setdefault(notes, [])


# -- the server ----------------------------------------------------------------------------------
# For this folder only, not for the session: while Playwright runs no other loop can.


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that all these tests share."""
    page = Path(spielzug.server.__file__).with_name("static") / "index.html"
    assert page.exists(), "the client is not built: run make client"
    database = tmp_path_factory.mktemp("browser") / "tables.sqlite3"
    port = free_port()
    options = ("--port", str(port), "--no-limits", "--review-iterations", "12")
    with started(database, *options, env={"PYTHONFAULTHANDLER": "1"}) as process:
        process.url = f"http://127.0.0.1:{port}"
        warm(process.url)
        yield process


def is_on_site(request: pytest.FixtureRequest) -> bool:
    """Whether a file has ``ON_SITE = True``: its tests visit the static site, not a server."""
    return bool(getattr(request.module, "ON_SITE", False))


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> str:
    """The address of that server, or of the static site."""
    if is_on_site(request):
        address: str = request.getfixturevalue("site_address")
        return address
    process: Process = request.getfixturevalue("server_process")
    return process.url


def state_of(server: Process) -> str:
    """What a server did last; one that does not answer ends, and shows what it was doing."""
    if server.process.poll() is None:
        try:
            httpx2.get(f"{server.url}/health", timeout=20)
        except httpx2.HTTPError as problem:
            server.abort()
            server.said.append(f"It did not answer: {problem!r}")
    if (status := server.process.poll()) is not None:
        server.said.append(f"It ended with status {status}.")
    return "\n".join(server.said[-LAST_LINES:])


def warm(url: str) -> None:
    """Waits until the bots are ready; other tests cover what is shown before."""
    device = Device(url)
    level = {"kind": "bot", "bot": "casual"}
    for game in all_games():
        seats = [ME, *[level] * (game.seats[0] - 1)]
        table = device.post("tables", {"game": game.name, "seats": seats}, 201)["id"]
        wait_for(lambda t=table: device.get(f"tables/{t}")["preparing"] is None, 800)  # type: ignore[misc]
        device.post(f"tables/{table}/abandon")
    device.http.close()


class Host:
    """A server that a test may kill and start again."""

    def __init__(self, database: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = database
        self.process: Process
        self.start()

    def start(self) -> None:
        self.process = Process(self._database, "--port", str(self.port), "--no-limits")

    def kill(self) -> None:
        if self.process.process.poll() is None:
            self.process.kill()


@pytest.fixture
def own() -> Iterator[ExitStack]:
    """A test's own servers, which are stopped after all pages are closed."""
    with ExitStack() as servers:
        yield servers


@pytest.fixture
def host(own: ExitStack, tmp_path: Path) -> Host:
    made = Host(tmp_path / "tables.sqlite3")
    own.callback(made.kill)
    return made


# -- people --------------------------------------------------------------------------------------


@contextmanager
def visits(
    request: pytest.FixtureRequest,
    browser: Browser,
    pictures: Path,
    state: Callable[[], str],
    **usual: object,
) -> Iterator[Visit]:
    """Opens a browser for each person. Any error on their pages fails the test."""
    people: list[Person] = []

    def come(name: str = "Anna", **wishes: object) -> Person:
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", **usual, **wishes}
        url = str(wanted.pop("url"))
        context = browser.new_context(**wanted)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(OWN_CHOICES)
        person = Person(name, context, url)
        people.append(person)
        return person

    yield come
    if request.node.stash.get(broken, False):
        request.node.add_report_section("teardown", "server", state())
        for number, person in enumerate(people, 1):
            picture = pictures / f"{number}-{person.name}.png"
            person.page.screenshot(path=picture, full_page=True)
            request.node.add_report_section("teardown", "picture", str(picture))
    for person in people:
        person.context.close()
    assert [trouble for person in people for trouble in person.trouble] == []


@pytest.fixture
def visit(
    request: pytest.FixtureRequest,
    browser: Browser,
    server: str,
    own: ExitStack,
    tmp_path: Path,
) -> Iterator[Visit]:
    if is_on_site(request):
        with visits(request, browser, tmp_path, str, url=server) as come:
            yield come
        return
    process: Process = request.getfixturevalue("server_process")
    # Without the worker beside the page, which has tests of its own (test_notifications.py).
    usual = {"url": server, "service_workers": "block"}
    with visits(request, browser, tmp_path, lambda: state_of(process), **usual) as come:
        yield come


@pytest.fixture
def anna(visit: Visit) -> Person:
    return visit("Anna")


# -- the site without a server -------------------------------------------------------------------


def shared_folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder for all processes of a test run."""
    own = factory.getbasetemp()
    return (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site with the engine of one game; that takes less time to build."""
    return site_folder(shared_folder(tmp_path_factory, "small_site"), [SMALL])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site with all games."""
    return site_folder(shared_folder(tmp_path_factory, "site"), NAMES)


@pytest.fixture(scope="module")
def site_address(site: Path) -> Iterator[str]:
    """The address of a plain web server with the site's files."""
    with served(site) as url:
        yield url


@pytest.fixture
def site_visit(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """People at a site whose address they are told."""
    with visits(request, browser, tmp_path, str) as come:
        yield come
