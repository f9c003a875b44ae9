"""Browser engines in Chromium, Firefox and WebKit: the same games and choices as here."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.webdriver import browser as system_browser
from browser.webdriver import missing
from spielzug.games import NAMES, get_game
from wasm import node
from wasm.tasks import Tasks, choice_tasks, golden_tasks, random_tasks

HERE = Path(node.__file__).parent
SECONDS = 600  # a busy machine is slow, not wrong
IN_CHROMIUM = [("chromium", name) for name in NAMES]
ELSEWHERE = [(name, "zwergenzugfahrt") for name in ("firefox", "webkit")]


class EngineSite(ThreadingHTTPServer):
    """Serves a folder and its tasks, and waits for the answers of a page."""

    def __init__(self, folder: Path, tasks: list[dict[str, Any]]) -> None:
        self.tasks = "\n".join(map(json.dumps, tasks)).encode()
        self.came = threading.Event()
        self.answers = self.failure = ""
        super().__init__(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))

    def page(self, game: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/page.html?game={game}"


class _Handler(SimpleHTTPRequestHandler):
    server: EngineSite

    def do_GET(self) -> None:
        if self.path == "/tasks":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.server.tasks)
        else:
            super().do_GET()

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if self.path == "/answers":
            self.server.answers = text
        else:
            self.server.failure = text
        self.send_response(204)
        self.end_headers()
        self.server.came.set()

    def log_message(self, *given: object) -> None:
        pass


@contextmanager
def site(folder: Path, tasks: list[dict[str, Any]]) -> Iterator[EngineSite]:
    for name in ("page.html", "tasks.mjs"):
        shutil.copy(HERE / name, folder / name)
    with EngineSite(folder, tasks) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize(("program", "name"), [*IN_CHROMIUM, *ELSEWHERE])
def test_golden_games_random_games_and_choices_are_the_same(
    program: str, name: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if program != "chromium" and (lacking := missing(program)) is not None:
        pytest.skip(f"there is no {lacking}, as the tests say at their end")
    game = get_game(name)
    parts: list[Tasks] = [random_tasks(game, 100), choice_tasks(game, 20)]
    parts.append(golden_tasks(game, monkeypatch))
    tasks = [task for given, _ in parts for task in given]
    wanted = [answer for _, answers in parts for answer in answers]
    with site(node.engine_folder(name, tmp_path / name), tasks) as server:
        if program == "chromium":
            page = browser.new_page()
            page.goto(server.page(name))
            assert server.came.wait(SECONDS), "the page has not answered"
            page.close()
        else:
            with system_browser(program, tmp_path) as window:
                window.open(server.page(name))
                assert server.came.wait(SECONDS), "the page has not answered"
    assert server.failure == ""
    assert [json.loads(line) for line in server.answers.splitlines()] == wanted
