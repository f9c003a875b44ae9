"""Completes the static site that Vite has built: answers, engines, Python, and a list of all files.

python web/build_site.py FOLDER [GAME …]

Vite has written the pages; this adds `data/` (constant answers of the server's interface),
`engines/` (each game's engine and net), `python/` (Pyodide and our modules) and `build.json`, the
list of all files. Large files are compressed here, because a plain web server would not do it. The
same sources give the same bytes.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from starlette.types import ASGIApp, Message

from spielzug.core.game_folders import game_folder, other_games
from spielzug.core.sets.prepare import prepare
from spielzug.core.texts import LANGUAGES
from spielzug.games import NAMES, get_game
from spielzug.server.web.app import app_for

WEB = Path(__file__).resolve().parent
SOURCES = WEB.parent / "src"
CACHE = WEB.parent / "build" / "site"
"""The results of slow steps, in folders named after a stamp of their sources."""

ENGINE_SOURCES = ("core", "games", "bots", "wasm")
SERVER_ONLY = ("offline.html", "offline.css", "icon_badge.png")
WORKER = "sw.js"
MANIFEST = "build.json"
BUILD_MARK = "__SPIELZUG_BUILD__"
WITH_FRIENDS = "against bots, with friends"


def main(folder: Path, games: Sequence[str] = NAMES) -> None:
    """Add everything to Vite's pages; tests need the engines of some games only."""
    prepare()
    remove_server_parts(folder)
    for path, text in asyncio.run(answers()).items():
        write(folder / "data" / path, text.encode())
    for name in games:
        add(
            cached("engines", f"{name}-{engine_stamp(name)}", engine_writer(name)),
            folder / "engines",
        )
    folders = [SOURCES / "spielzug", *other_games.values()]
    packed = (path for one in folders for path in files(one, ".py", ".json", ".jsonl"))
    stamp = stamp_of([*packed, *python_tools()])
    add(cached("python", stamp, write_python), folder / "python")
    build = write_manifest(folder)
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    print(f"{folder}: version {build}, {len(sizes)} files, {sum(sizes) / 1e6:.1f} MB")


def remove_server_parts(folder: Path) -> None:
    """Remove what needs a server."""
    for name in SERVER_ONLY:
        (folder / name).unlink(missing_ok=True)
    for name in ("index.html", "manifest.webmanifest"):
        text = (folder / name).read_text("utf-8")
        write(folder / name, text.replace(WITH_FRIENDS, "against bots or on one device").encode())


# -- answers ---------------------------------------------------------------------------------------


async def answers() -> dict[str, str]:
    """What the server answers to requests that depend on nothing but the version."""
    with tempfile.TemporaryDirectory() as folder:
        app = app_for(Path(folder) / "tables.sqlite3")
        paths = ("games", "bots", "lessons", "figures", "health")
        found = {f"{path}.json": await get(app, path) for path in paths}
        for game in json.loads(found["figures.json"]):
            for lang in LANGUAGES:
                found[f"figures/{game}.{lang}.json"] = await get(app, f"figures/{game}", lang)
        for game in NAMES:
            found[f"puzzles/{game}.json"] = await get(app, f"puzzles/{game}")
        return found


async def get(app: ASGIApp, path: str, lang: str = "en") -> str:
    """One answer of the server's interface, without a network."""
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": f"/api/{path}", "query_string": f"lang={lang}".encode(),
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1),
        "server": ("localhost", 80), "root_path": "",
    }  # fmt: skip
    status, body = 0, b""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    await app(scope, receive, send)
    if status != 200:
        raise SystemExit(f"the server answers {path} with {status}")
    return body.decode()


# -- engines ---------------------------------------------------------------------------------------


def engine_stamp(name: str) -> str:
    """The stamp of everything that this engine is compiled from, without other games' rules."""
    ours = game_folder(name)
    folders = [*(SOURCES / "spielzug" / part for part in ENGINE_SOURCES), ours]
    games = SOURCES / "spielzug" / "games"
    return stamp_of(
        path
        for folder in folders
        for path in files(folder, ".py", ".yaml", ".safetensors")
        if path.parent == games or not path.is_relative_to(games) or path.is_relative_to(ours)
    )


