"""How fast the static site is: from its address to a choice, and from a choice to the board.

`python -m http.server` serves a folder that `make site` has built, and a headless Chromium with a
profile of its own plays Die Zwergenzugfahrt there by clicking:

    python bench/site.py [FOLDER] [--runs 5] [--decisions 60] [--bot Expert] [--only PART …]

To simulate a device that is four times slower, the browser runs only a quarter of the time: all its
processes are stopped for three of every four slices. (Chromium's own throttling does not slow down
workers, where nearly everything happens here.)
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright  # noqa: E402

from browser.chromium import ARGUMENTS, find_chromium  # noqa: E402
from server.processes import free_port  # noqa: E402

GAME = "zwergenzugfahrt"
TITLE = "Die Zwergenzugfahrt"
PLAY = f"[aria-labelledby='game-{GAME}'] .button.main:enabled"
CHOICE = ".choices li button, .choices > button[aria-expanded=false]"
WAIT = 300_000  # milliseconds
SLICE = 0.006
"""Seconds that a slow device runs before it is stopped."""
REST = 20
"""Seconds without a choice, after which a browser has collected its garbage."""
LONG_TASK = 100
"""Milliseconds on the main thread that are counted as long."""
PARTS = ("visits", "slow", "decisions")
SETTINGS = """
if (location.protocol === "http:" && !localStorage.getItem("spielzug.settings"))
  localStorage.setItem("spielzug.settings", JSON.stringify({ toured: ["zwergenzugfahrt"] }));
"""
LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    window.longTasks.push([startTime, duration]);
}).observe({ type: "longtask", buffered: true });
"""
INSTALLED = """() => navigator.serviceWorker.ready.then(async () =>
  (await (await caches.open("spielzug-python")).keys()).length > 0)"""
# From the moment the browser took the click to the frame after the log has grown.
MEASURE = """(list) => {
  let start = 0;
  addEventListener("click", (event) => (start = event.timeStamp), { capture: true, once: true });
  window.shown = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
    watch.observe(list, { childList: true });
  });
}"""
BOT_BEGAN = "() => document.querySelectorAll('.log li').length > 1"
REQUEST = re.compile(r'"GET (\S+) [^"]*" (\d+)')


# -- the web server ------------------------------------------------------------------------------


