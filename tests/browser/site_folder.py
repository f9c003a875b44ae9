"""The static site, built from the sources and served by Python's own plain web server."""

from __future__ import annotations

import fcntl
import functools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from server.processes import free_port
from site_tool import PROGRAM, site_tool

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
BUILT = "SPIELZUG_SITE"
"""The environment variable with a folder that `make site` has built, to test that one instead."""
NOTE = "meta[name=note]"
PAGE_SOURCES = (".ts", ".js", ".svelte", ".css", ".html", ".json", ".svg", ".png", ".webmanifest")


def site_folder(folder: Path, games: Sequence[str]) -> Path:
    """The site with the engines of these games, built by the first process to ask."""
    if BUILT in os.environ:
        return Path(os.environ[BUILT]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / "site"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.is_dir():
            part = folder / "part"
            shutil.copytree(pages(), part, dirs_exist_ok=True)
            run(sys.executable, str(PROGRAM), str(part), *games)
            part.rename(made)
    return made


def pages() -> Path:
    """The client as Vite builds it, kept beside the engines for the next run of the tests."""
    sources = [
        path
        for path in sorted((*WEB.glob("*"), *WEB.glob("src/**/*"), *WEB.glob("public/**/*")))
        if path.suffix in PAGE_SOURCES
    ]
    sources.append(ROOT / "src" / "spielzug" / "wasm" / "engine.ts")
    made: Path = site_tool().cached("pages", site_tool().stamp_of(sources), write_pages)
    return made


def write_pages(folder: Path) -> None:
    run("npm", "run", "build:site", "--", "--outDir", str(folder), "--emptyOutDir")


def run(*command: str) -> None:
    """Run a program; it finds the Node that `make setup` may have installed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


class Handler(SimpleHTTPRequestHandler):
    """Like `python -m http.server`, but without a log."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder with a plain web server; gives its address."""
    handler = functools.partial(Handler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", free_port()), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def publish(folder: Path, text: str) -> None:
    """Turn the site in this folder into another version: its page gets a comment."""
    page, worker = folder / "index.html", folder / "sw.js"
    html = page.read_text("utf-8")
    page.write_text(html.replace("</head>", f'<meta name="note" content="{text}"></head>'), "utf-8")
    build = json.loads((folder / "build.json").read_text("utf-8"))["build"]
    script = worker.read_text("utf-8").replace(build, site_tool().BUILD_MARK)
    worker.write_text(script, "utf-8")
    site_tool().write_manifest(folder)