def engine_writer(name: str) -> Callable[[Path], None]:
    def build_engine(folder: Path) -> None:
        from spielzug.wasm.build import build  # imports the compiler

        print(f"Compiling the engine of {name} …", flush=True)
        write_engine(build(get_game(name)).named(name), folder)

    return build_engine


def keep_engine(name: str, made: Mapping[str, bytes]) -> None:
    """Keep an engine that was built for something else, so that the site need not build it."""
    cached("engines", f"{name}-{engine_stamp(name)}", lambda folder: write_engine(made, folder))


def write_engine(made: Mapping[str, bytes], folder: Path) -> None:
    for file, content in made.items():
        if file.endswith((".wasm", ".net")):
            write(folder / f"{file}.gz", compressed(content))
        elif file.endswith(".json"):
            write(folder / file, content)


# -- Python ----------------------------------------------------------------------------------------


def python_tools() -> list[Path]:
    return [WEB / "site_python.py", WEB / "site_python.mjs", WEB / "package-lock.json"]


def write_python(folder: Path) -> None:
    print("Packing Python …", flush=True)
    with tempfile.TemporaryDirectory() as sources, tempfile.TemporaryDirectory() as made:
        copy_sources(Path(sources))
        subprocess.run(["node", str(WEB / "site_python.mjs"), sources, made], check=True, cwd=WEB)
        for path in sorted(Path(made).iterdir()):
            if path.suffix == ".wasm":
                write(folder / f"{path.name}.gz", compressed(path.read_bytes()))
            else:
                shutil.copy(path, folder / path.name)


def copy_sources(folder: Path) -> None:
    """All modules, with the games from outside among the others."""
    for name, source in {"": SOURCES / "spielzug", **other_games}.items():
        target = folder / "spielzug" / ("games" if name else "") / name
        for path in files(source, ".py", ".json", ".jsonl"):
            (target / path.relative_to(source)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target / path.relative_to(source))


# -- files -----------------------------------------------------------------------------------------


def cached(kind: str, stamp: str, make: Callable[[Path], None]) -> Path:
    """The folder with the result for these sources; it is made if it is missing."""
    folder = CACHE / kind / stamp
    if not folder.exists():
        part = folder.with_name(f"{stamp}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        make(part)
        part.rename(folder)
    return folder


def add(made: Path, folder: Path) -> None:
    shutil.copytree(made, folder, dirs_exist_ok=True)


def files(folder: Path, *suffixes: str) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix in suffixes
        and "static" not in path.parts
        and "__pycache__" not in path.parts
    )


def stamp_of(paths: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in paths:
        name = os.path.relpath(path, WEB.parent)
        found.update(name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]


def compressed(content: bytes) -> bytes:
    return gzip.compress(content, 9, mtime=0)


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def write_manifest(folder: Path) -> str:
    """Write the list of all files, and their version into the service worker; returns it."""
    listed = {
        path.relative_to(folder).as_posix(): [path.stat().st_size, hash_of(path)]
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in (WORKER, MANIFEST)
    }
    worker = (folder / WORKER).read_text("utf-8")
    build = hashlib.sha256((json.dumps(listed) + worker).encode()).hexdigest()[:16]
    write(folder / MANIFEST, json.dumps({"build": build, "files": listed}).encode())
    if worker.startswith("import"):
        raise SystemExit(f"{WORKER} must be a single file: old browsers load no modules there")
    if BUILD_MARK not in worker:
        raise SystemExit(f"{WORKER} already has a version: build the pages again with Vite")
    write(folder / WORKER, worker.replace(BUILD_MARK, build).encode())
    return build


def hash_of(path: Path) -> str:
    """SHA-256 of the unpacked content: some servers have browsers unpack compressed files."""
    content = path.read_bytes()
    return hashlib.sha256(gzip.decompress(content) if path.suffix == ".gz" else content).hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2:] or NAMES)