class WebServer:
    """`python -m http.server`, and what it has sent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        command = [
            sys.executable, "-u", "-m", "http.server", str(port), "--bind", "127.0.0.1",
            "--directory", str(folder),
        ]  # fmt: skip
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.sent: list[tuple[str, int]] = []
        assert self.process.stdout is not None
        self.process.stdout.readline()  # printed once it listens
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if found := REQUEST.search(line):
                path = found[1].partition("?")[0].lstrip("/") or "index.html"
                file = self.folder / path
                size = file.stat().st_size if found[2] == "200" and file.is_file() else 0
                self.sent.append((path, size))

    def take_sent(self) -> list[tuple[str, int]]:
        sent, self.sent = self.sent, []
        return sent

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def web_server(folder: Path) -> Iterator[WebServer]:
    server = WebServer(folder)
    try:
        yield server
    finally:
        server.stop()


# -- the browser ---------------------------------------------------------------------------------


class Visit:
    """A browser with a profile, which may have visited the site before."""

    def __init__(self, playwright: Playwright, profile: Path, url: str) -> None:
        self.url = url
        self.profile = profile
        self.context: BrowserContext = playwright.chromium.launch_persistent_context(
            str(profile),
            executable_path=find_chromium(),
            args=ARGUMENTS,
            locale="en-GB",
            reduced_motion="reduce",
            viewport={"width": 1366, "height": 768},
        )
        self.context.set_default_timeout(WAIT)
        self.context.add_init_script(SETTINGS + LONG_TASKS)
        self.page: Page = self.context.pages[0]

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def lobby(self) -> float:
        """Seconds from the address to a lobby that can be used."""
        begin = time.monotonic()
        self.page.goto(self.url, wait_until="commit")
        self.page.locator(PLAY).wait_for()
        return time.monotonic() - begin

    def first_choice(self) -> tuple[float, bool]:
        """Seconds from the click to the person's first choice, and whether a bot moved before."""
        begin = time.monotonic()
        self.page.locator(PLAY).click()
        self.page.locator(CHOICE).first.wait_for()
        return time.monotonic() - begin, bool(self.page.evaluate(BOT_BEGAN))

    def wait_until_kept(self) -> None:
        """Wait until everything that a second visit uses is stored."""
        for _ in range(600):
            if self.page.evaluate(INSTALLED):
                return
            self.page.wait_for_timeout(100)
        raise SystemExit("the site was not kept for a second visit")

    def processes(self) -> list[int]:
        """The browser and everything that it has started."""
        parents = dict(_parents())
        mark = f"--user-data-dir={self.profile}"
        found = {pid for pid in parents if mark in _command(pid)}
        while more := {p for p, parent in parents.items() if parent in found} - found:
            found |= more
        return sorted(found)

    def memory(self) -> dict[str, float]:
        """Megabytes of the largest page process.

        `own` is what the browser's task manager shows, without files that processes share, such as
        the browser's program; `proportional` has its share of these.
        """
        sizes = []
        for pid in self.processes():
            if "--type=renderer" not in _command(pid):
                continue
            with suppress(OSError):
                text = Path(f"/proc/{pid}/smaps_rollup").read_text()
                text += Path(f"/proc/{pid}/status").read_text()
                sizes.append(
                    tuple(
                        int(re.findall(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[0]) / 1000
                        for name in ("RssAnon", "Pss", "Rss")
                    )
                )
        return dict(zip(("own", "proportional", "resident"), max(sizes), strict=True))


def _parents() -> Iterator[tuple[int, int]]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                yield int(entry.name), int(stat[1])


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


@contextmanager
def slower(visit: Visit, times: int) -> Iterator[None]:
    """Slow the browser down so many times; its processes are looked up again and again."""
    if times == 1:
        yield
        return
    done = threading.Event()

    def send(pids: Sequence[int], what: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, what)

    def work() -> None:
        pids: list[int] = []
        looked = 0.0
        while not done.is_set():
            if time.monotonic() - looked > 0.25:
                pids, looked = visit.processes(), time.monotonic()
            send(pids, signal.SIGSTOP)
            time.sleep(SLICE * (times - 1))
            send(pids, signal.SIGCONT)
            time.sleep(SLICE)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


# -- measurements --------------------------------------------------------------------------------


@dataclass
class Numbers:
    """Measurements of one kind, in the order of the table."""

    of: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.of.setdefault(name, []).append(value)

    def show(self, unit: str) -> None:
        for name, values in self.of.items():
            low, high = min(values), max(values)
            print(
                f"  {name:<58} {median(values):8.2f} {unit}   ({low:.2f}–{high:.2f}, {len(values)})"
            )


def measure_visits(
    playwright: Playwright, folder: Path, runs: int, times: int
) -> list[tuple[str, int]]:
    """Prints the times of visits; returns what the last first visit has transferred."""
    seconds, sent = Numbers(), list[tuple[str, int]]()

    def visit(title: str, profile: Path, url: str, *, offline: bool = False) -> None:
        with Visit(playwright, profile, url) as one:
            one.context.set_offline(offline)
            with slower(one, times):
                seconds.add(f"{title}: lobby", one.lobby())
                took, bot = one.first_choice()
            who = "a bot begins" if bot else "the person begins"
            seconds.add(f"{title}: click → the person's first choice, {who}", took)
            if not offline:
                one.wait_until_kept()

    for _ in range(runs):
        with tempfile.TemporaryDirectory() as home, ExitStack() as open_:
            server = open_.enter_context(web_server(folder))
            profile = Path(home) / "profile"
            visit("First visit", profile, server.url)
            sent = server.take_sent()
            visit("Second visit", profile, server.url)
            server.stop()
            visit("Second visit, offline", profile, server.url, offline=True)
    print(f"Visits{f', {times} times slower device' if times > 1 else ''} (median, range, runs)")
    seconds.show("s")
    return sent


def show_bytes(sent: list[tuple[str, int]]) -> None:
    sizes = Counter[str]()
    for path, size in sent:
        sizes[path.partition("/")[0] if "/" in path else "pages"] += size
    print(f"Transferred by a first visit that plays a game: {sum(sizes.values()) / 1e6:.2f} MB")
    for part, size in sizes.most_common():
        print(f"  {part:<58} {size / 1e6:8.2f} MB")
    twice = [
        path for path, count in Counter(path for path, size in sent if size).items() if count > 1
    ]
    print(f"  sent more than once: {', '.join(sorted(twice)) or 'nothing'}")


def measure_decisions(playwright: Playwright, folder: Path, count: int, bot: str) -> None:
    times: list[float] = []
    with (
        tempfile.TemporaryDirectory() as home,
        web_server(folder) as server,
        Visit(playwright, Path(home) / "profile", server.url) as visit,
    ):
        page = visit.page
        visit.lobby()
        loading = long_tasks(page)
        while len(times) < count:
            open_table(page, server.url, bot)
            play(page, times, count)
        playing = long_tasks(page)[len(loading) :]
        memory = {"right after these choices": visit.memory()}
        time.sleep(REST)
        memory[f"{REST} seconds later"] = visit.memory()
    cuts = quantiles(times, n=100, method="inclusive")
    print(f"From a choice to the board that shows it, against the {bot} bot ({len(times)} choices)")
    for name, value in (("median", cuts[49]), ("99th percentile", cuts[98]), ("max", max(times))):
        print(f"  {name:<58} {value:8.0f} ms")
    print(f"Tasks over {LONG_TASK} ms on the main thread")
    for name, found in (("while loading", loading), ("while playing", playing)):
        long = [duration for _, duration in found if duration > LONG_TASK]
        most = max((duration for _, duration in found), default=0)
        print(f"  {name:<58} {len(long):8d}      (longest task {most:.0f} ms)")
    print("Memory of the tab, all its workers included")
    for when, sizes in memory.items():
        shown = ", ".join(f"{size:.0f} MB {name}" for name, size in sizes.items())
        print(f"  {when:<58} {shown}")


def long_tasks(page: Page) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = page.evaluate("window.longTasks")
    return found


def open_table(page: Page, url: str, bot: str) -> None:
    page.goto(f"{url}/#/")
    poster = page.get_by_role("article", name=TITLE)
    poster.get_by_role("button", name="Create a table").click()
    dialog = page.get_by_role("dialog", name=f"New table: {TITLE}")
    which = dialog.get_by_role("combobox", name="Which bot in seat 2?")
    which.select_option(f"{bot} bot")
    dialog.get_by_text("Options", exact=True).click()
    dialog.get_by_role("combobox", name="Bot speed").select_option("Instant")
    dialog.get_by_role("button", name="Open the table").click()
    page.locator(CHOICE).first.wait_for()


def play(page: Page, times: list[float], count: int) -> None:
    """Makes choices from the list until there are enough or the game is over."""
    log = page.get_by_role("list", name="What happened")
    over = page.locator(".finish")
    while len(times) < count:
        page.locator(CHOICE).first.or_(over).first.wait_for()
        if over.is_visible():
            return
        unfold = page.locator(".choices > button[aria-expanded=false]")
        if unfold.is_visible():
            unfold.click()
        log.evaluate(MEASURE)
        choices = page.locator(".choices li button")
        choices.nth(choices.count() // 2).click()
        yes = page.locator("dialog[open] .button.main")
        page.wait_for_timeout(0)
        if yes.is_visible():  # a kick is confirmed, and this one is not measured
            yes.click()
            page.evaluate("window.shown")
            continue
        times.append(float(page.evaluate("window.shown")))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    asked.add_argument("folder", nargs="?", type=Path, default=ROOT / "site")
    asked.add_argument("--runs", type=int, default=5, help="visits of each kind")
    asked.add_argument("--decisions", type=int, default=60)
    asked.add_argument("--bot", default="Expert", help="the bot that thinks after each choice")
    asked.add_argument(
        "--slower", type=int, default=4, help="how many times slower the slow device is"
    )
    asked.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    given = asked.parse_args()
    folder = given.folder.resolve()
    with sync_playwright() as playwright:
        work: dict[str, Callable[[], Any]] = {
            "visits": lambda: show_bytes(measure_visits(playwright, folder, given.runs, 1)),
            "slow": lambda: measure_visits(playwright, folder, given.runs, given.slower),
            "decisions": lambda: measure_decisions(playwright, folder, given.decisions, given.bot),
        }
        for part in given.only:
            work[part]()


if __name__ == "__main__":
    main()
