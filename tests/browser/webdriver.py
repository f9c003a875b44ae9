"""Drives the installed Firefox and WebKit by WebDriver; Playwright would use its own builds.

Both are driven directly, because Debian has no geckodriver: Firefox over Marionette (frames of
`length:JSON`), WebKitGTK over HTTP. Both use the W3C commands.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from server.processes import free_port

BROWSERS = ("firefox", "webkit")
PATIENCE = 60.0  # seconds: a busy machine is slow, not wrong
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name that the standard gives to the id of an element."""
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
Json = dict[str, Any]


class Refused(Exception):
    """The browser answers with an error: an element is gone or covered, a script has failed."""


class WebDriver(ABC):
    """One window of a browser."""

    @abstractmethod
    def send(self, command: str, method: str, path: str, body: Json | None = None) -> Any:
        """The same command by its name in Marionette, and by its address in WebDriver."""

    def open(self, url: str) -> None:
        """Opens a page and waits until the old one is gone: WebKit may answer earlier."""
        self.script("window.isOld = true")
        self.send("WebDriver:Navigate", "POST", "url", {"url": url})
        self.wait(lambda: self.script("return window.isOld === undefined"), url)

    def script(self, code: str, *arguments: Any) -> Any:
        body = {"script": code, "args": list(arguments)}
        return self.send("WebDriver:ExecuteScript", "POST", "execute/sync", body)

    def click(self, css: str, text: str | None = None) -> None:
        """Clicks the first clickable match, with this text if one is given."""
        self.wait(lambda: self._clicked(css, text), f"a click on {css} {text or ''}")

    def _clicked(self, css: str, text: str | None) -> bool:
        found = self.script(FIND, css, text)
        if found is None:
            return False
        identity = found[ELEMENT]
        try:
            self.send(
                "WebDriver:ElementClick", "POST", f"element/{identity}/click", {"id": identity}
            )
        except Refused:  # it moved or vanished meanwhile
            return False
        return True

    def has(self, css: str, text: str | None = None) -> bool:
        return self.script(FIND, css, text) is not None

    def wait(self, condition: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
        end = time.monotonic() + seconds
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"not within {seconds:.0f} seconds: {what}")
            time.sleep(0.05)

    def wait_for(self, css: str, text: str | None = None) -> None:
        self.wait(lambda: self.has(css, text), f"{css} {text or ''}")

    def picture(self, file: Path) -> None:
        data = self.send("WebDriver:TakeScreenshot", "GET", "screenshot", {"full": False})
        file.write_bytes(base64.b64decode(data))

    def resize(self, width: int, height: int) -> None:
        """The page itself: the frame of the window is added."""
        for _ in range(2):
            inner = self.script("return [innerWidth, innerHeight]")
            rect = self.send("WebDriver:GetWindowRect", "GET", "window/rect")
            body = {
                "width": rect["width"] + width - inner[0],
                "height": rect["height"] + height - inner[1],
            }
            self.send("WebDriver:SetWindowRect", "POST", "window/rect", body)


FIND = """
const [css, text] = arguments;
return [...document.querySelectorAll(css)].find((one) => {
  const box = one.getBoundingClientRect();
  const there = box.width > 0 && box.height > 0 && getComputedStyle(one).visibility === "visible";
  return there && (text === null || one.textContent.trim() === text);
}) ?? null;
"""


class Firefox(WebDriver):
    def __init__(self, port: int) -> None:
        self._socket = self.wait(lambda: _connected(port), "Firefox listens")
        self._rest = b""
        self._count = 0
        self._read()  # how it greets
        self.send("WebDriver:NewSession", "POST", "", {"strictFileInteractability": False})

    def close(self) -> None:
        self._socket.close()

    def send(self, command: str, method: str, path: str, body: Json | None = None) -> Any:
        self._count += 1
        text = json.dumps([0, self._count, command, body or {}]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self._read()
        if error is not None:
            raise Refused(f"{command}: {error['error']}: {error['message']}")
        only_value = isinstance(result, dict) and list(result) == ["value"]
        return result["value"] if only_value else result

    def _read(self) -> Any:
        while b":" not in self._rest:
            self._rest += self._received()
        size, _, self._rest = self._rest.partition(b":")
        while len(self._rest) < int(size):
            self._rest += self._received()
        text, self._rest = self._rest[: int(size)], self._rest[int(size) :]
        return json.loads(text)

    def _received(self) -> bytes:
        data: bytes = self._socket.recv(1 << 16)
        if not data:
            raise AssertionError("Firefox has closed the connection")
        return data


class WebKit(WebDriver):
    def __init__(self, port: int, browser: str) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        self.wait(lambda: _connected(port), "WebKitWebDriver listens").close()
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = self._ask("POST", self._base, wanted)["sessionId"]
        self._base = f"{self._base}/{session}"

    def send(self, command: str, method: str, path: str, body: Json | None = None) -> Any:
        return self._ask(method, f"{self._base}/{path}", body if method == "POST" else None)

    def _ask(self, method: str, address: str, body: Json | None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            address, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.read().decode(errors="replace")[:400]) from None


def _connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    except OSError:
        return None


# -- starting them -------------------------------------------------------------------------------


def missing(name: str) -> str | None:
    """The program that a browser needs and this machine lacks, if any."""
    if name == "firefox":
        return None if shutil.which("firefox-esr") or shutil.which("firefox") else "firefox-esr"
    if not _mini_browser() or not shutil.which("WebKitWebDriver"):
        return "webkit2gtk-driver"
    return None if shutil.which("Xvfb") else "xvfb"


def _mini_browser() -> str | None:
    return next((str(path) for path in Path("/").glob(MINI_BROWSER.lstrip("/"))), None)


@contextmanager
def browser(name: str, folder: Path) -> Iterator[WebDriver]:
    """A headless browser with an empty profile."""
    with ExitStack() as running:
        environment = {
            **os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8",
        }  # fmt: skip

        def start(*command: str) -> None:
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
            running.callback(_stop, process)

        port = free_port()
        if name == "firefox":
            preferences = {
                "marionette.port": port, "intl.accept_languages": "en-GB, en",
                "ui.prefersReducedMotion": 1,
            }  # fmt: skip
            lines = [
                f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in preferences.items()
            ]
            (folder / "user.js").write_text("\n".join(lines))
            program = shutil.which("firefox-esr") or "firefox"
            start(program, "--headless", "--marionette", "--no-remote", "--profile", str(folder))
            found = Firefox(port)
            running.callback(found.close)
            yield found
            return
        number = free_port() % 20_000 + 100
        environment["DISPLAY"] = f":{number}"
        start("Xvfb", f":{number}", "-screen", "0", "1600x1100x24", "-nolisten", "tcp")
        start("WebKitWebDriver", f"--port={port}", "--host=127.0.0.1")
        yield WebKit(port, _mini_browser() or "")


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stops a process and everything it has started."""
    for signal in (15, 9):
        try:
            os.killpg(process.pid, signal)
        except ProcessLookupError:
            break
        try:
            process.wait(10)
            break
        except subprocess.TimeoutExpired:
            continue
    process.wait()
